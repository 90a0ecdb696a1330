/* No more than so many creatures can attack, in all or one player (CR 508.1c), and as many requirements as can be are
 * obeyed within that (CR 508.1d).
 *
 * Creatures are asked one after the other. What each of them may do is what leaves the best that can be obeyed: those behind
 * it are handed out to whom they can attack, one more creature at a time, each time along the chain of exchanges that gains
 * most; that is the best for every number of attackers. */
#include "runtime/combat/declare.h"

#include <string.h>

enum { ANYBODY_ELSE = RT_PLAYERS_MAX, PLACES = ANYBODY_ELSE + 1 };
static const int32_t CANNOT = INT32_MIN / 4;

typedef struct limits {
    uint32_t place; /* of the creature that is asked */
    int32_t in_all; /* how many more can attack */
    int32_t room[PLACES];
    uint32_t count; /* of creatures behind it that could attack */
    int32_t (*gain)
        [PLACES]; /* of each of those: what it obeys by attacking that player, or somebody whom no limit is about */
    int32_t *at; /* where each of them is; -1: it stays */
} limits;

int rt_attack_limited(rt_game *g)
{
    if (!rt_may_rule(g, VM_MOD_MOST, RT_PLAYER(g->s->turn_player)))
        return 0;
    int limited = rt_most_of(g, g->s->turn_player, VM_MOST_ATTACKERS) < INT32_MAX;
    for (uint32_t p = 0; p < g->s->player.count; p++)
        limited |= rt_most_of(g, p, VM_MOST_ATTACKED) < INT32_MAX;
    return limited;
}

/* Which limit counts an attack on `whom`. */
static uint32_t place_of(rt_game *g, rt_entity whom)
{
    return RT_IS_PLAYER(whom) && rt_most_of(g, RT_PLAYER_OF(whom), VM_MOST_ATTACKED) < INT32_MAX
               ? RT_PLAYER_OF(whom)
               : ANYBODY_ELSE;
}

static void take(limits *l, uint32_t where)
{
    l->in_all--;
    l->room[where] -= l->room[where] < INT32_MAX;
}

/* What those do that have been asked, and what those could do that have not. */
static void limits_fill(rt_game *g, limits *l, uint32_t place)
{
    const uint32_t field = rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0),
                   most = field + g->s->player.count;
    rt_entity *whom = rt_temp_alloc(g, most * sizeof *whom);
    int32_t *cost = rt_temp_alloc(g, most * sizeof *cost);
    memset(l, 0, sizeof *l);
    l->place = place;
    l->gain = rt_temp_alloc(g, field * sizeof *l->gain);
    l->at = rt_temp_alloc(g, field * sizeof *l->at);
    l->in_all = rt_most_of(g, g->s->turn_player, VM_MOST_ATTACKERS);
    l->room[ANYBODY_ELSE] = INT32_MAX;
    for (uint32_t p = 0; p < g->s->player.count; p++)
        l->room[p] = rt_most_of(g, p, VM_MOST_ATTACKED);
    for (uint32_t i = 0; i < field; i++) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        if (rt_obj(g, idx)->flags & RT_OF_ATTACKING)
            take(l, place_of(g, rt_here(g, rt_obj(g, idx))->fights));
        if (i <= place || !rt_can_attack(g, idx, 0))
            continue;
        const uint32_t n = rt_attacked(g, idx, whom, cost);
        rt_spend(g, n + 1);
        for (uint32_t k = 0; k < PLACES; k++)
            l->gain[l->count][k] = CANNOT;
        for (uint32_t k = 0; k < n; k++) {
            int32_t *gain = &l->gain[l->count][place_of(g, whom[k])];
            const int32_t obeys = cost[k] ? 0 : rt_must_attack(g, idx, whom[k]);
            *gain = obeys > *gain ? obeys : *gain;
        }
        l->count += n > 0;
    }
}

