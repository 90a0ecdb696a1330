#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int cli_completion(const cli_options *o);

static const struct {
    const char *name, *what, *help;
    int (*run)(const cli_options *);
} VERBS[] = {
    {"check", "read card text and report every mistake",
     "cantrip check PATH...          files, or folders with .card files; - is what is piped in\n"
     "  --json                       one object per mistake\n"
     "  --meaning                    print what every sentence means, as a tree\n"
     "  --watch                      again whenever one of the files is changed\n\n"
     "  cantrip check my.card\n  cantrip check cardscripts/cards --json\n",
     cli_check},
    {"fmt", "write card text by the book",
     "cantrip fmt PATH...            files, or folders with .card files; they are changed\n"
     "  --check                      change nothing; say which files would be\n"
     "  --json                       one object per file that is not by the book: file, changed\n"
     "  --proof                      print every sentence and read it again: does it mean the "
     "same?\n\n"
     "  cantrip fmt my.card\n  cantrip fmt --check cardscripts/cards\n",
     cli_fmt},
    {"text", "print cards as a player reads them",
     "cantrip text CARD [PATH...]    the card of that name, in cardscripts/cards or in those "
     "files\n"
     "cantrip text PATH...           every card of the files\n"
     "  --json                       one object: cards, text\n\n"
     "  cantrip text \"Soul Warden\"\n  cantrip text ./my.card\n",
     cli_text},
    {"build", "compile card text to a pack",
     "cantrip build PATH... -o FILE  compile; the rules vocabulary is read by itself\n"
     "  --import FILE.ctp            take the vocabulary from that pack, or from several; the new "
     "pack names its hash\n"
     "  --json                       one object: pack, cards, tests, bytes; or one per mistake\n\n"
     "  cantrip build my.card -o my.ctp\n"
     "  cantrip build cardscripts/rules -o rules.ctp\n"
     "  cantrip build cardscripts/cards --import rules.ctp -o cards.ctp\n",
     cli_build},
    {"dis", "print a pack in readable form",
     "cantrip dis FILE.ctp [MORE.ctp...]   several: as they are played together\n"
     "  --json                       one object: pack, cards, lines\n\n"
     "  cantrip build my.card -o my.ctp && cantrip dis my.ctp\n",
     cli_dis},
    {"test", "run the tests that stand beside cards",
     "cantrip test [PATH...]         default: cardscripts/cards and tests/rules\n"
     "cantrip test FILE.ctp...       those that stand in packs, played together\n"
     "  --rules                      which rules are tested, section by section\n"
     "  --filter TEXT                only tests whose name contains TEXT\n"
     "  --why CARD                   where each test ends: why that card is what it is, effect by "
     "effect,\n"
     "                               and why it cannot attack or be cast\n"
     "  --seat 2                     of two players `you` sits in the second seat: nothing becomes "
     "another\n"
     "  --json                       keys passed, failed, tests: name, file, line, passed, "
     "report\n\n"
     "  cantrip test\n  cantrip test my.card --filter bolt\n",
     cli_test},
    {"play", "play two decks against each other and tell what happens",
     "cantrip play [DECK DECK...]    default: red-deck-wins knights. A deck is a file, or a name "
     "in\n"
     "                               cardscripts/decks; 'knights+4 My Card' adds to one\n"
     "  --human                      you play the first deck; ? helps\n"
     "  --seat N                     you sit there, and play its deck\n"
     "  --players N                  so many players, up to 31; decks are dealt out in turn\n"
     "  --teams N                    N who sit side by side are a team\n"
     "  --shared                     teams have one turn and one life\n"
     "  --attack all|one|left|right|beside\n"
     "                               which opponents can be attacked\n"
     "  --seats alternate|emperors   how teams sit (CR 811, 809)\n"
     "  --range N                    range of influence, in seats\n"
     "  --life N                     life at the beginning\n"
     "  --turns N                    a draw after so many turns\n"
     "  --random                     chance decides, not two sensible players\n"
     "  --seed N                     another game\n"
     "  --speed N | --step           N lines a second, or one for each Enter\n"
     "  --cards FILE...              with cards of your own, or packs alone: all of the cards\n"
     "  --pay                        you choose what to tap for each spell\n"
     "  --journal FILE               keep the game, for cantrip replay\n"
     "  --json                       one object: decks, seed, result, events (docs/host-api.md)\n\n"
     "  cantrip play\n  cantrip play merfolk knights --human --seed 7\n"
     "  cantrip play --players 4 --teams 2 --human --seat 3\n"
     "  cantrip play \"knights+4 My Card\" merfolk --cards my.card\n",
     cli_play},
    {"replay", "play a journal again, and say where it differs",
     "cantrip replay JOURNAL         tell the game again; exit 1: it differs or is damaged, and "
     "where\n"
     "  --at N                       show the table behind entry N instead\n"
     "  --step, --speed N            as for play\n"
     "  --cards FILE...              the cards of its own that it was played with\n"
     "  --json                       one object: entries, total, hash, result, events; with --at: "
     "table;\n"
     "                               line and message where it differs\n\n"
     "  cantrip play --journal game.txt && cantrip replay game.txt\n",
     cli_replay},
    {"sim", "play many random legal games",
     "cantrip sim DECK DECK...       a deck is a file or a name in cardscripts/decks\n"
     "  --players N                  so many players; decks are dealt out in turn\n"
     "  --free-for-all               each for themselves (that is so without teams)\n"
     "  --teams N                    N who sit side by side are a team\n"
     "  --shared                     teams have one turn and one life\n"
     "  --attack all|one|left|right|beside\n"
     "                               which opponents can be attacked\n"
     "  --seats alternate|emperors   how teams sit (CR 811, 809)\n"
     "  --range N                    range of influence, in seats\n"
     "  --life N                     life at the beginning\n"
     "  --turns N                    a draw after so many turns\n"
     "  --concede N                  about every N decisions somebody concedes\n"
     "  --games N --seed N           default 1000 games, seed 1\n"
     "  --clone-every N              go on from a clone at every Nth decision, and compare\n"
     "  --journals                   replay the journal of each game, and compare\n"
     "  --questions                  the digest is that of what was asked, not of the states\n"
     "  --json                       keys games, decisions, turns, seconds, digest\n\n"
     "  cantrip sim red-deck-wins knights --games 10000\n"
     "  cantrip sim --players 4 --free-for-all red-deck-wins knights merfolk\n",
     cli_sim},
    {"bench", "measure speed and size",
     "cantrip bench\n"
     "  --json                       one object: pairings, copy_us, copy_bytes, create_us, ...\n\n"
     "  cantrip bench\n",
     cli_bench},
    {"explain", "say what a diagnostic's code, a word, a keyword or a card is",
     "cantrip explain WHAT           of a card also how a player reads it, and what each sentence "
     "means\n"
     "  --json                       one object: what, text; of a card reads, means\n\n  cantrip "
     "explain E0201\n  cantrip explain counter\n  cantrip "
     "explain first strike\n"
     "  cantrip explain Lightning Bolt\n",
     cli_explain},
    {"help", "say what a verb does", "cantrip help VERB\n\n  cantrip help play\n", cli_help},
    {"completion", "print what makes the shell complete verbs and options",
     "cantrip completion bash|zsh\n\n  eval \"$(cantrip completion bash)\"\n", cli_completion},
};
enum { VERB_COUNT = sizeof VERBS / sizeof *VERBS };

