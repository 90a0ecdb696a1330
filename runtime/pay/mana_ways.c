/* Units that come from one tap: their order, and of what type the tap is where other mana depends on that (a land taps for
 * red or green, and what triggers adds one more of that type: CR 605.4a). */
#include "runtime/pay/mana.h"

#include <string.h>

enum {
    WAYS_MAX = 256, /* ways to choose types that are tried one by one */
    TYPES = 6,
    WANTED = 16 /* what pays for a symbol counts so much more than what pays for any mana */
};

rt_groups rt_units_by_group(rt_game *g, const rt_plan *p)
{
    const uint32_t groups = rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0) + 1;
    rt_groups of = {.first = rt_temp_alloc(g, groups * sizeof *of.first),
                    .next = rt_temp_alloc(g, (p->unit_count + 1) * sizeof *of.next),
                    .seen = rt_temp_zeroed(g, groups)};
    memset(of.first, 0xff, groups * sizeof *of.first);
    for (uint32_t u = p->unit_count; u-- > 0;) {
        if (!rt_is_tap(&p->unit[u]))
            continue;
        CANTRIP_ASSERT(p->unit[u].group < groups);
        of.next[u] = of.first[p->unit[u].group];
        of.first[p->unit[u].group] = u;
    }
    return of;
}

typedef struct {
    rt_plan *p;
    const rt_groups *of;
    int32_t life_left;
    uint32_t tries;
} ways;

/* May the tap still be of several types on which something depends? */
static int is_open(const ways *w, uint32_t u)
{
    const rt_unit *lead = &w->p->unit[u];
    if (!rt_is_tap(lead) || !lead->lead || !(lead->mask & (lead->mask - 1)))
        return 0;
    for (uint32_t k = w->of->first[lead->group]; k != UINT32_MAX; k = w->of->next[k])
        if (w->p->unit[k].when != 63)
            return 1;
    return 0;
}

/* The tap is of one of these types, and what comes with another does not come. */
static void narrow(const ways *w, uint32_t lead, uint8_t mask)
{
    rt_unit *unit = w->p->unit;
    unit[lead].mask = mask;
    for (uint32_t k = w->of->first[unit[lead].group]; k != UINT32_MAX; k = w->of->next[k])
        unit[k].out = !(unit[k].when & mask);
}

/* Of which type a tap is used most, by what pays now. */
static uint8_t most_used(const ways *w, uint32_t lead)
{
    const rt_plan *p = w->p;
    uint32_t uses[TYPES] = {0}, best = TYPES;
    for (uint32_t k = w->of->first[p->unit[lead].group]; k != UINT32_MAX; k = w->of->next[k])
        for (uint32_t c = 0; c < TYPES; c++) {
            const int symbol = p->used_by[k] && p->used_by[k] != RT_PAYS_GENERIC;
            const uint32_t mask =
                k == lead && symbol ? p->demand[p->used_by[k] - 1].mask : p->unit[k].when;
            uses[c] += (mask >> c & 1) && p->used_by[k] ? symbol ? WANTED : 1 : 0;
        }
    for (uint32_t c = 0; c < TYPES; c++)
        if ((p->unit[lead].mask >> c & 1) && (best == TYPES || uses[c] > uses[best]))
            best = c;
    return (uint8_t)(1u << best);
}

/* Every tap at once, of the type that would be used most if it could be of all: enough where it hardly matters, which is
 * nearly always. */
static int match_at_once(ways *w)
{
    rt_plan *p = w->p;
    const rt_temp_mark mark = rt_temp_here(p->g);
    uint8_t *before = rt_temp_zeroed(p->g, p->unit_count + 1);
    for (uint32_t u = 0; u < p->unit_count; u++)
        if (is_open(w, u)) {
            before[u] = p->unit[u].mask;
            narrow(w, u, most_used(w, u));
        }
    const int matched = rt_match_symbols(p, w->life_left);
    for (uint32_t u = 0; !matched && u < p->unit_count; u++)
        if (before[u])
            narrow(w, u, before[u]);
    rt_temp_release(p->g, mark);
    return matched;
}

/* One tap after the other, as long as the rest could still do. */
static int match_in_turn(ways *w, uint32_t at)
{
    rt_plan *p = w->p;
    if (!rt_match_symbols(p, w->life_left) || ++w->tries > WAYS_MAX)
        return 0;
    uint32_t u = at;
    while (u < p->unit_count && !is_open(w, u))
        u++;
    rt_spend(p->g, p->unit_count);
    if (u == p->unit_count)
        return 1;
    const uint8_t mask = p->unit[u].mask;
    for (uint32_t c = 0; c < TYPES; c++) {
        if (!(mask >> c & 1))
            continue;
        narrow(w, u, (uint8_t)(1 << c));
        if (match_in_turn(w, u + 1))
            return 1;
    }
    narrow(w, u, mask);
    return 0;
}

/* What pays is spread (mana_spread.c) only when it is known which units there are. */
static int match_ways(rt_plan *p, int32_t life_left)
{
    const uint8_t spread = p->spread;
    const rt_temp_mark mark = rt_temp_here(p->g);
    const rt_groups of = rt_units_by_group(p->g, p);
    ways w = {p, &of, life_left, 0};
    rt_spend(p->g, p->unit_count / 8);
    p->spread = 0;
    int matched = rt_match_symbols(p, life_left) && (match_at_once(&w) || match_in_turn(&w, 0));
    p->spread = spread;
    if (matched && spread)
        matched = rt_match_symbols(p, life_left);
    rt_temp_release(p->g, mark);
    return matched;
}

int rt_units_match(rt_plan *p, int32_t life_left)
{
    return p->ways ? match_ways(p, life_left) : rt_match_symbols(p, life_left);
}
