/* Runs the tests that stand in packs: sets the position up, drives both players, checks
 * expectations. Every question must be answered by the script, except: passing priority, and not
 * attacking or blocking where the script says nothing. */
#include "cli/test_runner.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vm/abi/abi.h"

enum { LOOPS_MAX = 1000000 };

typedef struct things { /* what a phrase of a test means */
    cantrip_id *ids;
    uint32_t count, room;
    uint32_t function; /* kept: what it is of; 0 = of nothing */
} things;

enum { OF_ANSWER, OF_FIRST, OF_SECOND, OF_ATTACKER, OF_ATTACKED, THINGS_COUNT };

typedef struct runner {
    const cantrip_library *lib;
    cantrip_game *game;
    cantrip_test test;
    uint32_t index, step; /* the test, and the step at hand */
    uint32_t only_answer; /* a step that says what could only be answered so, and was */
    int begun, failed;
    things things[THINGS_COUNT];
    uint32_t *chosen, chosen_room;
    char *report; /* what went wrong, malloc */
    size_t report_size;
} runner;

static void say(runner *r, const char *fmt, ...)
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
                say(r, "%s (%u times);", words[0], same);
            else
                say(r, "%s;", words[0]);
            same = 0;
        }
        if (i < n && !shown++)
            say(r, "      %s:", cantrip_zone_name(zone));
        memcpy(words[0], words[1], sizeof words[0]);
        same++;
    }
    if (shown)
        say(r, "\n");
}

static void dump(runner *r)
{
    cantrip_game_view v = cantrip_view_game(r->game);
    say(r, "    turn %u, %s of player %u\n", v.turn, cantrip_step_name(v.step),
        v.active_player + 1);
    for (uint32_t p = 0; p < v.player_count; p++) {
        cantrip_player_view pv = cantrip_view_player(r->game, p);
        say(r, "    %s%u: %d life%s\n", p ? "player " : "you, ", p + 1, pv.life,
            pv.lost ? ", has left" : "");
        for (uint32_t zone = 1; zone < 6; zone++)
            dump_zone(r, zone, p);
    }
    const cantrip_decision *d = cantrip_game_decision(r->game);
    if (d)
        say(r, "    asked: player %u, %s %s(%u options)\n", d->choice_of + 1,
            cantrip_decision_text(d->kind), d->source_name, d->option_count);
}

static cantrip_test_step at(const runner *r, uint32_t step)
{
    return cantrip_test_step_at(r->lib, r->index, step);
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
            say(c->r, "    %s\n", c->title);
        c->title[0] = 0;
        say(c->r, "    %s\n", text);
    }
}

static void say_changes(runner *r)
{
    for (uint32_t i = 0, n = cantrip_view_count(r->game, 3, 0); i < n && i < 12; i++) {
        changes c = {r, ""};
        cantrip_game_explain(r->game, cantrip_view_object(r->game, 0, 3, 0, i).id, say_change, &c);
    }
}

static void fail(runner *r, const char *fmt, ...)
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
    say(r, "%s:%u: test \"%s\" failed: %s\n", r->test.file,
        r->step < r->test.step_count ? at(r, r->step).line : r->test.line, r->test.name, why);
    dump(r);
    say_changes(r);
}

/* ---- answering --------------------------------------------------------------------------------
 */

static void forget_things(runner *r)
{
    for (uint32_t i = 0; i < THINGS_COUNT; i++)
        r->things[i].function = 0;
}

static const cantrip_decision *question(runner *r)
{
    const cantrip_decision *d =
        cantrip_game_step(r->game) == CANTRIP_STEP_DECISION ? cantrip_game_decision(r->game) : NULL;
    if (!d || (d->kind != CANTRIP_DECIDE_ATTACK && d->kind != CANTRIP_DECIDE_BLOCK))
        forget_things(r);
    return d;
}

static void answer(runner *r, const uint32_t *chosen, uint32_t n)
{
    if (cantrip_game_answer(r->game, chosen, n) != CANTRIP_OK)
        fail(r, "the answer is not legal");
}

static void answer_one(runner *r, uint32_t option)
{
    answer(r, &option, 1);
}

static void find_things(runner *r, uint32_t function, things *t)
{
    t->function = function;
    for (;;) {
        t->count = cantrip_eval_set(r->game, function, 0, t->ids, t->room);
        if (t->count <= t->room)
            return;
        cantrip_id *more = realloc(t->ids, t->count * sizeof *more);
        if (!more) {
            fail(r, "out of memory");
            t->count = 0;
            return;
        }
        t->ids = more;
        t->room = t->count;
    }
}

static int by_bits(const void *a, const void *b)
{
    const uint32_t x = ((const cantrip_id *)a)->bits, y = ((const cantrip_id *)b)->bits;
    return (x > y) - (x < y);
}

