/* CLAIM: libraries are searched, shuffled, looked at and put into as CR 401, 701.17 to 701.19 say. */
#include "assemble.h"

static cantrip_library *lib;
static uint32_t lands, anything;
static uint32_t f_search, f_search_any, f_search_two, f_shuffle, f_look, f_reveal, f_low, f_second,
    f_random, f_from_play, f_scry, f_reveal_hand;

static void assemble(void)
{
    assembly s;
    uint32_t at, players, hand, creatures;
    as_begin(&s, "card \"Watcher\" enchantment\n");
    as_selector(&s, 1u << VM_ZONE_LIBRARY, VM_WANT_OBJECTS, &lands)->types_all = VM_TYPE_LAND;
    as_selector(&s, 1u << VM_ZONE_LIBRARY, VM_WANT_OBJECTS, &anything);
    as_selector(&s, 0, VM_WANT_PLAYERS, &players);
    as_selector(&s, 1u << VM_ZONE_HAND, VM_WANT_OBJECTS, &hand);
    as_selector(&s, 1u << VM_ZONE_BATTLEFIELD, VM_WANT_OBJECTS, &creatures)->types_all =
        VM_TYPE_CREATURE;
    /* 0 p who, 1 p whose, 2 n, 3 n, 4 o, 5 p, 6 e */
#define SEARCH(zones, sel, min, max)                                                               \
    I(YOU, 0, 0, 0, 0), I(NONE, 1, 0, 0, 0), I(LDI, 2, 0, 0, min), I(LDI, 3, 0, 0, max),           \
        CALL(search, 0, 4), IMM(zones), IMM(sel)
    f_search =
        EFFECT(&s, "ppnnope", SEARCH(1, lands, 1, 1), CALL(reveal, 4, 4), I(NONE, 5, 0, 0, 0),
               CALL(move, 4, 4), IMM(VM_ZONE_HAND), IMM(0), IMM(0), CALL(shuffle, 0, 0));
    f_search_any = EFFECT(&s, "ppnnope", SEARCH(1, anything, 1, 1), I(NONE, 5, 0, 0, 0),
                          CALL(move, 4, 4), IMM(VM_ZONE_HAND), IMM(0), IMM(0));
    f_search_two =
        EFFECT(&s, "ppnnope", SEARCH(1 | 1 << VM_ZONE_GRAVEYARD, lands, 5, VM_NUMBER_MAX),
               CALL(exile, 4, 4), I(WIDEN, 6, 4, 0, 0), I(SET_LINK, 6, 0, 0, 0));
    f_shuffle = EFFECT(&s, "pe", I(SELECT, 1, 0, 0, (int32_t)players), I(ONLY_PLAYERS, 0, 1, 0, 0),
                       CALL(shuffle, 0, 0));
    /* 0 p, 1 n, 2 o, 3 p, 4 o, 5 p, 6 n, 7 o */
    f_look = EFFECT(&s, "pnopo", I(YOU, 0, 0, 0, 0), I(LDI, 1, 0, 0, 3), CALL(top, 0, 2), IMM(0),
                    I(YOU, 3, 0, 0, 0), I(MOV, 4, 2, 0, 0), CALL(look, 3, 0));
    f_reveal = EFFECT(&s, "pno", I(YOU, 0, 0, 0, 0), I(LDI, 1, 0, 0, 1), CALL(top, 0, 2), IMM(0),
                      CALL(reveal, 2, 2));
    f_reveal_hand = EFFECT(&s, "epo", I(SELECT, 0, 0, 0, (int32_t)hand), I(YOU, 1, 0, 0, 0),
                           I(OWNED_BY, 0, 0, 1, 0), I(OBJECTS, 2, 0, 0, 0), CALL(reveal, 2, 2));
#define PUT(amount, place, bottom, order)                                                          \
    I(YOU, 0, 0, 0, 0), I(LDI, 1, 0, 0, amount), CALL(top, 0, 4), IMM(0), I(NONE, 5, 0, 0, 0),     \
        I(LDI, 6, 0, 0, place), CALL(put_in_library, 4, 7), IMM(bottom), IMM(order)
    f_low = EFFECT(&s, "pnopopno", PUT(3, 1, 1, 0));
    f_second = EFFECT(&s, "pnopopno", PUT(1, 3, 0, 2));
    f_random = EFFECT(&s, "pnopopno", PUT(3, 1, 1, 1));
    f_from_play =
        EFFECT(&s, "opnoe", I(SELECT, 4, 0, 0, (int32_t)creatures), I(OBJECTS, 0, 4, 0, 0),
               I(NONE, 1, 0, 0, 0), I(LDI, 2, 0, 0, 2), CALL(put_in_library, 0, 3), IMM(0), IMM(0),
               I(WIDEN, 4, 3, 0, 0), I(SET_LINK, 4, 0, 0, 0));
    f_scry = EFFECT(&s, "pne", I(SELECT, 2, 0, 0, (int32_t)players), I(ONLY_PLAYERS, 0, 2, 0, 0),
                    I(LDI, 1, 0, 0, 3), CALL(scry, 0, 0));
    /* who searches gains 1, who shuffles 10, who scries 100 life */
    static const struct {
        uint32_t event, life;
    } WATCHED[] = {{VM_EVENT_search, 1}, {VM_EVENT_shuffle, 10}, {VM_EVENT_scry, 100}};
    as_face(&s, "Watcher")->abilities = s.p.ability_count;
    as_face(&s, "Watcher")->ability_count = 3;
    for (int i = 0; i < 3; i++) {
        vm_ability *a = as_ability(&s, VM_ABILITY_TRIGGERED, &at);
        a->event = WATCHED[i].event;
        a->effect = EFFECT(&s, "pn", I(EVENT_PLAYER, 0, 0, 0, 0),
                           I(LDI, 1, 0, 0, (int32_t)WATCHED[i].life), CALL(gain_life, 0, 1));
    }
    lib = as_finish(&s);
}

