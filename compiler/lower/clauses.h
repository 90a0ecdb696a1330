/* What the files of clauses share. */
#ifndef COMPILER_LOWER_CLAUSES_H
#define COMPILER_LOWER_CLAUSES_H

#include "compiler/lower/lower.h"

/* What is kept while one member of a subject acts. */
typedef struct cc_each_state {
    cc_referent *subject;
    const cc_referent *one_of;
    cc_val was, now, actor;
    uint8_t plural;
} cc_each_state;

/* ---- clauses.c ---- */
/* Of references: is it each member's own; is it what the act in front gave? */
int cc_clause_is_own_matter(const m_ref *ref, void *user);
int cc_clause_means_result(const m_ref *ref, void *user);
void cc_clause_declare_targets(cc_fn *f, const m_act *act);
/* 'may': the jump over it, to be patched. */
uint32_t cc_clause_ask_may(cc_fn *f, const m_act *act);
void cc_clause_one_act(cc_fn *f, const m_clause *c);
void cc_clause_all_act(cc_fn *f, const m_clause *c);
void cc_clause_note_doer(cc_fn *f, cc_val one);
/* Rules about the same things are one effect: how many clauses, and their acts. */
uint32_t cc_clause_rules_together(const m_clause *c, uint32_t left, const m_act **acts);
int cc_clause_is_about_this(const m_clause *c);
/* ---- together.c ---- */
uint32_t cc_deal_together(cc_fn *f, const m_clause *c, uint32_t count); /* how many, or 0 */
int cc_deal_apiece(cc_fn *f, const m_clause *c, uint32_t count); /* all of several, each theirs */
/* The same of what is created; of what each of several does, of one act about each of several. */
uint32_t cc_wait_together(cc_fn *f, const m_clause *c);
int cc_waits_apiece(cc_fn *f, const m_clause *c, uint32_t count);
int cc_owners_wait(cc_fn *f, const m_clause *c, uint32_t count); /* one of them maybe twice */
int cc_act_waits(cc_fn *f, const m_act *act);

/* ---- counted.c ---- */
typedef struct cc_counted { /* an amount, or what is chosen: the operand of an act */
    const m_amount *amount;
    const m_act *act;
    uint32_t slot;
    cc_val is; /* of the one at hand */
    struct cc_counted *next;
    const struct cc_counted *outer; /* of the last one: those of what is around */
} cc_counted;
/* each: those that are taken one by one, or NULL: the subject. NULL: nothing has to be counted. */
cc_counted *cc_counted_in(cc_fn *f, const m_act *act, const m_ref *each);
/* What each of several players chooses for the first of these clauses, in front of `then`. */
cc_counted *cc_counted_choices(cc_fn *f, const m_clause *c, uint32_t count, cc_counted *then);
cc_val cc_counted_begin(cc_fn *f);
void cc_counted_note(cc_fn *f, const cc_counted *first, cc_val last);
void cc_counted_turn(cc_fn *f, const cc_counted *first, cc_val all, cc_val last);
cc_val cc_counted_chosen(const cc_counted *first); /* what the one at hand chose, or none */
const cc_counted *cc_counted_take(cc_fn *f, cc_counted *first, cc_val place); /* gives the outer */

/* Clauses with one subject, one behind the other. */
void cc_clause_in_a_row(cc_fn *f, const m_clause *c, uint32_t count);

/* ---- clause_each.c ---- */
void cc_clause_enter_member(cc_fn *f, cc_val one, cc_each_state *old);
void cc_clause_leave_member(cc_fn *f, const cc_each_state *old);
cc_val cc_clause_amount_of_x(cc_fn *f);
/* ... and with a subject of several. */
void cc_clause_several(cc_fn *f, const m_clause *c, uint32_t count, cc_val all);

/* ---- each_own.c ---- */
/* Behind what several players did, the referents newer than `before`: whose each is. */
void cc_each_own_note(cc_fn *f, const m_clause *c, uint32_t count, const cc_referent *before);
void cc_each_own_lost(cc_fn *f, const cc_referent *before); /* only the last one's is known */
int cc_each_own_in(cc_fn *f, const m_act *act);             /* does each do it with their own? */
int cc_each_own_any(cc_fn *f, const m_clause *c, uint32_t count);

#endif
