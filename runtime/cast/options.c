/* What a player with priority may do (CR 116.1, 307.1, 602.5), and what spells cost (CR 601.2f). */
#include "runtime/cast/cast.h"

#include <string.h>

/* ---- parts of costs ---------------------------------------------------------------------------- */

enum { COST_KINDS = VM_AF_ALTERNATIVE | VM_AF_PER_MODE | VM_AF_MANDATORY };

static int is_cost(const vm_ability *a, uint32_t flag)
{
    return a->kind == VM_ABILITY_COST && (a->flags & COST_KINDS) == flag;
}

/* The n-th alternative cost of a card (CR 117.9), or, without VM_AF_ALTERNATIVE, its n-th kicker (702.32). */
const vm_ability *rt_cost_ability(const rt_game *g, const vm_face *f, uint32_t flag, uint32_t n)
{
    CANTRIP_ASSERT(f->shape < VM_SHAPE_COUNT);
    for (uint32_t i = 0; i < f->ability_count; i++) {
        const vm_ability *a = &g->pack->ability[f->abilities + i];
        if (is_cost(a, flag) && !n--)
            return a;
    }
    return NULL;
}

/* The n-th of those that others give it. */
static const vm_ability *granted_cost(const rt_game *g, const rt_object *o, uint32_t flag,
                                      uint32_t n, uint32_t *out_given)
{
    const vm_face *f = rt_face(g, o);
    for (uint32_t i = 0; o->granted && i < o->granted_count; i++) {
        const uint32_t id = rt_ability_at(g, o, i);
        const vm_ability *a = &g->pack->ability[id];
        if (!is_cost(a, flag) || (id >= f->abilities && id < f->abilities + f->ability_count) ||
            n--)
            continue;
        *out_given = RT_PAID_GIVEN | a->keyword << 8 | rt_given_as(g, o, i);
        return a;
    }
    return NULL;
}

typedef struct cost_search {
    uint32_t flag, n;
    const vm_ability *found;
} cost_search;

static int is_searched(rt_game *g, const vm_mod *m, const rt_ctx *rule, void *user)
{
    cost_search *s = user;
    (void)rule;
    for (uint32_t i = m->a; i < m->a + m->b && !s->found; i++)
        if (is_cost(&g->pack->ability[i], s->flag) && !s->n--)
            s->found = &g->pack->ability[i];
    return s->found != NULL;
}

/* The n-th cost of a kind that a spell has, or a card would have as a spell: its own, then those that others give it. */
const vm_ability *rt_cost_of(rt_game *g, rt_entity e, uint32_t flag, uint32_t n,
                             uint32_t *out_given)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    const rt_object *o = rt_live(g, e);
    const vm_face *f = rt_face(g, o);
    const vm_ability *a = rt_cost_ability(g, f, flag, n);
    *out_given = 0;
    if (a)
        return a;
    for (uint32_t own = 0; rt_cost_ability(g, f, flag, own); own++)
        n--;
    if (o->zone == VM_ZONE_STACK || o->zone == VM_ZONE_BATTLEFIELD)
        return granted_cost(g, o, flag, n, out_given);
    cost_search s = {flag, n, NULL};
    rt_each_rule(g, VM_MOD_GIVES_COST, e, is_searched, &s);
    return s.found;
}

/* The n-th optional cost of what is a spell or was one. */
const vm_ability *rt_optional_cost(const rt_game *g, const rt_object *o, uint32_t n,
                                   uint32_t *out_given)
{
    const vm_face *f = rt_face(g, o);
    const vm_ability *a = rt_cost_ability(g, f, 0, n);
    *out_given = 0;
    if (a)
        return a;
    for (uint32_t own = 0; rt_cost_ability(g, f, 0, own); own++)
        n--;
    return granted_cost(g, o, 0, n, out_given);
}

uint32_t rt_given_as(const rt_game *g, const rt_object *o, uint32_t i)
{
    const uint32_t before = o->granted ? rt_instances(g, o, rt_ability_at(g, o, i), i) : 0;
    return before < UINT8_MAX ? before : UINT8_MAX;
}

/* What an ability says that is to be paid, or nothing. */
rt_cost_range rt_range_of(const vm_ability *a, uint32_t times)
{
    return a ? (rt_cost_range){a->cost, a->cost_count, times, a->keyword + 1, 0}
             : (rt_cost_range){0, 0, 0, 0, 0};
}

void rt_bill_add(rt_game *g, rt_bill *b, rt_cost_range part)
{
    CANTRIP_ASSERT(b->player < g->s->player.count);
    if (!part.count || !part.times)
        return;
    for (uint32_t r = 1; r < RT_BILL_RANGES; r++) {
        rt_cost_range *at = &b->range[r];
        if (!at->count)
            *at = (rt_cost_range){part.first, part.count, 0, part.keyword, part.change};
        if (at->first != part.first || at->count != part.count || at->keyword != part.keyword)
            continue;
        if (at->times > UINT16_MAX)
            break;
        at->times += part.times;
        return;
    }
    rt_fail(g, RT_FAULT_FULL, rt_table_number(g, &g->s->bill));
}

