/* What may be chosen as a source of damage (CR 609.7a): permanents, spells, what is face up in the command zone; of all else only
 * what something on the stack, or something that waits, refers to, be it there still or not. */
#include "runtime/query/query.h"

static void keep_once(rt_game *g, uint32_t start, rt_entity e)
{
    for (uint32_t i = start; i < g->s->heap.count; i++)
        if (*rt_heap_row(g, i) == e)
            return;
    rt_set_keep(g, e);
}

/* One that was referred to: it has gone, or lies where everybody sees it. */
static void referred(rt_game *g, uint32_t start, rt_entity e)
{
    const rt_object *o = e && !RT_IS_PLAYER(e) ? rt_look(g, e) : NULL;
    if (!o || (o->flags & RT_OF_ABILITY))
        return;
    if (rt_live(g, e) && (o->zone == VM_ZONE_HAND || o->zone == VM_ZONE_LIBRARY))
        return;
    keep_once(g, start, e);
}

static void referred_by(rt_game *g, uint32_t start, uint32_t ctx)
{
    const rt_ctx c = *rt_ctx_row(g, ctx);
    const rt_entity own[] = {c.self, c.event_obj[0], c.event_obj[1], c.event_obj[2], c.whom};
    rt_spend(g, (g->s->target.count + g->s->captured.count) / 4);
    for (uint32_t i = 0; i < sizeof own / sizeof *own; i++)
        referred(g, start, own[i]);
    for (uint32_t i = 0; i < g->s->target.count; i++)
        if (rt_target_row(g, i)->ctx == ctx)
            referred(g, start, rt_target_row(g, i)->entity);
    for (uint32_t i = 0; (c.captured || c.those) && i < g->s->captured.count; i++)
        if (rt_captured_row(g, i)->list == c.captured || rt_captured_row(g, i)->list == c.those)
            referred(g, start, rt_captured_row(g, i)->entity);
}

static uint64_t all_referred(rt_game *g)
{
    const uint32_t start = g->s->heap.count;
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_STACK, 0); i++) {
        const rt_object *o = rt_obj(g, rt_zone_at(g, VM_ZONE_STACK, 0, i));
        if (rt_here(g, o)->ctx)
            referred_by(g, start, rt_here(g, o)->ctx - 1);
    }
    for (uint32_t i = 0; i < g->s->delayed.count; i++)
        if (rt_delayed_row(g, i)->ctx)
            referred_by(g, start, rt_delayed_row(g, i)->ctx - 1);
    return rt_set_finish(g, start);
}

uint64_t rt_sources(rt_game *g, uint32_t sel, const rt_ctx *c)
{
    CANTRIP_ASSERT(sel < g->pack->selector_count);
    static const uint32_t OPEN =
        1u << VM_ZONE_BATTLEFIELD | 1u << VM_ZONE_STACK | 1u << VM_ZONE_COMMAND;
    const rt_ctx by = *c; /* the block may move */
    const uint64_t all = rt_select(g, sel, &by), others = all_referred(g);
    const uint32_t start = g->s->heap.count;
    for (uint32_t i = 0; i < rt_set_count(all); i++) {
        const rt_entity e = rt_set_at(g, all, i);
        const rt_object *o = rt_live(g, e);
        if (o && !(o->flags & RT_OF_ABILITY) && (OPEN >> o->zone & 1))
            rt_set_keep(g, e);
    }
    for (uint32_t i = 0; i < rt_set_count(others); i++) {
        const rt_entity e = rt_set_at(g, others, i);
        const rt_object *o = rt_live(g, e);
        if ((!o || !(OPEN >> o->zone & 1)) && rt_match(g, sel, e, &by))
            keep_once(g, start, e);
    }
    return rt_set_finish(g, start);
}
