/* Damage that would reduce a life total to less than so much reduces it to that instead (CR 119.4b): what all damage of a
 * batch comes to, with the life that is gained at the same time (CR 119.4c). What is not lost stands in `size[0]` of the
 * events. */
#include "runtime/events/events.h"

/* Is it damage that somebody with this life total would lose life for? */
static int costs_life(rt_game *g, const rt_event *e, const int32_t *life)
{
    if (e->kind != RT_EV_DAMAGE || (e->flags & (RT_EF_CANCELLED | RT_EF_DONE)) ||
        !RT_IS_PLAYER(e->whom) || rt_life(g, RT_PLAYER_OF(e->whom)) != life)
        return 0;
    const rt_object *from = rt_look(g, e->src);
    return !from || !RT_DOES(from, POISONS);
}

/* The life that an event gives those with this total, or takes from them otherwise than by damage. */
static int64_t otherwise(rt_game *g, const rt_event *e, const int32_t *life)
{
    if (e->flags & (RT_EF_CANCELLED | RT_EF_DONE))
        return 0;
    if (e->kind == RT_EV_GAIN_LIFE || e->kind == RT_EV_LOSE_LIFE)
        return rt_life(g, e->player) != life ? 0
               : e->kind == RT_EV_GAIN_LIFE  ? e->amount
                                             : -(int64_t)e->amount;
    const rt_object *from = e->kind == RT_EV_DAMAGE ? rt_look(g, e->src) : NULL;
    return from && RT_DOES(from, GIVES_LIFE) && rt_life(g, from->controller) == life ? e->amount
                                                                                     : 0;
}

static void keep_above(rt_game *g, uint32_t player, int32_t least, uint32_t batch, uint32_t end)
{
    const int32_t *life = rt_life(g, player);
    const int cannot_gain = !rt_life_could_become(g, player, rt_sum(*rt_life(g, player), 1));
    int64_t left, lost = 0;
    life = rt_life(g, player);
    left = *life;
    for (uint32_t i = batch; i < end; i++) {
        const rt_event *e = rt_event_row(g, i);
        const int64_t more = otherwise(g, e, life);
        left += more > 0 && cannot_gain ? 0 : more;
        lost += costs_life(g, e, life) ? e->amount : 0;
    }
    left -= lost;
    int64_t kept = left >= least ? 0 : least - left < lost ? least - left : lost;
    for (uint32_t i = end; kept && i-- > batch;) {
        rt_event *e = rt_event_row(g, i);
        if (!costs_life(g, e, life))
            continue;
        e->size[0] = e->amount < kept ? e->amount : (int32_t)kept;
        kept -= e->size[0];
    }
}

void rt_life_floors(rt_game *g, uint32_t batch, uint32_t end)
{
    CANTRIP_ASSERT(batch <= end && end <= g->s->event.count);
    if (!(g->s->rules_union & RT_RULE(VM_MOD_LIFE_FLOOR)))
        return;
    rt_spend(g, (end - batch) * g->s->player.count / 8);
    for (uint32_t p = 0; p < g->s->player.count; p++) {
        const int32_t least = rt_rule_at_least(g, VM_MOD_LIFE_FLOOR, RT_PLAYER(p), INT32_MIN);
        if (least > INT32_MIN)
            keep_above(g, p, least, batch, end);
    }
}
