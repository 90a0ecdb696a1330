/* check, build, dis, explain */
#include "cli/cli.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* What compiles must be playable: a pack that the verifier refuses is a mistake of the compiler, and told as such. */
static int verified(const cantrip_compiled *c, const cantrip_bytes *imports, uint32_t count)
{
    cantrip_library *lib;
    cantrip_pack_error why;
    memset(&why, 0, sizeof why);
    const cantrip_status s =
        cantrip_library_open_with(c->pack, c->pack_size, imports, count, &lib, &why);
    if (s == CANTRIP_OK) {
        cantrip_library_close(lib);
        return 1;
    }
    if (s == CANTRIP_E_PACK && strncmp(why.rule, "V6", 2) == 0 && why.rule[2] >= '3')
        fprintf(stderr, "cantrip: it cannot be played with what it imports (rule %s): %s\n",
                why.rule, why.message);
    else if (s == CANTRIP_E_PACK)
        fprintf(stderr,
                "cantrip: the pack is refused by rule %s: %s. This is a mistake of the "
                "compiler, not of the cards; please report it with them\n",
                why.rule, why.message);
    else
        fprintf(stderr, "cantrip: %s\n", cantrip_status_text(s));
    return 0;
}

static int read_imports(const cli_options *o, const char *verb, cli_files *out,
                        cantrip_bytes *packs)
{
    for (uint32_t i = 0; i < o->import_count; i++) {
        cantrip_source one;
        const char *name = o->import[i], *slash = strrchr(name, '/');
        packs[i].at = cli_read(name, &packs[i].size);
        if (!packs[i].at)
            return 0;
        if (!cantrip_pack_as_import(name, packs[i].at, packs[i].size, &one)) {
            fprintf(stderr, "cantrip %s: %s is not a pack that can be imported\n", verb, name);
            return 0;
        }
        one.name = strdup(slash ? slash + 1 : name);
        cli_files_push(out, one);
    }
    return 1;
}

static void free_packs(cantrip_bytes *packs, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        free((void *)(uintptr_t)packs[i].at);
}

static int compile(const cli_options *o, const char *verb, cantrip_compiled *out)
{
    cli_files rules = {0}, files = {0};
    char path[4096];
    cantrip_bytes imports[sizeof o->import / sizeof *o->import] = {{NULL, 0}};
    if (!o->arg_count) {
        fprintf(stderr, "cantrip %s: which files? try: cantrip %s --help\n", verb, verb);
        return CLI_USAGE;
    }
    snprintf(path, sizeof path, "%s/rules", o->cards);
    for (uint32_t i = 0; i < o->arg_count; i++)
        cli_files_add(&files, o->args[i]);
    int own_rules = o->arg_count == 1 && strcmp(o->args[0], path) == 0;
    if (o->import_count) {
        rules.failed |= !read_imports(o, verb, &rules, imports);
    } else if (!own_rules) {
        cli_files_add(&rules, path);
    }
    snprintf(path, sizeof path, "%s/cards", o->cards);
    int own_cards = own_rules;
    for (uint32_t i = 0; i < o->arg_count; i++)
        own_cards |= strncmp(o->args[i], path, strlen(path)) == 0;
    if (!own_cards)
        cli_files_add(&rules, path); /* tests may name every card there is */
    if (rules.failed || files.failed || !files.count) {
        if (!files.failed && !files.count)
            fprintf(stderr, "cantrip %s: there are no .card files there\n", verb);
        cli_files_free(&rules);
        cli_files_free(&files);
        free_packs(imports, o->import_count);
        return CLI_UNREADABLE;
    }
    const cantrip_compile_options options = {o->meaning ? CANTRIP_VIEW_MEANING : CANTRIP_VIEW_NONE,
                                             NULL};
    int ok = cantrip_compile_with(&options, rules.at, rules.count, files.at, files.count, out);
    cli_print_diagnostics(o, out, &files);
    cli_files_free(&rules);
    cli_files_free(&files);
    const int exit = !ok                                       ? CLI_FINDINGS
                     : verified(out, imports, o->import_count) ? CLI_FINE
                                                               : CLI_REFUSED;
    free_packs(imports, o->import_count);
    return exit;
}

