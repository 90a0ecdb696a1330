/* Card heads: name, cost, type line, power and toughness, loyalty; and token descriptions. */
#include "compiler/lower.h"

#include <ctype.h>
#include <string.h>

#include "grammar.tab.h"

typedef struct head {
    vm_face row;
    VEC(uint32_t) subtypes;
    VEC(const ast *) words; /* where each subtype stands */
    const ast *cost, *pt;
    int loyalty;
} head;

static void subtype_fits(cc_unit *u, const head *h, const ast *w, uint32_t number)
{
    for (uint32_t i = 0; i < u->symbol.count; i++) {
        const vm_symbol *s = &u->symbol.at[i];
        if (s->kind == VM_SYM_SUBTYPE && s->number == number && s->a && !(s->a & h->row.types))
            cc_diag_add(u->diags, CC_WRONG_SUBTYPE, w->span,
                        "'%s' is a subtype of another card type (CR 205.3)", w->text);
    }
}

static void head_word(cc_unit *u, head *h, const ast *w)
{
    const char *lemma = cc_lemma(u, ast_use(w)->text);
    int n;
    if ((n = cc_symbol(u, VM_SYM_TYPE, lemma)) >= 0) {
        h->row.types |= 1u << n;
    } else if ((n = cc_symbol(u, VM_SYM_SUPERTYPE, lemma)) >= 0) {
        h->row.types |= 1u << (16 + n);
    } else if ((n = cc_symbol(u, VM_SYM_SUBTYPE, w->text)) >= 0) {
        VEC_PUSH(u->mem, &h->subtypes, (uint32_t)n);
        VEC_PUSH(u->mem, &h->words, w);
    } else if (cc_adj_color(lemma)) {
        h->row.colors |= (uint32_t)cc_adj_color(lemma);
    } else if (strcmp(lemma, "loyalty") == 0) {
        h->loyalty = 1;
    } else {
        cc_diag_add(u->diags, CC_BAD_HEADER, w->span,
                    "'%s' is no type, subtype or colour of a card", w->text);
        cc_diag_help(u->diags, "a head reads: card \"Name\" {cost} types Subtypes power/toughness");
    }
}

static void head_pt(vm_face *row, const ast *pt)
{
    const char *slash = strchr(ast_use(pt)->text, '/');
    int32_t p = 0, t = 0;
    if (strchr(pt->text, '*') && strchr(pt->text, '*') < slash)
        row->flags |= VM_FF_STAR_POWER;
    else
        cc_number_word(pt->text, &p);
    if (strchr(slash, '*'))
        row->flags |= VM_FF_STAR_TOUGHNESS;
    else
        cc_number_word(slash + 1, &t);
    row->power = (uint32_t)p;
    row->toughness = (uint32_t)t;
}

static void check_head(cc_unit *u, head *h, const ast *face)
{
    uint32_t types = h->row.types & VM_TYPE_MASK;
    if (!types)
        cc_diag_add(u->diags, CC_NO_TYPE, face->kid[0]->span, "%s has no card type",
                    face->kid[0]->text);
    else if ((types & VM_TYPE_CREATURE) && !h->pt)
        cc_diag_add(u->diags, CC_NEEDS_PT, face->kid[0]->span,
                    "the creature %s needs its power and toughness, like 2/2", face->kid[0]->text);
    else if (h->pt && !(types & VM_TYPE_CREATURE))
        cc_diag_add(u->diags, CC_STRAY_PT, h->pt->span, "only a creature has power and toughness");
    else if ((types & VM_TYPE_PLANESWALKER) && !h->loyalty)
        cc_diag_add(u->diags, CC_NEEDS_LOYALTY, face->kid[0]->span,
                    "the planeswalker %s needs its loyalty, like 'loyalty 3'", face->kid[0]->text);
    for (uint32_t i = 0; types && i < h->subtypes.count; i++)
        subtype_fits(u, h, h->words.at[i], h->subtypes.at[i]);
}

