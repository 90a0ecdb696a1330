/* Card heads: name, cost, type line, power and toughness, loyalty; and the faces of tokens. */
#include "compiler/lower/lower.h"
#include "compiler/meaning/print.h"

#include <stdlib.h>
#include <string.h>

#include "grammar.tab.h"

typedef struct head {
    vm_face row;
    VEC(uint32_t) subtypes;
    VEC(cc_span) places;     /* where each subtype stands */
    VEC(const char *) names; /* and how it is written */
    const syn_token *cost, *pt;
    int loyalty, broken; /* broken: a mistake was told, what is missing follows from it */
} head;

static void subtype_fits(cc_unit *u, const head *h, uint32_t i)
{
    const voc_symbol *s = voc_symbol_by_number(u->voc, VM_SYM_SUBTYPE, h->subtypes.at[i]);
    if (s && s->a && !(s->a & h->row.types))
        cc_diag_add(u->diags, CC_WRONG_SUBTYPE, h->places.at[i],
                    "'%s' is a subtype of another card type (CR 205.3)", h->names.at[i]);
}

/* One word of the type line, or several that are one; gives the index behind it. */
static uint32_t head_word(cc_unit *u, m_reader *r, head *h, uint32_t at)
{
    uint32_t end;
    const voc_entry *e;
    if ((e = m_entry(r, at, VOC_CLASS_TYPE, &end)) != NULL) {
        h->row.types |= 1u << e->number;
    } else if ((e = m_entry(r, at, VOC_CLASS_SUPERTYPE, &end)) != NULL) {
        h->row.types |= 1u << (16 + e->number);
    } else if ((e = m_entry(r, at, VOC_CLASS_SUBTYPE, &end)) != NULL) {
        VEC_PUSH(u->mem, &h->subtypes, e->number);
        VEC_PUSH(u->mem, &h->places, r->t[at].span);
        VEC_PUSH(u->mem, &h->names, r->t[at].text);
    } else if ((e = m_entry(r, at, VOC_CLASS_COLOR, &end)) != NULL) {
        h->row.colors |= e->number;
    } else if ((e = m_entry(r, at, VOC_CLASS_PROPERTY, &end)) != NULL &&
               e->number == VM_PROP_LOYALTY) {
        h->loyalty = 1;
    } else {
        const syn_word w = m_word(r, at);
        const int known =
            w < W_CLOSED_COUNT || (w < u->voc->info.count && u->voc->info.at[w].known);
        const char *near =
            known || cc_diags_full(u->diags) ? NULL : voc_nearest(u->voc, r->t[at].text);
        cc_diag_add(u->diags, known ? CC_BAD_HEADER : CC_UNKNOWN_WORD, r->t[at].span,
                    "'%s' is no type, subtype or color of a card", r->t[at].text);
        h->broken |= near != NULL; /* perhaps the type */
        if (near)
            cc_diag_help(u->diags, "did you mean '%s'?", near);
        else if (r->t[at].kind == TOK_SIGN)
            cc_diag_help(u->diags, "no dash: types and subtypes stand behind each other");
        else
            cc_diag_help(u->diags,
                         "a head reads: card \"Name\" {cost} types Subtypes power/toughness");
        end = at + 1;
    }
    return end;
}

static void head_size(vm_face *row, const syn_token *pt)
{
    const char *slash = strchr(pt->text, '/');
    if (strchr(pt->text, '*') && strchr(pt->text, '*') < slash)
        row->flags |= VM_FF_STAR_POWER;
    else
        row->power = (uint32_t)atoi(pt->text);
    if (strchr(slash, '*'))
        row->flags |= VM_FF_STAR_TOUGHNESS;
    else
        row->toughness = (uint32_t)atoi(slash + 1);
}

/* CR 301.7a: a Vehicle has them, too, for when it becomes a creature. */
static int has_size(const head *h)
{
    for (uint32_t i = 0; i < h->subtypes.count; i++)
        if (h->subtypes.at[i] == VM_SUBTYPE_VEHICLE)
            return 1;
    return (h->row.types & VM_TYPE_CREATURE) != 0;
}

static void check_head(cc_unit *u, const head *h, const syn_token *name)
{
    const uint32_t types = h->row.types & VM_TYPE_MASK;
    if (h->broken)
        return;
    if (!types)
        cc_diag_add(u->diags, CC_NO_TYPE, name->span, "%s has no card type", name->text);
    else if ((types & VM_TYPE_CREATURE) && !h->pt)
        cc_diag_add(u->diags, CC_NEEDS_PT, name->span,
                    "the creature %s needs its power and toughness, like 2/2", name->text);
    else if (h->pt && !has_size(h))
        cc_diag_add(u->diags, CC_STRAY_PT, h->pt->span,
                    "only a creature or Vehicle has power and toughness");
    else if ((types & VM_TYPE_PLANESWALKER) && !h->loyalty)
        cc_diag_add(u->diags, CC_NEEDS_LOYALTY, name->span,
                    "the planeswalker %s needs its loyalty, like 'loyalty 3'", name->text);
    else if (h->loyalty && !(types & VM_TYPE_PLANESWALKER)) /* CR 209.1 */
        cc_diag_add(u->diags, CC_STRAY_PT, name->span, "only a planeswalker has loyalty");
    for (uint32_t i = 0; types && i < h->subtypes.count; i++)
        subtype_fits(u, h, i);
}

