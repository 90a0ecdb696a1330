/* Mandatory loops (CR 104.4b): when the game repeats itself and nobody could have done anything else, it is a
 * draw. What is compared is the game as a player would describe it: no timestamps, no generations, no
 * random state. Brent's method: one earlier description is kept, taken at ever longer distances. A game that repeats itself
 * but for amounts, none of which becomes less (damage on what is indestructible, counters, life), is a draw as well, once it has gone on for so
 * long that whatever asks for some amount has had it. */
#include "runtime/turn/turn.h"

#include <stddef.h>
#include <string.h>

#include "base/hash.h"

enum {
    FORCED_MIN = 64, /* so many forced steps in a row before anything is compared */
    CHOSEN_MIN =
        1024, /* and so many where choices were made that nobody could refuse, but make in another way */
    GROWING_MIN = 4096 /* and so many before amounts may differ: a power of two */
};

static uint64_t mix(uint64_t h, uint64_t v)
{
    return hash_number(h, v);
}

/* What is described, with tables made once: how far in its zone an object is, what a context targets. */
typedef struct description {
    const rt_game *g;
    uint64_t h, shape; /* all; all but amounts */
    int32_t *amount;
    uint32_t amount_count, amount_cap;
    uint32_t *place;
    uint64_t *targets;
} description;

static void say(description *d, uint64_t v)
{
    d->h = mix(d->h, v);
    d->shape = mix(d->shape, v);
}

static void say_amount(description *d, int32_t n)
{
    d->h = mix(d->h, (uint32_t)n);
    if (d->amount_count == d->amount_cap) {
        int32_t *more =
            rt_temp_alloc(d->g, (d->amount_cap = d->amount_cap * 2 + 64) * sizeof *more);
        if (d->amount)
            memcpy(more, d->amount, d->amount_count * sizeof *more);
        d->amount = more;
    }
    d->amount[d->amount_count++] = n;
}

/* An entity by its place: zone, whose, and how far in. */
static uint64_t place_of(const description *d, rt_entity e)
{
    const rt_object *o = rt_live(d->g, e);
    if (!o)
        return RT_IS_PLAYER(e) ? 0x100u + RT_PLAYER_OF(e) : e ? 2 : 1;
    return (uint64_t)(o->zone + 16u) << 48 | (uint64_t)o->owner << 32 | d->place[RT_INDEX(e)];
}

static void prepare(description *d)
{
    const rt_game *g = d->g;
    d->place = rt_temp_zeroed(g, g->s->object.count * sizeof *d->place);
    d->targets = rt_temp_zeroed(g, g->s->ctx.count * sizeof *d->targets);
    for (uint32_t z = 0; z < g->s->zone.count; z++) {
        const rt_place *place = rt_zone_row(g, z);
        for (uint32_t i = 0; i < place->count; i++)
            d->place[*rt_member_row(g, place->off + i)] = i;
    }
    for (uint32_t i = 0; i < g->s->target.count; i++) {
        const rt_target *t = rt_target_row(g, i);
        if (t->ctx < g->s->ctx.count)
            d->targets[t->ctx] = mix(d->targets[t->ctx], place_of(d, t->entity));
    }
}

static void say_ctx(description *d, uint32_t idx)
{
    const rt_ctx *c = rt_ctx_row(d->g, idx);
    say(d, (uint64_t)c->ability << 32 | (uint32_t)c->controller << 16 | (uint32_t)c->modes << 8 |
               c->flags);
    say_amount(d, c->amount);
    say_amount(d, c->x);
    say(d, place_of(d, c->self));
    say(d, place_of(d, c->whom));
    for (int i = 0; i < 3; i++)
        say(d, place_of(d, c->event_obj[i]));
    say(d, d->targets[idx]);
}

