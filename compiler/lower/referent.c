/* What pronouns mean (docs/language.md, "The rules of meaning").
 *
 * Everything that is said is a referent, newest first: targets, subjects, objects, what an act yields, each
 * participant of the event. 'that X' is the nearest one that X can describe, never this. 'it' is the nearest
 * thing, 'they' the nearest players or things; a possessor in an amount prefers the subject of its sentence. */
#include "compiler/lower/refs.h"

#include "compiler/meaning/walk.h"

#include <string.h>

int cc_is_several(const m_ref *ref)
{
    return ref->plural ||
           (ref->count && !(ref->count->kind == AMT_CONST && ref->count->value == 1));
}

cc_referent *cc_refer(cc_fn *f, const m_ref *ref, cc_val v, cc_again again, uint32_t arg)
{
    cc_referent *r = ARENA_NEW(f->u->mem, cc_referent);
    r->ref = ref;
    r->desc = ref ? ref->desc : NULL;
    r->ref_class = ref && ref->ref_class != CLASS_ANY ? ref->ref_class
                   : v.type == 'p'                    ? CLASS_PLAYER
                   : v.type == 'o'                    ? CLASS_OBJECT
                                                      : CLASS_ANY;
    r->plural = ref && cc_is_several(ref);
    r->is_this = ref && ref->kind == REF_THIS;
    r->again = (uint8_t)again;
    r->arg = arg;
    r->was = v;
    r->now = CC_BAD;
    r->owner = f->id;
    r->clause = f->s->clause;
    r->sentence = f->sentence + 1;
    r->next = f->s->referents;
    f->s->referents = r;
    return r;
}

cc_referent *cc_refer_event(cc_scope *s, const m_ref *ref, const m_desc *desc, m_ref_class c,
                            cc_again again, uint32_t arg)
{
    cc_referent *r = ARENA_NEW(s->u->mem, cc_referent);
    r->ref = ref;
    r->desc = desc;
    r->ref_class = (uint8_t)c;
    r->plural = ref && ref->plural;
    r->is_this = again == AGAIN_THIS;
    r->again = (uint8_t)again;
    r->arg = arg;
    r->was = r->now = CC_BAD;
    r->next = s->referents;
    s->referents = r;
    return r;
}

cc_referent *cc_referent_of(const cc_fn *f, const m_ref *ref)
{
    for (cc_referent *r = f->s->referents; r; r = r->next)
        if (r->ref == ref && ref)
            return r;
    return NULL;
}

int cc_is_at_hand(const cc_fn *f, const cc_referent *r)
{
    return !r->hidden && ((r->owner == f->id && r->was.type) || r->again != AGAIN_NOT ||
                          (f->outer && r->owner == f->outer->id));
}

/* The effect that makes the trigger tells it what `r` is. */
static cc_val have_captured(cc_fn *f, cc_referent *r)
{
    cc_captures *c = f->s->captures;
    uint32_t slot = 0;
    while (slot < c->count && c->of[slot] != r->outer)
        slot++;
    if (slot == VM_CAPTURED_MAX)
        return cc_wrong(
            f->u, CC_TOO_DEEP, f->at,
            "what happens later can be about %d things at most that were said before it",
            VM_CAPTURED_MAX);
    c->of[slot] = r->outer;
    c->count += slot == c->count;
    const cc_val v = cc_op(f, VM_OP_CAPTURED, 'e', (int)slot, 0, 0);
    return r->ref_class == CLASS_PLAYER   ? cc_as(f, v, 'p')
           : r->ref_class == CLASS_OBJECT ? cc_as(f, v, 'o')
                                          : v;
}

cc_val cc_have_again(cc_fn *f, cc_referent *r)
{
    switch (r->again) {
    case AGAIN_THIS:
        return cc_op(f, VM_OP_THIS, 'o', 0, 0, 0);
    case AGAIN_YOU:
        return cc_op(f, VM_OP_YOU, 'p', 0, 0, 0);
    case AGAIN_TARGET:
        return cc_op(f, VM_OP_TARGETS, 'e', r->arg, 0, 0);
    case AGAIN_EVENT_OBJECT:
        return cc_op(f, VM_OP_EVENT_OBJ, 'o', r->arg, 0, 0);
    case AGAIN_EVENT_PLAYER:
        return cc_op(f, VM_OP_EVENT_PLAYER, 'p', 0, 0, 0);
    case AGAIN_EVENT_WHOM:
        return cc_op(f, VM_OP_EVENT_WHOM, 'e', 0, 0, 0);
    case AGAIN_EVENT_THOSE:
        f->s->those_meant = 1;
        return cc_op(f, VM_OP_EVENT_THOSE, 'e', 0, 0, 0);
    case AGAIN_EVENT_HOLDER: {
        const cc_val what = r->arg == 3 ? cc_op(f, VM_OP_EVENT_WHOM, 'e', 0, 0, 0)
                                        : cc_op(f, VM_OP_EVENT_OBJ, 'o', (int)r->arg, 0, 0);
        return cc_op(f, VM_OP_HELD_BY, 'p', cc_as(f, what, 'o').reg, 0, 0);
    }
    case AGAIN_EVENT_OWNER: {
        const cc_val what = cc_op(f, VM_OP_EVENT_OBJ, 'o', 0, 0, 0);
        return cc_op(f, VM_OP_OWNERS, 'p', what.reg, 0, 0);
    }
    case AGAIN_CAPTURED:
        return have_captured(f, r);
    case AGAIN_HOST: {
        const cc_val me = cc_op(f, VM_OP_THIS, 'o', 0, 0, 0);
        return cc_op(f, VM_OP_HOST, 'e', me.reg, 0, 0);
    }
    case AGAIN_PAIR: {
        const cc_val me = cc_op(f, VM_OP_THIS, 'o', 0, 0, 0),
                     with = cc_as(f, cc_op(f, VM_OP_PAIRED, 'o', me.reg, 0, 0), 'e'),
                     both = cc_as(f, me, 'e');
        return cc_op(f, VM_OP_UNION, 'e', both.reg, with.reg, 0);
    }
    case AGAIN_ALL:
        return cc_op(f, VM_OP_SELECT, 'e', 0, 0, r->arg);
    case AGAIN_PAID:
        f->u->cost_asked++;
        return cc_op(f, VM_OP_PAID, 'o', r->arg, 0, 0);
    case AGAIN_LINK:
        return cc_op(f, VM_OP_LINK, 'e', 0, 0, r->arg);
    default:
        return CC_BAD;
    }
}

