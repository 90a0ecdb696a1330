/* Events: what a trigger or replacement waits for, and the filter over its participants. Each participant is
 * something that the sentences behind it can mean. */
#include "compiler/lower/refs.h"

#include <string.h>

/* Where the event keeps each participant, by the name that the declaration gives it. */
static const struct {
    const char *operand;
    cc_again again;
    uint32_t arg;
} FIELDS[] = {{"OBJECT", AGAIN_EVENT_OBJECT, 0}, {"SOURCE", AGAIN_EVENT_OBJECT, 1},
              {"SECOND", AGAIN_EVENT_OBJECT, 2}, {"TARGET", AGAIN_EVENT_WHOM, 0},
              {"PLAYER", AGAIN_EVENT_PLAYER, 0}, {"CONTROLLER", AGAIN_EVENT_PLAYER, 0}};

static int field_of(const char *operand)
{
    for (size_t i = 0; i < sizeof FIELDS / sizeof *FIELDS; i++)
        if (strcmp(FIELDS[i].operand, operand) == 0)
            return (int)i;
    return -1;
}

int cc_history_field(const char *operand)
{
    const int field = field_of(operand);
    if (field < 0)
        return field;
    switch (FIELDS[field].again) {
    case AGAIN_EVENT_OBJECT:
        return (int)FIELDS[field].arg;
    case AGAIN_EVENT_WHOM:
        return VM_HISTORY_WHOM;
    default:
        return VM_HISTORY_PLAYER;
    }
}

static cc_val field_value(cc_fn *f, int field)
{
    switch (FIELDS[field].again) {
    case AGAIN_EVENT_OBJECT:
        return cc_op(f, VM_OP_EVENT_OBJ, 'o', (int)FIELDS[field].arg, 0, 0);
    case AGAIN_EVENT_WHOM:
        return cc_op(f, VM_OP_EVENT_WHOM, 'e', 0, 0, 0);
    default:
        return cc_op(f, VM_OP_EVENT_PLAYER, 'p', 0, 0, 0);
    }
}

/* whenever a +1/+1 counter is put on it: once for each of them */
static int is_one_counter(const m_operand *o)
{
    return o && o->given && !o->compare && o->count;
}

/* whenever you create a token: once for each of them, whatever it is */
static int is_one_token(const m_operand *o)
{
    const m_quality_list *q = o && o->given && o->type == VOC_TOKENS ? o->is.quality : NULL;
    return q && o->count && o->count->kind == AMT_CONST && o->count->value == 1 &&
           !(q->types | q->supertypes | q->colors) && !q->colorless && !q->has_pt && !q->tapped &&
           !q->attacking && !q->all_creature_types && !q->copy && !q->open && !q->subtypes.count &&
           !q->chosen && !q->choice && !q->abilities && !q->name && !q->size && !q->model;
}

static int is_of_several(const m_event *e)
{
    if (e->subject && e->subject->or_more)
        return 1;
    for (uint32_t i = e->act->frame->has_subject; i < e->act->frame->slot_count; i++)
        if (e->act->operands[i].given && voc_is_reference(e->act->operands[i].type) &&
            e->act->operands[i].is.ref && e->act->operands[i].is.ref->or_more)
            return 1;
    return 0;
}

/* creatures, creatures you control: one player has them all (CR 508.1) */
static int is_any_attacker(const m_desc *d)
{
    int creature = 0, other = d->or != NULL;
    for (const m_atom *a = d->atoms; a; a = a->next) {
        creature |= a->kind == ATOM_TYPE && !a->neg && 1u << a->number == VM_TYPE_CREATURE;
        other |= a->kind != ATOM_CONTROL && a->kind != ATOM_TYPE;
        other |= a->neg || (a->kind == ATOM_TYPE && 1u << a->number != VM_TYPE_CREATURE);
    }
    return creature && !other;
}

/* Of attackers the event knows how many there are, not how many of a kind. */
static int counts_so(const cc_scope *s, const m_event *e, int kind)
{
    const m_operand *who = cc_operand(e->act, "ATTACKERS");
    if (kind == VM_EVENT_put_counters)
        return s->replacing || !is_one_counter(cc_operand(e->act, "COUNTERS"));
    if (kind == VM_EVENT_create_tokens)
        return !is_one_token(cc_operand(e->act, "TOKENS"));
    return !who || !who->given || is_any_attacker(who->is.desc);
}

/* Is there a 'that much' or 'that many' of the event itself? What is about one thing has none. */
int cc_event_counts(const cc_scope *s)
{
    static const int COUNTED[] = {VM_EVENT_damage,           VM_EVENT_combat_damage,
                                  VM_EVENT_noncombat_damage, VM_EVENT_gain_life,
                                  VM_EVENT_lose_life,        VM_EVENT_put_counters,
                                  VM_EVENT_create_tokens,    VM_EVENT_scry,
                                  VM_EVENT_attack_with,      VM_EVENT_attack_player_with,
                                  VM_EVENT_tapped_for_mana};
    const m_event *e = s->event;
    const int kind = e && e->act ? vm_event_by_name(e->act->frame->native) : -1;
    if (kind < 0)
        return 0;
    if (kind == VM_EVENT_draw && s->replacing) /* CR 121.2 */
        return 1;
    for (size_t i = 0; i < sizeof COUNTED / sizeof *COUNTED; i++)
        if (kind == COUNTED[i])
            return counts_so(s, e, kind);
    return is_of_several(e);
}

static int is_among(const m_event *e, const int *kinds, size_t count)
{
    const char *native = e && !e->is_step && e->act ? e->act->frame->native : NULL;
    const int kind = native ? vm_event_by_name(native) : -1;
    for (size_t i = 0; i < count; i++)
        if (kind == kinds[i])
            return 1;
    return 0;
}

/* Has what the event was about left the battlefield by it, or never been there? */
int cc_event_takes_away(const m_event *e)
{
    static const int AWAY[] = {VM_EVENT_leaves,   VM_EVENT_dies,   VM_EVENT_to_graveyard,
                               VM_EVENT_returned, VM_EVENT_tucked, VM_EVENT_exiled,
                               VM_EVENT_to_hand,  VM_EVENT_discard};
    for (const m_event *one = e; one; one = one->or)
        if (!is_among(one, AWAY, sizeof AWAY / sizeof *AWAY))
            return 0;
    return e != NULL;
}

