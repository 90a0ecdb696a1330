/* What has happened this turn and last turn: the events themselves, asked about with the filters that triggers use. Only
 * kinds of events that the pack asks about anywhere are noted. */
#include "runtime/query/query.h"
#include "runtime/events/events.h"

#include <string.h>

enum { PARTICIPANTS = 5 };

static void participants(const rt_past *p, rt_entity *out)
{
    const rt_entity of[PARTICIPANTS] = {p->obj, p->src, p->whom, p->other, p->result};
    memcpy(out, of, sizeof of);
}

/* What it is as it happens, or last was. Of what comes and goes the object itself says that: it is a new one then. */
static rt_seen_then seen(const rt_game *g, const rt_event *event, rt_entity e)
{
    const rt_object *o = !e || RT_IS_PLAYER(e) ? NULL : rt_look(g, e);
    if (!o)
        return (rt_seen_then){0};
    const int stays = event->kind != RT_EV_MOVE && event->kind != RT_EV_CAST;
    return (rt_seen_then){.types = o->types,
                          .subtypes = stays ? o->subtypes + 1 : 0,
                          .colors = o->colors,
                          .every_type = (o->flags & RT_OF_ALL_CREATURE_TYPES) != 0,
                          .held = (uint8_t)(o->controller + 1)};
}

/* The row where its characteristics stand: its own, or that of what it last was. */
static rt_object *row_of(rt_game *g, rt_entity e)
{
    if (!e || RT_IS_PLAYER(e))
        return NULL;
    rt_object *o = rt_live(g, e);
    const rt_lki *k = o ? NULL : rt_lki_of(g, e);
    return k ? &rt_lki_row(g, (uint32_t)(k - rt_lki_row(g, 0)))->object : o;
}

/* Puts what it was then in the place of what it is; the same once more puts it back. */
static void exchange(rt_object *o, rt_seen_then *t)
{
    const rt_seen_then now = {.types = o->types,
                              .subtypes = o->subtypes + 1,
                              .colors = o->colors,
                              .every_type = (o->flags & RT_OF_ALL_CREATURE_TYPES) != 0,
                              .held = t->held};
    o->types = t->types;
    o->subtypes = t->subtypes - 1;
    o->colors = t->colors;
    o->flags = (o->flags & ~(uint32_t)RT_OF_ALL_CREATURE_TYPES) |
               (t->every_type ? RT_OF_ALL_CREATURE_TYPES : 0);
    *t = now;
}

/* Is it so of what took part, as it was then (CR 702.75a)? */
static int filter_holds(rt_game *g, uint32_t i, uint32_t filter, const rt_ctx *c)
{
    rt_past p = *rt_past_row(g, i);
    rt_entity of[PARTICIPANTS];
    participants(&p, of);
    for (uint32_t k = 0; k < PARTICIPANTS; k++) {
        for (uint32_t before = 0; before < k; before++)
            p.then[k].subtypes = of[before] == of[k] ? 0 : p.then[k].subtypes;
        if (p.then[k].subtypes && row_of(g, of[k]))
            exchange(row_of(g, of[k]), &p.then[k]);
    }
    const int holds = rt_value(g, filter, c, 0) != 0;
    for (uint32_t k = PARTICIPANTS; k-- > 0;)
        if (p.then[k].subtypes && row_of(g, of[k]))
            exchange(row_of(g, of[k]), &p.then[k]);
    return holds;
}

/* Of the event that the ability waited for, where nothing is asked about another one. */
static uint32_t held_of_event(const rt_ctx *c, rt_entity e)
{
    for (uint32_t i = 0; i < sizeof c->held; i++)
        if ((i < 3 ? c->event_obj[i] : c->whom) == e && c->held[i])
            return c->held[i];
    return 0;
}

uint32_t rt_held_then(const rt_game *g, const rt_ctx *c, rt_entity e)
{
    if (!g->run->then || g->run->then > g->s->past.count)
        return held_of_event(c, e);
    const rt_past *p = rt_past_row(g, g->run->then - 1);
    rt_entity of[PARTICIPANTS];
    participants(p, of);
    for (uint32_t i = 0; i < PARTICIPANTS; i++)
        if (of[i] == e)
            return p->then[i].held;
    return 0;
}

void rt_note(rt_game *g, uint32_t event, uint64_t mask)
{
    CANTRIP_ASSERT(event < g->s->event.count);
    mask &= g->lib->history;
    if (!mask)
        return;
    const rt_event e = *rt_event_row(g, event);
    uint32_t at = RT_PUSH(g, past);
    *rt_past_row(g, at) = (rt_past){mask,
                                    ++g->s->happened,
                                    g->s->turn,
                                    g->s->begun[VM_STEP_COMBAT],
                                    e.kind,
                                    e.player,
                                    e.to,
                                    e.from,
                                    e.flags,
                                    e.obj,
                                    e.src,
                                    e.whom,
                                    e.other,
                                    e.result,
                                    e.amount,
                                    e.aux,
                                    {seen(g, &e, e.obj), seen(g, &e, e.src), seen(g, &e, e.whom),
                                     seen(g, &e, e.other), seen(g, &e, e.result)},
                                    0};
    if (g->s->volatile_statics)
        rt_dirty(g);
}

