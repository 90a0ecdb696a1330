/* What a player with priority may do (CR 116.1, 307.1, 602.5), and what spells cost (CR 601.2f). */
#include "runtime/cast.h"

/* ---- costs of spells --------------------------------------------------------------------------
 */

typedef struct increase {
    int32_t extra, targets;
} increase;

static int add_cost(rt_game *g, const vm_mod *m, const rt_ctx *c, void *user)
{
    increase *n = user;
    (void)g, (void)c;
    int32_t times = !(m->flags & VM_MF_EACH_FURTHER_TARGET) ? 1
                    : n->targets > 1                        ? n->targets - 1
                                                            : 0;
    n->extra = rt_sum(n->extra, (int64_t)(int32_t)m->a * times);
    return 0;
}

/* What rules add to the cost of a spell with so many targets (CR 601.2f). */
int32_t rt_extra_cost(rt_game *g, rt_entity spell, uint32_t targets)
{
    increase n = {0, (int32_t)targets};
    rt_each_rule(g, VM_MOD_COSTS_MORE, spell, add_cost, &n);
    return n.extra;
}

/* The n-th alternative cost of a card (CR 117.9), or, without VM_AF_ALTERNATIVE, its n-th kicker (702.32). */
const vm_ability *rt_cost_ability(const rt_game *g, const vm_face *f, uint32_t flag, uint32_t n)
{
    for (uint32_t i = 0; i < f->ability_count; i++) {
        const vm_ability *a = &g->pack->ability[f->abilities + i];
        if (a->kind == VM_ABILITY_COST &&
            (a->flags & (VM_AF_ALTERNATIVE | VM_AF_PER_MODE | VM_AF_MANDATORY)) == flag && !n--)
            return a;
    }
    return NULL;
}

const vm_ability *rt_kicker_of(const rt_game *g, const vm_face *f)
{
    return rt_cost_ability(g, f, 0, 0);
}

/* ---- what a player may do (CR 116.1, 307.1, 602.5) --------------------------------------------
 */

static int sorcery_time(const rt_game *g, uint32_t player)
{
    return g->s->turn_player == player &&
           (g->s->step == VM_STEP_MAIN1 || g->s->step == VM_STEP_MAIN2) &&
           rt_zone_count(g, VM_ZONE_STACK, 0) == 0;
}

/* For its mana cost or an alternative one. */
static int castable_somehow(rt_game *g, uint32_t player, rt_entity card, const vm_face *f)
{
    rt_bill b = {.player = player,
                 .self = card,
                 .range = {{f->cost, f->cost_count, 1}},
                 .extra = rt_extra_cost(g, card, 0),
                 .spell = 1};
    const vm_ability *also = rt_cost_ability(g, f, VM_AF_MANDATORY, 0);
    if (also)
        b.range[3] = (rt_cost_range){also->cost, also->cost_count, 1};
    if (!(f->flags & VM_FF_BACK) && rt_can_pay(g, &b))
        return 1;
    const vm_ability *other;
    for (uint32_t n = 0; (other = rt_cost_ability(g, f, VM_AF_ALTERNATIVE, n)) != NULL; n++) {
        b.range[0] = (rt_cost_range){other->cost, other->cost_count, 1};
        if (rt_can_pay(g, &b))
            return 1;
    }
    return 0;
}

static int can_cast(rt_game *g, uint32_t player, uint32_t idx)
{
    rt_entity e = rt_handle(g, idx);
    const rt_object *o = rt_obj(g, idx);
    const vm_face *f = rt_face(g, o);
    if ((f->types & VM_TYPE_LAND) || (f->flags & VM_FF_BACK))
        return 0;
    int fast = (f->types & VM_TYPE_INSTANT) || RT_HAS(o, FLASH);
    if (!fast && !sorcery_time(g, player))
        return 0;
    if (!castable_somehow(g, player, e, f))
        return 0;
    rt_ctx c = rt_ctx_for(g, e, VM_NO_SYMBOL);
    c.controller = (uint8_t)player;
    if (rt_rule_on(g, VM_MOD_CANT_CAST, e))
        return 0;
    uint32_t enchant =
        rt_obj(g, idx)->subtypes[0] >> VM_SUBTYPE_AURA & 1 ? rt_enchant_selector(g, f) : 0;
    if (enchant) {
        const vm_target t = {enchant, 1, 1, 0};
        return rt_has_targets(g, &t, &c);
    }
    uint32_t spell = g->lib->face[rt_obj(g, idx)->face].spell;
    return !spell || rt_ability_legal(g, &g->pack->ability[spell - 1], &c);
}

