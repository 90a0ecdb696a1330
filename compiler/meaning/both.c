/*
 * meaning/both.c: 'a spell that is red and white' is both. Behind a verb 'and' joins what one thing is; in front of a noun
 * (red and white creatures) and in lists of things it names several.
 */
#include "compiler/meaning/read.h"

#include "grammar.tab.h"

/* How the words of [at, end) are joined. */
typedef struct joints {
    uint32_t and, or, commas;
} joints;

static joints joints_of(const m_reader *r, uint32_t at, uint32_t end)
{
    joints j = {0, 0, 0};
    for (uint32_t i = at; i < end; i++) {
        j.and += m_group(r, i) == W_AND;
        j.or += m_group(r, i) == W_OR;
        j.commas += m_kind(r, i) == TOK_COMMA;
    }
    return j;
}

/* red and tapped or white: every joint is one between alternatives, so nothing says which belong together. */
static int is_mixed(m_reader *r, const m_desc *d, joints j, uint32_t at, uint32_t end)
{
    uint32_t alternatives = 0;
    for (; d; d = d->or)
        alternatives++;
    if (!j.and || !j.or || j.and +j.or +j.commas + 1 != alternatives)
        return 0;
    m_refuse(r, end, m_span(r, at, end), CC_AMBIGUOUS,
             "which of these belong together? Say the verb again: 'is red and is tapped or white', "
             "'is red and tapped or is white'");
    return 1;
}

m_desc *m_both(m_reader *r, m_desc *d, uint32_t at, uint32_t end)
{
    if (!d || !d->or)
        return d;
    const joints j = joints_of(r, at, end);
    if (is_mixed(r, d, j, at, end))
        return NULL;
    if (!j.and || j.or)
        return d;
    m_desc *all = ARENA_NEW(r->mem, m_desc);
    m_atom **tail = &all->atoms;
    all->span = d->span;
    for (const m_desc *one = d; one; one = one->or)
        for (const m_atom *a = one->atoms; a; a = a->next) {
            *tail = m_atom_copy(r, a);
            tail = &(*tail)->next;
        }
    return all;
}
