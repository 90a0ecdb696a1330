/* Does an act make sense as a whole? Each slot has taken what it can be about (fits.c); here two of them are seen
 * together: who sacrifices and what, what is moved and where to. */
#include "compiler/meaning/read.h"

static int is_described(const m_ref *ref)
{
    return ref->desc && (ref->kind == REF_TARGET || ref->kind == REF_ALL || ref->kind == REF_SOME);
}

static const char *verb_of(const m_reader *r, const voc_frame *f)
{
    return f->name ? f->name : syn_word_text(r->voc->words, f->head);
}

static const m_atom *atom_of(const m_desc *d, m_atom_kind kind)
{
    for (const m_atom *a = d->atoms; a; a = a->next)
        if (a->kind == kind && !a->neg)
            return a;
    return NULL;
}

static int has_subtype(const m_desc *d, uint32_t subtype)
{
    for (const m_atom *a = d->atoms; a; a = a->next)
        if (a->kind == ATOM_SUBTYPE && !a->neg && a->number == subtype)
            return 1;
    return 0;
}

static int has_type(const m_desc *d, uint32_t type)
{
    for (const m_atom *a = d->atoms; a; a = a->next)
        if (a->kind == ATOM_TYPE && !a->neg && 1u << a->number == type)
            return 1;
    return 0;
}

static const m_operand *operand_of(const m_act *act, uint8_t type, uint32_t from)
{
    for (uint32_t i = from; i < act->frame->slot_count; i++)
        if (act->operands[i].given && act->frame->slots[i].type == type)
            return &act->operands[i];
    return NULL;
}

/* ---- what one controls oneself, or has in hand ---- */

/* Somebody else than who does it: 'you sacrifice a creature target opponent controls' */
static int is_of_another(const m_atom *a, const m_ref *doer)
{
    if (a->kind != ATOM_CONTROL || a->number2 || !a->ref)
        return 0;
    const int you = a->ref->kind == REF_YOU, by_you = !doer || doer->kind == REF_YOU;
    if (a->neg)
        return (you && by_you) ||
               (a->ref->kind == REF_PRONOUN && a->ref->word == W_THEY && !by_you);
    if (you)
        return !by_you && doer->kind != REF_JOIN && doer->kind != REF_PRONOUN;
    return a->ref->kind == REF_TARGET || (a->ref->kind == REF_ALL && by_you);
}

/* each opponent discards a card from your hand: they discard what is in theirs */
static int is_in_hand_of_another(const m_desc *d, const m_ref *doer)
{
    const m_atom *zone = atom_of(d, ATOM_ZONE);
    const m_atom whose = {.kind = ATOM_CONTROL, .ref = zone ? zone->zone->owner : NULL};
    return zone && !zone->neg && is_of_another(&whose, doer);
}

static int is_elsewhere(const m_desc *d)
{
    const m_atom *zone = atom_of(d, ATOM_ZONE);
    return zone && zone->zone->zone != VM_ZONE_HAND;
}

/* sacrifice target creature: whose? One sacrifices only what one controls (CR 701.16a) */
static int is_of_anybody(const m_ref *ref)
{
    if (ref->kind == REF_JOIN)
        return is_of_anybody(ref->left) || is_of_anybody(ref->right);
    if (ref->kind != REF_TARGET)
        return 0;
    for (const m_desc *d = ref->desc; d; d = d->or)
        if (!atom_of(d, ATOM_CONTROL))
            return 1;
    return 0;
}

