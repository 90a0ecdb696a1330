/* CLAIM: what a view says of an object, a player and the game is what is there: each field, where it says something and where not. */
#include "assemble.h"

static cantrip_library *lib;

static void assemble(void)
{
    assembly s;
    as_begin(
        &s,
        "card \"Symbols\" {X}{2}{W}{U/R}{2/G}{B/P}{S}{C} sorcery {\n    you gain 1 life\n}\n"
        "card \"Nothing\" {0} artifact\n"
        "card \"Costless\" sorcery {\n    you gain 1 life\n}\n"
        "card \"Jack\" {0} creature Human Wizard 2/3 {\n    flying\n    vigilance\n"
        "    {T}: this deals 1 damage to any target\n}\n"
        "card \"Ring\" {0} artifact Equipment {\n    equipped creature gets +1/+0\n"
        "    equip {0}\n}\n"
        "card \"Two Ways\" {X} instant {\n    kicker {0}\n    choose two {\n"
        "        you gain 1 life\n        target player loses 1 life\n"
        "        target creature gets +1/+1 until end of turn\n    }\n}\n"
        "card \"Twin\" {0} creature Shapeshifter 0/0 {\n    this enters as a copy of a "
        "creature\n}\n"
        "card \"Maker\" {0} sorcery {\n    create a 3/1 blue Bird creature token with flying\n}\n"
        "card \"Echoed\" {0} instant {\n    copy target spell\n}\n"
        "card \"Guide\" {0} planeswalker Jace loyalty 4 {\n    +1: you gain 1 life\n}\n");
    lib = as_finish(&s);
}

static cantrip_object_view at(cantrip_game *game, uint32_t zone, uint32_t player, const char *card)
{
    asked(game);
    return cantrip_view_id(game, CANTRIP_FULL, (cantrip_id){find_in(game, zone, player, card)});
}

static void pass(cantrip_game *game)
{
    assert_non_null(asked(game));
    answer_option(game, CANTRIP_OPTION_PASS, 0);
}

/* CLAIM costs are said symbol by symbol, none is nothing. RULE CR 107.4 */
static void test_cr107_4_costs(void **state)
{
    (void)state;
    cantrip_game *game = as_game(lib);
    put(game, 0, "Symbols", HAND);
    put(game, 0, "Nothing", HAND);
    put(game, 0, "Costless", HAND);
    assert_string_equal(at(game, HAND, 0, "Symbols").cost, "{X}{2}{W}{U/R}{2/G}{B/P}{S}{C}");
    assert_int_equal(at(game, HAND, 0, "Symbols").mana_value, 9);
    assert_string_equal(at(game, HAND, 0, "Nothing").cost, "{0}");
    assert_string_equal(at(game, HAND, 0, "Costless").cost, "");
    cantrip_game_destroy(game);
}

/* CLAIM every kind of counter that is there is named, with how many, none twice, and none that is gone. RULE CR 121.1 */
static void test_cr121_1_counters(void **state)
{
    (void)state;
    cantrip_game *game = as_game(lib);
    put(game, 0, "Jack", BATTLEFIELD);
    put(game, 1, "Guide", BATTLEFIELD);
    assert_int_equal(at(game, BATTLEFIELD, 0, "Jack").counters.count, 0);
    assert_int_equal(cantrip_setup_counters(game, 0, "Jack", VM_COUNTER_PLUS, 2), CANTRIP_OK);
    const uint32_t charge = VM_COUNTER_PLUS == 3 ? 4 : 3;
    assert_int_equal(cantrip_setup_counters(game, 0, "Jack", charge, 3), CANTRIP_OK);
    cantrip_object_view v = at(game, BATTLEFIELD, 0, "Jack");
    assert_int_equal(v.counters.count, 2);
    uint32_t found = 0;
    for (uint32_t i = 0; i < 2; i++)
        if (strcmp(v.counters.at[i].kind, "+1/+1") == 0) {
            assert_int_equal(v.counters.at[i].count, 2);
            found++;
        } else {
            assert_int_equal(v.counters.at[i].count, 3);
        }
    assert_int_equal(found, 1);
    assert_int_equal(v.plus_counters, 2);
    assert_int_equal(v.other_counters, 3);
    assert_int_equal(v.power, 4);
    assert_int_equal(v.toughness, 5);
    v = at(game, BATTLEFIELD, 1, "Guide");
    assert_int_equal(v.loyalty, 4);
    assert_int_equal(v.other_counters, 0);
    assert_int_equal(v.plus_counters, 0);
    cantrip_game_destroy(game);
}

