/* What layer 6 does: abilities that an object gets and loses (CR 613.1f). */
#include "runtime/layers/parts.h"

/* A list of granted[] has room for as many as the next power of two, so that it grows where it is. */
uint32_t rt_granted_room(uint32_t count)
{
    uint32_t room = 4;
    while (room < count)
        room *= 2;
    return room;
}

/* Gives an object a list of its own, with room for one more ability than it has. */
static void own_abilities(rt_game *g, uint32_t idx)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    const uint32_t n = rt_ability_count(g, rt_obj(g, idx));
    if (n >= UINT16_MAX) /* granted_count would not hold it */
        rt_fail(g, RT_FAULT_FULL, rt_table_number(g, &g->s->granted));
    const uint32_t first = rt_push_many(g, &g->s->granted, rt_granted_room(n + 1));
    const rt_object *o = rt_obj(g, idx);
    rt_spend(g, n / 4);
    for (uint32_t i = 0; i < n; i++)
        *rt_granted_row(g, first + i) = (rt_granted){
            rt_ability_at(g, o, i), o->granted ? rt_granted_row(g, o->granted - 1 + i)->by : 0,
            rt_origin(g, o, i)};
    rt_obj(g, idx)->granted = first + 1;
    rt_obj(g, idx)->granted_count = (uint16_t)n;
}

void rt_ability_add(rt_work *w, uint32_t idx, uint32_t ability, uint32_t timestamp, int granted,
                    rt_entity by, uint32_t origin)
{
    rt_game *g = w->g;
    const vm_ability *a = &g->pack->ability[ability];
    rt_object *o = rt_obj(g, idx);
    if (!o->granted || o->granted_count == rt_granted_room(o->granted_count))
        own_abilities(g, idx);
    o = rt_obj(g, idx);
    *rt_granted_row(g, o->granted - 1 + o->granted_count) = (rt_granted){ability, by, origin};
    if (o->granted_count == UINT16_MAX)
        rt_fail(g, RT_FAULT_FULL, rt_table_number(g, &g->s->granted));
    o->granted_count++;
    o->ability_flags |= (uint16_t)(1u << a->kind);
    if (a->event)
        o->listens |= UINT64_C(1) << a->event;
    o->markers |= rt_markers_of(g->lib, a);
    o->asked |= rt_asked_of(g->lib, a);
    if (a->kind == VM_ABILITY_STATIC) /* the later of the two timestamps (CR 613.6a) */
        rt_group_add(w, idx, ability, timestamp > o->timestamp ? timestamp : o->timestamp, granted,
                     by, origin);
}

/* Static abilities that are lost before they began to apply never do (CR 613.5): of a keyword, or one, or (VM_NO_SYMBOL) all. */
static void end_groups(rt_work *w, uint32_t idx, uint32_t keyword, uint32_t ability)
{
    rt_spend(w->g, w->group_count / 4);
    for (uint32_t i = 0; i < w->group_count && !w->trial; i++) {
        rt_group *grp = &w->groups[i];
        if (grp->idx == idx && !grp->started &&
            (keyword == VM_NO_SYMBOL ||
             rt_is_keyword(w->g->lib, w->g->pack->ability[grp->ability].keyword, keyword)) &&
            (ability == VM_NO_SYMBOL || grp->ability == ability))
            grp->started = grp->dead = 1;
    }
}

/* What those that are left say of it. */
static void look_anew(rt_game *g, uint32_t idx)
{
    rt_object *o = rt_obj(g, idx);
    o->markers = o->asked = 0;
    for (uint32_t i = 0; i < o->granted_count; i++) {
        const vm_ability *a = &g->pack->ability[rt_granted_row(g, o->granted - 1 + i)->ability];
        o->markers |= rt_markers_of(g->lib, a);
        o->asked |= rt_asked_of(g->lib, a);
    }
}

/* Of a keyword from a quality each instance can be lost by itself; its rows stand behind the one that has the quality. */
typedef struct loss {
    uint32_t keyword, quality; /* quality: a selector, 0 = whatever it is from */
    const rt_ctx *by;
    int lost; /* the instance whose rows these are */
} loss;

static int is_lost(rt_game *g, uint32_t idx, uint32_t ability, loss *l)
{
    const vm_ability *a = &g->pack->ability[ability];
    if (!rt_is_keyword(g->lib, a->keyword, l->keyword))
        return 0;
    if (a->kind == VM_ABILITY_KEYWORD && l->quality) {
        const rt_ctx own = rt_ctx_for(g, rt_handle(g, idx), ability);
        l->lost = rt_is_same_quality(g, a->sel, &own, l->quality, l->by);
    }
    return l->lost;
}