static void finish_face(cc_unit *u, head *h)
{
    h->row.subtypes = cc_words_begin(u);
    h->row.subtype_count = h->subtypes.count;
    for (uint32_t i = 0; i < h->subtypes.count; i++)
        cc_word_add(u, h->subtypes.at[i]);
    VEC_PUSH(u->mem, &u->face, h->row);
}

int cc_face_by_name(const cc_unit *u, const char *name)
{
    for (uint32_t i = 0; i < u->card_face_count; i++)
        if (strcmp(u->strings.at + u->face.at[i].name, name) == 0)
            return (int)i;
    return -1;
}

static void read_face(cc_unit *u, const ast *face)
{
    head h;
    memset(&h, 0, sizeof h);
    const char *quoted = face->kid[0]->text;
    size_t n = strlen(quoted);
    const char *name =
        arena_strndup(u->mem, quoted + 1, n > 1 && quoted[n - 1] == '"' ? n - 2 : n - 1);
    if (cc_face_by_name(u, name) >= 0) {
        cc_diag_add(u->diags, CC_CARD_TWICE, face->kid[0]->span, "the card %s is declared twice",
                    quoted);
        return;
    }
    h.row.name = cc_string(u, name);
    h.row.line = face->span.line;
    for (int i = 0; i < face->kid[1]->kid_count; i++) {
        const ast *w = face->kid[1]->kid[i];
        if (w->token == TOK_MANA) {
            if (h.cost)
                cc_diag_add(u->diags, CC_TWO_COSTS, w->span,
                            "a card has one mana cost; write its symbols together");
            h.cost = w;
        } else if (w->token == TOK_PT) {
            h.pt = w;
        } else if (w->token == TOK_NUM) {
            int32_t v = 0;
            cc_number_word(w->text, &v);
            h.row.loyalty = (uint32_t)v;
        } else {
            head_word(u, &h, w);
        }
    }
    uint32_t colors = 0;
    if (h.cost)
        h.row.cost = cc_mana_cost(u, h.cost->text, &h.row.cost_count, &h.row.mana_value, &colors,
                                  h.cost->span);
    else
        h.row.cost_count = 0;
    h.row.colors |= colors;
    if (!h.cost)
        h.row.flags |= (h.row.types & VM_TYPE_LAND) ? 0 : VM_FF_BACK; /* no cost: cannot be cast */
    if (h.pt)
        head_pt(&h.row, h.pt);
    check_head(u, &h, face);
    finish_face(u, &h);
    VEC_PUSH(u->mem, &u->bodies, face);
}

void cc_faces_read(cc_unit *u, const ast *decls)
{
    for (int i = 0; i < decls->kid_count; i++) {
        const ast *card = decls->kid[i];
        if (card->kind != AST_CARD)
            continue;
        if (card->kid[0]->kid_count > 1)
            cc_diag_add(u->diags, CC_NOT_HERE, card->kid[0]->kid[1]->span,
                        "cards with several faces are not supported yet");
        read_face(u, card->kid[0]->kid[0]);
        u->card_face_count = u->face.count;
    }
}

void cc_face_bodies(cc_unit *u)
{
    const int readable = !u->diags->total_count; /* else a guessed word would be blamed twice */
    for (uint32_t i = 0; i < u->bodies.count; i++) {
        const ast *face = u->bodies.at[i];
        cc_name *names = NULL;
        uint32_t links = 0;
        cc_scope s;
        memset(&s, 0, sizeof s);
        s.u = u;
        s.names = &names;
        s.link_count = &links;
        s.mods_duration = -1;
        s.face = face;
        s.face_idx = i;
        s.kind = u->face.at[i].types & (VM_TYPE_INSTANT | VM_TYPE_SORCERY) ? SCOPE_SPELL
                                                                           : SCOPE_PERMANENT;
        cc_abilities list = {0};
        const uint32_t mistakes = u->diags->total_count;
        if (face->kid[2])
            cc_statements(&s, face->kid[2], &list);
        if (readable && u->diags->total_count == mistakes)
            cc_check_unused(u, face->kid[2]);
        u->face.at[i].abilities = cc_abilities_store(u, &list);
        u->face.at[i].ability_count = list.count;
    }
    if (!u->diags->total_count)
        cc_check_unused_bodies(u);
}

