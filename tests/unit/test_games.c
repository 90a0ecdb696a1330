/* CLAIM: games can be cloned, saved and loaded at any question; answers are checked; the same
 * inputs give the same bytes. */
#include "sample.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/hash.h"
#include "cantrip/setup.h"
#include "runtime/views/view.h"

static cantrip_library *lib;

static cantrip_game *new_game(uint64_t seed)
{
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *g;
    o.seed = seed;
    o.turn_max = 200;
    assert_int_equal(cantrip_game_create(lib, &o, &g), CANTRIP_OK);
    for (uint32_t p = 0; p < 2; p++) {
        assert_int_equal(cantrip_game_deck_add(g, p, "Mountain", 17), CANTRIP_OK);
        assert_int_equal(cantrip_game_deck_add(g, p, "Hill", 8), CANTRIP_OK);
        assert_int_equal(cantrip_game_deck_add(g, p, "Lord", 6), CANTRIP_OK);
        assert_int_equal(cantrip_game_deck_add(g, p, "Bolt", 5), CANTRIP_OK);
        assert_int_equal(cantrip_game_deck_add(g, p, "Twice", 4), CANTRIP_OK);
    }
    return g;
}

static void answer(cantrip_game *g, uint32_t salt)
{
    const cantrip_decision *d = cantrip_game_decision(g);
    uint32_t chosen[16];
    for (uint32_t i = 0; i < d->min && i < 16; i++)
        chosen[i] = (salt + i) % d->option_count;
    assert_int_equal(cantrip_game_answer(g, chosen, d->min), CANTRIP_OK);
}

/* CLAIM whoever is asked says who begins, and nobody is asked without the option. RULE CR 103.2 */
static void test_cr103_2_who_begins(void **state)
{
    (void)state;
    for (uint32_t chooser = 0; chooser < 4; chooser++) {
        cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
        cantrip_game *g;
        o.chooser = chooser < 3 ? chooser : CANTRIP_CHOOSER_AT_RANDOM;
        assert_int_equal(cantrip_game_create(lib, &o, &g), CANTRIP_OK);
        for (uint32_t p = 0; p < 2; p++)
            assert_int_equal(cantrip_game_deck_add(g, p, "Mountain", 20), CANTRIP_OK);
        assert_int_equal(cantrip_game_step(g), CANTRIP_STEP_DECISION);
        const cantrip_decision *d = cantrip_game_decision(g);
        assert_int_equal(d->kind == CANTRIP_DECIDE_FIRST, chooser > 0);
        const uint32_t who = chooser ? d->player : 0, other = 1 - who;
        if (chooser && chooser < 3)
            assert_int_equal(d->player, chooser - 1);
        if (chooser) { /* not themselves */
            assert_int_equal(d->option_count, 2);
            assert_int_equal(cantrip_game_answer(g, &other, 1), CANTRIP_OK);
            assert_int_equal(cantrip_game_step(g), CANTRIP_STEP_DECISION);
            assert_int_equal(cantrip_game_decision(g)->player, other);
            assert_int_equal(g->g.s->turn_player, other);
        }
        assert_int_equal(cantrip_game_decision(g)->kind, CANTRIP_DECIDE_MULLIGAN);
        cantrip_game_destroy(g);
    }
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *g;
    o.chooser = 3; /* there is no such player */
    assert_int_equal(cantrip_game_create(lib, &o, &g), CANTRIP_E_ARGUMENT);
}

/* CLAIM a card may begin the game on the battlefield, and need not. RULE CR 103.5a */
static void test_cr103_5_opening_hand(void **state)
{
    (void)state;
    for (int want = 0; want < 2; want++) {
        cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
        cantrip_game *g;
        int asked = 0;
        assert_int_equal(cantrip_game_create(lib, &o, &g), CANTRIP_OK);
        for (uint32_t p = 0; p < 2; p++)
            assert_int_equal(cantrip_game_deck_add(g, p, "Early", 40), CANTRIP_OK);
        while (cantrip_game_step(g) == CANTRIP_STEP_DECISION) {
            const cantrip_decision *d = cantrip_game_decision(g);
            uint32_t yes = 0, no = 1;
            if (d->kind != CANTRIP_DECIDE_MULLIGAN && d->kind != CANTRIP_DECIDE_MAY)
                break;
            asked += d->kind == CANTRIP_DECIDE_MAY;
            cantrip_game_answer(g, d->kind == CANTRIP_DECIDE_MAY && !want ? &no : &yes, 1);
        }
        assert_int_equal(asked, 14);
        assert_int_equal(cantrip_view_count(g, 3, 0), want ? 14 : 0);
        cantrip_game_destroy(g);
    }
}

