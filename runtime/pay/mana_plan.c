/* Which mana pays for what. Units are matched to demands exactly, by augmenting paths; mana abilities that
 * cost something are tried in every order, a few at a time, until the rest matches. What such an ability
 * makes can only pay for what comes later. */
#include "runtime/pay/mana.h"

#include <string.h>

enum {
    TRIES_MAX = 4096,   /* matchings looked at before a plan with costly abilities is given up */
    WORK_MAX = 1 << 20, /* and the fuel for them; never more than a small part of what there is */
    WORK_PART = 64,
    STEPS_MAX = 1000, /* abilities of a plan */
    EITHER_MAX = 8    /* symbols of two kinds that are tried in every way */
};

/* ---- demands ---------------------------------------------------------------------------------- */

/* Room for one more row. */
static void *room(rt_game *g, void *rows, uint32_t count, uint32_t *cap, size_t size)
{
    if (count < *cap)
        return rows;
    *cap = *cap ? *cap * 2 : 16;
    void *more = rt_temp_alloc(g, *cap * size);
    if (count)
        memcpy(more, rows, count * size);
    return more;
}

static void *copy_of(rt_game *g, const void *rows, uint32_t count, size_t size)
{
    return count ? memcpy(rt_temp_alloc(g, count * size), rows, count * size) : NULL;
}

void rt_plan_copy(rt_plan *to, const rt_plan *from)
{
    rt_spend(from->g, (from->unit_count + from->demand_count + from->source_count) / 32);
    *to = *from;
    to->unit = copy_of(to->g, from->unit, from->unit_count, sizeof *to->unit);
    to->used_by = copy_of(to->g, from->used_by, from->unit_count, sizeof *to->used_by);
    to->unit_cap = to->used_cap = from->unit_count;
    to->demand = copy_of(to->g, from->demand, from->demand_count, sizeof *to->demand);
    to->demand_cap = from->demand_count;
    to->source = copy_of(to->g, from->source, from->source_count, sizeof *to->source);
    to->source_cap = from->source_count;
    for (uint32_t i = 0; i < to->source_count; i++)
        to->source[i].made = copy_of(to->g, from->source[i].made, from->source[i].made_count, 1);
    to->step_count = to->step_cap = to->pick_count = to->pick_cap = to->tries = 0;
}

void rt_demand_add(rt_plan *p, rt_demand d)
{
    p->demand = room(p->g, p->demand, p->demand_count, &p->demand_cap, sizeof d);
    p->demand[p->demand_count++] = d;
}

void rt_unit_add(rt_plan *p, rt_unit u)
{
    p->unit = room(p->g, p->unit, p->unit_count, &p->unit_cap, sizeof u);
    p->used_by = room(p->g, p->used_by, p->unit_count, &p->used_cap, sizeof *p->used_by);
    p->used_by[p->unit_count] = 0;
    p->unit[p->unit_count++] = u;
}

void rt_source_add(rt_plan *p, const rt_source *s)
{
    p->source = room(p->g, p->source, p->source_count, &p->source_cap, sizeof *s);
    uint32_t k = p->source_count++;
    rt_spend(p->g, k / 16);
    for (; k && p->source[k - 1].price > s->price; k--)
        p->source[k] = p->source[k - 1];
    p->source[k] = *s;
}

/* The mana in cost rows, for the bill's X; `time` as in rt_demand. Phyrexian symbols follow the bill. */
void rt_demands_of(rt_plan *p, const vm_cost *c, uint32_t count, const rt_bill *bill, uint16_t time)
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
            if (bill->life_decided && symbol < RT_SYMBOLS_MAX) {
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
            if (!vm_cost_halves(c[i].kind, c[i].a)) /* of that there is always enough */
                p->life = rt_sum(p->life, (int32_t)rt_cost_amount(&c[i], bill->x));
            break;
        default:
            break;
        }
        if (time == RT_LAST)
            p->generic = rt_sum(p->generic, n);
        else
            for (rt_spend(p->g, n > 0 ? (uint32_t)n : 0); n > 0; n--)
                rt_demand_add(p, (rt_demand){.mask = RT_ANY_MANA, .time = time});
    }
}

/* ---- matching --------------------------------------------------------------------------------- */

static int fits(const rt_unit *u, const rt_demand *d)
{
    return (u->mask & d->mask) && !u->gone && !u->out && u->born <= d->time &&
           (!d->snow || u->snow) && (!u->only || d->time == RT_LAST);
}

/* What a search for an augmenting path keeps: the demands on the way, where each goes on, and units that were seen. */
typedef struct path {
    uint32_t *demand, *unit, *seen, stamp;
} path;

