/* Natives that begin continuous effects and delayed triggers (CR 611.2, 603.7, 603.12). */
#include "runtime/natives/natives.h"

#include <string.h>

/* Rows of effect[] for the things in `set`, up to four in each. */
static rt_status begin_effect(native_call *n, uint64_t set, int32_t first, int32_t second,
                              uint8_t controller, uint8_t whose, uint32_t duration,
                              uint32_t condition)
{
    rt_game *g = n->g;
    uint32_t count = rt_set_count(set), timestamp = ++g->s->timestamp;
    const uint32_t step = condition ? 1 : 4; /* a condition is about one of them */
    const uint32_t first_row = g->s->effect.count;
    const int of_all =
        n->imm[1] && g->pack->mod[n->imm[0]].sel != 0; /* CR 611.2c: by its selector */
    for (uint32_t i = 0; i < count + (uint32_t)of_all; i += step) {
        uint32_t at = RT_PUSH(g, effect);
        rt_effect *e = rt_effect_row(g, at);
        e->timestamp = timestamp;
        e->mods = n->imm[0];
        e->mod_count = n->imm[1];
        e->duration = duration;
        e->condition = condition;
        e->turn = g->s->turn;
        e->source = self_of(n);
        e->controller = controller;
        e->whose = whose;
        e->value[0] = first;
        e->value[1] = second;
        e->offer = duration == VM_DURATION_UNTIL_PAID ? g->s->offer : 0;
        e->captured = g->s->told;
        e->made = g->s->resolution;
        for (uint32_t k = e->mods; k < e->mods + e->mod_count; k++)
            if (g->pack->mod[k].op == VM_MOD_LOSE_THIS_ABILITY)
                e->value[1] = (int32_t)ctx_of(n)->ability;
        for (uint32_t k = 0; k < step && i + k < count; k++)
            e->object[k] = follow(n, rt_set_at(g, set, i + k));
        if (condition && !rt_effect_condition(g, at + 1)) /* CR 611.2b */
            g->s->effect.count--;
    }
    g->s->told = 0;
    if (count || of_all)
        rt_effects_begin(g, first_row);
    return finished(n);
}

rt_status rt_native_change_text(native_call *n) /* CR 612 */
{
    const uint8_t you = ctx_of(n)->controller;
    return begin_effect(n, arg(n, 0), (int32_t)arg(n, 1), (int32_t)arg(n, 2), you, you, n->imm[2],
                        0);
}

/* The player that an argument names, or who controls the ability. */
static uint8_t named(native_call *n, uint32_t argument)
{
    const uint64_t who = arg(n, argument);
    return rt_set_count(who) ? (uint8_t)first_player(n, who) : ctx_of(n)->controller;
}

rt_status rt_native_effect(native_call *n) /* CR 611.2 */
{
    if (!rt_set_count(arg(
            n,
            3))) /* target player gains control of it, who is no legal target any more (CR 608.2b) */
        return finished(n);
    return begin_effect(n, arg(n, 0), (int32_t)arg(n, 1), (int32_t)arg(n, 2), named(n, 3),
                        named(n, 4), n->imm[2], 0);
}

static uint8_t arrival(const rt_game *g)
{
    return (uint8_t)(g->s->frame.count < UINT8_MAX ? g->s->frame.count : UINT8_MAX);
}

rt_status rt_native_arriving(native_call *n) /* CR 611.2e */
{
    rt_game *g = n->g;
    const uint32_t first = g->s->effect.count;
    const rt_status s = rt_native_effect(n);
    for (uint32_t i = first; i < g->s->effect.count; i++)
        rt_effect_row(g, i)->arrives = arrival(g);
    return s;
}

