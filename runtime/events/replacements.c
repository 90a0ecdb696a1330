/* Replacement and prevention effects (CR 614 to 616): which apply, and what using one does. */
#include "runtime/events/replacements.h"
#include "runtime/turn/turn.h"
#include "vm/interp.h"

#include <string.h>

enum {
    MARKS_FROM = 8
}; /* longer lists are marked by object before they are searched again and again */

/* Each use is of one instance (CR 614.5): was it used, and those `before` it of the same text? */
static int was_applied(const rt_game *g, const rt_event *e, rt_entity self, uint32_t ability,
                       uint32_t before)
{
    CANTRIP_ASSERT(e->kind < RT_EV_KIND_COUNT);
    const uint32_t *mark = ability == RT_DELAYED ? NULL : g->run->applied_mark;
    const uint32_t at = mark ? mark[RT_INDEX(self)] : 0;
    if (mark && !at)
        return 0;
    if (!before && at && rt_applied_row(g, at - 1)->self == self &&
        rt_applied_row(g, at - 1)->ability == ability)
        return 1;
    for (uint32_t i = e->applied; i; i = rt_applied_row(g, i - 1)->next)
        if (rt_applied_row(g, i - 1)->self == self &&
            rt_applied_row(g, i - 1)->ability == ability && !before--)
            return 1;
    return 0;
}

/* Those of the same text that stand before the number-th ability of an object; nobody asks as long as nothing was used. */
static uint32_t before_it(rt_game *g, const rt_event *e, const rt_object *o, uint32_t number)
{
    if (!e->applied || !o->granted)
        return 0;
    rt_spend(g, number / 8);
    return rt_instances(g, o, rt_ability_at(g, o, number), number);
}

static void mark_applied(rt_game *g, const rt_event *e)
{
    CANTRIP_ASSERT(e->kind < RT_EV_KIND_COUNT);
    uint32_t n = 0;
    g->run->applied_mark = NULL;
    for (uint32_t i = e->applied; i && n < MARKS_FROM; i = rt_applied_row(g, i - 1)->next)
        n++;
    if (n < MARKS_FROM)
        return;
    uint32_t *mark = rt_temp_zeroed(g, g->s->object.count * sizeof *mark);
    for (uint32_t i = e->applied; i; i = rt_applied_row(g, i - 1)->next) {
        const rt_applied *a = rt_applied_row(g, i - 1);
        rt_spend(g, 1);
        if (a->ability != RT_DELAYED && RT_INDEX(a->self) < g->s->object.count)
            mark[RT_INDEX(a->self)] = i;
    }
    g->run->applied_mark = mark;
}

void rt_replacement_applied(rt_game *g, uint32_t event, rt_entity self, uint32_t ability)
{
    CANTRIP_ASSERT(event < g->s->event.count);
    const uint32_t at = RT_PUSH(g, applied);
    rt_event *e = rt_event_row(g, event);
    *rt_applied_row(g, at) = (rt_applied){self, ability, e->applied};
    e->applied = at + 1;
}

/* One that waits for such an event, and that was not used on it. */
static int applies_now(rt_game *g, uint32_t event, rt_entity self, uint32_t id, const rt_ctx *given)
{
    CANTRIP_ASSERT(event < g->s->event.count);
    CANTRIP_ASSERT(rt_is_entity(g, self));
    const vm_ability *a = &g->pack->ability[id];
    const rt_event e = *rt_event_row(g, event);
    if ((a->flags & VM_AF_EFFECT_ONLY) && !(e.flags & RT_EF_EFFECT))
        return 0;
    rt_ctx c = given ? *given : rt_ctx_for(g, self, id);
    rt_fill_event(g, &c, &e, a->event);
    if (a->filter && !rt_value(g, a->filter, &c, 0))
        return 0;
    return !a->condition || rt_value(g, a->condition, &c, 0) != 0;
}

static int ability_applies(rt_game *g, uint32_t event, rt_entity self, uint32_t id, uint32_t before,
                           const rt_ctx *given, uint64_t mask)
{
    CANTRIP_ASSERT(event < g->s->event.count);
    CANTRIP_ASSERT(rt_is_entity(g, self));
    const vm_ability *a = &g->pack->ability[id];
    if (!a->event || !(mask >> a->event & 1) ||
        (!given && was_applied(g, rt_event_row(g, event), self, id, before)))
        return 0;
    const int applies = applies_now(g, event, self, id, given);
    g->run->replacements_missed += !applies;
    return applies;
}

