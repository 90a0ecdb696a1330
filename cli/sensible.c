/* A sensible player. It acts at the moments at which people act. For each choice, with a few ways to go on with it (targets,
 * modes), it looks at worlds that it cannot tell from the true one, does that, plays on by likely chance until the next turn
 * but one, and sees what that comes to. All choices meet the same worlds and the same luck; the worse half is dropped, and
 * again. What is done has to be better than doing nothing: so it attacks where that pays, removes what is best removed,
 * and never harms itself where it can harm somebody else. */
#include "cli/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/random.h"

enum { TURNS = 2, WORLDS = 24, ROUNDS = 3, LONG = 6, WAYS = 7, TRIES = 14, LISTED_MAX = 72 };

typedef struct choice {
    uint32_t pick[LONG], count;
    int64_t sum;
    int32_t bonus; /* in hundredths of what playouts are worth */
} choice;

typedef struct thought {
    choice list[LISTED_MAX];
    uint32_t count;
} thought;

static int better(const void *a, const void *b)
{
    const choice *x = a, *y = b;
    return x->sum != y->sum ? (x->sum < y->sum) - (x->sum > y->sum)
                            : (int)(x->pick[0] < y->pick[0]) - (int)(x->pick[0] > y->pick[0]);
}

/* ---- what there is to think about ------------------------------------------------------------------
 */

static int is_other(const play *p, uint32_t player, uint32_t controller)
{
    return cantrip_view_player(p->game, player).team !=
           cantrip_view_player(p->game, controller).team;
}

/* With priority: do people do something here? */
static int is_a_moment(const play *p, uint32_t player)
{
    const cantrip_game_view v = cantrip_view_game(p->game);
    const uint32_t n = cantrip_view_count(p->game, CANTRIP_ZONE_STACK, 0);
    if (n)
        return is_other(
            p, player,
            cantrip_view_object(p->game, player, CANTRIP_ZONE_STACK, 0, n - 1).controller);
    if (v.active_player == player)
        return v.step == CANTRIP_TURN_MAIN1 || v.step == CANTRIP_TURN_BLOCKERS ||
               v.step == CANTRIP_TURN_MAIN2;
    return v.step == CANTRIP_TURN_ATTACKERS || v.step == CANTRIP_TURN_BLOCKERS ||
           v.step == CANTRIP_TURN_END;
}

/* What an action has to be better by than doing nothing; below 0: it is liked. */
static int32_t liked(const play *p, const cantrip_decision *d, uint32_t action)
{
    const cantrip_game_view v = cantrip_view_game(p->game);
    if (d->kind != CANTRIP_DECIDE_PRIORITY || action >= d->option_count)
        return 0;
    switch (d->options[action].kind) {
    case CANTRIP_OPTION_LAND:
        return 2500;
    case CANTRIP_OPTION_CAST: {
        const cantrip_object_view o = cantrip_view_id(p->game, d->player, d->options[action].id);
        const int calm =
            v.active_player == d->player && !cantrip_view_count(p->game, CANTRIP_ZONE_STACK, 0);
        return o.types & (CANTRIP_TYPE_INSTANT | CANTRIP_TYPE_SORCERY) ? -250 : calm ? 250 : 0;
    }
    case CANTRIP_OPTION_ACTIVATE:
        return v.active_player == d->player ? -350 : -700;
    default:
        return 0;
    }
}

/* The asked player's own questions on the way to casting, which belong to one choice. */
static int goes_on(const cantrip_game *world, uint32_t player)
{
    const cantrip_decision *d = cantrip_game_decision((cantrip_game *)world);
    return d && d->player == player && d->kind != CANTRIP_DECIDE_PRIORITY &&
           d->kind != CANTRIP_DECIDE_ATTACK && d->kind != CANTRIP_DECIDE_BLOCK &&
           d->kind != CANTRIP_DECIDE_PAY;
}

static uint32_t any_action(cantrip_game *game, uint64_t *chance)
{
    uint8_t mask[256] = {0};
    const uint32_t n = cantrip_pick_actions(game, mask, sizeof mask),
                   most = n < sizeof mask ? n : (uint32_t)sizeof mask;
    uint32_t at = most ? cli_random_below(chance, most) : 0;
    for (uint32_t i = 0; i < most && !mask[at]; i++)
        at = (at + 1) % most;
    return at;
}

/* One way to go on after the action, taken by chance. */
static int a_way(play *p, uint32_t player, uint32_t action, choice *c)
{
    memset(c, 0, sizeof *c);
    if (cantrip_game_copy_into(p->game, p->world) != CANTRIP_OK ||
        cantrip_pick(p->world, action) != CANTRIP_OK)
        return 0;
    c->pick[c->count++] = action;
    while (c->count < LONG && goes_on(p->world, player)) {
        const uint32_t next = any_action(p->world, &p->chance);
        if (cantrip_pick(p->world, next) != CANTRIP_OK)
            break;
        c->pick[c->count++] = next;
    }
    return 1;
}

static void add_ways(play *p, thought *t, const cantrip_decision *d, uint32_t action, uint32_t most)
{
    const uint32_t player = d->player, first = t->count;
    const int32_t bonus = liked(p, d, action);
    for (uint32_t n = 0; n < TRIES && t->count < LISTED_MAX && t->count - first < most; n++) {
        choice *c = &t->list[t->count];
        int known = !a_way(p, player, action, c);
        for (uint32_t i = first; i < t->count && !known; i++)
            known = memcmp(t->list[i].pick, c->pick, sizeof c->pick) == 0;
        if (!known) {
            c->bonus = bonus;
            t->count++;
        }
        if (c->count <= 1 && n)
            break; /* there is nothing more to choose */
    }
}

