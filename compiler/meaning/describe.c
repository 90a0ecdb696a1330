/* Descriptions: 'nonland permanent', 'instant or sorcery card', 'creature with power 3 or less you control'.
 *
 * A nominal is a row of parts joined by 'or', 'and' or commas. A class noun at the end (card, spell, permanent,
 * token) is shared by all parts; adjectives belong to their own part; a part without a noun takes the noun of the
 * next; what stands behind the noun belongs to all. */
#include "compiler/meaning/read.h"

#include <stdlib.h>
#include <string.h>

#include "grammar.tab.h"

typedef struct item {
    m_atom *atom;
    uint32_t end;
    uint8_t noun, one, many, class_noun, player;
} item;

typedef struct part {
    m_atom *first, *last;
    uint32_t nouns, adjectives;
    uint8_t class_noun, one, many, player, plain; /* plain: more than class nouns and adjectives */
    uint8_t joined; /* ',' or 'o' (and, or): how it is joined to the part before */
    m_atom *class_atom;
} part;

m_atom *m_atom_new(m_reader *r, m_atom_kind kind, uint32_t from, uint32_t to)
{
    m_atom *a = ARENA_NEW(r->mem, m_atom);
    a->kind = (uint8_t)kind;
    a->span = m_span(r, from, to);
    return a;
}

/* ---- words ------------------------------------------------------------------------------------
 */

static const voc_class DESCRIBING[] = {VOC_CLASS_TYPE,      VOC_CLASS_SUPERTYPE,  VOC_CLASS_SUBTYPE,
                                       VOC_CLASS_COLOR,     VOC_CLASS_NOUN,       VOC_CLASS_STATUS,
                                       VOC_CLASS_ADJECTIVE, VOC_CLASS_DESIGNATION};

static const voc_entry *describing(const m_reader *r, syn_word first, uint32_t at,
                                   uint32_t *out_end)
{
    const voc_entry *best = NULL;
    for (const voc_entry *e = voc_entries(r->voc, first); e; e = e->next) {
        int fits = 0;
        for (size_t i = 0; i < sizeof DESCRIBING / sizeof *DESCRIBING; i++)
            fits |= e->entry_class == DESCRIBING[i];
        if (!fits || at + e->count > r->count || (best && e->count <= best->count))
            continue;
        uint32_t i = 1;
        while (i < e->count && m_word(r, at + i) == e->words[i])
            i++;
        if (i == e->count) {
            best = e;
            *out_end = at + e->count;
        }
    }
    return best;
}

enum { MEANT_MAX = 8 };

/* adjective historic means legendary, artifact or Saga: read with what is left of the phrase's fuel */
static void read_meant(m_reader *r, const voc_frame *f, m_atom *a)
{
    m_reader inner;
    m_reader_init(&inner, r->mem, r->diags, r->voc, r->context);
    m_reader_phrase(&inner, f->means.first, f->means.count);
    inner.fuel = r->fuel;
    inner.memory = r->memory;
    inner.limited = r->limited;
    inner.meant = (uint8_t)(r->meant + 1);
    const m_hits *hits = inner.meant <= MEANT_MAX ? m_read_desc(&inner, 0) : NULL;
    for (uint32_t i = 0; hits && i < hits->count; i++)
        if (hits->at[i].end == inner.count)
            a->desc = ((m_nominal *)hits->at[i].node)->desc;
    r->fuel = inner.fuel;
    if (!hits && !inner.limited) {
        cc_diag_add(r->diags, CC_TOO_DEEP, f->span,
                    "what '%s' means contains itself, or is %d deep", a->text, MEANT_MAX);
        r->fuel = 0;
        inner.limited = 1;
    }
    r->limited = inner.limited;
    if (a->desc)
        return;
    a->desc = ARENA_NEW(r->mem, m_desc); /* for those who read on */
    a->desc->span = a->span;
    if (!r->limited)
        cc_diag_add(r->diags, CC_BAD_DECL, f->span, "what '%s' means is no description", a->text);
}

