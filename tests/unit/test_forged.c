/* CLAIM: what no compiler writes, and mutants of packs have found, is harmless and reads as it says. */
#include "assemble.h"

/* ---- costs -------------------------------------------------------------------------------------- */

/* How many of the options at hand are of this kind. */
static uint32_t offered(cantrip_game *game, uint32_t kind)
{
    const cantrip_decision *d = asked(game);
    uint32_t n = 0;
    assert_non_null(d);
    for (uint32_t i = 0; i < d->option_count; i++)
        n += d->options[i].kind == kind;
    return n;
}

/* CLAIM what is given up for a cost makes it cheaper wherever that stands, in a mana cost or what an ability costs: without any
 * mana it is not too dear (CR 702.47b). */
static void test_given_up(void **state)
{
    (void)state;
    for (int there = 0; there < 2; there++) {
        assembly s;
        uint32_t sel, at;
        as_begin_with(&s, NULL,
                      "card \"Dear\" {2} artifact {\n}\ncard \"Able\" {0} artifact {\n}\n"
                      "card \"Bear\" {2} creature Bear 2/2 {\n}\n");
        as_selector(&s, 1u << VM_ZONE_BATTLEFIELD, VM_WANT_OBJECTS, &sel)->types_all =
            VM_TYPE_CREATURE;
        const uint32_t cost = as_cost(&s, (vm_cost){VM_COST_GENERIC, 2, 0, 0, 0});
        as_cost(&s, (vm_cost){VM_COST_GIVE, VM_GIVE_FOR_VALUE, 0, sel, 0});
        as_face(&s, "Dear")->cost = cost;
        as_face(&s, "Dear")->cost_count = 2;
        vm_ability *a = as_ability(&s, VM_ABILITY_ACTIVATED, &at);
        a->cost = cost;
        a->cost_count = 2;
        a->effect = EFFECT(&s, "p", I(YOU, 0, 0, 0, 0));
        as_face(&s, "Able")->abilities = at;
        as_face(&s, "Able")->ability_count = 1;
        cantrip_library *lib = as_finish(&s);
        cantrip_game *game = as_game(lib);
        put(game, 0, "Dear", HAND);
        put(game, 0, "Able", BATTLEFIELD);
        if (there)
            put(game, 0, "Bear", BATTLEFIELD);
        assert_int_equal(offered(game, CANTRIP_OPTION_CAST), there);
        assert_int_equal(offered(game, CANTRIP_OPTION_ACTIVATE), there);
        cantrip_game_destroy(game);
        cantrip_library_close(lib);
    }
}

/* ---- events ------------------------------------------------------------------------------------- */

/* CLAIM what has happened already is told and not replaced: two abilities that would do something else instead of a spell's being
 * cast are not asked about, and the spell is there (CR 614.6). */
static void test_told_is_not_replaced(void **state)
{
    assembly s;
    uint32_t at, events[] = {VM_EVENT_cast, VM_EVENT_activate, VM_EVENT_step};
    (void)state;
    as_begin_with(&s, NULL,
                  "card \"Ward\" {0} enchantment\ncard \"Bear\" {0} creature Bear 2/2 {\n}\n");
    for (uint32_t i = 0; i < 3; i++) {
        vm_ability *a = as_ability(&s, VM_ABILITY_REPLACE, &at);
        a->event = events[i];
        a->effect = EFFECT(&s, "pno", I(YOU, 0, 0, 0, 0), I(LDI, 1, 0, 0, 1), CALL(draw, 0, 2));
    }
    as_face(&s, "Ward")->abilities = at - 2;
    as_face(&s, "Ward")->ability_count = 3;
    cantrip_library *lib = as_finish(&s);
    cantrip_game *game = as_game(lib);
    cantrip_setup_put(game, 0, "Ward", BATTLEFIELD, 2, 0, 0);
    cantrip_setup_put(game, 0, "Bear", LIBRARY, 9, 0, 0);
    put(game, 0, "Bear", HAND);
    asked(game);
    act(game, CANTRIP_OPTION_CAST, "Bear");
    expect_asked(game, CANTRIP_DECIDE_PRIORITY, 0);
    assert_int_equal(count_in(game, STACK, 0), 1);
    assert_int_equal(count_in(game, HAND, 0), 0); /* nothing was drawn instead */
    resolve(game);
    assert_true(find_in(game, BATTLEFIELD, 0, "Bear"));
    advance(game, VM_STEP_UPKEEP, 4);
    cantrip_game_destroy(game);
    cantrip_library_close(lib);
}

