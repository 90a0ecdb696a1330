/* What each of several does, or has done to it, so many times: how many times is counted for all of them before anybody acts (CR
 * 101.4, 608.2g). 'Each player draws a card for each card in their opponents' hands': of the hands as they are before that. */
#include "compiler/lower/clauses.h"

#include "compiler/meaning/walk.h"

/* May it be counted in front of the act? What the act itself chooses, takes or is about is not known there; 'it' is, where that is
 * the one at hand and the act is about nothing else. */
static int is_known_only_later(const m_ref *ref, void *user)
{
    const int *it_is_at_hand = user;
    switch (ref->kind) {
    case REF_THIS:
    case REF_YOU:
    case REF_ALL:
    case REF_NONE:
    case REF_CONTROLLER: /* of what is looked at by itself */
    case REF_OWNER:
    case REF_OPPONENTS:
    case REF_ACTIVE:
    case REF_HOST:
    case REF_NAMED:
    case REF_ZONE:
        return 0;
    case REF_PRONOUN:
        return ref->word == W_THEY ? ref->ref_class == CLASS_OBJECT : !*it_is_at_hand;
    case REF_THAT:
        return ref->plural || (ref->ref_class != CLASS_PLAYER && !*it_is_at_hand);
    default:
        return 1;
    }
}

static int can_change(const m_amount *a)
{
    if (!a)
        return 0;
    return (a->kind >= AMT_COUNT && a->kind <= AMT_LAND_TYPES) || can_change(a->left) ||
           can_change(a->right);
}

typedef struct found {
    cc_fn *f;
    cc_counted *first;
    int it_is_at_hand;
} found;

/* Is the act about things other than those that are taken one by one? */
static int is_about_others(const m_act *act, const m_ref *each)
{
    for (uint32_t i = act->frame->has_subject; i < act->frame->slot_count; i++) {
        const m_operand *o = &act->operands[i];
        if (o->given && voc_is_reference(o->type) && o->is.ref != each &&
            o->is.ref->ref_class != CLASS_PLAYER)
            return 1;
    }
    return 0;
}

static void add(found *all, const m_amount *a)
{
    if (!can_change(a) || m_any_in_amount(a, is_known_only_later, &all->it_is_at_hand))
        return;
    for (const cc_counted *c = all->first; c; c = c->next)
        if (c->amount == a)
            return;
    cc_counted *c = ARENA_NEW(all->f->u->mem, cc_counted);
    c->amount = a;
    c->next = all->first;
    all->first = c;
}

cc_counted *cc_counted_in(cc_fn *f, const m_act *act, const m_ref *each)
{
    const int players = each ? each->ref_class == CLASS_PLAYER
                             : f->subject && f->subject->ref_class == CLASS_PLAYER;
    found all = {f, NULL, !players && !is_about_others(act, each)};
    if (!f->effect || act->frame->body || act->ways || voc_is(act->frame, VOC_DEALS))
        return NULL; /* damage is dealt together, so nothing changes in between */
    for (uint32_t i = 0; i < act->frame->slot_count; i++) {
        const m_operand *o = &act->operands[i];
        if (!o->given)
            continue;
        add(&all, o->count);
        if (o->type == VOC_NUMBER || o->type == VOC_QUANTITY) {
            add(&all, o->is.amount);
        } else if (o->type == VOC_CHANGE || o->type == VOC_SIZE) {
            add(&all, o->is.change->power);
            add(&all, o->is.change->toughness);
        } else if (o->type == VOC_TOKENS) {
            add(&all, o->is.quality->power);
            add(&all, o->is.quality->toughness);
            add(&all, o->is.quality->size);
        }
    }
    add(&all, act->times);
    if (f->x && !f->x_value.type && m_act_counts(act, AMT_X))
        add(&all, f->x);
    return all.first;
}

/* Is the native told which things, rather than how to find them: 'until they reveal a creature card'? */
static int takes_things(const m_act *act, uint32_t slot)
{
    const int native = cc_is_rule(act) || voc_is(act->frame, VOC_CHOOSES) ? -1 : cc_native_of(act);
    return native < 0 ? cc_is_rule(act) || voc_is(act->frame, VOC_CHOOSES)
                      : cc_takes_things(native, act->frame->slot_names[slot]);
}

