/* Copies (CR 706). Copiable values are a face of the library and the exceptions that copy effects made.
 *
 * A permanent that is a copy has rows in effect[] that are marked `copy`: the first begins with the mod
 * COPY and names the face (value[0]); the rows behind it hold what is different about the copy. Layer 1
 * applies them in order, so the newest COPY wins; whoever copies a copy takes its face and its exceptions
 * along (CR 706.3). */
#include "runtime/layers/layers.h"
#include "runtime/cast/cast.h"

#include <string.h>

static uint32_t add_row(rt_game *g, rt_entity onto, const rt_effect *like)
{
    const rt_effect copy = *like; /* the table may move */
    uint32_t at = RT_PUSH(g, effect);
    rt_effect *e = rt_effect_row(g, at);
    *e = copy;
    e->copy = 1;
    memset(e->object, 0, sizeof e->object);
    e->object[0] = onto;
    return at;
}

/* The exceptions of what `of` copies stand behind its newest COPY row. */
static void inherit(rt_game *g, rt_entity onto, rt_entity of, const rt_effect *frame)
{
    CANTRIP_ASSERT(rt_is_entity(g, of));
    uint32_t first = 0, count = g->s->effect.count;
    for (uint32_t i = 0; i < count; i++) {
        const rt_effect *e = rt_effect_row(g, i);
        if (e->copy && e->object[0] == of && g->pack->mod[e->mods].op == VM_MOD_COPY)
            first = i + 1;
    }
    for (uint32_t i = first; i < count; i++) {
        rt_effect e = *rt_effect_row(g, i);
        if (!e.copy || e.object[0] != of)
            continue;
        e.timestamp = frame->timestamp;
        e.duration = frame->duration;
        e.source = frame->source;
        add_row(g, onto, &e);
    }
}

/* Whose ability made the token that it is, or is a copy of: what an ability of it means by that one's name (CR 201.4a). */
rt_entity rt_maker(const rt_game *g, rt_entity of)
{
    CANTRIP_ASSERT(rt_is_entity(g, of));
    const rt_object *o = rt_look(g, of);
    rt_entity maker = o ? rt_here(g, o)->maker : 0;
    for (uint32_t i = 0; i < g->s->effect.count; i++) {
        const rt_effect *e = rt_effect_row(g, i);
        if (e->copy && e->object[0] == of && g->pack->mod[e->mods].op == VM_MOD_COPY)
            maker = (rt_entity)e->value[1];
    }
    return maker;
}

static int gives(const rt_game *g, const rt_effect *e, rt_entity to, uint32_t ability)
{
    int reaches = 0;
    for (int k = 0; k < 4; k++)
        reaches |= e->object[k] == to;
    for (uint32_t i = e->mods; reaches && i < e->mods + e->mod_count; i++) {
        const vm_mod *m = &g->pack->mod[i];
        if (m->op == VM_MOD_ADD_ABILITIES && ability >= m->a && ability < m->a + m->b)
            return 1;
    }
    return 0;
}

/* The source of the nth effect that gives it the ability, or of the last one; 0 = none does. */
static rt_entity effect_gives(const rt_game *g, rt_entity to, uint32_t ability, uint32_t nth)
{
    rt_entity source = 0;
    for (uint32_t i = 0; i < g->s->effect.count; i++)
        if (gives(g, rt_effect_row(g, i), to, ability)) {
            source = rt_effect_row(g, i)->source;
            if (!nth--)
                break;
        }
    return source;
}

/* What gave it the ability that it has now, or 0: its own. */
rt_entity rt_granter(const rt_game *g, const rt_ctx *c)
{
    const rt_object *o = rt_live(g, c->self);
    const vm_face *f = o ? rt_face(g, o) : NULL;
    if (!o || (c->ability >= f->abilities && c->ability < f->abilities + f->ability_count))
        return 0;
    for (uint32_t i = 0; o->granted && i < o->granted_count; i++)
        if (rt_granted_row(g, o->granted - 1 + i)->ability == c->ability &&
            rt_granted_row(g, o->granted - 1 + i)->by)
            return rt_granted_row(g, o->granted - 1 + i)->by;
    return effect_gives(g, c->self, c->ability, 0);
}

/* Where the abilities of an object come from that no row of granted[] names. */
static uint32_t own_origin(const rt_object *o)
{
    const int enters =
        o->zone != VM_ZONE_BATTLEFIELD && o->face != o->card_face && !(o->flags & RT_OF_ABILITY);
    return enters ? RT_ORIGIN_ENTERS : o->copied;
}

uint32_t rt_origin(const rt_game *g, const rt_object *o, uint32_t i)
{
    return o->granted && i < o->granted_count ? rt_granted_row(g, o->granted - 1 + i)->origin
                                              : own_origin(o);
}

