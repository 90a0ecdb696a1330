/* Objects with several faces (CR 707 to 712): which one counts, and turning from one to another.
 *
 * An object's `card_face` is the face of its card that is up: the back of a double-faced card that has transformed, the half
 * of a split card that was cast, else what the card is everywhere. Being flipped and being face down are statuses: they
 * change what its copiable values are made into, so a copy of something else stays flipped or face down (707.10, 709.4). */
#include "runtime/cast/cast.h"

#include <string.h>

uint32_t rt_card_of(const rt_game *g, uint32_t face)
{
    const vm_face *f = &g->pack->face[face];
    return f->shape == VM_SHAPE_ONE || f->shape == VM_SHAPE_FACE_DOWN ? face : f->card;
}

uint32_t rt_shown_face(const rt_game *g, const rt_object *o, uint32_t face)
{
    CANTRIP_ASSERT(face < g->pack->face_count);
    CANTRIP_ASSERT(o->gen != 0 || o->zone == VM_ZONE_COUNT);
    const vm_face *f = &g->pack->face[face];
    if ((o->flags & RT_OF_FACE_DOWN) && !rt_is_covered(o))
        return g->lib->face_down;
    return f->shape == VM_SHAPE_UPRIGHT && (o->flags & RT_OF_FLIPPED) ? f->other : face;
}

/* It lies face down where that leaves it without characteristics (CR 406.3, 313.5b). Its `face` stays: it may be played. */
int rt_is_covered(const rt_object *o)
{
    return (o->flags & RT_OF_FACE_DOWN) && (o->zone == VM_ZONE_EXILE || o->zone == VM_ZONE_COMMAND);
}

/* Whoever may play it from there looks at it as it will be as it is announced (CR 406.3). 0: it was no such card. */
int rt_uncover(rt_game *g, uint32_t idx)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    rt_object *o = rt_obj(g, idx);
    if (o->zone != VM_ZONE_EXILE || !rt_is_covered(o))
        return 0;
    o->flags &= ~(uint32_t)RT_OF_FACE_DOWN;
    rt_printed(g, idx);
    return 1;
}

/* What it would be if it were face up: the newest copy effect on it, else its card. */
static uint32_t face_up(const rt_game *g, uint32_t idx)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    const rt_entity e = rt_handle(g, idx);
    uint32_t face = rt_obj(g, idx)->card_face;
    rt_spend(g, g->s->effect.count / 4);
    for (uint32_t i = 0; i < g->s->effect.count; i++) {
        const rt_effect *row = rt_effect_row(g, i);
        if (row->copy && row->object[0] == e && g->pack->mod[row->mods].op == VM_MOD_COPY)
            face = (uint32_t)row->value[0];
    }
    return face;
}

uint32_t rt_copiable_face(const rt_game *g,
                          const rt_object *o) /* being flipped is not copied (CR 706.2) */
{
    const vm_face *f = rt_face(g, o);
    const rt_object *first = rt_obj(g, 0);
    if (o->flags & RT_OF_FULL_TEXT) /* that is no copy effect (CR 612.5) */
        return o >= first && o < first + g->s->object.count ? face_up(g, (uint32_t)(o - first))
                                                            : o->card_face;
    return f->shape == VM_SHAPE_FLIPPED || f->shape == VM_SHAPE_AS_AURA ? f->other : o->face;
}

int rt_has_name(const rt_game *g, uint32_t face, const char *name) /* CR 708.4a */
{
    const vm_face *f = &g->pack->face[face];
    if (strcmp(vm_pack_str(g->pack, f->name), name) == 0)
        return 1;
    if (f->shape != VM_SHAPE_SPLIT)
        return 0;
    const vm_face *left = &g->pack->face[f->other];
    return strcmp(vm_pack_str(g->pack, left->name), name) == 0 ||
           strcmp(vm_pack_str(g->pack, g->pack->face[left->other].name), name) == 0;
}

void rt_show_face(rt_game *g, uint32_t idx, uint32_t face)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(face < g->pack->face_count);
    rt_object *o = rt_obj(g, idx);
    if (g->pack->face[face].shape == VM_SHAPE_FACE_DOWN)
        o->flags |= RT_OF_FACE_DOWN;
    else
        o->card_face = (uint16_t)face;
    o->face = o->card_face;
    rt_printed(g, idx);
    if (o->zone == VM_ZONE_BATTLEFIELD)
        rt_dirty(g);
}

