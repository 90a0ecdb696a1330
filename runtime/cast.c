/* Casting spells (CR 601.2a to i), activating abilities (602.2), and putting triggers on the stack
 * with the same steps (603.3). */
#include "runtime/cast.h"

#include <string.h>

/* CAST: v0 ctx row, v1 the object on the stack, v2 ability or -1 (permanent spell), v3 player,
 * v4 target slot, v5 X, v6 place in the list of chosen modes, v9 optional cost at hand, v10 the rule that
 * allows it: mod[] + 1, v11 the zone it came from; a: enum what; b: cost_choice */
enum what {
    WHAT_SPELL,
    WHAT_ABILITY,
    WHAT_TRIGGER,
    WHAT_TURN
}; /* TURN: a permanent face up; v1 it, v7 which way */
enum stage {
    STAGE_MODES,
    STAGE_ALL_MODES_CHOSEN,
    STAGE_MODES_CHOSEN,
    STAGE_KICKER,
    STAGE_ALTERNATIVE_CHOSEN,
    STAGE_KICKER_CHOSEN,
    STAGE_SPLICE,
    STAGE_SPLICED,
    STAGE_OFFERING,
    STAGE_OFFERED,
    STAGE_SYMBOLS,
    STAGE_SYMBOL_CHOSEN,
    STAGE_X,
    STAGE_X_CHOSEN,
    STAGE_TARGETS,
    STAGE_TARGET_CHOSEN,
    STAGE_CHOOSER_CHOSEN,
    STAGE_DIVIDE,
    STAGE_DIVIDED,
    STAGE_ASSIST,
    STAGE_ASSIST_CHOSEN,
    STAGE_ASSIST_SAID,
    STAGE_PAY,
    STAGE_PAID
};

/* What was decided about the costs of a spell: bits of a CAST procedure's b. */
enum cost_choice { COST_DECIDED = 4, MODES_ASKED = 8 };

int rt_has_x(const rt_game *g, uint32_t cost, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (g->pack->cost[cost + i].kind == VM_COST_X ||
            (g->pack->cost[cost + i].kind != VM_COST_LOYALTY &&
             (int32_t)g->pack->cost[cost + i].a == VM_COST_AMOUNT_X))
            return 1;
    return 0;
}

/* ---- beginning --------------------------------------------------------------------------------
 */

/* 601.2a: the card becomes the topmost object on the stack. */
void rt_cast_start(rt_game *g, uint32_t player, rt_entity card, uint32_t permission, uint32_t face)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    CANTRIP_ASSERT(face <= g->pack->face_count); /* from 1; 0: as it is */
    CANTRIP_ASSERT(rt_is_entity(g, card));
    uint32_t idx = RT_INDEX(card);
    const uint32_t from = rt_obj(g, idx)->zone;
    const int late = !rt_sorcery_time(g, player); /* CR 307.5a */
    rt_obj(g, idx)->own_controller = (uint8_t)player;
    idx = rt_relocate(g, idx, VM_ZONE_STACK, 0);
    if (face)
        rt_show_face(g, idx, face - 1); /* CR 707.4, 708.3 */
    rt_object *o = rt_obj(g, idx);
    o->own_controller = o->controller = (uint8_t)player;
    o->flags |= RT_OF_CAST;
    o->cast_from = from + 1;
    o->cast_late = (uint8_t)late;
    if (from == VM_ZONE_GRAVEYARD && RT_HAS(o, AFTERMATH))
        o->flags |= RT_OF_THEN_EXILE;
    if (permission && permission != RT_PERMIT_FREE &&
        g->pack->mod[permission - 1].flags & VM_MF_THEN_EXILE)
        o->flags |= RT_OF_THEN_EXILE;
    o->cast_for = rt_permission_keyword(g, rt_face(g, o), permission);
    uint32_t spell = g->lib->face[o->face].spell;
    if (rt_face(g, o)->shape == VM_SHAPE_AS_AURA) /* its enchant ability says what it is cast for */
        o->cast_for = g->pack->ability[rt_face(g, o)->abilities].mode_max;
    rt_ctx c = rt_ctx_for(g, rt_handle(g, idx), spell ? spell - 1 : VM_NO_SYMBOL);
    c.flags |= RT_CTX_CAST;
    rt_obj(g, idx)->payment = c.payment = ++g->s->payments;
    uint32_t ctx = rt_ctx_new(g, &c);
    rt_obj(g, idx)->ctx = ctx + 1;
    rt_proc *p = rt_proc_push(g, RT_PROC_CAST);
    p->v[0] = (int32_t)ctx;
    p->v[1] = (int32_t)rt_handle(g, idx);
    p->v[2] = spell ? (int32_t)spell - 1 : -1;
    p->v[3] = (int32_t)player;
    p->v[10] = (int32_t)permission;
    p->v[11] = (int32_t)from;
    p->a = WHAT_SPELL;
}

int rt_proc_is_cast(const rt_proc *p)
{
    return p->kind == RT_PROC_CAST && (p->a == WHAT_SPELL || p->a == WHAT_ABILITY);
}

/* An ability on the stack is an object of its own (CR 112.7a). */
static void ability_start(rt_game *g, const rt_ctx *c, uint32_t what)
{
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    const rt_object *src = rt_look(g, c->self);
    uint32_t face = src ? src->face : 0, colors = src ? src->colors : 0;
    uint32_t idx = rt_object_create(g, face, c->controller), ctx = rt_ctx_new(g, c);
    rt_object *o = rt_obj(g, idx);
    rt_subtypes_none(g, o);
    o->flags = RT_OF_ABILITY;
    o->types = o->markers = 0;
    o->listens = 0;
    o->ability_flags = 0;
    o->colors = (uint8_t)colors;
    o->ctx = ctx + 1;
    o->payment = c->payment;
    o->timestamp = ++g->s->timestamp;
    rt_zone_insert(g, idx, VM_ZONE_STACK, c->controller, 0);
    rt_proc *p = rt_proc_push(g, RT_PROC_CAST);
    p->v[0] = (int32_t)ctx;
    p->v[1] = (int32_t)rt_handle(g, idx);
    p->v[2] = (int32_t)c->ability;
    p->v[3] = c->controller;
    p->a = (uint8_t)what;
}

/* It goes the way of an ability from choosing X to paying (CR 702.36e, 701.33b). */
void rt_turn_up_start(rt_game *g, uint32_t player, rt_entity e, uint32_t way)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    CANTRIP_ASSERT(rt_is_entity(g, e));
    rt_ctx c = rt_ctx_for(g, e, VM_NO_SYMBOL);
    c.controller = (uint8_t)player;
    c.payment = ++g->s->payments;
    const uint32_t ctx = rt_ctx_new(g, &c);
    rt_proc *p = rt_proc_push(g, RT_PROC_CAST);
    p->v[0] = (int32_t)ctx;
    p->v[1] = (int32_t)e;
    p->v[2] = -1;
    p->v[3] = (int32_t)player;
    p->v[7] = (int32_t)way;
    p->a = WHAT_TURN;
    p->stage = STAGE_X;
}

