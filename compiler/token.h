/* The token array between flex and bison. The scanner fills it, the tagger gives every word its
 * class and every joining word its flavour, the parser reads it. */
#ifndef COMPILER_TOKEN_H
#define COMPILER_TOKEN_H

#include "compiler/diag.h"

typedef struct cc_token {
    int kind;         /* a bison token, or one of the two below */
    const char *text; /* zero-terminated, in the arena */
    cc_span span;
    uint32_t indent;     /* bytes of white space at the start of its line */
    uint8_t starts_line; /* first token on its line */
    uint8_t start;       /* set by the tagger: first token of a statement */
    uint32_t mask;       /* what the vocabulary says it may be: cc_word_class */
} cc_token;

enum { TOKEN_RAW_WORD = 1, TOKEN_RAW_NL = 2 };

typedef VEC(cc_token) cc_tokens;

#endif
