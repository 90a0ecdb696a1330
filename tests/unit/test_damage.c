/* CLAIM: damage is prevented and redirected by amount, source and description (CR 614.9, 615). The Angel (white, 4) and the
 * Bears (green, 2) of player 1 each deal damage equal to their power to player 0. */
#include "assemble.h"

static cantrip_library *lib;
static uint32_t f_angel, f_bears, f_next3, f_from_angel, f_once, f_white, f_redirect,
    f_redirect_all, f_heal, f_long;

static uint32_t hits(assembly *s, uint32_t sel)
{
    /* 0 o, 1 n, 2 e, 3 e, 4 n, 5 p */
    return EFFECT(s, "oneenp", I(SELECT, 3, 0, 0, (int32_t)sel), I(OBJECTS, 0, 3, 0, 0),
                  I(GREATEST, 1, 3, 0, VM_PROP_POWER), I(OPPONENTS, 5, 0, 0, 0),
                  I(WIDEN, 2, 5, 0, 0), CALL(deal_damage, 0, 4));
}

static uint32_t named(assembly *s, const char *card)
{
    uint32_t at;
    as_selector(s, 1u << BATTLEFIELD, VM_WANT_OBJECTS, &at)->name = as_face(s, card)->name;
    return at;
}

static void assemble(void)
{
    assembly s;
    uint32_t plain, white, heal, you, at;
    as_begin(&s, "card \"Guard\" enchantment\ncard \"Fury\" enchantment\n");
    const uint32_t angel = named(&s, "Serra Angel"), bears = named(&s, "Grizzly Bears"),
                   giant = named(&s, "Hill Giant");
    uint32_t white_sel;
    as_selector(&s, 1u << BATTLEFIELD, VM_WANT_OBJECTS, &white_sel)->colors_any = VM_COLOR_WHITE;
    as_selector(&s, 0, VM_WANT_PLAYERS, &you)->controller = VM_REL_YOU;
    f_angel = hits(&s, angel);
    f_bears = hits(&s, bears);
    vm_ability *a = as_ability(&s, VM_ABILITY_REPLACE, &plain);
    a->event = VM_EVENT_damage;
    a->zones = 0;
    a = as_ability(&s, VM_ABILITY_REPLACE, &white);
    a->event = VM_EVENT_damage;
    a->filter = VALUE(&s, "nob", I(EVENT_OBJ, 1, 1, 0, 0), I(MATCH, 2, 1, 0, (int32_t)white_sel),
                      I(NUMBER, 0, 2, 0, 0));
    a = as_ability(&s, VM_ABILITY_REPLACE, &heal);
    a->event = VM_EVENT_damage;
    a->effect =
        EFFECT(&s, "pn", I(YOU, 0, 0, 0, 0), I(EVENT_AMOUNT, 1, 0, 0, 0), CALL(gain_life, 0, 0));
    /* 0 e target, 1 e source, 2 n, 3 p ; for a redirection 3 e instead, 4 p */
#define SHIELD(name, from, amount, once, ability, duration)                                        \
    name = EFFECT(&s, "eenp", I(YOU, 3, 0, 0, 0), I(WIDEN, 0, 3, 0, 0), from,                      \
                  I(LDI, 2, 0, 0, amount), CALL(prevent_damage, 0, 0), IMM(once), IMM(ability),    \
                  IMM(duration))
    SHIELD(f_next3, I(NONE, 1, 0, 0, 0), 3, 0, plain, VM_DURATION_END_OF_TURN);
    SHIELD(f_from_angel, I(SELECT, 1, 0, 0, (int32_t)angel), -1, 0, plain, VM_DURATION_END_OF_TURN);
    SHIELD(f_once, I(NONE, 1, 0, 0, 0), -1, 1, plain, VM_DURATION_END_OF_TURN);
    SHIELD(f_white, I(NONE, 1, 0, 0, 0), -1, 0, white, VM_DURATION_END_OF_TURN);
    SHIELD(f_heal, I(NONE, 1, 0, 0, 0), 3, 0, heal, VM_DURATION_END_OF_TURN);
    SHIELD(f_long, I(NONE, 1, 0, 0, 0), -1, 0, plain, VM_DURATION_YOUR_NEXT_TURN);
#define REDIRECT(name, amount)                                                                     \
    name = EFFECT(&s, "eenep", I(YOU, 4, 0, 0, 0), I(WIDEN, 0, 4, 0, 0), I(NONE, 1, 0, 0, 0),      \
                  I(LDI, 2, 0, 0, amount), I(SELECT, 3, 0, 0, (int32_t)giant),                     \
                  CALL(redirect_damage, 0, 0), IMM(0), IMM(plain), IMM(VM_DURATION_END_OF_TURN))
    REDIRECT(f_redirect, 1);
    REDIRECT(f_redirect_all, -1);
    a = as_ability(&s, VM_ABILITY_REPLACE, &at); /* prevent 1 of the damage to you */
    a->event = VM_EVENT_damage;
    a->filter = VALUE(&s, "neb", I(EVENT_WHOM, 1, 0, 0, 0), I(MATCH, 2, 1, 0, (int32_t)you),
                      I(NUMBER, 0, 2, 0, 0));
    a->effect = EFFECT(&s, "n", I(LDI, 0, 0, 0, 1), CALL(event_prevent, 0, 0));
    as_face(&s, "Guard")->abilities = at;
    as_face(&s, "Guard")->ability_count = 1;
    as_static(&s, "Fury", (vm_mod){VM_MOD_DAMAGE_UNPREVENTABLE, angel, 0, 0, 0, 0, 0});
    lib = as_finish(&s);
}

