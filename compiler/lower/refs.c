/* References as sets: what is there when the sentence is carried out. */
#include "compiler/lower/refs.h"

#include <string.h>

/* The function in whose registers 'you' of an action's body is: this one, or the one around a predicate. */
static cc_fn *own_you(cc_fn *f)
{
    while (f && !f->you.type)
        f = f->outer;
    return f;
}

int cc_has_own_you(cc_fn *f)
{
    return f && own_you(f) != NULL;
}

cc_val cc_you(cc_fn *f)
{
    cc_fn *from = own_you(f);
    if (from == f)
        return f->you;
    if (!from)
        return cc_op(f, VM_OP_YOU, 'p', 0, 0, 0);
    cc_referent *r = ARENA_NEW(f->u->mem, cc_referent); /* nothing that a pronoun means */
    r->ref_class = CLASS_PLAYER;
    r->was = from->you;
    r->now = CC_BAD;
    r->owner = from->id;
    r->carried = from->you_carried;
    const cc_val v = cc_referent_value(f, r, 0);
    from->you_carried = r->carried;
    return v.type ? cc_as(f, v, 'p') : v;
}

cc_val cc_this(cc_fn *f)
{
    return f->self.type ? f->self : cc_op(f, VM_OP_THIS, 'o', 0, 0, 0);
}

/* This, and what it has become once the effect itself put it onto the battlefield (CR 400.7h). */
static cc_val it_is_this(cc_fn *f)
{
    const cc_val me = cc_this(f);
    return f->this_back && !f->self.type
               ? cc_as(f, cc_op(f, VM_OP_NOW, 'e', cc_as(f, me, 'e').reg, 0, 0), 'o')
               : me;
}

int cc_names_one(const m_ref *ref)
{
    switch (ref->kind) {
    case REF_THIS:
    case REF_YOU:
    case REF_DEFENDER:
    case REF_ACTIVE:
    case REF_SEAT:
    case REF_HOST:
        return 1;
    case REF_TARGET:
    case REF_SOME:
        return ref->count && ref->count->kind == AMT_CONST && ref->count->value == 1 &&
               !ref->or_more && !ref->least;
    case REF_THAT:
    case REF_PRONOUN:
    case REF_THE:
        return !ref->plural && !ref->each;
    case REF_CONTROLLER:
    case REF_OWNER:
        return cc_names_one(ref->of);
    default:
        return 0;
    }
}

/* ---- everything -------------------------------------------------------------------------------
 */

static cc_val no_referent(cc_fn *f, const m_ref *ref)
{
    if (ref->kind == REF_PAID)
        return cc_wrong(f->u, CC_NO_REFERENT, ref->span, "nothing here was %s before",
                        m_paid_word(ref->number));
    if (ref->kind == REF_PRONOUN && ref->word == W_THEY && f->wants_object)
        return cc_wrong(f->u, CC_NO_REFERENT, ref->span,
                        "players cannot be that, and no several things were named before that it "
                        "could mean: 'creatures ... control', 'those creatures'");
    if (ref->kind == REF_PRONOUN && ref->word == W_IT && f->only_unfit)
        return cc_wrong(f->u, CC_NO_REFERENT, ref->span,
                        "a card that was drawn is 'that card', and what says this is 'this'");
    return cc_wrong(f->u, CC_NO_REFERENT, ref->span, "this has nothing before it to refer to");
}

/* What it was really done to; a predicate is told by the effect around it. */
static cc_val done_to(cc_fn *f, cc_referent *r, int now)
{
    if (!r->taken.type)
        return cc_as(f, cc_referent_value(f, r, now), 'e');
    if (r->owner == f->id)
        return cc_as(f, r->taken, 'e');
    cc_referent *taken = ARENA_NEW(f->u->mem, cc_referent);
    *taken = *r;
    taken->was = r->taken;
    taken->now = taken->taken = CC_BAD;
    taken->carried = 0;
    return cc_as(f, cc_referent_value(f, taken, 0), 'e');
}

/* all creature cards revealed this way: what is left is 'the rest' · all other cards revealed this way: the rest */
/* Of these, those that are there: what would have been put there may have been exiled instead (CR 614.6). */
cc_val cc_those_in(cc_fn *f, cc_val all, const m_zone *zone)
{
    const uint32_t row = cc_selector_of_zone(f->u, zone);
    const cc_val there = cc_op(f, VM_OP_SELECT, 'e', 0, 0, (int32_t)row),
                 elsewhere = cc_op(f, VM_OP_MINUS, 'e', all.reg, there.reg, 0);
    return cc_op(f, VM_OP_MINUS, 'e', all.reg, elsewhere.reg, 0);
}