/* Of several alike the first. */
uint32_t rt_origin_of(const rt_game *g, const rt_object *o, uint32_t ability)
{
    const vm_face *f = rt_face(g, o);
    const int own = ability >= f->abilities && ability < f->abilities + f->ability_count;
    for (uint32_t i = 0; !own && o->granted && i < o->granted_count; i++)
        if (rt_granted_row(g, o->granted - 1 + i)->ability == ability)
            return rt_granted_row(g, o->granted - 1 + i)->origin;
    return own_origin(o);
}

/* Of what `whose` has chosen an ability knows what its own was chosen for; of another, what that is a copy of or itself. */
uint32_t rt_link_origin(const rt_game *g, const rt_ctx *c, rt_entity whose)
{
    const rt_object *o = whose == c->self ? NULL : rt_look(g, whose);
    return o ? o->copied : c->origin;
}

void rt_ctx_given(const rt_game *g, rt_ctx *c, const rt_object *o, uint32_t i)
{
    c->by = rt_given_by(g, o, i);
    c->origin = rt_origin(g, o, i);
}

/* What was chosen as it enters belongs to what it has become (CR 614.12); what a copy was asked, to that copy. */
void rt_links_enter(rt_game *g, rt_entity was, uint32_t idx, int is_copy)
{
    const rt_entity now = rt_handle(g, idx);
    uint32_t copied = 0;
    for (uint32_t i = 0; is_copy && i < g->s->effect.count; i++) {
        const rt_effect *e = rt_effect_row(g, i);
        if (e->copy && e->object[0] == now)
            copied = RT_ORIGIN_EFFECT | e->timestamp;
    }
    rt_spend(g, g->s->link.count / 4);
    for (uint32_t i = 0; i < g->s->link.count; i++) {
        rt_link *l = rt_link_row(g, i);
        if (l->self != was && l->self != now)
            continue;
        l->self = now;
        if (l->origin == RT_ORIGIN_ENTERS || (rt_obj(g, idx)->flags & RT_OF_TOKEN))
            l->origin = copied;
    }
}

rt_entity rt_given_by(const rt_game *g, const rt_object *o, uint32_t i)
{
    CANTRIP_ASSERT(i < rt_ability_count(g, o));
    if (!g->lib->names_giver || !o->granted)
        return 0;
    const rt_granted *row = rt_granted_row(g, o->granted - 1);
    uint32_t nth = 0;
    if (row[i].by)
        return row[i].by;
    for (uint32_t k = 0; k < i; k++) /* given by an effect, as others may be */
        nth += row[k].ability == row[i].ability && !row[k].by;
    return effect_gives(g, rt_handle(g, (uint32_t)(o - rt_obj(g, 0))), row[i].ability, nth);
}

/* What has been made knows what its maker had chosen then; what gives an ability is asked itself (CR 607.2d). */
rt_entity rt_chooser(const rt_game *g, const rt_ctx *c)
{
    const rt_entity giver = c->by ? c->by : rt_granter(g, c);
    if (giver)
        return giver;
    const rt_object *o = rt_look(g, c->self);
    const rt_entity maker = rt_maker(g, c->self);
    return !maker || (o && rt_here(g, o)->maker == maker) ? c->self : maker;
}

/* What its abilities can ask its maker for stays what it is now: that may choose again. */
void rt_maker_tells(rt_game *g, rt_entity made, rt_entity maker)
{
    CANTRIP_ASSERT(rt_is_entity(g, made));
    if (!g->lib->names_giver || !maker)
        return;
    const uint32_t count = g->s->link.count;
    const rt_object *by = rt_look(g, maker);
    const uint32_t origin = by ? by->copied : RT_ORIGIN_OWN;
    rt_spend(g, count / 4);
    for (uint32_t i = 0; i < count; i++) {
        const rt_link l = *rt_link_row(g, i);
        const uint32_t at = l.slot % VM_CARD_LINKS;
        if (l.self != maker || l.slot == RT_LINK_UNTIL_LEAVES || l.origin != origin ||
            !(g->lib->given_links[at / 8] >> at % 8 & 1))
            continue;
        const uint32_t row = RT_PUSH(g, link);
        *rt_link_row(g, row) =
            (rt_link){made, l.slot, l.is_number, l.value, RT_ORIGIN_OWN, l.who, l.at, l.by};
    }
}

/* What is always so looks at nothing that is gone. */
rt_entity rt_giver(const rt_game *g, const rt_ctx *c)
{
    rt_entity giver = c->by ? c->by : rt_granter(g, c);
    if (!giver)
        giver = rt_maker(g, c->self);
    const int is_static =
        c->ability != VM_NO_SYMBOL && g->pack->ability[c->ability].kind == VM_ABILITY_STATIC;
    return is_static && !rt_live(g, giver) ? 0 : giver;
}

