/* Cantrip: positions and tests. Sets up any position of a game instead of starting it, and gives
 * access to the tests that a pack holds. Players are 0 (you) and 1 (the opponent) in tests. */
#ifndef CANTRIP_SETUP_H
#define CANTRIP_SETUP_H

#include "cantrip/game.h"

CANTRIP_BEGIN

/* The game will not be started by its procedure: no shuffling, no opening hands; it begins in the
 * main phase of player 0's turn `turn` (at least 1). Call before anything else and before the first
 * step. */
cantrip_status cantrip_setup_position(cantrip_game *game, uint32_t turn);
/* Puts `count` cards into a zone (numbers as in cantrip_object_view). On the battlefield they have
 * been under control since before this turn, unless `fresh`. E_NAME: no such card. Whoever has been
 * asked what they do with priority is asked anew: the decision at hand is over, step again. The same
 * holds for the calls below. */
enum cantrip_setup_status {
    CANTRIP_SETUP_TAPPED = 1,
    CANTRIP_SETUP_FACE_DOWN = 2,
    CANTRIP_SETUP_COMMANDER = 4 /* the cards are commanders of their owner (CR 903.3) */
};
cantrip_status cantrip_setup_put(cantrip_game *game, uint32_t player, const char *card,
                                 uint32_t zone, uint32_t count, uint32_t status, int fresh);
/* Acts on the last card of that name that the player controls on the battlefield; "" = on the
 * player. */
cantrip_status cantrip_setup_counters(cantrip_game *game, uint32_t player, const char *card,
                                      uint32_t kind, int32_t count);
cantrip_status cantrip_setup_attach(cantrip_game *game, uint32_t player, const char *card,
                                    const char *host);
cantrip_status cantrip_setup_life(cantrip_game *game, uint32_t player, int32_t life);
/* Begins in that step of that player's turn. */
cantrip_status cantrip_setup_step(cantrip_game *game, uint32_t step, uint32_t player);

/* What functions of the pack say about the game, as seen by `player`; 0 = there is no such function, or it could not be
 * worked out. */
int64_t cantrip_eval_number(cantrip_game *game, uint32_t function, uint32_t player);
/* Fills `out` with up to `max` ids; returns how many there are. */
uint32_t cantrip_eval_set(cantrip_game *game, uint32_t function, uint32_t player, cantrip_id *out,
                          uint32_t max);
/* Carries out an effect at once, between two questions. */
cantrip_status cantrip_eval_effect(cantrip_game *game, uint32_t function, uint32_t player);

typedef struct cantrip_test {
    const char *name, *file;
    uint32_t line, step_count, cite_count, defaults_allowed;
} cantrip_test;
typedef struct cantrip_test_step {
    uint32_t kind, player, a, b, c, d, line; /* vm/abi/abi.h: enum vm_test_step */
    const char *name, *other;                /* a and b as strings, "" if they are none */
} cantrip_test_step;
uint32_t cantrip_test_count(const cantrip_library *library);
cantrip_test cantrip_test_at(const cantrip_library *library, uint32_t index);
const char *cantrip_test_cite(const cantrip_library *library, uint32_t index, uint32_t cite);
cantrip_test_step cantrip_test_step_at(const cantrip_library *library, uint32_t index,
                                       uint32_t step);

/* Prints a pack in readable form, line by line. */
void cantrip_pack_print(const cantrip_library *library, void (*line)(void *user, const char *text),
                        void *user);

CANTRIP_END
#endif
