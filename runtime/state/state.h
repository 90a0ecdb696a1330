/* The state of a game: one block of bytes, a header and tables. Indices and handles, never
 * pointers. Only rt_game (outside the block) may hold pointers. */
#ifndef RUNTIME_STATE_H
#define RUNTIME_STATE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/assert.h"
#include "runtime/library/library.h"

/* ---- handles
 * ------------------------------------------------------------------------------------- An entity
 * is an object or a player. Bit 31: player. Objects: bits 0-19 index, 20-30 generation. The
 * generation changes exactly when the object becomes a new one (CR 400.7). 0 is nothing. A place in
 * object[] that has had all generations is not used again: what stood there gets another place. */
typedef uint32_t rt_entity;
#define RT_PLAYER(p)    (0x80000000u | (uint32_t)(p))
#define RT_IS_PLAYER(e) ((e) >> 31)
#define RT_PLAYER_OF(e) ((e)&0xFFu)
enum { RT_INDEX_BITS = 20, RT_GEN_MAX = (1 << (31 - RT_INDEX_BITS)) - 1 };
#define RT_INDEX(e) ((e) & ((1u << RT_INDEX_BITS) - 1))
#define RT_GEN(e)   ((e) >> RT_INDEX_BITS)
#define RT_NOBODY   0xFFu
enum { RT_PLAYERS_MAX = VM_PLAYERS_MAX }; /* of bit masks */

enum rt_object_flags {
    RT_OF_TOKEN = 1,
    RT_OF_TAPPED = 2,
    RT_OF_ATTACKING = 4,
    RT_OF_BLOCKING = 8,
    RT_OF_BLOCKED = 16,
    RT_OF_ABILITY = 32, /* an ability on the stack */
    RT_OF_KICKED = 64,
    RT_OF_HOST = 1 << 25, /* something is or was attached to it */
    RT_OF_CAST = 128,
    RT_OF_DEATHTOUCHED = 256,
    RT_OF_ALL_CREATURE_TYPES = 512,
    RT_OF_COPY = 1024,        /* a copy of a spell */
    RT_OF_DEALT_FIRST = 2048, /* dealt damage in the first combat damage step */
    RT_OF_LOST_ABILITIES = 4096,
    RT_OF_LEGEND_LOST = 524288,   /* its controller chose to keep another (CR 704.5j) */
    RT_OF_ATTACKED = 262144,      /* a planeswalker that something attacks */
    RT_OF_NO_COST = 1 << 23,      /* a copy without the mana cost */
    RT_OF_THEN_EXILE = 131072,    /* instead of going anywhere from the stack */
    RT_OF_FACE_DOWN = 1 << 20,    /* CR 707 */
    RT_OF_MANIFESTED = 1 << 21,   /* face down by being manifested */
    RT_OF_FLIPPED = 1 << 22,      /* CR 709 */
    RT_OF_COMMANDER = 1 << 24,    /* of the card itself (CR 903.3) */
    RT_OF_WITH_HOST = 1 << 30,    /* phased out along with what it is attached to (CR 702.25f) */
    RT_OF_UNSEEN = 1 << 26,       /* drawn while something is being cast (unseen.c) */
    RT_OF_UNSEEN_FIRST = 1 << 27, /* ... to be revealed when that is over */
    RT_OF_OFFER = 1 << 28,        /* in the command zone: a special action that ends an effect */
    RT_OF_FULL_TEXT = 1 << 29,    /* it has the text of another card (CR 612.5) */
    RT_OF_TEXT_CHANGED = 65536,
    RT_OF_PT_FIXED = 32768,    /* a copy whose power and toughness are an exception (CR 706.9d) */
    RT_OF_NO_LAND_MANA = 16384 /* it has lost what its land types give, too (CR 305.6) */
};

typedef struct rt_object {
    uint16_t gen; /* up to RT_GEN_MAX; never 0 while in use */
    uint8_t zone; /* VM_ZONE_*; VM_ZONE_COUNT = not in use */
    uint8_t owner;
    uint8_t controller;     /* computed for permanents (layer 2) */
    uint8_t own_controller; /* before layer 2 */
    uint8_t colors;
    uint8_t unused[1];
    uint16_t face;      /* library face: its copiable values (CR 706.2) */
    uint16_t card_face; /* the face of its card that is up (faces.c) */
    uint32_t flags;     /* rt_object_flags */
    uint32_t timestamp;
    uint32_t here; /* presence[] + 1, where it has such a row */
    /* characteristics, computed by layers.c (CR 613) */
    uint32_t types;   /* types, supertypes << 16 */
    uint32_t markers; /* MARKER and TRAIT of vocab.def: what the rules machine knows of it */
    uint32_t
        lki; /* lki[] + 1: what was here last; stays when it becomes a new object, as do its counters */
    uint32_t subtypes; /* those of a face of the library, or kinds[] behind them: rt_subtypes */
    int32_t power, toughness;
    uint32_t granted;  /* granted[] of the first ability, if it has others than printed */
    uint32_t counters; /* counter[] + 1: the first of all that are or were on something here */
    uint64_t listens;  /* events its abilities wait for, triggers and replacements */
    uint16_t granted_count;
    uint16_t ability_flags; /* kinds of abilities it has: 1 << vm_ability_kind */
    uint32_t names; /* selector of the cards whose names it has in addition to its own (CR 612.6) */
    uint64_t rules; /* mods of layer 0 that may affect it: RT_RULE(op) */
    uint32_t copied; /* where the abilities come from that it has as a copy: rt_origin */
    uint32_t asked;  /* keywords of its that descriptions ask for (asked.c) */
} rt_object;

