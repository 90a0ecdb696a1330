/* CLAIM: natives act on all members of the sets they are given, in one batch. */
#include "assemble.h"

static cantrip_library *lib;
static uint32_t f_return_all, f_return_mine, f_with, f_flip, f_copy, f_any_pays, f_attach, f_mana;

static void assemble(void)
{
    assembly s;
    uint32_t graves, players, creatures, spells, equipment, giant;
    as_begin(&s, "card \"Spark\" {0} instant\ncard \"Sword\" {1} artifact Equipment\n"
                 "card \"Axe\" {1} artifact Equipment\n");
    as_selector(&s, 1u << GRAVEYARD, VM_WANT_OBJECTS, &graves)->types_all = VM_TYPE_CREATURE;
    as_selector(&s, 0, VM_WANT_PLAYERS, &players);
    as_selector(&s, 1u << BATTLEFIELD, VM_WANT_OBJECTS, &creatures)->types_all = VM_TYPE_CREATURE;
    as_selector(&s, 1u << BATTLEFIELD, VM_WANT_OBJECTS, &equipment)->types_all = VM_TYPE_ARTIFACT;
    as_selector(&s, 1u << BATTLEFIELD, VM_WANT_OBJECTS, &giant)->name =
        as_face(&s, "Hill Giant")->name;
    as_selector(&s, 1u << STACK, VM_WANT_OBJECTS, &spells);
    const uint32_t life = as_cost(&s, (vm_cost){VM_COST_LIFE, 2, 0, 0, 0});
    /* 0 o, 1 p, 2 e, 3 o */
#define GRAVES I(SELECT, 2, 0, 0, (int32_t)graves), I(OBJECTS, 0, 2, 0, 0)
    f_return_all = EFFECT(&s, "opeo", GRAVES, I(OWNERS, 1, 0, 0, 0), CALL(move, 0, 3),
                          IMM(BATTLEFIELD), IMM(0), IMM(0));
    f_return_mine = EFFECT(&s, "opeo", GRAVES, I(YOU, 1, 0, 0, 0), CALL(move, 0, 3),
                           IMM(BATTLEFIELD), IMM(0), IMM(1));
    /* 0 o, 1 p, 2 e, 3 n, 4 o, 5 e */
    f_with = EFFECT(&s, "openoe", I(SELECT, 5, 0, 0, (int32_t)graves), I(OBJECTS, 0, 5, 0, 0),
                    I(YOU, 1, 0, 0, 0), I(NONE, 2, 0, 0, 0), I(LDI, 3, 0, 0, 2),
                    CALL(put_onto_battlefield, 0, 4), IMM(VM_COUNTER_PLUS), IMM(1),
                    I(NONE, 5, 0, 0, 0), CALL(put_attacking, 4, 0), IMM(0));
    f_flip = EFFECT(&s, "ope", I(SELECT, 2, 0, 0, (int32_t)creatures), I(OBJECTS, 0, 2, 0, 0),
                    I(YOU, 1, 0, 0, 0), CALL(tap_or_untap, 0, 0));
    const int32_t copy = (int32_t)as_mod(&s, (vm_mod){.op = VM_MOD_COPY});
    f_copy = EFFECT(&s, "poneo", I(SELECT, 3, 0, 0, (int32_t)players), I(ONLY_PLAYERS, 0, 3, 0, 0),
                    I(SELECT, 3, 0, 0, (int32_t)spells), I(OBJECTS, 1, 3, 0, 0), I(LDI, 2, 0, 0, 1),
                    CALL(copy_spell, 0, 4), IMM(copy), IMM(1));
    f_any_pays = EFFECT(&s, "pnneb", I(SELECT, 3, 0, 0, (int32_t)players),
                        I(ONLY_PLAYERS, 0, 3, 0, 0), I(LDI, 1, 0, 0, 1), I(LDI, 2, 0, 0, -1),
                        CALL(unless_paid, 0, 4), IMM(life), IMM(1), I(YOU, 0, 0, 0, 0));
    f_attach = EFFECT(&s, "oee", I(SELECT, 2, 0, 0, (int32_t)equipment), I(OBJECTS, 0, 2, 0, 0),
                      I(SELECT, 1, 0, 0, (int32_t)giant), CALL(attach, 0, 0));
    f_mana =
        EFFECT(&s, "pnce", I(SELECT, 3, 0, 0, (int32_t)players), I(ONLY_PLAYERS, 0, 3, 0, 0),
               I(LDI, 1, 0, 0, 2), I(LDI, 2, 0, 0, 31), CALL(add_any_mana, 0, 0), IMM(0), IMM(0));
    lib = as_finish(&s);
}

