/* Protection (CR 702.16), and what cannot happen (CR 101.2). */
#include "runtime/events/apply.h"

/* ---- protection (CR 702.16) -------------------------------------------------------------------
 */

/* Does this protection leave the source where it is attached? */
static int spared(const rt_game *g, const vm_ability *a, rt_entity by, rt_entity source)
{
    const rt_object *o = rt_live(g, source);
    return ((a->flags & VM_AF_SPARES_ITS) && by == source) ||
           ((a->flags & VM_AF_SPARES_AURAS) && o && rt_is_kind(g, o, VM_SUBTYPE_AURA));
}

/* Has the source the quality? A player is one, too: it is that of what they control, and of what they own and nobody
 * controls (CR 702.16j). */
static int is_from(rt_game *g, uint32_t quality, rt_entity source, const rt_ctx *c)
{
    CANTRIP_ASSERT(quality < g->pack->selector_count);
    if (g->pack->selector[quality].want != VM_WANT_PLAYERS || RT_IS_PLAYER(source))
        return rt_match(g, quality, source, c);
    const rt_object *o = rt_look(g, source);
    return o && rt_match(g, quality, RT_PLAYER(o->controller), c);
}

/* attached: it is asked whether the source may stay, or be put, where it is attached (CR 702.16m). */
static int protected_from(rt_game *g, const rt_object *o, rt_entity source, int attached)
{
    CANTRIP_ASSERT(rt_is_entity(g, source));
    CANTRIP_ASSERT(o->gen != 0 || o->zone == VM_ZONE_COUNT);
    if (!RT_HAS(o, PROTECTION) || !source)
        return 0;
    rt_entity self = rt_handle(g, (uint32_t)(o - rt_obj(g, 0)));
    for (uint32_t i = 0, n = rt_ability_count(g, o); i < n; i++) {
        uint32_t id = rt_ability_at(g, rt_obj(g, RT_INDEX(self)), i);
        const vm_ability *a = &g->pack->ability[id];
        if (a->kind != VM_ABILITY_KEYWORD || !a->sel || a->keyword >= g->lib->symbol_marker_count ||
            g->lib->symbol_marker[a->keyword] != VM_MARKER_PROTECTION)
            continue;
        rt_ctx c = rt_ctx_for(g, self, id);
        const rt_object *now = rt_obj(g, RT_INDEX(self));
        const rt_entity by = now->granted ? rt_granted_row(g, now->granted - 1 + i)->by : 0;
        c.by = by;
        if (attached && spared(g, a, by, source))
            continue;
        if (is_from(g, a->sel, source, &c))
            return 1;
    }
    return 0;
}

int rt_protected_from(rt_game *g, const rt_object *o, rt_entity source)
{
    return protected_from(g, o, source, 0);
}

/* Can the source not be attached to it, for what it is protected from (CR 702.16c, d, m)? */
int rt_protected_from_bearing(rt_game *g, const rt_object *o, rt_entity source)
{
    return protected_from(g, o, source, 1);
}

static int protects(rt_game *g, const vm_mod *m, const rt_ctx *rule, void *user)
{
    return is_from(g, m->a, *(const rt_entity *)user, rule);
}

int rt_is_protected(rt_game *g, rt_entity e, rt_entity source)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    CANTRIP_ASSERT(rt_is_entity(g, source));
    const rt_object *o = RT_IS_PLAYER(e) ? NULL : rt_live(g, e);
    return o                           ? rt_protected_from(g, o, source)
           : RT_IS_PLAYER(e) && source ? rt_each_rule(g, VM_MOD_PROTECTED, e, protects, &source)
                                       : 0;
}

/* ---- "can't", and what an event turns into ----------------------------------------------------
 */

