/* The turn (CR 500 to 514): each step has its beginning (turn-based actions, CR 703), its triggers
 * and priority, and its end. */
#include "runtime/turn/turn.h"

#include <string.h>

static const uint32_t STEPS_OF_COMBAT = 1u << VM_STEP_COMBAT | 1u << VM_STEP_ATTACKERS |
                                        1u << VM_STEP_BLOCKERS | 1u << VM_STEP_DAMAGE |
                                        1u << VM_STEP_END_COMBAT;

/* TURN: stage = step; a = enum part */
enum part { PART_BEGIN, PART_ACTED, PART_PRIORITY, PART_TURN, PART_STEP, PART_BEGUN };

static rt_proc *turn_proc(rt_game *g)
{
    uint32_t i = g->s->proc.count;
    while (i-- > 0)
        if (rt_proc_row(g, i)->kind == RT_PROC_TURN)
            return rt_proc_row(g, i);
    CANTRIP_ASSERT(!"there is always a turn");
    return rt_top(g);
}

/* Does such a row speak of the turn at hand? */
static int is_of_now(const rt_game *g, const rt_skip *k)
{
    return k->when != VM_SKIP_NEXT_TURN &&
           (k->when != VM_SKIP_MADE_TURN || k->turn == g->s->turn_number);
}

/* Is something that the player would have skipped? One effect is used up (CR 614.10a). */
static int skips(rt_game *g, uint32_t player, uint32_t step)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    for (uint32_t i = 0; i < g->s->skip.count; i++) {
        rt_skip *k = rt_skip_row(g, i);
        if (!rt_is_with(g, k->player, player) || k->step != step || !is_of_now(g, k))
            continue;
        if (k->count && !--k->count)
            *k = *rt_skip_rows(g, --g->s->skip.count);
        return 1;
    }
    return 0;
}

/* What was to be skipped in the turn before is over; that of the next turn of whoever has this one is at hand. */
static void skips_of_turn(rt_game *g)
{
    for (uint32_t i = g->s->skip.count; i-- > 0;) {
        rt_skip *k = rt_skip_row(g, i);
        if (k->when == VM_SKIP_NEXT_TURN && rt_is_active(g, k->player))
            k->when = VM_SKIP_THIS_TURN;
        else if (k->when == VM_SKIP_THIS_TURN ||
                 (k->when == VM_SKIP_MADE_TURN && k->turn < g->s->turn_number))
            *k = *rt_skip_rows(g, --g->s->skip.count);
    }
}

/* What waits for a step of an extra turn that is not begun waits for nothing. */
static void never_begins(rt_game *g, uint32_t number)
{
    for (uint32_t i = g->s->delayed.count; number && i-- > 0;) {
        const rt_delayed *d = rt_delayed_row(g, i);
        const uint32_t ability = rt_ctx_row(g, d->ctx - 1)->ability;
        if ((g->pack->ability[ability].flags & VM_AF_THAT_TURN) && d->turn == number)
            rt_delayed_drop(g, i);
    }
}

/* The extra turn that was made last comes first (CR 500.7); else turn order. */
static uint32_t next_turn_player(rt_game *g)
{
    for (;;) {
        uint32_t p;
        g->s->turn_number = 0;
        if (g->s->extra_turn.count) {
            const rt_extra_turn extra = *rt_extra_turn_rows(g, --g->s->extra_turn.count);
            p = rt_team_head(g, extra.player);
            g->s->turn_number = extra.number;
        } else {
            p = g->s->order_player = rt_next_team(g, g->s->order_player);
        }
        if (rt_player_row(g, p)->lost) { /* CR 800.4i, j */
            never_begins(g, g->s->turn_number);
            rt_passed_over(g, p);
            continue;
        }
        if (!skips(g, p, RT_SKIP_TURN))
            return p;
        never_begins(g, g->s->turn_number);
        RT_TELL(g, SKIP_TURN, .other = RT_PLAYER(p));
    }
}

int32_t rt_turn_fact(const rt_game *g, uint32_t fact)
{
    CANTRIP_ASSERT(g->s->step < VM_STEP_COUNT);
    switch (fact) {
    case VM_TURN_EXTRA:
        return g->s->turn_number != 0;
    case VM_TURN_STEPS:
        return g->s->begun[g->s->step];
    default:
        return g->s->begun[VM_STEP_COMBAT];
    }
}

