/* CLAIM: what a host sees, is told and may answer is as include/cantrip says: labels, words, reasons, batches. */
#include "sample.h"

#include "cantrip/compiler.h"
#include "cantrip/search.h"
#include "cantrip/setup.h"

static cantrip_library *lib;

static const char CARDS[] =
    "card \"Plains\" basic land Plains\n"
    "card \"Mountain\" basic land Mountain\n"
    "card \"Soldier\" {W} creature Human Soldier 2/2 {\n    first strike\n    lifelink\n}\n"
    "card \"Bolt\" {R} instant {\n    this deals 3 damage to any target\n}\n"
    "card \"Charm\" {R/W}{R} instant {\n    choose one {\n        this deals 2 damage to any "
    "target\n"
    "        you gain 4 life\n    }\n}\n"
    "card \"Banner\" {1}{W} enchantment {\n    other creatures you control get +1/+1\n}\n";

static cantrip_game *position(void)
{
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *g;
    o.events = 1;
    assert_int_equal(cantrip_game_create(lib, &o, &g), CANTRIP_OK);
    assert_int_equal(cantrip_setup_position(g, 1), CANTRIP_OK);
    for (uint32_t p = 0; p < 2; p++) {
        cantrip_setup_put(g, p, "Soldier", CANTRIP_ZONE_BATTLEFIELD, 2, 0, 0);
        cantrip_setup_put(g, p, "Mountain", CANTRIP_ZONE_BATTLEFIELD, 3, 0, 0);
        cantrip_setup_put(g, p, "Bolt", CANTRIP_ZONE_HAND, 1, 0, 0);
        cantrip_setup_put(g, p, "Charm", CANTRIP_ZONE_HAND, 1, 0, 0);
        cantrip_setup_put(g, p, "Plains", CANTRIP_ZONE_LIBRARY, 9, 0, 0);
    }
    assert_int_equal(cantrip_game_step(g), CANTRIP_STEP_DECISION);
    return g;
}

static char *json(cantrip_game *g, cantrip_json what, uint32_t viewer)
{
    static char text[1 << 16];
    const size_t n = cantrip_game_json(g, what, viewer, 0, text, sizeof text);
    assert_true(n && n < sizeof text);
    assert_int_equal(n, strlen(text));
    assert_int_equal(cantrip_game_json(g, what, viewer, 0, NULL, 0), n);
    return text;
}

static void test_labels(void **state)
{
    (void)state;
    cantrip_game *g = position();
    const cantrip_object_view own = cantrip_view_object(g, 0, CANTRIP_ZONE_HAND, 0, 1),
                              theirs = cantrip_view_object(g, 0, CANTRIP_ZONE_HAND, 1, 1);
    assert_string_equal(own.name, "Charm");
    assert_string_equal(own.cost, "{W/R}{R}");
    assert_int_equal(own.mana_value, 2);
    assert_int_equal(own.colors, CANTRIP_COLOR_RED | CANTRIP_COLOR_WHITE);
    assert_string_equal(theirs.name, "");
    assert_int_equal(theirs.id.bits, 0); /* the number would tell which card of the deck it is */
    assert_int_equal(theirs.owner, 1);
    assert_int_equal(theirs.zone, CANTRIP_ZONE_HAND);
    assert_string_equal(theirs.text, "");
    assert_null(strstr(json(g, CANTRIP_JSON_TABLE, CANTRIP_SPECTATOR), "Charm"));
    assert_null(strstr(json(g, CANTRIP_JSON_TABLE, 1), "Plains"));
    assert_non_null(strstr(json(g, CANTRIP_JSON_TABLE, CANTRIP_FULL), "Plains"));
    assert_non_null(
        strstr(json(g, CANTRIP_JSON_TABLE, 0), "\"decision\": {\"kind\": \"priority\""));
    assert_non_null(strstr(json(g, CANTRIP_JSON_TABLE, 1), "\"decision\": null"));
    cantrip_game_destroy(g);
}

static void test_permanent(void **state)
{
    (void)state;
    cantrip_game *g = position();
    const cantrip_object_view v = cantrip_view_object(g, 1, CANTRIP_ZONE_BATTLEFIELD, 0, 0);
    assert_string_equal(v.name, "Soldier");
    assert_int_equal(v.subtypes.count, 2);
    assert_int_equal(v.keywords.count, 2);
    assert_string_equal(v.keywords.at[0], "first strike");
    assert_string_equal(v.text, "First strike\nLifelink");
    assert_int_equal(v.types, CANTRIP_TYPE_CREATURE);
    assert_int_equal(v.sick, 0);
    cantrip_setup_put(g, 0, "Soldier", CANTRIP_ZONE_BATTLEFIELD, 1, 0, 1);
    cantrip_game_destroy(g);
}

/* A program that was built with a shorter view, and one with a longer one. */
static void test_sizes(void **state)
{
    (void)state;
    cantrip_game *g = position();
    struct {
        cantrip_object_view v;
        uint64_t more[4];
    } big;
    memset(&big, 0xEE, sizeof big);
    big.v.struct_size = sizeof big;
    const cantrip_id id = cantrip_view_object(g, 0, CANTRIP_ZONE_BATTLEFIELD, 0, 0).id;
    assert_int_equal(cantrip_view_read_object(g, 0, id, &big.v), 1);
    assert_int_equal(big.more[3], 0);
    memset(&big, 0xEE, sizeof big);
    big.v.struct_size = offsetof(cantrip_object_view, owner);
    assert_int_equal(cantrip_view_read_object(g, 0, id, &big.v), 1);
    assert_string_equal(big.v.name, "Soldier");
    assert_int_equal(big.v.owner, 0xEEEEEEEE);
    cantrip_game_destroy(g);

    struct {
        cantrip_game_options o;
        uint64_t more;
    } options = {CANTRIP_GAME_OPTIONS_INIT, 0};
    options.o.struct_size = sizeof options;
    assert_int_equal(cantrip_game_create(lib, &options.o, &g), CANTRIP_OK);
    cantrip_game_destroy(g);
    options.more = 1; /* something is wanted that this library does not have */
    assert_int_equal(cantrip_game_create(lib, &options.o, &g), CANTRIP_E_ARGUMENT);
}

