/* CLAIM: extra turns and phases come, skipped ones do not (CR 500.7, 500.8, 614.10). */
#include "assemble.h"

static cantrip_library *lib;
static uint32_t f_extra, f_extra_both, f_skip_turn, f_skip_draw, f_skip_combat, f_phases;

static void assemble(void)
{
    assembly s;
    uint32_t players;
    as_begin(&s,
             "card \"Drought\" enchantment\ncard \"Stop\" {0} instant {\n    end the turn\n}\n");
    as_selector(&s, 0, VM_WANT_PLAYERS, &players);
    /* 0 p, 1 n, 2 e */
#define WHO_AND(n) I(YOU, 0, 0, 0, 0), I(LDI, 1, 0, 0, n)
    f_extra = EFFECT(&s, "pn", WHO_AND(2), CALL(extra_turn, 0, 0));
    f_extra_both = EFFECT(&s, "pne", I(SELECT, 2, 0, 0, (int32_t)players),
                          I(ONLY_PLAYERS, 0, 2, 0, 0), I(LDI, 1, 0, 0, 1), CALL(extra_turn, 0, 0));
    f_skip_turn = EFFECT(&s, "pn", WHO_AND(1), CALL(skip_turn, 0, 0));
    f_skip_draw =
        EFFECT(&s, "pn", WHO_AND(1), CALL(skip_step, 0, 0), IMM(VM_STEP_DRAW), IMM(VM_SKIP_NEXT));
    f_skip_combat =
        EFFECT(&s, "pn", WHO_AND(1), CALL(skip_step, 0, 0), IMM(VM_STEP_COMBAT), IMM(VM_SKIP_NEXT));
    f_phases = EFFECT(&s, "n", I(LDI, 0, 0, 0, 1), CALL(extra_phase, 0, 0), IMM(VM_STEP_MAIN2),
                      CALL(extra_phase, 0, 0), IMM(VM_STEP_COMBAT));
    vm_selector *you;
    uint32_t sel;
    you = as_selector(&s, 0, VM_WANT_PLAYERS, &sel);
    you->controller = VM_REL_OPPONENT;
    as_static(&s, "Drought", (vm_mod){VM_MOD_SKIP_STEP, sel, VM_STEP_DRAW, 0, 0, 0, 0});
    lib = as_finish(&s);
}

static cantrip_game *position(void)
{
    cantrip_game *game = as_game(lib);
    for (uint32_t p = 0; p < 2; p++)
        cantrip_setup_put(game, p, "Forest", LIBRARY, 20, 0, 0);
    return game;
}

/* Whose turns come: '0' and '1' from the next one on. */
static void expect_turns(cantrip_game *game, const char *want)
{
    for (uint32_t turn = game->g.s->turn + 1; *want; want++, turn++) {
        advance(game, VM_STEP_UPKEEP, turn);
        if (game->g.s->turn_player != (uint32_t)(*want - '0'))
            fail_msg("turn %u is of player %u", turn, game->g.s->turn_player);
    }
}

/* CLAIM two extra turns, then it goes on as it would have. RULE CR 500.7 */
static void test_cr500_7_extra_turns(void **state)
{
    (void)state;
    cantrip_game *game = position();
    carry_out(game, f_extra, 0);
    expect_turns(game, "001010");
    cantrip_game_destroy(game);
    game = position();
    carry_out(game, f_extra, 1); /* those of the other player come before their own */
    expect_turns(game, "111010");
    cantrip_game_destroy(game);
    game = position();
    carry_out(game, f_extra_both, 0); /* added in turn order, the last one first */
    expect_turns(game, "101010");
    cantrip_game_destroy(game);
    expect_turns(game = position(), "1010");
    cantrip_game_destroy(game);
}

