/* 'Each player sacrifices a land for each card in your hand': as many lands. An act with a number of its own multiplies that;
 * here it is the number of what is chosen. */
#include "compiler/lower/lower.h"

static int needs_more(const m_act *act)
{
    return act->times && m_chosen_operand(act) >= 0;
}

static m_act *multiplied(cc_unit *u, const m_act *act)
{
    const int slot = m_chosen_operand(act);
    m_act *out = ARENA_NEW(u->mem, m_act);
    m_ref *ref = ARENA_NEW(u->mem, m_ref);
    m_amount *count = ARENA_NEW(u->mem, m_amount);
    *out = *act;
    out->operands = arena_alloc(u->mem, sizeof *out->operands * act->frame->slot_count);
    for (uint32_t i = 0; i < act->frame->slot_count; i++)
        out->operands[i] = act->operands[i];
    *ref = *act->operands[slot].is.ref;
    *count = (m_amount){
        .kind = AMT_MUL, .span = act->times->span, .left = ref->count, .right = act->times};
    ref->count = count;
    ref->plural = 1;
    out->operands[slot].is.ref = ref;
    out->times = NULL;
    return out;
}

/* The chain with such acts as if the product were said; itself, if it has none. */
const m_clause *cc_with_multiples(cc_unit *u, const m_clause *c, uint32_t count)
{
    int any = 0;
    const m_clause *at = c;
    for (uint32_t i = 0; i < count && at; i++, at = at->next)
        for (const m_act *a = at->acts; a; a = a->next)
            any |= needs_more(a);
    if (!any)
        return c;
    m_clause *first = NULL, **last = &first;
    for (; c; c = c->next) {
        m_clause *copy = ARENA_NEW(u->mem, m_clause);
        *copy = *c;
        m_act **to = &copy->acts;
        for (const m_act *a = c->acts; a; a = a->next) {
            m_act *one = ARENA_NEW(u->mem, m_act);
            *one = *a;
            *to = needs_more(a) ? multiplied(u, a) : one;
            to = &(*to)->next;
        }
        *to = NULL;
        *last = copy;
        last = &copy->next;
    }
    return first;
}