/* By sentences before that one, too. */
static cc_val all_paid(cc_fn *f, const m_ref *ref, cc_referent *r, int now)
{
    cc_val all = done_to(f, r, now);
    for (cc_referent *o = r->next; o && all.type; o = o->next)
        if (cc_paid_so(o, ref->number) && o->owner == f->id && o->was.type && o != r->part_of) {
            const cc_val more = done_to(f, o, now);
            all = cc_op(f, VM_OP_UNION, 'e', all.reg, more.reg, 0);
        }
    return all;
}

/* Of what was destroyed, what has died: what was exiled instead has not (CR 614.6). */
static cc_val that_died(cc_fn *f, cc_val all)
{
    static const m_zone GRAVEYARD = {.zone = VM_ZONE_GRAVEYARD};
    const uint32_t row = cc_selector_of_zone(f->u, &GRAVEYARD);
    const cc_val dead = cc_op(f, VM_OP_NONE, 'e', 0, 0, 0),
                 there = cc_op(f, VM_OP_SELECT, 'e', 0, 0, (int32_t)row);
    const cc_loop l = cc_loop_begin(f, all);
    const cc_val now = cc_op(f, VM_OP_NOW, 'e', l.one.reg, 0, 0),
                 is = cc_op(f, VM_OP_MEET, 'b', now.reg, there.reg, 0);
    const uint32_t skip = cc_emit(f, VM_OP_JF, is.reg, 0, 0, 0);
    cc_emit(f, VM_OP_UNION, dead.reg, dead.reg, l.one.reg, 0);
    cc_patch(f, skip);
    cc_loop_end(f, l);
    return dead;
}

/* each creature they controlled that was destroyed this way: as it was done */
static cc_val controlled_then(cc_fn *f, const m_ref *ref, cc_val all)
{
    const cc_val who = all.type ? cc_as(f, cc_ref(f, ref->of, 'p'), 'p') : all;
    return who.type ? cc_op(f, VM_OP_CONTROLLED_BY, 'e', all.reg, who.reg, 0) : who;
}

static cc_val paid_of(cc_fn *f, const m_ref *ref, cc_referent *r, int now)
{
    m_desc *fits;
    if (f->rest.type && ref->desc && cc_ref_says_other(f, ref->desc, &fits))
        return cc_ref_those(f, f->rest, fits);
    cc_val all = all_paid(f, ref, r, now);
    if (all.type && m_is_own_deed(f->u->voc, ref->number, ref->word))
        all = that_died(f, all);
    if (ref->of)
        all = controlled_then(f, ref, all);
    if (ref->zone && all.type) {
        all = cc_those_in(f, all, ref->zone);
        if (ref->zone->owner && !ref->zone->owners) { /* into their graveyard: theirs alone */
            const cc_val who = cc_ref(f, ref->zone->owner, 'p');
            all = who.type ? cc_op(f, VM_OP_OWNED_BY, 'e', all.reg, who.reg, 0) : who;
        }
    }
    const cc_val some = all.type && ref->desc ? cc_ref_those(f, all, ref->desc) : all;
    if (some.type && f->effect) {
        const cc_val left = cc_ref_left_of(f, r, all);
        f->rest = cc_op(f, VM_OP_MINUS, 'e', left.reg, some.reg, 0);
        f->rest_of = NULL;
        f->rest_from = r;
    }
    return some;
}

/* Those of them that this has dealt damage to this turn. */
static cc_val dealt_damage(cc_fn *f, cc_val all, const m_ref *ref)
{
    cc_scope inner;
    cc_scope_inner(f->s, &inner);
    vm_ability a = cc_ability_new(VM_ABILITY_TRIGGERED, ref->span);
    a.event = VM_EVENT_damage;
    cc_fn g;
    cc_fn_begin(&g, &inner, 0);
    const cc_val by = cc_as(&g, cc_op(&g, VM_OP_EVENT_OBJ, 'o', 1, 0, 0), 'e'),
                 me = cc_as(&g, cc_op(&g, VM_OP_THIS, 'o', 0, 0, 0), 'e');
    a.filter = cc_fn_end_value(&g, cc_op(&g, VM_OP_MEET, 'b', by.reg, me.reg, 0));
    VEC_PUSH(f->u->mem, &f->u->ability, a);
    if (!all.type)
        return all;
    const cc_val hit = cc_op(f, VM_OP_HISTORY_SET, 'e', VM_HISTORY_TURN, 4,
                             (int32_t)f->u->ability.count - 1),
                 missed = cc_op(f, VM_OP_MINUS, 'e', all.reg, hit.reg, 0);
    return cc_op(f, VM_OP_MINUS, 'e', all.reg, missed.reg, 0);
}

