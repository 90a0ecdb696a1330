/* State-based actions (CR 704.5), one function per line of the rule, in a table. All that apply are
 * performed at the same time, as one batch; then they are checked again. */
#include "runtime/cast/cast.h"
#include "runtime/turn/turn.h"

#include <string.h>

static int players_lose(rt_game *g) /* 704.5a to c */
{
    int n = 0;
    for (uint32_t i = 0; i < g->s->player.count; i++) {
        rt_player *p = rt_player_row(g, i);
        if (p->lost || (!g->s->shared && p->life > 0 && !p->drew_from_empty && !p->counters &&
                        !g->s->commander_damage.count))
            continue;
        const int32_t poison = g->s->shared ? 15 : 10; /* CR 810.8d */
        const uint32_t why =
            *rt_life(g, i) <= 0  ? RT_LOSS_LIFE
            : p->drew_from_empty ? RT_LOSS_DRAW
            : rt_counters_of(g, RT_PLAYER(i), VM_COUNTER_POISON) >= poison
                ? poison == 10 ? RT_LOSS_POISON : RT_LOSS_SHARED_POISON
            : g->s->commander_limit && rt_commander_dealt(g, i) >= g->s->commander_limit
                ? RT_LOSS_COMMANDER /* CR 903.10a */
                : 0;
        p->drew_from_empty = 0;
        if (why && !rt_rule_on_team(g, VM_MOD_CANT_LOSE, i)) { /* CR 101.2 */
            rt_event *e = rt_event_add(g, RT_EV_LOSE_GAME,
                                       RT_EF_SBA); /* once, for whatever reasons (704.6) */
            e->player = (uint8_t)i;
            e->aux = why;
            n++;
        }
    }
    return n;
}

typedef struct designated {
    uint32_t player;
    int n;
} designated;

static int designate(rt_game *g, const vm_mod *m, const rt_ctx *c, void *user)
{
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    CANTRIP_ASSERT(vm_mod_describe(m->op) != NULL);
    designated *d = user;
    (void)c;
    if (!rt_counters(g, RT_PLAYER(d->player), (int32_t)m->a)) {
        rt_designate_player(g, d->player, m->a);
        d->n++;
    }
    return 0;
}

/* What players get as soon as a static ability says so: the city's blessing (CR 702.130b). Gives how many got it. */
int rt_designations(rt_game *g)
{
    designated d = {0, 0};
    if (!(g->s->rules_union & RT_RULE(VM_MOD_DESIGNATES)))
        return 0;
    for (; d.player < g->s->player.count; d.player++)
        if (!rt_player_row(g, d.player)->lost)
            rt_each_rule_of(g, VM_MOD_DESIGNATES, RT_PLAYER(d.player), designate, &d);
    if (d.n)
        rt_dirty(g);
    return d.n;
}

static int tokens_cease(rt_game *g) /* 704.5d, e */
{
    int n = 0;
    if (!g->s->strays)
        return 0;
    g->s->strays = 0;
    for (uint32_t i = 0; i < g->s->object.count; i++) {
        const rt_object *o = rt_obj(g, i);
        int gone = (o->flags & RT_OF_TOKEN) && o->zone != VM_ZONE_BATTLEFIELD;
        gone |= (o->flags & RT_OF_COPY) && o->zone != VM_ZONE_STACK;
        if (o->zone < VM_ZONE_COUNT && gone) {
            rt_free_object(g, i);
            n++;
        }
    }
    if (n && g->s->volatile_statics) /* which may count what is in a graveyard */
        rt_dirty(g);
    return n;
}

static void to_graveyard(rt_game *g, rt_entity e)
{
    rt_move_event(g, e, VM_ZONE_GRAVEYARD, RT_EF_SBA, 0);
}

static int zero_toughness(rt_game *g, uint32_t idx) /* 704.5f */
{
    const rt_object *o = rt_obj(g, idx);
    if (!RT_IS(o, CREATURE) || o->toughness > 0)
        return 0;
    to_graveyard(g, rt_handle(g, idx));
    return 1;
}

static int lethal_damage(rt_game *g, uint32_t idx) /* 704.5g, h */
{
    const rt_object *o = rt_obj(g, idx);
    if (!RT_IS(o, CREATURE) || o->toughness <= 0 || RT_DOES(o, INDESTRUCTIBLE))
        return 0;
    if (rt_here(g, o)->damage < o->toughness && !(o->flags & RT_OF_DEATHTOUCHED))
        return 0;
    rt_obj(g, idx)->flags &= ~(uint32_t)RT_OF_DEATHTOUCHED;
    rt_event *e = rt_event_add(g, RT_EV_DESTROY, RT_EF_SBA);
    e->obj = rt_handle(g, idx);
    return 1;
}

