/* CLAIM: more than two players begin, leave and are asked as CR 103, 800.4 say; options that cannot be are refused. */
#include "sample.h"

#include <stdio.h>

#include "cantrip/setup.h"

static cantrip_library *lib;

static cantrip_game *new_game(uint32_t players, uint64_t seed)
{
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *g;
    o.player_count = players;
    o.seed = seed;
    o.turn_max = 200;
    assert_int_equal(cantrip_game_create(lib, &o, &g), CANTRIP_OK);
    for (uint32_t p = 0; p < players; p++) {
        assert_int_equal(cantrip_game_deck_add(g, p, "Mountain", 25), CANTRIP_OK);
        assert_int_equal(cantrip_game_deck_add(g, p, "Bolt", 15), CANTRIP_OK);
    }
    return g;
}

/* Answers with the first option of that kind until a question of another sort comes. */
static const cantrip_decision *answered(cantrip_game *g, cantrip_decision_kind sort,
                                        cantrip_option_kind kind)
{
    while (cantrip_game_step(g) == CANTRIP_STEP_DECISION) {
        const cantrip_decision *d = cantrip_game_decision(g);
        if (d->kind != sort)
            return d;
        const uint32_t chosen = sample_option(d, kind);
        assert_int_equal(cantrip_game_answer(g, &chosen, 1), CANTRIP_OK);
    }
    return NULL;
}

/* RULE CR 103.7a, 103.7c */
static void test_first_draw(void **state)
{
    (void)state;
    for (uint32_t players = 2; players < 6; players++) {
        cantrip_game *g = new_game(players, players);
        answered(g, CANTRIP_DECIDE_MULLIGAN, CANTRIP_OPTION_YES);
        const uint32_t first = cantrip_view_game(g).active_player;
        while (cantrip_view_game(g).step < CANTRIP_TURN_MAIN1) {
            const uint32_t pass = 0;
            cantrip_game_answer(g, &pass, 1);
            assert_int_equal(cantrip_game_step(g), CANTRIP_STEP_DECISION);
        }
        assert_int_equal(cantrip_view_count(g, 1, first), players == 2 ? 7 : 8);
        cantrip_game_destroy(g);
    }
}

/* RULE CR 103.4c : the first mulligan is free, and only that */
static void test_free_mulligan(void **state)
{
    (void)state;
    cantrip_game *g = new_game(3, 5);
    uint32_t no = 1, yes = 0, taken = 0, hand[4] = {0};
    while (cantrip_game_step(g) == CANTRIP_STEP_DECISION) {
        const cantrip_decision *d = cantrip_game_decision(g);
        if (d->kind != CANTRIP_DECIDE_MULLIGAN)
            break;
        if (d->player == 0)
            hand[taken] = cantrip_view_count(g, 1, 0);
        taken += d->player == 0;
        cantrip_game_answer(g, d->player == 0 && taken < 3 ? &no : &yes, 1);
    }
    assert_int_equal(hand[0], 7);
    assert_int_equal(hand[1], 7);
    assert_int_equal(hand[2], 6);
    cantrip_game_destroy(g);
}

/* RULE CR 104.3a, 800.4a : in the middle of casting */
static void test_conceding_while_casting(void **state)
{
    (void)state;
    cantrip_game *g = new_game(3, 9);
    uint32_t casting = 99;
    for (int i = 0; casting == 99 && i < 400; i++) {
        assert_int_equal(cantrip_game_step(g), CANTRIP_STEP_DECISION);
        const cantrip_decision *d = cantrip_game_decision(g);
        uint32_t land = sample_option(d, CANTRIP_OPTION_LAND),
                 cast = sample_option(d, CANTRIP_OPTION_CAST), chosen = cast ? cast : land;
        if (d->kind == CANTRIP_DECIDE_TARGET)
            casting = d->player;
        else if (d->min == 1)
            assert_int_equal(cantrip_game_answer(g, &chosen, 1), CANTRIP_OK);
        else {
            uint32_t some[8] = {0, 1, 2, 3, 4, 5, 6, 7};
            assert_int_equal(cantrip_game_answer(g, some, d->min), CANTRIP_OK);
        }
    }
    assert_int_not_equal(casting, 99);
    assert_int_equal(cantrip_view_count(g, CANTRIP_ZONE_STACK, 0), 1);
    assert_int_equal(cantrip_game_concede(g, casting), CANTRIP_OK);
    assert_int_equal(cantrip_game_concede(g, casting), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_view_count(g, CANTRIP_ZONE_STACK, 0), 0);
    assert_int_equal(cantrip_view_count(g, CANTRIP_ZONE_LIBRARY, casting), 0);
    for (uint32_t i = 0; i < cantrip_view_count(g, CANTRIP_ZONE_BATTLEFIELD, 0); i++)
        assert_int_not_equal(cantrip_view_object(g, 0, CANTRIP_ZONE_BATTLEFIELD, 0, i).owner,
                             casting);
    assert_int_equal(cantrip_game_step(g), CANTRIP_STEP_DECISION);
    assert_int_not_equal(cantrip_game_decision(g)->player, casting);
    assert_int_equal(cantrip_game_result(g).over, 0);
    cantrip_game_destroy(g);
}

