/* Copy effects of static abilities (CR 706.2c): 'enchanted creature is a copy of the chosen creature'. Which values are copied is found out
 * when the effect starts to apply, and kept in rows of effect[] like those of other copies (copy.c), for as long as the
 * ability applies to what is affected. */
#include "runtime/layers/parts.h"

#include <string.h>

static int is_of(const rt_game *g, const rt_effect *e, rt_entity self)
{
    (void)g;
    return e->copy && e->duration == VM_DURATION_STATIC && (!self || e->source == self);
}

/* The static ability of this face that makes copies, or VM_NO_SYMBOL. */
static uint32_t ability_of(const rt_game *g, const rt_object *o)
{
    const uint32_t found = g->lib->face[o->face].static_copy;
    return found && !(o->flags & RT_OF_FACE_DOWN) ? found - 1 : VM_NO_SYMBOL;
}

static int applies(rt_game *g, rt_entity self, uint32_t ability, rt_entity to)
{
    CANTRIP_ASSERT(rt_is_entity(g, self) && ability < g->pack->ability_count);
    const vm_ability *a = &g->pack->ability[ability];
    const rt_ctx c = rt_ctx_for(g, self, ability);
    return (!a->condition || rt_value(g, a->condition, &c, 0)) &&
           (g->pack->mod[a->mods].sel ? rt_match(g, g->pack->mod[a->mods].sel, to, &c)
                                      : to == self);
}

/* What it has begun to apply to it applies to as long as it is attached to that, whatever that has become. */
static int goes_on(rt_game *g, rt_entity self, uint32_t ability, rt_entity to)
{
    CANTRIP_ASSERT(rt_is_entity(g, self) && ability < g->pack->ability_count);
    const vm_ability *a = &g->pack->ability[ability];
    const rt_ctx c = rt_ctx_for(g, self, ability);
    if (a->condition && !rt_value(g, a->condition, &c, 0))
        return 0;
    return to == self || rt_here(g, rt_live(g, self))->attached == to;
}

static int has_row(const rt_game *g, rt_entity self, rt_entity of)
{
    for (uint32_t i = 0; i < g->s->effect.count; i++)
        if (is_of(g, rt_effect_row(g, i), self) && rt_effect_row(g, i)->object[0] == of)
            return 1;
    return 0;
}

/* Rows of what the ability applies to no more are dropped; all others of this source keep the values. */
static int drop(rt_game *g)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->s->effect.count; i++) {
        const rt_effect e = *rt_effect_row(g, i);
        const rt_object *o = rt_live(g, e.source);
        const uint32_t ability =
            o && o->zone == VM_ZONE_BATTLEFIELD ? ability_of(g, o) : VM_NO_SYMBOL;
        const int stays = !is_of(g, &e, 0) || (ability != VM_NO_SYMBOL && rt_live(g, e.object[0]) &&
                                               goes_on(g, e.source, ability, e.object[0]));
        if (stays)
            *rt_effect_row(g, n++) = e;
    }
    const int dropped = n != g->s->effect.count;
    g->s->effect.count = n;
    return dropped;
}

static rt_entity model_of(rt_game *g, rt_entity self, uint32_t ability)
{
    CANTRIP_ASSERT(rt_is_entity(g, self) && ability < g->pack->ability_count);
    const rt_ctx c = rt_ctx_for(g, self, ability);
    const uint32_t sel = g->pack->mod[g->pack->ability[ability].mods].a;
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        const rt_entity e = rt_handle(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i));
        if (rt_match(g, sel, e, &c))
            return e;
    }
    return 0;
}

static int begin(rt_game *g, rt_entity self, uint32_t ability)
{
    CANTRIP_ASSERT(rt_is_entity(g, self) && ability < g->pack->ability_count);
    int any = 0;
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        const rt_entity e = rt_handle(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i));
        if (has_row(g, self, e) || !applies(g, self, ability, e))
            continue;
        const rt_entity model = model_of(g, self, ability);
        const rt_copying how = {.duration = VM_DURATION_STATIC,
                                .source = self,
                                .controller = rt_live(g, self)->controller,
                                .mods = g->pack->ability[ability].mods,
                                .mod_count = 1,
                                .ability = ability};
        if (!model)
            continue;
        rt_copy_begin(g, e, model, &how);
        any = 1;
    }
    return any;
}

/* Is there a permanent that could copy, or a copy that could end? */
static int are_any(const rt_game *g)
{
    uint32_t n;
    const uint32_t *all = rt_permanents(g, &n);
    for (uint32_t i = 0; i < n; i++)
        if (g->lib->face[rt_obj(g, all[i])->face].static_copy)
            return 1;
    for (uint32_t i = 0; i < g->s->effect.count; i++)
        if (is_of(g, rt_effect_row(g, i), 0))
            return 1;
    return 0;
}

int rt_static_copies(rt_game *g)
{
    g->s->copying = g->lib->static_copies && are_any(g);
    if (!g->s->copying)
        return 0;
    int changed = drop(g);
    rt_spend(g, rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0) + g->s->effect.count);
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i),
                       ability = ability_of(g, rt_obj(g, idx));
        if (ability != VM_NO_SYMBOL)
            changed |= begin(g, rt_handle(g, idx), ability);
    }
    if (changed)
        rt_dirty(g);
    return changed;
}
