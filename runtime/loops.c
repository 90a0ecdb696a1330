/* Mandatory loops (CR 104.4b): when the game repeats itself and nobody could have done anything else, it is a
 * draw. What is compared is the game as a player would describe it: no timestamps, no generations, no
 * random state. Brent's method: one earlier description is kept, taken at ever longer distances. */
#include "runtime/rules.h"

#include <stddef.h>

#include "base/hash.h"

enum { FORCED_MIN = 64 }; /* so many forced steps in a row before anything is compared */

static uint64_t mix(uint64_t h, uint64_t v)
{
    return hash_words(h, &v, sizeof v);
}

/* An entity by its place: zone, whose, and how far in. */
static uint64_t place_of(const rt_game *g, rt_entity e)
{
    const rt_object *o = e && !RT_IS_PLAYER(e) ? rt_live(g, e) : NULL;
    if (!o)
        return RT_IS_PLAYER(e) ? 0x100u + RT_PLAYER_OF(e) : e ? 2 : 1;
    if (o->zone >= VM_ZONE_COUNT)
        return 3;
    uint32_t n = rt_zone_count(g, o->zone, o->owner), i = 0;
    while (i < n && rt_zone_at(g, o->zone, o->owner, i) != RT_INDEX(e))
        i++;
    return (uint64_t)(o->zone + 16u) << 32 | (uint64_t)o->owner << 24 | i;
}

static uint64_t mix_ctx(const rt_game *g, uint64_t h, uint32_t idx)
{
    const rt_ctx *c = rt_ctx_row(g, idx);
    h = mix(h, (uint64_t)c->ability << 32 | (uint32_t)c->controller << 16 |
                   (uint32_t)c->modes << 8 | c->flags);
    h = mix(h, (uint64_t)(uint32_t)c->amount << 32 | (uint32_t)c->x);
    h = mix(mix(h, place_of(g, c->self)), place_of(g, c->whom));
    for (int i = 0; i < 3; i++)
        h = mix(h, place_of(g, c->event_obj[i]));
    for (uint32_t i = 0; i < g->s->target.count; i++)
        if (rt_target_row(g, i)->ctx == idx)
            h = mix(h, place_of(g, rt_target_row(g, i)->entity));
    return h;
}

static uint64_t mix_object(const rt_game *g, uint64_t h, uint32_t idx)
{
    static const uint32_t SEEN = RT_OF_TOKEN | RT_OF_TAPPED | RT_OF_ATTACKING | RT_OF_BLOCKING |
                                 RT_OF_BLOCKED | RT_OF_ABILITY | RT_OF_COPY | RT_OF_DEATHTOUCHED;
    const rt_object *o = rt_obj(g, idx);
    h = mix(h, (uint64_t)o->face << 32 | (uint32_t)o->owner << 16 | (uint32_t)o->controller << 8 |
                   o->regeneration);
    h = mix(h, (uint64_t)(o->flags & SEEN) << 32 | (uint32_t)o->damage);
    h = mix(mix(h, place_of(g, o->attached)), place_of(g, o->fights));
    h = mix(h, (uint64_t)(uint32_t)o->power << 32 | (uint32_t)o->toughness);
    return o->zone == VM_ZONE_STACK && o->ctx ? mix_ctx(g, h, o->ctx - 1) : h;
}

static uint64_t described(const rt_game *g)
{
    const rt_state *s = g->s;
    uint64_t h = mix(HASH_START, (uint64_t)s->turn << 32 | s->step);
    for (uint32_t p = 0; p < s->player.count; p++) {
        const rt_player *r = rt_player_row(g, p);
        h = mix(h, (uint64_t)(uint32_t)r->life << 32 | (uint32_t)r->lost << 8 | r->lands_played);
    }
    for (uint32_t z = 0; z < s->zone.count; z++) {
        const rt_place *place = rt_zone_row(g, z);
        h = mix(h, place->count);
        for (uint32_t i = 0; i < place->count; i++)
            h = mix_object(g, h, *rt_member_row(g, place->off + i));
    }
    for (uint32_t i = 0; i < s->counter.count; i++) {
        const rt_counter *c = rt_counter_row(g, i);
        if (c->kind < 0x10000u)
            h = mix(mix(h, place_of(g, c->on)), (uint64_t)c->kind << 32 | (uint32_t)c->count);
    }
    for (uint32_t i = 0; i < s->effect.count; i++) {
        const rt_effect *e = rt_effect_row(g, i);
        h = mix(mix(h, (uint64_t)e->mods << 32 | (uint32_t)e->value[0]), place_of(g, e->object[0]));
    }
    for (uint32_t i = 0; i < s->link.count; i++) {
        const rt_link *l = rt_link_row(g, i);
        if (rt_live(g, l->self))
            h = mix(mix(h, place_of(g, l->self)), l->is_number && l->slot != RT_LINK_UNTIL_LEAVES
                                                      ? l->value
                                                      : place_of(g, l->value));
    }
    for (uint32_t i = 0; i < s->pending.count; i++)
        h = mix_ctx(g, h, *rt_pending_row(g, i) - 1);
    for (uint32_t i = 0; i < s->delayed.count; i++)
        h = mix_ctx(g, h, rt_delayed_row(g, i)->ctx - 1);
    return mix(h, (uint64_t)s->mana.count << 32 | s->shield.count);
}

void rt_loop_broken(rt_game *g)
{
    g->s->forced = 0;
}

int rt_loop_check(rt_game *g)
{
    uint32_t n = ++g->s->forced;
    if (n < FORCED_MIN)
        return 0;
    uint64_t h = described(g);
    if (n > FORCED_MIN && h == g->s->loop_hash) {
        rt_log(g, "nothing but mandatory actions, and they repeat: the game is a draw");
        g->s->over = 1;
        g->s->winner = RT_NOBODY;
        return 1;
    }
    if (n == FORCED_MIN || (n & (n - 1)) == 0)
        g->s->loop_hash = h;
    return 0;
}
