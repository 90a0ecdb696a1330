/* Natives that draw, change life, move cards, tap, count and create. */
#include "runtime/natives/natives.h"

#include <string.h>

/* ---- cards, life ----------------------------------------------------------------------
 */

/* What was drawn in place of a draw of the same player is drawn by whatever made them draw (CR 614.6): a row of the batch that is
 * being replaced, which nothing else looks at, says so. */
static void draw_instead(native_call *n, uint32_t player, rt_entity card)
{
    const uint32_t of = frame(n)->event;
    const rt_event *replaced = of && of <= n->g->s->event.count ? rt_event_row(n->g, of - 1) : NULL;
    if (!replaced || replaced->kind != RT_EV_DRAW || replaced->player != player)
        return;
    rt_event *e = rt_event_add(n->g, RT_EV_DRAW, RT_EF_CANCELLED);
    e->player = (uint8_t)player;
    e->result = card;
    rt_batch_widen(n->g);
}

/* The cards that the draw of `batch` has put into a hand, or what replaced it; the batch is over. */
static void keep_drawn(native_call *n, uint32_t batch)
{
    rt_game *g = n->g;
    const uint32_t first = rt_set_count(frame(n)->kept[0]);
    uint32_t player = 0;
    for (uint32_t i = batch; i < g->s->event.count; i++) {
        const rt_event *e = rt_event_row(g, i);
        player = i == batch ? e->player : player;
        if (e->kind == RT_EV_DRAW && e->result)
            rt_keep_one(n, 0, e->result);
    }
    rt_batch_drop(g, batch);
    for (uint32_t i = first; i < rt_set_count(frame(n)->kept[0]); i++)
        draw_instead(n, player, rt_set_at(g, frame(n)->kept[0], i));
}

rt_status rt_native_draw(native_call *n) /* CR 120.2: one at a time */
{
    rt_game *g = n->g;
    const uint32_t players = rt_set_count(arg(n, 0));
    const int32_t each = (int32_t)arg(n, 1);
    if (frame(n)->native_stage) { /* the batch of the last card is over */
        const uint32_t batch = frame(n)->native_stage - 1;
        keep_drawn(n, batch);
    }
    const uint32_t done = (uint32_t)frame(n)->count;
    const uint32_t p = players && each > 0 && done < players * (uint32_t)each
                           ? player_in_turn(n, arg(n, 0), done / (uint32_t)each)
                           : RT_NOBODY; /* or somebody of them has left the game */
    if (p == RT_NOBODY) {
        give(n, frame(n)->kept[0]);
        return finished(n);
    }
    const uint32_t batch = rt_batch(g);
    rt_event *e = rt_event_add(g, RT_EV_DRAW, RT_EF_EFFECT);
    e->player = (uint8_t)p;
    frame(n)->count++;
    frame(n)->native_stage = batch + 1;
    rt_batch_run(g, batch);
    return RT_NEXT;
}

/* How much of it really happened. */
static rt_status life_changed(native_call *n, uint32_t batch, uint32_t kind)
{
    int32_t all = 0;
    for (uint32_t i = batch; i < n->g->s->event.count; i++) {
        const rt_event *e = rt_event_row(n->g, i);
        if (e->kind == kind && !(e->flags & RT_EF_CANCELLED) && e->amount > 0)
            all = rt_sum(all, e->amount);
    }
    give(n, (uint64_t)(int64_t)all);
    rt_batch_drop(n->g, batch);
    return finished(n);
}

static rt_status life(native_call *n, uint32_t kind)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return life_changed(n, (uint32_t)frame(n)->count, kind);
    uint32_t batch = rt_batch(g);
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++) {
        rt_event *e = rt_event_add(g, kind, RT_EF_EFFECT);
        e->player = (uint8_t)player_at(n, arg(n, 0), i);
        e->amount = (int32_t)arg(n, 1);
    }
    frame(n)->count = (int32_t)batch;
    frame(n)->native_stage = 1;
    return rt_batch_run(g, batch) ? life_changed(n, batch, kind) : RT_NEXT;
}

rt_status rt_native_gain_life(native_call *n)
{
    return life(n, RT_EV_GAIN_LIFE);
}

