/* Steps of a test that do something: casting and activating, resolving, advancing, declaring attackers and blockers. */
#include "cli/test_parts.h"

#include <stdlib.h>
#include <string.h>

#include "vm/abi/abi.h"

/* Is it the card that the step names, and the option to cast it as that? */
static int is_named(runner *r, const cantrip_decision *d, const cantrip_option *o,
                    const cantrip_test_step *s)
{
    const cantrip_object_view v = cantrip_view_id(r->game, d->player, o->id);
    const char *as = o->kind == CANTRIP_OPTION_CAST && o->value
                         ? cantrip_library_card_name(r->lib, (uint32_t)o->value - 1)
                         : NULL;
    const int down = as && !*as;
    const int aura = as && !down && strcmp(as, v.name) == 0 && !strstr(as, " // "); /* not fused */
    if ((o->kind == CANTRIP_OPTION_CAST || o->kind == CANTRIP_OPTION_LAND) &&
        (down != ((s->c & 4) != 0) || aura != ((s->c & 8) != 0)))
        return 0;
    return strcmp(down || v.face_down || (!as && !*v.name) ? v.identity
                  : as                                     ? as
                                                           : v.name,
                  s->name) == 0;
}

/* activate: 1 = an ability, 2 = turn it face up */
int test_find_play(runner *r, const cantrip_decision *d, const cantrip_test_step *s, int activate)
{
    uint32_t seen = 0, want = activate && s->c ? s->c : 1;
    for (uint32_t i = 0; i < d->option_count; i++) {
        const cantrip_option *o = &d->options[i];
        int kind = activate == 2 ? o->kind == CANTRIP_OPTION_TURN_UP
                   : activate    ? o->kind == CANTRIP_OPTION_ACTIVATE
                                 : o->kind == CANTRIP_OPTION_CAST || o->kind == CANTRIP_OPTION_LAND;
        if (!kind || !is_named(r, d, o, s))
            continue;
        if (activate == 1 && s->c && (uint32_t)o->value + 1 != want && ++seen != want)
            continue;
        return (int)i;
    }
    return -1;
}

/* What a test names as targets, and which of it has been chosen. */
typedef struct wanted {
    things set;
    const char **name;
    uint8_t *used;
    uint32_t n, used_count;
} wanted;

static void want(runner *r, const cantrip_test_step *s, wanted *w)
{
    memset(w, 0, sizeof *w);
    if (s->b)
        test_find_things(r, s->b, &w->set);
    w->n = w->set.count;
    w->name = calloc(w->n + (size_t)1, sizeof *w->name);
    w->used = calloc(w->n + (size_t)1, 1);
    if (!w->name || !w->used) {
        test_fail(r, "out of memory");
        w->n = 0;
    }
    for (uint32_t k = 0; k < w->n; k++)
        w->name[k] = cantrip_view_id(r->game, s->player, w->set.ids[k]).name;
}

static void wanted_free(wanted *w)
{
    free(w->set.ids);
    free(w->name);
    free(w->used);
}

/* The next of those that are to be targets; again: one that has been chosen will do. */
static int next_target(const cantrip_decision *d, wanted *w, int again)
{
    for (uint32_t k = 0; k < w->n; k++)
        for (uint32_t i = 0; i < d->option_count; i++)
            if (d->options[i].kind == CANTRIP_OPTION_ID &&
                d->options[i].id.bits == w->set.ids[k].bits && (again || !w->used[k])) {
                w->used_count += !w->used[k];
                w->used[k] = 1;
                return (int)i;
            }
    return -1;
}

/* Is there a thing among them that was not chosen? Of several with one name any will do; what has no name that the
 * caster sees (players, cards in other hands) is left aside. */
static int left_out(const wanted *w)
{
    for (uint32_t k = 0; k < w->n; k++) {
        int chosen = w->used[k] || !w->name[k] || !*w->name[k];
        for (uint32_t i = 0; i < w->n && !chosen; i++)
            chosen = w->used[i] && w->name[i] && strcmp(w->name[k], w->name[i]) == 0;
        if (!chosen)
            return 1;
    }
    return 0;
}

