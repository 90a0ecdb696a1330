/* Beginning a game (CR 103): who starts, opening hands, mulligans, the look at the top card. */
#include "runtime/turn/turn.h"

enum stage {
    START_COMMAND,
    START_SHUFFLE,
    START_CHOSEN,
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
    return rt_seat_after(g, g->s->starting_player, p->start.seat);
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

static rt_status begins(rt_game *g, uint32_t player)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    g->s->starting_player = g->s->turn_player = player;
    RT_TELL(g, FIRST, .other = RT_PLAYER(player));
    for (uint32_t p = 0; p < g->s->player.count; p++) {
        rt_shuffle(g, p);
        draw_hand(g, p, HAND_SIZE);
    }
    rt_top(g)->stage = START_MULLIGAN;
    return RT_NEXT;
}

/* CR 103.2: one of them says who begins; where no option asks for that, whom chance would have choose begins. */
static rt_status begin(rt_game *g)
{
    const uint64_t who = rt_seats_first(g);
    uint32_t at = rt_random_below(g->s, (uint32_t)__builtin_popcountll(who)), first = 0;
    while (!(who >> first & 1) || at--)
        first++;
    if (!g->s->chooser)
        return begins(g, first);
    const uint32_t chooser = g->s->chooser == CANTRIP_CHOOSER_AT_RANDOM ? first : g->s->chooser - 1;
    rt_ask(g, CANTRIP_DECIDE_FIRST, chooser, 0);
    for (uint32_t p = 0; p < g->s->player.count; p++)
        if (who >> p & 1)
            rt_option_add(g, CANTRIP_OPTION_ID, RT_PLAYER(p), 0, 0);
    rt_top(g)->stage = START_CHOSEN;
    return rt_ask_one(g);
}

static uint32_t opening_ability(const rt_game *g, uint32_t idx, int mulligan)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    const vm_face *f = rt_face(g, rt_obj(g, idx));
    for (uint32_t i = f->abilities; i < f->abilities + f->ability_count; i++)
        if (g->pack->ability[i].kind == VM_ABILITY_OPENING && g->pack->ability[i].effect &&
            (g->pack->ability[i].zones >> rt_obj(g, idx)->zone & 1) &&
            ((g->pack->ability[i].flags & VM_AF_SPECIAL) != 0) == mulligan)
            return i + 1;
    return 0;
}

uint32_t rt_begin_in_command(rt_game *g, uint32_t idx)
{
    const uint32_t ability = opening_ability(g, idx, 0);
    if (!ability)
        return 0;
    const rt_ctx c = rt_ctx_for(g, rt_handle(g, idx), ability - 1);
    const uint32_t ctx = rt_ctx_new(g, &c);
    rt_frame_start(g, g->pack->ability[ability - 1].effect, ctx, 0);
    return ctx + 1;
}

/* Before the decks are shuffled (CR 313.2). */
static rt_status command_zone(rt_game *g)
{
    if (rt_top(g)->start.ctx)
        rt_ctx_free(g, rt_top(g)->start.ctx - 1);
    rt_top(g)->start.ctx = 0;
    while (rt_top(g)->start.left < rt_zone_count(g, VM_ZONE_COMMAND, 0)) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_COMMAND, 0, rt_top(g)->start.left++),
                       proc = g->s->proc.count - 1, ctx = rt_begin_in_command(g, idx);
        if (!ctx)
            continue;
        rt_proc_row(g, proc)->start.ctx = ctx;
        return RT_NEXT;
    }
    rt_top(g)->start.left = 0;
    rt_top(g)->stage = START_SHUFFLE;
    return RT_NEXT;
}

/* Each card of a hand, from the newest down so that what leaves the hand moves none of them. Whoever has no such card is asked as well, where it would tell. 1: there
 * is something to wait for. */
static int from_hand(rt_game *g, uint32_t player, int mulligan, rt_status *out_status)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    rt_proc *p = rt_top(g);
    const int told = mulligan ? g->lib->mulligans : g->lib->opens;
    if (p->start.ctx)
        rt_ctx_free(g, p->start.ctx - 1);
    p->start.ctx = 0;
    if (!p->start.left)
        p->start.left = rt_zone_count(g, VM_ZONE_HAND, player) + 1;
    while (p->start.left > 1) {
        const uint32_t at = --p->start.left - 1;
        if (at >= rt_zone_count(g, VM_ZONE_HAND, player))
            continue;
        const uint32_t idx = rt_zone_at(g, VM_ZONE_HAND, player, at),
                       ability = opening_ability(g, idx, mulligan);
        if (!ability && (g->s->skip_trivial || !told))
            continue;
        if (!ability) {
            *out_status = rt_secret_ask(g, player, rt_handle(g, idx));
            return 1;
        }
        const rt_ctx c = rt_ctx_for(g, rt_handle(g, idx), ability - 1);
        const uint32_t ctx = rt_ctx_new(g, &c);
        rt_top(g)->start.ctx = ctx + 1;
        rt_frame_start(g, g->pack->ability[ability - 1].effect, ctx, 0);
        *out_status = RT_NEXT;
        return 1;
    }
    return 0;
}

