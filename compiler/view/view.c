#include "compiler/view/view.h"

#include <string.h>

#include "grammar.tab.h"

enum { SCRATCH_MAX = 4 };

static void indented(arena *mem, arena_chars *out, const char *text)
{
    arena_chars_add(mem, out, "    ");
    for (; *text; text++) {
        VEC_PUSH(mem, out, *text);
        if (*text == '\n')
            arena_chars_add(mem, out, "    ");
    }
    arena_chars_add(mem, out, "\n");
}

/* ---- reading again -----------------------------------------------------------------------------
 */

void cc_viewer_begin(viewer *v, cc_unit *u, uint32_t face)
{
    memset(v, 0, sizeof *v);
    v->u = u;
    v->diags.mem = u->mem;
    v->diags.max = SCRATCH_MAX;
    v->context.is_spell = (u->face.at[face].types & (VM_TYPE_INSTANT | VM_TYPE_SORCERY)) != 0;
    v->card.name = u->strings.at + u->face.at[face].name;
    v->card.types = u->face.at[face].types & VM_TYPE_MASK;
}

m_ability *cc_viewer_read(viewer *v, const syn_stmt *s)
{
    m_reader r;
    syn_block only = {.span = s->span};
    const uint32_t before = v->diags.total_count;
    v->context.links = &v->links;
    VEC_PUSH(v->u->mem, &only.stmts, (syn_stmt *)(uintptr_t)s);
    m_reader_init(&r, v->u->mem, &v->diags, v->u->voc, &v->context);
    m_ability *list = m_read_abilities_block(&r, &only);
    v->diags.list.count = 0; /* the next one may stand at the same place of another text */
    return v->diags.total_count == before ? list : NULL;
}

m_ability *cc_viewer_reread(const viewer *before, const char *text)
{
    viewer v = *before;
    cc_diags diags = {.mem = v.u->mem, .max = SCRATCH_MAX};
    syn_source *p = ARENA_NEW(v.u->mem, syn_source);
    p->mem = v.u->mem;
    p->diags = &diags;
    p->words = v.u->voc->words;
    arena_chars card = {0};
    arena_chars_add(v.u->mem, &card, "card \"\" {\n");
    indented(v.u->mem, &card, text); /* in column 0 a word may begin a declaration */
    arena_chars_add(v.u->mem, &card, "}\n");
    syn_read(p, card.at, card.count);
    if (diags.total_count || p->decls.count != 1 || !p->decls.at[0]->body)
        return NULL;
    v.context.links = &v.links;
    v.diags = diags;
    m_reader r;
    m_reader_init(&r, v.u->mem, &v.diags, v.u->voc, &v.context);
    m_ability *list = m_read_abilities_block(&r, p->decls.at[0]->body);
    return v.diags.total_count ? NULL : list;
}

const char *cc_viewer_print(const viewer *before, const m_ability *meaning, const char **out_tree)
{
    arena *mem = before->u->mem;
    const char *text = m_sentence(mem, before->u->voc, STYLE_SOURCE, &before->card, meaning);
    *out_tree = m_tree(mem, before->u->voc, meaning);
    const m_ability *again = cc_viewer_reread(before, text);
    return again && strcmp(*out_tree, m_tree(mem, before->u->voc, again)) == 0 ? text : NULL;
}

/* ---- trees, proof ------------------------------------------------------------------------------
 */

static void add_words(arena *mem, arena_chars *out, syn_phrase p)
{
    for (uint32_t i = 0; i < p.count; i++) {
        const syn_token *t = &p.first[i];
        if (i && t->kind != TOK_COMMA && t->kind != TOK_POSS)
            arena_chars_add(mem, out, " ");
        arena_chars_add(mem, out, t->text);
    }
}

