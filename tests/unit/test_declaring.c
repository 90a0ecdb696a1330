/* CLAIM: while attackers and blockers are being declared, one after the other, those that were chosen so far do not attack or
 * block yet (CR 508.1k, 509.1g): not in the game, and not in a world that is made up in between. */
#include "assemble.h"
#include "runtime/combat/combat.h"

static cantrip_library *lib;

static int32_t power_of(cantrip_game *g, uint32_t player, const char *card)
{
    for (uint32_t i = 0; i < cantrip_view_count(g, BATTLEFIELD, player); i++) {
        const cantrip_object_view v = cantrip_view_object(g, player, BATTLEFIELD, player, i);
        if (strcmp(v.name, card) == 0)
            return v.power;
    }
    fail_msg("no %s", card);
    return 0;
}

/* The first of the options, for the first creature that is asked about. */
static void choose(cantrip_game *g, uint32_t kind)
{
    for (int i = 0; i < 40 && asked(g)->kind != kind; i++)
        assert_int_equal(cantrip_game_answer(g, (uint32_t[]){0}, asked(g)->min ? 1 : 0),
                         CANTRIP_OK);
    assert_int_equal(asked(g)->kind, kind);
    assert_int_equal(cantrip_game_answer(g, (uint32_t[]){0}, 1), CANTRIP_OK);
}

/* `before` while the second is asked about, in this game and in another world; `after` when all have been. */
static void expect_power(cantrip_game *g, uint32_t kind, uint32_t player, const char *card,
                         int32_t before, int32_t after)
{
    cantrip_game *world;
    choose(g, kind);
    assert_int_equal(asked(g)->kind, kind);
    assert_int_equal(power_of(g, player, card), before);
    assert_int_equal(cantrip_game_clone(g, &world), CANTRIP_OK);
    assert_int_equal(cantrip_game_resample(world, asked(g)->player, 7), CANTRIP_OK);
    assert_int_equal(power_of(world, player, card), before);
    cantrip_game_destroy(world);
    choose(g, kind);
    asked(g);
    assert_int_equal(power_of(g, player, card), after);
}

/* RULE CR 508.1k: each chosen creature becomes an attacking creature once all are chosen and paid for */
static void test_cr508_1k_attackers(void **state)
{
    (void)state;
    cantrip_game *g = as_game(lib);
    put(g, 0, "War Banner", BATTLEFIELD);
    put(g, 0, "Grizzly Bears", BATTLEFIELD);
    put(g, 0, "Hill Giant", BATTLEFIELD);
    assert_int_equal(cantrip_setup_step(g, VM_STEP_ATTACKERS, 0), CANTRIP_OK);
    expect_power(g, CANTRIP_DECIDE_ATTACK, 0, "Grizzly Bears", 2, 3);
    cantrip_game_destroy(g);
}

/* RULE CR 509.1g: each chosen creature becomes a blocking creature once all are chosen and paid for */
static void test_cr509_1g_blockers(void **state)
{
    (void)state;
    cantrip_game *g = as_game(lib);
    put(g, 0, "Serra Angel", BATTLEFIELD);
    put(g, 0, "Wall of Wood", BATTLEFIELD);
    put(g, 0, "War Banner", BATTLEFIELD);
    put(g, 1, "War Banner", BATTLEFIELD);
    put(g, 0, "Craw Wurm", BATTLEFIELD);
    put(g, 1, "Grizzly Bears", BATTLEFIELD);
    put(g, 1, "Hill Giant", BATTLEFIELD);
    assert_int_equal(cantrip_setup_step(g, VM_STEP_ATTACKERS, 0), CANTRIP_OK);
    choose(g, CANTRIP_DECIDE_ATTACK);
    expect_power(g, CANTRIP_DECIDE_BLOCK, 1, "Grizzly Bears", 2, 4);
    cantrip_game_destroy(g);
}

/* ---- what is declared and cannot be paid for, or is taken back, has never been declared (CR 508.1, 721.1) ------------------ */

