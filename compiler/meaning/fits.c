/* What a slot of a frame takes: is the thing that fills it one that the verb can be about? One destroys permanents,
 * counters spells and abilities, discards cards (CR 701). What a description says of zones and types decides; what
 * says nothing of them fits. */
#include "compiler/meaning/read.h"

#include <string.h>

/* What one alternative of a description says that it surely is. */
typedef struct said {
    uint8_t spell, ability, card, zone, other_zone, stack,
        uncastable;     /* zone: it names one; other_zone: not the battlefield */
    uint8_t only_spell; /* a type that no permanent has: instant, sorcery */
    uint8_t hidden;     /* in a hand or library, and nowhere else */
    uint8_t controlled; /* by whom, is said */
} said;

static int is_one_shot(uint32_t type)
{
    return (1u << type & (VM_TYPE_INSTANT | VM_TYPE_SORCERY)) != 0;
}

static int is_hidden(const m_zone *z)
{
    const uint32_t hidden = 1u << VM_ZONE_HAND | 1u << VM_ZONE_LIBRARY;
    return !((1u << z->zone | z->also) & ~hidden);
}

static said what_is_said(const m_desc *d)
{
    said s = {0};
    for (const m_atom *a = d->atoms; a; a = a->next) {
        s.controlled |= a->kind == ATOM_CONTROL;
        if (a->neg && !(a->kind == ATOM_ZONE && a->number)) /* anywhere other than there */
            continue;
        s.spell |= a->kind == ATOM_NOUN && a->number == NOUN_SPELL;
        s.ability |= a->kind == ATOM_NOUN && a->number == NOUN_ABILITY;
        s.card |= a->kind == ATOM_NOUN && a->number == NOUN_CARD;
        s.only_spell |= a->kind == ATOM_TYPE && is_one_shot(a->number);
        if (a->kind == ATOM_ZONE) {
            s.zone = 1;
            s.other_zone |= a->zone->zone != VM_ZONE_BATTLEFIELD;
            s.stack |= a->zone->zone == VM_ZONE_STACK;
            s.hidden |= (uint8_t)(!a->neg && is_hidden(a->zone));
        }
    }
    return s;
}

typedef int (*said_test)(const said *s);

static int no_permanent(const said *s)
{
    return s->spell || s->ability || s->other_zone || s->only_spell || (s->card && !s->zone);
}

static int no_spell_at_all(const said *s)
{
    return !(s->spell || s->ability || (s->stack && s->card));
}

static int no_spell(const said *s)
{
    return no_spell_at_all(s) || (s->zone && !s->stack);
}

static int no_card(const said *s)
{
    return (!s->card && !s->other_zone) || (s->spell && s->zone && !s->stack);
}

static int no_recipient(const said *s)
{
    return no_permanent(s);
}

static int any_so(const m_desc *d, said_test test)
{
    for (; d; d = d->or) {
        const said s = what_is_said(d);
        if (test(&s))
            return 1;
    }
    return 0;
}

/* Only what is picked out by its description says anew what it is: 'that creature' was said before. */
static int is_described(const m_ref *ref)
{
    return ref->desc && (ref->kind == REF_TARGET || ref->kind == REF_ALL || ref->kind == REF_SOME);
}

static int is_player(const m_ref *ref)
{
    return ref->ref_class == CLASS_PLAYER || ref->ref_class == CLASS_EITHER;
}

/* What each type of operand is, and what cannot be one. */
static const struct {
    uint8_t type, objects, players, zones; /* objects, players, whole zones can be one */
    said_test never;
} TYPES[] = {
    {VOC_PLAYER, 0, 1, 0, NULL},
    {VOC_CONTROL, 0, 1, 0, NULL},
    {VOC_OBJECT, 1, 0, 1, NULL},
    {VOC_PERMANENT, 1, 0, 0, no_permanent},
    {VOC_SPELL, 1, 0, 0, no_spell},
    {VOC_CARD, 1, 0, 1, no_card},
    {VOC_RECIPIENT, 1, 1, 0, no_recipient},
    {VOC_THING, 1, 1, 1, NULL},
};

