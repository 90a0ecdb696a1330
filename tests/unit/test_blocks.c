/* CLAIM: a creature can block more than one attacker when a rule says so (CR 509.1a, 510.1d). Player 0 attacks with a Giant
 * (3/3), Bears (2/2) and, where named, a Brute (3/3, menace); player 1 has a Guardian (4/4). */
#include "assemble.h"

static cantrip_library *lib;
static uint32_t f_ask;

static void assemble(void)
{
    assembly s;
    uint32_t giant, guardian, at;
    as_begin(
        &s,
        "card \"Guardian\" {4} creature Wall 4/4\ncard \"Plain Guardian\" {4} creature Wall 4/4\n"
        "card \"Wide Guardian\" {4} creature Wall 4/4\n"
        "card \"Brute\" {3} creature Bear 3/3 {\n    menace\n}\ncard \"Drum\" {1} artifact\n");
    as_static(&s, "Guardian", (vm_mod){VM_MOD_BLOCKS_MORE, 0, 1, 0, 0, 0, 0});
    as_static(&s, "Wide Guardian", (vm_mod){VM_MOD_BLOCKS_MORE, 0, (uint32_t)-1, 0, 0, 0, 0});
    as_selector(&s, 1u << BATTLEFIELD, VM_WANT_OBJECTS, &giant)->status_all = VM_STATUS_ATTACKING0;
    as_selector(&s, 1u << BATTLEFIELD, VM_WANT_OBJECTS, &guardian)->status_all =
        VM_STATUS_BLOCKING0;
    /* 0 e, 1 o, 2 o, 3 n */
    f_ask = EFFECT(&s, "eoon", I(SELECT, 0, 0, 0, (int32_t)giant), I(OBJECTS, 1, 0, 0, 0),
                   I(BLOCKERS, 2, 1, 0, 0), I(WIDEN, 0, 2, 0, 0), I(SET_LINK, 0, 0, 0, 0),
                   I(ATTACKED, 0, 1, 0, 0), I(SET_LINK, 0, 0, 0, 2),
                   I(SELECT, 0, 0, 0, (int32_t)guardian), I(OBJECTS, 1, 0, 0, 0),
                   I(BLOCKED, 2, 1, 0, 0), I(WIDEN, 0, 2, 0, 0), I(SET_LINK, 0, 0, 0, 1));
    /* one life for 'blocks', ten for each 'blocks a creature' */
    static const struct {
        uint32_t event, life;
    } WATCHED[] = {{VM_EVENT_blocks, 1}, {VM_EVENT_blocks_creature, 10}};
    as_face(&s, "Drum")->abilities = s.p.ability_count;
    as_face(&s, "Drum")->ability_count = 2;
    for (int i = 0; i < 2; i++) {
        vm_ability *a = as_ability(&s, VM_ABILITY_TRIGGERED, &at);
        a->event = WATCHED[i].event;
        a->effect = EFFECT(&s, "pn", I(YOU, 0, 0, 0, 0), I(LDI, 1, 0, 0, (int32_t)WATCHED[i].life),
                           CALL(gain_life, 0, 1));
    }
    lib = as_finish(&s);
}

/* Everybody attacks; gives the first question about a block. */
static cantrip_game *attack(const char *blocker, const char *third)
{
    cantrip_game *game = as_game(lib);
    put(game, 0, "Hill Giant", BATTLEFIELD);
    put(game, 0, "Grizzly Bears", BATTLEFIELD);
    if (third)
        put(game, 0, third, BATTLEFIELD);
    put(game, 1, blocker, BATTLEFIELD);
    put(game, 1, "Drum", BATTLEFIELD);
    while (asked(game) && cantrip_game_decision(game)->kind != CANTRIP_DECIDE_BLOCK) {
        uint32_t first = 0;
        assert_int_equal(cantrip_game_answer(game, &first, 1), CANTRIP_OK);
    }
    return game;
}

/* Passes, and takes the first option, until the second main phase. */
static void to_main2(cantrip_game *game, int32_t share)
{
    while (asked(game) && game->g.s->step != VM_STEP_MAIN2) {
        if (cantrip_game_decision(game)->kind == CANTRIP_DECIDE_ASSIGN) {
            assert_int_equal(cantrip_game_decision(game)->player, 1);
            answer_option(game, CANTRIP_OPTION_NUMBER, share);
            continue;
        }
        uint32_t first = 0;
        assert_int_equal(cantrip_game_answer(game, &first, 1), CANTRIP_OK);
    }
}

