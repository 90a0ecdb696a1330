/* The parts of continuous effects: gathering them, and what applying one to an object does. */
#include "runtime/layers/parts.h"

#include <string.h>

enum { SUBTYPE_WORDS = VM_SUBTYPE_MAX / 64 };

static int32_t arg_value(const vm_mod *m, int which, const int32_t *args)
{
    uint32_t raw = which ? m->b : m->a;
    if (m->flags & (which ? VM_MF_ARG_B : VM_MF_ARG_A)) {
        int32_t v = args ? args[raw & 1] : 0;
        return m->flags & (which ? VM_MF_NEGATE_B : VM_MF_NEGATE_A) ? -v : v;
    }
    return (int32_t)raw;
}

int32_t rt_mod_value(rt_game *g, const vm_mod *m, int which, const int32_t *args, const rt_ctx *ctx,
                     rt_entity e)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    CANTRIP_ASSERT(vm_mod_describe(m->op) != NULL);
    const int32_t own[2] = {ctx->x, ctx->amount}; /* of the effect that the rule is part of */
    uint32_t func = which ? m->fb : m->fa;
    return func ? (int32_t)rt_value(g, func, ctx, e) : arg_value(m, which, args ? args : own);
}

/* ---- gathering --------------------------------------------------------------------------------
 */

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
    const rt_object *self = n.self ? rt_live(g, n.self) : NULL,
                    *host = n.host && !RT_IS_PLAYER(n.host) ? rt_live(g, n.host) : NULL;
    return !n.any || (self && self->zone < VM_ZONE_COUNT && (zones >> self->zone & 1)) ||
           (host && host->zone < VM_ZONE_COUNT && (zones >> host->zone & 1));
}

/* The part that was added last is of another layer than its kind is. */
static void in_layer(rt_work *w, uint16_t layer)
{
    w->parts[w->part_count - 1].layer = layer;
    w->present |= 1u << rt_layer_bit(layer);
}

