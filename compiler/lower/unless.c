/* 'unless': who pays so that something is not done (CR 117.12a). */
#include "compiler/lower/lower.h"

#include <string.h>

/* Whoever is asked: 'a creature they control' is theirs. */
static cc_referent *payer_said(cc_fn *f, const m_ref *ref, cc_val who)
{
    if (!who.type || !ref || ref->kind == REF_YOU)
        return NULL;
    cc_referent *r = cc_refer(f, ref, cc_as(f, who, 'p'), AGAIN_NOT, 0);
    r->ref_class = CLASS_PLAYER;
    return r;
}

/* Is one of them asked: do they pay? */
static cc_val pays(cc_fn *f, const m_clause *unless, cc_val who)
{
    cc_arg a[4];
    memset(a, 0, sizeof a);
    const m_amount *times = unless->acts->times;
    a[0].v = who;
    a[1].v = times ? cc_amount(f, times) : cc_num(f, 1);
    a[2].v = f->x ? cc_amount(f, f->x) : cc_said_x(f, cc_operand(unless->acts, "COST"));
    a[0].given = a[1].given = a[2].given = 1;
    const cc_val actor = f->actor;
    cc_referent *subject = f->subject;
    uint32_t count = 0;
    cc_fn *payer = f->s->payer;
    f->s->paying = 1;
    f->s->payer = f; /* another creature: than what the sentence has named */
    f->subject = payer_said(f, unless->subject, who);
    a[3].imm = (int32_t)cc_cost_act(f->s, unless->acts, &count);
    f->s->paying = 0;
    f->s->payer = payer;
    a[3].imm2 = (int32_t)count;
    f->actor = actor;
    f->subject = subject;
    if (!a[0].v.type || !a[1].v.type || !a[2].v.type || !count)
        return CC_BAD;
    return cc_native(f, VM_NATIVE_unless_paid, a);
}

/* unless any player pays {2}: each is asked in turn order, until one does; unless each does: until one does not */
static cc_val any_pays(cc_fn *f, const m_clause *unless)
{
    const int each = unless->subject->kind == REF_ALL;
    m_ref all = *unless->subject;
    all.kind = REF_ALL;
    all.each = 1;
    all.count = NULL;
    const cc_val who = cc_ref(f, &all, 'e');
    if (!who.type)
        return who;
    const cc_val paid = cc_op(f, VM_OP_LDB, 'b', 0, 0, each);
    const cc_loop l = cc_loop_begin(f, who);
    const cc_val go_on = each ? paid : cc_op(f, VM_OP_NOT, 'b', paid.reg, 0, 0);
    const uint32_t jump = cc_emit(f, VM_OP_JF, go_on.reg, 0, 0, 0);
    const cc_val one = pays(f, unless, cc_as(f, l.one, 'p'));
    if (!one.type)
        return one;
    cc_emit(f, each ? VM_OP_AND : VM_OP_OR, paid.reg, paid.reg, one.reg, 0);
    cc_patch(f, jump);
    cc_loop_end(f, l);
    return paid;
}

/* unless its controller pays {2}: a jump over the act if that is paid; 0 after a mistake */
uint32_t cc_unless_paid(cc_fn *f, const m_act *act, cc_val *paid)
{
    const m_ref *who = act->unless->subject;
    const int any = who->ref_class == CLASS_PLAYER &&
                    ((who->kind == REF_SOME && cc_names_one(who) && !who->of_choice) ||
                     (who->kind == REF_ALL && who->each));
    *paid = any ? any_pays(f, act->unless) : pays(f, act->unless, cc_ref(f, who, 'p'));
    if (!paid->type)
        return 0;
    const cc_val not_paid = cc_op(f, VM_OP_NOT, 'b', paid->reg, 0, 0);
    return cc_emit(f, VM_OP_JF, not_paid.reg, 0, 0, 0);
}