/* CR 103.5 */
static rt_status opening_hands(rt_game *g)
{
    rt_status s = RT_NEXT;
    for (; rt_top(g)->start.seat < g->s->player.count;
         rt_top(g)->start.seat++, rt_top(g)->start.left = 0) {
        const uint32_t player = player_at(g, rt_top(g));
        if (!rt_player_row(g, player)->lost && from_hand(g, player, 0, &s))
            return s;
    }
    rt_proc_pop(g);
    rt_proc_push(g, RT_PROC_TURN);
    return RT_NEXT;
}

/* What may be done whenever one could mulligan, before one says whether one does (CR 103.4b). A card that is gone has given another hand, whose cards may do it again. */
static int again_looked(rt_game *g, uint32_t player, rt_status *out_status)
{
    if (!g->lib->mulligans || rt_top(g)->start.offered)
        return 1;
    const uint32_t used = rt_top(g)->start.ctx;
    if (used && !rt_live(g, rt_ctx_row(g, used - 1)->self))
        rt_top(g)->start.left = 0; /* it is gone, and the hand is another */
    if (from_hand(g, player, 1, out_status))
        return 0;
    rt_top(g)->start.offered = 1;
    return 1;
}

static rt_status ask_mulligan(rt_game *g)
{
    rt_proc *p = rt_top(g);
    rt_status s = RT_NEXT;
    for (; p->start.seat < g->s->player.count;
         p->start.seat++, p->start.left = p->start.offered = 0) {
        uint32_t player = player_at(g, p);
        if (rt_player_row(g, player)->kept || rt_player_row(g, player)->lost)
            continue;
        if (!again_looked(g, player, &s))
            return s;
        if (!rt_zone_count(g, VM_ZONE_HAND, player)) {
            rt_player_row(g, player)->kept = 1;
            rt_top(g)->start.offered = 0;
            continue;
        }
        rt_ask(g, CANTRIP_DECIDE_MULLIGAN, player, 0);
        rt_option_add(g, CANTRIP_OPTION_YES, 0, 0, 0);
        rt_option_add(g, CANTRIP_OPTION_NO, 0, 0, 0);
        rt_top(g)->stage = START_ANSWERED;
        return rt_ask_one(g);
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
    p->start.seat = 0;
    p->stage = again ? START_MULLIGAN : START_SCRY;
    return RT_NEXT;
}

static rt_status look(rt_game *g)
{
    rt_proc *p = rt_top(g);
    for (; p->start.seat < g->s->player.count; p->start.seat++) {
        uint32_t player = player_at(g, p), n = rt_zone_count(g, VM_ZONE_LIBRARY, player);
        if (rt_zone_count(g, VM_ZONE_HAND, player) >= HAND_SIZE || !n ||
            rt_player_row(g, player)->lost)
            continue;
        rt_entity top = rt_handle(g, rt_zone_at(g, VM_ZONE_LIBRARY, player, n - 1));
        rt_ask(g, CANTRIP_DECIDE_SCRY, player, 0);
        rt_option_add(g, CANTRIP_OPTION_YES, top, 0, 0);
        rt_option_add(g, CANTRIP_OPTION_NO, top, 0, 0);
        rt_top(g)->stage = START_SCRIED;
        return rt_ask_one(g);
    }
    p = rt_top(g);
    p->start.seat = p->start.left = p->start.ctx = p->start.offered = 0;
    p->stage = START_OPENING;
    return RT_NEXT;
}

/* Somebody has left: who is still there is asked. 0: the question stays, as the one that a card of an opening hand puts
 * stays; else leaving would tell whether there was such a card. */
int rt_start_anew(rt_game *g)
{
    rt_proc *p = rt_top(g);
    if (p->stage == START_COMMAND || p->stage == START_OPENING ||
        (p->stage == START_MULLIGAN && g->lib->mulligans))
        return 0;
    if (p->stage == START_CHOSEN)
        p->stage = START_SHUFFLE;
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
    case START_COMMAND:
        return command_zone(g);
    case START_SHUFFLE:
        return begin(g);
    case START_CHOSEN:
        return begins(g, RT_PLAYER_OF(rt_answered(g, 0)->entity));
    case START_MULLIGAN:
        return ask_mulligan(g);
    case START_ANSWERED:
        if (rt_answered(g, 0)->kind == CANTRIP_OPTION_YES)
            rt_player_row(g, player_at(g, p))->kept = 1;
        p->start.seat++;
        p->start.offered = 0;
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
        p->start.seat++;
        p->stage = START_SCRY;
        return RT_NEXT;
    }
}
