/* What a spell does beside its main instructions: what its keywords and what was spliced onto it say (CR 702.46). Each part is a
 * spell ability of its own, followed behind the others, with targets of its own: their mode is RT_PART_MODE + its row. */
#include "runtime/cast/cast.h"

static rt_spell_part *row_of(const rt_game *g, uint32_t ctx, uint32_t number)
{
    for (uint32_t i = 0; i < g->s->spell_part.count; i++)
        if (rt_spell_part_row(g, i)->ctx == ctx && !number--)
            return rt_spell_part_row(g, i);
    return NULL;
}

const rt_spell_part *rt_part_of(const rt_game *g, uint32_t ctx, uint32_t number)
{
    return row_of(g, ctx, number);
}

void rt_part_add(rt_game *g, const rt_spell_part *part)
{
    const uint32_t at = RT_PUSH(g, spell_part);
    *rt_spell_part_row(g, at) = *part;
}

static int is_part(const vm_ability *a)
{
    return a->kind == VM_ABILITY_SPELL && (a->flags & VM_AF_PART);
}

static int is_so(rt_game *g, uint32_t ctx, uint32_t ability)
{
    rt_ctx c = *rt_ctx_row(g, ctx);
    const uint32_t condition = g->pack->ability[ability].condition;
    c.ability = ability;
    return !condition || rt_value(g, condition, &c, 0) != 0;
}

/* What the spell does itself, as its costs have been announced (CR 702.95a); VM_NO_SYMBOL = nothing. */
uint32_t rt_spell_ability(rt_game *g, rt_entity spell, uint32_t ctx)
{
    const rt_object *o = rt_live(g, spell);
    const vm_face *f = rt_face(g, o);
    const uint32_t own = g->lib->face[o->face].spell;
    for (uint32_t i = f->abilities; i < f->abilities + f->ability_count; i++)
        if (g->pack->ability[i].kind == VM_ABILITY_SPELL &&
            (g->pack->ability[i].flags & VM_AF_IN_PLACE) && is_so(g, ctx, i))
            return i;
    return own ? own - 1 : VM_NO_SYMBOL;
}

/* Of a card that could be cast: are there targets for what its keywords say in any case? */
int rt_parts_possible(rt_game *g, const vm_face *f, const rt_ctx *c)
{
    for (uint32_t i = f->abilities; i < f->abilities + f->ability_count; i++) {
        const vm_ability *a = &g->pack->ability[i];
        if (is_part(a) && !a->condition && a->target_count &&
            !rt_can_target_all(g, a->targets, a->target_count, c))
            return 0;
    }
    return 1;
}

int rt_parts_legal(rt_game *g, rt_entity spell, uint32_t ctx)
{
    const rt_ctx c = *rt_ctx_row(g, ctx);
    for (uint32_t i = 0; i < rt_ability_count(g, rt_live(g, spell)); i++) {
        const uint32_t id = rt_ability_at(g, rt_live(g, spell), i);
        const vm_ability *a = &g->pack->ability[id];
        if (is_part(a) && a->target_count && is_so(g, ctx, id) &&
            !rt_can_target_all(g, a->targets, a->target_count, &c))
            return 0;
    }
    return 1;
}

/* May the card in a hand be spliced onto the spell? Its instructions must be possible (CR 702.46b). */
int rt_splice(rt_game *g, rt_entity card, rt_entity spell, uint32_t ctx, rt_spell_part *out)
{
    const rt_object *o = rt_live(g, card);
    const uint32_t does = g->lib->face[o->face].spell;
    const rt_spell_part *part;
    for (uint32_t n = 0; (part = row_of(g, ctx, n)) != NULL; n++)
        if (part->card == card)
            return 0;
    for (uint32_t i = 0; does && i < rt_ability_count(g, rt_live(g, card)); i++) {
        const uint32_t id = rt_ability_at(g, rt_live(g, card), i);
        const vm_ability *a = &g->pack->ability[id], *adds = &g->pack->ability[does - 1];
        const rt_ctx c = rt_ctx_for(g, card, id), self = *rt_ctx_row(g, ctx);
        if (a->kind != VM_ABILITY_STATIC || !(a->zones >> VM_ZONE_HAND & 1) ||
            (a->condition && !rt_value(g, a->condition, &c, 0)))
            continue;
        for (uint32_t k = a->mods; k < a->mods + a->mod_count; k++) {
            const vm_mod *m = &g->pack->mod[k];
            if (m->op != VM_MOD_MAY_SPLICE || !rt_match(g, m->a, spell, &c) ||
                !rt_ability_legal(g, adds, &self))
                continue;
            *out = (rt_spell_part){.ctx = ctx,
                                   .ability = does - 1,
                                   .card = card,
                                   .cost = m->b,
                                   .cost_count = m->flags >> VM_MF_COSTS_SHIFT,
                                   .keyword = a->keyword + 1};
            return 1;
        }
    }
    return 0;
}

int rt_could_splice(rt_game *g, rt_entity spell, uint32_t ctx)
{
    const rt_ctx c = *rt_ctx_row(g, ctx);
    rt_spend(g, g->pack->mod_count / 64);
    for (uint32_t k = 0; k < g->pack->mod_count; k++)
        if (g->pack->mod[k].op == VM_MOD_MAY_SPLICE && rt_match(g, g->pack->mod[k].a, spell, &c))
            return 1;
    return 0;
}

