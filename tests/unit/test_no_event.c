/* CLAIM: what changes the event at hand changes nothing where there is none, and stops nothing. */
#include "assemble.h"

enum { COUNT = 8 };
static uint32_t change[COUNT];
static cantrip_library *lib;

static void assemble(void)
{
    assembly s;
    as_begin(&s, "");
    change[0] = EFFECT(&s, "n", I(LDI, 0, 0, 0, 5), CALL(event_amount, 0, 0));
    change[1] =
        EFFECT(&s, "pe", I(YOU, 0, 0, 0, 0), I(WIDEN, 1, 0, 0, 0), CALL(event_redirect, 1, 0));
    change[2] = EFFECT(&s, "n", CALL(event_zone, 0, 0), IMM(EXILE), IMM(0));
    change[3] = EFFECT(&s, "n", CALL(event_cancel, 0, 0));
    change[4] = EFFECT(&s, "n", CALL(event_tapped, 0, 0));
    change[5] = EFFECT(&s, "nn", I(LDI, 0, 0, 0, 5), CALL(event_prevent, 0, 1));
    change[6] = EFFECT(&s, "n", I(LDI, 0, 0, 0, 5), CALL(event_search, 0, 0));
    change[7] = EFFECT(&s, "p", I(YOU, 0, 0, 0, 0), CALL(event_controller, 0, 0));
    lib = as_finish(&s);
}

static void test_no_event(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < COUNT; i++) {
        cantrip_game *game = as_game(lib);
        put(game, 0, "Grizzly Bears", BATTLEFIELD);
        put(game, 1, "Forest", LIBRARY);
        carry_out(game, change[i], 0);
        assert_non_null(asked(game));
        assert_int_equal(count_in(game, BATTLEFIELD, 0), 1);
        assert_int_equal(count_in(game, EXILE, 0), 0);
        assert_int_equal(cantrip_view_player(game, 0).life, 20);
        assert_int_equal(cantrip_view_game(game).step, CANTRIP_TURN_MAIN1);
        cantrip_game_destroy(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_no_event)};
    assemble();
    const int failed = run_all("no event", tests, sizeof tests / sizeof *tests);
    cantrip_library_close(lib);
    return failed;
}
