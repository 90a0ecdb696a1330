/* The shape of a source: declarations, statements and blocks. What a statement says is left as tokens:
 * phrases are read by compiler/meaning. Everything lives in the compilation's arena. */
#ifndef COMPILER_SYNTAX_SOURCE_H
#define COMPILER_SYNTAX_SOURCE_H

#include "compiler/diag.h"
#include "compiler/syntax/words.h"

/* Limits; SYN_DEPTH_MAX is the deepest nesting of blocks (recursion later on is bounded by it). */
enum { SYN_SOURCE_SIZE_MAX = 16 * 1024 * 1024, SYN_DEPTH_MAX = 64, SYN_PHRASE_MAX = 400 };

typedef struct syn_token {
    int kind;         /* a token of grammar.y, or SYN_RAW_NL */
    const char *text; /* zero-terminated */
    syn_word word;    /* of a word; 0 for everything else */
    cc_span span;
    uint32_t indent;     /* bytes of white space at the start of its line */
    uint8_t starts_line; /* first token on its line */
} syn_token;
enum { SYN_RAW_NL = 1 };
typedef VEC(syn_token) syn_tokens;

/* Tokens of one statement, head or declaration: `count` of them from `first` on. */
typedef struct syn_phrase {
    const syn_token *first;
    uint32_t count;
} syn_phrase;

typedef struct syn_stmt syn_stmt;
typedef struct syn_block {
    VEC(syn_stmt *) stmts;
    cc_span span;
    uint8_t braces;
} syn_block;

struct syn_stmt {
    cc_span span;
    syn_phrase phrase; /* all of it, or what stands before ':' or '{' */
    syn_block *body;   /* behind ':' or in braces; NULL */
    syn_block *other;  /* behind 'else'; NULL */
    uint8_t colon;     /* the body stands behind ':' */
};

typedef struct syn_decl {
    cc_span span;
    const syn_token *head; /* card, test, or the word that says what is declared */
    syn_phrase phrase;     /* what follows it, up to the block */
    syn_block *body;
    struct syn_decl
        *face; /* of a card: its next face; `head` is then 'split', 'flip', 'back', 'meld' */
} syn_decl;

typedef struct syn_source {
    arena *mem;
    cc_diags *diags;
    syn_words *words;
    uint32_t file;
    syn_tokens tokens;
    VEC(syn_decl *) decls;
    /* scanner */
    uint32_t line, col, indent;
    int starts_line;
    /* parser */
    uint32_t pos_idx; /* next token to hand to the grammar */
    int told_end;     /* 'a block is still open' was said */
    uint32_t judged;  /* tokens that what follows speaks of: those in front of the last mistake */
    uint32_t open_depth, opened; /* blocks that are open there, and the line of the outermost */
    uint32_t stray_line;         /* the last line that began no declaration */
} syn_source;

/* Scans and parses; declarations are in src->decls, mistakes in src->diags. */
void syn_read(syn_source *src, const char *text, size_t size);
/* imports.c: takes out what an earlier import has declared word by word. */
void syn_merge_imports(arena *mem, syn_source *const *parsed, uint32_t import_count);
/* Is `word` one that begins a declaration in column 0? */
int syn_begins_declaration(const char *word);
cc_span syn_phrase_span(syn_phrase p);

/* Between the files of this folder. */
int syn_scan(syn_source *src, const char *text, size_t size); /* 0: unreadable */
void syn_token_add(syn_source *src, int kind, const char *text, size_t size);
void syn_fold_lines(syn_source *src);

#endif
