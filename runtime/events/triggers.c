/* Triggered abilities (CR 603): what an event is to listeners, who listens, and the way to the
 * stack. */
#include "runtime/events/events.h"
#include "runtime/cast/cast.h"

#include <string.h>

#define BIT(name) (UINT64_C(1) << VM_EVENT_##name)

/* Damage to a player is loss of life, but for sources with infect (CR 119.3a, b). */
static int is_life_lost(const rt_game *g, const rt_event *e)
{
    const rt_object *src = rt_look(g, e->src);
    return RT_IS_PLAYER(e->whom) && e->amount > e->size[0] && !(src && RT_DOES(src, POISONS));
}

/* What an event of this kind is to those who wait for it, however it went; `before`: to those who look back in time
 * (CR 603.10a), asked before the change. */
static const struct {
    uint64_t before, after;
} HEARD[RT_EV_KIND_COUNT] = {
    [RT_EV_DAMAGE] = {0, BIT(damage)},
    [RT_EV_GAIN_LIFE] = {0, BIT(gain_life)},
    [RT_EV_LOSE_LIFE] = {0, BIT(lose_life)},
    [RT_EV_DRAW] = {0, BIT(draw)},
    [RT_EV_TAP] = {0, BIT(becomes_tapped)},
    [RT_EV_UNTAP] = {0, BIT(becomes_untapped)},
    [RT_EV_CREATE] = {0, BIT(create_tokens)},
    [RT_EV_DESTROY] = {BIT(destroy), 0},
    [RT_EV_BEGIN_TURN] = {0, BIT(begins_turn)},
    [RT_EV_BEGIN_STEP] = {0, BIT(begins_step)},
    [RT_EV_STEP] = {0, BIT(step)},
    [RT_EV_CAST] = {0, BIT(cast)},
    [RT_EV_ATTACK] = {0, BIT(attacks)},
    [RT_EV_BLOCK] = {0, BIT(blocked_by)},
    [RT_EV_BLOCKED] = {0, BIT(becomes_blocked)},
    [RT_EV_TARGETED] = {0, BIT(targeted)},
    [RT_EV_MANA] = {0, BIT(tapped_for_mana)},
    [RT_EV_SPENT] = {0, BIT(mana_spent)},
    [RT_EV_LOSE_GAME] = {BIT(lose_game), 0},
};

static uint64_t move_seen_before(const rt_event *e)
{
    if (e->from == VM_ZONE_GRAVEYARD)
        return e->to != VM_ZONE_GRAVEYARD ? BIT(leaves_graveyard) : 0;
    if (e->from != VM_ZONE_BATTLEFIELD)
        return 0;
    return BIT(leaves) | BIT(control_lost) | (e->other ? BIT(unattached) : 0) |
           (e->to == VM_ZONE_GRAVEYARD ? BIT(dies) : 0) |
           (e->to == VM_ZONE_HAND ? BIT(returned) : 0) |
           (e->to == VM_ZONE_LIBRARY ? BIT(tucked) : 0) |
           (e->flags & RT_EF_SACRIFICE ? BIT(sacrifice) : 0) |
           (e->flags & RT_EF_DESTROYED ? BIT(destroy) : 0);
}

static uint64_t move_seen_after(const rt_event *e)
{
    return (e->to == VM_ZONE_BATTLEFIELD ? BIT(enters) : 0) |
           (e->to == VM_ZONE_GRAVEYARD ? BIT(to_graveyard) : 0) | /* never looks back (CR 603.6c) */
           (e->to == VM_ZONE_EXILE ? BIT(exiled) : 0) | (e->to == VM_ZONE_HAND ? BIT(to_hand) : 0) |
           (e->flags & RT_EF_DISCARD ? BIT(discard) : 0) |
           (e->flags & RT_EF_CYCLE ? BIT(cycle) : 0) |
           (e->flags & RT_EF_LANDPLAY ? BIT(play_land) : 0);
}

static int in_exile(const rt_game *g, rt_entity e)
{
    const rt_object *o = rt_live(g, e);
    return o && o->zone == VM_ZONE_EXILE;
}

