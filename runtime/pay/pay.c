/* Paying costs (CR 117, 601.2f to h). Mana is planned by mana_plan.c; a plan with mana abilities is carried out one ability at
 * a time, and made anew after each, because what it causes can change everything. */
#include "runtime/pay/paying.h"
#include "runtime/cast/cast.h"
#include "runtime/turn/turn.h"

/* ---- beginning --------------------------------------------------------------------------------- */

/* Life that symbols cost for which life has been chosen (CR 107.4f). */
static int32_t life_for_symbols(const rt_game *g, const rt_bill *b)
{
    CANTRIP_ASSERT(b->player < g->s->player.count);
    int32_t life = 0;
    uint32_t symbol = 0;
    for (uint32_t i = 0; b->life_decided && i < b->range[0].count; i++)
        if (g->pack->cost[b->range[0].first + i].kind == VM_COST_PHYREXIAN)
            life += symbol < RT_SYMBOLS_MAX && b->by_life >> symbol++ & 1 ? 2 : 0;
    return life;
}

/* What the bill at hand, with its ways chosen, asks for in mana. */
static void write_demands(rt_game *g)
{
    rt_plan p;
    rt_bill b = *rt_bill_at_hand(g);
    rt_demands_of_bill(g, &b, &p);
    b.without = rt_tapped_by_itself(g, &b);
    b.life = life_for_symbols(g, &b);
    b.pays = g->s->pay.count;
    for (uint32_t i = 0; i < p.demand_count; i++) {
        uint32_t at = RT_PUSH(g, pay);
        *rt_pay_row(g, at) = (rt_pay){p.demand[i].mask, 0, p.demand[i].either, p.demand[i].snow, 1};
    }
    if (p.generic > 0) {
        uint32_t at = RT_PUSH(g, pay);
        *rt_pay_row(g, at) = (rt_pay){.generic = 1, .count = p.generic};
    }
    *rt_bill_at_hand(g) = b;
}

void rt_pay_start(rt_game *g, const rt_bill *bill)
{
    CANTRIP_ASSERT(bill->player < g->s->player.count);
    const rt_bill b = *bill;
    const uint32_t at = RT_PUSH(g, bill);
    *rt_bill_row(g, at) = b;
    rt_proc_push(g, RT_PROC_PAY);
    if (rt_bill_has_ways(g, &b))
        return;
    write_demands(g);
    rt_top(g)->stage = RT_PAY_MANA;
}

/* Which of several ways: one after the other, until all are chosen. */
static rt_status choose_way(rt_game *g)
{
    rt_bill b = *rt_bill_at_hand(g);
    if (rt_top(g)->stage == RT_PAY_WAY_CHOSEN) {
        rt_way_chosen(g, &b);
        *rt_bill_at_hand(g) = b;
    }
    while (rt_bill_has_ways(g, &b) && rt_only_way(g, &b))
        *rt_bill_at_hand(g) = b;
    if (rt_bill_has_ways(g, &b)) {
        rt_top(g)->stage = RT_PAY_WAY_CHOSEN;
        return rt_ask_way(g, &b);
    }
    write_demands(g);
    rt_top(g)->stage = RT_PAY_MANA;
    return RT_NEXT;
}

void rt_pay_load(rt_game *g, rt_plan *p)
{
    rt_plan_begin(g, p);
    for (uint32_t i = rt_bill_at_hand(g)->pays; i < g->s->pay.count; i++) {
        const rt_pay *d = rt_pay_row(g, i);
        if (d->generic)
            p->generic += d->count;
        else
            rt_demand_add(
                p, (rt_demand){
                       .mask = d->mask, .snow = d->snow, .either = d->either, .time = RT_LAST});
    }
}

/* ---- other costs ------------------------------------------------------------------------------- */

/* What is used up; one at a time where other costs want such things, too. */
static rt_status ask_others(rt_game *g, const rt_bill *b, const vm_cost *c)
{
    const uint32_t row = rt_top(g)->pay.row, done = rt_top(g)->pay.done,
                   n = rt_cost_amount(c, b->x) - done;
    const int shares = rt_shares_picks(g, b, row);
    rt_ask(g, CANTRIP_DECIDE_COST, b->player, b->self);
    if (!shares) {
        rt_cost_candidates(g, c, b->player, b->self, 1);
    } else {
        const uint32_t zone = rt_cost_zone(g, c);
        for (uint32_t i = 0; n && i < rt_zone_count(g, zone, b->player); i++) {
            const rt_entity e = rt_handle(g, rt_zone_at(g, zone, b->player, i));
            if (rt_cost_candidate(g, c, b->player, b->self, e) && rt_picks_ok(g, b, row, done, e))
                rt_option_add(g, CANTRIP_OPTION_ID, e, 0, 0);
        }
    }
    rt_top(g)->stage = RT_PAY_CHOSEN;
    return rt_ask_done(g, shares && n ? 1 : n, shares && n ? 1 : n);
}