/* CLAIM a hand of these is exiled and drawn anew as often as one could mulligan, then kept or not. RULE CR 103.4b */
static void test_cr103_4b_any_time_one_could_mulligan(void **state)
{
    (void)state;
    for (uint32_t want = 0; want < 4; want++) { /* so many times */
        cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
        cantrip_game *g;
        uint32_t done = 0, asked = 0, mulligans = 0;
        o.chooser = 1;
        assert_int_equal(cantrip_game_create(lib, &o, &g), CANTRIP_OK);
        assert_int_equal(cantrip_game_deck_add(g, 0, "Powder", 40), CANTRIP_OK);
        assert_int_equal(cantrip_game_deck_add(g, 1, "Mountain", 40), CANTRIP_OK);
        while (cantrip_game_step(g) == CANTRIP_STEP_DECISION) {
            const cantrip_decision *d = cantrip_game_decision(g);
            const uint32_t yes = 0, no = 1, use = d->kind == CANTRIP_DECIDE_MAY && done < want;
            if (d->kind != CANTRIP_DECIDE_MULLIGAN && d->kind != CANTRIP_DECIDE_MAY &&
                d->kind != CANTRIP_DECIDE_FIRST)
                break;
            if (d->kind == CANTRIP_DECIDE_MAY) {
                assert_int_equal(d->player, 0);
                assert_int_equal(mulligans, 0); /* before it is said whether the hand is kept */
            }
            asked += d->kind == CANTRIP_DECIDE_MAY;
            mulligans += d->kind == CANTRIP_DECIDE_MULLIGAN;
            done += use;
            cantrip_game_answer(g, d->kind == CANTRIP_DECIDE_MAY && !use ? &no : &yes, 1);
        }
        assert_int_equal(done, want);
        assert_int_equal(asked, want + 7); /* with the last hand for each card of it */
        assert_int_equal(cantrip_view_count(g, 5, 0), want * 7);
        assert_int_equal(cantrip_view_count(g, 1, 0), 7);
        cantrip_game_destroy(g);
    }
}

/* CLAIM a card that is revealed from an opening hand does in the first upkeep what it says; each card once. RULE CR 103.5b */
static void test_cr103_5b_revealed_from_the_opening_hand(void **state)
{
    (void)state;
    for (uint32_t want = 0; want < 3; want++) { /* so many cards */
        cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
        cantrip_game *g;
        uint32_t shown = 0, asked = 0;
        assert_int_equal(cantrip_game_create(lib, &o, &g), CANTRIP_OK);
        assert_int_equal(cantrip_game_deck_add(g, 0, "Announced", 40), CANTRIP_OK);
        assert_int_equal(cantrip_game_deck_add(g, 1, "Mountain", 40), CANTRIP_OK);
        while (cantrip_game_step(g) == CANTRIP_STEP_DECISION && g->g.s->step < VM_STEP_MAIN1) {
            const cantrip_decision *d = cantrip_game_decision(g);
            const uint32_t may = d->kind == CANTRIP_DECIDE_MAY, use = may && shown < want,
                           pick = may && !use;
            asked += may;
            shown += use;
            cantrip_game_answer(g, &pick, 1);
        }
        assert_int_equal(asked, 7);
        assert_int_equal(shown, want);
        assert_int_equal(cantrip_view_player(g, 0).life, 20 + want);
        uint32_t seen = 0;
        for (uint32_t i = 0; i < cantrip_view_count(g, 1, 0); i++)
            seen += (uint32_t)rt_may_see(
                &g->g, rt_handle(&g->g, rt_zone_at(&g->g, VM_ZONE_HAND, 0, i)), 1);
        assert_int_equal(seen, want); /* the opponent knows those that were revealed */
        cantrip_game_destroy(g);
    }
}

static void play_out(cantrip_game *g)
{
    for (uint32_t i = 0; cantrip_game_step(g) == CANTRIP_STEP_DECISION; i++)
        answer(g, i * 7);
}

