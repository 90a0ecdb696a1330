/* CLAIM: rules that forbid or limit something hold, and do not reach further than they say (CR 101.2). Each rule is the
 * only ability of a card of its own; the opponent is player 1. */
#include "assemble.h"

static cantrip_library *lib;
static uint32_t f_draw, f_win, f_lose_life, f_sacrifice, f_counters, f_search, f_return,
    f_lose_game;

static void assemble(void)
{
    assembly s;
    uint32_t you, opponents, creatures, theirs, lands, red, buried, reds;
    as_begin(
        &s,
        "card \"Shy\" enchantment\ncard \"Gang\" enchantment\ncard \"Veil\" enchantment\n"
        "card \"Shield\" enchantment\ncard \"Roots\" enchantment\ncard \"Rust\" enchantment\n"
        "card \"Hush\" enchantment\ncard \"Law\" enchantment\ncard \"Thirst\" enchantment\n"
        "card \"Spiteful\" enchantment\ncard \"Grace\" enchantment\ncard \"Lock\" enchantment\n"
        "card \"Small\" enchantment\ncard \"Wide\" enchantment\ncard \"Mire\" enchantment\n"
        "card \"Still\" enchantment\ncard \"Cage\" enchantment\ncard \"Dry\" enchantment\n"
        "card \"Open\" enchantment\ncard \"Peek\" enchantment\ncard \"Red Veil\" enchantment\n"
        "card \"Ban\" enchantment\n"
        "card \"Pinger\" {0} creature Bear 1/1 {\n    {T}: this deals 1 damage to any target\n}\n"
        "card \"Zap\" {0} instant {\n    this deals 1 damage to any target\n}\n"
        "card \"Red Zap\" {R} instant {\n    this deals 1 damage to any target\n}\n"
        "card \"Feast\" {0} artifact {\n    sacrifice a creature: you gain 1 life\n}\n");
    vm_selector *row = as_selector(&s, 0, VM_WANT_PLAYERS, &you);
    row->controller = VM_REL_YOU;
    row = as_selector(&s, 0, VM_WANT_PLAYERS, &opponents);
    row->controller = VM_REL_OPPONENT;
    as_selector(&s, 1u << BATTLEFIELD, VM_WANT_OBJECTS, &creatures)->types_all = VM_TYPE_CREATURE;
    row = as_selector(&s, 1u << BATTLEFIELD, VM_WANT_OBJECTS, &theirs);
    row->types_all = VM_TYPE_CREATURE;
    row->controller = VM_REL_YOU;
    as_selector(&s, 1u << LIBRARY, VM_WANT_OBJECTS, &lands)->types_all = VM_TYPE_LAND;
    as_selector(&s, 1u << STACK, VM_WANT_OBJECTS, &red)->colors_any = VM_COLOR_RED;
    as_selector(&s, 1u << GRAVEYARD, VM_WANT_OBJECTS, &buried)->types_all = VM_TYPE_CREATURE;
    as_selector(&s, 0x7F, VM_WANT_OBJECTS, &reds)->colors_any = VM_COLOR_RED;
#define RULE(card, op, sel, a, b)                                                                  \
    as_static(&s, card, (vm_mod){VM_MOD_##op, sel, (uint32_t)(a), b, 0, 0, 0})
    RULE("Shy", MAX_BLOCKERS, theirs, 1, 0);
    RULE("Gang", MIN_BLOCKERS, theirs, 3, 0);
    RULE("Veil", CANT_BE_TARGETED, you, 0, VM_REL_OPPONENT);
    RULE("Red Veil", CANT_BE_TARGETED, theirs, red, VM_REL_ANY | VM_TB_ONLY_SPELLS);
    RULE("Shield", CANT_BE_TARGETED, theirs, 0, VM_REL_OPPONENT | VM_TB_ONLY_ABILITIES);
    RULE("Roots", CANT_BE_SACRIFICED, creatures, 0, 0);
    RULE("Rust", CANT_ACTIVATE, creatures, 0, 0);
    RULE("Hush", CANT_CAST_SPELLS, opponents, red, 0);
    RULE("Ban", CANT_CAST, reds, 0, 0);
    RULE("Law", MOST, opponents, 1, VM_MOST_SPELLS);
    RULE("Thirst", MOST, opponents, 1, VM_MOST_DRAWS);
    RULE("Spiteful", CANT_WIN, opponents, 0, 0);
    RULE("Grace", CANT_LOSE, you, 0, 0);
    RULE("Lock", CANT_SEARCH, opponents, 0, 0);
    RULE("Small", MAX_HAND, you, 2, 0);
    RULE("Wide", MAX_HAND, you, 1, 1);
    RULE("Mire", CANT_PLAY_LANDS, you, 0, 0);
    RULE("Still", LIFE_CANT_CHANGE, you, 0, 0);
    RULE("Cage", CANT_ENTER, buried, 0, 0);
    RULE("Dry", CANT_GET_COUNTERS, creatures, 0, 0);
    RULE("Open", TOP_REVEALED, you, 0, 0);
    RULE("Peek", TOP_KNOWN, you, 0, 0);
    f_draw = EFFECT(&s, "pno", I(YOU, 0, 0, 0, 0), I(LDI, 1, 0, 0, 3), CALL(draw, 0, 2));
    f_win = EFFECT(&s, "p", I(YOU, 0, 0, 0, 0), CALL(win_game, 0, 0));
    f_lose_game = EFFECT(&s, "p", I(YOU, 0, 0, 0, 0), CALL(lose_game, 0, 0));
    f_lose_life = EFFECT(&s, "pn", I(YOU, 0, 0, 0, 0), I(LDI, 1, 0, 0, 30), CALL(lose_life, 0, 1));
    f_sacrifice = EFFECT(&s, "eoo", I(SELECT, 0, 0, 0, (int32_t)creatures), I(OBJECTS, 1, 0, 0, 0),
                         CALL(sacrifice, 1, 2));
    f_counters = EFFECT(&s, "en", I(SELECT, 0, 0, 0, (int32_t)creatures), I(LDI, 1, 0, 0, 1),
                        CALL(put_counters, 0, 0), IMM(VM_COUNTER_PLUS));
    f_search = EFFECT(&s, "ppnno", I(YOU, 0, 0, 0, 0), I(NONE, 1, 0, 0, 0), I(LDI, 2, 0, 0, 1),
                      I(LDI, 3, 0, 0, 1), CALL(search, 0, 4), IMM(1), IMM(lands));
    f_return = EFFECT(&s, "eopo", I(SELECT, 0, 0, 0, (int32_t)buried), I(OBJECTS, 1, 0, 0, 0),
                      I(NONE, 2, 0, 0, 0), CALL(move, 1, 3), IMM(BATTLEFIELD), IMM(0), IMM(0));
    lib = as_finish(&s);
}

static cantrip_game *with(const char *rule)
{
    cantrip_game *game = as_game(lib);
    for (uint32_t p = 0; p < 2; p++)
        cantrip_setup_put(game, p, "Forest", LIBRARY, 9, 0, 0);
    if (rule)
        put(game, 0, rule, BATTLEFIELD);
    return game;
}

static int can_target(cantrip_game *game, const char *spell, rt_entity whom)
{
    act(game,
        rt_live(&game->g, find_in(game, HAND, 0, spell)) ? CANTRIP_OPTION_CAST
                                                         : CANTRIP_OPTION_ACTIVATE,
        spell);
    const cantrip_decision *d = expect_asked(game, CANTRIP_DECIDE_TARGET, 0);
    for (uint32_t i = 0; i < d->option_count; i++)
        if (d->options[i].id.bits == whom)
            return 1;
    return 0;
}

/* RULE CR 702.11b, 114.4 : players and creatures, from opponents, from red spells, from abilities */
static void test_cr702_11_targets(void **state)
{
    (void)state;
    static const struct {
        const char *rule, *by;
        int player, creature; /* can they be targeted by player 0; the rule is of player 1 */
    } CASES[] = {{NULL, "Zap", 1, 1},       {"Veil", "Zap", 0, 1},         {"Veil", "Pinger", 0, 1},
                 {"Red Veil", "Zap", 1, 1}, {"Red Veil", "Red Zap", 1, 0}, {"Shield", "Zap", 1, 1},
                 {"Shield", "Pinger", 1, 0}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        for (int creature = 0; creature < 2; creature++) {
            cantrip_game *game = with(NULL);
            if (CASES[i].rule)
                put(game, 1, CASES[i].rule, BATTLEFIELD);
            put(game, 0, CASES[i].by, *CASES[i].by == 'P' ? BATTLEFIELD : HAND);
            put(game, 0, "Mountain", BATTLEFIELD);
            put(game, 1, "Hill Giant", BATTLEFIELD);
            rt_entity whom = creature ? find_in(game, BATTLEFIELD, 1, "Hill Giant") : RT_PLAYER(1);
            if (can_target(game, CASES[i].by, whom) !=
                (creature ? CASES[i].creature : CASES[i].player))
                fail_msg("case %u, creature %d", (uint32_t)i, creature);
            cantrip_game_destroy(game);
        }
    cantrip_game *game = with("Veil"); /* one's own spells still can */
    put(game, 0, "Zap", HAND);
    assert_true(can_target(game, "Zap", RT_PLAYER(0)));
    cantrip_game_destroy(game);
}

static uint32_t blockers_after(const char *rule, uint32_t wanted)
{
    cantrip_game *game = with(rule);
    put(game, 0, "Hill Giant", BATTLEFIELD);
    cantrip_setup_put(game, 1, "Grizzly Bears", BATTLEFIELD, 3, 0, 0);
    advance(game, VM_STEP_ATTACKERS, 3);
    while (cantrip_game_decision(game)->kind != CANTRIP_DECIDE_ATTACK) {
        answer_option(game, CANTRIP_OPTION_PASS, 0);
        asked(game);
    }
    uint32_t first = 0, blocks = 0;
    assert_int_equal(cantrip_game_answer(game, &first, 1), CANTRIP_OK);
    while (asked(game) && game->g.s->step <= VM_STEP_BLOCKERS) {
        const cantrip_decision *d = cantrip_game_decision(game);
        uint32_t pick = d->option_count - 1;
        if (d->kind == CANTRIP_DECIDE_BLOCK && blocks < wanted &&
            d->options[0].kind == CANTRIP_OPTION_ID) {
            pick = 0;
            blocks++;
        }
        if (d->kind == CANTRIP_DECIDE_PRIORITY)
            pick = 0;
        assert_int_equal(cantrip_game_answer(game, &pick, 1), CANTRIP_OK);
    }
    cantrip_game_destroy(game);
    return blocks;
}

/* RULE CR 509.1b : no more than one, no fewer than three */
static void test_cr509_1b_numbers_of_blockers(void **state)
{
    (void)state;
    assert_int_equal(blockers_after(NULL, 3), 3);
    assert_int_equal(blockers_after(NULL, 1), 1);
    assert_int_equal(blockers_after("Shy", 3), 1);
    assert_int_equal(blockers_after("Gang", 3), 3);
    assert_int_equal(blockers_after("Gang", 0), 0);
    cantrip_game *game = with("Gang"); /* two cannot block it */
    put(game, 0, "Hill Giant", BATTLEFIELD);
    cantrip_setup_put(game, 1, "Grizzly Bears", BATTLEFIELD, 2, 0, 0);
    uint32_t first = 0, none = 0;
    advance(game, VM_STEP_ATTACKERS, 3);
    assert_int_equal(cantrip_game_answer(game, &first, 1), CANTRIP_OK);
    while (asked(game) && game->g.s->turn == 3 && game->g.s->step <= VM_STEP_BLOCKERS) {
        if (cantrip_game_decision(game)->kind == CANTRIP_DECIDE_BLOCK)
            assert_int_equal(cantrip_game_decision(game)->options[0].kind, CANTRIP_OPTION_NO);
        assert_int_equal(cantrip_game_answer(game, &none, 1), CANTRIP_OK);
    }
    cantrip_game_destroy(game);
}

/* RULE CR 701.16a, 101.2 : neither as an effect nor as a cost */
static void test_cr101_2_sacrifice(void **state)
{
    (void)state;
    for (int rule = 0; rule < 2; rule++) {
        cantrip_game *game = with(rule ? "Roots" : NULL);
        put(game, 1, "Hill Giant", BATTLEFIELD);
        put(game, 0, "Grizzly Bears", BATTLEFIELD);
        put(game, 0, "Feast", BATTLEFIELD);
        assert_int_equal(can_do(game, CANTRIP_OPTION_ACTIVATE, "Feast"), !rule);
        carry_out(game, f_sacrifice, 0);
        asked(game);
        assert_int_equal(count_in(game, GRAVEYARD, 1), !rule);
        cantrip_game_destroy(game);
    }
}

/* RULE CR 602.5, 601.3 : abilities, spells of a colour, one spell a turn, lands */
static void test_cr601_3_what_may_be_done(void **state)
{
    (void)state;
    for (int rule = 0; rule < 2; rule++) {
        cantrip_game *game = with(rule ? "Rust" : NULL);
        put(game, 0, "Pinger", BATTLEFIELD);
        assert_int_equal(can_do(game, CANTRIP_OPTION_ACTIVATE, "Pinger"), !rule);
        cantrip_game_destroy(game);
        game = with(NULL);
        put(game, 1, rule ? "Hush" : "Forest", BATTLEFIELD);
        put(game, 0, "Red Zap", HAND);
        put(game, 0, "Zap", HAND);
        put(game, 0, "Mountain", BATTLEFIELD);
        assert_int_equal(can_do(game, CANTRIP_OPTION_CAST, "Red Zap"), !rule);
        assert_true(can_do(game, CANTRIP_OPTION_CAST, "Zap"));
        cantrip_game_destroy(game);
        game = with(rule ? "Ban" : NULL); /* nobody, whose rule it may be */
        put(game, 0, "Red Zap", HAND);
        put(game, 0, "Zap", HAND);
        put(game, 0, "Mountain", BATTLEFIELD);
        assert_int_equal(can_do(game, CANTRIP_OPTION_CAST, "Red Zap"), !rule);
        assert_true(can_do(game, CANTRIP_OPTION_CAST, "Zap"));
        cantrip_game_destroy(game);
        game = with(NULL);
        put(game, 1, rule ? "Law" : "Forest", BATTLEFIELD);
        put(game, 0, "Zap", HAND);
        put(game, 0, "Zap", HAND);
        act(game, CANTRIP_OPTION_CAST, "Zap");
        expect_asked(game, CANTRIP_DECIDE_TARGET, 0);
        answer_option(game, CANTRIP_OPTION_ID, 0);
        resolve(game);
        assert_int_equal(can_do(game, CANTRIP_OPTION_CAST, "Zap"), !rule);
        cantrip_game_destroy(game);
        game = with(rule ? "Mire" : NULL);
        put(game, 0, "Forest", HAND);
        assert_int_equal(can_do(game, CANTRIP_OPTION_LAND, "Forest"), !rule);
        cantrip_game_destroy(game);
    }
}

/* RULE CR 120.2b, 701.18a, 118.3, 101.2 */
static void test_cr120_2b_drawing_searching_life(void **state)
{
    (void)state;
    for (int rule = 0; rule < 2; rule++) {
        cantrip_game *game = with(rule ? "Thirst" : NULL);
        carry_out(game, f_draw, 1);
        asked(game);
        assert_int_equal(count_in(game, HAND, 1), rule ? 1 : 3);
        carry_out(game, f_draw, 0);
        asked(game);
        assert_int_equal(count_in(game, HAND, 0), 3);
        cantrip_game_destroy(game);
        game = with(rule ? "Lock" : NULL);
        carry_out(game, f_search, 1);
        asked(game);
        assert_int_equal(cantrip_game_decision(game)->kind, CANTRIP_DECIDE_SEARCH);
        assert_int_equal(cantrip_game_decision(game)->option_count != 0, !rule);
        cantrip_game_destroy(game);
        game = with(rule ? "Still" : NULL);
        carry_out(game, f_lose_life, 0);
        assert_int_equal(asked(game) != NULL, rule);
        assert_int_equal(rt_player_row(&game->g, 0)->life, rule ? 20 : -10);
        cantrip_game_destroy(game);
    }
}

/* RULE CR 104.2b, 104.3b, 104.3a */
static void test_cr104_winning_and_losing(void **state)
{
    (void)state;
    for (int rule = 0; rule < 2; rule++) {
        cantrip_game *game = with(rule ? "Spiteful" : NULL);
        carry_out(game, f_win, 1);
        assert_int_equal(asked(game) != NULL, rule);
        cantrip_game_destroy(game);
        game = with(rule ? "Grace" : NULL);
        carry_out(game, f_lose_life, 0);
        assert_int_equal(asked(game) != NULL, rule);
        cantrip_game_destroy(game);
        game = with(rule ? "Grace" : NULL);
        carry_out(game, f_lose_game, 0);
        assert_int_equal(asked(game) != NULL, rule);
        if (rule) {
            cantrip_game_concede(game, 0);
            assert_null(asked(game));
        }
        cantrip_game_destroy(game);
    }
}

/* RULE CR 402.2, 613.10 */
static void test_cr402_2_maximum_hand_size(void **state)
{
    (void)state;
    static const struct {
        const char *rule, *second;
        uint32_t size;
    } CASES[] = {{NULL, NULL, 7}, {"Small", NULL, 2}, {"Wide", NULL, 8}, {"Wide", "Small", 3}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        cantrip_game *game = with(CASES[i].rule);
        if (CASES[i].second)
            put(game, 0, CASES[i].second, BATTLEFIELD);
        asked(game);
        assert_int_equal(rt_max_hand(&game->g, 0), CASES[i].size);
        assert_int_equal(rt_max_hand(&game->g, 1), 7);
        cantrip_game_destroy(game);
    }
}

/* RULE CR 101.2, 121.1 : entering from a graveyard, getting counters */
static void test_cr101_2_entering_and_counters(void **state)
{
    (void)state;
    for (int rule = 0; rule < 2; rule++) {
        cantrip_game *game = with(rule ? "Cage" : NULL);
        put(game, 0, "Hill Giant", GRAVEYARD);
        carry_out(game, f_return, 0);
        asked(game);
        assert_int_equal(find_in(game, BATTLEFIELD, 0, "Hill Giant") != 0, !rule);
        cantrip_game_destroy(game);
        game = with(rule ? "Dry" : NULL);
        put(game, 0, "Hill Giant", BATTLEFIELD);
        carry_out(game, f_counters, 0);
        asked(game);
        assert_int_equal(rt_counters(&game->g, find_in(game, BATTLEFIELD, 0, "Hill Giant"), -1),
                         !rule);
        cantrip_game_destroy(game);
    }
}

/* RULE CR 401.5 : for all, for its owner, for nobody */
static void test_cr401_5_top_card(void **state)
{
    (void)state;
    static const struct {
        const char *rule;
        int mine, theirs;
    } CASES[] = {{NULL, 0, 0}, {"Peek", 1, 0}, {"Open", 1, 1}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        cantrip_game *game = with(CASES[i].rule);
        asked(game);
        assert_int_equal(*cantrip_view_object(game, 0, LIBRARY, 0, 8).name != 0, CASES[i].mine);
        assert_int_equal(*cantrip_view_object(game, 1, LIBRARY, 0, 8).name != 0, CASES[i].theirs);
        assert_string_equal(cantrip_view_object(game, 0, LIBRARY, 0, 7).name, "");
        assert_string_equal(cantrip_view_object(game, 0, LIBRARY, 1, 8).name, "");
        cantrip_game_destroy(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cr702_11_targets),
                                       cmocka_unit_test(test_cr509_1b_numbers_of_blockers),
                                       cmocka_unit_test(test_cr101_2_sacrifice),
                                       cmocka_unit_test(test_cr601_3_what_may_be_done),
                                       cmocka_unit_test(test_cr120_2b_drawing_searching_life),
                                       cmocka_unit_test(test_cr104_winning_and_losing),
                                       cmocka_unit_test(test_cr402_2_maximum_hand_size),
                                       cmocka_unit_test(test_cr101_2_entering_and_counters),
                                       cmocka_unit_test(test_cr401_5_top_card)};
    assemble();
    int failed = run_all("prohibitions", tests, sizeof tests / sizeof *tests);
    cantrip_library_close(lib);
    return failed;
}
