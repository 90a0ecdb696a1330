/* PROMISE: every call, in every order and with any numbers, gives a status; one that fails has changed nothing.
 *
 *     mutate_calls AMOUNT FIRST PACK[,PACK...]    AMOUNT: see cases.h; 0: only case FIRST */
#include <signal.h>

#include "tests/fuzz/cases.h"

#include "cantrip/search.h"

enum { GAMES = 3, CALLS = 300 };

static cantrip_library *lib, *other; /* the same pack, opened twice */
static cantrip_game *game[GAMES];

static uint32_t odd(uint64_t *s)
{
    static const uint32_t ODD[] = {0, 1, 2, 3, 7, 8, 63, 255, 4095, 65535, 70000, UINT32_MAX};
    return case_below(s, 2) ? case_below(s, 4) : ODD[case_below(s, 12)];
}

static const char *card(uint64_t *s)
{
    static const char *const NONE[] = {"", "No Such Card", "Mountain"};
    return case_below(s, 4)
               ? cantrip_library_card_name(lib, case_below(s, cantrip_library_card_count(lib)))
               : NONE[case_below(s, 3)];
}

static cantrip_status set_up(cantrip_game *g, uint64_t *s)
{
    switch (case_below(s, 6)) {
    case 0:
        return cantrip_setup_position(g, odd(s));
    case 1:
        return cantrip_setup_put(g, odd(s), card(s), odd(s), case_below(s, 20), (int)odd(s), 0);
    case 2:
        return cantrip_setup_counters(g, odd(s), card(s), odd(s), (int32_t)odd(s));
    case 3:
        return cantrip_setup_attach(g, odd(s), card(s), card(s));
    case 4:
        return cantrip_setup_step(g, odd(s), odd(s));
    default:
        return cantrip_game_deck_add(g, odd(s), card(s), case_below(s, 3) ? 9 : odd(s));
    }
}

static cantrip_status answer(cantrip_game *g, uint64_t *s)
{
    if (cantrip_game_decision(g) && case_below(s, 3))
        return case_answer(g, s);
    uint32_t chosen[8];
    for (uint32_t i = 0; i < 8; i++)
        chosen[i] = odd(s);
    return cantrip_game_answer(g, chosen, case_below(s, 9));
}

static cantrip_status copy(cantrip_game *g, uint64_t *s)
{
    const uint32_t to = case_below(s, GAMES);
    switch (case_below(s, 3)) {
    case 0:
        return cantrip_game_copy_into(g, game[to]);
    case 1: {
        cantrip_game *clone;
        const cantrip_status status = cantrip_game_clone(g, &clone);
        cantrip_game_destroy(clone);
        return status;
    }
    default: {
        const size_t size = cantrip_game_save_size(g);
        void *bytes = malloc(size);
        cantrip_game *again = NULL;
        cantrip_status status = cantrip_game_save(g, bytes, size);
        if (status != CANTRIP_OK || cantrip_game_load(lib, bytes, size, &again) != CANTRIP_OK ||
            cantrip_game_hash(again) != cantrip_game_hash(g))
            abort(); /* whatever state it is in, it can be saved and is the same again */
        cantrip_game_destroy(again);
        free(bytes);
        return CANTRIP_OK;
    }
    }
}

static void look(cantrip_game *g, uint64_t *s)
{
    cantrip_id ids[4];
    cantrip_view_player(g, odd(s));
    cantrip_view_object(g, odd(s), odd(s), odd(s), odd(s));
    cantrip_view_id(g, odd(s), (cantrip_id){odd(s) | odd(s) << 16});
    cantrip_view_count(g, odd(s), odd(s));
    cantrip_eval_number(g, odd(s), odd(s));
    cantrip_eval_set(g, case_below(s, 500), odd(s), ids, 4);
    cantrip_game_result(g);
    cantrip_game_decision(g);
    static char text[1 << 12];
    const size_t size = case_below(s, sizeof text);
    cantrip_game_json(g, (cantrip_json)odd(s), odd(s), odd(s), text, size);
    cantrip_event_text(g, odd(s), odd(s), text, size);
    cantrip_decision_prompt(g, text, size);
    cantrip_option_text(g, odd(s), text, size);
    cantrip_game_why_not(g, (cantrip_id){odd(s) | odd(s) << 16}, text, size);
    cantrip_decision_view v = {.struct_size = sizeof v};
    cantrip_decision_read(g, odd(s), &v);
    int32_t rows[4 * CANTRIP_OBSERVE_WIDTH];
    cantrip_observe(g, odd(s), rows, case_below(s, 5));
}