void rt_activate_start(rt_game *g, uint32_t player, rt_entity source, uint32_t number)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    CANTRIP_ASSERT(rt_is_entity(g, source));
    source = rt_know(g, source, UINT32_MAX); /* from a hand it is shown */
    rt_object *o = rt_live(g, source);
    rt_ctx c = rt_ctx_for(g, source, rt_ability_at(g, o, number));
    if (g->pack->ability[c.ability].flags & VM_AF_MANA) {
        rt_mana_ability_start(g, player, source, number, 0);
        return;
    }
    c.controller = (uint8_t)player;
    c.payment = ++g->s->payments;
    rt_activated_note(g, source, number);
    o = rt_live(g, source);
    if (g->pack->ability[c.ability].flags & VM_AF_LOYALTY)
        o->loyalty_turn = g->s->turn;
    ability_start(g, &c, WHAT_ABILITY);
}

void rt_trigger_start(rt_game *g, const rt_ctx *c)
{
    ability_start(g, c, WHAT_TRIGGER);
}

/* ---- the steps --------------------------------------------------------------------------------
 */

static rt_ctx *ctx_of(const rt_game *g)
{
    return rt_ctx_row(g, (uint32_t)rt_top(g)->v[0]);
}

static const vm_ability *ability_of(const rt_game *g)
{
    return rt_top(g)->v[2] < 0 ? NULL : &g->pack->ability[rt_top(g)->v[2]];
}

static rt_status to(rt_game *g, uint32_t stage)
{
    rt_top(g)->stage = (uint8_t)stage;
    return RT_NEXT;
}

static int payable(rt_game *g, int32_t x);
static uint32_t times_payable(rt_game *g, uint32_t number, uint32_t max);

/* Takes it off the stack again: no legal choice for a trigger (CR 603.3c). */
static rt_status abandon(rt_game *g)
{
    rt_proc p = *rt_top(g);
    rt_ctx_free(g, (uint32_t)p.v[0]);
    rt_free_object(g, RT_INDEX((rt_entity)p.v[1]));
    return rt_proc_pop(g);
}

/* How many modes can be paid for, where each beyond the first costs something. */
static uint32_t modes_payable(rt_game *g, const vm_ability *a)
{
    CANTRIP_ASSERT(a->kind < VM_ABILITY_KIND_COUNT);
    uint32_t most = a->mode_max;
    if (rt_top(g)->a != WHAT_SPELL ||
        !rt_cost_ability(g, rt_face(g, rt_live(g, (rt_entity)rt_top(g)->v[1])), VM_AF_PER_MODE, 0))
        return most;
    for (; most > a->mode_min; most--) {
        ctx_of(g)->modes = (uint8_t)((1u << most) - 1);
        if (payable(g, 0))
            break;
    }
    ctx_of(g)->modes = 0;
    return most;
}

/* The number of the optional cost for which all modes may be chosen (CR 702.41a), or -1. */
static int all_modes_cost(const rt_game *g)
{
    const rt_proc *p = rt_top(g);
    const vm_ability *a;
    const rt_object *o = p->a == WHAT_SPELL ? rt_live(g, (rt_entity)p->v[1]) : NULL;
    for (uint32_t n = 0; o && (a = rt_cost_ability(g, rt_face(g, o), 0, n)) != NULL; n++)
        if (a->flags & VM_AF_ALL_MODES)
            return n < VM_OPTIONAL_COSTS_MAX ? (int)n : -1;
    return -1;
}

static rt_status all_modes_chosen(rt_game *g)
{
    const vm_ability *a = ability_of(g);
    if (rt_answered(g, 0)->kind != CANTRIP_OPTION_YES) {
        rt_top(g)->b |= MODES_ASKED;
        return to(g, STAGE_MODES);
    }
    rt_live(g, (rt_entity)rt_top(g)->v[1])->optional[all_modes_cost(g)] = 1;
    ctx_of(g)->modes = (uint8_t)((1u << a->mode_count) - 1);
    return to(g, STAGE_KICKER);
}

static rt_status modes(rt_game *g) /* 601.2b */
{
    const vm_ability *a = ability_of(g);
    uint32_t mask;
    if (!a || !a->mode_count)
        return to(g, STAGE_KICKER);
    rt_ctx c = *ctx_of(g);
    if (!rt_modes_legal(g, a, &c, &mask))
        return abandon(g);
    const int all = rt_top(g)->b & MODES_ASKED ? -1 : all_modes_cost(g);
    if (all >= 0 && mask == (1u << a->mode_count) - 1) {
        const uint32_t can = times_payable(g, (uint32_t)all, 1);
        rt_ask(g, CANTRIP_DECIDE_KICKER, (uint32_t)rt_top(g)->v[3], c.self);
        if (can)
            rt_option_add(g, CANTRIP_OPTION_YES, 0, 0, all);
        rt_option_add(g, CANTRIP_OPTION_NO, 0, 0, all);
        to(g, STAGE_ALL_MODES_CHOSEN);
        return rt_ask_done(g, 1, 1);
    }
    rt_ask(g, CANTRIP_DECIDE_MODE, (uint32_t)rt_top(g)->v[3], c.self);
    for (uint32_t i = 0; i < a->mode_count; i++)
        if (mask >> i & 1)
            rt_option_add(g, CANTRIP_OPTION_MODE, 0, (int32_t)i, 0);
    to(g, STAGE_MODES_CHOSEN);
    return rt_ask_done(g, a->mode_min, modes_payable(g, a));
}

static rt_status modes_chosen(rt_game *g)
{
    uint32_t mask = 0;
    for (uint32_t i = 0; i < rt_answer_count(g); i++)
        mask |= 1u << rt_answered(g, i)->a;
    ctx_of(g)->modes = (uint8_t)mask;
    return to(g, STAGE_KICKER);
}

static rt_cost_range range_of(const vm_ability *a, uint32_t times)
{
    return a ? (rt_cost_range){a->cost, a->cost_count, times} : (rt_cost_range){0, 0, 0};
}

static uint32_t further_modes(uint32_t modes)
{
    uint32_t n = 0;
    for (; modes & (modes - 1); modes &= modes - 1)
        n++;
    return n;
}

