/* What compiler and engine agree on: every number that stands in a pack. All of it is expanded from
 * the tables beside this file; nothing is listed twice. */
#ifndef VM_ABI_ABI_H
#define VM_ABI_ABI_H

#include <stdint.h>

enum { VM_PACK_MAGIC = 0x50525443, /* "CTRP" */ VM_PACK_VERSION = 2 };
#define VM_NO_SYMBOL 0xFFFFFFFFu

/* What is known of an opcode. */
enum vm_op_flags {
    OPF_END = 1,        /* control does not go on to the next instruction */
    OPF_PURE = 2,       /* what it gives follows from its operands */
    OPF_ASKS_EVENT = 4, /* it asks what made the ability trigger, or what has happened */
    OPF_RESTLESS =
        8, /* what it gives changes with more than what marks characteristics as out of date */
    /* What it reads of what layers 2 to 6 can change (CR 613.7): nothing, if it says nothing. */
    OPF_CONTROLLER = 16,
    OPF_TYPES = 32,
    OPF_COLORS = 64,
    OPF_ANY = 128,    /* any of it */
    OPF_BY_IMM = 256, /* as its immediate says */
    OPF_EVENT = OPF_ASKS_EVENT | OPF_RESTLESS | OPF_ANY
};
enum vm_op {
#define OP(number, id, a, b, c, imm, flags) VM_OP_##id = number,
#include "vm/abi/opcodes.def"
#undef OP
};
enum vm_native_op {
#define NATIVE(number, id, result, signature) VM_NATIVE_##id = number,
#include "vm/abi/natives.def"
#undef NATIVE
    VM_NATIVE_SPAN = 208
};
enum vm_event_kind {
#define EVENT(number, id, text) VM_EVENT_##id = number,
#include "vm/abi/events.def"
#undef EVENT
    VM_EVENT_SPAN = 64
};
enum vm_mod_op {
#define CHANGE(number, id, layer, a, b, writes, apart) VM_MOD_##id = number,
#define MOD(number, id, layer, a, b)                   VM_MOD_##id = number,
#include "vm/abi/mods.def"
#undef MOD
#undef CHANGE
    VM_MOD_SPAN = 128 /* numbers are below; rules beyond 93 share bits (RT_RULE) */
};

#define TYPE(number, id, word)             VM_TYPE_##id = 1u << number,
#define SUPERTYPE(number, id, word)        VM_SUPER_##id = 1u << (16 + number),
#define SUBTYPE(number, id, word)          VM_SUBTYPE_##id = number,
#define COLOR(number, id, word, letter)    VM_COLOR_##id = 1u << number,
#define COUNTER(number, id, word)          VM_COUNTER_##id = number,
#define ZONE(number, id, word)             VM_ZONE_##id = number,
#define STEP(number, id, word)             VM_STEP_##id = number,
#define MARKER(number, id, word)           VM_MARKER_##id = number,
#define TRAIT(number, id, native)          VM_TRAIT_##id = number,
#define STATUS(number, id, word, negative) VM_STATUS_##id##negative = 1u << number,
#define PROPERTY(number, id, word)         VM_PROP_##id = number,
#define FLAG(number, id, word)             VM_FLAG_##id = number,
enum vm_vocab {
#include "vm/abi/vocab.def"
    VM_STEP_COUNT = 12,
    VM_ZONE_COUNT = 7,
    VM_TYPE_LAST = 8,       /* the last number of a card type */
    VM_COLORLESS = 1u << 5, /* in masks of mana: {C} */
    VM_TYPE_MASK = 0xFFFF,
    VM_COLOR_MASK = 31, /* every colour */
    VM_STATUS_MASK = (1u << 21) - 1,
    VM_STATUS_BINDS = 1u << 16 | 1u << 17,          /* haunted, encoded */
    VM_STATUS_HOSTS = 1u << 7 | 1u << 8 | 1u << 13, /* enchanted, equipped, fortified */
    VM_PERMANENT_TYPES = 0x1F
};
#undef TYPE
#undef SUPERTYPE
#undef SUBTYPE
#undef COLOR
#undef COUNTER
#undef ZONE
#undef STEP
#undef MARKER
#undef TRAIT
#undef STATUS
#undef PROPERTY
#undef FLAG

