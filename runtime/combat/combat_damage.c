/* Combat damage (CR 510). */
#include "runtime/combat/banding.h"
#include "runtime/combat/declare.h"
#include "runtime/combat/shared_damage.h"

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

/* Is it assigned any by what kills with one point, whoever controls that (702.2c)? */
static int is_killed(const rt_game *g, uint32_t batch, rt_entity whom)
{
    for (uint32_t i = batch; i < g->s->event.count; i++) {
        const rt_object *src = rt_live(g, rt_event_row(g, i)->src);
        if (src && rt_event_row(g, i)->whom == whom && RT_DOES(src, KILLS))
            return 1;
    }
    return 0;
}

int32_t rt_lethal(const rt_game *g, const rt_object *src, uint32_t idx,
                  uint32_t batch) /* 510.1c, 702.2c */
{
    const rt_object *o = rt_obj(g, idx);
    int32_t n = o->toughness - rt_here(g, o)->damage - assigned_to(g, batch, rt_handle(g, idx));
    if (n > 0 && is_killed(g, batch, rt_handle(g, idx)))
        return 0;
    if (src && RT_DOES(src, KILLS) && n > 1)
        n = 1;
    return n > 0 ? n : 0;
}

uint32_t rt_blockers_in_order(const rt_game *g, rt_entity attacker, uint32_t **list)
{
    CANTRIP_ASSERT(rt_is_entity(g, attacker));
    uint32_t n = rt_blockers_of(g, attacker, list), *out = *list;
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
        const rt_entity e = !i ? rt_here(g, rt_obj(g, idx))->fights
                            : rt_also_row(g, i - 1)->blocker == self
                                ? rt_also_row(g, i - 1)->attacker
                                : 0;
        const rt_object *o = rt_live(g, e);
        if (o && o->zone == VM_ZONE_BATTLEFIELD && (o->flags & RT_OF_ATTACKING)) /* CR 506.4 */
            out[n++] = RT_INDEX(e);
    }
    return n;
}

uint32_t rt_assigns_among(const rt_game *g, uint32_t idx, uint32_t **list)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    const rt_object *o = rt_obj(g, idx);
    *list = NULL;
    return (o->flags & RT_OF_BLOCKING)  ? blocked_by(g, idx, list)
           : (o->flags & RT_OF_BLOCKED) ? rt_blockers_in_order(g, rt_handle(g, idx), list)
                                        : 0;
}

int32_t rt_assigns(rt_game *g, uint32_t idx)
{
    const rt_entity self = rt_handle(g, idx);
    const int32_t n = rt_rule_on(g, VM_MOD_DAMAGE_BY_TOUGHNESS, self) ? rt_obj(g, idx)->toughness
                                                                      : rt_obj(g, idx)->power;
    return n <= 0 || rt_rule_on(g, VM_MOD_NO_COMBAT_DAMAGE, self) ? 0 : n;
}

/* The first amount from `d` on that may be assigned; more than is left = there is none. */
static int32_t next_amount(rt_game *g, rt_damage_plan *plan, const rt_damage_step *step, int32_t d)
{
    while (plan && d <= step->left && !rt_damage_plan_allows(g, plan, step, d))
        d++;
    return d;
}

/* Asks how much of what is left the one in the list is assigned; 1 = a question was put, 0 = there is one amount, which it is. */
static int ask_amount(rt_game *g, uint32_t idx, const uint32_t *list, const rt_damage_step *step,
                      int freely, rt_status *out_status)
{
    rt_damage_plan *plan =
        freely ? NULL
               : rt_damage_plan_of(g, idx, rt_top(g)->damage.place, rt_top(g)->damage.batch - 1,
                                   rt_top(g)->damage.first_strike);
    const int32_t least = next_amount(g, plan, step, 0),
                  second = next_amount(g, plan, step, least + 1);
    if (second > step->left) {
        const int32_t all = least < step->left ? least : step->left;
        if (all)
            hit(g, rt_handle(g, idx), rt_handle(g, list[step->blocker]), all);
        rt_top(g)->damage.left -= all;
        rt_top(g)->damage.blocker++;
        return 0;
    }
    const rt_object *o = rt_obj(g, idx);
    const uint32_t who = !freely                       ? o->controller
                         : (o->flags & RT_OF_BLOCKING) ? g->s->turn_player
                                                       : (uint32_t)rt_here(g, o)->defender - 1;
    rt_ask(g, CANTRIP_DECIDE_ASSIGN, who, rt_handle(g, idx));
    for (int32_t d = least; d <= step->left; d = next_amount(g, plan, step, d + 1))
        rt_option_add(g, CANTRIP_OPTION_NUMBER, rt_handle(g, list[step->blocker]), d, 0);
    rt_top(g)->stage = DAMAGE_ASSIGN;
    *out_status = rt_ask_one(g);
    return 1;
}

/* Assigns the damage of one creature; 1 = a question was put. */
static int assign(rt_game *g, uint32_t idx, rt_status *out_status)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    const rt_entity self = rt_handle(g, idx);
    uint32_t *list;
    const int32_t power = rt_assigns(g, idx);
    if (!power)
        return 0;
    const rt_object *o = rt_obj(g, idx);
    const int blocks = (o->flags & RT_OF_BLOCKING) != 0;
    const uint32_t n = rt_assigns_among(g, idx, &list);
    if (!blocks && (!(o->flags & RT_OF_BLOCKED) || (!n && RT_HAS(o, TRAMPLE)))) {
        if (still_there(g, rt_here(g, o)->fights))
            hit(g, self, rt_here(g, o)->fights, power);
        return 0;
    }
    if (!n) /* 510.1c, d: what it fought is not there any more */
        return 0;
    const int freely = rt_band_divides(g, list, n);
    o = rt_obj(g, idx);
    const int over =
        !blocks && !freely && RT_HAS(o, TRAMPLE) && still_there(g, rt_here(g, o)->fights);
    if (rt_top(g)->damage.blocker == 0)
        rt_top(g)->damage.left = power;
    while (rt_top(g)->damage.blocker < n && rt_top(g)->damage.left > 0) { /* one after the other */
        const rt_damage_step step = {rt_top(g)->damage.blocker, n, rt_top(g)->damage.left};
        if (step.blocker + 1 == n && !over) {
            hit(g, self, rt_handle(g, list[step.blocker]), step.left);
            return 0;
        }
        if (ask_amount(g, idx, list, &step, freely, out_status))
            return 1;
    }
    if (over && rt_top(g)->damage.left > 0)
        hit(g, self, rt_here(g, rt_obj(g, idx))->fights, rt_top(g)->damage.left);
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
