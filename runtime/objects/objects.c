/* Objects, zones and last known information (CR 109, 400). */
#include "runtime/objects/objects.h"
#include "runtime/events/events.h"

#include <string.h>

/* ---- sets -------------------------------------------------------------------------------------
 */

uint64_t rt_set_of(rt_game *g, const rt_entity *list, uint32_t count)
{
    if (!count)
        return 0;
    if (count == 1)
        return RT_SET_ONE(list[0]);
    uint32_t off = g->s->heap.count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = RT_PUSH(g, heap);
        *rt_heap_row(g, at) = list[i];
    }
    return (uint64_t)off << 32 | (g->s->heap.count - off);
}

int rt_set_has(const rt_game *g, uint64_t set, rt_entity e)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    CANTRIP_ASSERT(rt_is_set(g, set));
    rt_spend(g, rt_set_count(set) / 8);
    for (uint32_t i = 0, n = rt_set_count(set); i < n; i++)
        if (rt_set_at(g, set, i) == e)
            return 1;
    return 0;
}

/* ---- handles ----------------------------------------------------------------------------------
 */

const rt_lki *rt_lki_of(const rt_game *g, rt_entity e)
{
    if (!e || RT_IS_PLAYER(e) || RT_INDEX(e) >= g->s->object.count)
        return NULL;
    for (uint32_t i = rt_obj(g, RT_INDEX(e))->lki; i; i = rt_lki_row(g, i - 1)->before) {
        rt_spend_inside(g, 1);
        if (rt_lki_row(g, i - 1)->was == e)
            return rt_lki_row(g, i - 1);
    }
    return NULL;
}

const rt_object *rt_look_back(const rt_game *g, rt_entity e)
{
    const rt_lki *k = g->run->present ? NULL : rt_lki_of(g, e);
    return k ? &k->object : NULL;
}

static int is_public(uint32_t zone) /* CR 400.2 */
{
    return zone != VM_ZONE_LIBRARY && zone != VM_ZONE_HAND;
}

int rt_is_resolving(const rt_game *g)
{
    for (uint32_t i = g->s->proc.count; i-- > 0;)
        if (rt_proc_row(g, i)->kind == RT_PROC_RESOLVE)
            return 1;
    return 0;
}

/* The effect that is being carried out; what a spell itself becomes at the end is part of that (CR 608.2k). */
static uint32_t effect_at_hand(const rt_game *g)
{
    return g->s->frame.count || rt_is_resolving(g) ? g->s->resolution : 0;
}

/* Is that what an ability named earlier, and has it moved since, otherwise than by what named it? Then the ability at hand, which
 * does not know it from anywhere else, has lost it. */
static int is_lost_name(const rt_game *g, const rt_ctx *c, const rt_lki *k)
{
    int named = 0;
    rt_spend_inside(g, g->s->link.count / 4);
    for (uint32_t i = 0; i < 3; i++)
        if (c->event_obj[i] == k->was)
            return 0;
    for (uint32_t i = 0; i < g->s->link.count && k->was != c->self; i++) {
        const rt_link *l = rt_link_row(g, i);
        if (l->self != c->self || l->is_number || l->value != k->was)
            continue;
        if (k->at <= l->at || (k->by && k->by == l->by))
            return 0;
        named = 1;
    }
    return named;
}

/* Is what that move made of it still the same to who asks (CR 400.7)? Along moves of the effect at hand (400.7h); to what is
 * used: where it was moved before it triggered or its costs were paid (400.7d, h), by the effect that made it wait, from
 * the stack onto the battlefield (400.7a), and as an Aura that has lost what it enchanted; to what just asks: its first
 * move. */
static int is_still(const rt_game *g, const rt_ctx *c, const rt_lki *k, int first)
{
    if (k->by && k->by == effect_at_hand(g))
        return 1;
    if (!c || !c->since)
        return first;
    if (k->by && k->by == c->made)
        return 1;
    if (k->at <= c->since && !(first && is_lost_name(g, c, k)))
        return 1;
    for (uint32_t i = 0; k->at <= c->heard && i < 3; i++)
        if (c->event_obj[i] == k->was)
            return 1;
    if (k->object.zone == VM_ZONE_STACK && k->to == VM_ZONE_BATTLEFIELD)
        return 1;
    return k->was == c->self && !k->by && k->to == VM_ZONE_GRAVEYARD && /* CR 400.7e */
           k->object.zone == VM_ZONE_BATTLEFIELD && c->event_from == VM_ZONE_BATTLEFIELD &&
           rt_here(g, &k->object)->attached == c->event_obj[0];
}

static rt_entity found(const rt_game *g, const rt_ctx *c, rt_entity e, int hidden)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    for (int first = 1; e && !RT_IS_PLAYER(e) && !rt_live(g, e); first = 0) {
        const rt_lki *k = rt_lki_of(g, e);
        if (!k || !k->became || !is_still(g, c, k, first))
            return 0;
        if (!hidden && !is_public(k->to)) /* what it is behind that is another thing */
            return 0;
        e = k->became;
    }
    return e;
}