enum vm_limit {
    VM_SUBTYPE_MAX = 512, /* bits in an object's row */
    VM_WORD_COLOR = 1000, /* words of card text: subtypes by number, colours from here on */
    VM_MANA_MASK = 63,    /* every colour, and colourless */
    VM_REG_MAX = 64,      /* registers of a function */
    VM_FUNC_CODE_MAX = 4096,
    VM_PACK_SIZE_MAX = 64 * 1024 * 1024,
    VM_ROW_MAX = 1000000, /* rows of any one table */
    VM_NAMED_MAX =
        1 << 26, /* what the rows of a pack name, counted as often as it is named (V66) */
    VM_LINKED_SIZE_MAX = 1 << 28, /* bytes of several packs together (V22) */
    VM_TARGET_SLOTS_MAX = 4,
    VM_CAPTURED_MAX = 4, /* what a delayed or reflexive trigger can be told about */
    VM_MODES_MAX = 8,
    VM_FACE_MAX = 65536,         /* objects name their face in 16 bits */
    VM_SYMBOL_MAX = 4096,        /* keywords, kinds of counters */
    VM_SYMBOL_ROWS_MAX = 16384,  /* words of all kinds: more than there are numbers for them */
    VM_DESIGNATION_FIRST = 3072, /* kinds of counters from here on are designations: monstrous */
    VM_TYPE_NUMBER_MAX = 16,     /* types and supertypes are bits of one word */
    VM_LINK_MAX = 1 << 24,       /* 'as NAME' of all cards: objects can have abilities of several */
    VM_CARD_LINKS = 256,         /* of one card: numbers that follow one another */
    VM_NUMBER_MAX = 1000000,     /* numbers on cards: sums of them stay far from overflow */
    VM_LINE_MAX = 1 << 25,       /* lines of a source: it has at most 16 MiB */
    VM_LOOPS_MAX = 16,           /* loops inside one another */
    VM_NESTING_MAX = 32,         /* predicates that select by predicates: each is a call in play */
    VM_OPTIONAL_COSTS_MAX = 8,   /* of one card; more are refused (V61) */
    VM_COSTS_MAX = 12            /* additional and optional ones together */
};

enum vm_symbol_kind {
    VM_SYM_TYPE,
    VM_SYM_SUPERTYPE,
    VM_SYM_SUBTYPE,
    VM_SYM_KEYWORD,
    VM_SYM_COUNTER,
    VM_SYM_KIND_COUNT
};
/* A symbol's a: subtype = mask of types it belongs to; keyword = marker or VM_NO_SYMBOL; counter =
 * power it gives; b: counter = toughness it gives; keyword = number + 1 of the one of which it is a kind. */

