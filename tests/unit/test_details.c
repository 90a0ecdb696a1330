/* CLAIM: small things that were wrong: lifelink of several sources, infect, deathtouch since the last check, attaching,
 * what returns from exile, rules that an effect lays on players. */
#include "assemble.h"

static cantrip_library *lib;
static uint32_t f_both_hit, f_attach, f_destroy, f_limit, f_draw, f_noted[6];

static void assemble(void)
{
    assembly s;
    uint32_t at, hitters, hand, artifacts, lands;
    as_begin(&s, "card \"Leech\" {1} creature Zombie 2/2 {\n    lifelink\n}\n"
                 "card \"Rot\" {1} creature Zombie 1/1 {\n    infect\n}\n"
                 "card \"Counter\" {1} enchantment\ncard \"Mourner\" {1} enchantment\n"
                 "card \"Sword\" {1} artifact Equipment\ncard \"Jailer\" {0} artifact\n");
    as_selector(&s, 1u << BATTLEFIELD, VM_WANT_OBJECTS, &hitters)->types_all = VM_TYPE_CREATURE;
    as_selector(&s, 1u << BATTLEFIELD, VM_WANT_OBJECTS, &artifacts)->types_all = VM_TYPE_ARTIFACT;
    as_selector(&s, 1u << BATTLEFIELD, VM_WANT_OBJECTS, &lands)->types_all = VM_TYPE_LAND;
    as_selector(&s, 1u << HAND, VM_WANT_OBJECTS, &hand);
    /* 0 o, 1 n, 2 e, 3 e, 4 n, 5 p */
    f_both_hit = EFFECT(&s, "oneenp", I(SELECT, 3, 0, 0, (int32_t)hitters), I(OBJECTS, 0, 3, 0, 0),
                        I(LDI, 1, 0, 0, 2), I(OPPONENTS, 5, 0, 0, 0), I(WIDEN, 2, 5, 0, 0),
                        CALL(deal_damage, 0, 4));
    f_attach = EFFECT(&s, "oee", I(SELECT, 2, 0, 0, (int32_t)artifacts), I(OBJECTS, 0, 2, 0, 0),
                      I(SELECT, 1, 0, 0, (int32_t)lands), CALL(attach, 0, 0));
    f_destroy = EFFECT(&s, "oe", I(SELECT, 1, 0, 0, (int32_t)artifacts), I(OBJECTS, 0, 1, 0, 0),
                       CALL(destroy, 0, 0), IMM(0));
    const uint32_t most = as_mod(&s, (vm_mod){VM_MOD_MOST, 0, 0, VM_MOST_DRAWS, 0, 0, VM_MF_ARG_A});
    /* 0 e, 1 n, 2 n, 3 p */
    f_limit = EFFECT(&s, "ennpp", I(OPPONENTS, 3, 0, 0, 0), I(WIDEN, 0, 3, 0, 0),
                     I(LDI, 1, 0, 0, 2), I(LDI, 2, 0, 0, 0), I(YOU, 3, 0, 0, 0), I(YOU, 4, 0, 0, 0),
                     CALL(effect, 0, 0), IMM(most), IMM(1), IMM(VM_DURATION_END_OF_TURN));
    f_draw = EFFECT(&s, "pno", I(YOU, 0, 0, 0, 0), I(LDI, 1, 0, 0, 3), CALL(draw, 0, 2));
    /* what was noted as the other kind, or never: 0 e, 1 n, 2 p, 3 n, 4 o, 5 e; draws as many, destroys those */
    for (int i = 0; i < 6; i++) {
        static const int32_t NUMBER[] = {0, 3, VM_NUMBER_MAX, 0, 0, 0},
                             PLACE[] = {0, 0, 0, 1, -1, VM_NUMBER_MAX};
        const as_insn note = i ? (as_insn)CALL(note, 3, 1) : (as_insn)CALL(note_things, 0, 1);
        f_noted[i] = EFFECT(
            &s, "enpnoe", I(SELECT, 0, 0, 0, (int32_t)hitters), I(LDI, 3, 0, 0, NUMBER[i]), note,
            I(LDI, 1, 0, 0, PLACE[i]), CALL(noted, 1, 3), I(YOU, 2, 0, 0, 0), CALL(draw, 2, 4),
            CALL(noted_things, 1, 5), I(OBJECTS, 4, 5, 0, 0), CALL(destroy, 4, 4), IMM(0));
    }
    /* counts how often life is gained and lost: a counter on itself */
    const uint32_t count = EFFECT(&s, "eno", I(THIS, 2, 0, 0, 0), I(WIDEN, 0, 2, 0, 0),
                                  I(LDI, 1, 0, 0, 1), CALL(put_counters, 0, 0), IMM(7));
    vm_ability *a = as_ability(&s, VM_ABILITY_TRIGGERED, &at);
    a->event = VM_EVENT_gain_life;
    a->effect = count;
    as_face(&s, "Counter")->abilities = at;
    as_face(&s, "Counter")->ability_count = 1;
    a = as_ability(&s, VM_ABILITY_TRIGGERED, &at);
    a->event = VM_EVENT_lose_life;
    a->effect = count;
    as_face(&s, "Mourner")->abilities = at;
    as_face(&s, "Mourner")->ability_count = 1;
    a = as_ability(&s, VM_ABILITY_ACTIVATED, &at);
    a->effect = EFFECT(&s, "oeo", I(SELECT, 1, 0, 0, (int32_t)hand), I(OBJECTS, 0, 1, 0, 0),
                       CALL(exile_until, 0, 2));
    as_face(&s, "Jailer")->abilities = at;
    as_face(&s, "Jailer")->ability_count = 1;
    lib = as_finish(&s);
}

