/* Natives about turns, phases and steps (CR 500.7, 500.8, 614.10). */
#include "runtime/natives/natives.h"

rt_status rt_native_extra_turn(native_call *n)
{
    uint32_t p;
    for (uint32_t i = 0; (p = player_in_turn(n, arg(n, 0), i)) != RT_NOBODY; i++)
        for (int32_t k = 0; k < (int32_t)arg(n, 1); k++) {
            uint32_t at = RT_PUSH(n->g, extra_turn);
            *rt_extra_turn_row(n->g, at) = (rt_extra_turn){p, ++n->g->s->extra_turns};
        }
    return finished(n);
}

static rt_status skip(native_call *n, uint32_t step, int32_t count, uint32_t when)
{
    uint32_t p;
    for (uint32_t i = 0; count > 0 && (p = player_in_turn(n, arg(n, 0), i)) != RT_NOBODY; i++) {
        uint32_t at = RT_PUSH(n->g, skip);
        const int all = when == VM_SKIP_NEXT_TURN || when == VM_SKIP_MADE_TURN;
        *rt_skip_row(n->g, at) =
            (rt_skip){p, step, all ? 0 : (uint32_t)count, when, n->g->s->extra_turns};
    }
    return finished(n);
}

rt_status rt_native_skip_turn(native_call *n)
{
    return skip(n, RT_SKIP_TURN, (int32_t)arg(n, 1), VM_SKIP_NEXT);
}

/* The last such effect is the only one that works (CR 715.1a). */
rt_status rt_native_control_turn(native_call *n)
{
    const uint32_t by = player_in_turn(n, arg(n, 0), 0);
    uint32_t p;
    for (uint32_t i = 0; (p = player_in_turn(n, arg(n, 1), i)) != RT_NOBODY && by != RT_NOBODY; i++)
        rt_player_row(n->g, p)->control_next = (uint8_t)(by + 1);
    return finished(n);
}

rt_status rt_native_reverse_turns(native_call *n)
{
    n->g->s->reversed = !n->g->s->reversed;
    return finished(n);
}

rt_status rt_native_skip_step(native_call *n)
{
    return skip(n, n->imm[0], (int32_t)arg(n, 1), n->imm[1]);
}

rt_status rt_native_extra_phase(native_call *n)
{
    for (int32_t k = 0; k < (int32_t)arg(n, 0); k++) {
        if (n->imm[0] != VM_STEP_COMBAT && n->imm[0] != VM_STEP_MAIN2)
            break;
        uint32_t at = RT_PUSH(n->g, extra_phase);
        *rt_extra_phase_row(n->g, at) = n->imm[0];
    }
    return finished(n);
}

rt_status rt_native_extra_step(native_call *n)
{
    if (n->imm[0] < VM_STEP_COUNT && n->imm[0] != VM_STEP_UNTAP)
        *rt_extra_phase_row(n->g, RT_PUSH(n->g, extra_phase)) = n->imm[0] | RT_EXTRA_STEP;
    return finished(n);
}

rt_status rt_native_phase_out(native_call *n) /* CR 702.25b */
{
    rt_game *g = n->g;
    const rt_temp_mark mark = rt_temp_here(g);
    uint32_t *list =
                 rt_temp_alloc(g, (rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0) + 1) * sizeof *list),
             count = 0;
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++) {
        const rt_entity e = rt_set_at(g, arg(n, 0), i);
        const rt_object *o = rt_live(g, e);
        if (o && o->zone == VM_ZONE_BATTLEFIELD)
            list[count++] = RT_INDEX(e);
    }
    if (count)
        rt_phase_out(g, list, count);
    rt_temp_release(g, mark);
    return finished(n);
}

rt_status rt_native_draw_game(native_call *n) /* CR 104.4c */
{
    rt_draws(n->g, ctx_of(n)->controller);
    return finished(n);
}

rt_status
rt_native_take_mana(native_call *n) /* CR 106.12: with its source and what is said of it */
{
    rt_game *g = n->g;
    const uint64_t who = arg(n, 0), whose = arg(n, 1);
    for (uint32_t i = 0; rt_set_count(who) && i < g->s->mana.count; i++) {
        rt_mana *m = rt_mana_row(g, i);
        if (rt_set_has(g, whose, RT_PLAYER(m->player)))
            m->player = (uint8_t)first_player(n, who);
    }
    if (g->s->volatile_statics)
        rt_dirty(g);
    return finished(n);
}
