/* How a test answers: what it names, and what nobody says anything about (passing, not attacking, not blocking). */
#include "cli/test_parts.h"

#include <stdlib.h>
#include <string.h>

#include "vm/abi/abi.h"

void test_forget_things(runner *r)
{
    for (uint32_t i = 0; i < THINGS_COUNT; i++)
        r->things[i].function = 0;
}

const cantrip_decision *test_question(runner *r)
{
    const cantrip_decision *d =
        cantrip_game_step(r->game) == CANTRIP_STEP_DECISION ? cantrip_game_decision(r->game) : NULL;
    if (!d || (d->kind != CANTRIP_DECIDE_ATTACK && d->kind != CANTRIP_DECIDE_BLOCK))
        test_forget_things(r);
    return d;
}

static void answer(runner *r, const uint32_t *chosen, uint32_t n)
{
    if (cantrip_game_answer(r->game, chosen, n) != CANTRIP_OK)
        test_fail(r, "the answer is not legal");
}

void test_answer_one(runner *r, uint32_t option)
{
    answer(r, &option, 1);
}

void test_find_things(runner *r, uint32_t function, things *t)
{
    t->function = function;
    for (;;) {
        t->count = cantrip_eval_set(r->game, function, r->you, t->ids, t->room);
        if (t->count <= t->room)
            return;
        cantrip_id *more = realloc(t->ids, t->count * sizeof *more);
        if (!more) {
            test_fail(r, "out of memory");
            t->count = 0;
            return;
        }
        t->ids = more;
        t->room = t->count;
    }
}

static int by_bits(const void *a, const void *b)
{
    const uint32_t x = ((const cantrip_id *)a)->bits, y = ((const cantrip_id *)b)->bits;
    return (x > y) - (x < y);
}

/* In an order in which things are found quickly. */
const things *test_set_of(runner *r, uint32_t function, uint32_t slot)
{
    things *t = &r->things[slot];
    test_find_things(r, function, t);
    if (t->count > 1)
        qsort(t->ids, t->count, sizeof *t->ids, by_bits);
    return t;
}

/* While one after the other is asked how it attacks or blocks, nothing else happens. */
static const things *kept_set(runner *r, uint32_t function, uint32_t slot)
{
    return r->things[slot].function == function ? &r->things[slot] : test_set_of(r, function, slot);
}

int test_in_set(const things *t, cantrip_id id)
{
    return t->count && bsearch(&id, t->ids, t->count, sizeof id, by_bits) != NULL;
}

/* Room for an answer to a question of so many options; NULL: there is none. */
static uint32_t *answer_room(runner *r, uint32_t options)
{
    if (options < r->chosen_room)
        return r->chosen;
    uint32_t *more = realloc(r->chosen, (options + (size_t)1) * sizeof *more);
    if (!more) {
        test_fail(r, "out of memory");
        return NULL;
    }
    r->chosen = more;
    r->chosen_room = options + 1;
    return more;
}

int test_option_of_kind(const cantrip_decision *d, cantrip_option_kind kind)
{
    for (uint32_t i = 0; i < d->option_count; i++)
        if (d->options[i].kind == kind)
            return (int)i;
    return -1;
}

static uint32_t following(const runner *r, uint32_t kind, uint32_t player)
{
    uint32_t k = r->step + 1;
    return k < r->test.step_count && test_step_at(r, k).kind == kind &&
                   test_step_at(r, k).player == player
               ? k
               : 0;
}

static int says_word(const runner *r, uint32_t option, const char *word)
{
    char text[64];
    cantrip_option_text(r->game, option, text, sizeof text);
    return strcmp(text, word) == 0;
}

/* What has gone is called by its name: one of these has the same. */
static int is_gone_of(const runner *r, uint32_t player, const things *set, cantrip_id id)
{
    cantrip_object_view v;
    v.struct_size = sizeof v;
    if (!id.bits || cantrip_view_read_object(r->game, player, id, &v) || !v.name)
        return 0;
    int hit = 0;
    for (uint32_t i = 0; i < set->count && !hit; i++) {
        const char *name = cantrip_view_id(r->game, player, set->ids[i]).name;
        hit = name && strcmp(name, v.name) == 0;
    }
    return hit;
}

