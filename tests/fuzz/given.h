/* Everything that a program gets from the interface for a viewer, as one text: what two worlds give can be compared. What
 * was kept of ids is asked again later. */
#ifndef TESTS_FUZZ_GIVEN_H
#define TESTS_FUZZ_GIVEN_H

#include <inttypes.h>
#include <stdarg.h>

#include "cantrip/search.h"
#include "tests/fuzz/cases.h"

enum { GIVEN_IDS = 400, GIVEN_ROWS = 400 };

typedef struct given { /* grows; exit code 2 where there is no memory */
    char *at;
    size_t size, room;
} given;

static inline void given_add(given *t, const char *format, ...)
{
    va_list args;
    for (;;) {
        va_start(args, format);
        const size_t n = (size_t)vsnprintf(t->at + t->size, t->room - t->size, format, args);
        va_end(args);
        if (t->room - t->size > n) {
            t->size += n;
            return;
        }
        t->room = t->room * 2 + n + 1024;
        if (!(t->at = realloc(t->at, t->room)))
            exit(2);
    }
}

/* The same without a format: most of what is compared is numbers and names. */
static inline char *given_room(given *t, size_t n)
{
    if (t->room - t->size <= n) {
        t->room = t->room * 2 + n + 1024;
        if (!(t->at = realloc(t->at, t->room)))
            exit(2);
    }
    return t->at + t->size;
}

static inline void given_text(given *t, const char *words, char end)
{
    const size_t n = strlen(words);
    char *to = given_room(t, n + 2);
    memcpy(to, words, n);
    to[n] = end;
    to[n + 1] = 0;
    t->size += n + 1;
}

static inline void given_number(given *t, int64_t number, char end)
{
    char digits[24], *at = digits + sizeof digits;
    uint64_t left = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    *--at = 0;
    do
        *--at = (char)('0' + left % 10);
    while (left /= 10);
    if (number < 0)
        *--at = '-';
    given_text(t, at, end);
}

/* Ids of both worlds that somebody can have heard of: as they stand in the first. */
typedef struct ids {
    uint32_t count, next, bits[GIVEN_IDS];
} ids;

static inline void ids_keep(ids *kept, uint32_t bits)
{
    for (uint32_t i = 0; i < kept->count; i++)
        if (kept->bits[i] == bits)
            return;
    kept->bits[kept->next] = bits;
    kept->next = (kept->next + 1) % GIVEN_IDS;
    kept->count += kept->count < GIVEN_IDS;
}

/* Of all that is there: also what the viewer was never told, as ids can be guessed. */
static inline void ids_read(ids *kept, cantrip_game *g, uint32_t players)
{
    for (uint32_t zone = 0; zone < CANTRIP_ZONE_COUNT; zone++)
        for (uint32_t p = 0; p < players; p++)
            for (uint32_t i = 0; i < cantrip_view_count(g, zone, p); i++)
                ids_keep(kept, cantrip_view_object(g, CANTRIP_FULL, zone, p, i).id.bits);
}

/* What an id gives, whether it is of something hidden, of something that is gone, or of nothing. */
static inline void given_ids(given *t, cantrip_game *g, uint32_t viewer, const ids *kept)
{
    for (uint32_t i = 0; i < kept->count; i++) {
        cantrip_object_view v;
        v.struct_size = sizeof v;
        const int is = cantrip_view_read_object(g, viewer, (cantrip_id){kept->bits[i]}, &v);
        given_text(t, "id", ' ');
        given_number(t, kept->bits[i], ':');
        given_number(t, is, ' ');
        given_number(t, v.id.bits, ' ');
        given_text(t, v.name, ' ');
        given_number(t, v.zone, ' ');
        given_number(t, v.owner, ' ');
        given_number(t, v.controller, ' ');
        given_number(t, v.card, ' ');
        given_number(t, v.power, '/');
        given_number(t, v.toughness, ' ');
        given_text(t, v.identity, ' ');
        given_text(t, v.text, '\n');
    }
}

static inline void given_rows(given *t, cantrip_game *g, uint32_t viewer)
{
    static int32_t row[GIVEN_ROWS * CANTRIP_OBSERVE_WIDTH];
    const uint32_t n = cantrip_observe(g, viewer, row, GIVEN_ROWS);
    given_add(t, "rows %" PRIu32 "\n", n);
    for (uint32_t i = 0; i < (n < GIVEN_ROWS ? n : GIVEN_ROWS); i++) {
        for (uint32_t k = 0; k < CANTRIP_OBSERVE_WIDTH; k++)
            given_number(t, row[i * CANTRIP_OBSERVE_WIDTH + k], ' ');
        given_text(t, "", '\n');
    }
}

/* Player 0 is asked: what can be picked, what is done by default, why something is not possible, how answers are refused. */
static inline void given_question(given *t, cantrip_game *g, const ids *kept)
{
    static uint8_t mask[1024];
    uint32_t chosen[64];
    char words[400];
    const uint32_t n = cantrip_pick_actions(g, mask, sizeof mask);
    given_add(t, "picks %" PRIu32 ":", n);
    for (uint32_t i = 0; i < n && i < sizeof mask; i++)
        given_add(t, " %d", mask[i]);
    const uint32_t fall = cantrip_decision_fallback(g, chosen, 64);
    given_add(t, "\nfallback %" PRIu32 ":", fall);
    for (uint32_t i = 0; i < fall && i < 64; i++)
        given_add(t, " %" PRIu32, chosen[i]);
    for (uint32_t i = 0; i < kept->count; i++) {
        const size_t size =
            cantrip_game_why_not(g, (cantrip_id){kept->bits[i]}, words, sizeof words);
        given_text(t, "\nwhy not", ' ');
        given_number(t, kept->bits[i], ':');
        given_number(t, (int64_t)size, ' ');
        given_text(t, words, ' ');
        const cantrip_option wrong = {.kind = CANTRIP_OPTION_COUNT, .id = {kept->bits[i]}};
        if (i % 8 == 0)
            given_add(t, " %d %s", (int)cantrip_game_answer_options(g, &wrong, 1),
                      cantrip_game_refusal(g));
    }
    const uint32_t beyond[2] = {UINT32_MAX, 0};
    given_add(t, "\n%d %s\n", (int)cantrip_game_answer(g, beyond, 1), cantrip_game_refusal(g));
}

static inline void given_sums(given *t, cantrip_game *g)
{
    const cantrip_result r = cantrip_game_result(g);
    given_add(t,
              "answers %" PRIu32 " over %" PRIu32 " turns %" PRIu32 " decisions %" PRIu32
              " events %" PRIu32 "\n",
              cantrip_game_answer_count(g), r.over, r.turns, r.decisions, cantrip_event_count(g));
}

#endif
