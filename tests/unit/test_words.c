/* CLAIM: only a colour word is read as a colour word, and a subtype as a subtype. No sentence can say anything else;
 * a pack can, so the rules machine looks at the words that it is given (CR 612). What is no word at all is refused: test_verifier.c. */
#include "assemble.h"
#include "runtime/host/api.h"

enum { HOSTILE = 2, BLACK = RT_WORD_COLOR + 2, RED = RT_WORD_COLOR + 3, GREEN = RT_WORD_COLOR + 4 };

static cantrip_library *lib;
static uint32_t forest, mountain, f_hostile[HOSTILE], f_land, f_color, f_other_color;

static uint32_t subtype(const vm_pack *p, const char *name)
{
    for (uint32_t i = 0; i < p->symbol_count; i++)
        if (p->symbol[i].kind == VM_SYM_SUBTYPE &&
            strcmp(vm_pack_str(p, p->symbol[i].name), name) == 0)
            return p->symbol[i].number;
    fail_msg("no subtype %s", name);
    return 0;
}

/* In the text of every permanent `former` is read as `latter` from now on. */
static uint32_t reads_as(assembly *s, uint32_t permanents, uint32_t text, int32_t former,
                         int32_t latter)
{
    return EFFECT(s, "owwe", I(SELECT, 3, 0, 0, (int32_t)permanents), I(OBJECTS, 0, 3, 0, 0),
                  I(LDI, 1, 0, 0, former), I(LDI, 2, 0, 0, latter), CALL(change_text, 0, 0),
                  IMM(text), IMM(1), IMM(VM_DURATION_FOREVER));
}

static void assemble(void)
{
    assembly s;
    uint32_t all;
    as_begin(&s, "");
    forest = subtype(&s.p, "Forest");
    mountain = subtype(&s.p, "Mountain");
    as_selector(&s, 1u << BATTLEFIELD, VM_WANT_OBJECTS, &all);
    const uint32_t text = as_mod(&s, (vm_mod){VM_MOD_TEXT, 0, 0, 0, 0, 0, 0});
    const int32_t land = (int32_t)forest, pairs[HOSTILE][2] = {{land, GREEN}, {BLACK, land}};
    for (uint32_t i = 0; i < HOSTILE; i++)
        f_hostile[i] = reads_as(&s, all, text, pairs[i][0], pairs[i][1]);
    f_land = reads_as(&s, all, text, land, (int32_t)mountain);
    f_color = reads_as(&s, all, text, BLACK, RED);
    f_other_color = reads_as(&s, all, text, GREEN, RED);
    lib = as_finish(&s);
}

static cantrip_game *on_the_battlefield(void)
{
    cantrip_game *game = as_game(lib);
    put(game, 0, "White Knight", BATTLEFIELD);
    put(game, 0, "Forest", BATTLEFIELD);
    put(game, 1, "Black Knight", BATTLEFIELD);
    put(game, 1, "Hill Giant", BATTLEFIELD);
    return game;
}

static int is_a(cantrip_game *game, uint32_t type)
{
    const rt_object *o = rt_live(&game->g, find_in(game, BATTLEFIELD, 0, "Forest"));
    return rt_is_kind(&game->g, o, type);
}

static int protected_from(cantrip_game *game, const char *card)
{
    rt_game *g = &game->g;
    return rt_protected_from(g, rt_live(g, find_in(game, BATTLEFIELD, 0, "White Knight")),
                             find_in(game, BATTLEFIELD, 1, card));
}

static void expect_unchanged(cantrip_game *game)
{
    assert_true(is_a(game, forest));
    assert_false(is_a(game, mountain));
    assert_true(protected_from(game, "Black Knight"));
    assert_false(protected_from(game, "Hill Giant"));
}

/* CLAIM a word is read as another of its kind. RULE CR 612.1 */
static void test_cr612_1_words(void **state)
{
    (void)state;
    cantrip_game *game = on_the_battlefield();
    asked(game);
    expect_unchanged(game);
    carry_out(game, f_land, 0);
    carry_out(game, f_color, 0);
    asked(game);
    assert_false(is_a(game, forest));
    assert_true(is_a(game, mountain));
    assert_false(protected_from(game, "Black Knight"));
    assert_true(protected_from(game, "Hill Giant"));
    cantrip_game_destroy(game);
}

/* CLAIM a number that is no word, or a word of the other kind, changes nothing. RULE CR 612.2 */
static void test_cr612_2_no_words(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < HOSTILE; i++) {
        cantrip_game *game = on_the_battlefield();
        carry_out(game, f_hostile[i], 0);
        asked(game);
        assert_int_equal(game->g.s->text_changes, 0);
        expect_unchanged(game);
        cantrip_game_destroy(game);
    }
}

/* CLAIM nor does it where the text is changed by something else as well. RULE CR 612.2 */
static void test_cr612_2_beside_a_change(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < HOSTILE; i++) {
        cantrip_game *game = on_the_battlefield();
        carry_out(game, f_other_color, 0);
        carry_out(game, f_hostile[i], 0);
        asked(game);
        assert_true(game->g.s->text_changes > 0);
        expect_unchanged(game);
        cantrip_game_destroy(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cr612_1_words),
                                       cmocka_unit_test(test_cr612_2_no_words),
                                       cmocka_unit_test(test_cr612_2_beside_a_change)};
    assemble();
    const int failed = run_all("words", tests, sizeof tests / sizeof *tests);
    cantrip_library_close(lib);
    return failed;
}
