/* Priority (CR 116), resolving (608), effects being carried out, and settling: state-based actions
 * and triggers before anybody gets priority (704.3, 603.3). */
#include "runtime/cast/cast.h"
#include "runtime/natives/natives.h"
#include "runtime/turn/turn.h"

#include <string.h>

/* ---- effects ----------------------------------------------------------------------------------
 */

void rt_frame_start(rt_game *g, uint32_t func, uint32_t ctx_idx, uint32_t event)
{
    CANTRIP_ASSERT(func < g->pack->func_count);
    const vm_func *f = &g->pack->func[func];
    if (!g->s->frame.count && !rt_is_resolving(g)) /* its modes and parts are one effect */
        g->s->resolution++;
    uint32_t at = RT_PUSH(g, frame), reg = g->s->reg.count;
    rt_push_many(g, &g->s->reg, f->reg_count);
    rt_frame *fr = rt_frame_row(g, at);
    fr->func = func;
    fr->ctx = ctx_idx;
    fr->reg = reg;
    fr->heap = g->s->heap.count;
    fr->event = event;
    rt_proc_push(g, RT_PROC_FRAME);
}

static rt_status frame_end(rt_game *g)
{
    rt_frame f = *rt_frame_row(g, g->s->frame.count - 1);
    g->s->reg.count = f.reg;
    g->s->heap.count = f.heap;
    if (f.held || f.over) /* and never released, or still known */
        rt_batch_drop(g, (f.held ? f.held : f.over) - 1);
    g->s->frame.count--;
    if (f.event || f.owns)
        rt_ctx_free(g, f.ctx); /* made for this only */
    return rt_proc_pop(g);
}

enum { NATIVE_FUEL = 16 }; /* what one call of a native costs; loops inside natives end so */

rt_status rt_frame_run(rt_game *g)
{
    for (;;) {
        rt_frame f = *rt_frame_row(g, g->s->frame.count - 1);
        if (!f.func) /* what has no effect is over at once */
            return frame_end(g);
        const vm_func *fn = &g->pack->func[f.func];
        uint64_t regs[VM_REG_MAX], value;
        const rt_ctx ctx = *rt_ctx_row(g, f.ctx);
        rt_env env = {g, &ctx, f.ctx + 1, f.mode};
        vm_result r = VM_NATIVE_CALL;
        if (!f.native_stage && !f.count) {
            rt_refresh(g); /* what the act before has changed is so for the next (CR 608.2c) */
            memcpy(regs, rt_reg_rows(g, f.reg), sizeof *regs * fn->reg_count);
            r = vm_run(g->pack, fn, &f.pc, regs, &g->run->fuel, rt_world, &env, &value);
            memcpy(rt_reg_rows(g, f.reg), regs, sizeof *regs * fn->reg_count);
            rt_frame_row(g, g->s->frame.count - 1)->pc = f.pc;
        }
        if (r == VM_ENDED) {
            if (g->s->aimed_anew)
                rt_targets_told(g);
            return frame_end(g);
        }
        if (r == VM_RAN_OUT)
            rt_fail(g, RT_FAULT_FUEL, 0);
        vm_insn i = vm_insn_at(g->pack, fn->code, f.pc);
        uint32_t imm[8], words = 0, frame_count = g->s->frame.count, proc_count = g->s->proc.count;
        while (words < 8 && f.pc + 1 + words < fn->code_count / 2) {
            vm_insn w = vm_insn_at(g->pack, fn->code, f.pc + 1 + words);
            if (w.op != VM_OP_IMM)
                break;
            imm[words++] = (uint32_t)w.imm;
        }
        rt_spend(g, NATIVE_FUEL);
        CANTRIP_ASSERT(words < sizeof imm / sizeof *imm);
        int done = 0;
        rt_status s = rt_native(g, i, imm, &done);
        if (done) {
            rt_frame *fr = rt_frame_row(g, frame_count - 1);
            fr->pc = f.pc + 1 + words;
            fr->native_stage = 0;
            fr->count = 0;
            fr->aux = 0;
            fr->kept[0] = fr->kept[1] = 0;
        }
        if (s == RT_ASK)
            return s;
        if (g->s->proc.count != proc_count || g->s->over)
            return RT_NEXT;
    }
}

/* ---- resolving --------------------------------------------------------------------------------
 */

