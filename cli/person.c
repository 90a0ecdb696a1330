/* A person at the terminal: what is asked, what can be typed, and when nothing need be asked. */
#include "cli/play.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char HELP[] =
    "  a number, or several       choose that; or type a part of its words\n"
    "  Enter                      what stands behind 'Enter:'\n"
    "  table (t)                  the table again; also: stack, graveyard (gy), exile\n"
    "  text NAME                  what a card says; 'text' alone: the cards on the stack\n"
    "  why NAME                   why it cannot be played or used now\n"
    "  all, none                  attack or block with everything, or with nothing\n"
    "  end                        pass for the rest of this turn, unless something is done to you\n"
    "  next (n)                   the same until your next turn\n"
    "  control                    be asked at every step, or no longer\n"
    "  log [N]                    the last N things that happened\n"
    "  undo                       back to what you were asked before\n"
    "  concede                    give up this game;   quit (q)  leave it\n";

/* ---- when to ask -------------------------------------------------------------------------------
 */

static int top_is_theirs(const play *p)
{
    const uint32_t n = cantrip_view_count(p->game, CANTRIP_ZONE_STACK, 0);
    return n && cantrip_view_object(p->game, p->viewer, CANTRIP_ZONE_STACK, 0, n - 1).controller !=
                    p->viewer;
}

static int something_attacks(const play *p)
{
    for (uint32_t i = 0; i < cantrip_view_count(p->game, CANTRIP_ZONE_BATTLEFIELD, 0); i++)
        if (cantrip_view_object(p->game, p->viewer, CANTRIP_ZONE_BATTLEFIELD, 0, i).attacking)
            return 1;
    return 0;
}

/* With priority: is it a moment at which people do something? */
static int is_a_stop(const play *p)
{
    const cantrip_game_view v = cantrip_view_game(p->game);
    const int mine = v.active_player == p->viewer,
              stack = cantrip_view_count(p->game, CANTRIP_ZONE_STACK, 0) != 0;
    if (p->full_control || top_is_theirs(p))
        return 1;
    if (!mine && v.step == CANTRIP_TURN_ATTACKERS && something_attacks(p))
        return 1;
    if (stack || v.turn < p->pass_turn)
        return 0;
    return mine ? v.step == CANTRIP_TURN_MAIN1 || v.step == CANTRIP_TURN_MAIN2 ||
                      (v.step == CANTRIP_TURN_BLOCKERS && something_attacks(p))
                : v.step == CANTRIP_TURN_END;
}

/* ---- what can be chosen --------------------------------------------------------------------------
 */

typedef struct menu { /* the options that are shown: equal cards of a hand once */
    uint32_t *at, count;
    char (*text)[240];
} menu;

static int is_repeated(play *p, const cantrip_decision *d, const menu *m, uint32_t option,
                       const char *text)
{
    if (d->max != 1 ||
        cantrip_view_id(p->game, p->viewer, d->options[option].id).zone != CANTRIP_ZONE_HAND)
        return 0;
    for (uint32_t i = 0; i < m->count; i++)
        if (strcmp(m->text[i], text) == 0)
            return 1;
    return 0;
}

/* What passing comes to just now. */
static const char *after_passing(const play *p)
{
    const cantrip_game_view v = cantrip_view_game(p->game);
    if (cantrip_view_count(p->game, CANTRIP_ZONE_STACK, 0))
        return "pass: let it happen";
    if (v.active_player != p->viewer)
        return v.step == CANTRIP_TURN_END ? "pass: go on to the next turn" : "pass: do nothing now";
    return v.step == CANTRIP_TURN_MAIN1   ? "pass: go on to combat"
           : v.step == CANTRIP_TURN_MAIN2 ? "pass: end the turn"
                                          : "pass";
}

static int is_pass(const cantrip_decision *d, uint32_t option)
{
    return d->kind == CANTRIP_DECIDE_PRIORITY && d->options[option].kind == CANTRIP_OPTION_PASS;
}

static int menu_make(play *p, const cantrip_decision *d, menu *m)
{
    memset(m, 0, sizeof *m);
    m->at = malloc((d->option_count + 1) * sizeof *m->at);
    m->text = malloc((d->option_count + 1) * sizeof *m->text);
    for (uint32_t i = 0; m->at && m->text && i < d->option_count; i++) {
        if (is_pass(d, i))
            snprintf(m->text[m->count], sizeof *m->text, "%s", after_passing(p));
        else
            cantrip_option_text(p->game, i, m->text[m->count], sizeof *m->text);
        if (!is_repeated(p, d, m, i, m->text[m->count]))
            m->at[m->count++] = i;
    }
    return m->at && m->text;
}

