/* Amounts: 'two', 'X', 'the number of creatures you control', 'its power plus 1', 'half your life total, rounded
 * up'; quantities: 'two or more'; comparisons: '3 or less', 'greater than its power'. */
#include "compiler/meaning/read.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grammar.tab.h"

m_amount *m_amount_new(m_reader *r, m_amount_kind kind, uint32_t from, uint32_t to)
{
    m_amount *a = ARENA_NEW(r->mem, m_amount);
    a->kind = (uint8_t)kind;
    a->span = m_span(r, from, to);
    return a;
}

m_amount *m_amount_const(m_reader *r, int32_t value, uint32_t at)
{
    m_amount *a = m_amount_new(r, AMT_CONST, at, at + 1);
    a->value = value;
    return a;
}

int m_read_number(const m_reader *r, uint32_t at, int32_t *out)
{
    if (m_kind(r, at) == TOK_NUM) {
        const long v = strtol(r->t[at].text, NULL, 10);
        *out = (int32_t)(v > 1000000 ? 1000000 : v);
        return 1;
    }
    const int n = syn_word_number(r->voc->words, m_word(r, at));
    if (n < 0)
        return 0;
    *out = n;
    return 1;
}

/* A number, X, or a name that holds one. */
static m_amount *simple(m_reader *r, uint32_t at)
{
    int32_t n;
    if (m_read_number(r, at, &n))
        return m_amount_const(r, n, at);
    const m_name *name = m_name_find(r, m_word(r, at));
    if (name && name->kind == M_NAME_NUMBER) {
        m_amount *a = m_amount_new(r, AMT_NAME, at, at + 1);
        a->name = (m_name *)(uintptr_t)name;
        return a;
    }
    if (m_word(r, at) == W_X)
        return m_amount_new(r, AMT_X, at, at + 1);
    return NULL;
}

/* ---- counts -----------------------------------------------------------------------------------
 */

static void of_ref(m_reader *r, m_amount_kind kind, uint32_t prop, int32_t value, uint32_t from,
                   uint32_t at, m_hits *out)
{
    const m_hits *ref = m_read_ref(r, at);
    for (uint32_t i = 0; i < ref->count; i++) {
        const m_ref *of = ref->at[i].node;
        if ((kind == AMT_TYPES || kind == AMT_COLORS || kind == AMT_LAND_TYPES) &&
            of->kind == REF_SOME) /* among two cards: which? */
            continue;
        m_amount *a = m_amount_new(r, kind, from, ref->at[i].end);
        a->prop = prop;
        a->value = value;
        a->ref = ref->at[i].node;
        m_hit_add(r, out, ref->at[i].end, a);
    }
}

/* card types among cards in your graveyard · basic land types among lands you control · colors among ...: what several
 * have, each counted once */
void m_read_kinds(m_reader *r, uint32_t from, uint32_t at, m_hits *out)
{
    static const struct {
        syn_word words[3];
        m_amount_kind kind;
    } KINDS[] = {{{W_CARD_W, W_TYPES_W, 0}, AMT_TYPES},
                 {{W_BASIC, W_LAND, W_TYPES_W}, AMT_LAND_TYPES},
                 {{W_COLOR_W, 0, 0}, AMT_COLORS},
                 {{W_COLORS_W, 0, 0}, AMT_COLORS}};
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++) {
        uint32_t n = 0;
        while (n < 3 && KINDS[i].words[n] && m_group(r, at + n) == KINDS[i].words[n])
            n++;
        if ((n == 3 || !KINDS[i].words[n]) && m_word(r, at + n) == W_AMONG)
            of_ref(r, KINDS[i].kind, 0, 0, from, at + n + 1, out);
    }
}

/* [the] number of ... */
static void read_count(m_reader *r, uint32_t from, uint32_t at, m_hits *out)
{
    uint32_t end;
    const voc_entry *kind = m_entry(r, at, VOC_CLASS_COUNTER, &end);
    if (!kind)
        end = at;
    if (m_group(r, end) == W_COUNTER) { /* experience counters you have */
        const m_hits *who = m_read_ref(r, end + 1);
        for (uint32_t i = 0; i < who->count; i++) {
            const m_ref *ref = who->at[i].node;
            if (ref->ref_class != CLASS_PLAYER || m_group(r, who->at[i].end) != W_HAVE)
                continue;
            m_amount *a = m_amount_new(r, AMT_COUNTERS, from, who->at[i].end + 1);
            a->value = kind ? (int32_t)kind->number : -1;
            a->ref = who->at[i].node;
            m_hit_add(r, out, who->at[i].end + 1, a);
        }
    }
    if (m_group(r, end) == W_COUNTER && m_word(r, end + 1) == W_ON)
        of_ref(r, AMT_COUNTERS, 0, kind ? (int32_t)kind->number : -1, from, end + 2, out);
    m_read_kinds(r, from, at, out);
    of_ref(r, AMT_COUNT, 0, 0, from, at, out);
}