/* Is it worth asking with priority? A mana ability that only taps and adds mana is used while paying. */
static int uses_something_up(const rt_game *g, const vm_ability *a)
{
    for (uint32_t i = 0; i < a->cost_count; i++)
        if (vm_cost_picks(g->pack->cost[a->cost + i].kind))
            return 1;
    return 0;
}

static int can_activate(rt_game *g, uint32_t player, uint32_t idx, uint32_t number)
{
    const rt_object *o = rt_obj(g, idx);
    uint32_t id = rt_ability_at(g, o, number);
    const vm_ability *a = &g->pack->ability[id];
    if (a->kind != VM_ABILITY_ACTIVATED || !(a->zones >> o->zone & 1) ||
        ((a->flags & VM_AF_MANA) && !(g->s->float_mana >> player & 1) && !uses_something_up(g, a)))
        return 0;
    if ((a->flags & VM_AF_SORCERY) && !sorcery_time(g, player))
        return 0;
    if ((a->flags & VM_AF_LOYALTY) && o->loyalty_turn == g->s->turn)
        return 0; /* CR 606.3 */
    if ((a->flags & VM_AF_ONCE_EACH_TURN) && (o->activated >> (number & 31) & 1))
        return 0;
    const rt_bill b = {
        .player = player, .self = rt_handle(g, idx), .range = {{a->cost, a->cost_count, 1}}};
    if (!rt_can_pay(g, &b))
        return 0;
    rt_ctx c = rt_ctx_for(g, rt_handle(g, idx), id);
    c.controller = (uint8_t)player;
    if (a->condition && !rt_value(g, a->condition, &c, 0))
        return 0;
    return rt_ability_legal(g, a, &c);
}

/* The mana abilities that basic land types give (CR 305.6). */
static int basic_land_taps(rt_game *g, uint32_t idx)
{
    uint32_t types = (uint32_t)rt_obj(g, idx)->subtypes[0] & 31, any = 0;
    if (!RT_IS(rt_obj(g, idx), LAND) || (rt_obj(g, idx)->flags & RT_OF_TAPPED))
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
    (void)g, (void)c;
    *(uint32_t *)user += m->a;
    return 0;
}

static uint32_t land_plays(rt_game *g, uint32_t player)
{
    uint32_t n = 1;
    rt_each_rule(g, VM_MOD_PLAY_LANDS, RT_PLAYER(player), add_land_plays, &n);
    return n;
}

int rt_priority_options(rt_game *g, uint32_t player, int add)
{
    int any = 0;
    rt_refresh(g);
    const rt_temp_mark mark = rt_temp_here(g);
    rt_field_keep(g, player); /* nothing changes while all of this is looked at */
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_HAND, player); i++) {
        uint32_t idx = rt_zone_at(g, VM_ZONE_HAND, player, i);
        const vm_face *f = rt_face(g, rt_obj(g, idx));
        if ((f->types & VM_TYPE_LAND) && sorcery_time(g, player) &&
            rt_player_row(g, player)->lands_played < land_plays(g, player)) { /* CR 305.2 */
            any = 1;
            if (add)
                rt_option_add(g, CANTRIP_OPTION_LAND, rt_handle(g, idx), 0, 0);
        } else if (can_cast(g, player, idx)) {
            any = 1;
            if (add)
                rt_option_add(g, CANTRIP_OPTION_CAST, rt_handle(g, idx), 0, 0);
        }
        if (g->lib->face[rt_obj(g, idx)->face].ability_flags >> VM_ABILITY_ACTIVATED & 1)
            for (uint32_t k = 0; k < rt_ability_count(g, rt_obj(g, idx)); k++)
                if (can_activate(g, player, idx, k)) {
                    any = 1;
                    if (add)
                        rt_option_add(g, CANTRIP_OPTION_ACTIVATE, rt_handle(g, idx), (int32_t)k, 0);
                }
    }
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        const rt_object *o = rt_obj(g, idx);
        if (add && (g->s->float_mana >> player & 1) && o->controller == player)
            any |= basic_land_taps(g, idx);
        o = rt_obj(g, idx);
        if (o->controller != player || !(o->ability_flags >> VM_ABILITY_ACTIVATED & 1))
            continue;
        for (uint32_t k = 0; k < rt_ability_count(g, rt_obj(g, idx)); k++)
            if (can_activate(g, player, idx, k)) {
                any = 1;
                if (add)
                    rt_option_add(g, CANTRIP_OPTION_ACTIVATE, rt_handle(g, idx), (int32_t)k, 0);
            }
    }
    rt_field_drop(g);
    rt_temp_release(g, mark);
    return any;
}