rt_status rt_native_lose_life(native_call *n)
{
    return life(n, RT_EV_LOSE_LIFE);
}

/* Both at once, or nothing where one of the two could not (CR 118.7, 118.8, 701.10c). */
static rt_status exchange_lives(native_call *n, uint32_t one, uint32_t other)
{
    rt_game *g = n->g;
    const uint32_t batch = rt_batch(g);
    if (one == RT_NOBODY || other == RT_NOBODY || rt_is_with(g, one, other))
        return finished(n);
    const int32_t mine = *rt_life(g, one), theirs = *rt_life(g, other);
    if (!rt_life_could_become(g, one, theirs) || !rt_life_could_become(g, other, mine))
        return finished(n);
    for (uint32_t i = 0; i < 2 && mine != theirs; i++) {
        const int gains = (mine < theirs) == (i == 0);
        rt_event *e = rt_event_add(g, gains ? RT_EV_GAIN_LIFE : RT_EV_LOSE_LIFE, RT_EF_EFFECT);
        e->player = (uint8_t)(i ? other : one);
        e->amount = mine < theirs ? rt_sum(theirs, -(int64_t)mine) : rt_sum(mine, -(int64_t)theirs);
    }
    rt_batch_close(g, batch);
    return finished(n);
}

rt_status rt_native_exchange_life(native_call *n)
{
    return exchange_lives(n, player_in_turn(n, arg(n, 0), 0), player_in_turn(n, arg(n, 1), 0));
}

rt_status rt_native_exchange_lives(native_call *n)
{
    const uint64_t both = arg(n, 0);
    return exchange_lives(n, player_in_turn(n, both, 0),
                          rt_set_count(both) == 2 ? player_in_turn(n, both, 1) : RT_NOBODY);
}

/* ---- objects moving ---------------------------------------------------------------------------
 */

uint64_t rt_done_to(rt_game *g, uint32_t from, uint32_t part, uint32_t kind, int as_it_was)
{
    const uint32_t start = g->s->heap.count;
    for (uint32_t i = from; i < g->s->event.count; i++) {
        const rt_event *e = rt_event_row(g, i);
        const rt_entity was = e->obj, r = as_it_was ? was : e->result;
        if (!r || (e->flags & RT_EF_CANCELLED) || e->kind != kind || (part && e->part != part))
            continue;
        const uint32_t at = RT_PUSH(g, heap);
        *rt_heap_row(g, at) = r;
        const rt_entity other = g->lib->melds && !as_it_was ? rt_meld_other(g, was) : 0;
        if (other) { /* CR 712.4c */
            const uint32_t also = RT_PUSH(g, heap);
            *rt_heap_row(g, also) = other;
        }
    }
    const uint32_t count = g->s->heap.count - start;
    return count == 1 ? RT_SET_ONE(*rt_heap_row(g, start))
           : count    ? (uint64_t)start << 32 | count
                      : 0;
}

static uint64_t moved(rt_game *g, uint32_t from, int as_it_was)
{
    return rt_done_to(g, from, 0, RT_EV_MOVE, as_it_was);
}

rt_status rt_give_moved(native_call *n)
{
    rt_game *g = n->g;
    give(n, moved(g, (uint32_t)frame(n)->count, 0));
    rt_arrivals_end(g);
    return close_batch(n);
}

rt_status rt_run_moves(native_call *n, uint32_t batch)
{
    if (waits(n))
        return given_later(n);
    frame(n)->count = (int32_t)batch;
    frame(n)->native_stage = 1;
    return rt_batch_run(n->g, batch) ? rt_give_moved(n) : RT_NEXT;
}

/* Under whose control something enters: the one player of the set; of several, its owner if that is one of them
 * ('under their owners' control'). */
static uint8_t controller_among(const native_call *n, uint64_t set, uint8_t owner)
{
    if (!rt_set_count(set))
        return n->g->s->frame.count ? ctx_of(n)->controller : owner;
    return rt_set_count(set) > 1 && rt_set_has(n->g, set, RT_PLAYER(owner))
               ? owner
               : (uint8_t)first_player(n, set);
}

