/* 'Protection from red or blue', 'hexproof from all colors': one ability for each quality, and each is lost by itself (CR 702.16g, h).
 * So it is of every keyword that is declared with 'from QUALITY'. */
#include "compiler/lower/lower.h"

const m_operand *cc_from(const m_keyword *k)
{
    const uint32_t slot = m_from_quality(k->frame);
    return slot && k->operands[slot - 1].given ? &k->operands[slot - 1] : NULL;
}

static m_keyword *from_one(cc_unit *u, const m_keyword *k, const m_desc *d)
{
    m_keyword *one = ARENA_NEW(u->mem, m_keyword);
    const uint32_t slot = m_from_quality(k->frame) - 1;
    *one = *k;
    one->next = NULL;
    one->operands = arena_alloc(u->mem, sizeof *one->operands * k->frame->slot_count);
    for (uint32_t i = 0; i < k->frame->slot_count; i++)
        one->operands[i] = k->operands[i];
    m_desc *quality = ARENA_NEW(u->mem, m_desc);
    *quality = *d;
    quality->or = NULL;
    one->operands[slot].is.desc = quality;
    return one;
}

/* all colors: whatever has one */
static int is_any_color(const m_desc *d)
{
    const m_atom *a = d->atoms;
    while (a && a->kind == ATOM_DESC && !a->neg && !a->next && a->desc && !a->desc->or)
        a = a->desc->atoms;
    return a && a->kind == ATOM_COLOR && a->neg && !a->number &&
           (!a->next || (a->next->kind == ATOM_NOUN && !a->next->neg && !a->next->next &&
                         a->next->number == NOUN_OBJECT));
}

const m_keyword *cc_each_from(cc_unit *u, const m_keyword *k)
{
    const m_operand *from = cc_from(k);
    m_keyword *first = NULL, **last = &first;
    for (const m_desc *d = from ? from->is.desc : NULL; d; d = d->or) {
        const uint32_t count = is_any_color(d) ? 5 : 1;
        for (uint32_t i = 0; i < count; i++) {
            m_keyword *one = *last = from_one(u, k, d);
            last = &one->next;
            if (count == 1)
                continue;
            m_atom *color = ARENA_NEW(u->mem, m_atom);
            *color = (m_atom){.kind = ATOM_COLOR, .span = d->span, .number = 1u << i};
            ((m_desc *)one->operands[m_from_quality(k->frame) - 1].is.desc)->atoms = color;
        }
    }
    if (!first) {
        first = ARENA_NEW(u->mem, m_keyword);
        *first = *k;
        first->next = NULL;
    }
    return first;
}
