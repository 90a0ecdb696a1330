/* CLAIM: the number of a hidden card says nothing of where it was. What somebody new gets to know has a new number; after a
 * shuffle, or when cards were put somewhere in an order that one does not know, what was known before is not known any
 * more, and the old numbers name nothing. The rules machine itself never loses a card by that. */
#include "assemble.h"

static cantrip_library *lib;

static void assemble(void)
{
    assembly s;
    as_begin(
        &s,
        "card \"Bear\" {1}{G} creature Bear 2/2\n"
        "card \"Tutor\" {0} sorcery {\n    search your library for a card\n"
        "    shuffle your library\n    put that card on top of your library\n}\n"
        "card \"Peek\" {0} sorcery {\n    look at the top two cards of your library\n"
        "    put them on top of your library in any order\n}\n"
        "card \"Show\" {0} sorcery {\n    reveal the top two cards of your library\n}\n"
        "card \"Mix\" {0} sorcery {\n    reveal the top two cards of your library\n"
        "    put them on the bottom of your library in a random order\n}\n"
        "card \"Own Order\" {0} sorcery {\n    reveal the top two cards of your library\n"
        "    put them on the bottom of your library in any order\n}\n"
        "card \"Shuffle\" {0} sorcery {\n    shuffle your library\n}\n"
        "card \"Draw\" {0} sorcery {\n    draw a card\n}\n"
        "card \"Grab\" {0} sorcery {\n    put the top card of your library into your hand\n}\n");
    lib = as_finish(&s);
}

static cantrip_game *game_with(const char *first, const char *second)
{
    cantrip_game *game = as_game(lib);
    put(game, 0, first, HAND);
    if (second)
        put(game, 0, second, HAND);
    for (int i = 0; i < 6; i++)
        put(game, 0, i % 2 ? "Forest" : "Bear", LIBRARY);
    return game;
}

/* Casts it; questions are answered with the first options. */
static void cast(cantrip_game *game, const char *card)
{
    act(game, CANTRIP_OPTION_CAST, card);
    while (asked(game) && rt_zone_count(&game->g, VM_ZONE_STACK, 0)) {
        const uint32_t chosen[] = {0, 1, 2, 3};
        const cantrip_decision *d = cantrip_game_decision(game);
        if (d->kind == CANTRIP_DECIDE_SEARCH)
            ANSWER(game, "Island");
        else
            assert_int_equal(cantrip_game_answer(game, chosen, d->min), CANTRIP_OK);
    }
}

static cantrip_object_view card_at(cantrip_game *game, uint32_t viewer, uint32_t from_top)
{
    const uint32_t n = cantrip_view_count(game, CANTRIP_ZONE_LIBRARY, 0);
    return cantrip_view_object(game, viewer, CANTRIP_ZONE_LIBRARY, 0, n - 1 - from_top);
}

/* How many cards of the library the viewer knows, and a sum over their numbers. */
static uint32_t known_to(cantrip_game *game, uint32_t viewer)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < cantrip_view_count(game, CANTRIP_ZONE_LIBRARY, 0); i++)
        n += card_at(game, viewer, i).id.bits != 0;
    return n;
}

/* RULE CR 701.19, 401.3 */
static void test_cr701_19_numbers_end_with_a_shuffle(void **state)
{
    (void)state;
    cantrip_game *game = game_with("Show", "Shuffle");
    cast(game, "Show");
    const cantrip_id was[] = {card_at(game, 1, 0).id, card_at(game, 1, 1).id};
    assert_true(was[0].bits && was[1].bits && known_to(game, 1) == 2);
    cast(game, "Shuffle");
    assert_int_equal(known_to(game, 0) + known_to(game, 1), 0);
    for (int i = 0; i < 2; i++) /* what was shown is named by its old number for nobody */
        for (uint32_t viewer = 0; viewer < 2; viewer++)
            assert_int_equal(cantrip_view_id(game, viewer, was[i]).id.bits, 0);
    cantrip_game_destroy(game);
}

/* RULE CR 400.2 */
static void test_cr400_2_a_number_for_whoever_gets_to_know(void **state)
{
    (void)state;
    cantrip_game *game = game_with("Peek", "Show");
    cast(game, "Peek");
    const cantrip_id own[] = {card_at(game, 0, 0).id, card_at(game, 0, 1).id};
    assert_true(own[0].bits && own[1].bits && known_to(game, 1) == 0);
    cast(game, "Show");
    for (int i = 0; i < 2; i++) {
        const cantrip_id shown = card_at(game, 1, (uint32_t)i).id;
        assert_int_equal(shown.bits, card_at(game, 0, (uint32_t)i).id.bits);
        for (int k = 0; k < 2; k++) /* in which order they were put there is not told */
            assert_int_not_equal(shown.bits, own[k].bits);
    }
    cantrip_game_destroy(game);
}

/* RULE CR 401.4 */
static void test_cr401_4_orders_that_others_do_not_see(void **state)
{
    (void)state;
    cantrip_game *game = game_with("Mix", NULL);
    cast(game, "Mix");
    assert_int_equal(known_to(game, 0) + known_to(game, 1), 0);
    cantrip_game_destroy(game);
    game = game_with("Own Order", NULL);
    cast(game, "Own Order");
    assert_int_equal(known_to(game, 0), 2);
    assert_int_equal(known_to(game, 1), 0);
    cantrip_game_destroy(game);
}

/* RULE CR 701.18: what was found is still that card behind the shuffle. */
static void test_cr701_18_found_and_put_on_top(void **state)
{
    (void)state;
    cantrip_game *game = game_with("Tutor", "Show");
    put(game, 0, "Island", LIBRARY);
    cast(game, "Tutor");
    cast(game, "Show");
    assert_string_equal(card_at(game, 1, 0).name, "Island");
    cantrip_game_destroy(game);
}

/* CLAIM the number of a card in one's hand does not tell which of the cards of the library it was: somebody may have put them
 * in another order. RULE CR 400.2, 401.2 */
static void test_cr401_2_hands_do_not_tell_of_libraries(void **state)
{
    (void)state;
    static const char *const WAYS[] = {"Draw", "Grab"};
    for (uint32_t way = 0; way < 2; way++) {
        uint32_t drawn[4];
        for (uint32_t from_top = 0; from_top < 4; from_top++) {
            cantrip_game *game = game_with(WAYS[way], NULL);
            const uint32_t on_top = cantrip_view_count(game, CANTRIP_ZONE_LIBRARY, 0) - 1;
            rt_library_place(&game->g, rt_zone_at(&game->g, VM_ZONE_LIBRARY, 0, on_top - from_top),
                             1, 0);
            cast(game, WAYS[way]);
            assert_int_equal(cantrip_view_count(game, HAND, 0), 1);
            drawn[from_top] = cantrip_view_object(game, 0, HAND, 0, 0).id.bits;
            assert_int_not_equal(drawn[from_top], 0);
            assert_int_equal(drawn[from_top], drawn[0]);
            cantrip_game_destroy(game);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cr401_2_hands_do_not_tell_of_libraries),
        cmocka_unit_test(test_cr701_19_numbers_end_with_a_shuffle),
        cmocka_unit_test(test_cr400_2_a_number_for_whoever_gets_to_know),
        cmocka_unit_test(test_cr401_4_orders_that_others_do_not_see),
        cmocka_unit_test(test_cr701_18_found_and_put_on_top)};
    assemble();
    int failed = run_all("numbers of hidden cards", tests, sizeof tests / sizeof *tests);
    cantrip_library_close(lib);
    return failed;
}
