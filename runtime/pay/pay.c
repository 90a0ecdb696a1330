/* Costs (CR 117, 601.2f to h): can they be paid, and paying them. Mana is planned by mana_plan.c; a plan
 * with mana abilities is carried out one ability at a time, and made anew after each, because what it
 * causes can change everything. */
#include "runtime/pay/mana.h"
#include "runtime/cast/cast.h"

#include <string.h>

/* ---- can it be paid? --------------------------------------------------------------------------- */

static uint32_t candidates(rt_game *g, const vm_cost *c, uint32_t player, rt_entity self, int add)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    CANTRIP_ASSERT(rt_is_entity(g, self));
    CANTRIP_ASSERT(c->kind < VM_COST_KIND_COUNT);
    uint32_t zone = rt_cost_zone(g, c), n = 0;
    for (uint32_t i = 0; i < rt_zone_count(g, zone, player); i++) {
        rt_entity e = rt_handle(g, rt_zone_at(g, zone, player, i));
        if (!rt_cost_candidate(g, c, player, self, e))
            continue;
        n++;
        if (add)
            rt_option_add(g, CANTRIP_OPTION_ID, e, 0, 0);
    }
    return n;
}

/* How many things like those for row `i` the whole bill uses up. */
static uint32_t needed(const rt_game *g, const rt_bill *b, const vm_cost *c)
{
    CANTRIP_ASSERT(b->player < g->s->player.count);
    CANTRIP_ASSERT(c->kind < VM_COST_KIND_COUNT);
    uint32_t n = 0;
    for (uint32_t i = 0; i < rt_bill_count(b); i++) {
        const vm_cost *other = rt_bill_cost(g, b, i);
        n += other->kind == c->kind && other->sel == c->sel ? rt_cost_amount(other, b->x) : 0;
    }
    return n;
}

/* All that the bill takes of what row `c` takes: counters of a kind, cards of the library. */
static int64_t in_all(const rt_game *g, const rt_bill *b, const vm_cost *c)
{
    CANTRIP_ASSERT(b->player < g->s->player.count);
    int64_t n = 0;
    for (uint32_t i = 0; i < rt_bill_count(b); i++) {
        const vm_cost *other = rt_bill_cost(g, b, i);
        n += other->kind == c->kind && other->b == c->b ? rt_cost_amount(other, b->x) : 0;
    }
    return n;
}

/* How much is missing when all of them are used that can be; `add`: they are options. What could only lessen the total is
 * not among them. */
static int32_t total_short(rt_game *g, const vm_cost *c, const rt_bill *b, int add)
{
    int32_t need = (int32_t)rt_cost_amount(c, b->x);
    const uint32_t zone = rt_cost_zone(g, c);
    rt_spend(g, rt_zone_count(g, zone, b->player) / 4);
    for (uint32_t i = 0; i < rt_zone_count(g, zone, b->player); i++) {
        const rt_entity e = rt_handle(g, rt_zone_at(g, zone, b->player, i));
        if (!rt_cost_candidate(g, c, b->player, b->self, e))
            continue;
        need = rt_sum(need, -(int64_t)rt_property(g, e, vm_total_property(c->b)));
        if (add)
            rt_option_add(g, CANTRIP_OPTION_ID, e, 0, 0);
    }
    return need;
}