/* the greatest power among ... · the total power of ... */
static void read_extreme(m_reader *r, uint32_t from, uint32_t at, m_hits *out)
{
    const syn_word g = m_group(r, at);
    uint32_t end;
    const voc_entry *p = m_entry(r, at + 1, VOC_CLASS_PROPERTY, &end);
    if (!p || (m_word(r, end) != W_AMONG && m_word(r, end) != W_OF))
        return;
    if (g == W_TOTAL)
        of_ref(r, AMT_PROPERTY, p->number, 1, from, end + 1, out);
    else if (g == W_GREATEST || g == W_LOWEST || g == W_LEAST)
        of_ref(r, g == W_GREATEST ? AMT_GREATEST : AMT_LEAST, p->number, 0, from, end + 1, out);
}

/* the power of target creature: its power. Of several it is the total power */
static void read_property_of(m_reader *r, uint32_t from, m_hits *out)
{
    uint32_t end;
    const voc_entry *p = m_entry(r, from + 1, VOC_CLASS_PROPERTY, &end);
    const m_hits *ref = p && m_word(r, end) == W_OF ? m_read_ref(r, end + 1) : NULL;
    for (uint32_t i = 0; ref && i < ref->count; i++) {
        const m_ref *of = ref->at[i].node;
        const int player = of->ref_class == CLASS_PLAYER, life = p->number == VM_PROP_LIFE;
        if (of->plural || of->kind == REF_ALL || of->kind == REF_JOIN || player != life)
            continue;
        m_amount *a = m_amount_new(r, AMT_PROPERTY, from, ref->at[i].end);
        a->prop = p->number;
        a->ref = ref->at[i].node;
        m_hit_add(r, out, ref->at[i].end, a);
    }
}

/* their total power: the total power of them; the index behind it, or that of the property */
static uint32_t read_their_total(m_reader *r, const m_ref *who, uint32_t at, m_amount *a)
{
    if (m_word(r, at) != W_TOTAL || !who->plural)
        return at;
    m_ref *all = m_ref_copy(r, who);
    if (all->kind == REF_PRONOUN)
        all->number = 2; /* them: all together, whoever the subject is */
    a->ref = all;
    a->value = 1;
    return at + 1;
}

/* its power · target creature's toughness · their total power · your life total · power (of the thing itself) */
static void read_property(m_reader *r, uint32_t at, m_hits *out)
{
    uint32_t end;
    const voc_entry *p = m_entry(r, at, VOC_CLASS_PROPERTY, &end);
    if (p && p->number != VM_PROP_LIFE) { /* a thing has no life */
        m_amount *a = m_amount_new(r, AMT_PROPERTY, at, end);
        a->prop = p->number;
        m_hit_add(r, out, end, a);
    }
    const m_hits *who = m_read_possessor(r, at);
    for (uint32_t i = 0; i < who->count; i++) {
        m_amount *a = m_amount_new(r, AMT_PROPERTY, at, at);
        a->ref = who->at[i].node;
        const uint32_t named = read_their_total(r, a->ref, who->at[i].end, a);
        p = m_entry(r, named, VOC_CLASS_PROPERTY, &end);
        if (!p) {
            m_want(r, who->at[i].end, "a property: power, toughness, mana value");
            continue;
        }
        a->span = m_span(r, at, end);
        a->prop = p->number;
        m_hit_add(r, out, end, a);
    }
}

static const m_hits *read_factor(m_reader *r, uint32_t at);

