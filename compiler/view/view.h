/* What can be seen of a compilation beside its pack: meaning as trees, formatted sources, text for players. Sentences
 * are read a second time for it, so that the compilation itself is the same with a view and without. */
#ifndef COMPILER_VIEW_VIEW_H
#define COMPILER_VIEW_VIEW_H

#include "cantrip/compiler.h"
#include "compiler/lower/lower.h"
#include "compiler/meaning/print.h"

typedef struct cc_view {
    const char *text; /* NULL: nothing was asked for */
    uint32_t count, findings;
} cc_view;

/* `last`: the source that VIEW_FORMAT formats. */
void cc_view_make(cc_unit *u, const cantrip_compile_options *options, const syn_source *last,
                  const cantrip_source *text, cc_view *out);

/* ---- between view.c and format.c ---- */

typedef struct viewer { /* reads the statements of one card, one after the other */
    cc_unit *u;
    cc_diags diags; /* what is wrong is told by the compilation itself */
    m_context context;
    m_links links;
    m_card_view card;
} viewer;

void cc_viewer_begin(viewer *v, cc_unit *u, uint32_t face);
/* What a statement means; NULL if it cannot be read. The names it gives are known from then on. */
m_ability *cc_viewer_read(viewer *v, const syn_stmt *s);
/* The meaning of a text where the viewer stands, without giving names; NULL if it cannot be read. */
m_ability *cc_viewer_reread(const viewer *before, const char *text);
/* The sentence in the style of sources; NULL if it would be read as something else. *out_tree: its tree. */
const char *cc_viewer_print(const viewer *before, const m_ability *meaning, const char **out_tree);

const char *cc_format(cc_unit *u, const syn_source *source, const cantrip_source *text,
                      uint32_t *out_left);
void cc_player_text(cc_unit *u, uint32_t face, arena_chars *out);

#endif
