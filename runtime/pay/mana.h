/* Mana that could be spent, and plans to pay with it (CR 106, 601.2g, 605).
 *
 *   mana_sources.c  what the pool, lands and mana abilities could give
 *   mana_made.c     rules and triggers that change what they give
 *   mana_quick.c    what can be said at once
 *   mana_plan.c     which of it pays for what
 *   mana_ways.c     what comes with one tap, where the type of one decides about others
 *   mana_spread.c   which of what is equally cheap
 *   mana_spend.c    carries a plan out
 *   can_pay.c       can a bill be paid
 *   pay.c           the procedure, and all other costs
 *   pay_mana.c      its stages that are about mana, by hand or not
 *
 * A plan is found whenever taps and the pool alone will do. Where mana abilities that cost something are needed, some
 * thousand ways to use them are tried: first with what costs nothing else, then with abilities that do, and only then
 * with life. All lists of a plan are temporary memory and grow with what there is. */
#ifndef RUNTIME_MANA_H
#define RUNTIME_MANA_H

#include "runtime/pay/pay.h"

#include <string.h>

enum {
    RT_ANY_MANA = 0x3F, /* mask: the five colours and colourless */
    RT_LAST = 0xFFFF,   /* time of a demand: it is paid at the very end */
    RT_GROUP_POOL =
        1 << 30, /* groups of units: places of the battlefield, rows of the pool, steps of a plan */
    RT_GROUP_STEP = 1 << 29
};

enum rt_help { RT_HELP_TAPPED = 1, RT_HELP_EXILED }; /* convoke, improvise; delve */
typedef struct rt_unit {                             /* one mana that could be spent */
    uint8_t mask, pool, snow, price;
    uint16_t born;    /* 0 = there from the start, n = made by the n-th ability of the plan */
    uint8_t only;     /* for this spell alone, not for abilities on the way (CR 106.6) */
    uint8_t gone;     /* its source is used for something else */
    uint8_t helps;    /* enum rt_help: no mana, but it pays */
    uint8_t special;  /* the tap that gives it is carried out by itself, before anything is paid */
    uint8_t lead;     /* of a tap: what it gives itself, not what triggers add */
    uint8_t when;     /* it comes only if the lead is of one of these types */
    uint8_t out;      /* the lead is of another type */
    uint16_t keyword; /* number + 1 of what lets it help, or 0 */
    uint32_t row;     /* in mana[], of a unit in the pool */
    uint32_t group;   /* units that come together */
    uint32_t idx;     /* object that is tapped for it */
    uint32_t spells;  /* selector of the spells it is for, or 0 */
} rt_unit;

typedef struct rt_demand { /* one mana, or what may be paid in its place */
    uint8_t mask, snow;
    uint8_t either; /* 0, 'l' = or 2 life (CR 107.4f), '2' = or {2} (CR 107.4e) */
    uint8_t other;  /* the other way is taken */
    uint16_t time;  /* before the ability of this number, or RT_LAST */
} rt_demand;

typedef struct rt_source { /* a mana ability that does or costs more than a tap for mana */
    uint32_t idx, ability; /* object, ability of the library */
    uint32_t number;       /* its place among the object's abilities */
    uint32_t made_count;
    uint8_t *made; /* masks; the first own_count of the ability itself */
    uint32_t own_count;
    uint8_t price;
    uint8_t uses_self, taps; /* its costs use it up; they tap it */
    uint8_t repeats;
    uint8_t snow, only;
    uint8_t color; /* + 1: it makes several of one colour, this one */
    int32_t x;     /* of its costs (CR 107.3a) */
    int32_t extra; /* generic mana that rules add to them */
} rt_source;

typedef struct rt_activation { /* one step of a plan */
    uint32_t source;
    uint32_t pick,
        pick_count; /* in pick[]: what is sacrificed, discarded, exiled or tapped for it */
} rt_activation;

typedef struct rt_plan {
    rt_game *g;
    rt_unit *unit;
    uint32_t *used_by; /* of each unit: demand + 1, or RT_PAYS_GENERIC */
    uint32_t unit_count, unit_cap, used_cap;
    rt_demand *demand;
    uint32_t demand_count, demand_cap;
    int32_t generic; /* mana of any kind, at the end */
    int32_t life;    /* life that is paid for certain */
    rt_source *source;
    uint32_t source_count, source_cap, may_have_sources;
    uint32_t ways; /* some units depend on the type that others are of */
    rt_activation *step;
    uint32_t step_count, step_cap;
    rt_entity *pick;
    uint32_t pick_count, pick_cap;
    uint32_t tries; /* how many ways have been looked at */
    uint8_t
        spread; /* it is carried out: of what is equally cheap, the colors that are left last longest */
    uint8_t no_help; /* what may pay in place of mana is not among the units */
} rt_plan;
static const uint32_t RT_PAYS_GENERIC = UINT32_MAX;

/* mana_plan.c: the lists of a plan. They last as long as temporary memory does. */
static inline void rt_plan_begin(rt_game *g, rt_plan *p)
{
    memset(p, 0, sizeof *p);
    p->g = g;
}
void rt_plan_copy(rt_plan *to, const rt_plan *from);
void rt_unit_add(rt_plan *p, rt_unit u);
void rt_source_add(rt_plan *p, const rt_source *s); /* in the order of prices */

