/* The same games on every machine: plays games by chance from a pack, and prints what came of each, with the hash of its
 * state and its journal; given a journal, replays it. tests/host/portable.sh compares what different builds print.
 * usage: portable PACK games SEEDS | portable PACK write SEED JOURNAL | portable PACK read JOURNAL */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cantrip/game.h"
#include "cantrip/search.h"

static char journal[1 << 22], pack[1 << 23];

static size_t read_file(const char *path, char *to, size_t size)
{
    FILE *f = fopen(path, "rb");
    const size_t n = f ? fread(to, 1, size, f) : 0;
    return f && !fclose(f) ? n : 0;
}

/* By picks that follow from the seed; the journal grows with each. */
static cantrip_game *play(cantrip_library *lib, uint64_t seed, size_t *out_used)
{
    static const char *const NAMES[] = {"Plains",         "Mountain",       "Knight Exemplar", "Coat of Arms",
                                        "Lightning Bolt", "Student of Warfare", "Armored Ascension"};
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *g;
    uint8_t mask[256];
    uint64_t chance = seed * 2654435761u + 1;
    o.seed = seed;
    o.turn_max = 60;
    o.take_back = 1;
    if (cantrip_game_create(lib, &o, &g) != CANTRIP_OK)
        exit(3);
    for (uint32_t p = 0; p < 2; p++)
        for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
            if (cantrip_game_deck_add(g, p, NAMES[i], i < 2 ? 12 : 7) != CANTRIP_OK)
                exit(3);
    *out_used = 0;
    while (cantrip_game_step(g) == CANTRIP_STEP_DECISION) {
        const uint32_t n = cantrip_pick_actions(g, mask, sizeof mask);
        chance = chance * 6364136223846793005u + 1442695040888963407u;
        uint32_t action = (uint32_t)(chance >> 33) % n;
        while (action < sizeof mask && !mask[action])
            action = (action + 1) % n;
        if (cantrip_pick(g, action) != CANTRIP_OK)
            exit(4);
        *out_used += cantrip_journal_take(g, journal + *out_used, sizeof journal - *out_used);
    }
    return g;
}

static void tell(const char *what, cantrip_game *g, size_t used)
{
    const cantrip_result r = cantrip_game_result(g);
    printf("%s: %s%u after %u turns and %u decisions, state %016llx, journal %zu\n", what, r.draw ? "draw " : "player ",
           r.winner, r.turns, r.decisions, (unsigned long long)cantrip_game_hash(g), used);
    cantrip_game_destroy(g);
}

int main(int argc, char **argv)
{
    size_t used;
    cantrip_library *lib;
    const size_t size = argc > 3 ? read_file(argv[1], pack, sizeof pack) : 0;
    if (!size || cantrip_library_open(pack, size, &lib, NULL) != CANTRIP_OK)
        return 2;
    if (strcmp(argv[2], "read") == 0) {
        cantrip_replay r = {.struct_size = sizeof r, .upto = UINT32_MAX};
        cantrip_game *g = NULL;
        used = read_file(argv[3], journal, sizeof journal);
        if (cantrip_journal_read(lib, journal, used, &r, &g) != CANTRIP_OK || r.line) {
            printf("line %u: %s\n", r.line, r.message);
            return 1;
        }
        tell("game", g, used);
    } else if (strcmp(argv[2], "write") == 0 && argc > 4) {
        cantrip_game *g = play(lib, strtoull(argv[3], NULL, 10), &used);
        FILE *f = fopen(argv[4], "wb");
        if (!f || fwrite(journal, 1, used, f) != used || fclose(f))
            return 3;
        tell("game", g, used);
    } else {
        for (uint64_t seed = 1; seed <= strtoull(argv[3], NULL, 10); seed++) {
            cantrip_game *g = play(lib, seed, &used);
            tell("game", g, used);
        }
    }
    cantrip_library_close(lib);
    return 0;
}
