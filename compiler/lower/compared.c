/* What is compared with a number of several things: 'power less than another creature's power' is so of any of them,
 * 'less life than each opponent's life total' of all. Nothing is added up or chosen for it. */
#include "compiler/lower/lower.h"

/* Is it a number of one of several, or of each? */
static int is_of_several(const cc_fn *f, const m_amount *a)
{
    const m_ref *of = a && a->kind == AMT_PROPERTY ? a->ref : NULL;
    return of && of->desc && f->s->kind != SCOPE_TEST && !cc_referent_of(f, of) &&
           ((of->kind == REF_SOME && cc_names_one(of) && !of->of_choice) ||
            (of->kind == REF_ALL && of->each));
}

/* Somewhere in it: plus, minus, twice. */
static const m_amount *mixed_in(const cc_fn *f, const m_amount *a)
{
    if (!a || is_of_several(f, a))
        return a;
    if (a->kind < AMT_ADD || a->kind > AMT_HALF_DOWN)
        return NULL;
    const m_amount *left = mixed_in(f, a->left);
    return left || !a->right ? left : mixed_in(f, a->right);
}

int cc_has_no_such_number(cc_fn *f, const m_amount *a)
{
    const int life = a->prop == VM_PROP_LIFE;
    if (!a->ref ||
        (a->ref->ref_class == CLASS_PLAYER ? life : a->ref->ref_class != CLASS_OBJECT || !life))
        return 0;
    cc_wrong(f->u, CC_WRONG_TYPE, a->span,
             life ? "only a player has life" : "a player has no such number");
    return 1;
}

cc_val cc_compare_with(cc_fn *f, cc_val have, uint8_t cmp, const m_amount *want)
{
    if (!have.type)
        return have;
    if (!is_of_several(f, want)) {
        const m_amount *mixed = mixed_in(f, want);
        if (mixed)
            return cc_wrong(
                f->u, CC_NO_MEANING, mixed->span,
                "of which of them? 'the greatest', 'the lowest' or 'the total power' says it");
        return cc_compare(f, have, cmp, cc_amount(f, want));
    }
    if (cc_has_no_such_number(f, want))
        return CC_BAD;
    const m_ref *of = want->ref;
    const int other = of->another || cc_says_other(of->desc), each = of->kind == REF_ALL;
    const m_desc *d = cc_not_other(f, of->desc);
    cc_val all = cc_as(f, cc_desc_set(f, d), 'e');
    if (all.type && other)
        all = cc_without_other(f, d, all);
    if (!all.type)
        return all;
    const cc_val so = cc_op(f, VM_OP_LDB, 'b', 0, 0, each);
    const cc_loop l = cc_loop_begin(f, all);
    const cc_val one = cc_op(f, VM_OP_PROP, 'n', l.one.reg, 0, (int32_t)want->prop),
                 b = cc_compare(f, have, cmp, one);
    cc_emit(f, each ? VM_OP_AND : VM_OP_OR, so.reg, so.reg, b.reg, 0);
    cc_loop_end(f, l);
    return so;
}
