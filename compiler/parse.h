/* From bytes to syntax trees: scan, tag, parse. Owns nothing; everything lives in the arena. */
#ifndef COMPILER_PARSE_H
#define COMPILER_PARSE_H

#include "compiler/ast.h"
#include "compiler/token.h"
#include "compiler/vocab.h"

/* Limits; CC_DEPTH_MAX is the deepest nesting of blocks (recursion later on is bounded by it). */
enum { CC_SOURCE_SIZE_MAX = 16 * 1024 * 1024, CC_DEPTH_MAX = 64 };

typedef struct cc_parse {
    arena *mem;
    cc_diags *diags;
    const cc_vocab *vocab;
    cc_tokens tokens;
    uint32_t file;
    /* scanner */
    uint32_t line, col, indent;
    int starts_line;
    /* parser */
    uint32_t pos_idx; /* next token to hand to the grammar */
    int told_end;     /* 'a block is still open' was said */
    ast *decls;       /* result: list of CARD, DECL, TEST */
} cc_parse;

/* Fills p->tokens. 0 when the source cannot be read at all (a diagnostic says why). */
int cc_scan(cc_parse *p, const char *text, size_t size);
void cc_tag(cc_parse *p);
/* Runs all of it; the declarations are in p->decls, mistakes in p->diags. */
void cc_parse_source(cc_parse *p, const char *text, size_t size);
/* Called by the scanner. */
void cc_token_add(cc_parse *p, int kind, const char *text, size_t size);

#endif
