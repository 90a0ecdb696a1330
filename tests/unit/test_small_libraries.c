/* CLAIM: what a library works out of its packs once is right for the smallest ones, too, and does not depend on what was in the
 * memory that it was given. */
#include "assemble.h"

/* Memory that was used before: by what looks like the number of trample. */
static void *used_before(void *user, size_t size)
{
    uint32_t *at = malloc(size + 4);
    (void)user;
    for (size_t i = 0; at && i < size / 4 + 1; i++)
        at[i] = VM_MARKER_TRAMPLE;
    return at;
}

static void *more_of_it(void *user, void *at, size_t size)
{
    (void)user;
    return realloc(at, size);
}

static void give_back(void *user, void *at)
{
    (void)user;
    free(at);
}

/* An ability under a keyword that no row of the pack declares is an ability, and no keyword that the machine knows. */
static void test_undeclared_keyword(void **state)
{
    assembly s;
    uint32_t at;
    (void)state;
    as_begin(&s, "card \"Odd\" {1} creature Ogre 4/4 {\n}\ncard \"Even\" {1} creature Ogre 4/4 {\n "
                 "   trample\n}\n");
    as_ability(&s, VM_ABILITY_KEYWORD, &at)->keyword = VM_SYMBOL_MAX - 1;
    vm_face *f = as_face(&s, "Odd");
    f->abilities = at;
    f->ability_count = 1;
    cantrip_library *lib =
        as_finish_in(&s, (cantrip_memory){used_before, more_of_it, give_back, NULL});
    cantrip_game *game = as_game(lib);
    put(game, 0, "Odd", BATTLEFIELD);
    put(game, 0, "Even", BATTLEFIELD);
    assert_non_null(asked(game));
    assert_false(RT_HAS(rt_live(&game->g, find_in(game, BATTLEFIELD, 0, "Odd")), TRAMPLE));
    assert_true(RT_HAS(rt_live(&game->g, find_in(game, BATTLEFIELD, 0, "Even")), TRAMPLE));
    cantrip_game_destroy(game);
    cantrip_library_close(lib);
}

/* CLAIM a card has so many optional costs at most, whichever card of a pack it is: what compilers refuse is refused in a pack. RULE V61 */
static void test_optional_costs(void **state)
{
    (void)state;
    for (uint32_t n = VM_OPTIONAL_COSTS_MAX; n <= VM_OPTIONAL_COSTS_MAX + 1; n++) {
        assembly s;
        uint32_t size, first = 0;
        as_begin(&s, "card \"Odd\" {1} creature Ogre 4/4 {\n}\n");
        for (uint32_t i = 0, at; i < n; i++) {
            as_ability(&s, VM_ABILITY_COST, &at);
            first = i ? first : at;
        }
        vm_face *f = as_face(&s, "Odd");
        f->abilities = first;
        f->ability_count = n;
        uint8_t *bytes = as_write(&s, &size);
        cantrip_library *lib;
        cantrip_pack_error error;
        const cantrip_status status = cantrip_library_open(bytes, size, &lib, &error);
        free(bytes);
        if (n <= VM_OPTIONAL_COSTS_MAX) {
            assert_int_equal(status, CANTRIP_OK);
            cantrip_library_close(lib);
        } else {
            assert_int_not_equal(status, CANTRIP_OK);
            assert_string_equal(error.rule, "V61");
        }
    }
}

/* CLAIM what static abilities do that cards elsewhere have only been given is known by their zones, though no card has any such
 * ability by itself (CR 112.6). */
static void test_given_elsewhere(void **state)
{
    (void)state;
    for (int lies_there = 0; lies_there < 2; lies_there++) {
        assembly s;
        as_begin_with(
            &s, NULL,
            "card \"Carver\" {0} enchantment {\n    creature cards in your graveyard have {\n"
            "        while this is in your graveyard: creatures you control get +1/+1\n"
            "        while this is in your graveyard: your opponents can't gain life\n    }\n}\n"
            "card \"Bear\" {0} creature Bear 2/2 {\n}\n");
        cantrip_library *lib = as_finish(&s);
        cantrip_game *game = as_game(lib);
        put(game, 0, "Carver", BATTLEFIELD);
        put(game, 0, "Bear", BATTLEFIELD);
        if (lies_there)
            put(game, 0, "Bear", GRAVEYARD);
        assert_non_null(asked(game));
        rt_game *g = &game->g;
        const rt_object *bear = rt_live(g, find_in(game, BATTLEFIELD, 0, "Bear"));
        assert_int_equal(bear->power, 2 + lies_there);
        assert_int_equal(rt_rule_on(g, VM_MOD_CANT_GAIN_LIFE, RT_PLAYER(1)) != 0, lies_there);
        assert_int_equal(rt_rule_on(g, VM_MOD_CANT_GAIN_LIFE, RT_PLAYER(0)), 0);
        cantrip_game_destroy(game);
        cantrip_library_close(lib);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_undeclared_keyword),
                                       cmocka_unit_test(test_optional_costs),
                                       cmocka_unit_test(test_given_elsewhere)};
    const int failed = cmocka_run_group_tests_name("small libraries", tests, NULL, NULL);
    printf("%d passed, %d failed\n", (int)(sizeof tests / sizeof *tests) - failed, failed);
    return failed;
}
