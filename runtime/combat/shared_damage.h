/* What a creature may assign where others fight the same one (CR 510.1e). */
#ifndef CANTRIP_RUNTIME_COMBAT_SHARED_DAMAGE_H
#define CANTRIP_RUNTIME_COMBAT_SHARED_DAMAGE_H

#include "runtime/combat/combat.h"

typedef struct rt_damage_plan rt_damage_plan;

typedef struct rt_damage_step {
    uint32_t blocker, count; /* which of how many that it fights */
    int32_t left;            /* what it has to assign to this one and those behind it */
} rt_damage_step;

/* What is assigned in the batch and who of its side is still to assign, for the creature at that place of the battlefield; in
 * temporary memory. */
rt_damage_plan *rt_damage_plan_of(rt_game *g, uint32_t idx, uint32_t place, uint32_t batch,
                                  int first_step);
/* May it assign so much? */
int rt_damage_plan_allows(rt_game *g, rt_damage_plan *p, const rt_damage_step *step,
                          int32_t amount);

#endif