static void gather(play *p, thought *t)
{
    const cantrip_decision *d = cantrip_game_decision(p->game);
    const uint32_t n = cantrip_pick_actions(p->game, NULL, 0), most = LISTED_MAX / (n ? n : 1);
    uint8_t *mask = calloc(n + 1, 1);
    t->count = 0;
    if (!mask)
        return;
    cantrip_pick_actions(p->game, mask, n);
    for (uint32_t i = 0; i < n; i++)
        if (mask[i])
            add_ways(p, t, d, i, most < 1 ? 1 : most > WAYS ? WAYS : most);
    free(mask);
}

/* ---- thinking ----------------------------------------------------------------------------------- */

/* What the choice comes to in one world, in hundredths. */
static int64_t try_out(play *p, const choice *c, uint32_t player, uint64_t luck)
{
    if (cantrip_game_copy_into(p->game, p->world) != CANTRIP_OK ||
        cantrip_game_resample(p->world, player, luck) != CANTRIP_OK ||
        cantrip_pick(p->world, c->pick[0]) != CANTRIP_OK)
        return INT64_MIN / 4096;
    for (uint32_t i = 1; i < c->count && goes_on(p->world, player); i++)
        if (cantrip_pick(p->world, c->pick[i]) != CANTRIP_OK)
            break;
    const uint32_t until = cantrip_view_game(p->game).turn + (p->players > 8 ? 1 : TURNS),
                   now = cantrip_view_game(p->world).turn;
    const int32_t worth = cantrip_playout(p->world, luck, now < until ? until - now : 1, player);
    return 100 * (worth > 300    ? 300 + worth / 5000
                  : worth < -300 ? -300 + worth / 5000
                                 : worth) +
           c->bonus;
}

/* Is it really better than doing nothing, or was that luck? The difference must stand out of how much it varies. */
static int stands_out(play *p, const choice *c, const choice *nothing, uint32_t player,
                      uint64_t luck, uint32_t worlds)
{
    double sum = 0, squares = 0;
    for (uint32_t w = 0; w < worlds; w++) {
        const double more =
            (double)(try_out(p, c, player, luck + w) - try_out(p, nothing, player, luck + w));
        sum += more;
        squares += more * more;
    }
    const double mean = sum / worlds, spread = squares / worlds - mean * mean;
    return mean > 0 && mean * mean * worlds > spread * 2;
}

static uint32_t think(play *p, thought *t)
{
    const cantrip_decision *d = cantrip_game_decision(p->game);
    const uint32_t player = d->player, pass = d->kind == CANTRIP_DECIDE_PRIORITY ? 0 : UINT32_MAX;
    const uint64_t luck = p->chance += UINT64_C(0x9E3779B97F4A7C15);
    const uint32_t most = WORLDS * 2 / p->players, first = most < 3 ? 3 : most,
                   rounds = p->players > 8 ? 1 : ROUNDS;
    choice nothing = {.count = 0};
    for (uint32_t i = 0; i < t->count; i++)
        if (t->list[i].pick[0] == pass && d->options[pass].kind == CANTRIP_OPTION_PASS)
            nothing = t->list[i];
    uint32_t count = t->count, worlds = first;
    for (uint32_t round = 0; round < rounds && count > 1; round++, worlds *= 2) {
        for (uint32_t w = 0; w < worlds; w++)
            for (uint32_t i = 0; i < count; i++)
                t->list[i].sum += try_out(p, &t->list[i], player, luck + round * 1000 + w);
        qsort(t->list, count, sizeof *t->list, better);
        count = (count + 1) / 2;
    }
    const choice *best = &t->list[0];
    if (nothing.count && best->bonus < 0 &&
        !stands_out(p, best, &nothing, player, luck + 9000, first * 2))
        return pass;
    return best->pick[0];
}

/* Not worth a thought, or too much for one: a hand to keep, equal cards. */
static int is_simple(const play *p, const cantrip_decision *d)
{
    return d->kind == CANTRIP_DECIDE_MULLIGAN || d->kind == CANTRIP_DECIDE_ORDER_TRIGGERS ||
           d->kind == CANTRIP_DECIDE_PAY || d->kind == CANTRIP_DECIDE_NAME ||
           d->option_count > 60 ||
           (d->kind == CANTRIP_DECIDE_PRIORITY && !is_a_moment(p, d->player));
}

void cli_sensible_answer(play *p)
{
    const cantrip_decision *d = cantrip_game_decision(p->game);
    const uint32_t before = cantrip_game_answer_count(p->game);
    if (is_simple(p, d) || (!p->world && cantrip_game_clone(p->game, &p->world) != CANTRIP_OK)) {
        cantrip_game_answer_json(p->game, "\"default\"", 9);
        return;
    }
    while (cantrip_game_answer_count(p->game) == before) { /* pick by pick */
        thought t;
        gather(p, &t);
        if (!t.count || cantrip_pick(p->game, think(p, &t)) != CANTRIP_OK) {
            cantrip_game_answer_json(p->game, "\"default\"", 9);
            return;
        }
    }
}
