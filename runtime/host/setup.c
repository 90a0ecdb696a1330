/* Positions for tests and puzzles, and the tests that a pack holds. */
#include "cantrip/setup.h"

#include <stdio.h>
#include <string.h>

#include "runtime/host/history.h"

/* Each of these changes the game as a whole or not at all. */
typedef struct setup_call {
    uint32_t player, face, zone, count, turn, kind;
    int tapped, fresh, down, commander;
    rt_entity on;
    int32_t by;
} setup_call;

static void position(rt_game *g, void *user)
{
    const setup_call *c = user;
    g->s->proc.count = 0;
    g->s->decision.active = 0;
    g->s->turn = c->turn;
    g->s->turn_player = g->s->order_player = g->s->starting_player = 0;
    for (uint32_t i = 0; i < g->s->player.count; i++)
        rt_player_row(g, i)->kept = 1;
    rt_proc *p = rt_proc_push(g, RT_PROC_TURN);
    p->stage = VM_STEP_MAIN1;
    p->a = 1;
    g->s->step = VM_STEP_MAIN1;
}

cantrip_status rt_carry_out(cantrip_game *game, rt_body_fn body, void *user, uint32_t deed,
                            const uint32_t *words, uint32_t count)
{
    rt_game *g = &game->g;
    if (g->run->guard)
        return CANTRIP_E_ARGUMENT;
    uint32_t fault = rt_history_reserve(g, count);
    if (!fault)
        fault = (uint32_t)rt_whole(g, body, user);
    if (!fault)
        rt_history_note(g, deed, words, count);
    return rt_fault_status(fault);
}

cantrip_status rt_do_position(cantrip_game *game, const uint32_t *words)
{
    setup_call c = {.turn = words[0]};
    if (!c.turn || game->g.s->over || game->g.s->turn || game->g.s->decisions ||
        game->g.s->decision.active)
        return CANTRIP_E_ARGUMENT;
    return rt_carry_out(game, position, &c, RT_DEED_POSITION, words, 1);
}

cantrip_status cantrip_setup_position(cantrip_game *game, uint32_t turn)
{
    if (!game)
        return CANTRIP_E_ARGUMENT;
    return rt_do_position(game, &turn);
}

/* Only while nothing but the turn is going on: before the first step, or between two positions. */
static int is_position(const rt_game *g)
{
    return g->s->proc.count == 1 && rt_top(g)->kind == RT_PROC_TURN && !g->s->over;
}

static void begin_in(rt_game *g, void *user)
{
    const uint32_t *words = user;
    g->s->turn_player = g->s->order_player = rt_team_head(g, words[1]);
    g->s->step = words[0];
    rt_proc *p = rt_top(g);
    p->stage = (uint8_t)words[0];
    p->a = words[0] == VM_STEP_MAIN1 || words[0] == VM_STEP_MAIN2 ? 1 : 0;
    rt_dirty(g);
}

cantrip_status rt_do_step(cantrip_game *game, const uint32_t *words)
{
    rt_game *g = &game->g;
    uint32_t given[] = {words[0], words[1]};
    if (given[0] >= VM_STEP_COUNT || given[1] >= g->s->player.count || !is_position(g))
        return CANTRIP_E_ARGUMENT;
    return rt_carry_out(game, begin_in, given, RT_DEED_STEP, words, 2);
}

cantrip_status cantrip_setup_step(cantrip_game *game, uint32_t step, uint32_t player)
{
    if (!game)
        return CANTRIP_E_ARGUMENT;
    return rt_do_step(game, (uint32_t[]){step, player});
}

/* What is begun on the way comes first; a question that is open is put again afterwards. */
static void ask_again(rt_game *g)
{
    if (!g->s->decision.active)
        return;
    g->s->decision.active = 0;
    rt_top(g)->stage = 0;
}

static void put(rt_game *g, void *user)
{
    const setup_call *c = user;
    for (uint32_t i = 0; i < c->count; i++) {
        uint32_t idx = rt_object_create(g, rt_card_of(g, c->face), (uint8_t)c->player);
        if (c->zone == VM_ZONE_BATTLEFIELD && g->pack->face[c->face].shape == VM_SHAPE_FLIPPED)
            rt_obj(g, idx)->flags |= RT_OF_FLIPPED;
        if (c->zone == VM_ZONE_BATTLEFIELD)
            rt_show_face(g, idx,
                         c->down                                         ? g->lib->face_down
                         : g->pack->face[c->face].shape == VM_SHAPE_BACK ? c->face
                                                                         : rt_card_of(g, c->face));
        /* libraries are given from the top down */
        rt_zone_insert(g, idx, c->zone, c->player, c->zone == VM_ZONE_LIBRARY);
        rt_object *o = rt_obj(g, idx);
        o->timestamp = ++g->s->timestamp;
        if (o->here)
            rt_presence_of(g, o)->since_turn = c->fresh ? g->s->turn : 0;
        if (c->tapped)
            o->flags |= RT_OF_TAPPED;
        if (c->commander)
            rt_commander_begin(g, idx);
        if (c->zone == VM_ZONE_BATTLEFIELD && g->pack->face[c->face].loyalty)
            rt_counters_change(g, rt_handle(g, idx), VM_COUNTER_LOYALTY,
                               (int32_t)g->pack->face[c->face].loyalty);
    }
    rt_dirty(g);
    rt_priority_stale(g);
    const int at_once = c->zone == VM_ZONE_COMMAND && !c->commander &&
                        rt_proc_row(g, 0)->kind != RT_PROC_START; /* else as the game begins */
    for (uint32_t i = 0; at_once && i < c->count; i++) {
        const uint32_t n = rt_zone_count(g, VM_ZONE_COMMAND, 0);
        ask_again(g);
        rt_begin_in_command(g, rt_zone_at(g, VM_ZONE_COMMAND, 0, n - 1 - i)); /* CR 313.2 */
    }
}

