#include "runtime/combat/declare.h"

#include <string.h>

enum { FORBIDDEN = 1 << 20 };

/* ---- pairs ------------------------------------------------------------------------------------- */

typedef struct block_query {
    uint32_t blocker, attacker;
    int32_t count;
    uint32_t costs; /* rules that want something paid for it (CR 509.1d) */
    rt_bill *bill;  /* gets them, or NULL */
} block_query;

static int cant_be_blocked(rt_game *g, const vm_mod *m, const rt_ctx *c, void *user)
{
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    CANTRIP_ASSERT(vm_mod_describe(m->op) != NULL);
    const block_query *q = user;
    const rt_entity blocker = rt_handle(g, q->blocker), attacker = rt_handle(g, q->attacker);
    const int hit = m->a ? rt_match(g, m->a, blocker, c) : 0;
    if (m->b ? !hit : hit) /* 'can't be blocked by ...', '... except by ...' */
        return 0;
    return !rt_is_despite(g, VM_MOD_BLOCKED_DESPITE, attacker, 0, c) &&
           !rt_is_despite(g, VM_MOD_BLOCKS_DESPITE, blocker, attacker, c);
}

static int cant_block(rt_game *g, const vm_mod *m, const rt_ctx *c, void *user)
{
    block_query *q = user;
    const uint32_t count = m->flags >> VM_MF_COSTS_SHIFT;
    if (m->a && !rt_match(g, m->a, rt_handle(g, q->attacker), c))
        return 0;
    q->costs += count != 0;
    if (count && q->bill)
        rt_bill_add(g, q->bill, (rt_cost_range){m->b, count, 1, 0, 0});
    return !count;
}

/* How many rules want something paid for this block. */
static uint32_t block_costs(rt_game *g, uint32_t blocker, uint32_t attacker, rt_bill *bill)
{
    block_query q = {blocker, attacker, 0, 0, bill};
    if (rt_obj(g, blocker)->rules & RT_RULE(VM_MOD_CANT_BLOCK))
        rt_each_rule(g, VM_MOD_CANT_BLOCK, rt_handle(g, blocker), cant_block, &q);
    return q.costs;
}

int rt_block_bill(rt_game *g, uint32_t player, rt_bill *bill)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    uint32_t costs = 0;
    *bill = (rt_bill){.player = player};
    if (!(g->s->rules_union & RT_RULE(VM_MOD_CANT_BLOCK)))
        return 0;
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        const rt_object *o = rt_obj(g, idx);
        if (!(o->flags & RT_OF_BLOCKING) || o->controller != player)
            continue;
        if (rt_live(g, rt_here(g, o)->fights))
            costs += block_costs(g, idx, RT_INDEX(rt_here(g, o)->fights), bill);
        for (uint32_t k = 0; k < g->s->also.count; k++) {
            const rt_also also = *rt_also_row(g, k);
            if (also.blocker == rt_handle(g, idx) && rt_live(g, also.attacker))
                costs += block_costs(g, idx, RT_INDEX(also.attacker), bill);
        }
    }
    return costs != 0;
}

/* Nothing to pay, or it can be paid beside what the blocks so far cost. Says which. */
static int can_afford(rt_game *g, uint32_t blocker, uint32_t attacker, int *out_costs)
{
    rt_bill bill;
    *out_costs = block_costs(g, blocker, attacker, NULL) != 0;
    if (!*out_costs)
        return 1;
    if (rt_top(g)->kind == RT_PROC_BLOCK && rt_top(g)->block.tries >= RT_TRIES_MAX)
        return 0;
    rt_block_bill(g, rt_obj(g, blocker)->controller, &bill);
    block_costs(g, blocker, attacker, &bill);
    return rt_can_pay(g, &bill);
}

int rt_can_block(rt_game *g, uint32_t blocker, uint32_t attacker)
{
    CANTRIP_ASSERT(blocker < g->s->object.count);
    const rt_object *b = rt_obj(g, blocker), *a = rt_obj(g, attacker);
    block_query q = {blocker, attacker, 0, 0, NULL};
    if (!RT_IS(b, CREATURE) || (b->flags & RT_OF_TAPPED) || !(a->flags & RT_OF_ATTACKING))
        return 0;
    if (b->controller + 1u != rt_here(g, a)->defender &&
        !(rt_here(g, a)->defender && rt_here(g, a)->defender <= g->s->player.count &&
          rt_is_with(g, b->controller, rt_here(g, a)->defender - 1u))) /* CR 805.10d */
        return 0;
    if ((a->rules & RT_RULE(VM_MOD_CANT_BE_BLOCKED)) &&
        rt_each_rule(g, VM_MOD_CANT_BE_BLOCKED, rt_handle(g, attacker), cant_be_blocked, &q))
        return 0;
    b = rt_obj(g, blocker);
    if ((b->rules & RT_RULE(VM_MOD_CANT_BLOCK)) &&
        rt_each_rule(g, VM_MOD_CANT_BLOCK, rt_handle(g, blocker), cant_block, &q))
        return 0;
    return !rt_protected_from(g, rt_obj(g, attacker), rt_handle(g, blocker)); /* CR 702.16f */
}