enum vm_ability_kind {
    VM_ABILITY_SPELL, /* what an instant or sorcery does */
    VM_ABILITY_ACTIVATED,
    VM_ABILITY_TRIGGERED,
    VM_ABILITY_STATIC,
    VM_ABILITY_REPLACE, /* CR 614 */
    VM_ABILITY_ENTERS,  /* replaces its own entering: tapped, with counters, as it enters: choose */
    VM_ABILITY_KEYWORD, /* only a name, or what its object itself always does or is: its mods are TRAIT
                           or ALL_CREATURE_TYPES */
    VM_ABILITY_COST,    /* kicker and other additional or alternative costs */
    VM_ABILITY_OPENING, /* what one may do with it in the opening hand (CR 103.5) */
    VM_ABILITY_MORPH, /* cost: of turning it face up; mode_max: generic mana for which it is cast face down;
                           mode_min: +1/+1 counters that it gets as it is turned up so (CR 702.36) */
    VM_ABILITY_KIND_COUNT
};
enum vm_ability_flags {
    VM_AF_MANA = 1,    /* CR 605 */
    VM_AF_SORCERY = 2, /* only as a sorcery */
    VM_AF_ONCE_EACH_TURN = 4,
    VM_AF_LOYALTY = 8,
    VM_AF_EITHER_TARGET = 16,
    VM_AF_CDA = 32, /* characteristic-defining: functions everywhere (CR 604.3) */
    VM_AF_DIVIDED = 64,
    VM_AF_ALTERNATIVE = 128, /* a COST that stands in for the mana cost */
    VM_AF_NEXT_TIME = 256,   /* a delayed replacement that is used once */
    VM_AF_EFFECT_ONLY = 512, /* the event must come from an effect */
    VM_AF_DURING_COMBAT = 1024,
    VM_AF_PER_MODE = 2048,  /* a COST for each mode beyond the first (CR 702.119) */
    VM_AF_MANDATORY = 4096, /* a COST that is always paid in addition (CR 117.8) */
    VM_AF_REPEATED = 8192,  /* an optional COST that may be paid any number of times (CR 702.32c) */
    VM_AF_ONE_OR_MORE =
        16384, /* triggers once for all that happens at the same time ('one or more creatures') */
    VM_AF_ONCE_PER_SOURCE =
        32768, /* damage that one source deals at the same time, to whomever, is one event */
    VM_AF_ONCE_PER_PLAYER =
        16384 |
        32768, /* instead: once for each player of the event ('an opponent discards one or more cards') */
    VM_AF_ANY_PLAYER = 65536, /* any player may activate it (CR 602.2) */
    VM_AF_INSTANT =
        131072, /* only any time one could cast an instant: not while something is paid; of an optional COST: for it the
                 * spell may be cast then (CR 601.3c) */
    VM_AF_PREVENTION = 262144, /* a replacement that prevents damage (CR 615.1a) */
    VM_AF_ONCE = 524288,       /* only once, as long as it is the same object (CR 602.5b) */
    VM_AF_ALL_MODES = 1048576, /* an optional COST for which all modes are chosen (CR 702.41a) */
    VM_AF_PART =
        2097152, /* a SPELL that is followed beside the spell's main instructions, behind them (runtime/cast/parts.c) */
    VM_AF_SPECIAL = 4194304, /* a special action: it does not use the stack (CR 115.2) */
    VM_AF_IN_PLACE =
        8388608, /* a SPELL that stands for the spell's instructions while its condition is true */
    VM_AF_THAT_TURN = 16777216, /* waits for a step of the extra turn that was made last */
    VM_AF_EACH_COUNTER =
        33554432, /* triggers once for each counter that is put, each token (CR 603.2c) */
    VM_AF_SPARES_ITS =
        67108864, /* protection that does not remove the Aura that gives it (CR 702.16m) */
    VM_AF_SPARES_AURAS = 134217728, /* protection that removes no Auras */
    VM_AF_FIRST = 268435456,        /* of a PART: it is followed in front of them */
    VM_AF_NEXT_TURN = 536870912,    /* waits for a step of the turn behind the one it was made in */
    VM_AF_AT_ONCE =
        1073741824, /* prevents all that is dealt to one thing at the same time, used once (CR 615.13) */
    VM_AF_MASK = 2147483647
};
enum vm_cost_kind {
    VM_COST_GENERIC, /* a = amount */
    VM_COST_MANA,    /* a = mask of colours (bit 5 = colourless) one of which pays it */
    VM_COST_X,       /* {X} */
    VM_COST_TAP,
    VM_COST_UNTAP,
    VM_COST_SACRIFICE, /* sel, a = how many; a = 0: this */
    VM_COST_DISCARD,   /* sel, a = how many, b = VM_COST_AT_RANDOM or 0; a = 0: this */
    VM_COST_LIFE,      /* a */
    VM_COST_REMOVE,    /* a counters of kind b */
    VM_COST_LOYALTY,   /* a, signed */
    VM_COST_EXILE,     /* sel, a = how many, from your hand or graveyard */
    VM_COST_PHYREXIAN, /* a = colour mask, or 2 life */
    VM_COST_TWO_OR,    /* a = colour mask, or {2} */
    VM_COST_SNOW,
    VM_COST_TAP_OTHERS, /* sel, a = how many untapped ones you control */
    VM_COST_RETURN,     /* sel, a = how many you control, to their owners' hands; a = 0: this */
    VM_COST_REVEAL,     /* sel, a = how many from your hand; a = 0: this */
    VM_COST_MILL,       /* a cards; b = 1: exiled */
    VM_COST_PUT,        /* a counters of kind b on this */
    VM_COST_PLAYER_COUNTERS, /* a counters of kind b of the player */
    VM_COST_CYCLE,           /* discard this from your hand; that is cycling (CR 702.28c) */
    VM_COST_TOTAL, /* sel: any number of them, whose property is a in all (CR 702.121a); b: property, enum
                      vm_total_use << 6, number + 1 of the keyword whose cost it is << 8 */
    VM_COST_GIVE, /* sel: sacrificed, announced with the costs, and a spell costs less: a (CR 702.47, 702.118) */
    VM_COST_ITS_MANA, /* the mana cost of the object whose cost it is (CR 702.1a); it cannot be paid if there is none */
    VM_COST_DRAW, /* a cards, as far as nothing else happens instead (CR 117.11) */
    VM_COST_WAY, /* at the end of a range: one of several ways to pay, its a rows follow; b: what it says */
    VM_COST_REMOVE_FROM, /* sel, a = 1: a counter of kind b is removed from one of them that you control */
    VM_COST_REMOVE_AMONG, /* sel, a counters of kind b, one after the other, from those of them that you control */
    VM_COST_DOES, /* whatever effect `does` says, by whoever pays (CR 117.1) */
    VM_COST_KIND_COUNT
};
enum { VM_COST_AT_RANDOM = 1 };
enum vm_total_use { VM_TOTAL_TAP, VM_TOTAL_SACRIFICE, VM_TOTAL_EXILE, VM_TOTAL_DISCARD };
static inline uint32_t vm_total_property(uint32_t b)
{
    return b & 63;
}
static inline uint32_t vm_total_use(uint32_t b)
{
    return b >> 6 & 3;
}
static inline int vm_cost_picks(uint32_t kind) /* is somebody asked what to use up? */
{
    return kind == VM_COST_SACRIFICE || kind == VM_COST_DISCARD || kind == VM_COST_EXILE ||
           kind == VM_COST_TAP_OTHERS || kind == VM_COST_RETURN || kind == VM_COST_REVEAL ||
           kind == VM_COST_CYCLE || kind == VM_COST_REMOVE_FROM;
}
enum vm_give { VM_GIVE_FOR_VALUE = 1, VM_GIVE_FOR_COST };
/* The amount `a` of a cost that is not mana may be the X that is announced (CR 107.3a). Loyalty has a sign: minus X is
 * VM_COST_REMOVE of loyalty counters. Of what is picked it may be all there is, be it none: nobody is asked. */