/* In an order in which things are found quickly. */
static const things *set_of(runner *r, uint32_t function, uint32_t slot)
{
    things *t = &r->things[slot];
    find_things(r, function, t);
    if (t->count > 1)
        qsort(t->ids, t->count, sizeof *t->ids, by_bits);
    return t;
}

/* While one after the other is asked how it attacks or blocks, nothing else happens. */
static const things *kept_set(runner *r, uint32_t function, uint32_t slot)
{
    return r->things[slot].function == function ? &r->things[slot] : set_of(r, function, slot);
}

static int in_set(const things *t, cantrip_id id)
{
    return t->count && bsearch(&id, t->ids, t->count, sizeof id, by_bits) != NULL;
}

/* Room for an answer to a question of so many options; NULL: there is none. */
static uint32_t *answer_room(runner *r, uint32_t options)
{
    if (options < r->chosen_room)
        return r->chosen;
    uint32_t *more = realloc(r->chosen, (options + (size_t)1) * sizeof *more);
    if (!more) {
        fail(r, "out of memory");
        return NULL;
    }
    r->chosen = more;
    r->chosen_room = options + 1;
    return more;
}

static int option_of_kind(const cantrip_decision *d, cantrip_option_kind kind)
{
    for (uint32_t i = 0; i < d->option_count; i++)
        if (d->options[i].kind == kind)
            return (int)i;
    return -1;
}

static uint32_t following(const runner *r, uint32_t kind, uint32_t player)
{
    uint32_t k = r->step + 1;
    return k < r->test.step_count && at(r, k).kind == kind && at(r, k).player == player ? k : 0;
}

static int says_word(const runner *r, uint32_t option, const char *word)
{
    char text[64];
    cantrip_option_text(r->game, option, text, sizeof text);
    return strcmp(text, word) == 0;
}

/* What has gone is called by its name: one of these has the same. */
static int is_gone_of(const runner *r, uint32_t player, const things *set, cantrip_id id)
{
    cantrip_object_view v;
    v.struct_size = sizeof v;
    if (!id.bits || cantrip_view_read_object(r->game, player, id, &v) || !v.name)
        return 0;
    int hit = 0;
    for (uint32_t i = 0; i < set->count && !hit; i++) {
        const char *name = cantrip_view_id(r->game, player, set->ids[i]).name;
        hit = name && strcmp(name, v.name) == 0;
    }
    return hit;
}

/* The options that one ANSWER step means. */
static uint32_t meant(runner *r, const cantrip_decision *d, const cantrip_test_step *s,
                      uint32_t *chosen)
{
    const things *set = s->b ? set_of(r, s->b, OF_ANSWER) : NULL;
    uint32_t n = 0;
    for (uint32_t i = 0; i < d->option_count && n < d->max; i++) {
        const cantrip_option *o = &d->options[i];
        int hit = 0;
        if (s->d >= VM_ANSWER_COUNTER)
            hit =
                o->kind == CANTRIP_OPTION_COUNTER && (uint32_t)o->value + VM_ANSWER_COUNTER == s->d;
        else if (s->d >= VM_ANSWER_SUBTYPE)
            hit = o->kind == CANTRIP_OPTION_TYPE && (uint32_t)o->value + VM_ANSWER_SUBTYPE == s->d;
        else if (s->d >= VM_ANSWER_TYPE)
            hit =
                o->kind == CANTRIP_OPTION_CARD_TYPE && (uint32_t)o->value + VM_ANSWER_TYPE == s->d;
        else if (s->name && s->name[0] && o->kind == CANTRIP_OPTION_NAME)
            hit = strcmp(cantrip_library_card_name(r->lib, (uint32_t)o->value), s->name) == 0;
        else if (s->name && s->name[0] && o->kind == CANTRIP_OPTION_WORD)
            hit = says_word(r, i, s->name);
        else if (s->d)
            hit = o->kind == CANTRIP_OPTION_COLOR && (uint32_t)o->value + 1 == s->d;
        else if (s->b)
            hit = in_set(set, o->id) || is_gone_of(r, s->player, set, o->id);
        else if (s->c)
            hit = (o->kind == CANTRIP_OPTION_YES && s->c == 2) ||
                  (o->kind == CANTRIP_OPTION_NO && s->c == 1) ||
                  (o->kind == CANTRIP_OPTION_NUMBER && o->value == (int32_t)s->c - 1) ||
                  (o->kind == CANTRIP_OPTION_MODE && o->value == (int32_t)s->c - 2) ||
                  (o->kind == CANTRIP_OPTION_PASS && s->c == 1);
        if (hit)
            chosen[n++] = i;
        if (n && !s->b)
            break;
    }
    return n;
}

