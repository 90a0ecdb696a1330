/* Costs (CR 117, 601.2f to h): can they be paid, and paying them. Mana is matched exactly: a
 * payment is found whenever the untapped sources and the pool hold one. */
#include "runtime/rules.h"

#include <string.h>

enum { UNITS_MAX = 128, DEMANDS_MAX = 64, ANY_MANA = 0x3F };

typedef struct unit { /* one mana that could be spent */
    uint8_t mask, pool, cost, unused;
    uint16_t pool_idx;
    uint16_t group; /* units of the same source */
    uint32_t idx;   /* object */
} unit;

typedef struct demand {
    uint8_t mask, by_life; /* by_life: 2 life may pay it (CR 107.4f) */
    int16_t unit;
} demand;

typedef struct plan {
    unit units[UNITS_MAX];
    uint32_t unit_count;
    demand demands[DEMANDS_MAX];
    uint32_t demand_count;
    int32_t generic, life;
    uint16_t used_by[UNITS_MAX]; /* demand + 1, or 0xFFFF generic */
} plan;

/* ---- sources ----------------------------------------------------------------------------------
 */

int rt_is_sick(const rt_game *g, const rt_object *o) /* CR 302.6 */
{
    return RT_IS(o, CREATURE) && o->since_turn >= g->s->turn && !RT_HAS(o, HASTE);
}

/* What a mana ability whose only cost is {T} gives: masks of its units, from its code. */
static uint32_t ability_units(const rt_game *g, const vm_ability *a, uint8_t *masks, uint32_t max)
{
    const vm_pack *p = g->pack;
    if (!(a->flags & VM_AF_MANA) || a->cost_count != 1 || p->cost[a->cost].kind != VM_COST_TAP ||
        !a->effect || a->condition)
        return 0;
    const vm_func *f = &p->func[a->effect];
    for (uint32_t pc = 0; pc < f->code_count / 2; pc++) {
        vm_insn i = vm_insn_at(p, f->code, pc);
        if (i.op != VM_OP_NATIVE)
            continue;
        if (i.imm == VM_NATIVE_add_any_mana) {
            masks[0] = 31;
            return 1;
        }
        if (i.imm == VM_NATIVE_add_mana) {
            uint32_t first = (uint32_t)vm_insn_at(p, f->code, pc + 1).imm,
                     n = (uint32_t)vm_insn_at(p, f->code, pc + 2).imm, k = 0;
            for (; k < n && k < max; k++)
                masks[k] = (uint8_t)p->cost[first + k].a;
            return k;
        }
    }
    return 0;
}

static uint32_t object_units(const rt_game *g, const rt_object *o, uint8_t *masks)
{
    uint8_t best = 0;
    if (RT_IS(o, LAND)) /* CR 305.6 */
        for (int t = 0; t < 5; t++)
            if (o->subtypes[0] >> t & 1)
                best |= (uint8_t)(1 << t);
    uint32_t count = best ? 1 : 0;
    if (best)
        masks[0] = best;
    if (o->ability_flags >> VM_ABILITY_ACTIVATED & 1)
        for (uint32_t i = 0, n = rt_ability_count(g, o); i < n; i++) {
            uint8_t m[8];
            uint32_t k = ability_units(g, &g->pack->ability[rt_ability_at(g, o, i)], m, 8);
            if (k == 1 && count <= 1) {
                masks[0] = (uint8_t)((count ? masks[0] : 0) | m[0]);
                count = 1;
            } else if (k > count) {
                memcpy(masks, m, k);
                count = k;
            }
        }
    return count;
}

static uint8_t bits_of(uint8_t m)
{
    uint8_t n = 0;
    for (; m; m &= (uint8_t)(m - 1))
        n++;
    return n;
}

