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
    if (c.view)
        fputs(c.view, stdout);
    else
        cli_print_diagnostics(o, &c, files);
    const int failed = !c.view || c.view_findings;
    printf("%u passed, %u failed\n", c.view_count - c.view_findings, c.view_findings);
    cantrip_compiled_destroy(&c);
    return failed ? CLI_FINDINGS : CLI_FINE;
}

int cli_fmt(const cli_options *o)
{
    cli_files rules = {0}, files = {0};
    own_rules(o, &rules);
    for (uint32_t i = 0; i < o->arg_count; i++)
        cli_files_add(&files, o->args[i]);
    int exit = rules.failed || files.failed || !files.count ? CLI_UNREADABLE : CLI_FINE;
    if (exit == CLI_FINE)
        exit = proof(o, &rules, &files);
    cli_files_free(&rules);
    cli_files_free(&files);
    return exit;
}

int cli_text(const cli_options *o)
{
    (void)o;
    return 0;
}
