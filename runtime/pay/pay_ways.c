/* Costs of which one of several is paid: sacrifice a creature or pay 3 life. At the end of a range of costs stand its ways,
 * each behind a row that says how many rows it has. The one who pays chooses among those that they can pay (CR 608.2d). */
#include "runtime/pay/mana.h"
#include "runtime/cast/cast.h"

#include <string.h>

typedef struct ways { /* of a range: where its ways begin */
    uint32_t range, at;
} ways;

static int find(const rt_game *g, const rt_bill *b, ways *out)
{
    for (uint32_t r = 0; r < RT_BILL_RANGES && (!r || b->range[r].count); r++)
        for (uint32_t i = 0; b->range[r].times && i < b->range[r].count; i++)
            if (g->pack->cost[b->range[r].first + i].kind == VM_COST_WAY) {
                *out = (ways){r, i};
                return 1;
            }
    return 0;
}

/* Way number `n` of a range: where its rows begin; *out_count: how many there are, 0 = it has no such way. */
static uint32_t nth_way(const rt_game *g, const rt_cost_range *range, uint32_t at, uint32_t n,
                        uint32_t *out_count, uint32_t *out_says)
{
    *out_count = 0;
    while (at < range->count) {
        const vm_cost *c = &g->pack->cost[range->first + at];
        const uint32_t left = range->count - at - 1, rows = c->a < left ? c->a : left;
        if (c->kind != VM_COST_WAY || !rows)
            return 0;
        if (!n--) {
            *out_count = rows;
            *out_says = c->b;
            return range->first + at + 1;
        }
        at += 1 + rows;
    }
    return 0;
}

int rt_bill_has_ways(const rt_game *g, const rt_bill *b)
{
    ways w;
    return g->lib->has_ways && find(g, b, &w);
}

/* Takes way number n of the first that is undecided; 0 = there is no such way. */
static int take(rt_game *g, rt_bill *b, uint32_t n, uint32_t *out_says)
{
    ways w;
    uint32_t count = 0;
    if (!find(g, b, &w))
        return 0;
    rt_cost_range *range = &b->range[w.range];
    const uint32_t first = nth_way(g, range, w.at, n, &count, out_says);
    if (!count)
        return 0;
    const rt_cost_range way = {first, count, 1, range->keyword, range->change},
                        common = {range->first, w.at, 1, range->keyword, 0};
    if (range->times > 1) { /* each time is decided by itself */
        range->times--;
        if (common.count)
            rt_bill_add(g, b, common);
        rt_bill_add(g, b, way);
    } else if (w.at || !w.range) {
        range->count = w.at;
        range->change = 0;
        rt_bill_add(g, b, way);
    } else {
        *range = way;
    }
    return 1;
}

int rt_any_way_payable(rt_game *g, const rt_bill *bill)
{
    uint32_t says;
    rt_bill b = *bill;
    rt_spend(g, RT_BILL_RANGES);
    for (uint32_t n = 0; take(g, &b, n, &says); n++) {
        if (rt_can_pay_alone(g, &b))
            return 1;
        b = *bill;
    }
    return 0;
}

/* Which ways can be paid: a bit for each; more than there are bits for can always be asked about. */
static uint32_t payable_ways(rt_game *g, const rt_bill *bill)
{
    uint32_t says, can = 0;
    rt_bill b = *bill;
    for (uint32_t n = 0; n < 32 && take(g, &b, n, &says); n++) {
        can |= rt_can_pay(g, &b) ? 1u << n : 0;
        b = *bill;
    }
    return can;
}

int rt_only_way(rt_game *g, rt_bill *b)
{
    uint32_t says;
    const uint32_t can = payable_ways(g, b);
    return can && !(can & (can - 1)) && take(g, b, (uint32_t)__builtin_ctz(can), &says);
}

rt_status rt_ask_way(rt_game *g, const rt_bill *bill)
{
    uint32_t says;
    const uint32_t can = payable_ways(g, bill);
    rt_bill b = *bill;
    rt_ask(g, CANTRIP_DECIDE_MODE, bill->player, bill->self);
    for (uint32_t n = 0; n < 32 && take(g, &b, n, &says); n++) {
        if (can >> n & 1)
            rt_option_add(g, CANTRIP_OPTION_MODE, 0, (int32_t)n, (int32_t)says + 1);
        b = *bill;
    }
    return rt_ask_one(g);
}

void rt_way_chosen(rt_game *g, rt_bill *b)
{
    uint32_t says;
    take(g, b, rt_answer_count(g) ? (uint32_t)rt_answered(g, 0)->a : 0, &says);
}