rt_entity rt_now(const rt_game *g, const rt_ctx *c, rt_entity e)
{
    return found(g, c, e, 0);
}

rt_entity rt_follow(const rt_game *g, const rt_ctx *c, rt_entity e)
{
    const rt_entity now = found(g, c, e, 1);
    return now ? now : e;
}

void rt_moved_by(rt_game *g, rt_entity was, uint32_t effect)
{
    for (uint32_t i = rt_obj(g, RT_INDEX(was))->lki; i; i = rt_lki_row(g, i - 1)->before) {
        rt_spend_inside(g, 1);
        if (rt_lki_row(g, i - 1)->was == was)
            rt_lki_row(g, i - 1)->by = effect;
    }
}

void rt_attach(rt_game *g, uint32_t idx, rt_entity host)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    if (host)
        rt_presence_begin(g, idx); /* a card in exile that haunts, or is encoded, gets a row, too */
    if (rt_obj(g, idx)->here)
        rt_presence_of(g, rt_obj(g, idx))->attached = host;
    if (rt_live(g, host))
        rt_live(g, host)->flags |= RT_OF_HOST;
}

/* CR 303.4b, 301.5a */
uint32_t rt_attachments(const rt_game *g, rt_entity host)
{
    CANTRIP_ASSERT(rt_is_entity(g, host));
    uint32_t s = 0;
    if (!RT_IS_PLAYER(host) && !rt_live(g, host)) {
        const rt_lki *k = rt_lki_of(g, host);
        return k ? k->hosted : 0;
    }
    if (!RT_IS_PLAYER(host) && !(rt_live(g, host)->flags & RT_OF_HOST) && !RT_CHECKING)
        return 0;
    rt_spend_inside(g, rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0) / 4);
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        const rt_object *o = rt_obj(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i));
        if (rt_here(g, o)->attached != host)
            continue;
        CANTRIP_ASSERT(RT_IS_PLAYER(host) || rt_live(g, host)->flags & RT_OF_HOST);
        s |= rt_is_kind(g, o, VM_SUBTYPE_AURA) ? VM_STATUS_ENCHANTED0 : 0;
        s |= rt_is_kind(g, o, VM_SUBTYPE_EQUIPMENT) ? VM_STATUS_EQUIPPED0 : 0;
        s |= rt_is_kind(g, o, VM_SUBTYPE_FORTIFICATION) ? VM_STATUS_FORTIFIED0 : 0;
    }
    return s;
}

rt_entity rt_paired(const rt_game *g, rt_entity e)
{
    const rt_object *o = RT_IS_PLAYER(e) ? NULL : rt_live(g, e);
    const rt_object *with = o && rt_here(g, o)->paired ? rt_live(g, rt_here(g, o)->paired) : NULL;
    return with && rt_here(g, with)->paired == e && o->zone == VM_ZONE_BATTLEFIELD &&
                   with->zone == VM_ZONE_BATTLEFIELD && RT_IS(o, CREATURE) &&
                   RT_IS(with, CREATURE) && rt_here(g, o)->paired_by == o->controller + 1 &&
                   o->controller == with->controller
               ? rt_here(g, o)->paired
               : 0;
}

int rt_can_bear(rt_game *g, uint32_t idx, rt_entity host)
{
    const rt_object *o = rt_obj(g, idx), *h = rt_live(g, host);
    const uint64_t kinds = rt_subtypes(g, o)[0];
    return h->zone == VM_ZONE_BATTLEFIELD && !RT_IS(o, CREATURE) &&
           (((kinds >> VM_SUBTYPE_EQUIPMENT & 1) && RT_IS(h, CREATURE)) ||
            ((kinds >> VM_SUBTYPE_FORTIFICATION & 1) && RT_IS(h, LAND))) &&
           !rt_protected_from_bearing(g, h, rt_handle(g, idx));
}

/* ---- where counters are ------------------------------------------------------------------------ */

/* Where the chain of a player's or an object's counters begins. */
static uint32_t *counters_of(const rt_game *g, rt_entity e)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    if (RT_IS_PLAYER(e))
        return RT_PLAYER_OF(e) < g->s->player.count ? &rt_player_row(g, RT_PLAYER_OF(e))->counters
                                                    : NULL;
    return e && RT_INDEX(e) < g->s->object.count ? &rt_obj(g, RT_INDEX(e))->counters : NULL;
}

/* Takes the row that `link` leads to out of its chain; the last row of the table takes its place. */
static void remove_counter(rt_game *g, uint32_t *link)
{
    const uint32_t row = *link - 1, last = g->s->counter.count - 1;
    *link = rt_counter_row(g, row)->next;
    if (row != last) {
        uint32_t *to_last = counters_of(g, rt_counter_row(g, last)->on);
        while (*to_last != last + 1)
            to_last = &rt_counter_row(g, *to_last - 1)->next;
        *to_last = row + 1;
        *rt_counter_row(g, row) = *rt_counter_row(g, last);
    }
    g->s->counter.count--;
}

/* ---- last known information -------------------------------------------------------------------- */

