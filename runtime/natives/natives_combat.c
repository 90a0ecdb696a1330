/* What effects put into combat and take out of it (CR 506.3, 506.4, 508.4, 508.7, 509.6, 509.7). */
#include "runtime/combat/banding.h"
#include "runtime/natives/natives.h"

static int in_combat(const rt_game *g)
{
    return g->s->step >= VM_STEP_ATTACKERS && g->s->step <= VM_STEP_END_COMBAT;
}

/* A creature on the battlefield that could take part. */
static rt_object *creature(native_call *n, uint32_t which, uint32_t i)
{
    const uint64_t set = arg(n, which);
    rt_object *o = i < rt_set_count(set) ? rt_live(n->g, rt_set_at(n->g, set, i)) : NULL;
    return o && o->zone == VM_ZONE_BATTLEFIELD && RT_IS(o, CREATURE) ? o : NULL;
}

/* That player, or a planeswalker that they control: the rest is taken out of the list. */
static uint32_t keep_side(rt_game *g, rt_entity *whom, uint32_t count, rt_entity player)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (whom[i] == player || (!RT_IS_PLAYER(whom[i]) && RT_IS_PLAYER(player) &&
                                  rt_live(g, whom[i])->controller == RT_PLAYER_OF(player)))
            whom[kept++] = whom[i];
    return kept;
}

/* Its controller, or the one who acts, is asked whom it attacks (of all, or on the side of one player); 0 = there is no
 * choice, and it is done. */
static int ask_whom(native_call *n, uint32_t idx, uint32_t player, rt_entity side)
{
    rt_game *g = n->g;
    const rt_temp_mark mark = rt_temp_here(g);
    rt_entity *whom = rt_temp_alloc(
        g, (rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0) + g->s->player.count) * sizeof *whom);
    uint32_t count = rt_attackable(g, whom);
    if (side)
        count = keep_side(g, whom, count, side);
    if (count == 1)
        rt_attack_begin(g, idx, whom[0]);
    if (count > 1) {
        rt_ask(g, CANTRIP_DECIDE_CHOOSE, player, rt_handle(g, idx));
        for (uint32_t i = 0; i < count; i++)
            rt_option_add(g, CANTRIP_OPTION_ID, whom[i], (int32_t)idx, 0);
    }
    rt_temp_release(g, mark);
    return count > 1;
}

/* aux: how many of them have been put; stage 1: it was asked whom that one attacks. */
static rt_status attack(native_call *n, uint32_t which, int again, uint32_t asked, rt_entity side)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage) {
        const rt_option o = *rt_answered(g, 0);
        if (rt_live(g, rt_handle(g, (uint32_t)o.a)))
            rt_attack_begin(g, (uint32_t)o.a, o.entity);
        frame(n)->native_stage = 0;
    }
    while (frame(n)->aux < rt_set_count(arg(n, which))) {
        const rt_object *o = creature(n, which, frame(n)->aux++);
        if (!o || !in_combat(g) || !rt_is_active(g, o->controller) || (o->flags & RT_OF_BLOCKING) ||
            ((o->flags & RT_OF_ATTACKING) != 0) != again)
            continue;
        const uint32_t idx = (uint32_t)(o - rt_obj(g, 0));
        if (ask_whom(n, idx, asked == RT_NOBODY ? o->controller : asked, side)) {
            frame(n)->native_stage = 1;
            return rt_ask_one(g);
        }
    }
    rt_dirty(g);
    return finished(n);
}

/* It attacks whom the effect says, if that can be attacked still (CR 508.4a). */
static void attack_that(native_call *n, uint32_t idx, rt_entity whom)
{
    rt_game *g = n->g;
    const rt_temp_mark mark = rt_temp_here(g);
    rt_entity *can = rt_temp_alloc(
        g, (rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0) + g->s->player.count) * sizeof *can);
    for (uint32_t i = 0, count = rt_attackable(g, can); i < count; i++)
        if (can[i] == whom)
            rt_attack_begin(g, idx, whom);
    rt_temp_release(g, mark);
}

