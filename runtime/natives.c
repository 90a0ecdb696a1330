/* What the rules machine does when a script asks (vm/abi/natives.def). A native that has to wait for an
 * event or an answer counts its stages in the frame and is called again. */
#include "runtime/rules.h"

#include <string.h>

typedef struct native_call {
    rt_game *g;
    uint32_t base, result;
    const uint32_t *imm;
    int done;
} native_call;

static rt_frame *frame(const native_call *n)
{
    return rt_frame_row(n->g, n->g->s->frame.count - 1);
}

static uint64_t arg(const native_call *n, uint32_t i)
{
    return *rt_reg_row(n->g, frame(n)->reg + n->base + i);
}

static void give(const native_call *n, uint64_t v)
{
    *rt_reg_row(n->g, frame(n)->reg + n->result) = v;
}

static rt_status finished(native_call *n)
{
    n->done = 1;
    return RT_NEXT;
}

static rt_ctx *ctx_of(const native_call *n)
{
    return rt_ctx_row(n->g, frame(n)->ctx);
}

static rt_entity self_of(const native_call *n)
{
    return ctx_of(n)->self;
}

static rt_entity follow(const native_call *n, rt_entity e)
{
    return rt_follow(n->g, e);
}

/* stage 0 fills a batch and runs it, stage 1 drops it */
static rt_status run(native_call *n, uint32_t batch)
{
    frame(n)->count = (int32_t)batch;
    frame(n)->native_stage = 1;
    if (!rt_batch_run(n->g, batch))
        return RT_NEXT;
    rt_batch_drop(n->g, (uint32_t)frame(n)->count);
    return finished(n);
}

static rt_status close_batch(native_call *n)
{
    rt_batch_drop(n->g, (uint32_t)frame(n)->count);
    return finished(n);
}

static uint32_t player_at(const native_call *n, uint64_t set, uint32_t i)
{
    rt_entity e = rt_set_at(n->g, set, i);
    return RT_IS_PLAYER(e) ? RT_PLAYER_OF(e) : 0;
}

/* ---- damage, life, cards ---------------------------------------------------------------------- */

static void damage_event(rt_game *g, rt_entity src, rt_entity to, int32_t amount)
{
    rt_event *e = rt_event_add(g, RT_EV_DAMAGE, RT_EF_EFFECT);
    e->src = src;
    e->whom = to;
    e->amount = amount;
}

static rt_status deal_damage(native_call *n)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return close_batch(n);
    uint32_t batch = rt_batch(g), sources = rt_set_count(arg(n, 0)), count = rt_set_count(arg(n, 2));
    give(n, arg(n, 1));
    for (uint32_t s = 0; s < sources; s++)
        for (uint32_t i = 0; i < count; i++)
            damage_event(g, rt_set_at(g, arg(n, 0), s), rt_set_at(g, arg(n, 2), i), (int32_t)arg(n, 1));
    return run(n, batch);
}

static rt_status deal_evenly(native_call *n)
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

static rt_status deal_divided_damage(native_call *n) /* CR 601.2d: the division was announced */
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return close_batch(n);
    uint32_t batch = rt_batch(g);
    give(n, arg(n, 1));
    for (uint32_t i = 0; i < g->s->target.count; i++) {
        const rt_target t = *rt_target_row(g, i);
        if (t.ctx == frame(n)->ctx && t.amount > 0 && rt_set_has(g, arg(n, 2), t.entity) && rt_set_count(arg(n, 0)))
            damage_event(g, rt_set_at(g, arg(n, 0), 0), t.entity, t.amount);
    }
    return run(n, batch);
}

static rt_status draw(native_call *n) /* CR 120.2: one at a time */
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
    if (rt_batch_run(g, batch))
        rt_batch_drop(g, batch);
    return RT_NEXT;
}

