/* Continuous effects (CR 611, 613): characteristics from copiable values through the layers.
 * Results are kept in the objects' rows and computed anew when something changed.
 *
 * Dependency (CR 613.7) is decided by what effects do: where one effect writes what another reads,
 * the first is tried out on the state and the second's reach is compared before and after. */
#include "runtime/layers/parts.h"
#include "runtime/combat/combat.h"

#include <string.h>

/* ---- dependency -------------------------------------------------------------------------------
 */

/* With fewer parts it costs more to remember what was found than to find it again. */
enum { PARTS_MANY = 48 };

static rt_object *save_field(const rt_work *w)
{
    rt_object *saved = rt_temp_alloc(w->g, sizeof *saved * w->field_count);
    for (uint32_t i = 0; i < w->field_count; i++)
        saved[i] = *rt_obj(w->g, rt_field_at(w, i));
    return saved;
}

/* What has changed: 0 nothing, 1 nothing that the row of a selector asks, 2 something that it may. */
static int changed_since(const rt_work *w, const rt_object *saved)
{
    int changed = 0;
    for (uint32_t i = 0; i < w->field_count && changed < 2; i++) {
        const rt_object *a = &saved[i], *b = rt_obj(w->g, rt_field_at(w, i));
        if (!memcmp(a, b, sizeof *a))
            continue;
        changed = a->types != b->types || a->colors != b->colors || a->markers != b->markers ||
                          a->asked != b->asked || a->controller != b->controller ||
                          a->flags != b->flags || a->power != b->power ||
                          a->toughness != b->toughness || a->subtypes != b->subtypes
                      ? 2
                      : 1;
    }
    return changed;
}

/* What it does to what it reaches, where that is worked out: 'gets +1/+1 for each Swamp'. */
static uint64_t does(rt_work *w, const rt_part *p, const uint64_t *reach)
{
    uint64_t h = 0;
    if (!p->group || !(p->mod->fa | p->mod->fb))
        return 0;
    const rt_ctx c = w->groups[p->group - 1].ctx;
    for (uint32_t i = 0; i < w->field_count; i++) {
        if (!(reach[i / 64] >> (i & 63) & 1))
            continue;
        const rt_entity e = rt_handle(w->g, rt_field_at(w, i));
        for (int which = 0; which < 2; which++)
            h = (h ^ (uint32_t)rt_mod_value(w->g, p->mod, which, NULL, &c, e)) *
                UINT64_C(0x100000001B3);
    }
    return h;
}

/* Is it about its source, or what that is attached to, and does it do there what it says, whatever there is? */
static int is_about_named(const rt_work *w, const rt_part *p, rt_named *out)
{
    if (!p->group || p->mod->fa || p->mod->fb || !p->mod->sel ||
        w->g->pack->ability[w->groups[p->group - 1].ability].condition)
        return 0;
    const vm_selector *s = &w->g->pack->selector[p->mod->sel];
    *out = rt_named_by(w->g, p->mod->sel, &w->groups[p->group - 1].ctx);
    return out->any && !s->pred && !(s->status_all | s->status_none);
}

/* Two Auras on two lands: what one does, it does to nothing that decides what the other does. */
static int are_strangers(const rt_work *w, const rt_part *a, const rt_part *b)
{
    rt_named of_a, of_b;
    if (w->g->s->text_changes || !is_about_named(w, a, &of_a) || !is_about_named(w, b, &of_b))
        return 0;
    const rt_entity source = w->groups[a->group - 1].ctx.self;
    return !rt_may_match(&of_b, source) && !(of_a.self && rt_may_match(&of_b, of_a.self)) &&
           !(of_a.host && rt_may_match(&of_b, of_a.host));
}

/* CR 613.7a: would applying b change whether a exists, what it applies to or what it does? Tried out and undone. A part that
 * was found to change nothing is not tried again until something has changed.
 */
