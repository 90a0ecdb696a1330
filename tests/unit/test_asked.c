/* CLAIM: who is asked, and how often, tells nobody what a player holds. What is impossible is not offered (CR 608.2d), but
 * the question is put all the same; the questions are the same with the cards in hand and without them. */
#include "assemble.h"

static cantrip_library *lib;

static void assemble(void)
{
    assembly s;
    as_begin(
        &s,
        "card \"Colossal Thing\" {9} creature Giant 9/9\ncard \"May\" {0} sorcery {\n"
        "    you may put a land card from your hand onto the battlefield\n}\n"
        "card \"Up To\" {0} sorcery {\n"
        "    put up to one land card from your hand onto the battlefield\n}\n"
        "card \"Block\" {0} sorcery {\n    you may {\n"
        "        put a land card from your hand onto the battlefield\n"
        "        you gain 1 life\n    }\n}\n"
        "card \"Each\" {0} sorcery {\n"
        "    each player may reveal a land card from their hand\n}\n"
        "card \"Any\" {0} sorcery {\n    reveal any number of land cards in your hand\n}\n"
        "card \"Top\" {0} sorcery {\n    look at the top two cards of your library\n"
        "    you may reveal a land card from among them and put it into your hand\n}\n"
        "card \"Unless\" {0} sorcery {\n    you lose 1 life unless you discard a land card\n}\n"
        "card \"Free\" {0} sorcery {\n"
        "    you may cast a card with mana value 3 or less from your hand without paying its "
        "mana cost\n}\n"
        "card \"Seek\" {0} sorcery {\n"
        "    search your library for a land card, then shuffle your library\n}\n"
        "card \"Stroke\" {5}{W} sorcery {\n    you gain 9 life\n    miracle {W}\n}\n"
        "card \"First\" {4}{G} enchantment {\n    if this is in your opening hand: you may "
        "begin the game with it on the battlefield\n}\n"
        "card \"Masked\" {2} creature Bear 2/2 {\n    morph {1}\n}\n"
        "card \"Veiled\" {3} creature Bear 3/3 {\n    morph {2}\n}\n"
        "card \"Circle\" {0} sorcery {\n    the next time a red source of your choice would "
        "deal damage to you this turn: prevent that damage\n}\n"
        "card \"Any Permanent\" {0} sorcery {\n    exile a permanent\n}\n"
        "card \"Muster\" {0} sorcery {\n    starting with you, each player votes for time or "
        "knowledge\n    if time gets more votes: you gain 1 life\n}\n"
        "card \"Pillage\" {0} sorcery {\n    each player discards a card\n}\n"
        "card \"Root\" {0} sorcery Arcane {\n    you gain 1 life\n}\n"
        "card \"Graft\" {9} sorcery Arcane {\n    you gain 2 life\n    splice onto Arcane {0}\n}\n"
        "card \"Toll\" {0} enchantment {\n    pay 5 life: draw a card\n}\n"
        "card \"Ember\" {R} creature Giant 1/1\n");
    lib = as_finish(&s);
}

/* CLAIM: what is offered is looked at anew when a host changes a life total in the middle of a question. RULE CR 118.4 */
static void test_cr118_4_life_that_is_set(void **state)
{
    (void)state;
    cantrip_game *game = as_game(lib);
    put(game, 0, "Toll", BATTLEFIELD);
    assert_true(can_do(game, CANTRIP_OPTION_ACTIVATE, "Toll"));
    assert_int_equal(cantrip_setup_life(game, 0, 4), CANTRIP_OK);
    assert_false(can_do(game, CANTRIP_OPTION_ACTIVATE, "Toll"));
    assert_int_equal(cantrip_setup_life(game, 0, 5), CANTRIP_OK);
    assert_true(can_do(game, CANTRIP_OPTION_ACTIVATE, "Toll"));
    assert_int_equal(cantrip_setup_life(game, 2, 5), CANTRIP_E_ARGUMENT); /* nobody sits there */
    cantrip_game_log(NULL, NULL, NULL);                                   /* of no game */
    cantrip_game_destroy(game);
}

