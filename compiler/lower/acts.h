/* What the files of acts share. */
#ifndef COMPILER_LOWER_ACTS_H
#define COMPILER_LOWER_ACTS_H

#include "compiler/lower/lower.h"

/* How an act is lowered that is not one call. */
typedef void (*cc_special_fn)(cc_fn *f, const m_act *act);

/* ---- acts.c ---- */
/* Life that is paid part by part adds up to what is said of it. */
void cc_act_note_life(cc_fn *f, cc_val *total, cc_val now);
/* What it gave can be meant from now on. */
cc_referent *cc_act_named(cc_fn *f, const m_ref *ref, cc_val result);
void cc_act_remember(cc_fn *f, const m_act *act, cc_val result);
/* Are they two? 0 = no, and that was said. */
int cc_by_two(cc_fn *f, const m_act *act, const m_ref *who);

/* ---- act_special.c ---- */
/* The event that is replaced gets another amount, or another zone to go to. */
void cc_act_event_amount(cc_fn *f, const m_act *act);
/* Is it a change of an event of that kind, if it is one of one kind alone? 0 after a mistake. */
int cc_changes_such_event(cc_fn *f, const m_act *act);
void cc_act_event_zone(cc_fn *f, const m_act *act);
int cc_act_names_event_object(const m_act *act);
/* NULL: it is one call. */
cc_special_fn cc_act_special(const char *native);

#endif
