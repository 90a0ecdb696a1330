/* What the files of events (CR 614 to 616) share beside what all may use.
 *
 *   events.c           rows of events, batches, the procedure EVENTS
 *   event_possible.c   protection, and what can't happen
 *   event_apply.c      what happening changes */
#ifndef RUNTIME_EVENTS_APPLY_H
#define RUNTIME_EVENTS_APPLY_H

#include "runtime/events/replacements.h"

#include <string.h>

/* Cancels what is impossible; again: while its batch is carried out (rt_is_forbidden). */
void rt_event_check(rt_game *g, uint32_t event, int again);

/* What an event of several turns into: tokens and counters by events of their own. */
void rt_event_open(rt_game *g, uint32_t event);
/* It happens. What is owed for it goes behind `owed` of the heap. */
void rt_event_apply(rt_game *g, uint32_t event, uint32_t owed);

/* What damage results in when its batch is through: so many words of the heap. */
enum { RT_OWED_WORDS = 5 };
#define RT_OWED_LIFE UINT32_MAX
typedef struct rt_owed {
    rt_entity source, whom;
    uint32_t kind; /* of counters, or RT_OWED_LIFE */
    int32_t amount;
    uint32_t flags; /* of the event */
} rt_owed;
void rt_events_owed(rt_game *g, uint32_t owed, uint32_t end); /* adds the events of it */
void rt_event_entered(rt_game *g, uint32_t event); /* counters for what has entered in this batch */
void rt_token_drop(rt_game *g, const rt_event *e); /* a token that does not enter after all */
/* What was exiled until something leaves comes back right after it has left (CR 610.3). */
void rt_come_back(rt_game *g, uint32_t batch, uint32_t end);

#endif