rt_status rt_native_put_attacking(native_call *n)
{
    rt_game *g = n->g;
    if (!n->imm[0])
        return attack(n, 0, 0, RT_NOBODY, 0);
    const rt_entity whom = rt_set_count(arg(n, 1)) ? rt_set_at(g, arg(n, 1), 0) : 0;
    if (n->imm[0] > 1 && whom)
        return attack(n, 0, 0, RT_NOBODY, whom);
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++) {
        const rt_object *o = creature(n, 0, i);
        if (o && whom && in_combat(g) && rt_is_active(g, o->controller))
            attack_that(n, (uint32_t)(o - rt_obj(g, 0)), whom);
    }
    rt_dirty(g);
    return finished(n);
}

rt_status rt_native_reselect(native_call *n)
{
    return attack(n, 1, 1, first_player(n, arg(n, 0)), 0);
}

/* ---- blocking ---------------------------------------------------------------------------------- */

static void becomes_blocked(rt_game *g, rt_object *attacker, rt_entity blocker)
{
    const rt_entity self = rt_handle(g, (uint32_t)(attacker - rt_obj(g, 0)));
    const uint32_t band = rt_here(g, attacker)->order;
    const uint8_t controller = attacker->controller;
    if (attacker->flags & RT_OF_BLOCKED)
        return;
    attacker->flags |= RT_OF_BLOCKED;
    rt_event *e = rt_event_add(g, RT_EV_BLOCKED, 0);
    e->obj = self;
    e->other = blocker;
    e->player = controller;
    for (uint32_t i = 0; band && i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        rt_object *o = rt_obj(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i)); /* CR 702.21i */
        if ((o->flags & RT_OF_ATTACKING) && rt_here(g, o)->order == band)
            becomes_blocked(g, o, blocker);
    }
}

/* The blocker stands behind the first `before` of those that were there (CR 509.6); the others keep their order. */
static void place(rt_game *g, rt_entity attacker, uint32_t blocker, uint32_t before)
{
    CANTRIP_ASSERT(blocker < g->s->object.count);
    CANTRIP_ASSERT(rt_is_entity(g, attacker));
    const rt_temp_mark mark = rt_temp_here(g);
    uint32_t *list, at = 0;
    const uint32_t count = rt_blockers_in_order(g, attacker, &list);
    for (uint32_t i = 0; i < count; i++)
        if (list[i] != blocker) {
            at++;
            *rt_block_order(g, list[i], attacker) = at + (at > before);
        }
    *rt_block_order(g, blocker, attacker) = (before < at ? before : at) + 1;
    rt_temp_release(g, mark);
}

/* Is the new blocker assigned damage before the others, of which `behind` come before it? The attacking player says so
 * for one after the other; 0 = there is no other any more. */
static int ask_place(rt_game *g, rt_entity attacker, uint32_t blocker, uint32_t behind)
{
    CANTRIP_ASSERT(blocker < g->s->object.count);
    CANTRIP_ASSERT(rt_is_entity(g, attacker));
    const rt_temp_mark mark = rt_temp_here(g);
    uint32_t *list, other = 0, others = 0;
    const uint32_t count = rt_blockers_in_order(g, attacker, &list);
    for (uint32_t i = 0; i < count; i++)
        if (list[i] != blocker && others++ == behind)
            other = rt_handle(g, list[i]);
    rt_temp_release(g, mark);
    if (!other)
        return 0;
    rt_ask(g, CANTRIP_DECIDE_ORDER_BLOCKERS, rt_obj(g, RT_INDEX(attacker))->controller, attacker);
    rt_option_add(g, CANTRIP_OPTION_ID, other, 0, 0);
    rt_option_add(g, CANTRIP_OPTION_ID, rt_handle(g, blocker), 1, 0);
    return 1;
}