static int count_must_block(rt_game *g, const vm_mod *m, const rt_ctx *c, void *user)
{
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    CANTRIP_ASSERT(vm_mod_describe(m->op) != NULL);
    block_query *q = user;
    q->count += !m->a || rt_match(g, m->a, rt_handle(g, q->attacker), c);
    return 0;
}

static int count_rule(rt_game *g, const vm_mod *m, const rt_ctx *c, void *user)
{
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    CANTRIP_ASSERT(vm_mod_describe(m->op) != NULL);
    (void)g, (void)m, (void)c;
    ++*(int32_t *)user;
    return 0;
}

/* ---- blocks ------------------------------------------------------------------------------------ */

enum { UNDECIDED = -2, STAYS = -1 };

typedef struct block_side {
    uint32_t *attacker, *blocker; /* objects */
    uint32_t attackers, blockers;
    int32_t *
        weight; /* [blocker][attacker]: requirements that this block obeys; FORBIDDEN = it cannot */
    int32_t *choice;      /* of each blocker: UNDECIDED, STAYS or an attacker */
    int32_t *needs;       /* of each attacker: blockers that it takes, if any (CR 702.110b) */
    int32_t *must;        /* of each attacker: requirements that it be blocked */
    int32_t *have;        /* of each attacker: blockers that have chosen it */
    int32_t *best;        /* of each blocker: the most it can obey by itself in the case at hand */
    uint8_t *blocks;      /* ... and whether it blocks then */
    uint8_t *alone;       /* this blocker can't block alone */
    uint8_t *open;        /* this attacker is blocked in the case at hand, if it takes several */
    uint8_t *taken;       /* this blocker fills a place */
    uint8_t *seen;        /* of the assignment */
    uint32_t *slot;       /* places to be filled: their attackers; first those that must be */
    int linked, required; /* is there anything to look at beyond pairs? */
    int64_t *work;        /* of the assignment */
} block_side;

static void side_create(rt_game *g, block_side *s)
{
    const uint32_t field = rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0);
    size_t a = 0, b = 0;
    for (uint32_t i = 0; i < field; i++) {
        const rt_object *o = rt_obj(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i));
        a += (o->flags & RT_OF_ATTACKING) != 0;
        b += !rt_is_active(g, o->controller);
    }
    const size_t rows = a * 3 + 1, columns = a + b + 2;
    memset(s, 0, sizeof *s);
    rt_spend(g, (uint32_t)(a * b / 4 > UINT32_MAX ? UINT32_MAX : a * b / 4));
    s->attacker = rt_temp_zeroed(g, a * sizeof *s->attacker);
    s->blocker = rt_temp_zeroed(g, b * sizeof *s->blocker);
    s->weight = rt_temp_zeroed(g, a * b * sizeof *s->weight);
    s->choice = rt_temp_zeroed(g, b * sizeof *s->choice);
    s->needs = rt_temp_zeroed(g, a * sizeof *s->needs);
    s->must = rt_temp_zeroed(g, a * sizeof *s->must);
    s->have = rt_temp_zeroed(g, a * sizeof *s->have);
    s->best = rt_temp_zeroed(g, b * sizeof *s->best);
    s->blocks = rt_temp_zeroed(g, b);
    s->alone = rt_temp_zeroed(g, b);
    s->open = rt_temp_zeroed(g, a);
    s->taken = rt_temp_zeroed(g, b);
    s->seen = rt_temp_zeroed(g, columns);
    s->slot = rt_temp_zeroed(g, rows * sizeof *s->slot);
    s->work = rt_temp_zeroed(g, (rows + columns * 4) * sizeof *s->work);
}

static int32_t *weight_at(const block_side *s, uint32_t b, uint32_t a)
{
    return &s->weight[b * s->attackers + a];
}

/* How many block it besides those that block it first of all. */
static int32_t also_blocked(const rt_game *g, uint32_t attacker)
{
    int32_t n = 0;
    rt_spend(g, g->s->also.count / 4);
    for (uint32_t i = 0; i < g->s->also.count; i++)
        n += rt_also_row(g, i)->attacker == rt_handle(g, attacker);
    return n;
}

