/* Formatting a source. Sentences of cards that print back are written as the printer writes them; all others keep
 * their words, with spaces and lines by the book. Comments and empty lines stay where they are. What comes out is read
 * again: if anything means something else then, the source is given back as it was. */
#include "compiler/view/format.h"

#include <string.h>

#include "grammar.tab.h"

enum { WIDTH = 112, INDENT = 4 };

/* ---- the source's lines ------------------------------------------------------------------------
 */

static void read_lines(formatter *f)
{
    const char *end = f->text + f->size;
    uint32_t number = 1;
    for (const char *p = f->text; p < end; number++) {
        const char *start = p, *note = NULL;
        int quoted = 0, words = 0;
        for (; p < end && *p != '\n'; p++) {
            quoted ^= *p == '"';
            if (!note && !quoted && p + 1 < end && p[0] == '/' && p[1] == '/')
                note = p;
            words |= !note && *p != ' ' && *p != '\t' && *p != '\r';
        }
        const char *last = p;
        while (last > start && (last[-1] == ' ' || last[-1] == '\t' || last[-1] == '\r'))
            last--;
        VEC_PUSH(f->mem, &f->lines, ((line){start, last}));
        if (note) {
            const comment c = {number, (uint32_t)(note - start), (uint8_t)!words,
                               arena_strndup(f->mem, note, (size_t)(last - note))};
            VEC_PUSH(f->mem, &f->comments, c);
        }
        p++;
    }
}

static int is_empty(const formatter *f, uint32_t number)
{
    return number && number <= f->lines.count &&
           f->lines.at[number - 1].start == f->lines.at[number - 1].end;
}

/* ---- lines that come out -----------------------------------------------------------------------
 */

static void put(formatter *f, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        VEC_PUSH(f->mem, &f->out, text[i]);
}

static void spaces(formatter *f, uint32_t count)
{
    while (count--)
        put(f, " ", 1);
}

/* Writes a line, broken where it is too long. Gives the width of its last part. */
static uint32_t put_wrapped(formatter *f, const char *text, size_t size, uint32_t indent)
{
    uint32_t left = indent;
    for (;;) {
        size_t fits = size, at = 0, comma = 0;
        int quoted = 0;
        if (left + size > WIDTH) {
            for (size_t i = 0; i < size && (i + left <= WIDTH || !at); i++) {
                quoted ^= text[i] == '"';
                if (text[i] == ' ' && !quoted && text[i + 1] != '{') {
                    at = i;
                    comma = i && text[i - 1] == ',' ? i : comma;
                }
            }
            fits = comma > size / 3 ? comma : at ? at : size; /* rather behind a comma */
        }
        spaces(f, left);
        put(f, text, fits);
        if (fits == size)
            return left + (uint32_t)size;
        put(f, "\n", 1);
        text += fits + 1;
        size -= fits + 1;
        left = indent + INDENT;
    }
}

void fmt_put(formatter *f, const char *text)
{
    const char before = f->line.count ? f->line.at[f->line.count - 1] : ' ';
    if (before != ' ' && before != '(')
        VEC_PUSH(f->mem, &f->line, ' ');
    arena_chars_add(f->mem, &f->line, text);
}

/* Comments at the end of the source's line stay at the end of what became of it. */
static void tail_comment(formatter *f, uint32_t width)
{
    if (f->next < f->comments.count && f->comments.at[f->next].line == f->at_line &&
        !f->comments.at[f->next].own_line) {
        const comment *c = &f->comments.at[f->next++];
        spaces(f, c->col > width ? c->col - width : 1);
        put(f, c->text, strlen(c->text));
    }
}

/* Ends the line. Its text may hold lines of its own. */
void fmt_end_line(formatter *f)
{
    const char *p = f->line.at, *end = f->line.at + f->line.count;
    uint32_t width = 0;
    while (p < end) {
        const char *stop = p;
        uint32_t more = 0;
        while (stop < end && *stop != '\n')
            stop++;
        while (*p == ' ' && p < stop)
            p++, more++;
        width = put_wrapped(f, p, (size_t)(stop - p), f->depth * INDENT + more);
        p = stop + 1;
        if (p < end)
            put(f, "\n", 1);
    }
    tail_comment(f, width);
    put(f, "\n", 1);
    f->line.count = 0;
}

/* What stands between the statement before and `number`: comments on lines of their own, at most one empty line. */
void fmt_catch_up(formatter *f, uint32_t number)
{
    while (f->next < f->comments.count && f->comments.at[f->next].line < number) {
        const comment *c = &f->comments.at[f->next++];
        if (is_empty(f, c->line - 1) && !f->opened)
            put(f, "\n", 1);
        f->opened = 0;
        spaces(f, f->depth * INDENT);
        put(f, c->text, strlen(c->text));
        put(f, "\n", 1);
    }
    if (is_empty(f, number - 1) && !f->opened && f->out.count)
        put(f, "\n", 1);
    f->opened = 0;
}

int fmt_has_comment(const formatter *f, uint32_t from, uint32_t before)
{
    for (uint32_t i = f->next; i < f->comments.count; i++)
        if (f->comments.at[i].line >= from && f->comments.at[i].line < before)
            return 1;
    return 0;
}

/* ---- declarations that are kept ----------------------------------------------------------------
 */

