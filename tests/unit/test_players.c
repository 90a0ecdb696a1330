/* CLAIM: natives act for every player of a set: choices in turn order, then everything at once (CR 101.4). */
#include "assemble.h"

static cantrip_library *lib;
static uint32_t creatures, all_players, hands;
static uint32_t f_discard, f_random, f_some, f_number, f_type, f_name, f_tokens, f_draw, f_names;

static void assemble(void)
{
    assembly s;
    as_begin(&s, "");
    as_selector(&s, 1u << VM_ZONE_BATTLEFIELD, VM_WANT_OBJECTS, &creatures)->types_all =
        VM_TYPE_CREATURE;
    as_selector(&s, 0, VM_WANT_PLAYERS, &all_players);
    uint32_t artifacts;
    as_selector(&s, 0, VM_WANT_OBJECTS, &artifacts)->types_all = VM_TYPE_ARTIFACT;
    as_selector(&s, 1u << VM_ZONE_HAND, VM_WANT_OBJECTS, &hands);
    const int32_t players = (int32_t)all_players, field = (int32_t)creatures;
    uint32_t token = 0;
    while (!(s.p.face[token].flags & VM_FF_TOKEN))
        token++;
    /* 0 p, 1 n, 2 o (result), 3 e */
    f_discard = EFFECT(&s, "pnoe", I(SELECT, 3, 0, 0, players), I(ONLY_PLAYERS, 0, 3, 0, 0),
                       I(LDI, 1, 0, 0, 40), CALL(discard, 0, 2), IMM(0), I(WIDEN, 3, 2, 0, 0),
                       I(SET_LINK, 3, 0, 0, 0));
    f_random = EFFECT(&s, "pnoe", I(SELECT, 3, 0, 0, players), I(ONLY_PLAYERS, 0, 3, 0, 0),
                      I(LDI, 1, 0, 0, 2), CALL(discard, 0, 2), IMM(1));
    f_some = EFFECT(&s, "en", I(SELECT, 0, 0, 0, field), I(LDI, 1, 0, 0, 2),
                    CALL(choose_random, 0, 0), I(SET_LINK, 0, 0, 0, 0));
    f_number = EFFECT(&s, "pnn", I(YOU, 0, 0, 0, 0), I(LDI, 1, 0, 0, 2), I(LDI, 2, 0, 0, 5),
                      CALL(choose_number, 0, 1), I(SET_LINK_NUM, 1, 0, 0, 0));
    f_type = EFFECT(&s, "pnebys", I(YOU, 0, 0, 0, 0), CALL(choose_card_type, 0, 4),
                    IMM(VM_TYPE_CREATURE | VM_TYPE_LAND), I(SELECT, 2, 0, 0, field),
                    I(HAS_TYPE, 3, 2, 4, 0), I(SET_LINK_NUM, 4, 2, 0, 0), I(NUMBER, 1, 3, 0, 0),
                    I(SET_LINK_NUM, 1, 0, 0, 1), I(TYPES_OF, 4, 2, 0, 0),
                    I(SET_LINK_NUM, 4, 2, 0, 2), I(LDI, 5, 0, 0, VM_SUBTYPE_PLAINS),
                    I(HAS_SUBTYPE, 3, 2, 5, 0), I(NUMBER, 1, 3, 0, 0), I(SET_LINK_NUM, 1, 0, 0, 3));
    f_name = EFFECT(&s, "pnebom", I(YOU, 0, 0, 0, 0), CALL(choose_name, 0, 5), IMM(0),
                    I(SELECT, 2, 0, 0, field), I(HAS_NAME, 3, 2, 5, 0), I(NUMBER, 1, 3, 0, 0),
                    I(SET_LINK_NUM, 1, 0, 0, 0), I(OBJECTS, 4, 2, 0, 0), I(NAME_OF, 5, 4, 0, 0),
                    I(HAS_NAME, 3, 2, 5, 0), I(NUMBER, 1, 3, 0, 0), I(SET_LINK_NUM, 1, 0, 0, 1));
    f_names = EFFECT(&s, "pm", I(YOU, 0, 0, 0, 0), CALL(choose_name, 0, 1), IMM(artifacts));
    f_tokens = EFFECT(&s, "pnoe", I(SELECT, 3, 0, 0, players), I(ONLY_PLAYERS, 0, 3, 0, 0),
                      I(LDI, 1, 0, 0, 2), CALL(create, 0, 2), IMM(token), IMM(0),
                      I(WIDEN, 3, 2, 0, 0), I(SET_LINK, 3, 0, 0, 0));
    f_draw = EFFECT(&s, "pneo", I(SELECT, 2, 0, 0, players), I(ONLY_PLAYERS, 0, 2, 0, 0),
                    I(LDI, 1, 0, 0, 2), CALL(draw, 0, 3));
    lib = as_finish(&s);
}

