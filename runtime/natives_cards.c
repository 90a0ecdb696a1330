/* Natives that deal damage, move cards, tap, count and create. */
#include "runtime/natives.h"

#include <string.h>

/* ---- damage, life, cards ----------------------------------------------------------------------
 */

static void damage_event(rt_game *g, rt_entity src, rt_entity to, int32_t amount)
{
    rt_event *e = rt_event_add(g, RT_EV_DAMAGE, RT_EF_EFFECT);
    e->src = src;
    e->whom = to;
    e->amount = amount;
}

rt_status rt_native_deal_damage(native_call *n)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return close_batch(n);
    uint32_t batch = rt_batch(g), sources = rt_set_count(arg(n, 0)),
             count = rt_set_count(arg(n, 2));
    give(n, arg(n, 1));
    for (uint32_t s = 0; s < sources; s++)
        for (uint32_t i = 0; i < count; i++)
            damage_event(g, rt_set_at(g, arg(n, 0), s), rt_set_at(g, arg(n, 2), i),
                         (int32_t)arg(n, 1));
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
    return run(n, batch);
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
    return run(n, batch);
}

rt_status rt_native_draw(native_call *n) /* CR 120.2: one at a time */
{
    rt_game *g = n->g;
    rt_frame *f = frame(n);
    uint32_t players = rt_set_count(arg(n, 0));
    int32_t each = (int32_t)arg(n, 1);
    if (!players || each <= 0 || (uint32_t)f->count >= players * (uint32_t)each) {
        give(n, (uint64_t)(int64_t)each);
        return finished(n);
    }
    if (f->native_stage) { /* the batch of the last card is over */
        rt_batch_drop(g, f->native_stage - 1);
    }
    uint32_t p = player_at(n, arg(n, 0), (uint32_t)f->count / (uint32_t)each), batch = rt_batch(g);
    rt_event *e = rt_event_add(g, RT_EV_DRAW, RT_EF_EFFECT);
    e->player = (uint8_t)p;
    frame(n)->count++;
    frame(n)->native_stage = batch + 1;
    rt_batch_close(g, batch);
    return RT_NEXT;
}

/* The set of what the events from `from` to `to` have moved. */
static uint64_t moved(rt_game *g, uint32_t from, uint32_t to)
{
    const uint32_t start = g->s->heap.count;
    for (uint32_t i = from; i < to && i < g->s->event.count; i++) {
        const rt_entity r = rt_event_row(g, i)->result;
        if (!r || rt_event_row(g, i)->kind != RT_EV_MOVE)
            continue;
        const uint32_t at = RT_PUSH(g, heap);
        *rt_heap_row(g, at) = r;
    }
    const uint32_t count = g->s->heap.count - start;
    return count == 1 ? RT_SET_ONE(*rt_heap_row(g, start))
           : count    ? (uint64_t)start << 32 | count
                      : 0;
}

rt_status rt_native_discard(native_call *n)
{
    rt_game *g = n->g;
    rt_frame *f = frame(n);
    uint64_t who = arg(n, 0);
    if (!rt_set_count(who)) {
        give(n, 0);
        return finished(n);
    }
    uint32_t k = (uint32_t)f->count, p;
    if (k >= rt_set_count(who))
        return finished(n);
    p = player_at(n, who, k);
    uint32_t hand = rt_zone_count(g, VM_ZONE_HAND, p), want = (uint32_t)arg(n, 1);
    if (f->native_stage == 0) {
        if (want > hand)
            want = hand;
        if (!want) {
            f->count++;
            give(n, 0);
            return RT_NEXT;
        }
        if (n->imm[0]) { /* at random */
            uint32_t batch = rt_batch(g);
            uint32_t first = rt_random_below(g->s, hand);
            rt_move_event(g, rt_handle(g, rt_zone_at(g, VM_ZONE_HAND, p, first)), VM_ZONE_GRAVEYARD,
                          RT_EF_DISCARD | RT_EF_EFFECT, self_of(n));
            frame(n)->native_stage = 2;
            if (rt_batch_run(g, batch))
                rt_batch_drop(g, batch);
            return RT_NEXT;
        }
        rt_ask(g, CANTRIP_DECIDE_DISCARD, p, self_of(n));
        for (uint32_t i = 0; i < hand; i++)
            rt_option_add(g, CANTRIP_OPTION_ID, rt_handle(g, rt_zone_at(g, VM_ZONE_HAND, p, i)), 0,
                          0);
        frame(n)->native_stage = 1;
        return rt_ask_done(g, want, want);
    }
    if (f->native_stage == 1) {
        uint32_t batch = rt_batch(g), count = rt_answer_count(g);
        for (uint32_t i = 0; i < count; i++)
            rt_move_event(g, rt_answered(g, i)->entity, VM_ZONE_GRAVEYARD,
                          RT_EF_DISCARD | RT_EF_EFFECT, self_of(n));
        frame(n)->native_stage = 2;
        if (rt_batch_run(g, batch)) {
            give(n, moved(g, batch, batch + count));
            rt_batch_drop(g, batch);
        }
        return RT_NEXT;
    }
    f->count++;
    f->native_stage = 0;
    return RT_NEXT;
}

