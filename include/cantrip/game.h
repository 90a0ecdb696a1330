/* Cantrip's engine: load a pack, create a game, answer its questions.
 *
 *     cantrip_library *lib;  cantrip_library_open(bytes, size, &lib, &error);
 *     cantrip_game *game;    cantrip_game_create(lib, &options, &game);
 *     while (cantrip_game_step(game) == CANTRIP_STEP_DECISION) {
 *         const cantrip_decision *d = cantrip_game_decision(game);
 *         uint32_t first = 0; ... choose between d->min and d->max of d->options ...
 *         cantrip_game_answer(game, &first, 1);
 *     }
 *
 * A library may be shared by games in many threads. A game belongs to one thread at a time. */
#ifndef CANTRIP_GAME_H
#define CANTRIP_GAME_H

#include "cantrip/api.h"

CANTRIP_BEGIN

typedef struct cantrip_library cantrip_library;
typedef struct cantrip_game cantrip_game;

typedef enum cantrip_status {
    CANTRIP_OK = 0,
    CANTRIP_E_MEMORY,   /* out of memory; nothing changed */
    CANTRIP_E_PACK,     /* the pack was refused; see cantrip_pack_error */
    CANTRIP_E_NAME,     /* no such card */
    CANTRIP_E_ILLEGAL,  /* the answer is not legal; the game is unchanged */
    CANTRIP_E_STATE,    /* a saved game that is damaged or belongs to another pack */
    CANTRIP_E_ARGUMENT, /* an argument outside its range, or a call from inside of another */
    CANTRIP_E_LIMIT     /* more than the rules machine has room or time for; nothing changed */
} cantrip_status;
const char *cantrip_status_text(cantrip_status status);

typedef struct cantrip_pack_error {
    char rule[8]; /* "V43": the verifier's rule (vm/verifier.c) */
    char message[160];
    uint32_t section, row, instruction;
} cantrip_pack_error;

/* An object or a player, in the timeline of one game. 0 = nobody. Never mix the ids of two branches
 * of a search. */
typedef struct cantrip_id {
    uint32_t bits;
} cantrip_id;

typedef enum cantrip_step {
    CANTRIP_STEP_DECISION, /* cantrip_game_decision has a question */
    CANTRIP_STEP_OVER,     /* cantrip_game_result says how it ended */
    CANTRIP_STEP_MEMORY    /* out of memory; nothing changed, and the step can be tried again */
} cantrip_step;

typedef enum cantrip_decision_kind {
#define DECISION(id, text) CANTRIP_DECIDE_##id,
#include "cantrip/decisions.def"
#undef DECISION
    CANTRIP_DECIDE_COUNT
} cantrip_decision_kind;
const char *cantrip_decision_text(cantrip_decision_kind kind);

typedef enum cantrip_option_kind {
    CANTRIP_OPTION_PASS, /* do nothing */
    CANTRIP_OPTION_LAND, /* play the land `id` */
    CANTRIP_OPTION_CAST, /* cast `id`; `value`: as which of its faces, + 1 (cantrip_library_card_name), 0: it has one */
    CANTRIP_OPTION_ACTIVATE, /* activate ability number `value` of `id` */
    CANTRIP_OPTION_ID,       /* `id` itself: a target, attacker, card */
    CANTRIP_OPTION_NUMBER,   /* `value`: X, a share of damage */
    CANTRIP_OPTION_YES,
    CANTRIP_OPTION_NO,
    CANTRIP_OPTION_COLOR,     /* `value`: 0 white, 1 blue, 2 black, 3 red, 4 green, 5 colourless */
    CANTRIP_OPTION_TYPE,      /* `value`: a creature type; see cantrip_subtype_name */
    CANTRIP_OPTION_MODE,      /* `value`: number of a mode, from 0 */
    CANTRIP_OPTION_TAKE_BACK, /* the spell or ability is not cast or activated after all (CR 721) */
    CANTRIP_OPTION_CARD_TYPE, /* `value`: 0 creature, 1 artifact, 2 enchantment, 3 land, 4 planeswalker,
                                 5 instant, 6 sorcery, 7 tribal */
    CANTRIP_OPTION_NAME,      /* `value`: a card; see cantrip_library_card_name */
    CANTRIP_OPTION_MANA,      /* activate mana ability `value` of `id`; extra = colour */
    CANTRIP_OPTION_TURN_UP /* turn the face-down `id` face up; `value`: 0 for its morph cost, 1 for its mana cost */
} cantrip_option_kind;

