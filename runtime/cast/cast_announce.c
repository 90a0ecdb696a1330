/* What is announced as something is cast or activated: modes, alternative and optional costs, what is spliced or offered,
 * symbols, X (CR 601.2b). */
#include "runtime/cast/casting.h"

static uint32_t times_payable(rt_game *g, uint32_t number, uint32_t max);

/* How many modes can be paid for, where each beyond the first costs something. */
static uint32_t modes_payable(rt_game *g, const vm_ability *a)
{
    CANTRIP_ASSERT(a->kind < VM_ABILITY_KIND_COUNT);
    uint32_t most = a->mode_max;
    uint32_t given;
    if (rt_top(g)->a != WHAT_SPELL ||
        !rt_cost_of(g, rt_top(g)->cast.object, VM_AF_PER_MODE, 0, &given))
        return most;
    for (; most > a->mode_min; most--) {
        ctx_of(g)->modes = (uint8_t)((1u << most) - 1);
        if (rt_cast_payable(g, 0))
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
    const rt_object *o = p->a == WHAT_SPELL ? rt_live(g, p->cast.object) : NULL;
    uint32_t given;
    for (uint32_t n = 0; o && (a = rt_optional_cost(g, o, n, &given)) != NULL; n++)
        if (a->flags & VM_AF_ALL_MODES)
            return n < VM_OPTIONAL_COSTS_MAX ? (int)n : -1;
    return -1;
}

rt_status rt_cast_all_modes_chosen(rt_game *g)
{
    const vm_ability *a = ability_of(g);
    if (rt_answered(g, 0)->kind != CANTRIP_OPTION_YES) {
        rt_top(g)->b |= MODES_ASKED;
        return to(g, STAGE_MODES);
    }
    rt_presence_of(g, rt_live(g, rt_top(g)->cast.object))->optional[all_modes_cost(g)] = 1;
    ctx_of(g)->modes = (uint8_t)((1u << a->mode_count) - 1);
    return to(g, STAGE_KICKER);
}

rt_status rt_cast_modes(rt_game *g) /* 601.2b */
{
    if (rt_top(g)->a == WHAT_SPELL)
        rt_refresh(g); /* what it has been given as a spell */
    const vm_ability *a = ability_of(g);
    uint32_t mask;
    if (!a || !a->mode_count)
        return to(g, STAGE_KICKER);
    rt_ctx c = *ctx_of(g);
    if (!rt_modes_legal(g, a, &c, &mask))
        return rt_cast_abandon(g);
    const int all = rt_top(g)->b & MODES_ASKED ? -1 : all_modes_cost(g);
    if (all >= 0 && mask == (1u << a->mode_count) - 1) {
        const uint32_t can = times_payable(g, (uint32_t)all, 1);
        rt_ask(g, CANTRIP_DECIDE_KICKER, rt_top(g)->cast.player, c.self);
        if (can)
            rt_option_add(g, CANTRIP_OPTION_YES, 0, 0, all);
        rt_option_add(g, CANTRIP_OPTION_NO, 0, 0, all);
        to(g, STAGE_ALL_MODES_CHOSEN);
        return rt_ask_one(g);
    }
    rt_ask(g, CANTRIP_DECIDE_MODE, rt_top(g)->cast.player, c.self);
    for (uint32_t i = 0; i < a->mode_count; i++)
        if (mask >> i & 1)
            rt_option_add(g, CANTRIP_OPTION_MODE, 0, (int32_t)i, 0);
    to(g, STAGE_MODES_CHOSEN);
    return rt_ask_done(g, a->mode_min, modes_payable(g, a));
}

rt_status rt_cast_modes_chosen(rt_game *g)
{
    uint32_t mask = 0;
    for (uint32_t i = 0; i < rt_answer_count(g); i++)
        mask |= 1u << rt_answered(g, i)->a;
    ctx_of(g)->modes = (uint8_t)mask;
    return to(g, STAGE_KICKER);
}

/* Is there a row of what is given up among what has to be paid already? */
static int gives_already(rt_game *g)
{
    rt_bill b;
    rt_cast_bill(g, &b);
    return rt_offering_row(g, &b) != NULL;
}

/* With what has been announced, or with an optional cost that makes it cheaper. */
static int payable_somehow(rt_game *g)
{
    uint32_t given;
    const vm_ability *a;
    if (rt_cast_payable(g, 0))
        return 1;
    for (uint32_t n = 0; n < VM_OPTIONAL_COSTS_MAX; n++) {
        a = rt_optional_cost(g, rt_live(g, rt_top(g)->cast.object), n, &given);
        if (!a)
            break;
        if (rt_cost_gives(g, a) && !gives_already(g) && times_payable(g, n, 1))
            return 1;
    }
    return 0;
}

static int payable_for(rt_game *g, uint32_t alternative)
{
    rt_proc *p = rt_top(g);
    const uint32_t instead = p->cast.instead;
    p->cast.instead = alternative;
    int can = payable_somehow(g);
    rt_top(g)->cast.instead = instead;
    return can;
}

/* Is there a target for everything that is chosen now, with what has been announced? */
static int choices_exist(rt_game *g)
{
    const rt_proc p = *rt_top(g);
    const uint32_t does = rt_spell_ability(g, p.cast.object, p.cast.ctx);
    const vm_ability *a = does == VM_NO_SYMBOL ? NULL : &g->pack->ability[does];
    const rt_ctx c = *ctx_of(g);
    return (!a || a->mode_count || rt_can_target_all(g, a->targets, a->target_count, &c)) &&
           rt_parts_legal(g, p.cast.object, p.cast.ctx);
}

static int alternative_legal(rt_game *g, const vm_ability *cost)
{
    const rt_entity spell = rt_top(g)->cast.object;
    const uint32_t was = rt_here(g, rt_live(g, spell))->cast_for;
    rt_presence_of(g, rt_live(g, spell))->cast_for = cost->keyword + 1;
    const int legal = choices_exist(g);
    rt_presence_of(g, rt_live(g, spell))->cast_for = was;
    return legal;
}

static void set_kicked(rt_game *g, uint32_t number, uint32_t times)
{
    rt_object *spell = rt_live(g, rt_top(g)->cast.object);
    uint32_t given;
    const vm_ability *cost = rt_optional_cost(g, spell, number, &given);
    rt_presence_of(g, spell)->optional[number] = (uint16_t)times;
    if (times && rt_is_kicker(g, cost)) {
        ctx_of(g)->flags |= RT_CTX_KICKED;
        spell->flags |= RT_OF_KICKED;
    }
}

static int option_legal(rt_game *g, uint32_t number)
{
    const rt_entity spell = rt_top(g)->cast.object;
    const uint32_t was = rt_live(g, spell)->flags;
    const uint8_t flags = ctx_of(g)->flags;
    set_kicked(g, number, 1);
    const int legal = choices_exist(g);
    rt_presence_of(g, rt_live(g, spell))->optional[number] = 0;
    rt_live(g, spell)->flags = was;
    ctx_of(g)->flags = flags;
    return legal;
}

/* Which of its costs: 0 the mana cost, else an alternative one. */
static rt_status ask_alternative(rt_game *g, const vm_face *f)
{
    CANTRIP_ASSERT(f->shape < VM_SHAPE_COUNT);
    rt_ask(g, CANTRIP_DECIDE_ALTERNATIVE, rt_top(g)->cast.player, ctx_of(g)->self);
    if (!(f->flags & VM_FF_BACK) && payable_for(g, 0) && choices_exist(g))
        rt_option_add(g, CANTRIP_OPTION_NUMBER, 0, 0, 0);
    const vm_ability *a;
    uint32_t given;
    for (uint32_t n = 0;
         (a = rt_cost_of(g, rt_top(g)->cast.object, VM_AF_ALTERNATIVE, n, &given)) != NULL; n++)
        if (rt_cost_open(g, rt_top(g)->cast.player, rt_top(g)->cast.object, a) &&
            payable_for(g, n + 1) && alternative_legal(g, a))
            rt_option_add(g, CANTRIP_OPTION_NUMBER, 0, (int32_t)n + 1, 0);
    to(g, STAGE_ALTERNATIVE_CHOSEN);
    return rt_ask_one(g);
}

/* How often the optional cost at hand could be paid, up to `max`, with those that were chosen before. */
static uint32_t times_payable(rt_game *g, uint32_t number, uint32_t max)
{
    uint32_t n = 0, step = 1; /* what can be paid so often can be paid less often */
    int grows = 1;
    while (step) {
        int can = n + step <= max;
        if (can) {
            rt_presence_of(g, rt_live(g, rt_top(g)->cast.object))->optional[number] =
                (uint16_t)(n + step);
            can = rt_cast_payable(g, 0);
        }
        n += can ? step : 0;
        grows &= can;
        step = grows ? step * 2 : step / 2;
    }
    rt_presence_of(g, rt_live(g, rt_top(g)->cast.object))->optional[number] = 0;
    return n;
}

/* So often it will be paid. */
static rt_status pay_optional(rt_game *g, uint32_t number, int32_t times)
{
    uint32_t given;
    rt_optional_cost(g, rt_live(g, rt_top(g)->cast.object), number, &given);
    set_kicked(g, number, (uint32_t)times);
    rt_top(g)->cast.optional = number + 1;
    if (given && times) {
        const uint32_t at = RT_PUSH(g, paid);
        *rt_paid_row(g, at) = (rt_paid){ctx_of(g)->payment, given, 0, times};
    }
    return to(g, STAGE_KICKER);
}

/* Was it decided by casting the spell at a time when it could not be cast without? */
static int is_paid_for_time(const rt_game *g, uint32_t number, const vm_ability *a)
{
    return (a->flags & VM_AF_INSTANT) &&
           rt_here(g, rt_live(g, rt_top(g)->cast.object))->optional[number];
}

rt_status rt_cast_kicker(rt_game *g) /* 601.2b: alternative and optional costs */
{
    rt_proc *p = rt_top(g);
    const vm_face *f = p->a == WHAT_SPELL ? rt_face(g, rt_live(g, p->cast.object)) : NULL;
    rt_bill paid = {0};
    uint32_t given;
    if (f)
        rt_refresh(g);
    p = rt_top(g);
    if (f && !(p->b & COST_DECIDED) && rt_permitted_cost(g, p->cast.permission, f, &paid) &&
        rt_cost_of(g, p->cast.object, VM_AF_ALTERNATIVE, 0, &given))
        return ask_alternative(g, f);
    p = rt_top(g);
    const uint32_t number = p->cast.optional;
    const vm_ability *a =
        f && number < VM_OPTIONAL_COSTS_MAX
            ? rt_optional_cost(g, rt_live(g, rt_top(g)->cast.object), number, &given)
            : NULL;
    if (!a)
        return to(g, STAGE_SPLICE);
    if (is_paid_for_time(g, number, a))
        return pay_optional(g, number, 1);
    const int repeated = (a->flags & VM_AF_REPEATED) != 0, gives = rt_cost_gives(g, a);
    const uint32_t times =
        a->flags & VM_AF_ALL_MODES || !option_legal(g, number) || (gives && gives_already(g))
            ? 0
            : times_payable(g, number, repeated ? UINT16_MAX : 1);
    if (!times && (g->s->skip_trivial || a->flags & VM_AF_ALL_MODES)) {
        rt_top(g)->cast.optional++;
        return RT_NEXT;
    }
    rt_ask(g, CANTRIP_DECIDE_KICKER, rt_top(g)->cast.player, ctx_of(g)->self);
    for (uint32_t n = 0; repeated && n <= times; n++)
        rt_option_add(g, CANTRIP_OPTION_NUMBER, 0, (int32_t)n, (int32_t)number);
    if (!repeated && times)
        rt_option_add(g, CANTRIP_OPTION_YES, 0, 0, (int32_t)number);
    if (!repeated && (!gives || !times || rt_cast_payable(g, 0)))
        rt_option_add(g, CANTRIP_OPTION_NO, 0, 0, (int32_t)number);
    to(g, STAGE_KICKER_CHOSEN);
    return rt_ask_one(g);
}

/* Cards in hand that are spliced onto the spell, in the order in which they will be followed (CR 702.46). */
rt_status rt_cast_splice(rt_game *g)
{
    const rt_proc p = *rt_top(g);
    const uint32_t player = p.cast.player, ctx = p.cast.ctx;
    if (p.a != WHAT_SPELL || !(g->lib->rules & RT_RULE(VM_MOD_MAY_SPLICE)))
        return to(g, STAGE_OFFERING);
    uint32_t offered = 0;
    rt_ask(g, CANTRIP_DECIDE_MAY, player, ctx_of(g)->self);
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_HAND, player); i++) {
        const rt_entity card = rt_handle(g, rt_zone_at(g, VM_ZONE_HAND, player, i));
        rt_spell_part part;
        if (!rt_splice(g, card, p.cast.object, ctx, &part))
            continue;
        rt_part_add(g, &part);
        const int can = rt_cast_payable(g, 0);
        g->s->spell_part.count--;
        if (can)
            rt_option_add(g, CANTRIP_OPTION_ID, card, 0, 0);
        offered += (uint32_t)can;
    }
    if (!offered && (g->s->skip_trivial || !rt_zone_count(g, VM_ZONE_HAND, player) ||
                     !rt_could_splice(g, p.cast.object, ctx)))
        return to(g, STAGE_OFFERING);
    rt_option_add(g, CANTRIP_OPTION_NO, 0, 0, 0);
    to(g, STAGE_SPLICED);
    return rt_ask_hidden(g, 1, 1);
}

