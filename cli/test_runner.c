/* Runs the tests that stand in packs: sets the position up, drives both players, checks
 * expectations. Every question must be answered by the script, except: passing priority, and not
 * attacking or blocking where the script says nothing. */
#include "cli/test_parts.h"

#include <stdlib.h>
#include <string.h>

#include "vm/abi/abi.h"

static void begin(runner *r)
{
    if (r->begun)
        return;
    r->begun = 1;
    for (uint32_t p = 0; p < cantrip_view_game(r->game).player_count; p++)
        if (!cantrip_view_count(r->game, VM_ZONE_LIBRARY, p))
            cantrip_setup_put(r->game, p, "Plains", VM_ZONE_LIBRARY, 20, 0, 0);
}

static void one_step(runner *r)
{
    cantrip_test_step s = test_step_at(r, r->step);
    cantrip_status e = CANTRIP_OK;
    const cantrip_decision *d;
    if (s.kind > VM_TEST_STEP && s.kind != VM_TEST_BY_HAND && s.kind != VM_TEST_GAME)
        begin(r);
    switch (s.kind) {
    case VM_TEST_PUT:
        if (s.b == VM_ZONE_LIBRARY && r->begun) {
            test_fail(r, "what a library is stands before the first action");
            break;
        }
        if (r->begun && s.b == VM_ZONE_COMMAND)
            test_question(
                r); /* what it asks as it is put there comes behind what was asked before */
        if (s.b == VM_ZONE_LIBRARY || !r->begun || s.b != VM_ZONE_STACK)
            e = cantrip_setup_put(r->game, s.player, s.name, s.b, s.c,
                                  (s.d & 1 ? CANTRIP_SETUP_TAPPED : 0) |
                                      (s.d & 4 ? CANTRIP_SETUP_FACE_DOWN : 0) |
                                      (s.d & VM_PUT_COMMANDER ? CANTRIP_SETUP_COMMANDER : 0),
                                  (s.d & 2) != 0);
        break;
    case VM_TEST_COUNTERS:
        e = cantrip_setup_counters(r->game, s.player, s.name, s.b, (int32_t)s.c);
        break;
    case VM_TEST_ATTACH:
        e = cantrip_setup_attach(r->game, s.player, s.name, s.other);
        break;
    case VM_TEST_LIFE:
        if (r->begun) { /* behind the first action it is an expectation in disguise */
            test_fail(
                r,
                "a position stands before the first action; write 'expect' for what must be true");
            break;
        }
        cantrip_setup_life(r->game, s.player, (int32_t)s.c);
        break;
    case VM_TEST_GAME: /* options of the game, set before it began */
    case VM_TEST_BY_HAND:
        break;
    case VM_TEST_STEP:
        e = cantrip_setup_step(r->game, s.a, s.c);
        break;
    case VM_TEST_CAST:
        test_play(r, &s, 0);
        break;
    case VM_TEST_ACTIVATE:
        test_play(r, &s, 1);
        break;
    case VM_TEST_TURN_UP:
        test_play(r, &s, 2);
        break;
    case VM_TEST_ANSWER:
        d = test_question(r);
        if (!d || d->kind == CANTRIP_DECIDE_PRIORITY || d->choice_of != s.player) {
            if (r->only_answer && r->only_answer == r->step)
                break;
            test_fail(r, "nothing is asked of player %u here", s.player + 1);
        } else {
            test_answer_with(r, d, &s);
        }
        break;
    case VM_TEST_PASS:
        d = test_priority(r, s.player);
        if (d)
            test_pass(r, d);
        break;
    case VM_TEST_RESOLVE:
        test_resolve(r);
        break;
    case VM_TEST_ADVANCE:
        test_advance(r, &s);
        break;
    case VM_TEST_ATTACK:
        test_declare(r, &s, CANTRIP_DECIDE_ATTACK);
        break;
    case VM_TEST_BLOCK:
        test_declare(r, &s, CANTRIP_DECIDE_BLOCK);
        break;
    case VM_TEST_EXPECT:
        test_question(r);
        if (!cantrip_eval_number(r->game, s.b, r->you))
            test_fail(r, "the expectation does not hold");
        break;
    case VM_TEST_CANT_CAST:
    case VM_TEST_CAN_CAST:
        if (s.b) {
            test_on_a_copy(r, &s, test_may_target);
            break;
        }
        d = test_priority(r, s.player);
        if (d && (test_find_play(r, d, &s, (int)s.d) >= 0) != (s.kind == VM_TEST_CAN_CAST))
            test_fail(r, "\"%s\" %s be %s", s.name, s.kind == VM_TEST_CAN_CAST ? "cannot" : "can",
                      s.d ? "activated" : "cast or played");
        break;
    case VM_TEST_CAN_ATTACK:
    case VM_TEST_CANT_ATTACK:
        test_on_a_copy(r, &s, test_may_attack);
        break;
    case VM_TEST_CANT_BLOCK:
        test_on_a_copy(r, &s, test_may_block);
        break;
    case VM_TEST_SEES:
        test_sees(r, &s);
        break;
    case VM_TEST_EFFECT:
        test_effect(r, &s);
        break;
    case VM_TEST_EXPECT_WIN:
        test_check_result(r, &s, 1);
        break;
    case VM_TEST_EXPECT_DRAWN: {
        test_question(r);
        cantrip_result end = cantrip_game_result(r->game);
        if (!end.over || !end.draw || end.fault)
            test_fail(r, "the game is not drawn");
        break;
    }
    case VM_TEST_EXPECT_LOSS:
        test_check_result(r, &s, 0);
        break;
    case VM_TEST_DECIDES:
        d = test_question(r);
        if (!d || d->choice_of != s.c || d->player != s.player)
            test_fail(r, "player %u is asked, for player %u", d ? d->player + 1 : 0,
                      d ? d->choice_of + 1 : 0);
        break;
    default:
        test_fail(r, "this step is not known to the runner");
    }
    if (e != CANTRIP_OK)
        test_fail(r, "%s: %s", s.name, cantrip_status_text(e));
}