/* The effect around this predicate in whose registers it is; NULL: none. */
static cc_fn *around(const cc_fn *f, const cc_referent *r)
{
    cc_fn *o = f->outer;
    while (o && o->id != r->owner)
        o = o->outer;
    return o && r->was.type && o->effect ? o : NULL;
}

/* A value of the function around is put where this one can see it: each time, as it can have become another (one player
 * after the other), and as what was put there before may have stood in a part that was not carried out. */
static cc_val carried_in(cc_fn *f, cc_fn *from, cc_referent *r)
{
    const cc_val v = cc_as(from, r->was, 'e');
    if (!r->carried) {
        if (m_links_full(f->s->context->links))
            return cc_wrong(
                f->u, CC_TOO_DEEP, f->at,
                "a card can remember %d things at most, by name or from sentence to sentence",
                M_LINKS_MAX);
        r->carried = ++f->s->context->links->count;
    }
    cc_emit(from, VM_OP_SET_LINK, v.reg, 0, 0, (int32_t)r->carried - 1);
    return cc_op(f, VM_OP_LINK, 'e', 0, 0, (int32_t)r->carried - 1);
}

/* The function around this predicate that makes an effect, which is told what the predicate asks for; NULL: none. */
static cc_fn *teller(const cc_fn *f)
{
    cc_fn *o = f->outer;
    while (o && !o->told)
        o = o->outer;
    return o;
}

int cc_is_told(const cc_fn *f)
{
    return teller(f) != NULL;
}

static cc_val told_of(cc_fn *f, cc_fn *from, cc_referent *r)
{
    cc_told *t = from->told;
    uint32_t slot = 0;
    while (slot < t->count && t->of[slot] != r)
        slot++;
    if (slot == VM_CAPTURED_MAX)
        return cc_wrong(f->u, CC_TOO_DEEP, f->at,
                        "what lasts can be about %d things at most that were said before it",
                        VM_CAPTURED_MAX);
    if (slot == t->count) {
        from->told = NULL;
        t->of[slot] = r;
        t->v[slot] = cc_as(from, cc_referent_value(from, r, 0), 'e');
        from->told = t;
        if (!t->v[slot].type)
            return CC_BAD;
        t->count++;
    }
    return cc_as(f, cc_op(f, VM_OP_CAPTURED, 'e', (int)slot, 0, 0),
                 r->ref_class == CLASS_PLAYER   ? 'p'
                 : r->ref_class == CLASS_OBJECT ? 'o'
                                                : 'e');
}

/* What this effect has made of what it did not have in a register (CR 400.7h). */
static cc_val followed(cc_fn *f, cc_val was)
{
    const cc_val one = cc_as(f, was, 'e');
    return one.type ? cc_as(f, cc_op(f, VM_OP_NOW, 'e', one.reg, 0, 0), was.type) : one;
}

cc_val cc_referent_value(cc_fn *f, cc_referent *r, int now)
{
    f->u->cost_asked += r->again == AGAIN_PAID;
    if (f->not_done &&
        (r->declinable || (r->again == AGAIN_TARGET && r->owner == f->id && !r->now.type)))
        return cc_have_again(f, r);
    if (r->owner == f->id && r->was.type)
        return now && r->now.type ? r->now : r->was;
    if (now && r->moved == f->id && f->effect)
        return followed(f, cc_have_again(f, r));
    if (f->s->targeting && r->again == AGAIN_PAID)
        return cc_wrong(f->u, CC_NO_REFERENT, f->at,
                        "targets are chosen before the cost is paid (CR 601.2c): by then nobody "
                        "knows what that will take");
    /* predicates do not see targets */
    if (f->s->targeting && !f->effect && r->again == AGAIN_TARGET && cc_chosen_by(f->s, r->arg))
        return cc_op(f, VM_OP_TARGETS, 'e', r->arg, 0, 0);
    cc_fn *tells = r->again == AGAIN_THIS || r->again == AGAIN_YOU || r->again == AGAIN_HOST ||
                           r->again == AGAIN_PAIR || r->again == AGAIN_LINK || r->again == AGAIN_ALL
                       ? NULL
                       : teller(f);
    if (tells && !f->s->targeting &&
        (r->again != AGAIN_NOT || (r->owner == tells->id && r->was.type)))
        return told_of(f, tells, r);
    cc_fn *from = r->again == AGAIN_NOT || r->again == AGAIN_TARGET ? around(f, r) : NULL;
    if (!from)
        return cc_have_again(f, r);
    if (f->s->targeting && cc_target_for_each(f, from, r)) /* of any of them: cc_ref_target */
        return cc_as(f, cc_desc_set(f, r->ref->desc), 'p');
    if (f->s->targeting)
        return cc_wrong(f->u, CC_NO_NATIVE, f->at,
                        "the rules machine cannot yet choose a target by another target or by "
                        "what has happened");
    return carried_in(f, from, r);
}

