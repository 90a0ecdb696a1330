/* Who attacks and who blocks: getting into combat and out of it (CR 506.3, 506.4). */
#include "runtime/combat/declare.h"

/* Blocks beyond the first with this blocker or attacker are over. */
static void drop_blocks(rt_game *g, rt_entity e)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->s->also.count; i++)
        if (rt_also_row(g, i)->blocker != e && rt_also_row(g, i)->attacker != e)
            *rt_also_row(g, n++) = *rt_also_row(g, i);
    g->s->also.count = n;
}

int rt_blocks(const rt_game *g, uint32_t blocker, rt_entity attacker)
{
    CANTRIP_ASSERT(blocker < g->s->object.count);
    CANTRIP_ASSERT(rt_is_entity(g, attacker));
    const rt_object *o = rt_obj(g, blocker);
    if (!(o->flags & RT_OF_BLOCKING))
        return 0;
    rt_spend_inside(g, g->s->also.count / 8);
    for (uint32_t i = 0; i < g->s->also.count; i++)
        if (rt_also_row(g, i)->blocker == rt_handle(g, blocker) &&
            rt_also_row(g, i)->attacker == attacker)
            return 1;
    return rt_here(g, o)->fights == attacker;
}

void rt_remove_from_combat(rt_game *g, uint32_t idx)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    rt_object *o = rt_obj(g, idx);
    if (!(o->flags & (RT_OF_ATTACKING | RT_OF_BLOCKING | RT_OF_BLOCKED | RT_OF_DEALT_FIRST)))
        return;
    rt_combat_changed(g);
    o->flags &= ~(uint32_t)(RT_OF_ATTACKING | RT_OF_BLOCKING | RT_OF_BLOCKED | RT_OF_DEALT_FIRST);
    rt_presence_of(g, o)->fights = 0;
    rt_presence_of(g, o)->order = 0;
    drop_blocks(g, rt_handle(g, idx));
    if (g->s->volatile_statics)
        rt_dirty(g);
}

void rt_attack_begin(rt_game *g, uint32_t idx, rt_entity whom)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(rt_is_entity(g, whom));
    rt_object *o = rt_obj(g, idx), *w = RT_IS_PLAYER(whom) ? NULL : rt_live(g, whom);
    rt_combat_changed(g);
    o->flags |= RT_OF_ATTACKING;
    rt_presence_of(g, o)->order = 0; /* in no band (CR 508.4) */
    rt_presence_of(g, o)->fights = whom;
    rt_presence_of(g, o)->defender = (uint8_t)(1 + (RT_IS_PLAYER(whom) ? RT_PLAYER_OF(whom)
                                                    : w                ? w->controller
                                                                       : RT_NOBODY));
    if (w)
        w->flags |= RT_OF_ATTACKED;
}

void rt_remove_attacked(rt_game *g, uint32_t idx)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    rt_obj(g, idx)->flags &= ~(uint32_t)RT_OF_ATTACKED;
    for (uint32_t i = 0, n = rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i < n; i++) {
        rt_object *o = rt_obj(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i));
        if ((o->flags & RT_OF_ATTACKING) && rt_here(g, o)->fights == rt_handle(g, idx))
            rt_presence_of(g, o)->fights = 0;
    }
}

/* ---- what declarations cost (CR 508.1h to j, 509.1d to f) ---------------------------------------- */

void rt_declared_for(rt_game *g, uint32_t undone)
{
    const uint8_t stage = rt_top(g)->stage;
    rt_top(g)->stage = (uint8_t)undone;
    rt_image_take(g);
    rt_top(g)->stage = stage;
}

int rt_declared_is_paid(rt_game *g)
{
    const int paid = !g->s->unpaid;
    if (!paid)
        rt_image_restore(g);
    g->s->unpaid = 0;
    g->s->image.count = 0;
    return paid;
}
