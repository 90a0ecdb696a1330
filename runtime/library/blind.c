/* Which triggered abilities ask nothing about what made them trigger. In which order several of one of them go on the
 * stack makes no difference, so nobody is asked. */
#include "runtime/library/library.h"

#include "vm/interp.h"
#include "vm/verifier.h"

#include <string.h>

/* What is done later may ask. */
static int asks(const vm_insn i)
{
    return (vm_op_describe(i.op)->flags & OPF_ASKS_EVENT) != 0 ||
           (i.op == VM_OP_NATIVE && (i.imm == VM_NATIVE_delay || i.imm == VM_NATIVE_reflex));
}

typedef struct search {
    uint8_t *sees, *calls; /* by function; calls: it uses others */
    int found, uses;
} search;

static int callee_sees(void *user, uint32_t callee)
{
    search *s = user;
    s->uses |= callee != 0;
    s->found |= s->sees[callee];
    return 1;
}

static int func_sees(const vm_pack *p, search *s, uint32_t func)
{
    const vm_func *f = &p->func[func];
    s->found = s->uses = 0;
    for (uint32_t pc = 0; pc < f->code_count / 2 && !s->found; pc++) {
        const vm_insn i = vm_insn_at(p, f->code, pc);
        const char imm = vm_op_describe(i.op)->imm;
        s->found |= asks(i);
        if (imm == 's' || imm == 'a' || i.op == VM_OP_NATIVE)
            vm_each_callee(p, f, pc, callee_sees, s);
    }
    s->calls[func] = (uint8_t)s->uses;
    return s->found;
}

static int targets_see(const vm_pack *p, const uint8_t *sees, uint32_t first, uint32_t count)
{
    int any = 0;
    for (uint32_t i = first; i < first + count; i++)
        any |= sees[p->selector[p->target[i].sel].pred];
    return any;
}

static int ability_sees(const vm_pack *p, const uint8_t *sees, const vm_ability *a)
{
    int any =
        sees[a->effect] | sees[a->condition] | targets_see(p, sees, a->targets, a->target_count);
    for (uint32_t i = a->modes; i < a->modes + a->mode_count; i++)
        any |= sees[p->mode[i].effect] |
               targets_see(p, sees, p->mode[i].targets, p->mode[i].target_count);
    return any;
}

int rt_blind_init(rt_library *lib)
{
    const vm_pack *p = &lib->pack;
    search s = {.sees = base_zeroed(p->memory, p->func_count + 1, 2)};
    if (!s.sees)
        return 0;
    s.calls = s.sees + p->func_count + 1;
    memset(s.calls, 1, p->func_count + 1);
    for (int changed = 1; changed;) { /* functions nest to a limited depth: V53 */
        changed = 0;
        for (uint32_t i = 1; i < p->func_count; i++)
            if (!s.sees[i] && s.calls[i] && func_sees(p, &s, i))
                s.sees[i] = 1, changed = 1;
    }
    for (uint32_t i = 0; i < p->ability_count; i++)
        lib->blind[i] =
            p->ability[i].kind == VM_ABILITY_TRIGGERED && !ability_sees(p, s.sees, &p->ability[i]);
    base_free(p->memory, s.sees);
    return 1;
}