static rt_status discard(native_call *n)
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
            rt_move_event(g, rt_handle(g, rt_zone_at(g, VM_ZONE_HAND, p, first)), VM_ZONE_GRAVEYARD, RT_EF_DISCARD | RT_EF_EFFECT, self_of(n));
            frame(n)->native_stage = 2;
            if (rt_batch_run(g, batch))
                rt_batch_drop(g, batch);
            return RT_NEXT;
        }
        rt_ask(g, CANTRIP_DECIDE_DISCARD, p, self_of(n));
        for (uint32_t i = 0; i < hand; i++)
            rt_option_add(g, CANTRIP_OPTION_ID, rt_handle(g, rt_zone_at(g, VM_ZONE_HAND, p, i)), 0, 0);
        frame(n)->native_stage = 1;
        return rt_ask_done(g, want, want);
    }
    if (f->native_stage == 1) {
        uint32_t batch = rt_batch(g), count = rt_answer_count(g);
        rt_entity list[32];
        for (uint32_t i = 0; i < count && i < 32; i++)
            list[i] = rt_answered(g, i)->entity;
        for (uint32_t i = 0; i < count && i < 32; i++)
            rt_move_event(g, list[i], VM_ZONE_GRAVEYARD, RT_EF_DISCARD | RT_EF_EFFECT, self_of(n));
        frame(n)->native_stage = 2;
        if (rt_batch_run(g, batch)) {
            for (uint32_t i = 0; i < count && i < 32 && batch + i < g->s->event.count; i++)
                list[i] = rt_event_row(g, batch + i)->result;
            give(n, rt_set_of(g, list, count < 32 ? count : 32));
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

static rt_status gain_life(native_call *n)
{
    return life(n, RT_EV_GAIN_LIFE);
}

static rt_status lose_life(native_call *n)
{
    return life(n, RT_EV_LOSE_LIFE);
}

/* ---- objects moving --------------------------------------------------------------------------- */

static rt_status results(native_call *n)
{
    rt_game *g = n->g;
    uint32_t batch = (uint32_t)frame(n)->count, start = g->s->heap.count;
    for (uint32_t i = batch; i < g->s->event.count; i++) {
        rt_entity r = rt_event_row(g, i)->result;
        if (r && rt_event_row(g, i)->kind == RT_EV_MOVE) {
            uint32_t at = RT_PUSH(g, heap);
            *rt_heap_row(g, at) = r;
        }
    }
    uint32_t count = g->s->heap.count - start;
    give(n, count == 1 ? RT_SET_ONE(*rt_heap_row(g, start)) : count ? (uint64_t)start << 32 | count : 0);
    return close_batch(n);
}

static rt_status move_all(native_call *n, uint32_t zone, uint32_t flags, uint64_t controller, int has_result)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return has_result ? results(n) : close_batch(n);
    uint32_t batch = rt_batch(g);
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++) {
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
                rt_set_count(controller) ? (uint8_t)player_at(n, controller, 0) : g->s->frame.count ? ctx_of(n)->controller : owner;
    }
    frame(n)->count = (int32_t)batch;
    frame(n)->native_stage = 1;
    if (rt_batch_run(g, batch))
        return has_result ? results(n) : close_batch(n);
    return RT_NEXT;
}

static rt_status move(native_call *n)
{
    return move_all(n, n->imm[0], (n->imm[1] ? RT_EF_BOTTOM : 0) | (n->imm[2] ? RT_EF_TAPPED : 0), arg(n, 1), 1);
}

static rt_status exile(native_call *n)
{
    return move_all(n, VM_ZONE_EXILE, 0, 0, 1);
}

static rt_status sacrifice(native_call *n)
{
    return move_all(n, VM_ZONE_GRAVEYARD, RT_EF_SACRIFICE, 0, 0);
}

static rt_status destroy(native_call *n)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return close_batch(n);
    uint32_t batch = rt_batch(g);
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++) {
        rt_event *e = rt_event_add(g, RT_EV_DESTROY, RT_EF_EFFECT | (n->imm[0] ? RT_EF_NO_REGENERATION : 0));
        e->obj = rt_set_at(g, arg(n, 0), i);
        e->src = self_of(n);
    }
    return run(n, batch);
}

