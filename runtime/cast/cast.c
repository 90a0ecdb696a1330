/* Casting spells (CR 601.2a to i), activating abilities (602.2), and putting triggers on the stack
 * with the same steps (603.3): how that begins, and how it ends. */
#include "runtime/cast/casting.h"

int rt_has_x(const rt_game *g, uint32_t cost, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (g->pack->cost[cost + i].kind == VM_COST_X ||
            (g->pack->cost[cost + i].kind != VM_COST_LOYALTY &&
             (int32_t)g->pack->cost[cost + i].a == VM_COST_AMOUNT_X))
            return 1;
    return 0;
}

/* 601.2a: the card becomes the topmost object on the stack. */
void rt_cast_start(rt_game *g, uint32_t player, rt_entity card, uint32_t permission, uint32_t face)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    CANTRIP_ASSERT(face <= g->pack->face_count); /* from 1; 0: as it is */
    CANTRIP_ASSERT(rt_is_entity(g, card));
    uint32_t idx = RT_INDEX(card);
    const uint32_t from = rt_obj(g, idx)->zone;
    const int late = !rt_sorcery_time(g, player); /* CR 307.5a */
    const uint32_t must = rt_cost_for_time(g, player, idx, permission);
    const uint32_t by = rt_permitted_by(g, player, idx, permission);
    rt_obj(g, idx)->own_controller = (uint8_t)player;
    idx = rt_relocate(g, idx, VM_ZONE_STACK, 0);
    if (by)
        rt_moved_by(g, card, by);
    if (face)
        rt_show_face(g, idx, face - 1); /* CR 707.4, 708.3 */
    rt_object *o = rt_obj(g, idx);
    o->own_controller = o->controller = (uint8_t)player;
    o->flags |= RT_OF_CAST;
    rt_presence_of(g, o)->cast_from = from + 1;
    rt_presence_of(g, o)->cast_late = (uint8_t)late;
    if (must)
        rt_presence_of(g, o)->optional[must - 1] = 1;
    if (from == VM_ZONE_GRAVEYARD && RT_HAS(o, AFTERMATH))
        o->flags |= RT_OF_THEN_EXILE;
    if (permission && permission != RT_PERMIT_FREE &&
        g->pack->mod[permission - 1].flags & VM_MF_THEN_EXILE)
        o->flags |= RT_OF_THEN_EXILE;
    rt_presence_of(g, o)->cast_for = rt_permission_keyword(g, permission);
    uint32_t spell = g->lib->face[o->face].spell;
    if (rt_face(g, o)->shape == VM_SHAPE_AS_AURA) /* its enchant ability says what it is cast for */
        rt_presence_of(g, o)->cast_for = g->pack->ability[rt_face(g, o)->abilities].mode_max;
    rt_ctx c = rt_ctx_for(g, rt_handle(g, idx), spell ? spell - 1 : VM_NO_SYMBOL);
    c.flags |= RT_CTX_CAST;
    rt_presence_of(g, rt_obj(g, idx))->payment = c.payment = ++g->s->payments;
    uint32_t ctx = rt_ctx_new(g, &c);
    rt_presence_of(g, rt_obj(g, idx))->ctx = ctx + 1;
    rt_proc *p = rt_proc_push(g, RT_PROC_CAST);
    p->cast.ctx = ctx;
    p->cast.object = rt_handle(g, idx);
    p->cast.ability = spell ? (int32_t)spell - 1 : -1;
    p->cast.player = player;
    p->cast.permission = permission;
    p->cast.from = from;
    p->a = WHAT_SPELL;
}

int rt_proc_is_cast(const rt_proc *p)
{
    return p->kind == RT_PROC_CAST && (p->a == WHAT_SPELL || p->a == WHAT_ABILITY);
}

/* An ability on the stack is an object of its own (CR 112.7a). */
static void ability_start(rt_game *g, const rt_ctx *c, uint32_t what)
{
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    const rt_object *src = rt_look(g, c->self);
    uint32_t face = src ? src->face : 0, colors = src ? src->colors : 0;
    uint32_t idx = rt_object_create(g, face, c->controller), ctx = rt_ctx_new(g, c);
    rt_presence_begin(g, idx);
    rt_object *o = rt_obj(g, idx);
    rt_subtypes_none(g, o);
    o->flags = RT_OF_ABILITY;
    o->types = o->markers = o->asked = 0;
    o->listens = 0;
    o->ability_flags = 0;
    o->colors = (uint8_t)colors;
    rt_presence_of(g, o)->ctx = ctx + 1;
    rt_presence_of(g, o)->payment = c->payment;
    o->timestamp = ++g->s->timestamp;
    rt_zone_insert(g, idx, VM_ZONE_STACK, c->controller, 0);
    rt_proc *p = rt_proc_push(g, RT_PROC_CAST);
    p->cast.ctx = ctx;
    p->cast.object = rt_handle(g, idx);
    p->cast.ability = (int32_t)c->ability;
    p->cast.player = c->controller;
    p->a = (uint8_t)what;
}

