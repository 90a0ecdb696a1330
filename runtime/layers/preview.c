/* What a permanent would be on the battlefield (CR 614.12): that decides which replacement effects apply to its
 * entering. Continuous effects that are there already count, its own static abilities, what it enters as a copy
 * of, and under whose control. It is put there on trial, looked at, and everything is brought back. */
#include "runtime/events/events.h"

#include <string.h>

#include "runtime/state/guard.h"

static int replaces_entering(const rt_game *g)
{
    const uint64_t mask = UINT64_C(1) << VM_EVENT_enters | UINT64_C(1) << VM_EVENT_put_counters;
    for (uint32_t i = 0, n = rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i < n; i++) {
        const rt_object *o = rt_obj(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i));
        if ((o->listens & mask) && (o->ability_flags >> VM_ABILITY_REPLACE & 1))
            return 1;
    }
    return 0;
}

/* Could it differ from what stands in its row, and would anybody ask? How it enters by itself is asked, but known if that
 * depends on nothing and nothing takes abilities. */
static int matters(const rt_game *g, const rt_event *e, const rt_object *o, int for_rules)
{
    const int statics = o->ability_flags >> VM_ABILITY_STATIC & 1;
    if (!g->s->continuous && !statics && !e->copy_of && o->controller == e->player)
        return 0;
    rt_spend(g, rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0) / 4);
    const rt_face_info *f = &g->lib->face[o->face];
    const int may_not = f->enters_if || e->copy_of || g->s->delayed.count || f->entering ||
                        (g->s->arriving & RT_ARRIVING_TAKEN);
    return ((f->ability_flags >> VM_ABILITY_ENTERS & 1) && may_not) ||
           ((g->s->arriving | f->entering) & RT_ARRIVING_GIVEN) || replaces_entering(g) ||
           (for_rules && (g->s->rules_union & RT_RULE(VM_MOD_CANT_ENTER))); /* CR 614.17d */
}

/* Takes over what decides about replacements; where it is and what it has been stays. */
static void take_over(rt_object *to, const rt_object *from)
{
    to->controller = from->controller;
    to->colors = from->colors;
    to->types = from->types;
    to->asked = from->asked;
    to->power = from->power;
    to->toughness = from->toughness;
    to->ability_flags = from->ability_flags;
    to->face = from->face;
    to->flags = (to->flags & ~(uint32_t)RT_OF_ALL_CREATURE_TYPES) |
                (from->flags & RT_OF_ALL_CREATURE_TYPES);
}

/* What is tried on the state, without a word of it, until it is brought back. */
typedef struct rt_trial {
    rt_log_fn log;
    rt_tale *tale;
    rt_temp_mark mark;
    rt_state *before;
    uint32_t stirs, moves; /* what was found before is so again when all is as it was */
    uint32_t *stirred;
} rt_trial;

static void trial_begin(rt_game *g, rt_trial *t)
{
    *t = (rt_trial){.log = g->log,
                    .tale = g->tale,
                    .mark = rt_temp_here(g),
                    .stirs = g->run->stirs,
                    .moves = g->run->moves};
    t->stirred = rt_temp_alloc(g, g->s->player.count * sizeof *t->stirred);
    memcpy(t->stirred, g->run->stirred, g->s->player.count * sizeof *t->stirred);
    const uint32_t size = rt_rows_size(g->s);
    t->before = rt_temp_alloc(g, size);
    rt_spend(g, size / 256);
    rt_rows_copy(t->before, g->s);
    g->log = NULL;
    g->tale = NULL;
}

/* What was allocated since is still there: rt_temp_release is the caller's. */
static void trial_back(rt_game *g, const rt_trial *t)
{
    rt_bring_back(g, t->before);
    g->run->stirs = t->stirs;
    g->run->moves = t->moves;
    memcpy(g->run->stirred, t->stirred, g->s->player.count * sizeof *t->stirred);
    g->log = t->log;
    g->tale = t->tale;
}

void rt_preview_begin(rt_game *g, uint32_t event, int for_rules, rt_preview *p)
{
    const rt_event e = *rt_event_row(g, event);
    const rt_object *o = rt_live(g, e.obj);
    memset(p, 0, sizeof *p);
    if (!o || !matters(g, &e, o, for_rules))
        return;
    const uint32_t idx = RT_INDEX(e.obj);
    rt_trial t;
    trial_begin(g, &t);
    const uint32_t there = rt_event_place(g, &e);
    rt_refresh(g);
    const rt_object seen = *rt_obj(g, there);
    const uint32_t count = seen.granted ? seen.granted_count : 0;
    rt_granted *abilities = rt_temp_alloc(g, (count + 1) * sizeof *abilities);
    for (uint32_t i = 0; i < count; i++)
        abilities[i] = *rt_granted_row(g, seen.granted - 1 + i);
    rt_kinds kinds; /* the set itself, as it may only have been made on trial */
    memcpy(kinds.bits, rt_subtypes(g, &seen), sizeof kinds.bits);
    trial_back(g, &t);
    p->obj = e.obj;
    p->granted = g->s->granted.count;
    p->was = *rt_obj(g, idx);
    const uint32_t first = rt_push_many(g, &g->s->granted, count + 1);
    for (uint32_t i = 0; i < count; i++)
        *rt_granted_row(g, first + i) = abilities[i];
    take_over(rt_obj(g, idx), &seen);
    rt_subtypes_set(g, idx, kinds.bits);
    rt_obj(g, idx)->granted = seen.granted ? first + 1 : 0;
    rt_obj(g, idx)->granted_count = (uint16_t)count;
    rt_temp_release(g, t.mark);
}

void rt_preview_end(rt_game *g, const rt_preview *p)
{
    if (!p->obj)
        return;
    *rt_obj(g, RT_INDEX(p->obj)) = p->was;
    g->s->granted.count = p->granted;
}

/* Would it have that ability, if it were face up (CR 702.36e)? What takes abilities may ask for what it is then. */
int rt_has_face_up(rt_game *g, uint32_t idx, uint32_t ability)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(ability < g->pack->ability_count);
    if (!(g->s->arriving & RT_ARRIVING_TAKEN))
        return 1;
    rt_trial t;
    trial_begin(g, &t);
    rt_obj(g, idx)->flags &= ~(uint32_t)RT_OF_FACE_DOWN;
    rt_dirty(g);
    rt_refresh(g);
    const rt_object *o = rt_obj(g, idx);
    int has = 0;
    for (uint32_t i = 0, n = rt_ability_count(g, o); i < n && !has; i++)
        has = rt_ability_at(g, o, i) == ability;
    trial_back(g, &t);
    rt_temp_release(g, t.mark);
    return has;
}
