/* A game in the terminal: what the files of `play` share. */
#ifndef CLI_PLAY_H
#define CLI_PLAY_H

#include "cantrip/search.h"
#include "cli/cli.h"

enum { PLAYERS_MAX = 31 };

typedef struct cli_story_line {
    uint32_t kind, other, group; /* of the event; how many are in one line */
    char text[400], object[100], names[300];
} cli_story_line;
typedef struct cli_story { /* lines that wait to be said */
    cli_story_line *line;
    uint32_t count, cap;
} cli_story;

typedef struct play {
    const cli_options *o;
    const cantrip_library *library;
    cantrip_game *game, *world; /* world: what the sensible player thinks in */
    const char *deck[PLAYERS_MAX];
    uint32_t players;
    uint32_t viewer;   /* the person, or CANTRIP_SPECTATOR */
    uint32_t told;     /* events that have been told */
    int telling_now;   /* the table is as it was when that happened, more or less */
    const char *stage; /* of the turn: the heading that was said last */
    cli_story story;
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
void cli_wrap_hanging(const char *text, uint32_t first, uint32_t others); /* the lines' indents */
void cli_show_table(const play *p);
void cli_show_zone(const play *p, uint32_t zone, uint32_t player, const char *title);
void cli_show_stack(const play *p);
void cli_show_brief(const play *p, uint32_t player); /* life, cards, creatures: a line */
/* story.c */
const char *cli_player_name(const play *p, uint32_t player); /* "player 2", as everywhere */
void cli_tell(play *p, int all); /* all: nothing waits for what may be joined with it */
void cli_tell_again(play *p, uint32_t lines);
/* person.c: asks until there is an answer; 0 = the person has left */
int cli_ask_person(play *p);
/* sensible.c */
void cli_sensible_answer(play *p);
/* deck.c */
int cli_card_text(const cantrip_library *library, const char *name);

#endif
