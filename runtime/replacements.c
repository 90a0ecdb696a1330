/* Replacement and prevention effects (CR 614 to 616): which apply, and what using one does. */
#include "runtime/replacements.h"

#include <string.h>

static int was_applied(const rt_game *g, const rt_event *e, rt_entity self, uint32_t ability)
{
    for (uint32_t i = e->applied; i; i = rt_applied_row(g, i - 1)->next)
        if (rt_applied_row(g, i - 1)->self == self && rt_applied_row(g, i - 1)->ability == ability)
            return 1;
    return 0;
}

static void note_applied(rt_game *g, uint32_t event, rt_entity self, uint32_t ability)
{
    const uint32_t at = RT_PUSH(g, applied);
    rt_event *e = rt_event_row(g, event);
    *rt_applied_row(g, at) = (rt_applied){self, ability, e->applied};
    e->applied = at + 1;
}

static int ability_applies(rt_game *g, uint32_t event, rt_entity self, uint32_t id,
                           const rt_ctx *given, uint64_t mask)
{
    const vm_ability *a = &g->pack->ability[id];
    if (!a->event || !(mask >> a->event & 1))
        return 0;
    const rt_event e = *rt_event_row(g, event);
    if (!given && was_applied(g, &e, self, id)) /* a delayed one is gone when it was used */
        return 0;
    if ((a->flags & VM_AF_EFFECT_ONLY) && !(e.flags & RT_EF_EFFECT))
        return 0;
    rt_ctx c = given ? *given : rt_ctx_for(g, self, id);
    rt_fill_event(g, &c, &e, a->event);
    if (a->filter && !rt_value(g, a->filter, &c, 0))
        return 0;
    return !a->condition || rt_value(g, a->condition, &c, 0) != 0;
}

static rt_ctx shield_ctx(const rt_game *g, const rt_shield *s, const rt_event *e)
{
    rt_ctx c = rt_ctx_for(g, s->source, s->ability ? s->ability - 1 : VM_NO_SYMBOL);
    c.controller = (uint8_t)s->controller;
    rt_fill_event(g, &c, e, VM_EVENT_damage);
    return c;
}

static int is_in_play(const rt_game *g, rt_entity e)
{
    const rt_object *o = rt_live(g, e);
    return o && o->zone == VM_ZONE_BATTLEFIELD;
}

static int can_be_damaged(const rt_game *g, rt_entity e)
{
    if (RT_IS_PLAYER(e))
        return !rt_player_row(g, RT_PLAYER_OF(e))->lost;
    return is_in_play(g, e) && (rt_live(g, e)->types & (VM_TYPE_CREATURE | VM_TYPE_PLANESWALKER));
}

static int shield_applies(rt_game *g, uint32_t shield, uint32_t event, uint64_t mask)
{
    const rt_shield s = *rt_shield_row(g, shield);
    const rt_event e = *rt_event_row(g, event);
    if (e.amount <= 0 || (s.whom && s.whom != e.whom) || (s.from && s.from != e.src) ||
        (s.combat_only && !(e.flags & RT_EF_COMBAT)) || was_applied(g, &e, s.id, RT_PREVENTION))
        return 0;
    if ((s.instead && !can_be_damaged(g, s.instead)) || s.instead == e.whom)
        return 0; /* CR 614.9 */
    if (s.duration == VM_DURATION_WHILE_SOURCE && !is_in_play(g, s.source))
        return 0;
    if (!s.instead && rt_rule_on(g, VM_MOD_DAMAGE_UNPREVENTABLE, e.src))
        return 0;
    if (!s.ability)
        return 1;
    const vm_ability *a = &g->pack->ability[s.ability - 1];
    const rt_ctx c = shield_ctx(g, &s, &e);
    return (!a->event || (mask >> a->event & 1)) &&
           (!a->filter || rt_value(g, a->filter, &c, 0) != 0);
}

