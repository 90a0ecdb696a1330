/* Acts as calls of natives: operands become arguments by name; what an act yields can be meant afterwards. */
#include "base/assert.h"
#include "compiler/lower/acts.h"
#include "compiler/lower/refs.h"

#include <string.h>

m_operand *cc_operands_copied(cc_unit *u, const m_act *act)
{
    const size_t size = sizeof *act->operands * act->frame->slot_count;
    m_operand *all = arena_alloc(u->mem, size + 1);
    return size ? memcpy(all, act->operands, size) : all;
}

const m_operand *cc_operand(const m_act *act, const char *name)
{
    for (uint32_t i = 0; i < act->frame->slot_count; i++)
        if (act->operands[i].given && strcmp(act->frame->slot_names[i], name) == 0)
            return &act->operands[i];
    return NULL;
}

const m_operand *cc_needed(const m_act *act, const char *name)
{
    const m_operand *o = cc_operand(act, name);
    if (o)
        return o;
    const vocabulary *v = act->frame->of;
    cc_diag_add(v->diags, CC_BAD_DECL, act->frame->span,
                "native '%s' does not go without an operand %s", act->frame->native, name);
    v->mem->fail(v->mem->user);
    return o; /* it does not return */
}

int cc_native_of(const m_act *act)
{
    return act->frame->native ? vm_native_by_name(act->frame->native) : -1;
}

/* ---- was it done? -----------------------------------------------------------------------------
 */

static cc_val was_done(cc_fn *f, cc_val result)
{
    if (result.type != 'o' && result.type != 'e' && result.type != 'n')
        return result.type == 'b' ? result : CC_BAD;
    const cc_val n = result.type == 'n' ? result : cc_op(f, VM_OP_COUNT, 'n', result.reg, 0, 0),
                 zero = cc_num(f, 0);
    return cc_op(f, VM_OP_LT, 'b', zero.reg, n.reg, 0);
}

cc_val cc_did(cc_fn *f)
{
    const cc_val did = f->acted.type ? was_done(f, f->acted) : CC_BAD;
    if (did.type)
        f->did = did;
    f->acted = CC_BAD;
    return f->did;
}

/* Remembers what an act gave. Behind 'may' the register that holds yes or no says whether it was done. */
void cc_done(cc_fn *f, cc_val result)
{
    f->acted = CC_BAD;
    f->removed = 0;
    f->life_changed = 0;
    f->of_each = 0;
    f->that_many = result.type == 'n' || result.type == 'o' || result.type == 'e' ? result : CC_BAD;
    if (!f->may.type) {
        f->acted = result;
        return;
    }
    if (f->may_chosen == f->may.reg + 1)
        return;
    const cc_val did = was_done(f, result);
    if (did.type)
        cc_move(f, f->may, did);
}

/* the life lost this way: in all sentences so far */
void cc_act_note_life(cc_fn *f, cc_val *total, cc_val now)
{
    *total = total->type && now.type ? cc_op(f, VM_OP_ADD, 'n', total->reg, now.reg, 0) : now;
    f->life_changed = 1;
}

/* ---- what happened to things ------------------------------------------------------------------
 */

/* Natives by what they do to their OBJECT, as numbers of paid.def. */
static const struct {
    const char *native;
    uint8_t number;
} TAKEN[] = {{"sacrifice", 0},
             {"discard_card", 1},
             {"discard", 1},
             {"exile", 2},
             {"exile_until", 2},
             {"exile_face_down", 2},
             {"tap", 3},
             {"untap", 14},
             {"move", 4},
             {"reveal", 5},
             {"mill", 6},
             {"destroy", 7},
             {"put_in_library", 10},
             {"put_onto_battlefield", 4},
             {"draw", 13}};

uint32_t cc_taken_by(const char *native)
{
    for (size_t i = 0; i < sizeof TAKEN / sizeof *TAKEN; i++)
        if (strcmp(TAKEN[i].native, native) == 0)
            return 1u << TAKEN[i].number;
    return 0;
}

/* A name for what was sacrificed is that of the permanent, which other abilities read as it last existed (CR 608.2g). */
static void bind_result(cc_fn *f, const m_act *act, cc_referent *r, cc_val result)
{
    const m_ref *ref = cc_needed(act, "OBJECT")->is.ref;
    if (ref->bind && result.type) {
        cc_val e = cc_as(f, result, 'e');
        if (cc_taken_by(act->frame->native) == 1u << VM_PAID_SACRIFICED) {
            e = cc_as(f, cc_referent_value(f, r, 0), 'e');
            e = e.type ? cc_op(f, VM_OP_GONE, 'e', e.reg, 0, 0) : cc_as(f, result, 'e');
        }
        cc_emit(f, VM_OP_ADD_LINK, e.reg, 0, 0, (int32_t)ref->bind->link);
    }
}

