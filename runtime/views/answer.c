/* Answers in every form: indices, options, several questions at once, policies. What is refused changes nothing and says
 * why. json_read.c has the JSON. */
#include "runtime/views/view.h"

#include <stdarg.h>
#include <string.h>

cantrip_status rt_refuse(cantrip_game *game, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(game->refusal, sizeof game->refusal, fmt, ap);
    va_end(ap);
    return CANTRIP_E_ILLEGAL;
}

const char *cantrip_game_refusal(const cantrip_game *game)
{
    if (!game)
        return "";
    return game->refusal;
}

/* Called when an answer was not taken. */
static cantrip_status say_why(cantrip_game *game, const uint32_t *chosen, uint32_t count)
{
    const rt_decision *d = &game->g.s->decision;
    const uint32_t n = game->g.s->option.count;
    if (!d->active)
        return rt_refuse(game, "nothing is asked: %s",
                         game->g.s->over ? "the game is over" : "step first");
    if (count < d->min || count > d->max)
        return rt_refuse(game,
                         d->min == d->max ? "%u options were chosen: it must be %u"
                                          : "%u options were chosen: it must be %u to %u",
                         count, d->min, d->max);
    for (uint32_t i = 0; i < count; i++) {
        if (chosen[i] >= n)
            return rt_refuse(game, "there is no option %u: they are 0 to %u", chosen[i], n - 1);
        for (uint32_t k = 0; k < i; k++)
            if (chosen[k] == chosen[i])
                return rt_refuse(game, "option %u was chosen twice", chosen[i]);
    }
    return rt_refuse(game, "that is not legal here");
}

cantrip_status cantrip_game_answer(cantrip_game *game, const uint32_t *chosen, uint32_t count)
{
    if (!game || (count && !chosen))
        return CANTRIP_E_ARGUMENT;
    const cantrip_status s = rt_do_answer(game, chosen, count);
    game->refusal[0] = 0;
    return s == CANTRIP_E_ILLEGAL ? say_why(game, chosen, count) : s;
}

/* ---- options -----------------------------------------------------------------------------------
 */

static int is_option(const rt_option *row, const cantrip_option *o)
{
    return row->kind == (uint32_t)o->kind && row->entity == o->id.bits &&
           (row->a == o->value || o->value == CANTRIP_ANY) &&
           (row->b == o->extra || o->extra == CANTRIP_ANY);
}

/* The indices of what was chosen, in memory of the caller; UINT32_MAX = all found, else the first that is not. */
static uint32_t find_options(const rt_game *g, const cantrip_option *chosen, uint32_t count,
                             uint32_t *out)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = 0;
        for (; at < g->s->option.count; at++) {
            int used = !is_option(rt_option_row(g, at), &chosen[i]);
            for (uint32_t k = 0; k < i && !used; k++)
                used = out[k] == at;
            if (!used)
                break;
        }
        if (at == g->s->option.count)
            return i;
        out[i] = at;
    }
    return UINT32_MAX;
}

cantrip_status cantrip_game_answer_options(cantrip_game *game, const cantrip_option *chosen,
                                           uint32_t count)
{
    if (!game || (count && !chosen))
        return CANTRIP_E_ARGUMENT;
    if (count > game->g.s->option.count)
        return say_why(game, NULL, count);
    uint32_t *at = base_alloc(game->g.pack->memory, (count + 1) * sizeof *at);
    if (!at)
        return CANTRIP_E_MEMORY;
    const uint32_t missing = find_options(&game->g, chosen, count, at);
    cantrip_status s;
    if (missing == UINT32_MAX)
        s = cantrip_game_answer(game, at, count);
    else
        s = rt_refuse(game, "number %u, %s with id %u and value %d, is none of the options",
                      missing, cantrip_option_name(chosen[missing].kind), chosen[missing].id.bits,
                      (int)chosen[missing].value);
    base_free(game->g.pack->memory, at);
    return s;
}

/* ---- several questions -------------------------------------------------------------------------
 */

typedef struct kept { /* the game as it was */
    rt_state *s;
    uint32_t told;
} kept;

static int keep_all(cantrip_game *game, kept *k)
{
    k->s = base_alloc(game->g.pack->memory, game->g.s->size);
    k->told = game->tale.count;
    if (k->s)
        memcpy(k->s, game->g.s, game->g.s->size);
    return k->s != NULL;
}

static void bring_back(cantrip_game *game, kept *k)
{
    base_free(game->g.pack->memory, game->g.s);
    game->g.s = k->s;
    game->tale.count = k->told;
    k->s = NULL;
    rt_keep_drop(&game->g);
}

cantrip_status rt_answer_fallback(cantrip_game *game)
{
    const uint32_t most = game->g.s->decision.min + 1;
    uint32_t *chosen = base_alloc(game->g.pack->memory, most * sizeof *chosen);
    if (!chosen)
        return CANTRIP_E_MEMORY;
    const uint32_t n = cantrip_decision_fallback(game, chosen, most);
    const cantrip_status s = cantrip_game_answer(game, chosen, n);
    base_free(game->g.pack->memory, chosen);
    return s;
}