/* Has what the event was about just come to the battlefield? */
int cc_event_brings(const m_event *e)
{
    static const int HERE[] = {VM_EVENT_enters};
    for (const m_event *one = e; one; one = one->or)
        if (!is_among(one, HERE, 1))
            return 0;
    return e != NULL;
}

/* Events after which an object is where its own ability waits for it, a new object (CR 400.7, 603.6c). */
static int is_seen_from_there(const vm_ability *a)
{
    return a->event == VM_EVENT_to_graveyard || a->event == VM_EVENT_exiled ||
           a->event == VM_EVENT_to_hand || a->event == VM_EVENT_discard ||
           a->event == VM_EVENT_cycle;
}

static cc_val and (cc_fn * f, cc_val all, cc_val b)
{
    return all.type && b.type ? cc_op(f, VM_OP_AND, 'b', all.reg, b.reg, 0) : b.type ? b : all;
}

/* A history: what a pronoun means, or a target, is known to the effect that asks. */
static cc_val from_around(cc_fn *f, cc_val have, const m_ref *ref)
{
    cc_fn *around = f->s->within;
    m_links *links = f->s->context->links;
    if (around->s->targeting || !links)
        return cc_wrong(f->u, CC_NO_NATIVE, ref->span,
                        "the rules machine cannot yet choose a target by another target or by what "
                        "has happened to one");
    if (m_links_full(links))
        return cc_wrong(
            f->u, CC_TOO_DEEP, ref->span,
            "a card can remember %d things at most, by name or from sentence to sentence",
            M_LINKS_MAX);
    const uint8_t in_past = around->in_past;
    around->in_past = 1;
    const cc_val v = cc_as(around, cc_ref(around, ref, 'e'), 'e');
    around->in_past = in_past;
    if (!v.type)
        return v;
    const int32_t place = (int32_t)links->count++;
    cc_emit(around, VM_OP_SET_LINK, v.reg, 0, 0, place);
    const cc_val kept = cc_op(f, VM_OP_LINK, 'e', 0, 0, place);
    return cc_op(f, VM_OP_MEET, 'b', have.reg, kept.reg, 0);
}

/* if that card would be put into a graveyard: it may have been cast since it was told of (CR 400.7g) */
static int was_told(cc_fn *f, const m_ref *ref)
{
    if ((ref->kind != REF_THAT && ref->kind != REF_PRONOUN) || ref->ref_class != CLASS_OBJECT)
        return 0;
    const cc_referent *r = cc_find(f, ref);
    return r && r->again == AGAIN_CAPTURED;
}

/* Does a participant fit what is said of it? Type 0 without a diagnostic: anything does. */
cc_val cc_fits(cc_fn *f, cc_val have, const m_ref *ref)
{
    have = cc_as(f, have, 'e');
    cc_referent *said = ref->kind == REF_TARGET || ref->kind == REF_PAID ||
                                (ref->kind == REF_SOME && ref->of_choice)
                            ? cc_referent_of(f, ref)
                            : NULL;
    if (said) { /* chosen when the effect began; what a spell became is still it (CR 609.7b) */
        const cc_val one = cc_as(f, cc_referent_value(f, said, 0), 'e'),
                     now = one.type ? cc_op(f, VM_OP_NOW, 'e', one.reg, 0, 0) : one,
                     both = now.type ? cc_op(f, VM_OP_UNION, 'e', one.reg, now.reg, 0) : now;
        if (!both.type)
            return both;
        const cc_val same = cc_op(f, VM_OP_MEET, 'b', have.reg, both.reg, 0);
        const m_atom *atoms = ref->kind == REF_SOME ? ref->desc->atoms : NULL;
        const uint32_t row = atoms && atoms->next ? cc_selector(f, f->s, ref->desc) : 0;
        if (!row) /* a source with no properties that it could lose */
            return same;
        const cc_val still = cc_op(f, VM_OP_MATCH, 'b', have.reg, 0, (int32_t)row); /* CR 615.9 */
        return cc_op(f, VM_OP_AND, 'b', same.reg, still.reg, 0);
    }
    if (ref->kind == REF_JOIN && !ref->join_or && f->s->past)
        return cc_wrong(f->u, CC_BAD_EVENT, ref->span,
                        "each of them is asked for by itself: 'if a creature entered this turn and "
                        "a land entered this turn'");
    if (ref->kind == REF_JOIN) {
        const cc_val l = cc_fits(f, have, ref->left), r = cc_fits(f, have, ref->right);
        return l.type && r.type ? cc_op(f, VM_OP_OR, 'b', l.reg, r.reg, 0) : CC_BAD;
    }
    if (ref->kind == REF_SOME || ref->kind == REF_ALL || ref->kind == REF_NAMED) {
        const int one_or_more =
            ref->or_more && ref->count && ref->count->kind == AMT_CONST && ref->count->value == 1;
        if ((ref->count && ref->kind == REF_SOME && !cc_names_one(ref) && !one_or_more) ||
            ref->up_to || ref->any_number || ref->exact)
            return cc_wrong(f->u, CC_BAD_EVENT, ref->span,
                            "an event is about one thing at a time: 'a ...', not a number");
        const uint32_t row = cc_selector(f, f->s, ref->desc);
        if (!row)
            return CC_BAD;
        cc_val b = cc_op(f, VM_OP_MATCH, 'b', have.reg, 0, (int32_t)row);
        if (ref->another) {
            const cc_val me =
                cc_as(f, ref->ref_class == CLASS_PLAYER ? cc_you(f) : cc_this(f), 'e');
            const cc_val same = cc_op(f, VM_OP_MEET, 'b', have.reg, me.reg, 0),
                         not = cc_op(f, VM_OP_NOT, 'b', same.reg, 0, 0);
            b = cc_op(f, VM_OP_AND, 'b', b.reg, not .reg, 0);
        }
        return b;
    }
    if (ref->kind == REF_NONE)
        return cc_wrong(f->u, CC_BAD_EVENT, ref->span,
                        "what happens, happens to something: an event is never about none");
    if (f->s->within && ref->kind != REF_THIS && !(ref->kind == REF_YOU && !f->s->within->you.type))
        return from_around(f, have, ref);
    if (ref->kind == REF_TARGET)
        return cc_wrong(f->u, CC_NOT_HERE, ref->span,
                        "an event waits for things, it does not choose targets");
    cc_val v = cc_as(f, cc_ref(f, ref, 'e'), 'e');
    if (v.type && was_told(f, ref)) {
        const cc_val now = cc_op(f, VM_OP_NOW, 'e', v.reg, 0, 0);
        v = cc_op(f, VM_OP_UNION, 'e', v.reg, now.reg, 0);
    }
    return v.type ? cc_op(f, VM_OP_MEET, 'b', have.reg, v.reg, 0) : v;
}