/* What it is besides, because of how it went. */
static uint64_t heard_besides(const rt_game *g, const rt_event *e)
{
    static const uint64_t TURNED[] = {
        [RT_TURN_TRANSFORM] = BIT(transforms), [RT_TURN_UP] = BIT(turned_face_up)};
    switch (e->kind) {
    case RT_EV_MOVE:
        return move_seen_after(e);
    case RT_EV_DAMAGE:
        return (e->flags & RT_EF_COMBAT ? BIT(combat_damage) : BIT(noncombat_damage)) |
               (is_life_lost(g, e) ? BIT(lose_life) : 0);
    case RT_EV_DRAW: {
        const int first = g->s->step == VM_STEP_DRAW && rt_is_active(g, e->player) &&
                          (e->flags & RT_EF_FIRST_OF_STEP);
        return first ? 0 : BIT(extra_draw);
    }
    case RT_EV_TAP:
        return e->amount ? BIT(tapped_for) : 0;
    case RT_EV_PUT_COUNTERS: /* a designation that something enters with is no counter */
        return e->aux >= VM_DESIGNATION_FIRST ? 0 : BIT(put_counters);
    case RT_EV_REMOVE_COUNTERS:
        return rt_counters(g, e->whom, (int32_t)e->aux) == 0 ? BIT(last_counter) : 0;
    case RT_EV_ATTACK:
        return e->flags & RT_EF_ALONE ? BIT(attacks_alone) : 0;
    case RT_EV_BLOCK:
        return (e->flags & RT_EF_PUT ? 0 : BIT(blocks_creature)) |
               (e->flags & (RT_EF_AGAIN | RT_EF_PUT) ? 0 : BIT(blocks));
    case RT_EV_TURN:
        /* what lies in exile is no permanent (CR 406.3) */
        return e->aux >= sizeof TURNED / sizeof *TURNED || in_exile(g, e->obj) ? 0 : TURNED[e->aux];
    case RT_EV_DID:
        return (UINT64_C(1) << e->aux) &
               (BIT(search) | BIT(shuffle) | BIT(scry) | BIT(activate) | BIT(countered) |
                BIT(unblocked) | BIT(designated) | BIT(attack_with) | BIT(attack_player_with) |
                BIT(phases_in) | BIT(phases_out) | BIT(resolves) | BIT(happens) |
                BIT(blocked_number) | BIT(blocks_number) | BIT(reveals_drawn) | BIT(attached));
    default:
        return 0;
    }
}

uint64_t rt_event_mask(const rt_game *g, const rt_event *e, int before)
{
    CANTRIP_ASSERT(e->kind < RT_EV_KIND_COUNT);
    if (!before)
        return HEARD[e->kind].after | heard_besides(g, e);
    if (e->kind == RT_EV_MOVE)
        return move_seen_before(e);
    if (e->kind == RT_EV_DID)
        return (UINT64_C(1) << e->aux) & (BIT(unattached) | BIT(control_lost));
    return HEARD[e->kind].before;
}

/* What it is about is what has come there, as it is there (CR 603.6c, 603.10). */
static int is_seen_there(uint32_t kind)
{
    return kind == VM_EVENT_enters || kind == VM_EVENT_to_graveyard || kind == VM_EVENT_play_land;
}

/* Who controls what takes part: that player, whoever does so by the time that something is done (CR 603.10a). */
static void fill_holders(const rt_game *g, rt_ctx *c)
{
    const rt_entity of[] = {c->event_obj[0], c->event_obj[1], c->event_obj[2], c->whom};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        const rt_object *o = of[i] && !RT_IS_PLAYER(of[i]) ? rt_look(g, of[i]) : NULL;
        c->held[i] = o ? (uint8_t)(o->controller + 1) : 0;
    }
}