static void add(rt_game *g, rt_entity self, uint32_t ability, uint32_t delayed)
{
    const uint32_t at = RT_PUSH(g, replacement);
    *rt_replacement_row(g, at) = (rt_replacement){self, ability, delayed};
}

static void of_permanents(rt_game *g, uint32_t event, uint64_t mask)
{
    for (uint32_t i = 0, k = rt_listener_count(g); i < k; i++) {
        uint32_t idx = rt_listener(g, i);
        const rt_object *o = rt_obj(g, idx);
        if (!(o->listens & mask) || !(o->ability_flags >> VM_ABILITY_REPLACE & 1))
            continue;
        rt_entity self = rt_handle(g, idx);
        for (uint32_t q = 0, m = rt_ability_count(g, o); q < m; q++) {
            uint32_t id = rt_ability_at(g, rt_obj(g, idx), q);
            if (g->pack->ability[id].kind == VM_ABILITY_REPLACE &&
                ability_applies(g, event, self, id, NULL, mask))
                add(g, self, id, 0);
        }
    }
}

/* Its own entering (CR 614.12), and what an Aura that is not cast will enchant. */
static void of_entering(rt_game *g, const rt_event *e)
{
    const rt_object *o = rt_live(g, e->obj);
    const vm_face *f = o ? rt_face(g, o) : NULL;
    if (!f)
        return;
    if (g->lib->face[o->face].ability_flags >> VM_ABILITY_ENTERS & 1)
        for (uint32_t q = 0; q < f->ability_count; q++)
            if (g->pack->ability[f->abilities + q].kind == VM_ABILITY_ENTERS &&
                !was_applied(g, e, e->obj, f->abilities + q))
                add(g, e->obj, f->abilities + q, 0);
    o = rt_live(g, e->obj);
    if (!g->s->replacement.count && !e->whom && !(e->flags & RT_EF_CAST) && RT_IS(o, ENCHANTMENT) &&
        (o->subtypes[0] >> VM_SUBTYPE_AURA & 1))
        add(g, e->obj, RT_AURA_HOST, 0);
}

static void of_shields(rt_game *g, uint32_t event, uint64_t mask)
{
    rt_spend(g, g->s->shield.count);
    for (uint32_t i = 0; i < g->s->shield.count; i++)
        if (shield_applies(g, i, event, mask))
            add(g, rt_shield_row(g, i)->source, RT_PREVENTION, i + 1);
}

uint32_t rt_replacements(rt_game *g, uint32_t event)
{
    const rt_event e = *rt_event_row(g, event);
    g->s->replacement.count = 0;
    if (e.flags & (RT_EF_CANCELLED | RT_EF_DONE))
        return 0;
    uint64_t mask = rt_event_mask(g, &e, 1) | rt_event_mask(g, &e, 0);
    rt_spend(g, (g->s->listening & mask ? rt_listener_count(g) / 4 : 0) + g->s->delayed.count + 1);
    if (g->s->listening & mask)
        of_permanents(g, event, mask);
    for (uint32_t i = 0; i < g->s->delayed.count; i++) {
        const rt_ctx c = *rt_ctx_row(g, rt_delayed_row(g, i)->ctx - 1);
        if (g->pack->ability[c.ability].kind == VM_ABILITY_REPLACE &&
            ability_applies(g, event, c.self, c.ability, &c, mask))
            add(g, c.self, c.ability, i + 1);
    }
    if (e.kind == RT_EV_MOVE && e.to == VM_ZONE_BATTLEFIELD)
        of_entering(g, &e);
    if (e.kind == RT_EV_DAMAGE)
        of_shields(g, event, mask);
    if (e.kind == RT_EV_DESTROY && !(e.flags & RT_EF_NO_REGENERATION)) {
        const rt_object *o = rt_live(g, e.obj);
        if (o && o->regeneration && !rt_rule_on(g, VM_MOD_CANT_REGENERATE, e.obj))
            add(g, e.obj, RT_REGENERATION, 0);
    }
    return g->s->replacement.count;
}

/* ---- using one -------------------------------------------------------------------------------
 */