/* v7: which alternative cost, + 1; v8: Phyrexian symbols decided << 8 | which of them by life */
static rt_bill bill_of(rt_game *g)
{
    const rt_proc *p = rt_top(g);
    rt_bill b = {.player = (uint32_t)p->v[3], .x = p->v[5]};
    if (p->a == WHAT_SPELL) {
        b.self = (rt_entity)p->v[1];
        const vm_face *f = rt_face(g, rt_live(g, b.self));
        const vm_ability *instead =
            p->v[7] ? rt_cost_ability(g, f, VM_AF_ALTERNATIVE, (uint32_t)p->v[7] - 1) : NULL;
        if (instead)
            b.range[0] = range_of(instead, 1);
        else
            rt_permitted_cost(g, (uint32_t)p->v[10], f, &b);
        rt_bill_additional(g, f, &b);
        const rt_object *spell = rt_live(g, b.self);
        for (uint32_t n = 0; n < VM_OPTIONAL_COSTS_MAX; n++)
            if (spell->optional[n])
                rt_bill_add(g, &b, range_of(rt_cost_ability(g, f, 0, n), spell->optional[n]));
        const rt_spell_part *part;
        for (uint32_t n = 0; (part = rt_part_of(g, (uint32_t)rt_top(g)->v[0], n)) != NULL; n++)
            rt_bill_add(g, &b, (rt_cost_range){part->cost, part->cost_count, 1});
        const uint32_t further = further_modes(ctx_of(g)->modes);
        for (uint32_t n = 0; further && rt_cost_ability(g, f, VM_AF_PER_MODE, n); n++)
            rt_bill_add(g, &b, range_of(rt_cost_ability(g, f, VM_AF_PER_MODE, n), further));
        b.spell = 1;
        rt_bill_spell_rules(g, &b, ctx_of(g)->target_count);
        b.extra = rt_sum(b.extra, rt_face_down_mana(g, rt_live(g, b.self)));
        if (rt_top(g)->v[12])
            rt_offering_take(g, &b, (rt_entity)rt_top(g)->v[12]);
    } else if (p->a == WHAT_TURN) {
        int32_t counters;
        b.self = (rt_entity)p->v[1];
        rt_turn_up_cost(g, RT_INDEX(b.self), (uint32_t)p->v[7], &b.range[0], &counters);
    } else if (p->a == WHAT_ABILITY) {
        b.self = ctx_of(g)->self;
        b.range[0] = range_of(ability_of(g), 1);
        b.spell = 2;
        if (!(ability_of(g)->flags & VM_AF_SPECIAL))
            rt_bill_ability_rules(g, &b, ability_of(g));
    }
    p = rt_top(g);
    b.life_decided = p->v[8] >> 16 & 1;
    b.by_life = (uint32_t)p->v[8] & 0xFF;
    b.payment = ctx_of(g)->payment;
    return b;
}

static int payable(rt_game *g, int32_t x)
{
    rt_bill b = bill_of(g);
    b.x = x;
    return rt_can_pay(g, &b);
}

static int payable_for(rt_game *g, int32_t alternative)
{
    rt_proc *p = rt_top(g);
    int32_t instead = p->v[7];
    p->v[7] = alternative;
    int can = payable(g, 0);
    rt_top(g)->v[7] = instead;
    return can;
}

/* Is there a target for everything that is chosen now, with what has been announced? */
static int choices_exist(rt_game *g)
{
    const rt_proc p = *rt_top(g);
    const uint32_t does = rt_spell_ability(g, (rt_entity)p.v[1], (uint32_t)p.v[0]);
    const vm_ability *a = does == VM_NO_SYMBOL ? NULL : &g->pack->ability[does];
    const rt_ctx c = *ctx_of(g);
    return (!a || a->mode_count || rt_can_target_all(g, a->targets, a->target_count, &c)) &&
           rt_parts_legal(g, (rt_entity)p.v[1], (uint32_t)p.v[0]);
}

static int alternative_legal(rt_game *g, const vm_ability *cost)
{
    const rt_entity spell = (rt_entity)rt_top(g)->v[1];
    const uint32_t was = rt_live(g, spell)->cast_for;
    rt_live(g, spell)->cast_for = cost->keyword + 1;
    const int legal = choices_exist(g);
    rt_live(g, spell)->cast_for = was;
    return legal;
}

static void set_kicked(rt_game *g, uint32_t number, uint32_t times)
{
    rt_object *spell = rt_live(g, (rt_entity)rt_top(g)->v[1]);
    const vm_ability *cost = rt_cost_ability(g, rt_face(g, spell), 0, number);
    spell->optional[number] = (uint16_t)times;
    if (times && rt_is_kicker(g, cost)) {
        ctx_of(g)->flags |= RT_CTX_KICKED;
        spell->flags |= RT_OF_KICKED;
    }
}

static int option_legal(rt_game *g, uint32_t number)
{
    const rt_entity spell = (rt_entity)rt_top(g)->v[1];
    const uint32_t was = rt_live(g, spell)->flags;
    const uint8_t flags = ctx_of(g)->flags;
    set_kicked(g, number, 1);
    const int legal = choices_exist(g);
    rt_live(g, spell)->optional[number] = 0;
    rt_live(g, spell)->flags = was;
    ctx_of(g)->flags = flags;
    return legal;
}

/* Which of its costs: 0 the mana cost, else an alternative one. */
static rt_status ask_alternative(rt_game *g, const vm_face *f)
{
    CANTRIP_ASSERT(f->shape < VM_SHAPE_COUNT);
    rt_ask(g, CANTRIP_DECIDE_ALTERNATIVE, (uint32_t)rt_top(g)->v[3], ctx_of(g)->self);
    if (!(f->flags & VM_FF_BACK) && payable_for(g, 0) && choices_exist(g))
        rt_option_add(g, CANTRIP_OPTION_NUMBER, 0, 0, 0);
    const vm_ability *a;
    for (int32_t n = 0; (a = rt_cost_ability(g, f, VM_AF_ALTERNATIVE, (uint32_t)n)) != NULL; n++)
        if (rt_cost_open(g, (uint32_t)rt_top(g)->v[3], (rt_entity)rt_top(g)->v[1], a) &&
            payable_for(g, n + 1) && alternative_legal(g, a))
            rt_option_add(g, CANTRIP_OPTION_NUMBER, 0, n + 1, 0);
    to(g, STAGE_ALTERNATIVE_CHOSEN);
    return rt_ask_done(g, 1, 1);
}

/* How often the optional cost at hand could be paid, up to `max`, with those that were chosen before. */
static uint32_t times_payable(rt_game *g, uint32_t number, uint32_t max)
{
    uint32_t n = 0, step = 1; /* what can be paid so often can be paid less often */
    int grows = 1;
    while (step) {
        int can = n + step <= max;
        if (can) {
            rt_live(g, (rt_entity)rt_top(g)->v[1])->optional[number] = (uint16_t)(n + step);
            can = payable(g, 0);
        }
        n += can ? step : 0;
        grows &= can;
        step = grows ? step * 2 : step / 2;
    }
    rt_live(g, (rt_entity)rt_top(g)->v[1])->optional[number] = 0;
    return n;
}

static rt_status kicker(rt_game *g) /* 601.2b: alternative and optional costs */
{
    rt_proc *p = rt_top(g);
    const vm_face *f = p->a == WHAT_SPELL ? rt_face(g, rt_live(g, (rt_entity)p->v[1])) : NULL;
    rt_bill paid = {0};
    if (f && !(p->b & COST_DECIDED) && rt_permitted_cost(g, (uint32_t)p->v[10], f, &paid) &&
        rt_cost_ability(g, f, VM_AF_ALTERNATIVE, 0))
        return ask_alternative(g, f);
    p = rt_top(g);
    const uint32_t number = (uint32_t)p->v[9];
    const vm_ability *a =
        f && number < VM_OPTIONAL_COSTS_MAX ? rt_cost_ability(g, f, 0, number) : NULL;
    if (!a)
        return to(g, STAGE_SPLICE);
    const int repeated = (a->flags & VM_AF_REPEATED) != 0;
    const uint32_t times = a->flags & VM_AF_ALL_MODES || !option_legal(g, number)
                               ? 0
                               : times_payable(g, number, repeated ? UINT16_MAX : 1);
    if (!times && (g->s->skip_trivial || a->flags & VM_AF_ALL_MODES)) {
        rt_top(g)->v[9]++;
        return RT_NEXT;
    }
    rt_ask(g, CANTRIP_DECIDE_KICKER, (uint32_t)rt_top(g)->v[3], ctx_of(g)->self);
    for (uint32_t n = 0; repeated && n <= times; n++)
        rt_option_add(g, CANTRIP_OPTION_NUMBER, 0, (int32_t)n, (int32_t)number);
    if (!repeated && times)
        rt_option_add(g, CANTRIP_OPTION_YES, 0, 0, (int32_t)number);
    if (!repeated) {
        rt_option_add(g, CANTRIP_OPTION_NO, 0, 0, (int32_t)number);
    }
    to(g, STAGE_KICKER_CHOSEN);
    return rt_ask_done(g, 1, 1);
}

