#include "runtime/declare.h"

#include <string.h>

enum { FORBIDDEN = 1 << 20, SPECIAL_MAX = 12 };

/* ---- pairs ------------------------------------------------------------------------------------- */

typedef struct block_query {
    uint32_t blocker, attacker;
    int32_t count;
} block_query;

static int cant_be_blocked(rt_game *g, const vm_mod *m, const rt_ctx *c, void *user)
{
    const block_query *q = user;
    int hit = m->a ? rt_match(g, m->a, rt_handle(g, q->blocker), c) : 0;
    if (m->b) /* 'can't be blocked by ...' */
        return hit;
    return !hit; /* '... except by ...' */
}

static int cant_block(rt_game *g, const vm_mod *m, const rt_ctx *c, void *user)
{
    const block_query *q = user;
    return !m->a || rt_match(g, m->a, rt_handle(g, q->attacker), c);
}

int rt_can_block(rt_game *g, uint32_t blocker, uint32_t attacker)
{
    const rt_object *b = rt_obj(g, blocker), *a = rt_obj(g, attacker);
    block_query q = {blocker, attacker, 0};
    if (!RT_IS(b, CREATURE) || (b->flags & RT_OF_TAPPED) || !(a->flags & RT_OF_ATTACKING))
        return 0;
    uint32_t defender = RT_IS_PLAYER(a->fights) ? RT_PLAYER_OF(a->fights)
                        : rt_look(g, a->fights) ? rt_look(g, a->fights)->controller
                                                : RT_NOBODY;
    if (b->controller != defender)
        return 0;
    if ((a->rules >> (VM_MOD_CANT_BE_BLOCKED - 30) & 1) &&
        rt_each_rule(g, VM_MOD_CANT_BE_BLOCKED, rt_handle(g, attacker), cant_be_blocked, &q))
        return 0;
    b = rt_obj(g, blocker);
    if ((b->rules >> (VM_MOD_CANT_BLOCK - 30) & 1) &&
        rt_each_rule(g, VM_MOD_CANT_BLOCK, rt_handle(g, blocker), cant_block, &q))
        return 0;
    return !rt_protected_from(g, rt_obj(g, attacker), rt_handle(g, blocker)); /* CR 702.16f */
}

static int count_must_block(rt_game *g, const vm_mod *m, const rt_ctx *c, void *user)
{
    block_query *q = user;
    q->count += !m->a || rt_match(g, m->a, rt_handle(g, q->attacker), c);
    return 0;
}

static int count_rule(rt_game *g, const vm_mod *m, const rt_ctx *c, void *user)
{
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
    int32_t *choice;  /* of each blocker: UNDECIDED, STAYS or an attacker */
    int32_t *needs;   /* of each attacker: blockers that it takes, if any (CR 702.110b) */
    int32_t *must;    /* of each attacker: requirements that it be blocked */
    uint8_t *alone;   /* this blocker can't block alone */
    uint8_t *open;    /* this attacker is blocked in the case at hand */
    uint8_t *special; /* this attacker needs more than one blocker, or must be blocked */
    int special_any, required;
    int64_t *work; /* of the assignment */
} block_side;

/* One allocation for all the arrays. */
static void side_create(rt_game *g, block_side *s, uint32_t field)
{
    size_t n = field ? field : 1, words = n * 2 + n * n + n * 3, bytes = n * 3;
    memset(s, 0, sizeof *s);
    char *at =
        rt_temp_zeroed(g, words * sizeof(int32_t) + bytes + 8 + (n * 2 + 2) * 6 * sizeof(int64_t));
    s->attacker = (uint32_t *)(void *)at;
    s->blocker = s->attacker + n;
    s->weight = (int32_t *)(void *)(s->blocker + n);
    s->choice = s->weight + n * n;
    s->needs = s->choice + n;
    s->must = s->needs + n;
    s->alone = (uint8_t *)(s->must + n);
    s->open = s->alone + n;
    s->special = s->open + n;
    uintptr_t rest = ((uintptr_t)(s->special + n) + 7) & ~(uintptr_t)7;
    s->work = (int64_t *)rest;
}

static int32_t *weight_at(const block_side *s, uint32_t b, uint32_t a)
{
    return &s->weight[b * s->attackers + a];
}

