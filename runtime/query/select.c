/* Selectors: what a description in a script finds. */
#include "runtime/layers/layers.h"

#include <string.h>

/* Is there a card in exile that haunts it, or is encoded on it? */
static int is_bound_to(const rt_game *g, rt_entity e)
{
    for (uint32_t p = 0; p < g->s->player.count; p++)
        for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_EXILE, p); i++)
            if (rt_here(g, rt_obj(g, rt_zone_at(g, VM_ZONE_EXILE, p, i)))->attached == e)
                return 1;
    return 0;
}

/* Was the ability on the stack activated, or has it triggered? */
static uint32_t kind_of_ability(const rt_game *g, const rt_object *o)
{
    const uint32_t ctx = rt_here(g, o)->ctx,
                   ability = ctx ? rt_ctx_row(g, ctx - 1)->ability : VM_NO_SYMBOL;
    if (ability == VM_NO_SYMBOL)
        return 0;
    return g->pack->ability[ability].kind == VM_ABILITY_TRIGGERED ? VM_STATUS_TRIGGERED0
                                                                  : VM_STATUS_ACTIVATED0;
}

static uint32_t status_of(const rt_game *g, const rt_object *o, rt_entity e, uint32_t wanted)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    CANTRIP_ASSERT(o->gen != 0 || o->zone == VM_ZONE_COUNT);
    uint32_t f = o->flags & ~rt_undeclared(g, o), s = 0;
    s |= f & RT_OF_TAPPED ? VM_STATUS_TAPPED0 : 0;
    s |= f & RT_OF_ATTACKING ? VM_STATUS_ATTACKING0 : 0;
    s |= f & RT_OF_BLOCKING ? VM_STATUS_BLOCKING0 : 0;
    s |= f & RT_OF_BLOCKED ? VM_STATUS_BLOCKED0 : 0;
    s |= f & RT_OF_FACE_DOWN ? VM_STATUS_FACE_DOWN0 : 0;
    s |= f & RT_OF_COMMANDER ? VM_STATUS_COMMANDER0 : 0;
    s |= f & RT_OF_TOKEN ? VM_STATUS_TOKEN0 : 0;
    s |= rt_here(g, o)->paired && rt_paired(g, e) ? VM_STATUS_PAIRED0 : 0;
    s |= f & RT_OF_KICKED ? VM_STATUS_KICKED0 : 0;
    s |= f & RT_OF_ABILITY ? VM_STATUS_ABILITY0 : 0;
    s |= f & RT_OF_CAST ? VM_STATUS_HISTORIC_CAST0 : 0;
    if (o->colors & (o->colors - 1))
        s |= VM_STATUS_MULTICOLORED0;
    else if (o->colors)
        s |= VM_STATUS_MONOCOLORED0;
    if (wanted & VM_STATUS_CREATURE_BORN0 &&
        ((f & RT_OF_FACE_DOWN) || (rt_face(g, o)->types & VM_TYPE_CREATURE)))
        s |= VM_STATUS_CREATURE_BORN0;
    if (wanted & VM_STATUS_BINDS && is_bound_to(g, e))
        s |= VM_STATUS_BINDS;
    if (f & RT_OF_ABILITY && wanted & (VM_STATUS_ACTIVATED0 | VM_STATUS_TRIGGERED0))
        s |= kind_of_ability(g, o);
    return s | (wanted & VM_STATUS_HOSTS ? rt_attachments(g, e) : 0);
}

static int subtypes_meet(const rt_game *g, const rt_object *o, const rt_ctx *c, uint32_t first,
                         uint32_t count)
{
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    CANTRIP_ASSERT(o->gen != 0 || o->zone == VM_ZONE_COUNT);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t n = rt_word(g, c, g->pack->words[first + i]);
        if (rt_is_kind(g, o, n))
            return 1;
        if ((o->flags & RT_OF_ALL_CREATURE_TYPES) &&
            (g->lib->creature_types[n / 64] >> (n & 63) & 1))
            return 1;
    }
    return 0;
}

/* A token or a copy, until it ceases to exist, where there are only cards: it is none (CR 108.2b, 704.5d, e). */
int rt_is_stray(const rt_object *o)
{
    static const uint32_t OF_CARDS =
        1u << VM_ZONE_GRAVEYARD | 1u << VM_ZONE_HAND | 1u << VM_ZONE_LIBRARY | 1u << VM_ZONE_EXILE;
    return (o->flags & (RT_OF_TOKEN | RT_OF_COPY)) && (OF_CARDS >> o->zone & 1);
}