/* CLAIM a skipped turn; two effects skip two; an extra turn can be skipped. RULE CR 614.10a */
static void test_cr614_10a_skipped_turns(void **state)
{
    (void)state;
    cantrip_game *game = position();
    carry_out(game, f_skip_turn, 1);
    expect_turns(game, "0101");
    cantrip_game_destroy(game);
    game = position();
    carry_out(game, f_skip_turn, 1);
    carry_out(game, f_skip_turn, 1);
    expect_turns(game, "00101");
    cantrip_game_destroy(game);
    game = position();
    carry_out(game, f_extra, 0);
    carry_out(game, f_skip_turn, 0);
    expect_turns(game, "0101");
    cantrip_game_destroy(game);
}

/* CLAIM the next draw step, once; with a rule, each; a combat phase. RULE CR 614.10, 504.1, 506.1 */
static void test_cr614_10_skipped_steps(void **state)
{
    (void)state;
    cantrip_game *game = position();
    carry_out(game, f_skip_draw, 1);
    advance(game, VM_STEP_MAIN1, 4);
    assert_int_equal(count_in(game, HAND, 1), 0);
    advance(game, VM_STEP_MAIN1, 6);
    assert_int_equal(count_in(game, HAND, 1), 1);
    cantrip_game_destroy(game);
    game = position();
    put(game, 0, "Drought", BATTLEFIELD);
    advance(game, VM_STEP_MAIN1, 7);
    assert_int_equal(count_in(game, HAND, 1), 0);
    assert_int_equal(count_in(game, HAND, 0), 2);
    cantrip_game_destroy(game);
    game = position();
    put(game, 0, "Hill Giant", BATTLEFIELD);
    carry_out(game, f_skip_combat, 0);
    asked(game);
    answer_option(game, CANTRIP_OPTION_PASS, 0);
    asked(game);
    answer_option(game, CANTRIP_OPTION_PASS, 0);
    asked(game);
    assert_int_equal(game->g.s->step, VM_STEP_MAIN2);
    advance(game, VM_STEP_COMBAT, 5);
    assert_int_equal(game->g.s->step, VM_STEP_COMBAT);
    cantrip_game_destroy(game);
}

/* CLAIM after this phase a combat phase and a main phase, then the turn goes on. RULE CR 500.8 */
static void test_cr500_8_extra_phases(void **state)
{
    (void)state;
    for (int extra = 0; extra < 2; extra++) {
        cantrip_game *game = position();
        char seen[64] = "";
        uint32_t last = 99;
        if (extra)
            carry_out(game, f_phases, 0);
        while (asked(game) && game->g.s->turn == 3) {
            const cantrip_decision *d = cantrip_game_decision(game);
            if (game->g.s->step != last)
                strcat(seen, (const char *[]){"u", "k", "d", "1", "c", "a", "b", "D", "e", "2", "E",
                                              "C"}[last = game->g.s->step]);
            uint32_t option = d->option_count - 1;
            assert_int_equal(cantrip_game_answer(game, &option, 1), CANTRIP_OK);
        }
        assert_string_equal(seen, extra ? "1cae2cae2E" : "1cae2E");
        cantrip_game_destroy(game);
    }
}

/* CLAIM what ends the turn is exiled. RULE CR 716.1b */
static void test_cr716_1b_exiled(void **state)
{
    (void)state;
    cantrip_game *game = position();
    put(game, 0, "Stop", HAND);
    act(game, CANTRIP_OPTION_CAST, "Stop");
    resolve(game);
    assert_int_equal(count_in(game, GRAVEYARD, 0), 0);
    assert_string_equal(name_at(game, EXILE, 0, 0), "Stop");
    cantrip_game_destroy(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cr500_7_extra_turns), cmocka_unit_test(test_cr614_10a_skipped_turns),
        cmocka_unit_test(test_cr614_10_skipped_steps), cmocka_unit_test(test_cr500_8_extra_phases),
        cmocka_unit_test(test_cr716_1b_exiled)};
    assemble();
    int failed = run_all("turns", tests, sizeof tests / sizeof *tests);
    cantrip_library_close(lib);
    return failed;
}
