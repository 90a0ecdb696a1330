/* An allocator that fails when it is told to: linked with malloc, calloc and realloc wrapped. */
#ifndef TESTS_UNIT_FAILING_H
#define TESTS_UNIT_FAILING_H

#include <stddef.h>

static long allocations, failing; /* the allocation of that number fails; 0 = none */
static int all_later;             /* ... and all behind it */
static long refusals;             /* since it was last set to 0 */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *p, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *p, size_t size);

static inline int refuse(void)
{
    allocations++;
    const int no = failing && (all_later ? allocations >= failing : allocations == failing);
    refusals += no;
    return no;
}

void *__wrap_malloc(size_t size)
{
    return refuse() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return refuse() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *p, size_t size)
{
    return refuse() ? NULL : __real_realloc(p, size);
}

static inline void fail_at(long n)
{
    allocations = 0;
    failing = n;
}

#endif
