/* What procedures are, questions and their answers, and what is told of what happens. */
#ifndef RUNTIME_ASK_H
#define RUNTIME_ASK_H

#include "runtime/state/guard.h"
#include "cantrip/game.h"

#include <string.h>

/* ---- tell.c ---- */
/* what happens is told as a row of include/cantrip/events.def */
/* RT_TELL(g, DAMAGE, .object = source, .other = whom, .amount = 3) */
#define RT_TELL(g, id, ...)                                                                        \
    ((g)->log || (g)->tale ? rt_tell((g), (rt_told){.kind = CANTRIP_EVENT_##id, __VA_ARGS__})      \
                           : (void)0)
void rt_tell(const rt_game *g, rt_told what);

/* ---- decide.c ---- */
typedef enum rt_status { RT_NEXT, RT_ASK } rt_status; /* go on with the top procedure, or wait */
enum rt_proc_kind {
#define PROC(id, fn, vars) RT_PROC_##id,
#include "runtime/ask/procs.def"
#undef PROC
    RT_PROC_COUNT
};
#define PROC(id, fn, vars) rt_status fn(rt_game *g);
#include "runtime/ask/procs.def"
#undef PROC
static inline rt_proc *rt_top(const rt_game *g)
{
    CANTRIP_ASSERT(g->s->proc.count);
    return rt_proc_row(g, g->s->proc.count - 1);
}
/* One step after the other, as long as the procedure on top is of that kind and nothing is asked. */
static inline rt_status rt_goes_on(rt_game *g, rt_status (*step)(rt_game *g))
{
    const uint32_t kind = rt_top(g)->kind;
    rt_status status = step(g);
    while (status == RT_NEXT && !g->s->over && !g->s->decision.active && rt_top(g)->kind == kind) {
        rt_spend(g, 1);
        status = step(g);
    }
    return status;
}
rt_proc *rt_proc_push(rt_game *g, uint32_t kind);
rt_status rt_proc_pop(rt_game *g);
void rt_ask(rt_game *g, uint32_t kind, uint32_t player, rt_entity source);
void rt_option_add(rt_game *g, uint32_t kind, rt_entity e, int32_t a, int32_t b);
/* Ends the question: RT_ASK, or RT_NEXT when there is only one answer, which is then given. */
rt_status rt_ask_done(rt_game *g, uint32_t min, uint32_t max);
rt_status rt_ask_one(rt_game *g); /* ... of which exactly one is chosen */
/* The same of what one chooses among cards that not everybody sees: asked even when there is nothing, unless such questions
 * are skipped altogether. Who is asked must not tell who has something. */
rt_status rt_ask_hidden(rt_game *g, uint32_t min, uint32_t max);
const rt_option *rt_answered(const rt_game *g, uint32_t i); /* i-th chosen option */
uint32_t rt_answer_count(const rt_game *g);

#endif