/* The options that one ANSWER step means. */
static uint32_t meant(runner *r, const cantrip_decision *d, const cantrip_test_step *s,
                      uint32_t *chosen)
{
    const things *set = s->b ? test_set_of(r, s->b, OF_ANSWER) : NULL;
    uint32_t n = 0;
    for (uint32_t i = 0; i < d->option_count && n < d->max; i++) {
        const cantrip_option *o = &d->options[i];
        int hit = 0;
        if (s->d >= VM_ANSWER_COUNTER)
            hit =
                o->kind == CANTRIP_OPTION_COUNTER && (uint32_t)o->value + VM_ANSWER_COUNTER == s->d;
        else if (s->d >= VM_ANSWER_SUBTYPE)
            hit = o->kind == CANTRIP_OPTION_TYPE && (uint32_t)o->value + VM_ANSWER_SUBTYPE == s->d;
        else if (s->d >= VM_ANSWER_TYPE)
            hit =
                o->kind == CANTRIP_OPTION_CARD_TYPE && (uint32_t)o->value + VM_ANSWER_TYPE == s->d;
        else if (s->name && s->name[0] && o->kind == CANTRIP_OPTION_NAME)
            hit = strcmp(cantrip_library_card_name(r->lib, (uint32_t)o->value), s->name) == 0;
        else if (s->name && s->name[0] && o->kind == CANTRIP_OPTION_WORD)
            hit = says_word(r, i, s->name);
        else if (s->d)
            hit = o->kind == CANTRIP_OPTION_COLOR && (uint32_t)o->value + 1 == s->d;
        else if (s->b)
            hit = test_in_set(set, o->id) || is_gone_of(r, s->player, set, o->id);
        else if (s->c)
            hit = (o->kind == CANTRIP_OPTION_YES && s->c == 2) ||
                  (o->kind == CANTRIP_OPTION_NO && s->c == 1) ||
                  (o->kind == CANTRIP_OPTION_NUMBER && o->value == (int32_t)s->c - 1) ||
                  (o->kind == CANTRIP_OPTION_MODE && o->value == (int32_t)s->c - 2) ||
                  (o->kind == CANTRIP_OPTION_PASS && s->c == 1);
        if (hit)
            chosen[n++] = i;
        if (n && !s->b)
            break;
    }
    return n;
}

/* Answers with what one ANSWER step says. Whoever names a thing where they may do something does it. */
void test_answer_with(runner *r, const cantrip_decision *d, const cantrip_test_step *s)
{
    uint32_t *chosen = answer_room(r, d->option_count);
    if (!chosen)
        return;
    uint32_t n = meant(r, d, s, chosen);
    const int yes = test_option_of_kind(d, CANTRIP_OPTION_YES);
    if (!n && s->b && yes >= 0 && d->choice_of == s->player) {
        test_answer_one(r, (uint32_t)yes);
        d = r->failed ? NULL : test_question(r);
        if (!d || d->kind == CANTRIP_DECIDE_PRIORITY || d->choice_of != s->player)
            return;
        if (!(chosen = answer_room(r, d->option_count)))
            return;
        n = meant(r, d, s, chosen);
    }
    while (n && n < d->max && d->kind == CANTRIP_DECIDE_MODE) { /* one step for each mode */
        uint32_t next = following(r, VM_TEST_ANSWER, d->choice_of);
        if (!next || !test_step_at(r, next).c)
            break;
        r->step = next;
        for (uint32_t i = 0; i < d->option_count && n < d->max; i++)
            if (d->options[i].value == (int32_t)test_step_at(r, next).c - 2)
                chosen[n++] = i;
    }
    if (n < d->min || (!n && s->c != 1)) { /* 'decline' and 0 mean none; nothing else does */
        test_fail(r, "'%s' has no such option", cantrip_decision_text(d->kind));
        return;
    }
    answer(r, chosen, n);
}

/* Looks over the ATTACK steps from `from` on for the one that names this creature. */
void test_attack_with(runner *r, const cantrip_decision *d, uint32_t from)
{
    const int no = test_option_of_kind(d, CANTRIP_OPTION_NO),
              yes = test_option_of_kind(d, CANTRIP_OPTION_ID);
    for (uint32_t k = from; k < r->test.step_count && test_step_at(r, k).kind == VM_TEST_ATTACK;
         k++) {
        const cantrip_test_step s = test_step_at(r, k);
        if (!test_in_set(kept_set(r, s.b, OF_ATTACKER), d->source))
            continue;
        if (!s.d) {
            test_answer_one(r, (uint32_t)(yes >= 0 ? yes : 0));
            return;
        }
        const things *set = kept_set(r, s.d, OF_ATTACKED);
        for (uint32_t i = 0; i < d->option_count; i++)
            if (d->options[i].kind == CANTRIP_OPTION_ID && test_in_set(set, d->options[i].id)) {
                test_answer_one(r, i);
                return;
            }
        test_fail(r, "this creature cannot attack that");
        return;
    }
    test_answer_one(r, (uint32_t)(no >= 0 ? no : 0));
}

