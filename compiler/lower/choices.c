/* What somebody chooses when it is carried out, and among what. */
#include "compiler/lower/refs.h"

#include <string.h>

static int has_zone(const m_desc *d)
{
    for (; d; d = d->or)
        for (const m_atom *a = d->atoms; a; a = a->next)
            if (a->kind == ATOM_ZONE || (a->kind == ATOM_NOUN && a->number == NOUN_SPELL))
                return 1;
    return 0;
}

/* Are they cards that not everybody sees? */
static int is_hidden(const m_desc *d)
{
    for (; d; d = d->or)
        for (const m_atom *a = d->atoms; a; a = a->next)
            if (a->kind == ATOM_ZONE && ((1u << a->zone->zone | a->zone->also) &
                                         (1u << VM_ZONE_HAND | 1u << VM_ZONE_LIBRARY)))
                return 1;
    return 0;
}

static int is_plain_player(const m_desc *d, uint32_t noun)
{
    return d && !d->or
           &&d->atoms && d->atoms->kind == ATOM_NOUN && d->atoms->number == noun && !d->atoms->next;
}

static cc_val actor(cc_fn *f)
{
    if (f->actor.type == 'e' && f->subject && f->subject->ref_class != CLASS_OBJECT)
        return cc_as(f, f->actor, 'p'); /* a name: its players */
    return f->actor.type == 'p' ? f->actor : cc_you(f);
}

/* The cards in the actor's hand that fit. */
static cc_val in_hand(cc_fn *f, const m_desc *d)
{
    m_zone hand;
    memset(&hand, 0, sizeof hand);
    hand.zone = VM_ZONE_HAND;
    m_atom in;
    memset(&in, 0, sizeof in);
    in.kind = ATOM_ZONE;
    in.zone = &hand;
    m_desc *with = NULL, **tail = &with;
    for (; d; d = d->or) {
        m_desc *one = ARENA_NEW(f->u->mem, m_desc);
        m_atom *a = ARENA_NEW(f->u->mem, m_atom);
        *a = in;
        a->zone = ARENA_NEW(f->u->mem, m_zone);
        *a->zone = hand;
        a->span = one->span = d->span;
        a->next = d->atoms;
        one->atoms = a;
        *tail = one;
        tail = &one->or ;
    }
    return cc_desc_set(f, with);
}

/* Narrows a set down to what the act allows its actor: what they control, or hold. */
static cc_val allowed(cc_fn *f, const m_ref *ref, const voc_slot *slot)
{
    const cc_val who = actor(f);
    if (slot && slot->own && slot->type == VOC_CARD && !has_zone(ref->desc)) {
        const cc_val cards = in_hand(f, ref->desc);
        return cards.type ? cc_op(f, VM_OP_OWNED_BY, 'e', cards.reg, who.reg, 0) : cards;
    }
    cc_val all = cc_desc_set(f, ref->desc);
    if (all.type && slot && slot->own && slot->type != VOC_CARD)
        all = cc_op(f, VM_OP_CONTROLLED_BY, 'e', all.reg, who.reg, 0);
    if (all.type && slot && slot->given_up) /* what is impossible is not chosen (CR 608.2d) */
        all = cc_op(f, VM_OP_SACRIFICEABLE, 'e', all.reg, 0, 0);
    return all;
}

/* all of theirs: discards all nonland cards, sacrifices all lands */
cc_val cc_own(cc_fn *f, const m_ref *ref, const voc_slot *slot)
{
    return allowed(f, ref, slot);
}