static cantrip_game *position(void)
{
    cantrip_game *game = as_game(lib);
    for (uint32_t p = 0; p < 2; p++)
        cantrip_setup_put(game, p, "Forest", LIBRARY, 9, 0, 0);
    put(game, 1, "Serra Angel", BATTLEFIELD);
    put(game, 1, "Grizzly Bears", BATTLEFIELD);
    put(game, 0, "Hill Giant", BATTLEFIELD);
    return game;
}

/* Life of player 0 after each of three hits. */
static void expect_life(cantrip_game *game, const char *hitters, const int32_t *want)
{
    for (; *hitters; hitters++, want++) {
        carry_out(game, *hitters == 'A' ? f_angel : f_bears, 1);
        asked(game);
        if (rt_player_row(&game->g, 0)->life != *want)
            fail_msg("%d life, not %d", rt_player_row(&game->g, 0)->life, *want);
    }
}

/* RULE CR 615.7, 615.8, 615.9 : so much, all of one source, the next time, all of white sources */
static void test_cr615_7_shields(void **state)
{
    (void)state;
    const struct {
        uint32_t shield;
        const char *hitters;
        int32_t life[3];
    } CASES[] = {{0, "BAB", {18, 14, 12}},
                 {f_next3, "BAB", {20, 17, 15}},
                 {f_from_angel, "ABA", {20, 18, 18}},
                 {f_once, "ABB", {20, 18, 16}},
                 {f_white, "ABA", {20, 18, 18}},
                 {f_heal, "BAB", {22, 20, 18}}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        cantrip_game *game = position();
        if (CASES[i].shield)
            carry_out(game, CASES[i].shield, 0);
        expect_life(game, CASES[i].hitters, CASES[i].life);
        cantrip_game_destroy(game);
    }
}

/* RULE CR 614.9 : one of it to the Giant; all of it; nothing when it is gone */
static void test_cr614_9_redirected(void **state)
{
    (void)state;
    cantrip_game *game = position();
    carry_out(game, f_redirect, 0);
    expect_life(game, "BB", (const int32_t[]){19, 17});
    assert_int_equal(rt_live(&game->g, find_in(game, BATTLEFIELD, 0, "Hill Giant"))->damage, 1);
    cantrip_game_destroy(game);
    game = position();
    carry_out(game, f_redirect_all, 0);
    expect_life(game, "BBB", (const int32_t[]){20, 20, 18}); /* it dies */
    assert_int_equal(count_in(game, GRAVEYARD, 0), 1);
    cantrip_game_destroy(game);
}

/* RULE CR 514.2, 611.2a */
static void test_cr514_2_how_long(void **state)
{
    (void)state;
    cantrip_game *game = position();
    carry_out(game, f_from_angel, 0);
    asked(game);
    advance(game, VM_STEP_UPKEEP, 4);
    expect_life(game, "A", (const int32_t[]){16});
    cantrip_game_destroy(game);
    game = position();
    carry_out(game, f_long, 0);
    asked(game);
    advance(game, VM_STEP_UPKEEP, 4);
    expect_life(game, "A", (const int32_t[]){20});
    advance(game, VM_STEP_UPKEEP, 5);
    expect_life(game, "A", (const int32_t[]){16});
    cantrip_game_destroy(game);
}

/* RULE CR 615.1, 615.12 : a static ability; what can't be prevented */
static void test_cr615_12_unpreventable(void **state)
{
    (void)state;
    cantrip_game *game = position();
    put(game, 0, "Guard", BATTLEFIELD);
    expect_life(game, "AB", (const int32_t[]){17, 16});
    put(game, 1, "Fury", BATTLEFIELD);
    expect_life(game, "AB", (const int32_t[]){12, 11});
    carry_out(game, f_once, 0);
    expect_life(game, "AB", (const int32_t[]){7, 7});
    cantrip_game_destroy(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cr615_7_shields), cmocka_unit_test(test_cr614_9_redirected),
        cmocka_unit_test(test_cr514_2_how_long), cmocka_unit_test(test_cr615_12_unpreventable)};
    assemble();
    int failed = run_all("damage", tests, sizeof tests / sizeof *tests);
    cantrip_library_close(lib);
    return failed;
}
