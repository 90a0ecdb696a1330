/* What a player may see (CR 400.2): built from what is public, never by taking away from the whole.
 */
#include "runtime/history.h"

#include <string.h>

cantrip_game_view cantrip_view_game(const cantrip_game *game)
{
    const rt_state *s = game->g.s;
    return (cantrip_game_view){s->turn, s->step, s->turn_player, s->player.count};
}

cantrip_player_view cantrip_view_player(const cantrip_game *game, uint32_t player)
{
    const rt_game *g = &game->g;
    cantrip_player_view v;
    memset(&v, 0, sizeof v);
    if (player >= g->s->player.count)
        return v;
    v.life = rt_player_row(g, player)->life;
    v.lost = rt_player_row(g, player)->lost;
    v.poison = (uint32_t)rt_counters(g, RT_PLAYER(player), VM_COUNTER_POISON);
    v.hand = rt_zone_count(g, VM_ZONE_HAND, player);
    v.library = rt_zone_count(g, VM_ZONE_LIBRARY, player);
    v.graveyard = rt_zone_count(g, VM_ZONE_GRAVEYARD, player);
    v.exile = rt_zone_count(g, VM_ZONE_EXILE, player);
    for (uint32_t i = 0; i < g->s->mana.count; i++)
        if (rt_mana_row(g, i)->player == player && rt_mana_row(g, i)->color < 6)
            v.mana[rt_mana_row(g, i)->color]++;
    return v;
}

uint32_t cantrip_view_count(const cantrip_game *game, uint32_t zone, uint32_t player)
{
    if (zone >= VM_ZONE_COUNT || player >= game->g.s->player.count)
        return 0;
    return rt_zone_count(&game->g, zone, player);
}

/* Is the viewer asked about this very card just now (looking at it, searching)? */
static int is_looked_at(const rt_game *g, rt_entity e, uint32_t viewer)
{
    if (!g->s->decision.active || g->s->decision.player != viewer)
        return 0;
    for (uint32_t i = 0; i < g->s->option.count; i++)
        if (rt_option_row(g, i)->entity == e)
            return 1;
    return 0;
}

static int may_see(const rt_game *g, const rt_object *o, rt_entity e, uint32_t viewer)
{
    if (o->zone != VM_ZONE_LIBRARY && (o->zone != VM_ZONE_HAND || o->owner == viewer))
        return 1;
    for (uint32_t i = 0; i < g->s->known.count; i++)
        if (rt_known_row(g, i)->card == e && (rt_known_row(g, i)->players >> viewer & 1))
            return 1;
    return is_looked_at(g, e, viewer);
}

/* Is it in a hand that is played with revealed, or the top card of a library that is, or that its owner may look at (CR 401.5)? */
static int rules_show(rt_game *g, uint32_t viewer, rt_entity e)
{
    const rt_object *o = rt_live(g, e);
    if (o && o->zone == VM_ZONE_HAND)
        return rt_rule_on(g, VM_MOD_HAND_REVEALED, RT_PLAYER(o->owner));
    if (!o || o->zone != VM_ZONE_LIBRARY)
        return 0;
    const uint32_t owner = o->owner, n = rt_zone_count(g, VM_ZONE_LIBRARY, owner);
    return rt_zone_at(g, VM_ZONE_LIBRARY, owner, n - 1) == RT_INDEX(e) &&
           (rt_rule_on(g, VM_MOD_TOP_REVEALED, RT_PLAYER(owner)) ||
            (viewer == owner && rt_rule_on(g, VM_MOD_TOP_KNOWN, RT_PLAYER(owner))));
}

typedef struct look_call {
    rt_entity id;
    uint32_t viewer;
    int shown;
    int32_t power, toughness;
} look_call;

static void look(rt_game *g, void *user)
{
    look_call *l = user;
    l->shown = rules_show(g, l->viewer, l->id);
    l->power = rt_power(g, l->id);
    l->toughness = rt_toughness(g, l->id);
}

cantrip_object_view cantrip_view_id(cantrip_game *game, uint32_t viewer, cantrip_id id)
{
    rt_game *g = &game->g;
    cantrip_object_view v;
    memset(&v, 0, sizeof v);
    v.name = v.identity = "";
    look_call l = {id.bits, viewer, 0, 0, 0};
    if (rt_do_look(game) == CANTRIP_OK)
        rt_guarded(g, look, &l);
    const rt_object *o = rt_live(g, id.bits);
    if (!o) {
        v.name = rt_name(g, id.bits);
        return v;
    }
    v.id = id;
    v.zone = o->zone;
    v.owner = o->owner;
    v.controller = o->controller;
    if (!l.shown && !may_see(g, o, id.bits, viewer))
        return v;
    v.name = vm_pack_str(g->pack, rt_face(g, o)->name);
    v.face_down = (o->flags & RT_OF_FACE_DOWN) != 0;
    v.identity = !v.face_down || o->controller == viewer || g->s->over /* CR 707.5, 707.9 */
                     ? vm_pack_str(g->pack, g->pack->face[o->card_face].name)
                     : "";
    v.types = o->types & VM_TYPE_MASK;
    v.damage = o->damage;
    v.loyalty = rt_counters(g, id.bits, VM_COUNTER_LOYALTY);
    v.tapped = (o->flags & RT_OF_TAPPED) != 0;
    v.attacking = (o->flags & RT_OF_ATTACKING) != 0;
    v.blocking = (o->flags & RT_OF_BLOCKING) != 0;
    v.is_ability = (o->flags & RT_OF_ABILITY) != 0;
    v.is_token = (o->flags & RT_OF_TOKEN) != 0;
    v.plus_counters = rt_counters(g, id.bits, VM_COUNTER_PLUS);
    v.other_counters = rt_counters(g, id.bits, -1) - v.plus_counters - v.loyalty;
    v.attached_to.bits = o->attached;
    if (v.is_ability && o->ctx)
        v.attached_to.bits = rt_ctx_row(g, o->ctx - 1)->self;
    v.power = l.power;
    v.toughness = l.toughness;
    return v;
}

cantrip_object_view cantrip_view_object(cantrip_game *game, uint32_t viewer, uint32_t zone,
                                        uint32_t player, uint32_t index)
{
    cantrip_id id = {0};
    if (index < cantrip_view_count(game, zone, player))
        id.bits = rt_handle(&game->g, rt_zone_at(&game->g, zone, player, index));
    cantrip_object_view v = cantrip_view_id(game, viewer, id);
    if (zone == VM_ZONE_LIBRARY && !v.name[0])
        v.id.bits = 0; /* who saw it before a shuffle would find it again */
    return v;
}

const char *cantrip_step_name(uint32_t step)
{
    return vm_step_name(step);
}

const char *cantrip_zone_name(uint32_t zone)
{
    return vm_zone_name(zone);
}
