/* What scripts can ask of the game: the instructions of opcodes.def that are about the world, and
 * selectors. */
#include "runtime/query/world.h"
#include "runtime/turn/turn.h"

#include <string.h>

/* ---- calls ------------------------------------------------------------------------------------
 */

/* What a function asks may be a value again that a function defines, of another card or of the same one. */
enum { DEPTH_MAX = 256 };

static uint64_t call(rt_game *g, uint32_t func, const rt_ctx *c, rt_entity candidate)
{
    CANTRIP_ASSERT(func < g->pack->func_count);
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    const vm_func *f = &g->pack->func[func];
    uint64_t regs[VM_REG_MAX], value = 0;
    uint32_t pc = 0;
    g->run->looked |= RT_LOOKED;
    CANTRIP_ASSERT(func && func < g->pack->func_count && !(f->flags & VM_FN_EFFECT));
    memset(regs, 0, sizeof *regs * f->reg_count);
    if (f->params)
        regs[0] = RT_SET_ONE(candidate);
    rt_env env = {g, c, 0, 0};
    if (++g->run->depth > DEPTH_MAX)
        rt_fail(g, RT_FAULT_DEPTH, 0);
    if (vm_run(g->pack, f, &pc, regs, &g->run->fuel, rt_world, &env, &value) == VM_RAN_OUT)
        rt_fail(g, RT_FAULT_FUEL, 0);
    g->run->depth--;
    return value;
}

int64_t rt_value(rt_game *g, uint32_t func, const rt_ctx *c, rt_entity candidate)
{
    CANTRIP_ASSERT(func < g->pack->func_count);
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    uint32_t heap = g->s->heap.count;
    int64_t v = (int64_t)call(g, func, c, candidate);
    g->s->heap.count = heap;
    return v;
}

uint64_t rt_value_set(rt_game *g, uint32_t func, const rt_ctx *c)
{
    return call(g, func, c, 0);
}

/* ---- instructions -----------------------------------------------------------------------------
 */

static uint64_t players_where(rt_game *g, uint32_t you, uint32_t rel)
{
    rt_entity list[RT_PLAYERS_MAX];
    uint32_t n = 0, active = g->s->turn_player;
    for (uint32_t k = 0; k < g->s->player.count; k++) { /* CR 101.4: in turn order */
        uint32_t p = rt_seat_after(g, active, k);
        if (!rt_player_row(g, p)->lost && rt_relation(g, rel, p, you) &&
            rt_reaches(g, you, RT_PLAYER(p)))
            list[n++] = RT_PLAYER(p);
    }
    return rt_set_of(g, list, n);
}

/* Nobody, when the turn goes on without its player (CR 800.4h); all who have it together (805.4a). */
static uint64_t active_players(rt_game *g)
{
    const uint32_t start = g->s->heap.count;
    if (!g->s->shared)
        return rt_player_row(g, g->s->turn_player)->lost ? 0
                                                         : RT_SET_ONE(RT_PLAYER(g->s->turn_player));
    for (uint32_t p = 0; p < g->s->player.count; p++)
        if (rt_is_active(g, p) && !rt_player_row(g, p)->lost)
            rt_set_keep(g, RT_PLAYER(p));
    return rt_set_finish(g, start);
}

/* CR 508.5: whom the creature attacks, or attacked. Where it is about something else (506.2, 508.5a): who is attacked, and before
 * that whoever could be. */
static uint64_t defender_of(rt_game *g, rt_entity attacker)
{
    const rt_object *o = attacker ? rt_look(g, attacker) : NULL;
    if (o && rt_here(g, o)->defender)
        return RT_SET_ONE(RT_PLAYER(rt_here(g, o)->defender - 1u));
    if (g->s->step < VM_STEP_COMBAT || g->s->step > VM_STEP_END_COMBAT)
        return 0;
    uint64_t attacked = 0;
    const uint32_t n = rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0);
    rt_spend(g, n / 4 + 1);
    for (uint32_t i = 0; i < n; i++) {
        o = rt_obj(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i));
        if ((o->flags & RT_OF_ATTACKING) && rt_here(g, o)->defender)
            attacked |= UINT64_C(1) << (rt_here(g, o)->defender - 1u);
    }
    const uint32_t start = g->s->heap.count;
    for (uint32_t p = 0; p < g->s->player.count; p++)
        if (attacked ? attacked >> p & 1
                     : rt_is_opponent(g, p, g->s->turn_player) && !rt_player_row(g, p)->lost &&
                           (!g->s->defending || g->s->defending == p + 1))
            rt_set_keep(g, RT_PLAYER(p));
    return rt_set_finish(g, start);
}

