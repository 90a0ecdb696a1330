/* Targets (CR 114) and modes: what is legal. */
#include "runtime/cast/cast.h"

/* Of what a selector describes. */
static int is_allowed(rt_game *g, rt_entity e, const rt_ctx *c)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    if (RT_IS_PLAYER(e))
        return !rt_player_row(g, RT_PLAYER_OF(e))->lost && rt_can_be_targeted(g, e, c) &&
               !rt_is_protected(g, e, c->self);
    if (!rt_can_be_targeted(g, e, c))
        return 0;
    const rt_object *o = rt_live(g, e);
    return o->zone != VM_ZONE_BATTLEFIELD || !rt_protected_from(g, o, c->self); /* CR 702.16b */
}

int rt_target_legal(rt_game *g, uint32_t sel, rt_entity e, const rt_ctx *c)
{
    CANTRIP_ASSERT(sel < g->pack->selector_count);
    CANTRIP_ASSERT(rt_is_entity(g, e));
    const rt_object *o = RT_IS_PLAYER(e) ? NULL : rt_live(g, e);
    if (!RT_IS_PLAYER(e) && (!o || !(g->pack->selector[sel].zones >> o->zone & 1)))
        return 0;
    return rt_match(g, sel, e, c) && is_allowed(g, e, c);
}

uint64_t rt_target_candidates(rt_game *g, const vm_target *t, const rt_ctx *c)
{
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    const uint64_t all = rt_select(g, t->sel, c);
    const uint32_t start = g->s->heap.count;
    for (uint32_t i = 0, n = rt_set_count(all); i < n; i++) {
        const rt_entity e = rt_set_at(g, all, i);
        const rt_object *o = RT_IS_PLAYER(e) ? NULL : rt_live(g, e);
        CANTRIP_ASSERT(RT_IS_PLAYER(e) || (g->pack->selector[t->sel].zones >> o->zone & 1));
        if ((o && o->zone == VM_ZONE_STACK && e == c->self) || /* CR 114.5 */
            !is_allowed(g, e, c))
            continue;
        const uint32_t at = RT_PUSH(g, heap);
        *rt_heap_row(g, at) = e;
    }
    const uint32_t kept = g->s->heap.count - start;
    return kept ? (uint64_t)start << 32 | kept : 0;
}

/* A target behind 'if it was kicked' is chosen only if that is so (CR 702.32g). */
int rt_target_wanted(rt_game *g, const vm_target *t, const rt_ctx *c)
{
    return !t->condition || rt_value(g, t->condition, c, 0) != 0;
}

/* Slot by which target `t` is chosen, + 1; 0 = by none. */
uint32_t rt_target_by(const vm_target *t)
{
    return t->flags >> VM_TF_BY_SHIFT & 255;
}

/* A card in a graveyard or another such zone has its owner for a controller. */
uint32_t rt_target_player(rt_game *g, rt_entity e)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    const rt_object *o = RT_IS_PLAYER(e) ? NULL : rt_live(g, e);
    if (!o)
        return 0;
    return 1u +
           (o->zone == VM_ZONE_BATTLEFIELD || o->zone == VM_ZONE_STACK ? o->controller : o->owner);
}

/* Slots that want another thing than those before them (CR 114.3): together they need as many different ones. */
static int enough_others(rt_game *g, uint32_t targets, uint32_t last, const rt_ctx *c)
{
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    uint64_t all = 0;
    uint32_t want = 0;
    const uint32_t heap = g->s->heap.count;
    for (uint32_t i = 0; i <= last; i++) {
        const vm_target *t = &g->pack->target[targets + i];
        if (!rt_target_wanted(g, t, c) || rt_target_by(t))
            continue;
        const uint64_t more = rt_target_candidates(g, t, c);
        const uint32_t start = g->s->heap.count;
        uint32_t n = 0;
        for (int from = 0; from < 2; from++)
            for (uint32_t k = 0, count = rt_set_count(from ? more : all); k < count; k++) {
                rt_spend(g, from ? rt_set_count(all) / 8 + 1 : 1);
                const rt_entity e = rt_set_at(g, from ? more : all, k);
                if (from && rt_set_has(g, all, e))
                    continue;
                const uint32_t at = RT_PUSH(g, heap);
                *rt_heap_row(g, at) = e;
                n++;
            }
        all = n ? (uint64_t)start << 32 | n : 0;
        want += t->min;
    }
    const uint32_t have = rt_set_count(all);
    g->s->heap.count = heap;
    return have >= want;
}

/* If `e` were chosen for slot `by`, would there be enough for those that are chosen by it? */
int rt_targets_behind(rt_game *g, const vm_target *list, uint32_t count, uint32_t by, uint32_t ctx,
                      uint32_t mode, rt_entity e, const rt_ctx *c)
{
    const uint32_t aims = g->run->aims, in = g->run->aim_mode;
    uint32_t at = UINT32_MAX;
    int enough = 1;
    for (uint32_t i = by + 1; i < count && enough; i++) {
        if (rt_target_by(&list[i]) != by + 1 || !list[i].min || !rt_target_wanted(g, &list[i], c))
            continue;
        if (at == UINT32_MAX) {
            at = RT_PUSH(g, target);
            *rt_target_row(g, at) = (rt_target){ctx, (uint8_t)by, 0, (uint16_t)mode, e, 0, 0};
        }
        g->run->aims = ctx + 1;
        g->run->aim_mode = mode;
        if (!(list[i].flags & VM_TF_ANOTHER)) {
            enough = rt_has_targets(g, &list[i], c);
            continue;
        }
        const uint32_t heap = g->s->heap.count;
        const uint64_t all = rt_target_candidates(g, &list[i], c);
        enough = rt_set_count(all) - (uint32_t)rt_set_has(g, all, e) >= list[i].min;
        g->s->heap.count = heap;
    }
    if (at != UINT32_MAX)
        g->s->target.count = at;
    g->run->aims = aims;
    g->run->aim_mode = in;
    return enough;
}

