/* CLAIM: what spells target can be asked and changed; what an effect did is known: gone objects, damage dealt. */
#include "assemble.h"

static cantrip_library *lib;
static uint32_t f_targets, f_change_giant, f_change_land, f_keyword, f_gone, f_hit, f_shield;

static void assemble(void)
{
    assembly s;
    uint32_t spells, giant, land, creatures;
    as_begin(&s,
             "card \"Zap\" {0} instant {\n    this deals 1 damage to target creature or player\n}\n"
             "card \"Wheel\" {0} creature Bear 1/1 {\n    cycling {0}\n}\n"
             "card \"Lamp\" {0} artifact {\n    {0}: you gain 1 life\n}\n");
    as_selector(&s, 1u << STACK, VM_WANT_OBJECTS, &spells);
    as_selector(&s, 1u << BATTLEFIELD, VM_WANT_OBJECTS, &giant)->name =
        as_face(&s, "Hill Giant")->name;
    as_selector(&s, 1u << BATTLEFIELD, VM_WANT_OBJECTS, &land)->types_all = VM_TYPE_LAND;
    as_selector(&s, 1u << BATTLEFIELD, VM_WANT_OBJECTS, &creatures)->types_all = VM_TYPE_CREATURE;
    /* 0 e, 1 o, 2 e, 3 n */
#define STACKED I(SELECT, 0, 0, 0, (int32_t)spells), I(OBJECTS, 1, 0, 0, 0)
    f_targets = EFFECT(&s, "eoen", STACKED, I(TARGETS_OF, 0, 1, 0, 0), I(SET_LINK, 0, 0, 0, 0));
    f_change_giant =
        EFFECT(&s, "eoen", STACKED, I(SELECT, 2, 0, 0, (int32_t)giant), CALL(change_targets, 1, 0));
    f_change_land =
        EFFECT(&s, "eoen", STACKED, I(SELECT, 2, 0, 0, (int32_t)land), CALL(change_targets, 1, 0));
    f_keyword = EFFECT(&s, "eoen", STACKED, I(KEYWORD_OF, 3, 1, 0, 0), I(SET_LINK_NUM, 3, 0, 0, 0));
    f_gone = EFFECT(&s, "eo", I(SELECT, 0, 0, 0, (int32_t)creatures), I(OBJECTS, 1, 0, 0, 0),
                    CALL(destroy, 1, 1), IMM(0), I(GONE, 0, 0, 0, 0), I(SET_LINK, 0, 0, 0, 0));
    /* 0 o, 1 n, 2 e, 3 e, 4 n, 5 e, 6 n */
    f_hit = EFFECT(&s, "oneenen", I(SELECT, 2, 0, 0, (int32_t)creatures), I(LDI, 1, 0, 0, 2),
                   I(SELECT, 3, 0, 0, (int32_t)giant), I(OBJECTS, 0, 3, 0, 0),
                   CALL(deal_damage, 0, 4), I(SET_LINK_NUM, 4, 0, 0, 0));
    uint32_t next_one;
    vm_ability *shield = as_ability(&s, VM_ABILITY_REPLACE, &next_one);
    shield->event = VM_EVENT_damage;
    shield->flags = VM_AF_PREVENTION;
    shield->effect = EFFECT(&s, "nn", I(LDI, 0, 0, 0, -1), CALL(event_prevent, 0, 1));
    f_shield = EFFECT(&s, "eeeen", I(NONE, 0, 0, 0, 0), I(NONE, 1, 0, 0, 0), I(NONE, 2, 0, 0, 0),
                      I(NONE, 3, 0, 0, 0), I(LDI, 4, 0, 0, 1), CALL(delay, 0, 0), IMM(next_one),
                      IMM(VM_DURATION_END_OF_TURN));
    lib = as_finish(&s);
}

static cantrip_game *zapped(void)
{
    cantrip_game *game = as_game(lib);
    put(game, 1, "Grizzly Bears", BATTLEFIELD);
    put(game, 0, "Hill Giant", BATTLEFIELD);
    put(game, 0, "Forest", BATTLEFIELD);
    put(game, 0, "Zap", HAND);
    act(game, CANTRIP_OPTION_CAST, "Zap");
    expect_asked(game, CANTRIP_DECIDE_TARGET, 0);
    ANSWER(game, "Grizzly Bears");
    return game;
}