static int other_cost_ok(rt_game *g, const rt_bill *b, const vm_cost *c)
{
    CANTRIP_ASSERT(b->player < g->s->player.count);
    CANTRIP_ASSERT(c->kind < VM_COST_KIND_COUNT);
    const rt_object *o = rt_live(g, b->self);
    if (vm_cost_picks(c->kind))
        return c->a ? candidates(g, c, b->player, b->self, 0) >= needed(g, b, c)
                    : o && !(c->kind == VM_COST_SACRIFICE &&
                             rt_rule_on(g, VM_MOD_CANT_BE_SACRIFICED, b->self));
    switch (c->kind) {
    case VM_COST_ITS_MANA: /* CR 117.6 */
        return o && !(rt_face(g, o)->flags & VM_FF_BACK) && !RT_IS(o, LAND);
    case VM_COST_TOTAL:
        return total_short(g, c, b, 0) <= 0;
    case VM_COST_TAP:
        return o && !(o->flags & RT_OF_TAPPED) && !rt_is_sick(g, o);
    case VM_COST_UNTAP:
        return o && (o->flags & RT_OF_TAPPED) && !rt_is_sick(g, o);
    case VM_COST_LIFE: /* CR 118.4 */
        return rt_payable_life(g, b->player) >= (int32_t)rt_cost_amount(c, b->x);
    case VM_COST_REMOVE:
        return rt_counters(g, b->self, (int32_t)c->b) >= in_all(g, b, c);
    case VM_COST_PLAYER_COUNTERS:
        return rt_counters(g, RT_PLAYER(b->player), (int32_t)c->b) >= in_all(g, b, c);
    case VM_COST_MILL: /* CR 117.3 */
        return rt_zone_count(g, VM_ZONE_LIBRARY, b->player) >= in_all(g, b, c);
    case VM_COST_LOYALTY:
        return (int32_t)c->a >= 0 || rt_counters(g, b->self, VM_COUNTER_LOYALTY) >= -(int32_t)c->a;
    default:
        return 1;
    }
}

int rt_other_costs_ok(rt_game *g, const rt_bill *b)
{
    CANTRIP_ASSERT(b->player < g->s->player.count);
    for (uint32_t i = 0; i < rt_bill_count(b); i++)
        if (!other_cost_ok(g, b, rt_bill_cost(g, b, i)))
            return 0;
    return rt_picks_ok(g, b, 0, 0, 0);
}

static int is_free(const rt_plan *p)
{
    return !p->demand_count && p->generic <= 0;
}

/* So many symbols of a colour need not be paid; how many of them are not there. */
static uint32_t drop_symbols(rt_plan *p, uint32_t color, uint32_t count)
{
    for (uint32_t d = 0; d < p->demand_count && count;) {
        if (p->demand[d].mask == 1u << color && !p->demand[d].either) {
            p->demand[d] = p->demand[--p->demand_count];
            count--;
        } else {
            d++;
        }
    }
    return count;
}

static rt_demand *plain_symbol(rt_plan *p, uint32_t mask)
{
    for (uint32_t d = 0; d < p->demand_count; d++)
        if (!p->demand[d].either && !p->demand[d].snow && (p->demand[d].mask & mask) &&
            !(p->demand[d].mask & (p->demand[d].mask - 1)))
            return &p->demand[d];
    return NULL;
}

/* Less by one half of a symbol, whichever whoever pays likes (CR 117.7e): of {G}{W} without {G/W}, {G/W} is left, and of {2}{W}
 * without {2/W}, {2/W}. So the choice is made by paying. */
static void drop_half(rt_plan *p, const vm_cost *c)
{
    rt_demand *one = plain_symbol(p, c->a);
    const int32_t generic = c->kind == VM_COST_TWO_OR ? (int32_t)c->b : 1;
    if (!one) {
        p->generic -= generic;
    } else if (c->kind == VM_COST_TWO_OR && p->generic >= generic) {
        p->generic -= generic;
        one->either = '2';
    } else {
        const uint32_t first = one->mask;
        rt_demand *other = plain_symbol(p, c->a & ~first);
        if (other && c->kind != VM_COST_TWO_OR)
            other->mask |= first;
        drop_symbols(p, (uint32_t)__builtin_ctz(first), 1);
    }
}

/* The rows, and where they say so the mana cost of what it is about. */
static void demands_of_range(rt_game *g, rt_plan *p, const rt_cost_range *range, const rt_bill *b)
{
    rt_demands_of(p, &g->pack->cost[range->first], range->count, b, RT_LAST);
    for (uint32_t i = range->first; i < range->first + range->count; i++) {
        const rt_object *o = g->pack->cost[i].kind == VM_COST_ITS_MANA ? rt_look(g, b->self) : NULL;
        if (o)
            rt_demands_of(p, &g->pack->cost[rt_face(g, o)->cost], rt_face(g, o)->cost_count, b,
                          RT_LAST);
    }
}

