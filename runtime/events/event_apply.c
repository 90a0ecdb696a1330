/* What an event changes as it happens: moves, damage, draws, tokens, counters. */
#include "runtime/events/apply.h"
#include "runtime/turn/turn.h"

/* Under whose control, tapped: as it enters. */
static void enter(rt_game *g, uint32_t idx, const rt_event *e)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(e->kind < RT_EV_KIND_COUNT);
    rt_object *o = rt_obj(g, idx);
    o->own_controller = o->controller = e->player;
    if (e->flags & RT_EF_TAPPED)
        o->flags |= RT_OF_TAPPED;
}

static void enter_as_copy(rt_game *g, uint32_t idx, const rt_event *e) /* CR 706.5 */
{
    const rt_copying how = {.mods = e->copy_mods,
                            .mod_count = e->copy_mod_count,
                            .duration = VM_DURATION_FOREVER,
                            .ability = e->copy_ability,
                            .source = rt_handle(g, idx),
                            .controller = e->player};
    const rt_object *of = rt_look(g, e->copy_of);
    rt_copy_begin(g, rt_handle(g, idx), e->copy_of, &how);
    if (of)
        rt_obj(g, idx)->face = (uint16_t)rt_copiable_face(g, rt_look(g, e->copy_of));
}

/* A token whose power and toughness were counted: they are copiable values (CR 706.2). */
static void enter_sized(rt_game *g, uint32_t idx, const rt_event *e)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(e->kind < RT_EV_KIND_COUNT);
    const rt_copying how = {.mods = e->copy_mods,
                            .mod_count = e->copy_mod_count,
                            .duration = VM_DURATION_FOREVER,
                            .source = rt_handle(g, idx),
                            .controller = e->player,
                            .values = e->size};
    rt_copy_begin(g, rt_handle(g, idx), rt_handle(g, idx), &how);
}

uint32_t rt_event_place(rt_game *g, const rt_event *event)
{
    const rt_event e = *event; /* the block may move */
    uint32_t idx = RT_INDEX(e.obj);
    rt_obj(g, idx)->own_controller = e.player;
    idx = rt_relocate(g, idx, e.to, 0);
    for (uint32_t i = 0; i < g->s->effect.count; i++)
        for (int k = 0; k < 4; k++) /* what changed the spell changes the permanent (CR 400.7a) */
            if (rt_effect_row(g, i)->object[k] == e.obj &&
                (e.from == VM_ZONE_STACK || rt_effect_row(g, i)->arrives))
                rt_effect_row(g, i)->object[k] = rt_handle(g, idx);
    if (e.flags & RT_EF_MANIFEST) {
        rt_obj(g, idx)->flags |= RT_OF_MANIFESTED;
        rt_show_face(g, idx, g->lib->face_down);
    }
    if (e.flags & RT_EF_TRANSFORMED)
        rt_show_face(g, idx, g->pack->face[rt_obj(g, idx)->card_face].other);
    if ((e.flags & RT_EF_TRANSFORMED) && e.other)
        rt_meld_join(g, idx, e.other);
    if (e.from == VM_ZONE_COUNT)
        rt_presence_of(g, rt_obj(g, idx))->maker = e.copy_of ? rt_maker(g, e.copy_of) : e.src;
    if (e.from == VM_ZONE_COUNT)
        rt_maker_tells(g, rt_handle(g, idx), e.copy_of ? e.copy_of : e.src);
    if (e.copy_of)
        enter_as_copy(g, idx, &e);
    else if (e.copy_mods)
        enter_sized(g, idx, &e);
    rt_links_enter(g, e.obj, idx, e.copy_of != 0);
    if (e.from == VM_ZONE_COUNT && !e.copy_of)
        rt_text_of_token(g, rt_handle(g, idx), e.src, e.copy_ability);
    enter(g, idx, &e);
    rt_attach(g, idx, e.whom);
    if (e.whom && g->lib->watches_attached)
        rt_attached_event(g, rt_handle(g, idx));
    return idx;
}