static int usage(FILE *out)
{
    fprintf(out, "cantrip: write cards, compile them, play them\n\nusage: cantrip VERB ...\n\n");
    for (int i = 0; i < VERB_COUNT; i++)
        fprintf(out, "  %-8s %s\n", VERBS[i].name, VERBS[i].what);
    fprintf(out, "\ncantrip VERB --help shows more and examples.\n"
                 "The cards are in ./cardscripts, else beside the command's folder; --cards FOLDER "
                 "names another.\n"
                 "exit: 0 fine, 1 findings, 2 usage, 3 unreadable input, 4 pack refused\n");
    return out == stdout ? CLI_FINE : CLI_USAGE;
}

static int number(const char *option, const char *text, uint64_t *out)
{
    char *end;
    if (!text || !*text || (*out = strtoull(text, &end, 10), *end)) {
        fprintf(stderr, "cantrip: %s needs a number\n", option);
        return 0;
    }
    return 1;
}

/* --cards FOLDER with rules and cards in it takes their place; anything else is added: files up to the next that is none. */
static int take_cards(cli_options *o, char **argv, int *i, int argc)
{
    char path[4096];
    struct stat st;
    snprintf(path, sizeof path, "%s/rules", argv[*i + 1]);
    if (stat(path, &st) == 0) {
        o->cards = argv[++*i];
        return 1;
    }
    int first = 1;
    for (const char *next; *i + 1 < argc && (next = argv[*i + 1])[0] != '-'; first = 0) {
        const char *dot = strrchr(next, '.');
        if (!first && (!dot || (strcmp(dot, ".card") != 0 && strcmp(dot, ".ctp") != 0)))
            break;
        if (o->own_count == sizeof o->own / sizeof *o->own) {
            fprintf(stderr, "cantrip: more than %u files of cards; give a folder instead\n",
                    o->own_count);
            return 0;
        }
        o->own[o->own_count++] = next;
        ++*i;
    }
    return 1;
}

