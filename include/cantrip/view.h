/* What can be seen of a game, for each viewer, in C and as JSON. The fields, and who may see them, are one table: views.def.
 * docs/host-api.md is made of it. */
#ifndef CANTRIP_VIEW_H
#define CANTRIP_VIEW_H

#include "cantrip/api.h"

CANTRIP_BEGIN

typedef struct cantrip_game cantrip_game;

/* An object or a player, in the timeline of one game. 0 = nobody. Never mix the ids of two branches
 * of a search. */
typedef struct cantrip_id {
    uint32_t bits;
} cantrip_id;

/* Viewers: the players 0, 1, ...; who watches; and who sees everything, which is for tools, never for a client. */
enum { CANTRIP_SPECTATOR = 0xFE, CANTRIP_FULL = 0xFF };

typedef enum cantrip_zone {
    CANTRIP_ZONE_LIBRARY,
    CANTRIP_ZONE_HAND,
    CANTRIP_ZONE_GRAVEYARD,
    CANTRIP_ZONE_BATTLEFIELD,
    CANTRIP_ZONE_STACK,
    CANTRIP_ZONE_EXILE,
    CANTRIP_ZONE_COMMAND,
    CANTRIP_ZONE_COUNT
} cantrip_zone;

enum cantrip_type {
    CANTRIP_TYPE_CREATURE = 1,
    CANTRIP_TYPE_ARTIFACT = 2,
    CANTRIP_TYPE_ENCHANTMENT = 4,
    CANTRIP_TYPE_LAND = 8,
    CANTRIP_TYPE_PLANESWALKER = 16,
    CANTRIP_TYPE_INSTANT = 32,
    CANTRIP_TYPE_SORCERY = 64,
    CANTRIP_TYPE_TRIBAL = 128,
    CANTRIP_TYPE_CONSPIRACY = 256
};

enum cantrip_supertype {
    CANTRIP_SUPERTYPE_LEGENDARY = 1,
    CANTRIP_SUPERTYPE_BASIC = 2,
    CANTRIP_SUPERTYPE_WORLD = 4,
    CANTRIP_SUPERTYPE_SNOW = 8
};

enum cantrip_color {
    CANTRIP_COLOR_WHITE = 1,
    CANTRIP_COLOR_BLUE = 2,
    CANTRIP_COLOR_BLACK = 4,
    CANTRIP_COLOR_RED = 8,
    CANTRIP_COLOR_GREEN = 16
};

typedef enum cantrip_turn_step {
    CANTRIP_TURN_UNTAP,
    CANTRIP_TURN_UPKEEP,
    CANTRIP_TURN_DRAW,
    CANTRIP_TURN_MAIN1,
    CANTRIP_TURN_COMBAT,
    CANTRIP_TURN_ATTACKERS,
    CANTRIP_TURN_BLOCKERS,
    CANTRIP_TURN_DAMAGE,
    CANTRIP_TURN_END_COMBAT,
    CANTRIP_TURN_MAIN2,
    CANTRIP_TURN_END,
    CANTRIP_TURN_CLEANUP,
    CANTRIP_TURN_COUNT
} cantrip_turn_step;

const char *cantrip_zone_name(uint32_t zone); /* "battlefield"; "?" outside the range */
const char *cantrip_step_name(uint32_t step); /* "declare attackers step" */

/* ---- views -------------------------------------------------------------------------------------
 * Texts and lists last until the next call for the same game. Texts are never NULL. */

typedef struct cantrip_texts {
    const char *const *at;
    uint32_t count;
} cantrip_texts;
typedef struct cantrip_ids {
    const cantrip_id *at;
    uint32_t count;
} cantrip_ids;
typedef struct cantrip_counter {
    const char *kind;
    int32_t count;
} cantrip_counter;
typedef struct cantrip_counters {
    const cantrip_counter *at;
    uint32_t count;
} cantrip_counters;
typedef struct cantrip_mana { /* white, blue, black, red, green, colourless */
    uint32_t of[6];
} cantrip_mana;

/* `uint32_t zone;` and so on: what a field of views.def is in C */
#define CANTRIP_C_UINT       uint32_t
#define CANTRIP_C_INT        int32_t
#define CANTRIP_C_FLAG       uint32_t
#define CANTRIP_C_ID         cantrip_id
#define CANTRIP_C_TEXT       const char *
#define CANTRIP_C_TEXTS      cantrip_texts
#define CANTRIP_C_IDS        cantrip_ids
#define CANTRIP_C_COUNTERS   cantrip_counters
#define CANTRIP_C_ZONE       uint32_t
#define CANTRIP_C_STEP       uint32_t
#define CANTRIP_C_TYPES      uint32_t
#define CANTRIP_C_SUPERTYPES uint32_t
#define CANTRIP_C_COLORS     uint32_t
#define CANTRIP_C_MANA       cantrip_mana

