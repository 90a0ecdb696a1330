/* What the instructions about sets, descriptions and cards say, found out a second time, in builds that check (vm/beside).
 *
 * Sets are read and made here, descriptions are compared field by field, and their predicates are carried out by the second
 * interpreter. What is asked further of a single thing (its name, its keywords, whether it is tapped) is taken from the rules machine:
 * such a description may say no here, and its yes is asked there. `work` bounds it; beyond, nothing is compared. The game, its
 * fuel and what is noted about it stay as they were. */
#include "runtime/layers/layers.h"
#include "runtime/query/world.h"

#ifdef CANTRIP_CHECKED

#include "vm/beside/beside.h"

enum {
    WORK = 600,         /* things and instructions for one instruction */
    DEEP = 2,           /* predicates in predicates; those further in are compared when they run */
    DEPTH = 128,        /* calls inside of each other */
    HEAP_MAX = 1 << 22, /* members of sets */
    SUM_MAX = 1000000000
};

typedef struct second {
    rt_game *g;
    rt_env *env;
    const rt_ctx *c;
    uint32_t work, deep;
    int lost; /* it took too long, or is not known here */
} second;

/* ---- sets: none, one (the highest bit), or so many places of the heap from the upper half on -------- */

static uint32_t size_of(uint64_t set)
{
    return set >= UINT64_C(0x8000000000000000) ? 1 : (uint32_t)(set % UINT64_C(0x100000000));
}

static rt_entity member(const second *w, uint64_t set, uint32_t k)
{
    if (set >= UINT64_C(0x8000000000000000))
        return (rt_entity)(set % UINT64_C(0x100000000));
    return *rt_heap_row(w->g, (uint32_t)(set / UINT64_C(0x100000000)) + k);
}

static int is_in(const second *w, rt_entity e, uint64_t set)
{
    int found = 0;
    for (uint32_t k = 0; k < size_of(set); k++)
        found += member(w, set, k) == e;
    return found > 0;
}

static void keep(second *w, rt_entity e)
{
    const uint32_t at = RT_PUSH(w->g, heap);
    *rt_heap_row(w->g, at) = e;
}

static uint64_t one_of(rt_entity e)
{
    return e ? UINT64_C(0x8000000000000000) + e : 0;
}

static uint64_t kept_since(second *w, uint32_t first)
{
    const uint32_t n = w->g->s->heap.count - first;
    if (n == 0)
        return 0;
    if (n > 1)
        return first * UINT64_C(0x100000000) + n;
    return UINT64_C(0x8000000000000000) + *rt_heap_row(w->g, first);
}

static int takes(second *w, uint32_t work)
{
    if (w->work < work) {
        w->work = 0;
        w->lost = 1;
        return 0;
    }
    w->work -= work;
    return 1;
}

/* ---- descriptions --------------------------------------------------------------------------------- */

static int stands_so(const second *w, uint32_t relation, uint32_t player)
{
    const uint32_t you = w->c->controller;
    const int same_team = rt_player_row(w->g, player)->team == rt_player_row(w->g, you)->team;
    switch (relation) {
    case VM_REL_YOU:
        return player == you;
    case VM_REL_NOT_YOU:
        return player != you;
    case VM_REL_OPPONENT:
        return !same_team;
    case VM_REL_TEAMMATE:
        return same_team && player != you;
    default:
        return 1;
    }
}

static int is_of_type(const second *w, const rt_object *o, uint32_t subtype)
{
    const uint64_t bit = UINT64_C(1) << subtype % 64;
    return (rt_subtypes(w->g, o)[subtype / 64] & bit) ||
           ((o->flags & RT_OF_ALL_CREATURE_TYPES) &&
            (w->g->lib->creature_types[subtype / 64] & bit));
}

static int has_one(const second *w, const rt_object *o, uint32_t first, uint32_t count)
{
    int found = 0;
    for (uint32_t k = 0; k < count; k++)
        found |= is_of_type(w, o, rt_word(w->g, w->c, w->g->pack->words[first + k]));
    return found;
}

/* A token or copy is no card (CR 108.2b). */
static int is_no_card(const rt_object *o)
{
    const int among_cards = o->zone == VM_ZONE_GRAVEYARD || o->zone == VM_ZONE_HAND ||
                            o->zone == VM_ZONE_LIBRARY || o->zone == VM_ZONE_EXILE;
    return among_cards && (o->flags & (RT_OF_TOKEN | RT_OF_COPY));
}

