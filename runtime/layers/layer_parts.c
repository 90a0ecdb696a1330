/* What applying a part of a continuous effect to an object does. */
#include "runtime/layers/parts.h"

#include <string.h>

enum { SUBTYPE_WORDS = VM_SUBTYPE_MAX / 64 };

static int32_t arg_value(const vm_mod *m, int which, const int32_t *args)
{
    uint32_t raw = which ? m->b : m->a;
    if (m->flags & (which ? VM_MF_ARG_B : VM_MF_ARG_A)) {
        int32_t v = args ? args[raw & 1] : 0;
        return m->flags & (which ? VM_MF_NEGATE_B : VM_MF_NEGATE_A) ? -v : v;
    }
    return (int32_t)raw;
}

int32_t rt_mod_value(rt_game *g, const vm_mod *m, int which, const int32_t *args, const rt_ctx *ctx,
                     rt_entity e)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    CANTRIP_ASSERT(vm_mod_describe(m->op) != NULL);
    const int32_t own[2] = {ctx->x, ctx->amount}; /* of the effect that the rule is part of */
    uint32_t func = which ? m->fb : m->fa;
    return func ? (int32_t)rt_value(g, func, ctx, e) : arg_value(m, which, args ? args : own);
}

/* Creature types are for creatures, land types for lands (CR 205.3d). */
static int takes_subtype(const rt_game *g, const rt_object *o, uint32_t n)
{
    const uint64_t bit = UINT64_C(1) << (n & 63);
    return !((g->lib->creature_types[n / 64] & bit) &&
             !(o->types & (VM_TYPE_CREATURE | VM_TYPE_TRIBAL))) &&
           !((g->lib->land_types[n / 64] & bit) && !(o->types & VM_TYPE_LAND));
}

/* Its subtypes but those of a kind; NULL: all. */
static rt_kinds without(const rt_game *g, const rt_object *o, const uint64_t *of_kind)
{
    CANTRIP_ASSERT(o->gen != 0);
    rt_kinds kinds;
    memcpy(kinds.bits, rt_subtypes(g, o), sizeof kinds.bits);
    for (int i = 0; of_kind && i < SUBTYPE_WORDS; i++)
        kinds.bits[i] &= ~of_kind[i];
    return kinds;
}

static void set_subtypes(rt_game *g, uint32_t idx, const uint64_t *of_kind, const vm_mod *m,
                         const rt_ctx *c)
{
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    CANTRIP_ASSERT(vm_mod_describe(m->op) != NULL);
    const rt_object *o = rt_obj(g, idx);
    rt_kinds kinds = without(g, o, of_kind);
    for (uint32_t i = 0; i < m->b; i++) {
        uint32_t n = rt_word(g, c, g->pack->words[m->a + i]);
        if (takes_subtype(g, o, n))
            kinds.bits[n / 64] |= UINT64_C(1) << (n & 63);
    }
    rt_subtypes_set(g, idx, kinds.bits);
}

/* 'This ability' is the one that began the effect; a script's own numbers are none. */
static uint32_t granted_ability(const rt_game *g, const vm_mod *m, const int32_t *args, uint32_t i)
{
    CANTRIP_ASSERT(vm_mod_describe(m->op) != NULL);
    if (!(m->flags & VM_MF_THIS_ABILITY) || !args || (uint32_t)args[1] >= g->pack->ability_count)
        return m->a + i;
    return (uint32_t)args[1];
}

/* What an ability gives its own object counts as printed there (CR 607.1a). */
static uint32_t origin_given(const rt_game *g, const rt_part *p, uint32_t idx, const rt_ctx *c)
{
    if (p->layer == 10 || c->self == rt_handle(g, idx))
        return p->group ? c->origin : rt_obj(g, idx)->copied;
    return p->group ? c->self : RT_ORIGIN_EFFECT | p->timestamp;
}