/* A keyword is lost with all that it means, not only its name: this loses flying. */
static void lose_one(rt_work *w, uint32_t idx, loss l)
{
    rt_game *g = w->g;
    if (!rt_has_keyword(g, rt_obj(g, idx), l.keyword))
        return;
    own_abilities(g, idx);
    rt_object *o = rt_obj(g, idx);
    uint16_t kept = 0;
    for (uint32_t i = 0; i < o->granted_count; i++) {
        const rt_granted row = *rt_granted_row(g, o->granted - 1 + i);
        if (is_lost(g, idx, row.ability, &l))
            end_groups(w, idx, VM_NO_SYMBOL, row.ability);
        else
            *rt_granted_row(g, o->granted - 1 + kept++) = row;
    }
    o->granted_count = kept;
    look_anew(g, idx);
    if (!l.quality)
        end_groups(w, idx, l.keyword, VM_NO_SYMBOL);
}

/* Did this ability of the object begin to apply? A text that has itself again is what it is already. */
static int has_begun(const rt_work *w, uint32_t idx, uint32_t ability)
{
    for (uint32_t i = 0; i < w->group_count; i++)
        if (w->groups[i].idx == idx && w->groups[i].ability == ability && w->groups[i].started &&
            !w->groups[i].dead)
            return 1;
    return 0;
}

/* The card of its controller's graveyard, the top one first, whose text it has (CR 612.5). What its own abilities had begun goes on
 * (CR 613.5); the others are those of the new text. */
void rt_full_text(rt_work *w, uint32_t idx, const vm_mod *m, const rt_ctx *c)
{
    rt_game *g = w->g;
    const uint32_t player = rt_obj(g, idx)->controller;
    if (w->trial)
        return;
    for (uint32_t i = rt_zone_count(g, VM_ZONE_GRAVEYARD, player); i-- > 0;) {
        const uint32_t card = rt_zone_at(g, VM_ZONE_GRAVEYARD, player, i);
        if (!rt_match(g, m->a, rt_handle(g, card), c))
            continue;
        end_groups(w, idx, VM_NO_SYMBOL, VM_NO_SYMBOL);
        rt_obj(g, idx)->face = rt_obj(g, card)->card_face;
        rt_printed(g, idx);
        rt_obj(g, idx)->flags |= RT_OF_FULL_TEXT;
        const vm_face *f = rt_face(g, rt_obj(g, idx));
        for (uint32_t k = f->abilities; k < f->abilities + f->ability_count; k++)
            if (g->pack->ability[k].kind == VM_ABILITY_STATIC &&
                (g->pack->ability[k].zones >> VM_ZONE_BATTLEFIELD & 1) && !has_begun(w, idx, k))
                rt_group_add(w, idx, k, rt_obj(g, idx)->timestamp, 0, 0, rt_obj(g, idx)->copied);
        return;
    }
}

/* This loses this ability: each that it has of it; it is no static one. */
void rt_ability_lose(rt_work *w, uint32_t idx, uint32_t ability)
{
    rt_game *g = w->g;
    own_abilities(g, idx);
    rt_object *o = rt_obj(g, idx);
    uint16_t kept = 0;
    for (uint32_t i = 0; i < o->granted_count; i++) {
        const rt_granted row = *rt_granted_row(g, o->granted - 1 + i);
        if (row.ability != ability)
            *rt_granted_row(g, o->granted - 1 + kept++) = row;
    }
    o->granted_count = kept;
    look_anew(g, idx);
}

void rt_keyword_lose(rt_work *w, uint32_t idx, uint32_t keyword, uint32_t quality, const rt_ctx *by)
{
    const rt_library *lib = w->g->lib;
    lose_one(w, idx, (loss){keyword, quality, by, !quality});
    CANTRIP_ASSERT(keyword < lib->symbol_marker_count);
    if (lib->symbol_marker[keyword] != VM_MARKER_BANDING)
        return;
    for (uint32_t k = 0; k < lib->symbol_marker_count; k++) /* CR 702.21b */
        if (lib->symbol_marker[k] == VM_MARKER_BANDS_WITH_OTHER)
            lose_one(w, idx, (loss){k, 0, by, 1});
}

void rt_abilities_lose(rt_work *w, uint32_t idx)
{
    rt_game *g = w->g;
    end_groups(w, idx, VM_NO_SYMBOL, VM_NO_SYMBOL);
    const uint32_t first = rt_push_many(g, &g->s->granted, rt_granted_room(0));
    rt_object *o = rt_obj(g, idx);
    o->granted = first + 1; /* an empty list of its own */
    o->granted_count = 0;
    o->markers = o->asked = 0;
    o->listens = 0;
    o->ability_flags = 0;
    o->flags |= RT_OF_LOST_ABILITIES;
}