static void menu_free(menu *m)
{
    free(m->at);
    free(m->text);
}

static void show_question(play *p, const cantrip_decision *d, const menu *m)
{
    char text[1200], option[280];
    cantrip_decision_prompt(p->game, text, sizeof text);
    putchar('\n');
    cli_wrap(text, 0);
    for (uint32_t i = 0; i < m->count; i++) {
        snprintf(option, sizeof option, "%u  %s", i + 1, m->text[i]);
        cli_wrap_hanging(option, 2, 6);
    }
    uint32_t first = 0;
    const uint32_t n = cantrip_decision_fallback(p->game, &first, 1);
    if (d->max > 1)
        printf("%u to %u numbers", d->min, d->max);
    if (n <= 1) {
        if (n && is_pass(d, first))
            snprintf(option, sizeof option, "%s", after_passing(p));
        else
            cantrip_option_text(p->game, first, option, sizeof option);
        printf("%sEnter: %s", d->max > 1 ? ", " : "", n ? option : "none");
    }
    printf("%s? help > ", n <= 1 || d->max > 1 ? "; " : "");
    fflush(stdout);
}

static int has_words(const char *text, const char *line, int how)
{
    const size_t n = strlen(line);
    if (how < 2) /* the whole of it, then how it begins */
        return how == 0 ? strcasecmp(text, line) == 0 : strncasecmp(text, line, n) == 0;
    for (; *text; text++)
        if (strncasecmp(text, line, n) == 0)
            return 1;
    return 0;
}

/* The one option in whose words `line` stands; UINT32_MAX: none, or several. What is all of an option, or how only one begins,
 * is that one. */
static uint32_t by_words(const menu *m, const char *line)
{
    uint32_t found = UINT32_MAX;
    for (int how = 0; how < 3; how++) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < m->count; i++)
            if (has_words(m->text[i], line, how)) {
                found = m->at[i];
                count++;
            }
        if (count == 1)
            return found;
    }
    return UINT32_MAX;
}

/* A card in one's hand, or on the table, in whose name `words` stand; 0 bits: none. Whole names first. */
static cantrip_id card_by_words(const play *p, const char *words, char *name, size_t size)
{
    static const uint8_t ZONES[] = {CANTRIP_ZONE_HAND, CANTRIP_ZONE_BATTLEFIELD, CANTRIP_ZONE_STACK,
                                    CANTRIP_ZONE_GRAVEYARD};
    cantrip_id found = {0};
    const size_t n = strlen(words);
    for (int whole = 1; whole >= 0 && !found.bits && n; whole--)
        for (uint32_t z = 0; z < sizeof ZONES; z++)
            for (uint32_t i = 0, count = cantrip_view_count(p->game, ZONES[z], p->viewer);
                 i < count && !found.bits; i++) {
                const cantrip_object_view v =
                    cantrip_view_object(p->game, p->viewer, ZONES[z], p->viewer, i);
                int hit = whole && strcasecmp(v.name, words) == 0;
                for (const char *at = v.name; !whole && *at && !hit; at++)
                    hit = strncasecmp(at, words, n) == 0;
                if (!hit)
                    continue;
                found = v.id;
                snprintf(name, size, "%s", v.name);
            }
    return found;
}

static int say_why(play *p, const char *words)
{
    char name[200], text[300];
    const cantrip_id id = card_by_words(p, words, name, sizeof name);
    if (!id.bits || !cantrip_game_why_not(p->game, id, text, sizeof text))
        return 0;
    printf("%s: %s\n", name, text);
    return 1;
}

/* Nothing that can be chosen, or several things. */
static void no_such_choice(play *p, const menu *m, const char *line)
{
    const size_t n = strlen(line);
    uint32_t several = 0;
    for (uint32_t i = 0; i < m->count; i++)
        for (const char *at = m->text[i]; *at; at++)
            if (strncasecmp(at, line, n) == 0) {
                several++;
                break;
            }
    if (several)
        printf("'%s' is in %u of these: more words, or a number\n", line, several);
    else if (!say_why(p, line))
        printf("'%s' is none of these; type a number, or ? for help\n", line);
}