/* Is it chosen by whoever acts, as they act? */
static int is_chosen(const cc_fn *f, const m_act *act, uint32_t slot)
{
    const m_operand *o = &act->operands[slot];
    const m_ref *ref = o->given && voc_is_reference(o->type) ? o->is.ref : NULL;
    return ref && ref->kind == REF_SOME && ref->ref_class == CLASS_OBJECT &&
           takes_things(act, slot) && !m_desc_says(ref->desc, ATOM_RANDOM) &&
           !cc_referent_of(f, ref);
}

/* each player puts a counter on a creature with no counters on it: all choose before anybody acts (CR 101.4) */
cc_counted *cc_counted_choices(cc_fn *f, const m_clause *c, uint32_t count, cc_counted *then)
{
    const m_act *act = c->acts;
    const int players = f->subject && f->subject->ref_class == CLASS_PLAYER;
    if (!act || !players || c->may || c->alternatives || !f->effect || act->frame->body ||
        act->ways || act->only_if || act->unless_cond || act->unless || act->times ||
        (voc_is(act->frame, VOC_CHOOSES) && count < 2))
        return then;
    for (uint32_t i = act->frame->slot_count; i-- > act->frame->has_subject;) {
        if (!is_chosen(f, act, i))
            continue;
        cc_counted *one = ARENA_NEW(f->u->mem, cc_counted);
        one->act = act;
        one->slot = i;
        one->next = then;
        then = one;
    }
    return then;
}

static cc_val noted_of(cc_fn *f, const cc_counted *c)
{
    if (c->amount)
        return cc_amount(f, c->amount);
    const m_operand *o = &c->act->operands[c->slot];
    const cc_val v = cc_is_rule(c->act)
                         ? cc_ref_now(f, o->is.ref, 'o')
                         : cc_reference_arg(f, c->act, c->act->frame->slot_names[c->slot], o, 'o');
    return v.type ? cc_as(f, v, 'e') : v;
}

cc_val cc_counted_begin(cc_fn *f)
{
    return cc_num(f, 0);
}

/* of the one at hand: `last` is the place of its last number */
void cc_counted_note(cc_fn *f, const cc_counted *first, cc_val last)
{
    for (const cc_counted *c = first; c; c = c->next) {
        cc_arg a[1] = {{.v = noted_of(f, c), .given = 1}};
        if (!a[0].v.type)
            return;
        cc_move(f, last, cc_native(f, c->amount ? VM_NATIVE_note : VM_NATIVE_note_things, a));
    }
}

/* Behind the last of them: the place of the first number of the first. */
void cc_counted_turn(cc_fn *f, const cc_counted *first, cc_val all, cc_val last)
{
    const cc_val set = cc_as(f, all, 'e'), one = cc_num(f, 1);
    cc_emit(f, VM_OP_ADD, last.reg, last.reg, one.reg, 0);
    const cc_val members = cc_op(f, VM_OP_COUNT, 'n', set.reg, 0, 0);
    for (const cc_counted *c = first; c; c = c->next)
        cc_emit(f, VM_OP_SUB, last.reg, last.reg, members.reg, 0);
}

const cc_counted *cc_counted_take(cc_fn *f, cc_counted *first, cc_val place)
{
    const cc_counted *before = f->counted;
    cc_counted *last = NULL;
    for (cc_counted *c = first; c; c = c->next) {
        const cc_arg a[1] = {{.v = place, .given = 1}};
        const cc_val one = cc_num(f, 1);
        c->is = cc_native(f, c->amount ? VM_NATIVE_noted : VM_NATIVE_noted_things, a);
        cc_referent *r = c->amount ? NULL : cc_referent_of(f, c->act->operands[c->slot].is.ref);
        if (r) { /* of the one at hand */
            r->was = c->is;
            r->now = CC_BAD;
        }
        cc_emit(f, VM_OP_ADD, place.reg, place.reg, one.reg, 0);
        last = c;
    }
    if (last)
        last->outer = before;
    f->counted = first ? first : before;
    return before;
}

cc_val cc_counted_chosen(const cc_counted *first)
{
    for (; first; first = first->next)
        if (!first->amount)
            return first->is;
    return CC_BAD;
}

cc_val cc_counted_value(const cc_fn *f, const m_amount *a)
{
    for (const cc_counted *c = f->counted; c; c = c->next ? c->next : c->outer)
        if (c->amount && c->amount == a)
            return c->is;
    return CC_BAD;
}