static cantrip_game *position(void)
{
    cantrip_game *game = as_game(lib);
    for (uint32_t p = 0; p < 2; p++) {
        put(game, p, "Grizzly Bears", BATTLEFIELD);
        put(game, p, "Hill Giant", BATTLEFIELD);
    }
    return game;
}

/* CLAIM more than 32 cards, of both players, at once. RULE CR 701.8a, 101.4 */
static void test_cr701_8_all_are_discarded(void **state)
{
    (void)state;
    cantrip_game *game = as_game(lib);
    cantrip_setup_put(game, 0, "Shock", HAND, 41, 0, 0);
    cantrip_setup_put(game, 1, "Shock", HAND, 3, 0, 0);
    carry_out(game, f_discard, 1);
    const cantrip_decision *d = expect_asked(game, CANTRIP_DECIDE_DISCARD, 0);
    uint32_t chosen[40];
    for (uint32_t i = 0; i < 40; i++)
        chosen[i] = i;
    assert_int_equal(d->min, 40);
    assert_int_equal(cantrip_game_answer(game, chosen, 40), CANTRIP_OK);
    expect_asked(game, CANTRIP_DECIDE_DISCARD, 1);
    assert_int_equal(count_in(game, HAND, 0), 41);
    assert_int_equal(cantrip_game_answer(game, chosen, 3), CANTRIP_OK);
    asked(game);
    assert_int_equal(count_in(game, HAND, 0), 1);
    assert_int_equal(count_in(game, GRAVEYARD, 0), 40);
    assert_int_equal(count_in(game, GRAVEYARD, 1), 3);
    assert_int_equal(set_in(game, 0, NULL), 43);
    carry_out(game, f_discard, 1); /* with a hand of one */
    expect_asked(game, CANTRIP_DECIDE_DISCARD, 0);
    cantrip_game_destroy(game);
}

/* CLAIM at random nobody is asked, and every card can be hit. RULE CR 701.8b */
static void test_cr701_8b_at_random(void **state)
{
    (void)state;
    uint32_t seen = 0;
    for (uint32_t i = 0; i < 40; i++) {
        cantrip_game *game = as_game(lib);
        put(game, 0, "Shock", HAND);
        put(game, 0, "Grizzly Bears", HAND);
        put(game, 0, "Hill Giant", HAND);
        asked(game);
        for (uint32_t k = 0; k < i; k++)
            rt_random_below(game->g.s, 100);
        carry_out(game, f_random, 0);
        expect_asked(game, CANTRIP_DECIDE_PRIORITY, 0);
        assert_int_equal(count_in(game, HAND, 0), 1);
        assert_int_equal(count_in(game, GRAVEYARD, 0), 2);
        const char *kept = name_at(game, HAND, 0, 0);
        seen |= *kept == 'S' ? 1u : *kept == 'G' ? 2 : 4;
        cantrip_game_destroy(game);
    }
    assert_int_equal(seen, 7);
}