static uint32_t option_of(cantrip_game *g, const char *words)
{
    char text[200];
    const cantrip_decision *d = cantrip_game_decision(g);
    for (uint32_t i = 0; i < d->option_count; i++) {
        cantrip_option_text(g, i, text, sizeof text);
        if (strcmp(text, words) == 0)
            return i;
    }
    fail_msg("no option '%s'", words);
    return 0;
}

static void test_words(void **state)
{
    (void)state;
    char text[200];
    cantrip_game *g = position();
    uint32_t at = option_of(g, "cast Charm");
    assert_int_equal(cantrip_game_answer(g, &at, 1), CANTRIP_OK);
    cantrip_game_step(g);
    const size_t n = cantrip_decision_prompt(g, text, sizeof text);
    assert_string_equal(
        text, "Charm: choose 1 of: Charm deals 2 damage to any target. / You gain 4 life.");
    assert_int_equal(cantrip_decision_prompt(g, text, 6), n);
    assert_string_equal(text, "Charm");
    option_of(g, "You gain 4 life.");
    at = option_of(g, "Charm deals 2 damage to any target.");
    cantrip_game_answer(g, &at, 1);
    cantrip_game_step(g);
    option_of(g, "you: player 1");
    option_of(g, "Soldier 2/2 (player 2)");
    cantrip_game_destroy(g);
}

static void test_refusals(void **state)
{
    (void)state;
    cantrip_game *g = position();
    const uint64_t before = cantrip_game_hash(g);
    const uint32_t two[] = {0, 1}, far[] = {99};
    assert_int_equal(cantrip_game_answer(g, two, 2), CANTRIP_E_ILLEGAL);
    assert_string_equal(cantrip_game_refusal(g), "2 options were chosen: it must be 1");
    assert_int_equal(cantrip_game_answer(g, far, 1), CANTRIP_E_ILLEGAL);
    assert_string_equal(cantrip_game_refusal(g), "there is no option 99: they are 0 to 2");
    static const char *const BAD[] = {"",
                                      "[",
                                      "{",
                                      "[0,",
                                      "{\"kind\": \"dance\"}",
                                      "[0] 1",
                                      "\"no\"",
                                      "[[0]]",
                                      "{\"batch\": [{\"kind\": \"attack\"}]}",
                                      "{\"kind\": \"cast\", \"id\": 4}",
                                      "{\"batch\": []}",
                                      "-1",
                                      "3",
                                      "[3]"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        assert_int_not_equal(cantrip_game_answer_json(g, BAD[i], strlen(BAD[i])), CANTRIP_OK);
        assert_true(*cantrip_game_refusal(g) || strcmp(BAD[i], "{\"batch\": []}") == 0);
        assert_int_equal(cantrip_game_hash(g), before);
    }
    cantrip_game_answer_json(g, "3", 1);
    assert_string_equal(cantrip_game_refusal(g),
                        "there is no option of that number, at byte 1 of the answer");
    assert_non_null(strstr(json(g, CANTRIP_JSON_DECISION, 0), "\"default\": [0]"));
    assert_int_equal(cantrip_game_answer_json(g, "\"default\"", 9), CANTRIP_OK);
    assert_int_equal(cantrip_game_step(g), CANTRIP_STEP_DECISION);
    static const char PASS[] = "{\"kind\": \"pass\"}";
    assert_int_equal(cantrip_game_answer_json(g, PASS, strlen(PASS)), CANTRIP_OK);
    cantrip_game_destroy(g);
}

static void to_attack(cantrip_game *g)
{
    while (cantrip_game_decision(g)->kind != CANTRIP_DECIDE_ATTACK) {
        assert_int_equal(cantrip_game_answer_json(g, "\"default\"", 9), CANTRIP_OK);
        assert_int_equal(cantrip_game_step(g), CANTRIP_STEP_DECISION);
    }
}

static void test_batch(void **state)
{
    (void)state;
    cantrip_game *g = position();
    char text[200];
    to_attack(g);
    const uint64_t before = cantrip_game_hash(g);
    const uint32_t first = cantrip_view_object(g, 0, CANTRIP_ZONE_BATTLEFIELD, 0, 0).id.bits,
                   second = cantrip_view_object(g, 0, CANTRIP_ZONE_BATTLEFIELD, 0, 1).id.bits;
    const uint32_t events = cantrip_event_count(g);
    /* the second of the two cannot be attacked */
    snprintf(text, sizeof text,
             "{\"batch\": [{\"kind\": \"attack\", \"source\": %u, \"answer\": 0}, {\"kind\": "
             "\"attack\", "
             "\"source\": %u, \"answer\": {\"kind\": \"id\", \"id\": 5}}]}",
             first, second);
    assert_int_equal(cantrip_game_answer_json(g, text, strlen(text)), CANTRIP_E_ILLEGAL);
    assert_int_equal(cantrip_game_hash(g), before);
    assert_int_equal(cantrip_event_count(g), events);
    snprintf(text, sizeof text,
             "{\"batch\": [{\"kind\": \"attack\", \"source\": %u, \"answer\": "
             "{\"kind\": \"id\", \"id\": %u}}]}",
             second, 0x80000001u);
    assert_int_equal(cantrip_game_answer_json(g, text, strlen(text)), CANTRIP_OK);
    assert_string_equal(cantrip_game_refusal(g), ""); /* of the one before */
    assert_int_equal(cantrip_view_object(g, 0, CANTRIP_ZONE_BATTLEFIELD, 0, 0).attacking, 0);
    const cantrip_object_view v = cantrip_view_object(g, 0, CANTRIP_ZONE_BATTLEFIELD, 0, 1);
    assert_int_equal(v.attacking, 1);
    assert_int_equal(v.attacks.bits, 0x80000001u);
    cantrip_game_destroy(g);
}