static void from_entry(m_reader *r, const voc_entry *e, uint32_t at, item *out)
{
    static const m_atom_kind KIND[] = {
        [VOC_CLASS_TYPE] = ATOM_TYPE,       [VOC_CLASS_SUPERTYPE] = ATOM_SUPERTYPE,
        [VOC_CLASS_SUBTYPE] = ATOM_SUBTYPE, [VOC_CLASS_COLOR] = ATOM_COLOR,
        [VOC_CLASS_NOUN] = ATOM_NOUN,       [VOC_CLASS_STATUS] = ATOM_STATUS,
        [VOC_CLASS_ADJECTIVE] = ATOM_DESC,  [VOC_CLASS_DESIGNATION] = ATOM_DESIGNATED};
    m_atom *a = out->atom = m_atom_new(r, KIND[e->entry_class], at, out->end);
    a->number = e->number;
    a->frame = e->frame;
    a->text = syn_word_text(r->voc->words, e->lemma);
    if (a->kind == ATOM_DESC && e->count > 1) { /* all colors: the whole of it */
        a->text = syn_word_text(r->voc->words, e->words[0]);
        for (uint32_t i = 1; i < e->count; i++)
            a->text =
                arena_printf(r->mem, "%s %s", a->text, syn_word_text(r->voc->words, e->words[i]));
    }
    a->neg = e->entry_class == VOC_CLASS_STATUS && e->extra;
    out->one = (e->form & VOC_FORM_ONE) != 0;
    out->many = (e->form & VOC_FORM_MANY) != 0;
    out->noun = out->one || out->many;
    out->class_noun = e->entry_class == VOC_CLASS_NOUN;
    out->player = out->class_noun && VOC_NOUNS[e->number].want == VM_WANT_PLAYERS;
    if (a->kind == ATOM_DESC)
        read_meant(r, e->frame, a);
}

/* nonland, non-Aura: the word behind 'non', or 0 */
static syn_word without_non(const m_reader *r, uint32_t at)
{
    const char *text = m_kind(r, at) == TOK_WORD ? r->t[at].text : "";
    if (strncmp(text, "non", 3) != 0)
        return 0;
    for (const voc_entry *e = voc_entries(r->voc, m_word(r, at)); e; e = e->next)
        if (e->entry_class != VOC_CLASS_KEYWORD && e->entry_class != VOC_CLASS_WORD)
            return 0;
    return syn_word_find(r->voc->words, text + 3 + (text[3] == '-'));
}

/* the color of your choice · the basic land type of your choice: chosen when it is done */
static m_choice *read_of_choice(m_reader *r, uint32_t at, uint32_t *out_end)
{
    uint32_t i = at + 1;
    m_choice c = {.kind = CHOICE_COLOR};
    if (m_word(r, i) == W_CREATURE && m_word(r, i + 1) == W_TYPE_W)
        c.kind = CHOICE_CREATURE_TYPE, i++;
    else if (m_word(r, i) == W_BASIC && m_word(r, i + 1) == W_LAND && m_word(r, i + 2) == W_TYPE_W)
        c.kind = CHOICE_LAND_TYPE, c.number = 1, i += 2;
    else if (m_word(r, i) != W_COLOR_W)
        return NULL;
    if (m_word(r, at) != W_THE || m_word(r, i + 1) != W_OF || m_word(r, i + 2) != W_YOUR ||
        m_word(r, i + 3) != W_CHOICE)
        return NULL;
    *out_end = i + 4;
    m_choice *kept = ARENA_NEW(r->mem, m_choice);
    *kept = c;
    kept->span = m_span(r, at, *out_end);
    kept->bind = m_chosen(r, m_choice_name(kept), 1);
    if (kept->bind && kept->kind == CHOICE_LAND_TYPE)
        kept->bind->land = 1;
    return kept->bind ? kept : NULL;
}

/* color · creature type · card type: what of that kind was chosen, which ends at *out_end; *out_said: it says a kind */
static m_name *chosen_kind(m_reader *r, uint32_t at, uint32_t *out_end, int *out_said)
{
    const syn_word what = m_word(r, at);
    const uint32_t i = at + (m_word(r, at + 1) == W_TYPE_W);
    m_name *n = NULL;
    *out_said = m_word(r, i) == W_TYPE_W || (m_word(r, i) == W_COLOR_W && i == at);
    *out_end = i + 1;
    if (!*out_said)
        return NULL;
    if (m_word(r, i) == W_COLOR_W)
        return m_chosen(r, M_NAME_COLOR, 0);
    if (what == W_TYPE_W || what == W_CREATURE)
        n = m_chosen(r, M_NAME_SUBTYPE, 0);
    if (!n && (what == W_TYPE_W || what == W_LAND))
        n = m_chosen(r, M_NAME_LAND, 0);
    if (!n && (what == W_TYPE_W || voc_same(r->voc, what, W_CARD_W)))
        n = m_chosen(r, M_NAME_TYPE, 0);
    return n;
}

