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
    f->s->paid_by = unless->subject;
    f->s->payer = f; /* another creature: than what the sentence has named */
    f->subject = payer_said(f, unless->subject, who);
    a[3].imm = (int32_t)cc_cost_act(f->s, unless->acts, &count);
    f->s->paying = 0;
    f->s->payer = payer;
    f->s->paid_by = NULL;
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

/* ---- of each by itself ------------------------------------------------------------------------
 */

/* destroy each creature unless its controller pays {2}: each of them is asked for by itself */
const m_ref *cc_asked_apiece(const cc_fn *f, const m_act *act)
{
    const m_ref *who = act->unless ? act->unless->subject : NULL;
    const m_operand *o = who ? cc_operand(act, "OBJECT") : NULL;
    if (!o || !o->given || !voc_is_reference(o->type) || !cc_is_each_thing(o->is.ref) ||
        (who->kind != REF_CONTROLLER && who->kind != REF_OWNER) || o->is.ref == f->apiece)
        return NULL;
    const m_ref *of = who->of;
    return (of->kind == REF_PRONOUN && of->word == W_IT) || cc_is_that_one(f->u, of, o->is.ref)
               ? o->is.ref
               : NULL;
}

typedef struct asked {
    const m_act *act;
    cc_val unpaid; /* those for which nobody has paid, where they can be acted on together */
} asked;

static void ask_for_one(cc_fn *f, void *user)
{
    const asked *a = user;
    cc_val paid;
    const cc_path *path = cc_path_begin(f);
    const uint32_t jump = cc_unless_paid(f, a->act, &paid);
    if (!jump)
        return;
    if (a->unpaid.type)
        cc_emit(f, VM_OP_UNION, a->unpaid.reg, a->unpaid.reg, cc_as(f, f->apiece_one, 'e').reg, 0);
    else
        cc_act(f, a->act);
    cc_path_end(f, path, &jump, 1);
}

static cc_val everybody(cc_fn *f, cc_span at)
{
    m_ref *all = ARENA_NEW(f->u->mem, m_ref);
    all->kind = REF_ALL;
    all->each = 1;
    all->ref_class = CLASS_PLAYER;
    all->span = at;
    all->desc = ARENA_NEW(f->u->mem, m_desc);
    all->desc->span = at;
    all->desc->atoms = ARENA_NEW(f->u->mem, m_atom);
    all->desc->atoms->kind = ATOM_NOUN;
    all->desc->atoms->number = NOUN_PLAYER;
    all->desc->atoms->span = at;
    return cc_ref(f, all, 'e');
}

/* First all decide, in turn order, then it happens to all of which nobody has paid (CR 101.4). */
void cc_unless_apiece(cc_fn *f, const m_act *act, const m_ref *each)
{
    asked a = {act, CC_BAD};
    const int together = cc_acts_on_things(act);
    if (together)
        a.unpaid = cc_op(f, VM_OP_NONE, 'e', 0, 0, 0);
    const cc_val all = cc_as(f, cc_ref(f, each, 'e'), 'e');
    const cc_val players = everybody(f, act->unless->span);
    if (!all.type || !players.type)
        return;
    const uint32_t of =
        act->unless->subject->kind == REF_OWNER ? VM_OP_OWNED_BY : VM_OP_CONTROLLED_BY;
    const cc_loop l = cc_loop_begin(f, players);
    const cc_val theirs = cc_op(f, of, 'e', all.reg, cc_as(f, l.one, 'p').reg, 0);
    cc_apiece_of(f, each, theirs, ask_for_one, &a);
    cc_loop_end(f, l);
    f->did = f->acted = CC_BAD;
    if (!together)
        return;
    cc_referent *r = cc_referent_of(f, each);
    if (r) {
        r->was = a.unpaid;
        r->plural = 1;
    }
    cc_act_on(f, act, a.unpaid);
}
