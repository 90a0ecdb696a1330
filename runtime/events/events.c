/* The one way in which anything happens: propose, "can't", replace and prevent (CR 614 to 616),
 * apply, trigger (CR 603). A batch is what happens at the same time. */
#include "runtime/events/apply.h"
#include "runtime/turn/turn.h"

uint32_t rt_batch(rt_game *g)
{
    return g->s->event.count;
}

rt_event *rt_event_add(rt_game *g, uint32_t kind, uint32_t flags)
{
    uint32_t at = RT_PUSH(g, event);
    rt_event *e = rt_event_row(g, at);
    if (!at) /* nothing refers to what earlier events had */
        g->s->applied.count = g->s->entering.count = 0;
    e->kind = (uint8_t)kind;
    e->flags = flags;
    e->player = RT_NOBODY;
    if (g->s->frame
            .count) { /* what replaces an event is not replaced by the same once more (CR 614.5) */
        const rt_frame *f = rt_frame_row(g, g->s->frame.count - 1);
        const rt_event *of = f->event && f->event <= at ? rt_event_row(g, f->event - 1) : NULL;
        e->applied = of ? of->applied : 0;
        e->part = of ? of->part : f->held ? f->part + 1 : 0;
    }
    return e;
}

void rt_event_enter_with(rt_game *g, uint32_t event, uint32_t kind, int32_t count)
{
    CANTRIP_ASSERT(event < g->s->event.count);
    const uint32_t at = RT_PUSH(g, entering);
    *rt_entering_row(g, at) = (rt_entering){kind, rt_sum(0, count), 0};
    uint32_t *last = &rt_event_row(g, event)->counters;
    while (*last)
        last = &rt_entering_row(g, *last - 1)->next;
    *last = at + 1;
}

void rt_batch_drop(rt_game *g, uint32_t batch)
{
    if (g->s->event.count > batch)
        g->s->event.count = batch;
}

uint32_t rt_batch_widen(rt_game *g)
{
    for (uint32_t i = g->s->proc.count; i-- > 0;) {
        rt_proc *p = rt_proc_row(g, i);
        if (p->kind != RT_PROC_EVENTS)
            continue;
        p->events.end++;
        return p->events.batch;
    }
    return rt_batch(g);
}

void rt_created_once(rt_game *g, rt_entity self, uint32_t ability)
{
    CANTRIP_ASSERT(g->s->event.count > 0);
    const uint32_t last = g->s->event.count - 1, batch = rt_batch_widen(g);
    for (uint32_t i = batch; i < last; i++)
        if (rt_event_row(g, i)->kind == RT_EV_CREATE &&
            rt_event_row(g, i)->player == rt_event_row(g, last)->player)
            rt_replacement_applied(g, i, self, ability);
}

void rt_move_event(rt_game *g, rt_entity obj, uint32_t to, uint32_t flags, rt_entity src)
{
    CANTRIP_ASSERT(rt_is_entity(g, src));
    CANTRIP_ASSERT(rt_is_entity(g, obj));
    const rt_object *o = rt_live(g, obj);
    if (!o)
        return;
    if (o->zone == VM_ZONE_STACK && (o->flags & RT_OF_THEN_EXILE) && to != VM_ZONE_BATTLEFIELD)
        to = VM_ZONE_EXILE;
    uint8_t from = o->zone, player = to == VM_ZONE_BATTLEFIELD ? o->controller : o->owner;
    rt_event *e = rt_event_add(g, RT_EV_MOVE, flags);
    e->obj = obj;
    e->from = from;
    e->to = (uint8_t)to;
    e->player = player;
    e->src = src;
    if (flags & RT_EF_SACRIFICE)
        e->aux = rt_live(g, obj)->controller;
}