static int depends(rt_work *w, uint32_t a, uint32_t b)
{
    rt_game *g = w->g;
    const rt_part pa = w->parts[a], pb = w->parts[b];
    if (pa.cda != pb.cda || !(pa.reads & pb.writes))
        return 0;
    if (pa.group && w->groups[pa.group - 1].started)
        return 0;
    if (pa.group && pa.group == pb.group)
        return 0;
    /* What happens elsewhere matters to what reaches there, and to what looks there: cards of a graveyard are counted. */
    const int reaches_far = rt_elsewhere_reaches(w, &pa),
              far = reaches_far || rt_elsewhere_reaches(w, &pb);
    if (!far &&
        (pb.inert == w->version || (pb.unseen == w->version && !(pa.reads & RT_ASPECT_DEEP))))
        return 0;
    const int strangers = are_strangers(w, &pa, &pb);
    if (strangers && !RT_CHECKING)
        return 0;
    if (!strangers)
        w->tried = w->ever_tried = 1;
    if (w->some)
        return 0; /* it cannot be tried on some alone */
    rt_spend(g, w->field_count * 4);
    const uint32_t granted = g->s->granted.count, heap = g->s->heap.count;
    const rt_work before_trial = *w; /* what grows on trial is thrown away */
    const rt_temp_mark mark = rt_temp_here(g);
    rt_object *saved = save_field(w), *saved_far = far ? rt_elsewhere_save(w) : NULL;
    w->memo_off = 1;
    rt_part_reach(w, &pa, w->before);
    const uint64_t did = does(w, &pa, w->before),
                   did_far = reaches_far ? rt_elsewhere_reach(w, &pa) : 0;
    uint8_t started = pb.group ? w->groups[pb.group - 1].started : 0,
            dead = pb.group ? w->groups[pb.group - 1].dead : 0;
    rt_part trial = pb;
    w->trial = far ? RT_TRIAL_EVERYWHERE : RT_TRIAL_HERE;
    rt_part_apply(w, &trial);
    w->trial = RT_TRIAL_NONE;
    rt_part_reach(w, &pa, w->after);
    const uint64_t would = does(w, &pa, w->after),
                   would_far = reaches_far ? rt_elsewhere_reach(w, &pa) : 0;
    const int changed = far || w->part_count < PARTS_MANY ? 2 : changed_since(w, saved);
    *w = before_trial;
    if (changed == 0)
        w->parts[b].inert = w->version;
    if (changed < 2)
        w->parts[b].unseen = w->version;
    if (pb.group) {
        w->groups[pb.group - 1].started = started;
        w->groups[pb.group - 1].dead = dead;
    }
    for (uint32_t i = 0; i < w->field_count; i++)
        *rt_obj(g, rt_field_at(w, i)) = saved[i];
    if (far)
        rt_elsewhere_bring_back(w, saved_far);
    g->s->granted.count = granted;
    g->s->heap.count = heap;
    rt_temp_release(g, mark);
    const int other = did != would || did_far != would_far ||
                      memcmp(w->before, w->after, sizeof *w->before * w->words) != 0;
    CANTRIP_ASSERT(!strangers || !other);
    return other;
}

static int comes_before(const rt_part *a, const rt_part *b)
{
    return a->cda > b->cda || (a->cda == b->cda && a->timestamp < b->timestamp);
}

/* In the order of CR 613.3 and 613.6: characteristic-defining abilities first, then by timestamp.
 * Sorting by insertion: parts are gathered nearly in order. */
static void sort_parts(rt_work *w)
{
    for (uint32_t i = 1; i < w->part_count; i++) {
        uint32_t k = i;
        rt_spend(w->g, 1);
        if (!comes_before(&w->parts[i], &w->parts[i - 1]))
            continue;
        const rt_part p = w->parts[i];
        for (; k && comes_before(&p, &w->parts[k - 1]); k--)
            w->parts[k] = w->parts[k - 1];
        w->parts[k] = p;
    }
}

static int waits(rt_work *w, uint32_t i)
{
    if (!(w->parts[i].reads & w->layer_writes))
        return 0;
    rt_spend(w->g, w->layer_end / 4);
    for (uint32_t k = 0; k < w->layer_end; k++)
        if (k != i && w->parts[k].layer == w->layer && !w->parts[k].done && depends(w, i, k))
            return 1;
    return 0;
}

/* Applies a layer: always the earliest part that depends on no other (CR 613.7b); in a loop of
 * dependencies, plainly the earliest. */
