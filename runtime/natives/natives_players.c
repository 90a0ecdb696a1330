/* Natives where each of several players chooses or acts: in turn order all choose, then everything happens at once
 * (CR 101.4). frame: count = which player is asked, kept[0] = what was chosen so far. */
#include "runtime/natives/natives.h"

#include <string.h>

enum stage { STAGE_ASK, STAGE_RUNNING, STAGE_ANSWERED };

void rt_keep_one(native_call *n, uint32_t which, rt_entity e)
{
    rt_game *g = n->g;
    const uint64_t old = frame(n)->kept[which];
    const uint32_t count = rt_set_count(old), start = g->s->heap.count;
    if (!count) {
        frame(n)->kept[which] = RT_SET_ONE(e);
        return;
    }
    if (!(old >> 63) && (uint32_t)(old >> 32) + count == start) { /* it ends the heap: one more */
        uint32_t at = RT_PUSH(g, heap);
        *rt_heap_row(g, at) = e;
        frame(n)->kept[which] = (old >> 32 << 32) | (count + 1);
        return;
    }
    for (uint32_t i = 0; i <= count; i++) {
        uint32_t at = RT_PUSH(g, heap);
        *rt_heap_row(g, at) = i < count ? rt_set_at(g, old, i) : e;
    }
    frame(n)->kept[which] = (uint64_t)start << 32 | (count + 1);
}

void rt_keep_answers(native_call *n, uint32_t which)
{
    for (uint32_t i = 0; i < rt_answer_count(n->g); i++)
        rt_keep_one(n, which, rt_answered(n->g, i)->entity);
}

static rt_status next_player(native_call *n)
{
    frame(n)->count++;
    frame(n)->native_stage = STAGE_ASK;
    return RT_NEXT;
}

/* ---- discarding -------------------------------------------------------------------------------- */

static void discard_at_random(native_call *n, uint32_t p, uint32_t want)
{
    rt_game *g = n->g;
    uint32_t cards = rt_card_count(g, VM_ZONE_HAND, p);
    if (want < cards)
        rt_loop_broken(g);
    for (uint32_t i = 0, left = want; left; i++) { /* each `want` of them equally likely */
        const uint32_t idx = rt_zone_at(g, VM_ZONE_HAND, p, i);
        if (!rt_is_stray(rt_obj(g, idx)) && rt_random_below(g->s, cards--) < left) {
            rt_keep_one(n, 0, rt_handle(g, idx));
            left--;
        }
    }
}

rt_status rt_native_discard(native_call *n) /* CR 701.8 */
{
    rt_game *g = n->g;
    if (frame(n)->native_stage == STAGE_RUNNING)
        return rt_give_moved(n);
    if (frame(n)->native_stage == STAGE_ANSWERED) {
        rt_keep_answers(n, 0);
        return next_player(n);
    }
    const uint32_t p = player_in_turn(n, arg(n, 0), (uint32_t)frame(n)->count);
    if (p == RT_NOBODY) {
        const uint32_t batch = rt_batch(g);
        const uint64_t all = frame(n)->kept[0];
        for (uint32_t i = 0; i < rt_set_count(all); i++)
            rt_move_event(g, rt_set_at(g, all, i), VM_ZONE_GRAVEYARD, RT_EF_DISCARD | RT_EF_EFFECT,
                          self_of(n));
        return rt_run_moves(n, batch);
    }
    const uint32_t hand = rt_card_count(g, VM_ZONE_HAND, p);
    const int32_t asked = (int32_t)arg(n, 1);
    const uint32_t want = asked <= 0 ? 0 : (uint32_t)asked < hand ? (uint32_t)asked : hand;
    if (!want || n->imm[0]) {
        discard_at_random(n, p, want);
        return next_player(n);
    }
    rt_ask(g, CANTRIP_DECIDE_DISCARD, p, self_of(n));
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_HAND, p); i++) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_HAND, p, i);
        if (!rt_is_stray(rt_obj(g, idx)))
            rt_option_add(g, CANTRIP_OPTION_ID, rt_handle(g, idx), 0, 0);
    }
    frame(n)->native_stage = STAGE_ANSWERED;
    return rt_ask_done(g, want, want);
}

/* ---- counting first ---------------------------------------------------------------------------- */

rt_status rt_native_note(native_call *n)
{
    rt_game *g = n->g;
    const uint64_t number = arg(n, 0);
    CANTRIP_ASSERT(g->s->reg.count ==
                   frame(n)->reg + g->pack->func[frame(n)->func].reg_count + frame(n)->noted);
    const uint32_t at = RT_PUSH(g, reg);
    *rt_reg_row(g, at) = number;
    give(n, frame(n)->noted++);
    return finished(n);
}

rt_status rt_native_note_things(native_call *n)
{
    return rt_native_note(n);
}

static uint64_t what_was_noted(const native_call *n)
{
    const rt_game *g = n->g;
    const rt_frame *f = frame(n);
    const int32_t place = (int32_t)arg(n, 0);
    const uint32_t first = f->reg + g->pack->func[f->func].reg_count;
    return place >= 0 && (uint32_t)place < f->noted ? *rt_reg_row(g, first + (uint32_t)place) : 0;
}

