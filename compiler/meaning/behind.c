/* What stands behind the noun of a description: 'you control', 'with power 3 or less', 'that attacked this turn'. */
#include "compiler/meaning/read.h"

#include <string.h>

#include "grammar.tab.h"

/* A name behind all of it is given to the thing that is described, not to what its description ends with. */
static void post(m_reader *r, m_hits *out, m_atom *a, uint32_t end)
{
    if (a->ref && a->ref->bind)
        return;
    m_hit_add(r, out, end, a);
}

static int is_past_control(const m_reader *r, syn_word w)
{
    const voc_word_info *info = w && w < r->voc->info.count ? &r->voc->info.at[w] : NULL;
    return info && info->verb == W_CONTROL_W && info->forms == VOC_FORM_PAST;
}

/* you control · target opponent doesn't control · no opponent controls · your opponents own */
static void read_relation(m_reader *r, uint32_t at, m_hits *out)
{
    const m_hits *who = m_read_ref(r, at);
    for (uint32_t i = 0; i < who->count; i++) {
        m_ref *ref = m_as_player(r, who->at[i].node); /* only players control and own */
        uint32_t end = who->at[i].end;
        if (ref->ref_class == CLASS_OBJECT || ref->ref_class == CLASS_EITHER)
            continue;
        int neg = 0;
        if (m_word(r, end) == W_BOTH && m_group(r, end + 1) == W_OWN &&
            m_word(r, end + 2) == W_AND && m_group(r, end + 3) == W_CONTROL_W &&
            m_agrees(r, end + 1, ref) && m_agrees(r, end + 3, ref)) {
            m_atom *both = m_atom_new(r, ATOM_OWN, at, end + 4);
            both->ref = ref;
            both->number = 1; /* and controls it */
            post(r, out, both, end + 4);
            continue;
        }
        if (m_group(r, end) == W_DONT)
            neg = 1, end++;
        syn_word verb = m_group(r, end);
        const int past = is_past_control(r, m_word(r, end));
        if (past) /* a permanent you controlled left this turn */
            verb = W_CONTROL_W;
        if ((verb != W_CONTROL_W && verb != W_OWN && verb != W_CAST) ||
            !(past || m_agrees(r, end - (uint32_t)neg, ref)))
            continue;
        m_atom *a = m_atom_new(r, verb == W_OWN ? ATOM_OWN : ATOM_CONTROL, at, end + 1);
        a->ref = ref;
        a->neg = (uint8_t)neg;
        a->number2 = (uint32_t)past;
        a->number = verb == W_CAST; /* a spell: who casts it controls it (CR 112.2) */
        post(r, out, a, end + 1);
    }
}

static uint32_t read_shared(m_reader *r, uint32_t at, uint32_t *out)
{
    uint32_t i = at + (m_group(r, at) == W_A);
    static const struct {
        syn_word words[2];
        uint32_t what;
    } SHARED[] = {{{W_CREATURE, W_TYPES_W}, VM_SHARED_CREATURE_TYPE},
                  {{W_CARD_W, W_TYPES_W}, VM_SHARED_CARD_TYPE},
                  {{W_COLOR_W, 0}, VM_SHARED_COLOR},
                  {{W_NAME_W, 0}, VM_SHARED_NAME}};
    for (size_t k = 0; k < sizeof SHARED / sizeof *SHARED; k++) {
        const uint32_t n = SHARED[k].words[1] ? 2 : 1;
        if (m_word(r, i) == SHARED[k].words[0] &&
            (n == 1 || m_group(r, i + 1) == SHARED[k].words[1])) {
            *out = SHARED[k].what;
            return i + n;
        }
    }
    return 0;
}

/* that shares a creature type with it */
static void read_shares(m_reader *r, uint32_t at, m_hits *out)
{
    const uint32_t neg = m_group(r, at) == W_DONT;
    uint32_t what, end = m_group(r, at + neg) == W_SHARES ? read_shared(r, at + neg + 1, &what) : 0;
    if (!end || m_word(r, end) != W_WITH)
        return;
    const m_hits *ref = m_read_ref(r, end + 1);
    for (uint32_t i = 0; i < ref->count; i++) {
        m_atom *a = m_atom_new(r, ATOM_SHARES, at, ref->at[i].end);
        a->number = what;
        a->neg = (uint8_t)neg;
        a->ref = ref->at[i].node;
        post(r, out, a, ref->at[i].end);
    }
}

