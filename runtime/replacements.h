/* Which replacement and prevention effects apply to an event, and using one (CR 614 to 616). */
#ifndef RUNTIME_REPLACEMENTS_H
#define RUNTIME_REPLACEMENTS_H

#include "runtime/rules.h"

enum {
    RT_REPLACEMENTS_MAX = 16,
    RT_REGENERATION = 0xFFFFFFFEu,
    RT_PREVENTION = 0xFFFFFFFDu,
    RT_AURA_HOST = 0xFFFFFFFCu /* not a replacement, but chosen in the same place (CR 303.4f) */
};

typedef struct rt_replacement {
    rt_entity self;
    uint32_t ability, delayed; /* delayed[] + 1 */
} rt_replacement;

/* Those that apply to an event now, each that was not used on it yet; how many. */
uint32_t rt_replacements(rt_game *g, uint32_t event, rt_replacement *out);
void rt_replacement_use(rt_game *g, uint32_t event, const rt_replacement *c);

static inline void rt_event_cancel(rt_event *e)
{
    e->flags |= RT_EF_CANCELLED;
}

#endif
