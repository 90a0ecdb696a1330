/* The one way in which anything happens: propose, "can't", replace and prevent (CR 614 to 616),
 * apply, trigger (CR 603). A batch is what happens at the same time. */
#include "runtime/replacements.h"

#include <string.h>

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
        const uint32_t of = rt_frame_row(g, g->s->frame.count - 1)->event;
        e->applied = of && of <= at ? rt_event_row(g, of - 1)->applied : 0;
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

/* ---- protection (CR 702.16) -------------------------------------------------------------------
 */

/* Does this protection leave the source where it is attached? */
static int spared(const rt_game *g, const vm_ability *a, rt_entity by, rt_entity source)
{
    const rt_object *o = rt_live(g, source);
    return ((a->flags & VM_AF_SPARES_ITS) && by == source) ||
           ((a->flags & VM_AF_SPARES_AURAS) && o && rt_is_kind(g, o, VM_SUBTYPE_AURA));
}

/* attached: it is asked whether the source may stay, or be put, where it is attached (CR 702.16m). */
static int protected_from(rt_game *g, const rt_object *o, rt_entity source, int attached)
{
    CANTRIP_ASSERT(rt_is_entity(g, source));
    CANTRIP_ASSERT(o->gen != 0 || o->zone == VM_ZONE_COUNT);
    if (!RT_HAS(o, PROTECTION) || !source)
        return 0;
    rt_entity self = rt_handle(g, (uint32_t)(o - rt_obj(g, 0)));
    for (uint32_t i = 0, n = rt_ability_count(g, o); i < n; i++) {
        uint32_t id = rt_ability_at(g, rt_obj(g, RT_INDEX(self)), i);
        const vm_ability *a = &g->pack->ability[id];
        if (a->kind != VM_ABILITY_KEYWORD || !a->sel || a->keyword >= g->lib->symbol_marker_count ||
            g->lib->symbol_marker[a->keyword] != VM_MARKER_PROTECTION)
            continue;
        rt_ctx c = rt_ctx_for(g, self, id);
        const rt_object *now = rt_obj(g, RT_INDEX(self));
        const rt_entity by = now->granted ? rt_granted_row(g, now->granted - 1 + i)->by : 0;
        c.by = by;
        if (attached && spared(g, a, by, source))
            continue;
        if (rt_match(g, a->sel, source, &c))
            return 1;
    }
    return 0;
}

int rt_protected_from(rt_game *g, const rt_object *o, rt_entity source)
{
    return protected_from(g, o, source, 0);
}

/* Can the source not be attached to it, for what it is protected from (CR 702.16c, d, m)? */
int rt_protected_from_bearing(rt_game *g, const rt_object *o, rt_entity source)
{
    return protected_from(g, o, source, 1);
}

static int protects(rt_game *g, const vm_mod *m, const rt_ctx *rule, void *user)
{
    return rt_match(g, m->a, *(const rt_entity *)user, rule);
}

int rt_is_protected(rt_game *g, rt_entity e, rt_entity source)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    CANTRIP_ASSERT(rt_is_entity(g, source));
    const rt_object *o = RT_IS_PLAYER(e) ? NULL : rt_live(g, e);
    return o                           ? rt_protected_from(g, o, source)
           : RT_IS_PLAYER(e) && source ? rt_each_rule(g, VM_MOD_PROTECTED, e, protects, &source)
                                       : 0;
}

/* ---- "can't", and what an event turns into ----------------------------------------------------
 */

/* What has gone to a graveyard, hand or library meanwhile is another object, and no permanent (CR 400.7). */
static int can_have_counters(rt_game *g, rt_entity e)
{
    const rt_object *o = RT_IS_PLAYER(e) ? NULL : rt_live(g, e);
    return RT_IS_PLAYER(e) || (o && o->zone != VM_ZONE_GRAVEYARD && o->zone != VM_ZONE_HAND &&
                               o->zone != VM_ZONE_LIBRARY);
}