static void finish_face(cc_unit *u, head *h)
{
    h->row.subtypes = cc_words_begin(u);
    h->row.subtype_count = h->subtypes.count;
    for (uint32_t i = 0; i < h->subtypes.count; i++)
        cc_word_add(u, h->subtypes.at[i]);
    VEC_PUSH(u->mem, &u->face, h->row);
}

/* ---- names ---- */

static uint32_t name_slot(const cc_unit *u, uint32_t name)
{
    uint32_t at = (name * 2654435761u) & (u->name_bucket_count - 1);
    while (u->name_bucket[at] && u->face.at[u->name_bucket[at] - 1].name != name)
        at = (at + 1) & (u->name_bucket_count - 1);
    return at;
}

static void name_add(cc_unit *u, uint32_t face)
{
    if ((face + 1) * 2 >= u->name_bucket_count) {
        u->name_bucket_count = u->name_bucket_count ? u->name_bucket_count * 2 : 512;
        u->name_bucket = arena_alloc(u->mem, sizeof *u->name_bucket * u->name_bucket_count);
        for (uint32_t i = 0; i < face; i++)
            u->name_bucket[name_slot(u, u->face.at[i].name)] = i + 1;
    }
    u->name_bucket[name_slot(u, u->face.at[face].name)] = face + 1;
}

int cc_face_by_name(cc_unit *u, const char *name)
{
    if (!u->name_bucket_count)
        return -1;
    const uint32_t slot = name_slot(u, cc_string(u, name));
    return (int)u->name_bucket[slot] - 1;
}

/* A long head goes on in the next line. */
static int head_part(m_reader *r, uint32_t at)
{
    static const voc_class PARTS[] = {VOC_CLASS_TYPE, VOC_CLASS_SUPERTYPE, VOC_CLASS_SUBTYPE,
                                      VOC_CLASS_COLOR};
    const int kind = r->t[at].kind;
    uint32_t end;
    const voc_entry *e = m_entry(r, at, VOC_CLASS_PROPERTY, &end);
    int is = kind == TOK_MANA || kind == TOK_PT || kind == TOK_NUM ||
             (e && e->number == VM_PROP_LOYALTY);
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++)
        is |= m_entry(r, at, PARTS[i], &end) != NULL;
    return is;
}

/* What stands in a head and is none of its parts, though a reader of cards knows what was meant. Gives the index behind. */
static uint32_t misshapen(cc_unit *u, m_reader *r, head *h, uint32_t at)
{
    const syn_token *t = &r->t[at], *next = at + 1 < r->count ? t + 1 : NULL;
    const int number = t->kind == TOK_NUM || syn_word_number(u->voc->words, t->word) >= 0 ||
                       (t->kind == TOK_WORD && strchr(t->text, '/'));
    if (t->span.line != r->t[0].span.line && !head_part(r, at)) { /* a line of what it does */
        while (!t->starts_line)
            t--;
        cc_diag_add(u->diags, CC_CANNOT_STAND, t->span,
                    "a '{' is missing in front of this: what a card does stands in a block");
        h->broken = 1;
        return r->count;
    }
    if (t->kind == TOK_NUM && next && next->kind == TOK_WORD &&
        next->span.col == t->span.end_col) { /* 1R */
        cc_diag_add(u->diags, CC_BAD_HEADER, m_span(r, at, at + 2),
                    "a mana cost stands in braces: {1}{R}");
        return at + 2;
    }
    if (number && !h->loyalty) { /* 2,2 · two/two · 2 */
        uint32_t end = at + 1;
        while (end < r->count && (r->t[end].kind == TOK_COMMA || r->t[end].kind == TOK_NUM ||
                                  syn_word_number(u->voc->words, r->t[end].word) >= 0))
            end++;
        cc_diag_add(u->diags, CC_BAD_HEADER, m_span(r, at, end),
                    "power and toughness are written like 2/2, loyalty like 'loyalty 3'");
        h->broken = 1;
        return end;
    }
    return at;
}

static void read_words(cc_unit *u, m_reader *r, head *h)
{
    for (uint32_t i = 1; i < r->count;) {
        const syn_token *t = &r->t[i];
        const uint32_t end = misshapen(u, r, h, i);
        if (end != i) {
            i = end;
        } else if (t->kind == TOK_MANA) {
            if (h->cost)
                cc_diag_add(u->diags, CC_TWO_COSTS, t->span,
                            "a card has one mana cost; write its symbols together");
            h->cost = t;
            i++;
        } else if (t->kind == TOK_PT) {
            h->pt = t;
            i++;
        } else if (t->kind == TOK_NUM) {
            h->row.loyalty = (uint32_t)atoi(t->text);
            i++;
        } else {
            i = head_word(u, r, h, i);
        }
    }
}