static void say_object(description *d, uint32_t idx)
{
    static const uint32_t SEEN = RT_OF_TOKEN | RT_OF_TAPPED | RT_OF_ATTACKING | RT_OF_BLOCKING |
                                 RT_OF_BLOCKED | RT_OF_ABILITY | RT_OF_COPY | RT_OF_DEATHTOUCHED |
                                 RT_OF_FACE_DOWN | RT_OF_MANIFESTED | RT_OF_FLIPPED;
    const rt_object *o = rt_obj(d->g, idx);
    say(d, (uint64_t)o->face << 48 | (uint64_t)o->card_face << 32 | (uint32_t)o->owner << 16 |
               (uint32_t)o->controller << 8 | rt_here(d->g, o)->regeneration);
    say(d, o->flags & SEEN);
    say_amount(d, rt_here(d->g, o)->damage);
    say(d, place_of(d, rt_here(d->g, o)->attached));
    say(d, place_of(d, rt_here(d->g, o)->fights));
    say_amount(d, o->power);
    say_amount(d, o->toughness);
    if (o->zone == VM_ZONE_STACK && rt_here(d->g, o)->ctx)
        say_ctx(d, rt_here(d->g, o)->ctx - 1);
}

static description described(const rt_game *g)
{
    const rt_state *s = g->s;
    description d = {.g = g, .h = HASH_START, .shape = HASH_START};
    prepare(&d);
    say(&d, (uint64_t)s->turn << 32 | s->step);
    for (uint32_t p = 0; p < s->player.count; p++) {
        const rt_player *r = rt_player_row(g, p);
        say_amount(&d, r->life);
        say(&d, (uint32_t)r->lost << 8 | r->lands_played);
    }
    for (uint32_t z = 0; z < s->zone.count; z++) {
        const rt_place *place = rt_zone_row(g, z);
        say(&d, place->count);
        for (uint32_t i = 0; i < place->count; i++)
            say_object(&d, *rt_member_row(g, place->off + i));
    }
    for (uint32_t i = 0; i < s->counter.count; i++) {
        const rt_counter *c = rt_counter_row(g, i);
        if (c->kind >= 0x10000u)
            continue;
        say(&d, place_of(&d, c->on));
        say(&d, c->kind);
        say_amount(&d, c->count);
    }
    for (uint32_t i = 0; i < s->effect.count; i++) {
        const rt_effect *e = rt_effect_row(g, i);
        say(&d, e->mods);
        say_amount(&d, e->value[0]);
        say(&d, place_of(&d, e->object[0]));
    }
    for (uint32_t i = 0; i < s->link.count; i++) {
        const rt_link *l = rt_link_row(g, i);
        if (!rt_live(g, l->self))
            continue;
        say(&d, place_of(&d, l->self));
        say(&d, l->who);
        say(&d,
            l->is_number && l->slot != RT_LINK_UNTIL_LEAVES ? l->value : place_of(&d, l->value));
    }
    for (uint32_t i = 0; i < s->pending.count; i++)
        say_ctx(&d, *rt_pending_row(g, i) - 1);
    for (uint32_t i = 0; i < s->delayed.count; i++) {
        say_ctx(&d, rt_delayed_row(g, i)->ctx - 1);
        say(&d, (uint32_t)rt_delayed_row(g, i)->left);
    }
    for (uint32_t i = 0; i < s->object.count; i++)
        if (rt_obj(g, i)->zone >= RT_ZONE_PHASED)
            say(&d, i);
    say(&d, s->mana.count);
    return d;
}

/* The same as what was kept, but that no amount is less. */
static int has_only_grown(const description *d)
{
    const rt_state *s = d->g->s;
    if (d->shape != s->loop_shape || d->amount_count != s->loop_amount.count)
        return 0;
    for (uint32_t i = 0; i < d->amount_count; i++)
        if (d->amount[i] < *rt_loop_amount_row(d->g, i))
            return 0;
    return 1;
}

static void keep(rt_game *g, const description *d, uint32_t seen)
{
    g->s->loop_hash = d->h;
    g->s->loop_shape = d->shape;
    g->s->loop_glance = seen;
    g->s->loop_amount.count = 0;
    const uint32_t first = rt_push_many(g, &g->s->loop_amount, d->amount_count);
    for (uint32_t i = 0; i < d->amount_count; i++)
        *rt_loop_amount_row(g, first + i) = d->amount[i];
}

