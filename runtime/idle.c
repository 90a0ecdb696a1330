/* Most lists of what a player with priority may do hold only "pass": it is not the time, or too much to pay, for everything.
 * Where nothing else decided that than the player's own cards, permanents and mana, it stays so until one of them is stirred:
 * a card or permanent of theirs comes or goes, is tapped or untapped, or characteristics are computed.
 * Builds that check look at everything again. */
#include "runtime/mana.h"

void rt_stir(rt_game *g, uint32_t player)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    g->run->stirred[player]++;
}

void rt_stir_place(rt_game *g, const rt_object *o)
{
    if (o->zone == VM_ZONE_BATTLEFIELD || o->zone == VM_ZONE_COMMAND)
        g->run->stirred[o->controller]++;
    g->run->stirred[o->owner]++;
}

void rt_stir_all(rt_game *g)
{
    g->run->stirs++;
}

/* What others have done could matter, too. */
static int is_special(const rt_game *g, uint32_t player)
{
    return g->s->mana.count || g->s->commander.count || g->s->range ||
           (g->s->float_mana >> player & 1) || rt_mana_may_change(g);
}

/* Whoever has nothing to do when sorceries could be cast has nothing to do at other times. */
int rt_idle_still(const rt_game *g, uint32_t player)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    const rt_run *run = g->run;
    const rt_idle *kept = &run->idle[player];
    return kept->stirs == run->stirs && kept->stirred == run->stirred[player] &&
           kept->turn == g->s->turn && kept->life == *rt_life(g, player) && kept->known &&
           (kept->sorcery || !rt_sorcery_time(g, player)) && !is_special(g, player);
}

void rt_idle_keep(rt_game *g, uint32_t player)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    const rt_run *run = g->run;
    if (run->looked || is_special(g, player))
        return;
    g->run->idle[player] = (rt_idle){1,
                                     run->stirs,
                                     run->stirred[player],
                                     g->s->turn,
                                     (uint32_t)rt_sorcery_time(g, player),
                                     *rt_life(g, player)};
}
