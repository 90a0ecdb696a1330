/* What has been done to a game from outside, in order. Everything else follows from it: a game is its library,
 * its options and this. Kept as words in history[]: kind | count << 8, then so many words. */
#ifndef RUNTIME_HISTORY_H
#define RUNTIME_HISTORY_H

#include "runtime/host/api.h"

enum rt_deed {
    RT_DEED_RUN, /* a step that had something to do */
    RT_DEED_ANSWER,
    RT_DEED_DECK,     /* face, player, count */
    RT_DEED_CONCEDE,  /* player */
    RT_DEED_POSITION, /* turn */
    RT_DEED_STEP,     /* step, player */
    RT_DEED_PUT,      /* player, face, zone, count, tapped, fresh */
    RT_DEED_COUNTERS, /* on, kind, by */
    RT_DEED_ATTACH,   /* object, host: places in object[] */
    RT_DEED_LIFE,     /* player, life */
    RT_DEED_EFFECT,   /* function, player */
    RT_DEED_LOOK,     /* characteristics were brought up to date */
    RT_DEED_RESAMPLE, /* player, seed: low, high */
    RT_DEED_SEATS, /* team_size, shared, range, attack, seating, life, commander_damage of the options */
    RT_DEED_COUNT
};

/* Makes room for one deed, so that noting it cannot fail; RT_FAULT_NONE, MEMORY or FULL. */
uint32_t rt_history_reserve(rt_game *g, uint32_t words);
void rt_history_note(rt_game *g, uint32_t deed, const uint32_t *words, uint32_t count);

/* Has it begun? Decks and positions do not ask for chance: until its first step a game is the same for every seed. */
int rt_was_stepped(const rt_game *g);

/* The same deeds, with numbers for names; each changes the game as a whole or not at all, and notes itself. */
cantrip_status rt_do_run(cantrip_game *game);
cantrip_status rt_do_answer(cantrip_game *game, const uint32_t *chosen, uint32_t count);
cantrip_status rt_do_seats(cantrip_game *game, const uint32_t *words);
cantrip_status rt_do_deck(cantrip_game *game, const uint32_t *words);
cantrip_status rt_do_concede(cantrip_game *game, const uint32_t *words);
cantrip_status rt_do_position(cantrip_game *game, const uint32_t *words);
cantrip_status rt_do_step(cantrip_game *game, const uint32_t *words);
cantrip_status rt_do_put(cantrip_game *game, const uint32_t *words);
cantrip_status rt_do_counters(cantrip_game *game, const uint32_t *words);
cantrip_status rt_do_attach(cantrip_game *game, const uint32_t *words);
cantrip_status rt_do_life(cantrip_game *game, const uint32_t *words);
cantrip_status rt_do_effect(cantrip_game *game, const uint32_t *words);
cantrip_status rt_do_look(cantrip_game *game);
/* setup.c: changes the game as a whole or not at all, and notes it. */
cantrip_status rt_carry_out(cantrip_game *game, rt_body_fn body, void *user, uint32_t deed,
                            const uint32_t *words, uint32_t count);
cantrip_status rt_do_resample(cantrip_game *game, const uint32_t *words);
/* Carries out one deed; E_STATE: there is none of that kind and length. */
cantrip_status rt_history_redo(cantrip_game *game, uint32_t deed, const uint32_t *words,
                               uint32_t count);
/* A new game with the options of another. */
cantrip_status rt_game_again(const cantrip_library *library, const rt_state *options,
                             cantrip_game **out_game);
/* Does to a new game what history[] of `from` says; CANTRIP_OK, or what the first deed that fails gives. */
cantrip_status rt_history_replay(cantrip_game *game, const rt_state *from);

#endif
