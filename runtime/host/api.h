/* What stands behind the opaque types of include/cantrip/. */
#ifndef RUNTIME_API_H
#define RUNTIME_API_H

#include "runtime/turn/turn.h"

struct cantrip_library {
    rt_library *lib;
    base_memory memory; /* that the program gave */
};

/* What has been written of a journal (journal.c). */
typedef struct rt_journal {
    uint32_t begun, at, entries; /* at: in history[] */
    uint32_t undone;             /* 1: entries of it were taken back */
    uint64_t chain;
} rt_journal;

struct cantrip_game {
    rt_game g;
    const cantrip_library *library;
    cantrip_decision decision; /* what cantrip_game_decision shows */
    cantrip_option *options;
    uint32_t option_cap;
    rt_run run;
    rt_tale tale; /* what has happened, if it is kept */
    rt_journal journal;
    uint32_t *picks, pick_count, pick_cap; /* search.c: of the question at hand */
    uint64_t pick_of;
    char refusal[160]; /* why the last answer was refused */
};

cantrip_game *rt_game_wrap(const cantrip_library *library, rt_state *s);
cantrip_status rt_fault_status(uint32_t fault);

/* ---- check.c ---- */
/* in checked builds, what is true between two steps; a mistake of ours ends the process there. */
void rt_state_check(const rt_game *g);
void rt_procs_check(const rt_game *g); /* check_procs.c */

#endif
