/* Conditions about the turn: whose it is, in which step. */
#include "compiler/lower/conditions.h"

cc_val cc_asks_whose_turn(cc_asked *q)
{
    const m_ref *whose = cc_needed(q->act, "WHOSE")->is.ref;
    const cc_val who = cc_as(q->f, cc_ref(q->f, whose, 'p'), 'e'),
                 one = cc_op(q->f, VM_OP_ACTIVE, 'p', 0, 0, 0), active = cc_as(q->f, one, 'e');
    if (whose->kind == REF_SOME && !cc_referent_of(q->f, whose))
        cc_refer(q->f, whose, one, AGAIN_NOT, 0); /* an opponent's turn: their upkeep */
    return who.type ? cc_op(q->f, VM_OP_MEET, 'b', active.reg, who.reg, 0) : who;
}

/* The step at hand, or where the turn is, compared with one: the first combat of the turn counts (CR 506.6d). */
static cc_val step_is(cc_fn *f, int of_turn, uint32_t op, int32_t from, int32_t to)
{
    const cc_val now = cc_op(f, VM_OP_STEP, 'q', of_turn, 0, 0), lo = cc_value(f, 'q', from),
                 hi = cc_value(f, 'q', to);
    const cc_val a = cc_op(f, VM_OP_LE, 'b', lo.reg, now.reg, 0),
                 b = cc_op(f, VM_OP_LE, 'b', now.reg, hi.reg, 0);
    return cc_op(f, op, 'b', a.reg, b.reg, 0);
}

static cc_val whose_step(cc_asked *q, const m_operand *o, cc_val b)
{
    if (!o->is.ref)
        return b;
    const cc_val who = cc_as(q->f, cc_ref(q->f, o->is.ref, 'p'), 'e');
    const cc_val active = cc_as(q->f, cc_op(q->f, VM_OP_ACTIVE, 'p', 0, 0, 0), 'e');
    return cc_both(q->f, b, who.type ? cc_op(q->f, VM_OP_MEET, 'b', active.reg, who.reg, 0) : who,
                   VM_OP_AND);
}

cc_val cc_asks_in_step(cc_asked *q)
{
    const m_operand *o = cc_needed(q->act, "STEP");
    if (o->next)
        return cc_wrong(q->f->u, CC_NO_MEANING, o->span, "it cannot be the next one now");
    const int32_t last = o->number == VM_STEP_COMBAT ? VM_STEP_END_COMBAT : (int32_t)o->number;
    return whose_step(q, o, step_is(q->f, 0, VM_OP_AND, (int32_t)o->number, last));
}

cc_val cc_asks_before_step(cc_asked *q)
{
    const m_operand *o = cc_needed(q->act, "STEP");
    return whose_step(q, o, step_is(q->f, 1, VM_OP_AND, 0, (int32_t)o->number - 1));
}

cc_val cc_asks_after_step(cc_asked *q)
{
    const m_operand *o = cc_needed(q->act, "STEP");
    const int32_t last = o->number == VM_STEP_COMBAT ? VM_STEP_END_COMBAT : (int32_t)o->number;
    return whose_step(q, o, step_is(q->f, 1, VM_OP_AND, last + 1, VM_STEP_CLEANUP));
}

cc_val cc_asks_before_attackers(cc_asked *q)
{
    return step_is(q->f, 1, VM_OP_AND, 0, VM_STEP_COMBAT);
}

cc_val cc_asks_before_blockers(cc_asked *q)
{
    return step_is(q->f, 1, VM_OP_AND, 0, VM_STEP_ATTACKERS);
}

cc_val cc_asks_after_blockers(cc_asked *q)
{
    return step_is(q->f, 1, VM_OP_AND, VM_STEP_BLOCKERS, VM_STEP_CLEANUP);
}

/* CR 506.6c: in any combat phase */
cc_val cc_asks_combat_before_blockers(cc_asked *q)
{
    return step_is(q->f, 0, VM_OP_AND, VM_STEP_COMBAT, VM_STEP_ATTACKERS);
}

cc_val cc_asks_combat_after_blockers(cc_asked *q)
{
    return step_is(q->f, 2, VM_OP_AND, VM_STEP_BLOCKERS, VM_STEP_END_COMBAT);
}

cc_val cc_asks_main_phase(cc_asked *q)
{
    const cc_val one = step_is(q->f, 0, VM_OP_AND, VM_STEP_MAIN1, VM_STEP_MAIN1),
                 two = step_is(q->f, 0, VM_OP_AND, VM_STEP_MAIN2, VM_STEP_MAIN2);
    return cc_both(q->f, one, two, VM_OP_OR);
}

cc_val cc_asks_in_main(cc_asked *q)
{
    const cc_val whose = cc_asks_whose_turn(q), main = cc_asks_main_phase(q);
    return cc_both(q->f, main, whose, VM_OP_AND);
}

static cc_val turn_fact(cc_asked *q, int fact)
{
    const cc_val have = cc_op(q->f, VM_OP_TURN, 'n', fact, 0, 0), one = cc_num(q->f, 1);
    return cc_op(q->f, VM_OP_EQ, 'b', have.reg, one.reg, 0);
}

cc_val cc_asks_extra_turn(cc_asked *q)
{
    return turn_fact(q, VM_TURN_EXTRA);
}

cc_val cc_asks_first_combat(cc_asked *q)
{
    const cc_val combats = turn_fact(q, VM_TURN_COMBATS),
                 now = step_is(q->f, 0, VM_OP_AND, VM_STEP_COMBAT, VM_STEP_END_COMBAT);
    return cc_both(q->f, now, combats, VM_OP_AND);
}