/* The things that were acted on have become what the native gave; or there are new ones. */
/* Whoever was meant to be dealt damage; those that really were are asked for by 'dealt damage this way'. */
static void remember_dealt(cc_fn *f, const m_act *act)
{
    const m_operand *to = cc_operand(act, "TARGET");
    if (!to || !voc_is_reference(to->type))
        return;
    const m_ref *ref = to->is.ref;
    cc_referent *r = ref->kind == REF_PRONOUN || ref->kind == REF_THAT || ref->kind == REF_PAID ||
                             ref->kind == REF_THE
                         ? cc_find(f, ref)
                         : cc_referent_of(f, ref);
    if (r)
        r->paid |= 1u << PAID_DEALT;
}

/* What a name means that an act was done to: behind it, the name means what became of that. */
cc_referent *cc_act_named(cc_fn *f, const m_ref *ref, cc_val result)
{
    cc_referent *r = cc_find_named(f, ref->name);
    if (r || result.type != 'o')
        return r;
    m_ref *given = ARENA_NEW(f->u->mem, m_ref); /* another ability gave it */
    *given = *ref;
    given->bind = ref->name;
    r = cc_refer(f, given, result, AGAIN_NOT, 0);
    r->ref_class = CLASS_OBJECT;
    return r;
}

/* exile each creature card milled this way: those of them are what was exiled this way */
static cc_referent *part_of(cc_fn *f, const m_ref *ref, const cc_referent *all, cc_val result)
{
    const cc_val v = result.type == 'o' ? result : cc_as(f, cc_ref(f, ref, 'e'), 'e');
    if (!v.type)
        return NULL;
    cc_referent *r = cc_refer(f, NULL, v, AGAIN_NOT, 0);
    r->ref_class = CLASS_OBJECT;
    r->part_of = all;
    r->desc = ref->desc ? ref->desc : all->desc;
    r->plural = 1;
    return r;
}

/* all creature cards revealed this way: something else is done to them */
static int some_taken(const m_act *act, const m_ref *ref)
{
    const uint32_t taken = cc_taken_by(act->frame->native);
    return ref->kind == REF_PAID && ref->plural && taken && !(taken & 1u << ref->number);
}

/* Does it make another object of it, which everybody can still see (CR 400.7h)? */
static int puts_elsewhere(const m_act *act, cc_val result)
{
    const m_operand *to = cc_operand(act, "ZONE");
    return result.type == 'o' &&
           (to ? to->is.zone->zone != VM_ZONE_HAND && to->is.zone->zone != VM_ZONE_LIBRARY
               : cc_taken_by(act->frame->native) == 1u << PAID_EXILED);
}

/* What was put onto the battlefield is there from then on: its numbers are those that it has now (CR 608.2g). If it was not,
 * they are those that it had. */
static void is_there_now(cc_fn *f, cc_referent *r, const m_act *act, cc_val result)
{
    const m_operand *to = cc_operand(act, "ZONE");
    if (!to || to->is.zone->zone != VM_ZONE_BATTLEFIELD || result.type != 'o' || r->plural ||
        f->holding || /* it is not yet */
        r->is_this || r->ref_class == CLASS_PLAYER || r == f->subject || r == f->one_of)
        return;
    const cc_val was = cc_as(f, cc_referent_value(f, r, 0), 'o');
    if (!was.type)
        return;
    const cc_val is = cc_reg(f, 'o'), wide = cc_as(f, result, 'e'),
                 count = cc_op(f, VM_OP_COUNT, 'n', wide.reg, 0, 0), none = cc_num(f, 0),
                 there = cc_op(f, VM_OP_LT, 'b', none.reg, count.reg, 0);
    cc_move(f, is, was);
    const uint32_t jump = cc_emit(f, VM_OP_JF, there.reg, 0, 0, 0);
    cc_move(f, is, result);
    cc_patch(f, jump);
    r->was = is;
    r->now = result;
    r->owner = f->id;
}

/* `last`: the last word of the call */
static void what_became(cc_fn *f, const m_act *act, cc_referent *r, cc_val result, uint32_t last)
{
    if (voc_is(act->frame, VOC_GIVES_CHANGED)) {
        r->taken = result;
        r->final_at = voc_is(act->frame, VOC_DESTROYS) ? last : 0;
    } else if ((result.type == 'o' || result.type == 'e') && r->owner == f->id &&
               !voc_is(act->frame, VOC_MAKES)) {
        r->now = result; /* a copy is something else */
    } else if (puts_elsewhere(act, result) && !r->was.type && r->ref_class != CLASS_PLAYER) {
        r->moved = f->id;
        f->this_back |= r->is_this;
    }
}