/* Was one player named before whom 'that player' means: by the event, as a target? */
int cc_names_a_player(cc_fn *f)
{
    for (const cc_referent *r = f->s->referents; r; r = r->next)
        if (r->ref_class == CLASS_PLAYER && !r->plural && r->again != AGAIN_YOU &&
            cc_is_at_hand(f, r))
            return 1;
    return 0;
}

/* Is there a target before it that it could be: what 'another target' is other than? */
int cc_target_like(const cc_fn *f, const m_desc *desc)
{
    for (const cc_referent *r = f->s->referents; r; r = r->next)
        if (r->again == AGAIN_TARGET && cc_describes(f->u, desc, r))
            return 1;
    return 0;
}

/* ---- finding ----------------------------------------------------------------------------------
 */

static int is_player_like(const cc_referent *r)
{
    return r->ref_class == CLASS_PLAYER;
}

/* You are called you; no other pronoun means you. */
static int is_you(const cc_referent *r)
{
    return r->again == AGAIN_YOU;
}

/* A pronoun means what was said before it. (Targets are declared before the sentence is taken apart.) */
static int said_later(const cc_referent *r, const m_ref *pronoun)
{
    if (!r->ref || r->ref->span.file != pronoun->span.file)
        return 0;
    const cc_span a = r->ref->span, b = pronoun->span;
    return a.line > b.line || (a.line == b.line && a.col > b.col);
}

static int is_operand(const m_act *act, const m_ref *ref)
{
    for (uint32_t i = act->frame->has_subject; i < act->frame->slot_count; i++)
        if (act->operands[i].given && voc_is_reference(act->operands[i].type) &&
            act->operands[i].is.ref == ref)
            return 1;
    return 0;
}

/* if a creature shares a color with it, if another creature's power is equal to its power: nothing is asked with itself */
static int is_asked_itself(const cc_fn *f, const cc_referent *r, const m_ref *pronoun)
{
    return ((r->ref && r->ref == f->asked_one) || r == f->asked_of) &&
           ((f->asked_act && is_operand(f->asked_act, pronoun)) ||
            (f->asked_with && f->asked_with->ref == pronoun));
}

/* target creature you control fights it: what it does something to is another; 'itself' is the subject */
static int is_done_to_itself(const cc_fn *f, const cc_referent *r, const m_ref *pronoun)
{
    for (; f && r->ref_class == CLASS_OBJECT; f = f->outer)
        for (const m_act *a = r == f->subject ? f->done_by_it : NULL; a; a = a->next)
            if (is_operand(a, pronoun))
                return 1;
    return 0;
}

/* The one at hand of several that are taken one by one is known in front of them, too: damage equal to the number of cards in
 * their hand to each opponent. */
static int is_unsaid(const cc_fn *f, const cc_referent *r, const m_ref *pronoun)
{
    return (said_later(r, pronoun) && !(r->ref && r->ref == f->apiece)) ||
           is_asked_itself(f, r, pronoun) || is_done_to_itself(f, r, pronoun);
}

/* the chosen creature: something here was said to be chosen */
static int says_chosen(cc_fn *f, const m_ref *ref)
{
    for (cc_referent *r = f->s->referents; r; r = r->next)
        if (r->chosen && cc_is_at_hand(f, r) && !said_later(r, ref) &&
            cc_describes(f->u, ref->desc, r))
            return 1;
    return 0;
}

/* draw a card, tap target creature, then discard that card: a card is no permanent, and a creature no creature card (CR 109.2). What
 * was a creature when it was spoken of is one where only that is asked: that creature's power. */
static int is_of_other_kind(const cc_fn *f, const m_ref *ref, const cc_referent *r)
{
    const int card = cc_is_card_by_now(f, r);
    return ref->kind == REF_THAT && ((card == 0 && cc_says_card(f->u, ref->desc)) ||
                                     (card == 1 && cc_says_permanent(f->u, ref->desc) &&
                                      (f->wants_permanent || !cc_says_permanent(f->u, r->desc))));
}

/* What only a number was taken of, or what is of another kind by now, is meant where nothing else fits. 'That Archer' is what was
 * called an Archer, though a creature was spoken of since. */
