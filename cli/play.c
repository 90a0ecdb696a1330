/* One game, told in words; or played by a person against random play. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/random.h"

typedef struct table {
    const cli_options *o;
    uint32_t last_step, last_turn;
    cantrip_game *game;
} table;

static void tell(void *user, const char *text)
{
    table *t = user;
    cantrip_game_view v = cantrip_view_game(t->game);
    if (strncmp(text, "== ", 3) == 0) {
        cantrip_player_view a = cantrip_view_player(t->game, 0),
                            b = cantrip_view_player(t->game, 1);
        printf("\n%s%s%s  life %d : %d, hands %u : %u\n", t->o->color ? "\033[1m" : "", text,
               t->o->color ? "\033[0m" : "", a.life, b.life, a.hand, b.hand);
        t->last_step = 99;
        return;
    }
    if (v.turn && v.step != t->last_step) {
        printf("  %s%s%s\n", t->o->color ? "\033[36m" : "", cantrip_step_name(v.step),
               t->o->color ? "\033[0m" : "");
        t->last_step = v.step;
    }
    printf("    %s\n", text);
}

static const char *describe(const cantrip_library *lib, cantrip_game *game, uint32_t viewer,
                            const cantrip_option *o, char *out, size_t size)
{
    static const char *const COLORS[] = {"white", "blue", "black", "red", "green", "colorless"};
    cantrip_object_view v = cantrip_view_id(game, viewer, o->id);
    const char *name;
    char what[100];
    if (o->id.bits && (v.types & 1) && v.zone == 3)
        snprintf(what, sizeof what, "%s (%d/%d)", v.name, v.power, v.toughness);
    else
        snprintf(what, sizeof what, "%s", v.name);
    switch (o->kind) {
    case CANTRIP_OPTION_PASS:
        return "pass, or no more";
    case CANTRIP_OPTION_TAKE_BACK:
        return "take it back";
    case CANTRIP_OPTION_YES:
        return "yes";
    case CANTRIP_OPTION_NO:
        return "no";
    case CANTRIP_OPTION_LAND:
        snprintf(out, size, "play %s", what);
        return out;
    case CANTRIP_OPTION_CAST:
        name = o->value ? cantrip_library_card_name(lib, (uint32_t)o->value - 1) : what;
        snprintf(out, size, "cast %s%s", *name ? name : what, *name ? "" : " face down");
        return out;
    case CANTRIP_OPTION_ACTIVATE:
        snprintf(out, size, "activate %s (ability %d)", what, o->value + 1);
        return out;
    case CANTRIP_OPTION_TURN_UP:
        snprintf(out, size, "turn %s face up%s", v.identity, o->value ? " for its mana cost" : "");
        return out;
    case CANTRIP_OPTION_NUMBER:
        snprintf(out, size, "%d", o->value);
        return out;
    case CANTRIP_OPTION_COLOR:
        return COLORS[o->value % 6];
    case CANTRIP_OPTION_MODE:
        snprintf(out, size, "mode %d", o->value + 1);
        return out;
    case CANTRIP_OPTION_MANA:
        snprintf(out, size, "tap %s for %s", what, COLORS[o->extra % 6]);
        return out;
    default:
        snprintf(out, size, "%s", what);
        return out;
    }
}

static void show_zone(cantrip_game *game, uint32_t zone, const char *title)
{
    printf("  %s:", title);
    for (uint32_t i = 0; i < cantrip_view_count(game, zone, 0); i++)
        printf(" %s;", cantrip_view_object(game, 0, zone, 0, i).name);
    printf("\n");
}

static void show_table(cantrip_game *game)
{
    cantrip_game_view now = cantrip_view_game(game);
    const char *whose = now.active_player ? "opponent's" : "your";
    if (now.turn)
        printf("\n-- turn %u, %s turn: %s --\n", now.turn, whose, cantrip_step_name(now.step));
    else
        printf("\n-- before %s first turn --\n", whose);
    for (int p = 1; p >= 0; p--) {
        cantrip_player_view v = cantrip_view_player(game, (uint32_t)p);
        printf("%s: %d life, %u cards in hand, %u in library\n  battlefield:",
               p ? "opponent" : "you", v.life, v.hand, v.library);
        for (uint32_t i = 0; i < cantrip_view_count(game, 3, 0); i++) {
            cantrip_object_view o = cantrip_view_object(game, 0, 3, 0, i);
            if (o.controller != (uint32_t)p)
                continue;
            printf(" %s", o.name);
            if (o.types & 1)
                printf(" %d/%d", o.power, o.toughness);
            printf("%s;", o.tapped ? " (tapped)" : "");
        }
        printf("\n");
    }
    if (cantrip_view_count(game, 4, 0))
        show_zone(game, 4, "stack, the last resolves first");
    show_zone(game, 1, "your hand");
}

/* Is the option the same as an earlier one to a person: another Mountain to play? */
static int is_repeated(cantrip_game *game, const cantrip_decision *d, uint32_t at)
{
    const cantrip_option *o = &d->options[at];
    cantrip_object_view is = cantrip_view_id(game, 0, o->id);
    for (uint32_t i = 0; i < at && d->max == 1 && is.zone == 1; i++)
        if (d->options[i].kind == o->kind && d->options[i].value == o->value &&
            cantrip_view_id(game, 0, d->options[i].id).zone == 1 &&
            strcmp(cantrip_view_id(game, 0, d->options[i].id).name, is.name) == 0)
            return 1;
    return 0;
}

