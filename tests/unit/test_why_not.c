/* CLAIM: why an ability cannot be activated is said of what it costs once: who can pay for it, but not twice, is told what else is
 * missing. */
#include "sample.h"

#include "cantrip/setup.h"
#include "cantrip/view.h"

static cantrip_library *lib;

static const char CARDS[] = "card \"Mountain\" basic land Mountain\n"
                            "card \"Tool\" {1} artifact {\n"
                            "    {1}: this deals 1 damage to target creature\n"
                            "}\n";

/* What is said of the Tool with so many Mountains. */
static void said(uint32_t mountains, char *all)
{
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *g;
    o.ask_trivial = 1;
    assert_int_equal(cantrip_game_create(lib, &o, &g), CANTRIP_OK);
    assert_int_equal(cantrip_setup_position(g, 2), CANTRIP_OK);
    if (mountains)
        cantrip_setup_put(g, 0, "Mountain", CANTRIP_ZONE_BATTLEFIELD, mountains, 0, 0);
    cantrip_setup_put(g, 0, "Tool", CANTRIP_ZONE_BATTLEFIELD, 1, 0, 0);
    assert_int_equal(cantrip_game_step(g), CANTRIP_STEP_DECISION);
    for (uint32_t i = 0; i < cantrip_view_count(g, CANTRIP_ZONE_BATTLEFIELD, 0); i++) {
        const cantrip_object_view v = cantrip_view_object(g, 0, CANTRIP_ZONE_BATTLEFIELD, 0, i);
        if (strcmp(v.name, "Tool") == 0)
            cantrip_game_why_not(g, v.id, all, 200);
    }
    cantrip_game_destroy(g);
}

static void test_once(void **state)
{
    (void)state;
    char one[200] = "", none[200] = "";
    said(1, one);
    said(0, none);
    assert_string_equal(one, "there is nothing that its ability could target");
    assert_string_equal(none, "you cannot pay what its ability costs");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_once)};
    cantrip_compiled c = sample_compile_text(CARDS);
    assert_int_equal(cantrip_library_open(c.pack, c.pack_size, &lib, NULL), CANTRIP_OK);
    cantrip_compiled_destroy(&c);
    const int failed = cmocka_run_group_tests_name("why not", tests, NULL, NULL);
    printf("%d passed, %d failed\n", (int)(sizeof tests / sizeof *tests) - failed, failed);
    cantrip_library_close(lib);
    return failed;
}