uint32_t rt_card_count(const rt_game *g, uint32_t zone, uint32_t player)
{
    const uint32_t n = rt_zone_count(g, zone, player);
    uint32_t cards = n;
    for (uint32_t i = 0; g->s->strays && i < n; i++)
        cards -= (uint32_t)rt_is_stray(rt_obj(g, rt_zone_at(g, zone, player, i)));
    return cards;
}

static int row_matches(const rt_game *g, const vm_selector *s, const rt_object *o, rt_entity e,
                       const rt_ctx *c)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    CANTRIP_ASSERT(o->gen != 0 || o->zone == VM_ZONE_COUNT);
    if ((s->types_all & o->types) != s->types_all || (s->types_any && !(s->types_any & o->types)) ||
        (s->types_none & o->types))
        return 0;
    if (s->zones == 1u << VM_ZONE_STACK && o->zone == VM_ZONE_BATTLEFIELD)
        return 0; /* a permanent is no spell (CR 111.1) */
    if (rt_is_stray(o) && !(c->flags & RT_CTX_OUTSIDE))
        return 0;
    if ((s->colors_any && !(rt_color_words(g, c, s->colors_any) & o->colors)) ||
        (s->colors_none && (rt_color_words(g, c, s->colors_none) & o->colors)))
        return 0;
    if ((s->keyword_all_count | s->keyword_none_count) &&
        !rt_has_those_asked(g, (uint32_t)(s - g->pack->selector), o))
        return 0;
    if (s->status_all | s->status_none) {
        uint32_t st = status_of(g, o, e, s->status_all | s->status_none);
        if ((s->status_all & st) != s->status_all || (s->status_none & st))
            return 0;
    }
    if (s->controller && !rt_relation(g, s->controller, o->controller, c->controller))
        return 0;
    if (s->owner && !rt_relation(g, s->owner, o->owner, c->controller))
        return 0;
    if (s->subtype_any_count && !subtypes_meet(g, o, c, s->subtypes_any, s->subtype_any_count))
        return 0;
    if (s->subtype_none_count && subtypes_meet(g, o, c, s->subtypes_none, s->subtype_none_count))
        return 0;
    if (s->name != VM_NO_SYMBOL &&
        !(rt_has_own_names(o) || (rt_is_covered(o) && !(c->flags & RT_CTX_OUTSIDE))
              ? rt_is_named(g, e, vm_pack_str(g->pack, s->name))
              : rt_has_name(g, o->face, vm_pack_str(g->pack, s->name))))
        return 0;
    return 1;
}

/* What 'other' is other than: of what has died, its card in the graveyard is none of the other cards (CR 400.7d). */
static rt_entity itself(const rt_game *g, const rt_ctx *c)
{
    return rt_live(g, c->self) ? c->self : rt_now(g, NULL, c->self);
}

static int is_the_one(const rt_game *g, uint32_t which, rt_entity e, const rt_ctx *c)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    if (which == VM_WHICH_HOST) {
        const rt_object *source = rt_look(g, c->self);
        return source && rt_here(g, source)->attached == e;
    }
    if (which == VM_WHICH_OTHER)
        return e != c->self && e != itself(g, c);
    return e == c->self;
}

int rt_match(rt_game *g, uint32_t sel, rt_entity e, const rt_ctx *c)
{
    CANTRIP_ASSERT(sel < g->pack->selector_count);
    CANTRIP_ASSERT(rt_is_entity(g, e));
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    const vm_selector *s = &g->pack->selector[sel];
    g->run->looked |= s->status_all | s->status_none ? RT_LOOKED : RT_LOOKED_AT_OBJECTS;
    if (__builtin_expect(g->s->range != 0, 0) && !(c->flags & RT_CTX_OUTSIDE) &&
        !rt_is_reached(g, c->controller, e))
        return 0; /* CR 801.4, 801.7, 801.10, 801.11 */
    if (!sel)
        return 1;
    rt_spend(g, 2);
    if (s->which && !is_the_one(g, s->which, e, c))
        return 0;
    if (RT_IS_PLAYER(e)) {
        if (!(s->want & VM_WANT_PLAYERS))
            return 0;
        /* the row of a mixed selector describes its objects; a player only needs the relation */
        if (s->want == VM_WANT_PLAYERS &&
            !rt_relation(g, s->controller, RT_PLAYER_OF(e), c->controller))
            return 0;
        return s->pred ? rt_value(g, s->pred, c, e) != 0 : 1;
    }
    const rt_object *o = rt_look(g, e);
    if (!o || !(s->want & VM_WANT_OBJECTS) || !row_matches(g, s, o, e, c))
        return 0;
    return s->pred ? rt_value(g, s->pred, c, e) != 0 : 1;
}