/* Structures of whatever size the caller says that they have: nothing is written behind it. */
static void read_sized(cantrip_game *g, uint64_t *s)
{
    const uint32_t kind = case_below(s, 5);
    const uint32_t whole[] = {sizeof(cantrip_game_view), sizeof(cantrip_object_view),
                              sizeof(cantrip_object_view), sizeof(cantrip_player_view),
                              sizeof(cantrip_event)};
    const uint32_t size = case_below(s, 3) ? case_below(s, whole[kind] + 1) & ~3u
                                           : whole[kind] + case_below(s, 3) * 4;
    uint32_t *out = malloc(size > 4 ? size : 4);
    *out = size;
    const cantrip_id id = {odd(s) | odd(s) << 16};
    switch (kind) {
    case 0:
        cantrip_view_read_game(g, (cantrip_game_view *)(void *)out);
        break;
    case 1:
        cantrip_view_read_object(g, odd(s), id, (cantrip_object_view *)(void *)out);
        break;
    case 2:
        cantrip_view_read_place(g, odd(s), odd(s), odd(s), odd(s),
                                (cantrip_object_view *)(void *)out);
        break;
    case 3:
        cantrip_view_read_player(g, odd(s), (cantrip_player_view *)(void *)out);
        break;
    default:
        cantrip_event_read(g, odd(s), odd(s), (cantrip_event *)(void *)out);
        break;
    }
    if (*out != size)
        abort();
    free(out);
}

/* What is asked of a library, and the names of numbers, with numbers that nothing has. */
static void look_up(uint64_t *s)
{
    const char *const said[] = {cantrip_event_name(odd(s)),
                                cantrip_zone_name(odd(s)),
                                cantrip_step_name(odd(s)),
                                cantrip_subtype_name(lib, (int32_t)odd(s)),
                                cantrip_library_card_name(lib, odd(s)),
                                cantrip_option_name((cantrip_option_kind)odd(s)),
                                cantrip_decision_name((cantrip_decision_kind)odd(s)),
                                cantrip_decision_text((cantrip_decision_kind)odd(s)),
                                cantrip_decision_rule((cantrip_decision_kind)odd(s)),
                                cantrip_status_text((cantrip_status)odd(s)),
                                cantrip_test_cite(lib, odd(s), odd(s)),
                                cantrip_test_at(lib, odd(s)).name,
                                cantrip_test_step_at(lib, odd(s), odd(s)).name};
    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        if (!said[i] || strlen(said[i]) > 10000)
            abort();
}

/* Games, saves and options that are not of here; a library from other bytes. */
static cantrip_status foreign(cantrip_game *g, uint64_t *s)
{
    cantrip_game *out = NULL;
    static union { /* those of later headers are larger */
        cantrip_game_options of_game;
        cantrip_library_options of_library;
        char room[2048];
    } o;
    uint32_t few[4], mask = case_below(s, 5);
    memset(&o, 0, sizeof o);
    switch (case_below(s, 8)) {
    case 0: { /* another library's save, or a part of one */
        const size_t size = cantrip_game_save_size(game[GAMES - 1]),
                     part = case_below(s, 2) ? size : case_below(s, (uint32_t)size);
        void *bytes = malloc(part + 1);
        if (cantrip_game_save(game[GAMES - 1], bytes, part) == CANTRIP_OK && part < size)
            abort();
        const cantrip_status status = cantrip_game_load(lib, bytes, part, &out);
        free(bytes);
        if (status == CANTRIP_OK)
            cantrip_game_destroy(out);
        return CANTRIP_OK;
    }
    case 1:
        if (cantrip_game_copy_into(game[GAMES - 1], g) == CANTRIP_OK)
            abort(); /* libraries that were opened twice are two */
        return CANTRIP_E_ARGUMENT;
    case 2:
        o.of_game.struct_size = odd(s) + (case_below(s, 2) ? sizeof o.of_game : 0);
        o.of_game.player_count = odd(s);
        o.of_game.events = odd(s);
        o.room[case_below(s, sizeof o)] = 1;
        if (cantrip_game_create(lib, &o.of_game, &out) == CANTRIP_OK)
            cantrip_game_destroy(out);
        return CANTRIP_OK;
    case 3:
        if (cantrip_decision_fallback(g, few, mask < 4 ? mask : 4) && cantrip_game_decision(g))
            cantrip_game_refusal(g);
        return CANTRIP_OK;
    case 4: {
        uint8_t *bits = malloc(mask + 1);
        cantrip_pick_actions(g, bits, mask);
        free(bits);
        return CANTRIP_OK;
    }
    case 5: {
        uint8_t bytes[64];
        cantrip_library *library = NULL;
        cantrip_pack_error why;
        o.of_library.struct_size = odd(s) + (case_below(s, 2) ? sizeof o.of_library : 0);
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = (uint8_t)case_below(s, 256);
        if (cantrip_library_create(bytes, case_below(s, 64), &o.of_library, &library, &why) ==
            CANTRIP_OK)
            abort();
        return CANTRIP_OK;
    }
    case 6:
        cantrip_setup_life(g, odd(s), (int32_t)odd(s));
        return CANTRIP_OK;
    default:
        if (!case_below(s, 30) && cantrip_game_clone(g, &out) == CANTRIP_OK) {
            cantrip_playout(out, odd(s), case_below(s, 3), odd(s));
            cantrip_game_destroy(out);
        }
        return CANTRIP_OK;
    }
}