/* Any number of them: as long as their total is not enough, more are asked for. */
static rt_status ask_total(rt_game *g, const vm_cost *c, const rt_bill *b)
{
    const int32_t short_of =
        rt_sum((int32_t)rt_cost_amount(c, b->x), -(int64_t)rt_top(g)->pay.total);
    uint32_t least = 0;
    rt_ask(g, CANTRIP_DECIDE_COST, b->player, b->self);
    rt_total_short(g, c, b, 1);
    /* the fewest that can do */
    const rt_temp_mark mark = rt_temp_here(g);
    const uint32_t count = g->s->option.count;
    uint8_t *used = rt_temp_zeroed(g, count + 1);
    rt_spend(g, count * count / 8 + 1);
    for (int32_t have = 0; have < short_of && least < count; least++) {
        uint32_t best = count;
        int32_t most = -1;
        for (uint32_t i = 0; i < count; i++) {
            const int32_t v =
                used[i] ? -1 : rt_property(g, rt_option_row(g, i)->entity, vm_total_property(c->b));
            if (v > most)
                most = v, best = i;
        }
        if (best == count)
            break;
        used[best] = 1;
        have = rt_sum(have, most);
    }
    rt_temp_release(g, mark);
    rt_top(g)->stage = RT_PAY_TOTAL_CHOSEN;
    return rt_ask_done(g, least, count);
}

/* One counter after the other: of what has several, several can be removed. */
static rt_status ask_among(rt_game *g, const vm_cost *c, const rt_bill *b)
{
    CANTRIP_ASSERT(c->kind == VM_COST_REMOVE_AMONG);
    rt_ask(g, CANTRIP_DECIDE_COST, b->player, b->self);
    rt_cost_candidates(g, c, b->player, b->self, 1);
    rt_top(g)->stage = RT_PAY_CHOSEN;
    return rt_ask_one(g);
}

static rt_status total_chosen(rt_game *g)
{
    const rt_bill b = *rt_bill_at_hand(g);
    const vm_cost *c = rt_bill_cost(g, &b, rt_top(g)->pay.row);
    const uint32_t batch = rt_batch(g), n = rt_answer_count(g);
    const rt_payer by = {b.player, b.self, b.payment, b.x};
    for (uint32_t k = 0; k < n; k++) {
        const rt_entity pick = rt_answered(g, k)->entity;
        rt_top(g)->pay.total =
            rt_sum(rt_top(g)->pay.total, rt_property(g, pick, vm_total_property(c->b)));
        rt_cost_event(g, c, &by, &pick, 1);
    }
    rt_top(g)->stage = RT_PAY_OTHER;
    if (!n || rt_top(g)->pay.total >= (int32_t)rt_cost_amount(c, b.x)) {
        rt_top(g)->pay.row++;
        rt_top(g)->pay.total = 0;
    }
    rt_batch_close(g, batch);
    return RT_NEXT;
}

/* Nobody chooses: discard a card at random. */
static rt_status pick_at_random(rt_game *g, const rt_bill *b, const vm_cost *c)
{
    const uint32_t row = rt_top(g)->pay.row, n = rt_cost_amount(c, b->x), zone = rt_cost_zone(g, c),
                   count = rt_zone_count(g, zone, b->player), batch = rt_batch(g);
    const rt_payer by = {b->player, b->self, b->payment, b->x};
    const rt_temp_mark mark = rt_temp_here(g);
    rt_entity *among = rt_temp_alloc(g, (count + 1) * sizeof *among);
    const int shares = rt_shares_picks(g, b, row);
    rt_top(g)->pay.row++;
    uint32_t left = 0;
    for (uint32_t i = 0; i < count; i++) {
        const rt_entity e = rt_handle(g, rt_zone_at(g, zone, b->player, i));
        if (rt_cost_candidate(g, c, b->player, b->self, e) &&
            (!shares || rt_picks_ok(g, b, row, 0, e)))
            among[left++] = e;
    }
    for (uint32_t k = 0; k < n && left; k++) {
        const uint32_t at = rt_random_below(g->s, left);
        const rt_entity e = among[at];
        among[at] = among[--left];
        rt_cost_event(g, c, &by, &e, 1);
    }
    rt_temp_release(g, mark);
    if (g->s->event.count > batch)
        rt_batch_close(g, batch);
    return RT_NEXT;
}

void rt_cost_does(rt_game *g, uint32_t effect, const rt_payer *by)
{
    rt_ctx c = rt_ctx_for(g, by->self, VM_NO_SYMBOL);
    c.controller = (uint8_t)by->player;
    c.payment = by->payment;
    rt_frame_start(g, effect, rt_ctx_new(g, &c), 0);
    rt_frame_row(g, g->s->frame.count - 1)->owns = 1;
}

