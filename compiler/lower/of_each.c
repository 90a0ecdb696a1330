/* One thing of each of several players: 'target creature each opponent controls', 'a card from each player's graveyard', 'if a
 * creature card is in each player's graveyard'. Nobody knows whether one of them all is meant or one of each: refused. */
#include "compiler/lower/lower.h"

static int is_each(const m_ref *players)
{
    return players && players->kind == REF_ALL && players->each;
}

static const m_atom *of_each(const m_desc *d)
{
    for (; d; d = d->or)
        for (const m_atom *a = d->atoms; a; a = a->next)
            if (((a->kind == ATOM_CONTROL || a->kind == ATOM_OWN) && is_each(a->ref)) ||
                (a->kind == ATOM_ZONE && is_each(a->zone->owner)))
                return a;
    return NULL;
}

int cc_is_target_of_each(cc_fn *f, const m_desc *d)
{
    const m_atom *a = of_each(d);
    if (!a)
        return 0;
    cc_wrong(
        f->u, CC_NO_NATIVE, a->span,
        "one target of all, or one for each? The rules machine knows no target for each player, "
        "so far");
    return 1;
}

static int refused(cc_fn *f, cc_span at)
{
    if (f->asking)
        cc_wrong(
            f->u, CC_NO_MEANING, at,
            "one of each? 'each player has a card in their graveyard', 'each opponent controls a "
            "creature'");
    else
        cc_wrong(f->u, CC_NO_MEANING, at,
                 "one of each? 'for each opponent: { ... that player controls }'");
    return 1;
}

int cc_is_of_each(cc_fn *f, const m_ref *ref)
{
    const m_atom *a = ref->kind == REF_SOME || ref->kind == REF_NONE ? of_each(ref->desc) : NULL;
    return a && refused(f, a->span);
}

/* of a condition: what it says of `about` */
int cc_asks_of_each(cc_fn *f, const m_ref *about, const m_act *act)
{
    const int some = about && (about->kind == REF_SOME || about->kind == REF_NONE);
    const uint8_t asking = f->asking;
    int found = 0;
    f->asking = 1;
    if (some)
        found = cc_is_of_each(f, about);
    for (uint32_t i = 0; !found && i < act->frame->slot_count; i++) {
        const m_operand *o = &act->operands[i];
        if (!o->given)
            continue;
        if (voc_is_reference(o->type) && o->is.ref)
            found = cc_is_of_each(f, o->is.ref);
        else if (some && o->type == VOC_ZONE && is_each(o->is.zone->owner))
            found = refused(f, o->is.zone->span);
    }
    f->asking = asking;
    return found;
}