/* searches their library: whose it is */
static void library_filter(cc_fn *f, const m_operand *o, cc_val *all)
{
    const m_zone *z = o->is.zone;
    if (z->zone != VM_ZONE_LIBRARY) {
        cc_wrong(f->u, CC_BAD_EVENT, o->span, "only a search of a library is an event");
        return;
    }
    if (!z->owner)
        return;
    const cc_val whose = cc_op(f, VM_OP_EVENT_WHOM, 'e', 0, 0, 0);
    *all = and(f, *all, cc_fits(f, whose, z->owner));
}

static void zone_filter(cc_fn *f, const m_operand *o, vm_ability *a, cc_val *all)
{
    const m_zone *z = o->is.zone;
    if (a->event == VM_EVENT_search) {
        library_filter(f, o, all);
        return;
    }
    if (a->event == VM_EVENT_dies && z->zone == VM_ZONE_HAND)
        a->event = VM_EVENT_returned;
    if (a->event == VM_EVENT_dies && z->zone == VM_ZONE_LIBRARY)
        a->event = VM_EVENT_tucked;
    const uint32_t want = a->event == VM_EVENT_to_graveyard || a->event == VM_EVENT_dies ||
                                  a->event == VM_EVENT_leaves_graveyard
                              ? VM_ZONE_GRAVEYARD
                          : a->event == VM_EVENT_returned ? VM_ZONE_HAND
                          : a->event == VM_EVENT_tucked   ? VM_ZONE_LIBRARY
                                                          : VM_ZONE_BATTLEFIELD;
    if (z->zone != want) {
        cc_wrong(f->u, CC_BAD_EVENT, o->span, "events of this zone are not declared");
        return;
    }
    if (!z->owner)
        return;
    const cc_val obj = cc_op(f, VM_OP_EVENT_OBJ, 'o', 0, 0, 0);
    const cc_val owner = cc_as(f, cc_op(f, VM_OP_OWNERS, 'p', obj.reg, 0, 0), 'e'),
                 who = cc_as(f, cc_ref(f, z->owner, 'p'), 'e');
    if (who.type)
        *all = and(f, *all, cc_op(f, VM_OP_MEET, 'b', owner.reg, who.reg, 0));
    if (z->owner->kind == REF_SOME && !(a->flags & VM_AF_ONE_OR_MORE)) /* that player */
        cc_refer_event(f->s, z->owner, z->owner->desc, CLASS_PLAYER, AGAIN_EVENT_OWNER, 0)
            ->of_event = 2;
}

/* deals 3 or less damage */
static cc_val how_much(cc_fn *f, const m_operand *o)
{
    const cc_val have = cc_op(f, VM_OP_EVENT_AMOUNT, 'n', 0, 0, 0),
                 want = cc_amount(f, o->is.amount);
    return want.type ? cc_compare(f, have, (uint8_t)o->number, want) : want;
}

static void counter_filter(cc_fn *f, const m_operand *o, vm_ability *a, cc_val *all)
{
    if (o->count && o->count->kind == AMT_CONST && o->count->value > 1 && !o->is.amount) {
        cc_wrong(f->u, CC_BAD_EVENT, o->span,
                 "an event is about one thing at a time: 'a ...', or 'one or more ...'");
        return;
    }
    if (a->event == VM_EVENT_put_counters && is_one_counter(o))
        a->flags |= VM_AF_EACH_COUNTER; /* a counter: each of them */
    if (o->number == UINT32_MAX)
        return;
    *all = and(f, *all, cc_op(f, VM_OP_EVENT_KIND, 'b', 0, 0, (int32_t)o->number));
}

/* whenever this and at least two other creatures attack: so many others are attacking, too */
static cc_val attack_with(cc_fn *f, cc_val have, const m_ref *ref)
{
    m_desc *others = ARENA_NEW(f->u->mem, m_desc);
    m_atom *attacking = ARENA_NEW(f->u->mem, m_atom);
    *others = *ref->right->desc;
    attacking->kind = ATOM_STATUS;
    attacking->number = VM_STATUS_ATTACKING0;
    attacking->span = others->span;
    attacking->next = others->atoms;
    others->atoms = attacking;
    if (others->or) {
        return cc_wrong(f->u, CC_BAD_EVENT, ref->right->span, "one kind of others, without 'or'");
    }
    const cc_val first = cc_fits(f, have, ref->left), set = cc_as(f, cc_desc_set(f, others), 'e');
    const cc_val others_only = set.type ? cc_op(f, VM_OP_MINUS, 'e', set.reg, have.reg, 0) : set;
    if (!others_only.type)
        return others_only;
    cc_refer_event(f->s, ref->left, NULL, CLASS_OBJECT,
                   ref->left->kind == REF_THIS ? AGAIN_THIS : AGAIN_EVENT_OBJECT, 0);
    const cc_val n = cc_op(f, VM_OP_COUNT, 'n', others_only.reg, 0, 0);
    const cc_val so = cc_compare(f, n, CMP_GE, cc_amount(f, ref->right->count));
    return first.type && so.type ? cc_op(f, VM_OP_AND, 'b', first.reg, so.reg, 0) : CC_BAD;
}