/* each creature they controlled that died this turn: what they are the effect knows that asks */
static cc_val of_history(cc_fn *f, const m_ref *ref)
{
    cc_fn *around = f->s->within;
    const cc_referent *r = around && around != f ? cc_find(around, ref) : NULL;
    if (!r || r->ref_class != CLASS_PLAYER || around->s->targeting ||
        m_links_full(f->s->context->links))
        return CC_BAD;
    const uint8_t in_past = around->in_past;
    around->in_past = 1;
    const cc_val v = cc_as(around, cc_ref(around, ref, 'e'), 'e');
    around->in_past = in_past;
    if (!v.type)
        return v;
    const int32_t place = (int32_t)f->s->context->links->count++;
    cc_emit(around, VM_OP_SET_LINK, v.reg, 0, 0, place);
    return cc_op(f, VM_OP_LINK, 'e', 0, 0, place);
}

/* What was revealed last of an 'until' and is still there is of the rest: one may have left it. */
static cc_val the_rest(cc_fn *f, const m_ref *ref)
{
    if (f->rest_of_two)
        return cc_wrong(f->u, CC_AMBIGUOUS, ref->span,
                        "the rest of what? Something was taken from others before, and something "
                        "else was chosen since");
    f->rest_said = 1;
    if (!f->wanted.type || f->rest.reg != f->wanted_rest.reg)
        return f->rest;
    const cc_val left = cc_as(f, f->wanted, 'e'), gone = cc_op(f, VM_OP_GONE, 'e', left.reg, 0, 0),
                 still = cc_op(f, VM_OP_MINUS, 'e', left.reg, gone.reg, 0);
    return cc_op(f, VM_OP_UNION, 'e', f->rest.reg, still.reg, 0);
}

/* 'each creature' is taken one after the other as long as the clause speaks of it. Events tell of each. */
static int are_several(const cc_fn *f, const cc_referent *r)
{
    if (r->all_of_each)
        return r->plural && r != f->subject && r->clause != f->s->clause;
    return r->plural && !(r->ref && (r->ref->each || cc_names_one(r->ref)));
}

/* destroy all creatures, its controller ...: it is one, and they are several. 'each creature' is taken as one of them. */
static int disagrees(const cc_fn *f, const m_ref *ref, const cc_referent *r)
{
    const int it = ref->kind == REF_PRONOUN && ref->word == W_IT && ref->number != 3,
              that = ref->kind == REF_THAT && !ref->plural && !ref->each;
    return f->s->kind != SCOPE_TEST && (it || that) && r->ref_class == CLASS_OBJECT &&
           (r->owner == f->id || r->again == AGAIN_PAID) && are_several(f, r);
}

/* Are several meant? 'they' may be one player, too. */
static int means_several(const m_ref *ref, const cc_referent *r)
{
    return ref->kind == REF_THAT ? ref->plural || ref->each
                                 : ref->kind == REF_PRONOUN && ref->word == W_THEY &&
                                       (ref->each || r->ref_class == CLASS_OBJECT);
}

/* exile the top card of your library, put those cards into your hand; target player draws a card, each of them ... */
static int is_only_one(const cc_fn *f, const m_ref *ref, const cc_referent *r)
{
    return f->s->kind != SCOPE_TEST && means_several(ref, r) && !r->is_this && !f->loops &&
           f->one_of != r && f->taken_up != r && cc_is_one_alone(f, ref, r);
}

/* each opponent loses 1 life, this deals 2 damage to that player: which of them? */
static int is_one_of_players(const cc_fn *f, const m_ref *ref, const cc_referent *r)
{
    const int several = r->plural || (r->ref && r->ref->each);
    return f->s->kind != SCOPE_TEST && ref->kind == REF_THAT && !ref->plural && !ref->each &&
           r->ref_class == CLASS_PLAYER && several && r->owner == f->id &&
           (r != f->subject || ref == f->about_it) && r != f->one_of && r != f->taken_up &&
           f->apiece != r->ref && !f->loops;
}

/* whenever one or more creatures attack: it gets +1/+1, where this was not spoken of */
static int is_of_one_or_more(const cc_fn *f, const cc_referent *r)
{
    const m_event *e = f->s->has_event ? f->s->event : NULL;
    if (r && r->again == AGAIN_EVENT_THOSE)
        return 1;
    if (!e || (r && (!r->is_this || r->ref)) || f->s->says_this)
        return 0;
    return (e->subject && e->subject->or_more && e->subject->ref_class == CLASS_OBJECT) ||
           (e->act && cc_operand(e->act, "HOW_MANY"));
}