/* Last known information (CR 608.2g), where somebody could ask for it: always of what was on the battlefield or
 * the stack, else while something resolves, waits or listens. */
static void remember(rt_game *g, uint32_t idx)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    const uint32_t zone = rt_obj(g, idx)->zone;
    const rt_entity was = rt_handle(g, idx);
    if (zone >= VM_ZONE_COUNT ||
        (zone != VM_ZONE_BATTLEFIELD && zone != VM_ZONE_STACK && !g->s->frame.count &&
         !g->s->ctx.count && !g->s->listening && !g->lib->listens_elsewhere))
        return;
    const int star =
        !(rt_obj(g, idx)->flags & RT_OF_ABILITY) && zone != VM_ZONE_BATTLEFIELD &&
        (rt_face(g, rt_obj(g, idx))->flags & (VM_FF_STAR_POWER | VM_FF_STAR_TOUGHNESS));
    const int32_t power = star ? rt_power(g, was) : 0, toughness = star ? rt_toughness(g, was) : 0;
    const uint32_t hosted = zone == VM_ZONE_BATTLEFIELD ? rt_attachments(g, was) : 0;
    uint32_t at = RT_PUSH(g, lki);
    rt_lki *k = rt_lki_row(g, at);
    k->was = was;
    k->turn = g->s->turn;
    k->at = g->s->timestamp;
    k->by = effect_at_hand(g);
    k->to = VM_ZONE_COUNT;
    k->hosted = hosted;
    k->object = *rt_obj(g, idx);
    k->object.flags &= ~rt_undeclared(g, &k->object); /* it never attacked, and never blocked */
    if (star) {
        k->object.power = power;
        k->object.toughness = toughness;
    }
    k->before = rt_obj(g, idx)->lki;
    rt_obj(g, idx)->lki = at + 1;
    for (uint32_t i = rt_obj(g, idx)->counters; i; i = rt_counter_row(g, i - 1)->next)
        if (rt_counter_row(g, i - 1)->on == was) /* rt_counters still finds them */
            rt_counter_row(g, i - 1)->kind |= 0x10000u;
}

/* What phases out keeps its handle, and is looked at as it last was there (CR 608.2h, 702.25b). */
void rt_remember_phased(rt_game *g, uint32_t idx)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    const uint32_t hosted = rt_attachments(g, rt_handle(g, idx)), at = RT_PUSH(g, lki);
    rt_lki *k = rt_lki_row(g, at);
    k->was = rt_handle(g, idx);
    k->turn = g->s->turn;
    k->at = g->s->timestamp;
    k->to = VM_ZONE_COUNT;
    k->hosted = hosted;
    k->object = *rt_obj(g, idx);
    k->before = rt_obj(g, idx)->lki;
    rt_obj(g, idx)->lki = at + 1;
    const uint32_t copy = rt_presence_copy(g, k->object.here);
    rt_lki_row(g, at)->object.here = copy;
}

void rt_forget(rt_game *g, uint32_t turn)
{
    uint32_t n = 0;
    rt_spend(g, (g->s->lki.count + g->s->counter.count) / 8);
    for (uint32_t i = 0; i < g->s->lki.count; i++)
        rt_obj(g, RT_INDEX(rt_lki_row(g, i)->was))->lki = 0;
    for (uint32_t i = 0; i < g->s->lki.count; i++) {
        rt_lki k = *rt_lki_row(g, i);
        if (k.turn < turn) {
            rt_presence_end(g, k.object.here);
            continue;
        }
        rt_object *place = rt_obj(g, RT_INDEX(k.was));
        k.before = place->lki;
        *rt_lki_row(g, n) = k;
        place->lki = ++n;
    }
    g->s->lki.count = n;
    for (uint32_t i = g->s->counter.count; i-- > 0;) {
        const rt_counter c = *rt_counter_row(g, i);
        if (c.kind < 0x10000u || rt_lki_of(g, c.on))
            continue;
        uint32_t *link = counters_of(g, c.on);
        while (*link != i + 1)
            link = &rt_counter_row(g, *link - 1)->next;
        remove_counter(g, link);
    }
}

/* ---- zones ------------------------------------------------------------------------------------
 */

static void zone_grow(rt_game *g, uint32_t id, uint32_t cap)
{
    const uint32_t off = rt_push_many(g, &g->s->member, cap);
    const rt_place old = *rt_zone_row(g, id);
    for (uint32_t i = 0; i < old.count; i++)
        *rt_member_row(g, off + i) = *rt_member_row(g, old.off + i);
    *rt_zone_row(g, id) = (rt_place){off, old.count, 0, cap, old.acts};
}

uint32_t rt_zone_reserve(rt_game *g, uint32_t zone, uint32_t player, uint32_t count)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    CANTRIP_ASSERT(zone < VM_ZONE_COUNT);
    const uint32_t id = rt_zone_id(g, zone, player);
    const rt_place z = *rt_zone_row(g, id);
    uint32_t cap = z.cap ? z.cap : 8;
    if (z.cap - z.gap - z.count >= count)
        return RT_FAULT_NONE;
    if (count > UINT32_MAX / 4 || z.count > UINT32_MAX / 4)
        return RT_FAULT_FULL;
    while (cap < z.count + count)
        cap *= 2;
    const uint32_t fault = rt_reserve(g, &g->s->member, cap);
    if (!fault)
        zone_grow(g, id, cap);
    return fault;
}