/* The blockers of the player who declares: whether that is legal is up to these alone (CR 802.4b). */
static void side_fill(rt_game *g, block_side *s, uint32_t place)
{
    CANTRIP_ASSERT(place <= g->s->object.count);
    const uint32_t player = rt_obj(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, place))->controller;
    uint32_t field = rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0);
    uint8_t *could = rt_temp_zeroed(g, field + 1); /* somebody could block it for nothing */
    for (uint32_t i = 0; i < field; i++) {
        uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        if (!(rt_obj(g, idx)->flags & RT_OF_ATTACKING))
            continue;
        uint32_t a = s->attackers++;
        s->attacker[a] = idx;
        s->needs[a] = rt_rule_at_least(g, VM_MOD_MIN_BLOCKERS, rt_handle(g, idx), 1);
        const int32_t also = also_blocked(g, idx);
        s->needs[a] = s->needs[a] > also ? s->needs[a] - also : 1;
        if (rt_obj(g, idx)->rules & RT_RULE(VM_MOD_MUST_BE_BLOCKED))
            rt_each_rule(g, VM_MOD_MUST_BE_BLOCKED, rt_handle(g, idx), count_rule, &s->must[a]);
        s->linked |= s->needs[a] > 1;
        s->required |= s->must[a] > 0;
    }
    for (uint32_t i = 0; i < field; i++) {
        uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i), b = s->blockers;
        const rt_object *o = rt_obj(g, idx);
        if (!rt_is_with(g, o->controller, player) || !RT_IS(o, CREATURE) ||
            (o->flags & RT_OF_TAPPED))
            continue;
        s->blockers++;
        s->blocker[b] = idx;
        s->choice[b] = i >= place ? UNDECIDED : STAYS;
        s->alone[b] = (uint8_t)rt_rule_on(g, VM_MOD_CANT_BLOCK_ALONE, rt_handle(g, idx));
        s->linked |= s->alone[b];
        for (uint32_t a = 0; a < s->attackers; a++) {
            block_query q = {idx, s->attacker[a], 0, 0, NULL};
            int costs = 0;
            o = rt_obj(g, idx);
            if ((o->flags & RT_OF_BLOCKING) &&
                rt_here(g, o)->fights == rt_handle(g, s->attacker[a]))
                s->choice[b] = (int32_t)a;
            const int chosen = s->choice[b] == (int32_t)a;
            if (rt_can_block(g, idx, s->attacker[a]) &&
                (chosen || can_afford(g, idx, s->attacker[a], &costs))) {
                could[a] |= chosen || !costs;
                if (costs) { /* nobody has to pay (CR 509.1c) */
                    *weight_at(s, b, a) = 0;
                    continue;
                }
                if (rt_obj(g, s->attacker[a])->rules & RT_RULE(VM_MOD_LURES))
                    rt_each_rule(g, VM_MOD_LURES, rt_handle(g, s->attacker[a]), count_rule,
                                 &q.count);
                if (rt_obj(g, idx)->rules & RT_RULE(VM_MOD_MUST_BLOCK))
                    rt_each_rule(g, VM_MOD_MUST_BLOCK, rt_handle(g, idx), count_must_block, &q);
                s->required |= q.count > 0;
            } else {
                q.count = FORBIDDEN;
            }
            *weight_at(s, b, a) = q.count;
        }
    }
    for (uint32_t a = 0; a < s->attackers; a++)
        if (!could[a])
            s->must[a] = 0;
}

/* Nobody else can block what is blocked by as many as can block it. */
static void close_full(rt_game *g, block_side *s)
{
    for (uint32_t a = 0; a < s->attackers; a++) {
        const int32_t most =
            rt_rule_limit(g, VM_MOD_MAX_BLOCKERS, rt_handle(g, s->attacker[a]), INT32_MAX);
        int32_t have = 0;
        for (uint32_t b = 0; b < s->blockers; b++)
            have += s->choice[b] == (int32_t)a;
        have += also_blocked(g, s->attacker[a]);
        for (uint32_t b = 0; b < s->blockers && have >= most; b++)
            if (s->choice[b] == UNDECIDED)
                *weight_at(s, b, a) = FORBIDDEN;
        if (s->needs[a] > most) /* it cannot be blocked at all */
            for (uint32_t b = 0; b < s->blockers; b++)
                *weight_at(s, b, a) = FORBIDDEN;
    }
}

/* What every undecided blocker can do by itself in the case at hand. An attacker that takes several blockers
 * is only there for places, unless it is open. */
static void find_best(const block_side *s)
{
    for (uint32_t b = 0; b < s->blockers; b++) {
        s->best[b] = s->blocks[b] = 0;
        for (uint32_t a = 0; s->choice[b] == UNDECIDED && a < s->attackers; a++) {
            const int32_t w = *weight_at(s, b, a);
            if (w == FORBIDDEN || (s->needs[a] > 1 && !s->open[a]) || w < s->best[b])
                continue;
            s->best[b] = w;
            s->blocks[b] = 1;
        }
    }
}