void rt_parts_begin(rt_game *g, rt_entity spell, uint32_t ctx)
{
    for (uint32_t i = 0; i < rt_ability_count(g, rt_live(g, spell)); i++) {
        const uint32_t id = rt_ability_at(g, rt_live(g, spell), i);
        if (is_part(&g->pack->ability[id]) && g->pack->ability[id].target_count &&
            is_so(g, ctx, id))
            rt_part_add(g, &(rt_spell_part){.ctx = ctx, .ability = id});
    }
}

void rt_parts_drop(rt_game *g, uint32_t ctx)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->s->spell_part.count; i++)
        if (rt_spell_part_row(g, i)->ctx != ctx)
            *rt_spell_part_row(g, n++) = *rt_spell_part_row(g, i);
    g->s->spell_part.count = n;
}

void rt_parts_copy(rt_game *g, uint32_t from, uint32_t to)
{
    for (uint32_t i = 0, n = g->s->spell_part.count; i < n; i++) {
        rt_spell_part copy = *rt_spell_part_row(g, i);
        if (copy.ctx != from)
            continue;
        copy.ctx = to;
        rt_part_add(g, &copy);
    }
}

enum { LOST = UINT16_MAX }; /* cost_count of a part that a copy lacks */

/* The copy lacks a keyword: what that says that the spell does is left out, in its copies, too (CR 702.49a). */
void rt_parts_lose(rt_game *g, rt_entity spell, uint32_t ctx, uint32_t keyword)
{
    for (uint32_t i = 0; i < rt_ability_count(g, rt_live(g, spell)); i++) {
        const uint32_t id = rt_ability_at(g, rt_live(g, spell), i);
        if (is_part(&g->pack->ability[id]) && g->pack->ability[id].keyword == keyword)
            rt_part_add(g, &(rt_spell_part){.ctx = ctx, .ability = id, .cost_count = LOST});
    }
}

static int is_lost(const rt_game *g, uint32_t ctx, uint32_t ability)
{
    for (uint32_t i = 0; i < g->s->spell_part.count; i++) {
        const rt_spell_part *p = rt_spell_part_row((rt_game *)(uintptr_t)g, i);
        if (p->ctx == ctx && p->ability == ability && p->cost_count == LOST)
            return 1;
    }
    return 0;
}

/* Its targets: those of the mode, or of all that it does. */
uint32_t rt_part_targets(const rt_game *g, const rt_spell_part *part, uint32_t *out_first)
{
    const vm_ability *a = &g->pack->ability[part->ability];
    const vm_mode *m = part->mode ? &g->pack->mode[part->mode - 1] : NULL;
    *out_first = m ? m->targets : a->targets;
    return m ? m->target_count : a->target_count;
}

const vm_target *rt_target_asked(const rt_game *g, uint32_t ctx, const rt_target *t)
{
    uint32_t ability = rt_ctx_row(g, ctx)->ability;
    if (t->mode >= RT_PART_MODE) {
        const rt_spell_part *part = row_of(g, ctx, t->mode - RT_PART_MODE);
        uint32_t first = 0;
        if (part)
            rt_part_targets(g, part, &first);
        return part ? &g->pack->target[first + t->slot] : NULL;
    }
    if (ability == VM_NO_SYMBOL)
        return NULL;
    const vm_ability *a = &g->pack->ability[ability];
    if (!a->mode_count && !a->target_count)
        return NULL;
    return &g->pack
                ->target[(a->mode_count ? g->pack->mode[a->modes + t->mode].targets : a->targets) +
                         t->slot];
}

/* The row of a part of its own that has targets. */
static int chosen(const rt_game *g, uint32_t ctx, uint32_t ability, uint32_t *out_number)
{
    const rt_spell_part *part;
    for (uint32_t n = 0; (part = row_of(g, ctx, n)) != NULL; n++)
        if (part->ability == ability && !part->card) {
            *out_number = n;
            return 1;
        }
    return 0;
}

int rt_part_next(rt_game *g, rt_entity spell, uint32_t ctx, uint32_t first, int32_t *at,
                 uint32_t *out_effect, uint32_t *out_mode)
{
    const rt_object *o = rt_live(g, spell);
    const int own = o && o->zone == VM_ZONE_STACK && !(o->flags & RT_OF_ABILITY);
    const int32_t count = own ? (int32_t)rt_ability_count(g, o) : 0;
    *out_mode = 0;
    for (; *at >= 0 && *at < count; ++*at) {
        const uint32_t id = rt_ability_at(g, rt_live(g, spell), (uint32_t)*at);
        uint32_t number = 0;
        if (!is_part(&g->pack->ability[id]) ||
            (g->pack->ability[id].flags & VM_AF_FIRST) != first || !is_so(g, ctx, id) ||
            is_lost(g, ctx, id) ||
            (g->pack->ability[id].target_count && !chosen(g, ctx, id, &number)))
            continue;
        *out_effect = g->pack->ability[id].effect;
        *out_mode = g->pack->ability[id].target_count ? RT_PART_MODE + number : 0;
        ++*at;
        return 1;
    }
    if (first)
        return 0;
    if (*at >= 0)
        *at = -1;
    const rt_spell_part *part;
    for (; (part = row_of(g, ctx, (uint32_t)(-1 - *at))) != NULL; --*at)
        if (part->card) {
            *out_effect = part->mode ? g->pack->mode[part->mode - 1].effect
                                     : g->pack->ability[part->ability].effect;
            *out_mode = RT_PART_MODE + (uint32_t)(-1 - *at);
            --*at;
            return 1;
        }
    return 0;
}