/* Answers with what one ANSWER step says. Whoever names a thing where they may do something does it. */
static void answer_with(runner *r, const cantrip_decision *d, const cantrip_test_step *s)
{
    uint32_t *chosen = answer_room(r, d->option_count);
    if (!chosen)
        return;
    uint32_t n = meant(r, d, s, chosen);
    const int yes = option_of_kind(d, CANTRIP_OPTION_YES);
    if (!n && s->b && yes >= 0 && d->choice_of == s->player) {
        answer_one(r, (uint32_t)yes);
        d = r->failed ? NULL : question(r);
        if (!d || d->kind == CANTRIP_DECIDE_PRIORITY || d->choice_of != s->player)
            return;
        if (!(chosen = answer_room(r, d->option_count)))
            return;
        n = meant(r, d, s, chosen);
    }
    while (n && n < d->max && d->kind == CANTRIP_DECIDE_MODE) { /* one step for each mode */
        uint32_t next = following(r, VM_TEST_ANSWER, d->choice_of);
        if (!next || !at(r, next).c)
            break;
        r->step = next;
        for (uint32_t i = 0; i < d->option_count && n < d->max; i++)
            if (d->options[i].value == (int32_t)at(r, next).c - 2)
                chosen[n++] = i;
    }
    if (n < d->min ||
        (!n && !s->c)) { /* 'decline' and 0 mean none; a thing that is not offered does not */
        fail(r, "'%s' has no such option", cantrip_decision_text(d->kind));
        return;
    }
    answer(r, chosen, n);
}

/* Looks over the ATTACK steps from `from` on for the one that names this creature. */
static void attack_with(runner *r, const cantrip_decision *d, uint32_t from)
{
    const int no = option_of_kind(d, CANTRIP_OPTION_NO), yes = option_of_kind(d, CANTRIP_OPTION_ID);
    for (uint32_t k = from; k < r->test.step_count && at(r, k).kind == VM_TEST_ATTACK; k++) {
        const cantrip_test_step s = at(r, k);
        if (!in_set(kept_set(r, s.b, OF_ATTACKER), d->source))
            continue;
        if (!s.d) {
            answer_one(r, (uint32_t)(yes >= 0 ? yes : 0));
            return;
        }
        const things *set = kept_set(r, s.d, OF_ATTACKED);
        for (uint32_t i = 0; i < d->option_count; i++)
            if (d->options[i].kind == CANTRIP_OPTION_ID && in_set(set, d->options[i].id)) {
                answer_one(r, i);
                return;
            }
        fail(r, "this creature cannot attack that");
        return;
    }
    answer_one(r, (uint32_t)(no >= 0 ? no : 0));
}

/* Looks over the BLOCK steps from `from` on for the one that names this blocker. */
static void block_with(runner *r, const cantrip_decision *d, uint32_t from)
{
    for (uint32_t k = from; k < r->test.step_count && at(r, k).kind == VM_TEST_BLOCK; k++) {
        cantrip_test_step s = at(r, k);
        if (!in_set(kept_set(r, s.b, OF_ATTACKER), d->source))
            continue;
        const things *set = kept_set(r, s.d, OF_ATTACKED);
        for (uint32_t i = 0; i < d->option_count; i++)
            if (d->options[i].kind == CANTRIP_OPTION_ID && in_set(set, d->options[i].id)) {
                answer_one(r, i);
                return;
            }
        if (cantrip_view_id(r->game, d->player, d->source).blocking)
            continue; /* it does; this is about a further attacker */
        fail(r, "this creature cannot block that attacker");
        return;
    }
    int no = option_of_kind(d, CANTRIP_OPTION_NO);
    answer_one(r, (uint32_t)(no >= 0 ? no : 0));
}

/* The first options, as many as must be chosen. */
static void answer_first(runner *r, uint32_t count)
{
    uint32_t *first = calloc((size_t)count + 1, sizeof *first);
    for (uint32_t n = 0; first && n < count; n++)
        first[n] = n;
    if (first)
        answer(r, first, count);
    else
        fail(r, "out of memory");
    free(first);
}

/* The same, but what asks is taken last: by default nothing is paid with itself. */
static void answer_others_first(runner *r, const cantrip_decision *d)
{
    const uint32_t count = d->min;
    uint32_t *chosen = calloc((size_t)count + 1, sizeof *chosen), n = 0;
    for (int itself = 0; chosen && itself < 2; itself++)
        for (uint32_t i = 0; i < d->option_count && n < count; i++)
            if ((d->options[i].id.bits == d->source.bits && d->options[i].id.bits) == itself)
                chosen[n++] = i;
    if (chosen)
        answer(r, chosen, n);
    else
        fail(r, "out of memory");
    free(chosen);
}