uint32_t rt_cast_faces(const rt_game *g, uint32_t idx, uint32_t face[3])
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    const rt_object *o = rt_obj(g, idx);
    const uint32_t whole = o->card_face, left = g->pack->face[whole].other,
                   right = g->pack->face[left].other;
    uint32_t n = 0;
    if (g->pack->face[whole].shape == VM_SHAPE_TWOFOLD) {
        face[n++] = whole;
        face[n++] = left;
        return n;
    }
    face[n++] = left;
    if (!(g->lib->face[right].markers >> VM_MARKER_AFTERMATH & 1)) /* only from a graveyard */
        face[n++] = right;
    if (o->zone == VM_ZONE_HAND && (g->lib->face[whole].markers >> VM_MARKER_FUSE & 1))
        face[n++] = whole;
    return n;
}

/* ---- turning ------------------------------------------------------------------------------------ */

int rt_can_turn(const rt_game *g, const rt_object *o, uint32_t how)
{
    CANTRIP_ASSERT(o->gen != 0 || o->zone == VM_ZONE_COUNT);
    const vm_face *card = &g->pack->face[o->card_face];
    const int spell = (card->types & (VM_TYPE_INSTANT | VM_TYPE_SORCERY)) != 0;
    if (o->zone == VM_ZONE_COMMAND) /* CR 313.2, 115.2h */
        return (card->types & VM_TYPE_CONSPIRACY) &&
               how == (o->flags & RT_OF_FACE_DOWN ? RT_TURN_UP : RT_TURN_DOWN);
    if (o->zone == VM_ZONE_EXILE) /* CR 406.3: whatever it is */
        return how == RT_TURN_UP && rt_is_covered(o);
    if (o->zone != VM_ZONE_BATTLEFIELD)
        return 0;
    switch (how) {
    case RT_TURN_TRANSFORM: /* CR 701.27c, d, 711.9a */
        return (card->shape == VM_SHAPE_FRONT || card->shape == VM_SHAPE_BACK) &&
               !(o->flags & (RT_OF_TOKEN | RT_OF_FACE_DOWN)) &&
               !(g->pack->face[card->other].types & (VM_TYPE_INSTANT | VM_TYPE_SORCERY));
    case RT_TURN_FLIP: /* CR 709.4: once and for all */
        return rt_face(g, o)->shape == VM_SHAPE_UPRIGHT && !(o->flags & RT_OF_FLIPPED);
    case RT_TURN_UP: /* CR 701.33f */
        return (o->flags & RT_OF_FACE_DOWN) && !spell;
    default: /* CR 711.10 */
        return !(o->flags & RT_OF_FACE_DOWN) && g->lib->face_down != VM_NO_SYMBOL &&
               card->shape != VM_SHAPE_FRONT && card->shape != VM_SHAPE_BACK &&
               card->shape != VM_SHAPE_MELD && card->shape != VM_SHAPE_MELDED; /* CR 712.10 */
    }
}

void rt_turn_event(rt_game *g, rt_entity e, uint32_t how, rt_entity src)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    CANTRIP_ASSERT(rt_is_entity(g, src));
    rt_event *event = rt_event_add(g, RT_EV_TURN, RT_EF_EFFECT);
    event->obj = event->other = e;
    event->src = src;
    event->aux = how;
    event->player = rt_live(g, e) ? rt_live(g, e)->controller : RT_NOBODY;
}

static const char *card_name(const rt_game *g, const rt_object *o)
{
    return vm_pack_str(g->pack, g->pack->face[o->card_face].name);
}

/* Turning a conspiracy up reveals the name that was chosen for it (CR 702.105c). */
static void show_chosen(rt_game *g, rt_entity e)
{
    for (uint32_t i = 0; i < g->s->link.count; i++) {
        const rt_link *l = rt_link_row(g, i);
        if (l->self == e && !l->who && l->is_number == 1u + (uint32_t)vm_value_type('m') &&
            l->value)
            RT_TELL(g, CHOSEN, .object = e,
                    .detail = vm_pack_str(g->pack, g->pack->face[l->value - 1].name));
    }
}