/* What only permanents, spells, abilities on the stack and emblems have: rt_here. Most objects of a game are cards in libraries. */
typedef struct rt_presence {
    uint8_t regeneration; /* shields */
    uint8_t defender;     /* attacker, until combat ends: the defending player + 1 (CR 508.5) */
    uint8_t held_by;      /* a permanent: whoever was last seen to control it, + 1 (CR 603.10d) */
    uint8_t cast_from;    /* VM_ZONE_* + 1, of a spell and of the permanent that it became */
    uint8_t cast_late;    /* 1: a sorcery could not have been cast then (CR 307.5a); of the same */
    uint8_t paired_by;    /* whoever controlled both as they were paired, + 1 (CR 702.94e) */
    uint8_t unused[2];
    uint32_t loyalty_turn; /* turn in which a loyalty ability was activated */
    uint32_t since_turn;   /* turn since which its controller has controlled it continuously */
    int32_t damage;
    rt_entity attached; /* what it is attached to */
    rt_entity fights;   /* attacker: what it attacks; blocker: the attacker it blocks */
    uint32_t ctx;       /* on the stack: ctx[] + 1 */
    uint32_t order;     /* blocker: place in its attacker's damage order; attacker: its band */
    uint32_t x;         /* value of X when it was cast */
    uint32_t cast_for;  /* the keyword that the cost it was cast for comes from, + 1 */
    uint32_t spent;     /* colours of mana spent to cast it: bit mask; how much in all << 8 */
    uint32_t payment;   /* of the spell or ability, and of the permanent that a spell became */
    uint16_t optional[VM_OPTIONAL_COSTS_MAX]; /* how often each optional cost was paid */
    rt_entity paired; /* with which other creature (CR 702.94b); see rt_paired */
    uint32_t turned;  /* timestamp of when it last transformed */
    rt_entity maker;  /* of a token or emblem: the object whose ability made it (CR 201.4a) */
} rt_presence;

typedef struct rt_player {
    int32_t life;
    uint8_t lost, drew_from_empty, lands_played, mulligans;
    uint8_t kept;
    uint8_t left;         /* what happens when a player leaves has happened (CR 800.4a) */
    uint8_t team;         /* its number; players of other teams are opponents */
    uint8_t controlled;   /* who decides for them this turn, + 1 (CR 715) */
    uint8_t control_next; /* who will in their next turn, + 1 */
    uint8_t range;        /* of influence, in seats; where nobody has one, it is not looked at */
    uint8_t emperor;      /* 1: the team wins and loses with them (CR 809.5) */
    uint8_t unused[1];
    int32_t life_lost, life_gained, drew, spells_cast; /* this turn */
    uint32_t max_hand;
    uint32_t draw_step_draws;        /* cards drawn in this draw step of theirs */
    uint32_t counters;               /* counter[] + 1 */
    uint32_t last_turn, turn_before; /* numbers of their two latest turns */
    uint32_t reach;                  /* bit mask of players in their range of influence */
} rt_player;

typedef struct rt_place {
    uint32_t off, count; /* in member[] */
    uint32_t gap, cap;   /* places in front of the first, and in all */
    uint32_t acts; /* since it was empty something has been there that may be used from there */
} rt_place;

typedef struct rt_effect {
    uint32_t timestamp, mods, mod_count, duration;
    rt_entity source;          /* for 'while source' and for 'this' in its predicates */
    uint8_t controller, whose; /* whose: by whose turns it ends, and 'you' of its condition */
    uint8_t
        arrives; /* of what a frame is about to put onto the battlefield: which frame, from 1 (CR 611.2e) */
    uint8_t copy; /* 1: part of a copy effect, layer 1 (copy.c) */
    int32_t value[2];
    rt_entity object[4];
    uint32_t turn;      /* in which it began */
    uint32_t condition; /* function, of 'for as long as' */
    rt_entity offer;    /* of 'until you pay': what ends it (CR 115.2c) */
    uint32_t captured;  /* list of captured[], or 0: what it was told about */
    uint32_t made;      /* rt_state.resolution of what began it, or 0 */
} rt_effect;

typedef struct rt_counter {
    rt_entity on;
    uint32_t kind;
    int32_t count;
    uint32_t
        next; /* counter[] + 1: the next of the same place in object[], or of the same player */
} rt_counter;

