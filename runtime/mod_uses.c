/* What each modification writes and reads, in which layer, and what else is asked of it whenever characteristics are
 * computed: worked out once for a library. */
#include "runtime/library.h"

static uint32_t writes_of(const vm_mod *m)
{
    switch (m->op) {
    case VM_MOD_CONTROL:
        return RT_ASPECT_CONTROLLER;
    case VM_MOD_SET_LAND_TYPES:
        return RT_ASPECT_TYPES | RT_ASPECT_ABILITIES | RT_ASPECT_EXISTENCE;
    case VM_MOD_SET_COLORS:
    case VM_MOD_SET_COLOR_CHOSEN:
    case VM_MOD_ADD_COLORS:
        return RT_ASPECT_COLORS;
    case VM_MOD_ADD_ABILITIES:
    case VM_MOD_LOSE_KEYWORD:
    case VM_MOD_CANT_HAVE_KEYWORD:
        return RT_ASPECT_ABILITIES;
    case VM_MOD_LOSE_ALL_ABILITIES:
        return RT_ASPECT_ABILITIES | RT_ASPECT_EXISTENCE;
    case VM_MOD_DEFINE_PT:
    case VM_MOD_SET_PT:
    case VM_MOD_GET_PT:
    case VM_MOD_SWITCH_PT:
        return RT_ASPECT_SIZE;
    default:
        return vm_mod_describe(m->op)->layer == 40 ? RT_ASPECT_TYPES : 0;
    }
}

static int grants_entering(const vm_pack *p, const vm_mod *m)
{
    for (uint32_t i = 0; m->op == VM_MOD_ADD_ABILITIES && i < m->b; i++)
        if (p->ability[m->a + i].kind == VM_ABILITY_ENTERS)
            return 1;
    return 0;
}

static rt_mod_use use_of(rt_library *lib, const vm_mod *m)
{
    const uint32_t reads =
        rt_selector_reads(lib, m->sel) | rt_func_reads(lib, m->fa) | rt_func_reads(lib, m->fb);
    const int layer = vm_mod_describe(m->op)->layer;
    return (rt_mod_use){
        .layer = (uint8_t)layer,
        .reads = (uint8_t)reads,
        .writes = (uint8_t)writes_of(m),
        .sized = (reads & RT_ASPECTS_OF_SIZE) || m->op == VM_MOD_SWITCH_PT,
        .entering = (uint8_t)((grants_entering(&lib->pack, m) ? RT_ARRIVING_GIVEN : 0) |
                              (writes_of(m) & RT_ASPECT_EXISTENCE ? RT_ARRIVING_TAKEN : 0)),
        .zones = m->sel && layer
                     ? (uint8_t)(lib->pack.selector[m->sel].zones & ~(1u << VM_ZONE_BATTLEFIELD))
                     : 0};
}

void rt_mod_uses_init(rt_library *lib)
{
    for (uint32_t i = 0; i < lib->pack.mod_count; i++)
        lib->mod_use[i] = use_of(lib, &lib->pack.mod[i]);
    for (uint32_t i = 0; i < lib->pack.face_count; i++) {
        const vm_face *f = &lib->pack.face[i];
        for (uint32_t k = f->abilities; k < f->abilities + f->ability_count; k++) {
            const vm_ability *a = &lib->pack.ability[k];
            for (uint32_t n = 0; a->kind == VM_ABILITY_STATIC && n < a->mod_count; n++)
                lib->face[i].entering |= lib->mod_use[a->mods + n].entering;
        }
    }
}
