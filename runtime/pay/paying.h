/* What the files of paying share. */
#ifndef RUNTIME_PAY_PAYING_H
#define RUNTIME_PAY_PAYING_H

#include "runtime/pay/mana.h"

/* PAY: a: 1 = the rest of the mana by itself. The bill is the last of bill[]; the mana still to be paid stands in pay[] from
 * its row `pays` on: one row for each symbol, one for generic mana. */
enum rt_pay_stage {
    RT_PAY_BEGIN,
    RT_PAY_WAY_CHOSEN,
    RT_PAY_MANA,
    RT_PAY_MANA_CHOSEN,
    RT_PAY_PICK_CHOSEN,
    RT_PAY_OTHER,
    RT_PAY_CHOSEN,
    RT_PAY_TOTAL_CHOSEN
};

/* ---- can_pay.c ---- */
/* How many things a cost could take, or, with `add`, as options. */
uint32_t rt_cost_candidates(rt_game *g, const vm_cost *c, uint32_t player, rt_entity self, int add);
/* Of things whose total of something must reach an amount: how much is missing. */
int32_t rt_total_short(rt_game *g, const vm_cost *c, const rt_bill *b, int add);
/* Nothing is to be paid with mana. */
int rt_plan_is_free(const rt_plan *p);
/* The mana of the bill, as demands of the plan. */
void rt_demands_of_bill(rt_game *g, const rt_bill *b, rt_plan *p);
/* What its own cost taps cannot be tapped for the mana, too. */
rt_entity rt_tapped_by_itself(const rt_game *g, const rt_bill *b);

/* ---- pay_mana.c ---- */
/* All that could give mana now. */
void rt_pay_find_all(rt_game *g, const rt_bill *b, rt_plan *p);
/* The stages of PAY that are about mana. */
rt_status rt_mana_chosen(rt_game *g);
rt_status rt_pick_chosen(rt_game *g);
rt_status rt_pay_mana(rt_game *g);

/* ---- pay.c ---- */
/* The plan for what is still to be paid. */
void rt_pay_load(rt_game *g, rt_plan *p);

#endif