/* the chosen color · that creature type · the chosen name: the name of what was chosen; NULL */
m_name *m_read_chosen(m_reader *r, uint32_t at, m_choice **out_choice, uint32_t *out_end)
{
    *out_choice = read_of_choice(r, at, out_end);
    if (*out_choice)
        return (*out_choice)->bind;
    const int that = m_word(r, at) == W_THAT;
    if (!that && (m_word(r, at) != W_THE || m_word(r, at + 1) != W_CHOSEN))
        return NULL;
    int said;
    m_name *n = chosen_kind(r, at + 2 - (uint32_t)that, out_end, &said);
    if (!n && said && !that)
        m_want(r, at, "'choose a color' or 'choose a creature type' before this");
    return n;
}

/* a color chosen this way: by anybody, where each of several players chose one */
m_name *m_read_chosen_this_way(m_reader *r, uint32_t at, uint32_t *out_end)
{
    int said = 1;
    uint32_t end = at + 2;
    if (m_word(r, at) != W_A)
        return NULL;
    m_name *n = m_word(r, at + 1) == W_NAME_W ? m_chosen(r, M_NAME_CARD, 0)
                                              : chosen_kind(r, at + 1, &end, &said);
    if (m_word(r, end) != W_CHOSEN || m_word(r, end + 1) != W_THIS || m_word(r, end + 2) != W_WAY)
        return NULL;
    *out_end = end + 3;
    if (!n && said)
        m_want(r, at, "'each player chooses a color' before this");
    return n;
}

static int read_name(m_reader *r, uint32_t at, item *out)
{
    uint32_t chosen_end;
    m_choice *choice;
    m_name *chosen = m_read_chosen(r, at, &choice, &chosen_end);
    if (chosen) {
        out->end = chosen_end;
        out->atom = m_atom_new(r, ATOM_CHOSEN, at, chosen_end);
        out->atom->name = chosen;
        out->atom->choice = choice;
        return 1;
    }
    m_name *n = m_name_find(r, m_word(r, at));
    if (!n || (n->kind != M_NAME_COLOR && n->kind != M_NAME_SUBTYPE && n->kind != M_NAME_LAND &&
               n->kind != M_NAME_TYPE && n->kind != M_NAME_QUALITY && n->kind != M_NAME_WORD))
        return 0;
    out->end = at + 1;
    out->atom = m_atom_new(r, n->kind == M_NAME_QUALITY ? ATOM_QUALITY : ATOM_CHOSEN, at, at + 1);
    out->atom->name = n;
    out->noun = n->kind != M_NAME_COLOR;
    out->one = out->many = out->noun;
    return 1;
}

static int read_item(m_reader *r, uint32_t at, item *out)
{
    memset(out, 0, sizeof *out);
    const syn_word w = m_word(r, at);
    if (m_kind(r, at) == TOK_PT && r->t[at].text[0] != '+' &&
        (r->t[at].text[0] != '-' || (r->context->is_test && m_group(r, at + 1) != W_COUNTER))) {
        out->end = at + 1;
        out->atom = m_atom_new(r, ATOM_PT, at, at + 1);
        out->atom->number = (uint32_t)atoi(r->t[at].text);
        out->atom->number2 = (uint32_t)atoi(strchr(r->t[at].text, '/') + 1);
        return 1;
    }
    if (m_kind(r, at) == TOK_STRING) {
        const char *t = r->t[at].text;
        size_t n = strlen(t);
        out->end = at + 1;
        out->atom = m_atom_new(r, ATOM_NAMED, at, at + 1);
        out->atom->text = arena_strndup(r->mem, t + 1, n > 1 && t[n - 1] == '"' ? n - 2 : n - 1);
        out->noun = out->one = out->many = 1;
        return 1;
    }
    if (!w)
        return m_want(r, at, "a description");
    if (w == W_OTHER || w == W_EXTRA) {
        out->end = at + 1;
        out->atom = m_atom_new(r, w == W_OTHER ? ATOM_OTHER : ATOM_EXTRA, at, at + 1);
        return 1;
    }
    if (read_name(r, at, out))
        return 1;
    const voc_entry *e = describing(r, w, at, &out->end);
    if (e) {
        from_entry(r, e, at, out);
        return 1;
    }
    const syn_word rest = without_non(r, at);
    e = rest ? describing(r, rest, at, &out->end) : NULL;
    if (e && e->count == 1) {
        from_entry(r, e, at, out);
        out->atom->neg ^= 1;
        out->noun = out->one = out->many = 0;
        return 1;
    }
    return m_want(r, at, "a description");
}

