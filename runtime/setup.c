/* Positions for tests and puzzles, and the tests that a pack holds. */
#include "cantrip/setup.h"

#include <stdio.h>
#include <string.h>

#include "runtime/api.h"

/* Each of these changes the game as a whole or not at all. */
typedef struct setup_call {
    uint32_t player, face, zone, count, turn, kind;
    int tapped, fresh;
    rt_entity on;
    int32_t by;
} setup_call;

static void position(rt_game *g, void *user)
{
    const setup_call *c = user;
    g->s->proc.count = 0;
    g->s->decision.active = 0;
    g->s->turn = c->turn;
    g->s->turn_player = g->s->starting_player = 0;
    for (uint32_t i = 0; i < g->s->player.count; i++)
        rt_player_row(g, i)->kept = 1;
    rt_proc *p = rt_proc_push(g, RT_PROC_TURN);
    p->stage = VM_STEP_MAIN1;
    p->a = 1;
    g->s->step = VM_STEP_MAIN1;
}

cantrip_status cantrip_setup_position(cantrip_game *game, uint32_t turn)
{
    setup_call c = {.turn = turn};
    if (!turn || game->g.s->over || game->g.s->turn || game->g.s->decisions)
        return CANTRIP_E_ARGUMENT;
    return rt_fault_status((uint32_t)rt_whole(&game->g, position, &c));
}

/* Only while nothing but the turn is going on: before the first step, or between two positions. */
static int is_position(const rt_game *g)
{
    return g->s->proc.count == 1 && rt_top(g)->kind == RT_PROC_TURN && !g->s->over;
}

cantrip_status cantrip_setup_step(cantrip_game *game, uint32_t step, uint32_t player)
{
    rt_game *g = &game->g;
    if (step >= VM_STEP_COUNT || player >= g->s->player.count || g->run->guard || !is_position(g))
        return CANTRIP_E_ARGUMENT;
    rt_keep_drop(g);
    g->s->turn_player = player;
    g->s->step = step;
    rt_proc *p = rt_top(g);
    p->stage = (uint8_t)step;
    p->a = step == VM_STEP_MAIN1 || step == VM_STEP_MAIN2 ? 1 : 0;
    return CANTRIP_OK;
}

static void put(rt_game *g, void *user)
{
    const setup_call *c = user;
    for (uint32_t i = 0; i < c->count; i++) {
        uint32_t idx = rt_object_create(g, c->face, (uint8_t)c->player);
        /* libraries are given from the top down */
        rt_zone_insert(g, idx, c->zone, c->player, c->zone == VM_ZONE_LIBRARY);
        rt_object *o = rt_obj(g, idx);
        o->timestamp = ++g->s->timestamp;
        o->since_turn = c->fresh ? g->s->turn : 0;
        if (c->tapped)
            o->flags |= RT_OF_TAPPED;
        if (c->zone == VM_ZONE_BATTLEFIELD && g->pack->face[c->face].loyalty)
            rt_counters_change(g, rt_handle(g, idx), VM_COUNTER_LOYALTY,
                               (int32_t)g->pack->face[c->face].loyalty);
    }
    rt_dirty(g);
}