static rt_status life(native_call *n, uint32_t kind)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return close_batch(n);
    uint32_t batch = rt_batch(g);
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++) {
        rt_event *e = rt_event_add(g, kind, RT_EF_EFFECT);
        e->player = (uint8_t)player_at(n, arg(n, 0), i);
        e->amount = (int32_t)arg(n, 1);
    }
    return run(n, batch);
}

rt_status rt_native_gain_life(native_call *n)
{
    return life(n, RT_EV_GAIN_LIFE);
}

rt_status rt_native_lose_life(native_call *n)
{
    return life(n, RT_EV_LOSE_LIFE);
}

/* ---- objects moving ---------------------------------------------------------------------------
 */

static rt_status results(native_call *n)
{
    rt_game *g = n->g;
    give(n, moved(g, (uint32_t)frame(n)->count, g->s->event.count));
    return close_batch(n);
}

static rt_status move_all(native_call *n, uint32_t zone, uint32_t flags, uint64_t controller)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return results(n);
    uint32_t batch = rt_batch(g);
    /* What stands on the stack was cast or activated: nothing is put there (CR 111.1, 112.1c). */
    for (uint32_t i = 0; zone != VM_ZONE_STACK && i < rt_set_count(arg(n, 0)); i++) {
        rt_entity e = follow(n, rt_set_at(g, arg(n, 0), i));
        const rt_object *o = rt_live(g, e);
        if (!o || ((o->flags & RT_OF_TOKEN) && o->zone != VM_ZONE_BATTLEFIELD))
            continue;
        if (zone == VM_ZONE_BATTLEFIELD && !(o->types & VM_PERMANENT_TYPES))
            continue; /* CR 304.4, 307.4 */
        uint8_t owner = o->owner;
        rt_move_event(g, e, zone, flags | RT_EF_EFFECT, self_of(n));
        if (zone == VM_ZONE_BATTLEFIELD)
            rt_event_row(g, g->s->event.count - 1)->player =
                rt_set_count(controller) ? (uint8_t)player_at(n, controller, 0)
                : g->s->frame.count      ? ctx_of(n)->controller
                                         : owner;
    }
    frame(n)->count = (int32_t)batch;
    frame(n)->native_stage = 1;
    return rt_batch_run(g, batch) ? results(n) : RT_NEXT;
}

rt_status rt_native_move(native_call *n)
{
    return move_all(n, n->imm[0], (n->imm[1] ? RT_EF_BOTTOM : 0) | (n->imm[2] ? RT_EF_TAPPED : 0),
                    arg(n, 1));
}

rt_status rt_native_exile(native_call *n)
{
    return move_all(n, VM_ZONE_EXILE, 0, 0);
}

rt_status rt_native_sacrifice(native_call *n)
{
    return move_all(n, VM_ZONE_GRAVEYARD, RT_EF_SACRIFICE, 0);
}

rt_status rt_native_discard_card(native_call *n)
{
    return move_all(n, VM_ZONE_GRAVEYARD, RT_EF_DISCARD, 0);
}

rt_status rt_native_reveal(native_call *n) /* CR 701.15 */
{
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++)
        rt_log(n->g, "%s is revealed", rt_name(n->g, rt_set_at(n->g, arg(n, 0), i)));
    give(n, arg(n, 0));
    return finished(n);
}

