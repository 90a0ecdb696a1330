#include "base/hash.h"

#include <string.h>

#define PRIME UINT64_C(0x100000001b3)

uint64_t hash_bytes(uint64_t h, const void *bytes, size_t size)
{
    const unsigned char *p = bytes;
    for (size_t i = 0; i < size; i++)
        h = (h ^ p[i]) * PRIME;
    return h;
}

uint64_t hash_number(uint64_t h, uint64_t number)
{
    h = (h ^ number) * UINT64_C(0x9E3779B97F4A7C15);
    return h ^ h >> 29;
}

/* Little-endian on every machine; written out, compilers see that it is one load on most. */
static uint64_t word_at(const unsigned char *p)
{
    return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 |
           (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 |
           (uint64_t)p[7] << 56;
}

uint64_t hash_words(uint64_t h, const void *bytes, size_t size)
{
    const unsigned char *p = bytes;
    size_t i = 0;
    for (; i + 8 <= size; i += 8)
        h = hash_number(h, word_at(p + i));
    return hash_bytes(h, p + i, size - i);
}

uint64_t hash_file(uint64_t h, const void *bytes, size_t size)
{
    enum { LANES = 4 };
    const unsigned char *p = bytes;
    uint64_t lane[LANES] = {h, h, h, h};
    size_t i = 0;
    for (; i + 8 * LANES <= size; i += 8 * LANES)
        for (size_t k = 0; k < LANES; k++)
            lane[k] = hash_number(lane[k], word_at(p + i + 8 * k));
    for (size_t k = 0; k < LANES; k++)
        h = hash_number(h, lane[k]);
    return hash_words(h, p + i, size - i);
}