static int is_own(m_reader *r, const m_act *act, const m_ref *doer, int known, uint32_t i,
                  uint32_t end)
{
    const m_operand *o = &act->operands[i];
    const m_ref *ref = o->is.ref;
    const int in_hand = act->frame->slots[i].type == VOC_CARD;
    if (in_hand && ref->zone && ref->zone->zone != VM_ZONE_HAND) {
        m_refuse(r, end, o->span, CC_WRONG_TYPE, "'%s' is about cards in hand, which these are not",
                 verb_of(r, act->frame));
        return 0;
    }
    if (!in_hand && is_of_anybody(ref)) {
        m_refuse(r, end, o->span, CC_WRONG_TYPE,
                 "'%s' is about what one controls oneself: 'target creature you control', or "
                 "'target player sacrifices a creature'",
                 verb_of(r, act->frame));
        return 0;
    }
    if (!is_described(ref))
        return 1;
    for (const m_desc *d = ref->desc; d; d = d->or) {
        if (in_hand && is_elsewhere(d)) {
            m_refuse(r, end, o->span, CC_WRONG_TYPE,
                     "'%s' is about a card in hand, which this is not", verb_of(r, act->frame));
            return 0;
        }
        if (in_hand && known && is_in_hand_of_another(d, doer)) {
            m_refuse(r, end, o->span, CC_WRONG_TYPE,
                     "'%s' is about what one has in hand oneself, which this is not: 'target "
                     "opponent discards a card'",
                     verb_of(r, act->frame));
            return 0;
        }
        for (const m_atom *a = d->atoms; known && a; a = a->next)
            if (is_of_another(a, doer)) {
                m_refuse(r, end, o->span, CC_WRONG_TYPE,
                         "'%s' is about what one controls oneself, which this is not: 'target "
                         "opponent sacrifices a creature'",
                         verb_of(r, act->frame));
                return 0;
            }
    }
    return 1;
}

/* ---- from where to where ---- */

/* target creature: on the battlefield, as far as it is said */
static int is_on_battlefield(const m_desc *d)
{
    for (const m_atom *a = d->atoms; a; a = a->next) {
        switch (a->kind) {
        case ATOM_ZONE:
            if (a->neg || a->zone->zone != VM_ZONE_BATTLEFIELD)
                return 0;
            break;
        case ATOM_NOUN:
            if (a->number != NOUN_PERMANENT && a->number != NOUN_TOKEN)
                return 0;
            break;
        case ATOM_TYPE:
        case ATOM_SUPERTYPE:
        case ATOM_SUBTYPE:
        case ATOM_COLOR:
        case ATOM_STATUS:
        case ATOM_KEYWORD:
        case ATOM_CONTROL:
        case ATOM_OWN:
        case ATOM_COMPARE:
        case ATOM_OTHER:
            break;
        default:
            return 0;
        }
    }
    return 1;
}

static int is_there(const m_desc *d, const m_zone *to)
{
    if (to->zone == VM_ZONE_BATTLEFIELD)
        return is_on_battlefield(d);
    const m_atom *zone = atom_of(d, ATOM_ZONE);
    return zone && !zone->zone->also && zone->zone->zone == to->zone && to->zone != VM_ZONE_LIBRARY;
}

/* Whose is it surely: what one owns, or has in hand, in a graveyard or library of one's own */
static int is_owned(const m_desc *d)
{
    const m_atom *own = atom_of(d, ATOM_OWN), *zone = atom_of(d, ATOM_ZONE);
    if (own)
        return 1;
    if (!zone)
        return !is_on_battlefield(d);
    return zone->zone->owner || zone->zone->zone == VM_ZONE_EXILE;
}

/* Of you and of somebody who is named otherwise: a card from your hand into target opponent's graveyard */
static int is_of_two(const m_ref *a, const m_ref *b)
{
    const int you = a->kind == REF_YOU, other = b->kind == REF_YOU;
    const m_ref *whose = you ? b : a;
    return you != other && (whose->kind == REF_TARGET || whose->kind == REF_SOME ||
                            whose->kind == REF_ALL || whose->kind == REF_OPPONENTS);
}

