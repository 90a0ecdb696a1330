/* The verifier on what rows name, all together (V66). Ranges may lie over one another: 65,000 faces can have the same million
 * abilities. Whoever opens or prints a library walks along them, from faces to abilities, to their modifications, to what
 * those grant and ask; so everything is counted as often as it is named. Each count is clamped, and no sum overflows. */
#include "vm/verifier.h"

#include "base/assert.h"

static uint64_t clamped(uint64_t n)
{
    return n < VM_NAMED_MAX + 1 ? n : (uint64_t)VM_NAMED_MAX + 1;
}

/* Of the rows in front of each: of `sum` there are count + 1. */
static uint64_t named(const uint64_t *sum, uint32_t first, uint32_t count)
{
    CANTRIP_ASSERT(sum[first] <= sum[first + count]);
    return clamped(sum[first + count] - sum[first]);
}

static uint64_t of_mod(const vm_pack *p, const vm_mod *m)
{
    const vm_mod_info *info = vm_mod_describe(m->op);
    const int list = info && (info->a == 'y' || info->a == 'A'); /* not looked at yet */
    return clamped((uint64_t)1 + (p->func[m->fa].code_count + p->func[m->fb].code_count) / 2 +
                   (list ? m->b : 0));
}

static uint64_t of_ability(const vm_pack *p, const vm_ability *a, const uint64_t *mod)
{
    return clamped((uint64_t)1 + a->cost_count + named(mod, a->mods, a->mod_count) +
                   (p->func[a->effect].code_count + p->func[a->condition].code_count) / 2);
}

static uint64_t sum_all(const vm_pack *p, uint64_t *mod, uint64_t *ability)
{
    uint64_t all = 0;
    mod[0] = ability[0] = 0;
    for (uint32_t i = 0; i < p->mod_count; i++)
        mod[i + 1] = mod[i] + of_mod(p, &p->mod[i]);
    for (uint32_t i = 0; i < p->ability_count; i++)
        ability[i + 1] = ability[i] + of_ability(p, &p->ability[i], mod);
    for (uint32_t i = 0; i < p->mod_count; i++) {
        const vm_mod *m = &p->mod[i];
        const vm_mod_info *info = vm_mod_describe(m->op);
        if (info && info->a == 'A' && m->b <= p->ability_count && m->a <= p->ability_count - m->b)
            all = clamped(all + named(ability, m->a, m->b));
    }
    for (uint32_t i = 0; i < p->face_count; i++)
        all = clamped(all + named(ability, p->face[i].abilities, p->face[i].ability_count) +
                      p->face[i].cost_count);
    return clamped(all + mod[p->mod_count] + ability[p->ability_count]);
}

int vm_check_sums(const vm_checker *c)
{
    const vm_pack *p = c->p;
    uint64_t *mod = base_alloc(p->memory, sizeof *mod * ((size_t)p->mod_count + 1)),
             *ability = base_alloc(p->memory, sizeof *mod * ((size_t)p->ability_count + 1));
    const int there = mod && ability;
    const uint64_t all = there ? sum_all(p, mod, ability) : 0;
    base_free(p->memory, mod);
    base_free(p->memory, ability);
    if (!there)
        return vm_refuse(c, "V8", 0, 0, 0, "out of memory");
    return all <= VM_NAMED_MAX || vm_refuse(c, "V66", VM_SECTION_face, 0, 0,
                                            "faces, abilities and modifications name too much");
}
