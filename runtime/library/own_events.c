/* What the filters of triggers say without being asked. Which abilities wait only for what happens to their own source: their
 * filter says yes only where THIS is one of the participants. So of an event whose participants are known nobody else needs to be
 * asked. And which steps they wait for, so that the others begin without an event. */
#include "runtime/library/library.h"
#include "vm/interp.h"

#include <string.h>

/* What is known of a register. */
enum what { ANYTHING, SELF, PARTICIPANT, SELF_TAKES_PART };

static enum what result_of(vm_insn i, const uint8_t *is)
{
    switch (i.op) {
    case VM_OP_THIS:
        return SELF;
    case VM_OP_EVENT_OBJ:
    case VM_OP_EVENT_WHOM:
        return PARTICIPANT;
    case VM_OP_WIDEN:
    case VM_OP_MOV:
    case VM_OP_NUMBER:
    case VM_OP_OBJECTS:
        return is[i.b];
    case VM_OP_MEET:
        return is[i.b] + is[i.c] == SELF + PARTICIPANT && is[i.b] != is[i.c] && is[i.b] && is[i.c]
                   ? SELF_TAKES_PART
                   : ANYTHING;
    case VM_OP_AND:
        return is[i.b] == SELF_TAKES_PART || is[i.c] == SELF_TAKES_PART ? SELF_TAKES_PART
                                                                        : ANYTHING;
    default:
        return ANYTHING;
    }
}

/* Code that goes straight on; what jumps is believed to wait for anything. */
int rt_waits_for_itself(const rt_library *lib, const vm_ability *a)
{
    const vm_func *f = &lib->pack.func[a->filter];
    uint8_t is[VM_REG_MAX];
    memset(is, ANYTHING, sizeof is);
    for (uint32_t pc = 0; a->filter && pc < f->code_count / 2; pc++) {
        const vm_insn i = vm_insn_at(&lib->pack, f->code, pc);
        if (i.op == VM_OP_RET)
            return is[i.a] == SELF_TAKES_PART;
        if (i.op == VM_OP_JMP || i.op == VM_OP_JF || i.op == VM_OP_ITER)
            return 0;
        is[i.a] = (uint8_t)result_of(i, is);
    }
    return 0;
}

/* ---- which steps a trigger waits for ------------------------------------------------------------ */

/* Of a register, with some step in mind: nothing, or its number. */
typedef struct told {
    uint8_t known;
    int32_t n;
} told;

static told number_of(vm_insn i, const told *r, uint32_t step)
{
    static const told NOTHING = {0, 0};
    switch (i.op) {
    case VM_OP_EVENT_AUX:
        return (told){1, (int32_t)step};
    case VM_OP_LDI:
        return (told){1, i.imm};
    case VM_OP_NUMBER:
    case VM_OP_MOV:
        return r[i.b];
    case VM_OP_EQ:
        return r[i.b].known && r[i.c].known ? (told){1, r[i.b].n == r[i.c].n} : NOTHING;
    case VM_OP_AND: /* what is unknown does not matter where the other is false */
        return (r[i.b].known && !r[i.b].n) || (r[i.c].known && !r[i.c].n) ? (told){1, 0} : NOTHING;
    case VM_OP_OR:
        return r[i.b].known && !r[i.b].n ? r[i.c] : r[i.c].known && !r[i.c].n ? r[i.b] : NOTHING;
    default:
        return NOTHING;
    }
}

/* Code that goes straight on; what jumps is believed to wait for any. */
static int may_be_at(const rt_library *lib, uint32_t filter, uint32_t step)
{
    const vm_func *f = &lib->pack.func[filter];
    told r[VM_REG_MAX] = {{0, 0}};
    for (uint32_t pc = 0; filter && pc < f->code_count / 2; pc++) {
        const vm_insn i = vm_insn_at(&lib->pack, f->code, pc);
        if (i.op == VM_OP_RET)
            return !r[i.a].known || r[i.a].n;
        if (i.op == VM_OP_JMP || i.op == VM_OP_JF || i.op == VM_OP_ITER)
            return 1;
        r[i.a] = number_of(i, r, step);
    }
    return 1;
}