/* Is it the place of another than the owner of what goes there? (CR 400.3) */
static int is_place_of_another(const m_desc *d, const m_zone *to)
{
    if (!to->owner || to->owners || to->owner->kind == REF_OWNER || to->zone == VM_ZONE_BATTLEFIELD)
        return 0;
    if (!is_owned(d))
        return 1;
    const m_atom *own = atom_of(d, ATOM_OWN), *zone = atom_of(d, ATOM_ZONE);
    const m_ref *owner = own ? own->ref : zone ? zone->zone->owner : NULL;
    return owner && is_of_two(owner, to->owner);
}

/* put target spell onto the battlefield: what it is comes there by resolving; instants never do (CR 110.4) */
static const char *comes_never(const m_desc *d, const m_zone *to)
{
    if (to->zone == VM_ZONE_STACK)
        return "nothing is put on the stack: spells are cast, 'you may cast ...', and copied";
    if (to->zone != VM_ZONE_BATTLEFIELD)
        return NULL;
    for (const m_atom *a = d->atoms; a; a = a->next)
        if (!a->neg && a->kind == ATOM_TYPE &&
            (1u << a->number & (VM_TYPE_INSTANT | VM_TYPE_SORCERY)))
            return "instants and sorceries are never on the battlefield (CR 110.4)";
    for (const m_atom *a = d->atoms; a; a = a->next)
        if (!a->neg && a->kind == ATOM_NOUN && a->number == NOUN_SPELL)
            return "a spell comes there by resolving; it can be countered, exiled or returned to "
                   "its owner's hand";
    return NULL;
}

static int moves_somewhere(m_reader *r, const m_act *act, const m_operand *what, const m_zone *to,
                           uint32_t end)
{
    if (voc_is(act->frame, VOC_MOVES) && to->zone == VM_ZONE_LIBRARY && !to->top && !to->bottom &&
        !to->random_order) {
        m_refuse(r, end, to->span, CC_MISSING_OPERAND,
                 "where in it? 'on top of', 'on the bottom of', or 'shuffle ... into'");
        return 0;
    }
    if (!is_described(what->is.ref))
        return 1;
    for (const m_desc *d = what->is.ref->desc; d; d = d->or) {
        if (is_there(d, to)) {
            m_refuse(r, end, act->span, CC_NO_MEANING, "it is there already: that does nothing");
            return 0;
        }
        const char *never = comes_never(d, to);
        if (never) {
            m_refuse(r, end, act->span, CC_NO_MEANING, "%s", never);
            return 0;
        }
        if (is_place_of_another(d, to)) {
            m_refuse(r, end, to->span, CC_WRONG_TYPE,
                     "it goes to what belongs to its owner: 'its owner's hand', or say 'target "
                     "creature you own'");
            return 0;
        }
    }
    return 1;
}

/* ---- what is attached, and to what (CR 701.3) ---- */

/* Equipment to a land, a Fortification to a creature (CR 301.5, 301.6): of which a type is said that it never is on */
static int is_attached_there(m_reader *r, const m_desc *what, const m_operand *host, uint32_t end)
{
    static const struct {
        uint32_t subtype, type;
        const char *why;
    } ON[] = {{VM_SUBTYPE_EQUIPMENT, VM_TYPE_CREATURE,
               "Equipment is attached to a creature (CR 301.5): 'target creature', or 'target land "
               "creature'"},
              {VM_SUBTYPE_FORTIFICATION, VM_TYPE_LAND,
               "a Fortification is attached to a land (CR 301.6): 'target land'"}};
    for (size_t i = 0; i < sizeof ON / sizeof *ON; i++) {
        int can = has_subtype(what, VM_SUBTYPE_AURA) || !has_subtype(what, ON[i].subtype) ||
                  !is_described(host->is.ref);
        for (const m_desc *d = can ? NULL : host->is.ref->desc; d; d = d->or)
            can |= !atom_of(d, ATOM_TYPE) || has_type(d, ON[i].type);
        if (!can) {
            m_refuse(r, end, host->span, CC_WRONG_TYPE, "%s", ON[i].why);
            return 0;
        }
    }
    return 1;
}

