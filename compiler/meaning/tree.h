/* Between the files that print trees of meaning: tree.c, tree_act.c. */
#ifndef COMPILER_MEANING_TREE_H
#define COMPILER_MEANING_TREE_H

#include "compiler/meaning/print.h"

typedef struct tree {
    arena *mem;
    const vocabulary *voc;
    arena_chars out;
} tree;

void t_put(tree *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void t_line(tree *t, uint32_t depth, const char *field); /* begins a line */
const char *t_symbol(const tree *t, uint32_t kind, uint32_t number);
const char *t_name(const tree *t, const m_name *n);
const char *t_compare(uint8_t cmp);
void t_colors(tree *t, uint32_t mask);
void t_frame(tree *t, const voc_frame *f);
void t_amount(tree *t, const m_amount *a);
void t_zone(tree *t, const m_zone *z);
void t_ref(tree *t, const m_ref *ref);
void t_desc(tree *t, const m_desc *d);
void t_act_inline(tree *t, const m_act *act); /* in one line: conditions, amounts, durations */
void t_operands_inline(tree *t, const m_act *act);
void t_operand(tree *t, const m_operand *o);
void t_cond(tree *t, const m_cond *c);
void t_clauses(tree *t, uint32_t depth, const char *field, const m_clause *c);
void t_body(tree *t, uint32_t depth, const char *field, const m_body *b);
void t_stmt(tree *t, uint32_t depth, const m_stmt *s);
void t_abilities(tree *t, uint32_t depth, const m_ability *a);

#endif