static void find_units(rt_game *g, uint32_t player, rt_entity without, plan *p)
{
    p->unit_count = 0;
    for (uint32_t i = 0; i < g->s->mana.count && p->unit_count < UNITS_MAX; i++)
        if (rt_mana_row(g, i)->player == player)
            p->units[p->unit_count++] = (unit){(uint8_t)(1 << rt_mana_row(g, i)->color),
                                               1,
                                               0,
                                               0,
                                               (uint16_t)i,
                                               (uint16_t)(1000 + i),
                                               0};
    for (uint32_t i = 0, n = rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i < n; i++) {
        uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        const rt_object *o = rt_obj(g, idx);
        if (o->controller != player || (o->flags & RT_OF_TAPPED) ||
            (!RT_IS(o, LAND) && !(o->ability_flags >> VM_ABILITY_ACTIVATED & 1)) ||
            rt_handle(g, idx) == without || rt_is_sick(g, o))
            continue;
        uint8_t masks[8];
        uint32_t k = object_units(g, o, masks);
        uint8_t cost = (uint8_t)(bits_of(masks[0]) + (RT_IS(o, CREATURE) ? 16 : 0) +
                                 (rt_ability_count(g, o) > 1 ? 8 : 0));
        for (uint32_t q = 0; q < k && p->unit_count < UNITS_MAX; q++)
            p->units[p->unit_count++] = (unit){masks[q], 0, cost, 0, 0, (uint16_t)i, idx};
    }
}

/* ---- matching ---------------------------------------------------------------------------------
 */

static int augment(plan *p, uint32_t d, uint8_t *seen)
{
    for (uint32_t u = 0; u < p->unit_count; u++) {
        if (seen[u] || !(p->units[u].mask & p->demands[d].mask))
            continue;
        seen[u] = 1;
        if (!p->used_by[u] || augment(p, p->used_by[u] - 1u, seen)) {
            p->used_by[u] = (uint16_t)(d + 1);
            p->demands[d].unit = (int16_t)u;
            return 1;
        }
    }
    return 0;
}

static void cheap_first(plan *p)
{
    for (uint32_t i = 1; i < p->unit_count; i++) {
        unit u = p->units[i];
        uint32_t k = i;
        for (; k && p->units[k - 1].cost > u.cost; k--)
            p->units[k] = p->units[k - 1];
        p->units[k] = u;
    }
}

static int match(plan *p)
{
    memset(p->used_by, 0, sizeof p->used_by);
    for (uint32_t d = 0; d < p->demand_count; d++) {
        uint8_t seen[UNITS_MAX] = {0};
        if (p->demands[d].by_life == 2)
            continue;
        if (!augment(p, d, seen))
            return 0;
    }
    int32_t left = p->generic;
    for (uint32_t u = 0; u < p->unit_count && left > 0; u++)
        if (!p->used_by[u]) {
            p->used_by[u] = 0xFFFF;
            left--;
        }
    return left <= 0;
}

static void add_demand(plan *p, uint8_t mask, int by_life)
{
    if (p->demand_count < DEMANDS_MAX)
        p->demands[p->demand_count++] = (demand){mask, (uint8_t)by_life, -1};
}

static void demands_of(plan *p, const vm_cost *c, uint32_t count, int32_t x)
{
    for (uint32_t i = 0; i < count; i++)
        switch (c[i].kind) {
        case VM_COST_GENERIC:
            p->generic = rt_sum(p->generic, (int32_t)c[i].a);
            break;
        case VM_COST_X:
            p->generic = rt_sum(p->generic, x);
            break;
        case VM_COST_MANA:
            add_demand(p, (uint8_t)c[i].a, 0);
            break;
        case VM_COST_SNOW:
            add_demand(p, 0, 0);
            break;
        case VM_COST_PHYREXIAN:
            add_demand(p, (uint8_t)c[i].a, 1);
            break;
        case VM_COST_TWO_OR:
            add_demand(p, (uint8_t)c[i].a, 0);
            break;
        case VM_COST_LIFE:
            p->life = rt_sum(p->life, (int32_t)c[i].a);
            break;
        default:
            break;
        }
}

/* ---- other costs ------------------------------------------------------------------------------
 */

static uint32_t cost_candidates(rt_game *g, const vm_cost *c, uint32_t player, rt_entity self,
                                int add)
{
    rt_ctx ctx = rt_ctx_for(g, self, VM_NO_SYMBOL);
    ctx.controller = (uint8_t)player;
    uint32_t zone = c->kind == VM_COST_SACRIFICE ? VM_ZONE_BATTLEFIELD : VM_ZONE_HAND, n = 0;
    if (c->kind == VM_COST_EXILE && (g->pack->selector[c->sel].zones >> VM_ZONE_GRAVEYARD & 1))
        zone = VM_ZONE_GRAVEYARD;
    for (uint32_t i = 0; i < rt_zone_count(g, zone, player); i++) {
        uint32_t idx = rt_zone_at(g, zone, player, i);
        rt_entity e = rt_handle(g, idx);
        if ((zone == VM_ZONE_BATTLEFIELD && rt_obj(g, idx)->controller != player) ||
            (zone == VM_ZONE_HAND && e == self))
            continue;
        if (!rt_match(g, c->sel, e, &ctx))
            continue;
        n++;
        if (add)
            rt_option_add(g, CANTRIP_OPTION_ID, e, 0, 0);
    }
    return n;
}

