/* Speed and size, measured in one run. Timings are for comparing, never for passing or failing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/cli.h"
#include "cli/random.h"

/* CPU time: what else the machine does is not measured. */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static cantrip_game *fresh(const cantrip_library *lib, const cli_deck *deck, uint64_t seed)
{
    cantrip_game_options options = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *game;
    options.seed = seed;
    options.turn_max = 2000;
    if (cantrip_game_create(lib, &options, &game) != CANTRIP_OK)
        return NULL;
    for (uint32_t p = 0; p < 2; p++)
        cli_give_deck(game, p, &deck[p]);
    return game;
}

static void pairing(const cli_options *o, const cantrip_library *lib, const char *const *deck)
{
    uint64_t decisions = 0;
    uint32_t games = 0;
    cli_deck list[2] = {{NULL, 0}, {NULL, 0}};
    for (uint32_t p = 0; p < 2; p++)
        if (cli_read_deck(o, lib, deck[p], &list[p]))
            return;
    double begin = now(), seconds;
    do {
        cantrip_game *g = fresh(lib, list, games + 1);
        uint64_t answers = games * UINT64_C(0x9E3779B97F4A7C15) + 1;
        while (g && cantrip_game_step(g) == CANTRIP_STEP_DECISION)
            cli_random_answer(g, cantrip_game_decision(g), &answers);
        decisions += g ? cantrip_game_result(g).decisions : 0;
        cantrip_game_destroy(g);
        games++;
        seconds = now() - begin;
    } while (seconds < 2.0);
    if (o->json)
        printf("{\"decks\": [\"%s\", \"%s\"], \"games_per_second\": %.0f, "
               "\"decisions_per_second\": %.0f, \"decisions_per_game\": %.0f}",
               deck[0], deck[1], games / seconds, (double)decisions / seconds,
               (double)decisions / games);
    else
        printf("%-14s %-9s %8.0f games/s %10.0f decisions/s %6.0f decisions a game\n", deck[0],
               deck[1], games / seconds, (double)decisions / seconds, (double)decisions / games);
    cli_deck_free(&list[0]);
    cli_deck_free(&list[1]);
}

static void copies(const cli_options *o, const cantrip_library *lib)
{
    static const char *const DECK[] = {"red-deck-wins", "knights"};
    cli_deck deck[2] = {{NULL, 0}, {NULL, 0}};
    for (uint32_t p = 0; p < 2; p++)
        if (cli_read_deck(o, lib, DECK[p], &deck[p]))
            return;
    cantrip_game *game = fresh(lib, deck, 3), *target;
    uint64_t answers = 9;
    if (!game)
        return;
    for (int i = 0; i < 200 && cantrip_game_step(game) == CANTRIP_STEP_DECISION; i++)
        cli_random_answer(game, cantrip_game_decision(game), &answers);
    if (cantrip_game_clone(game, &target) != CANTRIP_OK)
        return;
    enum { ROUNDS = 200000 };
    double begin = now();
    for (int i = 0; i < ROUNDS; i++)
        cantrip_game_copy_into(game, target);
    const double copy = (now() - begin) / ROUNDS * 1e6;
    const size_t size = cantrip_game_size(game);
    cantrip_game_destroy(target);
    cantrip_game_destroy(game);
    begin = now();
    for (int i = 0; i < 2000; i++) {
        cantrip_game *g;
        cantrip_game_options options = CANTRIP_GAME_OPTIONS_INIT;
        if (cantrip_game_create(lib, &options, &g) == CANTRIP_OK)
            cantrip_game_destroy(g);
    }
    const double create = (now() - begin) / 2000 * 1e6;
    cantrip_game *dealt = fresh(lib, deck, 4), *again = NULL;
    begin = now();
    for (int i = 0; dealt && i < 2000; i++)
        if (cantrip_game_clone(dealt, &again) == CANTRIP_OK)
            cantrip_game_destroy(again);
    const double with_decks = (now() - begin) / 2000 * 1e6;
    cantrip_game_destroy(dealt);
    cli_deck_free(&deck[0]);
    cli_deck_free(&deck[1]);
    if (o->json)
        printf(" \"copy_us\": %.3f, \"copy_bytes\": %zu, \"create_us\": %.2f, "
               "\"create_with_decks_us\": %.2f,\n",
               copy, size, create, with_decks);
    else
        printf("copy of a mid-game state: %.2f us, %.1f KiB\n"
               "create a game: %.1f us without decks, %.1f us as a clone of one with decks\n",
               copy, (double)size / 1024, create, with_decks);
}

enum { BEST_OF = 7 };

static void compiling(const cli_options *o)
{
    cli_files rules = {0}, cards = {0};
    char path[4096];
    snprintf(path, sizeof path, "%s/rules", o->cards);
    cli_files_add(&rules, path);
    snprintf(path, sizeof path, "%s/cards", o->cards);
    cli_files_add(&cards, path);
    cantrip_compiled c;
    memset(&c, 0, sizeof c);
    cantrip_library *lib = NULL;
    double compile = 1e9, load = 1e9;
    for (int i = 0; i < BEST_OF; i++) { /* the best of a few: the first one also pays for memory */
        cantrip_library_close(lib);
        lib = NULL;
        cantrip_compiled_destroy(&c);
        double begin = now(), took;
        cantrip_compile(rules.at, rules.count, cards.at, cards.count, &c);
        took = (now() - begin) * 1e3;
        compile = took < compile ? took : compile;
        begin = now();
        if (!c.pack || cantrip_library_open(c.pack, c.pack_size, &lib, NULL) != CANTRIP_OK)
            break;
        took = (now() - begin) * 1e3;
        load = took < load ? took : load;
    }
    if (lib) {
        if (o->json)
            printf(
                " \"cards\": %u, \"compile_ms\": %.2f, \"pack_bytes\": %zu, \"load_ms\": %.3f}\n",
                c.card_count, compile, c.pack_size, load);
        else
            printf("compile %u cards: %.1f ms\nverify and load the pack (%zu bytes): %.2f ms\n",
                   c.card_count, compile, c.pack_size, load);
        cantrip_library_close(lib);
    }
    cantrip_compiled_destroy(&c);
    cli_files_free(&rules);
    cli_files_free(&cards);
}

int cli_bench(const cli_options *o)
{
    static const char *const PAIRS[][2] = {
        {"red-deck-wins", "knights"}, {"knights", "merfolk"}, {"red-deck-wins", "merfolk"}};
    int exit = CLI_FINE;
    cantrip_library *lib = cli_library(o, NULL, 0, &exit);
    if (!lib)
        return exit;
    if (o->json)
        printf("{\"pairings\": [");
    for (int i = 0; i < 3; i++) {
        pairing(o, lib, PAIRS[i]);
        if (o->json)
            printf(i < 2 ? ",\n  " : "],\n");
    }
    copies(o, lib);
    cantrip_library_close(lib);
    compiling(o);
    return CLI_FINE;
}