/* The case at hand: which attackers that take several blockers are blocked. Its places come in two kinds: an
 * open attacker's missing blockers, which must be found, and one in front of each attacker that must be
 * blocked and is not yet, which is worth its requirements. */
typedef struct places {
    uint32_t must, all;
} places;

/* What it costs, in requirements, to fill place `row` with column j: a blocker, or, behind them, nobody. */
static int64_t cost_of(const block_side *s, const places *p, uint32_t row, uint32_t j)
{
    const uint32_t a = s->slot[row];
    if (j >= s->blockers)
        return row < p->must ? FORBIDDEN : 0;
    const int32_t w = *weight_at(s, j, a);
    if (s->choice[j] != UNDECIDED || w == FORBIDDEN)
        return FORBIDDEN;
    return (int64_t)s->best[j] - w - (row < p->must ? 0 : s->must[a]);
}

/* The least cost of filling all places, each with a blocker of its own or, where that may be, with nobody: the
 * Hungarian method, places one after the other. Marks who stands in one. */
static int64_t fill_places(rt_game *g, const block_side *s, const places *p)
{
    const uint32_t n = s->blockers + (p->all - p->must);
    int64_t *u = s->work, *v = u + p->all + 1, *least = v + n + 1, *match = least + n + 1,
            *way = match + n + 1;
    int64_t sum = 0;
    memset(s->taken, 0, s->blockers);
    if (p->must > s->blockers)
        return FORBIDDEN;
    memset(u, 0, sizeof *u * (p->all + 1 + (size_t)(n + 1) * 4));
    for (uint32_t i = 1; i <= p->all; i++) {
        uint32_t at = 0;
        memset(s->seen, 0, n + 1);
        match[0] = i;
        for (uint32_t j = 0; j <= n; j++)
            least[j] = INT64_MAX / 4;
        do {
            const uint32_t row = (uint32_t)match[at];
            uint32_t next = 0;
            int64_t delta = INT64_MAX / 4;
            s->seen[at] = 1;
            rt_spend(g, n + 1);
            for (uint32_t j = 1; j <= n; j++) {
                if (s->seen[j])
                    continue;
                const int64_t c = cost_of(s, p, row - 1, j - 1) - u[row] - v[j];
                if (c < least[j])
                    least[j] = c, way[j] = at;
                /* of equals, one that nobody stands in: it ends the search */
                if (least[j] < delta || (least[j] == delta && !match[j]))
                    delta = least[j], next = j;
            }
            for (uint32_t j = 0; j <= n; j++)
                if (s->seen[j])
                    u[match[j]] += delta, v[j] -= delta;
                else
                    least[j] -= delta;
            at = next;
        } while (match[at]);
        for (; at; at = (uint32_t)way[at])
            match[at] = match[way[at]];
    }
    for (uint32_t j = 1; j <= n; j++)
        if (match[j]) {
            sum += cost_of(s, p, (uint32_t)match[j] - 1, j - 1);
            if (j <= s->blockers)
                s->taken[j - 1] = 1;
        }
    return sum;
}

/* A blocker that can't block alone must not be the only one. */
static int64_t without_loner(const block_side *s, int64_t sum)
{
    uint32_t blocking = 0, single = 0;
    for (uint32_t b = 0; b < s->blockers; b++)
        if (s->choice[b] >= 0 || s->taken[b] || s->blocks[b]) {
            blocking++;
            single = b;
        }
    if (blocking != 1 || !s->alone[single])
        return sum;
    if (s->choice[single] != UNDECIDED || s->taken[single]) /* nobody can join it */
        return -1;
    return sum - s->best[single];
}

/* The most requirements obeyed when of the attackers that take several blockers exactly the open ones are
 * blocked; -1 = not possible. */
static int64_t best_case(rt_game *g, const block_side *s)
{
    places p = {0, 0};
    int64_t sum = 0;
    for (uint32_t a = 0; a < s->attackers; a++) {
        if (s->needs[a] < 2 || !s->open[a])
            continue;
        sum += s->must[a];
        for (int32_t have = s->have[a]; have < s->needs[a]; have++)
            s->slot[p.all++] = a;
    }
    p.must = p.all;
    if (p.must > s->blockers)
        return -1;
    for (uint32_t a = 0; a < s->attackers; a++) {
        if (s->needs[a] > 1 || !s->must[a])
            continue;
        if (s->have[a])
            sum += s->must[a];
        else
            s->slot[p.all++] = a;
    }
    rt_spend(g, s->blockers * s->attackers / 4 + 1);
    find_best(s);
    const int64_t cost = fill_places(g, s, &p);
    if (cost >= FORBIDDEN / 2)
        return -1;
    sum -= cost;
    for (uint32_t b = 0; b < s->blockers; b++)
        sum += s->choice[b] >= 0 ? *weight_at(s, b, (uint32_t)s->choice[b]) : s->best[b];
    return without_loner(s, sum);
}

