/* CLAIM: every call of the libraries, with every allocation failing in turn, and from there on all of them: it says so, or gives
 * what it gives otherwise; where it says so nothing has changed, and the same call made again does it. A call that is exported
 * (tests/host/exports.txt) and not in the table below fails the test. */
#include "failing.h"
#include "sample.h"

#include "base/hash.h"
#include "cantrip/search.h"
#include "cantrip/setup.h"
#include "runtime/host/api.h"

enum { QUESTIONS = 60, TEXT = 1 << 16, MOST = 20000 };

typedef struct world {
    cantrip_game *g, *other; /* what is called, and what may be made or written to */
    cantrip_library *made;
    uint64_t gave; /* a sum of all that the call has given */
    char *text;
    size_t text_size;
    void *save;
    size_t save_size;
    uint64_t seeds[2];
} world;

static cantrip_compiled sample;
static cantrip_library *lib;
static uint32_t number_function, set_function, effect_function;

/* ---- where it is called ------------------------------------------------------------------------ */

enum place {
    ANYWHERE,
    NEW,      /* a game without decks */
    DECKS,    /* ... with decks, not begun */
    POSITION, /* a few permanents, before the first step */
    PLAYED,   /* some questions on */
    ASKED     /* the same, and what is asked has been looked at */
};

static cantrip_game *new_game(void)
{
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *g;
    o.seed = 4;
    o.take_back = o.pay_by_hand = 3;
    o.events = 1;
    assert_int_equal(cantrip_game_create(lib, &o, &g), CANTRIP_OK);
    return g;
}

static void add_decks(cantrip_game *g)
{
    for (uint32_t p = 0; p < 2; p++)
        for (uint32_t i = 0; i < cantrip_library_card_count(lib); i++)
            assert_int_equal(
                cantrip_game_deck_add(g, p, cantrip_library_card_name(lib, i), i ? 5 : 15),
                CANTRIP_OK);
}

static void add_position(cantrip_game *g)
{
    assert_int_equal(cantrip_setup_position(g, 1), CANTRIP_OK);
    for (uint32_t p = 0; p < 2; p++)
        for (uint32_t i = 0; i < 3; i++)
            assert_int_equal(
                cantrip_setup_put(g, p, i ? "Hill" : "Lord", CANTRIP_ZONE_BATTLEFIELD, 1, 0, 0),
                CANTRIP_OK);
}

static void play(cantrip_game *g)
{
    for (uint32_t i = 0; i < QUESTIONS && cantrip_game_step(g) == CANTRIP_STEP_DECISION; i++) {
        const cantrip_decision *d = cantrip_game_decision(g);
        uint32_t chosen[16];
        assert_true(d->min <= 16);
        for (uint32_t k = 0; k < d->min; k++)
            chosen[k] = (i * 7 + k) % d->option_count;
        assert_int_equal(cantrip_game_answer(g, chosen, d->min), CANTRIP_OK);
    }
}

static void world_begin(world *w, enum place place)
{
    *w = (world){.seeds = {11, 12}};
    w->text = calloc(1, TEXT);
    if (place == ANYWHERE)
        return;
    w->g = new_game();
    if (place == POSITION)
        add_position(w->g);
    if (place == NEW || place == POSITION)
        return;
    add_decks(w->g);
    if (place == DECKS)
        return;
    play(w->g);
    cantrip_game *journal; /* a journal can be taken once */
    assert_int_equal(cantrip_game_clone(w->g, &journal), CANTRIP_OK);
    w->text_size = cantrip_journal_take(journal, w->text, TEXT);
    assert_true(w->text_size && w->text_size <= TEXT);
    cantrip_game_destroy(journal);
    cantrip_game_step(w->g);
    w->save_size = cantrip_game_save_size(w->g);
    w->save = malloc(w->save_size);
    assert_int_equal(cantrip_game_save(w->g, w->save, w->save_size), CANTRIP_OK);
    if (place == ASKED)
        assert_non_null(cantrip_game_decision(w->g));
}

static void world_end(world *w)
{
    cantrip_game_destroy(w->other);
    cantrip_game_destroy(w->g);
    cantrip_library_close(w->made);
    free(w->text);
    free(w->save);
}

/* ---- what it gives ------------------------------------------------------------------------------- */

