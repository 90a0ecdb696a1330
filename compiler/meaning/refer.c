/* References: what a noun phrase picks out, and how. 'target creature', 'each player', 'up to two cards', 'it',
 * 'that creature's controller', 'the sacrificed creature', 'you and target opponent'. */
#include "compiler/meaning/read.h"

#include <string.h>

#include "grammar.tab.h"

m_ref *m_ref_new(m_reader *r, m_ref_kind kind, m_ref_class ref_class, uint32_t from, uint32_t to)
{
    m_ref *ref = ARENA_NEW(r->mem, m_ref);
    ref->kind = (uint8_t)kind;
    ref->ref_class = (uint8_t)ref_class;
    ref->span = m_span(r, from, to);
    return ref;
}

static m_ref *ref_copy(m_reader *r, const m_ref *ref)
{
    m_ref *c = ARENA_NEW(r->mem, m_ref);
    *c = *ref;
    return c;
}

/* ---- with a noun behind it --------------------------------------------------------------------
 */

typedef struct determiner {
    m_ref_kind kind;
    uint8_t singular, plural; /* what the noun must be; both 0 = either */
    uint8_t each, another, up_to, any_number, or_more, or_less, exact;
    m_amount *count, *least;
    uint8_t target_word; /* 'target' alone may be the noun: any target, two targets */
} determiner;

static m_desc *any_target(m_reader *r, uint32_t at)
{
    m_desc *d = ARENA_NEW(r->mem, m_desc), *player = ARENA_NEW(r->mem, m_desc);
    static const uint32_t TYPES[] = {0, 4}; /* creature or planeswalker, CR 114.4 */
    m_desc **tail = &d;
    for (int i = 0; i < 2; i++) {
        m_desc *one = ARENA_NEW(r->mem, m_desc);
        one->span = m_span(r, at, at + 1);
        one->atoms = m_atom_new(r, ATOM_TYPE, at, at + 1);
        one->atoms->number = TYPES[i];
        *tail = one;
        tail = &one->or ;
    }
    player->span = m_span(r, at, at + 1);
    player->atoms = m_atom_new(r, ATOM_NOUN, at, at + 1);
    player->atoms->number = NOUN_PLAYER;
    *tail = player;
    return d;
}

static m_ref *determined(m_reader *r, const determiner *d, uint32_t from, uint32_t to)
{
    m_ref *ref = m_ref_new(r, d->kind, CLASS_ANY, from, to);
    ref->each = d->each;
    ref->another = d->another;
    ref->up_to = d->up_to;
    ref->any_number = d->any_number;
    ref->or_more = d->or_more;
    ref->or_less = d->or_less;
    ref->exact = d->exact;
    ref->count = d->count;
    ref->least = d->least;
    ref->plural = d->plural || d->any_number;
    return ref;
}

/* the sacrificed creature, the discarded card, the exiled cards */
static const struct {
    const char *past;
    uint32_t number;
} PAID[] = {
#define PAID_WORD(word, number) {word, number},
#include "compiler/meaning/paid.def"
#undef PAID_WORD
};

const char *m_paid_word(uint32_t number)
{
    for (size_t i = 0; i < sizeof PAID / sizeof *PAID; i++)
        if (PAID[i].number == number)
            return PAID[i].past;
    return "";
}

int m_paid_number(const m_reader *r, uint32_t at, uint32_t *out)
{
    for (size_t i = 0; m_word(r, at) && i < sizeof PAID / sizeof *PAID; i++)
        if (strcmp(r->t[at].text, PAID[i].past) == 0) {
            *out = PAID[i].number;
            return 1;
        }
    return 0;
}

int m_paid_row(const m_reader *r, uint32_t row, syn_word verb, uint32_t *out_number,
               syn_word *out_word)
{
    if (row >= sizeof PAID / sizeof *PAID)
        return 0;
    const syn_word past = syn_word_find(r->voc->words, PAID[row].past);
    *out_number = PAID[row].number;
    *out_word = verb && past && voc_same(r->voc, verb, past) ? past : 0;
    return 1;
}

/* Another ability of the same object could mean what this one did (CR 607.2). */
static void mention(m_reader *r, m_linked which, int so)
{
    if (so && r->context->links)
        r->context->links->linked[which].mentioned = 1;
}

/* Behind the word for it: this way · into a graveyard this way. The end, or 0. */
uint32_t m_read_way(m_reader *r, uint32_t at, uint32_t number, m_zone **out_zone)
{
    *out_zone = NULL;
    at += number == PAID_DEALT && m_word(r, at) == W_DAMAGE; /* dealt damage this way */
    if (m_word(r, at) == W_THIS && m_word(r, at + 1) == W_WAY && number != PAID_PUT)
        return at + 2;
    if (number != PAID_PUT || (m_word(r, at) != W_INTO && m_word(r, at) != W_ONTO))
        return 0;
    const m_hits *zones = m_read_zone(r, at + 1);
    for (uint32_t i = 0; i < zones->count; i++)
        if (m_word(r, zones->at[i].end) == W_THIS && m_word(r, zones->at[i].end + 1) == W_WAY) {
            *out_zone = zones->at[i].node;
            return zones->at[i].end + 2;
        }
    return 0;
}

/* each creature destroyed this way · the cards exiled with this · two creature cards put into graveyards this way:
 * two of them */