/* CLAIM a permanent: keywords, types, what it is attached to, what it is a copy of, tokens */
static void test_permanents(void **state)
{
    (void)state;
    cantrip_game *game = as_game(lib);
    put(game, 0, "Jack", BATTLEFIELD);
    put(game, 0, "Ring", BATTLEFIELD);
    put(game, 0, "Twin", HAND);
    put(game, 0, "Maker", HAND);
    assert_int_equal(cantrip_setup_attach(game, 0, "Ring", "Jack"), CANTRIP_OK);
    cantrip_object_view v = at(game, BATTLEFIELD, 0, "Jack");
    const uint32_t jack = v.id.bits;
    assert_int_equal(v.keywords.count, 2);
    assert_string_equal(v.keywords.at[0], "flying");
    assert_string_equal(v.keywords.at[1], "vigilance");
    assert_int_equal(v.subtypes.count, 2);
    assert_int_equal(v.power, 3);
    assert_int_equal(v.attached_to.bits, 0);
    assert_int_equal(v.is_token | v.is_copy | v.is_ability | v.tapped | v.face_down, 0);
    assert_int_equal(at(game, BATTLEFIELD, 0, "Ring").attached_to.bits, jack);
    act(game, CANTRIP_OPTION_CAST, "Maker");
    resolve(game);
    v = at(game, BATTLEFIELD, 0, "Bird");
    assert_int_equal(v.is_token, 1);
    assert_int_equal(v.is_copy, 0);
    assert_int_equal(v.colors, CANTRIP_COLOR_BLUE);
    assert_int_equal(v.power, 3);
    assert_int_equal(v.toughness, 1);
    assert_int_equal(v.sick, 1);
    act(game, CANTRIP_OPTION_CAST, "Twin");
    resolve(game);
    ANSWER(game, "Bird");
    assert_non_null(asked(game));
    uint32_t copies = 0;
    for (uint32_t i = 0; i < rt_zone_count(&game->g, VM_ZONE_BATTLEFIELD, 0); i++) {
        v = cantrip_view_object(game, 0, CANTRIP_ZONE_BATTLEFIELD, 0, i);
        copies += v.is_copy;
        if (v.is_copy) {
            assert_int_equal(v.is_token, 0);
            assert_string_equal(v.name, "Bird");
            assert_string_equal(v.identity, "Twin");
        }
    }
    assert_int_equal(copies, 1);
    cantrip_game_destroy(game);
}

/* CLAIM a spell: X, what was paid besides, modes and targets in order; an ability: where it comes from */
static void test_stack(void **state)
{
    (void)state;
    cantrip_game *game = as_game(lib);
    put(game, 0, "Jack", BATTLEFIELD);
    put(game, 0, "Forest", BATTLEFIELD);
    put(game, 0, "Two Ways", HAND);
    const uint32_t jack = at(game, BATTLEFIELD, 0, "Jack").id.bits;
    act(game, CANTRIP_OPTION_CAST, "Two Ways");
    uint32_t seen = 0;
    for (const cantrip_decision *d; (d = asked(game)) && d->kind != CANTRIP_DECIDE_PRIORITY;) {
        const uint32_t two[] = {1, 2};
        seen |= 1u << d->kind;
        if (d->kind == CANTRIP_DECIDE_MODE) {
            assert_int_equal(cantrip_game_answer(game, two, 2), CANTRIP_OK);
        } else if (d->kind == CANTRIP_DECIDE_X) {
            answer_option(game, CANTRIP_OPTION_NUMBER, 1);
        } else if (d->kind == CANTRIP_DECIDE_KICKER) {
            answer_option(game, CANTRIP_OPTION_YES, 0);
        } else {
            uint32_t last = d->option_count - 1;
            for (uint32_t i = 0; i < d->option_count; i++)
                if (d->options[i].id.bits == RT_PLAYER(1) || d->options[i].id.bits == jack)
                    last = i;
            assert_int_equal(cantrip_game_answer(game, &last, 1), CANTRIP_OK);
        }
    }
    assert_true(seen >> CANTRIP_DECIDE_MODE & 1);
    cantrip_object_view v = at(game, STACK, 0, "Two Ways");
    assert_int_equal(v.x, 1);
    assert_int_equal(v.kicked, 1);
    assert_int_equal(v.modes.count, 2);
    assert_string_equal(v.modes.at[0], "Target player loses 1 life.");
    assert_string_equal(v.modes.at[1], "Target creature gets +1/+1 until end of turn.");
    assert_int_equal(v.targets.count, 2);
    assert_int_equal(v.targets.at[0].bits, RT_PLAYER(1));
    assert_int_equal(v.targets.at[1].bits, jack);
    assert_int_equal(v.is_ability, 0);
    act(game, CANTRIP_OPTION_ACTIVATE, "Jack");
    for (const cantrip_decision *d; (d = asked(game)) && d->kind != CANTRIP_DECIDE_PRIORITY;) {
        const uint32_t first = 0;
        assert_int_equal(cantrip_game_answer(game, &first, 1), CANTRIP_OK);
    }
    v = cantrip_view_object(game, 0, CANTRIP_ZONE_STACK, 0, 1);
    assert_int_equal(v.is_ability, 1);
    assert_int_equal(v.source.bits, jack);
    assert_int_equal(v.targets.count, 1);
    assert_int_equal(v.x, 0);
    assert_int_equal(v.kicked, 0);
    assert_int_equal(v.modes.count, 0);
    assert_int_equal(at(game, BATTLEFIELD, 0, "Jack").tapped, 1);
    cantrip_game_destroy(game);
}

