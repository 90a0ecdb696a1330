/* CLAIM: what has happened can be asked about with the filters of triggers: this turn, last turn, before the event at
 * hand; things as they were (CR 608.2g). */
#include "assemble.h"

static cantrip_library *lib;
static uint32_t f_kill, f_ask, f_hit, f_exile, creatures;

/* The filter: what it happened to is one of yours and a creature, as it was. */
static uint32_t own_creature(assembly *s, uint32_t sel)
{
    return VALUE(s, "nob", I(EVENT_OBJ, 1, 0, 0, 0), I(MATCH, 2, 1, 0, (int32_t)sel),
                 I(NUMBER, 0, 2, 0, 0));
}

static uint32_t waits_for(assembly *s, uint32_t event, uint32_t filter)
{
    uint32_t at;
    vm_ability *a = as_ability(s, VM_ABILITY_TRIGGERED, &at);
    a->event = event;
    a->filter = filter;
    return at;
}

static void assemble(void)
{
    assembly s;
    uint32_t own, storm;
    as_begin(&s, "card \"Spark\" {0} instant\ncard \"Tempest\" {0} instant\n");
    as_selector(&s, 1u << VM_ZONE_BATTLEFIELD, VM_WANT_OBJECTS, &creatures)->types_all =
        VM_TYPE_CREATURE;
    vm_selector *mine = as_selector(&s, 1u << VM_ZONE_BATTLEFIELD, VM_WANT_OBJECTS, &own);
    mine->types_all = VM_TYPE_CREATURE;
    mine->controller = VM_REL_YOU;
    const int32_t died = (int32_t)waits_for(&s, VM_EVENT_dies, own_creature(&s, own)),
                  hit = (int32_t)waits_for(&s, VM_EVENT_damage, 0),
                  cast = (int32_t)waits_for(&s, VM_EVENT_cast, 0),
                  /* from the battlefield: asked with EVENT_ZONE */
        exiled = (int32_t)waits_for(&s, VM_EVENT_exiled,
                                    VALUE(&s, "nzbz", I(EVENT_ZONE, 1, 0, 0, 0),
                                          I(LDI, 3, 0, 0, VM_ZONE_BATTLEFIELD), I(EQ, 2, 1, 3, 0),
                                          I(NUMBER, 0, 2, 0, 0)));
    /* 0 e, 1 n */
    f_ask = EFFECT(&s, "en", I(HISTORY_COUNT, 1, 0, 0, died), I(SET_LINK_NUM, 1, 0, 0, 0),
                   I(HISTORY_SET, 0, 0, 0, died), I(PROP, 1, 0, 0, VM_PROP_POWER),
                   I(SET_LINK_NUM, 1, 0, 0, 1), I(GREATEST, 1, 0, 0, VM_PROP_POWER),
                   I(SET_LINK_NUM, 1, 0, 0, 2), I(LEAST, 1, 0, 0, VM_PROP_POWER),
                   I(SET_LINK_NUM, 1, 0, 0, 3), I(HISTORY_COUNT, 1, 1, 0, died),
                   I(SET_LINK_NUM, 1, 0, 0, 4), I(HISTORY_SUM, 1, 0, 0, hit),
                   I(SET_LINK_NUM, 1, 0, 0, 5), I(HISTORY_SET, 0, 0, 4, hit), I(COUNT, 1, 0, 0, 0),
                   I(SET_LINK_NUM, 1, 0, 0, 6), I(HISTORY_COUNT, 1, 0, 0, exiled),
                   I(SET_LINK_NUM, 1, 0, 0, 7), I(HISTORY_SET, 0, 1, 0, died),
                   I(PROP, 1, 0, 0, VM_PROP_POWER), I(SET_LINK_NUM, 1, 0, 0, 8));
    f_kill = EFFECT(&s, "eo", I(SELECT, 0, 0, 0, (int32_t)creatures), I(OBJECTS, 1, 0, 0, 0),
                    CALL(destroy, 1, 1), IMM(0));
    f_exile = EFFECT(&s, "eoo", I(SELECT, 0, 0, 0, (int32_t)creatures), I(OBJECTS, 1, 0, 0, 0),
                     CALL(exile, 1, 2));
    f_hit = EFFECT(&s, "oneenp", I(SELECT, 3, 0, 0, (int32_t)creatures), I(OBJECTS, 0, 3, 0, 0),
                   I(LDI, 1, 0, 0, 3), I(YOU, 5, 0, 0, 0), I(WIDEN, 2, 5, 0, 0),
                   CALL(deal_damage, 0, 4));
    /* 'for each spell cast before it this turn': counted as it triggers */
    vm_ability *a = as_ability(&s, VM_ABILITY_TRIGGERED, &storm);
    a->event = VM_EVENT_cast;
    a->zones = 1u << VM_ZONE_STACK;
    a->filter = VALUE(&s, "noob", I(EVENT_OBJ, 1, 0, 0, 0), I(THIS, 2, 0, 0, 0),
                      I(MEET, 3, 1, 2, 0), I(NUMBER, 0, 3, 0, 0));
    a->effect = EFFECT(&s, "pn", I(YOU, 0, 0, 0, 0), I(HISTORY_COUNT, 1, 2, 0, cast),
                       CALL(gain_life, 0, 1));
    as_face(&s, "Tempest")->abilities = storm;
    as_face(&s, "Tempest")->ability_count = 1;
    lib = as_finish(&s);
}