/* Before it moves: who may see it where it comes to may see it now, but for what comes face down. */
static void tell_move(rt_game *g, uint32_t idx, const rt_event *e)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(e->kind < RT_EV_KIND_COUNT);
    const uint32_t seen = e->to == VM_ZONE_LIBRARY || e->to == VM_ZONE_HAND ||
                                  (e->flags & (RT_EF_MANIFEST | RT_EF_FACE_DOWN))
                              ? 0
                              : UINT32_MAX;
    const char *tapped = e->flags & RT_EF_TAPPED ? "tapped" : "";
    if (e->flags & RT_EF_SACRIFICE)
        RT_TELL(g, SACRIFICED, .object = e->obj);
    else if (e->flags & RT_EF_DISCARD)
        RT_TELL(g, DISCARDED, .object = e->obj, .other = RT_PLAYER(e->player), .seen = seen);
    else if (e->from == VM_ZONE_BATTLEFIELD && e->to == VM_ZONE_GRAVEYARD &&
             RT_IS(rt_obj(g, idx), CREATURE))
        RT_TELL(g, DIES, .object = e->obj);
    else if (e->from == VM_ZONE_COUNT)
        RT_TELL(g, TOKEN, .object = e->obj, .detail = tapped);
    else if (e->to == VM_ZONE_BATTLEFIELD)
        RT_TELL(g, ENTERS, .object = e->obj, .detail = tapped, .seen = seen);
    else
        RT_TELL(g, MOVES, .object = e->obj, .detail = vm_zone_name(e->to), .seen = seen,
                .quiet = e->from != VM_ZONE_BATTLEFIELD);
}

/* The other card of a melded permanent comes to the same zone: one permanent leaves, two cards come (CR 712.4). */
static void part_moves(rt_game *g, uint32_t part, const rt_event *e)
{
    const rt_event of = *e;
    const rt_entity now = rt_meld_part(g, part, of.to, (of.flags & RT_EF_BOTTOM) != 0);
    const uint64_t mask = of.to == VM_ZONE_GRAVEYARD ? UINT64_C(1) << VM_EVENT_to_graveyard
                          : of.to == VM_ZONE_EXILE   ? UINT64_C(1) << VM_EVENT_exiled
                          : of.to == VM_ZONE_HAND    ? UINT64_C(1) << VM_EVENT_to_hand
                                                     : 0;
    const uint32_t at = g->s->event.count;
    rt_event *also = rt_event_add(g, RT_EV_MOVE, RT_EF_DONE);
    also->from = of.from;
    also->to = of.to;
    also->player = of.player;
    also->obj = also->result = now;
    also->src = of.src;
    rt_trigger(g, at, mask);
    rt_note(g, at, mask);
    if (of.link && of.to == VM_ZONE_EXILE) {
        const uint32_t row = RT_PUSH(g, link);
        *rt_link_row(g, row) = (rt_link){of.linker, of.link - 1, 0, now, of.link_origin, 0, 0, 0};
    }
    g->s->event.count = at;
}

static void apply_move(rt_game *g, uint32_t event)
{
    CANTRIP_ASSERT(event < g->s->event.count);
    rt_event e = *rt_event_row(g, event);
    uint32_t idx = RT_INDEX(e.obj);
    if (e.flags & RT_EF_LEAVES_GAME) {
        rt_object_leaves(g, idx);
        return;
    }
    /* what is hidden no longer is told of as what it has become, since that everybody sees */
    const int shown = (e.from == VM_ZONE_HAND || e.from == VM_ZONE_LIBRARY) &&
                      e.to != VM_ZONE_HAND && e.to != VM_ZONE_LIBRARY;
    if (!(e.flags & RT_EF_LANDPLAY) && !shown)
        tell_move(g, idx, &e);
    const uint32_t part = e.from == VM_ZONE_BATTLEFIELD ? rt_meld_partner(g, idx) : 0;
    if (e.to == VM_ZONE_BATTLEFIELD)
        idx = rt_event_place(g, &e);
    else
        idx = rt_relocate(g, idx, e.to, (e.flags & RT_EF_BOTTOM) != 0);
    if (part)
        part_moves(g, part - 1, &e);
    e.obj = rt_handle(g, idx);
    if ((e.flags & RT_EF_FACE_DOWN) && e.to == VM_ZONE_EXILE) {
        rt_obj(g, idx)->flags |= RT_OF_FACE_DOWN;
        rt_printed(g, idx);
    }
    if (e.flags & RT_EF_LANDPLAY)
        RT_TELL(g, LAND, .object = e.obj, .other = RT_PLAYER(e.player));
    else if (shown)
        tell_move(g, idx, &e);
    rt_event_row(g, event)->result = e.obj;
    if (e.link && e.to == VM_ZONE_EXILE) {
        const uint32_t at = RT_PUSH(g, link);
        *rt_link_row(g, at) = (rt_link){e.linker, e.link - 1, 0, e.obj, e.link_origin, 0, 0, 0};
    }
}

