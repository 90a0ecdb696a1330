/* Names of objects (CR 201). Beside what is printed: a token whose creature types were changed as it was made is called as they are
 * (CR 612.2a), and something can have the names of all cards that a selector describes, too (CR 612.6). */
#include "runtime/objects/objects.h"

#include <string.h>

/* A word of a token's name as its text has it: the types that it was made with, changed. */
static const char *changed_word(const rt_game *g, rt_entity e, const char *word, size_t length)
{
    for (uint32_t i = 0; i < g->s->effect.count; i++) {
        const rt_effect *t = rt_effect_row(g, i);
        if (!t->copy || t->object[0] != e || g->pack->mod[t->mods].op != VM_MOD_TEXT ||
            (uint32_t)t->value[0] >= VM_SUBTYPE_MAX || (uint32_t)t->value[1] >= VM_SUBTYPE_MAX)
            continue;
        const char *from = rt_subtype_name(g->lib, (uint32_t)t->value[0]);
        if (strlen(from) == length && memcmp(from, word, length) == 0)
            return rt_subtype_name(g->lib, (uint32_t)t->value[1]);
    }
    return NULL;
}

/* Is `name` that of a token, with some words of it changed? */
static int is_changed_name(const rt_game *g, rt_entity e, const char *printed, const char *name)
{
    while (*printed && *name) {
        const size_t length = strcspn(printed, " ");
        const char *now = changed_word(g, e, printed, length);
        const size_t n = now ? strlen(now) : length;
        if (strncmp(name, now ? now : printed, n) != 0)
            return 0;
        name += n;
        printed += length;
        if (*printed != *name)
            return 0;
        if (*printed)
            printed++, name++;
    }
    return *printed == *name;
}

static int is_card_with(const rt_game *g, uint32_t sel, const char *name)
{
    const vm_selector *s = &g->pack->selector[sel];
    for (uint32_t i = 0; i < g->lib->name_count; i++) {
        const vm_face *f = &g->pack->face[g->lib->by_name[i]];
        rt_spend_inside(g, 1);
        if (!(f->flags & VM_FF_TOKEN) && strcmp(vm_pack_str(g->pack, f->name), name) == 0 &&
            (s->types_all & f->types) == s->types_all && !(s->types_none & f->types) &&
            (!s->types_any || (s->types_any & f->types)))
            return 1;
    }
    return 0;
}

int rt_is_named(const rt_game *g, rt_entity e, const char *name)
{
    const rt_object *o = RT_IS_PLAYER(e) ? NULL : rt_look(g, e);
    if (!o || (o->flags & RT_OF_ABILITY) || rt_is_covered(o))
        return 0;
    if (o->names && is_card_with(g, o->names - 1, name))
        return 1;
    if ((o->flags & RT_OF_TEXT_CHANGED) && (rt_face(g, o)->flags & VM_FF_TOKEN))
        return is_changed_name(g, e, vm_pack_str(g->pack, rt_face(g, o)->name), name);
    return rt_has_name(g, o->face, name);
}

/* Both have all names of some cards: is there a card that both selectors describe? */
static int both_have_one(const rt_game *g, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < g->lib->name_count; i++) {
        const char *name = vm_pack_str(g->pack, g->pack->face[g->lib->by_name[i]].name);
        if (is_card_with(g, a, name) && is_card_with(g, b, name))
            return 1;
    }
    return 0;
}

int rt_has_own_names(const rt_object *o)
{
    return o->names || ((o->flags & RT_OF_TEXT_CHANGED) && (o->flags & RT_OF_TOKEN));
}

int rt_share_a_name(const rt_game *g, rt_entity a, rt_entity b)
{
    const rt_object *x = rt_look(g, a), *y = rt_look(g, b);
    if (!x || !y)
        return 0;
    if (x->names && y->names && both_have_one(g, x->names - 1, y->names - 1))
        return 1;
    return rt_is_named(g, a, vm_pack_str(g->pack, rt_face(g, y)->name)) ||
           rt_is_named(g, b, vm_pack_str(g->pack, rt_face(g, x)->name));
}