enum resolve_stage {
    RESOLVE_CHECK,
    RESOLVE_FIRST,
    RESOLVE_MODE,
    RESOLVE_PARTS,
    RESOLVE_AFTER,
    RESOLVE_ENTERED,
    RESOLVE_LEFT
};

/* CR 608.2b: illegal targets are struck out; all illegal = it does nothing. */
static int targets_still_legal(rt_game *g, rt_entity obj, uint32_t ctx)
{
    CANTRIP_ASSERT(ctx < g->s->ctx.count);
    CANTRIP_ASSERT(rt_is_entity(g, obj));
    uint32_t total = 0, legal = 0;
    rt_ctx c = *rt_ctx_row(g, ctx);
    const rt_temp_mark mark = rt_temp_here(g);
    uint8_t *struck = rt_temp_zeroed(g, g->s->target.count + 1u);
    for (uint32_t i = 0; i < g->s->target.count; i++) {
        rt_target t = *rt_target_row(g, i);
        if (t.ctx != ctx)
            continue;
        const vm_target *asked = rt_target_asked(g, ctx, &t);
        const uint32_t sel = asked ? asked->sel /* or an Aura spell (CR 303.4a) */
                                   : rt_enchant_selector(g, rt_face(g, rt_live(g, obj)));
        total++;
        g->run->aims = asked && rt_target_by(asked) ? ctx + 1 : 0;
        g->run->aim_mode = t.mode;
        const int theirs = !t.of || rt_target_player(g, t.entity) == t.of;
        if (theirs && (sel ? rt_target_legal(g, sel, t.entity, &c)
                           : rt_live(g, t.entity) != NULL || RT_IS_PLAYER(t.entity)))
            legal++;
        else
            struck[i] = 1;
        g->run->aims = 0;
    }
    for (uint32_t i = 0; i < g->s->target.count; i++) /* those chosen by them have been looked at */
        if (struck[i])
            rt_target_row(g, i)->entity = 0;
    rt_temp_release(g, mark);
    return !total || legal;
}

static int zone_said(rt_game *g, const vm_mod *m, const rt_ctx *rule, void *user)
{
    CANTRIP_ASSERT(rule->controller < g->s->player.count &&
                   (rule->ability == VM_NO_SYMBOL || rule->ability < g->pack->ability_count));
    CANTRIP_ASSERT(vm_mod_describe(m->op) != NULL);
    (void)g, (void)rule;
    *(uint32_t *)user = m->a;
    return 1;
}

static void leave_stack(rt_game *g, rt_entity obj, uint32_t ctx, int resolved)
{
    CANTRIP_ASSERT(ctx < g->s->ctx.count);
    CANTRIP_ASSERT(rt_is_entity(g, obj));
    uint32_t to = g->s->end_turn_asked ? VM_ZONE_EXILE : VM_ZONE_GRAVEYARD; /* CR 716.1b */
    if (resolved && to == VM_ZONE_GRAVEYARD)
        rt_each_rule(g, VM_MOD_RESOLVES_TO, obj, zone_said, &to);
    const rt_object *o = rt_live(g, obj);
    rt_spell_ctx_end(g, obj, ctx);
    if (!o)
        return;
    rt_presence_of(g, rt_obj(g, RT_INDEX(obj)))->ctx = 0;
    if (o->flags & RT_OF_ABILITY) {
        rt_free_object(g, RT_INDEX(obj));
        return;
    }
    if (o->zone == VM_ZONE_STACK) {
        uint32_t batch = rt_batch(g);
        rt_move_event(g, obj, to, 0, 0);
        rt_batch_close(g, batch);
    }
}

static rt_status resolve_permanent(rt_game *g, rt_entity obj, uint32_t ctx)
{
    CANTRIP_ASSERT(ctx < g->s->ctx.count);
    CANTRIP_ASSERT(rt_is_entity(g, obj));
    rt_entity host = 0;
    for (uint32_t i = 0; i < g->s->target.count; i++)
        if (rt_target_row(g, i)->ctx == ctx)
            host = rt_target_row(g, i)->entity;
    const rt_object *o = rt_live(g, obj);
    uint8_t controller = o->controller;
    uint32_t batch = rt_batch(g);
    rt_move_event(g, obj, VM_ZONE_BATTLEFIELD, RT_EF_CAST, 0);
    rt_event *e = rt_event_row(g, batch);
    e->player = controller;
    e->whom = host;
    rt_top(g)->stage = RESOLVE_ENTERED;
    rt_top(g)->resolve.batch = batch;
    rt_batch_run(g, batch);
    return RT_NEXT;
}

