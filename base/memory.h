/* Where memory comes from: the program that uses the library may say so (include/cantrip/game.h). NULL = the C library. */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>

typedef struct base_memory {
    void *(*alloc)(void *user, size_t size);            /* NULL: there is none left */
    void *(*resize)(void *user, void *at, size_t size); /* at: not NULL */
    void (*free)(void *user, void *at);                 /* at: not NULL */
    void *user;
} base_memory;

void *base_alloc(const base_memory *m, size_t size);
void *base_zeroed(const base_memory *m, size_t count, size_t size);
void *base_resize(const base_memory *m, void *at, size_t size); /* at: may be NULL */
void base_free(const base_memory *m, void *at);                 /* the same */

#endif
