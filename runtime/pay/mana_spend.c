/* Carrying out plans: taps, the pool, and mana abilities with what they cost (CR 605.3, 601.2h). */
#include "runtime/pay/mana.h"
#include "runtime/turn/turn.h"

#include <string.h>

static int is_for(const rt_plan *p, uint32_t u, uint16_t time)
{
    if (!p->used_by[u])
        return 0;
    return p->used_by[u] == RT_PAYS_GENERIC ? time == RT_LAST
                                            : p->demand[p->used_by[u] - 1].time == time;
}

/* The colour of a unit that goes to the pool: one that its later use wants, or any. */
uint8_t rt_color_of(const rt_plan *p, uint32_t u)
{
    uint8_t mask = p->unit[u].mask, color = 5;
    if (p->used_by[u] && p->used_by[u] != RT_PAYS_GENERIC &&
        (mask & p->demand[p->used_by[u] - 1].mask))
        mask &= p->demand[p->used_by[u] - 1].mask;
    while (color && !(mask >> color & 1))
        color--;
    return color;
}

static rt_mana *pool_row(rt_game *g, uint32_t player, rt_entity source, uint32_t color)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    CANTRIP_ASSERT(color < 6);
    CANTRIP_ASSERT(rt_is_entity(g, source));
    const rt_object *o = rt_look(g, source);
    const int snow = o && (o->types & VM_SUPER_SNOW); /* a push may move what it points to */
    const uint32_t at = RT_PUSH(g, mana);
    rt_mana *m = rt_mana_row(g, at);
    *m = (rt_mana){.player = (uint8_t)player,
                   .color = (uint8_t)color,
                   .snow = (uint8_t)snow,
                   .source = source};
    if (g->s->volatile_statics)
        rt_dirty(g);
    return m;
}

void rt_to_pool(rt_game *g, uint32_t player, const rt_unit *u, uint8_t color)
{
    pool_row(g, player, rt_handle(g, u->idx), color)->only = u->spells;
}

/* What is tapped or exiled in place of mana: the spell and its permanent know it (CR 702.50c). */
void rt_helped(rt_game *g, const rt_bill *b, const rt_unit *u)
{
    const rt_bill bill = *b; /* a push may move what it points to */
    const rt_entity e = rt_handle(g, u->idx);
    if (bill.payment) {
        const uint32_t at = RT_PUSH(g, paid);
        *rt_paid_row(g, at) = (rt_paid){bill.payment, VM_PAID_HELPED, e, 1};
    }
    if (u->helps == RT_HELP_EXILED) {
        rt_move_event(g, e, VM_ZONE_EXILE, 0, bill.self);
        return;
    }
    rt_event *tap = rt_event_add(g, RT_EV_TAP, 0);
    tap->obj = e;
    tap->other = bill.self;
    tap->amount = u->keyword;
}

enum { MORE = 1, TAPPED = 2 }; /* of a group */

/* Taps the source of unit u, once, and puts into the pool what it gives beyond what is paid at `time`. */
static void tap_source(rt_game *g, const rt_plan *p, const rt_groups *of, uint32_t u, uint16_t time,
                       uint32_t player)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    uint32_t types = 0;
    int32_t count = 0;
    if (p->unit[u].helps) {
        rt_helped(g, rt_bill_at_hand(g), &p->unit[u]);
        return;
    }
    rt_event_add(g, RT_EV_TAP, 0)->obj = rt_handle(g, p->unit[u].idx);
    for (uint32_t k = of->first[p->unit[u].group]; k != UINT32_MAX; k = of->next[k]) {
        if (p->unit[k].helps)
            continue;
        types |= 1u << rt_color_of(p, k);
        count++;
        if ((of->seen[p->unit[u].group] & MORE) && !is_for(p, k, time))
            rt_to_pool(g, player, &p->unit[k], rt_color_of(p, k));
    }
    rt_tapped_event(g, rt_handle(g, p->unit[u].idx), player, count, types);
}

