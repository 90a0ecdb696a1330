/* Subtypes that are not printed so: what effects make of them. Each such set is kept once for a game and never changed, so
 * that rows of objects, what was last known and what is copied only say which it is. */
#include "runtime/objects/objects.h"

#include <string.h>

void rt_subtypes_set(rt_game *g, uint32_t idx, const uint64_t *bits)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    rt_object *o = rt_obj(g, idx);
    rt_kinds k;
    if (memcmp(g->lib->face[o->face].subtypes, bits, sizeof k.bits) == 0) {
        o->subtypes = o->face;
        return;
    }
    memcpy(k.bits, bits, sizeof k.bits);
    uint32_t at = 0;
    while (at < g->s->kinds.count && memcmp(rt_kinds_row(g, at), &k, sizeof k) != 0)
        at++;
    rt_spend_inside(g, at / 4 + 1);
    if (at == g->s->kinds.count) {
        RT_PUSH(g, kinds);
        *rt_kinds_row(g, at) = k;
    }
    rt_obj(g, idx)->subtypes = g->pack->face_count + 1 + at;
}
