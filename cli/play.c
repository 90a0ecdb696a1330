/* play: two sensible players, or a person and one, or chance; told in words, kept in a journal. replay plays a journal. */
#include "cli/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/random.h"

/* ---- journals ----------------------------------------------------------------------------------
 */

static int write_journal(play *p, FILE *f)
{
    const size_t n = cantrip_journal_take(p->game, NULL, 0);
    char *text = n ? malloc(n + 1) : NULL;
    int ok = !n;
    if (text) {
        cantrip_journal_take(p->game, text, n + 1);
        ok = fwrite(text, 1, n, f) == n && fflush(f) == 0;
    }
    free(text);
    return ok;
}

/* ---- a game ------------------------------------------------------------------------------------
 */

static void one_answer(play *p)
{
    const cantrip_decision *d = cantrip_game_decision(p->game);
    if (d->player == p->viewer)
        cli_ask_person(p);
    else if (p->o->random)
        cli_random_answer(p->game, d, &p->chance);
    else
        cli_sensible_answer(p);
}

static int ending(const play *p)
{
    const cantrip_result r = cantrip_game_result(p->game);
    if (r.fault) {
        printf("\nthe game was given up after %u turns: %s\n", r.turns, r.fault_text);
        return CLI_FINDINGS;
    }
    if (!r.over)
        printf("\nthe game is left unfinished\n");
    else if (r.draw)
        printf("\na draw after %u turns and %u decisions\n", r.turns, r.decisions);
    else if (r.winner == p->viewer)
        printf("\nyou win with %s after %u turns and %u decisions\n", p->deck[r.winner], r.turns,
               r.decisions);
    else
        printf("\n%s wins: %s after %u turns and %u decisions\n", cli_player_name(r.winner),
               p->deck[r.winner], r.turns, r.decisions);
    return CLI_FINE;
}

/* One of the texts of cantrip_game_json. */
static void put_json(play *p, const char *key, cantrip_json what)
{
    const size_t n = cantrip_game_json(p->game, what, p->viewer, 0, NULL, 0);
    char *text = n ? malloc(n + 1) : NULL;
    if (text && cantrip_game_json(p->game, what, p->viewer, 0, text, n + 1))
        printf(", \"%s\": %s", key, text);
    free(text);
}

/* {"decks": [...], "seed": 1, "result": {...}, "events": [...]} */
static int game_as_json(play *p)
{
    printf("{\"decks\": [");
    cli_json_string(p->deck[0]);
    printf(", ");
    cli_json_string(p->deck[1]);
    printf("], \"seed\": %llu", (unsigned long long)p->o->seed);
    put_json(p, "result", CANTRIP_JSON_RESULT);
    put_json(p, "events", CANTRIP_JSON_EVENTS);
    printf("}\n");
    return cantrip_game_result(p->game).fault ? CLI_FINDINGS : CLI_FINE;
}

static int run(play *p, FILE *journal)
{
    while (!p->left && cantrip_game_step(p->game) == CANTRIP_STEP_DECISION) {
        if (!p->o->json)
            cli_tell(p);
        one_answer(p);
        if (journal && !write_journal(p, journal)) {
            fprintf(stderr, "cantrip play: cannot write %s\n", p->o->journal);
            return CLI_UNREADABLE;
        }
    }
    if (!p->o->json)
        cli_tell(p);
    if (journal)
        write_journal(p, journal);
    return p->o->json ? game_as_json(p) : ending(p);
}

int cli_play(const cli_options *o)
{
    play p = {.o = o,
              .deck = {"red-deck-wins", "knights"},
              .viewer = o->human ? 0 : CANTRIP_SPECTATOR,
              .step = CANTRIP_TURN_COUNT,
              .chance = o->seed * 77 + 5};
    int exit = CLI_FINE;
    if (o->arg_count != 0 && o->arg_count != 2) {
        fprintf(stderr, "cantrip play: give two decks, or none; try: cantrip play --help\n");
        return CLI_USAGE;
    }
    if (o->json && o->human) {
        fprintf(stderr, "cantrip play: --json is for games without a person\n");
        return CLI_USAGE;
    }
    for (uint32_t i = 0; i < o->arg_count; i++)
        p.deck[i] = o->args[i];
    cantrip_library *lib = cli_library(o, NULL, 0, &exit);
    if (!lib)
        return exit;
    cantrip_game_options options = CANTRIP_GAME_OPTIONS_INIT;
    options.seed = o->seed;
    options.turn_max = 500;
    options.events = 1;
    options.take_back = o->human ? 1 : 0;
    options.pay_by_hand = o->human && o->pay ? 1 : 0;
    p.library = lib;
    FILE *journal = o->journal ? fopen(o->journal, "wb") : NULL;
    if (o->journal && !journal) {
        fprintf(stderr, "cantrip play: cannot write %s\n", o->journal);
        exit = CLI_UNREADABLE;
    } else if (cantrip_game_create(lib, &options, &p.game) != CANTRIP_OK) {
        exit = CLI_FINDINGS;
    }
    for (uint32_t i = 0; i < 2 && !exit; i++)
        exit = cli_load_deck(o, lib, p.game, i, p.deck[i]);
    if (!exit) {
        if (!o->json)
            printf("%s: %s\n%s: %s\n", cli_player_name(0), p.deck[0], cli_player_name(1),
                   p.deck[1]);
        exit = run(&p, journal);
    }
    if (journal)
        fclose(journal);
    cantrip_game_destroy(p.world);
    cantrip_game_destroy(p.game);
    cantrip_library_close(lib);
    free(p.asked);
    return exit;
}