static void gave(world *w, const void *bytes, size_t size)
{
    w->gave = hash_bytes(w->gave + 1, bytes, size);
}

static void gave_text(world *w, const char *text)
{
    assert_non_null(text);
    gave(w, text, strlen(text));
}

static void gave_number(world *w, uint64_t number)
{
    gave(w, &number, sizeof number);
}

static void line(void *user, const char *text)
{
    gave_text(user, text);
}

static const char *calling;

/* 1 = done, 0 = no memory; nothing else is right here. */
static int told(cantrip_status s)
{
    if (s != CANTRIP_OK && s != CANTRIP_E_MEMORY)
        fail_msg("%s: %s", calling, cantrip_status_text(s));
    return s == CANTRIP_OK;
}

/* The game of `other` is what came out. */
static int told_game(world *w, cantrip_status s)
{
    assert_true((s == CANTRIP_OK) == (w->other != NULL));
    if (w->other)
        gave_number(w, cantrip_game_hash(w->other));
    return told(s);
}

static cantrip_id some_card(const world *w)
{
    return cantrip_view_object(w->g, CANTRIP_FULL, CANTRIP_ZONE_HAND, 0, 0).id;
}

/* ---- the calls ----------------------------------------------------------------------------------- */

#define CALL(name) static int call_##name(world *w)
#define PLAIN(name, type, expression)                                                              \
    CALL(name)                                                                                     \
    {                                                                                              \
        gave_##type(w, expression);                                                                \
        return 1;                                                                                  \
    }

PLAIN(version, number, cantrip_version())
PLAIN(version_text, text, cantrip_version_text())
PLAIN(status_text, text, cantrip_status_text(CANTRIP_E_LIMIT))
PLAIN(decision_text, text, cantrip_decision_text(CANTRIP_DECIDE_TARGET))
PLAIN(decision_name, text, cantrip_decision_name(CANTRIP_DECIDE_TARGET))
PLAIN(decision_rule, text, cantrip_decision_rule(CANTRIP_DECIDE_TARGET))
PLAIN(option_name, text, cantrip_option_name(CANTRIP_OPTION_CAST))
PLAIN(zone_name, text, cantrip_zone_name(CANTRIP_ZONE_HAND))
PLAIN(step_name, text, cantrip_step_name(CANTRIP_TURN_DRAW))
PLAIN(event_name, text, cantrip_event_name(CANTRIP_EVENT_DAMAGE))
PLAIN(subtype_name, text, cantrip_subtype_name(lib, 1))
PLAIN(diagnostic_title, text, cantrip_diagnostic_title(201))
PLAIN(library_card_count, number, cantrip_library_card_count(lib))
PLAIN(library_card_name, text, cantrip_library_card_name(lib, 3))
PLAIN(test_count, number, cantrip_test_count(lib))
PLAIN(test_at, text, cantrip_test_at(lib, 0).name)
PLAIN(test_cite, text, cantrip_test_cite(lib, 0, 0))
PLAIN(test_step_at, number, cantrip_test_step_at(lib, 0, 0).kind)
PLAIN(game_options_default, number, cantrip_game_options_default().player_count)
PLAIN(game_result, number, cantrip_game_result(w->g).decisions)
PLAIN(game_winners, number, cantrip_game_winners(w->g))
PLAIN(game_size, number, cantrip_game_size(w->g))
PLAIN(game_save_size, number, cantrip_game_save_size(w->g))
PLAIN(game_hash, number, cantrip_game_hash(w->g))
PLAIN(game_answer_count, number, cantrip_game_answer_count(w->g))
PLAIN(game_refusal, text, cantrip_game_refusal(w->g))
PLAIN(event_count, number, cantrip_event_count(w->g))
PLAIN(view_count, number, cantrip_view_count(w->g, CANTRIP_ZONE_HAND, 0))

CALL(library_open)
{
    const cantrip_status s = cantrip_library_open(sample.pack, sample.pack_size, &w->made, NULL);
    assert_true((s == CANTRIP_OK) == (w->made != NULL));
    return told(s);
}

CALL(library_open_with)
{
    const cantrip_bytes self = {sample.pack, sample.pack_size};
    return told(cantrip_library_open_with(sample.pack, sample.pack_size, &self, 1, &w->made, NULL));
}

