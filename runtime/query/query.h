/* What a script can ask of the game: values, descriptions, selectors, sources, and what has happened (vm/abi/opcodes.def). */
#ifndef RUNTIME_QUERY_H
#define RUNTIME_QUERY_H

#include "runtime/objects/objects.h"
#include "vm/interp.h"

/* ---- world.c ---- */
typedef struct rt_env { /* around a function: what 'this', 'you' and the event are */
    rt_game *g;
    const rt_ctx *ctx;
    uint32_t ctx_idx; /* ctx[] + 1 when it stands there, 0 when it is temporary */
    uint32_t mode;    /* of a modal spell: whose targets are meant */
} rt_env;
uint64_t rt_world(void *env, vm_insn i, const uint64_t *regs);
/* The same for trying out what an effect would do: what it calls by a name is kept aside, nothing is set. */
typedef struct rt_dry {
    rt_env env;
    uint8_t is_set[VM_CARD_LINKS]; /* one effect is of one card */
    uint64_t value[VM_CARD_LINKS];
} rt_dry;
static inline void rt_dry_begin(rt_dry *d, rt_env env) /* values only count where they are set */
{
    d->env = env;
    memset(d->is_set, 0, sizeof d->is_set);
}
uint64_t rt_dry_world(void *dry, vm_insn i, const uint64_t *regs);
int64_t rt_value(rt_game *g, uint32_t func, const rt_ctx *ctx, rt_entity candidate);
uint64_t rt_value_set(rt_game *g, uint32_t func, const rt_ctx *ctx);
static inline int rt_is_other(const rt_game *g, const rt_glance *s,
                              const rt_object *o) /* 1: certainly not */
{
    if ((o->types & s->types) != s->types_are || (o->asked & s->asked) != s->asked_are ||
        (s->others >> o->controller & 1))
        return 1;
    if (s->column && !rt_is_in_column(g, s->column, s->bit, o) &&
        !(s->is_creature_type && (o->flags & RT_OF_ALL_CREATURE_TYPES)))
        return 1;
    return s->more &&
           ((s->types_any && !(s->types_any & o->types)) || (s->colors_none & o->colors) ||
            (s->colors_any && !(s->colors_any & o->colors)));
}

/* ---- contexts.c ---- */
rt_ctx rt_ctx_for(const rt_game *g, rt_entity self, uint32_t ability);
uint32_t rt_ctx_new(rt_game *g, const rt_ctx *c); /* index */
void rt_ctx_free(rt_game *g, uint32_t idx);
/* A list of what was captured goes with the last context or effect that has it. */
void rt_captured_sweep(rt_game *g);

/* ---- properties.c ---- */
/* Of an object wherever it is, or as it was last known. */
int32_t rt_power(rt_game *g, rt_entity e);
int32_t rt_toughness(rt_game *g, rt_entity e);
int32_t rt_property(rt_game *g, rt_entity e, uint32_t prop); /* VM_PROP_* of an object */

/* ---- paid.c ---- */
int rt_is_paid(const rt_game *g, uint32_t payment, rt_entity e);
rt_entity rt_paid_now(const rt_game *g, uint32_t payment, rt_entity e);

/* ---- select.c ---- */
int rt_match(rt_game *g, uint32_t sel, rt_entity e, const rt_ctx *ctx);
rt_glance rt_glance_of(const rt_game *g, uint32_t sel, const rt_ctx *ctx);
int rt_is_described(rt_game *g, uint32_t sel, uint32_t idx, const rt_ctx *ctx,
                    const rt_glance *glance); /* does it match? */
/* A set under construction: remember heap.count as its start, keep each member, finish. */
void rt_set_keep(rt_game *g, rt_entity e);
uint64_t rt_set_finish(rt_game *g, uint32_t start);
int rt_is_stray(const rt_object *o);
uint32_t rt_card_count(const rt_game *g, uint32_t zone, uint32_t player); /* no tokens, no copies */
uint64_t rt_select(rt_game *g, uint32_t sel, const rt_ctx *ctx);
uint32_t rt_select_count(rt_game *g, uint32_t sel, const rt_ctx *ctx); /* how many; makes no set */
int rt_select_size(rt_game *g, uint32_t sel, const rt_ctx *ctx, int toughness, int32_t *out_sum);

/* ---- sources.c ---- */
uint64_t rt_sources(rt_game *g, uint32_t sel, const rt_ctx *c); /* CR 609.7a */

/* ---- past.c ---- */
void rt_note(rt_game *g, uint32_t event, uint64_t mask); /* it has happened */
uint32_t rt_held_then(
    const rt_game *g, const rt_ctx *c,
    rt_entity e); /* who controlled it, + 1, in the event that is asked about; 0: not known */
void rt_history_turn(rt_game *g); /* what is older than the last turn is forgotten */
enum { RT_HISTORY_SUM = VM_HISTORY_COUNT_COUNT }; /* beside enum vm_history_count */
int32_t rt_history_number(rt_game *g, const rt_ctx *c, uint32_t ability, uint32_t span,
                          uint32_t what);
uint64_t rt_history_set(rt_game *g, const rt_ctx *c, uint32_t ability, uint32_t span,
                        uint32_t operand);

/* ---- actors.c ---- */
/* the places of the battlefield with lands, activated abilities and what lies face down; how many. */
uint32_t rt_actors(rt_game *g, const uint32_t **out_places);
/* Of them the objects with which somebody could do something but make mana. */
uint32_t rt_doers(rt_game *g, const uint32_t **out_objects);
uint32_t rt_walkers(rt_game *g, const uint32_t **out_objects); /* planeswalkers */
uint32_t rt_attackers(rt_game *g, const uint32_t **out_objects);

/* ---- properties.c ---- */
/* Has it a name in common with one of the first `count` of the set (CR 201.2)? */
int rt_is_named_like(const rt_game *g, uint64_t set, uint32_t count, rt_entity e);

#endif