/* Is there a requirement that a block of this attacker could obey? */
static int is_wanted(const block_side *s, uint32_t a)
{
    int wanted = s->must[a] > 0;
    for (uint32_t b = 0; b < s->blockers && !wanted; b++)
        wanted = s->choice[b] == UNDECIDED && *weight_at(s, b, a) != FORBIDDEN &&
                 *weight_at(s, b, a) > 0;
    return wanted;
}

/* Things of which it only matters how many there are, kind by kind. */
typedef struct kinds {
    uint32_t count, members;
    uint32_t *member; /* those of a kind behind one another */
    uint32_t *first, *size;
    uint32_t *hash; /* of what is compared, by kind */
} kinds;

static kinds kinds_create(rt_game *g, uint32_t most)
{
    const size_t size = ((size_t)most + 1) * sizeof(uint32_t);
    return (kinds){.member = rt_temp_alloc(g, size),
                   .first = rt_temp_alloc(g, size),
                   .size = rt_temp_zeroed(g, size),
                   .hash = rt_temp_alloc(g, size)};
}

typedef int (*alike_fn)(const block_side *s, uint32_t a, uint32_t b);

/* Puts the first `members` of member[] in order of their kinds; hashes[]: of each of them. */
static void kinds_sort(rt_game *g, kinds *k, const block_side *s, const uint32_t *hashes,
                       alike_fn alike)
{
    uint32_t *of = rt_temp_alloc(g, (k->members + 1) * sizeof *of),
             *was = rt_temp_alloc(g, (k->members + 1) * sizeof *was);
    for (uint32_t i = 0; i < k->members; i++) {
        uint32_t n = 0;
        was[i] = k->member[i];
        while (n < k->count && (k->hash[n] != hashes[i] || !alike(s, was[k->first[n]], was[i])))
            n++;
        rt_spend(g, n / 16 + s->blockers / 16 + 1);
        if (n == k->count) {
            k->first[n] = i; /* at first one of them */
            k->hash[n] = hashes[i];
            k->count++;
        }
        k->size[n]++;
        of[i] = n;
    }
    for (uint32_t n = 0, at = 0; n < k->count; at += k->size[n++])
        k->first[n] = at;
    uint32_t *next = rt_temp_alloc(g, (k->count + 1) * sizeof *next);
    memcpy(next, k->first, k->count * sizeof *next);
    for (uint32_t i = 0; i < k->members; i++)
        k->member[next[of[i]]++] = was[i];
}

static int attackers_alike(const block_side *s, uint32_t a, uint32_t other)
{
    if (s->needs[a] != s->needs[other] || s->must[a] != s->must[other])
        return 0;
    for (uint32_t b = 0; b < s->blockers; b++)
        if (*weight_at(s, b, a) != *weight_at(s, b, other))
            return 0;
    return 1;
}

static uint32_t attacker_hash(const block_side *s, uint32_t a)
{
    uint32_t h = (uint32_t)s->needs[a] * 31 + (uint32_t)s->must[a];
    for (uint32_t b = 0; b < s->blockers; b++)
        h = h * 31 + (uint32_t)*weight_at(s, b, a);
    return h;
}

/* The next case: of each kind the first so many are open; 0 = that was the last, with none. */
static int fewer_open(const kinds *k, const block_side *s, uint32_t *open)
{
    for (uint32_t n = k->count; n-- > 0;) {
        const uint32_t *of = k->member + k->first[n];
        if (open[n]) {
            s->open[of[--open[n]]] = 0;
            return 1;
        }
        for (; open[n] < k->size[n]; open[n]++)
            s->open[of[open[n]]] = 1;
    }
    return 0;
}

