/* Which mana pays for what. Units are matched to demands exactly, by augmenting paths; mana abilities that
 * cost something are tried in every order, a few at a time, until the rest matches. What such an ability
 * makes can only pay for what comes later. */
#include "runtime/mana.h"

#include <string.h>

enum { TRIES_MAX = 4096 }; /* matchings looked at before a plan with costly abilities is given up */

/* ---- demands ---------------------------------------------------------------------------------- */

void rt_demand_add(rt_plan *p, rt_demand d)
{
    if (p->demand_count == RT_DEMANDS_MAX)
        p->unpayable = 1; /* nobody has so much: better not offered than given away */
    else
        p->demand[p->demand_count++] = d;
}

/* The mana in cost rows, for the bill's X; `time` as in rt_demand. Phyrexian symbols follow the bill. */
void rt_demands_of(rt_plan *p, const vm_cost *c, uint32_t count, const rt_bill *bill, uint8_t time)
{
    uint32_t symbol = 0;
    for (uint32_t i = 0; i < count; i++) {
        rt_demand d = {.mask = (uint8_t)c[i].a, .time = time};
        int32_t n = 0;
        switch (c[i].kind) {
        case VM_COST_GENERIC:
            n = (int32_t)c[i].a;
            break;
        case VM_COST_X:
            n = bill->x;
            break;
        case VM_COST_MANA:
            rt_demand_add(p, d);
            break;
        case VM_COST_SNOW: /* CR 107.4h */
            d.mask = RT_ANY_MANA;
            d.snow = 1;
            rt_demand_add(p, d);
            break;
        case VM_COST_PHYREXIAN:
            d.either = 'l';
            if (bill->life_decided) {
                d.either = 0;
                if (bill->by_life >> symbol++ & 1) {
                    p->life = rt_sum(p->life, 2);
                    break;
                }
            }
            rt_demand_add(p, d);
            break;
        case VM_COST_TWO_OR:
            d.either = '2';
            rt_demand_add(p, d);
            break;
        case VM_COST_LIFE:
            p->life = rt_sum(p->life, (int32_t)rt_cost_amount(&c[i], bill->x));
            break;
        default:
            break;
        }
        if (time == RT_LAST)
            p->generic = rt_sum(p->generic, n);
        else
            for (; n > 0 && !p->unpayable; n--)
                rt_demand_add(p, (rt_demand){.mask = RT_ANY_MANA, .time = time});
    }
}

/* ---- matching --------------------------------------------------------------------------------- */

static int fits(const rt_unit *u, const rt_demand *d)
{
    return (u->mask & d->mask) && !u->gone && u->born <= d->time && (!d->snow || u->snow) &&
           (!u->only || d->time == RT_LAST);
}

static int augment(rt_plan *p, uint32_t d)
{
    for (uint32_t u = 0; u < p->unit_count; u++) {
        if (p->seen[u] == p->stamp || !fits(&p->unit[u], &p->demand[d]))
            continue;
        p->seen[u] = p->stamp;
        if (!p->used_by[u] || augment(p, p->used_by[u] - 1u)) {
            p->used_by[u] = (uint16_t)(d + 1);
            return 1;
        }
    }
    return 0;
}

static int match_once(rt_plan *p, int32_t generic)
{
    if (p->unpayable)
        return 0;
    memset(p->used_by, 0, sizeof *p->used_by * p->unit_count);
    memset(p->seen, 0, sizeof *p->seen * p->unit_count);
    p->stamp = 0;
    p->tries++;
    for (uint32_t d = 0; d < p->demand_count; d++) {
        p->stamp++;
        if (!p->demand[d].other && !augment(p, d))
            return 0;
    }
    for (uint32_t u = 0; u < p->unit_count && generic > 0; u++)
        if (!p->used_by[u] && !p->unit[u].gone) {
            p->used_by[u] = RT_PAYS_GENERIC;
            generic--;
        }
    return generic <= 0;
}

static uint32_t bits_of(uint32_t m)
{
    uint32_t n = 0;
    for (; m; m &= m - 1)
        n++;
    return n;
}