/* The step at hand; of_turn: what comes behind the first combat phase counts as postcombat (CR 506.6d). */
uint32_t rt_turn_point(const rt_game *g, uint32_t of)
{
    const rt_state *s = g->s;
    const int of_turn = of == 1;
    if (of == 2 && s->step == VM_STEP_END_COMBAT && s->first_strike_step == RT_BLOCKS_SKIPPED)
        return VM_STEP_ATTACKERS; /* CR 506.6f */
    const uint32_t combats = s->combat_number - s->combat_before;
    const int again = combats > 1 || (combats && s->step < VM_STEP_ATTACKERS);
    return of_turn && again && s->step < VM_STEP_MAIN2 ? VM_STEP_MAIN2 : s->step;
}

/* An event that something may wait for is about to happen; a new one, whatever is being replaced (CR 614.10b). */
static void would_begin(rt_game *g, uint32_t kind, uint32_t player, uint32_t aux)
{
    const uint32_t batch = rt_batch(g);
    g->s->coming = 0;
    rt_event *e = rt_event_add(g, kind, 0);
    e->player = (uint8_t)player;
    e->aux = aux;
    e->applied = 0;
    rt_batch_run(g, batch);
}

static int is_waited_for(rt_game *g, uint32_t event)
{
    rt_refresh(g);
    return ((g->s->listening | rt_waits_elsewhere(g)) >> event & 1) || g->s->delayed.count;
}

/* Whose turn begins is an event, so that something else can happen instead (CR 614.1b, 614.10). */
static void turn_comes(rt_game *g)
{
    rt_state *s = g->s;
    rt_spend(g, 1);
    if (s->turn > 0 || rt_player_row(g, s->turn_player)->lost)
        s->coming = next_turn_player(g);
    else
        s->coming = s->order_player = s->turn_player;
    const uint32_t player = s->coming++;
    turn_proc(g)->turn.whose = player;
    turn_proc(g)->a = PART_TURN;
    if (is_waited_for(g, VM_EVENT_begins_turn))
        would_begin(g, RT_EV_BEGIN_TURN, player, g->s->turn_number != 0);
}

/* It did not: the next one. Of the very first turn nobody has had one before. */
static void turn_passed(rt_game *g)
{
    const uint32_t p = turn_proc(g)->turn.whose;
    never_begins(g, g->s->turn_number);
    RT_TELL(g, SKIP_TURN, .other = RT_PLAYER(p));
    if (!g->s->turn)
        g->s->turn_player = rt_next_team(g, p);
    turn_proc(g)->a = PART_BEGIN;
}

static void new_turn(rt_game *g)
{
    rt_state *s = g->s;
    s->turn++;
    s->turn_player = s->coming - 1;
    s->extra_phase.count = s->resume_step = s->extra_behind = 0;
    s->combat_before = s->combat_number;
    memset(s->begun, 0, sizeof s->begun);
    skips_of_turn(g);
    for (uint32_t i = 0; i < s->player.count; i++) {
        rt_player *p = rt_player_row(g, i);
        p->lands_played = 0;
        p->life_lost = p->life_gained = p->drew = p->spells_cast = 0;
        p->draw_step_draws = 0;
        if (!rt_is_active(g, i))
            continue;
        p->turn_before = p->last_turn;
        p->last_turn = s->turn;
    }
    rt_stir_turn(g);
    rt_activated_turn(g);
    rt_control_turn(g);
    rt_reach_find(g);
    s->defending = 0;
    rt_begin_turn_effects(g);
    rt_history_turn(g);
    RT_TELL(g, TURN, .other = RT_PLAYER(s->turn_player), .amount = (int32_t)s->turn);
}

static void draw_for_turn(rt_game *g)
{
    if (g->s->turn == 1 && (g->s->player.count == 2 || g->s->shared)) /* CR 103.7a to c */
        return;
    const uint32_t batch = rt_batch(g);
    for (uint32_t k = 0; k < (g->s->shared ? g->s->player.count : 1); k++) {
        const uint32_t p = k ? rt_seat_after(g, g->s->turn_player, k) : g->s->turn_player;
        if (rt_is_active(g, p) && !rt_player_row(g, p)->lost) /* CR 805.4b */
            rt_event_add(g, RT_EV_DRAW, RT_EF_FIRST_OF_STEP)->player = (uint8_t)p;
    }
    rt_batch_run(g, batch);
}

