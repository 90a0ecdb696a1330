/* What stands behind the last of several nouns is said of all of them, 'artifacts and creatures you control', but where it
 * can only be meant of the last: then m_is_of_the_last. */
#include "compiler/meaning/read.h"

static int is_kind(const m_atom *a)
{
    return !a->neg && (a->kind == ATOM_NOUN || a->kind == ATOM_TYPE || a->kind == ATOM_SUBTYPE);
}

/* The card types that a noun is one of: Giant of creatures (a tribal one is called so beside its own type). */
uint32_t m_types_of(const m_reader *r, const m_atom *a)
{
    const voc_symbol *s = NULL;
    if (a->neg)
        return 0;
    if (a->kind == ATOM_SUBTYPE)
        s = voc_symbol_by_number(r->voc, VM_SYM_SUBTYPE, a->number);
    return a->kind == ATOM_TYPE ? 1u << a->number : s ? s->a & ~(uint32_t)VM_TYPE_TRIBAL : 0;
}

static int is_called(const m_desc *d, uint32_t noun)
{
    for (const m_atom *a = d->atoms; a; a = a->next)
        if (a->kind == ATOM_NOUN && !a->neg && a->number == noun)
            return 1;
    return 0;
}

static uint32_t all_types(const m_reader *r, const m_desc *d)
{
    uint32_t types = 0;
    for (const m_atom *a = d->atoms; a; a = a->next)
        types |= m_types_of(r, a);
    return types;
}

static int is_permanent(const m_reader *r, const m_desc *d)
{
    return (all_types(r, d) && !is_called(d, NOUN_CARD) && !is_called(d, NOUN_SPELL)) ||
           is_called(d, NOUN_TOKEN) || is_called(d, NOUN_PERMANENT);
}

/* Does `d` say what the atom says, in these words or in others: a Giant is a creature and a permanent? */
static int says(const m_reader *r, const m_desc *d, const m_atom *what)
{
    if (what->kind == ATOM_NOUN && what->number == NOUN_PERMANENT && !what->neg)
        return is_permanent(r, d);
    for (const m_atom *a = d->atoms; a; a = a->next) {
        if (a->kind == what->kind && a->number == what->number && a->neg == what->neg &&
            a->ref == what->ref && a->desc == what->desc && a->amount == what->amount &&
            a->name == what->name && a->zone == what->zone)
            return 1;
        const uint32_t types = m_types_of(r, a);
        if (what->kind == ATOM_TYPE && !what->neg && types == 1u << what->number)
            return 1;
    }
    return 0;
}

/* Giants and creatures with flying: of Giants it would say nothing, as those that fly are creatures with flying anyway. */
static int is_one_of(const m_reader *r, const m_desc *d, const m_desc *last)
{
    for (const m_atom *a = last->atoms; a; a = a->next)
        if (!says(r, d, a))
            return 0;
    return 1;
}

/* What a permanent has of itself, and creatures above all: keywords, power, counters. */
static int is_own(const m_atom *a)
{
    return a->kind == ATOM_KEYWORD || a->kind == ATOM_COUNTERS || a->kind == ATOM_ABILITIES ||
           a->kind == ATOM_COMPARE || (a->kind == ATOM_DESC && is_own(a->desc->atoms));
}

static int is_of_creatures(const m_atom *a)
{
    if (a->kind == ATOM_DESC)
        return is_of_creatures(a->desc->atoms);
    return a->kind == ATOM_KEYWORD || (a->kind == ATOM_COMPARE && (a->number == VM_PROP_POWER ||
                                                                   a->number == VM_PROP_TOUGHNESS));
}

/* The types that it is said to be; 0 where it is called by something else than types. */
static uint32_t types_alone(const m_desc *d)
{
    uint32_t types = 0;
    for (const m_atom *a = d->atoms; a; a = a->next)
        if (a->kind == ATOM_TYPE && !a->neg)
            types |= 1u << a->number;
        else if (is_kind(a) || a->kind == ATOM_NAMED)
            return 0;
    return types;
}

static int can_be_attached(const m_desc *d)
{
    for (const m_atom *a = d->atoms; a; a = a->next)
        if (a->kind == ATOM_SUBTYPE && !a->neg &&
            (a->number == VM_SUBTYPE_AURA || a->number == VM_SUBTYPE_EQUIPMENT))
            return 1;
    return 0;
}

/* creatures and Auras attached to them, attacking creatures and creatures blocking them: 'them' are those before */
static int is_with_those_before(const m_desc *d, const m_desc *last, const m_atom *post)
{
    if (!post->ref || post->ref->kind != REF_PRONOUN)
        return 0;
    if (post->kind == ATOM_ATTACHED)
        return can_be_attached(last) && !can_be_attached(d);
    return post->kind == ATOM_COMBAT && (types_alone(d) & types_alone(last));
}

/* artifact or creature with flying: any artifact, as other permanents than creatures fly as good as never; red creatures and
 * creatures with flying: the noun is said again, so each has its own. */
int m_is_of_the_last(const m_reader *r, const m_desc *d, const m_desc *last, const m_atom *post)
{
    if (d == last || d->noun_shared || post->kind == ATOM_CONTROL || post->kind == ATOM_OWN)
        return 0; /* whose the last are, all of them are */
    if (is_with_those_before(d, last, post) || is_one_of(r, d, last))
        return 1;
    const uint32_t types = types_alone(d), of_last = types_alone(last);
    if (types & of_last)
        return is_own(post);
    return (of_last & VM_TYPE_CREATURE) && !(all_types(r, d) & VM_TYPE_CREATURE) &&
           is_of_creatures(post);
}