/* Room for one more at the end: what was taken from the front leaves a gap that is closed now and then. */
static void zone_room(rt_game *g, uint32_t id)
{
    rt_place *z = rt_zone_row(g, id);
    if (z->gap + z->count < z->cap)
        return;
    if (z->gap <= z->cap / 2) {
        zone_grow(g, id, z->cap ? z->cap * 2 : 8);
        return;
    }
    uint32_t *m = rt_member_rows(g, z->off);
    memmove(m - z->gap, m, z->count * sizeof *m);
    z->off -= z->gap;
    z->gap = 0;
}

/* Many cards, and one comes to the bottom: room for as many more in front, so that each costs the same. */
static void zone_room_in_front(rt_game *g, uint32_t id)
{
    const uint32_t count = rt_zone_row(g, id)->count, gap = count, cap = gap + count + count / 2;
    const uint32_t off = rt_push_many(g, &g->s->member, cap) + gap;
    const rt_place old = *rt_zone_row(g, id);
    memcpy(rt_member_rows(g, off), rt_member_rows(g, old.off), count * sizeof(uint32_t));
    *rt_zone_row(g, id) = (rt_place){off, count, gap, cap, old.acts};
}

/* What is waited for in a zone can only be more than before: cards come, and what they are is printed. */
static void note_elsewhere(rt_game *g, uint32_t face, uint32_t zone)
{
    CANTRIP_ASSERT(face < g->pack->face_count);
    CANTRIP_ASSERT(zone < VM_ZONE_COUNT);
    const vm_face *f = &g->pack->face[face];
    for (uint32_t i = f->abilities; i < f->abilities + f->ability_count; i++) {
        const vm_ability *a = &g->pack->ability[i];
        const uint64_t event = a->event ? UINT64_C(1) << a->event : 0;
        if (!(a->zones >> zone & 1))
            continue;
        if (a->kind == VM_ABILITY_TRIGGERED)
            g->s->heard_in[zone] |= event;
        if (a->kind == VM_ABILITY_REPLACE && a->zones != RT_EVERYWHERE)
            g->s->replaced_in[VM_ZONE_BATTLEFIELD] |= g->s->replaced_in[zone] |= event;
        if (a->kind == VM_ABILITY_STATIC && a->zones != RT_EVERYWHERE)
            g->s->statics_in |= 1u << zone;
    }
}

enum { MOVED_MAX = 4096 }; /* so many are moved up by one for a card at the bottom */

/* The top of a library is the end of its list, so that drawing is cheap; `bottom` is the front. */
void rt_zone_insert(rt_game *g, uint32_t idx, uint32_t zone, uint32_t player, int bottom)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(player < g->s->player.count);
    CANTRIP_ASSERT(zone < VM_ZONE_COUNT);
    const uint32_t id = rt_zone_id(g, zone, player);
    if (zone == VM_ZONE_BATTLEFIELD || zone == VM_ZONE_STACK || zone == VM_ZONE_COMMAND)
        rt_presence_begin(g, idx);
    if (bottom && !rt_zone_row(g, id)->gap && rt_zone_row(g, id)->count >= MOVED_MAX)
        zone_room_in_front(g, id);
    else if (!bottom || !rt_zone_row(g, id)->gap)
        zone_room(g, id);
    rt_place *z = rt_zone_row(g, id);
    CANTRIP_ASSERT(z->gap + z->count <= z->cap && z->off >= z->gap);
    CANTRIP_ASSERT(rt_obj(g, idx)->zone >= VM_ZONE_COUNT); /* in one zone only */
    if (bottom && z->gap) {
        z->gap--;
        z->off--;
    } else if (bottom) {
        uint32_t *m = rt_member_rows(g, z->off);
        memmove(m + 1, m, z->count * sizeof *m);
    }
    *rt_member_row(g, z->off + (bottom ? 0 : z->count)) = idx;
    g->s->acting -= z->acts;
    z->acts = (z->count++ && z->acts) || (g->lib->face[rt_obj(g, idx)->card_face].acts >> zone & 1);
    g->s->acting += z->acts;
    if (g->lib->face[rt_obj(g, idx)->card_face].elsewhere)
        note_elsewhere(g, rt_obj(g, idx)->card_face, zone);
    rt_obj(g, idx)->zone = (uint8_t)zone;
    rt_stir_come(g, rt_obj(g, idx));
    if (g->s->wide_effects)
        rt_dirty(g);
    if ((rt_obj(g, idx)->flags & (RT_OF_TOKEN | RT_OF_COPY)) && zone != VM_ZONE_BATTLEFIELD)
        g->s->strays = 1;
}