/* Cards in hand that are spliced onto the spell, in the order in which they will be followed (CR 702.46). */
static rt_status splice(rt_game *g)
{
    const rt_proc p = *rt_top(g);
    const uint32_t player = (uint32_t)p.v[3], ctx = (uint32_t)p.v[0];
    if (p.a != WHAT_SPELL || !(g->lib->rules & RT_RULE(VM_MOD_MAY_SPLICE)))
        return to(g, STAGE_OFFERING);
    uint32_t offered = 0;
    rt_ask(g, CANTRIP_DECIDE_MAY, player, ctx_of(g)->self);
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_HAND, player); i++) {
        const rt_entity card = rt_handle(g, rt_zone_at(g, VM_ZONE_HAND, player, i));
        rt_spell_part part;
        if (!rt_splice(g, card, (rt_entity)p.v[1], ctx, &part))
            continue;
        rt_part_add(g, &part);
        const int can = payable(g, 0);
        g->s->spell_part.count--;
        if (can)
            rt_option_add(g, CANTRIP_OPTION_ID, card, 0, 0);
        offered += (uint32_t)can;
    }
    if (!offered)
        return to(g, STAGE_OFFERING);
    rt_option_add(g, CANTRIP_OPTION_NO, 0, 0, 0);
    to(g, STAGE_SPLICED);
    return rt_ask_done(g, 1, 1);
}

static rt_status spliced(rt_game *g)
{
    const rt_option o = *rt_answered(g, 0);
    rt_spell_part part;
    if (o.kind != CANTRIP_OPTION_ID ||
        !rt_splice(g, o.entity, (rt_entity)rt_top(g)->v[1], (uint32_t)rt_top(g)->v[0], &part))
        return to(g, STAGE_OFFERING);
    RT_TELL(g, REVEALED, .object = o.entity, .seen = UINT32_MAX);
    rt_part_add(g, &part);
    return to(g, STAGE_SPLICE);
}

/* What is sacrificed so that the spell costs less (CR 702.47b, 702.118b); v12: it. */
static rt_status offering(rt_game *g)
{
    const rt_proc p = *rt_top(g);
    const rt_bill b = bill_of(g);
    if (p.a != WHAT_SPELL || !rt_offering_row(g, &b))
        return to(g, STAGE_SYMBOLS);
    rt_ask(g, CANTRIP_DECIDE_COST, b.player, b.self);
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        const rt_entity e = rt_handle(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i));
        if (rt_offering_ok(g, &b, e))
            rt_option_add(g, CANTRIP_OPTION_ID, e, 0, 0);
    }
    to(g, STAGE_OFFERED);
    return rt_ask_done(g, 1, 1);
}

static rt_status offered(rt_game *g)
{
    if (rt_answer_count(g))
        rt_top(g)->v[12] = (int32_t)rt_answered(g, 0)->entity;
    return to(g, STAGE_SYMBOLS);
}

static rt_status alternative_chosen(rt_game *g)
{
    rt_proc *p = rt_top(g);
    p->v[7] = rt_answered(g, 0)->a;
    p->b |= COST_DECIDED;
    rt_object *spell = rt_live(g, (rt_entity)p->v[1]);
    if (p->v[7])
        spell->cast_for =
            rt_cost_ability(g, rt_face(g, spell), VM_AF_ALTERNATIVE, (uint32_t)p->v[7] - 1)
                ->keyword +
            1;
    const uint32_t does =
        rt_spell_ability(g, (rt_entity)rt_top(g)->v[1], (uint32_t)rt_top(g)->v[0]);
    rt_top(g)->v[2] = does == VM_NO_SYMBOL ? -1 : (int32_t)does;
    ctx_of(g)->ability = does;
    return to(g, STAGE_KICKER);
}

static rt_status kicker_chosen(rt_game *g)
{
    rt_proc *p = rt_top(g);
    const rt_option o = *rt_answered(g, 0);
    const int32_t times = o.kind == CANTRIP_OPTION_NUMBER ? o.a : o.kind == CANTRIP_OPTION_YES;
    set_kicked(g, (uint32_t)p->v[9]++, (uint32_t)times);
    return to(g, STAGE_KICKER);
}

/* Mana or 2 life, for each Phyrexian symbol (CR 107.4f, 601.2b); v8: decided << 8 | by life, and bit 16 once
 * all are. Only what can still be paid is offered: the symbols behind are tried in every way. */
static rt_status symbols(rt_game *g)
{
    rt_bill b = bill_of(g); /* asks the cards: the state may move */
    rt_proc *p = rt_top(g);
    uint32_t count = 0, decided = (uint32_t)p->v[8] >> 8 & 0xFF, by_life = (uint32_t)p->v[8] & 0xFF;
    for (uint32_t i = 0; i < b.range[0].count; i++)
        count += g->pack->cost[b.range[0].first + i].kind == VM_COST_PHYREXIAN;
    if (count > RT_SYMBOLS_MAX)
        count = RT_SYMBOLS_MAX;
    if (decided >= count) {
        p->v[8] |= count ? 1 << 16 : 0;
        return to(g, STAGE_X);
    }
    rt_ask(g, CANTRIP_DECIDE_SYMBOL, b.player, ctx_of(g)->self);
    b.life_decided = 1;
    for (uint32_t way = 0; way < 2; way++) {
        int can = 0;
        for (uint32_t rest = 0; rest < 1u << (count - decided - 1) && !can; rest++) {
            b.by_life = by_life | way << decided | rest << (decided + 1);
            can = rt_can_pay(g, &b);
        }
        if (can)
            rt_option_add(g, way ? CANTRIP_OPTION_YES : CANTRIP_OPTION_NO, 0, 0, 0);
    }
    to(g, STAGE_SYMBOL_CHOSEN);
    return rt_ask_done(g, 1, 1);
}

static rt_status symbol_chosen(rt_game *g)
{
    rt_proc *p = rt_top(g);
    uint32_t decided = (uint32_t)p->v[8] >> 8 & 0xFF;
    if (rt_answered(g, 0)->kind == CANTRIP_OPTION_YES)
        p->v[8] |= 1 << decided;
    p->v[8] += 1 << 8;
    return to(g, STAGE_SYMBOLS);
}

