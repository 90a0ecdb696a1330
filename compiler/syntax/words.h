/* Words as numbers. Every word of a compilation is interned once, so that later passes compare numbers;
 * the closed words of words.def come first and have names. */
#ifndef COMPILER_SYNTAX_WORDS_H
#define COMPILER_SYNTAX_WORDS_H

#include "base/arena.h"

typedef uint32_t syn_word; /* 0 = none */

enum {
    W_NONE,
#define WORD(id, text, group) W_##id,
#define NUMBER(value, text)
#include "compiler/syntax/words.def"
#undef WORD
#undef NUMBER
    W_CLOSED_COUNT
};

typedef struct syn_words {
    arena *mem;
    VEC(const char *) text;
    uint32_t *bucket; /* open addressing; entries are words, 0 = free */
    uint32_t bucket_count;
} syn_words;

void syn_words_init(syn_words *w, arena *mem);
syn_word syn_word_of(syn_words *w, const char *text, size_t size); /* interns */
syn_word syn_word_find(const syn_words *w, const char *text);      /* 0 if it was never seen */
const char *syn_word_text(const syn_words *w, syn_word word);
/* The word that stands for all forms of a closed word: 'is' for 'are', 'was'. Itself for others. */
syn_word syn_word_group(syn_word word);
/* The value of a word for a number, or -1. */
int syn_word_number(const syn_words *w, syn_word word);

/* Can it be a name? Also 'first', which is closed for 'for the first time each turn' alone. */
static inline int syn_is_open(syn_word word)
{
    return word >= W_CLOSED_COUNT || word == W_FIRST;
}

#endif