static const char *face_name(cc_unit *u, const syn_token *quoted)
{
    const size_t n = strlen(quoted->text);
    return arena_strndup(u->mem, quoted->text + 1,
                         n > 1 && quoted->text[n - 1] == '"' ? n - 2 : n - 1);
}

static void add_face(cc_unit *u, head *h, const syn_decl *d)
{
    finish_face(u, h);
    VEC_PUSH(u->mem, &u->bodies, d);
    name_add(u, u->face.count - 1);
}

/* The colors of all mana symbols of a text (CR 903.4). */
static uint32_t symbols_in(const syn_block *b)
{
    static const char LETTERS[] = "WUBRG";
    uint32_t colors = 0;
    for (uint32_t i = 0; b && i < b->stmts.count; i++) {
        const syn_stmt *s = b->stmts.at[i];
        for (uint32_t t = 0; t < s->phrase.count; t++)
            for (const char *c = s->phrase.first[t].kind == TOK_MANA ? s->phrase.first[t].text : "";
                 *c; c++)
                colors |= strchr(LETTERS, *c) ? 1u << (strchr(LETTERS, *c) - LETTERS) : 0;
        colors |= symbols_in(s->body) | symbols_in(s->other);
    }
    return colors;
}

/* The head of one face; the row is added. 0 = it was not. */
static int read_face(cc_unit *u, const syn_decl *d, uint32_t shape)
{
    head h;
    memset(&h, 0, sizeof h);
    m_context context = {0};
    m_reader r;
    m_reader_init(&r, u->mem, u->diags, u->voc, &context);
    m_reader_phrase(&r, d->phrase.first, d->phrase.count);
    const syn_token *quoted = &d->phrase.first[0];
    const char *name = face_name(u, quoted);
    if (!*name)
        cc_diag_add(u->diags, CC_BAD_HEADER, quoted->span, "a card needs a name");
    if (cc_face_by_name(u, name) >= 0) {
        cc_diag_add(u->diags, CC_CARD_TWICE, quoted->span, "the card %s is declared twice",
                    quoted->text);
        return 0;
    }
    h.row.name = cc_string(u, name);
    h.row.line = d->span.line;
    h.row.shape = shape;
    read_words(u, &r, &h);
    const int own_cost =
        shape != VM_SHAPE_BACK && shape != VM_SHAPE_FLIPPED && shape != VM_SHAPE_MELDED;
    if (h.cost && !own_cost)
        cc_diag_add(u->diags, CC_BAD_HEADER, h.cost->span,
                    "this face has no mana cost of its own; that of the card stands in front");
    uint32_t colors = 0;
    if (h.cost && own_cost)
        h.row.cost = cc_mana_cost(u, h.cost->text, &h.row.cost_count, &h.row.mana_value, &colors,
                                  h.cost->span);
    h.row.colors |= colors;
    h.row.identity = h.row.colors | symbols_in(d->body);
    if (!h.cost)
        h.row.flags |= (h.row.types & VM_TYPE_LAND) ? 0 : VM_FF_BACK; /* no cost: cannot be cast */
    if (h.pt)
        head_size(&h.row, h.pt);
    check_head(u, &h, quoted);
    add_face(u, &h, d);
    return 1;
}

/* Off the stack a split card is both of its halves (CR 708.4). */
static void join_halves(cc_unit *u, const syn_decl *d, uint32_t left, uint32_t right)
{
    const vm_face a = u->face.at[left], b = u->face.at[right];
    head h;
    memset(&h, 0, sizeof h);
    h.row.name = cc_string(
        u, arena_printf(u->mem, "%s // %s", u->strings.at + a.name, u->strings.at + b.name));
    h.row.line = a.line;
    h.row.shape = VM_SHAPE_SPLIT;
    h.row.types = a.types | b.types;
    h.row.colors = a.colors | b.colors;
    h.row.identity = a.identity | b.identity;
    h.row.mana_value = a.mana_value + b.mana_value;
    h.row.cost = u->cost.count;
    h.row.cost_count = a.cost_count + b.cost_count;
    for (uint32_t i = 0; i < h.row.cost_count; i++)
        VEC_PUSH(u->mem, &u->cost,
                 u->cost.at[i < a.cost_count ? a.cost + i : b.cost + i - a.cost_count]);
    const vm_face *both[2] = {&a, &b};
    for (int k = 0; k < 2; k++)
        for (uint32_t i = 0; i < both[k]->subtype_count; i++)
            VEC_PUSH(u->mem, &h.subtypes, u->words.at[both[k]->subtypes + i]);
    add_face(u, &h, d);
    for (uint32_t i = left; i <= right + 1; i++)
        u->face.at[i].card = right + 1;
    u->face.at[left].other = right;
    u->face.at[right].other = u->face.at[right + 1].other = left;
}