/* Could its targets be chosen with this X? It is announced before them (CR 601.2b, c). */
static int targets_for(rt_game *g, int32_t x)
{
    const vm_ability *a = ability_of(g);
    rt_ctx c = *ctx_of(g);
    c.x = x;
    if (!a)
        return 1;
    for (uint32_t m = 0; m < a->mode_count; m++)
        if ((c.modes >> m & 1) && !rt_can_target_all(g, g->pack->mode[a->modes + m].targets,
                                                     g->pack->mode[a->modes + m].target_count, &c))
            return 0;
    return a->mode_count || rt_can_target_all(g, a->targets, a->target_count, &c);
}

/* Would the spell with that X be one that its controller cannot cast (CR 601.3a)? */
static int x_allowed(rt_game *g, int32_t x)
{
    const rt_entity spell = (rt_entity)rt_top(g)->v[1];
    if (rt_top(g)->a != WHAT_SPELL)
        return 1;
    rt_live(g, spell)->x = (uint32_t)x;
    const int allowed = rt_may_cast(g, (uint32_t)rt_top(g)->v[3], spell);
    rt_live(g, spell)->x = 0;
    return allowed;
}

static rt_status to_targets(rt_game *g)
{
    const rt_proc *p = rt_top(g);
    if (p->a == WHAT_SPELL)
        rt_parts_begin(g, (rt_entity)p->v[1], (uint32_t)p->v[0]);
    return to(g, STAGE_TARGETS);
}

/* 'its mana cost' as a cost: has that an X? */
static int its_cost_has_x(const rt_game *g, const rt_bill *b, uint32_t range)
{
    const rt_object *o = rt_look(g, b->self);
    const rt_cost_range *at = &b->range[range];
    for (uint32_t i = at->first; o && i < at->first + at->count; i++)
        if (g->pack->cost[i].kind == VM_COST_ITS_MANA &&
            rt_has_x(g, rt_face(g, o)->cost, rt_face(g, o)->cost_count))
            return 1;
    return 0;
}

static rt_status choose_x(rt_game *g)
{
    const rt_bill b = bill_of(g);
    int any = 0;
    for (uint32_t r = 0; r < RT_BILL_RANGES; r++)
        any |= rt_has_x(g, b.range[r].first, b.range[r].count) || its_cost_has_x(g, &b, r);
    if (!any)
        return to_targets(g);
    const int32_t max = rt_greatest_x(g, &b);
    int32_t some = 0; /* the least X for which there are targets; there may be none for any */
    while (some <= max && !targets_for(g, some))
        some++;
    rt_ask(g, CANTRIP_DECIDE_X, (uint32_t)rt_top(g)->v[3], ctx_of(g)->self);
    for (int32_t x = 0; x <= max; x++)
        if ((some > max || (x >= some && targets_for(g, x))) && x_allowed(g, x))
            rt_option_add(g, CANTRIP_OPTION_NUMBER, 0, x, 0);
    if (!g->s->option.count) /* another choice of the same proposal has closed all of them */
        rt_option_add(g, CANTRIP_OPTION_NUMBER, 0, 0, 0);
    to(g, STAGE_X_CHOSEN);
    return rt_ask_done(g, 1, 1);
}

static rt_status x_chosen(rt_game *g)
{
    rt_proc *p = rt_top(g);
    p->v[5] = rt_answered(g, 0)->a;
    ctx_of(g)->x = p->v[5];
    rt_live(g, (rt_entity)p->v[1])->x = (uint32_t)p->v[5];
    return to_targets(g);
}

/* The target list at hand: of the ability, of the mode number v6, or of an Aura. */
static uint32_t targets_at(rt_game *g, uint32_t *out_first, uint32_t *out_mode, vm_target *aura)
{
    const rt_proc *p = rt_top(g);
    const vm_ability *a = ability_of(g);
    *out_mode = 0;
    memset(aura, 0, sizeof *aura);
    if (p->v[6] >= RT_PART_MODE) {
        const rt_spell_part *part =
            rt_part_of(g, (uint32_t)p->v[0], (uint32_t)p->v[6] - RT_PART_MODE);
        *out_mode = (uint32_t)p->v[6];
        *out_first = part ? g->pack->ability[part->ability].targets : 0;
        return part ? g->pack->ability[part->ability].target_count : 0;
    }
    if (!a) {
        const rt_object *o = rt_live(g, (rt_entity)p->v[1]);
        uint32_t sel = p->a == WHAT_SPELL && rt_is_kind(g, o, VM_SUBTYPE_AURA)
                           ? rt_enchant_selector(g, rt_face(g, o))
                           : 0;
        *aura = (vm_target){sel, 1, 1, 0, 0};
        return p->v[6] == 0 && sel ? 1 : 0;
    }
    if (!a->mode_count) {
        *out_first = a->targets;
        return p->v[6] == 0 ? a->target_count : 0;
    }
    for (uint32_t m = (uint32_t)p->v[6]; m < a->mode_count; m++)
        if (ctx_of(g)->modes >> m & 1) {
            *out_mode = m;
            *out_first = g->pack->mode[a->modes + m].targets;
            return g->pack->mode[a->modes + m].target_count;
        }
    return 0;
}

static uint32_t chosen_in(const rt_game *g, uint32_t ctx, uint32_t slot, uint32_t mode, rt_entity e)
{
    CANTRIP_ASSERT(ctx < g->s->ctx.count);
    CANTRIP_ASSERT(rt_is_entity(g, e));
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->s->target.count; i++) {
        const rt_target *t = rt_target_row(g, i);
        if (t->ctx == ctx && t->slot == slot && t->mode == mode && (!e || t->entity == e))
            n++;
    }
    return n;
}

/* May it be chosen for this slot: not twice, and where another is wanted than those before, none of them? A choice
 * must leave one for the slots behind it that want another. */
static int may_choose(rt_game *g, const vm_target *list, uint32_t count, uint32_t slot,
                      uint32_t ctx, uint32_t mode, rt_entity e)
{
    CANTRIP_ASSERT(ctx < g->s->ctx.count);
    CANTRIP_ASSERT(rt_is_entity(g, e));
    if (chosen_in(g, ctx, slot, mode, e))
        return 0;
    for (uint32_t i = 0; i < slot && (list[slot].flags & VM_TF_ANOTHER); i++)
        if (chosen_in(g, ctx, i, mode, e))
            return 0;
    for (uint32_t i = slot + 1; i < count; i++) {
        const rt_ctx c = *ctx_of(g);
        if (!(list[i].flags & VM_TF_ANOTHER) || !list[i].min || !rt_target_wanted(g, &list[i], &c))
            continue;
        const uint32_t heap = g->s->heap.count;
        const uint64_t all = rt_target_candidates(g, &list[i], &c);
        uint32_t left = 0;
        for (uint32_t k = 0, n = rt_set_count(all); k < n; k++) {
            const rt_entity other = rt_set_at(g, all, k);
            int taken = other == e;
            for (uint32_t j = 0; j <= slot; j++)
                taken |= chosen_in(g, ctx, j, mode, other) != 0;
            left += !taken;
        }
        g->s->heap.count = heap;
        if (left < list[i].min)
            return 0;
    }
    return 1;
}