/* hidden: among cards that not everybody sees; then it is asked whatever there is */
static cc_val choose(cc_fn *f, const m_ref *ref, cc_val among, int hidden)
{
    const cc_val all = among.type ? cc_op(f, VM_OP_COUNT, 'n', among.reg, 0, 0) : CC_BAD;
    const cc_val most =
        hidden ? cc_num(f, VM_NUMBER_MAX) : all; /* how many there are nobody is to tell */
    cc_val max = ref->any_number ? most : ref->count ? cc_amount(f, ref->count) : cc_num(f, 1);
    if (!max.type || !among.type)
        return CC_BAD;
    cc_val min = ref->up_to || ref->any_number ? cc_num(f, 0)
                 : ref->least                  ? cc_amount(f, ref->least)
                                               : max;
    if (ref->or_more)
        max = most;
    if (m_desc_says(ref->desc, ATOM_RANDOM)) {
        const cc_arg a[2] = {{.v = cc_as(f, among, 'e'), .given = 1}, {.v = max, .given = 1}};
        if (min.reg == max.reg)
            return cc_native(f, VM_NATIVE_choose_random, a);
        return cc_wrong(f->u, CC_NO_MEANING, ref->span, "how many at random? A number says it");
    }
    const cc_val who = ref->of_choice == 1 ? cc_you(f) : actor(f);
    const cc_arg a[5] = {{.v = cc_as(f, among, 'e'), .given = 1},
                         {.v = who, .given = 1},
                         {.v = min, .given = 1},
                         {.v = max, .given = 1},
                         {.imm = hidden}};
    return cc_native(f, VM_NATIVE_choose, a);
}

/* Of these the ones that are so: each creature destroyed this way. */
cc_val cc_ref_those(cc_fn *f, cc_val set, const m_desc *desc)
{
    const uint32_t row = cc_selector_anywhere(f, desc);
    set = cc_as(f, set, 'e');
    return row && set.type ? cc_op(f, VM_OP_FILTER, 'e', set.reg, 0, (int32_t)row) : CC_BAD;
}

/* Has the act put it elsewhere, or was it only spoken of: revealed, chosen, tapped? */
static int is_put(const cc_fn *f, const cc_referent *r)
{
    return r->place_in == f->id && r->place;
}

/* Were they only shown or chosen? Then some of them are some of these. */
static int is_picked(const cc_referent *r)
{
    return r->chosen || r->paid == 1u << PAID_REVEALED;
}

/* exile two of them, then put the rest on the bottom of your library: of all of them the two are those that can be spoken of
 * (CR 400.7). `group` itself where nothing of it was put elsewhere as the rest; NULL: all were put somewhere, so nobody knows. */
cc_referent *cc_left_in_sight(cc_fn *f, cc_referent *group)
{
    cc_referent *seen = NULL;
    if (!group || group->rest_in != f->id)
        return group;
    for (cc_referent *r = f->s->referents; r; r = r->next) {
        if ((r->taken_from != group && r->part_of != group) || !is_put(f, r) ||
            r->place == VM_ZONE_LIBRARY + 1)
            continue;
        if (seen)
            return NULL;
        seen = r;
    }
    return group->rest_place == VM_ZONE_LIBRARY + 1 ? seen : NULL;
}

/* two of them into your hand, one of them on the bottom: of those that were looked at, not of the two. Of the two, though,
 * if nothing was done but to show or choose them. NULL: of either of both */
static cc_referent *group_of(cc_fn *f, const m_ref *of, const m_desc *fits, cc_referent *said)
{
    while (said && of->kind == REF_PRONOUN && of->word == W_THEY && said->taken_from &&
           cc_is_at_hand(f, said->taken_from)) {
        const int other = fits && !cc_describes(f->u, fits, said); /* lands; now a creature */
        if (is_put(f, said) && said->place == VM_ZONE_BATTLEFIELD + 1 && f->wants_permanent)
            return said; /* put some onto the battlefield, tap one of them */
        if (!is_put(f, said) && !other && is_picked(said))
            return said;
        if (!is_put(f, said) && !other) {
            cc_wrong(f->u, CC_TWO_REFERENTS, of->span,
                     "of all of them, or of those to which this was done before? 'those cards', a "
                     "kind of card, or a name where they are said, '... as NAME', tells");
            return NULL;
        }
        said = said->taken_from;
    }
    cc_referent *seen =
        of->kind == REF_PRONOUN && of->word == W_THEY ? cc_left_in_sight(f, said) : said;
    if (said && !seen)
        cc_wrong(
            f->u, CC_TWO_REFERENTS, of->span,
            "all of them were put somewhere: of which? 'the exiled cards', a kind of card, or a "
            "name where they are said, '... as NAME', tells");
    return seen;
}