/* A question that is not about priority and not about the step at hand. */
static void other_question(runner *r, const cantrip_decision *d)
{
    if (d->kind == CANTRIP_DECIDE_ATTACK || d->kind == CANTRIP_DECIDE_BLOCK) {
        uint32_t attack = following(r, VM_TEST_ATTACK, d->choice_of),
                 block = following(r, VM_TEST_BLOCK, d->choice_of);
        if (d->kind == CANTRIP_DECIDE_ATTACK && attack) {
            attack_with(r, d, attack);
            return;
        }
        if (d->kind == CANTRIP_DECIDE_BLOCK && block) {
            block_with(r, d, block);
            return;
        }
        int no = option_of_kind(d, CANTRIP_OPTION_NO);
        answer_one(r, (uint32_t)(no >= 0 ? no : 0));
        return;
    }
    uint32_t next = following(r, VM_TEST_ANSWER, d->choice_of);
    if (d->min == d->option_count) { /* it can be answered in one way only; a test may say it */
        uint32_t *chosen = answer_room(r, d->option_count);
        const cantrip_test_step said = at(r, next);
        if (next && d->min && chosen && meant(r, d, &said, chosen) == d->min)
            r->only_answer = next;
        answer_first(r, d->min);
        return;
    }
    if (next) {
        r->step = next;
        cantrip_test_step s = at(r, next);
        answer_with(r, d, &s);
        return;
    }
    if (r->test.defaults_allowed) {
        answer_others_first(r, d);
        return;
    }
    fail(r, "nobody answers: player %u, %s (%s)", d->choice_of + 1, cantrip_decision_text(d->kind),
         d->source_name);
}

static void pass(runner *r, const cantrip_decision *d)
{
    int k = option_of_kind(d, CANTRIP_OPTION_PASS);
    answer_one(r, (uint32_t)(k >= 0 ? k : 0));
}

/* Lets the others pass until `player` has priority. */
static const cantrip_decision *priority(runner *r, uint32_t player)
{
    for (int i = 0; i < LOOPS_MAX && !r->failed; i++) {
        const cantrip_decision *d = question(r);
        if (!d) {
            fail(r, "the game is over");
            return NULL;
        }
        if (d->kind == CANTRIP_DECIDE_PRIORITY && d->choice_of == player)
            return d;
        if (d->kind == CANTRIP_DECIDE_PRIORITY)
            pass(r, d);
        else
            other_question(r, d);
    }
    fail(r, "player %u never gets priority", player + 1);
    return NULL;
}

/* ---- steps ------------------------------------------------------------------------------------
 */

/* Is it the card that the step names, and the option to cast it as that? */
static int is_named(runner *r, const cantrip_decision *d, const cantrip_option *o,
                    const cantrip_test_step *s)
{
    const cantrip_object_view v = cantrip_view_id(r->game, d->player, o->id);
    const char *as = o->kind == CANTRIP_OPTION_CAST && o->value
                         ? cantrip_library_card_name(r->lib, (uint32_t)o->value - 1)
                         : NULL;
    const int down = as && !*as;
    const int aura = as && !down && strcmp(as, v.name) == 0 && !strstr(as, " // "); /* not fused */
    if ((o->kind == CANTRIP_OPTION_CAST || o->kind == CANTRIP_OPTION_LAND) &&
        (down != ((s->c & 4) != 0) || aura != ((s->c & 8) != 0)))
        return 0;
    return strcmp(down || v.face_down || (!as && !*v.name) ? v.identity
                  : as                                     ? as
                                                           : v.name,
                  s->name) == 0;
}

/* activate: 1 = an ability, 2 = turn it face up */
static int find_play(runner *r, const cantrip_decision *d, const cantrip_test_step *s, int activate)
{
    uint32_t seen = 0, want = activate && s->c ? s->c : 1;
    for (uint32_t i = 0; i < d->option_count; i++) {
        const cantrip_option *o = &d->options[i];
        int kind = activate == 2 ? o->kind == CANTRIP_OPTION_TURN_UP
                   : activate    ? o->kind == CANTRIP_OPTION_ACTIVATE
                                 : o->kind == CANTRIP_OPTION_CAST || o->kind == CANTRIP_OPTION_LAND;
        if (!kind || !is_named(r, d, o, s))
            continue;
        if (activate == 1 && s->c && (uint32_t)o->value + 1 != want && ++seen != want)
            continue;
        return (int)i;
    }
    return -1;
}

/* What a test names as targets, and which of it has been chosen. */
typedef struct wanted {
    things set;
    const char **name;
    uint8_t *used;
    uint32_t n, used_count;
} wanted;

static void want(runner *r, const cantrip_test_step *s, wanted *w)
{
    memset(w, 0, sizeof *w);
    if (s->b)
        find_things(r, s->b, &w->set);
    w->n = w->set.count;
    w->name = calloc(w->n + (size_t)1, sizeof *w->name);
    w->used = calloc(w->n + (size_t)1, 1);
    if (!w->name || !w->used) {
        fail(r, "out of memory");
        w->n = 0;
    }
    for (uint32_t k = 0; k < w->n; k++)
        w->name[k] = cantrip_view_id(r->game, s->player, w->set.ids[k]).name;
}

static void wanted_free(wanted *w)
{
    free(w->set.ids);
    free(w->name);
    free(w->used);
}