CALL(library_create)
{
    const cantrip_library_options o = {.struct_size = sizeof o};
    return told(cantrip_library_create(sample.pack, sample.pack_size, &o, &w->made, NULL));
}

CALL(library_close)
{
    if (!w->made && cantrip_library_open(sample.pack, sample.pack_size, &w->made, NULL))
        return 0;
    cantrip_library_close(w->made);
    w->made = NULL;
    return 1;
}

CALL(game_create)
{
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    o.life = 30;
    return told_game(w, cantrip_game_create(lib, &o, &w->other));
}

CALL(game_command_add)
{
    return told(cantrip_game_command_add(w->g, 0, "Mountain", CANTRIP_COMMAND_COMMANDER));
}

CALL(game_deck_add)
{
    return told(cantrip_game_deck_add(w->g, 0, "Mountain", 5000));
}

CALL(game_destroy)
{
    cantrip_game_destroy(w->g);
    w->g = NULL;
    return 1;
}

CALL(game_step)
{
    const cantrip_step s = cantrip_game_step(w->g);
    assert_true(s == CANTRIP_STEP_DECISION || s == CANTRIP_STEP_MEMORY);
    return s == CANTRIP_STEP_DECISION;
}

CALL(game_decision)
{
    const cantrip_decision *d = cantrip_game_decision(w->g);
    if (d)
        gave_number(w, d->option_count);
    return d != NULL;
}

CALL(decision_read)
{
    cantrip_decision_view v = {.struct_size = sizeof v};
    const int done = cantrip_decision_read(w->g, CANTRIP_FULL, &v);
    gave_number(w, v.option_count);
    return done;
}

/* The first ones, as many as must be. */
static uint32_t first_ones(const world *w, uint32_t *chosen)
{
    const cantrip_decision *d = cantrip_game_decision(w->g);
    for (uint32_t i = 0; d && i < d->min && i < 16; i++)
        chosen[i] = i;
    return d ? d->min : UINT32_MAX;
}

CALL(game_answer)
{
    uint32_t chosen[16];
    const uint32_t count = first_ones(w, chosen);
    return count != UINT32_MAX && told(cantrip_game_answer(w->g, chosen, count));
}

CALL(game_answer_options)
{
    const cantrip_decision *d = cantrip_game_decision(w->g);
    return d && told(cantrip_game_answer_options(w->g, d->options, d->min));
}

CALL(game_answer_json)
{
    return told(cantrip_game_answer_json(w->g, "\"default\"", 9));
}

CALL(game_answer_batch)
{
    const cantrip_decision *d = cantrip_game_decision(w->g);
    const cantrip_answer first = {
        d ? d->kind : CANTRIP_DECIDE_PRIORITY, {0}, d ? d->options : NULL, d ? d->min : 0};
    return d && told(cantrip_game_answer_batch(w->g, &first, 1));
}

CALL(decision_fallback)
{
    uint32_t chosen[16];
    const uint32_t count = cantrip_decision_fallback(w->g, chosen, 16);
    gave(w, chosen, count * sizeof *chosen);
    return 1;
}

CALL(decision_prompt)
{
    cantrip_decision_prompt(w->g, w->text, TEXT);
    gave_text(w, w->text);
    return 1;
}

CALL(option_text)
{
    cantrip_option_text(w->g, 0, w->text, TEXT);
    gave_text(w, w->text);
    return 1;
}

/* Its first line is empty where it could not be found out. */
CALL(game_why_not)
{
    const size_t size = cantrip_game_why_not(w->g, some_card(w), w->text, TEXT);
    gave_text(w, w->text);
    return size != 0;
}

CALL(game_run)
{
    const cantrip_policy policy = {.struct_size = sizeof policy,
                                   .players = 3,
                                   .pass = 1,
                                   .until_turn = 9,
                                   .skip_single = 1,
                                   .order_alike = 1};
    return cantrip_game_run(w->g, &policy) != CANTRIP_STEP_MEMORY;
}

CALL(game_concede)
{
    return told(cantrip_game_concede(w->g, 0));
}

CALL(game_clone)
{
    return told_game(w, cantrip_game_clone(w->g, &w->other));
}