/* mana_made.c */
typedef struct rt_made { /* what an ability adds: masks of types */
    uint8_t *mask;
    uint32_t count;
    uint8_t several; /* those of several types are all of the same */
    uint8_t mixed;   /* each is chosen for itself */
    uint32_t only;   /* selector of what it may be spent on */
} rt_made;
void rt_produce(rt_game *g, rt_entity e, rt_made *made); /* as rules change it, for a tap */
int rt_taps(const rt_game *g, uint32_t ability);         /* is {T} in its cost? */
void rt_tapped_event(rt_game *g, rt_entity e, uint32_t player, int32_t count, uint32_t types);
void rt_spent_event(rt_game *g, const rt_bill *b, const rt_mana *m);
int rt_bonus_mana(rt_game *g, const rt_bill *bill, rt_entity e, const rt_made *made,
                  rt_made *out_more);
void rt_mana_effect(rt_game *g, uint32_t ctx); /* mana_spend.c: carries out what ctx waits for */
/* The type that the one who pays by itself needs next, + 1, of what is being added; 0 = nobody pays so. */
uint32_t rt_wanted_mana(rt_game *g, uint32_t player, const rt_made *made, uint32_t at);

/* pay_ways.c: costs of which one of several is paid */
int rt_bill_has_ways(const rt_game *g, const rt_bill *b); /* is one still to be chosen? */
int rt_any_way_payable(rt_game *g, const rt_bill *bill);
int rt_only_way(rt_game *g, rt_bill *b); /* where one alone can be paid it is taken */
rt_status rt_ask_way(rt_game *g, const rt_bill *bill);
void rt_way_chosen(rt_game *g, rt_bill *b);

/* mana_sources.c */
uint8_t rt_land_mask(const rt_game *g, const rt_object *o); /* CR 305.6 */
/* What the effect of c would add, by carrying its code out as far as it adds mana and skipping the rest. */
void rt_dry_mana(rt_game *g, const rt_bill *bill, const rt_ctx *c, rt_made *out_made);
void rt_units_find(rt_game *g, const rt_bill *bill, rt_plan *p); /* the free ones */
void rt_helped(rt_game *g, const rt_bill *b, const rt_unit *u);
void rt_helpers_find(rt_game *g, const rt_bill *bill,
                     rt_plan *p); /* what may pay in place of mana */
/* pay_help.c: by hand */
void rt_helpers_offer(rt_game *g, const rt_bill *b, const rt_plan *all);
void rt_helper_pays(rt_game *g, const rt_option *o);
void rt_units_sort(rt_plan *p);                                    /* cheapest first */
void rt_sources_find(rt_game *g, const rt_bill *bill, rt_plan *p); /* the others */
/* The ability of an object that gives colour `color` for a tap alone: its place, -1 = the land itself. */
int32_t rt_free_ability(rt_game *g, uint32_t idx, uint32_t color);
/* What can be sacrificed, discarded, exiled or tapped for cost row c; `self` is what it is paid for. */
int rt_cost_candidate(rt_game *g, const vm_cost *c, uint32_t player, rt_entity self, rt_entity e);
int rt_cost_taps(const vm_cost *c);
uint32_t rt_cost_zone(const rt_game *g, const vm_cost *c);

int rt_mana_may_change(const rt_game *g); /* may rules or triggers add to what taps give? */
/* mana_quick.c */
int rt_pays_quickly(rt_game *g, const rt_bill *b); /* 1 yes, 0 no, -1: it must be planned */
/* pay_with.c */
int rt_picks_ok(rt_game *g, const rt_bill *b, uint32_t from, uint32_t done, rt_entity taken);
int rt_shares_picks(const rt_game *g, const rt_bill *b, uint32_t row);

/* mana_spend.c */
static inline int rt_is_tap(const rt_unit *u) /* of an object that is still to be tapped */
{
    return !u->pool && !u->born && u->helps != RT_HELP_EXILED;
}
static inline rt_bill *rt_bill_at_hand(const rt_game *g)
{
    return rt_bill_row(g, g->s->bill.count - 1);
}
void rt_tap_special(rt_game *g, uint32_t player, rt_entity e, int32_t number, uint32_t color);
uint8_t rt_color_of(const rt_plan *p, uint32_t u); /* of a unit: what its use wants, or any */
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
/* What an effect says is done in the middle of paying, like a mana ability (CR 117.1). */
void rt_cost_does(rt_game *g, uint32_t effect, const rt_payer *by);

/* mana_spread.c: among what is equally cheap. Gives what is still to be paid. */
void rt_units_spread(rt_plan *p);
int32_t rt_pay_spread(rt_plan *p, int32_t generic);

/* mana_plan.c */
void rt_demand_add(rt_plan *p, rt_demand d);
void rt_demands_of(rt_plan *p, const vm_cost *c, uint32_t count, const rt_bill *bill,
                   uint16_t time);
/* Can the demands be met from the units alone, as they are, with units of every type that they may be? Fills used_by. */
int rt_match_symbols(rt_plan *p, int32_t life_left);

/* mana_ways.c: the units of each tap, in their order: the first of a group, and which comes next; UINT32_MAX ends. In
 * temporary memory. */
typedef struct rt_groups {
    uint32_t *first, *next;
    uint8_t *seen; /* by group, the caller's */
} rt_groups;
rt_groups rt_units_by_group(rt_game *g, const rt_plan *p);
/* Can the demands be met from the units alone? Fills used_by; of units that depend on the type of others those that come. */
int rt_units_match(rt_plan *p, int32_t life_left);
/* The same after units and sources have been found. */
int rt_plan_solve(rt_game *g, const rt_bill *bill, rt_plan *p);
/* The whole: units, then sources. 0 = there is no way. */
int rt_plan_find(rt_game *g, const rt_bill *bill, rt_plan *p);
/* The same for a plan whose units and sources are there already, and that begins with source `first`,
 * which uses up `pick` (0 = whatever). */
int rt_plan_begin_with(rt_game *g, const rt_bill *bill, rt_plan *p, uint32_t first, rt_entity pick);

#endif
