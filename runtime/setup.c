/* Positions for tests and puzzles, and the tests that a pack holds. */
#include "cantrip/setup.h"

#include <stdio.h>
#include <string.h>

#include "runtime/api.h"

cantrip_status cantrip_setup_position(cantrip_game *game, uint32_t turn)
{
    rt_game *g = &game->g;
    if (!turn)
        return CANTRIP_E_ARGUMENT;
    g->s->proc.count = 0;
    g->s->turn = turn;
    g->s->turn_player = g->s->order_player = g->s->starting_player = 0;
    for (uint32_t i = 0; i < g->s->player.count; i++)
        rt_player_row(g, i)->kept = 1;
    rt_proc *p = rt_proc_push(g, RT_PROC_TURN);
    p->stage = VM_STEP_MAIN1;
    p->a = 1;
    g->s->step = VM_STEP_MAIN1;
    return CANTRIP_OK;
}

cantrip_status cantrip_setup_step(cantrip_game *game, uint32_t step, uint32_t player)
{
    rt_game *g = &game->g;
    if (step >= VM_STEP_COUNT || player >= g->s->player.count)
        return CANTRIP_E_ARGUMENT;
    g->s->turn_player = g->s->order_player = player;
    g->s->step = step;
    rt_proc *p = rt_top(g);
    p->stage = (uint8_t)step;
    p->a = step == VM_STEP_MAIN1 || step == VM_STEP_MAIN2 ? 1 : 0;
    return CANTRIP_OK;
}

cantrip_status cantrip_setup_put(cantrip_game *game, uint32_t player, const char *card,
                                 uint32_t zone, uint32_t count, int tapped, int fresh)
{
    rt_game *g = &game->g;
    int face = rt_face_by_name(g->lib, card);
    if (face < 0)
        return CANTRIP_E_NAME;
    if (player >= g->s->player.count || zone >= VM_ZONE_COUNT)
        return CANTRIP_E_ARGUMENT;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t idx = rt_object_create(g, (uint32_t)face, (uint8_t)player);
        /* libraries are given from the top down */
        rt_zone_insert(g, idx, zone, player, zone == VM_ZONE_LIBRARY);
        rt_object *o = rt_obj(g, idx);
        o->timestamp = ++g->s->timestamp;
        o->since_turn = fresh ? g->s->turn : 0;
        if (tapped)
            o->flags |= RT_OF_TAPPED;
        if (zone == VM_ZONE_BATTLEFIELD && g->pack->face[face].loyalty)
            rt_counters_change(g, rt_handle(g, idx), VM_COUNTER_LOYALTY,
                               (int32_t)g->pack->face[face].loyalty);
    }
    rt_dirty(g);
    return CANTRIP_OK;
}

static uint32_t find(const rt_game *g, uint32_t player, const char *card)
{
    for (uint32_t i = rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i-- > 0;) {
        uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        const rt_object *o = rt_obj(g, idx);
        if ((player == RT_NOBODY || o->own_controller == player) &&
            strcmp(vm_pack_str(g->pack, rt_face(g, o)->name), card) == 0)
            return idx + 1;
    }
    return 0;
}

cantrip_status cantrip_setup_counters(cantrip_game *game, uint32_t player, const char *card,
                                      uint32_t kind, int32_t count)
{
    if (!*card) { /* on the player */
        rt_counters_change(&game->g, RT_PLAYER(player), kind, count);
        return CANTRIP_OK;
    }
    uint32_t at = find(&game->g, player, card);
    if (!at)
        return CANTRIP_E_NAME;
    rt_counters_change(&game->g, rt_handle(&game->g, at - 1), kind, count);
    return CANTRIP_OK;
}

cantrip_status cantrip_setup_attach(cantrip_game *game, uint32_t player, const char *card,
                                    const char *host)
{
    uint32_t at = find(&game->g, player, card), to = find(&game->g, RT_NOBODY, host);
    if (!at || !to)
        return CANTRIP_E_NAME;
    rt_obj(&game->g, at - 1)->attached = rt_handle(&game->g, to - 1);
    rt_dirty(&game->g);
    return CANTRIP_OK;
}

void cantrip_setup_life(cantrip_game *game, uint32_t player, int32_t life)
{
    if (player < game->g.s->player.count)
        rt_player_row(&game->g, player)->life = life;
}

