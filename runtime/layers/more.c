/* What rules give players more of: votes (CR 701.31d), cards that are looked at as they surveil (CR 701.41b); and what
 * they let nobody do more often: casting, drawing, attacking, blocking (CR 101.2). */
#include "runtime/layers/layers.h"

typedef struct more {
    uint32_t what, count;
} more;

static int add(rt_game *g, const vm_mod *m, const rt_ctx *rule, void *user)
{
    CANTRIP_ASSERT(rule->controller < g->s->player.count &&
                   (rule->ability == VM_NO_SYMBOL || rule->ability < g->pack->ability_count));
    CANTRIP_ASSERT(vm_mod_describe(m->op) != NULL);
    (void)g, (void)rule;
    more *all = user;
    if (m->a == all->what && all->count < VM_NUMBER_MAX)
        all->count += m->b < VM_NUMBER_MAX ? m->b : VM_NUMBER_MAX;
    return 0;
}

uint32_t rt_more_of(rt_game *g, uint32_t player, uint32_t what)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    more all = {what, 0};
    rt_each_rule(g, VM_MOD_MORE, RT_PLAYER(player), add, &all);
    return all.count;
}

typedef struct most {
    rt_entity player;
    uint32_t what;
    int32_t count;
} most;

static int tighten(rt_game *g, const vm_mod *m, const rt_ctx *rule, void *user)
{
    CANTRIP_ASSERT(rule->controller < g->s->player.count &&
                   (rule->ability == VM_NO_SYMBOL || rule->ability < g->pack->ability_count));
    CANTRIP_ASSERT(vm_mod_describe(m->op) != NULL);
    most *all = user;
    const int32_t v =
        m->b == all->what ? rt_mod_value(g, m, 0, NULL, rule, all->player) : INT32_MAX;
    all->count = v < all->count ? v : all->count;
    return 0;
}

int32_t rt_most_of(rt_game *g, uint32_t player, uint32_t what)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    most all = {RT_PLAYER(player), what, INT32_MAX};
    if (rt_may_rule(g, VM_MOD_MOST, all.player))
        rt_each_rule(g, VM_MOD_MOST, all.player, tighten, &all);
    return all.count;
}

uint64_t rt_more(rt_game *g, uint64_t players, uint32_t what)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < rt_set_count(players); i++) {
        const rt_entity e = rt_set_at(g, players, i);
        if (RT_IS_PLAYER(e))
            n += rt_more_of(g, RT_PLAYER_OF(e), what);
    }
    return n < VM_NUMBER_MAX ? n : VM_NUMBER_MAX;
}