CALL(game_copy_into)
{
    if (!w->other && cantrip_game_create(lib, NULL, &w->other) != CANTRIP_OK)
        return 0;
    const uint64_t before = cantrip_game_hash(w->other);
    const cantrip_status s = cantrip_game_copy_into(w->g, w->other);
    assert_true(cantrip_game_hash(w->other) == (s ? before : cantrip_game_hash(w->g)));
    return told(s);
}

CALL(game_save)
{
    memset(w->save, 0, w->save_size);
    const cantrip_status s = cantrip_game_save(w->g, w->save, w->save_size);
    gave(w, w->save, w->save_size);
    return told(s);
}

CALL(game_load)
{
    return told_game(w, cantrip_game_load(lib, w->save, w->save_size, &w->other));
}

CALL(game_resample)
{
    return told(cantrip_game_resample(w->g, w->g->g.s->decision.player, 3));
}

CALL(journal_take)
{
    const size_t size = cantrip_journal_take(w->g, w->text, TEXT);
    gave(w, w->text, size);
    return 1;
}

CALL(journal_read)
{
    cantrip_replay r = {.struct_size = sizeof r, .upto = UINT32_MAX};
    return told_game(w, cantrip_journal_read(lib, w->text, w->text_size, &r, &w->other));
}

CALL(game_undo)
{
    return told(cantrip_game_undo(w->g, cantrip_game_answer_count(w->g) - 3));
}

CALL(game_poison)
{
    if (!w->other && cantrip_game_clone(w->g, &w->other) != CANTRIP_OK)
        return 0;
    cantrip_game_poison(w->other);
    return 1;
}

/* ---- views ---------------------------------------------------------------------------------------- */

CALL(view_read_game)
{
    cantrip_game_view v = {.struct_size = sizeof v};
    const int done = cantrip_view_read_game(w->g, &v);
    gave_number(w, v.turn);
    return done;
}

CALL(view_read_player)
{
    cantrip_player_view v = {.struct_size = sizeof v};
    const int done = cantrip_view_read_player(w->g, 1, &v);
    gave_number(w, v.hand);
    return done;
}

CALL(view_read_object)
{
    cantrip_object_view v = {.struct_size = sizeof v};
    const int done = cantrip_view_read_object(w->g, CANTRIP_FULL, some_card(w), &v);
    gave_text(w, v.text);
    gave_number(w, v.subtypes.count);
    return done;
}

CALL(view_read_place)
{
    cantrip_object_view v = {.struct_size = sizeof v};
    const int done =
        cantrip_view_read_place(w->g, CANTRIP_FULL, CANTRIP_ZONE_BATTLEFIELD, 0, 0, &v);
    gave_text(w, v.text);
    gave_number(w, v.subtypes.count);
    return done;
}

CALL(event_read)
{
    cantrip_event e = {.struct_size = sizeof e};
    const int done = cantrip_event_read(w->g, 0, 2, &e);
    gave_text(w, e.object_name);
    return done;
}

CALL(event_text)
{
    cantrip_event_text(w->g, 0, 2, w->text, TEXT);
    gave_text(w, w->text);
    return 1;
}

CALL(game_log)
{
    cantrip_game_log(w->g, line, w);
    const cantrip_step s = cantrip_game_step(w->g);
    cantrip_game_log(w->g, NULL, NULL);
    return s != CANTRIP_STEP_MEMORY;
}

CALL(game_explain)
{
    cantrip_game_explain(w->g, some_card(w), line, w);
    return 1;
}

CALL(game_json) /* of a copy, whose question nobody has asked for yet */
{
    if (!w->other && cantrip_game_clone(w->g, &w->other) != CANTRIP_OK)
        return 0;
    const size_t size =
        cantrip_game_json(w->other, CANTRIP_JSON_TABLE, CANTRIP_FULL, 0, w->text, TEXT);
    gave(w, w->text, size);
    return size != 0;
}

/* ---- searchers ------------------------------------------------------------------------------------ */

CALL(pick_actions)
{
    uint8_t mask[64];
    gave_number(w, cantrip_pick_actions(w->g, mask, 64));
    return 1;
}

CALL(pick)
{
    return told(cantrip_pick(w->g, 0));
}

