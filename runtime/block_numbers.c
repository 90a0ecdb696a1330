/* How many creatures block an attacker, and how many attackers a creature blocks: what waits for that triggers as blockers are
 * declared, and whenever an effect changes the number (CR 509.5e). Kept only where some ability of the library waits for it. */
#include "runtime/rules.h"

#include <string.h>

static uint32_t number_of(const rt_game *g, uint32_t idx)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    const int attacks = (rt_obj(g, idx)->flags & RT_OF_ATTACKING) != 0;
    const rt_entity self = rt_handle(g, idx);
    uint32_t n = 0;
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        const uint32_t other = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        n += attacks ? rt_blocks(g, other, self)
                     : (rt_obj(g, other)->flags & RT_OF_ATTACKING) &&
                           rt_blocks(g, idx, rt_handle(g, other));
    }
    return n;
}

static rt_block_number *row_of(rt_game *g, rt_entity who)
{
    CANTRIP_ASSERT(rt_is_entity(g, who));
    for (uint32_t i = 0; i < g->s->block_number.count; i++)
        if (rt_block_number_row(g, i)->who == who)
            return rt_block_number_row(g, i);
    rt_block_number *row = rt_block_number_row(g, RT_PUSH(g, block_number));
    row->who = who;
    return row;
}

/* The event says what the number was before. */
static void tell(rt_game *g, uint32_t idx, uint32_t before)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    const rt_object *o = rt_obj(g, idx);
    const uint32_t kind =
        o->flags & RT_OF_ATTACKING ? VM_EVENT_blocked_number : VM_EVENT_blocks_number;
    const uint8_t controller = o->controller;
    const uint32_t batch = rt_batch(g);
    rt_event *e = rt_event_add(g, RT_EV_DID, 0);
    e->aux = kind;
    e->obj = rt_handle(g, idx);
    e->player = controller;
    e->amount = (int32_t)before;
    rt_trigger(g, batch, UINT64_C(1) << kind);
    rt_batch_drop(g, batch);
}

/* It was put onto the battlefield blocking: it has never blocked (CR 509.7). */
void rt_block_number_known(rt_game *g, uint32_t idx)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    if (g->lib->watches_blocks)
        row_of(g, rt_handle(g, idx))->count = number_of(g, idx);
}

void rt_block_numbers(rt_game *g)
{
    if (!g->lib->watches_blocks)
        return;
    rt_spend(g, rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0));
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        if (!(rt_obj(g, idx)->flags & (RT_OF_ATTACKING | RT_OF_BLOCKING)))
            continue;
        rt_block_number *row = row_of(g, rt_handle(g, idx));
        const uint32_t before = row->count, now = number_of(g, idx);
        row->count = now;
        if (now != before)
            tell(g, idx, before);
    }
}