static cc_referent *nearest_that(cc_fn *f, const m_ref *ref)
{
    cc_referent *maybe = NULL, *other_number = NULL, *counted = NULL, *other_kind = NULL,
                *called_less = NULL;
    const int chosen = ref->kind == REF_THE && ref->word == W_CHOSEN;
    const int here = chosen && says_chosen(f, ref);
    if (chosen && !here && cc_is_linked(f->s, LINKED_CHOSEN))
        return NULL; /* by another ability */
    for (cc_referent *r = f->s->referents; r; r = r->next) {
        if (here && !r->chosen)
            continue;
        if (r->is_this || is_you(r) || !cc_is_at_hand(f, r) || is_unsaid(f, r, ref))
            continue;
        if (r->in_hand && !cc_says_card(f->u, ref->desc))
            continue;
        const int fits = cc_describes(f->u, ref->desc, r);
        if (fits == 2 && (r->plural || 0) != (ref->plural || ref->each) && ref->kind == REF_THAT) {
            other_number = other_number ? other_number : r;
            continue;
        }
        if (fits == 2 && r->counted)
            counted = counted ? counted : r;
        else if (fits == 2 && is_of_other_kind(f, ref, r))
            other_kind = other_kind ? other_kind : r;
        else if (fits == 2 && ref->kind == REF_THAT && cc_narrows(f->u, ref->desc, r))
            called_less = called_less ? called_less : r;
        else if (fits == 2)
            return r;
        else if (fits && !maybe)
            maybe = r;
    }
    if (called_less || counted || other_kind)
        return called_less ? called_less : counted ? counted : other_kind;
    return other_number && !(maybe && maybe->clause > other_number->clause) ? other_number
           : maybe                                                          ? maybe
                                                                            : other_number;
}

static int is_same_ref(const m_ref *ref, void *that)
{
    return ref == that;
}

/* Does it stand in what the subject of the sentence does, and not in a condition of that? */
static int is_of_what_it_does(const cc_fn *f, const m_ref *ref)
{
    void *that = (void *)(uintptr_t)ref;
    for (const m_act *a = f->done_by_it; a; a = a->next)
        if (m_any_in_act(a, is_same_ref, that))
            return !m_any_in_cond(a->only_if, is_same_ref, that) &&
                   !m_any_in_cond(a->unless_cond, is_same_ref, that);
    return 0;
}

/* discard a card, then target creature gets -X/-X, where X is that card's mana value: the subject would be 'its' */
static cc_referent *rather_than_subject(cc_fn *f, const m_ref *ref, cc_referent *found)
{
    const cc_fn *in = f;
    while (in && found != in->subject)
        in = in->outer;
    if (!in || ref->kind != REF_THAT || found->ref_class != CLASS_OBJECT ||
        !is_of_what_it_does(in, ref))
        return found;
    for (cc_referent *r = f->s->referents; r; r = r->next)
        if (r != found && !r->is_this && !is_you(r) && !r->counted && !r->in_hand &&
            !r->plural == !found->plural && cc_is_at_hand(f, r) && !is_unsaid(f, r, ref) &&
            cc_describes(f->u, ref->desc, r) == 2)
            return r;
    return found;
}

static cc_referent *find_that(cc_fn *f, const m_ref *ref)
{
    cc_referent *r = nearest_that(f, ref);
    r = r ? rather_than_subject(f, ref, r) : r;
    return r ? cc_named_player(f, ref, r) : r;
}

/* each other creature you control: several, though the noun is one */
static int are_many(const cc_referent *r)
{
    return r->plural || (r->ref && r->ref->kind == REF_ALL);
}

/* Is `r` one of them as well, where several are meant of which `last` was said last? */
static int is_one_of_them(const cc_fn *f, const m_ref *ref, const cc_referent *last,
                          const cc_referent *r)
{
    const int made = r->is_result && last->is_result, that = ref->kind == REF_THAT;
    if (r->is_this || is_you(r) || !r->sentence || r->ref_class != last->ref_class || r->in_hand ||
        r->counted || said_later(r, ref) || !cc_is_at_hand(f, r) ||
        (r->owner != f->id && r->again != AGAIN_CAPTURED))
        return 0;
    if (that && cc_describes(f->u, ref->desc, r) < 2 - r->is_result)
        return 0;
    if (made && r->sentence == last->sentence) /* a Soldier and two Zombies */
        return 1;
    const int players = last->ref_class == CLASS_PLAYER;
    return !are_many(r) && !are_many(last) && (that || made || players || (r->paid & last->paid));
}

/* Several are meant, and one was said last: create a Soldier and a Zombie, then they, those tokens; tap target creature and
 * put a counter on another target creature, then those creatures: all that were said one by one */
int cc_means_all_said(const cc_fn *f, const m_ref *ref, const cc_referent *last)
{
    const int object = last->ref_class == CLASS_OBJECT;
    const int each = !object && ref->each; /* they each lose 1 life */
    const int they =
        ref->kind == REF_PRONOUN && ref->word == W_THEY && (each || (object && last != f->subject));
    return (object || last->ref_class == CLASS_PLAYER) && last->sentence &&
           (they || (ref->kind == REF_THAT && (ref->plural || ref->each))) &&
           (last->owner == f->id || last->again == AGAIN_CAPTURED) &&
           (!are_many(last) || last->is_result);
}

/* exile the top card of your library, then put those cards into your hand: there is one, and no other that is meant with it */
int cc_is_one_alone(const cc_fn *f, const m_ref *ref, const cc_referent *last)
{
    for (const cc_referent *r = last->next; r; r = r->next)
        if (is_one_of_them(f, ref, last, r) || /* destroy target creature, create a Zombie: them */
            (last->is_result && !r->is_this && r->ref_class == CLASS_OBJECT && r->clause))
            return 0;
    return !last->plural && !last->counted && !last->of_several && !last->apiece &&
           (!last->ref || cc_names_one(last->ref) ||
            (last->ref->kind == REF_TOP &&
             (!last->ref->count ||
              (last->ref->count->kind == AMT_CONST && last->ref->count->value == 1))));
}