static int is_attached_to(m_reader *r, const m_operand *what, const m_operand *host, uint32_t end)
{
    if (!is_described(what->is.ref))
        return 1;
    const int player = host->is.ref->ref_class == CLASS_PLAYER;
    for (const m_desc *d = what->is.ref->desc; d; d = d->or) {
        const m_atom *type = atom_of(d, ATOM_TYPE);
        const int can = has_subtype(d, VM_SUBTYPE_AURA) ||
                        (!player && (has_subtype(d, VM_SUBTYPE_EQUIPMENT) ||
                                     has_subtype(d, VM_SUBTYPE_FORTIFICATION)));
        const int may = type && (1u << type->number & (VM_TYPE_ENCHANTMENT | VM_TYPE_ARTIFACT));
        if (can && !is_attached_there(r, d, host, end))
            return 0;
        if (can || (may && !player))
            continue;
        m_refuse(r, end, what->span, CC_WRONG_TYPE,
                 player ? "only an Aura is attached to a player: 'attach target Aura to ...'"
                        : "an Aura, Equipment or Fortification is attached, which this is not");
        return 0;
    }
    return 1;
}

/* a 1/1 land token: only creatures have power and toughness, and Vehicles (CR 208.1) */
static int is_token(m_reader *r, const m_act *act, uint32_t end)
{
    const m_operand *o = operand_of(act, VOC_TOKENS, 0);
    const m_quality_list *q = o ? o->is.quality : NULL;
    if (!q || q->model || q->copy)
        return 1;
    const int sized = q->has_pt && !(q->types & VM_TYPE_CREATURE) && !q->chosen;
    int vehicle = 0;
    for (uint32_t i = 0; i < q->subtypes.count; i++)
        vehicle |= !(q->types & VM_TYPE_LAND) && q->types;
    if (!(sized && !vehicle) && !(q->colorless && q->colors))
        return 1;
    m_refuse(r, end, o->span, CC_NO_MEANING,
             sized && !vehicle
                 ? "only creatures have power and toughness: 'a 1/1 ... creature token'"
                 : "nothing is of a color and colorless");
    return 0;
}

/* +1/+1 counters are put on permanents, poison counters on players: as their declaration says */
static int can_have(m_reader *r, const m_operand *counters, const m_ref *on, uint32_t end)
{
    const voc_symbol *s = voc_symbol_by_number(r->voc, VM_SYM_COUNTER, counters->number);
    if (!s || !s->on)
        return 1;
    const voc_slot slot = {.type = s->on};
    const voc_frame said = {.kind = DECL_ACTION,
                            .name = arena_printf(r->mem, "%s counter", s->name)};
    return m_ref_fits(r, on, &slot, &said, end);
}

/* gain control of target creature you control: who has it gets nothing */
static int is_controlled_by(const m_desc *d, const m_ref *doer)
{
    const m_atom *a = atom_of(d, ATOM_CONTROL);
    const int by_you = !doer || doer->kind == REF_YOU;
    return a && a->ref && !a->number2 &&
           (by_you ? a->ref->kind == REF_YOU
                   : a->ref->kind == REF_PRONOUN && a->ref->word == W_THEY &&
                         doer->ref_class == CLASS_PLAYER);
}

/* two target players each control a creature: that is no effect, nobody says which */
static int gets_control(m_reader *r, const m_operand *what, uint32_t end)
{
    if (what->is.ref->kind != REF_SOME || !r->context->is_spell)
        return 1;
    m_refuse(r, end, what->span, CC_NO_MEANING,
             "that is no effect: '... gains control of target creature', or 'if ... controls a "
             "creature: ...'");
    return 0;
}

