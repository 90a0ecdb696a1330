/* What functions and selectors look at, of what layers 2 to 6 can change: one effect can only depend on another
 * (CR 613.7) that writes what it reads. Worked out once for a library; what is not known reads everything. */
#include "runtime/library/library.h"
#include "vm/interp.h"

enum { UNKNOWN = 0xFF };

static uint32_t of_property(int32_t property)
{
    switch (property) {
    case VM_PROP_COLORS:
    case VM_PROP_COLOR_COUNT:
        return RT_ASPECT_COLORS;
    case VM_PROP_CARD_TYPES:
    case VM_PROP_LAND_TYPES:
        return RT_ASPECT_TYPES;
    case VM_PROP_ABILITIES:
    case VM_PROP_NAMES:
        return RT_ASPECT_ALL;
    case VM_PROP_POWER:
    case VM_PROP_TOUGHNESS:
        return RT_ASPECT_SIZE;
    default: /* the others are no characteristics */
        return 0;
    }
}

static uint32_t of_op(uint32_t op)
{
    const uint32_t flags = vm_op_describe(op)->flags;
    return flags & OPF_ANY ? RT_ASPECT_ALL
                           : (flags & OPF_CONTROLLER ? RT_ASPECT_CONTROLLER : 0u) |
                                 (flags & OPF_TYPES ? RT_ASPECT_TYPES : 0u) |
                                 (flags & OPF_COLORS ? RT_ASPECT_COLORS : 0u);
}

static uint32_t of_insn(rt_library *lib, vm_insn i)
{
    switch (i.op) {
    case VM_OP_SHARES:
    case VM_OP_SHARERS:
        return i.imm == VM_SHARED_COLOR ? RT_ASPECT_COLORS : RT_ASPECT_TYPES;
    case VM_OP_PROP:
    case VM_OP_GREATEST:
    case VM_OP_LEAST:
        return of_property(i.imm);
    case VM_OP_SELECT_SUM:
        return of_property(i.b) | rt_selector_reads(lib, (uint32_t)i.imm);
    case VM_OP_SELECT:
    case VM_OP_SELECT_COUNT:
    case VM_OP_SELECT_ANY:
    case VM_OP_FILTER:
    case VM_OP_MATCH:
        return rt_selector_reads(lib, (uint32_t)i.imm);
    default:
        return of_op(i.op);
    }
}

uint32_t rt_func_reads(rt_library *lib, uint32_t func)
{
    const vm_func *f = &lib->pack.func[func];
    if (!func)
        return 0;
    if (lib->func_reads[func] != UNKNOWN)
        return lib->func_reads[func];
    uint32_t reads = 0;
    for (uint32_t pc = 0; reads != RT_ASPECT_ALL && pc < f->code_count / 2; pc++)
        reads |= of_insn(lib, vm_insn_at(&lib->pack, f->code, pc));
    lib->func_reads[func] = (uint8_t)reads;
    return reads;
}

uint32_t rt_selector_reads(rt_library *lib, uint32_t sel)
{
    const vm_selector *s = &lib->pack.selector[sel];
    uint32_t reads = rt_func_reads(lib, s->pred);
    if (s->types_all | s->types_any | s->types_none | s->subtype_any_count | s->subtype_none_count)
        reads |= RT_ASPECT_TYPES;
    if (s->colors_any | s->colors_none)
        reads |= RT_ASPECT_COLORS;
    if (s->status_all | s->status_none) /* many-coloured, enchanted */
        reads |= RT_ASPECT_COLORS | RT_ASPECT_TYPES;
    if (s->keyword_all_count | s->keyword_none_count)
        reads |= RT_ASPECT_ABILITIES;
    if (lib->asks[sel].more)
        reads |= RT_ASPECT_EXISTENCE | RT_ASPECT_DEEP;
    if (s->controller)
        reads |= RT_ASPECT_CONTROLLER;
    return reads;
}

/* Is the instruction `op` of what stands in register `from`? */
static int is(vm_insn i, uint32_t op, uint32_t from)
{
    return i.op == op && i.b == from;
}

/* What a predicate that says nothing but 'it is this', or 'it is what this is attached to', names; or 0. */
static uint32_t names(const rt_library *lib, uint32_t sel, uint32_t depth)
{
    const vm_selector *s = &lib->pack.selector[sel];
    const vm_func *f = &lib->pack.func[s->pred];
    const uint32_t n = f->code_count / 2;
    vm_insn i[5];
    if ((s->which == VM_WHICH_HOST || s->which == VM_WHICH_THIS) && !s->pred &&
        !(s->status_all | s->status_none))
        return s->which == VM_WHICH_HOST ? RT_NAMES_HOST : RT_NAMES_THIS;
    if (!lib->pack.selector[sel].pred || n < 3 || n > 5 || depth > 4)
        return 0;
    for (uint32_t k = 0; k < n; k++)
        i[k] = vm_insn_at(&lib->pack, f->code, k);
    if (i[n - 1].op != VM_OP_RET || i[n - 1].a != i[n - 2].a ||
        !is(i[n - 2], VM_OP_NUMBER, i[n - 3].a))
        return 0;
    if (n == 3)
        return is(i[0], VM_OP_MATCH, 0) ? names(lib, (uint32_t)i[0].imm, depth + 1) : 0;
    if (n != 5)
        return 0;
    if (is(i[0], VM_OP_MATCH, 0) && is(i[1], VM_OP_MATCH, 0) && is(i[2], VM_OP_OR, i[0].a) &&
        i[2].c == i[1].a) {
        const uint32_t one = names(lib, (uint32_t)i[0].imm, depth + 1),
                       other = names(lib, (uint32_t)i[1].imm, depth + 1);
        return one && other ? one | other : 0;
    }
    if (i[0].op != VM_OP_THIS || !is(i[2], VM_OP_MEET, 0) || i[2].c != i[1].a)
        return 0;
    return is(i[1], VM_OP_WIDEN, i[0].a)  ? RT_NAMES_THIS
           : is(i[1], VM_OP_HOST, i[0].a) ? RT_NAMES_HOST
                                          : 0;
}

uint32_t rt_selector_names(const rt_library *lib, uint32_t sel)
{
    return lib->names[sel];
}

void rt_reads_init(rt_library *lib)
{
    for (uint32_t i = 1; i < lib->pack.selector_count; i++)
        lib->names[i] = (uint8_t)names(lib, i, 0);
    for (uint32_t i = 0; i < lib->pack.func_count; i++)
        lib->func_reads[i] = UNKNOWN;
    for (uint32_t i = 1; i < lib->pack.func_count; i++)
        rt_func_reads(lib, i);
}