/* What a spell or ability knows while it is on the stack, waits or resolves. */
typedef struct rt_ctx {
    uint32_t used;    /* 0 = free; RT_CTX_GONE */
    rt_entity self;   /* its source (the spell itself, for a spell) */
    rt_entity by;     /* of a keyword's quality: what gave the keyword, and has chosen; 0 = self */
    uint32_t ability; /* library ability, or VM_NO_SYMBOL */
    uint8_t controller, event_player, flags, modes; /* flags: rt_ctx_flags; modes: bit mask */
    rt_entity event_obj[3], whom;
    int32_t amount, aux, x;
    uint32_t color;        /* + 1: of the mana that a mana ability adds, decided while paying */
    uint32_t target_count; /* of rows in target[] that belong to it */
    uint32_t payment;      /* what its cost took: rows of paid[] */
    uint32_t when;         /* how many events were before the one at hand */
    uint8_t event_from, event_to;
    uint8_t
        given_as; /* of an ability that was given: how many like it stand before it (CR 702.55b) */
    uint8_t unused;
    uint8_t held[4];   /* who controlled event_obj and whom as it happened, + 1; 0 = not known */
    uint32_t origin;   /* of its ability: rt_origin */
    uint32_t captured; /* list of captured[], or 0; contexts may share one */
    uint32_t those; /* another, or 0: all that the events of its trigger were about (CR 603.2c) */
    int32_t limit;  /* of a replacement that was used: how much of the event it can take; 0 = all */
    /* What has moved is still found where it moved before (CR 400.7): rt_state.timestamp when the ability triggered, was made
     * to wait, or its costs were paid (0: it asks as it is); of what the event is about, when it happened; and the effect
     * (rt_state.resolution) that made it wait. */
    uint32_t since, heard, made;
} rt_ctx;
enum { RT_CTX_GONE = 2 }; /* of a spell that has left the stack, and that could still be copied */
enum rt_ctx_flags {
    RT_CTX_KICKED = 1,
    RT_CTX_CAST = 2,
    RT_CTX_OUTSIDE = 4, /* a question from outside of the game: no range of influence */
    RT_CTX_PRETENDS = 8 /* its source does not have the ability (secrets.c) */
};

typedef struct rt_target {
    uint32_t ctx;
    uint8_t slot, of; /* of: + 1 the player for whom it was chosen (VM_TF_EACH), 0 = for none */
    uint16_t mode;
    rt_entity entity;
    int32_t amount; /* of a division */
    rt_entity
        told; /* what it was when it was told last that something has become a target of this; 0 = never */
} rt_target;

enum { RT_PART_MODE = 32 }; /* mode of the targets of spell_part[] row 0 of a context, and so on */
typedef struct
    rt_spell_part { /* of a spell, with what was chosen for it: its own with targets, or what was spliced onto it */
    uint32_t ctx, ability;
    rt_entity card;            /* what was spliced; 0 = it is the spell's own */
    uint32_t cost, cost_count; /* paid in addition */
    uint32_t keyword;          /* + 1, whose cost that is; 0 = none */
    uint32_t
        mode; /* one of those that were chosen for what was spliced: pack.mode[] + 1; each has a row */
} rt_spell_part;

typedef struct
    rt_delayed { /* a trigger or replacement that an effect made (CR 603.7, 614.1, 615.7) */
    uint32_t ctx, duration; /* ctx[] + 1; VM_DURATION_* */
    uint32_t timestamp, turn;
    int32_t left;      /* of a replacement: how much it still takes; 0 = it is not counted */
    rt_entity offer;   /* of 'until you pay': what ends it (CR 115.2c) */
    rt_entity used_by; /* of 'the next time': the source whose damage used it, */
    uint32_t used_in; /* and the batch + 1: all that it deals at that time is one time (CR 615.8) */
} rt_delayed;

typedef struct rt_link {
    rt_entity self;
    uint32_t slot;
    uint32_t is_number; /* 0 = a thing; else 1 + vm_value_type() */
    uint32_t value;     /* entity or number */
    uint32_t origin;    /* of the ability that made it: rt_origin */
    rt_entity who; /* of which player it is, where each of several chose; 0 = what was set last */
    uint32_t at,
        by; /* rt_state.timestamp and resolution as it was set: what has moved since, and not by that, is lost */
} rt_link;

enum {
    RT_LINK_UNTIL_LEAVES = 0xFFFFFFFF
}; /* slot of what comes back when `self` leaves; is_number: where to */

typedef struct rt_lki { /* last known information (CR 608.2g) */
    rt_entity was, became;
    uint32_t turn;
    uint32_t
        by; /* the effect that moved it, or let it be cast (CR 400.7g): rt_state.resolution, or 0 */
    uint32_t hosted; /* VM_STATUS_HOSTS */
    uint32_t before; /* lki[] + 1 of what was in the same place of object[] before */
    uint32_t at;     /* rt_state.timestamp as it moved */
    uint32_t to;     /* the zone to which it moved; VM_ZONE_COUNT: to none */
    rt_object object;
} rt_lki;

