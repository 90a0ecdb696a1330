/* Between the files of the formatter: format.c (sources, lines), format_stmt.c (statements). */
#ifndef COMPILER_VIEW_FORMAT_H
#define COMPILER_VIEW_FORMAT_H

#include "compiler/view/view.h"

typedef struct line {
    const char *start, *end; /* without white space at its end */
} line;
typedef struct comment {
    uint32_t line, col; /* col: bytes in front of it */
    uint8_t own_line;   /* nothing else stands on its line */
    const char *text;
} comment;

typedef struct formatter {
    cc_unit *u;
    arena *mem;
    const char *text;
    size_t size;
    const syn_tokens *tokens;
    VEC(line) lines;
    VEC(comment) comments;
    arena_chars out, line;
    uint32_t next;    /* comment */
    uint32_t at_line; /* of the source: where the last word of `line` stood */
    uint32_t depth, left;
    uint8_t opened; /* a block was opened just now: no empty line */
    uint8_t prints; /* sentences are those of a card */
    viewer viewer;
} formatter;

void fmt_put(formatter *f, const char *text); /* a word */
void fmt_end_line(formatter *f);
void fmt_catch_up(formatter *f, uint32_t number);
int fmt_has_comment(const formatter *f, uint32_t from, uint32_t before);

/* ---- format_stmt.c ---- */
const syn_token *fmt_block_end(const syn_block *b, const syn_token *before);
void fmt_phrase(formatter *f, syn_phrase p);
void fmt_card_body(formatter *f, const syn_block *b, const syn_token *before);

#endif
