/* CLAIM: whoever skips the very first turn of the game has had none, and the next one begins it (CR 614.1b, 103.7). */
#include "sample.h"

#include "cantrip/view.h"

static cantrip_library *lib;

static const char CARDS[] = "card \"Mountain\" basic land Mountain\n"
                            "card \"Late Start\" conspiracy {\n"
                            "    if you would begin your turn: {\n"
                            "        you may skip that turn instead\n"
                            "        if you do: you gain 2 life\n"
                            "    }\n"
                            "}\n";

/* Plays to the first question about priority; what the conspiracy asks is answered so, the first time. */
static cantrip_game *begun(int skips)
{
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *g;
    int asked = 0;
    o.player_count = 3;
    o.chooser = 1; /* player 0 says that they begin */
    assert_int_equal(cantrip_game_create(lib, &o, &g), CANTRIP_OK);
    for (uint32_t p = 0; p < 3; p++)
        assert_int_equal(cantrip_game_deck_add(g, p, "Mountain", 20), CANTRIP_OK);
    assert_int_equal(cantrip_game_command_add(g, 0, "Late Start", CANTRIP_COMMAND_CARD),
                     CANTRIP_OK);
    while (cantrip_game_step(g) == CANTRIP_STEP_DECISION &&
           cantrip_game_decision(g)->kind != CANTRIP_DECIDE_PRIORITY) {
        const cantrip_decision *d = cantrip_game_decision(g);
        uint32_t chosen[8], n = cantrip_decision_fallback(g, chosen, 8);
        if (d->kind == CANTRIP_DECIDE_FIRST) {
            chosen[0] = 0;
            n = 1;
        }
        if (strcmp(d->source_name, "Late Start") == 0) {
            assert_int_equal(d->player, 0);
            assert_int_equal(asked, 0); /* once: the turn that comes is another's */
            asked = 1;
            chosen[0] = sample_option(d, skips ? CANTRIP_OPTION_YES : CANTRIP_OPTION_NO);
            n = 1;
        }
        assert_int_equal(cantrip_game_answer(g, chosen, n), CANTRIP_OK);
    }
    assert_int_equal(asked, 1);
    return g;
}

static void test_skipped(void **state)
{
    (void)state;
    cantrip_game *g = begun(1);
    assert_int_equal(cantrip_view_game(g).active_player, 1);
    assert_int_equal(cantrip_view_game(g).turn, 1);
    assert_int_equal(cantrip_view_player(g, 0).life, 22);
    cantrip_game_destroy(g);
}

static void test_taken(void **state)
{
    (void)state;
    cantrip_game *g = begun(0);
    assert_int_equal(cantrip_view_game(g).active_player, 0);
    assert_int_equal(cantrip_view_player(g, 0).life, 20);
    cantrip_game_destroy(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_skipped),
                                       cmocka_unit_test(test_taken)};
    cantrip_compiled c = sample_compile_text(CARDS);
    assert_int_equal(cantrip_library_open(c.pack, c.pack_size, &lib, NULL), CANTRIP_OK);
    cantrip_compiled_destroy(&c);
    const int failed = cmocka_run_group_tests_name("first turn", tests, NULL, NULL);
    printf("%d passed, %d failed\n", (int)(sizeof tests / sizeof *tests) - failed, failed);
    cantrip_library_close(lib);
    return failed;
}