void cc_act_remember(cc_fn *f, const m_act *act, cc_val result)
{
    if (voc_is(act->frame, VOC_DEALS)) {
        remember_dealt(f, act);
        return;
    }
    const m_operand *object = cc_operand(act, "OBJECT");
    const char *native = act->frame->native;
    const uint32_t last = cc_here(f) - 1; /* the last word of the call: FINAL */
    cc_referent *r = NULL;
    if (cc_taken_by(native) == 1u << PAID_EXILED)
        cc_link_made(f, LINKED_EXILED, result);
    if (cc_taken_by(native) == 1u << VM_PAID_SACRIFICED)
        cc_link_made(f, LINKED_SACRIFICED, result);
    const m_operand *to = cc_operand(act, "ZONE");
    if (object && voc_is_reference(object->type)) {
        const m_ref *ref = object->is.ref;
        f->this_back |= ref->kind == REF_THIS && to && to->is.zone->zone == VM_ZONE_BATTLEFIELD;
        r = ref->kind == REF_PRONOUN || ref->kind == REF_THAT || ref->kind == REF_PAID ||
                    ref->kind == REF_THE
                ? cc_find(f, ref)
            : ref->kind == REF_NAME && !ref->name->operand ? cc_act_named(f, ref, result)
                                                           : cc_referent_of(f, ref);
        const cc_referent *all = some_taken(act, ref) ? r : NULL;
        if (all) {
            bind_result(f, act, r, result);
            r = part_of(f, ref, all, result);
        }
        cc_is_put(f, act, ref, r);
        if (r && all) {
            r->paid = cc_taken_by(native);
        } else if (r) {
            r->paid |= cc_taken_by(native);
            what_became(f, act, r, result, last);
            is_there_now(f, r, act, result);
            bind_result(f, act, r, result);
        }
    }
    const m_operand *tokens = cc_operand(act, "TOKENS");
    if (tokens && tokens->name)
        cc_name_set(f, tokens->name, result);
    const int made = result.type == 'o' && (!r || voc_is(act->frame, VOC_MAKES));
    if (!made)
        return;
    if (cc_taken_by(native) == 1u << PAID_DRAWN) /* nobody can mean what was drawn before that */
        for (r = f->s->referents; r; r = r->next)
            if (r->in_hand && r->owner == f->id)
                r->was = CC_BAD;
    cc_referent *n = cc_refer(f, NULL, result, AGAIN_NOT, 0);
    n->ref_class = CLASS_OBJECT;
    n->is_result = (uint8_t)voc_is(act->frame, VOC_MAKES);
    n->desc = tokens ? cc_token_desc(f->u, tokens->is.quality) : NULL;
    n->found = (uint8_t)voc_is(act->frame, VOC_SEARCHES);
    n->paid = cc_taken_by(native);
    n->in_hand = n->paid == 1u << PAID_DRAWN;
    const m_operand *count = cc_operand(act, "AMOUNT");
    const m_amount *how_many = tokens ? tokens->count : count ? count->is.amount : NULL;
    n->plural = act->times ? 1
                : how_many
                    ? !(how_many->kind == AMT_CONST && how_many->value == 1)
                    : object && voc_is_reference(object->type) && cc_is_several(object->is.ref);
    if (object && voc_is_reference(object->type) && object->is.ref->bind)
        cc_name_set(f, object->is.ref->bind, result);
}

/* Is it done by whoever chooses to do it, whatever comes of it? A search, cards until one is found, all of something, of which
 * there may be none (CR 117.12, 117.12b). Where something is still to be chosen as it is done, that there was none says so. */
static int is_done_by_choice(const m_act *act)
{
    const m_operand *object = cc_operand(act, "OBJECT");
    return voc_is(act->frame, VOC_DONE_BY_CHOICE) ||
           (object && voc_is_reference(object->type) &&
            (object->is.ref->kind == REF_ALL || object->is.ref->kind == REF_ZONE));
}

/* What an act gave can be meant afterwards, and 'if you do' asks for it. */
void cc_found(cc_fn *f, const m_act *act, cc_val result)
{
    cc_act_remember(f, act, result);
    cc_done_by(f, act, result);
}

void cc_done_by(cc_fn *f, const m_act *act, cc_val result)
{
    const int chosen = f->may.type && is_done_by_choice(act);
    if (chosen)
        f->may_chosen = f->may.reg + 1; /* and whatever becomes of it */
    cc_done(f, result);
}

/* ---- calls ------------------------------------------------------------------------------------
 */

/* under their owners' control: each under that of its own owner (rule 10) */
static int each_by_owner(cc_fn *f, const m_act *act, int native)
{
    const m_operand *control = cc_operand(act, "CONTROLLER"), *object = cc_operand(act, "OBJECT");
    if (!control || control->is.ref->kind != REF_OWNER || !object ||
        (cc_names_one(object->is.ref) && control->is.ref->of->kind != REF_PRONOUN))
        return 0; /* return that card under its owner's control: that card's */
    cc_arg args[CC_ARGS_MAX];
    if (!cc_fill_args(f, act, native, "CONTROLLER", args))
        return 1;
    const int what = cc_arg_index(native, "OBJECT"), under = cc_arg_index(native, "CONTROLLER");
    const cc_val all = cc_as(f, args[what].v, 'o');
    args[what].v = all;
    args[under].v = cc_op(f, VM_OP_OWNERS, 'p', all.reg, 0, 0); /* all at the same time */
    args[under].given = 1;
    cc_arrival(f, act, native, args);
    const cc_val result = cc_native(f, native, args);
    cc_act_remember(f, act, cc_as(f, result, 'o'));
    cc_done_by(f, act, result);
    return 1;
}

