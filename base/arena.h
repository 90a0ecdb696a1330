/* A region of memory that is given back as a whole.
 *
 * The compiler allocates everything that lives as long as one compilation here, flex and bison
 * memory included, so that leaving early can leak nothing. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>
#include <stdint.h>

typedef struct arena_chunk arena_chunk;

typedef struct arena {
    arena_chunk *chunks;
    size_t used_size; /* bytes handed out so far, over all chunks */
    size_t size_max;  /* limit; reaching it calls `fail` */
    void (*fail)(void *user);
    void *user;
} arena;

/* `fail` is called when memory or the limit is exhausted and must not return. */
void arena_init(arena *a, size_t size_max, void (*fail)(void *user), void *user);
void arena_reset(arena *a);
/* Zeroed, aligned to 16. Never NULL. */
void *arena_alloc(arena *a, size_t size);
/* The first `size` bytes of `s` and a terminating zero. */
char *arena_strndup(arena *a, const char *s, size_t size);
char *arena_printf(arena *a, const char *fmt, ...);

#define ARENA_NEW(a, type) ((type *)arena_alloc((a), sizeof(type)))

/* A growing array inside an arena: VEC(int) v; VEC_PUSH(a, &v, 3); v.at[0]. Old storage stays until
 * the arena is reset. */
#define VEC(type)                                                                                  \
    struct {                                                                                       \
        type *at;                                                                                  \
        uint32_t count, cap;                                                                       \
    }
#define VEC_PUSH(a, v, x)                                                                          \
    do {                                                                                           \
        if ((v)->count == (v)->cap)                                                                \
            (v)->at = arena_grow((a), (v)->at, &(v)->cap, sizeof *(v)->at);                        \
        (v)->at[(v)->count++] = (x);                                                               \
    } while (0)
void *arena_grow(arena *a, void *old, uint32_t *cap, size_t elem_size);

/* A text that grows, without a zero at its end. Each addition takes time by its own length alone. */
typedef VEC(char) arena_chars;
void arena_chars_add(arena *a, arena_chars *out, const char *text);

#endif