static void side_fill(rt_game *g, block_side *s, uint32_t place)
{
    uint32_t field = rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0);
    for (uint32_t i = 0; i < field; i++) {
        uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        if (!(rt_obj(g, idx)->flags & RT_OF_ATTACKING))
            continue;
        uint32_t a = s->attackers++;
        s->attacker[a] = idx;
        s->needs[a] = RT_HAS(rt_obj(g, idx), MENACE) ? 2 : 1;
        if (rt_obj(g, idx)->rules >> (VM_MOD_MUST_BE_BLOCKED - 30) & 1)
            rt_each_rule(g, VM_MOD_MUST_BE_BLOCKED, rt_handle(g, idx), count_rule, &s->must[a]);
        s->special[a] = s->needs[a] > 1 || s->must[a];
        s->special_any |= s->special[a];
        s->required |= s->must[a] > 0;
    }
    for (uint32_t i = 0; i < field; i++) {
        uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i), b = s->blockers;
        const rt_object *o = rt_obj(g, idx);
        if (o->controller == g->s->turn_player || !RT_IS(o, CREATURE) || (o->flags & RT_OF_TAPPED))
            continue;
        s->blockers++;
        s->blocker[b] = idx;
        s->choice[b] = i >= place ? UNDECIDED : STAYS;
        s->alone[b] = (uint8_t)rt_rule_on(g, VM_MOD_CANT_BLOCK_ALONE, rt_handle(g, idx));
        s->special_any |= s->alone[b];
        for (uint32_t a = 0; a < s->attackers; a++) {
            block_query q = {idx, s->attacker[a], 0};
            o = rt_obj(g, idx);
            if ((o->flags & RT_OF_BLOCKING) && o->fights == rt_handle(g, s->attacker[a]))
                s->choice[b] = (int32_t)a;
            if (rt_can_block(g, idx, s->attacker[a])) {
                if (rt_obj(g, idx)->rules >> (VM_MOD_MUST_BLOCK - 30) & 1)
                    rt_each_rule(g, VM_MOD_MUST_BLOCK, rt_handle(g, idx), count_must_block, &q);
                s->required |= q.count > 0;
            } else {
                q.count = FORBIDDEN;
            }
            *weight_at(s, b, a) = q.count;
        }
    }
}

/* The best that an undecided blocker can do by itself in the case at hand, and whether that is a block. */
static int32_t best_alone(const block_side *s, uint32_t b, int *out_blocks)
{
    int32_t best = 0;
    *out_blocks = 0;
    for (uint32_t a = 0; a < s->attackers; a++) {
        int32_t w = *weight_at(s, b, a);
        if (w == FORBIDDEN || (s->special[a] && !s->open[a]) || w < best)
            continue;
        best = w;
        *out_blocks = 1;
    }
    return best;
}

/* What it costs, in requirements, that blocker b stands in front of attacker a. */
static int64_t loss(const block_side *s, uint32_t b, uint32_t a)
{
    int blocks;
    int32_t w = *weight_at(s, b, a);
    if (s->choice[b] != UNDECIDED || w == FORBIDDEN)
        return FORBIDDEN;
    return best_alone(s, b, &blocks) - w;
}

/* The least loss with which every missing place (`slot`: its attacker) gets a blocker of its own: the
 * Hungarian method, places one after the other. Marks who stands there in `taken`. */
static int64_t fill_places(const block_side *s, const uint32_t *slot, uint32_t slots,
                           uint8_t *taken)
{
    const uint32_t n = s->blockers;
    int64_t *u = s->work, *v = u + n + 1, *least = v + n + 1, *match = least + n + 1,
            *way = match + n + 1;
    int64_t sum = 0;
    if (slots > n)
        return FORBIDDEN;
    memset(u, 0, sizeof *u * (n + 1) * 5);
    for (uint32_t i = 1; i <= slots; i++) {
        uint8_t seen[512] = {0};
        uint32_t at = 0;
        match[0] = i;
        for (uint32_t j = 0; j <= n; j++)
            least[j] = INT64_MAX / 4;
        do {
            uint32_t row = (uint32_t)match[at], next = 0;
            int64_t delta = INT64_MAX / 4;
            seen[at] = 1;
            for (uint32_t j = 1; j <= n; j++) {
                if (seen[j])
                    continue;
                int64_t c = loss(s, j - 1, slot[row - 1]) - u[row] - v[j];
                if (c < least[j])
                    least[j] = c, way[j] = at;
                if (least[j] < delta)
                    delta = least[j], next = j;
            }
            for (uint32_t j = 0; j <= n; j++)
                if (seen[j])
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
            sum += loss(s, j - 1, slot[match[j] - 1]);
            taken[j - 1] = 1;
        }
    return sum;
}

/* The most requirements obeyed when exactly the open ones of the special attackers are blocked; -1 = not
 * possible. */
static int64_t best_case(const block_side *s)
{
    uint32_t slot[512], slots = 0, blocking = 0, single = 0;
    uint8_t taken[512] = {0};
    int64_t sum = 0;
    for (uint32_t a = 0; a < s->attackers; a++) {
        int32_t have = 0;
        for (uint32_t b = 0; b < s->blockers; b++)
            have += s->choice[b] == (int32_t)a;
        if (s->special[a] && !s->open[a] && have)
            return -1;
        if (!s->special[a] || !s->open[a])
            continue;
        sum += s->must[a];
        for (; have < s->needs[a] && slots < 512; have++)
            slot[slots++] = a;
    }
    int64_t lost = fill_places(s, slot, slots, taken);
    if (lost >= FORBIDDEN)
        return -1;
    sum -= lost;
    for (uint32_t b = 0; b < s->blockers; b++) {
        int blocks = s->choice[b] >= 0 || taken[b];
        if (s->choice[b] >= 0)
            sum += *weight_at(s, b, (uint32_t)s->choice[b]);
        else if (s->choice[b] == UNDECIDED)
            sum += best_alone(s, b, &blocks);
        blocks |= taken[b];
        blocking += blocks != 0;
        if (blocks)
            single = b;
    }
    if (blocking != 1 || !s->alone[single])
        return sum;
    if (s->choice[single] != UNDECIDED || taken[single]) /* nobody can join it */
        return -1;
    int blocks;
    return sum - best_alone(s, single, &blocks);
}

static int64_t best_of(block_side *s)
{
    uint32_t list[SPECIAL_MAX], n = 0;
    int64_t best = -1;
    memset(s->open, 0, s->attackers);
    for (uint32_t a = 0; a < s->attackers; a++) {
        int fixed = 0;
        for (uint32_t b = 0; b < s->blockers; b++)
            fixed |= s->choice[b] == (int32_t)a;
        s->open[a] = (uint8_t)(s->special[a] && fixed);
        if (s->special[a] && !fixed && s->required && n < SPECIAL_MAX)
            list[n++] = a;
    }
    for (uint32_t set = 0; set < 1u << n; set++) {
        for (uint32_t i = 0; i < n; i++)
            s->open[list[i]] = set >> i & 1;
        int64_t v = best_case(s);
        if (v > best)
            best = v;
    }
    return best;
}

/* Does anything make one block depend on another, or require one? */
static int blocks_linked(const rt_game *g)
{
    static const uint32_t RULES = 1u << (VM_MOD_MUST_BLOCK - 30) |
                                  1u << (VM_MOD_MUST_BE_BLOCKED - 30) |
                                  1u << (VM_MOD_CANT_BLOCK_ALONE - 30);
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        const rt_object *o = rt_obj(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i));
        if ((o->flags & RT_OF_ATTACKING) && RT_HAS(o, MENACE))
            return 1;
    }
    return (g->s->rules_union & RULES) != 0;
}