m_amount_kind m_read_rounded(const m_reader *r, uint32_t *at)
{
    const uint32_t k = *at + (m_kind(r, *at) == TOK_COMMA);
    if (m_word(r, k) != W_ROUNDED || (m_word(r, k + 1) != W_UP && m_word(r, k + 1) != W_DOWN))
        return AMT_HALF_DOWN;
    *at = k + 2;
    return m_word(r, k + 1) == W_UP ? AMT_HALF_UP : AMT_HALF_DOWN;
}

static void half_of(m_reader *r, uint32_t at, m_amount *of, uint32_t end, m_hits *out)
{
    uint32_t whole = end;
    m_amount *half = m_amount_new(r, m_read_rounded(r, &whole), at, whole);
    half->left = of;
    m_hit_add(r, out, whole, half);
    if (whole == end)
        return;
    m_amount *down = m_amount_new(r, AMT_HALF_DOWN, at, end);
    down->left = of;
    m_hit_add(r, out, end, down);
}

/* half their library: of its cards */
static void half_of_zone(m_reader *r, uint32_t at, m_hits *out)
{
    const m_hits *zones = m_read_ref(r, at + 1);
    for (uint32_t i = 0; i < zones->count; i++) {
        const m_ref *zone = zones->at[i].node;
        if (zone->kind != REF_ZONE)
            continue;
        m_amount *count = m_amount_new(r, AMT_COUNT, at + 1, zones->at[i].end);
        count->ref = zones->at[i].node;
        half_of(r, at, count, zones->at[i].end, out);
    }
}

/* half ... [, rounded up] · twice ... */
static void read_multiple(m_reader *r, uint32_t at, m_hits *out)
{
    const syn_word g = m_group(r, at);
    const m_hits *of = read_factor(r, at + 1);
    for (uint32_t i = 0; i < of->count; i++) {
        const uint32_t end = of->at[i].end;
        if (g != W_TWICE) {
            half_of(r, at, of->at[i].node, end, out);
            continue;
        }
        m_amount *a = m_amount_new(r, AMT_MUL, at, end);
        a->left = of->at[i].node;
        a->right = m_amount_const(r, 2, at);
        m_hit_add(r, out, end, a);
    }
    if (g == W_HALF)
        half_of_zone(r, at, out);
}

static void read_frames(m_reader *r, uint32_t at, m_hits *out)
{
    const uint32_t i = at + (m_word(r, at) == W_THE);
    if (!m_word(r, i)) /* what begins with an operand is no amount by itself */
        return;
    for (const voc_frame *f = voc_frames(r->voc, DECL_AMOUNT, m_word(r, i)); f; f = f->next) {
        m_hits acts = {0};
        m_read_frame(r, f, i, &acts);
        for (uint32_t k = 0; k < acts.count; k++) {
            m_amount *a = m_amount_new(r, AMT_FRAME, at, acts.at[k].end);
            a->act = acts.at[k].node;
            m_hit_add(r, out, acts.at[k].end, a);
        }
    }
}

/* for each 1 damage prevented this way: the index behind it, or 0 */
uint32_t m_read_each_damage(const m_reader *r, uint32_t at)
{
    uint32_t past;
    int32_t one;
    if (m_word(r, at) != W_FOR || m_word(r, at + 1) != W_EACH || !m_read_number(r, at + 2, &one) ||
        one != 1 || m_word(r, at + 3) != W_DAMAGE || !m_paid_number(r, at + 4, &past) ||
        m_word(r, at + 5) != W_THIS || m_word(r, at + 6) != W_WAY)
        return 0;
    return past == PAID_DEALT || past == PAID_PREVENTED ? at + 7 : 0;
}

m_amount *m_each_damage(m_reader *r, uint32_t at, uint32_t end)
{
    m_amount *a = m_amount_new(r, AMT_EVENT, at, end);
    uint32_t past = 0;
    m_paid_number(r, at + 4, &past);
    a->this_way = (uint8_t)(past + 1);
    return a;
}