/* 1: answered. What was typed are numbers, or words of an option. */
static int choose(play *p, const cantrip_decision *d, const menu *m, const char *line)
{
    uint32_t *chosen = malloc((d->option_count + 1) * sizeof *chosen), n = 0;
    int done = 0;
    const char *at = line;
    while (chosen && n <= d->option_count) {
        char *end;
        at += strspn(at, " ,");
        const unsigned long v = strtoul(at, &end, 10);
        if (end == at || n == d->option_count)
            break;
        chosen[n++] = v && v <= m->count ? m->at[v - 1] : UINT32_MAX;
        at = end;
    }
    if (chosen && *at) {
        chosen[0] = by_words(m, line);
        n = 1;
        if (chosen[0] == UINT32_MAX) {
            no_such_choice(p, m, line);
            free(chosen);
            return 0;
        }
    }
    if (!chosen || cantrip_game_answer(p->game, chosen, n) != CANTRIP_OK)
        printf("that cannot be chosen: %s\n", n && chosen && chosen[n - 1] == UINT32_MAX
                                                  ? "the numbers are those before the options"
                                                  : cantrip_game_refusal(p->game));
    else
        done = 1;
    free(chosen);
    return done;
}

/* Answers all questions of this kind alike: with the first of that kind of option. */
static int all_alike(play *p, cantrip_decision_kind kind, cantrip_option_kind want)
{
    const cantrip_decision *d = cantrip_game_decision(p->game);
    int any = 0;
    while (d && d->kind == kind && d->player == p->viewer) {
        uint32_t at = 0;
        while (at < d->option_count && d->options[at].kind != want)
            at++;
        if (at == d->option_count)
            cantrip_decision_fallback(p->game, &at, 1);
        if (cantrip_game_answer(p->game, &at, 1) != CANTRIP_OK)
            return any;
        any = 1;
        d = cantrip_game_step(p->game) == CANTRIP_STEP_DECISION ? cantrip_game_decision(p->game)
                                                                : NULL;
    }
    return any;
}

/* ---- commands ----------------------------------------------------------------------------------
 */

static void undo(play *p)
{
    if (p->asked_count < 2) {
        printf("there is nothing to take back\n");
        return;
    }
    p->asked_count -= 2; /* this question, and the one before; that will be asked again */
    cantrip_game_undo(p->game, p->asked[p->asked_count]);
    cantrip_game_step(p->game);
    p->told = cantrip_event_count(p->game);
    p->pass_turn = 0;
    printf("taken back\n");
}

static void show_text(play *p, const char *name)
{
    if (!*name) {
        if (cantrip_view_count(p->game, CANTRIP_ZONE_STACK, 0))
            cli_show_stack(p);
        else
            printf("text of what? text NAME\n");
    } else {
        char whole[200];
        const cantrip_id id = card_by_words(p, name, whole, sizeof whole);
        cli_card_text(p->library, id.bits ? whole : name);
    }
}

enum { NOT_A_COMMAND, COMMAND_DONE, COMMAND_ANSWERED };

