/* CLAIM: whatever is asked of an object that is gone is answered as it was (CR 608.2g); what is done to it finds only
 * what CR 400.7 lets it find. */
#include "assemble.h"

static cantrip_library *lib;
static uint32_t creature, attacking, enchanted, four_power;
static uint32_t f_destroy, f_flicker, f_bounce, f_twice;

/* Asks everything of the set in register 0: numbers into the slots 0 to 9, sets into 10 and further. */
#define ASK_ALL                                                                                    \
    I(PROP, 1, 0, 0, VM_PROP_POWER), I(SET_LINK_NUM, 1, 0, 0, 0),                                  \
        I(PROP, 1, 0, 0, VM_PROP_TOUGHNESS), I(SET_LINK_NUM, 1, 0, 0, 1),                          \
        I(COUNTERS, 1, 0, 0, VM_COUNTER_PLUS), I(SET_LINK_NUM, 1, 0, 0, 2),                        \
        I(MATCH, 2, 0, 0, (int32_t)creature), I(NUMBER, 1, 2, 0, 0), I(SET_LINK_NUM, 1, 0, 0, 3),  \
        I(MATCH, 2, 0, 0, (int32_t)attacking), I(NUMBER, 1, 2, 0, 0), I(SET_LINK_NUM, 1, 0, 0, 4), \
        I(MATCH, 2, 0, 0, (int32_t)enchanted), I(NUMBER, 1, 2, 0, 0), I(SET_LINK_NUM, 1, 0, 0, 5), \
        I(MATCH, 2, 0, 0, (int32_t)four_power), I(NUMBER, 1, 2, 0, 0),                             \
        I(SET_LINK_NUM, 1, 0, 0, 6), I(LDI, 8, 0, 0, VM_COLOR_WHITE), I(HAS_COLOR, 2, 0, 8, 0),    \
        I(NUMBER, 1, 2, 0, 0), I(SET_LINK_NUM, 1, 0, 0, 7), I(OBJECTS, 3, 0, 0, 0),                \
        I(SHARES, 2, 3, 3, 0), I(NUMBER, 1, 2, 0, 0), I(SET_LINK_NUM, 1, 0, 0, 8),                 \
        I(CONTROLLERS, 4, 3, 0, 0), I(SET_LINK, 4, 0, 0, 10), I(OWNERS, 4, 3, 0, 0),               \
        I(SET_LINK, 4, 0, 0, 11), I(DEFENDER, 4, 3, 0, 0), I(SET_LINK, 4, 0, 0, 12),               \
        I(NOW, 0, 0, 0, 0), I(SET_LINK, 0, 0, 0, 13)

static void assemble(void)
{
    assembly s;
    as_begin(&s, "");
    as_selector(&s, 1u << VM_ZONE_BATTLEFIELD, VM_WANT_OBJECTS, &creature)->types_all =
        VM_TYPE_CREATURE;
    vm_selector *a = as_selector(&s, 1u << VM_ZONE_BATTLEFIELD, VM_WANT_OBJECTS, &attacking);
    a->status_all = VM_STATUS_ATTACKING0;
    as_selector(&s, 1u << VM_ZONE_BATTLEFIELD, VM_WANT_OBJECTS, &enchanted)->status_all =
        VM_STATUS_ENCHANTED0;
    uint32_t pred = as_func(&s, 0, 1, "enbn",
                            CODE(I(PROP, 1, 0, 0, VM_PROP_POWER), I(LDI, 3, 0, 0, 4),
                                 I(LE, 2, 3, 1, 0), I(NUMBER, 1, 2, 0, 0), I(RET, 1, 0, 0, 0)));
    as_selector(&s, 1u << VM_ZONE_BATTLEFIELD, VM_WANT_OBJECTS, &four_power)->pred = pred;
    /* registers: 0 e, 1 n, 2 b, 3 o, 4 p, 5 o (argument), 6 p, 7 o (result), 8 c */
    f_destroy = EFFECT(&s, "enbopopoc", I(SELECT, 0, 0, 0, (int32_t)creature),
                       I(OBJECTS, 5, 0, 0, 0), CALL(destroy, 5, 7), IMM(0), ASK_ALL);
    f_bounce =
        EFFECT(&s, "enbopopoc", I(SELECT, 0, 0, 0, (int32_t)creature), I(OBJECTS, 5, 0, 0, 0),
               I(NONE, 6, 0, 0, 0), CALL(move, 5, 7), IMM(VM_ZONE_HAND), IMM(0), IMM(0), ASK_ALL);
    f_flicker = EFFECT(&s, "enbopopoc", I(SELECT, 0, 0, 0, (int32_t)creature),
                       I(OBJECTS, 5, 0, 0, 0), CALL(exile, 5, 7), I(MOV, 5, 7, 0, 0),
                       I(NONE, 6, 0, 0, 0), CALL(move, 5, 7), IMM(VM_ZONE_BATTLEFIELD), IMM(0),
                       IMM(0), I(NOW, 0, 0, 0, 0), I(SET_LINK, 0, 0, 0, 13));
    /* slot 14 was filled by an effect before: is it found now? */
    f_twice = EFFECT(&s, "e", I(LINK, 0, 0, 0, 13), I(NOW, 0, 0, 0, 0), I(SET_LINK, 0, 0, 0, 14));
    lib = as_finish(&s);
}