/* What enters at the same time gets its timestamps in turn order of the controllers (CR 613.6j). */
static void stamp_in_turn_order(rt_game *g, uint32_t batch, uint32_t end)
{
    CANTRIP_ASSERT(batch <= end);
    const rt_temp_mark mark = rt_temp_here(g);
    uint32_t *list = rt_temp_alloc(g, (end - batch + 1) * sizeof *list), n = 0;
    int mixed = 0;
    for (uint32_t i = batch; i < end; i++) {
        const rt_event *e = rt_event_row(g, i);
        if (e->kind != RT_EV_MOVE || e->to != VM_ZONE_BATTLEFIELD || (e->flags & RT_EF_CANCELLED) ||
            !rt_live(g, e->result))
            continue;
        list[n++] = RT_INDEX(e->result);
        mixed |= rt_obj(g, list[n - 1])->controller != rt_obj(g, list[0])->controller;
    }
    for (uint32_t seat = 0; mixed && seat < g->s->player.count; seat++) {
        const uint32_t p = rt_seat_after(g, g->s->turn_player, seat);
        for (uint32_t i = 0; i < n; i++)
            if (rt_obj(g, list[i])->controller == p)
                rt_obj(g, list[i])->timestamp = ++g->s->timestamp;
    }
    if (mixed)
        rt_dirty(g);
    rt_temp_release(g, mark);
}

enum { MANY = 8 }; /* events in a batch, from which on it pays to find out first who listens */

/* Could abilities wait for it that look back in time (CR 603.10a)? */
static int looks_back(const rt_event *e)
{
    static const uint32_t KINDS =
        1u << RT_EV_MOVE | 1u << RT_EV_DESTROY | 1u << RT_EV_LOSE_GAME | 1u << RT_EV_DID;
    return (int)(KINDS >> e->kind & 1);
}

/* Checked, unless that has just been done and nothing has changed since. */
static void check(rt_game *g, uint32_t event, int checked, int again)
{
    const uint32_t before = rt_event_row(g, event)->flags;
    if (!checked || RT_CHECKING)
        rt_event_check(g, event, again);
    CANTRIP_ASSERT(!checked || rt_event_row(g, event)->flags == before);
    (void)before;
}

/* Before anything changes: the triggers that look back. */
static void look_back(rt_game *g, uint32_t batch, uint32_t end, int checked)
{
    for (uint32_t i = batch; i < end; i++) {
        rt_event *e = rt_event_row(g, i);
        if (e->kind == RT_EV_DESTROY && !(e->flags & RT_EF_CANCELLED))
            e->flags |= RT_EF_CANCELLED;
        check(g, i, checked, 0);
        e = rt_event_row(g, i);
        if (e->kind == RT_EV_MOVE && e->from == VM_ZONE_BATTLEFIELD && !e->other &&
            rt_live(g, e->obj))
            e->other =
                rt_here(g, rt_live(g, e->obj))->attached; /* it becomes unattached (CR 603.10c) */
        if (!(e->flags & RT_EF_CANCELLED) && looks_back(e))
            rt_trigger(g, i, rt_event_mask(g, e, 1));
        else
            CANTRIP_ASSERT((e->flags & RT_EF_CANCELLED) || !rt_event_mask(g, e, 1));
    }
}

/* Everything is decided: triggers that look back (CR 603.10), the changes, the other triggers. checked: one event alone, that has
 * been found to be possible as things are. */
static int apply_all(rt_game *g, uint32_t batch, uint32_t end, int checked)
{
    CANTRIP_ASSERT(batch <= g->s->event.count);
    const int many = end - batch > MANY;
    const rt_temp_mark mark = rt_temp_here(g);
    g->run->batch_pending = g->s->pending.count;
    rt_refresh(g);
    if (many)
        rt_listeners_keep(g);
    g->run->looks_back = 1;
    look_back(g, batch, end, checked);
    g->run->looks_back = 0;
    const uint32_t looked = g->s->pending.count;
    rt_listeners_drop(g);
    rt_life_floors(g, batch, end);
    const uint32_t owed =
        g->s->heap.count; /* from here on: what is owed for damage, until the batch is applied */
    for (uint32_t i = batch; i < end; i++)
        if (!(rt_event_row(g, i)->flags & (RT_EF_CANCELLED | RT_EF_DONE))) {
            if (rt_event_row(g, i)->flags & RT_EF_ENTERING)
                rt_event_entered(g, i);
            check(g, i, checked, 1); /* the same thing cannot happen twice in a batch */
            if (!(rt_event_row(g, i)->flags & RT_EF_CANCELLED))
                rt_event_apply(g, i, owed);
        }
    rt_triggers_looked_back(g);
    const uint32_t end_of_owed = g->s->heap.count;
    if (end - batch > 1)
        stamp_in_turn_order(g, batch, end);
    rt_refresh(g);
    if (rt_designations(g)) /* CR 702.130d */
        rt_refresh(g);
    if (many)
        rt_listeners_keep(g);
    for (uint32_t i = batch; i < g->s->event.count; i++) {
        rt_event *e = rt_event_row(g, i);
        const uint64_t mask = e->flags & RT_EF_CANCELLED ? 0 : rt_event_mask(g, e, 0);
        rt_trigger(g, i, mask);
        e = rt_event_row(g, i);
        if (g->lib->history && !(e->flags & RT_EF_CANCELLED))
            rt_note(g, i, mask | rt_event_mask(g, e, 1));
        rt_token_drop(g, rt_event_row(g, i));
    }
    rt_listeners_drop(g);
    if (looked > g->run->batch_pending)
        rt_triggers_asked(g, g->run->batch_pending, looked);
    rt_temp_release(g, mark);
    rt_spend(g, (g->s->event.count - batch) * 8);
    rt_block_numbers(g);
    rt_control_triggers(g);
    if (g->s->listening >> VM_EVENT_state & 1) { /* also in the middle of an effect (CR 603.8) */
        rt_refresh(g);
        rt_state_triggers(g);
    }
    int all_done = 1;
    uint32_t more = rt_batch(g);
    rt_come_back(g, batch, more);
    rt_events_owed(g, owed, end_of_owed);
    if (g->s->event.count > more)
        all_done = rt_batch_run(g, more);
    return rt_orders_ask(g, batch, more) ? 0 : all_done;
}

