/* CLAIM: of packs that are played together each keeps what its cards are: legendary, basic and snow stay what they are in both. */
#include "sample.h"

#include "cantrip/setup.h"
#include "cantrip/view.h"
#include "runtime/host/api.h"
#include "vm/abi/abi.h"

static uint32_t types_of(cantrip_game *game, const char *name)
{
    const rt_game *g = &game->g;
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        if (strcmp(rt_name(g, rt_handle(g, idx)), name) == 0)
            return rt_obj(g, idx)->types & (VM_SUPER_LEGENDARY | VM_SUPER_BASIC | VM_SUPER_SNOW);
    }
    fail_msg("no %s", name);
    return 0;
}

static void test_supertypes(void **state)
{
    (void)state;
    static const char *const NAMES[] = {"Queen", "Hill Fort", "Pond", "Drift", "King"};
    static const uint32_t TYPES[] = {VM_SUPER_LEGENDARY, 0, VM_SUPER_BASIC,
                                     VM_SUPER_BASIC | VM_SUPER_SNOW,
                                     VM_SUPER_LEGENDARY | VM_SUPER_SNOW};
    cantrip_compiled one =
                         sample_compile_text("card \"Queen\" {1} legendary creature Bear 2/2 {\n}\n"
                                             "card \"Hill Fort\" {1} artifact {\n}\n"),
                     other = sample_compile_text(
                         "card \"Pond\" basic land Island\n"
                         "card \"Drift\" basic snow land Island\n"
                         "card \"King\" {1} legendary snow creature Bear 2/2 {\n}\n");
    for (int swapped = 0; swapped < 2; swapped++) {
        const cantrip_compiled *a = swapped ? &other : &one, *b = swapped ? &one : &other;
        const cantrip_bytes import = {b->pack, b->pack_size};
        const cantrip_library_options o = {
            .struct_size = sizeof o, .import_count = 1, .imports = &import};
        cantrip_library *lib;
        cantrip_game *game;
        assert_int_equal(cantrip_library_create(a->pack, a->pack_size, &o, &lib, NULL), CANTRIP_OK);
        assert_int_equal(cantrip_game_create(lib, NULL, &game), CANTRIP_OK);
        assert_int_equal(cantrip_setup_position(game, 2), CANTRIP_OK);
        for (int i = 0; i < 5; i++)
            cantrip_setup_put(game, 0, NAMES[i], CANTRIP_ZONE_BATTLEFIELD, 1, 0, 0);
        assert_int_equal(cantrip_game_step(game), CANTRIP_STEP_DECISION);
        for (int i = 0; i < 5; i++)
            assert_int_equal(types_of(game, NAMES[i]), TYPES[i]);
        cantrip_game_destroy(game);
        cantrip_library_close(lib);
    }
    cantrip_compiled_destroy(&one);
    cantrip_compiled_destroy(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_supertypes)};
    const int failed = cmocka_run_group_tests_name("together", tests, NULL, NULL);
    printf("%d passed, %d failed\n", (int)(sizeof tests / sizeof *tests) - failed, failed);
    return failed;
}