/* CLAIM only permanents are dealt damage, whatever card lies elsewhere. RULE CR 119.1, 109.2 */
static void test_damage_in_a_hand(void **state)
{
    assembly s;
    uint32_t hand;
    (void)state;
    as_begin_with(&s, NULL, "card \"Bear\" {0} creature Bear 2/2 {\n}\n");
    as_selector(&s, 1u << HAND | 1u << BATTLEFIELD, VM_WANT_OBJECTS, &hand);
    const uint32_t hit = EFFECT(&s, "onen", I(THIS, 0, 0, 0, 0), I(LDI, 1, 0, 0, 1),
                                I(SELECT, 2, 0, 0, (int32_t)hand), CALL(deal_damage, 0, 3));
    cantrip_library *lib = as_finish(&s);
    cantrip_game *game = as_game(lib);
    put(game, 0, "Bear", HAND);
    put(game, 0, "Bear", BATTLEFIELD);
    carry_out(game, hit, 0);
    assert_non_null(asked(game));
    assert_int_equal(rt_here(&game->g, rt_live(&game->g, find_in(game, HAND, 0, "Bear")))->damage,
                     0);
    assert_int_equal(
        rt_here(&game->g, rt_live(&game->g, find_in(game, BATTLEFIELD, 0, "Bear")))->damage, 1);
    cantrip_game_destroy(game);
    cantrip_library_close(lib);
}

/* ---- functions ---------------------------------------------------------------------------------- */

/* CLAIM a mana ability without an effect of its own, which has modes or nothing at all, is used, or triggers, and nothing comes of it:
 * what is no function is never run, neither as it is tried out nor as it resolves. */
static void test_mana_without_effect(void **state)
{
    (void)state;
    for (uint32_t modes = 0; modes < 3; modes++) {
        assembly s;
        uint32_t at;
        as_begin_with(&s, NULL,
                      "card \"Odd\" {0} artifact\ncard \"Forest\" basic land Forest\n"
                      "card \"Bear\" {G} creature Bear 2/2 {\n}\n");
        const uint32_t gain =
            EFFECT(&s, "pnn", I(YOU, 0, 0, 0, 0), I(LDI, 1, 0, 0, 1), CALL(gain_life, 0, 2));
        for (uint32_t i = 0; i < 2; i++) {
            vm_ability *a = as_ability(&s, i ? VM_ABILITY_TRIGGERED : VM_ABILITY_ACTIVATED, &at);
            a->event = i ? VM_EVENT_tapped_for_mana : 0;
            a->cost = i ? 0 : as_cost(&s, (vm_cost){VM_COST_TAP, 0, 0, 0, 0});
            a->cost_count = !i;
            a->flags = VM_AF_MANA;
            a->modes = s.p.mode_count;
            a->mode_count = modes;
            a->mode_min = a->mode_max = modes ? 1 : 0;
        }
        for (uint32_t i = 0; i < modes; i++)
            s.p.mode[s.p.mode_count++] = (vm_mode){.effect = gain};
        as_face(&s, "Odd")->abilities = at - 1;
        as_face(&s, "Odd")->ability_count = 2;
        cantrip_library *lib = as_finish(&s);
        cantrip_game *game = as_game(lib);
        put(game, 0, "Odd", BATTLEFIELD);
        put(game, 0, "Bear", HAND);
        assert_int_equal(offered(game, CANTRIP_OPTION_CAST), 0);
        put(game, 0, "Forest", BATTLEFIELD);
        assert_int_equal(offered(game, CANTRIP_OPTION_CAST), 1);
        if (offered(game, CANTRIP_OPTION_ACTIVATE))
            act(game, CANTRIP_OPTION_ACTIVATE, "Odd");
        while (asked(game) && cantrip_game_decision(game)->kind != CANTRIP_DECIDE_PRIORITY)
            assert_int_equal(cantrip_game_answer(game, &(uint32_t){0}, 1), CANTRIP_OK);
        act(game, CANTRIP_OPTION_CAST, "Bear");
        while (asked(game) && cantrip_game_decision(game)->kind != CANTRIP_DECIDE_PRIORITY)
            assert_int_equal(cantrip_game_answer(game, &(uint32_t){0}, 1), CANTRIP_OK);
        assert_int_equal(count_in(game, STACK, 0), 1);
        assert_int_equal(cantrip_game_result(game).fault, 0);
        cantrip_game_destroy(game);
        cantrip_library_close(lib);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_given_up), cmocka_unit_test(test_told_is_not_replaced),
        cmocka_unit_test(test_damage_in_a_hand), cmocka_unit_test(test_mana_without_effect)};
    return run_all("forged", tests, sizeof tests / sizeof *tests);
}