static void this_way(m_reader *r, const m_ref *like, uint32_t from, uint32_t at, m_hits *out)
{
    uint32_t number;
    m_zone *zone = NULL;
    if (!m_paid_number(r, at, &number) || like->kind == REF_TARGET) /* it would not be one */
        return;
    const int with =
        m_word(r, at + 1) == W_WITH && (m_word(r, at + 2) == W_THIS || m_word(r, at + 2) == W_IT);
    const uint32_t end = with ? at + 3 : m_read_way(r, at + 1, number, &zone);
    if (!end)
        return;
    m_ref *ref = ref_copy(r, like);
    ref->kind = REF_PAID;
    ref->number = number;
    ref->zone = zone;
    ref->word = m_word(r, at);
    ref->plural = 1;
    ref->with_this = (uint8_t)with; /* with this: by whatever ability of it */
    mention(r, LINKED_EXILED, number == PAID_EXILED);
    ref->span = m_span(r, from, end);
    if (like->kind == REF_SOME) {
        m_ref *some = ref_copy(r, like);
        some->kind = REF_PART;
        some->desc = NULL;
        some->of = ref;
        some->span = ref->span;
        ref->count = ref->least = NULL;
        ref->up_to = ref->any_number = ref->or_more = ref->or_less = ref->exact = ref->another = 0;
        ref = some;
    }
    m_hit_add(r, out, end, ref);
}

/* that creature, that artifact card: what it is, not how it is now */
static int says_what_it_was(const m_desc *d)
{
    for (; d; d = d->or)
        for (const m_atom *a = d->atoms; a; a = a->next)
            if (a->kind == ATOM_STATUS || a->kind == ATOM_OTHER || a->kind == ATOM_ZONE ||
                a->kind == ATOM_KEYWORD || a->kind == ATOM_CONTROL)
                return 0;
    return 1;
}

int m_desc_says(const m_desc *d, m_atom_kind kind)
{
    for (; d; d = d->or)
        for (const m_atom *a = d->atoms; a; a = a->next)
            if (a->kind == kind)
                return 1;
    return 0;
}

static void with_noun(m_reader *r, const determiner *d, uint32_t from, uint32_t at, m_hits *out)
{
    if (d->target_word && m_group(r, at) == W_TARGET) { /* any target; one or two targets */
        m_ref *ref = determined(r, d, from, at + 1);
        ref->kind = REF_TARGET;
        ref->ref_class = CLASS_EITHER;
        ref->desc = any_target(r, at);
        m_hit_add(r, out, at + 1, ref);
    }
    const m_hits *nouns = m_read_desc(r, at);
    for (uint32_t i = 0; i < nouns->count; i++) {
        const m_nominal *n = nouns->at[i].node;
        if (n->no_noun) {
            m_want(r, nouns->at[i].end, "a noun");
            continue;
        }
        const int several = d->plural || (d->kind == REF_THE && d->count &&
                                          d->count->kind == AMT_CONST && d->count->value > 1);
        if ((d->singular && !n->singular) || (several && !n->plural && !r->context->is_test)) {
            m_refuse(r, nouns->at[i].end, m_span(r, from, nouns->at[i].end), CC_NO_MEANING,
                     d->singular ? "'%s': one, so the noun stands in the singular"
                                 : "'%s': several, so the noun stands in the plural",
                     m_text(r, from, nouns->at[i].end));
            continue;
        }
        if ((d->kind == REF_THAT || d->kind == REF_THE) && !r->context->is_test &&
            !says_what_it_was(n->desc)) {
            if (d->kind == REF_THE) { /* the other cards revealed this way */
                m_ref *ref = determined(r, d, from, nouns->at[i].end);
                ref->desc = n->desc;
                ref->ref_class = n->ref_class;
                this_way(r, ref, from, nouns->at[i].end, out);
            }
            m_refuse(r, nouns->at[i].end, m_span(r, from, nouns->at[i].end), CC_BAD_SELECTOR,
                     "'%s' means what was said before; what else must be so is asked with 'if'",
                     r->t[from].text);
            continue;
        }
        if (d->kind != REF_SOME && m_desc_says(n->desc, ATOM_RANDOM)) {
            m_refuse(r, nouns->at[i].end, m_span(r, from, nouns->at[i].end), CC_NO_MEANING,
                     "'at random' stands behind 'a' or a number");
            continue;
        }
        m_ref *ref = determined(r, d, from, nouns->at[i].end);
        ref->desc = n->desc;
        ref->ref_class = n->ref_class;
        if (d->kind == REF_ALL && !d->each)
            ref->plural = n->plural;
        this_way(r, ref, from, nouns->at[i].end, out);
        m_hit_add(r, out, nouns->at[i].end, ref);
    }
}