/* What was to come has come, or not: then there is no such effect. */
void rt_arrivals_end(rt_game *g)
{
    uint32_t kept = 0;
    int gone = 0;
    for (uint32_t i = 0; i < g->s->effect.count; i++) {
        rt_effect e = *rt_effect_row(g, i);
        uint32_t n = 0;
        for (uint32_t k = 0; e.arrives == arrival(g) && e.arrives && k < 4; k++) {
            const rt_object *o = e.object[k] ? rt_live(g, e.object[k]) : NULL;
            const int there = o && o->zone == VM_ZONE_BATTLEFIELD;
            e.object[k] = there ? e.object[k] : 0;
            n += (uint32_t)there;
        }
        const int ends = e.arrives == arrival(g) && e.arrives;
        e.arrives = ends ? 0 : e.arrives;
        if (!ends || n)
            *rt_effect_row(g, kept++) = e;
        gone |= ends && !n;
    }
    g->s->effect.count = kept;
    if (gone)
        rt_dirty(g);
}

static void control(native_call *n, rt_entity e, uint8_t controller, uint32_t timestamp)
{
    rt_game *g = n->g;
    const uint32_t at = RT_PUSH(g, effect);
    rt_effect *row = rt_effect_row(g, at);
    row->timestamp = timestamp;
    row->mods = n->imm[0];
    row->mod_count = n->imm[1];
    row->duration = n->imm[2];
    row->turn = g->s->turn;
    row->source = self_of(n);
    row->controller = row->whose = controller;
    row->object[0] = e;
}

/* A life total becomes the number, the number becomes what that was; nothing where one of the two could not (CR 701.10b, g). */
rt_status rt_native_exchange_number(native_call *n)
{
    rt_game *g = n->g;
    const uint32_t player = player_in_turn(n, arg(n, 0), 0);
    const rt_entity e = rt_set_count(arg(n, 1)) ? rt_set_at(g, arg(n, 1), 0) : 0;
    const rt_object *o = rt_live(g, e);
    const int32_t number = (int32_t)arg(n, 2);
    if (player == RT_NOBODY || !o || o->zone != VM_ZONE_BATTLEFIELD || !RT_IS(o, CREATURE) ||
        !rt_life_could_become(g, player, number))
        return finished(n);
    const int32_t life = *rt_life(g, player);
    const uint8_t you = ctx_of(n)->controller;
    const uint32_t batch = rt_batch(g);
    if (life != number) {
        rt_event *event =
            rt_event_add(g, life < number ? RT_EV_GAIN_LIFE : RT_EV_LOSE_LIFE, RT_EF_EFFECT);
        event->player = (uint8_t)player;
        event->amount =
            life < number ? rt_sum(number, -(int64_t)life) : rt_sum(life, -(int64_t)number);
    }
    rt_batch_close(g, batch);
    return begin_effect(n, RT_SET_ONE(e), life, 0, you, you, n->imm[2], 0);
}

rt_status rt_native_exchange_control(native_call *n) /* CR 701.10a, b */
{
    rt_game *g = n->g;
    const uint64_t set = arg(n, 0);
    give(n, 0);
    if (rt_set_count(set) != 2)
        return finished(n);
    const rt_entity a = rt_set_at(g, set, 0), b = rt_set_at(g, set, 1);
    const rt_object *one = rt_live(g, a), *two = rt_live(g, b);
    if (!one || !two || one->zone != VM_ZONE_BATTLEFIELD || two->zone != VM_ZONE_BATTLEFIELD ||
        one->controller == two->controller)
        return finished(n);
    const uint8_t first = one->controller, second = two->controller;
    const uint32_t timestamp = ++g->s->timestamp;
    control(n, a, second, timestamp);
    control(n, b, first, timestamp);
    give(n, set);
    rt_dirty(g);
    return finished(n);
}

rt_status rt_native_effect_while(native_call *n)
{
    const uint32_t condition = n->g->pack->ability[n->imm[2]].condition;
    if (!rt_set_count(arg(n, 3)))
        return finished(n);
    return begin_effect(n, arg(n, 0), (int32_t)arg(n, 1), (int32_t)arg(n, 2), named(n, 3),
                        named(n, 4), condition ? VM_DURATION_WHILE : VM_DURATION_FOREVER,
                        condition);
}