/* Carries a cast or activation through its questions. */
static void play_at(runner *r, const cantrip_decision *d, const cantrip_test_step *s, int activate,
                    wanted *w)
{
    int option = test_find_play(r, d, s, activate);
    if (option < 0) {
        test_fail(r, "\"%s\" cannot be %s now", s->name,
                  activate == 2 ? "turned face up"
                  : activate    ? "activated"
                                : "cast or played");
        return;
    }
    test_answer_one(r, (uint32_t)option);
    for (int loop = 0; loop < LOOPS_MAX && !r->failed; loop++) {
        d = test_question(r);
        if (!d || d->kind == CANTRIP_DECIDE_PRIORITY) {
            if (s->b && (!w->used_count || left_out(w)))
                test_fail(r, "\"%s\" cannot target %s", s->name,
                          w->used_count ? "all of that" : "that");
            return;
        }
        if (d->kind == CANTRIP_DECIDE_TARGET && s->b && d->choice_of == s->player &&
            strcmp(d->source_name, s->name) == 0) {
            const int stop = test_option_of_kind(d, CANTRIP_OPTION_PASS);
            int hit = next_target(d, w, 0);
            if (hit < 0 && stop < 0) /* the same for another 'target' (CR 114.3) */
                hit = next_target(d, w, 1);
            if (hit < 0 && stop < 0 && d->option_count > d->min) {
                test_fail(r, "\"%s\" cannot target that", s->name);
                return;
            }
            test_answer_one(r, (uint32_t)(hit >= 0 ? hit : stop >= 0 ? stop : 0));
        } else if (d->kind == CANTRIP_DECIDE_KICKER &&
                   test_option_of_kind(d, CANTRIP_OPTION_NO) >= 0) {
            const int yes =
                !activate && (s->c & 3) == 1 ? test_option_of_kind(d, CANTRIP_OPTION_YES) : -1;
            test_answer_one(r,
                            (uint32_t)(yes >= 0 ? yes : test_option_of_kind(d, CANTRIP_OPTION_NO)));
        } else if (d->kind == CANTRIP_DECIDE_X && s->d) {
            uint32_t i = 0;
            while (i < d->option_count && d->options[i].value != (int32_t)s->d - 1)
                i++;
            if (i == d->option_count)
                test_fail(r, "X cannot be %u", s->d - 1);
            else
                test_answer_one(r, i);
        } else {
            test_other_question(r, d);
        }
    }
}

void test_play(runner *r, const cantrip_test_step *s, int activate)
{
    const cantrip_decision *d = test_priority(r, s->player);
    if (!d)
        return;
    wanted w;
    want(r, s, &w);
    play_at(r, d, s, activate, &w);
    wanted_free(&w);
}

/* Passes until the stack holds no more than `left`; questions are answered. */
static void resolve_to(runner *r, uint32_t left)
{
    for (int i = 0; i < LOOPS_MAX && !r->failed; i++) {
        const cantrip_decision *d = test_question(r);
        if (!d)
            return;
        if (d->kind != CANTRIP_DECIDE_PRIORITY)
            test_other_question(r, d);
        else if (cantrip_view_count(r->game, VM_ZONE_STACK, 0) <= left)
            return;
        else
            test_pass(r, d);
    }
    test_fail(r, "the stack is not empty after %d answers", LOOPS_MAX);
}

void test_resolve(runner *r)
{
    resolve_to(r, 0);
}

