/* What one instruction does at the same time, though it is said in parts or of each of several (CR 101.4, 119.3, 608.2c): events wait
 * behind `hold`, and are one batch at `release`. */
#include "runtime/natives/natives.h"

rt_status rt_native_hold(native_call *n)
{
    rt_frame *f = frame(n);
    if (f->over && !f->held)
        rt_batch_drop(n->g, f->over - 1);
    f->over = 0;
    f->part = n->imm[0];
    if (!f->held)
        f->held = rt_batch(n->g) + 1;
    return finished(n);
}

/* What one source deals to one recipient at the same time is one damage. */
static void join_alike(rt_game *g, uint32_t batch)
{
    CANTRIP_ASSERT(batch <= g->s->event.count);
    const uint32_t count = g->s->event.count - batch;
    const rt_temp_mark mark = rt_temp_here(g);
    uint32_t size = 4, kept = batch;
    while (size < 2 * count)
        size *= 2;
    uint32_t *seen = rt_temp_zeroed(g, size * sizeof *seen); /* an event + 1 */
    rt_spend(g, count);
    for (uint32_t i = batch; i < batch + count; i++) {
        const rt_event e = *rt_event_row(g, i);
        uint32_t at = (e.src * 31 + e.whom) * 2654435761u & (size - 1);
        while (e.kind == RT_EV_DAMAGE && seen[at] &&
               (rt_event_row(g, seen[at] - 1)->src != e.src ||
                rt_event_row(g, seen[at] - 1)->whom != e.whom))
            at = (at + 1) & (size - 1);
        if (e.kind == RT_EV_DAMAGE && seen[at]) {
            rt_event *first = rt_event_row(g, seen[at] - 1);
            first->amount = rt_sum(first->amount, e.amount);
            continue;
        }
        *rt_event_row(g, kept++) = e;
        if (e.kind == RT_EV_DAMAGE)
            seen[at] = kept;
    }
    g->s->event.count = kept;
    rt_temp_release(g, mark);
}

/* What has moved while it waited does not move again. */
static void forget_moved(rt_game *g, uint32_t batch)
{
    for (uint32_t i = batch; i < g->s->event.count; i++) {
        rt_event *e = rt_event_row(g, i);
        const rt_object *o = e->kind == RT_EV_MOVE ? rt_live(g, e->obj) : NULL;
        if (o && o->zone != e->from)
            e->flags |= RT_EF_CANCELLED;
    }
}

static rt_status over(native_call *n)
{
    rt_give_dealt(n, (uint32_t)frame(n)->count);
    rt_arrivals_end(n->g);
    return finished(n);
}

rt_status rt_native_release(native_call *n)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return over(n);
    const uint32_t batch = frame(n)->held ? frame(n)->held - 1 : rt_batch(g);
    frame(n)->held = 0;
    frame(n)->over = batch + 1;
    join_alike(g, batch);
    forget_moved(g, batch);
    frame(n)->count = (int32_t)batch;
    frame(n)->native_stage = 1;
    return rt_batch_run(g, batch) ? over(n) : RT_NEXT;
}

/* Of what was destroyed, tapped or untapped those as they were; of what moved what it has become. */
rt_status rt_native_released(native_call *n)
{
    rt_game *g = n->g;
    const uint32_t batch = frame(n)->over, part = n->imm[0] + 1;
    uint32_t kind = RT_EV_MOVE, as_it_was = 0;
    for (uint32_t i = batch ? batch - 1 : g->s->event.count; i < g->s->event.count; i++) {
        const rt_event *e = rt_event_row(g, i);
        if (e->part != part)
            continue;
        if (e->kind == RT_EV_TAP || e->kind == RT_EV_UNTAP)
            kind = e->kind;
        as_it_was |= kind != RT_EV_MOVE || (e->flags & RT_EF_DESTROYED) != 0;
    }
    give(n, batch ? rt_done_to(g, batch - 1, part, kind, as_it_was != 0) : 0);
    return finished(n);
}