/* ---- parts ------------------------------------------------------------------------------------
 */

m_atom *m_atom_copy(m_reader *r, const m_atom *a)
{
    m_atom *c = ARENA_NEW(r->mem, m_atom);
    *c = *a;
    c->next = NULL;
    return c;
}

static void part_push(part *p, m_atom *a)
{
    if (p->last)
        p->last->next = a;
    else
        p->first = a;
    p->last = a;
}

static void part_add(part *p, const item *it)
{
    part_push(p, it->atom);
    p->nouns += it->noun;
    p->adjectives += !it->noun;
    p->one = it->one;
    p->many = it->many;
    p->player |= it->player;
    if (it->class_noun) {
        p->class_noun = 1;
        p->class_atom = it->atom;
    } else if (it->noun) {
        p->plain = 1;
    }
}

static void append_copies(m_reader *r, part *to, const m_atom *from, const m_atom *skip)
{
    for (const m_atom *a = from; a; a = a->next)
        if (a != skip)
            part_push(to, m_atom_copy(r, a));
}

/* Adjectives in front of an adjective that is joined belong to all: tapped white or blue creature. */
static int is_noun_atom(const m_atom *a)
{
    return a->kind == ATOM_NOUN || a->kind == ATOM_TYPE || a->kind == ATOM_SUBTYPE ||
           a->kind == ATOM_NAMED || (a->kind == ATOM_CHOSEN && a->name->kind != M_NAME_COLOR);
}

static int is_other(const m_atom *a)
{
    return a->kind == ATOM_OTHER && !a->ref;
}

static int is_leading(const m_atom *a)
{
    return !is_noun_atom(a) || a->neg;
}

/* red creatures and creatures with flying, a red spell or Bear spell: what is said again is said apart */
static int same_noun(const part *a, const part *b)
{
    return a->nouns && b->nouns && a->last->kind == b->last->kind &&
           a->last->number == b->last->number &&
           (a->last->kind == ATOM_TYPE || a->last->kind == ATOM_NOUN);
}

/* What stands in front of the first noun is said of all the nouns behind it that have nothing in front of them:
 * legendary artifact or creature, red instant or sorcery spell. */
static int leads_all(const part *parts, uint32_t n)
{
    if (n < 2 || !parts[0].nouns || !is_leading(parts[0].first))
        return 0;
    for (uint32_t i = 1; i < n; i++)
        if (parts[i].adjectives || !parts[i].nouns || parts[i].player ||
            is_leading(parts[i].first) || same_noun(&parts[0], &parts[i]))
            return 0;
    return 1;
}

static int is_bare_subtype(const part *p)
{
    for (const m_atom *a = p->first; a; a = a->next)
        if (a->kind != ATOM_SUBTYPE)
            return 0;
    return 1;
}

/* Goblin or Elf creature: the type behind the last subtype is that of all of them */
static void share_type(m_reader *r, part *to, const part *last)
{
    if (last->first->kind == ATOM_SUBTYPE && is_bare_subtype(to))
        for (const m_atom *a = last->first; a; a = a->next)
            if (a->kind == ATOM_TYPE)
                part_push(to, m_atom_copy(r, a));
}

/* red or green instant or sorcery: so many adjectives, the last of them in front of the first of several bare nouns; 0 = it is
 * not so. */
static uint32_t adjectives_of_all(const part *parts, uint32_t count)
{
    uint32_t k = 0;
    while (k < count && !parts[k].nouns && parts[k].adjectives == 1)
        k++;
    if (!k || k + 1 >= count || parts[k].adjectives != 1 || !parts[k].nouns || parts[k].player ||
        is_noun_atom(parts[k].first) || is_other(parts[0].first))
        return 0;
    for (uint32_t i = 1; i < count; i++)
        if (parts[i].joined != 'o' || (i > k && (parts[i].adjectives || !parts[i].nouns ||
                                                 parts[i].player || is_leading(parts[i].first))))
            return 0;
    return k + 1;
}

