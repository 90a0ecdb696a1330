/* Special actions that effects and static abilities allow (CR 115.2c, d). An offer is an object in the command zone with one ability, that
 * ends what lasts until it is used; it is there as long as there is something that it would end. */
#include "runtime/natives/natives.h"

rt_status rt_native_offer(native_call *n)
{
    rt_game *g = n->g;
    for (uint32_t i = 0, p; (p = player_in_turn(n, arg(n, 0), i)) != RT_NOBODY; i++) {
        const uint32_t idx = rt_object_create(g, n->imm[0], (uint8_t)p);
        rt_obj(g, idx)->timestamp = ++g->s->timestamp;
        rt_obj(g, idx)->flags |= RT_OF_OFFER;
        rt_zone_insert(g, idx, VM_ZONE_COMMAND, p, 0);
        g->s->offer = rt_handle(g, idx);
    }
    rt_dirty(g);
    return finished(n);
}

static void end_delayed(rt_game *g, rt_entity offer)
{
    CANTRIP_ASSERT(rt_is_entity(g, offer));
    for (uint32_t i = g->s->delayed.count; i-- > 0;)
        if (rt_delayed_row(g, i)->duration == VM_DURATION_UNTIL_PAID &&
            rt_delayed_row(g, i)->offer == offer)
            rt_delayed_drop(g, i);
}

rt_status rt_native_withdraw(native_call *n)
{
    rt_game *g = n->g;
    const rt_entity self = self_of(n);
    const rt_object *o = rt_live(g, self);
    if (o && (o->flags & RT_OF_OFFER)) {
        end_delayed(g, self);
        rt_free_object(g, RT_INDEX(self));
        rt_dirty(g);
    }
    return finished(n);
}

/* Does something still last until it is used? */
static int ends_something(const rt_game *g, rt_entity offer)
{
    for (uint32_t i = 0; i < g->s->delayed.count; i++)
        if (rt_delayed_row(g, i)->offer == offer)
            return 1;
    for (uint32_t i = 0; i < g->s->effect.count; i++) {
        const rt_effect *e = rt_effect_row(g, i);
        for (int k = 0; e->offer == offer && k < 4; k++)
            if (e->object[k] && (RT_IS_PLAYER(e->object[k]) || rt_live(g, e->object[k])))
                return 1;
    }
    return 0;
}

void rt_offers_drop(rt_game *g)
{
    int any = 0;
    if (!g->s->offer)
        return;
    rt_spend(g, g->s->effect.count + g->s->delayed.count);
    for (uint32_t i = rt_zone_count(g, VM_ZONE_COMMAND, 0); i-- > 0;) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_COMMAND, 0, i);
        if (!(rt_obj(g, idx)->flags & RT_OF_OFFER))
            continue;
        if (ends_something(g, rt_handle(g, idx)))
            any = 1;
        else {
            rt_free_object(g, idx);
            rt_dirty(g); /* what would have lasted until then ends */
        }
    }
    if (!any)
        g->s->offer = 0;
}

rt_status rt_native_ignore(native_call *n)
{
    rt_game *g = n->g;
    for (uint32_t i = 0, p; (p = player_in_turn(n, arg(n, 0), i)) != RT_NOBODY; i++)
        for (uint32_t k = 0; k < rt_set_count(arg(n, 1)); k++) {
            const rt_entity source = rt_set_at(g, arg(n, 1), k);
            const uint32_t at = RT_PUSH(g, ignored);
            *rt_ignored_row(g, at) = (rt_ignored){source, p};
        }
    rt_dirty(g);
    rt_stir_all(g);
    return finished(n);
}

int rt_is_ignored(const rt_game *g, rt_entity source, rt_entity by)
{
    CANTRIP_ASSERT(rt_is_entity(g, source));
    const rt_object *o = RT_IS_PLAYER(by) ? NULL : rt_live(g, by);
    const uint32_t player = RT_IS_PLAYER(by) ? RT_PLAYER_OF(by) : o ? o->controller : RT_NOBODY;
    for (uint32_t i = 0; i < g->s->ignored.count; i++)
        if (rt_ignored_row(g, i)->source == source && rt_ignored_row(g, i)->player == player)
            return 1;
    return 0;
}
