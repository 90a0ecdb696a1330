/* PROMISE: every call, in every order and with any numbers, gives a status; one that fails has changed nothing.
 *
 *     mutate_calls SECONDS FIRST PACK           SECONDS 0: only case FIRST */
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
    switch (case_below(s, 9)) {
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
    size_t size;
    cantrip_pack_error why;
    if (argc != 4) {
        fprintf(stderr, "mutate_calls SECONDS FIRST PACK\n");
        return 2;
    }
    uint8_t *bytes = case_file(argv[3], &size);
    if (cantrip_library_open(bytes, size, &lib, &why) != CANTRIP_OK ||
        cantrip_library_open(bytes, size, &other, &why) != CANTRIP_OK)
        return 2;
    free(bytes);
    return cases_run(strtoull(argv[2], NULL, 10), atof(argv[1]), one) ? 1 : 0;
}