/* What was chosen: the effect's own value, or what its source has chosen last. */
static int chosen(rt_game *g, const vm_mod *m, const int32_t *args, const rt_ctx *c, uint32_t *out)
{
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    CANTRIP_ASSERT(vm_mod_describe(m->op) != NULL);
    if (!(m->b & 1)) {
        *out = args && m->a < 2 ? (uint32_t)args[m->a] : 0;
        return args != NULL;
    }
    const rt_entity whose = m->b & 4 ? rt_chooser(g, c) : c->self;
    const uint32_t origin = rt_link_origin(g, c, whose);
    rt_spend(g, g->s->link.count / 4);
    for (uint32_t i = 0; i < g->s->link.count; i++) {
        const rt_link *l = rt_link_row(g, i);
        if (l->self == whose && l->slot == m->a && l->origin == origin && !l->who &&
            l->is_number ==
                1u + (uint32_t)vm_value_type(m->op == VM_MOD_SET_COLOR_CHOSEN ? 'c' : 's')) {
            *out = l->value;
            return 1;
        }
    }
    return 0;
}

static void become_chosen(rt_game *g, uint32_t idx, uint32_t op, uint32_t value, int also)
{
    CANTRIP_ASSERT(vm_mod_describe(op) != NULL);
    rt_object *o = rt_obj(g, idx);
    if (op == VM_MOD_SET_COLOR_CHOSEN) {
        o->colors = (uint8_t)((also ? o->colors : 0) | (value & 31));
        return;
    }
    if (value >= VM_SUBTYPE_MAX || !takes_subtype(g, o, value))
        return;
    if (!also)
        o->flags &= ~(uint32_t)RT_OF_ALL_CREATURE_TYPES;
    rt_kinds kinds = without(g, o, also ? NULL : g->lib->creature_types);
    kinds.bits[value / 64] |= UINT64_C(1) << (value & 63);
    rt_subtypes_set(g, idx, kinds.bits);
}

/* What has lost a card type has lost the subtypes that only go with it (CR 205.1a). */
static void drop_subtypes(rt_game *g, uint32_t idx)
{
    rt_object *o = rt_obj(g, idx);
    const struct {
        uint32_t types;
        const uint64_t *kinds;
    } OF[] = {{VM_TYPE_CREATURE | VM_TYPE_TRIBAL, g->lib->creature_types},
              {VM_TYPE_LAND, g->lib->land_types},
              {VM_TYPE_ARTIFACT, g->lib->artifact_types},
              {VM_TYPE_ENCHANTMENT, g->lib->enchantment_types}};
    rt_kinds kinds = without(g, o, NULL);
    int some = 0;
    if (!(o->types & OF[0].types))
        o->flags &= ~(uint32_t)RT_OF_ALL_CREATURE_TYPES;
    for (uint32_t k = 0; k < sizeof OF / sizeof *OF; k++)
        for (int i = 0; !(o->types & OF[k].types) && i < SUBTYPE_WORDS; i++) {
            some |= (kinds.bits[i] & OF[k].kinds[i]) != 0;
            kinds.bits[i] &= ~OF[k].kinds[i];
        }
    if (some)
        rt_subtypes_set(g, idx, kinds.bits);
}

/* +X/+X: what is worked out for one is worked out for the other. */
static int is_square(const vm_mod *m)
{
    return m->fa && m->fa == m->fb;
}

