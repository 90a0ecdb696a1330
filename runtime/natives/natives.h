/* What the files of natives share: the call at hand, its arguments and its stages. A native that
 * has to wait for an event or an answer counts its stages in the frame and is called again. */
#ifndef RUNTIME_NATIVES_H
#define RUNTIME_NATIVES_H

#include "runtime/turn/turn.h"

typedef struct native_call {
    rt_game *g;
    uint32_t base, result;
    const uint32_t *imm;
    int done;
} native_call;

static inline rt_frame *frame(const native_call *n)
{
    return rt_frame_row(n->g, n->g->s->frame.count - 1);
}

static inline uint64_t arg(const native_call *n, uint32_t i)
{
    return *rt_reg_row(n->g, frame(n)->reg + n->base + i);
}

/* The result, which is what the register says that it is: nobody looks at it again. */
static inline void give(const native_call *n, uint64_t v)
{
    CANTRIP_ASSERT(
        vm_can_hold(n->g->pack, &n->g->pack->func[frame(n)->func], (uint8_t)n->result, v));
    CANTRIP_ASSERT(
        !strchr("eop", (int)n->g->pack->regs[n->g->pack->func[frame(n)->func].regs + n->result]) ||
        rt_is_set(n->g, v));
    *rt_reg_row(n->g, frame(n)->reg + n->result) = v;
}

static inline rt_status finished(native_call *n)
{
    n->done = 1;
    return RT_NEXT;
}

static inline rt_ctx *ctx_of(const native_call *n)
{
    return rt_ctx_row(n->g, frame(n)->ctx);
}

static inline rt_entity self_of(const native_call *n)
{
    return ctx_of(n)->self;
}

static inline rt_entity follow(const native_call *n, rt_entity e)
{
    return rt_follow(n->g, n->g->s->frame.count ? ctx_of(n) : NULL, e);
}

/* Does what has been added wait for the rest of what happens at the same time? Then there is nothing to give yet. */
static inline int waits(const native_call *n)
{
    return frame(n)->held != 0;
}

static inline rt_status given_later(native_call *n)
{
    give(n, 0);
    return finished(n);
}

/* stage 0 fills a batch and runs it, stage 1 drops it */
static inline rt_status run(native_call *n, uint32_t batch)
{
    frame(n)->count = (int32_t)batch;
    frame(n)->native_stage = 1;
    if (!rt_batch_run(n->g, batch))
        return RT_NEXT;
    rt_batch_drop(n->g, (uint32_t)frame(n)->count);
    return finished(n);
}

static inline rt_status close_batch(native_call *n)
{
    rt_batch_drop(n->g, (uint32_t)frame(n)->count);
    return finished(n);
}

static inline uint32_t player_at(const native_call *n, uint64_t set, uint32_t i)
{
    rt_entity e = rt_set_at(n->g, set, i);
    return RT_IS_PLAYER(e) ? RT_PLAYER_OF(e) : 0;
}

/* The i-th player of a set who was in the game when the native began, in the order of CR 101.4; RT_NOBODY behind the last.
 * Who leaves meanwhile keeps the place: so everybody else keeps theirs, and an answer is of whoever was asked. */
static inline uint32_t player_in_turn(const native_call *n, uint64_t set, uint32_t i)
{
    const rt_game *g = n->g;
    CANTRIP_ASSERT(!rt_set_count(set) || RT_IS_PLAYER(rt_set_at(g, set, 0)));
    for (uint32_t k = 0; k < g->s->player.count; k++) {
        uint32_t p = rt_seat_after(g, g->s->turn_player, k);
        if (!(frame(n)->gone >> p & 1) && rt_set_has(g, set, RT_PLAYER(p)) && !i--)
            return p;
    }
    return RT_NOBODY;
}

/* The first of them, though they may have left (then others decide, CR 800.4f); player 0 for a set of nobody. For what one
 * player does for all. */
static inline uint32_t first_player(const native_call *n, uint64_t set)
{
    const uint32_t p = player_in_turn(n, set, 0);
    return p != RT_NOBODY ? p : rt_set_count(set) ? player_at(n, set, 0) : 0;
}

/* natives_library.c */
/* Adds what was answered to a set that the frame keeps. */
void rt_keep_answers(native_call *n, uint32_t which);
void rt_keep_one(native_call *n, uint32_t which, rt_entity e);
/* natives_cards.c: stage 1 of a native whose batch is over, or was carried out at once: gives what moved. */
void rt_arrivals_end(rt_game *g); /* natives_effects.c */
rt_status rt_give_moved(native_call *n);
rt_status rt_run_moves(native_call *n, uint32_t batch);
/* The set of what the events of `kind` in these rows that are of `part` (0 = any) were about: as it was, or what became of it. */
uint64_t rt_done_to(rt_game *g, uint32_t from, uint32_t part, uint32_t kind, int as_it_was);
void rt_give_dealt(native_call *n, uint32_t batch); /* natives_damage.c */

/* `rt_status rt_native_draw(native_call *n);` and so on: one for every row of natives.def */
#define NATIVE(number, id, result, signature) rt_status rt_native_##id(native_call *n);
#include "vm/abi/natives.def"
#undef NATIVE

/* ---- natives.c ---- */
rt_status rt_native(rt_game *g, vm_insn i, const uint32_t *imm, int *out_done);

/* ---- natives_special.c ---- */
int rt_is_ignored(const rt_game *g, rt_entity source, rt_entity by); /* CR 115.2d */
void rt_offers_drop(rt_game *g); /* those that would end nothing */

#endif
