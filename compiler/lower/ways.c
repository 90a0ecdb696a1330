/* A or B: one of several acts. Whoever does it chooses as it is done, and nothing that is impossible unless all of it is
 * (CR 608.2d). Several players choose in turn order, then all act at the same time (CR 101.4). */
#include "compiler/lower/lower.h"

#include <string.h>

static uint32_t count_ways(cc_fn *f, const m_act *act)
{
    uint32_t n = 0;
    for (const m_way *w = act->ways; w; w = w->next)
        n++;
    if (n <= CC_WAYS_MAX)
        return n;
    cc_wrong(f->u, CC_NO_NATIVE, act->span, "one of %d things can be done, not of %u", CC_WAYS_MAX,
             n);
    return 0;
}

/* Which of them are possible: a number with a bit for each. */
static cc_val possible(cc_fn *f, const m_act *act)
{
    const cc_val bits = cc_num(f, 0);
    uint32_t bit = 1;
    for (const m_way *w = act->ways; w; w = w->next, bit <<= 1) {
        f->depth++; /* what was worked out for it is needed no more behind it */
        const cc_val can = cc_can_be_done(f, w->act), one = cc_num(f, (int32_t)bit);
        if (!can.type)
            return can;
        const uint32_t jump = cc_emit(f, VM_OP_JF, can.reg, 0, 0, 0);
        cc_emit(f, VM_OP_ADD, bits.reg, bits.reg, one.reg, 0);
        cc_patch(f, jump);
        cc_release(f);
        f->depth--;
    }
    return bits;
}

cc_val cc_ways_can(cc_fn *f, const m_act *act)
{
    const cc_val bits = possible(f, act), none = cc_num(f, 0);
    return bits.type ? cc_op(f, VM_OP_LT, 'b', none.reg, bits.reg, 0) : bits;
}

static cc_val chosen_way(cc_fn *f, const m_act *act, int may)
{
    const uint32_t count = count_ways(f, act);
    const cc_val can = count ? possible(f, act) : CC_BAD;
    if (!can.type)
        return can;
    cc_arg a[4];
    memset(a, 0, sizeof a);
    a[0].v = f->actor.type == 'p' ? f->actor : cc_you(f);
    a[1].v = can;
    a[0].given = a[1].given = 1;
    a[3].imm = may;
    a[2].imm = (int32_t)cc_words_begin(f->u);
    a[2].imm2 = (int32_t)count;
    for (const m_way *w = act->ways; w; w = w->next)
        cc_word_add(f->u, cc_string(f->u, w->says));
    return cc_native(f, VM_NATIVE_choose_way, a);
}

static uint32_t unless_way(cc_fn *f, cc_val chosen, int32_t number)
{
    const cc_val n = cc_num(f, number), so = cc_op(f, VM_OP_EQ, 'b', chosen.reg, n.reg, 0);
    return cc_emit(f, VM_OP_JF, so.reg, 0, 0, 0);
}

void cc_ways(cc_fn *f, const m_act *act)
{
    const int may = f->optional;
    f->optional = 0;
    const cc_val chosen = chosen_way(f, act, may);
    const cc_val did = cc_op(f, VM_OP_LDB, 'b', 0, 0, 0);
    int32_t number = 0;
    for (const m_way *w = act->ways; w && chosen.type; w = w->next) {
        const uint32_t jump = unless_way(f, chosen, number++);
        const cc_path *path = cc_path_begin(f);
        f->did = f->acted = CC_BAD;
        cc_act(f, w->act);
        const cc_val done = cc_did(f);
        if (done.type)
            cc_emit(f, VM_OP_OR, did.reg, did.reg, done.reg, 0);
        cc_path_end(f, path, &jump, 1);
    }
    f->did = f->may.type ? f->may : did;
    f->acted = CC_BAD;
    f->that_many = CC_BAD;
}

/* ---- of several players ----------------------------------------------------------------------- */

