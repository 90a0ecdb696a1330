/* Assist (CR 702.131): whoever casts the spell may choose another player, who may pay for any amount of the generic mana in
 * its cost, before the rest is paid. What could not be cast without that is offered where some other player could help. */
#include "runtime/cast/cast.h"

static int has_assist(const rt_game *g, const rt_bill *b)
{
    const rt_object *o = b->spell == 1 ? rt_live(g, b->self) : NULL;
    return o && RT_HAS(o, ASSIST);
}

/* How much of the generic mana of the bill this player could pay; `open`: as far as whoever casts it can see. */
static int32_t most_of(rt_game *g, const rt_bill *bill, uint32_t player, uint32_t open)
{
    const int32_t generic = rt_bill_generic(g, bill);
    int32_t most = 0;
    rt_bill b = {.player = player, .open = open};
    if (player == bill->player || rt_player_row(g, player)->lost)
        return 0;
    for (b.extra = 1; b.extra <= generic && rt_can_pay(g, &b); b.extra++)
        most = b.extra;
    return most;
}

int32_t rt_assist_most(rt_game *g, const rt_bill *bill, uint32_t player)
{
    return most_of(g, bill, player, 0);
}

/* Could it be paid, if that player pays for as much as they can? */
static int enough(rt_game *g, const rt_bill *bill, uint32_t player)
{
    rt_bill rest = *bill;
    const int32_t most = most_of(g, bill, player, 1);
    rest.extra = rt_sum(rest.extra, -(int64_t)most);
    return most > 0 && rt_can_pay_alone(g, &rest);
}

int rt_assist_enough(rt_game *g, const rt_bill *bill)
{
    for (uint32_t q = 0; has_assist(g, bill) && q < g->s->player.count; q++)
        if (enough(g, bill, q))
            return 1;
    return 0;
}

/* Asks whom the caster chooses; 0 = there is nobody to ask. */
int rt_assist_ask(rt_game *g, const rt_bill *bill, rt_status *out_asked)
{
    const int alone = has_assist(g, bill) && rt_can_pay_alone(g, bill);
    uint32_t n = 0;
    if (!has_assist(g, bill))
        return 0;
    rt_ask(g, CANTRIP_DECIDE_PLAYER, bill->player, bill->self);
    for (uint32_t k = 0; k < g->s->player.count; k++) {
        const uint32_t q = rt_seat_after(g, bill->player, k);
        if (alone ? most_of(g, bill, q, 1) > 0 : enough(g, bill, q)) {
            rt_option_add(g, CANTRIP_OPTION_ID, RT_PLAYER(q), 0, 0);
            n++;
        }
    }
    if (!n)
        return 0;
    *out_asked = rt_ask_done(g, !alone, 1);
    return 1;
}

/* That player says for how much they pay. */
rt_status rt_assist_amount(rt_game *g, const rt_bill *bill, uint32_t player)
{
    const int32_t most = rt_assist_most(g, bill, player);
    rt_ask(g, CANTRIP_DECIDE_NUMBER, player, bill->self);
    for (int32_t k = 0; k <= most; k++)
        rt_option_add(g, CANTRIP_OPTION_NUMBER, 0, k, 0);
    return rt_ask_one(g);
}