static rt_status next_list(rt_game *g)
{
    rt_proc *p = rt_top(g);
    const vm_ability *a = ability_of(g);
    p->v[4] = 0;
    if (a && a->mode_count && p->v[6] < RT_PART_MODE) {
        do
            p->v[6]++;
        while ((uint32_t)p->v[6] < a->mode_count && !(ctx_of(g)->modes >> p->v[6] & 1));
        if ((uint32_t)p->v[6] < a->mode_count)
            return RT_NEXT;
    }
    p->v[6] = p->v[6] < RT_PART_MODE ? RT_PART_MODE : p->v[6] + 1;
    return rt_part_of(g, (uint32_t)p->v[0], (uint32_t)p->v[6] - RT_PART_MODE) ? RT_NEXT
                                                                              : to(g, STAGE_DIVIDE);
}

/* Could a cost that grows with the number of targets still be paid? */
static int one_more_payable(rt_game *g)
{
    if (rt_top(g)->a != WHAT_SPELL || !ctx_of(g)->target_count)
        return 1;
    ctx_of(g)->target_count++;
    const rt_bill more = bill_of(g);
    ctx_of(g)->target_count--;
    const rt_bill now = bill_of(g);
    return (more.extra == now.extra && rt_bill_count(&more) == rt_bill_count(&now)) ||
           rt_can_pay(g, &more);
}

/* The amount of a division: what the effect would give to deal_divided_damage, by carrying it out as far as
 * that without doing anything. The division is announced before costs are paid (CR 601.2d), so this is what it
 * is then. */
static int32_t division_total(rt_game *g, const vm_ability *a)
{
    CANTRIP_ASSERT(a->kind < VM_ABILITY_KIND_COUNT);
    const vm_func *f = &g->pack->func[a->effect];
    const uint32_t heap = g->s->heap.count;
    uint64_t regs[VM_REG_MAX] = {0}, value;
    uint32_t pc = 0;
    int32_t total = 0;
    const rt_ctx c = *ctx_of(g);
    rt_dry dry;
    rt_dry_begin(&dry, (rt_env){g, &c, (uint32_t)rt_top(g)->v[0] + 1, 0});
    for (;;) {
        vm_result r = vm_run(g->pack, f, &pc, regs, &g->run->fuel, rt_dry_world, &dry, &value);
        if (r == VM_RAN_OUT)
            rt_fail(g, RT_FAULT_FUEL, 0);
        if (r == VM_ENDED)
            break;
        const vm_insn i = vm_insn_at(g->pack, f->code, pc);
        if (i.imm == VM_NATIVE_deal_divided_damage || i.imm == VM_NATIVE_distribute_counters ||
            i.imm == VM_NATIVE_share) {
            total = (int32_t)regs[i.a + 1];
            break;
        }
        do
            pc++;
        while (vm_insn_at(g->pack, f->code, pc).op == VM_OP_IMM);
    }
    g->s->heap.count = heap;
    return total;
}

/* No more targets than there is to divide: each gets at least one (CR 601.2d). Where there is not even enough
 * for those that must be, nothing is divided. */
static uint32_t divided_among(rt_game *g, uint32_t min, uint32_t max)
{
    const vm_ability *a = ability_of(g);
    if (!a || !(a->flags & VM_AF_DIVIDED))
        return max;
    const int32_t total = division_total(g, a);
    if (total < (int32_t)min)
        return min;
    return (uint32_t)total < max ? (uint32_t)total : max;
}

/* Somebody else chooses this target: which opponent is said by the one who casts or activates (CR 601.4a, 602.3a). */
enum { CHOOSER_SHIFT = 24, CHOOSER_MASK = 0x3F }; /* of v8: who, + 1 */

static uint32_t chooser(rt_game *g, const vm_target *t)
{
    const uint32_t p = (uint32_t)rt_top(g)->v[3],
                   said = (uint32_t)rt_top(g)->v[8] >> CHOOSER_SHIFT & CHOOSER_MASK;
    return !(t->flags & VM_TF_OPPONENT) ? p : said ? said - 1 : RT_NOBODY;
}

static rt_status ask_chooser(rt_game *g)
{
    const uint32_t p = (uint32_t)rt_top(g)->v[3];
    rt_ask(g, CANTRIP_DECIDE_PLAYER, p, ctx_of(g)->self);
    for (uint32_t q = 0; q < g->s->player.count; q++)
        if (!rt_player_row(g, q)->lost && rt_is_opponent(g, q, p) && rt_reaches(g, p, RT_PLAYER(q)))
            rt_option_add(g, CANTRIP_OPTION_ID, RT_PLAYER(q), 0, 0);
    if (!g->s->option.count) /* CR 800.4g: with nobody to ask they choose themselves */
        rt_option_add(g, CANTRIP_OPTION_ID, RT_PLAYER(p), 0, 0);
    to(g, STAGE_CHOOSER_CHOSEN);
    return rt_ask_done(g, 1, 1);
}

static rt_status chooser_chosen(rt_game *g)
{
    rt_top(g)->v[8] |= (int32_t)((RT_PLAYER_OF(rt_answered(g, 0)->entity) + 1) << CHOOSER_SHIFT);
    return to(g, STAGE_TARGETS);
}

enum {
    BILLS_KNOWN = 8
}; /* most targets cost the same: what was found out last is not found out again */

typedef struct known_bills {
    rt_bill bill[BILLS_KNOWN];
    int can[BILLS_KNOWN];
    uint32_t count;
} known_bills;

static int payable_known(rt_game *g, const rt_bill *b, known_bills *known)
{
    for (uint32_t i = 0; i < known->count && i < BILLS_KNOWN; i++)
        if (memcmp(&known->bill[i], b, sizeof *b) == 0)
            return known->can[i];
    const uint32_t at = known->count++ % BILLS_KNOWN;
    known->bill[at] = *b;
    return known->can[at] = rt_can_pay(g, b);
}

/* The last target that it needs decides what it costs: only those that can still be paid for. */
static int payable_with(rt_game *g, uint32_t slot, uint32_t mode, rt_entity e, known_bills *known)
{
    const uint32_t at = RT_PUSH(g, target);
    *rt_target_row(g, at) =
        (rt_target){(uint32_t)rt_top(g)->v[0], (uint16_t)slot, (uint16_t)mode, e, 0};
    ctx_of(g)->target_count++;
    const rt_bill b = bill_of(g);
    const int can = payable_known(g, &b, known);
    ctx_of(g)->target_count--;
    g->s->target.count = at;
    return can;
}

static void keep_payable(rt_game *g, uint32_t slot, uint32_t mode)
{
    uint32_t n = 0;
    const uint32_t all = g->s->option.count;
    const rt_temp_mark mark = rt_temp_here(g);
    rt_option *kept = rt_temp_alloc(g, (all + 1) * sizeof *kept);
    known_bills *known = rt_temp_zeroed(g, sizeof *known);
    for (uint32_t i = 0; i < all; i++) {
        const rt_option o = *rt_option_row(g, i);
        if (payable_with(g, slot, mode, o.entity, known))
            kept[n++] = o;
    }
    for (uint32_t i = 0; i < n; i++)
        *rt_option_row(g, i) = kept[i];
    g->s->option.count = n ? n : all; /* another target may pay for it */
    rt_temp_release(g, mark);
}

