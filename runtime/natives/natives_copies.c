/* Natives about copies (CR 706) and new targets (CR 114.6). */
#include "runtime/natives/natives.h"

static rt_copying copying(const native_call *n, uint32_t mods, uint32_t duration)
{
    const rt_ctx *c = rt_ctx_row(n->g, frame(n)->ctx);
    return (rt_copying){.mods = n->imm[mods],
                        .mod_count = n->imm[mods + 1],
                        .duration = duration,
                        .ability = c->ability == VM_NO_SYMBOL ? 0 : c->ability,
                        .source = c->self,
                        .controller = c->controller};
}

rt_status rt_native_become_copy(native_call *n)
{
    rt_game *g = n->g;
    const rt_copying how = copying(n, 0, n->imm[2]);
    rt_entity of = rt_set_count(arg(n, 1)) ? follow(n, rt_set_at(g, arg(n, 1), 0)) : 0;
    for (uint32_t i = 0; of && i < rt_set_count(arg(n, 0)); i++) {
        rt_entity onto = rt_set_at(g, arg(n, 0), i);
        const rt_object *o = rt_live(g, onto);
        if (!o || o->zone != VM_ZONE_BATTLEFIELD)
            continue;
        RT_TELL(g, COPY_OF, .object = onto, .other = of);
        rt_copy_begin(g, onto, of, &how);
    }
    return finished(n);
}

rt_status rt_native_copy_spell(native_call *n) /* every spell, for every player */
{
    rt_game *g = n->g;
    const rt_copying how = copying(n, 0, VM_DURATION_FOREVER);
    const int32_t times = (int32_t)arg(n, 2);
    for (uint32_t i = 0; times > 0 && i < rt_set_count(arg(n, 1)) * (uint64_t)times; i++)
        for (uint32_t k = 0;; k++) {
            const uint32_t p = player_in_turn(n, arg(n, 0), k);
            if (p == RT_NOBODY)
                break;
            const rt_entity of = rt_set_at(g, arg(n, 1), i / (uint32_t)times),
                            copy = rt_copy_on_stack(g, of, p, &how);
            if (!copy)
                continue;
            rt_spend(g, 10);
            RT_TELL(g, COPIED, .object = of);
            rt_keep_one(n, 0, copy);
        }
    give(n, frame(n)->kept[0]);
    return finished(n);
}

/* Is it a target of the same phrase already (CR 114.3), or no target for that player? */
static int is_taken(rt_game *g, const rt_target *t, rt_entity e)
{
    if (t->of && rt_target_player(g, e) != t->of)
        return 1;
    for (uint32_t k = 0; k < g->s->target.count; k++) {
        const rt_target *r = rt_target_row(g, k);
        if (r->ctx == t->ctx && r->slot == t->slot && r->mode == t->mode && r->entity == e)
            return 1;
    }
    return 0;
}

/* Asks about the target in row `row`: it may stay as it is, even if it is not legal (CR 706.10c); a new one is legal. */
static rt_status ask_target(rt_game *g, uint32_t row, uint32_t player, rt_entity spell,
                            const vm_target *want)
{
    const rt_target t = *rt_target_row(g, row);
    const rt_ctx c = *rt_ctx_row(g, t.ctx);
    const uint32_t heap = g->s->heap.count;
    g->run->aims = rt_target_by(want) ? t.ctx + 1 : 0;
    g->run->aim_mode = t.mode;
    const uint64_t all = rt_target_candidates(g, want, &c);
    g->run->aims = 0;
    rt_ask(g, CANTRIP_DECIDE_TARGET, player, spell);
    rt_option_add(g, CANTRIP_OPTION_ID, t.entity, 0, 0);
    for (uint32_t i = 0; i < rt_set_count(all); i++) {
        rt_entity e = rt_set_at(g, all, i);
        if (!is_taken(g, &t, e))
            rt_option_add(g, CANTRIP_OPTION_ID, e, 0, 0);
    }
    g->s->heap.count = heap;
    return rt_ask_one(g);
}

/* aux: which spell; count: the row of target[] at hand. */
rt_status rt_native_new_targets(native_call *n)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage == 1) {
        const uint32_t row = (uint32_t)frame(n)->count++;
        if (row < g->s->target.count && rt_answer_count(g))
            rt_target_becomes(g, row, rt_answered(g, 0)->entity);
    }
    frame(n)->native_stage = 1;
    for (; frame(n)->aux < rt_set_count(arg(n, 1)) && rt_set_count(arg(n, 0)); frame(n)->aux++) {
        const rt_entity spell = rt_set_at(g, arg(n, 1), frame(n)->aux);
        const rt_object *o = rt_live(g, spell);
        if (!o || o->zone != VM_ZONE_STACK || !rt_here(g, o)->ctx)
            continue;
        const uint32_t ctx = rt_here(g, o)->ctx - 1;
        for (; (uint32_t)frame(n)->count < g->s->target.count; frame(n)->count++) {
            const uint32_t row = (uint32_t)frame(n)->count;
            const vm_target *want = rt_target_row(g, row)->ctx == ctx
                                        ? rt_target_asked(g, ctx, rt_target_row(g, row))
                                        : NULL;
            if (want)
                return ask_target(g, row, first_player(n, arg(n, 0)), spell, want);
        }
        frame(n)->count = 0;
    }
    return finished(n);
}

