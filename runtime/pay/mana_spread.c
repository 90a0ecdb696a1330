/* Which of several sources that are equally cheap pays when nobody chooses: the one whose colors are made by most of the
 * others, so that as many colors as can be are left. It looks at what everybody sees, so that nothing can be learned of a
 * hand from what is tapped. Only what is really paid is planned so; whether something can be paid does not depend on it. */
#include "runtime/pay/mana.h"

#include <string.h>

enum {
    COLORS = 5,
    WEIGHT = 4096,  /* of the only source of a color */
    UNITS_MAX = 512 /* more are paid with in the order in which they stand */
};

static int is_there(const rt_plan *p, uint32_t u)
{
    return !p->used_by[u] && !p->unit[u].gone && !p->unit[u].out;
}

static void count(const rt_plan *p, uint32_t have[COLORS])
{
    memset(have, 0, sizeof *have * COLORS);
    for (uint32_t u = 0; u < p->unit_count; u++)
        for (uint32_t c = 0; c < COLORS; c++)
            have[c] += (p->unit[u].mask >> c & 1) && is_there(p, u);
}

/* How much would be missed of what it could make. */
static uint32_t rarity(const rt_unit *u, const uint32_t have[COLORS])
{
    uint32_t sum = 0;
    for (uint32_t c = 0; c < COLORS; c++)
        sum += (u->mask >> c & 1) && have[c] ? WEIGHT / have[c] : 0;
    return sum;
}

void rt_units_spread(rt_plan *p)
{
    uint32_t have[COLORS], differ = 0;
    for (uint32_t u = 1; u < p->unit_count && !differ; u++)
        differ = p->unit[u].mask != p->unit[0].mask;
    if (!differ || p->unit_count > UNITS_MAX)
        return;
    rt_spend(p->g, p->unit_count * p->unit_count / 16);
    memset(p->used_by, 0, sizeof *p->used_by * p->unit_count);
    count(p, have);
    for (uint32_t i = 1; i < p->unit_count; i++) { /* those that are alike stay in order */
        const rt_unit one = p->unit[i];
        const uint32_t mine = rarity(&one, have);
        uint32_t k = i;
        for (; k && p->unit[k - 1].price == one.price && rarity(&p->unit[k - 1], have) > mine; k--)
            p->unit[k] = p->unit[k - 1];
        p->unit[k] = one;
    }
}

/* Groups of which something pays already: what else the same tap makes comes along, and nothing is lost by it. */
static uint8_t *paying_groups(const rt_plan *p)
{
    const uint32_t groups = rt_zone_count(p->g, VM_ZONE_BATTLEFIELD, 0) + 1;
    uint8_t *pays = rt_temp_zeroed(p->g, groups);
    for (uint32_t u = 0; u < p->unit_count; u++)
        if (p->used_by[u] && rt_is_tap(&p->unit[u]))
            pays[p->unit[u].group] = 1;
    return pays;
}

int32_t rt_pay_spread(rt_plan *p, int32_t generic)
{
    if (p->unit_count > UNITS_MAX)
        return generic;
    const rt_temp_mark mark = rt_temp_here(p->g);
    uint8_t *pays = paying_groups(p);
    for (; generic > 0; generic--) {
        uint32_t have[COLORS], best = p->unit_count, least = 0;
        rt_spend(p->g, p->unit_count / 4 + 1);
        count(p, have);
        for (uint32_t u = 0; u < p->unit_count; u++) {
            if (!is_there(p, u) || (best < p->unit_count && p->unit[u].price > p->unit[best].price))
                continue;
            const int along = rt_is_tap(&p->unit[u]) && pays[p->unit[u].group];
            const uint32_t mine = along ? 0 : rarity(&p->unit[u], have) + 1;
            if (best < p->unit_count && p->unit[u].price == p->unit[best].price && mine >= least)
                continue;
            best = u;
            least = mine;
        }
        if (best == p->unit_count)
            break;
        p->used_by[best] = RT_PAYS_GENERIC;
        if (rt_is_tap(&p->unit[best]))
            pays[p->unit[best].group] = 1;
    }
    rt_temp_release(p->g, mark);
    return generic;
}