/* From both ends: whoever takes all takes the first or the last. */
void rt_zone_remove(rt_game *g, uint32_t idx)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    rt_object *o = rt_obj(g, idx);
    if (o->zone >= VM_ZONE_COUNT) {
        o->zone = VM_ZONE_COUNT;
        return;
    }
    rt_stir_less(g, o);
    if (o->flags & (RT_OF_ATTACKING | RT_OF_BLOCKING))
        rt_combat_changed(g);
    rt_place *z = rt_zone_row(g, rt_zone_id(g, o->zone, o->owner));
    uint32_t *m = rt_member_rows(g, z->off), near = 0;
    while (near < z->count && m[near] != idx && m[z->count - 1 - near] != idx)
        near++;
    rt_spend(g, near / 8);
    CANTRIP_ASSERT(near < z->count); /* it is where it says */
    o->zone = VM_ZONE_COUNT;
    if (near == z->count)
        return;
    if (m[near] == idx && near < z->count - 1 - near) {
        memmove(m + 1, m, near * sizeof *m);
        z->off++;
        z->gap++;
    } else {
        const uint32_t at = m[near] == idx ? near : z->count - 1 - near;
        memmove(m + at, m + at + 1, (z->count - at - 1) * sizeof *m);
    }
    z->count--;
}

void rt_library_place(rt_game *g, uint32_t idx, uint32_t place, int bottom)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(place <= g->s->object.count);
    const rt_object *o = rt_obj(g, idx);
    rt_place *z = rt_zone_row(g, rt_zone_id(g, o->zone, o->owner));
    uint32_t *m = rt_member_rows(g, z->off), at = 0;
    while (at < z->count && m[at] != idx)
        at++;
    if (at == z->count)
        return;
    const uint32_t from_end = place ? place - 1 : 0, last = z->count - 1;
    const uint32_t to = from_end > last ? (bottom ? last : 0) : bottom ? from_end : last - from_end;
    if (at < to)
        memmove(m + at, m + at + 1, (to - at) * sizeof *m);
    else
        memmove(m + to + 1, m + to, (at - to) * sizeof *m);
    m[to] = idx;
}

void rt_shuffle(rt_game *g, uint32_t player)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    uint32_t known = 0;
    g->s->image.count = 0;                             /* CR 721.1 */
    for (uint32_t i = 0; i < g->s->known.count; i++) { /* nobody knows it any more */
        const rt_object *o = rt_live(g, rt_known_row(g, i)->card);
        if (!o || o->zone != VM_ZONE_LIBRARY || o->owner != player)
            *rt_known_row(g, known++) = *rt_known_row(g, i);
    }
    g->s->known.count = known;
    rt_place *z = rt_zone_row(g, rt_zone_id(g, VM_ZONE_LIBRARY, player));
    uint32_t *m = rt_member_rows(g, z->off);
    for (uint32_t i = z->count; i > 1; i--) {
        uint32_t k = rt_random_below(g->s, i), t = m[i - 1];
        m[i - 1] = m[k];
        m[k] = t;
    }
}

/* ---- objects ----------------------------------------------------------------------------------
 */

void rt_printed(rt_game *g, uint32_t idx)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    rt_object *o = rt_obj(g, idx);
    if (o->flags & RT_OF_ABILITY)
        return;
    if (o->flags & (RT_OF_FACE_DOWN | RT_OF_FLIPPED))
        o->face = (uint16_t)rt_shown_face(g, o, o->face);
    const vm_face *f = rt_face(g, o);
    const rt_face_info *info = &g->lib->face[o->face];
    o->types = f->types;
    o->colors = (uint8_t)f->colors;
    o->subtypes = o->face;
    o->markers = info->markers;
    o->asked = info->asked;
    o->power = (int32_t)f->power;
    o->toughness = (int32_t)f->toughness;
    o->listens = info->listens;
    o->ability_flags = (uint16_t)info->ability_flags;
    o->granted = o->granted_count = 0;
    o->rules = 0;
    const int covered = rt_is_covered(o);
    if (covered || (o->flags & RT_OF_UNSEEN)) { /* CR 313.5b, 406.3 */
        if (!covered && g->lib->face_down != VM_NO_SYMBOL)
            o->face = (uint16_t)g->lib->face_down;
        o->types = o->colors = o->markers = o->asked = o->listens = o->ability_flags = 0;
        o->power = o->toughness = 0;
        rt_subtypes_none(g, o);
        return;
    }
    o->flags &= ~(uint32_t)(RT_OF_ALL_CREATURE_TYPES | RT_OF_LOST_ABILITIES | RT_OF_NO_LAND_MANA |
                            RT_OF_PT_FIXED | RT_OF_TEXT_CHANGED | RT_OF_NO_COST | RT_OF_FULL_TEXT);
    o->names = 0;
    if (info->changeling)
        o->flags |= RT_OF_ALL_CREATURE_TYPES;
}

/* A row says nothing about where its object was while it was hidden: what leaves a hand or a library, be it for its owner's hand,
 * gets one of those that only public objects have, in an order that everybody knows, and the row that it had is not used again.
 * What is put into a library keeps its own. */
static int is_hidden(uint32_t zone)
{
    return zone == VM_ZONE_LIBRARY || zone == VM_ZONE_HAND;
}

