/* Natives that add mana, ask, begin effects and delayed triggers, look into libraries, and change
 * the event that is about to happen. */
#include "runtime/natives.h"

#include <string.h>

/* ---- mana -------------------------------------------------------------------------------------
 */

static void add_one_mana(native_call *n, uint32_t p, uint32_t color, uint32_t only)
{
    rt_game *g = n->g;
    const rt_object *o = rt_look(g, self_of(n));
    const rt_mana unit = {(uint8_t)p, (uint8_t)color, o && (o->types & VM_SUPER_SNOW),
                          0,          self_of(n),     only};
    uint32_t at = RT_PUSH(g, mana);
    *rt_mana_row(g, at) = unit;
}

rt_status rt_native_add_mana(native_call *n)
{
    rt_game *g = n->g;
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++)
        for (int32_t t = 0; t < (int32_t)arg(n, 1); t++)
            for (uint32_t k = 0; k < n->imm[1]; k++) {
                const vm_cost *c = &g->pack->cost[n->imm[0] + k];
                uint32_t color = 5;
                while (c->kind == VM_COST_MANA && color && !(c->a >> color & 1))
                    color--;
                if (c->kind == VM_COST_MANA)
                    add_one_mana(n, player_at(n, arg(n, 0), i), color, n->imm[2]);
            }
    return finished(n);
}

rt_status rt_native_add_any_mana(native_call *n)
{
    rt_game *g = n->g;
    rt_frame *f = frame(n);
    if (!rt_set_count(arg(n, 0)))
        return finished(n);
    uint32_t p = player_at(n, arg(n, 0), 0), decided = ctx_of(n)->color;
    if (f->native_stage == 0 && !decided) {
        rt_ask(g, CANTRIP_DECIDE_COLOR, p, self_of(n));
        for (int c = 0; c < 5; c++)
            rt_option_add(g, CANTRIP_OPTION_COLOR, 0, c, 0);
        frame(n)->native_stage = 1;
        return rt_ask_done(g, 1, 1);
    }
    for (int32_t i = 0; i < (int32_t)arg(n, 1); i++)
        add_one_mana(n, p, decided ? decided - 1 : (uint32_t)rt_answered(g, 0)->a, n->imm[0]);
    return finished(n);
}

/* ---- choices ----------------------------------------------------------------------------------
 */

rt_status rt_native_choose(native_call *n)
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

rt_status rt_native_choose_color(native_call *n)
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

rt_status rt_native_choose_creature_type(native_call *n)
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

/* Colour words and basic land types as numbers of rt_word; `among`: 1 colours, 2 land types. */
static rt_status choose_a_word(native_call *n, int among)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage == 0) {
        rt_ask(g, CANTRIP_DECIDE_WORD, player_at(n, arg(n, 0), 0), self_of(n));
        for (int c = 0; c < 5 && (among & 1); c++)
            rt_option_add(g, CANTRIP_OPTION_COLOR, 0, c, 0);
        for (int t = 0; t < 5 && (among & 2); t++)
            rt_option_add(g, CANTRIP_OPTION_TYPE, 0, t, 0);
        frame(n)->native_stage = 1;
        return rt_ask_done(g, 1, 1);
    }
    const rt_option *o = rt_answered(g, 0);
    give(n, (uint64_t)(o->a + (o->kind == CANTRIP_OPTION_COLOR ? RT_WORD_COLOR : 0)));
    return finished(n);
}

rt_status rt_native_choose_word(native_call *n)
{
    return choose_a_word(n, 3);
}

