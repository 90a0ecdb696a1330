/* CLAIM: abilities work where they say (CR 112.6); states trigger once (603.8); players' counters pay costs (117.3). */
#include "assemble.h"

static cantrip_library *lib;
static uint32_t f_energy;

static void assemble(void)
{
    assembly s;
    uint32_t own, at, charge = 7;
    as_begin(&s, "card \"Ghoul\" {1} creature Zombie 2/2\ncard \"Husk\" {1} creature Zombie 1/1\n"
                 "card \"Lonely\" {1} enchantment\ncard \"Coil\" {1} artifact\n"
                 "card \"Shade\" {1} creature Zombie 2/2\n");
    vm_selector *row = as_selector(&s, 1u << BATTLEFIELD, VM_WANT_OBJECTS, &own);
    row->types_all = VM_TYPE_CREATURE;
    row->controller = VM_REL_YOU;
    const uint32_t gain =
        EFFECT(&s, "pn", I(YOU, 0, 0, 0, 0), I(LDI, 1, 0, 0, 1), CALL(gain_life, 0, 1));
    vm_ability *a = as_ability(&s, VM_ABILITY_TRIGGERED, &at); /* works from the graveyard only */
    a->event = VM_EVENT_step;
    a->zones = 1u << GRAVEYARD;
    a->filter = VALUE(&s, "nnb", I(EVENT_AUX, 0, 0, 0, 0), I(LDI, 1, 0, 0, VM_STEP_UPKEEP),
                      I(EQ, 2, 0, 1, 0), I(NUMBER, 0, 2, 0, 0));
    a->effect = gain;
    as_face(&s, "Ghoul")->abilities = at;
    as_face(&s, "Ghoul")->ability_count = 1;
    a = as_ability(&s, VM_ABILITY_ACTIVATED, &at);
    a->zones = 1u << GRAVEYARD;
    a->cost = as_cost(&s, (vm_cost){.kind = VM_COST_EXILE});
    a->cost_count = 1;
    a->effect = gain;
    as_face(&s, "Husk")->abilities = at;
    as_face(&s, "Husk")->ability_count = 1;
    a = as_ability(&s, VM_ABILITY_TRIGGERED,
                   &at); /* when you control no creatures: you gain 1 life */
    a->event = VM_EVENT_state;
    a->filter = VALUE(&s, "nenb", I(SELECT, 1, 0, 0, (int32_t)own), I(COUNT, 0, 1, 0, 0),
                      I(LDI, 2, 0, 0, 0), I(EQ, 3, 0, 2, 0), I(NUMBER, 0, 3, 0, 0));
    a->effect = gain;
    as_face(&s, "Lonely")->abilities = at;
    as_face(&s, "Lonely")->ability_count = 1;
    a = as_ability(&s, VM_ABILITY_ACTIVATED, &at);
    a->cost = as_cost(&s, (vm_cost){.kind = VM_COST_PLAYER_COUNTERS, .a = 2, .b = charge});
    a->cost_count = 1;
    a->effect = gain;
    as_face(&s, "Coil")->abilities = at;
    as_face(&s, "Coil")->ability_count = 1;
    const uint32_t gives = at;
    a = as_static(&s, "Shade", (vm_mod){.op = VM_MOD_ADD_ABILITIES, .a = gives, .b = 1});
    a->zones = 1u << GRAVEYARD; /* about itself, there */
    f_energy = EFFECT(&s, "enp", I(YOU, 2, 0, 0, 0), I(WIDEN, 0, 2, 0, 0), I(LDI, 1, 0, 0, 3),
                      CALL(put_counters, 0, 0), IMM(charge));
    lib = as_finish(&s);
}

static int32_t life(const cantrip_game *game)
{
    return rt_player_row(&game->g, 0)->life;
}

/* CLAIM it triggers from the graveyard, and not from elsewhere. RULE CR 112.6k, 603.2 */
static void test_cr112_6_triggers_elsewhere(void **state)
{
    (void)state;
    static const uint32_t ZONES[] = {GRAVEYARD, BATTLEFIELD, HAND, EXILE};
    for (int i = 0; i < 4; i++) {
        cantrip_game *game = as_game(lib);
        for (uint32_t p = 0; p < 2; p++)
            cantrip_setup_put(game, p, "Forest", LIBRARY, 9, 0, 0);
        put(game, 0, "Ghoul", ZONES[i]);
        advance(game, VM_STEP_DRAW, 4);
        assert_int_equal(life(game), i ? 20 : 21);
        cantrip_game_destroy(game);
    }
}

