/* Zones: 'your hand', 'the bottom of its owner's library in a random order', 'graveyard, hand, and library'. */
#include "compiler/meaning/read.h"

#include <string.h>

#include "grammar.tab.h"

static uint32_t read_order(const m_reader *r, uint32_t at, m_zone *z)
{
    if (m_word(r, at) != W_IN)
        return at;
    if (m_word(r, at + 1) == W_ANY && m_word(r, at + 2) == W_ORDER) {
        z->any_order = 1;
        return at + 3;
    }
    if (m_group(r, at + 1) == W_A && m_word(r, at + 2) == W_RANDOM_W &&
        m_word(r, at + 3) == W_ORDER) {
        z->random_order = 1;
        return at + 4;
    }
    return at;
}

static void zone_hit(m_reader *r, uint32_t from, uint32_t end, const m_zone *like, m_hits *out)
{
    m_zone *z = ARENA_NEW(r->mem, m_zone);
    *z = *like;
    const uint32_t more = read_order(r, end, z);
    if (more != end) {
        z->span = m_span(r, from, more);
        m_hit_add(r, out, more, z);
        z = ARENA_NEW(r->mem, m_zone);
        *z = *like;
    }
    z->span = m_span(r, from, end);
    m_hit_add(r, out, end, z);
}

static int is_private(uint32_t zone) /* every player has one */
{
    return zone == VM_ZONE_HAND || zone == VM_ZONE_LIBRARY || zone == VM_ZONE_GRAVEYARD;
}

/* graveyard, hand, and library: the zones behind the first; the end, or 0 where there is none */
uint32_t m_read_more_zones(m_reader *r, uint32_t at, uint32_t *out_also)
{
    uint32_t i = at, end, joined = 0;
    *out_also = 0;
    while (!joined) {
        uint32_t k = i + (m_kind(r, i) == TOK_COMMA);
        joined = m_group(r, k) == W_AND || m_group(r, k) == W_OR;
        k += joined;
        const voc_entry *z = k > i ? m_entry(r, k, VOC_CLASS_ZONE, &end) : NULL;
        if (!z || !is_private(z->number))
            return 0;
        *out_also |= 1u << z->number;
        i = end;
    }
    return i;
}

static void read_plain_zone(m_reader *r, uint32_t from, uint32_t at, const m_zone *place,
                            m_hits *out)
{
    uint32_t i = at, end;
    const syn_word g = m_group(r, at);
    const int article = g == W_A || g == W_THE || g == W_ALL || g == W_EACH || g == W_ANY;
    const voc_entry *z = m_entry(r, i + (uint32_t)article, VOC_CLASS_ZONE, &end);
    if (z && !(article && g == W_THE && is_private(z->number))) {
        m_zone one = *place;
        one.zone = z->number;
        one.all = g == W_ALL || g == W_EACH;
        zone_hit(r, from, end, &one, out);
    }
    const m_hits *who = m_read_possessor(r, at);
    for (uint32_t k = 0; k < who->count; k++) {
        const m_ref *owner = who->at[k].node;
        z = m_entry(r, who->at[k].end, VOC_CLASS_ZONE, &end);
        if (!z)
            continue;
        if (owner->ref_class == CLASS_OBJECT && owner->kind != REF_PRONOUN) {
            m_refuse(r, end, m_span(r, at, end), CC_WRONG_TYPE, "only a player has a %s",
                     r->t[who->at[k].end].text);
            continue;
        }
        m_zone one = *place;
        one.zone = z->number;
        one.owner = m_as_player(r, who->at[k].node); /* only players have zones */
        one.owners = owner->kind == REF_OWNER && owner->of->kind == REF_PRONOUN;
        zone_hit(r, from, end, &one, out);
        const uint32_t more = is_private(one.zone) && !one.top && !one.bottom
                                  ? m_read_more_zones(r, end, &one.also)
                                  : 0;
        if (more)
            zone_hit(r, from, more, &one, out);
    }
}

const m_hits *m_read_zone(m_reader *r, uint32_t at)
{
    int known;
    m_hits *hits = m_memo(r, CAT_ZONE, at, &known);
    if (known)
        return hits;
    m_hits found = {0};
    m_zone place = {0};
    const uint32_t i = at + (m_word(r, at) == W_THE);
    if ((m_word(r, i) == W_TOP || m_word(r, i) == W_BOTTOM) && m_word(r, i + 1) == W_OF) {
        place.top = m_word(r, i) == W_TOP;
        place.bottom = !place.top;
        read_plain_zone(r, at, i + 2, &place, &found);
        uint32_t end = i + 3;
        const voc_entry *z =
            m_word(r, i + 2) == W_THAT ? m_entry(r, i + 3, VOC_CLASS_ZONE, &end) : NULL;
        if (m_word(r, i + 2) == W_IT || (z && z->number == VM_ZONE_LIBRARY)) {
            place.zone = VM_ZONE_LIBRARY; /* shuffle your library and put that card on top of it */
            place.it = 1;
            zone_hit(r, at, end, &place, &found);
        }
    } else {
        read_plain_zone(r, at, at, &place, &found);
    }
    if (!found.count)
        m_want(r, at, "a zone");
    *hits = found;
    return hits;
}
