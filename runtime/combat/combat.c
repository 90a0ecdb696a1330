/* Combat (CR 506 to 511). Attackers and blockers are asked for one creature at a time; what is
 * offered can always be completed to a legal declaration that obeys as many requirements as
 * possible. */
#include "runtime/combat/banding.h"
#include "runtime/combat/declare.h"

#include <string.h>

/* Blocks beyond the first with this blocker or attacker are over. */
static void drop_blocks(rt_game *g, rt_entity e)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->s->also.count; i++)
        if (rt_also_row(g, i)->blocker != e && rt_also_row(g, i)->attacker != e)
            *rt_also_row(g, n++) = *rt_also_row(g, i);
    g->s->also.count = n;
}

int rt_blocks(const rt_game *g, uint32_t blocker, rt_entity attacker)
{
    CANTRIP_ASSERT(blocker < g->s->object.count);
    CANTRIP_ASSERT(rt_is_entity(g, attacker));
    const rt_object *o = rt_obj(g, blocker);
    if (!(o->flags & RT_OF_BLOCKING))
        return 0;
    rt_spend_inside(g, g->s->also.count / 8);
    for (uint32_t i = 0; i < g->s->also.count; i++)
        if (rt_also_row(g, i)->blocker == rt_handle(g, blocker) &&
            rt_also_row(g, i)->attacker == attacker)
            return 1;
    return o->fights == attacker;
}

void rt_remove_from_combat(rt_game *g, uint32_t idx)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    rt_object *o = rt_obj(g, idx);
    if (!(o->flags & (RT_OF_ATTACKING | RT_OF_BLOCKING | RT_OF_BLOCKED | RT_OF_DEALT_FIRST)))
        return;
    rt_combat_changed(g);
    o->flags &= ~(uint32_t)(RT_OF_ATTACKING | RT_OF_BLOCKING | RT_OF_BLOCKED | RT_OF_DEALT_FIRST);
    o->fights = 0;
    o->order = 0;
    drop_blocks(g, rt_handle(g, idx));
    if (g->s->volatile_statics)
        rt_dirty(g);
}

void rt_attack_begin(rt_game *g, uint32_t idx, rt_entity whom)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(rt_is_entity(g, whom));
    rt_object *o = rt_obj(g, idx), *w = RT_IS_PLAYER(whom) ? NULL : rt_live(g, whom);
    rt_combat_changed(g);
    o->flags |= RT_OF_ATTACKING;
    o->order = 0; /* in no band (CR 508.4) */
    o->fights = whom;
    o->defender = (uint8_t)(1 + (RT_IS_PLAYER(whom) ? RT_PLAYER_OF(whom)
                                 : w                ? w->controller
                                                    : RT_NOBODY));
    if (w)
        w->flags |= RT_OF_ATTACKED;
}

void rt_remove_attacked(rt_game *g, uint32_t idx)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    rt_obj(g, idx)->flags &= ~(uint32_t)RT_OF_ATTACKED;
    for (uint32_t i = 0, n = rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i < n; i++) {
        rt_object *o = rt_obj(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i));
        if ((o->flags & RT_OF_ATTACKING) && o->fights == rt_handle(g, idx))
            o->fights = 0;
    }
}

/* ---- attacking (CR 508) -----------------------------------------------------------------------
 */

typedef struct cost_query {
    rt_entity whom;
    uint32_t forbidden, costs;
    rt_bill *bill; /* gets the costs, or NULL */
    rt_entity attacker;
} cost_query;

/* Does a rule of this op stand for the object, about the keyword that the other rule comes from (CR 609.4)? */
typedef struct despite {
    uint32_t keyword;
    rt_entity attacker; /* of BLOCKS_DESPITE */
} despite;

static int is_about(rt_game *g, const vm_mod *m, const rt_ctx *c, void *user)
{
    const despite *d = user;
    return m->a == d->keyword &&
           (m->op != VM_MOD_BLOCKS_DESPITE || !m->b || rt_match(g, m->b, d->attacker, c));
}

int rt_is_despite(rt_game *g, uint32_t op, rt_entity e, rt_entity attacker, const rt_ctx *rule)
{
    despite d = {rule->ability < g->pack->ability_count ? g->pack->ability[rule->ability].keyword
                                                        : VM_NO_SYMBOL,
                 attacker};
    return d.keyword != VM_NO_SYMBOL && rt_may_rule(g, op, e) &&
           rt_each_rule(g, op, e, is_about, &d);
}

static int attack_rule(rt_game *g, const vm_mod *m, const rt_ctx *c, void *user)
{
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    CANTRIP_ASSERT(vm_mod_describe(m->op) != NULL);
    cost_query *q = user;
    if (m->a && (!q->whom || !rt_match(g, m->a, q->whom, c)))
        return 0;
    const uint32_t count = m->flags >> VM_MF_COSTS_SHIFT;
    if (!count && rt_is_despite(g, VM_MOD_ATTACKS_DESPITE, q->attacker, 0, c))
        return 0;
    if (!count) {
        q->forbidden = 1;
        return 1;
    }
    q->costs++;
    if (q->bill)
        rt_bill_add(g, q->bill, (rt_cost_range){m->b, count, 1});
    return 0;
}

