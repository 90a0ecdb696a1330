/* Acts that are not one call of a native. */
#include "base/assert.h"
#include "compiler/lower/acts.h"
#include "compiler/meaning/walk.h"

#include <string.h>

/* choose a creature, then destroy the rest: the other creatures, unless other things are left of which nothing was said */
static void the_rest_of_them(cc_fn *f, const m_ref *ref, cc_val chosen)
{
    if (f->offered.type)
        cc_emit(f, VM_OP_UNION, f->offered.reg, f->offered.reg, f->chosen_from.reg, 0);
    if (f->rest.type && !f->rest_said) {
        f->rest_of_two = 1;
        return;
    }
    m_ref *all = ARENA_NEW(f->u->mem, m_ref);
    *all = *ref;
    all->kind = REF_ALL;
    all->plural = 1;
    all->count = all->least = NULL;
    const cc_val set = cc_as(f, chosen, 'e');
    f->rest = f->chosen_rest = cc_op(f, VM_OP_MINUS, 'e', f->chosen_from.reg, set.reg, 0);
    f->rest_of = ref->kind == REF_SOME ? all : NULL;
    f->rest_from = NULL;
    f->rest_said = f->rest_of_two = 0;
}

static void choose_any(cc_fn *f, const m_act *act)
{
    const m_operand *what = cc_needed(act, "WHAT");
    if (what->type == VOC_CHOICE) {
        cc_choice(f, what->is.choice);
        return;
    }
    f->keeps_from = 1;
    f->chosen_from = CC_BAD;
    const voc_slot *slot = &act->frame->slots[what - act->operands];
    const cc_val chosen = slot->given_up && !cc_referent_of(f, what->is.ref)
                              ? cc_chosen(f, what->is.ref, slot)
                              : cc_ref(f, what->is.ref, 'e');
    f->keeps_from = 0;
    if (chosen.type && slot->given_up)
        cc_refer(f, what->is.ref, chosen, AGAIN_NOT, 0);
    if (chosen.type && f->chosen_from.type)
        the_rest_of_them(f, what->is.ref, chosen);
    cc_link_made(f, LINKED_CHOSEN, chosen);
    cc_referent *r = cc_referent_of(f, what->is.ref);
    if (r)
        r->chosen = 1;
}

static void change_text(cc_fn *f, const m_act *act)
{
    cc_arg a[5];
    memset(a, 0, sizeof a);
    a[0].v = cc_as(f, cc_ref_now(f, cc_needed(act, "OBJECT")->is.ref, 'o'), 'o');
    a[1].v = cc_name_number(f, cc_needed(act, "FORMER")->name);
    a[2].v = cc_name_number(f, cc_needed(act, "LATTER")->name);
    a[3].imm = (int32_t)f->u->mod.count;
    a[3].imm2 = 1;
    a[4].imm = cc_duration(f, act);
    const vm_mod row = {VM_MOD_TEXT, 0, 0, 0, 0, 0, 0};
    VEC_PUSH(f->u->mem, &f->u->mod, row);
    for (int i = 0; i < 3; i++) {
        a[i].given = 1;
        if (!a[i].v.type)
            return;
    }
    cc_native(f, VM_NATIVE_change_text, a);
}

static void exile_until(cc_fn *f, const m_act *act)
{
    if (cc_needed(act, "THIS")->is.ref->kind != REF_THIS || f->s->kind != SCOPE_PERMANENT) {
        cc_wrong(f->u, CC_NO_MEANING, act->span,
                 "'until' can end an exile: exile target creature until this leaves");
        return;
    }
    cc_arg a[1] = {{.v = cc_ref_now(f, cc_needed(act, "OBJECT")->is.ref, 'o'), .given = 1}};
    if (!a[0].v.type)
        return;
    const cc_val result = cc_native(f, VM_NATIVE_exile_until, a);
    cc_act_remember(f, act, result);
    cc_done(f, result);
}

