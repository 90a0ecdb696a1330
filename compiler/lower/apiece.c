/* An imperative about each of several things whose amount asks about each: 'put a +1/+1 counter on each creature for each Aura
 * attached to it'. They are taken one by one, so that 'it' is the one at hand. */
#include "compiler/lower/lower.h"
#include "compiler/meaning/walk.h"

static int is_it(const m_ref *ref, void *user)
{
    (void)user;
    return ref->kind == REF_PRONOUN && ref->word == W_IT;
}

static int amounts_ask(const m_act *act)
{
    for (uint32_t i = 0; i < act->frame->slot_count; i++) {
        const m_operand *o = &act->operands[i];
        const int number = o->type == VOC_NUMBER || o->type == VOC_QUANTITY;
        if (o->given && (m_any_in_amount(o->count, is_it, NULL) ||
                         (number && m_any_in_amount(o->is.amount, is_it, NULL))))
            return 1;
    }
    return m_any_in_amount(act->times, is_it, NULL) || m_any_in_amount(act->x, is_it, NULL);
}

const m_ref *cc_apiece(const cc_fn *f, const m_act *act)
{
    const m_ref *found = NULL;
    if ((f->subject && f->subject->ref_class != CLASS_PLAYER) || !amounts_ask(act))
        return NULL;
    for (uint32_t i = 0; i < act->frame->slot_count; i++) {
        const m_operand *o = &act->operands[i];
        if (!o->given || !voc_is_reference(o->type) || o->is.ref->kind != REF_ALL ||
            !o->is.ref->each || o->is.ref->ref_class != CLASS_OBJECT)
            continue;
        if (found)
            return NULL;
        found = o->is.ref;
    }
    return found;
}

void cc_act_apiece(cc_fn *f, const m_act *act, const m_ref *each)
{
    const cc_val all = cc_as(f, cc_ref(f, each, 'e'), 'e');
    if (!all.type)
        return;
    const cc_referent *before = f->s->referents;
    const m_ref *outer = f->apiece;
    const cc_val outer_one = f->apiece_one;
    const cc_loop l = cc_loop_begin(f, all);
    f->apiece = each;
    f->apiece_one = cc_as(f, l.one, 'o');
    if (cc_ref(f, each, 'o').type) /* said before the amount, so that the amount can mean it */
        cc_act(f, act);
    cc_loop_end(f, l);
    f->apiece = outer;
    f->apiece_one = outer_one;
    for (cc_referent *r = f->s->referents; r && r != before; r = r->next)
        r->owner = 0;
    cc_refer(f, each, all, AGAIN_NOT, 0);
}
