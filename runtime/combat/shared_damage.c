/* Combat damage is looked at as a whole (CR 510.1e): of several creatures that fight the same one each may count on what the others
 * will assign to it. An amount may be assigned if the creatures that are still to come can make the whole legal. */
#include "runtime/combat/shared_damage.h"

#include "runtime/combat/banding.h"

enum {
    PLANS_MOST = 256
}; /* how many ways to go on are tried for one amount; beyond that it is not offered */

/* What one that is hit needs: nothing, for nobody counts on it; to be dealt lethal damage, in one way or the other; or it has
 * enough. */
enum need { NEED_NONE, NEED_NOT, NEED_SOME, NEED_AMOUNT, NEED_KILLER, NEED_MET };

typedef struct giver {
    uint32_t *list; /* places in the plan */
    uint32_t count;
    int32_t power, left;
    int kills;
} giver;

struct rt_damage_plan {
    uint32_t *who; /* objects that are hit */
    int32_t *amount;
    uint8_t *need;
    uint32_t count;
    giver *givers;
    uint32_t giver_count;
    int32_t *given; /* giver x who */
    uint8_t *seen;
    uint32_t tries, batch;
};

static uint32_t place_of(rt_damage_plan *p, uint32_t idx)
{
    for (uint32_t i = 0; i < p->count; i++)
        if (p->who[i] == idx)
            return i;
    p->who[p->count] = idx;
    return p->count++;
}

static uint32_t *places_of(rt_game *g, rt_damage_plan *p, const uint32_t *list, uint32_t n)
{
    uint32_t *out = rt_temp_alloc(g, (n + 1) * sizeof *out);
    for (uint32_t k = 0; k < n; k++)
        out[k] = place_of(p, list[k]);
    rt_spend(g, n);
    return out;
}

/* ---- the ways to go on ------------------------------------------------------------------------- */

static int is_lethal(const rt_damage_plan *p, uint32_t at)
{
    return p->need[at] == NEED_AMOUNT || p->need[at] == NEED_KILLER || p->need[at] == NEED_MET;
}

/* Could the giver assign to that one? All before it have to be dealt enough. */
static int reaches(const rt_damage_plan *p, const giver *from, uint32_t at)
{
    for (uint32_t k = 0; k < from->count; k++) {
        if (from->list[k] == at)
            return 1;
        if (!is_lethal(p, from->list[k]))
            return 0;
    }
    return 0;
}

static int lists(const giver *from, uint32_t at)
{
    for (uint32_t k = 0; k < from->count; k++)
        if (from->list[k] == at)
            return 1;
    return 0;
}

/* Some of it for that one: of what a giver has left, or has given to another that can get it elsewhere. How much. */
static int32_t give(rt_damage_plan *p, uint32_t at, int32_t want)
{
    for (uint32_t i = 0; i < p->giver_count; i++) {
        giver *from = &p->givers[i];
        int32_t *given = &p->given[i * p->count];
        if (p->seen[i] || (p->need[at] == NEED_KILLER && !from->kills) || !reaches(p, from, at))
            continue;
        p->seen[i] = 1;
        int32_t got = from->left < want ? from->left : want;
        from->left -= got;
        for (uint32_t u = 0; !got && u < p->count; u++)
            if (u != at && given[u]) {
                got = give(p, u, given[u] < want ? given[u] : want);
                given[u] -= got;
            }
        given[at] += got;
        if (got)
            return got;
    }
    return 0;
}

static int is_enough(rt_game *g, rt_damage_plan *p)
{
    rt_spend(g, p->count * p->giver_count);
    memset(p->given, 0, sizeof *p->given * p->count * p->giver_count);
    for (uint32_t i = 0; i < p->giver_count; i++)
        p->givers[i].left = p->givers[i].power;
    for (uint32_t at = 0; at < p->count; at++) {
        int32_t want = p->need[at] == NEED_KILLER   ? 1
                       : p->need[at] == NEED_AMOUNT ? p->amount[at]
                                                    : 0;
        while (want > 0) {
            memset(p->seen, 0, p->giver_count);
            const int32_t got = give(p, at, want);
            if (!got)
                return 0;
            want -= got;
        }
    }
    return 1;
}

/* Is there one of that need? Its place, or the count. */
static uint32_t first_in_need(const rt_damage_plan *p, int need)
{
    uint32_t at = 0;
    while (at < p->count && p->need[at] != need)
        at++;
    return at;
}

/* One that stands in the way: were it dealt enough, a giver could assign to one behind it that needs some. */
static uint32_t in_the_way(const rt_damage_plan *p)
{
    for (uint32_t i = 0; i < p->giver_count; i++) {
        const giver *from = &p->givers[i];
        uint32_t k = 0;
        while (k < from->count && is_lethal(p, from->list[k]))
            k++;
        if (k >= from->count || p->need[from->list[k]] == NEED_NOT)
            continue;
        for (uint32_t b = k + 1; b < from->count; b++)
            if (is_lethal(p, from->list[b]) && p->need[from->list[b]] != NEED_MET)
                return from->list[k];
    }
    return p->count;
}

static int is_killed_by_some(const rt_damage_plan *p, uint32_t at)
{
    for (uint32_t i = 0; i < p->giver_count; i++)
        if (p->givers[i].kills && lists(&p->givers[i], at))
            return 1;
    return 0;
}

static int can_go_on(rt_game *g, rt_damage_plan *p, int changed);

static int can_with(rt_game *g, rt_damage_plan *p, uint32_t at, int need, int changed)
{
    const uint8_t before = p->need[at];
    p->need[at] = (uint8_t)need;
    const int yes = can_go_on(g, p, changed);
    p->need[at] = before;
    return yes;
}

