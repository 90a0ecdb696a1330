/*
 * meaning/both.c: 'a spell that is red and white' is both. Behind a verb 'and' joins what one thing is; in front of a noun
 * (red and white creatures) and in lists of things it names several.
 */
#include "compiler/meaning/read.h"

/* Do the words of [at, end) join with 'and' alone? */
static int joined_by_and(const m_reader *r, uint32_t at, uint32_t end)
{
    int found = 0;
    for (uint32_t i = at; i < end; i++) {
        if (m_group(r, i) == W_OR)
            return 0;
        found |= m_group(r, i) == W_AND;
    }
    return found;
}

m_desc *m_both(m_reader *r, m_desc *d, uint32_t at, uint32_t end)
{
    if (!d || !d->or || !joined_by_and(r, at, end))
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