static int is_in_play(const rt_game *g, rt_entity e)
{
    const rt_object *o = rt_live(g, e);
    return o && o->zone == VM_ZONE_BATTLEFIELD;
}

/* One that an effect made, and that was not used on this event yet. */
static int delayed_applies(rt_game *g, uint32_t event, uint32_t row, uint64_t mask)
{
    CANTRIP_ASSERT(event < g->s->event.count);
    const rt_delayed d = *rt_delayed_row(g, row);
    const rt_ctx c = *rt_ctx_row(g, d.ctx - 1);
    const rt_event e = *rt_event_row(g, event);
    if (d.used_in && (d.used_by != e.src || rt_top(g)->kind != RT_PROC_EVENTS ||
                      rt_top(g)->events.batch + 1 != d.used_in))
        return 0;
    if (g->pack->ability[c.ability].kind != VM_ABILITY_REPLACE ||
        was_applied(g, &e, d.timestamp, RT_DELAYED, 0) ||
        (d.duration == VM_DURATION_WHILE_SOURCE && !is_in_play(g, c.self)))
        return 0;
    return ability_applies(g, event, c.self, c.ability, 0, &c, mask);
}

static void add(rt_game *g, rt_entity self, uint32_t ability, uint32_t delayed)
{
    const uint32_t at = RT_PUSH(g, replacement);
    *rt_replacement_row(g, at) = (rt_replacement){self, ability, delayed};
}

static void of_permanents(rt_game *g, uint32_t event, uint64_t mask)
{
    CANTRIP_ASSERT(event < g->s->event.count);
    const rt_event e = *rt_event_row(g, event);
    rt_hearing h = rt_hearing_of(g, &e, mask);
    for (uint32_t idx; rt_hearing_next(g, &h, &idx);) {
        const rt_object *o = rt_obj(g, idx);
        if (!(o->ability_flags >> VM_ABILITY_REPLACE & 1) || !rt_hears(g, o, &e, idx, mask))
            continue;
        rt_entity self = rt_handle(g, idx);
        for (uint32_t q = 0, m = rt_ability_count(g, o); q < m; q++) {
            uint32_t id = rt_ability_at(g, rt_obj(g, idx), q);
            if (g->pack->ability[id].kind == VM_ABILITY_REPLACE &&
                (g->pack->ability[id].zones >> VM_ZONE_BATTLEFIELD & 1) &&
                ability_applies(g, event, self, id, before_it(g, &e, rt_obj(g, idx), q), NULL,
                                mask))
                add(g, self, id, 0);
        }
    }
}

static void of_one_elsewhere(rt_game *g, uint32_t event, uint32_t idx, uint64_t mask, int itself)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(event < g->s->event.count);
    const rt_entity self = rt_handle(g, idx);
    const rt_event e = *rt_event_row(g, event);
    const uint32_t zone = rt_obj(g, idx)->zone;
    if (!(rt_obj(g, idx)->listens & mask))
        return;
    for (uint32_t q = 0, m = rt_ability_count(g, rt_obj(g, idx)); q < m; q++) {
        const uint32_t id = rt_ability_at(g, rt_obj(g, idx), q);
        const vm_ability *a = &g->pack->ability[id];
        if (a->kind == VM_ABILITY_REPLACE && (a->zones >> zone & 1) &&
            (a->zones == RT_EVERYWHERE) == itself &&
            ability_applies(g, event, self, id, before_it(g, &e, rt_obj(g, idx), q), NULL, mask))
            add(g, self, id, 0);
    }
}

/* What functions off the battlefield: of the thing itself, wherever it is, and of others in the zones that they name. */
static void of_elsewhere(rt_game *g, uint32_t event, uint64_t mask)
{
    CANTRIP_ASSERT(event < g->s->event.count);
    const rt_object *o = rt_live(g, rt_event_row(g, event)->obj);
    if (o && o->zone != VM_ZONE_BATTLEFIELD && (o->ability_flags >> VM_ABILITY_REPLACE & 1))
        of_one_elsewhere(g, event, RT_INDEX(rt_event_row(g, event)->obj), mask, 1);
    rt_walk walk = {.kind = VM_ABILITY_REPLACE};
    const uint64_t stack = g->lib->replaces[VM_ZONE_STACK],
                   any = g->s->wide_effects ? g->lib->replaces_somewhere
                                            : g->s->replaced_in[VM_ZONE_BATTLEFIELD] | stack;
    if (!(any & mask))
        return;
    for (uint32_t zone = 0; zone < VM_ZONE_COUNT; zone++)
        walk.zones |= (rt_replaced_in(g, zone) & mask) ? 1u << zone : 0;
    for (uint32_t idx; walk.zones && rt_walk_next(g, &walk, &idx);)
        of_one_elsewhere(g, event, idx, mask, 0);
}

