/* Natives that prevent and redirect damage (CR 614.9, 615). */
#include "runtime/natives/natives.h"

#include <string.h>

static int can_be_damaged(const rt_game *g, rt_entity e)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    if (RT_IS_PLAYER(e))
        return !rt_player_row(g, RT_PLAYER_OF(e))->lost;
    const rt_object *o = rt_live(g, e);
    return o && o->zone == VM_ZONE_BATTLEFIELD &&
           (o->types & (VM_TYPE_CREATURE | VM_TYPE_PLANESWALKER));
}

/* The part of the damage that is sent elsewhere is an event of its own in the same batch (CR 614.9). */
static void split_event(rt_game *g, uint32_t event, rt_entity whom, int32_t amount)
{
    CANTRIP_ASSERT(event < g->s->event.count);
    CANTRIP_ASSERT(rt_is_entity(g, whom));
    rt_event e = *rt_event_row(g, event);
    rt_event_row(g, event)->amount -= amount;
    e.amount = amount;
    e.whom = whom;
    for (uint32_t i = g->s->proc.count; i-- > 0;) {
        rt_proc *p = rt_proc_row(g, i);
        if (p->kind != RT_PROC_EVENTS)
            continue;
        const uint32_t at = RT_PUSH(g, event);
        *rt_event_row(g, at) = e;
        rt_proc_row(g, i)->events.end++; /* the end of the batch */
        return;
    }
}

/* Dealt to several, all of it is dealt to each. */
rt_status rt_native_event_redirect(native_call *n)
{
    rt_game *g = n->g;
    const uint64_t set = arg(n, 0);
    const rt_entity whom = rt_set_count(set) ? rt_set_at(g, set, 0) : 0;
    const uint32_t event = frame(n)->event - 1;
    if (!frame(n)->event || !whom)
        return finished(n);
    const rt_event e = *rt_event_row(g, event);
    const int32_t limit = ctx_of(n)->limit;
    if (e.kind != RT_EV_DAMAGE) {
        rt_event_row(g, event)->whom = whom;
        return finished(n);
    }
    const int32_t amount = limit && limit < e.amount ? limit : e.amount;
    uint32_t taken = 0;
    for (uint32_t i = 0, count = rt_set_count(set); i < count; i++) {
        const rt_entity one = rt_set_at(g, set, i);
        if (!can_be_damaged(g, one) || (count == 1 && one == e.whom))
            continue;
        if (one != e.whom)
            RT_TELL(g, REDIRECTED, .other = e.whom, .amount = amount);
        if (!taken++ && amount == e.amount) {
            rt_event_row(g, event)->whom = one;
            continue;
        }
        if (taken > 1)
            rt_event_row(g, event)->amount += amount; /* each has all of it */
        split_event(g, event, one, amount);
    }
    return finished(n);
}

rt_status rt_native_event_prevent(native_call *n) /* CR 615.1 */
{
    rt_game *g = n->g;
    const int32_t want =
        (int32_t)arg(n, 0); /* before the result, which may have the same register */
    give(n, 0);
    if (!frame(n)->event)
        return finished(n);
    const uint32_t event = frame(n)->event - 1;
    rt_event *e = rt_event_row(g, event);
    if (e->kind != RT_EV_DAMAGE || e->amount <= 0 || rt_is_unpreventable(g, e->src))
        return finished(n);
    e = rt_event_row(g, event);
    const int32_t limit = ctx_of(n)->limit ? ctx_of(n)->limit : e->amount;
    int32_t by = want < 0 || want > e->amount ? e->amount : want;
    by = by > limit ? limit : by;
    e->amount -= by;
    RT_TELL(g, PREVENTED, .other = e->whom, .amount = by);
    if (e->amount <= 0)
        e->flags |= RT_EF_CANCELLED;
    give(n, (uint64_t)(int64_t)by);
    return finished(n);
}