enum {
    VM_COST_AMOUNT_X = -1,
    VM_COST_AMOUNT_ALL = -2,  /* of counters on this: all that there are, be it none */
    VM_COST_AMOUNT_HALF = -3, /* of life: half of it, rounded up */
    VM_COST_AMOUNT_HALF_DOWN = -4
};
static inline int vm_cost_takes_all(uint32_t kind, uint32_t a)
{
    return (vm_cost_picks(kind) || kind == VM_COST_REMOVE) && (int32_t)a == VM_COST_AMOUNT_ALL;
}
static inline int vm_cost_halves(uint32_t kind, uint32_t a)
{
    return kind == VM_COST_LIFE &&
           ((int32_t)a == VM_COST_AMOUNT_HALF || (int32_t)a == VM_COST_AMOUNT_HALF_DOWN);
}
/* What MOD_MORE gives more of. */
enum vm_more { VM_MORE_VOTES, VM_MORE_SURVEILLED };
/* What MOD_MOST limits: of them, or, of what attacks and blocks, in all. */
enum vm_most {
    VM_MOST_SPELLS,    /* that they cast in a turn */
    VM_MOST_DRAWS,     /* cards that they draw in a turn */
    VM_MOST_ATTACKERS, /* that attack in a combat, whomever */
    VM_MOST_ATTACKED,  /* that attack them */
    VM_MOST_BLOCKERS,  /* of theirs that block in a combat */
    VM_MOST_BLOCKING   /* that block, whosoever they are */
};
/* What PAID and PAID_NUM ask for. */
enum vm_paid_kind {
    VM_PAID_SACRIFICED,
    VM_PAID_DISCARDED,
    VM_PAID_EXILED,
    VM_PAID_TAPPED,
    VM_PAID_RETURNED,
    VM_PAID_REVEALED,
    VM_PAID_COUNTERS, /* removed; loyalty, too */
    VM_PAID_LIFE,
    VM_PAID_HELPED, /* tapped or exiled in place of mana */
    VM_PAID_MILLED, /* off the top of the library, into the graveyard or into exile */
    VM_PAID_EXILED_TOP,
    VM_PAID_THIS, /* what has the ability, moved as 'this': it is none of 'the sacrificed creatures' */
    VM_PAID_KIND_COUNT
};
enum vm_spent {
    VM_SPENT_AMOUNT,
    VM_SPENT_COLORS,
    VM_SPENT_COLOR,
    VM_SPENT_LATE =
        VM_SPENT_COLOR +
        6, /* no mana: 1 = it was cast any time a sorcery could not have been (CR 307.5a) */
    VM_SPENT_COUNT
};
enum { VM_TIMES_PAID_ALL = 255 }; /* TIMES_PAID: of all optional costs together */
/* What two objects can have in common. */
enum vm_shared {
    VM_SHARED_CREATURE_TYPE,
    VM_SHARED_COLOR,
    VM_SHARED_CARD_TYPE,
    VM_SHARED_NAME,
    VM_SHARED_COUNT
};