/* How many rules want something paid for this attack. */
static uint32_t attack_costs(rt_game *g, uint32_t idx, rt_entity whom, rt_bill *bill,
                             int *out_forbidden)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(rt_is_entity(g, whom));
    cost_query q = {whom, 0, 0, bill, rt_handle(g, idx)};
    if (rt_obj(g, idx)->rules & RT_RULE(VM_MOD_CANT_ATTACK))
        rt_each_rule(g, VM_MOD_CANT_ATTACK, rt_handle(g, idx), attack_rule, &q);
    *out_forbidden = (int)q.forbidden;
    return q.costs;
}

/* What the attackers of a player that were chosen so far cost; 1 = anything. */
static int attack_bill(rt_game *g, uint32_t player, rt_bill *bill)
{
    uint32_t costs = 0;
    *bill = (rt_bill){.player = player};
    if (!(g->s->rules_union & RT_RULE(VM_MOD_CANT_ATTACK)))
        return 0;
    rt_spend(g, rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0) / 4);
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        int forbidden;
        if ((rt_obj(g, idx)->flags & RT_OF_ATTACKING) && rt_obj(g, idx)->controller == player)
            costs += attack_costs(g, idx, rt_obj(g, idx)->fights, bill, &forbidden);
    }
    return costs != 0;
}

/* Attackers are tapped before anything is paid (CR 508.1f): for a moment, while it is found out what can be; they
 * were all untapped. */
static void tap_attackers(rt_game *g, uint32_t with, int undo)
{
    g->run->taps++;
    rt_stir_all(g);
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        rt_object *o = rt_obj(g, idx);
        if ((o->flags & RT_OF_ATTACKING || idx == with) && !RT_DOES(o, ATTACKS_UNTAPPED))
            o->flags = undo ? o->flags & ~(uint32_t)RT_OF_TAPPED : o->flags | RT_OF_TAPPED;
    }
}

int rt_can_attack(rt_game *g, uint32_t idx, rt_entity whom)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(rt_is_entity(g, whom));
    const rt_object *o = rt_obj(g, idx);
    int forbidden;
    if (!rt_is_active(g, o->controller) || !RT_IS(o, CREATURE) || (o->flags & RT_OF_TAPPED) ||
        (rt_is_new(g, o) && !RT_DOES(o, ATTACKS_AT_ONCE)))
        return 0;
    attack_costs(g, idx, whom, NULL, &forbidden);
    return !forbidden;
}

const char *rt_why_not_attack(rt_game *g, uint32_t idx)
{
    const rt_object *o = rt_obj(g, idx);
    int forbidden;
    if (!RT_IS(o, CREATURE))
        return "it cannot attack: it is no creature (CR 506.3)";
    if (!rt_is_active(g, o->controller))
        return "it cannot attack: it is another player's turn (CR 506.2)";
    if (o->flags & RT_OF_TAPPED)
        return "it cannot attack: it is tapped (CR 508.1a)";
    if (rt_is_new(g, o) && !RT_DOES(o, ATTACKS_AT_ONCE))
        return "it cannot attack: it came under this control this turn (CR 302.6)";
    attack_costs(g, idx, 0, NULL, &forbidden);
    return forbidden ? "it cannot attack: a rule above forbids it (CR 508.1c)"
                     : "it can attack, unless other attackers stand against it (CR 508.1c)";
}

int rt_attack_is_free(rt_game *g, uint32_t idx, rt_entity whom)
{
    int forbidden;
    return !attack_costs(g, idx, whom, NULL, &forbidden) && !forbidden;
}

enum attack_stage { ATTACK_NEXT, ATTACK_CHOSEN, ATTACK_BANDS, ATTACK_BANDED };

/* The player who sits beside the active one, to the left or to the right. */
static uint32_t neighbour(const rt_game *g, int to_the_left)
{
    const uint32_t n = g->s->player.count;
    uint32_t p = g->s->turn_player;
    do
        p = to_the_left ? (p + 1) % n : (p + n - 1) % n;
    while (rt_player_row(g, p)->lost && p != g->s->turn_player);
    return p;
}

int rt_may_be_attacked(const rt_game *g, uint32_t player)
{
    if (!rt_is_opponent(g, player, g->s->turn_player) || rt_player_row(g, player)->lost ||
        !rt_reaches(g, g->s->turn_player, RT_PLAYER(player))) /* CR 801.3 */
        return 0;
    switch (g->s->attack) {
    case CANTRIP_ATTACK_ONE:
        return !g->s->defending || g->s->defending == player + 1;
    case CANTRIP_ATTACK_LEFT: /* CR 803.1a, b */
        return player == neighbour(g, 1);
    case CANTRIP_ATTACK_RIGHT:
        return player == neighbour(g, 0);
    case CANTRIP_ATTACK_BESIDE:
        return player == neighbour(g, 0) || player == neighbour(g, 1);
    default:
        return 1;
    }
}