/* What damage results in besides what is lost and marked (CR 119.3b, d, f): rows in heap[], which become events when the
 * batch is through, so that what replaces or forbids counters and life applies to them (CR 119.4b). */
static void owe(rt_game *g, const rt_owed *what)
{
    CANTRIP_ASSERT(rt_is_entity(g, what->source) && rt_is_entity(g, what->whom));
    const uint32_t row[RT_OWED_WORDS] = {what->source, what->whom, what->kind,
                                         (uint32_t)what->amount, what->flags};
    for (int k = 0; k < RT_OWED_WORDS; k++) {
        const uint32_t at = RT_PUSH(g, heap);
        *rt_heap_row(g, at) = row[k];
    }
}

/* Each source makes one gain of life of its own (CR 702.15e). */
static void owe_life(rt_game *g, uint32_t owed, rt_entity source, uint32_t player, int32_t amount)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    for (uint32_t i = owed; i + RT_OWED_WORDS <= g->s->heap.count; i += RT_OWED_WORDS)
        if (*rt_heap_row(g, i) == source && *rt_heap_row(g, i + 2) == RT_OWED_LIFE) {
            uint32_t *sum = rt_heap_row(g, i + 3);
            *sum = (uint32_t)rt_sum((int32_t)*sum, amount);
            return;
        }
    owe(g, &(rt_owed){source, RT_PLAYER(player), RT_OWED_LIFE, amount, 0});
}

/* Not counters by an effect where a rule of the game deals the damage (CR 614.16). */
static void owe_counters(rt_game *g, const rt_event *damage, uint32_t kind)
{
    owe(g, &(rt_owed){damage->src, damage->whom, kind, damage->amount,
                      damage->flags & RT_EF_COMBAT ? 0 : RT_EF_EFFECT});
}

void rt_events_owed(rt_game *g, uint32_t owed, uint32_t end)
{
    for (uint32_t i = owed; i + RT_OWED_WORDS <= end; i += RT_OWED_WORDS) {
        const uint32_t whom = *rt_heap_row(g, i + 1), kind = *rt_heap_row(g, i + 2),
                       flags = *rt_heap_row(g, i + 4);
        const int life = kind == RT_OWED_LIFE;
        rt_event *e = rt_event_add(g, life ? RT_EV_GAIN_LIFE : RT_EV_PUT_COUNTERS, flags);
        e->amount = (int32_t)*rt_heap_row(g, i + 3);
        if (life) {
            e->player = (uint8_t)RT_PLAYER_OF(whom);
        } else {
            e->whom = whom;
            e->aux = kind;
        }
    }
    g->s->heap.count = owed;
}

static void apply_damage(rt_game *g, uint32_t event, uint32_t owed)
{
    CANTRIP_ASSERT(event < g->s->event.count);
    rt_event e = *rt_event_row(g, event);
    const rt_object *from = rt_look(g, e.src);
    const int deathtouch = from && RT_DOES(from, KILLS);
    const int infect = from && RT_DOES(from, POISONS), wither = from && RT_DOES(from, WITHERS);
    int withers = 0;
    const uint8_t gains = from && RT_DOES(from, GIVES_LIFE) ? from->controller : RT_NOBODY;
    if (RT_IS_PLAYER(e.whom)) {
        uint32_t p = RT_PLAYER_OF(e.whom);
        rt_player *r = rt_player_row(g, p);
        const int fixed = infect || rt_rule_on(g, VM_MOD_LIFE_CANT_CHANGE, e.whom);
        r = rt_player_row(g, p);
        const int32_t lost = fixed ? 0 : e.amount - e.size[0];
        *rt_life(g, p) = rt_sum(*rt_life(g, p), -(int64_t)lost);
        r->life_lost = rt_sum(r->life_lost, lost);
        RT_TELL(g, DAMAGE, .object = e.src, .other = e.whom, .amount = e.amount,
                .now = *rt_life(g, p));
        if (e.flags & RT_EF_COMBAT)
            rt_commander_damage(g, e.src, p, e.amount);
    } else {
        rt_object *o = rt_live(g, e.whom);
        RT_TELL(g, DAMAGE, .object = e.src, .other = e.whom, .amount = e.amount);
        if (RT_IS(o, CREATURE)) {
            g->s->touched = 1;
            rt_presence_of(g, o)->damage = rt_sum(rt_here(g, o)->damage, wither ? 0 : e.amount);
            if (deathtouch)
                o->flags |= RT_OF_DEATHTOUCHED;
            withers = wither;
        }
        if (RT_IS(o, PLANESWALKER)) { /* CR 119.3c */
            int32_t have = rt_counters(g, e.whom, VM_COUNTER_LOYALTY);
            rt_counters_change(g, e.whom, VM_COUNTER_LOYALTY, e.amount < have ? -e.amount : -have);
        }
    }
    if (withers || (infect && RT_IS_PLAYER(e.whom))) /* the state may move */
        owe_counters(g, &e, withers ? VM_COUNTER_MINUS : VM_COUNTER_POISON);
    if (gains != RT_NOBODY)
        owe_life(g, owed, e.src, gains, e.amount); /* CR 119.3f */
}