/* does: it is the one that acts */
static int unfit(const m_reader *r, const m_ref *ref, uint8_t type, int does,
                 const voc_frame *frame)
{
    for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++) {
        if (TYPES[i].type != type)
            continue;
        if ((!TYPES[i].players && is_player(ref)) ||
            (!TYPES[i].objects && ref->ref_class == CLASS_OBJECT))
            return 1;
        const int acts = frame && (frame->kind == DECL_RULE ||
                                   (frame->kind == DECL_ACTION && (type == VOC_THING || does)));
        if (ref->kind == REF_ZONE && !r->context->is_test && (!TYPES[i].zones || acts))
            return 1;
        if (frame && frame->kind == DECL_EVENT &&
            type == VOC_SPELL) /* casts a spell from a graveyard: where it was */
            return is_described(ref) && any_so(ref->desc, no_spell_at_all);
        return TYPES[i].never && is_described(ref) && !r->context->is_test &&
               any_so(ref->desc, TYPES[i].never);
    }
    return 0;
}

static int is_opponent(const m_ref *ref)
{
    const m_atom *a = ref->desc ? ref->desc->atoms : NULL;
    return ref->kind == REF_OPPONENTS ||
           (ref->kind == REF_SOME && a && a->kind == ATOM_NOUN && a->number == NOUN_OPPONENT);
}

/* a creature an opponent controls: nobody sacrifices, taps for a cost or returns for one what is another's */
static int is_of_opponents(const m_desc *d)
{
    for (; d; d = d->or)
        for (const m_atom *a = d->atoms; a; a = a->next)
            if (a->kind == ATOM_CONTROL && !a->number2 && a->ref &&
                (a->neg ? a->ref->kind == REF_YOU : is_opponent(a->ref)))
                return 1;
    return 0;
}

/* target creature card: where is it? */
static int is_nowhere(const said *s)
{
    return s->card && !s->zone && !s->spell && !s->ability;
}

/* Is it about a spell that says so of itself? What resolves stays on the stack until it has. */
static int is_of_spell(const m_reader *r, const m_ref *ref, const voc_slot *slot,
                       const voc_frame *frame)
{
    return ref->kind == REF_THIS && slot->type == VOC_PERMANENT && frame &&
           frame->kind == DECL_ACTION && r->context->is_spell && r->context->is_card &&
           r->context->in_body == IN_BODY_AT_HEAD;
}

/* 'cards', without saying how many or which */
static int is_bare(const m_ref *ref)
{
    return ref->kind == REF_ALL && !ref->each && ref->desc &&
           ref->desc->span.line == ref->span.line && ref->desc->span.col == ref->span.col;
}

/* Is the operand the one whose text this is, and that acts or stays? */
static int does_it(const m_reader *r, const voc_slot *slot)
{
    return strcmp(syn_word_text(r->voc->words, slot->name), "THIS") == 0;
}

/* What is done or holds is about something; and an instant or sorcery is no permanent, nor will be. */
static int never(m_reader *r, const m_ref *ref, const voc_slot *slot, const voc_frame *frame,
                 uint32_t at)
{
    if (!frame || r->context->is_test ||
        (frame->kind != DECL_ACTION && frame->kind != DECL_RULE && frame->kind != DECL_COST))
        return 0;
    if (ref->kind == REF_NONE) {
        m_refuse(r, at, ref->span, CC_NO_MEANING,
                 "nothing is done to none of them; what is forbidden reads 'can't'");
        return 1;
    }
    if (m_picks_nothing(ref)) {
        m_refuse(r, at, ref->span, CC_BAD_VALUE, "none of them: nothing comes of that");
        return 1;
    }
    if (ref->kind == REF_THIS && slot->type == VOC_PERMANENT && r->context->is_spell &&
        r->context->is_card) {
        m_refuse(r, at, ref->span, CC_WRONG_TYPE,
                 "'%s' is about a permanent; this card is never one",
                 frame->name ? frame->name : syn_word_text(r->voc->words, frame->head));
        return 1;
    }
    return 0;
}