static int fits_object(const second *w, const vm_selector *s, const rt_object *o)
{
    const uint32_t any = s->colors_any ? rt_color_words(w->g, w->c, s->colors_any) : 0,
                   none = s->colors_none ? rt_color_words(w->g, w->c, s->colors_none) : 0;
    const int only_spells = s->zones == 1u << VM_ZONE_STACK; /* CR 111.1 */
    return (o->types & s->types_all) == s->types_all && !(o->types & s->types_none) &&
           (!s->types_any || (o->types & s->types_any)) && !(o->colors & none) &&
           (!s->colors_any || (o->colors & any)) &&
           !(only_spells && o->zone == VM_ZONE_BATTLEFIELD) &&
           !(is_no_card(o) && !(w->c->flags & RT_CTX_OUTSIDE)) &&
           stands_so(w, s->controller, o->controller) && stands_so(w, s->owner, o->owner) &&
           (!s->subtype_any_count || has_one(w, o, s->subtypes_any, s->subtype_any_count)) &&
           !(s->subtype_none_count && has_one(w, o, s->subtypes_none, s->subtype_none_count));
}

static int fits_source(const second *w, const vm_selector *s, rt_entity e)
{
    const rt_entity self = w->c->self;
    const rt_object *source = s->which == VM_WHICH_HOST ? rt_look(w->g, self) : NULL;
    switch (s->which) {
    case VM_WHICH_ANY:
        return 1;
    case VM_WHICH_THIS:
        return e == self;
    case VM_WHICH_HOST:
        return source && rt_here(w->g, source)->attached == e;
    default: /* others; its card in the graveyard is none (CR 400.7d) */
        return e != self && (rt_live(w->g, self) || e != rt_now(w->g, NULL, self));
    }
}

static uint64_t world_of(second *w, vm_insn i, const uint64_t *regs);

static uint64_t inside(void *user, vm_insn i, const uint64_t *regs)
{
    second *w = user;
    const int lost = w->lost;
    const uint64_t v = world_of(w, i, regs);
    if (!w->lost || !w->work)
        return v;
    w->lost = lost; /* not known here: as the rules machine says */
    return rt_world(w->env, i, regs);
}

static int fits_predicate(second *w, uint32_t func, rt_entity e)
{
    rt_env env = {w->g, w->c, 0, 0};
    second in = {w->g, &env, w->c, w->work, w->deep + 1, 0};
    const uint32_t heap = w->g->s->heap.count;
    uint64_t v = 0;
    if (in.deep > DEEP)
        return rt_value(w->g, func, w->c, e) != 0;
    if (!vm_beside_value(w->g->pack, &w->g->pack->func[func], one_of(e), inside, &in, &in.work, &v))
        in.lost = 1;
    w->g->s->heap.count = heap;
    w->work = in.work;
    w->lost |= in.lost;
    return v != 0;
}

/* Does the description fit? */
static int fits(second *w, uint32_t sel, rt_entity e)
{
    const vm_selector *s = &w->g->pack->selector[sel];
    if (!takes(w, 1))
        return 0;
    if (!sel)
        return 1;
    if (!fits_source(w, s, e))
        return 0;
    if (RT_IS_PLAYER(e)) {
        if (!(s->want & VM_WANT_PLAYERS))
            return 0;
        if (!(s->want & VM_WANT_OBJECTS) && !stands_so(w, s->controller, RT_PLAYER_OF(e)))
            return 0;
        return !s->pred || fits_predicate(w, s->pred, e);
    }
    const rt_object *o = rt_look(w->g, e);
    if (!(s->want & VM_WANT_OBJECTS) || !o || !fits_object(w, s, o))
        return 0;
    const int open =
        (s->status_all | s->status_none | s->keyword_all_count | s->keyword_none_count) != 0 ||
        s->name != VM_NO_SYMBOL;
    if (open && !rt_match(w->g, sel, e, w->c))
        return 0;
    return !s->pred || fits_predicate(w, s->pred, e);
}