static void test_same_inputs_same_bytes(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 6; seed++) {
        cantrip_game *a = new_game(seed), *b = new_game(seed);
        for (uint32_t i = 0; cantrip_game_step(a) == CANTRIP_STEP_DECISION; i++) {
            assert_int_equal(cantrip_game_step(b), CANTRIP_STEP_DECISION);
            assert_true(cantrip_game_hash(a) == cantrip_game_hash(b));
            answer(a, i * 7);
            answer(b, i * 7);
        }
        assert_true(cantrip_game_result(a).over);
        assert_int_equal(cantrip_game_result(a).fault, 0);
        cantrip_game_destroy(a);
        cantrip_game_destroy(b);
    }
}

static void test_another_seed_is_another_game(void **state)
{
    (void)state;
    cantrip_game *a = new_game(1), *b = new_game(2);
    play_out(a);
    play_out(b);
    assert_true(cantrip_game_hash(a) != cantrip_game_hash(b));
    cantrip_game_destroy(a);
    cantrip_game_destroy(b);
}

/* At every question: save, load, and go on from what was loaded. */
static void test_saved_and_loaded(void **state)
{
    (void)state;
    cantrip_game *a = new_game(3), *b = new_game(3);
    play_out(a);
    for (uint32_t i = 0; cantrip_game_step(b) == CANTRIP_STEP_DECISION; i++) {
        if (i % 5 == 0) {
            size_t size = cantrip_game_size(b) + 8;
            void *bytes = malloc(size);
            cantrip_game *c;
            assert_int_equal(cantrip_game_save(b, bytes, size), CANTRIP_OK);
            assert_int_equal(cantrip_game_load(lib, bytes, size, &c), CANTRIP_OK);
            assert_true(cantrip_game_hash(b) == cantrip_game_hash(c));
            cantrip_game_poison(b);
            cantrip_game_destroy(b);
            free(bytes);
            b = c;
        }
        answer(b, i * 7);
    }
    assert_true(cantrip_game_hash(a) == cantrip_game_hash(b));
    cantrip_game_destroy(a);
    cantrip_game_destroy(b);
}

/* A table that begins in the middle of a word is refused, wherever its rows would lie. */
static void test_tables_of_saves_are_aligned(void **state)
{
    (void)state;
    cantrip_game *g = new_game(4), *out;
    cantrip_game_step(g);
    const size_t size = cantrip_game_save_size(g);
    uint8_t *bytes = malloc(size);
    assert_int_equal(cantrip_game_save(g, bytes, size), CANTRIP_OK);
    for (uint32_t by = 1; by < 16; by++) {
        rt_table t;
        uint8_t *const at = bytes + 8 + offsetof(rt_state, history);
        memcpy(&t, at, sizeof t);
        const rt_table was = t;
        assert_true(t.count > 2 && t.cap > t.count + 4);
        t.cap -= 4; /* so that it would fit */
        t.off += by;
        memcpy(at, &t, sizeof t);
        memmove(bytes + 8 + t.off, bytes + 8 + was.off, t.count * sizeof(uint32_t));
        const uint64_t hash = hash_words(HASH_START, bytes + 8, size - 8);
        memcpy(bytes, &hash, sizeof hash);
        assert_int_equal(cantrip_game_load(lib, bytes, size, &out), CANTRIP_E_STATE);
        memmove(bytes + 8 + was.off, bytes + 8 + t.off, t.count * sizeof(uint32_t));
        memcpy(at, &was, sizeof was);
    }
    free(bytes);
    cantrip_game_destroy(g);
}

static void test_damaged_saves_are_refused(void **state)
{
    (void)state;
    cantrip_game *g = new_game(4), *out;
    cantrip_game_step(g);
    size_t size = cantrip_game_size(g) + 8;
    uint8_t *bytes = malloc(size);
    assert_int_equal(cantrip_game_save(g, bytes, size - 1), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_game_save(g, bytes, size), CANTRIP_OK);
    for (size_t i = 0; i < size; i += 101) {
        bytes[i] ^= 4;
        assert_int_equal(cantrip_game_load(lib, bytes, size, &out), CANTRIP_E_STATE);
        assert_null(out);
        bytes[i] ^= 4;
    }
    assert_int_equal(cantrip_game_load(lib, bytes, 40, &out), CANTRIP_E_STATE);
    free(bytes);
    cantrip_game_destroy(g);
}

