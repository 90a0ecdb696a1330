/* Costs, and mana that pays them (CR 106, 117, 601.2f to h, 605). */
#ifndef RUNTIME_PAY_H
#define RUNTIME_PAY_H

#include "runtime/events/events.h"

/* ---- pay.c ---- */
int rt_can_pay_alone(rt_game *g, const rt_bill *bill);
int32_t rt_bill_generic(rt_game *g, const rt_bill *bill);
int rt_can_pay(rt_game *g, const rt_bill *bill);
int32_t rt_greatest_x(rt_game *g, const rt_bill *bill); /* for which it can be paid */
void rt_pay_start(rt_game *g, const rt_bill *bill);     /* it can be paid */
/* Its costs that are not mana. */
int rt_other_costs_ok(rt_game *g, const rt_bill *bill);
static inline const vm_cost *rt_bill_cost(const rt_game *g, const rt_bill *b, uint32_t i)
{
    uint32_t r = 0;
    for (; i >= b->range[r].count * b->range[r].times; r++)
        i -= b->range[r].count * b->range[r].times;
    return &g->pack->cost[b->range[r].first + i % b->range[r].count];
}
static inline uint32_t rt_bill_count(const rt_bill *b)
{
    uint32_t n = b->range[0].count * b->range[0].times;
    for (uint32_t r = 1; r < RT_BILL_RANGES && b->range[r].count; r++)
        n += b->range[r].count * b->range[r].times;
    return n;
}
/* Phyrexian symbols that are asked about one by one; of those behind, the payment decides. */
enum { RT_SYMBOLS_MAX = 8 };
/* How many are chosen, or how much is paid; what takes all there is chooses nothing. */
static inline uint32_t rt_cost_amount(const vm_cost *c, int32_t x)
{
    if (vm_cost_takes_all(c->kind, c->a))
        return 0;
    return (int32_t)c->a == VM_COST_AMOUNT_X && c->kind != VM_COST_LOYALTY ? (uint32_t)x : c->a;
}
/* How much life: of half of it, what it is now (CR 118.4). */
static inline int32_t rt_cost_life(const rt_game *g, const vm_cost *c, uint32_t player, int32_t x)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    if (!vm_cost_halves(c->kind, c->a))
        return (int32_t)rt_cost_amount(c, x);
    const int32_t life = *rt_life(g, player);
    return life <= 0 ? 0 : life / 2 + ((int32_t)c->a == VM_COST_AMOUNT_HALF && life % 2);
}

/* ---- mana_sources.c ---- */
int rt_is_new(const rt_game *g, const rt_object *o);  /* not under this control since before the latest turn of who controls it */
int rt_is_sick(const rt_game *g, const rt_object *o); /* ... so that it cannot tap for a cost */
/* as long as nothing changes, what could give mana is known; in temporary memory. */
void rt_field_keep(rt_game *g, uint32_t player);
void rt_field_ready(rt_game *g, uint32_t player); /* it is found out now */
void rt_field_drop(rt_game *g);

/* ---- offering.c ---- */
/* What is sacrificed so that a spell costs less (offering.c). */
const vm_cost *rt_offering_row(const rt_game *g, const rt_bill *b);
void rt_offering_take(rt_game *g, rt_bill *b, rt_entity given);
int rt_offering_ok(rt_game *g, const rt_bill *b, rt_entity given);
int rt_any_offering(rt_game *g, const rt_bill *b);

/* ---- mana_quick.c ---- */
/* certainly not, whatever is tapped for mana. */
int rt_too_dear(rt_game *g, uint32_t player, const rt_least *least);

/* ---- mana_spend.c ---- */
/* A mana ability outside of paying: its costs, then its effect, without the stack (CR 605.3b). */
void rt_tap_for_mana(rt_game *g, uint32_t player, rt_entity land, uint32_t color); /* CR 305.6 */
/* `color`: + 1, of what it adds, if that is decided already. */
void rt_mana_ability_start(rt_game *g, uint32_t player, rt_entity source, uint32_t number,
                           uint32_t color);

/* ---- mana_made.c ---- */
int rt_mana_triggers(rt_game *g); /* carries one out that waits (CR 605.4a); 0 = there is none */
uint32_t rt_could_produce(rt_game *g, uint64_t set); /* mask of types (CR 106.7) */
void rt_mana_keep(rt_game *g, uint32_t payment);
void rt_mana_empty(rt_game *g, int turn); /* CR 500.4 */
/* What stands in the way of casting a card from a hand, without permissions: options.c */
enum rt_obstacle {
    RT_NO_OBSTACLE,
    RT_NO_SPELL,
    RT_NO_TIME,
    RT_NO_PLACE,
    RT_NO_LEAVE,
    RT_NO_MEANS,
    RT_NO_TARGET
};

#endif