/* ---- replay ------------------------------------------------------------------------------------
 */

/* Plays the journal up to an entry; NULL: a message was printed. */
static cantrip_game *read_at(const cli_options *o, const cantrip_library *lib, const char *text,
                             size_t size, uint32_t upto, cantrip_replay *r)
{
    cantrip_game *game;
    memset(r, 0, sizeof *r);
    r->struct_size = sizeof *r;
    r->upto = upto;
    const cantrip_status s = cantrip_journal_read(lib, text, size, r, &game);
    if (s == CANTRIP_E_MEMORY)
        fprintf(stderr, "cantrip replay: out of memory\n");
    else if (s != CANTRIP_OK)
        fprintf(stderr, "cantrip replay: %s:%u: it differs: %s\n", o->args[0], r->line, r->message);
    else if (r->line && upto == UINT32_MAX)
        fprintf(stderr, "cantrip replay: %s:%u: %s; the %u entries before it are whole\n",
                o->args[0], r->line, r->message, r->total);
    if (s == CANTRIP_OK)
        return game;
    cantrip_game_destroy(game);
    return NULL;
}

/* What was believed, what is wrong and where; the result and the events, or, with --at, the table. */
static int replay_as_json(play *p, const cantrip_replay *r)
{
    const int bad = !p->game || (r->line && !p->o->at);
    printf("{\"entries\": %u, \"total\": %u", r->entries, r->total);
    if (bad) {
        printf(", \"line\": %u, \"message\": ", r->line);
        cli_json_string(r->message);
    }
    if (p->game) {
        printf(", \"hash\": \"%016llx\"", (unsigned long long)cantrip_game_hash(p->game));
        put_json(p, "result", CANTRIP_JSON_RESULT);
        if (p->o->at)
            put_json(p, "table", CANTRIP_JSON_TABLE);
        else
            put_json(p, "events", CANTRIP_JSON_EVENTS);
    }
    printf("}\n");
    cantrip_game_destroy(p->game);
    return bad ? CLI_FINDINGS : CLI_FINE;
}

static int replay(const cli_options *o, const cantrip_library *lib, const char *text, size_t size)
{
    cantrip_replay r;
    play p = {.o = o,
              .library = lib,
              .deck = {"the first deck", "the second deck"},
              .viewer = CANTRIP_FULL,
              .step = CANTRIP_TURN_COUNT};
    p.game = read_at(o, lib, text, size, o->at ? o->at : UINT32_MAX, &r);
    if (o->json)
        return replay_as_json(&p, &r);
    if (!p.game)
        return CLI_FINDINGS;
    if (!o->at)
        cli_tell(&p);
    else
        cli_show_table(&p);
    if (o->at)
        printf("\nentry %u of %u, hash %016llx\n", r.entries, r.total,
               (unsigned long long)cantrip_game_hash(p.game));
    else
        ending(&p);
    cantrip_game_destroy(p.game);
    return r.line && !o->at ? CLI_FINDINGS : CLI_FINE;
}

int cli_replay(const cli_options *o)
{
    int exit = CLI_FINE;
    size_t size;
    if (o->arg_count != 1) {
        fprintf(stderr, "cantrip replay: which journal? try: cantrip replay --help\n");
        return CLI_USAGE;
    }
    char *text = cli_read(o->args[0], &size);
    if (!text)
        return CLI_UNREADABLE;
    cantrip_library *lib = cli_library(o, NULL, 0, &exit);
    if (lib)
        exit = replay(o, lib, text, size);
    free(text);
    cantrip_library_close(lib);
    return exit;
}
