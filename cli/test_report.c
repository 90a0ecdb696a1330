/* What a test that failed says: where, what was asked, how the game stood, and what changed what. */
#include "cli/test_parts.h"

#include "vm/abi/abi.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void test_say(runner *r, const char *fmt, ...)
{
    char line[400];
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(line, sizeof line, fmt, ap);
    va_end(ap);
    if (n >= (int)sizeof line)
        n = sizeof line - 1;
    char *more = realloc(r->report, r->report_size + (size_t)n + 1);
    if (!more)
        return;
    memcpy(more + r->report_size, line, (size_t)n + 1);
    r->report = more;
    r->report_size += (size_t)n;
}

static void thing_words(const cantrip_object_view *o, uint32_t zone, char *out, size_t size)
{
    char own[3][40] = {"", "", ""};
    if (zone == 3 && (o->types & 1))
        snprintf(own[0], sizeof own[0], " %d/%d", (int)o->power, (int)o->toughness);
    if (o->damage)
        snprintf(own[1], sizeof own[1], " damage %d", (int)o->damage);
    if (o->plus_counters || o->other_counters || o->loyalty)
        snprintf(own[2], sizeof own[2], " counters %d",
                 (int)(o->plus_counters + o->other_counters + o->loyalty));
    snprintf(out, size, " %s%s%s%s%s", o->name, own[0], own[1], o->tapped ? " tapped" : "", own[2]);
}

/* What is the same and stands side by side is said once. */
static void dump_zone(runner *r, uint32_t zone, uint32_t player)
{
    const int shared = zone == 3 || zone == 4;
    char words[2][200] = {"", ""};
    uint32_t same = 0, shown = 0;
    for (uint32_t i = 0, n = cantrip_view_count(r->game, zone, player); i <= n; i++) {
        cantrip_object_view o;
        if (i < n) {
            o = cantrip_view_object(r->game, player, zone, player, i);
            if (shared && o.controller != player)
                continue;
            thing_words(&o, zone, words[1], sizeof words[1]);
        }
        if (same && (i == n || strcmp(words[0], words[1]) != 0)) {
            if (same > 1)
                test_say(r, "%s (%u times);", words[0], same);
            else
                test_say(r, "%s;", words[0]);
            same = 0;
        }
        if (i < n && !shown++)
            test_say(r, "      %s:", cantrip_zone_name(zone));
        memcpy(words[0], words[1], sizeof words[0]);
        same++;
    }
    if (shown)
        test_say(r, "\n");
}

static void dump(runner *r)
{
    cantrip_game_view v = cantrip_view_game(r->game);
    test_say(r, "    turn %u, %s of player %u\n", v.turn, cantrip_step_name(v.step),
             v.active_player + 1);
    for (uint32_t p = 0; p < v.player_count; p++) {
        cantrip_player_view pv = cantrip_view_player(r->game, p);
        test_say(r, "    %s%u: %d life%s\n", p ? "player " : "you, ", p + 1, pv.life,
                 pv.lost ? ", has left" : "");
        for (uint32_t zone = 1; zone < 6; zone++)
            dump_zone(r, zone, p);
    }
    const cantrip_decision *d = cantrip_game_decision(r->game);
    if (d)
        test_say(r, "    asked: player %u, %s %s(%u options)\n", d->choice_of + 1,
                 cantrip_decision_text(d->kind), d->source_name, d->option_count);
}

uint32_t test_seat(const runner *r, uint32_t player)
{
    return r->you && player < r->players ? (player + r->you) % r->players : player;
}

cantrip_test_step test_step_at(const runner *r, uint32_t step)
{
    cantrip_test_step s = cantrip_test_step_at(r->lib, r->index, step);
    s.player = test_seat(r, s.player);
    if (s.kind == VM_TEST_STEP || s.kind == VM_TEST_DECIDES)
        s.c = test_seat(r, s.c);
    return s;
}

/* Of what effects have changed: who did (CR 613). */
typedef struct changes {
    runner *r;
    char title[160];
} changes;

static void say_change(void *user, const char *text)
{
    changes *c = user;
    if (text[0] != ' ') {
        snprintf(c->title, sizeof c->title, "%s", text);
    } else if (strncmp(text, "  CR 613", 8) == 0) {
        if (c->title[0])
            test_say(c->r, "    %s\n", c->title);
        c->title[0] = 0;
        test_say(c->r, "    %s\n", text);
    }
}

static void say_changes(runner *r)
{
    for (uint32_t i = 0, n = cantrip_view_count(r->game, 3, 0); i < n && i < 12; i++) {
        changes c = {r, ""};
        cantrip_game_explain(r->game, cantrip_view_object(r->game, 0, 3, 0, i).id, say_change, &c);
    }
}

void test_fail(runner *r, const char *fmt, ...)
{
    char why[300];
    va_list ap;
    if (r->failed)
        return;
    va_start(ap, fmt);
    vsnprintf(why, sizeof why, fmt, ap);
    va_end(ap);
    r->failed = 1;
    const cantrip_result v = cantrip_game_result(r->game);
    if (v.fault) /* whatever was expected: the game did not go on */
        snprintf(why, sizeof why, "the rules machine gave up: %s", v.fault_text);
    test_say(r, "%s:%u: test \"%s\" failed: %s\n", r->test.file,
             r->step < r->test.step_count ? test_step_at(r, r->step).line : r->test.line,
             r->test.name, why);
    dump(r);
    say_changes(r);
}

static void say_line(void *user, const char *text)
{
    test_say(user, "    %s\n", text);
}

/* Why is it what it is, there where the script has led (CR 613)? */
void test_explain(runner *r, const char *name)
{
    const uint32_t players = cantrip_view_game(r->game).player_count;
    for (uint32_t zone = 0; zone < 6; zone++)
        for (uint32_t p = 0; p < (zone == 3 || zone == 4 ? 1 : players); p++)
            for (uint32_t i = 0, n = cantrip_view_count(r->game, zone, p); i < n; i++) {
                const cantrip_object_view o = cantrip_view_object(r->game, p, zone, p, i);
                if (o.id.bits && o.name && strcmp(o.name, name) == 0)
                    cantrip_game_explain(r->game, o.id, say_line, r);
            }
}