static rt_status targets(rt_game *g) /* 601.2c */
{
    rt_proc *p = rt_top(g);
    uint32_t first = 0, mode, count, ctx = (uint32_t)p->v[0];
    vm_target aura;
    const vm_ability *a = ability_of(g);
    if (a && a->mode_count && p->v[6] < RT_PART_MODE && !(ctx_of(g)->modes >> p->v[6] & 1))
        return next_list(g);
    count = targets_at(g, &first, &mode, &aura);
    if ((uint32_t)p->v[4] >= count)
        return next_list(g);
    vm_target t = aura.sel ? aura : g->pack->target[first + (uint32_t)p->v[4]];
    const rt_ctx asking = *ctx_of(g);
    if (!rt_target_wanted(g, &t, &asking)) {
        rt_top(g)->v[4]++;
        return RT_NEXT;
    }
    uint32_t slot = (uint32_t)rt_top(g)->v[4], have = chosen_in(g, ctx, slot, mode, 0);
    const uint32_t x = (uint32_t)ctx_of(g)->x, min = t.flags & VM_TF_X ? x : t.min,
                   max = divided_among(g, min, t.flags & VM_TF_X ? x : t.max);
    p = rt_top(g); /* a value may move the block */
    if (have >= max) {
        p->v[4]++;
        return RT_NEXT;
    }
    if (have >= min && !one_more_payable(g)) {
        rt_top(g)->v[4]++;
        return RT_NEXT;
    }
    const uint32_t who = chooser(g, &t);
    if (who == RT_NOBODY)
        return ask_chooser(g);
    rt_ctx c = *ctx_of(g);
    uint32_t heap = g->s->heap.count;
    uint64_t all = rt_target_candidates(g, &t, &c);
    uint32_t n = rt_set_count(all), added = 0;
    rt_ask(g, CANTRIP_DECIDE_TARGET, who, c.self);
    for (uint32_t i = 0; i < n; i++) {
        rt_entity e = rt_set_at(g, all, i);
        const vm_target *list = aura.sel ? &aura : &g->pack->target[first];
        if (may_choose(g, list, count, slot, ctx, mode, e)) {
            rt_option_add(g, CANTRIP_OPTION_ID, e, (int32_t)mode, (int32_t)slot);
            added++;
        }
    }
    g->s->heap.count = heap;
    if (!added && have < min && rt_top(g)->a == WHAT_TRIGGER)
        return abandon(g);
    if (!added) {
        rt_top(g)->v[4]++;
        return RT_NEXT;
    }
    if (rt_top(g)->a == WHAT_SPELL && slot + 1 == count && rt_is_aimed(g, c.self))
        keep_payable(g, slot, mode);
    if (have >= min)
        rt_option_add(g, CANTRIP_OPTION_PASS, 0, 0, 0);
    to(g, STAGE_TARGET_CHOSEN);
    return rt_ask_done(g, 1, 1);
}

static rt_status target_chosen(rt_game *g)
{
    const rt_option o = *rt_answered(g, 0);
    to(g, STAGE_TARGETS);
    if (o.kind == CANTRIP_OPTION_PASS) {
        rt_top(g)->v[4]++;
        return RT_NEXT;
    }
    uint32_t at = RT_PUSH(g, target), ctx = (uint32_t)rt_top(g)->v[0];
    *rt_target_row(g, at) = (rt_target){ctx, (uint16_t)o.b, (uint16_t)o.a, o.entity, 0};
    ctx_of(g)->target_count++;
    return RT_NEXT;
}

static rt_status divide(rt_game *g) /* 601.2d */
{
    const vm_ability *a = ability_of(g);
    uint32_t ctx = (uint32_t)rt_top(g)->v[0];
    if (!a || !(a->flags & VM_AF_DIVIDED))
        return to(g, STAGE_ASSIST);
    int32_t total = division_total(g, a), open = 0, last = -1;
    for (uint32_t i = 0; i < g->s->target.count; i++) {
        const rt_target *t = rt_target_row(g, i);
        if (t->ctx != ctx)
            continue;
        total -= t->amount;
        if (!t->amount) {
            open++;
            if (last < 0)
                last = (int32_t)i;
        }
    }
    if (!open || total < open)
        return to(g, STAGE_ASSIST);
    rt_ask(g, CANTRIP_DECIDE_DIVIDE, (uint32_t)rt_top(g)->v[3],
           rt_target_row(g, (uint32_t)last)->entity);
    for (int32_t n = open == 1 ? total : 1; n <= total - (open - 1); n++)
        rt_option_add(g, CANTRIP_OPTION_NUMBER, rt_target_row(g, (uint32_t)last)->entity, n, last);
    to(g, STAGE_DIVIDED);
    return rt_ask_done(g, 1, 1);
}

static rt_status divided(rt_game *g)
{
    if (rt_answer_count(g))
        rt_target_row(g, (uint32_t)rt_answered(g, 0)->b)->amount = rt_answered(g, 0)->a;
    return to(g, rt_answer_count(g) ? STAGE_DIVIDE : STAGE_ASSIST);
}

/* CR 702.131a. v4: who pays with the caster; v9: for how much generic mana */
static rt_status assist(rt_game *g)
{
    rt_status asked = RT_NEXT;
    rt_top(g)->v[9] = 0;
    if (rt_top(g)->a != WHAT_SPELL || !g->lib->has_assist)
        return to(g, STAGE_PAY);
    const rt_bill b = bill_of(g);
    to(g, STAGE_ASSIST_CHOSEN);
    return rt_assist_ask(g, &b, &asked) ? asked : to(g, STAGE_PAY);
}

static rt_status assist_chosen(rt_game *g)
{
    if (!rt_answer_count(g))
        return to(g, STAGE_PAY);
    rt_top(g)->v[4] = (int32_t)RT_PLAYER_OF(rt_answered(g, 0)->entity);
    const rt_bill b = bill_of(g);
    to(g, STAGE_ASSIST_SAID);
    return rt_assist_amount(g, &b, (uint32_t)rt_top(g)->v[4]);
}

static rt_status assist_said(rt_game *g)
{
    const int32_t n = rt_answer_count(g) ? rt_answered(g, 0)->a : 0;
    const rt_bill b = {.player = (uint32_t)rt_top(g)->v[4], .extra = n};
    rt_bill rest = bill_of(g);
    rest.extra = rt_sum(rest.extra, -(int64_t)n);
    const int pays =
        n > 0 && rt_can_pay_alone(g, &rest); /* else all of it is taken back (CR 721.1) */
    rt_top(g)->v[9] = pays ? n : 0;
    to(g, STAGE_PAY);
    if (pays)
        rt_pay_start(g, &b);
    return RT_NEXT;
}

static rt_status start_paying(rt_game *g) /* 601.2f to h */
{
    rt_proc *p = rt_top(g);
    if (p->a == WHAT_TRIGGER)
        return to(g, STAGE_PAID);
    const int32_t helped = g->s->unpaid ? 0 : p->v[9];
    const int spell = p->a == WHAT_SPELL;
    g->s->unpaid = 0;
    rt_bill b = bill_of(g); /* the state may move */
    if (spell && g->lib->has_assist)
        b.extra = rt_sum(b.extra, -(int64_t)helped);
    to(g, STAGE_PAID);
    rt_pay_start(g, &b);
    return RT_NEXT;
}