/* From the top: Shock, Forest, Hill Giant, Grizzly Bears, Plains. */
static cantrip_game *position(void)
{
    cantrip_game *game = as_game(lib);
    static const char *const CARDS[] = {"Shock", "Forest", "Hill Giant", "Grizzly Bears", "Plains"};
    for (int i = 0; i < 5; i++)
        put(game, 0, CARDS[i], LIBRARY);
    asked(game);
    return game;
}

static void expect_library(cantrip_game *game, const char *const *cards, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(name_at(game, LIBRARY, 0, i), cards[i]) != 0)
            fail_msg("card %u is %s, not %s", i, name_at(game, LIBRARY, 0, i), cards[i]);
}
#define LIBRARY_IS(game, ...)                                                                      \
    expect_library(game, (const char *const[]){__VA_ARGS__},                                       \
                   sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

/* CLAIM what is described is found; it is revealed, and the library shuffled. RULE CR 701.18a, 701.15a, 701.19a */
static void test_cr701_18a_search(void **state)
{
    (void)state;
    cantrip_game *game = position();
    put(game, 1, "Watcher", BATTLEFIELD);
    carry_out(game, f_search, 0);
    const cantrip_decision *d = expect_asked(game, CANTRIP_DECIDE_SEARCH, 0);
    assert_int_equal(d->option_count, 2);
    ANSWER(game, "Plains");
    asked(game);
    assert_string_equal(name_at(game, HAND, 0, 0), "Plains");
    assert_int_equal(count_in(game, LIBRARY, 0), 4);
    cantrip_object_view v = cantrip_view_object(game, 1, HAND, 0, 0); /* a new object in the hand */
    assert_string_equal(v.name, "");
    asked(game); /* the order of the two triggers */
    answer_option(game, CANTRIP_OPTION_ID, 0);
    resolve(game);
    assert_int_equal(rt_player_row(&game->g, 0)->life, 31);
    cantrip_game_destroy(game);
}

/* CLAIM it need not be found where it is hidden. RULE CR 701.18b */
static void test_cr701_18b_fail_to_find(void **state)
{
    (void)state;
    cantrip_game *game = position();
    carry_out(game, f_search, 0);
    assert_int_equal(expect_asked(game, CANTRIP_DECIDE_SEARCH, 0)->min, 0);
    answer_none(game);
    asked(game);
    assert_int_equal(count_in(game, HAND, 0), 0);
    cantrip_game_destroy(game);
}

/* CLAIM a card must be found, if there is one. RULE CR 701.18d */
static void test_cr701_18d_any_card(void **state)
{
    (void)state;
    cantrip_game *game = position();
    carry_out(game, f_search_any, 0);
    const cantrip_decision *d = expect_asked(game, CANTRIP_DECIDE_SEARCH, 0);
    assert_int_equal(d->min, 1);
    assert_int_equal(d->option_count, 5);
    ANSWER(game, "Shock");
    asked(game);
    assert_string_equal(name_at(game, HAND, 0, 0), "Shock");
    cantrip_game_destroy(game);
}

/* CLAIM in several zones: what is public must be found. RULE CR 701.18b */
static void test_cr701_18b_public_zone(void **state)
{
    (void)state;
    cantrip_game *game = position();
    put(game, 0, "Island", GRAVEYARD);
    carry_out(game, f_search_two, 0);
    const cantrip_decision *d = expect_asked(game, CANTRIP_DECIDE_SEARCH, 0);
    assert_int_equal(d->option_count, 2); /* as many as there are: what is public is found */
    assert_int_equal(d->min, 0);
    ANSWER(game, "Forest");
    asked(game);
    assert_int_equal(set_in(game, 0, NULL), 2);
    assert_int_equal(count_in(game, EXILE, 0), 2);
    cantrip_game_destroy(game);
}

/* CLAIM looking is for one, revealing for all; shuffling forgets. RULE CR 701.15a, 400.2, 701.19a */
static void test_cr701_15a_known(void **state)
{
    (void)state;
    cantrip_game *game = position();
    carry_out(game, f_look, 0);
    asked(game);
    for (uint32_t i = 0; i < 5; i++) {
        uint32_t known = i >= 2; /* index 4 is the top */
        assert_int_equal(*cantrip_view_object(game, 0, LIBRARY, 0, i).name != 0, known);
        assert_string_equal(cantrip_view_object(game, 1, LIBRARY, 0, i).name, "");
    }
    carry_out(game, f_reveal, 0);
    asked(game);
    assert_string_equal(cantrip_view_object(game, 1, LIBRARY, 0, 4).name, "Shock");
    carry_out(game, f_shuffle, 0);
    asked(game);
    for (uint32_t i = 0; i < 5; i++)
        assert_string_equal(cantrip_view_object(game, 0, LIBRARY, 0, i).name, "");
    put(game, 0, "Shock", HAND);
    put(game, 1, "Shock", HAND);
    carry_out(game, f_reveal_hand, 0);
    asked(game);
    assert_string_equal(cantrip_view_object(game, 1, HAND, 0, 0).name, "Shock");
    assert_string_equal(cantrip_view_object(game, 0, HAND, 1, 0).name, "");
    cantrip_game_destroy(game);
}

/* CLAIM several cards on the bottom go there in any order. RULE CR 401.4 */
static void test_cr401_4_any_order(void **state)
{
    (void)state;
    cantrip_game *game = position();
    carry_out(game, f_low, 0);
    expect_asked(game, CANTRIP_DECIDE_ORDER_CARDS, 0);
    ANSWER(game, "Hill Giant");
    expect_asked(game, CANTRIP_DECIDE_ORDER_CARDS, 0);
    ANSWER(game, "Shock");
    asked(game);
    LIBRARY_IS(game, "Grizzly Bears", "Plains", "Hill Giant", "Shock", "Forest");
    cantrip_game_destroy(game);
}

/* CLAIM a place counted from the top; at random. RULE CR 401.4 */
static void test_cr401_4_third_from_the_top(void **state)
{
    (void)state;
    cantrip_game *game = position();
    carry_out(game, f_second, 0);
    asked(game);
    LIBRARY_IS(game, "Forest", "Hill Giant", "Shock", "Grizzly Bears", "Plains");
    carry_out(game, f_random, 0);
    expect_asked(game, CANTRIP_DECIDE_PRIORITY, 0);
    LIBRARY_IS(game, "Grizzly Bears", "Plains");
    cantrip_game_destroy(game);
}

/* CLAIM permanents of both players, second from the top, each owner ordering their own. RULE CR 401.4, 400.3 */
static void test_cr401_4_each_owner(void **state)
{
    (void)state;
    cantrip_game *game = position();
    put(game, 1, "Swamp", LIBRARY);
    put(game, 0, "Serra Angel", BATTLEFIELD);
    put(game, 1, "Hill Giant", BATTLEFIELD);
    put(game, 1, "Grizzly Bears", BATTLEFIELD);
    carry_out(game, f_from_play, 0);
    expect_asked(game, CANTRIP_DECIDE_ORDER_CARDS, 1);
    ANSWER(game, "Grizzly Bears");
    asked(game);
    LIBRARY_IS(game, "Shock", "Serra Angel", "Forest");
    assert_string_equal(name_at(game, LIBRARY, 1, 0), "Swamp");
    assert_string_equal(name_at(game, LIBRARY, 1, 1), "Grizzly Bears");
    assert_string_equal(name_at(game, LIBRARY, 1, 2), "Hill Giant");
    assert_int_equal(set_in(game, 0, NULL), 3);
    cantrip_game_destroy(game);
}

/* CLAIM any number to the bottom in any order, the rest on top in any order; for each player. RULE CR 701.17a, c */
static void test_cr701_17a_scry(void **state)
{
    (void)state;
    cantrip_game *game = position();
    put(game, 1, "Watcher", BATTLEFIELD);
    put(game, 1, "Swamp", LIBRARY);
    carry_out(game, f_scry, 0);
    static const uint32_t WANT[] = {CANTRIP_OPTION_NO, CANTRIP_OPTION_YES, CANTRIP_OPTION_NO};
    for (int i = 0; i < 3; i++) {
        expect_asked(game, CANTRIP_DECIDE_SCRY, 0);
        answer_option(game, WANT[i], 0);
    }
    expect_asked(game, CANTRIP_DECIDE_ORDER_CARDS, 0);
    ANSWER(game, "Hill Giant");
    expect_asked(game, CANTRIP_DECIDE_SCRY, 1); /* one card is all there is */
    answer_option(game, CANTRIP_OPTION_YES, 0);
    asked(game);
    LIBRARY_IS(game, "Hill Giant", "Shock", "Grizzly Bears", "Plains", "Forest");
    expect_asked(game, CANTRIP_DECIDE_ORDER_TRIGGERS, 1); /* each is about another player */
    answer_option(game, CANTRIP_OPTION_ID, 0);
    resolve(game);
    assert_int_equal(rt_player_row(&game->g, 0)->life, 120);
    assert_int_equal(rt_player_row(&game->g, 1)->life, 120);
    cantrip_game_destroy(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cr701_18a_search),
                                       cmocka_unit_test(test_cr701_18b_fail_to_find),
                                       cmocka_unit_test(test_cr701_18d_any_card),
                                       cmocka_unit_test(test_cr701_18b_public_zone),
                                       cmocka_unit_test(test_cr701_15a_known),
                                       cmocka_unit_test(test_cr401_4_any_order),
                                       cmocka_unit_test(test_cr401_4_third_from_the_top),
                                       cmocka_unit_test(test_cr401_4_each_owner),
                                       cmocka_unit_test(test_cr701_17a_scry)};
    assemble();
    int failed = run_all("libraries", tests, sizeof tests / sizeof *tests);
    cantrip_library_close(lib);
    return failed;
}
