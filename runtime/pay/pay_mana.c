/* Paying the mana of a bill, by hand or by itself (CR 601.2g, h). */
#include "runtime/pay/paying.h"
#include "runtime/cast/cast.h"

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
        rt_top(g)->stage = RT_PAY_MANA;
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
    rt_top(g)->stage = RT_PAY_OTHER;
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

void rt_pay_find_all(rt_game *g, const rt_bill *b, rt_plan *p)
{
    CANTRIP_ASSERT(b->player < g->s->player.count);
    rt_pay_load(g, p);
    rt_units_find(g, b, p);
    rt_units_sort(p);
    rt_sources_find(g, b, p);
}

/* The taps alone, with what they give by themselves. */
static void find_taps(rt_game *g, const rt_bill *b, rt_plan *p)
{
    rt_pay_load(g, p);
    p->no_help = 1;
    rt_units_find(g, b, p);
}

/* By hand: which source pays next. */
static rt_status ask_mana(rt_game *g)
{
    const rt_bill b = *rt_bill_at_hand(g);
    rt_plan all, taps;
    rt_pay_find_all(g, &b, &all);
    find_taps(g, &b, &taps);
    rt_ask(g, CANTRIP_DECIDE_PAY, b.player, b.self);
    rt_option_add(g, CANTRIP_OPTION_PASS, 0, 0, 0); /* the rest by itself */
    offer_taps(g, &b, &all, &taps);
    rt_helpers_offer(g, &b, &all);
    offer_sources(g, &b, &all);
    rt_top(g)->stage = RT_PAY_MANA_CHOSEN;
    return rt_ask_one(g);
}

/* The source that was chosen, among all there are, reduced to its colour; -1 = it was a tap. */
static int chosen_source(rt_game *g, rt_plan *p)
{
    const rt_proc *proc = rt_top(g);
    const rt_bill b = *rt_bill_at_hand(g);
    rt_pay_find_all(g, &b, p);
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
            rt_top(g)->stage = RT_PAY_MANA;
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
    rt_top(g)->stage = RT_PAY_MANA;
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
    rt_top(g)->stage = RT_PAY_PICK_CHOSEN;
    return rt_ask_one(g);
}

rt_status rt_mana_chosen(rt_game *g)
{
    const rt_option o = *rt_answered(g, 0);
    rt_proc *proc = rt_top(g);
    rt_plan p;
    proc->stage = RT_PAY_MANA;
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

rt_status rt_pick_chosen(rt_game *g)
{
    const rt_bill b = *rt_bill_at_hand(g);
    rt_entity pick = rt_answered(g, 0)->entity;
    rt_plan p;
    int source = chosen_source(g, &p);
    rt_top(g)->stage = RT_PAY_MANA;
    if (source >= 0 && rt_plan_begin_with(g, &b, &p, (uint32_t)source, pick))
        return plan_done(g, &p);
    return RT_NEXT;
}

rt_status rt_pay_mana(rt_game *g)
{
    rt_proc *proc = rt_top(g);
    const rt_bill b = *rt_bill_at_hand(g);
    rt_plan p;
    rt_pay_load(g, &p);
    if (rt_plan_is_free(&p)) {
        proc->stage = RT_PAY_OTHER;
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
