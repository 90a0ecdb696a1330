/* Amounts and comparisons. */
#include "compiler/meaning/print_in.h"
#include "compiler/meaning/read.h"

int p_is_one(const m_amount *a)
{
    return a && a->kind == AMT_CONST && a->value == 1;
}

static int is_twice_event(const m_amount *a)
{
    return a->kind == AMT_MUL && a->left->kind == AMT_EVENT && a->right->kind == AMT_CONST &&
           a->right->value == 2;
}

int p_amount_simple(const m_amount *a)
{
    return a->kind == AMT_CONST || a->kind == AMT_X ||
           (a->kind == AMT_NAME && a->name->word != W_CHOSEN) ||
           (a->kind == AMT_EVENT && !a->this_way) || is_twice_event(a);
}

static int is_sum(const m_amount *a)
{
    const int twice = a->kind == AMT_MUL && a->right->kind == AMT_CONST && a->right->value == 2;
    return a->kind == AMT_ADD || a->kind == AMT_SUB || (a->kind == AMT_MUL && !twice);
}

/* As one part of a sum: sums of its own stand in parentheses. */
void p_factor(printer *p, const m_amount *a)
{
    if (!is_sum(a)) {
        p_amount(p, a);
        return;
    }
    p_text(p, "(");
    p_amount(p, a);
    p_glue(p, ")");
}

static void number_of(printer *p, const m_amount *a)
{
    SAY(p, W_THE, W_NUMBER_W, W_OF);
    switch (a->kind) {
    case AMT_COUNTERS:
        p_counter_kind(p, (uint32_t)a->value, 1);
        p_word(p, W_ON);
        break;
    case AMT_TYPES:
        SAY(p, W_CARD_W, W_TYPES_W, W_AMONG);
        break;
    case AMT_COLORS:
        SAY(p, W_COLORS_W, W_AMONG);
        break;
    case AMT_LAND_TYPES:
        SAY(p, W_BASIC, W_LAND, W_TYPES_W, W_AMONG);
        break;
    default:
        break;
    }
    p_ref(p, a->ref, PLAIN);
}

static void property(printer *p, const m_amount *a)
{
    if (a->value ||
        (a->ref && (a->ref->kind == REF_ALL || a->ref->kind == REF_JOIN) && !a->ref->each)) {
        SAY(p, W_THE, W_TOTAL);
        p_named(p, VOC_CLASS_PROPERTY, a->prop, VOC_FORM_ONE);
        p_word(p, W_OF);
        p_ref(p, a->ref, PLAIN);
        return;
    }
    if (a->ref)
        p_possessor(p, a->ref);
    p_named(p, VOC_CLASS_PROPERTY, a->prop, VOC_FORM_ONE);
}

static void half(printer *p, const m_amount *a)
{
    p_word(p, W_HALF);
    if (a->left->kind == AMT_COUNT && a->left->ref->kind == REF_ZONE)
        p_ref(p, a->left->ref, PLAIN);
    else
        p_factor(p, a->left);
    p_rounded(p, a);
}

void p_rounded(printer *p, const m_amount *half)
{
    p_glue(p, ",");
    SAY(p, W_ROUNDED, half->kind == AMT_HALF_UP ? W_UP : W_DOWN);
}

static void sum(printer *p, const m_amount *a)
{
    if (a->kind == AMT_MUL && !is_sum(a)) {
        p_word(p, W_TWICE);
        p_factor(p, a->left);
        return;
    }
    if (a->kind == AMT_MUL && a->left->kind != AMT_MUL) /* times binds more than plus */
        p_factor(p, a->left);
    else
        p_amount(p, a->left);
    p_word(p, a->kind == AMT_ADD ? W_PLUS : a->kind == AMT_SUB ? W_MINUS : W_TIMES);
    p_factor(p, a->right);
}

static void of_this_way(printer *p, const m_amount *a)
{
    p_word(p, W_THE);
    if (a->this_way == PAID_LOST + 1 || a->this_way == PAID_GAINED + 1)
        p_named(p, VOC_CLASS_PROPERTY, VM_PROP_LIFE, VOC_FORM_ONE);
    else
        p_word(p, W_DAMAGE);
    p_text(p, m_paid_word(a->this_way - 1u));
    SAY(p, W_THIS, W_WAY);
}

void p_amount(printer *p, const m_amount *a)
{
    switch (a->kind) {
    case AMT_CONST:
        p_number(p, a->value, 0);
        break;
    case AMT_X:
        p_word(p, W_X);
        break;
    case AMT_NAME:
        if (a->name->word == W_CHOSEN)
            p_chosen(p, a->name, NULL);
        else
            p_word(p, a->name->word);
        break;
    case AMT_EVENT:
        if (a->this_way)
            of_this_way(p, a);
        else
            SAY(p, W_THAT, W_MUCH);
        break;
    case AMT_PROPERTY:
        property(p, a);
        break;
    case AMT_GREATEST:
    case AMT_LEAST:
        SAY(p, W_THE, a->kind == AMT_GREATEST ? W_GREATEST : W_LEAST);
        p_named(p, VOC_CLASS_PROPERTY, a->prop, VOC_FORM_ONE);
        p_word(p, W_AMONG);
        p_ref(p, a->ref, PLAIN);
        break;
    case AMT_HALF_UP:
    case AMT_HALF_DOWN:
        half(p, a);
        break;
    case AMT_ADD:
    case AMT_SUB:
    case AMT_MUL:
        sum(p, a);
        break;
    case AMT_ANY:
        SAY(p, W_ANY, W_NUMBER_W, W_OF);
        break;
    case AMT_FRAME:
        p_frame(p, a->act->frame, a->act->operands, (verb_form){.who = BASE});
        break;
    default:
        number_of(p, a);
    }
}

void p_property_comparison(printer *p, uint8_t cmp, const m_amount *a)
{
    if (cmp != CMP_GE || !p_amount_simple(a)) {
        p_comparison(p, cmp, a);
        return;
    }
    p_amount(p, a);
    SAY(p, W_OR, W_GREATER);
}

void p_comparison(printer *p, uint8_t cmp, const m_amount *a)
{
    const int plain = p_amount_simple(a);
    if (cmp == CMP_GT || cmp == CMP_LT || (!plain && cmp != CMP_EQ)) {
        SAY(p, cmp == CMP_GT || cmp == CMP_GE ? W_GREATER : W_LESS, W_THAN);
        if (cmp == CMP_GE || cmp == CMP_LE)
            SAY(p, W_OR, W_EQUAL, W_TO);
        p_amount(p, a);
        return;
    }
    p_amount(p, a);
    if (cmp == CMP_GE || cmp == CMP_LE)
        SAY(p, W_OR, cmp == CMP_GE ? W_MORE : W_LESS);
}

void p_half(printer *p, const m_amount *a, char sign)
{
    const char signs[2] = {sign, 0};
    p_glue(p, signs);
    if (a->kind == AMT_CONST)
        p_glue(p, arena_printf(p->mem, "%d", a->value));
    else
        p_glue(p, syn_word_text(p->voc->words, a->kind == AMT_NAME ? a->name->word : W_X));
}