/* Which designation, or the keyword that something is tapped for (its number + 1). */
static void number_filter(cc_fn *f, const m_operand *o, cc_val *all)
{
    *all = and(f, *all,
               o->type == VOC_KEYWORD ? cc_op(f, VM_OP_EVENT_KEYWORD, 'b', 0, 0, (int32_t)o->number)
                                      : cc_op(f, VM_OP_EVENT_KIND, 'b', 1, 0, (int32_t)o->number));
}

/* One participant: its filter, and something that can be meant. */
static void participant(cc_fn *f, const char *name, const m_ref *ref, vm_ability *a, cc_val *all)
{
    const int field = field_of(name);
    if (field < 0)
        return;
    cc_val have = field_value(f, field);
    if (ref->kind == REF_THIS && is_seen_from_there(a) &&
        FIELDS[field].again == AGAIN_EVENT_OBJECT) {
        a->zones = 0x7F; /* wherever it came from */
        const cc_val was = cc_as(f, have, 'e'), now = cc_op(f, VM_OP_NOW, 'e', was.reg, 0, 0);
        have = cc_op(f, VM_OP_UNION, 'e', was.reg, now.reg, 0);
    }
    if (ref->kind == REF_THIS && a->event == VM_EVENT_leaves_graveyard)
        a->zones = 1u << VM_ZONE_GRAVEYARD; /* where it was: it looks back (CR 603.10a) */
    if (ref->kind == REF_JOIN && !ref->join_or && a->event == VM_EVENT_attacks &&
        ref->right->kind == REF_SOME && !cc_names_one(ref->right)) {
        *all = and(f, *all, attack_with(f, have, ref));
        return;
    }
    cc_val b;
    if (ref->kind == REF_THIS &&
        f->s->delayed) { /* what the effect has made of it is still it (CR 400.7h) */
        const cc_val me = cc_as(f, cc_this(f), 'e'), now = cc_op(f, VM_OP_NOW, 'e', me.reg, 0, 0),
                     both = cc_op(f, VM_OP_UNION, 'e', me.reg, now.reg, 0),
                     one = cc_as(f, have, 'e');
        b = cc_op(f, VM_OP_MEET, 'b', one.reg, both.reg, 0);
    } else {
        b = cc_fits_from(f, have, ref, a->event);
    }
    *all = and(f, *all, b);
    if (ref->or_more) { /* no single thing, nothing that 'it' could be */
        a->flags |= VM_AF_ONE_OR_MORE;
        if (!f->s->past && !f->s->replacing)
            cc_refer_those(f, ref, FIELDS[field].again, FIELDS[field].arg);
        return;
    }
    cc_referent *r = NULL;
    const m_ref *meant = cc_from_anywhere(f, ref, a->event);
    if (ref->kind == REF_THIS)
        r = cc_refer_event(f->s, ref, NULL, CLASS_OBJECT, AGAIN_THIS, 0);
    else if (ref->kind != REF_YOU)
        r = cc_refer_event(f->s, meant, ref->kind == REF_JOIN ? NULL : meant->desc,
                           (m_ref_class)ref->ref_class, FIELDS[field].again, FIELDS[field].arg);
    if (r)
        r->of_event = ref == f->s->event->subject ? 1 : 2;
}

/* you attack with two or more Goblins: so many of those that attack now, and attack whoever is attacked */
static cc_val attackers_filter(cc_fn *f, const m_act *act)
{
    const m_operand *n = cc_needed(act, "HOW_MANY");
    const m_desc *whom = cc_needed(act, "ATTACKERS")->is.desc;
    if (m_desc_class(whom) == CLASS_PLAYER)
        return cc_wrong(f->u, CC_BAD_EVENT, whom->span, "creatures attack, players do not");
    if (n->is.amount->kind == AMT_CONST && n->is.amount->value < 1)
        return cc_wrong(f->u, CC_BAD_EVENT, n->span,
                        "that none attack is no event; say how many do: 'two or more creatures'");
    const cc_val them = cc_desc_set(f, whom);
    if (!them.type)
        return them;
    const cc_val who = cc_op(f, VM_OP_EVENT_PLAYER, 'p', 0, 0, 0),
                 theirs = cc_op(f, VM_OP_CONTROLLED_BY, 'e', them.reg, who.reg, 0),
                 have = cc_attackers_among(f, theirs), want = cc_amount(f, n->is.amount);
    if (!want.type)
        return want;
    const cc_val so = cc_compare(f, have, (uint8_t)n->number, want), /* two or fewer: not none */
        any = cc_compare(f, have, CMP_GE, cc_num(f, 1));
    if (!f->s->past && !f->s->replacing)
        cc_refer_attackers(f, whom);
    return cc_op(f, VM_OP_AND, 'b', so.reg, any.reg, 0);
}

/* you draw a card: 'it' where a card in a hand can be meant, 'that card' */
static void the_drawn_card(cc_scope *s)
{
    m_atom *card = ARENA_NEW(s->u->mem, m_atom);
    m_desc *a_card = ARENA_NEW(s->u->mem, m_desc);
    card->kind = ATOM_NOUN;
    card->number = NOUN_CARD;
    a_card->atoms = card;
    cc_refer_event(s, NULL, a_card, CLASS_OBJECT, AGAIN_EVENT_OBJECT, 0)->in_hand = 1;
}

/* Three cards are drawn one by one (CR 120.2). */
static void one_by_one(cc_fn *f, const m_operand *o)
{
    int32_t n;
    if (!cc_constant(f->s, o->is.amount, &n) || n != 1)
        cc_wrong(f->u, CC_BAD_EVENT, o->span,
                 "an event is about one thing at a time: 'a ...', not a number");
}

/* Does a description say card types, and none of these? A subtype may come with any. */
static int is_none_of(const m_desc *d, uint32_t types, int of_permanents)
{
    for (; d; d = d->or) {
        uint32_t said = 0;
        int permanent = 0, subtype = 0;
        for (const m_atom *a = d->atoms; a; a = a->next) {
            said |= a->kind == ATOM_TYPE && !a->neg ? 1u << a->number : 0;
            subtype |= a->kind == ATOM_SUBTYPE && !a->neg;
            permanent |= a->kind == ATOM_NOUN && a->number == NOUN_PERMANENT;
        }
        if (!(said & types) && !subtype && (said || (permanent && of_permanents)))
            return 1;
    }
    return 0;
}