/* Symbols that can be paid in two ways: every choice in turn, with as few of the other way as will do. */
int rt_units_match(rt_plan *p, int32_t life_left)
{
    uint32_t at[8], n = 0;
    for (uint32_t d = 0; d < p->demand_count; d++) {
        p->demand[d].other = 0;
        if (n < 8 && (p->demand[d].either == '2' || (p->demand[d].either == 'l' && life_left >= 2)))
            at[n++] = d;
    }
    for (uint32_t count = 0; count <= n; count++)
        for (uint32_t set = 0; set < 1u << n; set++) {
            int32_t life = 0, generic = p->generic;
            if (bits_of(set) != count)
                continue;
            for (uint32_t i = 0; i < n; i++) {
                rt_demand *d = &p->demand[at[i]];
                d->other = set >> i & 1;
                life += d->other && d->either == 'l' ? 2 : 0;
                generic += d->other && d->either == '2' ? 2 : 0;
            }
            if (life <= life_left && match_once(p, generic))
                return 1;
        }
    return 0;
}

/* ---- mana abilities that cost something --------------------------------------------------------- */

typedef struct search {
    rt_game *g;
    const rt_bill *bill;
    rt_plan *p;
    uint32_t depth;
    int32_t life_left; /* for symbols that life may pay */
    int first;
    rt_entity pick;
} search;

static int is_picked(const rt_plan *p, uint32_t steps, rt_entity e)
{
    for (uint32_t s = 0; s < steps; s++)
        for (uint32_t i = 0; i < p->step[s].pick_count; i++)
            if (p->step[s].pick[i] == e)
                return 1;
    return 0;
}

static int self_used(const search *q, uint32_t steps, uint32_t idx)
{
    for (uint32_t s = 0; s < steps; s++) {
        const rt_source *of = &q->p->source[q->p->step[s].source];
        if (of->idx == idx && of->uses_self)
            return 1;
    }
    return is_picked(q->p, steps, rt_handle(q->g, idx));
}

/* What one would miss least: tokens, then cheap things. */
static uint32_t worth(const rt_game *g, rt_entity e)
{
    const rt_object *o = rt_live(g, e);
    return (o->flags & RT_OF_TOKEN ? 0 : 10) + rt_mana_value(g, o) * 4 +
           (RT_IS(o, CREATURE) && o->power > 0 ? (uint32_t)o->power : 0);
}

/* Chooses what an ability's costs use up; 0 = there is not enough left. */
static int pick_costs(search *q, uint32_t step, const vm_cost *c, uint32_t count)
{
    rt_activation *a = &q->p->step[step];
    const rt_source *s = &q->p->source[a->source];
    rt_entity self = rt_handle(q->g, s->idx);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t zone = rt_cost_zone(q->g, &c[i]);
        if (!vm_cost_picks(c[i].kind) || !c[i].a)
            continue;
        if (c[i].a > RT_PICKS_MAX) /* it would be found out one thing after the other */
            return 0;
        rt_spend(q->g, rt_zone_count(q->g, zone, q->bill->player) * c[i].a * 2);
        for (uint32_t k = 0; k < c[i].a; k++) {
            rt_entity best = step == 0 && k == 0 ? q->pick : 0;
            for (uint32_t n = 0; !(step == 0 && k == 0 && q->pick) &&
                                 n < rt_zone_count(q->g, zone, q->bill->player);
                 n++) {
                rt_entity e = rt_handle(q->g, rt_zone_at(q->g, zone, q->bill->player, n));
                if (e == q->bill->self || e == q->bill->without || (s->uses_self && e == self) ||
                    self_used(q, step + 1, RT_INDEX(e)) ||
                    !rt_cost_candidate(q->g, &c[i], q->bill->player, self, e))
                    continue;
                if (!best || worth(q->g, e) < worth(q->g, best))
                    best = e;
            }
            if (!best || a->pick_count >= RT_PICKS_MAX)
                return 0;
            a->pick[a->pick_count++] = best;
        }
    }
    return 1;
}

static int32_t counters_needed(const vm_cost *c, uint32_t count, uint32_t *out_kind)
{
    for (uint32_t i = 0; i < count; i++)
        if (c[i].kind == VM_COST_REMOVE) {
            *out_kind = c[i].b;
            return (int32_t)c[i].a;
        }
    return 0;
}