/* CLAIM a random choice is of that many, or of all there are. RULE CR 608.2d */
static void test_cr608_2d_random_choice(void **state)
{
    (void)state;
    cantrip_game *game = position();
    carry_out(game, f_some, 0);
    asked(game);
    assert_int_equal(set_in(game, 0, NULL), 2);
    cantrip_game_destroy(game);
    game = as_game(lib);
    put(game, 0, "Hill Giant", BATTLEFIELD);
    carry_out(game, f_some, 0);
    asked(game);
    assert_int_equal(set_in(game, 0, NULL), 1);
    cantrip_game_destroy(game);
}

/* CLAIM a number, a card type and a card name can be chosen, and asked about. RULE CR 107.1b, 201.3, 205.2a */
static void test_cr201_3_chosen_values(void **state)
{
    (void)state;
    cantrip_game *game = as_game(lib);
    put(game, 0, "Hill Giant", BATTLEFIELD);
    carry_out(game, f_number, 0);
    assert_int_equal(expect_asked(game, CANTRIP_DECIDE_NUMBER, 0)->option_count, 4);
    answer_option(game, CANTRIP_OPTION_NUMBER, 5);
    asked(game);
    assert_int_equal(number_in(game, 0), 5);
    carry_out(game, f_type, 1);
    assert_int_equal(expect_asked(game, CANTRIP_DECIDE_CARD_TYPE, 1)->option_count, 2);
    answer_option(game, CANTRIP_OPTION_CARD_TYPE, 0);
    asked(game);
    assert_int_equal(number_in(game, 0), VM_TYPE_CREATURE);
    assert_int_equal(number_in(game, 1), 1);
    assert_int_equal(number_in(game, 2), VM_TYPE_CREATURE);
    assert_int_equal(number_in(game, 3), 0);
    for (int right = 0; right < 2; right++) {
        carry_out(game, f_name, 0);
        expect_asked(game, CANTRIP_DECIDE_NAME, 0);
        answer_option(game, CANTRIP_OPTION_NAME,
                      rt_face_by_name(game->g.lib, right ? "Hill Giant" : "Shock"));
        asked(game);
        assert_int_equal(number_in(game, 0), right);
        assert_int_equal(number_in(game, 1), 1);
    }
    uint32_t all = cantrip_game_decision(game) ? 0 : 1;
    carry_out(game, f_names, 0);
    const cantrip_decision *d = expect_asked(game, CANTRIP_DECIDE_NAME, 0);
    for (uint32_t i = 0; i < d->option_count; i++, all++)
        assert_true(game->g.pack->face[d->options[i].value].types & VM_TYPE_ARTIFACT);
    assert_true(all > 0);
    cantrip_game_destroy(game);
}

/* CLAIM each player creates, each player draws. RULE CR 110.5a, 120.2c */
static void test_cr120_2c_each_draws(void **state)
{
    (void)state;
    cantrip_game *game = as_game(lib);
    for (uint32_t p = 0; p < 2; p++)
        cantrip_setup_put(game, p, "Shock", LIBRARY, 5, 0, 0);
    carry_out(game, f_draw, 0);
    asked(game);
    carry_out(game, f_tokens, 0);
    asked(game);
    uint32_t tokens[2] = {0, 0};
    for (uint32_t i = 0; i < count_in(game, BATTLEFIELD, 0); i++)
        tokens[rt_obj(&game->g, rt_zone_at(&game->g, BATTLEFIELD, 0, i))->controller]++;
    for (uint32_t p = 0; p < 2; p++) {
        assert_int_equal(count_in(game, HAND, p), 2);
        assert_int_equal(tokens[p], 2);
    }
    assert_int_equal(set_in(game, 0, NULL), 4);
    cantrip_game_destroy(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cr701_8_all_are_discarded), cmocka_unit_test(test_cr701_8b_at_random),
        cmocka_unit_test(test_cr608_2d_random_choice), cmocka_unit_test(test_cr201_3_chosen_values),
        cmocka_unit_test(test_cr120_2c_each_draws)};
    assemble();
    int failed = run_all("several players", tests, sizeof tests / sizeof *tests);
    cantrip_library_close(lib);
    return failed;
}