typedef struct rt_mana {
    uint8_t player, color, snow,
        kept; /* color: bit number, 5 = colourless; snow: its source is; kept: until end of turn */
    rt_entity source;
    uint32_t only;    /* selector of the spells that it may be spent on (CR 106.6), or 0 */
    uint32_t payment; /* of the effect that made it: what is said of 'this mana' */
} rt_mana;

typedef struct rt_cost_range { /* rows of cost[] of the library, to be paid so many times */
    uint32_t first, count, times;
    uint32_t keyword; /* + 1, whose cost it is: rules may change that alone (CR 601.2f); 0 = none */
    int32_t change;   /* generic mana that rules add to it each time, negative = less */
} rt_cost_range;
enum {
    RT_BILL_RANGES = 16
}; /* one that needs more is a fault; cards and rules that are alike share one */

/* What somebody has to pay: the first range is the mana cost, an alternative one or that of an ability; the
 * others are additional costs. */
enum { RT_BILL_HALVES = 4 };
typedef struct rt_bill {
    uint32_t player;
    rt_entity self; /* what is cast, or whose ability is activated; 0 = nothing */
    rt_cost_range range[RT_BILL_RANGES];
    int32_t x, extra;      /* the value of X; generic mana that rules add */
    uint32_t spell;        /* 1: `self` is being cast, 2: an ability of it is being activated */
    uint32_t life_decided; /* 1: how Phyrexian symbols are paid has been chosen (CR 601.2b) */
    uint32_t by_life;      /* which of them with life: bits in the order of the symbols */
    rt_entity without;     /* tapped by the costs themselves, so no source of mana */
    int32_t life;          /* for symbols that are paid with life */
    uint32_t pays;         /* first row of pay[] */
    uint32_t payment;      /* 0 = what it takes is not kept */
    uint32_t any_less;
    uint32_t open;    /* 1: another asks, who does not see what makes mana in this player's hand */
    uint32_t less[6]; /* symbols of each colour, or generic mana: CR 117.7c */
    uint32_t less_colored[6]; /* the same, but no generic mana */
    uint32_t half_count;      /* rows of cost[]: symbols with two halves (CR 117.7e) */
    uint32_t half[RT_BILL_HALVES];
    rt_entity given; /* what is sacrificed so that it costs less (offering.c) */
} rt_bill;

#define RT_PROC_VARS 13
typedef struct rt_proc {
    uint8_t kind, stage, a, b;
    union {
        int32_t v[RT_PROC_VARS]; /* whichever they are */
#define V(type, name, domain) type name;
#define VARS(name, ...)                                                                            \
    struct {                                                                                       \
        __VA_ARGS__                                                                                \
    } name;
#include "runtime/state/proc_vars.def"
#undef VARS
#undef V
    };
} rt_proc;

typedef struct rt_frame {
    uint32_t func, pc, ctx, reg, heap;
    uint32_t native_stage;
    uint32_t event;   /* event[] + 1 of the event being replaced */
    int32_t count;    /* of a native that repeats */
    uint32_t mode;    /* which mode of a modal spell it is */
    uint32_t aux;     /* a second counter for natives */
    uint32_t owns;    /* the context ends with it */
    uint32_t gone;    /* who had left when the native at hand began: bit mask */
    uint32_t held;    /* event[] + 1 from which on events wait to happen at the same time */
    uint32_t part;    /* of what waits: the part that is being said */
    uint32_t over;    /* event[] + 1 from which on those stand that have waited, and are over */
    uint32_t noted;   /* how many numbers it keeps behind its registers */
    uint64_t kept[2]; /* sets that a native is making */
} rt_frame;