static int other_costs_ok(rt_game *g, uint32_t player, rt_entity self, const vm_cost *c,
                          uint32_t count, int *out_taps)
{
    const rt_object *o = rt_live(g, self);
    for (uint32_t i = 0; i < count; i++)
        switch (c[i].kind) {
        case VM_COST_TAP:
            *out_taps = 1;
            if (!o || (o->flags & RT_OF_TAPPED) || rt_is_sick(g, o))
                return 0;
            break;
        case VM_COST_UNTAP:
            if (!o || !(o->flags & RT_OF_TAPPED) || rt_is_sick(g, o))
                return 0;
            break;
        case VM_COST_SACRIFICE:
        case VM_COST_DISCARD:
        case VM_COST_EXILE:
            if (c[i].a == 0 ? !o : cost_candidates(g, &c[i], player, self, 0) < c[i].a)
                return 0;
            o = rt_live(g, self);
            break;
        case VM_COST_LIFE:
            if (rt_player_row(g, player)->life < (int32_t)c[i].a) /* CR 118.4 */
                return 0;
            break;
        case VM_COST_REMOVE:
            if (rt_counters(g, self, (int32_t)c[i].b) < (int32_t)c[i].a)
                return 0;
            break;
        case VM_COST_LOYALTY:
            if ((int32_t)c[i].a < 0 && rt_counters(g, self, VM_COUNTER_LOYALTY) < -(int32_t)c[i].a)
                return 0;
            break;
        default:
            break;
        }
    return 1;
}

/* Mana first; then with as little life as will do, every choice of symbols in turn. */
static int match_with_life(const rt_game *g, plan *p, uint32_t player)
{
    uint32_t symbols[8], n = 0;
    for (uint32_t d = 0; d < p->demand_count && n < 8; d++)
        if (p->demands[d].by_life)
            symbols[n++] = d;
    for (uint32_t count = 1; count <= n; count++)
        for (uint32_t set = 1; set < 1u << n; set++) {
            if (bits_of((uint8_t)set) != count ||
                rt_player_row(g, player)->life < p->life + 2 * (int32_t)count)
                continue;
            for (uint32_t i = 0; i < n; i++)
                p->demands[symbols[i]].by_life = set >> i & 1 ? 2 : 1;
            if (match(p))
                return 1;
        }
    return 0;
}

static int plan_for(rt_game *g, plan *p, uint32_t player, rt_entity without)
{
    uint32_t by_life = 0;
    for (uint32_t d = 0; d < p->demand_count; d++)
        by_life += p->demands[d].by_life != 0;
    find_units(g, player, without, p);
    if (p->unit_count + by_life < p->demand_count + (uint32_t)(p->generic > 0 ? p->generic : 0))
        return 0;
    cheap_first(p);
    return match(p) || (by_life && match_with_life(g, p, player));
}

int rt_can_pay(rt_game *g, uint32_t player, rt_entity self, const vm_cost *c, uint32_t count,
               int32_t x, int32_t extra)
{
    plan p;
    int taps = 0;
    p.unit_count = p.demand_count = 0;
    p.generic = extra;
    p.life = 0;
    if (!other_costs_ok(g, player, self, c, count, &taps))
        return 0;
    demands_of(&p, c, count, x);
    if (p.generic < 0)
        p.generic = 0;
    if (!p.demand_count && !p.generic)
        return 1;
    return plan_for(g, &p, player, taps ? self : 0);
}

/* ---- paying -----------------------------------------------------------------------------------
 */

/* PAY: v0 player, v1 self, v2 cost row, v3 rows, v4 next row, v5 more rows from, v6 how many.
 * The mana still to be paid stands in pay[]: one row per coloured symbol, one generic row. */
