/* What scripts can ask of the game: the instructions of opcodes.def that are about the world, and
 * selectors. */
#include "runtime/turn/turn.h"

#include <string.h>

/* ---- contexts ---------------------------------------------------------------------------------
 */

rt_ctx rt_ctx_for(const rt_game *g, rt_entity self, uint32_t ability)
{
    CANTRIP_ASSERT(rt_is_entity(g, self));
    rt_ctx c;
    memset(&c, 0, sizeof c);
    const rt_object *o = rt_look(g, self);
    c.used = 1;
    c.self = self;
    c.ability = ability;
    c.controller = o ? o->controller : 0;
    c.event_player = RT_NOBODY;
    if (o) {
        c.flags = (o->flags & RT_OF_KICKED ? RT_CTX_KICKED : 0) |
                  (o->flags & RT_OF_CAST ? RT_CTX_CAST : 0);
        c.x = (int32_t)o->x;
        c.origin = rt_live(g, self) ? rt_origin_of(g, o, ability) : o->copied;
        if (c.origin) /* what was paid was paid for what its own abilities say (CR 607.2h, i) */
            c.flags &= (uint8_t)~RT_CTX_KICKED;
        else
            c.payment = o->payment;
    }
    return c;
}

uint32_t rt_ctx_new(rt_game *g, const rt_ctx *c)
{
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    uint32_t idx;
    for (idx = g->s->ctx_low; idx < g->s->ctx.count && rt_ctx_row(g, idx)->used; idx++)
        rt_spend(g, 1);
    g->s->ctx_low = idx + 1;
    if (idx == g->s->ctx.count)
        idx = RT_PUSH(g, ctx);
    CANTRIP_ASSERT(c->controller < g->s->player.count && !rt_ctx_row(g, idx)->used);
    *rt_ctx_row(g, idx) = *c;
    rt_ctx_row(g, idx)->used = 1;
    return idx;
}

/* A list goes with the last context that has it. */
static void drop_captured(rt_game *g, uint32_t list)
{
    uint32_t n = 0;
    rt_spend(g, (g->s->ctx.count + g->s->captured.count) / 8);
    for (uint32_t i = 0; i < g->s->ctx.count; i++)
        if (rt_ctx_row(g, i)->captured == list)
            return;
    for (uint32_t i = 0; i < g->s->captured.count; i++)
        if (rt_captured_row(g, i)->list != list)
            *rt_captured_row(g, n++) = *rt_captured_row(g, i);
    g->s->captured.count = n;
}

void rt_ctx_free(rt_game *g, uint32_t idx)
{
    uint32_t n = 0;
    CANTRIP_ASSERT(idx < g->s->ctx.count && rt_ctx_row(g, idx)->used);
    rt_spend(g, g->s->target.count / 8);
    for (uint32_t i = 0; i < g->s->target.count; i++)
        if (rt_target_row(g, i)->ctx != idx)
            *rt_target_row(g, n++) = *rt_target_row(g, i);
    g->s->target.count = n;
    rt_parts_drop(g, idx);
    const uint32_t captured = rt_ctx_row(g, idx)->captured;
    memset(rt_ctx_row(g, idx), 0, sizeof(rt_ctx));
    if (captured)
        drop_captured(g, captured);
    while (g->s->ctx.count && !rt_ctx_row(g, g->s->ctx.count - 1)->used)
        g->s->ctx.count--;
    g->s->ctx_low = idx < g->s->ctx_low ? idx : g->s->ctx_low;
    g->s->ctx_low = g->s->ctx.count < g->s->ctx_low ? g->s->ctx.count : g->s->ctx_low;
}

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

/* ---- properties -------------------------------------------------------------------------------
 */

static int32_t player_property(const rt_game *g, uint32_t p, int32_t prop)
{
    CANTRIP_ASSERT(p < g->s->player.count);
    const rt_player *r = rt_player_row(g, p);
    switch (prop) {
    case VM_PROP_LIFE:
        return *rt_life(g, p);
    case VM_PROP_LIFE_LOST:
        return r->life_lost;
    case VM_PROP_LIFE_GAINED:
        return r->life_gained;
    case VM_PROP_HAND_SIZE:
        return (int32_t)rt_card_count(g, VM_ZONE_HAND, p);
    case VM_PROP_SPELLS_CAST:
        return r->spells_cast;
    case VM_PROP_DREW:
        return r->drew;
    default:
        return 0;
    }
}

