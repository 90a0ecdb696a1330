/* Turns a syntax error into an answer a good teacher would give: one message per way to be wrong.
 */
#ifndef COMPILER_EXPLAIN_H
#define COMPILER_EXPLAIN_H

#include "compiler/parse.h"

enum { CC_TOKEN_SPAN = 400 }; /* larger than any token number */

/* The token that cannot stand is the one before p->pos_idx; `can[t]` tells whether token t could.
 */
void cc_explain(cc_parse *p, int at_end, const char *class_name, const uint8_t *can);

#endif