/* players: of those chosen for each of several players, those for these; NULL = all of the slot */
static uint64_t targets_of(rt_game *g, const rt_env *env, uint32_t slot, const uint64_t *players)
{
    uint32_t start = g->s->heap.count;
    const uint32_t of = env->ctx_idx ? env->ctx_idx : g->run->aims,
                   in = env->ctx_idx ? env->mode : g->run->aim_mode;
    if (!of)
        return 0;
    for (uint32_t i = 0; i < g->s->target.count; i++) {
        const rt_target *t = rt_target_row(g, i);
        uint32_t mode = t->mode;
        if (t->ctx + 1 == of && t->slot == slot && mode == in && t->entity &&
            (!players || (t->of && rt_set_has(g, *players, RT_PLAYER(t->of - 1u)))))
            rt_set_keep(g, t->entity);
    }
    return rt_set_finish(g, start);
}

/* What a delayed trigger is about: what was captured (CR 603.7c). */
static uint64_t captured(rt_game *g, uint32_t list, uint32_t slot)
{
    const uint32_t start = g->s->heap.count;
    rt_spend(g, g->s->captured.count / 4);
    for (uint32_t i = 0; i < g->s->captured.count; i++)
        if (rt_captured_row(g, i)->list == list && rt_captured_row(g, i)->slot == slot)
            rt_set_keep(g, rt_captured_row(g, i)->entity);
    return rt_set_finish(g, start);
}

static uint64_t tops(rt_game *g, uint64_t players, uint32_t zone)
{
    const uint32_t start = g->s->heap.count;
    for (uint32_t p = 0; p < g->s->player.count; p++) {
        const uint32_t have = rt_zone_count(g, zone, p);
        if (have && rt_set_has(g, players, RT_PLAYER(p)))
            rt_set_keep(g, rt_handle(g, rt_zone_at(g, zone, p, have - 1)));
    }
    return rt_set_finish(g, start);
}

enum whose { WHOSE_OWN, WHOSE_CONTROLLED, WHOSE_HELD };

static uint64_t owners(rt_game *g, const rt_ctx *c, uint64_t set, enum whose how)
{
    CANTRIP_ASSERT(rt_is_set(g, set));
    rt_entity list[RT_PLAYERS_MAX];
    uint32_t n = 0;
    for (uint32_t i = 0, k = rt_set_count(set); i < k && n < RT_PLAYERS_MAX; i++) {
        const rt_object *o = rt_look(g, rt_set_at(g, set, i));
        if (!o)
            continue;
        const uint32_t held = how == WHOSE_HELD ? rt_held_then(g, c, rt_set_at(g, set, i)) : 0;
        const rt_entity p = RT_PLAYER(held               ? held - 1
                                      : how == WHOSE_OWN ? o->owner
                                                         : o->controller);
        int known = 0;
        for (uint32_t q = 0; q < n; q++)
            known |= list[q] == p;
        if (!known)
            list[n++] = p;
    }
    return rt_set_of(g, list, n);
}