void rt_fill_event(const rt_game *g, rt_ctx *c, const rt_event *e, uint32_t kind)
{
    CANTRIP_ASSERT(e->kind < RT_EV_KIND_COUNT);
    c->when = g->s->happened;
    c->event_from = e->kind == RT_EV_MOVE || e->kind == RT_EV_CAST ? e->from : VM_ZONE_COUNT;
    c->event_to = e->kind == RT_EV_MOVE ? e->to : VM_ZONE_COUNT;
    c->event_obj[0] = e->result && is_seen_there(kind) ? e->result : e->obj;
    c->event_obj[1] = e->src;
    c->event_obj[2] = e->other;
    c->event_player = e->player;
    c->whom = e->whom ? e->whom : c->event_obj[0];
    c->amount = e->amount;
    c->aux = (int32_t)e->aux;
    if (kind == VM_EVENT_control_lost && e->kind == RT_EV_MOVE && rt_look(g, e->obj))
        c->event_player = rt_look(g, e->obj)->controller;
    if (kind == VM_EVENT_sacrifice)
        c->event_player = (uint8_t)e->aux;
    if (kind == VM_EVENT_happens)
        c->aux = e->from | e->to << 8;
    if (kind == VM_EVENT_enters)
        c->aux = (int32_t)(e->flags & RT_EF_CAST);
    if (e->kind == RT_EV_DAMAGE) {
        c->event_obj[0] = RT_IS_PLAYER(e->whom) ? 0 : e->whom;
        if (RT_IS_PLAYER(e->whom))
            c->event_player = (uint8_t)RT_PLAYER_OF(e->whom);
    }
    if (e->kind == RT_EV_ATTACK)
        c->whom = e->other; /* the player or planeswalker that is attacked */
    if (e->kind == RT_EV_PUT_COUNTERS || e->kind == RT_EV_REMOVE_COUNTERS)
        c->event_obj[0] = RT_IS_PLAYER(e->whom) ? 0 : e->whom;
    if (e->kind == RT_EV_DRAW) {
        c->event_obj[0] = e->result; /* the card that was drawn */
        c->amount = 1;
    }
    fill_holders(g, c);
}

void rt_delayed_drop(rt_game *g, uint32_t row)
{
    rt_ctx_free(g, rt_delayed_row(g, row)->ctx - 1);
    memmove(rt_delayed_row(g, row), rt_delayed_rows(g, row + 1),
            (g->s->delayed.count - row - 1) * sizeof(rt_delayed));
    g->s->delayed.count--;
}

/* Does it wait for another turn, an extra one or the next? */
static int is_of_another_turn(const rt_game *g, uint32_t row)
{
    const rt_delayed *d = rt_delayed_row(g, row);
    const uint32_t ability = rt_ctx_row(g, d->ctx - 1)->ability;
    const uint32_t flags = g->pack->ability[ability].flags;
    return ((flags & VM_AF_THAT_TURN) && d->turn != g->s->turn_number) ||
           ((flags & VM_AF_NEXT_TURN) && d->turn + 1 != g->s->turn);
}

/* The token that was created as the nth of this event, as it is now; 0: it never came. */
static rt_entity created(const rt_game *g, const rt_event *e, int32_t nth)
{
    for (uint32_t i = e->inside; e->inside && i < g->s->event.count; i++) {
        const rt_event *in = rt_event_row(g, i);
        if (in->inside == e->inside && in->kind == RT_EV_MOVE && !nth--)
            return in->flags & RT_EF_CANCELLED ? 0 : in->result;
    }
    return 0;
}

/* One object is dealt damage by several at the same time; all else happens to it once. */
static int is_told_of(rt_game *g, uint32_t list, rt_entity what)
{
    rt_spend(g, g->s->captured.count / 8);
    for (uint32_t i = 0; i < g->s->captured.count; i++)
        if (rt_captured_row(g, i)->list == list && rt_captured_row(g, i)->entity == what)
            return 1;
    return 0;
}

/* 'Those creatures': what this event is about is one of those that the trigger in row `ctx` of ctx[] was about. */
static void gather(rt_game *g, uint32_t ctx, const rt_ctx *c, const rt_event *e)
{
    CANTRIP_ASSERT(ctx < g->s->ctx.count && c->ability < g->pack->ability_count);
    const uint32_t func = g->pack->ability[c->ability].those, heap = g->s->heap.count;
    const int32_t times = e->kind == RT_EV_CREATE ? e->amount : 1;
    rt_ctx one = *c;
    for (int32_t i = 0; func && i < times; i++) {
        if (e->kind == RT_EV_CREATE)
            one.event_obj[0] = created(g, e, i);
        const uint64_t all = rt_value_set(g, func, &one);
        for (uint32_t k = 0; k < rt_set_count(all); k++) {
            const rt_entity what = rt_set_at(g, all, k);
            if (!rt_ctx_row(g, ctx)->those)
                rt_ctx_row(g, ctx)->those = ++g->s->captures;
            const uint32_t list = rt_ctx_row(g, ctx)->those;
            if (e->kind == RT_EV_DAMAGE && is_told_of(g, list, what))
                continue;
            const uint32_t row = RT_PUSH(g, captured);
            *rt_captured_row(g, row) = (rt_captured){0, list, what};
        }
    }
    g->s->heap.count = heap;
}