/* What has gone to a graveyard, hand or library meanwhile is another object, and no permanent (CR 400.7). */
static int can_have_counters(rt_game *g, rt_entity e)
{
    const rt_object *o = RT_IS_PLAYER(e) ? NULL : rt_live(g, e);
    return RT_IS_PLAYER(e) || (o && o->zone != VM_ZONE_GRAVEYARD && o->zone != VM_ZONE_HAND &&
                               o->zone != VM_ZONE_LIBRARY);
}

void rt_event_check(rt_game *g, uint32_t event, int again)
{
    CANTRIP_ASSERT(event < g->s->event.count);
    rt_event *e = rt_event_row(g, event);
    if (e->flags & (RT_EF_CANCELLED | RT_EF_DONE))
        return;
    if (e->flags & RT_EF_LEAVES_GAME)
        return;
    if (rt_is_forbidden(g, event, again)) { /* CR 101.2 */
        rt_event_cancel(rt_event_row(g, event));
        return;
    }
    e = rt_event_row(g, event);
    const rt_object *o = e->obj ? rt_live(g, e->obj) : NULL;
    switch (e->kind) {
    case RT_EV_MOVE:
        if (!o || (e->to == VM_ZONE_BATTLEFIELD && (g->s->gone >> e->player & 1)))
            rt_event_cancel(e); /* CR 800.4b */
        break;
    case RT_EV_DESTROY:
        if (!o || o->zone != VM_ZONE_BATTLEFIELD || RT_DOES(o, INDESTRUCTIBLE)) /* CR 702.12b */
            rt_event_cancel(e);
        break;
    case RT_EV_DAMAGE: {
        const rt_object *w = RT_IS_PLAYER(e->whom) ? NULL : rt_live(g, e->whom);
        if (e->amount <= 0 || (!RT_IS_PLAYER(e->whom) && !w) ||
            (RT_IS_PLAYER(e->whom) && rt_player_row(g, RT_PLAYER_OF(e->whom))->lost))
            rt_event_cancel(e);
        else if (w && (w->zone != VM_ZONE_BATTLEFIELD ||
                       !(w->types & (VM_TYPE_CREATURE | VM_TYPE_PLANESWALKER))))
            rt_event_cancel(e); /* CR 119.1, 109.2 */
        else if (rt_is_protected(g, e->whom, e->src) &&
                 !rt_is_unpreventable(g, rt_event_row(g, event)->src))
            rt_event_cancel(rt_event_row(g, event)); /* CR 702.16e, 615.12 */
        break;
    }
    case RT_EV_TAP:
        if (!o || o->zone != VM_ZONE_BATTLEFIELD || (o->flags & RT_OF_TAPPED))
            rt_event_cancel(e);
        break;
    case RT_EV_UNTAP:
        if (!o || o->zone != VM_ZONE_BATTLEFIELD || !(o->flags & RT_OF_TAPPED))
            rt_event_cancel(e);
        break;
    case RT_EV_TURN:
        if (!o || !rt_can_turn(g, o, e->aux))
            rt_event_cancel(e);
        break;
    case RT_EV_GAIN_LIFE:
    case RT_EV_LOSE_LIFE:
        if (e->amount <= 0)
            rt_event_cancel(e);
        break;
    case RT_EV_LOSE_GAME:
        if (rt_player_row(g, e->player)->lost || rt_rule_on_team(g, VM_MOD_CANT_LOSE, e->player))
            rt_event_cancel(rt_event_row(g, event)); /* CR 101.2 */
        break;
    case RT_EV_CREATE:
        if (e->amount <= 0 || (g->s->gone >> e->player & 1)) /* CR 800.4b, d */
            rt_event_cancel(e);
        break;
    case RT_EV_PUT_COUNTERS:
    case RT_EV_REMOVE_COUNTERS:
        if (e->amount <= 0 || (!(e->flags & RT_EF_ENTERING) && !can_have_counters(g, e->whom)) ||
            (!RT_IS_PLAYER(e->whom) && !rt_live(g, e->whom)))
            rt_event_cancel(e);
        break;
    default:
        break;
    }
}
