/* CLAIM: a library is shared by games in many threads, and one game cannot touch another. Plays games by chance in threads,
 * with clones, views, JSON, saves and journals, and compares each with the same game played alone. Build it with the thread
 * sanitizer:
 *     gcc -std=c17 -O1 -g -fsanitize=thread -I. -Iinclude tests/host/threads.c base/[a-z]*.c vm/[a-z]*.c vm/abi/[a-z]*.c \
 *         runtime/*/[a-z]*.c -lpthread -o threads && ./threads cards.ctp 100 8 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cantrip/search.h"

typedef struct work {
    const cantrip_library *library;
    uint64_t *hash;
    uint32_t first, every, count;
} work;

static cantrip_game *fresh(const cantrip_library *library, uint32_t seed)
{
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *game;
    o.seed = seed;
    o.events = seed & 1;
    o.turn_max = 100;
    if (cantrip_game_create(library, &o, &game) != CANTRIP_OK)
        abort();
    const uint32_t cards = cantrip_library_card_count(library);
    for (uint32_t p = 0; p < 2; p++) {
        cantrip_game_deck_add(game, p, p ? "Plains" : "Mountain", 24);
        for (uint32_t i = 0; i < 18; i++)
            cantrip_game_deck_add(
                game, p, cantrip_library_card_name(library, (seed * 31 + i * 7 + p) % cards), 2);
    }
    return game;
}

static uint64_t play(const cantrip_library *library, uint32_t seed)
{
    static const char DEFAULT[] = "\"default\"";
    cantrip_game *game = fresh(library, seed), *copy;
    char *text = malloc(1 << 18);
    uint64_t chance = seed * UINT64_C(0x9E3779B97F4A7C15) + 1, seen = 0;
    for (uint32_t n = 0; cantrip_game_step(game) == CANTRIP_STEP_DECISION; n++) {
        const cantrip_decision *d = cantrip_game_decision(game);
        chance = chance * UINT64_C(6364136223846793005) + 1442695040888963407u;
        uint32_t one = (uint32_t)(chance >> 33) % d->option_count;
        if (d->min <= 1 && d->max >= 1)
            cantrip_game_answer(game, &one, 1);
        else
            cantrip_game_answer_json(game, DEFAULT, sizeof DEFAULT - 1);
        if (n % 16 == 0) {
            seen += cantrip_game_json(game, CANTRIP_JSON_TABLE, n / 16 % 3, 0, text, 1 << 18);
            seen += cantrip_journal_take(game, text, 1 << 18);
            if (cantrip_game_clone(game, &copy) != CANTRIP_OK)
                abort();
            cantrip_playout(copy, n, 1, 0);
            cantrip_game_destroy(copy);
        }
    }
    seen = seen * 31 + cantrip_game_hash(game);
    cantrip_game_destroy(game);
    free(text);
    return seen;
}

static void *run(void *user)
{
    const work *w = user;
    for (uint32_t i = w->first; i < w->count; i += w->every)
        w->hash[i] = play(w->library, i);
    return NULL;
}

int main(int argc, char **argv)
{
    const uint32_t games = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 100,
                   threads = argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 10) : 8;
    FILE *f = argc > 1 ? fopen(argv[1], "rb") : NULL;
    static char bytes[1 << 23];
    cantrip_library *library;
    pthread_t thread[64];
    work w[64];
    uint64_t *hash = calloc(games + 1, sizeof *hash);
    uint32_t differ = 0;
    if (!f || !hash || threads > 64 ||
        cantrip_library_open(bytes, fread(bytes, 1, sizeof bytes, f), &library, NULL) != CANTRIP_OK)
        return 2;
    for (uint32_t t = 0; t < threads; t++) {
        w[t] = (work){library, hash, t, threads, games};
        if (pthread_create(&thread[t], NULL, run, &w[t]))
            return 2;
    }
    for (uint32_t t = 0; t < threads; t++)
        pthread_join(thread[t], NULL);
    for (uint32_t i = 0; i < games; i++)
        differ += play(library, i) != hash[i];
    printf("%u games in %u threads, %u differ\n", games, threads, differ);
    cantrip_library_close(library);
    free(hash);
    return differ != 0 || fclose(f);
}
