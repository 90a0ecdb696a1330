/* Prevention that lasts (CR 615): shields around things, and around everything that is so while they last. */
#include "compiler/lower/lower.h"

#include <string.h>

/* Everything of a kind, also what comes later (CR 611.2c): no list of things, but a condition of the event. */
static int is_kind(const m_ref *ref)
{
    return ref->kind == REF_ALL;
}

static uint32_t filter_of(cc_fn *f, const m_ref *ref, int by)
{
    cc_scope inner;
    cc_scope_inner(f->s, &inner);
    cc_fn g;
    cc_fn_begin(&g, &inner, 0);
    const cc_val who = by ? cc_as(&g, cc_op(&g, VM_OP_EVENT_OBJ, 'o', 1, 0, 0), 'e')
                          : cc_op(&g, VM_OP_EVENT_WHOM, 'e', 0, 0, 0);
    const uint32_t row = cc_selector(&g, &inner, ref->desc);
    return row ? cc_fn_end_value(&g, cc_op(&g, VM_OP_MATCH, 'b', who.reg, 0, (int32_t)row)) : 0;
}

static void shield(cc_fn *f, const m_act *act, const m_ref *ref, int by, uint32_t event)
{
    vm_ability row = cc_ability_new(VM_ABILITY_REPLACE, act->span);
    row.event = event;
    row.zones = 0;
    cc_arg a[6];
    memset(a, 0, sizeof a);
    if (is_kind(ref)) {
        row.filter = filter_of(f, ref, by);
        if (!row.filter)
            return;
    } else {
        a[by].v = cc_as(f, cc_ref_now(f, ref, 'e'), 'e');
        a[by].given = 1;
        if (!a[by].v.type)
            return;
    }
    a[2].v = cc_num(f, -1);
    a[2].given = 1;
    a[4].imm = (int32_t)f->u->ability.count;
    VEC_PUSH(f->u->mem, &f->u->ability, row);
    a[5].imm = VM_DURATION_END_OF_TURN;
    cc_native(f, VM_NATIVE_prevent_damage, a);
}

static void prevent(cc_fn *f, const m_act *act, uint32_t event)
{
    const m_operand *to = cc_operand(act, "TARGET"), *by = cc_operand(act, "SOURCE"),
                    *both = cc_operand(act, "BOTH");
    if (to)
        shield(f, act, to->is.ref, 0, event);
    if (by)
        shield(f, act, by->is.ref, 1, event);
    if (both) {
        shield(f, act, both->is.ref, 0, event);
        shield(f, act, both->is.ref, 1, event);
    }
}

void cc_prevent_all(cc_fn *f, const m_act *act)
{
    prevent(f, act, VM_EVENT_damage);
}

void cc_prevent_all_combat(cc_fn *f, const m_act *act)
{
    prevent(f, act, VM_EVENT_combat_damage);
}