void rt_activated_note(rt_game *g, rt_entity self, uint32_t number)
{
    CANTRIP_ASSERT(rt_is_entity(g, self));
    const uint32_t ability = rt_ability_at(g, rt_live(g, self), number);
    if (!(g->pack->ability[ability].flags & (VM_AF_ONCE_EACH_TURN | VM_AF_ONCE)))
        return;
    const uint32_t at = RT_PUSH(g, once);
    *rt_once_row(g, at) = (rt_once){self, number};
    rt_stir_all(g);
}

/* A new turn: only what can be activated but once is remembered, as long as it is there. */
void rt_activated_turn(rt_game *g)
{
    uint32_t kept = 0;
    rt_spend_inside(g, g->s->once.count / 8);
    for (uint32_t i = 0; i < g->s->once.count; i++) {
        const rt_once row = *rt_once_row(g, i);
        const rt_object *o = rt_live(g, row.self);
        if (o && row.number < rt_ability_count(g, o) &&
            (g->pack->ability[rt_ability_at(g, o, row.number)].flags & VM_AF_ONCE))
            *rt_once_row(g, kept++) = row;
    }
    g->s->once.count = kept;
}

/* As often as it may be? Once, or so many times each turn as the row of an ability without modes says. */
int rt_was_activated(const rt_game *g, rt_entity self, uint32_t number)
{
    CANTRIP_ASSERT(rt_is_entity(g, self));
    const rt_object *o = rt_live(g, self);
    const vm_ability *a = o && number < rt_ability_count(g, o)
                              ? &g->pack->ability[rt_ability_at(g, o, number)]
                              : NULL;
    const uint32_t most = a && !a->mode_count && a->mode_max ? a->mode_max : 1;
    uint32_t times = 0;
    rt_spend_inside(g, g->s->once.count / 8);
    for (uint32_t i = 0; i < g->s->once.count; i++)
        times += rt_once_row(g, i)->self == self && rt_once_row(g, i)->number == number;
    return times >= most;
}

int rt_is_kicker(const rt_game *g, const vm_ability *cost)
{
    return !cost || cost->keyword >= g->lib->symbol_marker_count ||
           g->lib->symbol_marker[cost->keyword] == VM_MARKER_KICKER;
}

int rt_cost_open(rt_game *g, uint32_t player, rt_entity card, const vm_ability *a)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    CANTRIP_ASSERT(rt_is_entity(g, card));
    CANTRIP_ASSERT(a->kind < VM_ABILITY_KIND_COUNT);
    rt_ctx c = rt_ctx_for(g, card, (uint32_t)(a - g->pack->ability));
    c.controller = (uint8_t)player;
    return !a->condition || rt_value(g, a->condition, &c, 0) != 0;
}

/* Everything that must be paid in addition (CR 117.8). */
void rt_bill_additional(rt_game *g, rt_bill *b)
{
    CANTRIP_ASSERT(b->player < g->s->player.count);
    const vm_ability *a;
    uint32_t given;
    for (uint32_t n = 0; (a = rt_cost_of(g, b->self, VM_AF_MANDATORY, n, &given)) != NULL; n++)
        rt_bill_add(g, b, rt_range_of(a, 1));
}

/* ---- what a player may do (CR 116.1, 307.1, 602.5) --------------------------------------------
 */

int rt_sorcery_time(const rt_game *g, uint32_t player)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    return rt_is_active(g, player) &&
           (g->s->step == VM_STEP_MAIN1 || g->s->step == VM_STEP_MAIN2) &&
           rt_zone_count(g, VM_ZONE_STACK, 0) == 0;
}

/* Is something given up for it, so that the spell costs less? */
int rt_cost_gives(const rt_game *g, const vm_ability *a)
{
    for (uint32_t i = 0; i < a->cost_count; i++)
        if (g->pack->cost[a->cost + i].kind == VM_COST_GIVE)
            return 1;
    return 0;
}

static int is_time_anyway(rt_game *g, uint32_t player, uint32_t idx, uint32_t permission)
{
    const rt_object *o = rt_obj(g, idx);
    const int fast = (rt_face(g, o)->types & VM_TYPE_INSTANT) || RT_DOES(o, FAST) ||
                     rt_sorcery_time(g, player) ||
                     (permission && permission != RT_PERMIT_FREE &&
                      g->pack->mod[permission - 1].flags & VM_MF_AS_FLASH);
    return fast || rt_as_flash(g, player, rt_handle(g, idx));
}

uint32_t rt_cost_for_time(rt_game *g, uint32_t player, uint32_t idx, uint32_t permission)
{
    uint32_t given, n = 0;
    const vm_ability *a;
    while (n < VM_OPTIONAL_COSTS_MAX &&
           (a = rt_cost_of(g, rt_handle(g, idx), 0, n, &given)) != NULL &&
           !(a->flags & VM_AF_INSTANT))
        n++;
    if (n == VM_OPTIONAL_COSTS_MAX || !a || g->s->frame.count ||
        is_time_anyway(g, player, idx, permission)) /* what an effect casts asks for no time */
        return 0;
    return n + 1;
}