static int has_event(cantrip_game *g, uint32_t viewer, const char *words)
{
    char text[200];
    for (uint32_t i = 0; i < cantrip_event_count(g); i++) {
        cantrip_event_text(g, viewer, i, text, sizeof text);
        if (strcmp(text, words) == 0)
            return 1;
    }
    return 0;
}

static void test_events(void **state)
{
    (void)state;
    cantrip_game *g = position();
    cantrip_policy policy = {.struct_size = sizeof policy,
                             .players = 3,
                             .skip_single = 1,
                             .order_alike = 1,
                             .pay = 1,
                             .pass = 1,
                             .until_turn = 2,
                             .until_step = CANTRIP_TURN_MAIN1};
    while (cantrip_game_run(g, &policy) == CANTRIP_STEP_DECISION && cantrip_view_game(g).turn < 2)
        cantrip_game_answer_json(g, "\"default\"", 9);
    assert_int_equal(cantrip_view_game(g).turn, 2);
    assert_int_equal(cantrip_view_game(g).step, CANTRIP_TURN_MAIN1);
    assert_true(has_event(g, 1, "player 2 draws Plains"));
    assert_true(has_event(g, 0, "player 2 draws a card"));
    assert_false(has_event(g, 0, "player 2 draws Plains"));
    assert_true(has_event(g, CANTRIP_SPECTATOR, "player 2 draws a card"));
    assert_true(has_event(g, CANTRIP_FULL, "player 2 draws Plains"));
    assert_null(strstr(json(g, CANTRIP_JSON_EVENTS, 0), "Plains"));
    for (uint32_t since = 0; since < 3; since++) { /* each of them once, and no more */
        static char text[1 << 16];
        uint32_t found = 0;
        assert_true(cantrip_game_json(g, CANTRIP_JSON_EVENTS, 0, since, text, sizeof text) <
                    sizeof text);
        for (const char *at = text; (at = strstr(at, "\"number\":")) != NULL; at++)
            found++;
        assert_int_equal(found, cantrip_event_count(g) - since);
    }
    cantrip_game *copy;
    assert_int_equal(cantrip_game_clone(g, &copy), CANTRIP_OK);
    assert_int_equal(cantrip_event_count(copy), 0);
    cantrip_game_destroy(copy);
    cantrip_game_destroy(g);
}

static cantrip_game *played(uint32_t answers, char *journal, size_t size, size_t *used)
{
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *g;
    o.events = 1;
    o.seed = 5;
    *used = 0;
    assert_int_equal(cantrip_game_create(lib, &o, &g), CANTRIP_OK);
    for (uint32_t p = 0; p < 2; p++) {
        cantrip_game_deck_add(g, p, "Plains", 12);
        cantrip_game_deck_add(g, p, "Mountain", 12);
        cantrip_game_deck_add(g, p, "Soldier", 20);
        cantrip_game_deck_add(g, p, "Bolt", 10);
    }
    for (uint32_t i = 0; i < answers && cantrip_game_step(g) == CANTRIP_STEP_DECISION; i++) {
        const cantrip_decision *d = cantrip_game_decision(g);
        uint32_t first[8] = {0, 1, 2, 3, 4, 5, 6, 7};
        first[0] = d->max == 1 ? i * 7 % d->option_count : 0;
        assert_int_equal(cantrip_game_answer(g, first, d->min ? d->min : 1), CANTRIP_OK);
        *used += cantrip_journal_take(g, journal + *used, size - *used);
        assert_true(*used < size);
    }
    cantrip_game_step(g);
    *used += cantrip_journal_take(g, journal + *used, size - *used);
    return g;
}

static cantrip_status read_journal(const char *text, size_t size, uint32_t upto, cantrip_replay *r,
                                   cantrip_game **out)
{
    memset(r, 0, sizeof *r);
    r->struct_size = sizeof *r;
    r->upto = upto;
    return cantrip_journal_read(lib, text, size, r, out);
}

static void test_journal(void **state)
{
    (void)state;
    static char text[1 << 16], bad[1 << 16];
    size_t n;
    cantrip_replay r;
    cantrip_game *g = played(60, text, sizeof text, &n), *again;
    assert_int_equal(read_journal(text, n, UINT32_MAX, &r, &again), CANTRIP_OK);
    assert_int_equal(r.line, 0);
    assert_int_equal(r.whole, n);
    assert_int_equal(cantrip_game_hash(again), cantrip_game_hash(g));
    assert_int_equal(cantrip_event_count(again), cantrip_event_count(g));
    assert_int_equal(cantrip_journal_take(again, bad, sizeof bad), 0); /* nothing new */
    cantrip_game_destroy(again);
    for (size_t cut = 0; cut < n;
         cut += 1 + cut % 13) { /* every prefix comes to its last whole line */
        const cantrip_status s = read_journal(text, cut, UINT32_MAX, &r, &again);
        assert_true(r.whole <= cut && (r.whole == 0 || text[r.whole - 1] == '\n'));
        assert_null(memchr(text + r.whole, '\n', cut - r.whole));
        assert_int_equal(s, r.whole ? CANTRIP_OK : CANTRIP_E_STATE);
        assert_true(r.whole == cut ? (cut == 0 || r.line == 0) : r.line != 0);
        cantrip_game_destroy(again);
    }
    for (size_t at = 0; at < n; at += 1 + at % 17) { /* every flip is noticed */
        memcpy(bad, text, n);
        bad[at] ^= (char)(1 << at % 8);
        read_journal(bad, n, 0, &r, &again);
        assert_true(r.line != 0); /* and said where */
        assert_true(r.whole <= at);
        cantrip_game_destroy(again);
    }
    cantrip_game_destroy(g);
}