/* A save that was changed and given its hash again: refused, or nothing that matters was changed. */
static void test_forged_saves_are_refused(void **state)
{
    (void)state;
    cantrip_game *g = new_game(6), *out;
    for (uint32_t i = 0; i < 40 && cantrip_game_step(g) == CANTRIP_STEP_DECISION; i++)
        answer(g, i * 7);
    cantrip_game_step(g);
    const size_t size = cantrip_game_save_size(g);
    uint8_t *bytes = malloc(size);
    uint32_t refused = 0;
    assert_int_equal(cantrip_game_save(g, bytes, size), CANTRIP_OK);
    for (size_t i = 8; i < size; i += 37) {
        if (i - 8 >= offsetof(rt_state, turn_max) && i - 8 < offsetof(rt_state, over))
            continue; /* another limit is another game, in which the same has happened */
        bytes[i] ^= (uint8_t)(1u << (i & 7));
        const uint64_t hash = hash_words(HASH_START, bytes + 8, size - 8);
        memcpy(bytes, &hash, sizeof hash);
        if (cantrip_game_load(lib, bytes, size, &out) == CANTRIP_OK) {
            assert_true(cantrip_game_hash(out) == cantrip_game_hash(g));
            cantrip_game_destroy(out);
        } else {
            assert_null(out);
            refused++;
        }
        bytes[i] ^= (uint8_t)(1u << (i & 7));
    }
    assert_true(refused > 100);
    free(bytes);
    cantrip_game_destroy(g);
}

/* What was set up, and effects that were carried out by hand, are part of a save. */
static void test_positions_are_saved(void **state)
{
    (void)state;
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *g, *out;
    assert_int_equal(cantrip_game_create(lib, &o, &g), CANTRIP_OK);
    assert_int_equal(cantrip_setup_position(g, 3), CANTRIP_OK);
    assert_int_equal(cantrip_setup_put(g, 0, "Hill", 3, 2, 1, 1), CANTRIP_OK);
    assert_int_equal(cantrip_setup_put(g, 1, "Lord", 3, 1, 0, 0), CANTRIP_OK);
    assert_int_equal(cantrip_setup_put(g, 1, "Mountain", 0, 9, 0, 0), CANTRIP_OK);
    assert_int_equal(cantrip_setup_counters(g, 0, "Hill", 0, 2), CANTRIP_OK);
    assert_int_equal(cantrip_setup_counters(g, 9, "", 0, 2), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_setup_put(g, 0, "Hill", 4, 1, 0, 0), CANTRIP_E_ARGUMENT);
    cantrip_setup_life(g, 1, 5);
    cantrip_view_object(g, 0, 3, 0, 0);
    assert_int_equal(cantrip_setup_step(g, 9, 1), CANTRIP_OK);
    cantrip_game_step(g);
    const size_t size = cantrip_game_save_size(g);
    uint8_t *bytes = malloc(size);
    assert_int_equal(cantrip_game_save(g, bytes, size), CANTRIP_OK);
    assert_int_equal(cantrip_game_load(lib, bytes, size, &out), CANTRIP_OK);
    assert_true(cantrip_game_hash(out) == cantrip_game_hash(g));
    assert_int_equal(cantrip_view_player(out, 1).life, 5);
    free(bytes);
    cantrip_game_destroy(g);
    cantrip_game_destroy(out);
}

static void test_illegal_answers_change_nothing(void **state)
{
    (void)state;
    cantrip_game *g = new_game(5);
    for (uint32_t i = 0; i < 60 && cantrip_game_step(g) == CANTRIP_STEP_DECISION; i++) {
        const cantrip_decision *d = cantrip_game_decision(g);
        uint64_t before = cantrip_game_hash(g);
        uint32_t beyond[1] = {d->option_count}, twice[2] = {0, 0};
        assert_int_equal(cantrip_game_answer(g, beyond, 1), CANTRIP_E_ILLEGAL);
        assert_int_equal(cantrip_game_answer(g, twice, 2), CANTRIP_E_ILLEGAL);
        if (d->min)
            assert_int_equal(cantrip_game_answer(g, NULL, 0), CANTRIP_E_ILLEGAL);
        assert_true(cantrip_game_hash(g) == before);
        answer(g, i);
    }
    cantrip_game_destroy(g);
}