/* May it mean several, or one of several? That is refused. */
static int is_unclear(cc_fn *f, const m_ref *ref, const cc_referent *r)
{
    const cc_referent *last = f->s->referents;
    const int it = ref->kind == REF_PRONOUN && ref->word == W_IT;
    if (ref->kind == REF_THAT && ref->ref_class == CLASS_PLAYER && !ref->plural && last &&
        last->gathered && last->ref_class == CLASS_PLAYER && f->one_of != last)
        return !cc_wrong(f->u, CC_AMBIGUOUS, ref->span,
                         "each of several players chose one; 'for each player: { ... }' takes "
                         "them one by one, and 'the chosen players' are all of them")
                    .type;
    if (cc_is_of_somebody(f, ref, r))
        return !cc_wrong(f->u, CC_AMBIGUOUS, ref->span,
                         "each of several players chose one: 'those creatures', 'the chosen "
                         "creatures' are all of them; 'for each player: { ... }' takes them one "
                         "by one")
                    .type;
    if (cc_is_of_nobody(f, ref, r))
        return 1;
    if (is_only_one(f, ref, r))
        return !cc_wrong(f->u, CC_TWO_REFERENTS, ref->span,
                         r->ref_class == CLASS_PLAYER ? "there is one player: 'they', 'that player'"
                         : ref->kind == REF_PRONOUN
                             ? "there is one of it: 'it', 'that card', 'that creature'; 'those "
                               "cards', 'those creatures' are all that were named one by one"
                             : "there is one of it: 'it', 'that card', 'that creature'")
                    .type;
    if (is_one_of_players(f, ref, r))
        return !cc_wrong(f->u, CC_AMBIGUOUS, ref->span,
                         "which of them? 'they' is each of them; 'for each player: { ... }' takes "
                         "them one by one")
                    .type;
    if (disagrees(f, ref, r))
        return !cc_wrong(f->u, CC_TWO_REFERENTS, ref->span,
                         "one of several? 'they', 'their' and 'those creatures' are all of them; "
                         "'for each of them: { ... }' takes them one by one")
                    .type;
    if (f->unclear && it)
        return !cc_wrong(f->u, CC_TWO_REFERENTS, ref->span,
                         "this, or the other thing that the event names? 'this', or 'that "
                         "creature', says which")
                    .type;
    const cc_referent *rival = cc_rival(f, ref, r);
    return rival &&
           !cc_wrong(f->u, CC_TWO_REFERENTS, ref->span,
                     "two targets were said together (%u:%u and %u:%u), and this may mean either: "
                     "say what kind of thing it is ('that land'), or name one where it is said, "
                     "'... as NAME', and write NAME here",
                     rival->ref->span.line, rival->ref->span.col, r->ref->span.line,
                     r->ref->span.col)
                .type;
}

/* if an opponent controls a Giant: destroy it. Nobody has chosen one, and this was not spoken of. */
static int is_only_asked_for(const cc_fn *f, const m_ref *ref, const cc_referent *r)
{
    const m_ref *asked = f->s->asked_for;
    return asked && f->effect && ref->kind == REF_PRONOUN && ref->word == W_IT &&
           f->s->kind == SCOPE_PERMANENT && !f->self.type && !f->s->says_this &&
           asked->ref_class == CLASS_OBJECT && (!r || (r->is_this && !r->ref)) &&
           cc_is_before(asked->span, ref->span);
}

/* the milled creature cards, the chosen artifact: of all that was milled or chosen those that are that */
static cc_val of_that_kind(cc_fn *f, const m_ref *ref, const cc_referent *r, cc_val all)
{
    return all.type && ref->desc && f->effect && cc_narrows(f->u, ref->desc, r)
               ? cc_ref_those(f, all, ref->desc)
               : all;
}

/* Behind 'those creatures' these are 'they', where they were said one by one, or some of them are meant. */
static cc_val those_said(cc_fn *f, const m_ref *ref, cc_referent *r, int now)
{
    const int joined = cc_means_all_said(f, ref, r);
    const cc_val all = joined ? cc_all_said(f, ref, r, now) : cc_referent_value(f, r, now);
    const int players = joined && r->ref_class == CLASS_PLAYER; /* they each */
    if (ref->kind == REF_PAID || ref->kind == REF_THE)
        return of_that_kind(f, ref, r, all);
    if ((ref->kind != REF_THAT && !players) || !all.type)
        return all;
    const int narrows = ref->desc && cc_narrows(f->u, ref->desc, r);
    const cc_val those = narrows ? cc_ref_those(f, all, ref->desc) : all;
    if (f->effect && those.type && (narrows || (joined && !cc_is_one_alone(f, ref, r))))
        cc_refer(f, ref, those, AGAIN_NOT, 0)->joined = (uint8_t)joined;
    return those;
}