enum rt_event_kind {
    RT_EV_MOVE,
    RT_EV_DAMAGE,
    RT_EV_GAIN_LIFE,
    RT_EV_LOSE_LIFE,
    RT_EV_DRAW,
    RT_EV_TAP,
    RT_EV_UNTAP,
    RT_EV_PUT_COUNTERS,
    RT_EV_REMOVE_COUNTERS,
    RT_EV_CREATE,
    RT_EV_DESTROY,
    RT_EV_STEP,
    RT_EV_CAST,
    RT_EV_ATTACK,
    RT_EV_BLOCK,
    RT_EV_BLOCKED,
    RT_EV_TARGETED,
    RT_EV_TURN,       /* aux: enum rt_turn; amount: +1/+1 counters that it gets */
    RT_EV_MANA,       /* something was tapped for mana; aux: its types */
    RT_EV_SPENT,      /* mana was spent on `obj`; aux: the payment of the effect that made it */
    RT_EV_DID,        /* a player did something that changes nothing by itself; aux: VM_EVENT_* */
    RT_EV_LOSE_GAME,  /* aux: enum rt_loss */
    RT_EV_BEGIN_TURN, /* aux: 1 = an extra turn */
    RT_EV_BEGIN_STEP, /* aux: which */
    RT_EV_KIND_COUNT
};
enum rt_event_flags {
    RT_EF_EFFECT = 1,
    RT_EF_COMBAT = 2,
    RT_EF_SACRIFICE = 4,
    RT_EF_DISCARD = 8,
    RT_EF_TAPPED = 16,
    RT_EF_NO_REGENERATION = 32,
    RT_EF_CANCELLED = 64,
    RT_EF_ALONE = 128,
    RT_EF_BOTTOM = 256,
    RT_EF_TOLD = 512, /* it has happened already: nothing replaces it */
    RT_EF_CAST = 1024,
    RT_EF_FIRST_OF_STEP = 2048,
    RT_EF_DONE = 4096,
    RT_EF_ENTERS_DONE = 8192,
    RT_EF_LANDPLAY = 16384,
    RT_EF_SBA = 32768,
    RT_EF_MANIFEST = 131072,     /* face down */
    RT_EF_TRANSFORMED = 262144,  /* with its back face up (CR 711.8) */
    RT_EF_OPENED = 524288,       /* what happens inside of it stands in the batch */
    RT_EF_CYCLE = 2097152,       /* discarded by its cycling ability */
    RT_EF_ENTERING = 1048576,    /* PUT_COUNTERS: on what enters by event counters - 1 */
    RT_EF_LEAVES_GAME = 8388608, /* with its owner: nothing replaces or forbids that */
    RT_EF_FACE_DOWN = 1 << 24,   /* exiled so (CR 406.3) */
    RT_EF_AGAIN = 65536, /* BLOCK: not the first that it blocks; STEP: of another of the team */
    RT_EF_DESTROYED = 1 << 25, /* MOVE: what destroying it has turned into (CR 701.7a) */
    RT_EF_SHIELDED = 1 << 29,  /* DAMAGE: the next that a shield takes from, as was chosen */
    RT_EF_PUT = 4194304        /* BLOCK: it entered blocking, and never blocked (CR 509.7) */
};
typedef struct rt_event {
    uint8_t kind, player, to, from;
    uint32_t flags;
    rt_entity obj, src, whom, other;
    int32_t amount;
    uint32_t aux;      /* counter kind, step, face of a token; who sacrifices it (CR 701.16a) */
    rt_entity result;  /* the object it has become */
    uint32_t applied;  /* applied[] + 1: the last replacement used on it (CR 614.5) */
    uint32_t counters; /* entering[] + 1: the counters that it enters with */
    rt_entity copy_of; /* what it enters as a copy of (CR 706.5) */
    uint32_t copy_mods, copy_mod_count, copy_ability;
    rt_entity linker; /* whose link holds what is exiled, and number + 1 of the link (CR 607.2b) */
    uint32_t link, link_origin;
    uint32_t part;   /* rt_frame.part + 1 of what has waited; 0 = nothing has */
    uint32_t inside; /* of tokens that enter: the event that creates them, + 1; of that, too */
    int32_t size
        [2]; /* of a token, where copy_mods are there and copy_of is 0: its power and toughness; of damage:
              the life that is not lost for it (life_floor.c) */
} rt_event;

/* What happens to a permanent and stays: another face. */
enum rt_turn { RT_TURN_TRANSFORM, RT_TURN_FLIP, RT_TURN_UP, RT_TURN_DOWN };

typedef struct rt_seen_then { /* of something that took part in an event, as it was then */
    uint32_t types,
        subtypes; /* of rt_object; subtypes + 1, 0 = it is looked at as it is now, or last was */
    uint8_t colors, every_type;
    uint8_t held; /* who controlled it, + 1; 0: nobody, or a player */
    uint8_t unused;
} rt_seen_then;

typedef struct rt_past { /* an event that has happened (past.c) */
    uint64_t mask;       /* VM_EVENT_*: what it was */
    uint32_t number, turn, combat;
    uint8_t kind, player, to, from;
    uint32_t flags;
    rt_entity obj, src, whom, other, result;
    int32_t amount;
    uint32_t aux;
    rt_seen_then then[5]; /* those five */
    uint32_t unused;
} rt_past;

typedef struct rt_applied { /* a replacement that was used on an event, and the one before it */
    rt_entity self;
    uint32_t ability, next;
} rt_applied;

typedef struct rt_entering { /* counters that something enters with, and those before them */
    uint32_t kind;
    int32_t count;
    uint32_t next;
} rt_entering;

typedef struct rt_replacement { /* one that applies to the event at hand */
    rt_entity self;
    uint32_t ability, delayed; /* delayed[] + 1 */
} rt_replacement;

typedef struct rt_captured { /* what an effect that acts later was told to act on */
    uint32_t slot;           /* CAPTURED's operand */
    uint32_t list;
    rt_entity entity;
} rt_captured;

typedef struct rt_granted { /* an ability that an object has now */
    uint32_t ability;
    rt_entity by;    /* what gave it, or 0: its own */
    uint32_t origin; /* rt_origin */
} rt_granted;

/* Where an ability of an object comes from: abilities are linked with those that have come with them (CR 607.1, 607.5). 0: its
 * own; RT_ORIGIN_EFFECT | timestamp: a copy effect, or an effect that gave it; else the permanent that gives it. */
