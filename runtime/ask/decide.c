/* Questions: asked, answered, or answered at once when there is only one answer. */
#include "runtime/ask/ask.h"
#include "runtime/events/events.h"

#include <string.h>

rt_proc *rt_proc_push(rt_game *g, uint32_t kind)
{
    uint32_t at = RT_PUSH(g, proc);
    rt_proc *p = rt_proc_row(g, at);
    p->kind = (uint8_t)kind;
    return p;
}

rt_status rt_proc_pop(rt_game *g)
{
    CANTRIP_ASSERT(g->s->proc.count);
    g->s->proc.count--;
    rt_unseen_end(g);
    return RT_NEXT;
}

void rt_ask(rt_game *g, uint32_t kind, uint32_t player, rt_entity source)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    CANTRIP_ASSERT(rt_is_entity(g, source));
    rt_decision *d = &g->s->decision;
    CANTRIP_ASSERT(player < g->s->player.count);
    memset(d, 0, sizeof *d);
    d->kind = kind;
    d->player = d->whose = player;
    d->source = source;
    g->s->option.count = 0;
    g->s->answer.count = 0;
}

void rt_option_add(rt_game *g, uint32_t kind, rt_entity e, int32_t a, int32_t b)
{
    uint32_t at = RT_PUSH(g, option);
    *rt_option_row(g, at) = (rt_option){kind, e, a, b};
}

/* Is this question one on the way to casting or activating, which may be taken back? */
static int can_take_back(const rt_game *g)
{
    uint32_t kind = rt_top(g)->kind;
    return g->s->image.count && (g->s->take_back >> g->s->decision.player & 1) &&
           g->s->decision.min == 1 && g->s->decision.max == 1 &&
           (kind == RT_PROC_CAST || kind == RT_PROC_PAY);
}

static rt_status ask(rt_game *g, uint32_t min, uint32_t max, int hidden)
{
    rt_decision *d = &g->s->decision;
    uint32_t count = g->s->option.count;
    d->min = min < count ? min : count;
    d->max = max < count ? max : count;
    CANTRIP_ASSERT(d->min <= d->max);
    const int always = hidden && max && !g->s->skip_trivial;
    if (!always && (!count || !d->max || (d->min == count && (g->s->skip_trivial || count == 0)))) {
        for (uint32_t i = 0, n = d->max; i < n; i++) {
            uint32_t at = RT_PUSH(g, answer);
            *rt_answer_row(g, at) = i;
        }
        return RT_NEXT;
    }
    d->active = 1;
    if (can_take_back(g))
        rt_option_add(g, CANTRIP_OPTION_TAKE_BACK, 0, 0, 0);
    rt_decider_find(g);
    return d->active ? RT_ASK : RT_NEXT;
}

rt_status rt_ask_done(rt_game *g, uint32_t min, uint32_t max)
{
    return ask(g, min, max, 0);
}

rt_status rt_ask_hidden(rt_game *g, uint32_t min, uint32_t max)
{
    return ask(g, min, max, 1);
}

const rt_option *rt_answered(const rt_game *g, uint32_t i)
{
    static const rt_option NOTHING = {CANTRIP_OPTION_PASS, 0, 0, 0};
    if (i >= g->s->answer.count || *rt_answer_row(g, i) >= g->s->option.count)
        return &NOTHING;
    return rt_option_row(g, *rt_answer_row(g, i));
}

uint32_t rt_answer_count(const rt_game *g)
{
    return g->s->answer.count;
}