static void test_undo(void **state)
{
    (void)state;
    static char text[1 << 16];
    size_t n, m;
    cantrip_replay r;
    cantrip_game *g = played(40, text, sizeof text, &n), *short_one, *again;
    const uint64_t late = cantrip_game_hash(g);
    static char other[1 << 16];
    short_one = played(25, other, sizeof other, &m);
    assert_int_equal(cantrip_game_answer_count(g), 40);
    assert_int_equal(cantrip_game_undo(g, 41), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_game_undo(g, 25), CANTRIP_OK);
    assert_int_equal(cantrip_game_hash(g), cantrip_game_hash(short_one));
    assert_int_equal(cantrip_event_count(g), cantrip_event_count(short_one));
    assert_int_not_equal(cantrip_game_hash(g), late);
    assert_int_equal(cantrip_game_answer_json(g, "\"default\"", 9), CANTRIP_OK);
    cantrip_game_step(g);
    n += cantrip_journal_take(g, text + n, sizeof text - n);
    assert_int_equal(read_journal(text, n, UINT32_MAX, &r, &again), CANTRIP_OK);
    assert_int_equal(r.line, 0);
    assert_int_equal(cantrip_game_hash(again), cantrip_game_hash(g));
    cantrip_game_destroy(again);
    cantrip_game_destroy(short_one);
    cantrip_game_destroy(g);
}

static void test_resample(void **state)
{
    (void)state;
    static char text[1 << 16], mine[1 << 16];
    size_t n;
    cantrip_game *g = played(30, text, sizeof text, &n), *copy;
    const uint32_t p = cantrip_game_decision(g)->player;
    int changed = 0;
    strcpy(mine, json(g, CANTRIP_JSON_TABLE, p));
    strcpy(text, json(g, CANTRIP_JSON_TABLE, CANTRIP_FULL));
    for (uint64_t seed = 1; seed < 6; seed++) {
        assert_int_equal(cantrip_game_clone(g, &copy), CANTRIP_OK);
        assert_int_equal(cantrip_game_resample(copy, !p, seed), CANTRIP_E_ARGUMENT);
        assert_int_equal(cantrip_game_resample(copy, p, seed), CANTRIP_OK);
        assert_string_equal(json(copy, CANTRIP_JSON_TABLE, p), mine);
        changed += strcmp(json(copy, CANTRIP_JSON_TABLE, CANTRIP_FULL), text) != 0;
        const size_t size = cantrip_game_save_size(copy); /* and it is a game like any other */
        void *saved = malloc(size);
        cantrip_game *loaded;
        assert_int_equal(cantrip_game_save(copy, saved, size), CANTRIP_OK);
        assert_int_equal(cantrip_game_load(lib, saved, size, &loaded), CANTRIP_OK);
        free(saved);
        cantrip_game_destroy(loaded);
        cantrip_game_destroy(copy);
    }
    assert_true(changed);
    uint64_t hash[2]; /* both halves of the seed count */
    for (uint32_t k = 0; k < 2; k++) {
        assert_int_equal(cantrip_game_clone(g, &copy), CANTRIP_OK);
        assert_int_equal(cantrip_game_resample(copy, p, 1 | (uint64_t)k << 40), CANTRIP_OK);
        hash[k] = cantrip_game_hash(copy);
        cantrip_game_destroy(copy);
    }
    assert_int_not_equal(hash[0], hash[1]);
    cantrip_game_destroy(g);
}

/* What was refused before is not said of a batch that is taken. */
static void test_a_batch_after_a_refusal(void **state)
{
    (void)state;
    cantrip_game *g = position();
    const uint32_t far[] = {99};
    assert_int_equal(cantrip_game_answer(g, far, 1), CANTRIP_E_ILLEGAL);
    assert_string_not_equal(cantrip_game_refusal(g), "");
    const cantrip_decision *d = cantrip_game_decision(g);
    const cantrip_answer first = {d->kind, {0}, d->options, 1};
    assert_int_equal(cantrip_game_answer_batch(g, &first, 1), CANTRIP_OK);
    assert_string_equal(cantrip_game_refusal(g), "");
    cantrip_game_destroy(g);
}

static int option_of_kind(const cantrip_decision *d, cantrip_option_kind kind)
{
    for (uint32_t i = 0; i < d->option_count; i++)
        if (d->options[i].kind == kind)
            return (int)i;
    return -1;
}

/* A commander can be cast from the command zone (CR 903.8); another card that lies there cannot. */
static void test_commander(void **state)
{
    (void)state;
    for (uint32_t as = 0; as <= CANTRIP_COMMAND_COMMANDER; as++) {
        cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
        cantrip_game *g;
        int cast = 0;
        assert_int_equal(cantrip_game_create(lib, &o, &g), CANTRIP_OK);
        for (uint32_t p = 0; p < 2; p++)
            assert_int_equal(cantrip_game_deck_add(g, p, "Mountain", 40), CANTRIP_OK);
        assert_int_equal(cantrip_game_command_add(g, 0, "Bolt", as), CANTRIP_OK);
        for (int i = 0; i < 100 && !cast && cantrip_game_step(g) == CANTRIP_STEP_DECISION; i++) {
            const cantrip_decision *d = cantrip_game_decision(g);
            const int land = option_of_kind(d, CANTRIP_OPTION_LAND);
            uint32_t chosen[64] = {(uint32_t)land};
            cast = option_of_kind(d, CANTRIP_OPTION_CAST) >= 0;
            const uint32_t n = land >= 0 ? 1 : cantrip_decision_fallback(g, chosen, 64);
            assert_int_equal(cantrip_game_answer(g, chosen, n), CANTRIP_OK);
        }
        assert_int_equal(cast, as == CANTRIP_COMMAND_COMMANDER);
        cantrip_game_destroy(g);
    }
}