/* A number in front of a noun: two, X, that many, up to two, one or two, three or more */
static uint32_t read_count(m_reader *r, uint32_t at, determiner *d)
{
    uint32_t i = at;
    int32_t one;
    if (m_word(r, i) == W_UP && m_word(r, i + 1) == W_TO) {
        d->up_to = 1;
        i += 2;
    }
    if (m_word(r, i) == W_EXACTLY)
        d->exact = 1, i++;
    if (m_word(r, i) == W_AT && m_word(r, i + 1) == W_LEAST) {
        d->or_more = 1;
        i += 2;
    }
    if (m_read_number(r, i, &one) && m_word(r, i + 1) == W_OR) {
        int32_t two;
        if (m_read_number(r, i + 2, &two)) { /* one or two */
            d->least = m_amount_const(r, one, i);
            d->count = m_amount_const(r, two, i + 2);
            return i + 3;
        }
        if (m_group(r, i + 2) == W_MORE || m_group(r, i + 2) == W_LESS) { /* one or more */
            d->count = m_amount_const(r, one, i);
            *(m_group(r, i + 2) == W_MORE ? &d->or_more : &d->or_less) = 1;
            return i + 3;
        }
    }
    if (m_kind(r, i) == TOK_NUM || m_word(r, i) == W_X || m_read_number(r, i, &one)) {
        const m_name *name = m_name_find(r, m_word(r, i));
        if (m_word(r, i) == W_X && !name) {
            d->count = m_amount_new(r, AMT_X, i, i + 1);
        } else if (name && name->kind == M_NAME_NUMBER) {
            d->count = m_amount_new(r, AMT_NAME, i, i + 1);
            d->count->name = (m_name *)(uintptr_t)name;
        } else if (m_read_number(r, i, &one)) {
            d->count = m_amount_const(r, one, i);
        } else {
            return 0;
        }
        return i + 1;
    }
    const m_name *name = m_name_find(r, m_word(r, i));
    if (name && name->kind == M_NAME_NUMBER) {
        d->count = m_amount_new(r, AMT_NAME, i, i + 1);
        d->count->name = (m_name *)(uintptr_t)name;
        return i + 1;
    }
    if (m_word(r, i) == W_THAT && m_group(r, i + 1) == W_MANY) {
        d->count = m_amount_new(r, AMT_EVENT, i, i + 2);
        return i + 2;
    }
    if (m_word(r, i) == W_TWICE && m_word(r, i + 1) == W_THAT && m_group(r, i + 2) == W_MANY) {
        d->count = m_amount_new(r, AMT_MUL, i, i + 3);
        d->count->left = m_amount_new(r, AMT_EVENT, i + 1, i + 3);
        d->count->right = m_amount_const(r, 2, i);
        return i + 3;
    }
    return 0;
}

static int is_one(const m_amount *a)
{
    return a && a->kind == AMT_CONST && a->value == 1;
}

static void counted(m_reader *r, uint32_t at, m_hits *out)
{
    determiner d = {.kind = REF_SOME};
    uint32_t i = read_count(r, at, &d);
    if (!i)
        return;
    if (m_word(r, i) == W_OF) { /* one of them, two of those creatures */
        const m_hits *of = m_read_ref(r, i + 1);
        for (uint32_t k = 0; k < of->count; k++) {
            m_ref *ref = determined(r, &d, at, of->at[k].end);
            ref->kind = REF_PART;
            ref->of = of->at[k].node;
            ref->ref_class = ref->of->ref_class;
            m_hit_add(r, out, of->at[k].end, ref);
        }
        return;
    }
    const syn_word next = m_word(r, i);
    if (next == W_INTO || next == W_ONTO || next == W_ON) { /* put one into your hand: of them */
        m_ref *ref = determined(r, &d, at, i);
        ref->kind = REF_PART;
        ref->of = m_ref_new(r, REF_PRONOUN, CLASS_ANY, at, i);
        ref->of->word = W_THEY;
        ref->of->plural = 1;
        ref->of->number = 2;
        ref->ref_class = CLASS_OBJECT;
        m_hit_add(r, out, i, ref);
    }
    d.singular = is_one(d.count) && !d.or_more && !d.or_less && !d.least;
    d.plural = !d.singular && d.count->kind == AMT_CONST;
    d.target_word = 1;
    if (m_word(r, i) == W_OTHER && m_word(r, i + 1) == W_TARGET)
        d.another = 1, i++;
    if (m_word(r, i) == W_ANOTHER)
        d.another = 1, i++;
    if (m_word(r, i) == W_TARGET) {
        d.kind = REF_TARGET;
        with_noun(r, &d, at, i + 1, out);
    } else if (m_word(r, i) == W_ADDITIONAL) {
        with_noun(r, &d, at, i + 1, out);
    } else {
        with_noun(r, &d, at, i, out);
    }
}

/* each of them · each of those creatures · all of them · both of them · any of them */
static int all_of(m_reader *r, uint32_t at, m_hits *out)
{
    if (m_word(r, at + 1) != W_OF)
        return 0;
    const m_hits *of = m_read_ref(r, at + 2);
    for (uint32_t k = 0; k < of->count; k++) {
        m_ref *ref = ref_copy(r, of->at[k].node);
        if (ref->kind != REF_TARGET && ref->kind != REF_SOME) {
            ref->each = m_group(r, at) == W_EACH;
            ref->span = m_span(r, at, of->at[k].end);
            if (ref->each)
                ref->plural = 0;
        } else if (m_group(r, at) == W_EACH) {
            ref->each = 1;
        }
        m_hit_add(r, out, of->at[k].end, ref);
    }
    return 1;
}

/* ---- the ... ----------------------------------------------------------------------------------
 */