/* CLAIM a legal target replaces the old one; an illegal one does not. RULE CR 114.6 */
static void test_cr114_6_changed(void **state)
{
    (void)state;
    for (int legal = 0; legal < 2; legal++) {
        cantrip_game *game = zapped();
        rt_entity target = 0;
        carry_out(game, legal ? f_change_giant : f_change_land, 0);
        carry_out(game, f_targets, 0);
        asked(game);
        assert_int_equal(set_in(game, 0, &target), 1);
        assert_string_equal(rt_name(&game->g, target), legal ? "Hill Giant" : "Grizzly Bears");
        resolve(game);
        assert_int_equal(rt_here(&game->g, rt_live(&game->g, target))->damage, 1);
        cantrip_game_destroy(game);
    }
}

/* CLAIM an ability knows which keyword it came from. RULE CR 702.28 */
static void test_cr702_28_keyword(void **state)
{
    (void)state;
    cantrip_game *game = as_game(lib);
    const vm_pack *p = game->g.pack;
    put(game, 0, "Wheel", HAND);
    put(game, 0, "Lamp", BATTLEFIELD);
    act(game, CANTRIP_OPTION_ACTIVATE, "Wheel");
    carry_out(game, f_keyword, 0);
    asked(game);
    int32_t cycling = -2;
    for (uint32_t i = 0; i < p->symbol_count; i++)
        if (p->symbol[i].kind == VM_SYM_KEYWORD &&
            strcmp(vm_pack_str(p, p->symbol[i].name), "cycling") == 0)
            cycling = (int32_t)p->symbol[i].number;
    assert_int_equal(number_in(game, 0), cycling);
    cantrip_game_destroy(game);
    game = as_game(lib);
    put(game, 0, "Lamp", BATTLEFIELD);
    act(game, CANTRIP_OPTION_ACTIVATE, "Lamp");
    carry_out(game, f_keyword, 0);
    asked(game);
    assert_int_equal(number_in(game, 0), -1);
    cantrip_game_destroy(game);
}

/* CLAIM what was destroyed is gone, what regenerated is not. RULE CR 701.14a, 701.7b */
static void test_cr701_7_gone(void **state)
{
    (void)state;
    cantrip_game *game = as_game(lib);
    put(game, 1, "Grizzly Bears", BATTLEFIELD);
    put(game, 0, "Hill Giant", BATTLEFIELD);
    rt_presence_of(&game->g, rt_live(&game->g, find_in(game, BATTLEFIELD, 0, "Hill Giant")))
        ->regeneration = 1;
    rt_entity gone = 0;
    carry_out(game, f_gone, 0);
    asked(game);
    assert_int_equal(set_in(game, 0, &gone), 1);
    assert_string_equal(rt_name(&game->g, gone), "Grizzly Bears");
    cantrip_game_destroy(game);
}

/* CLAIM the damage that was dealt is what was not prevented, all together. RULE CR 119.4, 615.7 */
static void test_cr615_7_dealt(void **state)
{
    (void)state;
    for (int shield = 0; shield < 2; shield++) {
        cantrip_game *game = as_game(lib);
        put(game, 1, "Grizzly Bears", BATTLEFIELD);
        put(game, 0, "Hill Giant", BATTLEFIELD);
        asked(game);
        if (shield) {
            carry_out(game, f_shield, 0);
            asked(game);
        }
        carry_out(game, f_hit, 0);
        asked(game);
        if (shield) { /* of which damage */
            const uint32_t first = 0;
            assert_int_equal(cantrip_game_answer(game, &first, 1), CANTRIP_OK);
            asked(game);
        }
        assert_int_equal(number_in(game, 0), 4 - shield);
        cantrip_game_destroy(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cr114_6_changed), cmocka_unit_test(test_cr702_28_keyword),
        cmocka_unit_test(test_cr701_7_gone), cmocka_unit_test(test_cr615_7_dealt)};
    assemble();
    int failed = run_all("targets", tests, sizeof tests / sizeof *tests);
    cantrip_library_close(lib);
    return failed;
}