static void apply_to(rt_work *w, const rt_part *p, uint32_t idx, const rt_ctx *c)
{
    rt_game *g = w->g;
    rt_object *o = rt_obj(g, idx);
    const vm_mod *m = p->mod;
    int32_t values[2] = {0, 0};
    const int32_t *args = p->effect ? values : NULL;
    uint32_t value;
    if (p->effect) /* not the row itself: abilities that are added may move it */
        memcpy(values, rt_effect_row(g, p->effect - 1)->value, sizeof values);
    rt_entity e = rt_handle(g, idx);
    switch (m->op) {
    case VM_MOD_NO_MANA_COST:
        o->flags |= RT_OF_NO_COST;
        break;
    case VM_MOD_CONTROL:
        if (!(g->s->gone >> c->controller & 1)) /* CR 800.4a */
            o->controller = c->controller;
        break;
    case VM_MOD_ADD_TYPES:
        o->types |= m->a;
        break;
    case VM_MOD_SET_TYPES:
        o->types = (o->types & ~(uint32_t)VM_TYPE_MASK) | m->a;
        drop_subtypes(g, idx);
        break;
    case VM_MOD_REMOVE_TYPES:
        o->types &= ~m->a;
        drop_subtypes(g, idx);
        break;
    case VM_MOD_ADD_SUBTYPES:
        set_subtypes(g, idx, NULL, m, c);
        break;
    case VM_MOD_SET_LAND_TYPES: /* CR 305.7 */
        set_subtypes(g, idx, g->lib->land_types, m, c);
        rt_abilities_lose(w, idx);
        break;
    case VM_MOD_SET_CREATURE_TYPES:
        o->flags &= ~(uint32_t)RT_OF_ALL_CREATURE_TYPES;
        set_subtypes(g, idx, g->lib->creature_types, m, c);
        break;
    case VM_MOD_ALL_CREATURE_TYPES:
        o->flags |= RT_OF_ALL_CREATURE_TYPES;
        break;
    case VM_MOD_ADD_CREATURE_TYPE_CHOSEN:
    case VM_MOD_SET_COLOR_CHOSEN:
        if (chosen(g, m, args, c, &value))
            become_chosen(g, idx, m->op, value, (m->b & 2) != 0);
        break;
    case VM_MOD_SET_COLORS:
        o->colors = (uint8_t)rt_color_words(g, c, m->a);
        break;
    case VM_MOD_ADD_COLORS:
        o->colors |= (uint8_t)rt_color_words(g, c, m->a);
        break;
    case VM_MOD_ADD_ABILITIES:
        for (uint32_t i = 0; i < m->b; i++)
            rt_ability_add(w, idx, granted_ability(g, m, args, i), p->timestamp, p->layer != 10,
                           p->layer == 10 ? rt_handle(g, idx)
                           : p->group     ? c->self
                                          : 0,
                           origin_given(g, p, idx, c));
        break;
    case VM_MOD_LOSE_ALL_ABILITIES:
        rt_abilities_lose(w, idx);
        rt_obj(g, idx)->flags |= RT_OF_NO_LAND_MANA;
        break;
    case VM_MOD_FULL_TEXT:
        rt_full_text(w, idx, m, c);
        break;
    case VM_MOD_ALL_NAMES:
        o->names = m->a + 1;
        break;
    case VM_MOD_GAINS_ABILITY:
        if (args && (uint32_t)args[0] < g->pack->ability_count &&
            g->pack->ability[args[0]].kind == VM_ABILITY_ACTIVATED)
            rt_ability_add(w, idx, (uint32_t)args[0], p->timestamp, 1, 0,
                           RT_ORIGIN_EFFECT | p->timestamp);
        break;
    case VM_MOD_LOSE_THIS_ABILITY:
        if (args)
            rt_ability_lose(w, idx, (uint32_t)args[1]);
        break;
    case VM_MOD_LOSE_KEYWORD:
    case VM_MOD_CANT_HAVE_KEYWORD:
        rt_keyword_lose(w, idx, m->a, m->op == VM_MOD_LOSE_KEYWORD ? m->b : 0, c);
        break;
    case VM_MOD_DEFINE_PT:
    case VM_MOD_SET_PT: {
        int32_t power = rt_mod_value(g, m, 0, args, c, e);
        if (m->op == VM_MOD_SET_PT || m->fa)
            rt_obj(g, idx)->power = power;
        int32_t toughness = rt_mod_value(g, m, 1, args, c, e);
        if (m->op == VM_MOD_SET_PT || m->fb)
            rt_obj(g, idx)->toughness = toughness;
        break;
    }
    case VM_MOD_SET_POWER:
    case VM_MOD_SET_TOUGHNESS: {
        const int32_t base = rt_mod_value(g, m, 0, args, c, e);
        *(m->op == VM_MOD_SET_POWER ? &rt_obj(g, idx)->power : &rt_obj(g, idx)->toughness) = base;
        break;
    }
    case VM_MOD_GET_PT: {
        int32_t power = rt_mod_value(g, m, 0, args, c, e),
                toughness = is_square(m) ? power : rt_mod_value(g, m, 1, args, c, e);
        RT_CHECK_AGAIN(g, toughness == rt_mod_value(g, m, 1, args, c, e));
        rt_obj(g, idx)->power = rt_sum(rt_obj(g, idx)->power, power);
        rt_obj(g, idx)->toughness = rt_sum(rt_obj(g, idx)->toughness, toughness);
        break;
    }
    case VM_MOD_TRAIT:
        o->markers |= 1u << m->a;
        break;
    case VM_MOD_SWITCH_PT: {
        int32_t t = o->power;
        o->power = o->toughness;
        o->toughness = t;
        break;
    }
    default:
        break;
    }
}