static int has_combat(rt_game *g)
{
    uint32_t n;
    const uint32_t *all = rt_permanents(g, &n);
    for (uint32_t i = 0; i < n; i++)
        if (rt_obj(g, all[i])->flags & RT_OF_ATTACKING)
            return 1;
    return 0;
}

static void end_combat(rt_game *g) /* CR 511.3 */
{
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++)
        rt_remove_from_combat(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i));
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        rt_object *o = rt_obj(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i));
        o->flags &= ~(uint32_t)RT_OF_ATTACKED;
        rt_presence_of(g, o)->defender = 0;
    }
    g->s->also.count = g->s->block_number.count = 0;
    g->s->declaring = 0;
    rt_combat_changed(g);
    rt_end_combat_effects(g);
}

/* CR 505.4, 714.3b: a lore counter on each Saga of the active player. */
static void advance_sagas(rt_game *g)
{
    uint32_t batch = rt_batch(g);
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        const rt_object *o = rt_obj(g, idx);
        if (!rt_is_kind(g, o, VM_SUBTYPE_SAGA) || !rt_is_active(g, o->controller))
            continue;
        rt_event *e = rt_event_add(g, RT_EV_PUT_COUNTERS, 0);
        e->whom = rt_handle(g, idx);
        e->aux = VM_COUNTER_LORE;
        e->amount = 1;
    }
    rt_batch_run(g, batch);
}

/* The turn-based actions at the beginning of a step. 0 = the step is skipped. */
static int begin_step(rt_game *g, uint32_t step)
{
    CANTRIP_ASSERT(step < VM_STEP_COUNT);
    rt_loop_broken(g);
    switch (step) {
    case VM_STEP_UNTAP:
        rt_phasing(g);
        rt_proc_push(g, RT_PROC_UNTAP);
        break;
    case VM_STEP_UPKEEP:
        rt_begin_upkeep_effects(g);
        break;
    case VM_STEP_DRAW:
        draw_for_turn(g);
        break;
    case VM_STEP_MAIN1:
        advance_sagas(g);
        break;
    case VM_STEP_COMBAT:
        if (g->s->attack == CANTRIP_ATTACK_ONE && !rt_player_row(g, g->s->turn_player)->lost)
            rt_proc_push(g, RT_PROC_DEFENDER);
        break;
    case VM_STEP_ATTACKERS:
        g->s->combat_number++;
        g->s->block_number.count = 0;
        rt_combat_changed(g);
        g->s->first_strike_step = 0;
        rt_proc_push(g, RT_PROC_ATTACK);
        break;
    case VM_STEP_BLOCKERS:
        if (!has_combat(g)) { /* CR 508.8 */
            g->s->first_strike_step = RT_BLOCKS_SKIPPED;
            return 0;
        }
        rt_proc_push(g, RT_PROC_BLOCK);
        break;
    case VM_STEP_DAMAGE:
        if (!has_combat(g))
            return 0;
        rt_proc_push(g, RT_PROC_DAMAGE);
        break;
    case VM_STEP_CLEANUP:
        rt_proc_push(g, RT_PROC_CLEANUP);
        break;
    default:
        break;
    }
    return 1;
}

static void heard(rt_game *g, const rt_ctx *c, void *user)
{
    (void)g, (void)c;
    *(int *)user = 1;
}

/* For builds that check. */
static int hears_step(rt_game *g, uint32_t step)
{
    const rt_event e = {.kind = RT_EV_STEP, .aux = step, .player = (uint8_t)g->s->turn_player};
    int any = 0;
    rt_would_trigger(g, &e, UINT64_C(1) << VM_EVENT_step, heard, &any);
    return any;
}