/* Adds the move of one object to the batch; NULL = it cannot move there. */
static rt_event *move_one(native_call *n, rt_entity of, uint32_t zone, uint32_t flags,
                          uint64_t controller)
{
    rt_game *g = n->g;
    const rt_entity e = follow(n, of);
    const rt_object *o = rt_live(g, e);
    if (!o || ((o->flags & RT_OF_TOKEN) && o->zone != VM_ZONE_BATTLEFIELD))
        return NULL;
    if ((flags & RT_EF_SACRIFICE) && o->zone != VM_ZONE_BATTLEFIELD) /* CR 701.16a */
        return NULL;
    const uint32_t types = flags & RT_EF_TRANSFORMED /* it enters as its back */
                               ? g->pack->face[g->pack->face[o->card_face].other].types
                               : o->types;
    if (zone == VM_ZONE_BATTLEFIELD && !(types & VM_PERMANENT_TYPES))
        return NULL; /* CR 304.4, 307.4 */
    const uint8_t owner = o->owner;
    rt_move_event(g, e, zone, flags | RT_EF_EFFECT, self_of(n));
    rt_event *event = rt_event_row(g, g->s->event.count - 1);
    if (zone == VM_ZONE_BATTLEFIELD)
        event->player = controller_among(n, controller, owner);
    return event;
}

static rt_status move_all(native_call *n, uint32_t zone, uint32_t flags, uint64_t controller)
{
    if (frame(n)->native_stage)
        return rt_give_moved(n);
    const uint32_t batch = rt_batch(n->g);
    /* What stands on the stack was cast or activated: nothing is put there (CR 111.1, 112.1c). */
    const uint64_t all = rt_meld_both(n->g, arg(n, 0));
    for (uint32_t i = 0; zone != VM_ZONE_STACK && i < rt_set_count(all); i++)
        move_one(n, rt_set_at(n->g, all, i), zone, flags, controller);
    return rt_run_moves(n, batch);
}

rt_status rt_native_put_onto_battlefield(native_call *n)
{
    if (frame(n)->native_stage)
        return rt_give_moved(n);
    const uint32_t batch = rt_batch(n->g), flags = n->imm[1] ? RT_EF_TAPPED : 0;
    const uint64_t all = rt_meld_both(n->g, arg(n, 0));
    for (uint32_t i = 0; i < rt_set_count(all); i++) {
        rt_event *e = move_one(n, rt_set_at(n->g, all, i), VM_ZONE_BATTLEFIELD, flags, arg(n, 1));
        if (e && rt_set_count(arg(n, 2)))
            e->whom = rt_set_at(n->g, arg(n, 2), 0);
        if (e && (int32_t)arg(n, 3) > 0)
            rt_event_enter_with(n->g, n->g->s->event.count - 1, n->imm[0], (int32_t)arg(n, 3));
    }
    return rt_run_moves(n, batch);
}

rt_status rt_native_enter_transformed(native_call *n)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return rt_give_moved(n);
    const uint32_t batch = rt_batch(g);
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++) {
        const rt_entity e = follow(n, rt_set_at(g, arg(n, 0), i));
        const rt_object *o = rt_live(g, e);
        if (o && !(o->flags & (RT_OF_TOKEN | RT_OF_COPY)) &&
            g->pack->face[rt_card_of(g, o->card_face)].shape == VM_SHAPE_FRONT) /* CR 711.8a */
            move_one(n, e, VM_ZONE_BATTLEFIELD, RT_EF_TRANSFORMED, arg(n, 1));
    }
    return rt_run_moves(n, batch);
}

rt_status rt_native_move(native_call *n)
{
    return move_all(n, n->imm[0], (n->imm[1] ? RT_EF_BOTTOM : 0) | (n->imm[2] ? RT_EF_TAPPED : 0),
                    arg(n, 1));
}

rt_status rt_native_exile(native_call *n)
{
    return move_all(n, VM_ZONE_EXILE, 0, 0);
}

rt_status rt_native_exile_face_down(native_call *n)
{
    return move_all(n, VM_ZONE_EXILE, RT_EF_FACE_DOWN, 0);
}

rt_status rt_native_sacrifice(native_call *n)
{
    return move_all(n, VM_ZONE_GRAVEYARD, RT_EF_SACRIFICE, 0);
}

rt_status rt_native_discard_card(native_call *n)
{
    return move_all(n, VM_ZONE_GRAVEYARD, RT_EF_DISCARD, 0);
}