enum { NO_CTX = UINT32_MAX - 2 }; /* of targets that are tried before anything is announced */

static int some_leads_on(rt_game *g, const vm_target *list, uint32_t count, uint32_t by,
                         const rt_ctx *c)
{
    const uint32_t heap = g->s->heap.count;
    const uint64_t all = rt_target_candidates(g, &list[by], c);
    int found = 0;
    for (uint32_t i = 0; i < rt_set_count(all) && !found; i++)
        found = rt_targets_behind(g, list, count, by, NO_CTX, 0, rt_set_at(g, all, i), c);
    g->s->heap.count = heap;
    return found;
}

static int is_candidate(rt_game *g, const vm_target *t, rt_entity e, const rt_ctx *c)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    const rt_object *o = RT_IS_PLAYER(e) ? NULL : rt_live(g, e);
    rt_spend(g, 1);
    return !(o && o->zone == VM_ZONE_STACK && e == c->self) && rt_target_legal(g, t->sel, e, c);
}

/* Are there enough? Looks no further than that: whoever holds many abilities asks this for each. */
int rt_has_targets(rt_game *g, const vm_target *t, const rt_ctx *c)
{
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    const vm_selector *s = &g->pack->selector[t->sel];
    uint32_t n = 0;
    g->run->looked |= RT_LOOKED_AT_OBJECTS;
    for (uint32_t p = 0; (s->want & VM_WANT_PLAYERS) && p < g->s->player.count && n < t->min; p++)
        n += (uint32_t)is_candidate(g, t, RT_PLAYER(p), c);
    for (uint32_t zone = 0; (s->want & VM_WANT_OBJECTS) && zone < VM_ZONE_COUNT && n < t->min;
         zone++) {
        const int shared =
            zone == VM_ZONE_BATTLEFIELD || zone == VM_ZONE_STACK || zone == VM_ZONE_COMMAND;
        for (uint32_t p = 0; (s->zones >> zone & 1) && p < (shared ? 1 : g->s->player.count); p++)
            for (uint32_t i = 0; i < rt_zone_count(g, zone, p) && n < t->min; i++)
                n += (uint32_t)is_candidate(g, t, rt_handle(g, rt_zone_at(g, zone, p, i)), c);
    }
    return n >= t->min;
}

int rt_can_target_all(rt_game *g, uint32_t targets, uint32_t count, const rt_ctx *c)
{
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    for (uint32_t i = 0; i < count; i++) {
        const vm_target *t = &g->pack->target[targets + i];
        if (!rt_target_wanted(g, t, c))
            continue;
        if (rt_target_by(t)) {
            if (t->min && rt_target_by(t) <= i &&
                !some_leads_on(g, &g->pack->target[targets], count, rt_target_by(t) - 1, c))
                return 0;
            continue;
        }
        if (!rt_has_targets(g, t, c) ||
            (t->min && (t->flags & VM_TF_ANOTHER) && !enough_others(g, targets, i, c)))
            return 0;
    }
    return 1;
}

int rt_modes_legal(rt_game *g, const vm_ability *a, const rt_ctx *c, uint32_t *out_mask)
{
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    CANTRIP_ASSERT(a->kind < VM_ABILITY_KIND_COUNT);
    uint32_t n = 0;
    *out_mask = 0;
    for (uint32_t i = 0; i < a->mode_count; i++) {
        const vm_mode *m = &g->pack->mode[a->modes + i];
        if (rt_can_target_all(g, m->targets, m->target_count, c)) {
            *out_mask |= 1u << i;
            n++;
        }
    }
    return n >= a->mode_min;
}

int rt_ability_legal(rt_game *g, const vm_ability *a, const rt_ctx *c)
{
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    CANTRIP_ASSERT(a->kind < VM_ABILITY_KIND_COUNT);
    uint32_t mask;
    g->run->looked |= RT_LOOKED_AT_OBJECTS;
    if (a->mode_count)
        return rt_modes_legal(g, a, c, &mask);
    return rt_can_target_all(g, a->targets, a->target_count, c);
}

/* An Aura spell targets what it will enchant (CR 303.4a). */
uint32_t rt_enchant_selector(const rt_game *g, const vm_face *f)
{
    CANTRIP_ASSERT(f->shape < VM_SHAPE_COUNT);
    for (uint32_t i = 0; i < f->ability_count; i++) {
        const vm_ability *a = &g->pack->ability[f->abilities + i];
        if (a->kind == VM_ABILITY_KEYWORD && a->sel && a->keyword < g->lib->symbol_marker_count &&
            g->lib->symbol_marker[a->keyword] == VM_MARKER_ENCHANT)
            return a->sel;
    }
    return 0;
}
