#include "compiler/ast.h"

#include <stdarg.h>
#include <string.h>

static const char *const NAMES[] = {
#define AST(id, name) [AST_##id] = name,
#include "compiler/ast_kinds.def"
#undef AST
};

const char *ast_kind_name(ast_kind kind)
{
    return NAMES[kind];
}

ast *ast_node(arena *a, ast_kind kind, cc_span span, int count, ...)
{
    ast *n = ARENA_NEW(a, ast);
    n->kind = (uint16_t)kind;
    n->span = span;
    n->kid_count = n->kid_cap = (uint16_t)count;
    if (count)
        n->kid = arena_alloc(a, sizeof *n->kid * (size_t)count);
    va_list ap;
    va_start(ap, count);
    for (int i = 0; i < count; i++)
        n->kid[i] = va_arg(ap, ast *);
    va_end(ap);
    return n;
}

ast *ast_push(arena *a, ast *list, ast *kid)
{
    if (list->kid_count == UINT16_MAX)
        a->fail(a->user);
    if (list->kid_count == list->kid_cap) {
        uint32_t cap = list->kid_cap;
        list->kid = arena_grow(a, list->kid, &cap, sizeof *list->kid);
        list->kid_cap = (uint16_t)(cap > UINT16_MAX ? UINT16_MAX : cap);
    }
    list->kid[list->kid_count++] = kid;
    if (kid && !list->span.line)
        list->span = kid->span;
    else if (kid && kid->span.line == list->span.line && kid->span.end_col > list->span.end_col)
        list->span.end_col = kid->span.end_col;
    return list;
}

ast *ast_at(const ast *n, int idx)
{
    return n && idx < n->kid_count ? n->kid[idx] : NULL;
}

int ast_is(const ast *n, ast_kind kind)
{
    return n && n->kind == kind;
}

const ast *ast_use(const ast *n)
{
    if (n)
        ((ast *)(uintptr_t)n)->used = 1;
    return n;
}

int ast_says(const ast *n, const char *text)
{
    if (!n || !n->text || strcmp(n->text, text) != 0)
        return 0;
    ast_use(n);
    return 1;
}

void ast_print(const ast *n, int depth, void (*put)(void *user, const char *text), void *user)
{
    if (!n) {
        put(user, " -");
        return;
    }
    if (n->kind == AST_LEAF) {
        put(user, " ");
        if (n->joined)
            put(user, n->joined), put(user, "~");
        put(user, n->text);
        return;
    }
    put(user, "\n");
    for (int i = 0; i < depth; i++)
        put(user, "  ");
    put(user, "(");
    put(user, NAMES[n->kind]);
    if (n->joined)
        put(user, " ~"), put(user, n->joined);
    for (int i = 0; i < n->kid_count; i++)
        ast_print(n->kid[i], depth + 1, put, user);
    put(user, ")");
}
