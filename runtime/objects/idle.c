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

/* It goes, or is tapped: whoever could do nothing can do no more than that. */
void rt_stir_less(rt_game *g, const rt_object *o)
{
    g->run->placed += o->zone == VM_ZONE_BATTLEFIELD;
    g->run->lost[o->controller]++;
    g->run->lost[o->owner]++;
    g->run->moves++;
}

/* It has come to a place. On the stack, among the dead and in exile it is of use to its owner if it says so, or as one of those
 * that a cost asks for, which are looked at. */
void rt_stir_come(rt_game *g, const rt_object *o)
{
    g->run->placed += o->zone == VM_ZONE_BATTLEFIELD;
    const uint32_t of_use = 1u << VM_ZONE_HAND | 1u << VM_ZONE_BATTLEFIELD | 1u << VM_ZONE_COMMAND;
    if (of_use >> o->zone & 1)
        rt_stir_place(g, o);
    else if (o->granted ||
             (g->lib->face[o->face].acts | g->lib->face[o->card_face].acts) >> o->zone & 1)
        rt_stir_all(g); /* others may look at it there, too */
    else
        g->run->moves++;
}

void rt_stir_all(rt_game *g)
{
    g->run->placed++;
    g->run->stirs++;
    g->run->moves++;
}

/* Nothing but powers and toughnesses, or nothing at all: it matters to who has looked at objects. */
void rt_stir_sizes(rt_game *g)
{
    g->run->moves++;
}

/* A turn begins: to whoever's turn it is (what came since their last one can be used now, CR 302.6), and to whoever has used a
 * loyalty ability in the turn before. */
void rt_stir_turn(rt_game *g)
{
    const uint32_t before = g->s->turn - 1;
    uint32_t n;
    const uint32_t *all = rt_permanents(g, &n);
    for (uint32_t i = 0; i < n; i++) {
        const rt_object *o = rt_obj(g, all[i]);
        if (rt_here(g, o)->loyalty_turn >= before)
            rt_stir(g, o->controller);
    }
    for (uint32_t p = 0; p < g->s->player.count; p++)
        if (rt_is_active(g, p))
            rt_stir(g, p);
    if (g->s->once.count)
        rt_stir_all(g);
}

/* May others do something with it? */
static int is_for_others(const rt_game *g, const rt_object *o)
{
    int others = g->lib->face[o->face].for_others;
    for (uint32_t i = 0; o->granted && g->lib->any_player && i < o->granted_count && !others; i++)
        others = g->pack->ability[rt_ability_at(g, o, i)].flags & VM_AF_ANY_PLAYER;
    return others;
}

/* Word by word, but for power and toughness, and where lists of abilities and counters lie: what is in those is looked at, or
 * stirred as it changes. */
static int is_same_row(const rt_object *a, const rt_object *b)
{
    const char *one = (const char *)a, *two = (const char *)b;
    uint64_t other = 0, p, q;
    CANTRIP_ASSERT(sizeof *a % sizeof p == 0 && offsetof(rt_object, power) % sizeof p == 0 &&
                   offsetof(rt_object, counters) + sizeof a->counters ==
                       offsetof(rt_object, power) + 2 * sizeof p);
    for (size_t at = 0; at < sizeof *a; at += sizeof p) {
        if (at == offsetof(rt_object, power) || at == offsetof(rt_object, granted))
            continue;
        memcpy(&p, one + at, sizeof p);
        memcpy(&q, two + at, sizeof q);
        other |= p ^ q;
    }
    return !other;
}

/* Has it the abilities that it had? What has phased in may name a list that is gone. */
static int has_same_granted(const rt_game *g, const rt_object *had, const rt_had_granted *lists,
                            const rt_object *o)
{
    if (!had->granted || !o->granted)
        return !had->granted && !o->granted;
    const uint32_t first = had->granted - 1, count = o->granted_count;
    return had->granted_count == count && first + count <= lists->count &&
           !memcmp(&lists->row[first], rt_granted_row(g, o->granted - 1),
                   count * sizeof *lists->row);
}

/* Characteristics of what was `had` have been computed: to whoever has it, or had it, if it is another. */
void rt_stir_if_other(rt_game *g, const rt_object *had, const rt_had_granted *lists,
                      const rt_object *o)
{
    if (is_same_row(had, o) && has_same_granted(g, had, lists, o))
        return;
    g->run->placed++;
    rt_stir(g, o->controller);
    if (had->controller != o->controller)
        rt_stir(g, had->controller);
    if (is_for_others(g, o))
        rt_stir_all(g);
}

/* What others have done could matter, too. */
static int is_special(const rt_game *g, uint32_t player)
{
    return g->s->mana.count || g->s->commander.count || g->s->range ||
           (g->s->float_mana >> player & 1) || rt_mana_may_change(g);
}

static int is_still(const rt_game *g, uint32_t player, const rt_idle *kept)
{
    const rt_run *run = g->run;
    return kept->known && kept->stirs == run->stirs && kept->stirred == run->stirred[player] &&
           (!kept->count || kept->lost == run->lost[player]) &&
           (!kept->moves || kept->moves == run->moves + 1) &&
           (!kept->asked_life || kept->life == *rt_life(g, player));
}

/* Whoever has nothing to do when sorceries could be cast has nothing to do at other times. */
const rt_idle *rt_idle_still(const rt_game *g, uint32_t player)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    const rt_idle *kept = g->run->idle[player];
    const int sorcery = rt_sorcery_time(g, player);
    const rt_idle *found = is_still(g, player, &kept[sorcery])               ? &kept[sorcery]
                           : !kept[1].count && is_still(g, player, &kept[1]) ? &kept[1]
                                                                             : NULL;
    return found && !is_special(g, player) ? found : NULL;
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
    rt_idle *kept = &g->run->idle[player][rt_sorcery_time(g, player)];
    kept->known = 0;
    if ((run->looked & RT_LOOKED) || is_special(g, player) || !are_own(g, player, first))
        return;
    make_room(g, kept, count);
    if (count)
        memcpy(kept->option, rt_option_row(g, first), count * sizeof *kept->option);
    *kept = (rt_idle){.known = 1,
                      .stirs = run->stirs,
                      .stirred = run->stirred[player],
                      .lost = run->lost[player],
                      .asked_life = (run->looked & RT_LOOKED_AT_LIFE) != 0,
                      .life = *rt_life(g, player),
                      .moves = run->looked & RT_LOOKED_AT_OBJECTS ? run->moves + 1 : 0,
                      .count = count,
                      .cap = kept->cap,
                      .option = kept->option};
}
