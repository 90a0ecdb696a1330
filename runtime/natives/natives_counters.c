/* Natives about counters beyond putting and removing some of a kind (CR 121). */
#include "runtime/natives/natives.h"

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

/* CR 121.5: from each of several to another one, as many as there are; nothing of what is that one itself or is gone. */
rt_status rt_native_move_counters(native_call *n)
{
    enum { BEGIN, REMOVED, PUT };
    rt_game *g = n->g;
    const uint64_t from = arg(n, 0), to = arg(n, 1);
    if (frame(n)->native_stage == PUT)
        return close_batch(n);
    const rt_entity onto = rt_set_count(to) ? rt_set_at(g, to, 0) : 0;
    if (frame(n)->native_stage == BEGIN) {
        if (!onto || !can_have(g, onto) || rt_rule_on(g, VM_MOD_CANT_GET_COUNTERS, onto))
            return finished(n);
        const uint32_t batch = rt_batch(g);
        rt_spend(g, rt_set_count(from));
        for (uint32_t i = 0; i < rt_set_count(from); i++) {
            const rt_entity e = rt_set_at(g, from, i);
            const int32_t all =
                e != onto && can_have(g, e) ? rt_counters(g, e, (int32_t)n->imm[0]) : 0;
            const int32_t have = all > (int32_t)arg(n, 2) ? (int32_t)arg(n, 2) : all;
            if (have > 0)
                change(n, RT_EV_REMOVE_COUNTERS, e, n->imm[0], have);
        }
        if (g->s->event.count == batch) {
            rt_batch_drop(g, batch);
            return finished(n);
        }
        frame(n)->count = (int32_t)batch;
        frame(n)->native_stage = REMOVED;
        rt_batch_run(g, batch);
        return RT_NEXT; /* comes back when that is done, be it at once */
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
        change(n, RT_EV_PUT_COUNTERS, onto, n->imm[0], moved);
    frame(n)->count = (int32_t)batch;
    frame(n)->native_stage = PUT;
    return rt_batch_run(g, batch) ? close_batch(n) : RT_NEXT;
}

/* How many of the counters of `e` have been chosen. */
static int32_t chosen_of(const native_call *n, rt_entity e)
{
    const uint64_t chosen = frame(n)->kept[0];
    int32_t count = 0;
    for (uint32_t i = 0; i < rt_set_count(chosen); i++)
        count += rt_set_at(n->g, chosen, i) == e;
    return count;
}

static rt_status give_removed(native_call *n)
{
    const rt_game *g = n->g;
    int32_t sum = 0;
    for (uint32_t i = (uint32_t)frame(n)->count; i < g->s->event.count; i++) {
        const rt_event *e = rt_event_row(g, i);
        if (e->kind == RT_EV_REMOVE_COUNTERS && !(e->flags & RT_EF_CANCELLED))
            sum = rt_sum(sum, e->amount);
    }
    give(n, (uint64_t)(int64_t)sum);
    return close_batch(n);
}

/* kept[0]: what each counter that was chosen is on; all of them are removed at the same time. */
rt_status rt_native_remove_among(native_call *n)
{
    enum { ASK, ANSWERED, REMOVED };
    rt_game *g = n->g;
    const uint64_t among = arg(n, 1);
    if (frame(n)->native_stage == REMOVED)
        return give_removed(n);
    if (frame(n)->native_stage == ANSWERED)
        rt_keep_answers(n, 0);
    const uint32_t count = rt_set_count(among), done = rt_set_count(frame(n)->kept[0]);
    const rt_temp_mark mark = rt_temp_here(g);
    rt_entity *left = rt_temp_alloc(g, (count + 1) * sizeof *left);
    uint32_t k = 0;
    rt_spend(g, count * (done + 1) / 4 + 1);
    for (uint32_t i = 0; (int32_t)done < (int32_t)arg(n, 2) && i < count; i++) {
        const rt_entity e = follow(n, rt_set_at(g, among, i));
        if (rt_counters(g, e, (int32_t)n->imm[0]) > chosen_of(n, e))
            left[k++] = e;
    }
    if (k) {
        rt_ask(g, CANTRIP_DECIDE_CHOOSE, first_player(n, arg(n, 0)), self_of(n));
        for (uint32_t i = 0; i < k; i++)
            rt_option_add(g, CANTRIP_OPTION_ID, left[i], 0, 0);
        rt_temp_release(g, mark);
        frame(n)->native_stage = ANSWERED;
        return rt_ask_one(g);
    }
    rt_temp_release(g, mark);
    const uint32_t batch = rt_batch(g);
    for (uint32_t i = 0; i < count; i++) {
        const rt_entity e = follow(n, rt_set_at(g, among, i));
        if (chosen_of(n, e))
            change(n, RT_EV_REMOVE_COUNTERS, e, n->imm[0], chosen_of(n, e));
    }
    frame(n)->count = (int32_t)batch;
    frame(n)->native_stage = REMOVED;
    return rt_batch_run(g, batch) ? give_removed(n) : RT_NEXT;
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
        if (RT_IS_PLAYER(e))
            rt_designate_player(g, RT_PLAYER_OF(e), kind);
        else
            rt_counters_change(g, e, kind, 1);
        if (!RT_IS_PLAYER(e) && e == ctx_of(n)->self && rt_live(g, e) && rt_live(g, e)->here)
            rt_presence_of(g, rt_live(g, e))->x = (uint32_t)ctx_of(n)->x; /* CR 701.30c */
        rt_event *d = rt_event_add(g, RT_EV_DID, 0);
        d->aux = VM_EVENT_designated;
        d->obj = RT_IS_PLAYER(e) ? 0 : e;
        d->whom = e;
        d->amount = (int32_t)kind;
        d->player = RT_IS_PLAYER(e) ? (uint8_t)RT_PLAYER_OF(e) : rt_look(g, e)->controller;
    }
    return run(n, batch);
}