/* The next of those that are to be targets; again: one that has been chosen will do. */
static int next_target(const cantrip_decision *d, wanted *w, int again)
{
    for (uint32_t k = 0; k < w->n; k++)
        for (uint32_t i = 0; i < d->option_count; i++)
            if (d->options[i].kind == CANTRIP_OPTION_ID &&
                d->options[i].id.bits == w->set.ids[k].bits && (again || !w->used[k])) {
                w->used_count += !w->used[k];
                w->used[k] = 1;
                return (int)i;
            }
    return -1;
}

/* Is there a thing among them that was not chosen? Of several with one name any will do; what has no name that the
 * caster sees (players, cards in other hands) is left aside. */
static int left_out(const wanted *w)
{
    for (uint32_t k = 0; k < w->n; k++) {
        int chosen = w->used[k] || !w->name[k] || !*w->name[k];
        for (uint32_t i = 0; i < w->n && !chosen; i++)
            chosen = w->used[i] && w->name[i] && strcmp(w->name[k], w->name[i]) == 0;
        if (!chosen)
            return 1;
    }
    return 0;
}

/* Carries a cast or activation through its questions. */
static void play_at(runner *r, const cantrip_decision *d, const cantrip_test_step *s, int activate,
                    wanted *w)
{
    int option = find_play(r, d, s, activate);
    if (option < 0) {
        fail(r, "\"%s\" cannot be %s now", s->name,
             activate == 2 ? "turned face up"
             : activate    ? "activated"
                           : "cast or played");
        return;
    }
    answer_one(r, (uint32_t)option);
    for (int loop = 0; loop < LOOPS_MAX && !r->failed; loop++) {
        d = question(r);
        if (!d || d->kind == CANTRIP_DECIDE_PRIORITY) {
            if (s->b && (!w->used_count || left_out(w)))
                fail(r, "\"%s\" cannot target %s", s->name, w->used_count ? "all of that" : "that");
            return;
        }
        if (d->kind == CANTRIP_DECIDE_TARGET && s->b && d->choice_of == s->player &&
            strcmp(d->source_name, s->name) == 0) {
            const int stop = option_of_kind(d, CANTRIP_OPTION_PASS);
            int hit = next_target(d, w, 0);
            if (hit < 0 && stop < 0) /* the same for another 'target' (CR 114.3) */
                hit = next_target(d, w, 1);
            if (hit < 0 && stop < 0 && d->option_count > d->min) {
                fail(r, "\"%s\" cannot target that", s->name);
                return;
            }
            answer_one(r, (uint32_t)(hit >= 0 ? hit : stop >= 0 ? stop : 0));
        } else if (d->kind == CANTRIP_DECIDE_KICKER && option_of_kind(d, CANTRIP_OPTION_NO) >= 0) {
            const int yes =
                !activate && (s->c & 3) == 1 ? option_of_kind(d, CANTRIP_OPTION_YES) : -1;
            answer_one(r, (uint32_t)(yes >= 0 ? yes : option_of_kind(d, CANTRIP_OPTION_NO)));
        } else if (d->kind == CANTRIP_DECIDE_X && s->d) {
            uint32_t i = 0;
            while (i < d->option_count && d->options[i].value != (int32_t)s->d - 1)
                i++;
            if (i == d->option_count)
                fail(r, "X cannot be %u", s->d - 1);
            else
                answer_one(r, i);
        } else {
            other_question(r, d);
        }
    }
}

static void play(runner *r, const cantrip_test_step *s, int activate)
{
    const cantrip_decision *d = priority(r, s->player);
    if (!d)
        return;
    wanted w;
    want(r, s, &w);
    play_at(r, d, s, activate, &w);
    wanted_free(&w);
}

static void resolve(runner *r)
{
    for (int i = 0; i < LOOPS_MAX && !r->failed; i++) {
        const cantrip_decision *d = question(r);
        if (!d)
            return;
        if (d->kind != CANTRIP_DECIDE_PRIORITY)
            other_question(r, d);
        else if (!cantrip_view_count(r->game, VM_ZONE_STACK, 0))
            return;
        else
            pass(r, d);
    }
    fail(r, "the stack is not empty after %d answers", LOOPS_MAX);
}

static void advance(runner *r, const cantrip_test_step *s)
{
    for (int i = 0; i < LOOPS_MAX && !r->failed; i++) {
        const cantrip_decision *d = question(r);
        cantrip_game_view v = cantrip_view_game(r->game);
        if (!d)
            return;
        if (v.step == s->a && (!s->c || v.turn == s->c) &&
            (d->kind == CANTRIP_DECIDE_PRIORITY || d->kind == CANTRIP_DECIDE_ATTACK ||
             d->kind == CANTRIP_DECIDE_BLOCK))
            return;
        if (s->c && v.turn > s->c)
            break;
        if (d->kind == CANTRIP_DECIDE_PRIORITY)
            pass(r, d);
        else
            other_question(r, d);
    }
    fail(r, "the %s%s never comes", cantrip_step_name(s->a), s->c ? " of that turn" : "");
}

