/* Which declarations of attackers and blockers are legal (CR 508.1c to d, 509.1b to c): they break no
 * restriction and obey as many requirements as is possible without breaking one. Creatures are asked one
 * after the other; what is offered can always be completed to such a declaration. */
#ifndef RUNTIME_DECLARE_H
#define RUNTIME_DECLARE_H

#include "runtime/combat/combat.h"

/* Can creature `blocker` block `attacker` as far as the two are concerned (CR 509.1b)? */
int rt_can_block(rt_game *g, uint32_t blocker, uint32_t attacker);
/* What the blocks of a player cost so far (CR 509.1d); 1 = anything. */
int rt_block_bill(rt_game *g, uint32_t player, rt_bill *bill);
/* Adds an option for each attacker that the creature at `place` of the battlefield may block, and for not
 * blocking; creatures before it have been asked. 0 = it cannot block anything. */
int rt_block_options(rt_game *g, uint32_t place);
/* May the creature at `place` attack, may it stay? `able`: for every place, whether it could attack without
 * or with a payment that can be made; bits of rt_attack_choice. */
/* How many requirements to attack it obeys by attacking `whom`; 0: as well as it can. */
int32_t rt_must_attack(rt_game *g, uint32_t idx, rt_entity whom);
int rt_attack_is_free(rt_game *g, uint32_t idx,
                      rt_entity whom);   /* it may, and nothing is to be paid */
int rt_attacks_linked(const rt_game *g); /* does any rule make it matter? Else both are possible. */
enum rt_attack_choice { RT_MAY_ATTACK = 1, RT_MAY_STAY = 2 };
int rt_attack_choices(rt_game *g, uint32_t place, const uint8_t *able, const uint8_t *free_attack);

/* Does a rule say how many creatures can attack? Then the options of the creature at `place` that could attack `whom`. */
int rt_attack_limited(rt_game *g);
void rt_limited_attacks(rt_game *g, uint32_t place, const rt_entity *whom, const int32_t *cost,
                        uint32_t count);
/* Whom a creature could attack, and whether that costs something; how many. */
uint32_t rt_attacked(rt_game *g, uint32_t idx, rt_entity *whom, int32_t *cost);

/* Further attackers for a creature that blocks already; 1 = there are any. */
int rt_more_block_options(rt_game *g, uint32_t idx);

/* ---- block.c ---- */
/* Those that block an attacker, in order of the battlefield, in temporary memory. */
uint32_t rt_blockers_of(const rt_game *g, rt_entity attacker, uint32_t **out);

#endif