/* An empty row, of a generation that no handle has. */
static uint32_t free_place(rt_game *g)
{
    const uint32_t idx =
        g->s->free_slot.count ? *rt_free_slot_rows(g, --g->s->free_slot.count) : RT_PUSH(g, object);
    rt_object *o = rt_obj(g, idx);
    const uint32_t lki = o->lki, counters = o->counters;
    const uint16_t gen = o->gen;
    memset(o, 0, sizeof *o);
    o->lki = lki;
    o->counters = counters;
    o->gen = gen ? gen : 1;
    o->zone = VM_ZONE_COUNT;
    return idx;
}

/* Nothing stands there any more. */
static void leave_place(rt_game *g, uint32_t idx, int for_others)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    rt_object *o = rt_obj(g, idx);
    CANTRIP_ASSERT(o->gen && o->gen <= RT_GEN_MAX);
    o->zone = VM_ZONE_COUNT;
    o->here = 0;
    if (o->gen == RT_GEN_MAX)
        return; /* there would be no way to tell what stood here from what will */
    o->gen++;
    if (!for_others)
        return;
    const uint32_t at = RT_PUSH(g, free_slot);
    *rt_free_slot_row(g, at) = idx;
}

uint32_t rt_object_create(rt_game *g, uint32_t face, uint8_t owner)
{
    CANTRIP_ASSERT(face < g->pack->face_count);
    const uint32_t idx = free_place(g);
    rt_object *o = rt_obj(g, idx);
    o->owner = o->controller = o->own_controller = owner;
    o->face = o->card_face = (uint16_t)face;
    rt_printed(g, idx);
    return idx;
}

static void drop_counters(rt_game *g, rt_entity e)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    for (uint32_t *link = counters_of(g, e); link && *link;)
        if (rt_counter_row(g, *link - 1)->on == e)
            remove_counter(g, link);
        else
            link = &rt_counter_row(g, *link - 1)->next;
}

uint32_t rt_object_renumber(rt_game *g, uint32_t idx)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    const uint32_t to = free_place(g), zone = rt_obj(g, idx)->zone;
    const rt_place *z = rt_zone_row(g, rt_zone_id(g, zone, rt_obj(g, idx)->owner));
    rt_object *o = rt_obj(g, to);
    const rt_object place = *o;
    CANTRIP_ASSERT(is_hidden(zone) || (rt_obj(g, idx)->flags & RT_OF_FACE_DOWN));
    *o = *rt_obj(g, idx);
    o->gen = place.gen;
    o->lki = place.lki;
    o->counters = place.counters;
    rt_spend(g, z->count / 8);
    uint32_t at = z->count; /* near the top, mostly */
    while (at && *rt_member_row(g, z->off + at - 1) != idx)
        at--;
    CANTRIP_ASSERT(at);
    *rt_member_row(g, z->off + at - 1) = to;
    if (rt_obj(g, to)->flags & RT_OF_COMMANDER)
        rt_commander_moved(g, rt_handle(g, idx), to);
    leave_place(g, idx, 0);
    return to;
}

void rt_free_object(rt_game *g, uint32_t idx)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    const int for_others = !is_hidden(rt_obj(g, idx)->zone);
    const uint32_t known = g->s->lki.count;
    remember(g, idx);
    if (g->s->lki.count == known)
        rt_presence_end(g, rt_obj(g, idx)->here);
    drop_counters(g, rt_handle(g, idx));
    rt_zone_remove(g, idx);
    leave_place(g, idx, for_others);
}

/* Has it a static ability, or had it one as it was looked at that something has taken since? */
static int counts_as_static(const rt_game *g, uint32_t idx)
{
    const rt_object *o = rt_obj(g, idx);
    return (o->ability_flags | g->lib->face[o->face].ability_flags |
            g->lib->face[o->card_face].ability_flags) >>
               VM_ABILITY_STATIC &
           1;
}

/* What moved a card out of a library or into one cannot be taken back any more (CR 721.1). */
static void forget_image(rt_game *g, uint32_t from, uint32_t to)
{
    if (to == VM_ZONE_LIBRARY || (from == VM_ZONE_LIBRARY && to != VM_ZONE_STACK))
        g->s->image.count = 0;
}

/* The permanent that a spell becomes knows how it was cast (CR 400.7c). */
static void keep_what_was_paid(rt_presence *to, const rt_presence *from)
{
    to->x = from->x;
    to->payment = from->payment;
    to->cast_from = from->cast_from;
    to->cast_late = from->cast_late;
    to->cast_for = from->cast_for;
    to->spent = from->spent;
    memcpy(to->optional, from->optional, sizeof to->optional);
}

