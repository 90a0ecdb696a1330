/* Permanents with which somebody could do anything: lands, what has activated abilities, what lies face down. Most of a
 * very large board is none of these, and questions are many, so they are found once for as long as characteristics stay. */
#include "runtime/rules.h"

static int is_actor(const rt_object *o)
{
    return RT_IS(o, LAND) || (o->ability_flags >> VM_ABILITY_ACTIVATED & 1) ||
           (o->flags & RT_OF_FACE_DOWN);
}

/* Places of the battlefield, in its order. */
static void find(rt_game *g)
{
    rt_run *run = g->run;
    const uint32_t n = rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0);
    rt_spend(g, n / 4 + 1);
    run->actor_count = 0;
    for (uint32_t i = 0; i < n; i++)
        if (is_actor(rt_obj(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i))))
            run->actor[run->actor_count++] = i;
    run->actors_at = g->s->dirty ? 0 : g->s->computed + 1;
}

static int is_right(const rt_game *g)
{
    uint32_t k = 0;
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++)
        if (is_actor(rt_obj(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i))) &&
            (k == g->run->actor_count || g->run->actor[k++] != i))
            return 0;
    return k == g->run->actor_count;
}

uint32_t rt_actors(rt_game *g, const uint32_t **out_places)
{
    rt_run *run = g->run;
    const uint32_t n = rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0);
    if (run->actor_cap < n + 1) {
        const uint32_t cap = n + n / 2 + 32;
        base_free(g->pack->memory, run->actor);
        run->actor_cap = run->actors_at = 0;
        run->actor = base_alloc(g->pack->memory, cap * sizeof *run->actor);
        if (!run->actor)
            rt_fail(g, RT_FAULT_MEMORY, 0);
        run->actor_cap = cap;
    }
    if (g->s->dirty || run->actors_at != g->s->computed + 1)
        find(g);
    CANTRIP_ASSERT(is_right(g));
    *out_places = run->actor;
    return run->actor_count;
}