typedef struct revealing {
    uint32_t player;
    rt_entity card;
} revealing;

/* What waits for that is linked to the rule that says so (CR 607.2g). */
static int reveal_for(rt_game *g, const vm_mod *m, const rt_ctx *c, void *user)
{
    (void)m;
    revealing *r = user;
    r->card = rt_know(g, r->card, UINT32_MAX);
    RT_TELL(g, REVEALED, .object = r->card, .seen = UINT32_MAX);
    rt_event *e = rt_event_add(g, RT_EV_DID, 0);
    e->aux = VM_EVENT_reveals_drawn;
    e->obj = r->card;
    e->player = (uint8_t)r->player;
    e->src = c->self;
    return 0;
}

/* CR 603.11: the first card of a turn is revealed as it is drawn, by each rule that says so. */
void rt_reveal_first(rt_game *g, uint32_t player, rt_entity card)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    revealing r = {player, card};
    if (g->s->rules_union & RT_RULE(VM_MOD_REVEALS_FIRST_DRAW))
        rt_each_rule(g, VM_MOD_REVEALS_FIRST_DRAW, RT_PLAYER(player), reveal_for, &r);
}

static void apply_draw(rt_game *g, uint32_t event)
{
    CANTRIP_ASSERT(event < g->s->event.count);
    rt_event e = *rt_event_row(g, event);
    uint32_t n = rt_zone_count(g, VM_ZONE_LIBRARY, e.player);
    rt_player *p = rt_player_row(g, e.player);
    if (!n) {
        p->drew_from_empty = 1; /* CR 704.5b */
        RT_TELL(g, EMPTY, .other = RT_PLAYER(e.player));
        rt_event_row(g, event)->flags |= RT_EF_CANCELLED;
        return;
    }
    p->drew++;
    if (g->s->step == VM_STEP_DRAW && rt_is_active(g, e.player))
        p->draw_step_draws++;
    uint32_t idx = rt_zone_at(g, VM_ZONE_LIBRARY, e.player, n - 1);
    idx = rt_relocate(g, idx, VM_ZONE_HAND, 0);
    rt_event_row(g, event)->result = rt_handle(g, idx);
    RT_TELL(g, DRAWS, .object = rt_handle(g, idx), .other = RT_PLAYER(e.player));
    const int first = rt_player_row(g, e.player)->drew == 1;
    if (rt_drawn_unseen(g)) /* CR 120.8 */
        rt_unseen_begin(g, idx, first);
    else if (first)
        rt_reveal_first(g, e.player, rt_handle(g, idx));
}

/* ---- what happens inside of an event (CR 616.1f) ----------------------------------------------- */

