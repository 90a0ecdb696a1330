/* One thing of each of several players: 'target creature each opponent controls', 'a card from each player's graveyard', 'if a
 * creature card is in each player's graveyard'. Nobody knows whether one of them all is meant or one of each: refused. */
#include "compiler/lower/lower.h"

#include "compiler/lower/acts.h"
#include "compiler/meaning/walk.h"

#include <string.h>

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
        "one target of all, or one for each? 'for each opponent: destroy up to one target creature "
        "that player controls'");
    return 1;
}

/* for each opponent: destroy up to one target creature that player controls. All targets are announced at once (CR 601.2c):
 * things of any of these players are described, and so many are chosen for each whose they are. */
int cc_target_for_each(cc_fn *f, const cc_fn *from, const cc_referent *r)
{
    const int is = from->taken_up == r && from->one_of == r && r->ref_class == CLASS_PLAYER &&
                   r->ref && r->ref->kind == REF_ALL && r->ref->desc;
    f->s->for_each |= (uint8_t)is;
    return is;
}

static int is_taken_up(const m_ref *ref, void *user)
{
    cc_fn *f = user;
    const int said = (ref->kind == REF_THAT && ref->ref_class == CLASS_PLAYER) ||
                     (ref->kind == REF_PRONOUN && ref->word == W_THEY);
    return said && cc_find(f, ref) == f->taken_up;
}

/* That a thing is theirs is said once, and nothing else of them: whose it is tells for whom it was chosen. */
static int says_only_whose(cc_fn *f, const m_desc *d)
{
    int whose = 0;
    for (const m_atom *a = d->or ? NULL : d->atoms; a; a = a->next) {
        const m_ref *of = a->kind == ATOM_CONTROL ? a->ref
                          : a->kind == ATOM_ZONE  ? a->zone->owner
                                                  : NULL;
        if (of && !a->neg && is_taken_up(of, f))
            whose++;
        else {
            m_desc one = *d;
            m_atom alone = *a;
            alone.next = NULL;
            one.atoms = &alone;
            if (m_any_in_desc(&one, is_taken_up, f))
                return 0;
        }
    }
    return whose == 1;
}

/* for each opponent: gain control of up to one target creature that player controls; behind it those creatures are those of
 * all of them, and not of the last. */
void cc_targets_of_all(const cc_fn *f, cc_referent *r)
{
    if (!r->ref || r->ref->kind != REF_TARGET || r->again != AGAIN_NOT || r->owner != f->id ||
        r->arg >= f->s->targets.count || !(f->s->targets.at[r->arg].flags & VM_TF_EACH))
        return;
    r->again = AGAIN_TARGET;
    r->moved = r->now.type ? f->id : r->moved;
    r->owner = 0;
    r->plural = 1;
}

/* Behind the target: what is said of one player, or of one of the things, is done player by player. */
static int is_of_one(const m_ref *ref, void *user)
{
    (void)user;
    return ref->kind == REF_THAT || ref->kind == REF_PRONOUN || ref->kind == REF_TARGET;
}

/* One thing is done to all these targets, and nothing else: destroyed together, dealt damage at the same time (CR 608.2c). */
int cc_targets_together(cc_fn *f, const m_body *body)
{
    const m_stmt *m = body ? body->stmts : NULL;
    const m_clause *c = m && !m->next && m->kind == STMT_CLAUSES && !m->later ? m->clauses : NULL;
    const int alone = c && !c->next && !c->may && !c->have && !c->alternatives && c->acts &&
                      !c->acts->next && (!c->subject || !is_of_one(c->subject, f));
    if (!alone || !(cc_acts_on_things(c->acts) || voc_is(c->acts->frame, VOC_DEALS)))
        return 0;
    m_act rest = *c->acts;
    const uint32_t count = rest.frame->slot_count;
    rest.operands = arena_alloc(f->u->mem, sizeof *rest.operands * (count + 1));
    memcpy(rest.operands, c->acts->operands, sizeof *rest.operands * count);
    int targets = 0;
    for (uint32_t i = 0; i < count; i++) {
        const m_operand *o = &c->acts->operands[i];
        if (!o->given || !voc_is_reference(o->type) || o->is.ref->kind != REF_TARGET)
            continue;
        if (!says_only_whose(f, o->is.ref->desc))
            return 0;
        rest.operands[i].given = 0;
        targets++;
    }
    return targets == 1 && !m_any_in_act(&rest, is_of_one, f);
}

int cc_target_each_row(cc_fn *f, const m_ref *ref, vm_target *t)
{
    if (!f->taken_up || !says_only_whose(f, ref->desc))
        cc_wrong(f->u, CC_NO_NATIVE, ref->span,
                 "a target for each player is described by whose it is alone, so far: 'that player "
                 "controls', "
                 "'from that player's graveyard'");
    else if (t->min)
        cc_wrong(f->u, CC_NO_NATIVE, ref->span,
                 "of each of several players 'up to one target ...' can be chosen, so far");
    else if (t->flags & ~(uint32_t)VM_TF_X)
        cc_wrong(f->u, CC_NO_NATIVE, ref->span,
                 "targets for each of several players are chosen by who controls this, and are not "
                 "other ones than those before, so far");
    else
        t->flags |= VM_TF_EACH;
    return (t->flags & VM_TF_EACH) != 0;
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
