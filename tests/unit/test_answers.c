/* CLAIM: answers by policies and by what was chosen do what they say, and what happens is told. */
#include "assemble.h"

static cantrip_library *lib;

static void assemble(void)
{
    assembly s;
    as_begin(&s,
             "card \"Rot\" {0} sorcery {\n    target player discards two cards\n}\n"
             "card \"Spark\" {0} instant {\n    this deals 1 damage to target player\n}\n"
             "card \"Decoy\" {0} creature Wall 0/4 {\n    all damage that would be dealt to you is "
             "dealt to this instead\n}\n"
             "card \"Surveyor\" {0} sorcery {\n    let soil = a land type of your choice\n"
             "    you gain 1 life\n}\n"
             "card \"Genealogist\" {0} sorcery {\n    let kin = a creature type of your choice\n"
             "    you gain 1 life\n}\n"
             "card \"Peek\" {0} sorcery {\n    scry 1\n}\n"
             "card \"Lamp\" {0} artifact {\n    {T}: you gain 1 life\n}\n"
             "card \"Helped\" {1} sorcery {\n    assist\n    you gain 1 life\n}\n"
             "card \"Ember\" {R}{R} sorcery {\n    you gain 1 life\n}\n"
             "card \"Orb\" {0} artifact {\n    {T}: add {R}\n}\n"
             "card \"Ruby\" {0} artifact {\n    {T}: add {R}\n}\n"
             "card \"Sphere\" {0} artifact {\n    {T}: add {R}, then draw a card\n}\n"
             "card \"Looker\" {0} artifact {\n    {T}: {\n        reveal the top card of your "
             "library\n        add {R}\n    }\n}\n"
             "card \"Mixer\" {0} artifact {\n    {T}: {\n        shuffle your library\n"
             "        add {R}\n    }\n}\n");
    lib = as_finish(&s);
}

static cantrip_game *told_game(void)
{
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *game;
    o.ask_trivial = o.events = 1;
    assert_int_equal(cantrip_game_create(lib, &o, &game), CANTRIP_OK);
    assert_int_equal(cantrip_setup_position(game, 3), CANTRIP_OK);
    return game;
}

static int is_told(cantrip_game *game, const char *words)
{
    char text[200];
    for (uint32_t i = 0; i < cantrip_event_count(game); i++) {
        cantrip_event_text(game, 0, i, text, sizeof text);
        if (strcmp(text, words) == 0)
            return 1;
    }
    return 0;
}

static void aim(cantrip_game *game, uint32_t kind, rt_entity at)
{
    const cantrip_decision *d = expect_asked(game, kind, 0);
    for (uint32_t i = 0; i < d->option_count; i++)
        if (d->options[i].id.bits == at) {
            assert_int_equal(cantrip_game_answer(game, &i, 1), CANTRIP_OK);
            return;
        }
    fail_msg("it cannot be chosen");
}

/* CLAIM two things are chosen by what they are, in any order; the same twice is refused; who does not care takes the first two */
static void test_two_chosen(void **state)
{
    (void)state;
    cantrip_game *game = as_game(lib);
    put(game, 0, "Rot", HAND);
    put(game, 1, "Shock", HAND);
    put(game, 1, "Forest", HAND);
    put(game, 1, "Spark", HAND);
    act(game, CANTRIP_OPTION_CAST, "Rot");
    aim(game, CANTRIP_DECIDE_TARGET, RT_PLAYER(1));
    while (asked(game) && cantrip_game_decision(game)->kind == CANTRIP_DECIDE_PRIORITY)
        answer_option(game, CANTRIP_OPTION_PASS, 0);
    const cantrip_decision *d = expect_asked(game, CANTRIP_DECIDE_DISCARD, 1);
    assert_int_equal(d->option_count, 3);
    const cantrip_option two[] = {d->options[2], d->options[0]},
                         same[] = {d->options[1], d->options[1]};
    uint32_t first[3] = {9, 9, 9}; /* as many as must be, into the room that there is */
    assert_int_equal(cantrip_decision_fallback(game, first, 1), 2);
    assert_true(first[0] == 0 && first[1] == 9);
    assert_int_equal(cantrip_decision_fallback(game, first, 3), 2);
    assert_true(first[0] == 0 && first[1] == 1 && first[2] == 9);
    char kept[40], text[4096];
    assert_true(cantrip_game_json(game, CANTRIP_JSON_DECISION, 1, 0, text, sizeof text) <
                sizeof text);
    assert_non_null(strstr(text, "\"default\": [0, 1]"));
    strcpy(kept, rt_name(&game->g, d->options[1].id.bits));
    assert_int_equal(cantrip_game_answer_options(game, same, 2), CANTRIP_E_ILLEGAL);
    assert_int_equal(cantrip_game_answer_options(game, two, 2), CANTRIP_OK);
    asked(game);
    assert_int_equal(count_in(game, GRAVEYARD, 1), 2);
    assert_string_equal(name_at(game, HAND, 1, 0), kept);
    cantrip_game_destroy(game);
}