/* Each of those adjectives with each of those nouns. */
static part *each_with_each(m_reader *r, const part *parts, uint32_t adjectives, uint32_t *count)
{
    const uint32_t nouns = *count - adjectives + 1;
    part *all = arena_alloc(r->mem, sizeof *all * adjectives * nouns);
    uint32_t n = 0;
    for (uint32_t i = 0; i < adjectives; i++)
        for (uint32_t k = 0; k < nouns; k++) {
            const part *noun = &parts[adjectives - 1 + k];
            part p = *noun;
            p.first = p.last = NULL;
            p.joined = 'o';
            p.adjectives = 1;
            part_push(&p, m_atom_copy(r, parts[i].first));
            append_copies(r, &p, k ? noun->first : noun->first->next, NULL);
            all[n++] = p;
        }
    *count = n;
    return all;
}

/* What an adjective in front of it takes along: all behind its first adjective, and of 'artifact creature' the noun alone. */
static const m_atom *shared_noun(const part *p)
{
    for (const m_atom *a = p->first->next; a; a = a->next)
        if (is_noun_atom(a))
            return p->first->next;
    return is_noun_atom(p->first) ? p->first : p->first->next;
}

/* Parts to alternatives. */
static m_desc *alternatives(m_reader *r, part *parts, uint32_t count, uint32_t from, uint32_t to)
{
    int or_joined = 0;
    const uint32_t adjectives = adjectives_of_all(parts, count);
    if (adjectives)
        parts = each_with_each(r, parts, adjectives, &count);
    for (uint32_t i = 1; i < count; i++)
        or_joined |= parts[i].joined == 'o';
    /* nonartifact, nonblack creature: commas alone heap adjectives up */
    if (!or_joined)
        for (uint32_t i = 1; i < count; i++) {
            append_copies(r, &parts[0], parts[i].first, NULL);
            parts[0].nouns += parts[i].nouns;
        }
    const uint32_t n = or_joined ? count : 1;
    const part *last = &parts[n - 1];
    m_desc *first = NULL, **tail = &first;
    /* what stands in front of the first joined adjective, and is no noun, is said of all of them */
    const m_atom *shared = NULL, *shared_end = NULL;
    if (n > 1 && !parts[0].nouns && parts[0].adjectives > 1) {
        shared = parts[0].first;
        shared_end = parts[0].last;
    }
    const int leads = leads_all(parts, n);
    for (uint32_t i = 0; i < n; i++) {
        part p = {0};
        int noun_shared = 0;
        for (const m_atom *a = i && leads ? parts[0].first : NULL; a && is_leading(a); a = a->next)
            part_push(&p, m_atom_copy(r, a));
        if (i && leads)
            ;
        else if (i && shared)
            for (const m_atom *a = shared; a != shared_end; a = a->next)
                part_push(&p, m_atom_copy(r, a));
        else if (i && is_other(parts[0].first) &&
                 !is_other(parts[i].first)) /* all other artifacts and enchantments */
            part_push(&p, m_atom_copy(r, parts[0].first));
        append_copies(r, &p, parts[i].first, NULL);
        if (i + 1 < n)
            share_type(r, &p, last);
        if (!parts[i].nouns && last->nouns &&
            i + 1 < n) { /* the noun, and all behind the last one's first adjective */
            uint32_t k = i + 1;
            while (k + 1 < n && !parts[k].nouns)
                k++;
            append_copies(r, &p, shared_noun(&parts[k]), NULL);
            noun_shared = 1;
        } else if (i + 1 < n && !parts[i].class_noun && last->class_noun && !last->player &&
                   last->plain) {
            part_push(&p, m_atom_copy(r, last->class_atom)); /* instant or sorcery card */
        } else if (i + 1 < n && !parts[i].class_noun && last->class_noun && !last->player &&
                   !last->plain && last->adjectives) {
            part_push(&p, m_atom_copy(r, last->class_atom));
        }
        m_desc *d = ARENA_NEW(r->mem, m_desc);
        d->span = m_span(r, from, to);
        d->atoms = p.first;
        d->noun_shared = (uint8_t)noun_shared;
        *tail = d;
        tail = &d->or ;
    }
    return first;
}