typedef struct cantrip_option {
    cantrip_option_kind kind;
    cantrip_id id;
    int32_t value, extra;
} cantrip_option;

typedef struct cantrip_decision {
    cantrip_decision_kind kind;
    uint32_t player;   /* who is asked */
    cantrip_id source; /* what asks, or 0 */
    const char *source_name;
    uint32_t min, max; /* how many options must be chosen; all different */
    const cantrip_option *options;
    uint32_t option_count;
} cantrip_decision;

/* Grows at its end: struct_size says how much of it a program knows; the rest is as by default. */
typedef struct cantrip_game_options {
    uint32_t struct_size;  /* sizeof(cantrip_game_options) */
    uint32_t player_count; /* 2 */
    uint64_t seed;
    uint32_t ask_trivial; /* 1: ask even where there is only one answer */
    uint32_t pay_by_hand; /* bit mask of players who pay mana themselves */
    uint32_t take_back;   /* bit mask of players who may take back what they are casting */
    uint32_t float_mana; /* bit mask of players who are asked with priority whether to tap for mana;
                             without it mana is only made while paying (CR 605.3a) */
    uint32_t turn_max;   /* draw after this many turns; 0 = no limit */
    uint32_t reserved;   /* 0 */
} cantrip_game_options;
#define CANTRIP_GAME_OPTIONS_INIT                                                                  \
    {                                                                                              \
        sizeof(cantrip_game_options), 2, 1, 0, 0, 0, 0, 0, 0                                       \
    }
cantrip_game_options cantrip_game_options_default(void);

/* CANTRIP_OK, E_PACK (out_error says why), E_MEMORY. `bytes` is not kept. */
cantrip_status cantrip_library_open(const void *bytes, size_t size, cantrip_library **out_library,
                                    cantrip_pack_error *out_error);
/* The same for a pack that imports others by hash: those must be given, in any order. A pack whose imports
 * are missing or have another hash is refused (V60). */
typedef struct cantrip_bytes {
    const void *at;
    size_t size;
} cantrip_bytes;
cantrip_status cantrip_library_open_with(const void *bytes, size_t size,
                                         const cantrip_bytes *imports, uint32_t import_count,
                                         cantrip_library **out_library,
                                         cantrip_pack_error *out_error);
void cantrip_library_close(cantrip_library *library); /* after all its games are destroyed */
uint32_t cantrip_library_card_count(const cantrip_library *library);
const char *cantrip_library_card_name(const cantrip_library *library, uint32_t index);
const char *cantrip_subtype_name(const cantrip_library *library, int32_t number);

/* A game of a library, without decks; give each player one with cantrip_game_deck_add, then step.
 */
cantrip_status cantrip_game_create(const cantrip_library *library,
                                   const cantrip_game_options *options, cantrip_game **out_game);
/* E_LIMIT when a game cannot hold so many cards: 65,536 objects of all kinds. All or nothing is added. */
cantrip_status cantrip_game_deck_add(cantrip_game *game, uint32_t player, const char *card,
                                     uint32_t count);
void cantrip_game_destroy(cantrip_game *game);

/* Runs until a question or the end. Answers must be given before it goes on. Where the rules machine has to
 * give up, the game is over as it was before the step, and its result has a fault. */