static void declare(runner *r, const cantrip_test_step *s, cantrip_decision_kind kind)
{
    int asked = 0;
    uint32_t turn = cantrip_view_game(r->game).turn;
    for (int i = 0; i < LOOPS_MAX && !r->failed; i++) {
        const cantrip_decision *d = question(r);
        if (!d)
            break;
        if (d->kind == kind && d->choice_of == s->player) {
            asked = 1;
            if (kind == CANTRIP_DECIDE_ATTACK)
                attack_with(r, d, r->step);
            else
                block_with(r, d, r->step);
            continue;
        }
        if (asked)
            break;
        if (kind == CANTRIP_DECIDE_BLOCK && cantrip_view_game(r->game).turn != turn)
            break;
        if (d->kind == CANTRIP_DECIDE_PRIORITY)
            pass(r, d);
        else
            other_question(r, d);
    }
    if (!asked)
        fail(r, "nobody can %s", kind == CANTRIP_DECIDE_ATTACK ? "attack" : "block");
    const uint32_t same = kind == CANTRIP_DECIDE_BLOCK ? VM_TEST_BLOCK : VM_TEST_ATTACK;
    while (r->step + 1 < r->test.step_count && at(r, r->step + 1).kind == same &&
           at(r, r->step + 1).player == s->player)
        r->step++;
}

static void may_attack(runner *r, const cantrip_test_step *s)
{
    const int can = s->kind == VM_TEST_CAN_ATTACK;
    const things *set = NULL;
    int found = 0;
    question(r);
    if (cantrip_view_game(r->game).step > VM_STEP_ATTACKERS)
        fail(r, "attackers have been declared before this");
    for (int i = 0; i < LOOPS_MAX && !r->failed; i++) {
        const cantrip_decision *d = question(r);
        if (!d || (d->kind == CANTRIP_DECIDE_PRIORITY &&
                   cantrip_view_game(r->game).step > VM_STEP_ATTACKERS))
            break;
        if (!set || !set->count)
            set = set_of(r, s->b, OF_FIRST);
        if (d->kind == CANTRIP_DECIDE_ATTACK && in_set(set, d->source))
            found = option_of_kind(d, CANTRIP_OPTION_ID) >= 0 || found;
        if (d->kind == CANTRIP_DECIDE_PRIORITY) {
            if (cantrip_view_game(r->game).step == VM_STEP_ATTACKERS)
                break;
            pass(r, d);
        } else {
            other_question(r, d);
        }
    }
    if (!set || !set->count)
        fail(r, "there is no such creature");
    else if (found != can)
        fail(r, can ? "it cannot attack" : "it can attack");
}

/* Is this blocker offered that attacker? Stands behind the attack; nobody blocks. */
static void may_block(runner *r, const cantrip_test_step *s)
{
    uint32_t can = 0;
    question(r);
    if (cantrip_view_game(r->game).step > VM_STEP_BLOCKERS)
        fail(r, "blocks have been declared before this");
    else if (!set_of(r, s->b, OF_FIRST)->count || !set_of(r, s->d, OF_SECOND)->count)
        fail(r, "there is no such creature");
    for (int i = 0; i < LOOPS_MAX && !r->failed; i++) {
        const cantrip_decision *d = question(r);
        uint32_t step = cantrip_view_game(r->game).step;
        if (!d || step > VM_STEP_BLOCKERS ||
            (step == VM_STEP_BLOCKERS && d->kind == CANTRIP_DECIDE_PRIORITY))
            break;
        if (d->kind == CANTRIP_DECIDE_PRIORITY) {
            pass(r, d);
            continue;
        }
        const things *blockers = set_of(r, s->b, OF_FIRST), *attackers = set_of(r, s->d, OF_SECOND);
        if (d->kind == CANTRIP_DECIDE_BLOCK && in_set(blockers, d->source))
            for (uint32_t k = 0; k < d->option_count; k++)
                can |=
                    d->options[k].kind == CANTRIP_OPTION_ID && in_set(attackers, d->options[k].id);
        other_question(r, d);
    }
    if (can != s->c)
        fail(r, can ? "it can block" : "it cannot block");
}

/* What is expected of the future is tried out; the game stays where it is. */
static void on_a_copy(runner *r, const cantrip_test_step *s,
                      void (*expect)(runner *r, const cantrip_test_step *s))
{
    cantrip_game *live = r->game, *copy = NULL;
    const cantrip_status status = cantrip_game_clone(live, &copy);
    if (status != CANTRIP_OK) {
        fail(r, "the game could not be copied: %s", cantrip_status_text(status));
        return;
    }
    r->game = copy;
    expect(r, s);
    r->game = live;
    forget_things(r);
    cantrip_game_destroy(copy);
}