/* CR 506.2a, 507.1: DEFENDER */
rt_status rt_defender_run(rt_game *g)
{
    rt_proc *p = rt_top(g);
    if (p->stage) {
        g->s->defending = 1 + RT_PLAYER_OF(rt_answered(g, 0)->entity);
        return rt_proc_pop(g);
    }
    p->stage = 1;
    g->s->defending = 0;
    rt_ask(g, CANTRIP_DECIDE_PLAYER, g->s->turn_player, 0);
    for (uint32_t q = 0; q < g->s->player.count; q++)
        if (rt_may_be_attacked(g, q))
            rt_option_add(g, CANTRIP_OPTION_ID, RT_PLAYER(q), 0, 0);
    if (!g->s->option.count)
        return rt_proc_pop(g);
    return rt_ask_done(g, 1, 1);
}

uint32_t rt_attackable(rt_game *g, rt_entity *whom)
{
    const uint32_t *walker, walkers = rt_walkers(g, &walker);
    uint32_t n = 0;
    for (uint32_t p = 0; p < g->s->player.count; p++)
        if (rt_may_be_attacked(g, p))
            whom[n++] = RT_PLAYER(p);
    rt_spend(g, walkers / 4);
    for (uint32_t i = 0; i < walkers; i++)
        if (rt_may_be_attacked(g, rt_obj(g, walker[i])->controller))
            whom[n++] = rt_handle(g, walker[i]);
    return n;
}

uint32_t rt_attacked(rt_game *g, uint32_t idx, rt_entity *whom, int32_t *cost)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    const uint32_t n = rt_attackable(g, whom);
    uint32_t kept = 0;
    rt_bill so_far;
    attack_bill(g, rt_obj(g, idx)->controller, &so_far);
    for (uint32_t i = 0; i < n; i++) {
        int forbidden, can = 1;
        rt_bill bill = so_far;
        const uint32_t costs = attack_costs(g, idx, whom[i], &bill, &forbidden);
        if (!forbidden && bill.range[1].count) {
            tap_attackers(g, idx, 0);
            can = rt_can_pay(g, &bill);
            tap_attackers(g, idx, 1);
        }
        if (forbidden || !can)
            continue;
        whom[kept] = whom[i];
        cost[kept++] = costs != 0;
    }
    return kept;
}

static void attack_options(rt_game *g, uint32_t place)
{
    CANTRIP_ASSERT(place <= g->s->object.count);
    const uint32_t field = rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0),
                   idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, place);
    const rt_temp_mark mark = rt_temp_here(g);
    const uint32_t most = field + g->s->player.count; /* to be attacked */
    rt_entity *whom = rt_temp_alloc(g, most * sizeof *whom);
    int32_t *cost = rt_temp_alloc(g, most * sizeof *cost);
    int choice = RT_MAY_ATTACK | RT_MAY_STAY;
    if (rt_attack_limited(g)) {
        rt_limited_attacks(g, place, whom, cost, rt_attacked(g, idx, whom, cost));
        rt_temp_release(g, mark);
        return;
    }
    if (rt_attacks_linked(g)) {
        uint8_t *able = rt_temp_zeroed(g, field * 2), *free_attack = able + field;
        for (uint32_t i = 0; i < field; i++) {
            uint32_t other = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
            uint32_t n = rt_can_attack(g, other, 0) ? rt_attacked(g, other, whom, cost) : 0;
            able[i] = n > 0;
            for (uint32_t k = 0; k < n; k++)
                free_attack[i] |= !cost[k];
        }
        choice = rt_attack_choices(g, place, able, free_attack);
    }
    uint32_t n = rt_attacked(g, idx, whom, cost);
    int32_t most_obeyed = 0;
    for (uint32_t i = 0; i < n;
         i++) { /* if it must attack a certain player, it attacks nobody else */
        const int32_t obeyed = cost[i] ? 0 : rt_must_attack(g, idx, whom[i]);
        most_obeyed = obeyed > most_obeyed ? obeyed : most_obeyed;
    }
    for (uint32_t i = 0; i < n && (choice & RT_MAY_ATTACK); i++)
        if (!most_obeyed || rt_must_attack(g, idx, whom[i]) >= most_obeyed)
            rt_option_add(g, CANTRIP_OPTION_ID, whom[i], (int32_t)idx, cost[i]);
    if (!n || (choice & RT_MAY_STAY))
        rt_option_add(g, CANTRIP_OPTION_NO, 0, (int32_t)idx, 0);
    rt_temp_release(g, mark);
}

/* Who attacks with so many, and whom: once for all that were declared (CR 508.1). */
static void declared_by(rt_game *g, uint32_t player, uint32_t batch, uint32_t end)
{
    CANTRIP_ASSERT(batch <= g->s->event.count);
    int32_t all = 0;
    for (uint32_t i = batch; i < end; i++)
        all += rt_event_row(g, i)->player == player;
    if (!all)
        return;
    rt_event *e = rt_event_add(g, RT_EV_DID, 0);
    e->aux = VM_EVENT_attack_with;
    e->player = (uint8_t)player;
    e->amount = all;
    for (uint32_t p = 0; p < g->s->player.count; p++) {
        int32_t n = 0;
        for (uint32_t i = batch; i < end; i++)
            n += rt_event_row(g, i)->other == RT_PLAYER(p) && rt_event_row(g, i)->player == player;
        if (!n)
            continue;
        e = rt_event_add(g, RT_EV_DID, 0);
        e->aux = VM_EVENT_attack_player_with;
        e->player = (uint8_t)player;
        e->whom = RT_PLAYER(p);
        e->amount = n;
    }
}

