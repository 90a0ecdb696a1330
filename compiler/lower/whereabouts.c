/* Where is it now? What an act has put somewhere for sure, or a cost, is there from then on: behind 'exile it' it is not
 * tapped, sacrificed or given flying (CR 400.7), nor exiled once more. A part that may be skipped leaves nothing for sure. */
#include "compiler/lower/refs.h"

#include <string.h>

/* Where natives put their OBJECT. What is destroyed may stay (it is indestructible, regenerates), but nothing is done to it
 * then that could not be said before. */
static const struct {
    const char *native;
    uint8_t zone;
} GOES[] = {
    {"sacrifice", VM_ZONE_GRAVEYARD},
    {"destroy", VM_ZONE_GRAVEYARD},
    {"counter_spell", VM_ZONE_GRAVEYARD},
    {"discard", VM_ZONE_GRAVEYARD},
    {"discard_card", VM_ZONE_GRAVEYARD},
    {"exile", VM_ZONE_EXILE},
    {"exile_until", VM_ZONE_EXILE},
    {"exile_face_down", VM_ZONE_EXILE},
    {"exile_bound", VM_ZONE_EXILE},
    {"put_in_library", VM_ZONE_LIBRARY},
    {"put_second", VM_ZONE_LIBRARY},
    {"put_third", VM_ZONE_LIBRARY},
    {"put_fourth", VM_ZONE_LIBRARY},
    {"put_seventh", VM_ZONE_LIBRARY},
    {"shuffle_into", VM_ZONE_LIBRARY},
    {"put_onto_battlefield", VM_ZONE_BATTLEFIELD},
    {"enter_transformed", VM_ZONE_BATTLEFIELD},
};

/* Where natives take their OBJECT from, and nowhere else. */
static const struct {
    const char *native;
    uint8_t zone;
    const char *why;
} TAKES[] = {
    {"discard_card", VM_ZONE_HAND, "only cards in a hand are discarded (CR 701.8a)"},
    {"counter_spell", VM_ZONE_STACK,
     "only what is on the stack is countered (CR 701.5a), and it has left"},
};

/* The zone + 1 to which the act brings its OBJECT; 0: to none, or nobody knows */
static uint8_t goes_to(const m_act *act)
{
    const m_operand *zone = cc_operand(act, "ZONE");
    const char *native = act->frame->native;
    if (!native)
        return 0;
    if (voc_is(act->frame, VOC_NAMES_ZONE))
        return zone && !zone->is.zone->also ? (uint8_t)(zone->is.zone->zone + 1) : 0;
    for (size_t i = 0; i < sizeof GOES / sizeof *GOES; i++)
        if (strcmp(GOES[i].native, native) == 0)
            return GOES[i].zone + 1;
    return 0;
}

/* put the rest on the bottom of your library in any order: also where the action has a body */
static int is_the_rest(const cc_fn *f, const m_ref *ref)
{
    while (ref && ref->kind == REF_NAME && ref->name->operand) {
        const cc_binding *b = cc_bound(f->s, ref->name);
        ref = b && b->operand && voc_is_reference(b->operand->type) ? b->operand->is.ref : NULL;
    }
    return ref && ref->kind == REF_THE && ref->word == W_REST;
}

void cc_rest_is_put(cc_fn *f, const m_act *act, const cc_referent *before)
{
    const m_operand *o = cc_operand(act, "OBJECT");
    const uint8_t place = goes_to(act);
    if (!place || !f->rest_from || !o || !voc_is_reference(o->type) || !is_the_rest(f, o->is.ref))
        return;
    f->rest_from->rest_in = f->id;
    f->rest_from->rest_place = place;
    for (cc_referent *r = f->s->referents; r && r != before; r = r->next) {
        if (r->taken_from || r == f->rest_from)
            continue;
        r->taken_from = f->rest_from;
        r->is_rest = 1;
        r->place = place;
        r->place_in = f->id;
    }
}