/* CLAIM it is activated from the graveyard by its owner, and not from elsewhere. RULE CR 112.6, 602.2 */
static void test_cr602_2_activated_elsewhere(void **state)
{
    (void)state;
    cantrip_game *game = as_game(lib);
    put(game, 0, "Husk", HAND);
    put(game, 1, "Husk", GRAVEYARD);
    put(game, 0, "Husk", BATTLEFIELD);
    assert_false(can_do(game, CANTRIP_OPTION_ACTIVATE, "Husk"));
    cantrip_game_destroy(game);
    game = as_game(lib);
    put(game, 0, "Husk", GRAVEYARD);
    act(game, CANTRIP_OPTION_ACTIVATE, "Husk");
    resolve(game);
    assert_int_equal(life(game), 21);
    assert_int_equal(count_in(game, EXILE, 0), 1);
    cantrip_game_destroy(game);
}

/* CLAIM what a card elsewhere gives itself it has once, however often it is looked at, and not elsewhere. RULE CR 112.6, 613.1f */
static void test_cr613_1f_gives_itself_elsewhere(void **state)
{
    (void)state;
    static const uint32_t ZONES[] = {GRAVEYARD, BATTLEFIELD, HAND, EXILE};
    for (int i = 0; i < 4; i++) {
        cantrip_game *game = as_game(lib);
        put(game, 0, "Shade", ZONES[i]);
        const uint32_t idx = RT_INDEX(find_in(game, ZONES[i], 0, "Shade"));
        for (int k = 0; k < 3; k++) {
            rt_dirty(&game->g);
            rt_refresh(&game->g);
            assert_int_equal(rt_ability_count(&game->g, rt_obj(&game->g, idx)), i ? 1 : 2);
        }
        cantrip_game_destroy(game);
    }
}

/* CLAIM once while it waits, again when it has resolved; not while there is a creature. RULE CR 603.8 */
static void test_cr603_8_state_trigger(void **state)
{
    (void)state;
    cantrip_game *game = as_game(lib);
    put(game, 0, "Lonely", BATTLEFIELD);
    asked(game);
    assert_int_equal(count_in(game, STACK, 0), 1);
    answer_option(game, CANTRIP_OPTION_PASS, 0);
    asked(game);
    assert_int_equal(count_in(game, STACK, 0), 1);
    answer_option(game, CANTRIP_OPTION_PASS, 0);
    asked(game);
    assert_int_equal(life(game), 21);
    assert_int_equal(count_in(game, STACK, 0), 1); /* the state is still there */
    cantrip_game_destroy(game);
    game = as_game(lib);
    put(game, 0, "Lonely", BATTLEFIELD);
    put(game, 0, "Hill Giant", BATTLEFIELD);
    asked(game);
    assert_int_equal(count_in(game, STACK, 0), 0);
    cantrip_game_destroy(game);
}

/* CLAIM counters of a player pay, as many as there are. RULE CR 117.3, 121.1 */
static void test_cr117_3_players_counters(void **state)
{
    (void)state;
    cantrip_game *game = as_game(lib);
    put(game, 0, "Coil", BATTLEFIELD);
    assert_false(can_do(game, CANTRIP_OPTION_ACTIVATE, "Coil"));
    carry_out(game, f_energy, 0);
    act(game, CANTRIP_OPTION_ACTIVATE, "Coil");
    resolve(game);
    assert_int_equal(life(game), 21);
    assert_int_equal(rt_counters(&game->g, RT_PLAYER(0), -1), 1);
    assert_false(can_do(game, CANTRIP_OPTION_ACTIVATE, "Coil"));
    cantrip_game_destroy(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cr112_6_triggers_elsewhere),
                                       cmocka_unit_test(test_cr602_2_activated_elsewhere),
                                       cmocka_unit_test(test_cr613_1f_gives_itself_elsewhere),
                                       cmocka_unit_test(test_cr603_8_state_trigger),
                                       cmocka_unit_test(test_cr117_3_players_counters)};
    assemble();
    int failed = run_all("zones", tests, sizeof tests / sizeof *tests);
    cantrip_library_close(lib);
    return failed;
}