/* if this was kicked: it enters with ... */
static int enters_so(rt_game *g, const rt_event *e, uint32_t id)
{
    CANTRIP_ASSERT(e->kind < RT_EV_KIND_COUNT);
    const vm_ability *a = &g->pack->ability[id];
    if (!a->condition)
        return 1;
    rt_ctx c = rt_ctx_for(g, e->obj, id);
    rt_fill_event(g, &c, e, a->event);
    c.controller = e->player;
    return rt_value(g, a->condition, &c, 0) != 0;
}

/* Its own entering (CR 614.12), and what an Aura that is not cast will enchant. */
static void of_entering(rt_game *g, const rt_event *e)
{
    CANTRIP_ASSERT(e->kind < RT_EV_KIND_COUNT);
    const rt_object *o = rt_live(g, e->obj);
    if (!o)
        return;
    if (o->ability_flags >> VM_ABILITY_ENTERS & 1)
        for (uint32_t q = 0, n = rt_ability_count(g, o); q < n; q++) {
            const uint32_t id = rt_ability_at(g, rt_live(g, e->obj), q);
            if (g->pack->ability[id].kind == VM_ABILITY_ENTERS &&
                !was_applied(g, e, e->obj, id, before_it(g, e, rt_live(g, e->obj), q)) &&
                enters_so(g, e, id))
                add(g, e->obj, id, 0);
        }
    o = rt_live(g, e->obj);
    if (!g->s->replacement.count && !e->whom && RT_IS(o, ENCHANTMENT) &&
        rt_is_kind(g, o, VM_SUBTYPE_AURA))
        add(g, e->obj, RT_AURA_HOST, 0);
}

/* What is face down has no abilities; those that it will have say what is done as it is turned face up (CR 614.1e). */
static void of_turning_up(rt_game *g, uint32_t event, uint64_t mask)
{
    const rt_entity self = rt_event_row(g, event)->obj;
    const rt_object *o = rt_live(g, self);
    const vm_face *f = o && o->zone == VM_ZONE_BATTLEFIELD ? &g->pack->face[o->card_face] : NULL;
    for (uint32_t i = f ? f->abilities : 0; f && i < f->abilities + f->ability_count; i++)
        if (g->pack->ability[i].kind == VM_ABILITY_REPLACE &&
            g->pack->ability[i].event == VM_EVENT_turned_face_up &&
            ability_applies(g, event, self, i, 0, NULL, mask))
            add(g, self, i, 0);
}

/* What would happen. That something has been destroyed is no event of its own that could still be replaced. */
static uint64_t would_be(const rt_game *g, const rt_event *e)
{
    const uint64_t mask = rt_event_mask(g, e, 1) | rt_event_mask(g, e, 0);
    return e->kind == RT_EV_MOVE ? mask & ~(UINT64_C(1) << VM_EVENT_destroy) : mask;
}

static int uses_native(const rt_game *g, const rt_replacement *r, int32_t native)
{
    const uint32_t func =
        r->ability < g->pack->ability_count ? g->pack->ability[r->ability].effect : 0;
    const vm_func *f = &g->pack->func[func];
    for (uint32_t pc = 0; func && pc < f->code_count / 2; pc++) {
        const vm_insn i = vm_insn_at(g->pack, f->code, pc);
        if (i.op == VM_OP_NATIVE && i.imm == native)
            return 1;
    }
    return 0;
}

/* Its shield, if it can be regenerated; else what would regenerate it does not apply either (CR 701.14c). */
static void of_regeneration(rt_game *g, const rt_event *e)
{
    const rt_object *o = rt_live(g, e->obj);
    const int can =
        o && !(e->flags & RT_EF_NO_REGENERATION) && !rt_rule_on(g, VM_MOD_CANT_REGENERATE, e->obj);
    uint32_t n = 0;
    for (uint32_t i = 0; !can && i < g->s->replacement.count; i++)
        if (!uses_native(g, rt_replacement_row(g, i), VM_NATIVE_regenerate))
            *rt_replacement_row(g, n++) = *rt_replacement_row(g, i);
    if (!can)
        g->s->replacement.count = n;
    else if (rt_here(g, o)->regeneration)
        add(g, e->obj, RT_REGENERATION, 0);
}

