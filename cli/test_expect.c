/* Steps of a test that ask what could be done, tried on a copy, and what somebody sees; and how the game has ended. */
#include "cli/test_parts.h"

#include <string.h>

#include "vm/abi/abi.h"

/* Is it offered to attack what the step names, or anything where it names nothing? */
static int may_attack_that(runner *r, const cantrip_test_step *s, const cantrip_decision *d)
{
    const things *attacked = s->d ? test_set_of(r, s->d, OF_SECOND) : NULL;
    if (attacked && !attacked->count)
        test_fail(r, "there is nothing like that to attack");
    for (uint32_t k = 0; k < d->option_count; k++)
        if (d->options[k].kind == CANTRIP_OPTION_ID &&
            (!attacked || test_in_set(attacked, d->options[k].id)))
            return 1;
    return 0;
}

void test_may_attack(runner *r, const cantrip_test_step *s)
{
    const int can = s->kind == VM_TEST_CAN_ATTACK;
    const things *set = NULL;
    int found = 0;
    const cantrip_decision *now = test_question(r);
    const uint32_t step = cantrip_view_game(r->game).step;
    const int late =
        step == VM_STEP_ATTACKERS && now && now->kind == CANTRIP_DECIDE_PRIORITY && can;
    if (step > VM_STEP_ATTACKERS)
        test_fail(r, "attackers have been declared before this");
    for (int i = 0; i < LOOPS_MAX && !r->failed; i++) {
        const cantrip_decision *d = test_question(r);
        if (!d || (d->kind == CANTRIP_DECIDE_PRIORITY &&
                   cantrip_view_game(r->game).step > VM_STEP_ATTACKERS))
            break;
        if (!set || !set->count)
            set = test_set_of(r, s->b, OF_FIRST);
        if (d->kind == CANTRIP_DECIDE_ATTACK && test_in_set(set, d->source))
            found = may_attack_that(r, s, d) || found;
        if (d->kind == CANTRIP_DECIDE_PRIORITY) {
            if (cantrip_view_game(r->game).step == VM_STEP_ATTACKERS)
                break;
            test_pass(r, d);
        } else {
            test_other_question(r, d);
        }
    }
    if (!set || !set->count)
        test_fail(r, "there is no such creature");
    else if (found != can)
        test_fail(r,
                  late  ? "attackers have been declared before this, or nobody could attack"
                  : can ? "it cannot attack%s"
                        : "it can attack%s",
                  s->d ? " that" : "");
}

/* Is this blocker offered that attacker? Stands behind the attack; nobody blocks. */
void test_may_block(runner *r, const cantrip_test_step *s)
{
    uint32_t can = 0;
    test_question(r);
    if (cantrip_view_game(r->game).step > VM_STEP_BLOCKERS)
        test_fail(r, "blocks have been declared before this");
    else if (!test_set_of(r, s->b, OF_FIRST)->count || !test_set_of(r, s->d, OF_SECOND)->count)
        test_fail(r, "there is no such creature");
    for (int i = 0; i < LOOPS_MAX && !r->failed; i++) {
        const cantrip_decision *d = test_question(r);
        uint32_t step = cantrip_view_game(r->game).step;
        if (!d || step > VM_STEP_BLOCKERS ||
            (step == VM_STEP_BLOCKERS && d->kind == CANTRIP_DECIDE_PRIORITY))
            break;
        if (d->kind == CANTRIP_DECIDE_PRIORITY) {
            test_pass(r, d);
            continue;
        }
        const things *blockers = test_set_of(r, s->b, OF_FIRST),
                     *attackers = test_set_of(r, s->d, OF_SECOND);
        if (d->kind == CANTRIP_DECIDE_BLOCK && test_in_set(blockers, d->source))
            for (uint32_t k = 0; k < d->option_count; k++)
                can |= d->options[k].kind == CANTRIP_OPTION_ID &&
                       test_in_set(attackers, d->options[k].id);
        test_other_question(r, d);
    }
    if (can != s->c)
        test_fail(r, can ? "it can block" : "it cannot block");
}

/* What is expected of the future is tried out; the game stays where it is. */
void test_on_a_copy(runner *r, const cantrip_test_step *s,
                    void (*expect)(runner *r, const cantrip_test_step *s))
{
    cantrip_game *live = r->game, *copy = NULL;
    const cantrip_status status = cantrip_game_clone(live, &copy);
    if (status != CANTRIP_OK) {
        test_fail(r, "the game could not be copied: %s", cantrip_status_text(status));
        return;
    }
    r->game = copy;
    expect(r, s);
    r->game = live;
    test_forget_things(r);
    cantrip_game_destroy(copy);
}

/* Can it be cast or activated with these targets? It is tried. */
void test_may_target(runner *r, const cantrip_test_step *s)
{
    const size_t said = r->report_size;
    const uint32_t step = r->step;
    cantrip_test_step try = *s;
    try.d = 0;
    test_play(r, &try, (int)s->d);
    const int could = !r->failed;
    r->failed = 0;
    r->report_size = said;
    if (r->report)
        r->report[said] = 0;
    r->step = step;
    if (could != (s->kind == VM_TEST_CAN_CAST))
        test_fail(r, could ? "\"%s\" can target that" : "\"%s\" cannot target that", s->name);
}

void test_sees(runner *r, const cantrip_test_step *s)
{
    test_question(r);
    const things *set = test_set_of(r, s->b, OF_FIRST);
    if (!set->count)
        test_fail(r, "there is no such card");
    for (uint32_t i = 0; i < set->count && !r->failed; i++)
        if ((cantrip_view_id(r->game, s->player, set->ids[i]).name[0] != 0) != (s->c != 0))
            test_fail(r, s->c ? "player %u does not see it" : "player %u sees it", s->player + 1);
}

void test_check_result(runner *r, const cantrip_test_step *s, int win)
{
    test_question(r);
    cantrip_result v = cantrip_game_result(r->game);
    const int lost = cantrip_view_player(r->game, s->player).lost != 0,
              won = cantrip_game_winners(r->game) >> s->player & 1;
    const int is = win ? won : v.over ? !won && !v.draw && !v.fault : lost;
    if (is == (s->c != 0))
        test_fail(r,
                  !win && lost ? "they have lost"
                  : v.over     ? v.draw ? "the game is a draw" : "player %u won"
                               : "the game is not over",
                  v.winner + 1);
}
