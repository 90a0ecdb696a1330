/* What the files of references share. */
#ifndef COMPILER_LOWER_REFS_H
#define COMPILER_LOWER_REFS_H

#include "compiler/lower/lower.h"

/* ---- refs.c ---- */
/* The object whose ability gave this one. */
cc_val cc_ref_giver(cc_fn *f, const m_ref *ref);
/* What a type is called in messages. */
const char *cc_ref_called(char type);

/* ---- described.c ---- */
/* Can 'that NOUN' mean it? 2: surely, 1: it may be, 0: no */
int cc_describes(const cc_unit *u, const m_desc *noun, const cc_referent *r);
/* What a token that is made can be called; NULL = nobody knows. */
const m_desc *cc_token_desc(cc_unit *u, const m_quality_list *q);
/* Can the noun be said of this? */
int cc_may_be_this(const cc_scope *s, const m_desc *noun);
int cc_says_card(const cc_unit *u, const m_desc *d);
int cc_says_permanent(const cc_unit *u, const m_desc *d);

/* ---- whereabouts.c ---- */
/* Is it a card rather than a permanent by now (CR 109.2)? -1: either */
int cc_is_card_by_now(const cc_fn *f, const cc_referent *r);

/* ---- names.c ---- */
/* The things of a name: as they were, or what they are `now`. */
cc_val cc_ref_name_things(cc_fn *f, const m_name *name, int now);

/* ---- ref_targets.c ---- */
/* A new target of the ability, or the one that this phrase is already. */
cc_val cc_ref_target(cc_fn *f, const m_ref *ref);

/* ---- choices.c ---- */
cc_referent *cc_left_in_sight(cc_fn *f, cc_referent *group);
/* Of a set, those that a description fits. */
cc_val cc_ref_those(cc_fn *f, cc_val set, const m_desc *desc);
/* 'one of them', 'one that `fits` from among them': what it is taken from, and the referent that says so. */
cc_val cc_ref_taken_from(cc_fn *f, const m_ref *of, const m_desc *fits, cc_referent **out_said);
/* ---- each_own.c ---- */
/* Of what each of several took, what is the one's who acts. */
cc_val cc_each_own_of_them(cc_fn *f, cc_referent *r, cc_val all);
/* What a part says of its members beyond what it is taken from; NULL: nothing. */
const m_desc *cc_ref_narrows(const m_ref *of);
/* Those of the group that this effect has not yet put elsewhere. */
cc_val cc_ref_left_of(cc_fn *f, const cc_referent *group, cc_val all);
cc_val cc_ref_part(cc_fn *f, const m_ref *ref, const m_ref *of, const m_desc *desc);
/* A description without its atom of this kind; NULL: it has none. */
m_desc *cc_ref_without(cc_fn *f, const m_desc *d, m_atom_kind kind, const m_atom **out_atom);
/* '... from among THEM': those, and the description without it. */
const m_ref *cc_ref_among_what(cc_fn *f, const m_desc *d, m_desc **out);
int cc_ref_says_other(cc_fn *f, const m_desc *d, m_desc **out);
/* The thing that acts, whom 'another' leaves out. */
cc_val cc_ref_itself(cc_fn *f, const m_desc *noun);
/* One of two descriptions, each with its own way of being chosen. */
int cc_is_either(cc_fn *f, const m_ref *ref);

#endif