/* CLAIM each card returns under its owner's control, or all under mine, tapped. RULE CR 110.2a */
static void test_cr110_2a_under_whose_control(void **state)
{
    (void)state;
    for (int mine = 0; mine < 2; mine++) {
        cantrip_game *game = as_game(lib);
        put(game, 0, "Hill Giant", GRAVEYARD);
        put(game, 1, "Grizzly Bears", GRAVEYARD);
        carry_out(game, mine ? f_return_mine : f_return_all, 0);
        asked(game);
        assert_true(find_in(game, BATTLEFIELD, 0, "Hill Giant") != 0);
        rt_entity bears = find_in(game, BATTLEFIELD, mine ? 0 : 1, "Grizzly Bears");
        assert_true(bears != 0);
        assert_int_equal((rt_live(&game->g, bears)->flags & RT_OF_TAPPED) != 0, mine);
        cantrip_game_destroy(game);
    }
}

/* CLAIM tapped, with counters; attacking in combat only. RULE CR 508.4, 121.6a */
static void test_cr508_4_with_additions(void **state)
{
    (void)state;
    for (int combat = 0; combat < 2; combat++) {
        cantrip_game *game = as_game(lib);
        put(game, 0, "Hill Giant", GRAVEYARD);
        put(game, 0, "Serra Angel", BATTLEFIELD);
        asked(game);
        if (combat)
            advance(game, VM_STEP_ATTACKERS, 3);
        while (combat && cantrip_game_decision(game)->kind != CANTRIP_DECIDE_PRIORITY) {
            uint32_t first = 0;
            cantrip_game_answer(game, &first, 1);
            asked(game);
        }
        carry_out(game, f_with, 0);
        asked(game);
        const rt_entity e = find_in(game, BATTLEFIELD, 0, "Hill Giant");
        assert_int_equal(rt_counters(&game->g, e, VM_COUNTER_PLUS), 2);
        assert_true(rt_live(&game->g, e)->flags & RT_OF_TAPPED);
        assert_int_equal((rt_live(&game->g, e)->flags & RT_OF_ATTACKING) != 0, combat);
        cantrip_game_destroy(game);
    }
}

/* CLAIM every one of them is tapped or untapped. RULE CR 701.20a, 701.20b */
static void test_cr701_20_tap_or_untap(void **state)
{
    (void)state;
    cantrip_game *game = as_game(lib);
    cantrip_setup_put(game, 0, "Hill Giant", BATTLEFIELD, 1, 1, 0);
    put(game, 1, "Hill Giant", BATTLEFIELD);
    carry_out(game, f_flip, 0);
    for (int i = 0; i < 2; i++) {
        uint32_t first = 0;
        expect_asked(game, CANTRIP_DECIDE_CHOOSE, 0);
        assert_int_equal(cantrip_game_answer(game, &first, 1), CANTRIP_OK);
    }
    asked(game);
    for (uint32_t p = 0; p < 2; p++)
        assert_int_equal((rt_live(&game->g, find_in(game, BATTLEFIELD, p, "Hill Giant"))->flags &
                          RT_OF_TAPPED) != 0,
                         p == 1);
    cantrip_game_destroy(game);
}

