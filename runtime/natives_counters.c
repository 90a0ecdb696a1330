/* Natives about counters beyond putting and removing some of a kind (CR 121). */
#include "runtime/natives.h"

static rt_event *change(native_call *n, uint32_t kind, rt_entity whom, uint32_t counter,
                        int32_t amount)
{
    rt_event *e = rt_event_add(n->g, kind, RT_EF_EFFECT);
    e->whom = whom;
    e->amount = amount;
    e->aux = counter;
    return e;
}

static int can_have(const rt_game *g, rt_entity e)
{
    const rt_object *o = RT_IS_PLAYER(e) ? NULL : rt_live(g, e);
    return o && o->zone == VM_ZONE_BATTLEFIELD;
}

/* CR 121.5: from one to another, as many as there are; nothing if it is the same one or one of them is gone. */
rt_status rt_native_move_counters(native_call *n)
{
    enum { BEGIN, REMOVED, PUT };
    rt_game *g = n->g;
    const uint64_t from = arg(n, 0), to = arg(n, 1);
    if (frame(n)->native_stage == PUT)
        return close_batch(n);
    const rt_entity a = rt_set_count(from) ? rt_set_at(g, from, 0) : 0,
                    b = rt_set_count(to) ? rt_set_at(g, to, 0) : 0;
    if (frame(n)->native_stage == BEGIN) {
        int32_t have = a && b && a != b && can_have(g, a) && can_have(g, b)
                           ? rt_counters(g, a, (int32_t)n->imm[0])
                           : 0;
        if (have > (int32_t)arg(n, 2))
            have = (int32_t)arg(n, 2);
        if (have <= 0 || rt_rule_on(g, VM_MOD_CANT_GET_COUNTERS, b))
            return finished(n);
        const uint32_t batch = rt_batch(g);
        change(n, RT_EV_REMOVE_COUNTERS, a, n->imm[0], have);
        frame(n)->count = (int32_t)batch;
        frame(n)->native_stage = REMOVED;
        if (!rt_batch_run(g, batch))
            return RT_NEXT;
    }
    int32_t moved = 0;
    for (uint32_t i = (uint32_t)frame(n)->count; i < g->s->event.count; i++) {
        const rt_event *e = rt_event_row(g, i);
        if (e->kind == RT_EV_REMOVE_COUNTERS && !(e->flags & RT_EF_CANCELLED))
            moved = rt_sum(moved, e->amount);
    }
    rt_batch_drop(g, (uint32_t)frame(n)->count);
    const uint32_t batch = rt_batch(g);
    if (moved > 0)
        change(n, RT_EV_PUT_COUNTERS, b, n->imm[0], moved);
    frame(n)->count = (int32_t)batch;
    frame(n)->native_stage = PUT;
    return rt_batch_run(g, batch) ? close_batch(n) : RT_NEXT;
}

rt_status rt_native_remove_all_counters(native_call *n)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return close_batch(n);
    const uint32_t batch = rt_batch(g);
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++) {
        const rt_entity e = rt_set_at(g, arg(n, 0), i);
        rt_spend(g, g->s->counter.count / 4 + 1);
        for (uint32_t k = 0; k < g->s->counter.count; k++) {
            const rt_counter c = *rt_counter_row(g, k);
            if (c.on == e && c.count > 0 && (c.kind & 0xFFFF) < VM_DESIGNATION_FIRST)
                change(n, RT_EV_REMOVE_COUNTERS, e, c.kind & 0xFFFF, c.count);
        }
    }
    return run(n, batch);
}

/* CR 701.9e: as many again as it has. */
rt_status rt_native_double_counters(native_call *n)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return close_batch(n);
    const uint32_t batch = rt_batch(g);
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++) {
        const rt_entity e = rt_set_at(g, arg(n, 0), i);
        const int32_t have = rt_counters(g, e, (int32_t)n->imm[0]);
        if (have > 0)
            change(n, RT_EV_PUT_COUNTERS, e, n->imm[0], have);
    }
    return run(n, batch);
}

/* Designations are kept like counters, but nothing that is about counters sees them. */
rt_status rt_native_designate(native_call *n)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return close_batch(n);
    const uint32_t batch = rt_batch(g), kind = n->imm[0];
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++) {
        const rt_entity e = rt_set_at(g, arg(n, 0), i);
        if ((!RT_IS_PLAYER(e) && !can_have(g, e)) || rt_counters(g, e, (int32_t)kind))
            continue;
        rt_counters_change(g, e, kind, 1);
        rt_event *d = rt_event_add(g, RT_EV_DID, 0);
        d->aux = VM_EVENT_designated;
        d->obj = RT_IS_PLAYER(e) ? 0 : e;
        d->whom = e;
        d->amount = (int32_t)kind;
        d->player = RT_IS_PLAYER(e) ? (uint8_t)RT_PLAYER_OF(e) : rt_look(g, e)->controller;
    }
    return run(n, batch);
}

rt_status rt_native_distribute_counters(native_call *n) /* CR 601.2d: the division was announced */
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return close_batch(n);
    const uint32_t batch = rt_batch(g);
    for (uint32_t i = 0; i < g->s->target.count; i++) {
        const rt_target t = *rt_target_row(g, i);
        if (t.ctx == frame(n)->ctx && t.amount > 0 && rt_set_has(g, arg(n, 0), t.entity))
            change(n, RT_EV_PUT_COUNTERS, t.entity, n->imm[0], t.amount);
    }
    return run(n, batch);
}
