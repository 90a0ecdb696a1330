/* CLAIM: what a cost took is known to the spell or ability, to its copies and to the permanent that it becomes; optional
 * costs are paid one by one and as often as somebody wants (CR 117.8, 400.7c, 601.2b, 702.32). */
#include "assemble.h"

static cantrip_library *lib;
static uint32_t f_ask, f_copy, own_creature, card_in_hand, spells;

static uint32_t add_cost(assembly *s, const char *card, uint32_t flags, vm_cost cost)
{
    uint32_t at;
    vm_ability *a = as_ability(s, VM_ABILITY_COST, &at);
    a->cost = as_cost(s, cost);
    a->cost_count = 1;
    a->flags = flags;
    vm_face *f = as_face(s, card);
    assert_true(f->ability_count == 0 || f->abilities + f->ability_count == at);
    if (!f->ability_count)
        f->abilities = at;
    f->ability_count++;
    return at;
}

static void assemble(void)
{
    assembly s;
    uint32_t at;
    as_begin(&s, "card \"Rite\" {0} sorcery\ncard \"Kicked Bear\" {0} creature Bear 1/1\n"
                 "card \"Many\" {0} sorcery\ncard \"Altar\" {0} artifact\n");
    vm_selector *own = as_selector(&s, 1u << VM_ZONE_BATTLEFIELD, VM_WANT_OBJECTS, &own_creature);
    own->types_all = VM_TYPE_CREATURE;
    own->controller = VM_REL_YOU;
    as_selector(&s, 1u << VM_ZONE_HAND, VM_WANT_OBJECTS, &card_in_hand);
    as_selector(&s, 1u << VM_ZONE_STACK, VM_WANT_OBJECTS, &spells);
    /* 0 o, 1 n, 2 e */
    f_ask = EFFECT(
        &s, "one", I(PAID, 0, VM_PAID_SACRIFICED, 0, 0), I(WIDEN, 2, 0, 0, 0),
        I(PROP, 1, 2, 0, VM_PROP_POWER), I(SET_LINK_NUM, 1, 0, 0, 0), I(NOW, 2, 2, 0, 0),
        I(COUNT, 1, 2, 0, 0), I(SET_LINK_NUM, 1, 0, 0, 1), I(PAID, 0, VM_PAID_DISCARDED, 0, 0),
        I(WIDEN, 2, 0, 0, 0), I(COUNT, 1, 2, 0, 0), I(SET_LINK_NUM, 1, 0, 0, 2),
        I(PAID_NUM, 1, VM_PAID_COUNTERS, 0, 0), I(SET_LINK_NUM, 1, 0, 0, 3),
        I(TIMES_PAID, 1, 0, 0, 0), I(SET_LINK_NUM, 1, 0, 0, 4), I(TIMES_PAID, 1, 1, 0, 0),
        I(SET_LINK_NUM, 1, 0, 0, 5), I(TIMES_PAID, 1, 255, 0, 0), I(SET_LINK_NUM, 1, 0, 0, 6),
        I(PAID, 0, VM_PAID_RETURNED, 0, 0), I(WIDEN, 2, 0, 0, 0), I(COUNT, 1, 2, 0, 0),
        I(SET_LINK_NUM, 1, 0, 0, 7), I(PAID, 0, VM_PAID_REVEALED, 0, 0), I(WIDEN, 2, 0, 0, 0),
        I(COUNT, 1, 2, 0, 0), I(SET_LINK_NUM, 1, 0, 0, 8));
    /* 0 p, 1 o, 2 e, 3 o */
    const int32_t copy = (int32_t)as_mod(&s, (vm_mod){.op = VM_MOD_COPY});
    f_copy = EFFECT(&s, "poneo", I(SELECT, 3, 0, 0, (int32_t)spells), I(YOU, 0, 0, 0, 0),
                    I(OBJECTS, 1, 3, 0, 0), I(LDI, 2, 0, 0, 1), CALL(copy_spell, 0, 4), IMM(copy),
                    IMM(1));
    const vm_cost sacrifice = {VM_COST_SACRIFICE, 1, 0, own_creature, 0};
    add_cost(&s, "Rite", VM_AF_MANDATORY, sacrifice);
    add_cost(&s, "Rite", VM_AF_MANDATORY, (vm_cost){VM_COST_DISCARD, 1, 0, card_in_hand, 0});
    vm_ability *spell = as_ability(&s, VM_ABILITY_SPELL, &at);
    spell->zones = 1u << VM_ZONE_STACK;
    spell->effect = f_ask;
    as_face(&s, "Rite")->ability_count++;
    add_cost(&s, "Kicked Bear", 0, (vm_cost){VM_COST_LIFE, 1, 0, 0, 0});
    add_cost(&s, "Kicked Bear", VM_AF_REPEATED, (vm_cost){VM_COST_LIFE, 2, 0, 0, 0});
    vm_ability *enters = as_ability(&s, VM_ABILITY_TRIGGERED, &at);
    enters->event = VM_EVENT_enters;
    enters->filter = VALUE(&s, "noob", I(EVENT_OBJ, 1, 0, 0, 0), I(THIS, 2, 0, 0, 0),
                           I(MEET, 3, 1, 2, 0), I(NUMBER, 0, 3, 0, 0));
    enters->effect = f_ask;
    as_face(&s, "Kicked Bear")->ability_count++;
    add_cost(&s, "Many", VM_AF_MANDATORY,
             (vm_cost){VM_COST_SACRIFICE, (uint32_t)VM_COST_AMOUNT_X, 0, own_creature, 0});
    spell = as_ability(&s, VM_ABILITY_SPELL, &at);
    spell->zones = 1u << VM_ZONE_STACK;
    spell->effect = f_ask;
    as_face(&s, "Many")->ability_count++;
    vm_ability *altar = as_ability(&s, VM_ABILITY_ACTIVATED, &at);
    altar->effect = f_ask;
    altar->cost = as_cost(&s, (vm_cost){VM_COST_REMOVE, 2, VM_COUNTER_PLUS, 0, 0});
    as_cost(&s, (vm_cost){VM_COST_RETURN, 1, 0, own_creature, 0});
    as_cost(&s, (vm_cost){VM_COST_REVEAL, 1, 0, card_in_hand, 0});
    altar->cost_count = 3;
    as_face(&s, "Altar")->abilities = at;
    as_face(&s, "Altar")->ability_count = 1;
    lib = as_finish(&s);
}

