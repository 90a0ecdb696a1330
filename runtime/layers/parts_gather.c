/* Which parts of continuous effects there are. */
#include "runtime/layers/parts.h"

#include <string.h>

static void *grown(rt_work *w, void *at, uint32_t *cap, size_t size)
{
    const uint32_t old = *cap;
    *cap = old ? old * 2 : 64;
    void *more = rt_temp_alloc(w->g, *cap * size);
    if (old)
        memcpy(more, at, old * size);
    return more;
}

static void add_part(rt_work *w, const vm_mod *m, uint32_t timestamp, uint32_t effect, uint32_t grp,
                     int cda)
{
    if (w->part_count == w->part_cap)
        w->parts = grown(w, w->parts, &w->part_cap, sizeof *w->parts);
    const rt_library *lib = w->g->lib;
    const rt_mod_use *use = &lib->mod_use[m - w->g->pack->mod];
    const uint32_t condition =
                       effect ? 0 : w->g->pack->ability[w->groups[grp - 1].ability].condition,
                   asks = condition ? rt_func_reads((rt_library *)lib, condition) : 0;
    w->g->s->arriving |= use->entering;
    w->g->s->sized |= use->sized || (asks & RT_ASPECTS_OF_SIZE);
    /* what an effect affects was fixed when it began (CR 611.2c) */
    const uint32_t reads = effect ? 0 : RT_ASPECT_EXISTENCE | use->reads | asks;
    w->present |= 1u << rt_layer_bit(use->layer);
    w->parts[w->part_count++] = (rt_part){.mod = m,
                                          .timestamp = timestamp,
                                          .effect = effect,
                                          .group = grp,
                                          .layer = use->layer,
                                          .cda = (uint8_t)cda,
                                          .reads = (uint8_t)reads,
                                          .writes = use->writes};
    if (use->layer == w->layer) {
        w->layer_end = w->part_count;
        w->layer_writes |= use->writes;
    }
}

/* Zones other than the battlefield where a part of layers 1 to 7 reaches cards or spells. */
uint32_t rt_other_zones(const rt_game *g, const vm_mod *m)
{
    CANTRIP_ASSERT(vm_mod_describe(m->op) != NULL);
    return g->lib->mod_use[m - g->pack->mod].zones;
}

rt_named rt_named_by(const rt_game *g, uint32_t sel, const rt_ctx *c)
{
    CANTRIP_ASSERT(sel < g->pack->selector_count);
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    rt_named n = {rt_selector_names(g->lib, sel), 0, 0};
    if (n.any & RT_NAMES_THIS)
        n.self = c->self;
    if (n.any & RT_NAMES_HOST) {
        const rt_object *o = rt_look(g, c->self);
        n.host = o ? rt_here(g, o)->attached : 0;
    }
    return n;
}

int rt_may_match(const rt_named *n, rt_entity e)
{
    return !n->any || e == n->self || e == n->host;
}

/* A spell, or a card elsewhere, that effects can change like a permanent; a copy of a spell is what it was made. */
int rt_is_elsewhere(const rt_object *o)
{
    return o->zone < VM_ZONE_COUNT && o->zone != VM_ZONE_BATTLEFIELD &&
           !(o->flags & (RT_OF_ABILITY | RT_OF_COPY));
}

/* Does a part reach other zones now? */
static int is_wide(const rt_game *g, const vm_mod *m, const rt_ctx *c)
{
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    CANTRIP_ASSERT(vm_mod_describe(m->op) != NULL);
    const uint32_t zones = rt_other_zones(g, m);
    if (!m->sel && g->lib->mod_use[m - g->pack->mod].layer) { /* about its own source alone */
        const rt_object *o = rt_live(g, c->self);
        return o && rt_is_elsewhere(o);
    }
    if (!zones)
        return 0;
    const rt_named n = rt_named_by(g, m->sel, c);
    const rt_object *self = rt_live(g, n.self), *host = rt_live(g, n.host);
    return !n.any || (self && self->zone < VM_ZONE_COUNT && (zones >> self->zone & 1)) ||
           (host && host->zone < VM_ZONE_COUNT && (zones >> host->zone & 1));
}

/* The part that was added last is of another layer than its kind is. */
static void in_layer(rt_work *w, uint16_t layer)
{
    w->parts[w->part_count - 1].layer = layer;
    w->present |= 1u << rt_layer_bit(layer);
}

