/* The turn and what goes on in it: steps, priority, resolving, state-based actions, loops, players who leave (CR 103,
 * 104, 500 to 514, 608, 704, 800.4). */
#ifndef RUNTIME_TURN_H
#define RUNTIME_TURN_H

#include "runtime/combat/combat.h"

/* ---- sba.c ---- */
int rt_designations(rt_game *g); /* what static abilities give for good (CR 702.130b); how many */
/* May the Aura be attached to `host` (CR 303.4)? Also for an Aura that is about to enter. */
int rt_can_enchant(rt_game *g, uint32_t aura, rt_entity host, uint32_t controller);
int rt_legends_ask(rt_game *g);         /* 1 = somebody is asked which of two to keep */
int rt_sba(rt_game *g, uint32_t batch); /* adds the events of CR 704.5 to the batch; how many */

/* ---- leaving.c ---- */
enum { RT_EXTRA_STEP = 1 << 8 }; /* in extra_phase[]: a step, not a phase */
enum rt_loss {
    RT_LOSS_NONE,
    RT_LOSS_LIFE,
    RT_LOSS_DRAW,
    RT_LOSS_POISON,
    RT_LOSS_SHARED_POISON,
    RT_LOSS_COMMANDER,
    RT_LOSS_EFFECT
};
const char *rt_loss_text(uint32_t why);
void rt_player_loses(rt_game *g, uint32_t p, const char *why);
void rt_game_end_check(rt_game *g);
void rt_draws(rt_game *g, uint32_t by); /* an effect of theirs says that the game is a draw */
/* Those who have lost leave, and what they controlled is exiled; 1 = something happened. May push a procedure. */
int rt_leave_check(rt_game *g);
void rt_object_leaves(rt_game *g, uint32_t idx); /* with its owner */
void rt_concedes(rt_game *g, uint32_t p);

/* ---- start.c ---- */
int rt_start_anew(rt_game *g);              /* the same of START */
uint32_t rt_begin_in_command(rt_game *g,    /* begins what is done with a card there */
                             uint32_t idx); /* its context + 1, or 0: nothing is */

/* ---- flow.c ---- */
void rt_priority_stale(rt_game *g); /* who was asked for priority is asked anew */
void rt_priority_anew(rt_game *g);  /* the procedure on top, PRIORITY, asks once more */
void rt_frame_start(rt_game *g, uint32_t func, uint32_t ctx_idx, uint32_t event);
void rt_taken_back(rt_game *g, uint32_t player); /* the procedure on top asks once more what that player does */

/* ---- turn.c ---- */
uint32_t rt_turn_point(const rt_game *g, uint32_t of);
int rt_turn_goes_on(rt_game *g);
int32_t rt_turn_fact(const rt_game *g, uint32_t fact); /* enum vm_turn_fact */

/* ---- loops.c ---- */
/* CR 104.4b: a step without a choice, 1 = the game is a draw now; a choice, or a new step. */
int rt_loop_check(rt_game *g);
void rt_loop_broken(rt_game *g);
void rt_loop_answered(rt_game *g, const uint32_t *chosen, uint32_t count); /* the question at hand */

#endif
