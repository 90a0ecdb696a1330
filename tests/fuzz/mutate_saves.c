/* PROMISE: a save that was changed, with its hash mended, is refused, or it is the game that was saved. Bits are
 * flipped one at a time and several together, words are exchanged, and the history is rewritten.
 *
 *     mutate_saves AMOUNT FIRST PACK[,PACK...] AMOUNT: see cases.h; 0: only case FIRST
 *     mutate_saves AMOUNT FIRST PACK SAVE      every single bit of that save, from bit FIRST on; AMOUNT "all": to its end
 *     mutate_saves sizes 0 PACK                how many bits each save has */
#include <signal.h>

#include "base/hash.h"
#include "tests/fuzz/cases.h"

enum { SAVES = 13 };
enum {
    EMPTY = 8,
    BEGUN,
    POSITION,
    RICH,
    TABLE
}; /* the small ones, a board with everything, and one that is flipped whole */
static const uint32_t QUESTIONS[SAVES] = {60, 60, 60, 60, 60, 60, 60, 60, 0, 4, 4, 60, 12};

static cantrip_library *lib;
static struct {
    uint8_t *bytes;
    size_t size;
    uint64_t hash;
} save[SAVES];

static const char *some_card(uint64_t *s)
{
    return cantrip_library_card_name(lib, case_below(s, cantrip_library_card_count(lib)));
}

static void make_decks(cantrip_game *g, uint32_t n, uint64_t *s)
{
    for (uint32_t p = 0; p < 2; p++)
        for (uint32_t i = 0; i < (n < EMPTY ? 40u : n == BEGUN ? 8u : 0u); i++)
            cantrip_game_deck_add(g, p, i % 2 ? "Mountain" : some_card(s), 1);
}

/* Permanents of both with counters, cards in every zone. */
static void make_position(cantrip_game *g, uint32_t n, uint64_t *s)
{
    static const char *const LANDS[] = {"Plains", "Island", "Swamp", "Mountain", "Forest"};
    const uint32_t most = n == RICH ? 12 : n == TABLE ? 3 : 1;
    cantrip_setup_position(g, 1);
    for (uint32_t p = 0; p < 2; p++) {
        for (uint32_t i = 0; i < 5; i++)
            cantrip_setup_put(g, p, LANDS[i], CANTRIP_ZONE_BATTLEFIELD, most > 1 ? 2 : 1, 0, 0);
        for (uint32_t zone = 0; zone < CANTRIP_ZONE_COUNT; zone++)
            for (uint32_t i = 0; i < most; i++) {
                const char *card = some_card(s);
                if (cantrip_setup_put(g, p, card, zone, 1, 0, 0) == CANTRIP_OK && i % 4 == 0)
                    cantrip_setup_counters(g, p, card, i % 2, 2);
            }
    }
}

static void make_save(uint32_t n)
{
    uint64_t s = n + 5;
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *g;
    o.seed = n;
    o.take_back = n & 1 ? 3 : 0;
    o.pay_by_hand = n & 2 ? 3 : 0;
    if (cantrip_game_create(lib, &o, &g) != CANTRIP_OK)
        abort();
    make_decks(g, n, &s);
    if (n >= POSITION)
        make_position(g, n, &s);
    for (uint32_t i = 0; i < QUESTIONS[n] && cantrip_game_step(g) == CANTRIP_STEP_DECISION; i++)
        case_answer(g, &s);
    if (QUESTIONS[n])
        cantrip_game_step(g);
    save[n].size = cantrip_game_save_size(g);
    save[n].bytes = malloc(save[n].size);
    save[n].hash = cantrip_game_hash(g);
    if (cantrip_game_save(g, save[n].bytes, save[n].size) != CANTRIP_OK)
        abort();
    cantrip_game_destroy(g);
}