static void declared(rt_game *g, uint32_t batch)
{
    const uint32_t end = g->s->event.count;
    for (uint32_t p = 0; p < g->s->player.count; p++)
        if (rt_is_active(g, p))
            declared_by(g, p, batch, end);
}

static rt_status declare_attackers(rt_game *g)
{
    rt_proc *p = rt_top(g);
    uint32_t n = p->attack.attackers, taps = rt_batch(g);
    g->s->declaring = 0;
    if (!n)
        return rt_proc_pop(g);
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) { /* 508.1f */
        uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        const rt_object *o = rt_obj(g, idx);
        if ((o->flags & RT_OF_ATTACKING) && !RT_DOES(o, ATTACKS_UNTAPPED))
            rt_event_add(g, RT_EV_TAP, 0)->obj = rt_handle(g, idx);
    }
    rt_batch_run(g, taps);
    rt_batch_drop(g, taps);
    if (g->s->volatile_statics)
        rt_dirty(g);
    rt_refresh(g);
    uint32_t batch = rt_batch(g);
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        if (!(rt_obj(g, idx)->flags & RT_OF_ATTACKING))
            continue;
        RT_TELL(g, ATTACKS, .object = rt_handle(g, idx), .other = rt_obj(g, idx)->fights);
        rt_event *e = rt_event_add(g, RT_EV_ATTACK, n == 1 ? RT_EF_ALONE : 0);
        e->obj = rt_handle(g, idx);
        e->other = rt_obj(g, idx)->fights;
        e->player = rt_obj(g, idx)->controller;
    }
    declared(g, batch);
    rt_proc_pop(g);
    for (uint32_t q = 0; q < g->s->player.count; q++) { /* 508.1h to j */
        rt_bill bill;
        if (rt_is_active(g, q) && attack_bill(g, q, &bill))
            rt_pay_start(g, &bill);
    }
    rt_batch_close(g, batch); /* may ask: what is done as something attacks */
    return RT_NEXT;
}

/* CR 508.1e */
static rt_status make_bands(rt_game *g)
{
    rt_status s;
    rt_proc *p = rt_top(g);
    if (p->stage == ATTACK_BANDED) {
        rt_band_chosen(g, p->attack.band);
        p->attack.step++;
    }
    p->stage = ATTACK_BANDS;
    for (; p->attack.band < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0);
         p->attack.band++, p->attack.step = 0) {
        int32_t step = p->attack.step;
        const int asked = rt_band_ask(g, p->attack.band, &step, &s);
        p = rt_top(g);
        p->attack.step = step;
        if (!asked)
            continue;
        p->stage = ATTACK_BANDED;
        return s;
    }
    return declare_attackers(g);
}

rt_status rt_attack_run(rt_game *g)
{
    rt_proc *p = rt_top(g);
    g->s->declaring = RT_OF_ATTACKING;
    if (p->stage == ATTACK_BANDS || p->stage == ATTACK_BANDED)
        return make_bands(g);
    if (p->stage == ATTACK_CHOSEN) {
        const rt_option o = *rt_answered(g, 0);
        if (o.kind == CANTRIP_OPTION_ID) {
            rt_attack_begin(g, (uint32_t)o.a, o.entity);
            p->attack.attackers++;
        }
        p->attack.place++;
        p->stage = ATTACK_NEXT;
    }
    rt_refresh(g);
    for (; rt_top(g)->attack.place < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0);
         rt_top(g)->attack.place++) {
        uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, rt_top(g)->attack.place);
        if (!rt_can_attack(g, idx, 0))
            continue;
        rt_ask(g, CANTRIP_DECIDE_ATTACK, rt_obj(g, idx)->controller, rt_handle(g, idx));
        attack_options(g, rt_top(g)->attack.place);
        rt_top(g)->stage = ATTACK_CHOSEN;
        return rt_ask_done(g, 1, 1);
    }
    return make_bands(g);
}

/* ---- blocking (CR 509) ------------------------------------------------------------------------
 */

/* Those that block an attacker, in order of the battlefield, in temporary memory. */
static uint32_t blockers_of(const rt_game *g, rt_entity attacker, uint32_t **out)
{
    CANTRIP_ASSERT(rt_is_entity(g, attacker));
    const uint32_t field = rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0);
    uint32_t n = 0;
    *out = rt_temp_alloc(g, field * sizeof **out);
    rt_spend(g, field / 4);
    for (uint32_t i = 0; i < field; i++) {
        uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        const rt_object *o = rt_obj(g, idx);
        if ((o->flags & RT_OF_BLOCKING) && rt_blocks(g, idx, attacker))
            (*out)[n++] = idx;
    }
    return n;
}

/* BLOCK: each defending player in turn order (CR 802.4) */
enum block_stage { BLOCK_NEXT, BLOCK_CHOSEN, BLOCK_ORDER, BLOCK_ORDERED };