/* A unit for demand d, by giving other demands other units: Kuhn's algorithm, without recursion. */
static int augment(rt_plan *p, path *w, uint32_t d)
{
    uint32_t depth = 0;
    w->demand[0] = d;
    w->unit[0] = 0;
    for (;;) {
        uint32_t u = w->unit[depth];
        const rt_demand *want = &p->demand[w->demand[depth]];
        while (u < p->unit_count && (w->seen[u] == w->stamp || !fits(&p->unit[u], want)))
            u++;
        rt_spend(p->g, (u - w->unit[depth]) / 16);
        if (u == p->unit_count) {
            if (!depth--)
                return 0;
            w->unit[depth]++;
            continue;
        }
        w->seen[u] = w->stamp;
        w->unit[depth] = u;
        if (!p->used_by[u])
            break;
        w->demand[++depth] = p->used_by[u] - 1;
        w->unit[depth] = 0;
    }
    CANTRIP_ASSERT(depth < p->demand_count);
    for (uint32_t i = 0; i <= depth; i++)
        p->used_by[w->unit[i]] = w->demand[i] + 1;
    return 1;
}

static int match_demands(rt_plan *p, path *w)
{
    for (uint32_t d = 0; d < p->demand_count; d++) {
        w->stamp++;
        if (!p->demand[d].other && !augment(p, w, d))
            return 0;
    }
    return 1;
}

static path path_begin(rt_plan *p)
{
    const uint32_t n = p->demand_count + 1;
    if (p->unit_count)
        memset(p->used_by, 0, sizeof *p->used_by * p->unit_count);
    return (path){rt_temp_alloc(p->g, n * sizeof(uint32_t)),
                  rt_temp_alloc(p->g, n * sizeof(uint32_t)),
                  rt_temp_zeroed(p->g, (p->unit_count + 1) * sizeof(uint32_t)), 0};
}

static int match_once(rt_plan *p, int32_t generic)
{
    const rt_temp_mark mark = rt_temp_here(p->g);
    path w = path_begin(p);
    rt_spend(p->g, p->unit_count / 64);
    p->tries++;
    const int matched = match_demands(p, &w);
    rt_temp_release(p->g, mark);
    if (matched && p->spread)
        generic = rt_pay_spread(p, generic);
    for (uint32_t u = 0; matched && u < p->unit_count && generic > 0; u++)
        if (!p->used_by[u] && !p->unit[u].gone && !p->unit[u].out) {
            p->used_by[u] = RT_PAYS_GENERIC;
            generic--;
        }
    return matched && generic <= 0;
}

static uint32_t bits_of(uint32_t m)
{
    uint32_t n = 0;
    for (; m; m &= m - 1)
        n++;
    return n;
}

/* Very many symbols that can be paid in two ways: as many as can be with mana of their own, the first ones first, and
 * life for what is then missing. */
static int match_many(rt_plan *p, int32_t life_left)
{
    const rt_temp_mark mark = rt_temp_here(p->g);
    path w = path_begin(p);
    int32_t generic = p->generic, spare = 0;
    p->tries++;
    for (int either = 0; either < 2; either++)
        for (uint32_t d = 0; d < p->demand_count; d++) {
            rt_demand *want = &p->demand[d];
            w.stamp++;
            if ((want->either != 0) != either || augment(p, &w, d))
                continue;
            if (!either || (want->either == 'l' && life_left < 2)) {
                rt_temp_release(p->g, mark);
                return 0;
            }
            want->other = 1;
            life_left -= want->either == 'l' ? 2 : 0;
            generic += want->either == '2' ? 2 : 0;
        }
    rt_temp_release(p->g, mark);
    for (uint32_t u = 0; u < p->unit_count; u++)
        spare += !p->used_by[u] && !p->unit[u].gone && !p->unit[u].out;
    for (uint32_t u = 0; u < p->unit_count && spare < generic; u++) {
        rt_demand *d = p->used_by[u] ? &p->demand[p->used_by[u] - 1] : NULL;
        if (!d || d->either != 'l' || life_left < 2)
            continue;
        d->other = 1;
        life_left -= 2;
        p->used_by[u] = 0;
        spare++;
    }
    for (uint32_t u = 0; u < p->unit_count && generic > 0; u++)
        if (!p->used_by[u] && !p->unit[u].gone && !p->unit[u].out) {
            p->used_by[u] = RT_PAYS_GENERIC;
            generic--;
        }
    return generic <= 0;
}