/* By an act of this function. */
void cc_is_put(cc_fn *f, const m_act *act, const m_ref *ref, cc_referent *r)
{
    const uint8_t place = goes_to(act);
    if (!place || f->s->kind == SCOPE_TEST)
        return;
    if (ref->kind == REF_THIS || (r && r->is_this)) {
        if (!f->self.type)
            f->this_place = place;
    } else if (r) {
        r->place = place;
        r->place_in = f->id;
    }
}

/* By a cost. */
void cc_this_is_paid(cc_scope *s, const m_act *act)
{
    const uint8_t place = goes_to(act);
    if (place)
        s->this_place = place;
}

uint8_t cc_place_of_this(const cc_fn *f)
{
    return f->self.type ? 0 : f->this_place ? f->this_place : f->s->this_place;
}

/* the top card of your library, target card in your graveyard: where it was said to be */
static uint8_t place_said(const cc_referent *r)
{
    const m_ref *ref = r->ref;
    const int shown = r->paid == 1u << PAID_REVEALED; /* that moves nothing */
    if (!ref || r->moved || (r->now.type && !shown) ||
        (r->again != AGAIN_NOT && r->again != AGAIN_TARGET))
        return 0;
    if (ref->kind == REF_TOP)
        return VM_ZONE_LIBRARY + 1;
    if ((ref->kind != REF_TARGET && ref->kind != REF_SOME && ref->kind != REF_ALL) || !ref->desc ||
        ref->desc->or)
        return 0;
    for (const m_atom *a = ref->desc->atoms; a; a = a->next)
        if (a->kind == ATOM_ZONE && !a->neg && !a->zone->also)
            return (uint8_t)(a->zone->zone + 1);
    return 0;
}

/* What an act has found or put somewhere without a name: discarded, milled */
static uint8_t place_by(const cc_referent *r)
{
    return r->ref || r->moved || r->now.type                      ? 0
           : r->paid & (1u << PAID_DISCARDED | 1u << PAID_MILLED) ? VM_ZONE_GRAVEYARD + 1
                                                                  : 0;
}

/* The zone + 1 in which it surely is, if this effect, or its cost, has put it there; else 0 */
static uint8_t place_of(const cc_fn *f, const cc_referent *r)
{
    static const uint8_t PAID[VM_PAID_KIND_COUNT] = {[VM_PAID_SACRIFICED] = VM_ZONE_GRAVEYARD + 1,
                                                     [VM_PAID_DISCARDED] = VM_ZONE_GRAVEYARD + 1,
                                                     [VM_PAID_EXILED] = VM_ZONE_EXILE + 1};
    if (r->is_this)
        return cc_place_of_this(f);
    if (r->place_in == f->id)
        return r->place;
    if (r->again == AGAIN_PAID)
        return !r->moved && f->effect ? PAID[r->arg] : 0;
    return r->owner != f->id ? 0 : place_said(r) ? place_said(r) : place_by(r);
}

static int is_no_permanent(uint8_t place)
{
    return place && place != CC_NOBODY_KNOWS && place != VM_ZONE_BATTLEFIELD + 1 &&
           place != VM_ZONE_STACK + 1;
}

int cc_is_card_by_now(const cc_fn *f, const cc_referent *r)
{
    uint8_t place = place_of(f, r);
    for (; !place && r->again == AGAIN_CAPTURED && r->outer; place = r->place)
        r = r->outer; /* where the effect had put it that tells of it */
    if (place && place != VM_ZONE_STACK + 1 && place != CC_NOBODY_KNOWS)
        return place != VM_ZONE_BATTLEFIELD + 1;
    if (place || r->moved || r->now.type || r->of_event)
        return cc_says_card(f->u, r->desc) && r->of_event ? 1 : -1;
    return cc_says_card(f->u, r->desc) ? 1 : cc_says_permanent(f->u, r->desc) ? 0 : -1;
}

