/* Designations of players (CR 702.130, 717): what comes and goes with them. They are kept like counters, of kinds that nothing
 * which is about counters sees. */
#include "runtime/layers/layers.h"

static const vm_symbol *designation(const rt_game *g, uint32_t kind)
{
    rt_spend_inside(g, g->pack->symbol_count / 16);
    for (uint32_t i = 0; i < g->pack->symbol_count; i++)
        if (g->pack->symbol[i].kind == VM_SYM_COUNTER && g->pack->symbol[i].number == kind)
            return &g->pack->symbol[i];
    return NULL;
}

/* The object in the command zone that has its abilities; UINT32_MAX: there is none. */
static uint32_t bearer(const rt_game *g, const vm_symbol *s, uint32_t player)
{
    for (uint32_t i = 0; s->a && i < rt_zone_count(g, VM_ZONE_COMMAND, 0); i++) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_COMMAND, 0, i);
        if (rt_obj(g, idx)->card_face == s->a - 1 && rt_obj(g, idx)->owner == player)
            return idx;
    }
    return UINT32_MAX;
}

static void take(rt_game *g, const vm_symbol *s, uint32_t player)
{
    const uint32_t idx = bearer(g, s, player);
    rt_counters_change(g, RT_PLAYER(player), s->number, -1);
    if (idx != UINT32_MAX)
        rt_free_object(g, idx);
}

void rt_designate_player(rt_game *g, uint32_t player, uint32_t kind)
{
    const vm_symbol *s = designation(g, kind);
    for (uint32_t p = 0; s && s->b && p < g->s->player.count; p++) /* CR 717.3 */
        if (rt_counters(g, RT_PLAYER(p), (int32_t)kind))
            take(g, s, p);
    rt_counters_change(g, RT_PLAYER(player), kind, 1);
    if (s && s->a) {
        const uint32_t idx = rt_object_create(g, s->a - 1, (uint8_t)player);
        rt_obj(g, idx)->timestamp = ++g->s->timestamp;
        rt_zone_insert(g, idx, VM_ZONE_COMMAND, player, 0);
    }
    rt_dirty(g);
}

/* CR 717.4: what one player only has goes to the active player, or to the next, when its bearer leaves the game. */
void rt_designations_pass(rt_game *g, uint32_t leaving)
{
    uint32_t to = g->s->turn_player;
    if (to == leaving || rt_player_row(g, to)->lost)
        to = rt_next_player(g, (uint8_t)to);
    for (uint32_t i = 0; i < g->pack->symbol_count; i++) {
        const vm_symbol *s = &g->pack->symbol[i];
        if (s->kind != VM_SYM_COUNTER || s->number < VM_DESIGNATION_FIRST || !s->b ||
            !rt_counters(g, RT_PLAYER(leaving), (int32_t)s->number))
            continue;
        if (to == leaving || rt_player_row(g, to)->lost)
            take(g, s, leaving);
        else
            rt_designate_player(g, to, s->number);
    }
}
