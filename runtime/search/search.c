/* For searchers and learners (include/cantrip/search.h): picks, many games at once, numbers. */
#include "cantrip/search.h"

#include <stddef.h>
#include <string.h>

#include "runtime/search/search.h"

/* ---- picks -------------------------------------------------------------------------------------
 */

static int is_picked(const cantrip_game *game, uint32_t option)
{
    for (uint32_t i = 0; i < game->pick_count; i++)
        if (game->picks[i] == option)
            return 1;
    return 0;
}

/* Picks belong to the question for which they were made. */
static void fresh_picks(cantrip_game *game)
{
    const uint64_t now = (uint64_t)game->g.s->history.count << 32 | game->g.s->option.count;
    if (game->pick_of != now)
        game->pick_count = 0;
    game->pick_of = now;
}

int rt_pick_is_legal(cantrip_game *game, uint32_t action)
{
    const rt_state *s = game->g.s;
    fresh_picks(game);
    if (!s->decision.active || action > s->option.count)
        return 0;
    if (action == s->option.count)
        return game->pick_count >= s->decision.min && s->decision.max > 0 &&
               game->pick_count < s->decision.max && s->decision.min < s->decision.max;
    return !is_picked(game, action);
}

uint32_t cantrip_pick_actions(cantrip_game *game, uint8_t *mask, uint32_t size)
{
    if (!game || (size && !mask))
        return 0;
    const rt_state *s = game->g.s;
    if (!s->decision.active)
        return 0;
    for (uint32_t i = 0; i <= s->option.count && i < size; i++)
        mask[i] = (uint8_t)rt_pick_is_legal(game, i);
    return s->option.count + 1;
}

static int keep_pick(cantrip_game *game, uint32_t option)
{
    if (game->pick_count == game->pick_cap) {
        const uint32_t cap = game->pick_cap ? game->pick_cap * 2 : 16;
        uint32_t *more = base_resize(game->g.pack->memory, game->picks, cap * sizeof *more);
        if (!more)
            return 0;
        game->picks = more;
        game->pick_cap = cap;
    }
    game->picks[game->pick_count++] = option;
    return 1;
}

cantrip_status cantrip_pick(cantrip_game *game, uint32_t action)
{
    if (!game)
        return CANTRIP_E_ARGUMENT;
    if (!game->g.s->decision.active && cantrip_game_step(game) == CANTRIP_STEP_MEMORY)
        return CANTRIP_E_MEMORY;
    const rt_state *s = game->g.s;
    if (!rt_pick_is_legal(game, action))
        return s->decision.active ? rt_refuse(game, "action %u is not legal", action)
                                  : rt_refuse(game, "nothing is asked");
    const int ends = action == s->option.count;
    if (!ends && !keep_pick(game, action))
        return CANTRIP_E_MEMORY;
    if (!ends && game->pick_count < s->decision.max)
        return CANTRIP_OK;
    const cantrip_status status = cantrip_game_answer(game, game->picks, game->pick_count);
    if (status != CANTRIP_OK)
        game->pick_count -= (uint32_t)!ends;
    else
        cantrip_game_step(game); /* without memory the next call does it */
    return status;
}

uint32_t cantrip_batch_pick(cantrip_game *const *games, uint32_t count, const uint32_t *actions,
                            uint32_t *out_player, uint32_t *out_actions)
{
    if ((count && !games))
        return 0;
    uint32_t refused = 0;
    for (uint32_t i = 0; i < count; i++) {
        cantrip_game *game = games[i];
        if (!game)
            continue;
        const rt_state *s = game->g.s;
        cantrip_status picked = CANTRIP_OK;
        if (!s->over && !s->decision.active)
            cantrip_game_step(game);
        const int was_asked = game->g.s->decision.active != 0;
        if (was_asked && actions && actions[i] != UINT32_MAX)
            picked = cantrip_pick(game, actions[i]);
        refused += picked != CANTRIP_OK && picked != CANTRIP_E_MEMORY;
        s = game->g.s;
        const uint32_t who = picked == CANTRIP_E_MEMORY ? CANTRIP_NO_MEMORY
                             : s->decision.active       ? s->decision.player
                             : s->over                  ? CANTRIP_NOBODY
                             : was_asked                ? CANTRIP_NO_STEP
                                                        : CANTRIP_NO_MEMORY;
        if (out_player)
            out_player[i] = who;
        if (out_actions)
            out_actions[i] = s->decision.active ? s->option.count + 1 : 0;
    }
    return refused;
}

