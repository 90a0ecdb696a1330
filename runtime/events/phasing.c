/* Phasing (CR 702.25). A phased-out permanent stands in no zone that anybody looks at, but keeps its handle, and with it its
 * counters, what is attached to it and the effects on it. */
#include "runtime/events/events.h"
#include "runtime/combat/combat.h"

static void tell(rt_game *g, uint32_t idx, uint32_t what)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    const uint32_t batch = rt_batch(g);
    rt_event *e = rt_event_add(g, RT_EV_DID, 0);
    e->aux = what;
    e->obj = rt_handle(g, idx);
    e->player = rt_obj(g, idx)->controller;
    rt_batch_close(g, batch);
}

static int is_attached_to_one(const rt_game *g, uint32_t idx, const uint32_t *list, uint32_t count)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    const rt_entity host = rt_here(g, rt_obj(g, idx))->attached;
    for (uint32_t i = 0; host && i < count; i++)
        if (list[i] != idx && rt_handle(g, list[i]) == host)
            return 1;
    return 0;
}

static int has(const uint32_t *list, uint32_t count, uint32_t idx)
{
    for (uint32_t i = 0; i < count; i++)
        if (list[i] == idx)
            return 1;
    return 0;
}

/* What is attached to them goes along (CR 702.25f): the list grows; room for all permanents. */
static uint32_t with_attached(const rt_game *g, uint32_t *list, uint32_t count)
{
    for (uint32_t before = 0; before != count;) {
        before = count;
        for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
            const uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
            if (!has(list, count, idx) && is_attached_to_one(g, idx, list, count))
                list[count++] = idx;
        }
    }
    return count;
}

static void out(rt_game *g, uint32_t idx, int indirectly)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    rt_remove_from_combat(g, idx);
    rt_zone_remove(g, idx);
    rt_object *o = rt_obj(g, idx);
    rt_stir_all(g);
    o->zone = RT_ZONE_PHASED;
    g->s->phased = 1;
    o->flags &= ~(uint32_t)RT_OF_WITH_HOST;
    o->flags |= indirectly ? RT_OF_WITH_HOST : 0;
    rt_dirty(g);
}

void rt_phase_out(rt_game *g, uint32_t *list, uint32_t count)
{
    const uint32_t all = with_attached(g, list, count);
    rt_spend(g, all * (rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0) / 4 + 1));
    for (uint32_t i = 0; i < all; i++)
        tell(g, list[i], VM_EVENT_phases_out);
    const rt_temp_mark mark = rt_temp_here(g);
    uint8_t *along = rt_temp_alloc(g, all + 1u);
    for (uint32_t i = 0; i < all; i++) /* CR 702.25g */
        along[i] = (uint8_t)is_attached_to_one(g, list[i], list, all);
    rt_refresh(g);
    for (uint32_t i = 0; i < all; i++)
        rt_remember_phased(g, list[i]);
    for (uint32_t i = 0; i < all; i++)
        out(g, list[i], along[i]);
    rt_temp_release(g, mark);
}

/* It, and what went along with it. */
static void in(rt_game *g, uint32_t idx)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    rt_zone_insert(g, idx, VM_ZONE_BATTLEFIELD, rt_obj(g, idx)->owner, 0);
    rt_obj(g, idx)->flags &= ~(uint32_t)RT_OF_WITH_HOST;
    rt_dirty(g);
    for (uint32_t i = 0; i < g->s->object.count; i++) {
        const rt_object *o = rt_obj(g, i);
        if (o->zone == RT_ZONE_PHASED && (o->flags & RT_OF_WITH_HOST) &&
            rt_here(g, o)->attached == rt_handle(g, idx))
            in(g, i);
    }
}

void rt_phasing(rt_game *g) /* CR 702.25a, 502.1 */
{
    const uint32_t n = rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0);
    const rt_temp_mark mark = rt_temp_here(g);
    uint32_t *outs = rt_temp_alloc(g, (n + 1) * sizeof *outs), out_count = 0;
    const uint32_t all = g->s->phased ? g->s->object.count : 0;
    uint32_t *ins = rt_temp_alloc(g, (all + 1) * sizeof *ins), in_count = 0;
    rt_refresh(g);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        const rt_object *o = rt_obj(g, idx);
        if (RT_HAS(o, PHASING) && rt_is_active(g, o->controller))
            outs[out_count++] = idx;
    }
    rt_spend(g, all / 8);
    for (uint32_t i = 0; i < all; i++) {
        const rt_object *o = rt_obj(g, i);
        if (o->zone == RT_ZONE_PHASED && !(o->flags & RT_OF_WITH_HOST) &&
            (rt_is_active(g, o->controller) ||
             (g->s->passed_over >> o->controller & 1))) /* 702.25m */
            ins[in_count++] = i;
    }
    g->s->passed_over = 0;
    if (out_count)
        rt_phase_out(g, outs, out_count);
    for (uint32_t i = 0; i < in_count; i++)
        in(g, ins[i]);
    rt_refresh(g);
    for (uint32_t i = 0; i < in_count; i++)
        tell(g, ins[i], VM_EVENT_phases_in);
    rt_temp_release(g, mark);
}