/* target spell on the battlefield: there it is a permanent (CR 111.1, 112.1) */
static int is_spell_elsewhere(const said *s)
{
    return s->spell && s->zone && !s->stack;
}

/* target card in your hand: what is not seen is chosen, not targeted */
static int is_unseen(const said *s)
{
    return s->hidden;
}

static int is_ability(const said *s)
{
    return s->ability && !s->spell;
}

/* a card you control: in a hand it is its owner's alone (CR 108.4) */
static int is_controlled(const said *s)
{
    return s->controlled;
}

/* Is it about a spell that is said to be no spell? To cast it there makes it one. */
static int is_no_spell_there(const m_ref *ref, const voc_frame *f)
{
    const int done = f->kind == DECL_ACTION || f->kind == DECL_COST;
    return is_described(ref) && (ref->kind == REF_TARGET || (done && !voc_is(f, VOC_CASTS))) &&
           any_so(ref->desc, is_spell_elsewhere);
}

/* What is said of a place or a kind of object in which nothing can be done to it; NULL: it can. */
static const char *is_out_of_place(const m_ref *ref, const voc_slot *slot, const voc_frame *f)
{
    const int done = f->kind == DECL_ACTION || f->kind == DECL_COST;
    if (!is_described(ref))
        return NULL;
    if (ref->kind == REF_TARGET && any_so(ref->desc, is_unseen))
        return "cards in hands and libraries are no targets (CR 114.1): 'a card in your hand' is "
               "chosen, 'search your library for a card' finds one";
    if ((slot->type == VOC_OBJECT || slot->type == VOC_THING) && !voc_is(f, VOC_MAKES) &&
        (done || voc_is(f, VOC_TAKES_CONTROL) ? ref->kind != REF_ALL : ref->kind == REF_TARGET) &&
        any_so(ref->desc, is_ability))
        return "an ability on the stack is no card and no permanent (CR 112.1): it is countered or "
               "copied, and 'exile all abilities' ends them";
    if (slot->own && slot->type == VOC_CARD && done && any_so(ref->desc, is_controlled))
        return "nobody controls cards in a hand: 'a card', 'a creature card' (CR 108.4)";
    return NULL;
}

static int is_emblem(const m_desc *d)
{
    for (; d; d = d->or)
        for (const m_atom *a = d->atoms; a; a = a->next)
            if (a->kind == ATOM_NOUN && !a->neg && a->number == NOUN_EMBLEM)
                return 1;
    return 0;
}

/* What nothing can be done to, whatever the verb. */
static int is_nonsense(m_reader *r, const m_ref *ref, const voc_slot *slot, const voc_frame *frame,
                       uint32_t at)
{
    if (r->context->is_test || !frame)
        return 0;
    const int done = frame->kind == DECL_ACTION || frame->kind == DECL_RULE ||
                     (frame->kind == DECL_EVENT && slot->type == VOC_PERMANENT);
    if (done && is_described(ref) && is_emblem(ref->desc)) {
        m_refuse(r, at, ref->span, CC_WRONG_TYPE,
                 "an emblem is no card and no permanent: nothing is done to it (CR 113.5)");
        return 1;
    }
    if (frame->kind == DECL_EVENT)
        return 0;
    if (is_no_spell_there(ref, frame)) {
        m_refuse(r, at, ref->span, CC_BAD_SELECTOR,
                 "spells are on the stack alone; elsewhere they are cards or permanents");
        return 1;
    }
    const char *why = is_out_of_place(ref, slot, frame);
    if (why) {
        m_refuse(r, at, ref->span, CC_WRONG_TYPE, "%s", why);
        return 1;
    }
    if (ref->kind == REF_TOP && done &&
        (slot->type == VOC_PERMANENT || slot->type == VOC_SPELL || slot->type == VOC_RECIPIENT ||
         voc_is(frame, VOC_TAKES_CONTROL))) {
        m_refuse(r, at, ref->span, CC_WRONG_TYPE, "this is about %s; a card in a library is none",
                 voc_type_text(slot->type == VOC_OBJECT ? VOC_PERMANENT : slot->type));
        return 1;
    }
    return 0;
}