/* HISTORY_*: operand b, and c of HISTORY_SET (0 to 2: as EVENT_OBJ). */
enum vm_history_span {
    VM_HISTORY_TURN,
    VM_HISTORY_LAST_TURN,
    VM_HISTORY_BEFORE,
    VM_HISTORY_COMBAT,
    VM_HISTORY_SPAN_COUNT
};
/* HISTORY_COUNT, c: of all of them, of the player with the most, or of those with the same participant as the event at hand:
 * its player, one of its objects, whom it happened to. */
enum vm_history_count {
    VM_HISTORY_ALL,
    VM_HISTORY_MOST,
    VM_HISTORY_SAME_PLAYER,
    VM_HISTORY_SAME_OBJECT, /* and the two behind it */
    VM_HISTORY_SAME_WHOM = VM_HISTORY_SAME_OBJECT + 3,
    VM_HISTORY_COUNT_COUNT
};
enum vm_history_operand { VM_HISTORY_PLAYER = 3, VM_HISTORY_WHOM, VM_HISTORY_OPERAND_COUNT };
/* put_in_library: who orders the cards. */
enum vm_library_order { VM_ORDER_CHOSEN, VM_ORDER_RANDOM, VM_ORDER_KEPT, VM_ORDER_COUNT };
enum vm_relation {
    VM_REL_ANY,
    VM_REL_YOU,
    VM_REL_OPPONENT,
    VM_REL_NOT_YOU,
    VM_REL_TEAMMATE,
    VM_REL_COUNT
};
/* What a selector's things have to do with the source: others, itself, what it is attached to. */
enum vm_which { VM_WHICH_ANY, VM_WHICH_OTHER, VM_WHICH_THIS, VM_WHICH_HOST, VM_WHICH_COUNT };
enum vm_targeted_by { /* CANT_BE_TARGETED: whose, as enum vm_relation to the rule's controller, and what */
                      VM_TB_WHOSE = 15,
                      VM_TB_ONLY_SPELLS = 16,
                      VM_TB_ONLY_ABILITIES = 32
};
enum vm_want { VM_WANT_OBJECTS = 1, VM_WANT_PLAYERS = 2 };
enum vm_face_flags {
    VM_FF_TOKEN = 1,
    VM_FF_STAR_POWER = 2,
    VM_FF_STAR_TOUGHNESS = 4,
    VM_FF_BACK = 8,
    VM_FF_MASK = 15
};
/* What a face is of its card (CR 707 to 712). `card` is the face that the card has where nothing else is said, `other` the
 * next face; of ONE and FACE_DOWN both mean nothing. */