rt_status rt_cast_spliced(rt_game *g)
{
    const rt_option o = *rt_answered(g, 0);
    rt_spell_part part;
    if (o.kind != CANTRIP_OPTION_ID ||
        !rt_splice(g, o.entity, rt_top(g)->cast.object, rt_top(g)->cast.ctx, &part))
        return to(g, STAGE_OFFERING);
    RT_TELL(g, REVEALED, .object = o.entity, .seen = UINT32_MAX);
    const vm_ability *a = &g->pack->ability[part.ability];
    if (!a->mode_count) {
        rt_part_add(g, &part);
        return to(g, STAGE_SPLICE);
    }
    const rt_ctx c = *ctx_of(g);
    uint32_t mask;
    rt_modes_legal(g, a, &c, &mask);
    rt_ask(g, CANTRIP_DECIDE_MODE, rt_top(g)->cast.player, c.self);
    for (uint32_t i = 0; i < a->mode_count; i++)
        if (mask >> i & 1)
            rt_option_add(g, CANTRIP_OPTION_MODE, o.entity, (int32_t)i, 0);
    to(g, STAGE_SPLICED_MODES);
    return rt_ask_done(g, a->mode_min, a->mode_max);
}

/* Each mode of what is spliced is a part, with targets of its own; the cost is paid once (CR 601.2b, 702.46b). */
rt_status rt_cast_spliced_modes(rt_game *g)
{
    const rt_entity card = rt_answered(g, 0)->entity;
    rt_spell_part part;
    if (!rt_splice(g, card, rt_top(g)->cast.object, rt_top(g)->cast.ctx, &part))
        return to(g, STAGE_OFFERING);
    uint32_t mask = 0;
    for (uint32_t i = 0; i < rt_answer_count(g); i++)
        mask |= 1u << rt_answered(g, i)->a;
    const vm_ability *a = &g->pack->ability[part.ability];
    for (uint32_t i = 0; i < a->mode_count; i++) {
        if (!(mask >> i & 1))
            continue;
        part.mode = a->modes + i + 1;
        rt_part_add(g, &part);
        part.cost_count = 0;
    }
    return to(g, STAGE_SPLICE);
}

