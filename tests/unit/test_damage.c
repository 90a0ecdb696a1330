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
    uint32_t plain, angels, next, white, heal, other, you, at;
    as_begin(&s, "card \"Guard\" enchantment\ncard \"Fury\" enchantment\n");
    const uint32_t angel = named(&s, "Serra Angel"), bears = named(&s, "Grizzly Bears"),
                   giant = named(&s, "Hill Giant");
    uint32_t white_sel;
    as_selector(&s, 1u << BATTLEFIELD, VM_WANT_OBJECTS, &white_sel)->colors_any = VM_COLOR_WHITE;
    as_selector(&s, 0, VM_WANT_PLAYERS, &you)->controller = VM_REL_YOU;
    f_angel = hits(&s, angel);
    f_bears = hits(&s, bears);
    /* damage to what was captured first, from what was captured second */
    const uint32_t to = VALUE(&s, "neeb", I(EVENT_WHOM, 1, 0, 0, 0), I(CAPTURED, 2, 0, 0, 0),
                              I(MEET, 3, 1, 2, 0), I(NUMBER, 0, 3, 0, 0)),
                   from =
                       VALUE(&s, "noeeb", I(EVENT_OBJ, 1, 1, 0, 0), I(WIDEN, 2, 1, 0, 0),
                             I(CAPTURED, 3, 1, 0, 0), I(MEET, 4, 2, 3, 0), I(NUMBER, 0, 4, 0, 0)),
                   by_white = VALUE(&s, "noeb", I(EVENT_OBJ, 1, 1, 0, 0), I(WIDEN, 2, 1, 0, 0),
                                    I(MATCH, 3, 2, 0, (int32_t)white_sel), I(NUMBER, 0, 3, 0, 0));
    const uint32_t all = EFFECT(&s, "nn", I(LDI, 0, 0, 0, -1), CALL(event_prevent, 0, 1)),
                   gain = EFFECT(&s, "pn", I(YOU, 0, 0, 0, 0), I(LDI, 1, 0, 0, -1),
                                 CALL(event_prevent, 1, 1), CALL(gain_life, 0, 1)),
                   send = EFFECT(&s, "e", I(CAPTURED, 0, 2, 0, 0), CALL(event_redirect, 0, 0));
#define ROW(name, with, does, more)                                                                \
    do {                                                                                           \
        vm_ability *row = as_ability(&s, VM_ABILITY_REPLACE, &name);                               \
        row->event = VM_EVENT_damage;                                                              \
        row->filter = with;                                                                        \
        row->effect = does;                                                                        \
        row->flags = more;                                                                         \
    } while (0)
    ROW(plain, to, all, VM_AF_PREVENTION);
    ROW(angels, from, all, VM_AF_PREVENTION);
    ROW(next, to, all, VM_AF_PREVENTION | VM_AF_NEXT_TIME);
    ROW(white, by_white, all, VM_AF_PREVENTION);
    ROW(heal, to, gain, VM_AF_PREVENTION);
    ROW(other, to, send, 0);
    /* 0 to e 3: what is captured, 4 n, 5 p */
#define MAKE(name, second, third, amount, ability, duration)                                       \
    name = EFFECT(&s, "eeeenp", I(YOU, 5, 0, 0, 0), I(WIDEN, 0, 5, 0, 0), second, third,           \
                  I(NONE, 3, 0, 0, 0), I(LDI, 4, 0, 0, amount), CALL(delay, 0, 0), IMM(ability),   \
                  IMM(duration))
#define NOTHING(reg) I(NONE, reg, 0, 0, 0)
    MAKE(f_next3, NOTHING(1), NOTHING(2), 3, plain, VM_DURATION_END_OF_TURN);
    MAKE(f_from_angel, I(SELECT, 1, 0, 0, (int32_t)angel), NOTHING(2), -1, angels,
         VM_DURATION_END_OF_TURN);
    MAKE(f_once, NOTHING(1), NOTHING(2), -1, next, VM_DURATION_END_OF_TURN);
    MAKE(f_white, NOTHING(1), NOTHING(2), -1, white, VM_DURATION_END_OF_TURN);
    MAKE(f_heal, NOTHING(1), NOTHING(2), 3, heal, VM_DURATION_END_OF_TURN);
    MAKE(f_long, NOTHING(1), NOTHING(2), -1, plain, VM_DURATION_YOUR_NEXT_TURN);
    MAKE(f_redirect, NOTHING(1), I(SELECT, 2, 0, 0, (int32_t)giant), 1, other,
         VM_DURATION_END_OF_TURN);
    MAKE(f_redirect_all, NOTHING(1), I(SELECT, 2, 0, 0, (int32_t)giant), -1, other,
         VM_DURATION_END_OF_TURN);
    vm_ability *a = as_ability(&s, VM_ABILITY_REPLACE, &at); /* prevent 1 of the damage to you */
    a->event = VM_EVENT_damage;
    a->filter = VALUE(&s, "neb", I(EVENT_WHOM, 1, 0, 0, 0), I(MATCH, 2, 1, 0, (int32_t)you),
                      I(NUMBER, 0, 2, 0, 0));
    a->effect = EFFECT(&s, "n", I(LDI, 0, 0, 0, 1), CALL(event_prevent, 0, 0));
    a->flags = VM_AF_PREVENTION;
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
    assert_int_equal(
        rt_here(&game->g, rt_live(&game->g, find_in(game, BATTLEFIELD, 0, "Hill Giant")))->damage,
        1);
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
    cantrip_game_destroy(game);
    game = position();
    put(game, 1, "Fury", BATTLEFIELD);
    carry_out(game, f_once, 0); /* used, but not used up */
    expect_life(game, "AB", (const int32_t[]){16, 16});
    cantrip_game_destroy(game);
}

/* CLAIM as much combat damage by one commander as the game says loses it, and none where it says so. RULE CR 903.10a */
static void test_cr903_10a_commander_damage(void **state)
{
    (void)state;
    static const struct {
        uint32_t limit;
        int over;
    } CASES[] = {{0, 0}, {CANTRIP_NO_COMMANDER_DAMAGE, 0}, {1, 1}, {3, 1}, {4, 0}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
        cantrip_game *game;
        o.ask_trivial = 1;
        o.commander_damage = CASES[i].limit;
        assert_int_equal(cantrip_game_create(lib, &o, &game), CANTRIP_OK);
        assert_int_equal(cantrip_setup_position(game, 3), CANTRIP_OK);
        assert_int_equal(
            cantrip_setup_put(game, 0, "Hill Giant", BATTLEFIELD, 1, CANTRIP_SETUP_COMMANDER, 0),
            CANTRIP_OK);
        while (asked(game) && game->g.s->step != VM_STEP_MAIN2) {
            uint32_t first = 0; /* attacks, passes */
            assert_int_equal(cantrip_game_answer(game, &first, 1), CANTRIP_OK);
        }
        assert_int_equal(rt_player_row(&game->g, 1)->life, 17);
        assert_int_equal(cantrip_game_result(game).over, CASES[i].over);
        cantrip_game_destroy(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cr903_10a_commander_damage), cmocka_unit_test(test_cr615_7_shields),
        cmocka_unit_test(test_cr614_9_redirected), cmocka_unit_test(test_cr514_2_how_long),
        cmocka_unit_test(test_cr615_12_unpreventable)};
    assemble();
    int failed = run_all("damage", tests, sizeof tests / sizeof *tests);
    cantrip_library_close(lib);
    return failed;
}