void rt_group_add(rt_work *w, uint32_t idx, uint32_t ability, uint32_t timestamp, int granted,
                  rt_entity by, uint32_t origin)
{
    const vm_ability *a = &w->g->pack->ability[ability];
    if (!a->mod_count)
        return;
    if (w->group_count == w->group_cap)
        w->groups = grown(w, w->groups, &w->group_cap, sizeof *w->groups);
    rt_spend(w->g, 8);
    rt_group *grp = &w->groups[w->group_count++];
    memset(grp, 0, sizeof *grp);
    grp->ctx = rt_ctx_for(w->g, rt_handle(w->g, idx), ability);
    grp->ctx.by = w->g->lib->names_giver ? by : 0;
    grp->ctx.origin = origin;
    grp->idx = idx;
    grp->ability = ability;
    grp->granted = (uint8_t)granted;
    if (a->mod_count > 1) /* what the first part affects, the others do */
        grp->reach = rt_temp_alloc(w->g, w->words * sizeof *grp->reach);
    for (uint32_t i = 0; i < a->mod_count; i++) {
        const vm_mod *m = &w->g->pack->mod[a->mods + i];
        /* only what is printed, or copied, defines a characteristic (CR 604.3a) */
        add_part(w, m, timestamp, 0, w->group_count, (a->flags & VM_AF_CDA) && !granted);
        if (granted && m->op == VM_MOD_DEFINE_PT)
            in_layer(w, 72);
        if (is_wide(w->g, m, &grp->ctx))
            w->g->s->wide_effects = w->g->s->volatile_statics = 1;
    }
    for (uint32_t i = 0; i < a->mod_count && !w->g->lib->quiet[ability]; i++)
        if (w->g->lib->mod_use[a->mods + i].layer)
            w->g->s->volatile_statics = 1;
}

/* What earlier copies had brought is gone. */
void rt_groups_drop(rt_work *w, uint32_t idx)
{
    rt_spend(w->g, w->group_count / 4);
    for (uint32_t i = 0; i < w->group_count; i++)
        if (w->groups[i].idx == idx)
            w->groups[i].started = w->groups[i].dead = 1;
}

/* Of some alone the others stay as they are. */
int rt_is_computed(const rt_work *w, rt_entity e)
{
    for (uint32_t i = 0; w->some && i < w->field_count; i++)
        if (rt_field_at(w, i) == RT_INDEX(e))
            return 1;
    return !w->some;
}

/* Does one modification of an ability of a permanent that stays as it is do nothing to those that are computed? What changes
 * controllers is not computed for some alone, so that 'you control' is known. */
static int is_about_others(const rt_work *w, const rt_object *o, const vm_mod *m)
{
    const rt_game *g = w->g;
    const rt_entity host = rt_here(g, o)->attached;
    const uint32_t names = m->sel ? rt_selector_names(g->lib, m->sel) : RT_NAMES_THIS;
    if (names)
        return !(names & RT_NAMES_HOST) || !host || RT_IS_PLAYER(host) || !rt_is_computed(w, host);
    if (g->pack->selector[m->sel].controller != VM_REL_YOU)
        return 0;
    for (uint32_t i = 0; i < w->field_count; i++)
        if (rt_obj(g, rt_field_at(w, i))->own_controller == o->controller)
            return 0;
    return 1;
}

/* Is it a rule about its own permanent, as long as the ability is there? */
static int is_own_rule(const rt_game *g, uint32_t ability, uint32_t mod)
{
    const vm_mod *m = &g->pack->mod[mod];
    if (g->lib->mod_use[mod].layer)
        return 0;
    return g->lib->quiet[ability] ? !m->sel && !g->pack->ability[ability].condition
                                  : !m->sel || rt_selector_names(g->lib, m->sel) == RT_NAMES_THIS;
}

/* Need an ability of a permanent that stays as it is not be gathered? Of rules about itself it is noted that they are there
 * (rules_of). */
static int goes_without(const rt_work *w, const rt_object *o, uint32_t ability, int given)
{
    rt_game *g = w->g;
    const vm_ability *a = &g->pack->ability[ability];
    uint64_t rules = 0;
    if (g->lib->apart[ability] == 2)
        return 1;
    for (uint32_t i = a->mods; i < a->mods + a->mod_count; i++) {
        const vm_mod *m = &g->pack->mod[i];
        if (is_own_rule(g, ability, i))
            rules |= m->op >= 30 ? RT_RULE(m->op) : 0;
        else if (!g->lib->mod_use[i].layer || !is_about_others(w, o, m))
            return 0;
    }
    if (given || !(o->flags & RT_OF_LOST_ABILITIES))
        g->s->rules_union |= rules;
    return 1;
}

