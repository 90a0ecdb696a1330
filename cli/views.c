/* What can be seen of cards: check --meaning, fmt, text. */
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void own_rules(const cli_options *o, cli_files *rules)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/rules", o->cards);
    cli_files_add(rules, path);
}

/* fmt --proof: every sentence that can be read is printed and read again. */
static int proof(const cli_options *o, const cli_files *rules, const cli_files *files)
{
    const cantrip_compile_options options = {CANTRIP_VIEW_PROOF, NULL};
    cantrip_compiled c;
    cantrip_compile_with(&options, rules->at, rules->count, files->at, files->count, &c);
    if (!c.view)
        cli_print_diagnostics(o, &c, files);
    else if (!o->json)
        fputs(c.view, stdout);
    const int failed = !c.view || c.view_findings;
    printf(o->json ? "{\"passed\": %u, \"failed\": %u}\n" : "%u passed, %u failed\n",
           c.view_count - c.view_findings, c.view_findings);
    cantrip_compiled_destroy(&c);
    return failed ? CLI_FINDINGS : CLI_FINE;
}

/* One file: writes what it should be, or says that it is not so. */
static int format_one(const cli_options *o, const cli_files *rules, const cantrip_source *file,
                      const char *path)
{
    const cantrip_compile_options options = {CANTRIP_VIEW_FORMAT, NULL};
    cantrip_compiled c;
    int exit = CLI_FINE;
    cantrip_compile_with(&options, rules->at, rules->count, file, 1, &c);
    if (!c.view) {
        const cli_files only = {.at = (cantrip_source *)(uintptr_t)file, .count = 1};
        cli_print_diagnostics(o, &c, &only);
        exit = CLI_FINDINGS;
    } else if (strlen(c.view) != file->size || memcmp(c.view, file->text, file->size) != 0) {
        if (o->check) {
            exit = CLI_FINDINGS;
        } else if (!cli_write(path, c.view, strlen(c.view))) {
            fprintf(stderr, "cantrip fmt: cannot write %s\n", path);
            exit = CLI_UNREADABLE;
        }
        if (o->json) {
            printf("{\"file\": ");
            cli_json_string(path);
            printf(", \"changed\": %s}\n", o->check ? "false" : "true");
        } else {
            printf(o->check ? "%s would be changed\n" : "%s\n", path);
        }
    }
    if (c.view && c.view_findings == UINT32_MAX) {
        fprintf(stderr, "cantrip fmt: %s is left as it is: it would be read as something else\n",
                path);
        exit = CLI_FINDINGS;
    }
    cantrip_compiled_destroy(&c);
    return exit;
}

int cli_fmt(const cli_options *o)
{
    cli_files rules = {0}, files = {0};
    if (!o->arg_count) {
        fprintf(stderr, "cantrip fmt: which files? try: cantrip fmt --help\n");
        return CLI_USAGE;
    }
    own_rules(o, &rules);
    for (uint32_t i = 0; i < o->arg_count; i++)
        cli_files_add(&files, o->args[i]);
    int exit = rules.failed || files.failed || !files.count ? CLI_UNREADABLE : CLI_FINE;
    if (exit == CLI_FINE && o->proof)
        exit = proof(o, &rules, &files);
    else
        for (uint32_t i = 0; exit != CLI_UNREADABLE && i < files.count; i++) {
            const int one = format_one(o, &rules, &files.at[i], files.at[i].name);
            exit = one > exit ? one : exit;
        }
    cli_files_free(&rules);
    cli_files_free(&files);
    return exit;
}

/* text CARD [PATH...]: one card; text PATH...: every card of the files */
int cli_text(const cli_options *o)
{
    cli_files rules = {0}, files = {0};
    char path[4096];
    if (!o->arg_count) {
        fprintf(stderr, "cantrip text: which card? try: cantrip text --help\n");
        return CLI_USAGE;
    }
    const int is_file =
        strchr(o->args[0], '/') ||
        (strlen(o->args[0]) > 5 && strcmp(o->args[0] + strlen(o->args[0]) - 5, ".card") == 0);
    own_rules(o, &rules);
    for (uint32_t i = !is_file; i < o->arg_count; i++)
        cli_files_add(&files, o->args[i]);
    snprintf(path, sizeof path, "%s/cards", o->cards);
    if (!files.count)
        cli_files_add(&files, path);
    cantrip_compiled c;
    memset(&c, 0, sizeof c);
    const cantrip_compile_options options = {CANTRIP_VIEW_TEXT, is_file ? NULL : o->args[0]};
    int exit = rules.failed || files.failed || !files.count ? CLI_UNREADABLE : CLI_FINE;
    if (exit == CLI_FINE) {
        cantrip_compile_with(&options, rules.at, rules.count, files.at, files.count, &c);
        if (c.view && o->json && c.view_count) {
            printf("{\"cards\": %u, \"text\": ", c.view_count);
            cli_json_string(c.view);
            printf("}\n");
        } else if (c.view) {
            fputs(c.view, stdout);
        }
        if (!c.view_count) {
            fprintf(stderr, "cantrip text: there is no card '%s'\n", o->args[0]);
            exit = CLI_FINDINGS;
        }
    }
    cantrip_compiled_destroy(&c);
    cli_files_free(&rules);
    cli_files_free(&files);
    return exit;
}