static void block_events(rt_game *g)
{
    uint32_t batch = rt_batch(g), *list;
    int any = 0;
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        if (rt_obj(g, idx)->flags & RT_OF_ATTACKING)
            rt_band_blocked(g, idx);
    }
    for (uint32_t i = 0; !any && i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++)
        any = (rt_obj(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i))->flags & RT_OF_BLOCKING) != 0;
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        const rt_object *o = rt_obj(g, idx);
        if (o->flags & RT_OF_BLOCKING) {
            RT_TELL(g, BLOCKS, .object = rt_handle(g, idx), .other = o->fights);
            rt_event *e = rt_event_add(g, RT_EV_BLOCK, 0);
            e->obj = rt_handle(g, idx);
            e->other = rt_obj(g, idx)->fights;
            e->player = rt_obj(g, idx)->controller;
        }
        rt_spend(g, g->s->also.count / 4);
        for (uint32_t k = 0; k < g->s->also.count; k++) {
            const rt_also also = *rt_also_row(g, k);
            if (also.blocker != rt_handle(g, idx))
                continue;
            RT_TELL(g, BLOCKS, .object = also.blocker, .other = also.attacker);
            rt_event *e = rt_event_add(g, RT_EV_BLOCK, RT_EF_AGAIN);
            e->obj = also.blocker;
            e->other = also.attacker;
            e->player = rt_obj(g, idx)->controller;
        }
        const rt_temp_mark mark = rt_temp_here(g);
        if (any && (rt_obj(g, idx)->flags & RT_OF_ATTACKING) &&
            blockers_of(g, rt_handle(g, idx), &list)) {
            rt_obj(g, idx)->flags |= RT_OF_BLOCKED;
            rt_event *e = rt_event_add(g, RT_EV_BLOCKED, 0);
            e->obj = rt_handle(g, idx);
            e->other = rt_handle(g, list[0]);
            e->player = rt_obj(g, idx)->controller;
        } else if (rt_obj(g, idx)->flags & RT_OF_ATTACKING) {
            rt_event *e = rt_event_add(g, RT_EV_DID, 0);
            e->aux = VM_EVENT_unblocked;
            e->obj = rt_handle(g, idx);
            e->player = rt_obj(g, idx)->controller;
        }
        rt_temp_release(g, mark);
    }
    if (g->s->volatile_statics)
        rt_dirty(g);
    rt_batch_run(g, batch);
    rt_batch_drop(g, batch);
}

/* The place of a blocker in the damage order of one of the attackers that it blocks. */
uint32_t *rt_block_order(const rt_game *g, uint32_t blocker, rt_entity attacker)
{
    CANTRIP_ASSERT(blocker < g->s->object.count);
    CANTRIP_ASSERT(rt_is_entity(g, attacker));
    rt_spend_inside(g, g->s->also.count / 8);
    for (uint32_t i = 0; i < g->s->also.count; i++) {
        rt_also *also = rt_also_row(g, i);
        if (also->blocker == rt_handle(g, blocker) && also->attacker == attacker)
            return &also->order;
    }
    return &rt_obj(g, blocker)->order;
}

/* CR 509.2: the attacking player orders the blockers of each attacker. */
static rt_status order_blockers(rt_game *g)
{
    for (; rt_top(g)->block.ordering < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0);
         rt_top(g)->block.ordering++, rt_top(g)->block.number = 0) {
        uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, rt_top(g)->block.ordering), *list,
                 open = 0;
        if (!(rt_obj(g, idx)->flags & RT_OF_ATTACKING) || !(rt_obj(g, idx)->flags & RT_OF_BLOCKED))
            continue;
        const rt_temp_mark mark = rt_temp_here(g);
        uint32_t n = blockers_of(g, rt_handle(g, idx), &list);
        rt_temp_release(g, mark); /* nothing else takes temporary memory while it is read */
        if (n < 2)
            continue;
        rt_ask(g, CANTRIP_DECIDE_ORDER_BLOCKERS, rt_obj(g, idx)->controller, rt_handle(g, idx));
        for (uint32_t i = 0; i < n; i++)
            if (!*rt_block_order(g, list[i], rt_handle(g, idx))) {
                rt_option_add(g, CANTRIP_OPTION_ID, rt_handle(g, list[i]), 0, 0);
                open++;
            }
        if (!open)
            continue;
        rt_top(g)->stage = BLOCK_ORDERED;
        return rt_ask_done(g, 1, 1);
    }
    return rt_proc_pop(g);
}

static int more_blocks(rt_game *g, const vm_mod *m, const rt_ctx *c, void *user)
{
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    CANTRIP_ASSERT(vm_mod_describe(m->op) != NULL);
    int32_t *most = user;
    const int32_t v = rt_mod_value(g, m, 0, NULL, c, c->self);
    *most = v < 0 ? INT32_MAX : rt_sum(*most, v);
    return v < 0;
}