static void tokens_enter(rt_game *g, uint32_t event)
{
    CANTRIP_ASSERT(event < g->s->event.count);
    rt_event_row(g, event)->inside = event + 1;
    const rt_event e = *rt_event_row(g, event);
    rt_spend(g, (uint32_t)e.amount);
    for (int32_t i = 0; i < e.amount; i++) {
        const uint32_t idx = rt_object_create(g, e.aux, e.player);
        rt_obj(g, idx)->flags |= RT_OF_TOKEN;
        rt_obj(g, idx)->zone = RT_ZONE_NOWHERE;
        const uint32_t at = RT_PUSH(g, event);
        rt_event *in = rt_event_row(g, at);
        *in = e;
        in->kind = RT_EV_MOVE;
        in->flags &= ~(uint32_t)RT_EF_OPENED;
        in->obj = rt_handle(g, idx);
        in->from = VM_ZONE_COUNT;
        in->to = VM_ZONE_BATTLEFIELD;
        in->aux = 0;
        in->amount = 0;
    }
}

static void counters_enter(rt_game *g, uint32_t event, uint32_t kind, int32_t count)
{
    CANTRIP_ASSERT(event < g->s->event.count);
    const rt_event e = *rt_event_row(g, event);
    const uint32_t at = RT_PUSH(g, event);
    rt_event *put = rt_event_row(g, at);
    put->kind = RT_EV_PUT_COUNTERS;
    put->flags = RT_EF_EFFECT | RT_EF_ENTERING;
    put->player = RT_NOBODY;
    put->whom = e.obj;
    put->aux = kind;
    put->amount = count;
    put->counters = event + 1;
    put->applied = e.applied;
}

/* Nothing replaces the event any more: what happens inside of it follows in the batch, where it can be replaced. */
void rt_event_open(rt_game *g, uint32_t event)
{
    CANTRIP_ASSERT(event < g->s->event.count);
    const rt_event e = *rt_event_row(g, event);
    if (e.flags & (RT_EF_CANCELLED | RT_EF_DONE | RT_EF_OPENED))
        return;
    rt_event_row(g, event)->flags |= RT_EF_OPENED;
    if (e.kind == RT_EV_CREATE)
        tokens_enter(g, event);
    if (e.kind != RT_EV_MOVE || e.to != VM_ZONE_BATTLEFIELD || !rt_live(g, e.obj))
        return;
    const rt_object *o = rt_live(g, e.obj);
    const vm_face *f = e.flags & RT_EF_MANIFEST ? &g->pack->face[g->lib->face_down]
                       : e.flags & RT_EF_TRANSFORMED
                           ? &g->pack->face[g->pack->face[o->card_face].other]
                           : rt_face(g, o);
    if (f->loyalty) /* a planeswalker has one (CR 306.5b) */
        counters_enter(g, event, VM_COUNTER_LOYALTY, (int32_t)f->loyalty);
    for (uint32_t i = e.counters, next; i; i = next) { /* CR 121.6a */
        const rt_entering c = *rt_entering_row(g, i - 1);
        next = c.next;
        counters_enter(g, event, c.kind, c.count);
    }
}

static void life_changes(rt_game *g, uint32_t player, int32_t by)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    rt_player *p = rt_player_row(g, player);
    *rt_life(g, player) = rt_sum(*rt_life(g, player), by);
    if (g->s->volatile_statics)
        rt_dirty(g);
    if (by > 0)
        p->life_gained = rt_sum(p->life_gained, by);
    else
        p->life_lost = rt_sum(p->life_lost, -(int64_t)by);
}

/* Whoever could do nothing can do no more with what is tapped, but where to untap it is a cost. */
static void turn_sideways(rt_game *g, const rt_event *e)
{
    CANTRIP_ASSERT(e->kind == RT_EV_TAP || e->kind == RT_EV_UNTAP);
    rt_object *o = rt_live(g, e->obj);
    const int taps = e->kind == RT_EV_TAP;
    g->run->taps++;
    if (taps && !o->granted && !g->lib->face[o->face].untaps)
        rt_stir_less(g, o);
    else
        rt_stir_place(g, o);
    o->flags = taps ? o->flags | RT_OF_TAPPED : o->flags & ~(uint32_t)RT_OF_TAPPED;
    if (taps)
        RT_TELL(g, TAPS, .object = e->obj);
    else
        RT_TELL(g, UNTAPS, .object = e->obj);
    if (g->s->volatile_statics)
        rt_dirty(g);
}