/* What is sacrificed so that the spell costs less (CR 702.47b, 702.118b). */
rt_status rt_cast_offering(rt_game *g)
{
    if (rt_top(g)->a != WHAT_SPELL)
        return to(g, STAGE_SYMBOLS);
    rt_bill b;
    rt_cast_bill(g, &b);
    if (!rt_offering_row(g, &b))
        return to(g, STAGE_SYMBOLS);
    rt_ask(g, CANTRIP_DECIDE_COST, b.player, b.self);
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        const rt_entity e = rt_handle(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i));
        if (rt_offering_ok(g, &b, e))
            rt_option_add(g, CANTRIP_OPTION_ID, e, 0, 0);
    }
    to(g, STAGE_OFFERED);
    return rt_ask_one(g);
}

rt_status rt_cast_offered(rt_game *g)
{
    if (rt_answer_count(g))
        rt_top(g)->cast.offering = rt_answered(g, 0)->entity;
    return to(g, STAGE_SYMBOLS);
}

rt_status rt_cast_alternative_chosen(rt_game *g)
{
    rt_proc *p = rt_top(g);
    p->cast.instead = (uint32_t)rt_answered(g, 0)->a;
    p->b |= COST_DECIDED;
    if (p->cast.instead) {
        uint32_t given;
        const vm_ability *a =
            rt_cost_of(g, p->cast.object, VM_AF_ALTERNATIVE, p->cast.instead - 1, &given);
        rt_presence_of(g, rt_live(g, rt_top(g)->cast.object))->cast_for = a->keyword + 1;
        if (given) {
            const uint32_t at = RT_PUSH(g, paid);
            *rt_paid_row(g, at) = (rt_paid){ctx_of(g)->payment, given, 0, 1};
        }
    }
    const uint32_t does = rt_spell_ability(g, rt_top(g)->cast.object, rt_top(g)->cast.ctx);
    rt_top(g)->cast.ability = does == VM_NO_SYMBOL ? -1 : (int32_t)does;
    ctx_of(g)->ability = does;
    return to(g, STAGE_KICKER);
}

