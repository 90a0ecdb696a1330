/* 'If this was kicked', 'if its evoke cost was paid' ask for what a keyword of the card lets its controller pay (CR 607.2). A card
 * without that keyword asks in vain. */
#include "compiler/lower/lower.h"

void cc_paid_begin(cc_unit *u)
{
    u->paid.asked.count = u->paid.keywords.count = 0;
    u->paid.kicks = 0;
}

/* A keyword stands on the card. */
void cc_paid_by(const cc_scope *s, uint32_t keyword)
{
    if (s->of_card)
        VEC_PUSH(s->u->mem, &s->u->paid.keywords, keyword);
}

/* The card asks whether the cost of a keyword was paid; VM_NO_SYMBOL: whether it was kicked. */
void cc_paid_asked(const cc_fn *f, uint32_t keyword, cc_span at)
{
    const cc_paid_question q = {keyword, at};
    if (f->s->of_card && f->s->kind != SCOPE_TEST)
        VEC_PUSH(f->u->mem, &f->u->paid.asked, q);
}

static int can_be_kicked(const cc_abilities *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->at[i].kind == VM_ABILITY_COST &&
            !(list->at[i].flags & (VM_AF_ALTERNATIVE | VM_AF_PER_MODE | VM_AF_MANDATORY)))
            return 1;
    return 0;
}

static int has_keyword(const cc_unit *u, uint32_t keyword)
{
    for (uint32_t i = 0; i < u->paid.keywords.count; i++)
        if (u->paid.keywords.at[i] == keyword)
            return 1;
    return 0;
}

/* last: the card has no other side */
void cc_paid_end(cc_unit *u, const cc_abilities *list, int last)
{
    u->paid.kicks |= (uint8_t)can_be_kicked(list);
    for (uint32_t i = 0; last && i < u->paid.asked.count; i++) {
        const cc_paid_question *q = &u->paid.asked.at[i];
        const voc_symbol *s = q->keyword == VM_NO_SYMBOL
                                  ? NULL
                                  : voc_symbol_by_number(u->voc, VM_SYM_KEYWORD, q->keyword);
        if (q->keyword == VM_NO_SYMBOL ? u->paid.kicks : has_keyword(u, q->keyword))
            continue;
        cc_wrong(u, CC_NO_MEANING, q->at,
                 "this card has no '%s', so that was never paid for: it is a line of its own, '%s "
                 "{2}'",
                 s ? s->name : "kicker", s ? s->name : "kicker");
    }
}
