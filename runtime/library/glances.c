/* What the row of a selector tells at a glance, of all that does not depend on its source: worked out once for a library. */
#include "runtime/library/library.h"

static rt_glance glance_of(const rt_library *lib, const vm_selector *s, const rt_asks *asks)
{
    const vm_pack *p = &lib->pack;
    rt_glance glance = {.types = s->types_all | s->types_none,
                        .types_are = s->types_all & ~s->types_none,
                        .asked = asks->all | asks->none,
                        .asked_are = asks->all & ~asks->none,
                        .types_any = s->types_any,
                        .colors_any = (uint8_t)s->colors_any,
                        .colors_none = (uint8_t)s->colors_none};
    if (s->subtype_any_count == 1)
        glance.subtype = p->words[s->subtypes_any] + 1;
    glance.more = glance.types_any || glance.colors_any || glance.colors_none;
    glance.whole = (s->want & VM_WANT_OBJECTS) && !s->pred && !asks->more && !s->owner &&
                   !(s->status_all | s->status_none) && s->subtype_any_count < 2 &&
                   !s->subtype_none_count && s->name == VM_NO_SYMBOL &&
                   (s->which == VM_WHICH_ANY || s->which == VM_WHICH_OTHER) &&
                   s->zones != 1u << VM_ZONE_STACK && (!s->colors_any || glance.colors_any) &&
                   !(s->types_all & s->types_none) && !(asks->all & asks->none);
    return glance;
}

int rt_glances_init(rt_library *lib)
{
    const vm_pack *p = &lib->pack;
    lib->glance = base_zeroed(p->memory, p->selector_count, sizeof *lib->glance);
    if (!lib->glance)
        return 0;
    for (uint32_t i = 1; i < p->selector_count; i++)
        lib->glance[i] = glance_of(lib, &p->selector[i], &lib->asks[i]);
    return 1;
}
