/* CLAIM: a game that reaches a limit says which, and is as it was before the step; that is neither a draw nor
 * a win. No limit is reached in silence. */
#include "packer.h"

#include <stdio.h>
#include <time.h>

#include "cantrip/setup.h"
#include "runtime/host/api.h"

enum { GREEDY = 1, ENDLESS, DEEP, ASKED, FAIR };

/* Five loops over everything in one another, behind a gain of life; gives the number of words. */
static uint32_t make_endless(uint32_t *endless)
{
    const uint32_t begin[] = {OP(VM_OP_YOU, 0, 0, 0, 0), OP(VM_OP_LDI, 1, 0, 0, 3),
                              OP(VM_OP_NATIVE, 0, 1, 0, VM_NATIVE_gain_life),
                              OP(VM_OP_SELECT, 2, 0, 0, 1)};
    memcpy(endless, begin, sizeof begin);
    uint32_t n = 8, head[5];
    for (uint32_t i = 0; i < 5; i++) {
        const uint32_t loop[] = {OP(VM_OP_LDI, 3 + i, 0, 0, 0), OP(VM_OP_ITER, 8 + i, 2, 3 + i, 0)};
        memcpy(endless + n, loop, sizeof loop);
        n += 4;
        head[i] = n / 2 - 1;
    }
    for (uint32_t i = 5; i-- > 0;) {
        const uint32_t back[] = {OP(VM_OP_JMP, 0, 0, 0, head[i])};
        memcpy(endless + n, back, sizeof back);
        n += 2;
        endless[head[i] * 2 + 1] = n / 2;
    }
    const uint32_t done[] = {OP(VM_OP_DONE, 0, 0, 0, 0)};
    memcpy(endless + n, done, sizeof done);
    return n;
}

/* A pack of one card, whose power is the power of the cards in hand, and effects that ask for too much. */
static cantrip_library *open_greedy(void)
{
    packer *p = packer_create();
    const uint32_t greedy[] = {OP(VM_OP_YOU, 0, 0, 0, 0),
                               OP(VM_OP_LDI, 1, 0, 0, 3),
                               OP(VM_OP_NATIVE, 0, 1, 0, VM_NATIVE_gain_life),
                               OP(VM_OP_LDI, 1, 0, 0, 1000000000),
                               OP(VM_OP_NATIVE, 0, 0, 0, VM_NATIVE_add_mana),
                               OP(VM_OP_IMM, 0, 0, 0, 0),
                               OP(VM_OP_IMM, 0, 0, 0, 1),
                               OP(VM_OP_IMM, 0, 0, 0, 0),
                               OP(VM_OP_DONE, 0, 0, 0, 0)};
    uint32_t endless[64];
    const uint32_t n = make_endless(endless);
    const uint32_t deep[] = {OP(VM_OP_SELECT, 0, 0, 0, 2), OP(VM_OP_PROP, 1, 0, 0, VM_PROP_POWER),
                             OP(VM_OP_DONE, 0, 0, 0, 0)},
                   asked[] = {OP(VM_OP_SELECT, 1, 0, 0, 2), OP(VM_OP_PROP, 2, 1, 0, VM_PROP_POWER),
                              OP(VM_OP_RET, 2, 0, 0, 0)},
                   fair[] = {OP(VM_OP_YOU, 0, 0, 0, 0), OP(VM_OP_LDI, 1, 0, 0, 3),
                             OP(VM_OP_NATIVE, 0, 1, 0, VM_NATIVE_gain_life),
                             OP(VM_OP_DONE, 0, 0, 0, 0)};
    packer_func(p, VM_FN_EFFECT, 0, "pn", greedy, 18);
    p->cost[p->cost_count++] = (vm_cost){VM_COST_MANA, 1, 0, 0, 0};
    packer_func(p, VM_FN_EFFECT, 0, "pnennnnneeeee", endless, n + 2);
    packer_func(p, VM_FN_EFFECT, 0, "en", deep, 6);
    packer_func(p, 0, 1, "een", asked, 6);
    packer_func(p, VM_FN_EFFECT, 0, "pn", fair, 8);
    p->selector[1] = (vm_selector){
        .want = VM_WANT_OBJECTS, .zones = 1 << VM_ZONE_BATTLEFIELD, .name = VM_NO_SYMBOL};
    p->selector[2] =
        (vm_selector){.want = VM_WANT_OBJECTS, .zones = 1 << VM_ZONE_HAND, .name = VM_NO_SYMBOL};
    p->selector_count = 3;
    p->mod[p->mod_count++] = (vm_mod){VM_MOD_DEFINE_PT, 0, 0, 0, ASKED, 0, 0};
    p->ability[p->ability_count++] = (vm_ability){.kind = VM_ABILITY_STATIC,
                                                  .keyword = VM_NO_SYMBOL,
                                                  .zones = 8,
                                                  .mods = 0,
                                                  .mod_count = 1,
                                                  .flags = VM_AF_CDA};
    memcpy(p->strings, "\0Card\0", 6);
    p->strings_size = 8;
    p->face[p->face_count++] = (vm_face){.name = 1,
                                         .types = VM_TYPE_CREATURE,
                                         .toughness = 1,
                                         .ability_count = 1,
                                         .flags = VM_FF_STAR_POWER};
    size_t size;
    void *bytes = packer_write(p, &size);
    cantrip_library *lib;
    cantrip_pack_error why;
    if (cantrip_library_open(bytes, size, &lib, &why) != CANTRIP_OK)
        fail_msg("refused by %s: %s", why.rule, why.message);
    free(bytes);
    free(p);
    return lib;
}

