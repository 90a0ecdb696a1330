/* What belongs to a run of the rules machine and not to the state: the way out, fuel, temporary memory, and
 * the state from which the present one can be reached again. */
#ifndef RUNTIME_GUARD_H
#define RUNTIME_GUARD_H

#include "runtime/state/state.h"

typedef struct rt_guard rt_guard;
typedef struct rt_chunk rt_chunk;

/* Something that has happened: a row of include/cantrip/events.def. */
typedef struct rt_told {
    uint8_t kind, step, quiet, unused;
    uint32_t turn;
    rt_entity object, other;
    const char *object_name, *other_name, *detail; /* of the library, or constant */
    int32_t amount, now;
    uint32_t seen, other_seen; /* which players may know what object and other are: bit masks */
} rt_told;
struct rt_tale { /* what has been told, oldest first */
    rt_told *at;
    uint32_t count, cap;
};

/* What the permanents of a player could give for taps: mana_sources.c */
typedef struct rt_field {
    uint32_t at, taps,
        turn; /* rt_run.placed + 1 and .taps, and rt_state.turn: it is so as long as they stay */
    uint32_t have[8], all, most, colors, plain, sources;
    uint32_t *place, count, cap; /* places of the battlefield */
} rt_field;

/* When it was found what a player could do but pass: idle.c */
typedef struct rt_idle {
    uint32_t known, stirs, stirred, lost, asked_life;
    int32_t life;
    uint32_t moves; /* of what looks at others, too: rt_run.moves, + 1; 0: it looks at none */
    uint32_t count, cap;
    rt_option *option; /* nothing: the player is idle */
} rt_idle;
enum rt_looked {                /* what was asked, while it was found */
                 RT_LOOKED = 1, /* a function or a rule: it may be otherwise at any time */
                 RT_LOOKED_AT_OBJECTS =
                     2, /* rows of selectors alone: it stays as long as nothing moves */
                 RT_LOOKED_AT_LIFE = 4 /* the player's: as long as that stays */
};

/* listeners.c: the permanents that wait for anything, while a batch is looked at, and nothing changes */
enum { RT_HEARD_MASKS = 4 };
typedef struct rt_kept_listeners {
    uint32_t kept, count, objects;
    uint32_t *list;  /* objects, in the order of the battlefield */
    uint32_t *place; /* by object: its place in `list`, + 1; NULL where the list is short */
    struct {         /* those that hear of others, of events of a mask */
        uint64_t mask;
        uint32_t *list, count; /* places in `list` */
    } heard[RT_HEARD_MASKS];
    uint32_t next;
} rt_kept_listeners;

typedef struct rt_previewed rt_previewed;
struct rt_run {
    rt_guard *guard;   /* NULL outside the rules machine */
    uint32_t fault;    /* rt_fault: why it came back */
    uint32_t fault_at; /* of RT_FAULT_FULL: which table */
    uint32_t fuel, depth;
    uint32_t beside;              /* in builds that check: what the world says is being compared */
    uint32_t then;                /* past[] + 1 of the event that is asked about (past.c) */
    uint32_t pushes;              /* in stress builds */
    uint64_t budget;              /* fuel for all entries together */
    rt_field *fields;             /* of each player */
    uint32_t field_players, taps; /* taps: goes up when something is tapped or untapped */
    const uint32_t *field;
    uint32_t field_count, field_player, field_wanted, field_sources; /* rt_field_keep */
    rt_idle idle[RT_PLAYERS_MAX][2]; /* 1: when a sorcery could be cast */
    uint32_t stirred[RT_PLAYERS_MAX],
        lost[RT_PLAYERS_MAX], /* goes up when there is less of what a player could do something with */
        placed, /* goes up when permanents come or go, or are others but for power and toughness */
        stirs,  /* go up when something of a player's, or of everybody's, changes */
        moves;  /* goes up with any of them */
    uint32_t aims,
        aim_mode;     /* ctx[] + 1 whose targets so far are seen by what describes another target */
    uint32_t present; /* what is gone is nothing to who asks: nothing is last known of it */
    uint32_t looked;  /* enum rt_looked: a function, a selector or a rule has been asked */
    uint32_t pool_alone; /* it is asked what could be paid without mana abilities (CR 117.3c) */
    uint8_t *could;      /* rt_could_produce: by object, while it is being found out */
    int could_asked;
    /* of the same: mana of each colour and in all when everything gives one unit of one colour; what there is at most */
    uint32_t field_have[8], field_all, field_most, field_colors, field_plain, field_hand;
    uint32_t *actor, actor_count, actor_cap, actors_at; /* actors.c; at: placed + 1 */
    uint32_t doer_count, walker_count; /* behind actor_cap places, and twice as many */
    /* nothing in combat, or nobody who attacks, has changed since */
    uint32_t blocks_known, attackers_known;
    uint32_t *attacker, attacker_count, attacker_cap;
    rt_previewed *previewed; /* preview.c: what the last that was to enter would have been */
    uint32_t preview_known;  /* 0: nothing that still holds */
    uint32_t *applied_mark, replacements_missed; /* replacements.c: while they are collected */
    uint32_t looks_back;         /* 1: what triggers now looks back in time (CR 603.10a) */
    uint32_t batch_pending;      /* apply_all: as many triggers waited before its batch */
    rt_kept_listeners listeners; /* rt_listeners_keep */
    rt_chunk *chunks, *chunk;    /* temporary memory: all, and the one in use */
    /* keep.c: the state at some earlier step, and the answers given since */
    rt_state *kept;
    size_t kept_size;
    uint32_t *answers;  /* of each: how many, then which */
    uint64_t kept_fuel; /* spent since then */
    uint32_t answer_words, answer_cap, answer_count;
    uint32_t is_kept; /* 0: something else than answers has changed the state */
};