static rt_status counter_spell(native_call *n) /* CR 701.5 */
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
        rt_log(g, "%s is countered", rt_name(g, e));
        uint32_t ctx = o->ctx;
        if (o->flags & (RT_OF_ABILITY | RT_OF_COPY))
            rt_free_object(g, RT_INDEX(e));
        else
            rt_move_event(g, e, VM_ZONE_GRAVEYARD, RT_EF_EFFECT, self_of(n));
        if (ctx)
            rt_ctx_free(g, ctx - 1);
    }
    return run(n, batch);
}

static rt_status mill(native_call *n)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return close_batch(n);
    uint32_t batch = rt_batch(g);
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++) {
        uint32_t p = player_at(n, arg(n, 0), i), have = rt_zone_count(g, VM_ZONE_LIBRARY, p);
        for (uint32_t k = 0; k < (uint32_t)arg(n, 1) && k < have; k++)
            rt_move_event(g, rt_handle(g, rt_zone_at(g, VM_ZONE_LIBRARY, p, have - 1 - k)), VM_ZONE_GRAVEYARD, RT_EF_EFFECT, self_of(n));
    }
    return run(n, batch);
}

/* ---- status ----------------------------------------------------------------------------------- */

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

static rt_status tap(native_call *n)
{
    return tap_like(n, RT_EV_TAP);
}

static rt_status untap(native_call *n)
{
    return tap_like(n, RT_EV_UNTAP);
}

static rt_status tap_or_untap(native_call *n)
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

static rt_status put_counters(native_call *n)
{
    return counters(n, RT_EV_PUT_COUNTERS);
}

static rt_status remove_counters(native_call *n)
{
    return counters(n, RT_EV_REMOVE_COUNTERS);
}

static rt_status create_of(native_call *n, uint32_t player, uint32_t face, int32_t amount, uint32_t flags)
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
    frame(n)->count = (int32_t)batch;
    frame(n)->native_stage = 1;
    return rt_batch_run(g, batch) ? results(n) : RT_NEXT;
}

static rt_status create(native_call *n)
{
    uint32_t p = rt_set_count(arg(n, 0)) ? player_at(n, arg(n, 0), 0) : 0;
    return create_of(n, p, n->imm[0], (int32_t)arg(n, 1), (n->imm[1] ? RT_EF_TAPPED : 0) | (n->imm[2] ? RT_EF_ATTACKING : 0));
}

static rt_status create_copy(native_call *n) /* CR 706: copiable values are the printed ones here */
{
    const rt_object *o = rt_set_count(arg(n, 2)) ? rt_look(n->g, rt_set_at(n->g, arg(n, 2), 0)) : NULL;
    if (!o) {
        give(n, 0);
        return finished(n);
    }
    return create_of(n, player_at(n, arg(n, 0), 0), o->face, (int32_t)arg(n, 1), 0);
}

static rt_status attach(native_call *n) /* CR 701.3 */
{
    rt_game *g = n->g;
    rt_object *o = rt_set_count(arg(n, 0)) ? rt_live(g, rt_set_at(g, arg(n, 0), 0)) : NULL;
    rt_entity host = rt_set_count(arg(n, 1)) ? rt_set_at(g, arg(n, 1), 0) : 0;
    if (o && host && o->zone == VM_ZONE_BATTLEFIELD && o->attached != host && (RT_IS_PLAYER(host) || rt_live(g, host)) &&
        host != rt_set_at(g, arg(n, 0), 0)) {
        o->attached = host;
        o->timestamp = ++g->s->timestamp; /* CR 613.6e */
        rt_dirty(g);
        rt_log(g, "%s is attached to %s", rt_name(g, rt_set_at(g, arg(n, 0), 0)), rt_name(g, host));
    }
    return finished(n);
}

static rt_status regenerate(native_call *n)
{
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++) {
        rt_object *o = rt_live(n->g, rt_set_at(n->g, arg(n, 0), i));
        if (o && o->zone == VM_ZONE_BATTLEFIELD && o->regeneration < 255)
            o->regeneration++;
    }
    return finished(n);
}

static rt_status exchange_control(native_call *n)
{
    give(n, 0);
    return finished(n);
}

/* ---- mana ------------------------------------------------------------------------------------- */