static void resolved(rt_game *g, rt_entity obj)
{
    const rt_object *o = rt_live(g, obj);
    if (!o || (o->flags & RT_OF_ABILITY))
        return;
    const uint32_t batch = rt_batch(g);
    rt_event *e = rt_event_add(g, RT_EV_DID, 0);
    e->aux = VM_EVENT_resolves;
    e->obj = obj;
    e->player = rt_live(g, obj)->controller;
    rt_batch_told(g, batch);
}

/* Its own instructions. */
static rt_status resolve_text(rt_game *g)
{
    rt_proc *p = rt_top(g);
    const vm_ability *a = p->resolve.ability < 0 ? NULL : &g->pack->ability[p->resolve.ability];
    p->resolve.at = 0;
    p->stage = a && a->mode_count ? RESOLVE_MODE : RESOLVE_PARTS;
    if (a && a->effect && !a->mode_count)
        rt_frame_start(g, a->effect, p->resolve.ctx, 0);
    return RT_NEXT;
}

static rt_status resolve_check(rt_game *g)
{
    if (rt_loop_check(g))
        return rt_proc_pop(g);
    g->s->resolution++;
    uint32_t idx = rt_zone_at(g, VM_ZONE_STACK, 0, rt_zone_count(g, VM_ZONE_STACK, 0) - 1);
    const rt_object *o = rt_obj(g, idx);
    rt_entity obj = rt_handle(g, idx);
    if (!rt_here(g, o)
             ->ctx) { /* it was to leave the stack, but something replaced that: it cannot stay there either */
        CANTRIP_ASSERT(!(o->flags & RT_OF_ABILITY)); /* nothing replaces that one goes */
        rt_proc_pop(g);
        rt_relocate(g, idx, VM_ZONE_GRAVEYARD, 0);
        return RT_NEXT;
    }
    uint32_t ctx = rt_here(g, o)->ctx - 1;
    const rt_ctx c = *rt_ctx_row(g, ctx);
    const vm_ability *a = c.ability == VM_NO_SYMBOL ? NULL : &g->pack->ability[c.ability];
    rt_proc *p = rt_top(g);
    p->resolve.object = obj;
    p->resolve.ctx = ctx;
    p->resolve.ability = a ? (int32_t)c.ability : -1;
    int spell = !(o->flags & RT_OF_ABILITY);
    rt_refresh(g);
    if (!spell && a && a->kind == VM_ABILITY_TRIGGERED && a->condition &&
        !rt_value(g, a->condition, &c, 0)) {
        RT_TELL(g, NOT_TRUE, .object = c.self); /* CR 603.4 */
        rt_proc_pop(g);
        leave_stack(g, obj, ctx, 0);
        return RT_NEXT;
    }
    const int as_aura = spell && rt_face(g, rt_live(g, obj))->shape == VM_SHAPE_AS_AURA;
    const int legal = targets_still_legal(g, obj, ctx);
    if (!legal && as_aura) /* CR 702.102d */
        rt_show_face(g, RT_INDEX(obj), rt_face(g, rt_live(g, obj))->other);
    if (!legal && !as_aura) {
        RT_TELL(g, NO_TARGET, .object = c.self);
        rt_proc_pop(g);
        leave_stack(g, obj, ctx, 0);
        return RT_NEXT;
    }
    RT_TELL(g, RESOLVES, .object = c.self);
    rt_top(g)->stage = RESOLVE_FIRST;
    return spell ? RT_NEXT : resolve_text(g);
}

static rt_status resolve_mode(rt_game *g)
{
    rt_proc *p = rt_top(g);
    const vm_ability *a = &g->pack->ability[p->resolve.ability];
    uint32_t ctx = p->resolve.ctx, chosen = rt_ctx_row(g, ctx)->modes;
    while ((uint32_t)p->resolve.at < a->mode_count && !(chosen >> p->resolve.at & 1))
        p->resolve.at++;
    if ((uint32_t)p->resolve.at >= a->mode_count) {
        p->stage = RESOLVE_PARTS;
        p->resolve.at = 0;
        return RT_NEXT;
    }
    uint32_t mode = (uint32_t)p->resolve.at++;
    rt_frame_start(g, g->pack->mode[a->modes + mode].effect, ctx, 0);
    rt_frame_row(g, g->s->frame.count - 1)->mode = mode;
    return RT_NEXT;
}