static void apply_part_to(rt_work *w, const rt_part *p, uint32_t idx, const rt_ctx *c)
{
    if (w->trial || !rt_why_asks(w->g, idx)) {
        apply_to(w, p, idx, c);
        return;
    }
    const rt_object before = *rt_obj(w->g, idx);
    apply_to(w, p, idx, c);
    rt_why_changed(w->g, &before, p->layer, c->self);
}

rt_ctx rt_effect_ctx(const rt_game *g, uint32_t effect)
{
    const rt_effect *e = rt_effect_row(g, effect - 1);
    rt_ctx c;
    memset(&c, 0, sizeof c);
    c.self = e->source;
    c.controller = e->controller;
    c.event_player = RT_NOBODY;
    c.ability = VM_NO_SYMBOL;
    c.x = e->value[0];
    c.amount = e->value[1];
    c.captured = e->captured;
    c.made = e->made;
    return c;
}

/* Layer 1: the copiable values of what is a copy (CR 613.1a), exceptions and all. */
void rt_copy_layer(rt_work *w)
{
    rt_game *g = w->g;
    for (uint32_t i = 0; i < g->s->effect.count; i++) {
        const rt_effect e = *rt_effect_row(g, i);
        const rt_object *o = e.copy ? rt_live(g, e.object[0]) : NULL;
        if (!o || o->zone != VM_ZONE_BATTLEFIELD)
            continue;
        const uint32_t idx = RT_INDEX(e.object[0]);
        const rt_ctx c = rt_effect_ctx(g, i + 1);
        for (uint32_t k = 0; k < e.mod_count; k++) {
            const rt_part p = {.mod = &g->pack->mod[e.mods + k],
                               .timestamp = rt_obj(g, idx)->timestamp,
                               .effect = i + 1,
                               .layer = 10};
            if (p.mod->op == VM_MOD_COPY) {
                const rt_object before = *rt_obj(g, idx);
                rt_obj(g, idx)->face = (uint16_t)e.value[0];
                rt_obj(g, idx)->copied = RT_ORIGIN_EFFECT | e.timestamp;
                rt_groups_drop(w, idx);
                rt_printed(g, idx);
                if (rt_why_asks(g, idx))
                    rt_why_changed(g, &before, 10, c.self);
                continue;
            }
            if (rt_obj(g, idx)->flags & RT_OF_FACE_DOWN) /* CR 707.10 */
                continue;
            if (p.mod->op == VM_MOD_SET_PT)
                rt_obj(g, idx)->flags |= RT_OF_PT_FIXED;
            apply_part_to(w, &p, idx, &c);
        }
    }
}

