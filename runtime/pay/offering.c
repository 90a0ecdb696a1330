/* A permanent that is sacrificed so that a spell costs less: it is chosen as costs are announced and sacrificed as they are
 * paid (CR 702.47b, 702.118b). */
#include "runtime/pay/mana.h"

const vm_cost *rt_offering_row(const rt_game *g, const rt_bill *b)
{
    for (uint32_t i = 0; i < rt_bill_count(b); i++)
        if (rt_bill_cost(g, b, i)->kind == VM_COST_GIVE)
            return rt_bill_cost(g, b, i);
    return NULL;
}

/* CR 702.47c: generic mana takes off generic mana, other mana the same kind, and what is not there of it generic mana. */
static void less_by_cost(const rt_game *g, rt_bill *b, const vm_face *f)
{
    b->any_less = 1;
    for (const vm_cost *c = g->pack->cost + f->cost; c < g->pack->cost + f->cost + f->cost_count;
         c++)
        if (c->kind == VM_COST_GENERIC)
            b->extra = rt_sum(b->extra, -(int64_t)c->a);
        else if (c->kind == VM_COST_MANA && !(c->a & (c->a - 1)))
            b->less[__builtin_ctz(c->a | 1u << 5)]++;
        else if (c->kind != VM_COST_X) /* a symbol of several kinds */
            b->extra = rt_sum(b->extra, -1);
}

void rt_offering_take(rt_game *g, rt_bill *b, rt_entity given)
{
    CANTRIP_ASSERT(b->player < g->s->player.count);
    CANTRIP_ASSERT(rt_is_entity(g, given));
    const vm_cost *row = rt_offering_row(g, b);
    const rt_object *o = rt_look(g, given);
    b->given = given;
    if (!row || !o)
        return;
    if (row->a == VM_GIVE_FOR_COST)
        less_by_cost(g, b, rt_face(g, o));
    else
        b->extra = rt_sum(b->extra, -(int64_t)rt_property(g, given, VM_PROP_MANA_VALUE));
}

int rt_offering_ok(rt_game *g, const rt_bill *b, rt_entity given)
{
    const vm_cost *row = rt_offering_row(g, b);
    rt_bill with = *b;
    if (!row || !rt_cost_candidate(g, row, b->player, b->self, given))
        return 0;
    rt_offering_take(g, &with, given);
    return rt_can_pay(g, &with);
}

int rt_any_offering(rt_game *g, const rt_bill *b)
{
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++)
        if (rt_offering_ok(g, b, rt_handle(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i))))
            return 1;
    return 0;
}