/* gain control of target card in your graveyard: only permanents and spells are controlled (CR 108.4) */
static int is_controlled(m_reader *r, const m_operand *what, const m_ref *subject, uint32_t end)
{
    for (const m_desc *d = is_described(what->is.ref) ? what->is.ref->desc : NULL; d; d = d->or) {
        const m_atom *zone = atom_of(d, ATOM_ZONE);
        if (is_controlled_by(d, subject)) {
            m_refuse(r, end, what->span, CC_NO_MEANING, "it is theirs already: that does nothing");
            return 0;
        }
        if (!zone || zone->zone->zone == VM_ZONE_BATTLEFIELD || zone->zone->zone == VM_ZONE_STACK)
            continue;
        m_refuse(r, end, what->span, CC_WRONG_TYPE,
                 "only permanents and spells are controlled, which this is not");
        return 0;
    }
    return 1;
}

static int is_open(uint32_t zone)
{
    return zone == VM_ZONE_GRAVEYARD || zone == VM_ZONE_BATTLEFIELD || zone == VM_ZONE_STACK;
}

/* target creature, a card in your graveyard: not what is face down, or in a hand */
static int is_seen(const m_desc *d)
{
    const m_atom *zone = atom_of(d, ATOM_ZONE);
    for (const m_atom *a = d->atoms; a; a = a->next)
        if (a->kind == ATOM_STATUS && (a->number & VM_STATUS_FACE_DOWN0) && !a->neg)
            return 0;
    return is_on_battlefield(d) || (zone && !zone->zone->also && is_open(zone->zone->zone));
}

/* What everybody sees is not looked at, nor revealed. */
static int is_hidden(m_reader *r, const m_operand *what, uint32_t end)
{
    const m_ref *ref = what->is.ref;
    int seen = ref->kind == REF_ZONE && ref->zone && !ref->zone->also && is_open(ref->zone->zone);
    for (const m_desc *d = is_described(ref) ? ref->desc : NULL; d; d = d->or)
        seen |= is_seen(d);
    if (!seen)
        return 1;
    m_refuse(r, end, what->span, CC_NO_MEANING,
             "everybody sees it: only cards in hands and libraries, and what is face down, are "
             "looked at or revealed");
    return 0;
}

/* target creature blocks itself */
static int blocks_itself(m_reader *r, const m_act *act, uint32_t end)
{
    for (uint32_t i = 0; i < act->frame->slot_count; i++) {
        const m_operand *o = &act->operands[i];
        if (!o->given || !voc_is_reference(o->type) || !o->is.ref ||
            o->is.ref->kind != REF_PRONOUN || o->is.ref->number != 1)
            continue;
        m_refuse(r, end, o->span, CC_NO_MEANING, "no creature blocks itself");
        return 1;
    }
    return 0;
}

/* What one has in hand one need not look for. */
static int is_searched(m_reader *r, const m_operand *where, uint32_t end)
{
    const m_zone *z = where->is.zone;
    if (z->zone == VM_ZONE_BATTLEFIELD || z->zone == VM_ZONE_STACK) {
        m_refuse(r, end, where->span, CC_NO_MEANING,
                 "libraries, hands and graveyards are searched; what is there is chosen: 'choose "
                 "a creature'");
        return 0;
    }
    if (z->zone != VM_ZONE_HAND || z->also || !z->owner || z->owner->kind != REF_YOU)
        return 1;
    m_refuse(r, end, where->span, CC_NO_MEANING,
             "one's own hand is not searched: 'reveal a card from your hand'");
    return 0;
}