uint32_t rt_relocate(rt_game *g, uint32_t idx, uint32_t to, int bottom)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    rt_entity was = rt_handle(g, idx);
    uint32_t from = rt_obj(g, idx)->zone;
    CANTRIP_ASSERT(to < VM_ZONE_COUNT && from != VM_ZONE_COUNT);
    const uint32_t known = g->s->lki.count;
    const int was_static = counts_as_static(g, idx);
    forget_image(g, from, to);
    remember(g, idx);
    if (g->s->lki.count == known)
        drop_counters(g, was);
    rt_zone_remove(g, idx);
    rt_object *o = rt_obj(g, idx);
    uint32_t keep = o->flags & (RT_OF_TOKEN | RT_OF_COPY | RT_OF_COMMANDER);
    if (from == VM_ZONE_STACK && to == VM_ZONE_BATTLEFIELD)
        keep |= o->flags & (RT_OF_KICKED | RT_OF_CAST | RT_OF_FACE_DOWN);
    const int revealed = (o->flags & ~keep & RT_OF_FACE_DOWN) &&
                         (to == VM_ZONE_HAND || to == VM_ZONE_LIBRARY);    /* CR 707.9 */
    const int enters = from == VM_ZONE_STACK && to == VM_ZONE_BATTLEFIELD; /* CR 400.7c */
    const rt_presence had = *rt_here(g, o);
    if (g->s->lki.count == known)
        rt_presence_end(g, o->here);
    o = rt_obj(g, idx);
    uint8_t controller =
        to == VM_ZONE_BATTLEFIELD || to == VM_ZONE_STACK ? o->own_controller : o->owner;
    const int as_aura = enters && g->pack->face[o->card_face].shape == VM_SHAPE_AS_AURA;
    const uint16_t face = as_aura ? o->card_face : (uint16_t)rt_card_of(g, o->card_face);
    uint8_t owner = o->owner;
    const int keeps = !is_hidden(from) || to == VM_ZONE_LIBRARY;
    leave_place(g, idx, keeps);
    idx = free_place(g); /* the same, if it keeps it */
    o = rt_obj(g, idx);
    o->face = o->card_face = face;
    o->owner = owner;
    o->controller = o->own_controller = controller;
    o->zone = VM_ZONE_COUNT;
    o->flags = keep;
    o->timestamp = ++g->s->timestamp;
    if (keep & RT_OF_COMMANDER)
        rt_commander_moved(g, was, idx);
    rt_printed(g, idx);
    rt_zone_insert(g, idx, to, owner, bottom);
    if (rt_obj(g, idx)->here)
        rt_presence_of(g, rt_obj(g, idx))->since_turn = g->s->turn;
    if (enters)
        keep_what_was_paid(rt_presence_of(g, rt_obj(g, idx)), &had);
    if (g->s->lki.count > known) {
        rt_lki_row(g, known)->became = rt_handle(g, idx);
        rt_lki_row(g, known)->to = to;
    }
    if (revealed) {
        const uint32_t at = RT_PUSH(g, known);
        *rt_known_row(g, at) = (rt_known){rt_handle(g, idx), (1u << g->s->player.count) - 1, 0};
    }
    const uint32_t face_statics = g->lib->face[face].statics;
    if (g->s->volatile_statics || (face_statics & (1u << from | 1u << to)))
        rt_dirty(g);
    else if (from != VM_ZONE_BATTLEFIELD && to != VM_ZONE_BATTLEFIELD)
        return idx;
    else if (was_static || (rt_obj(g, idx)->ability_flags >> VM_ABILITY_STATIC & 1))
        rt_dirty(g);
    else if (to == VM_ZONE_BATTLEFIELD)
        rt_dirty_one(g, idx);
    else
        rt_dirty_gone(g);
    return idx;
}

/* ---- counters ---------------------------------------------------------------------------------
 */

/* Of a player, those of the team (CR 810.10). */
static int32_t team_poison(const rt_game *g, uint32_t player)
{
    int32_t n = 0;
    for (uint32_t p = 0; p < g->s->player.count; p++)
        for (uint32_t i = rt_is_with(g, p, player) ? rt_player_row(g, p)->counters : 0; i;
             i = rt_counter_row(g, i - 1)->next)
            if ((rt_counter_row(g, i - 1)->kind & 0xFFFF) == VM_COUNTER_POISON)
                n = rt_sum(n, rt_counter_row(g, i - 1)->count);
    return n;
}

int32_t rt_counters_of(const rt_game *g, rt_entity e, int32_t kind)
{
    return RT_IS_PLAYER(e) && g->s->shared && kind == VM_COUNTER_POISON
               ? team_poison(g, RT_PLAYER_OF(e))
               : rt_counters(g, e, kind);
}

int32_t rt_counters(const rt_game *g, rt_entity e, int32_t kind)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    const int gone = g->run->present && !RT_IS_PLAYER(e) && !rt_live(g, e);
    const uint32_t *first = gone ? NULL : counters_of(g, e);
    int32_t n = 0;
    for (uint32_t i = first ? *first : 0; i; i = rt_counter_row(g, i - 1)->next) {
        const rt_counter *c = rt_counter_row(g, i - 1);
        rt_spend_inside(g, 1);
        const int32_t is = (int32_t)(c->kind & 0xFFFF);
        if (c->on == e && (kind < 0 ? is < VM_DESIGNATION_FIRST : is == kind))
            n = rt_sum(n, c->count);
    }
    return n;
}

