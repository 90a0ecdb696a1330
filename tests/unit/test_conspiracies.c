/* CLAIM: a conspiracy with hidden agenda lies face down before the decks are shuffled; nobody but its owner learns which card it
 * is or what was chosen, until it is turned up, its owner leaves, or the game is over. */
#include <stdio.h>
#include "assemble.h"

#include "cantrip/view.h"

static cantrip_library *lib;
static const char AGENDA[] = "Immediate Action", CHOSEN[] = "Goblin Piker", FREE[] = "Conspiring";

static void assemble(void)
{
    assembly s;
    as_begin(&s, "card \"Goblin Piker\" {1}{R} creature Goblin Warrior 2/1\n"
                 "card \"Conspiring\" conspiracy {\n    creatures you control get +1/+1\n}\n");
    lib = as_finish(&s);
}

/* Player 0 has it and answers; up to the first question about a hand. */
static cantrip_game *begun(uint32_t players)
{
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *game;
    o.events = 1;
    o.player_count = players;
    o.chooser = 1;
    assert_int_equal(cantrip_game_create(lib, &o, &game), CANTRIP_OK);
    for (uint32_t p = 0; p < players; p++)
        assert_int_equal(cantrip_game_deck_add(game, p, "Mountain", 20), CANTRIP_OK);
    assert_int_equal(cantrip_game_command_add(game, 0, FREE, CANTRIP_COMMAND_CARD), CANTRIP_OK);
    assert_int_equal(cantrip_game_command_add(game, 0, AGENDA, CANTRIP_COMMAND_CARD), CANTRIP_OK);
    assert_int_equal(cantrip_game_step(game), CANTRIP_STEP_DECISION);
    const cantrip_decision *d = cantrip_game_decision(game);
    assert_int_equal(d->kind, CANTRIP_DECIDE_NAME);
    assert_int_equal(d->player, 0);
    cantrip_decision_view seen = {.struct_size = sizeof seen};
    assert_int_equal(cantrip_decision_read(game, 1, &seen), 1);
    assert_string_equal(seen.source_name, "");
    assert_int_equal(seen.option_count, 0);
    uint32_t at = d->option_count;
    for (uint32_t i = 0; i < d->option_count; i++)
        if (strcmp(cantrip_library_card_name(lib, (uint32_t)d->options[i].value), CHOSEN) == 0)
            at = i;
    assert_true(at < d->option_count);
    assert_int_equal(cantrip_game_answer(game, &at, 1), CANTRIP_OK);
    assert_int_equal(cantrip_game_step(game), CANTRIP_STEP_DECISION);
    assert_int_equal(cantrip_game_decision(game)->kind, CANTRIP_DECIDE_FIRST);
    return game;
}

static void until_priority(cantrip_game *game)
{
    while (cantrip_game_decision(game)->kind != CANTRIP_DECIDE_PRIORITY) {
        uint32_t chosen[8];
        assert_int_equal(
            cantrip_game_answer(game, chosen, cantrip_decision_fallback(game, chosen, 8)),
            CANTRIP_OK);
        assert_int_equal(cantrip_game_step(game), CANTRIP_STEP_DECISION);
    }
}

/* Is it in anything that is given to the viewer? */
static int is_told(cantrip_game *game, uint32_t viewer, const char *text)
{
    static const cantrip_json ALL[] = {CANTRIP_JSON_TABLE, CANTRIP_JSON_EVENTS,
                                       CANTRIP_JSON_DECISION};
    static char out[1 << 20];
    int told = 0;
    for (size_t i = 0; i < sizeof ALL / sizeof *ALL; i++) {
        assert_true(cantrip_game_json(game, ALL[i], viewer, 0, out, sizeof out) < sizeof out);
        told |= strstr(out, text) != NULL;
    }
    return told;
}

/* RULE CR 702.105a, 313.7, 905.4 */
static void test_cr702_105a_nobody_else_learns_of_it(void **state)
{
    (void)state;
    cantrip_game *game = begun(2);
    assert_int_equal(cantrip_view_count(game, CANTRIP_ZONE_HAND, 0), 0); /* not yet shuffled */
    until_priority(game);
    assert_true(is_told(game, 0, AGENDA));
    assert_false(is_told(game, 1, AGENDA));
    assert_false(is_told(game, 1, CHOSEN));
    assert_false(is_told(game, CANTRIP_SPECTATOR, AGENDA));
    assert_true(is_told(game, 1, FREE)); /* it has no hidden agenda */
    cantrip_game_destroy(game);
}

/* RULE CR 115.2h, 702.105c */
static void test_cr115_2h_turned_up_all_see_it(void **state)
{
    (void)state;
    cantrip_game *game = begun(2);
    until_priority(game);
    for (;;) {
        const cantrip_decision *d = cantrip_game_decision(game);
        uint32_t up = 0;
        while (up < d->option_count && d->options[up].kind != CANTRIP_OPTION_TURN_UP)
            up++;
        assert_int_equal(up < d->option_count, d->player == 0); /* only its owner may */
        if (d->player == 0) {
            assert_int_equal(cantrip_game_answer(game, &up, 1), CANTRIP_OK);
            break;
        }
        const uint32_t pass = 0;
        assert_int_equal(cantrip_game_answer(game, &pass, 1), CANTRIP_OK);
        assert_int_equal(cantrip_game_step(game), CANTRIP_STEP_DECISION);
    }
    assert_int_equal(cantrip_game_step(game), CANTRIP_STEP_DECISION);
    assert_true(is_told(game, 1, AGENDA));
    assert_true(is_told(game, 1, CHOSEN));
    cantrip_game_destroy(game);
}

/* RULE CR 702.105e */
static void test_cr702_105e_who_leaves_shows_it(void **state)
{
    (void)state;
    for (uint32_t players = 2; players < 4; players++) {
        cantrip_game *game = begun(players);
        until_priority(game);
        assert_int_equal(cantrip_game_concede(game, 0), CANTRIP_OK);
        cantrip_game_step(game);
        assert_true(is_told(game, 1, AGENDA));
        cantrip_game_destroy(game);
    }
}

/* RULE CR 313.7: a world that another player searches tells nothing of what was chosen */
static void test_cr313_7_a_search_does_not_know(void **state)
{
    (void)state;
    cantrip_game *game = begun(2);
    until_priority(game);
    for (uint32_t p = 0; p < 2; p++) {
        cantrip_game *world;
        assert_int_equal(cantrip_game_clone(game, &world), CANTRIP_OK);
        const uint32_t links = world->g.s->link.count;
        const cantrip_status s = cantrip_game_resample(world, p, 7);
        assert_true(s == CANTRIP_OK || s == CANTRIP_E_ARGUMENT);
        if (s == CANTRIP_OK)
            assert_int_equal(world->g.s->link.count == links, p == 0);
        cantrip_game_destroy(world);
    }
    cantrip_game_destroy(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cr702_105a_nobody_else_learns_of_it),
        cmocka_unit_test(test_cr115_2h_turned_up_all_see_it),
        cmocka_unit_test(test_cr702_105e_who_leaves_shows_it),
        cmocka_unit_test(test_cr313_7_a_search_does_not_know),
    };
    assemble();
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    cantrip_library_close(lib);
    printf("%d passed, %d failed\n", (int)(sizeof tests / sizeof *tests) - failed, failed);
    return failed;
}
