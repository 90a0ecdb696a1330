/* CLAIM: an answer in JSON is understood as it is meant, and of one that is not understood it is said what is wrong, and where. */
#include "sample.h"

#include "cantrip/setup.h"

static cantrip_library *lib;

static const char CARDS[] =
    "card \"Mountain\" basic land Mountain\n"
    "card \"Soldier\" {R} creature Human Soldier 2/2 {\n}\n"
    "card \"Bolt\" {R} instant {\n    this deals 3 damage to any target\n}\n";

static cantrip_game *position(void)
{
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *g;
    assert_int_equal(cantrip_game_create(lib, &o, &g), CANTRIP_OK);
    assert_int_equal(cantrip_setup_position(g, 1), CANTRIP_OK);
    for (uint32_t p = 0; p < 2; p++) {
        cantrip_setup_put(g, p, "Soldier", CANTRIP_ZONE_BATTLEFIELD, 2, 0, 0);
        cantrip_setup_put(g, p, "Mountain", CANTRIP_ZONE_BATTLEFIELD, 3, 0, 0);
        cantrip_setup_put(g, p, "Bolt", CANTRIP_ZONE_HAND, 1, 0, 0);
    }
    assert_int_equal(cantrip_game_step(g), CANTRIP_STEP_DECISION);
    return g;
}

static cantrip_status answer(cantrip_game *g, const char *text)
{
    return cantrip_game_answer_json(g, text, strlen(text));
}

#define KEY           "a key and a colon are missing"
#define OPTION_KIND   "there is no such kind of option"
#define NUMBER        "a number is missing"
#define KEYS          "an option has the keys kind, id, value, extra, index, text"
#define BRACE         "a closing brace is missing"
#define BRACKET       "a closing bracket is missing"
#define ONE           "a number, an option or a list of them is missing"
#define NO_OPTION     "there is no option of that number"
#define BEHIND        "something stands behind the answer"
#define WORD          "the only word is \"default\""
#define A_LIST        "a batch is a list"
#define AN_OBJECT     "an answer of a batch is an object"
#define DECISION_KIND "there is no such kind of decision"
#define BATCH_KEYS    "an answer of a batch has the keys kind, source, answer"
#define BATCH_END     "the batch does not end as it should"

static const struct {
    const char *text, *says;
    uint32_t at;
} WRONG[] = {
    {"", ONE, 0},
    {"x", ONE, 0},
    {"[0,", ONE, 3},
    {"[0 1]", BRACKET, 3},
    {"[", ONE, 1},
    {"[[0]]", ONE, 1},
    {"9", NO_OPTION, 1},
    {"-1", NO_OPTION, 2},
    {"[0] 1", BEHIND, 4},
    {"{kind: 1}", KEY, 1},
    {"{\"kind\" \"pass\"}", KEY, 8},
    {"{\"kind", KEY, 6},
    {"{", KEY, 1},
    {"{\"kind\": \"dance\"}", OPTION_KIND, 16},
    {"{\"kind\": 3}", OPTION_KIND, 9},
    {"{\"id\": \"3\"}", NUMBER, 7},
    {"{\"value\": -}", NUMBER, 11},
    {"{\"extra\": }", NUMBER, 10},
    {"{\"index\": x}", NUMBER, 10},
    {"{\"name\": \"Bolt\"}", KEYS, 8},
    {"{\"text\": ?}", KEYS, 9},
    {"{\"index\": 0", BRACE, 11},
    {"{\"index\": 0]", BRACE, 11},
    {"{\"index\": 9}", NO_OPTION, 12},
    {"{\"text\": \"pass\"}", NO_OPTION, 16},
    {"\"no\"", WORD, 4},
    {"\"default", WORD, 8},
    {"\"default\" 1", WORD, 10},
    {"{\"batch\": 3}", A_LIST, 10},
    {"{\"batch\": [3]}", AN_OBJECT, 11},
    {"{\"batch\": [{kind}]}", KEY, 12},
    {"{\"batch\": [{\"kind\": \"dance\"}]}", DECISION_KIND, 27},
    {"{\"batch\": [{\"kind\": 1}]}", DECISION_KIND, 20},
    {"{\"batch\": [{\"source\": x}]}", NUMBER, 22},
    {"{\"batch\": [{\"answer\": x}]}", ONE, 22},
    {"{\"batch\": [{\"who\": 1}]}", BATCH_KEYS, 18},
    {"{\"batch\": [{\"source\": 1]}", BRACE, 23},
    {"{\"batch\": []", BATCH_END, 12},
    {"{\"batch\": [}", AN_OBJECT, 11},
    {"{\"batch\": []} 1", BATCH_END, 14},
};

static void test_what_is_wrong(void **state)
{
    (void)state;
    cantrip_game *g = position();
    const uint64_t before = cantrip_game_hash(g);
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        char expected[120];
        snprintf(expected, sizeof expected, "%s, at byte %u of the answer", WRONG[i].says,
                 WRONG[i].at);
        assert_int_equal(answer(g, WRONG[i].text), CANTRIP_E_ILLEGAL);
        if (strcmp(cantrip_game_refusal(g), expected) != 0)
            fail_msg("'%s' says '%s'", WRONG[i].text, cantrip_game_refusal(g));
        assert_int_equal(cantrip_game_hash(g), before);
    }
    /* of nothing that is asked: neither a kind nor an answer */
    assert_int_equal(answer(g, "{\"batch\": [{}]}"), CANTRIP_E_ILLEGAL);
    assert_int_equal(answer(g, "{\"batch\": [{}, {\"source\": 1}]}"), CANTRIP_E_ILLEGAL);
    assert_int_equal(cantrip_game_hash(g), before);
    char text[80];
    const uint32_t count = cantrip_game_decision(g)->option_count;
    assert_int_equal(cantrip_option_text(g, count, text, sizeof text), 0); /* there is none */
    assert_true(cantrip_option_text(g, count - 1, text, sizeof text) > 0);
    cantrip_game_destroy(g);
}