static cantrip_game *paid_game(int by_hand)
{
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *g;
    o.ask_trivial = 1;
    o.take_back = o.pay_by_hand = by_hand ? 3 : 0;
    assert_int_equal(cantrip_game_create(lib, &o, &g), CANTRIP_OK);
    assert_int_equal(cantrip_setup_position(g, 3), CANTRIP_OK);
    return g;
}

/* The answer to attack or block, or not to; the creature that is asked about is the only one that can. */
static void choose_kind(cantrip_game *g, uint32_t kind, uint32_t option)
{
    for (int i = 0; i < 40 && asked(g)->kind != kind; i++)
        assert_int_equal(cantrip_game_answer(g, (uint32_t[]){0}, asked(g)->min ? 1 : 0),
                         CANTRIP_OK);
    assert_int_equal(asked(g)->kind, kind);
    const cantrip_decision *d = cantrip_game_decision(g);
    for (uint32_t i = 0; i < d->option_count; i++)
        if (d->options[i].kind == option) {
            assert_int_equal(cantrip_game_answer(g, &i, 1), CANTRIP_OK);
            return;
        }
    fail_msg("no such option");
}

static int is_offered(const cantrip_decision *d, uint32_t kind)
{
    for (uint32_t i = 0; i < d->option_count; i++)
        if (d->options[i].kind == kind)
            return 1;
    return 0;
}

/* What the game is, however often something has been tried and answered. */
static uint64_t without_tries(cantrip_game *g)
{
    rt_proc *p = rt_top(&g->g);
    uint32_t *tries = p->kind == RT_PROC_ATTACK ? &p->attack.tries : &p->block.tries;
    const uint32_t tried = *tries, decisions = g->g.s->decisions;
    assert_true(p->kind == RT_PROC_ATTACK || p->kind == RT_PROC_BLOCK);
    *tries = g->g.s->decisions = 0;
    const uint64_t hash = cantrip_game_hash(g);
    *tries = tried;
    g->g.s->decisions = decisions;
    return hash;
}

static void expect_same_when_loaded(cantrip_game *g)
{
    const size_t size = cantrip_game_save_size(g);
    void *bytes = malloc(size);
    cantrip_game *again;
    assert_int_equal(cantrip_game_save(g, bytes, size), CANTRIP_OK);
    assert_int_equal(cantrip_game_load(lib, bytes, size, &again), CANTRIP_OK);
    assert_true(cantrip_game_hash(again) == cantrip_game_hash(g));
    cantrip_game_destroy(again);
    free(bytes);
}

/* So often it can be tried, each time from the same state, and then nobody is offered what can't be paid for. */
static void expect_in_vain(cantrip_game *g, uint32_t kind)
{
    uint64_t before = 0;
    for (int i = 0; i < RT_TRIES_MAX; i++) {
        const cantrip_decision *d = asked(g);
        for (int k = 0; k < 40 && d->kind != kind; k++, d = asked(g))
            assert_int_equal(cantrip_game_answer(g, (uint32_t[]){0}, d->min ? 1 : 0), CANTRIP_OK);
        assert_true(is_offered(d, CANTRIP_OPTION_ID));
        if (i)
            assert_true(before == without_tries(g));
        before = without_tries(g);
        choose_kind(g, kind, CANTRIP_OPTION_ID);
    }
    const cantrip_decision *d = asked(g);
    assert_true(d->kind != kind || !is_offered(d, CANTRIP_OPTION_ID));
    expect_same_when_loaded(g);
}