static uint32_t collect(rt_game *g, uint32_t event)
{
    CANTRIP_ASSERT(event < g->s->event.count);
    const rt_event e = *rt_event_row(g, event);
    g->s->replacement.count = 0;
    g->s->collected++;
    g->run->replacements_missed = 0;
    if (e.flags & (RT_EF_CANCELLED | RT_EF_DONE))
        return 0;
    const rt_temp_mark marks = rt_temp_here(g);
    mark_applied(g, &e);
    const uint64_t mask = would_be(g, &e);
    rt_spend(g, g->s->delayed.count + 1);
    if (g->s->replacing & mask)
        of_permanents(g, event, mask);
    else
        CANTRIP_ASSERT(!(g->s->listening & mask) || (of_permanents(g, event, mask), 1));
    CANTRIP_ASSERT((g->s->replacing & mask) || !g->s->replacement.count);
    of_elsewhere(g, event, mask);
    for (uint32_t i = 0; i < g->s->delayed.count; i++)
        if (delayed_applies(g, event, i, mask)) {
            const rt_ctx *c = rt_ctx_row(g, rt_delayed_row(g, i)->ctx - 1);
            add(g, c->self, c->ability, i + 1);
        }
    if (e.kind == RT_EV_TURN && e.aux == RT_TURN_UP)
        of_turning_up(g, event, mask);
    if (e.kind == RT_EV_MOVE && e.to == VM_ZONE_BATTLEFIELD)
        of_entering(g, &e);
    if (e.kind == RT_EV_DESTROY)
        of_regeneration(g, &e);
    if (rt_commander_could_return(g, &e) && !was_applied(g, &e, e.obj, RT_COMMANDER, 0))
        add(g, e.obj, RT_COMMANDER, 0);
    g->run->applied_mark = NULL;
    rt_temp_release(g, marks);
    return g->s->replacement.count;
}

/* Would this replacement that an effect made apply to the event? */
int rt_shield_meets(rt_game *g, uint32_t event, uint32_t row)
{
    const rt_event e = *rt_event_row(g, event);
    return !(e.flags & (RT_EF_CANCELLED | RT_EF_DONE)) && e.amount > 0 &&
           delayed_applies(g, event, row, would_be(g, &e));
}

/* Where some of several must come first, the others are left out: under whose control it enters, then what it enters as a
 * copy of (CR 616.1b, c). Whose tokens are made is whose they enter as. */
static void first_ones(rt_game *g)
{
    static const int32_t FIRST[] = {VM_NATIVE_event_controller, VM_NATIVE_event_copy};
    for (uint32_t k = 0, n = 0; !n && k < sizeof FIRST / sizeof *FIRST; k++) {
        for (uint32_t i = 0; i < g->s->replacement.count; i++)
            if (uses_native(g, rt_replacement_row(g, i), FIRST[k]))
                *rt_replacement_row(g, n++) = *rt_replacement_row(g, i);
        if (n)
            g->s->replacement.count = n;
    }
}

/* Nobody waits for it, here or elsewhere: 1 is certain. */
static int is_left_alone(const rt_game *g, const rt_event *e)
{
    const uint64_t mask = would_be(g, e);
    const uint64_t stack = g->lib->replaces[VM_ZONE_STACK],
                   any = g->s->wide_effects ? g->lib->replaces_somewhere
                                            : g->s->replaced_in[VM_ZONE_BATTLEFIELD] | stack;
    if (((g->s->replacing | any) & mask) || g->s->delayed.count || g->s->commander.count ||
        e->kind == RT_EV_DESTROY || e->kind == RT_EV_TURN ||
        (e->kind == RT_EV_MOVE && e->to == VM_ZONE_BATTLEFIELD) || (e->flags & RT_EF_ENTERING))
        return 0;
    const rt_object *o = rt_live(g, e->obj);
    return !o || !(o->ability_flags >> VM_ABILITY_REPLACE & 1);
}