/* Does anything wait for one of those steps (bit mask)? What waits for others is not asked. */
static int are_awaited(rt_game *g, uint32_t steps)
{
    rt_refresh(g);
    int any =
        (rt_waits_elsewhere(g) | g->lib->history) >> VM_EVENT_step & 1 || (g->s->steps & steps);
    for (uint32_t i = 0; i < g->s->delayed.count && !any; i++)
        any = (g->lib->steps[rt_ctx_row(g, rt_delayed_row(g, i)->ctx - 1)->ability] & steps) != 0;
    for (uint32_t step = 0; RT_CHECKING && step < VM_STEP_COUNT; step++)
        RT_CHECK_AGAIN(g, any || !(steps >> step & 1) || !hears_step(g, step));
    return any;
}

/* Could anything happen in the combat phase? If not, it passes without a word: nobody can attack or do anything,
 * and nothing waits for its steps or its end. */
static int wants_combat(rt_game *g)
{
    if (are_awaited(g, STEPS_OF_COMBAT) || g->s->delayed.count)
        return 1;
    for (uint32_t i = 0; i < g->s->effect.count; i++)
        if (rt_effect_row(g, i)->duration == VM_DURATION_END_OF_COMBAT)
            return 1;
    for (uint32_t p = 0; p < g->s->player.count; p++)
        if (!rt_player_row(g, p)->lost && rt_priority_options(g, p, 0))
            return 1;
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++)
        if (rt_can_attack(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i), 0))
            return 1;
    return 0;
}

static void step_event(rt_game *g, uint32_t step)
{
    CANTRIP_ASSERT(step < VM_STEP_COUNT);
    if (!are_awaited(g, 1u << step))
        return;
    uint32_t batch = rt_batch(g);
    for (uint32_t k = 0; k < (g->s->shared ? g->s->player.count : 1); k++) {
        const uint32_t p = k ? rt_seat_after(g, g->s->turn_player, k) : g->s->turn_player;
        if (k && (!rt_is_active(g, p) || rt_player_row(g, p)->lost))
            continue;
        rt_event *e = rt_event_add(g, RT_EV_STEP, k ? RT_EF_AGAIN : 0);
        e->aux = step;
        e->player = (uint8_t)p;
    }
    rt_batch_told(g, batch);
}

/* Extra steps come behind the step at hand, the one that was added last first (CR 500.9); then the turn goes on behind that
 * step. They stand among the extra phases. 0 = there is none. */
static uint32_t extra_step_behind(rt_game *g, uint32_t step)
{
    rt_state *s = g->s;
    const uint32_t row =
        s->extra_phase.count ? *rt_extra_phase_row(g, s->extra_phase.count - 1) : 0;
    if (!(row & RT_EXTRA_STEP))
        return 0;
    s->extra_phase.count--;
    if (!s->extra_behind)
        s->extra_behind = step + 1;
    return row & ~(uint32_t)RT_EXTRA_STEP;
}

/* Behind the last step of a phase: extra phases, the one that was added last first (CR 500.8), then the turn goes on. */
static uint32_t step_behind(rt_game *g, uint32_t step)
{
    CANTRIP_ASSERT(step < VM_STEP_COUNT);
    const uint32_t extra = extra_step_behind(g, step);
    if (extra)
        return extra;
    if (g->s->extra_behind)
        step = g->s->extra_behind - 1;
    g->s->extra_behind = 0;
    const uint32_t next = step == VM_STEP_CLEANUP ? VM_STEP_UNTAP : step + 1;
    if (step != VM_STEP_DRAW && step != VM_STEP_MAIN1 && step != VM_STEP_END_COMBAT &&
        step != VM_STEP_MAIN2)
        return next;
    if (g->s->extra_phase.count) {
        if (!g->s->resume_step)
            g->s->resume_step = next;
        return *rt_extra_phase_rows(g, --g->s->extra_phase.count);
    }
    const uint32_t resume = g->s->resume_step;
    g->s->resume_step = 0;
    return resume ? resume : next;
}

static rt_status go_on_behind(rt_game *g, uint32_t step)
{
    CANTRIP_ASSERT(step < VM_STEP_COUNT);
    rt_proc *p = turn_proc(g);
    p->stage = (uint8_t)step_behind(g, step);
    p->a = PART_BEGIN;
    return RT_NEXT;
}

static rt_status next_step(rt_game *g, uint32_t step)
{
    CANTRIP_ASSERT(step < VM_STEP_COUNT);
    rt_mana_empty(g, step == VM_STEP_CLEANUP);
    if (step == VM_STEP_END_COMBAT)
        end_combat(g);
    return go_on_behind(g, step);
}