/* the top card of your library · the top two cards of target player's library */
static void read_top(m_reader *r, uint32_t from, uint32_t at, m_hits *out)
{
    uint32_t i = at + 1;
    determiner d = {.kind = REF_TOP};
    const uint32_t counted_to = read_count(r, i, &d);
    if (counted_to)
        i = counted_to;
    if (m_group(r, i) != W_CARD_W && !voc_same(r->voc, m_word(r, i), W_CARD_W))
        return;
    if (m_word(r, i + 1) != W_OF)
        return;
    const m_hits *zone = m_read_zone(r, i + 2);
    for (uint32_t k = 0; k < zone->count; k++) {
        if (((const m_zone *)zone->at[k].node)->also)
            continue;
        m_ref *ref = m_ref_new(r, REF_TOP, CLASS_OBJECT, from, zone->at[k].end);
        ref->zone = zone->at[k].node;
        ref->count = d.count ? d.count : m_amount_const(r, 1, at);
        ref->plural = d.count && !is_one(d.count);
        ref->number = m_word(r, at) == W_BOTTOM;
        m_hit_add(r, out, zone->at[k].end, ref);
    }
}

/* the other creature, and not 'the other' alone */
static int read_other_noun(m_reader *r, uint32_t at)
{
    const m_hits *d = m_read_desc(r, at);
    for (uint32_t i = 0; i < d->count; i++)
        if (!((const m_nominal *)d->at[i].node)->no_noun)
            return 1;
    return 0;
}

static void read_the(m_reader *r, uint32_t at, m_hits *out)
{
    uint32_t i = at + 1, number;
    const syn_word w = m_word(r, i);
    if (w == W_TOP || w == W_BOTTOM)
        read_top(r, at, i, out);
    if (w == W_REST || (w == W_OTHER && !read_other_noun(r, i))) {
        m_ref *ref = m_ref_new(r, REF_THE, CLASS_OBJECT, at, i + 1);
        ref->word = W_REST;
        ref->plural = w == W_REST;
        m_hit_add(r, out, i + 1, ref);
    }
    determiner d = {.kind = REF_THE};
    if (m_paid_number(r, i, &number)) {
        m_hits some = {0};
        with_noun(r, &d, at, i + 1, &some);
        for (uint32_t k = 0; k < some.count; k++) {
            m_ref *ref = some.at[k].node;
            ref->kind = REF_PAID;
            ref->number = number;
            ref->word = m_word(r, i);
            mention(r, LINKED_EXILED, number == PAID_EXILED);
            m_hit_add(r, out, some.at[k].end, ref);
        }
    }
    if (w == W_CHOSEN) {
        m_hits some = {0};
        with_noun(r, &d, at, i + 1, &some);
        for (uint32_t k = 0; k < some.count; k++) {
            m_ref *ref = some.at[k].node;
            ref->word = W_CHOSEN;
            mention(r, LINKED_CHOSEN, 1);
            m_hit_add(r, out, some.at[k].end, ref);
        }
        return;
    }
    if (read_count(r, i, &d)) {
        uint32_t k = read_count(r, i, &d);
        with_noun(r, &d, at, k, out);
    }
    if (w == W_DEFENDING || w == W_ACTIVE) {
        if (m_word(r, i + 1) == W_PLAYER_W)
            m_hit_add(
                r, out, i + 2,
                m_ref_new(r, w == W_ACTIVE ? REF_ACTIVE : REF_DEFENDER, CLASS_PLAYER, at, i + 2));
        return;
    }
    d.count = d.least = NULL;
    with_noun(r, &d, at, i, out);
}

/* ---- possessors -------------------------------------------------------------------------------
 */

static m_ref *pronoun(m_reader *r, syn_word word, m_ref_class ref_class, uint32_t at)
{
    m_ref *ref = m_ref_new(r, REF_PRONOUN, ref_class, at, at + 1);
    ref->word = word;
    ref->plural = word == W_THEY;
    return ref;
}

static const m_hits *read_core(m_reader *r, uint32_t at);

/* your, its, their; any core with 's or ' behind it. The end is that of the possessor. */
const m_hits *m_read_possessor(m_reader *r, uint32_t at)
{
    int known;
    m_hits *hits = m_memo(r, CAT_POSSESSOR, at, &known);
    if (known)
        return hits;
    m_hits found = {0};
    const syn_word w = m_word(r, at);
    if (w == W_YOUR)
        m_hit_add(r, &found, at + 1, m_ref_new(r, REF_YOU, CLASS_PLAYER, at, at + 1));
    else if (w == W_ITS)
        m_hit_add(r, &found, at + 1, pronoun(r, W_IT, CLASS_OBJECT, at));
    else if (w == W_THEIR)
        m_hit_add(r, &found, at + 1, pronoun(r, W_THEY, CLASS_ANY, at));
    const m_hits *core = read_core(r, at);
    for (uint32_t i = 0; i < core->count; i++)
        if (m_kind(r, core->at[i].end) == TOK_POSS)
            m_hit_add(r, &found, core->at[i].end + 1, core->at[i].node);
    *hits = found;
    return hits;
}

