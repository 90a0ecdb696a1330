/* CLAIM: rules allow cards to be played from elsewhere or otherwise, and change what spells and abilities cost
 * (CR 601.2f, 601.3b, 117.7). */
#include "assemble.h"

static cantrip_library *lib;
static uint32_t f_exile_it, f_from;

static void assemble(void)
{
    assembly s;
    uint32_t you, grave, hand, top, creatures, field, at, spells;
    as_begin(&s,
             "card \"Mentor\" enchantment\ncard \"Omni\" enchantment\ncard \"Future\" enchantment\n"
             "card \"Swift\" enchantment\ncard \"Tax\" enchantment\ncard \"Rebate\" enchantment\n"
             "card \"Count\" enchantment\ncard \"Heavy\" enchantment\ncard \"Light\" enchantment\n"
             "card \"Bolt\" {R} instant\ncard \"Again\" {4} instant\ncard \"Bear\" {1}{G} creature "
             "Bear 2/2\n"
             "card \"Engine\" {0} artifact {\n    {3}: you gain 1 life\n}\n");
    as_selector(&s, 0, VM_WANT_PLAYERS, &you)->controller = VM_REL_YOU;
    vm_selector *row = as_selector(&s, 1u << GRAVEYARD, VM_WANT_OBJECTS, &grave);
    row->types_all = VM_TYPE_CREATURE;
    row->owner = VM_REL_YOU;
    as_selector(&s, 1u << HAND, VM_WANT_OBJECTS, &hand)->owner = VM_REL_YOU;
    as_selector(&s, 1u << LIBRARY, VM_WANT_OBJECTS, &top)->owner = VM_REL_YOU;
    as_selector(&s, 1u << HAND, VM_WANT_OBJECTS, &creatures)->types_all = VM_TYPE_CREATURE;
    as_selector(&s, 1u << HAND | 1u << STACK, VM_WANT_OBJECTS, &spells)->controller = VM_REL_YOU;
    as_selector(&s, 1u << BATTLEFIELD, VM_WANT_OBJECTS, &field);
    const uint32_t red = as_cost(&s, (vm_cost){VM_COST_MANA, VM_COLOR_RED, 0, 0, 0});
    const uint32_t green = as_cost(&s, (vm_cost){VM_COST_MANA, VM_COLOR_GREEN, 0, 0, 0});
    const uint32_t count =
        as_func(&s, 0, 1, "ene",
                CODE(I(SELECT, 2, 0, 0, (int32_t)field), I(COUNT, 1, 2, 0, 0), I(RET, 1, 0, 0, 0)));
#define RULE(card, op, sel, a, b, fa, flags)                                                       \
    as_static(&s, card, (vm_mod){VM_MOD_##op, sel, (uint32_t)(a), b, fa, 0, flags})
    RULE("Mentor", MAY_PLAY, you, grave, 0, 0, 0);
    RULE("Omni", MAY_PLAY, you, hand, 0, 0, VM_MF_FREE);
    RULE("Future", MAY_PLAY, you, top, 0, 0, 0);
    RULE("Swift", AS_FLASH, you, creatures, 0, 0, 0);
    RULE("Tax", COSTS_MANA_MORE, spells, 0, red, 0, 1u << VM_MF_COSTS_SHIFT);
    RULE("Rebate", COSTS_MANA_LESS, spells, 0, green, 0, 1u << VM_MF_COSTS_SHIFT);
    RULE("Count", COSTS_MORE, spells, 0, 0, count, 0);
    RULE("Heavy", ABILITIES_COST, field, 2, 0, 0, VM_MF_NOT_MANA); /* lands give what they gave */
    RULE("Light", ABILITIES_COST, field, -5, 1, 0, 0);
    RULE("Again", MAY_PLAY, 0, 0, red, 0, VM_MF_THEN_EXILE | 1u << VM_MF_COSTS_SHIFT)->zones =
        1u << GRAVEYARD;
    const uint32_t play = as_mod(&s, (vm_mod){VM_MOD_MAY_PLAY, 0, 0, 0, 0, 0, 0});
    uint32_t bears;
    as_selector(&s, 1u << HAND, VM_WANT_OBJECTS, &bears)->types_all = VM_TYPE_CREATURE;
    /* exile a creature card from a hand; you may play it this turn. 0 e, 1 n, 2 n, 3 p, 4 p, 5 o, 6 o */
    f_exile_it = EFFECT(&s, "ennppoo", I(SELECT, 0, 0, 0, (int32_t)bears), I(OBJECTS, 5, 0, 0, 0),
                        CALL(exile, 5, 6), I(WIDEN, 0, 6, 0, 0), I(LDI, 1, 0, 0, 0),
                        I(LDI, 2, 0, 0, 0), I(YOU, 3, 0, 0, 0), I(YOU, 4, 0, 0, 0),
                        CALL(effect, 0, 0), IMM(play), IMM(1), IMM(VM_DURATION_END_OF_TURN));
    as_selector(&s, 1u << BATTLEFIELD, VM_WANT_OBJECTS, &at)->types_all = VM_TYPE_CREATURE;
    f_from = EFFECT(&s, "eoz", I(SELECT, 0, 0, 0, (int32_t)at), I(OBJECTS, 1, 0, 0, 0),
                    I(CAST_FROM, 2, 1, 0, 0), I(SET_LINK_NUM, 2, 6, 0, 0));
    lib = as_finish(&s);
}

static cantrip_game *with(const char *rule, const char *lands, uint32_t count)
{
    cantrip_game *game = as_game(lib);
    for (uint32_t p = 0; p < 2; p++)
        cantrip_setup_put(game, p, "Forest", LIBRARY, 9, 0, 0);
    if (rule)
        put(game, 0, rule, BATTLEFIELD);
    cantrip_setup_put(game, 0, lands, BATTLEFIELD, count, 0, 0);
    return game;
}

static int castable(const char *rule, const char *lands, uint32_t count, const char *card,
                    uint32_t zone)
{
    cantrip_game *game = with(rule, lands, count);
    put(game, 0, card, zone);
    if (zone == LIBRARY)
        rt_library_place(&game->g, RT_INDEX(find_in(game, LIBRARY, 0, card)), 1, 0);
    int can = can_do(game, CANTRIP_OPTION_CAST, card);
    cantrip_game_destroy(game);
    return can;
}

/* RULE CR 601.3b, 601.2a : creature cards from the graveyard, the top card, for their cost */
static void test_cr601_3_from_elsewhere(void **state)
{
    (void)state;
    assert_true(castable("Mentor", "Forest", 2, "Bear", GRAVEYARD));
    assert_false(castable(NULL, "Forest", 2, "Bear", GRAVEYARD));
    assert_false(castable("Mentor", "Forest", 1, "Bear", GRAVEYARD));
    assert_false(castable("Mentor", "Mountain", 2, "Bolt", GRAVEYARD));
    assert_false(castable("Mentor", "Forest", 2, "Bear", EXILE));
    assert_true(castable("Future", "Forest", 2, "Bear", LIBRARY));
    assert_false(castable(NULL, "Forest", 2, "Bear", LIBRARY));
    cantrip_game *game = with("Future", "Forest", 0); /* a land, too */
    assert_true(can_do(game, CANTRIP_OPTION_LAND, "Forest"));
    act(game, CANTRIP_OPTION_LAND, "Forest");
    assert_false(can_do(game, CANTRIP_OPTION_LAND, "Forest"));
    cantrip_game_destroy(game);
    game = with("Mentor", "Forest", 2);
    put(game, 0, "Bear", GRAVEYARD);
    put(game, 1, "Bear", GRAVEYARD);
    act(game, CANTRIP_OPTION_CAST, "Bear");
    resolve(game);
    carry_out(game, f_from, 0);
    assert_false(can_do(game, CANTRIP_OPTION_CAST, "Bear")); /* not that of somebody else */
    assert_int_equal(number_in(game, 0), GRAVEYARD);
    assert_true(find_in(game, BATTLEFIELD, 0, "Bear") != 0);
    cantrip_game_destroy(game);
}

/* RULE CR 117.9, 601.2b : without paying, or for its cost */
static void test_cr117_9_free(void **state)
{
    (void)state;
    assert_true(castable("Omni", "Forest", 0, "Bear", HAND));
    assert_false(castable(NULL, "Forest", 0, "Bear", HAND));
    cantrip_game *game = with("Omni", "Forest", 2);
    put(game, 0, "Bear", HAND);
    const cantrip_decision *d = asked(game);
    uint32_t ways = 0, free_way = 0;
    for (uint32_t i = 0; i < d->option_count; i++)
        if (d->options[i].kind == CANTRIP_OPTION_CAST) {
            ways++;
            free_way = d->options[i].extra ? i : free_way;
        }
    assert_int_equal(ways, 2);
    assert_int_equal(cantrip_game_answer(game, &free_way, 1), CANTRIP_OK);
    resolve(game);
    for (uint32_t i = 0; i < count_in(game, BATTLEFIELD, 0); i++)
        assert_false(rt_obj(&game->g, rt_zone_at(&game->g, BATTLEFIELD, 0, i))->flags &
                     RT_OF_TAPPED);
    cantrip_game_destroy(game);
}

/* RULE CR 702.33a : a card's own permission, for another cost, and it is exiled then */
static void test_cr702_33_from_its_graveyard(void **state)
{
    (void)state;
    assert_false(castable(NULL, "Forest", 3, "Again", GRAVEYARD));
    assert_false(castable(NULL, "Mountain", 1, "Again", HAND));
    cantrip_game *game = with(NULL, "Mountain", 1);
    put(game, 0, "Again", GRAVEYARD);
    const cantrip_decision *d = asked(game);
    uint32_t offered = 0;
    for (uint32_t i = 0; i < d->option_count; i++)
        offered += d->options[i].kind == CANTRIP_OPTION_CAST;
    assert_int_equal(offered, 1); /* once: its rule is its own, and no further one */
    act(game, CANTRIP_OPTION_CAST, "Again");
    resolve(game);
    assert_string_equal(name_at(game, EXILE, 0, 0), "Again");
    assert_int_equal(count_in(game, GRAVEYARD, 0), 0);
    cantrip_game_destroy(game);
    game = with(NULL, "Mountain", 4);
    put(game, 0, "Again", HAND);
    act(game, CANTRIP_OPTION_CAST, "Again");
    resolve(game);
    assert_string_equal(name_at(game, GRAVEYARD, 0, 0), "Again");
    cantrip_game_destroy(game);
}

/* RULE CR 601.3b, 611.2a : an effect allows one card, to one player, this turn */
static void test_cr611_2a_this_card(void **state)
{
    (void)state;
    for (uint32_t owner = 0; owner < 2; owner++) {
        cantrip_game *game = with(NULL, "Forest", 2);
        put(game, owner, "Bear", HAND);
        carry_out(game, f_exile_it, 0);
        assert_true(can_do(game, CANTRIP_OPTION_CAST, "Bear"));
        cantrip_game *later;
        assert_int_equal(cantrip_game_clone(game, &later), CANTRIP_OK);
        advance(later, VM_STEP_MAIN1, 5);
        assert_false(can_do(later, CANTRIP_OPTION_CAST, "Bear"));
        cantrip_game_destroy(later);
        act(game, CANTRIP_OPTION_CAST, "Bear");
        resolve(game);
        assert_true(find_in(game, BATTLEFIELD, 0, "Bear") != 0);
        cantrip_game_destroy(game);
    }
}

/* RULE CR 702.8a : creatures as though they had flash, others not */
static void test_cr702_8_as_though(void **state)
{
    (void)state;
    for (int rule = 0; rule < 2; rule++) {
        cantrip_game *game = with(rule ? "Swift" : NULL, "Forest", 2);
        put(game, 0, "Bear", HAND);
        put(game, 1, "Bear", HAND);
        cantrip_setup_put(game, 1, "Forest", BATTLEFIELD, 2, 0, 0);
        advance(game, VM_STEP_UPKEEP, 5);
        assert_int_equal(can_do(game, CANTRIP_OPTION_CAST, "Bear"), rule);
        answer_option(game, CANTRIP_OPTION_PASS, 0);
        assert_false(can_do(game, CANTRIP_OPTION_CAST, "Bear"));
        cantrip_game_destroy(game);
    }
}

/* RULE CR 117.7, 601.2f : colours more and less, an amount that is counted */
static void test_cr117_7_costs_of_spells(void **state)
{
    (void)state;
    assert_true(castable(NULL, "Forest", 2, "Bear", HAND));
    assert_false(castable("Tax", "Forest", 3, "Bear", HAND));
    assert_false(castable("Rebate", "Forest", 0, "Bear", HAND)); /* generic mana stays */
    assert_true(castable("Rebate", "Mountain", 1, "Bear", HAND));
    assert_false(castable("Rebate", "Forest", 1, "Bolt", HAND));
    assert_false(castable("Count", "Forest", 8, "Bear", HAND)); /* nine permanents */
    cantrip_game *game = with("Tax", "Forest", 2);
    put(game, 0, "Mountain", BATTLEFIELD);
    put(game, 0, "Bear", HAND);
    act(game, CANTRIP_OPTION_CAST, "Bear");
    resolve(game);
    for (uint32_t i = 0; i < count_in(game, BATTLEFIELD, 0); i++) {
        const rt_object *o = rt_obj(&game->g, rt_zone_at(&game->g, BATTLEFIELD, 0, i));
        assert_int_equal((o->flags & RT_OF_TAPPED) != 0, (o->types & VM_TYPE_LAND) != 0);
    }
    cantrip_game_destroy(game);
}

/* RULE CR 602.2b, 601.2f : activated abilities; not below one mana */
static void test_cr602_2b_costs_of_abilities(void **state)
{
    (void)state;
    static const struct {
        const char *rule;
        uint32_t lands;
    } CASES[] = {{NULL, 3}, {"Heavy", 5}, {"Light", 1}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        for (uint32_t missing = 0; missing < 2; missing++) {
            cantrip_game *game = with(CASES[i].rule, "Forest", CASES[i].lands - missing);
            put(game, 0, "Engine", BATTLEFIELD);
            assert_int_equal(can_do(game, CANTRIP_OPTION_ACTIVATE, "Engine"), !missing);
            cantrip_game_destroy(game);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cr601_3_from_elsewhere),
                                       cmocka_unit_test(test_cr117_9_free),
                                       cmocka_unit_test(test_cr702_33_from_its_graveyard),
                                       cmocka_unit_test(test_cr611_2a_this_card),
                                       cmocka_unit_test(test_cr702_8_as_though),
                                       cmocka_unit_test(test_cr117_7_costs_of_spells),
                                       cmocka_unit_test(test_cr602_2b_costs_of_abilities)};
    assemble();
    int failed = run_all("permissions", tests, sizeof tests / sizeof *tests);
    cantrip_library_close(lib);
    return failed;
}
