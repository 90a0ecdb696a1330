/* Links (CR 607): an 'as NAME' belongs to the object whose ability set it. */
#include "runtime/query/world.h"
#include "runtime/layers/layers.h"

rt_whose_link rt_link_of(const rt_game *g, const rt_ctx *c, int of_giver)
{
    const rt_entity self = of_giver ? rt_chooser(g, c) : c->self;
    return (rt_whose_link){self, rt_link_origin(g, c, self)};
}

uint64_t rt_link_get(rt_game *g, rt_whose_link of, uint32_t slot, int number)
{
    CANTRIP_ASSERT(rt_is_entity(g, of.self));
    uint32_t start = g->s->heap.count;
    rt_spend(g, g->s->link.count / 4);
    for (uint32_t i = 0; i < g->s->link.count; i++) {
        const rt_link *l = rt_link_row(g, i);
        if (l->self != of.self || l->slot != slot || l->is_number != (uint32_t)number ||
            l->origin != of.origin || l->who)
            continue;
        if (number)
            return (uint64_t)(int64_t)(int32_t)l->value;
        const rt_object *was = rt_live(g, l->value) ? NULL : rt_look(g, l->value);
        if (!was ||
            was->zone != VM_ZONE_EXILE) /* what has left exile is found no more (CR 607.2a) */
            rt_set_keep(g, l->value);
    }
    return number ? 0 : rt_set_finish(g, start);
}

void rt_link_set(rt_game *g, const rt_ctx *c, uint32_t slot, uint64_t value, int number)
{
    const rt_entity self = c->self;
    const uint32_t origin = c->origin; /* the block may move */
    CANTRIP_ASSERT(rt_is_entity(g, self));
    uint32_t n = 0;
    rt_spend(g, g->s->link.count / 4);
    for (uint32_t i = 0; i < g->s->link.count; i++) {
        const rt_link *l = rt_link_row(g, i);
        if (l->self != self || l->slot != slot || l->origin != origin)
            *rt_link_row(g, n++) = *l;
    }
    g->s->link.count = n;
    for (uint32_t i = 0, k = number ? 1 : rt_set_count(value); i < k; i++) {
        uint32_t at = RT_PUSH(g, link);
        *rt_link_row(g, at) = (rt_link){
            self,   slot, (uint32_t)number, number ? (uint32_t)value : rt_set_at(g, value, i),
            origin, 0,    g->s->timestamp,  g->s->resolution};
    }
    rt_dirty(g); /* static abilities may speak of it */
}

uint64_t rt_link_get_of(rt_game *g, rt_whose_link of, rt_entity who, uint32_t slot, int number)
{
    CANTRIP_ASSERT(rt_is_entity(g, of.self) && number);
    rt_spend(g, g->s->link.count / 4);
    for (uint32_t i = 0; who && i < g->s->link.count; i++) {
        const rt_link *l = rt_link_row(g, i);
        if (l->self == of.self && l->slot == slot && l->is_number == (uint32_t)number &&
            l->origin == of.origin && l->who == who)
            return (uint64_t)(int64_t)(int32_t)l->value;
    }
    return number == 1 + vm_value_type('s') ? (uint64_t)-1 : 0; /* subtype 0 is one */
}

void rt_link_set_of(rt_game *g, const rt_ctx *c, rt_entity who, uint32_t slot, uint64_t value,
                    int number)
{
    const rt_entity self = c->self, of[] = {who, 0}; /* it is what was set last, too */
    const uint32_t origin = c->origin;
    CANTRIP_ASSERT(rt_is_entity(g, self) && number);
    uint32_t n = 0;
    rt_spend(g, g->s->link.count / 4);
    for (uint32_t i = 0; i < g->s->link.count; i++) {
        const rt_link *l = rt_link_row(g, i);
        if (l->self != self || l->slot != slot || l->origin != origin || (l->who && l->who != who))
            *rt_link_row(g, n++) = *l;
    }
    g->s->link.count = n;
    for (int i = who ? 0 : 1; i < 2; i++) {
        const uint32_t at = RT_PUSH(g, link);
        *rt_link_row(g, at) =
            (rt_link){self, slot, (uint32_t)number, (uint32_t)value, origin, of[i], 0, 0};
    }
    rt_dirty(g);
}

void rt_link_add(rt_game *g, const rt_ctx *c, uint32_t slot, uint64_t value)
{
    const rt_entity self = c->self;
    const uint32_t origin = c->origin;
    CANTRIP_ASSERT(rt_is_entity(g, self));
    for (uint32_t i = 0, k = rt_set_count(value); i < k; i++) {
        uint32_t at = RT_PUSH(g, link);
        *rt_link_row(g, at) = (rt_link){
            self, slot, 0, rt_set_at(g, value, i), origin, 0, g->s->timestamp, g->s->resolution};
    }
    rt_dirty(g);
}
