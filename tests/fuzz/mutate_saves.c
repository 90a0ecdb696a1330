/* PROMISE: a save that was changed, with its hash mended, is refused, or it is the game that was saved. Bits are
 * flipped one at a time and several together, words are exchanged, and the history is rewritten.
 *
 *     mutate_saves AMOUNT FIRST PACK           AMOUNT: see cases.h; 0: only case FIRST */
#include <signal.h>

#include "base/hash.h"
#include "tests/fuzz/cases.h"

enum { SAVES = 8, QUESTIONS = 60 };

static cantrip_library *lib;
static struct {
    uint8_t *bytes;
    size_t size;
    uint64_t hash;
} save[SAVES];

static void make_save(uint32_t n)
{
    uint64_t s = n + 5;
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *g;
    const uint32_t cards = cantrip_library_card_count(lib);
    o.seed = n;
    o.take_back = n & 1 ? 3 : 0;
    o.pay_by_hand = n & 2 ? 3 : 0;
    if (cantrip_game_create(lib, &o, &g) != CANTRIP_OK)
        abort();
    for (uint32_t p = 0; p < 2; p++)
        for (uint32_t i = 0; i < 40; i++)
            cantrip_game_deck_add(
                g, p, i % 2 ? "Mountain" : cantrip_library_card_name(lib, case_below(&s, cards)),
                1);
    for (uint32_t i = 0; i < QUESTIONS && cantrip_game_step(g) == CANTRIP_STEP_DECISION; i++)
        case_answer(g, &s);
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

static void one(uint64_t id, cases *c)
{
    uint64_t s = id * 31 + 7;
    const uint32_t which = case_below(&s, SAVES);
    const size_t size = save[which].size;
    uint8_t *b = malloc(size);
    cantrip_game *g;
    memcpy(b, save[which].bytes, size);
    for (uint32_t n = case_below(&s, 3) ? 1 : 1 + case_below(&s, 5); n; n--)
        change(b, size, &s);
    const uint64_t hash = hash_words(HASH_START, b + 8, size - 8);
    memcpy(b, &hash, 8);
    if (cantrip_game_load(lib, b, size, &g) == CANTRIP_OK) {
        c->accepted++;
        if (cantrip_game_hash(g) != save[which].hash)
            c->faults++; /* the state, and a history that leads there, were changed alike */
        for (uint32_t i = 0; i < 20 && cantrip_game_step(g) == CANTRIP_STEP_DECISION; i++) {
            c->decisions++;
            if (case_answer(g, &s) != CANTRIP_OK)
                abort();
        }
        cantrip_game_destroy(g);
    } else {
        c->refused++;
    }
    free(b);
}

int main(int argc, char **argv)
{
    size_t size;
    cantrip_pack_error why;
    if (argc != 4) {
        fprintf(stderr, "mutate_saves AMOUNT FIRST PACK\n");
        return 2;
    }
    uint8_t *bytes = case_file(argv[3], &size);
    if (cantrip_library_open(bytes, size, &lib, &why) != CANTRIP_OK) {
        fprintf(stderr, "%s: refused by %s\n", argv[3], why.rule);
        return 2;
    }
    free(bytes);
    for (uint32_t n = 0; n < SAVES; n++)
        make_save(n);
    const int findings = cases_run(strtoull(argv[2], NULL, 10), argv[1], one);
    return findings ? 1 : 0;
}