/* Two cards name what they become; the first of them says what that is (CR 712.1a). Its mana value is theirs together
 * (712.3b). */
static void read_melding(cc_unit *u, const syn_decl *d)
{
    const uint32_t first = u->face.count;
    if (!read_face(u, d, VM_SHAPE_MELD))
        return;
    const int known = cc_face_by_name(u, face_name(u, d->face->phrase.first));
    vm_face *front = &u->face.at[first];
    front->card = first;
    if (known >= 0 && u->face.at[known].shape == VM_SHAPE_MELDED && !d->face->body &&
        d->face->phrase.count == 1 && u->face.at[known].other == u->face.at[known].card) {
        front->other = (uint32_t)known;
        u->face.at[known].other = first;
        u->face.at[known].mana_value += front->mana_value;
        u->face.at[known].identity |= front->identity;
        return;
    }
    if (!read_face(u, d->face, VM_SHAPE_MELDED))
        return;
    vm_face *whole = &u->face.at[first + 1];
    u->face.at[first].other = first + 1;
    whole->card = whole->other = first;
    whole->mana_value = u->face.at[first].mana_value;
    whole->flags |= VM_FF_BACK;
}

/* Does every card that melds have its other one? */
static void check_melding(cc_unit *u, const syn_decl *d)
{
    const int at = cc_face_by_name(u, face_name(u, d->phrase.first));
    const vm_face *f = at >= 0 && d->face ? &u->face.at[at] : NULL;
    const vm_face *whole = f && f->shape == VM_SHAPE_MELD ? &u->face.at[f->other] : NULL;
    if (whole && whole->card == whole->other) {
        cc_diag_add(u->diags, CC_BAD_HEADER, d->face->span,
                    "two cards meld: the other one of the pair has 'meld' and this name, too");
        u->face.at[f->other].shape = u->face.at[at].shape = VM_SHAPE_ONE;
    }
}

/* The faces of a card stand behind each other: first the one in front, of a split card both of its halves and then the
 * whole. */
static void read_card(cc_unit *u, const syn_decl *d)
{
    static const struct {
        const char *head;
        uint32_t first, second;
    } KINDS[] = {{"back", VM_SHAPE_FRONT, VM_SHAPE_BACK},
                 {"flip", VM_SHAPE_UPRIGHT, VM_SHAPE_FLIPPED},
                 {"split", VM_SHAPE_LEFT, VM_SHAPE_RIGHT},
                 {"meld", VM_SHAPE_MELD, VM_SHAPE_MELDED}};
    size_t k = 0;
    while (d->face && k < sizeof KINDS / sizeof *KINDS &&
           strcmp(KINDS[k].head, d->face->head->text) != 0)
        k++;
    if (d->face && (k == sizeof KINDS / sizeof *KINDS || d->face->face)) {
        cc_diag_add(u->diags, CC_NOT_HERE, d->face->face ? d->face->face->span : d->face->span,
                    "a card has one other face");
        return;
    }
    if (!d->face) {
        read_face(u, d, VM_SHAPE_ONE);
        return;
    }
    const uint32_t first = u->face.count;
    if (KINDS[k].second == VM_SHAPE_MELDED) {
        read_melding(u, d);
        return;
    }
    if (!read_face(u, d, KINDS[k].first) || !read_face(u, d->face, KINDS[k].second))
        return;
    vm_face *front = &u->face.at[first], *other = front + 1;
    front->card = other->card = other->other = first;
    front->other = first + 1;
    if (KINDS[k].second == VM_SHAPE_FLIPPED) { /* CR 709.1c */
        other->cost = front->cost;
        other->cost_count = front->cost_count;
        other->mana_value = front->mana_value;
        other->colors = front->colors;
    }
    if (KINDS[k].second == VM_SHAPE_RIGHT)
        join_halves(u, d, first, first + 1);
}

void cc_faces_read(cc_unit *u, syn_source *const *sources, uint32_t first, uint32_t count)
{
    for (uint32_t s = first; s < count; s++)
        for (uint32_t i = 0; i < sources[s]->decls.count; i++)
            if (sources[s]->decls.at[i]->head->kind == TOK_CARD)
                read_card(u, sources[s]->decls.at[i]);
    for (uint32_t s = first; s < count; s++)
        for (uint32_t i = 0; i < sources[s]->decls.count; i++)
            if (sources[s]->decls.at[i]->head->kind == TOK_CARD)
                check_melding(u, sources[s]->decls.at[i]);
    u->card_face_count = u->face.count;
}