static void regenerate(rt_game *g, uint32_t event) /* CR 701.14a */
{
    rt_event *e = rt_event_row(g, event);
    rt_object *o = rt_live(g, e->obj);
    o->regeneration--;
    o->damage = 0;
    o->flags = (o->flags | RT_OF_TAPPED) & ~(uint32_t)RT_OF_DEATHTOUCHED;
    rt_log(g, "%s regenerates", rt_name(g, e->obj));
    rt_remove_from_combat(g, RT_INDEX(e->obj));
    rt_event_cancel(rt_event_row(g, event));
}

static void drop_shield(rt_game *g, uint32_t shield)
{
    rt_shield *s = rt_shield_row(g, shield);
    memmove(s, s + 1, (g->s->shield.count - shield - 1) * sizeof *s);
    g->s->shield.count--;
}

/* The part of the damage that a shield sends elsewhere is an event of its own in the same batch (CR 614.9). */
static void redirect(rt_game *g, uint32_t event, const rt_shield *s, int32_t amount)
{
    rt_event e = *rt_event_row(g, event);
    rt_log(g, "%d damage to %s is dealt to another", amount, rt_name(g, e.whom));
    if (amount == e.amount) {
        rt_event_row(g, event)->whom = s->instead;
        return;
    }
    rt_event_row(g, event)->amount -= amount;
    e.amount = amount;
    e.whom = s->instead;
    uint32_t at = RT_PUSH(g, event);
    *rt_event_row(g, at) = e;
    rt_top(g)->v[2]++; /* EVENTS: the end of the batch */
}

/* A shield takes what it can from the event; one that is used up is gone (CR 615.7). */
static void use_shield(rt_game *g, uint32_t event, uint32_t shield)
{
    const rt_shield s = *rt_shield_row(g, shield);
    const rt_event before = *rt_event_row(g, event);
    const int32_t n = s.left < 0 || s.left > before.amount ? before.amount : s.left;
    note_applied(g, event, s.id, RT_PREVENTION);
    if (s.once || s.left == n)
        drop_shield(g, shield);
    else if (s.left > 0)
        rt_shield_row(g, shield)->left -= n;
    if (s.instead) {
        redirect(g, event, &s, n);
        return;
    }
    rt_event_row(g, event)->amount -= n;
    rt_log(g, "%d damage to %s is prevented", n, rt_name(g, before.whom));
    if (n == before.amount)
        rt_event_cancel(rt_event_row(g, event));
    const uint32_t effect = s.ability ? g->pack->ability[s.ability - 1].effect : 0;
    if (!effect)
        return;
    rt_ctx c = shield_ctx(g, &s, &before);
    c.amount = n;
    uint32_t at = rt_ctx_new(g, &c);
    rt_frame_start(g, effect, at, event + 1);
}

void rt_replacement_use(rt_game *g, uint32_t event, const rt_replacement *c)
{
    if (c->ability == RT_PREVENTION) {
        use_shield(g, event, c->delayed - 1);
        return;
    }
    if (c->ability == RT_REGENERATION) {
        regenerate(g, event);
        return;
    }
    const vm_ability *a = &g->pack->ability[c->ability];
    rt_ctx ctx = c->delayed ? *rt_ctx_row(g, rt_delayed_row(g, c->delayed - 1)->ctx - 1)
                            : rt_ctx_for(g, c->self, c->ability);
    const rt_event e = *rt_event_row(g, event);
    rt_fill_event(g, &ctx, &e, a->event);
    if (a->kind == VM_ABILITY_ENTERS)
        ctx.controller = e.player;
    if (!c->delayed)
        note_applied(g, event, c->self, c->ability);
    uint32_t at = rt_ctx_new(g, &ctx);
    if (c->delayed) /* used once; behind the new context, which has what was captured, too */
        rt_delayed_drop(g, c->delayed - 1);
    if (a->effect)
        rt_frame_start(g, a->effect, at, event + 1);
}