/* Is there a reading that ends in front of a 'from it' inside [at, end)? Then 'from it' is said of the noun in front of 'that':
 * a card that isn't a land card from it. */
static int takes_from_it(m_reader *r, const m_hits *is, uint32_t at, uint32_t end)
{
    for (uint32_t k = at; k + 1 < end; k++) {
        uint32_t next = m_word(r, k + 1);
        if ((m_word(r, k) != W_FROM && m_word(r, k) != W_AMONG) ||
            (next != W_IT && next != W_THEM && next != W_AMONG))
            continue;
        for (uint32_t n = 0; n < is->count; n++)
            if (is->at[n].end == k)
                return 1;
    }
    return 0;
}

/* ---- with ... ---- */

static void with_keywords(m_reader *r, uint32_t at, int neg, m_hits *out)
{
    m_hits one = {0};
    m_read_keyword_name(r, at, &one);
    m_read_keyword(r, at, &one);
    for (uint32_t i = 0; i < one.count; i++) {
        m_keyword *k = one.at[i].node;
        uint32_t end = one.at[i].end;
        m_atom *a = m_atom_new(r, ATOM_KEYWORD, at, end);
        a->frame = k->frame;
        a->neg = (uint8_t)neg;
        for (uint32_t s = 0; s < k->frame->slot_count; s++)
            if (k->operands[s].given &&
                (k->operands[s].type == VOC_QUALITY || k->operands[s].type == VOC_DESCRIPTION))
                a->desc = k->operands[s].is.desc;
            else if (k->operands[s].given)
                a->number2 = 1; /* with bushido 2 */
        post(r, out, a, end);
        const syn_word join = m_group(r, end);
        if ((join != W_OR && join != W_AND) || (m_word(r, end) == W_NOR && !neg))
            continue;
        m_hits more = {0};
        with_keywords(r, end + 1, neg, &more);
        for (uint32_t m = 0; m < more.count; m++) {
            m_atom *b = more.at[m].node, *both = m_atom_new(r, ATOM_DESC, at, more.at[m].end);
            m_desc *d = both->desc = ARENA_NEW(r->mem, m_desc);
            d->span = both->span;
            d->atoms = m_atom_copy(r, a);
            if ((join == W_OR) != neg) { /* without flying or reach: without both */
                d->or = ARENA_NEW(r->mem, m_desc);
                d->or->span = both->span;
                d->or->atoms = m_atom_copy(r, b);
            } else {
                d->atoms->next = m_atom_copy(r, b);
            }
            post(r, out, both, more.at[m].end);
        }
    }
}

/* with even mana value · with odd power */
static void with_parity(m_reader *r, uint32_t at, m_hits *out)
{
    uint32_t end;
    const syn_word g = m_group(r, at);
    const voc_entry *p =
        g == W_EVEN || g == W_ODD ? m_entry(r, at + 1, VOC_CLASS_PROPERTY, &end) : NULL;
    if (!p)
        return;
    m_atom *a = m_atom_new(r, ATOM_COMPARE, at, end);
    a->number = p->number;
    a->cmp = g == W_EVEN ? CMP_EVEN : CMP_ODD;
    a->amount = m_amount_new(r, AMT_CONST, at, end);
    post(r, out, a, end);
}

/* with power 3 or less · with power or toughness 1 or less · with mana value equal to X */
static void with_property(m_reader *r, uint32_t at, m_hits *out)
{
    uint32_t end, end2;
    const voc_entry *p = m_entry(r, at, VOC_CLASS_PROPERTY, &end), *q = NULL;
    if (!p)
        return;
    if (m_group(r, end) == W_OR) {
        q = m_entry(r, end + 1, VOC_CLASS_PROPERTY, &end2);
        if (q)
            end = end2;
    }
    m_hits values = {0};
    m_read_comparison(r, end, &values);
    for (uint32_t i = 0; i < values.count; i++) {
        const m_operand *v = values.at[i].node;
        m_atom *a = m_atom_new(r, ATOM_COMPARE, at, values.at[i].end);
        a->number = p->number;
        a->cmp = (uint8_t)v->number;
        a->amount = v->is.amount;
        if (q) {
            m_atom *b = m_atom_copy(r, a), *both = m_atom_new(r, ATOM_DESC, at, values.at[i].end);
            b->number = q->number;
            both->desc = ARENA_NEW(r->mem, m_desc);
            both->desc->span = both->span;
            both->desc->atoms = a;
            both->desc->or = ARENA_NEW(r->mem, m_desc);
            both->desc->or->span = both->span;
            both->desc->or->atoms = b;
            a = both;
        }
        post(r, out, a, values.at[i].end);
    }
}

