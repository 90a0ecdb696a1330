/* Natives that deal damage, and that prevent and redirect it (CR 119.3, 614.9, 615). */
#include "runtime/natives/natives.h"

#include <string.h>

/* ---- dealing ----------------------------------------------------------------------------------- */

static void damage_event(rt_game *g, rt_entity src, rt_entity to, int32_t amount)
{
    CANTRIP_ASSERT(rt_is_entity(g, src));
    rt_event *e = rt_event_add(g, RT_EV_DAMAGE, RT_EF_EFFECT);
    e->src = src;
    e->whom = to;
    e->amount = amount;
}

/* Gives how much damage the events from `batch` on are. */
void rt_give_dealt(native_call *n, uint32_t batch)
{
    const rt_game *g = n->g;
    int32_t sum = 0;
    for (uint32_t i = batch; i < g->s->event.count; i++) {
        const rt_event *e = rt_event_row(g, i);
        if (e->kind == RT_EV_DAMAGE && !(e->flags & RT_EF_CANCELLED))
            sum = rt_sum(sum, e->amount);
    }
    give(n, (uint64_t)(int64_t)sum);
}

static rt_status give_dealt(native_call *n)
{
    rt_give_dealt(n, (uint32_t)frame(n)->count);
    return close_batch(n);
}

/* What was added from `batch` on is dealt, and gives how much that was; or it waits for the rest of what is dealt at the same time,
 * and gives how much it would be. */
static rt_status dealt(native_call *n, uint32_t batch)
{
    if (waits(n)) {
        rt_give_dealt(n, batch);
        return finished(n);
    }
    frame(n)->count = (int32_t)batch;
    frame(n)->native_stage = 1;
    return rt_batch_run(n->g, batch) ? give_dealt(n) : RT_NEXT;
}

rt_status rt_native_deal_damage(native_call *n)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return give_dealt(n);
    const uint32_t batch = rt_batch(g), sources = rt_set_count(arg(n, 0)),
                   count = rt_set_count(arg(n, 2));
    for (uint32_t s = 0; s < sources; s++)
        for (uint32_t i = 0; i < count; i++)
            damage_event(g, rt_set_at(g, arg(n, 0), s), rt_set_at(g, arg(n, 2), i),
                         (int32_t)arg(n, 1));
    return dealt(n, batch);
}

static const rt_object *fighter(rt_game *g, rt_entity e)
{
    const rt_object *o = RT_IS_PLAYER(e) ? NULL : rt_live(g, e);
    return o && o->zone == VM_ZONE_BATTLEFIELD && RT_IS(o, CREATURE) ? o : NULL;
}

static void fights(rt_game *g, rt_entity one, rt_entity other)
{
    const rt_object *o = fighter(g, one), *p = fighter(g, other);
    if (!o || !p)
        return;
    const int32_t given = o->power, taken = p->power;
    damage_event(g, one, other, one == other ? rt_sum(given, given) : given);
    if (one != other)
        damage_event(g, other, one, taken);
}

/* Where one of them is gone or no creature, neither deals damage. How much it is stands before any of it is dealt, so
 * that what the damage does to one does not lessen what it deals (CR 701.12a to c). */
rt_status rt_native_fight(native_call *n)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return close_batch(n);
    rt_refresh(g);
    const uint32_t batch = rt_batch(g);
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++)
        for (uint32_t k = 0; k < rt_set_count(arg(n, 1)); k++)
            fights(g, rt_set_at(g, arg(n, 0), i), rt_set_at(g, arg(n, 1), k));
    return run(n, batch);
}

/* Of an illegal target nobody knows any more: the other one fights nobody (CR 701.12b). */
rt_status rt_native_fight_each_other(native_call *n)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return close_batch(n);
    rt_refresh(g);
    const uint32_t batch = rt_batch(g);
    if (rt_set_count(arg(n, 0)) == 2)
        fights(g, rt_set_at(g, arg(n, 0), 0), rt_set_at(g, arg(n, 0), 1));
    return run(n, batch);
}

rt_status rt_native_deal_evenly(native_call *n)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return close_batch(n);
    uint32_t batch = rt_batch(g), count = rt_set_count(arg(n, 2));
    int32_t each = count ? (int32_t)arg(n, 1) / (int32_t)count : 0;
    give(n, (uint64_t)(int64_t)each);
    for (uint32_t i = 0; i < count && rt_set_count(arg(n, 0)); i++)
        damage_event(g, rt_set_at(g, arg(n, 0), 0), rt_set_at(g, arg(n, 2), i), each);
    return waits(n) ? finished(n) : run(n, batch);
}

rt_status rt_native_deal_divided_damage(native_call *n) /* CR 601.2d: the division was announced */
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return close_batch(n);
    uint32_t batch = rt_batch(g);
    give(n, arg(n, 1));
    for (uint32_t i = 0; i < g->s->target.count; i++) {
        const rt_target t = *rt_target_row(g, i);
        if (t.ctx == frame(n)->ctx && t.amount > 0 && rt_set_has(g, arg(n, 2), t.entity) &&
            rt_set_count(arg(n, 0)))
            damage_event(g, rt_set_at(g, arg(n, 0), 0), t.entity, t.amount);
    }
    return waits(n) ? finished(n) : run(n, batch);
}

rt_status rt_native_share(native_call *n)
{
    const rt_game *g = n->g;
    int32_t sum = 0;
    for (uint32_t i = 0; i < g->s->target.count; i++) {
        const rt_target *t = rt_target_row(g, i);
        if (t->ctx == frame(n)->ctx && rt_set_has(g, arg(n, 0), t->entity))
            sum = rt_sum(sum, t->amount);
    }
    give(n, (uint64_t)(int64_t)sum);
    return finished(n);
}

/* ---- prevention -------------------------------------------------------------------------------- */

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
    const uint32_t at = RT_PUSH(g, event);
    *rt_event_row(g, at) = e;
    rt_batch_widen(g);
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
