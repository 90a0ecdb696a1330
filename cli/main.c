#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct {
    const char *name, *what, *help;
    int (*run)(const cli_options *);
} VERBS[] = {
    {"check", "read card text and report every mistake",
     "cantrip check PATH...          files, or folders with .card files\n"
     "  --json                       one object per mistake\n"
     "  --meaning                    print what every sentence means, as a tree\n\n"
     "  cantrip check my.card\n  cantrip check cardscripts/cards --json\n",
     cli_check},
    {"fmt", "write card text by the book",
     "cantrip fmt PATH...            files, or folders with .card files; they are changed\n"
     "  --check                      change nothing; say which files would be\n"
     "  --proof                      print every sentence and read it again: does it mean the "
     "same?\n\n"
     "  cantrip fmt my.card\n  cantrip fmt --check cardscripts/cards\n",
     cli_fmt},
    {"text", "print cards as a player reads them",
     "cantrip text CARD [PATH...]    the card of that name, in cardscripts/cards or in those "
     "files\n"
     "cantrip text PATH...           every card of the files\n\n"
     "  cantrip text \"Soul Warden\"\n  cantrip text ./my.card\n",
     cli_text},
    {"build", "compile card text to a pack",
     "cantrip build PATH... -o FILE  compile; the rules vocabulary is read by itself\n"
     "  --import FILE.ctp            take the vocabulary from that pack; the new pack names its "
     "hash\n\n"
     "  cantrip build my.card -o my.ctp\n"
     "  cantrip build cardscripts/rules -o rules.ctp\n"
     "  cantrip build cardscripts/cards --import rules.ctp -o cards.ctp\n",
     cli_build},
    {"dis", "print a pack in readable form",
     "cantrip dis FILE.ctp [IMPORTED.ctp...]\n\n"
     "  cantrip build my.card -o my.ctp && cantrip dis my.ctp\n",
     cli_dis},
    {"test", "run the tests that stand beside cards",
     "cantrip test [PATH...]         default: cardscripts/cards and tests/rules\n"
     "  --rules                      list the rules that tests cite\n"
     "  --filter TEXT                only tests whose name contains TEXT\n"
     "  --json                       keys passed, failed, tests: name, file, line, passed, "
     "report\n\n"
     "  cantrip test\n  cantrip test my.card --filter bolt\n",
     cli_test},
    {"play", "play two decks against each other and tell what happens",
     "cantrip play [DECK DECK]       default: red-deck-wins knights\n"
     "  --human                      you play the first deck\n"
     "  --seed N                     another game\n\n"
     "  cantrip play\n  cantrip play merfolk knights --human --seed 7\n",
     cli_play},
    {"sim", "play many random legal games",
     "cantrip sim DECK DECK          a deck is a file or a name in cardscripts/decks\n"
     "  --games N --seed N           default 1000 games, seed 1\n"
     "  --clone-every N              go on from a clone at every Nth decision, and compare\n"
     "  --json                       keys games, decisions, turns, seconds, digest\n\n"
     "  cantrip sim red-deck-wins knights --games 10000\n",
     cli_sim},
    {"bench", "measure speed and size",
     "cantrip bench\n"
     "  --json                       one object: pairings, copy_us, copy_bytes, create_us, ...\n\n"
     "  cantrip bench\n",
     cli_bench},
    {"explain", "say what a diagnostic's code, a word, a keyword or a card is",
     "cantrip explain WHAT\n\n  cantrip explain E0201\n  cantrip explain counter\n  cantrip "
     "explain first strike\n"
     "  cantrip explain Lightning Bolt\n",
     cli_explain},
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

static int read_option(cli_options *o, char **argv, int *i, int argc)
{
    const char *a = argv[*i], *next = *i + 1 < argc ? argv[*i + 1] : NULL;
    uint64_t n;
    if (strcmp(a, "--json") == 0) {
        o->json = 1;
    } else if (strcmp(a, "--human") == 0) {
        o->human = 1;
    } else if (strcmp(a, "--meaning") == 0) {
        o->meaning = 1;
    } else if (strcmp(a, "--check") == 0) {
        o->check = 1;
    } else if (strcmp(a, "--proof") == 0) {
        o->proof = 1;
    } else if (strcmp(a, "--rules") == 0) {
        o->rules = 1;
    } else if (strcmp(a, "--filter") == 0 && next) {
        o->filter = argv[++*i];
    } else if (strcmp(a, "--cards") == 0 && next) {
        o->cards = argv[++*i];
    } else if (strcmp(a, "--import") == 0 && next) {
        o->import = argv[++*i];
    } else if (strcmp(a, "-o") == 0 && next) {
        o->out = argv[++*i];
    } else if (strcmp(a, "--seed") == 0) {
        if (!number(a, next, &n))
            return 0;
        o->seed = n;
        ++*i;
    } else if (strcmp(a, "--games") == 0) {
        if (!number(a, next, &n))
            return 0;
        o->games = n > 100000000 ? 100000000 : (uint32_t)n;
        ++*i;
    } else if (strcmp(a, "--clone-every") == 0) {
        if (!number(a, next, &n))
            return 0;
        o->clone_every = (uint32_t)n;
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

int main(int argc, char **argv)
{
    cli_options o = {.seed = 1, .games = 1000, .cards = default_cards()};
    o.color = isatty(1) && isatty(2) && !getenv("NO_COLOR");
    if (argc < 2)
        return usage(stderr);
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0)
        return usage(stdout);
    for (int v = 0; v < VERB_COUNT; v++) {
        if (strcmp(VERBS[v].name, argv[1]) != 0)
            continue;
        for (int i = 2; i < argc; i++) {
            if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
                printf("%s", VERBS[v].help);
                return CLI_FINE;
            }
            if (argv[i][0] == '-' && argv[i][1]) {
                if (!read_option(&o, argv, &i, argc))
                    return CLI_USAGE;
            } else if (o.arg_count < 64) {
                o.args[o.arg_count++] = argv[i];
            } else {
                fprintf(stderr, "cantrip: more than 64 arguments; give a folder instead\n");
                return CLI_USAGE;
            }
        }
        return VERBS[v].run(&o);
    }
    fprintf(stderr, "cantrip: no verb '%s'\n\n", argv[1]);
    return usage(stderr);
}
