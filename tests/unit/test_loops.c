/* CLAIM: a loop of mandatory actions is a draw, also where somebody chooses in it and always chooses so that all comes back; one that
 * somebody could refuse to go on with is none (CR 104.4b, 720.4 to 720.6). */
#include "assemble.h"

static cantrip_library *lib;

static void assemble(void)
{
    assembly s;
    as_begin(
        &s,
        "card \"Nap\" {0} sorcery {\n    tap target creature\n}\n"
        "card \"Pendulum\" {0} artifact {\n    whenever a creature becomes tapped: untap it\n"
        "    whenever a creature becomes untapped: tap target creature\n}\n"
        "card \"Offer\" {0} artifact {\n    whenever a creature becomes tapped: untap it\n"
        "    whenever a creature becomes untapped: {\n        you may gain 1 life\n        tap it\n"
        "    }\n}\n"
        "card \"Toll\" {0} artifact {\n    whenever a creature becomes tapped: untap it\n"
        "    whenever a creature becomes untapped: tap it unless an opponent pays 1 life\n}\n"
        "card \"Lottery\" {0} artifact {\n    whenever a creature becomes tapped: untap it\n"
        "    whenever a creature becomes untapped: {\n        reveal a card at random in your "
        "hand\n        tap it\n    }\n}\n"
        "card \"Lamp\" {0} artifact {\n    {0}: target creature gets +0/+0 until end of turn\n}\n");
    lib = as_finish(&s);
}

/* Answers every question with an option of that kind, else the first; how often, until the game is over or `most` is reached. */
static uint32_t go_on(cantrip_game *game, uint32_t kind, uint32_t most)
{
    uint32_t n = 0;
    for (; n < most; n++) {
        const cantrip_decision *d = asked(game);
        if (!d)
            break;
        uint32_t at = 0;
        for (uint32_t i = 0; i < d->option_count; i++)
            if (d->options[i].kind ==
                (d->kind == CANTRIP_DECIDE_PRIORITY ? CANTRIP_OPTION_PASS : kind))
                at = i;
        assert_int_equal(cantrip_game_answer(game, &at, 1), CANTRIP_OK);
    }
    return n;
}

static cantrip_game *swing(const char *machine)
{
    cantrip_game *game = as_game(lib);
    put(game, 0, machine, BATTLEFIELD);
    put(game, 0, "Serra Angel", BATTLEFIELD);
    put(game, 1, "Grizzly Bears", BATTLEFIELD);
    put(game, 0, "Nap", HAND);
    act(game, CANTRIP_OPTION_CAST, "Nap");
    expect_asked(game, CANTRIP_DECIDE_TARGET, 0);
    ANSWER(game, "Serra Angel");
    return game;
}

/* CLAIM who always chooses so that all comes back ends nothing, and need not: a draw, behind long enough to choose otherwise. RULE CR 720.4 */
static void test_cr720_4_choices(void **state)
{
    (void)state;
    cantrip_game *game = swing("Pendulum");
    assert_true(go_on(game, CANTRIP_OPTION_ID, 20000) > 500);
    assert_true(cantrip_game_result(game).draw);
    cantrip_game_destroy(game);
}

/* CLAIM an offer that is declined each time is no action; one that is taken is one, and the loop goes on. RULE CR 104.4b */
static void test_cr104_4b_offers(void **state)
{
    (void)state;
    cantrip_game *game = swing("Offer");
    assert_true(go_on(game, CANTRIP_OPTION_NO, 20000) < 20000);
    assert_true(cantrip_game_result(game).draw);
    cantrip_game_destroy(game);
    game = swing("Offer");
    assert_int_equal(go_on(game, CANTRIP_OPTION_YES, 20000), 20000);
    assert_true(cantrip_game_step(game) == CANTRIP_STEP_DECISION);
    cantrip_game_destroy(game);
}

/* CLAIM of `A unless B` nobody has to do B; whoever does ends it. RULE CR 720.6 */
static void test_cr720_6_unless(void **state)
{
    (void)state;
    cantrip_game *game = swing("Toll");
    assert_true(go_on(game, CANTRIP_OPTION_NO, 20000) < 20000);
    assert_true(cantrip_game_result(game).draw);
    cantrip_game_destroy(game);
    game = swing("Toll");
    for (uint32_t n = 0; n < 40 && count_in(game, STACK, 0); n++)
        go_on(game, CANTRIP_OPTION_YES, 1);
    assert_true(asked(game) != NULL);
    assert_int_equal(count_in(game, STACK, 0), 0);
    cantrip_game_destroy(game);
}