/* that ... , who ... */
static void read_relative(m_reader *r, uint32_t at, m_hits *out)
{
    uint32_t i = at + 1;
    read_relation(r, i, out); /* that you control */
    read_shares(r, i, out);
    if (m_group(r, i) == W_HAVE) /* that has power 4 or greater */
        with_property(r, i + 1, out);
    const m_hits *is = m_read_predicate(r, i);
    for (uint32_t k = 0; k < is->count; k++) {
        if (takes_from_it(r, is, i, is->at[k].end))
            continue;
        m_atom *a = m_atom_new(r, ATOM_COND, at, is->at[k].end);
        a->act = is->at[k].node;
        post(r, out, a, is->at[k].end);
    }
}

/* with a +1/+1 counter on it · with no counters · with two or more charge counters */
static void with_counters(m_reader *r, uint32_t at, int neg, m_hits *out)
{
    m_amount *n = NULL;
    uint8_t cmp = CMP_SOME;
    uint32_t i = m_read_quantity(r, at, &n, &cmp), end;
    if (!i) {
        i = at + (m_group(r, at) == W_A);
        cmp = CMP_SOME;
    } else if (cmp == CMP_EQ && n && n->kind == AMT_CONST && m_word(r, at) != W_EXACTLY) {
        cmp = n->value ? CMP_GE : CMP_EQ;
    }
    const voc_entry *kind = m_entry(r, i, VOC_CLASS_COUNTER, &end);
    if (!kind)
        end = i;
    if (m_group(r, end) != W_COUNTER)
        return;
    end++;
    if (m_word(r, end) == W_ON && (m_group(r, end + 1) == W_IT || m_group(r, end + 1) == W_THEY))
        end += 2;
    m_atom *a = m_atom_new(r, ATOM_COUNTERS, at, end);
    a->number = kind ? kind->number : UINT32_MAX;
    a->cmp = cmp;
    a->amount = n;
    a->neg = (uint8_t)neg;
    post(r, out, a, end);
}

/* with the greatest power among creatures you control · with the same name as it */
static void with_the(m_reader *r, uint32_t at, m_hits *out)
{
    uint32_t end;
    if (m_word(r, at) != W_THE)
        return;
    const syn_word g = m_group(r, at + 1);
    if (g == W_SAME && m_word(r, at + 2) == W_NAME_W && m_word(r, at + 3) == W_AS) {
        const m_hits *ref = m_read_ref(r, at + 4);
        for (uint32_t i = 0; i < ref->count; i++) {
            m_atom *a = m_atom_new(r, ATOM_SHARES, at, ref->at[i].end);
            a->number = VM_SHARED_NAME;
            a->ref = ref->at[i].node;
            post(r, out, a, ref->at[i].end);
        }
    }
    if (g != W_GREATEST && g != W_LOWEST && g != W_LEAST)
        return;
    const voc_entry *p = m_entry(r, at + 2, VOC_CLASS_PROPERTY, &end);
    if (!p || m_word(r, end) != W_AMONG)
        return;
    const m_hits *ref = m_read_ref(r, end + 1);
    for (uint32_t i = 0; i < ref->count; i++) {
        m_atom *a = m_atom_new(r, ATOM_COMPARE, at, ref->at[i].end);
        a->number = p->number;
        a->cmp = CMP_EQ;
        a->amount = m_amount_new(r, g == W_GREATEST ? AMT_GREATEST : AMT_LEAST, at, ref->at[i].end);
        a->amount->prop = p->number;
        a->amount->ref = ref->at[i].node;
        a->number2 = 1; /* it is one of them */
        post(r, out, a, ref->at[i].end);
    }
}