enum { KINDS_MAX = 16 };

/* Casts it, refuses everything, and notes what was asked. */
static uint32_t questions_beside(const char *spell, const char *held, uint32_t *kinds, int *out_yes)
{
    cantrip_game *game = as_game(lib);
    uint32_t n = 0;
    put(game, 0, spell, HAND);
    put(game, 0, held, HAND);
    put(game, 0, "Colossal Thing", LIBRARY);
    put(game, 0, held, LIBRARY);
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

static uint32_t questions(const char *spell, int land, uint32_t *kinds, int *out_yes)
{
    return questions_beside(spell, land ? "Forest" : "Colossal Thing", kinds, out_yes);
}

/* Who casts what something can be spliced onto is asked, with such a card and without; of other spells nobody is. RULE CR 702.46a */
static void test_cr702_46a_splice_tells_nothing(void **state)
{
    (void)state;
    uint32_t with[KINDS_MAX], without[KINDS_MAX], other[KINDS_MAX];
    int can, cannot;
    const uint32_t n = questions_beside("Root", "Graft", with, &can),
                   m = questions_beside("Root", "Colossal Thing", without, &cannot);
    assert_int_equal(n, m);
    assert_memory_equal(with, without, n * sizeof *with);
    assert_true(can && !cannot);
    assert_true(questions_beside("Seek", "Graft", other, &can) ==
                questions_beside("Seek", "Colossal Thing", other, &can));
}

/* RULE CR 608.2d, 400.2 */
static void test_cr608_2d_questions_tell_nothing(void **state)
{
    (void)state;
    static const char *const SPELLS[] = {"May", "Up To",  "Any",  "Block", "Each",
                                         "Top", "Unless", "Free", "Seek"};
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

/* Passes and declines; how often which player was asked what, until somebody else's turn. */
static uint32_t passing(cantrip_game *game, uint32_t turn, uint32_t *kinds)
{
    uint32_t n = 0;
    for (const cantrip_decision *d;
         (d = asked(game)) != NULL && cantrip_view_game(game).turn < turn && n < KINDS_MAX * 4;) {
        uint32_t chosen[8];
        kinds[n++] = (uint32_t)d->kind << 8 | d->player;
        assert_int_equal(
            cantrip_game_answer(game, chosen, cantrip_decision_fallback(game, chosen, 8)),
            CANTRIP_OK);
    }
    return n;
}

/* RULE CR 702.93a: who draws something else is asked as well */
static void test_cr702_93a_a_draw_tells_nothing(void **state)
{
    (void)state;
    uint32_t kinds[2][KINDS_MAX * 4], n[2];
    for (int with = 0; with < 2; with++) {
        cantrip_game *game = as_game(lib);
        for (uint32_t p = 0; p < 2; p++)
            for (uint32_t i = 0; i < 3; i++)
                put(game, p, with ? "Stroke" : "Forest", LIBRARY);
        n[with] = passing(game, 5, kinds[with]);
        cantrip_game_destroy(game);
    }
    assert_int_equal(n[0], n[1]);
    assert_memory_equal(kinds[0], kinds[1], n[0] * sizeof **kinds);
    uint32_t may = 0;
    for (uint32_t i = 0; i < n[0]; i++)
        may += kinds[0][i] >> 8 == CANTRIP_DECIDE_MAY;
    assert_int_equal(may, 1); /* the first turn here is not begun with a draw */
}

/* RULE CR 103.5: nor do opening hands */
static void test_cr103_5_an_opening_hand_tells_nothing(void **state)
{
    (void)state;
    uint32_t kinds[2][KINDS_MAX * 4], n[2];
    for (int with = 0; with < 2; with++) {
        cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
        cantrip_game *game;
        o.ask_trivial = 1;
        assert_int_equal(cantrip_game_create(lib, &o, &game), CANTRIP_OK);
        for (uint32_t p = 0; p < 2; p++)
            assert_int_equal(
                cantrip_game_deck_add(game, p, with && p ? "First" : "Colossal Thing", 20),
                CANTRIP_OK);
        n[with] = passing(game, 2, kinds[with]);
        cantrip_game_destroy(game);
    }
    assert_int_equal(n[0], n[1]);
    assert_memory_equal(kinds[0], kinds[1], n[0] * sizeof **kinds);
}

static void leaving_tells_nothing(uint32_t leaver, int behind_mulligans)
{
    uint32_t kinds[2][KINDS_MAX * 4], n[2] = {0, 0};
    for (int with = 0; with < 2; with++) {
        cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
        cantrip_game *game;
        o.ask_trivial = 1;
        o.player_count = 4;
        assert_int_equal(cantrip_game_create(lib, &o, &game), CANTRIP_OK);
        for (uint32_t p = 0; p < 4; p++)
            assert_int_equal(
                cantrip_game_deck_add(game, p, with && p == 2 ? "First" : "Colossal Thing", 20),
                CANTRIP_OK);
        int left = 0, kept = !behind_mulligans;
        for (const cantrip_decision *d; (d = asked(game)) != NULL &&
                                        d->kind != CANTRIP_DECIDE_PRIORITY &&
                                        n[with] < KINDS_MAX * 4;) {
            uint32_t chosen[8];
            kinds[with][n[with]++] =
                (uint32_t)d->kind << 8 | d->player | (d->player == 2 ? 0 : d->option_count << 16);
            kept |= d->kind == CANTRIP_DECIDE_MULLIGAN && d->player == 2;
            if (!left && kept && d->kind == CANTRIP_DECIDE_MAY && d->player == 2) {
                left = 1;
                assert_int_equal(cantrip_game_concede(game, leaver), CANTRIP_OK);
                continue;
            }
            assert_int_equal(
                cantrip_game_answer(game, chosen, cantrip_decision_fallback(game, chosen, 8)),
                CANTRIP_OK);
        }
        assert_true(left);
        cantrip_game_destroy(game);
    }
    assert_int_equal(n[0], n[1]);
    assert_memory_equal(kinds[0], kinds[1], n[0] * sizeof **kinds);
}

/* RULE CR 103.5, 104.3a: nor does it tell that the question stays when another player leaves, or that who is asked leaves */
static void test_cr104_3a_leaving_tells_nothing(void **state)
{
    (void)state;
    for (uint32_t leaver = 0; leaver < 4; leaver += 2)
        for (int behind_mulligans = 0; behind_mulligans < 2; behind_mulligans++)
            leaving_tells_nothing(leaver, behind_mulligans);
}

/* RULE CR 800.4a: one who leaves in the middle takes nobody's turn along, and an answer is of whoever was asked */
static void test_cr800_4a_turns_stay_when_one_leaves(void **state)
{
    (void)state;
    static const char *const SPELLS[] = {"Muster", "Pillage"};
    for (uint32_t i = 0; i < 2; i++) {
        cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
        cantrip_game *game;
        const cantrip_decision *d;
        uint32_t seen = 0;
        o.ask_trivial = 1;
        o.player_count = 4;
        assert_int_equal(cantrip_game_create(lib, &o, &game), CANTRIP_OK);
        assert_int_equal(cantrip_setup_position(game, 1), CANTRIP_OK);
        put(game, 0, SPELLS[i], HAND);
        for (uint32_t p = 0; p < 4; p++) {
            put(game, p, "Ember", HAND);
            put(game, p, "Forest", LIBRARY);
        }
        act(game, CANTRIP_OPTION_CAST, SPELLS[i]);
        while ((d = asked(game)) != NULL && (!seen || d->kind != CANTRIP_DECIDE_PRIORITY)) {
            const uint32_t first = 0;
            if (d->kind != CANTRIP_DECIDE_PRIORITY) {
                assert_false(seen >> d->choice_of & 1);
                seen |= 1u << d->choice_of;
                if (d->choice_of == 1) /* who has answered leaves while the next is asked */
                    assert_int_equal(cantrip_game_concede(game, 0), CANTRIP_OK);
            }
            assert_int_equal(cantrip_game_answer(game, &first, 1), CANTRIP_OK);
        }
        assert_int_equal(seen, 15);
        for (uint32_t p = 1; p < 4 && i; p++)
            assert_int_equal(cantrip_view_count(game, GRAVEYARD, p), 1);
        cantrip_game_destroy(game);
    }
}

/* RULE CR 800.4a, 800.4f: cards of a hand leave with its player; nobody else is asked about them, or gets to see them */
static void test_cr800_4a_a_hand_leaves_unseen(void **state)
{
    (void)state;
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *game;
    const cantrip_decision *d;
    uint32_t left = 0;
    o.player_count = 3;
    assert_int_equal(cantrip_game_create(lib, &o, &game), CANTRIP_OK);
    assert_int_equal(cantrip_setup_position(game, 1), CANTRIP_OK);
    put(game, 0, "Pillage", HAND);
    for (uint32_t p = 0; p < 3; p++) {
        put(game, p, "Ember", HAND);
        put(game, p, "Forest", HAND);
        put(game, p, "Forest", LIBRARY);
    }
    act(game, CANTRIP_OPTION_CAST, "Pillage");
    while ((d = asked(game)) != NULL && (!left || d->kind != CANTRIP_DECIDE_PRIORITY)) {
        const uint32_t first = 0;
        if (d->kind != CANTRIP_DECIDE_PRIORITY && d->choice_of == 1) {
            assert_false(left++);
            assert_int_equal(cantrip_game_concede(game, 1), CANTRIP_OK);
            continue;
        }
        assert_int_equal(cantrip_game_answer(game, &first, 1), CANTRIP_OK);
    }
    assert_int_equal(left, 1);
    assert_int_equal(cantrip_view_count(game, HAND, 1), 0);
    assert_int_equal(cantrip_view_count(game, GRAVEYARD, 2), 1);
    cantrip_game_destroy(game);
}

/* RULE CR 609.7a, 400.2: 'a red source', 'a permanent': not one that nobody sees */
static void test_cr609_7a_a_source_is_not_hidden(void **state)
{
    (void)state;
    static const char *const SPELLS[] = {"Circle", "Any Permanent"};
    for (size_t i = 0; i < sizeof SPELLS / sizeof *SPELLS; i++) {
        cantrip_game *game = as_game(lib);
        const cantrip_decision *d;
        put(game, 0, SPELLS[i], HAND);
        put(game, 0, "Ember", HAND);
        put(game, 0, "Ember", LIBRARY);
        put(game, 1, "Ember", HAND);
        put(game, 1, "Ember", LIBRARY);
        put(game, 1, "Ember", BATTLEFIELD);
        put(game, 0, "Ember", BATTLEFIELD);
        act(game, CANTRIP_OPTION_CAST, SPELLS[i]);
        while ((d = asked(game)) != NULL && d->kind == CANTRIP_DECIDE_PRIORITY) {
            const uint32_t passes = 0;
            assert_int_equal(cantrip_game_answer(game, &passes, 1), CANTRIP_OK);
        }
        assert_non_null(d);
        for (uint32_t k = 0; k < d->option_count; k++) {
            const uint32_t zone = cantrip_view_id(game, CANTRIP_FULL, d->options[k].id).zone;
            assert_true(zone != CANTRIP_ZONE_HAND && zone != CANTRIP_ZONE_LIBRARY);
        }
        cantrip_game_destroy(game);
    }
}

/* RULE CR 400.2: an id that was guessed gives nothing, whether there is such a card or not */
static void test_cr400_2_ids_cannot_be_guessed(void **state)
{
    (void)state;
    cantrip_game *game = as_game(lib);
    put(game, 1, "Forest", HAND);
    put(game, 1, "Stroke", LIBRARY);
    put(game, 0, "Stroke", LIBRARY);
    for (uint32_t zone = CANTRIP_ZONE_LIBRARY; zone <= CANTRIP_ZONE_HAND; zone++)
        for (uint32_t p = 0; p < 2; p++)
            for (uint32_t i = 0; i < cantrip_view_count(game, zone, p); i++) {
                cantrip_object_view v, nothing;
                const cantrip_id id = cantrip_view_object(game, CANTRIP_FULL, zone, p, i).id;
                v.struct_size = nothing.struct_size = sizeof v;
                assert_int_equal(cantrip_view_read_object(game, 0, id, &v), 0);
                assert_int_equal(
                    cantrip_view_read_object(game, 0, (cantrip_id){0x7FFFFFFF}, &nothing), 0);
                assert_memory_equal(&v, &nothing, sizeof v);
                assert_int_equal(cantrip_view_object(game, 0, zone, p, i).zone, zone);
            }
    cantrip_game_destroy(game);
}

/* RULE CR 707.5: what is face down is no better known in a world made up for somebody else than in any other */
static void face_down_in_worlds(uint32_t veiled_in, uint32_t forest_in)
{
    cantrip_game *game = as_game(lib), *other;
    uint32_t seen[2] = {0, 0};
    assert_int_equal(cantrip_setup_put(game, 1, "Masked", CANTRIP_ZONE_BATTLEFIELD, 1,
                                       CANTRIP_SETUP_FACE_DOWN, 0),
                     CANTRIP_OK);
    put(game, 1, "Veiled", veiled_in);
    put(game, 1, "Forest", forest_in);
    put(game, 0, "Veiled", HAND);
    expect_asked(game, CANTRIP_DECIDE_PRIORITY, 0);
    for (uint64_t seed = 0; seed < 40; seed++) {
        assert_int_equal(cantrip_game_clone(game, &other), CANTRIP_OK);
        assert_int_equal(cantrip_game_resample(other, 0, seed), CANTRIP_OK);
        const cantrip_object_view v =
            cantrip_view_object(other, CANTRIP_FULL, CANTRIP_ZONE_BATTLEFIELD, 0, 0);
        const int veiled = strcmp(v.identity, "Veiled") == 0;
        assert_true(veiled || strcmp(v.identity, "Masked") == 0); /* a Forest has no morph */
        assert_true(v.power == 2 && v.face_down);
        seen[veiled]++;
        cantrip_game_destroy(other);
    }
    assert_true(seen[0] > 5 && seen[1] > 5);
    cantrip_game_destroy(game);
}

static void test_cr707_5_face_down_in_worlds_made_up(void **state)
{
    (void)state;
    face_down_in_worlds(LIBRARY, HAND);
    face_down_in_worlds(HAND, LIBRARY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cr608_2d_questions_tell_nothing),
                                       cmocka_unit_test(test_cr118_4_life_that_is_set),
                                       cmocka_unit_test(test_cr702_46a_splice_tells_nothing),
                                       cmocka_unit_test(test_cr702_93a_a_draw_tells_nothing),
                                       cmocka_unit_test(test_cr103_5_an_opening_hand_tells_nothing),
                                       cmocka_unit_test(test_cr104_3a_leaving_tells_nothing),
                                       cmocka_unit_test(test_cr609_7a_a_source_is_not_hidden),
                                       cmocka_unit_test(test_cr800_4a_turns_stay_when_one_leaves),
                                       cmocka_unit_test(test_cr800_4a_a_hand_leaves_unseen),
                                       cmocka_unit_test(test_cr707_5_face_down_in_worlds_made_up),
                                       cmocka_unit_test(test_cr400_2_ids_cannot_be_guessed)};
    assemble();
    int failed = run_all("what is asked", tests, sizeof tests / sizeof *tests);
    cantrip_library_close(lib);
    return failed;
}