/* ... until this leaves the battlefield (CR 610.3): what was exiled comes back right after that. */
rt_status rt_native_exile_until(native_call *n)
{
    rt_game *g = n->g;
    const rt_entity self = self_of(n);
    const rt_object *source = rt_live(g, self);
    if (!source || source->zone != VM_ZONE_BATTLEFIELD) { /* CR 610.3a */
        give(n, 0);
        return finished(n);
    }
    rt_status s = move_all(n, VM_ZONE_EXILE, 0, 0);
    if (!n->done)
        return s;
    uint64_t exiled = *rt_reg_row(g, frame(n)->reg + n->result);
    for (uint32_t i = 0; i < rt_set_count(exiled); i++) {
        const rt_entity e = rt_set_at(g, exiled, i);
        const rt_object *o = rt_live(g, e);
        if (!o || o->zone != VM_ZONE_EXILE)
            continue;
        uint32_t from = VM_ZONE_BATTLEFIELD; /* where it returns to (CR 610.3) */
        for (uint32_t k = g->s->lki.count; k; k--) {
            rt_spend(g, 1);
            if (rt_lki_row(g, k - 1)->became != e)
                continue;
            from = rt_lki_row(g, k - 1)->object.zone;
            break;
        }
        uint32_t at = RT_PUSH(g, link);
        *rt_link_row(g, at) =
            (rt_link){self, RT_LINK_UNTIL_LEAVES, from, e, RT_ORIGIN_OWN, 0, 0, 0};
    }
    return s;
}

static rt_status give_destroyed(native_call *n)
{
    rt_game *g = n->g;
    give(n, moved(g, (uint32_t)frame(n)->count, 1));
    return close_batch(n);
}

rt_status rt_native_destroy(native_call *n)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return give_destroyed(n);
    uint32_t batch = rt_batch(g);
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++) {
        rt_event *e =
            rt_event_add(g, RT_EV_DESTROY, RT_EF_EFFECT | (n->imm[0] ? RT_EF_NO_REGENERATION : 0));
        e->obj = rt_set_at(g, arg(n, 0), i);
        e->src = self_of(n);
    }
    if (waits(n))
        return given_later(n);
    frame(n)->count = (int32_t)batch;
    frame(n)->native_stage = 1;
    return rt_batch_run(g, batch) ? give_destroyed(n) : RT_NEXT;
}

rt_status rt_native_counter_spell(native_call *n) /* CR 701.5 */
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return close_batch(n);
    uint32_t batch = rt_batch(g);
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++) {
        rt_entity e = rt_set_at(g, arg(n, 0), i);
        const rt_object *o = rt_live(g, e);
        if (!o || o->zone != VM_ZONE_STACK)
            continue;
        if (rt_rule_on(g, VM_MOD_CANT_BE_COUNTERED, e)) {
            RT_TELL(g, NOT_COUNTERED, .object = e);
            continue;
        }
        o = rt_live(g, e);
        RT_TELL(g, COUNTERED, .object = e);
        uint32_t ctx = rt_here(g, o)->ctx;
        rt_event *event = rt_event_add(g, RT_EV_DID, RT_EF_EFFECT);
        event->aux = VM_EVENT_countered;
        o = rt_live(g, e);
        event->obj = e;
        event->player = o->controller;
        event->src = self_of(n);
        if (o->flags & RT_OF_ABILITY)
            rt_free_object(g, RT_INDEX(e));
        else
            rt_move_event(g, e, VM_ZONE_GRAVEYARD, RT_EF_EFFECT, self_of(n));
        if (rt_obj(g, RT_INDEX(e))->here)
            rt_presence_of(g, rt_obj(g, RT_INDEX(e)))->ctx = 0;
        if (ctx)
            rt_spell_ctx_end(g, e, ctx - 1);
    }
    return run(n, batch);
}

rt_status rt_native_mill(native_call *n)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return rt_give_moved(n);
    uint32_t batch = rt_batch(g);
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++) {
        uint32_t p = player_at(n, arg(n, 0), i), have = rt_zone_count(g, VM_ZONE_LIBRARY, p);
        for (uint32_t k = 0; k < (uint32_t)arg(n, 1) && k < have; k++)
            rt_move_event(g, rt_handle(g, rt_zone_at(g, VM_ZONE_LIBRARY, p, have - 1 - k)),
                          VM_ZONE_GRAVEYARD, RT_EF_EFFECT, self_of(n));
    }
    return rt_run_moves(n, batch);
}