/* Units of the pool stand in the order of its rows, those that are spent leave. */
static void spend_pool(rt_game *g, const rt_plan *p, uint16_t time, uint32_t rows)
{
    const rt_temp_mark mark = rt_temp_here(g);
    uint8_t *gone = rt_temp_zeroed(g, rows + 1);
    uint32_t kept = 0;
    const rt_bill b = *rt_bill_at_hand(g);
    for (uint32_t u = 0; u < p->unit_count; u++)
        if (p->unit[u].pool && p->unit[u].row < rows)
            gone[p->unit[u].row] |= (uint8_t)is_for(p, u, time);
    for (uint32_t row = 0; row < g->s->mana.count; row++) {
        const rt_mana m = *rt_mana_row(g, row);
        if (row >= rows || !gone[row])
            *rt_mana_row(g, kept++) = m;
        else if (time == RT_LAST)
            rt_spent_event(g, &b, &m);
    }
    if (kept != g->s->mana.count && g->s->volatile_statics)
        rt_dirty(g);
    g->s->mana.count = kept;
    rt_temp_release(g, mark);
}

/* Adds the taps to the batch and spends the mana of everything that is paid at `time`. */
static void spend(rt_game *g, const rt_plan *p, uint16_t time, uint32_t player)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    const rt_temp_mark mark = rt_temp_here(g);
    const uint32_t rows = g->s->mana.count;
    const rt_groups of = rt_units_by_group(g, p);
    for (uint32_t u = 0; u < p->unit_count; u++) /* which give more than what is paid now */
        if (rt_is_tap(&p->unit[u]) && !is_for(p, u, time))
            of.seen[p->unit[u].group] = MORE;
    for (uint32_t u = 0; u < p->unit_count; u++)
        if (is_for(p, u, time) && rt_is_tap(&p->unit[u]) && !(of.seen[p->unit[u].group] & TAPPED)) {
            tap_source(g, p, &of, u, time, player);
            of.seen[p->unit[u].group] |= TAPPED;
        }
    rt_temp_release(g, mark);
    for (uint32_t u = 0; u < p->unit_count; u++)
        if (p->unit[u].helps == RT_HELP_EXILED && is_for(p, u, time))
            rt_helped(g, rt_bill_at_hand(g), &p->unit[u]);
    spend_pool(g, p, time, rows);
}

static void lose_life_for(rt_game *g, uint32_t player, int32_t life)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    if (life <= 0)
        return;
    rt_event *e = rt_event_add(g, RT_EV_LOSE_LIFE, 0); /* CR 118.3 */
    e->player = (uint8_t)player;
    e->amount = life;
}

/* What mana a spell is cast with is remembered (CR 106.3): where a unit may be of several colours, one that is new. */
static void note_spent(rt_game *g, const rt_plan *p)
{
    const rt_bill *b = rt_bill_at_hand(g);
    rt_object *o = b->spell == 1 ? rt_live(g, b->self) : NULL;
    for (uint32_t u = 0; o && u < p->unit_count; u++) {
        if (!is_for(p, u, RT_LAST) || p->unit[u].helps)
            continue;
        uint32_t mask = p->unit[u].mask & 63u;
        if (p->used_by[u] != RT_PAYS_GENERIC && (mask & p->demand[p->used_by[u] - 1].mask))
            mask &= p->demand[p->used_by[u] - 1].mask;
        if (mask & ~rt_here(g, o)->spent & VM_COLOR_MASK)
            mask &= ~rt_here(g, o)->spent & VM_COLOR_MASK;
        rt_presence_of(g, o)->spent |= mask & (~mask + 1);
        rt_presence_of(g, o)->spent += 1u << 8;
    }
}

/* The plan needs no mana ability that costs anything: all at once. */
void rt_plan_carry_out(rt_game *g, const rt_plan *p)
{
    const uint32_t player = rt_bill_at_hand(g)->player, batch = rt_batch(g);
    int32_t life = rt_bill_at_hand(g)->life;
    note_spent(g, p);
    spend(g, p, RT_LAST, player);
    for (uint32_t d = 0; d < p->demand_count; d++)
        life += p->demand[d].other && p->demand[d].either == 'l' ? 2 : 0;
    lose_life_for(g, player, life);
    g->s->pay.count = rt_bill_at_hand(g)->pays;
    rt_batch_close(g, batch);
}

static void keep_paid(rt_game *g, const rt_payer *by, uint32_t kind, rt_entity entity,
                      int32_t amount)
{
    if (!by->payment || amount <= 0)
        return;
    uint32_t at = RT_PUSH(g, paid);
    *rt_paid_row(g, at) = (rt_paid){by->payment, kind, entity, amount};
}