/* Calls `body`; gives RT_FAULT_NONE, or why it did not come to its end. */
typedef void (*rt_body_fn)(rt_game *g, void *user);
int rt_guarded(rt_game *g, rt_body_fn body, void *user);
/* Does not return. `what`: the table that is full, by its number. */
_Noreturn void rt_fail(const rt_game *g, uint32_t fault, uint32_t what);

/* Everything whose amount a pack decides is paid for. A unit is about ten nanoseconds. */
static inline void rt_spend(const rt_game *g, uint32_t units)
{
    if (g->run->fuel < units)
        rt_fail(g, RT_FAULT_FUEL, 0);
    g->run->fuel -= units;
}
/* What is known because little has changed is worked out again from scratch, in builds that check; it costs no fuel. */
#ifdef CANTRIP_CHECKED
enum { RT_CHECKING = 1 };
#define RT_CHECK_AGAIN(g, what)                                                                    \
    do {                                                                                           \
        const uint32_t fuel_before_ = (g)->run->fuel, stirs_before_ = (g)->run->stirs,             \
                       moves_before_ = (g)->run->moves;                                            \
        CANTRIP_ASSERT(what);                                                                      \
        (g)->run->fuel = fuel_before_;                                                             \
        (g)->run->stirs = stirs_before_;                                                           \
        (g)->run->moves = moves_before_;                                                           \
    } while (0)
#else
enum { RT_CHECKING = 0 };
#define RT_CHECK_AGAIN(g, what) ((void)(0 && (what)))
#endif
/* The same for what may also be looked at from outside, where nothing is spent. */
static inline void rt_spend_inside(const rt_game *g, uint32_t units)
{
    if (g->run->guard)
        rt_spend(g, units);
}

/* Memory that lasts until it is released, or until control leaves the rules machine. */
typedef struct rt_temp_mark {
    rt_chunk *chunk;
    size_t used;
} rt_temp_mark;
struct rt_chunk {
    rt_chunk *next;
    size_t size, used;
};
enum { RT_CHUNK_HEAD = (sizeof(rt_chunk) + 15) & ~15 };
void rt_temp_more(const rt_game *g, size_t size); /* another chunk, with so much room */
static inline void *rt_temp_alloc(const rt_game *g, size_t size)
{
    const size_t room = (size + 15) & ~(size_t)15;
    if (!g->run->chunk || g->run->chunk->size - g->run->chunk->used < room)
        rt_temp_more(g, room);
    rt_chunk *c = g->run->chunk;
    c->used += room;
    return (char *)c + RT_CHUNK_HEAD + (c->used - room);
}
void *rt_temp_zeroed(const rt_game *g, size_t size);
rt_temp_mark rt_temp_here(const rt_game *g);
void rt_temp_release(const rt_game *g, rt_temp_mark mark);
void rt_run_forget(rt_run *run); /* it may be another state altogether */
void rt_fields_drop(const base_memory *memory, rt_run *run);
void rt_run_close(const base_memory *memory, rt_run *run);

/* keep.c: going back. rt_keep makes sure that the state as it is can be reached again; 0 = no memory.
 * rt_keep_answer notes an answer, before it is taken. rt_rewind brings the state back to where rt_keep
 * was last called, by `step` and `answer` from an earlier one, without needing memory. */
int rt_keep(rt_game *g);
int rt_keep_answer(rt_game *g, const uint32_t *chosen, uint32_t count);
void rt_bring_back(rt_game *g, const rt_state *from); /* the state is as this copy of it was */
void rt_keep_drop(rt_game *g);                        /* the state is changed from outside */
void rt_rewind(rt_game *g, rt_body_fn step,
               void (*answer)(rt_game *g, const uint32_t *chosen, uint32_t count));
/* For calls other than steps: the body is carried out, or nothing has changed; 0 or the fault. */
int rt_whole(rt_game *g, rt_body_fn body, void *user);

#endif