static void apply_layer(rt_work *w, int layer)
{
    uint32_t first = 0;
    if (!(w->present >> rt_layer_bit(layer) & 1))
        return;
    w->tried = 0;
    w->version++;
    w->layer = layer;
    w->layer_end = w->layer_writes = 0;
    for (uint32_t i = 0; i < w->part_count; i++)
        if (w->parts[i].layer == layer) {
            w->layer_end = i + 1;
            w->layer_writes |= w->parts[i].writes;
        }
    for (;;) {
        while (first < w->layer_end && (w->parts[first].done || w->parts[first].layer != layer))
            first++;
        if (first >= w->layer_end)
            break;
        uint32_t i = first;
        while (i < w->layer_end && (w->parts[i].done || w->parts[i].layer != layer || waits(w, i)))
            i++;
        rt_part *next = &w->parts[i < w->layer_end ? i : first];
        if (!w->tried || w->part_count < PARTS_MANY) {
            rt_part_apply(w, next);
            w->version++;
            continue;
        }
        const rt_temp_mark mark = rt_temp_here(w->g);
        const uint32_t parts = w->part_count;
        const rt_object *saved = save_field(w);
        rt_part_apply(w, next);
        w->version += parts != w->part_count || changed_since(w, saved);
        if (parts == w->part_count) /* else they may lie behind the mark */
            rt_temp_release(w->g, mark);
    }
}

/* -----------------------------------------------------------------------------------------------
 */

static void count_counter(rt_game *g, const rt_counter *c)
{
    rt_object *o = rt_live(g, c->on);
    if (!o || o->zone != VM_ZONE_BATTLEFIELD)
        return;
    const int32_t power = o->power, toughness = o->toughness;
    o->power = rt_sum(power, (int64_t)rt_counter_power(g->lib, c->kind) * c->count);
    o->toughness = rt_sum(toughness, (int64_t)rt_counter_toughness(g->lib, c->kind) * c->count);
    if (rt_why_asks(g, RT_INDEX(c->on)) && (power != o->power || toughness != o->toughness)) {
        rt_object before = *o;
        before.power = power;
        before.toughness = toughness;
        rt_why_changed(g, &before, 74, 0);
    }
}

static void count_counters(const rt_work *w) /* layer 7d */
{
    rt_game *g = w->g;
    for (uint32_t i = 0; !w->some && i < g->s->counter.count; i++)
        count_counter(g, rt_counter_row(g, i));
    for (uint32_t i = 0; w->some && i < w->field_count; i++) {
        const rt_entity e = rt_handle(g, w->some[i]);
        for (uint32_t k = rt_obj(g, w->some[i])->counters; k; k = rt_counter_row(g, k - 1)->next)
            if (rt_counter_row(g, k - 1)->on == e)
                count_counter(g, rt_counter_row(g, k - 1));
    }
}

static void may_apply(rt_work *w, uint64_t bit) /* to any, also to those that are not computed */
{
    uint32_t n;
    const uint32_t *all = rt_permanents(w->g, &n);
    w->g->s->rules_union |= bit;
    for (uint32_t k = 0; k < w->field_count; k++)
        rt_obj(w->g, rt_field_at(w, k))->rules |= bit;
    for (uint32_t k = 0; k < n && w->some; k++)
        if (!(rt_obj(w->g, all[k])->rules & bit)) {
            rt_obj(w->g, all[k])->rules |= bit;
            w->others_ruled = 1;
        }
}

static int is_about_itself(const rt_work *w, const rt_part *p)
{
    return !p->mod->sel || rt_selector_names(w->g->lib, p->mod->sel) == RT_NAMES_THIS;
}