/* For its mana cost or an alternative one. */
static int pays_one_way(rt_game *g, const rt_bill *bill, const vm_face *f, int plain)
{
    if ((!plain || !(f->flags & VM_FF_BACK)) && rt_can_pay(g, bill))
        return 1;
    if (!plain) /* CR 117.9a: one alternative only */
        return 0;
    const vm_ability *other;
    uint32_t given;
    for (uint32_t n = 0; (other = rt_cost_of(g, bill->self, VM_AF_ALTERNATIVE, n, &given)) != NULL;
         n++) {
        rt_bill b = *bill;
        b.range[0] = rt_range_of(other, 1);
        rt_bill_keyword_rules(g, &b);
        if (rt_cost_open(g, b.player, b.self, other) && rt_can_pay(g, &b))
            return 1;
    }
    return 0;
}

/* With an optional cost, where that makes it cheaper, or where it may not be cast now without. */
static int castable_somehow(rt_game *g, uint32_t player, rt_entity card, const vm_face *f,
                            uint32_t permission, int32_t x)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    CANTRIP_ASSERT(rt_is_entity(g, card));
    CANTRIP_ASSERT(f->shape < VM_SHAPE_COUNT);
    rt_bill b = {.player = player, .self = card, .spell = 1, .x = x};
    const int plain = rt_permitted_cost(g, permission, f, &b);
    rt_bill_additional(g, &b);
    rt_bill_spell_rules(g, &b, 0);
    const int32_t face_down = rt_face_down_mana(g, rt_live(g, card));
    if (face_down && !plain) /* CR 117.9a */
        return 0;
    b.extra = rt_sum(b.extra, face_down);
    const uint32_t must = rt_cost_for_time(g, player, RT_INDEX(card), permission);
    if (!must && pays_one_way(g, &b, f, plain))
        return 1;
    uint32_t given;
    const vm_ability *a;
    for (uint32_t n = must ? must - 1 : 0;
         n < VM_OPTIONAL_COSTS_MAX && (a = rt_cost_of(g, card, 0, n, &given)) != NULL; n++) {
        rt_bill more = b;
        rt_bill_add(g, &more, rt_range_of(a, 1));
        rt_bill_keyword_rules(g, &more);
        if ((must || rt_cost_gives(g, a)) && pays_one_way(g, &more, f, plain))
            return 1;
        if (must)
            return 0;
    }
    return 0;
}

typedef struct casting {
    uint32_t player, permission;
    rt_entity card;
    const vm_face *face;
    int32_t x;
} casting;

static int pays(rt_game *g, void *user)
{
    const casting *c = user;
    return castable_somehow(g, c->player, c->card, c->face, c->permission, c->x);
}

/* The same with some target, where that makes a difference. */
static int castable(rt_game *g, uint32_t player, rt_entity card, const vm_face *f,
                    uint32_t permission, int32_t x)
{
    casting c = {player, permission, card, f, x};
    return rt_pays_aimed(g, player, card, pays, &c);
}

/* May it be cast with some X that can be paid (CR 601.3a)? It is looked at as the spell that it would be. */
static int may_cast(rt_game *g, uint32_t player, uint32_t idx, const vm_face *f,
                    uint32_t permission)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(player < g->s->player.count);
    CANTRIP_ASSERT(f->shape < VM_SHAPE_COUNT);
    const rt_entity e = rt_handle(g, idx);
    rt_bill b = {.player = player, .self = e, .spell = 1};
    if (rt_may_cast(g, player, e))
        return 1;
    if (!rt_permitted_cost(g, permission, f, &b) || !rt_has_x(g, f->cost, f->cost_count))
        return 0;
    rt_bill_additional(g, &b);
    rt_bill_spell_rules(g, &b, 0);
    int may = 0;
    for (b.x = 1; !may && b.x < VM_NUMBER_MAX && rt_can_pay(g, &b); b.x++) {
        const rt_object as_it_is = rt_presence_lend(g, idx);
        rt_presence_of(g, rt_obj(g, idx))->cast_from = (uint8_t)(as_it_is.zone + 1);
        rt_obj(g, idx)->zone = VM_ZONE_STACK;
        rt_presence_of(g, rt_obj(g, idx))->x = (uint32_t)b.x;
        may = rt_may_cast(g, player, e);
        rt_presence_return(g, idx, &as_it_is);
    }
    return may;
}

