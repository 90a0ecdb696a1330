#include "base/assert.h"

#ifdef CANTRIP_CHECKED
#include <stdio.h>
#include <stdlib.h>

void cantrip_assert_failed(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: this must be true: %s\n", file, line, what);
    abort();
}
#else
typedef int cantrip_nothing_to_check;
#endif
