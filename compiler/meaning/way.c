/* What was done to pay, or this way: the sacrificed creature, the cards exiled this way, the ones revealed with this. */
#include "compiler/meaning/read.h"

#include <string.h>

#include "grammar.tab.h"

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
void m_mention(m_reader *r, m_linked which, int so)
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

int m_is_own_deed(const vocabulary *voc, uint32_t number, syn_word said)
{
    return number == PAID_DESTROYED &&
           strcmp(syn_word_text(voc->words, said), m_paid_word(number)) != 0;
}

/* creatures they controlled: who it was stands beside the description */
static int says_who_controlled(const m_desc *d)
{
    for (; d; d = d->or)
        for (const m_atom *a = d->atoms; a; a = a->next)
            if (a->kind == ATOM_CONTROL && a->number2)
                return 1;
    return 0;
}

/* of: who controlled it then, or NULL */
static void done_to_it(m_reader *r, const m_ref *like, m_ref *of, uint32_t from, uint32_t at,
                       m_hits *out)
{
    uint32_t number;
    m_zone *zone = NULL;
    const int by = m_word(r, at) == W_IT || m_word(r, at) == W_THIS; /* each creature it devoured */
    at += (uint32_t)by;
    if (!m_paid_number(r, at, &number) || like->kind == REF_TARGET || /* it would not be one */
        says_who_controlled(like->desc))
        return;
    const int with = by || (m_word(r, at + 1) == W_WITH &&
                            (m_word(r, at + 2) == W_THIS || m_word(r, at + 2) == W_IT));
    const uint32_t end = by ? at + 1 : with ? at + 3 : m_read_way(r, at + 1, number, &zone);
    if (!end || (by && number != VM_PAID_SACRIFICED && number != PAID_EXILED))
        return;
    m_ref *ref = m_ref_copy(r, like);
    ref->kind = REF_PAID;
    ref->number = number;
    ref->zone = zone;
    ref->of = of;
    ref->word = m_word(r, at);
    ref->plural = 1;
    ref->many = 0;
    ref->with_this = (uint8_t)with; /* with this: by whatever ability of it */
    m_mention(r, LINKED_EXILED, number == PAID_EXILED);
    m_mention(r, LINKED_SACRIFICED, number == VM_PAID_SACRIFICED && with);
    ref->span = m_span(r, from, end);
    if (like->kind == REF_SOME || like->kind == REF_NONE) {
        m_ref *some = m_ref_copy(r, like);
        if (like->kind == REF_NONE) { /* no creatures destroyed this way: none of them */
            some->count = m_amount_const(r, 0, from);
            some->or_less = 1;
        }
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

/* that was destroyed this way · that died this way */
static void that_was(m_reader *r, const m_ref *like, m_ref *of, uint32_t from, uint32_t at,
                     m_hits *out)
{
    uint32_t number;
    const int that = m_word(r, at) == W_THAT,
              was = that && (m_word(r, at + 1) == W_WAS || m_word(r, at + 1) == W_WERE);
    at += (uint32_t)that + (uint32_t)was;
    if (!m_paid_number(r, at, &number) || number == PAID_DEALT || number == PAID_PUT ||
        (that && was == m_is_own_deed(r->voc, number, m_word(r, at))))
        return;
    if (m_word(r, at + 1) == W_THIS && m_word(r, at + 2) == W_WAY)
        done_to_it(r, like, of, from, at, out);
}

/* each creature destroyed this way · the cards exiled with this · two creature cards put into graveyards this way:
 * two of them · each creature they controlled that was destroyed this way */
void m_read_this_way(m_reader *r, const m_ref *like, uint32_t from, uint32_t at, m_hits *out)
{
    done_to_it(r, like, NULL, from, at, out);
    if (m_word(r, at) == W_THAT)
        that_was(r, like, NULL, from, at, out);
    const syn_word g = m_group(r, at);
    if (g != W_YOU && g != W_THEY && g != W_THAT)
        return;
    const m_hits *who = m_read_ref(r, at);
    for (uint32_t i = 0; i < who->count; i++) {
        const syn_word verb = m_word(r, who->at[i].end);
        m_ref *then = who->at[i].node;
        if (then->ref_class != CLASS_OBJECT && verb < r->voc->info.count &&
            r->voc->info.at[verb].verb == W_CONTROL_W &&
            (r->voc->info.at[verb].forms & VOC_FORM_PAST))
            that_was(r, like, then, from, who->at[i].end + 1, out);
    }
}

/* ---- who did it this way ----------------------------------------------------------------------
 */

/* Is it done by whose the thing is, whoever says so? Of the others nobody knows by the thing who did them. */
int m_is_own_doing(uint32_t number)
{
    return number == VM_PAID_SACRIFICED || number == PAID_DISCARDED || number == PAID_MILLED ||
           number == PAID_DRAWN || number == PAID_REVEALED;
}

static void who_hit(m_reader *r, uint32_t at, uint32_t end, const m_cond *c, int neg, m_hits *out)
{
    m_atom *a = m_atom_new(r, ATOM_WAY, at, end);
    m_cond *way = ARENA_NEW(r->mem, m_cond);
    *way = *c;
    way->kind = COND_WAY;
    way->span = a->span;
    a->history = way;
    a->neg = (uint8_t)neg;
    m_hit_add(r, out, end, a);
}

/* who controlled a creature destroyed this way · two or more permanents put into a graveyard this way */
static void who_controlled(m_reader *r, uint32_t at, uint32_t verb, int neg, m_hits *out)
{
    const m_hits *things = m_read_ref(r, verb + 1);
    for (uint32_t i = 0; i < things->count; i++) {
        const m_ref *some = things->at[i].node, *of = some->kind == REF_PART ? some->of : NULL;
        if (!of || of->kind != REF_PAID || of->with_this)
            continue;
        m_ref *what = m_ref_copy(r, some);
        what->kind = REF_SOME;
        what->of = NULL;
        what->desc = of->desc;
        const m_cond c = {.subject = what,
                          .number = of->number,
                          .word = of->word,
                          .zone = of->zone,
                          .controlled = 1};
        who_hit(r, at, things->at[i].end, &c, neg, out);
    }
}

static const voc_word_info *verb_info(const m_reader *r, syn_word w)
{
    const voc_word_info *info = w && w < r->voc->info.count ? &r->voc->info.at[w] : NULL;
    return info && info->verb ? info : NULL;
}

/* sacrificed a creature this way: the verb of row `row` of what is done */
static void who_did(m_reader *r, uint32_t at, uint32_t verb, size_t row, m_hits *out)
{
    m_cond c = {.number = PAID[row].number, .word = m_word(r, verb)};
    const m_hits *things = m_read_ref(r, verb + 1);
    for (uint32_t k = 0; k < things->count; k++) {
        const uint32_t end = m_read_way(r, things->at[k].end, c.number, &c.zone);
        c.subject = things->at[k].node;
        if (!end || (c.subject->kind != REF_SOME && c.subject->kind != REF_NONE))
            continue;
        if (m_is_own_doing(c.number))
            who_hit(r, at, end, &c, verb > at + 1, out);
        else
            m_refuse(r, end, m_span(r, at, end), CC_NO_MEANING,
                     "who did that is not known by the thing: 'who controlled a creature %s "
                     "this way', or 'each player who does' behind 'each player may'",
                     PAID[row].past);
    }
}

/* who discarded a creature card this way · who didn't sacrifice a creature this way */
void m_read_who_this_way(m_reader *r, uint32_t at, m_hits *out)
{
    const int neg = m_word(r, at + 1) == W_DIDNT;
    const uint32_t verb = at + 1 + (uint32_t)neg;
    const voc_word_info *says = verb_info(r, m_word(r, verb));
    if (!says || !(says->forms & (neg ? VOC_FORM_BASE : VOC_FORM_PAST)))
        return;
    if (says->verb == W_CONTROL_W)
        who_controlled(r, at, verb, neg, out);
    for (size_t row = 0; row < sizeof PAID / sizeof *PAID; row++) {
        const voc_word_info *past = verb_info(r, syn_word_find(r->voc->words, PAID[row].past));
        if (past && past->verb == says->verb)
            who_did(r, at, verb, row, out);
    }
}