enum stage { STAGE_MANA, STAGE_MANA_CHOSEN, STAGE_OTHER, STAGE_CHOSEN };

void rt_pay_start(rt_game *g, uint32_t player, rt_entity self, uint32_t cost, uint32_t count,
                  int32_t x, int32_t extra, uint32_t more, uint32_t more_count, uint32_t ctx_idx)
{
    plan p;
    (void)ctx_idx;
    p.demand_count = 0;
    p.generic = extra;
    p.life = 0;
    demands_of(&p, &g->pack->cost[cost], count, x);
    demands_of(&p, &g->pack->cost[more], more_count, x);
    g->s->pay.count = 0;
    for (uint32_t i = 0; i < p.demand_count; i++) {
        uint32_t at = RT_PUSH(g, pay);
        rt_pay_row(g, at)->mask = p.demands[i].mask;
        rt_pay_row(g, at)->phyrexian = p.demands[i].by_life;
    }
    if (p.generic > 0) {
        uint32_t at = RT_PUSH(g, pay);
        rt_pay_row(g, at)->generic = 1;
        rt_pay_row(g, at)->count = p.generic;
    }
    rt_proc *proc = rt_proc_push(g, RT_PROC_PAY);
    proc->v[0] = (int32_t)player;
    proc->v[1] = (int32_t)self;
    proc->v[2] = (int32_t)cost;
    proc->v[3] = (int32_t)count;
    proc->v[5] = (int32_t)more;
    proc->v[6] = (int32_t)more_count;
}

static void load_plan(rt_game *g, plan *p)
{
    p->demand_count = 0;
    p->generic = 0;
    for (uint32_t i = 0; i < g->s->pay.count; i++) {
        const rt_pay *d = rt_pay_row(g, i);
        if (d->generic)
            p->generic += d->count;
        else
            add_demand(p, d->mask, d->phyrexian);
    }
}

static int costs_tap_self(rt_game *g, const rt_proc *p)
{
    for (int32_t i = 0; i < p->v[3]; i++)
        if (g->pack->cost[p->v[2] + i].kind == VM_COST_TAP)
            return 1;
    return 0;
}

static void spend_pool(rt_game *g, uint32_t row)
{
    memmove(rt_mana_row(g, row), rt_mana_row(g, row + 1),
            (g->s->mana.count - row - 1) * sizeof(rt_mana));
    g->s->mana.count--;
}

/* Taps the sources of the plan and spends; what a source gives beyond that goes to the pool. */
static int carry_out(rt_game *g, const plan *p, uint32_t player)
{
    uint32_t batch = rt_batch(g);
    for (uint32_t u = 0; u < p->unit_count; u++) {
        if (!p->used_by[u] || p->units[u].pool)
            continue;
        int first = 1;
        for (uint32_t k = 0; k < u && first; k++)
            first = !(p->used_by[k] && !p->units[k].pool && p->units[k].group == p->units[u].group);
        if (!first)
            continue;
        rt_event_add(g, RT_EV_TAP, 0)->obj = rt_handle(g, p->units[u].idx);
        for (uint32_t k = 0; k < p->unit_count; k++) /* the rest of what it gives */
            if (!p->used_by[k] && !p->units[k].pool && p->units[k].group == p->units[u].group) {
                uint32_t color = 5;
                while (color && !(p->units[k].mask >> color & 1))
                    color--;
                uint32_t at = RT_PUSH(g, mana);
                *rt_mana_row(g, at) =
                    (rt_mana){(uint8_t)player, (uint8_t)color, 0, 0, rt_handle(g, p->units[u].idx)};
            }
    }
    for (int32_t row = 1 << 16; row-- > 0;) { /* pool units, highest row first */
        int found = 0;
        if ((uint32_t)row >= g->s->mana.count) {
            row = (int32_t)g->s->mana.count;
            continue;
        }
        for (uint32_t u = 0; u < p->unit_count && !found; u++)
            found = p->used_by[u] && p->units[u].pool && p->units[u].pool_idx == row;
        if (found)
            spend_pool(g, (uint32_t)row);
    }
    int32_t life = 0;
    for (uint32_t d = 0; d < p->demand_count; d++)
        life += p->demands[d].by_life == 2 ? 2 : 0;
    if (life) { /* CR 118.4 */
        rt_event *e = rt_event_add(g, RT_EV_LOSE_LIFE, 0);
        e->player = (uint8_t)player;
        e->amount = life;
    }
    g->s->pay.count = 0;
    int done = rt_batch_run(g, batch);
    if (done)
        rt_batch_drop(g, batch);
    return done;
}

