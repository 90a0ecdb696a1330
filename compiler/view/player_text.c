/* A card as a player reads it: name and cost, type line, text, size. */
#include "compiler/view/view.h"

#include <ctype.h>
#include <string.h>

#include "grammar.tab.h"

static void add(cc_unit *u, arena_chars *out, const char *text)
{
    arena_chars_add(u->mem, out, text);
}

static void type_word(cc_unit *u, arena_chars *out, uint32_t kind, uint32_t number)
{
    const voc_symbol *s = voc_symbol_by_number(u->voc, kind, number);
    if (!s)
        return;
    if (out->count && out->at[out->count - 1] != '\n')
        add(u, out, " ");
    const uint32_t at = out->count;
    add(u, out, s->name);
    out->at[at] = (char)toupper((unsigned char)out->at[at]);
}

static void type_line(cc_unit *u, const vm_face *f, arena_chars *out)
{
    static const uint8_t ORDER[] = {7, 2, 1, 3,
                                    0, 4, 5, 6}; /* artifact creature: 'creature' stands last */
    for (uint32_t i = 0; i < 16; i++)
        if (f->types >> (16 + i) & 1)
            type_word(u, out, VM_SYM_SUPERTYPE, i);
    for (size_t i = 0; i < sizeof ORDER; i++)
        if (f->types >> ORDER[i] & 1)
            type_word(u, out, VM_SYM_TYPE, ORDER[i]);
    for (uint32_t i = 8; i < 16; i++)
        if (f->types >> i & 1)
            type_word(u, out, VM_SYM_TYPE, i);
    if (f->subtype_count)
        add(u, out, " \xE2\x80\x94");
    for (uint32_t i = 0; i < f->subtype_count; i++)
        type_word(u, out, VM_SYM_SUBTYPE, u->words.at[f->subtypes + i]);
    add(u, out, "\n");
}

/* Sentences of a spell follow each other; everything else stands in a line of its own. */
static void text(cc_unit *u, uint32_t face, arena_chars *out)
{
    const syn_block *body = u->bodies.at[face]->body;
    viewer v;
    m_bound bound = {0};
    const uint32_t start = out->count;
    int effect = 0;
    cc_viewer_begin(&v, u, face);
    v.card.bound = &bound;
    for (uint32_t i = 0; body && i < body->stmts.count; i++) {
        const m_ability *a = cc_viewer_read(&v, body->stmts.at[i]);
        if (!a)
            continue;
        const int more = a->kind == ABILITY_SPELL;
        if (out->count > start)
            add(u, out, more && effect ? " " : "\n");
        const char *said = m_sentence(u->mem, u->voc, STYLE_PLAYER, &v.card, a);
        add(u, out, said);
        effect = more && !strchr(said, '\n');
    }
    if (out->count > start)
        add(u, out, "\n");
}

static const char *head_token(const syn_decl *d, int kind)
{
    for (uint32_t i = 1; i < d->phrase.count; i++)
        if (d->phrase.first[i].kind == kind)
            return d->phrase.first[i].text;
    return NULL;
}

void cc_player_text(cc_unit *u, uint32_t face, arena_chars *out)
{
    const syn_decl *d = u->bodies.at[face];
    const vm_face *f = &u->face.at[face];
    const char *cost = head_token(d, TOK_MANA), *size = head_token(d, TOK_PT);
    const char *end = size                                ? size
                      : (f->types & VM_TYPE_PLANESWALKER) ? arena_printf(u->mem, "%u", f->loyalty)
                                                          : NULL;
    add(u, out, u->strings.at + f->name);
    if (cost)
        add(u, out, arena_printf(u->mem, " %s", cost));
    add(u, out, "\n");
    type_line(u, f, out);
    text(u, face, out);
    if (end)
        add(u, out, arena_printf(u->mem, "%s\n", end));
}