/* Is it another event than the one that `w` waits for? Damage to each player is one, what each player does that the ability
 * names, and what one source deals where that is named. */
static int is_apart(const rt_ctx *w, const rt_ctx *c, const rt_event *e, uint32_t joins)
{
    switch (joins) {
    case VM_AF_ONCE_PER_PLAYER:
        return w->event_player != c->event_player;
    case VM_AF_ONCE_PER_SOURCE:
        return w->event_obj[1] != c->event_obj[1];
    default:
        return e->kind == RT_EV_DAMAGE && w->whom != c->whom;
    }
}

/* 'One or more': the trigger that waits already is about this, too. Of several instances each joins its own: so many wait for
 * those `before` it; those of effects are told apart by when they were made. */
static int joins_waiting(rt_game *g, const rt_ctx *c, const rt_event *e, uint32_t before, int made)
{
    const uint32_t joins = g->pack->ability[c->ability].flags & VM_AF_ONCE_PER_PLAYER;
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    CANTRIP_ASSERT(e->kind < RT_EV_KIND_COUNT);
    for (uint32_t i = g->run->batch_pending; i < g->s->pending.count; i++) {
        const uint32_t at = *rt_pending_row(g, i) - 1;
        rt_ctx *w = rt_ctx_row(g, at);
        if (w->self != c->self || w->ability != c->ability || (made && w->since != c->since) ||
            is_apart(w, c, e, joins))
            continue;
        if (before) {
            before--;
            continue;
        }
        w->amount = rt_sum(w->amount, c->amount);
        gather(g, at, c, e);
        return 1;
    }
    return 0;
}

static int waits(const rt_game *g, const rt_ctx *c)
{
    for (uint32_t i = g->run->batch_pending; i < g->s->pending.count; i++) {
        const rt_ctx *w = rt_ctx_row(g, *rt_pending_row(g, i) - 1);
        if (w->self == c->self && w->ability == c->ability)
            return 1;
    }
    return 0;
}

void rt_triggers_looked_back(rt_game *g)
{
    for (uint32_t i = g->run->batch_pending; i < g->s->pending.count; i++) {
        rt_ctx *c = rt_ctx_row(g, *rt_pending_row(g, i) - 1);
        c->heard = g->s->timestamp;
        c->since = c->made ? c->since : c->heard;
    }
}

void rt_triggers_asked(rt_game *g, uint32_t first, uint32_t end)
{
    uint32_t kept = first;
    const uint32_t all = g->s->pending.count;
    for (uint32_t i = first; i < all; i++) {
        const uint32_t at = *rt_pending_row(g, i);
        const rt_ctx c = *rt_ctx_row(g, at - 1);
        const uint32_t condition = i < end ? g->pack->ability[c.ability].condition : 0;
        if (condition && !rt_value(g, condition, &c, 0))
            rt_ctx_free(g, at - 1);
        else
            *rt_pending_row(g, kept++) = at;
    }
    g->s->pending.count = kept;
}

/* Who hears of an event: it waits on the stack's side, or a caller only wants to know. */
typedef struct ear {
    rt_trigger_fn each;
    void *user;
} ear;

/* CR 801.7: the rest of what the condition speaks of is up to its descriptions. */
static int is_within(const rt_game *g, const rt_event *e, uint32_t you)
{
    return (e->player == RT_NOBODY || rt_is_reached(g, you, RT_PLAYER(e->player))) &&
           (!e->obj || rt_is_reached(g, you, e->obj));
}

/* Events whose amount is how much of it happened; of the others each is about one thing. */
static const uint64_t MEASURED = BIT(damage) | BIT(combat_damage) | BIT(noncombat_damage) |
                                 BIT(gain_life) | BIT(lose_life) | BIT(put_counters) |
                                 BIT(create_tokens) | BIT(scry) | BIT(attack_with) |
                                 BIT(attack_player_with) | BIT(tapped_for_mana);