static void demands_of_bill(rt_game *g, const rt_bill *b, rt_plan *p)
{
    CANTRIP_ASSERT(b->player < g->s->player.count);
    rt_plan_begin(g, p);
    p->generic = b->extra;
    rt_bill other = *b; /* by_life counts the symbols of the first range */
    other.life_decided = 0;
    for (uint32_t r = 0; r < RT_BILL_RANGES && (!r || b->range[r].count); r++)
        for (uint32_t i = 0; i < b->range[r].times; i++)
            demands_of_range(g, p, &b->range[r], r ? &other : b);
    for (uint32_t color = 0; b->any_less && color < 6; color++) {
        drop_symbols(p, color, b->less_colored[color]);
        p->generic -= (int32_t)drop_symbols(p, color, b->less[color]);
    }
    for (uint32_t i = 0; i < b->half_count; i++)
        drop_half(p, &g->pack->cost[b->half[i]]);
    if (p->generic < 0)
        p->generic = 0;
}

static rt_entity tapped_by_itself(const rt_game *g, const rt_bill *b)
{
    CANTRIP_ASSERT(b->player < g->s->player.count);
    for (uint32_t i = 0; i < rt_bill_count(b); i++)
        if (rt_bill_cost(g, b, i)->kind == VM_COST_TAP)
            return b->self;
    return 0;
}

static int can_be_planned(rt_game *g, const rt_bill *bill)
{
    CANTRIP_ASSERT(bill->player < g->s->player.count);
    rt_plan p;
    rt_field_ready(g, bill->player); /* what is kept of it lasts longer */
    const rt_temp_mark mark = rt_temp_here(g);
    demands_of_bill(g, bill, &p);
    const int can = (p.life <= 0 || rt_payable_life(g, bill->player) >= p.life) &&
                    (is_free(&p) || rt_plan_find(g, bill, &p));
    rt_temp_release(g, mark);
    return can;
}

/* How much generic mana there is in it. */
int32_t rt_bill_generic(rt_game *g, const rt_bill *bill)
{
    const rt_temp_mark mark = rt_temp_here(g);
    rt_plan p;
    demands_of_bill(g, bill, &p);
    const int32_t generic = p.generic;
    rt_temp_release(g, mark);
    return generic;
}

int rt_can_pay(rt_game *g, const rt_bill *bill)
{
    return rt_can_pay_alone(g, bill) ||
           (bill->spell == 1 && g->lib->has_assist && rt_assist_enough(g, bill));
}

int rt_can_pay_alone(rt_game *g, const rt_bill *bill)
{
    CANTRIP_ASSERT(bill->player < g->s->player.count);
    if (!bill->given && rt_offering_row(g, bill))
        return rt_any_offering(g, bill);
    if (rt_bill_has_ways(g, bill))
        return rt_any_way_payable(g, bill);
    if (!rt_other_costs_ok(g, bill))
        return 0;
    rt_bill b = *bill;
    b.without = tapped_by_itself(g, bill);
    const int quick = rt_pays_quickly(g, &b);
    RT_CHECK_AGAIN(g, quick < 0 || quick == can_be_planned(g, &b));
    return quick >= 0 ? quick : can_be_planned(g, &b);
}

int32_t rt_greatest_x(rt_game *g, const rt_bill *bill)
{
    CANTRIP_ASSERT(bill->player < g->s->player.count);
    rt_bill b = *bill;
    int32_t max = 0, step = 1; /* who can pay for some X can pay for every smaller one */
    for (; step < VM_NUMBER_MAX; step *= 2) {
        b.x = max + step;
        if (!rt_can_pay(g, &b))
            break;
        max += step;
    }
    for (; step; step /= 2) {
        b.x = max + step;
        if (b.x <= VM_NUMBER_MAX && rt_can_pay(g, &b))
            max += step;
    }
    return max;
}

