/* Going back to where a step began. Keeping a copy of the state at every step would cost more than most
 * steps do; so one is kept now and then, with the answers given since, and the present is reached by playing
 * them again. That gives the same state because a game is decided by its state and the answers, and it needs
 * no memory: the tables and the temporary memory have been as large before. */
#include "runtime/state/guard.h"

#include <stdlib.h>
#include <string.h>

/* What is played again at most, in answers and in fuel: the larger the state, the more rarely it is copied, so that an answer pays
 * for copying BYTES_OF_AN_ANSWER at most. */
enum { ANSWERS_MAX = 256, BYTES_OF_AN_ANSWER = 4096, FUEL_MAX = 1 << 20 };

static int is_near(const rt_game *g)
{
    const rt_run *run = g->run;
    return run->answer_count < ANSWERS_MAX + g->s->size / BYTES_OF_AN_ANSWER &&
           run->kept_fuel < FUEL_MAX + g->s->size / 2;
}

/* The tables of the present block stay where they are: they are at least as large as they were. */
void rt_bring_back(rt_game *g, const rt_state *from)
{
    rt_state *to = g->s;
    rt_state head = *from;
    rt_run_forget(g->run);
    head.size = to->size;
    for (uint32_t i = 0; i < rt_table_count(); i++) {
        const rt_table old = *rt_table_at((rt_state *)from, i);
        rt_table *t = rt_table_at(&head, i);
        *t = *rt_table_at(to, i);
        if (rt_table_is_history(i)) /* what has been done is done */
            continue;
        t->count = old.count;
        if (old.count)
            memcpy((char *)to + t->off, (const char *)from + old.off,
                   (size_t)old.count * old.row_size);
    }
    *to = head;
}

int rt_keep(rt_game *g)
{
    rt_run *run = g->run;
    if (run->is_kept && is_near(g))
        return 1;
    const uint32_t size = rt_rows_size(g->s);
    if (run->kept_size < size) {
        rt_state *more =
            base_alloc(g->pack->memory, size + size / 4); /* what was in it is not wanted */
        if (!more)
            return 0;
        base_free(g->pack->memory, run->kept);
        run->kept = more;
        run->kept_size = size + size / 4;
    }
    rt_rows_copy(run->kept, g->s);
    run->is_kept = 1;
    run->kept_fuel = 0;
    run->answer_count = run->answer_words = 0;
    return 1;
}

int rt_keep_answer(rt_game *g, const uint32_t *chosen, uint32_t count)
{
    rt_run *run = g->run;
    if (!run->is_kept)
        return 1;
    if (run->answer_cap - run->answer_words < count + 1) {
        uint32_t cap = run->answer_cap ? run->answer_cap * 2 : 256;
        while (cap - run->answer_words < count + 1)
            cap *= 2;
        uint32_t *more = base_resize(g->pack->memory, run->answers, cap * sizeof *more);
        if (!more)
            return 0;
        run->answers = more;
        run->answer_cap = cap;
    }
    run->answers[run->answer_words++] = count;
    for (uint32_t i = 0; i < count; i++)
        run->answers[run->answer_words++] = chosen[i];
    run->answer_count++;
    return 1;
}

void rt_keep_drop(rt_game *g)
{
    rt_run_forget(g->run);
    g->run->is_kept = 0;
}

void rt_rewind(rt_game *g, rt_body_fn step,
               void (*answer)(rt_game *g, const uint32_t *chosen, uint32_t count))
{
    rt_run *run = g->run;
    const rt_log_fn log = g->log;
    const uint64_t budget = run->budget;
    rt_tale *const tale = g->tale;
    g->log = NULL; /* it has been said */
    g->tale = NULL;
    run->budget = UINT64_MAX;
    rt_bring_back(g, run->kept);
    for (uint32_t i = 0; i < run->answer_words; i += run->answers[i] + 1) {
        if (rt_guarded(g, step, NULL))
            abort(); /* it has been done before, with no more memory and fuel */
        answer(g, run->answers + i + 1, run->answers[i]);
    }
    g->log = log;
    g->tale = tale;
    run->budget = budget;
}

int rt_whole(rt_game *g, rt_body_fn body, void *user)
{
    rt_run *run = g->run;
    run->is_kept = 0;
    if (!rt_keep(g))
        return RT_FAULT_MEMORY;
    const int fault = rt_guarded(g, body, user);
    if (fault)
        rt_bring_back(g, run->kept);
    run->is_kept = 0;
    return fault;
}