/* For an alternative cost with which it says something else: each creature, and no target (CR 702.95b). */
static int castable_in_place(rt_game *g, uint32_t player, rt_entity card, const vm_face *f,
                             uint32_t permission, const rt_ctx *c)
{
    rt_bill b = {.player = player, .self = card, .spell = 1};
    if (!rt_permitted_cost(g, permission, f, &b))
        return 0;
    rt_bill_additional(g, &b);
    rt_bill_spell_rules(g, &b, 0);
    for (uint32_t i = f->abilities; i < f->abilities + f->ability_count; i++) {
        const vm_ability *a = &g->pack->ability[i], *cost;
        if (a->kind != VM_ABILITY_SPELL || !(a->flags & VM_AF_IN_PLACE) ||
            !rt_ability_legal(g, a, c))
            continue;
        for (uint32_t n = 0; (cost = rt_cost_ability(g, f, VM_AF_ALTERNATIVE, n)) != NULL; n++) {
            b.range[0] = rt_range_of(cost, 1);
            rt_bill_keyword_rules(g, &b);
            if (rt_cost_open(g, player, card, cost) && rt_can_pay(g, &b))
                return 1;
        }
    }
    return 0;
}

int rt_can_cast_now(rt_game *g, uint32_t player, uint32_t idx, uint32_t permission)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(player < g->s->player.count);
    rt_entity e = rt_handle(g, idx);
    const vm_face *f = rt_face(g, rt_obj(g, idx));
    rt_bill paid = {0};
    if ((f->types & VM_TYPE_LAND) ||
        ((f->flags & VM_FF_BACK) && rt_permitted_cost(g, permission, f, &paid)))
        return 0;
    if (!castable(g, player, e, f, permission, 0))
        return 0;
    rt_ctx c = rt_ctx_for(g, e, VM_NO_SYMBOL);
    c.controller = (uint8_t)player;
    if (!may_cast(g, player, idx, f, permission))
        return 0;
    uint32_t enchant =
        rt_is_kind(g, rt_obj(g, idx), VM_SUBTYPE_AURA) ? rt_enchant_selector(g, f) : 0;
    if (enchant) {
        const vm_target t = {enchant, 1, 1, 0, 0};
        return rt_has_targets(g, &t, &c);
    }
    if (!rt_parts_possible(g, f, &c))
        return 0;
    const uint32_t spell = g->lib->face[rt_obj(g, idx)->face].spell;
    const vm_ability *a = spell ? &g->pack->ability[spell - 1] : NULL;
    if (!a || rt_ability_legal(g, a, &c))
        return 1;
    /* X is announced before targets are (CR 601.2b, c): perhaps they are there for another X */
    rt_bill b = {0};
    rt_permitted_cost(g, permission, f, &b);
    for (c.x = 1; rt_has_x(g, b.range[0].first, b.range[0].count) && c.x < VM_NUMBER_MAX &&
                  castable(g, player, e, f, permission, c.x);
         c.x++)
        if (rt_ability_legal(g, a, &c))
            return 1;
    c.x = 0;
    return castable_in_place(g, player, e, f, permission, &c);
}

/* Is it a time to cast it (CR 601.3, 307.1)? */
static int is_time(rt_game *g, uint32_t player, uint32_t idx, uint32_t permission)
{
    return is_time_anyway(g, player, idx, permission) ||
           rt_cost_for_time(g, player, idx, permission);
}

/* As far as the time and what is forbidden go, whatever it costs (CR 702.61c). */
int rt_could_begin(rt_game *g, uint32_t player, rt_entity card)
{
    const rt_object *o = rt_live(g, card);
    return !(rt_face(g, o)->types & VM_TYPE_LAND) && is_time(g, player, RT_INDEX(card), 0) &&
           rt_may_cast(g, player, card);
}

/* The first that stands in the way of casting a card for its mana cost; why.c has the words. */
uint32_t rt_cast_obstacle(rt_game *g, uint32_t player, uint32_t idx)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(player < g->s->player.count);
    const vm_face *f = rt_face(g, rt_obj(g, idx));
    if (f->types & VM_TYPE_LAND)
        return RT_NO_SPELL;
    if (!is_time(g, player, idx, 0))
        return RT_NO_TIME;
    if (rt_obj(g, idx)->zone != VM_ZONE_HAND)
        return RT_NO_PLACE;
    if (!may_cast(g, player, idx, f, 0))
        return RT_NO_LEAVE;
    if (!castable(g, player, rt_handle(g, idx), f, 0, 0))
        return RT_NO_MEANS;
    return rt_can_cast_now(g, player, idx, 0) ? RT_NO_OBSTACLE : RT_NO_TARGET;
}

static int can_cast(rt_game *g, uint32_t player, uint32_t idx, uint32_t permission)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(player < g->s->player.count);
    const uint32_t types = rt_face(g, rt_obj(g, idx))->types;
    if ((types & VM_TYPE_LAND) || !is_time(g, player, idx, permission))
        return 0;
    if (!permission && !rt_obj(g, idx)->granted && /* what it has been given may make it cheaper */
        rt_too_dear(g, player, &g->lib->face[rt_obj(g, idx)->face].least)) {
        RT_CHECK_AGAIN(g, !rt_can_cast_now(g, player, idx, permission));
        return 0;
    }
    return rt_can_cast_now(g, player, idx, permission);
}

