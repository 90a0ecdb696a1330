/* Targets of an ability, in the order in which they are said (CR 114, 601.2c). */
#include "compiler/lower/refs.h"

#include <string.h>

/* An operand of a declaration that stands for a plain number. */
int cc_constant(const cc_scope *s, const m_amount *a, int32_t *out)
{
    const cc_binding *b = a->kind == AMT_NAME && a->name->operand ? cc_bound(s, a->name) : NULL;
    if (b) {
        const cc_binding *seen = cc_go_home(b);
        const int is = cc_constant(b->outer, b->operand->is.amount, out);
        cc_come_back(b, seen);
        return is;
    }
    if (a->kind != AMT_CONST)
        return 0;
    *out = a->value;
    return 1;
}

/* Another target than the ones before it. */
static int follows_target(const cc_scope *s, const m_ref *ref)
{
    return ref->another && s->targets.count > 0;
}

/* A target is chosen by the one in that slot: target creature that player controls. By one, that is chosen by none itself. */
int cc_chosen_by(cc_scope *s, int slot)
{
    if (slot < 0 || (uint32_t)slot >= s->targets.count ||
        s->targets.at[slot].flags >> VM_TF_BY_SHIFT || s->targets.at[slot].max != 1 ||
        s->targets.at[slot].min != 1 || (s->chosen_by && s->chosen_by != (uint32_t)slot + 1))
        return 0;
    s->chosen_by = (uint32_t)slot + 1;
    return 1;
}

/* How many: two target creatures, up to X targets, any number of. */
static int count_targets(cc_fn *f, const m_ref *ref, vm_target *t)
{
    int32_t n = 1;
    if (ref->count && ref->count->kind == AMT_X && (f->x || f->s->x_later))
        return cc_wrong(f->u, CC_BAD_VALUE, ref->span,
                        "how many targets there are is said or paid, not counted: 'two', or an X "
                        "of the cost")
            .type;
    if (ref->count && ref->count->kind == AMT_X)
        t->flags |= VM_TF_X;
    else if (ref->count && ref->count->kind == AMT_CONST)
        n = ref->count->value;
    else if (ref->count && ref->count->kind == AMT_NAME && cc_constant(f->s, ref->count, &n))
        ;
    else if (ref->count)
        return cc_wrong(f->u, CC_BAD_VALUE, ref->span,
                        "the number of targets is a number, X, or 'any number of'")
            .type;
    t->min = t->max = (uint32_t)n;
    if (ref->least && ref->least->value >= 0)
        t->min = (uint32_t)ref->least->value;
    if (ref->up_to || ref->any_number)
        t->min = 0;
    if (ref->any_number || ref->or_more)
        t->max = 99;
    return 1;
}

cc_val cc_ref_target(cc_fn *f, const m_ref *ref)
{
    cc_scope *s = f->s;
    if (s->kind == SCOPE_TEST)
        return cc_wrong(f->u, CC_NOT_HERE, ref->span, "a test names its things; it has no targets");
    if (!f->effect && !(f->outer && f->outer->effect))
        return cc_wrong(f->u, CC_NOT_HERE, ref->span,
                        "a target can only be chosen by a spell or ability that does something");
    if (ref->of_choice == 2)
        return cc_wrong(
            f->u, CC_NO_NATIVE, ref->span,
            "targets are chosen by who controls the spell or ability, or by an opponent "
            "('of an opponent's choice'); without a target: 'that player chooses ..., "
            "then ... the chosen creature'");
    if (s->targets.count >= VM_TARGET_SLOTS_MAX)
        return cc_wrong(f->u, CC_NOT_HERE, ref->span, "more than %d different targets",
                        VM_TARGET_SLOTS_MAX);
    vm_target t = {0, 1, 1, 0, s->announced};
    if (!count_targets(f, ref, &t))
        return CC_BAD;
    if (follows_target(s, ref))
        t.flags |= VM_TF_ANOTHER;
    if (ref->of_choice == 3)
        t.flags |= VM_TF_OPPONENT;
    m_desc *desc = ref->desc;
    m_desc others;
    m_atom other;
    if (ref->another && !cc_target_like(f, desc)) { /* than this */
        memset(&other, 0, sizeof other);
        other.kind = ATOM_OTHER;
        other.span = ref->span;
        other.next = desc->atoms;
        others = *desc;
        others.atoms = &other;
        desc = &others;
    }
    /* predicates of a target are looked at before the spell is there, so they see the scope only */
    if (!cc_says_where(s, desc))
        return CC_BAD;
    if (cc_is_target_of_each(f, desc))
        return CC_BAD;
    const uint8_t targeting = s->targeting;
    const uint32_t by = s->chosen_by;
    s->targeting = 1;
    const uint8_t for_each = s->for_each;
    s->chosen_by = s->for_each = 0;
    t.sel = cc_selector(f->effect ? f : f->outer, s, desc);
    s->targeting = targeting;
    t.flags |= s->chosen_by << VM_TF_BY_SHIFT;
    s->chosen_by = by;
    const uint8_t of_each = s->for_each;
    s->for_each = for_each;
    if (!t.sel || (of_each && !cc_target_each_row(f, ref, &t)))
        return CC_BAD;
    const uint32_t slot = s->targets.count;
    if (t.flags >> VM_TF_BY_SHIFT && f->x)
        return cc_wrong(f->u, CC_NO_NATIVE, ref->span,
                        "a target that is chosen by another one is counted by a number, so far");
    VEC_PUSH(f->u->mem, &s->targets, t);
    if (t.flags & VM_TF_EACH) {
        const cc_val who = cc_as(f, f->taken_up->was, 'p');
        return cc_op(f, VM_OP_TARGETS_FOR, 'e', (int)slot, who.reg, 0);
    }
    return cc_op(f, VM_OP_TARGETS, 'e', (int)slot, 0, 0);
}

static int divides(cc_fn *f, const m_ref *among)
{
    if (among->kind == REF_JOIN)
        return divides(f, among->left) && divides(f, among->right);
    cc_referent *r = among->kind == REF_TARGET                           ? cc_referent_of(f, among)
                     : among->kind == REF_SOME || among->kind == REF_ALL ? NULL
                                                                         : cc_find(f, among);
    if (!r || r->again != AGAIN_TARGET || r->arg >= f->s->targets.count) {
        cc_wrong(f->u, CC_NO_NATIVE, among->span, "it is divided among targets only, so far");
        return 0;
    }
    f->s->targets.at[r->arg].flags |= VM_TF_DIVIDED;
    return 1;
}

int cc_divides_among(cc_fn *f, const m_ref *among)
{
    for (uint32_t i = 0; i < f->s->targets.count; i++)
        if (f->s->targets.at[i].flags & VM_TF_DIVIDED) {
            cc_wrong(f->u, CC_NO_NATIVE, among->span,
                     "the rules machine cannot yet divide two things in one effect");
            return 0;
        }
    f->s->divided = 1;
    return divides(f, among);
}
