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
 * A library may be shared by games in many threads. A game belongs to one thread at a time. A pointer that is NULL where
 * there must be something gives CANTRIP_E_ARGUMENT, 0 or "". Players, options and indices are counted from 0; sizes are bytes.
 *
 * Which call when. Before the first step: cards are given (deck_add, command_add; E_ARGUMENT afterwards). At a question, which
 * stays until it is answered: answers and picks (E_ILLEGAL when nothing is asked), resample for whoever is asked, run. Until the
 * game is over: concede (then E_ARGUMENT). Always, also before the first step and after the end: step, which does nothing where
 * there is nothing to do, views, events, JSON, clone, copy_into, save, journal, undo, hash. Nothing may be called from inside of
 * the functions for memory.
 *
 * Ownership. What *_create, *_open, clone, load and journal_read give belongs to the program, which gives it back with
 * *_destroy or *_close; whatever else a pointer leads to belongs to the game or the library and lasts as long as is said. Texts
 * that are returned are zero-terminated UTF-8. Buffers are filled up to their size, and the whole length comes back. */
#ifndef CANTRIP_GAME_H
#define CANTRIP_GAME_H

#include "cantrip/api.h"
#include "cantrip/view.h"

CANTRIP_BEGIN

typedef struct cantrip_library cantrip_library;

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

typedef enum cantrip_step {
    CANTRIP_STEP_DECISION, /* cantrip_game_decision has a question */
    CANTRIP_STEP_OVER,     /* cantrip_game_result says how it ended */
    CANTRIP_STEP_MEMORY    /* out of memory; nothing changed, and the step can be tried again */
} cantrip_step;

typedef enum cantrip_decision_kind {
#define DECISION(number, id, name, question, rule, fallback, context, pass)                        \
    CANTRIP_DECIDE_##id = number,
#include "cantrip/decisions.def"
#undef DECISION
    CANTRIP_DECIDE_COUNT
} cantrip_decision_kind;
const char *cantrip_decision_text(cantrip_decision_kind kind); /* "choose a target" */
const char *cantrip_decision_name(cantrip_decision_kind kind); /* "target" */
const char *cantrip_decision_rule(cantrip_decision_kind kind); /* "601.2c" */

typedef enum cantrip_option_kind {
#define CHOICE(number, id, name, what) CANTRIP_OPTION_##id = number,
#include "cantrip/options.def"
#undef CHOICE
    CANTRIP_OPTION_COUNT
} cantrip_option_kind;

const char *cantrip_option_name(cantrip_option_kind kind); /* "cast" */

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
    uint32_t
        choice_of; /* whose choice it is: `player`, but where another decides (CR 715, 800.4f) */
} cantrip_decision;

enum cantrip_attack { /* which opponents can be attacked in a game of more than two */
                      CANTRIP_ATTACK_ALL, /* all of them (CR 802) */
                      CANTRIP_ATTACK_ONE, /* one, who is chosen at the beginning of combat (CR 506.2a) */
                      CANTRIP_ATTACK_LEFT, /* the one to the left (CR 803.1a) */
                      CANTRIP_ATTACK_RIGHT,
                      CANTRIP_ATTACK_BESIDE /* those who sit beside (CR 809.3c, 811.4) */
};

/* How teams sit: bits. ALTERNATE: nobody beside their own team (CR 811), the same team again after so many seats as there are
 * teams. EMPERORS: the one in the middle of each team is its emperor (CR 809), and ranges of influence are as they say. With
 * either, who is attacked sits beside. */
enum cantrip_seating { CANTRIP_SEATS_ALTERNATE = 1, CANTRIP_SEATS_EMPERORS = 2 };