/* By hand: which source pays next. A source is offered only if the rest can still be paid. */
static rt_status ask_mana(rt_game *g)
{
    rt_proc *proc = rt_top(g);
    plan p;
    rt_entity without = costs_tap_self(g, proc) ? (rt_entity)proc->v[1] : 0;
    load_plan(g, &p);
    rt_ask(g, CANTRIP_DECIDE_PAY, (uint32_t)proc->v[0], (rt_entity)proc->v[1]);
    rt_option_add(g, CANTRIP_OPTION_PASS, 0, 0, 0); /* the rest by itself */
    find_units(g, (uint32_t)rt_top(g)->v[0], without, &p);
    plan all = p;
    for (uint32_t u = 0; u < all.unit_count; u++) {
        if (all.units[u].pool)
            continue;
        for (uint32_t c = 0; c < 6; c++) {
            if (!(all.units[u].mask >> c & 1))
                continue;
            plan rest = all;
            rest.units[u].mask = (uint8_t)(1 << c); /* would this colour be of use? */
            rest.units[u].cost = 0;
            cheap_first(&rest);
            int useful = match(&rest);
            for (uint32_t k = 0; useful && k < rest.unit_count; k++)
                if (rest.units[k].idx == all.units[u].idx && !rest.units[k].pool &&
                    !rest.used_by[k] && rest.units[k].mask == 1 << c)
                    useful = 0;
            if (useful)
                rt_option_add(g, CANTRIP_OPTION_MANA, rt_handle(g, all.units[u].idx), (int32_t)u,
                              (int32_t)c);
        }
    }
    rt_top(g)->stage = STAGE_MANA_CHOSEN;
    return rt_ask_done(g, 1, 1);
}

static rt_status mana_chosen(rt_game *g)
{
    const rt_option o = *rt_answered(g, 0);
    rt_proc *proc = rt_top(g);
    if (o.kind == CANTRIP_OPTION_PASS) {
        proc->stage = STAGE_MANA;
        proc->a = 1; /* no more questions */
        return RT_NEXT;
    }
    uint32_t at = RT_PUSH(g, mana), batch = rt_batch(g);
    *rt_mana_row(g, at) = (rt_mana){(uint8_t)rt_top(g)->v[0], (uint8_t)o.b, 0, 0, o.entity};
    rt_event_add(g, RT_EV_TAP, 0)->obj = o.entity;
    rt_top(g)->stage = STAGE_MANA;
    if (rt_batch_run(g, batch))
        rt_batch_drop(g, batch);
    return RT_NEXT;
}

static rt_status pay_mana(rt_game *g)
{
    rt_proc *proc = rt_top(g);
    plan p;
    load_plan(g, &p);
    if (!p.demand_count && !p.generic) {
        proc->stage = STAGE_OTHER;
        return RT_NEXT;
    }
    rt_entity without = costs_tap_self(g, proc) ? (rt_entity)proc->v[1] : 0;
    if ((g->s->options >> proc->v[0] & 1) && !proc->a) {
        /* the pool may already cover everything */
        find_units(g, (uint32_t)proc->v[0], without, &p);
        uint32_t pool = 0;
        for (uint32_t u = 0; u < p.unit_count; u++)
            if (p.units[u].pool)
                p.units[pool++] = p.units[u];
        p.unit_count = pool;
        if (!match(&p))
            return ask_mana(g);
        proc->stage = STAGE_OTHER;
        carry_out(g, &p, (uint32_t)proc->v[0]);
        return RT_NEXT;
    }
    if (!plan_for(g, &p, (uint32_t)proc->v[0], without)) { /* cannot happen: it was checked */
        g->s->pay.count = 0;
        proc->stage = STAGE_OTHER;
        return RT_NEXT;
    }
    proc->stage = STAGE_OTHER;
    carry_out(g, &p, (uint32_t)proc->v[0]);
    return RT_NEXT;
}

