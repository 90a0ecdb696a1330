/* Commanders (CR 903): which cards are, how often they were cast from the command zone, what they have dealt to whom.
 * Being a commander is a mark on the card, not a characteristic (903.3): it stays with it from zone to zone, and nothing
 * copies it. */
#include "runtime/objects/objects.h"

enum { TAX = 2 }; /* generic mana for each time it was cast from there before (CR 903.8) */

void rt_commander_begin(rt_game *g, uint32_t idx)
{
    const uint32_t at = RT_PUSH(g, commander);
    rt_obj(g, idx)->flags |= RT_OF_COMMANDER;
    *rt_commander_row(g, at) = (rt_commander){rt_handle(g, idx), rt_obj(g, idx)->owner, 0};
}

/* The row of the card that was called `was`; NULL: it is no commander. */
static rt_commander *row_of(const rt_game *g, rt_entity was)
{
    for (uint32_t i = 0; i < g->s->commander.count; i++)
        if (rt_commander_row(g, i)->card == was)
            return rt_commander_row(g, i);
    return NULL;
}

void rt_commander_moved(rt_game *g, rt_entity was, uint32_t idx)
{
    rt_commander *c = row_of(g, was);
    CANTRIP_ASSERT(c != NULL);
    c->card = rt_handle(g, idx);
}

/* Two hidden cards have changed what they are. */
void rt_commanders_exchanged(rt_game *g, uint32_t a, uint32_t b)
{
    rt_object *o = rt_obj(g, a), *p = rt_obj(g, b);
    const uint32_t differs = (o->flags ^ p->flags) & RT_OF_COMMANDER;
    rt_commander *of_a = row_of(g, rt_handle(g, a)), *of_b = row_of(g, rt_handle(g, b));
    o->flags ^= differs;
    p->flags ^= differs;
    if (of_a)
        of_a->card = rt_handle(g, b);
    if (of_b)
        of_b->card = rt_handle(g, a);
}

uint32_t rt_commander_casts(const rt_game *g, rt_entity card)
{
    const rt_commander *c = row_of(g, card);
    return c ? c->casts : 0;
}

void rt_commander_cast(rt_game *g, rt_entity spell)
{
    rt_commander *c = row_of(g, spell);
    if (c)
        c->casts = (uint32_t)rt_sum((int32_t)c->casts, 1);
}

/* Is it cast, or could it be, from the command zone? Then what was cast before costs more. */
int32_t rt_commander_tax(const rt_game *g, rt_entity card)
{
    const rt_object *o = rt_live(g, card);
    const int from_there =
        o && (o->flags & RT_OF_COMMANDER) &&
        (o->zone == VM_ZONE_COMMAND || rt_here(g, o)->cast_from == VM_ZONE_COMMAND + 1);
    return from_there ? rt_sum(0, (int64_t)TAX * rt_commander_casts(g, card)) : 0;
}

/* Its owner may put it into the command zone instead (CR 903.9). */
int rt_commander_could_return(const rt_game *g, const rt_event *e)
{
    static const uint32_t LOST =
        1u << VM_ZONE_GRAVEYARD | 1u << VM_ZONE_EXILE | 1u << VM_ZONE_HAND | 1u << VM_ZONE_LIBRARY;
    const rt_object *o = e->kind == RT_EV_MOVE ? rt_live(g, e->obj) : NULL;
    return o && (o->flags & RT_OF_COMMANDER) && (LOST >> e->to & 1) &&
           !rt_player_row(g, o->owner)->lost;
}

void rt_commander_return(rt_game *g, uint32_t event)
{
    rt_event *e = rt_event_row(g, event);
    e->to = VM_ZONE_COMMAND;
    e->flags &= ~(uint32_t)RT_EF_BOTTOM;
    e->link = 0;
}

/* Combat damage over the course of the game, each commander by itself (CR 903.10a). */
void rt_commander_damage(rt_game *g, rt_entity source, uint32_t player, int32_t amount)
{
    const rt_commander *c = row_of(g, source);
    const uint32_t which = c ? (uint32_t)(c - rt_commander_row(g, 0)) : 0;
    if (!c)
        return;
    for (uint32_t i = 0; i < g->s->commander_damage.count; i++) {
        rt_commander_wound *w = rt_commander_damage_row(g, i);
        if (w->commander == which && w->player == player) {
            w->amount = rt_sum(w->amount, amount);
            return;
        }
    }
    const uint32_t at = RT_PUSH(g, commander_damage);
    *rt_commander_damage_row(g, at) = (rt_commander_wound){which, player, amount};
}

int32_t rt_commander_dealt(const rt_game *g, uint32_t player)
{
    int32_t most = 0;
    for (uint32_t i = 0; i < g->s->commander_damage.count; i++) {
        const rt_commander_wound *w = rt_commander_damage_row(g, i);
        most = w->player == player && w->amount > most ? w->amount : most;
    }
    return most;
}

/* What all their commanders are of together (CR 702.123c, 903.4): of the cards as they are printed, on all sides. */
uint32_t rt_commander_identity(const rt_game *g, uint64_t players)
{
    uint32_t colors = 0;
    for (uint32_t i = 0; i < g->s->commander.count; i++) {
        const rt_commander *c = rt_commander_row(g, i);
        const rt_object *o = rt_live(g, c->card);
        if (!o || !rt_set_has(g, players, RT_PLAYER(c->owner)))
            continue;
        const vm_face *f = &g->pack->face[o->card_face];
        colors |= f->identity;
        if (f->shape != VM_SHAPE_ONE)
            colors |= g->pack->face[f->other].identity | g->pack->face[f->card].identity;
    }
    return colors;
}
