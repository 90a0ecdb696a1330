/* The `cantrip` command: one binary, many verbs. Plays only through the public interface. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <stddef.h>
#include <stdint.h>

#include "cantrip/compiler.h"
#include "cantrip/setup.h"

enum cli_exit { CLI_FINE, CLI_FINDINGS, CLI_USAGE, CLI_UNREADABLE, CLI_REFUSED };

typedef struct cli_options {
    int json, color, human, rules, meaning, check, proof, random, step, pay, journals, watch,
        questions;
    uint64_t seed;
    uint32_t games, clone_every, speed, at;
    uint32_t seat, turns; /* of the person, from 1; a draw after so many; 0 = as usual */
    uint32_t teams, shared, range, attack, seating, life; /* as in cantrip_game_options */
    uint32_t players,
        concede; /* 0 = as many as decks; about every how many decisions somebody does */
    const char *cards, *out, *filter, *journal, *why;
    const char *import[64]; /* packs whose words are used */
    uint32_t import_count;
    const char *own[64]; /* files and folders of cards on top of those in `cards` */
    uint32_t own_count;
    const char *args[64];
    uint32_t arg_count;
} cli_options;

/* files.c */
typedef struct cli_files {
    cantrip_source *at;
    uint32_t count, cap;
    int failed; /* a file could not be read; a message was printed */
} cli_files;
/* Adds a file, or every .card file below a folder, in the order of their names. */
void cli_files_add(cli_files *f, const char *path);
void cli_files_push(cli_files *f, cantrip_source one); /* name and text become the list's */
void cli_files_free(cli_files *f);
char *cli_read(const char *path, size_t *out_size); /* NULL: message printed */
/* The whole file, or what was there stays as it was: 0, and nothing is printed. */
int cli_write(const char *path, const void *bytes, size_t size);
/* packs.c: names that end in .ctp; several are played together. NULL: message printed */
int cli_is_pack(const char *name);
cantrip_library *cli_packs_open(const char *const *names, uint32_t count, int *out_exit);
cantrip_library *cli_library_of(const cantrip_bytes *packs, uint32_t count, const char *name,
                                int *out_exit);
/* Compiles cardscripts/rules, cardscripts/cards and `more`, and opens the result. NULL: messages
 * were printed and *out_exit says how to leave. */
cantrip_library *cli_library(const cli_options *o, const char *const *more, uint32_t more_count,
                             int *out_exit);
void cli_print_diagnostics(const cli_options *o, const cantrip_compiled *c, const cli_files *files);
/* deck.c: a file, or a name in cardscripts/decks, or one of these and '+4 Card'; prints what is wrong. */
int cli_load_deck(const cli_options *o, const cantrip_library *library, cantrip_game *game,
                  uint32_t player, const char *deck);
/* The same for many games: read once, given to each. */
typedef struct cli_deck {
    struct cli_deck_row {
        char *card;
        uint32_t count;
        int leads; /* a commander */
    } * row;
    uint32_t count;
} cli_deck;
int cli_read_deck(const cli_options *o, const cantrip_library *library, const char *deck,
                  cli_deck *out);
void cli_give_deck(cantrip_game *game, uint32_t player, const cli_deck *deck);
void cli_deck_free(cli_deck *deck);
void cli_json_string(const char *s);
uint32_t cli_distance(const char *a,
                      const char *b); /* letters that differ; 99: too long to be meant */

/* sim.c: who sits where, and who can be attacked */
void cli_seats(const cli_options *o, uint32_t players, cantrip_game_options *out);
/* watch.c */
int cli_watch_leaving(cantrip_game *game, const cantrip_decision *d);

/* one file each */
int cli_check(const cli_options *o);
int cli_fmt(const cli_options *o);
int cli_text(const cli_options *o);
int cli_build(const cli_options *o);
int cli_dis(const cli_options *o);
int cli_play(const cli_options *o);
int cli_replay(const cli_options *o);
int cli_help(const cli_options *o);
int cli_sim(const cli_options *o);
int cli_test(const cli_options *o);
int cli_explain(const cli_options *o);
int cli_bench(const cli_options *o);

#endif
