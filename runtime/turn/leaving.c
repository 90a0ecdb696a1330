/* A player leaves the game (CR 800.4): at that moment what they own leaves with them, control that they were given ends,
 * and what they still control is exiled. The game goes on without them. */
#include "runtime/cast/cast.h"
#include "runtime/turn/turn.h"

static uint32_t teams_left(const rt_game *g, uint32_t *out_last)
{
    uint32_t n = 0;
    for (uint32_t p = 0; p < g->s->player.count; p++) {
        int known = rt_player_row(g, p)->lost;
        for (uint32_t q = 0; q < p && !known; q++)
            known = !rt_player_row(g, q)->lost && !rt_is_opponent(g, p, q);
        if (known)
            continue;
        n++;
        *out_last = p;
    }
    return n;
}

const char *rt_loss_text(uint32_t why)
{
    static const char *const TEXT[] = {
        [RT_LOSS_LIFE] = "no life left",
        [RT_LOSS_DRAW] = "a draw from an empty library",
        [RT_LOSS_POISON] = "ten poison counters",
        [RT_LOSS_SHARED_POISON] = "fifteen poison counters",
        [RT_LOSS_COMMANDER] = "combat damage by a commander",
        [RT_LOSS_EFFECT] = "an effect says so",
    };
    return why < sizeof TEXT / sizeof *TEXT && TEXT[why] ? TEXT[why] : "";
}

void rt_player_loses(rt_game *g, uint32_t p, const char *why)
{
    CANTRIP_ASSERT(p < g->s->player.count);
    for (uint32_t q = 0; q < g->s->player.count; q++) {
        rt_player *r = rt_player_row(g, q);
        const int falls = rt_player_row(g, p)->emperor && !rt_is_opponent(g, p, q); /* CR 809.5b */
        if (r->lost || !(falls || rt_is_with(g, p, q))) /* CR 810.8a: teams lose as a whole */
            continue;
        r->lost = 1;
        g->s->gone |= 1u << q;
        rt_designations_pass(g, q);
        rt_dirty(g); /* 'as long as any player controls ...' */
        RT_TELL(g, LOSES, .other = RT_PLAYER(q), .detail = why);
    }
}

void rt_game_end_check(rt_game *g) /* CR 104.2a, 104.4a, 104.4d */
{
    uint32_t last = 0;
    if (g->s->over || !g->s->gone)
        return;
    const uint32_t n = teams_left(g, &last);
    if (n > 1)
        return;
    g->s->over = 1;
    g->s->winner = n ? last : RT_NOBODY;
}

/* For everybody, or for those in the range of influence of who says so: they leave, and the others go on (CR 801.15). */
void rt_draws(rt_game *g, uint32_t by)
{
    CANTRIP_ASSERT(by < g->s->player.count);
    uint32_t those = g->s->range ? rt_player_row(g, by)->reach : UINT32_MAX;
    for (uint32_t p = 0; p < g->s->player.count; p++)
        for (uint32_t q = 0; q < g->s->player.count; q++)
            if ((those >> q & 1) && rt_player_row(g, q)->emperor && !rt_is_opponent(g, p, q))
                those |= 1u << p; /* CR 809.5c */
    for (uint32_t p = 0; p < g->s->player.count; p++) {
        rt_player *r = rt_player_row(g, p);
        if (r->lost || !(those >> p & 1))
            continue;
        r->lost = 1;
        g->s->gone |= 1u << p;
        rt_designations_pass(g, p);
        rt_dirty(g);
    }
    rt_game_end_check(g);
}

/* ---- what they own ------------------------------------------------------------------------------ */

/* Is it the spell or ability that is resolving? Its context belongs to the procedure then. */
static int is_resolving(const rt_game *g, rt_entity e)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    for (uint32_t i = 0; i < g->s->proc.count; i++)
        if (rt_proc_row(g, i)->kind == RT_PROC_RESOLVE && rt_proc_row(g, i)->resolve.object == e)
            return 1;
    return 0;
}

