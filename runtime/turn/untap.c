/* The untap step (CR 502.3): the active player says which of the permanents that may stay tapped do so; then all the
 * others untap at the same time. */
#include "runtime/turn/turn.h"

enum untap_stage { UNTAP_ASK, UNTAP_ALL };

static int stays_now(rt_game *g, const vm_mod *m, const rt_ctx *c, void *user)
{
    (void)user;
    return m->a == VM_UNTAPS_NOT || (m->a == VM_UNTAPS_NOT_THEN && rt_is_active(g, c->controller));
}

static int untaps_too(rt_game *g, const vm_mod *m, const rt_ctx *c, void *user)
{
    (void)g, (void)c, (void)user;
    return m->a == VM_UNTAPS_WITH_OTHERS;
}

static int could_untap(rt_game *g, uint32_t idx)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    const rt_object *o = rt_obj(g, idx);
    if (!(o->flags & RT_OF_TAPPED))
        return 0;
    const rt_entity e = rt_handle(g, idx);
    return rt_is_active(g, o->controller) ? !rt_each_rule(g, VM_MOD_CANT_UNTAP, e, stays_now, NULL)
                                          : rt_each_rule(g, VM_MOD_CANT_UNTAP, e, untaps_too, NULL);
}

static int may_stay(rt_game *g, uint32_t idx)
{
    return rt_is_active(g, rt_obj(g, idx)->controller) && could_untap(g, idx) &&
           rt_rule_on(g, VM_MOD_MAY_STAY_TAPPED, rt_handle(g, idx));
}

/* Asks if there is something to ask: how many could stay. */
static uint32_t ask(rt_game *g)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        if (!may_stay(g, idx))
            continue;
        if (!n++)
            rt_ask(g, CANTRIP_DECIDE_STAY_TAPPED, g->s->turn_player, 0);
        rt_option_add(g, CANTRIP_OPTION_ID, rt_handle(g, idx), 0, 0);
    }
    return n;
}

static int stays(const rt_game *g, rt_entity e, uint32_t answers)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    for (uint32_t i = 0; i < answers; i++)
        if (rt_answered(g, i)->entity == e)
            return 1;
    return 0;
}

rt_status rt_untap_run(rt_game *g)
{
    rt_refresh(g);
    if (rt_top(g)->stage == UNTAP_ASK) {
        const uint32_t n = ask(g);
        rt_top(g)->stage = UNTAP_ALL;
        rt_top(g)->untap.asked = n != 0;
        if (n)
            return rt_ask_done(g, 0, n);
    }
    const uint32_t batch = rt_batch(g), answers = rt_top(g)->untap.asked ? rt_answer_count(g) : 0;
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        if (could_untap(g, idx) && !stays(g, rt_handle(g, idx), answers))
            rt_event_add(g, RT_EV_UNTAP, 0)->obj = rt_handle(g, idx);
    }
    rt_batch_run(g, batch);
    rt_untap_step_effects(g);
    return rt_proc_pop(g);
}