/* Every block is its own affair. */
static int free_options(rt_game *g, uint32_t idx)
{
    int any = 0;
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        uint32_t a = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        if (!(rt_obj(g, a)->flags & RT_OF_ATTACKING) || !rt_can_block(g, idx, a))
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
    block_side s;
    uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, place), b = 0, any = 0;
    if (!blocks_linked(g))
        return free_options(g, idx);
    const rt_temp_mark mark = rt_temp_here(g);
    side_create(g, &s, rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0));
    side_fill(g, &s, place);
    while (b < s.blockers && s.blocker[b] != idx)
        b++;
    for (uint32_t a = 0; b < s.blockers && a < s.attackers; a++)
        any += *weight_at(&s, b, a) != FORBIDDEN;
    /* with more than 511 creatures only what concerns pairs is looked at */
    int plain = (!s.special_any && !s.required) || s.blockers > 511 || s.attackers > 255;
    int64_t best = any && !plain ? best_of(&s) : 0;
    for (uint32_t a = 0; any && a < s.attackers; a++) {
        if (*weight_at(&s, b, a) == FORBIDDEN)
            continue;
        s.choice[b] = (int32_t)a;
        if (plain || best_of(&s) == best)
            rt_option_add(g, CANTRIP_OPTION_ID, rt_handle(g, s.attacker[a]), (int32_t)idx, 0);
    }
    s.choice[b < s.blockers ? b : 0] = STAYS;
    if (any && (plain || best_of(&s) == best))
        rt_option_add(g, CANTRIP_OPTION_NO, 0, (int32_t)idx, 0);
    rt_temp_release(g, mark);
    return any != 0;
}

/* ---- attacks ----------------------------------------------------------------------------------- */

/* Requirements obeyed when `place` does what `attacks` says and the rest is as good as can be; -1 = it is
 * against a restriction. Creatures without a free attack are never required to attack (CR 508.1d). */
static int32_t attack_value(rt_game *g, uint32_t place, const uint8_t *able,
                            const uint8_t *free_attack, int attacks)
{
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
            rt_each_rule(g, VM_MOD_MUST_ATTACK, rt_handle(g, idx), count_rule, &sum);
    }
    uint32_t idx = attacking == 1 ? rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, single) : 0;
    if (attacking != 1 || !rt_rule_on(g, VM_MOD_CANT_ATTACK_ALONE, rt_handle(g, idx)))
        return sum;
    if (single <= place)
        return -1;
    int32_t lost = 0; /* it stays at home, too */
    if (free_attack[single])
        rt_each_rule(g, VM_MOD_MUST_ATTACK, rt_handle(g, idx), count_rule, &lost);
    return sum - lost;
}

int rt_attacks_linked(const rt_game *g)
{
    return (g->s->rules_union >> (VM_MOD_MUST_ATTACK - 30) & 1) |
           (g->s->rules_union >> (VM_MOD_CANT_ATTACK_ALONE - 30) & 1);
}

int rt_attack_choices(rt_game *g, uint32_t place, const uint8_t *able, const uint8_t *free_attack)
{
    int32_t yes = attack_value(g, place, able, free_attack, 1),
            no = attack_value(g, place, able, free_attack, 0);
    return (yes >= no ? RT_MAY_ATTACK : 0) | (no >= yes ? RT_MAY_STAY : 0);
}
