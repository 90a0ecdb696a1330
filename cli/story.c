/* A game told from its events, turn by turn. */
#include "cli/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const char *cli_player_name(uint32_t player)
{
    static const char *const NAMES[] = {"player 1", "player 2"};
    return player < 2 ? NAMES[player] : "a player";
}

static void pause_between(const play *p)
{
    fflush(stdout);
    if (p->o->step) {
        char line[16];
        if (!fgets(line, sizeof line, stdin))
            return;
    } else if (p->o->speed) {
        const long ns = 1000000000L / (long)p->o->speed;
        const struct timespec t = {ns / 1000000000L, ns % 1000000000L};
        nanosleep(&t, NULL);
    }
}

static int is_quiet(const cantrip_event *e)
{
    switch (e->kind) {
    case CANTRIP_EVENT_STEP:
    case CANTRIP_EVENT_RESOLVES:
    case CANTRIP_EVENT_TAPS:
    case CANTRIP_EVENT_UNTAPS:
    case CANTRIP_EVENT_COUNTERS_GONE:
    case CANTRIP_EVENT_MANA:
        return 1;
    case CANTRIP_EVENT_MOVES: /* lands and spells that have done their work go to the graveyard */
        return strcmp(e->detail, "graveyard") == 0 || strcmp(e->detail, "hand") == 0;
    default:
        return 0;
    }
}

static void turn_line(const play *p, const cantrip_event *e)
{
    const cantrip_player_view a = cantrip_view_player(p->game, 0),
                              b = cantrip_view_player(p->game, 1);
    char line[120];
    snprintf(line, sizeof line, "turn %d: %s   life %d : %d, hands %u : %u", e->amount,
             cli_player_name(e->other.bits & 0xFF), a.life, b.life, a.hand, b.hand);
    printf("\n%s", p->o->color ? "\033[1m" : "");
    cli_wrap(line, 0);
    printf("%s", p->o->color ? "\033[0m" : "");
}

/* "casts X", with its targets in the same line. */
static uint32_t with_targets(const play *p, uint32_t at, char *line, size_t size)
{
    cantrip_event e = {.struct_size = sizeof e};
    size_t n = strlen(line);
    for (uint32_t first = at + 1; cantrip_event_read(p->game, p->viewer, first, &e) &&
                                  e.kind == CANTRIP_EVENT_TARGETS && n < size;
         first++, at++)
        n += (size_t)snprintf(line + n, size - n, "%s%s", strstr(line, " -> ") ? ", " : " -> ",
                              e.other_name);
    return at;
}

static void tell_from(play *p, uint32_t from, int headings)
{
    char line[400];
    for (uint32_t i = from; i < cantrip_event_count(p->game); i++) {
        cantrip_event e = {.struct_size = sizeof e};
        cantrip_event_read(p->game, p->viewer, i, &e);
        if (e.kind == CANTRIP_EVENT_TURN && headings) {
            turn_line(p, &e);
            p->step = CANTRIP_TURN_COUNT;
            continue;
        }
        if (is_quiet(&e) || (e.kind == CANTRIP_EVENT_DRAWS && !e.turn))
            continue;
        cantrip_event_text(p->game, p->viewer, i, line, sizeof line);
        i = with_targets(p, i, line, sizeof line);
        if (e.turn && e.step != p->step && headings)
            printf("  %s%s%s\n", p->o->color ? "\033[36m" : "", cantrip_step_name(e.step),
                   p->o->color ? "\033[0m" : "");
        p->step = e.step;
        cli_wrap(line, 4);
        if (headings)
            pause_between(p);
    }
}

void cli_tell(play *p)
{
    tell_from(p, p->told, 1);
    p->told = cantrip_event_count(p->game);
}

void cli_tell_again(const play *p, uint32_t lines)
{
    play copy = *p;
    const uint32_t n = cantrip_event_count(p->game);
    tell_from(&copy, n > lines ? n - lines : 0, 0);
}