/* with one of the chosen names · with the other chosen name: of two (CR 702.105f) */
static void with_two_names(m_reader *r, uint32_t at, m_hits *out)
{
    const int other = m_word(r, at) == W_THE && m_word(r, at + 1) == W_OTHER;
    const uint32_t i = other ? at + 2 : at + 3;
    int32_t one = 0;
    if ((!other && (!m_read_number(r, at, &one) || one != 1 || m_word(r, at + 1) != W_OF ||
                    m_word(r, at + 2) != W_THE)) ||
        m_word(r, i) != W_CHOSEN || m_word(r, i + 1) != (other ? W_NAME_W : W_NAMES_W))
        return;
    m_atom *a = m_atom_new(r, ATOM_CHOSEN, at, i + 2);
    a->name = m_chosen(r, M_NAME_CARD, 0);
    a->name2 = m_chosen(r, M_NAME_SECOND, 0);
    a->number = other ? CHOSEN_OTHER : CHOSEN_ONE_OF_TWO;
    if (a->name && a->name2)
        post(r, out, a, i + 2);
}

/* with the chosen name · with that name */
static void with_chosen_name(m_reader *r, uint32_t at, m_hits *out)
{
    const uint32_t i = m_word(r, at) == W_THAT                                   ? at + 1
                       : m_word(r, at) == W_THE && m_word(r, at + 1) == W_CHOSEN ? at + 2
                                                                                 : 0;
    uint32_t end = i + 1;
    m_name *any = m_read_chosen_this_way(r, at, &end);
    m_name *n = any ? any : i && m_word(r, i) == W_NAME_W ? m_chosen(r, M_NAME_CARD, 0) : NULL;
    if (!n || n->kind != M_NAME_CARD)
        return;
    m_atom *a = m_atom_new(r, ATOM_CHOSEN, at, end);
    a->name = n;
    a->number = any ? CHOSEN_BY_ANY : 0;
    post(r, out, a, end);
}

/* each opponent with no cards in hand, with more life than you: who has them */
static void with_had(m_reader *r, uint32_t at, m_hits *out)
{
    for (const voc_frame *f = voc_frames(r->voc, DECL_CONDITION, W_HAS); f; f = f->next) {
        if (!f->has_subject || f->slots[0].type != VOC_PLAYER)
            continue;
        m_hits acts = {0};
        m_read_frame_tail(r, f, at + 1, at + 1, &acts);
        for (uint32_t i = 0; i < acts.count; i++) {
            m_atom *a = m_atom_new(r, ATOM_COND, at, acts.at[i].end);
            a->act = acts.at[i].node;
            post(r, out, a, acts.at[i].end);
        }
    }
}

static void read_with(m_reader *r, uint32_t at, m_hits *out)
{
    const int neg = m_word(r, at) == W_WITHOUT;
    with_keywords(r, at + 1, neg, out);
    with_counters(r, at + 1, neg, out);
    if (neg)
        return;
    with_property(r, at + 1, out);
    with_parity(r, at + 1, out);
    with_had(r, at, out);
    with_the(r, at + 1, out);
    with_chosen_name(r, at + 1, out);
    with_two_names(r, at + 1, out);
    if (m_word(r, at + 1) == W_A && m_word(r, at + 2) == W_SINGLE &&
        m_word(r, at + 3) == W_TARGET) { /* CR 114.9a */
        m_atom *a = m_atom_new(r, ATOM_TARGETING, at, at + 4);
        a->number = 2;
        post(r, out, a, at + 4);
    }
    if (m_word(r, at + 1) == W_NO && m_group(r, at + 2) == W_ABILITY_W) {
        m_atom *a = m_atom_new(r, ATOM_ABILITIES, at, at + 3);
        a->neg = 1;
        post(r, out, a, at + 3);
    }
    m_want(r, at + 1, "a keyword, a counter, or a number like 'power 3 or more'");
}

static void read_named(m_reader *r, uint32_t at, m_hits *out)
{
    m_name *n = m_name_find(r, m_word(r, at + 1));
    m_atom *a = m_atom_new(r, ATOM_NAMED, at, at + 2);
    if (m_kind(r, at + 1) == TOK_STRING) {
        const char *t = r->t[at + 1].text;
        a->text = arena_strndup(r->mem, t + 1, strlen(t) > 1 ? strlen(t) - 2 : 0);
    } else if (n && n->kind == M_NAME_CARD) {
        a->name = n;
    } else {
        m_want(r, at + 1, "a name in quotes");
        return;
    }
    post(r, out, a, at + 2);
}