/* Nothing can be put onto the stack so: what stands there has been cast, with choices and costs. */
cantrip_status rt_do_put(cantrip_game *game, const uint32_t *words)
{
    rt_game *g = &game->g;
    setup_call c = {.player = words[0],
                    .face = words[1],
                    .zone = words[2],
                    .count = words[3],
                    .tapped = (words[4] & CANTRIP_SETUP_TAPPED) != 0,
                    .down = (words[4] & CANTRIP_SETUP_FACE_DOWN) != 0,
                    .commander = (words[4] & CANTRIP_SETUP_COMMANDER) != 0,
                    .fresh = words[5] != 0};
    if (c.player >= g->s->player.count || c.face >= g->pack->face_count ||
        c.zone >= VM_ZONE_COUNT || c.zone == VM_ZONE_STACK ||
        (c.down && g->lib->face_down == VM_NO_SYMBOL) ||
        (c.zone == VM_ZONE_COMMAND && g->s->decisions && rt_top(g)->kind != RT_PROC_TURN &&
         (rt_top(g)->kind != RT_PROC_PRIORITY || !g->s->decision.active)))
        return CANTRIP_E_ARGUMENT;
    return rt_carry_out(game, put, &c, RT_DEED_PUT, words, 6);
}

cantrip_status cantrip_setup_put(cantrip_game *game, uint32_t player, const char *card,
                                 uint32_t zone, uint32_t count, uint32_t status, int fresh)
{
    if (!game || !card)
        return CANTRIP_E_ARGUMENT;
    const int face = rt_face_by_name(game->g.lib, card);
    if (face < 0)
        return CANTRIP_E_NAME;
    return rt_do_put(game, (uint32_t[]){player, (uint32_t)face, zone, count, status, fresh != 0});
}

static uint32_t find(const rt_game *g, uint32_t player, const char *card)
{
    for (uint32_t i = rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i-- > 0;) {
        uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        const rt_object *o = rt_obj(g, idx);
        if ((player == RT_NOBODY || o->own_controller == player) &&
            rt_has_name(g, o->card_face, card))
            return idx + 1;
    }
    return 0;
}

static void counters(rt_game *g, void *user)
{
    const setup_call *c = user;
    rt_counters_change(g, c->on, c->kind, c->by);
    rt_priority_stale(g);
}

cantrip_status rt_do_counters(cantrip_game *game, const uint32_t *words)
{
    rt_game *g = &game->g;
    setup_call c = {.on = words[0], .kind = words[1], .by = (int32_t)words[2]};
    const int there =
        RT_IS_PLAYER(c.on) ? c.on - RT_PLAYER(0) < g->s->player.count : rt_live(g, c.on) != NULL;
    if (!there || c.kind >= VM_SYMBOL_MAX || c.by < -VM_NUMBER_MAX || c.by > VM_NUMBER_MAX)
        return CANTRIP_E_ARGUMENT;
    return rt_carry_out(game, counters, &c, RT_DEED_COUNTERS, words, 3);
}

cantrip_status cantrip_setup_counters(cantrip_game *game, uint32_t player, const char *card,
                                      uint32_t kind, int32_t count)
{
    if (!game || !card)
        return CANTRIP_E_ARGUMENT;
    if (player >= game->g.s->player.count)
        return CANTRIP_E_ARGUMENT;
    const uint32_t at = *card ? find(&game->g, player, card) : 0;
    if (*card && !at)
        return CANTRIP_E_NAME;
    const rt_entity on = at ? rt_handle(&game->g, at - 1) : RT_PLAYER(player);
    return rt_do_counters(game, (uint32_t[]){on, kind, (uint32_t)count});
}

static void attach(rt_game *g, void *user)
{
    const uint32_t *words = user;
    rt_attach(g, words[0], rt_handle(g, words[1]));
    rt_dirty(g);
    rt_priority_stale(g);
}

static int is_permanent(const rt_game *g, uint32_t idx)
{
    return idx < g->s->object.count && rt_obj(g, idx)->zone == VM_ZONE_BATTLEFIELD;
}

