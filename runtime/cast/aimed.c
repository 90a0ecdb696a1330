/* Costs that depend on what a spell targets (CR 601.2f): before it is cast, every target is tried that it could have. */
#include "runtime/cast/cast.h"

typedef struct aim {
    rt_game *g;
    const rt_ctx *ctx;
    rt_entity card;
    rt_aimed_fn pays;
    void *user;
} aim;

enum { NO_CTX = 0x7FFFFFFE }; /* of the target that is tried: no row of ctx[] has that number */

/* Could it be paid for, if `e` were its target? It is looked at as the spell that it would be. */
static int pays_for(const aim *a, uint32_t slot, rt_entity e)
{
    rt_game *g = a->g;
    const uint32_t idx = RT_INDEX(a->card);
    const rt_object as_it_is = rt_presence_lend(g, idx);
    const uint32_t at = RT_PUSH(g, target);
    *rt_target_row(g, at) = (rt_target){NO_CTX, (uint8_t)slot, 0, 0, e, 0, 0};
    rt_obj(g, idx)->zone = VM_ZONE_STACK;
    rt_presence_of(g, rt_obj(g, idx))->ctx = NO_CTX + 1;
    const int pays = a->pays(g, a->user);
    rt_presence_return(g, idx, &as_it_is);
    g->s->target.count = at;
    return pays;
}

/* *tried: something needs a target, and there is one. */
static int pays_for_some(const aim *a, const vm_target *list, uint32_t count, int *tried)
{
    rt_game *g = a->g;
    for (uint32_t slot = 0; slot < count; slot++) {
        const uint32_t heap = g->s->heap.count;
        const uint64_t all = rt_target_candidates(g, &list[slot], a->ctx);
        int pays = 0;
        *tried |= list[slot].min && rt_set_count(all);
        for (uint32_t i = 0; i < rt_set_count(all) && !pays; i++)
            pays = pays_for(a, slot, rt_set_at(g, all, i));
        g->s->heap.count = heap;
        if (pays)
            return 1;
    }
    return 0;
}

int rt_is_aimed(const rt_game *g, rt_entity card)
{
    const uint64_t changes = RT_RULE(VM_MOD_COSTS_MORE) | RT_RULE(VM_MOD_COSTS_MANA_MORE) |
                             RT_RULE(VM_MOD_COSTS_MANA_LESS);
    const rt_object *o = rt_live(g, card);
    return g->lib->aimed_costs &&
           ((g->s->rules_union | rt_own_rules(g, o)) & changes); /* of it, and now */
}

int rt_pays_aimed(rt_game *g, uint32_t player, rt_entity card, rt_aimed_fn pays, void *user)
{
    const rt_object *o = rt_live(g, card);
    if (!rt_is_aimed(g, card))
        return pays(g, user);
    const uint32_t spell = g->lib->face[o->face].spell;
    const vm_ability *a = spell ? &g->pack->ability[spell - 1] : NULL;
    const uint32_t enchants =
        rt_is_kind(g, o, VM_SUBTYPE_AURA) ? rt_enchant_selector(g, rt_face(g, o)) : 0;
    rt_ctx c = rt_ctx_for(g, card, spell ? spell - 1 : VM_NO_SYMBOL);
    c.controller = (uint8_t)player;
    const aim way = {g, &c, card, pays, user};
    const vm_target aura = {enchants, 1, 1, 0, 0};
    int tried = 0, modal = a && a->mode_count;
    if (enchants)
        return pays_for_some(&way, &aura, 1, &tried);
    for (uint32_t m = 0; modal && m < a->mode_count; m++) {
        const vm_mode *mode = &g->pack->mode[a->modes + m];
        if (pays_for_some(&way, &g->pack->target[mode->targets], mode->target_count, &tried))
            return 1;
    }
    if (a && !modal && pays_for_some(&way, &g->pack->target[a->targets], a->target_count, &tried))
        return 1;
    return (modal || !tried) && pays(g, user);
}