/* CLAIM two additional costs are both paid, and known as they were. RULE CR 117.8, 608.2g, 400.7h */
static void test_cr117_8_two_costs(void **state)
{
    (void)state;
    cantrip_game *game = as_game(lib);
    put(game, 0, "Rite", HAND);
    assert_false(can_do(game, CANTRIP_OPTION_CAST, "Rite")); /* nothing to pay with */
    put(game, 0, "Serra Angel", BATTLEFIELD);
    put(game, 0, "Shock", HAND);
    cantrip_game *other;
    assert_int_equal(cantrip_game_clone(game, &other), CANTRIP_OK);
    cantrip_game_destroy(game);
    game = other;
    carry_out(game, f_copy, 0); /* the options are made anew */
    act(game, CANTRIP_OPTION_CAST, "Rite");
    expect_asked(game, CANTRIP_DECIDE_COST, 0);
    ANSWER(game, "Serra Angel");
    expect_asked(game, CANTRIP_DECIDE_COST, 0);
    ANSWER(game, "Shock");
    resolve(game);
    assert_int_equal(number_in(game, 0), -1); /* the spell is its own object: slots of `Rite` */
    assert_int_equal(count_in(game, GRAVEYARD, 0), 3);
    cantrip_game_destroy(game);
}

/* What the effect of `self` put into slot n. */
static int32_t slot_of(const cantrip_game *game, const char *card, uint32_t slot, int last)
{
    const rt_game *g = &game->g;
    int32_t v = -1;
    for (uint32_t i = 0; i < g->s->link.count; i++) {
        const rt_link *l = rt_link_row(g, i);
        if (l->slot == slot && l->is_number && strcmp(rt_name(g, l->self), card) == 0 &&
            (v < 0 || last))
            v = (int32_t)l->value;
    }
    return v;
}

/* CLAIM the sacrificed creature is known by its power, and found in the graveyard; a copy knows it, too.
 * RULE CR 608.2g, 706.10 */
static void test_cr706_10_copy_knows(void **state)
{
    (void)state;
    cantrip_game *game = as_game(lib);
    put(game, 0, "Rite", HAND);
    put(game, 0, "Serra Angel", BATTLEFIELD);
    put(game, 0, "Shock", HAND);
    act(game, CANTRIP_OPTION_CAST, "Rite");
    expect_asked(game, CANTRIP_DECIDE_COST, 0);
    ANSWER(game, "Serra Angel");
    expect_asked(game, CANTRIP_DECIDE_COST, 0);
    ANSWER(game, "Shock");
    carry_out(game, f_copy, 0);
    asked(game);
    assert_int_equal(count_in(game, STACK, 0), 2);
    for (int copy = 1; copy >= 0; copy--) {
        while (count_in(game, STACK, 0) > (uint32_t)(copy ? 1 : 0)) {
            asked(game);
            answer_option(game, CANTRIP_OPTION_PASS, 0);
            asked(game);
        }
        assert_int_equal(slot_of(game, "Rite", 0, !copy), 4);
        assert_int_equal(slot_of(game, "Rite", 1, !copy), 1);
        assert_int_equal(slot_of(game, "Rite", 2, !copy), 1);
    }
    cantrip_game_destroy(game);
}

