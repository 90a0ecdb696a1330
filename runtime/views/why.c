/* Why something cannot be played, cast or activated: what options.c asks, one question after another, and the first that says
 * no in words. */
#include "runtime/cast/cast.h"
#include "runtime/views/view.h"

#include <string.h>

typedef struct why {
    cantrip_id id;
    const char *text;
    uint32_t player;
    int cost; /* 1: the cost of the card belongs behind the text */
} why;

static const char *land(rt_game *g, uint32_t p)
{
    CANTRIP_ASSERT(p < g->s->player.count);
    if (g->s->turn_player != p)
        return "lands are played in one's own turn";
    if (!rt_sorcery_time(g, p))
        return "lands are played in a main phase, while nothing is on the stack";
    if (rt_player_row(g, p)->lands_played)
        return "you have played a land this turn";
    return "you may not play lands now";
}

const char *rt_why_not_cast(rt_game *g, uint32_t player, uint32_t idx, const char **out_rule)
{
    static const struct {
        const char *text, *rule;
    } SAID[] = {
        [RT_NO_OBSTACLE] = {"it can be cast now", NULL},
        [RT_NO_SPELL] = {"it is never cast: a land is played", "305.1"},
        [RT_NO_TIME] = {"it can only be cast in one's own main phase, while nothing is on the "
                        "stack",
                        "307.1"},
        [RT_NO_PLACE] = {"it is not in a hand: only what says so is cast from elsewhere", "601.3"},
        [RT_NO_LEAVE] = {"a rule says that it can't be cast", "101.2"},
        [RT_NO_MEANS] = {"you cannot pay for it", "601.2h"},
        [RT_NO_TARGET] = {"there is nothing that it could target", "601.2c"},
    };
    const uint32_t which = rt_cast_obstacle(g, player, idx);
    *out_rule = SAID[which].rule;
    return SAID[which].text;
}

/* Of a card in the hand of the one who is asked, which is not among what they may do. */
static const char *spell(rt_game *g, why *w, uint32_t idx)
{
    const char *rule;
    const uint32_t which = rt_cast_obstacle(g, w->player, idx);
    w->cost = which == RT_NO_MEANS;
    return which == RT_NO_OBSTACLE ? "it is cast in another way, or not from there"
                                   : rt_why_not_cast(g, w->player, idx, &rule);
}

/* Of an ability that can be activated at all. */
static const char *activated(rt_game *g, uint32_t p, uint32_t idx, uint32_t number)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(p < g->s->player.count);
    const rt_object *o = rt_obj(g, idx);
    const uint32_t id = rt_ability_at(g, o, number);
    const vm_ability *a = &g->pack->ability[id];
    int taps = 0;
    for (uint32_t i = 0; i < a->cost_count; i++)
        taps |= g->pack->cost[a->cost + i].kind == VM_COST_TAP;
    if (taps && (o->flags & RT_OF_TAPPED))
        return "it is tapped";
    if (taps && rt_is_sick(g, o))
        return "it came under your control this turn, so it cannot tap for a cost";
    if (a->flags & VM_AF_MANA)
        return "its mana is made while you pay for something";
    if ((a->flags & VM_AF_SORCERY) && !rt_sorcery_time(g, p))
        return "that is done in your main phase, while nothing is on the stack";
    if ((a->flags & VM_AF_LOYALTY) && rt_here(g, o)->loyalty_turn == g->s->turn)
        return "one of its loyalty abilities was activated this turn";
    if ((a->flags & (VM_AF_ONCE_EACH_TURN | VM_AF_ONCE)) &&
        rt_was_activated(g, rt_handle(g, idx), number))
        return "that cannot be done again";
    if (!rt_may_activate(g, rt_handle(g, idx), 0))
        return "a rule says that its abilities can't be activated";
    rt_bill b = {
        .player = p, .self = rt_handle(g, idx), .range = {{a->cost, a->cost_count, 1}}, .spell = 2};
    rt_bill_ability_rules(g, &b, a);
    if (!rt_can_pay(g, &b))
        return "you cannot pay what its ability costs";
    rt_ctx c = rt_ctx_for(g, rt_handle(g, idx), id);
    c.controller = (uint8_t)p;
    return rt_ability_legal(g, a, &c) ? "it cannot be activated now"
                                      : "there is nothing that its ability could target";
}

static const char *permanent(rt_game *g, uint32_t p, uint32_t idx)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(p < g->s->player.count);
    const char *text = RT_IS(rt_obj(g, idx), LAND) ? "its mana is made while you pay for something"
                                                   : "it has no ability that is activated";
    if (rt_obj(g, idx)->controller != p)
        return "another player controls it";
    for (uint32_t k = 0; k < rt_ability_count(g, rt_obj(g, idx)); k++)
        if (g->pack->ability[rt_ability_at(g, rt_obj(g, idx), k)].kind == VM_ABILITY_ACTIVATED)
            text = activated(g, p, idx, k);
    return text;
}

static void find(rt_game *g, void *user)
{
    why *w = user;
    const rt_object *o = rt_live(g, w->id.bits);
    w->text = "it is not there any more";
    if (!o || !rt_sees(g, w->id.bits, w->player))
        return;
    const uint32_t idx = RT_INDEX(w->id.bits);
    if (o->zone == VM_ZONE_BATTLEFIELD)
        w->text = permanent(g, w->player, idx);
    else if (o->zone != VM_ZONE_HAND || o->owner != w->player)
        w->text = "it is not in your hand";
    else if (rt_face(g, o)->types & VM_TYPE_LAND)
        w->text = land(g, w->player);
    else
        w->text = spell(g, w, idx);
}

size_t cantrip_game_why_not(cantrip_game *game, cantrip_id id, char *out, size_t size)
{
    if (!game || (size && !out))
        return 0;
    rt_game *g = &game->g;
    const rt_decision *d = &g->s->decision;
    why w = {id, "nothing is asked", d->player, 0};
    rt_text text = {out, size, 0, 0};
    if (d->active && d->kind != CANTRIP_DECIDE_PRIORITY)
        w.text = "this question comes first";
    for (uint32_t i = 0; d->active && i < g->s->option.count; i++)
        if (rt_option_row(g, i)->entity == id.bits)
            return rt_text_end(&text);
    if (d->active && d->kind == CANTRIP_DECIDE_PRIORITY) {
        const uint32_t heap = g->s->heap.count;
        if (rt_guarded(g, find, &w))
            w.text = "there was no room to find it out";
        if (!game->run.guard)
            g->s->heap.count = heap;
    }
    rt_text_add(&text, w.text);
    if (w.cost) {
        cantrip_object_view v;
        v.struct_size = sizeof v;
        if (cantrip_view_read_object(game, w.player, id, &v) && *v.cost) {
            rt_text_add(&text, ": ");
            rt_text_add(&text, v.cost);
        }
    }
    return rt_text_end(&text);
}