static int is_permanent_spell(const rt_game *g, rt_entity obj)
{
    const rt_object *o = rt_live(g, obj);
    return o && o->zone == VM_ZONE_STACK && !(o->flags & RT_OF_ABILITY) &&
           (o->types & VM_PERMANENT_TYPES);
}

/* What keywords say, in front of the spell's own instructions or, with what was spliced onto it, behind them. */
static rt_status resolve_parts(rt_game *g, uint32_t first)
{
    const rt_proc p = *rt_top(g);
    int32_t at = p.resolve.at;
    uint32_t effect, mode;
    const int more = rt_part_next(g, p.resolve.object, p.resolve.ctx, first, &at, &effect, &mode);
    rt_top(g)->resolve.at = at;
    if (!more && first)
        return resolve_text(g);
    if (!more && is_permanent_spell(g, p.resolve.object)) {
        resolved(g, p.resolve.object); /* as long as it is a spell (CR 608.3) */
        return resolve_permanent(g, p.resolve.object, p.resolve.ctx);
    }
    if (!more) {
        rt_top(g)->stage = RESOLVE_AFTER;
        return RT_NEXT;
    }
    rt_frame_start(g, effect, p.resolve.ctx, 0);
    rt_frame_row(g, g->s->frame.count - 1)->mode = mode;
    return RT_NEXT;
}

rt_status rt_resolve_run(rt_game *g)
{
    rt_proc *p = rt_top(g);
    rt_entity obj = p->resolve.object;
    uint32_t ctx = p->resolve.ctx;
    switch (p->stage) {
    case RESOLVE_CHECK:
        return resolve_check(g);
    case RESOLVE_MODE:
        return resolve_mode(g);
    case RESOLVE_FIRST:
        return resolve_parts(g, VM_AF_FIRST);
    case RESOLVE_PARTS:
        return resolve_parts(g, 0);
    case RESOLVE_ENTERED:
        rt_batch_drop(g, p->resolve.batch);
        rt_proc_pop(g);
        if (rt_live(g, obj) && rt_live(g, obj)->zone == VM_ZONE_STACK)
            leave_stack(g, obj, ctx, 0); /* it could not enter (CR 608.3b) */
        else
            rt_ctx_free(g, ctx);
        return RT_NEXT;
    case RESOLVE_LEFT:
        return rt_proc_pop(g);
    default:
        p->stage = RESOLVE_LEFT;
        p->resolve.ctx = 0; /* it ends there */
        resolved(g, obj);
        leave_stack(g, obj, ctx, 1);
        return RT_NEXT;
    }
}

/* ---- settling ---------------------------------------------------------------------------------
 */

enum { SETTLE_FUEL = 64 }; /* what one round of state-based actions costs */

rt_status rt_settle_run(rt_game *g)
{
    rt_proc *p = rt_top(g);
    if (p->settle.batch) {
        rt_batch_drop(g, p->settle.batch - 1);
        p->settle.batch = 0;
    }
    if (rt_mana_triggers(g)) /* CR 605.4a */
        return RT_NEXT;
    rt_game_end_check(g);
    if (g->s->over)
        return rt_proc_pop(g);
    if (rt_leave_check(g)) {
        g->s->settled = 1;
        return RT_NEXT;
    }
    rt_refresh(g);
    if (rt_legends_ask(g)) {
        g->s->settled = 1;
        return RT_NEXT;
    }
    uint32_t batch = rt_batch(g);
    rt_top(g)->settle.batch = batch + 1; /* before a procedure can be pushed on top */
    int n = rt_sba(g, batch);
    if (g->s->over)
        return rt_proc_pop(g);
    if (n) {
        rt_spend(g, SETTLE_FUEL);
        g->s->settled = 1;
        if (rt_loop_check(g))
            return rt_proc_pop(g);
        if (g->s->event.count > batch)
            rt_batch_run(g, batch);
        return RT_NEXT;
    }
    rt_control_triggers(g);
    rt_state_triggers(g);
    if (g->s->pending.count) {
        g->s->settled = 1;
        rt_proc_push(g, RT_PROC_PUT_TRIGGER);
        return RT_NEXT;
    }
    return rt_proc_pop(g);
}