enum { RT_ORIGIN_OWN = 0 };
#define RT_ORIGIN_EFFECT 0x80000000u
#define RT_ORIGIN_ENTERS 0xFFFFFFFFu /* of the copy that it enters as */

typedef struct rt_kinds { /* a set of subtypes that no face has; never changed */
    uint64_t bits[VM_SUBTYPE_MAX / 64];
} rt_kinds;

typedef struct rt_option {
    uint32_t kind;
    rt_entity entity;
    int32_t a, b;
} rt_option;

typedef struct rt_pay {                  /* one symbol still to be paid */
    uint8_t mask, generic, either, snow; /* either: as in rt_demand */
    int32_t count;
} rt_pay;

typedef struct rt_paid {    /* something that a cost took */
    uint32_t payment, kind; /* enum vm_paid_kind */
    rt_entity entity;       /* as it was, or 0 */
    int32_t amount;
} rt_paid;
/* kind of an optional cost that something gave the spell (Wort gives conspire): | its keyword << 8 | given_as; amount: how often.
 * What gave it may be gone by then. */
enum { RT_PAID_GIVEN = 1 << 30 };

typedef struct rt_known { /* players who know which card in a hidden zone this is */
    rt_entity card;
    uint32_t players; /* bit mask; bit 31: who watches */
    uint32_t
        shown; /* a rule shows it as long as it is so, and it has got its number; 2: on top, to all */
} rt_known;

typedef struct rt_skip {          /* the next `count` of those that the player would have */
    uint32_t player, step, count; /* step: VM_STEP_*, or RT_SKIP_TURN; count 0: all of them */
    uint32_t when, turn;          /* enum vm_skip; of MADE_TURN: which extra turn */
} rt_skip;
typedef struct rt_extra_turn {
    uint32_t player, number; /* number: of the extra turn in this game */
} rt_extra_turn;
enum { RT_SKIP_TURN = 0xFF };

typedef struct
    rt_once { /* an ability that was activated this turn, of those that can be once only */
    rt_entity self;
    uint32_t number; /* its place among the abilities */
} rt_once;

typedef struct rt_also { /* a block beyond a blocker's first, which is in its row */
    rt_entity blocker, attacker;
    uint32_t order; /* its place in that attacker's damage order */
} rt_also;

typedef struct rt_block_number { /* how many block an attacker, or are blocked (block_numbers.c) */
    rt_entity who;
    uint32_t count;
} rt_block_number;

typedef struct rt_ignored { /* until end of turn what `source` says is not about them (CR 115.2d) */
    rt_entity source;
    uint32_t player;
} rt_ignored;

typedef struct rt_vote {     /* of the last vote (CR 701.31) */
    uint32_t player, option; /* a number from 0, or what was voted for */
} rt_vote;

typedef struct rt_commander { /* a card that is somebody's commander, wherever it is (CR 903.3) */
    rt_entity card;
    uint32_t owner, casts; /* casts: from the command zone, this game */
} rt_commander;

typedef struct
    rt_commander_wound {        /* combat damage that a commander has dealt to a player this game */
    uint32_t commander, player; /* commander: its row */
    int32_t amount;
} rt_commander_wound;

typedef struct rt_table {
    uint32_t off, count, cap, row_size;
} rt_table;

typedef struct rt_decision {
    uint32_t kind, player, min, max;
    rt_entity source;
    uint32_t active; /* waiting for an answer */
    uint32_t unread; /* answered, and nobody has gone on with it: its options are needed */
    uint32_t whose;  /* the player whose choice it is: `player` decides for them (CR 715, 800.4f) */
    uint32_t hidden; /* among what others do not see: that there is nothing tells something, too */
} rt_decision;

enum rt_dirty { RT_CLEAN, RT_DIRTY, RT_DIRTY_SOME };
enum { RT_FRESH_MAX = 8 };
static const uint32_t RT_FRESH_NONE =
    UINT32_MAX; /* in fresh[]: nothing, but effects have begun or ended */

