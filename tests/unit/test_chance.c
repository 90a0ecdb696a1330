/* CLAIM: chance is what its documents say, playing on by chance has some sense, and both come out the same for the same
 * seed; what is asked of a game at a moment when nothing can be said is answered so. */
#include "sample.h"

#include "cantrip/search.h"
#include "cantrip/setup.h"
#include "runtime/state/state.h"
#include "vm/abi/abi.h"

static cantrip_library *lib;

static const char CARDS[] =
    "card \"Mountain\" basic land Mountain\n"
    "card \"Bear\" {1}{R} creature Bear 2/2 {\n}\n"
    "card \"Ogre\" {2}{R} creature Ogre 3/3 {\n}\n"
    "card \"Bolt\" {R} instant {\n    this deals 3 damage to any target\n}\n"
    "card \"Gift\" {R} instant {\n    target player draws a card\n}\n"
    "card \"Blaze\" {X}{R} sorcery {\n    this deals X damage to any target\n}\n"
    "card \"Wings\" {R} enchantment {\n    creatures have flying\n}\n";

/* The stream of the cipher for a key and a nonce of nothing but zeros is published. */
static void test_known_stream(void **unused)
{
    static const uint32_t PUBLISHED[] = {0xade0b876, 0x903df1a0, 0xe56a5d40, 0x28bd8653};
    rt_state *s = malloc(sizeof *s);
    (void)unused;
    memset(s, 0xFF, sizeof *s);
    rt_random_seed(s, 0);
    for (int i = 0; i < 4; i++)
        assert_int_equal(rt_random_below(s, UINT32_MAX), PUBLISHED[i]);
    memset(s, 0xFF, sizeof *s);
    rt_random_seed(s, UINT64_C(1) << 32); /* all of a seed counts */
    uint32_t same = 0;
    for (int i = 0; i < 4; i++)
        same += rt_random_below(s, UINT32_MAX) == PUBLISHED[i];
    assert_int_equal(same, 0);
    for (int i = 0; i < 200; i++)
        assert_true(rt_random_below(s, 3) < 3);
    free(s);
}

static cantrip_game *table(int32_t theirs)
{
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *g;
    assert_int_equal(cantrip_game_create(lib, &o, &g), CANTRIP_OK);
    assert_int_equal(cantrip_setup_position(g, 2), CANTRIP_OK);
    for (uint32_t p = 0; p < 2; p++) {
        cantrip_setup_put(g, p, "Mountain", CANTRIP_ZONE_BATTLEFIELD, 4, 0, 0);
        cantrip_setup_put(g, p, "Mountain", CANTRIP_ZONE_LIBRARY, 12, 0, 0);
        cantrip_setup_put(g, p, "Bolt", CANTRIP_ZONE_HAND, 2, 0, 0);
        cantrip_setup_put(g, p, "Gift", CANTRIP_ZONE_HAND, 1, 0, 0);
    }
    cantrip_setup_life(g, 1, theirs);
    return g;
}

/* What `count` ways of playing on are worth to player 0, in all. */
static int64_t worth(cantrip_game *g, uint32_t count, uint32_t turns)
{
    int64_t sum = 0;
    assert_int_equal(cantrip_game_step(g), CANTRIP_STEP_DECISION);
    for (uint32_t seed = 0; seed < count; seed++) {
        cantrip_game *copy;
        assert_int_equal(cantrip_game_clone(g, &copy), CANTRIP_OK);
        sum += cantrip_playout(copy, seed, turns, 0);
        cantrip_game_destroy(copy);
    }
    cantrip_game_destroy(g);
    return sum;
}

/* Whoever has an army against nobody wins nearly always; burn goes at opponents, gifts do not. */
static void test_sense(void **state)
{
    (void)state;
    cantrip_game *g = table(12);
    cantrip_setup_put(g, 0, "Ogre", CANTRIP_ZONE_BATTLEFIELD, 4, 0, 0);
    assert_true(worth(g, 20, 0) >= 18 * 1000000);
    g = table(12);
    cantrip_setup_put(g, 1, "Ogre", CANTRIP_ZONE_BATTLEFIELD, 4, 0, 0);
    cantrip_setup_life(g, 0, 12);
    assert_true(worth(g, 20, 0) <= -16 * 1000000);
    g = table(3);
    assert_true(worth(g, 20, 2) >= 12 * 1000000);
}