/* What every face-down object is (CR 707.2a); made where something can turn cards face down. */
void cc_face_down(cc_unit *u)
{
    for (uint32_t i = u->card_face_count; i < u->face.count; i++)
        if (u->face.at[i].shape == VM_SHAPE_FACE_DOWN)
            return;
    head h;
    memset(&h, 0, sizeof h);
    h.row.name = cc_string(u, "");
    h.row.types = VM_TYPE_CREATURE;
    h.row.power = h.row.toughness = 2;
    h.row.flags = VM_FF_TOKEN;
    h.row.shape = VM_SHAPE_FACE_DOWN;
    finish_face(u, &h);
}

static int costs_x(const cc_unit *u, const vm_face *f)
{
    for (uint32_t i = 0; i < f->cost_count; i++)
        if (u->cost.at[f->cost + i].kind == VM_COST_X)
            return 1;
    return 0;
}

/* Each is counted by itself when the spell is cast. */
static void optional_costs_fit(cc_unit *u, const syn_decl *d, const cc_abilities *list)
{
    const uint32_t other = VM_AF_ALTERNATIVE | VM_AF_PER_MODE | VM_AF_MANDATORY;
    uint32_t n = 0, all = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        n += list->at[i].kind == VM_ABILITY_COST && !(list->at[i].flags & other);
        all += list->at[i].kind == VM_ABILITY_COST && !(list->at[i].flags & VM_AF_ALTERNATIVE);
    }
    if (n <= VM_OPTIONAL_COSTS_MAX && all > VM_COSTS_MAX)
        cc_wrong(u, CC_NO_NATIVE, d->phrase.first[0].span,
                 "the rules machine knows %d additional and optional costs of a card at most",
                 VM_COSTS_MAX);
    if (n > VM_OPTIONAL_COSTS_MAX)
        cc_wrong(u, CC_NO_NATIVE, d->phrase.first[0].span,
                 "the rules machine knows %d optional costs of a card at most",
                 VM_OPTIONAL_COSTS_MAX);
}

/* All abilities of both halves. What a fused spell does is first the one, then the other (CR 702.101d): two modes, both
 * chosen, each with targets of its own. */
static void join_abilities(cc_unit *u, uint32_t whole)
{
    const uint32_t left = u->face.at[whole].other, half[2] = {left, u->face.at[left].other};
    const vm_ability *spell[2] = {NULL, NULL};
    uint32_t fused = 0, at = 0;
    for (uint32_t i = 0; i < u->fused.count; i++)
        for (uint32_t k = 0; k < 2; k++)
            if (u->fused.at[i] == half[k]) {
                fused |= 1u << k;
                at = u->fused.at[i];
            }
    if (fused && fused != 3) /* CR 702.101a */
        cc_wrong(u, CC_NOT_HERE, u->bodies.at[at]->span,
                 "both halves of a split card have 'fuse', or none");
    cc_abilities list = {0};
    for (int k = 0; k < 2; k++)
        for (uint32_t i = 0; i < u->face.at[half[k]].ability_count; i++) {
            const vm_ability *a = &u->ability.at[u->face.at[half[k]].abilities + i];
            if (a->kind == VM_ABILITY_SPELL && !(a->flags & (VM_AF_PART | VM_AF_IN_PLACE)))
                spell[k] = a;
            else
                VEC_PUSH(u->mem, &list, *a);
        }
    if (spell[0] && spell[1] && !spell[0]->mode_count && !spell[1]->mode_count) {
        vm_ability both = *spell[0];
        both.flags |= spell[1]->flags;
        both.effect = both.targets = both.target_count = 0;
        both.modes = u->mode.count;
        both.mode_count = both.mode_min = both.mode_max = 2;
        for (int k = 0; k < 2; k++) {
            const vm_mode row = {spell[k]->effect, spell[k]->targets, spell[k]->target_count,
                                 spell[k]->line};
            VEC_PUSH(u->mem, &u->mode, row);
        }
        both.text = cc_string(u, arena_printf(u->mem, "\xE2\x80\xA2 %s\n\xE2\x80\xA2 %s",
                                              u->strings.at + spell[0]->text,
                                              u->strings.at + spell[1]->text));
        VEC_PUSH(u->mem, &list, both);
    }
    u->face.at[whole].abilities = cc_abilities_store(u, &list);
    u->face.at[whole].ability_count = list.count;
}

/* What players read, of each ability and of the card. Sentences of a spell follow each other in one line. */
typedef struct printing {
    m_card_view card;
    m_bound bound;
    arena_chars all;
    int effect; /* the last one was such a sentence */
} printing;

static void print_one(cc_unit *u, printing *p, const m_ability *m, cc_abilities *list,
                      uint32_t first)
{
    const int more = m->kind == ABILITY_SPELL;
    const char *said = m_sentence(u->mem, u->voc, STYLE_PLAYER, &p->card, m);
    const uint32_t text = cc_string(u, said);
    for (uint32_t i = first; i < list->count; i++)
        list->at[i].text = text;
    if (p->all.count)
        arena_chars_add(u->mem, &p->all, more && p->effect ? " " : "\n");
    arena_chars_add(u->mem, &p->all, said);
    p->effect = more && !strchr(said, '\n');
}