/* That it is dealt to another, too. */
static void and_to(cc_fn *f, const m_act *act)
{
    const m_operand *to = cc_operand(act, "TARGET");
    if (!to)
        return;
    const cc_arg a[1] = {{.v = cc_ref(f, to->is.ref, 'e'), .given = 1}};
    if (!a[0].v.type)
        return;
    cc_native(f, VM_NATIVE_event_redirect, a);
    if (to->is.ref->kind != REF_ALL)
        return;
    const cc_val some = cc_op(f, VM_OP_COUNT, 'n', a[0].v.reg, 0, 0), none = cc_num(f, 0),
                 nobody = cc_op(f, VM_OP_EQ, 'b', some.reg, none.reg, 0);
    const uint32_t jump = cc_emit(f, VM_OP_JF, nobody.reg, 0, 0, 0);
    cc_native(f, VM_NATIVE_event_cancel, NULL); /* to each of none */
    cc_patch(f, jump);
}

static void set_event_amount(cc_fn *f, const m_act *act, cc_val n)
{
    const cc_arg a[1] = {{.v = n, .given = 1}};
    if (!n.type)
        return;
    cc_native(f, VM_NATIVE_event_amount, a);
    and_to(f, act);
}

void cc_act_event_amount(cc_fn *f, const m_act *act)
{
    set_event_amount(f, act, cc_amount(f, cc_needed(act, "AMOUNT")->is.amount));
}

/* Of which events these are changes: create twice that many, it enters under your control, skip that draw. */
#define OF(event) (UINT64_C(1) << VM_EVENT_##event)
#define OF_DAMAGE (OF(damage) | OF(combat_damage) | OF(noncombat_damage))
static const struct {
    const char *native;
    uint64_t events;
    const char *what;
} CHANGES[] = {{"event_tokens", OF(create_tokens), "tokens"},
               {"event_creator", OF(create_tokens), "tokens"},
               {"event_also_create", OF(create_tokens), "tokens"},
               {"event_counters", OF(put_counters), "counters"},
               {"event_controller", OF(enters), "something that enters"},
               {"event_double", OF_DAMAGE, "damage"},
               {"event_triple", OF_DAMAGE, "damage"},
               {"event_more", OF_DAMAGE, "damage"},
               {"event_less", OF_DAMAGE, "damage"},
               {"event_redirect", OF_DAMAGE, "damage"},
               {"event_search", OF(search), "a library that is searched"},
               {"event_cancel_draw", OF(draw) | OF(extra_draw), "a draw"},
               {"event_cancel_turn", OF(begins_turn), "a turn that begins"},
               {"event_cancel_step", OF(begins_step), "a step or phase that begins"}};

int cc_changes_such_event(cc_fn *f, const m_act *act)
{
    for (size_t i = 0; i < sizeof CHANGES / sizeof *CHANGES; i++)
        for (const m_event *e = f->s->event; e && !strcmp(act->frame->native, CHANGES[i].native);
             e = e->or) {
            const int kind = e->act ? vm_event_by_name(e->act->frame->native) : -1;
            if (kind < 0 || !(CHANGES[i].events >> kind & 1)) {
                cc_wrong(f->u, CC_NOT_HERE, act->span,
                         "the event that this changes is not about %s", CHANGES[i].what);
                return 0;
            }
        }
    return 1;
}

static void event_cancel(cc_fn *f, const m_act *act)
{
    (void)act;
    cc_native(f, VM_NATIVE_event_cancel, NULL);
}

/* you create those tokens: whose they are (CR 616.1b) */
static void event_creator(cc_fn *f, const m_act *act)
{
    (void)act;
    const cc_arg a[1] = {{.v = cc_as(f, cc_actor(f), 'p'), .given = 1}};
    if (a[0].v.type)
        cc_native(f, VM_NATIVE_event_controller, a);
}

/* put twice that many +1/+1 counters on it: on what the event is about, of the kind that it is about */
static void event_counters(cc_fn *f, const m_act *act)
{
    const m_operand *counters = cc_operand(act, "COUNTERS");
    if (cc_operand(act, "OBJECT") && !cc_act_names_event_object(act)) {
        cc_wrong(f->u, CC_NOT_HERE, act->span,
                 "they are put on what they would be put on: 'on it', 'on that creature'");
        return;
    }
    for (const m_event *e = counters ? f->s->event : NULL; e; e = e->or) {
        const m_operand *o = e->act ? cc_operand(e->act, "COUNTERS") : NULL;
        if (!o || o->number != counters->number) {
            cc_wrong(f->u, CC_NOT_HERE, counters->span,
                     "counters of the kind that would be put: 'that many of those counters' says "
                     "it of any kind");
            return;
        }
    }
    if (counters && !counters->count) {
        cc_wrong(f->u, CC_BAD_VALUE, counters->span, "how many?");
        return;
    }
    set_event_amount(
        f, act, cc_amount(f, counters ? counters->count : cc_needed(act, "AMOUNT")->is.amount));
}

