/* CLAIM: what searchers ask is answered as they ask it: picks out of range are refused wherever one is asked for several, players who
 * give no actions only learn who is asked, and whoever plays on by chance blocks what would be their death. */
#include "sample.h"

#include "cantrip/search.h"
#include "cantrip/setup.h"

static cantrip_library *lib;

static const char CARDS[] = "card \"Mountain\" basic land Mountain\n"
                            "card \"Bear\" {R} creature Bear 2/2 {\n}\n"
                            "card \"Giant\" {R} creature Giant 9/9 {\n}\n"
                            "card \"Waste\" {R} sorcery {\n    discard two cards\n}\n";

static cantrip_game *table(uint32_t by_hand)
{
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *g;
    o.pay_by_hand = by_hand;
    assert_int_equal(cantrip_game_create(lib, &o, &g), CANTRIP_OK);
    assert_int_equal(cantrip_setup_position(g, 2), CANTRIP_OK);
    for (uint32_t p = 0; p < 2; p++)
        cantrip_setup_put(g, p, "Mountain", CANTRIP_ZONE_LIBRARY, 12, 0, 0);
    return g;
}

/* Answers with the option of those words; 0 = it is not offered. */
static int says(cantrip_game *g, const char *words)
{
    char text[80];
    assert_int_equal(cantrip_game_step(g), CANTRIP_STEP_DECISION);
    const cantrip_decision *d = cantrip_game_decision(g);
    for (uint32_t i = 0; i < d->option_count; i++) {
        cantrip_option_text(g, i, text, sizeof text);
        if (strcmp(text, words) == 0)
            return cantrip_game_answer(g, &i, 1) == CANTRIP_OK;
    }
    return 0;
}

/* Of a question for two cards a pick behind the last is none, and what was picked before it stays. */
static void test_far_picks(void **state)
{
    (void)state;
    cantrip_game *g = table(0);
    cantrip_setup_put(g, 0, "Mountain", CANTRIP_ZONE_BATTLEFIELD, 1, 0, 0);
    cantrip_setup_put(g, 0, "Bear", CANTRIP_ZONE_HAND, 4, 0, 0);
    cantrip_setup_put(g, 0, "Waste", CANTRIP_ZONE_HAND, 1, 0, 0);
    assert_true(says(g, "cast Waste"));
    while (cantrip_game_step(g) == CANTRIP_STEP_DECISION && cantrip_game_decision(g)->max < 2)
        assert_int_equal(
            cantrip_pick(g, sample_option(cantrip_game_decision(g), CANTRIP_OPTION_PASS)),
            CANTRIP_OK);
    const cantrip_decision *d = cantrip_game_decision(g);
    assert_int_equal(d->option_count, 4);
    assert_int_equal(cantrip_pick(g, d->option_count + 1), CANTRIP_E_ILLEGAL);
    assert_int_equal(cantrip_pick(g, 77), CANTRIP_E_ILLEGAL);
    assert_int_equal(cantrip_pick(g, 1), CANTRIP_OK);
    assert_int_equal(cantrip_pick(g, 78), CANTRIP_E_ILLEGAL);
    assert_int_equal(cantrip_pick(g, 2), CANTRIP_OK);
    assert_int_equal(cantrip_game_step(g), CANTRIP_STEP_DECISION);
    assert_int_equal(cantrip_view_count(g, CANTRIP_ZONE_HAND, 0), 2);
    cantrip_game_destroy(g);
}

/* Without actions nobody acts, and it is said who is asked. */
static void test_no_actions(void **state)
{
    (void)state;
    uint32_t player = 9, actions = 0;
    cantrip_game *g = table(0);
    assert_int_equal(cantrip_game_step(g), CANTRIP_STEP_DECISION);
    const uint64_t hash = cantrip_game_hash(g);
    assert_int_equal(cantrip_batch_pick(&g, 1, NULL, &player, &actions), 0);
    assert_int_equal(player, cantrip_game_decision(g)->player);
    assert_int_equal(actions, cantrip_game_decision(g)->option_count + 1);
    assert_int_equal(cantrip_game_hash(g), hash);
    cantrip_game_concede(g, 0);
    actions = 0;
    assert_int_equal(cantrip_batch_pick(&g, 1, &actions, &player, &actions),
                     0); /* it is over: nothing is picked */
    assert_int_equal(player, CANTRIP_NOBODY);
    cantrip_game_destroy(g);
}

