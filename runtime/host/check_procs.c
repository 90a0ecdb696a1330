/* The variables of the procedures, each of the domain that stands at it (proc_vars.def, proc_domains.def). Looked at in checked builds
 * after every step: no procedure, and nothing that a pack or a player makes one do, leaves a number behind that is of another kind. */
#include "runtime/cast/casting.h"
#include "runtime/combat/combat.h"
#include "runtime/host/api.h"

#ifdef CANTRIP_CHECKED

#define DOMAIN(name, is)                                                                           \
    static int is_##name(const rt_game *g, uint32_t v)                                             \
    {                                                                                              \
        (void)g, (void)v;                                                                          \
        return is;                                                                                 \
    }
#include "runtime/state/proc_domains.def"
#undef DOMAIN

/* In the order of the rows of v[]: all are four bytes wide. */
#define V(type, name, domain) CANTRIP_ASSERT(is_##domain(g, (uint32_t)v[i++]) && #name);
#define VARS(vars, ...)                                                                            \
    static void check_##vars(const rt_game *g, const int32_t *v)                                   \
    {                                                                                              \
        uint32_t i = 0;                                                                            \
        __VA_ARGS__                                                                                \
        CANTRIP_ASSERT(i <= RT_PROC_VARS);                                                         \
    }
#include "runtime/state/proc_vars.def"
#undef VARS
#undef V

static void check_none(const rt_game *g, const int32_t *v)
{
    (void)g;
    for (uint32_t i = 0; i < RT_PROC_VARS; i++)
        CANTRIP_ASSERT(v[i] == 0);
}

void rt_procs_check(const rt_game *g)
{
    static void (*const CHECK[RT_PROC_COUNT])(const rt_game *, const int32_t *) = {
#define PROC(id, fn, vars) [RT_PROC_##id] = check_##vars,
#include "runtime/ask/procs.def"
#undef PROC
    };
    for (uint32_t i = 0; i < g->s->proc.count; i++) {
        const rt_proc *p = rt_proc_row(g, i);
        CANTRIP_ASSERT(p->kind < RT_PROC_COUNT);
        CHECK[p->kind](g, p->v);
        if (p->kind == RT_PROC_CAST && p->stage == STAGE_ASSIST_SAID) /* there it has other names */
            check_assist(g, p->v);
    }
}
#else
void rt_procs_check(const rt_game *g)
{
    (void)g;
}
#endif