static int no_loyalty(rt_game *g, uint32_t idx) /* 704.5i */
{
    if (!RT_IS(rt_obj(g, idx), PLANESWALKER) ||
        rt_counters(g, rt_handle(g, idx), VM_COUNTER_LOYALTY) > 0)
        return 0;
    to_graveyard(g, rt_handle(g, idx));
    return 1;
}

int rt_can_enchant(rt_game *g, uint32_t idx, rt_entity host, uint32_t controller)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(rt_is_entity(g, host));
    rt_entity self = rt_handle(g, idx);
    const rt_object *h = RT_IS_PLAYER(host) ? NULL : rt_live(g, host);
    int some = 0;
    if (RT_IS_PLAYER(host) ? g->s->gone >> RT_PLAYER_OF(host) & 1 /* CR 303.4c */
                           : !h || h->zone != VM_ZONE_BATTLEFIELD)
        return 0;
    for (uint32_t i = 0, n = rt_ability_count(g, rt_obj(g, idx)); i < n; i++) { /* CR 702.5c */
        uint32_t id = rt_ability_at(g, rt_obj(g, idx), i);
        const vm_ability *a = &g->pack->ability[id];
        if (a->kind != VM_ABILITY_KEYWORD || !a->sel || a->keyword >= g->lib->symbol_marker_count ||
            g->lib->symbol_marker[a->keyword] != VM_MARKER_ENCHANT)
            continue;
        rt_ctx c = rt_ctx_for(g, self, id);
        c.controller = (uint8_t)controller;
        if (!rt_match(g, a->sel, host, &c))
            return 0;
        some = 1;
    }
    return some && !(h ? rt_protected_from_bearing(g, h, self)
                       : rt_is_protected(g, host, self)); /* CR 702.16c */
}

static int bad_aura(rt_game *g, uint32_t idx) /* 704.5m */
{
    const rt_object *o = rt_obj(g, idx);
    if (!rt_is_kind(g, o, VM_SUBTYPE_AURA) || !RT_IS(o, ENCHANTMENT))
        return 0;
    if (rt_here(g, o)->attached && !RT_IS(o, CREATURE) &&
        rt_can_enchant(g, idx, rt_here(g, o)->attached, o->controller))
        return 0;
    if (g->pack->face[rt_obj(g, idx)->card_face].shape == VM_SHAPE_AS_AURA) { /* CR 702.102e */
        rt_unattaches(g, rt_handle(g, idx));
        rt_presence_of(g, rt_obj(g, idx))->attached = 0;
        rt_show_face(g, idx, g->pack->face[rt_obj(g, idx)->card_face].other);
        rt_dirty(g);
        return 1;
    }
    to_graveyard(g, rt_handle(g, idx));
    return 1;
}

static int bad_attachment(rt_game *g, uint32_t idx) /* 704.5n, p */
{
    rt_object *o = rt_obj(g, idx);
    if (!rt_here(g, o)->attached || (rt_is_kind(g, o, VM_SUBTYPE_AURA) && RT_IS(o, ENCHANTMENT)))
        return 0;
    if (rt_live(g, rt_here(g, o)->attached) &&
        rt_reaches(g, o->controller, rt_here(g, o)->attached) && /* 801.9 */
        rt_can_bear(g, idx, rt_here(g, o)->attached))
        return 0;
    rt_unattaches(g, rt_handle(g, idx));
    rt_presence_of(g, rt_obj(g, idx))->attached = 0;
    rt_dirty(g);
    return 1;
}

static int unpair(rt_game *g, uint32_t idx) /* CR 702.94e: for good, whatever comes of them later */
{
    if (!rt_here(g, rt_obj(g, idx))->paired || rt_paired(g, rt_handle(g, idx)))
        return 0;
    rt_presence_of(g, rt_obj(g, idx))->paired = 0;
    rt_presence_of(g, rt_obj(g, idx))->paired_by = 0;
    rt_dirty(g);
    return 1;
}

static int annihilate(rt_game *g, uint32_t idx) /* 704.5q */
{
    rt_entity e = rt_handle(g, idx);
    int32_t plus = rt_counters(g, e, VM_COUNTER_PLUS), minus = rt_counters(g, e, VM_COUNTER_MINUS);
    int32_t n = plus < minus ? plus : minus;
    if (n <= 0)
        return 0;
    rt_counters_change(g, e, VM_COUNTER_PLUS, -n);
    rt_counters_change(g, e, VM_COUNTER_MINUS, -n);
    return 1;
}