/* What stands behind a possessor and is a thing or player: controller, owner, opponents, a zone. */
static void read_possessed(m_reader *r, const m_ref *of, uint32_t from, uint32_t at, m_hits *out)
{
    const syn_word g = m_group(r, at);
    uint32_t end;
    if (g == W_CONTROLLER || g == W_OWNER) {
        m_ref *ref =
            m_ref_new(r, g == W_OWNER ? REF_OWNER : REF_CONTROLLER, CLASS_PLAYER, from, at + 1);
        if (of->ref_class == CLASS_PLAYER) {
            m_refuse(r, at + 1, ref->span, CC_WRONG_TYPE, "only an object has a %s", r->t[at].text);
            return;
        }
        ref->of = (m_ref *)(uintptr_t)of;
        ref->plural = m_word(r, at) == W_OWNERS || m_word(r, at) == W_CONTROLLERS;
        m_hit_add(r, out, at + 1, ref);
        return;
    }
    const voc_entry *noun = m_entry(r, at, VOC_CLASS_NOUN, &end);
    if (noun && noun->number == NOUN_OPPONENT) {
        m_ref *ref = m_ref_new(r, REF_OPPONENTS, CLASS_PLAYER, from, end);
        ref->of = (m_ref *)(uintptr_t)of;
        ref->plural = (noun->form & VOC_FORM_MANY) != 0;
        m_hit_add(r, out, end, ref);
    }
    const voc_entry *zone = m_entry(r, at, VOC_CLASS_ZONE, &end);
    if (zone && of->ref_class != CLASS_OBJECT) {
        m_ref *ref = m_ref_new(r, REF_ZONE, CLASS_OBJECT, from, end);
        ref->zone = ARENA_NEW(r->mem, m_zone);
        ref->zone->span = ref->span;
        ref->zone->zone = zone->number;
        ref->zone->owner = (m_ref *)(uintptr_t)of;
        ref->plural = 1;
        m_hit_add(r, out, end, ref);
        uint32_t also;
        const uint32_t more = m_read_more_zones(r, end, &also);
        if (more) {
            m_ref *all = ref_copy(r, ref);
            all->zone = ARENA_NEW(r->mem, m_zone);
            *all->zone = *ref->zone;
            all->zone->also = also;
            all->zone->span = all->span = m_span(r, from, more);
            m_hit_add(r, out, more, all);
        }
    }
}

/* ---- cores ------------------------------------------------------------------------------------
 */

/* this · this creature */
static void read_this(m_reader *r, uint32_t at, m_hits *out)
{
    uint32_t end;
    if (m_word(r, at + 1) == W_FROM || m_word(r, at + 1) == W_IN) { /* this from your graveyard */
        const m_hits *zone = m_read_zone(r, at + 2);
        for (uint32_t i = 0; i < zone->count; i++) {
            m_ref *ref = m_ref_new(r, REF_THIS, CLASS_OBJECT, at, zone->at[i].end);
            ref->zone = zone->at[i].node;
            m_hit_add(r, out, zone->at[i].end, ref);
        }
    }
    m_hit_add(r, out, at + 1, m_ref_new(r, REF_THIS, CLASS_OBJECT, at, at + 1));
    static const voc_class NOUNS[] = {VOC_CLASS_TYPE, VOC_CLASS_SUBTYPE, VOC_CLASS_NOUN};
    for (size_t i = 0; i < sizeof NOUNS / sizeof *NOUNS; i++) {
        const voc_entry *e = m_entry(r, at + 1, NOUNS[i], &end);
        if (e && (e->form & VOC_FORM_ONE) &&
            !(e->entry_class == VOC_CLASS_NOUN &&
              (VOC_NOUNS[e->number].want == VM_WANT_PLAYERS || e->number == NOUN_ABILITY ||
               e->number == NOUN_EFFECT)))
            m_hit_add(r, out, end, m_ref_new(r, REF_THIS, CLASS_OBJECT, at, end));
    }
}

static void read_name_core(m_reader *r, uint32_t at, m_hits *out)
{
    m_name *n = m_name_find(r, m_word(r, at));
    if (!n || n->kind != M_NAME_THINGS)
        return;
    m_ref *ref = m_ref_new(r, REF_NAME, CLASS_ANY, at, at + 1);
    ref->name = n;
    m_hit_add(r, out, at + 1, ref);
}

/* Is the word in front an adjective or noun of the same phrase? Then its article stands farther in front. */
static int goes_on_with(const m_reader *r, uint32_t at)
{
    for (const voc_entry *e = at ? voc_entries(r->voc, m_word(r, at - 1)) : NULL; e; e = e->next)
        if (e->count == 1 &&
            (e->entry_class == VOC_CLASS_TYPE || e->entry_class == VOC_CLASS_SUPERTYPE ||
             e->entry_class == VOC_CLASS_COLOR || e->entry_class == VOC_CLASS_SUBTYPE ||
             e->entry_class == VOC_CLASS_STATUS))
            return 1;
    return at && strncmp(r->t[at - 1].text, "non", 3) == 0;
}

/* enchanted creature: its status and its type, nothing else */
static int says_only_what_it_is(const m_desc *d)
{
    for (const m_atom *a = d->atoms->next; a; a = a->next)
        if (a->kind != ATOM_TYPE && a->kind != ATOM_SUBTYPE && a->kind != ATOM_NOUN)
            return 0;
    return 1;
}