static cantrip_status begin_anew(cantrip_batch *b, uint32_t i)
{
    cantrip_game *game = b->games[i];
    const cantrip_status status = cantrip_game_copy_into(b->start, game);
    if (status != CANTRIP_OK)
        return status;
    game->g.s->seed = b->seeds[i];
    rt_random_seed(game->g.s, b->seeds[i]);
    if (cantrip_game_step(game) == CANTRIP_STEP_MEMORY)
        return CANTRIP_E_MEMORY; /* it was never stepped: the same again next time */
    b->seeds[i] += b->seed_step;
    return CANTRIP_OK;
}

static uint32_t legal_of_rank(cantrip_game *game, uint32_t rank)
{
    const uint32_t n = game->g.s->option.count + 1;
    uint32_t legal = 0, at = 0;
    for (uint32_t i = 0; i < n; i++)
        legal += (uint32_t)rt_pick_is_legal(game, i);
    for (rank = legal ? rank % legal : 0; at < n; at++)
        if (rt_pick_is_legal(game, at) && !rank--)
            break;
    return at;
}

/* What whoever is asked sees; rows that are not there are 0. */
static cantrip_status see(const cantrip_batch *b, uint32_t i)
{
    if (b->struct_size < offsetof(cantrip_batch, row_counts) + sizeof b->row_counts || !b->rows)
        return CANTRIP_OK;
    const rt_state *s = b->games[i]->g.s;
    const size_t each = (size_t)b->row_max * CANTRIP_OBSERVE_WIDTH;
    int32_t *at = b->rows + each * i;
    const uint32_t n = s->decision.active
                           ? cantrip_observe(b->games[i], s->decision.player, at, b->row_max)
                           : 0,
                   there = n < b->row_max ? n : b->row_max;
    memset(at + (size_t)there * CANTRIP_OBSERVE_WIDTH, 0,
           (each - (size_t)there * CANTRIP_OBSERVE_WIDTH) * sizeof *at);
    if (b->row_counts)
        b->row_counts[i] = n;
    return n || !s->decision.active ? CANTRIP_OK : CANTRIP_E_MEMORY;
}

/* What there was no memory for is to be done by the next call. */
static cantrip_status not_done(const cantrip_batch *b, uint32_t i, uint32_t how)
{
    if (b->players)
        b->players[i] = how;
    return CANTRIP_E_MEMORY;
}

static cantrip_status batch_pick(cantrip_batch *b, uint32_t i, uint32_t action)
{
    const cantrip_status status = cantrip_pick(b->games[i], action);
    const rt_state *s = b->games[i]->g.s;
    if (status == CANTRIP_E_MEMORY)
        return not_done(b, i, CANTRIP_NO_MEMORY);
    b->picked += status == CANTRIP_OK;
    b->refused += status != CANTRIP_OK;
    return s->over || s->decision.active ? CANTRIP_OK : not_done(b, i, CANTRIP_NO_STEP);
}

/* It is told once, as its place is given to the next. */
static cantrip_status batch_end(cantrip_batch *b, uint32_t i)
{
    const rt_state *s = b->games[i]->g.s;
    const uint32_t how = !s->over                 ? (uint32_t)CANTRIP_NOBODY
                         : s->winner == RT_NOBODY ? (uint32_t)CANTRIP_DRAWN
                                                  : s->winner;
    const cantrip_status status = s->over && b->start ? begin_anew(b, i) : CANTRIP_OK;
    const int told = status == CANTRIP_OK || !b->games[i]->g.s->over;
    if (b->ended)
        b->ended[i] = told ? how : (uint32_t)CANTRIP_NOBODY;
    b->finished += told && how != CANTRIP_NOBODY;
    return status == CANTRIP_E_MEMORY ? not_done(b, i, CANTRIP_NO_STEP) : status;
}

/* Its first question, and the one behind what could not be stepped. */
static cantrip_status batch_begin(cantrip_batch *b, uint32_t i)
{
    const cantrip_status status = b->start && !rt_was_stepped(&b->games[i]->g) ? begin_anew(b, i)
                                  : cantrip_game_step(b->games[i]) == CANTRIP_STEP_MEMORY
                                      ? CANTRIP_E_MEMORY
                                      : CANTRIP_OK;
    return status == CANTRIP_E_MEMORY ? not_done(b, i, CANTRIP_NO_MEMORY) : status;
}