/* Bit mask of players who do not stand in that relation to `you`. */
static uint32_t not_of(const rt_game *g, uint32_t rel, uint32_t you)
{
    uint32_t others = 0;
    if (rel == VM_REL_ANY || rel == VM_REL_YOU)
        return rel == VM_REL_ANY ? 0 : ~(1u << you);
    for (uint32_t p = 0; p < g->s->player.count; p++)
        others |= rt_relation(g, rel, p, you) ? 0 : 1u << p;
    return others;
}

/* As the words of its source are now (CR 612.1). */
static void read_words(const rt_game *g, const rt_ctx *c, rt_glance *glance)
{
    glance->colors_any = (uint8_t)rt_color_words(g, c, glance->colors_any);
    glance->colors_none = (uint8_t)rt_color_words(g, c, glance->colors_none);
    if (glance->subtype)
        glance->subtype = rt_word(g, c, glance->subtype - 1) + 1;
}

rt_glance rt_glance_of(const rt_game *g, uint32_t sel, const rt_ctx *c)
{
    CANTRIP_ASSERT(sel < g->pack->selector_count);
    const vm_selector *s = &g->pack->selector[sel];
    rt_glance glance = g->lib->glance[sel];
    if (g->s->text_changes)
        read_words(g, c, &glance);
    if (glance.subtype) {
        const uint32_t n = glance.subtype - 1;
        glance.column = g->lib->face->subtypes + n / 64;
        glance.bit = n & 63;
        glance.is_creature_type = (uint8_t)(g->lib->creature_types[n / 64] >> glance.bit & 1);
    }
    glance.source = s->which == VM_WHICH_OTHER ? itself(g, c) : 0;
    glance.whole &= !g->s->range;
    glance.others = not_of(g, s->controller, c->controller);
    return glance;
}

int rt_is_described(rt_game *g, uint32_t sel, uint32_t idx, const rt_ctx *c,
                    const rt_glance *glance)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    const int other = rt_is_other(g, glance, rt_obj(g, idx)) ||
                      (glance->source && glance->source == rt_handle(g, idx));
    if (other || (glance->whole && !rt_is_stray(rt_obj(g, idx)))) {
        RT_CHECK_AGAIN(g, rt_match(g, sel, rt_handle(g, idx), c) == !other);
        return !other;
    }
    return rt_match(g, sel, rt_handle(g, idx), c);
}

void rt_set_keep(rt_game *g, rt_entity e)
{
    uint32_t at = RT_PUSH(g, heap);
    *rt_heap_row(g, at) = e;
}

/* The set of what was kept since `start`; predicates restore the heap, so nothing else is there. */
uint64_t rt_set_finish(rt_game *g, uint32_t start)
{
    uint32_t n = g->s->heap.count - start;
    if (n == 1) {
        rt_entity e = *rt_heap_row(g, start);
        g->s->heap.count = start;
        return RT_SET_ONE(e);
    }
    return n ? (uint64_t)start << 32 | n : 0;
}

/* Of a place: nothing is called, so the state does not move but for the room that is made first. */
static void keep_at_a_glance(rt_game *g, uint32_t zone, uint32_t player, const rt_glance *glance)
{
    const uint32_t n = rt_zone_count(g, zone, player),
                   first = n ? rt_push_many(g, &g->s->heap, n) : 0;
    if (!n)
        return;
    const uint32_t *member = rt_member_rows(g, rt_zone_row(g, rt_zone_id(g, zone, player))->off);
    const rt_object *object = rt_object_row(g, 0);
    rt_entity *kept = rt_heap_row(g, first), *const begin = kept;
    for (uint32_t i = 0; i < n; i++) {
        const rt_object *o = &object[member[i]];
        if (rt_is_other(g, glance, o))
            continue;
        const rt_entity e = (uint32_t)o->gen << RT_INDEX_BITS | member[i];
        *kept = e;
        kept += e != glance->source;
    }
    g->s->heap.count = first + (uint32_t)(kept - begin);
}