/* A characteristic-defining ability works in every zone (CR 604.3). On the battlefield it is layer 7a. */
static int32_t defined(rt_game *g, rt_entity e, int which, int32_t printed)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    const rt_object *o = rt_live(g, e);
    if (!o || o->zone == VM_ZONE_BATTLEFIELD || (o->flags & RT_OF_ABILITY) || rt_is_covered(o))
        return printed;
    const vm_face *f = rt_face(g, o);
    if (!(f->flags & (which ? VM_FF_STAR_TOUGHNESS : VM_FF_STAR_POWER)))
        return printed;
    for (uint32_t i = f->abilities; i < f->abilities + f->ability_count; i++) {
        const vm_ability *a = &g->pack->ability[i];
        const rt_ctx c = rt_ctx_for(g, e, i);
        for (uint32_t k = 0; (a->flags & VM_AF_CDA) && k < a->mod_count; k++) {
            const vm_mod *m = &g->pack->mod[a->mods + k];
            if (m->op == VM_MOD_DEFINE_PT && (which ? m->fb : m->fa))
                return rt_mod_value(g, m, which, NULL, &c, e);
        }
    }
    return printed;
}

int32_t rt_power(rt_game *g, rt_entity e)
{
    const rt_object *o = rt_look(g, e);
    return o ? defined(g, e, 0, o->power) : 0;
}

int32_t rt_toughness(rt_game *g, rt_entity e)
{
    const rt_object *o = rt_look(g, e);
    return o ? defined(g, e, 1, o->toughness) : 0;
}

/* Each instance of 'target' counts, whether what was chosen is legal still or not (CR 114.9a). */
static int32_t times_targeted(const rt_game *g, const rt_object *o)
{
    int32_t n = 0;
    rt_spend_inside(g, g->s->target.count / 8);
    for (uint32_t i = 0; o->zone == VM_ZONE_STACK && o->ctx && i < g->s->target.count; i++)
        n += rt_target_row(g, i)->ctx + 1 == o->ctx;
    return n;
}

static int32_t object_property(rt_game *g, const rt_object *o, rt_entity e, int32_t prop)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    CANTRIP_ASSERT(o->gen != 0 || o->zone == VM_ZONE_COUNT);
    switch (prop) {
    case VM_PROP_POWER:
        return o->zone == VM_ZONE_BATTLEFIELD ? o->power : rt_power(g, e);
    case VM_PROP_TOUGHNESS:
        return o->zone == VM_ZONE_BATTLEFIELD ? o->toughness : rt_toughness(g, e);
    case VM_PROP_MANA_VALUE:
        return (int32_t)rt_mana_value(g, o);
    case VM_PROP_LOYALTY:
        return rt_counters(g, e, VM_COUNTER_LOYALTY);
    case VM_PROP_DAMAGE:
        return o->damage;
    case VM_PROP_COLORS:
        return o->colors;
    case VM_PROP_ABILITIES:
        return rt_is_covered(o) ? 0 : (int32_t)rt_ability_count(g, o);
    case VM_PROP_TARGETS:
        return times_targeted(g, o);
    default:
        return 0;
    }
}

int32_t rt_property(rt_game *g, rt_entity e, uint32_t prop)
{
    const rt_object *o = rt_look(g, e);
    return o ? object_property(g, o, e, (int32_t)prop) : 0;
}

/* The subtypes of CR 305.6. */
enum {
    BASIC_LAND_TYPES = 1u << VM_SUBTYPE_PLAINS | 1u << VM_SUBTYPE_ISLAND | 1u << VM_SUBTYPE_SWAMP |
                       1u << VM_SUBTYPE_MOUNTAIN | 1u << VM_SUBTYPE_FOREST
};

static int32_t property(rt_game *g, uint64_t set, int32_t prop);

/* Of all that matches. What permanents alone are asked at a glance is added up as it is found. */
static int32_t select_sum(rt_game *g, uint32_t sel, const rt_ctx *c, int32_t prop)
{
    int32_t sum;
    if ((prop == VM_PROP_POWER || prop == VM_PROP_TOUGHNESS) && !RT_CHECKING &&
        rt_select_size(g, sel, c, prop == VM_PROP_TOUGHNESS, &sum))
        return sum;
    const uint32_t heap = g->s->heap.count;
    sum = property(g, rt_select(g, sel, c), prop);
    if (RT_CHECKING && (prop == VM_PROP_POWER || prop == VM_PROP_TOUGHNESS)) {
        int32_t quick;
        const int is_quick = rt_select_size(g, sel, c, prop == VM_PROP_TOUGHNESS, &quick);
        CANTRIP_ASSERT(!is_quick || quick == sum);
        (void)is_quick;
    }
    g->s->heap.count = heap;
    return sum;
}

