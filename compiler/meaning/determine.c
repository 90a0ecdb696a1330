/* What stands in front of a noun: a, target, each, that, the; two, up to X, any number of; half the. */
#include "compiler/meaning/read.h"

#include <string.h>

#include "grammar.tab.h"

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
                m_read_this_way(r, ref, from, nouns->at[i].end, out);
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
        ref->many = (uint8_t)(d->kind == REF_THE && n->plural && !n->singular);
        if (d->kind == REF_ALL && !d->each)
            ref->plural = n->plural;
        m_read_this_way(r, ref, from, nouns->at[i].end, out);
        m_hit_add(r, out, nouns->at[i].end, ref);
    }
}

/* if no one does: no player */
static void nobody(m_reader *r, uint32_t at, m_hits *out)
{
    int32_t n;
    const syn_word verb = m_group(r, at + 2);
    if (m_kind(r, at + 1) != TOK_WORD || !m_read_number(r, at + 1, &n) || n != 1 ||
        (verb != W_DO && verb != W_DONT))
        return;
    m_ref *ref = m_ref_new(r, REF_NONE, CLASS_PLAYER, at, at + 2);
    ref->desc = ARENA_NEW(r->mem, m_desc);
    ref->desc->span = ref->span;
    ref->desc->atoms = m_atom_new(r, ATOM_NOUN, at, at + 2);
    ref->desc->atoms->number = NOUN_PLAYER;
    m_hit_add(r, out, at + 2, ref);
}

/* more than two, fewer than two, no more than two: three or more, one or fewer, two or fewer */
static uint32_t read_bound(m_reader *r, uint32_t at, determiner *d)
{
    const uint32_t none = m_group(r, at) == W_NO, i = at + none;
    const int more = m_group(r, i) == W_MORE;
    int32_t n;
    if ((!more && m_group(r, i) != W_LESS) || m_word(r, i + 1) != W_THAN ||
        !m_read_number(r, i + 2, &n))
        return 0;
    const int at_least = more != (int)none;
    n += none ? 0 : more ? 1 : -1;
    if (n < 1 || n > 1000) {
        m_refuse(r, i + 3, m_span(r, at, i + 3), CC_NO_MEANING,
                 "write 'no', or how many: 'two or more', 'one or fewer'");
        return 0;
    }
    d->count = m_amount_const(r, n, i + 2);
    *(at_least ? &d->or_more : &d->or_less) = 1;
    return i + 3;
}

/* one, two, or three: from the first to the last, with none left out */
static uint32_t read_row(m_reader *r, uint32_t at, determiner *d)
{
    int32_t first, n, last;
    uint32_t i = at + 1;
    if (!m_read_number(r, at, &first) || m_kind(r, i) != TOK_COMMA)
        return 0;
    for (last = first; m_kind(r, i) == TOK_COMMA && m_read_number(r, i + 1, &n) && n == last + 1;
         i += 2)
        last = n;
    i += m_kind(r, i) == TOK_COMMA;
    if (last == first || m_word(r, i) != W_OR || !m_read_number(r, i + 1, &n) || n != last + 1)
        return 0;
    d->least = m_amount_const(r, first, at);
    d->count = m_amount_const(r, n, i + 1);
    return i + 2;
}