/* Nothing can be put onto the stack so: what stands there has been cast, with choices and costs. */
cantrip_status cantrip_setup_put(cantrip_game *game, uint32_t player, const char *card,
                                 uint32_t zone, uint32_t count, int tapped, int fresh)
{
    rt_game *g = &game->g;
    int face = rt_face_by_name(g->lib, card);
    if (face < 0)
        return CANTRIP_E_NAME;
    if (player >= g->s->player.count || zone >= VM_ZONE_COUNT || zone == VM_ZONE_STACK)
        return CANTRIP_E_ARGUMENT;
    setup_call c = {.player = player,
                    .face = (uint32_t)face,
                    .zone = zone,
                    .count = count,
                    .tapped = tapped,
                    .fresh = fresh};
    return rt_fault_status((uint32_t)rt_whole(g, put, &c));
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

static void counters(rt_game *g, void *user)
{
    const setup_call *c = user;
    rt_counters_change(g, c->on, c->kind, c->by);
}

cantrip_status cantrip_setup_counters(cantrip_game *game, uint32_t player, const char *card,
                                      uint32_t kind, int32_t count)
{
    if (player >= game->g.s->player.count || kind >= VM_SYMBOL_MAX || count < -VM_NUMBER_MAX ||
        count > VM_NUMBER_MAX)
        return CANTRIP_E_ARGUMENT;
    const uint32_t at = *card ? find(&game->g, player, card) : 0;
    if (*card && !at)
        return CANTRIP_E_NAME;
    setup_call c = {
        .kind = kind, .by = count, .on = at ? rt_handle(&game->g, at - 1) : RT_PLAYER(player)};
    return rt_fault_status((uint32_t)rt_whole(&game->g, counters, &c));
}

cantrip_status cantrip_setup_attach(cantrip_game *game, uint32_t player, const char *card,
                                    const char *host)
{
    uint32_t at = find(&game->g, player, card), to = find(&game->g, RT_NOBODY, host);
    if (!at || !to)
        return CANTRIP_E_NAME;
    if (at == to || game->run.guard)
        return CANTRIP_E_ARGUMENT;
    rt_keep_drop(&game->g);
    rt_obj(&game->g, at - 1)->attached = rt_handle(&game->g, to - 1);
    rt_dirty(&game->g);
    return CANTRIP_OK;
}

void cantrip_setup_life(cantrip_game *game, uint32_t player, int32_t life)
{
    if (player >= game->g.s->player.count || game->run.guard)
        return;
    rt_keep_drop(&game->g);
    rt_player_row(&game->g, player)->life = rt_sum(life, 0);
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

typedef struct eval_call {
    uint32_t function, player;
    int64_t number;
    cantrip_id *out;
    uint32_t count, max;
} eval_call;

static void number(rt_game *g, void *user)
{
    eval_call *e = user;
    const rt_ctx c = viewer(e->player);
    rt_refresh(g);
    e->number = rt_value(g, e->function, &c, 0);
}

/* Looking may bring characteristics up to date: after a step they are, before it nothing is kept. */
static void look(cantrip_game *game, rt_body_fn body, eval_call *e)
{
    const uint32_t heap = game->g.s->heap.count;
    if (game->g.s->dirty)
        rt_keep_drop(&game->g);
    if (rt_guarded(&game->g, body, e)) {
        e->number = 0;
        e->count = 0;
        game->g.s->dirty = 1;
    }
    if (!game->run.guard)
        game->g.s->heap.count = heap;
}

int64_t cantrip_eval_number(cantrip_game *game, uint32_t function, uint32_t player)
{
    eval_call e = {.function = function, .player = player};
    if (!is_function(&game->g, function, 0) || player >= game->g.s->player.count)
        return 0;
    look(game, number, &e);
    return e.number;
}

static void set(rt_game *g, void *user)
{
    eval_call *e = user;
    const rt_ctx c = viewer(e->player);
    rt_refresh(g);
    const uint64_t members = rt_value_set(g, e->function, &c);
    e->count = rt_set_count(members);
    for (uint32_t i = 0; i < e->count && i < e->max; i++)
        e->out[i].bits = rt_set_at(g, members, i);
}

uint32_t cantrip_eval_set(cantrip_game *game, uint32_t function, uint32_t player, cantrip_id *out,
                          uint32_t max)
{
    eval_call e = {.function = function, .player = player, .out = out, .max = max};
    if (!is_function(&game->g, function, VM_FN_SET) || player >= game->g.s->player.count)
        return 0;
    look(game, set, &e);
    return e.count;
}

static void effect(rt_game *g, void *user)
{
    const eval_call *e = user;
    const rt_ctx c = viewer(e->player);
    uint32_t at = rt_ctx_new(g, &c);
    if (g->s->decision.active) { /* the question is put again afterwards */
        g->s->decision.active = 0;
        rt_top(g)->stage = 0;
    }
    rt_frame_start(g, e->function, at, 0);
}

cantrip_status cantrip_eval_effect(cantrip_game *game, uint32_t function, uint32_t player)
{
    rt_game *g = &game->g;
    eval_call e = {.function = function, .player = player};
    if (!is_function(g, function, VM_FN_EFFECT) || player >= g->s->player.count || g->s->over ||
        (g->s->decision.active && rt_top(g)->kind != RT_PROC_PRIORITY))
        return CANTRIP_E_ARGUMENT;
    return rt_fault_status((uint32_t)rt_whole(g, effect, &e));
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
