/* Formatting statements and blocks. */
#include "compiler/view/format.h"

#include <string.h>

#include "grammar.tab.h"

enum { ONE_LINE_MAX = 100 };

/* ---- where things end --------------------------------------------------------------------------
 */

static const syn_token *stmt_end(const syn_stmt *s)
{
    const syn_token *end = &s->phrase.first[s->phrase.count - 1];
    if (s->body)
        end = fmt_block_end(s->body, end);
    return s->other ? fmt_block_end(s->other, end) : end;
}

static const syn_token *find(const syn_token *t, int kind)
{
    while (t->kind != kind)
        t++;
    return t;
}

/* The last token of a block that begins behind `before`. */
const syn_token *fmt_block_end(const syn_block *b, const syn_token *before)
{
    const syn_token *end = b->stmts.count ? stmt_end(b->stmts.at[b->stmts.count - 1]) : before;
    if (b->braces && !b->stmts.count)
        end = find(end, '{');
    return b->braces ? find(end + 1, '}') : end;
}

/* ---- words as they were written ----------------------------------------------------------------
 */

static int stands_close(const syn_token *t)
{
    return t->kind == TOK_COMMA || t->kind == TOK_POSS || (t->kind == TOK_SIGN && *t->text == ')');
}

void fmt_phrase(formatter *f, syn_phrase p)
{
    for (uint32_t i = 0; i < p.count; i++) {
        const syn_token *t = &p.first[i];
        const int have =
            t->kind == TOK_WORD && t->span.end_col - t->span.col != strlen(t->text); /* you've */
        if (have || (stands_close(t) && f->line.count))
            arena_chars_add(f->mem, &f->line, have ? "'ve" : t->text);
        else
            fmt_put(f, t->text);
    }
    f->at_line = p.first[p.count - 1].span.line;
}

/* ---- statements --------------------------------------------------------------------------------
 */

static void as_written(formatter *f, const syn_stmt *s);

static void block(formatter *f, const syn_block *b, const syn_token *before)
{
    const syn_token *open = find(before, '{'), *end = fmt_block_end(b, before);
    fmt_put(f, "{");
    f->at_line = open->span.line;
    if (!b->stmts.count && !fmt_has_comment(f, open->span.line, end->span.line)) {
        fmt_put(f, "}");
        f->at_line = end->span.line;
        return;
    }
    fmt_end_line(f);
    f->depth++;
    f->opened = 1;
    for (uint32_t i = 0; i < b->stmts.count; i++) {
        fmt_catch_up(f, b->stmts.at[i]->phrase.first->span.line);
        as_written(f, b->stmts.at[i]);
        fmt_end_line(f);
    }
    f->opened = 1; /* no empty line before a '}' */
    fmt_catch_up(f, end->span.line);
    f->opened = 0;
    f->depth--;
    fmt_put(f, "}");
    f->at_line = end->span.line;
}

static int begins_if(const syn_block *b)
{
    return !b->braces && b->stmts.count == 1 && b->stmts.at[0]->phrase.first->word == W_IF;
}

static void otherwise(formatter *f, const syn_stmt *s)
{
    if (!s->body->braces)
        fmt_end_line(f);
    fmt_put(f, syn_word_text(f->u->voc->words, W_ELSE));
    if (!s->other->braces && !begins_if(s->other))
        arena_chars_add(f->mem, &f->line, ":");
    const syn_token *before = fmt_block_end(s->body, &s->phrase.first[s->phrase.count - 1]);
    if (s->other->braces)
        block(f, s->other, before);
    else
        as_written(f, s->other->stmts.at[0]);
}

static void as_written(formatter *f, const syn_stmt *s)
{
    fmt_phrase(f, s->phrase);
    if (!s->body)
        return;
    if (s->colon)
        arena_chars_add(f->mem, &f->line, ":");
    if (s->body->braces)
        block(f, s->body, &s->phrase.first[s->phrase.count - 1]);
    else
        as_written(f, s->body->stmts.at[0]);
    if (s->other)
        otherwise(f, s);
}

/* A statement of a card: printed if that means the same, and if no comment stands in it. */
static void statement(formatter *f, const syn_stmt *s)
{
    const viewer before = f->viewer;
    const syn_token *end = stmt_end(s);
    const char *tree, *text = NULL;
    const m_ability *meaning = f->prints ? cc_viewer_read(&f->viewer, s) : NULL;
    if (meaning && !fmt_has_comment(f, s->phrase.first->span.line, end->span.line))
        text = cc_viewer_print(&before, meaning, &tree);
    if (text) {
        fmt_put(f, text);
        f->at_line = end->span.line;
        return;
    }
    f->left += f->prints;
    as_written(f, s);
}

/* { counter target spell } in one line, if it was written so */
static int in_one_line(formatter *f, const syn_block *b, const syn_token *before)
{
    const syn_token *end = fmt_block_end(b, before);
    if (b->stmts.count != 1 || find(before, '{')->span.line != end->span.line ||
        b->stmts.at[0]->body)
        return 0;
    const uint32_t at = f->line.count;
    const viewer viewer_before = f->viewer;
    const uint32_t left = f->left;
    fmt_put(f, "{");
    statement(f, b->stmts.at[0]);
    fmt_put(f, "}");
    f->at_line = end->span.line;
    if (f->line.count <= ONE_LINE_MAX && !memchr(f->line.at, '\n', f->line.count))
        return 1;
    f->line.count = at;
    f->viewer = viewer_before;
    f->left = left;
    return 0;
}

void fmt_card_body(formatter *f, const syn_block *b, const syn_token *before)
{
    if (in_one_line(f, b, before))
        return;
    const syn_token *open = find(before, '{'), *end = fmt_block_end(b, before);
    fmt_put(f, "{");
    f->at_line = open->span.line;
    fmt_end_line(f);
    f->depth++;
    f->opened = 1;
    for (uint32_t i = 0; i < b->stmts.count; i++) {
        fmt_catch_up(f, b->stmts.at[i]->phrase.first->span.line);
        statement(f, b->stmts.at[i]);
        fmt_end_line(f);
    }
    f->opened = 1;
    fmt_catch_up(f, end->span.line);
    f->opened = 0;
    f->depth--;
    fmt_put(f, "}");
    f->at_line = end->span.line;
}