cc_val cc_all_said(cc_fn *f, const m_ref *ref, cc_referent *last, int now)
{
    cc_val all = cc_as(f, cc_referent_value(f, last, now), 'e');
    for (cc_referent *r = last->next; r && all.type; r = r->next) {
        if (!is_one_of_them(f, ref, last, r))
            continue;
        const cc_val one = cc_as(f, cc_referent_value(f, r, now), 'e');
        all = one.type ? cc_op(f, VM_OP_UNION, 'e', all.reg, one.reg, 0) : one;
    }
    return all;
}

/* Cards outside the battlefield and the stack have owners alone (CR 108.4): what was milled, or is called a card and has not
 * been moved since. */
static int has_controller(const cc_fn *f, const cc_referent *r)
{
    const uint32_t put = 1u << PAID_DISCARDED | 1u << PAID_MILLED | 1u << PAID_DRAWN;
    if (r->owner != f->id || r->now.type)
        return 1;
    return !(r->paid & put) && !(r->again == AGAIN_NOT && cc_says_card(f->u, r->desc));
}

/* Drawing a card says nothing of it that 'it' would mean but where only a card in hand can be meant. */
static int is_unfit(const cc_fn *f, const cc_referent *r)
{
    return (r->in_hand && !f->wants_card) || (f->wants_controlled && !has_controller(f, r));
}

static int is_it(const m_ref *ref, void *user)
{
    (void)user;
    return ref->kind == REF_PRONOUN && ref->word == W_IT;
}

/* each creature blocking it gets -1/-1 for each other creature blocking it: the same */
static int says_it(const cc_referent *r)
{
    return r->is_subject && r->ref && r->ref->kind == REF_ALL && r->ref->desc &&
           m_any_in_desc(r->ref->desc, is_it, NULL);
}

/* whenever a creature attacks you or a planeswalker you control: it is the creature */
static int may_be_player(const cc_referent *r)
{
    return r->ref_class == CLASS_EITHER &&
           (r->again == AGAIN_EVENT_WHOM ||
            (r->again == AGAIN_CAPTURED && r->outer && may_be_player(r->outer)));
}

/* it deals 2 damage to that creature: that creature is not it */
static const cc_referent *done_to(cc_fn *f)
{
    for (const m_act *a = f->done_by_it; a; a = a->next)
        for (uint32_t i = a->frame->has_subject; i < a->frame->slot_count; i++) {
            const m_operand *o = &a->operands[i];
            if (o->given && voc_is_reference(o->type) && o->is.ref->kind == REF_THAT &&
                o->is.ref->ref_class != CLASS_PLAYER && !o->is.ref->plural)
                return nearest_that(f, o->is.ref);
        }
    return NULL;
}

static cc_referent *find_it(cc_fn *f, const m_ref *ref)
{
    const cc_referent *taken = ref == f->about_it ? done_to(f) : NULL;
    const int collection = ref->number == 3; /* what 'a card among it' chooses from: a hand */
    cc_referent *plural = NULL, *mine = NULL, *either = NULL;
    int unfit = 0;
    f->unclear = 0;
    for (cc_referent *r = f->s->referents; r; r = r->next) {
        if (is_player_like(r) || !cc_is_at_hand(f, r) || is_unsaid(f, r, ref) ||
            (r->ref && r->ref == f->attached) || says_it(r) || cc_cannot_be_meant(f, r) ||
            (f->wants_cast && (r->again == AGAIN_PAID ||
                               (r->again == AGAIN_TARGET && !cc_describes_spell(f->u, r->desc)))))
            continue;
        if (is_unfit(f, r)) {
            unfit |= r->again == AGAIN_EVENT_OBJECT ? 2 : 1;
            continue;
        }
        if (r->is_this) {
            mine = mine || collection ? mine : r; /* a card from it: of a hand, and not of this */
            continue;
        }
        if (may_be_player(r) || (f->wants_number && r->ref_class == CLASS_EITHER)) {
            either = either ? either : r;
            continue;
        }
        if (r->plural) {
            plural = plural ? plural : r;
            continue;
        }
        if (!collection && r != taken)
            return cc_topic(f, ref, r);
    }
    f->only_unfit =
        !plural && ((mine && !mine->ref && unfit && f->wants_object) ||
                    (!mine && (unfit & 2))); /* draws a card: destroy it, its mana value */
    if (f->only_unfit)
        return NULL;
    /* create two tokens, then shuffle this into its owner's library: it is one, and they are several */
    const int each = plural && plural->ref && plural->ref->each &&
                     !(plural->all_of_each && plural != f->subject);
    if (plural && ((mine && mine->ref) || f->s->says_this) && !each)
        return mine;
    return plural ? plural : either && !(mine && mine->ref) ? either : mine;
}

/* Is the event about this, and has this effect not put it anywhere? */
static int is_this_gone(const cc_fn *f)
{
    for (const m_event *e = f->s->event; e; e = e->or)
        if (!e->subject || e->subject->kind != REF_THIS)
            return 0;
    return !f->this_back && !f->self.type;
}

int cc_this_has_left(const cc_fn *f)
{
    return f->s->has_event && !f->s->replacing && cc_event_takes_away(f->s->event) &&
           is_this_gone(f);
}

int cc_has_left(const cc_fn *f, const cc_referent *r)
{
    return f->s->has_event && !f->s->replacing && cc_event_takes_away(f->s->event) &&
           r->again == AGAIN_EVENT_OBJECT && r->arg == 0 && !r->moved && !r->plural;
}