typedef struct rt_state {
    uint32_t magic, version, size;
    /* What follows from the rest and is no part of its hash. */
    uint32_t
        touched; /* permanents have changed since state-based actions had nothing to do with them */
    uint64_t replacing;     /* `listening`, of permanents with replacement abilities alone */
    uint32_t computed;      /* how often characteristics have been computed */
    uint32_t collected;     /* and replacements looked for */
    uint32_t statics_there; /* there were static abilities when characteristics were computed */
    uint32_t
        sized; /* to compute them, or which rules there are, power or toughness may have been asked for */
    uint32_t arriving; /* of the modifications that there are: enum rt_arriving */
    uint16_t apart;    /* what one permanent is depends on no other: layers_quick.c */
    uint16_t copying;  /* static abilities make copies, or copies that they have made are there */
    uint32_t fresh_count,
        fresh[RT_FRESH_MAX]; /* with RT_DIRTY_SOME: those that are to be computed */
    uint32_t steps;          /* of `listening`: the steps that permanents wait for, bit mask */
    uint32_t acting;         /* places with `acts` */
    uint32_t options;
    uint64_t library_hash, seed;
    uint64_t loop_hash;  /* loops.c: the game some forced steps ago */
    uint64_t loop_shape; /* the same without amounts */
    uint32_t rng[16];    /* ChaCha20 key schedule state */
    uint32_t rng_buffer[16];
    uint32_t rng_used;
    uint32_t turn, step, turn_player;
    uint32_t timestamp;
    uint32_t turn_max;             /* a draw after so many; 0 = no limit */
    uint32_t object_max, work_max; /* limits of this game, or 0 */
    uint32_t over, winner, starting_player;
    uint32_t dirty;            /* enum rt_dirty: characteristics must be recomputed */
    uint32_t volatile_statics; /* some static ability reads more than the battlefield */
    uint32_t combat_before;    /* combat_number when the turn began */
    uint64_t listening;        /* union over objects */
    uint64_t rules_union;      /* union of rules over objects */
    uint32_t continuous; /* when characteristics were computed, there were continuous effects */
    uint32_t decisions, combat_number;
    uint32_t skip_trivial;    /* do not ask where there is only one answer */
    uint32_t take_back;       /* bit mask of players who may take an action back (CR 721) */
    uint32_t fault, fault_at; /* rt_fault; the number of the table that was full */
    uint32_t
        first_strike_step; /* 1 and 2: there are two damage steps, and this is that one; RT_BLOCKS_SKIPPED */
    uint32_t end_turn_asked;
    uint32_t strays; /* a token or a copy of a spell may be where it ceases to exist (704.5d, e) */
    uint64_t
        heard_in[VM_ZONE_COUNT]; /* events that triggers of cards wait for that have been there */
    uint64_t replaced_in
        [VM_ZONE_COUNT];   /* the same of replacements; of the battlefield: of all of them */
    uint64_t phased;       /* something has phased out */
    uint64_t statics_in;   /* zones where cards with static abilities that work there have been */
    uint32_t wide_effects; /* some static ability reaches other zones than the battlefield */
    uint32_t text_changes; /* permanents whose text is changed, counted once for each change */
    uint32_t forced;       /* steps since somebody could have done something else (loops.c) */
    uint32_t captures;     /* numbers of lists in captured[] */
    uint32_t told;         /* the list for the effect that begins next; 0 = none */
    uint32_t loop_glance;  /* loops.c: the same in a few numbers */
    uint32_t float_mana;   /* bit mask of players who may make mana with priority */
    uint16_t unpaid;       /* 1: the last payment could not be completed */
    uint16_t aimed_anew;   /* 1: targets were changed, or copied; nobody has heard of it (told.c) */
    uint32_t declarers;    /* bit mask: whose creatures are being declared (CR 802.4) */
    uint32_t order_player; /* whose turn it was last, without extra turns */
    uint32_t resume_step;  /* where the turn goes on behind extra phases, or 0 */
    uint32_t extra_behind; /* the step behind which extra steps are, + 1 (CR 500.9) */
    uint32_t extra_turns;  /* how many were made in this game */
    uint32_t coming; /* whose turn or step it is that begins, + 1; 0: something happens instead */
    uint32_t loop_players;        /* loops.c: who controlled what was on the stack since then */
    uint32_t turn_number;         /* the number of the extra turn at hand, or 0 */
    uint8_t begun[VM_STEP_COUNT]; /* how often each step has begun this turn */
    uint32_t happened;            /* events that were noted in past[], ever */
    uint32_t payments;            /* number of the last cost that was paid */
    uint32_t resolution;          /* number of the effect that is being carried out */
    uint16_t settled; /* state-based actions were performed, or triggers put on the stack */
    uint16_t
        declaring; /* flags of RT_OF_ that those chosen so far do not have yet (CR 508.1k, 509.1g) */
    uint32_t ctx_low;     /* all rows of ctx[] below are in use */
    uint32_t gone;        /* bit mask of players who have lost */
    uint32_t passed_over; /* of them: whose turn would have begun since the last untap step */
    uint32_t begins;      /* ... while durations are looked at: whose */
    uint16_t shared;      /* 1: teams have turns and life together (CR 805, 810) */
    uint16_t attack;      /* enum cantrip_attack */
    uint32_t range;       /* of influence in seats; 0 = unlimited (CR 801) */
    uint16_t seating;     /* enum cantrip_seating */
    uint16_t team_size;   /* 0: each for themselves */
    int32_t
        commander_limit; /* combat damage by one commander that loses the game, or 0 (CR 903.10a) */
    uint32_t defending;  /* of CANTRIP_ATTACK_ONE: who, + 1 */
    rt_entity offer;     /* the one that was made last (CR 115.2c) */
    uint16_t unseen;     /* something has been drawn while something was being cast */
    uint16_t loop_chosen; /* loops.c: somebody has had to choose something since then */
    uint16_t reversed;    /* 1: turn order goes to the right */
    uint16_t
        order_cards; /* 1: owners say how cards lie that go to a graveyard together (CR 404.3) */
    uint32_t
        chooser; /* who says who begins, + 1; CANTRIP_CHOOSER_AT_RANDOM: one of them; 0: nobody (CR 103.2) */
    rt_decision decision;
    rt_decision shelved; /* waits until it is known who decides; its options are in shelf[] */
#define TABLE(name, type, start, max) rt_table name;
#include "runtime/state/state_tables.def"
#undef TABLE
} rt_state;

