/* The players as a table: seats and turn order (CR 101.4, 103.1), who is whose opponent (102.2, 102.3), and who decides
 * for a player (715, 800.4f). Players are numbered by their seats, to the left. */
#include "runtime/objects/objects.h"
#include "runtime/layers/layers.h"

uint32_t rt_seat_after(const rt_game *g, uint32_t p, uint32_t k)
{
    const uint32_t n = g->s->player.count;
    return g->s->reversed ? (p + n - k % n) % n : (p + k) % n;
}

uint32_t rt_turn_rank(const rt_game *g, uint32_t p)
{
    const uint32_t n = g->s->player.count, active = g->s->turn_player;
    return g->s->reversed ? (active + n - p) % n : (p + n - active) % n;
}

uint32_t rt_team_head(const rt_game *g, uint32_t p)
{
    const uint32_t n = g->s->player.count;
    for (uint32_t k = 1; k < n && rt_is_with(g, p, rt_seat_after(g, p, n - 1)); k++)
        p = rt_seat_after(g, p, n - 1);
    return p;
}

uint32_t rt_next_team(const rt_game *g, uint32_t p)
{
    uint32_t q = rt_seat_after(g, p, 1);
    while (q != p && rt_is_with(g, p, q))
        q = rt_seat_after(g, q, 1);
    return q;
}

uint32_t rt_next_priority(const rt_game *g, uint32_t p, uint32_t passes)
{
    uint32_t next = RT_NOBODY;
    for (uint32_t k = 1; k < g->s->player.count; k++) {
        const uint32_t q = rt_seat_after(g, p, k);
        if (rt_player_row(g, q)->lost || (passes >> q & 1))
            continue;
        if (rt_is_with(g, p, q))
            return q;
        next = next == RT_NOBODY ? q : next;
    }
    return next == RT_NOBODY ? p : next;
}

int rt_rule_on_team(rt_game *g, uint32_t op, uint32_t p)
{
    for (uint32_t q = 0; q < g->s->player.count; q++)
        if (rt_is_with(g, p, q) && rt_rule_on(g, op, RT_PLAYER(q)))
            return 1;
    return 0;
}

uint32_t rt_next_player(const rt_game *g, uint32_t p)
{
    CANTRIP_ASSERT(p < g->s->player.count);
    for (uint32_t k = 1; k <= g->s->player.count; k++) {
        const uint32_t q = rt_seat_after(g, p, k);
        if (!rt_player_row(g, q)->lost)
            return q;
    }
    return p;
}

int rt_is_opponent(const rt_game *g, uint32_t a, uint32_t b)
{
    return rt_player_row(g, a)->team != rt_player_row(g, b)->team;
}

int rt_relation(const rt_game *g, uint32_t rel, uint32_t player, uint32_t you)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    switch (rel) {
    case VM_REL_YOU:
        return player == you;
    case VM_REL_OPPONENT:
        return rt_is_opponent(g, player, you);
    case VM_REL_NOT_YOU:
        return player != you;
    case VM_REL_TEAMMATE: /* CR 102.3 */
        return player != you && !rt_is_opponent(g, player, you);
    default:
        return 1;
    }
}

/* Seats are those of players who are in the game (CR 801.2, 801.2c). */
void rt_reach_find(rt_game *g)
{
    for (uint32_t p = 0; g->s->range && p < g->s->player.count; p++) {
        uint32_t reach = 1u << p, left = p, right = p;
        for (uint32_t k = 0; k < rt_player_row(g, p)->range; k++) {
            left = rt_next_player(g, left);
            reach |= 1u << left;
            for (uint32_t i = 1; i <= g->s->player.count; i++) {
                const uint32_t q =
                    rt_seat_after(g, right, g->s->player.count - i % g->s->player.count);
                if (rt_player_row(g, q)->lost)
                    continue;
                right = q;
                break;
            }
            reach |= 1u << right;
        }
        if (rt_player_row(g, p)->reach != reach)
            rt_dirty(g); /* what describes things finds others */
        rt_player_row(g, p)->reach = reach;
    }
}

int rt_is_reached(const rt_game *g, uint32_t by, rt_entity e)
{
    const uint32_t reach = rt_player_row(g, by)->reach;
    if (RT_IS_PLAYER(e))
        return reach >> RT_PLAYER_OF(e) & 1;
    const rt_object *o = rt_look(g, e);
    const int has_controller = o && (o->zone == VM_ZONE_BATTLEFIELD || o->zone == VM_ZONE_STACK ||
                                     o->zone >= VM_ZONE_COUNT);
    return !o || (reach >> (has_controller ? o->controller : o->owner) & 1);
}

uint32_t rt_controller_of(const rt_game *g, uint32_t p)
{
    const uint32_t by = rt_player_row(g, p)->controlled;
    return by && !rt_player_row(g, by - 1)->lost ? by - 1 : p;
}

