/* Triggers and replacements that effects make (CR 603.7, 603.12, 614.1, 615.7). What they say of things that the effect
 * knows is taken along. */
#include "compiler/lower/lower.h"

#include <string.h>

/* It can mean what was said before it (CR 603.7c): the oldest first, as it was said. */
static void hand_on(cc_fn *f, cc_scope *inner, cc_referent *r)
{
    if (!r)
        return;
    hand_on(f, inner, r->next);
    const int moved = (r->now.type && r->owner == f->id) ||
                      r->moved == f->id; /* this, which is something new now */
    if (r->again == AGAIN_YOU || (r->again == AGAIN_THIS && !moved) || !cc_is_at_hand(f, r))
        return;
    cc_referent *mine =
        cc_refer_event(inner, r->ref, r->desc, (m_ref_class)r->ref_class, AGAIN_CAPTURED, 0);
    mine->outer = r;
    mine->plural = r->plural;
    mine->is_this = r->is_this && !moved;
    mine->is_result = r->is_result;
    mine->sentence = r->sentence;
    mine->paid = r->paid;
    mine->chosen = r->chosen;
    mine->of_event = r->of_event;
    mine->said = r->said;
}

void cc_capture_begin(cc_fn *f, cc_scope *inner, cc_captures *c)
{
    memset(c, 0, sizeof *c);
    cc_scope_inner(f->s, inner);
    inner->captures = c;
    inner->delayed = 1;
    inner->x_known = f->s->x_known;
    hand_on(f, inner, f->s->referents);
}

/* A source of damage may be one that is gone (CR 609.7a). */
static int is_of_sources(const m_desc *d)
{
    for (const m_atom *a = d->atoms; a; a = a->next)
        if (a->kind == ATOM_NOUN && a->number == NOUN_SOURCE)
            return 1;
    return 0;
}

/* now: what each has become; else what it was, of which a trigger of this very moment can still read the numbers. */
static void capture_args(cc_fn *f, const cc_captures *c, cc_arg *args, int now, int kind)
{
    for (uint32_t i = 0; i < c->count; i++) {
        args[i].v = cc_as(f, cc_referent_value(f, c->of[i], now), 'e');
        if (kind == VM_ABILITY_REPLACE && c->of[i]->ref_class == CLASS_OBJECT && args[i].v.type) {
            const cc_val became = cc_op(f, VM_OP_NOW, 'e', args[i].v.reg, 0, 0); /* CR 400.7g */
            const int source = c->of[i]->desc && is_of_sources(c->of[i]->desc);
            args[i].v = source ? cc_op(f, VM_OP_UNION, 'e', args[i].v.reg, became.reg, 0) : became;
        }
        args[i].given = args[i].v.type != 0;
    }
}

void cc_capture_ref(cc_fn *f, const m_ref *ref)
{
    if (!ref)
        return;
    if (ref->kind == REF_JOIN) {
        cc_capture_ref(f, ref->left);
        cc_capture_ref(f, ref->right);
    } else if (!cc_referent_of(f, ref) &&
               (ref->kind == REF_TARGET || (ref->kind == REF_SOME && ref->of_choice))) {
        cc_ref(f, ref, 'e');
    } else if (ref->kind == REF_PAID && ref->number == PAID_DEALT) {
        const cc_val v = cc_ref(f, ref, 'e');
        if (v.type)
            cc_refer(f, ref, v, AGAIN_NOT, 0)->plural = 1;
    }
}

/* when you do: ... (CR 603.12): a trigger of its own, put on the stack once this has resolved. */
void cc_reflexive(cc_fn *f, const m_stmt *m)
{
    if (!cc_did(f).type) {
        cc_wrong(f->u, CC_NO_REFERENT, m->span, "nothing before this could have been done or not");
        return;
    }
    cc_scope inner;
    cc_captures capture;
    cc_capture_begin(f, &inner, &capture);
    inner.delayed = 0;
    capture.reflexive = 1;
    vm_ability a = cc_ability_new(VM_ABILITY_TRIGGERED, m->span);
    cc_effect(&inner, m->body, &a);
    VEC_PUSH(f->u->mem, &f->u->ability, a);
    const int32_t row = (int32_t)f->u->ability.count - 1;
    const uint32_t jump = cc_emit(f, VM_OP_JF, f->did.reg, 0, 0, 0);
    cc_arg args[VM_CAPTURED_MAX + 1];
    memset(args, 0, sizeof args);
    capture_args(f, &capture, args, 0, 0);
    args[VM_CAPTURED_MAX].imm = row;
    cc_native(f, VM_NATIVE_reflex, args);
    cc_patch(f, jump);
}

void cc_delay(cc_fn *f, const cc_captures *c, const cc_abilities *made, cc_val amount, int duration)
{
    const uint32_t first = cc_abilities_store(f->u, made);
    for (uint32_t i = 0; i < made->count; i++) {
        cc_arg a[VM_CAPTURED_MAX + 3];
        memset(a, 0, sizeof a);
        capture_args(f, c, a, 1, made->at[i].kind);
        a[VM_CAPTURED_MAX].v = amount.type ? amount : cc_num(f, -1);
        a[VM_CAPTURED_MAX].given = 1;
        a[VM_CAPTURED_MAX + 1].imm = (int32_t)(first + i);
        a[VM_CAPTURED_MAX + 2].imm = duration;
        cc_native(f, VM_NATIVE_delay, a);
    }
}

