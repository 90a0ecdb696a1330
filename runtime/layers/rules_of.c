/* Rules that are not about characteristics (layer 0 of mods.def): which of them affect something. */
#include "runtime/layers/parts.h"
#include "runtime/natives/natives.h"

static int says_yes(rt_game *g, const vm_mod *m, const rt_ctx *c, void *user)
{
    (void)g, (void)m, (void)c, (void)user;
    return 1;
}

int rt_some_rule_on(rt_game *g, uint32_t op, rt_entity e)
{
    CANTRIP_ASSERT(vm_mod_describe(op) != NULL);
    CANTRIP_ASSERT(rt_is_entity(g, e));
    const rt_object *o = RT_IS_PLAYER(e) ? NULL : rt_live(g, e);
    if (o && o->zone == VM_ZONE_BATTLEFIELD && !(o->rules & RT_RULE(op)))
        return 0;
    return rt_each_rule_of(g, op, e, says_yes, NULL);
}

/* Most rules are about their own source, or what it is attached to: nothing needs to be asked of others. */
static int may_be_about(const rt_game *g, const vm_mod *m, uint32_t idx, rt_entity e)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    const uint32_t names = m->sel ? rt_selector_names(g->lib, m->sel) : RT_NAMES_THIS;
    return !names || ((names & RT_NAMES_THIS) && e == rt_handle(g, idx)) ||
           ((names & RT_NAMES_HOST) && e == rt_here(g, rt_obj(g, idx))->attached);
}

/* The rules that the static abilities of this object make for e. What functions everywhere is about the object itself: 'this
 * costs {1} more', 'this can't be countered'. */
static int rules_by(rt_game *g, uint32_t idx, uint32_t op, rt_entity e, rt_rule_fn each, void *user)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(vm_mod_describe(op) != NULL);
    CANTRIP_ASSERT(rt_is_entity(g, e));
    const uint32_t zone = rt_obj(g, idx)->zone;
    if (g->s->ignored.count && rt_is_ignored(g, rt_handle(g, idx), e))
        return 0;
    rt_spend(g, rt_ability_count(g, rt_obj(g, idx)));
    for (uint32_t k = 0, count = rt_ability_count(g, rt_obj(g, idx)); k < count; k++) {
        const uint32_t id = rt_ability_at(g, rt_obj(g, idx), k);
        const vm_ability *a = &g->pack->ability[id];
        if (a->kind != VM_ABILITY_STATIC || !(a->zones >> zone & 1) ||
            (zone != VM_ZONE_BATTLEFIELD && a->zones == RT_EVERYWHERE && e != rt_handle(g, idx)))
            continue;
        for (uint32_t q = 0; q < a->mod_count; q++) {
            const vm_mod *m = &g->pack->mod[a->mods + q];
            if (m->op != op || !may_be_about(g, m, idx, e))
                continue;
            rt_ctx c = rt_ctx_for(g, rt_handle(g, idx), id);
            rt_ctx_given(g, &c, rt_obj(g, idx), k);
            if (a->condition && !rt_value(g, a->condition, &c, 0))
                continue;
            if (m->sel && !rt_match(g, m->sel, e, &c))
                continue;
            int r = each(g, m, &c, user);
            if (r)
                return r;
        }
    }
    return 0;
}

/* Could one of its static abilities be such a rule? Of what is printed that is known. */
static int may_make(const rt_game *g, uint32_t idx, uint32_t op)
{
    const rt_object *o = rt_obj(g, idx);
    return (o->ability_flags >> VM_ABILITY_STATIC & 1) &&
           (o->granted || (g->lib->face[o->face].makes & RT_RULE(op)));
}

int rt_each_rule_of(rt_game *g, uint32_t op, rt_entity e, rt_rule_fn each, void *user)
{
    CANTRIP_ASSERT(vm_mod_describe(op) != NULL);
    CANTRIP_ASSERT(rt_is_entity(g, e));
    g->run->looked |= RT_LOOKED;
    const rt_object *o = RT_IS_PLAYER(e) ? NULL : rt_live(g, e);
    const uint32_t itself = o && o->zone != VM_ZONE_BATTLEFIELD ? RT_INDEX(e) : UINT32_MAX;
    const int own = itself != UINT32_MAX && may_make(g, itself, op)
                        ? rules_by(g, itself, op, e, each, user)
                        : 0;
    if (own || !(g->s->rules_union & RT_RULE(op)))
        return own;
    rt_spend(g, rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0) / 4 + g->s->effect.count + 1);
    for (uint32_t i = 0; i < g->s->effect.count; i++) {
        const rt_effect copy = *rt_effect_row(g, i), *f = &copy;
        for (uint32_t k = 0; k < f->mod_count; k++) {
            const vm_mod *m = &g->pack->mod[f->mods + k];
            if (m->op != op)
                continue;
            rt_ctx by;
            if (m->sel)
                by = rt_effect_ctx(g, i + 1);
            const int described =
                m->sel && !f->copy && !rt_effect_bound(f) && rt_match(g, m->sel, e, &by);
            for (int n = 0; n < 4; n++)
                if (f->object[n] == e || (described && !n)) {
                    rt_ctx c = rt_effect_ctx(g, i + 1);
                    int r = each(g, m, &c, user);
                    if (r)
                        return r;
                }
        }
    }
    for (uint32_t i = 0, n = rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i < n; i++) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        const int r = may_make(g, idx, op) ? rules_by(g, idx, op, e, each, user) : 0;
        if (r)
            return r;
    }
    rt_walk walk = {.zones = rt_static_zones(g), .kind = VM_ABILITY_STATIC};
    for (uint32_t idx; walk.zones && rt_walk_next(g, &walk, &idx);) {
        const int r =
            idx != itself && may_make(g, idx, op) ? rules_by(g, idx, op, e, each, user) : 0;
        if (r)
            return r;
    }
    return 0;
}