/* RULE CR 508.1: an attack that cannot be paid for is as if it had not been declared */
static void test_cr508_1_in_vain(void **state)
{
    (void)state;
    cantrip_game *g = paid_game(0);
    put(g, 1, "War Levy", BATTLEFIELD);
    put(g, 0, "Fading Altar", BATTLEFIELD);
    put(g, 0, "Fading Peace", BATTLEFIELD);
    put(g, 0, "Ornate Cup", BATTLEFIELD);
    put(g, 0, "Ornate Cup", BATTLEFIELD);
    put(g, 0, "Hill Giant", BATTLEFIELD);
    assert_int_equal(cantrip_setup_step(g, VM_STEP_ATTACKERS, 0), CANTRIP_OK);
    expect_in_vain(g, CANTRIP_DECIDE_ATTACK);
    assert_int_equal(rt_zone_count(&g->g, VM_ZONE_GRAVEYARD, 0), 0);
    cantrip_game_destroy(g);
}

/* RULE CR 509.1: a block that cannot be paid for is as if it had not been declared */
static void test_cr509_1_in_vain(void **state)
{
    (void)state;
    cantrip_game *g = paid_game(0);
    put(g, 0, "War Levy", BATTLEFIELD);
    put(g, 0, "Grizzly Bears", BATTLEFIELD);
    put(g, 1, "Fading Altar", BATTLEFIELD);
    put(g, 1, "Fading Peace", BATTLEFIELD);
    put(g, 1, "Ornate Cup", BATTLEFIELD);
    put(g, 1, "Ornate Cup", BATTLEFIELD);
    put(g, 1, "Hill Giant", BATTLEFIELD);
    assert_int_equal(cantrip_setup_step(g, VM_STEP_ATTACKERS, 0), CANTRIP_OK);
    choose_kind(g, CANTRIP_DECIDE_ATTACK, CANTRIP_OPTION_ID);
    expect_in_vain(g, CANTRIP_DECIDE_BLOCK);
    cantrip_game_destroy(g);
}

/* The first question on the way to paying, with a way back; and back. */
static void expect_taken_back(cantrip_game *g, uint32_t kind)
{
    const cantrip_decision *d = asked(g);
    for (int i = 0; i < 40 && d->kind != kind; i++, d = asked(g))
        assert_int_equal(cantrip_game_answer(g, (uint32_t[]){0}, d->min ? 1 : 0), CANTRIP_OK);
    const uint64_t before = without_tries(g);
    choose_kind(g, kind, CANTRIP_OPTION_ID);
    d = asked(g);
    assert_int_not_equal(d->kind, kind);
    assert_true(is_offered(d, CANTRIP_OPTION_TAKE_BACK));
    expect_same_when_loaded(g);
    choose_kind(g, d->kind, CANTRIP_OPTION_TAKE_BACK);
    d = asked(g);
    assert_int_equal(d->kind, kind);
    assert_true(before == without_tries(g));
    expect_same_when_loaded(g);
    choose_kind(g, kind, CANTRIP_OPTION_ID); /* and once more, to its end */
    for (int i = 0; i < 40 && (d = asked(g))->kind != CANTRIP_DECIDE_PRIORITY; i++)
        assert_int_equal(cantrip_game_answer(g, (uint32_t[]){0}, 1), CANTRIP_OK);
    assert_int_equal(d->kind, CANTRIP_DECIDE_PRIORITY);
}

/* RULE CR 721.1: what is declared can be taken back as long as it is not paid for */
static void test_cr721_1_taken_back(void **state)
{
    (void)state;
    cantrip_game *g = paid_game(1);
    put(g, 1, "War Levy", BATTLEFIELD);
    for (uint32_t p = 0; p < 2; p++) {
        put(g, p, "Hill Giant", BATTLEFIELD);
        for (int i = 0; i < 3; i++)
            put(g, p, "Mountain", BATTLEFIELD);
    }
    assert_int_equal(cantrip_setup_step(g, VM_STEP_ATTACKERS, 0), CANTRIP_OK);
    expect_taken_back(g, CANTRIP_DECIDE_ATTACK);
    expect_taken_back(g, CANTRIP_DECIDE_BLOCK);
    cantrip_game_destroy(g);
}

