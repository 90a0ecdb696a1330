/* Casting while something resolves (CR 608.2f). */
#include "runtime/natives/natives.h"

#include "runtime/cast/cast.h"

enum stage { STAGE_ASK, STAGE_CASTING, STAGE_ANSWERED, STAGE_PLAYED };

static uint32_t permission_of(const native_call *n)
{
    return n->imm[0] ? RT_PERMIT_FREE : n->imm[3] ? n->imm[2] + 1 : 0;
}

/* One that lies face down is looked at as it will be (CR 406.3). */
static int can_cast_now(native_call *n, uint32_t player, uint32_t idx)
{
    rt_game *g = n->g;
    const rt_object lies = *rt_obj(g, idx);
    const int covered = rt_uncover(g, idx), can = rt_can_cast_now(g, player, idx, permission_of(n));
    if (covered)
        *rt_obj(g, idx) = lies;
    return can;
}

static void offer_half(native_call *n, uint32_t player, rt_entity e, uint32_t face) /* CR 708.3a */
{
    rt_game *g = n->g;
    const uint32_t idx = RT_INDEX(e);
    const rt_object as_it_is = *rt_obj(g, idx);
    rt_show_face(g, idx, face);
    const int can = rt_can_cast_now(g, player, idx, permission_of(n));
    *rt_obj(g, idx) = as_it_is;
    if (can)
        rt_option_add(g, CANTRIP_OPTION_CAST, e, (int32_t)face + 1, (int32_t)permission_of(n));
}

/* Does a selector say more than that it is a card, of what lies where not everybody looks? */
static int is_hidden_quality(const vm_selector *s, int in_hand)
{
    return (in_hand || (s->zones & (1u << VM_ZONE_HAND | 1u << VM_ZONE_LIBRARY))) &&
           (s->types_all | s->types_any | s->types_none | s->colors_any | s->colors_none |
            s->keyword_all_count | s->keyword_none_count | s->subtype_any_count |
            s->subtype_none_count | (s->name != VM_NO_SYMBOL) | s->pred);
}

/* A card with certain characteristics has to be taken from a hidden zone: nobody has to say that they have one (CR 117.8c). */
static int tells_of_hidden(rt_game *g, rt_entity e)
{
    const vm_ability *a;
    uint32_t given;
    for (uint32_t k = 0; (a = rt_cost_of(g, e, VM_AF_MANDATORY, k, &given)) != NULL; k++)
        for (uint32_t i = a->cost; i < a->cost + a->cost_count; i++) {
            const vm_cost *c = &g->pack->cost[i];
            const int in_hand = c->kind == VM_COST_DISCARD || c->kind == VM_COST_REVEAL;
            if (c->sel && (in_hand || c->kind == VM_COST_EXILE) &&
                is_hidden_quality(&g->pack->selector[c->sel], in_hand))
                return 1;
        }
    return 0;
}

/* "If able" forces nobody to make mana (CR 117.3c), nor to say what they have (117.8c): must none of them be cast? */
static int is_forced_to_none(native_call *n, uint32_t p)
{
    rt_game *g = n->g;
    int forced = 0;
    g->run->pool_alone = 1;
    for (uint32_t i = 0; !forced && i < rt_set_count(arg(n, 1)); i++) {
        const rt_object *o = rt_live(g, rt_set_at(g, arg(n, 1), i));
        forced = o && o->zone != VM_ZONE_STACK && o->zone != VM_ZONE_BATTLEFIELD &&
                 !tells_of_hidden(g, rt_set_at(g, arg(n, 1), i)) &&
                 can_cast_now(n, p, RT_INDEX(rt_set_at(g, arg(n, 1), i)));
    }
    g->run->pool_alone = 0;
    return !forced;
}

/* A land is played while something resolves only in its player's own turn, and counts as one of the turn's (CR 305.2, 305.3). */
static int land_may_be_played(const native_call *n, uint32_t p, rt_entity e)
{
    rt_game *g = n->g;
    const rt_object *o = rt_live(g, e);
    return n->imm[5] && o && (rt_face(g, o)->types & VM_TYPE_LAND) &&
           o->zone != VM_ZONE_BATTLEFIELD && rt_is_active(g, p) && rt_may_play_land(g, p);
}

