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

uint64_t hash_words(uint64_t h, const void *bytes, size_t size)
{
    const unsigned char *p = bytes;
    size_t i = 0;
    for (; i + 8 <= size; i += 8) {
        uint64_t w = 0;
        for (int b = 7; b >= 0; b--) /* little-endian on every machine */
            w = w << 8 | p[i + (size_t)b];
        h = hash_number(h, w);
    }
    return hash_bytes(h, p + i, size - i);
}
