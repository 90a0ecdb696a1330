/* What a player with priority may do is asked at every step and after everything that happens, and most of the time it is what it
 * was: mostly "pass" alone. Where nothing else decides that than the player's own cards, permanents and mana, it stays so until
 * one of them is stirred: a card or permanent of theirs comes or goes, is tapped or untapped, or characteristics are
 * computed. Where it has been asked what the rows of selectors describe (targets), until anything is stirred.
 * Builds that check look at everything again. */
#include "runtime/pay/mana.h"
#include "runtime/cast/cast.h"

#include <string.h>

void rt_stir(rt_game *g, uint32_t player)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    g->run->stirred[player]++;
    g->run->moves++;
}

void rt_stir_place(rt_game *g, const rt_object *o)
{
    if (o->zone == VM_ZONE_BATTLEFIELD || o->zone == VM_ZONE_COMMAND)
        g->run->stirred[o->controller]++;
    g->run->stirred[o->owner]++;
    g->run->moves++;
}

void rt_stir_all(rt_game *g)
{
    g->run->stirs++;
    g->run->moves++;
}

/* What others have done could matter, too. */
static int is_special(const rt_game *g, uint32_t player)
{
    return g->s->mana.count || g->s->commander.count || g->s->range ||
           (g->s->float_mana >> player & 1) || rt_mana_may_change(g);
}

/* Whoever has nothing to do when sorceries could be cast has nothing to do at other times. */
const rt_idle *rt_idle_still(const rt_game *g, uint32_t player)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    const rt_run *run = g->run;
    const rt_idle *kept = &run->idle[player];
    if (!kept->known || kept->stirs != run->stirs || kept->stirred != run->stirred[player] ||
        (kept->moves && kept->moves != run->moves + 1) || kept->turn != g->s->turn ||
        kept->life != *rt_life(g, player))
        return NULL;
    const uint32_t sorcery = (uint32_t)rt_sorcery_time(g, player);
    return (kept->sorcery == sorcery || (kept->sorcery && !kept->count)) && !is_special(g, player)
               ? kept
               : NULL;
}

/* What others have could be used up, or go, without anything of the player's being stirred. */
static int are_own(const rt_game *g, uint32_t player, uint32_t first)
{
    for (uint32_t i = first; i < g->s->option.count; i++) {
        const rt_object *o = rt_obj(g, RT_INDEX(rt_option_row(g, i)->entity));
        if ((o->zone == VM_ZONE_BATTLEFIELD ? o->controller : o->owner) != player)
            return 0;
    }
    return 1;
}

static void make_room(const rt_game *g, rt_idle *kept, uint32_t count)
{
    if (kept->cap >= count)
        return;
    const uint32_t cap = count + 16;
    rt_option *more = base_resize(g->pack->memory, kept->option, cap * sizeof *more);
    if (!more)
        rt_fail(g, RT_FAULT_MEMORY, 0);
    kept->option = more;
    kept->cap = cap;
}

void rt_idle_keep(rt_game *g, uint32_t player, uint32_t first)
{
    CANTRIP_ASSERT(player < g->s->player.count && first <= g->s->option.count);
    const rt_run *run = g->run;
    const uint32_t count = g->s->option.count - first;
    rt_idle *kept = &g->run->idle[player];
    kept->known = 0;
    if ((run->looked & RT_LOOKED) || is_special(g, player) || !are_own(g, player, first))
        return;
    make_room(g, kept, count);
    if (count)
        memcpy(kept->option, rt_option_row(g, first), count * sizeof *kept->option);
    *kept = (rt_idle){.known = 1,
                      .stirs = run->stirs,
                      .stirred = run->stirred[player],
                      .turn = g->s->turn,
                      .sorcery = (uint32_t)rt_sorcery_time(g, player),
                      .life = *rt_life(g, player),
                      .moves = run->looked ? run->moves + 1 : 0,
                      .count = count,
                      .cap = kept->cap,
                      .option = kept->option};
}