static const cantrip_policy PASSES = {.struct_size = sizeof PASSES,
                                      .players = 3,
                                      .skip_single = 1,
                                      .pay = 1,
                                      .pass = 1,
                                      .until_turn = 4,
                                      .until_step = CANTRIP_TURN_UPKEEP};

/* CLAIM a policy that does not pass leaves priority to the player, one that passes stops where something of another player is on the
 * stack, if that is asked for, and goes on where it is not */
static void test_policies(void **state)
{
    (void)state;
    cantrip_policy p = PASSES;
    for (uint32_t way = 0; way < 3; way++) {
        cantrip_game *game = as_game(lib);
        for (uint32_t who = 0; who < 2; who++)
            cantrip_setup_put(game, who, "Forest", LIBRARY, 9, 0, 0);
        put(game, 0, "Spark", HAND);
        put(game, 1, "Spark", HAND);
        act(game, CANTRIP_OPTION_CAST, "Spark");
        aim(game, CANTRIP_DECIDE_TARGET, RT_PLAYER(1));
        p.pass = p.skip_single = way != 0;
        p.until_object = way == 1;
        assert_int_equal(cantrip_game_run(game, &p), CANTRIP_STEP_DECISION);
        assert_int_equal(cantrip_game_decision(game)->player, way != 0);
        assert_int_equal(count_in(game, STACK, 0), way < 2);
        assert_int_equal(cantrip_view_game(game).step == CANTRIP_TURN_UPKEEP, way == 2);
        cantrip_game_destroy(game);
    }
}

/* CLAIM damage that goes elsewhere is told of */
static void test_told(void **state)
{
    (void)state;
    cantrip_game *game = told_game();
    put(game, 1, "Decoy", BATTLEFIELD);
    put(game, 0, "Spark", HAND);
    act(game, CANTRIP_OPTION_CAST, "Spark");
    aim(game, CANTRIP_DECIDE_TARGET, RT_PLAYER(1));
    assert_false(is_told(game, "1 damage to player 2 is dealt to another"));
    resolve(game);
    assert_true(is_told(game, "1 damage to player 2 is dealt to another"));
    cantrip_game_destroy(game);
}

/* Where a type is chosen, those of a list are offered, all of them and in their order. */
static void offers_types(const char *card, const uint64_t *(*list)(const rt_library *lib),
                         uint32_t least)
{
    cantrip_game *game = as_game(lib);
    const uint64_t *types = list(game->g.lib);
    put(game, 0, card, HAND);
    act(game, CANTRIP_OPTION_CAST, card);
    resolve(game);
    const cantrip_decision *d = expect_asked(game, CANTRIP_DECIDE_TYPE, 0);
    uint32_t n = 0;
    for (int32_t t = 0; t < VM_SUBTYPE_MAX; t++)
        if (types[t / 64] >> (t & 63) & 1) {
            assert_true(n < d->option_count);
            assert_int_equal(d->options[n++].value, t);
        }
    assert_true(n > least);
    assert_int_equal(d->option_count, n);
    cantrip_game_destroy(game);
}

static const uint64_t *land_types(const rt_library *of)
{
    return of->land_types;
}

static const uint64_t *creature_types(const rt_library *of)
{
    return of->creature_types;
}

/* CLAIM of land types land types are offered, all of them. RULE CR 205.3i */
static void test_cr205_3i_land_types(void **state)
{
    (void)state;
    offers_types("Surveyor", land_types, 5);
}

/* CLAIM of creature types creature types are offered, all of them. RULE CR 205.3m */
static void test_cr205_3m_creature_types(void **state)
{
    (void)state;
    offers_types("Genealogist", creature_types, 128);
}