/* the monarch: the player who has a designation that one player has */
static void read_bearer(m_reader *r, uint32_t at, m_hits *out)
{
    uint32_t end;
    const voc_entry *e =
        m_word(r, at) == W_THE ? m_entry(r, at + 1, VOC_CLASS_DESIGNATION, &end) : NULL;
    const voc_symbol *s = e ? voc_symbol_by_number(r->voc, VM_SYM_COUNTER, e->number) : NULL;
    if (!s || !s->b)
        return;
    m_ref *ref = m_ref_new(r, REF_ALL, CLASS_PLAYER, at, end);
    m_desc *d = ARENA_NEW(r->mem, m_desc);
    m_atom *player = m_atom_new(r, ATOM_NOUN, at, end),
           *has = m_atom_new(r, ATOM_DESIGNATED, at, end);
    player->number = NOUN_PLAYER;
    has->number = e->number;
    has->text = s->name;
    player->next = has;
    d->atoms = player;
    d->span = ref->span;
    ref->desc = d;
    ref->word = W_THE;
    ref->text = s->name;
    m_hit_add(r, out, end, ref);
}

/* creatures you control · enchanted creature · defending player · "Grizzly Bears" */
static void read_bare(m_reader *r, uint32_t at, m_hits *out)
{
    const syn_word w = m_word(r, at);
    if ((w == W_DEFENDING || w == W_ACTIVE) && m_word(r, at + 1) == W_PLAYER_W)
        m_hit_add(
            r, out, at + 2,
            m_ref_new(r, w == W_ACTIVE ? REF_ACTIVE : REF_DEFENDER, CLASS_PLAYER, at, at + 2));
    if (r->context->is_test && w == W_PLAYER_W && m_kind(r, at + 1) == TOK_NUM) { /* player 3 */
        m_ref *seat = m_ref_new(r, REF_SEAT, CLASS_PLAYER, at, at + 2);
        int32_t number = 0;
        m_read_number(r, at + 1, &number);
        seat->number = (uint32_t)number;
        if (seat->number && seat->number <= VM_PLAYERS_MAX)
            m_hit_add(r, out, at + 2, seat);
        else
            m_refuse(r, at + 2, seat->span, CC_BAD_STEP, "players have numbers from 1, you, to %d",
                     VM_PLAYERS_MAX);
        return;
    }
    read_bearer(r, at, out);
    const m_hits *nouns = m_read_desc(r, at);
    for (uint32_t i = 0; i < nouns->count; i++) {
        const m_nominal *n = nouns->at[i].node;
        const m_atom *first = n->desc->atoms;
        if (n->no_noun || m_desc_says(n->desc, ATOM_RANDOM))
            continue;
        m_ref *ref = m_ref_new(r, REF_ALL, (m_ref_class)n->ref_class, at, nouns->at[i].end);
        ref->desc = n->desc;
        ref->plural = n->plural;
        if (!n->plural && !n->desc->or
            &&first->kind == ATOM_STATUS && !first->neg && (first->number & VM_STATUS_HOSTS))
            ref->kind = REF_HOST;
        if (!n->plural && !n->desc->or
            &&first->kind == ATOM_STATUS && !first->neg && (first->number & VM_STATUS_BINDS)) {
            ref->kind = REF_HOST;
            ref->bound = 1;
        }
        if (ref->kind == REF_HOST && !says_only_what_it_is(n->desc)) {
            m_refuse(r, nouns->at[i].end, ref->span, CC_BAD_SELECTOR,
                     "there is one only; what else must be so is said with 'while' or 'if'");
            continue;
        }
        if (ref->kind == REF_HOST && !ref->bound && r->context->is_card &&
            !r->context->can_be_attached) {
            m_refuse(
                r, nouns->at[i].end, ref->span, CC_NO_REFERENT,
                "this card is no Aura, Equipment or Fortification, and is attached to nothing");
            continue;
        }
        if (first->kind == ATOM_NAMED && first->next == NULL && r->context->card_name &&
            strcmp(first->text, r->context->card_name) == 0) {
            m_refuse(r, nouns->at[i].end, ref->span, CC_CARD_QUOTES,
                     "a card calls itself 'this'; by name it would mean all cards of that name");
            continue;
        }
        if (first->kind == ATOM_NAMED && first->next == NULL)
            ref->kind = REF_NAMED, ref->text = first->text;
        else if (!n->plural && ref->kind == REF_ALL && !r->context->is_test) {
            if (!goes_on_with(r, at))
                m_refuse(r, nouns->at[i].end, ref->span, CC_MISSING_OPERAND,
                         "'%s' needs 'a', 'target', 'each' or a number in front of it",
                         m_text(r, at, nouns->at[i].end));
            continue;
        }
        if (ref->kind == REF_ALL && ref->plural && m_group(r, at) == W_TARGET)
            continue;
        if (ref->kind == REF_ALL && ref->plural)
            this_way(r, ref, at, nouns->at[i].end, out);
        m_hit_add(r, out, nouns->at[i].end, ref);
    }
}