/* One attacker more, where it gains most; 0: none gains anything. */
static int32_t one_more(rt_game *g, limits *l)
{
    int32_t best[PLACES], gains = 0;
    uint32_t who[PLACES], end = PLACES;
    rt_spend(g, l->count);
    for (uint32_t k = 0; k < PLACES; k++)
        best[k] = CANNOT;
    for (uint32_t i = 0; i < l->count; i++)
        for (uint32_t k = 0; l->at[i] < 0 && k < PLACES; k++)
            if (l->gain[i][k] > best[k])
                best[k] = l->gain[i][k], who[k] = i;
    for (int changed = 1; changed;) { /* somebody who is there makes room by going elsewhere */
        changed = 0;
        rt_spend(g, l->count);
        for (uint32_t i = 0; i < l->count; i++)
            for (uint32_t k = 0; l->at[i] >= 0 && k < PLACES; k++) {
                const int32_t from = l->at[i];
                if (l->gain[i][k] == CANNOT || best[from] == CANNOT)
                    continue;
                const int32_t v = best[from] - l->gain[i][from] + l->gain[i][k];
                if (v > best[k])
                    best[k] = v, who[k] = i, changed = 1;
            }
    }
    for (uint32_t k = 0; k < PLACES; k++)
        if (l->room[k] > 0 && best[k] > gains)
            gains = best[k], end = k;
    if (end == PLACES)
        return 0;
    l->room[end] -= l->room[end] < INT32_MAX;
    for (int32_t k = (int32_t)end; k >= 0;) {
        const uint32_t i = who[k];
        const int32_t from = l->at[i];
        l->at[i] = k;
        k = from;
    }
    return gains;
}

/* What those behind it can obey besides. */
static int64_t rest_of(rt_game *g, limits *l)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < l->count; i++)
        l->at[i] = -1;
    while (l->in_all > 0) {
        const int32_t more = one_more(g, l);
        if (!more)
            break;
        l->in_all--;
        sum += more;
    }
    return sum;
}

/* One that can't attack alone needs somebody who attacks, or could (CR 508.1c). */
static int is_alone(rt_game *g, const limits *l, uint32_t idx)
{
    if (!rt_rule_on(g, VM_MOD_CANT_ATTACK_ALONE, rt_handle(g, idx)))
        return 0;
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++)
        if (rt_obj(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i))->flags & RT_OF_ATTACKING)
            return 0;
    for (uint32_t i = 0; i < l->count && l->in_all > 0; i++)
        for (uint32_t k = 0; k < PLACES; k++)
            if (l->room[k] > 0 && l->gain[i][k] != CANNOT)
                return 0;
    return 1;
}

void rt_limited_attacks(rt_game *g, uint32_t place, const rt_entity *whom, const int32_t *cost,
                        uint32_t count)
{
    CANTRIP_ASSERT(place < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0));
    const uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, place);
    const rt_temp_mark mark = rt_temp_here(g);
    limits l, then;
    limits_fill(g, &l, place);
    int64_t *value = rt_temp_alloc(g, (count + 1) * sizeof *value), best;
    then = l;
    best = value[count] = rest_of(g, &then); /* it stays */
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t where = place_of(g, whom[i]);
        value[i] = -1;
        if (l.in_all <= 0 || l.room[where] <= 0)
            continue;
        then = l;
        take(&then, where);
        if (is_alone(g, &then, idx))
            continue;
        value[i] = (cost[i] ? 0 : rt_must_attack(g, idx, whom[i])) + rest_of(g, &then);
        best = value[i] > best ? value[i] : best;
    }
    for (uint32_t i = 0; i < count; i++)
        if (value[i] == best)
            rt_option_add(g, CANTRIP_OPTION_ID, whom[i], (int32_t)idx, cost[i]);
    if (value[count] == best || !g->s->option.count)
        rt_option_add(g, CANTRIP_OPTION_NO, 0, (int32_t)idx, 0);
    rt_temp_release(g, mark);
}
