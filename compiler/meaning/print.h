/* Meaning made visible. Two ways: as a tree, with all kinds and fields by name, and as sentences, from the frames'
 * patterns and the words of the vocabulary.
 *
 *   tree.c           trees
 *   print_words.c    words in the form that their place wants; numbers
 *   print_desc.c     descriptions
 *   print_ref.c      references, zones
 *   print_amount.c   amounts, comparisons
 *   print_operand.c  the other types of operands
 *   print_act.c      frames, acts, clauses
 *   print_cond.c     conditions, events
 *   print_stmt.c     statements of bodies
 *   print_ability.c  statements of cards */
#ifndef COMPILER_MEANING_PRINT_H
#define COMPILER_MEANING_PRINT_H

#include "compiler/meaning/meaning.h"

/* ---- trees ---- */

/* The tree of what stands on a card. Nothing in it depends on where the text stood: two texts that mean the same
 * have the same tree. */
const char *m_tree(arena *mem, const vocabulary *voc, const m_ability *list);

/* ---- sentences ---- */

typedef enum m_style {
    STYLE_SOURCE, /* card text that can be read again */
    STYLE_PLAYER  /* as a player reads it on a card */
} m_style;
typedef VEC(const m_ref *) m_bound;
typedef struct m_card_view { /* what the printer knows of the card whose text it is */
    const char *name;
    uint32_t types; /* mask */
    m_bound *bound; /* what names were given to, over all sentences of the card; may be NULL */
} m_card_view;
/* One line or several, without an end of line behind the last; blocks are indented by four. */
const char *m_sentence(arena *mem, const vocabulary *voc, m_style style, const m_card_view *card,
                       const m_ability *list);

#endif