/* Which attackers cases differ in; what is left of what could be obeyed without them. */
static int64_t read_cases(rt_game *g, block_side *s, kinds *k)
{
    int64_t rest = 0;
    memset(s->open, 0, s->attackers);
    memset(s->have, 0, sizeof *s->have * s->attackers);
    for (uint32_t b = 0; b < s->blockers; b++) {
        int32_t most = 0;
        if (s->choice[b] >= 0)
            s->have[s->choice[b]]++;
        for (uint32_t a = 0; s->required && a < s->attackers; a++)
            if (*weight_at(s, b, a) != FORBIDDEN && *weight_at(s, b, a) > most)
                most = *weight_at(s, b, a);
        rest += most;
    }
    *k = kinds_create(g, s->attackers);
    uint32_t *hashes = rt_temp_alloc(g, (s->attackers + 1) * sizeof *hashes);
    for (uint32_t a = 0; a < s->attackers; a++) {
        const int group = s->needs[a] > 1;
        s->open[a] = (uint8_t)(group && s->have[a]);
        rest += group && !s->have[a] ? 0 : s->must[a];
        if (!group || s->have[a] || !s->required || !is_wanted(s, a))
            continue;
        hashes[k->members] = attacker_hash(s, a);
        k->member[k->members++] = a;
    }
    kinds_sort(g, k, s, hashes, attackers_alike);
    return rest;
}

/* The best of all cases. Cases differ in the attackers that take several blockers and that a requirement is
 * about, and of those that are alike only in how many; those without are better left alone. From all of them down, so that a
 * case which could not even obey as many as have been found is passed over. */
static int64_t best_of(rt_game *g, block_side *s)
{
    const rt_temp_mark mark = rt_temp_here(g);
    kinds k;
    int64_t best = -1;
    const int64_t rest = read_cases(g, s, &k);
    uint32_t *open = rt_temp_alloc(g, (k.count + 1) * sizeof *open);
    int64_t top = rest;
    for (uint32_t n = 0; n < k.count; n++)
        open[n] = k.size[n];
    for (uint32_t i = 0; i < k.members; i++) {
        s->open[k.member[i]] = 1;
        top += s->must[k.member[i]];
    }
    do {
        int64_t most = rest;
        rt_spend(g, k.count + 1);
        for (uint32_t n = 0; n < k.count; n++)
            most += (int64_t)open[n] * s->must[k.member[k.first[n]]];
        if (most <= best)
            continue;
        const int64_t v = best_case(g, s);
        if (v > best)
            best = v;
    } while (best < top && fewer_open(&k, s, open));
    rt_temp_release(g, mark);
    return best;
}

/* How many more creatures can block (CR 509.1b): of those of `player`, and in all. */
static int32_t room_for_blockers(rt_game *g, uint32_t player)
{
    if (!rt_may_rule(g, VM_MOD_MOST, RT_PLAYER(player)))
        return INT32_MAX;
    int32_t own = rt_most_of(g, player, VM_MOST_BLOCKERS),
            all = rt_most_of(g, player, VM_MOST_BLOCKING);
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        const rt_object *o = rt_obj(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i));
        const int blocks = (o->flags & RT_OF_BLOCKING) != 0;
        all -= blocks && all < INT32_MAX;
        own -= blocks && o->controller == player && own < INT32_MAX;
    }
    return own < all ? own : all;
}

static int blockers_alike(const block_side *s, uint32_t a, uint32_t other)
{
    return s->alone[a] == s->alone[other] && memcmp(weight_at(s, a, 0), weight_at(s, other, 0),
                                                    s->attackers * sizeof *s->weight) == 0;
}

static uint32_t blocker_hash(const block_side *s, uint32_t b)
{
    uint32_t h = s->alone[b];
    for (uint32_t a = 0; a < s->attackers; a++)
        h = h * 31 + (uint32_t)*weight_at(s, b, a);
    return h;
}

/* So many of each kind, as many of the first ones as there are. */
static void take_first(const kinds *k, uint32_t *take, uint32_t from, uint32_t count)
{
    for (uint32_t n = from; n < k->count; n++) {
        take[n] = count < k->size[n] ? count : k->size[n];
        count -= take[n];
    }
    CANTRIP_ASSERT(!count);
}

/* The next way to take as many in all; 0 = that was the last. */
static int take_next(const kinds *k, uint32_t *take)
{
    uint32_t behind = 0, room = 0; /* taken of later kinds; how many there are */
    for (uint32_t n = k->count; n-- > 0;) {
        if (take[n] && behind < room) {
            take[n]--;
            take_first(k, take, n + 1, behind + 1);
            return 1;
        }
        behind += take[n];
        room += k->size[n];
    }
    return 0;
}

/* The best of all cases in which no more than `room` of those that are undecided block: each such choice of them is tried, of
 * those that are alike how many. */
