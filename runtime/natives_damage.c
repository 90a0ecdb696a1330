/* Natives that prevent and redirect damage (CR 614.9, 615). */
#include "runtime/natives.h"

#include <string.h>

static rt_shield shield_of(const native_call *n)
{
    const rt_ctx *c = ctx_of(n);
    rt_shield s;
    memset(&s, 0, sizeof s);
    s.left = -1;
    s.source = c->self;
    s.controller = c->controller;
    s.duration = VM_DURATION_END_OF_TURN;
    s.turn = n->g->s->turn;
    return s;
}

static void add_shield(rt_game *g, const rt_shield *shield)
{
    uint32_t at = RT_PUSH(g, shield);
    *rt_shield_row(g, at) = *shield;
    rt_shield_row(g, at)->id = ++g->s->timestamp;
}

rt_status rt_native_prevent(native_call *n) /* CR 615.7 */
{
    rt_shield s = shield_of(n);
    s.left = (int32_t)arg(n, 1);
    for (uint32_t i = 0; s.left > 0 && i < rt_set_count(arg(n, 0)); i++) {
        s.whom = rt_set_at(n->g, arg(n, 0), i);
        add_shield(n->g, &s);
    }
    return finished(n);
}

rt_status rt_native_prevent_combat(native_call *n)
{
    rt_shield s = shield_of(n);
    s.combat_only = 1;
    add_shield(n->g, &s);
    return finished(n);
}

/* One shield for each of the targets and sources. */
static rt_status shields(native_call *n, rt_entity instead, const uint32_t *imm)
{
    const uint64_t targets = arg(n, 0), sources = arg(n, 1);
    const uint32_t whoms = rt_set_count(targets), froms = rt_set_count(sources);
    rt_shield s = shield_of(n);
    s.left = (int32_t)arg(n, 2) < 0 ? -1 : (int32_t)arg(n, 2);
    s.instead = instead;
    s.once = imm[0];
    s.ability = imm[1] + 1;
    s.duration = imm[2];
    for (uint32_t i = 0; s.left && i < (whoms ? whoms : 1); i++)
        for (uint32_t k = 0; k < (froms ? froms : 1); k++) {
            s.whom = whoms ? rt_set_at(n->g, targets, i) : 0;
            s.from = froms ? rt_set_at(n->g, sources, k) : 0;
            add_shield(n->g, &s);
        }
    return finished(n);
}

rt_status rt_native_prevent_damage(native_call *n)
{
    return shields(n, 0, n->imm);
}

rt_status rt_native_redirect_damage(native_call *n)
{
    if (!rt_set_count(arg(n, 3)))
        return finished(n);
    return shields(n, rt_set_at(n->g, arg(n, 3), 0), n->imm);
}

rt_status rt_native_event_prevent(native_call *n) /* CR 615.1 */
{
    rt_game *g = n->g;
    const int32_t want =
        (int32_t)arg(n, 0); /* before the result, which may have the same register */
    give(n, 0);
    if (!frame(n)->event)
        return finished(n);
    const uint32_t event = frame(n)->event - 1;
    rt_event *e = rt_event_row(g, event);
    if (e->kind != RT_EV_DAMAGE || e->amount <= 0 ||
        rt_rule_on(g, VM_MOD_DAMAGE_UNPREVENTABLE, e->src))
        return finished(n);
    e = rt_event_row(g, event);
    const int32_t by = want < 0 || want > e->amount ? e->amount : want;
    e->amount -= by;
    rt_log(g, "%d damage to %s is prevented", by, rt_name(g, e->whom));
    if (e->amount <= 0)
        e->flags |= RT_EF_CANCELLED;
    give(n, (uint64_t)(int64_t)by);
    return finished(n);
}