/* The same of packs that are played together, and of what is compiled. */
static void test_nothing_to_read(void **state)
{
    (void)state;
    const cantrip_bytes no_pack = {NULL, 100};
    const cantrip_source no_text = {"a", NULL, 10, 0}, no_name = {NULL, "", 0, 0};
    cantrip_library *l = lib;
    cantrip_source import;
    cantrip_compiled c;
    assert_int_equal(cantrip_library_open_with("", 0, &no_pack, 1, &l, NULL), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_library_open_with("", 0, NULL, 1, &l, NULL), CANTRIP_E_ARGUMENT);
    for (int i = 0; i < 4; i++) {
        const cantrip_source *imports = i == 0 ? &no_text : NULL,
                             *sources = i == 1 ? &no_text : NULL;
        assert_int_equal(cantrip_compile(imports, i != 3, sources, i != 2, &c), 0);
        assert_null(c.pack);
        assert_true(c.mistake_count > 0);
        cantrip_compiled_destroy(&c);
    }
    cantrip_compile(NULL, 0, &no_name, 1, &c); /* a file without a name */
    cantrip_compiled_destroy(&c);
    assert_int_equal(cantrip_compile(NULL, 0, NULL, 0, NULL), 0);
    cantrip_compiled_destroy(NULL);
    assert_int_equal(cantrip_pack_as_import("a", NULL, 9, &import), 0);
    assert_int_equal(cantrip_pack_as_import("a", "", 0, NULL), 0);
    assert_null(cantrip_explain(NULL, 1, "a"));
    assert_null(cantrip_explain(NULL, 0, NULL));
}

/* Nothing at all is refused, or answered with nothing. */
static void test_nothing(void **state)
{
    (void)state;
    cantrip_game *g = position(), *out = g;
    cantrip_library *l = lib;
    cantrip_replay r = {.struct_size = sizeof r};
    cantrip_id id = {5};
    char text[8];
    assert_int_equal(cantrip_library_open(NULL, 9, &l, NULL), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_library_open("", 0, NULL, NULL), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_library_open("", 0, &l, NULL), CANTRIP_E_PACK);
    assert_int_equal(cantrip_library_card_count(NULL), 0);
    assert_string_equal(cantrip_library_card_name(NULL, 0), "");
    assert_int_equal(cantrip_game_create(NULL, NULL, &out), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_game_create(lib, NULL, NULL), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_game_deck_add(NULL, 0, "Bolt", 1), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_game_deck_add(g, 0, NULL, 1), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_game_step(NULL), CANTRIP_STEP_OVER);
    assert_null(cantrip_game_decision(NULL));
    assert_int_equal(cantrip_decision_read(NULL, 0, NULL), 0);
    assert_int_equal(cantrip_game_answer(NULL, NULL, 0), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_game_answer(g, NULL, 1), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_game_answer_options(g, NULL, 1), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_game_answer_json(g, NULL, 4), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_game_answer_batch(g, NULL, 1), CANTRIP_E_ARGUMENT);
    assert_string_equal(cantrip_game_refusal(NULL), "");
    assert_int_equal(cantrip_decision_fallback(NULL, NULL, 0), 0);
    assert_int_equal(cantrip_decision_prompt(NULL, text, 8), 0);
    assert_int_equal(cantrip_option_text(g, 0, NULL, 8), 0);
    assert_int_equal(cantrip_game_why_not(NULL, id, text, 8), 0);
    assert_int_equal(cantrip_game_run(g, NULL), CANTRIP_STEP_OVER);
    assert_int_equal(cantrip_game_concede(NULL, 0), CANTRIP_E_ARGUMENT);
    assert_true(cantrip_game_result(NULL).over);
    assert_int_equal(cantrip_game_clone(NULL, &out), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_game_clone(g, NULL), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_game_copy_into(NULL, g), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_game_copy_into(g, NULL), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_game_save_size(NULL), 0);
    assert_int_equal(cantrip_game_save(g, NULL, 1u << 30), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_game_load(lib, NULL, 99, &out), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_game_resample(NULL, 0, 1), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_journal_take(NULL, text, 8), 0);
    assert_int_equal(cantrip_journal_read(lib, NULL, 9, &r, &out), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_journal_read(lib, "", 0, NULL, &out), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_game_answer_count(NULL), 0);
    assert_int_equal(cantrip_game_undo(NULL, 0), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_game_hash(NULL), 0);
    assert_int_equal(cantrip_view_read_game(g, NULL), 0);
    assert_int_equal(cantrip_view_read_player(NULL, 0, NULL), 0);
    assert_int_equal(cantrip_view_read_object(g, 0, id, NULL), 0);
    assert_int_equal(cantrip_view_count(NULL, 0, 0), 0);
    assert_int_equal(cantrip_event_count(NULL), 0);
    assert_int_equal(cantrip_event_read(g, 0, 0, NULL), 0);
    assert_int_equal(cantrip_event_text(NULL, 0, 0, text, 8), 0);
    assert_int_equal(cantrip_game_json(NULL, CANTRIP_JSON_TABLE, 0, 0, text, 8), 0);
    assert_int_equal(cantrip_game_json(g, CANTRIP_JSON_TABLE, 0, 0, NULL, 8), 0);
    assert_int_equal(cantrip_pick_actions(NULL, NULL, 0), 0);
    assert_int_equal(cantrip_pick(NULL, 0), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_batch_pick(NULL, 3, NULL, NULL, NULL), 0);
    assert_int_equal(cantrip_batch_step(NULL), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_observe(NULL, 0, NULL, 0), 0);
    assert_int_equal(cantrip_playout(NULL, 1, 1, 0), 0);
    cantrip_game_destroy(NULL);
    cantrip_library_close(NULL);
    cantrip_game_destroy(g);
}

