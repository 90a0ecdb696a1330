/* The procedure CAST among its files: the variables and stages that they share.
 *
 *   cast.c           how it begins, and how it ends
 *   cast_announce.c  modes, other and further costs, splicing, symbols, X
 *   cast_targets.c   targets and how something is divided among them
 *   cast_bill.c      what has to be paid for what has been announced, and paying it */
#ifndef RUNTIME_CASTING_H
#define RUNTIME_CASTING_H

#include "runtime/cast/cast.h"

#include <string.h>

/* CAST: a: enum what; b: cost_choice */
enum what { WHAT_SPELL, WHAT_ABILITY, WHAT_TRIGGER, WHAT_TURN }; /* TURN: a permanent face up */
enum stage {
    STAGE_MODES,
    STAGE_ALL_MODES_CHOSEN,
    STAGE_MODES_CHOSEN,
    STAGE_KICKER,
    STAGE_ALTERNATIVE_CHOSEN,
    STAGE_KICKER_CHOSEN,
    STAGE_SPLICE,
    STAGE_SPLICED,
    STAGE_SPLICED_MODES,
    STAGE_OFFERING,
    STAGE_OFFERED,
    STAGE_SYMBOLS,
    STAGE_SYMBOL_CHOSEN,
    STAGE_X,
    STAGE_X_CHOSEN,
    STAGE_TARGETS,
    STAGE_TARGET_CHOSEN,
    STAGE_CHOOSER_CHOSEN,
    STAGE_DIVIDE,
    STAGE_DIVIDED,
    STAGE_ASSIST,
    STAGE_ASSIST_CHOSEN,
    STAGE_ASSIST_SAID,
    STAGE_PAY,
    STAGE_PAID
};

/* What was decided about the costs of a spell: bits of a CAST procedure's b. */
enum cost_choice { COST_DECIDED = 4, MODES_ASKED = 8 };

static inline rt_ctx *ctx_of(const rt_game *g)
{
    return rt_ctx_row(g, rt_top(g)->cast.ctx);
}

static inline const vm_ability *ability_of(const rt_game *g)
{
    return rt_top(g)->cast.ability < 0 ? NULL : &g->pack->ability[rt_top(g)->cast.ability];
}

static inline rt_status to(rt_game *g, uint32_t stage)
{
    rt_top(g)->stage = (uint8_t)stage;
    return RT_NEXT;
}

/* cast.c */
rt_status rt_cast_abandon(rt_game *g); /* off the stack again */

/* cast_announce.c: the stages of 601.2b */
rt_status rt_cast_modes(rt_game *g);
rt_status rt_cast_all_modes_chosen(rt_game *g);
rt_status rt_cast_modes_chosen(rt_game *g);
rt_status rt_cast_kicker(rt_game *g);
rt_status rt_cast_alternative_chosen(rt_game *g);
rt_status rt_cast_kicker_chosen(rt_game *g);
rt_status rt_cast_splice(rt_game *g);
rt_status rt_cast_spliced(rt_game *g);
rt_status rt_cast_spliced_modes(rt_game *g);
rt_status rt_cast_offering(rt_game *g);
rt_status rt_cast_offered(rt_game *g);
rt_status rt_cast_symbols(rt_game *g);
rt_status rt_cast_symbol_chosen(rt_game *g);
rt_status rt_cast_x(rt_game *g);
rt_status rt_cast_x_chosen(rt_game *g);

/* cast_targets.c: of 601.2c and d */
rt_status rt_cast_targets(rt_game *g);
rt_status rt_cast_target_chosen(rt_game *g);
rt_status rt_cast_chooser_chosen(rt_game *g);
rt_status rt_cast_divide(rt_game *g);
rt_status rt_cast_divided(rt_game *g);

/* cast_bill.c: of 601.2f to h */
void rt_cast_bill(rt_game *g, rt_bill *b); /* with what has been announced so far */
int rt_cast_payable(rt_game *g, int32_t x);
rt_status rt_cast_assist(rt_game *g);
rt_status rt_cast_assist_chosen(rt_game *g);
rt_status rt_cast_assist_said(rt_game *g);
rt_status rt_cast_pay(rt_game *g);

#endif
