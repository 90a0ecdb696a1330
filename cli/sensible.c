/* A sensible player: for each choice it looks at worlds that it cannot tell from the true one, makes the choice, plays on by
 * chance for a few turns, and sees what that comes to. All choices meet the same worlds and the same luck; the worse half
 * is dropped, and again. So it attacks where that pays, and never harms itself where it can harm somebody else. */
#include "cli/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TURNS = 3, WORLDS = 12, ROUNDS = 3 };

typedef struct choice {
    uint32_t action;
    int64_t sum;
} choice;

static int better(const void *a, const void *b)
{
    const choice *x = a, *y = b;
    return x->sum != y->sum        ? (x->sum < y->sum) - (x->sum > y->sum)
           : x->action < y->action ? 1
                                   : -1;
}

static void try_out(play *p, choice *c, uint32_t player, uint64_t luck)
{
    if (cantrip_game_copy_into(p->game, p->world) != CANTRIP_OK ||
        cantrip_game_resample(p->world, player, luck) != CANTRIP_OK ||
        cantrip_pick(p->world, c->action) != CANTRIP_OK) {
        c->sum = INT64_MIN / 2;
        return;
    }
    const int32_t worth = cantrip_playout(p->world, luck, TURNS, player);
    c->sum += worth > 300 ? 300 + worth / 5000 : worth < -300 ? -300 + worth / 5000 : worth;
}

static uint32_t think(play *p, choice *list, uint32_t count)
{
    const uint32_t player = cantrip_game_decision(p->game)->player;
    const uint64_t luck = p->chance += UINT64_C(0x9E3779B97F4A7C15);
    for (uint32_t round = 0, worlds = WORLDS; round < ROUNDS && count > 1; round++, worlds *= 2) {
        for (uint32_t w = 0; w < worlds; w++)
            for (uint32_t i = 0; i < count; i++)
                try_out(p, &list[i], player, luck + round * 1000 + w);
        qsort(list, count, sizeof *list, better);
        count = (count + 1) / 2;
    }
    return list[0].action;
}

/* Not worth a thought, or too much for one: a hand to keep, equal cards. */
static int is_simple(const cantrip_decision *d)
{
    return d->kind == CANTRIP_DECIDE_MULLIGAN || d->kind == CANTRIP_DECIDE_ORDER_TRIGGERS ||
           d->kind == CANTRIP_DECIDE_PAY || d->kind == CANTRIP_DECIDE_NAME || d->option_count > 60;
}

void cli_sensible_answer(play *p)
{
    const cantrip_decision *d = cantrip_game_decision(p->game);
    const uint32_t before = cantrip_game_answer_count(p->game);
    if (is_simple(d) || (!p->world && cantrip_game_clone(p->game, &p->world) != CANTRIP_OK)) {
        cantrip_game_answer_json(p->game, "\"default\"", 9);
        return;
    }
    while (cantrip_game_answer_count(p->game) == before) { /* pick by pick */
        const uint32_t n = cantrip_pick_actions(p->game, NULL, 0);
        uint8_t *mask = calloc(n + 1, 1);
        choice *list = calloc(n + 1, sizeof *list);
        uint32_t count = 0;
        if (mask && list) {
            cantrip_pick_actions(p->game, mask, n);
            for (uint32_t i = 0; i < n; i++)
                if (mask[i])
                    list[count++].action = i;
        }
        const cantrip_status s =
            count ? cantrip_pick(p->game, think(p, list, count)) : CANTRIP_E_MEMORY;
        free(mask);
        free(list);
        if (s != CANTRIP_OK) {
            cantrip_game_answer_json(p->game, "\"default\"", 9);
            return;
        }
    }
}