static rt_status play_land(native_call *n, uint32_t p, rt_entity e)
{
    rt_game *g = n->g;
    const uint32_t batch = rt_batch(g);
    frame(n)->native_stage = STAGE_PLAYED;
    frame(n)->aux = batch;
    rt_player_row(g, p)->lands_played++;
    rt_move_event(g, e, VM_ZONE_BATTLEFIELD, RT_EF_LANDPLAY, 0);
    rt_event_row(g, batch)->player = (uint8_t)p;
    rt_batch_run(g, batch);
    return RT_NEXT;
}

/* count: how many have been cast; aux: the one that is being cast; kept: the spells. */
rt_status rt_native_cast_now(native_call *n)
{
    rt_game *g = n->g;
    const uint32_t p = player_in_turn(n, arg(n, 0), 0);
    if (frame(n)->native_stage == STAGE_ANSWERED) {
        const rt_option o = *rt_answered(g, 0);
        if (o.kind == CANTRIP_OPTION_CAST) {
            const uint32_t idx = RT_INDEX(o.entity);
            frame(n)->native_stage = STAGE_CASTING;
            frame(n)->aux = idx;
            rt_cast_start(g, p, o.entity, permission_of(n), (uint32_t)o.a);
            if (n->imm[1])
                rt_obj(g, idx)->flags |= RT_OF_THEN_EXILE;
            return RT_NEXT;
        }
        if (o.kind == CANTRIP_OPTION_LAND)
            return play_land(n, p, o.entity);
        give(n, frame(n)->kept[0]);
        return finished(n);
    }
    if (frame(n)->native_stage == STAGE_PLAYED) {
        const rt_event *e = rt_event_row(g, frame(n)->aux);
        if (e->result && !(e->flags & RT_EF_CANCELLED))
            rt_keep_one(n, 0, e->result);
        rt_batch_drop(g, frame(n)->aux);
        frame(n)->count++;
    }
    if (frame(n)->native_stage == STAGE_CASTING) { /* on the stack, or taken back (CR 721.1) */
        const rt_object *o = rt_obj(g, frame(n)->aux);
        if (o->zone == VM_ZONE_STACK)
            rt_keep_one(n, 0, rt_handle(g, frame(n)->aux));
        frame(n)->count++;
    }
    rt_refresh(g);
    rt_ask(g, CANTRIP_DECIDE_MAY, p == RT_NOBODY ? 0 : p, self_of(n));
    for (uint32_t i = 0;
         p != RT_NOBODY && frame(n)->count < (int32_t)arg(n, 2) && i < rt_set_count(arg(n, 1));
         i++) {
        const rt_entity e = rt_set_at(g, arg(n, 1), i);
        const rt_object *o = rt_live(g, e);
        uint32_t face[3];
        if (o && o->zone != VM_ZONE_STACK && rt_face(g, o)->shape == VM_SHAPE_SPLIT) {
            for (uint32_t k = 0, count = rt_cast_faces(g, RT_INDEX(e), face); k < count; k++)
                offer_half(n, p, e, face[k]);
            continue;
        }
        if (land_may_be_played(n, p, e))
            rt_option_add(g, CANTRIP_OPTION_LAND, e, 0, 0);
        o = rt_live(g, e);
        if (o && o->zone != VM_ZONE_STACK && o->zone != VM_ZONE_BATTLEFIELD &&
            !(o->flags & RT_OF_TOKEN) && can_cast_now(n, p, RT_INDEX(e)))
            rt_option_add(g, CANTRIP_OPTION_CAST, e, 0, (int32_t)permission_of(n));
    }
    if (p == RT_NOBODY || frame(n)->count >= (int32_t)arg(n, 2)) {
        give(n, frame(n)->kept[0]);
        return finished(n);
    }
    if (!n->imm[4] || (p != RT_NOBODY && is_forced_to_none(n, p)))
        rt_option_add(g, CANTRIP_OPTION_NO, 0, 0, 0);
    frame(n)->native_stage = STAGE_ANSWERED;
    return rt_ask_one(g);
}
