/* What rules of layer 0 forbid (CR 101.2): asked by those who are about to do it. */
#include "runtime/layers/layers.h"
#include "runtime/layers/layers.h"

static int may_apply(const rt_game *g, uint32_t op, rt_entity e)
{
    CANTRIP_ASSERT(vm_mod_describe(op) != NULL);
    CANTRIP_ASSERT(rt_is_entity(g, e));
    if (!rt_may_rule(g, op, e))
        return 0;
    const rt_object *o = RT_IS_PLAYER(e) ? NULL : rt_live(g, e);
    return !o || o->zone != VM_ZONE_BATTLEFIELD || (o->rules & RT_RULE(op));
}

/* ---- targets (CR 702.11, 702.18) ----------------------------------------------------------------- */

typedef struct aimed_at {
    const rt_ctx *by;
    rt_entity e;
    uint32_t keyword; /* whose rule forbids it */
} aimed_at;

static int is_despite(rt_game *g, const vm_mod *m, const rt_ctx *rule, void *user)
{
    const aimed_at *at = user;
    return rt_is_keyword(g->lib, at->keyword, m->a) && rule->controller == at->by->controller;
}

static int forbids_targeting(rt_game *g, const vm_mod *m, const rt_ctx *rule, void *user)
{
    CANTRIP_ASSERT(rule->controller < g->s->player.count &&
                   (rule->ability == VM_NO_SYMBOL || rule->ability < g->pack->ability_count));
    CANTRIP_ASSERT(vm_mod_describe(m->op) != NULL);
    aimed_at *at = user;
    const rt_ctx *by = at->by;
    const vm_ability *a = by->ability == VM_NO_SYMBOL ? NULL : &g->pack->ability[by->ability];
    const int spell = !a || a->kind == VM_ABILITY_SPELL;
    if ((m->b & VM_TB_ONLY_SPELLS && !spell) || (m->b & VM_TB_ONLY_ABILITIES && spell))
        return 0;
    if (!rt_relation(g, m->b & VM_TB_WHOSE, by->controller, rule->controller) ||
        (m->a && !rt_match(g, m->a, by->self, rule)))
        return 0;
    at->keyword =
        rule->ability == VM_NO_SYMBOL ? VM_NO_SYMBOL : g->pack->ability[rule->ability].keyword;
    return at->keyword == VM_NO_SYMBOL || !rt_may_rule(g, VM_MOD_TARGETED_DESPITE, at->e) ||
           !rt_each_rule(g, VM_MOD_TARGETED_DESPITE, at->e, is_despite, at); /* CR 702.11e */
}

int rt_can_be_targeted(rt_game *g, rt_entity e, const rt_ctx *by)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    const rt_ctx c = *by;
    aimed_at at = {&c, e, VM_NO_SYMBOL};
    return !may_apply(g, VM_MOD_CANT_BE_TARGETED, e) ||
           !rt_each_rule(g, VM_MOD_CANT_BE_TARGETED, e, forbids_targeting, &at);
}

/* ---- casting, activating -------------------------------------------------------------------------- */

/* Of spells from a graveyard it is asked where they are cast from. Without a zone it is about spells, or cards, anywhere. */
static int forbids_spell(rt_game *g, const vm_mod *m, const rt_ctx *rule, void *user)
{
    enum { NAMED = 0x7F & ~(1u << VM_ZONE_BATTLEFIELD | 1u << VM_ZONE_STACK) };
    const rt_entity e = *(const rt_entity *)user;
    const uint32_t zones = g->pack->selector[m->a].zones;
    const rt_object *o = rt_live(g, e);
    if (m->a && (zones & NAMED) && o) {
        const uint32_t from = o->zone == VM_ZONE_STACK && rt_here(g, o)->cast_from
                                  ? rt_here(g, o)->cast_from - 1u
                                  : o->zone;
        if (!(zones >> from & 1))
            return 0;
    }
    return !m->a || rt_match(g, m->a, e, rule);
}

/* A legendary instant or sorcery needs a legend who casts it (CR 205.4e). */
static int lacks_legend(const rt_game *g, uint32_t player, const rt_object *o)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    CANTRIP_ASSERT(o->gen != 0 || o->zone == VM_ZONE_COUNT);
    if (!(o->types & VM_SUPER_LEGENDARY) || !(o->types & (VM_TYPE_INSTANT | VM_TYPE_SORCERY)))
        return 0;
    for (uint32_t i = 0, n = rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i < n; i++) {
        const rt_object *p = rt_obj(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i));
        if (p->controller == player && (p->types & VM_SUPER_LEGENDARY) &&
            (p->types & (VM_TYPE_CREATURE | VM_TYPE_PLANESWALKER)))
            return 0;
    }
    return 1;
}