static int pay_one(rt_game *g, const vm_cost *c, uint32_t player, rt_entity self)
{
    uint32_t batch = rt_batch(g);
    switch (c->kind) {
    case VM_COST_TAP:
        rt_event_add(g, RT_EV_TAP, 0)->obj = self;
        break;
    case VM_COST_UNTAP:
        rt_event_add(g, RT_EV_UNTAP, 0)->obj = self;
        break;
    case VM_COST_SACRIFICE:
        rt_move_event(g, self, VM_ZONE_GRAVEYARD, RT_EF_SACRIFICE, self);
        break;
    case VM_COST_DISCARD:
        rt_move_event(g, self, VM_ZONE_GRAVEYARD, RT_EF_DISCARD, self);
        break;
    case VM_COST_EXILE:
        rt_move_event(g, self, VM_ZONE_EXILE, 0, self);
        break;
    case VM_COST_LIFE: {
        rt_event *e = rt_event_add(g, RT_EV_LOSE_LIFE, 0);
        e->player = (uint8_t)player;
        e->amount = (int32_t)c->a;
        break;
    }
    case VM_COST_REMOVE: {
        rt_event *e = rt_event_add(g, RT_EV_REMOVE_COUNTERS, 0);
        e->whom = self;
        e->amount = (int32_t)c->a;
        e->aux = c->b;
        break;
    }
    case VM_COST_LOYALTY: {
        int32_t n = (int32_t)c->a;
        rt_event *e = rt_event_add(g, n < 0 ? RT_EV_REMOVE_COUNTERS : RT_EV_PUT_COUNTERS, 0);
        e->whom = self;
        e->amount = n < 0 ? -n : n;
        e->aux = VM_COUNTER_LOYALTY;
        break;
    }
    default:
        return 1;
    }
    int done = rt_batch_run(g, batch);
    if (done)
        rt_batch_drop(g, batch);
    return done;
}

static rt_status pay_other(rt_game *g)
{
    rt_proc *proc = rt_top(g);
    int32_t total = proc->v[3] + proc->v[6];
    if (proc->v[4] >= total)
        return rt_proc_pop(g);
    int32_t i = proc->v[4];
    const vm_cost *c =
        &g->pack->cost[i < proc->v[3] ? proc->v[2] + i : proc->v[5] + i - proc->v[3]];
    uint32_t player = (uint32_t)proc->v[0];
    rt_entity self = (rt_entity)proc->v[1];
    if ((c->kind == VM_COST_SACRIFICE || c->kind == VM_COST_DISCARD || c->kind == VM_COST_EXILE) &&
        c->a) {
        rt_ask(g, CANTRIP_DECIDE_COST, player, self);
        cost_candidates(g, c, player, self, 1);
        rt_top(g)->stage = STAGE_CHOSEN;
        return rt_ask_done(g, c->a, c->a);
    }
    proc->v[4]++;
    pay_one(g, c, player, self);
    return RT_NEXT;
}

static rt_status others_chosen(rt_game *g)
{
    rt_proc *proc = rt_top(g);
    int32_t i = proc->v[4]++;
    const vm_cost *c =
        &g->pack->cost[i < proc->v[3] ? proc->v[2] + i : proc->v[5] + i - proc->v[3]];
    uint32_t batch = rt_batch(g), n = rt_answer_count(g);
    rt_entity list[16];
    proc->stage = STAGE_OTHER;
    for (uint32_t k = 0; k < n && k < 16; k++)
        list[k] = rt_answered(g, k)->entity;
    for (uint32_t k = 0; k < n && k < 16; k++)
        rt_move_event(g, list[k], c->kind == VM_COST_EXILE ? VM_ZONE_EXILE : VM_ZONE_GRAVEYARD,
                      c->kind == VM_COST_SACRIFICE ? RT_EF_SACRIFICE
                      : c->kind == VM_COST_DISCARD ? RT_EF_DISCARD
                                                   : 0,
                      0);
    if (rt_batch_run(g, batch))
        rt_batch_drop(g, batch);
    return RT_NEXT;
}

rt_status rt_pay_run(rt_game *g)
{
    switch (rt_top(g)->stage) {
    case STAGE_MANA:
        return pay_mana(g);
    case STAGE_MANA_CHOSEN:
        return mana_chosen(g);
    case STAGE_CHOSEN:
        return others_chosen(g);
    default:
        return pay_other(g);
    }
}