/* A pack may have noted things there ... */
rt_status rt_native_noted(native_call *n)
{
    const int64_t number = (int64_t)what_was_noted(n);
    give(n, number >= -VM_NUMBER_MAX && number <= VM_NUMBER_MAX ? (uint64_t)number : 0);
    return finished(n);
}

/* ... or a number. */
rt_status rt_native_noted_things(native_call *n)
{
    const uint64_t set = what_was_noted(n);
    int all = rt_is_set(n->g, set);
    for (uint32_t i = 0; all && i < rt_set_count(set); i++)
        all = rt_is_entity(n->g, rt_set_at(n->g, set, i));
    give(n, all ? set : 0);
    return finished(n);
}

/* ---- choosing ---------------------------------------------------------------------------------- */

rt_status rt_native_choose_random(native_call *n)
{
    rt_game *g = n->g;
    const uint32_t count = rt_set_count(arg(n, 0));
    const int32_t want = (int32_t)arg(n, 1);
    uint32_t left = want <= 0 ? 0 : (uint32_t)want < count ? (uint32_t)want : count;
    if (left && left < count)
        rt_loop_broken(g); /* chance may end it */
    for (uint32_t i = 0; i < count && left; i++)
        if (rt_random_below(g->s, count - i) < left) {
            rt_keep_one(n, 0, rt_set_at(g, arg(n, 0), i));
            left--;
        }
    give(n, frame(n)->kept[0]);
    return finished(n);
}

/* One value, by the first of the players. `fill` adds the options; what an option means is `a` + plus. */
static rt_status one_value(native_call *n, uint32_t question, void (*fill)(native_call *n),
                           int32_t plus)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage == STAGE_ANSWERED) {
        give(n, rt_answer_count(g) ? (uint64_t)(int64_t)(rt_answered(g, 0)->a + plus) : 0);
        return finished(n);
    }
    const uint32_t p = player_in_turn(n, arg(n, 0), 0);
    if (p == RT_NOBODY) {
        give(n, 0);
        return finished(n);
    }
    rt_ask(g, question, p, self_of(n));
    fill(n);
    frame(n)->native_stage = STAGE_ANSWERED;
    return rt_ask_one(g);
}

enum { ANY_NUMBER = 1000 };

static void add_numbers(native_call *n)
{
    int32_t min = (int32_t)arg(n, 1), max = (int32_t)arg(n, 2);
    if (max < min)
        max = rt_sum(min, ANY_NUMBER);
    for (int32_t v = min; v <= max && v - min <= ANY_NUMBER; v++)
        rt_option_add(n->g, CANTRIP_OPTION_NUMBER, 0, v, 0);
}

rt_status rt_native_choose_number(native_call *n)
{
    return one_value(n, CANTRIP_DECIDE_NUMBER, add_numbers, 0);
}

static void add_card_types(native_call *n)
{
    for (int32_t t = 0; t <= VM_TYPE_LAST; t++)
        if (!n->imm[0] || (n->imm[0] >> t & 1))
            rt_option_add(n->g, CANTRIP_OPTION_CARD_TYPE, 0, t, 0);
}

rt_status rt_native_choose_card_type(native_call *n)
{
    const int answered = frame(n)->native_stage == STAGE_ANSWERED;
    const rt_status s = one_value(n, CANTRIP_DECIDE_CARD_TYPE, add_card_types, 0);
    if (answered)
        give(n, rt_answer_count(n->g) ? UINT64_C(1) << rt_answered(n->g, 0)->a : 0);
    return s;
}

/* Names of cards, each once (CR 201.3); tokens have no card names. */
static void add_names_but(native_call *n, int64_t but)
{
    rt_game *g = n->g;
    const vm_selector *s = &g->pack->selector[n->imm[0]];
    for (uint32_t i = 0; i < g->lib->name_count; i++) {
        const uint32_t face = g->lib->by_name[i];
        const vm_face *f = &g->pack->face[face];
        if ((f->flags & VM_FF_TOKEN) || (int64_t)face + 1 == but)
            continue;
        if (n->imm[0] && ((s->types_all & f->types) != s->types_all || (s->types_none & f->types) ||
                          (s->types_any && !(s->types_any & f->types))))
            continue;
        rt_option_add(g, CANTRIP_OPTION_NAME, 0, (int32_t)face, 0);
    }
}

static void add_names(native_call *n)
{
    add_names_but(n, 0);
}

static void add_other_names(native_call *n)
{
    add_names_but(n, (int64_t)arg(n, 1)); /* the second register: the selector is no register */
}

rt_status rt_native_choose_name(native_call *n)
{
    return one_value(n, CANTRIP_DECIDE_NAME, add_names, 1);
}

rt_status rt_native_choose_other_name(native_call *n)
{
    return one_value(n, CANTRIP_DECIDE_NAME, add_other_names, 1);
}