/* The list of what the first arguments are; 0: they are nothing. */
static uint32_t capture(native_call *n)
{
    rt_game *g = n->g;
    uint32_t list = 0;
    for (uint32_t slot = 0; slot < VM_CAPTURED_MAX; slot++)
        for (uint32_t i = 0; i < rt_set_count(arg(n, slot)); i++) {
            const rt_entity one = rt_set_at(g, arg(n, slot), i);
            list = list ? list : ++g->s->captures;
            const uint32_t row = RT_PUSH(g, captured);
            *rt_captured_row(g, row) = (rt_captured){slot, list, one};
        }
    return list;
}

rt_status rt_native_tell(native_call *n)
{
    const uint32_t list = capture(n); /* the state may move */
    n->g->s->told = list;
    return finished(n);
}

/* The context of an ability that acts later, with what it was told about. It finds what has moved where the one that makes it
 * would (CR 603.7c). */
static rt_ctx later(native_call *n)
{
    rt_ctx c = *ctx_of(n);
    c.ability = n->imm[0];
    c.target_count = 0;
    c.captured = capture(n);
    c.since = c.since && !c.made ? c.since : n->g->s->timestamp;
    c.heard = n->g->s->timestamp;
    c.made = n->g->s->resolution;
    return c;
}

rt_status rt_native_delay(native_call *n) /* CR 603.7, 614.1, 615.7 */
{
    rt_game *g = n->g;
    const int32_t amount = (int32_t)arg(n, VM_CAPTURED_MAX);
    if (!amount) /* the next 0 damage */
        return finished(n);
    const rt_ctx c = later(n);
    uint32_t ctx = rt_ctx_new(g, &c), at = RT_PUSH(g, delayed);
    *rt_delayed_row(g, at) = (rt_delayed){.ctx = ctx + 1,
                                          .duration = n->imm[1],
                                          .timestamp = ++g->s->timestamp,
                                          .turn = g->s->turn,
                                          .left = amount < 0 ? 0 : amount};
    if (n->imm[1] == VM_DURATION_UNTIL_PAID)
        rt_delayed_row(g, at)->offer = g->s->offer;
    if (g->pack->ability[c.ability].flags & VM_AF_THAT_TURN)
        rt_delayed_row(g, at)->turn = g->s->extra_turns;
    return finished(n);
}

rt_status rt_native_reflex(native_call *n) /* CR 603.12 */
{
    rt_game *g = n->g;
    const rt_ctx c = later(n);
    uint32_t ctx = rt_ctx_new(g, &c), at = RT_PUSH(g, pending);
    *rt_pending_row(g, at) = ctx + 1;
    return finished(n);
}

/* CR 201.4b: which abilities they are is found out now. */
rt_status rt_native_gain_activated(native_call *n)
{
    rt_game *g = n->g;
    const uint32_t first = g->s->effect.count, timestamp = ++g->s->timestamp;
    rt_refresh(g);
    for (uint32_t k = 0; k < rt_set_count(arg(n, 1)); k++) {
        const rt_entity model = rt_set_at(g, arg(n, 1), k);
        const uint32_t has = rt_live(g, model) ? rt_ability_count(g, rt_live(g, model)) : 0;
        for (uint32_t i = 0; i < has; i++) {
            const uint32_t id = rt_ability_at(g, rt_live(g, model), i);
            for (uint32_t t = 0; t < rt_set_count(arg(n, 0)); t++) {
                if (g->pack->ability[id].kind != VM_ABILITY_ACTIVATED)
                    continue;
                rt_effect *e = rt_effect_row(g, RT_PUSH(g, effect));
                e->timestamp = timestamp;
                e->mods = n->imm[0];
                e->mod_count = n->imm[1];
                e->duration = n->imm[2];
                e->turn = g->s->turn;
                e->source = self_of(n);
                e->controller = e->whose = ctx_of(n)->controller;
                e->value[0] = (int32_t)id;
                e->object[0] = follow(n, rt_set_at(g, arg(n, 0), t));
            }
        }
    }
    if (g->s->effect.count > first)
        rt_effects_begin(g, first);
    return finished(n);
}