uint32_t rt_replacements(rt_game *g, uint32_t event)
{
    CANTRIP_ASSERT(event < g->s->event.count);
    if (is_left_alone(g, rt_event_row(g, event))) {
        RT_CHECK_AGAIN(g, !collect(g, event));
        g->s->replacement.count = 0;
        g->s->collected++;
        g->run->replacements_missed = 0;
        rt_spend(g, 1);
        return 0;
    }
    const rt_event e = *rt_event_row(g, event);
    rt_preview p = {0, {0}, 0};
    if (e.flags & (RT_EF_LEAVES_GAME | RT_EF_TOLD))
        return g->s->replacement.count = 0;
    if (e.flags & RT_EF_ENTERING) {
        rt_preview_begin(g, e.counters - 1, 0, &p);
    } else if (e.kind == RT_EV_MOVE && e.to == VM_ZONE_BATTLEFIELD &&
               !(e.flags & (RT_EF_CANCELLED | RT_EF_DONE))) {
        rt_preview_begin(g, event, 0, &p);
    }
    collect(g, event);
    rt_preview_end(g, &p);
    if (g->s->replacement.count > 1 && (e.kind == RT_EV_MOVE || e.kind == RT_EV_CREATE))
        first_ones(g);
    return g->s->replacement.count;
}

/* The same ability several times of one source, or of several sources of one player and it does not ask which source it is
 * of: in which order they are used makes no difference, so nobody is asked (CR 616.1). */
int rt_replacements_alike(const rt_game *g)
{
    const rt_replacement first = *rt_replacement_row(g, 0);
    const rt_object *o = rt_live(g, first.self);
    if (!o || first.delayed || first.ability >= g->pack->ability_count)
        return 0;
    for (uint32_t i = 1; i < g->s->replacement.count; i++) {
        const rt_replacement *r = rt_replacement_row(g, i);
        const rt_object *other = rt_live(g, r->self);
        if (r->ability != first.ability || r->delayed || !other ||
            (r->self != first.self &&
             (!g->lib->faceless[first.ability] || other->controller != o->controller)))
            return 0;
    }
    return 1;
}

/* All that could replace the event was found: as long as nothing else changes, what is found next is part of it. */
int rt_replacements_whole(const rt_game *g)
{
    return !g->run->replacements_missed && !g->s->delayed.count && !g->s->dirty;
}

/* The last one was used; the next one of the same list, or all found anew. */
uint32_t rt_replacements_next(rt_game *g, uint32_t event, int *out_anew)
{
    CANTRIP_ASSERT(event < g->s->event.count);
    const uint32_t n = g->s->replacement.count - 1;
    rt_spend(g, 4);
    if (n) {
        const rt_replacement r = *rt_replacement_row(g, n - 1);
        g->s->replacement.count = n;
        if (applies_now(g, event, r.self, r.ability, NULL))
            return n;
    }
    *out_anew = 1;
    return rt_replacements(g, event);
}

/* ---- using one -------------------------------------------------------------------------------
 */

/* What is done in place of its destruction but for tapping it (CR 701.14a, b). */
void rt_regenerate(rt_game *g, rt_entity self)
{
    CANTRIP_ASSERT(rt_is_entity(g, self));
    rt_object *o = rt_live(g, self);
    rt_presence_of(g, o)->damage = 0;
    rt_stir_all(g);
    o->flags &= ~(uint32_t)RT_OF_DEATHTOUCHED;
    RT_TELL(g, REGENERATES, .object = self);
    rt_remove_from_combat(g, RT_INDEX(self));
}

static void use_shield(rt_game *g, uint32_t event) /* CR 701.14a */
{
    const rt_entity self = rt_event_row(g, event)->obj;
    rt_object *o = rt_live(g, self);
    const int taps = !(o->flags & RT_OF_TAPPED);
    rt_presence_of(g, o)->regeneration--;
    g->run->taps++;
    o->flags |= RT_OF_TAPPED;
    rt_regenerate(g, self);
    rt_event_cancel(rt_event_row(g, event));
    if (!taps)
        return;
    const uint32_t at = RT_PUSH(g, event); /* it becomes tapped: for what waits for that */
    rt_event *tap = rt_event_row(g, at);
    tap->kind = RT_EV_TAP;
    tap->flags = RT_EF_DONE | RT_EF_EFFECT;
    tap->player = RT_NOBODY;
    tap->obj = self;
    rt_top(g)->events.end++; /* EVENTS: the end of the batch */
}

/* One that an effect made takes what it can from the event; used up, it is gone (CR 615.7, 615.8). What prevents
 * damage that can't be prevented is used, but not used up (CR 615.12). */
