/* When continuous effects end (CR 611.2, 514.2). */
#include "runtime/layers/parts.h"
#include "runtime/events/events.h"

#include <string.h>

/* Triggers and replacements that effects made last as effects do. */
static void keep_delayed(rt_game *g, rt_lasts_fn lasts)
{
    for (uint32_t i = g->s->delayed.count; i-- > 0;) {
        const rt_delayed d = *rt_delayed_row(g, i);
        const rt_ctx *c = rt_ctx_row(g, d.ctx - 1);
        const rt_object *source = rt_live(g, c->self);
        const rt_effect like = {.duration = d.duration, .whose = c->controller, .turn = d.turn};
        if (!lasts(g, &like) || (d.duration == VM_DURATION_WHILE_SOURCE &&
                                 (!source || source->zone != VM_ZONE_BATTLEFIELD)))
            rt_delayed_drop(g, i);
    }
}

static int beyond_combat(const rt_game *g, const rt_effect *e)
{
    (void)g;
    return e->duration != VM_DURATION_END_OF_COMBAT;
}

void rt_end_combat_effects(rt_game *g)
{
    rt_effects_keep(g, beyond_combat);
    keep_delayed(g, beyond_combat);
}

static int beyond_turn(const rt_game *g, const rt_effect *e)
{
    CANTRIP_ASSERT(e->mods + e->mod_count <= g->pack->mod_count);
    if (e->duration == VM_DURATION_END_OF_YOUR_NEXT_TURN)
        return !rt_is_active(g, e->whose) || e->turn == g->s->turn;
    return e->duration != VM_DURATION_END_OF_TURN && e->duration != VM_DURATION_NEXT_SPELL;
}

void rt_end_turn_effects(rt_game *g)
{
    g->s->ignored.count = 0;
    rt_effects_keep(g, beyond_turn);
    keep_delayed(g, beyond_turn);
}

static int into_turn(const rt_game *g, const rt_effect *e)
{
    return e->duration != VM_DURATION_YOUR_NEXT_TURN || !rt_is_active(g, e->whose);
}

void rt_begin_turn_effects(rt_game *g)
{
    rt_effects_keep(g, into_turn);
    keep_delayed(g, into_turn);
}

static int into_upkeep(const rt_game *g, const rt_effect *e)
{
    return e->duration != VM_DURATION_YOUR_NEXT_UPKEEP || !rt_is_active(g, e->whose);
}

void rt_begin_upkeep_effects(rt_game *g)
{
    rt_effects_keep(g, into_upkeep);
    keep_delayed(g, into_upkeep);
}

/* Of one who has left the game the turn does not begin, but it would have: what lasts until some point of it is over
 * (CR 800.4j). */
static int not_of_one_passed_over(const rt_game *g, const rt_effect *e)
{
    CANTRIP_ASSERT(e->mods + e->mod_count <= g->pack->mod_count);
    if (e->whose != g->s->begins)
        return 1;
    return e->duration != VM_DURATION_YOUR_NEXT_TURN &&
           e->duration != VM_DURATION_YOUR_NEXT_UPKEEP &&
           e->duration != VM_DURATION_THEIR_NEXT_UNTAP &&
           e->duration != VM_DURATION_END_OF_YOUR_NEXT_TURN;
}

void rt_passed_over(rt_game *g, uint32_t player)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    g->s->begins = player;
    g->s->passed_over |= 1u << player;
    rt_effects_keep(g, not_of_one_passed_over);
    keep_delayed(g, not_of_one_passed_over);
}

static int has_object(const rt_game *g, const rt_effect *e)
{
    CANTRIP_ASSERT(e->mods + e->mod_count <= g->pack->mod_count);
    if (e->duration == VM_DURATION_THEIR_NEXT_UNTAP)
        return !rt_is_active(g, e->whose);
    return e->duration != VM_DURATION_NEXT_UNTAP || e->object[0] || e->object[1] || e->object[2] ||
           e->object[3];
}

void rt_untap_step_effects(rt_game *g)
{
    for (uint32_t i = 0; i < g->s->effect.count; i++) {
        rt_effect *e = rt_effect_row(g, i);
        for (int k = 0; k < 4 && e->duration == VM_DURATION_NEXT_UNTAP; k++) {
            const rt_object *o =
                rt_stays(g, e->object[k]) ? rt_obj(g, RT_INDEX(e->object[k])) : NULL;
            if (!e->object[k] || (o && !rt_is_active(g, o->controller)))
                continue;
            e->object[k] = 0;
            rt_dirty(g);
        }
    }
    rt_effects_keep(g, has_object);
}

/* The spell among those that the effect describes: what its player may do is done, and what is said of the spell is said of it
 * alone. */
static int meets(rt_game *g, uint32_t effect, uint32_t player, rt_entity spell)
{
    const rt_effect e = *rt_effect_row(g, effect);
    const rt_ctx c = rt_effect_ctx(g, effect + 1);
    for (uint32_t k = e.mods; k < e.mods + e.mod_count; k++) {
        const vm_mod *m = &g->pack->mod[k];
        if (m->sel ? rt_match(g, m->sel, spell, &c)
                   : e.object[0] == RT_PLAYER(player) && vm_mod_describe(m->op)->a == 's' &&
                         rt_match(g, m->a, spell, &c))
            return m->sel ? 1 : 2;
    }
    return 0;
}

/* Of those about a player: not used yet. */
static int is_left(const rt_game *g, const rt_effect *e)
{
    return e->duration != VM_DURATION_NEXT_SPELL || e->object[0] || g->pack->mod[e->mods].sel;
}

void rt_next_spell_cast(rt_game *g, uint32_t player, rt_entity spell)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    for (uint32_t i = g->s->effect.count; i-- > 0;) {
        if (rt_effect_row(g, i)->duration != VM_DURATION_NEXT_SPELL ||
            rt_effect_bound(rt_effect_row(g, i)))
            continue;
        const int how = meets(g, i, player, spell);
        if (how == 1)
            rt_effect_row(g, i)->object[0] = spell;
        else if (how == 2)
            rt_effect_row(g, i)->object[0] = 0;
        if (how)
            rt_dirty(g);
    }
    rt_effects_keep(g, is_left);
}

int rt_effect_condition(rt_game *g, uint32_t effect)
{
    const rt_effect e = *rt_effect_row(g, effect - 1);
    rt_ctx c = rt_effect_ctx(g, effect);
    c.controller = e.whose; /* for as long as you control this */
    c.event_obj[0] = RT_IS_PLAYER(e.object[0]) ? 0 : e.object[0];
    c.whom = e.object[0];
    g->run->present++; /* what is not there any more is not tapped any more (CR 611.2b, 110.6d) */
    const int holds = !e.condition || rt_value(g, e.condition, &c, 0) != 0;
    g->run->present--;
    return holds;
}

int rt_end_conditional_effects(rt_game *g)
{
    int ended = 0;
    for (uint32_t i = 0; i < g->s->effect.count;) {
        if (rt_effect_row(g, i)->duration != VM_DURATION_WHILE) {
            i++;
            continue;
        }
        g->s->volatile_statics = 1; /* what the condition reads can change at any time */
        if (rt_effect_condition(g, i + 1)) {
            i++;
            continue;
        }
        memmove(rt_effect_row(g, i), rt_effect_rows(g, i + 1),
                (g->s->effect.count - i - 1) * sizeof(rt_effect));
        g->s->effect.count--;
        ended++;
    }
    return ended;
}