/* Of all zones that the description names, and of the players who are there. */
static uint64_t all_that_fit(second *w, uint32_t sel)
{
    rt_game *g = w->g;
    const vm_selector *s = &g->pack->selector[sel];
    const uint32_t first = g->s->heap.count;
    for (uint32_t zone = 0; zone < VM_ZONE_COUNT && (s->want & VM_WANT_OBJECTS); zone++) {
        const int is_one =
            zone == VM_ZONE_BATTLEFIELD || zone == VM_ZONE_STACK || zone == VM_ZONE_COMMAND;
        for (uint32_t p = 0; p < g->s->player.count && (s->zones & 1u << zone); p++)
            for (uint32_t k = 0; k < (p && is_one ? 0 : rt_zone_count(g, zone, p)) && !w->lost;
                 k++) {
                const rt_entity e = rt_handle(g, rt_zone_at(g, zone, p, k));
                if (fits(w, sel, e))
                    keep(w, e);
            }
    }
    for (uint32_t k = 0; k < g->s->player.count && (s->want & VM_WANT_PLAYERS) && !w->lost; k++) {
        const uint32_t p = rt_seat_after(g, g->s->turn_player, k); /* CR 101.4 */
        if (!rt_player_row(g, p)->lost && fits(w, sel, RT_PLAYER(p)))
            keep(w, RT_PLAYER(p));
    }
    return kept_since(w, first);
}

/* ---- numbers --------------------------------------------------------------------------------------- */

static int64_t within(int64_t v)
{
    return v > SUM_MAX ? SUM_MAX : v < -SUM_MAX ? -SUM_MAX : v;
}

static int64_t property(second *w, rt_entity e, int32_t prop)
{
    const rt_object *o = RT_IS_PLAYER(e) ? NULL : rt_look(w->g, e);
    if (RT_IS_PLAYER(e) || (prop != VM_PROP_POWER && prop != VM_PROP_TOUGHNESS &&
                            prop != VM_PROP_DAMAGE && prop != VM_PROP_MANA_VALUE)) {
        w->lost = 1; /* counted in other ways */
        return 0;
    }
    if (!o)
        return 0;
    if (prop == VM_PROP_DAMAGE)
        return rt_here(w->g, o)->damage;
    if (prop == VM_PROP_MANA_VALUE || o->zone != VM_ZONE_BATTLEFIELD)
        return rt_property(w->g, e, (uint32_t)prop);
    return prop == VM_PROP_POWER ? o->power : o->toughness;
}

static uint64_t sum_of(second *w, uint64_t set, int32_t prop)
{
    int64_t sum = 0;
    for (uint32_t k = 0; k < size_of(set) && takes(w, 1); k++)
        sum = within(sum + property(w, member(w, set, k), prop));
    return (uint64_t)sum;
}

static uint64_t extreme_of(second *w, uint64_t set, int32_t prop, int sign)
{
    int64_t best = 0;
    for (uint32_t k = 0; k < size_of(set) && takes(w, 1); k++) {
        const int64_t v = sign * property(w, member(w, set, k), prop);
        best = k && best > v ? best : v;
    }
    return (uint64_t)(sign * best);
}

/* ---- sets of sets ----------------------------------------------------------------------------------- */

/* Does the member belong to what the instruction keeps? */
static int belongs(second *w, vm_insn i, const uint64_t *regs, rt_entity e)
{
    const rt_object *o = RT_IS_PLAYER(e) ? NULL : rt_look(w->g, e);
    switch (i.op) {
    case VM_OP_OBJECTS:
        return !RT_IS_PLAYER(e);
    case VM_OP_ONLY_PLAYERS:
        return RT_IS_PLAYER(e) ? 1 : 0;
    case VM_OP_GONE:
        return !RT_IS_PLAYER(e) && !rt_live(w->g, e);
    case VM_OP_MINUS:
        return !is_in(w, e, regs[i.c]);
    case VM_OP_CONTROLLED_BY:
        return o && is_in(w, RT_PLAYER(o->controller), regs[i.c]);
    case VM_OP_OWNED_BY:
        return o && is_in(w, RT_PLAYER(o->owner), regs[i.c]);
    default:
        return fits(w, (uint32_t)i.imm, e);
    }
}

static uint64_t part_of(second *w, vm_insn i, const uint64_t *regs)
{
    const uint32_t first = w->g->s->heap.count,
                   each = vm_op_describe(i.op)->c == '-' ? 1 : 1 + size_of(regs[i.c]) / 8;
    for (uint32_t k = 0; k < size_of(regs[i.b]) && takes(w, each); k++)
        if (belongs(w, i, regs, member(w, regs[i.b], k)))
            keep(w, member(w, regs[i.b], k));
    return kept_since(w, first);
}