void rt_mod_once(rt_game *g, uint32_t idx, uint32_t mod)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    const rt_temp_mark mark = rt_temp_here(g);
    rt_work w = {.g = g};
    const rt_part p = {.mod = &g->pack->mod[mod], .layer = 10};
    const rt_ctx c = rt_ctx_for(g, rt_handle(g, idx), VM_NO_SYMBOL);
    apply_part_to(&w, &p, idx, &c);
    rt_temp_release(g, mark);
}

/* Does the static ability still (or already) apply? CR 613.5: once it has begun it goes on. */
/* Its source has that ability no more, whatever it asks for. */
int rt_group_is_lost(const rt_work *w, uint32_t number)
{
    const rt_group *grp = &w->groups[number - 1];
    return !grp->granted && (rt_obj(w->g, grp->idx)->flags & RT_OF_LOST_ABILITIES) != 0;
}

int rt_group_applies(rt_work *w, uint32_t number)
{
    rt_group *grp = &w->groups[number - 1];
    if (grp->started)
        return !grp->dead;
    const rt_object *o = rt_obj(w->g, grp->idx);
    if (!grp->granted && (o->flags & RT_OF_LOST_ABILITIES))
        return 0;
    const vm_ability *a = &w->g->pack->ability[grp->ability];
    grp->ctx.controller = o->controller;
    return !a->condition || rt_value(w->g, a->condition, &grp->ctx, 0) != 0;
}

/* Selectors that ask nothing of the source but who controls it reach the same, whoever they are of. */
static int is_common(const rt_game *g, uint32_t sel)
{
    const vm_selector *s = &g->pack->selector[sel];
    return sel && !s->pred && s->which == VM_WHICH_ANY && !g->s->text_changes;
}

static int has_memo(const rt_work *w, const rt_part *p, const rt_ctx *c)
{
    return w->memo_sel && !w->memo_off && w->memo_sel == p->mod->sel &&
           w->memo_controller == c->controller && !w->g->s->text_changes;
}

static void keep_memo(rt_work *w, const rt_part *p, const rt_ctx *c, const uint64_t *bits,
                      uint32_t count)
{
    if (w->memo_off || !is_common(w->g, p->mod->sel))
        return;
    w->memo_sel = p->mod->sel;
    w->memo_controller = c->controller;
    w->memo_reads = rt_selector_reads((rt_library *)w->g->lib, p->mod->sel);
    w->memo_count = count;
    memcpy(w->memo, bits, sizeof *bits * w->words);
}

/* Nothing is called, so nothing moves. */
static uint32_t reach_at_a_glance(const rt_work *w, const rt_glance *glance, uint64_t *bits)
{
    uint32_t n = 0;
    const uint32_t *list = w->field;
    const rt_object *object = rt_object_row(w->g, 0);
    for (uint32_t i = 0; i < w->field_count; i++) {
        const rt_object *o = &object[list[i]];
        if (rt_is_other(w->g, glance, o) ||
            ((uint32_t)o->gen << RT_INDEX_BITS | list[i]) == glance->source)
            continue;
        bits[i / 64] |= UINT64_C(1) << (i & 63);
        n++;
    }
    return n;
}

