/* Beginning a game (CR 103): who starts, opening hands, mulligans, the look at the top card. */
#include "runtime/rules.h"

/* START: v0 player offset, v1 mulligans taken in this round */
enum stage {
    START_SHUFFLE,
    START_MULLIGAN,
    START_ANSWERED,
    START_ROUND,
    START_SCRY,
    START_SCRIED,
    START_OPENING
};
enum { HAND_SIZE = 7 };

static void draw_hand(rt_game *g, uint32_t player, uint32_t count)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t n = rt_zone_count(g, VM_ZONE_LIBRARY, player);
        if (!n) {
            rt_player_row(g, player)->drew_from_empty = 1;
            return;
        }
        rt_relocate(g, rt_zone_at(g, VM_ZONE_LIBRARY, player, n - 1), VM_ZONE_HAND, 0);
    }
}

static uint32_t player_at(const rt_game *g, const rt_proc *p)
{
    return rt_seat_after(g, g->s->starting_player, (uint32_t)p->v[0]);
}

static void take_mulligan(rt_game *g, uint32_t player)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    uint32_t had = rt_zone_count(g, VM_ZONE_HAND, player);
    while (rt_zone_count(g, VM_ZONE_HAND, player))
        rt_relocate(g, rt_zone_at(g, VM_ZONE_HAND, player, 0), VM_ZONE_LIBRARY, 0);
    rt_shuffle(g, player);
    int free_one = g->s->player.count > 2 && rt_player_row(g, player)->mulligans == 0; /* 103.4c */
    rt_player_row(g, player)->mulligans++;
    draw_hand(g, player, free_one ? had : had - 1);
    RT_TELL(g, MULLIGAN, .other = RT_PLAYER(player), .amount = (int32_t)(free_one ? had : had - 1));
}

static rt_status begin(rt_game *g)
{
    g->s->starting_player = g->s->turn_player = rt_seats_first(g);
    RT_TELL(g, FIRST, .other = RT_PLAYER(g->s->starting_player));
    for (uint32_t p = 0; p < g->s->player.count; p++) {
        rt_shuffle(g, p);
        draw_hand(g, p, HAND_SIZE);
    }
    rt_top(g)->stage = START_MULLIGAN;
    return RT_NEXT;
}

static rt_status ask_mulligan(rt_game *g)
{
    rt_proc *p = rt_top(g);
    for (; (uint32_t)p->v[0] < g->s->player.count; p->v[0]++) {
        uint32_t player = player_at(g, p);
        if (rt_player_row(g, player)->kept || rt_player_row(g, player)->lost)
            continue;
        if (!rt_zone_count(g, VM_ZONE_HAND, player)) {
            rt_player_row(g, player)->kept = 1;
            continue;
        }
        rt_ask(g, CANTRIP_DECIDE_MULLIGAN, player, 0);
        rt_option_add(g, CANTRIP_OPTION_YES, 0, 0, 0);
        rt_option_add(g, CANTRIP_OPTION_NO, 0, 0, 0);
        rt_top(g)->stage = START_ANSWERED;
        return rt_ask_done(g, 1, 1);
    }
    p->stage = START_ROUND;
    return RT_NEXT;
}

static rt_status end_round(rt_game *g) /* all who want to take their mulligan at the same time */
{
    rt_proc *p = rt_top(g);
    int again = 0;
    for (uint32_t k = 0; k < g->s->player.count; k++)
        if (!rt_player_row(g, k)->kept && !rt_player_row(g, k)->lost) {
            take_mulligan(g, k);
            again = 1;
        }
    p = rt_top(g);
    p->v[0] = 0;
    p->stage = again ? START_MULLIGAN : START_SCRY;
    return RT_NEXT;
}