/* Grows at its end: struct_size says how much of it a program knows; the rest is as by default. */
typedef struct cantrip_game_options {
    uint32_t struct_size;  /* sizeof(cantrip_game_options) */
    uint32_t player_count; /* 2, up to 31; they sit in the order of their numbers, to the left */
    uint64_t seed;
    /* 1: ask even where there is only one answer. Without it who is asked tells the others something of what a player holds */
    uint32_t ask_trivial;
    uint32_t pay_by_hand; /* bit mask of players who pay mana themselves */
    uint32_t take_back;   /* bit mask of players who may take back what they are casting */
    uint32_t float_mana; /* bit mask of players who are asked with priority whether to tap for mana;
                             without it mana is only made while paying (CR 605.3a) */
    uint32_t turn_max;   /* draw after this many turns; 0 = no limit */
    uint32_t events;     /* 1: keep what happens, for cantrip_event_read */
    uint32_t
        team_size; /* 0: each for themselves; else so many who sit side by side are a team (CR 808) */
    uint32_t
        shared; /* 1: the players of a team have their turns and their life together (CR 805, 810) */
    uint32_t range;   /* of influence, in seats; 0 = unlimited (CR 801) */
    uint32_t attack;  /* enum cantrip_attack */
    uint32_t seating; /* enum cantrip_seating */
    uint32_t
        life; /* at the beginning; 0: 20, or 15 for each of a team that shares it (CR 810.11) */
    uint32_t
        commander_damage; /* combat damage by one commander that loses the game (CR 903.10a); 0: 21;
                                  CANTRIP_NO_COMMANDER_DAMAGE: none does (CR 903.11h) */
    uint32_t
        object_max; /* cards, tokens and abilities at a time, 256 to 1,048,576, which 0 means; a game that needs more
                            ends with a fault */
    uint32_t
        work_max; /* of one step, about 100,000,000 in a second, which 0 means; a step that needs more is a fault */
    uint32_t
        chooser; /* who says who begins: a player's number from 1, as whoever lost the game before, or
                         CANTRIP_CHOOSER_AT_RANDOM; 0: nobody is asked, chance says who begins (CR 103.2) */
    uint32_t
        order_cards; /* 1: whoever's cards go to a graveyard together is asked how they lie (CR 404.3); without it they lie
                             in the order in which they were put there, which hardly any card can tell. The active player is
                             asked as well how old what enters together is to each other (CR 613.6j); without it in turn order */
} cantrip_game_options;
enum { CANTRIP_CHOOSER_AT_RANDOM = 0xFF };
enum { CANTRIP_NO_COMMANDER_DAMAGE = 0x7FFFFFFF };
#define CANTRIP_GAME_OPTIONS_INIT                                                                  \
    {                                                                                              \
        sizeof(cantrip_game_options), 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0      \
    }
cantrip_game_options cantrip_game_options_default(void);

/* CANTRIP_OK, E_PACK (out_error says why), E_MEMORY. `bytes` is not kept. */
cantrip_status cantrip_library_open(const void *bytes, size_t size, cantrip_library **out_library,
                                    cantrip_pack_error *out_error);
/* The same for several packs that are played together: what they declare alike is one thing, and what each declares for itself
 * goes together with the others. Those that a pack imports by hash must be among them: a pack whose imports are missing or
 * have another hash is refused (V60), and so are packs with a card of the same name (V63), or that mean different things by a
 * word (V64). The same packs in another order are another library. */
typedef struct cantrip_bytes {
    const void *at;
    size_t size;
} cantrip_bytes;
cantrip_status cantrip_library_open_with(const void *bytes, size_t size,
                                         const cantrip_bytes *imports, uint32_t import_count,
                                         cantrip_library **out_library,
                                         cantrip_pack_error *out_error);
/* Where the library and all its games take their memory from: nothing else is allocated. Any thread that uses one of
 * them calls these, and they call nothing back. All three or none (then: malloc, realloc, free). */
typedef struct cantrip_memory {
    void *(*alloc)(void *user, size_t size); /* NULL: there is none left */
    void *(*resize)(void *user, void *at,
                    size_t size); /* NULL: the same, and `at` stays as it is */
    void (*free)(void *user, void *at);
    void *user;
} cantrip_memory;
/* Grows at its end, like cantrip_game_options. Zeros are the defaults. */
typedef struct cantrip_library_options {
    uint32_t struct_size; /* sizeof(cantrip_library_options) */
    uint32_t import_count;
    const cantrip_bytes *imports;
    cantrip_memory memory;
} cantrip_library_options;
/* The same with options; NULL: as cantrip_library_open. E_ARGUMENT: options of a size that cannot be, or half of a
 * cantrip_memory. */
cantrip_status cantrip_library_create(const void *bytes, size_t size,
                                      const cantrip_library_options *options,
                                      cantrip_library **out_library, cantrip_pack_error *out_error);
void cantrip_library_close(cantrip_library *library); /* after all its games are destroyed */
uint32_t cantrip_library_card_count(const cantrip_library *library);
const char *cantrip_library_card_name(const cantrip_library *library, uint32_t index);
const char *cantrip_subtype_name(const cantrip_library *library, int32_t number);

/* A game of a library, without decks; give each player one with cantrip_game_deck_add, then step.
 */
