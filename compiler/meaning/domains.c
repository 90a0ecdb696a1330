/* The numbers that an act can be about: nobody draws 0 cards, and 'up to zero target creatures' are none. */
#include "compiler/meaning/read.h"

#include <string.h>

/* What is known of a number while it is read; 0: nothing */
static int is_known(const m_amount *a, int64_t *out)
{
    int64_t left, right;
    if (!a)
        return 0;
    if (a->kind == AMT_CONST) {
        *out = a->value;
        return 1;
    }
    if ((a->kind != AMT_ADD && a->kind != AMT_SUB && a->kind != AMT_MUL) ||
        !is_known(a->left, &left) || !is_known(a->right, &right))
        return 0;
    *out = a->kind == AMT_ADD ? left + right : a->kind == AMT_SUB ? left - right : left * right;
    return 1;
}

static int is_nothing(const m_amount *a)
{
    int64_t n;
    return is_known(a, &n) && n <= 0;
}

/* up to zero target creatures · the top 0 cards of your library */
int m_picks_nothing(const m_ref *ref)
{
    if (ref->kind == REF_JOIN)
        return m_picks_nothing(ref->left) || m_picks_nothing(ref->right);
    return (ref->kind == REF_TARGET || ref->kind == REF_SOME || ref->kind == REF_PART ||
            ref->kind == REF_TOP) &&
           !ref->or_more && is_nothing(ref->count);
}

/* add {0} · cost {0} less */
static int is_no_mana(const voc_frame *f, const m_operand *o)
{
    const char *symbols = o->type == VOC_MANA                                  ? o->is.text
                          : o->type == VOC_COST && voc_is(f, VOC_CHANGES_COST) ? o->is.cost->symbols
                                                                               : NULL;
    return symbols && strcmp(symbols, "{0}") == 0 && !(o->type == VOC_COST && o->is.cost->next);
}

static int is_of_nothing(const voc_frame *f, const m_operand *o)
{
    const int done = f->kind == DECL_ACTION || f->kind == DECL_COST;
    if (is_no_mana(f, o))
        return 1;
    if (o->type == VOC_COUNTERS || o->type == VOC_TOKENS)
        return is_nothing(o->count);
    if (voc_is_reference(o->type))
        return done && o->is.ref && m_picks_nothing(o->is.ref);
    return f->kind != DECL_RULE && o->type == VOC_NUMBER && !voc_is(f, VOC_MAY_BE_ZERO) &&
           !voc_is(f, VOC_CHANGES_EVENT) && is_nothing(o->is.amount);
}

int m_is_nothing(m_reader *r, const voc_frame *f, const m_operand *o, uint32_t end)
{
    if (r->context->is_test || (f->kind != DECL_ACTION && f->kind != DECL_COST &&
                                f->kind != DECL_RULE && f->kind != DECL_KEYWORD))
        return 0;
    if (!is_of_nothing(f, o))
        return 0;
    m_refuse(r, end, o->span, CC_BAD_VALUE, "of 0 or less nothing comes: leave it out");
    return 1;
}