static void check_possible(rt_game *g, uint32_t event)
{
    CANTRIP_ASSERT(event < g->s->event.count);
    rt_event *e = rt_event_row(g, event);
    if (e->flags & (RT_EF_CANCELLED | RT_EF_DONE))
        return;
    if (e->flags & RT_EF_LEAVES_GAME)
        return;
    if (rt_is_forbidden(g, event)) { /* CR 101.2 */
        rt_event_cancel(rt_event_row(g, event));
        return;
    }
    e = rt_event_row(g, event);
    const rt_object *o = e->obj ? rt_live(g, e->obj) : NULL;
    switch (e->kind) {
    case RT_EV_MOVE:
        if (!o || (e->to == VM_ZONE_BATTLEFIELD && (g->s->gone >> e->player & 1)))
            rt_event_cancel(e); /* CR 800.4b */
        break;
    case RT_EV_DESTROY:
        if (!o || o->zone != VM_ZONE_BATTLEFIELD || RT_HAS(o, INDESTRUCTIBLE)) /* CR 702.12b */
            rt_event_cancel(e);
        break;
    case RT_EV_DAMAGE: {
        const rt_object *w = RT_IS_PLAYER(e->whom) ? NULL : rt_live(g, e->whom);
        if (e->amount <= 0 || (!RT_IS_PLAYER(e->whom) && !w) ||
            (RT_IS_PLAYER(e->whom) && rt_player_row(g, RT_PLAYER_OF(e->whom))->lost))
            rt_event_cancel(e);
        else if (w && !(w->types & (VM_TYPE_CREATURE | VM_TYPE_PLANESWALKER)))
            rt_event_cancel(e); /* CR 119.1 */
        else if (rt_is_protected(g, e->whom, e->src))
            rt_event_cancel(rt_event_row(g, event)); /* CR 702.16e */
        break;
    }
    case RT_EV_TAP:
        if (!o || o->zone != VM_ZONE_BATTLEFIELD || (o->flags & RT_OF_TAPPED))
            rt_event_cancel(e);
        break;
    case RT_EV_UNTAP:
        if (!o || o->zone != VM_ZONE_BATTLEFIELD || !(o->flags & RT_OF_TAPPED))
            rt_event_cancel(e);
        break;
    case RT_EV_TURN:
        if (!o || !rt_can_turn(g, o, e->aux))
            rt_event_cancel(e);
        break;
    case RT_EV_GAIN_LIFE:
    case RT_EV_LOSE_LIFE:
        if (e->amount <= 0)
            rt_event_cancel(e);
        break;
    case RT_EV_LOSE_GAME:
        if (rt_player_row(g, e->player)->lost || rt_rule_on_team(g, VM_MOD_CANT_LOSE, e->player))
            rt_event_cancel(rt_event_row(g, event)); /* CR 101.2 */
        break;
    case RT_EV_CREATE:
        if (e->amount <= 0 || (g->s->gone >> e->player & 1)) /* CR 800.4b, d */
            rt_event_cancel(e);
        break;
    case RT_EV_PUT_COUNTERS:
    case RT_EV_REMOVE_COUNTERS:
        if (e->amount <= 0 || (!(e->flags & RT_EF_ENTERING) && !can_have_counters(g, e->whom)) ||
            (!RT_IS_PLAYER(e->whom) && !rt_live(g, e->whom)))
            rt_event_cancel(e);
        break;
    default:
        break;
    }
}

/* ---- applying ---------------------------------------------------------------------------------
 */

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
    for (uint32_t i = 0; i < g->s->link.count; i++) /* what was chosen as it enters (CR 614.12) */
        if (rt_link_row(g, i)->self == e.obj)
            rt_link_row(g, i)->self = rt_handle(g, idx);
    if (e.from == VM_ZONE_COUNT)
        rt_obj(g, idx)->maker = e.copy_of ? rt_maker(g, e.copy_of) : e.src;
    if (e.copy_of)
        enter_as_copy(g, idx, &e);
    else if (e.copy_mods)
        enter_sized(g, idx, &e);
    if (e.from == VM_ZONE_COUNT && !e.copy_of)
        rt_text_of_token(g, rt_handle(g, idx), e.src, e.copy_ability);
    enter(g, idx, &e);
    rt_attach(g, idx, e.whom);
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
        *rt_link_row(g, row) = (rt_link){of.linker, of.link - 1, 0, now};
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
    if ((e.flags & RT_EF_FACE_DOWN) && e.to == VM_ZONE_EXILE)
        rt_obj(g, idx)->flags |= RT_OF_FACE_DOWN;
    if (e.flags & RT_EF_LANDPLAY)
        RT_TELL(g, LAND, .object = e.obj, .other = RT_PLAYER(e.player));
    else if (shown)
        tell_move(g, idx, &e);
    rt_event_row(g, event)->result = e.obj;
    if (e.link && e.to == VM_ZONE_EXILE) {
        const uint32_t at = RT_PUSH(g, link);
        *rt_link_row(g, at) = (rt_link){e.linker, e.link - 1, 0, e.obj};
    }
}

