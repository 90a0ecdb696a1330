/* CLAIM: all that happens is told, in the order in which it happens, in these words. */
#include "assemble.h"

static cantrip_library *lib;

static void assemble(void)
{
    assembly s;
    as_begin(&s,
             "card \"Spark\" {0} sorcery {\n    this deals 1 damage to target player\n}\n"
             "card \"Sip\" {0} sorcery {\n    you gain 2 life\n    you lose 1 life\n}\n"
             "card \"Maker\" {0} sorcery {\n    create a 1/1 white Bird creature token\n"
             "    put two +1/+1 counters on target creature\n}\n"
             "card \"Axe\" {0} artifact Equipment {\n    equip {0}\n}\n"
             "card \"Shower\" {0} sorcery {\n    prevent the next 1 damage that would be dealt to "
             "target player this turn\n    reveal the top card of your library\n"
             "    shuffle your library\n}\n"
             "card \"Wreck\" {0} sorcery {\n    destroy target creature\n"
             "    each opponent loses 3 life\n}\n"
             "card \"Knell\" {0} enchantment {\n    whenever a creature dies: you lose 1 life\n}\n"
             "card \"Skip\" {0} sorcery {\n    target player skips their next turn\n}\n"
             "card \"Youth\" {9} creature Vampire 4/3 {\n    madness {2}\n}\n"
             "card \"Spill\" {0} sorcery {\n    target player discards a card\n}\n"
             "card \"Lamp\" {0} artifact {\n    {T}: you gain 1 life\n}\n"
             "card \"Quest\" {0} artifact {\n    {T}: search your library for a Giant card, "
             "put it into your hand, then shuffle\n}\n");
    lib = as_finish(&s);
}

static uint32_t told; /* events that have been looked at */