static void verbatim(formatter *f, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i <= to && i <= f->lines.count; i++) {
        put(f, f->lines.at[i - 1].start,
            (size_t)(f->lines.at[i - 1].end - f->lines.at[i - 1].start));
        put(f, "\n", 1);
    }
    while (f->next < f->comments.count && f->comments.at[f->next].line <= to)
        f->next++;
}

static const syn_token *last_of(const syn_decl *d)
{
    const syn_token *last = d->phrase.count ? &d->phrase.first[d->phrase.count - 1] : d->head;
    if (d->body)
        last = fmt_block_end(d->body, last);
    return d->face ? last_of(d->face) : last;
}

static int32_t face_of(const cc_unit *u, const syn_decl *d)
{
    for (uint32_t i = 0; i < u->bodies.count; i++)
        if (u->bodies.at[i] == d)
            return (int32_t)i;
    return -1;
}

static void one_decl(formatter *f, const syn_decl *d)
{
    const uint32_t first = d->head->span.line, last = last_of(d)->span.line;
    const int32_t face = face_of(f->u, d);
    f->depth = 0;
    fmt_catch_up(f, first);
    if (d->face || (d->head->kind != TOK_TEST && face < 0)) {
        verbatim(f, first, last);
        return;
    }
    fmt_put(f, d->head->text);
    fmt_phrase(f, d->phrase);
    if (face >= 0)
        cc_viewer_begin(&f->viewer, f->u, (uint32_t)face);
    f->prints = face >= 0;
    f->at_line = d->phrase.first[d->phrase.count - 1].span.line;
    if (d->body)
        fmt_card_body(f, d->body, &d->phrase.first[d->phrase.count - 1]);
    fmt_end_line(f);
}

/* ---- proof -------------------------------------------------------------------------------------
 */

/* What several sentences say that a spell does is one thing: 'draw a card, if you do, ...' is printed as two lines. */
static const char *said_on(const char *tree, int *in_spell)
{
    static const char SPELL[] = "spell\n  do\n";
    const int is = tree && strncmp(tree, SPELL, sizeof SPELL - 1) == 0;
    const char *more = is && *in_spell ? tree + sizeof SPELL - 1 : tree;
    *in_spell = is;
    return more;
}

static const char *meaning_of(cc_unit *u, uint32_t face, const syn_decl *d)
{
    arena_chars out = {0};
    viewer v;
    int in_spell = 0;
    cc_viewer_begin(&v, u, face);
    for (uint32_t i = 0; d->body && i < d->body->stmts.count; i++) {
        const m_ability *a = cc_viewer_read(&v, d->body->stmts.at[i]);
        arena_chars_add(u->mem, &out, a ? said_on(m_tree(u->mem, u->voc, a), &in_spell) : "?");
        if (!out.count || out.at[out.count - 1] != '\n')
            arena_chars_add(u->mem, &out, "\n");
    }
    VEC_PUSH(u->mem, &out, 0);
    return out.at;
}

static int same_tokens(const syn_decl *a, const syn_decl *b)
{
    const syn_token *x = a->head, *y = b->head, *end = last_of(a);
    for (; x <= end; x++, y++) {
        while (x->kind == TOK_NL && x < end)
            x++;
        while (y->kind == TOK_NL)
            y++;
        if (x->kind != y->kind || strcmp(x->text, y->text) != 0)
            return 0;
    }
    return 1;
}

static int means_the_same(cc_unit *u, const syn_source *before, const char *text, size_t size)
{
    cc_diags diags = {.mem = u->mem, .max = 4};
    syn_source *p = ARENA_NEW(u->mem, syn_source);
    p->mem = u->mem;
    p->diags = &diags;
    p->words = u->voc->words;
    p->file = before->file;
    syn_read(p, text, size);
    if (diags.total_count || p->decls.count != before->decls.count)
        return 0;
    for (uint32_t i = 0; i < p->decls.count; i++) {
        const syn_decl *a = before->decls.at[i], *b = p->decls.at[i];
        const int32_t face = face_of(u, a);
        if (face < 0 || a->face) {
            if (!same_tokens(a, b))
                return 0;
        } else if (strcmp(meaning_of(u, (uint32_t)face, a), meaning_of(u, (uint32_t)face, b)) !=
                   0) {
            return 0;
        }
    }
    return 1;
}

const char *cc_format(cc_unit *u, const syn_source *source, const cantrip_source *text,
                      uint32_t *out_left)
{
    formatter f = {
        .u = u, .mem = u->mem, .text = text->text, .size = text->size, .tokens = &source->tokens};
    read_lines(&f);
    for (uint32_t i = 0; i < source->decls.count; i++)
        one_decl(&f, source->decls.at[i]);
    f.depth = 0;
    fmt_catch_up(&f, f.lines.count + 1);
    while (f.out.count > 1 && f.out.at[f.out.count - 1] == '\n' &&
           f.out.at[f.out.count - 2] == '\n')
        f.out.count--;
    VEC_PUSH(u->mem, &f.out, 0);
    *out_left = f.left;
    if (means_the_same(u, source, f.out.at, f.out.count - 1))
        return f.out.at;
    *out_left = UINT32_MAX;
    return arena_strndup(u->mem, text->text, text->size);
}
