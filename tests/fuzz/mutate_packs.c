/* PROMISE: a pack that is accepted is harmless. Packs are broken in ways that know their format, their hash is
 * mended, and what the verifier accepts is played: from decks, and from positions with everything in play.
 *
 *     mutate_packs AMOUNT FIRST PACK...        AMOUNT: see cases.h; 0: only case FIRST
 * Of several packs one in three is then linked with another of them, which is as it was, before or behind it.
 *
 * PLAY_EVERY=N in the environment: of those that are accepted, one in N is played. */
#include <signal.h>

#include "base/hash.h"
#include "tests/fuzz/cases.h"
#include "vm/pack.h"

enum { QUESTIONS = 250 };

static struct {
    uint8_t *bytes;
    size_t size;
} * pack;
static uint32_t pack_count, play_every = 1;

static uint32_t word_at(const uint8_t *p)
{
    uint32_t v;
    memcpy(&v, p, 4);
    return v;
}

static void put_word(uint8_t *p, uint32_t v)
{
    memcpy(p, &v, 4);
}

/* ---- breaking -----------------------------------------------------------------------------------
 */

typedef struct part { /* a section */
    uint8_t *at;
    uint32_t id, size, row;
} part;

static uint32_t row_size(uint32_t id)
{
    switch (id) {
#define F(name, domain) +4
#define ROW(number, name, fields)                                                                  \
    case number:                                                                                   \
        return 0 fields;
#include "vm/abi/pack_rows.def"
#undef ROW
#undef F
    case VM_SECTION_code:
        return 8;
    default:
        return 4;
    }
}

static int find_part(uint8_t *b, size_t size, uint32_t n, part *out)
{
    const uint32_t off = word_at(b + 36 + 12 * n);
    *out = (part){b + off, word_at(b + 32 + 12 * n), word_at(b + 40 + 12 * n), 0};
    out->row = row_size(out->id);
    return off <= size && out->size <= size - off && out->size >= out->row;
}

/* Numbers on which something turns: limits of tables, of types, of masks. */
static uint32_t odd_number(uint64_t *s)
{
    static const uint32_t ODD[] = {
        0,       1,       2,          3,          4,          7,         8,     15,
        16,      31,      32,         63,         64,         127,       128,   255,
        256,     511,     512,        4095,       4096,       65535,     65536, 999999,
        1000000, 1000001, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFFF};
    switch (case_below(s, 3)) {
    case 0:
        return ODD[case_below(s, sizeof ODD / sizeof *ODD)];
    case 1:
        return 1u << case_below(s, 32);
    default:
        return case_below(s, 200);
    }
}

static void break_once(uint8_t *b, size_t size, uint64_t *s)
{
    part p;
    if (!find_part(b, size, case_below(s, word_at(b + 28)), &p))
        return;
    const uint32_t rows = p.size / p.row, words = p.row / 4;
    uint8_t *row = p.at + case_below(s, rows) * p.row, *field = row + case_below(s, words) * 4,
            *other = p.at + case_below(s, rows) * p.row;
    switch (case_below(s, 8)) {
    case 0: /* a bit */
        row[case_below(s, p.row)] ^= (uint8_t)(1u << case_below(s, 8));
        break;
    case 1: /* a byte: opcodes and registers are bytes */
        row[case_below(s, p.row)] = (uint8_t)case_below(s, 16);
        break;
    case 2: /* a word */
        put_word(field, odd_number(s));
        break;
    case 3: /* a neighbour's number */
        put_word(field, word_at(field) + case_below(s, 9) - 4);
        break;
    case 4: /* the same field of another row */
        memcpy(field, other + (field - row), 4);
        break;
    case 5: /* another row */
        memmove(row, other, p.row);
        break;
    case 6: { /* two rows exchanged */
        uint8_t t[128];
        memcpy(t, row, p.row);
        memmove(row, other, p.row);
        memcpy(other, t, p.row);
        break;
    }
    default: /* the directory, or a whole file that ends too soon */
        put_word(b + 28 + 4 * case_below(s, 1 + 3 * word_at(b + 28)), odd_number(s));
        break;
    }
}

/* The case's pack; the caller frees. */
static uint8_t *make(uint64_t *s, size_t *out_size, uint32_t *out_which)
{
    const uint32_t which = *out_which = case_below(s, pack_count);
    const size_t size = pack[which].size;
    uint8_t *b = malloc(size);
    memcpy(b, pack[which].bytes, size);
    for (uint32_t n = 1 + case_below(s, 4); n && word_at(b + 28) <= VM_SECTION_SPAN; n--)
        break_once(b, size, s);
    put_word(b + 24, (uint32_t)size);
    const uint64_t hash = hash_file(HASH_START, b + 24, size - 24);
    put_word(b + 16, (uint32_t)hash);
    put_word(b + 20, (uint32_t)(hash >> 32));
    *out_size = size;
    return b;
}

/* ---- playing ------------------------------------------------------------------------------------
 */

static void look_at_everything(cantrip_game *g)
{
    for (uint32_t zone = 0; zone < 7; zone++)
        for (uint32_t p = 0; p < 2; p++)
            for (uint32_t i = 0; i < cantrip_view_count(g, zone, p); i++)
                cantrip_view_object(g, p, zone, p, i);
}