/* all other cards exiled with this: than those that this effect itself has exiled, if it has (rule 9) */
static cc_val of_linked(cc_fn *f, const m_ref *ref, cc_val linked)
{
    m_desc *fits;
    cc_referent *r =
        ref->kind == REF_PAID && cc_ref_says_other(f, ref->desc, &fits) ? f->s->referents : NULL;
    while (r && !(cc_paid_so(r, ref->number) && r->owner == f->id && r->was.type))
        r = r->next;
    if (!r)
        return cc_ref_those(f, linked, ref->desc);
    const cc_val just = all_paid(f, ref, r, 1),
                 others = cc_op(f, VM_OP_MINUS, 'e', linked.reg, just.reg, 0);
    return cc_ref_those(f, others, fits);
}

/* turn the exiled card face up: 'it' is that card in what follows, though another ability has exiled it. (A card exiled with this
 * is said among others.) */
static cc_val linked_said(cc_fn *f, const m_ref *ref, cc_val v)
{
    if (v.type && f->effect && !ref->with_this && !cc_referent_of(f, ref))
        cc_refer(f, ref, v, AGAIN_NOT, 0)->ref_class = CLASS_OBJECT;
    return v;
}

/* The pronoun 'its' in an amount prefers the subject of the sentence. */
static cc_val pronoun(cc_fn *f, const m_ref *ref, int now)
{
    if (ref->kind == REF_THE && ref->word == W_REST)
        return f->rest.type ? the_rest(f, ref) : no_referent(f, ref);
    cc_referent *r = cc_find(f, ref);
    if (r && ref->kind == REF_PRONOUN && ref->word == W_THEY && r->is_rest &&
        r->place == VM_ZONE_LIBRARY + 1 && cc_left_in_sight(f, r->taken_from))
        r = cc_left_in_sight(f, r->taken_from);
    if (r && !(ref->kind == REF_PAID && ref->of) && cc_is_each_own(f, ref, r))
        return cc_each_own(f, ref, r, now);
    if (r && is_unclear(f, ref, r))
        return CC_BAD;
    const int that_one =
        ref->kind == REF_THAT && !ref->plural && !ref->each && r && r->again == AGAIN_EVENT_THOSE;
    if (that_one || (ref->kind == REF_PRONOUN && ref->word == W_IT && is_of_one_or_more(f, r)))
        return cc_wrong(f->u, CC_TWO_REFERENTS, ref->span,
                        "one of them, or this? 'this' is this one, and 'whenever a ...' tells of "
                        "each of them by itself");
    if (is_only_asked_for(f, ref, r))
        return cc_wrong(f->u, CC_NO_REFERENT, ref->span,
                        "what the condition asks for is nobody's choice, so there is no one 'it': "
                        "say what this is done to ('target ...', 'a ... you control'), or 'this'");
    if (r && !r->clause && !r->is_this && f->after_this && ref->kind == REF_PRONOUN &&
        ref->word == W_IT)
        return it_is_this(f); /* nearer than what the event or the cost is about */
    if (r && r->in_hand)
        r->in_hand = 0; /* from now on it is the one that is spoken of */
    if (r && !ref->plural)
        cc_note_said(r, ref);
    if (r && ref->kind == REF_PAID && ref->number == PAID_DEALT)
        return dealt_damage(f, cc_as(f, cc_referent_value(f, r, 0), 'e'), ref);
    if (r && ref->kind == REF_PAID && ref->plural)
        return paid_of(f, ref, r, now || ref->zone);
    if (r && ref->kind == REF_PAID && ref->many && r->owner == f->id && r->was.type)
        return of_that_kind(f, ref, r, all_paid(f, ref, r, now));
    if (r)
        return those_said(f, ref, r, now);
    if (ref->kind == REF_THAT && ref->ref_class == CLASS_PLAYER && !ref->plural && f->owned) {
        const cc_val of = cc_as(f, cc_referent_value(f, f->owned, 0), 'o');
        return of.type ? cc_op(f, VM_OP_OWNERS, 'p', of.reg, 0, 0) : of;
    }
    const cc_val theirs =
        ref->kind == REF_THAT && ref->ref_class == CLASS_PLAYER ? cc_possessor(f, f) : CC_BAD;
    if (theirs.type)
        return theirs;
    const cc_val whose = of_history(f, ref);
    if (whose.type)
        return whose;
    if (f->candidate.type && ref->kind == REF_PRONOUN) {
        f->candidate_meant = 1;
        return f->candidate;
    }
    if (ref->kind == REF_PRONOUN && ref->word == W_IT && !f->only_unfit &&
        (f->s->kind == SCOPE_PERMANENT ||
         f->self.type || /* in the body of an action: who does it */
         (f->s->kind == SCOPE_SPELL && !f->effect)))
        return cc_this(f);
    if (ref->kind == REF_THE && f->s->kind == SCOPE_TEST)
        return cc_desc_set(f, ref->desc);
    const cc_val linked = ref->kind == REF_PAID && ref->of ? CC_BAD : cc_linked(f, ref);
    return linked.type ? linked_said(f, ref, of_linked(f, ref, linked)) : no_referent(f, ref);
}