/* A number in front of a noun: two, X, that many, up to two, one or two, three or more */
static uint32_t read_count(m_reader *r, uint32_t at, determiner *d)
{
    uint32_t i = at;
    int32_t one;
    const uint32_t bound = read_bound(r, at, d);
    const uint32_t row = bound ? bound : read_row(r, at, d);
    if (row)
        return row;
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

/* half the creatures they control[, rounded up]: so many of them, chosen */
static void half_of(m_reader *r, uint32_t at, m_hits *out)
{
    const uint32_t of = at + 1 + (m_word(r, at + 1) == W_OF);
    if (m_word(r, of) != W_THE)
        return;
    const determiner all = {.kind = REF_ALL, .plural = 1};
    m_hits nouns = {0};
    with_noun(r, &all, of, of + 1, &nouns);
    for (uint32_t i = 0; i < nouns.count; i++) {
        const m_ref *whole = nouns.at[i].node;
        uint32_t end = nouns.at[i].end;
        if (whole->kind != REF_ALL)
            continue;
        const m_amount_kind rounded = m_read_rounded(r, &end);
        const determiner d = {.kind = REF_SOME, .plural = 1};
        m_ref *some = determined(r, &d, at, end);
        some->desc = whole->desc;
        some->ref_class = whole->ref_class;
        some->count = m_amount_new(r, rounded, at, end);
        some->count->left = m_amount_new(r, AMT_COUNT, of, end);
        some->count->left->ref = (m_ref *)(uintptr_t)whole;
        m_hit_add(r, out, end, some);
    }
}

/* all but one creature you control: of all of them, as many fewer, chosen */
static void all_but(m_reader *r, uint32_t at, m_hits *out)
{
    int32_t n;
    if (!m_read_number(r, at + 2, &n))
        return;
    determiner all = {.kind = REF_ALL, .singular = n == 1, .plural = n != 1};
    m_hits nouns = {0};
    with_noun(r, &all, at, at + 3, &nouns);
    for (uint32_t i = 0; i < nouns.count; i++) {
        m_ref *whole = nouns.at[i].node;
        const uint32_t end = nouns.at[i].end;
        if (whole->kind != REF_ALL)
            continue;
        const determiner d = {.kind = REF_SOME, .plural = 1};
        m_ref *some = determined(r, &d, at, end);
        whole->plural = 1;
        some->desc = whole->desc;
        some->ref_class = whole->ref_class;
        some->count = m_amount_new(r, AMT_SUB, at, end);
        some->count->left = m_amount_new(r, AMT_COUNT, at, end);
        some->count->left->ref = whole;
        some->count->right = m_amount_const(r, n, at + 2);
        m_hit_add(r, out, end, some);
    }
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
    d.plural = !d.singular && (d.count->kind == AMT_CONST || d.count->kind == AMT_EVENT);
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

/* each of your opponents: each opponent; all of your opponents: all opponents */
static m_ref *all_opponents(m_reader *r, const m_ref *of, uint32_t at, uint32_t end)
{
    const int each = m_group(r, at) == W_EACH;
    if (of->kind != REF_OPPONENTS || !of->of || of->of->kind != REF_YOU ||
        (!each && m_group(r, at) != W_ALL))
        return NULL;
    m_ref *ref = m_ref_new(r, REF_ALL, CLASS_PLAYER, at, end);
    ref->each = (uint8_t)each;
    ref->plural = !each;
    ref->desc = ARENA_NEW(r->mem, m_desc);
    ref->desc->span = ref->span;
    ref->desc->atoms = m_atom_new(r, ATOM_NOUN, at, end);
    ref->desc->atoms->number = NOUN_OPPONENT;
    return ref;
}

/* if any of them is a land card: one or more of them */
static int asks_whether(const m_reader *r, uint32_t at)
{
    return at && m_group(r, at) == W_ANY &&
           (m_word(r, at - 1) == W_IF || m_word(r, at - 1) == W_WHILE);
}

/* each of them · each of those creatures · all of them · both of them · any of them */
static int all_of(m_reader *r, uint32_t at, m_hits *out)
{
    if (m_word(r, at + 1) != W_OF)
        return 0;
    const m_hits *of = m_read_ref(r, at + 2);
    for (uint32_t k = 0; k < of->count; k++) {
        m_ref *all = all_opponents(r, of->at[k].node, at, of->at[k].end);
        if (all) {
            m_hit_add(r, out, of->at[k].end, all);
            continue;
        }
        if (asks_whether(r, at)) {
            const determiner one = {.kind = REF_PART, .count = m_amount_const(r, 1, at)};
            m_ref *any = determined(r, &one, at, of->at[k].end);
            any->of = of->at[k].node;
            any->or_more = 1;
            any->ref_class = any->of->ref_class;
            m_hit_add(r, out, of->at[k].end, any);
            continue;
        }
        m_ref *ref = m_ref_copy(r, of->at[k].node);
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

/* the next creature spell you cast this turn: of those that will be described the first */
static void read_next(m_reader *r, uint32_t at, m_hits *out)
{
    const determiner d = {.kind = REF_ALL, .singular = 1, .each = 1};
    m_hits some = {0};
    with_noun(r, &d, at, at + 2, &some);
    for (uint32_t i = 0; i < some.count; i++) {
        const uint32_t end = some.at[i].end;
        m_ref *ref = some.at[i].node;
        if (m_word(r, end) != W_THIS || m_word(r, end + 1) != W_TURN)
            continue;
        ref->next = 1;
        ref->span = m_span(r, at, end + 2);
        m_hit_add(r, out, end + 2, ref);
    }
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
    if (w == W_NEXT)
        read_next(r, at, out);
    determiner d = {.kind = REF_THE};
    if (m_paid_number(r, i, &number)) {
        m_hits some = {0};
        with_noun(r, &d, at, i + 1, &some);
        for (uint32_t k = 0; k < some.count; k++) {
            m_ref *ref = some.at[k].node;
            ref->kind = REF_PAID;
            ref->number = number;
            ref->word = m_word(r, i);
            m_mention(r, LINKED_EXILED, number == PAID_EXILED);
            m_hit_add(r, out, some.at[k].end, ref);
        }
    }
    if (w == W_CHOSEN) {
        m_hits some = {0};
        with_noun(r, &d, at, i + 1, &some);
        for (uint32_t k = 0; k < some.count; k++) {
            m_ref *ref = some.at[k].node;
            ref->word = W_CHOSEN;
            m_mention(r, LINKED_CHOSEN, 1);
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

/* any creature · any other target · any number of creatures · any of them */
static void read_any(m_reader *r, uint32_t at, m_hits *out)
{
    determiner d = {.kind = REF_SOME};
    if (m_word(r, at + 1) == W_NUMBER_W && m_word(r, at + 2) == W_OF) {
        any_number_of(r, at, out);
        return;
    }
    if (all_of(r, at, out))
        return;
    if (at && m_word(r, at - 1) == W_THAN && m_group(r, at + 1) != W_TARGET) {
        d = (determiner){
            .kind = REF_ALL, .singular = 1, .each = 1}; /* more life than any opponent */
        with_noun(r, &d, at, at + 1, out);
        return;
    }
    d.count = m_amount_const(r, 1, at);
    if (m_group(r, at + 1) == W_TARGET ||
        (m_word(r, at + 1) == W_OTHER && m_word(r, at + 2) == W_TARGET)) {
        d.target_word = 1;
        d.kind = REF_TARGET;
        d.another = m_word(r, at + 1) == W_OTHER;
    }
    with_noun(r, &d, at, at + 1 + d.another, out);
}

void m_read_determined(m_reader *r, uint32_t at, m_hits *out)
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
        if (m_word(r, at + 1) == W_BUT)
            all_but(r, at, out);
        d = (determiner){.kind = REF_ALL, .plural = 1};
        with_noun(r, &d, at, at + 1 + (m_word(r, at + 1) == W_THE), out); /* all the cards */
        break;
    case W_ANY:
        read_any(r, at, out);
        break;
    case W_NO:
        nobody(r, at, out);
        counted(r, at, out); /* no more than two */
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
        if (w == W_THAT && m_group(r, at + 1) == W_MANY) {
            counted(r, at, out);
            break;
        }
        d = (determiner){.kind = REF_THAT, .singular = w == W_THAT, .plural = w == W_THOSE};
        with_noun(r, &d, at, at + 1, out);
        break;
    case W_THE:
        read_the(r, at, out);
        break;
    default:
        if (w == W_HALF)
            half_of(r, at, out);
        counted(r, at, out);
    }
}
