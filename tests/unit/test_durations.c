/* CLAIM: effects end when they say (CR 611.2a, b, 514.2). */
#include "assemble.h"

static cantrip_library *lib;
static uint32_t f_until[VM_DURATION_COUNT], f_frozen;

static void assemble(void)
{
    assembly s;
    uint32_t creatures, theirs, at, tapped;
    as_begin(&s, "card \"Anchor\" {0} artifact\n");
    vm_selector *row = as_selector(&s, 1u << VM_ZONE_BATTLEFIELD, VM_WANT_OBJECTS, &creatures);
    row->types_all = VM_TYPE_CREATURE;
    row = as_selector(&s, 1u << VM_ZONE_BATTLEFIELD, VM_WANT_OBJECTS, &theirs);
    row->types_all = VM_TYPE_CREATURE;
    row->controller = VM_REL_OPPONENT;
    as_selector(&s, 1u << VM_ZONE_BATTLEFIELD, VM_WANT_OBJECTS, &tapped)->status_all =
        VM_STATUS_TAPPED0;
    const uint32_t bigger = as_mod(&s, (vm_mod){VM_MOD_GET_PT, 0, 1, 1, 0, 0, 0});
    const uint32_t frozen = as_mod(&s, (vm_mod){VM_MOD_CANT_UNTAP, 0, 0, 0, 0, 0, 0});
    const uint32_t control = as_mod(&s, (vm_mod){VM_MOD_CONTROL, 0, 0, 0, 0, 0, 0});
    /* 0 e, 1 n, 2 n, 3 p */
#define BEGIN(sel)                                                                                 \
    I(SELECT, 0, 0, 0, (int32_t)sel), I(LDI, 1, 0, 0, 0), I(LDI, 2, 0, 0, 0), I(YOU, 3, 0, 0, 0),  \
        I(YOU, 4, 0, 0, 0)
    for (uint32_t d = 0; d < VM_DURATION_WHILE; d++)
        f_until[d] =
            EFFECT(&s, "ennpp", BEGIN(creatures), CALL(effect, 0, 0), IMM(bigger), IMM(1), IMM(d));
    f_frozen = EFFECT(&s, "ennpp", BEGIN(creatures), CALL(effect, 0, 0), IMM(frozen), IMM(1),
                      IMM(VM_DURATION_NEXT_UNTAP));
    vm_ability *condition =
        as_ability(&s, VM_ABILITY_STATIC, &at); /* for as long as this is tapped */
    condition->condition = VALUE(&s, "nob", I(THIS, 1, 0, 0, 0), I(MATCH, 2, 1, 0, (int32_t)tapped),
                                 I(NUMBER, 0, 2, 0, 0));
    const uint32_t while_tapped = at;
    vm_ability *take = as_ability(&s, VM_ABILITY_ACTIVATED, &at);
    take->effect = EFFECT(&s, "ennpp", BEGIN(theirs), CALL(effect_while, 0, 0), IMM(control),
                          IMM(1), IMM(while_tapped));
    as_face(&s, "Anchor")->abilities = at;
    as_face(&s, "Anchor")->ability_count = 1;
    lib = as_finish(&s);
}

static cantrip_game *position(void)
{
    cantrip_game *game = as_game(lib);
    for (uint32_t p = 0; p < 2; p++)
        cantrip_setup_put(game, p, "Forest", LIBRARY, 9, 0, 0);
    return game;
}

static int32_t power_of(cantrip_game *game, uint32_t player)
{
    rt_refresh(&game->g);
    return rt_power(&game->g, find_in(game, BATTLEFIELD, player, "Hill Giant"));
}

