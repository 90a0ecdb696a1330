/* Is 'protection from black' what is said here and what something has? Packs that were linked may say it in two rows (CR 702.16g). */
#include "runtime/layers/parts.h"

#include <string.h>

/* The same kinds, in the order in which they are said; words of a text that was changed are read as what they are now. */
static int same_words(const rt_game *g, uint32_t a, const rt_ctx *of_a, uint32_t b,
                      const rt_ctx *of_b, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (rt_word(g, of_a, g->pack->words[a + i]) != rt_word(g, of_b, g->pack->words[b + i]))
            return 0;
    return 1;
}

static int same_list(const rt_game *g, uint32_t a, uint32_t b, uint32_t count)
{
    return memcmp(&g->pack->words[a], &g->pack->words[b], sizeof *g->pack->words * count) == 0;
}

static int same_name(const rt_game *g, uint32_t a, uint32_t b)
{
    return a == b || (a != VM_NO_SYMBOL && b != VM_NO_SYMBOL &&
                      strcmp(vm_pack_str(g->pack, a), vm_pack_str(g->pack, b)) == 0);
}

int rt_is_same_quality(const rt_game *g, uint32_t a, const rt_ctx *of_a, uint32_t b,
                       const rt_ctx *of_b)
{
    const vm_selector *x = &g->pack->selector[a], *y = &g->pack->selector[b];
    return a && b && x->want == y->want && x->types_all == y->types_all &&
           x->types_any == y->types_any && x->types_none == y->types_none &&
           rt_color_words(g, of_a, x->colors_any) == rt_color_words(g, of_b, y->colors_any) &&
           rt_color_words(g, of_a, x->colors_none) == rt_color_words(g, of_b, y->colors_none) &&
           x->status_all == y->status_all && x->status_none == y->status_none &&
           x->keyword_all_count == y->keyword_all_count &&
           same_list(g, x->keywords_all, y->keywords_all, x->keyword_all_count) &&
           x->keyword_none_count == y->keyword_none_count &&
           same_list(g, x->keywords_none, y->keywords_none, x->keyword_none_count) &&
           x->subtype_any_count == y->subtype_any_count &&
           same_words(g, x->subtypes_any, of_a, y->subtypes_any, of_b, x->subtype_any_count) &&
           x->subtype_none_count == y->subtype_none_count &&
           same_words(g, x->subtypes_none, of_a, y->subtypes_none, of_b, x->subtype_none_count) &&
           x->controller == y->controller && x->owner == y->owner && x->which == y->which &&
           same_name(g, x->name, y->name) && x->pred == y->pred;
}
