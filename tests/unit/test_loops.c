/* CLAIM: a loop of mandatory actions is a draw, also where somebody chooses in it and always chooses so that all comes back; one that
 * somebody could refuse to go on with is none (CR 104.4b, 720.4 to 720.6). */
#include "assemble.h"

static cantrip_library *lib;

static void assemble(void)
{
    assembly s;
    as_begin(
        &s,
        "card \"Nap\" {0} sorcery {\n    tap target creature\n}\n"
        "card \"Pendulum\" {0} artifact {\n    whenever a creature becomes tapped: untap it\n"
        "    whenever a creature becomes untapped: tap target creature\n}\n"
        "card \"Offer\" {0} artifact {\n    whenever a creature becomes tapped: untap it\n"
        "    whenever a creature becomes untapped: {\n        you may gain 1 life\n        tap it\n"
        "    }\n}\n"
        "card \"Toll\" {0} artifact {\n    whenever a creature becomes tapped: untap it\n"
        "    whenever a creature becomes untapped: tap it unless an opponent pays 1 life\n}\n"
        "card \"Lamp\" {0} artifact {\n    {0}: target creature gets +0/+0 until end of turn\n}\n");
    lib = as_finish(&s);
}

/* Answers every question with an option of that kind, else the first; how often, until the game is over or `most` is reached. */
static uint32_t go_on(cantrip_game *game, uint32_t kind, uint32_t most)
{
    uint32_t n = 0;
    for (; n < most; n++) {
        const cantrip_decision *d = asked(game);
        if (!d)
            break;
        uint32_t at = 0;
        for (uint32_t i = 0; i < d->option_count; i++)
            if (d->options[i].kind ==
                (d->kind == CANTRIP_DECIDE_PRIORITY ? CANTRIP_OPTION_PASS : kind))
                at = i;
        assert_int_equal(cantrip_game_answer(game, &at, 1), CANTRIP_OK);
    }
    return n;
}

static cantrip_game *swing(const char *machine)
{
    cantrip_game *game = as_game(lib);
    put(game, 0, machine, BATTLEFIELD);
    put(game, 0, "Serra Angel", BATTLEFIELD);
    put(game, 1, "Grizzly Bears", BATTLEFIELD);
    put(game, 0, "Nap", HAND);
    act(game, CANTRIP_OPTION_CAST, "Nap");
    expect_asked(game, CANTRIP_DECIDE_TARGET, 0);
    ANSWER(game, "Serra Angel");
    return game;
}

/* CLAIM who always chooses so that all comes back ends nothing, and need not: a draw, behind long enough to choose otherwise. RULE CR 720.4 */
static void test_cr720_4_choices(void **state)
{
    (void)state;
    cantrip_game *game = swing("Pendulum");
    assert_true(go_on(game, CANTRIP_OPTION_ID, 20000) > 500);
    assert_true(cantrip_game_result(game).draw);
    cantrip_game_destroy(game);
}

/* CLAIM an offer that is declined each time is no action; one that is taken is one, and the loop goes on. RULE CR 104.4b */
static void test_cr104_4b_offers(void **state)
{
    (void)state;
    cantrip_game *game = swing("Offer");
    assert_true(go_on(game, CANTRIP_OPTION_NO, 20000) < 20000);
    assert_true(cantrip_game_result(game).draw);
    cantrip_game_destroy(game);
    game = swing("Offer");
    assert_int_equal(go_on(game, CANTRIP_OPTION_YES, 20000), 20000);
    assert_true(cantrip_game_step(game) == CANTRIP_STEP_DECISION);
    cantrip_game_destroy(game);
}

/* CLAIM of `A unless B` nobody has to do B; whoever does ends it. RULE CR 720.6 */
static void test_cr720_6_unless(void **state)
{
    (void)state;
    cantrip_game *game = swing("Toll");
    assert_true(go_on(game, CANTRIP_OPTION_NO, 20000) < 20000);
    assert_true(cantrip_game_result(game).draw);
    cantrip_game_destroy(game);
    game = swing("Toll");
    for (uint32_t n = 0; n < 40 && count_in(game, STACK, 0); n++)
        go_on(game, CANTRIP_OPTION_YES, 1);
    assert_true(asked(game) != NULL);
    assert_int_equal(count_in(game, STACK, 0), 0);
    cantrip_game_destroy(game);
}

/* CLAIM nobody is forced to act so that it ends, nor is it a loop where somebody acts of their own will. RULE CR 720.5 */
static void test_cr720_5_own_will(void **state)
{
    (void)state;
    cantrip_game *game = swing("Pendulum");
    put(game, 0, "Lamp", BATTLEFIELD);
    uint32_t n = 0, since = 0;
    for (; n < 5000 && asked(game); n++)
        if (++since > 50 && can_do(game, CANTRIP_OPTION_ACTIVATE, "Lamp")) {
            act(game, CANTRIP_OPTION_ACTIVATE, "Lamp");
            since = 0;
        } else {
            go_on(game, CANTRIP_OPTION_ID, 1);
        }
    assert_int_equal(n, 5000);
    cantrip_game_destroy(game);
    game = swing("Pendulum"); /* it could be activated, and is not */
    put(game, 0, "Lamp", BATTLEFIELD);
    assert_true(go_on(game, CANTRIP_OPTION_ID, 20000) < 20000);
    cantrip_game_destroy(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cr720_4_choices),
        cmocka_unit_test(test_cr104_4b_offers),
        cmocka_unit_test(test_cr720_6_unless),
        cmocka_unit_test(test_cr720_5_own_will),
    };
    assemble();
    const int failed = run_all("loops", tests, sizeof tests / sizeof *tests);
    cantrip_library_close(lib);
    return failed;
}
