/* CLAIM: why something cannot be played, cast or activated is said by the first rule that stands in the way, to a player and to
 * a tool in the same words (CR 601.3, CR 602.5, CR 305.2). */
#include "sample.h"

#include "cantrip/setup.h"

static cantrip_library *lib;

static const char CARDS[] =
    "card \"Mountain\" basic land Mountain\n"
    "card \"Bear\" {G} creature Bear 2/2 {\n}\n"
    "card \"Snuff\" {R} instant {\n    destroy target artifact\n}\n"
    "card \"Dear\" {5}{R}{R} instant {\n    draw a card\n}\n"
    "card \"Slow\" {R} sorcery {\n    draw a card\n}\n"
    "card \"Quick\" {R} creature Bear 2/2 {\n    flash\n}\n"
    "card \"Silence Stone\" {1} enchantment {\n    players can't cast creature spells\n}\n"
    "card \"Stopper\" {1} artifact {\n    activated abilities of artifacts can't be activated\n}\n"
    "card \"Tapper\" {1} creature Bear 1/1 {\n    {T}: draw a card\n}\n"
    "card \"Rod\" {1} artifact {\n    {T}: draw a card\n}\n"
    "card \"Forge\" {1} enchantment {\n    {R}, only as a sorcery: draw a card\n}\n"
    "card \"Once\" {1} enchantment {\n    {R}, only once each turn: draw a card\n}\n"
    "card \"Costly\" {1} enchantment {\n    {9}: draw a card\n}\n"
    "card \"Aimed\" {1} enchantment {\n    {R}: destroy target artifact\n}\n"
    "card \"Walker\" {1} planeswalker Jace loyalty 3 {\n    +1: draw a card\n}\n"
    "card \"Plain\" {1} enchantment {\n    creatures you control get +1/+1\n}\n"
    "card \"Peace\" {1} enchantment {\n    creatures can't attack\n}\n"
    "card \"Elf\" {G} creature Elf 1/1 {\n    {T}: add {G}\n}\n"
    "card \"Stretched\" {G} creature Elf 3/3 {\n    {0}: put a +2/-2 counter on this\n}\n"
    "card \"Grown\" {G} creature Elf 3/3 {\n    {0}: put two +1/+1 counters on this\n}\n"
    "card \"Charged\" {G} creature Elf 3/3 {\n    {0}: put a charge counter on this\n}\n"
    "counter +2/-2\n";

enum { MAIN = 3, UPKEEP = 1 };

static cantrip_game *position(uint32_t step, uint32_t player, const char *also, uint32_t zone)
{
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *g;
    assert_int_equal(cantrip_game_create(lib, &o, &g), CANTRIP_OK);
    assert_int_equal(cantrip_setup_position(g, 2), CANTRIP_OK);
    for (uint32_t p = 0; p < 2; p++)
        cantrip_setup_put(g, p, "Mountain", CANTRIP_ZONE_LIBRARY, 9, 0, 0);
    cantrip_setup_put(g, 0, "Mountain", CANTRIP_ZONE_BATTLEFIELD, 3, 0, 0);
    cantrip_setup_put(g, 0, "Quick", CANTRIP_ZONE_HAND, 1, 0, 0); /* so that something is asked */
    if (also)
        assert_int_equal(cantrip_setup_put(g, 0, also, zone, 1, 0, 0), CANTRIP_OK);
    cantrip_setup_step(g, step, player);
    return g;
}

static cantrip_id id_of(cantrip_game *g, const char *name)
{
    static const uint32_t ZONES[] = {CANTRIP_ZONE_HAND, CANTRIP_ZONE_BATTLEFIELD,
                                     CANTRIP_ZONE_GRAVEYARD};
    for (uint32_t z = 0; z < 3; z++)
        for (uint32_t p = 0; p < 2; p++)
            for (uint32_t i = 0; i < 20; i++) {
                const cantrip_object_view v = cantrip_view_object(g, CANTRIP_FULL, ZONES[z], p, i);
                if (v.name && strcmp(v.name, name) == 0)
                    return v.id;
            }
    fail_msg("there is no %s", name);
    return (cantrip_id){0};
}

