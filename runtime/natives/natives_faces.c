/* Natives that turn permanents over (CR 701.27, 701.33, 707, 709). */
#include "runtime/natives/natives.h"

/* CR 701.27f: an ability of the permanent itself transforms it only if it has not since the ability was put on the stack. */
static int has_turned_since(const native_call *n, const rt_object *o, rt_entity e)
{
    const rt_game *g = n->g;
    const rt_ctx *c = ctx_of(n);
    const uint32_t on_stack = rt_zone_count(g, VM_ZONE_STACK, 0);
    for (uint32_t i = 0; c->self == e && i < on_stack; i++) {
        const rt_object *s = rt_obj(g, rt_zone_at(g, VM_ZONE_STACK, 0, i));
        if (rt_here(g, s)->ctx == frame(n)->ctx + 1 && (s->flags & RT_OF_ABILITY))
            return rt_here(g, o)->turned > s->timestamp;
    }
    return 0;
}

static rt_status turn(native_call *n, uint32_t how)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return close_batch(n);
    const uint32_t batch = rt_batch(g);
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++) {
        const rt_entity e = rt_set_at(g, arg(n, 0), i);
        const rt_object *o = rt_live(g, e);
        if (!o || (how == RT_TURN_TRANSFORM && has_turned_since(n, o, e)))
            continue;
        if (rt_can_turn(g, o, how))
            rt_turn_event(g, e, how, self_of(n));
        else if (how == RT_TURN_UP && (o->flags & RT_OF_FACE_DOWN))
            RT_TELL(g, STAYS_DOWN, .object = e,
                    .detail = vm_pack_str(g->pack, g->pack->face[o->card_face].name));
    }
    return run(n, batch);
}

rt_status rt_native_transform(native_call *n)
{
    return turn(n, RT_TURN_TRANSFORM);
}

rt_status rt_native_flip(native_call *n)
{
    return turn(n, RT_TURN_FLIP);
}

rt_status rt_native_turn_face_up(native_call *n)
{
    return turn(n, RT_TURN_UP);
}

rt_status rt_native_turn_face_down(native_call *n)
{
    return turn(n, RT_TURN_DOWN);
}

/* One after the other (CR 701.33d). count: the batch at hand; aux: how many have been. */
rt_status rt_native_manifest(native_call *n)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage) {
        const rt_event *e = rt_event_row(g, (uint32_t)frame(n)->count);
        if (e->result && !(e->flags & RT_EF_CANCELLED))
            rt_keep_one(n, 0, e->result);
        rt_object *o = rt_live(g, rt_event_row(g, (uint32_t)frame(n)->count)->obj);
        if (o) { /* it stayed where it was (CR 701.33e) */
            o->flags &= ~(uint32_t)RT_OF_FACE_DOWN;
            rt_show_face(g, (uint32_t)(o - rt_obj(g, 0)), o->card_face);
        }
        rt_batch_drop(g, (uint32_t)frame(n)->count);
        frame(n)->native_stage = 0;
    }
    while (frame(n)->aux < rt_set_count(arg(n, 1))) {
        const rt_entity e = follow(n, rt_set_at(g, arg(n, 1), frame(n)->aux++));
        const rt_object *o = rt_live(g, e);
        if (!o || (o->flags & (RT_OF_TOKEN | RT_OF_COPY)) || o->zone == VM_ZONE_BATTLEFIELD ||
            g->lib->face_down == VM_NO_SYMBOL)
            continue;
        const uint8_t player =
            (uint8_t)(rt_set_count(arg(n, 0)) ? first_player(n, arg(n, 0)) : ctx_of(n)->controller);
        rt_show_face(g, RT_INDEX(e), g->lib->face_down); /* CR 707.3 */
        const uint32_t batch = rt_batch(g);
        rt_move_event(g, e, VM_ZONE_BATTLEFIELD, RT_EF_EFFECT | RT_EF_MANIFEST, self_of(n));
        rt_event_row(g, batch)->player = player;
        frame(n)->count = (int32_t)batch;
        frame(n)->native_stage = 1;
        rt_batch_run(g, batch);
        return RT_NEXT;
    }
    give(n, frame(n)->kept[0]);
    return finished(n);
}

rt_status rt_native_emblem(native_call *n)
{
    rt_game *g = n->g;
    for (uint32_t i = 0, p; (p = player_in_turn(n, arg(n, 0), i)) != RT_NOBODY; i++) {
        const uint32_t idx = rt_object_create(g, n->imm[0], (uint8_t)p);
        rt_obj(g, idx)->timestamp = ++g->s->timestamp;
        rt_zone_insert(g, idx, VM_ZONE_COMMAND, p, 0);
        rt_presence_of(g, rt_obj(g, idx))->maker = self_of(n);
        rt_maker_tells(g, rt_handle(g, idx), self_of(n));
        RT_TELL(g, EMBLEM, .object = rt_handle(g, idx), .other = RT_PLAYER(p));
    }
    rt_dirty(g);
    return finished(n);
}