/* Symbols that can be paid in two ways: every choice in turn, with as few of the other way as will do. */
int rt_match_symbols(rt_plan *p, int32_t life_left)
{
    uint32_t at[EITHER_MAX], n = 0;
    for (uint32_t d = 0; d < p->demand_count; d++) {
        p->demand[d].other = 0;
        if (p->demand[d].either != '2' && (p->demand[d].either != 'l' || life_left < 2))
            continue;
        if (n < EITHER_MAX)
            at[n] = d;
        n++;
    }
    if (n > EITHER_MAX)
        return match_many(p, life_left);
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
    uint32_t fuel; /* that there was when it began */
    int in_order;  /* abilities only in the order in which they stand */
} search;

static int is_picked(const rt_plan *p, uint32_t from, rt_entity e)
{
    for (uint32_t i = from; i < p->pick_count; i++)
        if (p->pick[i] == e)
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
    return is_picked(q->p, 0, rt_handle(q->g, idx));
}

/* What one would miss least: tokens, then cheap things. */
static uint32_t worth(const rt_game *g, rt_entity e)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    const rt_object *o = rt_live(g, e);
    return (o->flags & RT_OF_TOKEN ? 0 : 10) + rt_mana_value(g, o) * 4 +
           (RT_IS(o, CREATURE) && o->power > 0 ? (uint32_t)o->power : 0);
}

static void pick(search *q, uint32_t step, rt_entity e)
{
    rt_plan *p = q->p;
    p->pick = room(q->g, p->pick, p->pick_count, &p->pick_cap, sizeof *p->pick);
    p->pick[p->pick_count++] = e;
    p->step[step].pick_count++;
}

static void pick_room(search *q, uint32_t count)
{
    rt_plan *p = q->p;
    if (p->pick_cap - p->pick_count >= count)
        return;
    const uint32_t cap = (p->pick_count + count) * 2;
    rt_entity *more = rt_temp_alloc(q->g, cap * sizeof *more);
    if (p->pick_count)
        memcpy(more, p->pick, p->pick_count * sizeof *more);
    p->pick = more;
    p->pick_cap = cap;
}

typedef struct candidate {
    rt_entity e;
    uint32_t worth;
} candidate;

/* What could be used up for one row of costs; *out_count of them. */
static candidate *candidates(search *q, uint32_t step, const vm_cost *c, uint32_t *out_count)
{
    const uint32_t player = q->bill->player, zone = rt_cost_zone(q->g, c),
                   n = rt_zone_count(q->g, zone, player);
    const rt_source *s = &q->p->source[q->p->step[step].source];
    const rt_entity self = rt_handle(q->g, s->idx);
    candidate *list = rt_temp_alloc(q->g, (n + 1) * sizeof *list);
    *out_count = 0;
    for (uint32_t i = 0; i < n; i++) {
        const rt_entity e = rt_handle(q->g, rt_zone_at(q->g, zone, player, i));
        rt_spend(q->g, 2 + (q->p->pick_count + step) / 8);
        if (e == q->bill->self || e == q->bill->without || (s->uses_self && e == self) ||
            self_used(q, step + 1, RT_INDEX(e)) || !rt_cost_candidate(q->g, c, player, self, e))
            continue;
        list[(*out_count)++] = (candidate){e, worth(q->g, e)};
    }
    return list;
}

/* The `wanted` of least worth; of like ones the first. */
static int pick_least(search *q, uint32_t step, const vm_cost *c, uint32_t wanted)
{
    pick_room(q, wanted);
    const rt_temp_mark mark = rt_temp_here(q->g);
    uint32_t n;
    candidate *list = candidates(q, step, c, &n);
    for (uint32_t k = 0; k < wanted && wanted <= n; k++) {
        uint32_t best = k;
        rt_spend(q->g, 1 + n / 8);
        for (uint32_t m = k + 1; m < n; m++)
            best = list[m].worth < list[best].worth ? m : best;
        pick(q, step, list[best].e);
        for (; best > k; best--) /* the others stay in order */
            list[best] = list[best - 1];
    }
    rt_temp_release(q->g, mark);
    return wanted <= n;
}

/* Chooses what an ability's costs use up; 0 = there is not enough left. */
static int pick_costs(search *q, uint32_t step, const vm_cost *c, uint32_t count)
{
    const int32_t x = q->p->source[q->p->step[step].source].x;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t wanted = vm_cost_picks(c[i].kind) ? rt_cost_amount(&c[i], x) : 0;
        if (wanted && !step && !q->p->pick_count && q->pick) {
            pick(q, step, q->pick);
            wanted--;
        }
        if (wanted && !pick_least(q, step, &c[i], wanted))
            return 0;
    }
    return 1;
}