static void add_one_mana(rt_game *g, uint32_t p, uint32_t color, rt_entity source)
{
    uint32_t at = RT_PUSH(g, mana);
    *rt_mana_row(g, at) = (rt_mana){(uint8_t)p, (uint8_t)color, 0, 0, source};
}

static rt_status add_mana(native_call *n)
{
    rt_game *g = n->g;
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++)
        for (int32_t t = 0; t < (int32_t)arg(n, 1) && t < 100; t++)
            for (uint32_t k = 0; k < n->imm[1]; k++) {
                const vm_cost *c = &g->pack->cost[n->imm[0] + k];
                uint32_t color = 5;
                while (c->kind == VM_COST_MANA && color && !(c->a >> color & 1))
                    color--;
                if (c->kind == VM_COST_MANA)
                    add_one_mana(g, player_at(n, arg(n, 0), i), color, self_of(n));
            }
    return finished(n);
}

static rt_status add_any_mana(native_call *n)
{
    rt_game *g = n->g;
    rt_frame *f = frame(n);
    if (!rt_set_count(arg(n, 0)))
        return finished(n);
    uint32_t p = player_at(n, arg(n, 0), 0);
    if (f->native_stage == 0) {
        rt_ask(g, CANTRIP_DECIDE_COLOR, p, self_of(n));
        for (int c = 0; c < 5; c++)
            rt_option_add(g, CANTRIP_OPTION_COLOR, 0, c, 0);
        frame(n)->native_stage = 1;
        return rt_ask_done(g, 1, 1);
    }
    for (int32_t i = 0; i < (int32_t)arg(n, 1) && i < 100; i++)
        add_one_mana(g, p, (uint32_t)rt_answered(g, 0)->a, self_of(n));
    return finished(n);
}

/* ---- choices ---------------------------------------------------------------------------------- */

static rt_status choose(native_call *n)
{
    rt_game *g = n->g;
    rt_frame *f = frame(n);
    uint32_t count = rt_set_count(arg(n, 0)), min = (uint32_t)arg(n, 2), max = (uint32_t)arg(n, 3);
    if (f->native_stage == 0) {
        if (!count || !rt_set_count(arg(n, 1)) || (int32_t)max <= 0) {
            give(n, 0);
            return finished(n);
        }
        rt_ask(g, CANTRIP_DECIDE_CHOOSE, player_at(n, arg(n, 1), 0), self_of(n));
        for (uint32_t i = 0; i < count; i++)
            rt_option_add(g, CANTRIP_OPTION_ID, rt_set_at(g, arg(n, 0), i), 0, 0);
        frame(n)->native_stage = 1;
        return rt_ask_done(g, min < count ? min : count, max < count ? max : count);
    }
    uint32_t start = g->s->heap.count, k = rt_answer_count(g);
    for (uint32_t i = 0; i < k; i++) {
        uint32_t at = RT_PUSH(g, heap);
        *rt_heap_row(g, at) = rt_answered(g, i)->entity;
    }
    give(n, k == 1 ? RT_SET_ONE(*rt_heap_row(g, start)) : k ? (uint64_t)start << 32 | k : 0);
    return finished(n);
}

static rt_status choose_color(native_call *n)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage == 0) {
        rt_ask(g, CANTRIP_DECIDE_COLOR, player_at(n, arg(n, 0), 0), self_of(n));
        for (int c = 0; c < 5; c++)
            rt_option_add(g, CANTRIP_OPTION_COLOR, 0, c, 0);
        frame(n)->native_stage = 1;
        return rt_ask_done(g, 1, 1);
    }
    give(n, UINT64_C(1) << rt_answered(g, 0)->a);
    return finished(n);
}

static rt_status choose_creature_type(native_call *n)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage == 0) {
        rt_ask(g, CANTRIP_DECIDE_TYPE, player_at(n, arg(n, 0), 0), self_of(n));
        for (int t = 0; t < VM_SUBTYPE_MAX; t++)
            if (g->lib->creature_types[t / 64] >> (t & 63) & 1)
                rt_option_add(g, CANTRIP_OPTION_TYPE, 0, t, 0);
        frame(n)->native_stage = 1;
        return rt_ask_done(g, 1, 1);
    }
    give(n, (uint64_t)rt_answered(g, 0)->a);
    return finished(n);
}