/* ---- the procedure ----------------------------------------------------------------------------
 */

enum stage {
    STAGE_REPLACE,
    STAGE_CHOSEN,
    STAGE_HOST_CHOSEN,
    STAGE_APPLIED,
    STAGE_SHIELD,
    STAGE_COMMANDER
};

static rt_status ask_commander(rt_game *g, uint32_t event) /* CR 903.9 */
{
    const rt_entity card = rt_event_row(g, event)->obj;
    rt_replacement_applied(g, event, card, RT_COMMANDER);
    rt_ask(g, CANTRIP_DECIDE_COMMANDER, rt_live(g, card)->owner, card);
    rt_option_add(g, CANTRIP_OPTION_YES, card, 0, 0);
    rt_option_add(g, CANTRIP_OPTION_NO, card, 0, 0);
    rt_top(g)->stage = STAGE_COMMANDER;
    return rt_ask_one(g);
}

/* An Aura that was not cast: its controller-to-be chooses what it enchants as it enters; with nothing to
 * enchant it stays where it is (CR 303.4f, g). */
static rt_status ask_host(rt_game *g, uint32_t event)
{
    CANTRIP_ASSERT(event < g->s->event.count);
    const rt_event e = *rt_event_row(g, event);
    rt_ask(g, CANTRIP_DECIDE_ATTACH, e.player, e.obj);
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        rt_entity host = rt_handle(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i));
        if (rt_can_enchant(g, RT_INDEX(e.obj), host, e.player))
            rt_option_add(g, CANTRIP_OPTION_ID, host, 0, 0);
    }
    for (uint32_t p = 0; p < g->s->player.count; p++)
        if (!rt_player_row(g, p)->lost &&
            rt_can_enchant(g, RT_INDEX(e.obj), RT_PLAYER(p), e.player))
            rt_option_add(g, CANTRIP_OPTION_ID, RT_PLAYER(p), 0, 0);
    if (!g->s->option.count) {
        RT_TELL(g, STAYS, .object = e.obj);
        rt_event_cancel(rt_event_row(g, event));
        return RT_NEXT;
    }
    rt_top(g)->stage = STAGE_HOST_CHOSEN;
    return rt_ask_one(g);
}

static uint32_t affected_player(const rt_game *g, const rt_event *e)
{
    CANTRIP_ASSERT(e->kind < RT_EV_KIND_COUNT);
    if (e->kind == RT_EV_DAMAGE || e->kind == RT_EV_PUT_COUNTERS) {
        if (RT_IS_PLAYER(e->whom))
            return RT_PLAYER_OF(e->whom);
        const rt_object *o = rt_look(g, e->whom);
        return o ? o->controller : 0;
    }
    const rt_object *o = rt_look(g, e->obj);
    if (o && (o->zone == VM_ZONE_BATTLEFIELD || o->zone == VM_ZONE_STACK) &&
        e->to != VM_ZONE_BATTLEFIELD)
        return o->controller; /* not whose graveyard it would go to (CR 616.1) */
    if (e->player != RT_NOBODY)
        return e->player;
    return o ? o->controller : 0;
}

