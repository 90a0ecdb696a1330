/* What something is or becomes: '2/2 white Cat creature with flying', 'the chosen color in addition'. */
#include "compiler/meaning/read.h"

#include <string.h>

#include "grammar.tab.h"

static int quality_word(m_reader *r, uint32_t at, int token, m_quality_list *q, uint32_t *out_end)
{
    uint32_t end;
    const voc_entry *e;
    if ((e = m_entry(r, at, VOC_CLASS_COLOR, &end)) != NULL) {
        q->colors |= e->number;
        q->colorless |= e->number == 0;
    } else if ((e = m_entry(r, at, VOC_CLASS_TYPE, &end)) != NULL) {
        q->types |= 1u << e->number;
    } else if ((e = m_entry(r, at, VOC_CLASS_SUPERTYPE, &end)) != NULL) {
        q->supertypes |= 1u << e->number;
    } else if ((e = m_entry(r, at, VOC_CLASS_SUBTYPE, &end)) != NULL) {
        VEC_PUSH(r->mem, &q->subtypes, e->number);
    } else if (token && (e = m_entry(r, at, VOC_CLASS_STATUS, &end)) != NULL &&
               (e->number == VM_STATUS_TAPPED0 || e->number == VM_STATUS_ATTACKING0) && !e->extra) {
        *(e->number == VM_STATUS_TAPPED0 ? &q->tapped : &q->attacking) = 1;
    } else if (m_kind(r, at) == TOK_PT && !q->has_pt) {
        m_change *c;
        end = m_read_change(r, at, 0, &c);
        if (!end)
            return 0;
        q->has_pt = 1;
        q->power = c->power;
        q->toughness = c->toughness;
    } else {
        m_name *n = m_read_chosen(r, at, &q->choice, &end);
        if (!n) {
            n = m_name_find(r, m_word(r, at));
            end = at + 1;
        }
        if (!n || (n->kind != M_NAME_COLOR && n->kind != M_NAME_SUBTYPE && n->kind != M_NAME_LAND &&
                   n->kind != M_NAME_WORD))
            return 0;
        if (q->chosen) {
            m_refuse(r, end, m_span(r, at, end), CC_NO_MEANING,
                     "one thing that was chosen at a time; say the other in a sentence of its own");
            return 0;
        }
        q->chosen = n;
    }
    *out_end = end;
    return 1;
}

static m_quality_list *quality_copy(m_reader *r, const m_quality_list *q)
{
    m_quality_list *c = ARENA_NEW(r->mem, m_quality_list);
    *c = *q;
    c->subtypes.cap = 0; /* not to write into the other's list */
    c->subtypes.count = 0;
    c->subtypes.at = NULL;
    for (uint32_t i = 0; i < q->subtypes.count; i++)
        VEC_PUSH(r->mem, &c->subtypes, q->subtypes.at[i]);
    return c;
}

/* The longest reference here, and its end; NULL where there is none. */
static m_ref *longest_ref(m_reader *r, uint32_t at, uint32_t *end)
{
    const m_hits *refs = m_read_ref(r, at);
    m_ref *found = NULL;
    for (uint32_t i = 0; i < refs->count; i++)
        if (!found || refs->at[i].end > *end) {
            found = refs->at[i].node;
            *end = refs->at[i].end;
        }
    return found;
}

/* that's tapped and attacking that player, that's blocking it: how a token enters */
static uint32_t read_entering(m_reader *r, uint32_t at, m_quality_list *q)
{
    uint32_t i = at, end;
    if (m_word(r, i) != W_THAT || (m_group(r, i + 1) != W_BE && m_kind(r, i + 1) != TOK_POSS))
        return 0;
    for (i += 2;; i = end + 1) {
        if (m_word(r, i) == W_BLOCKING) {
            q->blocks = longest_ref(r, i + 1, &end);
            return q->blocks ? end : 0;
        }
        const voc_entry *e = m_entry(r, i, VOC_CLASS_STATUS, &end);
        if (!e || e->extra || (e->number != VM_STATUS_TAPPED0 && e->number != VM_STATUS_ATTACKING0))
            return 0;
        *(e->number == VM_STATUS_TAPPED0 ? &q->tapped : &q->attacking) = 1;
        if (e->number == VM_STATUS_ATTACKING0 && m_word(r, end) != W_AND)
            q->attacks = longest_ref(r, end, &end);
        if (m_word(r, end) != W_AND)
            return end;
    }
}

static void quality_tails(m_reader *r, const m_quality_list *q, int token, uint32_t from,
                          uint32_t at, m_hits *out);