cantrip_step cantrip_game_step(cantrip_game *game);
/* Valid until the next answer; NULL when nothing is asked, or without memory. */
const cantrip_decision *cantrip_game_decision(cantrip_game *game);
/* `chosen`: indices into the decision's options, all different. CANTRIP_OK, E_ILLEGAL or E_MEMORY. */
cantrip_status cantrip_game_answer(cantrip_game *game, const uint32_t *chosen, uint32_t count);
/* `player` leaves the game (CR 104.3a), whoever is asked. E_ARGUMENT: no such player, or the game is over. */
cantrip_status cantrip_game_concede(cantrip_game *game, uint32_t player);
/* Calls `line` for everything that happens, in words, until it is called with NULL. */
void cantrip_game_log(cantrip_game *game, void (*line)(void *user, const char *text), void *user);

typedef struct cantrip_result {
    uint32_t over;   /* 0 = still being played */
    uint32_t draw;   /* by the rules; a game with a fault is neither a draw nor won */
    uint32_t winner; /* if there is one */
    uint32_t
        fault; /* 0, or why the rules machine gave up: 1 a table is full, 2 out of fuel, 4 too deep */
    uint32_t turns, decisions;
    const char *fault_text; /* the same in words, "" without a fault */
} cantrip_result;
cantrip_result cantrip_game_result(const cantrip_game *game);

/* The whole state as bytes: clone is a copy of them, save a write of cantrip_game_save_size bytes. A clone has
 * no log. copy_into: E_ARGUMENT for a game of another library, or into itself. */
cantrip_status cantrip_game_clone(const cantrip_game *game, cantrip_game **out_game);
cantrip_status cantrip_game_copy_into(const cantrip_game *game, cantrip_game *target);
size_t cantrip_game_size(const cantrip_game *game);
size_t cantrip_game_save_size(const cantrip_game *game);
cantrip_status cantrip_game_save(const cantrip_game *game, void *out_bytes, size_t size);
cantrip_status cantrip_game_load(const cantrip_library *library, const void *bytes, size_t size,
                                 cantrip_game **out_game);
uint64_t cantrip_game_hash(const cantrip_game *game);
/* Overwrites the state with rubbish; only for tests that prove that clones share nothing. */
void cantrip_game_poison(cantrip_game *game);

/* What `viewer` may see (CR 400.2). */
typedef struct cantrip_object_view {
    cantrip_id id;
    const char *name; /* "" when the viewer may not see it, or it has none */
    const char
        *identity; /* the card; of a face-down one, for those who may look at it (CR 707.5) */
    uint32_t zone; /* 0 library, 1 hand, 2 graveyard, 3 battlefield, 4 stack, 5 exile, 6 command */
    uint32_t owner, controller;
    uint32_t
        types; /* bits: creature, artifact, enchantment, land, planeswalker, instant, sorcery */
    int32_t power, toughness, damage, loyalty;
    uint32_t tapped, attacking, blocking, is_ability, is_token, face_down;
    int32_t plus_counters, other_counters;
    cantrip_id attached_to;
} cantrip_object_view;
typedef struct cantrip_player_view {
    int32_t life;
    uint32_t hand, library, graveyard, exile, poison, lost;
    uint32_t mana[6]; /* white, blue, black, red, green, colourless */
} cantrip_player_view;
typedef struct cantrip_game_view {
    uint32_t turn, step, active_player, player_count;
} cantrip_game_view;
cantrip_game_view cantrip_view_game(const cantrip_game *game);
cantrip_player_view cantrip_view_player(const cantrip_game *game, uint32_t player);
/* How many objects there are in a zone, and the i-th of them as `viewer` sees it. Cards in a
 * library are never shown. `player` matters for library, hand, graveyard and exile. */
uint32_t cantrip_view_count(const cantrip_game *game, uint32_t zone, uint32_t player);
cantrip_object_view cantrip_view_object(cantrip_game *game, uint32_t viewer, uint32_t zone,
                                        uint32_t player, uint32_t index);
cantrip_object_view cantrip_view_id(cantrip_game *game, uint32_t viewer, cantrip_id id);
const char *cantrip_step_name(uint32_t step);
const char *cantrip_zone_name(uint32_t zone);

CANTRIP_END
#endif