/* What was found for the last replacement still holds (rt_replacements_next). */
static int goes_on(const rt_game *g, const rt_proc *p)
{
    return p->stage == STAGE_REPLACE && p->events.found == p->events.event + 1 &&
           p->events.computed == g->s->computed && p->events.collected == g->s->collected &&
           !g->s->dirty && !g->s->delayed.count;
}

/* A shield that takes so much meets more damage than that at the same time: whoever is hit, or controls it, says which of
 * it is prevented first (CR 615.7). 0 = there is nothing to say. */
static int ask_shielded(rt_game *g, uint32_t event, uint32_t end, const rt_replacement *r,
                        rt_status *out_asked)
{
    const rt_event e = *rt_event_row(g, event);
    if (!r->delayed || e.kind != RT_EV_DAMAGE || (e.flags & RT_EF_SHIELDED))
        return 0;
    const int32_t left = rt_delayed_row(g, r->delayed - 1)->left;
    int64_t sum = e.amount;
    uint32_t others = 0;
    for (uint32_t i = event + 1; left && i < end; i++)
        if (rt_event_row(g, i)->kind == RT_EV_DAMAGE && rt_shield_meets(g, i, r->delayed - 1)) {
            sum += rt_event_row(g, i)->amount;
            others++;
        }
    if (!others || sum <= left)
        return 0;
    rt_ask(g, CANTRIP_DECIDE_REPLACEMENT, affected_player(g, &e), r->self);
    for (uint32_t i = event; i < end; i++)
        if (i == event ||
            (rt_event_row(g, i)->kind == RT_EV_DAMAGE && rt_shield_meets(g, i, r->delayed - 1)))
            rt_option_add(g, CANTRIP_OPTION_ID, rt_event_row(g, i)->src, (int32_t)i,
                          (int32_t)r->ability);
    rt_top(g)->stage = STAGE_SHIELD;
    *out_asked = rt_ask_one(g);
    return 1;
}

/* That event comes first. */
static void shield_first(rt_game *g, uint32_t event, uint32_t first)
{
    const rt_event e = *rt_event_row(g, event);
    *rt_event_row(g, event) = *rt_event_row(g, first);
    *rt_event_row(g, first) = e;
    rt_event_row(g, event)->flags |= RT_EF_SHIELDED;
}

/* What was chosen for the event itself, beside which effect replaces it. */
static void take_answer(rt_game *g, uint32_t event)
{
    rt_proc *p = rt_top(g);
    if (p->stage == STAGE_HOST_CHOSEN)
        rt_event_row(g, event)->whom = rt_answered(g, 0)->entity;
    else if (p->stage == STAGE_SHIELD)
        shield_first(g, event, (uint32_t)rt_answered(g, 0)->a);
    else if (rt_answered(g, 0)->kind == CANTRIP_OPTION_YES)
        rt_commander_return(g, event);
    p->stage = STAGE_REPLACE;
}

/* Nothing replaced it: it goes to its owner's graveyard, and has been destroyed (CR 701.7a). */
static void destroyed(const rt_game *g, rt_event *e)
{
    CANTRIP_ASSERT(e->kind == RT_EV_DESTROY);
    const rt_object *o = rt_look(g, e->obj);
    e->kind = RT_EV_MOVE;
    e->flags |= RT_EF_DESTROYED;
    e->from = VM_ZONE_BATTLEFIELD;
    e->to = VM_ZONE_GRAVEYARD;
    e->player = o->owner;
}

enum { CHECKED_MAX = 64 }; /* in checked builds: longer lists would take the square of the time */

