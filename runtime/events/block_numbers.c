/* How many creatures block an attacker, and how many attackers a creature blocks: what waits for that triggers as blockers are
 * declared, and whenever an effect changes the number (CR 509.5e). Kept only where some ability of the library waits for it. */
#include "runtime/events/events.h"
#include "runtime/combat/combat.h"

#include <string.h>

static uint32_t number_of(const rt_game *g, uint32_t idx)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    const int attacks = (rt_obj(g, idx)->flags & RT_OF_ATTACKING) != 0;
    const rt_entity self = rt_handle(g, idx);
    uint32_t n = 0;
    rt_spend(g, rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0) / 4);
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
    rt_spend(g, g->s->block_number.count / 8);
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

/* All numbers at once, by object. */
static void count_one(const rt_game *g, uint32_t *n, uint32_t blocker, rt_entity attacker)
{
    const rt_object *a = RT_IS_PLAYER(attacker) ? NULL : rt_live(g, attacker);
    if (!a || a->zone != VM_ZONE_BATTLEFIELD || !(a->flags & RT_OF_ATTACKING))
        return;
    n[blocker]++;
    n[RT_INDEX(attacker)]++;
}

static const uint32_t *count_all(const rt_game *g)
{
    uint32_t *n = rt_temp_zeroed(g, g->s->object.count * sizeof *n);
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        if (rt_obj(g, idx)->flags & RT_OF_BLOCKING)
            count_one(g, n, idx, rt_here(g, rt_obj(g, idx))->fights);
    }
    for (uint32_t i = 0; i < g->s->also.count; i++) {
        const rt_also also = *rt_also_row(g, i);
        const rt_object *o = rt_live(g, also.blocker);
        if (o && o->zone == VM_ZONE_BATTLEFIELD && (o->flags & RT_OF_BLOCKING) &&
            rt_here(g, o)->fights != also.attacker)
            count_one(g, n, RT_INDEX(also.blocker), also.attacker);
    }
    return n;
}

/* Where the row of an object is, + 1. */
static uint32_t *rows_by_object(rt_game *g)
{
    uint32_t *row = rt_temp_zeroed(g, g->s->object.count * sizeof *row);
    for (uint32_t i = 0; i < g->s->block_number.count; i++) {
        const rt_entity who = rt_block_number_row(g, i)->who;
        if (rt_live(g, who))
            row[RT_INDEX(who)] = i + 1;
    }
    return row;
}

void rt_combat_changed(rt_game *g)
{
    g->run->blocks_known = g->run->attackers_known = 0;
}

static int is_known(rt_game *g)
{
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        if ((rt_obj(g, idx)->flags & (RT_OF_ATTACKING | RT_OF_BLOCKING)) &&
            row_of(g, rt_handle(g, idx))->count != number_of(g, idx))
            return 0;
    }
    return 1;
}

void rt_block_numbers(rt_game *g)
{
    if (!g->lib->watches_blocks || g->s->declaring) /* nobody blocks yet (CR 509.1g) */
        return;
    if (g->run->blocks_known) {
        RT_CHECK_AGAIN(g, is_known(g));
        return;
    }
    const uint32_t field = rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0);
    const rt_temp_mark mark = rt_temp_here(g);
    rt_spend(g, field + (g->s->object.count + g->s->also.count) / 4);
    const uint32_t *n = count_all(g);
    uint32_t *row = rows_by_object(g);
    g->run->blocks_known = 1;
    for (uint32_t i = 0; i < field; i++) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        if (!(rt_obj(g, idx)->flags & (RT_OF_ATTACKING | RT_OF_BLOCKING)))
            continue;
        if (!row[idx]) {
            const uint32_t at = RT_PUSH(g, block_number);
            row[idx] = at + 1;
            rt_block_number_row(g, at)->who = rt_handle(g, idx);
        }
        const uint32_t before = rt_block_number_row(g, row[idx] - 1)->count;
        rt_block_number_row(g, row[idx] - 1)->count = n[idx];
        if (n[idx] != before)
            tell(g, idx, before);
    }
    rt_temp_release(g, mark);
}