CALL(batch_pick)
{
    const uint32_t action = 0;
    uint32_t player, actions;
    assert_int_equal(cantrip_batch_pick(&w->g, 1, &action, &player, &actions), 0);
    gave_number(w, player);
    gave_number(w, actions);
    return player != CANTRIP_NO_MEMORY && player != CANTRIP_NO_STEP;
}

CALL(observe)
{
    static int32_t rows[CANTRIP_OBSERVE_WIDTH * 64];
    const uint32_t count = cantrip_observe(w->g, CANTRIP_FULL, rows, 64);
    gave(w, rows, count * CANTRIP_OBSERVE_WIDTH * sizeof *rows);
    return count != 0;
}

CALL(playout)
{
    if (!w->other && cantrip_game_clone(w->g, &w->other) != CANTRIP_OK)
        return 0;
    const int32_t worth = cantrip_playout(w->other, 3, 4, 0);
    gave_number(w, (uint64_t)worth);
    if (worth != INT32_MIN)
        return 1;
    cantrip_game_destroy(w->other); /* it was changed: another clone */
    w->other = NULL;
    return 0;
}

/* Two games from their beginning to their first questions, a pick, and the end of one of them: whatever is missing is done by
 * calls that follow what `players` says. So it always comes to the same. */
CALL(batch_step)
{
    static int32_t rows[CANTRIP_OBSERVE_WIDTH * 64 * 2];
    cantrip_game *games[2] = {NULL, NULL};
    uint32_t actions[] = {UINT32_MAX, UINT32_MAX}, players[2], counts[2], ended[2], shown[2],
             finished = 0, picked = 0, ends = 0;
    uint8_t masks[2 * 64];
    const long n = failing;
    fail_at(0);
    for (int i = 0; i < 2; i++)
        assert_int_equal(cantrip_game_clone(w->g, &games[i]), CANTRIP_OK);
    fail_at(n);
    cantrip_batch b = {.struct_size = sizeof b,
                       .count = 2,
                       .games = games,
                       .actions = actions,
                       .start = w->g,
                       .seeds = w->seeds,
                       .seed_step = 2,
                       .players = players,
                       .action_counts = counts,
                       .masks = masks,
                       .mask_width = 64,
                       .ended = ended,
                       .rows = rows,
                       .row_max = 64,
                       .row_counts = shown,
                       .ranks = 1};
    for (uint32_t round = 0; round < 12; round++) {
        if (round == 6)
            while (cantrip_game_concede(games[0], 0) == CANTRIP_E_MEMORY)
                fail_at(0);
        for (int i = 0; i < 2; i++)
            actions[i] = round ? round * 5 + (uint32_t)i : UINT32_MAX;
        while (cantrip_batch_step(&b) == CANTRIP_E_MEMORY) {
            fail_at(0);
            finished += b.finished;
            picked += b.picked;
            for (int i = 0; i < 2; i++) {
                ends += ended[i] == 1;
                ended[i] = CANTRIP_NOBODY;
                if (players[i] != CANTRIP_NO_MEMORY)
                    actions[i] = UINT32_MAX;
            }
        }
        finished += b.finished;
        picked += b.picked;
        assert_int_equal(b.refused, 0);
        ends += (uint32_t)((ended[0] == 1) + (ended[1] == 1));
        gave(w, rows, sizeof rows);
        gave(w, players, sizeof players);
    }
    fail_at(0);
    gave_number(w, finished);
    gave_number(w, picked);
    gave_number(w, ends);
    assert_int_equal(finished, 1);
    gave_number(w, w->seeds[0] * 1000 + w->seeds[1]);
    for (int i = 0; i < 2; i++) {
        gave_number(w, cantrip_game_hash(games[i]));
        cantrip_game_destroy(games[i]);
    }
    return 1;
}

/* ---- positions ------------------------------------------------------------------------------------ */

CALL(setup_position)
{
    return told(cantrip_setup_position(w->g, 3));
}

CALL(setup_put)
{
    return told(cantrip_setup_put(w->g, 0, "Mountain", CANTRIP_ZONE_BATTLEFIELD, 3000, 0, 1));
}

CALL(setup_counters)
{
    return told(cantrip_setup_counters(w->g, 0, "Hill", 0, 7));
}

CALL(setup_attach)
{
    return told(cantrip_setup_attach(w->g, 0, "Hill", "Lord"));
}