/* CR 700.4: a creature or planeswalker dies; 119.1: it is dealt damage; 508.1b: players and planeswalkers are attacked */
static void check_types(cc_scope *s, const m_ref *ref, uint32_t types, int of_permanents,
                        const char *help)
{
    const vm_face *face = s->of_card && s->kind == SCOPE_PERMANENT && !s->delayed
                              ? &s->u->face.at[s->face_idx]
                              : NULL;
    int wrong = 0;
    if (ref->kind == REF_JOIN) {
        check_types(s, ref->left, types, of_permanents, help);
        check_types(s, ref->right, types, of_permanents, help);
        return;
    }
    if (ref->kind == REF_SOME || ref->kind == REF_ALL || ref->kind == REF_HOST)
        wrong = ref->ref_class != CLASS_PLAYER && is_none_of(ref->desc, types, of_permanents);
    else if (ref->kind == REF_THIS && of_permanents)
        wrong = face && !(face->types & (types | VM_TYPE_ARTIFACT | VM_TYPE_LAND));
    if (wrong)
        cc_wrong(s->u, CC_BAD_EVENT, ref->span, "%s", help);
}

static void check_participant(cc_scope *s, const voc_frame *frame, int kind, uint32_t slot,
                              const m_ref *ref)
{
    const int field = field_of(frame->slot_names[slot]);
    if (field < 0)
        return;
    if (kind == VM_EVENT_dies && frame->slots[slot].type == VOC_PERMANENT)
        check_types(s, ref, VM_TYPE_CREATURE | VM_TYPE_PLANESWALKER, 1,
                    "creatures and planeswalkers die; anything else 'is put into a graveyard from "
                    "the battlefield'");
    if (kind == VM_EVENT_play_land && FIELDS[field].again == AGAIN_EVENT_OBJECT)
        cc_check_played(s, ref);
    if (kind == VM_EVENT_combat_damage && FIELDS[field].arg == 1)
        check_types(s, ref, VM_TYPE_CREATURE, 0, "only creatures deal combat damage");
    if ((kind == VM_EVENT_combat_damage || kind == VM_EVENT_damage ||
         kind == VM_EVENT_noncombat_damage) &&
        FIELDS[field].again == AGAIN_EVENT_WHOM)
        check_types(s, ref, VM_TYPE_CREATURE | VM_TYPE_PLANESWALKER, 0,
                    "creatures, planeswalkers and players are dealt damage, nothing else");
    if (kind == VM_EVENT_attacks && FIELDS[field].again == AGAIN_EVENT_WHOM)
        check_types(s, ref, VM_TYPE_PLANESWALKER, 0, "players and planeswalkers are attacked");
}

static int says_target(const m_act *act)
{
    return cc_operand(act, "TARGET") != NULL;
}

static int names_source(const m_event *e)
{
    return cc_operand(e->act, "SOURCE") ||
           (e->subject && field_of(e->act->frame->slot_names[0]) == field_of("SOURCE"));
}

/* an extra turn */
static cc_val is_extra(cc_fn *f)
{
    const cc_val have = cc_op(f, VM_OP_EVENT_AUX, 'n', 0, 0, 0), one = cc_num(f, 1);
    return cc_op(f, VM_OP_EQ, 'b', have.reg, one.reg, 0);
}

/* their second creature spell: one that is so */
static const m_ref *any_of(cc_fn *f, const m_operand *o)
{
    m_ref *one = ARENA_NEW(f->u->mem, m_ref);
    one->kind = REF_SOME;
    one->ref_class = CLASS_OBJECT;
    one->span = o->span;
    one->desc = o->is.desc;
    return one;
}

/* Damage to several at the same time is dealt once by each source, and once to each of them (CR 603.2c). */
static void how_often(const m_event *e, uint32_t kind, vm_ability *a)
{
    const voc_frame *frame = e->act->frame;
    if (kind != VM_EVENT_damage && kind != VM_EVENT_combat_damage &&
        kind != VM_EVENT_noncombat_damage)
        return;
    if (frame->has_subject && !says_target(e->act) &&
        field_of(frame->slot_names[0]) == field_of("SOURCE") && !(a->flags & VM_AF_ONE_OR_MORE))
        a->flags |= VM_AF_ONCE_PER_SOURCE;
    const m_operand *whom = cc_operand(e->act, "TARGET");
    if (whom && whom->given && whom->is.ref && whom->is.ref->or_more &&
        !(e->subject && e->subject->or_more)) /* to one or more creatures: of one source */
        a->flags = (a->flags & ~(uint32_t)VM_AF_ONCE_PER_PLAYER) | VM_AF_ONCE_PER_SOURCE;
    if (says_target(e->act) +
            (e->subject && field_of(frame->slot_names[0]) == field_of("TARGET")) &&
        !names_source(e))
        a->flags |= VM_AF_ONE_OR_MORE;
}

/* an opponent discards one or more cards: each of them by themselves */
static void of_each_player(const m_event *e, vm_ability *a)
{
    const voc_frame *frame = e->act->frame;
    const m_operand *under = cc_operand(e->act, "CONTROLLER");
    const m_ref *who = frame->has_subject && field_of(frame->slot_names[0]) >= 0 &&
                               FIELDS[field_of(frame->slot_names[0])].again == AGAIN_EVENT_PLAYER
                           ? e->subject
                       : under && under->given ? under->is.ref
                                               : NULL;
    if (who && who->kind != REF_YOU &&
        (a->flags & VM_AF_ONCE_PER_PLAYER) == (uint32_t)VM_AF_ONE_OR_MORE)
        a->flags |= VM_AF_ONCE_PER_PLAYER;
}