/* ---- status -----------------------------------------------------------------------------------
 */

static rt_status give_changed(native_call *n, uint32_t kind)
{
    give(n, rt_done_to(n->g, (uint32_t)frame(n)->count, 0, kind, 1));
    return close_batch(n);
}

static rt_status tap_like(native_call *n, uint32_t kind)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return give_changed(n, kind);
    uint32_t batch = rt_batch(g);
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++) {
        const rt_entity e = rt_set_at(g, arg(n, 0), i);
        const rt_object *o = rt_live(g, e);
        if (o && !(o->flags & RT_OF_TAPPED) == (kind == RT_EV_TAP)) /* CR 701.20b */
            rt_event_add(g, kind, RT_EF_EFFECT)->obj = e;
    }
    if (waits(n))
        return given_later(n);
    frame(n)->count = (int32_t)batch;
    frame(n)->native_stage = 1;
    return rt_batch_run(g, batch) ? give_changed(n, kind) : RT_NEXT;
}

rt_status rt_native_tap(native_call *n)
{
    return tap_like(n, RT_EV_TAP);
}

rt_status rt_native_untap(native_call *n)
{
    return tap_like(n, RT_EV_UNTAP);
}

/* Each object is asked about, then all change at once. count: which object, then the batch; kept: tap, untap. */
rt_status rt_native_tap_or_untap(native_call *n)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage == 1)
        return close_batch(n);
    if (frame(n)->native_stage == 2) {
        const rt_option *o = rt_answered(g, 0);
        rt_keep_one(n, o->a ? 1 : 0, o->entity);
        frame(n)->count++;
        frame(n)->native_stage = 0;
    }
    for (; (uint32_t)frame(n)->count < rt_set_count(arg(n, 0)); frame(n)->count++) {
        const rt_entity e = rt_set_at(g, arg(n, 0), (uint32_t)frame(n)->count);
        const rt_object *o = rt_live(g, e);
        if (!o)
            continue;
        const int tapped = (o->flags & RT_OF_TAPPED) != 0;
        rt_ask(g, CANTRIP_DECIDE_CHOOSE, first_player(n, arg(n, 1)), self_of(n));
        rt_option_add(g, CANTRIP_OPTION_NUMBER, e, tapped, 0);
        frame(n)->native_stage = 2;
        return rt_ask_one(g);
    }
    const uint32_t batch = rt_batch(g);
    for (uint32_t which = 0; which < 2; which++) {
        const uint64_t set = frame(n)->kept[which];
        for (uint32_t i = 0; i < rt_set_count(set); i++)
            rt_event_add(g, which ? RT_EV_UNTAP : RT_EV_TAP, RT_EF_EFFECT)->obj =
                rt_set_at(g, set, i);
    }
    return run(n, batch);
}

static rt_status give_removed(native_call *n)
{
    rt_game *g = n->g;
    int32_t sum = 0;
    for (uint32_t i = (uint32_t)frame(n)->count; i < g->s->event.count; i++) {
        const rt_event *e = rt_event_row(g, i);
        if (e->kind == RT_EV_REMOVE_COUNTERS && !(e->flags & RT_EF_CANCELLED))
            sum = rt_sum(sum, e->amount);
    }
    give(n, (uint64_t)(int64_t)sum);
    return close_batch(n);
}

/* Other counters instead of those that something would enter with: it enters with these, in the same batch (CR 614.12). */
static int enters_with_instead(native_call *n, rt_entity whom, int32_t amount)
{
    rt_game *g = n->g;
    const uint32_t of = frame(n)->event;
    const rt_event *replaced = of && of <= g->s->event.count ? rt_event_row(g, of - 1) : NULL;
    if (!replaced || !(replaced->flags & RT_EF_ENTERING) || replaced->whom != whom)
        return 0;
    const uint32_t in = replaced->counters;
    rt_event *e = rt_event_add(g, RT_EV_PUT_COUNTERS, RT_EF_EFFECT | RT_EF_ENTERING);
    e->whom = whom;
    e->amount = amount;
    e->aux = n->imm[0];
    e->counters = in;
    return 1;
}

