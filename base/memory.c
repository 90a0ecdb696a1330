#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *base_alloc(const base_memory *m, size_t size)
{
    return m ? m->alloc(m->user, size ? size : 1) : malloc(size ? size : 1);
}

void *base_zeroed(const base_memory *m, size_t count, size_t size)
{
    if (!m)
        return calloc(count ? count : 1, size);
    if (size && count > SIZE_MAX / size)
        return NULL;
    void *at = base_alloc(m, count * size);
    return at ? memset(at, 0, count * size) : NULL;
}

void *base_resize(const base_memory *m, void *at, size_t size)
{
    if (!at)
        return base_alloc(m, size);
    return m ? m->resize(m->user, at, size ? size : 1) : realloc(at, size ? size : 1);
}

void base_free(const base_memory *m, void *at)
{
    if (!m)
        free(at);
    else if (at)
        m->free(m->user, at);
}
