/* Costs that use things up: may one thing pay for two of them? What is tapped for one cost is not there to be tapped for
 * another, and what is moved for one cannot be moved for another; the rest is independent (CR 601.2h). */
#include "runtime/pay/mana.h"

#include <string.h>

enum use { USE_NONE, USE_TAP, USE_MOVE };

static enum use use_of(const vm_cost *c)
{
    if (c->kind == VM_COST_TAP || c->kind == VM_COST_TAP_OTHERS)
        return USE_TAP;
    return vm_cost_picks(c->kind) && c->kind != VM_COST_REVEAL ? USE_MOVE : USE_NONE;
}

static int takes_itself(const vm_cost *c)
{
    return c->kind == VM_COST_TAP || (vm_cost_picks(c->kind) && !c->a);
}

/* Has another cost, from row `from` on, to be paid with such things, too? */
int rt_shares_picks(const rt_game *g, const rt_bill *b, uint32_t row)
{
    const enum use use = use_of(rt_bill_cost(g, b, row));
    for (uint32_t i = row + 1; use && i < rt_bill_count(b); i++)
        if (use_of(rt_bill_cost(g, b, i)) == use)
            return 1;
    return 0;
}

typedef struct matching {
    rt_game *g;
    const rt_bill *bill;
    uint32_t *row;  /* of each slot: its cost */
    uint32_t *slot; /* by object: slot + 1 that it pays */
    uint32_t *seen; /* by object: when it was looked at */
    uint32_t count, stamp;
} matching;

static const uint32_t TAKEN = UINT32_MAX;

/* One more slot finds something, by giving others something else. */
static int place(matching *m, uint32_t slot)
{
    const vm_cost *c = rt_bill_cost(m->g, m->bill, m->row[slot]);
    const uint32_t zone = rt_cost_zone(m->g, c), player = m->bill->player;
    rt_spend(m->g, rt_zone_count(m->g, zone, player) + 1);
    for (uint32_t i = 0; i < rt_zone_count(m->g, zone, player); i++) {
        const uint32_t idx = rt_zone_at(m->g, zone, player, i);
        if (m->seen[idx] == m->stamp || m->slot[idx] == TAKEN ||
            !rt_cost_candidate(m->g, c, player, m->bill->self, rt_handle(m->g, idx)))
            continue;
        m->seen[idx] = m->stamp;
        if (!m->slot[idx] || place(m, m->slot[idx] - 1)) {
            m->slot[idx] = slot + 1;
            return 1;
        }
    }
    return 0;
}

enum { SLOTS_MAX = 128 }; /* how deep that may go; more are only counted */

static int matched(rt_game *g, const rt_bill *b, uint32_t from, uint32_t done, rt_entity taken,
                   enum use use)
{
    uint32_t row[SLOTS_MAX], rows = 0;
    const uint32_t n = g->s->object.count;
    matching m = {.g = g, .bill = b, .row = row};
    m.slot = rt_temp_zeroed(g, n * sizeof *m.slot + 1);
    m.seen = rt_temp_zeroed(g, n * sizeof *m.seen + 1);
    if (taken)
        m.slot[RT_INDEX(taken)] = TAKEN;
    for (uint32_t i = from; i < rt_bill_count(b); i++) {
        const vm_cost *c = rt_bill_cost(g, b, i);
        if (use_of(c) != use)
            continue;
        rows++;
        if (takes_itself(c)) {
            if (taken == b->self && taken)
                return 0;
            if (b->self)
                m.slot[RT_INDEX(b->self)] = TAKEN;
            continue;
        }
        uint32_t k = rt_cost_amount(c, b->x);
        if (i == from)
            k -= done + (taken != 0) < k ? done + (taken != 0) : k;
        for (; k && m.count < SLOTS_MAX; k--)
            row[m.count++] = i;
    }
    for (uint32_t s = 0; rows > 1 && s < m.count; s++) {
        m.stamp++;
        if (!place(&m, s))
            return 0;
    }
    return 1;
}

/* Can the costs from row `from` on be paid with different things, when `done` of that row are paid already and it takes
 * `taken` (0 = nothing yet)? */
int rt_picks_ok(rt_game *g, const rt_bill *b, uint32_t from, uint32_t done, rt_entity taken)
{
    const rt_temp_mark mark = rt_temp_here(g);
    const enum use only = taken ? use_of(rt_bill_cost(g, b, from)) : USE_NONE;
    int ok = 1;
    for (uint32_t i = from; ok && i < rt_bill_count(b); i++) {
        const enum use use = use_of(rt_bill_cost(g, b, i));
        int first = use != USE_NONE && (!only || use == only);
        for (uint32_t k = from; k < i && first; k++)
            first = use_of(rt_bill_cost(g, b, k)) != use;
        if (first && rt_shares_picks(g, b, i))
            ok = matched(g, b, from, done, taken, use);
    }
    rt_temp_release(g, mark);
    return ok;
}