static int over_limit(rt_game *g, const vm_mod *m, const rt_ctx *c, void *user)
{
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    CANTRIP_ASSERT(vm_mod_describe(m->op) != NULL);
    const rt_entity e = *(const rt_entity *)user;
    int32_t over = rt_counters(g, e, (int32_t)m->a) - (int32_t)m->b + 1;
    (void)c;
    if (over <= 0)
        return 0;
    rt_counters_change(g, e, m->a, -over);
    return 1;
}

static int too_many_counters(rt_game *g, uint32_t idx) /* 704.5r */
{
    rt_entity e = rt_handle(g, idx);
    return (rt_obj(g, idx)->rules & RT_RULE(VM_MOD_MAX_COUNTERS)) &&
           rt_each_rule(g, VM_MOD_MAX_COUNTERS, e, over_limit, &e);
}

static int waits_for_chapter(rt_game *g, rt_entity saga)
{
    for (uint32_t i = 0; i < g->s->ctx.count; i++)
        if (rt_ctx_row(g, i)->used && rt_ctx_row(g, i)->self == saga)
            return 1;
    return 0;
}

static int finished_saga(rt_game *g, uint32_t idx) /* 704.5s, 714.4 */
{
    const rt_object *o = rt_obj(g, idx);
    if (!rt_is_kind(g, o, VM_SUBTYPE_SAGA))
        return 0;
    uint32_t last = 0;
    for (uint32_t i = 0, n = rt_ability_count(g, o); i < n; i++) {
        const vm_ability *a = &g->pack->ability[rt_ability_at(g, o, i)];
        if (a->event == VM_EVENT_put_counters && a->mode_min > last)
            last = a->mode_min;
    }
    if (rt_counters(g, rt_handle(g, idx), VM_COUNTER_LORE) < (int32_t)last ||
        waits_for_chapter(g, rt_handle(g, idx)))
        return 0;
    rt_move_event(g, rt_handle(g, idx), VM_ZONE_GRAVEYARD, RT_EF_SACRIFICE | RT_EF_SBA, 0);
    return 1;
}

static int lost_legend(rt_game *g, uint32_t idx) /* 704.5j */
{
    if (!(rt_obj(g, idx)->flags & RT_OF_LEGEND_LOST))
        return 0;
    rt_obj(g, idx)->flags &= ~(uint32_t)RT_OF_LEGEND_LOST;
    to_graveyard(g, rt_handle(g, idx));
    return 1;
}

static int (*const EACH_PERMANENT[])(rt_game *, uint32_t) = {
    zero_toughness, lethal_damage, no_loyalty, lost_legend,       bad_aura,
    bad_attachment, unpair,        annihilate, too_many_counters, finished_saga};

static int same_legend(const rt_game *g, const rt_object *a, const rt_object *b)
{
    const uint32_t lost = RT_OF_LEGEND_LOST;
    return (a->types & b->types & VM_SUPER_LEGENDARY) && !((a->flags | b->flags) & lost) &&
           b->controller == a->controller &&
           (rt_has_own_names(a) || rt_has_own_names(b)
                ? rt_share_a_name(g, rt_handle(g, (uint32_t)(a - rt_obj(g, 0))),
                                  rt_handle(g, (uint32_t)(b - rt_obj(g, 0))))
                : rt_face(g, a)->name == rt_face(g, b)->name);
}

/* 704.5j: whoever has two asks for one to keep first; then all of 704.5 happens at the same time (704.3). */
int rt_legends_ask(rt_game *g)
{
    if (!g->s->touched && !RT_CHECKING)
        return 0;
    uint32_t n;
    const uint32_t *all = rt_permanents(g, &n);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t idx = all[i];
        if (!(rt_obj(g, idx)->types & VM_SUPER_LEGENDARY))
            continue;
        rt_spend(g, (n - i) / 4);
        for (uint32_t k = i + 1; k < n; k++) {
            if (!same_legend(g, rt_obj(g, idx),
                             rt_obj(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, k))))
                continue;
            CANTRIP_ASSERT(g->s->touched);
            rt_proc *p = rt_proc_push(g, RT_PROC_LEGEND);
            p->legend.player = rt_obj(g, idx)->controller;
            p->legend.one = idx;
            return 1;
        }
    }
    return 0;
}

