/* Stopping in the middle. Whatever cannot go on (a table that is full, fuel or memory that is used up) says
 * so to rt_fail, which does not come back: control returns to whoever entered the rules machine, and the
 * half-done state is thrown away (keep.c). So nothing below has to look whether a push succeeded, and no row
 * is ever written that is not there. Temporary memory belongs to the run and needs no freeing on the way. */
#include "runtime/state/guard.h"

#include <stdlib.h>
#include <string.h>

#ifdef __wasm__ /* there is no way back from the middle of a call: a fault ends the instance, as the host sees */
typedef int jmp_buf;
#define setjmp(back)      ((void)(back), 0)
#define longjmp(back, of) __builtin_trap()
#else
#include <setjmp.h>
#endif

enum {
    FUEL = 100 * 1000 * 1000, /* of one entry: about a second of the dearest work */
    CHUNK_SIZE = 1 << 16
};

struct rt_guard {
    jmp_buf back;
};

int rt_guarded(rt_game *g, rt_body_fn body, void *user)
{
    rt_run *run = g->run;
    rt_guard here;
    const uint32_t told = g->tale ? g->tale->count : 0;
    if (run->guard) /* called by the host's log function, in the middle of something */
        return RT_FAULT_BUSY;
    run->guard = &here;
    run->fault = RT_FAULT_NONE;
    const uint32_t most = g->s->work_max ? g->s->work_max : FUEL;
    const uint32_t given = run->budget < most ? (uint32_t)run->budget : most;
    run->fuel = given;
    run->depth = run->beside = run->field_player = run->field_wanted = run->pool_alone = 0;
    run->listeners.kept = 0;
    run->applied_mark = NULL;
    rt_temp_release(g, (rt_temp_mark){NULL, 0});
    g->run->then = 0;
    if (!setjmp(here.back))
        body(g, user);
    run->guard = NULL;
    run->kept_fuel += given - run->fuel;
    if (run->fault && g->tale) /* it has not happened */
        g->tale->count = told;
    if (run->budget != UINT64_MAX)
        run->budget -= given - run->fuel;
    return (int)run->fault;
}

_Noreturn void rt_fail(const rt_game *g, uint32_t fault, uint32_t what)
{
    rt_run *run = g->run;
    CANTRIP_ASSERT(fault != RT_FAULT_NONE);
    run->fault = fault;
    run->fault_at = what;
    if (!run->guard)
        abort(); /* every entry is guarded */
    longjmp(run->guard->back, 1);
}

void rt_temp_more(const rt_game *g, size_t size)
{
    rt_run *run = g->run;
    rt_chunk **at = run->chunk ? &run->chunk->next : &run->chunks;
    while (*at && (*at)->size < size)
        at = &(*at)->next;
    if (!*at) {
        const size_t room = size > CHUNK_SIZE ? size : CHUNK_SIZE;
        rt_chunk *c = base_alloc(g->pack->memory, RT_CHUNK_HEAD + room);
        if (!c)
            rt_fail(g, RT_FAULT_MEMORY, 0);
        *c = (rt_chunk){NULL, room, 0};
        *at = c;
    }
    run->chunk = *at;
    run->chunk->used = 0;
}

void *rt_temp_zeroed(const rt_game *g, size_t size)
{
    return memset(rt_temp_alloc(g, size), 0, size);
}

rt_temp_mark rt_temp_here(const rt_game *g)
{
    const rt_chunk *c = g->run->chunk;
    return (rt_temp_mark){g->run->chunk, c ? c->used : 0};
}

void rt_temp_release(const rt_game *g, rt_temp_mark mark)
{
    g->run->chunk = mark.chunk;
    if (mark.chunk)
        mark.chunk->used = mark.used;
}

void rt_run_forget(rt_run *run)
{
    run->looks_back = run->actors_at = run->blocks_known = run->attackers_known =
        run->preview_known = 0;
    run->stirs++;
    for (uint32_t p = 0; p < run->field_players; p++)
        run->fields[p].at = 0;
}

void rt_fields_drop(const base_memory *memory, rt_run *run)
{
    for (uint32_t p = 0; p < run->field_players; p++)
        base_free(memory, run->fields[p].place);
    base_free(memory, run->fields);
    run->fields = NULL;
    run->field_players = 0;
}

void rt_run_close(const base_memory *memory, rt_run *run)
{
    while (run->chunks) {
        rt_chunk *next = run->chunks->next;
        base_free(memory, run->chunks);
        run->chunks = next;
    }
    base_free(memory, run->kept);
    base_free(memory, run->answers);
    base_free(memory, run->actor);
    base_free(memory, run->attacker);
    base_free(memory, run->previewed);
    for (uint32_t p = 0; p < RT_PLAYERS_MAX; p++)
        for (int sorcery = 0; sorcery < 2; sorcery++)
            base_free(memory, run->idle[p][sorcery].option);
    rt_fields_drop(memory, run);
    memset(run, 0, sizeof *run);
}