static void expect_told(cantrip_game *game, const char *const *lines, uint32_t count)
{
    asked(game);
    uint32_t n = 0;
    const uint32_t all = cantrip_event_count(game);
    for (; told < all; told++) {
        char text[200];
        cantrip_event_text(game, 0, told, text, sizeof text);
        if (n >= count || strcmp(text, lines[n]) != 0)
            fail_msg("told \"%s\" instead of \"%s\"", text, n < count ? lines[n] : "nothing");
        n++;
    }
    if (n < count)
        fail_msg("\"%s\" is not told", lines[n]);
}
#define TOLD(game, ...)                                                                            \
    expect_told(game, (const char *const[]){__VA_ARGS__},                                          \
                sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static cantrip_game *begin(void)
{
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *game;
    o.ask_trivial = o.events = 1;
    assert_int_equal(cantrip_game_create(lib, &o, &game), CANTRIP_OK);
    assert_int_equal(cantrip_setup_position(game, 3), CANTRIP_OK);
    told = 0;
    return game;
}

static void skip_to_now(cantrip_game *game)
{
    asked(game);
    told = cantrip_event_count(game);
}

static void do_at(cantrip_game *game, uint32_t kind, const char *card, rt_entity at)
{
    act(game, kind, card);
    const cantrip_decision *d;
    while ((d = asked(game)) && d->kind == CANTRIP_DECIDE_TARGET)
        for (uint32_t i = 0; i < d->option_count; i++)
            if (d->options[i].id.bits == at) {
                assert_int_equal(cantrip_game_answer(game, &i, 1), CANTRIP_OK);
                break;
            }
}

static void cast_at(cantrip_game *game, const char *card, rt_entity at)
{
    do_at(game, CANTRIP_OPTION_CAST, card, at);
}

static void test_spells(void **state)
{
    (void)state;
    cantrip_game *game = begin();
    put(game, 0, "Spark", HAND);
    put(game, 0, "Sip", HAND);
    put(game, 0, "Maker", HAND);
    put(game, 0, "Lamp", BATTLEFIELD);
    put(game, 0, "Forest", HAND);
    put(game, 0, "Hill Giant", BATTLEFIELD);
    skip_to_now(game);
    cast_at(game, "Spark", RT_PLAYER(1));
    TOLD(game, "player 1 casts Spark", "Spark targets player 2");
    resolve(game);
    TOLD(game, "Spark resolves", "Spark deals 1 damage to player 2 (19 life)",
         "Spark goes to graveyard");
    act(game, CANTRIP_OPTION_LAND, "Forest");
    TOLD(game, "player 1 plays Forest");
    act(game, CANTRIP_OPTION_ACTIVATE, "Lamp");
    resolve(game);
    TOLD(game, "Lamp is tapped", "player 1 activates Lamp", "Lamp resolves",
         "player 1 gains 1 life (21)");
    cast_at(game, "Maker", find_in(game, BATTLEFIELD, 0, "Hill Giant"));
    resolve(game);
    TOLD(game, "player 1 casts Maker", "Maker targets Hill Giant", "Maker resolves",
         "a Bird token enters the battlefield", "Hill Giant gets 2 +1/+1 counters",
         "Maker goes to graveyard");
    act(game, CANTRIP_OPTION_CAST, "Sip");
    resolve(game);
    TOLD(game, "player 1 casts Sip", "Sip resolves", "player 1 gains 2 life (23)",
         "player 1 loses 1 life (22)", "Sip goes to graveyard");
    cantrip_game_destroy(game);
}

static void test_what_goes(void **state)
{
    (void)state;
    cantrip_game *game = begin();
    put(game, 0, "Knell", BATTLEFIELD);
    put(game, 0, "Axe", BATTLEFIELD);
    put(game, 0, "Hill Giant", BATTLEFIELD);
    put(game, 1, "Grizzly Bears", BATTLEFIELD);
    put(game, 1, "Serra Angel", BATTLEFIELD);
    put(game, 1, "Forest", HAND);
    put(game, 0, "Forest", LIBRARY);
    put(game, 0, "Forest", LIBRARY);
    put(game, 0, "Wreck", HAND);
    put(game, 0, "Shower", HAND);
    put(game, 0, "Spark", HAND);
    put(game, 0, "Skip", HAND);
    skip_to_now(game);
    do_at(game, CANTRIP_OPTION_ACTIVATE, "Axe", find_in(game, BATTLEFIELD, 0, "Hill Giant"));
    resolve(game);
    TOLD(game, "player 1 activates Axe", "Axe targets Hill Giant", "Axe resolves",
         "Axe is attached to Hill Giant");
    cast_at(game, "Wreck", find_in(game, BATTLEFIELD, 1, "Grizzly Bears"));
    resolve(game);
    TOLD(game, "player 1 casts Wreck", "Wreck targets Grizzly Bears", "Wreck resolves",
         "Grizzly Bears dies", "player 2 loses 3 life (17)", "Wreck goes to graveyard",
         "Knell triggers", "Knell resolves", "player 1 loses 1 life (19)");
    cast_at(game, "Shower", RT_PLAYER(1));
    resolve(game);
    TOLD(game, "player 1 casts Shower", "Shower targets player 2", "Shower resolves",
         "Forest is revealed", "player 1 shuffles", "Shower goes to graveyard");
    cast_at(game, "Spark", RT_PLAYER(1));
    resolve(game);
    TOLD(game, "player 1 casts Spark", "Spark targets player 2", "Spark resolves",
         "1 damage to player 2 is prevented", "Spark goes to graveyard");
    cast_at(game, "Skip", RT_PLAYER(1));
    resolve(game);
    advance(game, CANTRIP_TURN_END, 3);
    skip_to_now(game);
    advance(game, CANTRIP_TURN_UPKEEP, 4);
    TOLD(game, "cleanup step", "player 2 skips a turn", "untap step",
         "== turn 4: player 1 ==", "upkeep");
    advance(game, CANTRIP_TURN_DRAW, 4);
    TOLD(game, "draw step", "player 1 draws Forest");
    char text[200]; /* what it is is for nobody else */
    cantrip_event_text(game, 1, told - 1, text, sizeof text);
    assert_null(strstr(text, "Forest"));
    advance(game, CANTRIP_TURN_END, 4);
    skip_to_now(game);
    advance(game, CANTRIP_TURN_MAIN1, 5); /* it is over before that */
    TOLD(game, "cleanup step", "untap step", "== turn 5: player 2 ==", "upkeep", "draw step",
         "player 2 cannot draw: the library is empty",
         "player 2 loses the game: a draw from an empty library");
    cantrip_game_destroy(game);
}

/* CLAIM what is drawn is told to who draws it, to whoever knows everything, and to nobody else. RULE CR 400.2 */
static void test_who_is_told(void **state)
{
    (void)state;
    cantrip_game *game = begin();
    put(game, 0, "Forest", LIBRARY);
    put(game, 1, "Swamp", LIBRARY);
    put(game, 1, "Swamp", LIBRARY);
    skip_to_now(game);
    const uint32_t first = told;
    advance(game, CANTRIP_TURN_MAIN1, 5);
    uint32_t drawn = 0;
    for (uint32_t i = first; i < cantrip_event_count(game); i++) {
        cantrip_event e = {.struct_size = sizeof e};
        assert_int_equal(cantrip_event_read(game, CANTRIP_FULL, i, &e), 1);
        if (strcmp(cantrip_event_name(e.kind), "draws") != 0)
            continue;
        const char *card = drawn++ % 2 ? "Forest" : "Swamp"; /* turn 3 is player 1's */
        const uint32_t who = drawn % 2;
        assert_string_equal(e.object_name, card);
        for (uint32_t viewer = 0; viewer < 40; viewer++) {
            assert_int_equal(cantrip_event_read(game, viewer, i, &e), 1);
            assert_string_equal(e.object_name ? e.object_name : "", viewer == who ? card : "");
            assert_int_equal(e.object.bits != 0, viewer == who);
        }
    }
    assert_true(drawn >= 2);
    cantrip_game_destroy(game);
}

/* An id from before a card left a hand tells which of the hidden cards it was: what is told, and what an ability on the stack
 * says of its source, is the card that everybody sees. */
static void test_ids(void **state)
{
    (void)state;
    cantrip_game *game = begin();
    cantrip_event e = {.struct_size = sizeof e};
    rt_entity discarded = 0, triggers = 0;
    put(game, 0, "Spill", HAND);
    put(game, 1, "Forest", HAND);
    put(game, 1, "Youth", HAND);
    const rt_entity held = find_in(game, HAND, 1, "Youth");
    skip_to_now(game);
    cast_at(game, "Spill", RT_PLAYER(1));
    while (!triggers) {
        const cantrip_decision *d = asked(game);
        assert_non_null(d);
        if (d->kind == CANTRIP_DECIDE_DISCARD)
            answer_cards(game, (const char *const[]){"Youth"}, 1);
        else if (d->kind == CANTRIP_DECIDE_MAY)
            answer_option(game, CANTRIP_OPTION_YES, 0);
        else
            answer_option(game, CANTRIP_OPTION_PASS, 0);
        asked(game);
        for (; told < cantrip_event_count(game); told++) {
            cantrip_event_read(game, 0, told, &e);
            if (e.kind == CANTRIP_EVENT_DISCARDED)
                discarded = e.object.bits;
            if (e.kind == CANTRIP_EVENT_TRIGGER)
                triggers = e.object.bits;
        }
    }
    assert_true(triggers && triggers != held);
    assert_int_equal(triggers, discarded);
    const cantrip_object_view on_stack = cantrip_view_object(game, 0, CANTRIP_ZONE_STACK, 0, 0);
    assert_true(on_stack.is_ability);
    assert_int_equal(on_stack.source.bits, discarded);
    cantrip_game_destroy(game);
}

/* What is asked, and whom, as player 1 leaves in the middle of a search, where the library has what is looked for, or not. */
static uint32_t asked_behind_a_search(const char *card, uint32_t *out_player)
{
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *game;
    o.ask_trivial = 1;
    o.player_count = 3;
    assert_int_equal(cantrip_game_create(lib, &o, &game), CANTRIP_OK);
    assert_int_equal(cantrip_setup_position(game, 3), CANTRIP_OK);
    put(game, 0, "Quest", BATTLEFIELD);
    put(game, 0, card, LIBRARY);
    act(game, CANTRIP_OPTION_ACTIVATE, "Quest");
    while (asked(game)->kind == CANTRIP_DECIDE_PRIORITY)
        answer_option(game, CANTRIP_OPTION_PASS, 0);
    assert_int_equal(asked(game)->kind, CANTRIP_DECIDE_SEARCH);
    assert_int_equal(cantrip_game_concede(game, 0), CANTRIP_OK);
    const cantrip_decision *d = asked(game);
    assert_non_null(d);
    const uint32_t kind = d->kind;
    *out_player = d->player;
    cantrip_game_destroy(game);
    return kind;
}

/* RULE CR 800.4f: nobody decides it for them, and nobody learns whether there was anything */
static void test_cr800_4f_leaving_in_a_search(void **state)
{
    (void)state;
    uint32_t with, without;
    assert_int_equal(asked_behind_a_search("Hill Giant", &with),
                     asked_behind_a_search("Forest", &without));
    assert_int_equal(with, without);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spells), cmocka_unit_test(test_what_goes),
        cmocka_unit_test(test_who_is_told), cmocka_unit_test(test_ids),
        cmocka_unit_test(test_cr800_4f_leaving_in_a_search)};
    assemble();
    const int failed = run_all("told", tests, sizeof tests / sizeof *tests);
    cantrip_library_close(lib);
    return failed;
}