/* Can the givers make legal what was assigned? First how each that needs some gets it; then, if that is not enough, what else
 * could be dealt enough to let them get further. */
static int can_go_on(rt_game *g, rt_damage_plan *p, int changed)
{
    uint32_t at = first_in_need(p, NEED_SOME);
    if (at < p->count)
        return (p->amount[at] > 1 && is_killed_by_some(p, at) &&
                can_with(g, p, at, NEED_KILLER, 1)) ||
               can_with(g, p, at, NEED_AMOUNT, 1);
    if (changed) {
        if (!p->tries)
            return 0;
        p->tries--;
        if (is_enough(g, p))
            return 1;
    }
    at = in_the_way(p);
    return at < p->count && (can_with(g, p, at, NEED_SOME, 1) || can_with(g, p, at, NEED_NOT, 0));
}

/* ---- what is there ----------------------------------------------------------------------------- */

/* Is its damage assigned by the same player at the same time? */
static int is_of_its_side(const rt_game *g, uint32_t self, uint32_t idx)
{
    const uint32_t role = RT_OF_BLOCKING | RT_OF_ATTACKING | RT_OF_BLOCKED;
    const rt_object *o = rt_obj(g, idx), *like = rt_obj(g, self);
    return (o->flags & role) == (like->flags & role) && o->controller == like->controller &&
           RT_IS(o, CREATURE);
}

/* Those before the one that was hit have to be dealt enough (510.1c, d), but by what is divided freely (702.21j, k). */
static void count_on(rt_game *g, rt_damage_plan *p, uint32_t self, uint32_t row)
{
    const rt_entity src = rt_event_row(g, row)->src, whom = rt_event_row(g, row)->whom;
    uint32_t *list, n;
    if (!rt_live(g, src) || !is_of_its_side(g, self, RT_INDEX(src)))
        return;
    n = rt_assigns_among(g, RT_INDEX(src), &list);
    if (rt_band_divides(g, list, n))
        return;
    for (uint32_t k = 0; k < n && rt_handle(g, list[k]) != whom; k++) {
        const uint32_t at = place_of(p, list[k]);
        p->need[at] = NEED_SOME;
    }
}

rt_damage_plan *rt_damage_plan_of(rt_game *g, uint32_t idx, uint32_t place, uint32_t batch,
                                  int first_step)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(batch <= g->s->event.count);
    rt_damage_plan *p = rt_temp_zeroed(g, sizeof *p);
    const uint32_t field = rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0);
    p->who = rt_temp_zeroed(g, (field + 1) * sizeof *p->who);
    p->amount = rt_temp_zeroed(g, (field + 1) * sizeof *p->amount);
    p->need = rt_temp_zeroed(g, field + 1);
    p->givers = rt_temp_zeroed(g, (field + 1) * sizeof *p->givers);
    p->seen = rt_temp_zeroed(g, field + 1);
    p->batch = batch;
    p->giver_count = 1; /* the first is the creature itself */
    rt_spend(g, field);
    for (uint32_t i = place + 1; i < field; i++) {
        const uint32_t other = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        uint32_t *list, n;
        if (!is_of_its_side(g, idx, other) || !rt_deals_now(g, rt_obj(g, other), first_step) ||
            !rt_assigns(g, other))
            continue;
        n = rt_assigns_among(g, other, &list);
        if (!n || rt_band_divides(g, list, n))
            continue;
        giver *from = &p->givers[p->giver_count++];
        from->list = places_of(g, p, list, n);
        from->count = n;
        from->power = rt_assigns(g, other);
        from->kills = RT_DOES(rt_obj(g, other), KILLS) != 0;
    }
    for (uint32_t i = batch; i < g->s->event.count; i++)
        count_on(g, p, idx, i);
    uint32_t *list;
    const uint32_t n = rt_assigns_among(g, idx, &list);
    p->givers[0].list = places_of(g, p, list, n);
    p->givers[0].kills = RT_DOES(rt_obj(g, idx), KILLS) != 0;
    for (uint32_t at = 0; at < p->count; at++)
        p->amount[at] = rt_lethal(g, NULL, p->who[at], batch);
    p->given = rt_temp_zeroed(g, sizeof *p->given * p->count * p->giver_count);
    return p;
}

int rt_damage_plan_allows(rt_game *g, rt_damage_plan *p, const rt_damage_step *step, int32_t amount)
{
    CANTRIP_ASSERT(p->giver_count > 0);
    CANTRIP_ASSERT(amount >= 0 && amount <= step->left);
    const rt_temp_mark mark = rt_temp_here(g);
    giver *self = &p->givers[0];
    uint32_t *const list = self->list;
    uint8_t *const need = p->need;
    const uint32_t hit = list[step->blocker];
    const int32_t before = p->amount[hit];
    p->need = rt_temp_alloc(g, p->count + 1);
    memcpy(p->need, need, p->count);
    p->amount[hit] = amount && self->kills ? 0 : before > amount ? before - amount : 0;
    self->power = step->left - amount;
    self->list += step->blocker + 1;
    self->count = self->power ? step->count - step->blocker - 1 : 0;
    for (uint32_t k = 0; self->power && k <= step->blocker; k++) /* it goes on behind them */
        p->need[list[k]] = NEED_SOME;
    for (uint32_t at = 0; at < p->count; at++)
        if (!p->amount[at])
            p->need[at] = NEED_MET;
    p->tries = PLANS_MOST;
    const int yes = can_go_on(g, p, 1);
    self->list = list;
    p->amount[hit] = before;
    p->need = need;
    rt_temp_release(g, mark);
    return yes;
}