uint32_t rt_eyes(const rt_game *g, uint32_t viewer)
{
    uint32_t eyes = 0;
    if (viewer >= g->s->player.count)
        return 0;
    for (uint32_t p = 0; p < g->s->player.count; p++)
        if (p == viewer || rt_controller_of(g, p) == viewer || rt_sit_together(g, p, viewer))
            eyes |= 1u << p;
    return eyes;
}

void rt_control_turn(rt_game *g)
{
    uint8_t by = 0;
    for (uint32_t p = 0; p < g->s->player.count; p++) {
        rt_player *r = rt_player_row(g, p);
        r->controlled = 0;
        if (!rt_is_active(g, p))
            continue;
        by = r->control_next ? r->control_next : by;
        r->control_next = 0;
    }
    for (uint32_t p = 0; by && p < g->s->player.count; p++)
        if (rt_is_active(g, p)) /* CR 805.8 */
            rt_player_row(g, p)->controlled = by;
}

/* ---- choices of players who are not there any more (CR 800.4f) ---------------------------------- */

/* The controller of what asks chooses who decides; if that was for an opponent, another opponent if possible. */
static uint32_t chooser(const rt_game *g, const rt_decision *d)
{
    const rt_object *o = d->source ? rt_look(g, d->source) : NULL;
    return o && !rt_player_row(g, o->controller)->lost ? o->controller
                                                       : rt_next_player(g, d->whose);
}

static int could_decide(const rt_game *g, uint32_t p, uint32_t by, uint32_t whose, int opponents)
{
    return !rt_player_row(g, p)->lost &&
           (!opponents || !rt_is_opponent(g, whose, by) || rt_is_opponent(g, p, by));
}

/* Cards that nobody but the one who left knew have left with them (CR 800.4a): nobody else gets to see them. */
static int is_about_their_secrets(const rt_game *g)
{
    if (g->s->decision.hidden) /* whether there is any is not told either */
        return 1;
    for (uint32_t i = 0; i < g->s->option.count; i++) {
        const rt_option *o = rt_option_row(g, i);
        const rt_object *card = rt_live(g, o->entity);
        if (card && card->owner == g->s->decision.whose &&
            (card->zone == VM_ZONE_HAND || card->zone == VM_ZONE_LIBRARY))
            return 1;
    }
    return 0;
}

/* As little as it can be is chosen. */
static void answer_for_nobody(rt_game *g)
{
    g->s->answer.count = 0;
    for (uint32_t i = 0; i < g->s->decision.min; i++) {
        const uint32_t at = RT_PUSH(g, answer);
        *rt_answer_row(g, at) = i;
    }
    g->s->decision.active = 0;
}

/* DEPUTE: the question stands in `shelved`, its options in shelf[] */
static void ask_who_decides(rt_game *g)
{
    const rt_decision d = g->s->decision;
    const uint32_t by = chooser(g, &d), n = g->s->option.count;
    uint32_t found = 0, opponents = 0;
    for (uint32_t p = 0; p < g->s->player.count; p++)
        opponents += (uint32_t)could_decide(g, p, by, d.whose, 1);
    g->s->shelf.count = 0;
    rt_push_many(g, &g->s->shelf, n);
    for (uint32_t i = 0; i < n; i++)
        *rt_shelf_row(g, i) = *rt_option_row(g, i);
    g->s->shelved = d;
    rt_ask(g, CANTRIP_DECIDE_PLAYER, by, d.source);
    for (uint32_t p = 0; p < g->s->player.count; p++)
        if (could_decide(g, p, by, d.whose, opponents != 0)) {
            rt_option_add(g, CANTRIP_OPTION_ID, RT_PLAYER(p), 0, 0);
            found = p;
        }
    if (g->s->option.count > 1) {
        rt_proc_push(g, RT_PROC_DEPUTE);
        g->s->decision.min = g->s->decision.max = 1;
        g->s->decision.active = 1;
        return;
    }
    g->s->option.count = 0;
    rt_depute(g, found);
}

void rt_depute(rt_game *g, uint32_t p)
{
    CANTRIP_ASSERT(p < g->s->player.count);
    const uint32_t n = g->s->shelf.count;
    g->s->decision = g->s->shelved;
    g->s->decision.player = rt_controller_of(g, p);
    g->s->option.count = 0;
    rt_push_many(g, &g->s->option, n);
    for (uint32_t i = 0; i < n; i++)
        *rt_option_row(g, i) = *rt_shelf_row(g, i);
    g->s->shelf.count = 0;
    g->s->answer.count = 0;
    memset(&g->s->shelved, 0, sizeof g->s->shelved);
}

rt_status rt_depute_run(rt_game *g)
{
    const uint32_t p = RT_PLAYER_OF(rt_answered(g, 0)->entity);
    rt_proc_pop(g);
    rt_depute(g, p);
    return RT_ASK;
}

void rt_decider_find(rt_game *g)
{
    rt_decision *d = &g->s->decision;
    if (rt_player_row(g, d->whose)->lost && is_about_their_secrets(g))
        answer_for_nobody(g);
    else if (rt_player_row(g, d->whose)->lost)
        ask_who_decides(g);
    else
        d->player = rt_controller_of(g, d->whose);
}
