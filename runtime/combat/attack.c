/* Declaring attackers (CR 508): they are asked for one at a time; what is offered can always be completed to a legal declaration
 * that obeys as many requirements as possible. */
#include "runtime/combat/banding.h"
#include "runtime/combat/declare.h"

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
    return rt_is_keyword(g->lib, d->keyword, m->a) &&
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
        rt_bill_add(g, q->bill, (rt_cost_range){m->b, count, 1, 0, 0});
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

/* What the attackers of a player that were chosen so far cost. */
static void attack_bill(rt_game *g, uint32_t player, rt_bill *bill)
{
    *bill = (rt_bill){.player = player};
    if (!(g->s->rules_union & RT_RULE(VM_MOD_CANT_ATTACK)))
        return;
    rt_spend(g, rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0) / 4);
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        int forbidden;
        if ((rt_obj(g, idx)->flags & RT_OF_ATTACKING) && rt_obj(g, idx)->controller == player)
            attack_costs(g, idx, rt_here(g, rt_obj(g, idx))->fights, bill, &forbidden);
    }
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

enum attack_stage {
    ATTACK_NEXT,
    ATTACK_CHOSEN,
    ATTACK_BANDS,
    ATTACK_BANDED,
    ATTACK_PAID,
    ATTACK_UNDONE /* nobody has been declared after all */
};

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
    return rt_ask_one(g);
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
        if (forbidden || !can || (costs && rt_top(g)->attack.tries >= RT_TRIES_MAX))
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

/* CR 508.1f */
static void tap_declared(rt_game *g)
{
    const uint32_t taps = rt_batch(g);
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        const rt_object *o = rt_obj(g, idx);
        if ((o->flags & RT_OF_ATTACKING) && !RT_DOES(o, ATTACKS_UNTAPPED))
            rt_event_add(g, RT_EV_TAP, 0)->obj = rt_handle(g, idx);
    }
    rt_batch_run(g, taps);
    rt_batch_drop(g, taps);
}

/* Whoever attacks pays for it: what is owed is locked in before anybody does (CR 508.1h to j). `begin` = 0: does anybody owe anything? */
static int pay_attacks(rt_game *g, int begin)
{
    const rt_temp_mark mark = rt_temp_here(g);
    rt_bill *bill = rt_temp_alloc(g, g->s->player.count * sizeof *bill);
    uint32_t n = 0;
    for (uint32_t q = 0; q < g->s->player.count; q++) {
        if (!rt_is_active(g, q))
            continue;
        attack_bill(g, q, &bill[n]);
        n += bill[n].range[1].count != 0;
    }
    for (uint32_t i = 0; i < n && begin; i++)
        rt_pay_start(g, &bill[i]);
    rt_temp_release(g, mark);
    return n != 0;
}

/* Those that were declared are tapped and paid for before they attack (CR 508.1f to k). */
static rt_status declare_attackers(rt_game *g)
{
    if (!rt_top(g)->attack.attackers) {
        g->s->declaring = 0;
        return rt_proc_pop(g);
    }
    if (pay_attacks(g, 0))
        rt_declared_for(g, ATTACK_UNDONE);
    tap_declared(g);
    rt_refresh(g);
    rt_top(g)->stage = ATTACK_PAID;
    g->s->unpaid = 0;
    pay_attacks(g, 1);
    return RT_NEXT;
}

/* The game is where it was before anybody was declared, and they are declared anew. */
static rt_status declare_anew(rt_game *g)
{
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        rt_obj(g, idx)->flags &= ~(uint32_t)RT_OF_ATTACKED;
        if (!(rt_obj(g, idx)->flags & RT_OF_ATTACKING))
            continue;
        rt_remove_from_combat(g, idx);
        rt_presence_of(g, rt_obj(g, idx))->defender = 0;
    }
    rt_proc *p = rt_top(g);
    p->stage = ATTACK_NEXT;
    p->attack.place = p->attack.attackers = p->attack.band = 0;
    p->attack.step = 0;
    return RT_NEXT;
}

static rt_status pay_in_vain(rt_game *g, uint32_t tries)
{
    RT_TELL(g, TAKEN_BACK, .other = RT_PLAYER(g->s->turn_player));
    tap_attackers(g, UINT32_MAX, 1); /* where it could not be taken back as a whole */
    rt_top(g)->attack.tries = tries;
    return declare_anew(g);
}

/* They attack now, and what triggers on that triggers (CR 508.1k, m). Whatever has left, or has another controller by now, has left
 * combat as well (CR 506.4). */
static rt_status attack(rt_game *g)
{
    const uint32_t tries = rt_top(g)->attack.tries;
    uint32_t n = 0;
    if (!rt_declared_is_paid(g))
        return pay_in_vain(g, tries + 1);
    g->s->declaring = 0;
    rt_proc_pop(g);
    if (g->s->volatile_statics)
        rt_dirty(g);
    rt_refresh(g);
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++)
        n += (rt_obj(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i))->flags & RT_OF_ATTACKING) != 0;
    if (!n)
        return RT_NEXT;
    uint32_t batch = rt_batch(g);
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        if (!(rt_obj(g, idx)->flags & RT_OF_ATTACKING))
            continue;
        RT_TELL(g, ATTACKS, .object = rt_handle(g, idx),
                .other = rt_here(g, rt_obj(g, idx))->fights);
        rt_event *e = rt_event_add(g, RT_EV_ATTACK, n == 1 ? RT_EF_ALONE : 0);
        e->obj = rt_handle(g, idx);
        e->other = rt_here(g, rt_obj(g, idx))->fights;
        e->player = rt_obj(g, idx)->controller;
    }
    declared(g, batch);
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
    if (p->stage == ATTACK_PAID)
        return attack(g);
    if (p->stage == ATTACK_UNDONE)
        return declare_anew(g);
    g->s->declaring = RT_OF_ATTACKING;
    g->s->declarers = 0;
    for (uint32_t q = 0; q < g->s->player.count; q++)
        g->s->declarers |= (uint32_t)rt_is_active(g, q) << q;
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
        return rt_ask_one(g);
    }
    return make_bands(g);
}