static int skip_rule(rt_game *g, const vm_mod *m, const rt_ctx *c, void *user)
{
    (void)g, (void)c;
    return m->a == *(const uint32_t *)user;
}

/* Does the active player skip this step (of COMBAT: the phase)? CR 614.10 */
static int is_skipped(rt_game *g, uint32_t step)
{
    CANTRIP_ASSERT(step < VM_STEP_COUNT);
    const uint32_t player = g->s->turn_player;
    rt_refresh(g);
    int skipped = skips(g, player, step);
    for (uint32_t p = 0; p < g->s->player.count && !skipped; p++)
        skipped =
            rt_is_active(g, p) && rt_each_rule(g, VM_MOD_SKIP_STEP, RT_PLAYER(p), skip_rule, &step);
    if (!skipped)
        return 0;
    RT_TELL(g, SKIP_STEP, .other = RT_PLAYER(player), .detail = vm_step_name(step));
    return 1;
}

static void push_priority(rt_game *g)
{
    rt_proc *p = rt_proc_push(g, RT_PROC_PRIORITY);
    p->priority.player = g->s->turn_player;
}

/* CR 716.1: the stack is exiled, the turn goes to its cleanup step. */
static rt_status end_the_turn(rt_game *g)
{
    const uint32_t batch = rt_batch(g);
    g->s->end_turn_asked = 0;
    for (uint32_t i = rt_zone_count(g, VM_ZONE_STACK, 0); i-- > 0;) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_STACK, 0, i);
        if (rt_here(g, rt_obj(g, idx))->ctx)
            rt_ctx_free(g, rt_here(g, rt_obj(g, idx))->ctx - 1);
        rt_presence_of(g, rt_obj(g, idx))->ctx = 0;
        if (rt_obj(g, idx)->flags & (RT_OF_ABILITY | RT_OF_COPY))
            rt_free_object(g, idx);
        else /* what triggers now waits for the cleanup step (CR 716.2) */
            rt_move_event(g, rt_handle(g, idx), VM_ZONE_EXILE, 0, 0);
    }
    rt_batch_close(g, batch);
    end_combat(g);
    RT_TELL(g, TURN_ENDS, .other = 0);
    rt_proc *p = rt_top(g);
    p->stage = VM_STEP_CLEANUP;
    p->a = PART_BEGIN;
    return RT_NEXT;
}

/* The phase or step comes, if no rule skips it; then that is an event, too. */
static void step_comes(rt_game *g, uint32_t step)
{
    CANTRIP_ASSERT(step < VM_STEP_COUNT);
    g->s->step = step;
    g->s->declaring = 0;
    RT_TELL(g, STEP, .other = RT_PLAYER(g->s->turn_player), .detail = vm_step_name(step));
    if (step == VM_STEP_UNTAP)
        new_turn(g);
    if (g->s->volatile_statics) /* one may ask whose turn it is, and which step */
        rt_dirty(g);
    if (is_skipped(g, step)) {
        go_on_behind(g, step == VM_STEP_COMBAT ? VM_STEP_END_COMBAT : step);
        return;
    }
    turn_proc(g)->a = PART_STEP;
    g->s->coming = 1;
    if (is_waited_for(g, VM_EVENT_begins_step))
        would_begin(g, RT_EV_BEGIN_STEP, g->s->turn_player, step);
}

static void step_passed(rt_game *g, uint32_t step)
{
    RT_TELL(g, SKIP_STEP, .other = RT_PLAYER(g->s->turn_player), .detail = vm_step_name(step));
    go_on_behind(g, step == VM_STEP_COMBAT ? VM_STEP_END_COMBAT : step);
}

/* On the way to the next step that begins, as far as nothing has to be carried out before. 1 = it has begun; nothing has been
 * done in it. */