/* CLAIM each optional cost by itself, one of them as often as it can be paid; the permanent remembers.
 * RULE CR 702.32b, 702.32c, 702.32d, 400.7c */
static void test_cr702_32_times(void **state)
{
    (void)state;
    for (int32_t times = 0; times < 3; times++) {
        cantrip_game *game = as_game(lib);
        put(game, 0, "Kicked Bear", HAND);
        cantrip_setup_life(game, 0, 6);
        act(game, CANTRIP_OPTION_CAST, "Kicked Bear");
        expect_asked(game, CANTRIP_DECIDE_KICKER, 0);
        answer_option(game, times ? CANTRIP_OPTION_YES : CANTRIP_OPTION_NO, 0);
        const cantrip_decision *d = expect_asked(game, CANTRIP_DECIDE_KICKER, 0);
        assert_int_equal(d->option_count, times ? 3 : 4); /* 5 life pays for two, 6 for three */
        answer_option(game, CANTRIP_OPTION_NUMBER, times);
        assert_non_null(asked(game));
        assert_int_equal(game->g.s->player.count, 2);
        resolve(game);
        assert_int_equal(slot_of(game, "Kicked Bear", 4, 0), times ? 1 : 0);
        assert_int_equal(slot_of(game, "Kicked Bear", 5, 0), times);
        assert_int_equal(slot_of(game, "Kicked Bear", 6, 0), times ? times + 1 : 0);
        assert_int_equal(rt_player_row(&game->g, 0)->life, 6 - (times ? 1 : 0) - 2 * times);
        cantrip_game_destroy(game);
    }
}

/* CLAIM X of a cost that is not mana is announced and paid. RULE CR 107.3a, 601.2b */
static void test_cr107_3a_sacrifice_x(void **state)
{
    (void)state;
    cantrip_game *game = as_game(lib);
    put(game, 0, "Many", HAND);
    put(game, 0, "Serra Angel", BATTLEFIELD);
    put(game, 0, "Hill Giant", BATTLEFIELD);
    put(game, 0, "Grizzly Bears", BATTLEFIELD);
    act(game, CANTRIP_OPTION_CAST, "Many");
    const cantrip_decision *d = expect_asked(game, CANTRIP_DECIDE_X, 0);
    assert_int_equal(d->option_count, 4);
    answer_option(game, CANTRIP_OPTION_NUMBER, 2);
    expect_asked(game, CANTRIP_DECIDE_COST, 0);
    ANSWER(game, "Serra Angel", "Hill Giant");
    resolve(game);
    assert_int_equal(slot_of(game, "Many", 0, 0), 7);
    assert_int_equal(slot_of(game, "Many", 1, 0), 2);
    assert_int_equal(count_in(game, BATTLEFIELD, 0), 1);
    cantrip_game_destroy(game);
}

/* CLAIM counters that were removed, a permanent that was returned, a card that was revealed. RULE CR 117.1, 602.2b */
static void test_cr602_2b_other_costs(void **state)
{
    (void)state;
    cantrip_game *game = as_game(lib);
    put(game, 0, "Altar", BATTLEFIELD);
    put(game, 0, "Serra Angel", BATTLEFIELD);
    put(game, 0, "Shock", HAND);
    cantrip_setup_counters(game, 0, "Altar", VM_COUNTER_PLUS, 3);
    act(game, CANTRIP_OPTION_ACTIVATE, "Altar");
    expect_asked(game, CANTRIP_DECIDE_COST, 0);
    ANSWER(game, "Serra Angel");
    expect_asked(game, CANTRIP_DECIDE_COST, 0);
    ANSWER(game, "Shock");
    resolve(game);
    assert_int_equal(slot_of(game, "Altar", 3, 0), 2);
    assert_int_equal(slot_of(game, "Altar", 7, 0), 1);
    assert_int_equal(slot_of(game, "Altar", 8, 0), 1);
    assert_int_equal(count_in(game, HAND, 0), 2);
    assert_false(can_do(game, CANTRIP_OPTION_ACTIVATE, "Altar")); /* one counter is left */
    cantrip_game_destroy(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cr117_8_two_costs), cmocka_unit_test(test_cr706_10_copy_knows),
        cmocka_unit_test(test_cr702_32_times), cmocka_unit_test(test_cr107_3a_sacrifice_x),
        cmocka_unit_test(test_cr602_2b_other_costs)};
    assemble();
    int failed = run_all("what a cost took", tests, sizeof tests / sizeof *tests);
    cantrip_library_close(lib);
    return failed;
}