int rt_may_cast(rt_game *g, uint32_t player, rt_entity card)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    CANTRIP_ASSERT(rt_is_entity(g, card));
    const rt_object *o = rt_live(g, card);
    if (o && lacks_legend(g, player, o))
        return 0;
    if (rt_rule_on(g, VM_MOD_CANT_CAST, card) ||
        rt_each_rule(g, VM_MOD_CANT_CAST_SPELLS, RT_PLAYER(player), forbids_spell, &card))
        return 0;
    return rt_player_row(g, player)->spells_cast < rt_most_of(g, player, VM_MOST_SPELLS);
}

static int forbids_activating(rt_game *g, const vm_mod *m, const rt_ctx *rule, void *user)
{
    (void)g, (void)rule;
    const uint32_t kinds = *(const uint32_t *)user;
    return !(m->b & 1 && kinds & RT_OF_MANA) && (!(m->b & 2) || kinds & RT_CYCLES);
}

int rt_may_activate(rt_game *g, rt_entity e, uint32_t kinds)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    if (!rt_may_rule(g, VM_MOD_CANT_ACTIVATE, e))
        return 1;
    const rt_object *o = rt_live(g, e);
    const rt_entity who = RT_PLAYER(o ? o->controller : 0); /* of permanents, and of players */
    return (!may_apply(g, VM_MOD_CANT_ACTIVATE, e) ||
            !rt_each_rule(g, VM_MOD_CANT_ACTIVATE, e, forbids_activating, &kinds)) &&
           (!o || !rt_each_rule(g, VM_MOD_CANT_ACTIVATE, who, forbids_activating, &kinds));
}

/* ---- limits --------------------------------------------------------------------------------------- */

typedef struct limit {
    int32_t value;
    rt_entity of;
    int least;
} limit;

static int tighten(rt_game *g, const vm_mod *m, const rt_ctx *rule, void *user)
{
    CANTRIP_ASSERT(rule->controller < g->s->player.count &&
                   (rule->ability == VM_NO_SYMBOL || rule->ability < g->pack->ability_count));
    CANTRIP_ASSERT(vm_mod_describe(m->op) != NULL);
    limit *l = user;
    const int32_t v = rt_mod_value(g, m, 0, NULL, rule, l->of);
    if (l->least ? v > l->value : v < l->value)
        l->value = v;
    return 0;
}

int32_t rt_rule_limit(rt_game *g, uint32_t op, rt_entity e, int32_t without)
{
    CANTRIP_ASSERT(vm_mod_describe(op) != NULL);
    CANTRIP_ASSERT(rt_is_entity(g, e));
    limit l = {without, e, 0};
    if (may_apply(g, op, e))
        rt_each_rule(g, op, e, tighten, &l);
    return l.value;
}

int32_t rt_rule_at_least(rt_game *g, uint32_t op, rt_entity e, int32_t without)
{
    CANTRIP_ASSERT(vm_mod_describe(op) != NULL);
    CANTRIP_ASSERT(rt_is_entity(g, e));
    limit l = {without, e, 1};
    if (may_apply(g, op, e))
        rt_each_rule(g, op, e, tighten, &l);
    return l.value;
}

typedef struct hand_size {
    int32_t base, change;
    int none;
    rt_entity player;
} hand_size;

static int resize_hand(rt_game *g, const vm_mod *m, const rt_ctx *rule, void *user)
{
    CANTRIP_ASSERT(rule->controller < g->s->player.count &&
                   (rule->ability == VM_NO_SYMBOL || rule->ability < g->pack->ability_count));
    CANTRIP_ASSERT(vm_mod_describe(m->op) != NULL);
    hand_size *h = user;
    const int32_t v = rt_mod_value(g, m, 0, NULL, rule, h->player);
    if (m->b == 2)
        h->none = 1;
    else if (m->b)
        h->change = rt_sum(h->change, v);
    else
        h->base = v;
    return 0;
}

uint32_t rt_max_hand(rt_game *g, uint32_t player) /* CR 402.2 */
{
    hand_size h = {(int32_t)rt_player_row(g, player)->max_hand, 0, 0, RT_PLAYER(player)};
    rt_each_rule(g, VM_MOD_MAX_HAND, h.player, resize_hand, &h);
    if (h.none)
        return UINT32_MAX;
    const int32_t size = rt_sum(h.base, h.change);
    return size > 0 ? (uint32_t)size : 0;
}