/* Can it be cast or activated with these targets? It is tried. */
static void may_target(runner *r, const cantrip_test_step *s)
{
    const size_t said = r->report_size;
    const uint32_t step = r->step;
    cantrip_test_step try = *s;
    try.d = 0;
    play(r, &try, (int)s->d);
    const int could = !r->failed;
    r->failed = 0;
    r->report_size = said;
    if (r->report)
        r->report[said] = 0;
    r->step = step;
    if (could != (s->kind == VM_TEST_CAN_CAST))
        fail(r, could ? "\"%s\" can target that" : "\"%s\" cannot target that", s->name);
}

static void sees(runner *r, const cantrip_test_step *s)
{
    question(r);
    const things *set = set_of(r, s->b, OF_FIRST);
    if (!set->count)
        fail(r, "there is no such card");
    for (uint32_t i = 0; i < set->count && !r->failed; i++)
        if ((cantrip_view_id(r->game, s->player, set->ids[i]).name[0] != 0) != (s->c != 0))
            fail(r, s->c ? "player %u does not see it" : "player %u sees it", s->player + 1);
}

static void begin(runner *r)
{
    if (r->begun)
        return;
    r->begun = 1;
    for (uint32_t p = 0; p < cantrip_view_game(r->game).player_count; p++)
        if (!cantrip_view_count(r->game, VM_ZONE_LIBRARY, p))
            cantrip_setup_put(r->game, p, "Plains", VM_ZONE_LIBRARY, 20, 0, 0);
}

static void check_result(runner *r, const cantrip_test_step *s, int win)
{
    question(r);
    cantrip_result v = cantrip_game_result(r->game);
    const int lost = cantrip_view_player(r->game, s->player).lost != 0,
              won = cantrip_game_winners(r->game) >> s->player & 1;
    const int is = win ? won : v.over ? !won && !v.draw && !v.fault : lost;
    if (is == (s->c != 0))
        fail(r,
             !win && lost ? "they have lost"
             : v.over     ? v.draw ? "the game is a draw" : "player %u won"
                          : "the game is not over",
             v.winner + 1);
}

static void one_step(runner *r)
{
    cantrip_test_step s = at(r, r->step);
    cantrip_status e = CANTRIP_OK;
    const cantrip_decision *d;
    if (s.kind > VM_TEST_STEP && s.kind != VM_TEST_BY_HAND && s.kind != VM_TEST_GAME)
        begin(r);
    switch (s.kind) {
    case VM_TEST_PUT:
        if (s.b == VM_ZONE_LIBRARY && r->begun) {
            fail(r, "what a library is stands before the first action");
            break;
        }
        if (r->begun && s.b == VM_ZONE_COMMAND)
            question(r); /* what it asks as it is put there comes behind what was asked before */
        if (s.b == VM_ZONE_LIBRARY || !r->begun || s.b != VM_ZONE_STACK)
            e = cantrip_setup_put(r->game, s.player, s.name, s.b, s.c,
                                  (s.d & 1 ? CANTRIP_SETUP_TAPPED : 0) |
                                      (s.d & 4 ? CANTRIP_SETUP_FACE_DOWN : 0) |
                                      (s.d & VM_PUT_COMMANDER ? CANTRIP_SETUP_COMMANDER : 0),
                                  (s.d & 2) != 0);
        break;
    case VM_TEST_COUNTERS:
        e = cantrip_setup_counters(r->game, s.player, s.name, s.b, (int32_t)s.c);
        break;
    case VM_TEST_ATTACH:
        e = cantrip_setup_attach(r->game, s.player, s.name, s.other);
        break;
    case VM_TEST_LIFE:
        if (r->begun) { /* behind the first action it is an expectation in disguise */
            fail(r,
                 "a position stands before the first action; write 'expect' for what must be true");
            break;
        }
        cantrip_setup_life(r->game, s.player, (int32_t)s.c);
        break;
    case VM_TEST_GAME: /* options of the game, set before it began */
    case VM_TEST_BY_HAND:
        break;
    case VM_TEST_STEP:
        e = cantrip_setup_step(r->game, s.a, s.c);
        break;
    case VM_TEST_CAST:
        play(r, &s, 0);
        break;
    case VM_TEST_ACTIVATE:
        play(r, &s, 1);
        break;
    case VM_TEST_TURN_UP:
        play(r, &s, 2);
        break;
    case VM_TEST_ANSWER:
        d = question(r);
        if (!d || d->kind == CANTRIP_DECIDE_PRIORITY || d->choice_of != s.player) {
            if (r->only_answer && r->only_answer == r->step)
                break;
            fail(r, "nothing is asked of player %u here", s.player + 1);
        } else {
            answer_with(r, d, &s);
        }
        break;
    case VM_TEST_PASS:
        d = priority(r, s.player);
        if (d)
            pass(r, d);
        break;
    case VM_TEST_RESOLVE:
        resolve(r);
        break;
    case VM_TEST_ADVANCE:
        advance(r, &s);
        break;
    case VM_TEST_ATTACK:
        declare(r, &s, CANTRIP_DECIDE_ATTACK);
        break;
    case VM_TEST_BLOCK:
        declare(r, &s, CANTRIP_DECIDE_BLOCK);
        break;
    case VM_TEST_EXPECT:
        question(r);
        if (!cantrip_eval_number(r->game, s.b, 0))
            fail(r, "the expectation does not hold");
        break;
    case VM_TEST_CANT_CAST:
    case VM_TEST_CAN_CAST:
        if (s.b) {
            on_a_copy(r, &s, may_target);
            break;
        }
        d = priority(r, s.player);
        if (d && (find_play(r, d, &s, (int)s.d) >= 0) != (s.kind == VM_TEST_CAN_CAST))
            fail(r, "\"%s\" %s be %s", s.name, s.kind == VM_TEST_CAN_CAST ? "cannot" : "can",
                 s.d ? "activated" : "cast or played");
        break;
    case VM_TEST_CAN_ATTACK:
    case VM_TEST_CANT_ATTACK:
        on_a_copy(r, &s, may_attack);
        break;
    case VM_TEST_CANT_BLOCK:
        on_a_copy(r, &s, may_block);
        break;
    case VM_TEST_SEES:
        sees(r, &s);
        break;
    case VM_TEST_EFFECT:
        question(r);
        e = cantrip_eval_effect(r->game, s.b, 0);
        resolve(r);
        break;
    case VM_TEST_EXPECT_WIN:
        check_result(r, &s, 1);
        break;
    case VM_TEST_EXPECT_DRAWN: {
        question(r);
        cantrip_result end = cantrip_game_result(r->game);
        if (!end.over || !end.draw || end.fault)
            fail(r, "the game is not drawn");
        break;
    }
    case VM_TEST_EXPECT_LOSS:
        check_result(r, &s, 0);
        break;
    case VM_TEST_DECIDES:
        d = question(r);
        if (!d || d->choice_of != s.c || d->player != s.player)
            fail(r, "player %u is asked, for player %u", d ? d->player + 1 : 0,
                 d ? d->choice_of + 1 : 0);
        break;
    default:
        fail(r, "this step is not known to the runner");
    }
    if (e != CANTRIP_OK)
        fail(r, "%s: %s", s.name, cantrip_status_text(e));
}