static void counters_event(rt_game *g, const rt_payer *by, rt_entity whom, uint32_t kind,
                           int32_t change)
{
    CANTRIP_ASSERT(rt_is_entity(g, whom));
    rt_event *e = rt_event_add(g, change < 0 ? RT_EV_REMOVE_COUNTERS : RT_EV_PUT_COUNTERS, 0);
    e->whom = whom;
    e->amount = change < 0 ? -change : change;
    e->aux = kind;
    keep_paid(g, by, VM_PAID_COUNTERS, whom, -change);
}

/* What happens to the things that somebody picked to pay with. */
static void use_up(rt_game *g, const vm_cost *c, const rt_payer *by, rt_entity pick)
{
    CANTRIP_ASSERT(c->kind < VM_COST_KIND_COUNT);
    static const struct {
        uint32_t zone, flags, paid;
    } MOVES[VM_COST_KIND_COUNT] = {
        [VM_COST_SACRIFICE] = {VM_ZONE_GRAVEYARD, RT_EF_SACRIFICE, VM_PAID_SACRIFICED},
        [VM_COST_DISCARD] = {VM_ZONE_GRAVEYARD, RT_EF_DISCARD, VM_PAID_DISCARDED},
        [VM_COST_CYCLE] = {VM_ZONE_GRAVEYARD, RT_EF_DISCARD | RT_EF_CYCLE, VM_PAID_DISCARDED},
        [VM_COST_EXILE] = {VM_ZONE_EXILE, 0, VM_PAID_EXILED},
        [VM_COST_GIVE] = {VM_ZONE_GRAVEYARD, RT_EF_SACRIFICE, VM_PAID_SACRIFICED},
        [VM_COST_RETURN] = {VM_ZONE_HAND, 0, VM_PAID_RETURNED},
    };
    static const uint8_t BY_TOTAL[] = {[VM_TOTAL_SACRIFICE] = VM_COST_SACRIFICE,
                                       [VM_TOTAL_EXILE] = VM_COST_EXILE,
                                       [VM_TOTAL_DISCARD] = VM_COST_DISCARD};
    const int is_this = !c->a && vm_cost_picks(c->kind);
    const uint32_t kind = c->kind == VM_COST_TOTAL ? BY_TOTAL[vm_total_use(c->b)] : c->kind;
    if (rt_cost_taps(c)) {
        rt_event *tap = rt_event_add(g, RT_EV_TAP, 0);
        tap->obj = pick;
        tap->other = c->kind == VM_COST_TOTAL ? by->self : 0;
        tap->amount = c->kind == VM_COST_TOTAL ? (int32_t)(c->b >> 8) : 0;
        keep_paid(g, by, VM_PAID_TAPPED, pick, !is_this);
    } else if (c->kind == VM_COST_REMOVE_FROM || c->kind == VM_COST_REMOVE_AMONG) {
        counters_event(g, by, pick, c->b, -1);
    } else if (c->kind == VM_COST_REVEAL) {
        const rt_entity shown = rt_know(g, pick, UINT32_MAX);
        RT_TELL(g, REVEALED, .object = shown, .seen = UINT32_MAX);
        keep_paid(g, by, VM_PAID_REVEALED, shown, !is_this);
    } else {
        rt_move_event(g, pick, MOVES[kind].zone, MOVES[kind].flags, by->self);
        keep_paid(g, by, is_this ? VM_PAID_THIS : MOVES[kind].paid, pick, 1);
    }
}

static void use_all_up(rt_game *g, const vm_cost *c, const rt_payer *by)
{
    const uint32_t zone = rt_cost_zone(g, c);
    rt_spend(g, rt_zone_count(g, zone, by->player) + 1);
    for (uint32_t i = 0; i < rt_zone_count(g, zone, by->player); i++) {
        const rt_entity e = rt_handle(g, rt_zone_at(g, zone, by->player, i));
        if (rt_cost_candidate(g, c, by->player, by->self, e))
            use_up(g, c, by, e);
    }
}