static int one_of(const char *option, const char *how, const char *const *list, uint32_t count,
                  uint32_t *out)
{
    for (uint32_t k = 0; k < count; k++)
        if (strcmp(how, list[k]) == 0) {
            *out = k;
            return 1;
        }
    fprintf(stderr, "cantrip: %s", option);
    for (uint32_t k = 0; k < count; k++)
        fprintf(stderr, k ? ", %s" : " %s", list[k]);
    fprintf(stderr, "\n");
    return 0;
}

/* --attack, --seats */
static int take_seats(cli_options *o, const char *option, const char *how)
{
    static const char *const ATTACK[] = {"all", "one", "left", "right", "beside"},
                             *const SEATS[] = {"together", "alternate", "emperors"};
    return option[2] == 'a' ? one_of(option, how, ATTACK, 5, &o->attack)
                            : one_of(option, how, SEATS, 3, &o->seating);
}

/* Options that are there or not. */
static int take_switch(cli_options *o, const char *a)
{
    const struct {
        const char *name;
        int *on;
    } switches[] = {
        {"--json", &o->json},           {"--human", &o->human}, {"--meaning", &o->meaning},
        {"--check", &o->check},         {"--proof", &o->proof}, {"--random", &o->random},
        {"--step", &o->step},           {"--pay", &o->pay},     {"--journals", &o->journals},
        {"--questions", &o->questions}, {"--watch", &o->watch}, {"--rules", &o->rules}};
    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++)
        if (strcmp(switches[i].name, a) == 0)
            return *switches[i].on = 1;
    return 0;
}

/* Options with a number; NULL: it is none. */
static uint32_t *number_option(cli_options *o, const char *a)
{
    const struct {
        const char *name;
        uint32_t *at;
    } numbers[] = {
        {"--games", &o->games}, {"--players", &o->players}, {"--concede", &o->concede},
        {"--teams", &o->teams}, {"--range", &o->range},     {"--clone-every", &o->clone_every},
        {"--speed", &o->speed}, {"--at", &o->at},           {"--life", &o->life},
        {"--seat", &o->seat},   {"--turns", &o->turns}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strcmp(numbers[i].name, a) == 0)
            return numbers[i].at;
    return NULL;
}

