/* The arguments of a call of a native: from operands by name, from the subject, or implied. */
#include "base/assert.h"
#include "compiler/lower/lower.h"

#include <string.h>

#include "compiler/meaning/walk.h"

static const voc_slot *slot_named(const voc_frame *f, const char *name)
{
    for (uint32_t i = 0; i < f->slot_count; i++)
        if (strcmp(f->slot_names[i], name) == 0)
            return &f->slots[i];
    return NULL;
}

cc_val cc_actor(cc_fn *f)
{
    return f->actor.type == 'p' ? f->actor
           : f->actor.type == 'e' && f->subject && f->subject->ref_class != CLASS_OBJECT
               ? cc_as(f, f->actor, 'p')
               : cc_you(f);
}

cc_val cc_actor_object(cc_fn *f)
{
    return f->actor.type == 'o' || f->actor.type == 'e' ? cc_as(f, f->actor, 'o') : cc_this(f);
}

static int mana_arg(cc_fn *f, const m_operand *o, cc_arg *arg)
{
    uint32_t count;
    arg->imm = (int32_t)cc_mana_made(f->u, o->is.text, &count, o->span);
    arg->imm2 = (int32_t)count;
    f->s->adds_mana = 1;
    return 1;
}

static int cost_arg(cc_fn *f, const m_operand *o, cc_arg *arg)
{
    uint32_t flags = 0, count = 0, zone = 0;
    arg->imm = (int32_t)cc_costs(f->s, o->is.cost, &count, &flags, &zone);
    arg->imm2 = (int32_t)count;
    return count != 0;
}

/* What the act gives back as something new: a name for it will be the name of that. */
const m_ref *cc_moved(const m_act *act)
{
    const int native = act->frame->native ? cc_native_of(act) : -1;
    const m_operand *o = cc_operand(act, "OBJECT");
    if (!o || !voc_is_reference(o->type) || native < 0 ||
        vm_native_describe((uint32_t)native)->result != 'o')
        return NULL;
    return o->is.ref;
}

/* No player has such counters. */
static int is_for_permanents(const cc_unit *u, const m_act *act)
{
    const m_operand *o = cc_operand(act, "COUNTERS");
    const voc_symbol *s = o && o->type == VOC_COUNTERS
                              ? voc_symbol_by_number(u->voc, VM_SYM_COUNTER, o->number)
                              : NULL;
    return s && s->on == VOC_PERMANENT;
}

/* sacrifices the rest: what is theirs of it (CR 701.16a, 701.8a) */
static cc_val of_the_actor(cc_fn *f, const voc_slot *slot, cc_val all)
{
    const cc_val who = cc_actor(f), set = cc_as(f, all, 'e');
    return cc_op(f, slot->type == VOC_CARD ? VM_OP_OWNED_BY : VM_OP_CONTROLLED_BY, 'e', set.reg,
                 who.reg, 0);
}

static uint8_t is_put_there(const m_act *act, const char *name)
{
    const m_operand *zone = cc_operand(act, "ZONE");
    return act->frame->kind == DECL_ACTION && zone && zone->type == VOC_ZONE &&
           zone->is.zone->zone == VM_ZONE_BATTLEFIELD && strcmp(name, "OBJECT") == 0;
}