static cantrip_library *lib;

static cantrip_game *position(uint32_t on_battlefield, uint32_t in_hand)
{
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *g;
    o.ask_trivial = 1;
    assert_int_equal(cantrip_game_create(lib, &o, &g), CANTRIP_OK);
    assert_int_equal(cantrip_setup_position(g, 1), CANTRIP_OK);
    assert_int_equal(cantrip_setup_put(g, 0, "Card", 3, on_battlefield, 0, 0), CANTRIP_OK);
    assert_int_equal(cantrip_setup_put(g, 1, "Card", 1, in_hand, 0, 0), CANTRIP_OK);
    return g;
}

static void expect_fault(uint32_t effect, uint32_t field, uint32_t hand, uint32_t fault,
                         const char *text)
{
    cantrip_game *g = position(field, hand);
    assert_int_equal(cantrip_eval_effect(g, effect, 0), CANTRIP_OK);
    assert_int_equal(cantrip_game_step(g), CANTRIP_STEP_OVER);
    const cantrip_result r = cantrip_game_result(g);
    assert_int_equal(r.over, 1);
    assert_int_equal(r.draw, 0);
    assert_int_equal(r.fault, fault);
    assert_non_null(strstr(r.fault_text, text));
    assert_int_equal(cantrip_view_player(g, 0).life, 20); /* what the step had done is undone */
    assert_int_equal(cantrip_view_count(g, 3, 0), field);
    assert_int_equal(cantrip_game_step(g), CANTRIP_STEP_OVER);
    assert_null(cantrip_game_decision(g));
    assert_int_equal(cantrip_game_concede(g, 0), CANTRIP_E_ARGUMENT);
    /* the fault itself is saved, too */
    const size_t size = cantrip_game_save_size(g);
    void *bytes = malloc(size);
    cantrip_game *again;
    assert_int_equal(cantrip_game_save(g, bytes, size), CANTRIP_OK);
    assert_int_equal(cantrip_game_load(lib, bytes, size, &again), CANTRIP_OK);
    assert_int_equal(cantrip_game_result(again).fault, fault);
    free(bytes);
    cantrip_game_destroy(again);
    cantrip_game_destroy(g);
}

static void test_a_full_table(void **state)
{
    (void)state;
    expect_fault(GREEDY, 1, 0, 1, "the table 'mana' is full");
}

static void test_fuel(void **state)
{
    (void)state;
    expect_fault(ENDLESS, 400, 0, 2, "more work");
}

/* The power of a card in hand is that of the cards in hand, its own among them. */
static void test_depth(void **state)
{
    (void)state;
    expect_fault(DEEP, 0, 1, 4, "too deep");
}

static void test_no_fault(void **state)
{
    (void)state;
    cantrip_game *g = position(400, 0);
    assert_int_equal(cantrip_eval_effect(g, FAIR, 0), CANTRIP_OK);
    assert_int_equal(cantrip_game_step(g), CANTRIP_STEP_DECISION);
    assert_int_equal(cantrip_game_result(g).fault, 0);
    assert_string_equal(cantrip_game_result(g).fault_text, "");
    assert_int_equal(cantrip_view_player(g, 0).life, 23);
    cantrip_game_destroy(g);
}