static int read_option(cli_options *o, char **argv, int *i, int argc)
{
    const char *a = argv[*i], *next = *i + 1 < argc ? argv[*i + 1] : NULL;
    uint64_t n;
    uint32_t *which;
    if (take_switch(o, a)) {
    } else if (strcmp(a, "--shared") == 0) {
        o->shared = 1;
    } else if (strcmp(a, "--journal") == 0 && next) {
        o->journal = argv[++*i];
    } else if (strcmp(a, "--filter") == 0 && next) {
        o->filter = argv[++*i];
    } else if (strcmp(a, "--why") == 0 && next) {
        o->why = argv[++*i];
    } else if (strcmp(a, "--cards") == 0 && next) {
        return take_cards(o, argv, i, argc);
    } else if (strcmp(a, "--import") == 0 && next) {
        if (o->import_count == sizeof o->import / sizeof *o->import) {
            fprintf(stderr, "cantrip: more than %u packs are imported\n", o->import_count);
            return 0;
        }
        o->import[o->import_count++] = argv[++*i];
    } else if (strcmp(a, "-o") == 0 && next) {
        o->out = argv[++*i];
    } else if (strcmp(a, "--seed") == 0) {
        if (!number(a, next, &o->seed))
            return 0;
        ++*i;
    } else if (strcmp(a, "--free-for-all") == 0) { /* as it is without teams */
    } else if ((strcmp(a, "--attack") == 0 || strcmp(a, "--seats") == 0) && next) {
        return take_seats(o, a, argv[++*i]);
    } else if ((which = number_option(o, a)) != NULL) {
        if (!number(a, next, &n))
            return 0;
        *which = n > 100000000 ? 100000000 : (uint32_t)n;
        ++*i;
    } else {
        fprintf(stderr, "cantrip: no option %s here; try --help\n", a);
        return 0;
    }
    return 1;
}

/* The cards: cardscripts in this folder, else beside the folder in which the command lies, else where they are
 * installed with it. */
static const char *default_cards(void)
{
    static char path[4096];
    struct stat st;
    ssize_t n = stat("cardscripts", &st) ? readlink("/proc/self/exe", path, sizeof path - 32) : -1;
    if (n <= 0)
        return "cardscripts";
    path[n] = 0;
    for (int up = 0; up < 2; up++) {
        char *slash = strrchr(path, '/');
        if (slash)
            *slash = 0;
    }
    char *end = path + strlen(path);
    strcpy(end, "/cardscripts");
    if (stat(path, &st))
        strcpy(end, "/share/cantrip");
    return stat(path, &st) ? "cardscripts" : path;
}

/* ---- help, completion ---------------------------------------------------------------------------- */

static int find_verb(const char *name)
{
    for (int v = 0; v < VERB_COUNT; v++)
        if (strcmp(VERBS[v].name, name) == 0)
            return v;
    return -1;
}

int cli_help(const cli_options *o)
{
    const int v = o->arg_count ? find_verb(o->args[0]) : -1;
    if (!o->arg_count)
        return usage(stdout);
    if (v < 0) {
        fprintf(stderr, "cantrip help: there is no verb '%s'\n", o->args[0]);
        return CLI_USAGE;
    }
    printf("cantrip %s: %s\n\n%s", VERBS[v].name, VERBS[v].what, VERBS[v].help);
    return CLI_FINE;
}

/* Does the help of a verb show that option, before `end`? */
static int shows(const char *help, const char *end, const char *option, size_t n)
{
    for (const char *p = strstr(help, option[1] == '-' ? "--" : "-"); p && p < end;
         p = strstr(p + 1, option[1] == '-' ? "--" : "-"))
        if (strncmp(p, option, n) == 0 && strchr(" ,|)\n", p[n]))
            return 1;
    return 0;
}

/* The options of a verb are those that its help shows. */
static void print_words_of(const char *help)
{
    for (const char *p = strstr(help, "--"); p; p = strstr(p + 2, "--")) {
        const size_t n = strcspn(p, " ,|)\n");
        if (!shows(help, p, p, n))
            printf(" %.*s", (int)n, p);
    }
}