/* Without continuous effects a counter changes its permanent and nothing else, in layer 7d. */
static void counted(rt_game *g, rt_entity e, uint32_t kind, int32_t by)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    rt_object *o = RT_IS_PLAYER(e) ? NULL : rt_live(g, e);
    if (o && o->zone == VM_ZONE_BATTLEFIELD && (g->s->dirty || g->s->continuous)) {
        rt_dirty_one(g, RT_INDEX(e));
    } else if (g->s->dirty || g->s->continuous) {
        rt_dirty(g);
    } else if (o && o->zone == VM_ZONE_BATTLEFIELD) {
        o->power = rt_sum(o->power, (int64_t)rt_counter_power(g->lib, kind) * by);
        o->toughness = rt_sum(o->toughness, (int64_t)rt_counter_toughness(g->lib, kind) * by);
    }
}

void rt_counters_change(rt_game *g, rt_entity e, uint32_t kind, int32_t by)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    uint32_t *link = counters_of(g, e);
    if (!link)
        return;
    g->s->touched = 1;
    rt_stir_all(g);
    for (; *link; link = &rt_counter_row(g, *link - 1)->next) {
        rt_counter *c = rt_counter_row(g, *link - 1);
        if (c->on != e || c->kind != kind)
            continue;
        const int32_t before = c->count;
        c->count = rt_sum(c->count, by);
        counted(g, e, kind, (c->count > 0 ? c->count : 0) - before);
        if (c->count <= 0)
            remove_counter(g, link);
        return;
    }
    if (by > 0) {
        const uint32_t at = RT_PUSH(g, counter);
        *rt_counter_row(g, at) = (rt_counter){e, kind, by, *counters_of(g, e)};
        *counters_of(g, e) = at + 1;
        counted(g, e, kind, by);
    }
}

/* What a player does not have of a team's poison the others of it lose (CR 810.10b). */
void rt_counters_take(rt_game *g, rt_entity e, uint32_t kind, int32_t count)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    const int32_t own = rt_counters(g, e, (int32_t)kind);
    rt_counters_change(g, e, kind, -(count < own ? count : own));
    if (!RT_IS_PLAYER(e) || !g->s->shared || kind != VM_COUNTER_POISON)
        return;
    count -= count < own ? count : own;
    for (uint32_t k = 1; k < g->s->player.count && count > 0; k++) {
        const uint32_t p = rt_seat_after(g, RT_PLAYER_OF(e), k);
        const int32_t have = rt_counters(g, RT_PLAYER(p), (int32_t)kind);
        if (!rt_is_with(g, p, RT_PLAYER_OF(e)) || have <= 0)
            continue;
        rt_counters_change(g, RT_PLAYER(p), kind, -(count < have ? count : have));
        count -= count < have ? count : have;
    }
}

/* ---- questions about objects ------------------------------------------------------------------
 */

/* What is told is kept, so each has a name of its own. */
static const char *player_name(uint32_t player)
{
    static const char NAMES[][10] = {
        "player 1",  "player 2",  "player 3",  "player 4",  "player 5",  "player 6",  "player 7",
        "player 8",  "player 9",  "player 10", "player 11", "player 12", "player 13", "player 14",
        "player 15", "player 16", "player 17", "player 18", "player 19", "player 20", "player 21",
        "player 22", "player 23", "player 24", "player 25", "player 26", "player 27", "player 28",
        "player 29", "player 30", "player 31"};
    return player < sizeof NAMES / sizeof *NAMES ? NAMES[player] : "a player";
}

const char *rt_name(const rt_game *g, rt_entity e)
{
    if (RT_IS_PLAYER(e))
        return player_name(RT_PLAYER_OF(e));
    const rt_object *o = rt_look(g, e);
    if (o && (o->flags & RT_OF_FACE_DOWN))
        return "a face-down card";
    const char *name = o ? vm_pack_str(g->pack, rt_face(g, o)->name) : "something";
    return o && o->zone == VM_ZONE_COMMAND && !*name ? "an emblem" : name;
}

uint32_t rt_mana_value(const rt_game *g, const rt_object *o)
{
    CANTRIP_ASSERT(o->gen != 0 || o->zone == VM_ZONE_COUNT);
    if ((o->flags & (RT_OF_ABILITY | RT_OF_NO_COST)) || rt_is_covered(o))
        return 0;
    const vm_face *f = rt_face(g, o);
    if (f->shape == VM_SHAPE_BACK && o->face == o->card_face && !(o->flags & RT_OF_TOKEN))
        f = &g->pack->face[f->card]; /* CR 202.3b */
    if (f->shape == VM_SHAPE_MELDED && (o->face != o->card_face || (o->flags & RT_OF_TOKEN)))
        return 0; /* a copy of it (CR 712.3b) */
    uint32_t v = f->mana_value;
    if (o->zone == VM_ZONE_STACK)
        for (uint32_t i = 0; i < f->cost_count; i++)
            if (g->pack->cost[f->cost + i].kind == VM_COST_X)
                v += rt_here(g, o)->x;
    return v;
}
