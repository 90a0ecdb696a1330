/* CLAIM: a line of a journal that says something impossible is refused even if its hash is right, and it is said which and why. */
#include "sample.h"

#include <inttypes.h>

#include "base/hash.h"

static cantrip_library *lib;
static char head[200]; /* of the game that is played, without its hash and what ends the line */

static const char CARDS[] = "card \"Mountain\" basic land Mountain\n"
                            "card \"Soldier\" {R} creature Human Soldier 2/2 {\n}\n";

enum { SIZE = 1 << 14 };

static cantrip_game *create(cantrip_game_options o)
{
    cantrip_game *g;
    assert_int_equal(cantrip_game_create(lib, &o, &g), CANTRIP_OK);
    for (uint32_t p = 0; p < 2; p++)
        cantrip_game_deck_add(g, p, "Mountain", 24);
    return g;
}

/* The lines, each with the hash that it should have. */
static size_t chained(char *out, const char *const *lines, size_t count)
{
    uint64_t chain = HASH_START;
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        chain = hash_bytes(chain, lines[i], strlen(lines[i]));
        used += (size_t)snprintf(out + used, SIZE - used, "%s ~%016" PRIx64 "\n", lines[i], chain);
        assert_true(used < SIZE);
    }
    return used;
}

static cantrip_status take_in(const char *text, size_t size, cantrip_replay *r, cantrip_game **out)
{
    memset(r, 0, sizeof *r);
    r->struct_size = sizeof *r;
    r->upto = UINT32_MAX;
    return cantrip_journal_read(lib, text, size, r, out);
}

#define NOTHING_KNOWN "the line says nothing that is known"

/* CLAIM a line behind the head that cannot be */
static void test_lines(void **state)
{
    (void)state;
    static const char *const WRONG[] = {
        "2 deck 0 0 20", /* the first is number 1 */
        "0 deck 0 0 20",
        "1deck 0 0 20",
        "deck 0 0 20",
        "1 dick 0 0 20",
        "1 deck 0 0 x",
        "1 deck 0 0 20 ",
        "1 deck 0 0 4294967296", /* one more than fits */
        "1 deck 0 0 20 =",
        "1 deck 0 0 20 =g",
        "1 deck 0 0 20 =0 x",
        "1 deck 0 0 20 =10000000000000000",
        "1 deck 0 0 ff",
        "back 1", /* nothing was there to go back from */
        "back x",
        "back ",
        "back 0 0",
        "back 0x",
        "",
    };
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        char text[SIZE];
        const char *lines[] = {head, WRONG[i], "1 deck 0 0 20"};
        cantrip_replay r;
        cantrip_game *g;
        const size_t n = chained(text, lines, 3);
        if (take_in(text, n, &r, &g) != CANTRIP_OK || r.line != 2 ||
            strcmp(r.message, NOTHING_KNOWN) != 0)
            fail_msg("'%s' at %u: %s", WRONG[i], r.line, r.message);
        assert_int_equal(r.total, 0);
        assert_int_equal(r.whole, strlen(head) + 19);
        cantrip_game_destroy(g);
    }
}

/* CLAIM a first line that cannot be */
static void test_heads(void **state)
{
    (void)state;
    static const char *const WRONG[] = {
        "cantrip-journal 2 0 2 1 0 0 0 0 0", "cantrip-journal 1",
        "cantrip-journal 1 0 2 1 0 0 0 0",   "cantrip-journal 1 0 2 1 0 0 0 0 0 0",
        "cantrip-journal 1 0 2 1 0 0 0 0 f", "cantrip-journal 1 g 2 1 0 0 0 0 0",
        "cantrip-journal 1 0 2 1 0 0 0 00 ",
    };
    char text[SIZE];
    cantrip_replay r;
    cantrip_game *g;
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        const size_t n = chained(text, &WRONG[i], 1);
        assert_int_equal(take_in(text, n, &r, &g), CANTRIP_E_STATE);
        if (r.line != 1 || strcmp(r.message, NOTHING_KNOWN) != 0)
            fail_msg("'%s' at %u: %s", WRONG[i], r.line, r.message);
        assert_null(g);
        assert_int_equal(r.whole, 0);
    }
    const char *other[] = {"cantrip-journal 1 abcdef0123456789 2 1 0 0 0 0 0"};
    size_t n = chained(text, other, 1);
    assert_int_equal(take_in(text, n, &r, &g), CANTRIP_E_STATE);
    assert_string_equal(r.message, "it was played with another pack");
    assert_int_equal(r.line, 1);
    assert_null(g);
    char most[200];
    snprintf(most, sizeof most, "%.34s 99 1 0 0 0 0 0", head); /* of players */
    const char *many[] = {most};
    n = chained(text, many, 1);
    assert_int_equal(take_in(text, n, &r, &g), CANTRIP_E_STATE);
    assert_string_equal(r.message, "a game cannot have these options");
    assert_int_equal(r.line, 1);
    assert_null(g);
    assert_int_equal(take_in(text, 0, &r, &g), CANTRIP_E_STATE);
    assert_string_equal(r.message, "it is empty");
    assert_int_equal(r.line, 1);
}