/* One creature begins to block one attacker: what waits for that, and whether the attacking player is asked. */
static int begin(native_call *n, const rt_object *o, rt_object *a, int entered)
{
    rt_game *g = n->g;
    const uint32_t idx = (uint32_t)(o - rt_obj(g, 0));
    const rt_entity attacker = rt_handle(g, (uint32_t)(a - rt_obj(g, 0)));
    const int already = (o->flags & RT_OF_BLOCKING) != 0;
    rt_block_begin(g, idx, attacker);
    if (entered)
        rt_block_number_known(g, idx);
    const uint32_t batch = rt_batch(g);
    rt_event *e =
        rt_event_add(g, RT_EV_BLOCK, (entered ? RT_EF_PUT : 0) | (already ? RT_EF_AGAIN : 0));
    e->obj = rt_handle(g, idx);
    e->other = attacker;
    e->player = rt_obj(g, idx)->controller;
    becomes_blocked(g, rt_live(g, attacker), rt_handle(g, idx));
    rt_band_blocked(g, RT_INDEX(attacker));
    rt_dirty(g);
    rt_batch_told(g, batch);
    place(g, attacker, idx, UINT32_MAX); /* behind the others, until it is said */
    return ask_place(g, attacker, idx, 0);
}

/* The pair of a blocker and an attacker by its number, as far as the one can block the other. */
static int pair(native_call *n, uint32_t number, rt_object **o, rt_object **a)
{
    const uint32_t foes = rt_set_count(arg(n, 1));
    *o = creature(n, 0, number / foes);
    *a = creature(n, 1, number % foes);
    return *o && *a && in_combat(n->g) && ((*a)->flags & RT_OF_ATTACKING) &&
           !((*o)->flags & RT_OF_ATTACKING) && !rt_is_active(n->g, (*o)->controller) &&
           rt_here(n->g, *a)->defender == (*o)->controller + 1; /* CR 506.3d, 509.7a */
}

/* aux: number of the pair behind the one at hand; count: blockers that stand before the new one. */
rt_status rt_native_put_blocking(native_call *n)
{
    rt_game *g = n->g;
    rt_object *o, *a;
    if (frame(n)->native_stage) {
        const int first = rt_answered(g, 0)->a;
        frame(n)->count += !first;
        if (pair(n, frame(n)->aux - 1, &o, &a)) {
            const rt_entity attacker = rt_handle(g, (uint32_t)(a - rt_obj(g, 0)));
            const uint32_t blocker = (uint32_t)(o - rt_obj(g, 0)), at = (uint32_t)frame(n)->count;
            if (first)
                place(g, attacker, blocker, at);
            else if (ask_place(g, attacker, blocker, at))
                return rt_ask_one(g);
        }
        frame(n)->native_stage = 0;
        frame(n)->count = 0;
    }
    while (frame(n)->aux < rt_set_count(arg(n, 0)) * rt_set_count(arg(n, 1))) {
        if (!pair(n, frame(n)->aux++, &o, &a) ||
            rt_blocks(g, (uint32_t)(o - rt_obj(g, 0)), rt_handle(g, (uint32_t)(a - rt_obj(g, 0)))))
            continue;
        if (begin(n, o, a, n->imm[0] != 0)) {
            frame(n)->native_stage = 1;
            return rt_ask_one(g);
        }
    }
    return finished(n);
}

/* CR 509.1h: by an effect, with no creature that blocks it. */
rt_status rt_native_become_blocked(native_call *n)
{
    rt_game *g = n->g;
    const uint32_t batch = rt_batch(g);
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++) {
        rt_object *o = creature(n, 0, i);
        if (o && (o->flags & RT_OF_ATTACKING))
            becomes_blocked(g, o, 0);
    }
    rt_dirty(g);
    rt_batch_told(g, batch);
    return finished(n);
}

rt_status rt_native_remove_from_combat(native_call *n) /* CR 506.4 */
{
    rt_game *g = n->g;
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++) {
        const rt_object *o = creature(n, 0, i);
        if (o)
            rt_remove_from_combat(g, (uint32_t)(o - rt_obj(g, 0)));
    }
    rt_block_numbers(g);
    rt_dirty(g);
    return finished(n);
}