enum { OPTIONS_SHOWN = 1024 };

/* 0: the input ended */
static int ask_person(const cantrip_library *lib, cantrip_game *game, const cantrip_decision *d)
{
    char line[256], text[200];
    for (;;) {
        show_table(game);
        if (d->kind == CANTRIP_DECIDE_SCRY)
            printf("you look at %s: ", cantrip_view_id(game, 0, d->options[0].id).name);
        printf("%s%s%s\n", d->source_name, *d->source_name ? ": " : "",
               cantrip_decision_text(d->kind));
        uint32_t shown = 0, at[OPTIONS_SHOWN];
        for (uint32_t i = 0; i < d->option_count && shown < OPTIONS_SHOWN; i++)
            if (!is_repeated(game, d, i)) {
                at[shown++] = i;
                printf("  %u  %s\n", shown,
                       describe(lib, game, 0, &d->options[i], text, sizeof text));
            }
        if (d->max == 1 && d->min == 1)
            printf("number> ");
        else
            printf("%u to %u numbers> ", d->min, d->max);
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin))
            return 0;
        if (line[0] == 'q')
            return 0;
        uint32_t chosen[64], n = 0;
        for (char *p = line, *end; n < 64; p = end) {
            unsigned long v = strtoul(p, &end, 10);
            if (end == p)
                break;
            chosen[n++] = v && v <= shown ? at[v - 1] : UINT32_MAX;
        }
        if (cantrip_game_answer(game, chosen, n) == CANTRIP_OK)
            return 1;
        printf("that is not possible here: give the numbers of the options, or q to stop\n\n");
    }
}

int cli_play(const cli_options *o)
{
    const char *deck[2] = {"red-deck-wins", "knights"};
    int exit = CLI_FINE;
    if (o->arg_count != 0 && o->arg_count != 2) {
        fprintf(stderr, "cantrip play: give two decks, or none; try: cantrip play --help\n");
        return CLI_USAGE;
    }
    for (uint32_t i = 0; i < o->arg_count; i++)
        deck[i] = o->args[i];
    cantrip_library *lib = cli_library(o, NULL, 0, &exit);
    if (!lib)
        return exit;
    cantrip_game_options options = CANTRIP_GAME_OPTIONS_INIT;
    options.seed = o->seed;
    options.turn_max = 500;
    options.pay_by_hand = options.take_back = o->human ? 1 : 0;
    cantrip_game *game;
    if (cantrip_game_create(lib, &options, &game) != CANTRIP_OK)
        return CLI_FINDINGS;
    for (uint32_t p = 0; p < 2 && !exit; p++)
        exit = cli_load_deck(o, game, p, deck[p]);
    if (!exit) {
        table t = {o, 99, 0, game};
        uint64_t answers = o->seed * 77 + 5;
        printf("player 1: %s\nplayer 2: %s\n", deck[0], deck[1]);
        cantrip_game_log(game, tell, &t);
        while (cantrip_game_step(game) == CANTRIP_STEP_DECISION) {
            const cantrip_decision *d = cantrip_game_decision(game);
            if (o->human && d->player == 0) {
                if (!ask_person(lib, game, d)) {
                    printf("\nthe game is left unfinished\n");
                    break;
                }
            } else {
                cli_random_answer(game, d, &answers);
            }
        }
        cantrip_result r = cantrip_game_result(game);
        if (r.fault) {
            printf("\nthe game was given up after %u turns: %s\n", r.turns, r.fault_text);
            exit = CLI_FINDINGS;
        } else if (r.over)
            printf("\n%s%s after %u turns and %u decisions\n",
                   r.draw     ? "a draw"
                   : r.winner ? "player 2 wins: "
                              : "player 1 wins: ",
                   r.draw ? "" : deck[r.winner], r.turns, r.decisions);
    }
    cantrip_game_destroy(game);
    cantrip_library_close(lib);
    return exit;
}
