/* The answers of random play: a small generator of its own, so that the game's is left alone. */
#ifndef CLI_RANDOM_H
#define CLI_RANDOM_H

#include <stdint.h>

#include "cantrip/game.h"

static inline uint32_t cli_random_below(uint64_t *s, uint32_t n)
{
    *s ^= *s << 13;
    *s ^= *s >> 7;
    *s ^= *s << 17;
    return (uint32_t)(((*s >> 32) * n) >> 32);
}
/* Answers uniformly among the legal answers' sizes, then options. */
void cli_random_answer(cantrip_game *game, const cantrip_decision *d, uint64_t *s);

#endif
