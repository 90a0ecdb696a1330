/* Abilities that function in hands, graveyards, exile, on the stack and in the command zone (CR 112.6, 113.4). */
#include "runtime/objects/objects.h"

int rt_walk_next(const rt_game *g, rt_walk *w, uint32_t *out_idx)
{
    for (; w->zone < VM_ZONE_COUNT; w->zone++, w->player = 0) {
        const int shared = w->zone == VM_ZONE_COMMAND || w->zone == VM_ZONE_STACK;
        if (w->zone == VM_ZONE_BATTLEFIELD || !(w->zones >> w->zone & 1))
            continue;
        for (; w->player < (shared ? 1 : g->s->player.count); w->player++, w->next = 0)
            while (w->next < rt_zone_count(g, w->zone, w->player)) {
                const uint32_t idx = rt_zone_at(g, w->zone, w->player, w->next++);
                if (rt_obj(g, idx)->ability_flags >> w->kind & 1) {
                    *out_idx = idx;
                    return 1;
                }
            }
    }
    return 0;
}
