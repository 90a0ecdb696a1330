/* Whose things pay: what stands in a cost says 'they' and 'their' of whoever pays it (CR 117.12a). */
#include "compiler/lower/lower.h"

/* Whoever pays, as the selector of a cost knows them: its 'you'. */
static m_ref *payer(cc_scope *s, const m_ref *said)
{
    m_ref *you = ARENA_NEW(s->u->mem, m_ref);
    *you = *said;
    you->kind = REF_YOU;
    return you;
}

static int is_somebody_else(const m_ref *said)
{
    return (said->kind == REF_PRONOUN && said->word == W_THEY) ||
           (said->kind == REF_THAT && said->ref_class == CLASS_PLAYER) ||
           said->kind == REF_CONTROLLER || said->kind == REF_OWNER;
}

/* Does it mean whoever pays? 'its controller' does where its controller pays, 'they' and 'that player' where it is not you. */
static int is_payer(const m_ref *said, const m_ref *by)
{
    if (said->kind == REF_CONTROLLER || said->kind == REF_OWNER)
        return said->kind == by->kind;
    return is_somebody_else(said) && by->kind != REF_YOU;
}

static int is_own(const m_ref *said, const m_ref *by)
{
    if (said->kind == REF_YOU)
        return by->kind == REF_YOU;
    return !is_somebody_else(said) || is_payer(said, by);
}

static const m_ref *whose(const m_atom *a)
{
    if (a->kind == ATOM_ZONE)
        return a->zone->owner;
    return a->kind == ATOM_CONTROL || a->kind == ATOM_OWN ? a->ref : NULL;
}

static m_atom *read_anew(cc_scope *s, const m_atom *a, const m_ref *by)
{
    m_atom *one = ARENA_NEW(s->u->mem, m_atom);
    const m_ref *who = whose(a);
    *one = *a;
    if (who && is_payer(who, by)) {
        m_ref *you = payer(s, who);
        if (a->kind == ATOM_ZONE) {
            m_zone *z = ARENA_NEW(s->u->mem, m_zone);
            *z = *a->zone;
            z->owner = you;
            one->zone = z;
        } else {
            one->ref = you;
        }
    }
    return one;
}

/* The description of what pays while something resolves, with the payer in it. NULL: that is not what one can pay with. */
m_desc *cc_of_payer(cc_scope *s, m_desc *d)
{
    const m_ref *by = s->paid_by;
    m_desc *out = NULL, **last = &out;
    if (!by)
        return d;
    for (; d; d = d->or) {
        m_desc *alt = ARENA_NEW(s->u->mem, m_desc);
        *alt = *d;
        m_atom **at = &alt->atoms;
        for (const m_atom *a = d->atoms; a; a = a->next) {
            const m_ref *who = whose(a);
            if (who && !is_own(who, by)) {
                cc_wrong(s->u, CC_BAD_COST, a->span,
                         "a cost is paid with what is one's own: of whoever pays say 'they' and "
                         "'their', of yourself 'you' and 'your'");
                return NULL;
            }
            m_atom *one = read_anew(s, a, by);
            *at = one;
            at = &one->next;
        }
        *last = alt;
        last = &alt->or ;
    }
    return out;
}