static int32_t property(rt_game *g, uint64_t set, int32_t prop)
{
    CANTRIP_ASSERT(rt_is_set(g, set));
    int32_t sum = 0;
    uint32_t kinds = 0; /* what the members have, each counted once */
    rt_spend(g, rt_set_count(set));
    for (uint32_t i = 0, n = rt_set_count(set); i < n; i++) {
        rt_entity e = rt_set_at(g, set, i);
        if (RT_IS_PLAYER(e)) {
            sum = rt_sum(sum, player_property(g, RT_PLAYER_OF(e), prop));
            continue;
        }
        const rt_object *o = rt_look(g, e);
        if (!o)
            continue;
        kinds |= prop == VM_PROP_CARD_TYPES    ? o->types & VM_TYPE_MASK
                 : prop == VM_PROP_LAND_TYPES  ? (uint32_t)rt_subtypes(g, o)[0] & BASIC_LAND_TYPES
                 : prop == VM_PROP_COLOR_COUNT ? o->colors
                                               : 0;
        sum = rt_sum(sum, object_property(g, o, e, prop));
    }
    for (; kinds; kinds &= kinds - 1)
        sum++;
    return sum;
}

static int32_t extreme(rt_game *g, uint64_t set, int32_t prop, int least)
{
    CANTRIP_ASSERT(rt_is_set(g, set));
    int32_t found = 0;
    for (uint32_t i = 0, n = rt_set_count(set); i < n; i++) {
        const int32_t v = property(g, RT_SET_ONE(rt_set_at(g, set, i)), prop);
        if (!i || (least ? v < found : v > found))
            found = v;
    }
    return found;
}

static int share_type(const rt_game *g, const rt_object *a, const rt_object *b)
{
    uint64_t any = 0;
    int all_a = (a->flags & RT_OF_ALL_CREATURE_TYPES) != 0,
        all_b = (b->flags & RT_OF_ALL_CREATURE_TYPES) != 0;
    for (int i = 0; i < VM_SUBTYPE_MAX / 64; i++) {
        uint64_t x = all_a ? g->lib->creature_types[i] : rt_subtypes(g, a)[i];
        uint64_t y = all_b ? g->lib->creature_types[i] : rt_subtypes(g, b)[i];
        any |= x & y & g->lib->creature_types[i];
    }
    return any != 0;
}

static uint32_t name_of(const rt_game *g, rt_entity e) /* a face's number + 1 */
{
    const rt_object *o = RT_IS_PLAYER(e) ? NULL : rt_look(g, e);
    return o && !(o->flags & RT_OF_ABILITY) && !rt_is_covered(o) && *vm_pack_str(g->pack, rt_face(g, o)->name)
               ? o->face + 1u
               : 0;
}

static int same_name(const rt_game *g, uint32_t a, uint32_t b)
{
    if (!a || !b || a > g->pack->face_count || b > g->pack->face_count)
        return 0;
    if (g->pack->face[b - 1].shape == VM_SHAPE_SPLIT) { /* CR 201.2b: one in common is enough */
        const uint32_t left = g->pack->face[b - 1].other;
        return same_name(g, a, left + 1) || same_name(g, a, g->pack->face[left].other + 1);
    }
    return rt_has_name(g, a - 1, vm_pack_str(g->pack, g->pack->face[b - 1].name));
}