/* ---- beginning --------------------------------------------------------------------------------- */

/* PAY: a: 1 = the rest of the mana by itself. The bill is the last of bill[]; the mana still to be paid stands in pay[] from
 * its row `pays` on: one row for each symbol, one for generic mana. */
enum stage {
    STAGE_BEGIN,
    STAGE_WAY_CHOSEN,
    STAGE_MANA,
    STAGE_MANA_CHOSEN,
    STAGE_PICK_CHOSEN,
    STAGE_OTHER,
    STAGE_CHOSEN,
    STAGE_TOTAL_CHOSEN
};

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
    demands_of_bill(g, &b, &p);
    b.without = tapped_by_itself(g, &b);
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
    rt_top(g)->stage = STAGE_MANA;
}

/* Which of several ways: one after the other, until all are chosen. */
static rt_status choose_way(rt_game *g)
{
    rt_bill b = *rt_bill_at_hand(g);
    if (rt_top(g)->stage == STAGE_WAY_CHOSEN) {
        rt_way_chosen(g, &b);
        *rt_bill_at_hand(g) = b;
    }
    while (rt_bill_has_ways(g, &b) && rt_only_way(g, &b))
        *rt_bill_at_hand(g) = b;
    if (rt_bill_has_ways(g, &b)) {
        rt_top(g)->stage = STAGE_WAY_CHOSEN;
        return rt_ask_way(g, &b);
    }
    write_demands(g);
    rt_top(g)->stage = STAGE_MANA;
    return RT_NEXT;
}

static void load_plan(rt_game *g, rt_plan *p)
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

/* ---- mana -------------------------------------------------------------------------------------- */

/* Taps that give something else than what stands on them come first, each with its triggers. */
static int special_first(rt_game *g, const rt_plan *p)
{
    for (uint32_t u = 0; u < p->unit_count; u++) {
        uint32_t lead = u;
        if (!p->used_by[u] || !p->unit[u].special || !rt_is_tap(&p->unit[u]))
            continue;
        while (!p->unit[lead].lead || p->unit[lead].group != p->unit[u].group ||
               !rt_is_tap(&p->unit[lead]))
            lead = (lead + 1) % p->unit_count;
        const uint32_t color = rt_color_of(p, lead), idx = p->unit[u].idx;
        rt_top(g)->stage = STAGE_MANA;
        rt_tap_special(g, rt_bill_at_hand(g)->player, rt_handle(g, idx),
                       rt_free_ability(g, idx, color), color);
        return 1;
    }
    return 0;
}

static rt_status plan_done(rt_game *g, const rt_plan *p)
{
    if (special_first(g, p))
        return RT_NEXT;
    if (p->step_count)
        return rt_plan_first_step(g, p);
    rt_top(g)->stage = STAGE_OTHER;
    rt_plan_carry_out(g, p);
    return RT_NEXT;
}

/* By object: the colours that taps give by themselves. What only pays in place of mana is offered apart. */
static const uint8_t *given_by(rt_game *g, const rt_plan *taps)
{
    uint8_t *given = rt_temp_zeroed(g, g->s->object.count);
    rt_spend(g, (g->s->object.count + taps->unit_count) / 64);
    for (uint32_t u = 0; u < taps->unit_count; u++)
        if (rt_is_tap(&taps->unit[u]))
            given[taps->unit[u].idx] |= taps->unit[u].mask;
    return given;
}

/* How many units come with each tap, by its place on the battlefield. */
static const uint32_t *count_groups(rt_game *g, const rt_plan *all, uint32_t field)
{
    uint32_t *count = rt_temp_zeroed(g, (field + 1) * sizeof *count);
    for (uint32_t u = 0; u < all->unit_count; u++)
        if (rt_is_tap(&all->unit[u]) && all->unit[u].group < field)
            count[all->unit[u].group]++;
    return count;
}