/* Is there another that is as new, or newer, where its controller reaches (CR 801.12)? */
static int is_old_world(const rt_game *g, uint32_t idx)
{
    const rt_object *o = rt_obj(g, idx);
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        const uint32_t other = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        if (other != idx && (rt_obj(g, other)->types & VM_SUPER_WORLD) &&
            rt_obj(g, other)->timestamp >= o->timestamp &&
            rt_reaches(g, o->controller, rt_handle(g, other)))
            return 1;
    }
    return 0;
}

static int world_rule(rt_game *g) /* 704.5k */
{
    int n = 0;
    rt_spend(g, rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0));
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        if (!(rt_obj(g, idx)->types & VM_SUPER_WORLD) || !is_old_world(g, idx))
            continue;
        to_graveyard(g, rt_handle(g, idx));
        n = 1;
    }
    return n;
}

/* Most permanents need nothing: no counters, nothing attached, and if it is a creature, it is alive. */
static int may_need_something(const rt_game *g, const rt_object *o)
{
    return o->counters || rt_here(g, o)->attached || rt_here(g, o)->paired ||
           (o->flags & RT_OF_LEGEND_LOST) || (o->types & VM_TYPE_PLANESWALKER) ||
           (rt_subtypes(g, o)[0] &
            (UINT64_C(1) << VM_SUBTYPE_AURA | UINT64_C(1) << VM_SUBTYPE_SAGA)) ||
           (RT_IS(o, CREATURE) &&
            (o->toughness <= rt_here(g, o)->damage || (o->flags & RT_OF_DEATHTOUCHED)));
}

/* Does something decide about it that can change without the permanent? What waits on the stack for a Saga, what an
 * Aura may enchant. */
static int is_restless(const rt_game *g, const rt_object *o)
{
    CANTRIP_ASSERT(o->gen != 0 || o->zone == VM_ZONE_COUNT);
    const uint32_t enchants = rt_is_kind(g, o, VM_SUBTYPE_AURA) && rt_here(g, o)->attached
                                  ? rt_enchant_selector(g, rt_face(g, o))
                                  : 0;
    return rt_is_kind(g, o, VM_SUBTYPE_SAGA) ||
           (enchants && !rt_quiet_selector((rt_library *)g->lib, enchants));
}

/* What has not changed needs nothing that it has not needed before. */
static int permanents(rt_game *g)
{
    int n = 0;
    uint32_t worlds = 0, restless = 0;
    if (!g->s->touched && !RT_CHECKING)
        return 0;
    const uint32_t count = rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0);
    rt_spend(g, count);
    for (uint32_t i = 0; i < count; i++) { /* what is found is done later: none comes or goes */
        const uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        const rt_object *o = rt_obj(g, idx);
        worlds += (o->types & VM_SUPER_WORLD) != 0;
        if (!may_need_something(g, o))
            continue;
        restless |= (uint32_t)is_restless(g, o);
        for (size_t k = 0; k < sizeof EACH_PERMANENT / sizeof *EACH_PERMANENT; k++)
            if (EACH_PERMANENT[k](g, idx)) {
                n++;
                break;
            }
        rt_obj(g, idx)->flags &= ~(uint32_t)RT_OF_DEATHTOUCHED; /* since the last check (704.5h) */
    }
    if (worlds > 1)
        n += world_rule(g);
    CANTRIP_ASSERT(!n || g->s->touched);
    if (!n)
        g->s->touched = restless;
    return n;
}

int rt_sba(rt_game *g, uint32_t batch)
{
    CANTRIP_ASSERT(batch <= g->s->event.count);
    int n = players_lose(g);
    (void)batch;
    if (g->s->over)
        return n;
    n += rt_designations(g) + tokens_cease(g);
    return n + permanents(g);
}

rt_status rt_legend_run(rt_game *g)
{
    rt_proc *p = rt_top(g);
    const uint32_t one = p->legend.one;
    if (p->stage == 0) {
        rt_ask(g, CANTRIP_DECIDE_LEGEND, p->legend.player, rt_handle(g, one));
        for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
            uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
            const rt_object *o = rt_obj(g, idx);
            if (same_legend(g, rt_obj(g, one), o))
                rt_option_add(g, CANTRIP_OPTION_ID, rt_handle(g, idx), 0, 0);
        }
        rt_top(g)->stage = 1;
        return rt_ask_one(g);
    }
    const rt_entity keep = rt_answered(g, 0)->entity;
    rt_proc_pop(g);
    for (uint32_t i = 0; i < g->s->option.count; i++)
        if (rt_option_row(g, i)->entity != keep)
            rt_live(g, rt_option_row(g, i)->entity)->flags |= RT_OF_LEGEND_LOST;
    g->s->touched = 1;
    return RT_NEXT;
}