/* ---- functions of the pack --------------------------------------------------------------------
 */

static rt_ctx viewer(uint32_t player)
{
    rt_ctx c;
    memset(&c, 0, sizeof c);
    c.used = 1;
    c.ability = VM_NO_SYMBOL;
    c.controller = (uint8_t)player;
    c.event_player = RT_NOBODY;
    return c;
}

static int is_function(const rt_game *g, uint32_t f, uint32_t flags)
{
    return f > 0 && f < g->pack->func_count && g->pack->func[f].flags == flags &&
           !g->pack->func[f].params;
}

int64_t cantrip_eval_number(cantrip_game *game, uint32_t function, uint32_t player)
{
    rt_game *g = &game->g;
    if (!is_function(g, function, 0))
        return 0;
    rt_ctx c = viewer(player);
    rt_refresh(g);
    g->s->fuel = 1000000;
    return rt_value(g, function, &c, 0);
}

uint32_t cantrip_eval_set(cantrip_game *game, uint32_t function, uint32_t player, cantrip_id *out,
                          uint32_t max)
{
    rt_game *g = &game->g;
    if (!is_function(g, function, VM_FN_SET))
        return 0;
    rt_ctx c = viewer(player);
    uint32_t heap = g->s->heap.count;
    rt_refresh(g);
    g->s->fuel = 1000000;
    uint64_t set = rt_value_set(g, function, &c);
    uint32_t n = rt_set_count(set);
    for (uint32_t i = 0; i < n && i < max; i++)
        out[i].bits = rt_set_at(g, set, i);
    g->s->heap.count = heap;
    return n;
}

cantrip_status cantrip_eval_effect(cantrip_game *game, uint32_t function, uint32_t player)
{
    rt_game *g = &game->g;
    if (!is_function(g, function, VM_FN_EFFECT))
        return CANTRIP_E_ARGUMENT;
    rt_ctx c = viewer(player);
    uint32_t at = rt_ctx_new(g, &c);
    if (g->s->decision.active) { /* the question is put again afterwards */
        g->s->decision.active = 0;
        rt_proc *p = rt_top(g);
        if (p->kind == RT_PROC_PRIORITY)
            p->stage = 0;
    }
    rt_frame_start(g, function, at, 0);
    return CANTRIP_OK;
}

/* ---- tests ------------------------------------------------------------------------------------
 */

uint32_t cantrip_test_count(const cantrip_library *library)
{
    return library->lib->pack.test_count;
}

cantrip_test cantrip_test_at(const cantrip_library *library, uint32_t index)
{
    const vm_pack *p = &library->lib->pack;
    cantrip_test t = {"", "", 0, 0, 0, 0};
    if (index < p->test_count) {
        const vm_test *row = &p->test[index];
        t = (cantrip_test){
            vm_pack_str(p, row->name), vm_pack_str(p, row->file), row->line,
            row->step_count,           row->cite_count,           row->flags & VM_TEST_DEFAULTS};
    }
    return t;
}

const char *cantrip_test_cite(const cantrip_library *library, uint32_t index, uint32_t cite)
{
    const vm_pack *p = &library->lib->pack;
    if (index >= p->test_count || cite >= p->test[index].cite_count)
        return "";
    return vm_pack_str(p, p->words[p->test[index].cites + cite]);
}

cantrip_test_step cantrip_test_step_at(const cantrip_library *library, uint32_t index,
                                       uint32_t step)
{
    const vm_pack *p = &library->lib->pack;
    cantrip_test_step out;
    memset(&out, 0, sizeof out);
    out.name = out.other = "";
    if (index >= p->test_count || step >= p->test[index].step_count)
        return out;
    const vm_step *s = &p->step[p->test[index].steps + step];
    out = (cantrip_test_step){s->kind, s->player, s->a, s->b, s->c, s->d, s->line, "", ""};
    int by_step = s->kind == VM_TEST_STEP || s->kind == VM_TEST_ADVANCE;
    if (s->a != VM_NO_SYMBOL && !by_step)
        out.name = vm_pack_str(p, s->a);
    if (s->kind == VM_TEST_ATTACH)
        out.other = vm_pack_str(p, s->b);
    return out;
}
