/* CLAIM: who is asked, and how often, tells nobody what a player holds. What is impossible is not offered (CR 608.2d), but
 * the question is put all the same; the questions are the same with the cards in hand and without them. */
#include "assemble.h"

static cantrip_library *lib;

static void assemble(void)
{
    assembly s;
    as_begin(
        &s, "card \"Colossal Thing\" {9} creature Giant 9/9\ncard \"May\" {0} sorcery {\n"
            "    you may put a land card from your hand onto the battlefield\n}\n"
            "card \"Up To\" {0} sorcery {\n"
            "    put up to one land card from your hand onto the battlefield\n}\n"
            "card \"Block\" {0} sorcery {\n    you may {\n"
            "        put a land card from your hand onto the battlefield\n"
            "        you gain 1 life\n    }\n}\n"
            "card \"Each\" {0} sorcery {\n"
            "    each player may reveal a land card from their hand\n}\n"
            "card \"Top\" {0} sorcery {\n    look at the top two cards of your library\n"
            "    you may reveal a land card from among them and put it into your hand\n}\n"
            "card \"Unless\" {0} sorcery {\n    you lose 1 life unless you discard a land card\n}\n"
            "card \"Free\" {0} sorcery {\n"
            "    you may cast a card with mana value 3 or less from your hand without paying its "
            "mana cost\n}\n"
            "card \"Seek\" {0} sorcery {\n"
            "    search your library for a land card, then shuffle your library\n}\n");
    lib = as_finish(&s);
}

enum { KINDS_MAX = 16 };

/* Casts it, refuses everything, and notes what was asked. */
static uint32_t questions(const char *spell, int land, uint32_t *kinds, int *out_yes)
{
    cantrip_game *game = as_game(lib);
    uint32_t n = 0;
    put(game, 0, spell, HAND);
    put(game, 0, land ? "Forest" : "Colossal Thing", HAND);
    put(game, 0, "Colossal Thing", LIBRARY);
    put(game, 0, land ? "Forest" : "Colossal Thing", LIBRARY);
    *out_yes = 0;
    act(game, CANTRIP_OPTION_CAST, spell);
    for (const cantrip_decision *d;
         (d = asked(game)) != NULL && rt_zone_count(&game->g, VM_ZONE_STACK, 0);) {
        const uint32_t first = 0;
        uint32_t last = d->option_count - 1;
        assert_true(n < KINDS_MAX);
        kinds[n++] = (uint32_t)d->kind << 8 | d->player;
        *out_yes |= d->kind != CANTRIP_DECIDE_PRIORITY && d->option_count > (d->min ? 1 : 0);
        if (d->kind == CANTRIP_DECIDE_PRIORITY)
            assert_int_equal(cantrip_game_answer(game, &first, 1), CANTRIP_OK); /* passes */
        else                                                                    /* no, or nothing */
            assert_int_equal(cantrip_game_answer(game, &last, d->min), CANTRIP_OK);
    }
    cantrip_game_destroy(game);
    return n;
}

/* RULE CR 608.2d, 400.2 */
static void test_cr608_2d_questions_tell_nothing(void **state)
{
    (void)state;
    static const char *const SPELLS[] = {"May", "Up To",  "Block", "Each",
                                         "Top", "Unless", "Free",  "Seek"};
    for (size_t i = 0; i < sizeof SPELLS / sizeof *SPELLS; i++) {
        uint32_t with[KINDS_MAX], without[KINDS_MAX];
        int can, cannot;
        const uint32_t n = questions(SPELLS[i], 1, with, &can),
                       m = questions(SPELLS[i], 0, without, &cannot);
        if (n != m || memcmp(with, without, n * sizeof *with) != 0)
            fail_msg("%s: what is asked tells what is held", SPELLS[i]);
        if (strcmp(SPELLS[i], "Free") != 0 && (!can || cannot))
            fail_msg("%s: the impossible is offered, or the possible is not", SPELLS[i]);
        assert_true(n > 2); /* one question at least, and two that pass */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cr608_2d_questions_tell_nothing)};
    assemble();
    int failed = run_all("what is asked", tests, sizeof tests / sizeof *tests);
    cantrip_library_close(lib);
    return failed;
}