static void take_off_top(rt_game *g, const vm_cost *c, const rt_payer *by, uint32_t n)
{
    const uint32_t have = rt_zone_count(g, VM_ZONE_LIBRARY, by->player);
    for (uint32_t i = 0; i < n && i < have; i++) {
        const rt_entity card =
            rt_handle(g, rt_zone_at(g, VM_ZONE_LIBRARY, by->player, have - 1 - i));
        rt_move_event(g, card, c->b ? VM_ZONE_EXILE : VM_ZONE_GRAVEYARD, 0, by->self);
        keep_paid(g, by, c->b ? VM_PAID_EXILED_TOP : VM_PAID_MILLED, card, 1);
    }
}

/* Adds to the batch what paying one cost row does; `pick`: what is used up, if the player chooses that. */
void rt_cost_event(rt_game *g, const vm_cost *c, const rt_payer *by, const rt_entity *pick,
                   uint32_t pick_count)
{
    CANTRIP_ASSERT(c->kind < VM_COST_KIND_COUNT);
    const int32_t n = c->kind == VM_COST_LIFE ? rt_cost_life(g, c, by->player, by->x)
                      : c->kind == VM_COST_REMOVE && vm_cost_takes_all(c->kind, c->a)
                          ? rt_counters(g, by->self, (int32_t)c->b)
                          : (int32_t)rt_cost_amount(c, by->x);
    if (c->kind != VM_COST_REMOVE && vm_cost_takes_all(c->kind, c->a)) {
        use_all_up(g, c, by);
        return;
    }
    if (vm_cost_picks(c->kind) || c->kind == VM_COST_TOTAL || c->kind == VM_COST_GIVE ||
        c->kind == VM_COST_REMOVE_AMONG) {
        if (!c->a && vm_cost_picks(c->kind))
            use_up(g, c, by, by->self);
        for (uint32_t i = 0; pick && i < pick_count; i++)
            use_up(g, c, by, pick[i]);
        return;
    }
    switch (c->kind) {
    case VM_COST_TAP:
        rt_event_add(g, RT_EV_TAP, 0)->obj = by->self;
        break;
    case VM_COST_UNTAP:
        rt_event_add(g, RT_EV_UNTAP, 0)->obj = by->self;
        break;
    case VM_COST_LIFE:
        lose_life_for(g, by->player, n);
        keep_paid(g, by, VM_PAID_LIFE, 0, n);
        break;
    case VM_COST_MILL:
        take_off_top(g, c, by, (uint32_t)n);
        break;
    case VM_COST_DRAW:
        for (int32_t i = 0; i < n; i++)
            rt_event_add(g, RT_EV_DRAW, RT_EF_EFFECT)->player = (uint8_t)by->player;
        break;
    case VM_COST_PUT:
        counters_event(g, by, by->self, c->b, n);
        break;
    case VM_COST_REMOVE:
        if (n)
            counters_event(g, by, by->self, c->b, -n);
        break;
    case VM_COST_PLAYER_COUNTERS:
        counters_event(g, by, RT_PLAYER(by->player), c->b, -n);
        break;
    case VM_COST_LOYALTY:
        counters_event(g, by, by->self, VM_COUNTER_LOYALTY, n);
        break;
    default:
        break;
    }
}

/* What is about to be used up is tapped for the mana that the plan still wants of it. */
static void tap_first(rt_game *g, const rt_plan *p, rt_entity e, uint32_t player)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    CANTRIP_ASSERT(rt_is_entity(g, e));
    for (uint32_t u = 0; u < p->unit_count; u++)
        if (rt_is_tap(&p->unit[u]) && !p->unit[u].gone && p->used_by[u] && !is_for(p, u, 0) &&
            rt_handle(g, p->unit[u].idx) == e) {
            const rt_temp_mark mark = rt_temp_here(g);
            rt_groups of = rt_units_by_group(g, p);
            of.seen[p->unit[u].group] = MORE;
            tap_source(g, p, &of, u, 0, player);
            rt_temp_release(g, mark);
            return;
        }
}

enum mana_stage { MANA_PAID = 1, MANA_DONE, MANA_TOLD, MANA_BEGIN, MANA_X, MANA_DOES };

