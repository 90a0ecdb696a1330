/* Descriptions that nothing can fit: white and not white, with flying and without flying. */
#include "compiler/lower/lower.h"

#include <string.h>

/* What 'that is tapped', 'that has flying' say of it, as if it were said in front; NULL: something else */
static int plain(const m_atom *a, m_atom *out)
{
    *out = *a;
    if (a->kind != ATOM_COND || !a->act)
        return a->kind != ATOM_COND;
    for (uint32_t i = 0; i < a->act->frame->slot_count; i++) {
        const m_operand *o = &a->act->operands[i];
        if (!o->given)
            continue;
        if ((o->type == VOC_QUALITY || o->type == VOC_DESCRIPTION) && o->is.desc && !o->is.desc->or
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

int cc_contradicts(const m_desc *d)
{
    m_atom one, other;
    for (const m_atom *a = d->atoms; a; a = a->next)
        for (const m_atom *b = a->next; b && plain(a, &one); b = b->next)
            if (plain(b, &other) &&
                ((one.neg != other.neg && is_same(&one, &other)) || excludes(&one, &other)))
                return 1;
    return 0;
}