void rt_event_apply(rt_game *g, uint32_t event, uint32_t owed)
{
    CANTRIP_ASSERT(event < g->s->event.count);
    rt_event *e = rt_event_row(g, event);
    switch (e->kind) {
    case RT_EV_MOVE:
        apply_move(g, event);
        break;
    case RT_EV_DAMAGE:
        apply_damage(g, event, owed);
        break;
    case RT_EV_GAIN_LIFE:
        life_changes(g, e->player, e->amount);
        RT_TELL(g, GAINS_LIFE, .other = RT_PLAYER(e->player), .amount = e->amount,
                .now = *rt_life(g, e->player));
        break;
    case RT_EV_LOSE_LIFE:
        life_changes(g, e->player, -e->amount);
        RT_TELL(g, LOSES_LIFE, .other = RT_PLAYER(e->player), .amount = e->amount,
                .now = *rt_life(g, e->player));
        break;
    case RT_EV_BEGIN_TURN:
    case RT_EV_BEGIN_STEP:
        g->s->coming = e->player + 1u;
        break;
    case RT_EV_LOSE_GAME:
        rt_player_loses(g, e->player, rt_loss_text(e->aux));
        break;
    case RT_EV_DRAW:
        apply_draw(g, event);
        break;
    case RT_EV_TAP:
    case RT_EV_UNTAP:
        turn_sideways(g, e);
        break;
    case RT_EV_PUT_COUNTERS:
        rt_counters_change(g, e->whom, e->aux, e->amount);
        e = rt_event_row(g, event);
        RT_TELL(g, COUNTERS, .other = e->whom, .amount = e->amount,
                .detail = rt_counter_name(g->lib, e->aux),
                .quiet = (e->flags & RT_EF_ENTERING) != 0);
        break;
    case RT_EV_REMOVE_COUNTERS: {
        int32_t have = rt_counters_of(g, e->whom, (int32_t)e->aux);
        if (e->amount > have)
            e->amount = have;
        RT_TELL(g, COUNTERS_GONE, .other = e->whom, .amount = e->amount,
                .detail = e->aux == UINT32_MAX ? "" : rt_counter_name(g->lib, e->aux));
        rt_counters_take(g, e->whom, e->aux, e->amount);
        break;
    }
    case RT_EV_TURN:
        rt_turn(g, e->obj, e->aux, e->amount);
        break;
    default:
        break;
    }
}

/* Counters are put on what it has become by entering; a token that did not enter has never been. */
void rt_event_entered(rt_game *g, uint32_t event)
{
    CANTRIP_ASSERT(event < g->s->event.count);
    rt_event *e = rt_event_row(g, event);
    const rt_event *in = rt_event_row(g, e->counters - 1);
    e->whom = in->result;
    if (!in->result || (in->flags & RT_EF_CANCELLED))
        rt_event_cancel(e);
}

void rt_token_drop(rt_game *g, const rt_event *e)
{
    CANTRIP_ASSERT(e->kind < RT_EV_KIND_COUNT);
    const rt_object *o =
        e->kind == RT_EV_MOVE && (e->flags & RT_EF_CANCELLED) ? rt_live(g, e->obj) : NULL;
    if (o && o->zone == RT_ZONE_NOWHERE)
        rt_free_object(g, RT_INDEX(e->obj));
}

/* What was exiled until something leaves comes back right after it has left (CR 610.3). */
void rt_come_back(rt_game *g, uint32_t batch, uint32_t end)
{
    CANTRIP_ASSERT(batch <= g->s->event.count);
    for (uint32_t i = batch; i < end; i++) {
        const rt_event *row = rt_event_row(g, i);
        if (row->kind != RT_EV_MOVE || row->from != VM_ZONE_BATTLEFIELD ||
            (row->flags & RT_EF_CANCELLED))
            continue;
        const rt_event e = *row;
        rt_spend(g, g->s->link.count);
        for (uint32_t k = 0; k < g->s->link.count;) {
            const rt_link l = *rt_link_row(g, k);
            if (l.self != e.obj || l.slot != RT_LINK_UNTIL_LEAVES) {
                k++;
                continue;
            }
            memmove(rt_link_row(g, k), rt_link_rows(g, k + 1),
                    (g->s->link.count - k - 1) * sizeof(rt_link));
            g->s->link.count--;
            const rt_object *o = rt_live(g, l.value);
            if (!o || o->zone != VM_ZONE_EXILE)
                continue;
            uint8_t owner = o->owner;
            rt_move_event(g, l.value, l.is_number, RT_EF_EFFECT, e.obj);
            rt_event_row(g, g->s->event.count - 1)->player = owner;
        }
    }
}