/* The values themselves: of games on the way, and at their ends. A change of how likely players play shows itself here. */
static void test_values(void **state)
{
    (void)state;
    int64_t all[3];
    for (int i = 0; i < 3; i++) {
        cantrip_game *g = table(20);
        for (uint32_t p = 0; p < 2; p++) {
            cantrip_setup_put(g, p, "Bear", CANTRIP_ZONE_BATTLEFIELD, 1 + p, 0, 0);
            cantrip_setup_put(g, p, "Ogre", CANTRIP_ZONE_HAND, 2 - p, 0, 0);
            cantrip_setup_put(g, p, "Blaze", CANTRIP_ZONE_HAND, 1, 0, 0);
        }
        all[i] = worth(g, 40, (uint32_t)i * 3);
    }
    assert_int_equal(all[0], 30000000);
    assert_int_equal(all[1], 99);
    assert_int_equal(all[2], 232);
}

static void test_nothing_asked(void **state)
{
    (void)state;
    uint8_t mask[4] = {9, 9, 9, 9};
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *g;
    assert_int_equal(cantrip_game_create(lib, &o, &g), CANTRIP_OK);
    assert_int_equal(cantrip_pick_actions(g, mask, 4), 0);
    assert_int_equal(mask[0], 9);
    cantrip_game_destroy(g);
    assert_string_equal(vm_zone_name(VM_ZONE_COUNT), "?");
    assert_string_equal(vm_zone_name(VM_ZONE_COUNT - 1), "command zone");
    assert_string_equal(vm_step_name(VM_STEP_COUNT), "?");
}

/* X, and parts of damage, in words. */
static void test_number_texts(void **state)
{
    (void)state;
    char text[80];
    cantrip_game *g = table(20);
    cantrip_setup_put(g, 0, "Blaze", CANTRIP_ZONE_HAND, 1, 0, 0);
    assert_int_equal(cantrip_game_step(g), CANTRIP_STEP_DECISION);
    const cantrip_decision *d = cantrip_game_decision(g);
    for (uint32_t i = 0; i < d->option_count; i++) {
        cantrip_option_text(g, i, text, sizeof text);
        if (strcmp(text, "cast Blaze") == 0) {
            assert_int_equal(cantrip_game_answer(g, &i, 1), CANTRIP_OK);
            break;
        }
    }
    assert_int_equal(cantrip_game_step(g), CANTRIP_STEP_DECISION);
    d = cantrip_game_decision(g);
    assert_int_equal(d->kind, CANTRIP_DECIDE_X);
    assert_int_equal(d->option_count, 4);
    for (uint32_t i = 0; i < 4; i++) {
        char wanted[2] = {(char)('0' + i), 0};
        cantrip_option_text(g, i, text, sizeof text);
        assert_string_equal(text, wanted);
    }
    cantrip_game_destroy(g);
}

static void join(void *user, const char *line)
{
    strncat(user, line, 999 - strlen(user));
    strncat(user, "|", 999 - strlen(user));
}

/* Effect by effect: what each changed. */
static void test_explained(void **state)
{
    (void)state;
    char all[1000] = "";
    cantrip_game *g = table(20);
    cantrip_setup_put(g, 0, "Bear", CANTRIP_ZONE_BATTLEFIELD, 1, 0, 0);
    cantrip_setup_put(g, 0, "Wings", CANTRIP_ZONE_BATTLEFIELD, 1, 0, 0);
    assert_int_equal(cantrip_game_step(g), CANTRIP_STEP_DECISION);
    cantrip_id bear = {0};
    for (uint32_t i = 0; i < cantrip_view_count(g, CANTRIP_ZONE_BATTLEFIELD, 0); i++) {
        const cantrip_object_view v = cantrip_view_object(g, 0, CANTRIP_ZONE_BATTLEFIELD, 0, i);
        bear = strcmp(v.name, "Bear") == 0 ? v.id : bear;
    }
    cantrip_game_explain(g, bear, join, all);
    assert_non_null(strstr(all, "Bear is now"));
    assert_non_null(strstr(all, "Wings: now with abilities: 2;"));
    cantrip_game_destroy(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_stream), cmocka_unit_test(test_sense),
        cmocka_unit_test(test_values),       cmocka_unit_test(test_nothing_asked),
        cmocka_unit_test(test_number_texts), cmocka_unit_test(test_explained)};
    cantrip_compiled c = sample_compile_text(CARDS);
    assert_int_equal(cantrip_library_open(c.pack, c.pack_size, &lib, NULL), CANTRIP_OK);
    cantrip_compiled_destroy(&c);
    const int failed = cmocka_run_group_tests_name("chance", tests, NULL, NULL);
    printf("%d passed, %d failed\n", (int)(sizeof tests / sizeof *tests) - failed, failed);
    cantrip_library_close(lib);
    return failed;
}