static void read_primary(m_reader *r, uint32_t at, m_hits *out)
{
    const syn_word w = m_word(r, at);
    m_amount *a = simple(r, at);
    if (a)
        m_hit_add(r, out, at + 1, a);
    if (m_sign(r, at, '(')) {
        const m_hits *in = m_read_amount(r, at + 1);
        for (uint32_t i = 0; i < in->count; i++)
            if (m_sign(r, in->at[i].end, ')'))
                m_hit_add(r, out, in->at[i].end + 1, in->at[i].node);
        return;
    }
    const uint32_t i = at + (w == W_THE);
    if (m_word(r, i) == W_NUMBER_W && m_word(r, i + 1) == W_OF)
        read_count(r, at, i + 2, out);
    read_extreme(r, at, i, out);
    if (w == W_THE)
        read_property_of(r, at, out);
    if (w == W_THAT && m_word(r, at + 1) == W_DAMAGE) /* half that damage */
        m_hit_add(r, out, at + 2, m_amount_new(r, AMT_EVENT, at, at + 2));
    if (w == W_THAT && m_group(r, at + 1) == W_MANY)
        m_hit_add(r, out, at + 2, m_amount_new(r, AMT_EVENT, at, at + 2));
    const uint32_t chosen = w == W_THAT                                   ? at + 1
                            : w == W_THE && m_word(r, at + 1) == W_CHOSEN ? at + 2
                                                                          : 0;
    m_name *number =
        chosen && m_word(r, chosen) == W_NUMBER_W ? m_chosen(r, M_NAME_NUMBER, 0) : NULL;
    if (number) { /* the chosen number */
        m_amount *n = m_amount_new(r, AMT_NAME, at, chosen + 1);
        n->name = number;
        m_hit_add(r, out, chosen + 1, n);
    }
    uint32_t past;
    if (m_word(r, i) == W_DAMAGE && m_paid_number(r, i + 1, &past) &&
        (past == PAID_DEALT || past == PAID_PREVENTED) && m_word(r, i + 2) == W_THIS &&
        m_word(r, i + 3) == W_WAY) {
        m_amount *dealt = m_amount_new(r, AMT_EVENT, at, i + 4); /* the damage dealt this way */
        dealt->this_way = (uint8_t)(past + 1);
        m_hit_add(r, out, i + 4, dealt);
    }
    uint32_t prop_end;
    const voc_entry *life = m_entry(r, i, VOC_CLASS_PROPERTY, &prop_end);
    if (life && life->number == VM_PROP_LIFE && m_paid_number(r, prop_end, &past) &&
        (past == PAID_LOST || past == PAID_GAINED) && m_word(r, prop_end + 1) == W_THIS &&
        m_word(r, prop_end + 2) == W_WAY) { /* the life lost this way */
        m_amount *changed = m_amount_new(r, AMT_EVENT, at, prop_end + 3);
        changed->this_way = (uint8_t)(past + 1);
        m_hit_add(r, out, prop_end + 3, changed);
    }
    if (w == W_TWICE || w == W_HALF)
        read_multiple(r, at, out);
    read_frames(r, at, out);
    if (w && !a)
        read_property(r, at, out);
}

static const m_hits *read_factor(m_reader *r, uint32_t at)
{
    int known;
    m_hits *hits = m_memo(r, CAT_FACTOR, at, &known);
    if (!known) {
        m_hits found = {0};
        read_primary(r, at, &found);
        if (!found.count)
            m_want(r, at, "a number");
        *hits = found;
    }
    return hits;
}

/* ---- sums -------------------------------------------------------------------------------------
 */

static int read_operator(const m_reader *r, uint32_t at, m_amount_kind *out)
{
    if (m_sign(r, at, '+') || m_word(r, at) == W_PLUS)
        *out = AMT_ADD;
    else if (m_sign(r, at, '-') || m_word(r, at) == W_MINUS)
        *out = AMT_SUB;
    else if (m_sign(r, at, '*') || m_word(r, at) == W_TIMES)
        *out = AMT_MUL;
    else
        return 0;
    return 1;
}

static void read_sum(m_reader *r, m_amount *left, uint32_t from, uint32_t at, int depth,
                     m_hits *out)
{
    m_amount_kind op;
    if (read_operator(r, at, &op) && m_goes_on(r, at, depth)) {
        const m_hits *right = read_factor(r, at + 1);
        for (uint32_t i = 0; i < right->count; i++) {
            m_amount *a = m_amount_new(r, op, from, right->at[i].end);
            a->left = left;
            a->right = right->at[i].node;
            if (op == AMT_MUL && depth && left->kind != AMT_MUL) { /* 1 plus 2 times 3: seven */
                a->left = left->right;
                m_amount *sum = ARENA_NEW(r->mem, m_amount);
                *sum = *left;
                sum->span = a->span;
                sum->right = a;
                a = sum;
            }
            read_sum(r, a, from, right->at[i].end, depth + 1, out);
        }
    }
    m_hit_add(r, out, at, left);
}

