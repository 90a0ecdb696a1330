#include "base/bytes.h"

#include <stdlib.h>
#include <string.h>

uint32_t bytes_read_u32(bytes_reader *r)
{
    if (r->size - r->off < 4 || r->failed) {
        r->failed = 1;
        return 0;
    }
    const uint8_t *p = r->at + r->off;
    r->off += 4;
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

uint64_t bytes_read_u64(bytes_reader *r)
{
    uint64_t low = bytes_read_u32(r);
    return low | (uint64_t)bytes_read_u32(r) << 32;
}

void bytes_copy_u32(uint32_t *to, const uint8_t *from, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const uint8_t *p = from + 4 * i;
        to[i] = (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
    }
}

void bytes_write(bytes_writer *w, const void *p, size_t size)
{
    if (w->failed || !size)
        return;
    if (w->cap - w->size < size) {
        size_t cap = w->cap ? w->cap : 4096;
        while (cap - w->size < size)
            cap *= 2;
        uint8_t *at = realloc(w->at, cap);
        if (!at) {
            w->failed = 1;
            return;
        }
        w->at = at;
        w->cap = cap;
    }
    memcpy(w->at + w->size, p, size);
    w->size += size;
}

void bytes_write_u32(bytes_writer *w, uint32_t v)
{
    uint8_t b[4] = {(uint8_t)v, (uint8_t)(v >> 8), (uint8_t)(v >> 16), (uint8_t)(v >> 24)};
    bytes_write(w, b, 4);
}

void bytes_write_u64(bytes_writer *w, uint64_t v)
{
    bytes_write_u32(w, (uint32_t)v);
    bytes_write_u32(w, (uint32_t)(v >> 32));
}

void bytes_patch_u32(bytes_writer *w, size_t off, uint32_t v)
{
    if (w->failed || off + 4 > w->size)
        return;
    for (int i = 0; i < 4; i++)
        w->at[off + (size_t)i] = (uint8_t)(v >> 8 * i);
}