static uint64_t filter_by(rt_game *g, vm_insn i, const uint64_t *regs, const rt_ctx *c)
{
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    uint64_t from = regs[i.b];
    rt_spend(g, rt_set_count(from));
    uint32_t start = g->s->heap.count;
    for (uint32_t k = 0, n = rt_set_count(from); k < n; k++) {
        rt_entity e = rt_set_at(g, from, k);
        const rt_object *o = RT_IS_PLAYER(e) ? NULL : rt_look(g, e);
        int ok = 0;
        switch (i.op) {
        case VM_OP_OBJECTS:
            ok = !RT_IS_PLAYER(e);
            break;
        case VM_OP_ONLY_PLAYERS:
            ok = RT_IS_PLAYER(e) != 0;
            break;
        case VM_OP_GONE:
            ok = !RT_IS_PLAYER(e) && !rt_live(g, e);
            break;
        case VM_OP_FILTER:
            ok = rt_match(g, (uint32_t)i.imm, e, c);
            break;
        case VM_OP_MINUS:
            ok = !rt_set_has(g, regs[i.c], e);
            break;
        case VM_OP_CONTROLLED_BY:
            ok = o && rt_set_has(g, regs[i.c], RT_PLAYER(o->controller));
            break;
        case VM_OP_SACRIFICEABLE:
            ok = o && !rt_rule_on(g, VM_MOD_CANT_BE_SACRIFICED, e);
            break;
        case VM_OP_OWNED_BY:
            ok = o && rt_set_has(g, regs[i.c], RT_PLAYER(o->owner));
            break;
        case VM_OP_SHARERS:
            ok = rt_shares(g, RT_SET_ONE(e), regs[i.c], i.imm);
            break;
        default:
            break;
        }
        if (ok)
            rt_set_keep(g, e);
    }
    return rt_set_finish(g, start);
}

/* Names and types, as they are or were. */
static uint64_t described_as(const rt_game *g, vm_insn i, const uint64_t *regs)
{
    const rt_entity e = rt_set_count(regs[i.b]) ? rt_set_at(g, regs[i.b], 0) : 0;
    const rt_object *o = !e || RT_IS_PLAYER(e) ? NULL : rt_look(g, e);
    const uint32_t value =
        i.op == VM_OP_NAME_OF || i.op == VM_OP_TYPES_OF ? 0 : (uint32_t)regs[i.c];
    uint32_t types = 0;
    switch (i.op) {
    case VM_OP_NAME_OF:
        return e ? rt_name_face(g, e) : 0;
    case VM_OP_HAS_NAME:
        if (o && rt_has_own_names(o) && value && value <= g->pack->face_count)
            return (uint64_t)rt_is_named(g, e, vm_pack_str(g->pack, g->pack->face[value - 1].name));
        return e ? (uint64_t)rt_same_name(g, rt_name_face(g, e), value) : 0;
    case VM_OP_HAS_TYPE:
        return o && (o->types & value) != 0;
    case VM_OP_HAS_SUBTYPE:
        return o && value != VM_NO_SYMBOL &&
               (rt_is_kind(g, o, value) ||
                ((o->flags & RT_OF_ALL_CREATURE_TYPES) &&
                 (g->lib->creature_types[value / 64] >> (value & 63) & 1)));
    default:
        for (uint32_t k = 0; k < rt_set_count(regs[i.b]); k++) {
            o = rt_look(g, rt_set_at(g, regs[i.b], k));
            types |= o ? o->types & VM_TYPE_MASK : 0;
        }
        return types;
    }
}

static void keep_once(rt_game *g, uint32_t start, rt_entity e)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    rt_spend(g, (g->s->heap.count - start) / 8 + 1);
    for (uint32_t i = start; i < g->s->heap.count; i++)
        if (*rt_heap_row(g, i) == e)
            return;
    rt_set_keep(g, e);
}

static uint64_t targets_of_stack(rt_game *g, uint64_t set)
{
    CANTRIP_ASSERT(rt_is_set(g, set));
    const uint32_t start = g->s->heap.count;
    for (uint32_t k = 0, n = rt_set_count(set); k < n; k++) {
        const rt_object *o = rt_live(g, rt_set_at(g, set, k));
        const uint32_t ctx = o && o->zone == VM_ZONE_STACK ? rt_here(g, o)->ctx : 0;
        rt_spend(g, g->s->target.count / 8);
        for (uint32_t i = 0; ctx && i < g->s->target.count; i++)
            if (rt_target_row(g, i)->ctx + 1 == ctx && rt_target_row(g, i)->entity)
                keep_once(g, start, rt_target_row(g, i)->entity);
    }
    return rt_set_finish(g, start);
}