rt_status rt_events_run(rt_game *g)
{
    rt_proc *p = rt_top(g);
    uint32_t batch = p->events.batch, end = p->events.end;
    if (p->stage == STAGE_APPLIED)
        return rt_proc_pop(g);
    g->run->preview_known = 0;
    while (p->stage != STAGE_APPLIED && p->events.event < end) {
        uint32_t event = p->events.event;
        if (p->stage == STAGE_HOST_CHOSEN || p->stage == STAGE_COMMANDER ||
            p->stage == STAGE_SHIELD)
            take_answer(g, event);
        rt_refresh(g);
        rt_event_check(g, event, 0);
        int anew = !goes_on(g, rt_top(g));
        uint32_t n = anew ? rt_replacements(g, event) : rt_replacements_next(g, event, &anew);
        uint32_t pick = 0;
        p = rt_top(g);
        /* those of the same list are what they were */
        const int alike = n > 1 && p->stage == STAGE_REPLACE && (!anew || rt_replacements_alike(g));
        RT_CHECK_AGAIN(g, !alike || n > CHECKED_MAX || rt_replacements_alike(g));
        if (!n) {
            rt_event *e = rt_event_row(g, event);
            if (e->kind == RT_EV_DESTROY && !(e->flags & RT_EF_CANCELLED)) { /* CR 701.7a */
                destroyed(g, e);
                continue;
            }
            rt_event_open(g, event);
            p = rt_top(g);
            p->events.end = end = g->s->event.count;
            p->events.event++;
            continue;
        }
        if (n > 1 && p->stage == STAGE_REPLACE && !alike) { /* CR 616.1 */
            rt_ask(g, CANTRIP_DECIDE_REPLACEMENT, affected_player(g, rt_event_row(g, event)),
                   rt_replacement_row(g, 0)->self);
            for (uint32_t i = 0; i < n; i++) {
                const rt_replacement r = *rt_replacement_row(g, i);
                rt_option_add(g, CANTRIP_OPTION_ID, r.self, (int32_t)i, (int32_t)r.ability);
            }
            rt_top(g)->stage = STAGE_CHOSEN;
            return rt_ask_one(g);
        }
        p->events.found = 0;
        if (alike) {
            pick = n - 1;
            p->events.computed = g->s->computed;
            p->events.collected = g->s->collected;
            p->events.found = rt_replacements_whole(g) ? p->events.event + 1 : 0;
        } else if (n > 1)
            pick = (uint32_t)rt_answered(g, 0)->a < n ? (uint32_t)rt_answered(g, 0)->a : 0;
        p->stage = STAGE_REPLACE;
        const rt_replacement chosen = *rt_replacement_row(g, pick);
        if (chosen.ability == RT_AURA_HOST)
            return ask_host(g, event);
        if (chosen.ability == RT_COMMANDER)
            return ask_commander(g, event);
        rt_status asked = RT_NEXT;
        if (ask_shielded(g, event, end, &chosen, &asked))
            return asked;
        rt_replacement_use(g, event, &chosen);
        return RT_NEXT;
    }
    rt_top(g)->stage = STAGE_APPLIED;
    rt_next_times_over(g, batch);
    return apply_all(g, batch, end, 0) ? rt_proc_pop(g) : RT_NEXT;
}

static int run_batch(rt_game *g, uint32_t batch)
{
    uint32_t end = g->s->event.count;
    int plain = 1, became = 0;
    const rt_temp_mark mark = rt_temp_here(g);
    if (end - batch > MANY)
        rt_listeners_keep(g);
    g->run->preview_known = 0;
    for (uint32_t i = batch; i < g->s->event.count && plain; i++) {
        rt_event_check(g, i, 0);
        plain = rt_replacements(g, i) == 0;
        rt_event *e = rt_event_row(g, i);
        if (plain && e->kind == RT_EV_DESTROY && !(e->flags & RT_EF_CANCELLED)) {
            destroyed(g, e);
            became = 1;
            plain = rt_replacements(g, i) == 0;
        }
        if (plain)
            rt_event_open(g, i);
    }
    end = g->s->event.count;
    rt_listeners_drop(g);
    rt_temp_release(g, mark);
    if (plain)
        return apply_all(g, batch, end,
                         end - batch == 1 && !became &&
                             !(g->s->rules_union & RT_RULE(VM_MOD_LIFE_FLOOR)));
    rt_proc *p = rt_proc_push(g, RT_PROC_EVENTS);
    p->events.batch = p->events.event = batch;
    p->events.end = end;
    return 0;
}

void rt_batch_told(rt_game *g, uint32_t batch)
{
    for (uint32_t i = batch; i < g->s->event.count; i++)
        rt_event_row(g, i)->flags |= RT_EF_TOLD;
    if (g->s->event.count > batch && !rt_batch_run(g, batch))
        CANTRIP_ASSERT(0 && "something waits, and nothing can");
    rt_batch_drop(g, batch);
}