/* you begin your draw step: whoever it is that begins it, it is their own */
static cc_val which_step(cc_fn *f, const m_operand *o)
{
    if (o->next || !o->is.ref || (o->is.ref->kind != REF_YOU && o->is.ref->kind != REF_PRONOUN))
        return cc_wrong(
            f->u, CC_BAD_EVENT, o->span,
            "whose? 'you would begin your draw step', 'a player would begin their ...'");
    const cc_val have = cc_op(f, VM_OP_EVENT_AUX, 'n', 0, 0, 0),
                 want = cc_num(f, (int32_t)o->number);
    return cc_op(f, VM_OP_EQ, 'b', have.reg, want.reg, 0);
}

static int is_any_creature(const m_desc *d)
{
    return d && !d->or &&d->atoms && !d->atoms->next && d->atoms->kind == ATOM_TYPE &&
                           !d->atoms->neg && 1u << d->atoms->number == VM_TYPE_CREATURE;
}

/* becomes blocked by two or more creatures: so many now, and not so many before */
static cc_val block_filter(cc_fn *f, const m_ref *many, uint32_t kind)
{
    if (!is_any_creature(many->desc) || !(many->or_more || many->exact))
        return cc_wrong(f->u, CC_BAD_EVENT, many->span,
                        "how many 'creatures', whatever they are: 'two or more', 'exactly two'; or "
                        "'one or more black creatures'");
    const uint8_t cmp = many->or_more ? CMP_GE : CMP_EQ;
    const cc_val one = cc_op(f, VM_OP_EVENT_OBJ, 'o', 0, 0, 0),
                 them = cc_op(f, kind == VM_EVENT_blocked_number ? VM_OP_BLOCKERS : VM_OP_BLOCKED,
                              'o', one.reg, 0, 0),
                 have = cc_op(f, VM_OP_COUNT, 'n', cc_as(f, them, 'e').reg, 0, 0),
                 before = cc_op(f, VM_OP_EVENT_AMOUNT, 'n', 0, 0, 0),
                 want = cc_amount(f, many->count);
    if (!want.type)
        return want;
    const cc_val so = cc_compare(f, have, cmp, want), was = cc_compare(f, before, cmp, want),
                 not_yet = cc_op(f, VM_OP_NOT, 'b', was.reg, 0, 0);
    return cc_op(f, VM_OP_AND, 'b', so.reg, not_yet.reg, 0);
}

/* The number that a blocking event speaks of, where it is not about one creature at a time (CR 509.5e) */
static const m_ref *number_of_blocks(const m_event *e, int kind)
{
    if (kind != VM_EVENT_blocked_by && kind != VM_EVENT_blocks_creature)
        return NULL;
    const m_operand *o = cc_operand(e->act, kind == VM_EVENT_blocked_by ? "OBJECT" : "SECOND");
    const m_ref *ref = o ? o->is.ref : NULL;
    if (!ref || ref->kind != REF_SOME || !ref->count || !e->subject)
        return NULL;
    const int one_or_more = ref->or_more && ref->count->kind == AMT_CONST && ref->count->value == 1;
    if (one_or_more) /* of some kind: whenever there is another one of it */
        return is_any_creature(ref->desc) ? ref : NULL;
    return ref->exact || !cc_names_one(ref) ? ref : NULL;
}

/* this way: because this says so (CR 607.2g) */
static cc_val because_of_this(cc_fn *f)
{
    const cc_val by = cc_as(f, cc_op(f, VM_OP_EVENT_OBJ, 'o', 1, 0, 0), 'e'),
                 me = cc_as(f, cc_this(f), 'e');
    return cc_op(f, VM_OP_MEET, 'b', by.reg, me.reg, 0);
}

/* What actions are called when they have been done is a number of its own. */
static cc_val is_this_deed(cc_fn *f, uint32_t number)
{
    return cc_op(f, VM_OP_EVENT_KIND, 'b', 0, 0, (int32_t)number);
}

/* What the kind of the event itself says, if anything. */
static cc_val kind_filter(cc_fn *f, int kind, uint32_t number)
{
    return kind == VM_EVENT_reveals_drawn ? because_of_this(f)
           : kind == VM_EVENT_happens     ? is_this_deed(f, number)
                                          : CC_BAD;
}

static int lower_block_number(cc_scope *s, const m_event *e, const m_ref *many, vm_ability *a)
{
    const uint32_t mistakes = s->u->diags->total_count;
    const int blocked = vm_event_by_name(e->act->frame->native) == VM_EVENT_blocked_by;
    cc_fn f;
    cc_fn_begin(&f, s, 0);
    f.at = e->span;
    a->event = blocked ? VM_EVENT_blocked_number : VM_EVENT_blocks_number;
    cc_val all = CC_BAD;
    participant(&f, "OBJECT", e->subject, a, &all);
    all = and(&f, all, block_filter(&f, many, a->event));
    if (!s->past && !s->replacing)
        cc_refer_blocks(&f, many, blocked ? VM_OP_BLOCKERS : VM_OP_BLOCKED);
    if (all.type)
        a->filter = cc_fn_end_value(&f, all);
    return s->u->diags->total_count == mistakes;
}

/* whenever this blocks itself */
static int blocks_itself(cc_scope *s, const m_event *e, int kind)
{
    if (kind != VM_EVENT_blocked_by && kind != VM_EVENT_blocks_creature)
        return 0;
    for (uint32_t i = e->act->frame->has_subject; i < e->act->frame->slot_count; i++) {
        const m_operand *o = &e->act->operands[i];
        const m_ref *by = o->given && voc_is_reference(o->type) ? o->is.ref : NULL;
        if (!by || !e->subject)
            continue;
        if ((by->kind == REF_THIS && e->subject->kind == REF_THIS) ||
            (by->kind == REF_PRONOUN && by->word == W_IT && by->number == 1)) {
            cc_wrong(s->u, CC_NO_MEANING, o->span, "no creature blocks itself");
            return 1;
        }
    }
    return 0;
}

/* a creature dies under your control: a creature you control dies. What has left is asked for as it was (CR 603.10a); the
 * event itself has no player. */