/* What is seen at a glance: two states in which this differs need not be described to be told apart. */
static uint32_t glance(const rt_game *g)
{
    const rt_state *s = g->s;
    uint64_t h = mix(HASH_START, (uint64_t)rt_zone_count(g, VM_ZONE_STACK, 0) << 32 |
                                     rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0));
    h = mix(h, (uint64_t)s->pending.count << 32 | s->delayed.count);
    for (uint32_t p = 0; p < s->player.count; p++)
        h = mix(h, rt_zone_count(g, VM_ZONE_GRAVEYARD, p));
    return (uint32_t)(h ^ h >> 32);
}

void rt_loop_broken(rt_game *g)
{
    g->s->forced = g->s->loop_chosen = 0;
    g->s->loop_amount.count = 0;
}

/* What was answered is an action that could have been left (CR 104.4b, 720.6), or a choice that has to be made: who always makes it so that
 * all comes back does not end the loop, and need not (CR 720.4, 720.5). */
void rt_loop_answered(rt_game *g, const uint32_t *chosen, uint32_t count)
{
    const rt_decision *d = &g->s->decision;
    const uint32_t first = count ? rt_option_row(g, chosen[0])->kind : CANTRIP_OPTION_NO;
    if (d->kind == CANTRIP_DECIDE_PRIORITY) {
        if (count == 1 && first != CANTRIP_OPTION_PASS)
            rt_loop_broken(g);
        return;
    }
    if (first == CANTRIP_OPTION_NO || g->s->option.count == d->min)
        return;
    int refusable = count > d->min;
    for (uint32_t i = 0; i < g->s->option.count && !refusable; i++)
        refusable = rt_option_row(g, i)->kind == CANTRIP_OPTION_NO;
    g->s->loop_chosen = 1;
    if (refusable)
        rt_loop_broken(g);
}

/* Whoever controls what is involved (CR 801.16): what resolves. */
static void note_players(rt_game *g)
{
    const uint32_t n = rt_zone_count(g, VM_ZONE_STACK, 0);
    if (g->s->range && n)
        g->s->loop_players |= 1u << rt_obj(g, rt_zone_at(g, VM_ZONE_STACK, 0, n - 1))->controller;
}

/* The game is a draw: for everybody, or with a limited range for those that are involved, and those in their range. */
static int draw_by_loop(rt_game *g)
{
    const uint32_t those = g->s->loop_players;
    RT_TELL(g, REPEATS, .other = 0);
    g->s->forced = 0;
    for (uint32_t p = 0; g->s->range && p < g->s->player.count; p++)
        if (those >> p & 1)
            rt_draws(g, p);
    if (g->s->range && those)
        return g->s->over != 0;
    g->s->over = 1;
    g->s->winner = RT_NOBODY;
    return 1;
}

int rt_loop_check(rt_game *g)
{
    const uint32_t n = ++g->s->forced;
    if (n < FORCED_MIN)
        return 0;
    note_players(g);
    const uint32_t seen = glance(g);
    const int anew = n == FORCED_MIN || (n & (n - 1)) == 0;
    if (!anew && seen != g->s->loop_glance)
        return 0;
    rt_spend(g, (g->s->object.count + g->s->ctx.count + g->s->effect.count) * 4);
    const rt_temp_mark mark = rt_temp_here(g);
    const description d = described(g);
    const int repeats =
        (n > (g->s->loop_chosen ? CHOSEN_MIN : FORCED_MIN) && d.h == g->s->loop_hash) ||
        (n > GROWING_MIN && has_only_grown(&d));
    if (!repeats && anew) {
        g->s->loop_players = 0;
        keep(g, &d, seen);
    }
    rt_temp_release(g, mark);
    return repeats ? draw_by_loop(g) : 0;
}
