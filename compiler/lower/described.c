/* What a noun can mean of what is there: of the things that were said, of this. */
#include "compiler/lower/refs.h"

#include <string.h>

typedef struct traits {
    uint32_t types; /* of which it surely has one; 0 = unknown */
    uint8_t spell, card, token, player, source, permanent, ability, any;
} traits;

static uint32_t types_of_subtype(const cc_unit *u, uint32_t number)
{
    const voc_symbol *s = voc_symbol_by_number(u->voc, VM_SYM_SUBTYPE, number);
    return s ? s->a : 0;
}

static traits traits_of(const cc_unit *u, const m_desc *d)
{
    traits t;
    memset(&t, 0, sizeof t);
    if (!d)
        t.any = 1;
    for (; d; d = d->or)
        for (const m_atom *a = d->atoms; a; a = a->next) {
            if (a->neg)
                continue;
            if (a->kind == ATOM_TYPE)
                t.types |= 1u << a->number;
            else if (a->kind == ATOM_SUBTYPE)
                t.types |= types_of_subtype(u, a->number);
            else if (a->kind == ATOM_NOUN) {
                t.spell |= a->number == NOUN_SPELL;
                t.card |= a->number == NOUN_CARD;
                t.token |= a->number == NOUN_TOKEN || a->number == NOUN_COPY;
                t.permanent |= a->number == NOUN_PERMANENT;
                t.source |= a->number == NOUN_SOURCE || a->number == NOUN_OBJECT ||
                            a->number == NOUN_PERMANENT;
                t.ability |= a->number == NOUN_ABILITY;
                t.player |= VOC_NOUNS[a->number].want == VM_WANT_PLAYERS;
            }
        }
    return t;
}

int cc_says_card(const cc_unit *u, const m_desc *d)
{
    return traits_of(u, d).card;
}

int cc_says_permanent(const cc_unit *u, const m_desc *d)
{
    const traits t = traits_of(u, d);
    return !t.card && !t.spell && (t.types || t.permanent || t.token);
}

int cc_describes_spell(const cc_unit *u, const m_desc *d)
{
    return traits_of(u, d).spell;
}

static int names_source(const m_desc *d)
{
    for (; d; d = d->or)
        for (const m_atom *a = d->atoms; a; a = a->next)
            if (a->kind == ATOM_NOUN && a->number == NOUN_SOURCE)
                return 1;
    return 0;
}

static int is_source_of_event(const cc_referent *r)
{
    return r->again == AGAIN_EVENT_OBJECT && r->arg == 1;
}

/* you or a permanent you control: no player but you */
static int is_only_you(const m_ref *ref)
{
    return ref && (ref->kind == REF_JOIN ? is_only_you(ref->left) && is_only_you(ref->right)
                                         : ref->kind == REF_YOU || ref->ref_class == CLASS_OBJECT);
}

int cc_describes(const cc_unit *u, const m_desc *noun, const cc_referent *r)
{
    const traits want = traits_of(u, noun), have = traits_of(u, r->desc);
    if (want.player)
        return r->ref_class == CLASS_PLAYER                                ? 2
               : is_only_you(r->ref)                                       ? 0
               : r->ref_class == CLASS_EITHER || r->ref_class == CLASS_ANY ? 1
                                                                           : 0;
    if (r->ref_class == CLASS_PLAYER)
        return 0;
    if (want.token)
        return r->is_result || have.token ? 2 : 0;
    if (want.card && (r->is_result || have.token)) /* a token is no card (CR 108.2b) */
        return 0;
    if (want.spell)
        return have.spell ? 2 : have.any ? 1 : 0;
    if (want.ability)
        return have.ability ? 2 : 0;
    if (want.types && have.types)
        return want.types & have.types ? (have.spell ? 1 : 2) : 0;
    if (want.types)
        return have.any || have.source || have.card || have.token ? 1 : 0;
    if (want.permanent && have.spell) /* a spell is no permanent (CR 110.1) */
        return have.permanent ? 1 : 0;
    if (names_source(noun) && !names_source(r->desc) && !is_source_of_event(r))
        return 1; /* that source: what deals damage, rather than what is dealt it */
    return 2;     /* that card, that permanent */
}

static void say(cc_unit *u, m_desc *d, m_atom_kind kind, uint32_t number)
{
    m_atom *a = ARENA_NEW(u->mem, m_atom);
    *a = (m_atom){.kind = (uint8_t)kind, .span = d->span, .number = number, .next = d->atoms};
    d->atoms = a;
}