/* The permanents that a part affects now, as bits over the battlefield's order. */
uint32_t rt_part_reach(rt_work *w, const rt_part *p, uint64_t *bits)
{
    rt_game *g = w->g;
    uint32_t n = 0;
    rt_spend(g, w->words);
    memset(bits, 0, sizeof *bits * w->words);
    if (p->effect) {
        rt_spend(g, w->field_count);
        const rt_effect *e = rt_effect_row(g, p->effect - 1);
        for (uint32_t i = 0; i < w->field_count; i++) {
            rt_entity h = rt_handle(g, rt_field_at(w, i));
            for (int k = 0; k < 4; k++)
                if (e->object[k] == h) {
                    bits[i / 64] |= UINT64_C(1) << (i & 63);
                    n++;
                }
        }
        return n;
    }
    if (!rt_group_applies(w, p->group))
        return 0;
    const rt_ctx c = w->groups[p->group - 1].ctx;
    const rt_group *grp = &w->groups[p->group - 1];
    if (grp->started && grp->kept && grp->reach_sel == p->mod->sel) {
        memcpy(bits, grp->reach, sizeof *bits * w->words);
        return 1;
    }
    if (p->mod->sel && !(g->pack->selector[p->mod->sel].zones >> VM_ZONE_BATTLEFIELD & 1))
        return 0; /* 'cards in graveyards', 'spells' */
    const int is_known = has_memo(w, p, &c);
    if (is_known && !RT_CHECKING) {
        memcpy(bits, w->memo, sizeof *bits * w->words);
        return w->memo_count;
    }
    rt_spend(g, w->field_count);
    const rt_named only = rt_named_by(g, p->mod->sel, &c);
    const rt_glance glance = only.any ? (rt_glance){0} : rt_glance_of(g, p->mod->sel, &c);
    if (glance.whole && p->mod->sel && !RT_CHECKING) {
        n = reach_at_a_glance(w, &glance, bits);
        keep_memo(w, p, &c, bits, n);
        return n;
    }
    for (uint32_t i = 0; i < w->field_count; i++) {
        const uint32_t idx = rt_field_at(w, i);
        const int hit = !p->mod->sel ? idx == RT_INDEX(c.self)
                        : only.any   ? rt_may_match(&only, rt_handle(g, idx)) &&
                                         rt_match(g, p->mod->sel, rt_handle(g, idx), &c)
                                   : rt_is_described(g, p->mod->sel, idx, &c, &glance);
        if (hit) {
            bits[i / 64] |= UINT64_C(1) << (i & 63);
            n++;
        }
    }
    CANTRIP_ASSERT(!is_known || !memcmp(bits, w->memo, sizeof *bits * w->words));
    keep_memo(w, p, &c, bits, n);
    return n;
}

/* 'all cards', 'creature spells you control': what a static ability does to objects in other zones. */
static void apply_elsewhere(rt_work *w, const rt_part *p)
{
    const rt_ctx c = w->groups[p->group - 1].ctx;
    uint32_t *list;
    for (uint32_t i = 0, n = rt_elsewhere_list(w, p, &list); i < n; i++)
        apply_part_to(w, p, list[i], &c);
}

/* ---- anthems ----------------------------------------------------------------------------------
 *
 * A thousand that say the same to the same creatures are one addition to each of them. */

typedef struct sum {
    int32_t power, toughness;
} sum;

/* Does it do nothing but add numbers that stand in it, and of one sign, to what a description common to many finds? */
static int is_addition(const rt_work *w, const rt_part *p, sum *out)
{
    const vm_mod *m = p->mod;
    if (m->op != VM_MOD_GET_PT || p->effect || m->fa || m->fb || m->flags || w->trial || w->tried ||
        w->g->why || rt_other_zones(w->g, m) || (p->reads & w->layer_writes) ||
        !is_common(w->g, m->sel) ||
        w->g->pack->ability[w->groups[p->group - 1].ability].mod_count != 1)
        return 0;
    *out = (sum){(int32_t)m->a, (int32_t)m->b};
    return 1;
}

static int is_same_way(int32_t a,
                       int32_t b) /* no sum is cut off that the order would decide about */
{
    return (a >= 0 && b >= 0) || (a <= 0 && b <= 0);
}

