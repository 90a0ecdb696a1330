/* CLAIM: which steps a trigger waits for is read off its filter, and what permanents wait for is known together; a filter that cannot
 * be read waits for all of them. */
#include "assemble.h"

static cantrip_library *lib;
static const uint32_t AT_UPKEEP = 1u << VM_STEP_UPKEEP, AT_END = 1u << VM_STEP_END,
                      AT_ALL = (1u << VM_STEP_COUNT) - 1;

static void assemble(void)
{
    assembly s;
    as_begin(&s,
             "card \"Dawn Chime\" {0} enchantment {\n"
             "    at the beginning of your upkeep: you gain 1 life\n}\n"
             "card \"Dusk Chime\" {0} enchantment {\n"
             "    at the beginning of each end step, if you control a creature: you gain 1 life\n"
             "}\n"
             "card \"Day Chime\" {0} enchantment {\n"
             "    at the beginning of your upkeep: you gain 1 life\n"
             "    at the beginning of the end step: you gain 1 life\n}\n"
             "card \"Coming\" {0} enchantment {\n"
             "    whenever a creature enters: you gain 1 life\n}\n"
             "card \"Giving\" {0} enchantment {\n    creatures you control have {\n"
             "        at the beginning of your upkeep: you gain 1 life\n    }\n}\n"
             "card \"Unread\" {0} enchantment {\n"
             "    at the beginning of your upkeep: you gain 1 life\n}\n");
    s.p.ability[as_face(&s, "Unread")->abilities].filter =
        VALUE(&s, "n", I(EVENT_AMOUNT, 0, 0, 0, 0));
    lib = as_finish(&s);
}

static uint32_t steps_of(const char *card)
{
    return lib->lib->face[rt_face_by_name(lib->lib, card)].steps;
}

static void test_filters(void **state)
{
    (void)state;
    assert_int_equal(steps_of("Dawn Chime"), AT_UPKEEP);
    assert_int_equal(steps_of("Dusk Chime"), AT_END);
    assert_int_equal(steps_of("Day Chime"), AT_UPKEEP | AT_END);
    assert_int_equal(steps_of("Coming"), 0);
    assert_int_equal(steps_of("Giving"), 0); /* those that it gives it to wait */
    assert_int_equal(steps_of("Unread"), AT_ALL);
}

static uint32_t awaited_with(const char *card, const char *also)
{
    cantrip_game *game = as_game(lib);
    put(game, 0, card, BATTLEFIELD);
    put(game, 1, also, BATTLEFIELD);
    assert_non_null(asked(game));
    const uint32_t steps = game->g.s->steps;
    cantrip_game_destroy(game);
    return steps;
}

static void test_permanents(void **state)
{
    (void)state;
    assert_int_equal(awaited_with("Coming", "Grizzly Bears"), 0);
    assert_int_equal(awaited_with("Dawn Chime", "Dusk Chime"), AT_UPKEEP | AT_END);
    assert_int_equal(awaited_with("Giving", "Coming"), 0);
    cantrip_game *game = as_game(lib);
    put(game, 0, "Giving", BATTLEFIELD);
    put(game, 0, "Grizzly Bears", BATTLEFIELD);
    assert_non_null(asked(game));
    assert_int_equal(game->g.s->steps, AT_UPKEEP);
    cantrip_game_destroy(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_filters),
                                       cmocka_unit_test(test_permanents)};
    assemble();
    const int failed = run_all("awaited steps", tests, sizeof tests / sizeof *tests);
    cantrip_library_close(lib);
    return failed;
}