static int settles_nothing(rt_game *g)
{
    const uint32_t batch = rt_batch(g);
    const int nothing = !rt_legends_ask(g) && !rt_sba(g, batch);
    rt_control_triggers(g);
    rt_state_triggers(g);
    return nothing && g->s->event.count == batch && !g->s->pending.count;
}

/* Is there nothing to settle, as far as a few looks tell: no permanent has changed, nothing waits, nobody could lose? */
static int is_settled(rt_game *g)
{
    const rt_state *s = g->s;
    if (s->touched || s->dirty || s->pending.count || s->strays || s->gone || s->unseen ||
        s->shared || s->commander_damage.count || s->player.count < 2 || g->lib->watches_control ||
        (s->rules_union & RT_RULE(VM_MOD_DESIGNATES)) || (s->listening >> VM_EVENT_state & 1))
        return 0;
    for (uint32_t i = 0; i < s->player.count; i++) {
        const rt_player *p = rt_player_row(g, i);
        if (p->life <= 0 || p->drew_from_empty || p->counters)
            return 0;
    }
    RT_CHECK_AGAIN(g, settles_nothing(g));
    return 1;
}

static uint32_t pending_of(const rt_game *g, uint32_t player, uint32_t *rows)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    uint32_t n = 0;
    rt_spend(g, g->s->pending.count);
    for (uint32_t i = 0; i < g->s->pending.count; i++)
        if (rt_ctx_row(g, *rt_pending_row(g, i) - 1)->controller == player)
            rows[n++] = i;
    return n;
}

static int all_alike(const rt_game *g, const uint32_t *rows, uint32_t n)
{
    const rt_ctx *first = rt_ctx_row(g, *rt_pending_row(g, rows[0]) - 1);
    for (uint32_t i = 1; i < n; i++) {
        const rt_ctx *c = rt_ctx_row(g, *rt_pending_row(g, rows[i]) - 1);
        if (c->ability != first->ability || c->captured != first->captured ||
            c->controller != first->controller)
            return 0;
        const int blind = g->lib->blind[c->ability]; /* it does the same whatever has happened */
        if (c->self != first->self && !(blind && g->lib->faceless[c->ability]))
            return 0;
        if (blind)
            continue;
        if (memcmp(c->event_obj, first->event_obj, sizeof c->event_obj) != 0 ||
            c->whom != first->whom || c->amount != first->amount || c->aux != first->aux ||
            c->event_player != first->event_player || c->event_from != first->event_from ||
            c->event_to != first->event_to || c->those != first->those)
            return 0;
    }
    return 1;
}

static rt_status put_trigger(rt_game *g, uint32_t row)
{
    const uint32_t old = *rt_pending_row(g, row) - 1;
    const rt_ctx c = *rt_ctx_row(g, old);
    memmove(rt_pending_row(g, row), rt_pending_rows(g, row + 1),
            (g->s->pending.count - row - 1) * sizeof(uint32_t));
    g->s->pending.count--;
    if (c.flags & RT_CTX_PRETENDS) {
        rt_ctx_free(g, old);
        return g->s->gone >> c.controller & 1 ? RT_NEXT : rt_secret_ask(g, c.controller, c.self);
    }
    if (g->pack->ability[c.ability].flags &
        VM_AF_SPECIAL) { /* as you draw this: not on the stack */
        rt_frame_start(g, g->pack->ability[c.ability].effect, old, 0);
        rt_frame_row(g, g->s->frame.count - 1)->owns = 1;
        return RT_NEXT;
    }
    if (!(g->s->gone >> c.controller & 1)) /* CR 800.4d */
        rt_trigger_start(g, &c);
    rt_ctx_free(g, old); /* behind it: what was captured is handed on */
    return RT_NEXT;
}