/* Until player 0 is asked what they do with priority. */
static void asked(cantrip_game *g)
{
    for (int n = 0; n < 20; n++) {
        assert_int_equal(cantrip_game_step(g), CANTRIP_STEP_DECISION);
        const cantrip_decision *d = cantrip_game_decision(g);
        if (d->kind == CANTRIP_DECIDE_PRIORITY && d->player == 0)
            return;
        const uint32_t pass = sample_option(d, CANTRIP_OPTION_PASS);
        assert_int_equal(cantrip_game_answer(g, &pass, 1), CANTRIP_OK);
    }
    fail_msg("nothing is asked");
}

static void says(cantrip_game *g, const char *name, const char *wanted)
{
    char why[200];
    const size_t n = cantrip_game_why_not(g, id_of(g, name), why, sizeof why);
    assert_string_equal(why, wanted);
    assert_int_equal(n, strlen(wanted));
}

/* In a main phase of player 0, with three Mountains: what is said of a card somewhere. */
static void in_main(const char *card, uint32_t zone, const char *with, const char *wanted)
{
    cantrip_game *g = position(MAIN, 0, card, zone);
    if (with)
        assert_int_equal(cantrip_setup_put(g, 1, with, CANTRIP_ZONE_BATTLEFIELD, 1, 0, 0),
                         CANTRIP_OK);
    asked(g);
    says(g, card, wanted);
    cantrip_game_destroy(g);
}

static void test_spells(void **state)
{
    (void)state;
    in_main("Slow", CANTRIP_ZONE_HAND, NULL, "");
    in_main("Snuff", CANTRIP_ZONE_HAND, NULL, "there is nothing that it could target");
    in_main("Snuff", CANTRIP_ZONE_HAND, "Rod", "");
    in_main("Dear", CANTRIP_ZONE_HAND, NULL, "you cannot pay for it: {5}{R}{R}");
    in_main("Bear", CANTRIP_ZONE_HAND, "Silence Stone", "a rule says that it can't be cast");
    in_main("Slow", CANTRIP_ZONE_HAND, "Silence Stone", "");
    in_main("Slow", CANTRIP_ZONE_GRAVEYARD, NULL, "it is not in your hand");
}

/* In an upkeep: own, or the other player's. */
static void test_times(void **state)
{
    (void)state;
    for (uint32_t whose = 0; whose < 2; whose++) {
        cantrip_game *g = position(UPKEEP, whose, "Slow", CANTRIP_ZONE_HAND);
        assert_int_equal(cantrip_setup_put(g, 0, "Mountain", CANTRIP_ZONE_HAND, 1, 0, 0),
                         CANTRIP_OK);
        asked(g);
        says(g, "Slow",
             "it can only be cast in one's own main phase, while nothing is on the stack");
        says(g, "Quick", "");
        says(g, "Mountain",
             whose == 0 ? "lands are played in a main phase, while nothing is on the stack"
                        : "lands are played in one's own turn");
        cantrip_game_destroy(g);
    }
}

static void test_lands(void **state)
{
    (void)state;
    cantrip_game *g = position(MAIN, 0, NULL, 0);
    assert_int_equal(cantrip_setup_put(g, 0, "Mountain", CANTRIP_ZONE_HAND, 2, 0, 0), CANTRIP_OK);
    asked(g);
    says(g, "Mountain", "");
    const uint32_t play = sample_option(cantrip_game_decision(g), CANTRIP_OPTION_LAND);
    assert_int_equal(cantrip_game_answer(g, &play, 1), CANTRIP_OK);
    asked(g);
    says(g, "Mountain", "you have played a land this turn");
    cantrip_game_destroy(g);
}

static void test_abilities(void **state)
{
    (void)state;
    in_main("Tapper", CANTRIP_ZONE_BATTLEFIELD, NULL, "");
    in_main("Rod", CANTRIP_ZONE_BATTLEFIELD, "Stopper",
            "a rule says that its abilities can't be activated");
    in_main("Forge", CANTRIP_ZONE_BATTLEFIELD, NULL, "");
    in_main("Costly", CANTRIP_ZONE_BATTLEFIELD, NULL, "you cannot pay what its ability costs");
    in_main("Aimed", CANTRIP_ZONE_BATTLEFIELD, NULL,
            "there is nothing that its ability could target");
    in_main("Aimed", CANTRIP_ZONE_BATTLEFIELD, "Rod", "");
    in_main("Plain", CANTRIP_ZONE_BATTLEFIELD, NULL, "it has no ability that is activated");
    in_main("Mountain", CANTRIP_ZONE_BATTLEFIELD, NULL,
            "its mana is made while you pay for something");
    in_main("Elf", CANTRIP_ZONE_BATTLEFIELD, NULL, "its mana is made while you pay for something");
}