/* What was created, or put onto the battlefield, attacks or blocks as it enters (CR 508.4, 509.7). */
static void into_combat(cc_fn *f, const m_act *act, cc_val entered)
{
    const m_operand *tokens = cc_operand(act, "TOKENS"), *foe = cc_operand(act, "FOE"),
                    *tapped = cc_operand(act, "DEFENDER"), *whom = cc_operand(act, "DEFENDED"),
                    *like = cc_operand(act, "LIKE");
    const m_quality_list *q = tokens ? tokens->is.quality : NULL;
    const m_ref *attacked = q        ? q->attacks
                            : tapped ? tapped->is.ref
                            : whom   ? whom->is.ref
                                     : NULL,
                *blocked = q     ? q->blocks
                           : foe ? foe->is.ref
                                 : NULL;
    cc_arg a[3];
    memset(a, 0, sizeof a);
    if (!attacked && !blocked && !like && !(q && q->attacking) && !cc_operand(act, "ATTACKING") &&
        !cc_operand(act, "TAPPED_AND_ATTACKING"))
        return;
    a[0].v = cc_as(f, entered, 'o');
    if (attacked || blocked) {
        a[1].v = cc_ref(f, attacked ? attacked : blocked, blocked ? 'o' : 'e');
        a[1].given = 1;
        if (!a[1].v.type)
            return;
    }
    if (like) { /* whom another one attacks, or attacked */
        const cc_val one = cc_as(f, cc_ref(f, like->is.ref, 'o'), 'o');
        if (!one.type)
            return;
        a[1].v = cc_op(f, VM_OP_ATTACKED, 'e', one.reg, 0, 0);
        a[1].given = 1;
    }
    a[0].given = 1;
    a[2].imm = 1;
    if (blocked)
        cc_native(f, VM_NATIVE_put_blocking, a);
    else {
        a[2].imm = cc_operand(act, "OR_PLANESWALKER") ? 2 : attacked || like;
        cc_native(f, VM_NATIVE_put_attacking, a);
    }
}

/* An X/X token: its size is a value of the native, and an exception that copies take along. */
static void create_sized(cc_fn *f, const m_act *act, const m_quality_list *q)
{
    cc_arg args[CC_ARGS_MAX];
    cc_mods m;
    if (!cc_fill_args(f, act, VM_NATIVE_create_sized, NULL, args))
        return;
    cc_mods_begin(&m, f);
    cc_mod_push(&m, VM_MOD_COPY, 0, 0, 0);
    cc_mod_numbers(&m, VM_MOD_SET_PT, q->size ? q->size : q->power,
                   q->size ? q->size : q->toughness, 0);
    if (m.failed)
        return;
    for (uint32_t i = 0; i < 2; i++) {
        cc_arg *a = &args[cc_arg_index(VM_NATIVE_create_sized, i ? "SECOND" : "FIRST")];
        a->v = m.arg[i].type ? m.arg[i] : cc_num(f, 0);
        a->given = 1;
    }
    cc_arg *mods = &args[cc_arg_index(VM_NATIVE_create_sized, "MODS")];
    cc_mods_give(f->u, &m, mods);
    const cc_val result = cc_native(f, VM_NATIVE_create_sized, args);
    into_combat(f, act, result);
    cc_act_remember(f, act, result);
    cc_done_by(f, act, result);
}

static const char *const INTO_COMBAT[] = {
    "TAPPED_AND_ATTACKING", "ATTACKING", "DEFENDER", "DEFENDED", "LIKE", "FOE"};

/* Onto the battlefield with counters, attached or attacking: 0 after a mistake. */
static int with_additions(cc_fn *f, const m_act *act)
{
    int combat = 0;
    for (size_t i = 0; i < sizeof INTO_COMBAT / sizeof *INTO_COMBAT; i++)
        combat |= cc_operand(act, INTO_COMBAT[i]) != NULL;
    if (!cc_operand(act, "COUNTERS") && !combat && !cc_operand(act, "HOST"))
        return VM_NATIVE_move;
    if (cc_needed(act, "ZONE")->is.zone->zone == VM_ZONE_BATTLEFIELD)
        return VM_NATIVE_put_onto_battlefield;
    cc_wrong(f->u, CC_NO_NATIVE, act->span, "only what is put onto the battlefield comes so");
    return 0;
}

