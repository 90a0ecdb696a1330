/* Numbers of hidden cards. What somebody gets to know in a hand or library gets a number that only what is known has had, in
 * an order that everybody knows: so a number tells neither where the card was nor that it is one that was looked at
 * before, somewhere else. Wherever the rules machine holds the old number it holds the new one then: it is the same object. */
#include "runtime/objects/objects.h"
#include "runtime/layers/layers.h"

enum { SHOWN = 1, SHOWN_ON_TOP = 2 }; /* of known[] */

typedef struct renamed {
    rt_entity was, is;
} renamed;

static void in_entity(const renamed *r, rt_entity *e)
{
    if (*e == r->was)
        *e = r->is;
}

static void in_set(const renamed *r, uint64_t *set) /* others lie in the heap */
{
    if (*set == RT_SET_ONE(r->was))
        *set = RT_SET_ONE(r->is);
}

/* A field of every row of a table. */
#define IN_EACH(name, field)                                                                       \
    for (uint32_t i_ = 0; i_ < g->s->name.count; i_++)                                             \
    in_entity(r, &rt_##name##_row(g, i_)->field)

/* What resolves, waits, and was answered. */
static void in_effects(rt_game *g, const renamed *r)
{
    for (uint32_t i = 0; i < g->s->reg.count; i++)
        in_set(r, rt_reg_row(g, i));
    for (uint32_t i = 0; i < g->s->frame.count; i++)
        for (uint32_t k = 0; k < 2; k++)
            in_set(r, &rt_frame_row(g, i)->kept[k]);
    for (uint32_t i = 0; i < g->s->heap.count; i++)
        in_entity(r, rt_heap_row(g, i));
    for (uint32_t i = 0; i < g->s->link.count; i++)
        if (rt_link_row(g, i)->slot == RT_LINK_UNTIL_LEAVES || !rt_link_row(g, i)->is_number)
            in_entity(r, &rt_link_row(g, i)->value);
    IN_EACH(ctx, self);
    IN_EACH(ctx, by);
    IN_EACH(ctx, origin);
    IN_EACH(ctx, whom);
    for (uint32_t k = 0; k < 3; k++)
        IN_EACH(ctx, event_obj[k]);
    IN_EACH(target, entity);
    IN_EACH(captured, entity);
    IN_EACH(link, self);
    IN_EACH(link, origin);
    IN_EACH(option, entity);
}

/* What happens and has happened. */
static void in_events(rt_game *g, const renamed *r)
{
    IN_EACH(event, obj);
    IN_EACH(event, src);
    IN_EACH(event, whom);
    IN_EACH(event, other);
    IN_EACH(event, result);
    IN_EACH(event, copy_of);
    IN_EACH(past, obj);
    IN_EACH(past, src);
    IN_EACH(past, whom);
    IN_EACH(past, other);
    IN_EACH(past, result);
    IN_EACH(lki, became);
    IN_EACH(paid, entity);
    IN_EACH(replacement, self);
    IN_EACH(applied, self);
    IN_EACH(once, self);
    IN_EACH(bill, self);
    IN_EACH(bill, without);
}
#undef IN_EACH

static rt_entity rename_card(rt_game *g, rt_entity card)
{
    CANTRIP_ASSERT(rt_is_entity(g, card));
    const renamed r = {card, rt_handle(g, rt_object_renumber(g, RT_INDEX(card)))};
    rt_spend(g, (g->s->reg.count + g->s->heap.count + g->s->ctx.count + g->s->link.count +
                 g->s->past.count + g->s->lki.count + g->s->event.count) /
                    32);
    in_effects(g, &r);
    in_events(g, &r);
    return r.is;
}

/* The row of a hidden card, if there is one. */
static rt_known *known_row(const rt_game *g, rt_entity card)
{
    CANTRIP_ASSERT(rt_is_entity(g, card));
    rt_spend(g, g->s->known.count / 8);
    for (uint32_t i = 0; i < g->s->known.count; i++)
        if (rt_known_row(g, i)->card == card)
            return rt_known_row(g, i);
    return NULL;
}

/* Gives a hidden card a new number if that is so; its row of known[] goes along. */
static rt_entity known_as(rt_game *g, rt_entity card, uint32_t players, uint32_t shown)
{
    CANTRIP_ASSERT(rt_is_entity(g, card));
    const rt_object *o = rt_live(g, card);
    const rt_known *k = known_row(g, card);
    rt_known now = {card, o->zone == VM_ZONE_HAND ? 1u << o->owner : 0, 0};
    if (k)
        now = *k;
    if (!(players & ~now.players) && !(shown & ~now.shown))
        return card;
    now.card = rename_card(g, card);
    now.players |= players;
    now.shown |= shown;
    rt_known *row = known_row(g, card);
    if (!row) {
        const uint32_t at = RT_PUSH(g, known);
        row = rt_known_row(g, at);
    }
    *row = now;
    return now.card;
}

rt_entity rt_know(rt_game *g, rt_entity card, uint32_t players)
{
    CANTRIP_ASSERT(rt_is_entity(g, card));
    const rt_object *o = RT_IS_PLAYER(card) ? NULL : rt_live(g, card);
    const int hidden = o && (o->zone == VM_ZONE_LIBRARY || o->zone == VM_ZONE_HAND ||
                             (o->zone == VM_ZONE_EXILE && (o->flags & RT_OF_FACE_DOWN)));
    if (hidden && o->zone == VM_ZONE_LIBRARY)
        g->s->image.count = 0; /* CR 721.1 */
    return hidden ? known_as(g, card, players, 0) : card;
}

/* A card that was revealed on top of a library and is not any more is a new object (CR 401.6): no old number finds it. */
static void cover(rt_game *g)
{
    for (uint32_t i = 0; i < g->s->known.count; i++) {
        const rt_known k = *rt_known_row(g, i);
        const rt_object *o = k.shown & SHOWN_ON_TOP ? rt_live(g, k.card) : NULL;
        if (!o || o->zone != VM_ZONE_LIBRARY)
            continue;
        const uint32_t owner = o->owner, cards = rt_zone_count(g, VM_ZONE_LIBRARY, owner);
        if (rt_zone_at(g, VM_ZONE_LIBRARY, owner, cards - 1) == RT_INDEX(k.card) &&
            rt_rule_on(g, VM_MOD_TOP_REVEALED, RT_PLAYER(owner)))
            continue;
        const uint32_t to = rt_object_renumber(g, RT_INDEX(k.card));
        rt_known_row(g, i)->card = rt_handle(g, to);
        rt_known_row(g, i)->shown = 0;
    }
}

/* Whoever may look at cards that lie face down in exile at any time knows them from then on (CR 702.74a). */
static int looks(rt_game *g, const vm_mod *m, const rt_ctx *rule, void *user)
{
    const rt_ctx c = *rule;
    const uint32_t who = *(const uint32_t *)user;
    for (uint32_t p = 0; p < g->s->player.count; p++) {
        rt_spend(g, rt_zone_count(g, VM_ZONE_EXILE, p));
        for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_EXILE, p); i++) {
            const rt_entity e = rt_handle(g, rt_zone_at(g, VM_ZONE_EXILE, p, i));
            if ((rt_live(g, e)->flags & RT_OF_FACE_DOWN) && rt_match(g, m->a, e, &c))
                rt_know(g, e, 1u << who);
        }
    }
    return 0;
}