static uint32_t use_delayed(rt_game *g, uint32_t event, uint32_t row, rt_ctx *c)
{
    CANTRIP_ASSERT(event < g->s->event.count);
    const rt_event e = *rt_event_row(g, event);
    const rt_delayed d = *rt_delayed_row(g, row);
    const uint32_t flags = g->pack->ability[c->ability].flags;
    const int in_vain =
        (flags & VM_AF_PREVENTION) && e.kind == RT_EV_DAMAGE && rt_is_unpreventable(g, e.src);
    rt_replacement_applied(g, event, d.timestamp, RT_DELAYED);
    c->limit = d.left > e.amount ? e.amount : d.left;
    const uint32_t at =
        rt_ctx_new(g, c); /* before the old one goes: it has what was captured, too */
    if (in_vain)
        return at;
    const int moved = e.kind == RT_EV_MOVE && d.duration == VM_DURATION_FOREVER; /* of one thing */
    if ((flags & VM_AF_NEXT_TIME) && e.kind == RT_EV_DAMAGE) {
        rt_delayed_row(g, row)->used_by = e.src;
        rt_delayed_row(g, row)->used_in = rt_top(g)->events.batch + 1;
    } else if (moved || (flags & VM_AF_NEXT_TIME) || (d.left && d.left == c->limit))
        rt_delayed_drop(g, row);
    else if (d.left)
        rt_delayed_row(g, row)->left -= c->limit;
    return at;
}

/* The time at which these were used is over. */
void rt_next_times_over(rt_game *g, uint32_t batch)
{
    for (uint32_t i = g->s->delayed.count; i-- > 0;)
        if (rt_delayed_row(g, i)->used_in == batch + 1)
            rt_delayed_drop(g, i);
}

/* What else is dealt to that thing or player at the same time is prevented with it, as one event (CR 510.2, 615.13). What
 * can't be prevented stays by itself, and this is not used on it again (CR 615.12). */
static void gather_damage(rt_game *g, uint32_t event, const rt_replacement *r)
{
    const rt_proc *p = rt_top(g);
    const uint32_t end = p->kind == RT_PROC_EVENTS ? p->events.end : event;
    const rt_object *o = rt_live(g, r->self);
    const uint32_t all = o ? rt_instances(g, o, r->ability, rt_ability_count(g, o)) : 1,
                   others = all ? all - 1 : 0;
    for (uint32_t i = event + 1; i < end; i++) {
        const rt_event first = *rt_event_row(g, event), e = *rt_event_row(g, i);
        rt_spend(g, 1);
        if (e.kind != RT_EV_DAMAGE || e.whom != first.whom || e.amount <= 0 ||
            (e.flags & (RT_EF_CANCELLED | RT_EF_DONE)) ||
            !ability_applies(g, i, r->self, r->ability, others, NULL, would_be(g, &e)))
            continue;
        if (rt_is_unpreventable(g, e.src)) {
            rt_replacement_applied(g, i, r->self, r->ability);
        } else if (rt_is_unpreventable(g, first.src)) {
            *rt_event_row(g, event) = e;
            *rt_event_row(g, i) = first;
            rt_replacement_applied(g, i, r->self, r->ability);
        } else {
            rt_event_row(g, event)->amount = rt_sum(first.amount, e.amount);
            rt_event_cancel(rt_event_row(g, i));
        }
    }
}

void rt_replacement_use(rt_game *g, uint32_t event, const rt_replacement *c)
{
    CANTRIP_ASSERT(event < g->s->event.count);
    if (c->ability == RT_REGENERATION) {
        use_shield(g, event);
        return;
    }
    const vm_ability *a = &g->pack->ability[c->ability];
    if (!c->delayed && (a->flags & VM_AF_AT_ONCE) && rt_event_row(g, event)->kind == RT_EV_DAMAGE)
        gather_damage(g, event, c);
    rt_ctx ctx = c->delayed ? *rt_ctx_row(g, rt_delayed_row(g, c->delayed - 1)->ctx - 1)
                            : rt_ctx_for(g, c->self, c->ability);
    const rt_event e = *rt_event_row(g, event);
    rt_fill_event(g, &ctx, &e, a->event);
    if (a->kind == VM_ABILITY_ENTERS)
        ctx.controller = e.player;
    if (!c->delayed)
        rt_replacement_applied(g, event, c->self, c->ability);
    const uint32_t at =
        c->delayed ? use_delayed(g, event, c->delayed - 1, &ctx) : rt_ctx_new(g, &ctx);
    if (a->effect)
        rt_frame_start(g, a->effect, at, event + 1);
}
