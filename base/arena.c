#include "base/arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_SIZE = 64 * 1024, ALIGN = 16 };

struct arena_chunk {
    arena_chunk *next;
    size_t used_size, size;
};

void arena_init(arena *a, size_t size_max, void (*fail)(void *user), void *user)
{
    *a = (arena){NULL, 0, size_max, fail, user};
}

void arena_reset(arena *a)
{
    for (arena_chunk *c = a->chunks, *next; c; c = next) {
        next = c->next;
        free(c);
    }
    a->chunks = NULL;
    a->used_size = 0;
}

void *arena_alloc(arena *a, size_t size)
{
    const size_t head = (sizeof(arena_chunk) + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    size = (size + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    if (size > a->size_max - a->used_size)
        a->fail(a->user);
    arena_chunk *c = a->chunks;
    if (!c || c->size - c->used_size < size) {
        size_t want = size + head > CHUNK_SIZE ? size + head : CHUNK_SIZE;
        c = calloc(1, want);
        if (!c)
            a->fail(a->user);
        c->size = want;
        c->used_size = head;
        c->next = a->chunks;
        a->chunks = c;
    }
    void *p = (char *)c + c->used_size;
    c->used_size += size;
    a->used_size += size;
    return p;
}

char *arena_strndup(arena *a, const char *s, size_t size)
{
    char *p = arena_alloc(a, size + 1);
    memcpy(p, s, size);
    return p;
}

char *arena_printf(arena *a, const char *fmt, ...)
{
    va_list ap, again;
    va_start(ap, fmt);
    va_copy(again, ap);
    int size = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    char *p = arena_alloc(a, (size_t)size + 1);
    vsnprintf(p, (size_t)size + 1, fmt, again);
    va_end(again);
    return p;
}

void *arena_grow(arena *a, void *old, uint32_t *cap, size_t elem_size)
{
    uint32_t old_cap = *cap;
    *cap = old_cap ? old_cap * 2 : 8;
    void *p = arena_alloc(a, *cap * elem_size);
    if (old_cap)
        memcpy(p, old, old_cap * elem_size);
    return p;
}

void arena_chars_add(arena *a, arena_chars *out, const char *text)
{
    for (; *text; text++)
        VEC_PUSH(a, out, *text);
}