/* target land, nothing said of creatures: a Vehicle may be one, what is called by a subtype alone too */
static int is_no_creature(const m_desc *d)
{
    uint32_t types = 0;
    for (const m_atom *a = d->atoms; a; a = a->next) {
        if (a->kind == ATOM_SUBTYPE && !a->neg)
            return 0;
        if (a->kind == ATOM_TYPE && a->neg && 1u << a->number == VM_TYPE_CREATURE)
            return 1;
        types |= a->kind == ATOM_TYPE && !a->neg ? 1u << a->number : 0;
    }
    return types && !(types & VM_TYPE_CREATURE);
}

/* target land: damage is dealt to players, creatures and planeswalkers (CR 119.1) */
static int takes_no_damage(const m_ref *ref)
{
    for (const m_desc *d = is_described(ref) ? ref->desc : NULL; d; d = d->or) {
        uint32_t types = 0;
        for (const m_atom *a = d->atoms; a; a = a->next)
            types |= (a->kind == ATOM_TYPE && !a->neg) ? 1u << a->number : 0;
        if (types && !(types & (VM_TYPE_CREATURE | VM_TYPE_PLANESWALKER)))
            return 1;
    }
    return 0;
}

/* a token that's a copy of target ability, of target instant */
static int is_no_token(const said *s)
{
    return s->ability || s->only_spell;
}

/* cast target spell: it has been cast */
static int is_cast_already(const said *s)
{
    return s->spell && !s->zone;
}

/* cast target creature: a permanent is no card to be cast */
static int is_there_already(const said *s)
{
    return !s->spell && !s->card && !s->zone;
}

/* What an act can do nothing with; NULL: it can. */
static const char *of_no_use(const m_ref *ref, const voc_slot *slot, const voc_frame *f)
{
    if (slot->type == VOC_SPELL && is_described(ref) && any_so(ref->desc, is_ability) &&
        (voc_is(f, VOC_CHANGES_COST) || voc_is(f, VOC_IS_CAST)))
        return "abilities are activated or trigger, and are never cast: 'activated abilities of "
               "...', 'whenever you activate an ability that isn't a mana ability'";
    if (voc_is(f, VOC_LASTS) && slot->type == VOC_OBJECT && is_described(ref) &&
        any_so(ref->desc, is_ability))
        return "an ability deals no damage, its source does (CR 119.7, 609.7): 'by spells that "
               "target it', 'by sources of your choice'";
    if (slot->type == VOC_SPELL && ref->kind == REF_HOST && f->kind == DECL_RULE)
        return "what something is attached to is a permanent, and no spell any longer";
    if ((voc_is(f, VOC_DEALS) || voc_is(f, VOC_LASTS)) && slot->type == VOC_RECIPIENT &&
        takes_no_damage(ref))
        return "damage is dealt to players, creatures and planeswalkers (CR 119.1), which this is "
               "not";
    if (voc_is(f, VOC_MAKES) && !voc_is(f, VOC_COPIES_SPELL) && is_described(ref) &&
        any_so(ref->desc, is_no_token))
        return "a token is a permanent; instants, sorceries and abilities are none: 'copy target "
               "spell'";
    if (voc_is(f, VOC_LOOKS) && is_described(ref) && any_so(ref->desc, is_cast_already))
        return "spells are there for all to see (CR 400.2): 'look at', 'reveal' is done to cards";
    if (slot->own && slot->type == VOC_CARD && ref->kind == REF_ZONE && ref->zone->owner &&
        is_described(ref->zone->owner))
        return "one discards cards of one's own hand (CR 701.8a): 'target player discards their "
               "hand'";
    if (voc_is(f, VOC_CASTS) && is_described(ref) && any_so(ref->desc, is_cast_already))
        return "it has been cast already: 'a card in your hand', 'a spell from your hand'";
    if (voc_is(f, VOC_CASTS) && ref->kind == REF_TARGET && any_so(ref->desc, is_there_already))
        return "where is that card? 'target creature card in your graveyard'";
    return NULL;
}