/* Does it mean what the event was about, and that this effect has not put anywhere? */
static int is_of_event(cc_fn *f, const m_ref *ref)
{
    if (!f->s->has_event || f->s->replacing ||
        (ref->kind != REF_PRONOUN && ref->kind != REF_THAT && ref->kind != REF_THIS))
        return 0;
    const uint8_t unfit = f->only_unfit;
    const cc_referent *r = ref->kind == REF_THIS ? NULL : cc_find(f, ref);
    f->only_unfit = unfit;
    const int those = r && r->again == AGAIN_EVENT_THOSE && r->of_event == 1,
              it = r && !r->moved &&
                   (those || (r->again == AGAIN_EVENT_OBJECT && r->arg == 0 && !r->plural)),
              me = ref->kind == REF_THIS || (r && r->is_this && !r->moved);
    return it || (me && is_this_gone(f));
}

/* when this dies: tap it */
int cc_is_gone(cc_fn *f, const m_ref *ref)
{
    if (!cc_event_takes_away(f->s->event) || !is_of_event(f, ref))
        return cc_is_elsewhere(f, ref);
    cc_wrong(
        f->u, CC_NO_MEANING, ref->span,
        "by then it is no longer on the battlefield: it is a card where it went, to which this "
        "does nothing; 'return it to the battlefield' comes first");
    return 1;
}

/* when this enters: return it to the battlefield */
int cc_has_entered(cc_fn *f, const m_ref *ref)
{
    return !f->s->delayed && !f->this_place && cc_event_brings(f->s->event) && is_of_event(f, ref);
}

/* Another target that 'it' or 'that creature' may mean as well as `found`: both were said by one earlier clause. */
const cc_referent *cc_rival(const cc_fn *f, const m_ref *ref, const cc_referent *found)
{
    const int it = ref->kind == REF_PRONOUN && ref->word == W_IT;
    if ((!it && ref->kind != REF_THAT) || found->again != AGAIN_TARGET || found->plural ||
        is_player_like(found) || found->clause == f->s->clause || cc_means_all_said(f, ref, found))
        return NULL; /* those creatures: both */
    for (const cc_referent *r = f->s->referents; r; r = r->next)
        if (r != found && r->again == AGAIN_TARGET && !r->plural && !is_player_like(r) &&
            r->clause == found->clause && (it || cc_describes(f->u, ref->desc, r) == 2))
            return r;
    return NULL;
}

static cc_referent *they_among(cc_fn *f, const m_ref *ref, int counted);

/* Can they be the subject, where nobody else was named? A single thing is it, and what one does to oneself is not done to
 * them. */
static int are_the_subject(const cc_fn *f, const m_ref *ref)
{
    const cc_referent *s = f->subject;
    return s && !is_you(s) && !s->is_this && (ref->number != 2 || ref == f->about_it) &&
           (s->plural || s->ref_class != CLASS_OBJECT || (s->ref && !cc_names_one(s->ref)));
}

/* Where it stands, only players can stand (they control, they lose 2 life), or only things (they gain flying). */
static int is_of_other_class(const cc_fn *f, const m_ref *ref, const cc_referent *r)
{
    const int player = ref->ref_class == CLASS_PLAYER;
    return ((player || f->wants_player) && r->ref_class == CLASS_OBJECT) ||
           (f->wants_object && !player && is_player_like(r));
}

/* those creatures deal damage equal to their power: one after the other */
static int is_one_at_hand(const cc_fn *f)
{
    return f->wants_object && f->one_of == f->subject && f->subject->ref_class == CLASS_OBJECT;
}

/* They and their are the subject, if it is a player; then the nearest players or things. Them is never the subject. */
static cc_referent *find_they(cc_fn *f, const m_ref *ref)
{
    cc_referent *apiece = f->wants_object && f->apiece && ref != f->apiece && ref->number != 2
                              ? cc_referent_of(f, f->apiece)
                              : NULL;
    if (apiece && apiece->owner == f->id && apiece->ref_class == CLASS_OBJECT)
        return apiece; /* the one at hand */
    if (f->subject && !is_you(f->subject) && (ref->number != 2 || f->in_past) &&
        !f->wants_nearest &&
        (is_player_like(f->subject) || ref->number == 1 || is_one_at_hand(f)) &&
        !is_of_other_class(f, ref, f->subject))
        return f->subject;
    cc_referent *r = they_among(f, ref, 0);
    if (!r)
        r = they_among(f, ref, 1);
    return r                                                                   ? r
           : are_the_subject(f, ref) && !is_of_other_class(f, ref, f->subject) ? f->subject
                                                                               : NULL;
}

/* One of each of several players, as 'they' or 'them': each player creates a token: they gain flying, tap one of them. What has gone
 * to be a card is not what something is done to there: each player sacrifices a creature: this deals 1 damage to each of them. */
static int are_of_several(const cc_fn *f, const m_ref *ref, const cc_referent *r)
{
    return f->wants_nearest || (ref->number == 2 && !(f->operand_type == VOC_RECIPIENT &&
                                                      cc_is_card_by_now(f, r) == 1));
}

/* `counted`: what only a number was taken of, too, and what was drawn. */
static cc_referent *they_among(cc_fn *f, const m_ref *ref, int counted)
{
    cc_referent *one = NULL;
    for (cc_referent *r = f->s->referents; r; r = r->next) {
        if (r->is_this || is_you(r) || !cc_is_at_hand(f, r) || is_unsaid(f, r, ref) ||
            (ref->number == 2 && r == f->subject && !f->in_past && ref != f->about_it))
            continue;
        if (is_of_other_class(f, ref, r) || (!counted && (r->counted || is_unfit(f, r))))
            continue;
        if (is_player_like(r) || r->plural || r->of_turns || r->ref_class == CLASS_EITHER ||
            (r->apiece && are_of_several(f, ref, r)))
            return r;
        if (!r->ref || r->ref->kind == REF_PRONOUN || !cc_names_one(r->ref))
            one = one ? one : r;
    }
    return one;
}