const m_hits *m_read_sum(m_reader *r, const m_amount *left, uint32_t from, uint32_t at)
{
    m_hits *found = ARENA_NEW(r->mem, m_hits);
    read_sum(r, (m_amount *)(uintptr_t)left, from, at, 0, found);
    return found;
}

const m_hits *m_read_amount(m_reader *r, uint32_t at)
{
    int known;
    m_hits *hits = m_memo(r, CAT_AMOUNT, at, &known);
    if (!known) {
        m_hits found = {0};
        const m_hits *left = read_factor(r, at);
        for (uint32_t i = 0; i < left->count; i++)
            read_sum(r, left->at[i].node, at, left->at[i].end, 0, &found);
        *hits = found;
    }
    return hits;
}

/* ---- quantities and comparisons ---------------------------------------------------------------
 */

/* 'or more', 'or less': the comparison, and the index behind it. */
static uint32_t or_more(const m_reader *r, uint32_t at, uint8_t *out)
{
    if (m_word(r, at) != W_OR)
        return 0;
    const syn_word g = m_group(r, at + 1);
    if (g != W_MORE && g != W_LESS)
        return 0;
    *out = g == W_MORE ? CMP_GE : CMP_LE;
    return at + 2;
}

/* no · two · two or more · at least two · at most two · exactly two · more than two · fewer than two */
uint32_t m_read_quantity(m_reader *r, uint32_t at, m_amount **out, uint8_t *out_compare)
{
    uint32_t i = at, end;
    uint8_t cmp = CMP_EQ;
    const syn_word g = m_group(r, at);
    if (g == W_NO) {
        *out = m_amount_const(r, 0, at);
        *out_compare = CMP_EQ;
        return at + 1;
    }
    if (m_word(r, at) == W_AT && m_word(r, at + 1) == W_LEAST)
        cmp = CMP_GE, i = at + 2;
    else if (g == W_EXACTLY)
        cmp = CMP_EQ, i = at + 1;
    else if ((g == W_MORE || g == W_LESS) && m_word(r, at + 1) == W_THAN)
        cmp = g == W_MORE ? CMP_GT : CMP_LT, i = at + 2;
    m_amount *n = simple(r, i);
    if (!n)
        return 0;
    end = i == at ? or_more(r, i + 1, &cmp) : 0;
    *out = n;
    *out_compare = cmp;
    return end ? end : i + 1;
}

static void comparison(m_reader *r, m_amount *a, uint8_t cmp, uint32_t at, uint32_t end,
                       m_hits *out)
{
    m_operand *o = ARENA_NEW(r->mem, m_operand);
    o->type = VOC_QUANTITY;
    o->given = 1;
    o->span = m_span(r, at, end);
    o->is.amount = a;
    o->number = cmp;
    m_hit_add(r, out, end, o);
}

const m_hits *m_read_comparison(m_reader *r, uint32_t at, m_hits *out)
{
    const syn_word g = m_group(r, at);
    uint32_t i = at;
    uint8_t cmp = CMP_EQ;
    if (g == W_EQUAL && m_word(r, at + 1) == W_TO)
        i = at + 2;
    else if ((g == W_MORE || g == W_LESS) && m_word(r, at + 1) == W_THAN) {
        cmp = g == W_MORE ? CMP_GT : CMP_LT;
        i = at + 2;
        if (m_word(r, i) == W_OR && m_word(r, i + 1) == W_EQUAL && m_word(r, i + 2) == W_TO) {
            cmp = cmp == CMP_GT ? CMP_GE : CMP_LE;
            i += 3;
        }
    } else if (m_word(r, at) == W_AT && m_word(r, at + 1) == W_LEAST) {
        cmp = CMP_GE;
        i = at + 2;
    } else if (g == W_EXACTLY) {
        i = at + 1;
    }
    const m_hits *n = m_read_amount(r, i);
    for (uint32_t k = 0; k < n->count; k++) {
        const uint32_t end = i == at ? or_more(r, n->at[k].end, &cmp) : 0;
        if (end)
            comparison(r, n->at[k].node, cmp, at, end, out);
        else
            comparison(r, n->at[k].node, i == at ? CMP_EQ : cmp, at, n->at[k].end, out);
    }
    return out;
}
