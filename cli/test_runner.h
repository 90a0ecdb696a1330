#ifndef CLI_TEST_RUNNER_H
#define CLI_TEST_RUNNER_H

#include "cli/cli.h"

/* Runs one test; 1 = passed. *out_report (malloc, may be NULL) says what went wrong. Of the options: `why`, the name of a card that
 * is explained where the test ends, or NULL; `seat` 2: `you` sits in the second seat, or the second team, and has the first turn. */
int cli_test_run(const cantrip_library *lib, uint32_t index, const cli_options *o,
                 char **out_report);

/* rules.c: how many rules of each section the tests cite. */
void cli_rules_report(const cantrip_library *lib);

#endif