/* The only attacker, the first thing that was put there, would kill: whoever plays with some sense blocks. */
static void test_chump(void **state)
{
    (void)state;
    int64_t deadly = 0, harmless = 0;
    for (int life = 5; life <= 20; life += 15) {
        cantrip_game *g = table(0);
        cantrip_setup_put(g, 0, "Giant", CANTRIP_ZONE_BATTLEFIELD, 1, 0, 0);
        cantrip_setup_put(g, 1, "Bear", CANTRIP_ZONE_BATTLEFIELD, 1, 0, 0);
        cantrip_setup_life(g, 1, life);
        while (cantrip_game_step(g) == CANTRIP_STEP_DECISION &&
               cantrip_game_decision(g)->kind != CANTRIP_DECIDE_BLOCK) {
            const cantrip_decision *d = cantrip_game_decision(g);
            assert_int_equal(cantrip_pick(g, sample_option(d, d->kind == CANTRIP_DECIDE_ATTACK
                                                                  ? CANTRIP_OPTION_ID
                                                                  : CANTRIP_OPTION_PASS)),
                             CANTRIP_OK);
        }
        for (uint32_t seed = 0; seed < 100; seed++) {
            cantrip_game *copy;
            assert_int_equal(cantrip_game_clone(g, &copy), CANTRIP_OK);
            cantrip_playout(copy, seed, 1, 1);
            *(life < 9 ? &deadly : &harmless) +=
                cantrip_view_count(copy, CANTRIP_ZONE_GRAVEYARD, 1) > 0; /* the Bear has blocked */
            cantrip_game_destroy(copy);
        }
        cantrip_game_destroy(g);
    }
    assert_true(deadly > 80);
    assert_true(harmless < 20);
}

/* By hand, that the rest is to be paid by itself is an option that is about nothing. */
static void test_rest_by_itself(void **state)
{
    (void)state;
    cantrip_game *g = table(1);
    cantrip_setup_put(g, 0, "Mountain", CANTRIP_ZONE_BATTLEFIELD, 2, 0, 0);
    cantrip_setup_put(g, 0, "Bear", CANTRIP_ZONE_HAND, 1, 0, 0);
    assert_true(says(g, "cast Bear"));
    assert_int_equal(cantrip_game_step(g), CANTRIP_STEP_DECISION);
    const cantrip_decision *d = cantrip_game_decision(g);
    assert_int_equal(d->kind, CANTRIP_DECIDE_PAY);
    const cantrip_option rest = d->options[sample_option(d, CANTRIP_OPTION_PASS)];
    assert_int_equal(rest.kind, CANTRIP_OPTION_PASS);
    assert_int_equal(rest.id.bits, 0);
    assert_int_equal(rest.value, 0);
    assert_int_equal(rest.extra, 0);
    cantrip_game_destroy(g);
}

/* The only card that can be used in a graveyard, in a library where nothing else is done there. */
static void test_from_the_graveyard(void **state)
{
    (void)state;
    cantrip_compiled c =
        sample_compile_text("card \"Mountain\" basic land Mountain\n"
                            "card \"Riser\" {R} creature Bear 2/2 {\n"
                            "    {R}: return this from your graveyard to your hand\n}\n");
    cantrip_library *all = lib;
    assert_int_equal(cantrip_library_open(c.pack, c.pack_size, &lib, NULL), CANTRIP_OK);
    cantrip_game *g = table(0);
    cantrip_setup_put(g, 0, "Mountain", CANTRIP_ZONE_BATTLEFIELD, 1, 0, 0);
    cantrip_setup_put(g, 0, "Riser", CANTRIP_ZONE_GRAVEYARD, 1, 0, 0);
    assert_int_equal(cantrip_game_step(g), CANTRIP_STEP_DECISION);
    const cantrip_decision *d = cantrip_game_decision(g);
    const cantrip_id riser = cantrip_view_object(g, 0, CANTRIP_ZONE_GRAVEYARD, 0, 0).id;
    int offered = 0;
    for (uint32_t i = 0; i < d->option_count; i++)
        offered |= d->options[i].id.bits == riser.bits;
    assert_true(offered);
    cantrip_game_destroy(g);
    cantrip_library_close(lib);
    cantrip_compiled_destroy(&c);
    lib = all;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_far_picks), cmocka_unit_test(test_no_actions),
        cmocka_unit_test(test_chump), cmocka_unit_test(test_rest_by_itself),
        cmocka_unit_test(test_from_the_graveyard)};
    cantrip_compiled c = sample_compile_text(CARDS);
    assert_int_equal(cantrip_library_open(c.pack, c.pack_size, &lib, NULL), CANTRIP_OK);
    cantrip_compiled_destroy(&c);
    const int failed = cmocka_run_group_tests_name("searchers", tests, NULL, NULL);
    printf("%d passed, %d failed\n", (int)(sizeof tests / sizeof *tests) - failed, failed);
    cantrip_library_close(lib);
    return failed;
}