/* ---- events ---------------------------------------------------------------------------------------- */

int rt_is_unpreventable(rt_game *g, rt_entity source)
{
    CANTRIP_ASSERT(rt_is_entity(g, source));
    const rt_object *o = rt_look(g, source);
    return rt_rule_on(g, VM_MOD_DAMAGE_UNPREVENTABLE, source) ||
           (o && rt_rule_on(g, VM_MOD_DAMAGE_UNPREVENTABLE, RT_PLAYER(o->controller)));
}

/* Zones, other than the battlefield, of what a rule keeps from entering; 0: of all. */
static uint32_t barred_zones(const rt_game *g, const vm_mod *m)
{
    return m->sel ? g->pack->selector[m->sel].zones & ~(1u << VM_ZONE_BATTLEFIELD) : 0;
}

/* 'creature cards in graveyards' are those there; 'lands' are all that would be lands, wherever they come from. */
static int bars(rt_game *g, const vm_mod *m, const rt_ctx *rule, void *user)
{
    CANTRIP_ASSERT(rule->controller < g->s->player.count &&
                   (rule->ability == VM_NO_SYMBOL || rule->ability < g->pack->ability_count));
    CANTRIP_ASSERT(vm_mod_describe(m->op) != NULL);
    const uint32_t elsewhere = barred_zones(g, m);
    const rt_object *o = rt_live(g, *(const rt_entity *)user);
    (void)rule;
    return !elsewhere || (o && (elsewhere >> o->zone & 1));
}

static int bars_from(const rt_game *g, uint32_t first, uint32_t count, uint32_t zone)
{
    for (const vm_mod *m = &g->pack->mod[first]; m < &g->pack->mod[first + count]; m++)
        if (m->op == VM_MOD_CANT_ENTER && (!barred_zones(g, m) || (barred_zones(g, m) >> zone & 1)))
            return 1;
    return 0;
}

/* Are the rules that are there only about cards in other zones than `zone`? Then what it would be is not asked: a token comes
 * from none. */
static int bars_others(const rt_game *g, uint32_t zone)
{
    uint32_t n;
    const uint32_t *all = rt_permanents(g, &n);
    int any = rt_static_zones(g) != 0;
    for (uint32_t i = 0; i < g->s->effect.count && !any; i++)
        any = bars_from(g, rt_effect_row(g, i)->mods, rt_effect_row(g, i)->mod_count, zone);
    for (uint32_t i = 0; i < n && !any; i++) {
        const rt_object *o = rt_obj(g, all[i]);
        const int may = o->granted || (g->lib->face[o->face].makes & RT_RULE(VM_MOD_CANT_ENTER));
        for (uint32_t k = 0, count = may ? rt_ability_count(g, o) : 0; k < count && !any; k++) {
            const vm_ability *a = &g->pack->ability[rt_ability_at(g, o, k)];
            any = bars_from(g, a->mods, a->mod_count, zone);
        }
    }
    return !any;
}

/* Nothing that is there says so, and neither does the card, whatever it will be a copy of. */
static int could_be_barred(const rt_game *g, uint32_t event, rt_entity e)
{
    const rt_event *enters = rt_event_row(g, event);
    const rt_object *o = rt_live(g, e);
    if (o && !enters->copy_of && !(g->lib->face[o->face].rules & RT_RULE(VM_MOD_CANT_ENTER)) &&
        bars_others(g, o->zone))
        return 0;
    return (g->s->rules_union & RT_RULE(VM_MOD_CANT_ENTER)) || enters->copy_of || g->s->dirty ||
           (o && (g->lib->face[o->face].rules & RT_RULE(VM_MOD_CANT_ENTER)));
}

/* It is judged as what it would be on the battlefield (CR 614.17d). */
static int is_barred(rt_game *g, uint32_t event, rt_entity e)
{
    CANTRIP_ASSERT(event < g->s->event.count);
    CANTRIP_ASSERT(rt_is_entity(g, e));
    rt_preview as;
    rt_preview_begin(g, event, 1, &as);
    const int barred = rt_each_rule(g, VM_MOD_CANT_ENTER, e, bars, &e);
    rt_preview_end(g, &as);
    return barred;
}