/* Damage that is counters (CR 119.3b, d): kept until the batch is through. */
static void owe_counters(rt_game *g, rt_entity whom, uint32_t kind, int32_t amount)
{
    CANTRIP_ASSERT(rt_is_entity(g, whom));
    rt_counters_change(g, whom, kind, amount);
    RT_TELL(g, COUNTERS, .other = whom, .amount = amount, .detail = rt_counter_name(g->lib, kind));
    uint32_t at = g->s->event.count;
    rt_event *put = rt_event_add(g, RT_EV_PUT_COUNTERS, RT_EF_DONE);
    put->whom = whom;
    put->aux = kind;
    put->amount = amount;
    rt_trigger(g, at, UINT64_C(1) << VM_EVENT_put_counters);
    rt_note(g, at, UINT64_C(1) << VM_EVENT_put_counters);
    g->s->event.count = at;
}

/* What a source with lifelink has dealt in this batch: rows of three in heap[] (source, player, amount). Each source
 * makes one gain of life of its own (CR 702.15e). */
static void owe_life(rt_game *g, uint32_t owed, rt_entity source, uint32_t player, int32_t amount)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    CANTRIP_ASSERT(rt_is_entity(g, source));
    for (uint32_t i = owed; i + 2 < g->s->heap.count; i += 3)
        if (*rt_heap_row(g, i) == source) {
            uint32_t *sum = rt_heap_row(g, i + 2);
            *sum = (uint32_t)rt_sum((int32_t)*sum, amount);
            return;
        }
    const uint32_t row[3] = {source, player, (uint32_t)amount};
    for (int k = 0; k < 3; k++) {
        uint32_t at = RT_PUSH(g, heap);
        *rt_heap_row(g, at) = row[k];
    }
}