/* Can all of them choose first, and then act together? */
int cc_ways_together(const cc_fn *f, const m_act *act)
{
    for (const m_way *w = act->ways; w; w = w->next)
        if (!cc_acts_on_things(w->act) && (cc_depends(f, w->act, 1) || w->act->ways))
            return 0;
    return 1;
}

cc_val *cc_ways_sets(cc_fn *f, const m_act *act)
{
    uint32_t n = 0;
    for (const m_way *w = act->ways; w; w = w->next)
        n++;
    cc_val *sets = arena_alloc(f->u->mem, sizeof *sets * n);
    while (n--)
        sets[n] = cc_op(f, VM_OP_NONE, 'e', 0, 0, 0);
    return sets;
}

void cc_ways_choose(cc_fn *f, const m_act *act, cc_val one, cc_val *sets)
{
    const cc_val chosen = chosen_way(f, act, 0);
    int32_t number = 0;
    for (const m_way *w = act->ways; w && chosen.type; w = w->next, number++) {
        const uint32_t jump = unless_way(f, chosen, number);
        cc_val v = cc_acts_on_things(w->act) ? cc_act_things(f, w->act) : one;
        v = v.type ? cc_as(f, v, 'e') : v;
        if (v.type)
            cc_emit(f, VM_OP_UNION, sets[number].reg, sets[number].reg, v.reg, 0);
        cc_patch(f, jump);
    }
}

void cc_ways_do(cc_fn *f, const m_act *act, cc_val all, const cc_val *sets)
{
    int32_t number = 0;
    const cc_val actor = f->actor;
    for (const m_way *w = act->ways; w; w = w->next, number++) {
        if (cc_acts_on_things(w->act)) {
            f->actor = cc_as(f, all, 'p');
            cc_act_on(f, w->act, sets[number]);
            continue;
        }
        const cc_val n = cc_op(f, VM_OP_COUNT, 'n', sets[number].reg, 0, 0), zero = cc_num(f, 0),
                     any = cc_op(f, VM_OP_LT, 'b', zero.reg, n.reg, 0);
        const uint32_t jump = cc_emit(f, VM_OP_JF, any.reg, 0, 0, 0);
        f->actor = cc_as(f, sets[number], 'p');
        cc_act(f, w->act);
        cc_patch(f, jump);
    }
    f->actor = actor;
    f->that_many = CC_BAD;
}

/* ---- costs ------------------------------------------------------------------------------------ */

/* What stands in a range of costs behind its ways belongs in front of them. */
void cc_ways_last(const vm_cost *rows, uint32_t count, vm_cost *out)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < count; i++)
        if (rows[i].kind == VM_COST_WAY)
            i += rows[i].a;
        else
            out[at++] = rows[i];
    for (uint32_t i = 0; i < count; i++)
        if (rows[i].kind == VM_COST_WAY) {
            memcpy(out + at, rows + i, (rows[i].a + 1) * sizeof *rows);
            at += rows[i].a + 1;
            i += rows[i].a;
        }
}

/* ---- one of several keywords ------------------------------------------------------------------
 */

cc_val cc_keyword_choice(cc_fn *f, const m_keyword *k, cc_span at)
{
    int32_t count = 0;
    for (const m_keyword *o = k; o; o = o->next)
        count++;
    if (f->one_of && f->one_of->ref_class == CLASS_PLAYER)
        return cc_wrong(f->u, CC_NO_NATIVE, at,
                        "each of several players would choose one, and the last of these choices "
                        "would be everybody's");
    cc_arg a[4];
    memset(a, 0, sizeof a);
    a[0].v = cc_actor(f);
    a[1].v = cc_num(f, (1 << count) - 1);
    a[0].given = a[1].given = 1;
    a[2].imm = (int32_t)cc_words_begin(f->u);
    a[2].imm2 = count;
    for (; k; k = k->next)
        cc_word_add(f->u, cc_string(f->u, k->says));
    return cc_native(f, VM_NATIVE_choose_way, a);
}