/* CLAIM turn 3 is mine: in which step and turn each effect is still there, and in which it is not. RULE CR 611.2a */
static void test_cr611_2a_ends(void **state)
{
    (void)state;
    static const struct {
        uint32_t duration, step, turn, there;
    } CASES[] = {{VM_DURATION_END_OF_TURN, VM_STEP_END, 3, 1},
                 {VM_DURATION_END_OF_TURN, VM_STEP_UPKEEP, 4, 0},
                 {VM_DURATION_END_OF_COMBAT, VM_STEP_END_COMBAT, 3, 1},
                 {VM_DURATION_END_OF_COMBAT, VM_STEP_MAIN2, 3, 0},
                 {VM_DURATION_YOUR_NEXT_TURN, VM_STEP_END, 4, 1},
                 {VM_DURATION_YOUR_NEXT_TURN, VM_STEP_UPKEEP, 5, 0},
                 {VM_DURATION_END_OF_YOUR_NEXT_TURN, VM_STEP_END, 3, 1},
                 {VM_DURATION_END_OF_YOUR_NEXT_TURN, VM_STEP_END, 5, 1},
                 {VM_DURATION_END_OF_YOUR_NEXT_TURN, VM_STEP_UPKEEP, 6, 0},
                 {VM_DURATION_FOREVER, VM_STEP_UPKEEP, 8, 1}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        cantrip_game *game = position();
        put(game, 0, "Hill Giant", BATTLEFIELD);
        carry_out(game, f_until[CASES[i].duration], 0);
        asked(game);
        advance(game, CASES[i].step, CASES[i].turn);
        if (power_of(game, 0) != (CASES[i].there ? 4 : 3))
            fail_msg("case %u: power %d", (uint32_t)i, power_of(game, 0));
        cantrip_game_destroy(game);
    }
}

/* CLAIM each stays tapped through the next untap step of its own controller, once. RULE CR 502.3 */
static void test_cr502_3_next_untap_step(void **state)
{
    (void)state;
    cantrip_game *game = position();
    for (uint32_t p = 0; p < 2; p++)
        cantrip_setup_put(game, p, "Hill Giant", BATTLEFIELD, 1, 1, 0);
    carry_out(game, f_frozen, 0);
    asked(game);
    for (uint32_t turn = 4; turn < 8; turn++) {
        advance(game, VM_STEP_UPKEEP, turn);
        for (uint32_t p = 0; p < 2; p++) {
            const rt_object *o = rt_live(&game->g, find_in(game, BATTLEFIELD, p, "Hill Giant"));
            const uint32_t want = turn == 4 ? 1 : turn == 5 ? 1 : turn == 6 ? p == 0 : 0;
            assert_int_equal((o->flags & RT_OF_TAPPED) != 0, want);
        }
    }
    assert_int_equal(game->g.s->effect.count, 0);
    cantrip_game_destroy(game);
}

/* CLAIM for as long as this is tapped; not at all if it is not. RULE CR 611.2b */
static void test_cr611_2b_for_as_long_as(void **state)
{
    (void)state;
    for (int tapped = 0; tapped < 2; tapped++) {
        cantrip_game *game = position();
        cantrip_setup_put(game, 0, "Anchor", BATTLEFIELD, 1, tapped, 0);
        put(game, 1, "Hill Giant", BATTLEFIELD);
        act(game, CANTRIP_OPTION_ACTIVATE, "Anchor");
        resolve(game);
        assert_int_equal(find_in(game, BATTLEFIELD, 0, "Hill Giant") != 0, tapped);
        assert_int_equal(game->g.s->effect.count, tapped);
        advance(game, VM_STEP_UPKEEP, 4);
        assert_int_equal(find_in(game, BATTLEFIELD, 0, "Hill Giant") != 0, tapped);
        advance(game, VM_STEP_UPKEEP, 5); /* it untaps */
        assert_true(find_in(game, BATTLEFIELD, 1, "Hill Giant") != 0);
        assert_int_equal(game->g.s->effect.count, 0);
        cantrip_game_destroy(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cr611_2a_ends),
                                       cmocka_unit_test(test_cr502_3_next_untap_step),
                                       cmocka_unit_test(test_cr611_2b_for_as_long_as)};
    assemble();
    int failed = run_all("durations", tests, sizeof tests / sizeof *tests);
    cantrip_library_close(lib);
    return failed;
}
