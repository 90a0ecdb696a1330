/* Many random legal games. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/random.h"

void cli_random_answer(cantrip_game *game, const cantrip_decision *d, uint64_t *s)
{
    uint32_t n = d->min;
    if (d->max > d->min)
        n += cli_random_below(s, d->max - d->min + 1);
    uint32_t one, *chosen = n < 2 ? &one : malloc(n * sizeof *chosen);
    uint8_t *used = n < 2 ? NULL : calloc(d->option_count, 1);
    if (n > 1 && (!chosen || !used))
        abort();
    if (n == 1)
        one = cli_random_below(s, d->option_count);
    for (uint32_t i = 0; n > 1 && i < n; i++) {
        uint32_t k = cli_random_below(s, d->option_count);
        while (used[k])
            k = (k + 1) % d->option_count;
        used[k] = 1;
        chosen[i] = k;
    }
    if (cantrip_game_answer(game, chosen, n) != CANTRIP_OK) {
        fprintf(stderr, "cantrip: a legal answer was refused: decision %s\n",
                cantrip_decision_text(d->kind));
        abort();
    }
    free(used);
    if (n > 1)
        free(chosen);
}

typedef struct totals {
    uint64_t decisions, turns, digest, faults, draws;
    uint64_t *wins; /* of each player */
} totals;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* The journal of a game, read in a new game, comes to the same; 0 = it does not, and a message was printed. */
static int replays(const cantrip_library *lib, cantrip_game *game, uint32_t number)
{
    const size_t n = cantrip_journal_take(game, NULL, 0);
    char *text = malloc(n + 1);
    cantrip_replay r = {.struct_size = sizeof r, .upto = UINT32_MAX};
    cantrip_game *again = NULL;
    if (!text)
        abort();
    cantrip_journal_take(game, text, n + 1);
    const int same = cantrip_journal_read(lib, text, n, &r, &again) == CANTRIP_OK && !r.line &&
                     cantrip_game_hash(again) == cantrip_game_hash(game);
    if (!same)
        fprintf(stderr, "cantrip: the journal of game %u differs in line %u: %s\n", number, r.line,
                r.message);
    cantrip_game_destroy(again);
    free(text);
    return same;
}

/* What is asked, as far as the rules decide it: no matter how the state lies in memory. */
static uint64_t question_digest(uint64_t h, const cantrip_decision *d)
{
    const uint64_t prime = UINT64_C(0x100000001b3);
    h = (h ^ d->kind) * prime;
    h = (h ^ d->player) * prime;
    h = (h ^ d->source.bits) * prime;
    h = (h ^ ((uint64_t)d->min << 32 | d->max)) * prime;
    for (uint32_t i = 0; i < d->option_count; i++) {
        h = (h ^ ((uint64_t)d->options[i].kind << 32 | d->options[i].id.bits)) * prime;
        h = (h ^ ((uint64_t)(uint32_t)d->options[i].value << 32 | (uint32_t)d->options[i].extra)) *
            prime;
    }
    return h;
}

/* Abilities that cost nothing can be activated for ever, and chance alone does not stop: after so many decisions in
 * a turn whoever may pass does. */
enum { PATIENCE = 1000 };

static void answer(cantrip_game *game, uint64_t *answers, uint32_t decisions_in_turn)
{
    const cantrip_decision *d = cantrip_game_decision(game);
    if (d->kind == CANTRIP_DECIDE_PRIORITY && decisions_in_turn > PATIENCE)
        for (uint32_t i = 0; i < d->option_count; i++)
            if (d->options[i].kind == CANTRIP_OPTION_PASS &&
                cantrip_game_answer(game, &i, 1) == CANTRIP_OK)
                return;
    cli_random_answer(game, d, answers);
}

/* Plays one game to its end; with `clone_every`, goes on from a clone and poisons the original. */
static cantrip_game *play(const cli_options *o, cantrip_game *game, uint64_t seed, totals *t,
                          int *out_wrong)
{
    uint64_t answers = seed * UINT64_C(0x9E3779B97F4A7C15) + 1, count = 0;
    uint32_t turn = 0, in_turn = 0;
    while (!*out_wrong && cantrip_game_step(game) == CANTRIP_STEP_DECISION) {
        if (o->questions)
            t->digest = question_digest(t->digest, cantrip_game_decision(game));
        *out_wrong = o->players > 2 && !cli_watch_leaving(game, cantrip_game_decision(game));
        if (o->concede && cli_random_below(&answers, o->concede) == 0) {
            cantrip_game_concede(game, cli_random_below(&answers, o->players));
            continue;
        }
        const uint32_t turns = cantrip_game_result(game).turns;
        in_turn = turns == turn ? in_turn + 1 : 0;
        turn = turns;
        answer(game, &answers, in_turn);
        if (o->clone_every && ++count % o->clone_every == 0) {
            cantrip_game *copy;
            if (cantrip_game_clone(game, &copy) != CANTRIP_OK)
                abort();
            cantrip_game_poison(game);
            cantrip_game_destroy(game);
            game = copy;
        }
    }
    return game;
}