static int32_t counted(cantrip_game *game, const char *card)
{
    return rt_counters(&game->g, find_in(game, BATTLEFIELD, 0, card), 7);
}

/* CLAIM what a pack noted as things is no number, what it noted as a number are no things, and what it never noted is neither. */
static void test_noted_otherwise(void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        cantrip_game *game = as_game(lib);
        put(game, 0, "Leech", BATTLEFIELD);
        cantrip_setup_put(game, 0, "Rot", LIBRARY, 9, 0, 0);
        carry_out(game, f_noted[i], 0);
        resolve(game);
        const uint32_t drawn = rt_zone_count(&game->g, VM_ZONE_HAND, 0);
        assert_int_equal(drawn, i == 1 ? 3 : i == 2 ? 9 : 0);
        if (i > 1) /* 0: those that were noted; small numbers are sets of what is at hand */
            assert_true(find_in(game, BATTLEFIELD, 0, "Leech"));
        cantrip_game_destroy(game);
    }
}

/* CLAIM two sources with lifelink make two gains of life. RULE CR 702.15e */
static void test_cr702_15e_each_source(void **state)
{
    (void)state;
    for (uint32_t sources = 1; sources < 3; sources++) {
        cantrip_game *game = as_game(lib);
        put(game, 0, "Counter", BATTLEFIELD);
        cantrip_setup_put(game, 0, "Leech", BATTLEFIELD, sources, 0, 0);
        carry_out(game, f_both_hit, 0);
        resolve(game);
        assert_int_equal(rt_player_row(&game->g, 0)->life, 20 + 2 * (int32_t)sources);
        assert_int_equal(counted(game, "Counter"), sources);
        cantrip_game_destroy(game);
    }
}

/* CLAIM damage is loss of life, but not that of a source with infect. RULE CR 119.3a, 119.3b */
static void test_cr119_3b_infect(void **state)
{
    (void)state;
    for (int infect = 0; infect < 2; infect++) {
        cantrip_game *game = as_game(lib);
        put(game, 0, "Mourner", BATTLEFIELD);
        put(game, 0, infect ? "Rot" : "Hill Giant", BATTLEFIELD);
        carry_out(game, f_both_hit, 0);
        resolve(game);
        assert_int_equal(counted(game, "Mourner"), !infect);
        cantrip_game_destroy(game);
    }
}