static int cli_completion(const cli_options *o)
{
    const int zsh = o->arg_count && strcmp(o->args[0], "zsh") == 0;
    if (!o->arg_count || (!zsh && strcmp(o->args[0], "bash") != 0)) {
        fprintf(stderr, "cantrip completion: bash or zsh?\n");
        return CLI_USAGE;
    }
    if (zsh)
        printf("(( $+functions[compdef] )) || { autoload -U compinit && compinit -u; }\n"
               "autoload -U +X bashcompinit && bashcompinit\n");
    printf("_cantrip() {\n    local word=${COMP_WORDS[COMP_CWORD]} words\n    case "
           "\"$COMP_CWORD:${COMP_WORDS[1]}\" in\n"
           "    1:*) words='");
    for (int v = 0; v < VERB_COUNT; v++)
        printf("%s%s", v ? " " : "", VERBS[v].name);
    printf(" --help --version' ;;\n");
    for (int v = 0; v < VERB_COUNT; v++) {
        printf("    *:%s) words='", VERBS[v].name);
        print_words_of(VERBS[v].help);
        printf(" --help%s' ;;\n",
               strcmp(VERBS[v].name, "play") == 0 || strcmp(VERBS[v].name, "sim") == 0
                   ? " red-deck-wins knights merfolk"
                   : "");
    }
    printf("    esac\n    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
           "    [ \"$COMP_CWORD\" = 1 ] || COMPREPLY+=($(compgen -f -- \"$word\"))\n}\n"
           "complete -o filenames -F _cantrip cantrip\n");
    return CLI_FINE;
}

/* The verb that is meant by a word that is none: the nearest, if it is near. */
static const char *meant(const char *word)
{
    uint32_t best = 3;
    const char *name = NULL;
    for (int v = 0; v < VERB_COUNT; v++) {
        const uint32_t d = cli_distance(VERBS[v].name, word);
        if (d < best) {
            best = d;
            name = VERBS[v].name;
        }
    }
    return name;
}

/* What was printed has to be where it should be. */
static int all_said(int exit)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return exit;
    fprintf(stderr, "cantrip: what was to be printed could not be written\n");
    return CLI_UNREADABLE;
}

int main(int argc, char **argv)
{
    cli_options o = {.seed = 1, .games = 1000, .cards = default_cards()};
    o.color = isatty(1) && isatty(2) && !getenv("NO_COLOR");
    if (argc < 2)
        return usage(stderr);
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return usage(stdout);
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
        printf("cantrip %s\n", cantrip_version_text());
        return CLI_FINE;
    }
    for (int v = 0; v < VERB_COUNT; v++) {
        if (strcmp(VERBS[v].name, argv[1]) != 0)
            continue;
        for (int i = 2; i < argc; i++) {
            if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
                printf("%s", VERBS[v].help);
                return CLI_FINE;
            }
            if (argv[i][0] == '-' && argv[i][1]) {
                const char *help = VERBS[v].help;
                if (strcmp(argv[i], "--cards") != 0 &&
                    !shows(help, help + strlen(help), argv[i], strlen(argv[i]))) {
                    fprintf(stderr, "cantrip %s: no option %s here; try cantrip %s --help\n",
                            VERBS[v].name, argv[i], VERBS[v].name);
                    return CLI_USAGE;
                }
                if (!read_option(&o, argv, &i, argc))
                    return CLI_USAGE;
            } else if (o.arg_count < 64) {
                o.args[o.arg_count++] = argv[i];
            } else {
                fprintf(stderr, "cantrip: more than 64 arguments; give a folder instead\n");
                return CLI_USAGE;
            }
        }
        return all_said(VERBS[v].run(&o));
    }
    const char *name = meant(argv[1]);
    fprintf(stderr, "cantrip: there is no verb '%s'", argv[1]);
    fprintf(stderr, name ? "; did you mean '%s'?\n" : "%s; cantrip --help lists them\n",
            name ? name : "");
    return CLI_USAGE;
}
