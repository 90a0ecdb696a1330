/* Diagnostics: what is wrong, where, and what was expected. Rendering is in cli/; text never
 * decides a test, code and place do. */
#ifndef COMPILER_DIAG_H
#define COMPILER_DIAG_H

#include "base/arena.h"

typedef struct cc_span {
    uint32_t file;      /* index of the source, in the order given to the compiler */
    uint32_t line, col; /* 1-based; col counts bytes; line 0 = nowhere */
    uint32_t end_col;   /* first column behind it, on the same line */
} cc_span;

typedef enum cc_code {
#define DIAG(number, name, title) CC_##name = number,
#include "compiler/diag_codes.def"
#undef DIAG
} cc_code;

typedef struct cc_diag {
    cc_code code;
    cc_span span;
    const char *message; /* one line */
    const char *help;    /* NULL or one line */
} cc_diag;

typedef struct cc_diags {
    arena *mem;
    VEC(cc_diag) list;
    uint32_t max; /* further ones are counted, not kept */
    uint32_t total_count;
    int last_kept; /* was the last one new? only then may help be added to it */
} cc_diags;

/* No further one is kept: what one would say of them need not be found out. */
int cc_diags_full(const cc_diags *d);
void cc_diag_add(cc_diags *d, cc_code code, cc_span span, const char *fmt, ...);
/* Adds a line of help to the last diagnostic. */
void cc_diag_help(cc_diags *d, const char *fmt, ...);
/* The title of a code, for `cantrip explain` and the generated page; NULL if there is no such code.
 */
const char *cc_code_title(unsigned number);

#endif
