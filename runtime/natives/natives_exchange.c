/* Exchanging cards between zones (CR 701.10d, e), and cards in exile that are bound to a creature. */
#include "runtime/natives/natives.h"

#include "runtime/cast/cast.h"
#include "runtime/turn/turn.h"

/* Is the card, as the Aura that it is, one that may be attached to this? Whatever has no host needs none. */
static int fits_host(rt_game *g, rt_entity card, rt_entity host, uint32_t player)
{
    const vm_face *f = rt_face(g, rt_live(g, card));
    if (!(f->types & VM_PERMANENT_TYPES))
        return 0;
    if (!rt_enchant_selector(g, f))
        return !host;
    return host && rt_can_enchant(g, RT_INDEX(card), host, player);
}

/* A permanent and a card in the hand of its owner change places, and the card is attached to what the permanent was: all of it
 * or nothing. Gives the card where it is now. */
rt_status rt_native_exchange_card(native_call *n)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return rt_give_moved(n);
    const rt_entity mine = rt_set_count(arg(n, 0)) ? follow(n, rt_set_at(g, arg(n, 0), 0)) : 0,
                    card = rt_set_count(arg(n, 1)) ? follow(n, rt_set_at(g, arg(n, 1), 0)) : 0;
    const rt_object *o = rt_live(g, mine), *other = rt_live(g, card);
    const uint32_t batch = rt_batch(g), player = ctx_of(n)->controller;
    if (o && other && o->zone == VM_ZONE_BATTLEFIELD && other->zone == VM_ZONE_HAND &&
        o->owner == other->owner && o->owner == player && !(o->flags & RT_OF_TOKEN) &&
        fits_host(g, card, rt_here(g, o)->attached, player)) {
        const rt_entity host = rt_here(g, rt_live(g, mine))->attached;
        rt_move_event(g, mine, VM_ZONE_HAND, RT_EF_EFFECT, self_of(n));
        const uint32_t at = g->s->event.count;
        rt_move_event(g, card, VM_ZONE_BATTLEFIELD, RT_EF_EFFECT, self_of(n));
        rt_event_row(g, at)->player = (uint8_t)player;
        rt_event_row(g, at)->whom = host;
    }
    return rt_run_moves(n, batch);
}

/* What the exiled card haunts, or is encoded on, is kept where attachments keep what they are attached to. */
static rt_status bind_exiled(native_call *n, rt_entity host)
{
    rt_game *g = n->g;
    const uint32_t batch = (uint32_t)frame(n)->count;
    const rt_entity card = g->s->event.count > batch ? rt_event_row(g, batch)->result : 0;
    const rt_object *o = rt_live(g, card);
    if (o && o->zone == VM_ZONE_EXILE) {
        rt_attach(g, RT_INDEX(card), host);
        rt_dirty(g);
    }
    return rt_give_moved(n);
}

rt_status rt_native_exile_bound(native_call *n)
{
    rt_game *g = n->g;
    const rt_entity host = rt_set_count(arg(n, 1)) ? rt_set_at(g, arg(n, 1), 0) : 0;
    if (frame(n)->native_stage)
        return bind_exiled(n, host);
    const rt_entity card = rt_set_count(arg(n, 0)) ? follow(n, rt_set_at(g, arg(n, 0), 0)) : 0;
    const rt_object *o = rt_live(g, card), *to = rt_live(g, host);
    const uint32_t batch = rt_batch(g);
    if (o && to && to->zone == VM_ZONE_BATTLEFIELD &&
        !(o->flags & (RT_OF_TOKEN | RT_OF_COPY | RT_OF_ABILITY)))
        rt_move_event(g, card, VM_ZONE_EXILE, RT_EF_EFFECT, self_of(n));
    frame(n)->count = (int32_t)batch;
    frame(n)->native_stage = 1;
    return rt_batch_run(g, batch) ? bind_exiled(n, host) : RT_NEXT;
}
