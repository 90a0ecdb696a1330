/* One of several keywords: gains your choice of flying or trample; choose flying or haste, ... gains that ability. */
#include "compiler/meaning/read.h"

#include "grammar.tab.h"

enum { ALTERNATIVES_MAX = 8 };

static m_keyword *with_words(m_reader *r, const m_keyword *k, uint32_t from, uint32_t to)
{
    m_keyword *own = ARENA_NEW(r->mem, m_keyword);
    *own = *k;
    own->says = m_text(r, from, to);
    own->next = NULL;
    return own;
}

/* flying, vigilance, or haste: from the second on; last: 'or' has been said */
static void read_alternatives(m_reader *r, uint32_t at, int last, int depth, m_hits *out)
{
    m_hits one = {0};
    if (depth >= ALTERNATIVES_MAX)
        return;
    m_read_keyword(r, at, &one);
    for (uint32_t i = 0; i < one.count; i++) {
        const uint32_t end = one.at[i].end;
        m_keyword *k = with_words(r, one.at[i].node, at, end);
        if (last)
            m_hit_add(r, out, end, k);
        const uint32_t next = end + (m_kind(r, end) == TOK_COMMA), ends = m_word(r, next) == W_OR;
        if (last || next + ends == end)
            continue;
        m_hits more = {0};
        read_alternatives(r, next + ends, (int)ends, depth + 1, &more);
        for (uint32_t n = 0; n < more.count; n++) {
            m_keyword *first = with_words(r, k, at, end);
            first->next = more.at[n].node;
            m_hit_add(r, out, more.at[n].end, first);
        }
    }
}

static m_abilities *one_of(m_reader *r, const m_keyword *k, uint32_t from, uint32_t to)
{
    m_abilities *a = ARENA_NEW(r->mem, m_abilities);
    a->span = m_span(r, from, to);
    a->keywords = (m_keyword *)(uintptr_t)k;
    a->one_of = 1;
    return a;
}

void m_read_one_of(m_reader *r, uint32_t at, m_hits *out)
{
    if (m_word(r, at) != W_YOUR || m_word(r, at + 1) != W_CHOICE || m_word(r, at + 2) != W_OF)
        return;
    m_hits all = {0};
    read_alternatives(r, at + 3, 0, 0, &all);
    for (uint32_t i = 0; i < all.count; i++)
        m_hit_add(r, out, all.at[i].end, one_of(r, all.at[i].node, at, all.at[i].end));
}

/* that ability · the chosen ability */
void m_read_chosen_ability(m_reader *r, uint32_t at, m_hits *out)
{
    const uint32_t noun = m_word(r, at) == W_THAT                                   ? at + 1
                          : m_word(r, at) == W_THE && m_word(r, at + 1) == W_CHOSEN ? at + 2
                                                                                    : 0;
    m_name *n = noun && m_word(r, noun) == W_ABILITY_W ? m_chosen(r, M_NAME_KEYWORD, 0) : NULL;
    if (!n || !n->keywords)
        return;
    m_abilities *a = one_of(r, n->keywords, at, noun + 1);
    a->chosen = n;
    m_hit_add(r, out, noun + 1, a);
}

/* flying or haste. The end, or 0; what is read farthest counts. */
uint32_t m_read_keyword_choice(m_reader *r, uint32_t at, m_choice *c)
{
    m_hits all = {0};
    read_alternatives(r, at, 0, 0, &all);
    uint32_t end = 0;
    for (uint32_t i = 0; i < all.count; i++)
        if (all.at[i].end > end) {
            c->kind = CHOICE_KEYWORD;
            c->keywords = all.at[i].node;
            end = all.at[i].end;
        }
    return end;
}
