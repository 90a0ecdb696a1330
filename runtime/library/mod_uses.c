/* What each modification writes and reads, in which layer, and what else is asked of it whenever characteristics are
 * computed: worked out once for a library. */
#include "runtime/library/library.h"
#include "vm/interp.h"

#include <string.h>

static uint32_t writes_of(const vm_mod *m)
{
    static const struct {
        char letter;
        uint8_t aspect;
    } ASPECTS[] = {{'c', RT_ASPECT_CONTROLLER}, {'t', RT_ASPECT_TYPES},     {'k', RT_ASPECT_COLORS},
                   {'a', RT_ASPECT_ABILITIES},  {'e', RT_ASPECT_EXISTENCE}, {'s', RT_ASPECT_SIZE}};
    const char *letters = vm_mod_describe(m->op)->writes;
    uint32_t writes = 0;
    for (uint32_t i = 0; letters && i < sizeof ASPECTS / sizeof *ASPECTS; i++)
        writes |= strchr(letters, ASPECTS[i].letter) ? ASPECTS[i].aspect : 0;
    return writes;
}

static int grants_entering(const vm_pack *p, const vm_mod *m)
{
    for (uint32_t i = 0; m->op == VM_MOD_ADD_ABILITIES && i < m->b; i++)
        if (p->ability[m->a + i].kind == VM_ABILITY_ENTERS)
            return 1;
    return 0;
}

/* Does a function ask for nothing but numbers and the counters of its source? */
static int asks_itself(const vm_pack *p, uint32_t func)
{
    const vm_func *f = &p->func[func];
    for (uint32_t pc = 0; func && pc < f->code_count / 2; pc++) {
        const uint32_t op = vm_insn_at(p, f->code, pc).op;
        if (!(vm_op_describe(op)->flags & OPF_PURE) && op != VM_OP_JMP && op != VM_OP_JF &&
            op != VM_OP_THIS && op != VM_OP_COUNTERS)
            return 0;
    }
    return 1;
}

static int is_about_itself(const rt_library *lib, const vm_mod *m)
{
    return !m->sel || rt_selector_names(lib, m->sel) == RT_NAMES_THIS;
}

/* Rules are asked when they matter; so is a condition that asks more than what marks characteristics as out of date. */
static int has_rules_alone(const rt_library *lib, uint32_t ability)
{
    const vm_pack *p = &lib->pack;
    const vm_ability *a = &p->ability[ability];
    int alone = !a->condition || !lib->quiet[ability];
    for (uint32_t i = a->mods; alone && i < a->mods + a->mod_count; i++)
        alone = !vm_mod_describe(p->mod[i].op)->writes &&
                (is_about_itself(lib, &p->mod[i]) || !lib->quiet[ability]);
    return alone;
}

/* Does it do the same to a permanent whatever others there are? */
static int does_apart(const rt_library *lib, const vm_mod *m)
{
    const vm_pack *p = &lib->pack;
    switch (vm_mod_describe(m->op)->apart) {
    case 'v':
        return (!m->fa && !m->fb) ||
               (is_about_itself(lib, m) && asks_itself(p, m->fa) && asks_itself(p, m->fb));
    case 'A':
        for (uint32_t i = m->a; i < m->a + m->b; i++)
            if (p->ability[i].kind == VM_ABILITY_STATIC && !has_rules_alone(lib, i))
                return 0;
        return !(m->flags & VM_MF_THIS_ABILITY);
    default: /* rules are asked when they matter */
        return !vm_mod_describe(m->op)->writes;
    }
}

/* Is a permanent described by what it is itself? */
static int describes_apart(const rt_library *lib, uint32_t sel)
{
    const vm_selector *s = &lib->pack.selector[sel];
    return !sel || rt_selector_names(lib, sel) || (!s->pred && !(s->status_all | s->status_none));
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
        .apart = (uint8_t)(describes_apart(lib, m->sel) | does_apart(lib, m) << 1),
        .zones = m->sel && layer
                     ? (uint8_t)(lib->pack.selector[m->sel].zones & ~(1u << VM_ZONE_BATTLEFIELD))
                     : 0};
}

void rt_mod_uses_init(rt_library *lib)
{
    for (uint32_t i = 0; i < lib->pack.mod_count; i++) {
        const vm_mod *m = &lib->pack.mod[i];
        lib->mod_use[i] = use_of(lib, m);
        lib->static_copies |= m->op == VM_MOD_COPY && m->a;
        lib->rules |= m->op >= 30 ? RT_RULE(m->op) : 0;
    }
    for (uint32_t i = 0; i < lib->pack.face_count; i++) {
        const vm_face *f = &lib->pack.face[i];
        for (uint32_t k = f->abilities; k < f->abilities + f->ability_count; k++) {
            const vm_ability *a = &lib->pack.ability[k];
            const vm_mod *first = &lib->pack.mod[a->mods];
            for (uint32_t n = 0; a->kind == VM_ABILITY_STATIC && n < a->mod_count; n++)
                lib->face[i].entering |= lib->mod_use[a->mods + n].entering;
            if (a->kind == VM_ABILITY_STATIC && a->mod_count && first->op == VM_MOD_COPY &&
                first->a && !lib->face[i].static_copy)
                lib->face[i].static_copy = k + 1;
        }
    }
}

static int is_apart(const rt_library *lib, uint32_t ability)
{
    const vm_ability *a = &lib->pack.ability[ability];
    const int quiet = lib->quiet[ability];
    for (uint32_t i = a->mods; i < a->mods + a->mod_count; i++) {
        const rt_mod_use *use = &lib->mod_use[i];
        if (quiet ? use->apart != 3 || use->zones : use->layer != 0)
            return 0;
        if (quiet && a->condition && !is_about_itself(lib, &lib->pack.mod[i]))
            return 0;
    }
    return !quiet || asks_itself(&lib->pack, a->condition);
}

/* Does it nothing but change characteristics of its own permanent? */
static int is_for_itself(const rt_library *lib, uint32_t ability)
{
    const vm_ability *a = &lib->pack.ability[ability];
    for (uint32_t i = a->mods; i < a->mods + a->mod_count; i++)
        if (!lib->mod_use[i].layer || !is_about_itself(lib, &lib->pack.mod[i]))
            return 0;
    return 1;
}

void rt_apart_init(rt_library *lib)
{
    for (uint32_t i = 0; i < lib->pack.ability_count; i++)
        lib->apart[i] = (uint8_t)(is_apart(lib, i) ? 1 + is_for_itself(lib, i) : 0);
}
