/* A pack prepared for playing: immutable, shared by games. */
#ifndef RUNTIME_LIBRARY_H
#define RUNTIME_LIBRARY_H

#include "cantrip/game.h"
#include "vm/pack.h"

/* An ability that functions everywhere is about itself: how it is cast, where it goes, what it is. */
enum { RT_EVERYWHERE = (1 << VM_ZONE_COUNT) - 1 };
/* 1, in stress builds: the block of a game moves at every push, so that a pointer held across one is found at once. */
#ifndef RT_STRESS_GROW
#define RT_STRESS_GROW 0
#endif
/* The bit of a rule of layer 0 of mods.def. It says that there may be one: rules beyond the 64th share the bits of the last ones,
 * from behind, and who finds a bit asks for the rule itself. Stress builds have few bits, so that all rules share theirs. */
#if RT_STRESS_GROW
enum { RT_RULE_BITS = 7 };
#else
enum { RT_RULE_BITS = 64 };
#endif
#define RT_RULE(op)                                                                                \
    (UINT64_C(1) << ((op)-30 < RT_RULE_BITS ? (op)-30                                              \
                                            : RT_RULE_BITS - 1 - ((op)-30) % RT_RULE_BITS))

typedef struct rt_least { /* mana that something costs at least */
    uint16_t mana;
    uint8_t colors; /* of symbols of one colour */
    uint8_t varies; /* by what it says itself it may cost something else */
    uint8_t taps;   /* 1: it is tapped for it; 2: untapped */
} rt_least;

typedef struct rt_face_info {
    uint64_t subtypes[VM_SUBTYPE_MAX / 64];
    uint64_t listens;
    uint64_t hears; /* of these, what happens to others, too */
    uint32_t markers, asked, ability_flags;
    uint32_t steps; /* whose beginning its triggers wait for: bit mask */
    rt_least least;
    uint32_t statics; /* zones but the battlefield where a static ability of it works on others */
    uint32_t spell;   /* ability + 1 */
    uint32_t morph;   /* the same */
    uint8_t changeling, hand_mana;
    uint8_t has_source;   /* a mana ability that is more than one unit for a tap */
    uint8_t acts;         /* zones where it could be activated, or played by what it says */
    uint8_t fast;         /* from a hand it could be used when no sorcery can be cast */
    uint8_t does;         /* a permanent that could do something for whoever has priority ... */
    uint8_t for_others;   /* ... for any player */
    uint8_t untaps;       /* to untap it is a cost */
    uint8_t entering;     /* its static abilities: enum rt_arriving */
    uint8_t enters_if;    /* how it enters depends on something */
    uint8_t elsewhere;    /* off the battlefield it waits for, replaces or affects other things */
    uint64_t rules;       /* layer 0 that its abilities make off the battlefield: RT_RULE(op) */
    uint64_t makes;       /* the same, in any zone */
    uint32_t static_copy; /* ability + 1 of the static one that makes copies (CR 706.2c) */
} rt_face_info;

enum { RT_MANA_MASKS = 8 };
typedef struct rt_mana_info { /* of an ability that adds mana whatever the state of the game */
    uint8_t free;             /* its cost is {T}, and it does nothing else */
    uint8_t count;            /* units */
    uint8_t mask[RT_MANA_MASKS];
    uint8_t
        pool; /* it looks at the mana that is there: so it is for priority, and no plan counts on it */
    uint8_t unused[1];
    uint32_t only; /* selector of the spells it may be spent on, or 0 */
} rt_mana_info;

enum rt_arriving {                        /* how a modification decides how things enter */
                   RT_ARRIVING_GIVEN = 1, /* it gives 'enters with', 'enters tapped' ... */
                   RT_ARRIVING_TAKEN = 2  /* it takes abilities */
};
typedef struct rt_mod_use { /* mod_uses.c, by mod */
    uint8_t layer;
    uint8_t reads, writes; /* enum rt_aspect; of its selector and values */
    uint8_t sized; /* it asks for power or toughness, or does something behind what adds to them */
    uint8_t entering; /* enum rt_arriving */
    uint8_t
        apart; /* what it does to a permanent depends on that alone: by selector 1, by what it does 2 */
    uint8_t zones; /* where it reaches other cards than permanents, in layers 1 to 7 */
} rt_mod_use;

enum { RT_ASKED_NOT = 0xFF };
typedef struct rt_asks { /* asked.c: the keywords that a selector asks for */
    uint32_t all, none;
    uint8_t more; /* some of them have no bit */
} rt_asks;

