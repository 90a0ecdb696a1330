/* What rules give players more of: votes (CR 701.31d), cards that are looked at as they surveil (CR 701.41b). */
#include "runtime/rules.h"

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