static void activate(cantrip_game *g)
{
    const cantrip_decision *d = cantrip_game_decision(g);
    const uint32_t it = sample_option(d, CANTRIP_OPTION_ACTIVATE);
    assert_int_equal(d->options[it].kind, CANTRIP_OPTION_ACTIVATE);
    assert_int_equal(cantrip_game_answer(g, &it, 1), CANTRIP_OK);
    asked(g);
}

static void resolve(cantrip_game *g)
{
    while (cantrip_game_decision(g)->kind == CANTRIP_DECIDE_PRIORITY &&
           cantrip_view_count(g, CANTRIP_ZONE_STACK, 0)) {
        const uint32_t pass = sample_option(cantrip_game_decision(g), CANTRIP_OPTION_PASS);
        assert_int_equal(cantrip_game_answer(g, &pass, 1), CANTRIP_OK);
        asked(g);
    }
}

static void test_done(void **state)
{
    (void)state;
    cantrip_game *g = position(MAIN, 0, "Walker", CANTRIP_ZONE_BATTLEFIELD);
    asked(g);
    says(g, "Walker", "");
    activate(g);
    resolve(g);
    says(g, "Walker", "one of its loyalty abilities was activated this turn");
    cantrip_game_destroy(g);
    g = position(MAIN, 0, "Once", CANTRIP_ZONE_BATTLEFIELD);
    asked(g);
    activate(g);
    says(g, "Once", "that cannot be done again");
    cantrip_game_destroy(g);
}

static void test_states(void **state)
{
    (void)state;
    cantrip_game *g = position(MAIN, 0, NULL, 0);
    cantrip_setup_put(g, 0, "Tapper", CANTRIP_ZONE_BATTLEFIELD, 1, CANTRIP_SETUP_TAPPED, 0);
    asked(g);
    says(g, "Tapper", "it is tapped");
    cantrip_game_destroy(g);
    g = position(MAIN, 0, NULL, 0);
    cantrip_setup_put(g, 0, "Tapper", CANTRIP_ZONE_BATTLEFIELD, 1, 0, 1);
    asked(g);
    says(g, "Tapper", "it came under your control this turn, so it cannot tap for a cost");
    cantrip_game_destroy(g);
    g = position(MAIN, 0, NULL, 0);
    cantrip_setup_put(g, 1, "Forge", CANTRIP_ZONE_BATTLEFIELD, 1, 0, 0);
    asked(g);
    says(g, "Forge", "another player controls it");
    cantrip_game_destroy(g);
    g = position(UPKEEP, 0, "Forge", CANTRIP_ZONE_BATTLEFIELD);
    asked(g);
    says(g, "Forge", "that is done in your main phase, while nothing is on the stack");
    cantrip_game_destroy(g);
}

/* What a tool is told: the last line, with the rule. */
static void keep_line(void *user, const char *text)
{
    snprintf(user, 200, "%s", text);
}

static void told(cantrip_game *g, const char *card, const char *wanted)
{
    char last[200] = "";
    asked(g);
    const uint64_t hash = cantrip_game_hash(g);
    cantrip_game_explain(g, id_of(g, card), keep_line, last);
    assert_string_equal(last, wanted);
    assert_int_equal(cantrip_game_hash(g), hash);
    cantrip_game_destroy(g);
}

static void tells(const char *card, uint32_t zone, const char *wanted)
{
    told(position(MAIN, 0, card, zone), card, wanted);
}