/* What was put elsewhere of it is no longer among them. */
cc_val cc_ref_left_of(cc_fn *f, const cc_referent *group, cc_val all)
{
    cc_val left = all = cc_as(f, all, 'e');
    for (cc_referent *r = f->s->referents; r && all.type && group; r = r->next) {
        if ((r->taken_from != group && r->part_of != group) || r->owner != f->id || !r->was.type ||
            !is_put(f, r))
            continue;
        if (left.reg == all.reg)
            left = cc_op(f, VM_OP_NOW, 'e', all.reg, 0, 0);
        const cc_val was = cc_as(f, r->was, 'e'), now = cc_op(f, VM_OP_NOW, 'e', was.reg, 0, 0);
        left = cc_op(f, VM_OP_MINUS, 'e', left.reg, now.reg, 0);
    }
    return left;
}

static cc_val still_among(cc_fn *f, const m_ref *of, cc_referent *said)
{
    return cc_ref_left_of(f, said, of ? cc_ref_now(f, of, 'e') : cc_referent_value(f, said, 1));
}

/* What some are taken from: those that are still there of it, if some were taken before. */
cc_val cc_ref_taken_from(cc_fn *f, const m_ref *of, const m_desc *fits, cc_referent **out_said)
{
    const int said = of->kind == REF_PRONOUN || of->kind == REF_THAT || of->kind == REF_PAID ||
                     of->kind == REF_THE;
    const uint8_t wants_card = f->wants_card, wants_object = f->wants_object;
    f->wants_card = 1;
    f->wants_object |= fits && m_desc_class(fits) == CLASS_OBJECT; /* a card from among them */
    cc_referent *last = said ? cc_find(f, of) : NULL;
    *out_said = group_of(f, of, fits, last);
    cc_val all = last && !*out_said                                       ? CC_BAD
                 : *out_said && *out_said == f->rest_from && f->rest.type ? f->rest
                 : *out_said != last ? still_among(f, NULL, *out_said)
                                     : still_among(f, of, last);
    if (all.type && *out_said && (*out_said)->again == AGAIN_PAID && (*out_said)->owner != f->id &&
        all.reg != f->rest.reg) /* what a cost took is chosen from where it is now */
        all = cc_op(f, VM_OP_NOW, 'e', all.reg, 0, 0);
    f->wants_card = wants_card;
    f->wants_object = wants_object;
    return all.type && *out_said ? cc_each_own_of_them(f, *out_said, all) : all;
}

/* What is chosen from. 'You may' has asked for it before (cc_can_choose); then it is there already. */
typedef struct cc_among {
    const m_ref *ref;
    cc_val all, fit;   /* of a part: all that it is taken from; else the same */
    cc_referent *said; /* of a part */
    struct cc_among *next;
} cc_among;

static cc_among *asked_before(cc_fn *f, const m_ref *ref)
{
    for (cc_among **at = &f->among; *at; at = &(*at)->next)
        if ((*at)->ref == ref) {
            cc_among *a = *at;
            *at = a->next;
            return a;
        }
    return NULL;
}

/* an artifact card, a permanent card: every alternative says that it is one */
static int says_permanent(const m_desc *d)
{
    for (; d; d = d->or) {
        int so = 0;
        for (const m_atom *a = d->atoms; a; a = a->next)
            so |= !a->neg && ((a->kind == ATOM_TYPE && (1u << a->number & VM_PERMANENT_TYPES)) ||
                              (a->kind == ATOM_NOUN &&
                               (a->number == NOUN_PERMANENT || a->number == NOUN_TOKEN)));
        if (!so)
            return 0;
    }
    return 1;
}

/* Instants and sorceries stay where they are, so nobody can choose to put them onto the battlefield (CR 304.4, 307.4, 608.2d). */
static cc_val that_can_enter(cc_fn *f, const m_desc *said, cc_val all)
{
    if (!f->enters || !all.type || (said && says_permanent(said)))
        return all;
    m_desc *d = ARENA_NEW(f->u->mem, m_desc);
    m_atom *permanent = d->atoms = ARENA_NEW(f->u->mem, m_atom),
           *card = permanent->next = ARENA_NEW(f->u->mem, m_atom);
    permanent->kind = card->kind = ATOM_NOUN;
    permanent->number = NOUN_PERMANENT;
    card->number = NOUN_CARD;
    return cc_ref_those(f, all, d);
}

static cc_among among_part(cc_fn *f, const m_ref *ref, const m_ref *of, const m_desc *desc)
{
    const cc_among *before = asked_before(f, ref);
    if (before)
        return *before;
    cc_among a = {.ref = ref};
    a.all = cc_ref_taken_from(f, of, desc, &a.said);
    a.fit = that_can_enter(f, desc, desc && a.all.type ? cc_ref_those(f, a.all, desc) : a.all);
    return a;
}