/* CLAIM it blocks two; its controller divides its damage; both hit it. RULE CR 509.1a, 510.1d, 509.3a */
static void test_cr510_1d_blocks_two(void **state)
{
    (void)state;
    for (int32_t share = 3; share < 5; share++) {
        cantrip_game *game = attack("Guardian", NULL);
        ANSWER(game, "Hill Giant");
        const cantrip_decision *d = expect_asked(game, CANTRIP_DECIDE_BLOCK, 1);
        assert_int_equal(d->option_count, 2); /* the Bears, or no more */
        ANSWER(game, "Grizzly Bears");
        while (asked(game) && cantrip_game_decision(game)->kind != CANTRIP_DECIDE_PRIORITY) {
            uint32_t first = 0;
            assert_int_equal(cantrip_game_answer(game, &first, 1), CANTRIP_OK);
        }
        carry_out(game, f_ask, 0);
        asked(game);
        assert_int_equal(set_in(game, 0, NULL), 1);
        assert_int_equal(set_in(game, 1, NULL), 2);
        assert_int_equal(set_in(game, 2, NULL), 1);
        to_main2(game, share);
        assert_int_equal(rt_player_row(&game->g, 1)->life, 20 + 1 + 20);
        assert_int_equal(count_in(game, GRAVEYARD, 1), 1);
        assert_int_equal(count_in(game, GRAVEYARD, 0), 1);
        assert_int_equal(
            rt_here(&game->g, rt_live(&game->g, find_in(game, BATTLEFIELD, 0, "Grizzly Bears")))
                ->damage,
            4 - share);
        assert_int_equal(game->g.s->also.count, 0);
        cantrip_game_destroy(game);
    }
}

/* CLAIM without the rule it blocks one; with it it need not block a second. RULE CR 509.1a */
static void test_cr509_1a_blocks_one(void **state)
{
    (void)state;
    for (int can = 0; can < 2; can++) {
        cantrip_game *game = attack(can ? "Guardian" : "Plain Guardian", NULL);
        ANSWER(game, "Hill Giant");
        asked(game);
        if (can)
            answer_option(game, CANTRIP_OPTION_NO, cantrip_game_decision(game)->options[0].value);
        asked(game);
        assert_int_not_equal(cantrip_game_decision(game)->kind, CANTRIP_DECIDE_BLOCK);
        to_main2(game, 0);
        assert_int_equal(rt_player_row(&game->g, 1)->life, 20 + 1 + 10 - 2);
        cantrip_game_destroy(game);
    }
}

/* CLAIM any number, but what needs two blockers is not blocked by one. RULE CR 702.110b, 509.1b */
static void test_cr702_110b_any_number(void **state)
{
    (void)state;
    cantrip_game *game = attack("Wide Guardian", "Brute");
    ANSWER(game, "Hill Giant");
    const cantrip_decision *d = expect_asked(game, CANTRIP_DECIDE_BLOCK, 1);
    assert_int_equal(d->option_count, 2);
    ANSWER(game, "Grizzly Bears");
    asked(game);
    if (cantrip_game_decision(game)->kind == CANTRIP_DECIDE_BLOCK)
        assert_int_equal(cantrip_game_decision(game)->options[0].kind, CANTRIP_OPTION_NO);
    cantrip_game_destroy(game);
    game = attack("Wide Guardian", "Serra Angel"); /* flying: not at all */
    ANSWER(game, "Hill Giant");
    expect_asked(game, CANTRIP_DECIDE_BLOCK, 1);
    ANSWER(game, "Grizzly Bears");
    asked(game);
    assert_int_not_equal(cantrip_game_decision(game)->kind, CANTRIP_DECIDE_BLOCK);
    cantrip_game_destroy(game);
}

/* CLAIM what has been removed from combat is not hit. RULE CR 506.4, 510.1d */
static void test_cr506_4_removed(void **state)
{
    (void)state;
    for (int removed = 0; removed < 2; removed++) {
        cantrip_game *game = attack("Plain Guardian", NULL);
        ANSWER(game, "Hill Giant");
        asked(game);
        const rt_entity giant = find_in(game, BATTLEFIELD, 0, "Hill Giant");
        if (removed)
            rt_remove_from_combat(&game->g, RT_INDEX(giant));
        to_main2(game, 0);
        assert_int_equal(rt_live(&game->g, giant) == NULL, !removed);
        cantrip_game_destroy(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cr510_1d_blocks_two), cmocka_unit_test(test_cr509_1a_blocks_one),
        cmocka_unit_test(test_cr702_110b_any_number), cmocka_unit_test(test_cr506_4_removed)};
    assemble();
    int failed = run_all("blocks", tests, sizeof tests / sizeof *tests);
    cantrip_library_close(lib);
    return failed;
}
