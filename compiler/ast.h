/* The syntax tree: one node type, children by position (ast_kinds.def lists them). Built by the
 * grammar, read by everything after it. Lives in the compilation's arena. */
#ifndef COMPILER_AST_H
#define COMPILER_AST_H

#include "base/arena.h"
#include "compiler/diag.h"

typedef enum ast_kind {
#define AST(id, name) AST_##id,
#include "compiler/ast_kinds.def"
#undef AST
    AST_KIND_COUNT
} ast_kind;

typedef struct ast ast;
struct ast {
    uint16_t kind; /* ast_kind */
    uint16_t kid_count, kid_cap;
    uint8_t used;       /* somebody took this word up (unused.c) */
    int token;          /* of a leaf: the token's class */
    const char *text;   /* of a leaf: as written, vocabulary words as declared */
    const char *joined; /* how it is joined to what stands before it: "and", "or", ",", or NULL */
    cc_span span;
    ast **kid;
};

ast *ast_node(arena *a, ast_kind kind, cc_span span, int count, ...);
ast *ast_push(arena *a, ast *list, ast *kid); /* returns `list`; widens its span */
const char *ast_kind_name(ast_kind kind);
/* Child `idx`, or NULL when the node is NULL or has none there. */
ast *ast_at(const ast *n, int idx);
int ast_is(const ast *n, ast_kind kind);
/* Marks a word, or a phrase as a whole, as taken up; gives it back. The only change a tree sees. */
const ast *ast_use(const ast *n);
/* Is the node a leaf with exactly this text? Then it is also marked as taken up. */
int ast_says(const ast *n, const char *text);
/* Writes the tree to `out` as nested parentheses, for `cantrip check --tree`. */
void ast_print(const ast *n, int depth, void (*put)(void *user, const char *text), void *user);

#endif