/* What the steps so far remove from one thing has to be there all together. */
static int counters_suffice(search *q, uint32_t step, const vm_cost *c, uint32_t count)
{
    const rt_source *own = &q->p->source[q->p->step[step].source];
    for (uint32_t i = 0; i < count; i++) {
        int64_t need = 0;
        if (c[i].kind != VM_COST_REMOVE)
            continue;
        rt_spend(q->g, step / 2 + 1);
        for (uint32_t s = 0; s <= step; s++) {
            const rt_source *of = &q->p->source[q->p->step[s].source];
            const vm_ability *a = &q->g->pack->ability[of->ability];
            for (uint32_t k = 0; of->idx == own->idx && k < a->cost_count; k++) {
                const vm_cost *row = &q->g->pack->cost[a->cost + k];
                need += row->kind == VM_COST_REMOVE && row->b == c[i].b ? rt_cost_amount(row, of->x)
                                                                        : 0;
            }
        }
        if (rt_counters(q->g, rt_handle(q->g, own->idx), (int32_t)c[i].b) < need)
            return 0;
    }
    return 1;
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
            rt_spend(q->g, (q->p->pick_count + steps) / 8);
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
        rt_spend(q->g, 1 + step / 8);
        const rt_source *r = &q->p->source[k];
        const rt_object *b = rt_obj(q->g, r->idx);
        if (r->ability == s->ability && r->color == s->color && r->x == s->x &&
            b->face == o->face && b->granted == o->granted && b->types == o->types &&
            rt_given_by(q->g, b, r->number) == rt_given_by(q->g, o, s->number) &&
            (b == o || !rt_here(q->g, b)->maker || !q->g->lib->names_giver) &&
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
    const uint32_t units = p->unit_count, demands = p->demand_count, picks = p->pick_count;
    const int32_t life = p->life;
    int found = 0;
    p->tries++;
    CANTRIP_ASSERT(source < p->source_count && step <= p->step_cap);
    p->step = room(q->g, p->step, step, &p->step_cap, sizeof *p->step);
    p->step[step] = (rt_activation){.source = source, .pick = picks};
    const rt_bill own = {.player = q->bill->player, .x = s->x};
    rt_demands_of(p, c, a->cost_count, &own, (uint16_t)step);
    for (int32_t k = 0; k < s->extra; k++) /* what rules make of it (CR 602.2b) */
        rt_demand_add(p, (rt_demand){.mask = RT_ANY_MANA, .time = (uint16_t)step});
    for (int32_t k = s->extra;
         k < 0 && p->demand_count > demands && p->demand[p->demand_count - 1].mask == RT_ANY_MANA;
         k++)
        p->demand_count--;
    for (uint32_t k = 0; k < s->made_count; k++)
        rt_unit_add(p, (rt_unit){.mask = s->made[k],
                                 .snow = s->snow,
                                 .born = (uint16_t)(step + 1),
                                 .only = s->only,
                                 .group = RT_GROUP_STEP | step,
                                 .idx = s->idx});
    for (uint32_t u = 0; u < units; u++) /* it cannot be tapped for mana as well */
        if (s->taps && !p->unit[u].pool && !p->unit[u].born && p->unit[u].idx == s->idx)
            p->unit[u].gone = 1;
    if ((p->life <= 0 || *rt_life(q->g, q->bill->player) >= p->life) &&
        counters_suffice(q, step, c, a->cost_count) && pick_costs(q, step, c, a->cost_count) &&
        bill_payable(q, step + 1)) {
        for (uint32_t u = 0; u < units; u++) /* nor can what is tapped for it */
            if (taps_others(c, a->cost_count) && !p->unit[u].pool && !p->unit[u].born &&
                is_picked(p, picks, rt_handle(q->g, p->unit[u].idx)))
                p->unit[u].gone = 1;
        p->step_count = step + 1;
        found = deepen(q, step + 1);
    }
    if (found)
        return 1;
    for (uint32_t u = 0; u < units; u++) {
        if (s->taps && !p->unit[u].pool && !p->unit[u].born && p->unit[u].idx == s->idx)
            p->unit[u].gone = 0;
        if (!p->unit[u].pool && !p->unit[u].born &&
            is_picked(p, picks, rt_handle(q->g, p->unit[u].idx)))
            p->unit[u].gone = 0;
    }
    p->unit_count = units;
    p->demand_count = demands;
    p->pick_count = picks;
    p->life = life;
    p->step_count = step;
    return 0;
}

static uint32_t p_size(const rt_plan *p)
{
    return p->unit_count + p->demand_count + p->source_count;
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

/* The same of one type of mana: the symbols that nothing else pays, and what could be of that type. */
static int too_few_of(const search *q, uint32_t step, uint32_t type)
{
    const rt_plan *p = q->p;
    int64_t have = 0, want = 0, most = 0;
    for (uint32_t d = 0; d < p->demand_count; d++)
        want += !p->demand[d].either && p->demand[d].mask == 1u << type;
    for (uint32_t u = 0; want && u < p->unit_count; u++)
        have += !p->unit[u].gone && (p->unit[u].mask >> type & 1);
    for (uint32_t s = 0; have < want && s < p->source_count; s++) {
        int64_t made = 0;
        for (uint32_t k = 0; k < p->source[s].made_count; k++)
            made += p->source[s].made[k] >> type & 1;
        most = made > most ? made : most;
    }
    return have + most * (int64_t)(q->depth - step) < want;
}

static int is_hopeless(const search *q, uint32_t step)
{
    int so = too_few(q, step);
    for (uint32_t type = 0; type < 6 && !so; type++)
        so = too_few_of(q, step, type);
    return so;
}

static int may_go_on(const search *q)
{
    return q->p->tries < TRIES_MAX && q->fuel - q->g->run->fuel < WORK_MAX &&
           q->fuel - q->g->run->fuel < q->fuel / WORK_PART;
}

static int deepen(search *q, uint32_t step)
{
    rt_spend(q->g, p_size(q->p));
    if (is_hopeless(q, step))
        return 0;
    if (step == q->depth)
        return rt_units_match(q->p, q->life_left > q->p->life ? q->life_left - q->p->life : 0);
    for (uint32_t s = 0; s < q->p->source_count && may_go_on(q); s++) {
        rt_spend(q->g, 1 + (step + q->p->pick_count) / 8);
        if ((step == 0 && q->first >= 0 && s != (uint32_t)q->first) ||
            (q->in_order && step > (q->first >= 0) && s < q->p->step[step - 1].source))
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
    CANTRIP_ASSERT(bill->player < g->s->player.count);
    search q = {.g = g,
                .bill = bill,
                .p = p,
                .life_left = life,
                .first = first,
                .pick = pick,
                .fuel = g->run->fuel};
    uint32_t most = 0;
    for (uint32_t s = 0; s < p->source_count; s++)
        most = p->source[s].repeats ? STEPS_MAX : most + 1;
    p->tries = 0;
    for (q.depth = 1; q.depth <= most && q.depth <= STEPS_MAX && may_go_on(&q); q.depth++)
        if (deepen(&q, 0))
            return 1;
    if (q.depth > most || q.depth > STEPS_MAX)
        return 0;
    /* Too many ways: which abilities are used mostly matters more than which of them is used first. */
    q.in_order = 1;
    q.fuel = g->run->fuel;
    p->tries = 0;
    for (q.depth -= q.depth > 1; q.depth <= most && q.depth <= STEPS_MAX && may_go_on(&q);
         q.depth++)
        if (deepen(&q, 0))
            return 1;
    return 0;
}

int rt_plan_begin_with(rt_game *g, const rt_bill *bill, rt_plan *p, uint32_t first, rt_entity pick)
{
    CANTRIP_ASSERT(bill->player < g->s->player.count);
    p->step_count = 0;
    return with_sources(g, bill, p, 0, (int)first, pick) ||
           with_sources(g, bill, p, rt_payable_life(g, bill->player), (int)first, pick);
}

int rt_plan_solve(rt_game *g, const rt_bill *bill, rt_plan *p)
{
    CANTRIP_ASSERT(bill->player < g->s->player.count);
    const int32_t life = rt_payable_life(g, bill->player);
    uint32_t by_life = 0;
    p->step_count = p->tries = 0;
    for (uint32_t d = 0; d < p->demand_count; d++)
        by_life += p->demand[d].either == 'l';
    if (!p->source_count && p->unit_count + by_life < p->demand_count + (uint32_t)p->generic)
        return 0;
    rt_units_sort(p);
    if (p->spread)
        rt_units_spread(p);
    if (rt_units_match(p, 0))
        return 1;
    if (p->source_count && with_sources(g, bill, p, 0, -1, 0))
        return 1;
    if (by_life && rt_units_match(p, life - p->life))
        return 1;
    return by_life && p->source_count && with_sources(g, bill, p, life, -1, 0);
}

int rt_plan_find(rt_game *g, const rt_bill *bill, rt_plan *p)
{
    CANTRIP_ASSERT(bill->player < g->s->player.count);
    p->source_count = 0;
    rt_units_find(g, bill, p);
    rt_sources_find(g, bill, p);
    return rt_plan_solve(g, bill, p);
}