static int cant_enter(rt_game *g, uint32_t event, rt_entity e)
{
    if (!(g->lib->rules & RT_RULE(VM_MOD_CANT_ENTER)))
        return 0;
    if (could_be_barred(g, event, e))
        return is_barred(g, event, e);
    RT_CHECK_AGAIN(g, !is_barred(g, event, e));
    return 0;
}

static int forbids_gain(rt_game *g, const vm_mod *m, const rt_ctx *c, void *user)
{
    (void)g, (void)c, (void)user;
    return !m->a;
}

static int forbids_tapping(rt_game *g, const vm_mod *m, const rt_ctx *rule, void *user)
{
    (void)g, (void)rule;
    return m->a + 1 == *(const uint32_t *)user;
}

/* keyword: number + 1, of what it would be tapped for; 0 = of none (CR 702.121c) */
int rt_can_tap_for(rt_game *g, rt_entity e, uint32_t keyword)
{
    return !keyword || !rt_may_rule(g, VM_MOD_CANT_TAP_FOR, e) ||
           !rt_each_rule(g, VM_MOD_CANT_TAP_FOR, e, forbids_tapping, &keyword);
}

int32_t rt_payable_life(rt_game *g, uint32_t player)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    g->run->looked |= RT_LOOKED_AT_LIFE;
    return rt_rule_on(g, VM_MOD_LIFE_CANT_CHANGE, RT_PLAYER(player)) ? 0 : *rt_life(g, player);
}

int rt_life_could_become(rt_game *g, uint32_t player, int32_t life)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    const int32_t have = *rt_life(g, player);
    g->run->looked |= RT_LOOKED_AT_LIFE;
    const rt_entity e = RT_PLAYER(player);
    if (life < have)
        return !rt_rule_on(g, VM_MOD_LIFE_CANT_CHANGE, e);
    return life == have || (!rt_rule_on_team(g, VM_MOD_CANT_GAIN_LIFE, player) &&
                            !rt_each_rule(g, VM_MOD_LIFE_CANT_CHANGE, e, forbids_gain, NULL));
}

int rt_is_forbidden(rt_game *g, uint32_t event, int again)
{
    CANTRIP_ASSERT(event < g->s->event.count);
    static const uint64_t RULES = RT_RULE(VM_MOD_CANT_BE_SACRIFICED) | RT_RULE(VM_MOD_CANT_ENTER) |
                                  RT_RULE(VM_MOD_MOST) | RT_RULE(VM_MOD_CANT_GAIN_LIFE) |
                                  RT_RULE(VM_MOD_LIFE_CANT_CHANGE) |
                                  RT_RULE(VM_MOD_CANT_GET_COUNTERS);
    static const uint32_t KINDS = 1u << RT_EV_MOVE | 1u << RT_EV_DRAW | 1u << RT_EV_GAIN_LIFE |
                                  1u << RT_EV_LOSE_LIFE | 1u << RT_EV_PUT_COUNTERS;
    if (!(g->lib->rules & RULES) || !(KINDS >> rt_event_row(g, event)->kind & 1))
        return 0;
    const rt_event e = *rt_event_row(g, event); /* asking may move the block */
    switch (e.kind) {
    case RT_EV_MOVE:
        return ((e.flags & RT_EF_SACRIFICE) && rt_rule_on(g, VM_MOD_CANT_BE_SACRIFICED, e.obj)) ||
               (!again && e.to == VM_ZONE_BATTLEFIELD && cant_enter(g, event, e.obj));
    case RT_EV_DRAW:
        return rt_player_row(g, e.player)->drew >= rt_most_of(g, e.player, VM_MOST_DRAWS);
    case RT_EV_GAIN_LIFE:
        return rt_rule_on_team(g, VM_MOD_CANT_GAIN_LIFE, e.player) ||
               rt_each_rule(g, VM_MOD_LIFE_CANT_CHANGE, RT_PLAYER(e.player), forbids_gain, NULL);
    case RT_EV_LOSE_LIFE:
        return rt_rule_on(g, VM_MOD_LIFE_CANT_CHANGE, RT_PLAYER(e.player));
    case RT_EV_PUT_COUNTERS:
        return e.aux < VM_DESIGNATION_FIRST &&
               (RT_IS_PLAYER(e.whom) && e.aux == VM_COUNTER_POISON /* CR 810.10c */
                    ? rt_rule_on_team(g, VM_MOD_CANT_GET_COUNTERS, RT_PLAYER_OF(e.whom))
                    : rt_rule_on(g, VM_MOD_CANT_GET_COUNTERS, e.whom));
    default:
        return 0;
    }
}