int rt_turn_goes_on(rt_game *g)
{
    rt_spend(g, 1);
    const uint32_t step = turn_proc(g)->stage;
    switch (turn_proc(g)->a) {
    case PART_BEGIN:
        if (step == VM_STEP_UNTAP)
            turn_comes(g);
        else
            step_comes(g, step);
        return 0;
    case PART_TURN:
        if (g->s->coming)
            step_comes(g, step);
        else
            turn_passed(g);
        return 0;
    case PART_STEP:
        if (g->s->coming)
            turn_proc(g)->a = PART_BEGUN;
        else
            step_passed(g, step);
        return 0;
    default:
        return 1;
    }
}

static rt_status begin(rt_game *g, uint32_t step)
{
    rt_top(g)->a = PART_ACTED;
    g->s->begun[step] = (uint8_t)(g->s->begun[step] + (g->s->begun[step] < 255));
    if (step == VM_STEP_COMBAT && g->s->skip_trivial && !wants_combat(g))
        return go_on_behind(g, VM_STEP_END_COMBAT);
    if (!begin_step(g, step)) {
        rt_proc *p = rt_top(g);
        p->stage = (uint8_t)(step + 1);
        p->a = PART_BEGIN;
    }
    return RT_NEXT;
}

/* The next part of the turn. */
static rt_status turn_on(rt_game *g)
{
    rt_proc *p = rt_top(g);
    uint32_t step = p->stage;
    if (g->s->end_turn_asked)
        return end_the_turn(g);
    switch (p->a) {
    case PART_BEGIN:
    case PART_TURN:
    case PART_STEP:
        rt_turn_goes_on(g);
        return RT_NEXT;
    case PART_BEGUN:
        return begin(g, step);
    case PART_ACTED:
        p->a = PART_PRIORITY;
        if (step == VM_STEP_CLEANUP) /* what waits for it has triggered in it (CR 514.3a) */
            return RT_NEXT;
        step_event(g, step);
        if (step == VM_STEP_UNTAP)
            return RT_NEXT;
        push_priority(g);
        return RT_NEXT;
    default:
        if (step == VM_STEP_DAMAGE && g->s->first_strike_step == 1) { /* CR 510.4: once more */
            g->s->first_strike_step = 2;
            p->a = PART_ACTED;
            rt_proc_push(g, RT_PROC_DAMAGE);
            return RT_NEXT;
        }
        if (step == VM_STEP_CLEANUP && p->turn.again) { /* CR 514.3a: another cleanup step */
            p->turn.again = 0;
            p->a = PART_BEGIN;
            return RT_NEXT;
        }
        return next_step(g, step);
    }
}

/* As far as nothing has to be carried out first. */
rt_status rt_turn_run(rt_game *g)
{
    return rt_goes_on(g, turn_on);
}

/* ---- cleanup (CR 514) -------------------------------------------------------------------------
 */

enum cleanup_stage {
    CLEANUP_DISCARD,
    CLEANUP_DISCARDED,
    CLEANUP_REST,
    CLEANUP_SETTLED,
    CLEANUP_OVER
};

static void heal(rt_game *g, rt_object *o)
{
    rt_presence_of(g, o)->damage = 0;
    rt_presence_of(g, o)->regeneration = 0;
    o->flags &= ~(uint32_t)RT_OF_DEATHTOUCHED;
}

static void wear_off(rt_game *g) /* CR 514.2: also of what is phased out */
{
    const uint32_t all = g->s->phased ? g->s->object.count : 0;
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++)
        heal(g, rt_obj(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i)));
    rt_spend(g, all / 8);
    for (uint32_t i = 0; i < all; i++)
        if (rt_obj(g, i)->zone == RT_ZONE_PHASED)
            heal(g, rt_obj(g, i));
    rt_end_turn_effects(g);
}