/* ---- or -------------------------------------------------------------------------------------- */

static int is_keywords(const m_atom *a)
{
    while (a->kind == ATOM_DESC && !a->frame)
        a = a->desc->atoms;
    return a->kind == ATOM_KEYWORD;
}

static m_atom *joined(m_reader *r, const m_atom *a, const m_atom *b, int both, uint32_t from,
                      uint32_t to)
{
    m_atom *j = m_atom_new(r, ATOM_DESC, from, to);
    m_desc *d = j->desc = ARENA_NEW(r->mem, m_desc);
    d->span = j->span;
    d->atoms = m_atom_copy(r, a);
    if (both) {
        d->atoms->next = m_atom_copy(r, b);
        return j;
    }
    d->or = ARENA_NEW(r->mem, m_desc);
    d->or->span = j->span;
    d->or->atoms = m_atom_copy(r, b);
    return j;
}

/* that are red or has flying: one of them does not agree with the noun */
static int agree(m_reader *r, uint32_t at, uint32_t other)
{
    const int a = m_verb_is_plural(r, at), b = m_verb_is_plural(r, other);
    if (a < 0 || b < 0 || a == b)
        return 1;
    m_refuse(r, other + 1, m_span(r, other, other + 1), CC_NO_MEANING,
             "'%s' does not agree with its noun", r->t[other].text);
    return 0;
}

/* What 'nor' goes on with is denied as well: that are neither artifacts nor have flying. NULL: nothing was denied before. */
static const m_atom *denied(m_reader *r, const m_atom *a, const m_atom *b)
{
    if (a->kind == ATOM_DESC && !a->frame && !a->desc->or)
        a = a->desc->atoms;
    if (a->kind != ATOM_COND || !a->act || !a->act->negative || b->kind != ATOM_COND || !b->act ||
        b->act->negative)
        return NULL;
    m_atom *not_b = m_atom_copy(r, b);
    m_act *act = ARENA_NEW(r->mem, m_act);
    *act = *b->act;
    act->negative = 1;
    not_b->act = act;
    return not_b;
}

/* How what is joined in it is joined: W_OR, W_AND, or 0. */
static syn_word joint_of(const m_atom *a)
{
    if (a->kind != ATOM_DESC || a->frame)
        return 0;
    const int neg = is_keywords(a) && a->desc->atoms->neg;
    return (a->desc->or != NULL) != neg ? W_OR : W_AND;
}

static int is_intro(syn_word w)
{
    return w == W_WITH || w == W_WITHOUT || w == W_THAT || w == W_WHO || w == W_NAMED;
}

typedef void (*post_reader)(m_reader *r, uint32_t at, m_hits *out);

/* Behind 'with ...' or 'that ...' another one: with flying or power 3 or greater, that are red or have flying. `read` begins
 * behind the word at its place, be that 'with' or 'or'. */
static void with_others(m_reader *r, uint32_t at, post_reader read, int depth, m_hits *out)
{
    m_hits first = {0};
    read(r, at, &first);
    for (uint32_t i = 0; i < first.count; i++) {
        const m_atom *a = first.at[i].node;
        const uint32_t end = first.at[i].end;
        m_hit_add(r, out, end, first.at[i].node);
        const int nor = m_word(r, end) == W_NOR;
        const syn_word join = nor ? W_AND : m_group(r, end), begins = m_word(r, at),
                       again = m_word(r, end + 1);
        const uint32_t next = end + (is_intro(again) ? 1 : 0);
        if ((join != W_OR && (join != W_AND || read == read_named)) ||
            (joint_of(a) && joint_of(a) != join) ||
            (next == end && (begins == W_WITHOUT || m_word(r, at + 1) == W_NO)) ||
            !m_goes_on(r, end, depth))
            continue;
        m_hits more = {0};
        with_others(r, next, read, depth + 1, &more);
        for (uint32_t k = 0; k < more.count; k++) {
            const m_atom *b = nor ? denied(r, a, more.at[k].node) : more.at[k].node;
            if (!b)
                continue;
            if ((is_keywords(a) && is_keywords(b) && next == end) ||
                (joint_of(b) && joint_of(b) != join))
                continue;
            if (read != read_with && read != read_named && !agree(r, at + 1, next + 1))
                continue;
            m_hit_add(r, out, more.at[k].end, joined(r, a, b, join == W_AND, at, more.at[k].end));
        }
    }
}