/* CLAIM nobody is asked who helps to pay where nobody could. RULE CR 702.131a */
static void test_cr702_131a_assist(void **state)
{
    (void)state;
    for (uint32_t could = 0; could < 2; could++) {
        cantrip_game *game = as_game(lib);
        put(game, 0, "Forest", BATTLEFIELD);
        if (could)
            put(game, 1, "Forest", BATTLEFIELD);
        put(game, 0, "Helped", HAND);
        act(game, CANTRIP_OPTION_CAST, "Helped");
        assert_non_null(asked(game));
        assert_int_equal(cantrip_game_decision(game)->kind == CANTRIP_DECIDE_PLAYER, could);
        if (could) { /* for how much: a number, and nothing else */
            aim(game, CANTRIP_DECIDE_PLAYER, RT_PLAYER(1));
            const cantrip_decision *d = expect_asked(game, CANTRIP_DECIDE_NUMBER, 1);
            for (uint32_t i = 0; i < d->option_count; i++)
                assert_true(d->options[i].value == (int32_t)i && !d->options[i].id.bits);
        }
        cantrip_game_destroy(game);
    }
}

/* CLAIM who says they help to pay, and then pays for nothing: the spell is taken back, and that is told. RULE CR 721.1 */
static void test_cr721_1_taken_back(void **state)
{
    (void)state;
    cantrip_game *game = told_game();
    put(game, 1, "Forest", BATTLEFIELD);
    put(game, 0, "Helped", HAND);
    act(game, CANTRIP_OPTION_CAST, "Helped");
    aim(game, CANTRIP_DECIDE_PLAYER, RT_PLAYER(1));
    expect_asked(game, CANTRIP_DECIDE_NUMBER, 1);
    answer_option(game, CANTRIP_OPTION_NUMBER, 0);
    assert_non_null(asked(game));
    assert_true(is_told(game, "Helped cannot be paid for any more and is taken back"));
    assert_int_equal(count_in(game, HAND, 0), 1);
    assert_int_equal(count_in(game, STACK, 0), 0);
    cantrip_game_destroy(game);
}

static int is_offered(cantrip_game *game, uint32_t kind)
{
    const cantrip_decision *d = asked(game);
    for (uint32_t i = 0; d && i < d->option_count; i++)
        if (d->options[i].kind == kind)
            return 1;
    return 0;
}

/* Casts Ember with two of three things that give red mana, the named one first: can that be taken back then? */
static int taken_back_behind(const char *first)
{
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *game;
    o.take_back = o.pay_by_hand = 1;
    assert_int_equal(cantrip_game_create(lib, &o, &game), CANTRIP_OK);
    assert_int_equal(cantrip_setup_position(game, 3), CANTRIP_OK);
    put(game, 0, first, BATTLEFIELD);
    put(game, 0, "Orb", BATTLEFIELD);
    put(game, 0, "Ruby", BATTLEFIELD);
    put(game, 0, "Forest", LIBRARY);
    put(game, 0, "Ember", HAND);
    act(game, CANTRIP_OPTION_CAST, "Ember");
    assert_true(is_offered(game, CANTRIP_OPTION_TAKE_BACK));
    act(game, CANTRIP_OPTION_MANA, first);
    const int can = is_offered(game, CANTRIP_OPTION_TAKE_BACK);
    if (can) {
        answer_option(game, CANTRIP_OPTION_TAKE_BACK, 0);
        const cantrip_decision *d = expect_asked(game, CANTRIP_DECIDE_PRIORITY, 0);
        assert_int_equal(d->player, 0); /* who had priority has it still */
        assert_int_equal(count_in(game, STACK, 0), 0);
        assert_true(can_do(game, CANTRIP_OPTION_CAST, "Ember"));
    }
    cantrip_game_destroy(game);
    return can;
}

/* CLAIM an action is taken back with its mana, and who had priority has it still; no card goes back into a library, none that
 * was seen there is unseen, and none is shuffled back. RULE CR 721.1, 721.2 */
static void test_cr721_1_what_cannot_be_taken_back(void **state)
{
    (void)state;
    assert_true(taken_back_behind("Orb"));
    assert_false(taken_back_behind("Sphere"));
    assert_false(taken_back_behind("Looker"));
    assert_false(taken_back_behind("Mixer"));
}

/* CLAIM each target is told, and damage to a player with the life that is left. RULE CR 601.2c, 119.3a */
static void test_targets_and_damage_are_told(void **state)
{
    (void)state;
    cantrip_game *game = told_game();
    put(game, 0, "Spark", HAND);
    act(game, CANTRIP_OPTION_CAST, "Spark");
    aim(game, CANTRIP_DECIDE_TARGET, RT_PLAYER(1));
    resolve(game);
    assert_true(is_told(game, "Spark targets player 2"));
    assert_true(is_told(game, "Spark deals 1 damage to player 2 (19 life)"));
    cantrip_game_destroy(game);
}

