/* Which triggered abilities ask nothing about what made them trigger. In which order several of one of them go on the
 * stack makes no difference, so nobody is asked. */
#include "runtime/library/library.h"

#include "vm/interp.h"
#include "vm/verifier.h"

/* What is done later may ask. */
static int asks(const vm_insn i)
{
    return (vm_op_describe(i.op)->flags & OPF_ASKS_EVENT) != 0 ||
           (i.op == VM_OP_NATIVE && (i.imm == VM_NATIVE_delay || i.imm == VM_NATIVE_reflex));
}

enum { UNKNOWN, BLIND, SEES };
typedef struct search {
    const vm_pack *p;
    vm_calls natives;
    uint8_t *is; /* by function */
} search;

static int sees(search *s, uint32_t func);

static int is_blind(void *user, uint32_t callee)
{
    return !sees(user, callee);
}

/* Functions nest to a limited depth: V53. */
static int sees(search *s, uint32_t func)
{
    const vm_func *f = &s->p->func[func];
    if (!func)
        return 0;
    int blind = s->is[func] != SEES;
    for (uint32_t pc = 0; s->is[func] == UNKNOWN && blind && pc < f->code_count / 2; pc++)
        blind = !asks(vm_insn_at(s->p, f->code, pc)) &&
                vm_each_callee(s->p, &s->natives, f, pc, is_blind, s);
    s->is[func] = blind ? BLIND : SEES;
    return !blind;
}

static int targets_see(search *s, uint32_t first, uint32_t count)
{
    for (uint32_t i = first; i < first + count; i++)
        if (sees(s, s->p->selector[s->p->target[i].sel].pred))
            return 1;
    return 0;
}

static int ability_sees(search *s, const vm_ability *a)
{
    if (sees(s, a->effect) || sees(s, a->condition) || targets_see(s, a->targets, a->target_count))
        return 1;
    for (const vm_mode *m = s->p->mode + a->modes; m < s->p->mode + a->modes + a->mode_count; m++)
        if (sees(s, m->effect) || targets_see(s, m->targets, m->target_count))
            return 1;
    return 0;
}

int rt_blind_init(rt_library *lib)
{
    const vm_pack *p = &lib->pack;
    search s = {.p = p, .is = base_zeroed(p->memory, p->func_count, 1)};
    if (!s.is)
        return 0;
    vm_calls_read(&s.natives);
    for (uint32_t i = 0; i < p->ability_count; i++)
        lib->blind[i] =
            p->ability[i].kind == VM_ABILITY_TRIGGERED && !ability_sees(&s, &p->ability[i]);
    base_free(p->memory, s.is);
    return 1;
}