/* What the row of a selector tells at a glance, with the words of its source: what it does not describe need not be asked
 * further, and where it is the whole row, neither need what it does. Of a library: as printed (glances.c). */
typedef struct rt_glance {
    uint32_t types, types_are; /* of these bits those that it has */
    uint32_t asked, asked_are; /* the same of keywords */
    uint32_t types_any;
    uint32_t subtype; /* + 1 */
    uint8_t colors_any, colors_none;
    uint8_t more; /* some of `types_any`, `colors_any`, `colors_none` is asked */
    uint8_t whole;
    /* and of a game (rt_glance_of) */
    uint8_t is_creature_type, bit;
    const uint64_t *
        column; /* subtypes of the first face, as a column: `bit` of it is the one that is asked; NULL = none */
    uint32_t others; /* bit mask of players whose objects it does not describe */
    uint32_t source; /* of 'other' things: which they are not */
} rt_glance;

typedef struct rt_library {
    vm_pack pack;
    rt_face_info *face;
    rt_mana_info *mana;     /* by ability */
    rt_least *least;        /* by ability: its cost */
    uint32_t has_hand_mana; /* some card gives mana from the hand */
    rt_mod_use *mod_use;    /* by mod */
    uint8_t *func_reads;    /* aspects.c, by function */
    uint8_t *names;         /* aspects.c, by selector: enum rt_names */
    uint8_t *quiet_func;    /* quiet.c, by function */
    uint8_t *
        apart; /* mod_uses.c, by ability: 1 = affects each permanent for itself, 2 = its own alone */
    uint8_t *quiet; /* by ability: 1 = a static ability that reads nothing restless */
    uint8_t watches_control, watches_attached; /* some ability waits for that (CR 603.10c, d) */
    uint8_t static_copies;                     /* some static ability makes copies (CR 706.2c) */
    uint8_t names_giver;                       /* some ability means what gave it (CR 201.4a) */
    uint8_t given_links[VM_CARD_LINKS / 8];    /* places of links that it is asked for, or more */
    uint8_t watches_blocks;                    /* how many block (CR 509.5e) */
    uint8_t secret_draws, opens,
        mulligans; /* abilities that only their owner knows of (secrets.c) */
    uint32_t has_assist;
    uint32_t has_ways;      /* some costs are paid in one of several ways */
    uint32_t melds;         /* some cards can meld */
    uint32_t copies_spells; /* something copies spells */
    uint32_t has_aftermath; /* some half can be cast from the graveyard only */
    uint32_t
        face_down; /* what face-down objects are; VM_NO_SYMBOL: nothing can be turned face down */
    uint32_t *by_name; /* cards, in the order of their names */
    uint32_t name_count;
    uint32_t *symbol_marker; /* keyword number -> marker or VM_NO_SYMBOL */
    uint32_t *mod_keyword;   /* mod -> the keyword of the ability that holds it, + 1; 0 = of none */
    uint16_t *kind_of;       /* keyword number -> of which it is a kind, + 1; 0 = of none */
    uint16_t *symbol_row;    /* kind * VM_SYMBOL_MAX + number -> its row + 1; 0 = none */
    uint32_t symbol_marker_count;
    uint8_t *
        asked_bit; /* asked.c, by keyword: its bit in what objects have, if descriptions ask for it */
    uint32_t asked_count;
    rt_asks *asks;     /* by selector */
    rt_glance *glance; /* the same */
    uint64_t creature_types[VM_SUBTYPE_MAX / 64], land_types[VM_SUBTYPE_MAX / 64],
        artifact_types[VM_SUBTYPE_MAX / 64], enchantment_types[VM_SUBTYPE_MAX / 64];
    int32_t *counter_power, *counter_toughness; /* by kind, of the first counter_count kinds */
    uint32_t counter_count;
    uint64_t rules;                  /* mods of layer 0 that some card has: RT_RULE(op) */
    uint64_t listens[VM_ZONE_COUNT]; /* events that triggers wait for in each zone */
    uint8_t listens_elsewhere;   /* something waits in a hand, graveyard, exile or command zone */
    uint64_t replaces_somewhere; /* replaces[] of all zones */
    uint64_t
        replaces[VM_ZONE_COUNT]; /* the same of replacements that are not only about themselves */
    uint32_t statics; /* zones but the battlefield where static abilities work on others */
    uint8_t activates[VM_ZONE_COUNT]; /* some ability can be activated there */
    uint8_t aimed_costs;              /* some cost depends on what a spell targets */
    uint8_t any_player;               /* some ability can be activated by any player */
    uint8_t *
        faceless; /* by ability: 1 = a replacement or trigger that does not ask what its source is */
    uint8_t *blind; /* by ability: 1 = it asks nothing about what made it trigger */
    uint16_t
        *steps; /* by ability: the steps whose beginning it waits for, bit mask (own_events.c) */
    uint64_t history; /* events that some function asks about afterwards */
} rt_library;

