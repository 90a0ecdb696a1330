/* Melding (CR 701.36, 712): two cards of a pair are one permanent. The card whose front is the first of the pair is that
 * permanent, with the combined back up; the other one is an object in no zone that anybody looks at (RT_ZONE_MELDED), attached
 * to it, until it leaves the battlefield. */
#include "runtime/natives/natives.h"

#include <string.h>

/* The other card is part of the permanent at idx from now on. */
void rt_meld_join(rt_game *g, uint32_t idx, rt_entity partner)
{
    if (!rt_live(g, partner))
        return;
    const uint32_t part = RT_INDEX(partner);
    rt_zone_remove(g, part);
    rt_presence_begin(g, part);
    rt_object *o = rt_obj(g, part);
    o->zone = RT_ZONE_MELDED;
    rt_presence_of(g, o)->attached = rt_handle(g, idx);
    rt_stir_all(g);
    rt_dirty(g);
}

uint32_t rt_meld_partner(rt_game *g, uint32_t idx)
{
    if (!g->lib->melds || g->pack->face[rt_obj(g, idx)->card_face].shape != VM_SHAPE_MELDED)
        return 0;
    const rt_entity e = rt_handle(g, idx);
    rt_spend(g, g->s->object.count / 8);
    for (uint32_t i = 0; i < g->s->object.count; i++)
        if (rt_obj(g, i)->zone == RT_ZONE_MELDED && rt_here(g, rt_obj(g, i))->attached == e)
            return i + 1;
    return 0;
}

/* It comes to a zone as a card of its own; for a moment it lies on the battlefield, so that what it becomes is known. */
rt_entity rt_meld_part(rt_game *g, uint32_t idx, uint32_t to, int bottom)
{
    rt_zone_insert(g, idx, VM_ZONE_BATTLEFIELD, rt_obj(g, idx)->owner, 0);
    return rt_handle(g, rt_relocate(g, idx, to, bottom));
}

/* Who was attached to the melded permanent as its other card: what has that become (CR 712.4c)? */
rt_entity rt_meld_other(rt_game *g, rt_entity was)
{
    const rt_object *o = rt_look_back(g, was);
    if (!o || g->pack->face[o->card_face].shape != VM_SHAPE_MELDED)
        return 0;
    const uint16_t whole = o->card_face;
    rt_spend(g, g->s->lki.count / 8);
    for (uint32_t i = 0; i < g->s->lki.count; i++) {
        const rt_lki *k = rt_lki_row(g, i);
        if (rt_here(g, &k->object)->attached == was && k->object.zone == VM_ZONE_BATTLEFIELD &&
            g->pack->face[k->object.card_face].shape == VM_SHAPE_MELD &&
            g->pack->face[k->object.card_face].other == whole)
            return rt_now(g, NULL, k->was);
    }
    return 0;
}

uint64_t rt_meld_both(rt_game *g, uint64_t set)
{
    int more = 0;
    for (uint32_t i = 0; g->lib->melds && i < rt_set_count(set); i++)
        more |= !rt_live(g, rt_set_at(g, set, i)) && rt_meld_other(g, rt_set_at(g, set, i));
    if (!more)
        return set;
    const uint32_t start = g->s->heap.count;
    for (uint32_t i = 0; i < rt_set_count(set); i++) {
        const rt_entity e = rt_set_at(g, set, i), other = rt_live(g, e) ? 0 : rt_meld_other(g, e);
        rt_set_keep(g, e);
        if (other && !rt_set_has(g, set, other))
            rt_set_keep(g, other);
    }
    return rt_set_finish(g, start);
}

static int names(const rt_game *g, uint32_t sel, uint32_t face)
{
    const uint32_t name = g->pack->selector[sel].name;
    return name != VM_NO_SYMBOL &&
           strcmp(vm_pack_str(g->pack, name), vm_pack_str(g->pack, g->pack->face[face].name)) == 0;
}

/* Two cards, no tokens or copies, whose fronts are the two of a pair (CR 701.36b). out: the first of the pair, the other one. */
static int is_pair(const native_call *n, rt_entity out[2])
{
    rt_game *g = n->g;
    const rt_object *o[2];
    if (rt_set_count(arg(n, 1)) != 2)
        return 0;
    for (uint32_t i = 0; i < 2; i++) {
        out[i] = follow(n, rt_set_at(g, arg(n, 1), i));
        o[i] = rt_live(g, out[i]);
        if (!o[i] || (o[i]->flags & (RT_OF_TOKEN | RT_OF_COPY)) ||
            o[i]->zone == VM_ZONE_BATTLEFIELD || o[i]->zone == VM_ZONE_STACK ||
            g->pack->face[o[i]->card_face].shape != VM_SHAPE_MELD)
            return 0;
    }
    const uint32_t whole = g->pack->face[o[0]->card_face].other, first = g->pack->face[whole].card;
    if (o[1]->card_face == o[0]->card_face || g->pack->face[o[1]->card_face].other != whole ||
        !names(g, n->imm[0], whole))
        return 0;
    if (o[0]->card_face != first) {
        const rt_entity e = out[0];
        out[0] = out[1];
        out[1] = e;
    }
    return 1;
}

rt_status rt_native_meld(native_call *n)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage)
        return rt_give_moved(n);
    rt_entity pair[2];
    const uint32_t batch = rt_batch(g);
    if (is_pair(n, pair)) {
        rt_move_event(g, pair[0], VM_ZONE_BATTLEFIELD, RT_EF_EFFECT | RT_EF_TRANSFORMED,
                      self_of(n));
        rt_event *e = rt_event_row(g, batch);
        e->player = (uint8_t)first_player(n, arg(n, 0));
        e->other = pair[1];
    }
    return rt_run_moves(n, batch);
}