uint8_t m_desc_class(const m_desc *d)
{
    uint8_t all = CLASS_ANY;
    for (; d; d = d->or) {
        uint8_t one = CLASS_ANY;
        for (const m_atom *a = d->atoms; a; a = a->next) {
            if (a->kind == ATOM_NOUN)
                one = VOC_NOUNS[a->number].want == VM_WANT_PLAYERS ? CLASS_PLAYER : CLASS_OBJECT;
            else if (a->kind == ATOM_TYPE || a->kind == ATOM_SUBTYPE || a->kind == ATOM_NAMED ||
                     a->kind == ATOM_CHOSEN)
                one = one == CLASS_PLAYER ? one : CLASS_OBJECT;
        }
        all = all == CLASS_ANY ? one : all == one ? all : CLASS_EITHER;
    }
    return all;
}

static m_nominal *nominal_of(m_reader *r, part *parts, uint32_t count, uint32_t from, uint32_t to)
{
    part *copy = arena_alloc(r->mem, sizeof *copy * count);
    memcpy(copy, parts, sizeof *copy * count);
    for (uint32_t i = 0; i < count;
         i++) { /* lists of atoms are lengthened here; those of `parts` go on */
        copy[i].first = copy[i].last = NULL;
        append_copies(r, &copy[i], parts[i].first, NULL);
    }
    m_nominal *n = ARENA_NEW(r->mem, m_nominal);
    const part *last = &parts[count - 1];
    n->no_noun = !last->nouns;
    n->plural = last->many;
    n->singular = last->one || n->no_noun;
    n->desc = alternatives(r, copy, count, from, to);
    n->ref_class = m_desc_class(n->desc);
    return n;
}

static m_nominal *with_post(m_reader *r, const m_nominal *n, const m_atom *atom)
{
    const m_desc *last = n->desc;
    while (last && last->or)
        last = last->or ;
    m_nominal *c = ARENA_NEW(r->mem, m_nominal);
    *c = *n;
    m_desc **tail = &c->desc;
    for (const m_desc *d = n->desc; d; d = d->or) {
        m_desc *e = ARENA_NEW(r->mem, m_desc);
        m_atom **at = &e->atoms;
        e->span = d->span;
        e->noun_shared = d->noun_shared;
        for (const m_atom *a = d->atoms; a; a = a->next) {
            *at = m_atom_copy(r, a);
            at = &(*at)->next;
        }
        if (!m_is_of_the_last(r, d, last, atom))
            *at = m_atom_copy(r, atom);
        *tail = e;
        tail = &e->or ;
    }
    return c;
}

/* Only cards are in a graveyard, hand or library: 'creature' alone is a permanent (CR 109.2). A player is in no zone. */
static int can_be_there(m_reader *r, const m_nominal *n, const m_atom *post, uint32_t at,
                        uint32_t end)
{
    if (post->kind != ATOM_ZONE || r->context->is_test)
        return 1;
    if (n->ref_class == CLASS_PLAYER) {
        m_refuse(r, end, m_span(r, at, end), CC_BAD_SELECTOR, "a player is in no zone");
        return 0;
    }
    if (post->zone->zone == VM_ZONE_BATTLEFIELD || post->zone->zone == VM_ZONE_STACK)
        return 1;
    for (const m_desc *d = n->desc; d; d = d->or) {
        int type = 0, card = 0;
        for (const m_atom *a = d->atoms; a; a = a->next) {
            type |= !a->neg && (a->kind == ATOM_TYPE || a->kind == ATOM_SUBTYPE);
            card |= a->kind == ATOM_NOUN || a->kind == ATOM_NAMED;
        }
        if (type && !card) {
            m_refuse(
                r, end, m_span(r, at, end), CC_BAD_SELECTOR,
                "without 'card' this is a permanent; in other zones there are cards (CR 109.2)");
            return 0;
        }
    }
    return 1;
}

/* What players do is said of players, what happens to things of things. */
static int can_have_happened(const m_nominal *n, const m_atom *post)
{
    if (post->kind == ATOM_DESC && !post->frame && post->desc)
        for (const m_desc *d = post->desc; d; d = d->or)
            for (const m_atom *a = d->atoms; a; a = a->next)
                if (!can_have_happened(n, a))
                    return 0;
    if (post->kind == ATOM_COND) {
        const uint8_t type = post->act->frame->slots[0].type;
        return n->ref_class == CLASS_PLAYER ? type == VOC_PLAYER || type == VOC_THING
                                            : n->ref_class != CLASS_OBJECT || type != VOC_PLAYER;
    }
    if (post->kind == ATOM_WAY)
        return n->ref_class == CLASS_PLAYER;
    if (post->kind != ATOM_HISTORY || n->ref_class == CLASS_ANY || n->ref_class == CLASS_EITHER)
        return 1;
    for (const m_event *e = post->history->event; e; e = e->or) {
        const uint8_t type = e->act->frame->slots[e->hole - 1].type;
        if (n->ref_class == CLASS_PLAYER ? type != VOC_PLAYER && type != VOC_THING
                                         : type == VOC_PLAYER)
            return 0;
    }
    return 1;
}

