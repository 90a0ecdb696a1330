/* What was chosen for spells that have left the stack: where something could still copy them (storm of a spell that was
 * countered, epic), the context of the spell, with its targets and parts, stays, marked RT_CTX_GONE (CR 608.2h, 706.10). */
#include "runtime/cast/cast.h"

static int is_gone(const rt_game *g, uint32_t ctx)
{
    return rt_ctx_row(g, ctx)->used == RT_CTX_GONE;
}

/* The spell leaves the stack, or has left it. */
void rt_spell_ctx_end(rt_game *g, rt_entity spell, uint32_t ctx)
{
    CANTRIP_ASSERT(ctx < g->s->ctx.count);
    const int asked =
        rt_zone_count(g, VM_ZONE_STACK, 0) > 1 || g->s->pending.count || g->s->delayed.count;
    if (g->lib->copies_spells && asked && rt_ctx_row(g, ctx)->self == spell)
        rt_ctx_row(g, ctx)->used = RT_CTX_GONE;
    else
        rt_ctx_free(g, ctx);
}

/* ctx[] + 1 of a spell that is gone; 0 = nothing is known of it. */
uint32_t rt_spell_ctx_gone(rt_game *g, rt_entity spell)
{
    rt_spend(g, g->s->ctx.count / 8);
    for (uint32_t i = 0; i < g->s->ctx.count; i++)
        if (is_gone(g, i) && rt_ctx_row(g, i)->self == spell)
            return i + 1;
    return 0;
}

/* Could a trigger that an effect made still speak of it? */
static int is_waited_for(const rt_game *g, rt_entity spell)
{
    for (uint32_t i = 0; i < g->s->delayed.count; i++)
        if (rt_ctx_row(g, rt_delayed_row(g, i)->ctx - 1)->self == spell)
            return 1;
    for (uint32_t i = 0; i < g->s->captured.count; i++)
        if (rt_captured_row(g, i)->entity == spell)
            return 1;
    return 0;
}

/* As a turn ends, with nothing on the stack: what nobody can ask for any more. */
void rt_spells_forget(rt_game *g)
{
    if (rt_zone_count(g, VM_ZONE_STACK, 0) || g->s->pending.count)
        return;
    for (uint32_t i = g->s->ctx.count; i-- > 0;) {
        if (i >= g->s->ctx.count || !is_gone(g, i))
            continue;
        rt_spend(g, g->s->delayed.count + g->s->captured.count + 1);
        if (!is_waited_for(g, rt_ctx_row(g, i)->self))
            rt_ctx_free(g, i);
    }
}