/* Is it worth asking with priority? A mana ability that only taps and adds mana is used while paying. */
static int uses_something_up(const rt_game *g, const vm_ability *a)
{
    CANTRIP_ASSERT(a->kind < VM_ABILITY_KIND_COUNT);
    for (uint32_t i = 0; i < a->cost_count; i++)
        if (vm_cost_picks(g->pack->cost[a->cost + i].kind))
            return 1;
    return 0;
}

static uint32_t kinds_of(const rt_game *g, const vm_ability *a)
{
    uint32_t kinds = a->flags & VM_AF_MANA ? RT_OF_MANA : 0;
    for (uint32_t i = 0; i < a->cost_count; i++)
        kinds |= g->pack->cost[a->cost + i].kind == VM_COST_CYCLE ? RT_CYCLES : 0;
    return kinds;
}

/* Its cost could not be paid, however much mana there is. */
static int is_tapped_already(const rt_game *g, const rt_object *o, const rt_least *least)
{
    return least->taps && o->zone == VM_ZONE_BATTLEFIELD &&
           (!(o->flags & RT_OF_TAPPED) != (least->taps == 1) || rt_is_sick(g, o));
}

static int can_activate(rt_game *g, uint32_t player, uint32_t idx, uint32_t number)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(player < g->s->player.count);
    const rt_object *o = rt_obj(g, idx);
    uint32_t id = rt_ability_at(g, o, number);
    const vm_ability *a = &g->pack->ability[id];
    if (a->kind != VM_ABILITY_ACTIVATED || !(a->zones >> o->zone & 1) ||
        (o->controller != player && (!(a->flags & VM_AF_ANY_PLAYER) ||
                                     !rt_reaches(g, player, rt_handle(g, idx)))) || /* 801.6 */
        ((a->flags & (VM_AF_MANA | VM_AF_INSTANT | VM_AF_SORCERY)) == VM_AF_MANA &&
         !(g->s->float_mana >> player & 1) && !g->lib->mana[id].pool && !uses_something_up(g, a)))
        return 0;
    const int tapped = is_tapped_already(g, o, &g->lib->least[id]);
    if ((tapped && !RT_CHECKING) || ((a->flags & VM_AF_SORCERY) && !rt_sorcery_time(g, player)) ||
        rt_too_dear(g, player, &g->lib->least[id]))
        return 0;
    if ((a->flags & VM_AF_LOYALTY) && rt_here(g, o)->loyalty_turn == g->s->turn)
        return 0; /* CR 606.3 */
    if ((a->flags & (VM_AF_ONCE_EACH_TURN | VM_AF_ONCE)) &&
        rt_was_activated(g, rt_handle(g, idx), number))
        return 0;
    if (!(a->flags & VM_AF_SPECIAL) && !rt_may_activate(g, rt_handle(g, idx), kinds_of(g, a)))
        return 0;
    rt_bill b = {.player = player,
                 .self = rt_handle(g, idx),
                 .range = {{a->cost, a->cost_count, 1}},
                 .spell = 2};
    if (!(a->flags & VM_AF_SPECIAL))
        rt_bill_ability_rules(g, &b, a);
    if (!rt_can_pay(g, &b))
        return 0;
    CANTRIP_ASSERT(!tapped);
    rt_ctx c = rt_ctx_for(g, rt_handle(g, idx), id);
    rt_ctx_given(g, &c, rt_obj(g, idx), number);
    c.controller = (uint8_t)player;
    if (a->condition && !rt_value(g, a->condition, &c, 0))
        return 0;
    if (rt_ability_legal(g, a, &c))
        return 1;
    for (b.x = 1; rt_has_x(g, a->cost, a->cost_count) && b.x < VM_NUMBER_MAX && rt_can_pay(g, &b);
         b.x++) { /* CR 601.2b, c, 602.2b */
        c.x = b.x;
        if (rt_ability_legal(g, a, &c))
            return 1;
    }
    return 0;
}

/* The mana abilities that basic land types give (CR 305.6). */
static int basic_land_taps(rt_game *g, uint32_t idx)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    uint32_t types = (uint32_t)rt_subtypes(g, rt_obj(g, idx))[0] & 31, any = 0;
    if (!RT_IS(rt_obj(g, idx), LAND) ||
        (rt_obj(g, idx)->flags & (RT_OF_TAPPED | RT_OF_NO_LAND_MANA)))
        return 0;
    for (int32_t c = 0; c < 5; c++)
        if (types >> c & 1) {
            rt_option_add(g, CANTRIP_OPTION_MANA, rt_handle(g, idx), -1, c);
            any = 1;
        }
    return (int)any;
}

static int add_land_plays(rt_game *g, const vm_mod *m, const rt_ctx *c, void *user)
{
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    CANTRIP_ASSERT(vm_mod_describe(m->op) != NULL);
    (void)g, (void)c;
    *(uint32_t *)user += m->a;
    return 0;
}