/* What a line of a test does happens at once, and what it triggers resolves; what was on the stack before stays there. */
void test_effect(runner *r, const cantrip_test_step *s)
{
    const cantrip_decision *d = test_question(r);
    const uint32_t before = cantrip_view_count(r->game, VM_ZONE_STACK, 0);
    if (!d)
        test_fail(r, "the game is over; nothing happens any more");
    else if (d->kind != CANTRIP_DECIDE_PRIORITY)
        test_fail(r, "this happens while somebody has priority; first answer: player %u, %s (%s)",
                  d->choice_of + 1, cantrip_decision_text(d->kind), d->source_name);
    if (r->failed)
        return;
    const cantrip_status e = cantrip_eval_effect(r->game, s->b, r->you);
    if (e != CANTRIP_OK)
        test_fail(r, "%s: %s", s->name, cantrip_status_text(e));
    resolve_to(r, before);
}

void test_advance(runner *r, const cantrip_test_step *s)
{
    for (int i = 0; i < LOOPS_MAX && !r->failed; i++) {
        const cantrip_decision *d = test_question(r);
        cantrip_game_view v = cantrip_view_game(r->game);
        if (!d)
            return;
        if (v.step == s->a && (!s->c || v.turn == s->c) &&
            (d->kind == CANTRIP_DECIDE_PRIORITY || d->kind == CANTRIP_DECIDE_ATTACK ||
             d->kind == CANTRIP_DECIDE_BLOCK))
            return;
        if (s->c && v.turn > s->c)
            break;
        if (d->kind == CANTRIP_DECIDE_PRIORITY)
            test_pass(r, d);
        else
            test_other_question(r, d);
    }
    test_fail(r, "the %s%s never comes%s", cantrip_step_name(s->a), s->c ? " of that turn" : "",
              s->a == VM_STEP_CLEANUP ? ": nobody gets priority in it as a rule (CR 514.3)" : "");
}

/* Whether one of those that a step names attacks, or blocks what it says. Who was not asked, or not about that attacker, does not. */
static int does_as_said(runner *r, const cantrip_test_step *s)
{
    const things *who = test_set_of(r, s->b, OF_ATTACKER);
    const things *attacked = s->d ? test_set_of(r, s->d, OF_ATTACKED) : NULL;
    for (uint32_t i = 0; i < who->count; i++) {
        const cantrip_object_view v = cantrip_view_id(r->game, s->player, who->ids[i]);
        if (s->kind == VM_TEST_ATTACK && v.attacking)
            return 1;
        for (uint32_t k = 0; k < v.blocks.count; k++)
            if (attacked && test_in_set(attacked, v.blocks.at[k]))
                return 1;
    }
    return 0;
}

void test_declare(runner *r, const cantrip_test_step *s, cantrip_decision_kind kind)
{
    int asked = 0;
    const uint32_t first = r->step;
    uint32_t turn = cantrip_view_game(r->game).turn;
    for (int i = 0; i < LOOPS_MAX && !r->failed; i++) {
        const cantrip_decision *d = test_question(r);
        if (!d)
            break;
        if (d->kind == kind && d->choice_of == s->player) {
            asked = 1;
            if (kind == CANTRIP_DECIDE_ATTACK)
                test_attack_with(r, d, r->step);
            else
                test_block_with(r, d, r->step);
            continue;
        }
        if (asked)
            break;
        if (kind == CANTRIP_DECIDE_BLOCK && cantrip_view_game(r->game).turn != turn)
            break;
        if (d->kind == CANTRIP_DECIDE_PRIORITY)
            test_pass(r, d);
        else
            test_other_question(r, d);
    }
    if (!asked)
        test_fail(r, "nobody can %s", kind == CANTRIP_DECIDE_ATTACK ? "attack" : "block");
    const uint32_t same = kind == CANTRIP_DECIDE_BLOCK ? VM_TEST_BLOCK : VM_TEST_ATTACK;
    while (r->step + 1 < r->test.step_count && test_step_at(r, r->step + 1).kind == same &&
           test_step_at(r, r->step + 1).player == s->player)
        r->step++;
    for (uint32_t k = first; k <= r->step && !r->failed; k++) {
        const cantrip_test_step said = test_step_at(r, k);
        if (!does_as_said(r, &said))
            test_fail(r, "this creature does not %s",
                      same == VM_TEST_BLOCK ? "block that attacker" : "attack");
    }
}