static void test_attacks(void **state)
{
    (void)state;
    static const struct {
        uint32_t player, status;
        int fresh;
        const char *with, *wanted;
    } CASES[] = {
        {0, 0, 0, NULL, "  it can attack, unless other attackers stand against it (CR 508.1c)"},
        {0, CANTRIP_SETUP_TAPPED, 0, NULL, "  it cannot attack: it is tapped (CR 508.1a)"},
        {0, 0, 1, NULL, "  it cannot attack: it came under this control this turn (CR 302.6)"},
        {1, 0, 0, NULL, "  it cannot attack: it is another player's turn (CR 506.2)"},
        {0, 0, 0, "Peace", "  it cannot attack: a rule above forbids it (CR 508.1c)"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        cantrip_game *g = position(MAIN, 0, CASES[i].with, CANTRIP_ZONE_BATTLEFIELD);
        cantrip_setup_put(g, CASES[i].player, "Bear", CANTRIP_ZONE_BATTLEFIELD, 1, CASES[i].status,
                          CASES[i].fresh);
        told(g, "Bear", CASES[i].wanted);
    }
    tells("Rod", CANTRIP_ZONE_BATTLEFIELD, "  it cannot attack: it is no creature (CR 506.3)");
}

static void test_explained(void **state)
{
    (void)state;
    tells("Slow", CANTRIP_ZONE_HAND, "  it can be cast now");
    tells("Dear", CANTRIP_ZONE_HAND, "  you cannot pay for it (CR 601.2h)");
    tells("Snuff", CANTRIP_ZONE_HAND, "  there is nothing that it could target (CR 601.2c)");
    tells("Slow", CANTRIP_ZONE_GRAVEYARD,
          "  it is not in a hand: only what says so is cast from elsewhere (CR 601.3)");
    tells("Mountain", CANTRIP_ZONE_HAND, "  it is never cast: a land is played (CR 305.1)");
}

/* All that a tool is told, in one text. */
static void keep_all(void *user, const char *text)
{
    strncat(user, text, 2000 - strlen(user) - 1);
    strncat(user, "\n", 2000 - strlen(user) - 1);
}

/* CLAIM counters that change power or toughness are told, also where one goes up as much as the other goes down; others are not.
 * RULE CR 613.3d */
static void test_counters(void **state)
{
    (void)state;
    static const struct {
        const char *card, *line;
    } CASES[] = {{"Stretched", "CR 613.3d, counters: 3/3 becomes 5/1"},
                 {"Grown", "CR 613.3d, counters: 3/3 becomes 5/5"},
                 {"Charged", NULL}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char all[2000] = "";
        cantrip_game *g = position(MAIN, 0, CASES[i].card, CANTRIP_ZONE_BATTLEFIELD);
        asked(g);
        activate(g);
        resolve(g);
        cantrip_game_explain(g, id_of(g, CASES[i].card), keep_all, all);
        if (CASES[i].line ? !strstr(all, CASES[i].line) : strstr(all, "613.3d") != NULL)
            fail_msg("%s: %s", CASES[i].card, all);
        cantrip_game_destroy(g);
    }
}

/* CLAIM the rules that hold for it are told, with what gives them; others are not. RULE CR 613.10 */
static void test_rules(void **state)
{
    (void)state;
    for (int peace = 0; peace < 2; peace++) {
        char all[2000] = "";
        cantrip_game *g = position(MAIN, 0, peace ? "Peace" : NULL, CANTRIP_ZONE_BATTLEFIELD);
        cantrip_setup_put(g, 0, "Bear", CANTRIP_ZONE_BATTLEFIELD, 1, 0, 0);
        asked(g);
        cantrip_game_explain(g, id_of(g, "Bear"), keep_all, all);
        assert_int_equal(strstr(all, "CR 613.10, Peace: can't attack\n") != NULL, peace);
        cantrip_game_destroy(g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spells),    cmocka_unit_test(test_times),
        cmocka_unit_test(test_lands),     cmocka_unit_test(test_abilities),
        cmocka_unit_test(test_done),      cmocka_unit_test(test_states),
        cmocka_unit_test(test_explained), cmocka_unit_test(test_attacks),
        cmocka_unit_test(test_counters),  cmocka_unit_test(test_rules)};
    cantrip_compiled c = sample_compile_text(CARDS);
    assert_int_equal(cantrip_library_open(c.pack, c.pack_size, &lib, NULL), CANTRIP_OK);
    cantrip_compiled_destroy(&c);
    const int failed = cmocka_run_group_tests_name("why", tests, NULL, NULL);
    printf("%d passed, %d failed\n", (int)(sizeof tests / sizeof *tests) - failed, failed);
    cantrip_library_close(lib);
    return failed;
}