/* other than one creature you control: it is chosen, as two are; 'than a creature' says what it is not */
static const m_ref *by_number(m_reader *r, const m_ref *ref, uint32_t at)
{
    const syn_word w = m_group(r, at);
    if (ref->kind != REF_SOME || w == W_A || w == W_ANY || w == W_ANOTHER || ref->up_to ||
        !ref->count || ref->count->kind != AMT_CONST || ref->count->value != 1)
        return ref;
    m_ref *one = m_ref_copy(r, ref);
    one->exact = 1;
    return one;
}

static void post_ref(m_reader *r, m_atom_kind kind, uint32_t number, uint32_t at, uint32_t ref_at,
                     m_hits *out)
{
    const m_hits *ref = m_read_ref(r, ref_at);
    for (uint32_t i = 0; i < ref->count; i++) {
        m_atom *a = m_atom_new(r, kind, at, ref->at[i].end);
        a->number = number;
        a->ref = ref->at[i].node;
        if (kind == ATOM_OTHER)
            a->ref = (m_ref *)(uintptr_t)by_number(r, a->ref, ref_at);
        if (kind == ATOM_AMONG && a->ref->kind == REF_PRONOUN && a->ref->word == W_IT)
            a->ref->number = 3; /* a collection: the hand */
        post(r, out, a, ref->at[i].end);
    }
}

/* a card from it, from them, from those cards: from among what was said before */
static void post_said(m_reader *r, uint32_t at, m_hits *out)
{
    m_hits from = {0};
    if (m_word(r, at + 1) == W_AMONG) {
        post_ref(r, ATOM_AMONG, 0, at, at + 2, out);
        return;
    }
    post_ref(r, ATOM_AMONG, 0, at, at + 1, &from);
    for (uint32_t i = 0; i < from.count; i++) {
        const m_atom *a = from.at[i].node;
        if (a->ref->kind == REF_PRONOUN || a->ref->kind == REF_THAT || a->ref->kind == REF_PAID)
            m_hit_add(r, out, from.at[i].end, (void *)(uintptr_t)a);
    }
}

/* of the chosen color */
static void post_chosen(m_reader *r, uint32_t at, m_hits *out)
{
    uint32_t end;
    m_choice *choice = NULL;
    m_name *any = m_read_chosen_this_way(r, at + 1, &end);
    m_name *n = any ? any : m_read_chosen(r, at + 1, &choice, &end);
    if (!n || (any && any->kind == M_NAME_CARD))
        return;
    m_atom *a = m_atom_new(r, ATOM_CHOSEN, at, end);
    a->name = n;
    a->choice = choice;
    a->number = any ? CHOSEN_BY_ANY : 0;
    post(r, out, a, end);
}

/* in your hand, from a graveyard, from anywhere other than your hand */
static void post_zone(m_reader *r, uint32_t at, m_hits *out)
{
    const int but = m_word(r, at) == W_FROM && m_word(r, at + 1) == W_ANYWHERE &&
                    m_word(r, at + 2) == W_OTHER && m_word(r, at + 3) == W_THAN;
    const m_hits *zone = m_read_zone(r, at + (but ? 4 : 1));
    for (uint32_t i = 0; i < zone->count; i++) {
        m_zone *z = zone->at[i].node;
        if (z->top || z->bottom)
            continue;
        m_atom *a = m_atom_new(r, ATOM_ZONE, at, zone->at[i].end);
        a->zone = z;
        a->neg = (uint8_t)but;
        a->number = but;
        post(r, out, a, zone->at[i].end);
    }
}

/* that targets you · that targets only this: and nothing else (CR 114.9c) */
static void post_targets(m_reader *r, uint32_t at, m_hits *out)
{
    const uint32_t only = m_word(r, at + 2) == W_ONLY;
    if (m_word(r, at + 1) == W_TARGETS || m_word(r, at + 1) == W_TARGET)
        post_ref(r, ATOM_TARGETING, only, at, at + 2 + only, out);
}