/* shuffle your library, shuffles their library: a pattern with 'your' in it is said of you, one with 'their' of others */
int m_is_theirs(m_reader *r, const voc_frame *f, const m_ref *subject, uint32_t at, uint32_t end)
{
    if (!f->has_subject || f->slots[0].type != VOC_PLAYER)
        return 1;
    const int you = subject ? subject->kind == REF_YOU : !at;
    for (uint32_t i = 0; i < f->part_count; i++) {
        if (f->parts[i].kind == VOC_PART_OPTION)
            i = f->parts[i].end - 1u; /* without paying their mana costs: of the cards */
        else if (f->parts[i].kind == VOC_PART_LITERAL &&
                 ((f->parts[i].word == W_YOUR && subject && !you && subject->kind != REF_JOIN) ||
                  (f->parts[i].word == W_THEIR && you))) {
            m_refuse(r, end, m_span(r, at, end), CC_NO_MEANING,
                     you ? "whose? What you do with what is yours is said with 'your'"
                         : "whose? What they do with what is theirs is said with 'their'");
            return 0;
        }
    }
    return 1;
}

/* target creature becomes an instant: nothing on the battlefield is or becomes one (CR 304.1, 307.1) */
static int becomes_what_can_be(m_reader *r, const m_act *act, uint32_t end)
{
    for (uint32_t i = 0; i < act->frame->slot_count; i++) {
        const m_operand *o = &act->operands[i];
        if (!o->given || o->type != VOC_BECOME || !o->is.quality)
            continue;
        if (o->is.quality->colorless && o->is.quality->colors) {
            m_refuse(r, end, o->span, CC_NO_MEANING, "nothing is of a color and colorless");
            return 0;
        }
        if (!(o->is.quality->types & (VM_TYPE_INSTANT | VM_TYPE_SORCERY)))
            continue;
        m_refuse(r, end, o->span, CC_NO_MEANING,
                 "nothing becomes an instant or sorcery: those are never on the battlefield");
        return 0;
    }
    return 1;
}

/* target spell becomes a creature: on the stack there are cards and copies, and no creatures (CR 110.1, 111.1) */
static int is_what_spells_are(m_reader *r, const m_act *act, const m_ref *subject, uint32_t end)
{
    int spell = 0;
    for (const m_desc *d = subject && is_described(subject) ? subject->desc : NULL; d; d = d->or)
        for (const m_atom *a = d->atoms; a; a = a->next)
            spell |= a->kind == ATOM_NOUN && !a->neg && a->number == NOUN_SPELL;
    if (spell && voc_is(act->frame, VOC_BECOMES_COPY)) {
        m_refuse(r, end, act->span, CC_NO_MEANING, "a spell stays what it is until it resolves");
        return 0;
    }
    for (uint32_t i = 0; spell && i < act->frame->slot_count; i++) {
        const m_operand *o = &act->operands[i];
        if (!o->given || o->type != VOC_BECOME || !o->is.quality ||
            !(o->is.quality->has_pt || (o->is.quality->types & VM_TYPE_CREATURE)))
            continue;
        m_refuse(r, end, o->span, CC_NO_MEANING,
                 "a spell becomes no creature: it is on the stack, and becomes a permanent as it "
                 "resolves");
        return 0;
    }
    return 1;
}

/* divided as you choose among target creature: among how many? */
static int is_divided(m_reader *r, const m_act *act, uint32_t end)
{
    const m_operand *o = operand_of(act, VOC_RECIPIENT, 0);
    o = o ? o : operand_of(act, VOC_PERMANENT, 1);
    const m_ref *ref = o ? o->is.ref : NULL;
    if (!ref || ref->kind != REF_TARGET || ref->up_to || ref->any_number || ref->or_more ||
        ref->least || !ref->count || ref->count->kind != AMT_CONST || ref->count->value != 1)
        return 1;
    m_refuse(r, end, o->span, CC_NO_MEANING,
             "nothing is divided among one: 'any number of targets', 'one or two targets'");
    return 0;
}