/* It blocks that attacker; 1 = it may block another one (CR 509.1a). */
int rt_block_begin(rt_game *g, uint32_t idx, rt_entity attacker)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(rt_is_entity(g, attacker));
    rt_object *b = rt_obj(g, idx);
    const rt_entity self = rt_handle(g, idx);
    int32_t most = 1, have = 1;
    g->run->blocks_known = 0; /* those who attack are the same */
    if (b->flags & RT_OF_BLOCKING) {
        uint32_t at = RT_PUSH(g, also);
        *rt_also_row(g, at) = (rt_also){self, attacker, 0};
    } else {
        b->flags |= RT_OF_BLOCKING;
        b->fights = attacker;
        b->order = 0;
    }
    for (uint32_t i = 0; i < g->s->also.count; i++)
        have += rt_also_row(g, i)->blocker == self;
    if (rt_rule_on(g, VM_MOD_BLOCKS_MORE, self))
        rt_each_rule(g, VM_MOD_BLOCKS_MORE, self, more_blocks, &most);
    return have < most;
}

/* A team blocks together (CR 805.10d): once, in place of the first of them. */
static int blocks_first(const rt_game *g, uint32_t player)
{
    for (uint32_t q = 0; q < player; q++)
        if (rt_is_with(g, q, player))
            return 0;
    return !rt_is_active(g, player);
}

/* Whoever blocked pays for it, before the next player blocks (CR 509.1d to f); 1 = somebody does. */
static int pay_blocks(rt_game *g, uint32_t player)
{
    int any = 0;
    for (uint32_t q = 0; q < g->s->player.count; q++) {
        rt_bill bill;
        if (!rt_is_with(g, q, player) || !rt_block_bill(g, q, &bill))
            continue;
        rt_pay_start(g, &bill);
        any = 1;
    }
    return any;
}

/* Goes on with the creatures of a player, or a team; 1 = a question was put. */
static int ask_blocks_of(rt_game *g, uint32_t player, rt_status *out_status)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    for (; rt_top(g)->block.place < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0);
         rt_top(g)->block.place++) {
        const uint32_t place = rt_top(g)->block.place,
                       idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, place);
        const rt_object *o = rt_obj(g, idx);
        const int more = rt_top(g)->block.more;
        rt_top(g)->block.more = 0;
        if (!rt_is_with(g, o->controller, player) || !RT_IS(o, CREATURE) ||
            (o->flags & RT_OF_TAPPED))
            continue;
        rt_ask(g, CANTRIP_DECIDE_BLOCK, o->controller, rt_handle(g, idx));
        if (!(more ? rt_more_block_options(g, idx) : rt_block_options(g, place)))
            continue;
        rt_top(g)->stage = BLOCK_CHOSEN;
        *out_status = rt_ask_done(g, 1, 1);
        return 1;
    }
    return 0;
}

rt_status rt_block_run(rt_game *g)
{
    rt_proc *p = rt_top(g);
    rt_status asked;
    if (p->stage == BLOCK_ORDERED) {
        rt_object *b = rt_live(g, rt_answered(g, 0)->entity);
        if (b)
            *rt_block_order(g, RT_INDEX(rt_answered(g, 0)->entity),
                            rt_handle(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0,
                                                    p->block.ordering))) = ++p->block.number;
        p->stage = BLOCK_ORDER;
    }
    if (p->stage == BLOCK_ORDER)
        return order_blockers(g);
    g->s->declaring = (uint16_t)(RT_OF_BLOCKING | RT_OF_BLOCKED);
    if (p->stage == BLOCK_CHOSEN) {
        const rt_option o = *rt_answered(g, 0);
        const int more = o.kind == CANTRIP_OPTION_ID && rt_block_begin(g, (uint32_t)o.a, o.entity);
        p = rt_top(g);
        p->block.place += !more;
        p->block.more = more;
        p->stage = BLOCK_NEXT;
    }
    rt_refresh(g);
    p = rt_top(g);
    for (p->block.seat += !p->block.seat; rt_top(g)->block.seat < g->s->player.count;
         rt_top(g)->block.seat++) {
        const uint32_t q = rt_seat_after(g, g->s->turn_player, rt_top(g)->block.seat);
        if (blocks_first(g, q) && ask_blocks_of(g, q, &asked))
            return asked;
        rt_top(g)->block.place = 0;
        if (!blocks_first(g, q))
            continue;
        rt_top(g)->block.seat++;
        if (pay_blocks(g, q))
            return RT_NEXT;
        rt_top(g)->block.seat--;
    }
    g->s->declaring = 0;
    block_events(g);
    rt_top(g)->stage = BLOCK_ORDER;
    return RT_NEXT;
}

/* ---- damage (CR 510) --------------------------------------------------------------------------
 */

/* DAMAGE: each attacking player in turn order (CR 510.1, 802.6) */
enum damage_stage { DAMAGE_BEGIN, DAMAGE_NEXT, DAMAGE_ASSIGN, DAMAGE_DEALT };

static int strikes_first(const rt_object *o)
{
    return RT_DOES(o, STRIKES_FIRST);
}

