#include "compiler/meaning/walk.h"

static int in_zone(const m_zone *z, m_ref_test test, void *user)
{
    return z && z->owner && m_any_in_ref(z->owner, test, user);
}

int m_any_in_desc(const m_desc *d, m_ref_test test, void *user)
{
    for (; d; d = d->or)
        for (const m_atom *a = d->atoms; a; a = a->next)
            if ((a->ref && m_any_in_ref(a->ref, test, user)) || in_zone(a->zone, test, user) ||
                (a->amount && m_any_in_amount(a->amount, test, user)) ||
                (a->desc && m_any_in_desc(a->desc, test, user)) ||
                (a->act && m_any_in_act(a->act, test, user)) ||
                (a->history && m_any_in_cond(a->history, test, user)))
                return 1;
    return 0;
}

int m_any_in_ref(const m_ref *ref, m_ref_test test, void *user)
{
    if (!ref)
        return 0;
    return test(ref, user) || m_any_in_ref(ref->of, test, user) ||
           m_any_in_ref(ref->left, test, user) || m_any_in_ref(ref->right, test, user) ||
           (ref->desc && m_any_in_desc(ref->desc, test, user)) ||
           (ref->count && m_any_in_amount(ref->count, test, user)) ||
           in_zone(ref->zone, test, user);
}

int m_any_in_amount(const m_amount *a, m_ref_test test, void *user)
{
    if (!a)
        return 0;
    return m_any_in_ref(a->ref, test, user) || m_any_in_amount(a->left, test, user) ||
           m_any_in_amount(a->right, test, user) || (a->act && m_any_in_act(a->act, test, user));
}

static int in_events(const m_event *e, m_ref_test test, void *user)
{
    for (; e; e = e->or)
        if (m_any_in_ref(e->subject, test, user) || (e->act && m_any_in_act(e->act, test, user)) ||
            m_any_in_cond(e->state, test, user))
            return 1;
    return 0;
}

int m_any_in_cond(const m_cond *c, m_ref_test test, void *user)
{
    if (!c)
        return 0;
    return m_any_in_cond(c->left, test, user) || m_any_in_cond(c->right, test, user) ||
           m_any_in_ref(c->subject, test, user) || m_any_in_ref(c->by, test, user) ||
           (c->act && m_any_in_act(c->act, test, user)) || m_any_in_amount(c->amount, test, user) ||
           m_any_in_amount(c->other, test, user) || in_events(c->event, test, user);
}

static int in_operand(const m_operand *o, m_ref_test test, void *user)
{
    if (!o->given)
        return 0;
    if (m_any_in_amount(o->count, test, user))
        return 1;
    switch (o->type) {
    case VOC_NUMBER:
    case VOC_QUANTITY:
        return m_any_in_amount(o->is.amount, test, user);
    case VOC_DESCRIPTION:
    case VOC_QUALITY:
        return m_any_in_desc(o->is.desc, test, user);
    case VOC_ZONE:
        return in_zone(o->is.zone, test, user);
    case VOC_CONDITION:
        return m_any_in_cond(o->is.cond, test, user);
    case VOC_CHANGE:
    case VOC_SIZE:
        return m_any_in_amount(o->is.change->power, test, user) ||
               m_any_in_amount(o->is.change->toughness, test, user);
    case VOC_TOKENS:
        return m_any_in_amount(o->is.quality->power, test, user) ||
               m_any_in_amount(o->is.quality->toughness, test, user) ||
               m_any_in_amount(o->is.quality->size, test, user) ||
               m_any_in_ref(o->is.quality->model, test, user) ||
               m_any_in_ref(o->is.quality->attacks, test, user) ||
               m_any_in_ref(o->is.quality->blocks, test, user);
    case VOC_CONTROL:
    case VOC_TURN:
    case VOC_POSSESSOR:
        return m_any_in_ref(o->is.ref, test, user);
    default:
        return voc_is_reference(o->type) && m_any_in_ref(o->is.ref, test, user);
    }
}

int m_any_in_act(const m_act *act, m_ref_test test, void *user)
{
    for (uint32_t i = 0; i < act->frame->slot_count; i++)
        if (in_operand(&act->operands[i], test, user))
            return 1;
    for (const m_way *w = act->ways; w; w = w->next)
        if (m_any_in_act(w->act, test, user))
            return 1;
    return m_any_in_amount(act->times, test, user) || m_any_in_amount(act->x, test, user) ||
           m_any_in_cond(act->only_if, test, user) || m_any_in_cond(act->unless_cond, test, user) ||
           (act->unless && m_any_in_clause(act->unless, test, user));
}

int m_any_in_clause(const m_clause *c, m_ref_test test, void *user)
{
    return m_any_in_ref(c->subject, test, user) || (c->acts && m_any_in_act(c->acts, test, user));
}

int m_any_in_body(const m_body *body, m_ref_test test, void *user)
{
    for (const m_stmt *s = body ? body->stmts : NULL; s; s = s->next) {
        for (const m_clause *c = s->clauses; c; c = c->next)
            if (m_any_in_clause(c, test, user))
                return 1;
        if (m_any_in_cond(s->cond, test, user) || m_any_in_ref(s->ref, test, user) ||
            m_any_in_body(s->body, test, user) || m_any_in_body(s->other, test, user))
            return 1;
    }
    return 0;
}

static int counts(const m_amount *a, m_amount_kind kind)
{
    if (!a)
        return 0;
    return a->kind == kind || counts(a->left, kind) || counts(a->right, kind) ||
           (a->ref && counts(a->ref->count, kind));
}

int m_act_counts(const m_act *act, m_amount_kind kind)
{
    for (uint32_t i = 0; i < act->frame->slot_count; i++) {
        const m_operand *o = &act->operands[i];
        if (!o->given)
            continue;
        if (counts(o->count, kind) ||
            ((o->type == VOC_NUMBER || o->type == VOC_QUANTITY) && counts(o->is.amount, kind)) ||
            ((o->type == VOC_CHANGE || o->type == VOC_SIZE) &&
             (counts(o->is.change->power, kind) || counts(o->is.change->toughness, kind))) ||
            (voc_is_reference(o->type) && counts(o->is.ref->count, kind)))
            return 1;
    }
    return counts(act->times, kind) || counts(act->x, kind);
}
