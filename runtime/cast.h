/* What casting, activating and offering share: legal targets and modes, and what a spell costs. */
#ifndef RUNTIME_CAST_H
#define RUNTIME_CAST_H

#include "runtime/rules.h"

/* targets.c */
int rt_modes_legal(rt_game *g, const vm_ability *a, const rt_ctx *c, uint32_t *out_mask);
int rt_ability_legal(rt_game *g, const vm_ability *a,
                     const rt_ctx *c);                            /* are there targets enough? */
uint32_t rt_enchant_selector(const rt_game *g, const vm_face *f); /* 0 = it is no Aura */

/* options.c */
/* What rules add to the cost of a spell with so many targets (CR 601.2f). */
int32_t rt_extra_cost(rt_game *g, rt_entity spell, uint32_t targets);
/* The n-th alternative cost of a card (CR 117.9), cost for each further mode, or, without a flag, its n-th
 * kicker (702.32); NULL = it has no more. */
const vm_ability *rt_cost_ability(const rt_game *g, const vm_face *f, uint32_t flag, uint32_t n);
void rt_bill_additional(const rt_game *g, const vm_face *f, rt_bill *b);

#endif
