/* Which functions and selectors of a pack only read what marks the characteristics as out of date by itself:
 * what is on the battlefield, its characteristics and counters. All others are looked at again whenever
 * something is tapped, drawn or paid. Worked out once for a library. */
#include "runtime/library/library.h"
#include "vm/interp.h"

enum verdict { UNKNOWN, QUIET, LOUD };

static int quiet_selector(rt_library *lib, uint32_t sel, int any_zone);

int rt_quiet_selector(rt_library *lib, uint32_t sel)
{
    return quiet_selector(lib, sel, 1);
}

/* Properties that only change together with counters, effects or zones. */
static int quiet_property(int32_t property)
{
    switch (property) {
    case VM_PROP_POWER:
    case VM_PROP_TOUGHNESS:
    case VM_PROP_MANA_VALUE:
    case VM_PROP_LOYALTY:
    case VM_PROP_COLORS:
    case VM_PROP_ABILITIES:
    case VM_PROP_CARD_TYPES:
    case VM_PROP_LAND_TYPES:
    case VM_PROP_NAMES:
    case VM_PROP_COLOR_COUNT:
        return 1;
    default:
        return 0;
    }
}

static int quiet_insn(rt_library *lib, vm_insn i)
{
    switch (i.op) {
    case VM_OP_PROP:
    case VM_OP_GREATEST:
    case VM_OP_LEAST:
        return quiet_property(i.imm);
    case VM_OP_SELECT_SUM:
        return quiet_property(i.b) && quiet_selector(lib, (uint32_t)i.imm, 0);
    case VM_OP_SELECT:
    case VM_OP_SELECT_COUNT:
    case VM_OP_SELECT_ANY:
        return quiet_selector(lib, (uint32_t)i.imm, 0);
    case VM_OP_FILTER:
    case VM_OP_MATCH: /* of things that something else has named: where they are is not asked */
        return quiet_selector(lib, (uint32_t)i.imm, 1);
    default:
        return !(vm_op_describe(i.op)->flags & OPF_RESTLESS);
    }
}

int rt_quiet_func(rt_library *lib, uint32_t func)
{
    const vm_func *f = &lib->pack.func[func];
    if (!func)
        return 1;
    if (lib->quiet_func[func] != UNKNOWN)
        return lib->quiet_func[func] == QUIET;
    lib->quiet_func[func] = LOUD; /* as long as it is being looked at */
    int quiet = 1;
    for (uint32_t pc = 0; quiet && pc < f->code_count / 2; pc++)
        quiet = quiet_insn(lib, vm_insn_at(&lib->pack, f->code, pc));
    lib->quiet_func[func] = quiet ? QUIET : LOUD;
    return quiet;
}

static int quiet_selector(rt_library *lib, uint32_t sel, int any_zone)
{
    static const uint32_t RESTLESS =
        VM_STATUS_TAPPED0 | VM_STATUS_ATTACKING0 | VM_STATUS_BLOCKING0 | VM_STATUS_BLOCKED0;
    const vm_selector *s = &lib->pack.selector[sel];
    return !((s->status_all | s->status_none) & RESTLESS) &&
           (any_zone || !(s->zones & ~(1u << VM_ZONE_BATTLEFIELD))) && rt_quiet_func(lib, s->pred);
}

static int quiet_ability(rt_library *lib, const vm_ability *a)
{
    if (!rt_quiet_func(lib, a->condition))
        return 0;
    for (uint32_t i = 0; i < a->mod_count; i++) {
        const vm_mod *m = &lib->pack.mod[a->mods + i];
        if (!rt_quiet_func(lib, m->fa) || !rt_quiet_func(lib, m->fb) ||
            !quiet_selector(lib, m->sel, rt_selector_names(lib, m->sel) != 0))
            return 0;
    }
    return 1;
}

void rt_quiet_init(rt_library *lib)
{
    for (uint32_t i = 0; i < lib->pack.func_count; i++)
        rt_quiet_func(lib, i);
    for (uint32_t i = 0; i < lib->pack.ability_count; i++)
        lib->quiet[i] = lib->pack.ability[i].kind == VM_ABILITY_STATIC &&
                        quiet_ability(lib, &lib->pack.ability[i]);
}