/* ---- what nobody waits for ---------------------------------------------------------------------- */

/* Kinds of events that put nothing anywhere else, and owe nothing: what is drawn, tapped, paid, said. */
static const uint32_t SLIGHT = 1u << RT_EV_GAIN_LIFE | 1u << RT_EV_LOSE_LIFE | 1u << RT_EV_DRAW |
                               1u << RT_EV_TAP | 1u << RT_EV_UNTAP | 1u << RT_EV_MANA |
                               1u << RT_EV_SPENT | 1u << RT_EV_TARGETED | 1u << RT_EV_STEP |
                               1u << RT_EV_DID;

/* Is it certain that these events do what they say, and nothing comes of them? */
static int are_slight(const rt_game *g, uint32_t batch)
{
    const rt_state *s = g->s;
    const uint64_t waits = s->listening | rt_waits_elsewhere(g) | g->lib->replaces[VM_ZONE_STACK] |
                           (g->lib->secret_draws ? UINT64_C(1) << VM_EVENT_draw : 0);
    int slight = !s->delayed.count && !s->commander.count &&
                 !(s->listening >> VM_EVENT_state & 1) && !g->lib->watches_control &&
                 !(s->rules_union & (RT_RULE(VM_MOD_LIFE_FLOOR) | RT_RULE(VM_MOD_DESIGNATES) |
                                     RT_RULE(VM_MOD_REVEALS_FIRST_DRAW)));
    for (uint32_t i = batch; i < s->event.count && slight; i++) {
        const rt_event *e = rt_event_row(g, i);
        slight = (SLIGHT >> e->kind & 1) && !(e->flags & RT_EF_ENTERING) &&
                 (e->kind != RT_EV_DRAW || !rt_drawn_unseen(g)) &&
                 !((rt_event_mask(g, e, 0) | rt_event_mask(g, e, 1)) & waits);
        const rt_object *o = slight && e->obj ? rt_live(g, e->obj) : NULL;
        slight &= !o || !(o->ability_flags >> VM_ABILITY_REPLACE & 1);
    }
    return slight;
}

static void apply_slight(rt_game *g, uint32_t batch)
{
    const uint32_t end = g->s->event.count;
    const rt_temp_mark mark = rt_temp_here(g);
    g->s->replacement.count = 0;
    for (uint32_t i = batch; i < end; i++) {
        rt_event_check(g, i, 0);
        if (!(rt_event_row(g, i)->flags & RT_EF_CANCELLED))
            rt_event_row(g, i)->flags |= RT_EF_OPENED;
    }
    for (uint32_t i = batch; i < end; i++) {
        if (end - batch > 1)
            rt_event_check(g, i, 1);
        if (!(rt_event_row(g, i)->flags & RT_EF_CANCELLED))
            rt_event_apply(g, i, g->s->heap.count);
    }
    rt_refresh(g);
    for (uint32_t i = batch; i < end && g->lib->history; i++) {
        const rt_event *e = rt_event_row(g, i);
        if (!(e->flags & RT_EF_CANCELLED))
            rt_note(g, i, rt_event_mask(g, e, 0) | rt_event_mask(g, e, 1));
    }
    rt_temp_release(g, mark);
    rt_spend(g, (end - batch) * 8);
    rt_block_numbers(g);
}

/* How much there is of what could come of a batch. */
static uint32_t consequences(const rt_game *g)
{
    const rt_state *s = g->s;
    return s->event.count + s->pending.count + s->proc.count + s->link.count + s->counter.count;
}

/* What may become less, as something lasts for as long as this is tapped (CR 611.2b). */
static uint32_t what_lasts(const rt_game *g)
{
    return g->s->effect.count + g->s->delayed.count + g->s->ctx.count;
}

int rt_batch_run(rt_game *g, uint32_t batch)
{
    CANTRIP_ASSERT(batch <= g->s->event.count);
    rt_refresh(g);
    const int slight = are_slight(g, batch);
    if (slight && !RT_CHECKING) {
        apply_slight(g, batch);
        return 1;
    }
    const uint32_t before = consequences(g), lasts = what_lasts(g);
    const int done = run_batch(g, batch);
    CANTRIP_ASSERT(!slight || (done && consequences(g) == before && what_lasts(g) <= lasts));
    (void)before, (void)lasts;
    return done;
}
