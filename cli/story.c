/* A game told from its events, turn by turn. Lines wait until the stage of the turn ends, so that what is done several times is
 * said once. */
#include "cli/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const char *cli_player_name(const play *p, uint32_t player)
{
    return cantrip_view_player(p->game, player).name;
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

/* ---- lines ------------------------------------------------------------------------------------- */

static int same_block(const cli_story *s, uint32_t a, uint32_t b, uint32_t period)
{
    for (uint32_t i = 0; i < period; i++)
        if (b + i >= s->count || strcmp(s->line[a + i].text, s->line[b + i].text) != 0)
            return 0;
    return 1;
}

static uint32_t repeats(const cli_story *s, uint32_t at, uint32_t period)
{
    uint32_t n = 1;
    while (same_block(s, at, at + n * period, period))
        n++;
    return n;
}

/* Says what has been waiting: a line, or a few in a row, that come again are said once. */
static void flush(play *p)
{
    cli_story *s = &p->story;
    for (uint32_t i = 0; i < s->count;) {
        uint32_t period = 1, times = repeats(s, i, 1);
        for (uint32_t k = 2; k <= 4 && times < 2; k++)
            if (repeats(s, i, k) > 1) {
                period = k;
                times = repeats(s, i, k);
            }
        for (uint32_t k = 0; k < (times > 1 ? period : 1); k++) {
            char text[sizeof s->line->text + 32];
            snprintf(text, sizeof text, times > 1 && period == 1 ? "%s (%u times)" : "%s",
                     s->line[i + k].text, times);
            cli_wrap_hanging(text, 4, 8);
            pause_between(p);
        }
        if (times > 1 && period > 1)
            printf("    (%u times)\n", times);
        i += times > 1 ? period * times : 1;
    }
    s->count = 0;
}

static cli_story_line *add(play *p, cantrip_event_kind kind, const cantrip_event *e,
                           const char *text)
{
    cli_story *s = &p->story;
    if (s->count == s->cap) {
        const uint32_t cap = s->cap ? s->cap * 2 : 32;
        void *more = realloc(s->line, cap * sizeof *s->line);
        if (!more) {
            flush(p);
            return NULL;
        }
        s->line = more;
        s->cap = cap;
    }
    cli_story_line *l = &s->line[s->count++];
    l->kind = kind;
    l->other = e->other.bits;
    l->group = 0;
    snprintf(l->text, sizeof l->text, "%s", text);
    snprintf(l->object, sizeof l->object, "%s", e->object_name);
    return l;
}

static cli_story_line *last(play *p)
{
    return p->story.count ? &p->story.line[p->story.count - 1] : NULL;
}

/* ---- what is said ------------------------------------------------------------------------------ */

static int is_quiet(const play *p, const cantrip_event *e)
{
    switch (e->kind) {
    case CANTRIP_EVENT_STEP:
    case CANTRIP_EVENT_RESOLVES:
    case CANTRIP_EVENT_TAPS:
    case CANTRIP_EVENT_UNTAPS:
    case CANTRIP_EVENT_COUNTERS_GONE:
    case CANTRIP_EVENT_MANA:
        return 1;
    case CANTRIP_EVENT_DRAWS: /* everybody draws in the draw step; who sees the card is told */
        return !e->turn || (e->step == CANTRIP_TURN_DRAW && !e->object.bits) ||
               p->viewer == CANTRIP_FULL;
    case CANTRIP_EVENT_MOVES: /* lands and spells that have done their work go to the graveyard */
        return strcmp(e->detail, "graveyard") == 0 || strcmp(e->detail, "hand") == 0;
    default:
        return 0;
    }
}

static const char *stage_name(uint32_t step)
{
    switch (step) {
    case CANTRIP_TURN_UNTAP:
    case CANTRIP_TURN_UPKEEP:
        return "upkeep";
    case CANTRIP_TURN_DRAW:
        return "draw";
    case CANTRIP_TURN_MAIN1:
        return "main phase";
    case CANTRIP_TURN_MAIN2:
        return "second main phase";
    case CANTRIP_TURN_END:
    case CANTRIP_TURN_CLEANUP:
        return "end of turn";
    default:
        return "combat";
    }
}

static void turn_lines(play *p, const cantrip_event *e)
{
    char line[120];
    flush(p);
    const uint32_t who = e->other.bits & 0xFF;
    snprintf(line, sizeof line, "turn %d: %s%s", e->amount, cli_player_name(p, who),
             who == p->viewer ? " (you)" : "");
    printf("\n%s", p->o->color ? "\033[1m" : "");
    cli_wrap(line, 0);
    printf("%s", p->o->color ? "\033[0m" : "");
    p->stage = "";
    if (p->viewer < CANTRIP_SPECTATOR) /* the person sees the table when asked */
        return;
    for (uint32_t i = 0; i < p->players && p->o->at == 0 && p->telling_now; i++)
        cli_show_brief(p, i);
}

/* "casts X", with its targets in the same line; returns the event after them. */
static uint32_t with_targets(const play *p, uint32_t at, char *line, size_t size)
{
    cantrip_event e = {.struct_size = sizeof e};
    size_t n = strlen(line);
    for (uint32_t first = at + 1; cantrip_event_read(p->game, p->viewer, first, &e) &&
                                  e.kind == CANTRIP_EVENT_TARGETS && n < size;
         first++, at++)
        n += (size_t)snprintf(line + n, size - n, "%s%s", strstr(line, " -> ") ? ", " : " -> ",
                              *e.other_name ? e.other_name : "a card");
    return at;
}

/* What an ability does, as far as it fits a line: when it triggers is known by now. */
static void with_text(const cantrip_event *e, char *line, size_t size)
{
    enum { MOST = 90 };
    const char *text = e->detail;
    const size_t n = strlen(line);
    if (strncmp(text, "When", 4) == 0 || strncmp(text, "At ", 3) == 0) {
        const char *comma = strstr(text, ", ");
        text = comma ? comma + 2 : text;
    }
    if (!*text || n + MOST + 8 > size)
        return;
    snprintf(line + n, MOST, ": %s", text);
    for (char *c = line + n; *c; c++)
        *c = *c == '\n' ? ' ' : *c;
    if (strlen(text) + 3 > MOST) {
        char *cut = strrchr(line + n, ' ');
        if (cut && strlen(cut) < 20)
            strcpy(cut, " ...");
    }
}

/* "A 2/2 and B 1/1 attack player 2": joined with the line before where it is the same. */
static void group(play *p, const cantrip_event *e)
{
    const int attacks = e->kind == CANTRIP_EVENT_ATTACKS;
    cli_story_line *l = last(p);
    char one[120];
    const cantrip_object_view v = cantrip_view_id(p->game, p->viewer, e->object);
    if (p->telling_now && v.types & CANTRIP_TYPE_CREATURE)
        snprintf(one, sizeof one, "%s %d/%d", e->object_name, v.power, v.toughness);
    else
        snprintf(one, sizeof one, "%s", e->object_name);
    if (!l || l->kind != e->kind || l->other != e->other.bits)
        l = add(p, e->kind, e, "");
    if (!l)
        return;
    if (!l->group++)
        l->names[0] = 0;
    const size_t n = strlen(l->names);
    snprintf(l->names + n, sizeof l->names - n, "%s%s", n ? ", " : "", one);
    snprintf(l->text, sizeof l->text, "%s %s%s %s", l->names, attacks ? "attack" : "block",
             l->group == 1 ? "s" : "", e->other_name);
}

static uint32_t tell_one(play *p, uint32_t i, const cantrip_event *e)
{
    char line[400];
    const cli_story_line *before = last(p);
    if (e->kind == CANTRIP_EVENT_ATTACKS || e->kind == CANTRIP_EVENT_BLOCKS) {
        group(p, e);
        return i;
    }
    if (e->kind == CANTRIP_EVENT_ENTERS && before && before->kind == CANTRIP_EVENT_CAST &&
        !*e->detail && strcmp(before->object, e->object_name) == 0)
        return i; /* it was cast, and resolves */
    cantrip_event_text(p->game, p->viewer, i, line, sizeof line);
    i = with_targets(p, i, line, sizeof line);
    if (e->kind == CANTRIP_EVENT_TRIGGER || e->kind == CANTRIP_EVENT_ACTIVATE)
        with_text(e, line, sizeof line);
    add(p, e->kind, e, line);
    return i;
}

static void tell_from(play *p, uint32_t from, int headings)
{
    for (uint32_t i = from; i < cantrip_event_count(p->game); i++) {
        cantrip_event e = {.struct_size = sizeof e};
        cantrip_event_read(p->game, p->viewer, i, &e);
        if (e.kind == CANTRIP_EVENT_TURN && headings) {
            turn_lines(p, &e);
            continue;
        }
        if (is_quiet(p, &e))
            continue;
        if (e.turn && headings && strcmp(stage_name(e.step), p->stage) != 0) {
            flush(p);
            p->stage = stage_name(e.step);
            printf("  %s%s%s\n", p->o->color ? "\033[36m" : "", p->stage,
                   p->o->color ? "\033[0m" : "");
        }
        i = tell_one(p, i, &e);
    }
}

void cli_tell(play *p, int all)
{
    tell_from(p, p->told, 1);
    p->told = cantrip_event_count(p->game);
    if (all)
        flush(p);
    fflush(stdout);
}

void cli_tell_again(play *p, uint32_t lines)
{
    const uint32_t n = cantrip_event_count(p->game);
    tell_from(p, n > lines ? n - lines : 0, 0);
    flush(p);
}