/* return target permanent to its owner's hand: 'that player' behind it is the owner */
static void note_owner(cc_fn *f, const m_act *act)
{
    const m_operand *zone = cc_operand(act, "ZONE"), *object = cc_operand(act, "OBJECT");
    const m_ref *owner = zone && zone->type == VOC_ZONE ? zone->is.zone->owner : NULL;
    if (!owner || owner->kind != REF_OWNER || !object || !cc_names_one(object->is.ref))
        return;
    cc_referent *r = cc_referent_of(f, object->is.ref);
    f->owned = r ? r : cc_find(f, object->is.ref);
}

/* Does the cost that is paid here ask for an X that nothing has said? */
static int pays_x(const cc_fn *f, const cc_arg *args)
{
    const cc_arg *cost = &args[cc_arg_index(VM_NATIVE_pay, "COST")];
    return cc_asks_x(f->u, (uint32_t)cost->imm, (uint32_t)cost->imm2);
}

/* Are they two: by number, as one and another, or as what was said of them before? */
static int are_two(cc_fn *f, const m_ref *ref)
{
    if (!ref || ref->any_number || ref->or_more || ref->least)
        return 0;
    if (ref->kind == REF_JOIN)
        return !ref->join_or && cc_names_one(ref->left) && cc_names_one(ref->right);
    if (ref->kind != REF_PRONOUN && ref->kind != REF_THAT)
        return ref->count && ref->count->kind == AMT_CONST && ref->count->value == 2;
    cc_referent *r = cc_find(f, ref);
    return r && (cc_means_all_said(f, ref, r) || r->joined ||
                 (r->ref && r->ref != ref && r->ref->kind != REF_PRONOUN &&
                  r->ref->kind != REF_THAT && are_two(f, r->ref)));
}

int cc_by_two(cc_fn *f, const m_act *act, const m_ref *who)
{
    if (who && are_two(f, who))
        return 1;
    cc_wrong(f->u, CC_NO_MEANING, act->span,
             "this is done by two: 'two target ...', 'target ... and another target ...'");
    return 0;
}

/* two target creatures fight each other */
static int is_by_two(int native)
{
    return native == VM_NATIVE_fight_each_other || native == VM_NATIVE_exchange_lives;
}

static void call_native(cc_fn *f, const m_act *act, int native)
{
    cc_arg args[CC_ARGS_MAX];
    if (is_by_two(native) && !cc_by_two(f, act, f->said))
        return;
    if (native == VM_NATIVE_create && cc_is_counted(cc_needed(act, "TOKENS")->is.quality)) {
        create_sized(f, act, cc_needed(act, "TOKENS")->is.quality);
        return;
    }
    if (native == VM_NATIVE_put_counters && f->s->ability &&
        f->s->ability->kind == VM_ABILITY_ENTERS) {
        cc_wrong(f->u, CC_NOT_HERE, act->span,
                 "nothing is there yet to put counters on; it enters with them: 'this enters with "
                 "a +1/+1 counter'");
        return;
    }
    if (native == VM_NATIVE_move && !(native = with_additions(f, act)))
        return;
    const uint8_t x_known = f->s->x_known || f->x || cc_says_x(f, cc_operand(act, "COST"));
    if (each_by_owner(f, act, native))
        return;
    const m_ref *by = f->s->paid_by;
    f->s->paying = native == VM_NATIVE_pay;
    if (f->s->paying && f->said && f->said->kind != REF_YOU) /* 'they control': whoever pays */
        f->s->paid_by = f->said;
    const int filled = cc_fill_args(f, act, native, NULL, args);
    f->s->paying = 0;
    f->s->paid_by = by;
    if (!filled)
        return;
    if (native == VM_NATIVE_sacrifice && args[0].v.type) { /* only what one controls (CR 701.16a) */
        const cc_val who = cc_actor(f), all = cc_as(f, args[0].v, 'e');
        if (!who.type || !all.type)
            return;
        args[0].v = cc_as(f, cc_op(f, VM_OP_CONTROLLED_BY, 'e', all.reg, who.reg, 0), 'o');
    }
    if (native == VM_NATIVE_add_any_mana)
        f->s->adds_mana = 1;
    if (native == VM_NATIVE_distribute_counters &&
        cc_needed(act, "TARGET")->is.ref->kind != REF_TARGET) {
        cc_wrong(f->u, CC_NO_NATIVE, act->span,
                 "counters are distributed among targets only, so far");
        return;
    }
    if ((native == VM_NATIVE_deal_divided_damage || native == VM_NATIVE_distribute_counters) &&
        !cc_divides_among(f, cc_needed(act, "TARGET")->is.ref))
        return;
    if (native == VM_NATIVE_pay && !x_known && pays_x(f, args)) {
        native = VM_NATIVE_pay_x;
        args[1] = args[cc_arg_index(VM_NATIVE_pay, "COST")];
        f->s->x_known = f->s->x_later = 1; /* what follows knows it, but for targets */
    }
    cc_arrival(f, act, native, args);
    const cc_val result = cc_native(f, native, args);
    if (native == VM_NATIVE_clash || native == VM_NATIVE_flip_coin)
        f->won = result;
    if (native == VM_NATIVE_create || native == VM_NATIVE_create_copy ||
        native == VM_NATIVE_put_onto_battlefield)
        into_combat(f, act, result);
    cc_act_remember(f, act, result);
    cc_done_by(f, act, result);
    if (native == VM_NATIVE_remove_counters || native == VM_NATIVE_remove_among)
        f->removed = cc_needed(act, "COUNTERS")->number + 1;
    if (native == VM_NATIVE_lose_life || native == VM_NATIVE_gain_life)
        cc_act_note_life(f, native == VM_NATIVE_gain_life ? &f->gained : &f->lost, result);
}