rt_status rt_native_choose_like_word(native_call *n)
{
    return choose_a_word(n, (int64_t)arg(n, 1) >= RT_WORD_COLOR ? 1 : 2);
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

rt_status rt_native_choose_opponent(native_call *n)
{
    return choose_a_player(n, 1);
}

rt_status rt_native_choose_player(native_call *n)
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

rt_status rt_native_may(native_call *n)
{
    return yes_no(n, CANTRIP_DECIDE_MAY);
}

/* Pays a cost while something resolves, if the player can and wants to (CR 117.12a). */
static rt_status pay_or_not(native_call *n)
{
    rt_game *g = n->g;
    if (!rt_set_count(arg(n, 0))) {
        give(n, 0);
        return finished(n);
    }
    uint32_t p = player_at(n, arg(n, 0), 0);
    const rt_bill bill = {.player = p, .self = self_of(n), .range = {{n->imm[0], n->imm[1], 1}}};
    switch (frame(n)->native_stage) {
    case 0:
        if (!rt_can_pay(g, &bill)) {
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
        rt_pay_start(g, &bill);
        return RT_NEXT;
    default:
        give(n, !g->s->unpaid);
        g->s->unpaid = 0;
        return finished(n);
    }
}

rt_status rt_native_pay(native_call *n)
{
    return pay_or_not(n);
}

rt_status rt_native_unless_paid(native_call *n)
{
    return pay_or_not(n);
}

/* ---- effects with a duration, delayed triggers ------------------------------------------------
 */

/* Rows of effect[] for the things in `set`, four in each. */
static rt_status begin_effect(native_call *n, uint64_t set, int32_t first, int32_t second,
                              uint8_t controller)
{
    rt_game *g = n->g;
    uint32_t count = rt_set_count(set), timestamp = ++g->s->timestamp;
    for (uint32_t i = 0; i < count; i += 4) {
        uint32_t at = RT_PUSH(g, effect);
        rt_effect *e = rt_effect_row(g, at);
        e->timestamp = timestamp;
        e->mods = n->imm[0];
        e->mod_count = n->imm[1];
        e->duration = n->imm[2];
        e->source = self_of(n);
        e->controller = controller;
        e->value[0] = first;
        e->value[1] = second;
        for (uint32_t k = 0; k < 4 && i + k < count; k++)
            e->object[k] = follow(n, rt_set_at(g, set, i + k));
    }
    if (count)
        rt_dirty(g);
    return finished(n);
}

rt_status rt_native_change_text(native_call *n) /* CR 612 */
{
    return begin_effect(n, arg(n, 0), (int32_t)arg(n, 1), (int32_t)arg(n, 2),
                        ctx_of(n)->controller);
}

rt_status rt_native_effect(native_call *n) /* CR 611.2 */
{
    uint64_t who = arg(n, 3);
    return begin_effect(n, arg(n, 0), (int32_t)arg(n, 1), (int32_t)arg(n, 2),
                        rt_set_count(who) ? (uint8_t)player_at(n, who, 0) : ctx_of(n)->controller);
}

rt_status rt_native_delay(native_call *n) /* CR 603.7 */
{
    rt_game *g = n->g;
    rt_ctx c = *ctx_of(n);
    c.ability = n->imm[0];
    c.target_count = 0;
    c.captured = rt_set_count(arg(n, 0)) ? ++g->s->captures : 0;
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++) {
        const rt_entity one = rt_set_at(g, arg(n, 0), i);
        const uint32_t row = RT_PUSH(g, captured);
        *rt_captured_row(g, row) = (rt_captured){c.captured, one};
    }
    uint32_t ctx = rt_ctx_new(g, &c), at = RT_PUSH(g, delayed);
    *rt_delayed_row(g, at) =
        (rt_delayed){ctx + 1, g->pack->ability[n->imm[0]].flags & VM_AF_NEXT_TIME ? g->s->turn : 0,
                     ++g->s->timestamp};
    return finished(n);
}

rt_status rt_native_reflex(native_call *n) /* CR 603.12 */
{
    rt_game *g = n->g;
    rt_ctx c = *ctx_of(n);
    c.ability = n->imm[0];
    c.target_count = 0;
    uint32_t ctx = rt_ctx_new(g, &c), at = RT_PUSH(g, pending);
    *rt_pending_row(g, at) = ctx + 1;
    return finished(n);
}

static void add_shield(rt_game *g, rt_entity whom, uint32_t combat_only, int32_t left,
                       rt_entity source)
{
    uint32_t at = RT_PUSH(g, shield);
    *rt_shield_row(g, at) = (rt_shield){whom, combat_only, left, source};
}

rt_status rt_native_prevent(native_call *n) /* CR 615.7 */
{
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++)
        if ((int32_t)arg(n, 1) > 0)
            add_shield(n->g, rt_set_at(n->g, arg(n, 0), i), 0, (int32_t)arg(n, 1), self_of(n));
    return finished(n);
}