enum {
    RT_BLOCKS_SKIPPED = 3
}; /* there is no declare blockers step in this combat phase (CR 508.8) */
enum { RT_MAGIC = 0x45545352, RT_STATE_VERSION = 11 };

/* Host side of a game: what may hold pointers. */
typedef void (*rt_log_fn)(void *user, const char *line);
typedef struct rt_run rt_run;   /* guard.h */
typedef struct rt_tale rt_tale; /* rules.h */
typedef struct rt_game {
    rt_state *s;
    rt_run *run;
    const rt_library *lib;
    const vm_pack *pack; /* lib->pack */
    rt_log_fn log;
    void *log_user;
    rt_tale *tale;            /* NULL: nothing is kept of what is told */
    const struct rt_why *why; /* NULL: nobody asks why something is what it is (explain.c) */
} rt_game;

/* A row that there is; where a list of rows begins, which may be empty and then stand behind the last. */
#define TABLE(name, type, start, max)                                                              \
    static inline type *rt_##name##_rows(const rt_game *g, uint32_t idx)                           \
    {                                                                                              \
        CANTRIP_ASSERT(idx <= g->s->name.count);                                                   \
        return (type *)(void *)((char *)g->s + g->s->name.off) + idx;                              \
    }                                                                                              \
    static inline type *rt_##name##_row(const rt_game *g, uint32_t idx)                            \
    {                                                                                              \
        CANTRIP_ASSERT(idx < g->s->name.count);                                                    \
        return rt_##name##_rows(g, idx);                                                           \
    }
#include "runtime/state/state_tables.def"
#undef TABLE

/* Why a game stopped: it says that the rules machine gave up, never how the game would have ended. */
enum rt_fault {
    RT_FAULT_NONE,
    RT_FAULT_FULL,   /* a table */
    RT_FAULT_FUEL,   /* more work in one step than is allowed */
    RT_FAULT_MEMORY, /* never in a state: the step can be tried again */
    RT_FAULT_DEPTH,  /* values that ask for values, too deep */
    RT_FAULT_BUSY    /* nor this: a call from inside of another */
};

/* block.c */
rt_state *rt_block_create(const base_memory *memory, uint32_t player_count);
/* Appends so many rows, zeroed; the first of them. Grows the block when the table is full. At the limit of the
 * table, or without memory, it does not return (rt_fail). */
uint32_t rt_push_many(rt_game *g, rt_table *t, uint32_t count);
/* Makes room for so many further rows; RT_FAULT_NONE, FULL or MEMORY. May be called from outside. */
uint32_t rt_reserve(rt_game *g, rt_table *t, uint32_t count);
/* A copy of the rows in use alone, without the history: what rt_bring_back needs. */
uint32_t rt_rows_size(const rt_state *s);
void rt_rows_copy(rt_state *to, const rt_state *from);
/* The whole of it, into a block as large; of the tables only the rows in use. */
void rt_state_copy(rt_state *to, const rt_state *from);
uint32_t rt_table_count(void);
rt_table *rt_table_at(rt_state *s, uint32_t i);
uint32_t rt_table_number(const rt_game *g, const rt_table *t);
int rt_table_is_history(uint32_t i);   /* the one that is never taken back */
const char *rt_table_text(uint32_t i); /* "the table 'object' is full, with 65536 rows" */
/* One row; where there is room for it, that is a few words. */
#define TABLE(name, type, start, max)                                                              \
    static inline uint32_t rt_push_##name(rt_game *g)                                              \
    {                                                                                              \
        rt_table *t = &g->s->name;                                                                 \
        if (RT_STRESS_GROW || t->count == t->cap)                                                  \
            return rt_push_many(g, t, 1);                                                          \
        memset((type *)(void *)((char *)g->s + t->off) + t->count, 0, sizeof(type));               \
        return t->count++;                                                                         \
    }
#include "runtime/state/state_tables.def"
#undef TABLE
#define RT_PUSH(g, name) rt_push_##name(g)
/* Keeps the state as it is now; brings it back (0: there is none). */
void rt_image_take(rt_game *g);
int rt_image_restore(rt_game *g);
/* state_hash.c: of the rows that are in use and what decides the future, not of how much room there happens to be; the
 * same on every machine. */
uint64_t rt_state_hash(const rt_state *s);
uint64_t rt_state_hash_by_fields(const rt_state *s); /* the slow way, for other orders of bytes */

/* random.c */
void rt_random_seed(rt_state *s, uint64_t seed);
uint32_t rt_random_below(rt_state *s, uint32_t n); /* uniform in [0, n), n > 0 */

#endif