void rt_turn(rt_game *g, rt_entity e, uint32_t how, int32_t counters)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    rt_object *o = rt_live(g, e);
    switch (how) {
    case RT_TURN_TRANSFORM:
        o->card_face = (uint16_t)g->pack->face[o->card_face].other;
        o->timestamp = ++g->s->timestamp; /* CR 613.6f */
        if (o->here)
            rt_presence_of(g, o)->turned = o->timestamp;
        RT_TELL(g, TRANSFORMS, .object = e, .detail = card_name(g, o));
        break;
    case RT_TURN_FLIP:
        RT_TELL(g, FLIPS, .object = e);
        o->flags |= RT_OF_FLIPPED;
        break;
    case RT_TURN_UP:
        o->flags &= ~(uint32_t)(RT_OF_FACE_DOWN | RT_OF_MANIFESTED);
        o->timestamp = ++g->s->timestamp;
        RT_TELL(g, TURNS_UP, .object = e, .detail = card_name(g, o));
        break;
    default:
        if (o->zone == VM_ZONE_COMMAND) /* nobody learns which it is (CR 313.7) */
            o->flags |= RT_OF_FACE_DOWN;
        RT_TELL(g, TURNS_DOWN, .object = e);
        o->flags |= RT_OF_FACE_DOWN;
        o->timestamp = ++g->s->timestamp;
        break;
    }
    if (o->zone != VM_ZONE_BATTLEFIELD) /* no layer looks at it */
        rt_printed(g, RT_INDEX(e));
    if (o->zone == VM_ZONE_COMMAND && how == RT_TURN_UP)
        show_chosen(g, e);
    rt_dirty(g);
    if (counters > 0)
        rt_counters_change(g, e, VM_COUNTER_PLUS, counters);
}

/* ---- the special action (CR 115.2b) --------------------------------------------------------------- */

static const vm_ability *morph_of(const rt_game *g, uint32_t face)
{
    const uint32_t at = g->lib->face[face].morph;
    return at ? &g->pack->ability[at - 1] : NULL;
}

int32_t rt_face_down_mana(const rt_game *g, const rt_object *o)
{
    const vm_ability *a = o && (o->flags & RT_OF_FACE_DOWN) ? morph_of(g, o->card_face) : NULL;
    return a ? (int32_t)a->mode_max : 0;
}

/* What turning it face up costs; way 0: its morph cost, 1: the mana cost of a manifested creature card, 2: nothing, in the
 * command zone (CR 115.2h). 0: not that way. */
int rt_turn_up_cost(const rt_game *g, uint32_t idx, uint32_t way, rt_cost_range *out,
                    int32_t *out_counters)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    const rt_object *o = rt_obj(g, idx);
    if (o->zone == VM_ZONE_EXILE || !rt_can_turn(g, o, RT_TURN_UP))
        return 0;
    const uint32_t face = face_up(g, idx);
    const vm_ability *a = morph_of(g, face);
    const vm_face *card = &g->pack->face[o->card_face];
    *out_counters = 0;
    *out = (rt_cost_range){0, 0, 1, 0, 0};
    if (way == RT_TURN_UP_FREE || o->zone == VM_ZONE_COMMAND)
        return way == RT_TURN_UP_FREE && o->zone == VM_ZONE_COMMAND;
    if (way) { /* CR 701.33b */
        *out = (rt_cost_range){card->cost, card->cost_count, 1, 0, 0};
        return (o->flags & RT_OF_MANIFESTED) && (card->types & VM_TYPE_CREATURE) &&
               !(card->flags & VM_FF_BACK);
    }
    if (!a)
        return 0;
    *out = (rt_cost_range){a->cost, a->cost_count, 1, a->keyword + 1, 0};
    *out_counters = (int32_t)a->mode_min;
    return 1;
}

uint32_t rt_morph_ability(const rt_game *g, uint32_t idx)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    const uint32_t at = g->lib->face[face_up(g, idx)].morph;
    return at ? at - 1 : VM_NO_SYMBOL;
}