static cantrip_status answer_from(cantrip_game *game, const cantrip_answer *answers, uint32_t count,
                                  uint8_t *used)
{
    const rt_decision *d = &game->g.s->decision;
    for (uint32_t i = 0; i < count; i++)
        if (!used[i] && (uint32_t)answers[i].kind == d->kind &&
            (!answers[i].source.bits || answers[i].source.bits == d->source)) {
            used[i] = 1;
            return cantrip_game_answer_options(game, answers[i].options, answers[i].option_count);
        }
    return rt_answer_fallback(game);
}

static int has_kind(const cantrip_answer *answers, uint32_t count, uint32_t kind)
{
    for (uint32_t i = 0; i < count; i++)
        if ((uint32_t)answers[i].kind == kind)
            return 1;
    return 0;
}

static cantrip_status batch(cantrip_game *game, const cantrip_answer *answers, uint32_t count,
                            uint8_t *used)
{
    const uint32_t player = game->g.s->decision.player;
    cantrip_status s = CANTRIP_OK;
    if (!game->g.s->decision.active)
        return say_why(game, NULL, 0);
    do {
        const rt_decision *d = &game->g.s->decision;
        if (d->player != player || !has_kind(answers, count, d->kind))
            break;
        s = answer_from(game, answers, count, used);
        if (s == CANTRIP_OK && cantrip_game_step(game) == CANTRIP_STEP_MEMORY)
            s = CANTRIP_E_MEMORY;
    } while (s == CANTRIP_OK && game->g.s->decision.active);
    for (uint32_t i = 0; s == CANTRIP_OK && i < count; i++)
        if (!used[i])
            s = rt_refuse(game, "answer %u, to \"%s\" of %u, was never asked for", i,
                          cantrip_decision_name(answers[i].kind), answers[i].source.bits);
    return s;
}

cantrip_status cantrip_game_answer_batch(cantrip_game *game, const cantrip_answer *answers,
                                         uint32_t count)
{
    if (!game || (count && !answers))
        return CANTRIP_E_ARGUMENT;
    kept before;
    if (game->run.guard || !count)
        return CANTRIP_E_ARGUMENT;
    uint8_t *used = base_zeroed(game->g.pack->memory, count, 1);
    if (!used || !keep_all(game, &before)) {
        base_free(game->g.pack->memory, used);
        return CANTRIP_E_MEMORY;
    }
    game->refusal[0] = 0;
    const cantrip_status s = batch(game, answers, count, used);
    if (s != CANTRIP_OK)
        bring_back(game, &before);
    base_free(game->g.pack->memory, before.s);
    base_free(game->g.pack->memory, used);
    return s;
}

/* ---- policies ----------------------------------------------------------------------------------
 */

static int is_trouble(const rt_game *g, uint32_t player)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_STACK, 0); i++)
        if (rt_obj(g, rt_zone_at(g, VM_ZONE_STACK, 0, i))->controller != player)
            return 1;
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        const rt_object *o = rt_obj(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i));
        if ((o->flags & RT_OF_ATTACKING) && o->controller != player)
            return 1;
    }
    return 0;
}

static int passes(const rt_game *g, const cantrip_policy *p)
{
    const rt_state *s = g->s;
    if (!p->pass || (p->until_object && is_trouble(g, s->decision.player)))
        return 0;
    return s->turn < p->until_turn || (s->turn == p->until_turn && s->step < p->until_step);
}

/* Does the policy answer this one? */
static int covers(const rt_game *g, const cantrip_policy *p)
{
    const rt_decision *d = &g->s->decision;
    if (!(p->players >> d->player & 1))
        return 0;
    if (p->skip_single && d->min == g->s->option.count)
        return 1;
    switch (d->kind) {
    case CANTRIP_DECIDE_PRIORITY:
        return passes(g, p);
    case CANTRIP_DECIDE_PAY:
        return p->pay ? 1 : 0;
    case CANTRIP_DECIDE_ORDER_TRIGGERS:
    case CANTRIP_DECIDE_ORDER_BLOCKERS:
    case CANTRIP_DECIDE_REPLACEMENT: {
        const rt_option *first = rt_option_row(g, 0);
        for (uint32_t i = 1; i < g->s->option.count; i++)
            if (d->kind != CANTRIP_DECIDE_ORDER_BLOCKERS && rt_option_row(g, i)->b != first->b)
                return 0;
        return p->order_alike ? 2 : 0;
    }
    default:
        return 0;
    }
}

cantrip_step cantrip_game_run(cantrip_game *game, const cantrip_policy *policy)
{
    if (!game || !policy)
        return CANTRIP_STEP_OVER;
    cantrip_policy p;
    memset(&p, 0, sizeof p);
    memcpy(&p, policy, policy->struct_size < sizeof p ? policy->struct_size : sizeof p);
    for (;;) {
        const cantrip_step step = cantrip_game_step(game);
        if (step != CANTRIP_STEP_DECISION || !covers(&game->g, &p))
            return step;
        if (rt_answer_fallback(game) != CANTRIP_OK)
            return CANTRIP_STEP_MEMORY;
    }
}