/* Before the first turn: the others begin without them. */
static void test_conceding_before_the_first_turn(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 9; seed++) {
        cantrip_game *g = new_game(3, seed);
        assert_int_equal(cantrip_game_step(g), CANTRIP_STEP_DECISION);
        const uint32_t first = cantrip_game_decision(g)->player;
        assert_int_equal(cantrip_game_concede(g, first), CANTRIP_OK);
        const cantrip_decision *d = answered(g, CANTRIP_DECIDE_MULLIGAN, CANTRIP_OPTION_YES);
        assert_non_null(d);
        assert_int_not_equal(d->player, first);
        assert_int_not_equal(cantrip_view_game(g).active_player, first);
        assert_int_equal(cantrip_view_count(g, CANTRIP_ZONE_LIBRARY, first), 0);
        cantrip_game_destroy(g);
    }
}

static cantrip_status with(uint32_t players, uint32_t team_size, uint32_t shared, uint32_t range,
                           uint32_t attack)
{
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *g;
    o.player_count = players;
    o.team_size = team_size;
    o.shared = shared;
    o.range = range;
    o.attack = attack;
    const cantrip_status s = cantrip_game_create(lib, &o, &g);
    cantrip_game_destroy(g);
    return s;
}

static void test_options(void **state)
{
    (void)state;
    assert_int_equal(with(31, 0, 0, 0, 0), CANTRIP_OK);
    assert_int_equal(with(32, 0, 0, 0, 0), CANTRIP_E_ARGUMENT);
    assert_int_equal(with(1, 0, 0, 0, 0), CANTRIP_E_ARGUMENT);
    assert_int_equal(with(6, 3, 0, 0, 0), CANTRIP_OK);
    assert_int_equal(with(6, 4, 0, 0, 0), CANTRIP_E_ARGUMENT); /* teams of different sizes */
    assert_int_equal(with(4, 4, 0, 0, 0), CANTRIP_E_ARGUMENT); /* nobody to play against */
    assert_int_equal(with(4, 0, 1, 0, 0), CANTRIP_E_ARGUMENT); /* nobody to share with */
    assert_int_equal(with(4, 0, 0, 1, CANTRIP_ATTACK_RIGHT), CANTRIP_OK);
    assert_int_equal(with(4, 0, 0, 0, CANTRIP_ATTACK_BESIDE + 1), CANTRIP_E_ARGUMENT);
}

static cantrip_status seated(uint32_t players, uint32_t team_size, uint32_t shared, uint32_t range,
                             uint32_t seating)
{
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *g;
    o.player_count = players;
    o.team_size = team_size;
    o.shared = shared;
    o.range = range;
    o.seating = seating;
    const cantrip_status s = cantrip_game_create(lib, &o, &g);
    cantrip_game_destroy(g);
    return s;
}

static void test_seats(void **state)
{
    (void)state;
    assert_int_equal(seated(6, 3, 0, 0, CANTRIP_SEATS_EMPERORS), CANTRIP_OK);
    assert_int_equal(seated(4, 2, 0, 0, CANTRIP_SEATS_EMPERORS), CANTRIP_E_ARGUMENT); /* CR 809.1 */
    assert_int_equal(seated(6, 3, 0, 1, CANTRIP_SEATS_EMPERORS), CANTRIP_E_ARGUMENT); /* its own */
    assert_int_equal(seated(6, 3, 0, 2, CANTRIP_SEATS_ALTERNATE), CANTRIP_OK);
    assert_int_equal(seated(4, 2, 1, 0, CANTRIP_SEATS_ALTERNATE),
                     CANTRIP_E_ARGUMENT); /* CR 805.1 */
    assert_int_equal(seated(4, 0, 0, 0, CANTRIP_SEATS_ALTERNATE), CANTRIP_E_ARGUMENT);
    assert_int_equal(seated(6, 3, 0, 0, 4), CANTRIP_E_ARGUMENT);
}

