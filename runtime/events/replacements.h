/* Which replacement and prevention effects apply to an event, and using one (CR 614 to 616). */
#ifndef RUNTIME_REPLACEMENTS_H
#define RUNTIME_REPLACEMENTS_H

#include "runtime/events/events.h"

enum {
    RT_REGENERATION = 0xFFFFFFFEu,
    RT_DELAYED = 0xFFFFFFFDu,   /* in applied[]: one that an effect made, by its timestamp */
    RT_COMMANDER = 0xFFFFFFFBu, /* its owner may put it into the command zone instead (CR 903.9) */
    RT_AURA_HOST = 0xFFFFFFFCu  /* not a replacement, but chosen in the same place (CR 303.4f) */
};

/* Those that apply to an event now and were not used on it yet: how many there are in replacement[]. */
int rt_replacements_alike(const rt_game *g);
int rt_replacements_whole(const rt_game *g);
uint32_t rt_replacements_next(rt_game *g, uint32_t event, int *out_anew);
uint32_t rt_replacements(rt_game *g, uint32_t event);
int rt_shield_meets(rt_game *g, uint32_t event, uint32_t row); /* of delayed[] */
void rt_replacement_applied(rt_game *g, uint32_t event, rt_entity self, uint32_t ability);
void rt_replacement_use(rt_game *g, uint32_t event, const rt_replacement *c);
/* What was used the next time a source would deal damage, in this batch, is gone (CR 615.8). */
void rt_next_times_over(rt_game *g, uint32_t batch);

static inline void rt_event_cancel(rt_event *e)
{
    e->flags |= RT_EF_CANCELLED;
}

#endif