static void drop_ctx(rt_game *g, uint32_t idx)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    const uint32_t ctx = rt_here(g, rt_obj(g, idx))->ctx;
    if (ctx && rt_obj(g, idx)->zone == VM_ZONE_STACK && !is_resolving(g, rt_handle(g, idx)))
        rt_ctx_free(g, ctx - 1);
    if (ctx)
        rt_presence_of(g, rt_obj(g, idx))->ctx = 0;
}

void rt_object_leaves(rt_game *g, uint32_t idx)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    drop_ctx(g, idx);
    rt_free_object(g, idx);
    rt_dirty(g);
}

/* In order of their places in object[], which says nothing about where they were. */
static uint32_t what_they_own(rt_game *g, uint32_t p)
{
    CANTRIP_ASSERT(p < g->s->player.count);
    const uint32_t batch = rt_batch(g);
    rt_spend(g, g->s->object.count);
    for (uint32_t i = 0; i < g->s->object.count; i++) {
        const rt_object *o = rt_obj(g, i);
        const int there = o->zone < VM_ZONE_COUNT || o->zone >= RT_ZONE_PHASED;
        if (!there || o->owner != p || (o->flags & RT_OF_ABILITY))
            continue;
        if (o->zone != VM_ZONE_BATTLEFIELD) {
            rt_object_leaves(g, i);
            continue;
        }
        rt_event *e = rt_event_add(g, RT_EV_MOVE, RT_EF_LEAVES_GAME);
        e->obj = rt_handle(g, i);
        e->from = VM_ZONE_BATTLEFIELD;
        e->to = VM_ZONE_COUNT;
        e->player = (uint8_t)p;
    }
    return batch;
}

/* Abilities, and copies of spells, that they control cease to exist. */
static void what_is_no_card(rt_game *g, uint32_t p)
{
    CANTRIP_ASSERT(p < g->s->player.count);
    for (uint32_t i = rt_zone_count(g, VM_ZONE_STACK, 0); i-- > 0;) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_STACK, 0, i);
        if (rt_obj(g, idx)->controller == p &&
            (rt_obj(g, idx)->flags & (RT_OF_ABILITY | RT_OF_COPY)))
            rt_object_leaves(g, idx);
    }
}

/* ---- what they control -------------------------------------------------------------------------- */

static void exile_from(rt_game *g, uint32_t zone)
{
    CANTRIP_ASSERT(zone < VM_ZONE_COUNT);
    for (uint32_t i = 0; i < rt_zone_count(g, zone, 0); i++) {
        const uint32_t idx = rt_zone_at(g, zone, 0, i);
        const rt_object *o = rt_obj(g, idx);
        if (!(g->s->gone >> o->controller & 1) || (o->flags & RT_OF_ABILITY))
            continue;
        if (zone == VM_ZONE_STACK)
            drop_ctx(g, idx);
        rt_move_event(g, rt_handle(g, idx), VM_ZONE_EXILE, 0, 0);
    }
}

/* 1 = something was exiled (CR 800.4a, c). */
static int exile_what_is_left(rt_game *g)
{
    const uint32_t batch = rt_batch(g);
    rt_refresh(g);
    exile_from(g, VM_ZONE_STACK);
    exile_from(g, VM_ZONE_BATTLEFIELD);
    if (g->s->event.count == batch)
        return 0;
    rt_batch_close(g, batch);
    return 1;
}

/* ---- all of it ---------------------------------------------------------------------------------- */

/* What lies face down in the command zone is shown to all (CR 702.105e). */
static void show_conspiracies(rt_game *g, uint32_t p)
{
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_COMMAND, 0); i++) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_COMMAND, 0, i);
        const rt_object *o = rt_obj(g, idx);
        if (o->owner == p && (o->flags & RT_OF_FACE_DOWN))
            rt_turn(g, rt_handle(g, idx), RT_TURN_UP, 0);
    }
}