cantrip_status rt_do_attach(cantrip_game *game, const uint32_t *words)
{
    uint32_t given[] = {words[0], words[1]};
    if (!is_permanent(&game->g, given[0]) || !is_permanent(&game->g, given[1]) ||
        given[0] == given[1])
        return CANTRIP_E_ARGUMENT;
    return rt_carry_out(game, attach, given, RT_DEED_ATTACH, words, 2);
}

cantrip_status cantrip_setup_attach(cantrip_game *game, uint32_t player, const char *card,
                                    const char *host)
{
    if (!game || !card || !host)
        return CANTRIP_E_ARGUMENT;
    const uint32_t at = find(&game->g, player, card), to = find(&game->g, RT_NOBODY, host);
    if (!at || !to)
        return CANTRIP_E_NAME;
    return rt_do_attach(game, (uint32_t[]){at - 1, to - 1});
}

static void set_life(rt_game *g, void *user)
{
    const uint32_t *words = user;
    *rt_life(g, words[0]) = rt_sum((int32_t)words[1], 0);
    rt_priority_stale(g);
}

cantrip_status rt_do_life(cantrip_game *game, const uint32_t *words)
{
    uint32_t given[] = {words[0], words[1]};
    if (given[0] >= game->g.s->player.count)
        return CANTRIP_E_ARGUMENT;
    return rt_carry_out(game, set_life, given, RT_DEED_LIFE, words, 2);
}

cantrip_status cantrip_setup_life(cantrip_game *game, uint32_t player, int32_t life)
{
    if (!game)
        return CANTRIP_E_ARGUMENT;
    return rt_do_life(game, (uint32_t[]){player, (uint32_t)life});
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
    c.flags = RT_CTX_OUTSIDE;
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
    e->number = rt_value(g, e->function, &c, 0);
}

static void refresh(rt_game *g, void *user)
{
    (void)user;
    rt_refresh(g);
}

/* After a step they are up to date: then looking changes nothing. */
cantrip_status rt_do_look(cantrip_game *game)
{
    return game->g.s->dirty ? rt_carry_out(game, refresh, NULL, RT_DEED_LOOK, NULL, 0) : CANTRIP_OK;
}

static void look(cantrip_game *game, rt_body_fn body, eval_call *e)
{
    if (rt_do_look(game) != CANTRIP_OK)
        return;
    const uint32_t heap = game->g.s->heap.count;
    if (rt_guarded(&game->g, body, e)) {
        e->number = 0;
        e->count = 0;
    }
    if (!game->run.guard)
        game->g.s->heap.count = heap;
}

int64_t cantrip_eval_number(cantrip_game *game, uint32_t function, uint32_t player)
{
    if (!game)
        return 0;
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
    const uint64_t members = rt_value_set(g, e->function, &c);
    e->count = rt_set_count(members);
    for (uint32_t i = 0; i < e->count && i < e->max; i++)
        e->out[i].bits = rt_set_at(g, members, i);
}

uint32_t cantrip_eval_set(cantrip_game *game, uint32_t function, uint32_t player, cantrip_id *out,
                          uint32_t max)
{
    if (!game || (max && !out))
        return 0;
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
    ask_again(g);
    rt_frame_start(g, e->function, at, 0);
}

cantrip_status rt_do_effect(cantrip_game *game, const uint32_t *words)
{
    rt_game *g = &game->g;
    eval_call e = {.function = words[0], .player = words[1]};
    if (!is_function(g, e.function, VM_FN_EFFECT) || e.player >= g->s->player.count || g->s->over ||
        g->s->decision.unread || (g->s->decision.active && rt_top(g)->kind != RT_PROC_PRIORITY))
        return CANTRIP_E_ARGUMENT;
    return rt_carry_out(game, effect, &e, RT_DEED_EFFECT, words, 2);
}

cantrip_status cantrip_eval_effect(cantrip_game *game, uint32_t function, uint32_t player)
{
    if (!game)
        return CANTRIP_E_ARGUMENT;
    return rt_do_effect(game, (uint32_t[]){function, player});
}

/* ---- tests ------------------------------------------------------------------------------------
 */

uint32_t cantrip_test_count(const cantrip_library *library)
{
    if (!library)
        return 0;
    return library->lib->pack.test_count;
}

cantrip_test cantrip_test_at(const cantrip_library *library, uint32_t index)
{
    if (!library)
        return (cantrip_test){.name = "", .file = ""};
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
    if (!library)
        return "";
    const vm_pack *p = &library->lib->pack;
    if (index >= p->test_count || cite >= p->test[index].cite_count)
        return "";
    return vm_pack_str(p, p->words[p->test[index].cites + cite]);
}

cantrip_test_step cantrip_test_step_at(const cantrip_library *library, uint32_t index,
                                       uint32_t step)
{
    if (!library)
        return (cantrip_test_step){.name = "", .other = ""};
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