/* It goes the way of an ability from choosing X to paying (CR 702.36e, 701.33b). */
void rt_turn_up_start(rt_game *g, uint32_t player, rt_entity e, uint32_t way)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    CANTRIP_ASSERT(rt_is_entity(g, e));
    rt_ctx c = rt_ctx_for(g, e, VM_NO_SYMBOL);
    c.controller = (uint8_t)player;
    c.payment = ++g->s->payments;
    const uint32_t ctx = rt_ctx_new(g, &c);
    rt_proc *p = rt_proc_push(g, RT_PROC_CAST);
    p->cast.ctx = ctx;
    p->cast.object = e;
    p->cast.ability = -1;
    p->cast.player = player;
    p->cast.instead = way;
    p->a = WHAT_TURN;
    p->stage = STAGE_X;
}

void rt_activate_start(rt_game *g, uint32_t player, rt_entity source, uint32_t number)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    CANTRIP_ASSERT(rt_is_entity(g, source));
    source = rt_know(g, source, UINT32_MAX); /* from a hand it is shown */
    rt_object *o = rt_live(g, source);
    rt_ctx c = rt_ctx_for(g, source, rt_ability_at(g, o, number));
    rt_ctx_given(g, &c, o, number);
    if (g->pack->ability[c.ability].flags & VM_AF_MANA) {
        rt_mana_ability_start(g, player, source, number, 0);
        return;
    }
    c.controller = (uint8_t)player;
    c.payment = ++g->s->payments;
    rt_activated_note(g, source, number);
    o = rt_live(g, source);
    if ((g->pack->ability[c.ability].flags & VM_AF_LOYALTY) && o->here)
        rt_presence_of(g, o)->loyalty_turn = g->s->turn;
    if (g->pack->ability[c.ability].flags & VM_AF_LOYALTY)
        rt_stir_all(g);
    ability_start(g, &c, WHAT_ABILITY);
}

void rt_trigger_start(rt_game *g, const rt_ctx *c)
{
    ability_start(g, c, WHAT_TRIGGER);
}

/* Takes it off the stack again: no legal choice for a trigger (CR 603.3c). */
rt_status rt_cast_abandon(rt_game *g)
{
    rt_proc p = *rt_top(g);
    rt_ctx_free(g, p.cast.ctx);
    rt_free_object(g, RT_INDEX(p.cast.object));
    return rt_proc_pop(g);
}

static const char *ability_text(const rt_game *g, const rt_ctx *c)
{
    return c->ability < g->pack->ability_count
               ? vm_pack_str(g->pack, g->pack->ability[c->ability].text)
               : "";
}

static void say(rt_game *g, const rt_proc *p)
{
    const rt_ctx *c = rt_ctx_row(g, p->cast.ctx);
    const rt_entity what = c->self, who = RT_PLAYER(p->cast.player);
    if (p->a == WHAT_SPELL)
        RT_TELL(g, CAST, .object = what, .other = who,
                .detail = c->flags & RT_CTX_KICKED ? "kicked" : "");
    else if (p->a == WHAT_ABILITY)
        RT_TELL(g, ACTIVATE, .object = what, .other = who, .detail = ability_text(g, c));
    else
        RT_TELL(g, TRIGGER, .object = what, .other = who, .detail = ability_text(g, c));
    for (uint32_t i = 0; i < g->s->target.count; i++) {
        const rt_target *t = rt_target_row(g, i);
        if (t->ctx == p->cast.ctx)
            RT_TELL(g, TARGETS, .object = what, .other = t->entity);
    }
}

/* CR 721.1: it could not be paid after all. The spell goes back, an ability is gone; mana stays. */
static rt_status undo(rt_game *g)
{
    rt_proc p = *rt_top(g);
    g->s->unpaid = 0;
    g->s->image.count = 0;
    RT_TELL(g, UNPAID, .object = rt_ctx_row(g, p.cast.ctx)->self);
    if (p.a != WHAT_SPELL)
        return rt_cast_abandon(g);
    rt_ctx_free(g, p.cast.ctx);
    rt_relocate(g, RT_INDEX(p.cast.object), p.cast.from, 0);
    return rt_proc_pop(g);
}

static void activated(rt_game *g, const rt_proc *p)
{
    const uint32_t batch = rt_batch(g);
    rt_event *e = rt_event_add(g, RT_EV_DID, 0);
    e->aux = VM_EVENT_activate;
    e->player = (uint8_t)p->cast.player;
    e->obj = rt_ctx_row(g, p->cast.ctx)->self;
    e->other = p->cast.object;
    rt_batch_told(g, batch);
}

