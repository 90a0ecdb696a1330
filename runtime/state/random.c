/* ChaCha20 as a random generator, its whole state inside the block (8 rounds would do; 20 is what
 * the documents of the cipher test against). */
#include "runtime/state/state.h"

#include <string.h>

static uint32_t rotate(uint32_t v, int n)
{
    return v << n | v >> (32 - n);
}

static void quarter(uint32_t *x, int a, int b, int c, int d)
{
    x[a] += x[b];
    x[d] = rotate(x[d] ^ x[a], 16);
    x[c] += x[d];
    x[b] = rotate(x[b] ^ x[c], 12);
    x[a] += x[b];
    x[d] = rotate(x[d] ^ x[a], 8);
    x[c] += x[d];
    x[b] = rotate(x[b] ^ x[c], 7);
}

static void refill(rt_state *s)
{
    uint32_t x[16];
    memcpy(x, s->rng, sizeof x);
    for (int i = 0; i < 10; i++) {
        quarter(x, 0, 4, 8, 12);
        quarter(x, 1, 5, 9, 13);
        quarter(x, 2, 6, 10, 14);
        quarter(x, 3, 7, 11, 15);
        quarter(x, 0, 5, 10, 15);
        quarter(x, 1, 6, 11, 12);
        quarter(x, 2, 7, 8, 13);
        quarter(x, 3, 4, 9, 14);
    }
    for (int i = 0; i < 16; i++)
        s->rng_buffer[i] = x[i] + s->rng[i];
    s->rng[12]++;
    s->rng_used = 0;
}

void rt_random_seed(rt_state *s, uint64_t seed)
{
    static const uint32_t SIGMA[4] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    memset(s->rng, 0, sizeof s->rng);
    memcpy(s->rng, SIGMA, sizeof SIGMA);
    s->rng[4] = (uint32_t)seed;
    s->rng[5] = (uint32_t)(seed >> 32);
    s->rng_used = 16;
}

uint32_t rt_random_below(rt_state *s, uint32_t n)
{
    uint32_t limit = UINT32_MAX - UINT32_MAX % n;
    s->image.count = 0; /* what chance has said is not taken back and asked again (CR 721.1) */
    for (;;) {
        if (s->rng_used >= 16)
            refill(s);
        uint32_t v = s->rng_buffer[s->rng_used++];
        if (v < limit)
            return v % n;
    }
}