#define CANTRIP_FIELD(type, name, label, shown, what) CANTRIP_C_##type name;
typedef struct cantrip_object_view {
    uint32_t struct_size; /* sizeof(cantrip_object_view): set it before the call */
#define OBJECT CANTRIP_FIELD
#include "cantrip/views.def"
#undef OBJECT
} cantrip_object_view;
typedef struct cantrip_player_view {
    uint32_t struct_size;
#define PLAYER CANTRIP_FIELD
#include "cantrip/views.def"
#undef PLAYER
} cantrip_player_view;
typedef struct cantrip_game_view {
    uint32_t struct_size;
#define TABLE CANTRIP_FIELD
#include "cantrip/views.def"
#undef TABLE
} cantrip_game_view;

/* 1 = filled; 0 = there is no such thing, or no memory; then everything is 0 and texts are "". */
int cantrip_view_read_game(cantrip_game *game, cantrip_game_view *out);
int cantrip_view_read_player(cantrip_game *game, uint32_t player, cantrip_player_view *out);
/* An object that is gone has its name only. A card that the viewer may not see is not found by an id that was guessed or
 * heard of from somebody else: 0. */
int cantrip_view_read_object(cantrip_game *game, uint32_t viewer, cantrip_id id,
                             cantrip_object_view *out);
/* How many objects there are in a zone, and the i-th of them. The last of a library or of the stack is on top.
 * `player` matters for library, hand, graveyard and exile. */
uint32_t cantrip_view_count(const cantrip_game *game, uint32_t zone, uint32_t player);
int cantrip_view_read_place(cantrip_game *game, uint32_t viewer, uint32_t zone, uint32_t player,
                            uint32_t index, cantrip_object_view *out);

/* ---- what has happened --------------------------------------------------------------------------
 * Kept from the creation of a game with the option `events`, and for games that were loaded. Numbered from 0, without
 * gaps; the count is the mark for what comes next. Clones have none. */

typedef enum cantrip_event_kind {
#define EVENT(number, id, name, volume, words) CANTRIP_EVENT_##id = number,
#include "cantrip/events.def"
#undef EVENT
    CANTRIP_EVENT_COUNT
} cantrip_event_kind;

typedef struct cantrip_event {
    uint32_t struct_size;
    uint32_t kind; /* cantrip_event_kind */
#define HAPPENED CANTRIP_FIELD
#include "cantrip/views.def"
#undef HAPPENED
} cantrip_event;
#undef CANTRIP_FIELD

const char *cantrip_event_name(uint32_t kind); /* "damage"; "?" outside the range */
uint32_t cantrip_event_count(const cantrip_game *game);
int cantrip_event_read(const cantrip_game *game, uint32_t viewer, uint32_t number,
                       cantrip_event *out);
/* The event in words for that viewer, zero-terminated, cut to `size`; returns its whole length. */
size_t cantrip_event_text(const cantrip_game *game, uint32_t viewer, uint32_t number, char *out,
                          size_t size);
/* Calls `line` with everything that is told in public, in words, until it is called with NULL. */
void cantrip_game_log(cantrip_game *game, void (*line)(void *user, const char *text), void *user);
/* Says line by line why an object (its id) has its characteristics, effect by effect with the rules, which rules hold
 * for it, and why it cannot attack or be cast. Knows everything: for tools, not for players. */
void cantrip_game_explain(cantrip_game *game, cantrip_id object,
                          void (*line)(void *user, const char *text), void *user);

/* ---- JSON ---------------------------------------------------------------------------------------
 * Keys are the fields of views.def. Writes at most `size` bytes with a closing zero; returns how many there would be
 * without it, so that `size` 0 asks how much room is needed. 0 = no memory. */
typedef enum cantrip_json {
    CANTRIP_JSON_TABLE, /* everything that the viewer may see, and what is asked if the viewer is */
    CANTRIP_JSON_DECISION, /* what is asked; null if it is not the viewer */
    CANTRIP_JSON_EVENTS,   /* those from number `since` on */
    CANTRIP_JSON_RESULT
} cantrip_json;
size_t cantrip_game_json(cantrip_game *game, cantrip_json what, uint32_t viewer, uint32_t since,
                         char *out, size_t size);

CANTRIP_END

/* The same by value, for programs in C and C++ that are compiled with this header. */
static inline cantrip_game_view cantrip_view_game(cantrip_game *game)
{
    cantrip_game_view v;
    v.struct_size = sizeof v;
    cantrip_view_read_game(game, &v);
    return v;
}
static inline cantrip_player_view cantrip_view_player(cantrip_game *game, uint32_t player)
{
    cantrip_player_view v;
    v.struct_size = sizeof v;
    cantrip_view_read_player(game, player, &v);
    return v;
}
static inline cantrip_object_view cantrip_view_id(cantrip_game *game, uint32_t viewer,
                                                  cantrip_id id)
{
    cantrip_object_view v;
    v.struct_size = sizeof v;
    cantrip_view_read_object(game, viewer, id, &v);
    return v;
}
static inline cantrip_object_view cantrip_view_object(cantrip_game *game, uint32_t viewer,
                                                      uint32_t zone, uint32_t player,
                                                      uint32_t index)
{
    cantrip_object_view v;
    v.struct_size = sizeof v;
    cantrip_view_read_place(game, viewer, zone, player, index, &v);
    return v;
}
#endif
