/* What a sentence does at the same time, though it is said one thing after the other: 'deals 2 damage to target creature and 3 damage
 * to its controller', 'each creature deals damage equal to its power to its controller' (CR 119.3, 608.2c). */
#include "compiler/lower/clauses.h"

static int deals(const m_clause *c)
{
    const m_act *act = c->acts;
    return act && !act->next && !c->alternatives && !act->ways && !act->unless &&
           voc_is(act->frame, VOC_DEALS);
}

uint32_t cc_deal_together(cc_fn *f, const m_clause *c, uint32_t count)
{
    const uint8_t may = c->may;
    uint32_t n = 0;
    if (!f->effect || f->holding || f->s->replacing)
        return 0;
    for (; n < count && deals(c) && (!n || (c->kept && !c->then && !c->may == !may)); c = c->next)
        n++;
    return n > 1 ? n : 0;
}

int cc_deal_apiece(cc_fn *f, const m_clause *c, uint32_t count)
{
    if (!f->effect || f->holding || f->subject->ref_class == CLASS_PLAYER)
        return 0;
    for (const m_clause *k = c; count; count--, k = k->next)
        if (!deals(k) || k->may || (k != c && k->then))
            return 0;
    return 1;
}

void cc_hold(cc_fn *f)
{
    f->holding = 1;
    cc_native(f, VM_NATIVE_hold, NULL);
}

cc_val cc_deal_held(cc_fn *f)
{
    f->holding = 0;
    return cc_native(f, VM_NATIVE_release, NULL);
}