/* Targets and sources that are chosen as it begins to wait. */
static void choose_first(cc_fn *f, const m_event *e)
{
    for (; e; e = e->or) {
        cc_capture_ref(f, e->subject);
        for (uint32_t i = 0; e->act && i < e->act->frame->slot_count; i++)
            if (e->act->operands[i].given && voc_is_reference(e->act->operands[i].type))
                cc_capture_ref(f, e->act->operands[i].is.ref);
    }
}

/* A trigger waits until it has triggered; a replacement as long as is said, the next one until the turn ends. */
static int how_long(cc_fn *f, const m_ability *m)
{
    if (f->s->duration >= 0 || m->duration) {
        m_act act;
        memset(&act, 0, sizeof act);
        act.duration = m->duration;
        f->u->ends_with_block += f->s->duration >= 0;
        const int so = f->s->duration >= 0 ? f->s->duration : cc_duration(f, &act);
        if (so == VM_DURATION_WHILE)
            cc_wrong(
                f->u, CC_NO_NATIVE, m->span,
                "the rules machine knows no trigger or replacement of an effect that ends with a "
                "condition: ask for it with ', if ...'");
        return so;
    }
    if (m->kind != ABILITY_REPLACEMENT && m->each_time)
        cc_wrong(f->u, CC_NOT_HERE, m->span,
                 "this needs an end, 'this turn' or 'until ...'; 'when' waits for the first time");
    if (m->kind != ABILITY_REPLACEMENT)
        return VM_DURATION_FOREVER;
    const m_ref *who = m->event->subject;
    if (!m->next_time && who &&
        (who->kind == REF_PRONOUN || who->kind == REF_THAT || who->kind == REF_TARGET))
        return VM_DURATION_FOREVER; /* of one thing: as long as it is that */
    if (!m->next_time)
        cc_wrong(f->u, CC_NOT_HERE, m->span, "this needs an end: 'this turn', 'until ...'");
    return VM_DURATION_END_OF_TURN;
}

static void make(cc_fn *f, const m_ability *ability)
{
    cc_scope inner;
    cc_captures capture;
    cc_abilities made = {0};
    cc_capture_begin(f, &inner, &capture);
    cc_abilities_lower(&inner, ability, &made);
    cc_delay(f, &capture, &made, CC_BAD, how_long(f, ability));
}

/* each player's next upkeep: each of them has one */
static const m_ref *next_of_several(cc_fn *f, const m_event *e)
{
    const m_ref *who = e->is_step && e->next_one ? e->whose : NULL;
    if (!who)
        return NULL;
    if (who->kind == REF_PRONOUN || who->kind == REF_THAT) {
        const cc_referent *r = cc_find(f, who);
        return r && (r->plural || (r->ref && r->ref->kind == REF_ALL)) ? who : NULL;
    }
    return who->kind == REF_ALL || cc_is_several(who) ? who : NULL;
}

static void make_for_each(cc_fn *f, const m_ability *ability, const m_ref *several)
{
    const cc_val all = cc_as(f, cc_ref(f, several, 'p'), 'e');
    if (!all.type)
        return;
    m_ability *own = ARENA_NEW(f->u->mem, m_ability);
    m_event *event = ARENA_NEW(f->u->mem, m_event);
    m_ref *one = ARENA_NEW(f->u->mem, m_ref);
    *one = *several;
    one->kind = REF_TARGET; /* one of them: known already */
    one->plural = one->each = 0;
    one->ref_class = CLASS_PLAYER;
    *event = *ability->event;
    event->whose = one;
    *own = *ability;
    own->event = event;
    cc_referent *group =
        several->kind == REF_PRONOUN || several->kind == REF_THAT ? cc_find(f, several) : NULL;
    const cc_loop l = cc_loop_begin(f, all);
    if (group && group->ref) { /* they: the one whose step it is */
        group->hidden = 1;
        one->span = group->ref->span;
    }
    cc_refer(f, one, l.one, AGAIN_NOT, 0);
    make(f, own);
    if (group)
        group->hidden = 0;
    cc_loop_end(f, l);
}

void cc_delayed(cc_fn *f, const m_stmt *m)
{
    if (m->behind)
        cc_declare_targets(f, m->ability->body->stmts->clauses);
    choose_first(f, m->ability->event);
    if (m->ability->event->that_turn && !cc_that_turn(f, m->ability->event->span))
        return;
    if (m->ability->kind ==
        ABILITY_REPLACEMENT) /* it does not use the stack: targets are the effect's */
        cc_declare_targets_in(f, m->ability->body->stmts);
    const m_ref *several = next_of_several(f, m->ability->event);
    if (several)
        make_for_each(f, m->ability, several);
    else
        make(f, m->ability);
    f->did = f->acted = CC_BAD; /* nothing of it has been done */
}