static rt_status counters(native_call *n, uint32_t kind)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return kind == RT_EV_REMOVE_COUNTERS ? give_removed(n) : close_batch(n);
    if (kind == RT_EV_PUT_COUNTERS && rt_set_count(arg(n, 0)) == 1 &&
        enters_with_instead(n, rt_set_at(g, arg(n, 0), 0), (int32_t)arg(n, 1)))
        return finished(n);
    uint32_t batch = rt_batch(g);
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++) {
        const rt_entity whom = rt_paid_now(g, ctx_of(n)->payment, rt_set_at(g, arg(n, 0), i));
        rt_event *e = rt_event_add(g, kind, RT_EF_EFFECT);
        e->whom = whom;
        e->amount = (int32_t)arg(n, 1);
        e->aux = n->imm[0];
    }
    if (kind != RT_EV_REMOVE_COUNTERS)
        return waits(n) ? finished(n) : run(n, batch);
    frame(n)->count = (int32_t)batch;
    frame(n)->native_stage = 1;
    return rt_batch_run(g, batch) ? give_removed(n) : RT_NEXT;
}

rt_status rt_native_put_counters(native_call *n)
{
    return counters(n, RT_EV_PUT_COUNTERS);
}

rt_status rt_native_remove_counters(native_call *n)
{
    return counters(n, RT_EV_REMOVE_COUNTERS);
}

static void create_event(native_call *n, uint32_t player, uint32_t face, int32_t amount,
                         uint32_t flags, rt_entity copy_of)
{
    rt_event *e = rt_event_add(n->g, RT_EV_CREATE, RT_EF_EFFECT | flags);
    e->player = (uint8_t)player;
    e->aux = face;
    e->amount = amount;
    e->src = self_of(n);
    e->copy_of = copy_of;
    e->copy_ability = copy_of ? 0 : ctx_of(n)->ability; /* whose text says what it is (CR 612.2a) */
    e->copy_mods = copy_of ? n->imm[0] : 0;
    e->copy_mod_count = copy_of ? n->imm[1] : 0;
}

rt_status rt_native_create(native_call *n)
{
    if (frame(n)->native_stage)
        return rt_give_moved(n);
    const uint32_t batch = rt_batch(n->g), flags = n->imm[1] ? RT_EF_TAPPED : 0;
    uint32_t p;
    for (uint32_t i = 0; (p = player_in_turn(n, arg(n, 0), i)) != RT_NOBODY; i++)
        create_event(n, p, n->imm[0], (int32_t)arg(n, 1), flags, 0);
    return rt_run_moves(n, batch);
}

rt_status rt_native_event_also_create(native_call *n)
{
    uint32_t p;
    for (uint32_t i = 0; frame(n)->event && (p = player_in_turn(n, arg(n, 0), i)) != RT_NOBODY;
         i++) {
        create_event(n, p, n->imm[0], (int32_t)arg(n, 1), n->imm[1] ? RT_EF_TAPPED : 0, 0);
        if (n->imm[2])
            rt_created_once(n->g, self_of(n), ctx_of(n)->ability);
        else
            rt_batch_widen(n->g);
    }
    return finished(n);
}

rt_status rt_native_create_sized(native_call *n) /* CR 111.3 */
{
    if (frame(n)->native_stage)
        return rt_give_moved(n);
    const uint32_t batch = rt_batch(n->g), flags = n->imm[1] ? RT_EF_TAPPED : 0;
    uint32_t p;
    for (uint32_t i = 0; (p = player_in_turn(n, arg(n, 0), i)) != RT_NOBODY; i++) {
        create_event(n, p, n->imm[0], (int32_t)arg(n, 1), flags, 0);
        rt_event *e = rt_event_row(n->g, n->g->s->event.count - 1);
        e->copy_mods = n->imm[2];
        e->copy_mod_count = n->imm[3];
        e->size[0] = (int32_t)arg(n, 2);
        e->size[1] = (int32_t)arg(n, 3);
    }
    return rt_run_moves(n, batch);
}

