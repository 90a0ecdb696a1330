/* From where something is cast or played, in what an event says of it: 'whenever you cast a spell from your graveyard'. When
 * the event is asked it is elsewhere already, on the stack or the battlefield (CR 601.2a): the event itself knows. */
#include "compiler/lower/lower.h"

static int is_spell(const m_desc *d)
{
    for (const m_atom *a = d->atoms; a; a = a->next)
        if (a->kind == ATOM_NOUN && !a->neg && a->number == NOUN_SPELL)
            return 1;
    return 0;
}

/* Is 'from your hand' in this description where it was taken from, not where it is? */
static int says_from(const m_desc *d, uint32_t event)
{
    return m_desc_says(d, ATOM_ZONE) &&
           (event == VM_EVENT_cast || event == VM_EVENT_play_land || is_spell(d));
}

/* The same without where from. */
static m_desc *without_from(cc_fn *f, const m_desc *d)
{
    m_desc *out = ARENA_NEW(f->u->mem, m_desc);
    m_atom **end = &out->atoms;
    *out = *d;
    out->or = NULL;
    *end = NULL;
    for (const m_atom *a = d->atoms; a; a = a->next) {
        if (a->kind == ATOM_ZONE)
            continue;
        *end = ARENA_NEW(f->u->mem, m_atom);
        **end = *a;
        (*end)->next = NULL;
        end = &(*end)->next;
    }
    return out;
}

/* Their graveyard: of the player of this event, where it has named one; else of whom the sentences around it mean */
static cc_val is_owner(cc_fn *f, cc_val owner, const m_ref *whose)
{
    const cc_referent *r = whose->kind == REF_PRONOUN ? cc_find(f, whose) : NULL;
    if (!r || !r->of_event)
        return cc_fits(f, owner, whose);
    const cc_val who = cc_as(f, cc_ref(f, whose, 'p'), 'e'), own = cc_as(f, owner, 'e');
    return who.type ? cc_op(f, VM_OP_MEET, 'b', own.reg, who.reg, 0) : who;
}

static cc_val is_from(cc_fn *f, cc_val it, const m_atom *a, uint32_t event)
{
    const m_zone *z = a->zone;
    const uint32_t zones = 1u << z->zone | z->also;
    if (zones & (1u << VM_ZONE_BATTLEFIELD | 1u << VM_ZONE_STACK))
        return cc_wrong(f->u, CC_NO_MEANING, a->span, "nothing is cast or played from there");
    const cc_val from = event == VM_EVENT_cast || event == VM_EVENT_play_land
                            ? cc_op(f, VM_OP_EVENT_ZONE, 'z', 0, 0, 0)
                            : cc_op(f, VM_OP_CAST_FROM, 'z', it.reg, 0, 0);
    cc_val so = CC_BAD;
    for (uint32_t i = 0; i < VM_ZONE_COUNT; i++)
        if (zones >> i & 1) {
            const cc_val zone = cc_value(f, 'z', (int32_t)i),
                         is = cc_op(f, VM_OP_EQ, 'b', from.reg, zone.reg, 0);
            so = so.type ? cc_op(f, VM_OP_OR, 'b', so.reg, is.reg, 0) : is;
        }
    if (z->owner && !z->owners) {
        const cc_val owner = cc_op(f, VM_OP_OWNERS, 'p', it.reg, 0, 0),
                     theirs = is_owner(f, owner, z->owner);
        so = theirs.type ? cc_op(f, VM_OP_AND, 'b', so.reg, theirs.reg, 0) : theirs;
    }
    return so.type && a->neg ? cc_op(f, VM_OP_NOT, 'b', so.reg, 0, 0) : so;
}

const m_ref *cc_from_anywhere(cc_fn *f, const m_ref *ref, uint32_t event)
{
    int from = 0;
    for (const m_desc *d = ref->desc; d; d = d->or)
        from |= says_from(d, event);
    if (!from)
        return ref;
    m_ref *out = ARENA_NEW(f->u->mem, m_ref);
    *out = *ref;
    out->desc = NULL;
    m_desc **tail = &out->desc;
    for (const m_desc *d = ref->desc; d; d = d->or) {
        *tail = without_from(f, d);
        tail = &(*tail)->or ;
    }
    return out;
}

cc_val cc_fits_from(cc_fn *f, cc_val have, const m_ref *ref, uint32_t event)
{
    if (ref->kind == REF_JOIN && !f->s->past) {
        const cc_val l = cc_fits_from(f, have, ref->left, event),
                     r = cc_fits_from(f, have, ref->right, event);
        return l.type && r.type ? cc_op(f, VM_OP_OR, 'b', l.reg, r.reg, 0) : CC_BAD;
    }
    if (cc_from_anywhere(f, ref, event) == ref)
        return cc_fits(f, have, ref);
    cc_val any = CC_BAD;
    for (const m_desc *d = ref->desc; d; d = d->or) {
        m_ref *one = ARENA_NEW(f->u->mem, m_ref);
        *one = *ref;
        one->desc = without_from(f, d);
        cc_val so = cc_fits(f, have, one);
        const cc_val it = cc_as(f, have, 'o');
        for (const m_atom *a = d->atoms; a && so.type; a = a->next)
            if (a->kind == ATOM_ZONE) {
                const cc_val from = is_from(f, it, a, event);
                so = from.type ? cc_op(f, VM_OP_AND, 'b', so.reg, from.reg, 0) : from;
            }
        if (!so.type)
            return so;
        any = any.type ? cc_op(f, VM_OP_OR, 'b', any.reg, so.reg, 0) : so;
    }
    return any;
}

/* ---- what is played -------------------------------------------------------------------------- */

static int is_a_land(const cc_unit *u, const m_desc *d)
{
    int all = d != NULL;
    for (; d; d = d->or) {
        int land = 0;
        for (const m_atom *a = d->atoms; a; a = a->next) {
            const voc_symbol *s = a->kind == ATOM_SUBTYPE && !a->neg
                                      ? voc_symbol_by_number(u->voc, VM_SYM_SUBTYPE, a->number)
                                      : NULL;
            land |= (s && s->a == VM_TYPE_LAND) ||
                    (a->kind == ATOM_TYPE && !a->neg && 1u << a->number == VM_TYPE_LAND);
        }
        all &= land;
    }
    return all;
}

/* To play a card is to play it as a land or to cast it (CR 701.13b); the event is about lands alone. */
void cc_check_played(cc_scope *s, const m_ref *ref)
{
    if (ref->kind == REF_JOIN) {
        cc_check_played(s, ref->left);
        cc_check_played(s, ref->right);
        return;
    }
    const int land = ref->kind == REF_THIS
                         ? !s->of_card || s->u->face.at[s->face_idx].types & VM_TYPE_LAND
                         : is_a_land(s->u, ref->desc);
    if (!land)
        cc_wrong(s->u, CC_BAD_EVENT, ref->span,
                 "to play a card is to cast it, too, and this event is about lands alone: 'plays a "
                 "land or casts a spell'");
}
