/* What the files of the instructions about the world share. */
#ifndef RUNTIME_QUERY_WORLD_H
#define RUNTIME_QUERY_WORLD_H

#include "runtime/query/query.h"

/* ---- properties.c ---- */
/* VM_PROP_* of all that matches, of all of a set, of its greatest or least. */
int32_t rt_select_sum(rt_game *g, uint32_t sel, const rt_ctx *c, int32_t prop);
int32_t rt_property_of_set(rt_game *g, uint64_t set, int32_t prop);
int32_t rt_extreme(rt_game *g, uint64_t set, int32_t prop, int least);
/* Names are faces' numbers + 1; 0 is no name. */
uint32_t rt_name_face(const rt_game *g, rt_entity e);
int rt_same_name(const rt_game *g, uint32_t a, uint32_t b);
/* Has one of set `a` what one of set `b` has? `what`: VM_SHARED_*. */
int rt_shares(rt_game *g, uint64_t a, uint64_t b, int32_t what);

/* ---- beside.c: what an instruction about the game says, found out once more in builds that check ---- */
#ifdef CANTRIP_CHECKED
void rt_beside(rt_env *env, vm_insn i, const uint64_t *regs, uint64_t said);
#define RT_BESIDE(env, i, regs, said) rt_beside(env, i, regs, said)
#else
#define RT_BESIDE(env, i, regs, said) ((void)0)
#endif

/* ---- paid.c ---- */
/* `payment`: its number in rt_ctx and rt_object; `kind`: VM_COST_*. */
uint64_t rt_paid_objects(rt_game *g, uint32_t payment, uint32_t kind);
int32_t rt_paid_amount(const rt_game *g, uint32_t payment, uint32_t kind);
int32_t rt_times_paid(const rt_game *g, rt_entity self, uint32_t number);
/* How often a cost that a keyword gives was paid; instance 0: of all its instances. */
int32_t rt_cost_paid(const rt_game *g, const rt_ctx *c, rt_entity e, uint32_t keyword,
                     uint32_t instance);

/* ---- links.c ---- */
typedef struct rt_whose_link { /* whose a link is: an object, and where its ability comes from */
    rt_entity self;
    uint32_t origin;
} rt_whose_link;
rt_whose_link rt_link_of(const rt_game *g, const rt_ctx *c, int of_giver);
uint64_t rt_link_get(rt_game *g, rt_whose_link of, uint32_t slot, int number);
void rt_link_set(rt_game *g, const rt_ctx *c, uint32_t slot, uint64_t value, int number);
/* What each of several players chose: a number, of a kind. */
uint64_t rt_link_get_of(rt_game *g, rt_whose_link of, rt_entity who, uint32_t slot, int number);
void rt_link_set_of(rt_game *g, const rt_ctx *c, rt_entity who, uint32_t slot, uint64_t value,
                    int number);
void rt_link_add(rt_game *g, const rt_ctx *c, uint32_t slot, uint64_t value);

#endif