/* CLAIM the same answer in any form: spaces of each kind, keys in any order, words that do not matter, a list of one */
static void test_forms(void **state)
{
    (void)state;
    static const char *const PASS[] = {
        "0",
        " 0 ",
        "[0]",
        "\t[\r0\n]\n",
        "\"default\"",
        "{\"index\": 0}",
        "{\"text\": \"a \\\" in it\", \"kind\": \"pass\"}",
        "{\"kind\": \"pass\", \"id\": 0, \"value\": 0, \"extra\": 0}",
        "{\"text\": null, \"kind\" : \"pass\"}",
        "{\"text\": -3, \"kind\": \"pass\"}",
        "{\"text\": 73, \"kind\": \"pass\"}",
        "[{\"kind\": \"pass\"}]",
    };
    for (size_t i = 0; i < sizeof PASS / sizeof *PASS; i++) {
        cantrip_game *g = position();
        const cantrip_decision *d = cantrip_game_decision(g);
        assert_int_equal(d->options[0].kind, CANTRIP_OPTION_PASS);
        const uint64_t before = cantrip_game_hash(g);
        if (answer(g, PASS[i]) != CANTRIP_OK)
            fail_msg("'%s': %s", PASS[i], cantrip_game_refusal(g));
        assert_string_equal(cantrip_game_refusal(g), "");
        assert_int_not_equal(cantrip_game_hash(g), before);
        cantrip_game_destroy(g);
    }
}

/* CLAIM an option is known by all that is said of it */
static void test_each_key(void **state)
{
    (void)state;
    cantrip_game *g = position();
    const cantrip_decision *d = cantrip_game_decision(g);
    uint32_t at = 0;
    while (at < d->option_count && d->options[at].kind != CANTRIP_OPTION_CAST)
        at++;
    assert_true(at < d->option_count);
    const cantrip_option cast = d->options[at];
    char text[200];
    static const int OFF[][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (size_t i = 0; i < 3; i++) {
        snprintf(
            text, sizeof text, "{\"kind\": \"cast\", \"id\": %u, \"value\": %d, \"extra\": %d}",
            cast.id.bits + (uint32_t)OFF[i][0], cast.value + OFF[i][1], cast.extra + OFF[i][2]);
        assert_int_equal(answer(g, text), CANTRIP_E_ILLEGAL);
    }
    snprintf(text, sizeof text, "{\"extra\": %d, \"value\": %d, \"id\": %u, \"kind\": \"cast\"}",
             cast.extra, cast.value, cast.id.bits);
    assert_int_equal(answer(g, text), CANTRIP_OK);
    assert_int_equal(cantrip_game_step(g), CANTRIP_STEP_DECISION);
    assert_int_equal(cantrip_game_decision(g)->kind, CANTRIP_DECIDE_TARGET);
    cantrip_game_destroy(g);
}

/* CLAIM in a batch an answer without a source is for any source, one with a source for that one alone. */
static void test_sources(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        cantrip_status status;
    } BATCHES[] = {
        {"{\"batch\": [{\"kind\": \"priority\", \"answer\": 0}]}", CANTRIP_OK},
        {"{\"batch\": [{\"kind\": \"priority\", \"source\": 0, \"answer\": 0}]}", CANTRIP_OK},
        {"{\"batch\": [{\"kind\": \"priority\", \"source\": 77, \"answer\": 0}]}",
         CANTRIP_E_ILLEGAL},
    };
    for (size_t i = 0; i < sizeof BATCHES / sizeof *BATCHES; i++) {
        cantrip_game *g = position();
        if (answer(g, BATCHES[i].text) != BATCHES[i].status)
            fail_msg("'%s': '%s'", BATCHES[i].text, cantrip_game_refusal(g));
        cantrip_game_destroy(g);
    }
}

/* Memory as it may be: full of what was there before. All of it is given back. */
static uint32_t held;

static void *dirty_alloc(void *user, size_t size)
{
    (void)user;
    uint64_t *at = malloc(size + 16);
    if (at) {
        memset(at, 0xA5, size + 16);
        *at = size;
        held++;
    }
    return at ? at + 2 : NULL;
}

static void *dirty_resize(void *user, void *old, size_t size)
{
    const size_t had = old ? (size_t)((uint64_t *)old)[-2] : 0;
    void *at = dirty_alloc(user, size);
    if (at && old) {
        memcpy(at, old, had < size ? had : size);
        free((uint64_t *)old - 2);
        held--;
    }
    return at;
}

static void dirty_free(void *user, void *at)
{
    (void)user;
    if (at) {
        free((uint64_t *)at - 2);
        held--;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_wrong),
        cmocka_unit_test(test_forms),
        cmocka_unit_test(test_each_key),
        cmocka_unit_test(test_sources),
    };
    cantrip_compiled c = sample_compile_text(CARDS);
    const cantrip_library_options o = {.struct_size = sizeof o,
                                       .memory = {dirty_alloc, dirty_resize, dirty_free, NULL}};
    assert_int_equal(cantrip_library_create(c.pack, c.pack_size, &o, &lib, NULL), CANTRIP_OK);
    cantrip_compiled_destroy(&c);
    int failed = cmocka_run_group_tests_name("json", tests, NULL, NULL);
    cantrip_library_close(lib);
    if (held) {
        print_error("%u pieces of memory are not given back\n", held);
        failed = 1;
    }
    printf("%d passed, %d failed\n", (int)(sizeof tests / sizeof *tests) - failed, failed);
    return failed;
}