static void game_rule(cantrip_game_options *o, uint32_t rule, uint32_t value)
{
    switch (rule) {
    case VM_GAME_PLAYERS:
        o->player_count = value;
        break;
    case VM_GAME_TEAM_SIZE:
        o->team_size = value;
        break;
    case VM_GAME_SHARED:
        o->shared = value;
        break;
    case VM_GAME_RANGE:
        o->range = value;
        break;
    case VM_GAME_SEATING:
        o->seating |= value;
        break;
    case VM_GAME_ORDER:
        o->order_cards = value;
        break;
    default:
        o->attack = value;
        break;
    }
}

static void say_line(void *user, const char *text)
{
    say(user, "    %s\n", text);
}

/* Why is it what it is, there where the script has led (CR 613)? */
static void explain(runner *r, const char *name)
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

int cli_test_explain(const cantrip_library *lib, uint32_t index, const char *why, char **out_report)
{
    cantrip_game_options options = CANTRIP_GAME_OPTIONS_INIT;
    runner r;
    memset(&r, 0, sizeof r);
    r.lib = lib;
    r.index = index;
    r.test = cantrip_test_at(lib, index);
    options.ask_trivial = 1;
    options.seed = 11;
    for (uint32_t i = 0; i < r.test.step_count; i++)
        if (at(&r, i).kind == VM_TEST_GAME)
            game_rule(&options, at(&r, i).b, at(&r, i).c);
        else if (at(&r, i).kind == VM_TEST_BY_HAND)
            options.pay_by_hand = options.float_mana = options.pay_by_hand | 1u << at(&r, i).player;
    *out_report = NULL;
    if (cantrip_game_create(lib, &options, &r.game) != CANTRIP_OK) {
        say(&r, "%s:%u: test \"%s\" failed: players cannot sit so\n", r.test.file, r.test.line,
            r.test.name);
        *out_report = r.report;
        return 0;
    }
    cantrip_setup_position(r.game, 1);
    for (; r.step < r.test.step_count && !r.failed; r.step++)
        one_step(&r);
    cantrip_result v = cantrip_game_result(r.game);
    if (!r.failed && v.fault)
        fail(&r, "the rules machine gave up");
    if (why) {
        say(&r, "%s:%u: test \"%s\"\n", r.test.file, r.test.line, r.test.name);
        explain(&r, why);
    }
    cantrip_game_destroy(r.game);
    for (uint32_t i = 0; i < THINGS_COUNT; i++)
        free(r.things[i].ids);
    free(r.chosen);
    *out_report = r.report;
    return !r.failed;
}

int cli_test_run(const cantrip_library *lib, uint32_t index, char **out_report)
{
    return cli_test_explain(lib, index, NULL, out_report);
}