cc_val cc_reference_arg(cc_fn *f, const m_act *act, const char *name, const m_operand *o, char type)
{
    const m_ref *ref = o->is.ref;
    const voc_slot *slot = slot_named(act->frame, name);
    cc_val v;
    const m_ref *moved = f->moved;
    if (type == 'p' && slot->type == VOC_THING && ref->ref_class == CLASS_OBJECT)
        return cc_wrong(f->u, CC_WRONG_TYPE, ref->span, "this is done to players only");
    const m_operand *attached = strcmp(name, "HOST") == 0 ? cc_operand(act, "OBJECT") : NULL;
    f->attached = attached && voc_is_reference(attached->type) ? attached->is.ref : NULL;
    const uint8_t permanent = f->wants_permanent;
    f->wants_permanent =
        act->frame->kind == DECL_ACTION &&
        (slot->type == VOC_PERMANENT || (slot->type == VOC_THING && is_for_permanents(f->u, act)));
    if ((slot->type == VOC_PERMANENT || slot->type == VOC_RECIPIENT ||
         (slot->type == VOC_THING && is_for_permanents(f->u, act))) &&
        act->frame->kind == DECL_ACTION && cc_is_gone(f, ref))
        return CC_BAD;
    if (strcmp(name, "OBJECT") == 0 && act->frame->kind == DECL_ACTION &&
        cc_is_there_already(f, act, ref))
        return CC_BAD;
    if (strcmp(name, "OBJECT") == 0)
        f->moved = cc_moved(act);
    const uint8_t enters = f->enters;
    f->enters = is_put_there(act, name);
    const uint8_t wants = f->wants_object, wants_card = f->wants_card,
                  operand_type = f->operand_type;
    const m_ref *operand = f->operand;
    f->operand = ref;
    f->operand_type =
        slot->type == VOC_THING && is_for_permanents(f->u, act) ? VOC_PERMANENT : slot->type;
    f->wants_card =
        type == 'o' && act->frame->native &&
        (cc_taken_by(act->frame->native) & (1u << PAID_REVEALED | 1u << PAID_DISCARDED));
    const m_ref *they = ref->kind == REF_PART ? ref->of : ref;
    f->wants_object = (ref->kind == REF_PRONOUN || ref->kind == REF_PART) &&
                      ((type == 'o' && slot->type != VOC_THING && slot->type != VOC_RECIPIENT) ||
                       (they->word == W_THEY && is_for_permanents(f->u, act)));
    if (act->frame->kind == DECL_ACTION && cc_is_of_other_type(f, act, ref, f->operand_type)) {
        v = CC_BAD;
    } else if ((ref->kind == REF_SOME || ref->kind == REF_JOIN || ref->kind == REF_NAMED ||
                (ref->kind == REF_ALL && !ref->each)) &&
               slot->own && !cc_referent_of(f, ref)) {
        v = ref->kind == REF_ALL ? cc_own(f, ref, slot) : cc_chosen(f, ref, slot);
        if (v.type)
            cc_refer(f, ref, v, AGAIN_NOT, 0);
        if (v.type && ref->bind && ref != f->moved)
            cc_name_set(f, ref->bind, v);
        v = cc_as(f, v, type);
    } else if (slot->type == VOC_SPELL && voc_is(act->frame, VOC_COPIES_SPELL)) {
        v = cc_ref(f, ref,
                   type); /* as the spell that it was: the card that it became is not meant */
    } else {
        v = cc_ref_now(f, ref, type);
        if (v.type && slot->own && ref->kind == REF_THE && ref->word == W_REST)
            v = cc_as(f, of_the_actor(f, slot, v), type);
    }
    f->operand = operand;
    f->operand_type = operand_type;
    f->moved = moved;
    f->enters = enters;
    f->attached = NULL;
    f->wants_object = wants;
    f->wants_card = wants_card;
    f->wants_permanent = permanent;
    return v;
}

/* Arguments that no operand names. -1 = it is another kind. */
static int implied_arg(cc_fn *f, const m_act *act, char type, const char *name, cc_arg *arg)
{
    const int subject = act->frame->has_subject && strcmp(name, act->frame->slot_names[0]) == 0;
    if (strcmp(name, "YOU") == 0 || (subject && type == 'p')) {
        arg->v = cc_actor(f);
    } else if (subject && type == 'e') { /* target opponent gets a poison counter */
        arg->v = act->frame->slots[0].type == VOC_PLAYER ||
                         (act->frame->slots[0].type == VOC_THING && f->actor.type == 'p')
                     ? cc_as(f, cc_actor(f), 'e')
                     : cc_as(f, cc_actor_object(f), 'e');
    } else if (strcmp(name, "THIS") == 0 || (subject && type == 'o')) {
        arg->v = cc_actor_object(f);
    } else if (strcmp(name, "TIMES") == 0) {
        const m_operand *said = cc_operand(act, name);
        arg->v = said         ? cc_amount(f, said->is.amount)
                 : act->times ? cc_amount(f, act->times)
                              : cc_num(f, 1);
    } else if (strcmp(name, "COLORS") == 0) {
        arg->v = cc_mana_types(f, act);
    } else if (strcmp(name, "AMOUNT") == 0 && cc_operand(act, "FIRST") && !cc_operand(act, name)) {
        arg->v = act->times ? cc_amount(f, act->times) : cc_num(f, 1); /* {W} or {U} */
    } else if (strcmp(name, "X") == 0 && !cc_operand(act, name)) {
        arg->v = f->x ? cc_amount(f, f->x) : cc_said_x(f, cc_operand(act, "COST"));
    } else if (type == 'L') {
        return cc_exceptions(f->s, act->except,
                             voc_is(act->frame, VOC_COPIES_SPELL) ? CC_COPIES_SPELL
                                                                  : CC_COPIES_PERMANENT,
                             act->span, arg);
    } else if (type == 'D') {
        arg->imm = cc_duration(f, act);
        return arg->imm >= 0;
    } else if (type == 'R') {
        if (act->only_for && m_desc_says(act->only_for, ATOM_RANDOM))
            return cc_wrong(f->u, CC_NO_MEANING, act->only_for->span,
                            "what mana may be spent on is not taken at random"),
                   0;
        arg->imm = act->only_for ? (int32_t)cc_selector(f, f->s, act->only_for) : 0;
        return !act->only_for || arg->imm;
    } else {
        return -1;
    }
    arg->given = 1;
    return arg->v.type != 0;
}