/* Whoever looks sees the cards of their own hand and of nobody else's. */
static void test_observed_hands(void **state)
{
    (void)state;
    cantrip_game *g = position();
    for (uint32_t viewer = 0; viewer < 2; viewer++) {
        int32_t rows[64][CANTRIP_OBSERVE_WIDTH];
        const uint32_t n = cantrip_observe(g, viewer, rows[0], 64);
        uint32_t own = 0, others = 0;
        assert_in_range(n, 1, 64);
        for (uint32_t i = 0; i < n; i++)
            if (rows[i][0] == 2 && rows[i][3] == CANTRIP_ZONE_HAND)
                rows[i][4] == (int32_t)viewer ? own++ : others++;
        assert_int_equal(own, cantrip_view_count(g, CANTRIP_ZONE_HAND, viewer));
        assert_int_equal(own, 2);
        assert_int_equal(others, 0);
    }
    cantrip_game_destroy(g);
}

/* Who is not asked learns who is, and not what could be done. */
static void test_decisions_of_others(void **state)
{
    (void)state;
    cantrip_game *g = position();
    const uint32_t asked = cantrip_game_decision(g)->player;
    const uint32_t viewers[] = {asked, !asked, CANTRIP_SPECTATOR, CANTRIP_FULL};
    for (int i = 0; i < 4; i++) {
        cantrip_decision_view v = {.struct_size = sizeof v};
        assert_int_equal(cantrip_decision_read(g, viewers[i], &v), 1);
        assert_int_equal(v.kind, CANTRIP_DECIDE_PRIORITY);
        assert_int_equal(v.player, asked);
        assert_int_equal(v.is_yours, i == 0 || i == 3);
        assert_int_equal(v.option_count > 1, v.is_yours);
        assert_int_equal(v.options != NULL, v.is_yours);
        assert_int_equal(v.max, v.is_yours);
        assert_string_equal(v.source_name, "");
    }
    struct { /* of an older header */
        uint32_t struct_size, kind, player, beyond;
    } small = {12, 0, 9, 77};
    assert_int_equal(cantrip_decision_read(g, asked, (cantrip_decision_view *)(void *)&small), 1);
    assert_int_equal(small.player, asked);
    assert_int_equal(small.beyond, 77);
    while (cantrip_game_step(g) == CANTRIP_STEP_DECISION &&
           cantrip_game_decision(g)->kind != CANTRIP_DECIDE_TARGET) {
        const cantrip_decision *d = cantrip_game_decision(g);
        uint32_t last = d->option_count - 1; /* a card of the hand is cast: all see which it is */
        assert_int_equal(cantrip_game_answer(g, &last, 1), CANTRIP_OK);
    }
    cantrip_decision_view v = {.struct_size = sizeof v};
    assert_int_equal(cantrip_decision_read(g, CANTRIP_SPECTATOR, &v), 1);
    assert_int_equal(v.kind, CANTRIP_DECIDE_TARGET);
    assert_true(v.source.bits && *v.source_name && !v.options);
    cantrip_game_concede(g, 0);
    assert_int_equal(cantrip_decision_read(g, 0, &v), 0);
    cantrip_game_destroy(g);
}

static void test_why_not(void **state)
{
    (void)state;
    char why[200];
    cantrip_game *g = position();
    const cantrip_object_view bolt = cantrip_view_object(g, 0, CANTRIP_ZONE_HAND, 0, 0),
                              theirs =
                                  cantrip_view_object(g, CANTRIP_FULL, CANTRIP_ZONE_HAND, 1, 0),
                              mountain = cantrip_view_object(g, 0, CANTRIP_ZONE_BATTLEFIELD, 0, 2);
    const uint64_t hash = cantrip_game_hash(g);
    assert_string_equal(bolt.name, "Bolt");
    assert_int_equal(cantrip_game_why_not(g, bolt.id, why, sizeof why), 0); /* it can be cast */
    cantrip_game_why_not(g, theirs.id, why, sizeof why); /* what is hidden stays so */
    assert_string_equal(why, "it is not there any more");
    cantrip_game_why_not(g, mountain.id, why, sizeof why);
    assert_string_equal(why, "its mana is made while you pay for something");
    assert_int_equal(cantrip_game_why_not(g, mountain.id, why, 4), 44);
    assert_string_equal(why, "its");
    assert_int_equal(cantrip_game_hash(g), hash);
    cantrip_game_destroy(g);
}

