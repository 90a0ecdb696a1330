/* CLAIM: cards can be cast while something resolves (CR 608.2f): at any time, free or for their cost, one after the other. */
#include "assemble.h"

static cantrip_library *lib;
static uint32_t f_free, f_paid, f_one;

static void assemble(void)
{
    assembly s;
    uint32_t cards;
    as_begin(&s, "card \"Zap\" {R} instant {\n    this deals 1 damage to target creature\n}\n"
                 "card \"Bear\" {1}{G} creature Bear 2/2\n");
    as_selector(&s, 1u << EXILE, VM_WANT_OBJECTS, &cards);
    /* 0 p, 1 o, 2 n, 3 e, 4 o */
#define NOW_CAST(name, max, free, exile)                                                           \
    name = EFFECT(&s, "poneo", I(YOU, 0, 0, 0, 0), I(SELECT, 3, 0, 0, (int32_t)cards),             \
                  I(OBJECTS, 1, 3, 0, 0), I(LDI, 2, 0, 0, max), CALL(cast_now, 0, 4), IMM(free),   \
                  IMM(exile), IMM(0), IMM(0), IMM(0), IMM(0), I(WIDEN, 3, 4, 0, 0),                \
                  I(SET_LINK, 3, 0, 0, 0))
    NOW_CAST(f_free, 9, 1, 1);
    NOW_CAST(f_paid, 9, 0, 0);
    NOW_CAST(f_one, 1, 1, 0);
    lib = as_finish(&s);
}

static cantrip_game *position(uint32_t mountains)
{
    cantrip_game *game = as_game(lib);
    put(game, 1, "Zap", EXILE); /* somebody else's card */
    put(game, 0, "Bear", EXILE);
    put(game, 0, "Forest", EXILE);
    put(game, 1, "Hill Giant", BATTLEFIELD);
    cantrip_setup_put(game, 0, "Mountain", BATTLEFIELD, mountains, 0, 0);
    cantrip_setup_step(game, VM_STEP_UPKEEP, 1); /* no time for creatures */
    return game;
}

/* CLAIM both for nothing; the instant is exiled when it has resolved; lands are no spells. RULE CR 608.2f, 117.9 */
static void test_cr608_2f_free(void **state)
{
    (void)state;
    cantrip_game *game = position(0);
    carry_out(game, f_free, 0);
    assert_int_equal(expect_asked(game, CANTRIP_DECIDE_MAY, 0)->option_count, 3);
    ANSWER(game, "Zap");
    expect_asked(game, CANTRIP_DECIDE_TARGET, 0);
    ANSWER(game, "Hill Giant");
    assert_int_equal(expect_asked(game, CANTRIP_DECIDE_MAY, 0)->option_count, 2);
    ANSWER(game, "Bear");
    expect_asked(game, CANTRIP_DECIDE_MAY, 0); /* there is nothing else: it is asked all the same */
    answer_option(game, CANTRIP_OPTION_NO, 0);
    asked(game);
    assert_int_equal(set_in(game, 0, NULL), 2);
    assert_int_equal(count_in(game, STACK, 0), 2);
    resolve(game);
    assert_true(find_in(game, BATTLEFIELD, 0, "Bear") != 0);
    assert_int_equal(
        rt_here(&game->g, rt_live(&game->g, find_in(game, BATTLEFIELD, 1, "Hill Giant")))->damage,
        1);
    assert_string_equal(name_at(game, EXILE, 1, 0), "Zap");
    cantrip_game_destroy(game);
}

/* CLAIM for its cost, if it can be paid; one need not. RULE CR 608.2f, 601.2h */
static void test_cr608_2f_paid(void **state)
{
    (void)state;
    cantrip_game *game = position(0);
    carry_out(game, f_paid, 0);
    assert_int_equal(expect_asked(game, CANTRIP_DECIDE_MAY, 0)->option_count,
                     1); /* nothing can be paid for */
    answer_option(game, CANTRIP_OPTION_NO, 0);
    assert_int_equal(asked(game)->kind, CANTRIP_DECIDE_PRIORITY);
    assert_int_equal(set_in(game, 0, NULL), 0);
    cantrip_game_destroy(game);
    for (int cast = 0; cast < 2; cast++) {
        game = position(1);
        carry_out(game, f_paid, 0);
        assert_int_equal(expect_asked(game, CANTRIP_DECIDE_MAY, 0)->option_count, 2);
        if (cast) {
            ANSWER(game, "Zap");
            expect_asked(game, CANTRIP_DECIDE_TARGET, 0);
            ANSWER(game, "Hill Giant");
            expect_asked(game, CANTRIP_DECIDE_MAY, 0);
        }
        answer_option(game, CANTRIP_OPTION_NO, 0);
        asked(game);
        assert_int_equal(set_in(game, 0, NULL), cast);
        assert_int_equal((rt_live(&game->g, find_in(game, BATTLEFIELD, 0, "Mountain"))->flags &
                          RT_OF_TAPPED) != 0,
                         cast);
        resolve(game);
        assert_int_equal(count_in(game, GRAVEYARD, 1), cast);
        cantrip_game_destroy(game);
    }
}

/* CLAIM no more than so many. RULE CR 608.2f */
static void test_cr608_2f_one(void **state)
{
    (void)state;
    cantrip_game *game = position(0);
    carry_out(game, f_one, 0);
    expect_asked(game, CANTRIP_DECIDE_MAY, 0);
    ANSWER(game, "Bear");
    assert_int_equal(asked(game)->kind, CANTRIP_DECIDE_PRIORITY);
    assert_int_equal(set_in(game, 0, NULL), 1);
    cantrip_game_destroy(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cr608_2f_free),
                                       cmocka_unit_test(test_cr608_2f_paid),
                                       cmocka_unit_test(test_cr608_2f_one)};
    assemble();
    int failed = run_all("casting while resolving", tests, sizeof tests / sizeof *tests);
    cantrip_library_close(lib);
    return failed;
}
