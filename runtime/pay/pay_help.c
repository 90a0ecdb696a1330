/* Paying by hand with what may pay in place of mana (convoke, improvise, delve: CR 702.50, 702.65, 702.125): each of
 * these things is offered for each symbol that it may pay, as long as the rest can still be paid. */
#include "runtime/pay/mana.h"

enum { HELPS_GENERIC = 5 }; /* number of the option, behind the five colours */

/* The demand that a colour pays: a plain symbol rather than one that could be paid otherwise. -1: none; generic:
 * demand_count. */
static int demand_for(const rt_plan *p, uint32_t what)
{
    int found = -1;
    if (what == HELPS_GENERIC)
        return p->generic > 0 ? (int)p->demand_count : -1;
    for (uint32_t d = 0; d < p->demand_count; d++) {
        const rt_demand *one = &p->demand[d];
        if (!(one->mask >> what & 1) || one->snow)
            continue;
        if (found < 0 || (p->demand[found].either && !one->either))
            found = (int)d;
    }
    return found;
}

/* Could the rest be paid, when `idx` has paid that? */
static int rest_can_be_paid(rt_game *g, const rt_bill *b, const rt_plan *all, uint32_t idx,
                            int demand)
{
    const rt_temp_mark mark = rt_temp_here(g);
    rt_plan rest;
    rt_plan_copy(&rest, all);
    for (uint32_t u = 0; u < rest.unit_count; u++)
        rest.unit[u].gone |= !rest.unit[u].pool && rest.unit[u].idx == idx;
    uint32_t sources = 0;
    for (uint32_t s = 0; s < rest.source_count; s++)
        if (rest.source[s].idx != idx)
            rest.source[sources++] = rest.source[s];
    rest.source_count = sources;
    if ((uint32_t)demand == rest.demand_count)
        rest.generic--;
    else
        rest.demand[demand] = rest.demand[--rest.demand_count];
    const int can = rt_plan_solve(g, b, &rest);
    rt_temp_release(g, mark);
    return can;
}

void rt_helpers_offer(rt_game *g, const rt_bill *b, const rt_plan *all)
{
    rt_plan help;
    rt_plan_begin(g, &help);
    rt_helpers_find(g, b, &help);
    for (uint32_t u = 0; u < help.unit_count; u++)
        for (uint32_t what = 0; what <= HELPS_GENERIC; what++) {
            const rt_unit *one = &help.unit[u];
            const int demand =
                what == HELPS_GENERIC || (one->mask >> what & 1) ? demand_for(all, what) : -1;
            if (demand >= 0 && rest_can_be_paid(g, b, all, one->idx, demand))
                rt_option_add(g, CANTRIP_OPTION_HELP, rt_handle(g, one->idx), (int32_t)what,
                              one->helps == RT_HELP_EXILED);
        }
}

/* Takes what it pays off what is still due: rows of pay[] from the bill's on. */
static void settle(rt_game *g, uint32_t what)
{
    const uint32_t from = rt_bill_at_hand(g)->pays;
    uint32_t found = UINT32_MAX;
    for (uint32_t i = from; i < g->s->pay.count; i++) {
        rt_pay *d = rt_pay_row(g, i);
        if (d->generic && what == HELPS_GENERIC && d->count > 0) {
            d->count--;
            return;
        }
        if (d->generic || what == HELPS_GENERIC || !(d->mask >> what & 1) || d->snow)
            continue;
        if (found == UINT32_MAX || (rt_pay_row(g, found)->either && !d->either))
            found = i;
    }
    CANTRIP_ASSERT(found != UINT32_MAX);
    for (uint32_t i = found; i + 1 < g->s->pay.count; i++)
        *rt_pay_row(g, i) = *rt_pay_row(g, i + 1);
    g->s->pay.count--;
}

void rt_helper_pays(rt_game *g, const rt_option *o)
{
    const uint32_t batch = rt_batch(g);
    const rt_entity e = o->entity;
    const rt_temp_mark mark = rt_temp_here(g);
    rt_plan help;
    rt_plan_begin(g, &help);
    rt_helpers_find(g, rt_bill_at_hand(g), &help);
    settle(g, (uint32_t)o->a);
    for (uint32_t u = 0; u < help.unit_count; u++)
        if (rt_handle(g, help.unit[u].idx) == e) {
            rt_helped(g, rt_bill_at_hand(g), &help.unit[u]);
            break;
        }
    rt_temp_release(g, mark);
    rt_batch_close(g, batch);
}
