/* The one way in which anything happens: what cannot be, replacement and prevention, and what triggers (CR 603, 614 to 616). */
#ifndef RUNTIME_EVENTS_H
#define RUNTIME_EVENTS_H

#include "runtime/layers/layers.h"

/* ---- life_floor.c ---- */
/* Before a batch is applied: how much life its damage does not take. */
void rt_life_floors(rt_game *g, uint32_t batch, uint32_t end);

/* ---- graveyards.c ---- */
/* 1 = owners are asked how what came there in these events lies, before anything else goes on */
int rt_orders_ask(rt_game *g, uint32_t batch, uint32_t end);

/* ---- meld.c ---- */
void rt_meld_join(rt_game *g, uint32_t idx, rt_entity partner);
uint32_t rt_meld_partner(rt_game *g,
                         uint32_t idx); /* idx + 1 of the other card of a melded permanent, or 0 */
rt_entity rt_meld_part(rt_game *g, uint32_t idx, uint32_t to, int bottom);
uint64_t rt_meld_both(rt_game *g,
                      uint64_t set); /* with the other cards of melded permanents that have left */
rt_entity rt_meld_other(rt_game *g,
                        rt_entity was); /* the other card that it has become; 0 = none */

/* ---- events.c ---- */
uint32_t rt_batch(rt_game *g); /* begin: give it to rt_batch_run */
rt_event *rt_event_add(rt_game *g, uint32_t kind, uint32_t flags);
void rt_event_enter_with(rt_game *g, uint32_t event, uint32_t kind, int32_t count); /* counters */
/* 1 = carried out; 0 = a procedure was pushed that asks first. */
void rt_regenerate(rt_game *g, rt_entity self); /* replacements.c; without tapping it */
int rt_batch_run(rt_game *g, uint32_t batch);
/* The same of what has happened already: it is told to what waits for it, nothing replaces it, and the batch is over. */
void rt_batch_told(rt_game *g, uint32_t batch);
void rt_batch_drop(rt_game *g, uint32_t batch);
/* The event added last is part of the batch that is being replaced; where that begins. */
uint32_t rt_batch_widen(rt_game *g);
/* So it is, and nothing that is created for the same player with it is replaced by this ability again. */
void rt_created_once(rt_game *g, rt_entity self, uint32_t ability);
static inline void rt_batch_close(rt_game *g, uint32_t batch) /* run, and drop if that is all */
{
    if (rt_batch_run(g, batch))
        rt_batch_drop(g, batch);
}
void rt_move_event(rt_game *g, rt_entity e, uint32_t to, uint32_t flags, rt_entity src);

/* ---- phasing.c ---- */
void rt_phase_out(rt_game *g, uint32_t *list, uint32_t count); /* list: room for all permanents */
void rt_phasing(rt_game *g); /* of the active player, as they untap */

/* ---- event_possible.c ---- */
int rt_is_protected(rt_game *g, rt_entity e, rt_entity source); /* an object or a player */
int rt_protected_from(rt_game *g, const rt_object *o, rt_entity source);
int rt_protected_from_bearing(rt_game *g, const rt_object *o, rt_entity source);

/* ---- listeners.c ---- */
/* Could an event of these kinds be one that it waits for? If others take part, only where it hears of others. */
static inline int rt_hears(const rt_game *g, const rt_object *o, const rt_event *e, uint32_t idx,
                           uint64_t mask)
{
    if (!(o->listens & mask))
        return 0;
    if (o->granted || (g->lib->face[o->face].hears & mask))
        return 1;
    return RT_INDEX(e->obj) == idx || RT_INDEX(e->result) == idx || RT_INDEX(e->src) == idx ||
           RT_INDEX(e->whom) == idx || RT_INDEX(e->other) == idx;
}
/* Between these, those that listen at all are known, in temporary memory: for many events, and while nothing changes. */
void rt_listeners_keep(rt_game *g);
void rt_listeners_drop(rt_game *g);
/* Goes over the permanents that an event can be for, in the order of the battlefield. */
typedef struct rt_hearing {
    const uint32_t *heard; /* places in the kept list; NULL: all permanents */
    uint64_t mask;         /* of all permanents those that wait for any of it */
    uint32_t count, next, own[5], own_count, own_next;
} rt_hearing;
rt_hearing rt_hearing_of(rt_game *g, const rt_event *e, uint64_t mask);
int rt_hearing_next(const rt_game *g, rt_hearing *h, uint32_t *out_idx);

/* ---- triggers.c ---- */
uint64_t rt_event_mask(const rt_game *g, const rt_event *e, int before);
void rt_trigger(rt_game *g, uint32_t event_idx, uint64_t mask);
/* The changes that those which look back have looked at before are made: what became of it can be found (CR 400.7d). */
void rt_triggers_looked_back(rt_game *g);
/* ... and their conditions are asked, of those in these rows: of the game behind the event (CR 603.4). */
void rt_triggers_asked(rt_game *g, uint32_t first, uint32_t end);
/* Which abilities would trigger on something that has not happened: their contexts, with that event. */
typedef void (*rt_trigger_fn)(rt_game *g, const rt_ctx *c, void *user);
void rt_would_trigger(rt_game *g, const rt_event *e, uint64_t mask, rt_trigger_fn each, void *user);
void rt_state_triggers(rt_game *g);
void rt_control_triggers(rt_game *g);
void rt_unattaches(rt_game *g, rt_entity what);     /* before it does (CR 603.10c) */
void rt_attached_event(rt_game *g, rt_entity what); /* in the batch that is being made */
void rt_attaches(rt_game *g, rt_entity what);       /* behind it */
void rt_delayed_drop(rt_game *g, uint32_t row);     /* used, or waited in vain */
void rt_fill_event(const rt_game *g, rt_ctx *c, const rt_event *e, uint32_t kind);

/* ---- secrets.c ---- */
void rt_secret_drawn(rt_game *g, const rt_event *e);
uint32_t rt_secret_waiting(const rt_game *g);
rt_status rt_secret_ask(rt_game *g, uint32_t player, rt_entity card);

/* ---- unseen.c ---- */
int rt_drawn_unseen(const rt_game *g);
void rt_unseen_begin(rt_game *g, uint32_t idx, int first);
void rt_unseen_end(rt_game *g);

/* ---- event_apply.c ---- */
/* It enters as the event says; nothing triggers yet. */
uint32_t rt_event_place(rt_game *g, const rt_event *e);
void rt_reveal_first(rt_game *g, uint32_t player, rt_entity card); /* events.c: CR 603.11 */

/* ---- block_numbers.c ---- */
void rt_block_number_known(rt_game *g, uint32_t idx);
void rt_block_numbers(rt_game *g);
void rt_combat_changed(rt_game *g); /* who attacks or blocks, or where they are */

#endif