static int names_this(const m_act *act)
{
    for (uint32_t i = 0; i < act->frame->slot_count; i++)
        if (act->operands[i].given && voc_is_reference(act->operands[i].type) &&
            act->operands[i].is.ref && act->operands[i].is.ref->kind == REF_THIS)
            return 1;
    return 0;
}

/* for each other creature: than this, where the act is done to this */
static cc_val how_often(cc_fn *f, const m_act *act)
{
    const uint8_t named = f->names_this;
    f->names_this = (uint8_t)names_this(act);
    const cc_val k = cc_amount(f, act->times);
    f->names_this = named;
    return k;
}

static cc_val times(cc_fn *f, const m_act *act, cc_val n)
{
    if (!act->times || !n.type)
        return n;
    const cc_val k = how_often(f, act);
    return k.type ? cc_op(f, VM_OP_MUL, 'n', n.reg, k.reg, 0) : k;
}

static int number_arg(cc_fn *f, const m_act *act, const m_operand *o, int first, cc_arg *arg)
{
    const m_amount *n = o->type == VOC_COUNTERS || o->type == VOC_TOKENS ? o->count : o->is.amount;
    if (!n) {
        cc_wrong(f->u, CC_MISSING_OPERAND, o->span, "how many?");
        return 0;
    }
    if (n->kind == AMT_ANY && n->value) {
        cc_wrong(f->u, CC_NO_NATIVE, o->span,
                 "as many as one likes: a cost can say so; an effect removes all of them, or a "
                 "number that is said");
        return 0;
    }
    if (n->kind == AMT_ANY) { /* all counters */
        const m_operand *from = cc_operand(act, "SOURCE"),
                        *on = from ? from : cc_operand(act, "OBJECT");
        const cc_val of = on ? cc_as(f, cc_ref(f, on->is.ref, 'e'), 'e') : CC_BAD;
        arg->v = of.type ? cc_op(f, VM_OP_COUNTERS, 'n', of.reg, 0, (int32_t)o->number) : of;
    } else {
        arg->v = cc_amount(f, n);
    }
    if (first)
        arg->v = times(f, act, arg->v);
    arg->given = 1;
    return arg->v.type != 0;
}

