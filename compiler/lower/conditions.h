/* What the files of conditions share: a condition that is asked, and the natives of 'condition' declarations. */
#ifndef COMPILER_LOWER_CONDITIONS_H
#define COMPILER_LOWER_CONDITIONS_H

#include "compiler/lower/lower.h"

typedef struct cc_asked { /* one condition: about whom, and with what */
    cc_fn *f;
    const m_ref *subject;
    cc_val given; /* the candidate of a description, instead of a subject */
    const m_act *act;
} cc_asked;

/* Of several subjects: each of them, or an opponent: any of them. */
typedef cc_val (*cc_one_subject)(cc_asked *q, cc_val who);

/* ---- conditions.c ---- */
cc_val cc_some(cc_fn *f, cc_val set);
cc_val cc_negated(cc_fn *f, cc_val b);
cc_val cc_both(cc_fn *f, cc_val a, cc_val b, uint32_t op);
cc_val cc_asked_subject(const cc_asked *q, char want);
int cc_asks_is_group(const m_ref *s);
cc_val cc_asks_together(cc_asked *q, cc_one_subject ask);
cc_val cc_asks_controls(cc_asked *q);
cc_val cc_asked_matches(cc_fn *f, cc_val set, const m_desc *d);
cc_val cc_asks_is(cc_asked *q);
cc_val cc_asks_controlled(cc_asked *q);
int cc_asks_is_of_many(cc_asked *q, const m_ref *others);

/* ---- this_way.c ---- */
cc_val cc_this_way(cc_fn *f, const m_cond *c);
cc_val cc_who_did(cc_fn *f, const m_cond *c);
cc_val cc_who_did_not(cc_fn *f, const m_cond *c);

/* ---- condition_casting.c ---- */
cc_val cc_asks_kicked(cc_asked *q);
cc_val cc_asks_kicked_with(cc_asked *q);
cc_val cc_asks_was_cast(cc_asked *q);
cc_val cc_asks_cast_late(cc_asked *q);
cc_val cc_asks_was_cast_from(cc_asked *q);
cc_val cc_asks_aims_at(cc_asked *q);
cc_val cc_asks_could_cast(cc_asked *q);
cc_val cc_asks_cost_paid(cc_asked *q);
cc_val cc_asks_color_spent(cc_asked *q);
cc_val cc_asks_newcomer(cc_asked *q);

/* ---- condition_turns.c ---- */
cc_val cc_asks_whose_turn(cc_asked *q);
cc_val cc_asks_in_step(cc_asked *q);
cc_val cc_asks_before_step(cc_asked *q);
cc_val cc_asks_after_step(cc_asked *q);
cc_val cc_asks_before_attackers(cc_asked *q);
cc_val cc_asks_before_blockers(cc_asked *q);
cc_val cc_asks_after_blockers(cc_asked *q);
cc_val cc_asks_combat_before_blockers(cc_asked *q);
cc_val cc_asks_combat_after_blockers(cc_asked *q);
cc_val cc_asks_main_phase(cc_asked *q);
cc_val cc_asks_in_main(cc_asked *q);
cc_val cc_asks_extra_turn(cc_asked *q);
cc_val cc_asks_first_combat(cc_asked *q);

/* ---- quantified.c ---- */
int cc_speaks_of_the_first(cc_fn *f, const m_cond *c);
int cc_joins_others(cc_fn *f, const m_ref *join);

/* ---- condition_compare.c ---- */
cc_val cc_asks_controls_more(cc_asked *q);
cc_val cc_asks_controls_more_of(cc_asked *q);
cc_val cc_asks_controls_fewer_of(cc_asked *q);
cc_val cc_asks_controls_as_many(cc_asked *q);
cc_val cc_asks_controls_fewer(cc_asked *q);
cc_val cc_asks_has_more(cc_asked *q);
cc_val cc_asks_has_fewer(cc_asked *q);
cc_val cc_asks_has_more_life(cc_asked *q);
cc_val cc_asks_has_less_life(cc_asked *q);

#endif