/* any number of creatures · any number of target players · any number of them */
static void any_number_of(m_reader *r, uint32_t at, m_hits *out)
{
    determiner d = {.kind = REF_SOME, .any_number = 1, .target_word = 1};
    const uint32_t noun = at + 3;
    if (m_group(r, noun) == W_TARGET) {
        d.kind = REF_TARGET;
        with_noun(r, &d, at, noun + (m_word(r, noun) == W_TARGET), out);
        return;
    }
    with_noun(r, &d, at, noun, out);
    const m_hits *of = m_read_ref(r, noun);
    for (uint32_t k = 0; k < of->count; k++) {
        const m_ref *o = of->at[k].node;
        if (o->kind != REF_PRONOUN && o->kind != REF_THAT && o->kind != REF_NAME)
            continue;
        m_ref *ref = determined(r, &d, at, of->at[k].end);
        ref->kind = REF_PART;
        ref->of = of->at[k].node;
        ref->ref_class = o->ref_class;
        m_hit_add(r, out, of->at[k].end, ref);
    }
}

/* both of them · both creatures: those two that the text speaks of */
static void both(m_reader *r, uint32_t at, m_hits *out)
{
    const determiner d = {.kind = REF_THAT, .plural = 1};
    if (!all_of(r, at, out))
        with_noun(r, &d, at, at + 1 + (m_word(r, at + 1) == W_THE), out);
}

static void read_determined(m_reader *r, uint32_t at, m_hits *out)
{
    const syn_word w = m_word(r, at);
    determiner d = {0};
    switch (syn_word_group(w)) {
    case W_A:
        d = (determiner){.kind = REF_SOME, .singular = 1, .count = m_amount_const(r, 1, at)};
        with_noun(r, &d, at, m_word(r, at + 1) == W_ADDITIONAL ? at + 2 : at + 1, out);
        break;
    case W_EACH:
        if (all_of(r, at, out))
            break;
        d = (determiner){.kind = REF_ALL, .singular = 1, .each = 1};
        with_noun(r, &d, at, at + 1, out);
        break;
    case W_BOTH:
        both(r, at, out);
        break;
    case W_ALL:
        if (all_of(r, at, out))
            break;
        d = (determiner){.kind = REF_ALL, .plural = 1};
        with_noun(r, &d, at, at + 1 + (m_word(r, at + 1) == W_THE), out); /* all the cards */
        break;
    case W_ANY:
        if (m_word(r, at + 1) == W_NUMBER_W && m_word(r, at + 2) == W_OF) {
            any_number_of(r, at, out);
            break;
        }
        if (all_of(r, at, out))
            break;
        d = (determiner){.kind = REF_SOME, .count = m_amount_const(r, 1, at)};
        if (m_group(r, at + 1) == W_TARGET ||
            (m_word(r, at + 1) == W_OTHER && m_word(r, at + 2) == W_TARGET)) {
            d.target_word = 1;
            d.kind = REF_TARGET;
            d.another = m_word(r, at + 1) == W_OTHER;
        }
        with_noun(r, &d, at, at + 1 + d.another, out);
        break;
    case W_NO:
        d = (determiner){.kind = REF_NONE};
        with_noun(r, &d, at, at + 1, out);
        break;
    case W_ANOTHER:
        d = (determiner){
            .kind = REF_SOME, .singular = 1, .another = 1, .count = m_amount_const(r, 1, at)};
        if (m_word(r, at + 1) == W_TARGET) {
            d.kind = REF_TARGET;
            d.target_word = m_read_desc(r, at + 2)->count == 0;
            with_noun(r, &d, at, d.target_word ? at + 1 : at + 2, out);
        } else {
            with_noun(r, &d, at, at + 1, out);
        }
        break;
    case W_TARGET:
        if (w != W_TARGET)
            break;
        d = (determiner){.kind = REF_TARGET, .singular = 1, .count = m_amount_const(r, 1, at)};
        with_noun(r, &d, at, at + 1, out);
        break;
    case W_THAT:
    case W_THOSE:
        d = (determiner){.kind = REF_THAT, .singular = w == W_THAT, .plural = w == W_THOSE};
        with_noun(r, &d, at, at + 1, out);
        break;
    case W_THE:
        read_the(r, at, out);
        break;
    default:
        counted(r, at, out);
    }
}

static void read_simple(m_reader *r, uint32_t at, m_hits *out)
{
    const syn_word w = m_word(r, at);
    switch (syn_word_group(w)) {
    case W_THIS:
        read_this(r, at, out);
        return;
    case W_YOU:
        m_hit_add(r, out, at + 1, m_ref_new(r, REF_YOU, CLASS_PLAYER, at, at + 1));
        return;
    case W_IT: {
        m_ref *it = pronoun(r, W_IT, CLASS_OBJECT, at);
        it->number = w == W_ITSELF;
        m_hit_add(r, out, at + 1, it);
        return;
    }
    case W_THEY: {
        m_ref *they = pronoun(r, W_THEY, CLASS_ANY, at);
        they->number = w == W_THEMSELVES ? 1 : w == W_THEM ? 2 : 0;
        m_hit_add(r, out, at + 1, they);
        return;
    }
    default:
        break;
    }
    m_read_piles(r, at, out);
    read_determined(r, at, out);
    read_name_core(r, at, out);
    read_bare(r, at, out);
}

static void possessions(m_reader *r, const m_ref *of, uint32_t from, uint32_t at, int depth,
                        m_hits *out)
{
    m_hits some = {0};
    read_possessed(r, of, from, at, &some);
    for (uint32_t i = 0; i < some.count; i++) {
        m_hit_add(r, out, some.at[i].end, some.at[i].node);
        if (m_kind(r, some.at[i].end) == TOK_POSS && m_goes_on(r, at, depth))
            possessions(r, some.at[i].node, from, some.at[i].end + 1, depth + 1, out);
    }
}