/* One of those that are all alike: the last, which is taken out at once. */
static rt_status put_alike(rt_game *g, uint32_t player)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    uint32_t row = g->s->pending.count;
    rt_top(g)->put_trigger.alike--;
    while (row-- > 0)
        if (rt_ctx_row(g, *rt_pending_row(g, row) - 1)->controller == player)
            return put_trigger(g, row);
    return RT_NEXT;
}

rt_status rt_put_trigger_run(rt_game *g)
{
    rt_proc *p = rt_top(g);
    const uint32_t players = g->s->player.count,
                   secret =
                       p->put_trigger.ordered || p->put_trigger.alike ? 0 : rt_secret_waiting(g);
    if (secret)
        return put_trigger(g, secret - 1);
    for (; p->put_trigger.seat < players; p->put_trigger.seat++) { /* CR 603.3b: APNAP */
        const uint32_t player = rt_seat_after(g, g->s->turn_player, p->put_trigger.seat);
        if (p->put_trigger.alike > 0)
            return put_alike(g, player);
        const rt_temp_mark mark = rt_temp_here(g);
        uint32_t *rows = rt_temp_alloc(g, (g->s->pending.count + 1) * sizeof *rows);
        const uint32_t n = pending_of(g, player, rows);
        if (n && !p->put_trigger.ordered && all_alike(g, rows, n)) {
            p->put_trigger.alike = n;
        } else if (n && !p->put_trigger.ordered) {
            rt_ask(g, CANTRIP_DECIDE_ORDER_TRIGGERS, player, 0);
            for (uint32_t i = 0; i < n; i++) {
                const rt_ctx *c = rt_ctx_row(g, *rt_pending_row(g, rows[i]) - 1);
                rt_option_add(g, CANTRIP_OPTION_ID, c->self, (int32_t)i, (int32_t)c->ability);
            }
            rt_top(g)->put_trigger.ordered = 1;
            rt_temp_release(g, mark);
            return rt_ask_one(g);
        }
        const uint32_t pick = n && p->put_trigger.ordered && (uint32_t)rt_answered(g, 0)->a < n
                                  ? (uint32_t)rt_answered(g, 0)->a
                                  : 0;
        const uint32_t row = n ? rows[pick] : 0;
        p->put_trigger.ordered = 0;
        rt_temp_release(g, mark);
        if (p->put_trigger.alike)
            return put_alike(g, player);
        if (n)
            return put_trigger(g, row);
    }
    return rt_proc_pop(g);
}

/* ---- priority ---------------------------------------------------------------------------------
 */

enum priority_stage { PRIORITY_SETTLE, PRIORITY_ASK, PRIORITY_ANSWERED };

static rt_status give_priority(rt_game *g, uint32_t player, int32_t passes)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    rt_proc *p = rt_top(g);
    p->priority.player = player;
    p->priority.passes = passes;
    p->stage = passes ? PRIORITY_ASK : PRIORITY_SETTLE;
    return RT_NEXT;
}

/* Of those who are still in the game. */
static int have_all_passed(const rt_game *g, uint32_t passes)
{
    const uint32_t all = g->s->player.count, everybody = all < 32 ? (1u << all) - 1 : UINT32_MAX;
    return (passes | g->s->gone) == everybody;
}

static rt_status all_passed(rt_game *g)
{
    if (!rt_zone_count(g, VM_ZONE_STACK, 0))
        return rt_proc_pop(g);
    give_priority(g, g->s->turn_player, 0); /* CR 116.3b */
    rt_proc_push(g, RT_PROC_RESOLVE);
    return RT_NEXT;
}

static rt_status passed(rt_game *g)
{
    const uint32_t player = rt_top(g)->priority.player,
                   passes = rt_top(g)->priority.passes | 1u << player;
    return have_all_passed(g, passes)
               ? all_passed(g)
               : give_priority(g, rt_next_priority(g, player, passes), (int32_t)passes);
}

