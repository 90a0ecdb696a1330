#include "cli/cli.h"
int cli_test(const cli_options *o) { (void)o; return 0; }