static const m_event *as_controlled(cc_scope *s, const m_event *e, int kind)
{
    const m_operand *under = cc_operand(e->act, "CONTROLLER");
    const m_ref *what = e->subject;
    if (kind != VM_EVENT_dies || !under || !what || !what->desc)
        return e;
    m_event *one = ARENA_NEW(s->u->mem, m_event);
    m_ref *theirs = ARENA_NEW(s->u->mem, m_ref);
    m_desc **tail = &theirs->desc;
    *one = *e;
    *theirs = *what;
    for (const m_desc *d = what->desc; d; d = d->or) {
        m_desc *with = ARENA_NEW(s->u->mem, m_desc);
        m_atom *whose = ARENA_NEW(s->u->mem, m_atom);
        *with = *d;
        whose->kind = ATOM_CONTROL;
        whose->span = under->span;
        whose->ref = under->is.ref;
        whose->next = d->atoms;
        with->atoms = whose;
        *tail = with;
        tail = &with->or ;
    }
    one->subject = theirs;
    return one;
}

/* ... of what has no description of its own, or is described by the event */
static cc_val died_under(cc_fn *f, const m_event *e)
{
    if (e->subject && e->subject->desc)
        return CC_BAD;
    const cc_val what = cc_op(f, VM_OP_EVENT_OBJ, 'o', 0, 0, 0),
                 whose = cc_op(f, VM_OP_CONTROLLERS, 'p', what.reg, 0, 0);
    return cc_fits(f, whose, cc_needed(e->act, "CONTROLLER")->is.ref);
}

/* What an operand of the event says of it. */
static void operand_filter(cc_fn *f, const m_event *e, uint32_t i, vm_ability *a, cc_val *all)
{
    const voc_frame *frame = e->act->frame;
    const m_operand *o = &e->act->operands[i];
    const int kind = (int)a->event;
    const char *name = syn_word_text(f->u->voc->words, frame->slots[i].name);
    if (strcmp(name, "ATTACKERS") == 0)
        *all = and(f, *all, attackers_filter(f, e->act));
    else if (strcmp(name, "SPELLS") == 0)
        participant(f, "OBJECT", any_of(f, o), a, all);
    else if (o->type == VOC_EFFECT)
        a->flags |= VM_AF_EFFECT_ONLY;
    else if (o->type == VOC_ZONE)
        zone_filter(f, o, a, all);
    else if (o->type == VOC_STEP)
        *all = and(f, *all, which_step(f, o));
    else if (o->type == VOC_COLOR)
        *all = and(f, *all, cc_tapped_for(f, o));
    else if (o->type == VOC_COUNTERS)
        counter_filter(f, o, a, all);
    else if (o->type == VOC_QUANTITY && strcmp(name, "HOW_MUCH") == 0)
        *all = and(f, *all, how_much(f, o));
    else if (o->type == VOC_KEYWORD || o->type == VOC_DESIGNATION)
        number_filter(f, o, all);
    else if (is_one_token(o) && !f->s->replacing) {
        a->flags |= VM_AF_EACH_COUNTER;
        cc_refer_tokens(f, 1);
    } else if (o->type == VOC_TOKENS && (o->is.quality || o->count))
        cc_wrong(f->u, CC_BAD_EVENT, o->span, "which tokens cannot be said here: 'tokens'");
    else if (o->type == VOC_TOKENS) { /* of all kinds that are created at the same time */
        a->flags |= f->s->replacing || f->s->past ? 0u : (uint32_t)VM_AF_ONE_OR_MORE;
        cc_refer_tokens(f, 0);
    } else if (o->type == VOC_CONTROL && kind == VM_EVENT_dies)
        *all = and(f, *all, died_under(f, e));
    else if (voc_is_reference(o->type) || o->type == VOC_CONTROL) {
        check_participant(f->s, frame, kind, i, o->is.ref);
        participant(f, name, o->is.ref, a, all);
    } else if (o->type == VOC_NUMBER) {
        one_by_one(f, o);
    }
}

/* Enchanted land is put into a graveyard: what is no card is a permanent, and it comes from the battlefield (CR 109.2). What is
 * said of cards never looks back, wherever they come from (603.6c). */
static int where_from(const cc_unit *u, const m_event *e, int kind)
{
    const m_ref *what = e->subject;
    return kind == VM_EVENT_to_graveyard && what &&
                   (what->kind == REF_HOST || (what->desc && cc_says_permanent(u, what->desc)))
               ? VM_EVENT_dies
               : kind;
}

static int lower_event(cc_scope *s, const m_event *e, vm_ability *a)
{
    m_event alone = *e;
    alone.or = NULL;
    if (e->act->frame->means.count && !(e = cc_meant(s, &alone)))
        return 0;
    if (e->or &&alone.act != e->act)
        return !cc_wrong(s->u, CC_BAD_EVENT, alone.span,
                         "this means one of several events, and only triggers wait for those")
                    .type;
    const voc_frame *frame = e->act->frame;
    const int kind = where_from(s->u, e, vm_event_by_name(frame->native));
    if (kind < 0) {
        cc_wrong(s->u, CC_NO_NATIVE, e->span, "the rules machine has no event '%s'", frame->native);
        return 0;
    }
    e = as_controlled(s, e, kind);
    a->event = (uint32_t)kind;
    s->has_event = 1;
    s->event = e;
    const uint32_t mistakes = s->u->diags->total_count;
    if (blocks_itself(s, e, kind))
        return 0;
    if (number_of_blocks(e, kind))
        return lower_block_number(s, e, number_of_blocks(e, kind), a);
    cc_fn f;
    cc_fn_begin(&f, s, 0);
    f.at = e->span;
    cc_val all = CC_BAD;
    if (e->subject)
        check_participant(s, frame, kind, 0, e->subject);
    if (e->subject)
        participant(&f, syn_word_text(s->u->voc->words, frame->slots[0].name), e->subject, a, &all);
    for (uint32_t i = frame->has_subject; i < frame->slot_count; i++)
        if (e->act->operands[i].given)
            operand_filter(&f, e, i, a, &all);
    how_often(e, (uint32_t)kind, a);
    of_each_player(e, a);
    all = and(&f, all, kind_filter(&f, kind, frame->number));
    if (e->first || cc_operand(e->act, "FIRST") || cc_operand(e->act, "NEXT_ONE") ||
        cc_operand(e->act, "THIRD"))
        all = and(&f, all, cc_which_time(&f, e));
    if (cc_operand(e->act, "EXTRA"))
        all = and(&f, all, is_extra(&f));
    if (all.type)
        a->filter = cc_fn_end_value(&f, all);
    if (kind == VM_EVENT_draw && !s->replacing && !cc_operand(e->act, "OBJECT"))
        the_drawn_card(s);
    return s->u->diags->total_count == mistakes;
}