/* this was spoken of, and is there: discard a card: this gains hexproof, then tap it */
static int speaks_of_this(const cc_fn *f)
{
    int said = f->s->says_this;
    for (const cc_referent *r = f->s->referents; r; r = r->next)
        said |= r->is_this && r->ref;
    return said && !is_no_permanent(cc_place_of_this(f));
}

/* whenever a creature attacks: that creature is there */
static int event_is_about_another(const cc_fn *f)
{
    for (const cc_referent *r = f->s->referents; r; r = r->next)
        if (r->again == AGAIN_EVENT_OBJECT && r->of_event == 1 && r->ref && !r->is_this &&
            !r->plural && !is_no_permanent(place_of(f, r)))
            return 1;
    return 0;
}

/* A permanent is wanted, which this is no longer: what is meant is the permanent whose text it is. */
int cc_cannot_be_meant(const cc_fn *f, const cc_referent *r)
{
    return f->wants_permanent && f->effect && !r->is_this && f->s->kind == SCOPE_PERMANENT &&
           is_no_permanent(place_of(f, r)) && (speaks_of_this(f) || event_is_about_another(f));
}

static uint8_t place_meant(cc_fn *f, const m_ref *ref)
{
    if (ref->kind == REF_THIS)
        return ref->zone ? 0 : cc_place_of_this(f);
    const uint8_t part = ref->kind == REF_PART && ref->of, wants_card = f->wants_card;
    if (part) /* one of them: where they are, who may have been drawn */
        ref = ref->of;
    if (ref->kind != REF_PRONOUN && ref->kind != REF_THAT && ref->kind != REF_PAID)
        return 0;
    const uint8_t unfit = f->only_unfit;
    f->wants_card |= part;
    const cc_referent *r = cc_find(f, ref);
    f->wants_card = wants_card;
    f->only_unfit = unfit;
    if (!r && ref->kind == REF_PRONOUN && ref->word == W_IT && f->s->kind == SCOPE_PERMANENT)
        return cc_place_of_this(f);
    if (!r || r->ref_class == CLASS_PLAYER)
        return 0;
    return r->apiece || !cc_means_all_said(f, ref, r) ? place_of(f, r) : 0;
}

/* it gains flying, it becomes a 1/1 creature: of cards and spells such a thing says nothing */
static int gives_to_permanents(const cc_fn *f, const m_act *act)
{
    const m_operand *become = cc_operand(act, "QUALITIES");
    if (become && become->type == VOC_BECOME)
        return 1;
    const m_operand *o = cc_operand(act, "ABILITIES");
    const m_abilities *a = o && o->type == VOC_ABILITIES ? o->is.abilities : NULL;
    if (!a || a->list || a->all || a->all_creature_types || a->this_ability || act->block ||
        !a->keywords)
        return 0;
    for (const m_keyword *k = a->keywords; k; k = k->next)
        if (cc_means_something_on_spells(f->u, k->frame))
            return 0;
    return 1;
}

int cc_is_about_permanents(const cc_fn *f, const m_act *act)
{
    if (voc_is(act->frame, VOC_AGAINST_REGENERATION) || /* says why itself */
        f->arriving.type)                               /* it is so as it is put there */
        return 0;
    return (act->frame->has_subject && act->frame->slots[0].type == VOC_PERMANENT) ||
           voc_is(act->frame, VOC_TAKES_CONTROL) || gives_to_permanents(f, act);
}

static const char *says_where(uint8_t place)
{
    return place == VM_ZONE_GRAVEYARD + 1     ? "in a graveyard"
           : place == VM_ZONE_HAND + 1        ? "in a hand"
           : place == VM_ZONE_BATTLEFIELD + 1 ? "on the battlefield"
           : place == VM_ZONE_STACK + 1       ? "on the stack"
           : place == VM_ZONE_LIBRARY + 1     ? "in a library"
                                              : "in exile";
}