static uint32_t land_plays(rt_game *g, uint32_t player)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    uint32_t n = 1;
    if (rt_rule_on(g, VM_MOD_CANT_PLAY_LANDS, RT_PLAYER(player)))
        return 0;
    rt_each_rule(g, VM_MOD_PLAY_LANDS, RT_PLAYER(player), add_land_plays, &n);
    return n;
}

typedef struct offer {
    int add, any;
} offer;

static void add_option(rt_game *g, offer *o, uint32_t kind, uint32_t idx, int32_t number,
                       uint32_t permission)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    o->any = 1;
    if (o->add)
        rt_option_add(g, kind, rt_handle(g, idx), number, (int32_t)permission);
}

/* A card that can be cast as another face: what counts is that face alone (CR 707.4, 708.3a). */
static void offer_face(rt_game *g, uint32_t player, uint32_t idx, uint32_t permission,
                       uint32_t face, void *user)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(player < g->s->player.count);
    CANTRIP_ASSERT(face < g->pack->face_count);
    const rt_object as_it_is = *rt_obj(g, idx);
    rt_show_face(g, idx, face);
    const int can = can_cast(g, player, idx, permission);
    *rt_obj(g, idx) = as_it_is;
    if (can)
        add_option(g, user, CANTRIP_OPTION_CAST, idx, (int32_t)face + 1, permission);
}

static void offer_halves(rt_game *g, uint32_t player, uint32_t idx, uint32_t permission, void *user)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(player < g->s->player.count);
    uint32_t face[3];
    for (uint32_t i = 0, n = rt_cast_faces(g, idx, face); i < n; i++)
        offer_face(g, player, idx, permission, face[i], user);
}

/* CR 305.2, as far as the number goes. */
int rt_may_play_land(rt_game *g, uint32_t player)
{
    return rt_player_row(g, player)->lands_played < land_plays(g, player);
}

static int offer_card(rt_game *g, uint32_t player, uint32_t idx, uint32_t permission, void *user)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(player < g->s->player.count);
    if (rt_face(g, rt_obj(g, idx))->types & VM_TYPE_LAND) {
        if (rt_sorcery_time(g, player) &&
            !(permission && g->pack->mod[permission - 1].flags & VM_MF_CAST_ONLY) &&
            rt_may_play_land(g, player))
            add_option(g, user, CANTRIP_OPTION_LAND, idx, 0, permission);
    } else if (rt_face(g, rt_obj(g, idx))->shape == VM_SHAPE_SPLIT) {
        offer_halves(g, player, idx, permission, user);
    } else if (rt_face(g, rt_obj(g, idx))->shape == VM_SHAPE_TWOFOLD) {
        rt_bill own = {0}; /* one alternative cost at most (CR 117.9a) */
        if (can_cast(g, player, idx, permission))
            add_option(g, user, CANTRIP_OPTION_CAST, idx, 0, permission);
        if (rt_permitted_cost(g, permission, rt_face(g, rt_obj(g, idx)), &own))
            offer_face(g, player, idx, permission, rt_face(g, rt_obj(g, idx))->other, user);
    } else if (can_cast(g, player, idx, permission)) {
        add_option(g, user, CANTRIP_OPTION_CAST, idx, 0, permission);
    }
    if (g->lib->face[rt_obj(g, idx)->card_face].morph && g->lib->face_down != VM_NO_SYMBOL)
        offer_face(g, player, idx, permission, g->lib->face_down, user); /* CR 702.36c */
    return 0;
}

/* What rules allow to play from elsewhere, or for something else (CR 601.3b). Of a library only the top card. */
static void offer_permitted(rt_game *g, uint32_t player, offer *o)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    static const uint8_t ZONES[] = {VM_ZONE_HAND, VM_ZONE_GRAVEYARD, VM_ZONE_EXILE,
                                    VM_ZONE_LIBRARY};
    const int anywhere = (g->s->rules_union & RT_RULE(VM_MOD_MAY_PLAY)) || g->s->wide_effects;
    for (size_t z = 0; z < sizeof ZONES; z++)
        for (uint32_t p = 0; p < g->s->player.count; p++) {
            const int any = anywhere || rt_zone_acts(g, ZONES[z], p);
            const uint32_t n = any ? rt_zone_count(g, ZONES[z], p) : 0;
            for (uint32_t i = ZONES[z] == VM_ZONE_LIBRARY && n ? n - 1 : 0; i < n; i++) {
                const uint32_t idx = rt_zone_at(g, ZONES[z], p, i);
                const rt_object lies = *rt_obj(g, idx);
                const int covered = rt_uncover(g, idx);
                rt_each_permission(g, player, idx, offer_card, o);
                if (covered)
                    *rt_obj(g, idx) = lies;
            }
        }
}