static uint16_t steps_of(const rt_library *lib, uint32_t filter)
{
    uint16_t steps = 0;
    for (uint32_t step = 0; step < VM_STEP_COUNT; step++)
        steps = (uint16_t)(steps | may_be_at(lib, filter, step) << step);
    return steps;
}

int rt_steps_init(rt_library *lib)
{
    _Static_assert(VM_STEP_COUNT <= 16, "steps are bits of 16");
    lib->steps = base_zeroed(lib->pack.memory, lib->pack.ability_count + 1, sizeof *lib->steps);
    if (!lib->steps)
        return 0;
    uint16_t *by_filter = base_zeroed(lib->pack.memory, lib->pack.func_count, sizeof *by_filter);
    if (!by_filter)
        return 0;
    for (uint32_t i = 0; i < lib->pack.ability_count; i++) {
        const vm_ability *a = &lib->pack.ability[i];
        if (a->event != VM_EVENT_step)
            continue;
        lib->steps[i] = (uint16_t)((1u << VM_STEP_COUNT) - 1);
        if (a->kind != VM_ABILITY_TRIGGERED)
            continue;
        if (!by_filter[a->filter]) /* many wait for the same */
            by_filter[a->filter] = steps_of(lib, a->filter);
        lib->steps[i] = by_filter[a->filter];
    }
    base_free(lib->pack.memory, by_filter);
    return 1;
}

/* ---- what is the same whatever its source is ------------------------------------------------------ */

static int is_faceless(const rt_library *lib, uint32_t func, uint32_t kind);

static int asks_nothing(const rt_library *lib, vm_insn i, uint32_t kind)
{
    if (vm_op_describe(i.op)->flags & OPF_PURE)
        return 1;
    switch (i.op) {
    case VM_OP_DONE:
    case VM_OP_YOU:
    case VM_OP_EVENT_OBJ:
    case VM_OP_EVENT_PLAYER:
    case VM_OP_EVENT_AMOUNT:
    case VM_OP_EVENT_KIND:
    case VM_OP_EVENT_KEYWORD:
    case VM_OP_EVENT_WHOM:
    case VM_OP_MEET:
    case VM_OP_OBJECTS:
    case VM_OP_ONLY_PLAYERS:
    case VM_OP_IMM:
        return 1;
    case VM_OP_MATCH:
        return lib->pack.selector[i.imm].which == VM_WHICH_ANY &&
               is_faceless(lib, lib->pack.selector[i.imm].pred, kind);
    case VM_OP_NATIVE:
        return i.imm == VM_NATIVE_event_amount || i.imm == VM_NATIVE_event_cancel ||
               (kind == VM_ABILITY_TRIGGERED &&
                (i.imm == VM_NATIVE_gain_life || i.imm == VM_NATIVE_lose_life ||
                 i.imm == VM_NATIVE_draw));
    default:
        return 0;
    }
}

static int is_faceless(const rt_library *lib, uint32_t func, uint32_t kind)
{
    const vm_func *f = &lib->pack.func[func];
    for (uint32_t pc = 0; func && pc < f->code_count / 2; pc++)
        if (!asks_nothing(lib, vm_insn_at(&lib->pack, f->code, pc), kind))
            return 0;
    return 1;
}

void rt_faceless_init(rt_library *lib)
{
    for (uint32_t i = 0; i < lib->pack.ability_count; i++) {
        const vm_ability *a = &lib->pack.ability[i];
        const int triggers = a->kind == VM_ABILITY_TRIGGERED && !a->target_count && !a->mode_count;
        lib->faceless[i] =
            ((a->kind == VM_ABILITY_REPLACE && is_faceless(lib, a->filter, a->kind)) || triggers) &&
            is_faceless(lib, a->condition, a->kind) && is_faceless(lib, a->effect, a->kind);
    }
}
