/* What was paid: what a cost took, how often an optional one was paid (CR 607.2h, 702.32). */
#include "runtime/query/world.h"
#include "runtime/cast/cast.h"

/* What the cost with this number took. */
uint64_t rt_paid_objects(rt_game *g, uint32_t payment, uint32_t kind)
{
    uint32_t start = g->s->heap.count;
    rt_spend(g, g->s->paid.count / 4);
    for (uint32_t i = 0; payment && i < g->s->paid.count; i++) {
        const rt_paid p = *rt_paid_row(g, i);
        if (p.payment == payment && p.kind == kind && p.entity)
            rt_set_keep(g, p.entity);
    }
    return rt_set_finish(g, start);
}

/* Has a cost moved it? What was only tapped or shown, or has lost a counter, was not. */
static int is_taken(const rt_game *g, const rt_paid *p)
{
    const rt_object *o = rt_look(g, p->entity);
    if (p->kind == VM_PAID_HELPED)
        return o && o->zone != VM_ZONE_BATTLEFIELD;
    return p->kind != VM_PAID_TAPPED && p->kind != VM_PAID_REVEALED && p->kind != VM_PAID_COUNTERS;
}

int rt_is_paid(const rt_game *g, uint32_t payment, rt_entity e)
{
    for (uint32_t i = 0; payment && i < g->s->paid.count; i++) {
        const rt_paid *p = rt_paid_row(g, i);
        if (p->payment == payment && p->entity == e && is_taken(g, p))
            return 1;
    }
    return 0;
}

/* What a cost of the payment has moved is what it has become (CR 400.7h). */
rt_entity rt_paid_now(const rt_game *g, uint32_t payment, rt_entity e)
{
    return !RT_IS_PLAYER(e) && !rt_live(g, e) && rt_is_paid(g, payment, e) ? rt_now(g, NULL, e) : e;
}

int32_t rt_paid_amount(const rt_game *g, uint32_t payment, uint32_t kind)
{
    int32_t sum = 0;
    rt_spend(g, g->s->paid.count / 4);
    for (uint32_t i = 0; payment && i < g->s->paid.count; i++)
        if (rt_paid_row(g, i)->payment == payment && rt_paid_row(g, i)->kind == kind)
            sum = rt_sum(sum, rt_paid_row(g, i)->amount);
    return sum;
}

int32_t rt_times_paid(const rt_game *g, rt_entity self, uint32_t number)
{
    CANTRIP_ASSERT(rt_is_entity(g, self));
    const rt_object *o = rt_look(g, self);
    int32_t sum = 0;
    uint32_t given;
    for (uint32_t n = 0; o && n < VM_OPTIONAL_COSTS_MAX; n++)
        if (number == n ||
            (number == VM_TIMES_PAID_ALL && rt_is_kicker(g, rt_optional_cost(g, o, n, &given))))
            sum += rt_here(g, o)->optional[n];
    return sum;
}

/* Optional costs of that keyword that others gave it; `ctx`: what asks for itself alone, or NULL. */
static int32_t given_cost_paid(const rt_game *g, uint32_t payment, uint32_t keyword,
                               const rt_ctx *ctx)
{
    int32_t sum = 0;
    rt_spend(g, g->s->paid.count / 4);
    for (uint32_t i = 0; payment && i < g->s->paid.count; i++) {
        const rt_paid *p = rt_paid_row(g, i);
        const uint32_t kind = RT_PAID_GIVEN | keyword << 8 | (ctx ? ctx->given_as : p->kind & 0xFF);
        if (p->payment == payment && p->kind == kind)
            sum = rt_sum(sum, p->amount);
    }
    return sum;
}

static int is_own_ability(const rt_game *g, const rt_object *o, uint32_t ability)
{
    const vm_face *f = rt_face(g, o);
    return ability >= f->abilities && ability < f->abilities + f->ability_count;
}

/* Costs that a keyword gives: the one it was cast for, and optional ones. */
int32_t rt_cost_paid(const rt_game *g, const rt_ctx *c, rt_entity e, uint32_t keyword,
                     uint32_t instance)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    const rt_object *o = rt_look(g, e);
    if (!o)
        return 0;
    const vm_face *f = rt_face(g, o);
    const vm_ability *a;
    const int apart =
        c && c->origin && e == c->self; /* its own costs are not its links (CR 607.2h) */
    const uint32_t payment = rt_here(g, o)->payment;
    int32_t sum = !apart && rt_here(g, o)->cast_for == keyword + 1 &&
                  !given_cost_paid(g, payment, keyword, NULL); /* that one is not its own */
    uint32_t seen = 0; /* of that keyword; instance 0: all of them */
    const int was_given = instance && c && !is_own_ability(g, o, c->ability);
    if (was_given || !instance)
        sum = rt_sum(sum, given_cost_paid(g, payment, keyword, was_given ? c : NULL));
    if (was_given || apart)
        return sum;
    for (uint32_t n = 0; n < VM_OPTIONAL_COSTS_MAX && (a = rt_cost_ability(g, f, 0, n)); n++)
        if (a->keyword == keyword && (++seen == instance || !instance))
            sum += rt_here(g, o)->optional[n];
    return sum;
}