/* Has one of set `a` what one of set `b` has? */
static int shares(rt_game *g, uint64_t a, uint64_t b, int32_t what)
{
    rt_spend(g, rt_set_count(b));
    for (uint32_t i = 0, n = rt_set_count(a); i < n; i++)
        for (uint32_t k = 0, m = rt_set_count(b); k < m; k++) {
            const rt_entity x = rt_set_at(g, a, i), y = rt_set_at(g, b, k);
            const rt_object *left = RT_IS_PLAYER(x) ? NULL : rt_look(g, x),
                            *right = RT_IS_PLAYER(y) ? NULL : rt_look(g, y);
            if (!left || !right)
                continue;
            if (what == VM_SHARED_CREATURE_TYPE ? share_type(g, left, right)
                : what == VM_SHARED_COLOR       ? (left->colors & right->colors) != 0
                : what == VM_SHARED_CARD_TYPE   ? (left->types & right->types & 0xFFFFu) != 0
                : rt_has_own_names(left) || rt_has_own_names(right)
                    ? rt_share_a_name(g, x, y)
                    : same_name(g, name_of(g, x), name_of(g, y)))
                return 1;
        }
    return 0;
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

static uint64_t targets_of(rt_game *g, const rt_env *env, uint32_t slot)
{
    uint32_t start = g->s->heap.count;
    const uint32_t of = env->ctx_idx ? env->ctx_idx : g->run->aims,
                   in = env->ctx_idx ? env->mode : g->run->aim_mode;
    if (!of)
        return 0;
    for (uint32_t i = 0; i < g->s->target.count; i++) {
        const rt_target *t = rt_target_row(g, i);
        uint32_t mode = t->mode;
        if (t->ctx + 1 == of && t->slot == slot && mode == in && t->entity)
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

static uint64_t owners(rt_game *g, uint64_t set, enum whose how)
{
    CANTRIP_ASSERT(rt_is_set(g, set));
    rt_entity list[RT_PLAYERS_MAX];
    uint32_t n = 0;
    for (uint32_t i = 0, k = rt_set_count(set); i < k && n < RT_PLAYERS_MAX; i++) {
        const rt_object *o = rt_look(g, rt_set_at(g, set, i));
        if (!o)
            continue;
        const uint32_t held = how == WHOSE_HELD ? rt_held_then(g, rt_set_at(g, set, i)) : 0;
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
        case VM_OP_OWNED_BY:
            ok = o && rt_set_has(g, regs[i.c], RT_PLAYER(o->owner));
            break;
        case VM_OP_SHARERS:
            ok = shares(g, RT_SET_ONE(e), regs[i.c], i.imm);
            break;
        default:
            break;
        }
        if (ok)
            rt_set_keep(g, e);
    }
    return rt_set_finish(g, start);
}

/* What the cost with this number took. */
static uint64_t paid_objects(rt_game *g, uint32_t payment, uint32_t kind)
{
    uint32_t start = g->s->heap.count;
    rt_spend(g, g->s->paid.count / 4);
    for (uint32_t i = 0; payment && i < g->s->paid.count; i++) {
        const rt_paid p = *rt_paid_row(g, i);
        if (p.payment == payment && p.kind == kind && p.entity)
            rt_set_keep(g, p.entity);
    }
    return rt_set_finish(g, start);
}

/* What a cost of the payment has moved is what it has become (CR 400.7h). */
rt_entity rt_paid_now(const rt_game *g, uint32_t payment, rt_entity e)
{
    for (uint32_t i = 0; payment && !RT_IS_PLAYER(e) && !rt_live(g, e) && i < g->s->paid.count; i++)
        if (rt_paid_row(g, i)->payment == payment && rt_paid_row(g, i)->entity == e)
            return rt_now(g, e);
    return e;
}

static int32_t paid_amount(const rt_game *g, uint32_t payment, uint32_t kind)
{
    int32_t sum = 0;
    rt_spend(g, g->s->paid.count / 4);
    for (uint32_t i = 0; payment && i < g->s->paid.count; i++)
        if (rt_paid_row(g, i)->payment == payment && rt_paid_row(g, i)->kind == kind)
            sum = rt_sum(sum, rt_paid_row(g, i)->amount);
    return sum;
}

static int32_t times_paid(const rt_game *g, rt_entity self, uint32_t number)
{
    CANTRIP_ASSERT(rt_is_entity(g, self));
    const rt_object *o = rt_look(g, self);
    int32_t sum = 0;
    uint32_t given;
    for (uint32_t n = 0; o && n < VM_OPTIONAL_COSTS_MAX; n++)
        if (number == n ||
            (number == VM_TIMES_PAID_ALL && rt_is_kicker(g, rt_optional_cost(g, o, n, &given))))
            sum += o->optional[n];
    return sum;
}

/* Optional costs of that keyword that others gave it; `ctx`: what asks for itself alone, or NULL. */
static int32_t given_cost_paid(const rt_game *g, uint32_t payment, uint32_t keyword,
                               const rt_ctx *ctx)
{
    int32_t sum = 0;
    rt_spend(g, g->s->paid.count / 4);
    for (uint32_t i = 0; payment && i < g->s->paid.count; i++) {
        const rt_paid *p = rt_paid_row(g, i);
        const uint32_t kind = RT_PAID_GIVEN | keyword << 8 | (ctx ? ctx->given_as : p->kind & 0xFF);
        if (p->payment == payment && p->kind == kind)
            sum = rt_sum(sum, p->amount);
    }
    return sum;
}

static int is_own_ability(const rt_game *g, const rt_object *o, uint32_t ability)
{
    const vm_face *f = rt_face(g, o);
    return ability >= f->abilities && ability < f->abilities + f->ability_count;
}

/* Costs that a keyword gives: the one it was cast for, and optional ones. */
static int32_t cost_paid(const rt_game *g, const rt_ctx *c, rt_entity e, uint32_t keyword,
                         uint32_t instance)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    const rt_object *o = rt_look(g, e);
    if (!o)
        return 0;
    const vm_face *f = rt_face(g, o);
    const vm_ability *a;
    const int apart =
        c && c->origin && e == c->self; /* its own costs are not its links (CR 607.2h) */
    int32_t sum = !apart && o->cast_for == keyword + 1;
    uint32_t seen = 0; /* of that keyword; instance 0: all of them */
    const int was_given = instance && c && !is_own_ability(g, o, c->ability);
    if (was_given || !instance)
        sum = rt_sum(sum, given_cost_paid(g, o->payment, keyword, was_given ? c : NULL));
    if (was_given || apart)
        return sum;
    for (uint32_t n = 0; n < VM_OPTIONAL_COSTS_MAX && (a = rt_cost_ability(g, f, 0, n)); n++)
        if (a->keyword == keyword && (++seen == instance || !instance))
            sum += o->optional[n];
    return sum;
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
        return e ? name_of(g, e) : 0;
    case VM_OP_HAS_NAME:
        if (o && rt_has_own_names(o) && value && value <= g->pack->face_count)
            return (uint64_t)rt_is_named(g, e, vm_pack_str(g->pack, g->pack->face[value - 1].name));
        return e ? (uint64_t)same_name(g, name_of(g, e), value) : 0;
    case VM_OP_HAS_TYPE:
        return o && (o->types & value) != 0;
    case VM_OP_HAS_SUBTYPE:
        return o && value < VM_SUBTYPE_MAX &&
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
        const uint32_t ctx = o && o->zone == VM_ZONE_STACK ? o->ctx : 0;
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
    if (!o || o->zone != VM_ZONE_STACK || !o->ctx || !(o->flags & RT_OF_ABILITY))
        return -1;
    const uint32_t ability = rt_ctx_row(g, o->ctx - 1)->ability;
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
            if (o && (o->flags & ~g->s->declaring & RT_OF_ATTACKING) && o->fights)
                keep_once(g, start, o->fights);
            continue;
        }
        rt_spend(g, field / 4);
        const int live = rt_live(g, e) != NULL; /* else as it last was (CR 608.2h) */
        if (!live && i.op == VM_OP_BLOCKED && o && (o->flags & RT_OF_BLOCKING) &&
            rt_live(g, o->fights))
            keep_once(g, start, o->fights);
        const int can = !(g->s->declaring & RT_OF_BLOCKING) && (live || i.op == VM_OP_BLOCKERS);
        for (uint32_t f = 0; f < field && can; f++) {
            const uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, f);
            if (i.op == VM_OP_BLOCKERS ? rt_blocks(g, idx, e)
                                       : rt_blocks(g, RT_INDEX(e), rt_handle(g, idx)))
                keep_once(g, start, rt_handle(g, idx));
        }
    }
    return rt_set_finish(g, start);
}