static rt_status choose_a_player(native_call *n, int opponents)
{
    rt_game *g = n->g;
    uint32_t you = player_at(n, arg(n, 0), 0);
    if (frame(n)->native_stage == 0) {
        rt_ask(g, CANTRIP_DECIDE_PLAYER, you, self_of(n));
        for (uint32_t p = 0; p < g->s->player.count; p++)
            if (!rt_player_row(g, p)->lost && (!opponents || rt_is_opponent(p, you)))
                rt_option_add(g, CANTRIP_OPTION_ID, RT_PLAYER(p), 0, 0);
        frame(n)->native_stage = 1;
        return rt_ask_done(g, 1, 1);
    }
    give(n, rt_answer_count(g) ? RT_SET_ONE(rt_answered(g, 0)->entity) : 0);
    return finished(n);
}

static rt_status choose_opponent(native_call *n)
{
    return choose_a_player(n, 1);
}

static rt_status choose_player(native_call *n)
{
    return choose_a_player(n, 0);
}

static rt_status yes_no(native_call *n, uint32_t kind)
{
    rt_game *g = n->g;
    if (!rt_set_count(arg(n, 0))) {
        give(n, 0);
        return finished(n);
    }
    if (frame(n)->native_stage == 0) {
        rt_ask(g, kind, player_at(n, arg(n, 0), 0), self_of(n));
        rt_option_add(g, CANTRIP_OPTION_YES, 0, 0, 0);
        rt_option_add(g, CANTRIP_OPTION_NO, 0, 0, 0);
        frame(n)->native_stage = 1;
        return rt_ask_done(g, 1, 1);
    }
    give(n, rt_answered(g, 0)->kind == CANTRIP_OPTION_YES);
    return finished(n);
}

static rt_status may(native_call *n)
{
    return yes_no(n, CANTRIP_DECIDE_MAY);
}

/* Pays a cost while something resolves, if the player can and wants to (CR 118.12, 117.11). */
static rt_status pay_or_not(native_call *n)
{
    rt_game *g = n->g;
    if (!rt_set_count(arg(n, 0))) {
        give(n, 0);
        return finished(n);
    }
    uint32_t p = player_at(n, arg(n, 0), 0);
    switch (frame(n)->native_stage) {
    case 0:
        if (!rt_can_pay(g, p, self_of(n), &g->pack->cost[n->imm[0]], n->imm[1], 0, 0)) {
            give(n, 0);
            return finished(n);
        }
        rt_ask(g, CANTRIP_DECIDE_UNLESS, p, self_of(n));
        rt_option_add(g, CANTRIP_OPTION_YES, 0, 0, 0);
        rt_option_add(g, CANTRIP_OPTION_NO, 0, 0, 0);
        frame(n)->native_stage = 1;
        return rt_ask_done(g, 1, 1);
    case 1:
        if (rt_answered(g, 0)->kind != CANTRIP_OPTION_YES) {
            give(n, 0);
            return finished(n);
        }
        frame(n)->native_stage = 2;
        rt_pay_start(g, p, self_of(n), n->imm[0], n->imm[1], 0, 0, 0, 0, 0);
        return RT_NEXT;
    default:
        give(n, 1);
        return finished(n);
    }
}

static rt_status pay(native_call *n)
{
    return pay_or_not(n);
}

static rt_status unless_paid(native_call *n)
{
    return pay_or_not(n);
}

/* ---- effects with a duration, delayed triggers ------------------------------------------------ */