static cc_val opponents_of(cc_fn *f, const m_ref *ref)
{
    if (ref->of->kind == REF_YOU && !cc_has_own_you(f))
        return cc_op(f, VM_OP_OPPONENTS, 'p', 0, 0, 0);
    const cc_val who = cc_as(f, cc_ref(f, ref->of, 'p'), 'e');
    m_desc any;
    m_atom player;
    memset(&any, 0, sizeof any);
    memset(&player, 0, sizeof player);
    player.kind = ATOM_NOUN;
    player.number = NOUN_PLAYER;
    any.atoms = &player;
    const cc_val all = cc_desc_set(f, &any);
    return who.type && all.type ? cc_op(f, VM_OP_MINUS, 'e', all.reg, who.reg, 0) : CC_BAD;
}

static cc_val zone_cards(cc_fn *f, const m_ref *ref)
{
    const uint32_t sel = cc_selector_of_zone(f->u, ref->zone);
    if (!sel)
        return CC_BAD;
    const cc_val all = cc_op(f, VM_OP_SELECT, 'e', 0, 0, (int32_t)sel);
    if (!ref->zone->owner)
        return all;
    const cc_val who = cc_ref(f, ref->zone->owner, 'p');
    return who.type ? cc_op(f, VM_OP_OWNED_BY, 'e', all.reg, who.reg, 0) : who;
}

/* all creature cards from among them: what is left is 'the rest' */
static cc_val all_that_fit(cc_fn *f, const m_ref *ref)
{
    m_desc *fits;
    cc_referent *said;
    const m_ref *of =
        ref->kind == REF_ALL && f->effect ? cc_ref_among_what(f, ref->desc, &fits) : NULL;
    if (!of)
        return cc_desc_set(f, ref->desc);
    const cc_val all = cc_ref_taken_from(f, of, fits, &said),
                 some = all.type ? cc_ref_those(f, all, fits) : all;
    f->rest = some.type ? cc_op(f, VM_OP_MINUS, 'e', all.reg, some.reg, 0) : CC_BAD;
    f->rest_of = of;
    f->rest_from = said;
    return some;
}

/* The card's own name, in an ability that it gives others: the very one that has given it (CR 201.4a) */
cc_val cc_ref_giver(cc_fn *f, const m_ref *ref)
{
    if (f->s->of_card && !ref->text)
        return cc_wrong(f->u, CC_NO_REFERENT, ref->span,
                        "nothing has given this: that is said in what is given to others");
    if (f->s->of_card)
        return cc_wrong(f->u, CC_CARD_QUOTES, ref->span,
                        "a card calls itself 'this'; by name it would mean all cards of that name");
    return cc_op(f, VM_OP_GIVER, 'o', 0, 0, 0);
}

/* the opponent with the most life: of the opponents */
static cc_val the_only(cc_fn *f, const m_ref *ref)
{
    const uint8_t before = f->of_opponents;
    for (const m_atom *a = ref->desc->atoms; a; a = a->next)
        f->of_opponents |= a->kind == ATOM_NOUN && a->number == NOUN_OPPONENT && !a->neg;
    const cc_val v = cc_desc_set(f, ref->desc);
    f->of_opponents = before;
    return v;
}

/* What of it, or of what it became, is in that zone now (CR 400.7): a filter asks nowhere where something is. */
static cc_val there_now(cc_fn *f, cc_val set, const m_zone *zone)
{
    const uint32_t row = cc_selector_of_zone(f->u, zone);
    const cc_val now = cc_op(f, VM_OP_NOW, 'e', set.reg, 0, 0),
                 there = cc_op(f, VM_OP_SELECT, 'e', 0, 0, (int32_t)row),
                 gone = cc_op(f, VM_OP_MINUS, 'e', now.reg, there.reg, 0);
    return cc_op(f, VM_OP_MINUS, 'e', now.reg, gone.reg, 0);
}