static rt_status act(rt_game *g)
{
    const rt_option o = *rt_answered(g, 0);
    uint32_t player = rt_top(g)->priority.player;
    if (o.kind != CANTRIP_OPTION_PASS && o.kind != CANTRIP_OPTION_CAST &&
        o.kind != CANTRIP_OPTION_ACTIVATE) /* what these use up is stirred where it is */
        rt_stir(g, player);
    switch (o.kind) {
    case CANTRIP_OPTION_LAND: { /* CR 115.2a, 305.1 */
        give_priority(g, player, 0);
        rt_player_row(g, player)->lands_played++;
        uint32_t batch = rt_batch(g);
        rt_move_event(g, o.entity, VM_ZONE_BATTLEFIELD, RT_EF_LANDPLAY, 0);
        rt_event_row(g, batch)->player = (uint8_t)player;
        rt_batch_close(g, batch);
        return RT_NEXT;
    }
    case CANTRIP_OPTION_CAST:
        if (g->s->take_back >> player & 1)
            rt_image_take(g);
        give_priority(g, player, 0);
        rt_cast_start(g, player, o.entity, (uint32_t)o.b, (uint32_t)o.a);
        return RT_NEXT;
    case CANTRIP_OPTION_TURN_UP: /* CR 115.2b */
        if (g->s->take_back >> player & 1)
            rt_image_take(g);
        give_priority(g, player, 0);
        rt_turn_up_start(g, player, o.entity, (uint32_t)o.a);
        return RT_NEXT;
    case CANTRIP_OPTION_MANA:
        give_priority(g, player, 0);
        rt_tap_for_mana(g, player, o.entity, (uint32_t)o.b);
        return RT_NEXT;
    case CANTRIP_OPTION_ACTIVATE:
        if (g->s->take_back >> player & 1)
            rt_image_take(g);
        give_priority(g, player, 0);
        rt_activate_start(g, player, o.entity, (uint32_t)o.a);
        return RT_NEXT;
    default:
        return passed(g);
    }
}

void rt_priority_anew(rt_game *g)
{
    rt_top(g)->stage = PRIORITY_ASK;
}

/* Somebody put something into the position: whoever was asked what they do is asked again, as soon as the rules have
 * seen it (CR 116.5). */
void rt_priority_stale(rt_game *g)
{
    if (!g->s->decision.active || g->s->decision.kind != CANTRIP_DECIDE_PRIORITY)
        return;
    g->s->decision.active = 0;
    rt_top(g)->stage = PRIORITY_SETTLE;
}

/* What was declared knows by its stage that it is declared anew. */
void rt_taken_back(rt_game *g, uint32_t player)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    if (rt_top(g)->kind == RT_PROC_PRIORITY)
        rt_top(g)->stage = PRIORITY_ASK;
    RT_TELL(g, TAKEN_BACK, .other = RT_PLAYER(player));
}

/* The players in turn, until one could do something, or all have passed. Where trivial questions are skipped, whoever can do nothing
 * but pass has passed. */
static rt_status ask_in_turn(rt_game *g)
{
    for (;;) {
        uint32_t player = rt_top(g)->priority.player;
        if (g->s->gone >> player & 1) { /* CR 800.4a, h */
            const uint32_t passes = rt_top(g)->priority.passes;
            if (have_all_passed(g, passes))
                return all_passed(g);
            player = rt_next_priority(g, player, passes);
            rt_top(g)->priority.player = player;
        }
        if (g->s->event.count && g->s->proc.count == 2)
            g->s->event.count = 0;
        rt_know_shown(g);
        rt_offers_drop(g);
        rt_ask(g, CANTRIP_DECIDE_PRIORITY, player, 0);
        rt_option_add(g, CANTRIP_OPTION_PASS, 0, 0, 0);
        rt_priority_options(g, player, 1);
        rt_top(g)->stage = PRIORITY_ANSWERED;
        const int trivial = g->s->option.count == 1 && g->s->skip_trivial;
        const rt_status asked = rt_ask_one(g);
        if (!trivial)
            return asked;
        passed(g);
        if (rt_top(g)->kind != RT_PROC_PRIORITY || rt_top(g)->stage != PRIORITY_ASK)
            return RT_NEXT;
        rt_spend(g, 1);
    }
}

rt_status rt_priority_run(rt_game *g)
{
    rt_proc *p = rt_top(g);
    if (g->s->over || g->s->end_turn_asked)
        return rt_proc_pop(g);
    switch (p->stage) {
    case PRIORITY_SETTLE:
        p->stage = PRIORITY_ASK;
        if (!is_settled(g)) {
            rt_proc_push(g, RT_PROC_SETTLE);
            return RT_NEXT;
        }
        /* fall through */
    case PRIORITY_ASK:
        return ask_in_turn(g);
    default:
        return act(g);
    }
}
