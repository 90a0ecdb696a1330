/* Who has a keyword: at a glance, where descriptions ask for it (library/asked.c), else by looking at the abilities. */
#include "runtime/objects/objects.h"

int rt_has_keyword(const rt_game *g, const rt_object *o, uint32_t keyword)
{
    CANTRIP_ASSERT(o->gen != 0 || o->zone == VM_ZONE_COUNT);
    if (g->lib->asked_bit[keyword] != RT_ASKED_NOT)
        return o->asked >> g->lib->asked_bit[keyword] & 1;
    for (uint32_t i = 0, n = rt_ability_count(g, o); i < n; i++)
        if (rt_is_keyword(g->lib, g->pack->ability[rt_ability_at(g, o, i)].keyword, keyword))
            return 1;
    return 0;
}

uint32_t rt_instances(const rt_game *g, const rt_object *o, uint32_t ability, uint32_t end)
{
    CANTRIP_ASSERT(end <= rt_ability_count(g, o));
    uint32_t n = 0;
    for (uint32_t k = 0; k < end; k++)
        n += rt_ability_at(g, o, k) == ability;
    return n;
}

int rt_has_those_asked(const rt_game *g, uint32_t sel, const rt_object *o)
{
    const vm_selector *s = &g->pack->selector[sel];
    const rt_asks *asks = &g->lib->asks[sel];
    if ((asks->all & ~o->asked) | (asks->none & o->asked))
        return 0;
    for (uint32_t k = 0; asks->more && k < s->keyword_all_count; k++)
        if (!rt_has_keyword(g, o, g->pack->words[s->keywords_all + k]))
            return 0;
    for (uint32_t k = 0; asks->more && k < s->keyword_none_count; k++)
        if (rt_has_keyword(g, o, g->pack->words[s->keywords_none + k]))
            return 0;
    return 1;
}