/* The sentence as it was written, in one line. */
static void add_source(arena *mem, arena_chars *out, const syn_stmt *s)
{
    add_words(mem, out, s->phrase);
    if (!s->body)
        return;
    arena_chars_add(mem, out, s->colon ? ": " : " ");
    if (s->body->braces)
        arena_chars_add(mem, out, "{ ");
    for (uint32_t i = 0; i < s->body->stmts.count; i++) {
        arena_chars_add(mem, out, i ? " | " : "");
        add_source(mem, out, s->body->stmts.at[i]);
    }
    if (s->body->braces)
        arena_chars_add(mem, out, " }");
    if (s->other && s->other->stmts.count) {
        arena_chars_add(mem, out, " else: ");
        add_source(mem, out, s->other->stmts.at[0]);
    }
}

static void show_meaning(viewer *v, const syn_stmt *s, arena_chars *out, cc_view *view)
{
    arena *mem = v->u->mem;
    const m_ability *meaning = cc_viewer_read(v, s);
    view->count += meaning != NULL;
    arena_chars_add(mem, out, "  ");
    add_source(mem, out, s);
    arena_chars_add(mem, out, "\n");
    indented(mem, out, meaning ? m_tree(mem, v->u->voc, meaning) : "cannot be read");
}

static void prove(viewer *v, const syn_stmt *s, arena_chars *out, cc_view *view)
{
    arena *mem = v->u->mem;
    const viewer before = *v;
    const char *tree;
    const m_ability *meaning = cc_viewer_read(v, s);
    if (!meaning)
        return;
    view->count++;
    if (cc_viewer_print(&before, meaning, &tree))
        return;
    view->findings++;
    const char *text = m_sentence(mem, v->u->voc, STYLE_SOURCE, &v->card, meaning);
    const m_ability *again = cc_viewer_reread(&before, text);
    arena_chars_add(mem, out, arena_printf(mem, "%s: ", v->card.name));
    add_source(mem, out, s);
    arena_chars_add(mem, out, "\n  is printed as\n");
    indented(mem, out, text);
    arena_chars_add(mem, out, "  and means\n");
    indented(mem, out, tree);
    arena_chars_add(mem, out, again ? "  but is read as\n" : "  but cannot be read\n");
    if (again)
        indented(mem, out, m_tree(mem, v->u->voc, again));
}

static void each_statement(cc_unit *u, const cantrip_compile_options *o, arena_chars *out,
                           cc_view *view)
{
    for (uint32_t i = 0; i < u->bodies.count; i++) {
        const syn_block *body = u->bodies.at[i]->body;
        viewer v;
        cc_viewer_begin(&v, u, i);
        if (o->view == CANTRIP_VIEW_MEANING)
            arena_chars_add(u->mem, out, arena_printf(u->mem, "card \"%s\"\n", v.card.name));
        for (uint32_t k = 0; body && k < body->stmts.count; k++)
            if (o->view == CANTRIP_VIEW_MEANING)
                show_meaning(&v, body->stmts.at[k], out, view);
            else
                prove(&v, body->stmts.at[k], out, view);
    }
}

static void each_card(cc_unit *u, const cantrip_compile_options *o, arena_chars *out, cc_view *view)
{
    for (uint32_t i = 0; i < u->bodies.count; i++) {
        if (o->card && strcmp(o->card, u->strings.at + u->face.at[i].name) != 0)
            continue;
        if (view->count++)
            arena_chars_add(u->mem, out, "\n");
        cc_player_text(u, i, out);
    }
}

void cc_view_make(cc_unit *u, const cantrip_compile_options *o, const syn_source *last,
                  const cantrip_source *text, cc_view *view)
{
    arena_chars out = {0};
    if (o->view == CANTRIP_VIEW_FORMAT) {
        view->text = cc_format(u, last, text, &view->findings);
        return;
    }
    if (o->view == CANTRIP_VIEW_TEXT)
        each_card(u, o, &out, view);
    else
        each_statement(u, o, &out, view);
    VEC_PUSH(u->mem, &out, 0);
    view->text = out.at;
}