/* What one ability exiled or chose, and another means (CR 607.2). */
static m_linked linked_kind(const m_ref *ref)
{
    return ref->kind == REF_PAID && ref->number == 2       ? LINKED_EXILED
           : ref->kind == REF_THE && ref->word == W_CHOSEN ? LINKED_CHOSEN
           : ref->kind == REF_PAID && ref->number == VM_PAID_SACRIFICED && ref->with_this
               ? LINKED_SACRIFICED
               : LINKED_COUNT;
}

uint32_t cc_linked_place(m_links *links, m_linked which)
{
    if (!links->linked[which].place)
        links->linked[which].place = ++links->count;
    return links->linked[which].place - 1;
}

void cc_link_made(cc_fn *f, m_linked which, cc_val v)
{
    m_links *links = f->s->context->links;
    if (f->s->kind != SCOPE_PERMANENT || !links || !v.type || !f->effect ||
        !links->linked[which].mentioned)
        return;
    links->linked[which].made |= 1u << f->s->given;
    if (cc_wait_links(f, which, v))
        return;
    v = cc_as(f, v, 'e');
    if (which == LINKED_CHOSEN)
        cc_hold_things(f, &links->linked[which].held, v, cc_linked_place(links, which));
    else
        cc_emit(f, VM_OP_ADD_LINK, v.reg, 0, 0, (int32_t)cc_linked_place(links, which));
}

int32_t cc_link_by_event(cc_fn *f, m_linked which)
{
    m_links *links = f->s->context->links;
    if (f->s->kind != SCOPE_PERMANENT || !links || !links->linked[which].mentioned)
        return 0;
    links->linked[which].made |= 1u << f->s->given;
    return (int32_t)cc_linked_place(links, which) + 1;
}

/* Has an ability of its own, or of what gives it, done so above? */
int cc_is_linked(const cc_scope *s, m_linked which)
{
    const m_links *links = s->context->links;
    return s->kind == SCOPE_PERMANENT && links &&
           (links->linked[which].made >> (s->given ? s->given - 1 : 0) & (s->given ? 3 : 1));
}

/* An ability that is given asks what gives it, if that has done so above, and not this one itself (CR 607.1a). */
cc_val cc_linked(cc_fn *f, const m_ref *ref)
{
    const m_linked which = linked_kind(ref);
    m_links *links = f->s->context->links;
    f->s->says_this |= ref->with_this;
    const uint8_t given = f->s->given;
    if (which == LINKED_COUNT || f->s->kind != SCOPE_PERMANENT || !links)
        return CC_BAD;
    const uint32_t made = links->linked[which].made;
    const int of_giver = given && !(made >> given & 1) && (made >> (given - 1) & 1);
    if (!links->linked[which].used[given - of_giver].line)
        links->linked[which].used[given - of_giver] = ref->span;
    return cc_op(f, VM_OP_LINK, 'e', of_giver, 0, (int32_t)cc_linked_place(links, which));
}

/* Was this done to it? What was milled or moved was put somewhere. */
int cc_paid_so(const cc_referent *r, uint32_t number)
{
    const uint32_t put = number == PAID_PUT ? 1u << PAID_RETURNED | 1u << PAID_MILLED : 0;
    return (r->paid & (1u << number | put)) != 0;
}

static cc_referent *find_paid(cc_fn *f, const m_ref *ref)
{
    cc_referent *nearest = NULL;
    if (ref->with_this)
        return NULL;
    for (cc_referent *r = f->s->referents; r; r = r->next) {
        if (!cc_paid_so(r, ref->number) || !cc_is_at_hand(f, r))
            continue;
        if (!ref->desc || cc_describes(f->u, ref->desc, r) == 2)
            return r;
        nearest = nearest ? nearest : r;
    }
    return nearest; /* sacrifice a permanent: the sacrificed creature, if it was one */
}

/* the copy, the token: what was made last */
static cc_referent *find_the(cc_fn *f, const m_ref *ref)
{
    if (ref->kind == REF_PAID)
        return find_paid(f, ref);
    return ref->desc ? find_that(f, ref) : NULL;
}

cc_referent *cc_find(cc_fn *f, const m_ref *ref)
{
    cc_referent *r = NULL;
    if (ref == f->apiece) /* the one at hand */
        return cc_referent_of(f, ref);
    if (ref->kind == REF_PRONOUN && ref->word == W_IT) {
        if (ref->number == 1 && f->subject)
            return f->subject;
        r = find_it(f, ref);
    } else if (ref->kind == REF_PRONOUN) {
        r = find_they(f, ref);
    } else if (ref->kind == REF_THAT) {
        r = find_that(f, ref);
    } else {
        r = find_the(f, ref);
    }
    return r;
}

int cc_is_of_the_event(const cc_referent *r)
{
    return r->again == AGAIN_EVENT_OBJECT || r->again == AGAIN_EVENT_PLAYER ||
           r->again == AGAIN_EVENT_WHOM || r->again == AGAIN_EVENT_THOSE;
}

