/* Permanents with which somebody could do anything: lands, what has activated abilities, what lies face down; and
 * planeswalkers, which can be attacked. Most of a very large board is none of these, and questions are many, so they are found once for as long as characteristics stay. */
#include "runtime/query/query.h"

static int is_actor(const rt_object *o)
{
    return RT_IS(o, LAND) || (o->ability_flags >> VM_ABILITY_ACTIVATED & 1) ||
           (o->flags & RT_OF_FACE_DOWN);
}

/* Mana abilities that only tap and add mana are for paying. */
static int is_doer(const rt_game *g, const rt_object *o)
{
    const rt_face_info *f = &g->lib->face[o->face];
    return (o->flags & RT_OF_FACE_DOWN) || ((o->ability_flags >> VM_ABILITY_ACTIVATED & 1) &&
                                            (o->granted || f->does || f->for_others));
}

/* Places of the battlefield, in its order. */
static void find(rt_game *g)
{
    rt_run *run = g->run;
    uint32_t n;
    const uint32_t *all = rt_permanents(g, &n);
    rt_spend(g, n / 4 + 1);
    run->actor_count = run->doer_count = run->walker_count = 0;
    uint32_t *doer = run->actor + run->actor_cap, *walker = doer + run->actor_cap;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t idx = all[i];
        const rt_object *o = rt_obj(g, idx);
        if (is_actor(o))
            run->actor[run->actor_count++] = i;
        if (is_doer(g, o))
            doer[run->doer_count++] = idx;
        if (RT_IS(o, PLANESWALKER))
            walker[run->walker_count++] = idx;
    }
    run->actors_at = g->s->dirty ? 0 : run->placed + 1;
}

static int is_right(const rt_game *g)
{
    uint32_t k = 0, walkers = 0;
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        const rt_object *o = rt_obj(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i));
        if (is_actor(o) && (k == g->run->actor_count || g->run->actor[k++] != i))
            return 0;
        walkers += RT_IS(o, PLANESWALKER) != 0;
    }
    return k == g->run->actor_count && walkers == g->run->walker_count;
}

static void find_again(rt_game *g)
{
    rt_run *run = g->run;
    const uint32_t n = rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0);
    if (run->actor_cap < n + 1) {
        const uint32_t cap = n + n / 2 + 32;
        base_free(g->pack->memory, run->actor);
        run->actor_cap = run->actors_at = 0;
        run->actor = base_alloc(g->pack->memory, 3 * cap * sizeof *run->actor);
        if (!run->actor)
            rt_fail(g, RT_FAULT_MEMORY, 0);
        run->actor_cap = cap;
    }
    if (g->s->dirty || run->actors_at != run->placed + 1)
        find(g);
    CANTRIP_ASSERT(is_right(g));
}

uint32_t rt_actors(rt_game *g, const uint32_t **out_places)
{
    find_again(g);
    *out_places = g->run->actor;
    return g->run->actor_count;
}

uint32_t rt_doers(rt_game *g, const uint32_t **out_objects)
{
    find_again(g);
    *out_objects = g->run->actor + g->run->actor_cap;
    return g->run->doer_count;
}

uint32_t rt_walkers(rt_game *g, const uint32_t **out_objects)
{
    find_again(g);
    *out_objects = g->run->actor + 2 * (size_t)g->run->actor_cap;
    return g->run->walker_count;
}

/* ---- who attacks ------------------------------------------------------------------------------- */

static int attackers_are_right(const rt_game *g)
{
    uint32_t k = 0;
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        if ((rt_obj(g, idx)->flags & RT_OF_ATTACKING) &&
            (k == g->run->attacker_count || g->run->attacker[k++] != idx))
            return 0;
    }
    return k == g->run->attacker_count;
}

/* Those that attack, in the order of the battlefield: they stay while block after block is declared. */
uint32_t rt_attackers(rt_game *g, const uint32_t **out_objects)
{
    rt_run *run = g->run;
    const uint32_t field = rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0);
    if (!run->attackers_known) {
        run->attacker_count = 0;
        rt_spend(g, field / 4);
        for (uint32_t i = 0; i < field; i++) {
            const uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
            if (!(rt_obj(g, idx)->flags & RT_OF_ATTACKING))
                continue;
            if (run->attacker_count == run->attacker_cap) {
                const uint32_t cap = run->attacker_cap * 2 + 16;
                uint32_t *more = base_resize(g->pack->memory, run->attacker, cap * sizeof *more);
                if (!more)
                    rt_fail(g, RT_FAULT_MEMORY, 0);
                run->attacker = more;
                run->attacker_cap = cap;
            }
            run->attacker[run->attacker_count++] = idx;
        }
        run->attackers_known = 1;
    }
    CANTRIP_ASSERT(attackers_are_right(g));
    *out_objects = run->attacker;
    return run->attacker_count;
}