void rt_history_turn(rt_game *g)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->s->past.count; i++)
        if (rt_past_row(g, i)->turn + 1 >= g->s->turn)
            *rt_past_row(g, n++) = *rt_past_row(g, i);
    g->s->past.count = n;
}

static int in_span(const rt_game *g, const rt_past *p, const rt_ctx *c, uint32_t span)
{
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    switch (span) {
    case VM_HISTORY_LAST_TURN:
        return p->turn + 1 == g->s->turn;
    case VM_HISTORY_BEFORE:
        return p->turn == g->s->turn && p->number <= c->when;
    case VM_HISTORY_COMBAT:
        return p->turn == g->s->turn && p->combat == g->s->begun[VM_STEP_COMBAT] &&
               g->s->step >= VM_STEP_COMBAT && g->s->step <= VM_STEP_END_COMBAT;
    default:
        return p->turn == g->s->turn;
    }
}

/* Is row i one of those that were asked for? *out: what a trigger would see. */
static int is_meant(rt_game *g, uint32_t i, const rt_ctx *c, uint32_t ability, uint32_t span,
                    rt_ctx *out)
{
    CANTRIP_ASSERT(ability < g->pack->ability_count);
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    const rt_past p = *rt_past_row(g, i);
    const vm_ability *a = &g->pack->ability[ability];
    if (!(p.mask >> a->event & 1) || !in_span(g, &p, c, span))
        return 0;
    const rt_event e = {.kind = p.kind,
                        .player = p.player,
                        .to = p.to,
                        .from = p.from,
                        .flags = p.flags,
                        .obj = p.obj,
                        .src = p.src,
                        .whom = p.whom,
                        .other = p.other,
                        .amount = p.amount,
                        .aux = p.aux,
                        .result = p.result};
    *out = *c;
    rt_fill_event(g, out, &e, a->event);
    out->when = p.number - 1;
    const uint32_t before = g->run->then;
    g->run->then = i + 1;
    const int is = !a->filter || filter_holds(g, i, a->filter, out);
    g->run->then = before;
    return is;
}

/* Has it the participant in common with the event at hand that is asked for? */
static int is_of_same(const rt_ctx *seen, const rt_ctx *c, uint32_t what)
{
    if (what == VM_HISTORY_SAME_PLAYER)
        return seen->event_player == c->event_player;
    if (what == VM_HISTORY_SAME_WHOM)
        return seen->whom == c->whom;
    return what < VM_HISTORY_SAME_OBJECT || what > VM_HISTORY_SAME_OBJECT + 2 ||
           seen->event_obj[what - VM_HISTORY_SAME_OBJECT] ==
               c->event_obj[what - VM_HISTORY_SAME_OBJECT];
}

int32_t rt_history_number(rt_game *g, const rt_ctx *c, uint32_t ability, uint32_t span,
                          uint32_t what)
{
    CANTRIP_ASSERT(ability < g->pack->ability_count);
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    int32_t n = 0;
    rt_ctx seen;
    rt_spend(g, g->s->past.count);
    for (uint32_t p = 0; what == VM_HISTORY_MOST && p < g->s->player.count; p++) {
        int32_t of_one = 0;
        rt_spend(g, g->s->past.count);
        for (uint32_t i = 0; i < g->s->past.count; i++)
            of_one += is_meant(g, i, c, ability, span, &seen) && seen.event_player == p;
        n = of_one > n ? of_one : n;
    }
    for (uint32_t i = 0; what != VM_HISTORY_MOST && i < g->s->past.count; i++)
        if (is_meant(g, i, c, ability, span, &seen) && is_of_same(&seen, c, what))
            n = rt_sum(n, what == RT_HISTORY_SUM ? seen.amount : 1);
    return n;
}

uint64_t rt_history_set(rt_game *g, const rt_ctx *c, uint32_t ability, uint32_t span,
                        uint32_t operand)
{
    CANTRIP_ASSERT(ability < g->pack->ability_count);
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    const uint32_t start = g->s->heap.count;
    rt_ctx seen;
    rt_spend(g, g->s->past.count);
    for (uint32_t i = 0; i < g->s->past.count; i++) {
        if (!is_meant(g, i, c, ability, span, &seen))
            continue;
        const rt_entity e = operand < 3                      ? seen.event_obj[operand]
                            : operand == VM_HISTORY_WHOM     ? seen.whom
                            : seen.event_player != RT_NOBODY ? RT_PLAYER(seen.event_player)
                                                             : 0;
        int known = !e;
        rt_spend(g, (g->s->heap.count - start) / 8);
        for (uint32_t k = start; k < g->s->heap.count && !known; k++)
            known = *rt_heap_row(g, k) == e;
        if (known)
            continue;
        uint32_t at = RT_PUSH(g, heap);
        *rt_heap_row(g, at) = e;
    }
    const uint32_t count = g->s->heap.count - start;
    return count == 1 ? RT_SET_ONE(*rt_heap_row(g, start))
           : count    ? (uint64_t)start << 32 | count
                      : 0;
}
