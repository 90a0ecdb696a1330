/* What a word, keyword or card is: for `cantrip explain`. */
#ifndef COMPILER_EXPLAIN_H
#define COMPILER_EXPLAIN_H

#include "cantrip/compiler.h"
#include "compiler/vocabulary/vocabulary.h"

/* Lines of text in the vocabulary's arena; NULL = nothing is called so. */
const char *cc_explain(vocabulary *v, syn_source *const *parsed, const cantrip_source *sources,
                       uint32_t count, const char *what);

#endif
