/* What only permanents, what is on the stack and what is in the command zone have: rows of presence[], which most objects of a
 * game, cards in libraries, do without. What leaves hands its row on to what is last known of it (CR 608.2g). */
#include "runtime/objects/objects.h"

#include <string.h>

const rt_presence RT_NO_PRESENCE;

static uint32_t new_row(rt_game *g)
{
    return g->s->no_presence.count ? *rt_no_presence_rows(g, --g->s->no_presence.count)
                                   : RT_PUSH(g, presence);
}

void rt_presence_begin(rt_game *g, uint32_t idx)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    if (rt_obj(g, idx)->here)
        return;
    const uint32_t row = new_row(g);
    memset(rt_presence_row(g, row), 0, sizeof(rt_presence));
    rt_obj(g, idx)->here = row + 1;
}

uint32_t rt_presence_copy(rt_game *g, uint32_t here)
{
    CANTRIP_ASSERT(here <= g->s->presence.count);
    if (!here)
        return 0;
    const uint32_t row = new_row(g);
    *rt_presence_row(g, row) = *rt_presence_row(g, here - 1);
    return row + 1;
}

void rt_presence_end(rt_game *g, uint32_t here)
{
    CANTRIP_ASSERT(here <= g->s->presence.count);
    if (!here)
        return;
    const uint32_t at = RT_PUSH(g, no_presence);
    *rt_no_presence_row(g, at) = here - 1;
}

rt_object rt_presence_lend(rt_game *g, uint32_t idx)
{
    const rt_object as_it_is = *rt_obj(g, idx);
    if (as_it_is.here) {
        const uint32_t copy = rt_presence_copy(g, as_it_is.here); /* the objects may move */
        rt_obj(g, idx)->here = copy;
    } else {
        rt_presence_begin(g, idx);
    }
    return as_it_is;
}

void rt_presence_return(rt_game *g, uint32_t idx, const rt_object *as_it_is)
{
    rt_presence_end(g, rt_obj(g, idx)->here);
    *rt_obj(g, idx) = *as_it_is;
}