/* Is it a mana ability that is more than one unit for a tap? */
static inline int rt_is_source(const rt_library *lib, uint32_t ability)
{
    const rt_mana_info *m = &lib->mana[ability];
    return (lib->pack.ability[ability].flags & VM_AF_MANA) &&
           !(m->free && m->count == 1 && !m->only);
}

/* packs.c: all that are given, as one; each must be fine by itself. 0: they are not, or do not go together. */
int rt_packs_open(const base_memory *memory, vm_pack *out, const cantrip_bytes *bytes,
                  uint32_t count, vm_refusal *out_refusal);
rt_library *rt_library_open(const base_memory *memory, const cantrip_bytes *packs, uint32_t count,
                            vm_refusal *out_refusal);
void rt_library_close(rt_library *lib);
/* aspects.c: what effects write and read, of what decides dependency */
enum rt_aspect {
    RT_ASPECT_TYPES = 1,
    RT_ASPECT_COLORS = 2,
    RT_ASPECT_ABILITIES = 4, /* which abilities things have */
    RT_ASPECT_CONTROLLER = 8,
    RT_ASPECT_EXISTENCE = 16, /* whether an ability is still there */
    RT_ASPECT_DEEP = 32,      /* more than stands in the row of an object */
    RT_ASPECT_SIZE = 64,      /* power and toughness */
    RT_ASPECTS_OF_SIZE = RT_ASPECT_SIZE | RT_ASPECT_DEEP,
    RT_ASPECT_ALL = 127
};
void rt_uses_init(rt_library *lib, uint32_t face); /* uses.c */
void rt_reads_init(rt_library *lib);
void rt_mod_uses_init(rt_library *lib); /* mod_uses.c; behind rt_reads_init */
void rt_apart_init(rt_library *lib);    /* the same; behind rt_quiet_init */
void rt_faceless_init(rt_library *lib);
int rt_steps_init(rt_library *lib); /* before faces are read; 0 = no memory */
uint32_t rt_markers_of(const rt_library *lib, const vm_ability *a);
int rt_glances_init(rt_library *lib); /* glances.c; behind rt_asked_init */
int rt_asked_init(rt_library *lib);
uint32_t rt_asked_of(const rt_library *lib, const vm_ability *a);
/* Is it that keyword, or a kind of it: plainscycling is cycling (CR 702.28f)? */
int rt_is_keyword(const rt_library *lib, uint32_t keyword, uint32_t asked);
int rt_waits_for_itself(const rt_library *lib, const vm_ability *a); /* own_events.c */
int rt_blind_init(rt_library *lib);                                  /* blind.c; 0 = no memory */
uint32_t rt_func_reads(rt_library *lib, uint32_t func);
uint32_t rt_selector_reads(rt_library *lib, uint32_t sel);
/* Nothing can match but the source of the ability, or what that is attached to. */
enum rt_names { RT_NAMES_THIS = 1, RT_NAMES_HOST = 2 };
uint32_t rt_selector_names(const rt_library *lib, uint32_t sel);
/* quiet.c: does it only read what marks characteristics as out of date by itself? */
int rt_quiet_func(rt_library *lib, uint32_t func);
int rt_quiet_selector(rt_library *lib, uint32_t sel); /* of permanents */
void rt_quiet_init(rt_library *lib);
const char *rt_subtype_name(const rt_library *lib, uint32_t number);
const char *rt_counter_name(const rt_library *lib, uint32_t number);
const char *rt_keyword_name(const rt_library *lib, uint32_t number);
const char *rt_type_name(const rt_library *lib, uint32_t number, int super);
/* Face by card name, -1 if there is none. */
/* What a counter of a kind adds (CR 121.1a). */
static inline int32_t rt_counter_power(const rt_library *lib, uint32_t kind)
{
    return kind < lib->counter_count ? lib->counter_power[kind] : 0;
}
static inline int32_t rt_counter_toughness(const rt_library *lib, uint32_t kind)
{
    return kind < lib->counter_count ? lib->counter_toughness[kind] : 0;
}
int rt_face_by_name(const rt_library *lib, const char *name);

#endif