rt_status rt_cast_kicker_chosen(rt_game *g)
{
    const rt_option o = *rt_answered(g, 0);
    return pay_optional(g, rt_top(g)->cast.optional,
                        o.kind == CANTRIP_OPTION_NUMBER ? o.a : o.kind == CANTRIP_OPTION_YES);
}

/* Mana or 2 life, for each Phyrexian symbol (CR 107.4f, 601.2b); said: decided << 8 | by life, and bit 16 once
 * all are. Only what can still be paid is offered: the symbols behind are tried in every way. */
rt_status rt_cast_symbols(rt_game *g)
{
    if (rt_top(g)->a == WHAT_TRIGGER)
        return to(g, STAGE_X);
    rt_bill b;
    rt_cast_bill(g, &b); /* asks the cards: the state may move */
    rt_proc *p = rt_top(g);
    uint32_t count = 0, decided = p->cast.said >> 8 & 0xFF, by_life = p->cast.said & 0xFF;
    for (uint32_t i = 0; i < b.range[0].count; i++)
        count += g->pack->cost[b.range[0].first + i].kind == VM_COST_PHYREXIAN;
    if (count > RT_SYMBOLS_MAX)
        count = RT_SYMBOLS_MAX;
    if (decided >= count) {
        p->cast.said |= count ? 1u << 16 : 0;
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
    return rt_ask_one(g);
}

rt_status rt_cast_symbol_chosen(rt_game *g)
{
    rt_proc *p = rt_top(g);
    uint32_t decided = p->cast.said >> 8 & 0xFF;
    if (rt_answered(g, 0)->kind == CANTRIP_OPTION_YES)
        p->cast.said |= 1u << decided;
    p->cast.said += 1 << 8;
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
    const rt_entity spell = rt_top(g)->cast.object;
    if (rt_top(g)->a != WHAT_SPELL)
        return 1;
    rt_presence_of(g, rt_live(g, spell))->x = (uint32_t)x;
    const int allowed = rt_may_cast(g, rt_top(g)->cast.player, spell);
    rt_presence_of(g, rt_live(g, spell))->x = 0;
    return allowed;
}

static rt_status to_targets(rt_game *g)
{
    const rt_proc *p = rt_top(g);
    if (p->a == WHAT_SPELL)
        rt_parts_begin(g, p->cast.object, p->cast.ctx);
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

rt_status rt_cast_x(rt_game *g)
{
    if (rt_top(g)->a == WHAT_TRIGGER) /* it costs nothing */
        return to_targets(g);
    rt_bill b;
    rt_cast_bill(g, &b);
    int any = 0;
    for (uint32_t r = 0; r < RT_BILL_RANGES && (!r || b.range[r].count); r++)
        any |= rt_has_x(g, b.range[r].first, b.range[r].count) || its_cost_has_x(g, &b, r);
    if (!any)
        return to_targets(g);
    const int32_t max = rt_greatest_x(g, &b);
    int32_t some = 0; /* the least X for which there are targets; there may be none for any */
    while (some <= max && !targets_for(g, some))
        some++;
    rt_ask(g, CANTRIP_DECIDE_X, rt_top(g)->cast.player, ctx_of(g)->self);
    for (int32_t x = 0; x <= max; x++)
        if ((some > max || (x >= some && targets_for(g, x))) && x_allowed(g, x))
            rt_option_add(g, CANTRIP_OPTION_NUMBER, 0, x, 0);
    if (!g->s->option.count) /* another choice of the same proposal has closed all of them */
        rt_option_add(g, CANTRIP_OPTION_NUMBER, 0, 0, 0);
    to(g, STAGE_X_CHOSEN);
    return rt_ask_one(g);
}

rt_status rt_cast_x_chosen(rt_game *g)
{
    rt_proc *p = rt_top(g);
    p->cast.x = rt_answered(g, 0)->a;
    ctx_of(g)->x = p->cast.x;
    rt_presence_of(g, rt_live(g, p->cast.object))->x = (uint32_t)p->cast.x;
    return to_targets(g);
}