/* a 1/1 white Soldier creature token: what it can be called. NULL: a copy is what another thing is. */
const m_desc *cc_token_desc(cc_unit *u, const m_quality_list *q)
{
    if (!q || q->model || q->copy || !q->types)
        return NULL;
    m_desc *d = ARENA_NEW(u->mem, m_desc);
    d->span = q->span;
    say(u, d, ATOM_NOUN, NOUN_TOKEN);
    for (uint32_t t = 0; t < 32; t++)
        if (q->types >> t & 1)
            say(u, d, ATOM_TYPE, t);
    for (uint32_t c = 0; c < 32; c++)
        if (q->colors >> c & 1)
            say(u, d, ATOM_COLOR, c);
    for (uint32_t i = 0; i < q->subtypes.count; i++)
        say(u, d, ATOM_SUBTYPE, q->subtypes.at[i]);
    return d;
}

static int has_atom(const m_desc *d, const m_atom *said)
{
    for (const m_atom *a = d->atoms; a; a = a->next)
        if (a->kind == said->kind && a->neg == said->neg && a->number == said->number)
            return 1;
    return 0;
}

static int is_sure(const cc_unit *u, const m_desc *d, const m_atom *said)
{
    for (const m_atom *a = d->atoms; a && said->kind == ATOM_TYPE; a = a->next)
        if (a->kind == ATOM_SUBTYPE && !a->neg && !said->neg &&
            (types_of_subtype(u, a->number) >> said->number & 1))
            return 1;
    return has_atom(d, said);
}

/* those land cards, of cards that were milled: does it say more than what is meant was said to be? */
int cc_narrows(const cc_unit *u, const m_desc *noun, const cc_referent *r)
{
    static const uint32_t FURTHER = 1u << ATOM_COND | 1u << ATOM_KEYWORD | 1u << ATOM_COUNTERS |
                                    1u << ATOM_HISTORY | 1u << ATOM_ABILITIES;
    if (!noun || noun->or || r->ref_class == CLASS_PLAYER)
        return 0;
    for (const m_atom *a = noun->atoms; a; a = a->next) {
        if (FURTHER >> a->kind & 1)
            return 1;
        if (a->kind != ATOM_TYPE && a->kind != ATOM_SUPERTYPE && a->kind != ATOM_SUBTYPE &&
            a->kind != ATOM_COLOR && a->kind != ATOM_COMPARE && a->kind != ATOM_PT)
            continue;
        if (!r->desc) /* cards that were milled, or revealed: of any kind */
            return 1;
        for (const m_desc *d = r->desc; d; d = d->or)
            if (!is_sure(u, d, a))
                return 1;
    }
    return 0;
}

/* each creature ... that creature's power: the one of them */
int cc_is_that_one(const cc_unit *u, const m_ref *that, const m_ref *each)
{
    const cc_span a = that->span, b = each->span;
    const cc_referent r = {.desc = each->desc, .ref_class = each->ref_class};
    return that->kind == REF_THAT && !that->plural && !that->each && that->desc &&
           that->ref_class != CLASS_PLAYER && each->each && each->desc &&
           (a.line > b.line || (a.line == b.line && a.col > b.col)) &&
           cc_describes(u, that->desc, &r) == 2;
}

/* Is what has all of these types surely what an alternative says? each other artifact creature */
static int says_no_more(const cc_unit *u, const m_desc *noun, uint32_t types)
{
    int typed = 0;
    for (const m_atom *a = noun->atoms; a; a = a->next) {
        const uint32_t want = a->neg                    ? 0
                              : a->kind == ATOM_TYPE    ? 1u << a->number
                              : a->kind == ATOM_SUBTYPE ? types_of_subtype(u, a->number)
                                                        : 0;
        if (want && !(want & types))
            return 0;
        typed |= want != 0;
    }
    return typed;
}

static int surely_is(const cc_unit *u, const m_desc *noun, uint32_t types)
{
    for (; noun; noun = noun->or)
        if (says_no_more(u, noun, types))
            return 1;
    return 0;
}

/* enchanted creature gets +1/+1 for each other Aura: the creature that this is about need not be one, and this is */
int cc_is_rather_this(const cc_fn *f, const m_desc *about, const m_desc *noun)
{
    const cc_scope *s = f->s;
    if (!s->of_card || s->kind != SCOPE_PERMANENT || m_desc_class(noun) == CLASS_PLAYER)
        return 0;
    for (const m_desc *d = about; d; d = d->or)
        if (surely_is(s->u, noun, traits_of(s->u, &(const m_desc){.atoms = d->atoms}).types))
            return 0;
    return about && surely_is(s->u, noun, s->u->face.at[s->face_idx].types);
}

/* A spell is no permanent, and an enchantment alone no creature. */
int cc_may_be_this(const cc_scope *s, const m_desc *noun)
{
    if (!s->of_card || !traits_of(s->u, noun).types)
        return 1;
    return s->kind != SCOPE_SPELL && surely_is(s->u, noun, s->u->face.at[s->face_idx].types);
}