cantrip_status cantrip_game_create(const cantrip_library *library,
                                   const cantrip_game_options *options, cantrip_game **out_game);
/* Puts a card face up into the command zone before the game begins: what works there, like a vanguard, or a commander of the
 * player's (CR 903.6). Errors as cantrip_game_deck_add. */
enum cantrip_command { CANTRIP_COMMAND_CARD, CANTRIP_COMMAND_COMMANDER };
cantrip_status cantrip_game_command_add(cantrip_game *game, uint32_t player, const char *card,
                                        uint32_t as /* enum cantrip_command */);
/* Before the first step. E_NAME: no such card. E_LIMIT when a game cannot hold so many cards: 65,536 objects of all kinds.
 * E_ARGUMENT: no such player, or the game has begun. All or nothing is added. */
cantrip_status cantrip_game_deck_add(cantrip_game *game, uint32_t player, const char *card,
                                     uint32_t count);
void cantrip_game_destroy(cantrip_game *game);

/* Runs until a question or the end. Answers must be given before it goes on. Where the rules machine has to
 * give up, the game is over as it was before the step, and its result has a fault. */
cantrip_step cantrip_game_step(cantrip_game *game);
/* Valid until the next answer; NULL when nothing is asked, or without memory. */
const cantrip_decision *cantrip_game_decision(cantrip_game *game);
/* The same for a viewer. Who is not asked learns who is, the kind of the question, and what asks if that can be seen; `min`,
 * `max` and the options are for who answers, since they would tell what lies hidden, and are 0 for everybody else.
 * 1 = filled; 0 = nothing is asked, or there is no memory. The options are valid until the next answer. */
typedef struct cantrip_decision_view {
    uint32_t struct_size; /* sizeof(cantrip_decision_view): set it before the call */
    uint32_t kind;        /* cantrip_decision_kind */
    uint32_t player;      /* who is asked */
    uint32_t is_yours;    /* 1: the viewer is asked, or sees everything */
    cantrip_id source;
    const char *source_name; /* "" if it cannot be seen */
    uint32_t min, max, option_count;
    const cantrip_option *options;
} cantrip_decision_view;
int cantrip_decision_read(cantrip_game *game, uint32_t viewer, cantrip_decision_view *out);
/* `chosen`: indices into the decision's options, all different. CANTRIP_OK, E_ILLEGAL or E_MEMORY. What is refused
 * changes nothing; cantrip_game_refusal says why. */
cantrip_status cantrip_game_answer(cantrip_game *game, const uint32_t *chosen, uint32_t count);
/* The same with the options themselves: kind, id, value and extra must be those of a legal one; value and extra may be
 * CANTRIP_ANY, and are so in JSON when they are left out. */
#define CANTRIP_ANY INT32_MIN
cantrip_status cantrip_game_answer_options(cantrip_game *game, const cantrip_option *chosen,
                                           uint32_t count);
/* The same as JSON: 3, or [0, 2], or {"kind": "cast", "id": 131074}, or a list of such; "default"; or
 * {"batch": [{"kind": "attack", "source": 131074, "answer": ...}, ...]}, as cantrip_game_answer_batch. */
cantrip_status cantrip_game_answer_json(cantrip_game *game, const char *json, size_t size);
/* Why the last answer was refused: one line, "" if none was. Valid until the next answer. */
const char *cantrip_game_refusal(const cantrip_game *game);

/* Several questions at once, such as all attackers. Each question of a kind that the batch has takes the first answer
 * that is left for that kind and source, else the fallback; it goes on to the first question of another kind or to
 * another player. E_ILLEGAL: one of them is not legal, or was never asked for; then nothing has changed. */
typedef struct cantrip_answer {
    cantrip_decision_kind kind;
    cantrip_id source; /* 0 = any */
    const cantrip_option *options;
    uint32_t option_count;
} cantrip_answer;
cantrip_status cantrip_game_answer_batch(cantrip_game *game, const cantrip_answer *answers,
                                         uint32_t count);

/* A legal answer for whoever does not care: passes, declines, or takes the first. Fills `chosen` with up to `most`
 * indices; returns how many there are. */
uint32_t cantrip_decision_fallback(cantrip_game *game, uint32_t *chosen, uint32_t most);
/* The question and an option in words for the player who is asked, "Cryptic Command: choose 2 of: counter target
 * spell / ...". Zero-terminated, cut to `size`; returns the whole length. */
size_t cantrip_decision_prompt(cantrip_game *game, char *out, size_t size);
size_t cantrip_option_text(cantrip_game *game, uint32_t option, char *out, size_t size);

