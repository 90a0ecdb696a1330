/* Becoming a target (CR 114.7, 601.2c, 706.10c): who waits for it hears of it when all targets are what they will be. */
#include "runtime/cast/cast.h"
#include "runtime/events/events.h"

void rt_target_becomes(rt_game *g, uint32_t row, rt_entity to)
{
    rt_target_row(g, row)->entity = to;
    g->s->aimed_anew = 1;
}

/* The spell or ability on the stack whose targets these are. */
static rt_entity aiming(rt_game *g, uint32_t ctx)
{
    for (uint32_t i = rt_zone_count(g, VM_ZONE_STACK, 0); i-- > 0;) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_STACK, 0, i);
        if (rt_here(g, rt_obj(g, idx))->ctx == ctx + 1)
            return rt_handle(g, idx);
    }
    return 0;
}

/* It was a target of the same spell before, in another place: it has not become one (CR 603.2d). */
static int was_one_before(const rt_game *g, const rt_target *t)
{
    for (uint32_t i = 0; i < g->s->target.count; i++) {
        const rt_target *o = rt_target_row(g, i);
        if (o->ctx == t->ctx && o->told == t->entity)
            return 1;
    }
    return 0;
}

void rt_targets_told(rt_game *g)
{
    const uint32_t batch = rt_batch(g);
    g->s->aimed_anew = 0;
    rt_spend(g, g->s->target.count);
    for (uint32_t i = 0; i < g->s->target.count; i++) {
        const rt_target t = *rt_target_row(g, i);
        if (t.told == t.entity || !t.entity || was_one_before(g, &t))
            continue;
        const rt_entity by = aiming(g, t.ctx);
        if (!by)
            continue;
        rt_event *e = rt_event_add(g, RT_EV_TARGETED, 0);
        e->obj = RT_IS_PLAYER(t.entity) ? 0 : t.entity;
        e->whom = t.entity;
        e->src = e->other = by;
        e->player = rt_ctx_row(g, t.ctx)->controller;
    }
    for (uint32_t i = 0; i < g->s->target.count; i++)
        rt_target_row(g, i)->told = rt_target_row(g, i)->entity;
    rt_batch_told(g, batch);
}
