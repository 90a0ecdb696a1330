/* What a card could be used for, where, and whether it could be at any time: worked out once for a library, so that the
 * many cards with which nobody could do anything now are passed over with one look. */
#include "runtime/library/library.h"

static uint64_t rules_in(const vm_pack *p, const vm_ability *a)
{
    uint64_t rules = 0;
    for (uint32_t i = 0; a->kind == VM_ABILITY_STATIC && i < a->mod_count; i++)
        if (p->mod[a->mods + i].op >= 30)
            rules |= RT_RULE(p->mod[a->mods + i].op);
    return rules;
}

/* What it says itself about what it costs; additional costs only make it cost more. */
static int changes_cost(const vm_pack *p, const vm_ability *a, uint64_t rules)
{
    for (uint32_t i = 0; a->kind == VM_ABILITY_COST && i < a->cost_count; i++)
        if (p->cost[a->cost + i].kind == VM_COST_GIVE)
            return 1;
    return a->kind == VM_ABILITY_MORPH ||
           (a->kind == VM_ABILITY_COST && (a->flags & VM_AF_ALTERNATIVE)) ||
           (rules &
            (RT_RULE(VM_MOD_COSTS_MORE) | RT_RULE(VM_MOD_COSTS_MANA_LESS) |
             RT_RULE(VM_MOD_HELPS_PAY) | RT_RULE(VM_MOD_ANY_COLOR) | RT_RULE(VM_MOD_MAY_PLAY)));
}

/* With priority, where its player makes no mana ahead: mana abilities that only tap and add mana are used while paying. */
static int is_for_priority(const rt_library *lib, uint32_t ability)
{
    const vm_pack *p = &lib->pack;
    const vm_ability *a = &p->ability[ability];
    if ((a->flags & (VM_AF_MANA | VM_AF_INSTANT | VM_AF_SORCERY)) != VM_AF_MANA ||
        lib->mana[ability].pool)
        return 1;
    for (uint32_t i = 0; i < a->cost_count; i++)
        if (vm_cost_picks(p->cost[a->cost + i].kind))
            return 1;
    return 0;
}

static void read_activated(const rt_library *lib, uint32_t ability, rt_face_info *info)
{
    const vm_ability *a = &lib->pack.ability[ability];
    info->acts |= (uint8_t)(a->zones & ~(1u << VM_ZONE_BATTLEFIELD));
    info->fast |= (uint8_t)(a->zones >> VM_ZONE_HAND & 1);
    if (!(a->zones >> VM_ZONE_BATTLEFIELD & 1) || !is_for_priority(lib, ability))
        return;
    info->does = 1;
    for (uint32_t i = a->cost; i < a->cost + a->cost_count; i++)
        info->untaps |= lib->pack.cost[i].kind == VM_COST_UNTAP;
    info->for_others |= (a->flags & VM_AF_ANY_PLAYER) != 0;
}

/* Of others: what functions everywhere is about itself. */
static int works_elsewhere(const vm_ability *a)
{
    return (a->zones & ~(1u << VM_ZONE_BATTLEFIELD)) &&
           (a->kind == VM_ABILITY_TRIGGERED ||
            ((a->kind == VM_ABILITY_REPLACE || a->kind == VM_ABILITY_STATIC) &&
             a->zones != RT_EVERYWHERE));
}

void rt_uses_init(rt_library *lib, uint32_t face)
{
    const vm_pack *p = &lib->pack;
    const vm_face *f = &p->face[face];
    rt_face_info *info = &lib->face[face];
    const int halves = f->shape == VM_SHAPE_SPLIT || f->shape == VM_SHAPE_TWOFOLD;
    int varies =
        f->shape != VM_SHAPE_ONE || !f->cost_count || (info->markers >> VM_MARKER_ASSIST & 1);
    info->acts = halves ? (uint8_t)(RT_EVERYWHERE & ~(1u << VM_ZONE_BATTLEFIELD)) : 0;
    info->fast = (f->types & VM_TYPE_INSTANT) || f->shape != VM_SHAPE_ONE || info->morph ||
                 (info->markers >> VM_TRAIT_FAST & 1);
    for (uint32_t i = f->abilities; i < f->abilities + f->ability_count; i++) {
        const vm_ability *a = &p->ability[i];
        const uint64_t rules = rules_in(p, a);
        if (a->kind == VM_ABILITY_ACTIVATED)
            read_activated(lib, i, info);
        if (a->kind ==
            VM_ABILITY_OPENING) /* it may lie there face down, and be turned up (CR 115.2h) */
            info->acts |= (uint8_t)(a->zones & 1u << VM_ZONE_COMMAND);
        if (a->zones & ~(1u << VM_ZONE_BATTLEFIELD))
            info->rules |= rules;
        info->makes |= rules;
        if (rules & RT_RULE(VM_MOD_MAY_PLAY))
            info->acts |= (uint8_t)(a->zones & ~(1u << VM_ZONE_BATTLEFIELD));
        info->fast |= (rules & RT_RULE(VM_MOD_AS_FLASH)) ||
                      (a->kind == VM_ABILITY_COST && (a->flags & VM_AF_INSTANT));
        info->enters_if |= a->kind == VM_ABILITY_ENTERS && a->condition;
        info->elsewhere |= (uint8_t)works_elsewhere(a);
        varies |= changes_cost(p, a, rules) || (a->flags & VM_AF_IN_PLACE);
    }
    info->least.varies |= (uint8_t)varies;
}