static const m_hits *read_core(m_reader *r, uint32_t at)
{
    int known;
    m_hits *hits = m_memo(r, CAT_CORE, at, &known);
    if (known)
        return hits;
    m_hits found = {0};
    read_simple(r, at, &found);
    const uint32_t simple = found.count;
    for (uint32_t i = 0; i < simple; i++)
        if (m_kind(r, found.at[i].end) == TOK_POSS)
            possessions(r, found.at[i].node, at, found.at[i].end + 1, 0, &found);
    const syn_word w = m_word(r, at);
    if (w == W_YOUR)
        possessions(r, m_ref_new(r, REF_YOU, CLASS_PLAYER, at, at + 1), at, at + 1, 0, &found);
    else if (w == W_ITS)
        possessions(r, pronoun(r, W_IT, CLASS_OBJECT, at), at, at + 1, 0, &found);
    else if (w == W_THEIR)
        possessions(r, pronoun(r, W_THEY, CLASS_ANY, at), at, at + 1, 0, &found);
    if (!found.count)
        m_want(r, at, "a thing or player");
    *hits = found;
    return hits;
}

/* ---- what stands behind it, and lists ---------------------------------------------------------
 */

/* as prisoner · of your choice · of their choice · at random */
static void with_tails(m_reader *r, const m_ref *core, uint32_t at, m_hits *out)
{
    if (m_word(r, at) == W_OF && m_word(r, at + 2) == W_CHOICE && core->kind != REF_PILE &&
        (m_word(r, at + 1) == W_YOUR || m_word(r, at + 1) == W_THEIR)) {
        m_ref *ref = ref_copy(r, core);
        ref->of_choice = m_word(r, at + 1) == W_YOUR ? 1 : 2;
        with_tails(r, ref, at + 3, out);
    }
    uint32_t end;
    const voc_entry *whose =
        core->kind == REF_TARGET && m_word(r, at) == W_OF && m_group(r, at + 1) == W_A
            ? m_entry(r, at + 2, VOC_CLASS_NOUN, &end)
            : NULL;
    if (whose && whose->number == NOUN_OPPONENT && m_kind(r, end) == TOK_POSS &&
        m_word(r, end + 1) == W_CHOICE) {
        m_ref *ref = ref_copy(r, core);
        ref->of_choice = 3;
        with_tails(r, ref, end + 2, out);
    }
    if (m_word(r, at) == W_AS && m_kind(r, at + 1) == TOK_WORD &&
        m_word(r, at + 1) >= W_CLOSED_COUNT) {
        m_ref *ref = ref_copy(r, core);
        ref->bind = m_name_give(r, m_word(r, at + 1), M_NAME_THINGS, r->t[at + 1].span);
        m_hit_add(r, out, at + 2, ref);
    }
    m_hit_add(r, out, at, (void *)(uintptr_t)core);
}

static void read_list(m_reader *r, const m_ref *left, uint32_t from, uint32_t at, int depth,
                      m_hits *out)
{
    uint32_t i = at;
    int comma = 0, or_joined = 0, joined = 0;
    if (m_kind(r, i) == TOK_COMMA)
        comma = 1, i++;
    const syn_word g = m_group(r, i);
    if (g == W_AND || g == W_OR) {
        joined = 1;
        or_joined = g == W_OR && m_word(r, i) != W_AND_OR;
        i++;
    }
    if ((comma || joined) && left->kind != REF_NONE && m_goes_on(r, at, depth)) {
        const m_hits *right = read_core(r, i);
        for (uint32_t k = 0; k < right->count; k++) {
            m_hits tails = {0};
            with_tails(r, right->at[k].node, right->at[k].end, &tails);
            for (uint32_t t = 0; t < tails.count; t++) {
                const m_ref *other = tails.at[t].node;
                m_ref *ref = m_ref_new(r, REF_JOIN, CLASS_ANY, from, tails.at[t].end);
                ref->left = (m_ref *)(uintptr_t)left;
                ref->right = (m_ref *)(uintptr_t)other;
                ref->join_or = (uint8_t)or_joined;
                ref->plural = !or_joined;
                ref->number = !joined; /* an open list: a comma, so 'and' must follow */
                ref->ref_class =
                    left->ref_class == other->ref_class ? left->ref_class : CLASS_EITHER;
                read_list(r, ref, from, tails.at[t].end, depth + 1, out);
            }
        }
    }
    if (left->kind == REF_JOIN && left->number)
        return;
    m_hit_add(r, out, at, (void *)(uintptr_t)left);
}

const m_hits *m_read_ref(m_reader *r, uint32_t at)
{
    int known;
    m_hits *hits = m_memo(r, CAT_REF, at, &known);
    if (known)
        return hits;
    m_hits found = {0};
    const m_hits *core = read_core(r, at);
    for (uint32_t i = 0; i < core->count; i++) {
        m_hits tails = {0};
        with_tails(r, core->at[i].node, core->at[i].end, &tails);
        for (uint32_t t = 0; t < tails.count; t++)
            read_list(r, tails.at[t].node, at, tails.at[t].end, 0, &found);
    }
    *hits = found;
    return hits;
}