/* those tokens plus that many Squirrels: as many beside each part of what is created; plus a Bear: one, whatever they are */
static void event_also_create(cc_fn *f, const m_act *act)
{
    cc_arg args[CC_ARGS_MAX];
    if (!cc_fill_args(f, act, VM_NATIVE_event_also_create, NULL, args))
        return;
    args[cc_arg_index(VM_NATIVE_event_also_create, "ONCE")].imm = !m_act_counts(act, AMT_EVENT);
    cc_native(f, VM_NATIVE_event_also_create, args);
}

static void event_times(cc_fn *f, const m_act *act, int32_t times)
{
    const cc_val n = cc_op(f, VM_OP_EVENT_AMOUNT, 'n', 0, 0, 0), k = cc_num(f, times);
    set_event_amount(f, act, cc_op(f, VM_OP_MUL, 'n', n.reg, k.reg, 0));
}

static void event_double(cc_fn *f, const m_act *act)
{
    event_times(f, act, 2);
}

static void event_triple(cc_fn *f, const m_act *act)
{
    event_times(f, act, 3);
}

static void event_by(cc_fn *f, const m_act *act, uint32_t op)
{
    const cc_val n = cc_op(f, VM_OP_EVENT_AMOUNT, 'n', 0, 0, 0),
                 by = cc_amount(f, cc_needed(act, "AMOUNT")->is.amount);
    set_event_amount(f, act, by.type ? cc_op(f, op, 'n', n.reg, by.reg, 0) : by);
}

static void event_more(cc_fn *f, const m_act *act)
{
    event_by(f, act, VM_OP_ADD);
}

static void event_less(cc_fn *f, const m_act *act)
{
    event_by(f, act, VM_OP_SUB);
}

static void event_redirect(cc_fn *f, const m_act *act)
{
    cc_arg a[1] = {{.v = cc_ref(f, cc_needed(act, "TARGET")->is.ref, 'e'), .given = 1}};
    if (a[0].v.type)
        cc_native(f, VM_NATIVE_event_redirect, a);
}

/* What another ability calls the exiled card is what this really exiles (CR 607.2b). */
void cc_act_event_zone(cc_fn *f, const m_act *act)
{
    const m_operand *object = cc_operand(act, "OBJECT");
    const m_ref *ref = object && voc_is_reference(object->type) ? object->is.ref : NULL;
    const int there = cc_enters_after_all(f->s, act);
    const cc_arg none[2] = {{.given = 0}, {.given = 0}},
                 a[2] = {{.imm = there ? cc_needed(act, "ZONE")->is.zone->zone : VM_ZONE_EXILE},
                         {.imm = there              ? 0
                                 : ref && ref->bind ? (int32_t)ref->bind->link + 1
                                                    : cc_link_by_event(f, LINKED_EXILED)}};
    cc_native(f, VM_NATIVE_event_zone, a);
    if (there && cc_operand(act, "TAPPED"))
        cc_native(f, VM_NATIVE_event_tapped, none);
}

/* Whoever has less life cannot pay it (CR 118.4). */
static void pay_life(cc_fn *f, const m_act *act)
{
    const cc_val who = cc_actor(f), wide = cc_as(f, who, 'e'),
                 n = cc_amount(f, cc_needed(act, "AMOUNT")->is.amount);
    if (!n.type)
        return;
    const cc_val have = cc_op(f, VM_OP_PROP, 'n', wide.reg, 0, VM_PROP_LIFE),
                 can = cc_op(f, VM_OP_LE, 'b', n.reg, have.reg, 0);
    const uint32_t skip = cc_emit(f, VM_OP_JF, can.reg, 0, 0, 0);
    const cc_arg a[2] = {{.v = who, .given = 1}, {.v = n, .given = 1}};
    cc_native(f, VM_NATIVE_lose_life, a);
    cc_patch(f, skip);
    cc_done(f, can);
}