static rt_status turned(rt_game *g)
{
    const rt_proc p = *rt_top(g);
    const rt_entity e = p.cast.object;
    rt_cost_range cost;
    int32_t counters = 0;
    const int can = !g->s->unpaid && rt_live(g, e) &&
                    rt_turn_up_cost(g, RT_INDEX(e), p.cast.instead, &cost, &counters);
    g->s->unpaid = 0;
    g->s->image.count = 0;
    rt_ctx_free(g, p.cast.ctx);
    rt_proc_pop(g);
    if (!can)
        return RT_NEXT;
    const uint32_t batch = rt_batch(g);
    rt_turn_event(g, e, RT_TURN_UP, e);
    rt_event_row(g, batch)->amount = counters;
    rt_batch_close(g, batch);
    return RT_NEXT;
}

static rt_status finish(rt_game *g) /* 601.2i */
{
    rt_proc p = *rt_top(g);
    if (p.a == WHAT_TURN)
        return turned(g);
    if (g->s->unpaid)
        return undo(g);
    g->s->image.count = 0; /* from here on it cannot be taken back */
    say(g, &p);
    rt_ctx *c = rt_ctx_row(g, p.cast.ctx);
    c->since = c->since ? c->since : g->s->timestamp; /* what its costs have moved is found */
    const int special = p.a == WHAT_ABILITY && (ability_of(g)->flags & VM_AF_SPECIAL);
    rt_proc_pop(g);
    if (special) { /* CR 115.2: it does not use the stack, so nobody can do anything before this is done */
        rt_proc_push(g, RT_PROC_RESOLVE);
        return RT_NEXT;
    }
    rt_targets_told(g);
    if (p.a == WHAT_ABILITY)
        activated(g, &p);
    if (p.a != WHAT_SPELL)
        return RT_NEXT;
    rt_player_row(g, p.cast.player)->spells_cast++;
    if (p.cast.from == VM_ZONE_COMMAND)
        rt_commander_cast(g, p.cast.object);
    rt_next_spell_cast(g, p.cast.player, p.cast.object);
    uint32_t batch = rt_batch(g);
    rt_event *e = rt_event_add(g, RT_EV_CAST, 0);
    e->obj = p.cast.object;
    e->player = (uint8_t)p.cast.player;
    e->from = (uint8_t)p.cast.from;
    e->to = VM_ZONE_STACK;
    rt_batch_told(g, batch);
    return RT_NEXT;
}

static rt_status cast_on(rt_game *g)
{
    switch (rt_top(g)->stage) {
    case STAGE_MODES:
        return rt_cast_modes(g);
    case STAGE_ALL_MODES_CHOSEN:
        return rt_cast_all_modes_chosen(g);
    case STAGE_MODES_CHOSEN:
        return rt_cast_modes_chosen(g);
    case STAGE_KICKER:
        return rt_cast_kicker(g);
    case STAGE_ALTERNATIVE_CHOSEN:
        return rt_cast_alternative_chosen(g);
    case STAGE_KICKER_CHOSEN:
        return rt_cast_kicker_chosen(g);
    case STAGE_SPLICE:
        return rt_cast_splice(g);
    case STAGE_SPLICED:
        return rt_cast_spliced(g);
    case STAGE_SPLICED_MODES:
        return rt_cast_spliced_modes(g);
    case STAGE_OFFERING:
        return rt_cast_offering(g);
    case STAGE_OFFERED:
        return rt_cast_offered(g);
    case STAGE_SYMBOLS:
        return rt_cast_symbols(g);
    case STAGE_SYMBOL_CHOSEN:
        return rt_cast_symbol_chosen(g);
    case STAGE_X:
        return rt_cast_x(g);
    case STAGE_X_CHOSEN:
        return rt_cast_x_chosen(g);
    case STAGE_TARGETS:
        return rt_cast_targets(g);
    case STAGE_CHOOSER_CHOSEN:
        return rt_cast_chooser_chosen(g);
    case STAGE_TARGET_CHOSEN:
        return rt_cast_target_chosen(g);
    case STAGE_DIVIDE:
        return rt_cast_divide(g);
    case STAGE_DIVIDED:
        return rt_cast_divided(g);
    case STAGE_ASSIST:
        return rt_cast_assist(g);
    case STAGE_ASSIST_CHOSEN:
        return rt_cast_assist_chosen(g);
    case STAGE_ASSIST_SAID:
        return rt_cast_assist_said(g);
    case STAGE_PAY:
        return rt_cast_pay(g);
    default:
        return finish(g);
    }
}

/* Step by step, as far as nothing is asked, and nothing has to be carried out first. */
rt_status rt_cast_run(rt_game *g)
{
    return rt_goes_on(g, cast_on);
}