static void rules_of(rt_work *w)
{
    rt_game *g = w->g;
    const uint64_t *bits = w->bits;
    uint64_t on_all = 0;
    rt_spend(g, w->part_count);
    for (uint32_t i = 0; i < w->part_count; i++) {
        if (w->parts[i].layer || w->parts[i].done)
            continue;
        const uint32_t op = w->parts[i].mod->op;
        const uint64_t bit = op >= 30 ? RT_RULE(op) : 0;
        w->parts[i].done = 1;
        if (w->parts[i].group && !g->lib->quiet[w->groups[w->parts[i].group - 1].ability]) {
            if (rt_group_is_lost(w, w->parts[i].group))
                continue;
            if (is_about_itself(w, &w->parts[i])) { /* whether it does is asked when it matters */
                rt_object *o = rt_obj(g, w->groups[w->parts[i].group - 1].idx);
                g->s->rules_union |= bit;
                o->rules |= o->zone == VM_ZONE_BATTLEFIELD ? bit : 0;
                continue;
            }
            if (!(on_all & bit))
                may_apply(w, bit);
            on_all |= bit;
            continue;
        }
        if (w->parts[i].effect && w->parts[i].mod->sel) { /* of all that it describes (CR 611.2c) */
            may_apply(w, bit);
            continue;
        }
        if (w->parts[i].group && !rt_group_applies(w, w->parts[i].group))
            continue;
        g->s->rules_union |= bit;
        if (w->parts[i].group && !w->parts[i].mod->sel) { /* about itself alone */
            rt_obj(g, w->groups[w->parts[i].group - 1].idx)->rules |= bit;
            continue;
        }
        if (!rt_part_reach(w, &w->parts[i], w->bits))
            continue;
        for (uint32_t k = 0; k < w->field_count; k++)
            if (bits[k / 64] >> (k & 63) & 1)
                rt_obj(g, rt_field_at(w, k))->rules |= bit;
    }
}

/* What changes controllers leaves combat, and so does what is no creature or planeswalker any more (CR 506.4). */
static void leave_combat(const rt_work *w, const rt_object *had)
{
    rt_game *g = w->g;
    for (uint32_t i = 0; i < w->field_count; i++) {
        const uint32_t idx = rt_field_at(w, i);
        rt_object *o = rt_obj(g, idx);
        const int other = o->controller != had[i].controller;
        if (other)
            rt_presence_of(g, o)->since_turn = g->s->turn;
        if ((o->flags & (RT_OF_ATTACKING | RT_OF_BLOCKING)) && (other || !RT_IS(o, CREATURE)))
            rt_remove_from_combat(g, idx);
        if ((o->flags & RT_OF_ATTACKED) && (other || !RT_IS(o, PLANESWALKER)))
            rt_remove_attacked(g, idx);
    }
}

/* 'until this leaves' ends when it does (CR 611.2b). */
static void end_with_sources(rt_game *g)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->s->effect.count; i++) {
        const rt_effect e = *rt_effect_row(g, i);
        const rt_object *source = rt_live(g, e.source);
        if (e.duration == VM_DURATION_UNTIL_PAID && !rt_live(g, e.offer))
            continue;
        if (e.duration != VM_DURATION_WHILE_SOURCE ||
            (source && source->zone == VM_ZONE_BATTLEFIELD))
            *rt_effect_row(g, n++) = e;
    }
    g->s->effect.count = n;
}

/* Do the lists stand in that order already? Their last row is known then. */
static int are_in_order(rt_game *g, uint32_t *out_end)
{
    uint32_t at = 0, n;
    const uint32_t *all = rt_permanents(g, &n);
    for (uint32_t i = 0; i < n; i++) {
        const rt_object *o = rt_obj(g, all[i]);
        if (!o->granted)
            continue;
        if (o->granted != at + 1)
            return 0;
        at += rt_granted_room(o->granted_count);
    }
    *out_end = at;
    return 1;
}

/* Nothing is left behind the abilities of a list. */
static void clear_rest(rt_game *g, const rt_object *o)
{
    const uint32_t used = o->granted_count, room = rt_granted_room(used);
    memset(rt_granted_rows(g, o->granted - 1 + used), 0, (room - used) * sizeof(rt_granted));
}

/* Lists of abilities stand in the order of their permanents, however they came about. */
static void order_granted(rt_game *g)
{
    const uint32_t count = g->s->granted.count;
    if (!count || g->s->wide_effects)
        return;
    uint32_t at = 0, n;
    const int in_order = are_in_order(g, &at);
    const rt_temp_mark mark = rt_temp_here(g);
    rt_granted *rows = in_order ? NULL : rt_temp_alloc(g, count * sizeof *rows);
    if (rows)
        memcpy(rows, rt_granted_row(g, 0), count * sizeof *rows);
    const uint32_t *all = rt_permanents(g, &n);
    for (uint32_t i = 0; i < n; i++) {
        rt_object *o = rt_obj(g, all[i]);
        if (!o->granted)
            continue;
        if (rows) {
            memcpy(rt_granted_row(g, at), &rows[o->granted - 1], o->granted_count * sizeof *rows);
            o->granted = at + 1;
            at += rt_granted_room(o->granted_count);
        }
        clear_rest(g, o);
    }
    CANTRIP_ASSERT(at <= count);
    g->s->granted.count = at;
    rt_temp_release(g, mark);
}