/* As much as is wanted of what there is (CR 107.1c, 118.4). */
static void pay_any_life(cc_fn *f, const m_act *act)
{
    const cc_val who = cc_actor(f), wide = cc_as(f, who, 'e');
    (void)act;
    const cc_arg args[3] = {
        {.v = who, .given = 1},
        {.v = cc_num(f, 0), .given = 1},
        {.v = cc_op(f, VM_OP_PROP, 'n', wide.reg, 0, VM_PROP_LIFE), .given = 1}};
    const cc_val none = cc_op(f, VM_OP_LE, 'b', args[2].v.reg, args[1].v.reg, 0),
                 some = cc_op(f, VM_OP_NOT, 'b', none.reg, 0, 0);
    const cc_val lost = cc_num(f, 0);
    const uint32_t skip = cc_emit(f, VM_OP_JF, some.reg, 0, 0, 0); /* no life, nothing to ask */
    const cc_val n = cc_native(f, VM_NATIVE_choose_number, args);
    const cc_arg a[2] = {{.v = who, .given = 1}, {.v = n, .given = 1}};
    cc_move(f, lost, cc_native(f, VM_NATIVE_lose_life, a));
    cc_patch(f, skip);
    cc_done(f, lost);
    cc_act_note_life(f, &f->lost, lost);
}

/* A life total becomes a number by gaining or losing the difference (CR 118.5); what is below 0 is nothing. */
static void set_life(cc_fn *f, const m_act *act)
{
    const cc_val who = cc_actor(f), wide = cc_as(f, who, 'e');
    const cc_val have = cc_op(f, VM_OP_PROP, 'n', wide.reg, 0, VM_PROP_LIFE),
                 want = cc_amount(f, cc_needed(act, "AMOUNT")->is.amount);
    if (!want.type)
        return;
    const cc_val more = cc_op(f, VM_OP_SUB, 'n', want.reg, have.reg, 0),
                 less = cc_op(f, VM_OP_SUB, 'n', have.reg, want.reg, 0);
    const cc_arg gain[2] = {{.v = who, .given = 1}, {.v = more, .given = 1}},
                 lose[2] = {{.v = who, .given = 1}, {.v = less, .given = 1}};
    cc_native(f, VM_NATIVE_gain_life, gain);
    cc_native(f, VM_NATIVE_lose_life, lose);
}

int cc_act_names_event_object(const m_act *act)
{
    const m_operand *o = cc_operand(act, "OBJECT");
    return o && (o->is.ref->kind == REF_PRONOUN || o->is.ref->kind == REF_THAT ||
                 o->is.ref->kind == REF_THIS);
}

/* if it would leave: exile it instead of putting it anywhere else */
static void event_exile(cc_fn *f, const m_act *act)
{
    if (!cc_act_names_event_object(act)) {
        cc_wrong(f->u, CC_NOT_HERE, act->span, "this is about what would be put elsewhere: 'it'");
        return;
    }
    cc_act_event_zone(f, act);
}

static void prevention(cc_fn *f, const m_act *act)
{
    cc_prevention(f, act, NULL);
}

/* Two things, named together or one after the other. */
static void exchange_control(cc_fn *f, const m_act *act)
{
    const m_operand *one = cc_needed(act, "OBJECT"), *other = cc_operand(act, "OTHER");
    cc_arg a[3];
    cc_mods m;
    memset(a, 0, sizeof a);
    if (!other && !cc_by_two(f, act, one->is.ref))
        return;
    const m_ref *all = one->is.ref->kind == REF_ALL              ? one->is.ref
                       : other && other->is.ref->kind == REF_ALL ? other->is.ref
                                                                 : NULL;
    if (all) { /* CR 701.10b is about two permanents */
        cc_wrong(f->u, CC_NO_NATIVE, all->span,
                 "two permanents are exchanged; of more than two the rules machine knows no "
                 "exchange yet");
        return;
    }
    cc_mods_begin(&m, f);
    a[0].v = cc_as(f, cc_ref_now(f, one->is.ref, 'o'), 'e');
    if (a[0].v.type && other) {
        const cc_val second = cc_as(f, cc_ref_now(f, other->is.ref, 'o'), 'e');
        if (!second.type)
            return;
        a[0].v = cc_op(f, VM_OP_UNION, 'e', a[0].v.reg, second.reg, 0);
    }
    a[0].v = cc_as(f, a[0].v, 'o');
    a[0].given = 1;
    cc_mod_push(&m, VM_MOD_CONTROL, 0, 0, 0);
    cc_mods_give(f->u, &m, &a[1]);
    a[2].imm = cc_duration(f, act);
    if (!a[0].v.type || a[2].imm < 0)
        return;
    if (a[2].imm == VM_DURATION_WHILE) {
        cc_wrong(f->u, CC_NO_NATIVE, act->span,
                 "the rules machine knows no exchange that ends with a condition yet");
        return;
    }
    cc_done(f, cc_native(f, VM_NATIVE_exchange_control, a));
}