/* What others have been given, when characteristics were computed last. */
static void gather_given(rt_work *w, uint32_t idx)
{
    rt_game *g = w->g;
    const rt_object *o = rt_obj(g, idx);
    for (uint32_t i = 0; o->granted && i < o->granted_count; i++) {
        const uint32_t id = rt_ability_at(g, o, i), first = rt_face(g, o)->abilities;
        if (g->pack->ability[id].kind == VM_ABILITY_STATIC &&
            !(id >= first && id < first + rt_face(g, o)->ability_count) &&
            !goes_without(w, o, id, 1))
            rt_group_add(w, idx, id, o->timestamp, 1, rt_given_by(g, o, i), rt_origin(g, o, i));
    }
}

/* An effect is about what it was about when it began (CR 611.2c); rules may describe more. */
static int is_about_some(const rt_work *w, const rt_effect *e)
{
    for (uint32_t i = 0; i < w->field_count; i++) {
        const rt_entity one = rt_handle(w->g, rt_field_at(w, i));
        if (e->object[0] == one || e->object[1] == one || e->object[2] == one ||
            e->object[3] == one)
            return 1;
    }
    return 0;
}

void rt_parts_gather(rt_work *w)
{
    rt_game *g = w->g;
    uint32_t n;
    const uint32_t *all = rt_permanents(g, &n); /* gathering moves nothing */
    g->s->volatile_statics = 0;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t idx = all[i];
        const rt_object *o = rt_obj(g, idx);
        if (!(o->ability_flags >> VM_ABILITY_STATIC & 1))
            continue;
        const int stays = !rt_is_computed(w, rt_handle(g, idx));
        if (stays)
            gather_given(w, idx);
        const vm_face *f = rt_face(g, o);
        for (uint32_t k = 0; k < f->ability_count; k++)
            if (g->pack->ability[f->abilities + k].kind == VM_ABILITY_STATIC &&
                (g->pack->ability[f->abilities + k].zones >> VM_ZONE_BATTLEFIELD & 1) &&
                !((o->flags & RT_OF_PT_FIXED) &&
                  (g->pack->ability[f->abilities + k].flags & VM_AF_CDA)) &&
                !(stays && goes_without(w, o, f->abilities + k, 0)))
                rt_group_add(w, idx, f->abilities + k, o->timestamp, 0, 0, o->copied);
    }
    rt_walk walk = {.zones = rt_static_zones(g), .kind = VM_ABILITY_STATIC};
    for (uint32_t idx; walk.zones && rt_walk_next(g, &walk, &idx);) {
        const vm_face *f = rt_face(g, rt_obj(g, idx));
        rt_spend(g, f->ability_count);
        for (uint32_t k = f->abilities; k < f->abilities + f->ability_count; k++)
            if (g->pack->ability[k].kind == VM_ABILITY_STATIC &&
                g->pack->ability[k].zones != RT_EVERYWHERE &&
                (g->pack->ability[k].zones >> rt_obj(g, idx)->zone & 1))
                rt_group_add(w, idx, k, rt_obj(g, idx)->timestamp, 0, 0, rt_obj(g, idx)->copied);
    }
    for (uint32_t i = 0; i < g->s->effect.count; i++) {
        const rt_effect *e = rt_effect_row(g, i);
        const int about_others = w->some && !is_about_some(w, e);
        for (uint32_t k = 0; k < e->mod_count && !e->copy; k++) {
            if (about_others && g->lib->mod_use[e->mods + k].layer)
                continue;
            add_part(w, &g->pack->mod[e->mods + k], e->timestamp, i + 1, 0, 0);
        }
        for (int k = 0; k < 4; k++) {
            const rt_object *o = rt_live(g, e->object[k]);
            if (o && rt_is_elsewhere(o)) /* reset with all that lies elsewhere */
                g->s->wide_effects = g->s->volatile_statics = 1;
        }
    }
}

int rt_is_effect_apart(const rt_game *g, const rt_effect *e)
{
    int apart = !e->copy && !e->condition && e->duration != VM_DURATION_WHILE &&
                e->duration != VM_DURATION_WHILE_SOURCE;
    for (uint32_t k = e->mods; apart && k < e->mods + e->mod_count; k++)
        apart = g->lib->mod_use[k].apart >> 1 && !g->pack->mod[k].fa && !g->pack->mod[k].fb;
    return apart;
}

int rt_parts_apart(const rt_work *w)
{
    const rt_game *g = w->g;
    int apart = !g->s->wide_effects && !g->s->volatile_statics && !g->s->text_changes;
    for (uint32_t i = 0; apart && i < w->group_count; i++)
        apart = g->lib->apart[w->groups[i].ability];
    for (uint32_t i = 0; apart && i < g->s->effect.count; i++)
        apart = rt_is_effect_apart(g, rt_effect_row(g, i));
    return apart;
}