CALL(setup_life)
{
    return told(cantrip_setup_life(w->g, 1, 3));
}

CALL(setup_step)
{
    return told(cantrip_setup_step(w->g, CANTRIP_TURN_DRAW, 1));
}

CALL(eval_number)
{
    const int64_t number = cantrip_eval_number(w->g, number_function, 0);
    gave_number(w, (uint64_t)number);
    return number != 0;
}

CALL(eval_set)
{
    cantrip_id ids[16];
    const uint32_t count = cantrip_eval_set(w->g, set_function, 0, ids, 16);
    gave(w, ids, (count < 16 ? count : 16) * sizeof *ids);
    return count != 0;
}

CALL(eval_effect)
{
    return told(cantrip_eval_effect(w->g, effect_function, 0));
}

CALL(pack_print)
{
    cantrip_pack_print(lib, line, w);
    return 1;
}

/* ---- the compiler --------------------------------------------------------------------------------- */

static const char CARD[] =
    "card \"Bolt\" {R} instant {\n    this deals 3 damage to any target\n}\n";

static cantrip_source rules(void)
{
    static const char RULES[] =
        "type creature, land, instant\ncolor white, blue, black, red, green\n"
        "subtype Goblin of creature\nnoun card\n"
        "action YOU:player draw AMOUNT:number card (draws, drawn) native draw\n";
    return (cantrip_source){"rules.card", RULES, sizeof RULES - 1, 0};
}

static int compiled(world *w, const cantrip_compile_options *options, const char *text)
{
    const cantrip_source r = rules(), c = {"cards.card", text, strlen(text), 0};
    cantrip_compiled out;
    const int done = options ? cantrip_compile_with(options, &r, 1, &c, 1, &out)
                             : cantrip_compile(&r, 1, &c, 1, &out);
    const int view = !options || out.view != NULL;
    if (out.pack)
        gave(w, out.pack, out.pack_size);
    if (out.view)
        gave_text(w, out.view);
    assert_true(done == (out.pack != NULL) && (done || view || out.mistake_count));
    cantrip_compiled_destroy(&out);
    return options && options->view > CANTRIP_VIEW_MEANING ? view : done && view;
}

static const char DRAW[] = "card \"Draw\" {1} instant {\n    draw two cards\n}\n";

CALL(compile)
{
    return compiled(w, NULL, DRAW);
}

CALL(compile_with)
{
    static const cantrip_view VIEWS[] = {CANTRIP_VIEW_MEANING, CANTRIP_VIEW_FORMAT,
                                         CANTRIP_VIEW_TEXT, CANTRIP_VIEW_PROOF};
    for (uint32_t i = 0; i < 4; i++) {
        const cantrip_compile_options o = {VIEWS[i], NULL};
        if (!compiled(w, &o, DRAW))
            return 0;
    }
    return 1;
}

CALL(compiled_destroy)
{
    return compiled(w, NULL, CARD) || 1; /* with mistakes, too */
}

CALL(pack_as_import)
{
    cantrip_source out;
    const int done = cantrip_pack_as_import("cards", sample.pack, sample.pack_size, &out);
    if (done) {
        gave(w, out.text, out.size);
        free((void *)(uintptr_t)out.text);
    }
    return done;
}

CALL(explain)
{
    const cantrip_source r = rules();
    char *text = cantrip_explain(&r, 1, "draw");
    if (text)
        gave_text(w, text);
    free(text);
    return text != NULL;
}

/* ---- the table ------------------------------------------------------------------------------------ */

