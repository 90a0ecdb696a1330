/* A game in the terminal: what the files of `play` share. */
#ifndef CLI_PLAY_H
#define CLI_PLAY_H

#include "cantrip/search.h"
#include "cli/cli.h"

typedef struct play {
    const cli_options *o;
    const cantrip_library *library;
    cantrip_game *game, *world; /* world: what the sensible player thinks in */
    const char *deck[2];
    uint32_t viewer;       /* the person, or CANTRIP_SPECTATOR */
    uint32_t told;         /* events that have been told */
    uint32_t turn, step;   /* of the last event that was told */
    uint32_t full_control; /* the person is asked at every step */
    uint32_t pass_turn;    /* the person passes until this turn */
    uint32_t *asked, asked_count,
        asked_cap; /* answers that had been given when the person was asked */
    uint64_t chance;
    int left; /* the input ended, or the person stopped */
} play;

/* table.c */
uint32_t cli_width(void);
void cli_wrap(const char *text, uint32_t indent);
void cli_show_table(const play *p);
void cli_show_zone(const play *p, uint32_t zone, uint32_t player, const char *title);
void cli_show_stack(const play *p);
/* story.c */
const char *cli_player_name(uint32_t player); /* "player 2", as in the log and in the options */
void cli_tell(play *p);
void cli_tell_again(const play *p, uint32_t lines);
/* person.c: asks until there is an answer; 0 = the person has left */
int cli_ask_person(play *p);
/* sensible.c */
void cli_sensible_answer(play *p);
/* deck.c */
int cli_card_text(const cantrip_library *library, const char *name);

#endif