/* Why the player who is asked what to do cannot play, cast or activate `id` now, in one line: "you cannot pay for it: {5}".
 * "" if that is one of the options. Zero-terminated, cut to `size`; returns the whole length. */
size_t cantrip_game_why_not(cantrip_game *game, cantrip_id id, char *out, size_t size);

/* Steps, and answers for the players of `players` what the policy says; comes back with the first question that it does
 * not answer. */
typedef struct cantrip_policy {
    uint32_t struct_size;
    uint32_t players;     /* bit mask */
    uint32_t skip_single; /* 1: answer where there is one way to answer */
    uint32_t
        order_alike; /* 1: order triggers of the same ability, replacements, damage as they come */
    uint32_t pay;    /* 1: pay by itself, though the game was created to ask */
    uint32_t pass;   /* 1: pass with priority ... */
    uint32_t until_turn; /* ... until this turn, */
    uint32_t until_step; /* of it this step, */
    uint32_t
        until_object; /* or, if 1, until something of another player is on the stack or attacks */
} cantrip_policy;
cantrip_step cantrip_game_run(cantrip_game *game, const cantrip_policy *policy);

/* `player` leaves the game (CR 104.3a), whoever is asked. E_ARGUMENT: no such player, it has left, or the game
 * is over. The others go on: what they were asked is asked anew. */
cantrip_status cantrip_game_concede(cantrip_game *game, uint32_t player);
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
/* Bit mask of the players who have won: the winner's whole team, also those of it who had left (CR 104.2c). */
uint32_t cantrip_game_winners(const cantrip_game *game);

/* The whole state as bytes: clone is a copy of them, save a write of cantrip_game_save_size bytes. A clone has
 * no log. copy_into: E_ARGUMENT for a game of another library, or into itself; events and journal of the target begin
 * anew. */
cantrip_status cantrip_game_clone(const cantrip_game *game, cantrip_game **out_game);
cantrip_status cantrip_game_copy_into(const cantrip_game *game, cantrip_game *target);
size_t cantrip_game_size(const cantrip_game *game);
size_t cantrip_game_save_size(const cantrip_game *game);
cantrip_status cantrip_game_save(const cantrip_game *game, void *out_bytes, size_t size);
cantrip_status cantrip_game_load(const cantrip_library *library, const void *bytes, size_t size,
                                 cantrip_game **out_game);
/* Another world that `player` cannot tell from this one: the cards that the player does not know are exchanged among the
 * places where they can be, and chance begins anew with `seed`. For searchers: on a clone. E_ARGUMENT while another
 * player is asked, or the game is over. */
cantrip_status cantrip_game_resample(cantrip_game *game, uint32_t player, uint64_t seed);

/* ---- journals, undo ------------------------------------------------------------------------------
 * A journal is text, a line for each thing that was done to the game, each with the hash of all before it and the last of
 * each piece with the hash of the state. It only grows: append what cantrip_journal_take gives. */

/* The lines that have not been taken yet. Returns their length; if that is more than `size`, nothing is taken. */
size_t cantrip_journal_take(cantrip_game *game, char *out, size_t size);
typedef struct cantrip_replay {
    uint32_t struct_size;
    uint32_t upto;    /* in: play so many entries; UINT32_MAX = all */
    uint32_t entries; /* that were played */
    uint32_t total;   /* that the journal has, without those taken back */
    size_t whole;     /* bytes that can be believed: up to the end of the last whole line */
    uint32_t line;    /* where something is wrong; 0 = nowhere */
    char message[160];
} cantrip_replay;
/* Plays a journal in a new game. CANTRIP_OK: all that can be believed was played; if `line` is not 0 the rest is
 * damaged. E_STATE: it was played and comes to something else, or it is no journal of this library; *out_game is then the
 * game before the entry that differs, or NULL. */
cantrip_status cantrip_journal_read(const cantrip_library *library, const char *text, size_t size,
                                    cantrip_replay *replay, cantrip_game **out_game);

/* Answers given since the beginning, without those taken back; and back to where so many had been given. */
uint32_t cantrip_game_answer_count(const cantrip_game *game);
cantrip_status cantrip_game_undo(cantrip_game *game, uint32_t answers);
uint64_t cantrip_game_hash(const cantrip_game *game);
/* Overwrites the state with rubbish; only for tests that prove that clones share nothing. */
void cantrip_game_poison(cantrip_game *game);

CANTRIP_END
#endif