static void offer_abilities(rt_game *g, uint32_t player, uint32_t idx, offer *o)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(player < g->s->player.count);
    for (uint32_t k = 0; k < rt_ability_count(g, rt_obj(g, idx)); k++)
        if (g->pack->ability[rt_ability_at(g, rt_obj(g, idx), k)].kind == VM_ABILITY_ACTIVATED &&
            can_activate(g, player, idx, k))
            add_option(g, o, CANTRIP_OPTION_ACTIVATE, idx, (int32_t)k, 0);
}

static void offer_aftermath(rt_game *g, uint32_t player, uint32_t idx, offer *o) /* CR 702.126a */
{
    const vm_face *f = rt_face(g, rt_obj(g, idx));
    const uint32_t right = f->shape == VM_SHAPE_SPLIT ? g->pack->face[f->other].other : 0;
    if (f->shape == VM_SHAPE_SPLIT && (g->lib->face[right].markers >> VM_MARKER_AFTERMATH & 1))
        offer_face(g, player, idx, 0, right, o);
}

static int can_turn_up(rt_game *g, uint32_t player, uint32_t idx, uint32_t way)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(player < g->s->player.count);
    rt_bill b = {.player = player, .self = rt_handle(g, idx)};
    int32_t counters;
    if (!rt_turn_up_cost(g, idx, way, &b.range[0], &counters))
        return 0;
    rt_bill_keyword_rules(g, &b);
    return rt_can_pay(g, &b) &&
           (way != RT_TURN_UP_MORPH || rt_has_face_up(g, idx, rt_morph_ability(g, idx)));
}

static void offer_turning_up(rt_game *g, uint32_t player, uint32_t idx, offer *o)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(player < g->s->player.count);
    for (uint32_t way = 0; way <= RT_TURN_UP_FREE; way++)
        if (can_turn_up(g, player, idx, way))
            add_option(g, o, CANTRIP_OPTION_TURN_UP, idx, (int32_t)way, 0);
}

static void offer_commander(rt_game *g, uint32_t player, rt_entity card, offer *o) /* CR 903.8 */
{
    const rt_object *c = rt_live(g, card);
    if (c && c->zone == VM_ZONE_COMMAND && c->owner == player)
        offer_card(g, player, RT_INDEX(card), 0, o);
}

/* Without `add` it is enough that there is something. */
static int is_enough(const offer *o)
{
    return o->any && !o->add;
}

static void offer_in_hand(rt_game *g, uint32_t player, uint32_t idx, offer *o)
{
    offer_card(g, player, idx, 0, o);
    if (rt_obj(g, idx)->granted || (g->lib->face[rt_obj(g, idx)->face].acts >> VM_ZONE_HAND & 1))
        offer_abilities(g, player, idx, o);
}

/* For builds that check: is there really nothing? */
static int is_offered(rt_game *g, uint32_t player, uint32_t idx,
                      void (*each)(rt_game *g, uint32_t player, uint32_t idx, offer *o))
{
    offer dry = {0, 0};
    each(g, player, idx, &dry);
    return dry.any;
}

static void offer_hand(rt_game *g, uint32_t player, offer *o)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    const int any_time =
        rt_sorcery_time(g, player) || g->s->wide_effects ||
        (g->s->rules_union & (RT_RULE(VM_MOD_AS_FLASH) | RT_RULE(VM_MOD_GIVES_COST)));
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_HAND, player) && !is_enough(o); i++) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_HAND, player, i);
        if (any_time || g->lib->face[rt_obj(g, idx)->face].fast)
            offer_in_hand(g, player, idx, o);
        else
            RT_CHECK_AGAIN(g, !is_offered(g, player, idx, offer_in_hand));
    }
}

/* Could this permanent be of use to the player? 0 is certain. */
static int may_be_of_use(const rt_game *g, uint32_t player, const rt_object *o)
{
    const rt_face_info *f = &g->lib->face[o->face];
    if (!(o->ability_flags >> VM_ABILITY_ACTIVATED & 1))
        return 0;
    if (o->granted)
        return o->controller == player || g->lib->any_player;
    return o->controller == player ? f->does || (g->s->float_mana >> player & 1) : f->for_others;
}

static void offer_permanent(rt_game *g, uint32_t player, uint32_t idx, offer *all)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    CANTRIP_ASSERT(idx < g->s->object.count);
    if (may_be_of_use(g, player, rt_obj(g, idx)))
        offer_abilities(g, player, idx, all);
    else
        RT_CHECK_AGAIN(g, !is_offered(g, player, idx, offer_abilities));
    const rt_object *o = rt_obj(g, idx);
    if (o->controller == player && (o->flags & RT_OF_FACE_DOWN))
        offer_turning_up(g, player, idx, all);
}

/* Who makes mana ahead has lands, too. */
static void offer_mana_too(rt_game *g, uint32_t player, offer *all)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    const uint32_t *place;
    for (uint32_t i = 0, n = rt_actors(g, &place); i < n && !is_enough(all); i++) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, place[i]);
        if (all->add && rt_obj(g, idx)->controller == player)
            all->any |= basic_land_taps(g, idx);
        offer_permanent(g, player, idx, all);
    }
}