/* Games one after another in one call are those that are played one by one. */
/* Calls at the wrong moment: a status, and nothing has changed. */
static void test_order(void **state)
{
    (void)state;
    cantrip_game *g;
    const uint32_t none = 0, far = 99;
    assert_int_equal(cantrip_game_create(lib, NULL, &g), CANTRIP_OK);
    assert_int_equal(cantrip_game_answer(g, &none, 1), CANTRIP_E_ILLEGAL); /* nothing is asked */
    assert_int_equal(cantrip_game_undo(g, 5), CANTRIP_E_ARGUMENT);
    assert_null(cantrip_game_decision(g));
    assert_int_equal(cantrip_game_deck_add(g, 2, "Plains", 9), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_game_deck_add(g, 0, "Nothing", 9), CANTRIP_E_NAME);
    for (uint32_t p = 0; p < 2; p++)
        assert_int_equal(cantrip_game_deck_add(g, p, "Plains", 20), CANTRIP_OK);
    assert_int_equal(cantrip_game_step(g), CANTRIP_STEP_DECISION);
    uint64_t hash = cantrip_game_hash(g);
    assert_int_equal(cantrip_game_step(g), CANTRIP_STEP_DECISION); /* it stays */
    assert_int_equal(cantrip_game_deck_add(g, 0, "Plains", 1), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_setup_position(g, 1), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_game_answer(g, &far, 1), CANTRIP_E_ILLEGAL);
    assert_int_equal(cantrip_game_answer_json(g, "{", 1), CANTRIP_E_ILLEGAL);
    assert_int_equal(cantrip_pick(g, far), CANTRIP_E_ILLEGAL);
    assert_int_equal(cantrip_game_resample(g, 1 - cantrip_game_decision(g)->player, 1),
                     CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_game_copy_into(g, g), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_game_concede(g, 7), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_game_undo(g, 1000), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_game_hash(g), hash);
    assert_int_equal(cantrip_game_concede(g, 0), CANTRIP_OK);
    hash = cantrip_game_hash(g);
    assert_int_equal(cantrip_game_concede(g, 0), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_game_concede(g, 1), CANTRIP_E_ARGUMENT); /* it is over */
    assert_int_equal(cantrip_game_answer(g, &none, 1), CANTRIP_E_ILLEGAL);
    assert_int_equal(cantrip_pick(g, 0), CANTRIP_E_ILLEGAL);
    assert_int_equal(cantrip_game_step(g), CANTRIP_STEP_OVER);
    assert_int_equal(cantrip_game_hash(g), hash);
    assert_int_equal(cantrip_game_winners(g), 2);
    assert_int_equal(cantrip_game_winners(NULL), 0);
    cantrip_game_destroy(g);
}

/* The legal one of this rank, and the game as it is when that is picked; 0: it is not asked. */
static uint64_t picked_by_rank(const cantrip_game *game, uint32_t rank)
{
    cantrip_game *copy;
    uint8_t mask[256];
    uint32_t legal = 0, at = 0;
    assert_int_equal(cantrip_game_clone(game, &copy), CANTRIP_OK);
    const uint32_t n = cantrip_game_step(copy) == CANTRIP_STEP_DECISION
                           ? cantrip_pick_actions(copy, mask, 256)
                           : 0;
    for (uint32_t i = 0; i < n; i++)
        legal += mask[i] != 0;
    for (uint32_t left = legal ? rank % legal : 0; at < n && (!mask[at] || left--); at++)
        ;
    uint64_t hash = 0;
    if (at < n && cantrip_game_decision(copy)->max == 1 && /* what is over is begun anew */
        cantrip_pick(copy, at) == CANTRIP_OK && cantrip_game_step(copy) == CANTRIP_STEP_DECISION)
        hash = cantrip_game_hash(copy);
    cantrip_game_destroy(copy);
    return hash;
}

/* Ranks, and programs that know less or more of a batch. */
static void what_grew(cantrip_batch *b, uint32_t *actions, int32_t *rows)
{
    b->ranks = 1; /* any number is one of the legal ones */
    for (uint32_t n = 0; n < 200; n++) {
        for (uint32_t i = 0; i < b->count; i++)
            actions[i] = n * 2654435761u + i;
        const uint64_t meant = picked_by_rank(b->games[0], actions[0]);
        assert_int_equal(cantrip_batch_step(b), CANTRIP_OK);
        assert_int_equal(b->picked, b->count);
        if (meant)
            assert_true(cantrip_game_hash(b->games[0]) == meant);
    }
    b->ranks = 0;
    b->struct_size = offsetof(cantrip_batch, rows); /* a program with older headers: no rows */
    memset(rows, 7, sizeof *rows);
    assert_int_equal(cantrip_batch_step(b), CANTRIP_OK);
    assert_int_equal(rows[0], 0x07070707);
    b->struct_size = sizeof *b + 1;
    assert_int_equal(cantrip_batch_step(b), CANTRIP_E_ARGUMENT);
    b->struct_size = sizeof *b;
}

/* Behind the last action nothing is marked. */
static void expect_none(const uint8_t *mask, uint32_t from, uint32_t width)
{
    for (uint32_t k = from; k < width; k++)
        assert_int_equal(mask[k], 0);
}

/* CLAIM of a game that is over nobody is asked, and there is nothing to do; of one that goes on there is one more than options. */
static void test_pick_when_over(void **state)
{
    (void)state;
    cantrip_game *games[] = {position(), position()};
    uint32_t players[2], counts[2];
    assert_int_equal(cantrip_game_concede(games[0], 0), CANTRIP_OK);
    assert_int_equal(cantrip_batch_pick(games, 2, NULL, players, counts), 0);
    assert_int_equal(players[0], CANTRIP_NOBODY);
    assert_int_equal(counts[0], 0);
    assert_int_equal(players[1], cantrip_game_decision(games[1])->player);
    assert_int_equal(counts[1], cantrip_game_decision(games[1])->option_count + 1);
    for (uint32_t i = 0; i < 2; i++)
        cantrip_game_destroy(games[i]);
}