static void test_arguments(void **state)
{
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT, d = cantrip_game_options_default();
    cantrip_game *g;
    (void)state;
    assert_memory_equal(&o, &d, offsetof(cantrip_game_options, turn_max) + sizeof o.turn_max);
    o.struct_size = 3;
    assert_int_equal(cantrip_game_create(lib, &o, &g), CANTRIP_E_ARGUMENT);
    o = d;
    o.player_count = 32; /* they are bits of a mask */
    assert_int_equal(cantrip_game_create(lib, &o, &g), CANTRIP_E_ARGUMENT);
    g = new_game(1);
    assert_int_equal(cantrip_game_deck_add(g, 0, "No Such Card", 1), CANTRIP_E_NAME);
    assert_int_equal(cantrip_game_deck_add(g, 7, "Bolt", 1), CANTRIP_E_ARGUMENT);
    assert_null(cantrip_game_decision(g));
    cantrip_game_destroy(g);
}

/* A player sees no card of the opponent's hand and none of a library. */
static void test_hidden_cards(void **state)
{
    (void)state;
    cantrip_game *g = new_game(6);
    cantrip_game_step(g);
    assert_int_equal(cantrip_view_count(g, 1, 0), 7);
    assert_string_not_equal(cantrip_view_object(g, 0, 1, 0, 0).name, "");
    assert_string_equal(cantrip_view_object(g, 1, 1, 0, 0).name, "");
    assert_string_equal(cantrip_view_object(g, 0, 0, 0, 0).name, "");
    cantrip_game_destroy(g);
}

static void test_conceding_cr104_3a(void **state)
{
    (void)state;
    cantrip_game *g = new_game(8);
    cantrip_game_step(g);
    assert_int_equal(cantrip_game_concede(g, 5), CANTRIP_E_ARGUMENT);
    assert_int_equal(cantrip_game_concede(g, 1), CANTRIP_OK);
    assert_int_equal(cantrip_game_step(g), CANTRIP_STEP_OVER);
    assert_int_equal(cantrip_game_result(g).winner, 0);
    assert_int_equal(cantrip_game_concede(g, 0), CANTRIP_E_ARGUMENT);
    cantrip_game_destroy(g);
}

/* CR 721.1, 721.2: an action that is taken back leaves everything as it was. */
static void test_taken_back_cr721(void **state)
{
    (void)state;
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *g;
    o.seed = 9;
    o.take_back = o.pay_by_hand = 3;
    assert_int_equal(cantrip_game_create(lib, &o, &g), CANTRIP_OK);
    for (uint32_t p = 0; p < 2; p++) {
        cantrip_game_deck_add(g, p, "Mountain", 20);
        cantrip_game_deck_add(g, p, "Bolt", 20);
    }
    uint32_t taken_back = 0, before_hand = 0;
    for (uint32_t i = 0;
         i < 2000 && taken_back < 5 && cantrip_game_step(g) == CANTRIP_STEP_DECISION; i++) {
        const cantrip_decision *d = cantrip_game_decision(g);
        uint32_t last = d->option_count - 1;
        /* with an image and without one: other machines come to the same hash */
        assert_true(rt_state_hash_by_fields(g->g.s) == cantrip_game_hash(g));
        if (d->options[last].kind == CANTRIP_OPTION_TAKE_BACK) {
            assert_int_equal(cantrip_game_answer(g, &last, 1), CANTRIP_OK);
            assert_int_equal(cantrip_game_step(g), CANTRIP_STEP_DECISION);
            d = cantrip_game_decision(g);
            assert_int_equal(d->kind, CANTRIP_DECIDE_PRIORITY);
            assert_int_equal(cantrip_view_count(g, 4, 0), 0); /* nothing on the stack */
            assert_int_equal(cantrip_view_count(g, 1, d->player), before_hand);
            taken_back++;
            uint32_t pass = 0;
            assert_int_equal(cantrip_game_answer(g, &pass, 1), CANTRIP_OK);
            continue;
        }
        if (d->kind == CANTRIP_DECIDE_PRIORITY) {
            before_hand = cantrip_view_count(g, 1, d->player);
            assert_int_equal(cantrip_game_answer(g, &last, 1), CANTRIP_OK);
        } else {
            answer(g, 0);
        }
    }
    assert_int_equal(taken_back, 5);
    cantrip_game_destroy(g);
}

