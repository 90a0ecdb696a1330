/* Most questions whether something can be paid have an easy answer: it costs more than there could ever be, or only
 * lands of one colour each and plain symbols are involved. What is neither is planned (mana_plan.c). */
#include "runtime/pay/mana.h"

/* What permanents and the pool could give, when it is known. */
static int is_ready(rt_game *g, uint32_t player)
{
    rt_field_ready(g, player);
    return g->run->field_player == player + 1;
}

/* Rules that make something cheaper, or pay for it otherwise. */
static int may_be_cheaper(const rt_game *g)
{
    return (g->s->rules_union & (RT_RULE(VM_MOD_COSTS_MORE) | RT_RULE(VM_MOD_COSTS_MANA_LESS) |
                                 RT_RULE(VM_MOD_HELPS_PAY) | RT_RULE(VM_MOD_ANY_COLOR) |
                                 RT_RULE(VM_MOD_ABILITIES_COST) | RT_RULE(VM_MOD_KEYWORD_COSTS) |
                                 RT_RULE(VM_MOD_GIVES_COST))) != 0;
}

int rt_too_dear(rt_game *g, uint32_t player, const rt_least *least)
{
    return !least->varies && least->mana && !may_be_cheaper(g) && is_ready(g, player) &&
           (g->run->field_most < least->mana || (least->colors & ~g->run->field_colors));
}

/* One symbol: 1 = it is counted, 0 = it is no easy one. */
static int count_symbol(const vm_cost *c, uint32_t *need, int64_t *generic)
{
    switch (c->kind) {
    case VM_COST_GENERIC:
        *generic += (int32_t)c->a;
        return 1;
    case VM_COST_MANA:
        if (c->a & (c->a - 1))
            return 0;
        need[__builtin_ctz(c->a | 1u << 7) & 7]++;
        return 1;
    case VM_COST_X:
    case VM_COST_LIFE:
    case VM_COST_PHYREXIAN:
    case VM_COST_TWO_OR:
    case VM_COST_SNOW:
    case VM_COST_ITS_MANA:
        return 0;
    default:
        return 1; /* no mana */
    }
}

int rt_pays_quickly(rt_game *g, const rt_bill *b)
{
    CANTRIP_ASSERT(b->player < g->s->player.count);
    uint32_t need[8] = {0};
    int64_t generic = b->extra, all = 0;
    if (b->any_less || b->life_decided || g->run->pool_alone || may_be_cheaper(g))
        return -1;
    for (uint32_t r = 0; r < RT_BILL_RANGES && (!r || b->range[r].count); r++) {
        if (b->range[r].times > 4)
            return -1;
        for (uint32_t t = 0; t < b->range[r].times; t++)
            for (uint32_t i = 0; i < b->range[r].count; i++)
                if (!count_symbol(&g->pack->cost[b->range[r].first + i], need, &generic))
                    return -1;
    }
    for (uint32_t c = 0; c < 8; c++)
        all += need[c];
    generic = generic > 0 ? generic : 0;
    if (!all && !generic)
        return 1;
    if (b->without || !is_ready(g, b->player) || !g->run->field_plain ||
        (b->spell == 1 && rt_may_rule(g, VM_MOD_HELPS_PAY, b->self)))
        return -1;
    int can = all + generic <= g->run->field_all;
    for (uint32_t c = 0; c < 8; c++)
        can &= need[c] <= g->run->field_have[c];
    return can ? 1 : g->run->field_sources || g->run->field_hand ? -1 : 0;
}