/* any number of those cards with the same name as this: what 'those cards' does not say already */
const m_desc *cc_ref_narrows(const m_ref *of)
{
    static const uint32_t FURTHER = 1u << ATOM_KEYWORD | 1u << ATOM_COMPARE | 1u << ATOM_COUNTERS |
                                    1u << ATOM_NAMED | 1u << ATOM_SHARES | 1u << ATOM_ABILITIES |
                                    1u << ATOM_COND | 1u << ATOM_HISTORY;
    for (const m_desc *d = of->kind == REF_THAT ? of->desc : NULL; d; d = d->or)
        for (const m_atom *a = d->atoms; a; a = a->next)
            if (FURTHER >> a->kind & 1)
                return of->desc;
    return NULL;
}

/* What may be cast of some: those that fit, and how many of them at most. Those that are cast are gone from where they
 * were; what is left is 'the rest'. */
cc_val cc_offered(cc_fn *f, const m_ref *ref, cc_val *out_max)
{
    m_desc *fits = NULL;
    cc_referent *said;
    const m_ref *of = ref->kind == REF_PART ? ref->of : cc_ref_among_what(f, ref->desc, &fits);
    if (!of)
        return CC_BAD;
    const m_desc *desc = ref->kind == REF_PART ? cc_ref_narrows(of) : fits;
    const cc_val all = cc_ref_taken_from(f, of, desc, &said);
    *out_max = ref->any_number ? cc_num(f, VM_NUMBER_MAX)
               : ref->count    ? cc_amount(f, ref->count)
                               : cc_num(f, 1);
    const cc_val fit = desc && all.type ? cc_ref_those(f, all, desc) : all;
    f->rest = all;
    f->rest_of = of;
    f->rest_from = said;
    return fit;
}

/* one of them · a creature card from among them: what is left is 'the rest' */
cc_val cc_ref_part(cc_fn *f, const m_ref *ref, const m_ref *of, const m_desc *desc)
{
    const cc_among a = among_part(f, ref, of, desc);
    if (f->wants_object && a.said && a.said->ref_class == CLASS_PLAYER)
        return cc_wrong(f->u, CC_NO_REFERENT, ref->span,
                        "one of the players? Nothing else was spoken of before");
    const cc_val some = a.fit.type ? cc_as(f, choose(f, ref, a.fit, 1), 'e') : a.fit;
    f->rest = some.type ? cc_op(f, VM_OP_MINUS, 'e', a.all.reg, some.reg, 0) : CC_BAD;
    f->rest_of = of;
    f->rest_from = a.said;
    return some;
}

/* A description without the atom of this kind that each of its alternatives has; NULL = one has none. *out_atom: the
 * first of them. */
m_desc *cc_ref_without(cc_fn *f, const m_desc *d, m_atom_kind kind, const m_atom **out_atom)
{
    m_desc *out = NULL, **tail = &out;
    *out_atom = NULL;
    for (; d; d = d->or) {
        const m_atom *here = NULL;
        m_desc *one = ARENA_NEW(f->u->mem, m_desc);
        m_atom **end = &one->atoms;
        one->span = d->span;
        for (const m_atom *a = d->atoms; a; a = a->next) {
            if (a->kind == kind && !a->neg && !here) {
                here = a;
                continue;
            }
            *end = ARENA_NEW(f->u->mem, m_atom);
            **end = *a;
            (*end)->next = NULL;
            end = &(*end)->next;
        }
        if (!here || (*out_atom && (*out_atom)->ref != here->ref))
            return NULL;
        if (!*out_atom)
            *out_atom = here;
        *tail = one;
        tail = &one->or ;
    }
    return out;
}

/* What 'a card among them' is taken from, if every alternative says the same; *out: all else that it says. */
const m_ref *cc_ref_among_what(cc_fn *f, const m_desc *d, m_desc **out)
{
    const m_atom *among;
    *out = cc_ref_without(f, d, ATOM_AMONG, &among);
    return *out ? among->ref : NULL;
}

/* all other cards; *out: all else that it says */
int cc_ref_says_other(cc_fn *f, const m_desc *d, m_desc **out)
{
    const m_atom *other;
    *out = cc_ref_without(f, d, ATOM_OTHER, &other);
    return *out && !other->ref;
}