/* CR 103.4: one card fewer each time, then a look at the top card. */
static void test_mulligan_cr103_4(void **state)
{
    (void)state;
    cantrip_game *g = new_game(7);
    uint32_t no = 1, yes = 0, player = 99, taken = 0, scry = 0;
    while (cantrip_game_step(g) == CANTRIP_STEP_DECISION) {
        const cantrip_decision *d = cantrip_game_decision(g);
        if (d->kind == CANTRIP_DECIDE_MULLIGAN) {
            if (player == 99)
                player = d->player;
            if (d->player == player && taken < 2) {
                taken++;
                assert_int_equal(cantrip_game_answer(g, &no, 1), CANTRIP_OK);
            } else {
                assert_int_equal(cantrip_game_answer(g, &yes, 1), CANTRIP_OK);
            }
        } else if (d->kind == CANTRIP_DECIDE_SCRY) {
            assert_int_equal(d->player, player);
            scry++;
            assert_int_equal(cantrip_game_answer(g, &yes, 1), CANTRIP_OK);
        } else {
            break;
        }
    }
    assert_int_equal(scry, 1);
    assert_true(cantrip_view_count(g, 1, player) <= 5);
    cantrip_game_destroy(g);
}

/* After a mulligan of everybody and the look at the top card: does its player draw that card first? */
static int draws_what_was_seen(uint64_t seed, cantrip_option_kind answer_kind)
{
    cantrip_game *g = new_game(seed);
    char seen[64] = "", drawn[64] = "";
    uint32_t player = 99, taken = 0, hand = 0;
    while (!*drawn && cantrip_game_step(g) == CANTRIP_STEP_DECISION) {
        const cantrip_decision *d = cantrip_game_decision(g);
        uint32_t pick = sample_option(d, CANTRIP_OPTION_PASS);
        if (d->kind == CANTRIP_DECIDE_MULLIGAN) {
            pick = taken++ < 2 ? 1 : 0;
        } else if (d->kind == CANTRIP_DECIDE_SCRY && player == 99) {
            player = d->player;
            snprintf(seen, sizeof seen, "%s", cantrip_view_id(g, player, d->options[0].id).name);
            hand = cantrip_view_count(g, 1, player);
            pick = sample_option(d, answer_kind);
        } else if (d->kind == CANTRIP_DECIDE_SCRY) {
            pick = sample_option(d, CANTRIP_OPTION_NO);
        }
        assert_int_equal(cantrip_game_answer(g, &pick, d->min > 1 ? 0 : 1), CANTRIP_OK);
        if (player != 99 && cantrip_view_count(g, 1, player) > hand)
            snprintf(drawn, sizeof drawn, "%s",
                     cantrip_view_object(g, player, 1, player, hand).name);
    }
    assert_true(*seen && *drawn);
    cantrip_game_destroy(g);
    return strcmp(seen, drawn) == 0;
}

static void test_look_after_a_mulligan_cr103_4(void **state)
{
    (void)state;
    int other = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        assert_true(draws_what_was_seen(seed, CANTRIP_OPTION_NO));
        other += !draws_what_was_seen(seed, CANTRIP_OPTION_YES);
    }
    assert_true(other > 5); /* the next card may have the same name */
}

int main(void)
{
    cantrip_compiled c = sample_compile();
    cantrip_pack_error why;
    if (cantrip_library_open(c.pack, c.pack_size, &lib, &why) != CANTRIP_OK)
        return 1;
    cantrip_compiled_destroy(&c);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_inputs_same_bytes),
        cmocka_unit_test(test_cr103_2_who_begins),
        cmocka_unit_test(test_cr103_4b_any_time_one_could_mulligan),
        cmocka_unit_test(test_cr103_5b_revealed_from_the_opening_hand),
        cmocka_unit_test(test_cr103_5_opening_hand),
        cmocka_unit_test(test_another_seed_is_another_game),
        cmocka_unit_test(test_saved_and_loaded),
        cmocka_unit_test(test_tables_of_saves_are_aligned),
        cmocka_unit_test(test_damaged_saves_are_refused),
        cmocka_unit_test(test_forged_saves_are_refused),
        cmocka_unit_test(test_positions_are_saved),
        cmocka_unit_test(test_illegal_answers_change_nothing),
        cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_hidden_cards),
        cmocka_unit_test(test_mulligan_cr103_4),
        cmocka_unit_test(test_look_after_a_mulligan_cr103_4),
        cmocka_unit_test(test_taken_back_cr721),
        cmocka_unit_test(test_conceding_cr104_3a)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL),
        total = (int)(sizeof tests / sizeof *tests);
    cantrip_library_close(lib);
    printf("%d passed, %d failed\n", total - failed, failed);
    return failed;
}