static uint64_t both(second *w, uint64_t a, uint64_t b)
{
    const uint32_t first = w->g->s->heap.count;
    if (!takes(w, size_of(a) + size_of(b) + size_of(a) * (uint64_t)size_of(b) / 8 > WORK
                      ? WORK + 1
                      : size_of(a) + size_of(b)))
        return 0;
    for (uint32_t k = 0; k < size_of(a); k++)
        keep(w, member(w, a, k));
    for (uint32_t k = 0; k < size_of(b); k++)
        if (!is_in(w, member(w, b, k), a))
            keep(w, member(w, b, k));
    return kept_since(w, first);
}

static uint64_t whose(second *w, uint64_t set, int owners)
{
    const uint32_t first = w->g->s->heap.count;
    for (uint32_t k = 0; k < size_of(set) && takes(w, 1); k++) {
        const rt_object *o = rt_look(w->g, member(w, set, k));
        const rt_entity p = o ? RT_PLAYER(owners ? o->owner : o->controller) : 0;
        if (p && !is_in(w, p, kept_since(w, first)))
            keep(w, p);
    }
    return kept_since(w, first);
}

static uint64_t have_one_in_common(second *w, uint64_t a, uint64_t b)
{
    int common = 0;
    for (uint32_t k = 0; k < size_of(a) && takes(w, 1 + size_of(b) / 8); k++)
        common |= is_in(w, member(w, a, k), b);
    return common ? 1 : 0;
}

static uint64_t all_fit(second *w, uint64_t set, uint32_t sel)
{
    for (uint32_t k = 0; k < size_of(set); k++)
        if (!fits(w, sel, member(w, set, k)))
            return 0;
    return set ? 1 : 0;
}

static uint64_t types_of(second *w, uint64_t set)
{
    uint32_t types = 0;
    for (uint32_t k = 0; k < size_of(set) && takes(w, 1); k++) {
        const rt_object *o = rt_look(w->g, member(w, set, k));
        types |= o ? o->types & VM_TYPE_MASK : 0;
    }
    return types;
}

/* ---- instructions ------------------------------------------------------------------------------------ */

/* What the context says. */
static uint64_t event_of(second *w, vm_insn i)
{
    const rt_ctx *c = w->c;
    switch (i.op) {
    case VM_OP_THIS:
        return UINT64_C(0x8000000000000000) + c->self;
    case VM_OP_YOU:
        return one_of(RT_PLAYER(c->controller));
    case VM_OP_CHOSEN_X:
        return (uint64_t)(int64_t)c->x;
    case VM_OP_EVENT_OBJ:
        return one_of(c->event_obj[i.b]);
    case VM_OP_EVENT_PLAYER:
        return c->event_player == RT_NOBODY ? 0 : one_of(RT_PLAYER(c->event_player));
    case VM_OP_EVENT_WHOM:
        return one_of(c->whom);
    case VM_OP_EVENT_AMOUNT:
        return (uint64_t)(int64_t)c->amount;
    case VM_OP_EVENT_AUX:
        return (uint64_t)(int64_t)c->aux;
    case VM_OP_EVENT_KIND:
        return (i.b == 1 ? c->amount : c->aux) == i.imm ? 1 : 0;
    case VM_OP_EVENT_ZONE:
        return i.b == 0 ? c->event_from : c->event_to;
    default:
        w->lost = 1;
        return 0;
    }
}

/* Of one thing: the first member. */
static uint64_t is_described(second *w, vm_insn i, const uint64_t *regs)
{
    const rt_entity e = size_of(regs[i.b]) ? member(w, regs[i.b], 0) : 0;
    const rt_object *o = !e || RT_IS_PLAYER(e) ? NULL : rt_look(w->g, e);
    const int64_t of = (int64_t)regs[i.c];
    if (!o)
        return 0;
    if (i.op == VM_OP_HAS_TYPE)
        return o->types & (uint32_t)of ? 1 : 0;
    if (i.op == VM_OP_HAS_COLOR)
        return o->colors & (uint64_t)of ? 1 : 0;
    return of >= 0 && is_of_type(w, o, (uint32_t)of); /* -1: of none */
}