static void change(uint8_t *b, size_t size, uint64_t *s)
{
    const size_t body = 8 + case_random(s) % (size - 12);
    switch (case_below(s, 4)) {
    case 0: { /* two words exchanged */
        const size_t other = 8 + case_random(s) % (size - 12);
        uint8_t t[4];
        memcpy(t, b + body, 4);
        memmove(b + body, b + other, 4);
        memcpy(b + other, t, 4);
        break;
    }
    case 1: /* a small number */
        b[body] = (uint8_t)(b[body] + case_below(s, 5) - 2);
        break;
    default:
        b[body] ^= (uint8_t)(1u << case_below(s, 8));
        break;
    }
}

static void mend(uint8_t *b, size_t size)
{
    const uint64_t hash = hash_words(HASH_START, b + 8, size - 8);
    memcpy(b, &hash, 8);
}

/* What is loaded is saved and loaded again, and played on. */
static void use(cantrip_game *g, uint32_t which, uint64_t *s, cases *c)
{
    cantrip_game *again;
    c->accepted++;
    if (cantrip_game_hash(g) != save[which].hash)
        c->faults++; /* the state, and a history that leads there, were changed alike */
    const size_t size = cantrip_game_save_size(g);
    uint8_t *b = malloc(size);
    if (cantrip_game_save(g, b, size) != CANTRIP_OK ||
        cantrip_game_load(lib, b, size, &again) != CANTRIP_OK ||
        cantrip_game_hash(again) != cantrip_game_hash(g))
        abort();
    free(b);
    cantrip_game_destroy(again);
    for (uint32_t i = 0; i < 20 && cantrip_game_step(g) == CANTRIP_STEP_DECISION; i++) {
        c->decisions++;
        if (case_answer(g, s) != CANTRIP_OK)
            abort();
    }
    cantrip_game_destroy(g);
}

static void try_load(uint8_t *b, uint32_t which, uint64_t *s, cases *c)
{
    cantrip_game *g;
    mend(b, save[which].size);
    if (cantrip_game_load(lib, b, save[which].size, &g) == CANTRIP_OK)
        use(g, which, s, c);
    else
        c->refused++;
    free(b);
}

static uint8_t *copy_of(uint32_t which)
{
    uint8_t *b = malloc(save[which].size);
    return memcpy(b, save[which].bytes, save[which].size);
}

static void one(uint64_t id, cases *c)
{
    uint64_t s = id * 31 + 7;
    const uint32_t which = case_below(&s, SAVES);
    uint8_t *b = copy_of(which);
    for (uint32_t n = case_below(&s, 3) ? 1 : 1 + case_below(&s, 5); n; n--)
        change(b, save[which].size, &s);
    try_load(b, which, &s, c);
}

static uint32_t all_of;

/* The hash itself is mended: the bits behind it. */
static void one_bit(uint64_t id, cases *c)
{
    uint64_t s = id;
    uint8_t *b = copy_of(all_of);
    const uint64_t bit = 64 + id % (8 * (uint64_t)save[all_of].size - 64);
    b[bit / 8] ^= (uint8_t)(1u << bit % 8);
    try_load(b, all_of, &s, c);
}

static int every_bit(const char *words, const char *first)
{
    char all[32];
    const uint64_t from = strtoull(first, NULL, 10);
    snprintf(all, sizeof all, "%lluc", 8 * (unsigned long long)save[all_of].size - 64 - from);
    return cases_run(from, strcmp(words, "all") == 0 ? all : words, one_bit);
}

int main(int argc, char **argv)
{
    if (argc != 4 && argc != 5) {
        fprintf(stderr, "mutate_saves AMOUNT FIRST PACK[,PACK...] [SAVE]\n");
        return 2;
    }
    lib = case_library(argv[3]);
    for (uint32_t n = 0; n < SAVES; n++)
        make_save(n);
    if (strcmp(argv[1], "sizes") == 0) {
        for (uint32_t n = 0; n < SAVES; n++)
            printf("%u: %zu bits\n", n, save[n].size * 8);
        return 0;
    }
    all_of = argc == 5 ? (uint32_t)strtoul(argv[4], NULL, 10) % SAVES : 0;
    const int findings = argc == 5 ? every_bit(argv[1], argv[2])
                                   : cases_run(strtoull(argv[2], NULL, 10), argv[1], one);
    return findings ? 1 : 0;
}