static void set_up(cantrip_library *lib, cantrip_game *g, int position, uint64_t *s)
{
    static const char *const LANDS[] = {"Plains", "Island", "Swamp", "Mountain", "Forest"};
    static const struct {
        uint32_t zone, count;
    } PUT[] = {{3, 6}, {1, 7}, {2, 4}, {0, 15}};
    const uint32_t cards = cantrip_library_card_count(lib);
    if (position)
        cantrip_setup_position(g, 1 + case_below(s, 3));
    for (uint32_t p = 0; p < 2 && cards; p++) {
        for (uint32_t i = 0; i < 5; i++) {
            if (position)
                cantrip_setup_put(g, p, LANDS[i], 3, 3, 0, 0);
            else
                cantrip_game_deck_add(g, p, LANDS[i], 4);
        }
        for (uint32_t i = 0; i < 4; i++)
            for (uint32_t k = 0; k < PUT[i].count; k++) {
                const char *name = cantrip_library_card_name(lib, case_below(s, cards));
                if (position)
                    cantrip_setup_put(g, p, name, PUT[i].zone, 1, 0, (int)case_below(s, 2));
                else
                    cantrip_game_deck_add(g, p, name, 1);
            }
    }
}

/* The hash of the game at its end. */
static uint64_t play(cantrip_library *lib, uint64_t seed, int position, cases *c)
{
    uint64_t s = seed;
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *g;
    o.seed = seed;
    o.turn_max = 30;
    o.pay_by_hand = case_below(&s, 4) ? 0 : 3;
    o.take_back = case_below(&s, 3) ? 0 : 3;
    o.float_mana = case_below(&s, 4) ? 0 : 3;
    o.ask_trivial = !case_below(&s, 5);
    if (cantrip_game_create(lib, &o, &g) != CANTRIP_OK)
        abort();
    set_up(lib, g, position, &s);
    for (uint32_t i = 0; i < QUESTIONS && cantrip_game_step(g) == CANTRIP_STEP_DECISION; i++) {
        c->decisions++;
        if (i % 16 == 0)
            look_at_everything(g);
        if (position && !case_below(&s, 12)) {
            cantrip_id ids[64];
            const uint32_t f = case_below(&s, 800);
            cantrip_eval_number(g, f, case_below(&s, 2));
            cantrip_eval_set(g, f, case_below(&s, 2), ids, 64);
            if (!case_below(&s, 3) && cantrip_eval_effect(g, f, case_below(&s, 2)) == CANTRIP_OK)
                continue;
        }
        if (case_answer(g, &s) != CANTRIP_OK)
            abort(); /* what was offered was not taken */
    }
    c->faults += cantrip_game_result(g).fault != 0;
    const uint64_t hash = cantrip_game_hash(g);
    cantrip_game_destroy(g);
    return hash;
}

static void ignore(void *user, const char *line)
{
    (void)user, (void)line;
}

/* By itself, or together with the pack behind it in the list. */
static cantrip_status open_mutant(uint64_t id, const uint8_t *bytes, size_t size, uint32_t which,
                                  cantrip_library **out)
{
    const uint32_t with =
        (which + 1 + (uint32_t)(id / 3) % (pack_count > 1 ? pack_count - 1 : 1)) % pack_count;
    const cantrip_bytes mutant = {bytes, size}, other = {pack[with].bytes, pack[with].size};
    const cantrip_bytes *first = id % 2 ? &mutant : &other, *second = id % 2 ? &other : &mutant;
    cantrip_pack_error why;
    if (id % 3 || pack_count < 2)
        return cantrip_library_open(bytes, size, out, &why);
    return cantrip_library_open_with(first->at, first->size, second, 1, out, &why);
}

static void one(uint64_t id, cases *c)
{
    uint64_t s = id * UINT64_C(0x2545F4914F6CDD1D) + 7;
    size_t size;
    uint32_t which;
    uint8_t *bytes = make(&s, &size, &which);
    cantrip_library *lib;
    const cantrip_status status = open_mutant(id, bytes, size, which, &lib);
    free(bytes);
    if (status != CANTRIP_OK) {
        c->refused++;
        return;
    }
    c->accepted++;
    cantrip_pack_print(lib, ignore, NULL);
    if (case_below(&s, play_every)) {
        cantrip_library_close(lib);
        return;
    }
    c->played++;
    for (int position = 0; position < 2; position++) {
        const uint64_t hash = play(lib, id + 11, position, c);
        if (id % 16 == 0 && play(lib, id + 11, position, c) != hash) {
            printf("case %llu: the same game ends in two ways\n", (unsigned long long)id);
            c->differences++;
        }
    }
    cantrip_library_close(lib);
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "mutate_packs AMOUNT FIRST PACK...\n");
        return 2;
    }
    const char *const every = getenv("PLAY_EVERY");
    if (every)
        play_every = (uint32_t)strtoul(every, NULL, 10);
    if (!(pack = calloc((size_t)argc, sizeof *pack)))
        return 2;
    for (int i = 3; i < argc; i++, pack_count++)
        pack[pack_count].bytes = case_file(argv[i], &pack[pack_count].size);
    return cases_run(strtoull(argv[2], NULL, 10), argv[1], one) ? 1 : 0;
}