static const char *ability_text(const rt_game *g, const rt_ctx *c)
{
    return c->ability < g->pack->ability_count
               ? vm_pack_str(g->pack, g->pack->ability[c->ability].text)
               : "";
}

static void say(rt_game *g, const rt_proc *p)
{
    const rt_ctx *c = rt_ctx_row(g, (uint32_t)p->v[0]);
    const rt_entity what = c->self, who = RT_PLAYER(p->v[3]);
    if (p->a == WHAT_SPELL)
        RT_TELL(g, CAST, .object = what, .other = who,
                .detail = c->flags & RT_CTX_KICKED ? "kicked" : "");
    else if (p->a == WHAT_ABILITY)
        RT_TELL(g, ACTIVATE, .object = what, .other = who, .detail = ability_text(g, c));
    else
        RT_TELL(g, TRIGGER, .object = what, .other = who, .detail = ability_text(g, c));
    for (uint32_t i = 0; i < g->s->target.count; i++) {
        const rt_target *t = rt_target_row(g, i);
        if (t->ctx == (uint32_t)p->v[0])
            RT_TELL(g, TARGETS, .object = what, .other = t->entity);
    }
}

/* CR 721.1: it could not be paid after all. The spell goes back, an ability is gone; mana stays. */
static rt_status undo(rt_game *g)
{
    rt_proc p = *rt_top(g);
    g->s->unpaid = 0;
    g->s->image.count = 0;
    RT_TELL(g, UNPAID, .object = rt_ctx_row(g, (uint32_t)p.v[0])->self);
    if (p.a != WHAT_SPELL)
        return abandon(g);
    rt_ctx_free(g, (uint32_t)p.v[0]);
    rt_relocate(g, RT_INDEX((rt_entity)p.v[1]), (uint32_t)p.v[11], 0);
    return rt_proc_pop(g);
}

/* Whatever has become a target has become one now. */
static void targets_chosen(rt_game *g, const rt_proc *p)
{
    uint32_t batch = rt_batch(g);
    for (uint32_t i = 0; i < g->s->target.count; i++) {
        const rt_target t = *rt_target_row(g, i);
        if (t.ctx != (uint32_t)p->v[0])
            continue;
        rt_event *e = rt_event_add(g, RT_EV_TARGETED, 0);
        e->obj = RT_IS_PLAYER(t.entity) ? 0 : t.entity;
        e->whom = t.entity;
        e->src = e->other = (rt_entity)p->v[1];
        e->player = (uint8_t)p->v[3];
    }
    if (g->s->event.count > batch)
        rt_batch_run(g, batch);
    rt_batch_drop(g, batch);
}

static void activated(rt_game *g, const rt_proc *p)
{
    const uint32_t batch = rt_batch(g);
    rt_event *e = rt_event_add(g, RT_EV_DID, 0);
    e->aux = VM_EVENT_activate;
    e->player = (uint8_t)p->v[3];
    e->obj = rt_ctx_row(g, (uint32_t)p->v[0])->self;
    e->other = (rt_entity)p->v[1];
    rt_batch_run(g, batch);
    rt_batch_drop(g, batch);
}

static rt_status turned(rt_game *g)
{
    const rt_proc p = *rt_top(g);
    const rt_entity e = (rt_entity)p.v[1];
    rt_cost_range cost;
    int32_t counters = 0;
    const int can = !g->s->unpaid && rt_live(g, e) &&
                    rt_turn_up_cost(g, RT_INDEX(e), (uint32_t)p.v[7], &cost, &counters);
    g->s->unpaid = 0;
    g->s->image.count = 0;
    rt_ctx_free(g, (uint32_t)p.v[0]);
    rt_proc_pop(g);
    if (!can)
        return RT_NEXT;
    const uint32_t batch = rt_batch(g);
    rt_turn_event(g, e, RT_TURN_UP, e);
    rt_event_row(g, batch)->amount = counters;
    rt_batch_close(g, batch);
    return RT_NEXT;
}

static rt_status finish(rt_game *g) /* 601.2i */
{
    rt_proc p = *rt_top(g);
    if (p.a == WHAT_TURN)
        return turned(g);
    if (g->s->unpaid)
        return undo(g);
    g->s->image.count = 0; /* from here on it cannot be taken back */
    say(g, &p);
    const int special = p.a == WHAT_ABILITY && (ability_of(g)->flags & VM_AF_SPECIAL);
    rt_proc_pop(g);
    if (special) { /* CR 115.2: it does not use the stack, so nobody can do anything before this is done */
        rt_proc_push(g, RT_PROC_RESOLVE);
        return RT_NEXT;
    }
    targets_chosen(g, &p);
    if (p.a == WHAT_ABILITY)
        activated(g, &p);
    if (p.a != WHAT_SPELL)
        return RT_NEXT;
    rt_player_row(g, (uint32_t)p.v[3])->spells_cast++;
    if (p.v[11] == VM_ZONE_COMMAND)
        rt_commander_cast(g, (rt_entity)p.v[1]);
    uint32_t batch = rt_batch(g);
    rt_event *e = rt_event_add(g, RT_EV_CAST, 0);
    e->obj = (rt_entity)p.v[1];
    e->player = (uint8_t)p.v[3];
    e->from = (uint8_t)p.v[11];
    e->to = VM_ZONE_STACK;
    rt_batch_run(g, batch);
    rt_batch_drop(g, batch);
    return RT_NEXT;
}

rt_status rt_cast_run(rt_game *g)
{
    switch (rt_top(g)->stage) {
    case STAGE_MODES:
        return modes(g);
    case STAGE_ALL_MODES_CHOSEN:
        return all_modes_chosen(g);
    case STAGE_MODES_CHOSEN:
        return modes_chosen(g);
    case STAGE_KICKER:
        return kicker(g);
    case STAGE_ALTERNATIVE_CHOSEN:
        return alternative_chosen(g);
    case STAGE_KICKER_CHOSEN:
        return kicker_chosen(g);
    case STAGE_SPLICE:
        return splice(g);
    case STAGE_SPLICED:
        return spliced(g);
    case STAGE_OFFERING:
        return offering(g);
    case STAGE_OFFERED:
        return offered(g);
    case STAGE_SYMBOLS:
        return symbols(g);
    case STAGE_SYMBOL_CHOSEN:
        return symbol_chosen(g);
    case STAGE_X:
        return choose_x(g);
    case STAGE_X_CHOSEN:
        return x_chosen(g);
    case STAGE_TARGETS:
        return targets(g);
    case STAGE_CHOOSER_CHOSEN:
        return chooser_chosen(g);
    case STAGE_TARGET_CHOSEN:
        return target_chosen(g);
    case STAGE_DIVIDE:
        return divide(g);
    case STAGE_DIVIDED:
        return divided(g);
    case STAGE_ASSIST:
        return assist(g);
    case STAGE_ASSIST_CHOSEN:
        return assist_chosen(g);
    case STAGE_ASSIST_SAID:
        return assist_said(g);
    case STAGE_PAY:
        return start_paying(g);
    default:
        return finish(g);
    }
}