/* blocking this · blocking or blocked by this */
static void post_blocking(m_reader *r, uint32_t at, m_hits *out)
{
    post_ref(r, ATOM_COMBAT, M_BLOCKS, at, at + 1, out);
    if (m_group(r, at + 1) == W_OR && m_word(r, at + 2) == W_BLOCKED && m_word(r, at + 3) == W_BY)
        post_ref(r, ATOM_COMBAT, M_BLOCKS_OR_BLOCKED, at, at + 4, out);
}

/* each creature it's blocking, the creatures this is blocking: blocked by it */
static void post_whom_it_blocks(m_reader *r, uint32_t at, m_hits *out)
{
    const syn_word w = m_word(r, at);
    const uint32_t be = at + 1;
    if ((w != W_IT && w != W_THEY && w != W_THIS) || m_word(r, be + 1) != W_BLOCKING ||
        (m_kind(r, be) != TOK_POSS && m_group(r, be) != W_BE))
        return;
    const m_hits *ref = m_read_ref(r, at);
    for (uint32_t i = 0; i < ref->count; i++) {
        if (ref->at[i].end != be)
            continue;
        m_atom *a = m_atom_new(r, ATOM_COMBAT, at, be + 2);
        a->number = M_IS_BLOCKED;
        a->ref = ref->at[i].node;
        post(r, out, a, be + 2);
    }
}

/* except those you control · except for Goblins */
static void post_except(m_reader *r, uint32_t at, m_hits *out)
{
    if (m_word(r, at + 1) != W_THOSE) {
        post_ref(r, ATOM_OTHER, 0, at, at + 1 + (m_word(r, at + 1) == W_FOR), out);
        return;
    }
    m_hits posts = {0};
    m_read_posts(r, at + 2, &posts);
    for (uint32_t i = 0; i < posts.count; i++) {
        m_atom *a = m_atom_new(r, ATOM_DESC, at, posts.at[i].end);
        a->neg = 1;
        a->desc = ARENA_NEW(r->mem, m_desc);
        a->desc->span = a->span;
        a->desc->atoms = m_atom_copy(r, posts.at[i].node);
        post(r, out, a, posts.at[i].end);
    }
}

/* Players and planeswalkers are attacked (CR 508.1b). */
static int can_be_attacked(m_reader *r, const m_ref *ref)
{
    uint32_t types = 0;
    if (ref->kind == REF_JOIN)
        return can_be_attacked(r, ref->left) && can_be_attacked(r, ref->right);
    for (const m_desc *d = ref->ref_class == CLASS_PLAYER ? NULL : ref->desc; d; d = d->or)
        for (const m_atom *a = d->atoms; a; a = a->next)
            types |= m_types_of(r, a);
    return !types || (types & VM_TYPE_PLANESWALKER);
}

static void post_attacking(m_reader *r, uint32_t at, uint32_t whom, m_hits *out)
{
    m_hits all = {0};
    post_ref(r, ATOM_COMBAT, M_ATTACKS, at, whom, &all);
    for (uint32_t i = 0; i < all.count; i++) {
        const m_atom *a = all.at[i].node;
        if (can_be_attacked(r, a->ref))
            m_hit_add(r, out, all.at[i].end, all.at[i].node);
        else
            m_refuse(r, all.at[i].end, a->ref->span, CC_NO_MEANING,
                     "only players and planeswalkers are attacked (CR 508.1b)");
    }
}

/* attacking you · blocking this · blocked by it; of several joined ones `at` is the 'or' in front */
static void post_fights(m_reader *r, uint32_t at, m_hits *out)
{
    const uint32_t how = at + (m_group(r, at) == W_OR || m_group(r, at) == W_AND);
    if (m_word(r, how) == W_ATTACKING)
        post_attacking(r, at, how + 1, out);
    else if (m_word(r, how) == W_BLOCKING)
        post_blocking(r, how, out);
    else if (m_word(r, how) == W_BLOCKED && m_word(r, how + 1) == W_BY)
        post_ref(r, ATOM_COMBAT, M_IS_BLOCKED, at, how + 2, out);
}

/* that's attacking you, that are blocking this: the same as 'attacking you'; behind 'or' without the verb */
static void post_that_fights(m_reader *r, uint32_t at, m_hits *out)
{
    if (m_kind(r, at + 1) == TOK_POSS || m_group(r, at + 1) == W_BE)
        post_fights(r, at + 2, out);
    else if (m_group(r, at) == W_OR || m_group(r, at) == W_AND)
        post_fights(r, at, out);
}