static int counters_suffice(search *q, uint32_t step, const vm_cost *c, uint32_t count)
{
    uint32_t kind = 0, uses = 0, source = q->p->step[step].source;
    int32_t need = counters_needed(c, count, &kind);
    for (uint32_t s = 0; s <= step; s++)
        uses += q->p->step[s].source == source;
    return !need || rt_counters(q->g, rt_handle(q->g, q->p->source[source].idx), (int32_t)kind) >=
                        need * (int32_t)uses;
}

/* Is there still enough to sacrifice, discard or exile for the bill itself? */
static int bill_payable(search *q, uint32_t steps)
{
    const rt_bill *b = q->bill;
    for (uint32_t i = 0; i < rt_bill_count(b); i++) {
        const vm_cost *c = rt_bill_cost(q->g, b, i);
        uint32_t zone = rt_cost_zone(q->g, c), left = 0;
        if (!vm_cost_picks(c->kind) || !c->a)
            continue;
        rt_spend(q->g, rt_zone_count(q->g, zone, b->player) * 2);
        for (uint32_t n = 0; n < rt_zone_count(q->g, zone, b->player); n++) {
            rt_entity e = rt_handle(q->g, rt_zone_at(q->g, zone, b->player, n));
            left += rt_cost_candidate(q->g, c, b->player, b->self, e) &&
                    !self_used(q, steps, RT_INDEX(e));
        }
        if (left < rt_cost_amount(c, b->x))
            return 0;
    }
    return 1;
}

/* The same ability of a like object has been refused here already: trying it again gives the same. */
static int tried_like(const search *q, uint32_t step, uint32_t source)
{
    const rt_source *s = &q->p->source[source];
    const rt_object *o = rt_obj(q->g, s->idx);
    for (uint32_t k = 0; k < source; k++) {
        const rt_source *r = &q->p->source[k];
        const rt_object *b = rt_obj(q->g, r->idx);
        if (r->ability == s->ability && r->color == s->color && b->face == o->face &&
            b->granted == o->granted && b->types == o->types &&
            (r->repeats || !self_used(q, step, r->idx)))
            return 1;
    }
    return 0;
}

static int taps_others(const vm_cost *c, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (c[i].kind == VM_COST_TAP_OTHERS)
            return 1;
    return 0;
}

static int deepen(search *q, uint32_t step);

static int activate(search *q, uint32_t step, uint32_t source)
{
    rt_plan *p = q->p;
    const rt_source *s = &p->source[source];
    const vm_ability *a = &q->g->pack->ability[s->ability];
    const vm_cost *c = &q->g->pack->cost[a->cost];
    const uint32_t units = p->unit_count, demands = p->demand_count, unpayable = p->unpayable;
    const int32_t life = p->life;
    int found = 0;
    p->tries++;
    p->step[step] = (rt_activation){.source = (uint8_t)source};
    rt_demands_of(p, c, a->cost_count, q->bill, (uint8_t)step);
    for (uint32_t k = 0; k < s->made_count && p->unit_count < RT_UNITS_MAX; k++) {
        p->used_by[p->unit_count] = 0;
        p->unit[p->unit_count++] = (rt_unit){.mask = s->made[k],
                                             .snow = s->snow,
                                             .born = (uint8_t)(step + 1),
                                             .only = s->only,
                                             .group = (uint16_t)(0x4000 | step),
                                             .idx = s->idx};
    }
    for (uint32_t u = 0; u < units; u++) /* it cannot be tapped for mana as well */
        if (s->taps && !p->unit[u].pool && !p->unit[u].born && p->unit[u].idx == s->idx)
            p->unit[u].gone++;
    if ((p->life <= 0 || rt_player_row(q->g, q->bill->player)->life >= p->life) &&
        counters_suffice(q, step, c, a->cost_count) && pick_costs(q, step, c, a->cost_count) &&
        bill_payable(q, step + 1)) {
        for (uint32_t u = 0; u < units; u++) /* nor can what is tapped for it */
            if (taps_others(c, a->cost_count) && !p->unit[u].pool && !p->unit[u].born &&
                is_picked(p, step + 1, rt_handle(q->g, p->unit[u].idx)))
                p->unit[u].gone++;
        p->step_count = step + 1;
        found = deepen(q, step + 1);
    }
    if (found)
        return 1;
    for (uint32_t u = 0; u < units; u++) {
        if (s->taps && !p->unit[u].pool && !p->unit[u].born && p->unit[u].idx == s->idx)
            p->unit[u].gone = 0;
        if (!p->unit[u].pool && !p->unit[u].born &&
            is_picked(p, step + 1, rt_handle(q->g, p->unit[u].idx)))
            p->unit[u].gone = 0;
    }
    p->unit_count = units;
    p->demand_count = demands;
    p->unpayable = unpayable;
    p->life = life;
    p->step_count = step;
    return 0;
}