static int64_t best_within(rt_game *g, block_side *s, int32_t room)
{
    const rt_temp_mark mark = rt_temp_here(g);
    kinds k = kinds_create(g, s->blockers);
    uint32_t *hashes = rt_temp_alloc(g, (s->blockers + 1) * sizeof *hashes);
    for (uint32_t b = 0; b < s->blockers && room < INT32_MAX; b++)
        if (s->choice[b] == UNDECIDED) {
            hashes[k.members] = blocker_hash(s, b);
            k.member[k.members++] = b;
        }
    const uint32_t most = room < 0 ? 0 : (uint32_t)room;
    if (most >= k.members) {
        rt_temp_release(g, mark);
        return best_of(g, s);
    }
    kinds_sort(g, &k, s, hashes, blockers_alike);
    uint32_t *take = rt_temp_alloc(g, (k.count + 1) * sizeof *take);
    int64_t best = -1;
    take_first(&k, take, 0, most);
    do {
        for (uint32_t n = 0; n < k.count; n++)
            for (uint32_t i = 0; i < k.size[n]; i++)
                s->choice[k.member[k.first[n] + i]] = i < take[n] ? UNDECIDED : STAYS;
        rt_spend(g, k.members / 16 + 1);
        const int64_t v = best_of(g, s);
        best = v > best ? v : best;
    } while (take_next(&k, take));
    for (uint32_t i = 0; i < k.members; i++)
        s->choice[k.member[i]] = UNDECIDED;
    rt_temp_release(g, mark);
    return best;
}

/* Does anything make one block depend on another, or require one? */
static int blocks_linked(rt_game *g)
{
    static const uint64_t OF_BLOCKERS =
                              RT_RULE(VM_MOD_MUST_BLOCK) | RT_RULE(VM_MOD_CANT_BLOCK_ALONE),
                          OF_ATTACKERS = RT_RULE(VM_MOD_MUST_BE_BLOCKED) | RT_RULE(VM_MOD_LURES) |
                                         RT_RULE(VM_MOD_MIN_BLOCKERS) |
                                         RT_RULE(VM_MOD_MAX_BLOCKERS);
    if (g->s->rules_union & OF_BLOCKERS)
        return 1;
    if (!(g->s->rules_union & OF_ATTACKERS))
        return 0;
    const uint32_t *attacker, attackers = rt_attackers(g, &attacker);
    for (uint32_t i = 0; i < attackers; i++)
        if (rt_obj(g, attacker[i])->rules & OF_ATTACKERS)
            return 1;
    return 0;
}

/* Every block is its own affair. */
static int free_options(rt_game *g, uint32_t idx)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    int any = 0;
    const uint32_t *attacker, attackers = rt_attackers(g, &attacker);
    rt_spend(g, attackers);
    for (uint32_t i = 0; i < attackers; i++) {
        const uint32_t a = attacker[i];
        int costs;
        if (!rt_can_block(g, idx, a) || !can_afford(g, idx, a, &costs))
            continue;
        rt_option_add(g, CANTRIP_OPTION_ID, rt_handle(g, a), (int32_t)idx, 0);
        any = 1;
    }
    if (any)
        rt_option_add(g, CANTRIP_OPTION_NO, 0, (int32_t)idx, 0);
    return any;
}

int rt_block_options(rt_game *g, uint32_t place)
{
    CANTRIP_ASSERT(place <= g->s->object.count);
    block_side s;
    uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, place), b = 0, any = 0;
    const int32_t room = room_for_blockers(g, rt_obj(g, idx)->controller);
    if (room <= 0 && !(rt_obj(g, idx)->flags & RT_OF_BLOCKING))
        return 0;
    if (!blocks_linked(g))
        return free_options(g, idx);
    const rt_temp_mark mark = rt_temp_here(g);
    side_create(g, &s);
    side_fill(g, &s, place);
    if (g->s->rules_union & RT_RULE(VM_MOD_MAX_BLOCKERS))
        close_full(g, &s);
    while (b < s.blockers && s.blocker[b] != idx)
        b++;
    for (uint32_t a = 0; b < s.blockers && a < s.attackers; a++)
        any += *weight_at(&s, b, a) != FORBIDDEN;
    const int plain = !s.linked && !s.required;
    const int64_t best = any && !plain ? best_within(g, &s, room) : 0;
    for (uint32_t a = 0; any && a < s.attackers; a++) {
        if (*weight_at(&s, b, a) == FORBIDDEN)
            continue;
        s.choice[b] = (int32_t)a;
        if (plain || best_within(g, &s, room - (room < INT32_MAX)) == best)
            rt_option_add(g, CANTRIP_OPTION_ID, rt_handle(g, s.attacker[a]), (int32_t)idx, 0);
    }
    if (any) {
        s.choice[b] = STAYS;
        if (plain || best_within(g, &s, room) == best)
            rt_option_add(g, CANTRIP_OPTION_NO, 0, (int32_t)idx, 0);
    }
    rt_temp_release(g, mark);
    return any != 0;
}

/* A further block is offered where it is legal as things stand: as many block that attacker then as must, and not more
 * than may. */