static int fill_arg(cc_fn *f, const m_act *act, char type, const char *name, int first_number,
                    cc_arg *arg)
{
    const int implied = implied_arg(f, act, type, name, arg);
    if (implied >= 0)
        return implied;
    const m_operand *o = cc_operand(act, name);
    if (type == 'F' && !o && act->block) {
        arg->imm = (int32_t)cc_emblem_face(f->s, act->block);
        return 1;
    }
    if (!o) {
        const m_operand *zone = cc_operand(act, "ZONE");
        const m_operand *tokens = cc_operand(act, "TOKENS");
        if (strcmp(name, "CONTROLLER") == 0 && zone && zone->is.zone->zone == VM_ZONE_BATTLEFIELD &&
            f->actor.type) {
            arg->v = cc_actor(f); /* who puts it there controls it (CR 110.2a) */
            arg->given = 1;
        }
        const m_operand *with = cc_operand(act, "COUNTERS");
        if (strcmp(name, "AMOUNT") == 0 && with && zone) /* it enters with so many of them */
            return number_arg(f, act, with, first_number, arg);
        if (strcmp(name, "TAPPED") == 0 && (cc_operand(act, "TAPPED_AND_ATTACKING") ||
                                            cc_operand(act, "DEFENDER") || cc_operand(act, "LIKE")))
            arg->imm = 1;
        if (strcmp(name, "BOTTOM") == 0 && zone)
            arg->imm = zone->is.zone->bottom;
        if (tokens && strcmp(name, "TAPPED") == 0)
            arg->imm = tokens->is.quality->tapped;
        if (type == 'S') /* row 0 of selectors is none */
            (void)cc_needed(act, name);
        return 1;
    }
    switch (type) {
    case 'o':
    case 'p':
    case 'e':
        arg->v = cc_reference_arg(f, act, name, o, type);
        arg->given = 1;
        return arg->v.type != 0;
    case 'n':
        return number_arg(f, act, o, first_number, arg);
    case 'K':
        arg->imm = (int32_t)o->number;
        if (o->type == VOC_DESIGNATION)
            cc_designation(f->u, o->number);
        if (o->number == UINT32_MAX) {
            cc_wrong(f->u, CC_BAD_VALUE, o->span, "which kind of counter?");
            return 0;
        }
        return 1;
    case 'F':
        arg->imm = (int32_t)cc_token_face(f->s, o->is.quality, act->block);
        return arg->imm >= 0;
    case 'Z':
        arg->imm = (int32_t)o->is.zone->zone;
        return 1;
    case 'B':
        arg->imm = 1;
        return 1;
    case 'M':
        return mana_arg(f, o, arg);
    case 'C':
        return cost_arg(f, o, arg);
    case 'S':
        arg->imm = (int32_t)cc_selector(f, f->s, o->is.desc);
        return arg->imm != 0;
    default:
        return 1;
    }
}

/* New targets are chosen for what has some. */
static cc_val has_targets(cc_fn *f, const m_act *act)
{
    const cc_val spells = cc_as(f, cc_ref_now(f, cc_needed(act, "SPELL")->is.ref, 'o'), 'o');
    if (!spells.type)
        return CC_BAD;
    const cc_val all = cc_as(f, cc_op(f, VM_OP_TARGETS_OF, 'e', spells.reg, 0, 0), 'e'),
                 n = cc_op(f, VM_OP_COUNT, 'n', all.reg, 0, 0), none = cc_num(f, 0);
    return cc_op(f, VM_OP_LT, 'b', none.reg, n.reg, 0);
}

/* Nothing is done to this once it has gone, so it cannot be chosen to do so (CR 608.2d). What gives things back says by them
 * whether it was done. */
static cc_val is_still_there(cc_fn *f, const m_act *act, int native)
{
    const m_operand *o = native >= 0 && vm_native_describe((uint32_t)native)->result == '-'
                             ? cc_operand(act, "OBJECT")
                             : NULL;
    if (!f->effect || !o || !voc_is_reference(o->type) || o->is.ref->kind != REF_THIS)
        return CC_BAD;
    const cc_val me = cc_as(f, cc_this(f), 'e'), gone = cc_op(f, VM_OP_GONE, 'e', me.reg, 0, 0),
                 zero = cc_num(f, 0), n = cc_op(f, VM_OP_COUNT, 'n', gone.reg, 0, 0);
    return cc_op(f, VM_OP_EQ, 'b', n.reg, zero.reg, 0);
}

/* you may discard two cards: not with one in hand (CR 117.12, 608.2d) */
static cc_val has_enough(cc_fn *f, const m_act *act, int native)
{
    const m_operand *n = native == VM_NATIVE_discard ? cc_operand(act, "AMOUNT") : NULL;
    if (!n || !n->given || n->type == VOC_TOKENS || !n->is.amount ||
        n->is.amount->kind == AMT_ANY || act->times)
        return CC_BAD;
    const cc_val who = cc_as(f, f->actor.type == 'p' ? f->actor : cc_you(f), 'e'),
                 have = cc_op(f, VM_OP_PROP, 'n', who.reg, 0, VM_PROP_HAND_SIZE),
                 want = cc_amount(f, n->is.amount);
    return want.type ? cc_op(f, VM_OP_LE, 'b', want.reg, have.reg, 0) : want;
}

/* Whoever has less life cannot pay it (CR 118.4). */
static cc_val has_life(cc_fn *f, const m_act *act)
{
    const cc_val who = cc_as(f, f->actor.type == 'p' ? f->actor : cc_you(f), 'e'),
                 have = cc_op(f, VM_OP_PROP, 'n', who.reg, 0, VM_PROP_LIFE),
                 want = cc_amount(f, cc_needed(act, "AMOUNT")->is.amount);
    return want.type ? cc_op(f, VM_OP_LE, 'b', want.reg, have.reg, 0) : want;
}