/* Does it deal damage in this step? 510.4, 702.4b, 702.7b */
int rt_deals_now(const rt_game *g, const rt_object *o, int first_step)
{
    CANTRIP_ASSERT(o->gen != 0 || o->zone == VM_ZONE_COUNT);
    if (first_step)
        return strikes_first(o);
    return g->s->first_strike_step == 0 || !(o->flags & RT_OF_DEALT_FIRST) ||
           RT_DOES(o, STRIKES_AGAIN);
}

static void hit(rt_game *g, rt_entity src, rt_entity whom, int32_t amount)
{
    CANTRIP_ASSERT(rt_is_entity(g, whom));
    CANTRIP_ASSERT(rt_is_entity(g, src));
    rt_event *e = rt_event_add(g, RT_EV_DAMAGE, RT_EF_COMBAT);
    e->src = src;
    e->whom = whom;
    e->amount = amount;
}

static int32_t assigned_to(const rt_game *g, uint32_t batch, rt_entity whom)
{
    CANTRIP_ASSERT(batch <= g->s->event.count);
    CANTRIP_ASSERT(rt_is_entity(g, whom));
    int32_t n = 0;
    for (uint32_t i = batch; i < g->s->event.count; i++)
        if (rt_event_row(g, i)->whom == whom)
            n = rt_sum(n, rt_event_row(g, i)->amount);
    return n;
}

int32_t rt_lethal(const rt_game *g, const rt_object *src, uint32_t idx,
                  uint32_t batch) /* 510.1c, 702.2c */
{
    const rt_object *o = rt_obj(g, idx);
    int32_t n = o->toughness - o->damage - assigned_to(g, batch, rt_handle(g, idx));
    if (RT_DOES(src, KILLS) && n > 1)
        n = 1;
    return n > 0 ? n : 0;
}

uint32_t rt_blockers_in_order(const rt_game *g, rt_entity attacker, uint32_t **list)
{
    CANTRIP_ASSERT(rt_is_entity(g, attacker));
    uint32_t n = blockers_of(g, attacker, list), *out = *list;
    for (uint32_t i = 1; i < n; i++) {
        rt_spend(g, 1);
        uint32_t v = out[i], k = i;
        for (; k && *rt_block_order(g, out[k - 1], attacker) > *rt_block_order(g, v, attacker); k--)
            out[k] = out[k - 1];
        out[k] = v;
    }
    return n;
}

static int still_there(const rt_game *g, rt_entity whom)
{
    CANTRIP_ASSERT(rt_is_entity(g, whom));
    const rt_object *o = RT_IS_PLAYER(whom) ? NULL : rt_live(g, whom);
    if (RT_IS_PLAYER(whom)) /* CR 800.4e */
        return !rt_player_row(g, RT_PLAYER_OF(whom))->lost;
    return o && o->zone == VM_ZONE_BATTLEFIELD && RT_IS(o, PLANESWALKER);
}

/* The attackers that a creature blocks and that are still attacking, in the order in which it was declared; in
 * temporary memory. */
static uint32_t blocked_by(const rt_game *g, uint32_t idx, uint32_t **list)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    uint32_t n = 0, *out = rt_temp_alloc(g, (g->s->also.count + 1) * sizeof *out);
    *list = out;
    rt_spend(g, g->s->also.count / 4);
    const rt_entity self = rt_handle(g, idx);
    for (uint32_t i = 0; i <= g->s->also.count; i++) {
        const rt_entity e = !i ? rt_obj(g, idx)->fights
                            : rt_also_row(g, i - 1)->blocker == self
                                ? rt_also_row(g, i - 1)->attacker
                                : 0;
        const rt_object *o = rt_live(g, e);
        if (o && o->zone == VM_ZONE_BATTLEFIELD && (o->flags & RT_OF_ATTACKING)) /* CR 506.4 */
            out[n++] = RT_INDEX(e);
    }
    return n;
}

int32_t rt_assigns(rt_game *g, uint32_t idx)
{
    const rt_entity self = rt_handle(g, idx);
    const int32_t n = rt_rule_on(g, VM_MOD_DAMAGE_BY_TOUGHNESS, self) ? rt_obj(g, idx)->toughness
                                                                      : rt_obj(g, idx)->power;
    return n <= 0 || rt_rule_on(g, VM_MOD_NO_COMBAT_DAMAGE, self) ? 0 : n;
}

