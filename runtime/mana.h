/* Mana that could be spent, and plans to pay with it (CR 106, 601.2g, 605).
 *
 *   mana_sources.c  what the pool, lands and mana abilities could give
 *   mana_plan.c     which of it pays for what
 *   mana_spend.c    carries a plan out
 *   pay.c           the procedure, by hand or not, and all other costs
 *
 * A plan is found whenever one exists among the first RT_UNITS_MAX mana and RT_SOURCES_MAX abilities that the
 * player has, with at most RT_ACTIVATIONS_MAX mana abilities that cost more than
 * {T}: first with what costs nothing else, then with abilities that do, and only then with life. */
#ifndef RUNTIME_MANA_H
#define RUNTIME_MANA_H

#include "runtime/rules.h"

#include <string.h>

enum {
    RT_UNITS_MAX = 1024,
    RT_DEMANDS_MAX = 256,
    RT_SOURCES_MAX = 128,
    RT_MADE_MAX = 64,
    RT_PICKS_MAX = 16,
    RT_ACTIVATIONS_MAX = 8,
    RT_ANY_MANA = 0x3F, /* mask: the five colours and colourless */
    RT_LAST = 0xFF      /* time of a demand: it is paid at the very end */
};

typedef struct rt_unit { /* one mana that could be spent */
    uint8_t mask, pool, snow, price;
    uint8_t born; /* 0 = there from the start, n = made by the n-th ability of the plan */
    uint8_t only; /* for this spell alone, not for abilities on the way (CR 106.6) */
    uint8_t gone; /* its source is used for something else */
    uint8_t unused;
    uint16_t row;    /* in mana[], of a unit in the pool */
    uint16_t group;  /* units that come together */
    uint32_t idx;    /* object that is tapped for it */
    uint32_t spells; /* selector of the spells it is for, or 0 */
} rt_unit;

typedef struct rt_demand { /* one mana, or what may be paid in its place */
    uint8_t mask, snow;
    uint8_t either; /* 0, 'l' = or 2 life (CR 107.4f), '2' = or {2} (CR 107.4e) */
    uint8_t other;  /* the other way is taken */
    uint8_t time;   /* before the ability of this number, or RT_LAST */
} rt_demand;

typedef struct rt_source { /* a mana ability that does or costs more than a tap for mana */
    uint32_t idx, ability; /* object, ability of the library */
    uint16_t number;       /* its place among the object's abilities */
    uint8_t made_count, price;
    uint8_t uses_self, taps; /* its costs use it up; they tap it */
    uint8_t repeats;
    uint8_t made[RT_MADE_MAX]; /* masks */
    uint8_t snow, only;
    uint8_t color; /* + 1: it makes several of one colour, this one */
} rt_source;

typedef struct rt_activation { /* one step of a plan */
    uint8_t source, pick_count;
    rt_entity pick[RT_PICKS_MAX]; /* what is sacrificed, discarded, exiled or tapped for it */
} rt_activation;

typedef struct rt_plan {
    rt_unit unit[RT_UNITS_MAX];
    uint32_t unit_count;
    rt_demand demand[RT_DEMANDS_MAX];
    uint32_t demand_count;
    int32_t generic;    /* mana of any kind, at the end */
    int32_t life;       /* life that is paid for certain */
    uint32_t unpayable; /* more symbols than can be planned for */
    rt_source source[RT_SOURCES_MAX];
    uint32_t source_count, may_have_sources;
    rt_activation step[RT_ACTIVATIONS_MAX];
    uint32_t step_count;
    uint16_t used_by[RT_UNITS_MAX];     /* demand + 1, or RT_PAYS_GENERIC */
    uint32_t tries;                     /* how many ways have been looked at */
    uint32_t seen[RT_UNITS_MAX], stamp; /* of the search for augmenting paths */
} rt_plan;
enum { RT_PAYS_GENERIC = 0xFFFF };

/* What is in use of it: the tables are large, and mostly empty. */
static inline void rt_plan_copy(rt_plan *to, const rt_plan *from)
{
    memcpy(to->unit, from->unit, from->unit_count * sizeof *to->unit);
    memcpy(to->demand, from->demand, from->demand_count * sizeof *to->demand);
    memcpy(to->source, from->source, from->source_count * sizeof *to->source);
    memcpy(to->step, from->step, from->step_count * sizeof *to->step);
    to->unit_count = from->unit_count;
    to->demand_count = from->demand_count;
    to->source_count = from->source_count;
    to->step_count = from->step_count;
    to->may_have_sources = from->may_have_sources;
    to->generic = from->generic;
    to->life = from->life;
    to->unpayable = from->unpayable;
    to->tries = to->stamp = 0;
}

/* mana_sources.c */
void rt_units_find(rt_game *g, const rt_bill *bill, rt_plan *p);   /* the free ones */
void rt_units_sort(rt_plan *p);                                    /* cheapest first */
void rt_sources_find(rt_game *g, const rt_bill *bill, rt_plan *p); /* the others */
/* The ability of an object that gives colour `color` for a tap alone: its place, -1 = the land itself. */
int32_t rt_free_ability(const rt_game *g, uint32_t idx, uint32_t color);
/* What can be sacrificed, discarded, exiled or tapped for cost row c; `self` is what it is paid for. */
int rt_cost_candidate(rt_game *g, const vm_cost *c, uint32_t player, rt_entity self, rt_entity e);
uint32_t rt_cost_zone(const rt_game *g, const vm_cost *c);

/* mana_spend.c */
static inline int rt_is_tap(const rt_unit *u) /* of an object that is still to be tapped */
{
    return !u->pool && !u->born;
}
static inline rt_bill *rt_bill_at_hand(const rt_game *g)
{
    return rt_bill_row(g, g->s->bill.count - 1);
}
void rt_to_pool(rt_game *g, uint32_t player, const rt_unit *u, uint8_t color);
void rt_plan_carry_out(rt_game *g,
                       const rt_plan *p); /* a plan without mana abilities that cost something */
/* Activates the first mana ability of a plan: its costs now, its effect when they are paid. */
rt_status rt_plan_first_step(rt_game *g, const rt_plan *p);
/* Adds to the batch what paying one cost row does; `pick`: what is used up, if the player chooses that. */
typedef struct rt_payer {
    uint32_t player;
    rt_entity self;
    uint32_t payment; /* 0 = what it takes is not kept */
    int32_t x;
} rt_payer;
void rt_cost_event(rt_game *g, const vm_cost *c, const rt_payer *by, const rt_entity *pick,
                   uint32_t pick_count);

/* mana_plan.c */
void rt_demand_add(rt_plan *p, rt_demand d);
void rt_demands_of(rt_plan *p, const vm_cost *c, uint32_t count, const rt_bill *bill, uint8_t time);
/* Can the demands be met from the units alone, as they are? Fills used_by. */
int rt_units_match(rt_plan *p, int32_t life_left);
/* The whole: units, then sources. 0 = there is no way. */
int rt_plan_find(rt_game *g, const rt_bill *bill, rt_plan *p);
/* The same for a plan whose units and sources are there already, and that begins with source `first`,
 * which uses up `pick` (0 = whatever). */
int rt_plan_begin_with(rt_game *g, const rt_bill *bill, rt_plan *p, uint32_t first, rt_entity pick);

#endif
