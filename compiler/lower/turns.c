/* Turns, phases and steps: extra ones, those that are skipped, and what is said of them (CR 500.7 to 500.10, 614.10). */
#include "compiler/lower/lower.h"

#include <string.h>

static void extra_phase(cc_fn *f, int32_t step)
{
    const cc_arg a[2] = {{.imm = step}, {.v = cc_num(f, 1), .given = 1}};
    cc_native(f, VM_NATIVE_extra_phase, a);
}

void cc_extra_step(cc_fn *f, const m_act *act)
{
    const uint32_t step = cc_needed(act, "STEP")->number;
    const cc_arg a[1] = {{.imm = (int32_t)step}};
    if (step != VM_STEP_UPKEEP && step != VM_STEP_DRAW && step != VM_STEP_END)
        cc_wrong(f->u, CC_NO_NATIVE, act->span,
                 "extra steps are upkeeps, draw steps and end steps");
    else
        cc_native(f, VM_NATIVE_extra_step, a);
}

void cc_extra_combat(cc_fn *f, const m_act *act)
{
    (void)act;
    extra_phase(f, VM_STEP_COMBAT);
}

/* What is added last comes first. */
void cc_extra_combat_main(cc_fn *f, const m_act *act)
{
    (void)act;
    extra_phase(f, VM_STEP_MAIN2);
    extra_phase(f, VM_STEP_COMBAT);
}

/* Is there an extra turn in this effect that 'that turn' can be? */
int cc_that_turn(const cc_fn *f, cc_span span)
{
    if (f->made_turn)
        return 1;
    cc_wrong(f->u, CC_NO_REFERENT, span,
             "which turn? 'that turn' is the extra turn that this effect has made before");
    return 0;
}

/* skip their next draw step [this turn], skip all combat phases of their next turn, skip the untap step of that turn */
void cc_skip_next(cc_fn *f, const m_act *act)
{
    const m_operand *o = cc_needed(act, "STEP");
    const int32_t when = cc_operand(act, "WHOLE")  ? VM_SKIP_NEXT_TURN
                         : cc_operand(act, "NOW")  ? VM_SKIP_THIS_TURN
                         : cc_operand(act, "MADE") ? VM_SKIP_MADE_TURN
                                                   : VM_SKIP_NEXT;
    if (when == VM_SKIP_MADE_TURN && !cc_that_turn(f, act->span))
        return;
    if (o->next || o->is.ref) {
        cc_wrong(f->u, CC_NO_MEANING, o->span,
                 "whose and which is said once: 'your next draw step'");
        return;
    }
    /* skip the untap step of that turn: whoever has it, and nobody else has one there */
    const cc_val who = f->actor.type == 'p' ? f->actor
                       : when == VM_SKIP_MADE_TURN
                           ? cc_as(f, cc_desc_set(f, cc_all_players(f)), 'p')
                           : cc_you(f);
    const cc_arg a[4] = {{.v = who, .given = 1},
                         {.imm = (int32_t)o->number},
                         {.v = cc_num(f, 1), .given = 1},
                         {.imm = when}};
    cc_native(f, VM_NATIVE_skip_step, a);
}

/* ---- events: the first one of its kind in a turn ------------------------------------------------
 */

cc_val cc_first_step(cc_fn *f)
{
    const cc_val have = cc_op(f, VM_OP_TURN, 'n', VM_TURN_STEPS, 0, 0), one = cc_num(f, 1);
    return cc_op(f, VM_OP_EQ, 'b', have.reg, one.reg, 0);
}