/* CLAIM nobody is forced to act so that it ends, nor is it a loop where somebody acts of their own will. RULE CR 720.5 */
static void test_cr720_5_own_will(void **state)
{
    (void)state;
    cantrip_game *game = swing("Pendulum");
    put(game, 0, "Lamp", BATTLEFIELD);
    uint32_t n = 0, since = 0;
    for (; n < 5000 && asked(game); n++)
        if (++since > 50 && can_do(game, CANTRIP_OPTION_ACTIVATE, "Lamp")) {
            act(game, CANTRIP_OPTION_ACTIVATE, "Lamp");
            since = 0;
        } else {
            go_on(game, CANTRIP_OPTION_ID, 1);
        }
    assert_int_equal(n, 5000);
    cantrip_game_destroy(game);
    game = swing("Pendulum"); /* it could be activated, and is not */
    put(game, 0, "Lamp", BATTLEFIELD);
    assert_true(go_on(game, CANTRIP_OPTION_ID, 20000) < 20000);
    cantrip_game_destroy(game);
}

/* CLAIM what chance may end is no loop; where there is but one card it is no chance. RULE CR 104.4b */
static void test_cr104_4b_chance(void **state)
{
    (void)state;
    for (uint32_t cards = 1; cards <= 2; cards++) {
        cantrip_game *game = swing("Lottery");
        for (uint32_t i = 0; i < cards; i++)
            put(game, 0, "Forest", HAND);
        assert_int_equal(go_on(game, CANTRIP_OPTION_ID, 4000) == 4000, cards == 2);
        assert_int_equal(cantrip_game_result(game).draw, cards == 1);
        cantrip_game_destroy(game);
    }
}

/* ---- what is compared ---------------------------------------------------------------------------- */

/* A spell on the stack that targets, and a row of everything that a loop could change. */
static cantrip_game *full_table(void)
{
    cantrip_game *game = swing("Pendulum");
    rt_game *g = &game->g;
    assert_non_null(asked(game));
    const rt_entity angel = find_in(game, BATTLEFIELD, 0, "Serra Angel");
    const uint32_t ctx = rt_here(g, rt_obj(g, rt_zone_at(g, VM_ZONE_STACK, 0, 0)))->ctx;
    assert_true(ctx && g->s->target.count);
    rt_presence_of(g, rt_live(g, angel));
    *rt_counter_row(g, RT_PUSH(g, counter)) = (rt_counter){angel, 1, 7, 0};
    *rt_effect_row(g, RT_PUSH(g, effect)) =
        (rt_effect){.source = angel, .value = {7}, .object = {angel}};
    *rt_link_row(g, RT_PUSH(g, link)) = (rt_link){.self = angel, .value = angel};
    *rt_link_row(g, RT_PUSH(g, link)) = (rt_link){.self = angel, .is_number = 1, .value = 7};
    *rt_pending_row(g, RT_PUSH(g, pending)) = ctx;
    *rt_delayed_row(g, RT_PUSH(g, delayed)) = (rt_delayed){.ctx = ctx, .left = 7};
    RT_PUSH(g, mana);
    g->s->forced = g->s->loop_chosen = 0;
    return game;
}

/* Where it is: on the battlefield, in the graveyard, on the stack; an effect, its context. */
typedef struct place {
    rt_game *g;
    rt_object *angel;
    rt_presence *here;
    rt_entity bears;
    rt_ctx *ctx;
    rt_effect *effect;
    rt_link *thing, *number;
    rt_counter *counter;
} place;

static place places(cantrip_game *game)
{
    rt_game *g = &game->g;
    rt_object *angel = rt_live(g, find_in(game, BATTLEFIELD, 0, "Serra Angel"));
    return (place){.g = g,
                   .angel = angel,
                   .here = rt_presence_of(g, angel),
                   .bears = find_in(game, BATTLEFIELD, 1, "Grizzly Bears"),
                   .ctx = rt_ctx_row(g, *rt_pending_row(g, g->s->pending.count - 1) - 1),
                   .effect = rt_effect_row(g, g->s->effect.count - 1),
                   .thing = rt_link_row(g, g->s->link.count - 2),
                   .number = rt_link_row(g, g->s->link.count - 1),
                   .counter = rt_counter_row(g, g->s->counter.count - 1)};
}