/* What it is as an Aura (CR 702.102a): everything else that it says stays. */
static void as_aura(cc_unit *u, uint32_t main, const cc_abilities *list)
{
    vm_face f = u->face.at[main];
    cc_abilities all = {0};
    vm_ability enchants = cc_ability_new(VM_ABILITY_KEYWORD, (cc_span){0});
    enchants.zones = 0x7F;
    enchants.keyword =
        (uint32_t)voc_symbol_number(u->voc, VM_SYM_KEYWORD, vm_marker_name(VM_MARKER_ENCHANT));
    enchants.sel = u->as_aura.hosts;
    enchants.mode_max = u->as_aura.keyword; /* for which it is cast */
    enchants.line = f.line;
    VEC_PUSH(u->mem, &all, enchants);
    for (uint32_t i = 0; i < list->count; i++)
        VEC_PUSH(u->mem, &all, list->at[i]);
    const uint32_t own = f.subtypes;
    f.subtypes = u->words.count;
    f.subtype_count = 1;
    VEC_PUSH(u->mem, &u->words, VM_SUBTYPE_AURA);
    (void)own;
    f.types = (f.types & ~(uint32_t)VM_TYPE_CREATURE) | VM_TYPE_ENCHANTMENT;
    f.cost = u->as_aura.cost;
    f.cost_count = u->as_aura.cost_count;
    f.abilities = cc_abilities_store(u, &all);
    f.ability_count = all.count;
    f.shape = VM_SHAPE_AS_AURA;
    f.card = f.other = main;
    VEC_PUSH(u->mem, &u->face, f);
    u->face.at[main].shape = VM_SHAPE_TWOFOLD;
    u->face.at[main].card = main;
    u->face.at[main].other = u->face.count - 1;
}

/* What a card says of its own colours is so in every zone (CR 604.3). */
static void own_colors(cc_unit *u, uint32_t face, const cc_abilities *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        const vm_ability *a = &list->at[i];
        if (a->kind == VM_ABILITY_STATIC && (a->flags & VM_AF_CDA) && a->mod_count == 1 &&
            u->mod.at[a->mods].op == VM_MOD_SET_COLORS)
            u->face.at[face].identity |= u->face.at[face].colors = u->mod.at[a->mods].a;
    }
}

/* What is on either side of a card is printed on it (CR 607.1b): its abilities are linked with those of the other. */
static int is_other_side(const cc_unit *u, uint32_t i)
{
    return i && u->face.at[i].other == i - 1 &&
           (u->face.at[i].shape == VM_SHAPE_BACK || u->face.at[i].shape == VM_SHAPE_FLIPPED);
}

/* Places that no other card has: an object can have abilities of several (CR 607.5). */
static void begin_links(const cc_unit *u, uint32_t i, m_links *links, m_name **names)
{
    if (is_other_side(u, i))
        return;
    memset(links, 0, sizeof *links);
    links->first = links->count = u->links;
    *names = NULL;
    for (int k = 0; k < LINKED_COUNT && i + 1 < u->bodies.count; k++)
        links->linked[k].mentioned = (uint8_t)is_other_side(u, i + 1);
}

static void end_links(cc_unit *u, uint32_t i, const m_links *links)
{
    u->links = links->count;
    if (i + 1 < u->bodies.count && is_other_side(u, i + 1))
        return;
    for (int k = 0; k < LINKED_COUNT; k++)
        for (int given = 0; given <= M_GIVEN_MAX; given++)
            if (links->linked[k].used[given].line && !(links->linked[k].made >> given & 1))
                cc_wrong(u, CC_NO_REFERENT, links->linked[k].used[given],
                         "no ability here %s anything before",
                         k == LINKED_EXILED       ? "exiles"
                         : k == LINKED_SACRIFICED ? "sacrifices"
                                                  : "chooses");
}

