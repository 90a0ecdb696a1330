/* For searchers and learners: one pick at a time, many games at once, what is seen as numbers, and games played out by
 * chance. Each call is for one thread and one game, or its own games. */
#ifndef CANTRIP_SEARCH_H
#define CANTRIP_SEARCH_H

#include "cantrip/game.h"

CANTRIP_BEGIN

/* ---- picks: every question as a row of choices of one ---------------------------------------------
 * Action i < option_count picks option i; action option_count ends a question that may have fewer. When as many are
 * picked as can be, the question is answered by itself. */

/* Actions of the question at hand: option_count + 1, or 0 if nothing is asked. mask[i] = 1: legal. Writes at most `size`. */
uint32_t cantrip_pick_actions(cantrip_game *game, uint8_t *mask, uint32_t size);
/* E_ILLEGAL: not legal now; E_MEMORY: nothing has changed. Afterwards the game has stepped to the next question; if there was
 * no memory for that, the next call does it. */
cantrip_status cantrip_pick(cantrip_game *game, uint32_t action);

enum { CANTRIP_NOBODY = 0xFF, CANTRIP_NO_MEMORY = 0xFD, CANTRIP_NO_STEP = 0xFC };
/* One pick in each of `count` games. A game that is over, or whose action is UINT32_MAX, is left alone. Fills for each:
 * who is asked (CANTRIP_NOBODY: it is over; without memory CANTRIP_NO_MEMORY: nothing was picked, give its action again;
 * CANTRIP_NO_STEP: it was, and the next call, without an action, steps) and how many actions there are; the outputs may be
 * NULL. Returns how many picks were not legal. */
uint32_t cantrip_batch_pick(cantrip_game *const *games, uint32_t count, const uint32_t *actions,
                            uint32_t *out_player, uint32_t *out_actions);

/* The same for who plays games one after another: all arrays are the caller's and stay where they are, `count` long; those
 * of what comes out may be NULL. A game that is over, or was never stepped, becomes `start`, with its own next
 * seed, and goes on to its first question. Calls for different games may run in different threads; they may share `start`. */
enum { CANTRIP_DRAWN = 0xFE };
typedef struct cantrip_batch {
    uint32_t struct_size; /* sizeof(cantrip_batch): it grows at its end */
    uint32_t count;
    cantrip_game *const *games; /* of the library of `start` */
    const uint32_t *actions;    /* in: UINT32_MAX = none */
    const cantrip_game
        *start;         /* has its decks and was never stepped; NULL: games that are over stay so */
    uint64_t *seeds;    /* in, out: of the game that comes next in this place */
    uint64_t seed_step; /* ... and what is added to it then */
    uint32_t *players;  /* out: who is asked, or CANTRIP_NOBODY */
    uint32_t *action_counts; /* out */
    uint8_t *masks;          /* out: `count` rows, 1 = legal; the rest of a row is 0 */
    uint32_t mask_width;     /* actions in each row of it */
    uint32_t *
        ended; /* out: how the game ended that was over: the winner, CANTRIP_DRAWN (and where the rules
                                    machine gave up), or CANTRIP_NOBODY: it goes on */
    uint32_t picked, refused, finished; /* out: sums of this call */
    int32_t *rows; /* out: `count` times `row_max` rows as cantrip_observe gives them to whoever is
                      asked; those that are not there are 0 */
    uint32_t row_max;
    uint32_t *row_counts; /* out: how many there are, which may be more than row_max */
    uint32_t
        ranks; /* 1: an action is its rank among the legal ones, from 0, modulo how many these are: any
                       random numbers will do */
} cantrip_batch;
/* E_ARGUMENT: an array is missing, or `start` was stepped. E_MEMORY: call again, for games that `players` has as
 * CANTRIP_NO_MEMORY with the same action, for all others with none. */
cantrip_status cantrip_batch_step(cantrip_batch *batch);

/* ---- what is seen, as numbers ------------------------------------------------------------------ */

/* Rows of so many numbers: first one for each player, then one for each object that the viewer sees: stack, battlefield,
 * own hand, graveyards, exile.
 *   player: 1, number, life, hand, library, graveyard, poison, mana of six kinds, whose turn, turn, step, is asked, lost, team
 *   object: 2, id, card, zone, owner, controller, types, colours, mana value, power, toughness, damage, loyalty,
 *           +1/+1 counters, tapped, sick, attacking, blocking, attached to, x */
enum { CANTRIP_OBSERVE_WIDTH = 20 };
/* Writes at most `most` rows; returns how many there are. 0 = no memory. */
uint32_t cantrip_observe(cantrip_game *game, uint32_t viewer, int32_t *out, uint32_t most);

/* ---- chance ------------------------------------------------------------------------------------ */

/* Plays on by picks at random until the game is over, or `turns` turns have passed (0: to the end), and says what that is
 * worth to `player`: +-1,000,000 for a game that is won or lost, else life, cards and permanents against the others';
 * INT32_MIN: there was no memory to find out. The game is changed: give it a clone. */
int32_t cantrip_playout(cantrip_game *game, uint64_t seed, uint32_t turns, uint32_t player);

CANTRIP_END
#endif