static int are_no_creatures(const m_ref *ref)
{
    if (!is_described(ref) || ref->each) /* each land gets +2/+2 as long as it's a creature */
        return 0;
    for (const m_desc *d = ref->desc; d; d = d->or)
        if (!is_no_creature(d))
            return 0;
    return 1;
}

int m_ref_fits(m_reader *r, const m_ref *ref, const voc_slot *slot, const voc_frame *frame,
               uint32_t at)
{
    if (never(r, ref, slot, frame, at))
        return 0;
    if (ref->next && !(frame && frame->kind == DECL_RULE && frame->has_subject &&
                       slot == &frame->slots[0] && slot->type == VOC_SPELL)) {
        m_refuse(r, at, ref->span, CC_NO_MEANING,
                 "what is said of the next spell is what it costs, or that it can't be countered");
        return 0;
    }
    if (ref->kind == REF_JOIN)
        return m_ref_fits(r, ref->left, slot, frame, at) &&
               m_ref_fits(r, ref->right, slot, frame, at);
    const char *verb = frame && frame->name ? frame->name
                       : frame              ? syn_word_text(r->voc->words, frame->head)
                                            : "this";
    if (is_nonsense(r, ref, slot, frame, at))
        return 0;
    const char *why = frame && !r->context->is_test ? of_no_use(ref, slot, frame) : NULL;
    if (why) {
        m_refuse(r, at, ref->span, CC_WRONG_TYPE, "%s", why);
        return 0;
    }
    if (slot->creature && !r->context->is_test && are_no_creatures(ref)) {
        m_refuse(r, at, ref->span, CC_WRONG_TYPE, "'%s' is about a creature, which this is not",
                 verb);
        return 0;
    }
    if (slot->own && is_bare(ref) && !r->context->is_test && frame && frame->kind != DECL_EVENT) {
        m_refuse(r, at, ref->span, CC_MISSING_OPERAND,
                 "how many? 'two', 'all' or 'X' is missing here");
        return 0;
    }
    if (slot->type == VOC_SPELL && ref->kind == REF_THIS && r->context->is_land) {
        m_refuse(r, at, ref->span, CC_WRONG_TYPE, "'%s' is about %s; a land is never cast", verb,
                 voc_type_text(slot->type));
        return 0;
    }
    if (slot->own && is_described(ref) && !r->context->is_test && is_of_opponents(ref->desc)) {
        m_refuse(r, at, ref->span, CC_WRONG_TYPE,
                 "'%s' is about what one controls oneself, which this is not", verb);
        return 0;
    }
    if (frame && frame->kind == DECL_ACTION && slot->type == VOC_OBJECT &&
        ref->kind == REF_TARGET && !r->context->is_test && any_so(ref->desc, is_nowhere)) {
        m_refuse(r, at, ref->span, CC_BAD_SELECTOR,
                 "where is that card? 'target card from your graveyard', or 'target creature'");
        return 0;
    }
    if (is_of_spell(r, ref, slot, frame)) {
        m_refuse(r, at, ref->span, CC_WRONG_TYPE, "'%s' is about %s; this is a spell on the stack",
                 verb, voc_type_text(slot->type));
        return 0;
    }
    const int moves = frame && (frame->kind == DECL_ACTION || frame->kind == DECL_COST) &&
                      !does_it(r, slot) && (slot->type == VOC_OBJECT || slot->type == VOC_CARD);
    if (ref->kind == REF_THIS && ref->zone && !moves && !r->context->is_test) {
        m_refuse(r, at, ref->span, CC_BAD_SELECTOR,
                 "where 'this' is cannot be said here; '%s' says where it works", verb);
        return 0;
    }
    const int does = frame && frame->has_subject && slot == &frame->slots[0];
    if (!unfit(r, ref, slot->type, does, frame))
        return 1;
    m_refuse(r, at, ref->span, CC_WRONG_TYPE, "'%s' is about %s, which this is not", verb,
             voc_type_text(slot->type));
    return 0;
}