/* The number-th kind of counter on something, in order of kinds; -1 behind the last. */
static int32_t kind_on(const rt_game *g, rt_entity e, uint32_t number)
{
    int32_t last = -1;
    for (uint32_t found = 0; found <= number; found++) {
        int32_t next = -1;
        rt_spend(g, g->s->counter.count / 4 + 1);
        for (uint32_t i = 0; i < g->s->counter.count; i++) {
            const rt_counter *c = rt_counter_row(g, i);
            const int32_t kind = (int32_t)(c->kind & 0xFFFF);
            if (c->on == e && c->count > 0 && kind < VM_DESIGNATION_FIRST && kind > last &&
                (next < 0 || kind < next))
                next = kind;
        }
        if (next < 0)
            return -1;
        last = next;
    }
    return last;
}

/* count: the batch, aux: the member at hand. */
rt_status rt_native_put_like_counters(native_call *n)
{
    enum { BEGIN, NEXT, CHOSEN, PUT };
    rt_game *g = n->g;
    const uint64_t set = arg(n, 1);
    if (frame(n)->native_stage == PUT)
        return close_batch(n);
    if (frame(n)->native_stage == BEGIN) {
        frame(n)->count = (int32_t)rt_batch(g);
        frame(n)->native_stage = NEXT;
    }
    for (; frame(n)->aux < rt_set_count(set); frame(n)->aux++) {
        const rt_entity e = follow(n, rt_set_at(g, set, frame(n)->aux));
        int32_t kind = kind_on(g, e, 0);
        if (frame(n)->native_stage == CHOSEN) {
            kind = rt_answered(g, 0)->a;
            frame(n)->native_stage = NEXT;
        } else if (kind >= 0 && kind_on(g, e, 1) >= 0) {
            rt_ask(g, CANTRIP_DECIDE_COUNTER, first_player(n, arg(n, 0)), e);
            for (uint32_t i = 0; (kind = kind_on(g, e, i)) >= 0; i++)
                rt_option_add(g, CANTRIP_OPTION_COUNTER, e, kind, 0);
            frame(n)->native_stage = CHOSEN;
            return rt_ask_one(g);
        }
        if (kind >= 0)
            change(n, RT_EV_PUT_COUNTERS, e, (uint32_t)kind, 1);
    }
    const uint32_t batch = (uint32_t)frame(n)->count;
    frame(n)->native_stage = PUT;
    return rt_batch_run(g, batch) ? close_batch(n) : RT_NEXT;
}

rt_status rt_native_pair(native_call *n)
{
    rt_game *g = n->g;
    const uint8_t you = ctx_of(n)->controller;
    const rt_entity a = rt_set_count(arg(n, 0)) ? rt_set_at(g, arg(n, 0), 0) : 0,
                    b = rt_set_count(arg(n, 1)) ? rt_set_at(g, arg(n, 1), 0) : 0;
    rt_object *one = can_have(g, a) ? rt_live(g, a) : NULL,
              *two = can_have(g, b) ? rt_live(g, b) : NULL;
    if (!one || !two || a == b || !RT_IS(one, CREATURE) || !RT_IS(two, CREATURE) ||
        one->controller != you || two->controller != you || rt_paired(g, a) || rt_paired(g, b))
        return finished(n);
    rt_presence_of(g, one)->paired = b;
    rt_presence_of(g, two)->paired = a;
    rt_presence_of(g, one)->paired_by = rt_presence_of(g, two)->paired_by = (uint8_t)(you + 1);
    rt_dirty(g);
    return finished(n);
}

/* Something that only declarations know has been done. */
rt_status rt_native_happen(native_call *n)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return close_batch(n);
    const uint32_t batch = rt_batch(g), count = rt_set_count(arg(n, 0));
    for (uint32_t i = 0; i < count || !i; i++) {
        rt_event *e = rt_event_add(g, RT_EV_DID, 0);
        e->aux = VM_EVENT_happens;
        e->from = (uint8_t)n->imm[0];
        e->to = (uint8_t)(n->imm[0] >> 8);
        e->obj = count ? rt_set_at(g, arg(n, 0), i) : 0;
        e->other = rt_set_count(arg(n, 1)) ? rt_set_at(g, arg(n, 1), 0) : 0;
        e->src = rt_set_count(arg(n, 2)) ? rt_set_at(g, arg(n, 2), 0) : 0;
        e->whom = rt_set_count(arg(n, 3)) ? rt_set_at(g, arg(n, 3), 0) : 0;
        e->player = rt_set_count(arg(n, 4)) ? (uint8_t)RT_PLAYER_OF(rt_set_at(g, arg(n, 4), 0))
                    : e->obj                ? rt_look(g, e->obj)->controller
                                            : RT_NOBODY;
        e->amount = (int32_t)arg(n, 5);
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