static rt_status effect(native_call *n) /* CR 611.2 */
{
    rt_game *g = n->g;
    uint32_t count = rt_set_count(arg(n, 0)), timestamp = ++g->s->timestamp;
    uint64_t who = arg(n, 3);
    for (uint32_t i = 0; i < count; i += 4) {
        uint32_t at = RT_PUSH(g, effect);
        rt_effect *e = rt_effect_row(g, at);
        e->timestamp = timestamp;
        e->mods = n->imm[0];
        e->mod_count = n->imm[1];
        e->duration = n->imm[2];
        e->source = self_of(n);
        e->controller = rt_set_count(who) ? (uint8_t)player_at(n, who, 0) : ctx_of(n)->controller;
        e->value[0] = (int32_t)arg(n, 1);
        e->value[1] = (int32_t)arg(n, 2);
        for (uint32_t k = 0; k < 4 && i + k < count; k++)
            e->object[k] = follow(n, rt_set_at(g, arg(n, 0), i + k));
    }
    if (count)
        rt_dirty(g);
    return finished(n);
}

static rt_status delay(native_call *n) /* CR 603.7 */
{
    rt_game *g = n->g;
    rt_ctx c = *ctx_of(n);
    c.ability = n->imm[0];
    c.target_count = 0;
    memset(c.captured, 0, sizeof c.captured);
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)) && i < 4; i++)
        c.captured[i] = rt_set_at(g, arg(n, 0), i);
    uint32_t ctx = rt_ctx_new(g, &c), at = RT_PUSH(g, delayed);
    *rt_delayed_row(g, at) = (rt_delayed){ctx + 1, g->pack->ability[n->imm[0]].flags & VM_AF_NEXT_TIME ? g->s->turn : 0, ++g->s->timestamp};
    return finished(n);
}

static rt_status end_turn(native_call *n) /* CR 720 */
{
    n->g->s->end_turn_asked = 1;
    return finished(n);
}

static rt_status extra_turn(native_call *n)
{
    if (rt_set_count(arg(n, 0)))
        n->g->s->extra_turn_player = player_at(n, arg(n, 0), 0) + 1;
    return finished(n);
}

static rt_status lose_game(native_call *n)
{
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++)
        rt_player_loses(n->g, player_at(n, arg(n, 0), i), "an effect says so");
    rt_game_end_check(n->g);
    return finished(n);
}

static rt_status win_game(native_call *n)
{
    uint32_t p = rt_set_count(arg(n, 0)) ? player_at(n, arg(n, 0), 0) : 0;
    for (uint32_t q = 0; q < n->g->s->player.count; q++) /* CR 104.2b */
        if (q != p)
            rt_player_loses(n->g, q, "another player wins");
    rt_game_end_check(n->g);
    return finished(n);
}

/* ---- library ---------------------------------------------------------------------------------- */

static rt_status shuffle(native_call *n)
{
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++)
        rt_shuffle(n->g, player_at(n, arg(n, 0), i));
    return finished(n);
}

static rt_status scry(native_call *n) /* CR 701.17, card by card */
{
    rt_game *g = n->g;
    uint32_t p = rt_set_count(arg(n, 0)) ? player_at(n, arg(n, 0), 0) : 0, have = rt_zone_count(g, VM_ZONE_LIBRARY, p);
    rt_frame *f = frame(n);
    if (f->native_stage) {
        if (rt_answered(g, 0)->kind == CANTRIP_OPTION_YES) {
            uint32_t idx = RT_INDEX(rt_answered(g, 0)->entity);
            rt_zone_remove(g, idx);
            rt_zone_insert(g, idx, VM_ZONE_LIBRARY, p, 1);
        } else {
            frame(n)->aux++; /* kept on top: look below it */
        }
        frame(n)->count++;
        frame(n)->native_stage = 0;
        return RT_NEXT;
    }
    uint32_t kept = f->aux;
    if (f->count >= (int32_t)arg(n, 1) || kept >= have)
        return finished(n);
    rt_entity e = rt_handle(g, rt_zone_at(g, VM_ZONE_LIBRARY, p, have - 1 - kept));
    rt_ask(g, CANTRIP_DECIDE_SCRY, p, self_of(n));
    rt_option_add(g, CANTRIP_OPTION_YES, e, 0, 0);
    rt_option_add(g, CANTRIP_OPTION_NO, e, 0, 0);
    frame(n)->native_stage = 1;
    return rt_ask_done(g, 1, 1);
}