/* CLAIM lines that do not end, that are too short for a hash, and that have another one */
static void test_damaged(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } WRONG[] = {
        {" ~0123456789abcdef", "the line is not whole"},
        {"~0123456789abcdef\n", "the line is not whole"},
        {" ~0123456789abcdef\n", "the line is damaged, or one before it is missing"},
        {"1 run -~0123456789abcdef\n", "the line is damaged, or one before it is missing"},
        {"1 run ~0123456789abcdeg\n", "the line is damaged, or one before it is missing"},
    };
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        char text[SIZE];
        const char *lines[] = {head};
        const size_t n = chained(text, lines, 1);
        strcpy(text + n, WRONG[i].text);
        cantrip_replay r;
        cantrip_game *g;
        assert_int_equal(take_in(text, n + strlen(text + n), &r, &g), CANTRIP_OK);
        assert_int_equal(r.line, 2);
        assert_string_equal(r.message, WRONG[i].says);
        assert_int_equal(r.whole, n);
        cantrip_game_destroy(g);
    }
}

/* CLAIM what cannot be done is named with its number, and the game is the one before it */
static void test_what_cannot_be_done(void **state)
{
    (void)state;
    char text[SIZE];
    cantrip_replay r;
    cantrip_game *g;
    const char *lines[] = {head, "1 deck 0 0 24", "2 answer 5", "3 deck 1 0 24"};
    size_t n = chained(text, lines, 4);
    assert_int_equal(take_in(text, n, &r, &g), CANTRIP_E_STATE);
    assert_non_null(strstr(r.message, "entry 2 (answer) cannot be done here: "));
    assert_int_equal(r.line, 3);
    assert_int_equal(r.entries, 1);
    assert_int_equal(r.total, 3);
    assert_int_equal(r.whole, n);
    cantrip_game_destroy(g);
    lines[2] = "2 deck 1 0 24 =abcdef";
    n = chained(text, lines, 3);
    assert_int_equal(take_in(text, n, &r, &g), CANTRIP_E_STATE);
    char expected[160];
    snprintf(expected, sizeof expected,
             "behind entry 2 (deck) the state is %016" PRIx64
             " and not 0000000000abcdef, as it was",
             cantrip_game_hash(g));
    assert_string_equal(r.message, expected);
    assert_int_equal(r.line, 3);
    cantrip_game_destroy(g);
}

/* CLAIM what was taken back is not played: back to the first, and to the beginning */
static void test_back(void **state)
{
    (void)state;
    char text[SIZE];
    cantrip_replay r;
    cantrip_game *g;
    const char *lines[] = {head, "1 deck 0 0 24", "2 answer 5", "back 1", "2 deck 1 0 24"};
    size_t n = chained(text, lines, 5);
    assert_int_equal(take_in(text, n, &r, &g), CANTRIP_OK);
    assert_int_equal(r.line, 0);
    assert_int_equal(r.total, 2);
    assert_int_equal(r.entries, 2);
    cantrip_game_destroy(g);
    lines[3] = "back 0";
    lines[4] = "1 deck 1 0 24";
    n = chained(text, lines, 5);
    assert_int_equal(take_in(text, n, &r, &g), CANTRIP_OK);
    assert_int_equal(r.total, 1);
    cantrip_game_destroy(g);
    lines[3] = "back 2"; /* nowhere: it stays */
    n = chained(text, lines, 4);
    assert_int_equal(take_in(text, n, &r, &g), CANTRIP_E_STATE);
    assert_int_equal(r.total, 2);
    cantrip_game_destroy(g);
}