/* CLAIM who attacks whom, who blocks which, what was blocked, and the damage that is marked. RULE CR 508.1, 509.1 */
static void test_cr508_1_combat(void **state)
{
    (void)state;
    cantrip_game *game = as_game(lib);
    put(game, 0, "Hill Giant", BATTLEFIELD);
    put(game, 0, "Grizzly Bears", BATTLEFIELD);
    put(game, 1, "Serra Angel", BATTLEFIELD);
    for (const cantrip_decision *d; (d = asked(game)) && d->kind != CANTRIP_DECIDE_ATTACK;)
        pass(game);
    for (const cantrip_decision *d; (d = asked(game)) && d->kind == CANTRIP_DECIDE_ATTACK;) {
        const uint32_t first = 0;
        assert_int_equal(cantrip_game_answer(game, &first, 1), CANTRIP_OK);
    }
    for (const cantrip_decision *d; (d = asked(game)) && d->kind != CANTRIP_DECIDE_BLOCK;)
        pass(game);
    ANSWER(game, "Hill Giant");
    cantrip_object_view giant = at(game, BATTLEFIELD, 0, "Hill Giant"),
                        bears = at(game, BATTLEFIELD, 0, "Grizzly Bears"),
                        wall = at(game, BATTLEFIELD, 1, "Serra Angel");
    assert_true(giant.attacking && bears.attacking && !wall.attacking);
    assert_true(giant.attacks.bits == RT_PLAYER(1) && bears.attacks.bits == RT_PLAYER(1) &&
                !wall.attacks.bits);
    assert_true(wall.blocking && !giant.blocking && !bears.blocking);
    assert_true(giant.blocked && !bears.blocked && !wall.blocked);
    assert_int_equal(wall.blocks.count, 1);
    assert_int_equal(wall.blocks.at[0].bits, giant.id.bits);
    assert_int_equal(bears.blocks.count, 0);
    assert_int_equal(cantrip_view_game(game).step, CANTRIP_TURN_BLOCKERS);
    while (asked(game) && cantrip_view_game(game).step != CANTRIP_TURN_MAIN2)
        pass(game);
    assert_int_equal(at(game, BATTLEFIELD, 1, "Serra Angel").damage, 3);
    assert_int_equal(at(game, BATTLEFIELD, 0, "Grizzly Bears").damage, 0);
    const cantrip_player_view p = cantrip_view_player(game, 1);
    assert_int_equal(p.life, 18);
    assert_int_equal(p.player, 1);
    assert_int_equal(p.id.bits, RT_PLAYER(1));
    assert_int_equal(p.max_hand, 7);
    cantrip_game_destroy(game);
}

/* CLAIM there is no card in a zone that does not exist, of a player who does not, or behind the last */
static void test_places(void **state)
{
    (void)state;
    cantrip_game *game = as_game(lib);
    put(game, 1, "Forest", HAND);
    put(game, 1, "Jack", HAND);
    asked(game);
    assert_int_equal(cantrip_view_count(game, CANTRIP_ZONE_HAND, 0), 0);
    assert_int_equal(cantrip_view_count(game, CANTRIP_ZONE_HAND, 1), 2);
    assert_int_equal(cantrip_view_count(game, CANTRIP_ZONE_HAND, 2), 0);
    assert_int_equal(cantrip_view_count(game, VM_ZONE_COUNT, 1), 0);
    assert_int_equal(cantrip_view_count(game, UINT32_MAX, 1), 0);
    assert_int_equal(cantrip_view_count(game, CANTRIP_ZONE_HAND, UINT32_MAX), 0);
    assert_string_equal(cantrip_view_object(game, 1, CANTRIP_ZONE_HAND, 1, 1).name, "Jack");
    assert_string_equal(cantrip_view_object(game, 1, CANTRIP_ZONE_HAND, 1, 2).name, "");
    const cantrip_player_view p = cantrip_view_player(game, 1);
    assert_int_equal(p.hand, 2);
    assert_int_equal(p.library + p.graveyard + p.exile, 0);
    uint32_t named = 0;
    for (int32_t i = 0; i < 512; i++)
        named += strcmp(cantrip_subtype_name(lib, i), "Wizard") == 0;
    assert_int_equal(named, 1);
    assert_string_equal(cantrip_subtype_name(NULL, 1), "");
    cantrip_game_destroy(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cr107_4_costs),  cmocka_unit_test(test_cr121_1_counters),
        cmocka_unit_test(test_permanents),     cmocka_unit_test(test_stack),
        cmocka_unit_test(test_cr508_1_combat), cmocka_unit_test(test_places),
    };
    assemble();
    const int failed = run_all("views", tests, sizeof tests / sizeof *tests);
    cantrip_library_close(lib);
    return failed;
}
