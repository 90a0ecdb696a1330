/* CLAIM: while attackers and blockers are being declared, one after the other, those that were chosen so far do not attack or
 * block yet (CR 508.1k, 509.1g): not in the game, and not in a world that is made up in between. */
#include "assemble.h"

static cantrip_library *lib;

static int32_t power_of(cantrip_game *g, uint32_t player, const char *card)
{
    for (uint32_t i = 0; i < cantrip_view_count(g, BATTLEFIELD, player); i++) {
        const cantrip_object_view v = cantrip_view_object(g, player, BATTLEFIELD, player, i);
        if (strcmp(v.name, card) == 0)
            return v.power;
    }
    fail_msg("no %s", card);
    return 0;
}

/* The first of the options, for the first creature that is asked about. */
static void choose(cantrip_game *g, uint32_t kind)
{
    for (int i = 0; i < 40 && asked(g)->kind != kind; i++)
        assert_int_equal(cantrip_game_answer(g, (uint32_t[]){0}, asked(g)->min ? 1 : 0),
                         CANTRIP_OK);
    assert_int_equal(asked(g)->kind, kind);
    assert_int_equal(cantrip_game_answer(g, (uint32_t[]){0}, 1), CANTRIP_OK);
}

/* `before` while the second is asked about, in this game and in another world; `after` when all have been. */
static void expect_power(cantrip_game *g, uint32_t kind, uint32_t player, const char *card,
                         int32_t before, int32_t after)
{
    cantrip_game *world;
    choose(g, kind);
    assert_int_equal(asked(g)->kind, kind);
    assert_int_equal(power_of(g, player, card), before);
    assert_int_equal(cantrip_game_clone(g, &world), CANTRIP_OK);
    assert_int_equal(cantrip_game_resample(world, asked(g)->player, 7), CANTRIP_OK);
    assert_int_equal(power_of(world, player, card), before);
    cantrip_game_destroy(world);
    choose(g, kind);
    asked(g);
    assert_int_equal(power_of(g, player, card), after);
}

/* RULE CR 508.1k: each chosen creature becomes an attacking creature once all are chosen and paid for */
static void test_cr508_1k_attackers(void **state)
{
    (void)state;
    cantrip_game *g = as_game(lib);
    put(g, 0, "War Banner", BATTLEFIELD);
    put(g, 0, "Grizzly Bears", BATTLEFIELD);
    put(g, 0, "Hill Giant", BATTLEFIELD);
    assert_int_equal(cantrip_setup_step(g, VM_STEP_ATTACKERS, 0), CANTRIP_OK);
    expect_power(g, CANTRIP_DECIDE_ATTACK, 0, "Grizzly Bears", 2, 3);
    cantrip_game_destroy(g);
}

/* RULE CR 509.1g: each chosen creature becomes a blocking creature once all are chosen and paid for */
static void test_cr509_1g_blockers(void **state)
{
    (void)state;
    cantrip_game *g = as_game(lib);
    put(g, 0, "Serra Angel", BATTLEFIELD);
    put(g, 0, "Wall of Wood", BATTLEFIELD);
    put(g, 0, "War Banner", BATTLEFIELD);
    put(g, 1, "War Banner", BATTLEFIELD);
    put(g, 0, "Craw Wurm", BATTLEFIELD);
    put(g, 1, "Grizzly Bears", BATTLEFIELD);
    put(g, 1, "Hill Giant", BATTLEFIELD);
    assert_int_equal(cantrip_setup_step(g, VM_STEP_ATTACKERS, 0), CANTRIP_OK);
    choose(g, CANTRIP_DECIDE_ATTACK);
    expect_power(g, CANTRIP_DECIDE_BLOCK, 1, "Grizzly Bears", 2, 4);
    cantrip_game_destroy(g);
}

int main(void)
{
    assembly s;
    as_begin(&s, "card \"War Banner\" {1} enchantment {\n"
                 "    attacking creatures you control get +1/+0\n"
                 "    blocking creatures you control get +2/+0\n"
                 "}\n");
    lib = as_finish(&s);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cr508_1k_attackers),
                                       cmocka_unit_test(test_cr509_1g_blockers)};
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    cantrip_library_close(lib);
    printf("%d passed, %d failed\n", (int)(sizeof tests / sizeof *tests) - failed, failed);
    return failed;
}