enum how {
    SAYS,
    IS_SILENT, /* it has no way to say so: what it gives may be less */
    IN_PARTS   /* what it has done it has done; the same call goes on */
};
static const struct {
    const char *name;
    int (*call)(world *w);
    enum place place;
    enum how how;
} CALLS[] = {
#define C(name, place)                                                                             \
    {                                                                                              \
        "cantrip_" #name, call_##name, place, SAYS                                                 \
    }
#define SILENT(name, place)                                                                        \
    {                                                                                              \
        "cantrip_" #name, call_##name, place, IS_SILENT                                            \
    }
#define PARTLY(name, place)                                                                        \
    {                                                                                              \
        "cantrip_" #name, call_##name, place, IN_PARTS                                             \
    }
    C(version, ANYWHERE),
    C(version_text, ANYWHERE),
    C(status_text, ANYWHERE),
    C(decision_text, ANYWHERE),
    C(decision_name, ANYWHERE),
    C(decision_rule, ANYWHERE),
    C(option_name, ANYWHERE),
    C(zone_name, ANYWHERE),
    C(step_name, ANYWHERE),
    C(event_name, ANYWHERE),
    C(subtype_name, ANYWHERE),
    C(diagnostic_title, ANYWHERE),
    C(library_card_count, ANYWHERE),
    C(library_card_name, ANYWHERE),
    C(test_count, ANYWHERE),
    C(test_at, ANYWHERE),
    C(test_cite, ANYWHERE),
    C(test_step_at, ANYWHERE),
    C(game_options_default, ANYWHERE),
    C(game_result, PLAYED),
    C(game_winners, PLAYED),
    C(game_size, PLAYED),
    C(game_save_size, PLAYED),
    C(game_hash, PLAYED),
    C(game_answer_count, PLAYED),
    C(game_refusal, PLAYED),
    C(event_count, PLAYED),
    C(view_count, PLAYED),
    C(library_open, ANYWHERE),
    C(library_open_with, ANYWHERE),
    C(library_create, ANYWHERE),
    C(library_close, ANYWHERE),
    C(game_create, ANYWHERE),
    C(game_command_add, NEW),
    C(game_deck_add, NEW),
    C(game_destroy, NEW),
    C(game_step, DECKS),
    C(game_decision, PLAYED),
    C(decision_read, PLAYED),
    C(game_answer, PLAYED),
    C(game_answer_options, PLAYED),
    C(game_answer_json, PLAYED),
    C(game_answer_batch, PLAYED),
    C(decision_fallback, PLAYED),
    SILENT(decision_prompt, ASKED),
    SILENT(option_text, ASKED),
    C(game_why_not, ASKED),
    PARTLY(game_run, ASKED),
    C(game_concede, ASKED),
    C(game_clone, PLAYED),
    C(game_copy_into, PLAYED),
    C(game_save, PLAYED),
    C(game_load, PLAYED),
    C(game_resample, ASKED),
    C(journal_take, PLAYED),
    C(journal_read, PLAYED),
    C(game_undo, PLAYED),
    C(game_poison, PLAYED),
    C(view_read_game, PLAYED),
    C(view_read_player, PLAYED),
    C(view_read_object, PLAYED),
    C(view_read_place, PLAYED),
    C(event_read, PLAYED),
    C(event_text, PLAYED),
    C(game_log, DECKS),
    SILENT(game_explain, PLAYED),
    C(game_json, PLAYED),
    C(pick_actions, PLAYED),
    C(pick, PLAYED),
    C(batch_pick, PLAYED),
    C(observe, PLAYED),
    C(playout, PLAYED),
    C(batch_step, DECKS),
    C(setup_position, NEW),
    C(setup_put, POSITION),
    C(setup_counters, POSITION),
    C(setup_attach, POSITION),
    C(setup_life, POSITION),
    C(setup_step, POSITION),
    C(eval_number, POSITION),
    C(eval_set, POSITION),
    C(eval_effect, POSITION),
    SILENT(pack_print, ANYWHERE),
    C(compile, ANYWHERE),
    C(compile_with, ANYWHERE),
    C(compiled_destroy, ANYWHERE),
    C(pack_as_import, ANYWHERE),
    C(explain, ANYWHERE),
#undef C
#undef SILENT
#undef PARTLY
};
enum { CALL_COUNT = sizeof CALLS / sizeof *CALLS };

static void test_all_are_in_the_table(void **state)
{
    (void)state;
    FILE *f = fopen("tests/host/exports.txt", "r");
    char library[64], name[128];
    uint32_t exported = 0;
    assert_non_null(f);
    while (fscanf(f, "%63s %127s", library, name) == 2) {
        int there = 0;
        for (uint32_t i = 0; i < CALL_COUNT; i++)
            there += strcmp(CALLS[i].name, name) == 0;
        if (there != 1)
            fail_msg("%s is %d times in the table", name, there);
        exported++;
    }
    fclose(f);
    assert_int_equal(exported, CALL_COUNT);
}

