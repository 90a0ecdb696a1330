/* Declaring blockers (CR 509), asked for like attackers, and the order in which damage is dealt to them. */
#include "runtime/combat/banding.h"
#include "runtime/combat/declare.h"

/* Those that block an attacker, in order of the battlefield, in temporary memory. */
uint32_t rt_blockers_of(const rt_game *g, rt_entity attacker, uint32_t **out)
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
enum block_stage {
    BLOCK_NEXT,
    BLOCK_CHOSEN,
    BLOCK_ORDER,
    BLOCK_ORDERED,
    BLOCK_PAID,
    BLOCK_UNDONE /* nobody of this player, or team, has been declared after all */
};

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
            RT_TELL(g, BLOCKS, .object = rt_handle(g, idx), .other = rt_here(g, o)->fights);
            rt_event *e = rt_event_add(g, RT_EV_BLOCK, 0);
            e->obj = rt_handle(g, idx);
            e->other = rt_here(g, rt_obj(g, idx))->fights;
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
            rt_blockers_of(g, rt_handle(g, idx), &list)) {
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
    rt_batch_told(g, batch);
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
    return &rt_presence_of(g, rt_obj(g, blocker))->order;
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
        uint32_t n = rt_blockers_of(g, rt_handle(g, idx), &list);
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
        return rt_ask_one(g);
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
        rt_presence_of(g, b)->fights = attacker;
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
    const rt_temp_mark mark = rt_temp_here(g);
    rt_bill *bill = rt_temp_alloc(g, g->s->player.count * sizeof *bill);
    uint32_t n = 0;
    for (uint32_t q = 0; q < g->s->player.count; q++)
        n += rt_is_with(g, q, player) && rt_block_bill(g, q, &bill[n]);
    if (n)
        rt_declared_for(g, BLOCK_UNDONE);
    for (uint32_t i = 0; i < n; i++) /* what is owed is locked in before */
        rt_pay_start(g, &bill[i]);
    rt_temp_release(g, mark);
    return n != 0;
}

/* From now on these declare; those who did before block (CR 802.4). */
static void declare_by(rt_game *g, uint32_t player)
{
    uint32_t by = 0;
    for (uint32_t q = 0; q < g->s->player.count; q++)
        by |= (uint32_t)rt_is_with(g, q, player) << q;
    if (by == g->s->declarers)
        return;
    g->s->declarers = by;
    if (g->s->volatile_statics)
        rt_dirty(g);
    rt_refresh(g);
}

/* The game is where it was before these were declared, and they are declared anew. */
static void block_anew(rt_game *g)
{
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        if ((rt_obj(g, idx)->flags & RT_OF_BLOCKING) &&
            (g->s->declarers >> rt_obj(g, idx)->controller & 1))
            rt_remove_from_combat(g, idx);
    }
    rt_top(g)->block.place = 0;
    rt_top(g)->block.more = 0;
    rt_top(g)->stage = BLOCK_NEXT;
}

/* The next who may block has their turn, or the same once more. */
static void blocks_paid(rt_game *g)
{
    const uint32_t tries = rt_top(g)->block.tries;
    if (rt_declared_is_paid(g)) {
        rt_top(g)->block.seat++;
        rt_top(g)->block.tries = 0;
        rt_top(g)->stage = BLOCK_NEXT;
        return;
    }
    RT_TELL(g, TAKEN_BACK,
            .other = RT_PLAYER(rt_seat_after(g, g->s->turn_player, rt_top(g)->block.seat)));
    rt_top(g)->block.tries = tries + 1;
    block_anew(g);
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
        *out_status = rt_ask_one(g);
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
    if (p->stage == BLOCK_PAID)
        blocks_paid(g);
    if (rt_top(g)->stage == BLOCK_UNDONE)
        block_anew(g);
    p = rt_top(g);
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
        if (!blocks_first(g, q))
            continue;
        declare_by(g, q);
        if (ask_blocks_of(g, q, &asked))
            return asked;
        rt_top(g)->block.place = 0;
        rt_top(g)->stage = BLOCK_PAID;
        g->s->unpaid = 0;
        if (pay_blocks(g, q))
            return RT_NEXT;
        rt_top(g)->stage = BLOCK_NEXT;
    }
    g->s->declaring = 0;
    block_events(g);
    rt_top(g)->stage = BLOCK_ORDER;
    return RT_NEXT;
}