static cantrip_status batch_game(cantrip_batch *b, uint32_t i)
{
    cantrip_game *game = b->games[i];
    if (!game)
        return CANTRIP_E_ARGUMENT;
    const rt_state *s = game->g.s;
    cantrip_status status = s->over || s->decision.active ? CANTRIP_OK : batch_begin(b, i);
    if (status == CANTRIP_OK && game->g.s->decision.active && b->actions[i] != UINT32_MAX) {
        const int ranks =
            b->struct_size >= offsetof(cantrip_batch, ranks) + sizeof b->ranks && b->ranks;
        status = batch_pick(b, i, ranks ? legal_of_rank(game, b->actions[i]) : b->actions[i]);
    }
    if (status == CANTRIP_OK)
        status = batch_end(b, i);
    if (status != CANTRIP_OK)
        return status;
    s = game->g.s;
    const uint32_t actions = s->decision.active ? s->option.count + 1 : 0;
    if (b->players)
        b->players[i] = s->decision.active ? s->decision.player : CANTRIP_NOBODY;
    if (b->action_counts)
        b->action_counts[i] = actions;
    if (b->masks) {
        uint8_t *row = b->masks + (size_t)i * b->mask_width;
        memset(row, 0, b->mask_width);
        cantrip_pick_actions(game, row, b->mask_width);
    }
    return see(b, i);
}

cantrip_status cantrip_batch_step(cantrip_batch *batch)
{
    enum { FIRST_SIZE = offsetof(cantrip_batch, finished) + sizeof(uint32_t) };
    if (!batch || batch->struct_size < FIRST_SIZE || batch->struct_size > sizeof *batch)
        return CANTRIP_E_ARGUMENT;
    batch->picked = batch->refused = batch->finished = 0;
    if ((batch->count && (!batch->games || !batch->actions)) ||
        (batch->start && (!batch->seeds || rt_was_stepped(&batch->start->g))))
        return CANTRIP_E_ARGUMENT;
    cantrip_status status = CANTRIP_OK;
    for (uint32_t i = 0; i < batch->count; i++) {
        const cantrip_status one = batch_game(batch, i);
        status = one == CANTRIP_OK ? status : one;
    }
    return status;
}

/* ---- numbers -----------------------------------------------------------------------------------
 */

typedef struct rows {
    cantrip_game *game;
    int32_t *at;
    uint32_t count, most, viewer, failed;
} rows;

static void row(rows *r, const int32_t *numbers)
{
    if (r->count < r->most)
        memcpy(r->at + (size_t)r->count * CANTRIP_OBSERVE_WIDTH, numbers,
               sizeof *numbers * CANTRIP_OBSERVE_WIDTH);
    r->count++;
}

static void observe_player(rows *r, uint32_t p)
{
    const rt_state *s = r->game->g.s;
    cantrip_player_view v;
    v.struct_size = sizeof v;
    r->failed |= !cantrip_view_read_player(r->game, p, &v);
    const int32_t n[CANTRIP_OBSERVE_WIDTH] = {1,
                                              (int32_t)p,
                                              v.life,
                                              (int32_t)v.hand,
                                              (int32_t)v.library,
                                              (int32_t)v.graveyard,
                                              (int32_t)v.poison,
                                              (int32_t)v.mana.of[0],
                                              (int32_t)v.mana.of[1],
                                              (int32_t)v.mana.of[2],
                                              (int32_t)v.mana.of[3],
                                              (int32_t)v.mana.of[4],
                                              (int32_t)v.mana.of[5],
                                              rt_is_active(&r->game->g, p),
                                              (int32_t)s->turn,
                                              (int32_t)s->step,
                                              s->decision.active && s->decision.player == p,
                                              (int32_t)v.lost,
                                              (int32_t)v.team,
                                              0};
    row(r, n);
}

static void observe_zone(rt_game *g, rows *r, uint32_t zone, uint32_t player)
{
    for (uint32_t i = 0; i < rt_zone_count(g, zone, player); i++) {
        int32_t n[CANTRIP_OBSERVE_WIDTH] = {2};
        if (rt_object_numbers(g, r->viewer, rt_handle(g, rt_zone_at(g, zone, player, i)), n + 1))
            row(r, n);
    }
}

static void observe_objects(rt_game *g, void *user)
{
    static const uint8_t EACH[] = {VM_ZONE_HAND, VM_ZONE_GRAVEYARD, VM_ZONE_EXILE};
    rows *r = user;
    observe_zone(g, r, VM_ZONE_STACK, 0);
    observe_zone(g, r, VM_ZONE_BATTLEFIELD, 0);
    for (uint32_t z = 0; z < sizeof EACH; z++)
        for (uint32_t p = 0; p < g->s->player.count; p++)
            observe_zone(g, r, EACH[z], p);
}

uint32_t cantrip_observe(cantrip_game *game, uint32_t viewer, int32_t *out, uint32_t most)
{
    if (!game || (most && !out))
        return 0;
    rows r = {game, out, 0, most, viewer, 0};
    if (game->run.guard || rt_do_look(game) != CANTRIP_OK)
        return 0;
    const uint32_t players = game->g.s->player.count;
    for (uint32_t p = 0; p < players; p++)
        observe_player(&r, p);
    return r.failed || rt_guarded(&game->g, observe_objects, &r) ? 0 : r.count;
}
