/* What a hidden card lets its owner do before anybody else knows of it: as they draw it (CR 702.93a), from their opening
 * hand (CR 103.5). Who has no such card is asked as well, and can only say no, so that being asked tells nothing.
 * Where questions with one answer are left out, so are these: that tells who holds what. */
#include "runtime/events/events.h"

static int is_secret(const rt_game *g, uint32_t ability)
{
    const vm_ability *a = &g->pack->ability[ability];
    return a->kind == VM_ABILITY_TRIGGERED && a->event == VM_EVENT_draw &&
           (a->flags & VM_AF_SPECIAL);
}

static int waits_for(const rt_game *g, rt_entity card)
{
    for (uint32_t i = 0; i < g->s->pending.count; i++) {
        const rt_ctx *c = rt_ctx_row(g, *rt_pending_row(g, i) - 1);
        if (c->self == card && is_secret(g, c->ability))
            return 1;
    }
    return 0;
}

void rt_secret_drawn(rt_game *g, const rt_event *e)
{
    CANTRIP_ASSERT(e->kind < RT_EV_KIND_COUNT);
    if (g->s->skip_trivial || !g->lib->secret_draws || !e->result || waits_for(g, e->result))
        return;
    for (uint32_t id = 0; id < g->pack->ability_count; id++) {
        const vm_ability *a = &g->pack->ability[id];
        if (!is_secret(g, id))
            continue;
        rt_ctx c = rt_ctx_for(g, e->result, id); /* if it were this card's */
        rt_fill_event(g, &c, e, a->event);
        if ((a->filter && !rt_value(g, a->filter, &c, 0)) ||
            (a->condition && !rt_value(g, a->condition, &c, 0)))
            continue;
        c.flags |= RT_CTX_PRETENDS;
        const uint32_t at = rt_ctx_new(g, &c), row = RT_PUSH(g, pending);
        *rt_pending_row(g, row) = at + 1;
        return;
    }
}

/* Row + 1 of the next that waits, those of the active player first (CR 101.4). */
uint32_t rt_secret_waiting(const rt_game *g)
{
    const uint32_t players = g->s->player.count;
    uint32_t found = 0, nearest = players;
    rt_spend(g, g->lib->secret_draws ? g->s->pending.count / 8 : 0);
    for (uint32_t i = 0; g->lib->secret_draws && i < g->s->pending.count; i++) {
        const rt_ctx *c = rt_ctx_row(g, *rt_pending_row(g, i) - 1);
        const uint32_t seat = (c->controller + players - g->s->turn_player) % players;
        if (seat < nearest && is_secret(g, c->ability)) {
            nearest = seat;
            found = i + 1;
        }
    }
    return found;
}

rt_status rt_secret_ask(rt_game *g, uint32_t player, rt_entity card)
{
    rt_ask(g, CANTRIP_DECIDE_MAY, player, card);
    rt_option_add(g, CANTRIP_OPTION_NO, 0, 0, 0);
    return rt_ask_one(g);
}