static void expect_slots(const cantrip_game *game, const int32_t *want, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (want[i] >= 0 && number_in(game, i) != want[i])
            fail_msg("slot %u holds %d, not %d", i, number_in(game, i), want[i]);
}

/* CLAIM who died this turn, as they were; next turn it was last turn; then it is forgotten. RULE CR 608.2g, 500.1 */
static void test_cr608_2g_died(void **state)
{
    (void)state;
    cantrip_game *game = as_game(lib);
    for (uint32_t p = 0; p < 2; p++)
        cantrip_setup_put(game, p, "Shock", LIBRARY, 9, 0, 0);
    put(game, 0, "Serra Angel", BATTLEFIELD);
    put(game, 0, "Grizzly Bears", BATTLEFIELD);
    put(game, 1, "Hill Giant", BATTLEFIELD);
    cantrip_setup_counters(game, 0, "Serra Angel", VM_COUNTER_PLUS, 1);
    carry_out(game, f_kill, 0);
    carry_out(game, f_ask, 0);
    asked(game);
    expect_slots(game, (const int32_t[]){2, 7, 5, 2, 0, 0, 0, 0, 0}, 9);
    carry_out(game, f_ask, 1); /* as player 2 sees it */
    asked(game);
    expect_slots(game, (const int32_t[]){1, 3, 3, 3, 0}, 5);
    advance(game, VM_STEP_MAIN1, 4);
    carry_out(game, f_ask, 0);
    asked(game);
    expect_slots(game, (const int32_t[]){0, 0, 0, 0, 2, 0, 0, 0, 7}, 9);
    advance(game, VM_STEP_MAIN1, 5);
    carry_out(game, f_ask, 0);
    asked(game);
    expect_slots(game, (const int32_t[]){0, 0, 0, 0, 0, 0, 0, 0, 0}, 9);
    for (uint32_t i = 0; i < game->g.s->past.count; i++) /* draws, steps of these turns */
        assert_true(rt_past_row(&game->g, i)->turn + 1 >= game->g.s->turn);
    cantrip_game_destroy(game);
}

/* CLAIM the sum of damage, to whom; what was exiled, and where from. RULE CR 119.1, 406.2 */
static void test_cr119_1_amounts(void **state)
{
    (void)state;
    cantrip_game *game = as_game(lib);
    put(game, 0, "Serra Angel", BATTLEFIELD);
    put(game, 0, "Grizzly Bears", BATTLEFIELD);
    carry_out(game, f_hit, 1);
    carry_out(game, f_exile, 0);
    carry_out(game, f_ask, 0);
    asked(game);
    expect_slots(game, (const int32_t[]){0, 0, 0, 0, 0, 6, 1, 2, 0}, 9);
    assert_int_equal(rt_player_row(&game->g, 1)->life, 14);
    cantrip_game_destroy(game);
}

/* CLAIM spells that were cast before: the first has none, the third two. RULE CR 702.39a */
static void test_cr702_39_before_it(void **state)
{
    (void)state;
    cantrip_game *game = as_game(lib);
    put(game, 0, "Tempest", HAND);
    put(game, 0, "Tempest", HAND);
    put(game, 0, "Spark", HAND);
    act(game, CANTRIP_OPTION_CAST, "Tempest");
    resolve(game);
    assert_int_equal(rt_player_row(&game->g, 0)->life, 20);
    act(game, CANTRIP_OPTION_CAST, "Spark");
    resolve(game);
    act(game, CANTRIP_OPTION_CAST, "Tempest");
    resolve(game);
    assert_int_equal(rt_player_row(&game->g, 0)->life, 22);
    cantrip_game_destroy(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cr608_2g_died),
                                       cmocka_unit_test(test_cr119_1_amounts),
                                       cmocka_unit_test(test_cr702_39_before_it)};
    assemble();
    int failed = run_all("history", tests, sizeof tests / sizeof *tests);
    cantrip_library_close(lib);
    return failed;
}