/* What was last known is forgotten when nothing can ask any more. */
static void forget(rt_game *g)
{
    rt_spells_forget(g);
    if (rt_zone_count(g, VM_ZONE_STACK, 0) || g->s->pending.count || g->s->delayed.count)
        return;
    rt_forget(g, g->lib->history ? g->s->turn : g->s->turn + 1);
    uint32_t n = 0;
    const uint32_t phased = g->s->phased && g->s->paid.count ? g->s->object.count : 0;
    rt_spend(g, g->s->paid.count * (rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0) / 8 + phased / 8 + 1));
    for (uint32_t i = 0; i < g->s->paid.count; i++) { /* only permanents can still ask */
        int known = 0;
        for (uint32_t k = 0; k < phased && !known; k++)
            known = rt_obj(g, k)->zone == RT_ZONE_PHASED &&
                    rt_here(g, rt_obj(g, k))->payment == rt_paid_row(g, i)->payment;
        for (uint32_t k = 0; k < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0) && !known; k++)
            known = rt_here(g, rt_obj(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, k)))->payment ==
                    rt_paid_row(g, i)->payment;
        if (known)
            *rt_paid_row(g, n++) = *rt_paid_row(g, i);
    }
    g->s->paid.count = n;
    n = 0;
    for (uint32_t i = 0; i < g->s->known.count; i++)
        if (rt_stays(g, rt_known_row(g, i)->card))
            *rt_known_row(g, n++) = *rt_known_row(g, i);
    g->s->known.count = n;
    n = 0;
    for (uint32_t i = 0; i < g->s->link.count; i++)
        if (rt_stays(g, rt_link_row(g, i)->self))
            *rt_link_row(g, n++) = *rt_link_row(g, i);
    g->s->link.count = n;
    n = 0;
    for (uint32_t i = 0; i < g->s->effect.count; i++) { /* what it affects is gone for good */
        const rt_effect e = *rt_effect_row(g, i);
        int alive = e.mod_count && !e.copy && g->pack->mod[e.mods].sel;
        for (int k = 0; k < 4; k++)
            alive |= e.object[k] && (RT_IS_PLAYER(e.object[k]) || rt_stays(g, e.object[k]));
        if (alive)
            *rt_effect_row(g, n++) = e;
    }
    const int fewer = n < g->s->effect.count;
    g->s->effect.count = n;
    if (fewer) { /* which rules there are is looked at anew */
        rt_dirty(g);
        rt_captured_sweep(g);
    }
}

static rt_status discard_down(rt_game *g)
{
    for (; rt_top(g)->cleanup.seat < g->s->player.count; rt_top(g)->cleanup.seat++) {
        const uint32_t player = rt_seat_after(g, g->s->turn_player, rt_top(g)->cleanup.seat);
        if (!rt_is_active(g, player))
            continue;
        const uint32_t hand = rt_zone_count(g, VM_ZONE_HAND, player),
                       max = rt_max_hand(g, player); /* asks the cards: the state may move */
        if (hand <= max)
            continue;
        rt_ask(g, CANTRIP_DECIDE_DISCARD, player, 0);
        for (uint32_t i = 0; i < hand; i++)
            rt_option_add(g, CANTRIP_OPTION_ID,
                          rt_handle(g, rt_zone_at(g, VM_ZONE_HAND, player, i)), 0, 0);
        rt_top(g)->stage = CLEANUP_DISCARDED;
        return rt_ask_done(g, hand - max, hand - max);
    }
    rt_top(g)->stage = CLEANUP_REST;
    return RT_NEXT;
}

rt_status rt_cleanup_run(rt_game *g)
{
    rt_proc *p = rt_top(g);
    switch (p->stage) {
    case CLEANUP_DISCARD: /* CR 514.1 */
        return discard_down(g);
    case CLEANUP_DISCARDED: {
        uint32_t batch = rt_batch(g), n = rt_answer_count(g);
        for (uint32_t i = 0; i < n; i++)
            rt_move_event(g, rt_answered(g, i)->entity, VM_ZONE_GRAVEYARD, RT_EF_DISCARD, 0);
        rt_top(g)->stage = CLEANUP_DISCARD;
        rt_top(g)->cleanup.seat++;
        rt_batch_close(g, batch);
        return RT_NEXT;
    }
    case CLEANUP_REST:
        wear_off(g);
        step_event(g, VM_STEP_CLEANUP);
        p = rt_top(g);
        p->stage = CLEANUP_SETTLED;
        rt_refresh(g);
        g->s->settled = 0;
        rt_proc_push(g, RT_PROC_SETTLE);
        return RT_NEXT;
    case CLEANUP_SETTLED:
        p->stage = CLEANUP_OVER;
        if (g->s->settled) { /* CR 514.3a */
            rt_proc_row(g, g->s->proc.count - 2)->turn.again = 1;
            push_priority(g);
        }
        return RT_NEXT;
    default:
        forget(g);
        return rt_proc_pop(g);
    }
}