/* with base power and toughness 3/3[, flying, and haste]: as if 3/3 stood in front */
static void with_base(m_reader *r, const m_quality_list *q, int token, uint32_t from, uint32_t at,
                      m_hits *out)
{
    uint32_t p, t;
    m_change *size;
    const voc_entry *power = m_entry(r, at, VOC_CLASS_PROPERTY, &p);
    if (!power || power->number != VM_PROP_POWER || m_word(r, p) != W_AND || q->has_pt || q->size)
        return;
    p += 1 + (m_word(r, p + 1) == W_BASE_W);
    const voc_entry *toughness = m_entry(r, p, VOC_CLASS_PROPERTY, &t);
    const uint32_t end =
        toughness && toughness->number == VM_PROP_TOUGHNESS && m_kind(r, t) == TOK_PT
            ? m_read_change(r, t, 0, &size)
            : 0;
    if (!end)
        return;
    m_quality_list *c = quality_copy(r, q);
    c->has_pt = 1;
    c->power = size->power;
    c->toughness = size->toughness;
    uint32_t more = end + (m_kind(r, end) == TOK_COMMA);
    more += m_word(r, more) == W_AND;
    const m_hits *abilities = more > end && !q->abilities ? m_read_abilities(r, more) : NULL;
    for (uint32_t i = 0; abilities && i < abilities->count; i++) {
        m_quality_list *with = quality_copy(r, c);
        with->abilities = abilities->at[i].node;
        quality_tails(r, with, token, from, abilities->at[i].end, out);
    }
    quality_tails(r, c, token, from, end, out);
}

/* with flying · with all creature types · with power and toughness equal to its mana value · named "X" */
static void quality_tails(m_reader *r, const m_quality_list *q, int token, uint32_t from,
                          uint32_t at, m_hits *out)
{
    m_quality_list *entering = quality_copy(r, q);
    const uint32_t behind = token ? read_entering(r, at, entering) : 0;
    if (behind)
        quality_tails(r, entering, token, from, behind, out);
    const syn_word opens =
        q->abilities ? W_AND : W_WITH; /* with { ... } · with flying and { ... } */
    if (token && !q->open && m_word(r, at) == opens && at + 1 == r->count) {
        m_quality_list *c = quality_copy(r, q);
        c->open = 1;
        c->span = m_span(r, from, at);
        m_hit_add(r, out, at + 1, c);
    }
    if (m_word(r, at) == W_WITH && m_word(r, at + 1) == W_BASE_W)
        with_base(r, q, token, from, at + 2, out);
    if (m_word(r, at) == W_WITH) {
        const m_hits *abilities = m_read_abilities(r, at + 1);
        for (uint32_t i = 0; i < abilities->count && !q->abilities && !q->chosen; i++) {
            m_quality_list *c = quality_copy(r, q);
            c->abilities = abilities->at[i].node;
            c->all_creature_types |= c->abilities->all_creature_types;
            quality_tails(r, c, token, from, abilities->at[i].end, out);
        }
        uint32_t p, t;
        const voc_entry *power = m_entry(r, at + 1, VOC_CLASS_PROPERTY, &p);
        const voc_entry *toughness =
            power && m_word(r, p) == W_AND ? m_entry(r, p + 1, VOC_CLASS_PROPERTY, &t) : NULL;
        if (toughness && power->number == VM_PROP_POWER && toughness->number == VM_PROP_TOUGHNESS) {
            t += m_group(r, t) == W_EACH;
            if (m_word(r, t) == W_EQUAL && m_word(r, t + 1) == W_TO) {
                const m_hits *n = m_read_amount(r, t + 2);
                for (uint32_t i = 0; i < n->count && !q->size; i++) {
                    m_quality_list *c = quality_copy(r, q);
                    c->size = n->at[i].node;
                    quality_tails(r, c, token, from, n->at[i].end, out);
                }
            }
        }
    }
    if (m_word(r, at) == W_NAMED && m_kind(r, at + 1) == TOK_STRING && !q->name) {
        m_quality_list *c = quality_copy(r, q);
        const char *t = r->t[at + 1].text;
        c->name = arena_strndup(r->mem, t + 1, strlen(t) > 1 ? strlen(t) - 2 : 0);
        quality_tails(r, c, token, from, at + 2, out);
    }
    m_quality_list *c = quality_copy(r, q);
    c->span = m_span(r, from, at);
    m_hit_add(r, out, at, c);
}

/* a 1/1 white Soldier creature [token] · red · Mountains · 1/1 green Saproling creatures and Forest lands */
void m_read_qualities(m_reader *r, uint32_t at, int token, m_hits *out)
{
    m_quality_list q;
    memset(&q, 0, sizeof q);
    uint32_t i = at, end, said = 0;
    for (;;) {
        if (quality_word(r, i, token, &q, &end)) {
            i = end;
            said++;
            if (!token)
                quality_tails(r, &q, token, at, i, out);
            continue;
        }
        uint32_t k = i + (m_kind(r, i) == TOK_COMMA);
        k += m_word(r, k) == W_AND;
        k += m_group(r, k) == W_A;
        m_quality_list peek;
        memset(&peek, 0, sizeof peek);
        if (said && k != i && quality_word(r, k, token, &peek, &end)) {
            i = k;
            continue;
        }
        break;
    }
    if (!token && said && voc_same(r->voc, m_word(r, i), syn_word_find(r->voc->words, "permanent")))
        quality_tails(r, &q, token, at, i + 1, out);
    if (token && m_group(r, i) == W_TOKEN)
        quality_tails(r, &q, token, at, i + 1, out);
    else
        m_want(r, i, token ? "what the token is, and 'token'" : "a color, type or power/toughness");
}