static int64_t keyword_of(const rt_game *g, rt_entity e)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    const rt_object *o = rt_live(g, e);
    if (!o || o->zone != VM_ZONE_STACK || !rt_here(g, o)->ctx || !(o->flags & RT_OF_ABILITY))
        return -1;
    const uint32_t ability = rt_ctx_row(g, rt_here(g, o)->ctx - 1)->ability;
    return ability == VM_NO_SYMBOL ? -1 : (int64_t)(int32_t)g->pack->ability[ability].keyword;
}

/* Who blocks, is blocked by or is attacked by the members of a set. */
static int32_t devotion(rt_game *g, uint64_t set, uint32_t colors)
{
    CANTRIP_ASSERT(rt_is_set(g, set));
    int32_t sum = 0;
    rt_spend(g, rt_set_count(set));
    for (uint32_t k = 0, n = rt_set_count(set); k < n; k++) {
        const rt_object *o = rt_look(g, rt_set_at(g, set, k));
        const vm_face *f = o ? rt_face(g, o) : NULL;
        for (uint32_t i = 0; f && i < f->cost_count; i++) {
            const vm_cost *c = &g->pack->cost[f->cost + i];
            sum += (c->kind == VM_COST_MANA || c->kind == VM_COST_PHYREXIAN ||
                    c->kind == VM_COST_TWO_OR) &&
                   (c->a & colors);
        }
    }
    return sum;
}

static uint64_t combat_partners(rt_game *g, vm_insn i, const uint64_t *regs)
{
    const uint32_t start = g->s->heap.count, field = rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0);
    for (uint32_t k = 0, n = rt_set_count(regs[i.b]); k < n; k++) {
        const rt_entity e = rt_set_at(g, regs[i.b], k);
        const rt_object *o = rt_look(g, e);
        if (i.op == VM_OP_ATTACKED) {
            if (o && (o->flags & ~rt_undeclared(g, o) & RT_OF_ATTACKING) && rt_here(g, o)->fights)
                keep_once(g, start, rt_here(g, o)->fights);
            continue;
        }
        rt_spend(g, field / 4);
        const int live = rt_live(g, e) != NULL; /* else as it last was (CR 608.2h) */
        if (!live && i.op == VM_OP_BLOCKED && o && (o->flags & RT_OF_BLOCKING) &&
            rt_live(g, rt_here(g, o)->fights))
            keep_once(g, start, rt_here(g, o)->fights);
        const int by = i.op == VM_OP_BLOCKERS, can = live || by;
        for (uint32_t f = 0; f < field && can; f++) {
            const uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, f),
                           blocker = by ? idx : RT_INDEX(e);
            if (!(rt_undeclared(g, rt_obj(g, blocker)) & RT_OF_BLOCKING) &&
                rt_blocks(g, blocker, by ? e : rt_handle(g, idx)))
                keep_once(g, start, rt_handle(g, idx));
        }
    }
    return rt_set_finish(g, start);
}

static uint64_t set_now(rt_game *g, const rt_ctx *c, uint64_t set)
{
    CANTRIP_ASSERT(rt_is_set(g, set));
    uint32_t start = g->s->heap.count;
    for (uint32_t i = 0, n = rt_set_count(set); i < n; i++) {
        rt_entity now = rt_now(g, c, rt_set_at(g, set, i));
        if (now)
            rt_set_keep(g, now);
        if (now && now != rt_set_at(g, set, i) && g->lib->melds) {
            const rt_entity other = rt_meld_other(g, rt_set_at(g, set, i)); /* CR 712.4c */
            if (other)
                rt_set_keep(g, other);
        }
    }
    return rt_set_finish(g, start);
}

static uint64_t set_union(rt_game *g, uint64_t a, uint64_t b)
{
    uint32_t start = g->s->heap.count;
    rt_spend(g, rt_set_count(a) + rt_set_count(b));
    for (uint32_t i = 0, n = rt_set_count(a); i < n; i++)
        rt_set_keep(g, rt_set_at(g, a, i));
    for (uint32_t i = 0, n = rt_set_count(b); i < n; i++)
        if (!rt_set_has(g, a, rt_set_at(g, b, i)))
            rt_set_keep(g, rt_set_at(g, b, i));
    return rt_set_finish(g, start);
}