static uint64_t world_of(second *w, vm_insn i, const uint64_t *regs)
{
    switch (i.op) {
    case VM_OP_ITER:
        return regs[i.c] < size_of(regs[i.b])
                   ? UINT64_C(0x8000000000000000) + member(w, regs[i.b], (uint32_t)regs[i.c])
                   : 0;
    case VM_OP_NONE:
        return 0;
    case VM_OP_COUNT:
        return size_of(regs[i.b]);
    case VM_OP_UNION:
        return both(w, regs[i.b], regs[i.c]);
    case VM_OP_MEET:
        return have_one_in_common(w, regs[i.b], regs[i.c]);
    case VM_OP_MINUS:
    case VM_OP_CONTROLLED_BY:
    case VM_OP_OWNED_BY:
        return part_of(w, i, regs);
    case VM_OP_OBJECTS:
    case VM_OP_ONLY_PLAYERS:
    case VM_OP_GONE:
    case VM_OP_FILTER:
        return part_of(w, i, regs);
    case VM_OP_CONTROLLERS:
    case VM_OP_OWNERS:
        return whose(w, regs[i.b], i.op == VM_OP_OWNERS);
    case VM_OP_HAS_TYPE:
    case VM_OP_HAS_COLOR:
    case VM_OP_HAS_SUBTYPE:
        return is_described(w, i, regs);
    case VM_OP_TYPES_OF:
        return types_of(w, regs[i.b]);
    case VM_OP_PROP:
        return sum_of(w, regs[i.b], i.imm);
    case VM_OP_GREATEST:
        return extreme_of(w, regs[i.b], i.imm, 1);
    case VM_OP_LEAST:
        return extreme_of(w, regs[i.b], i.imm, -1);
    case VM_OP_MATCH:
        return all_fit(w, regs[i.b], (uint32_t)i.imm);
    case VM_OP_SELECT:
        return all_that_fit(w, (uint32_t)i.imm);
    case VM_OP_SELECT_COUNT:
        return size_of(all_that_fit(w, (uint32_t)i.imm));
    case VM_OP_SELECT_ANY:
        return all_that_fit(w, (uint32_t)i.imm) ? 1 : 0;
    case VM_OP_SELECT_SUM:
        return sum_of(w, all_that_fit(w, (uint32_t)i.imm), i.b);
    default:
        return event_of(w, i);
    }
}

/* Sets of objects have only objects, those of players only players. */
static void check_members(const second *w, char kind, uint64_t set)
{
    for (uint32_t k = 0; k < size_of(set) && k < WORK; k++) {
        const rt_entity e = member(w, set, k);
        CANTRIP_ASSERT(rt_is_entity(w->g, e));
        CANTRIP_ASSERT(kind != 'O' || !RT_IS_PLAYER(e));
        CANTRIP_ASSERT(kind != 'P' || RT_IS_PLAYER(e));
    }
}

static int are_alike(const second *w, uint64_t a, uint64_t b)
{
    if (size_of(a) != size_of(b))
        return 0;
    for (uint32_t k = 0; k < size_of(a); k++)
        if (member(w, a, k) != member(w, b, k))
            return 0;
    return 1;
}

void rt_beside(rt_env *env, vm_insn i, const uint64_t *regs, uint64_t said)
{
    rt_game *g = env->g;
    rt_run *run = g->run;
    if (run->beside || g->s->range || run->depth > DEPTH || g->s->heap.count > HEAP_MAX)
        return; /* ranges of influence are the rules machine's (CR 801) */
    const uint32_t fuel = run->fuel, depth = run->depth, looked = run->looked, stirs = run->stirs,
                   moves = run->moves, heap = g->s->heap.count;
    const char kind = vm_op_describe(i.op)->a;
    second w = {g, env, env->ctx, WORK, 0, 0};
    run->beside = 1;
    run->fuel = UINT32_MAX / 2;
    if (kind == 'O' || kind == 'P' || kind == 'E')
        check_members(&w, kind, said);
    const uint64_t found = world_of(&w, i, regs);
    const int is_set = kind == 'O' || kind == 'P' || kind == 'E' || kind == 'T';
    CANTRIP_ASSERT(w.lost || (is_set ? are_alike(&w, found, said) : found == said));
    run->fuel = fuel;
    run->depth = depth;
    run->looked = looked;
    run->stirs = stirs;
    run->moves = moves;
    g->s->heap.count = heap;
    run->beside = 0;
}

#endif
