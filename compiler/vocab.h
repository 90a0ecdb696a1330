/* The words that declarations make known, and what class each may be. Pass 1 reads the heads of
 * declarations only, so order and files do not matter. */
#ifndef COMPILER_VOCAB_H
#define COMPILER_VOCAB_H

#include "base/arena.h"
#include "compiler/diag.h"

enum cc_word_class {
    WORD_NOUN = 1u << 0,
    WORD_VERB = 1u << 1,   /* draw */
    WORD_VERB_S = 1u << 2, /* draws */
    WORD_PAST = 1u << 3,   /* drawn; also declared participles */
    WORD_ING = 1u << 4,    /* drawing */
    WORD_ADJ = 1u << 5,
    WORD_KEYWORD = 1u << 6,
    WORD_ADVERB = 1u << 7,
};

typedef struct cc_word {
    const char *text;
    const char *lemma; /* dictionary form: singular, or the plain verb */
    uint32_t mask;
    uint32_t decl; /* cc_decl_kind of the declaration that made it a noun or adjective */
    struct cc_word *next;
} cc_word;

typedef enum cc_decl_kind {
#define DECL(id, word, head) DECL_##id,
#include "compiler/decl_kinds.def"
#undef DECL
    DECL_KIND_COUNT
} cc_decl_kind;

enum { VOCAB_BUCKETS = 1024 };

typedef struct cc_vocab {
    arena *mem;
    cc_word *bucket[VOCAB_BUCKETS];
    uint32_t words_max; /* words in the longest phrase */
} cc_vocab;

/* Is `word` one that begins a declaration in column 0? */
int cc_decl_kind_by_word(const char *word, cc_decl_kind *out_kind);
/* Reads the heads of all declarations in a source. */
void cc_vocab_read(cc_vocab *v, const char *text, size_t size);
const cc_word *cc_vocab_find(const cc_vocab *v, const char *phrase);
/* What a word may be; understands 'non' + word and capitalised subtypes. 0 = unknown. */
uint32_t cc_vocab_mask(const cc_vocab *v, const char *word);
/* The nearest known word within two edits, or NULL. */
const char *cc_vocab_nearest(const cc_vocab *v, const char *word);
int cc_edit_distance(const char *a, const char *b);

#endif
