/* Can a bill be paid (CR 117.3, 601.2f)? */
#include "runtime/pay/paying.h"
#include "runtime/cast/cast.h"

uint32_t rt_cost_candidates(rt_game *g, const vm_cost *c, uint32_t player, rt_entity self, int add)
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
int32_t rt_total_short(rt_game *g, const vm_cost *c, const rt_bill *b, int add)
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

/* Have those from among which they are removed so many counters, for all such rows? */
static int counters_among_ok(rt_game *g, const rt_bill *b, const vm_cost *c)
{
    CANTRIP_ASSERT(c->kind == VM_COST_REMOVE_AMONG);
    int64_t have = 0;
    const uint32_t zone = rt_cost_zone(g, c);
    rt_spend(g, rt_zone_count(g, zone, b->player) / 4);
    for (uint32_t i = 0; i < rt_zone_count(g, zone, b->player); i++) {
        const rt_entity e = rt_handle(g, rt_zone_at(g, zone, b->player, i));
        if (rt_cost_candidate(g, c, b->player, b->self, e))
            have += rt_counters(g, e, (int32_t)c->b);
    }
    return have >= in_all(g, b, c);
}

static int other_cost_ok(rt_game *g, const rt_bill *b, const vm_cost *c)
{
    CANTRIP_ASSERT(b->player < g->s->player.count);
    CANTRIP_ASSERT(c->kind < VM_COST_KIND_COUNT);
    const rt_object *o = rt_live(g, b->self);
    if (vm_cost_picks(c->kind))
        return c->a ? rt_cost_candidates(g, c, b->player, b->self, 0) >= needed(g, b, c)
                    : o && !(c->kind == VM_COST_SACRIFICE &&
                             rt_rule_on(g, VM_MOD_CANT_BE_SACRIFICED, b->self));
    switch (c->kind) {
    case VM_COST_ITS_MANA: /* CR 117.6 */
        return o && !(rt_face(g, o)->flags & VM_FF_BACK) && !RT_IS(o, LAND);
    case VM_COST_TOTAL:
        return rt_total_short(g, c, b, 0) <= 0;
    case VM_COST_TAP:
        return o && !(o->flags & RT_OF_TAPPED) && !rt_is_sick(g, o);
    case VM_COST_UNTAP:
        return o && (o->flags & RT_OF_TAPPED) && !rt_is_sick(g, o);
    case VM_COST_LIFE: /* CR 118.4 */
        return rt_payable_life(g, b->player) >= rt_cost_life(g, c, b->player, b->x);
    case VM_COST_REMOVE:
        return rt_counters(g, b->self, (int32_t)c->b) >= in_all(g, b, c);
    case VM_COST_REMOVE_AMONG:
        return counters_among_ok(g, b, c);
    case VM_COST_PLAYER_COUNTERS:
        return rt_counters(g, RT_PLAYER(b->player), (int32_t)c->b) >= in_all(g, b, c);
    case VM_COST_MILL: /* CR 117.3 */
        g->run->looked |= RT_LOOKED_AT_OBJECTS;
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

int rt_plan_is_free(const rt_plan *p)
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
    const int32_t before = p->generic;
    rt_demands_of(p, &g->pack->cost[range->first], range->count, b, RT_LAST);
    for (uint32_t i = range->first; i < range->first + range->count; i++) {
        const rt_object *o = g->pack->cost[i].kind == VM_COST_ITS_MANA ? rt_look(g, b->self) : NULL;
        if (o)
            rt_demands_of(p, &g->pack->cost[rt_face(g, o)->cost], rt_face(g, o)->cost_count, b,
                          RT_LAST);
    }
    const int32_t generic =
        rt_sum(p->generic, -(int64_t)before); /* less is less of that (CR 117.7a) */
    p->generic = rt_sum(p->generic, range->change + generic < 0 ? -generic : range->change);
}

void rt_demands_of_bill(rt_game *g, const rt_bill *b, rt_plan *p)
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

rt_entity rt_tapped_by_itself(const rt_game *g, const rt_bill *b)
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
    rt_demands_of_bill(g, bill, &p);
    const int can = (p.life <= 0 || rt_payable_life(g, bill->player) >= p.life) &&
                    (rt_plan_is_free(&p) || rt_plan_find(g, bill, &p));
    rt_temp_release(g, mark);
    return can;
}

/* How much generic mana there is in it. */
int32_t rt_bill_generic(rt_game *g, const rt_bill *bill)
{
    const rt_temp_mark mark = rt_temp_here(g);
    rt_plan p;
    rt_demands_of_bill(g, bill, &p);
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
    const rt_entity without = rt_tapped_by_itself(g, bill);
    rt_bill own;
    if (without != bill->without) {
        own = *bill;
        own.without = without;
        bill = &own;
    }
    const int quick = rt_pays_quickly(g, bill);
    RT_CHECK_AGAIN(g, quick < 0 || quick == can_be_planned(g, bill));
    return quick >= 0 ? quick : can_be_planned(g, bill);
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