/* Something else that this target could be (CR 114.7a). */
static uint32_t others(rt_game *g, uint32_t row, const vm_target *want, int offer)
{
    const rt_target t = *rt_target_row(g, row);
    const rt_ctx c = *rt_ctx_row(g, t.ctx);
    const uint32_t heap = g->s->heap.count;
    g->run->aims = rt_target_by(want) ? t.ctx + 1 : 0;
    g->run->aim_mode = t.mode;
    const uint64_t all = rt_target_candidates(g, want, &c);
    g->run->aims = 0;
    uint32_t n = 0;
    for (uint32_t i = 0; i < rt_set_count(all); i++) {
        const rt_entity e = rt_set_at(g, all, i);
        if (e == t.entity || is_taken(g, &t, e))
            continue;
        n++;
        if (offer)
            rt_option_add(g, CANTRIP_OPTION_ID, e, 0, 0);
    }
    g->s->heap.count = heap;
    return n;
}

/* Could each of them be changed? */
static int all_can_change(rt_game *g, uint32_t ctx)
{
    for (uint32_t row = 0; row < g->s->target.count; row++) {
        const vm_target *want = rt_target_row(g, row)->ctx == ctx
                                    ? rt_target_asked(g, ctx, rt_target_row(g, row))
                                    : NULL;
        if (want && !others(g, row, want, 0))
            return 0;
    }
    return 1;
}

/* count: the row of target[] at hand. */
rt_status rt_native_retarget(native_call *n)
{
    rt_game *g = n->g;
    const int one = (int)n->imm[0];
    const rt_entity spell = rt_set_count(arg(n, 1)) ? rt_set_at(g, arg(n, 1), 0) : 0;
    const rt_object *o = rt_live(g, spell);
    if (!o || o->zone != VM_ZONE_STACK || !rt_here(g, o)->ctx || !rt_set_count(arg(n, 0)))
        return finished(n);
    const uint32_t ctx = rt_here(g, o)->ctx - 1;
    if (frame(n)->native_stage == 1) {
        const uint32_t row = (uint32_t)frame(n)->count++;
        const int changed = rt_answer_count(g) && row < g->s->target.count &&
                            rt_target_row(g, row)->entity != rt_answered(g, 0)->entity;
        if (changed)
            rt_target_becomes(g, row, rt_answered(g, 0)->entity);
        if (one && changed)
            return finished(n);
    } else if (!one && !all_can_change(g, ctx)) {
        return finished(n);
    }
    frame(n)->native_stage = 1;
    for (; (uint32_t)frame(n)->count < g->s->target.count; frame(n)->count++) {
        const uint32_t row = (uint32_t)frame(n)->count;
        const vm_target *want = rt_target_row(g, row)->ctx == ctx
                                    ? rt_target_asked(g, ctx, rt_target_row(g, row))
                                    : NULL;
        if (!want)
            continue;
        rt_ask(g, CANTRIP_DECIDE_TARGET, first_player(n, arg(n, 0)), spell);
        if (one)
            rt_option_add(g, CANTRIP_OPTION_ID, rt_target_row(g, row)->entity, 0, 0);
        if (others(g, row, want, 1))
            return rt_ask_one(g);
    }
    return finished(n);
}

rt_status rt_native_change_targets(native_call *n)
{
    rt_game *g = n->g;
    const rt_entity to = rt_set_count(arg(n, 1)) ? rt_set_at(g, arg(n, 1), 0) : 0;
    for (uint32_t i = 0; to && i < rt_set_count(arg(n, 0)); i++) {
        const rt_object *o = rt_live(g, rt_set_at(g, arg(n, 0), i));
        const uint32_t ctx = o && o->zone == VM_ZONE_STACK ? rt_here(g, o)->ctx : 0;
        for (uint32_t row = 0; ctx && row < g->s->target.count; row++) {
            const rt_target t = *rt_target_row(g, row);
            const rt_ctx c = *rt_ctx_row(g, ctx - 1);
            const vm_target *want = t.ctx + 1 == ctx ? rt_target_asked(g, ctx - 1, &t) : NULL;
            if (want && t.entity != to && !rt_target_by(want) &&
                rt_target_legal(g, want->sel, to, &c) && !is_taken(g, &t, to))
                rt_target_becomes(g, row, to);
        }
    }
    return finished(n);
}

