/* Numbers of objects and players, and what several of them have in common. */
#include "runtime/query/world.h"
#include "runtime/layers/layers.h"

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
    for (uint32_t i = 0; o->zone == VM_ZONE_STACK && rt_here(g, o)->ctx && i < g->s->target.count;
         i++)
        n += rt_target_row(g, i)->ctx + 1 == rt_here(g, o)->ctx;
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
        return rt_here(g, o)->damage;
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

/* Of all that matches. What permanents alone are asked at a glance is added up as it is found. */
int32_t rt_select_sum(rt_game *g, uint32_t sel, const rt_ctx *c, int32_t prop)
{
    int32_t sum;
    if ((prop == VM_PROP_POWER || prop == VM_PROP_TOUGHNESS) && !RT_CHECKING &&
        rt_select_size(g, sel, c, prop == VM_PROP_TOUGHNESS, &sum))
        return sum;
    const uint32_t heap = g->s->heap.count;
    sum = rt_property_of_set(g, rt_select(g, sel, c), prop);
    if (RT_CHECKING && (prop == VM_PROP_POWER || prop == VM_PROP_TOUGHNESS)) {
        int32_t quick;
        const int is_quick = rt_select_size(g, sel, c, prop == VM_PROP_TOUGHNESS, &quick);
        CANTRIP_ASSERT(!is_quick || quick == sum);
        (void)is_quick;
    }
    g->s->heap.count = heap;
    return sum;
}

int rt_is_named_like(const rt_game *g, uint64_t set, uint32_t count, rt_entity e)
{
    CANTRIP_ASSERT(count <= rt_set_count(set));
    const uint32_t name = RT_IS_PLAYER(e) ? 0 : rt_name_face(g, e);
    for (uint32_t i = 0; i < count; i++)
        if (!RT_IS_PLAYER(rt_set_at(g, set, i)) &&
            rt_same_name(g, rt_name_face(g, rt_set_at(g, set, i)), name))
            return 1;
    return 0;
}

/* How many different names there are among them (CR 201.2). */
static int32_t names_of(rt_game *g, uint64_t set)
{
    CANTRIP_ASSERT(rt_is_set(g, set));
    int32_t names = 0;
    for (uint32_t i = 0, n = rt_set_count(set); i < n; i++) {
        const rt_entity e = rt_set_at(g, set, i);
        rt_spend(g, i);
        names += !RT_IS_PLAYER(e) && rt_name_face(g, e) && !rt_is_named_like(g, set, i, e);
    }
    return names;
}

int32_t rt_property_of_set(rt_game *g, uint64_t set, int32_t prop)
{
    CANTRIP_ASSERT(rt_is_set(g, set));
    if (prop == VM_PROP_NAMES)
        return names_of(g, set);
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

int32_t rt_extreme(rt_game *g, uint64_t set, int32_t prop, int least)
{
    CANTRIP_ASSERT(rt_is_set(g, set));
    int32_t found = 0;
    for (uint32_t i = 0, n = rt_set_count(set); i < n; i++) {
        const int32_t v = rt_property_of_set(g, RT_SET_ONE(rt_set_at(g, set, i)), prop);
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

uint32_t rt_name_face(const rt_game *g, rt_entity e) /* a face's number + 1 */
{
    const rt_object *o = RT_IS_PLAYER(e) ? NULL : rt_look(g, e);
    return o && !(o->flags & RT_OF_ABILITY) && !rt_is_covered(o) &&
                   *vm_pack_str(g->pack, rt_face(g, o)->name)
               ? o->face + 1u
               : 0;
}

int rt_same_name(const rt_game *g, uint32_t a, uint32_t b)
{
    if (!a || !b || a > g->pack->face_count || b > g->pack->face_count)
        return 0;
    if (g->pack->face[b - 1].shape == VM_SHAPE_SPLIT) { /* CR 201.2b: one in common is enough */
        const uint32_t left = g->pack->face[b - 1].other;
        return rt_same_name(g, a, left + 1) || rt_same_name(g, a, g->pack->face[left].other + 1);
    }
    return rt_has_name(g, a - 1, vm_pack_str(g->pack, g->pack->face[b - 1].name));
}

/* Has one of set `a` what one of set `b` has? */
int rt_shares(rt_game *g, uint64_t a, uint64_t b, int32_t what)
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
                    : rt_same_name(g, rt_name_face(g, x), rt_name_face(g, y)))
                return 1;
        }
    return 0;
}