/* A deck is added whole or not at all. */
static void test_decks(void **state)
{
    (void)state;
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *g;
    assert_int_equal(cantrip_game_create(lib, &o, &g), CANTRIP_OK);
    assert_int_equal(cantrip_game_deck_add(g, 0, "Card", 60000), CANTRIP_OK);
    const uint64_t before = cantrip_game_hash(g);
    static const uint32_t TOO_MANY[] = {1000000, 1048576, 5000000, UINT32_MAX};
    for (size_t i = 0; i < sizeof TOO_MANY / sizeof *TOO_MANY; i++) {
        assert_int_equal(cantrip_game_deck_add(g, 1, "Card", TOO_MANY[i]), CANTRIP_E_LIMIT);
        assert_true(cantrip_game_hash(g) == before);
    }
    assert_int_equal(cantrip_setup_put(g, 1, "Card", 3, 1000000, 0, 0), CANTRIP_E_LIMIT);
    assert_true(cantrip_game_hash(g) == before);
    assert_int_equal(cantrip_game_deck_add(g, 1, "Card", 5000), CANTRIP_OK);
    assert_int_equal(cantrip_game_deck_add(g, 1, "Nothing", 1), CANTRIP_E_NAME);
    assert_int_equal(cantrip_game_deck_add(g, 2, "Card", 1), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_view_count(g, 0, 1), 5000);
    cantrip_game_destroy(g);
}

/* A large library is given from the top down: each card comes to the bottom, and costs the same. */
static void test_a_large_library(void **state)
{
    (void)state;
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *g;
    assert_int_equal(cantrip_game_create(lib, &o, &g), CANTRIP_OK);
    assert_int_equal(cantrip_setup_position(g, 1), CANTRIP_OK);
    const clock_t begin = clock();
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(cantrip_setup_put(g, 0, "Card", 0, 100000, 0, 0), CANTRIP_OK);
    assert_true(clock() - begin < 10 * CLOCKS_PER_SEC); /* with the square of them: minutes */
    assert_int_equal(cantrip_view_count(g, 0, 0), 300000);
    cantrip_game_destroy(g);
}

/* A game can only be copied into one of its own library. */
static void test_copies(void **state)
{
    (void)state;
    cantrip_library *other = open_greedy();
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *a = position(1, 0), *b, *c;
    assert_int_equal(cantrip_game_create(other, &o, &b), CANTRIP_OK);
    assert_int_equal(cantrip_game_create(lib, &o, &c), CANTRIP_OK);
    const uint64_t before = cantrip_game_hash(b);
    assert_int_equal(cantrip_game_copy_into(a, b), CANTRIP_E_ARGUMENT);
    assert_true(cantrip_game_hash(b) == before);
    assert_int_equal(cantrip_game_copy_into(a, a), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_game_copy_into(a, c), CANTRIP_OK);
    assert_true(cantrip_game_hash(a) == cantrip_game_hash(c));
    cantrip_game_destroy(a);
    cantrip_game_destroy(b);
    cantrip_game_destroy(c);
    cantrip_library_close(other);
}

/* CLAIM what all steps together may take becomes less by what each took, and ends; without such a limit nothing does. */
static void test_budget(void **state)
{
    (void)state;
    cantrip_game *g = position(1, 0);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(cantrip_eval_effect(g, FAIR, 0), CANTRIP_OK);
        assert_int_equal(cantrip_game_step(g), CANTRIP_STEP_DECISION);
        assert_true(g->run.budget == UINT64_MAX);
    }
    g->run.budget = 100000;
    uint32_t steps = 0;
    for (uint64_t before = g->run.budget + 1; steps < 100000; steps++) {
        assert_int_equal(cantrip_eval_effect(g, FAIR, 0), CANTRIP_OK);
        if (cantrip_game_step(g) != CANTRIP_STEP_DECISION)
            break;
        assert_true(g->run.budget < before);
        before = g->run.budget;
    }
    assert_int_not_equal(cantrip_game_result(g).fault, 0);
    assert_true(steps > 0 && steps < 100000);
    cantrip_game_destroy(g);
}

int main(void)
{
    lib = open_greedy();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_full_table), cmocka_unit_test(test_fuel),
        cmocka_unit_test(test_depth),        cmocka_unit_test(test_no_fault),
        cmocka_unit_test(test_decks),        cmocka_unit_test(test_a_large_library),
        cmocka_unit_test(test_copies),       cmocka_unit_test(test_budget)};
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    cantrip_library_close(lib);
    printf("%d passed, %d failed\n", (int)(sizeof tests / sizeof *tests) - failed, failed);
    return failed;
}