void cc_face_bodies(cc_unit *u)
{
    m_links links = {0};
    m_name *names = NULL;
    for (uint32_t i = 0; i < u->bodies.count; i++) {
        const syn_decl *d = u->bodies.at[i];
        if (u->face.at[i].shape == VM_SHAPE_SPLIT) {
            join_abilities(u, i);
            continue;
        }
        m_context context = {0};
        cc_scope s;
        cc_abilities list = {0};
        memset(&s, 0, sizeof s);
        u->says_each = 0;
        memset(&u->as_aura, 0, sizeof u->as_aura);
        begin_links(u, i, &links, &names);
        if (!is_other_side(u, i))
            cc_paid_begin(u);
        context.links = &links;
        context.names = names;
        context.is_spell = (u->face.at[i].types & (VM_TYPE_INSTANT | VM_TYPE_SORCERY)) != 0;
        context.is_card = 1;
        context.card_name = &u->strings.at[u->face.at[i].name];
        context.is_land = (u->face.at[i].types & VM_TYPE_MASK) == VM_TYPE_LAND;
        context.can_be_attached = (uint8_t)cc_can_be_attached(u, &u->face.at[i], d->body);
        s.u = u;
        s.context = &context;
        s.duration = -1;
        s.face_idx = i;
        s.of_card = 1;
        s.clause = 1;
        s.x_known = (uint8_t)costs_x(u, &u->face.at[i]);
        s.kind = context.is_spell ? SCOPE_SPELL : SCOPE_PERMANENT;
        if (d->body) {
            m_reader r;
            printing p = {.card = {context.card_name, u->face.at[i].types & VM_TYPE_MASK, NULL}};
            p.card.bound = &p.bound;
            m_reader_init(&r, u->mem, u->diags, u->voc, &context);
            for (m_ability *m = m_read_abilities_block(&r, d->body), *rest; m; m = rest) {
                const uint32_t first = list.count;
                rest = m->next;
                m->next = NULL;
                cc_abilities_lower(&s, m, &list);
                const vm_face face = u->face.at[i]; /* tokens may have moved the rows */
                cc_stands(u, &face, m, &list, first);
                if (!u->diags->total_count)
                    print_one(u, &p, m, &list, first);
            }
            VEC_PUSH(u->mem, &p.all, '\0');
            u->face.at[i].text = cc_string(u, p.all.at);
        }
        for (const m_name *n = context.names; n && !u->diags->total_count; n = n->next)
            if (n->of_keyword && !n->given_at)
                cc_wrong(u, CC_NO_MEANING, d->span,
                         "this card speaks of what was chosen, and nothing chooses it");
        names = context.names;
        end_links(u, i, &links);
        cc_paid_end(u, &list, i + 1 >= u->bodies.count || !is_other_side(u, i + 1));
        optional_costs_fit(u, d, &list);
        own_colors(u, i, &list);
        if (u->face.at[i].types & VM_TYPE_CONSPIRACY) /* CR 313.5 */
            cc_in_command_zone(&list);
        u->face.at[i].abilities = cc_abilities_store(u, &list);
        u->face.at[i].ability_count = list.count;
        if (u->as_aura.hosts)
            as_aura(u, i, &list);
    }
}

/* ---- tokens -----------------------------------------------------------------------------------
 */

static int same_face(const cc_unit *u, const vm_face *a, const vm_face *b)
{
    if (a->shape != b->shape || a->types != b->types || a->colors != b->colors ||
        a->power != b->power || a->toughness != b->toughness || a->name != b->name ||
        a->subtype_count != b->subtype_count || a->ability_count || b->ability_count)
        return 0;
    for (uint32_t i = 0; i < a->subtype_count; i++)
        if (u->words.at[a->subtypes + i] != u->words.at[b->subtypes + i])
            return 0;
    return 1;
}

/* Nothing but abilities, which function in the command zone (CR 113.3, 113.4). */
uint32_t cc_emblem_face(cc_scope *s, const m_body *block)
{
    head h;
    cc_abilities list = {0};
    cc_scope inner;
    memset(&h, 0, sizeof h);
    cc_scope_given(s, &inner, NULL);
    cc_abilities_lower(&inner, block->stmts->ability, &list);
    cc_in_command_zone(&list);
    h.row.name = cc_string(s->u, "");
    h.row.flags = VM_FF_TOKEN;
    h.row.abilities = cc_abilities_store(s->u, &list);
    h.row.ability_count = list.count;
    finish_face(s->u, &h);
    return s->u->face.count - 1;
}

uint32_t cc_offer_face(cc_scope *s, cc_span at, const m_cost *cost)
{
    cc_unit *u = s->u;
    head h;
    cc_abilities list = {0};
    cc_scope inner;
    cc_fn f;
    uint32_t zone = 0;
    memset(&h, 0, sizeof h);
    cc_scope_given(s, &inner, NULL);
    vm_ability a = cc_ability_new(VM_ABILITY_ACTIVATED, at);
    a.cost = cc_costs(&inner, cost, &a.cost_count, &a.flags, &zone);
    if (zone)
        cc_wrong(u, CC_NOT_HERE, at, "only what any player can pay ends an effect");
    a.flags |= VM_AF_SPECIAL;
    a.zones = 1u << VM_ZONE_COMMAND;
    cc_fn_begin(&f, &inner, 1);
    cc_native(&f, VM_NATIVE_withdraw, NULL);
    a.effect = cc_fn_end(&f);
    VEC_PUSH(u->mem, &list, a);
    h.row.name = u->face.at[s->face_idx].name;
    h.row.flags = VM_FF_TOKEN;
    h.row.abilities = cc_abilities_store(u, &list);
    h.row.ability_count = list.count;
    finish_face(u, &h);
    return u->face.count - 1;
}

