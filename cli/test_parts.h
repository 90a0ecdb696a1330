/* What the files of the test runner share: the run of one test. */
#ifndef CLI_TEST_PARTS_H
#define CLI_TEST_PARTS_H

#include "cli/test_runner.h"

typedef struct things { /* what a phrase of a test means */
    cantrip_id *ids;
    uint32_t count, room;
    uint32_t function; /* kept: what it is of; 0 = of nothing */
} things;

enum { LOOPS_MAX = 1000000 };
enum { OF_ANSWER, OF_FIRST, OF_SECOND, OF_ATTACKER, OF_ATTACKED, THINGS_COUNT };

typedef struct runner {
    const cantrip_library *lib;
    cantrip_game *game;
    cantrip_test test;
    uint32_t index, step; /* the test, and the step at hand */
    uint32_t you;         /* the seat of `you`; the others follow */
    uint32_t players;
    uint32_t only_answer; /* a step that says what could only be answered so, and was */
    int begun, failed;
    things things[THINGS_COUNT];
    uint32_t *chosen, chosen_room;
    char *report; /* what went wrong, malloc */
    size_t report_size;
} runner;

/* ---- test_report.c ---- */
void test_say(runner *r, const char *fmt, ...);
uint32_t test_seat(const runner *r, uint32_t player); /* where the player of that number sits */
/* With players by their seats. */
cantrip_test_step test_step_at(const runner *r, uint32_t step);
void test_fail(runner *r, const char *fmt, ...);
/* Why is it what it is, there where the script has led (CR 613)? */
void test_explain(runner *r, const char *name);

/* ---- test_answers.c ---- */
void test_forget_things(runner *r);
const cantrip_decision *test_question(runner *r);
void test_answer_one(runner *r, uint32_t option);
void test_find_things(runner *r, uint32_t function, things *t);
/* In an order in which things are found quickly. */
const things *test_set_of(runner *r, uint32_t function, uint32_t slot);
int test_in_set(const things *t, cantrip_id id);
int test_option_of_kind(const cantrip_decision *d, cantrip_option_kind kind);
/* Answers with what one ANSWER step says. Whoever names a thing where they may do something does it. */
void test_answer_with(runner *r, const cantrip_decision *d, const cantrip_test_step *s);
/* Looks over the ATTACK steps from `from` on for the one that names this creature. */
void test_attack_with(runner *r, const cantrip_decision *d, uint32_t from);
/* Looks over the BLOCK steps from `from` on for the one that names this blocker. */
void test_block_with(runner *r, const cantrip_decision *d, uint32_t from);
/* A question that is not about priority and not about the step at hand. */
void test_other_question(runner *r, const cantrip_decision *d);
void test_pass(runner *r, const cantrip_decision *d);
/* Lets the others pass until `player` has priority. */
const cantrip_decision *test_priority(runner *r, uint32_t player);

/* ---- test_plays.c ---- */
/* activate: 1 = an ability, 2 = turn it face up */
int test_find_play(runner *r, const cantrip_decision *d, const cantrip_test_step *s, int activate);
void test_play(runner *r, const cantrip_test_step *s, int activate);
void test_resolve(runner *r);
void test_effect(runner *r, const cantrip_test_step *s);
void test_advance(runner *r, const cantrip_test_step *s);
void test_declare(runner *r, const cantrip_test_step *s, cantrip_decision_kind kind);

/* ---- test_expect.c ---- */
void test_may_attack(runner *r, const cantrip_test_step *s);
void test_may_block(runner *r, const cantrip_test_step *s);
void test_may_target(runner *r, const cantrip_test_step *s);
/* What is expected of the future is tried out; the game stays where it is. */
void test_on_a_copy(runner *r, const cantrip_test_step *s,
                    void (*expect)(runner *r, const cantrip_test_step *s));
void test_sees(runner *r, const cantrip_test_step *s);
void test_check_result(runner *r, const cantrip_test_step *s, int win);

#endif