static cantrip_game *with_attacker(const char *card)
{
    cantrip_game *game = as_game(lib);
    put(game, 1, card, BATTLEFIELD);
    cantrip_setup_counters(game, 1, card, VM_COUNTER_PLUS, 2);
    put(game, 0, "Pacifism", BATTLEFIELD);
    cantrip_setup_attach(game, 0, "Pacifism", card);
    rt_attack_begin(&game->g, RT_INDEX(find_in(game, BATTLEFIELD, 1, card)), RT_PLAYER(0));
    return game;
}

static void expect_as_it_was(cantrip_game *game)
{
    static const int32_t WANT[] = {6, 6, 2, 1, 1, 1, 1, 1, 1};
    rt_entity e = 0;
    for (uint32_t i = 0; i < 9; i++)
        if (number_in(game, i) != WANT[i])
            fail_msg("slot %u holds %d", i, number_in(game, i));
    for (uint32_t i = 10; i < 12; i++) {
        assert_int_equal(set_in(game, i, &e), 1);
        assert_int_equal(e, RT_PLAYER(1));
    }
    assert_int_equal(set_in(game, 12, &e), 1);
    assert_int_equal(e, RT_PLAYER(0));
}

/* CLAIM characteristics, counters, status, combat and controller of what died. RULE CR 608.2g, 112.7a */
static void test_cr608_2g_destroyed(void **state)
{
    (void)state;
    cantrip_game *game = with_attacker("Serra Angel");
    rt_entity e = 0;
    carry_out(game, f_destroy, 0);
    asked(game);
    expect_as_it_was(game);
    assert_int_equal(set_in(game, 13, &e), 1); /* CR 400.7h: the card in the graveyard */
    assert_int_equal(e, find_in(game, GRAVEYARD, 1, "Serra Angel"));
    cantrip_game_destroy(game);
}

/* CLAIM the same of a token that has ceased to exist, also later in the turn. RULE CR 110.5f, 608.2g */
static void test_cr608_2g_token_is_gone(void **state)
{
    (void)state;
    cantrip_game *game = with_attacker("Serra Angel");
    rt_entity token = find_in(game, BATTLEFIELD, 1, "Serra Angel");
    rt_live(&game->g, token)->flags |= RT_OF_TOKEN;
    carry_out(game, f_destroy, 0);
    asked(game);
    expect_as_it_was(game);
    assert_int_equal(count_in(game, GRAVEYARD, 1), 0);
    assert_int_equal(rt_counters(&game->g, token, VM_COUNTER_PLUS), 2);
    assert_int_equal(rt_now(&game->g, NULL, token), 0);
    cantrip_game_destroy(game);
}

/* CLAIM what went to a hidden zone is known, but not found. RULE CR 400.7h */
static void test_cr400_7h_hidden_zone(void **state)
{
    (void)state;
    cantrip_game *game = with_attacker("Serra Angel");
    carry_out(game, f_bounce, 0);
    asked(game);
    expect_as_it_was(game);
    assert_int_equal(set_in(game, 13, NULL), 0);
    assert_int_equal(count_in(game, HAND, 1), 1);
    cantrip_game_destroy(game);
}

/* CLAIM an effect finds what it moved twice; another effect does not. RULE CR 400.7h */
static void test_cr400_7h_moved_twice(void **state)
{
    (void)state;
    cantrip_game *game = with_attacker("Serra Angel");
    rt_entity was = find_in(game, BATTLEFIELD, 1, "Serra Angel"), e = 0;
    carry_out(game, f_flicker, 0);
    asked(game);
    assert_int_equal(set_in(game, 13, &e), 1);
    assert_int_equal(e, find_in(game, BATTLEFIELD, 0, "Serra Angel"));
    rt_link_row(&game->g, 0)->value = was;
    carry_out(game, f_twice, 0);
    asked(game);
    assert_int_equal(set_in(game, 14, NULL), 0);
    cantrip_game_destroy(game);
}

/* CLAIM what has not moved is itself. RULE CR 400.7 */
static void test_cr400_7_not_moved(void **state)
{
    (void)state;
    cantrip_game *game = as_game(lib);
    put(game, 1, "Serra Angel", BATTLEFIELD);
    rt_entity e = find_in(game, BATTLEFIELD, 1, "Serra Angel");
    assert_int_equal(rt_now(&game->g, NULL, e), e);
    assert_int_equal(rt_now(&game->g, NULL, RT_PLAYER(1)), RT_PLAYER(1));
    assert_int_equal(rt_now(&game->g, NULL, 0), 0);
    cantrip_game_destroy(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cr608_2g_destroyed), cmocka_unit_test(test_cr608_2g_token_is_gone),
        cmocka_unit_test(test_cr400_7h_hidden_zone), cmocka_unit_test(test_cr400_7h_moved_twice),
        cmocka_unit_test(test_cr400_7_not_moved)};
    assemble();
    int failed = run_all("last known information", tests, sizeof tests / sizeof *tests);
    cantrip_library_close(lib);
    return failed;
}
