/* Banding (CR 702.21): bands of attackers, who is blocked with whom, and who divides combat damage. The band of an attacker
 * is a number in its `order`; 0 = it is in none. */
#include "runtime/combat/banding.h"

#include "runtime/combat/declare.h"

/* The quality of one of its 'bands with other' abilities; 0 = that ability is none. */
static uint32_t quality_at(const rt_game *g, const rt_object *o, uint32_t number)
{
    const vm_ability *a = &g->pack->ability[rt_ability_at(g, o, number)];
    return a->kind == VM_ABILITY_KEYWORD && a->keyword < g->lib->symbol_marker_count &&
                   g->lib->symbol_marker[a->keyword] == VM_MARKER_BANDS_WITH_OTHER
               ? a->sel
               : 0;
}

static int fits(rt_game *g, uint32_t sel, uint32_t of, uint32_t idx)
{
    const rt_ctx c = rt_ctx_for(g, rt_handle(g, of), VM_NO_SYMBOL);
    return rt_match(g, sel, rt_handle(g, idx), &c);
}

/* ---- attacking (CR 508.1e, 702.21c) ------------------------------------------------------------
 */

/* Step 0: others with banding; 1: one without; from 2 on: for each of its abilities, those of its quality. */
static int can_join(rt_game *g, uint32_t leader, uint32_t idx, uint32_t step)
{
    const rt_object *o = rt_obj(g, idx);
    if (idx == leader || !(o->flags & RT_OF_ATTACKING) || rt_here(g, o)->order ||
        rt_here(g, o)->fights != rt_here(g, rt_obj(g, leader))->fights) /* 702.21d */
        return 0;
    if (step < 2)
        return (RT_HAS(o, BANDING) != 0) == !step;
    return fits(g, quality_at(g, rt_obj(g, leader), step - 2), leader, idx);
}

static int may_lead(rt_game *g, uint32_t leader, uint32_t band, uint32_t step)
{
    const rt_object *o = rt_obj(g, leader);
    if (!(o->flags & RT_OF_ATTACKING) || (rt_here(g, o)->order && rt_here(g, o)->order != band))
        return 0;
    if (step < 2)
        return RT_HAS(o, BANDING) != 0;
    const uint32_t quality = rt_here(g, o)->order ? 0 : quality_at(g, o, step - 2);
    return quality && fits(g, quality, leader, leader);
}

int rt_band_ask(rt_game *g, uint32_t place, int32_t *step, rt_status *out_status)
{
    const uint32_t field = rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0),
                   leader = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, place);
    const uint32_t abilities =
        RT_HAS(rt_obj(g, leader), BANDS_WITH_OTHER) ? rt_ability_count(g, rt_obj(g, leader)) : 0;
    for (; (uint32_t)*step < 2 + abilities; ++*step) {
        const uint32_t now = (uint32_t)*step;
        uint32_t n = 0;
        if (!may_lead(g, leader, place + 1, now))
            continue;
        rt_spend(g, field);
        rt_ask(g, CANTRIP_DECIDE_BAND, g->s->turn_player, rt_handle(g, leader));
        for (uint32_t i = 0; i < field; i++) {
            const uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
            if (can_join(g, leader, idx, now)) {
                rt_option_add(g, CANTRIP_OPTION_ID, rt_handle(g, idx), 0, 0);
                n++;
            }
        }
        if (!n)
            continue;
        *out_status = rt_ask_done(g, 0, now == 1 ? 1 : n);
        return 1;
    }
    return 0;
}

void rt_band_chosen(rt_game *g, uint32_t place)
{
    const uint32_t leader = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, place);
    for (uint32_t i = 0, n = rt_answer_count(g); i < n; i++) {
        rt_object *o = rt_live(g, rt_answered(g, i)->entity);
        if (!o)
            continue;
        rt_presence_of(g, o)->order = place + 1;
        rt_presence_of(g, rt_obj(g, leader))->order = place + 1;
    }
}

/* ---- blocking (CR 702.21h) ---------------------------------------------------------------------
 */

void rt_band_blocked(rt_game *g, uint32_t attacker)
{
    const uint32_t field = rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0),
                   band = rt_here(g, rt_obj(g, attacker))->order;
    if (!band)
        return;
    rt_spend(g, field);
    g->run->blocks_known = 0;
    for (uint32_t i = 0; i < field; i++) {
        const uint32_t other = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        if (other == attacker || !(rt_obj(g, other)->flags & RT_OF_ATTACKING) ||
            rt_here(g, rt_obj(g, other))->order != band)
            continue;
        for (uint32_t k = 0; k < field; k++) {
            const uint32_t blocker = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, k);
            rt_spend(g, 1);
            if (!rt_blocks(g, blocker, rt_handle(g, attacker)) ||
                rt_blocks(g, blocker, rt_handle(g, other)))
                continue;
            const uint32_t at = RT_PUSH(g, also);
            *rt_also_row(g, at) = (rt_also){rt_handle(g, blocker), rt_handle(g, other), 0};
        }
    }
}

/* ---- damage (CR 702.21j, k) --------------------------------------------------------------------
 */

int rt_band_divides(rt_game *g, const uint32_t *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (RT_HAS(rt_obj(g, list[i]), BANDING))
            return 1;
    for (uint32_t i = 0; i < count; i++) {
        if (!RT_HAS(rt_obj(g, list[i]), BANDS_WITH_OTHER))
            continue;
        for (uint32_t k = 0, n = rt_ability_count(g, rt_obj(g, list[i])); k < n; k++) {
            const uint32_t quality = quality_at(g, rt_obj(g, list[i]), k);
            if (!quality || !fits(g, quality, list[i], list[i]))
                continue;
            for (uint32_t other = 0; other < count; other++)
                if (other != i && fits(g, quality, list[i], list[other]))
                    return 1;
        }
    }
    return 0;
}
