/* What happens to several at once, in an order that somebody says: whoever's cards go to a graveyard together says how they lie
 * (CR 404.3), and the active player how old what enters together is to each other (CR 613.6j). Where nobody wants to be asked, cards
 * lie in the order in which they were put there, and timestamps are in turn order. */
#include "runtime/events/events.h"

/* ORDER: ordered[] holds, for each graveyard, how many cards, then those cards, the lowest first; and so of what enters. */
enum { STAGE_ASK, STAGE_ANSWERED };
static const uint32_t ENTERED = 1u << 31; /* with how many: these are not in a graveyard */

static int came_there(const rt_game *g, const rt_event *e, uint32_t owner)
{
    CANTRIP_ASSERT(e->kind < RT_EV_KIND_COUNT);
    if (e->kind != RT_EV_MOVE || (e->flags & RT_EF_CANCELLED) || e->to != VM_ZONE_GRAVEYARD)
        return 0;
    const rt_object *o = rt_live(g, e->result);
    return o && o->zone == VM_ZONE_GRAVEYARD && o->owner == owner && !(o->flags & RT_OF_TOKEN);
}

/* Those whose age among each other can matter: what is always so works through them. Of copies of one thing it does not. */
static void those_that_entered(rt_game *g, uint32_t batch, uint32_t end)
{
    CANTRIP_ASSERT(batch <= end && end <= g->s->event.count);
    const uint32_t head = RT_PUSH(g, ordered);
    uint32_t face = UINT32_MAX, unlike = 0;
    for (uint32_t i = batch; i < end; i++) {
        const rt_event e = *rt_event_row(g, i);
        const rt_object *o = rt_live(g, e.result);
        if (e.kind != RT_EV_MOVE || e.to != VM_ZONE_BATTLEFIELD || (e.flags & RT_EF_CANCELLED) ||
            !o || o->zone != VM_ZONE_BATTLEFIELD || !(o->ability_flags >> VM_ABILITY_STATIC & 1))
            continue;
        unlike |= face != UINT32_MAX && face != o->face;
        face = o->face;
        const uint32_t at = RT_PUSH(g, ordered);
        *rt_ordered_row(g, at) = e.result;
    }
    *rt_ordered_row(g, head) = (g->s->ordered.count - head - 1) | ENTERED;
    if (!unlike)
        g->s->ordered.count = head;
}

int rt_orders_ask(rt_game *g, uint32_t batch, uint32_t end)
{
    CANTRIP_ASSERT(batch <= end && end <= g->s->event.count);
    const uint32_t first = g->s->ordered.count;
    if (!g->s->order_cards || end - batch < 2)
        return 0;
    for (uint32_t k = 0; k < g->s->player.count; k++) { /* CR 101.4 */
        const uint32_t owner = rt_seat_after(g, g->s->turn_player, k);
        const uint32_t head = RT_PUSH(g, ordered);
        for (uint32_t i = batch; i < end; i++)
            if (came_there(g, rt_event_row(g, i), owner)) {
                const uint32_t at = RT_PUSH(g, ordered);
                *rt_ordered_row(g, at) = rt_event_row(g, i)->result;
            }
        *rt_ordered_row(g, head) = g->s->ordered.count - head - 1;
        if (*rt_ordered_row(g, head) < 2)
            g->s->ordered.count = head;
    }
    those_that_entered(g, batch, end);
    if (g->s->ordered.count == first)
        return 0;
    rt_proc *p = rt_proc_push(g, RT_PROC_ORDER);
    p->order.head = p->order.first = first;
    return 1;
}

/* They take their places among the others of that graveyard. */
static void lay(rt_game *g, uint32_t owner, const uint32_t *cards, uint32_t count)
{
    CANTRIP_ASSERT(owner < g->s->player.count);
    const rt_place *z = rt_zone_row(g, rt_zone_id(g, VM_ZONE_GRAVEYARD, owner));
    uint32_t *member = rt_member_rows(g, z->off), next = 0;
    for (uint32_t at = 0; at < z->count && next < count; at++) {
        int one =
            0; /* none is written over that is still to be found: as many come before it as are laid */
        for (uint32_t i = 0; i < count; i++)
            one |= RT_INDEX(cards[i]) == member[at];
        if (one)
            member[at] = RT_INDEX(cards[next++]);
    }
    CANTRIP_ASSERT(next == count);
    rt_dirty(g); /* what is on top can be asked for */
}

/* The first one is the oldest. */
static void stamp(rt_game *g, const uint32_t *entered, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (rt_live(g, entered[i]))
            rt_live(g, entered[i])->timestamp = ++g->s->timestamp;
    rt_dirty(g);
}

static uint32_t count_of(const rt_game *g, uint32_t head)
{
    return *rt_ordered_row(g, head) & ~ENTERED;
}

/* The card that was named comes next, behind those that were named before it. */
static void named(rt_game *g, uint32_t head, uint32_t place)
{
    const uint32_t count = count_of(g, head);
    CANTRIP_ASSERT(place < count);
    uint32_t *cards = rt_ordered_row(g, head + 1), at = place;
    const rt_entity next = rt_answered(g, 0)->entity;
    while (at + 1 < count && cards[at] != next)
        at++;
    for (; at > place; at--)
        cards[at] = cards[at - 1];
    cards[place] = next;
}

/* Who says it. Who has left the game has no graveyard any more. */
static uint32_t asked_of(const rt_game *g, uint32_t head)
{
    const uint32_t count = count_of(g, head);
    if (*rt_ordered_row(g, head) & ENTERED)
        return rt_player_row(g, g->s->turn_player)->lost ? RT_NOBODY : g->s->turn_player;
    for (uint32_t i = 0; i < count; i++) {
        const rt_object *o = rt_live(g, *rt_ordered_row(g, head + 1 + i));
        if (!o || o->zone != VM_ZONE_GRAVEYARD)
            return RT_NOBODY;
    }
    return rt_live(g, *rt_ordered_row(g, head + 1))->owner;
}

rt_status rt_order_run(rt_game *g)
{
    rt_proc *p = rt_top(g);
    while (p->order.head < g->s->ordered.count) {
        const uint32_t head = p->order.head, count = count_of(g, head), owner = asked_of(g, head),
                       entered = *rt_ordered_row(g, head) & ENTERED;
        if (p->stage == STAGE_ANSWERED)
            named(g, head, p->order.place++);
        p->stage = STAGE_ASK;
        if (owner != RT_NOBODY && p->order.place + 1 < count) {
            rt_ask(g, entered ? CANTRIP_DECIDE_ORDER_ENTERED : CANTRIP_DECIDE_ORDER_CARDS, owner,
                   0);
            const uint32_t first = rt_top(g)->order.place;
            for (uint32_t i = first; i < count; i++) /* the state may move as options are added */
                rt_option_add(g, CANTRIP_OPTION_ID, *rt_ordered_row(g, head + 1 + i), 0, 0);
            rt_top(g)->stage = STAGE_ANSWERED;
            return rt_ask_one(g);
        }
        if (owner != RT_NOBODY && entered)
            stamp(g, rt_ordered_row(g, head + 1), count);
        else if (owner != RT_NOBODY)
            lay(g, owner, rt_ordered_row(g, head + 1), count);
        p = rt_top(g);
        p->order.head += count + 1;
        p->order.place = 0;
    }
    g->s->ordered.count = p->order.first;
    return rt_proc_pop(g);
}