/* What the host allows: so many objects, so much work in a step; more is a fault with a name, also after loading. */
static void test_limits(void **state)
{
    (void)state;
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *g, *again;
    char bytes[1 << 20];
    o.object_max = 255;
    assert_int_equal(cantrip_game_create(lib, &o, &g), CANTRIP_E_ARGUMENT);
    o.object_max = 256;
    assert_int_equal(cantrip_game_create(lib, &o, &g), CANTRIP_OK);
    assert_int_equal(cantrip_game_deck_add(g, 0, "Mountain", 200), CANTRIP_OK);
    assert_int_equal(cantrip_game_save(g, bytes, sizeof bytes), CANTRIP_OK);
    assert_int_equal(cantrip_game_load(lib, bytes, cantrip_game_save_size(g), &again), CANTRIP_OK);
    assert_int_equal(cantrip_game_deck_add(g, 1, "Mountain", 57), CANTRIP_E_LIMIT);
    assert_int_equal(cantrip_game_deck_add(again, 1, "Mountain", 57), CANTRIP_E_LIMIT);
    assert_int_equal(cantrip_game_deck_add(again, 1, "Mountain", 56), CANTRIP_OK);
    cantrip_game_destroy(again);
    cantrip_game_destroy(g);
    o.object_max = 0;
    o.work_max = 1;
    assert_int_equal(cantrip_game_create(lib, &o, &g), CANTRIP_OK);
    cantrip_game_deck_add(g, 0, "Mountain", 20);
    cantrip_game_deck_add(g, 1, "Mountain", 20);
    while (cantrip_game_step(g) == CANTRIP_STEP_DECISION)
        assert_int_equal(cantrip_game_answer(g, &(uint32_t){0}, 1), CANTRIP_OK);
    assert_true(cantrip_game_result(g).fault != 0);
    cantrip_game_destroy(g);
}

/* The options of the table are saved with the game. */
static void test_saved(void **state)
{
    (void)state;
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *g, *again;
    char bytes[1 << 20];
    o.player_count = 4;
    o.team_size = 2;
    o.range = 1;
    assert_int_equal(cantrip_game_create(lib, &o, &g), CANTRIP_OK);
    for (uint32_t p = 0; p < 4; p++)
        cantrip_game_deck_add(g, p, "Mountain", 20);
    assert_int_equal(cantrip_game_step(g), CANTRIP_STEP_DECISION);
    cantrip_game_concede(g, 1);
    cantrip_game_step(g);
    assert_int_equal(cantrip_game_save(g, bytes, sizeof bytes), CANTRIP_OK);
    assert_int_equal(cantrip_game_load(lib, bytes, cantrip_game_save_size(g), &again), CANTRIP_OK);
    assert_true(cantrip_game_hash(g) == cantrip_game_hash(again));
    assert_int_equal(cantrip_view_player(again, 1).lost, 1);
    cantrip_game_concede(again, 2);
    cantrip_game_concede(again, 3);
    assert_int_equal(cantrip_game_result(again).over, 1);
    assert_int_equal(cantrip_game_winners(again), 3);
    cantrip_game_destroy(again);
    cantrip_game_destroy(g);
}

int main(void)
{
    cantrip_compiled c = sample_compile();
    cantrip_pack_error why;
    if (cantrip_library_open(c.pack, c.pack_size, &lib, &why) != CANTRIP_OK)
        return 1;
    cantrip_compiled_destroy(&c);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_first_draw),
                                       cmocka_unit_test(test_free_mulligan),
                                       cmocka_unit_test(test_conceding_while_casting),
                                       cmocka_unit_test(test_conceding_before_the_first_turn),
                                       cmocka_unit_test(test_options),
                                       cmocka_unit_test(test_seats),
                                       cmocka_unit_test(test_limits),
                                       cmocka_unit_test(test_saved)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL),
        total = (int)(sizeof tests / sizeof *tests);
    cantrip_library_close(lib);
    printf("%d passed, %d failed\n", total - failed, failed);
    return failed;
}
