/* What the files of continuous effects share: the parts of effects that are applied in layers.
 *
 *   layers.c       in which order: layers, timestamps, dependency (CR 613)
 *   parts_gather.c which parts there are
 *   layer_parts.c  what applying one does; abilities.c what is gained and lost
 *   rules_of.c     rules of layer 0 */
#ifndef RUNTIME_LAYERS_PARTS_H
#define RUNTIME_LAYERS_PARTS_H

#include "runtime/layers/layers.h"

typedef struct rt_part {
    const vm_mod *mod;
    uint32_t timestamp, effect; /* effect[] + 1, or 0: a static ability */
    uint32_t group;
    uint16_t layer;
    uint8_t done, cda;
    uint8_t reads, writes;  /* enum rt_aspect */
    uint32_t inert, unseen; /* rt_work.version in which it was found to change nothing, or no row */
} rt_part;

typedef struct rt_group { /* one static ability of one permanent */
    rt_ctx ctx;
    uint32_t idx, ability;
    uint8_t granted, started, dead, kept; /* kept: `reach` holds what it affects (CR 613.5) */
    uint32_t reach_sel;
    uint64_t *reach; /* bits over the battlefield's order; NULL: it has one part only */
} rt_group;

enum rt_trial {
    RT_TRIAL_NONE,
    RT_TRIAL_HERE /* other zones are left alone */,
    RT_TRIAL_EVERYWHERE
};

typedef struct rt_work {
    rt_game *g;
    rt_part *parts;
    uint32_t part_count, part_cap;
    rt_group *groups;
    uint32_t group_count, group_cap;
    const uint32_t *some;            /* the objects that are computed; NULL: all permanents */
    const uint32_t *field;           /* the same, or a list of all */
    int others_ruled;                /* others than those have got a rule that may affect them */
    int ever_tried;                  /* in some layer what waits for what had to be found out */
    uint32_t field_count, words;     /* permanents, and words of as many bits */
    uint64_t *bits, *before, *after; /* so many words each: of rt_part_apply, of trials */
    uint32_t present;                /* layers that some part is of: 1 << rt_layer_bit */
    int layer;                       /* the one being applied, and one behind the last part of it */
    uint32_t layer_end;
    uint32_t layer_writes; /* what its parts write, all together */
    /* The last reach of a selector that asks nothing of the source but its controller, as long as nothing is written that
     * it reads. */
    uint32_t memo_sel, memo_controller, memo_reads, memo_count, memo_off;
    uint64_t *memo;
    uint32_t version; /* goes up when a part that was applied has changed something */
    int tried;        /* parts of this layer have been tried out */
    int trial;        /* something is only tried out: enum rt_trial */
} rt_work;

/* The i-th of those that are computed. */
static inline uint32_t rt_field_at(const rt_work *w, uint32_t i)
{
    CANTRIP_ASSERT(i < w->field_count);
    return w->field[i];
}

static inline uint32_t rt_layer_bit(int layer) /* of 1 to 6, and 7a to 7e behind them */
{
    return (uint32_t)(layer < 70 ? layer / 10 : layer - 63);
}

/* explain.c: does somebody want to know what is done to it? Then what was done, by what (0: counters). */
int rt_why_asks(const rt_game *g, uint32_t idx);
void rt_why_changed(rt_game *g, const rt_object *before, uint32_t layer, rt_entity source);
/* static_copies.c; 1 = there is another copy, or one less: all is dirty */
int rt_static_copies(rt_game *g);

/* ---- layer_parts.c ---- */
void rt_copy_layer(rt_work *w); /* layer 1 */
int rt_group_is_lost(const rt_work *w, uint32_t number);
int rt_group_applies(rt_work *w, uint32_t number); /* does the static ability exist, or go on? */
/* The permanents that a part affects now, as bits over the battlefield's order; how many, or 1. */
uint32_t rt_part_reach(rt_work *w, const rt_part *p, uint64_t *bits);
void rt_part_apply(rt_work *w, rt_part *p);

/* ---- elsewhere.c ---- */
uint32_t rt_elsewhere_list(rt_work *w, const rt_part *p,
                           uint32_t **out); /* what it reaches there */
/* Does what a static ability's part reaches, or does, there follow from what is there? Then that, as a number. */
int rt_elsewhere_reaches(const rt_work *w, const rt_part *p);
uint64_t rt_elsewhere_reach(rt_work *w, const rt_part *p);
rt_object *rt_elsewhere_save(const rt_work *w);
void rt_elsewhere_bring_back(const rt_work *w, const rt_object *saved);
void rt_reset_elsewhere(rt_game *g);

/* ---- layers_quick.c ---- */
/* The effects from a row on have begun; those end that do not last. */
typedef int (*rt_lasts_fn)(const rt_game *g, const rt_effect *e);
int rt_is_as_computed(rt_game *g); /* would everything be the same, computed anew? */
int rt_is_effect_apart(const rt_game *g, const rt_effect *e);
void rt_effects_keep(rt_game *g, rt_lasts_fn lasts);

/* ---- parts_gather.c ---- */
void rt_parts_gather(rt_work *w);
int rt_parts_apart(const rt_work *w); /* is what they do to one permanent decided by that alone? */
/* What nothing but the source of an ability and its host can match needs to be asked of nothing else. */
typedef struct rt_named {
    uint32_t any;
    rt_entity self, host;
} rt_named;
/* Zones other than the battlefield that it reaches: a mask. */
uint32_t rt_other_zones(const rt_game *g, const vm_mod *m);
rt_named rt_named_by(const rt_game *g, uint32_t sel, const rt_ctx *c);
int rt_may_match(const rt_named *n, rt_entity e);
/* A spell, or a card in another zone, that effects can change like a permanent. */
int rt_is_elsewhere(const rt_object *o);
/* The parts of one ability of the object at idx; `by`, `origin`: who gave it, where it comes from. */
void rt_group_add(rt_work *w, uint32_t idx, uint32_t ability, uint32_t timestamp, int granted,
                  rt_entity by, uint32_t origin);
void rt_groups_drop(rt_work *w, uint32_t idx);
int rt_is_computed(const rt_work *w, rt_entity e);

/* ---- abilities.c ---- */
uint32_t rt_granted_room(uint32_t count); /* of a list of so many abilities */
void rt_ability_add(rt_work *w, uint32_t idx, uint32_t ability, uint32_t timestamp, int granted,
                    rt_entity by, uint32_t origin);
void rt_full_text(rt_work *w, uint32_t idx, const vm_mod *m, const rt_ctx *c);
void rt_ability_lose(rt_work *w, uint32_t idx, uint32_t ability);
/* quality: a selector, that from which it is lost; 0 = whatever it is from. by: who says so. */
void rt_keyword_lose(rt_work *w, uint32_t idx, uint32_t keyword, uint32_t quality,
                     const rt_ctx *by);
void rt_abilities_lose(rt_work *w, uint32_t idx);

/* ---- qualities.c ---- */
/* Do two descriptions ask for the same, each as its text is read now? */
int rt_is_same_quality(const rt_game *g, uint32_t a, const rt_ctx *of_a, uint32_t b,
                       const rt_ctx *of_b);

#endif
