/* What each of several players took is each one's own in the sentence behind: 'each player discards a card, then each player
 * loses life equal to its mana value'. Where nobody knows whose it was ('each player chooses a creature'), it is refused. */
#include "compiler/lower/clauses.h"
#include "compiler/lower/refs.h"

#include "compiler/meaning/walk.h"

enum { EACH_OWN = 1, EACH_ONE = 2 }; /* theirs: control tells whose; some other thing of each */

static int is_they(const m_ref *ref)
{
    return ref && ref->kind == REF_PRONOUN && ref->word == W_THEY;
}

/* a creature they control, a card in their hand, the top card of their library */
static int says_theirs(const m_ref *ref)
{
    if (ref->kind == REF_TOP)
        return ref->zone && is_they(ref->zone->owner);
    for (const m_atom *a = ref->desc && !ref->desc->or ? ref->desc->atoms : NULL; a; a = a->next)
        if (!a->neg && (((a->kind == ATOM_CONTROL || a->kind == ATOM_OWN) && is_they(a->ref)) ||
                        (a->kind == ATOM_ZONE && is_they(a->zone->owner))))
            return 1;
    return 0;
}

/* sacrifices a creature, discards a card: one's own */
static int is_own_by_act(const m_ref *ref, const m_clause *c, uint32_t count)
{
    for (; count; count--, c = c->next)
        for (uint32_t i = 0; c->acts && i < c->acts->frame->slot_count; i++)
            if (c->acts->operands[i].given && voc_is_reference(c->acts->operands[i].type) &&
                c->acts->operands[i].is.ref == ref && c->acts->frame->slots[i].own)
                return 1;
    return 0;
}

/* exile the top card of each player's library: each has one of these, whoever it was that exiled them */
void cc_each_own_said(cc_referent *r)
{
    const m_ref *ref = r->ref, *of = ref->kind == REF_TOP && ref->zone ? ref->zone->owner : NULL;
    if (!of || of->ref_class != CLASS_PLAYER || cc_names_one(of) ||
        (of->kind != REF_ALL && of->kind != REF_TARGET))
        return;
    r->of_several = 1;
    r->apiece = EACH_OWN;
    r->apiece_of = of;
}

void cc_each_own_note(cc_fn *f, const m_clause *c, uint32_t count, const cc_referent *before)
{
    if (f->subject->ref_class != CLASS_PLAYER)
        return;
    for (cc_referent *r = f->s->referents; r && r != before; r = r->next) {
        const m_ref *ref = r->ref;
        r->of_several = ref && ref->kind == REF_TOP;
        if (r->ref_class != CLASS_OBJECT || r->counted || r->in_hand || r->apiece ||
            (ref && ref->kind != REF_SOME && ref->kind != REF_TOP))
            continue;
        r->apiece_of = f->subject->ref;
        r->apiece = !ref || says_theirs(ref) || is_own_by_act(ref, c, count) ? EACH_OWN : EACH_ONE;
    }
}

void cc_each_own_lost(cc_fn *f, const cc_referent *before)
{
    for (cc_referent *r = f->s->referents; r && r != before; r = r->next)
        if (r->ref_class == CLASS_OBJECT && !r->plural && r->again == AGAIN_NOT)
            r->apiece = EACH_ONE;
}

/* it, that card, the discarded card: one */
static int speaks_of_one(const m_ref *ref)
{
    return !ref->plural && !ref->each && !ref->many &&
           ((ref->kind == REF_PRONOUN && ref->word == W_IT && !ref->number) ||
            ((ref->kind == REF_THAT || ref->kind == REF_PAID || ref->kind == REF_THE) &&
             ref->ref_class != CLASS_PLAYER));
}

static int is_apiece(const m_ref *ref, void *user)
{
    cc_fn *f = user;
    const cc_referent *r = speaks_of_one(ref) ? cc_find(f, ref) : NULL;
    return r && r->apiece;
}

