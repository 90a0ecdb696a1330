/* Descriptions that nothing can fit: white and not white, with flying and without flying. */
#include "compiler/lower/lower.h"
/* What 'that is tapped', 'that has flying' say of it, as if it were said in front; NULL: something else */
static int plain(const m_atom *a, m_atom *out)
{
    *out = *a;
    if (a->kind != ATOM_COND || !a->act)
        return a->kind != ATOM_COND;
    const int is = voc_is(a->act->frame, VOC_IS); /* 'who controls more creatures' is not */
    for (uint32_t i = 0; i < a->act->frame->slot_count; i++) {
        const m_operand *o = &a->act->operands[i];
        if (!o->given)
            continue;
        if (is && (o->type == VOC_QUALITY || o->type == VOC_DESCRIPTION) && o->is.desc &&
                !o->is.desc->or
            &&o->is.desc->atoms && !o->is.desc->atoms->next) {
            *out = *o->is.desc->atoms;
            out->neg = (uint8_t)(out->neg != (a->neg || a->act->negative));
            return out->kind != ATOM_COND;
        }
        if (o->type == VOC_ABILITIES && o->is.abilities && !o->is.abilities->list &&
            o->is.abilities->keywords && !o->is.abilities->keywords->next &&
            !o->is.abilities->keywords->frame->slot_count) {
            out->kind = ATOM_KEYWORD;
            out->frame = o->is.abilities->keywords->frame;
            out->desc = NULL;
            out->number = out->number2 = 0;
            out->neg = (uint8_t)(a->neg || a->act->negative);
            return 1;
        }
    }
    return 0;
}

static int is_same(const m_atom *a, const m_atom *b)
{
    if (a->kind != b->kind)
        return 0;
    switch (a->kind) {
    case ATOM_TYPE:
    case ATOM_SUPERTYPE:
    case ATOM_SUBTYPE:
    case ATOM_COLOR:
    case ATOM_STATUS:
    case ATOM_NOUN:
        return a->number == b->number;
    case ATOM_KEYWORD:
        return a->frame == b->frame && !a->desc && !b->desc && !a->number2 && !b->number2;
    case ATOM_CONTROL:
    case ATOM_OWN:
        return a->number == b->number && a->number2 == b->number2 && a->ref && b->ref &&
               a->ref->kind == REF_YOU && b->ref->kind == REF_YOU;
    default:
        return 0;
    }
}

/* a monocolored multicolored creature */
static int excludes(const m_atom *a, const m_atom *b)
{
    const uint32_t both = VM_STATUS_MONOCOLORED0 | VM_STATUS_MULTICOLORED0;
    return a->kind == ATOM_STATUS && b->kind == ATOM_STATUS && !a->neg && !b->neg &&
           (a->number | b->number) == both && a->number != b->number;
}

/* a land spell: lands are played (CR 305.1) */
int cc_is_land_spell(const m_desc *d)
{
    int land = 0, spell = 0;
    for (const m_atom *a = d->atoms; a; a = a->next) {
        land |= a->kind == ATOM_TYPE && !a->neg && 1u << a->number == VM_TYPE_LAND;
        spell |= a->kind == ATOM_NOUN && !a->neg && a->number == NOUN_SPELL;
    }
    return land && spell;
}

/* ---- numbers: with power 3 and power 4 ---- */

typedef struct range {
    int64_t least, most;
} range;

/* What a comparison with a number that is said leaves; 0: it leaves no such range */
static int range_of(const m_atom *a, range *out)
{
    if ((a->kind != ATOM_COMPARE && a->kind != ATOM_COUNTERS) || a->neg || a->ref || !a->amount ||
        a->amount->kind != AMT_CONST)
        return 0;
    const int64_t n = a->amount->value;
    *out = (range){INT32_MIN, INT32_MAX};
    switch ((m_compare)a->cmp) {
    case CMP_EQ:
        out->least = out->most = n;
        return 1;
    case CMP_GE:
        out->least = n;
        return 1;
    case CMP_LE:
        out->most = n;
        return 1;
    case CMP_GT:
        out->least = n + 1;
        return 1;
    case CMP_LT:
        out->most = n - 1;
        return 1;
    default:
        return 0;
    }
}

int cc_range_of(const m_atom *a, int64_t *least, int64_t *most)
{
    range r;
    if (!range_of(a, &r))
        return 0;
    *least = r.least;
    *most = r.most;
    return 1;
}

static int no_number(const m_atom *a, const m_atom *b)
{
    range one, other;
    return a->kind == b->kind && a->number == b->number && range_of(a, &one) &&
           range_of(b, &other) && (one.least > other.most || other.least > one.most);
}

/* ---- all that is said of it at once ---- */

/* What is joined by 'and' is said of it as well: with power 3 and power 4 */
static const m_atom *joined(const m_atom *a)
{
    return a->kind == ATOM_DESC && !a->neg && !a->frame && a->desc && !a->desc->or ? a->desc->atoms
                                                                                   : NULL;
}

static int one_against(const m_atom *one, const m_atom *rest)
{
    m_atom other;
    for (; rest; rest = rest->next) {
        if (joined(rest)
                ? one_against(one, joined(rest))
                : plain(rest, &other) && ((one->neg != other.neg && is_same(one, &other)) ||
                                          excludes(one, &other) || no_number(one, &other)))
            return 1;
    }
    return 0;
}

static int each_against(const m_atom *list, const m_atom *end, const m_atom *rest)
{
    m_atom one;
    for (; list != end; list = list->next)
        if (joined(list) ? each_against(joined(list), NULL, rest)
                         : plain(list, &one) && one_against(&one, rest))
            return 1;
    return 0;
}

static int clashes(const m_atom *list)
{
    for (const m_atom *a = list; a; a = a->next)
        if ((joined(a) && clashes(joined(a))) || each_against(a, a->next, a->next))
            return 1;
    return 0;
}

int cc_contradicts(const m_desc *d)
{
    return clashes(d->atoms);
}

void cc_each_atom(const m_atom *list, void (*go)(const m_atom *a, void *user), void *user)
{
    m_atom one;
    for (const m_atom *a = list; a; a = a->next)
        if (joined(a))
            cc_each_atom(joined(a), go, user);
        else if (plain(a, &one))
            go(&one, user);
}