/* Layers 1 to 7, and the rules of layer 0. */
static void apply_layers(rt_work *w)
{
    static const int LAYERS[] = {20, 30, 40, 50, 60, 61, 71, 72, 73};
    rt_game *g = w->g;
    if (!w->some)
        rt_copy_layer(w);
    rt_parts_gather(w);
    for (size_t l = 0; l < sizeof LAYERS / sizeof *LAYERS; l++) {
        if (!l || LAYERS[l] == 71 || LAYERS[l] == 40)
            sort_parts(w); /* layer 6 may have brought abilities with parts of their own */
        apply_layer(w, LAYERS[l]);
        if (LAYERS[l] == 30 && !w->some)
            rt_text_layer(g); /* layer 3 */
    }
    count_counters(w);
    apply_layer(w, 75);
    apply_layer(w, 76);
    rules_of(w);
    g->s->apart = !w->ever_tried && rt_parts_apart(w);
}

/* As printed, before anything is applied; is there a static ability, of some one that was not there? */
static int print_field(const rt_work *w, rt_object *had)
{
    rt_game *g = w->g;
    int any = 0;
    for (uint32_t i = 0; i < w->field_count; i++) {
        const uint32_t idx = rt_field_at(w, i);
        rt_object *o = rt_obj(g, idx);
        const uint32_t could = w->some ? o->ability_flags : 0;
        had[i] = *o;
        o->face = o->card_face;
        o->copied = RT_ORIGIN_OWN;
        rt_printed(g, idx);
        o->controller = o->own_controller;
        any |= (o->ability_flags & ~could) >> VM_ABILITY_STATIC & 1;
    }
    return any;
}

static int any_elsewhere(rt_game *g)
{
    rt_walk walk = {.zones = rt_static_zones(g), .kind = VM_ABILITY_STATIC};
    for (uint32_t idx; walk.zones && rt_walk_next(g, &walk, &idx);)
        if (g->lib->face[rt_obj(g, idx)->face].statics >> rt_obj(g, idx)->zone & 1)
            return 1;
    return 0;
}

static void work_begin(rt_game *g, rt_work *w)
{
    uint32_t n;
    const uint32_t *all = rt_permanents(g, &n);
    uint32_t *list = w->some ? NULL : rt_temp_alloc(g, n * sizeof *list + 1);
    if (list) /* the state may move */
        memcpy(list, all, n * sizeof *list);
    w->field = w->some ? w->some : list;
    w->words = w->field_count ? (w->field_count + 63) / 64
                              : 1; /* what lies elsewhere counts with nobody here */
    w->bits = rt_temp_alloc(g, (w->words * 4 + 1) * sizeof *w->bits);
    w->before = w->bits + w->words;
    w->after = w->before + w->words;
    w->memo = w->after + w->words;
}

static uint32_t steps_of(const rt_game *g, const rt_object *o)
{
    uint32_t steps = o->granted ? 0 : g->lib->face[o->face].steps;
    for (uint32_t i = 0; o->granted && i < o->granted_count; i++)
        steps |= g->lib->steps[rt_ability_at(g, o, i)];
    return steps;
}

static void hear(rt_game *g)
{
    uint64_t listening = 0, replacing = 0;
    uint32_t n, steps = 0;
    const uint32_t *all = rt_permanents(g, &n);
    for (uint32_t i = 0; i < n; i++) {
        const rt_object *o = rt_obj(g, all[i]);
        listening |= o->listens;
        replacing |= o->ability_flags >> VM_ABILITY_REPLACE & 1 ? o->listens : 0;
        if (o->listens >> VM_EVENT_step & 1)
            steps |= steps_of(g, o);
    }
    g->s->steps = steps;
    g->s->listening = listening;
    g->s->replacing = replacing;
}

