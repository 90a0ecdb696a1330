/* Text-changing effects (CR 612, layer 3): colour words and subtypes in the text of a permanent, its type
 * line included, are read as others. An ability that something else gives it is that one's text (612.3).
 * Mana symbols and names keep their letters. */
#include "runtime/layers/layers.h"

#include <string.h>

/* Is what `c` reads the text of its source itself? */
static int own_text(const rt_game *g, const rt_object *o, uint32_t ability)
{
    CANTRIP_ASSERT(ability == VM_NO_SYMBOL || ability < g->pack->ability_count);
    CANTRIP_ASSERT(o->gen != 0 || o->zone == VM_ZONE_COUNT);
    const vm_face *f = rt_face(g, o);
    return ability == VM_NO_SYMBOL ||
           (ability >= f->abilities && ability < f->abilities + f->ability_count);
}

/* Only a colour word is read as a colour word, and a subtype as a subtype, whatever a script has chosen. */
static int is_word(int32_t from, int32_t to)
{
    const int colors = from >= RT_WORD_COLOR && from < RT_WORD_COLOR + 5 && to >= RT_WORD_COLOR &&
                       to < RT_WORD_COLOR + 5;
    return colors || (from >= 0 && from < VM_SUBTYPE_MAX && to >= 0 && to < VM_SUBTYPE_MAX);
}

/* A text that was changed as the token was made is part of its copiable values: a copy effect that came later has others. */
static int is_over(const rt_game *g, uint32_t effect, rt_entity of)
{
    if (!rt_effect_row(g, effect)->copy)
        return 0;
    for (uint32_t i = effect + 1; i < g->s->effect.count; i++) {
        const rt_effect *e = rt_effect_row(g, i);
        if (e->copy && e->object[0] == of && g->pack->mod[e->mods].op == VM_MOD_COPY)
            return 1;
    }
    return 0;
}

static uint32_t read_as(const rt_game *g, rt_entity self, uint32_t word)
{
    CANTRIP_ASSERT(rt_is_entity(g, self));
    for (uint32_t i = 0; i < g->s->effect.count; i++) {
        const rt_effect *e = rt_effect_row(g, i);
        if (!e->mod_count || g->pack->mod[e->mods].op != VM_MOD_TEXT)
            continue;
        for (int k = 0; k < 4; k++)
            if (e->object[k] == self && (uint32_t)e->value[0] == word &&
                is_word(e->value[0], e->value[1]) && !is_over(g, i, self))
                word = (uint32_t)e->value[1];
    }
    return word;
}

/* Whose text an ability is: the object's own, or that of what gives it the ability. */
static rt_entity author(const rt_game *g, const rt_object *o, const rt_ctx *c)
{
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    CANTRIP_ASSERT(o->gen != 0 || o->zone == VM_ZONE_COUNT);
    if (own_text(g, o, c->ability))
        return c->self;
    for (uint32_t i = 0; o->granted && i < o->granted_count; i++) {
        const rt_granted *row = rt_granted_row(g, o->granted - 1 + i);
        if (row->ability == c->ability)
            return row->by;
    }
    return 0;
}

uint32_t rt_word(const rt_game *g, const rt_ctx *c, uint32_t word)
{
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    const rt_object *o = g->s->text_changes ? rt_live(g, c->self) : NULL;
    const rt_entity by = o ? author(g, o, c) : 0;
    o = rt_live(g, by);
    return o && (o->flags & RT_OF_TEXT_CHANGED) ? read_as(g, by, word) : word;
}

uint32_t rt_color_words(const rt_game *g, const rt_ctx *c, uint32_t mask)
{
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    uint32_t out = 0;
    if (!g->s->text_changes)
        return mask;
    for (uint32_t i = 0; i < 5; i++)
        if (mask >> i & 1)
            out |= 1u << (rt_word(g, c, RT_WORD_COLOR + i) - RT_WORD_COLOR);
    return out | (mask & ~31u);
}

/* The words of what makes a token define its types and its name, and its text (CR 612.2a): changed there, they are so in the token. */
void rt_text_of_token(rt_game *g, rt_entity token, rt_entity source, uint32_t ability)
{
    CANTRIP_ASSERT(rt_is_entity(g, token) && rt_is_entity(g, source));
    const rt_object *o = g->s->text_changes ? rt_live(g, source) : NULL;
    const rt_ctx c = rt_ctx_for(g, source, ability);
    const rt_entity by = o ? author(g, o, &c) : 0;
    for (uint32_t i = 0, n = by ? g->s->effect.count : 0; i < n; i++) {
        rt_effect e = *rt_effect_row(g, i);
        int changes = 0;
        for (int k = 0; k < 4; k++)
            changes |= e.object[k] == by;
        if (!changes || !e.mod_count || g->pack->mod[e.mods].op != VM_MOD_TEXT || is_over(g, i, by))
            continue;
        e.copy = 1;
        e.duration = VM_DURATION_FOREVER;
        e.condition = 0;
        e.timestamp = ++g->s->timestamp;
        memset(e.object, 0, sizeof e.object);
        e.object[0] = token;
        const uint32_t at = RT_PUSH(g, effect);
        *rt_effect_row(g, at) = e;
        rt_dirty(g);
    }
}

void rt_text_layer(rt_game *g)
{
    g->s->text_changes = 0;
    for (uint32_t i = 0; i < g->s->effect.count; i++) {
        const rt_effect e = *rt_effect_row(g, i);
        if (!e.mod_count || g->pack->mod[e.mods].op != VM_MOD_TEXT)
            continue;
        for (int k = 0; k < 4; k++) {
            rt_object *o = e.object[k] ? rt_live(g, e.object[k]) : NULL;
            const uint32_t from = (uint32_t)e.value[0], to = (uint32_t)e.value[1];
            if (!o || (o->zone != VM_ZONE_BATTLEFIELD && o->zone != VM_ZONE_STACK) ||
                !is_word(e.value[0], e.value[1]) || is_over(g, i, e.object[k]))
                continue;
            g->s->text_changes++;
            o->flags |= RT_OF_TEXT_CHANGED;
            if (from >= VM_SUBTYPE_MAX || to >= VM_SUBTYPE_MAX || !rt_is_kind(g, o, from))
                continue;
            rt_kinds kinds;
            memcpy(kinds.bits, rt_subtypes(g, o), sizeof kinds.bits);
            kinds.bits[from / 64] &= ~(UINT64_C(1) << (from & 63));
            kinds.bits[to / 64] |= UINT64_C(1) << (to & 63);
            rt_subtypes_set(g, RT_INDEX(e.object[k]), kinds.bits);
        }
    }
}
