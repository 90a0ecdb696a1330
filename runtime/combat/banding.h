/* Banding (CR 702.21). */
#ifndef RUNTIME_BANDING_H
#define RUNTIME_BANDING_H

#include "runtime/combat/combat.h"

/* Asks who attacks in a band with the creature at a place of the battlefield; *step counts what it can be asked. 0 = nothing
 * (more) to ask. */
int rt_band_ask(rt_game *g, uint32_t place, int32_t *step, rt_status *out_status);
void rt_band_chosen(rt_game *g, uint32_t place);
/* The others of the attacker's band are blocked by whatever blocks it. */
void rt_band_blocked(rt_game *g, uint32_t attacker);
/* Is damage to these creatures, that fight one, divided by their side? */
int rt_band_divides(rt_game *g, const uint32_t *list, uint32_t count);

#endif
