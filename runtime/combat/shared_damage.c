/* Combat damage that several attackers assign to one blocker (CR 510.1c): what they assign together may be lethal, so the first may
 * count on the next, which then owes it. */
#include "runtime/combat/banding.h"
#include "runtime/combat/combat.h"

/* How much the attacker could assign to the blocker, after what is lethal to those before it. */
static int32_t at_most(rt_game *g, uint32_t attacker, rt_entity blocker, uint32_t batch)
{
    uint32_t *list;
    int32_t left = rt_assigns(g, attacker);
    const uint32_t n = rt_blockers_in_order(g, rt_handle(g, attacker), &list);
    if (rt_band_divides(g, list, n))
        return 0;
    for (uint32_t k = 0; k < n && left > 0; k++) {
        if (rt_handle(g, list[k]) == blocker)
            return left;
        left -= rt_lethal(g, rt_obj(g, attacker), list[k], batch);
    }
    return 0;
}

int32_t rt_lethal_by_others(rt_game *g, uint32_t attacker, rt_entity blocker, uint32_t batch,
                            int first_step)
{
    CANTRIP_ASSERT(rt_is_entity(g, blocker));
    CANTRIP_ASSERT(attacker < g->s->object.count);
    int behind = 0;
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        const rt_object *o = rt_obj(g, idx);
        if (behind && (o->flags & RT_OF_BLOCKED) &&
            o->controller == rt_obj(g, attacker)->controller &&
            rt_blocks(g, RT_INDEX(blocker), rt_handle(g, idx)) && rt_deals_now(g, o, first_step))
            return at_most(g, idx, blocker, batch); /* the next one alone owes it */
        behind |= idx == attacker;
    }
    return 0;
}

/* Does an earlier attacker, which assigned damage to what stands behind the blocker, count on others? */
static int is_owed(rt_game *g, rt_entity blocker, rt_entity self, uint32_t batch)
{
    for (uint32_t i = batch; i < g->s->event.count; i++) {
        const rt_entity src = rt_event_row(g, i)->src;
        const rt_object *o = rt_live(g, src);
        if (src == self || !o || !(o->flags & RT_OF_ATTACKING) ||
            !rt_blocks(g, RT_INDEX(blocker), src))
            continue;
        uint32_t *list;
        const uint32_t n = rt_blockers_in_order(g, src, &list);
        if (rt_band_divides(g, list, n))
            continue;
        int behind = 0, hit = RT_IS_PLAYER(rt_event_row(g, i)->whom);
        for (uint32_t k = 0; k < n; k++) {
            hit |= behind && rt_handle(g, list[k]) == rt_event_row(g, i)->whom;
            behind |= rt_handle(g, list[k]) == blocker;
        }
        if (hit)
            return 1;
    }
    return 0;
}

int32_t rt_damage_owed(rt_game *g, uint32_t attacker, const uint32_t *list, uint32_t from,
                       uint32_t count, uint32_t batch)
{
    CANTRIP_ASSERT(attacker < g->s->object.count);
    CANTRIP_ASSERT(batch <= g->s->event.count);
    int32_t sum = 0, owed = 0;
    for (uint32_t k = from; k < count; k++) {
        const int32_t need = rt_lethal(g, rt_obj(g, attacker), list[k], batch);
        sum = rt_sum(sum, need);
        if (need && is_owed(g, rt_handle(g, list[k]), rt_handle(g, attacker), batch))
            owed = sum;
    }
    return owed;
}
