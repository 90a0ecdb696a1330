/* PROMISE: builds of different compilers and word sizes load what the others saved, and go on in the same way.
 *
 *     exchange write PACK[,PACK...] FILE COUNT      plays COUNT games some way and writes their saves, with the hash of each state and of a later one
 *     exchange read PACK[,PACK...] FILE             loads them all, compares the hashes, there and further on */
#include "tests/fuzz/cases.h"

enum { QUESTIONS = 80, SAVE_MAX = 1 << 24 };

static cantrip_library *lib;

static cantrip_game *a_game(uint32_t n, uint64_t *s)
{
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *g;
    o.seed = n;
    o.ask_trivial = n & 1;
    o.take_back = n & 2 ? 3 : 0;
    o.pay_by_hand = n & 4 ? 3 : 0;
    if (cantrip_game_create(lib, &o, &g) != CANTRIP_OK)
        exit(2);
    const uint32_t cards = cantrip_library_card_count(lib);
    for (uint32_t p = 0; p < 2; p++)
        for (uint32_t i = 0; i < 40; i++)
            cantrip_game_deck_add(
                g, p, i % 2 ? "Mountain" : cantrip_library_card_name(lib, case_below(s, cards)), 1);
    return g;
}

static void play(cantrip_game *g, uint32_t questions, uint64_t *s)
{
    for (uint32_t i = 0; i < questions && cantrip_game_step(g) == CANTRIP_STEP_DECISION; i++)
        if (case_answer(g, s) != CANTRIP_OK)
            exit(2);
    cantrip_game_step(g);
}

static void write_one(uint32_t n, cantrip_game *g, FILE *f)
{
    uint64_t head[3] = {cantrip_game_save_size(g), cantrip_game_hash(g), 0}, s = n;
    uint8_t *bytes = malloc((size_t)head[0]);
    if (!bytes || cantrip_game_save(g, bytes, (size_t)head[0]) != CANTRIP_OK)
        exit(2);
    play(g, QUESTIONS, &s);
    head[2] = cantrip_game_hash(g);
    fwrite(head, sizeof head, 1, f);
    fwrite(bytes, (size_t)head[0], 1, f);
    free(bytes);
}

static int read_one(uint32_t n, FILE *f)
{
    uint64_t head[3], s = n;
    cantrip_game *g;
    if (fread(head, sizeof head, 1, f) != 1 || head[0] > SAVE_MAX)
        return 1;
    uint8_t *bytes = malloc((size_t)head[0]);
    if (!bytes || fread(bytes, (size_t)head[0], 1, f) != 1)
        exit(2);
    const cantrip_status status = cantrip_game_load(lib, bytes, (size_t)head[0], &g);
    free(bytes);
    if (status != CANTRIP_OK) {
        printf("game %u: %s\n", n, cantrip_status_text(status));
        return 1;
    }
    int bad = cantrip_game_hash(g) != head[1];
    if (bad)
        printf("game %u: it is another game\n", n);
    play(g, QUESTIONS, &s);
    if (!bad && cantrip_game_hash(g) != head[2])
        bad = printf("game %u: it goes on in another way\n", n) > 0;
    cantrip_game_destroy(g);
    return bad;
}

int main(int argc, char **argv)
{
    const int writes = argc == 5 && strcmp(argv[1], "write") == 0;
    if (!writes && (argc != 4 || strcmp(argv[1], "read") != 0)) {
        fprintf(stderr, "exchange write PACK[,PACK...] FILE COUNT | exchange read PACK FILE\n");
        return 2;
    }
    lib = case_library(argv[2]);
    FILE *f = fopen(argv[3], writes ? "wb" : "rb");
    uint32_t count = writes ? (uint32_t)strtoul(argv[4], NULL, 10) : 0, n = 0, bad = 0;
    if (!f)
        return 2;
    if (writes)
        fwrite(&count, sizeof count, 1, f);
    else if (fread(&count, sizeof count, 1, f) != 1)
        return 2;
    for (; n < count; n++) {
        uint64_t s = n * 3 + 1;
        if (writes) {
            cantrip_game *g = a_game(n, &s);
            play(g, case_below(&s, QUESTIONS * 2), &s);
            write_one(n, g, f);
            cantrip_game_destroy(g);
        } else {
            bad += (uint32_t)read_one(n, f);
        }
    }
    fclose(f);
    printf("%u saves %s, %u bad\n", n, writes ? "written" : "read", bad);
    return bad != 0;
}