enum vm_shape {
    VM_SHAPE_ONE,       /* the only one */
    VM_SHAPE_FRONT,     /* of a double-faced card; other: its back */
    VM_SHAPE_BACK,      /* other: its front */
    VM_SHAPE_UPRIGHT,   /* of a flip card; other: what it is when flipped */
    VM_SHAPE_FLIPPED,   /* other: the upright one */
    VM_SHAPE_SPLIT,     /* both halves of a split card together; other: the left one */
    VM_SHAPE_LEFT,      /* other: the right half */
    VM_SHAPE_RIGHT,     /* other: the left half */
    VM_SHAPE_FACE_DOWN, /* what every face-down object is (CR 707.2a) */
    VM_SHAPE_TWOFOLD,   /* can be cast as an Aura, too (CR 702.102); other: what it is then */
    VM_SHAPE_AS_AURA, /* other: what it is without that effect; its cost is what that is cast for */
    VM_SHAPE_MELD,    /* can meld (CR 712); other: what the pair becomes */
    VM_SHAPE_MELDED,  /* card: the one of the pair whose ability melds them, other: the other one */
    VM_SHAPE_COUNT
};
enum vm_func_flags {
    VM_FN_EFFECT = 1, /* may call natives, so it may stop to ask */
    VM_FN_SET = 2     /* gives a set, not a number */
};
enum vm_mod_flags {
    VM_MF_ARG_A = 1,
    VM_MF_ARG_B = 2,
    VM_MF_NEGATE_A = 4,
    VM_MF_NEGATE_B = 8,
    VM_MF_EACH_FURTHER_TARGET = 16, /* COSTS_MORE: once for each target beyond the first */
    VM_MF_THIS_ABILITY = 32,        /* ADD_ABILITIES: the one that began the effect */
    VM_MF_FREE = 64,                /* MAY_PLAY: without paying its mana cost */
    VM_MF_THEN_EXILE = 128,  /* MAY_PLAY: exiled instead of leaving the stack for elsewhere */
    VM_MF_CAST_ONLY = 256,   /* MAY_PLAY: cast, not played as a land */
    VM_MF_IN_ADDITION = 512, /* MAY_PLAY: b is paid in addition to the mana cost */
    VM_MF_AS_FLASH = 1024,   /* MAY_PLAY: as though it had flash */
    VM_MF_SEVERAL = 2048,    /* PRODUCES: if it would be two or more mana */
    VM_MF_NOT_MANA = 4096,   /* ABILITIES_COST: not of mana abilities */
    VM_MF_COLORED =
        8192, /* COSTS_MANA_LESS: what is not there takes nothing of generic mana away */
    VM_MF_MASK = 16383,
    VM_MF_COSTS_SHIFT = 16 /* above: how many rows of cost[] operand b has, where it is a cost */
};
enum vm_target_flags {
    VM_TF_OPTIONAL = 1,
    VM_TF_X = 2,        /* max is X */
    VM_TF_ANOTHER = 4,  /* another than those of the slots before it (CR 114.3) */
    VM_TF_OPPONENT = 8, /* an opponent chooses (CR 601.4, 602.3) */
    VM_TF_DIVIDED = 16, /* something is divided among them (CR 601.2d) */
    VM_TF_EACH =
        32, /* so many for each player who controls, or owns, some of them: for each opponent */
    VM_TF_BY_SHIFT =
        8, /* above: + 1 the slot by which it is chosen: target creature that player controls */
    VM_TF_MASK = 63 | 255 << VM_TF_BY_SHIFT
};
enum vm_duration {
    VM_DURATION_END_OF_TURN,
    VM_DURATION_FOREVER,
    VM_DURATION_END_OF_COMBAT,
    VM_DURATION_WHILE_SOURCE,   /* until this leaves the battlefield */
    VM_DURATION_YOUR_NEXT_TURN, /* until the next turn of the effect's controller begins */
    VM_DURATION_END_OF_YOUR_NEXT_TURN,
    VM_DURATION_NEXT_UNTAP, /* through the next untap step of the controller of what is affected */
    VM_DURATION_WHILE, /* for as long as a condition is true: only with the native effect_while */
    VM_DURATION_YOUR_NEXT_UPKEEP, /* until the next upkeep of the effect's controller begins */
    VM_DURATION_THEIR_NEXT_UNTAP, /* through the next untap step of the effect's controller */
    VM_DURATION_UNTIL_PAID, /* until the offer that was made last in the effect is used (CR 115.2c) */
    VM_DURATION_STATIC, /* a copy effect of a static ability, as long as that applies (CR 706.2c); never of a script */
    VM_DURATION_REST_OF_GAME, /* also of a trigger: it does not end when it has triggered */
    VM_DURATION_NEXT_SPELL, /* this turn; it holds for one spell alone, the next that is cast of those that it describes */
    VM_DURATION_COUNT
};