static rt_status look(rt_game *g)
{
    rt_proc *p = rt_top(g);
    for (; (uint32_t)p->v[0] < g->s->player.count; p->v[0]++) {
        uint32_t player = player_at(g, p), n = rt_zone_count(g, VM_ZONE_LIBRARY, player);
        if (rt_zone_count(g, VM_ZONE_HAND, player) >= HAND_SIZE || !n ||
            rt_player_row(g, player)->lost)
            continue;
        rt_entity top = rt_handle(g, rt_zone_at(g, VM_ZONE_LIBRARY, player, n - 1));
        rt_ask(g, CANTRIP_DECIDE_SCRY, player, 0);
        rt_option_add(g, CANTRIP_OPTION_YES, top, 0, 0);
        rt_option_add(g, CANTRIP_OPTION_NO, top, 0, 0);
        rt_top(g)->stage = START_SCRIED;
        return rt_ask_done(g, 1, 1);
    }
    p = rt_top(g);
    p->v[0] = p->v[1] = p->v[2] = 0;
    p->stage = START_OPENING;
    return RT_NEXT;
}

static uint32_t opening_ability(const rt_game *g, uint32_t idx)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    const vm_face *f = rt_face(g, rt_obj(g, idx));
    for (uint32_t i = f->abilities; i < f->abilities + f->ability_count; i++)
        if (g->pack->ability[i].kind == VM_ABILITY_OPENING && g->pack->ability[i].effect)
            return i + 1;
    return 0;
}

/* CR 103.5: v0 player in turn order, v1 1 + cards of the hand still to be looked at, from the newest down so
 * that what leaves the hand moves none of them; v2 ctx of the effect just carried out, + 1. */
static rt_status opening_hands(rt_game *g)
{
    rt_proc *p = rt_top(g);
    if (p->v[2])
        rt_ctx_free(g, (uint32_t)p->v[2] - 1);
    p->v[2] = 0;
    for (; (uint32_t)p->v[0] < g->s->player.count; p->v[0]++, p->v[1] = 0) {
        const uint32_t player = player_at(g, p);
        if (rt_player_row(g, player)->lost)
            continue;
        if (!p->v[1])
            p->v[1] = (int32_t)rt_zone_count(g, VM_ZONE_HAND, player) + 1;
        while (p->v[1] > 1) {
            uint32_t idx = rt_zone_at(g, VM_ZONE_HAND, player, (uint32_t)--p->v[1] - 1),
                     ability = opening_ability(g, idx);
            if (!ability && (g->s->skip_trivial || !g->lib->opens))
                continue;
            if (!ability)
                return rt_secret_ask(g, player, rt_handle(g, idx));
            const rt_ctx c = rt_ctx_for(g, rt_handle(g, idx), ability - 1);
            uint32_t ctx = rt_ctx_new(g, &c);
            rt_top(g)->v[2] = (int32_t)ctx + 1;
            rt_frame_start(g, g->pack->ability[ability - 1].effect, ctx, 0);
            return RT_NEXT;
        }
    }
    rt_proc_pop(g);
    rt_proc_push(g, RT_PROC_TURN);
    return RT_NEXT;
}

/* Somebody has left: who is still there is asked. 0: the question stays, as the one that a card of an opening hand puts
 * stays; else leaving would tell whether there was such a card. */
int rt_start_anew(rt_game *g)
{
    rt_proc *p = rt_top(g);
    if (p->stage == START_OPENING)
        return 0;
    if (p->stage == START_ANSWERED)
        p->stage = START_MULLIGAN;
    if (p->stage == START_SCRIED)
        p->stage = START_SCRY;
    return 1;
}

rt_status rt_start_run(rt_game *g)
{
    rt_proc *p = rt_top(g);
    switch (p->stage) {
    case START_SHUFFLE:
        return begin(g);
    case START_MULLIGAN:
        return ask_mulligan(g);
    case START_ANSWERED:
        if (rt_answered(g, 0)->kind == CANTRIP_OPTION_YES)
            rt_player_row(g, player_at(g, p))->kept = 1;
        p->v[0]++;
        p->stage = START_MULLIGAN;
        return RT_NEXT;
    case START_ROUND:
        return end_round(g);
    case START_SCRY:
        return look(g);
    case START_OPENING:
        return opening_hands(g);
    default:
        if (rt_answered(g, 0)->kind == CANTRIP_OPTION_YES) {
            uint32_t player = player_at(g, p), idx = RT_INDEX(rt_answered(g, 0)->entity);
            rt_zone_remove(g, idx);
            rt_zone_insert(g, idx, VM_ZONE_LIBRARY, player, 1);
        }
        p = rt_top(g);
        p->v[0]++;
        p->stage = START_SCRY;
        return RT_NEXT;
    }
}
