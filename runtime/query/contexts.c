/* Contexts: what an ability that is used knows of itself, from when it is used until it is over. */
#include "runtime/query/query.h"
#include "runtime/cast/cast.h"

#include <string.h>

rt_ctx rt_ctx_for(const rt_game *g, rt_entity self, uint32_t ability)
{
    CANTRIP_ASSERT(rt_is_entity(g, self));
    rt_ctx c;
    memset(&c, 0, sizeof c);
    const rt_object *live = rt_live(g, self), *o = live ? live : rt_look_back(g, self);
    c.used = 1;
    c.self = self;
    c.ability = ability;
    c.event_player = RT_NOBODY;
    if (!o)
        return c;
    const rt_presence *here = rt_here(g, o);
    c.controller = o->controller;
    c.flags = (o->flags & RT_OF_CAST ? RT_CTX_CAST : 0);
    c.x = (int32_t)here->x;
    c.origin = live ? rt_origin_of(g, o, ability) : o->copied;
    if (!c.origin) { /* what was paid was paid for what its own abilities say (CR 607.2h, i) */
        c.flags |= o->flags & RT_OF_KICKED ? RT_CTX_KICKED : 0;
        c.payment = here->payment;
    }
    return c;
}

uint32_t rt_ctx_new(rt_game *g, const rt_ctx *c)
{
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    uint32_t idx;
    for (idx = g->s->ctx_low; idx < g->s->ctx.count && rt_ctx_row(g, idx)->used; idx++)
        rt_spend(g, 1);
    g->s->ctx_low = idx + 1;
    if (idx == g->s->ctx.count)
        idx = RT_PUSH(g, ctx);
    CANTRIP_ASSERT(c->controller < g->s->player.count && !rt_ctx_row(g, idx)->used);
    *rt_ctx_row(g, idx) = *c;
    rt_ctx_row(g, idx)->used = 1;
    return idx;
}

static int is_had(const rt_game *g, uint32_t list)
{
    for (uint32_t i = 0; i < g->s->ctx.count; i++)
        if (rt_ctx_row(g, i)->captured == list || rt_ctx_row(g, i)->those == list)
            return 1;
    for (uint32_t i = 0; i < g->s->effect.count; i++)
        if (rt_effect_row(g, i)->captured == list)
            return 1;
    return g->s->told == list;
}

void rt_captured_sweep(rt_game *g)
{
    uint32_t n = 0, list = 0, had = 0;
    for (uint32_t i = 0; i < g->s->captured.count; i++) {
        const rt_captured c = *rt_captured_row(g, i);
        if (c.list != list) { /* rows of a list stand together */
            rt_spend(g, (g->s->ctx.count + g->s->effect.count) / 8 + 1);
            had = (uint32_t)is_had(g, list = c.list);
        }
        if (had)
            *rt_captured_row(g, n++) = c;
    }
    g->s->captured.count = n;
}

void rt_ctx_free(rt_game *g, uint32_t idx)
{
    uint32_t n = 0;
    CANTRIP_ASSERT(idx < g->s->ctx.count && rt_ctx_row(g, idx)->used);
    rt_spend(g, g->s->target.count / 8);
    for (uint32_t i = 0; i < g->s->target.count; i++)
        if (rt_target_row(g, i)->ctx != idx)
            *rt_target_row(g, n++) = *rt_target_row(g, i);
    g->s->target.count = n;
    rt_parts_drop(g, idx);
    const int lists = rt_ctx_row(g, idx)->captured || rt_ctx_row(g, idx)->those;
    memset(rt_ctx_row(g, idx), 0, sizeof(rt_ctx));
    if (lists)
        rt_captured_sweep(g);
    while (g->s->ctx.count && !rt_ctx_row(g, g->s->ctx.count - 1)->used)
        g->s->ctx.count--;
    g->s->ctx_low = idx < g->s->ctx_low ? idx : g->s->ctx_low;
    g->s->ctx_low = g->s->ctx.count < g->s->ctx_low ? g->s->ctx.count : g->s->ctx_low;
}