/* CLAIM a game that is read has the options that it had, and goes on where it was */
static void test_options(void **state)
{
    (void)state;
    for (uint32_t way = 0; way < 7; way++) {
        cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
        o.player_count = way == 1 ? 3 : 2;
        o.seed = way == 2 ? UINT64_C(0x123456789abcdef0) : 1;
        o.ask_trivial = way == 3;
        o.pay_by_hand = way == 4;
        o.take_back = way == 5;
        o.float_mana = way == 6;
        o.turn_max = way;
        char text[SIZE], again[SIZE];
        cantrip_replay r;
        cantrip_game *g = create(o), *read;
        const size_t n = cantrip_journal_take(g, text, SIZE);
        assert_true(n < SIZE);
        assert_int_equal(take_in(text, n, &r, &read), CANTRIP_OK);
        assert_int_equal(r.line, 0);
        assert_int_equal(cantrip_game_hash(read), cantrip_game_hash(g));
        assert_int_equal(cantrip_journal_take(read, again, SIZE), 0);
        for (uint32_t k = 0; k < 2; k++) { /* both go on alike */
            cantrip_game *one = k ? read : g;
            cantrip_game_deck_add(one, 0, "Soldier", 3);
            assert_true(cantrip_journal_take(one, k ? again : text, SIZE) < SIZE);
        }
        assert_string_equal(text, again);
        assert_int_equal(strncmp(text, "3 deck ", 7), 0);
        cantrip_game_destroy(g);
        cantrip_game_destroy(read);
    }
}

/* CLAIM what does not fit is not taken: it comes as a whole the next time */
static void test_no_room(void **state)
{
    (void)state;
    char text[SIZE], small[SIZE];
    cantrip_game *g = create((cantrip_game_options)CANTRIP_GAME_OPTIONS_INIT);
    cantrip_game *same = create((cantrip_game_options)CANTRIP_GAME_OPTIONS_INIT);
    const size_t n = cantrip_journal_take(g, text, SIZE);
    assert_int_equal(n, strlen(text));
    assert_int_equal(cantrip_journal_take(same, small, n), n);
    assert_int_equal(cantrip_journal_take(same, NULL, 0), n);
    assert_int_equal(cantrip_journal_take(same, small, n + 1), n);
    assert_string_equal(small, text);
    assert_int_equal(cantrip_journal_take(same, small, n + 1), 0);
    cantrip_game_destroy(g);
    cantrip_game_destroy(same);
}

/* CLAIM a program that knows less of what a replay says is given what it knows, and nothing behind it */
static void test_older_programs(void **state)
{
    (void)state;
    char text[SIZE];
    const char *lines[] = {head, "1 deck 0 0 20"};
    const size_t n = chained(text, lines, 2);
    cantrip_replay r;
    cantrip_game *g;
    memset(&r, 0xA5, sizeof r);
    r.struct_size = offsetof(cantrip_replay, whole);
    r.upto = UINT32_MAX;
    assert_int_equal(cantrip_journal_read(lib, text, n, &r, &g), CANTRIP_OK);
    assert_int_equal(r.total, 1);
    for (size_t i = offsetof(cantrip_replay, whole); i < sizeof r; i++)
        assert_int_equal(((unsigned char *)&r)[i], 0xA5);
    cantrip_game_destroy(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_older_programs),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_heads),
        cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_what_cannot_be_done),
        cmocka_unit_test(test_back),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_no_room),
    };
    cantrip_compiled c = sample_compile_text(CARDS);
    assert_int_equal(cantrip_library_open(c.pack, c.pack_size, &lib, NULL), CANTRIP_OK);
    cantrip_compiled_destroy(&c);
    char text[SIZE];
    cantrip_game *g = create((cantrip_game_options)CANTRIP_GAME_OPTIONS_INIT);
    cantrip_journal_take(g, text, SIZE);
    cantrip_game_destroy(g);
    snprintf(head, sizeof head, "%.*s", (int)(strchr(text, '~') - text - 1), text);
    const int failed = cmocka_run_group_tests_name("journals", tests, NULL, NULL);
    printf("%d passed, %d failed\n", (int)(sizeof tests / sizeof *tests) - failed, failed);
    cantrip_library_close(lib);
    return failed;
}