static rt_status pay_other(rt_game *g)
{
    rt_proc *proc = rt_top(g);
    const rt_bill b = *rt_bill_at_hand(g);
    if (proc->pay.row >= rt_bill_count(&b)) {
        g->s->bill.count--;
        return rt_proc_pop(g);
    }
    const vm_cost *c = rt_bill_cost(g, &b, proc->pay.row);
    if (c->kind == VM_COST_DISCARD && c->a && c->b == VM_COST_AT_RANDOM)
        return pick_at_random(g, &b, c);
    if (vm_cost_picks(c->kind) && c->a && !vm_cost_takes_all(c->kind, c->a))
        return ask_others(g, &b, c);
    if (c->kind == VM_COST_TOTAL)
        return ask_total(g, c, &b);
    if (c->kind == VM_COST_REMOVE_AMONG && rt_cost_amount(c, b.x))
        return ask_among(g, c, &b);
    if (c->kind == VM_COST_DOES) {
        proc->pay.row++;
        rt_cost_does(g, c->does, &(rt_payer){b.player, b.self, b.payment, b.x});
        return RT_NEXT;
    }
    uint32_t batch = rt_batch(g);
    proc->pay.row++;
    const rt_payer by = {b.player, b.self, b.payment, b.x};
    rt_cost_event(g, c, &by, &b.given, c->kind == VM_COST_GIVE && rt_live(g, b.given));
    if (g->s->event.count > batch)
        rt_batch_close(g, batch);
    return RT_NEXT;
}

static rt_status others_chosen(rt_game *g)
{
    rt_proc *proc = rt_top(g);
    const rt_bill b = *rt_bill_at_hand(g);
    const vm_cost *c = rt_bill_cost(g, &b, proc->pay.row);
    uint32_t batch = rt_batch(g), n = rt_answer_count(g);
    const rt_payer by = {b.player, b.self, b.payment, b.x};
    proc->stage = RT_PAY_OTHER;
    proc->pay.done += n;
    if (!n || proc->pay.done >= rt_cost_amount(c, b.x)) {
        proc->pay.row++;
        proc->pay.done = 0;
    }
    for (uint32_t k = 0; k < n; k++) {
        const rt_entity pick = rt_answered(g, k)->entity;
        rt_cost_event(g, c, &by, &pick, 1);
    }
    rt_batch_close(g, batch);
    return RT_NEXT;
}

/* ---- what the one who pays by itself chooses ----------------------------------------------------- */

static void add_loose(rt_plan *p, uint32_t mask, uint32_t number)
{
    rt_unit_add(p, (rt_unit){.mask = (uint8_t)mask,
                             .pool = 1,
                             .row = UINT32_MAX,
                             .group = RT_GROUP_POOL | (0xFFFF + number)});
}

/* Can it be paid if the next of what is added is of that color, and all like it where they are not chosen apart? */
static int does_with(rt_game *g, const rt_bill *b, const rt_made *made, uint32_t at, uint32_t color,
                     int sources)
{
    CANTRIP_ASSERT(color < 6);
    CANTRIP_ASSERT(b->player < g->s->player.count);
    const rt_temp_mark mark = rt_temp_here(g);
    rt_plan p;
    rt_pay_find_all(g, b, &p);
    for (uint32_t i = at; i < made->count; i++)
        add_loose(&p, i == at || !made->mixed ? 1u << color : made->mask[i], i);
    if (!sources)
        p.source_count = 0;
    const int so = rt_plan_solve(g, b, &p);
    rt_temp_release(g, mark);
    return so;
}

uint32_t rt_wanted_mana(rt_game *g, uint32_t player, const rt_made *made, uint32_t at_unit)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    uint32_t at = g->s->proc.count;
    while (at && rt_proc_row(g, at - 1)->kind != RT_PROC_PAY)
        at--;
    if (!at || !g->s->bill.count)
        return 0;
    const rt_bill b = *rt_bill_at_hand(g);
    const rt_proc *pay = rt_proc_row(g, at - 1);
    if (b.player != player || pay->stage != RT_PAY_MANA ||
        ((g->s->options >> player & 1) && !pay->a))
        return 0;
    for (int sources = 0; sources < 2; sources++) /* rather without what costs more */
        for (uint32_t c = 0; c < 6; c++)
            if ((made->mask[at_unit] >> c & 1) && does_with(g, &b, made, at_unit, c, sources))
                return c + 1;
    return 0;
}

rt_status rt_pay_run(rt_game *g)
{
    if (rt_mana_triggers(g)) /* CR 605.4a */
        return RT_NEXT;
    switch (rt_top(g)->stage) {
    case RT_PAY_BEGIN:
    case RT_PAY_WAY_CHOSEN:
        return choose_way(g);
    case RT_PAY_MANA:
        return rt_pay_mana(g);
    case RT_PAY_MANA_CHOSEN:
        return rt_mana_chosen(g);
    case RT_PAY_PICK_CHOSEN:
        return rt_pick_chosen(g);
    case RT_PAY_CHOSEN:
        return others_chosen(g);
    case RT_PAY_TOTAL_CHOSEN:
        return total_chosen(g);
    default:
        return pay_other(g);
    }
}