/* When the newest of the files was changed. */
static int64_t newest(const cli_options *o)
{
    int64_t last = 0;
    cli_files files = {0};
    struct stat st;
    for (uint32_t i = 0; i < o->arg_count; i++)
        cli_files_add(&files, o->args[i]);
    for (uint32_t i = 0; i < files.count; i++)
        if (stat(files.at[i].name, &st) == 0) {
            const int64_t t = (int64_t)st.st_mtim.tv_sec * 1000000000 + st.st_mtim.tv_nsec;
            last = t > last ? t : last;
        }
    cli_files_free(&files);
    return last;
}

/* check --watch: until it is interrupted */
_Noreturn static void watch(const cli_options *o)
{
    const struct timespec pause = {0, 300000000};
    cli_options once = *o;
    once.watch = 0;
    for (int64_t seen = -1;;) {
        const int64_t now = newest(o);
        if (now != seen) {
            if (seen >= 0)
                printf("\n");
            cli_check(&once);
            fflush(stdout);
        }
        seen = now;
        nanosleep(&pause, NULL);
    }
}

int cli_check(const cli_options *o)
{
    if (o->watch)
        watch(o);
    cantrip_compiled c;
    memset(&c, 0, sizeof c);
    int exit = compile(o, "check", &c);
    if (o->meaning && c.view)
        fputs(c.view, stdout);
    if (!o->json && !o->meaning && exit == CLI_FINE)
        printf("%u cards and %u tests, no mistakes\n", c.card_count, c.test_count);
    else if (!o->json && exit == CLI_FINDINGS)
        fprintf(stderr, "%u mistake%s\n", c.mistake_count, c.mistake_count == 1 ? "" : "s");
    cantrip_compiled_destroy(&c);
    return exit;
}

static void print_built(const cli_options *o, const cantrip_compiled *c)
{
    if (!o->json) {
        printf("%s: %u cards, %zu bytes\n", o->out, c->card_count, c->pack_size);
        return;
    }
    printf("{\"pack\": ");
    cli_json_string(o->out);
    printf(", \"cards\": %u, \"tests\": %u, \"bytes\": %zu}\n", c->card_count, c->test_count,
           c->pack_size);
}

int cli_build(const cli_options *o)
{
    cantrip_compiled c;
    memset(&c, 0, sizeof c);
    if (!o->out) {
        fprintf(stderr, "cantrip build: where to? -o FILE is missing\n");
        return CLI_USAGE;
    }
    int exit = compile(o, "build", &c);
    if (exit == CLI_FINE) {
        if (!cli_write(o->out, c.pack, c.pack_size)) {
            fprintf(stderr, "cantrip build: cannot write %s\n", o->out);
            exit = CLI_UNREADABLE;
        } else {
            print_built(o, &c);
        }
    }
    cantrip_compiled_destroy(&c);
    return exit;
}

static void put_line(void *user, const char *text)
{
    (void)user;
    puts(text);
}

static void put_json_line(void *user, const char *text)
{
    int *first = user;
    printf("%s\n ", *first ? "" : ",");
    cli_json_string(text);
    *first = 0;
}

static void print_pack(const cli_options *o, const cantrip_library *lib)
{
    int first = 1;
    if (!o->json) {
        cantrip_pack_print(lib, put_line, NULL);
        return;
    }
    printf("{\"pack\": ");
    cli_json_string(o->args[0]);
    printf(", \"cards\": %u, \"lines\": [", cantrip_library_card_count(lib));
    cantrip_pack_print(lib, put_json_line, &first);
    printf("]}\n");
}