/* Looks over the BLOCK steps from `from` on for the one that names this blocker. */
void test_block_with(runner *r, const cantrip_decision *d, uint32_t from)
{
    for (uint32_t k = from; k < r->test.step_count && test_step_at(r, k).kind == VM_TEST_BLOCK;
         k++) {
        cantrip_test_step s = test_step_at(r, k);
        if (!test_in_set(kept_set(r, s.b, OF_ATTACKER), d->source))
            continue;
        const things *set = kept_set(r, s.d, OF_ATTACKED);
        for (uint32_t i = 0; i < d->option_count; i++)
            if (d->options[i].kind == CANTRIP_OPTION_ID && test_in_set(set, d->options[i].id)) {
                test_answer_one(r, i);
                return;
            }
        if (cantrip_view_id(r->game, d->player, d->source).blocking)
            continue; /* it does; this is about a further attacker */
        test_fail(r, "this creature cannot block that attacker");
        return;
    }
    int no = test_option_of_kind(d, CANTRIP_OPTION_NO);
    test_answer_one(r, (uint32_t)(no >= 0 ? no : 0));
}

/* The first options, as many as must be chosen. */
static void answer_first(runner *r, uint32_t count)
{
    uint32_t *first = calloc((size_t)count + 1, sizeof *first);
    for (uint32_t n = 0; first && n < count; n++)
        first[n] = n;
    if (first)
        answer(r, first, count);
    else
        test_fail(r, "out of memory");
    free(first);
}

/* The same, but what asks is taken last: by default nothing is paid with itself. */
static void answer_others_first(runner *r, const cantrip_decision *d)
{
    const uint32_t count = d->min;
    uint32_t *chosen = calloc((size_t)count + 1, sizeof *chosen), n = 0;
    for (int itself = 0; chosen && itself < 2; itself++)
        for (uint32_t i = 0; i < d->option_count && n < count; i++)
            if ((d->options[i].id.bits == d->source.bits && d->options[i].id.bits) == itself)
                chosen[n++] = i;
    if (chosen)
        answer(r, chosen, n);
    else
        test_fail(r, "out of memory");
    free(chosen);
}

/* A question that is not about priority and not about the step at hand. */
void test_other_question(runner *r, const cantrip_decision *d)
{
    if (d->kind == CANTRIP_DECIDE_ATTACK || d->kind == CANTRIP_DECIDE_BLOCK) {
        uint32_t attack = following(r, VM_TEST_ATTACK, d->choice_of),
                 block = following(r, VM_TEST_BLOCK, d->choice_of);
        if (d->kind == CANTRIP_DECIDE_ATTACK && attack) {
            test_attack_with(r, d, attack);
            return;
        }
        if (d->kind == CANTRIP_DECIDE_BLOCK && block) {
            test_block_with(r, d, block);
            return;
        }
        int no = test_option_of_kind(d, CANTRIP_OPTION_NO);
        test_answer_one(r, (uint32_t)(no >= 0 ? no : 0));
        return;
    }
    uint32_t next = following(r, VM_TEST_ANSWER, d->choice_of);
    if (d->min == d->option_count) { /* it can be answered in one way only; a test may say it */
        uint32_t *chosen = answer_room(r, d->option_count);
        const cantrip_test_step said = test_step_at(r, next);
        if (next && d->min && chosen && meant(r, d, &said, chosen) == d->min)
            r->only_answer = next;
        answer_first(r, d->min);
        return;
    }
    if (next) {
        r->step = next;
        cantrip_test_step s = test_step_at(r, next);
        test_answer_with(r, d, &s);
        return;
    }
    if (r->test.defaults_allowed) {
        answer_others_first(r, d);
        return;
    }
    test_fail(r, "nobody answers: player %u, %s (%s)", d->choice_of + 1,
              cantrip_decision_text(d->kind), d->source_name);
}

void test_pass(runner *r, const cantrip_decision *d)
{
    int k = test_option_of_kind(d, CANTRIP_OPTION_PASS);
    test_answer_one(r, (uint32_t)(k >= 0 ? k : 0));
}

/* Lets the others pass until `player` has priority. */
const cantrip_decision *test_priority(runner *r, uint32_t player)
{
    for (int i = 0; i < LOOPS_MAX && !r->failed; i++) {
        const cantrip_decision *d = test_question(r);
        if (!d) {
            test_fail(r, "the game is over");
            return NULL;
        }
        if (d->kind == CANTRIP_DECIDE_PRIORITY && d->choice_of == player)
            return d;
        if (d->kind == CANTRIP_DECIDE_PRIORITY)
            test_pass(r, d);
        else
            test_other_question(r, d);
    }
    test_fail(r, "player %u never gets priority", player + 1);
    return NULL;
}