static uint32_t p_size(const rt_plan *p)
{
    return p->unit_count + p->demand_count;
}

/* Would the demands stay unmet even if every ability still to come made as much as the best of them? What
 * life or other mana may stand in for is left out of the count. */
static int too_few(const search *q, uint32_t step)
{
    const rt_plan *p = q->p;
    int64_t have = p->unit_count, want = p->generic, most = 0;
    for (uint32_t u = 0; u < p->unit_count; u++)
        have -= p->unit[u].gone != 0;
    for (uint32_t d = 0; d < p->demand_count; d++)
        want += p->demand[d].either != 'l';
    for (uint32_t s = 0; s < p->source_count; s++)
        most = p->source[s].made_count > most ? p->source[s].made_count : most;
    return have + most * (int64_t)(q->depth - step) < want;
}

static int deepen(search *q, uint32_t step)
{
    rt_spend(q->g, p_size(q->p));
    if (too_few(q, step))
        return 0;
    if (step == q->depth)
        return rt_units_match(q->p, q->life_left > q->p->life ? q->life_left - q->p->life : 0);
    for (uint32_t s = 0; s < q->p->source_count && q->p->tries < TRIES_MAX; s++) {
        if (step == 0 && q->first >= 0 && s != (uint32_t)q->first)
            continue;
        if ((!q->p->source[s].repeats && self_used(q, step, q->p->source[s].idx)) ||
            (q->first < 0 && tried_like(q, step, s)))
            continue;
        if (activate(q, step, s))
            return 1;
    }
    return 0;
}

static int with_sources(rt_game *g, const rt_bill *bill, rt_plan *p, int32_t life, int first,
                        rt_entity pick)
{
    search q = {.g = g, .bill = bill, .p = p, .life_left = life, .first = first, .pick = pick};
    p->tries = 0;
    for (q.depth = 1; q.depth <= RT_ACTIVATIONS_MAX && p->tries < TRIES_MAX; q.depth++)
        if (deepen(&q, 0))
            return 1;
    return 0;
}

int rt_plan_begin_with(rt_game *g, const rt_bill *bill, rt_plan *p, uint32_t first, rt_entity pick)
{
    p->step_count = 0;
    return with_sources(g, bill, p, 0, (int)first, pick) ||
           with_sources(g, bill, p, rt_player_row(g, bill->player)->life, (int)first, pick);
}

int rt_plan_find(rt_game *g, const rt_bill *bill, rt_plan *p)
{
    int32_t life = rt_player_row(g, bill->player)->life;
    uint32_t by_life = 0;
    p->step_count = p->source_count = p->tries = 0;
    for (uint32_t d = 0; d < p->demand_count; d++)
        by_life += p->demand[d].either == 'l';
    rt_units_find(g, bill, p);
    rt_sources_find(g, bill, p);
    if (!p->source_count && p->unit_count + by_life < p->demand_count + (uint32_t)p->generic)
        return 0;
    rt_units_sort(p);
    if (rt_units_match(p, 0))
        return 1;
    if (p->source_count && with_sources(g, bill, p, 0, -1, 0))
        return 1;
    if (by_life && rt_units_match(p, life - p->life))
        return 1;
    return by_life && p->source_count && with_sources(g, bill, p, life, -1, 0);
}
