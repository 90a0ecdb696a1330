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

/* "player 1 wins: red-deck-wins ...", "player 1 and player 2 win: ..." */
static void winners(const play *p, const cantrip_result *r)
{
    const uint32_t mask = cantrip_game_winners(p->game);
    const int yours = p->viewer < PLAYERS_MAX && (mask >> p->viewer & 1);
    putchar('\n');
    if (yours)
        printf("you");
    for (uint32_t i = 0, any = (uint32_t)yours; i < p->players; i++)
        if ((mask >> i & 1) && i != p->viewer)
            printf("%s%s", any++ ? " and " : "", cli_player_name(p, i));
    printf(yours || (mask & (mask - 1)) ? " win" : " wins");
    for (uint32_t i = 0, any = 0; i < p->players && *p->deck; i++)
        if (mask >> i & 1)
            printf("%s%s", any++ ? " and " : yours ? " with " : ": ", p->deck[i]);
    printf(" after %u turns and %u decisions\n", r->turns, r->decisions);
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
    else
        winners(p, &r);
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
    for (uint32_t i = 0; i < p->players; i++) {
        printf(i ? ", " : "");
        cli_json_string(p->deck[i]);
    }
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
            cli_tell(p, 0);
        one_answer(p);
        if (journal && !write_journal(p, journal)) {
            fprintf(stderr, "cantrip play: cannot write %s\n", p->o->journal);
            return CLI_UNREADABLE;
        }
    }
    if (!p->o->json)
        cli_tell(p, 1);
    if (journal)
        write_journal(p, journal);
    return p->o->json ? game_as_json(p) : ending(p);
}

/* The table that the options ask for: who sits where, with what. 0 = a message was printed. */
static int seat_players(play *p)
{
    static const char *const SHIPPED[] = {"red-deck-wins", "knights", "merfolk"};
    const cli_options *o = p->o;
    const uint32_t decks = o->arg_count ? o->arg_count : 3;
    p->players = o->players ? o->players : o->arg_count > 2 ? o->arg_count : 2;
    if (o->arg_count == 1 || o->arg_count > p->players) {
        fprintf(stderr,
                "cantrip play: give two decks, or none, or --players; try: cantrip play --help\n");
        return 0;
    }
    if (p->players < 2 || p->players > PLAYERS_MAX) {
        fprintf(stderr, "cantrip play: 2 to %u players\n", PLAYERS_MAX);
        return 0;
    }
    if (o->seat > p->players || (o->seat && !o->human)) {
        fprintf(stderr, "cantrip play: --seat is for --human, and from 1 to %u here\n", p->players);
        return 0;
    }
    for (uint32_t i = 0; i < p->players; i++)
        p->deck[i] = o->arg_count ? o->args[i % decks] : SHIPPED[i % decks];
    p->viewer = o->human ? (o->seat ? o->seat - 1 : 0) : CANTRIP_SPECTATOR;
    return 1;
}

static cantrip_game_options options_of(const play *p)
{
    cantrip_game_options options = cantrip_game_options_default();
    cli_seats(p->o, p->players, &options);
    options.seed = p->o->seed;
    options.turn_max = p->o->turns ? p->o->turns : 500;
    options.events = 1;
    options.take_back = p->o->human ? 1u << p->viewer : 0;
    options.pay_by_hand = p->o->human && p->o->pay ? 1u << p->viewer : 0;
    return options;
}

static int play_game(play *p)
{
    const cli_options *o = p->o;
    const cantrip_game_options options = options_of(p);
    FILE *journal = o->journal ? fopen(o->journal, "wb") : NULL;
    int exit = CLI_FINE;
    if (o->journal && !journal) {
        fprintf(stderr, "cantrip play: cannot write %s\n", o->journal);
        return CLI_UNREADABLE;
    }
    if (cantrip_game_create(p->library, &options, &p->game) != CANTRIP_OK) {
        fprintf(stderr, "cantrip play: %u players cannot sit so\n", p->players);
        exit = CLI_USAGE;
    }
    for (uint32_t i = 0; i < p->players && !exit; i++)
        exit = cli_load_deck(o, p->library, p->game, i, p->deck[i]);
    if (!exit && !o->json)
        for (uint32_t i = 0; i < p->players; i++)
            printf("%s%s: %s\n", cli_player_name(p, i), i == p->viewer ? " (you)" : "", p->deck[i]);
    if (!exit)
        exit = run(p, journal);
    if (journal && fclose(journal) != 0 && !exit)
        exit = CLI_UNREADABLE;
    return exit;
}

int cli_play(const cli_options *o)
{
    play p = {.o = o, .stage = "", .telling_now = 1, .chance = o->seed * 77 + 5};
    int exit = CLI_FINE;
    if (o->json && o->human) {
        fprintf(stderr, "cantrip play: --json is for games without a person\n");
        return CLI_USAGE;
    }
    if (!seat_players(&p))
        return CLI_USAGE;
    cantrip_library *lib = cli_library(o, NULL, 0, &exit);
    if (!lib)
        return exit;
    p.library = lib;
    exit = play_game(&p);
    cantrip_game_destroy(p.world);
    cantrip_game_destroy(p.game);
    cantrip_library_close(lib);
    free(p.asked);
    free(p.story.line);
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
    play p = {.o = o, .library = lib, .viewer = CANTRIP_FULL, .stage = ""};
    p.game = read_at(o, lib, text, size, o->at ? o->at : UINT32_MAX, &r);
    p.players = p.game ? cantrip_view_game(p.game).player_count : 0;
    if (o->json)
        return replay_as_json(&p, &r);
    if (!p.game)
        return CLI_FINDINGS;
    if (!o->at)
        cli_tell(&p, 1);
    else
        cli_show_table(&p);
    if (o->at)
        printf("\nentry %u of %u, hash %016llx\n", r.entries, r.total,
               (unsigned long long)cantrip_game_hash(p.game));
    else
        ending(&p);
    free(p.story.line);
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