/* ---- replacement: the very event --------------------------------------------------------------
 */

static int moves_to_exile(const m_act *act)
{
    const m_operand *zone = cc_operand(act, "ZONE");
    return voc_is(act->frame, VOC_EXILES) ||
           (voc_is(act->frame, VOC_MOVES) && zone && zone->is.zone->zone == VM_ZONE_EXILE);
}

/* if this would enter: instead sacrifice a Forest, if you do: put this onto the battlefield. That is the entering that was
 * replaced, with all else that changes how it enters (CR 614.6, 616.1f); into a graveyard it goes instead. */
int cc_enters_after_all(const cc_scope *s, const m_act *act)
{
    const m_operand *zone = cc_operand(act, "ZONE"), *what = cc_operand(act, "OBJECT");
    if (!what || !voc_is_reference(what->type) || what->is.ref->kind != REF_THIS || !s->replacing ||
        !s->ability || s->ability->kind != VM_ABILITY_ENTERS || !zone ||
        !voc_is(act->frame, VOC_MOVES) ||
        (zone->is.zone->zone != VM_ZONE_BATTLEFIELD && zone->is.zone->zone != VM_ZONE_GRAVEYARD))
        return 0;
    for (uint32_t i = 0; i < act->frame->slot_count; i++)
        if (act->operands[i].given && &act->operands[i] != zone && &act->operands[i] != what &&
            &act->operands[i] != cc_operand(act, "TAPPED"))
            return 0;
    return 1;
}

/* if you would gain life: instead you gain that much plus 1 life: the same gain, of another amount, and nothing else */
static int gains_the_event(const cc_scope *s, const m_clause *c)
{
    const m_event *e = s->replacing && s->sole ? s->event : NULL;
    const m_act *act = c->acts;
    if (!e || !e->act || !e->act->frame->native ||
        strcmp(e->act->frame->native, "gain_life") != 0 || !e->subject || !act ||
        cc_native_of(act) != VM_NATIVE_gain_life || c->next || c->may || c->alternatives ||
        act->next || act->times || act->only_if || act->unless || act->unless_cond)
        return 0;
    if (e->subject->kind == REF_YOU)
        return !c->subject || c->subject->kind == REF_YOU;
    return c->subject && (c->subject->kind == REF_THAT || c->subject->kind == REF_PRONOUN);
}

/* if a source would deal damage ...: instead it deals 3 damage to ...: the same damage, changed */
int cc_deals_the_event(const cc_scope *s, const m_clause *c)
{
    const m_event *e = s->replacing ? s->event : NULL;
    if (gains_the_event(s, c))
        return 1;
    if (s->ability && (s->ability->flags & VM_AF_PREVENTION)) /* prevented already: this follows */
        return 0;
    if (!e || !e->act || !e->act->frame->native || !strstr(e->act->frame->native, "damage") ||
        !c->acts || !c->subject || !voc_is(c->acts->frame, VOC_DEALS_DAMAGE))
        return 0;
    const m_ref *who = c->subject;
    return (who->kind == REF_PRONOUN && who->word == W_IT) || who->kind == REF_THAT ||
           (who->kind == REF_THIS && e->subject && e->subject->kind == REF_THIS);
}

int cc_is_event_change(const cc_scope *s, const m_act *act)
{
    const char *native = act->frame->native;
    if (!s->replacing || !native || !s->event || !s->event->act)
        return 0;
    if (voc_is(act->frame, VOC_CHANGES_EVENT))
        return !voc_is(act->frame, VOC_CANCELS_EVENT);
    static const char *const MOVES[] = {"enters", "dies", "to_graveyard", "leaves", "discard"};
    const char *event = s->event->act->frame->native;
    const int goes_there = moves_to_exile(act) || cc_enters_after_all(s, act);
    for (size_t i = 0; i < sizeof MOVES / sizeof *MOVES; i++)
        if (strcmp(MOVES[i], event) == 0 && goes_there && cc_act_names_event_object(act))
            return 1;
    return 0;
}

/* ---- actions with bodies ----------------------------------------------------------------------
 */