/* What helped to pay has paid for a spell, also where an ability of what it has become asks (CR 702.50c); all else is of what is at
 * hand. */
static uint32_t paid_for(const rt_game *g, const rt_ctx *c, uint32_t kind)
{
    const rt_object *o = kind == VM_PAID_HELPED ? rt_look(g, c->self) : NULL;
    return o && rt_here(g, o)->payment ? rt_here(g, o)->payment : c->payment;
}

static uint64_t flag_value(const rt_game *g, const rt_env *env, int32_t flag)
{
    switch (flag) {
    case VM_FLAG_KICKED:
        return (env->ctx->flags & RT_CTX_KICKED) != 0;
    case VM_FLAG_CAST:
        return (env->ctx->aux & RT_EF_CAST) != 0 || (env->ctx->flags & RT_CTX_CAST) != 0;
    case VM_FLAG_YOUR_TURN:
        return rt_is_active(g, env->ctx->controller);
    default:
        return 0;
    }
}

static uint64_t answer(rt_env *env, vm_insn i, const uint64_t *regs)
{
    rt_game *g = env->g;
    const rt_ctx *c = env->ctx;
    switch (i.op) {
    case VM_OP_ITER: {
        uint64_t k = regs[i.c];
        return k < rt_set_count(regs[i.b]) ? RT_SET_ONE(rt_set_at(g, regs[i.b], (uint32_t)k)) : 0;
    }
    case VM_OP_THIS:
        return RT_SET_ONE(c->self);
    case VM_OP_YOU:
        return RT_SET_ONE(RT_PLAYER(c->controller));
    case VM_OP_OPPONENTS:
        return players_where(g, c->controller, VM_REL_OPPONENT);
    case VM_OP_NONE:
        return 0;
    case VM_OP_EVENT_OBJ:
        return c->event_obj[i.b] ? RT_SET_ONE(c->event_obj[i.b]) : 0;
    case VM_OP_EVENT_PLAYER:
        return c->event_player != RT_NOBODY ? RT_SET_ONE(RT_PLAYER(c->event_player)) : 0;
    case VM_OP_EVENT_AMOUNT:
        return (uint64_t)(int64_t)c->amount;
    case VM_OP_EVENT_WHOM:
        return c->whom ? RT_SET_ONE(c->whom) : 0;
    case VM_OP_EVENT_AUX:
        return (uint64_t)(int64_t)c->aux;
    case VM_OP_EVENT_KIND:
        return (i.b ? c->amount : (int32_t)c->aux) == i.imm;
    case VM_OP_EVENT_KEYWORD:
        return c->amount == i.imm + 1;
    case VM_OP_EVENT_MANA:
        return (uint64_t)(c->aux & VM_MANA_MASK);
    case VM_OP_EVENT_ZONE:
        return i.b ? c->event_to : c->event_from;
    case VM_OP_HISTORY_COUNT:
    case VM_OP_HISTORY_SUM:
        return (uint64_t)(int64_t)rt_history_number(
            g, c, (uint32_t)i.imm, i.b, i.op == VM_OP_HISTORY_SUM ? RT_HISTORY_SUM : i.c);
    case VM_OP_HISTORY_SET:
        return rt_history_set(g, c, (uint32_t)i.imm, i.b, i.c);
    case VM_OP_TARGETS:
        return targets_of(g, env, i.b, NULL);
    case VM_OP_TARGETS_FOR:
        return targets_of(g, env, i.b, &regs[i.c]);
    case VM_OP_CHOSEN_X:
        return (uint64_t)(int64_t)c->x;
    case VM_OP_STEP:
        return rt_turn_point(g, i.b);
    case VM_OP_TURN:
        return (uint64_t)rt_turn_fact(g, i.b);
    case VM_OP_SORCERY_TIME: {
        const uint32_t who = rt_set_count(regs[i.b]) ? RT_PLAYER_OF(rt_set_at(g, regs[i.b], 0)) : 0;
        return rt_set_count(regs[i.b]) && rt_sorcery_time(g, who);
    }
    case VM_OP_COULD_CAST: {
        const rt_entity who = rt_set_count(regs[i.b]) ? rt_set_at(g, regs[i.b], 0) : 0,
                        card = rt_set_count(regs[i.c]) ? rt_set_at(g, regs[i.c], 0) : 0;
        return who && rt_live(g, card) && rt_could_begin(g, RT_PLAYER_OF(who), card);
    }
    case VM_OP_FLAG:
        return flag_value(g, env, i.imm);
    case VM_OP_GIVER: {
        const rt_entity giver = rt_giver(g, c);
        return giver ? RT_SET_ONE(giver) : 0;
    }
    case VM_OP_LINK:
        return rt_link_get(g, rt_link_of(g, c, (int)i.b), (uint32_t)i.imm, 0);
    case VM_OP_LINK_NUM:
        return rt_link_get(g, rt_link_of(g, c, (int)i.c), (uint32_t)i.imm, 1 + i.b);
    case VM_OP_SET_LINK:
        rt_link_set(g, c, (uint32_t)i.imm, regs[i.a], 0);
        return 0;
    case VM_OP_SET_LINK_NUM:
        rt_link_set(g, c, (uint32_t)i.imm, regs[i.a], 1 + i.b);
        return 0;
    case VM_OP_LINK_OF:
        return rt_link_get_of(g, rt_link_of(g, c, 0),
                              rt_set_count(regs[i.c]) ? rt_set_at(g, regs[i.c], 0) : 0,
                              (uint32_t)i.imm, 1 + i.b);
    case VM_OP_SET_LINK_OF:
        rt_link_set_of(g, c, rt_set_count(regs[i.c]) ? rt_set_at(g, regs[i.c], 0) : 0,
                       (uint32_t)i.imm, regs[i.a], 1 + i.b);
        return 0;
    case VM_OP_ADD_LINK:
        rt_link_add(g, c, (uint32_t)i.imm, regs[i.a]);
        return 0;
    case VM_OP_CAPTURED:
        return c->captured ? captured(g, c->captured, i.b) : 0;
    case VM_OP_EVENT_THOSE:
        return c->those ? captured(g, c->those, 0) : 0;
    case VM_OP_HOST: {
        const rt_object *o =
            rt_set_count(regs[i.b]) ? rt_look(g, rt_set_at(g, regs[i.b], 0)) : NULL;
        return o && rt_here(g, o)->attached ? RT_SET_ONE(rt_here(g, o)->attached) : 0;
    }
    case VM_OP_PAIRED: {
        uint64_t set = 0;
        for (uint32_t k = 0; k < rt_set_count(regs[i.b]); k++) {
            const rt_entity with = rt_paired(g, rt_set_at(g, regs[i.b], k));
            set = with ? set_union(g, set, RT_SET_ONE(with)) : set;
        }
        return set;
    }
    case VM_OP_DEFENDER:
        return defender_of(g, rt_set_count(regs[i.b]) ? rt_set_at(g, regs[i.b], 0) : 0);
    case VM_OP_SEAT:
        return (uint32_t)i.imm < g->s->player.count
                   ? RT_SET_ONE(RT_PLAYER(((uint32_t)i.imm + c->controller) % g->s->player.count))
                   : 0;
    case VM_OP_ACTIVE:
        return active_players(g);
    case VM_OP_TOP:
        return tops(g, regs[i.b], i.c ? VM_ZONE_GRAVEYARD : VM_ZONE_LIBRARY);
    case VM_OP_SELECT:
        return rt_select(g, (uint32_t)i.imm, c);
    case VM_OP_SELECT_COUNT:
        return rt_select_count(g, (uint32_t)i.imm, c);
    case VM_OP_SELECT_ANY:
        return rt_select_count(g, (uint32_t)i.imm, c) != 0;
    case VM_OP_SELECT_SUM:
        return (uint64_t)(int64_t)rt_select_sum(g, (uint32_t)i.imm, c, i.b);
    case VM_OP_SOURCES:
        return rt_sources(g, (uint32_t)i.imm, c);
    case VM_OP_FILTER:
    case VM_OP_OBJECTS:
    case VM_OP_ONLY_PLAYERS:
    case VM_OP_GONE:
    case VM_OP_MINUS:
    case VM_OP_CONTROLLED_BY:
    case VM_OP_SACRIFICEABLE:
    case VM_OP_OWNED_BY:
    case VM_OP_SHARERS:
        return filter_by(g, i, regs, c);
    case VM_OP_MATCH: {
        uint32_t n = rt_set_count(regs[i.b]), ok = n > 0;
        for (uint32_t k = 0; k < n && ok; k++)
            ok = (uint32_t)rt_match(g, (uint32_t)i.imm, rt_set_at(g, regs[i.b], k), c);
        return ok;
    }
    case VM_OP_UNSPENT: {
        int32_t sum = 0;
        for (uint32_t k = 0; k < g->s->mana.count; k++) {
            const rt_mana *m = rt_mana_row(g, k);
            sum += (i.imm >> m->color & 1) && rt_set_has(g, regs[i.b], RT_PLAYER(m->player));
        }
        rt_spend(g, g->s->mana.count / 8);
        return (uint64_t)(int64_t)sum;
    }
    case VM_OP_DEVOTION:
        return (uint64_t)(int64_t)devotion(g, regs[i.b], (uint32_t)i.imm);
    case VM_OP_HAS_NAME:
    case VM_OP_NAME_OF:
    case VM_OP_HAS_TYPE:
    case VM_OP_TYPES_OF:
    case VM_OP_HAS_SUBTYPE:
        return described_as(g, i, regs);
    case VM_OP_CAST_FROM: {
        const rt_object *o =
            rt_set_count(regs[i.b]) ? rt_look(g, rt_set_at(g, regs[i.b], 0)) : NULL;
        return o && rt_here(g, o)->cast_from ? rt_here(g, o)->cast_from - 1u : VM_ZONE_COUNT;
    }
    case VM_OP_PAID:
        return rt_paid_objects(g, paid_for(g, c, i.b), i.b);
    case VM_OP_PAID_NUM:
        return (uint64_t)(int64_t)rt_paid_amount(g, c->payment, i.b);
    case VM_OP_TIMES_PAID:
        return c->origin ? 0 : (uint64_t)(int64_t)rt_times_paid(g, c->self, i.b);
    case VM_OP_SPENT: {
        const rt_object *o =
            rt_set_count(regs[i.b]) ? rt_look(g, rt_set_at(g, regs[i.b], 0)) : NULL;
        const uint32_t spent = o ? rt_here(g, o)->spent : 0;
        if (i.c == VM_SPENT_AMOUNT)
            return spent >> 8;
        if (i.c == VM_SPENT_COLORS)
            return (uint64_t)__builtin_popcount(spent & VM_COLOR_MASK);
        if (i.c == VM_SPENT_LATE)
            return o ? rt_here(g, o)->cast_late : 0;
        return spent >> (i.c - VM_SPENT_COLOR) & 1;
    }
    case VM_OP_MANA_TYPES: {
        uint32_t mask = 0;
        if (i.c == 3)
            return rt_commander_identity(g, regs[i.b]);
        if (i.c)
            return rt_could_produce(g, regs[i.b]) & (i.c == 1 ? 31u : 63u);
        for (uint32_t k = 0; k < rt_set_count(regs[i.b]); k++) {
            const rt_object *o = rt_look(g, rt_set_at(g, regs[i.b], k));
            mask |= o ? o->colors & 31u : 0;
        }
        return mask;
    }
    case VM_OP_NEWCOMER: {
        const rt_object *o =
            rt_set_count(regs[i.b]) ? rt_live(g, rt_set_at(g, regs[i.b], 0)) : NULL;
        return o && rt_here(g, o)->since_turn >= rt_player_row(g, o->controller)->turn_before;
    }
    case VM_OP_COST_PAID: {
        int32_t sum = 0;
        for (uint32_t k = 0; k < rt_set_count(regs[i.b]); k++) {
            const rt_entity e = rt_set_at(g, regs[i.b], k);
            sum = rt_sum(sum, rt_cost_paid(g, c, e, (uint32_t)i.imm, i.c));
        }
        return (uint64_t)(int64_t)sum;
    }
    case VM_OP_TARGETS_OF:
        return targets_of_stack(g, regs[i.b]);
    case VM_OP_KEYWORD_OF:
        return (uint64_t)keyword_of(g, rt_set_count(regs[i.b]) ? rt_set_at(g, regs[i.b], 0) : 0);
    case VM_OP_BLOCKERS:
    case VM_OP_BLOCKED:
    case VM_OP_ATTACKED:
        return combat_partners(g, i, regs);
    case VM_OP_NOW:
        return set_now(g, i.c ? NULL : c, regs[i.b]);
    case VM_OP_MORE:
        return rt_more(g, regs[i.b], (uint32_t)i.imm);
    case VM_OP_COUNT:
        return rt_set_count(regs[i.b]);
    case VM_OP_UNION:
        return set_union(g, regs[i.b], regs[i.c]);
    case VM_OP_MEET:
        for (uint32_t k = 0, n = rt_set_count(regs[i.b]); k < n; k++)
            if (rt_set_has(g, regs[i.c], rt_set_at(g, regs[i.b], k)))
                return 1;
        return 0;
    case VM_OP_CONTROLLERS:
        return owners(g, c, regs[i.b], WHOSE_CONTROLLED);
    case VM_OP_HELD_BY:
        return owners(g, c, regs[i.b], WHOSE_HELD);
    case VM_OP_OWNERS:
        return owners(g, c, regs[i.b], WHOSE_OWN);
    case VM_OP_PROP:
        return (uint64_t)(int64_t)rt_property_of_set(g, regs[i.b], i.imm);
    case VM_OP_GREATEST:
    case VM_OP_LEAST:
        return (uint64_t)(int64_t)rt_extreme(g, regs[i.b], i.imm, i.op == VM_OP_LEAST);
    case VM_OP_COUNTERS: {
        int32_t sum = 0;
        for (uint32_t k = 0, n = rt_set_count(regs[i.b]); k < n; k++)
            sum = rt_sum(sum, rt_counters_of(g, rt_set_at(g, regs[i.b], k), i.imm));
        return (uint64_t)(int64_t)sum;
    }
    case VM_OP_SHARES:
        return (uint64_t)rt_shares(g, regs[i.b], regs[i.c], i.imm);
    case VM_OP_HAS_COLOR: {
        const rt_object *o =
            rt_set_count(regs[i.b]) ? rt_look(g, rt_set_at(g, regs[i.b], 0)) : NULL;
        return o && (o->colors & regs[i.c]) != 0;
    }
    default:
        return 0;
    }
}