static void apply_damage(rt_game *g, uint32_t event, uint32_t owed)
{
    CANTRIP_ASSERT(event < g->s->event.count);
    rt_event e = *rt_event_row(g, event);
    const rt_object *from = rt_look(g, e.src);
    const int deathtouch = from && RT_HAS(from, DEATHTOUCH);
    const int infect = from && RT_HAS(from, INFECT),
              wither = infect || (from && RT_HAS(from, WITHER));
    const uint8_t gains = from && RT_HAS(from, LIFELINK) ? from->controller : RT_NOBODY;
    if (RT_IS_PLAYER(e.whom)) {
        uint32_t p = RT_PLAYER_OF(e.whom);
        rt_player *r = rt_player_row(g, p);
        const int fixed = infect || rt_rule_on(g, VM_MOD_LIFE_CANT_CHANGE, e.whom);
        r = rt_player_row(g, p);
        *rt_life(g, p) = rt_sum(*rt_life(g, p), fixed ? 0 : -(int64_t)e.amount);
        r->life_lost = rt_sum(r->life_lost, fixed ? 0 : e.amount);
        RT_TELL(g, DAMAGE, .object = e.src, .other = e.whom, .amount = e.amount,
                .now = *rt_life(g, p));
        if (e.flags & RT_EF_COMBAT)
            rt_commander_damage(g, e.src, p, e.amount);
        if (infect)
            owe_counters(g, e.whom, VM_COUNTER_POISON, e.amount);
    } else {
        rt_object *o = rt_live(g, e.whom);
        RT_TELL(g, DAMAGE, .object = e.src, .other = e.whom, .amount = e.amount);
        if (RT_IS(o, CREATURE)) {
            g->s->touched = 1;
            o->damage = rt_sum(o->damage, wither ? 0 : e.amount);
            if (deathtouch)
                o->flags |= RT_OF_DEATHTOUCHED;
            if (wither)
                owe_counters(g, e.whom, VM_COUNTER_MINUS, e.amount);
            o = rt_live(g, e.whom);
        }
        if (RT_IS(o, PLANESWALKER)) { /* CR 119.3c */
            int32_t have = rt_counters(g, e.whom, VM_COUNTER_LOYALTY);
            rt_counters_change(g, e.whom, VM_COUNTER_LOYALTY, e.amount < have ? -e.amount : -have);
        }
    }
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
static void open_event(rt_game *g, uint32_t event)
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
    if ((f->types & VM_TYPE_PLANESWALKER) && f->loyalty) /* CR 306.5b */
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

static void apply(rt_game *g, uint32_t event, uint32_t owed)
{
    CANTRIP_ASSERT(event < g->s->event.count);
    rt_event *e = rt_event_row(g, event);
    rt_object *o;
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
        g->run->taps++;
        rt_stir_place(g, rt_live(g, e->obj));
        rt_live(g, e->obj)->flags |= RT_OF_TAPPED;
        RT_TELL(g, TAPS, .object = e->obj);
        if (g->s->volatile_statics)
            rt_dirty(g);
        break;
    case RT_EV_UNTAP:
        o = rt_live(g, e->obj);
        g->run->taps++;
        rt_stir_place(g, o);
        o->flags &= ~(uint32_t)RT_OF_TAPPED;
        RT_TELL(g, UNTAPS, .object = e->obj);
        if (g->s->volatile_statics)
            rt_dirty(g);
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
static void entered(rt_game *g, uint32_t event)
{
    CANTRIP_ASSERT(event < g->s->event.count);
    rt_event *e = rt_event_row(g, event);
    const rt_event *in = rt_event_row(g, e->counters - 1);
    e->whom = in->result;
    if (!in->result || (in->flags & RT_EF_CANCELLED))
        rt_event_cancel(e);
}

static void drop_token(rt_game *g, const rt_event *e)
{
    CANTRIP_ASSERT(e->kind < RT_EV_KIND_COUNT);
    const rt_object *o =
        e->kind == RT_EV_MOVE && (e->flags & RT_EF_CANCELLED) ? rt_live(g, e->obj) : NULL;
    if (o && o->zone == RT_ZONE_NOWHERE)
        rt_free_object(g, RT_INDEX(e->obj));
}

/* What was exiled until something leaves comes back right after it has left (CR 610.3). */
static void come_back(rt_game *g, uint32_t batch, uint32_t end)
{
    CANTRIP_ASSERT(batch <= g->s->event.count);
    for (uint32_t i = batch; i < end; i++) {
        const rt_event e = *rt_event_row(g, i);
        if (e.kind != RT_EV_MOVE || e.from != VM_ZONE_BATTLEFIELD || (e.flags & RT_EF_CANCELLED))
            continue;
        rt_spend(g, g->s->link.count);
        for (uint32_t k = 0; k < g->s->link.count;) {
            const rt_link l = *rt_link_row(g, k);
            if (l.self != e.obj || l.slot != RT_LINK_UNTIL_LEAVES) {
                k++;
                continue;
            }
            memmove(rt_link_row(g, k), rt_link_row(g, k + 1),
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

/* Before anything changes: the triggers that look back. */
static void look_back(rt_game *g, uint32_t batch, uint32_t end)
{
    for (uint32_t i = batch; i < end; i++) {
        rt_event *e = rt_event_row(g, i);
        if (e->kind == RT_EV_DESTROY && !(e->flags & RT_EF_CANCELLED))
            e->flags |= RT_EF_CANCELLED;
        check_possible(g, i);
        e = rt_event_row(g, i);
        if (e->kind == RT_EV_MOVE && e->from == VM_ZONE_BATTLEFIELD && !e->other &&
            rt_live(g, e->obj))
            e->other = rt_live(g, e->obj)->attached; /* it becomes unattached (CR 603.10c) */
        if (!(e->flags & RT_EF_CANCELLED) && looks_back(e))
            rt_trigger(g, i, rt_event_mask(g, e, 1));
        else
            CANTRIP_ASSERT((e->flags & RT_EF_CANCELLED) || !rt_event_mask(g, e, 1));
    }
}

/* Everything is decided: triggers that look back (CR 603.10), the changes, the other triggers. */
static int apply_all(rt_game *g, uint32_t batch, uint32_t end)
{
    CANTRIP_ASSERT(batch <= g->s->event.count);
    const int many = end - batch > MANY;
    const rt_temp_mark mark = rt_temp_here(g);
    g->run->batch_pending = g->s->pending.count;
    rt_refresh(g);
    if (many)
        rt_listeners_keep(g);
    look_back(g, batch, end);
    rt_listeners_drop(g);
    const uint32_t owed =
        g->s->heap.count; /* from here on: life owed, until the batch is applied */
    for (uint32_t i = batch; i < end; i++)
        if (!(rt_event_row(g, i)->flags & (RT_EF_CANCELLED | RT_EF_DONE))) {
            if (rt_event_row(g, i)->flags & RT_EF_ENTERING)
                entered(g, i);
            check_possible(g, i); /* the same thing cannot happen twice in a batch */
            if (!(rt_event_row(g, i)->flags & RT_EF_CANCELLED))
                apply(g, i, owed);
        }
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
        if (!(e->flags & RT_EF_CANCELLED))
            rt_trigger(g, i, rt_event_mask(g, e, 0));
        e = rt_event_row(g, i);
        if (g->lib->history && !(e->flags & RT_EF_CANCELLED))
            rt_note(g, i, rt_event_mask(g, e, 0) | rt_event_mask(g, e, 1));
        drop_token(g, rt_event_row(g, i));
    }
    rt_listeners_drop(g);
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
    come_back(g, batch, more);
    for (uint32_t i = owed; i + 2 < end_of_owed; i += 3) {
        rt_event *e = rt_event_add(g, RT_EV_GAIN_LIFE, 0);
        e->player = (uint8_t)*rt_heap_row(g, i + 1);
        e->amount = (int32_t)*rt_heap_row(g, i + 2);
    }
    g->s->heap.count = owed;
    if (g->s->event.count > more)
        all_done = rt_batch_run(g, more);
    return rt_graveyards_ask(g, batch, more) ? 0 : all_done;
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
    return rt_ask_done(g, 1, 1);
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
    return rt_ask_done(g, 1, 1);
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
    return p->stage == STAGE_REPLACE && p->v[5] == p->v[1] + 1 &&
           (uint32_t)p->v[3] == g->s->computed && (uint32_t)p->v[4] == g->s->collected &&
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
    *out_asked = rt_ask_done(g, 1, 1);
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

/* v: 0 batch, 1 event at hand, 2 end of the batch; 3 to 5: when its replacements were found, all alike, and the event + 1 */
rt_status rt_events_run(rt_game *g)
{
    rt_proc *p = rt_top(g);
    uint32_t batch = (uint32_t)p->v[0], end = (uint32_t)p->v[2];
    if (p->stage == STAGE_APPLIED)
        return rt_proc_pop(g);
    while (p->stage != STAGE_APPLIED && (uint32_t)p->v[1] < end) {
        uint32_t event = (uint32_t)p->v[1];
        if (p->stage == STAGE_HOST_CHOSEN || p->stage == STAGE_COMMANDER ||
            p->stage == STAGE_SHIELD)
            take_answer(g, event);
        rt_refresh(g);
        check_possible(g, event);
        uint32_t n =
            goes_on(g, rt_top(g)) ? rt_replacements_next(g, event) : rt_replacements(g, event);
        uint32_t pick = 0;
        p = rt_top(g);
        const int alike = n > 1 && p->stage == STAGE_REPLACE && rt_replacements_alike(g);
        if (!n) {
            rt_event *e = rt_event_row(g, event);
            if (e->kind == RT_EV_DESTROY && !(e->flags & RT_EF_CANCELLED)) { /* CR 701.7a */
                destroyed(g, e);
                continue;
            }
            open_event(g, event);
            p = rt_top(g);
            p->v[2] = (int32_t)(end = g->s->event.count);
            p->v[1]++;
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
            return rt_ask_done(g, 1, 1);
        }
        p->v[5] = 0;
        if (alike) {
            pick = n - 1;
            p->v[3] = (int32_t)g->s->computed;
            p->v[4] = (int32_t)g->s->collected;
            p->v[5] = rt_replacements_whole(g) ? p->v[1] + 1 : 0;
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
    return apply_all(g, batch, end) ? rt_proc_pop(g) : RT_NEXT;
}

int rt_batch_run(rt_game *g, uint32_t batch)
{
    CANTRIP_ASSERT(batch <= g->s->event.count);
    uint32_t end = g->s->event.count;
    int plain = 1;
    const rt_temp_mark mark = rt_temp_here(g);
    rt_refresh(g);
    if (end - batch > MANY)
        rt_listeners_keep(g);
    for (uint32_t i = batch; i < g->s->event.count && plain; i++) {
        check_possible(g, i);
        plain = rt_replacements(g, i) == 0;
        rt_event *e = rt_event_row(g, i);
        if (plain && e->kind == RT_EV_DESTROY && !(e->flags & RT_EF_CANCELLED)) {
            destroyed(g, e);
            plain = rt_replacements(g, i) == 0;
        }
        if (plain)
            open_event(g, i);
    }
    end = g->s->event.count;
    rt_listeners_drop(g);
    rt_temp_release(g, mark);
    if (plain)
        return apply_all(g, batch, end);
    rt_proc *p = rt_proc_push(g, RT_PROC_EVENTS);
    p->v[0] = p->v[1] = (int32_t)batch;
    p->v[2] = (int32_t)end;
    return 0;
}