/* ... until this leaves the battlefield (CR 610.3): what was exiled comes back right after that. */
rt_status rt_native_exile_until(native_call *n)
{
    rt_game *g = n->g;
    const rt_entity self = self_of(n);
    const rt_object *source = rt_live(g, self);
    if (!source || source->zone != VM_ZONE_BATTLEFIELD) { /* CR 610.3a */
        give(n, 0);
        return finished(n);
    }
    rt_status s = move_all(n, VM_ZONE_EXILE, 0, 0);
    if (!n->done)
        return s;
    uint64_t exiled = *rt_reg_row(g, frame(n)->reg + n->result);
    for (uint32_t i = 0; i < rt_set_count(exiled); i++) {
        const rt_entity e = rt_set_at(g, exiled, i);
        const rt_object *o = rt_live(g, e);
        if (!o || o->zone != VM_ZONE_EXILE)
            continue;
        uint32_t at = RT_PUSH(g, link);
        *rt_link_row(g, at) = (rt_link){self, RT_LINK_UNTIL_LEAVES, 0, e};
    }
    return s;
}

rt_status rt_native_destroy(native_call *n)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return close_batch(n);
    uint32_t batch = rt_batch(g);
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++) {
        rt_event *e =
            rt_event_add(g, RT_EV_DESTROY, RT_EF_EFFECT | (n->imm[0] ? RT_EF_NO_REGENERATION : 0));
        e->obj = rt_set_at(g, arg(n, 0), i);
        e->src = self_of(n);
    }
    return run(n, batch);
}

rt_status rt_native_counter_spell(native_call *n) /* CR 701.5 */
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return close_batch(n);
    uint32_t batch = rt_batch(g);
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++) {
        rt_entity e = rt_set_at(g, arg(n, 0), i);
        const rt_object *o = rt_live(g, e);
        if (!o || o->zone != VM_ZONE_STACK)
            continue;
        if (rt_rule_on(g, VM_MOD_CANT_BE_COUNTERED, e)) {
            rt_log(g, "%s can't be countered", rt_name(g, e));
            continue;
        }
        o = rt_live(g, e);
        rt_log(g, "%s is countered", rt_name(g, e));
        uint32_t ctx = o->ctx;
        if (o->flags & RT_OF_ABILITY)
            rt_free_object(g, RT_INDEX(e));
        else
            rt_move_event(g, e, VM_ZONE_GRAVEYARD, RT_EF_EFFECT, self_of(n));
        rt_obj(g, RT_INDEX(e))->ctx = 0;
        if (ctx)
            rt_ctx_free(g, ctx - 1);
    }
    return run(n, batch);
}

rt_status rt_native_mill(native_call *n)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return close_batch(n);
    uint32_t batch = rt_batch(g);
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++) {
        uint32_t p = player_at(n, arg(n, 0), i), have = rt_zone_count(g, VM_ZONE_LIBRARY, p);
        for (uint32_t k = 0; k < (uint32_t)arg(n, 1) && k < have; k++)
            rt_move_event(g, rt_handle(g, rt_zone_at(g, VM_ZONE_LIBRARY, p, have - 1 - k)),
                          VM_ZONE_GRAVEYARD, RT_EF_EFFECT, self_of(n));
    }
    return run(n, batch);
}

/* ---- status -----------------------------------------------------------------------------------
 */

static rt_status tap_like(native_call *n, uint32_t kind)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return close_batch(n);
    uint32_t batch = rt_batch(g);
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++)
        rt_event_add(g, kind, RT_EF_EFFECT)->obj = rt_set_at(g, arg(n, 0), i);
    return run(n, batch);
}

rt_status rt_native_tap(native_call *n)
{
    return tap_like(n, RT_EV_TAP);
}

rt_status rt_native_untap(native_call *n)
{
    return tap_like(n, RT_EV_UNTAP);
}

