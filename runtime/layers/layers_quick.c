/* The commonest of changes need no new look at all characteristics: effects that do nothing but add to power and toughness
 * (layer 7c) begin and end as additions, as long as nothing asks for power and toughness to decide characteristics or rules.
 * Builds that check compute everything again, and compare. */
#include "runtime/layers/parts.h"

enum { MODERATE = 1 << 20 }; /* sums of these are exact */

static int is_moderate(int32_t n)
{
    return n > -MODERATE && n < MODERATE;
}

typedef struct size {
    int32_t power, toughness;
} size;

static int is_added(int32_t *sum, int32_t by)
{
    if (!is_moderate(by) || !is_moderate(*sum + by))
        return 0;
    *sum += by;
    return 1;
}

/* What it adds, if that is all that it does. */
static int adds(rt_game *g, uint32_t effect, size *sum)
{
    const rt_effect *e = rt_effect_row(g, effect);
    if (e->copy || e->condition || e->duration == VM_DURATION_WHILE_SOURCE ||
        e->duration == VM_DURATION_WHILE)
        return 0;
    *sum = (size){0, 0};
    const rt_ctx c = rt_effect_ctx(g, effect + 1);
    for (uint32_t i = 0; i < e->mod_count; i++) {
        const vm_mod *m = &g->pack->mod[e->mods + i];
        if (m->op != VM_MOD_GET_PT || m->fa || m->fb || m->sel ||
            !is_added(&sum->power, rt_mod_value(g, m, 0, e->value, &c, 0)) ||
            !is_added(&sum->toughness, rt_mod_value(g, m, 1, e->value, &c, 0)))
            return 0;
    }
    return 1;
}

/* Does it concern permanents alone, of moderate size? What is gone is not changed by anything. */
static int concerns_permanents(const rt_game *g, const rt_effect *e)
{
    for (int k = 0; k < 4; k++) {
        const rt_object *o = rt_live(g, e->object[k]);
        if (o && (o->zone != VM_ZONE_BATTLEFIELD || !is_moderate(o->power) ||
                  !is_moderate(o->toughness)))
            return 0;
    }
    return 1;
}

static void add(rt_game *g, uint32_t effect, int sign)
{
    const rt_effect *e = rt_effect_row(g, effect);
    size sum;
    adds(g, effect, &sum);
    for (int k = 0; k < 4; k++) {
        rt_object *o = rt_live(g, e->object[k]);
        if (!o)
            continue;
        o->power += sign * sum.power;
        o->toughness += sign * sum.toughness;
    }
}

/* As if they had been computed: who works with what was found before looks again. */
static void changed(rt_game *g)
{
    g->s->touched = 1;
    g->s->computed++;
    rt_stir_sizes(g);
    g->s->continuous = g->s->statics_there || g->s->effect.count;
}

int rt_is_as_computed(rt_game *g)
{
    const rt_temp_mark mark = rt_temp_here(g);
    rt_state *now = rt_temp_alloc(g, rt_rows_size(g->s));
    rt_rows_copy(now, g->s);
    const uint64_t hash = rt_state_hash(g->s), rules = g->s->rules_union;
    const uint32_t there = g->s->statics_there, continuous = g->s->continuous;
    rt_dirty(g);
    rt_refresh(g);
    /* of what has gone some may be left: they say that there may be a rule, or an effect */
    if (!(g->s->rules_union & ~rules))
        g->s->rules_union = rules;
    if (there && continuous) {
        g->s->statics_there = there;
        g->s->continuous = continuous;
    }
    const int same = rt_state_hash(g->s) == hash;
    rt_bring_back(g, now);
    rt_temp_release(g, mark);
    return same;
}

/* ---- permanents for themselves ----------------------------------------------------------------
 *
 * Where continuous effects describe each permanent by what it is itself, and what they do follows from nothing else
 * (rt_state.apart), what has come, or what an effect has begun or ended on, is computed alone. */

void rt_dirty_one(rt_game *g, uint32_t idx)
{
    CANTRIP_ASSERT(idx < g->s->object.count || idx == RT_FRESH_NONE);
    if (g->s->dirty == RT_DIRTY)
        return;
    if (!g->s->apart || g->why || g->s->fresh_count == RT_FRESH_MAX) {
        rt_dirty(g);
        return;
    }
    g->s->fresh[g->s->fresh_count++] = idx;
    g->s->dirty = RT_DIRTY_SOME;
}

void rt_dirty_gone(rt_game *g)
{
    if (g->s->dirty == RT_DIRTY)
        return;
    g->s->dirty = g->s->apart && !g->why ? RT_DIRTY_SOME : RT_DIRTY;
}

/* What an effect is about is computed again; it need not be there any more. */
static void dirty_of(rt_game *g, const rt_effect *e)
{
    int alone = rt_is_effect_apart(g, e);
    for (uint32_t k = e->mods; alone && k < e->mods + e->mod_count; k++)
        alone = !g->pack->mod[k].sel;
    for (int k = 0; k < 4 && alone; k++) {
        const rt_object *o = rt_live(g, e->object[k]);
        if (o && o->zone == VM_ZONE_BATTLEFIELD)
            rt_dirty_one(g, RT_INDEX(e->object[k]));
        else
            alone = !o && !RT_IS_PLAYER(e->object[k]);
    }
    if (alone)
        rt_dirty_one(g, RT_FRESH_NONE); /* there are other effects than before */
    else
        rt_dirty(g);
}

/* ---- additions -------------------------------------------------------------------------------- */

void rt_effects_begin(rt_game *g, uint32_t first)
{
    size sum;
    int quick = !g->s->dirty && !g->s->sized && !g->why;
    for (uint32_t i = first; i < g->s->effect.count && quick; i++)
        quick = adds(g, i, &sum) && concerns_permanents(g, rt_effect_row(g, i));
    for (uint32_t i = first; i < g->s->effect.count && !quick; i++)
        dirty_of(g, rt_effect_row(g, i));
    if (!quick)
        return;
    for (uint32_t i = first; i < g->s->effect.count; i++)
        add(g, i, 1);
    changed(g);
    RT_CHECK_AGAIN(g, rt_is_as_computed(g));
}

void rt_effects_keep(rt_game *g, rt_lasts_fn lasts)
{
    const uint32_t count = g->s->effect.count;
    size sum;
    int quick = !g->s->dirty && !g->s->sized && !g->why;
    uint32_t n = 0;
    for (uint32_t i = 0; i < count && quick; i++)
        quick = lasts(g, rt_effect_row(g, i)) ||
                (adds(g, i, &sum) && concerns_permanents(g, rt_effect_row(g, i)));
    for (uint32_t i = 0; i < count; i++) {
        if (lasts(g, rt_effect_row(g, i)))
            *rt_effect_row(g, n++) = *rt_effect_row(g, i);
        else if (quick)
            add(g, i, -1);
        else
            dirty_of(g, rt_effect_row(g, i));
    }
    g->s->effect.count = n;
    if (n < count)
        rt_captured_sweep(g);
    if (n == count || !quick)
        return;
    changed(g);
    RT_CHECK_AGAIN(g, rt_is_as_computed(g));
}