static int field_offers(rt_game *g, uint32_t player)
{
    offer dry = {0, 0};
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++)
        offer_permanent(g, player, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i), &dry);
    return dry.any;
}

static void offer_field(rt_game *g, uint32_t player, offer *all)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    const uint32_t *object, n = rt_doers(g, &object);
    if (g->s->float_mana >> player & 1) {
        offer_mana_too(g, player, all);
        return;
    }
    offer here = {all->add, 0};
    for (uint32_t i = 0; i < n && !is_enough(all) && !is_enough(&here); i++)
        offer_permanent(g, player, object[i], &here);
    RT_CHECK_AGAIN(g, here.any || is_enough(all) || !field_offers(g, player));
    all->any |= here.any;
}

static uint32_t places_that_act(const rt_game *g)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->s->zone.count; i++)
        n += rt_zone_row(g, i)->acts;
    return n;
}

/* Where cards lie that may be used there, or anything may be: not only sometimes (CR 112.6, 601.3b). */
static int acts_elsewhere(const rt_game *g)
{
    CANTRIP_ASSERT(places_that_act(g) == g->s->acting);
    return g->s->acting || g->s->wide_effects || (g->s->rules_union & RT_RULE(VM_MOD_MAY_PLAY));
}

static void offer_elsewhere(rt_game *g, uint32_t player, offer *all)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    static const uint8_t ELSEWHERE[] = {VM_ZONE_GRAVEYARD, VM_ZONE_EXILE};
    for (size_t z = 0; z < sizeof ELSEWHERE; z++) { /* CR 112.6 */
        if (!g->lib->activates[ELSEWHERE[z]] || !rt_zone_acts(g, ELSEWHERE[z], player))
            continue;
        for (uint32_t i = 0; i < rt_zone_count(g, ELSEWHERE[z], player); i++) {
            uint32_t idx = rt_zone_at(g, ELSEWHERE[z], player, i);
            if (rt_obj(g, idx)->ability_flags >> VM_ABILITY_ACTIVATED & 1)
                offer_abilities(g, player, idx, all);
        }
    }
    const int aftermath = g->lib->has_aftermath && rt_zone_acts(g, VM_ZONE_GRAVEYARD, player);
    for (uint32_t i = 0; aftermath && i < rt_zone_count(g, VM_ZONE_GRAVEYARD, player); i++)
        offer_aftermath(g, player, rt_zone_at(g, VM_ZONE_GRAVEYARD, player, i), all);
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_COMMAND, 0); i++) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_COMMAND, 0, i); /* CR 113.4 */
        if (rt_obj(g, idx)->controller != player)
            continue;
        if (rt_obj(g, idx)->ability_flags >> VM_ABILITY_ACTIVATED & 1)
            offer_abilities(g, player, idx, all);
        if (rt_obj(g, idx)->flags & RT_OF_FACE_DOWN)
            offer_turning_up(g, player, idx, all);
    }
}

/* All that can be done, as options or only whether there is anything. */
static int list_all(rt_game *g, uint32_t player, int add)
{
    offer all = {add, 0};
    const rt_temp_mark mark = rt_temp_here(g);
    rt_field_keep(g, player); /* nothing changes while all of this is looked at */
    const int elsewhere = acts_elsewhere(g);
    offer_hand(g, player, &all);
    if (elsewhere)
        offer_elsewhere(g, player, &all);
    for (uint32_t i = 0; i < g->s->commander.count; i++)
        offer_commander(g, player, rt_commander_row(g, i)->card, &all);
    if (elsewhere && (g->lib->rules & RT_RULE(VM_MOD_MAY_PLAY)))
        offer_permitted(g, player, &all);
    offer_field(g, player, &all);
    rt_field_drop(g);
    rt_temp_release(g, mark);
    return all.any;
}

/* For builds that check: is what was kept what would be found? */
static int is_kept_right(rt_game *g, uint32_t player, const rt_idle *kept)
{
    const uint32_t first = g->s->option.count;
    list_all(g, player, 1);
    const uint32_t count = g->s->option.count - first;
    const int right =
        count == kept->count &&
        (!count || !memcmp(rt_option_rows(g, first), kept->option, count * sizeof *kept->option));
    g->s->option.count = first;
    return right;
}

int rt_priority_options(rt_game *g, uint32_t player, int add)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    rt_refresh(g);
    const rt_idle *kept = rt_idle_still(g, player);
    if (kept) {
        RT_CHECK_AGAIN(g, is_kept_right(g, player, kept));
        if (add && kept->count) {
            const uint32_t at = rt_push_many(g, &g->s->option, kept->count);
            memcpy(rt_option_row(g, at), kept->option, kept->count * sizeof *kept->option);
        }
        return kept->count != 0;
    }
    const uint32_t first = g->s->option.count;
    g->run->looked = acts_elsewhere(g) ? RT_LOOKED : 0;
    const int any = list_all(g, player, add);
    if (add || !any)
        rt_idle_keep(g, player, first);
    return any;
}