/* Is there what the act's things are chosen from? CC_BAD: nothing is chosen. */
cc_val cc_act_can(cc_fn *f, const m_act *act)
{
    if (act->ways)
        return cc_ways_can(f, act);
    const int native = act->frame->body || !act->frame->native ? -1 : cc_native_of(act);
    const char *at = native >= 0 ? vm_native_describe((uint32_t)native)->signature : "";
    char name[32], type;
    if (voc_is(act->frame, VOC_CHOOSES)) { /* who has none chooses none (CR 608.2d) */
        const m_operand *what = cc_operand(act, "WHAT");
        const voc_slot *slot = what ? slot_named(act->frame, "WHAT") : NULL;
        return what && voc_is_reference(what->type)
                   ? cc_can_choose(f, what->is.ref, slot->own ? slot : NULL)
                   : CC_BAD;
    }
    cc_val can = native == VM_NATIVE_new_targets     ? has_targets(f, act)
                 : native == VM_NATIVE_discard       ? has_enough(f, act, native)
                 : voc_is(act->frame, VOC_PAYS_LIFE) ? has_life(f, act)
                                                     : is_still_there(f, act, native);
    while ((type = vm_signature_next(&at, name, sizeof name)) != 0) {
        const m_operand *o = type == 'o' || type == 'e' ? cc_operand(act, name) : NULL;
        if (!o || !voc_is_reference(o->type))
            continue;
        const voc_slot *slot = slot_named(act->frame, name);
        f->enters = is_put_there(act, name);
        const cc_val one = cc_can_choose(f, o->is.ref, slot->own ? slot : NULL);
        f->enters = 0;
        can = one.type && can.type ? cc_op(f, VM_OP_AND, 'b', can.reg, one.reg, 0)
              : one.type           ? one
                                   : can;
    }
    return can;
}

/* The things that an act moves, as its OBJECT says. */
cc_val cc_moving(cc_fn *f, const m_act *act)
{
    return cc_reference_arg(f, act, "OBJECT", cc_operand(act, "OBJECT"), 'o');
}

/* Division is announced before costs are paid (CR 601.2d, 601.2h). `asked`: what u->cost_asked was before the amount. */
int cc_divides_too_early(cc_fn *f, const m_act *act, uint32_t asked)
{
    if (f->u->cost_asked == asked)
        return 0;
    cc_wrong(
        f->u, CC_NO_REFERENT, act->span,
        "it is divided before the cost is paid (CR 601.2d): by then nobody knows how much that "
        "will give; an X that is announced is known");
    return 1;
}

static int is_divided(int native)
{
    return native == VM_NATIVE_deal_divided_damage || native == VM_NATIVE_distribute_counters;
}

int cc_fill_args(cc_fn *f, const m_act *act, int native, const char *but, cc_arg *args)
{
    const char *at = vm_native_describe((uint32_t)native)->signature;
    char name[32], type;
    int numbers = 0;
    memset(args, 0, sizeof *args * CC_ARGS_MAX);
    for (int i = 0; (type = vm_signature_next(&at, name, sizeof name)) != 0; i++) {
        CANTRIP_ASSERT(i < CC_ARGS_MAX);
        if (but && strcmp(name, but) == 0)
            continue;
        const uint32_t asked = f->u->cost_asked;
        if (!fill_arg(f, act, type, name, type == 'n' && numbers == 0 && strcmp(name, "TIMES") != 0,
                      &args[i]))
            return 0;
        if (type == 'n' && is_divided(native) && cc_divides_too_early(f, act, asked))
            return 0;
        numbers += type == 'n';
    }
    return 1;
}

/* The type of the argument of that name; 0 = there is none. */
static char find_arg(int native, const char *want, int *out_index)
{
    const char *at = vm_native_describe((uint32_t)native)->signature;
    char name[32], type;
    for (int i = 0; (type = vm_signature_next(&at, name, sizeof name)) != 0; i++)
        if (strcmp(name, want) == 0) {
            *out_index = i;
            return type;
        }
    return 0;
}

int cc_arg_index(int native, const char *want)
{
    int index;
    return find_arg(native, want, &index) ? index : -1;
}

int cc_takes_things(int native, const char *name)
{
    int index;
    const char type = find_arg(native, name, &index);
    return type == 'o' || type == 'e';
}