/* Activates the first mana ability of the plan (CR 605.3): its costs now, its effect when they are paid. */
rt_status rt_plan_first_step(rt_game *g, const rt_plan *p)
{
    const rt_activation *a = &p->step[0];
    const rt_source *s = &p->source[a->source];
    const vm_ability *ability = &g->pack->ability[s->ability];
    const uint32_t player = rt_bill_at_hand(g)->player, batch = rt_batch(g);
    const rt_entity self = rt_handle(g, s->idx);
    rt_ctx c = rt_ctx_for(g, self, s->ability);
    rt_ctx_given(g, &c, rt_obj(g, s->idx), s->number);
    uint32_t color = s->color, picked = 0;
    for (uint32_t u = 0; u < p->unit_count; u++)
        if (p->unit[u].born == 1 && (!color || (p->used_by[u] && !s->color)))
            color = rt_color_of(p, u) + 1u;
    if (!s->color && s->own_count > 1) /* each for itself, as it is added */
        color = 0;
    c.controller = (uint8_t)player;
    c.color = color;
    c.payment = ++g->s->payments;
    c.x = s->x;
    const rt_payer payer = {player, self, c.payment, s->x};
    rt_activated_note(g, self, s->number);
    uint32_t ctx = rt_ctx_new(g, &c);
    rt_proc *proc = rt_proc_push(g, RT_PROC_MANA); /* runs when the batch is through */
    proc->mana.ctx = ctx;
    proc->stage = MANA_DOES;
    spend(g, p, 0, player);
    if (!s->taps)
        tap_first(g, p, self, player);
    for (uint32_t i = 0; i < a->pick_count; i++)
        tap_first(g, p, p->pick[a->pick + i], player);
    for (uint32_t i = 0; i < ability->cost_count; i++) {
        const vm_cost *row = &g->pack->cost[ability->cost + i];
        uint32_t n = vm_cost_picks(row->kind) ? rt_cost_amount(row, s->x) : 0;
        rt_cost_event(g, row, &payer, n ? p->pick + a->pick + picked : NULL, n);
        picked += n;
    }
    rt_batch_close(g, batch);
    return RT_NEXT;
}

/* ---- mana abilities (CR 605.3b) ------------------------------------------------------------------ */

void rt_tap_for_mana(rt_game *g, uint32_t player, rt_entity land, uint32_t color)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    CANTRIP_ASSERT(color < 6);
    const rt_temp_mark mark = rt_temp_here(g);
    uint8_t mask = (uint8_t)(1 << color);
    rt_made made = {.mask = &mask, .count = 1};
    uint32_t batch = rt_batch(g), types = 0;
    rt_event_add(g, RT_EV_TAP, 0)->obj = land;
    rt_produce(g, land, &made);
    for (uint32_t i = 0; i < made.count; i++) {
        uint32_t c = color;
        while (!(made.mask[i] >> c & 1)) /* rules leave no such type: the first that they do */
            c = c ? c - 1 : 5;
        pool_row(g, player, land, c);
        types |= 1u << c;
    }
    rt_tapped_event(g, land, player, (int32_t)made.count, types);
    rt_temp_release(g, mark);
    rt_batch_close(g, batch);
}

/* The tap of a unit that is special: with all that it gives, and before anything is paid with it. */
void rt_tap_special(rt_game *g, uint32_t player, rt_entity e, int32_t number, uint32_t color)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    CANTRIP_ASSERT(color < 6);
    CANTRIP_ASSERT(rt_is_entity(g, e));
    if (number < 0)
        rt_tap_for_mana(g, player, e, color);
    else
        rt_mana_ability_start(g, player, e, (uint32_t)number, color + 1);
}

void rt_mana_ability_start(rt_game *g, uint32_t player, rt_entity source, uint32_t number,
                           uint32_t color)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    CANTRIP_ASSERT(rt_is_entity(g, source));
    rt_object *o = rt_live(g, source);
    rt_ctx c = rt_ctx_for(g, source, rt_ability_at(g, o, number));
    rt_ctx_given(g, &c, o, number);
    c.controller = (uint8_t)player;
    c.payment = ++g->s->payments;
    rt_activated_note(g, source, number);
    c.color = color;
    RT_TELL(g, MANA, .object = source, .other = RT_PLAYER(player));
    uint32_t ctx = rt_ctx_new(g, &c);
    rt_proc *p = rt_proc_push(g, RT_PROC_MANA);
    p->mana.ctx = ctx;
    p->stage = MANA_BEGIN;
}