static int bind_operand(cc_fn *f, const m_act *act, uint32_t slot, const m_context *context)
{
    cc_binding *b = ARENA_NEW(f->u->mem, cc_binding);
    const m_operand *o = &act->operands[slot];
    for (const m_name *n = context->names; n; n = n->next)
        if (n->operand && n->slot == slot)
            b->name = n;
    if (!b->name || !o->given)
        return 1;
    if (act->frame->slots[slot].type == VOC_PERMANENT && act->frame->kind == DECL_ACTION &&
        cc_is_gone(f, o->is.ref))
        return 0;
    b->operand = o;
    b->outer = f->s;
    b->below = f->s->seen; /* until all operands have been looked at */
    if (o->type == VOC_NUMBER)
        b->val = cc_amount(f, o->is.amount);
    else if (voc_is_reference(o->type))
        b->val = cc_ref(f, o->is.ref, 'e');
    else
        b->val = CC_BAD;
    if ((o->type == VOC_NUMBER || voc_is_reference(o->type)) && !b->val.type)
        return 0;
    b->next = f->s->bindings;
    f->s->bindings = b;
    return 1;
}

static void act_with_body(cc_fn *f, const m_act *act)
{
    cc_scope *s = f->s;
    if (f->u->depth > 8) {
        cc_wrong(f->u, CC_TOO_DEEP, act->frame->span, "the action '%s' contains itself",
                 syn_word_text(f->u->voc->words, act->frame->head));
        return;
    }
    m_context inner = {0};
    inner.links = s->context->links;
    inner.given = s->given;
    f->u->depth++;
    const m_body *body = cc_read_declared(s, act->frame, &inner);
    cc_binding *bindings = s->bindings;
    const cc_binding *seen = s->seen;
    int ok = body != NULL;
    for (uint32_t i = act->frame->has_subject; ok && i < act->frame->slot_count; i++)
        ok = bind_operand(f, act, i, &inner);
    s->seen = s->bindings;
    const cc_val self = f->self, you = f->you, actor = f->actor, rest = f->rest;
    const m_ref *rest_of = f->rest_of;
    cc_referent *subject = f->subject, *referents = s->referents, *rest_from = f->rest_from;
    s->referents = NULL; /* the body speaks of its own things */
    if (f->actor.type == 'p')
        f->you = f->actor;
    else if (f->actor.type)
        f->self = cc_as(f, f->actor, 'o');
    f->actor = CC_BAD;
    f->subject = NULL;
    if (ok)
        cc_sub_body(f, body);
    f->self = self;
    f->you = you;
    f->actor = actor;
    f->subject = subject;
    s->bindings = bindings;
    s->seen = seen;
    s->referents = referents;
    f->rest = rest; /* 'the rest' of what the body took is nothing outside of it */
    f->rest_of = rest_of;
    f->rest_from = rest_from;
    f->u->depth--;
}

/* ---- all of it --------------------------------------------------------------------------------
 */

int cc_acts_on_things(const m_act *act)
{
    const int native = act->frame->body ? -1 : cc_native_of(act);
    const m_operand *zone = cc_operand(act, "ZONE");
    const int enters = zone && zone->is.zone->zone == VM_ZONE_BATTLEFIELD;
    if (!act->ways && !act->frame->body && !act->unless && !act->times &&
        cc_into_libraries(NULL, act, CC_BAD))
        return 1;
    if (act->ways || native < 0 || native == VM_NATIVE_exchange_control || act->unless ||
        act->times ||
        (enters && native != VM_NATIVE_put_onto_battlefield && native != VM_NATIVE_move))
        return 0;
    const char *at = vm_native_describe((uint32_t)native)->signature;
    char name[32], type;
    int objects = 0;
    while ((type = vm_signature_next(&at, name, sizeof name)) != 0) {
        if (type == 'o' && strcmp(name, "OBJECT") == 0)
            objects = 1;
        else if ((enters || (type == 'p' && strcmp(name, "CONTROLLER") == 0)) &&
                 !cc_operand(act, name) && !(enters && cc_operand(act, "COUNTERS")))
            continue;
        else if (type >= 'a')
            return 0;
    }
    return objects;
}

cc_val cc_act_things(cc_fn *f, const m_act *act)
{
    return cc_reference_arg(f, act, "OBJECT", cc_operand(act, "OBJECT"), 'o');
}

void cc_act_on(cc_fn *f, const m_act *act, cc_val things)
{
    if (cc_into_libraries(f, act, things))
        return;
    const int native = cc_native_of(act), what = cc_arg_index(native, "OBJECT");
    cc_arg args[CC_ARGS_MAX];
    if (!cc_fill_args(f, act, native, "OBJECT", args))
        return;
    const int under = cc_arg_index(native, "CONTROLLER");
    args[what].v = cc_as(f, things, 'o');
    args[what].given = 1;
    if (under >= 0 && !cc_operand(act, "CONTROLLER") && f->actor.type) {
        args[under].v = cc_as(f, f->actor, 'p'); /* of several, under that of its owner */
        args[under].given = 1;
    }
    cc_arrival(f, act, native, args);
    const cc_val result = cc_native(f, native, args);
    cc_act_remember(f, act, result);
    cc_done_by(f, act, result);
}