cc_referent *cc_find_named(cc_fn *f, const m_name *name)
{
    for (cc_referent *r = f->s->referents; r; r = r->next)
        if (r->ref && r->ref->bind == name &&
            ((r->owner == f->id && r->was.type) || r->again == AGAIN_PAID ||
             cc_is_of_the_event(r) ||
             (r->again == AGAIN_CAPTURED && f->s->captures && f->s->captures->reflexive)))
            return r;
    return NULL;
}

cc_referent *cc_find_attacker(cc_fn *f)
{
    for (cc_referent *r = f->s->referents; r; r = r->next)
        if (r->again == AGAIN_EVENT_OBJECT && r->arg == 0)
            return r;
    return NULL;
}

/* What has been named before, nearest, that `desc` could describe: what 'another' and 'other' exclude. NULL: this, or you,
 * where nothing else was named, or this was named last. */
static cc_referent *find_other(cc_fn *f, const m_desc *desc, int fits);

cc_referent *cc_find_other(cc_fn *f, const m_desc *desc)
{
    cc_referent *sure = find_other(f, desc, 2);
    /* untap target permanent, then destroy all other creatures: a spell is none of them, the target may be */
    return sure || f->s->kind != SCOPE_SPELL ? sure : find_other(f, desc, 1);
}

/* Is it something that the effect itself has named: a target, or what was chosen? */
static int is_named_here(const cc_fn *f, const cc_referent *r)
{
    return r->clause && r->ref && r->owner == f->id && r->was.type && !r->counted && !r->hidden &&
           (r->ref->kind == REF_TARGET ||
            (r->ref->kind == REF_SOME && !r->is_subject && r->ref_class != CLASS_PLAYER));
}

/* ... fights target creature you don't control, then destroy all other creatures: than both */
cc_referent *cc_next_other(cc_fn *f, const m_desc *desc, const cc_referent *named)
{
    if (f->s->targeting || (named && !is_named_here(f, named)))
        return NULL;
    const m_ref at = {.span = desc->span};
    for (cc_referent *r = named ? named->next : f->s->referents; r; r = r->next)
        if (is_named_here(f, r) && !said_later(r, &at) && cc_describes(f->u, desc, r) == 2)
            return r;
    return NULL;
}

/* each player loses 1 life and each other player ...: of all of them together there are no others */
int cc_is_of_all(cc_fn *f, const m_desc *desc)
{
    const cc_referent *all = f->subject;
    if (!all || all == f->one_of || all->ref_class != CLASS_PLAYER || !all->ref ||
        all->ref->kind != REF_ALL || !all->ref->desc || m_desc_class(desc) != CLASS_PLAYER)
        return 0;
    const m_atom *whom = all->ref->desc->atoms, *other = desc->atoms;
    while (other && other->kind == ATOM_OTHER)
        other = other->next;
    if (!whom || !other || whom->kind != ATOM_NOUN || whom->next || other->kind != ATOM_NOUN ||
        (whom->number != NOUN_PLAYER && whom->number != other->number))
        return 0;
    cc_wrong(
        f->u, CC_NO_MEANING, desc->span,
        "other than whom? Of all of them there are no others; 'for each player: { ... }' takes "
        "them one by one");
    return 1;
}

static cc_referent *find_other(cc_fn *f, const m_desc *desc, int fits)
{
    const m_ref at = {.span = desc->span};
    const int players = m_desc_class(desc) == CLASS_PLAYER;
    /* this deals 2 damage to target creature and 1 damage to each other creature: than what the sentence has named */
    const int here = !players && (f->names_this || (f->subject && f->subject->is_this)) &&
                     cc_may_be_this(f->s, desc);
    for (cc_referent *r = f->s->referents; r; r = r->next) {
        const int said_here = r->clause > f->sentence && r->clause < f->s->clause && !f->names_this;
        if (here && !said_here)
            continue;
        const int of_event = r->again == AGAIN_EVENT_OBJECT || r->again == AGAIN_EVENT_PLAYER ||
                             r->again == AGAIN_EVENT_WHOM;
        const int at_hand = (f->apiece && r->ref == f->apiece) || /* of several, one by one */
                            (r == f->one_of && r == f->subject && !players);
        if (is_you(r) || r->in_hand || said_later(r, &at) ||
            cc_describes(f->u, desc, r) < (r->is_result || at_hand ? 1 : fits) ||
            (r->desc == desc && !of_event))
            continue;
        if (r->is_this)
            return NULL;
        if (!of_event && cc_is_rather_this(f, r->desc, desc))
            continue;
        if (r->plural && !at_hand && !players && !here &&
            f->s->kind != SCOPE_SPELL) /* others than this, behind several */
            continue;
        const int told = r->again == AGAIN_CAPTURED && f->s->replacing;
        const int paid = r->again == AGAIN_PAID && !f->s->targeting && !cc_may_be_this(f->s, desc);
        if (told || paid ||
            (of_event ? !f->s->delayed : !f->s->targeting && r->owner == f->id && r->was.type))
            return r;
    }
    return NULL;
}

/* What `named` is and has become: one puts something back, and another thing is another than that. */
cc_val cc_as_named(cc_fn *f, cc_referent *named)
{
    const cc_val was = cc_as(f, cc_referent_value(f, named, 0), 'e');
    if (!was.type || named->ref_class == CLASS_PLAYER)
        return was;
    const cc_val now = cc_op(f, VM_OP_NOW, 'e', was.reg, 0, 0);
    return cc_op(f, VM_OP_UNION, 'e', was.reg, now.reg, 0);
}