void rt_copy_begin(rt_game *g, rt_entity onto, rt_entity of, const rt_copying *how)
{
    CANTRIP_ASSERT(rt_is_entity(g, of));
    const rt_object *o = rt_look(g, of);
    if (!o || !rt_live(g, onto))
        return;
    rt_effect e;
    memset(&e, 0, sizeof e);
    e.timestamp = ++g->s->timestamp;
    e.turn = g->s->turn;
    e.duration = how->duration;
    e.source = how->source;
    e.controller = e.whose = how->controller;
    e.mods = how->mods;
    e.mod_count = 1;
    e.value[0] = (int32_t)rt_copiable_face(g, o);
    e.value[1] = (int32_t)rt_maker(g, of);
    add_row(g, onto, &e);
    inherit(g, onto, of, &e);
    if (how->mod_count > 1) { /* its own exceptions come last */
        e.mods = how->mods + 1;
        e.mod_count = how->mod_count - 1;
        e.value[1] = (int32_t)how->ability;
        if (how->values)
            memcpy(e.value, how->values, sizeof e.value);
        add_row(g, onto, &e);
    }
    rt_dirty(g);
}

/* A copy of a card, in the public zone where it is (CR 706.12): it is cast at once, or ceases to exist. */
static rt_entity copy_card(rt_game *g, rt_entity of, uint32_t player, const rt_copying *how)
{
    const rt_object was = *rt_live(g, of);
    if ((was.zone != VM_ZONE_EXILE && was.zone != VM_ZONE_GRAVEYARD &&
         was.zone != VM_ZONE_COMMAND) ||
        (was.flags & (RT_OF_ABILITY | RT_OF_TOKEN)))
        return 0;
    const uint32_t idx = rt_object_create(g, rt_card_of(g, was.card_face), (uint8_t)player);
    rt_obj(g, idx)->flags |= RT_OF_COPY;
    rt_obj(g, idx)->timestamp = ++g->s->timestamp;
    rt_zone_insert(g, idx, was.zone, player, 0);
    for (uint32_t i = 1; i < how->mod_count; i++)
        rt_mod_once(g, idx, how->mods + i);
    return rt_handle(g, idx);
}

/* A copy of a spell or ability on the stack: with all choices made for it (CR 706.10). */
rt_entity rt_copy_on_stack(rt_game *g, rt_entity of, uint32_t player, const rt_copying *how)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    CANTRIP_ASSERT(rt_is_entity(g, of));
    const rt_object *o = rt_live(g, of);
    if (o && o->zone != VM_ZONE_STACK)
        return copy_card(g, of, player, how);
    const uint32_t gone = o ? 0 : rt_spell_ctx_gone(g, of);
    o = gone ? rt_look(g, of) : o;
    if (!o || (!gone && !rt_here(g, o)->ctx))
        return 0;
    const rt_object was = *o;
    rt_presence had = *rt_here(g, o);
    const uint32_t its_ctx = (gone ? gone : had.ctx) - 1;
    rt_ctx c = *rt_ctx_row(g, its_ctx);
    uint32_t idx = rt_object_create(g, was.face, (uint8_t)player), targets = g->s->target.count;
    rt_entity copy = rt_handle(g, idx);
    c.controller = (uint8_t)player;
    c.flags &= (uint8_t)~RT_CTX_CAST;
    if (c.self == of)
        c.self = copy;
    uint32_t ctx = rt_ctx_new(g, &c);
    for (uint32_t i = 0; i < targets; i++) {
        rt_target t = *rt_target_row(g, i);
        if (t.ctx != its_ctx)
            continue;
        t.ctx = ctx;
        t.told = 0;
        uint32_t at = RT_PUSH(g, target);
        *rt_target_row(g, at) = t;
        g->s->aimed_anew = 1; /* told when new ones have been chosen, or not (CR 706.10c) */
    }
    rt_parts_copy(g, its_ctx, ctx);
    rt_presence_begin(g, idx);
    rt_object *n = rt_obj(g, idx);
    n->flags |= was.flags & (RT_OF_ABILITY | RT_OF_KICKED);
    n->flags |= was.flags & RT_OF_ABILITY ? 0 : RT_OF_COPY;
    n->types = was.types;
    n->colors = was.colors;
    n->markers = was.markers;
    n->asked = was.asked;
    n->subtypes = was.subtypes;
    rt_presence_of(g, n)->x = rt_here(g, &was)->x;
    rt_presence_of(g, n)->payment = rt_here(g, &was)->payment;
    rt_presence_of(g, n)->cast_for = rt_here(g, &was)->cast_for;
    memcpy(rt_presence_of(g, n)->optional, rt_here(g, &was)->optional,
           sizeof rt_here(g, n)->optional);
    rt_presence_of(g, n)->ctx = ctx + 1;
    n->controller = n->own_controller = (uint8_t)player;
    n->timestamp = ++g->s->timestamp;
    if (n->flags & RT_OF_ABILITY)
        n->listens = n->ability_flags = 0;
    rt_zone_insert(g, idx, VM_ZONE_STACK, player, 0);
    for (uint32_t i = 1; i < how->mod_count; i++) {
        const vm_mod *m = &g->pack->mod[how->mods + i];
        if (m->op == VM_MOD_LOSE_KEYWORD)
            rt_parts_lose(g, copy, ctx, m->a);
        else
            rt_mod_once(g, idx, how->mods + i);
    }
    return copy;
}