/* Of an addition that was found to reach something: those directly behind it that add to the same are done with it. */
static sum add_alike(rt_work *w, uint32_t at, sum all)
{
    const rt_part first = w->parts[at];
    sum one;
    const uint32_t you = w->groups[first.group - 1].ctx.controller;
    for (uint32_t i = at + 1; i < w->layer_end; i++) {
        rt_part *p = &w->parts[i];
        if (p->done || p->layer != first.layer || p->mod->sel != first.mod->sel ||
            !is_addition(w, p, &one) || !is_same_way(all.power, one.power) ||
            !is_same_way(all.toughness, one.toughness) || !rt_group_applies(w, p->group) ||
            w->groups[p->group - 1].ctx.controller != you)
            break;
        rt_spend(w->g, 1);
        p->done = w->groups[p->group - 1].started = 1;
        all.power = rt_sum(all.power, one.power);
        all.toughness = rt_sum(all.toughness, one.toughness);
    }
    return all;
}

static void add_to(const rt_work *w, sum all, const uint64_t *bits)
{
    for (uint32_t k = 0; k < w->words; k++)
        for (uint64_t left = bits[k]; left; left &= left - 1) {
            rt_object *o = rt_obj(w->g, rt_field_at(w, k * 64 + (uint32_t)__builtin_ctzll(left)));
            o->power = rt_sum(o->power, all.power);
            o->toughness = rt_sum(o->toughness, all.toughness);
        }
}

/* A trial mostly brings back what it did to permanents alone. */
static int can_change(const rt_work *w, const rt_object *o)
{
    return o->zone == VM_ZONE_BATTLEFIELD || (w->trial != RT_TRIAL_HERE && rt_is_elsewhere(o));
}

void rt_part_apply(rt_work *w, rt_part *p)
{
    rt_game *g = w->g;
    uint64_t *bits = w->bits;
    const uint32_t at = (uint32_t)(p - w->parts);
    const rt_part here = *p; /* parts may move when abilities bring new ones */
    p->done = 1;
    uint32_t n = here.effect || !here.mod->sel ? 0 : rt_part_reach(w, &here, bits);
    if (here.writes & w->memo_reads) /* what follows may change it */
        w->memo_sel = 0;
    if (here.effect) { /* what it affects was fixed when it began (CR 611.2c) */
        rt_ctx c = rt_effect_ctx(g, here.effect);
        for (int k = 0; k < 4; k++) {
            rt_entity e = rt_effect_row(g, here.effect - 1)->object[k];
            const rt_object *o = e && rt_is_computed(w, e) ? rt_live(g, e) : NULL;
            if (o && can_change(w, o))
                apply_part_to(w, &here, RT_INDEX(e), &c);
        }
        return;
    }
    if (!here.mod->sel) { /* about itself alone */
        const int applies = rt_group_applies(w, here.group);
        rt_group *grp = &w->groups[here.group - 1];
        const rt_ctx self = grp->ctx;
        grp->started = 1;
        grp->dead = (uint8_t)!applies;
        if (applies && rt_is_computed(w, grp->ctx.self) && can_change(w, rt_obj(g, grp->idx)))
            apply_part_to(w, &here, grp->idx, &self);
        return;
    }
    if (n || rt_group_applies(w, here.group)) {
        rt_group *grp = &w->groups[here.group - 1];
        if (!grp->started && grp->reach && here.layer) {
            grp->kept = 1;
            grp->reach_sel = here.mod->sel;
            memcpy(grp->reach, bits, sizeof *bits * w->words);
        }
        grp->started = 1;
    } else {
        w->groups[here.group - 1].started = w->groups[here.group - 1].dead = 1;
    }
    if (w->trial != RT_TRIAL_HERE && g->s->wide_effects && rt_other_zones(g, here.mod) &&
        !w->groups[here.group - 1].dead)
        apply_elsewhere(w, &here);
    if (!n)
        return;
    sum all;
    if (is_addition(w, &here, &all)) {
        add_to(w, add_alike(w, at, all), bits);
        return;
    }
    rt_ctx c = w->groups[here.group - 1].ctx;
    for (uint32_t k = 0; k < w->words; k++)
        for (uint64_t left = bits[k]; left; left &= left - 1)
            apply_part_to(w, &here, rt_field_at(w, k * 64 + (uint32_t)__builtin_ctzll(left)), &c);
}