/* The game goes on, whatever was missing. */
static void expect_alive(world *w)
{
    if (!w->g || w->g->g.s->history.count == 0)
        return;
    assert_true(cantrip_game_step(w->g) != CANTRIP_STEP_MEMORY);
    assert_true(cantrip_game_result(w->g).over || cantrip_game_decision(w->g));
}

/* With the n-th allocation failing. 1 = there was no such allocation. */
static int try_failing(uint32_t i, long n, uint64_t want, uint64_t after, uint32_t *out_sum)
{
    world w;
    world_begin(&w, CALLS[i].place);
    const uint64_t before = cantrip_game_hash(w.g);
    refusals = 0;
    fail_at(n);
    int done = CALLS[i].call(&w);
    const int failed = refusals > 0;
    fail_at(0);
    if (!done) {
        assert_true(failed);
        if (CALLS[i].how != IN_PARTS && cantrip_game_hash(w.g) != before)
            fail_msg("%s without allocation %ld has changed something", CALLS[i].name, n);
        w.gave = 0;
        done = CALLS[i].call(&w); /* there is memory again */
        ++*out_sum;
        assert_true(done);
    }
    if (CALLS[i].how != IS_SILENT && (w.gave != want || cantrip_game_hash(w.g) != after))
        fail_msg("%s: something else without allocation %ld", CALLS[i].name, n);
    expect_alive(&w);
    world_end(&w);
    return !failed;
}

static void test_every_allocation_of_every_call(void **state)
{
    (void)state;
    uint32_t sum = 0;
    long all = 0;
    for (uint32_t i = 0; i < CALL_COUNT; i++) {
        world w;
        world_begin(&w, CALLS[i].place);
        calling = CALLS[i].name;
        fail_at(0);
        if (!CALLS[i].call(&w))
            fail_msg("%s is not done with memory", CALLS[i].name);
        const long count = allocations;
        const uint64_t want = w.gave, after = cantrip_game_hash(w.g);
        world_end(&w);
        assert_true(count < MOST);
        for (all_later = 0; all_later < 2; all_later++)
            for (long n = 1; !try_failing(i, n, want, after, &sum); n++)
                assert_true(n < MOST);
        all_later = 0;
        all += count;
    }
    print_message("%d calls with %ld allocations; %u were told to have failed\n", CALL_COUNT, all,
                  sum);
    assert_true(all > 200 && sum > 200);
}

/* Functions of the pack that can be called from outside. */
static void find_functions(void)
{
    const vm_pack *p = &lib->lib->pack;
    world w;
    world_begin(&w, POSITION);
    cantrip_id ids[16];
    for (uint32_t f = 1; f < p->func_count; f++) {
        if (p->func[f].params)
            continue;
        if (!number_function && cantrip_eval_number(w.g, f, 0))
            number_function = f;
        if (!set_function && cantrip_eval_set(w.g, f, 0, ids, 16))
            set_function = f;
        if (!effect_function && p->func[f].flags == VM_FN_EFFECT)
            effect_function = f;
    }
    assert_int_equal(cantrip_eval_effect(w.g, number_function, 0), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_eval_effect(w.g, effect_function, 2), CANTRIP_E_ARGUMENT);
    world_end(&w);
}

/* A number and a set that can be asked for. */
static const char TESTS[] = "test \"u\" {\n    you control \"Hill\"\n    expect it is your turn\n"
                            "    you attack with a creature you control\n}\n";

int main(void)
{
    cantrip_pack_error why;
    char *text = malloc(sizeof SAMPLE_CARDS + sizeof TESTS);
    strcpy(text, SAMPLE_CARDS);
    strcat(text, TESTS);
    sample = sample_compile_text(text);
    free(text);
    if (cantrip_library_open(sample.pack, sample.pack_size, &lib, &why) != CANTRIP_OK)
        return 1;
    find_functions();
    if (!number_function || !set_function || !effect_function) {
        printf("no function to call: %u %u %u\n", number_function, set_function, effect_function);
        return 1;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_are_in_the_table),
                                       cmocka_unit_test(test_every_allocation_of_every_call)};
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    cantrip_library_close(lib);
    cantrip_compiled_destroy(&sample);
    printf("%d passed, %d failed\n", (int)(sizeof tests / sizeof *tests) - failed, failed);
    return failed;
}
