/* What continuous effects do to cards and spells that are not on the battlefield (CR 613, 112.6): which they reach, and what
 * has to be remembered where one is tried out that another may depend on (CR 613.7a). */
#include "runtime/layers/parts.h"

static uint32_t list_zone(rt_work *w, const rt_part *p, uint32_t zone, uint32_t player,
                          uint32_t *list)
{
    rt_game *g = w->g;
    const rt_ctx c = w->groups[p->group - 1].ctx;
    const rt_named only = rt_named_by(g, p->mod->sel, &c);
    uint32_t n = 0;
    for (uint32_t i = 0; i < rt_zone_count(g, zone, player); i++) {
        const uint32_t idx = rt_zone_at(g, zone, player, i);
        if (rt_is_elsewhere(rt_obj(g, idx)) && rt_may_match(&only, rt_handle(g, idx)) &&
            rt_match(g, p->mod->sel, rt_handle(g, idx), &c))
            list[n++] = idx;
    }
    return n;
}

uint32_t rt_elsewhere_list(rt_work *w, const rt_part *p, uint32_t **out)
{
    rt_game *g = w->g;
    CANTRIP_ASSERT(p->group && p->mod->sel);
    const uint32_t zones = rt_other_zones(g, p->mod);
    uint32_t n = 0;
    uint32_t *list = rt_temp_alloc(g, g->s->object.count * sizeof *list);
    for (uint32_t zone = 0; zone < VM_ZONE_COUNT; zone++) {
        const int shared = zone == VM_ZONE_STACK || zone == VM_ZONE_COMMAND;
        const uint32_t owners = shared ? 1 : g->s->player.count;
        for (uint32_t player = 0; (zones >> zone & 1) && player < owners; player++)
            n += list_zone(w, p, zone, player, list + n);
    }
    *out = list;
    return n;
}

int rt_elsewhere_reaches(const rt_work *w, const rt_part *p)
{
    const rt_game *g = w->g;
    CANTRIP_ASSERT(p->mod != NULL);
    if (!g->s->wide_effects ||
        !p->group) /* what an effect reaches was fixed when it began (CR 611.2c) */
        return 0;
    return p->mod->sel ? rt_other_zones(g, p->mod) != 0
                       : rt_is_elsewhere(rt_obj(g, w->groups[p->group - 1].idx));
}

static uint64_t mix(uint64_t h, uint64_t value)
{
    return (h ^ value) * UINT64_C(0x100000001B3);
}

uint64_t rt_elsewhere_reach(rt_work *w, const rt_part *p)
{
    rt_game *g = w->g;
    CANTRIP_ASSERT(rt_elsewhere_reaches(w, p));
    if (!rt_group_applies(w, p->group))
        return 0;
    const rt_ctx c = w->groups[p->group - 1].ctx;
    uint32_t itself = w->groups[p->group - 1].idx, *list = &itself;
    const uint32_t n = p->mod->sel ? rt_elsewhere_list(w, p, &list) : 1;
    uint64_t h = 1;
    for (uint32_t i = 0; i < n; i++) {
        h = mix(h, rt_handle(g, list[i]));
        for (int which = 0; which < 2 && (p->mod->fa | p->mod->fb); which++)
            h = mix(h, (uint32_t)rt_mod_value(g, p->mod, which, NULL, &c, rt_handle(g, list[i])));
    }
    return h;
}

rt_object *rt_elsewhere_save(const rt_work *w)
{
    CANTRIP_ASSERT(w->g->s->wide_effects);
    rt_spend(w->g, w->g->s->object.count);
    rt_object *saved = rt_temp_alloc(w->g, sizeof *saved * w->g->s->object.count);
    for (uint32_t i = 0; i < w->g->s->object.count; i++)
        saved[i] = *rt_obj(w->g, i);
    return saved;
}

void rt_elsewhere_bring_back(const rt_work *w, const rt_object *saved)
{
    CANTRIP_ASSERT(saved != NULL);
    for (uint32_t i = 0; i < w->g->s->object.count; i++)
        if (rt_is_elsewhere(&saved[i]))
            *rt_obj(w->g, i) = saved[i];
}

/* Objects in other zones as they are by themselves, when something had reached them. */
void rt_reset_elsewhere(rt_game *g)
{
    for (uint32_t i = 0; g->s->wide_effects && i < g->s->object.count; i++)
        if (rt_is_elsewhere(rt_obj(g, i)))
            rt_printed(g, i);
    g->s->wide_effects = 0;
}