static rt_status search(native_call *n)
{
    rt_game *g = n->g;
    uint32_t p = rt_set_count(arg(n, 0)) ? player_at(n, arg(n, 0), 0) : 0;
    if (frame(n)->native_stage == 0) {
        rt_ctx c = *ctx_of(n);
        rt_ask(g, CANTRIP_DECIDE_CHOOSE, p, self_of(n));
        for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_LIBRARY, p); i++) {
            rt_entity e = rt_handle(g, rt_zone_at(g, VM_ZONE_LIBRARY, p, i));
            if (rt_match(g, n->imm[0], e, &c))
                rt_option_add(g, CANTRIP_OPTION_ID, e, 0, 0);
        }
        frame(n)->native_stage = 1;
        return rt_ask_done(g, 0, 1);
    }
    give(n, rt_answer_count(g) ? RT_SET_ONE(rt_answered(g, 0)->entity) : 0);
    return finished(n);
}

static rt_status fight(native_call *n) /* CR 701.12 */
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return close_batch(n);
    uint32_t batch = rt_batch(g);
    rt_entity a = rt_set_count(arg(n, 0)) ? rt_set_at(g, arg(n, 0), 0) : 0, b = rt_set_count(arg(n, 1)) ? rt_set_at(g, arg(n, 1), 0) : 0;
    const rt_object *x = rt_live(g, a), *y = rt_live(g, b);
    if (x && y && RT_IS(x, CREATURE) && RT_IS(y, CREATURE)) {
        int32_t px = x->power, py = y->power;
        damage_event(g, a, b, px);
        damage_event(g, b, a, py);
    }
    return run(n, batch);
}

/* ---- changing the event that is about to happen (CR 614) -------------------------------------- */

static rt_event *event_of(const native_call *n)
{
    for (uint32_t i = n->g->s->frame.count; i-- > 0;)
        if (rt_frame_row(n->g, i)->event && i + 1 == n->g->s->frame.count)
            return rt_event_row(n->g, rt_frame_row(n->g, i)->event - 1);
    return NULL;
}

static rt_status event_amount(native_call *n)
{
    rt_event *e = event_of(n);
    if (e)
        e->amount = (int32_t)arg(n, 0);
    return finished(n);
}

static rt_status event_redirect(native_call *n)
{
    rt_event *e = event_of(n);
    if (e && rt_set_count(arg(n, 0)))
        e->whom = rt_set_at(n->g, arg(n, 0), 0);
    return finished(n);
}

static rt_status event_zone(native_call *n)
{
    rt_event *e = event_of(n);
    if (e && e->kind == RT_EV_MOVE) {
        const rt_object *o = rt_live(n->g, e->obj);
        e->to = (uint8_t)n->imm[0];
        if (o)
            e->player = o->owner;
    }
    return finished(n);
}

static rt_status event_cancel(native_call *n)
{
    rt_event *e = event_of(n);
    if (e)
        e->flags |= RT_EF_CANCELLED;
    return finished(n);
}

static rt_status event_tapped(native_call *n)
{
    rt_event *e = event_of(n);
    if (e)
        e->flags |= RT_EF_TAPPED;
    return finished(n);
}

static rt_status event_counters(native_call *n)
{
    rt_event *e = event_of(n);
    uint32_t count = (uint32_t)arg(n, 0) & 0xFFFF;
    if (e && (int32_t)arg(n, 0) > 0) {
        if (!e->counters)
            e->counters = n->imm[0] << 16 | count;
        else
            e->counters2 = n->imm[0] << 16 | count;
    }
    return finished(n);
}

/* One handler for every row of the table; a missing one does not link. */
static rt_status (*const HANDLERS[VM_NATIVE_SPAN])(native_call *) = {
#define NATIVE(number, id, result, signature) [number] = id,
#include "vm/abi/natives.def"
#undef NATIVE
};

rt_status rt_native(rt_game *g, vm_insn i, const uint32_t *imm, int *out_done)
{
    native_call n = {g, i.a, i.b, imm, 0};
    rt_status s = HANDLERS[i.imm](&n);
    *out_done = n.done;
    return s;
}