static void test_many(void **state)
{
    enum { COUNT = 3, WIDTH = 64, ROWS = 12, EACH = ROWS * CANTRIP_OBSERVE_WIDTH };
    (void)state;
    static int32_t rows[COUNT * EACH], one[EACH];
    uint32_t row_counts[COUNT];
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *start, *games[COUNT], *alone;
    uint32_t actions[COUNT], players[COUNT], counts[COUNT], ended[COUNT], finished = 0;
    uint64_t seeds[COUNT] = {1, 2, 3}, hash;
    uint8_t masks[COUNT * WIDTH];
    o.turn_max = 6;
    assert_int_equal(cantrip_game_create(lib, &o, &start), CANTRIP_OK);
    for (uint32_t p = 0; p < 2; p++)
        cantrip_game_deck_add(start, p, p ? "Plains" : "Bolt", 20);
    for (uint32_t i = 0; i < COUNT; i++) {
        assert_int_equal(cantrip_game_clone(start, &games[i]), CANTRIP_OK);
        actions[i] = UINT32_MAX;
    }
    cantrip_batch b = {sizeof b, COUNT,  games, actions,    start, seeds, COUNT,
                       players,  counts, masks, WIDTH,      ended, 0,     0,
                       0,        rows,   ROWS,  row_counts, 0};
    assert_int_equal(cantrip_batch_step(&b), CANTRIP_OK);
    assert_int_equal(seeds[1], 5);
    assert_int_equal(b.picked, 0);
    o.seed = 2;
    assert_int_equal(cantrip_game_create(lib, &o, &alone), CANTRIP_OK);
    for (uint32_t p = 0; p < 2; p++)
        cantrip_game_deck_add(alone, p, p ? "Plains" : "Bolt", 20);
    cantrip_game_step(alone);
    for (uint32_t n = 0; finished < 2 * COUNT && n < 400; n++) {
        for (uint32_t i = 0; i < COUNT; i++) {
            assert_true(counts[i] > 1 && players[i] < 2 && counts[i] <= WIDTH);
            expect_none(masks + (size_t)i * WIDTH, counts[i], WIDTH);
            actions[i] = 0;
            while (!masks[i * WIDTH + actions[i]])
                actions[i]++;
        }
        if (seeds[1] == 5)
            assert_int_equal(cantrip_pick(alone, actions[1]), CANTRIP_OK);
        memset(masks, 0xFF, sizeof masks);
        assert_int_equal(cantrip_batch_step(&b), CANTRIP_OK);
        assert_int_equal(b.picked, COUNT);
        for (uint32_t i = 0; i < COUNT; i++) { /* what whoever is asked sees */
            memset(one, 0, sizeof one);
            assert_int_equal(cantrip_observe(games[i], players[i], one, ROWS), row_counts[i]);
            assert_memory_equal(one, rows + (size_t)i * EACH, sizeof one);
        }
        finished += b.finished;
        assert_true(ended[1] == CANTRIP_NOBODY || (seeds[1] >= 8 && ended[1] == CANTRIP_DRAWN));
        if (seeds[1] == 5)
            assert_int_equal(cantrip_game_hash(games[1]), cantrip_game_hash(alone));
    }
    assert_true(finished >= 2 * COUNT);
    assert_true(cantrip_game_result(alone).over);
    actions[0] = WIDTH * 9; /* not legal: nothing happens, and the others go on */
    hash = cantrip_game_hash(games[0]);
    assert_int_equal(cantrip_batch_step(&b), CANTRIP_OK);
    assert_int_equal(b.refused, 1);
    assert_int_equal(cantrip_game_hash(games[0]), hash);
    what_grew(&b, actions, rows);
    b.start = games[0];
    assert_int_equal(cantrip_batch_step(&b), CANTRIP_E_ARGUMENT);
    b.start = start;
    cantrip_game *kept = games[1]; /* one that is not there */
    games[1] = NULL;
    assert_int_equal(cantrip_batch_step(&b), CANTRIP_E_ARGUMENT);
    games[1] = kept;
    for (uint32_t i = 0; i < COUNT; i++)
        cantrip_game_destroy(games[i]);
    cantrip_game_destroy(start);
    cantrip_game_destroy(alone);
}

/* What a copy overwrote had a journal: the next lines are the whole journal of what it has become. */
static void test_journal_of_a_copy(void **state)
{
    (void)state;
    static char one[1 << 16], other[1 << 16];
    size_t n, m;
    cantrip_replay r;
    cantrip_game *g = played(30, one, sizeof one, &n), *from = played(10, other, sizeof other, &m),
                 *again;
    assert_int_equal(cantrip_game_copy_into(from, g), CANTRIP_OK);
    n = cantrip_journal_take(g, one, sizeof one);
    assert_int_equal(read_journal(one, n, UINT32_MAX, &r, &again), CANTRIP_OK);
    assert_int_equal(r.line, 0);
    assert_int_equal(cantrip_game_hash(again), cantrip_game_hash(from));
    cantrip_game_destroy(again);
    cantrip_game_destroy(from);
    cantrip_game_destroy(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_labels),
                                       cmocka_unit_test(test_permanent),
                                       cmocka_unit_test(test_sizes),
                                       cmocka_unit_test(test_words),
                                       cmocka_unit_test(test_refusals),
                                       cmocka_unit_test(test_a_batch_after_a_refusal),
                                       cmocka_unit_test(test_commander),
                                       cmocka_unit_test(test_observed_hands),
                                       cmocka_unit_test(test_batch),
                                       cmocka_unit_test(test_events),
                                       cmocka_unit_test(test_journal),
                                       cmocka_unit_test(test_undo),
                                       cmocka_unit_test(test_resample),
                                       cmocka_unit_test(test_pick_when_over),
                                       cmocka_unit_test(test_order),
                                       cmocka_unit_test(test_many),
                                       cmocka_unit_test(test_why_not),
                                       cmocka_unit_test(test_nothing),
                                       cmocka_unit_test(test_nothing_to_read),
                                       cmocka_unit_test(test_decisions_of_others),
                                       cmocka_unit_test(test_journal_of_a_copy)};
    cantrip_compiled c = sample_compile_text(CARDS);
    assert_int_equal(cantrip_library_open(c.pack, c.pack_size, &lib, NULL), CANTRIP_OK);
    cantrip_compiled_destroy(&c);
    const int failed = cmocka_run_group_tests_name("host", tests, NULL, NULL);
    printf("%d passed, %d failed\n", (int)(sizeof tests / sizeof *tests) - failed, failed);
    cantrip_library_close(lib);
    return failed;
}
