/* Walks over what a piece of meaning refers to. */
#ifndef COMPILER_MEANING_WALK_H
#define COMPILER_MEANING_WALK_H

#include "compiler/meaning/meaning.h"

/* Is `test` true of any reference in there? References inside descriptions and amounts count. */
typedef int (*m_ref_test)(const m_ref *ref, void *user);
int m_any_in_ref(const m_ref *ref, m_ref_test test, void *user);
int m_any_in_desc(const m_desc *d, m_ref_test test, void *user);
int m_any_in_amount(const m_amount *a, m_ref_test test, void *user);
int m_any_in_cond(const m_cond *c, m_ref_test test, void *user);
int m_any_in_act(const m_act *act, m_ref_test test, void *user);
int m_any_in_body(const m_body *body, m_ref_test test,
                  void *user); /* what is done, also later and inside */
int m_any_in_clause(const m_clause *c, m_ref_test test, void *user); /* this one, not the next */

/* Does it say an amount of this kind anywhere in what it is about? */
int m_act_counts(const m_act *act, m_amount_kind kind);

#endif