static void try_ability(rt_game *g, const rt_event *e, rt_entity self, uint32_t id, uint32_t number,
                        uint32_t given_as, const rt_ctx *given, uint64_t mask, const ear *hears)
{
    CANTRIP_ASSERT(rt_is_entity(g, self));
    CANTRIP_ASSERT(e->kind < RT_EV_KIND_COUNT);
    const vm_ability *a = &g->pack->ability[id];
    if (a->kind != VM_ABILITY_TRIGGERED || !(mask >> a->event & 1))
        return;
    rt_ctx c = given ? *given : rt_ctx_for(g, self, id);
    if (!given) {
        rt_ctx_given(g, &c, rt_obj(g, RT_INDEX(self)), number);
        c.given_as = (uint8_t)given_as;
    }
    if (!given && g->lib->names_giver && !c.by) /* when it is gone (CR 201.4a) */
        c.by = rt_granter(g, &c);
    if (!given && e->kind == RT_EV_DID && e->aux == VM_EVENT_control_lost && self == e->obj)
        c.controller = e->player; /* as it was (CR 603.10d) */
    if (g->s->range && !is_within(g, e, c.controller))
        return;
    if (e->kind == RT_EV_STEP && (e->flags & RT_EF_AGAIN) && g->lib->blind[id] && waits(g, &c))
        return; /* the step of a team is one for what does not ask whose it is */
    rt_fill_event(g, &c, e, a->event);
    c.heard = g->s->timestamp;
    c.since = c.made ? c.since : c.heard;
    if (a->event == VM_EVENT_happens) /* what else the effect moves is part of it (CR 702.109b) */
        c.made = g->s->resolution;
    if (a->filter && !rt_value(g, a->filter, &c, 0))
        return;
    const int later = g->run->looks_back && !given && !hears;        /* rt_triggers_asked */
    if (a->condition && !later && !rt_value(g, a->condition, &c, 0)) /* CR 603.4 */
        return;
    if (a->event == VM_EVENT_mana_spent && c.payment != e->aux)
        return; /* other mana than what its effect has made */
    if (hears) {
        hears->each(g, &c, hears->user);
        return;
    }
    if ((a->flags & VM_AF_ONE_OR_MORE) && !(MEASURED >> a->event & 1))
        c.amount = 1; /* one of them: those that join it are added */
    const rt_object *o = given ? NULL : rt_obj(g, RT_INDEX(self));
    if ((a->flags & VM_AF_ONCE_PER_PLAYER) &&
        joins_waiting(g, &c, e, o && o->granted ? rt_instances(g, o, id, number) : 0,
                      given != NULL))
        return;
    const int each = (a->flags & VM_AF_EACH_COUNTER) &&
                     (e->kind == RT_EV_PUT_COUNTERS || e->kind == RT_EV_CREATE);
    const int32_t times = each ? e->amount : 1;
    c.amount = each ? 1 : c.amount;
    for (int32_t i = 0; i < times; i++) {
        if (each && e->kind == RT_EV_CREATE)
            c.event_obj[0] = c.whom = created(g, e, i);
        const uint32_t at = rt_ctx_new(g, &c), row = RT_PUSH(g, pending);
        *rt_pending_row(g, row) = at + 1;
        gather(g, at, &c, e);
        rt_spend(g, 1);
    }
}

/* What its own costs were is asked as something is cast (CR 702.55b). */
static int asks_for_itself(const rt_event *e)
{
    return e->kind == RT_EV_CAST;
}

static void try_object(rt_game *g, const rt_event *e, uint32_t idx, uint64_t mask, uint32_t zone,
                       const ear *hears)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(zone < VM_ZONE_COUNT);
    CANTRIP_ASSERT(e->kind < RT_EV_KIND_COUNT);
    const rt_object *o = rt_obj(g, idx);
    if (!(o->listens & mask) || !(o->ability_flags >> VM_ABILITY_TRIGGERED & 1))
        return;
    const int heard = rt_hears(g, o, e, idx, mask);
    if (!heard && !RT_CHECKING)
        return;
    const rt_entity self = rt_handle(g, idx);
    const uint32_t before = g->s->pending.count;
    (void)before;
    for (uint32_t i = 0, n = rt_ability_count(g, o); i < n; i++) {
        uint32_t id = rt_ability_at(g, rt_obj(g, idx), i);
        if (g->pack->ability[id].zones >> zone & 1)
            try_ability(g, e, self, id, i,
                        asks_for_itself(e) ? rt_given_as(g, rt_obj(g, idx), i) : 0, NULL, mask,
                        hears);
    }
    CANTRIP_ASSERT(heard || g->s->pending.count == before);
}