static void add_group(rt_work *w, uint32_t idx, uint32_t ability, uint32_t timestamp, int granted,
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
static void drop_groups(rt_work *w, uint32_t idx)
{
    rt_spend(w->g, w->group_count / 4);
    for (uint32_t i = 0; i < w->group_count; i++)
        if (w->groups[i].idx == idx)
            w->groups[i].started = w->groups[i].dead = 1;
}

/* Of some alone the others stay as they are. */
static int is_computed(const rt_work *w, rt_entity e)
{
    for (uint32_t i = 0; w->some && i < w->field_count; i++)
        if (w->some[i] == RT_INDEX(e))
            return 1;
    return !w->some;
}

/* What others have been given, when characteristics were computed last. */
static void gather_given(rt_work *w, uint32_t idx)
{
    rt_game *g = w->g;
    const rt_object *o = rt_obj(g, idx);
    for (uint32_t i = 0; o->granted && i < o->granted_count; i++) {
        const uint32_t id = rt_ability_at(g, o, i), first = rt_face(g, o)->abilities;
        if (g->pack->ability[id].kind == VM_ABILITY_STATIC &&
            !(id >= first && id < first + rt_face(g, o)->ability_count))
            add_group(w, idx, id, o->timestamp, 1, rt_given_by(g, o, i), rt_origin(g, o, i));
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
    g->s->volatile_statics = 0;
    for (uint32_t i = 0, n = rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i < n; i++) {
        uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        const rt_object *o = rt_obj(g, idx);
        if (!(o->ability_flags >> VM_ABILITY_STATIC & 1))
            continue;
        const int stays = !is_computed(w, rt_handle(g, idx));
        if (stays)
            gather_given(w, idx);
        const vm_face *f = rt_face(g, o);
        for (uint32_t k = 0; k < f->ability_count; k++)
            if (!(stays && g->lib->apart[f->abilities + k] == 2) &&
                g->pack->ability[f->abilities + k].kind == VM_ABILITY_STATIC &&
                (g->pack->ability[f->abilities + k].zones >> VM_ZONE_BATTLEFIELD & 1) &&
                !((o->flags & RT_OF_PT_FIXED) &&
                  (g->pack->ability[f->abilities + k].flags & VM_AF_CDA)))
                add_group(w, idx, f->abilities + k, o->timestamp, 0, 0, o->copied);
    }
    rt_walk walk = {.zones = rt_static_zones(g), .kind = VM_ABILITY_STATIC};
    for (uint32_t idx; walk.zones && rt_walk_next(g, &walk, &idx);) {
        const vm_face *f = rt_face(g, rt_obj(g, idx));
        rt_spend(g, f->ability_count);
        for (uint32_t k = f->abilities; k < f->abilities + f->ability_count; k++)
            if (g->pack->ability[k].kind == VM_ABILITY_STATIC &&
                g->pack->ability[k].zones != RT_EVERYWHERE &&
                (g->pack->ability[k].zones >> rt_obj(g, idx)->zone & 1))
                add_group(w, idx, k, rt_obj(g, idx)->timestamp, 0, 0, rt_obj(g, idx)->copied);
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

/* ---- applying ---------------------------------------------------------------------------------
 */

/* A list of granted[] has room for as many as the next power of two, so that it grows where it is. */
uint32_t rt_granted_room(uint32_t count)
{
    uint32_t room = 4;
    while (room < count)
        room *= 2;
    return room;
}

/* Gives an object a list of its own, with room for one more ability than it has. */
static void own_abilities(rt_game *g, uint32_t idx)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    const uint32_t n = rt_ability_count(g, rt_obj(g, idx)),
                   first = rt_push_many(g, &g->s->granted, rt_granted_room(n + 1));
    const rt_object *o = rt_obj(g, idx);
    rt_spend(g, n / 4);
    for (uint32_t i = 0; i < n; i++)
        *rt_granted_row(g, first + i) = (rt_granted){
            rt_ability_at(g, o, i), o->granted ? rt_granted_row(g, o->granted - 1 + i)->by : 0,
            rt_origin(g, o, i)};
    rt_obj(g, idx)->granted = first + 1;
    rt_obj(g, idx)->granted_count = (uint16_t)n;
}

static void add_ability(rt_work *w, uint32_t idx, uint32_t ability, uint32_t timestamp, int granted,
                        rt_entity by, uint32_t origin)
{
    rt_game *g = w->g;
    const vm_ability *a = &g->pack->ability[ability];
    rt_object *o = rt_obj(g, idx);
    if (!o->granted || o->granted_count == rt_granted_room(o->granted_count))
        own_abilities(g, idx);
    o = rt_obj(g, idx);
    *rt_granted_row(g, o->granted - 1 + o->granted_count) = (rt_granted){ability, by, origin};
    if (o->granted_count == UINT16_MAX)
        rt_fail(g, RT_FAULT_FULL, rt_table_number(g, &g->s->granted));
    o->granted_count++;
    o->ability_flags |= (uint16_t)(1u << a->kind);
    if (a->event)
        o->listens |= UINT64_C(1) << a->event;
    o->markers |= rt_markers_of(g->lib, a);
    o->asked |= rt_asked_of(g->lib, a);
    if (a->kind == VM_ABILITY_STATIC) /* the later of the two timestamps (CR 613.6a) */
        add_group(w, idx, ability, timestamp > o->timestamp ? timestamp : o->timestamp, granted, by,
                  origin);
}

/* Static abilities that are lost before they began to apply never do (CR 613.5). keyword: those of which;
 * VM_NO_SYMBOL = all of them. */
static void end_groups(rt_work *w, uint32_t idx, uint32_t keyword)
{
    rt_spend(w->g, w->group_count / 4);
    for (uint32_t i = 0; i < w->group_count && !w->trial; i++) {
        rt_group *grp = &w->groups[i];
        if (grp->idx == idx && !grp->started &&
            (keyword == VM_NO_SYMBOL || w->g->pack->ability[grp->ability].keyword == keyword))
            grp->started = grp->dead = 1;
    }
}

/* What those that are left say of it. */
static void look_anew(rt_game *g, uint32_t idx)
{
    rt_object *o = rt_obj(g, idx);
    o->markers = o->asked = 0;
    for (uint32_t i = 0; i < o->granted_count; i++) {
        const vm_ability *a = &g->pack->ability[rt_granted_row(g, o->granted - 1 + i)->ability];
        o->markers |= rt_markers_of(g->lib, a);
        o->asked |= rt_asked_of(g->lib, a);
    }
}

/* A keyword is lost with all that it means, not only its name: this loses flying. */
static void lose_one(rt_work *w, uint32_t idx, uint32_t keyword)
{
    rt_game *g = w->g;
    if (!rt_has_keyword(g, rt_obj(g, idx), keyword))
        return;
    own_abilities(g, idx);
    rt_object *o = rt_obj(g, idx);
    uint16_t kept = 0;
    for (uint32_t i = 0; i < o->granted_count; i++) {
        const rt_granted row = *rt_granted_row(g, o->granted - 1 + i);
        if (g->pack->ability[row.ability].keyword != keyword)
            *rt_granted_row(g, o->granted - 1 + kept++) = row;
    }
    o->granted_count = kept;
    look_anew(g, idx);
    end_groups(w, idx, keyword);
}

/* Did this ability of the object begin to apply? A text that has itself again is what it is already. */
static int has_begun(const rt_work *w, uint32_t idx, uint32_t ability)
{
    for (uint32_t i = 0; i < w->group_count; i++)
        if (w->groups[i].idx == idx && w->groups[i].ability == ability && w->groups[i].started &&
            !w->groups[i].dead)
            return 1;
    return 0;
}

/* The card of its controller's graveyard, the top one first, whose text it has (CR 612.5). What its own abilities had begun goes on
 * (CR 613.5); the others are those of the new text. */
static void full_text(rt_work *w, uint32_t idx, const vm_mod *m, const rt_ctx *c)
{
    rt_game *g = w->g;
    const uint32_t player = rt_obj(g, idx)->controller;
    if (w->trial)
        return;
    for (uint32_t i = rt_zone_count(g, VM_ZONE_GRAVEYARD, player); i-- > 0;) {
        const uint32_t card = rt_zone_at(g, VM_ZONE_GRAVEYARD, player, i);
        if (!rt_match(g, m->a, rt_handle(g, card), c))
            continue;
        end_groups(w, idx, VM_NO_SYMBOL);
        rt_obj(g, idx)->face = rt_obj(g, card)->card_face;
        rt_printed(g, idx);
        rt_obj(g, idx)->flags |= RT_OF_FULL_TEXT;
        const vm_face *f = rt_face(g, rt_obj(g, idx));
        for (uint32_t k = f->abilities; k < f->abilities + f->ability_count; k++)
            if (g->pack->ability[k].kind == VM_ABILITY_STATIC &&
                (g->pack->ability[k].zones >> VM_ZONE_BATTLEFIELD & 1) && !has_begun(w, idx, k))
                add_group(w, idx, k, rt_obj(g, idx)->timestamp, 0, 0, rt_obj(g, idx)->copied);
        return;
    }
}

/* This loses this ability: each that it has of it; it is no static one. */
static void lose_ability(rt_work *w, uint32_t idx, uint32_t ability)
{
    rt_game *g = w->g;
    own_abilities(g, idx);
    rt_object *o = rt_obj(g, idx);
    uint16_t kept = 0;
    for (uint32_t i = 0; i < o->granted_count; i++) {
        const rt_granted row = *rt_granted_row(g, o->granted - 1 + i);
        if (row.ability != ability)
            *rt_granted_row(g, o->granted - 1 + kept++) = row;
    }
    o->granted_count = kept;
    look_anew(g, idx);
}

static void lose_keyword(rt_work *w, uint32_t idx, uint32_t keyword)
{
    const rt_library *lib = w->g->lib;
    lose_one(w, idx, keyword);
    CANTRIP_ASSERT(keyword < lib->symbol_marker_count);
    if (lib->symbol_marker[keyword] != VM_MARKER_BANDING)
        return;
    for (uint32_t k = 0; k < lib->symbol_marker_count; k++) /* CR 702.21b */
        if (lib->symbol_marker[k] == VM_MARKER_BANDS_WITH_OTHER)
            lose_one(w, idx, k);
}

static void lose_abilities(rt_work *w, uint32_t idx)
{
    rt_game *g = w->g;
    end_groups(w, idx, VM_NO_SYMBOL);
    const uint32_t first = rt_push_many(g, &g->s->granted, rt_granted_room(0));
    rt_object *o = rt_obj(g, idx);
    o->granted = first + 1; /* an empty list of its own */
    o->granted_count = 0;
    o->markers = o->asked = 0;
    o->listens = 0;
    o->ability_flags = 0;
    o->flags |= RT_OF_LOST_ABILITIES;
}

/* Creature types are for creatures, land types for lands (CR 205.3d). */
static int takes_subtype(const rt_game *g, const rt_object *o, uint32_t n)
{
    const uint64_t bit = UINT64_C(1) << (n & 63);
    return !((g->lib->creature_types[n / 64] & bit) &&
             !(o->types & (VM_TYPE_CREATURE | VM_TYPE_TRIBAL))) &&
           !((g->lib->land_types[n / 64] & bit) && !(o->types & VM_TYPE_LAND));
}

/* Its subtypes but those of a kind; NULL: all. */
static rt_kinds without(const rt_game *g, const rt_object *o, const uint64_t *of_kind)
{
    CANTRIP_ASSERT(o->gen != 0);
    rt_kinds kinds;
    memcpy(kinds.bits, rt_subtypes(g, o), sizeof kinds.bits);
    for (int i = 0; of_kind && i < SUBTYPE_WORDS; i++)
        kinds.bits[i] &= ~of_kind[i];
    return kinds;
}

static void set_subtypes(rt_game *g, uint32_t idx, const uint64_t *of_kind, const vm_mod *m,
                         const rt_ctx *c)
{
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    CANTRIP_ASSERT(vm_mod_describe(m->op) != NULL);
    const rt_object *o = rt_obj(g, idx);
    rt_kinds kinds = without(g, o, of_kind);
    for (uint32_t i = 0; i < m->b; i++) {
        uint32_t n = rt_word(g, c, g->pack->words[m->a + i]);
        if (takes_subtype(g, o, n))
            kinds.bits[n / 64] |= UINT64_C(1) << (n & 63);
    }
    rt_subtypes_set(g, idx, kinds.bits);
}

/* 'This ability' is the one that began the effect; a script's own numbers are none. */
static uint32_t granted_ability(const rt_game *g, const vm_mod *m, const int32_t *args, uint32_t i)
{
    CANTRIP_ASSERT(vm_mod_describe(m->op) != NULL);
    if (!(m->flags & VM_MF_THIS_ABILITY) || !args || (uint32_t)args[1] >= g->pack->ability_count)
        return m->a + i;
    return (uint32_t)args[1];
}

/* What an ability gives its own object counts as printed there (CR 607.1a). */
static uint32_t origin_given(const rt_game *g, const rt_part *p, uint32_t idx, const rt_ctx *c)
{
    if (p->layer == 10 || c->self == rt_handle(g, idx))
        return p->group ? c->origin : rt_obj(g, idx)->copied;
    return p->group ? c->self : RT_ORIGIN_EFFECT | p->timestamp;
}

/* What was chosen: the effect's own value, or what its source has chosen last. */
static int chosen(rt_game *g, const vm_mod *m, const int32_t *args, const rt_ctx *c, uint32_t *out)
{
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    CANTRIP_ASSERT(vm_mod_describe(m->op) != NULL);
    if (!(m->b & 1)) {
        *out = args && m->a < 2 ? (uint32_t)args[m->a] : 0;
        return args != NULL;
    }
    const rt_entity whose = m->b & 4 ? rt_chooser(g, c) : c->self;
    const uint32_t origin = rt_link_origin(g, c, whose);
    rt_spend(g, g->s->link.count / 4);
    for (uint32_t i = 0; i < g->s->link.count; i++) {
        const rt_link *l = rt_link_row(g, i);
        if (l->self == whose && l->slot == m->a && l->origin == origin &&
            l->is_number ==
                1u + (uint32_t)vm_value_type(m->op == VM_MOD_SET_COLOR_CHOSEN ? 'c' : 's')) {
            *out = l->value;
            return 1;
        }
    }
    return 0;
}

static void become_chosen(rt_game *g, uint32_t idx, uint32_t op, uint32_t value, int also)
{
    CANTRIP_ASSERT(vm_mod_describe(op) != NULL);
    rt_object *o = rt_obj(g, idx);
    if (op == VM_MOD_SET_COLOR_CHOSEN) {
        o->colors = (uint8_t)((also ? o->colors : 0) | (value & 31));
        return;
    }
    if (value >= VM_SUBTYPE_MAX || !takes_subtype(g, o, value))
        return;
    if (!also)
        o->flags &= ~(uint32_t)RT_OF_ALL_CREATURE_TYPES;
    rt_kinds kinds = without(g, o, also ? NULL : g->lib->creature_types);
    kinds.bits[value / 64] |= UINT64_C(1) << (value & 63);
    rt_subtypes_set(g, idx, kinds.bits);
}

/* What has lost a card type has lost the subtypes that only go with it (CR 205.1a). */
static void drop_subtypes(rt_game *g, uint32_t idx)
{
    rt_object *o = rt_obj(g, idx);
    const struct {
        uint32_t types;
        const uint64_t *kinds;
    } OF[] = {{VM_TYPE_CREATURE | VM_TYPE_TRIBAL, g->lib->creature_types},
              {VM_TYPE_LAND, g->lib->land_types},
              {VM_TYPE_ARTIFACT, g->lib->artifact_types},
              {VM_TYPE_ENCHANTMENT, g->lib->enchantment_types}};
    rt_kinds kinds = without(g, o, NULL);
    int some = 0;
    if (!(o->types & OF[0].types))
        o->flags &= ~(uint32_t)RT_OF_ALL_CREATURE_TYPES;
    for (uint32_t k = 0; k < sizeof OF / sizeof *OF; k++)
        for (int i = 0; !(o->types & OF[k].types) && i < SUBTYPE_WORDS; i++) {
            some |= (kinds.bits[i] & OF[k].kinds[i]) != 0;
            kinds.bits[i] &= ~OF[k].kinds[i];
        }
    if (some)
        rt_subtypes_set(g, idx, kinds.bits);
}

/* +X/+X: what is worked out for one is worked out for the other. */
static int is_square(const vm_mod *m)
{
    return m->fa && m->fa == m->fb;
}

static void apply_to(rt_work *w, const rt_part *p, uint32_t idx, const rt_ctx *c)
{
    rt_game *g = w->g;
    rt_object *o = rt_obj(g, idx);
    const vm_mod *m = p->mod;
    int32_t values[2] = {0, 0};
    const int32_t *args = p->effect ? values : NULL;
    uint32_t value;
    if (p->effect) /* not the row itself: abilities that are added may move it */
        memcpy(values, rt_effect_row(g, p->effect - 1)->value, sizeof values);
    rt_entity e = rt_handle(g, idx);
    switch (m->op) {
    case VM_MOD_NO_MANA_COST:
        o->flags |= RT_OF_NO_COST;
        break;
    case VM_MOD_CONTROL:
        if (!(g->s->gone >> c->controller & 1)) /* CR 800.4a */
            o->controller = c->controller;
        break;
    case VM_MOD_ADD_TYPES:
        o->types |= m->a;
        break;
    case VM_MOD_SET_TYPES:
        o->types = (o->types & ~(uint32_t)VM_TYPE_MASK) | m->a;
        drop_subtypes(g, idx);
        break;
    case VM_MOD_REMOVE_TYPES:
        o->types &= ~m->a;
        drop_subtypes(g, idx);
        break;
    case VM_MOD_ADD_SUBTYPES:
        set_subtypes(g, idx, NULL, m, c);
        break;
    case VM_MOD_SET_LAND_TYPES: /* CR 305.7 */
        set_subtypes(g, idx, g->lib->land_types, m, c);
        lose_abilities(w, idx);
        break;
    case VM_MOD_SET_CREATURE_TYPES:
        o->flags &= ~(uint32_t)RT_OF_ALL_CREATURE_TYPES;
        set_subtypes(g, idx, g->lib->creature_types, m, c);
        break;
    case VM_MOD_ALL_CREATURE_TYPES:
        o->flags |= RT_OF_ALL_CREATURE_TYPES;
        break;
    case VM_MOD_ADD_CREATURE_TYPE_CHOSEN:
    case VM_MOD_SET_COLOR_CHOSEN:
        if (chosen(g, m, args, c, &value))
            become_chosen(g, idx, m->op, value, (m->b & 2) != 0);
        break;
    case VM_MOD_SET_COLORS:
        o->colors = (uint8_t)rt_color_words(g, c, m->a);
        break;
    case VM_MOD_ADD_COLORS:
        o->colors |= (uint8_t)rt_color_words(g, c, m->a);
        break;
    case VM_MOD_ADD_ABILITIES:
        for (uint32_t i = 0; i < m->b; i++)
            add_ability(w, idx, granted_ability(g, m, args, i), p->timestamp, p->layer != 10,
                        p->layer == 10 ? rt_handle(g, idx)
                        : p->group     ? c->self
                                       : 0,
                        origin_given(g, p, idx, c));
        break;
    case VM_MOD_LOSE_ALL_ABILITIES:
        lose_abilities(w, idx);
        rt_obj(g, idx)->flags |= RT_OF_NO_LAND_MANA;
        break;
    case VM_MOD_FULL_TEXT:
        full_text(w, idx, m, c);
        break;
    case VM_MOD_ALL_NAMES:
        o->names = m->a + 1;
        break;
    case VM_MOD_GAINS_ABILITY:
        if (args && (uint32_t)args[0] < g->pack->ability_count &&
            g->pack->ability[args[0]].kind == VM_ABILITY_ACTIVATED)
            add_ability(w, idx, (uint32_t)args[0], p->timestamp, 1, 0,
                        RT_ORIGIN_EFFECT | p->timestamp);
        break;
    case VM_MOD_LOSE_THIS_ABILITY:
        if (args)
            lose_ability(w, idx, (uint32_t)args[1]);
        break;
    case VM_MOD_LOSE_KEYWORD:
    case VM_MOD_CANT_HAVE_KEYWORD:
        lose_keyword(w, idx, m->a);
        break;
    case VM_MOD_DEFINE_PT:
    case VM_MOD_SET_PT: {
        int32_t power = rt_mod_value(g, m, 0, args, c, e);
        if (m->op == VM_MOD_SET_PT || m->fa)
            rt_obj(g, idx)->power = power;
        int32_t toughness = rt_mod_value(g, m, 1, args, c, e);
        if (m->op == VM_MOD_SET_PT || m->fb)
            rt_obj(g, idx)->toughness = toughness;
        break;
    }
    case VM_MOD_SET_POWER:
    case VM_MOD_SET_TOUGHNESS: {
        const int32_t base = rt_mod_value(g, m, 0, args, c, e);
        *(m->op == VM_MOD_SET_POWER ? &rt_obj(g, idx)->power : &rt_obj(g, idx)->toughness) = base;
        break;
    }
    case VM_MOD_GET_PT: {
        int32_t power = rt_mod_value(g, m, 0, args, c, e),
                toughness = is_square(m) ? power : rt_mod_value(g, m, 1, args, c, e);
        RT_CHECK_AGAIN(g, toughness == rt_mod_value(g, m, 1, args, c, e));
        rt_obj(g, idx)->power = rt_sum(rt_obj(g, idx)->power, power);
        rt_obj(g, idx)->toughness = rt_sum(rt_obj(g, idx)->toughness, toughness);
        break;
    }
    case VM_MOD_TRAIT:
        o->markers |= 1u << m->a;
        break;
    case VM_MOD_SWITCH_PT: {
        int32_t t = o->power;
        o->power = o->toughness;
        o->toughness = t;
        break;
    }
    default:
        break;
    }
}

static void apply_part_to(rt_work *w, const rt_part *p, uint32_t idx, const rt_ctx *c)
{
    if (w->trial || !rt_why_asks(w->g, idx)) {
        apply_to(w, p, idx, c);
        return;
    }
    const rt_object before = *rt_obj(w->g, idx);
    apply_to(w, p, idx, c);
    rt_why_changed(w->g, &before, p->layer, c->self);
}

rt_ctx rt_effect_ctx(const rt_game *g, uint32_t effect)
{
    const rt_effect *e = rt_effect_row(g, effect - 1);
    rt_ctx c;
    memset(&c, 0, sizeof c);
    c.self = e->source;
    c.controller = e->controller;
    c.event_player = RT_NOBODY;
    c.ability = VM_NO_SYMBOL;
    c.x = e->value[0];
    c.amount = e->value[1];
    return c;
}

/* Layer 1: the copiable values of what is a copy (CR 613.1a), exceptions and all. */
void rt_copy_layer(rt_work *w)
{
    rt_game *g = w->g;
    for (uint32_t i = 0; i < g->s->effect.count; i++) {
        const rt_effect e = *rt_effect_row(g, i);
        const rt_object *o = e.copy ? rt_live(g, e.object[0]) : NULL;
        if (!o || o->zone != VM_ZONE_BATTLEFIELD)
            continue;
        const uint32_t idx = RT_INDEX(e.object[0]);
        const rt_ctx c = rt_effect_ctx(g, i + 1);
        for (uint32_t k = 0; k < e.mod_count; k++) {
            const rt_part p = {.mod = &g->pack->mod[e.mods + k],
                               .timestamp = rt_obj(g, idx)->timestamp,
                               .effect = i + 1,
                               .layer = 10};
            if (p.mod->op == VM_MOD_COPY) {
                const rt_object before = *rt_obj(g, idx);
                rt_obj(g, idx)->face = (uint16_t)e.value[0];
                rt_obj(g, idx)->copied = RT_ORIGIN_EFFECT | e.timestamp;
                drop_groups(w, idx);
                rt_printed(g, idx);
                if (rt_why_asks(g, idx))
                    rt_why_changed(g, &before, 10, c.self);
                continue;
            }
            if (rt_obj(g, idx)->flags & RT_OF_FACE_DOWN) /* CR 707.10 */
                continue;
            if (p.mod->op == VM_MOD_SET_PT)
                rt_obj(g, idx)->flags |= RT_OF_PT_FIXED;
            apply_part_to(w, &p, idx, &c);
        }
    }
}

void rt_mod_once(rt_game *g, uint32_t idx, uint32_t mod)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    const rt_temp_mark mark = rt_temp_here(g);
    rt_work w = {.g = g};
    const rt_part p = {.mod = &g->pack->mod[mod], .layer = 10};
    const rt_ctx c = rt_ctx_for(g, rt_handle(g, idx), VM_NO_SYMBOL);
    apply_part_to(&w, &p, idx, &c);
    rt_temp_release(g, mark);
}

/* Does the static ability still (or already) apply? CR 613.5: once it has begun it goes on. */
/* Its source has that ability no more, whatever it asks for. */
int rt_group_is_lost(const rt_work *w, uint32_t number)
{
    const rt_group *grp = &w->groups[number - 1];
    return !grp->granted && (rt_obj(w->g, grp->idx)->flags & RT_OF_LOST_ABILITIES) != 0;
}

int rt_group_applies(rt_work *w, uint32_t number)
{
    rt_group *grp = &w->groups[number - 1];
    if (grp->started)
        return !grp->dead;
    const rt_object *o = rt_obj(w->g, grp->idx);
    if (!grp->granted && (o->flags & RT_OF_LOST_ABILITIES))
        return 0;
    const vm_ability *a = &w->g->pack->ability[grp->ability];
    grp->ctx.controller = o->controller;
    return !a->condition || rt_value(w->g, a->condition, &grp->ctx, 0) != 0;
}

/* Selectors that ask nothing of the source but who controls it reach the same, whoever they are of. */
static int is_common(const rt_game *g, uint32_t sel)
{
    const vm_selector *s = &g->pack->selector[sel];
    return sel && !s->pred && s->which == VM_WHICH_ANY && !g->s->text_changes;
}

static int has_memo(const rt_work *w, const rt_part *p, const rt_ctx *c)
{
    return w->memo_sel && !w->memo_off && w->memo_sel == p->mod->sel &&
           w->memo_controller == c->controller && !w->g->s->text_changes;
}

static void keep_memo(rt_work *w, const rt_part *p, const rt_ctx *c, const uint64_t *bits,
                      uint32_t count)
{
    if (w->memo_off || !is_common(w->g, p->mod->sel))
        return;
    w->memo_sel = p->mod->sel;
    w->memo_controller = c->controller;
    w->memo_reads = rt_selector_reads((rt_library *)w->g->lib, p->mod->sel);
    w->memo_count = count;
    memcpy(w->memo, bits, sizeof *bits * w->words);
}

/* Nothing is called, so nothing moves. */
static uint32_t reach_at_a_glance(const rt_work *w, const rt_glance *glance, uint64_t *bits)
{
    uint32_t n = 0;
    const uint32_t *list = w->field;
    const rt_object *object = rt_object_row(w->g, 0);
    for (uint32_t i = 0; i < w->field_count; i++) {
        const rt_object *o = &object[list[i]];
        if (rt_is_other(w->g, glance, o) ||
            ((uint32_t)o->gen << RT_INDEX_BITS | list[i]) == glance->source)
            continue;
        bits[i / 64] |= UINT64_C(1) << (i & 63);
        n++;
    }
    return n;
}

/* The permanents that a part affects now, as bits over the battlefield's order. */
uint32_t rt_part_reach(rt_work *w, const rt_part *p, uint64_t *bits)
{
    rt_game *g = w->g;
    uint32_t n = 0;
    rt_spend(g, w->words);
    memset(bits, 0, sizeof *bits * w->words);
    if (p->effect) {
        rt_spend(g, w->field_count);
        const rt_effect *e = rt_effect_row(g, p->effect - 1);
        for (uint32_t i = 0; i < w->field_count; i++) {
            rt_entity h = rt_handle(g, rt_field_at(w, i));
            for (int k = 0; k < 4; k++)
                if (e->object[k] == h) {
                    bits[i / 64] |= UINT64_C(1) << (i & 63);
                    n++;
                }
        }
        return n;
    }
    if (!rt_group_applies(w, p->group))
        return 0;
    const rt_ctx c = w->groups[p->group - 1].ctx;
    const rt_group *grp = &w->groups[p->group - 1];
    if (grp->started && grp->kept && grp->reach_sel == p->mod->sel) {
        memcpy(bits, grp->reach, sizeof *bits * w->words);
        return 1;
    }
    if (p->mod->sel && !(g->pack->selector[p->mod->sel].zones >> VM_ZONE_BATTLEFIELD & 1))
        return 0; /* 'cards in graveyards', 'spells' */
    const int is_known = has_memo(w, p, &c);
    if (is_known && !RT_CHECKING) {
        memcpy(bits, w->memo, sizeof *bits * w->words);
        return w->memo_count;
    }
    rt_spend(g, w->field_count);
    const rt_named only = rt_named_by(g, p->mod->sel, &c);
    const rt_glance glance = only.any ? (rt_glance){0} : rt_glance_of(g, p->mod->sel, &c);
    if (glance.whole && p->mod->sel && !RT_CHECKING) {
        n = reach_at_a_glance(w, &glance, bits);
        keep_memo(w, p, &c, bits, n);
        return n;
    }
    for (uint32_t i = 0; i < w->field_count; i++) {
        const uint32_t idx = rt_field_at(w, i);
        const int hit = !p->mod->sel ? idx == RT_INDEX(c.self)
                        : only.any   ? rt_may_match(&only, rt_handle(g, idx)) &&
                                         rt_match(g, p->mod->sel, rt_handle(g, idx), &c)
                                   : rt_is_described(g, p->mod->sel, idx, &c, &glance);
        if (hit) {
            bits[i / 64] |= UINT64_C(1) << (i & 63);
            n++;
        }
    }
    CANTRIP_ASSERT(!is_known || !memcmp(bits, w->memo, sizeof *bits * w->words));
    keep_memo(w, p, &c, bits, n);
    return n;
}

/* 'all cards', 'creature spells you control': what a static ability does to objects in other zones. */
static void apply_elsewhere(rt_work *w, const rt_part *p)
{
    const rt_ctx c = w->groups[p->group - 1].ctx;
    uint32_t *list;
    for (uint32_t i = 0, n = rt_elsewhere_list(w, p, &list); i < n; i++)
        apply_part_to(w, p, list[i], &c);
}

/* ---- anthems ----------------------------------------------------------------------------------
 *
 * A thousand that say the same to the same creatures are one addition to each of them. */

typedef struct sum {
    int32_t power, toughness;
} sum;

/* Does it do nothing but add numbers that stand in it, and of one sign, to what a description common to many finds? */
static int is_addition(const rt_work *w, const rt_part *p, sum *out)
{
    const vm_mod *m = p->mod;
    if (m->op != VM_MOD_GET_PT || p->effect || m->fa || m->fb || m->flags || w->trial || w->tried ||
        w->g->why || rt_other_zones(w->g, m) || (p->reads & w->layer_writes) ||
        !is_common(w->g, m->sel) ||
        w->g->pack->ability[w->groups[p->group - 1].ability].mod_count != 1)
        return 0;
    *out = (sum){(int32_t)m->a, (int32_t)m->b};
    return 1;
}

static int is_same_way(int32_t a,
                       int32_t b) /* no sum is cut off that the order would decide about */
{
    return (a >= 0 && b >= 0) || (a <= 0 && b <= 0);
}

/* Those directly behind `p`, which has just been found to reach something, that add to the same: they are done with it. */
static sum add_alike(rt_work *w, uint32_t at)
{
    const rt_part first = w->parts[at];
    sum all = {0, 0}, one;
    is_addition(w, &first, &all);
    const uint32_t you = w->groups[first.group - 1].ctx.controller;
    for (uint32_t i = at + 1; i < w->layer_end; i++) {
        rt_part *p = &w->parts[i];
        if (p->done || p->layer != first.layer || p->mod->sel != first.mod->sel ||
            !is_addition(w, p, &one) || !is_same_way(all.power, one.power) ||
            !is_same_way(all.toughness, one.toughness) || !rt_group_applies(w, p->group) ||
            w->groups[p->group - 1].ctx.controller != you)
            break;
        rt_spend(w->g, 1);
        p->done = w->groups[p->group - 1].started = 1;
        all.power = rt_sum(all.power, one.power);
        all.toughness = rt_sum(all.toughness, one.toughness);
    }
    return all;
}

static void add_to(const rt_work *w, sum all, const uint64_t *bits)
{
    for (uint32_t k = 0; k < w->words; k++)
        for (uint64_t left = bits[k]; left; left &= left - 1) {
            rt_object *o = rt_obj(w->g, rt_field_at(w, k * 64 + (uint32_t)__builtin_ctzll(left)));
            o->power = rt_sum(o->power, all.power);
            o->toughness = rt_sum(o->toughness, all.toughness);
        }
}

/* A trial mostly brings back what it did to permanents alone. */
static int can_change(const rt_work *w, const rt_object *o)
{
    return o->zone == VM_ZONE_BATTLEFIELD || (w->trial != RT_TRIAL_HERE && rt_is_elsewhere(o));
}

void rt_part_apply(rt_work *w, rt_part *p)
{
    rt_game *g = w->g;
    uint64_t *bits = w->bits;
    const uint32_t at = (uint32_t)(p - w->parts);
    const rt_part here = *p; /* parts may move when abilities bring new ones */
    p->done = 1;
    uint32_t n = here.effect || !here.mod->sel ? 0 : rt_part_reach(w, &here, bits);
    if (here.writes & w->memo_reads) /* what follows may change it */
        w->memo_sel = 0;
    if (here.effect) { /* what it affects was fixed when it began (CR 611.2c) */
        rt_ctx c = rt_effect_ctx(g, here.effect);
        for (int k = 0; k < 4; k++) {
            rt_entity e = rt_effect_row(g, here.effect - 1)->object[k];
            const rt_object *o = e && is_computed(w, e) ? rt_live(g, e) : NULL;
            if (o && can_change(w, o))
                apply_part_to(w, &here, RT_INDEX(e), &c);
        }
        return;
    }
    if (!here.mod->sel) { /* about itself alone */
        const int applies = rt_group_applies(w, here.group);
        rt_group *grp = &w->groups[here.group - 1];
        const rt_ctx self = grp->ctx;
        grp->started = 1;
        grp->dead = (uint8_t)!applies;
        if (applies && is_computed(w, grp->ctx.self) && can_change(w, rt_obj(g, grp->idx)))
            apply_part_to(w, &here, grp->idx, &self);
        return;
    }
    if (n || rt_group_applies(w, here.group)) {
        rt_group *grp = &w->groups[here.group - 1];
        if (!grp->started && grp->reach && here.layer) {
            grp->kept = 1;
            grp->reach_sel = here.mod->sel;
            memcpy(grp->reach, bits, sizeof *bits * w->words);
        }
        grp->started = 1;
    } else {
        w->groups[here.group - 1].started = w->groups[here.group - 1].dead = 1;
    }
    if (w->trial != RT_TRIAL_HERE && g->s->wide_effects && rt_other_zones(g, here.mod) &&
        !w->groups[here.group - 1].dead)
        apply_elsewhere(w, &here);
    if (!n)
        return;
    sum all;
    if (is_addition(w, &here, &all)) {
        add_to(w, add_alike(w, at), bits);
        return;
    }
    rt_ctx c = w->groups[here.group - 1].ctx;
    for (uint32_t k = 0; k < w->words; k++)
        for (uint64_t left = bits[k]; left; left &= left - 1)
            apply_part_to(w, &here, rt_field_at(w, k * 64 + (uint32_t)__builtin_ctzll(left)), &c);
}