/* Is it different in nothing but where it stands? */
static int is_like(const rt_unit *a, const rt_unit *b)
{
    return a->mask == b->mask && a->snow == b->snow && a->price == b->price && a->born == b->born &&
           a->only == b->only && a->gone == b->gone && a->helps == b->helps &&
           a->special == b->special && a->when == b->when && a->out == b->out &&
           a->keyword == b->keyword && a->spells == b->spells;
}

/* Can the rest still be paid when this one pays with that colour? */
static int helps(rt_game *g, const rt_bill *b, const rt_plan *all, uint32_t u, uint32_t color)
{
    const rt_temp_mark mark = rt_temp_here(g);
    const int32_t life = rt_payable_life(g, b->player);
    rt_plan rest;
    rt_plan_copy(&rest, all);
    rest.unit[0] = all->unit[u]; /* in front, so that it is used if it can be */
    for (uint32_t k = 0; k < u; k++)
        rest.unit[k + 1] = all->unit[k];
    rest.unit[0].mask = (uint8_t)(1 << color);
    const int does =
        (rt_units_match(&rest, 0) || rt_units_match(&rest, life)) && rest.used_by[0] != 0;
    rt_temp_release(g, mark);
    return does;
}

static uint8_t colors_that_help(rt_game *g, const rt_bill *b, const rt_plan *all, uint32_t u,
                                uint32_t of)
{
    uint8_t colors = 0;
    for (uint32_t c = 0; c < 6; c++)
        if ((of >> c & 1) && helps(g, b, all, u, c))
            colors |= (uint8_t)(1 << c);
    return colors;
}

/* One option for each colour of each tap that helps, as long as the rest can still be paid. Of taps that are alike the rest is
 * the same, so it is asked once. */
static void offer_taps(rt_game *g, const rt_bill *b, const rt_plan *all, const rt_plan *taps)
{
    enum { KINDS = 64 }; /* the last ones; others are asked again */
    CANTRIP_ASSERT(b->player < g->s->player.count);
    const uint32_t field = rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0);
    const uint8_t *given = given_by(g, taps);
    const uint32_t *together = count_groups(g, all, field);
    uint8_t *seen = rt_temp_zeroed(g, field + 1);
    struct {
        uint32_t unit;
        uint8_t of, help;
    } kind[KINDS];
    uint32_t kinds = 0;
    for (uint32_t u = 0; u < all->unit_count; u++) {
        const rt_unit *unit = &all->unit[u];
        const uint8_t of = rt_is_tap(unit) && unit->lead ? unit->mask & given[unit->idx] : 0;
        if (!of)
            continue;
        CANTRIP_ASSERT(unit->group < field);
        if (seen[unit->group]++)
            continue;
        const int alone = !all->ways && together[unit->group] == 1;
        const uint32_t there = kinds < KINDS ? kinds : KINDS;
        uint32_t k = 0;
        while (alone && k < there && (kind[k].of != of || !is_like(&all->unit[kind[k].unit], unit)))
            k++;
        const int known = alone && k < there;
        const uint8_t help = known ? kind[k].help : colors_that_help(g, b, all, u, of);
        RT_CHECK_AGAIN(g, u >= KINDS || help == colors_that_help(g, b, all, u, of));
        if (alone && !known) {
            kind[kinds % KINDS].unit = u;
            kind[kinds % KINDS].of = of;
            kind[kinds++ % KINDS].help = help;
        }
        for (uint32_t c = 0; c < 6; c++)
            if (help >> c & 1)
                rt_option_add(g, CANTRIP_OPTION_MANA, rt_handle(g, unit->idx),
                              rt_free_ability(g, unit->idx, c), (int32_t)c);
    }
}

static int is_offered(const rt_game *g, const rt_source *s, uint32_t color)
{
    rt_spend(g, g->s->option.count / 16);
    for (uint32_t i = 0; i < g->s->option.count; i++) {
        const rt_option *o = rt_option_row(g, i);
        if (o->kind == CANTRIP_OPTION_MANA && o->entity == rt_handle(g, s->idx) &&
            o->a == (int32_t)s->number && o->b == (int32_t)color)
            return 1;
    }
    return 0;
}