/* Assigns the damage of one creature; 1 = a question was put. */
static int assign(rt_game *g, uint32_t idx, rt_status *out_status)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    rt_proc *p = rt_top(g);
    rt_entity self = rt_handle(g, idx);
    rt_object *o = rt_obj(g, idx);
    uint32_t *list, batch = p->damage.batch - 1;
    const int32_t power = rt_assigns(g, idx);
    if (!power)
        return 0;
    o = rt_obj(g, idx);
    const int blocks = (o->flags & RT_OF_BLOCKING) != 0;
    uint32_t n = blocks                       ? blocked_by(g, idx, &list)
                 : (o->flags & RT_OF_BLOCKED) ? rt_blockers_in_order(g, self, &list)
                                              : 0;
    if (!blocks && (!(o->flags & RT_OF_BLOCKED) || (!n && RT_HAS(o, TRAMPLE)))) {
        if (still_there(g, o->fights))
            hit(g, self, o->fights, power);
        return 0;
    }
    if (!n) /* 510.1c, d: what it fought is not there any more */
        return 0;
    const int freely = rt_band_divides(g, list, n);
    p = rt_top(g);
    o = rt_obj(g, idx);
    int over = !blocks && !freely && RT_HAS(o, TRAMPLE) && still_there(g, o->fights);
    if (n == 1 && !over) {
        hit(g, self, rt_handle(g, list[0]), power);
        return 0;
    }
    if (p->damage.blocker == 0)
        p->damage.left = power;
    while (p->damage.blocker < n) { /* one blocker after the other */
        uint32_t k = p->damage.blocker;
        int32_t left = p->damage.left, need = freely ? 0 : rt_lethal(g, o, list[k], batch),
                most = left;
        int last = k + 1 == n && !over;
        if (!blocks && !freely) {
            most -= rt_damage_owed(g, idx, list, k + 1, n, batch);
            need -=
                rt_lethal_by_others(g, idx, rt_handle(g, list[k]), batch, p->damage.first_strike);
            need = need > 0 ? need : 0;
        }
        if (!last && left > need && most <= need) { /* the rest is owed */
            hit(g, self, rt_handle(g, list[k]), need);
            p = rt_top(g);
            p->damage.left -= need;
            p->damage.blocker++;
            continue;
        }
        if (last || left <= need) {
            if (left > 0)
                hit(g, self, rt_handle(g, list[k]), left);
            p = rt_top(g);
            p->damage.left = 0;
            p->damage.blocker = n;
            break;
        }
        const uint32_t who = !freely  ? o->controller
                             : blocks ? g->s->turn_player
                                      : (uint32_t)o->defender - 1;
        rt_ask(g, CANTRIP_DECIDE_ASSIGN, who, self);
        for (int32_t d = need; d <= most; d++)
            rt_option_add(g, CANTRIP_OPTION_NUMBER, rt_handle(g, list[k]), d, 0);
        rt_top(g)->stage = DAMAGE_ASSIGN;
        *out_status = rt_ask_done(g, 1, 1);
        return 1;
    }
    if (over && rt_top(g)->damage.left > 0)
        hit(g, self, rt_obj(g, idx)->fights, rt_top(g)->damage.left);
    return 0;
}

static rt_status deal(rt_game *g)
{
    rt_proc *p = rt_top(g);
    uint32_t batch = p->damage.batch - 1;
    int first_step = p->damage.first_strike;
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        rt_object *o = rt_obj(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i));
        if (first_step && (o->flags & (RT_OF_ATTACKING | RT_OF_BLOCKING)) && strikes_first(o))
            o->flags |= RT_OF_DEALT_FIRST;
    }
    p->stage = DAMAGE_DEALT;
    rt_batch_run(g, batch);
    return RT_NEXT;
}

/* Goes on with the creatures of a player; 1 = a question was put. */
static int assign_for(rt_game *g, uint32_t player, rt_status *out_status)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    for (; rt_top(g)->damage.place < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0);
         rt_top(g)->damage.place++, rt_top(g)->damage.blocker = 0) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, rt_top(g)->damage.place);
        const rt_object *o = rt_obj(g, idx);
        if (!(o->flags & (RT_OF_ATTACKING | RT_OF_BLOCKING)) || o->controller != player ||
            !RT_IS(o, CREATURE) || !rt_deals_now(g, o, rt_top(g)->damage.first_strike))
            continue;
        const rt_temp_mark mark = rt_temp_here(g);
        const int asked = assign(g, idx, out_status);
        rt_temp_release(g, mark);
        if (asked)
            return 1;
    }
    return 0;
}

rt_status rt_damage_run(rt_game *g)
{
    rt_proc *p = rt_top(g);
    if (p->stage == DAMAGE_BEGIN) {
        rt_refresh(g);
        int first = 0;
        for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
            const rt_object *o = rt_obj(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i));
            first |= (o->flags & (RT_OF_ATTACKING | RT_OF_BLOCKING)) && strikes_first(o);
        }
        if (g->s->first_strike_step == 0 && first)
            g->s->first_strike_step = 1;
        p->damage.first_strike = g->s->first_strike_step == 1;
        p->damage.batch = rt_batch(g) + 1;
        p->stage = DAMAGE_NEXT;
    }
    if (p->stage == DAMAGE_ASSIGN) {
        const rt_option o = *rt_answered(g, 0);
        if (o.a > 0)
            hit(g, rt_handle(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, p->damage.place)), o.entity,
                o.a);
        p = rt_top(g);
        p->damage.left -= o.a;
        p->damage.blocker++;
        p->stage = DAMAGE_NEXT;
    }
    if (p->stage == DAMAGE_DEALT) {
        rt_batch_drop(g, p->damage.batch - 1);
        return rt_proc_pop(g);
    }
    rt_status s;
    for (; rt_top(g)->damage.seat < g->s->player.count; rt_top(g)->damage.seat++) {
        if (assign_for(g, rt_seat_after(g, g->s->turn_player, rt_top(g)->damage.seat), &s))
            return s;
        rt_top(g)->damage.place = 0;
    }
    return deal(g);
}