static void game_rule(cantrip_game_options *o, uint32_t rule, uint32_t value)
{
    switch (rule) {
    case VM_GAME_PLAYERS:
        o->player_count = value;
        break;
    case VM_GAME_TEAM_SIZE:
        o->team_size = value;
        break;
    case VM_GAME_SHARED:
        o->shared = value;
        break;
    case VM_GAME_RANGE:
        o->range = value;
        break;
    case VM_GAME_SEATING:
        o->seating |= value;
        break;
    case VM_GAME_ORDER:
        o->order_cards = value;
        break;
    default:
        o->attack = value;
        break;
    }
}

/* What stands in the way of a game with such players is found as it is created. */
static cantrip_game_options options_of(runner *r, uint32_t seat)
{
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    o.ask_trivial = 1;
    o.seed = 11;
    for (uint32_t i = 0; i < r->test.step_count; i++)
        if (test_step_at(r, i).kind == VM_TEST_GAME)
            game_rule(&o, test_step_at(r, i).b, test_step_at(r, i).c);
    r->players = o.player_count;
    r->you = seat ? (seat - 1) * (o.team_size ? o.team_size : 1) % r->players : 0;
    for (uint32_t i = 0; i < r->test.step_count; i++)
        if (test_step_at(r, i).kind == VM_TEST_BY_HAND)
            o.pay_by_hand |= 1u << test_step_at(r, i).player;
    o.float_mana = o.pay_by_hand;
    return o;
}

int cli_test_run(const cantrip_library *lib, uint32_t index, const cli_options *o,
                 char **out_report)
{
    runner r;
    memset(&r, 0, sizeof r);
    r.lib = lib;
    r.index = index;
    r.test = cantrip_test_at(lib, index);
    const cantrip_game_options options = options_of(&r, o->seat);
    *out_report = NULL;
    if (cantrip_game_create(lib, &options, &r.game) != CANTRIP_OK) {
        test_say(&r, "%s:%u: test \"%s\" failed: players cannot sit so\n", r.test.file, r.test.line,
                 r.test.name);
        *out_report = r.report;
        return 0;
    }
    cantrip_setup_position(r.game, 1);
    if (r.you)
        cantrip_setup_step(r.game, VM_STEP_MAIN1, r.you);
    for (; r.step < r.test.step_count && !r.failed; r.step++)
        one_step(&r);
    cantrip_result v = cantrip_game_result(r.game);
    if (!r.failed && v.fault)
        test_fail(&r, "the rules machine gave up");
    if (o->why) {
        test_say(&r, "%s:%u: test \"%s\"\n", r.test.file, r.test.line, r.test.name);
        test_explain(&r, o->why);
    }
    cantrip_game_destroy(r.game);
    for (uint32_t i = 0; i < THINGS_COUNT; i++)
        free(r.things[i].ids);
    free(r.chosen);
    *out_report = r.report;
    return !r.failed;
}
