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

/* An option is answered with as it is, or without its numbers (cantrip_game_answer_options): they are 0 where neither its kind
 * nor the question gives them a meaning. */
static int are_bare(const rt_game *g)
{
    enum { VALUE = 1, EXTRA = 2, BOTH = 3 };
    static const uint8_t SAYS[CANTRIP_OPTION_COUNT] = {
        [CANTRIP_OPTION_LAND] = EXTRA,    [CANTRIP_OPTION_CAST] = BOTH,
        [CANTRIP_OPTION_ACTIVATE] = BOTH, [CANTRIP_OPTION_NUMBER] = VALUE,
        [CANTRIP_OPTION_COLOR] = VALUE,   [CANTRIP_OPTION_TYPE] = VALUE,
        [CANTRIP_OPTION_MODE] = BOTH,     [CANTRIP_OPTION_CARD_TYPE] = VALUE,
        [CANTRIP_OPTION_NAME] = VALUE,    [CANTRIP_OPTION_MANA] = BOTH,
        [CANTRIP_OPTION_TURN_UP] = BOTH,  [CANTRIP_OPTION_COUNTER] = VALUE,
        [CANTRIP_OPTION_WORD] = BOTH,     [CANTRIP_OPTION_HELP] = BOTH};
    static const uint8_t ASKED[CANTRIP_DECIDE_COUNT] = {
        [CANTRIP_DECIDE_TARGET] = BOTH,         [CANTRIP_DECIDE_ATTACK] = BOTH,
        [CANTRIP_DECIDE_BLOCK] = VALUE,         [CANTRIP_DECIDE_ORDER_BLOCKERS] = VALUE,
        [CANTRIP_DECIDE_ORDER_TRIGGERS] = BOTH, [CANTRIP_DECIDE_REPLACEMENT] = BOTH,
        [CANTRIP_DECIDE_CHOOSE] = VALUE,        [CANTRIP_DECIDE_WHICH_PILE] = VALUE,
        [CANTRIP_DECIDE_KICKER] = EXTRA,        [CANTRIP_DECIDE_DIVIDE] = EXTRA};
    const uint32_t asked = ASKED[g->s->decision.kind];
    for (uint32_t i = 0; i < g->s->option.count; i++) {
        const rt_option *o = rt_option_row(g, i);
        const uint32_t says = SAYS[o->kind] | asked;
        if ((o->a && !(says & VALUE)) || (o->b && !(says & EXTRA)))
            return 0;
    }
    return 1;
}

static rt_status ask(rt_game *g, uint32_t min, uint32_t max, int hidden)
{
    CANTRIP_ASSERT(are_bare(g));
    rt_decision *d = &g->s->decision;
    uint32_t count = g->s->option.count;
    d->min = min < count ? min : count;
    d->max = max < count ? max : count;
    d->hidden = (uint32_t)hidden;
    CANTRIP_ASSERT(d->min <= d->max);
    const int always = hidden && max && !g->s->skip_trivial;
    if (!always && (!count || !d->max || (d->min == count && g->s->skip_trivial))) {
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
    return g->s->decision.active ? RT_ASK : RT_NEXT; /* the block may have moved */
}

rt_status rt_ask_done(rt_game *g, uint32_t min, uint32_t max)
{
    return ask(g, min, max, 0);
}

rt_status rt_ask_one(rt_game *g)
{
    return ask(g, 1, 1, 0);
}

rt_status rt_ask_hidden(rt_game *g, uint32_t min, uint32_t max)
{
    return ask(g, min, max, 1);
}

const rt_option *rt_answered(const rt_game *g, uint32_t i)
{
    static const rt_option NOTHING = {CANTRIP_OPTION_PASS, 0, 0, 0};
    CANTRIP_ASSERT(!i ||
                   i < g->s->answer.count); /* the first is asked for where there may be none */
    if (i >= g->s->answer.count || *rt_answer_row(g, i) >= g->s->option.count)
        return &NOTHING;
    return rt_option_row(g, *rt_answer_row(g, i));
}

uint32_t rt_answer_count(const rt_game *g)
{
    return g->s->answer.count;
}