static void offer_sources(rt_game *g, const rt_bill *b, const rt_plan *all)
{
    CANTRIP_ASSERT(b->player < g->s->player.count);
    for (uint32_t s = 0; s < all->source_count; s++)
        for (uint32_t c = 0; c < 6; c++) {
            const rt_source *one = &all->source[s];
            if (!(one->made[0] >> c & 1) || (one->color && one->color != c + 1) ||
                (one->x && is_offered(g, one, c)))
                continue;
            const rt_temp_mark mark = rt_temp_here(g);
            rt_plan rest;
            rt_plan_copy(&rest, all);
            rt_source *r = &rest.source[s];
            for (uint32_t k = 0; k < r->made_count; k++)
                if (r->made[k] == 31)
                    r->made[k] = (uint8_t)(1 << c);
            if (rt_plan_begin_with(g, b, &rest, s, 0))
                rt_option_add(g, CANTRIP_OPTION_MANA, rt_handle(g, one->idx), (int32_t)one->number,
                              (int32_t)c);
            rt_temp_release(g, mark);
        }
}

static void find_all(rt_game *g, const rt_bill *b, rt_plan *p)
{
    CANTRIP_ASSERT(b->player < g->s->player.count);
    load_plan(g, p);
    rt_units_find(g, b, p);
    rt_units_sort(p);
    rt_sources_find(g, b, p);
}

/* The taps alone, with what they give by themselves. */
static void find_taps(rt_game *g, const rt_bill *b, rt_plan *p)
{
    load_plan(g, p);
    p->no_help = 1;
    rt_units_find(g, b, p);
}

/* By hand: which source pays next. */
static rt_status ask_mana(rt_game *g)
{
    const rt_bill b = *rt_bill_at_hand(g);
    rt_plan all, taps;
    find_all(g, &b, &all);
    find_taps(g, &b, &taps);
    rt_ask(g, CANTRIP_DECIDE_PAY, b.player, b.self);
    rt_option_add(g, CANTRIP_OPTION_PASS, 0, 0, 0); /* the rest by itself */
    offer_taps(g, &b, &all, &taps);
    rt_helpers_offer(g, &b, &all);
    offer_sources(g, &b, &all);
    rt_top(g)->stage = STAGE_MANA_CHOSEN;
    return rt_ask_done(g, 1, 1);
}

/* The source that was chosen, among all there are, reduced to its colour; -1 = it was a tap. */
static int chosen_source(rt_game *g, rt_plan *p)
{
    const rt_proc *proc = rt_top(g);
    const rt_bill b = *rt_bill_at_hand(g);
    find_all(g, &b, p);
    for (uint32_t s = 0; s < p->source_count; s++) {
        rt_source *r = &p->source[s];
        if (rt_handle(g, r->idx) != proc->pay.source || r->number != proc->pay.number ||
            (r->color && r->color != proc->pay.color + 1))
            continue;
        for (uint32_t k = 0; k < r->made_count; k++)
            if (r->made[k] == 31)
                r->made[k] = (uint8_t)(1 << proc->pay.color);
        return (int)s;
    }
    return -1;
}