static void on_battlefield(rt_game *g, const rt_event *e, uint64_t mask, const ear *hears)
{
    if (!(g->s->listening & mask))
        return;
    rt_hearing h = rt_hearing_of(g, e, mask);
    for (uint32_t idx; rt_hearing_next(g, &h, &idx);)
        try_object(g, e, idx, mask, VM_ZONE_BATTLEFIELD, hears);
}

/* Abilities that work in hands, graveyards, exile and the command zone (CR 112.6, 113.4). */
static void try_elsewhere(rt_game *g, const rt_event *e, uint64_t mask, const ear *hears)
{
    CANTRIP_ASSERT(e->kind < RT_EV_KIND_COUNT);
    static const uint8_t ZONES[] = {VM_ZONE_HAND, VM_ZONE_GRAVEYARD, VM_ZONE_EXILE,
                                    VM_ZONE_COMMAND};
    for (size_t z = 0; z < sizeof ZONES; z++) {
        const uint32_t zone = ZONES[z], players = zone == VM_ZONE_COMMAND ? 1 : g->s->player.count;
        for (uint32_t p = 0; (rt_heard_in(g, zone) & mask) && p < players; p++) {
            rt_spend(g, rt_zone_count(g, zone, p) / 4);
            for (uint32_t i = 0; i < rt_zone_count(g, zone, p); i++)
                try_object(g, e, rt_zone_at(g, zone, p, i), mask, zone, hears);
        }
    }
}

/* So many times, for each instance of it (CR 112.2c). */
static int is_waiting(const rt_game *g, rt_entity self, uint32_t ability, uint32_t times)
{
    CANTRIP_ASSERT(ability < g->pack->ability_count);
    CANTRIP_ASSERT(rt_is_entity(g, self));
    rt_spend(g, g->s->ctx.count / 8);
    for (uint32_t i = 0; i < g->s->ctx.count; i++) {
        const rt_ctx *c = rt_ctx_row(g, i);
        if (c->used && c->self == self && c->ability == ability && !--times)
            return 1;
    }
    return 0;
}

/* CR 603.8: as soon as the state is there, and not again before the ability has left the stack. */
void rt_state_triggers(rt_game *g)
{
    for (uint32_t i = 0;
         (g->s->listening & BIT(state)) && i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        const rt_entity self = rt_handle(g, idx);
        if (!(rt_obj(g, idx)->listens & BIT(state)))
            continue;
        for (uint32_t k = 0, n = rt_ability_count(g, rt_obj(g, idx)); k < n; k++) {
            const uint32_t id = rt_ability_at(g, rt_obj(g, idx), k);
            const vm_ability *a = &g->pack->ability[id];
            if (a->kind != VM_ABILITY_TRIGGERED || a->event != VM_EVENT_state ||
                is_waiting(g, self, id, rt_instances(g, rt_obj(g, idx), id, k) + 1))
                continue;
            rt_ctx c = rt_ctx_for(g, self, id);
            rt_ctx_given(g, &c, rt_obj(g, idx), k);
            c.since = c.heard = g->s->timestamp;
            if (a->filter && !rt_value(g, a->filter, &c, 0))
                continue;
            const uint32_t at = rt_ctx_new(g, &c), row = RT_PUSH(g, pending);
            *rt_pending_row(g, row) = at + 1;
        }
    }
}

/* Whoever has lost control of something since it was last looked at (CR 603.10d). */
void rt_control_triggers(rt_game *g)
{
    if (g->lib->watches_control)
        rt_refresh(g);
    for (uint32_t i = 0; g->lib->watches_control && i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0);
         i++) {
        rt_object *o = rt_obj(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i));
        const uint8_t before = rt_here(g, o)->held_by;
        rt_presence_of(g, o)->held_by = (uint8_t)(o->controller + 1);
        if (!before || before == rt_here(g, o)->held_by)
            continue;
        const uint32_t batch = rt_batch(g);
        rt_event *e = rt_event_add(g, RT_EV_DID, 0);
        e->aux = VM_EVENT_control_lost;
        e->obj = rt_handle(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i));
        e->player = (uint8_t)(before - 1);
        rt_note(g, batch, BIT(control_lost));
        rt_trigger(g, batch, BIT(control_lost));
        rt_batch_drop(g, batch);
    }
}