static int command(play *p, const cantrip_decision *d, const char *line)
{
    const cantrip_game_view v = cantrip_view_game(p->game);
    const int priority = d->kind == CANTRIP_DECIDE_PRIORITY;
    if (strcmp(line, "?") == 0 || strcmp(line, "help") == 0 || strcmp(line, "h") == 0) {
        fputs(HELP, stdout);
    } else if (strcmp(line, "t") == 0 || strcmp(line, "table") == 0) {
        cli_show_table(p);
    } else if (strcmp(line, "stack") == 0) {
        cli_show_stack(p);
    } else if (strcmp(line, "graveyard") == 0 || strcmp(line, "gy") == 0 ||
               strcmp(line, "exile") == 0) {
        for (uint32_t i = 0; i < p->players; i++)
            cli_show_zone(p, *line == 'g' ? CANTRIP_ZONE_GRAVEYARD : CANTRIP_ZONE_EXILE, i,
                          cli_player_name(p, i));
    } else if (strncmp(line, "text", 4) == 0 && (!line[4] || line[4] == ' ')) {
        show_text(p, line + 4 + strspn(line + 4, " "));
    } else if (strncmp(line, "why", 3) == 0 && (!line[3] || line[3] == ' ')) {
        const char *name = line + 3 + strspn(line + 3, " ");
        if (!say_why(p, name))
            printf(*name ? "'%s' is one of the options, or not there\n" : "why what? why NAME\n",
                   name);
    } else if (strncmp(line, "log", 3) == 0 && (!line[3] || line[3] == ' ')) {
        const unsigned long n = strtoul(line + 3, NULL, 10);
        cli_tell_again(p, n && n < 10000 ? (uint32_t)n : 20);
    } else if (strcmp(line, "undo") == 0 || strcmp(line, "u") == 0) {
        undo(p);
        return COMMAND_ANSWERED;
    } else if (strcmp(line, "control") == 0) {
        p->full_control = !p->full_control;
        printf(p->full_control ? "you are asked at every step\n"
                               : "you are asked when it matters\n");
    } else if (strcmp(line, "concede") == 0) {
        cantrip_game_concede(p->game, p->viewer);
        return COMMAND_ANSWERED;
    } else if ((strcmp(line, "end") == 0 || strcmp(line, "next") == 0 || strcmp(line, "n") == 0) &&
               priority) {
        p->pass_turn = *line == 'e' ? v.turn + 1 : v.turn + (v.active_player == p->viewer ? 2 : 1);
        return cantrip_game_answer_json(p->game, "\"default\"", 9) == CANTRIP_OK ? COMMAND_ANSWERED
                                                                                 : COMMAND_DONE;
    } else if ((strcmp(line, "all") == 0 || strcmp(line, "none") == 0) &&
               (d->kind == CANTRIP_DECIDE_ATTACK || d->kind == CANTRIP_DECIDE_BLOCK)) {
        return all_alike(p, d->kind, *line == 'a' ? CANTRIP_OPTION_ID : CANTRIP_OPTION_NO)
                   ? COMMAND_ANSWERED
                   : COMMAND_DONE;
    } else if (strcmp(line, "end") == 0 || strcmp(line, "next") == 0 || strcmp(line, "n") == 0 ||
               strcmp(line, "all") == 0 || strcmp(line, "none") == 0) {
        printf(*line == 'a' || strcmp(line, "none") == 0
                   ? "'%s' is for when you are asked what attacks or blocks\n"
                   : "'%s' is for another moment: this must be answered first\n",
               line);
    } else {
        return NOT_A_COMMAND;
    }
    return COMMAND_DONE;
}

static char *trimmed(char *line)
{
    line += strspn(line, " \t");
    size_t n = strlen(line);
    while (n && isspace((unsigned char)line[n - 1]))
        line[--n] = 0;
    return line;
}

static void remember_question(play *p)
{
    if (p->asked_count == p->asked_cap) {
        const uint32_t cap = p->asked_cap ? p->asked_cap * 2 : 64;
        uint32_t *more = realloc(p->asked, cap * sizeof *more);
        if (!more)
            return;
        p->asked = more;
        p->asked_cap = cap;
    }
    p->asked[p->asked_count++] = cantrip_game_answer_count(p->game);
}

/* One line of the person: 1 = the question is answered, or there is another now. */
static int one_line(play *p, const cantrip_decision *d, const menu *m)
{
    char buffer[512];
    show_question(p, d, m);
    if (!fgets(buffer, sizeof buffer, stdin)) {
        p->left = 1;
        return 1;
    }
    if (!strchr(buffer, '\n') && !feof(stdin)) { /* longer than anything that means something */
        for (int c = getchar(); c != '\n' && c != EOF;)
            c = getchar();
        printf("that is too long; ? for help\n");
        return 0;
    }
    char *line = trimmed(buffer);
    if (strcmp(line, "q") == 0 || strcmp(line, "quit") == 0) {
        p->left = 1;
        return 1;
    }
    const int was = *line ? command(p, d, line) : NOT_A_COMMAND;
    if (was != NOT_A_COMMAND)
        return was == COMMAND_ANSWERED;
    if (*line)
        return choose(p, d, m, line);
    if (cantrip_decision_fallback(p->game, NULL, 0) <= 1)
        return cantrip_game_answer_json(p->game, "\"default\"", 9) == CANTRIP_OK;
    printf("this needs an answer: type a number\n");
    return 0;
}

int cli_ask_person(play *p)
{
    const cantrip_decision *d = cantrip_game_decision(p->game);
    menu m;
    if (d->kind == CANTRIP_DECIDE_PRIORITY && !is_a_stop(p)) {
        cantrip_game_answer_json(p->game, "\"default\"", 9);
        return 1;
    }
    cli_tell(p, 1);
    remember_question(p);
    cli_show_table(p);
    if (!menu_make(p, d, &m)) {
        menu_free(&m);
        return 0;
    }
    while (!one_line(p, d, &m))
        d = cantrip_game_decision(p->game);
    menu_free(&m);
    return !p->left;
}
