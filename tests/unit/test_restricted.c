/* CLAIM: mana can be for spells, for abilities or for both (CR 106.6); a drawn card is known to what sees it drawn. */
#include "assemble.h"

static cantrip_library *lib;
static uint32_t f_spells, f_abilities, f_both, f_draw;

static void assemble(void)
{
    assembly s;
    uint32_t spells, permanents, both, at;
    as_begin(
        &s,
        "card \"Relic\" {2} artifact\ncard \"Pump\" {0} artifact {\n    {2}: you gain 1 life\n}\n"
        "card \"Tome\" {0} artifact\n");
    as_selector(&s, 1u << STACK, VM_WANT_OBJECTS, &spells)->types_all = VM_TYPE_ARTIFACT;
    as_selector(&s, 1u << BATTLEFIELD, VM_WANT_OBJECTS, &permanents)->types_all = VM_TYPE_ARTIFACT;
    as_selector(&s, 1u << STACK | 1u << BATTLEFIELD, VM_WANT_OBJECTS, &both)->types_all =
        VM_TYPE_ARTIFACT;
    const uint32_t one = as_cost(&s, (vm_cost){VM_COST_MANA, VM_COLORLESS, 0, 0, 0});
#define MANA(only)                                                                                 \
    EFFECT(&s, "pn", I(YOU, 0, 0, 0, 0), I(LDI, 1, 0, 0, 2), CALL(add_mana, 0, 0), IMM(one),       \
           IMM(1), IMM(only))
    f_spells = MANA(spells);
    f_abilities = MANA(permanents);
    f_both = MANA(both);
    f_draw = EFFECT(&s, "pno", I(YOU, 0, 0, 0, 0), I(LDI, 1, 0, 0, 1), CALL(draw, 0, 2));
    /* whenever you draw a land card: you gain 1 life */
    uint32_t land;
    as_selector(&s, 1u << HAND, VM_WANT_OBJECTS, &land)->types_all = VM_TYPE_LAND;
    vm_ability *a = as_ability(&s, VM_ABILITY_TRIGGERED, &at);
    a->event = VM_EVENT_draw;
    a->filter = VALUE(&s, "nob", I(EVENT_OBJ, 1, 0, 0, 0), I(MATCH, 2, 1, 0, (int32_t)land),
                      I(NUMBER, 0, 2, 0, 0));
    a->effect = EFFECT(&s, "pn", I(YOU, 0, 0, 0, 0), I(LDI, 1, 0, 0, 1), CALL(gain_life, 0, 1));
    as_face(&s, "Tome")->abilities = at;
    as_face(&s, "Tome")->ability_count = 1;
    lib = as_finish(&s);
}

/* RULE CR 106.6 */
static void test_cr106_6_what_it_is_for(void **state)
{
    (void)state;
    const struct {
        uint32_t mana;
        int spell, ability;
    } CASES[] = {{0, 0, 0}, {f_spells, 1, 0}, {f_abilities, 0, 1}, {f_both, 1, 1}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        cantrip_game *game = as_game(lib);
        put(game, 0, "Relic", HAND);
        put(game, 0, "Pump", BATTLEFIELD);
        if (CASES[i].mana)
            carry_out(game, CASES[i].mana, 0);
        assert_int_equal(can_do(game, CANTRIP_OPTION_CAST, "Relic"), CASES[i].spell);
        assert_int_equal(can_do(game, CANTRIP_OPTION_ACTIVATE, "Pump"), CASES[i].ability);
        cantrip_game_destroy(game);
    }
}

/* RULE CR 120.1, 603.2 */
static void test_cr120_1_the_drawn_card(void **state)
{
    (void)state;
    for (int land = 0; land < 2; land++) {
        cantrip_game *game = as_game(lib);
        put(game, 0, land ? "Forest" : "Shock", LIBRARY);
        put(game, 0, "Tome", BATTLEFIELD);
        carry_out(game, f_draw, 0);
        resolve(game);
        assert_int_equal(rt_player_row(&game->g, 0)->life, 20 + land);
        cantrip_game_destroy(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cr106_6_what_it_is_for),
                                       cmocka_unit_test(test_cr120_1_the_drawn_card)};
    assemble();
    int failed = run_all("restricted mana, drawn cards", tests, sizeof tests / sizeof *tests);
    cantrip_library_close(lib);
    return failed;
}