/* this from your graveyard: there the ability functions, but where what was said before puts it there (CR 112.6k), and
 * there it must still be */
static cc_val this_there(cc_fn *f, const m_zone *zone)
{
    if (cc_place_of_this(f) != zone->zone + 1)
        f->s->functions_in |= 1u << zone->zone | zone->also;
    return cc_as(f, there_now(f, cc_as(f, cc_this(f), 'e'), zone), 'o');
}

/* Of whom they are the controllers or owners: things, whoever it is that acts. */
static cc_val those_of(cc_fn *f, const m_ref *ref)
{
    const uint8_t players = f->wants_player, objects = f->wants_object;
    const int pronoun = ref->of->kind == REF_PRONOUN;
    f->wants_controlled = ref->kind == REF_CONTROLLER && pronoun;
    f->wants_player = 0;
    f->wants_object |= (uint8_t)pronoun;
    const cc_val v = cc_ref(f, ref->of, 'o');
    f->wants_player = players;
    f->wants_object = objects;
    f->wants_controlled = 0;
    return v;
}

static cc_val fresh(cc_fn *f, const m_ref *ref, int now)
{
    cc_val a, b;
    switch (ref->kind) {
    case REF_THIS:
        return ref->zone ? this_there(f, ref->zone) : it_is_this(f);
    case REF_YOU:
        return cc_you(f);
    case REF_PRONOUN:
    case REF_THAT:
    case REF_PAID:
    case REF_THE:
        return cc_is_the_only(ref) ? the_only(f, ref) : pronoun(f, ref, now);
    case REF_ALL:
    case REF_NONE:
    case REF_NAMED:
        return all_that_fit(f, ref);
    case REF_GIVER:
        return cc_ref_giver(f, ref);
    case REF_SOME:
        return cc_chosen(f, ref, NULL);
    case REF_TARGET:
        return cc_ref_target(f, ref);
    case REF_NAME:
        return cc_ref_name_things(f, ref->name, now);
    case REF_CONTROLLER:
    case REF_OWNER:
        a = those_of(f, ref);
        return a.type ? cc_op(f, ref->kind == REF_OWNER ? VM_OP_OWNERS : VM_OP_CONTROLLERS, 'p',
                              a.reg, 0, 0)
                      : a;
    case REF_OPPONENTS:
        return opponents_of(f, ref);
    case REF_DEFENDER:
        if (f->defender.type)
            return f->defender;
        a = f->candidate.type && !f->describes ? cc_as(f, f->candidate, 'o')
            : cc_find_attacker(f) != 0         ? cc_referent_value(f, cc_find_attacker(f), 0)
                                               : cc_this(f);
        return cc_op(f, VM_OP_DEFENDER, 'p', a.reg, 0, 0);
    case REF_ACTIVE:
        return cc_op(f, VM_OP_ACTIVE, 'p', 0, 0, 0);
    case REF_SEAT:
        f->s->u->seats = ref->number > f->s->u->seats ? ref->number : f->s->u->seats;
        return cc_op(f, VM_OP_SEAT, 'p', 0, 0, (int32_t)ref->number - 1);
    case REF_HOST:
        if (ref->bound) /* by a card in exile */
            f->s->functions_in = 1u << VM_ZONE_EXILE;
        a = cc_this(f);
        return cc_op(f, VM_OP_HOST, 'e', a.reg, 0, 0);
    case REF_JOIN:
        if (cc_is_either(f, ref))
            return CC_BAD;
        a = cc_as(f, cc_ref(f, ref->left, 'e'), 'e');
        b = cc_as(f, cc_ref(f, ref->right, 'e'), 'e');
        return a.type && b.type ? cc_op(f, VM_OP_UNION, 'e', a.reg, b.reg, 0) : CC_BAD;
    case REF_PART:
        return f->effect ? cc_ref_part(f, ref, ref->of, cc_ref_narrows(ref->of))
                         : cc_ref(f, ref->of, 'e');
    case REF_ZONE:
        return zone_cards(f, ref);
    case REF_TOP:
        return cc_top(f, ref);
    case REF_PILE:
        return cc_pile(f, ref);
    default:
        return cc_wrong(f->u, CC_NO_NATIVE, ref->span,
                        "the rules machine has no way to do this yet");
    }
}