/* The journal of a game comes to the same game; of a damaged one, to nothing worse than an earlier one. */
static cantrip_status journal(cantrip_game *g, uint64_t *s)
{
    cantrip_game *copy, *again;
    if (cantrip_game_clone(g, &copy) != CANTRIP_OK)
        return CANTRIP_OK;
    const size_t size = cantrip_journal_take(copy, NULL, 0);
    char *text = malloc(size + 1);
    cantrip_journal_take(copy, text, size + 1);
    cantrip_game_destroy(copy);
    cantrip_replay r = {.struct_size = sizeof r, .upto = UINT32_MAX};
    if (cantrip_journal_read(lib, text, size, &r, &again) != CANTRIP_OK || r.line ||
        cantrip_game_hash(again) != cantrip_game_hash(g))
        abort();
    cantrip_game_destroy(again);
    text[case_below(s, (uint32_t)size)] ^= (char)(1 << case_below(s, 8));
    r.upto = 3;
    if (cantrip_journal_read(lib, text, size, &r, &again) == CANTRIP_OK && !r.line)
        abort();
    cantrip_game_destroy(again);
    free(text);
    return CANTRIP_OK;
}

static cantrip_status host(cantrip_game *g, uint64_t *s)
{
    static const char *const JSON[] = {
        "0",
        "[0]",
        "[]",
        "\"default\"",
        "{\"kind\": \"pass\"}",
        "[1, 0]",
        "{\"index\": 1}",
        "{\"batch\": [{\"kind\": \"attack\", \"answer\": {\"kind\": \"no\"}}]}"};
    char text[128];
    const cantrip_policy policy = {sizeof policy, odd(s), odd(s) & 1, 1, 1, 1,
                                   odd(s) & 15,   odd(s), odd(s) & 1};
    switch (case_below(s, 7)) {
    case 0:
        snprintf(text, sizeof text, "%s", JSON[case_below(s, sizeof JSON / sizeof *JSON)]);
        if (!case_below(s, 3))
            text[case_below(s, (uint32_t)strlen(text))] = (char)case_below(s, 256);
        return cantrip_game_answer_json(g, text, strlen(text));
    case 1:
        return cantrip_pick(g, odd(s));
    case 2:
        if (case_below(s, 20))
            return CANTRIP_OK;
        return cantrip_game_undo(g, cantrip_game_answer_count(g) - case_below(s, 4));
    case 3:
        return cantrip_game_resample(g, odd(s), odd(s));
    case 4:
        return case_below(s, 20) ? CANTRIP_OK : journal(g, s);
    case 5:
        cantrip_game_run(g, &policy);
        return CANTRIP_OK;
    default: {
        const cantrip_option o = {
            (cantrip_option_kind)odd(s), {odd(s)}, (int32_t)odd(s), CANTRIP_ANY};
        const cantrip_answer a = {(cantrip_decision_kind)odd(s), {odd(s)}, &o, 1};
        return case_below(s, 2) ? cantrip_game_answer_options(g, &o, 1)
                                : cantrip_game_answer_batch(g, &a, 1);
    }
    }
}

static void call(cantrip_game *g, uint64_t *s, cases *c)
{
    const uint64_t before = cantrip_game_hash(g);
    cantrip_status status = CANTRIP_OK;
    switch (case_below(s, 12)) {
    case 9:
        read_sized(g, s);
        break;
    case 10:
        look_up(s);
        break;
    case 11:
        status = foreign(g, s);
        break;
    case 0:
    case 1:
        status = set_up(g, s);
        break;
    case 2:
        status = cantrip_eval_effect(g, case_below(s, 500), odd(s));
        break;
    case 3:
        status = copy(g, s);
        break;
    case 4:
        if (!case_below(s, 40))
            status = cantrip_game_concede(g, odd(s));
        break;
    case 5:
        look(g, s);
        break;
    case 6:
        status = host(g, s);
        break;
    default:
        cantrip_game_step(g);
        status = answer(g, s);
        break;
    }
    c->decisions++;
    if (status == CANTRIP_OK) {
        c->accepted++;
        return;
    }
    c->refused++;
    if (cantrip_game_hash(g) != before && status != CANTRIP_E_ILLEGAL)
        abort(); /* it failed, and has changed something */
}

static void one(uint64_t id, cases *c)
{
    uint64_t s = id * 101 + 3;
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    for (uint32_t i = 0; i < GAMES; i++) {
        o.seed = case_random(&s);
        o.ask_trivial = case_below(&s, 2);
        o.take_back = o.pay_by_hand = case_below(&s, 4);
        if (cantrip_game_create(i == GAMES - 1 ? other : lib, &o, &game[i]) != CANTRIP_OK)
            abort();
    }
    for (uint32_t i = 0; i < CALLS; i++)
        call(game[case_below(&s, GAMES - 1)], &s, c);
    for (uint32_t i = 0; i < GAMES; i++) {
        c->faults += cantrip_game_result(game[i]).fault != 0;
        cantrip_game_destroy(game[i]);
    }
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "mutate_calls AMOUNT FIRST PACK[,PACK...]\n");
        return 2;
    }
    lib = case_library(argv[3]);
    other = case_library(argv[3]);
    return cases_run(strtoull(argv[2], NULL, 10), argv[1], one) ? 1 : 0;
}