uint64_t rt_world(void *user, vm_insn i, const uint64_t *regs)
{
    const uint64_t said = answer(user, i, regs);
    RT_BESIDE(user, i, regs, said);
    return said;
}

uint64_t rt_dry_world(void *user, vm_insn i, const uint64_t *regs)
{
    rt_dry *dry = user;
    const uint32_t at = (uint32_t)i.imm % VM_CARD_LINKS;
    switch (i.op) {
    case VM_OP_SET_LINK_OF: /* for each of several players nothing is tried out */
        return 0;
    case VM_OP_SET_LINK:
    case VM_OP_SET_LINK_NUM:
        dry->is_set[at] = (uint8_t)(i.op == VM_OP_SET_LINK ? 1 : 2 + i.b);
        dry->value[at] = regs[i.a];
        return 0;
    case VM_OP_ADD_LINK:
        dry->value[at] = set_union(
            dry->env.g,
            dry->is_set[at] == 1 ? dry->value[at]
                                 : rt_link_get(dry->env.g, rt_link_of(dry->env.g, dry->env.ctx, 0),
                                               (uint32_t)i.imm, 0),
            regs[i.a]);
        dry->is_set[at] = 1;
        return 0;
    case VM_OP_LINK:
    case VM_OP_LINK_NUM:
        if (!(i.op == VM_OP_LINK ? i.b : i.c) &&
            dry->is_set[at] == (i.op == VM_OP_LINK ? 1 : 2 + i.b))
            return dry->value[at];
        break;
    default:
        break;
    }
    return rt_world(&dry->env, i, regs);
}