static rt_status tap_chosen(rt_game *g, const rt_plan *p, const rt_option *o)
{
    for (uint32_t u = 0; u < p->unit_count; u++)
        if (rt_is_tap(&p->unit[u]) && p->unit[u].special &&
            rt_handle(g, p->unit[u].idx) == o->entity) {
            rt_top(g)->stage = STAGE_MANA;
            rt_tap_special(g, rt_bill_at_hand(g)->player, o->entity, o->a, (uint32_t)o->b);
            return RT_NEXT;
        }
    uint32_t batch = rt_batch(g), first = 1, player = rt_bill_at_hand(g)->player, types = 0;
    int32_t count = 0;
    rt_event_add(g, RT_EV_TAP, 0)->obj = o->entity;
    for (uint32_t u = 0; u < p->unit_count; u++)
        if (rt_is_tap(&p->unit[u]) && rt_handle(g, p->unit[u].idx) == o->entity) {
            rt_unit one = p->unit[u];
            uint8_t color = 5; /* of what it gives beyond the first */
            while (color && !(one.mask >> color & 1))
                color--;
            if (first)
                color = (uint8_t)o->b;
            rt_to_pool(g, player, &one, color);
            types |= 1u << color;
            count++;
            first = 0;
        }
    rt_tapped_event(g, o->entity, player, count, types);
    rt_top(g)->stage = STAGE_MANA;
    rt_batch_close(g, batch);
    return RT_NEXT;
}

/* The first of its costs for which the player chooses something; NULL = none, or several at once. */
static const vm_cost *choice_in(const rt_game *g, const rt_source *s)
{
    const vm_ability *a = &g->pack->ability[s->ability];
    for (uint32_t i = 0; i < a->cost_count; i++)
        if (vm_cost_picks(g->pack->cost[a->cost + i].kind) && g->pack->cost[a->cost + i].a &&
            !vm_cost_takes_all(g->pack->cost[a->cost + i].kind, g->pack->cost[a->cost + i].a))
            return g->pack->cost[a->cost + i].a == 1 ? &g->pack->cost[a->cost + i] : NULL;
    return NULL;
}

static rt_status ask_pick(rt_game *g, const rt_plan *all, uint32_t source, const vm_cost *c)
{
    CANTRIP_ASSERT(c->kind < VM_COST_KIND_COUNT);
    const rt_bill b = *rt_bill_at_hand(g);
    const uint32_t zone = rt_cost_zone(g, c);
    const rt_entity self = rt_handle(g, all->source[source].idx);
    rt_ask(g, CANTRIP_DECIDE_COST, b.player, self);
    for (uint32_t i = 0; i < rt_zone_count(g, zone, b.player); i++) {
        const rt_temp_mark mark = rt_temp_here(g);
        rt_plan rest;
        rt_plan_copy(&rest, all);
        rt_entity e = rt_handle(g, rt_zone_at(g, zone, b.player, i));
        if (e != b.self && e != b.without && rt_cost_candidate(g, c, b.player, self, e) &&
            rt_plan_begin_with(g, &b, &rest, source, e))
            rt_option_add(g, CANTRIP_OPTION_ID, e, 0, 0);
        rt_temp_release(g, mark);
    }
    rt_top(g)->stage = STAGE_PICK_CHOSEN;
    return rt_ask_done(g, 1, 1);
}

static rt_status mana_chosen(rt_game *g)
{
    const rt_option o = *rt_answered(g, 0);
    rt_proc *proc = rt_top(g);
    rt_plan p;
    proc->stage = STAGE_MANA;
    if (o.kind == CANTRIP_OPTION_PASS) {
        proc->a = 1; /* no more questions */
        return RT_NEXT;
    }
    if (o.kind == CANTRIP_OPTION_HELP) {
        rt_helper_pays(g, &o);
        return RT_NEXT;
    }
    proc->pay.source = o.entity;
    proc->pay.number = (uint32_t)o.a;
    proc->pay.color = o.b;
    int source = chosen_source(g, &p);
    if (source < 0) {
        rt_plan taps;
        const rt_bill b = *rt_bill_at_hand(g);
        find_taps(g, &b, &taps);
        return tap_chosen(g, &taps, &o);
    }
    const vm_ability *of = &g->pack->ability[p.source[source].ability];
    if (rt_has_x(g, of->cost, of->cost_count)) { /* whoever pays chooses X */
        rt_mana_ability_start(g, rt_bill_at_hand(g)->player, o.entity, (uint32_t)o.a,
                              (uint32_t)o.b + 1);
        return RT_NEXT;
    }
    const vm_cost *c = choice_in(g, &p.source[source]);
    if (c)
        return ask_pick(g, &p, (uint32_t)source, c);
    const rt_bill b = *rt_bill_at_hand(g);
    return rt_plan_begin_with(g, &b, &p, (uint32_t)source, 0) ? plan_done(g, &p) : RT_NEXT;
}