void rt_unattaches(rt_game *g, rt_entity what)
{
    CANTRIP_ASSERT(rt_is_entity(g, what));
    const rt_object *o = rt_live(g, what);
    if (!o || !rt_here(g, o)->attached || !g->lib->watches_attached)
        return;
    const uint32_t batch = rt_batch(g);
    rt_event *e = rt_event_add(g, RT_EV_DID, 0);
    e->aux = VM_EVENT_unattached;
    e->obj = what;
    e->other = rt_here(g, rt_live(g, what))->attached;
    rt_note(g, batch, BIT(unattached));
    rt_trigger(g, batch, BIT(unattached));
    rt_batch_drop(g, batch);
}

void rt_attached_event(rt_game *g, rt_entity what)
{
    const rt_entity host = rt_here(g, rt_live(g, what))->attached;
    rt_event *e = rt_event_add(g, RT_EV_DID, 0);
    e->aux = VM_EVENT_attached;
    e->obj = what;
    e->other = host;
}

void rt_attaches(rt_game *g, rt_entity what)
{
    CANTRIP_ASSERT(rt_is_entity(g, what));
    if (!g->lib->watches_attached)
        return;
    const uint32_t batch = rt_batch(g);
    rt_attached_event(g, what);
    rt_note(g, batch, BIT(attached));
    rt_trigger(g, batch, BIT(attached));
    rt_batch_drop(g, batch);
}

void rt_trigger(rt_game *g, uint32_t event, uint64_t mask)
{
    CANTRIP_ASSERT(event < g->s->event.count);
    const uint64_t elsewhere =
        rt_listens_elsewhere(g) | (g->lib->secret_draws ? BIT(draw) : UINT64_C(0));
    if (!mask ||
        (!((g->s->listening | elsewhere) & mask) && !g->s->delayed.count && !(mask & BIT(cast))))
        return;
    const rt_event e = *rt_event_row(g, event);
    if ((mask & BIT(enters)) && (g->s->rules_union & RT_RULE(VM_MOD_CANT_TRIGGER)) &&
        rt_rule_on(g, VM_MOD_CANT_TRIGGER, e.result))
        mask &= ~BIT(enters);
    rt_spend(g, g->s->delayed.count + 1);
    on_battlefield(g, &e, mask, NULL);
    if (elsewhere & mask)
        try_elsewhere(g, &e, mask, NULL);
    if (mask & BIT(draw))
        rt_secret_drawn(g, &e);
    if ((mask & BIT(cast)) && rt_live(g, e.obj))
        try_object(g, &e, RT_INDEX(e.obj), mask, VM_ZONE_STACK, NULL);
    for (uint32_t i = 0; i < g->s->delayed.count;) {
        const rt_ctx c = *rt_ctx_row(g, rt_delayed_row(g, i)->ctx - 1);
        uint32_t before = g->s->pending.count;
        if (is_of_another_turn(g, i)) {
            i++;
            continue;
        }
        try_ability(g, &e, c.self, c.ability, 0, 0, &c, mask, NULL);
        if (g->s->pending.count > before &&
            (rt_delayed_row(g, i)->duration == VM_DURATION_FOREVER ||
             rt_delayed_row(g, i)->duration == VM_DURATION_UNTIL_PAID) &&
            g->pack->ability[c.ability].event !=
                VM_EVENT_mana_spent) { /* CR 603.7b: once; for each mana, while it is there */
            rt_delayed_drop(g, i);
        } else {
            i++;
        }
    }
}

void rt_would_trigger(rt_game *g, const rt_event *e, uint64_t mask, rt_trigger_fn each, void *user)
{
    CANTRIP_ASSERT(e->kind < RT_EV_KIND_COUNT);
    const ear hears = {each, user};
    const uint64_t elsewhere = rt_listens_elsewhere(g);
    rt_spend(g, g->s->delayed.count + 1);
    on_battlefield(g, e, mask, &hears);
    if (elsewhere & mask)
        try_elsewhere(g, e, mask, &hears);
    for (uint32_t i = 0; i < g->s->delayed.count; i++) {
        const rt_ctx c = *rt_ctx_row(g, rt_delayed_row(g, i)->ctx - 1);
        if (!is_of_another_turn(g, i))
            try_ability(g, e, c.self, c.ability, 0, 0, &c, mask, &hears);
    }
}