/* The abilities that come with a designation of players are those of a face that is made where somebody can get it. */
void cc_designation(cc_unit *u, uint32_t number)
{
    vm_symbol *row = NULL;
    const voc_symbol *said = voc_symbol_by_number(u->voc, VM_SYM_COUNTER, number);
    for (uint32_t i = 0; i < u->symbol.count && !row; i++)
        if (u->symbol.at[i].kind == VM_SYM_COUNTER && u->symbol.at[i].number == number)
            row = &u->symbol.at[i];
    if (!row || !said || !said->body || row->a)
        return;
    head h;
    m_links links = {0};
    m_context context = {0};
    cc_abilities list = {0};
    cc_scope s;
    m_reader r;
    memset(&h, 0, sizeof h);
    memset(&s, 0, sizeof s);
    h.row.name = cc_string(u, said->name);
    h.row.flags = VM_FF_TOKEN;
    finish_face(u, &h); /* first of all: what it says may give it to somebody */
    row->a = u->face.count;
    links.first = links.count = u->links;
    context.links = &links;
    s.u = u;
    s.context = &context;
    s.duration = -1;
    s.clause = 1;
    s.kind = SCOPE_PERMANENT;
    s.face_idx = u->face.count - 1;
    m_reader_init(&r, u->mem, u->diags, u->voc, &context);
    cc_abilities_lower(&s, m_read_abilities_block(&r, said->body), &list);
    cc_in_command_zone(&list);
    vm_face *f = &u->face.at[s.face_idx];
    f->abilities = cc_abilities_store(u, &list);
    f->ability_count = list.count;
    u->links = links.count;
}

/* Is the size of the token known only when it is made? */
int cc_is_counted(const m_quality_list *q)
{
    return q->size ||
           (q->has_pt && (q->power->kind != AMT_CONST || q->toughness->kind != AMT_CONST));
}

uint32_t cc_token_face(cc_scope *s, const m_quality_list *q, const m_body *block)
{
    cc_unit *u = s->u;
    head h;
    memset(&h, 0, sizeof h);
    const char *name = q->name ? q->name : "";
    for (uint32_t i = 0; i < q->subtypes.count; i++) {
        const voc_symbol *sub = voc_symbol_by_number(u->voc, VM_SYM_SUBTYPE, q->subtypes.at[i]);
        VEC_PUSH(u->mem, &h.subtypes, q->subtypes.at[i]);
        if (!q->name && sub) /* CR 110.4b: its name is its subtypes */
            name = arena_printf(u->mem, *name ? "%s %s" : "%s%s", name, sub->name);
    }
    h.row.types = q->types | q->supertypes << 16;
    h.row.colors = q->colors;
    if (q->has_pt) {
        const int fixed = !cc_is_counted(q); /* else the native is told */
        h.row.power = fixed ? (uint32_t)q->power->value : 0;
        h.row.toughness = fixed ? (uint32_t)q->toughness->value : 0;
    }
    if (q->chosen) {
        cc_wrong(u, CC_NO_NATIVE, q->span,
                 "the rules machine makes tokens of a fixed kind only, so far");
        return UINT32_MAX;
    }
    if (!q->types) {
        cc_wrong(u, CC_BAD_VALUE, q->span,
                 "tokens are described like 'a 1/1 white Soldier creature token'");
        return UINT32_MAX;
    }
    if (q->types & (VM_TYPE_INSTANT | VM_TYPE_SORCERY)) {
        cc_wrong(u, CC_BAD_VALUE, q->span,
                 "an instant or sorcery is never on the battlefield, where tokens are");
        return UINT32_MAX;
    }
    for (uint32_t i = 0; i < q->subtypes.count; i++) {
        const voc_symbol *sub = voc_symbol_by_number(u->voc, VM_SYM_SUBTYPE, q->subtypes.at[i]);
        if (sub && sub->a && !(sub->a & q->types)) {
            cc_wrong(u, CC_BAD_VALUE, q->span,
                     "'%s' is no subtype of what this token is (CR 205.3d): say its card type, too",
                     sub->name);
            return UINT32_MAX;
        }
    }
    if ((q->types & VM_TYPE_CREATURE) && !q->has_pt && !q->size) {
        cc_wrong(
            u, CC_BAD_VALUE, q->span,
            "a creature token needs its power and toughness: 'a 1/1 white Soldier creature token'");
        return UINT32_MAX;
    }
    h.row.name = cc_string(u, name);
    h.row.flags |= VM_FF_TOKEN;
    cc_abilities list = {0};
    cc_scope inner;
    cc_scope_given(s, &inner, NULL);
    for (const m_keyword *k = q->abilities ? q->abilities->keywords : NULL; k; k = k->next)
        cc_keyword(&inner, k, &list);
    if (block)
        cc_abilities_lower(&inner, block->stmts->ability, &list);
    h.row.abilities = cc_abilities_store(u, &list);
    h.row.ability_count = list.count;
    finish_face(u, &h);
    const uint32_t at = u->face.count - 1;
    for (uint32_t i = u->card_face_count; i < at; i++)
        if (same_face(u, &u->face.at[i], &u->face.at[at])) {
            u->face.count--;
            return i;
        }
    return at;
}