/* skip_step: which of them. */
enum vm_skip {
    VM_SKIP_NEXT,      /* the next that the player would have */
    VM_SKIP_THIS_TURN, /* the same, if it is still this turn */
    VM_SKIP_NEXT_TURN, /* all of their next turn */
    VM_SKIP_MADE_TURN, /* of the extra turn that was made last */
    VM_SKIP_COUNT
};
/* TURN, b: of the turn at hand. */
enum vm_turn_fact {
    VM_TURN_EXTRA,   /* 1: it is an extra turn */
    VM_TURN_STEPS,   /* how often the step at hand has begun in it */
    VM_TURN_COMBATS, /* how often combat has */
    VM_TURN_FACT_COUNT
};
/* CANT_UNTAP: whose untap step. */
enum vm_untaps {
    VM_UNTAPS_NOT,        /* not in its controller's */
    VM_UNTAPS_NOT_THEN,   /* not in that of the effect's controller */
    VM_UNTAPS_WITH_OTHERS /* in those of all other players, too */
};

/* What a test asks the runner to do; see cli/test_runner.c. */
enum vm_test_step {
    VM_TEST_PUT,      /* a = face name, b = zone, c = how many, d = status bits; */
    VM_TEST_COUNTERS, /* a = face name, b = counter kind, c = how many */
    VM_TEST_ATTACH,   /* a = face name, b = host name */
    VM_TEST_LIFE,     /* c */
    VM_TEST_STEP,     /* a = step, c = turn player */
    VM_TEST_CAST, /* a = name, b = targets function, c = 1 kicked, 2 not, 4 face down, 8 as an Aura, d = X */
    VM_TEST_ACTIVATE, /* a = name, b = targets function, c = which ability */
    VM_TEST_ANSWER, /* a = name or none, b = function giving a set, c = number, d = enum vm_answer */
    VM_TEST_PASS,
    VM_TEST_RESOLVE, /* the whole stack */
    VM_TEST_ADVANCE, /* a = step, c = turn */
    VM_TEST_ATTACK,  /* b = function giving the attackers, d = what they attack, or 0 */
    VM_TEST_BLOCK,   /* b = blockers, d = attacker function */
    VM_TEST_EXPECT,  /* b = function giving a truth value; c = 1: must be false */
    VM_TEST_CANT_CAST, /* a = name, d = 1: activate, 2: turn face up, b = with these targets; for CAN_CAST too */
    VM_TEST_EFFECT, /* b = effect function, carried out at once */
    VM_TEST_EXPECT_WIN,
    VM_TEST_EXPECT_LOSS,
    VM_TEST_CAN_CAST,
    VM_TEST_CANT_ATTACK, /* b = attackers, d = what they attack, or 0 for anything; for CAN_ATTACK too */
    VM_TEST_CANT_BLOCK, /* b = blockers, d = attacker, c = 1: can */
    VM_TEST_CAN_ATTACK,
    VM_TEST_EXPECT_DRAWN,
    VM_TEST_SEES, /* b = function giving cards, c = 1: this player sees each of them; 0: none of them */
    VM_TEST_TURN_UP, /* a = name, d = X */
    VM_TEST_BY_HAND, /* this player pays by hand, from the beginning */
    VM_TEST_GAME, /* b = enum vm_game_rule, c = value: how the game is played, from the beginning */
    VM_TEST_DECIDES, /* this player is asked now, and it is the choice of player c */
    VM_TEST_STEP_COUNT
};
static inline int vm_step_has_two(uint32_t kind) /* is d a function as well as b? */
{
    return kind == VM_TEST_ATTACK || kind == VM_TEST_CAN_ATTACK || kind == VM_TEST_CANT_ATTACK ||
           kind == VM_TEST_BLOCK || kind == VM_TEST_CANT_BLOCK;
}
/* d of VM_TEST_ANSWER: 1 to 5 a color, else a number from one of these on; 0: something else is the answer. */
enum vm_answer { VM_ANSWER_TYPE = 20, VM_ANSWER_SUBTYPE = 100, VM_ANSWER_COUNTER = 1000 };
enum { VM_PUT_COMMANDER = 8 }; /* VM_TEST_PUT, beside 1 tapped, 2 new, 4 face down: of its owner */
enum vm_seating { VM_SEATS_ALTERNATE = 1, VM_SEATS_EMPERORS = 2 };
enum vm_game_rule { /* c: how many; in a team; 1; seats; enum vm_attack */
                    VM_GAME_PLAYERS,
                    VM_GAME_TEAM_SIZE,
                    VM_GAME_SHARED,
                    VM_GAME_RANGE,
                    VM_GAME_ATTACK,
                    VM_GAME_SEATING, /* enum vm_seating */
                    VM_GAME_ORDER,
                    VM_GAME_RULE_COUNT
};
/* Who can be attacked: all opponents, one who is chosen, the one beside. */
enum vm_attack {
    VM_ATTACK_ALL,
    VM_ATTACK_ONE,
    VM_ATTACK_LEFT,
    VM_ATTACK_RIGHT,
    VM_ATTACK_BESIDE,
    VM_ATTACK_COUNT
};
enum { VM_PLAYERS_MAX = 31 }; /* of masks, where bit 31 is whoever watches */
enum vm_test_flags { VM_TEST_DEFAULTS = 1 };

