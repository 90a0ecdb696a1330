/* Combat (CR 506 to 511). */
#ifndef RUNTIME_COMBAT_H
#define RUNTIME_COMBAT_H

#include "runtime/cast/cast.h"

/* ---- combat.c, attack.c, block.c ---- */
/* may this be done as though the rule's keyword were not there (CR 609.4)? */
int rt_is_despite(rt_game *g, uint32_t op, rt_entity e, rt_entity attacker, const rt_ctx *rule);
int rt_may_be_attacked(const rt_game *g, uint32_t player); /* is it a defending player? */
int rt_can_attack(rt_game *g, uint32_t idx, rt_entity whom);
const char *rt_why_not_attack(rt_game *g, uint32_t idx); /* in words, with the rule: explain.c */
void rt_remove_from_combat(rt_game *g, uint32_t idx);
/* A planeswalker leaves combat; what attacks it goes on attacking, but nothing (CR 506.4c). */
void rt_remove_attacked(rt_game *g, uint32_t idx);
void rt_attack_begin(rt_game *g, uint32_t idx, rt_entity whom); /* it attacks from now on */
int rt_blocks(const rt_game *g, uint32_t blocker, rt_entity attacker);
/* Players and planeswalkers that can be attacked; room for all players and permanents. */
uint32_t rt_attackable(rt_game *g, rt_entity *whom);
/* It blocks that attacker, too; 1 = it may block another one (CR 509.1a). */
int rt_block_begin(rt_game *g, uint32_t idx, rt_entity attacker);

/* What is declared costs something: from here on all of it can be taken back (CR 721.1). The stage of the procedure at hand is where that
 * goes on then. */
void rt_declared_for(rt_game *g, uint32_t undone);
/* It is paid: 1, or it could not be, and everything is as it was before. */
int rt_declared_is_paid(rt_game *g);
/* After so many declarations in vain nothing that costs something is offered any more. */
enum { RT_TRIES_MAX = 3 };
/* The blockers of an attacker in the order in which it assigns damage, in temporary memory. */
/* ---- combat_damage.c ---- */
/* How much a creature assigns, whether in this step, and what is lethal beside what the batch has. */
int32_t rt_assigns(rt_game *g, uint32_t idx);
int rt_deals_now(const rt_game *g, const rt_object *o, int first_step);
int32_t rt_lethal(const rt_game *g, const rt_object *src, uint32_t idx, uint32_t batch);
/* What it assigns its damage among, in that order; in temporary memory. */
uint32_t rt_assigns_among(const rt_game *g, uint32_t idx, uint32_t **list);
uint32_t rt_blockers_in_order(const rt_game *g, rt_entity attacker, uint32_t **list);
uint32_t *rt_block_order(const rt_game *g, uint32_t blocker, rt_entity attacker); /* its place */

#endif