rt_status rt_native_tap_or_untap(native_call *n)
{
    rt_game *g = n->g;
    rt_frame *f = frame(n);
    if (!rt_set_count(arg(n, 0)))
        return finished(n);
    rt_entity e = rt_set_at(g, arg(n, 0), 0);
    if (f->native_stage == 0) {
        rt_ask(g, CANTRIP_DECIDE_CHOOSE, player_at(n, arg(n, 1), 0), self_of(n));
        const rt_object *o = rt_live(g, e);
        if (!o)
            return finished(n);
        rt_option_add(g, CANTRIP_OPTION_NUMBER, e, (o->flags & RT_OF_TAPPED) != 0, 0);
        frame(n)->native_stage = 2;
        return rt_ask_done(g, 1, 1);
    }
    if (f->native_stage == 2) {
        uint32_t batch = rt_batch(g), kind = rt_answered(g, 0)->a ? RT_EV_UNTAP : RT_EV_TAP;
        rt_event_add(g, kind, RT_EF_EFFECT)->obj = e;
        return run(n, batch);
    }
    return close_batch(n);
}

static rt_status counters(native_call *n, uint32_t kind)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return close_batch(n);
    uint32_t batch = rt_batch(g);
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++) {
        rt_event *e = rt_event_add(g, kind, RT_EF_EFFECT);
        e->whom = rt_set_at(g, arg(n, 0), i);
        e->amount = (int32_t)arg(n, 1);
        e->aux = n->imm[0];
    }
    return run(n, batch);
}

rt_status rt_native_put_counters(native_call *n)
{
    return counters(n, RT_EV_PUT_COUNTERS);
}

rt_status rt_native_remove_counters(native_call *n)
{
    return counters(n, RT_EV_REMOVE_COUNTERS);
}

static rt_status create_of(native_call *n, uint32_t player, uint32_t face, int32_t amount,
                           uint32_t flags, rt_entity copy_of)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return results(n);
    uint32_t batch = rt_batch(g);
    rt_event *e = rt_event_add(g, RT_EV_CREATE, RT_EF_EFFECT | flags);
    e->player = (uint8_t)player;
    e->aux = face;
    e->amount = amount;
    e->src = self_of(n);
    e->copy_of = copy_of;
    e->copy_mods = copy_of ? n->imm[0] : 0;
    e->copy_mod_count = copy_of ? n->imm[1] : 0;
    frame(n)->count = (int32_t)batch;
    frame(n)->native_stage = 1;
    return rt_batch_run(g, batch) ? results(n) : RT_NEXT;
}

rt_status rt_native_create(native_call *n)
{
    uint32_t p = rt_set_count(arg(n, 0)) ? player_at(n, arg(n, 0), 0) : 0;
    return create_of(n, p, n->imm[0], (int32_t)arg(n, 1),
                     (n->imm[1] ? RT_EF_TAPPED : 0) | (n->imm[2] ? RT_EF_ATTACKING : 0), 0);
}

rt_status rt_native_create_copy(native_call *n) /* CR 706.2 */
{
    const rt_object *o =
        rt_set_count(arg(n, 2)) ? rt_look(n->g, rt_set_at(n->g, arg(n, 2), 0)) : NULL;
    if (!o && !frame(n)->native_stage) {
        give(n, 0);
        return finished(n);
    }
    return create_of(n, player_at(n, arg(n, 0), 0), o ? o->face : 0, (int32_t)arg(n, 1), 0,
                     o ? rt_set_at(n->g, arg(n, 2), 0) : 0);
}

rt_status rt_native_attach(native_call *n) /* CR 701.3 */
{
    rt_game *g = n->g;
    rt_object *o = rt_set_count(arg(n, 0)) ? rt_live(g, rt_set_at(g, arg(n, 0), 0)) : NULL;
    rt_entity host = rt_set_count(arg(n, 1)) ? rt_set_at(g, arg(n, 1), 0) : 0;
    if (o && host && o->zone == VM_ZONE_BATTLEFIELD && o->attached != host &&
        (RT_IS_PLAYER(host) || rt_live(g, host)) && host != rt_set_at(g, arg(n, 0), 0)) {
        o->attached = host;
        o->timestamp = ++g->s->timestamp; /* CR 613.6e */
        rt_dirty(g);
        rt_log(g, "%s is attached to %s", rt_name(g, rt_set_at(g, arg(n, 0), 0)), rt_name(g, host));
    }
    return finished(n);
}

rt_status rt_native_regenerate(native_call *n)
{
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++) {
        rt_object *o = rt_live(n->g, rt_set_at(n->g, arg(n, 0), i));
        if (o && o->zone == VM_ZONE_BATTLEFIELD && o->regeneration < 255)
            o->regeneration++;
    }
    return finished(n);
}