/* Describing tables; NULL or 0 where there is no such number. */
typedef struct vm_op_info {
    const char *name;
    char a, b, c, imm;
    uint16_t flags;
} vm_op_info;
const vm_op_info *vm_op_describe(uint32_t op);
typedef struct vm_native_info {
    const char *name;
    char result;
    const char *signature;
} vm_native_info;
const vm_native_info *vm_native_describe(uint32_t native);
int vm_native_by_name(const char *name); /* -1 if there is none */
/* Walks a signature: returns the next argument's type letter and name, 0 at the end. */
/* Types of registers that hold numbers, the plain ones first; the place in this text is what LINK_NUM and a link's row
 * call the type. */
#define VM_VALUE_TYPES "ncyswmzq"
int vm_value_type(char type); /* that place, or -1 */
char vm_signature_next(const char **at, char *out_name, uint32_t name_size);
const char *vm_event_name(uint32_t event);
int vm_event_by_name(const char *name);
typedef struct vm_mod_info {
    const char *name;
    int layer;
    char a, b;
    const char *writes; /* NULL: it is a rule */
    char apart;
} vm_mod_info;
const vm_mod_info *vm_mod_describe(uint32_t op);
const char *vm_marker_name(uint32_t marker);
int vm_marker_by_name(const char *name);
int vm_trait_by_native(const char *native); /* -1: none */
int vm_is_trait(uint32_t trait);
const char *vm_step_name(uint32_t step);
const char *vm_zone_name(uint32_t zone);
/* Changes whenever a table beside this file changes its meaning. */
uint64_t vm_abi_hash(void);

#endif