int cc_each_own_in(cc_fn *f, const m_act *act)
{
    return f->subject && f->subject->ref_class == CLASS_PLAYER && m_any_in_act(act, is_apiece, f);
}

int cc_each_own_any(cc_fn *f, const m_clause *c, uint32_t count)
{
    for (; count; count--, c = c->next)
        if (c->acts && cc_each_own_in(f, c->acts))
            return 1;
    return 0;
}

int cc_is_each_own(const cc_fn *f, const m_ref *ref, const cc_referent *r)
{
    return r->apiece && f->subject && f->one_of == f->subject &&
           f->subject->ref_class == CLASS_PLAYER && speaks_of_one(ref);
}

/* each player chooses a creature / destroy it: whose? */
int cc_is_of_somebody(const cc_fn *f, const m_ref *ref, const cc_referent *r)
{
    return r->gathered && r->plural && r->ref_class == CLASS_OBJECT && f->effect && !ref->many &&
           speaks_of_one(ref);
}

/* Has each of those who act now taken one? each opponent discards a card, then each player loses ... its: you have not */
int cc_are_among(const m_ref *now, const m_ref *then)
{
    const m_atom *who = now && now->desc ? now->desc->atoms : NULL,
                 *all = then && then->desc && !then->desc->or ? then->desc->atoms : NULL;
    return now == then || (all && !all->next && all->kind == ATOM_NOUN &&
                           (all->number == NOUN_PLAYER ||
                            (who && !who->next && who->kind == ATOM_NOUN && !now->desc->or
                             &&who->number == all->number)));
}

int cc_is_of_nobody(cc_fn *f, const m_ref *ref, const cc_referent *r)
{
    if (!(r->of_several || r->apiece) || !speaks_of_one(ref) || r == f->subject)
        return 0;
    cc_wrong(f->u, CC_AMBIGUOUS, ref->span,
             "each of several players has one of these; 'for each player: { ... }' takes them one "
             "by one");
    return 1;
}

/* each player mills two cards, then each player returns one of those cards to their hand: one of their own */
cc_val cc_each_own_of_them(cc_fn *f, cc_referent *r, cc_val all)
{
    if (r->apiece != EACH_OWN || !f->subject || f->one_of != f->subject ||
        f->subject->ref_class != CLASS_PLAYER || !cc_are_among(f->subject->ref, r->apiece_of))
        return all;
    const cc_val were = cc_as(f, cc_referent_value(f, r, 0), 'e'),
                 who = were.type ? cc_as(f, cc_referent_value(f, f->subject, 0), 'p') : were;
    if (!who.type)
        return who;
    all = cc_as(f, all, 'e');
    const cc_val own = cc_op(f, VM_OP_CONTROLLED_BY, 'e', were.reg, who.reg, 0),
                 now = cc_op(f, VM_OP_NOW, 'e', own.reg, 0, 0),
                 both = cc_op(f, VM_OP_UNION, 'e', own.reg, now.reg, 0),
                 others = cc_op(f, VM_OP_MINUS, 'e', all.reg, both.reg, 0);
    return cc_op(f, VM_OP_MINUS, 'e', all.reg, others.reg, 0);
}

cc_val cc_each_own(cc_fn *f, const m_ref *ref, cc_referent *r, int now)
{
    if (r->apiece == EACH_ONE || !cc_are_among(f->subject->ref, r->apiece_of))
        return (void)cc_is_of_nobody(f, ref, r), CC_BAD;
    const cc_val all = cc_as(f, cc_referent_value(f, r, 0), 'e'),
                 who = all.type ? cc_as(f, cc_referent_value(f, f->subject, 0), 'p') : all;
    if (!who.type)
        return who;
    const cc_val own = cc_op(f, VM_OP_CONTROLLED_BY, 'e', all.reg, who.reg, 0);
    return now ? cc_op(f, VM_OP_NOW, 'e', own.reg, 0, 0) : own;
}