static uint64_t set_now(rt_game *g, uint64_t set)
{
    CANTRIP_ASSERT(rt_is_set(g, set));
    uint32_t start = g->s->heap.count;
    for (uint32_t i = 0, n = rt_set_count(set); i < n; i++) {
        rt_entity now = rt_now(g, rt_set_at(g, set, i));
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

/* CR 607: an 'as NAME' belongs to the object whose ability set it. */
typedef struct whose_link {
    rt_entity self;
    uint32_t origin;
} whose_link;

static whose_link whose(const rt_game *g, const rt_ctx *c, int of_giver)
{
    const rt_entity self = of_giver ? rt_chooser(g, c) : c->self;
    return (whose_link){self, rt_link_origin(g, c, self)};
}

static uint64_t link_get(rt_game *g, whose_link of, uint32_t slot, int number)
{
    CANTRIP_ASSERT(rt_is_entity(g, of.self));
    uint32_t start = g->s->heap.count;
    rt_spend(g, g->s->link.count / 4);
    for (uint32_t i = 0; i < g->s->link.count; i++) {
        const rt_link *l = rt_link_row(g, i);
        if (l->self != of.self || l->slot != slot || l->is_number != (uint32_t)number ||
            l->origin != of.origin)
            continue;
        if (number)
            return (uint64_t)(int64_t)(int32_t)l->value;
        const rt_object *was = rt_live(g, l->value) ? NULL : rt_look(g, l->value);
        if (!was ||
            was->zone != VM_ZONE_EXILE) /* what has left exile is found no more (CR 607.2a) */
            rt_set_keep(g, l->value);
    }
    return number ? 0 : rt_set_finish(g, start);
}

static void link_set(rt_game *g, const rt_ctx *c, uint32_t slot, uint64_t value, int number)
{
    const rt_entity self = c->self;
    const uint32_t origin = c->origin; /* the block may move */
    CANTRIP_ASSERT(rt_is_entity(g, self));
    uint32_t n = 0;
    rt_spend(g, g->s->link.count / 4);
    for (uint32_t i = 0; i < g->s->link.count; i++) {
        const rt_link *l = rt_link_row(g, i);
        if (l->self != self || l->slot != slot || l->origin != origin)
            *rt_link_row(g, n++) = *l;
    }
    g->s->link.count = n;
    for (uint32_t i = 0, k = number ? 1 : rt_set_count(value); i < k; i++) {
        uint32_t at = RT_PUSH(g, link);
        *rt_link_row(g, at) = (rt_link){self, slot, (uint32_t)number,
                                        number ? (uint32_t)value : rt_set_at(g, value, i), origin};
    }
    rt_dirty(g); /* static abilities may speak of it */
}

static void link_add(rt_game *g, const rt_ctx *c, uint32_t slot, uint64_t value)
{
    const rt_entity self = c->self;
    const uint32_t origin = c->origin;
    CANTRIP_ASSERT(rt_is_entity(g, self));
    for (uint32_t i = 0, k = rt_set_count(value); i < k; i++) {
        uint32_t at = RT_PUSH(g, link);
        *rt_link_row(g, at) = (rt_link){self, slot, 0, rt_set_at(g, value, i), origin};
    }
    rt_dirty(g);
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

uint64_t rt_world(void *user, vm_insn i, const uint64_t *regs)
{
    rt_env *env = user;
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
        return targets_of(g, env, i.b);
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
        return link_get(g, whose(g, c, (int)i.b), (uint32_t)i.imm, 0);
    case VM_OP_LINK_NUM:
        return link_get(g, whose(g, c, (int)i.c), (uint32_t)i.imm, 1 + i.b);
    case VM_OP_SET_LINK:
        link_set(g, c, (uint32_t)i.imm, regs[i.a], 0);
        return 0;
    case VM_OP_SET_LINK_NUM:
        link_set(g, c, (uint32_t)i.imm, regs[i.a], 1 + i.b);
        return 0;
    case VM_OP_ADD_LINK:
        link_add(g, c, (uint32_t)i.imm, regs[i.a]);
        return 0;
    case VM_OP_CAPTURED:
        return c->captured ? captured(g, c->captured, i.b) : 0;
    case VM_OP_HOST: {
        const rt_object *o =
            rt_set_count(regs[i.b]) ? rt_look(g, rt_set_at(g, regs[i.b], 0)) : NULL;
        return o && o->attached ? RT_SET_ONE(o->attached) : 0;
    }
    case VM_OP_PAIRED: {
        uint64_t set = 0;
        for (uint32_t k = 0; k < rt_set_count(regs[i.b]); k++) {
            const rt_entity with = rt_paired(g, rt_set_at(g, regs[i.b], k));
            set = with ? set_union(g, set, RT_SET_ONE(with)) : set;
        }
        return set;
    }
    case VM_OP_DEFENDER: {
        const rt_object *o =
            rt_set_count(regs[i.b]) ? rt_look(g, rt_set_at(g, regs[i.b], 0)) : NULL;
        return o && o->defender ? RT_SET_ONE(RT_PLAYER(o->defender - 1u)) : 0;
    }
    case VM_OP_SEAT:
        return (uint32_t)i.imm < g->s->player.count ? RT_SET_ONE(RT_PLAYER(i.imm)) : 0;
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
        return (uint64_t)(int64_t)select_sum(g, (uint32_t)i.imm, c, i.b);
    case VM_OP_SOURCES:
        return rt_sources(g, (uint32_t)i.imm, c);
    case VM_OP_FILTER:
    case VM_OP_OBJECTS:
    case VM_OP_ONLY_PLAYERS:
    case VM_OP_GONE:
    case VM_OP_MINUS:
    case VM_OP_CONTROLLED_BY:
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
        return o && o->cast_from ? o->cast_from - 1u : VM_ZONE_COUNT;
    }
    case VM_OP_PAID:
        return paid_objects(g, c->payment, i.b);
    case VM_OP_PAID_NUM:
        return (uint64_t)(int64_t)paid_amount(g, c->payment, i.b);
    case VM_OP_TIMES_PAID:
        return c->origin ? 0 : (uint64_t)(int64_t)times_paid(g, c->self, i.b);
    case VM_OP_SPENT: {
        const rt_object *o =
            rt_set_count(regs[i.b]) ? rt_look(g, rt_set_at(g, regs[i.b], 0)) : NULL;
        const uint32_t spent = o ? o->spent : 0;
        if (i.c == VM_SPENT_AMOUNT)
            return spent >> 8;
        if (i.c == VM_SPENT_COLORS)
            return (uint64_t)__builtin_popcount(spent & VM_COLOR_MASK);
        if (i.c == VM_SPENT_LATE)
            return o ? o->cast_late : 0;
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
        return o && o->since_turn >= rt_player_row(g, o->controller)->turn_before;
    }
    case VM_OP_COST_PAID: {
        int32_t sum = 0;
        for (uint32_t k = 0; k < rt_set_count(regs[i.b]); k++) {
            const rt_entity e = rt_set_at(g, regs[i.b], k);
            sum = rt_sum(sum, cost_paid(g, c, e, (uint32_t)i.imm, i.c));
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
        return set_now(g, regs[i.b]);
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
        return owners(g, regs[i.b], WHOSE_CONTROLLED);
    case VM_OP_HELD_BY:
        return owners(g, regs[i.b], WHOSE_HELD);
    case VM_OP_OWNERS:
        return owners(g, regs[i.b], WHOSE_OWN);
    case VM_OP_PROP:
        return (uint64_t)(int64_t)property(g, regs[i.b], i.imm);
    case VM_OP_GREATEST:
    case VM_OP_LEAST:
        return (uint64_t)(int64_t)extreme(g, regs[i.b], i.imm, i.op == VM_OP_LEAST);
    case VM_OP_COUNTERS: {
        int32_t sum = 0;
        for (uint32_t k = 0, n = rt_set_count(regs[i.b]); k < n; k++)
            sum = rt_sum(sum, rt_counters_of(g, rt_set_at(g, regs[i.b], k), i.imm));
        return (uint64_t)(int64_t)sum;
    }
    case VM_OP_SHARES:
        return (uint64_t)shares(g, regs[i.b], regs[i.c], i.imm);
    case VM_OP_HAS_COLOR: {
        const rt_object *o =
            rt_set_count(regs[i.b]) ? rt_look(g, rt_set_at(g, regs[i.b], 0)) : NULL;
        return o && (o->colors & regs[i.c]) != 0;
    }
    default:
        return 0;
    }
}

uint64_t rt_dry_world(void *user, vm_insn i, const uint64_t *regs)
{
    rt_dry *dry = user;
    const uint32_t at = (uint32_t)i.imm % VM_CARD_LINKS;
    switch (i.op) {
    case VM_OP_SET_LINK:
    case VM_OP_SET_LINK_NUM:
        dry->is_set[at] = (uint8_t)(i.op == VM_OP_SET_LINK ? 1 : 2 + i.b);
        dry->value[at] = regs[i.a];
        return 0;
    case VM_OP_ADD_LINK:
        dry->value[at] = set_union(
            dry->env.g,
            dry->is_set[at] == 1
                ? dry->value[at]
                : link_get(dry->env.g, whose(dry->env.g, dry->env.ctx, 0), (uint32_t)i.imm, 0),
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