/* The description without its 'other'. */
int cc_says_other(const m_desc *d)
{
    for (; d; d = d->or)
        for (const m_atom *a = d->atoms; a; a = a->next)
            if (a->kind == ATOM_OTHER && !a->ref)
                return 1;
    return 0;
}

const m_desc *cc_not_other(cc_fn *f, const m_desc *d)
{
    const m_atom *other;
    const m_desc *all = cc_ref_without(f, d, ATOM_OTHER, &other);
    return all ? all : d;
}

/* 'another': not this, nor what the sentence has named. */
static cc_val without_named(cc_fn *f, const m_ref *ref, cc_val all)
{
    if (!ref->another || !all.type)
        return all;
    if (f->subject && !f->subject->is_this && f->subject->ref_class != CLASS_PLAYER &&
        f->subject->was.type && !cc_is_rather_this(f, f->subject->desc, ref->desc)) {
        const cc_val self = cc_as(f, f->subject->was, 'e');
        return cc_op(f, VM_OP_MINUS, 'e', all.reg, self.reg, 0);
    }
    return cc_without_other(f, ref->desc, all);
}

/* This, and what it has become: the card of what has died is none of the others. In a description, and of what is always
 * so, it is each thing that is described: creatures with the same name as another creature. */
cc_val cc_ref_itself(cc_fn *f, const m_desc *noun)
{
    if (f->candidate.type && !f->effect &&
        !(f->about && cc_is_rather_this(f, f->about->desc, noun)))
        return cc_as(f, f->candidate, 'e');
    if (cc_is_other_than_nothing(f->s, noun, noun->span))
        return CC_BAD;
    const cc_val was = cc_as(f, cc_this(f), 'e');
    if (!was.type || !f->effect)
        return was;
    const cc_val now = cc_op(f, VM_OP_NOW, 'e', was.reg, 0, 0);
    return cc_op(f, VM_OP_UNION, 'e', was.reg, now.reg, 0);
}

static int is_on_something(const m_desc *d)
{
    for (const m_atom *a = d && !d->or ? d->atoms : NULL; a; a = a->next)
        if (a->kind == ATOM_ATTACHED && !a->neg && a->ref && a->ref->kind == REF_SOME)
            return 1;
    return 0;
}

/* attach target Aura attached to a creature to another creature: than the one that it is attached to */
static cc_val its_host(cc_fn *f)
{
    cc_referent *r = f->s->referents;
    if (!r || !r->ref || r->plural || r->clause != f->s->clause || !is_on_something(r->ref->desc))
        return CC_BAD;
    const cc_val it = cc_as(f, cc_referent_value(f, r, 0), 'o');
    return it.type ? cc_op(f, VM_OP_HOST, 'e', it.reg, 0, 0) : it;
}

cc_val cc_without_other(cc_fn *f, const m_desc *desc, cc_val all)
{
    const int players = m_desc_class(desc) == CLASS_PLAYER;
    const cc_val host = players ? CC_BAD : its_host(f);
    if (host.type)
        return cc_op(f, VM_OP_MINUS, 'e', all.reg, host.reg, 0);
    const m_ref *inside = players ? NULL : cc_other_than(desc);
    cc_referent *named = inside ? cc_referent_of(f, inside) : NULL;
    named = named ? named : cc_find_other(f, desc);
    /* a creature an opponent controls dies: each other opponent */
    const cc_val whose = players && !named ? cc_possessor(f, f) : CC_BAD;
    const cc_val others = named        ? cc_as_named(f, named)
                          : whose.type ? cc_as(f, whose, 'e')
                          : players    ? cc_as(f, cc_you(f), 'e')
                                       : cc_ref_itself(f, desc);
    return others.type ? cc_op(f, VM_OP_MINUS, 'e', all.reg, others.reg, 0) : others;
}

static cc_among among_all(cc_fn *f, const m_ref *ref, const voc_slot *slot)
{
    const cc_among *before = asked_before(f, ref);
    if (before)
        return *before;
    cc_among a = {.ref = ref};
    a.all = a.fit = that_can_enter(f, ref->desc, without_named(f, ref, allowed(f, ref, slot)));
    return a;
}