int cli_dis(const cli_options *o)
{
    int exit = CLI_FINE;
    if (!o->arg_count) {
        fprintf(stderr, "cantrip dis: give a pack; try: cantrip dis --help\n");
        return CLI_USAGE;
    }
    cantrip_library *lib = cli_packs_open(o->args, o->arg_count, &exit);
    if (lib)
        print_pack(o, lib);
    cantrip_library_close(lib);
    return exit;
}

/* What is explained, and in which words. */
/* One view of a card that was explained: "" if it stands on words of its own. */
static char *view_of(const cli_options *o, const char *card, cantrip_view view)
{
    char path[4200];
    cli_files rules = {0};
    cantrip_compiled c;
    const cantrip_source one = {"card", card, strlen(card), 0};
    const cantrip_compile_options options = {view, NULL};
    snprintf(path, sizeof path, "%s/rules", o->cards);
    cli_files_add(&rules, path);
    cantrip_compile_with(&options, rules.at, rules.count, &one, 1, &c);
    char *text = strdup(c.view ? c.view : "");
    cantrip_compiled_destroy(&c);
    cli_files_free(&rules);
    return text;
}

/* What was found; of a card also how a player reads it, and what each sentence means. */
static void print_explained(const cli_options *o, const char *what, const char *text)
{
    const char *card = strchr(text, '\n');
    char *reads = NULL, *means = NULL;
    if (card && strncmp(card + 1, "card ", 5) == 0) {
        reads = view_of(o, card + 1, CANTRIP_VIEW_TEXT);
        means = view_of(o, card + 1, CANTRIP_VIEW_MEANING);
    }
    if (!o->json) {
        fputs(text, stdout);
        if (reads && *reads)
            printf("\nas a player reads it:\n\n%s", reads);
        if (means && *means)
            printf("\nwhat it means:\n\n%s", means);
    } else {
        printf("{\"what\": ");
        cli_json_string(what);
        printf(", \"text\": ");
        cli_json_string(text);
        if (reads && means) {
            printf(", \"reads\": ");
            cli_json_string(reads);
            printf(", \"means\": ");
            cli_json_string(means);
        }
        printf("}\n");
    }
    free(reads);
    free(means);
}

static int explain_code(const cli_options *o, const char *code)
{
    char what[16], text[300];
    const unsigned long number = strtoul(code, NULL, 10);
    const char *title = cantrip_diagnostic_title((uint32_t)number);
    if (!title) {
        fprintf(stderr, "cantrip: there is no code E%04lu\n", number);
        return CLI_FINDINGS;
    }
    snprintf(what, sizeof what, "E%04lu", number);
    snprintf(text, sizeof text, "E%04lu: %s\nsee docs/diagnostics.md\n", number, title);
    print_explained(o, what, o->json ? title : text);
    return CLI_FINE;
}

int cli_explain(const cli_options *o)
{
    char what[256] = "";
    if (!o->arg_count) {
        fprintf(stderr, "cantrip explain: give a code, a word, a keyword or the name of a card\n");
        return CLI_USAGE;
    }
    const char *first = o->args[0] + (o->args[0][0] == 'E' || o->args[0][0] == 'e');
    if (isdigit((unsigned char)*first))
        return explain_code(o, first);
    for (uint32_t i = 0; i < o->arg_count; i++)
        if (strlen(what) + strlen(o->args[i]) + 2 < sizeof what)
            strcat(strcat(what, i ? " " : ""), o->args[i]);
    cli_files files = {0};
    char path[4200];
    snprintf(path, sizeof path, "%s/rules", o->cards);
    cli_files_add(&files, path);
    snprintf(path, sizeof path, "%s/cards", o->cards);
    cli_files_add(&files, path);
    char *text = cantrip_explain(files.at, files.count, what);
    if (text)
        print_explained(o, what, text);
    else
        fprintf(stderr, "cantrip: nothing is called '%s'\n", what);
    cli_files_free(&files);
    const int exit = text ? CLI_FINE : CLI_FINDINGS;
    free(text);
    return exit;
}