static void compute_these(rt_game *g, rt_work *w, uint32_t granted)
{
    const uint32_t heap = g->s->heap.count;
    rt_object *had = rt_temp_alloc(g, (w->field_count + 1) * sizeof *had);
    rt_granted *rows = rt_temp_alloc(g, granted * sizeof *rows + 1);
    memcpy(rows, rt_granted_rows(g, 0), granted * sizeof *rows);
    const rt_had_granted lists = {rows, granted};
    work_begin(g, w);
    const int any = print_field(w, had);
    if (w->some && any) { /* turned since, it is none of those that are computed alone */
        g->s->apart = 0;
        return;
    }
    if (!w->some)
        g->s->statics_there = (uint32_t)(any || any_elsewhere(g));
    g->s->continuous = g->s->statics_there || g->s->effect.count;
    if (g->s->continuous) {
        apply_layers(w);
    } else {
        g->s->volatile_statics = g->s->text_changes = 0;
        g->s->apart = 1;
        count_counters(w);
    }
    hear(g);
    order_granted(g);
    leave_combat(w, had);
    for (uint32_t i = 0; i < w->field_count; i++)
        rt_stir_if_other(g, &had[i], &lists, rt_obj(g, rt_field_at(w, i)));
    g->s->heap.count = heap;
}

static void compute(rt_game *g)
{
    g->s->dirty = RT_CLEAN;
    g->s->fresh_count = 0;
    g->s->touched = 1;
    g->s->computed++;
    const uint64_t rules = g->s->rules_union;
    const uint32_t arriving = g->s->arriving, wide = g->s->wide_effects | g->s->text_changes;
    g->s->arriving = 0;
    end_with_sources(g);
    rt_reset_elsewhere(g);
    rt_spend(g, rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0) * 4 + g->s->counter.count +
                    g->s->effect.count);
    const rt_temp_mark mark = rt_temp_here(g);
    rt_work w = {.g = g, .field_count = rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0)};
    const uint32_t granted = g->s->granted.count;
    g->s->granted.count = 0;
    g->s->rules_union = 0;
    g->s->sized = 0;
    compute_these(g, &w, granted);
    rt_temp_release(g, mark);
    if (g->s->rules_union != rules || g->s->arriving != arriving || wide || g->s->wide_effects ||
        g->s->text_changes)
        rt_stir_all(g);
    rt_stir_sizes(g);
}

/* Those that are fresh, the others staying as they are; 0: all have to be looked at. */
static int compute_some(rt_game *g)
{
    uint32_t some[RT_FRESH_MAX], n = 0, others = 0;
    for (uint32_t i = 0; i < g->s->fresh_count; i++) {
        const uint32_t idx = g->s->fresh[i];
        uint32_t k = 0;
        others |= idx == RT_FRESH_NONE;
        while (k < n && some[k] != idx)
            k++;
        if (k == n && idx != RT_FRESH_NONE && rt_obj(g, idx)->zone == VM_ZONE_BATTLEFIELD)
            some[n++] = idx;
    }
    rt_spend(g, rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0) + 8);
    const rt_temp_mark mark = rt_temp_here(g);
    rt_work w = {.g = g, .some = some, .field_count = n};
    g->s->dirty = RT_CLEAN;
    g->s->fresh_count = 0;
    g->s->touched = 1;
    g->s->computed++;
    if (!n && !others) { /* something has gone, and that is all */
        hear(g);
        order_granted(g);
        return 1;
    }
    const uint64_t rules = g->s->rules_union;
    g->s->rules_union = 0;
    compute_these(g, &w, g->s->granted.count);
    rt_temp_release(g, mark);
    if (g->s->rules_union != rules || w.others_ruled)
        rt_stir_all(g);
    rt_stir_sizes(g);
    return g->s->apart;
}

void rt_compute(rt_game *g)
{
    if (g->s->dirty == RT_DIRTY_SOME && !g->s->fault) {
        if (compute_some(g) && (!g->s->copying || !rt_static_copies(g)))
            RT_CHECK_AGAIN(g, rt_is_as_computed(g));
        else
            rt_dirty(g);
    }
    while (g->s->dirty && !g->s->fault) {
        compute(g);
        rt_static_copies(g);
        if (rt_end_conditional_effects(g)) /* of what there is now; each can end only once */
            rt_dirty(g);
    }
}