/* that isn't of the chosen type, that are of a color chosen this way */
static void post_that_is_of(m_reader *r, uint32_t at, m_hits *out)
{
    const syn_word be = m_group(r, at + 1);
    if ((be != W_BE && be != W_ISNT && m_kind(r, at + 1) != TOK_POSS) || m_word(r, at + 2) != W_OF)
        return;
    m_hits chosen = {0};
    post_chosen(r, at + 2, &chosen);
    for (uint32_t i = 0; i < chosen.count; i++) {
        m_atom *a = chosen.at[i].node;
        a->neg = be == W_ISNT;
        post(r, out, a, chosen.at[i].end);
    }
}

static void read_who(m_reader *r, uint32_t at, m_hits *out)
{
    post_that_fights(r, at, out);
    post_that_is_of(r, at, out);
    m_read_history_posts(r, at, out);
    post_targets(r, at, out);
    if (m_word(r, at) == W_WHO)
        m_read_who_this_way(r, at, out);
    read_relative(r, at, out);
}

/* controlled by an opponent */
static int post_controlled(m_reader *r, uint32_t at, m_hits *out)
{
    if (m_word(r, at + 1) != W_BY || !is_past_control(r, m_word(r, at)))
        return 0;
    post_ref(r, ATOM_CONTROL, 0, at, at + 2, out);
    return 1;
}

/* entering the battlefield */
static void post_entering(m_reader *r, uint32_t at, m_hits *out)
{
    uint32_t end = at + 1, zone_end;
    const voc_entry *z = m_entry(r, end + (m_word(r, end) == W_THE), VOC_CLASS_ZONE, &zone_end);
    if (z && z->number == VM_ZONE_BATTLEFIELD)
        end = zone_end;
    post(r, out, m_atom_new(r, ATOM_ENTERING, at, end), end);
}

/* other than this · other players control */
static void other_posts(m_reader *r, uint32_t at, m_hits *out)
{
    if (m_word(r, at + 1) == W_THAN)
        post_ref(r, ATOM_OTHER, 0, at, at + 2, out);
    else
        read_relation(r, at, out);
}

/* Everything that can stand behind the noun at `at`. */
void m_read_posts(m_reader *r, uint32_t at, m_hits *out)
{
    const syn_word w = m_word(r, at);
    if (!w && m_kind(r, at) != TOK_STRING)
        return;
    switch (syn_word_group(w)) {
    case W_THAT:
    case W_WHO:
        with_others(r, at, read_who, 0, out);
        if (m_kind(r, at + 1) == TOK_POSS) /* that's */
            return;
        break;
    case W_WITH:
    case W_WITHOUT:
        with_others(r, at, read_with, 0, out);
        return;
    case W_OR:
    case W_AND:
        return;
    case W_FROM:
        post_said(r, at, out);
        post_zone(r, at, out);
        return;
    case W_IN:
    case W_ON:
        post_zone(r, at, out);
        return;
    case W_NAMED:
        with_others(r, at, read_named, 0, out);
        return;
    case W_OF:
        post_chosen(r, at, out);
        return;
    case W_OTHER:
        other_posts(r, at, out);
        return;
    case W_AMONG:
        post_ref(r, ATOM_AMONG, 0, at, at + 1, out);
        return;
    case W_EXCEPT:
        post_except(r, at, out);
        return;
    case W_AT:
        if (m_word(r, at + 1) == W_RANDOM_W && !r->context->is_test) /* a test says which */
            post(r, out, m_atom_new(r, ATOM_RANDOM, at, at + 2), at + 2);
        return;
    case W_ATTACHED:
        if (m_word(r, at + 1) == W_TO)
            post_ref(r, ATOM_ATTACHED, 0, at, at + 2, out);
        return;
    case W_BLOCKING:
    case W_ATTACKING:
        with_others(r, at, post_fights, 0, out);
        return;
    case W_BLOCKED:
        m_read_history_posts(r, at, out);
        with_others(r, at, post_fights, 0, out);
        return;
    case W_ENTERING:
        post_entering(r, at, out);
        return;
    default:
        if (post_controlled(r, at, out))
            return;
        m_read_history_posts(r, at, out);
        post_whom_it_blocks(r, at, out);
        break;
    }
    read_relation(r, at, out);
}