/* CLAIM mana that is made while something waits on the stack is an action: all have to pass again. RULE CR 116.4, 605.3a */
static void test_cr116_4_mana_between_passes(void **state)
{
    (void)state;
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *game;
    o.float_mana = 2;
    o.ask_trivial = 1;
    assert_int_equal(cantrip_game_create(lib, &o, &game), CANTRIP_OK);
    assert_int_equal(cantrip_setup_position(game, 3), CANTRIP_OK);
    put(game, 0, "Spark", HAND);
    put(game, 1, "Forest", BATTLEFIELD);
    act(game, CANTRIP_OPTION_CAST, "Spark");
    aim(game, CANTRIP_DECIDE_TARGET, RT_PLAYER(1));
    expect_asked(game, CANTRIP_DECIDE_PRIORITY, 0);
    answer_option(game, CANTRIP_OPTION_PASS, 0);
    expect_asked(game, CANTRIP_DECIDE_PRIORITY, 1);
    act(game, CANTRIP_OPTION_MANA, "Forest");
    expect_asked(game, CANTRIP_DECIDE_PRIORITY, 1);
    answer_option(game, CANTRIP_OPTION_PASS, 0);
    expect_asked(game, CANTRIP_DECIDE_PRIORITY, 0);
    assert_int_equal(count_in(game, STACK, 0), 1);
    answer_option(game, CANTRIP_OPTION_PASS, 0);
    assert_non_null(asked(game));
    assert_int_equal(count_in(game, STACK, 0), 0);
    cantrip_game_destroy(game);
}

/* CLAIM what is asked and offered is said in words: what is looked at, what is chosen, what an ability does */
static void test_said(void **state)
{
    (void)state;
    char text[200];
    cantrip_game *game = as_game(lib);
    put(game, 0, "Serra Angel", LIBRARY);
    put(game, 0, "Lamp", BATTLEFIELD);
    put(game, 0, "Peek", HAND);
    put(game, 0, "Spark", HAND);
    const cantrip_decision *d = asked(game);
    int found = 0;
    for (uint32_t i = 0; i < d->option_count; i++)
        if (d->options[i].kind == CANTRIP_OPTION_ACTIVATE) {
            cantrip_option_text(game, i, text, sizeof text);
            assert_string_equal(text, "Lamp: {T}: You gain 1 life.");
            found = 1;
        }
    assert_true(found);
    act(game, CANTRIP_OPTION_CAST, "Spark");
    expect_asked(game, CANTRIP_DECIDE_TARGET, 0);
    cantrip_decision_prompt(game, text, sizeof text);
    assert_string_equal(text, "Spark: choose a target — Spark deals 1 damage to target player.");
    aim(game, CANTRIP_DECIDE_TARGET, RT_PLAYER(1));
    resolve(game);
    act(game, CANTRIP_OPTION_CAST, "Peek");
    resolve(game);
    expect_asked(game, CANTRIP_DECIDE_SCRY, 0);
    cantrip_decision_prompt(game, text, sizeof text);
    assert_string_equal(text,
                        "Peek: you look at Serra Angel; put it on the bottom of your library?");
    cantrip_game_destroy(game);
}

/* CLAIM what is not there is refused, whichever it is */
static void test_missing(void **state)
{
    (void)state;
    cantrip_game *game = as_game(lib);
    assert_int_equal(cantrip_setup_put(NULL, 0, "Forest", HAND, 1, 0, 0), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_setup_put(game, 0, NULL, HAND, 1, 0, 0), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_setup_put(game, 0, "No Such Card", HAND, 1, 0, 0), CANTRIP_E_NAME);
    cantrip_game_destroy(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_chosen),
        cmocka_unit_test(test_policies),
        cmocka_unit_test(test_told),
        cmocka_unit_test(test_cr205_3i_land_types),
        cmocka_unit_test(test_cr205_3m_creature_types),
        cmocka_unit_test(test_cr702_131a_assist),
        cmocka_unit_test(test_cr721_1_taken_back),
        cmocka_unit_test(test_cr721_1_what_cannot_be_taken_back),
        cmocka_unit_test(test_targets_and_damage_are_told),
        cmocka_unit_test(test_cr116_4_mana_between_passes),
        cmocka_unit_test(test_said),
        cmocka_unit_test(test_missing),
    };
    assemble();
    const int failed = run_all("answers", tests, sizeof tests / sizeof *tests);
    cantrip_library_close(lib);
    return failed;
}