int cc_takes_several(const m_act *act)
{
    static const char *const NATIVES[] = {"draw",      "discard",  "gain_life",
                                          "lose_life", "mill",     "create",
                                          "lose_game", "win_game", "exchange_lives"};
    for (size_t i = 0; act->frame->native && i < sizeof NATIVES / sizeof *NATIVES; i++)
        if (strcmp(NATIVES[i], act->frame->native) == 0)
            return 1;
    return 0;
}

static void one_act(cc_fn *f, const m_act *act);

static int names_slot(const voc_frame *event, const char *name)
{
    for (uint32_t i = 0; i < event->slot_count; i++)
        if (strcmp(event->slot_names[i], name) == 0)
            return 1;
    return 0;
}

/* The things that the act was about; they are not chosen or looked for again. */
static cc_val as_said(cc_fn *f, const m_act *act, const char *name, const m_operand *o, char type)
{
    cc_referent *r = cc_referent_of(f, o->is.ref);
    return r ? cc_as(f, cc_referent_value(f, r, 0), type) : cc_reference_arg(f, act, name, o, type);
}

/* What the act is called in an event: whenever you surveil, whenever a creature explores. The event's participants are the
 * operands of the same names; its subject is the one who acts. */
static void tell_event(cc_fn *f, const m_act *act, const voc_frame *event)
{
    cc_arg args[CC_ARGS_MAX];
    const char *at = vm_native_describe(VM_NATIVE_happen)->signature;
    char name[32], type;
    memset(args, 0, sizeof args);
    for (int i = 0; (type = vm_signature_next(&at, name, sizeof name)) != 0; i++) {
        const m_operand *o = cc_operand(act, name);
        if (type == 'K') {
            args[i].imm = (int32_t)event->number;
            continue;
        }
        if (event->has_subject && strcmp(event->slot_names[0], name) == 0 &&
            act->frame->has_subject && type != 'n')
            args[i].v = type == 'p' ? cc_actor(f) : cc_as(f, cc_actor_object(f), type);
        else if (o && type == 'n' && o->type == VOC_NUMBER)
            args[i].v = cc_amount(f, o->is.amount);
        else if (o && type != 'n' && voc_is_reference(o->type) && names_slot(event, name))
            args[i].v = as_said(f, act, name, o, type);
        else
            continue;
        args[i].given = args[i].v.type == type;
    }
    cc_native(f, VM_NATIVE_happen, args);
}

void cc_act(cc_fn *f, const m_act *act)
{
    one_act(f, act);
    note_owner(f, act);
    const voc_frame *event = voc_event_of(f->u->voc, act->frame);
    if (event && f->effect)
        tell_event(f, act, event);
}

static void one_act(cc_fn *f, const m_act *act)
{
    f->at = act->span;
    f->act_before = f->last_act;
    f->last_act = act;
    if (act->ways) {
        cc_ways(f, act);
        return;
    }
    if (act->frame->has_subject && act->frame->slots[0].type == VOC_PLAYER && f->actor.type == 'e')
        f->actor = cc_as(f, f->actor, 'p'); /* a name: its players */
    if (cc_actor_is_elsewhere(f, act))
        return;
    if (!act->frame->native) {
        act_with_body(f, act);
        return;
    }
    if (cc_is_event_change(f->s, act) && cc_act_names_event_object(act) &&
        (moves_to_exile(act) || cc_enters_after_all(f->s, act))) {
        cc_act_event_zone(f, act);
        return;
    }
    if (!cc_has_other_face(f, act))
        return;
    if (voc_is(act->frame, VOC_CHANGES_EVENT) && !f->s->replacing) {
        cc_wrong(f->u, CC_NOT_HERE, act->span,
                 "this changes an event: it stands behind 'if ... would ...: instead'");
        return;
    }
    if (!cc_changes_such_event(f, act))
        return;
    if (f->deals_event &&
        (cc_native_of(act) == VM_NATIVE_deal_damage || cc_native_of(act) == VM_NATIVE_gain_life)) {
        cc_act_event_amount(f, act);
        return;
    }
    const cc_referent *before = f->s->referents;
    const cc_special_fn apart = cc_act_special(act->frame->native);
    if (apart) {
        apart(f, act);
        cc_rest_is_put(f, act, before);
        return;
    }
    const int native = cc_native_of(act);
    if (native < 0) {
        cc_wrong(f->u, CC_NO_NATIVE, act->span,
                 "'%s' cannot be done here: its declaration has no native that acts",
                 act->frame->native);
        return;
    }
    call_native(f, act, native);
    cc_rest_is_put(f, act, before);
}