uint64_t rt_select(rt_game *g, uint32_t sel, const rt_ctx *c)
{
    CANTRIP_ASSERT(sel < g->pack->selector_count);
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    const vm_selector *s = &g->pack->selector[sel];
    const rt_glance glance = rt_glance_of(g, sel, c);
    uint32_t start = g->s->heap.count;
    g->run->looked |= RT_LOOKED_AT_OBJECTS;
    if (s->want & VM_WANT_OBJECTS)
        for (uint32_t zone = 0; zone < VM_ZONE_COUNT; zone++) {
            if (!(s->zones >> zone & 1))
                continue;
            int shared =
                zone == VM_ZONE_BATTLEFIELD || zone == VM_ZONE_STACK || zone == VM_ZONE_COMMAND;
            for (uint32_t p = 0; p < (shared ? 1 : g->s->player.count); p++) {
                rt_spend(g, rt_zone_count(g, zone, p));
                if (glance.whole && !g->s->strays && !RT_CHECKING) {
                    keep_at_a_glance(g, zone, p, &glance);
                    continue;
                }
                for (uint32_t i = 0; i < rt_zone_count(g, zone, p); i++) {
                    const uint32_t idx = rt_zone_at(g, zone, p, i);
                    const rt_entity e = rt_handle(g, idx);
                    if (rt_is_described(g, sel, idx, c, &glance))
                        rt_set_keep(g, e);
                }
            }
        }
    if (s->want & VM_WANT_PLAYERS)
        for (uint32_t k = 0; k < g->s->player.count; k++) { /* CR 101.4: in turn order */
            const uint32_t p = rt_seat_after(g, g->s->turn_player, k);
            if (!rt_player_row(g, p)->lost && rt_match(g, sel, RT_PLAYER(p), c))
                rt_set_keep(g, RT_PLAYER(p));
        }
    return rt_set_finish(g, start);
}

/* Can the permanents that match be found at a glance, and can nothing else match? */
static int is_of_permanents(const vm_selector *s, const rt_glance *glance)
{
    return glance->whole && s->zones == 1u << VM_ZONE_BATTLEFIELD && !(s->want & VM_WANT_PLAYERS);
}

uint32_t rt_select_count(rt_game *g, uint32_t sel, const rt_ctx *c)
{
    CANTRIP_ASSERT(sel < g->pack->selector_count);
    const rt_glance glance = rt_glance_of(g, sel, c);
    const uint32_t heap = g->s->heap.count;
    if (RT_CHECKING || !is_of_permanents(&g->pack->selector[sel], &glance)) {
        const uint32_t n = rt_set_count(rt_select(g, sel, c));
        g->s->heap.count = heap;
        return n;
    }
    uint32_t n, count = 0;
    const uint32_t *all = rt_permanents(g, &n);
    const rt_object *object = rt_object_row(g, 0);
    g->run->looked |= RT_LOOKED_AT_OBJECTS;
    rt_spend(g, n);
    for (uint32_t i = 0; i < n; i++)
        count += !rt_is_other(g, &glance, &object[all[i]]) &&
                 (!glance.source || rt_handle(g, all[i]) != glance.source);
    return count;
}

/* The total power, or toughness, where it is found at a glance; 0: it is not. */
int rt_select_size(rt_game *g, uint32_t sel, const rt_ctx *c, int toughness, int32_t *out_sum)
{
    CANTRIP_ASSERT(sel < g->pack->selector_count);
    const rt_glance glance = rt_glance_of(g, sel, c);
    if (!is_of_permanents(&g->pack->selector[sel], &glance))
        return 0;
    uint32_t n;
    int32_t sum = 0;
    const uint32_t *all = rt_permanents(g, &n);
    const rt_object *object = rt_object_row(g, 0);
    g->run->looked |= RT_LOOKED_AT_OBJECTS;
    rt_spend(g, n);
    for (uint32_t i = 0; i < n; i++) {
        const rt_object *o = &object[all[i]];
        if (!rt_is_other(g, &glance, o) &&
            (!glance.source || rt_handle(g, all[i]) != glance.source))
            sum = rt_sum(sum, toughness ? o->toughness : o->power);
    }
    *out_sum = sum;
    return 1;
}