/* Changes one thing, and says which; NULL: there are no more. */
static const char *change(place *p, int which)
{
    rt_state *s = p->g->s;
    switch (which) {
#define CHANGE(n, what)                                                                            \
    case n:                                                                                        \
        what;                                                                                      \
        return #what;
        CHANGE(0, s->turn++)
        CHANGE(1, s->step++)
        CHANGE(2, rt_player_row(p->g, 0)->life--)
        CHANGE(3, rt_player_row(p->g, 1)->life--)
        CHANGE(4, rt_player_row(p->g, 1)->lost ^= 1)
        CHANGE(5, rt_player_row(p->g, 0)->lands_played++)
        CHANGE(6, p->angel->face++)
        CHANGE(7, p->angel->card_face++)
        CHANGE(8, p->angel->owner ^= 1)
        CHANGE(9, p->angel->controller ^= 1)
        CHANGE(10, p->here->regeneration++)
        CHANGE(11, p->angel->flags ^= RT_OF_TAPPED)
        CHANGE(12, p->angel->flags ^= RT_OF_TOKEN)
        CHANGE(13, p->angel->flags ^= RT_OF_FLIPPED)
        CHANGE(14, p->here->damage++)
        CHANGE(15, p->here->attached = p->bears)
        CHANGE(16, p->here->fights = p->bears)
        CHANGE(17, p->angel->power++)
        CHANGE(18, p->angel->toughness++)
        CHANGE(19, p->ctx->ability++)
        CHANGE(20, p->ctx->controller ^= 1)
        CHANGE(21, p->ctx->modes ^= 1)
        CHANGE(22, p->ctx->flags ^= RT_CTX_KICKED)
        CHANGE(23, p->ctx->amount++)
        CHANGE(24, p->ctx->x++)
        CHANGE(25, p->ctx->self = p->bears)
        CHANGE(26, p->ctx->whom = RT_PLAYER(1))
        CHANGE(27, p->ctx->event_obj[0] = p->bears)
        CHANGE(28, p->ctx->event_obj[1] = p->bears)
        CHANGE(29, p->ctx->event_obj[2] = p->bears)
        CHANGE(30, rt_target_row(p->g, s->target.count - 1)->entity = p->bears)
        CHANGE(31, p->counter->on = p->bears)
        CHANGE(32, p->counter->kind++)
        CHANGE(33, p->counter->count++)
        CHANGE(34, p->effect->mods++)
        CHANGE(35, p->effect->value[0]++)
        CHANGE(36, p->effect->object[0] = p->bears)
        CHANGE(37, p->thing->self = p->bears)
        CHANGE(38, p->thing->value = p->bears)
        CHANGE(39, p->thing->who = RT_PLAYER(1))
        CHANGE(40, p->number->value++)
        CHANGE(41, p->number->who = RT_PLAYER(1))
        CHANGE(42, rt_delayed_row(p->g, s->delayed.count - 1)->left++)
        CHANGE(43, s->mana.count--)
        CHANGE(44, s->effect.count--)
        CHANGE(45, s->counter.count--)
        CHANGE(46, s->link.count--)
        CHANGE(47, s->pending.count--)
        CHANGE(48, s->delayed.count--)
#undef CHANGE
    default:
        return NULL;
    }
}

/* Looks so often, until it is a draw; behind 64 times something becomes another. */
static uint32_t looks(cantrip_game *game, int which, const char **out_said)
{
    uint32_t n = 1;
    for (; n < 1000 && !rt_loop_check(&game->g); n++)
        if (n == 64) {
            place p = places(game);
            *out_said = change(&p, which);
        }
    return n;
}

/* CLAIM the game repeats itself only if all that a player would describe is as it was. RULE CR 104.4b */
static void test_cr104_4b_all_is_described(void **state)
{
    (void)state;
    const char *said = "";
    for (int which = 0; said; which++) {
        cantrip_game *game = full_table();
        const uint32_t n = looks(game, which, &said);
        if (n != (said ? 129 : 65)) /* it is kept at the 64th time, and again at the 128th */
            fail_msg("%s: a draw behind %u", said, n);
        cantrip_game_destroy(game);
    }
}

/* CLAIM what only grows repeats itself, too, behind long enough; what becomes less does not. RULE CR 104.4b */
static void test_cr104_4b_amounts(void **state)
{
    (void)state;
    enum { AMOUNTS = 10 };
    for (int which = 0; which < 2 * AMOUNTS; which++) {
        cantrip_game *game = full_table();
        rt_game *g = &game->g;
        const int by = which < AMOUNTS ? 1 : -1;
        uint32_t n = 1;
        for (; n < 6000 && !rt_loop_check(g); n++) {
            place p = places(game);
            int32_t *const amount[AMOUNTS] = {&rt_player_row(g, 0)->life,
                                              &rt_player_row(g, 1)->life,
                                              &p.here->damage,
                                              &p.angel->power,
                                              &p.angel->toughness,
                                              &p.ctx->amount,
                                              &p.ctx->x,
                                              &p.counter->count,
                                              &p.effect->value[0],
                                              NULL};
            if (amount[which % AMOUNTS])
                *amount[which % AMOUNTS] += by;
            else
                p.number->value += (uint32_t)by; /* a number that is remembered is no amount */
        }
        if (which % AMOUNTS == AMOUNTS - 1 ? n != 6000 : by > 0 ? n != 4097 : n != 6000)
            fail_msg("amount %d: a draw behind %u", which, n);
        cantrip_game_destroy(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cr720_4_choices),  cmocka_unit_test(test_cr104_4b_offers),
        cmocka_unit_test(test_cr720_6_unless),   cmocka_unit_test(test_cr720_5_own_will),
        cmocka_unit_test(test_cr104_4b_chance),  cmocka_unit_test(test_cr104_4b_all_is_described),
        cmocka_unit_test(test_cr104_4b_amounts),
    };
    assemble();
    const int failed = run_all("loops", tests, sizeof tests / sizeof *tests);
    cantrip_library_close(lib);
    return failed;
}