/* ---- tokens -----------------------------------------------------------------------------------
 */

static int same_face(const cc_unit *u, const vm_face *a, const vm_face *b)
{
    if (a->types != b->types || a->colors != b->colors || a->power != b->power ||
        a->toughness != b->toughness || a->subtype_count != b->subtype_count || a->ability_count ||
        b->ability_count)
        return 0;
    for (uint32_t i = 0; i < a->subtype_count; i++)
        if (u->words.at[a->subtypes + i] != u->words.at[b->subtypes + i])
            return 0;
    return 1;
}

/* two tapped attacking 1/1 white Soldier creature tokens with flying; *out_flags: 1 tapped, 2
 * attacking, 4 there was a mistake */
uint32_t cc_token_face(cc_scope *s, const ast *np, uint32_t *out_flags)
{
    cc_unit *u = s->u;
    const ast *core = cc_core(np);
    head h;
    memset(&h, 0, sizeof h);
    *out_flags = 0;
    char name[128] = "";
    if (!core || strcmp(cc_head_noun(u, core), "token") != 0) {
        cc_diag_add(u->diags, CC_BAD_VALUE, np->span,
                    "tokens are described like 'a 1/1 white Soldier creature token'");
        *out_flags = 4;
        return 0;
    }
    for (int g = 0; g < core->kid[1]->kid_count; g++) {
        const ast *seg = core->kid[1]->kid[g];
        for (int i = 0; i < seg->kid[0]->kid_count; i++) {
            const ast *w = seg->kid[0]->kid[i];
            if (w->token == TOK_PT)
                h.pt = w;
            else if (ast_says(w, "tapped"))
                *out_flags |= 1;
            else if (ast_says(w, "attacking"))
                *out_flags |= 2;
            else if (!ast_says(w, "colorless"))
                head_word(u, &h, w);
        }
        for (int i = 0; i < seg->kid[1]->kid_count; i++) {
            const ast *w = seg->kid[1]->kid[i];
            if (strcmp(cc_lemma(u, w->text), "token") == 0)
                continue;
            head_word(u, &h, w);
            if (isupper((unsigned char)*w->text) &&
                strlen(name) + strlen(w->text) + 2 < sizeof name) {
                strcat(name, *name ? " " : ""); /* CR 110.4b: its name is its subtypes */
                strcat(name, w->text);
            }
        }
    }
    if (h.pt)
        head_pt(&h.row, h.pt);
    h.row.name = cc_string(u, name);
    h.row.flags |= VM_FF_TOKEN;
    cc_abilities list = {0};
    if (ast_is(np, AST_NP))
        for (int i = 0; i < np->kid[1]->kid_count; i++) {
            const ast *post = np->kid[1]->kid[i];
            if (post->kid[0]->token == TOK_WITH && post->kid[1]->kind == AST_KWS)
                for (int k = 0; k < post->kid[1]->kid_count; k++) {
                    cc_scope inner = *s;
                    inner.kind = SCOPE_PERMANENT;
                    cc_keyword(&inner, post->kid[1]->kid[k], &list);
                }
        }
    h.row.abilities = cc_abilities_store(u, &list);
    h.row.ability_count = list.count;
    finish_face(u, &h);
    uint32_t at = u->face.count - 1;
    for (uint32_t i = u->card_face_count; i < at; i++)
        if (same_face(u, &u->face.at[i], &u->face.at[at])) {
            u->face.count--;
            return i;
        }
    return at;
}
