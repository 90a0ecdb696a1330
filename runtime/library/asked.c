/* Keywords that descriptions ask for: each of the first 32 is a bit in rt_object.asked, so that it is seen at a glance who has it.
 * What there is more of is looked for among the abilities. */
#include <string.h>

#include "runtime/library/library.h"

enum { BITS = 32 };

static uint32_t bit_of(rt_library *lib, uint32_t keyword)
{
    if (lib->asked_bit[keyword] == RT_ASKED_NOT && lib->asked_count < BITS)
        lib->asked_bit[keyword] = (uint8_t)lib->asked_count++;
    return lib->asked_bit[keyword] == RT_ASKED_NOT ? 0 : 1u << lib->asked_bit[keyword];
}

int rt_asked_init(rt_library *lib)
{
    const vm_pack *p = &lib->pack;
    lib->asked_bit = base_alloc(p->memory, VM_SYMBOL_MAX);
    lib->asks = base_zeroed(p->memory, p->selector_count + 1, sizeof *lib->asks);
    if (!lib->asked_bit || !lib->asks)
        return 0;
    memset(lib->asked_bit, RT_ASKED_NOT, VM_SYMBOL_MAX);
    for (uint32_t i = 0; i < p->selector_count; i++) {
        const vm_selector *s = &p->selector[i];
        rt_asks *asks = &lib->asks[i];
        for (uint32_t k = 0; k < s->keyword_all_count; k++) {
            const uint32_t bit = bit_of(lib, p->words[s->keywords_all + k]);
            asks->all |= bit;
            asks->more |= !bit;
        }
        for (uint32_t k = 0; k < s->keyword_none_count; k++) {
            const uint32_t bit = bit_of(lib, p->words[s->keywords_none + k]);
            asks->none |= bit;
            asks->more |= !bit;
        }
    }
    return 1;
}

static uint32_t asked_bits(const rt_library *lib, uint32_t keyword)
{
    return lib->asked_bit[keyword] == RT_ASKED_NOT ? 0 : 1u << lib->asked_bit[keyword];
}

uint32_t rt_asked_of(const rt_library *lib, const vm_ability *a)
{
    if (a->keyword == VM_NO_SYMBOL)
        return 0;
    const uint32_t of = lib->kind_of[a->keyword];
    return asked_bits(lib, a->keyword) | (of ? asked_bits(lib, of - 1) : 0);
}

int rt_is_keyword(const rt_library *lib, uint32_t keyword, uint32_t asked)
{
    return keyword == asked ||
           (keyword < lib->symbol_marker_count && lib->kind_of[keyword] == asked + 1);
}