/* exchange your life total with this's toughness (CR 701.10g) */
static void exchange_number(cc_fn *f, const m_act *act)
{
    const int toughness = cc_operand(act, "TOUGHNESS") != NULL;
    cc_arg a[5];
    cc_mods m;
    memset(a, 0, sizeof a);
    cc_mods_begin(&m, f);
    a[0].v = cc_as(f, cc_ref(f, cc_needed(act, "WHOSE")->is.ref, 'p'), 'p');
    a[1].v = cc_as(f, cc_ref_now(f, cc_needed(act, "OBJECT")->is.ref, 'o'), 'o');
    if (!a[0].v.type || !a[1].v.type)
        return;
    const cc_val wide = cc_as(f, a[1].v, 'e');
    a[2].v = cc_op(f, VM_OP_PROP, 'n', wide.reg, 0, toughness ? VM_PROP_TOUGHNESS : VM_PROP_POWER);
    a[0].given = a[1].given = a[2].given = 1;
    cc_mod_push(&m, toughness ? VM_MOD_SET_TOUGHNESS : VM_MOD_SET_POWER, 0, 0, 0)->flags |=
        VM_MF_ARG_A;
    cc_mods_give(f->u, &m, &a[3]);
    a[4].imm = cc_duration(f, act);
    if (a[4].imm >= 0 && a[4].imm != VM_DURATION_WHILE)
        cc_native(f, VM_NATIVE_exchange_number, a);
    else if (a[4].imm >= 0)
        cc_wrong(f->u, CC_NO_NATIVE, act->span,
                 "the rules machine knows no exchange that ends with a condition yet");
}

static const struct {
    const char *native;
    cc_special_fn lower;
} SPECIAL[] = {{"choose_any", choose_any},
               {"choose_given_up", choose_any},
               {"separate", cc_separate},
               {"vote", cc_vote},
               {"vote_for", cc_vote_for},
               {"exchange_control", exchange_control},
               {"exchange_number", exchange_number},
               {"gain_activated", cc_gain_activated},
               {"change_text", change_text},
               {"exile_until", exile_until},
               {"event_amount", cc_act_event_amount},
               {"event_tokens", cc_act_event_amount},
               {"event_counters", event_counters},
               {"event_creator", event_creator},
               {"event_also_create", event_also_create},
               {"event_cancel_draw", event_cancel},
               {"event_cancel_turn", event_cancel},
               {"event_cancel_step", event_cancel},
               {"event_double", event_double},
               {"event_triple", event_triple},
               {"event_more", event_more},
               {"event_less", event_less},
               {"event_redirect", event_redirect},
               {"pay_life", pay_life},
               {"pay_any_life", pay_any_life},
               {"set_life", set_life},
               {"event_prevent", cc_prevent_that},
               {"event_prevent_all", cc_prevent_all_of_that},
               {"event_prevent_all_but", cc_prevent_all_but},
               {"prevent", prevention},
               {"extra_step", cc_extra_step},
               {"extra_combat", cc_extra_combat},
               {"extra_combat_main", cc_extra_combat_main},
               {"skip_next", cc_skip_next},
               {"event_exile", event_exile},
               {"redirect", prevention},
               {"search", cc_search},
               {"cast_now", cc_cast_now},
               {"put_in_library", cc_put_on},
               {"shuffle_into", cc_shuffle_into},
               {"reveal_until", cc_reveal_until},
               {"exile_cards_until", cc_exile_cards_until},
               {"put_second", cc_put_at},
               {"put_third", cc_put_at},
               {"put_fourth", cc_put_at},
               {"put_seventh", cc_put_at}};

cc_special_fn cc_act_special(const char *native)
{
    for (size_t i = 0; i < sizeof SPECIAL / sizeof *SPECIAL; i++)
        if (strcmp(SPECIAL[i].native, native) == 0)
            return SPECIAL[i].lower;
    return NULL;
}
