/* Newlines and continuation lines: a line indented deeper than the line where its sentence began
 * continues it. What is left are ends of statements. */
#include "compiler/syntax/source.h"

#include <string.h>

#include "grammar.tab.h"

static const char *const DECLARED[] = {
#define DECL(id, word, head) word,
#include "compiler/vocabulary/decl_kinds.def"
#undef DECL
};

int syn_begins_declaration(const char *word)
{
    for (size_t i = 0; i < sizeof DECLARED / sizeof *DECLARED; i++)
        if (strcmp(DECLARED[i], word) == 0)
            return 1;
    return 0;
}

void syn_token_add(syn_source *p, int kind, const char *text, size_t size)
{
    syn_token t = {.kind = kind,
                   .span = {p->file, p->line, p->col, p->col + (uint32_t)size},
                   .indent = p->indent,
                   .starts_line = (uint8_t)p->starts_line};
    if (kind == TOK_WORD || kind == TOK_PT) { /* '+1/+1' is the name of a counter, too */
        t.word = syn_word_of(p->words, text, size);
        t.text = syn_word_text(p->words, t.word);
        if (kind == TOK_WORD && p->starts_line && !p->indent && syn_begins_declaration(t.text))
            t.kind = TOK_DECL;
    } else {
        t.text = arena_strndup(p->mem, text, size);
    }
    VEC_PUSH(p->mem, &p->tokens, t);
    if (kind != SYN_RAW_NL)
        p->starts_line = 0;
    p->col += (uint32_t)size;
}

cc_span syn_phrase_span(syn_phrase p)
{
    cc_span s = p.first->span;
    for (uint32_t i = 1; i < p.count && p.first[i].span.line == s.line; i++)
        s.end_col = p.first[i].span.end_col;
    return s;
}

static void push_nl(syn_source *p, syn_tokens *out, cc_span at)
{
    syn_token nl = {.kind = TOK_NL, .text = "end of line", .span = at};
    nl.span.end_col = at.col + 1;
    VEC_PUSH(p->mem, out, nl);
}

static int last_kind(const syn_tokens *t)
{
    return t->count ? t->at[t->count - 1].kind : TOK_NL;
}

static uint32_t skip_blank(const syn_tokens *in, uint32_t i)
{
    while (i < in->count && in->at[i].kind == SYN_RAW_NL)
        i++;
    return i;
}

static int goes_on(const syn_token *t) /* belongs to what stands before it, on whatever line */
{
    return t->kind == TOK_ELSE || t->kind == TOK_FACE;
}

static int begins_something(const syn_token *t)
{
    return t->kind == TOK_CARD || t->kind == TOK_TEST || t->kind == TOK_DECL;
}

void syn_fold_lines(syn_source *p)
{
    syn_tokens in = p->tokens, out = {0};
    uint32_t sentence_indent = 0;
    for (uint32_t i = 0; i < in.count; i++) {
        syn_token t = in.at[i];
        int prev = last_kind(&out);
        if (t.kind == SYN_RAW_NL) {
            uint32_t j = skip_blank(&in, i);
            const syn_token *next = j < in.count ? &in.at[j] : NULL;
            i = j - 1;
            if (prev == '{') {
                if (next)
                    sentence_indent = next->indent;
                continue;
            }
            if (next && goes_on(next))
                continue;
            if (next && next->kind != '}' && next->indent > sentence_indent && prev != TOK_NL &&
                prev != '}')
                continue;
            if (prev == ':' && next && next->kind != '}' && !begins_something(next)) {
                cc_diag_add(p->diags, CC_INDENT, out.at[out.count - 1].span,
                            "what happens stands behind the ':', or below it, indented deeper");
                continue;
            }
            if (prev != TOK_NL)
                push_nl(p, &out, t.span);
            if (next)
                sentence_indent = next->indent;
            continue;
        }
        if (t.kind == '}' && prev != TOK_NL && prev != '{')
            push_nl(p, &out, t.span);
        VEC_PUSH(p->mem, &out, t);
        if (t.kind == '}') {
            uint32_t j = skip_blank(&in, i + 1);
            if (j < in.count && goes_on(&in.at[j]))
                i = j - 1;
            else if (j < in.count && in.at[j].kind == '}')
                push_nl(p, &out, t.span);
        }
    }
    if (out.count && last_kind(&out) != TOK_NL)
        push_nl(p, &out, out.at[out.count - 1].span);
    p->tokens = out;
}
