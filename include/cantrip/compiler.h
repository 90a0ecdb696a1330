/* Cantrip's compiler: card text to packs. See docs/language.md for the language.
 *
 * Thread-safe: every call is independent. Needs libcantrip_compiler and libcantrip. */
#ifndef CANTRIP_COMPILER_H
#define CANTRIP_COMPILER_H

#include "cantrip/api.h"

CANTRIP_BEGIN

typedef struct cantrip_source {
    const char *name;   /* shown in messages; zero-terminated */
    const char *text;   /* UTF-8; need not be zero-terminated */
    size_t size;        /* bytes, at most 16 MiB */
    uint64_t pack_hash; /* of an import that came out of a pack, else 0; the new pack names it */
} cantrip_source;

typedef struct cantrip_diagnostic {
    uint32_t code;         /* permanent: 201 is shown as E0201 */
    const char *file;      /* name of the source; "" if the mistake belongs to none */
    uint32_t line, column; /* from 1; column counts bytes; 0 = nowhere */
    uint32_t end_column;   /* first column behind it, on the same line */
    const char *message;   /* one line */
    const char *help;      /* one line or NULL */
} cantrip_diagnostic;

/* What else a compilation shows of its sources. */
typedef enum cantrip_view {
    CANTRIP_VIEW_NONE,
    CANTRIP_VIEW_MEANING, /* the meaning of every sentence on cards, as a tree */
    CANTRIP_VIEW_FORMAT,  /* the one source, as it is written by the book */
    CANTRIP_VIEW_TEXT,    /* cards as a player reads them */
    CANTRIP_VIEW_PROOF /* sentences that are printed and mean something else when they are read again */
} cantrip_view;
typedef struct cantrip_compile_options {
    cantrip_view view;
    const char *card; /* of VIEW_TEXT: only the card of this name; NULL: all */
} cantrip_compile_options;

/* Owns everything it points to until cantrip_compiled_destroy. */
typedef struct cantrip_compiled {
    void *pack;       /* NULL when there were mistakes or memory ran out */
    size_t pack_size; /* bytes */
    const cantrip_diagnostic *diagnostics;
    uint32_t diagnostic_count; /* at most 100 are kept */
    uint32_t mistake_count;    /* all, kept or not */
    uint32_t card_count, test_count;
    const char *view;    /* what the options asked for, zero-terminated; NULL: there is none */
    uint32_t view_count; /* sentences (VIEW_MEANING, VIEW_PROOF) or cards (VIEW_TEXT) in it */
    uint32_t
        view_findings; /* VIEW_PROOF: how many came back as something else; VIEW_FORMAT: sentences left as they were */
    void *storage;
} cantrip_compiled;

/* Compiles sources into one pack. `imports` are sources whose declarations may be used, usually the
 * rules vocabulary; they are read before `sources`, and their cards and tests are left out.
 * Always fills *out; returns 1 if a pack came out, 0 if diagnostics say why not; without any there was no memory, or a text
 * was NULL. */
int cantrip_compile(const cantrip_source *imports, uint32_t import_count,
                    const cantrip_source *sources, uint32_t source_count, cantrip_compiled *out);
/* The same; `options` may be NULL. What is asked to be seen is there even if no pack came out, as far as the
 * sources could be read. Only VIEW_MEANING and VIEW_NONE make a pack. */
int cantrip_compile_with(const cantrip_compile_options *options, const cantrip_source *imports,
                         uint32_t import_count, const cantrip_source *sources,
                         uint32_t source_count, cantrip_compiled *out);
/* Makes an import of a compiled pack: its vocabulary, and its hash. `name` is kept. The text belongs to the
 * caller (free). 1 = done; 0 = the pack was refused or memory ran out. */
int cantrip_pack_as_import(const char *name, const void *bytes, size_t size, cantrip_source *out);
void cantrip_compiled_destroy(cantrip_compiled *compiled);

/* What a word, keyword or card of the sources is and where it stands, as lines of text that belong to the caller (free);
 * NULL = nothing is called so. */
char *cantrip_explain(const cantrip_source *sources, uint32_t source_count, const char *what);

/* What a diagnostic's code means in general, or NULL if there is no such code. */
const char *cantrip_diagnostic_title(uint32_t code);

CANTRIP_END
#endif