static void with_all_posts(m_reader *r, const m_nominal *n, uint32_t at, int depth, m_hits *out)
{
    m_hits posts = {0};
    m_read_posts(r, at, &posts);
    if (posts.count && !m_goes_on(r, at, depth))
        return;
    const int plural = m_word(r, at) == W_THAT ? m_verb_is_plural(r, at + 1) : -1;
    if (posts.count && ((plural == 1 && !n->plural) ||
                        (plural == 0 && !n->singular))) { /* a creature that aren't red */
        m_refuse(r, at + 2, m_span(r, at + 1, at + 2), CC_NO_MEANING,
                 "'%s' does not agree with its noun", r->t[at + 1].text);
        posts.count = 0;
    }
    for (uint32_t i = 0; i < posts.count; i++) {
        if (!can_be_there(r, n, posts.at[i].node, at, posts.at[i].end) ||
            !can_have_happened(n, posts.at[i].node))
            continue;
        m_nominal *more = with_post(r, n, posts.at[i].node);
        with_all_posts(r, more, posts.at[i].end, depth + 1, out);
    }
    m_hit_add(r, out, at, (void *)(uintptr_t)n);
}

/* ---- all of it --------------------------------------------------------------------------------
 */

/* 'or', ', or', ',': gives the index behind it, and what it was. */
static uint32_t read_joint(const m_reader *r, uint32_t at, uint8_t *out)
{
    uint32_t i = at;
    *out = 0;
    if (m_kind(r, i) == TOK_COMMA)
        i++, *out = ',';
    const syn_word g = m_group(r, i);
    if ((g == W_OR || g == W_AND) && m_nor_denies(r, i))
        i++, *out = 'o';
    return *out ? i : at;
}

/* nonartifact, nonblack creature or land: a comma between what something is not heaps it up */
static int heaps(const part *p, uint8_t joined, const item *next)
{
    return joined == ',' && !p->nouns && p->last->neg && next->atom->neg;
}

/* creatures blocking creatures: a noun that is there again begins another description */
static int is_there(const part *p, const item *it)
{
    for (const m_atom *a = p->first; a && it->noun; a = a->next)
        if (a->kind == it->atom->kind && a->kind == ATOM_TYPE && a->number == it->atom->number &&
            a->neg == it->atom->neg)
            return 1;
    return 0;
}

static void read_nominals(m_reader *r, uint32_t at, m_hits *out)
{
    VEC(part) parts = {0};
    m_hits found = {0};
    uint32_t i = at;
    item it;
    VEC_PUSH(r->mem, &parts, ((part){0}));
    while (read_item(r, i, &it) && !is_there(&parts.at[parts.count - 1], &it)) {
        part_add(&parts.at[parts.count - 1], &it);
        i = it.end;
        int commas = 0, ors = 0;
        for (uint32_t k = 1; k < parts.count; k++)
            parts.at[k].joined == ',' ? commas++ : ors++;
        const int open_list =
            commas && !ors && parts.at[0].nouns; /* 'artifact, creature' is no list yet */
        if (!open_list)
            m_hit_add(r, &found, i, nominal_of(r, parts.at, parts.count, at, i));
        uint8_t joined;
        uint32_t next = read_joint(r, i, &joined);
        item peek;
        if (joined && it.atom->kind != ATOM_NAMED && read_item(r, next, &peek) &&
            peek.atom->kind != ATOM_NAMED) {
            if (!heaps(&parts.at[parts.count - 1], joined, &peek))
                VEC_PUSH(r->mem, &parts, ((part){.joined = joined}));
            i = next;
        }
    }
    while (found.count--)
        with_all_posts(r, found.at[found.count].node, found.at[found.count].end, 0, out);
}

const m_hits *m_read_desc(m_reader *r, uint32_t at)
{
    int known;
    m_hits *hits = m_memo(r, CAT_DESC, at, &known);
    if (!known) {
        m_hits found = {0};
        read_nominals(r, at, &found);
        *hits = found;
    }
    return hits;
}