rt_status rt_native_event_copy(native_call *n) /* CR 706.5 */
{
    rt_game *g = n->g;
    const rt_copying how = copying(n, 0, VM_DURATION_FOREVER);
    rt_entity of = rt_set_count(arg(n, 0)) ? rt_set_at(g, arg(n, 0), 0) : 0;
    const rt_object *model = of ? rt_look(g, of) : NULL;
    if (!model || !frame(n)->event)
        return finished(n);
    rt_event *e = rt_event_row(g, frame(n)->event - 1);
    rt_object *o = rt_live(g, e->obj);
    e->copy_of = of;
    e->copy_mods = how.mods;
    e->copy_mod_count = how.mod_count;
    e->copy_ability = how.ability;
    if (o) { /* what watches it enter sees what it will be (CR 614.12) */
        o->face = (uint16_t)rt_copiable_face(g, model);
        rt_printed(g, RT_INDEX(e->obj));
    }
    return finished(n);
}

/* Could each target of the spell be this (CR 706.10d, e)? Not if one phrase has several, which must differ. */
static int could_all_be(rt_game *g, rt_entity spell, rt_entity to)
{
    const rt_object *o = rt_live(g, spell);
    const uint32_t ctx = o && o->zone == VM_ZONE_STACK ? rt_here(g, o)->ctx : 0;
    uint32_t found = 0;
    for (uint32_t row = 0; ctx && row < g->s->target.count; row++) {
        const rt_target t = *rt_target_row(g, row);
        if (t.ctx + 1 != ctx)
            continue;
        const rt_ctx c = *rt_ctx_row(g, ctx - 1);
        const vm_target *want = rt_target_asked(g, ctx - 1, &t);
        if (!want || rt_target_by(want) || !rt_target_legal(g, want->sel, to, &c) ||
            (t.of && rt_target_player(g, to) != t.of))
            return 0;
        for (uint32_t k = 0; k < row; k++) {
            const rt_target *r = rt_target_row(g, k);
            if (r->ctx == t.ctx && r->slot == t.slot && r->mode == t.mode)
                return 0;
        }
        found++;
    }
    return found > 0;
}

static void copy_with_target(native_call *n, rt_entity spell, rt_entity to)
{
    rt_game *g = n->g;
    const rt_copying how = {.duration = VM_DURATION_FOREVER,
                            .source = self_of(n),
                            .controller = ctx_of(n)->controller,
                            .ability = ctx_of(n)->ability};
    const uint64_t who = arg(n, 0);
    const uint32_t p = rt_set_count(who) ? first_player(n, who) : ctx_of(n)->controller;
    const rt_entity copy = rt_copy_on_stack(g, spell, p, &how);
    const rt_object *o = rt_live(g, copy);
    for (uint32_t row = 0; o && rt_here(g, o)->ctx && row < g->s->target.count; row++)
        if (rt_target_row(g, row)->ctx + 1 == rt_here(g, o)->ctx)
            rt_target_becomes(g, row, to);
    if (!copy)
        return;
    RT_TELL(g, COPIED, .object = spell);
    rt_keep_one(n, 1, copy);
}

/* kept[0]: what it could target; aux: how many of them have been taken, in the order that its controller says. */
rt_status rt_native_copy_for_each(native_call *n) /* CR 706.10d, e */
{
    rt_game *g = n->g;
    enum { STAGE_FIND, STAGE_COPY, STAGE_NAMED };
    const rt_entity spell = rt_set_count(arg(n, 1)) ? rt_set_at(g, arg(n, 1), 0) : 0;
    for (uint32_t i = 0; frame(n)->native_stage == STAGE_FIND && i < rt_set_count(arg(n, 2)); i++) {
        const rt_entity e = rt_set_at(g, arg(n, 2), i);
        rt_spend(g, g->s->target.count);
        if (spell && could_all_be(g, spell, e))
            rt_keep_one(n, 0, e);
    }
    const uint64_t all = frame(n)->kept[0];
    const uint32_t count = rt_set_count(all);
    if (frame(n)->native_stage == STAGE_NAMED) {
        const rt_entity named = rt_answered(g, 0)->entity;
        uint32_t *row = rt_heap_row(g, (uint32_t)(all >> 32)), at = frame(n)->aux;
        for (uint32_t k = at; k < count; k++)
            if (row[k] == named) {
                row[k] = row[at];
                row[at] = named;
            }
        copy_with_target(n, spell, named);
        frame(n)->aux++;
    }
    frame(n)->native_stage = STAGE_COPY;
    if (frame(n)->aux + 1 < count) {
        rt_ask(g, CANTRIP_DECIDE_CHOOSE, ctx_of(n)->controller, self_of(n));
        for (uint32_t i = frame(n)->aux; i < count; i++)
            rt_option_add(g, CANTRIP_OPTION_ID, rt_set_at(g, all, i), 0, 0);
        frame(n)->native_stage = STAGE_NAMED;
        return rt_ask_one(g);
    }
    if (frame(n)->aux < count)
        copy_with_target(n, spell, rt_set_at(g, all, frame(n)->aux));
    give(n, frame(n)->kept[1]);
    return finished(n);
}