static cc_again again_of(const cc_fn *f, const m_ref *ref, uint32_t *arg)
{
    *arg = 0;
    switch (ref->kind) {
    case REF_THIS:
        return f->self.type ? AGAIN_NOT : AGAIN_THIS;
    case REF_TARGET:
        *arg = f->s->targets.count - 1;
        return f->s->targets.at[*arg].flags & VM_TF_EACH ? AGAIN_NOT : AGAIN_TARGET;
    case REF_HOST:
        return AGAIN_HOST;
    case REF_NAME:
        *arg = ref->name->link;
        return ref->name->operand ? AGAIN_NOT : AGAIN_LINK;
    default:
        return AGAIN_NOT;
    }
}

static int can_be_meant(const m_ref *ref)
{
    return ref->kind != REF_YOU && ref->kind != REF_PRONOUN && ref->kind != REF_THAT &&
           ref->kind != REF_PAID && ref->kind != REF_THE && ref->kind != REF_NONE;
}

const char *cc_ref_called(char type)
{
    return type == 'p' ? "a player" : type == 'n' ? "a number" : "an object";
}

/* A player, or whoever controls a thing. */
static cc_val players_of(cc_fn *f, cc_val one)
{
    const cc_val things = cc_as(f, one, 'o'), themselves = cc_as(f, cc_as(f, one, 'p'), 'e'),
                 theirs = cc_as(f, cc_op(f, VM_OP_CONTROLLERS, 'p', things.reg, 0, 0), 'e');
    return cc_as(f, cc_op(f, VM_OP_UNION, 'e', themselves.reg, theirs.reg, 0), 'p');
}

/* A predicate does not see targets: the effect around it has them, and puts them where it looks. */
static int has_target_around(cc_fn *f, const m_ref *ref)
{
    cc_fn *around = f->outer;
    while (around && !around->effect)
        around = around->outer;
    return ref->kind != REF_TARGET || f->effect || !around || cc_referent_of(f, ref) ||
           cc_ref(around, ref, 'e').type;
}

/* two of them · a land card from among them */
static int is_part(cc_fn *f, const m_ref *ref)
{
    m_desc *fits;
    return f->effect &&
           (ref->kind == REF_PART || ((ref->kind == REF_SOME || ref->kind == REF_ALL) &&
                                      cc_ref_among_what(f, ref->desc, &fits)));
}

static cc_val value(cc_fn *f, const m_ref *ref, char want, int now)
{
    if (!has_target_around(f, ref))
        return CC_BAD;
    cc_referent *said = ref->kind == REF_SOME || ref->kind == REF_TARGET || ref->kind == REF_PART
                            ? cc_referent_of(f, ref)
                            : NULL;
    if (said && !cc_is_at_hand(f, said))
        said = NULL;
    f->at = ref->span;
    if (ref == f->apiece)
        return cc_as(f, f->apiece_one, want);
    cc_val v = said ? cc_referent_value(f, said, now) : fresh(f, ref, now);
    if (!v.type)
        return v;
    if (want == 'p' && ref->kind == REF_PRONOUN && ref->word == W_THEY && f->candidate.type &&
        v.reg == f->candidate.reg) /* spells your opponents cast: they */
        v = f->of_nobody ? cc_wrong(f->u, CC_NO_REFERENT, ref->span,
                                    "who? Nobody was spoken of whom this could mean; of each thing "
                                    "there is 'its controller'")
                         : players_of(f, v);
    if (!v.type)
        return v;
    if (!said && can_be_meant(ref) && !(f->asking && ref->kind == REF_SOME)) {
        uint32_t arg;
        const cc_again again = again_of(f, ref, &arg);
        const cc_val kept = ref->ref_class == CLASS_PLAYER ? cc_as(f, v, 'p') : v;
        cc_referent *r = cc_refer(f, ref, kept, again, arg);
        r->all_of_each = ref->kind == REF_ALL && ref->each && ref->ref_class == CLASS_OBJECT &&
                         !f->s->reads_each;
        r->plural |= r->all_of_each;
        cc_each_own_said(r);
        cc_possessor_said(f, r);
        if (is_part(f, ref))
            r->taken_from = f->rest_from;
    }
    if (!said && ref->bind && ref != f->moved)
        cc_name_set(f, ref->bind, v);
    const cc_val as = cc_as(f, v, want);
    if (!as.type)
        return cc_wrong(f->u, CC_WRONG_TYPE, ref->span, "%s is needed here, not %s",
                        want == 'e' ? "a thing" : cc_ref_called(want), cc_ref_called(v.type));
    return as;
}

cc_val cc_ref(cc_fn *f, const m_ref *ref, char want)
{
    return value(f, ref, want, 0);
}

cc_val cc_ref_now(cc_fn *f, const m_ref *ref, char want)
{
    return value(f, ref, want, 1);
}