static int complain(cc_fn *f, cc_span at, uint8_t place)
{
    if (!is_no_permanent(place))
        return 0;
    cc_wrong(f->u, CC_NO_MEANING, at,
             "by then it is %s, and no permanent: this does nothing to it; 'return it to the "
             "battlefield' comes first, or this comes before it is put there",
             says_where(place));
    return 1;
}

/* exile target creature, then destroy it */
int cc_is_elsewhere(cc_fn *f, const m_ref *ref)
{
    return f->effect && complain(f, ref->span, place_meant(f, ref));
}

/* exile target creature, then it fights target creature */
int cc_actor_is_elsewhere(cc_fn *f, const m_act *act)
{
    const cc_referent *who = f->subject;
    if (!f->effect || !who || !act->frame->has_subject ||
        act->frame->slots[0].type != VOC_PERMANENT || who->ref_class == CLASS_PLAYER)
        return 0;
    const int it = who->ref && who->ref->kind == REF_PRONOUN && who->again == AGAIN_NOT &&
                   who->owner == f->id; /* nothing else was said: this */
    return complain(f, act->span,
                    cc_has_left(f, who) ? VM_ZONE_GRAVEYARD + 1
                    : it                ? cc_place_of_this(f)
                                        : place_of(f, who));
}

static int event_moves_it(const cc_fn *f)
{
    const m_act *act = f->s->event ? f->s->event->act : NULL;
    for (uint32_t i = 0; act && i < act->frame->slot_count; i++)
        if (act->operands[i].given && act->operands[i].type == VOC_ZONE)
            return 1;
    return 0;
}

/* whenever a creature attacks: discard it. Nothing was done to it since, so that it is where its noun says. */
static uint8_t place_of_noun(cc_fn *f, const m_ref *ref)
{
    if (ref->kind != REF_PRONOUN && ref->kind != REF_THAT)
        return 0;
    const uint8_t unfit = f->only_unfit;
    const cc_referent *r = cc_find(f, ref);
    f->only_unfit = unfit;
    return r && (r->again == AGAIN_EVENT_OBJECT || r->again == AGAIN_TARGET) && !r->is_this &&
                   !r->moved && !r->now.type && r->desc && cc_says_permanent(f->u, r->desc) &&
                   !(r->again == AGAIN_EVENT_OBJECT && event_moves_it(f))
               ? VM_ZONE_BATTLEFIELD + 1
               : 0;
}

/* exile target creature, then discard it */
static int is_taken_from_elsewhere(cc_fn *f, const m_act *act, const m_ref *ref)
{
    for (size_t i = 0; f->effect && act->frame->native && i < sizeof TAKES / sizeof *TAKES; i++) {
        if (strcmp(TAKES[i].native, act->frame->native) != 0)
            continue;
        uint8_t place = place_meant(f, ref);
        if (!place && TAKES[i].zone != VM_ZONE_STACK) /* what is no spell topic.c tells */
            place = place_of_noun(f, ref);
        if (!place || place == CC_NOBODY_KNOWS || place == TAKES[i].zone + 1)
            return 0;
        cc_wrong(f->u, CC_NO_MEANING, ref->span, "by then it is %s: %s", says_where(place),
                 TAKES[i].why);
        return 1;
    }
    return 0;
}

/* return it to the battlefield, where it is */
int cc_is_there_already(cc_fn *f, const m_act *act, const m_ref *ref)
{
    if (is_taken_from_elsewhere(f, act, ref))
        return 1;
    const uint8_t to = f->effect ? goes_to(act) : 0;
    if (!to || to == VM_ZONE_LIBRARY + 1)
        return 0;
    if (place_meant(f, ref) != to && !(to == VM_ZONE_BATTLEFIELD + 1 && cc_has_entered(f, ref)))
        return 0;
    cc_wrong(f->u, CC_NO_MEANING, ref->span, "it is there already: that does nothing");
    return 1;
}
