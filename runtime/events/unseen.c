/* What is drawn while a spell is being cast or an ability activated is kept face down, without characteristics, until that is done (CR
 * 120.8): nobody sees it, and it can pay for nothing that asks what it is. */
#include "runtime/events/events.h"
#include "runtime/cast/cast.h"

int rt_drawn_unseen(const rt_game *g)
{
    for (uint32_t i = 0; i < g->s->proc.count; i++)
        if (rt_proc_is_cast(rt_proc_row(g, i)))
            return 1;
    return 0;
}

/* The card that was just drawn; first: it is to be revealed because it is the first of the turn (CR 603.11). */
void rt_unseen_begin(rt_game *g, uint32_t idx, int first)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    g->s->unseen = 1;
    rt_obj(g, idx)->flags |= RT_OF_UNSEEN | (first ? RT_OF_UNSEEN_FIRST : 0);
    rt_printed(g, idx);
}

void rt_unseen_end(rt_game *g)
{
    if (!g->s->unseen || rt_drawn_unseen(g))
        return;
    g->s->unseen = 0;
    for (uint32_t p = 0; p < g->s->player.count; p++)
        for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_HAND, p); i++) {
            const uint32_t idx = rt_zone_at(g, VM_ZONE_HAND, p, i);
            rt_object *o = rt_obj(g, idx);
            const int first = (o->flags & RT_OF_UNSEEN_FIRST) != 0;
            if (!(o->flags & RT_OF_UNSEEN))
                continue;
            o->flags &= ~(uint32_t)(RT_OF_UNSEEN | RT_OF_UNSEEN_FIRST);
            o->face = o->card_face;
            rt_printed(g, idx);
            if (!first)
                continue;
            const uint32_t batch = rt_batch(g);
            rt_reveal_first(g, p, rt_handle(g, idx));
            rt_batch_close(g, batch);
        }
    rt_dirty(g);
}