static void progress(const cli_options *o, uint32_t done, int last)
{
    if (!isatty(2) || o->json)
        return;
    fprintf(stderr, "\r%u of %u games", done, o->games);
    if (last)
        fprintf(stderr, "\r                                \r");
}

void cli_seats(const cli_options *o, uint32_t players, cantrip_game_options *out)
{
    out->player_count = players;
    out->team_size = o->teams;
    out->shared = (uint32_t)o->shared;
    out->range = o->range;
    out->attack = o->attack;
    out->seating = o->seating;
    out->life = o->life;
}

static int run(const cli_options *o, const cantrip_library *lib, const cli_deck *deck, totals *t)
{
    cantrip_game_options options = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *start;
    t->digest = UINT64_C(0xcbf29ce484222325);
    for (uint32_t i = 0; i < o->games; i++) {
        options.seed = o->seed * 1000003 + i;
        options.turn_max = o->turns ? o->turns : 2000;
        cli_seats(o, o->players, &options);
        if (cantrip_game_create(lib, &options, &start) != CANTRIP_OK) {
            fprintf(stderr, "cantrip: %u players cannot sit so\n", o->players);
            return CLI_FINDINGS;
        }
        for (uint32_t p = 0; p < o->players; p++)
            cli_give_deck(start, p, &deck[p % o->arg_count]);
        int wrong = 0;
        cantrip_game *game = play(o, start, options.seed, t, &wrong);
        cantrip_result r = cantrip_game_result(game);
        t->decisions += r.decisions;
        t->turns += r.turns;
        if (!o->questions)
            t->digest = (t->digest ^ cantrip_game_hash(game)) * UINT64_C(0x100000001b3);
        if (wrong) {
            t->faults++;
            fprintf(stderr, "cantrip: game %u (seed %llu)\n", i, (unsigned long long)options.seed);
        } else if (r.fault) {
            t->faults++;
            fprintf(stderr, "cantrip: game %u (seed %llu) was given up: %s\n", i,
                    (unsigned long long)options.seed, r.fault_text);
        } else if (!r.over) {
            t->faults++;
            fprintf(stderr, "cantrip: game %u (seed %llu) was given up: out of memory\n", i,
                    (unsigned long long)options.seed);
        } else if (r.draw) {
            t->draws++;
            if (r.turns > options.turn_max)
                fprintf(stderr, "cantrip: game %u (seed %llu) did not end in %u turns\n", i,
                        (unsigned long long)options.seed, options.turn_max);
        } else {
            t->wins[r.winner]++;
        }
        if (o->journals && !replays(lib, game, i))
            t->faults++;
        cantrip_game_destroy(game);
        if (i % 256 == 0)
            progress(o, i, 0);
    }
    progress(o, o->games, 1);
    return t->faults ? CLI_FINDINGS : CLI_FINE;
}

static void report(const cli_options *o, const totals *t, double seconds)
{
    if (o->json) {
        printf("{\"games\": %u, \"players\": %u, \"decisions\": %llu, \"turns\": %llu, "
               "\"seconds\": %.3f, "
               "\"digest\": \"%016llx\"}\n",
               o->games, o->players, (unsigned long long)t->decisions, (unsigned long long)t->turns,
               seconds, (unsigned long long)t->digest);
        return;
    }
    printf(
        "%u games, %llu decisions, %llu turns in %.2f s: %.0f games and %.0f decisions a second\n",
        o->games, (unsigned long long)t->decisions, (unsigned long long)t->turns, seconds,
        o->games / seconds, (double)t->decisions / seconds);
    for (uint32_t p = 0; p < o->players; p++)
        printf("%s won %llu, ", o->args[p % o->arg_count], (unsigned long long)t->wins[p]);
    printf("%llu draws; digest %016llx\n", (unsigned long long)t->draws,
           (unsigned long long)t->digest);
}

int cli_sim(const cli_options *given)
{
    cli_options o = *given;
    totals t;
    int exit = CLI_FINE;
    memset(&t, 0, sizeof t);
    o.players = o.players ? o.players : o.arg_count;
    if (!o.arg_count || o.players < 2 || o.arg_count > o.players) {
        fprintf(stderr, "cantrip sim: give two decks; try: cantrip sim --help\n");
        return CLI_USAGE;
    }
    cantrip_library *lib = cli_library(&o, NULL, 0, &exit);
    if (!lib)
        return exit;
    cli_deck *deck = calloc(o.arg_count, sizeof *deck);
    t.wins = calloc(o.players, sizeof *t.wins);
    if (!deck || !t.wins)
        abort();
    for (uint32_t p = 0; p < o.arg_count && !exit; p++)
        exit = cli_read_deck(&o, lib, o.args[p], &deck[p]);
    if (!exit) {
        const double begin = now();
        exit = run(&o, lib, deck, &t);
        report(&o, &t, now() - begin);
    }
    for (uint32_t p = 0; p < o.arg_count; p++)
        cli_deck_free(&deck[p]);
    cantrip_library_close(lib);
    free(deck);
    free(t.wins);
    return exit;
}