static rt_status pick_chosen(rt_game *g)
{
    const rt_bill b = *rt_bill_at_hand(g);
    rt_entity pick = rt_answered(g, 0)->entity;
    rt_plan p;
    int source = chosen_source(g, &p);
    rt_top(g)->stage = STAGE_MANA;
    if (source >= 0 && rt_plan_begin_with(g, &b, &p, (uint32_t)source, pick))
        return plan_done(g, &p);
    return RT_NEXT;
}

static rt_status pay_mana(rt_game *g)
{
    rt_proc *proc = rt_top(g);
    const rt_bill b = *rt_bill_at_hand(g);
    rt_plan p;
    load_plan(g, &p);
    if (is_free(&p)) {
        proc->stage = STAGE_OTHER;
        if (b.life)
            rt_plan_carry_out(g, &p);
        return RT_NEXT;
    }
    if ((g->s->options >> b.player & 1) && !proc->a) {
        rt_units_find(g, &b, &p); /* the pool may already cover everything */
        uint32_t pool = 0;
        for (uint32_t u = 0; u < p.unit_count; u++)
            if (p.unit[u].pool)
                p.unit[pool++] = p.unit[u];
        p.unit_count = pool;
        rt_units_sort(&p);
        return rt_units_match(&p, 0) ? plan_done(g, &p) : ask_mana(g);
    }
    p.spread = 1;
    if (rt_plan_find(g, &b, &p))
        return plan_done(g, &p);
    /* It could be paid when it was begun; its own mana abilities have changed that (CR 721.1). */
    g->s->pay.count = b.pays;
    g->s->bill.count--;
    g->s->unpaid = 1;
    return rt_proc_pop(g);
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
        candidates(g, c, b->player, b->self, 1);
    } else {
        const uint32_t zone = rt_cost_zone(g, c);
        for (uint32_t i = 0; n && i < rt_zone_count(g, zone, b->player); i++) {
            const rt_entity e = rt_handle(g, rt_zone_at(g, zone, b->player, i));
            if (rt_cost_candidate(g, c, b->player, b->self, e) && rt_picks_ok(g, b, row, done, e))
                rt_option_add(g, CANTRIP_OPTION_ID, e, 0, 0);
        }
    }
    rt_top(g)->stage = STAGE_CHOSEN;
    return rt_ask_done(g, shares && n ? 1 : n, shares && n ? 1 : n);
}

/* Any number of them: as long as their total is not enough, more are asked for. */
static rt_status ask_total(rt_game *g, const vm_cost *c, const rt_bill *b)
{
    const int32_t short_of =
        rt_sum((int32_t)rt_cost_amount(c, b->x), -(int64_t)rt_top(g)->pay.total);
    uint32_t least = 0;
    rt_ask(g, CANTRIP_DECIDE_COST, b->player, b->self);
    total_short(g, c, b, 1);
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
    rt_top(g)->stage = STAGE_TOTAL_CHOSEN;
    return rt_ask_done(g, least, count);
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
    rt_top(g)->stage = STAGE_OTHER;
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
    proc->stage = STAGE_OTHER;
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
    find_all(g, b, &p);
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
    if (b.player != player || pay->stage != STAGE_MANA ||
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
    case STAGE_BEGIN:
    case STAGE_WAY_CHOSEN:
        return choose_way(g);
    case STAGE_MANA:
        return pay_mana(g);
    case STAGE_MANA_CHOSEN:
        return mana_chosen(g);
    case STAGE_PICK_CHOSEN:
        return pick_chosen(g);
    case STAGE_CHOSEN:
        return others_chosen(g);
    case STAGE_TOTAL_CHOSEN:
        return total_chosen(g);
    default:
        return pay_other(g);
    }
}