static void leaves(rt_game *g, uint32_t p)
{
    CANTRIP_ASSERT(p < g->s->player.count);
    rt_player_row(g, p)->left = 1;
    uint32_t mana = 0;
    for (uint32_t i = 0; i < g->s->mana.count; i++)
        if (rt_mana_row(g, i)->player != p)
            *rt_mana_row(g, mana++) = *rt_mana_row(g, i);
    g->s->mana.count = mana;
    show_conspiracies(g, p);
    const uint32_t batch = what_they_own(g, p);
    what_is_no_card(g, p);
    rt_dirty(g);
    rt_batch_close(g, batch);
}

int rt_leave_check(rt_game *g)
{
    int any = 0;
    if (!g->s->gone || g->s->over)
        return 0;
    for (uint32_t p = 0; p < g->s->player.count; p++)
        if (rt_player_row(g, p)->lost && !rt_player_row(g, p)->left) {
            leaves(g, p);
            any = 1;
        }
    return exile_what_is_left(g) || any;
}

/* ---- in the middle of what they do --------------------------------------------------------------- */

/* Whether `p` is doing something by themselves that ends when they leave: casting, paying, attacking, untapping, beginning. The place
 * of that procedure, or 0. */
static uint32_t own_action(const rt_game *g, uint32_t p)
{
    CANTRIP_ASSERT(p < g->s->player.count);
    const uint32_t n = g->s->proc.count;
    const uint32_t at = n > 1 && rt_proc_row(g, 1)->kind == RT_PROC_PRIORITY ? 2 : 1;
    if (n && rt_proc_row(g, 0)->kind == RT_PROC_START && g->s->decision.whose == p)
        return 1; /* what a card of an opening hand asks: nobody else learns of it */
    if (n <= at || rt_proc_row(g, 0)->kind != RT_PROC_TURN)
        return 0;
    switch (rt_proc_row(g, at)->kind) {
    case RT_PROC_CAST:
    case RT_PROC_PAY:
    case RT_PROC_MANA:
    case RT_PROC_FRAME:
        return g->s->decision.whose == p ? at : 0;
    case RT_PROC_ATTACK:
    case RT_PROC_UNTAP:
    case RT_PROC_CLEANUP:
        return at == 1 && rt_is_active(g, p) && !g->s->shared ? at : 0;
    default:
        return 0;
    }
}

static void unwind(rt_game *g, uint32_t at)
{
    g->s->proc.count = at;
    g->s->frame.count = g->s->reg.count = g->s->heap.count = 0;
    g->s->event.count = g->s->applied.count = g->s->entering.count = 0;
    g->s->bill.count = g->s->pay.count = g->s->image.count = 0;
    g->s->declaring = 0;
    g->s->decision.active = 0;
}

void rt_concedes(rt_game *g, uint32_t p)
{
    CANTRIP_ASSERT(p < g->s->player.count);
    rt_player_loses(g, p, "it concedes");
    rt_game_end_check(g);
    if (g->s->over) {
        g->s->decision.active = 0;
        return;
    }
    const uint32_t at = own_action(g, p);
    if (at)
        unwind(g, at);
    if (rt_top(g)->kind == RT_PROC_PRIORITY || rt_top(g)->kind == RT_PROC_TURN) {
        if (rt_top(g)->kind == RT_PROC_PRIORITY)
            rt_priority_anew(g);
        g->s->decision.active = 0;
        rt_leave_check(g);
    } else if (rt_top(g)->kind == RT_PROC_START && rt_start_anew(g)) {
        g->s->decision.active = 0;
    } else if (g->s->decision.active && g->s->decision.whose == p) { /* as soon as that is done */
        rt_decider_find(g);
        g->s->decision.unread = !g->s->decision.active;
    }
}
