/* What a permanent would be on the battlefield (CR 614.12): that decides which replacement effects apply to its
 * entering. Continuous effects that are there already count, its own static abilities, what it enters as a copy
 * of, and under whose control. It is put there on trial, looked at, and everything is brought back. */
#include "runtime/events/events.h"

#include <string.h>

#include "runtime/state/guard.h"

/* Does anything wait for what enters: a permanent, a card elsewhere, or what an effect made? */
static int replaces_entering(const rt_game *g)
{
    const uint64_t mask = UINT64_C(1) << VM_EVENT_enters | UINT64_C(1) << VM_EVENT_put_counters;
    if (rt_waits_elsewhere(g) & mask)
        return 1;
    for (uint32_t i = 0; i < g->s->delayed.count; i++) {
        const vm_ability *a =
            &g->pack->ability[rt_ctx_row(g, rt_delayed_row(g, i)->ctx - 1)->ability];
        if (a->kind == VM_ABILITY_REPLACE && (mask >> a->event & 1))
            return 1;
    }
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

/* What the last of them came to, and of what: tokens that enter together are alike, and what one would be all would be. */
struct rt_previewed {
    rt_event event;
    rt_object object, seen;
    rt_kinds kinds; /* the set itself, as it may only have been made on trial */
    uint32_t at, computed, timestamp, taps, moves;
    uint32_t own; /* 1: it says of itself which one it is */
    uint32_t count, cap;
    rt_granted ability[];
};

static rt_previewed *room(rt_game *g, uint32_t count)
{
    rt_previewed *k = g->run->previewed;
    if (k && k->cap >= count)
        return k;
    const uint32_t cap = count * 2 + 16;
    k = base_resize(g->pack->memory, k, sizeof *k + cap * sizeof *k->ability);
    if (!k)
        rt_fail(g, RT_FAULT_MEMORY, 0);
    k->cap = cap;
    g->run->previewed = k;
    return k;
}

/* Where it is and what has been there before tells nothing of what it would be. */
static rt_object without_place(const rt_object *o)
{
    rt_object like = *o;
    like.gen = 0;
    like.lki = like.counters = like.here = like.timestamp = 0;
    return like;
}

static rt_event without_name(const rt_event *e)
{
    rt_event like = *e;
    like.obj = 0;
    return like;
}

/* Is it a token like the one before it in the same batch, and has nothing happened since? */
static int is_known(const rt_game *g, uint32_t event, const rt_object *o)
{
    const rt_previewed *k = g->run->previewed;
    const rt_event *e = rt_event_row(g, event);
    if (!g->run->preview_known || k->own || e->from != VM_ZONE_COUNT ||
        rt_here(g, o) != &RT_NO_PRESENCE || event - k->at > 1 || g->s->dirty ||
        k->computed != g->s->computed || k->timestamp != g->s->timestamp ||
        k->taps != g->run->taps || k->moves != g->run->moves)
        return 0;
    const rt_event now = without_name(e), then = without_name(&k->event);
    const rt_object is = without_place(o), was = without_place(&k->object);
    return memcmp(&now, &then, sizeof now) == 0 && memcmp(&is, &was, sizeof is) == 0;
}

static const rt_previewed *try_it(rt_game *g, uint32_t event)
{
    const rt_event e = *rt_event_row(g, event);
    const rt_object object = *rt_live(g, e.obj);
    rt_trial t;
    g->run->preview_known = 0;
    trial_begin(g, &t);
    const uint32_t there = rt_event_place(g, &e);
    rt_refresh(g);
    const rt_object seen = *rt_obj(g, there);
    const rt_entity self = rt_handle(g, there);
    const uint32_t count = seen.granted ? seen.granted_count : 0;
    rt_previewed *k = room(g, count);
    k->event = e;
    k->object = object;
    k->seen = seen;
    k->count = count;
    k->own = 0;
    for (uint32_t i = 0; i < count; i++) {
        k->ability[i] = *rt_granted_row(g, seen.granted - 1 + i);
        k->own |= k->ability[i].by == self;
    }
    memcpy(k->kinds.bits, rt_subtypes(g, &seen), sizeof k->kinds.bits);
    trial_back(g, &t);
    rt_temp_release(g, t.mark);
    k->at = event;
    k->computed = g->s->computed;
    k->timestamp = g->s->timestamp;
    k->taps = g->run->taps;
    k->moves = g->run->moves;
    g->run->preview_known = 1;
    return k;
}

/* Nothing is different where it is tried once more: of what decides about replacements. */
static int is_same(rt_game *g, uint32_t event)
{
    const rt_object seen = g->run->previewed->seen;
    const uint32_t count = g->run->previewed->count;
    const rt_previewed *k = try_it(g, event);
    return k->count == count && k->seen.types == seen.types && k->seen.face == seen.face &&
           k->seen.controller == seen.controller && k->seen.colors == seen.colors &&
           k->seen.power == seen.power && k->seen.toughness == seen.toughness &&
           k->seen.ability_flags == seen.ability_flags && k->seen.asked == seen.asked;
}

void rt_preview_begin(rt_game *g, uint32_t event, int for_rules, rt_preview *p)
{
    const rt_event e = *rt_event_row(g, event);
    const rt_object *o = rt_live(g, e.obj);
    memset(p, 0, sizeof *p);
    if (!o || !matters(g, &e, o, for_rules))
        return;
    const uint32_t idx = RT_INDEX(e.obj);
    const int known = is_known(g, event, o);
    if (known) {
        RT_CHECK_AGAIN(g, is_same(g, event));
        g->run->previewed->at = event;
        rt_spend(g, 4);
    } else
        try_it(g, event);
    const rt_previewed *k = g->run->previewed;
    const uint32_t count = k->count;
    p->obj = e.obj;
    p->granted = g->s->granted.count;
    p->was = *rt_obj(g, idx);
    const uint32_t first = rt_push_many(g, &g->s->granted, count + 1);
    for (uint32_t i = 0; i < count; i++)
        *rt_granted_row(g, first + i) = k->ability[i];
    take_over(rt_obj(g, idx), &k->seen);
    rt_subtypes_set(g, idx, k->kinds.bits);
    rt_obj(g, idx)->granted = k->seen.granted ? first + 1 : 0;
    rt_obj(g, idx)->granted_count = (uint16_t)count;
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