/* CLAIM deathtouch counts until the next check only. RULE CR 704.5h */
static void test_cr704_5h_since_the_last_check(void **state)
{
    (void)state;
    for (int checked = 0; checked < 2; checked++) {
        cantrip_game *game = as_game(lib);
        put(game, 0, "Hill Giant", BATTLEFIELD);
        asked(game);
        rt_object *o = rt_live(&game->g, find_in(game, BATTLEFIELD, 0, "Hill Giant"));
        o->flags |= RT_OF_DEATHTOUCHED;
        rt_presence_of(&game->g, o)->damage = 1;
        game->g.s->touched = 1; /* behind its back */
        if (checked) {          /* it could not be destroyed then */
            o->markers |= 1u << VM_TRAIT_INDESTRUCTIBLE;
            rt_sba(&game->g, rt_batch(&game->g));
            rt_obj(&game->g, RT_INDEX(find_in(game, BATTLEFIELD, 0, "Hill Giant")))->markers = 0;
            game->g.s->touched = 1;
        }
        assert_int_equal(rt_sba(&game->g, rt_batch(&game->g)), !checked);
        cantrip_game_destroy(game);
    }
}

/* CLAIM an Equipment is attached to creatures only. RULE CR 701.3b, 301.5 */
static void test_cr701_3b_illegal(void **state)
{
    (void)state;
    cantrip_game *game = as_game(lib);
    put(game, 0, "Sword", BATTLEFIELD);
    put(game, 0, "Forest", BATTLEFIELD);
    carry_out(game, f_attach, 0);
    asked(game);
    assert_int_equal(
        rt_here(&game->g, rt_live(&game->g, find_in(game, BATTLEFIELD, 0, "Sword")))->attached, 0);
    cantrip_game_destroy(game);
}

/* CLAIM what was exiled from a hand returns to the hand. RULE CR 610.3 */
static void test_cr610_3_to_the_hand(void **state)
{
    (void)state;
    cantrip_game *game = as_game(lib);
    put(game, 0, "Jailer", BATTLEFIELD);
    put(game, 1, "Hill Giant", HAND);
    act(game, CANTRIP_OPTION_ACTIVATE, "Jailer");
    resolve(game);
    assert_int_equal(count_in(game, EXILE, 1), 1);
    carry_out(game, f_destroy, 0);
    asked(game);
    assert_int_equal(count_in(game, HAND, 1), 1);
    assert_int_equal(count_in(game, BATTLEFIELD, 0), 0);
    cantrip_game_destroy(game);
}

/* CLAIM an effect limits players, with its own number, this turn. RULE CR 611.2a, 120.2b */
static void test_cr611_2a_rules_for_players(void **state)
{
    (void)state;
    cantrip_game *game = as_game(lib);
    for (uint32_t p = 0; p < 2; p++)
        cantrip_setup_put(game, p, "Forest", LIBRARY, 20, 0, 0);
    carry_out(game, f_limit, 0);
    carry_out(game, f_draw, 1);
    carry_out(game, f_draw, 0);
    asked(game);
    assert_int_equal(count_in(game, HAND, 1), 2);
    assert_int_equal(count_in(game, HAND, 0), 3);
    advance(game, VM_STEP_UPKEEP, 4);
    carry_out(game, f_draw, 1);
    asked(game);
    assert_int_equal(count_in(game, HAND, 1), 5);
    cantrip_game_destroy(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_noted_otherwise),
                                       cmocka_unit_test(test_cr702_15e_each_source),
                                       cmocka_unit_test(test_cr119_3b_infect),
                                       cmocka_unit_test(test_cr704_5h_since_the_last_check),
                                       cmocka_unit_test(test_cr701_3b_illegal),
                                       cmocka_unit_test(test_cr610_3_to_the_hand),
                                       cmocka_unit_test(test_cr611_2a_rules_for_players)};
    assemble();
    int failed = run_all("details", tests, sizeof tests / sizeof *tests);
    cantrip_library_close(lib);
    return failed;
}