/* the beginning of your upkeep */
static int lower_step(cc_scope *s, const m_event *e, vm_ability *a)
{
    a->event = VM_EVENT_step;
    s->has_event = 1;
    s->event = e;
    cc_fn f;
    cc_fn_begin(&f, s, 0);
    f.at = e->span;
    if (e->next_one && !s->delayed) {
        cc_wrong(s->u, CC_BAD_EVENT, e->span,
                 "only what an effect makes waits for the next one: 'each', or 'your'");
        return 0;
    }
    if (e->that_turn && !s->delayed) {
        cc_wrong(s->u, CC_NO_REFERENT, e->span,
                 "which turn? 'that turn' is an extra turn that an effect has made before");
        return 0;
    }
    a->flags |= (e->that_turn ? VM_AF_THAT_TURN : 0) | (e->next_turn ? VM_AF_NEXT_TURN : 0);
    const cc_val have = cc_op(&f, VM_OP_EVENT_AUX, 'n', 0, 0, 0),
                 want = cc_num(&f, (int32_t)e->step);
    cc_val all = cc_op(&f, VM_OP_EQ, 'b', have.reg, want.reg, 0);
    if (e->first)
        all = and(&f, all, cc_first_step(&f));
    if (e->whose) {
        const cc_val who = cc_as(&f, cc_ref(&f, e->whose, 'p'), 'e');
        if (!who.type)
            return 0;
        const cc_val active = cc_as(&f, cc_op(&f, VM_OP_ACTIVE, 'p', 0, 0, 0), 'e');
        all = and(&f, all, cc_op(&f, VM_OP_MEET, 'b', active.reg, who.reg, 0));
    }
    a->filter = cc_fn_end_value(&f, all);
    /* at each player's upkeep: that player, they; what an effect makes waits for a time, not for a player. You are called
     * you */
    if ((!s->delayed || e->each || e->whose) && !(e->whose && e->whose->kind == REF_YOU))
        cc_refer_event(s, e->whose, NULL, CLASS_PLAYER, AGAIN_EVENT_PLAYER, 0)->of_event =
            e->whose != NULL;
    return 1;
}

/* when you control no Islands (CR 603.8) */
static int lower_state(cc_scope *s, const m_event *e, vm_ability *a)
{
    if (s->delayed || s->replacing) {
        cc_wrong(s->u, CC_BAD_EVENT, e->span,
                 "only a permanent waits for a state; what happens 'if' it is so?");
        return 0;
    }
    a->event = VM_EVENT_state;
    a->filter = cc_condition_fn(s, e->state);
    return a->filter != 0;
}

static int is_of_all(cc_scope *s, const m_ref *ref)
{
    if (ref && ref->kind == REF_JOIN && !ref->join_or && cc_names_one(ref->right)) {
        cc_wrong(s->u, CC_BAD_EVENT, ref->span,
                 "an event is about one thing at a time: 'a Goblin or a Giant'");
        return 1;
    }
    if (!ref || ref->kind == REF_JOIN)
        return ref && (is_of_all(s, ref->left) || is_of_all(s, ref->right));
    if (ref->kind == REF_ALL)
        cc_wrong(s->u, CC_BAD_EVENT, ref->span,
                 "a trigger waits for one thing at a time: 'a ...', or 'one or more ...'");
    return ref->kind == REF_ALL;
}

/* if each opponent would draw a card: each of them by itself; the next time: of which? */
static int is_of_each(cc_scope *s, const m_ref *ref, int next_time)
{
    if (!ref || ref->kind != REF_ALL || (!ref->each && !next_time))
        return 0;
    cc_wrong(s->u, CC_BAD_EVENT, ref->span,
             "what would happen is about one thing at a time: 'a ...'");
    return 1;
}

/* Cards are drawn one at a time, and which one it would be nobody knows (CR 120.2). */
static int is_of_unknown(cc_scope *s, const m_event *e, const vm_ability *a)
{
    for (uint32_t i = 0; e->act && a->event == VM_EVENT_draw && i < e->act->frame->slot_count;
         i++) {
        const m_operand *o = &e->act->operands[i];
        if (o->given && voc_is_reference(o->type) && o->is.ref->ref_class != CLASS_PLAYER) {
            cc_wrong(s->u, CC_BAD_EVENT, o->span,
                     "cards are drawn one at a time, and which it would be is not known before: "
                     "'a card'");
            return 1;
        }
    }
    return 0;
}

int cc_replaced_event(cc_scope *s, const m_ability *m, vm_ability *a)
{
    const m_event *e = m->event;
    for (uint32_t i = 0; e->act && i <= e->act->frame->slot_count; i++) {
        const m_operand *o = i ? &e->act->operands[i - 1] : NULL;
        const int is_ref = !o || (o->given && voc_is_reference(o->type));
        if (is_ref && is_of_each(s, o ? o->is.ref : e->subject, m->next_time))
            return 0;
    }
    return cc_event(s, e, a) && !is_of_unknown(s, e, a);
}

int cc_trigger_event(cc_scope *s, const m_event *e, vm_ability *a)
{
    for (uint32_t i = 0; !e->is_step && !e->state && i <= e->act->frame->slot_count; i++) {
        const m_operand *o = i ? &e->act->operands[i - 1] : NULL;
        const int is_ref = !o || (o->given && voc_is_reference(o->type));
        if (is_ref && is_of_all(s, o ? o->is.ref : e->subject))
            return 0;
    }
    return cc_event(s, e, a);
}

int cc_event(cc_scope *s, const m_event *e, vm_ability *a)
{
    if (e->state)
        return lower_state(s, e, a);
    return e->is_step ? lower_step(s, e, a) : lower_event(s, e, a);
}