rt_status rt_native_prevent_combat(native_call *n)
{
    add_shield(n->g, 0, 1, -1, self_of(n));
    return finished(n);
}

rt_status rt_native_end_turn(native_call *n) /* CR 720 */
{
    n->g->s->end_turn_asked = 1;
    return finished(n);
}

rt_status rt_native_lose_game(native_call *n)
{
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++)
        rt_player_loses(n->g, player_at(n, arg(n, 0), i), "an effect says so");
    rt_game_end_check(n->g);
    return finished(n);
}

rt_status rt_native_win_game(native_call *n)
{
    uint32_t p = rt_set_count(arg(n, 0)) ? player_at(n, arg(n, 0), 0) : 0;
    for (uint32_t q = 0; q < n->g->s->player.count; q++) /* CR 104.2b */
        if (q != p)
            rt_player_loses(n->g, q, "another player wins");
    rt_game_end_check(n->g);
    return finished(n);
}

/* ---- library ----------------------------------------------------------------------------------
 */

rt_status rt_native_scry(native_call *n) /* CR 701.17, card by card */
{
    rt_game *g = n->g;
    uint32_t p = rt_set_count(arg(n, 0)) ? player_at(n, arg(n, 0), 0) : 0,
             have = rt_zone_count(g, VM_ZONE_LIBRARY, p);
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

/* ---- changing the event that is about to happen (CR 614) --------------------------------------
 */

static rt_event *event_of(const native_call *n)
{
    for (uint32_t i = n->g->s->frame.count; i-- > 0;)
        if (rt_frame_row(n->g, i)->event && i + 1 == n->g->s->frame.count)
            return rt_event_row(n->g, rt_frame_row(n->g, i)->event - 1);
    return NULL;
}

rt_status rt_native_event_amount(native_call *n)
{
    rt_event *e = event_of(n);
    if (e)
        e->amount = (int32_t)arg(n, 0);
    return finished(n);
}

rt_status rt_native_event_redirect(native_call *n)
{
    rt_event *e = event_of(n);
    if (e && rt_set_count(arg(n, 0)))
        e->whom = rt_set_at(n->g, arg(n, 0), 0);
    return finished(n);
}

rt_status rt_native_event_zone(native_call *n)
{
    rt_event *e = event_of(n);
    if (e && e->kind == RT_EV_MOVE && n->imm[0] != VM_ZONE_STACK) {
        const rt_object *o = rt_live(n->g, e->obj);
        e->to = (uint8_t)n->imm[0];
        if (o)
            e->player = o->owner;
    }
    return finished(n);
}

rt_status rt_native_event_cancel(native_call *n)
{
    rt_event *e = event_of(n);
    if (e)
        e->flags |= RT_EF_CANCELLED;
    return finished(n);
}

rt_status rt_native_event_tapped(native_call *n)
{
    rt_event *e = event_of(n);
    if (e)
        e->flags |= RT_EF_TAPPED;
    return finished(n);
}

rt_status rt_native_event_counters(native_call *n)
{
    rt_event *e = event_of(n);
    if (!e || (int32_t)arg(n, 0) <= 0)
        return finished(n);
    const uint32_t at = RT_PUSH(n->g, entering);
    *rt_entering_row(n->g, at) = (rt_entering){n->imm[0], rt_sum(0, (int32_t)arg(n, 0)), 0};
    uint32_t *last = &event_of(n)->counters;
    while (*last)
        last = &rt_entering_row(n->g, *last - 1)->next;
    *last = at + 1;
    return finished(n);
}