rt_status rt_native_create_copy(native_call *n) /* CR 706.2 */
{
    if (frame(n)->native_stage)
        return rt_give_moved(n);
    const uint32_t batch = rt_batch(n->g);
    uint32_t p;
    for (uint32_t i = 0; (p = player_in_turn(n, arg(n, 0), i)) != RT_NOBODY; i++)
        for (uint32_t k = 0; k < rt_set_count(arg(n, 2)); k++) {
            const rt_entity of = rt_set_at(n->g, arg(n, 2), k);
            const rt_object *o = rt_look(n->g, of);
            if (o)
                create_event(n, p, rt_copiable_face(n->g, o), (int32_t)arg(n, 1),
                             n->imm[2] ? RT_EF_TAPPED : 0, of);
        }
    return rt_run_moves(n, batch);
}

/* CR 701.3b, 301.5, 303.4 */
static int can_attach(rt_game *g, uint32_t idx, rt_entity host)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(rt_is_entity(g, host));
    const rt_object *o = rt_obj(g, idx), *h = RT_IS_PLAYER(host) ? NULL : rt_live(g, host);
    if (rt_is_kind(g, o, VM_SUBTYPE_AURA) && RT_IS(o, ENCHANTMENT))
        return rt_can_enchant(g, idx, host, o->controller);
    return h && rt_can_bear(g, idx, host);
}

rt_status rt_native_attach(native_call *n) /* CR 701.3 */
{
    rt_game *g = n->g;
    rt_entity host = rt_set_count(arg(n, 1)) ? rt_set_at(g, arg(n, 1), 0) : 0;
    rt_refresh(g); /* it may just have become an Aura */
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++) {
        const rt_entity e = rt_set_at(g, arg(n, 0), i);
        rt_object *o = rt_live(g, e);
        if (!o || !host || o->zone != VM_ZONE_BATTLEFIELD || rt_here(g, o)->attached == host ||
            host == e || !can_attach(g, RT_INDEX(e), host))
            continue;
        rt_unattaches(g, e);
        o = rt_live(g, e);
        rt_attach(g, RT_INDEX(e), host);
        o->timestamp = ++g->s->timestamp; /* CR 613.6e */
        rt_dirty(g);
        RT_TELL(g, ATTACHED, .object = e, .other = host);
        rt_attaches(g, e);
    }
    return finished(n);
}

rt_status rt_native_remove_damage(native_call *n) /* CR 702.88a */
{
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++) {
        rt_object *o = rt_live(n->g, rt_set_at(n->g, arg(n, 0), i));
        if (!o || o->zone != VM_ZONE_BATTLEFIELD)
            continue;
        rt_presence_of(n->g, o)->damage = 0;
        o->flags &= ~(uint32_t)RT_OF_DEATHTOUCHED;
    }
    return finished(n);
}

/* In place of its destruction it is done at once (CR 701.14b). */
static rt_status regenerate_now(native_call *n)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return close_batch(n);
    const uint32_t batch = rt_batch(g);
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++) {
        const rt_entity e = rt_set_at(g, arg(n, 0), i);
        const rt_object *o = rt_live(g, e);
        if (!o || o->zone != VM_ZONE_BATTLEFIELD)
            continue;
        if (!(o->flags & RT_OF_TAPPED))
            rt_event_add(g, RT_EV_TAP, RT_EF_EFFECT)->obj = e;
        rt_regenerate(g, e);
    }
    return run(n, batch);
}

rt_status rt_native_regenerate(native_call *n)
{
    const uint32_t id = ctx_of(n)->ability;
    if (id < n->g->pack->ability_count && n->g->pack->ability[id].kind == VM_ABILITY_REPLACE &&
        n->g->pack->ability[id].event == VM_EVENT_destroy)
        return regenerate_now(n);
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++) {
        rt_object *o = rt_live(n->g, rt_set_at(n->g, arg(n, 0), i));
        if (!o || o->zone != VM_ZONE_BATTLEFIELD)
            continue;
        if (rt_here(n->g, o)->regeneration == UINT8_MAX)
            rt_fail(n->g, RT_FAULT_FULL, rt_table_number(n->g, &n->g->s->object));
        rt_presence_of(n->g, o)->regeneration++;
    }
    return finished(n);
}
