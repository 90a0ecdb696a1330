/* What an effect still finds of something that has moved (CR 400.7). */
#include "runtime/natives/natives.h"
#include "runtime/query/query.h"

/* Is it what the event has moved, or an Aura on that (CR 400.7d, e)? What has entered is not: it moves on by itself. */
static int is_of_event(const rt_game *g, const rt_ctx *c, rt_entity e, const rt_lki *k)
{
    const int moved = c->event_to < VM_ZONE_COUNT && k->object.zone == c->event_from;
    for (uint32_t i = 0; i < sizeof c->event_obj / sizeof *c->event_obj; i++)
        if (c->event_obj[i] && (moved || (c->gone >> i & 1)) &&
            (c->event_obj[i] == e ||
             (moved && e == c->self && rt_here(g, &k->object)->attached == c->event_obj[i])))
            return 1;
    return 0;
}

static int may_be_found(const rt_game *g, const rt_ctx *c, rt_entity e, const rt_lki *k)
{
    if (rt_moved_it(g, k)) /* CR 400.7h */
        return 1;
    if (k->object.zone == VM_ZONE_STACK && rt_live(g, k->became)->zone == VM_ZONE_BATTLEFIELD)
        return 1; /* the permanent that a spell has become (CR 400.7a) */
    if (c->since && (k->by >> 1 < c->since - 1 || k->by == ((c->since - 1) << 1 | 1)))
        return 1; /* it had moved before the effect that speaks of it, or by that effect */
    return is_of_event(g, c, e, k) || rt_is_paid(g, c->payment, e);
}

/* Itself, or what it has become; what nobody can find is what it was, which is not there any more. */
rt_entity rt_found(const rt_game *g, const rt_ctx *c, rt_entity e)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    if (!e || RT_IS_PLAYER(e) || rt_live(g, e))
        return e;
    const rt_lki *k = rt_lki_of(g, e);
    return k && rt_live(g, k->became) && may_be_found(g, c, e, k) ? k->became : e;
}