static rt_bill bill_of(rt_game *g, const rt_ctx *c)
{
    const vm_ability *a = &g->pack->ability[c->ability];
    rt_bill b = {.player = c->controller,
                 .self = c->self,
                 .range = {{a->cost, a->cost_count, 1}},
                 .x = c->x,
                 .spell = 2,
                 .payment = c->payment};
    rt_bill_ability_rules(g, &b, a);
    return b;
}

static int can_with(rt_game *g, const rt_ctx *c, int64_t x)
{
    rt_bill b = bill_of(g, c);
    b.x = (int32_t)x;
    return x <= VM_NUMBER_MAX && rt_can_pay(g, &b);
}

/* CR 107.3a: X is chosen; what can be paid for some X can be paid for every smaller one. */
static rt_status ask_x(rt_game *g, const rt_ctx *c)
{
    int64_t max = 0, step = 1;
    for (; can_with(g, c, max + step); step *= 2)
        max += step;
    for (; step; step /= 2)
        max += can_with(g, c, max + step) ? step : 0;
    rt_ask(g, CANTRIP_DECIDE_X, c->controller, c->self);
    for (int32_t x = 0; x <= max; x++)
        rt_option_add(g, CANTRIP_OPTION_NUMBER, 0, x, 0);
    rt_top(g)->stage = MANA_X;
    return rt_ask_one(g);
}

static rt_status pay_for(rt_game *g, const rt_ctx *c)
{
    rt_top(g)->stage = MANA_PAID;
    const rt_bill b = bill_of(g, c);
    rt_pay_start(g, &b);
    return RT_NEXT;
}

/* A triggered mana ability: its effect at once. */
void rt_mana_effect(rt_game *g, uint32_t ctx)
{
    CANTRIP_ASSERT(ctx < g->s->ctx.count);
    rt_proc *p = rt_proc_push(g, RT_PROC_MANA);
    p->mana.ctx = ctx;
    p->stage = MANA_PAID;
}

/* Those costs that are what an effect does, one after the other: a plan pays the rest at once. */
static rt_status do_costs(rt_game *g, const rt_ctx *c)
{
    rt_proc *p = rt_top(g);
    const vm_ability *a = &g->pack->ability[c->ability];
    while (p->mana.row < a->cost_count) {
        const vm_cost *row = &g->pack->cost[a->cost + p->mana.row++];
        if (row->kind != VM_COST_DOES)
            continue;
        rt_cost_does(g, row->does, &(rt_payer){c->controller, c->self, c->payment, c->x});
        return RT_NEXT;
    }
    p->stage = MANA_PAID;
    return RT_NEXT;
}

rt_status rt_mana_run(rt_game *g)
{
    rt_proc *p = rt_top(g);
    const uint32_t ctx = p->mana.ctx, ability = rt_ctx_row(g, ctx)->ability;
    if (p->stage == MANA_DOES) {
        const rt_ctx c = *rt_ctx_row(g, ctx);
        return do_costs(g, &c);
    }
    if (p->stage == MANA_X)
        rt_ctx_row(g, ctx)->x = rt_answered(g, 0)->a;
    if (p->stage == MANA_BEGIN || p->stage == MANA_X) {
        const rt_ctx c = *rt_ctx_row(g, ctx);
        const vm_ability *a = &g->pack->ability[ability];
        return p->stage == MANA_BEGIN && rt_has_x(g, a->cost, a->cost_count) ? ask_x(g, &c)
                                                                             : pay_for(g, &c);
    }
    if (p->stage == MANA_PAID) {
        p->stage = MANA_DONE;
        if (g->pack->ability[ability].effect)
            rt_frame_start(g, g->pack->ability[ability].effect, ctx, 0);
        return RT_NEXT;
    }
    if (p->stage == MANA_DONE) {
        const rt_ctx c = *rt_ctx_row(g, ctx);
        const uint32_t batch = rt_batch(g);
        p->stage = MANA_TOLD;
        if (rt_taps(g, ability))
            rt_tapped_event(g, c.self, c.controller, c.amount, (uint32_t)c.aux);
        if (g->s->event.count > batch)
            rt_batch_close(g, batch);
        return RT_NEXT;
    }
    if (rt_mana_triggers(g)) /* CR 605.4a */
        return RT_NEXT;
    rt_ctx_free(g, ctx);
    return rt_proc_pop(g);
}