/* a creature or a planeswalker: whoever does it would have to choose between them */
int cc_is_either(cc_fn *f, const m_ref *ref)
{
    if (!ref->join_or || !f->effect || f->asking)
        return 0;
    cc_wrong(f->u, CC_NO_MEANING, ref->span,
             "one of the two? One thing of either kind has one article: 'a creature or "
             "planeswalker', 'target creature or player'; both are joined by 'and'");
    return 1;
}

cc_val cc_chosen(cc_fn *f, const m_ref *ref, const voc_slot *slot)
{
    if (cc_is_of_each(f, ref))
        return CC_BAD;
    if (ref->kind == REF_JOIN) { /* a land and a creature */
        if (cc_is_either(f, ref))
            return CC_BAD;
        const cc_val l = cc_as(f, cc_chosen(f, ref->left, slot), 'e'),
                     r = cc_as(f, cc_chosen(f, ref->right, slot), 'e');
        return l.type && r.type ? cc_op(f, VM_OP_UNION, 'e', l.reg, r.reg, 0) : CC_BAD;
    }
    if (ref->kind == REF_NAMED && slot) /* a test names a card in a hand */
        return allowed(f, ref, slot);
    if (ref->kind != REF_SOME)
        return cc_ref_now(f, ref, 'e');
    if (ref->ref_class == CLASS_PLAYER && f->effect && !f->asking && !ref->another &&
        cc_names_one(ref)) {
        const cc_arg a[1] = {{.v = actor(f), .given = 1}};
        if (is_plain_player(ref->desc, NOUN_OPPONENT))
            return cc_native(f, VM_NATIVE_choose_opponent, a);
        if (is_plain_player(ref->desc, NOUN_PLAYER))
            return cc_native(f, VM_NATIVE_choose_player, a);
    }
    m_desc *fits;
    const m_ref *of = cc_ref_among_what(f, ref->desc, &fits);
    if (of && f->effect)
        return cc_ref_part(f, ref, of, fits);
    if (!f->effect || f->asking) /* in a condition or a description it just exists */
        return without_named(f, ref, cc_desc_set(f, ref->desc));
    const cc_val from = among_all(f, ref, slot).fit;
    if (f->keeps_from && from.type && ref->ref_class != CLASS_PLAYER)
        f->chosen_from = f->chosen_from.type
                             ? cc_op(f, VM_OP_UNION, 'e', f->chosen_from.reg, from.reg, 0)
                             : cc_as(f, from, 'e');
    return choose(f, ref, from,
                  is_hidden(ref->desc) ||
                      (slot && slot->own && slot->type == VOC_CARD && !has_zone(ref->desc)));
}

/* 'You may sacrifice a creature' is said by nobody who has none (CR 608.2d): is there enough to choose from? CC_BAD:
 * that is no question. What was found is what is chosen from afterwards. */
cc_val cc_can_choose(cc_fn *f, const m_ref *ref, const voc_slot *slot)
{
    if (ref->kind == REF_JOIN) {
        const cc_val l = cc_can_choose(f, ref->left, slot), r = cc_can_choose(f, ref->right, slot);
        return l.type && r.type ? cc_op(f, VM_OP_AND, 'b', l.reg, r.reg, 0) : l.type ? l : r;
    }
    const m_amount *least = ref->least ? ref->least : ref->count;
    if ((ref->kind != REF_SOME && ref->kind != REF_PART) || ref->ref_class == CLASS_PLAYER ||
        !f->effect || ref->up_to || ref->any_number || (least && least->kind != AMT_CONST) ||
        cc_referent_of(f, ref))
        return CC_BAD;
    m_desc *among = NULL;
    const m_ref *of = ref->kind == REF_PART ? ref->of : cc_ref_among_what(f, ref->desc, &among);
    const m_desc *fits = ref->kind == REF_PART ? cc_ref_narrows(of) : among;
    cc_among *a = ARENA_NEW(f->u->mem, cc_among);
    *a = of ? among_part(f, ref, of, fits) : among_all(f, ref, slot);
    if (!a->fit.type)
        return CC_BAD;
    a->next = f->among;
    f->among = a;
    const cc_val have = cc_op(f, VM_OP_COUNT, 'n', a->fit.reg, 0, 0),
                 want = cc_num(f, least ? least->value : 1);
    return cc_op(f, VM_OP_LE, 'b', want.reg, have.reg, 0);
}