/* CLAIM each player gets a copy. RULE CR 706.10 */
static void test_cr706_10_for_each_player(void **state)
{
    (void)state;
    cantrip_game *game = as_game(lib);
    put(game, 0, "Spark", HAND);
    act(game, CANTRIP_OPTION_CAST, "Spark");
    carry_out(game, f_copy, 0);
    asked(game);
    assert_int_equal(count_in(game, STACK, 0), 3);
    assert_int_equal(rt_obj(&game->g, rt_zone_at(&game->g, STACK, 0, 1))->controller, 0);
    assert_int_equal(rt_obj(&game->g, rt_zone_at(&game->g, STACK, 0, 2))->controller, 1);
    cantrip_game_destroy(game);
}

/* CLAIM each is asked in turn, until somebody has paid. RULE CR 117.12a */
static void test_cr117_12a_any_player(void **state)
{
    (void)state;
    cantrip_game *game = as_game(lib);
    carry_out(game, f_any_pays, 0);
    expect_asked(game, CANTRIP_DECIDE_UNLESS, 0);
    answer_option(game, CANTRIP_OPTION_NO, 0);
    expect_asked(game, CANTRIP_DECIDE_UNLESS, 1);
    answer_option(game, CANTRIP_OPTION_YES, 0);
    asked(game);
    assert_int_equal(rt_player_row(&game->g, 0)->life, 20);
    assert_int_equal(rt_player_row(&game->g, 1)->life, 18);
    carry_out(game, f_any_pays, 0);
    expect_asked(game, CANTRIP_DECIDE_UNLESS, 0);
    answer_option(game, CANTRIP_OPTION_YES, 0);
    expect_asked(game, CANTRIP_DECIDE_PRIORITY, 0);
    assert_int_equal(rt_player_row(&game->g, 0)->life, 18);
    cantrip_game_destroy(game);
}

/* CLAIM all of them are attached; each player adds mana. RULE CR 701.3a, 106.4 */
static void test_cr701_3a_all(void **state)
{
    (void)state;
    cantrip_game *game = as_game(lib);
    put(game, 0, "Hill Giant", BATTLEFIELD);
    put(game, 0, "Sword", BATTLEFIELD);
    put(game, 0, "Axe", BATTLEFIELD);
    carry_out(game, f_attach, 0);
    carry_out(game, f_mana, 0);
    expect_asked(game, CANTRIP_DECIDE_COLOR, 0);
    answer_option(game, CANTRIP_OPTION_COLOR, 2);
    expect_asked(game, CANTRIP_DECIDE_COLOR, 1);
    answer_option(game, CANTRIP_OPTION_COLOR, 3);
    asked(game);
    const rt_entity giant = find_in(game, BATTLEFIELD, 0, "Hill Giant");
    assert_int_equal(
        rt_here(&game->g, rt_live(&game->g, find_in(game, BATTLEFIELD, 0, "Sword")))->attached,
        giant);
    assert_int_equal(
        rt_here(&game->g, rt_live(&game->g, find_in(game, BATTLEFIELD, 0, "Axe")))->attached,
        giant);
    assert_int_equal(cantrip_view_player(game, 0).mana.of[2], 2);
    assert_int_equal(cantrip_view_player(game, 1).mana.of[3], 2);
    cantrip_game_destroy(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cr110_2a_under_whose_control),
                                       cmocka_unit_test(test_cr508_4_with_additions),
                                       cmocka_unit_test(test_cr701_20_tap_or_untap),
                                       cmocka_unit_test(test_cr706_10_for_each_player),
                                       cmocka_unit_test(test_cr117_12a_any_player),
                                       cmocka_unit_test(test_cr701_3a_all)};
    assemble();
    int failed = run_all("batches", tests, sizeof tests / sizeof *tests);
    cantrip_library_close(lib);
    return failed;
}