int rt_more_block_options(rt_game *g, uint32_t idx)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    int any = 0;
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        const uint32_t a = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        const rt_entity attacker = rt_handle(g, a);
        int32_t then = 1;
        int costs;
        if (!(rt_obj(g, a)->flags & RT_OF_ATTACKING) || rt_blocks(g, idx, attacker) ||
            !rt_can_block(g, idx, a) || !can_afford(g, idx, a, &costs))
            continue;
        for (uint32_t k = 0; k < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); k++)
            then += rt_blocks(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, k), attacker);
        if (then < rt_rule_at_least(g, VM_MOD_MIN_BLOCKERS, attacker, 1) ||
            then > rt_rule_limit(g, VM_MOD_MAX_BLOCKERS, attacker, INT32_MAX))
            continue;
        rt_option_add(g, CANTRIP_OPTION_ID, attacker, (int32_t)idx, 0);
        any = 1;
    }
    if (any)
        rt_option_add(g, CANTRIP_OPTION_NO, 0, (int32_t)idx, 0);
    return any;
}

/* ---- attacks ----------------------------------------------------------------------------------- */

typedef struct attack_query {
    uint32_t idx;
    rt_entity whom; /* 0: whoever could be attacked for nothing */
    int32_t count;
} attack_query;

static int could_obey(rt_game *g, uint32_t idx, uint32_t sel, const rt_ctx *c)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(sel < g->pack->selector_count);
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    for (uint32_t p = 0; p < g->s->player.count; p++)
        if (rt_may_be_attacked(g, p) && rt_match(g, sel, RT_PLAYER(p), c) &&
            rt_attack_is_free(g, idx, RT_PLAYER(p)))
            return 1;
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        const uint32_t w = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        if (RT_IS(rt_obj(g, w), PLANESWALKER) && rt_may_be_attacked(g, rt_obj(g, w)->controller) &&
            rt_match(g, sel, rt_handle(g, w), c) && rt_attack_is_free(g, idx, rt_handle(g, w)))
            return 1;
    }
    return 0;
}

static int count_must_attack(rt_game *g, const vm_mod *m, const rt_ctx *c, void *user)
{
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    CANTRIP_ASSERT(vm_mod_describe(m->op) != NULL);
    attack_query *q = user;
    q->count += !m->a     ? 1
                : q->whom ? rt_match(g, m->a, q->whom, c)
                          : could_obey(g, q->idx, m->a, c);
    return 0;
}

int32_t rt_must_attack(rt_game *g, uint32_t idx, rt_entity whom)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(rt_is_entity(g, whom));
    attack_query q = {idx, whom, 0};
    if (rt_obj(g, idx)->rules & RT_RULE(VM_MOD_MUST_ATTACK))
        rt_each_rule(g, VM_MOD_MUST_ATTACK, rt_handle(g, idx), count_must_attack, &q);
    return q.count;
}

/* Requirements obeyed when `place` does what `attacks` says and the rest is as good as can be; -1 = it is
 * against a restriction. Creatures without a free attack are never required to attack (CR 508.1d). */
static int32_t attack_value(rt_game *g, uint32_t place, const uint8_t *able,
                            const uint8_t *free_attack, int attacks)
{
    CANTRIP_ASSERT(place <= g->s->object.count);
    int32_t sum = 0;
    uint32_t attacking = 0, single = 0, n = rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        int fixed = (rt_obj(g, idx)->flags & RT_OF_ATTACKING) != 0;
        int could = i == place ? attacks : i > place && able[i];
        if (!fixed && !could)
            continue;
        attacking++;
        single = i;
        if (free_attack[i])
            sum += rt_must_attack(g, idx, 0);
    }
    uint32_t idx = attacking == 1 ? rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, single) : 0;
    if (attacking != 1 || !rt_rule_on(g, VM_MOD_CANT_ATTACK_ALONE, rt_handle(g, idx)))
        return sum;
    if (single <= place)
        return -1;
    int32_t lost = 0; /* it stays at home, too */
    if (free_attack[single])
        lost = rt_must_attack(g, idx, 0);
    return sum - lost;
}

int rt_attacks_linked(const rt_game *g)
{
    return (g->s->rules_union &
            (RT_RULE(VM_MOD_MUST_ATTACK) | RT_RULE(VM_MOD_CANT_ATTACK_ALONE))) != 0;
}

int rt_attack_choices(rt_game *g, uint32_t place, const uint8_t *able, const uint8_t *free_attack)
{
    CANTRIP_ASSERT(place <= g->s->object.count);
    int32_t yes = attack_value(g, place, able, free_attack, 1),
            no = attack_value(g, place, able, free_attack, 0);
    return (yes >= no ? RT_MAY_ATTACK : 0) | (no >= yes ? RT_MAY_STAY : 0);
}