void rt_know_shown(rt_game *g)
{
    cover(g);
    for (uint32_t p = 0; (g->s->rules_union & RT_RULE(VM_MOD_MAY_LOOK)) && p < g->s->player.count;
         p++)
        rt_each_rule(g, VM_MOD_MAY_LOOK, RT_PLAYER(p), looks, &p);
    if (!(g->s->rules_union & (RT_RULE(VM_MOD_TOP_REVEALED) | RT_RULE(VM_MOD_TOP_KNOWN) |
                               RT_RULE(VM_MOD_HAND_REVEALED))))
        return;
    for (uint32_t p = 0; p < g->s->player.count; p++) {
        const uint32_t cards = rt_zone_count(g, VM_ZONE_LIBRARY, p);
        if (cards && (rt_rule_on(g, VM_MOD_TOP_REVEALED, RT_PLAYER(p)) ||
                      rt_rule_on(g, VM_MOD_TOP_KNOWN, RT_PLAYER(p))))
            known_as(g, rt_handle(g, rt_zone_at(g, VM_ZONE_LIBRARY, p, cards - 1)), 0,
                     rt_rule_on(g, VM_MOD_TOP_REVEALED, RT_PLAYER(p)) ? SHOWN_ON_TOP : SHOWN);
        if (rt_rule_on(g, VM_MOD_HAND_REVEALED, RT_PLAYER(p)))
            for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_HAND, p); i++)
                known_as(g, rt_handle(g, rt_zone_at(g, VM_ZONE_HAND, p, i)), 0, SHOWN);
    }
}

void rt_lose_sight(rt_game *g, uint64_t set, uint32_t but)
{
    CANTRIP_ASSERT(rt_is_set(g, set));
    for (uint32_t i = 0; i < rt_set_count(set); i++) {
        rt_known *k = known_row(g, rt_set_at(g, set, i));
        if (k) {
            k->players &= but;
            k->shown = 0;
        }
    }
}