/* spells enter tapped: what enters is a permanent */
static int enters(m_reader *r, const m_act *act, const m_ref *subject, uint32_t end)
{
    static const voc_slot PERMANENT = {.type = VOC_PERMANENT};
    if (!voc_is(act->frame, VOC_ENTERS_SO) || !subject || !is_described(subject))
        return 1;
    for (const m_desc *d = subject->desc; d; d = d->or) {
        const m_atom *noun = atom_of(d, ATOM_NOUN);
        if (atom_of(d, ATOM_ZONE) || (noun && noun->number == NOUN_CARD))
            return 1;
    }
    return m_ref_fits(r, subject, &PERMANENT, act->frame, end);
}

int m_counters_fit(m_reader *r, const m_act *act, const m_ref *subject, uint32_t end)
{
    const voc_frame *f = act->frame;
    const m_operand *counters = operand_of(act, VOC_COUNTERS, 0),
                    *on = operand_of(act, VOC_THING, 0);
    if (!on && f->kind == DECL_COST)
        on = operand_of(act, VOC_OBJECT, 0);
    if (!on && counters) /* move a counter from target creature */
        on = operand_of(act, VOC_PERMANENT, 0);
    const int get = counters && f->has_subject && !on && subject &&
                    ((f->slots[0].type == VOC_PLAYER && f->slot_count == 2) ||
                     voc_is(f, VOC_ENTERS_WITH)); /* target player gets a poison counter */
    if (!counters || counters->number == UINT32_MAX || (!get && !(on && on->is.ref)))
        return 1;
    return can_have(r, counters, get ? subject : on->is.ref, end);
}

int m_makes_sense(m_reader *r, const m_act *act, const m_ref *subject, int known, uint32_t end)
{
    const voc_frame *f = act->frame;
    if (r->context->is_test)
        return 1;
    const m_operand *object = operand_of(act, VOC_OBJECT, f->has_subject);
    if (voc_is(f, VOC_TAKES_CONTROL) && object && object->is.ref)
        return (f->literals > 1 || gets_control(r, object, end)) &&
               is_controlled(r, object, subject, end);
    if (voc_is(f, VOC_BLOCKS) && blocks_itself(r, act, end))
        return 0;
    if (f->kind == DECL_RULE &&
        (!enters(r, act, subject, end) ||
         (voc_is(f, VOC_ENTERS_WITH) && !m_counters_fit(r, act, subject, end))))
        return 0;
    if ((f->kind == DECL_RULE || voc_is(f, VOC_BECOMES_COPY)) &&
        (!becomes_what_can_be(r, act, end) || !is_what_spells_are(r, act, subject, end)))
        return 0;
    if (f->kind != DECL_ACTION)
        return f->kind != DECL_EVENT || m_counters_fit(r, act, subject, end);
    const m_operand *seen = object ? object : operand_of(act, VOC_CARD, f->has_subject);
    if (voc_is(f, VOC_LOOKS) && seen && seen->is.ref && !is_hidden(r, seen, end))
        return 0;
    if ((voc_is(f, VOC_DIVIDES) && !is_divided(r, act, end)) || !is_token(r, act, end))
        return 0;
    for (uint32_t i = 0; i < f->slot_count; i++)
        if (f->slots[i].own && act->operands[i].given && act->operands[i].is.ref &&
            !is_own(r, act, subject, known, i, end))
            return 0;
    const m_operand *zone = operand_of(act, VOC_ZONE, 0);
    if (voc_is(f, VOC_SEARCHES) && zone && zone->is.zone && !is_searched(r, zone, end))
        return 0;
    if (object && zone && object->is.ref && zone->is.zone && !zone->is.zone->also &&
        !moves_somewhere(r, act, object, zone->is.zone, end))
        return 0;
    if (!m_counters_fit(r, act, subject, end))
        return 0;
    if (voc_is(f, VOC_ATTACHES) && operand_of(act, VOC_PERMANENT, 1) &&
        operand_of(act, VOC_RECIPIENT, 1))
        return is_attached_to(r, operand_of(act, VOC_PERMANENT, 1),
                              operand_of(act, VOC_RECIPIENT, 1), end);
    return 1;
}
