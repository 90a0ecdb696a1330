/* Worlds that a player cannot tell apart, for those who search: what they do not know is exchanged among the places where it
 * can be. */
#include "runtime/host/history.h"
#include "runtime/views/view.h"

typedef struct resample_call {
    uint32_t player, low, high;
} resample_call;

/* Two cards of the same owner change places without moving. */
static void exchange(rt_game *g, uint32_t a, uint32_t b)
{
    rt_object *o = rt_obj(g, a), *p = rt_obj(g, b);
    const uint16_t face = o->card_face;
    o->card_face = p->card_face;
    p->card_face = face;
    o->face = o->card_face;
    p->face = p->card_face;
    rt_printed(g, a);
    rt_printed(g, b);
    rt_commanders_exchanged(g, a, b);
}

/* What is face down may be any card of its owner that the player does not know and that could be there (CR 707.5). */
static void resample_face_down(rt_game *g, uint32_t idx, uint32_t player)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    const rt_object *o = rt_obj(g, idx);
    if (!(o->flags & RT_OF_FACE_DOWN) || (o->flags & (RT_OF_TOKEN | RT_OF_COPY | RT_OF_ABILITY)) ||
        (rt_eyes(g, player) >> o->controller & 1))
        return;
    const int any = (o->flags & RT_OF_MANIFESTED) != 0;
    const uint32_t owner = o->owner, cards = rt_zone_count(g, VM_ZONE_LIBRARY, owner),
                   all = cards + rt_zone_count(g, VM_ZONE_HAND, owner);
    const rt_temp_mark mark = rt_temp_here(g);
    uint32_t *can = rt_temp_alloc(g, (all + 1) * sizeof *can), n = 0;
    can[n++] = idx;
    rt_spend(g, all);
    for (uint32_t i = 0; i < all; i++) {
        const uint32_t at = i < cards ? rt_zone_at(g, VM_ZONE_LIBRARY, owner, i)
                                      : rt_zone_at(g, VM_ZONE_HAND, owner, i - cards);
        if ((any || g->lib->face[rt_obj(g, at)->card_face].morph) &&
            !rt_sees(g, rt_handle(g, at), player))
            can[n++] = at;
    }
    const uint32_t with = can[rt_random_below(g->s, n)];
    if (with != idx)
        exchange(g, idx, with);
    rt_temp_release(g, mark);
}

/* What was chosen for another's conspiracy that lies face down is nothing in such a world: it could be any name (CR 313.7). */
static void forget_chosen(rt_game *g, uint32_t player)
{
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_COMMAND, 0); i++) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_COMMAND, 0, i);
        const int unknown =
            (rt_obj(g, idx)->flags & RT_OF_FACE_DOWN) && !rt_sees(g, rt_handle(g, idx), player);
        uint32_t kept = 0;
        for (uint32_t k = 0; unknown && k < g->s->link.count; k++)
            if (rt_link_row(g, k)->self != rt_handle(g, idx))
                *rt_link_row(g, kept++) = *rt_link_row(g, k);
        g->s->link.count = unknown ? kept : g->s->link.count;
    }
}

/* What was before belongs to the real game: going back there would show what is hidden, and what chance is about to say. */
static void forget_image(rt_game *g)
{
    const uint32_t n = g->s->option.count;
    g->s->image.count = 0;
    if (g->s->decision.active && n && rt_option_row(g, n - 1)->kind == CANTRIP_OPTION_TAKE_BACK)
        g->s->option.count = n - 1;
}

static void resample(rt_game *g, void *user)
{
    const resample_call *c = user;
    rt_random_seed(g->s, c->low | (uint64_t)c->high << 32);
    for (uint32_t p = 0; p < g->s->player.count; p++) {
        const uint32_t cards = rt_zone_count(g, VM_ZONE_LIBRARY, p),
                       all = cards + rt_zone_count(g, VM_ZONE_HAND, p);
        uint32_t *hidden = rt_temp_alloc(g, (all + 1) * sizeof *hidden), n = 0;
        for (uint32_t i = 0; i < all; i++) {
            const uint32_t idx = i < cards ? rt_zone_at(g, VM_ZONE_LIBRARY, p, i)
                                           : rt_zone_at(g, VM_ZONE_HAND, p, i - cards);
            if (!rt_sees(g, rt_handle(g, idx), c->player))
                hidden[n++] = idx;
        }
        for (uint32_t i = n; i > 1; i--)
            exchange(g, hidden[i - 1], hidden[rt_random_below(g->s, i)]);
    }
    for (uint32_t zone = VM_ZONE_BATTLEFIELD; zone <= VM_ZONE_STACK; zone++)
        for (uint32_t i = 0; i < rt_zone_count(g, zone, 0); i++)
            resample_face_down(g, rt_zone_at(g, zone, 0, i), c->player);
    forget_chosen(g, c->player);
    forget_image(g);
    rt_dirty(g);
    rt_refresh(g);
}

cantrip_status rt_do_resample(cantrip_game *game, const uint32_t *words)
{
    const rt_state *s = game->g.s;
    resample_call c = {words[0], words[1], words[2]};
    if (c.player >= s->player.count || s->over ||
        (s->decision.active && s->decision.player != c.player))
        return CANTRIP_E_ARGUMENT;
    return rt_carry_out(game, resample, &c, RT_DEED_RESAMPLE, words, 3);
}

cantrip_status cantrip_game_resample(cantrip_game *game, uint32_t player, uint64_t seed)
{
    if (!game)
        return CANTRIP_E_ARGUMENT;
    return rt_do_resample(game, (uint32_t[]){player, (uint32_t)seed, (uint32_t)(seed >> 32)});
}