/* A world that is made up has no way back to the real one, where what is hidden lies as it does. */
static void test_no_way_back_from_a_world(void **state)
{
    (void)state;
    cantrip_game *g = paid_game(1), *world;
    put(g, 1, "War Levy", BATTLEFIELD);
    put(g, 0, "Hill Giant", BATTLEFIELD);
    for (int i = 0; i < 3; i++) {
        put(g, 0, "Mountain", BATTLEFIELD);
        put(g, 1, i ? "Shock" : "Forest", 1);
    }
    assert_int_equal(cantrip_setup_step(g, VM_STEP_ATTACKERS, 0), CANTRIP_OK);
    choose_kind(g, CANTRIP_DECIDE_ATTACK, CANTRIP_OPTION_ID);
    assert_true(is_offered(asked(g), CANTRIP_OPTION_TAKE_BACK));
    const uint32_t options = cantrip_game_decision(g)->option_count;
    assert_int_equal(cantrip_game_clone(g, &world), CANTRIP_OK);
    assert_int_equal(cantrip_game_resample(world, 0, 7), CANTRIP_OK);
    const cantrip_decision *d = asked(world);
    assert_int_equal(d->option_count, options - 1);
    assert_true(!is_offered(d, CANTRIP_OPTION_TAKE_BACK));
    assert_int_equal(world->g.s->image.count, 0);
    assert_true(is_offered(cantrip_game_decision(g), CANTRIP_OPTION_TAKE_BACK));
    cantrip_game_destroy(world);
    cantrip_game_destroy(g);
}

/* RULE CR 721.1: what chance has said is not taken back: it would be known beforehand */
static void test_cr721_1_not_chance(void **state)
{
    (void)state;
    cantrip_game *g = paid_game(1);
    put(g, 1, "War Levy", BATTLEFIELD);
    put(g, 0, "Hill Giant", BATTLEFIELD);
    for (int i = 0; i < 2; i++)
        put(g, 0, "Coin Purse", BATTLEFIELD);
    assert_int_equal(cantrip_setup_step(g, VM_STEP_ATTACKERS, 0), CANTRIP_OK);
    choose_kind(g, CANTRIP_DECIDE_ATTACK, CANTRIP_OPTION_ID);
    const cantrip_decision *d = asked(g);
    const uint32_t kind = d->kind;
    assert_true(is_offered(d, CANTRIP_OPTION_TAKE_BACK));
    choose_kind(g, kind, CANTRIP_OPTION_MANA);
    d = asked(g);
    assert_int_equal(d->kind, kind);
    assert_true(!is_offered(d, CANTRIP_OPTION_TAKE_BACK));
    cantrip_game_destroy(g);
}

int main(void)
{
    assembly s;
    as_begin(&s, "card \"War Banner\" {1} enchantment {\n"
                 "    attacking creatures you control get +1/+0\n"
                 "    blocking creatures you control get +2/+0\n"
                 "}\n"
                 "card \"War Levy\" {0} enchantment {\n"
                 "    creatures can't attack you unless their controller pays {2}\n"
                 "    creatures can't block unless their controller pays {2}\n"
                 "}\n"
                 "card \"Coin Purse\" {0} artifact { {T}, flip a coin: add {C} }\n"
                 "card \"Ornate Cup\" {0} artifact {}\n"
                 "card \"Fading Altar\" {0} enchantment { sacrifice an artifact: add {C} }\n"
                 "card \"Fading Peace\" {0} enchantment {\n"
                 "    while there is an artifact card in your graveyard: activated abilities of "
                 "enchantments can't be activated\n"
                 "}\n");
    lib = as_finish(&s);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cr508_1k_attackers), cmocka_unit_test(test_cr509_1g_blockers),
        cmocka_unit_test(test_cr508_1_in_vain),    cmocka_unit_test(test_cr509_1_in_vain),
        cmocka_unit_test(test_cr721_1_taken_back), cmocka_unit_test(test_no_way_back_from_a_world),
        cmocka_unit_test(test_cr721_1_not_chance)};
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    cantrip_library_close(lib);
    printf("%d passed, %d failed\n", (int)(sizeof tests / sizeof *tests) - failed, failed);
    return failed;
}
