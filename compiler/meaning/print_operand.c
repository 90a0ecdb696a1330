/* What stands in the slots of frames, by the slot's type. */
#include "compiler/meaning/print_in.h"

#include <string.h>

/* ---- keywords and abilities --------------------------------------------------------------------
 */

static const struct {
    const char *name, *text;
} LONG[] = {
#define PRINT_KEYWORD(name, text) {name, text},
#include "compiler/meaning/printed_as.def"
#undef PRINT_KEYWORD
};

static const char *long_text(const voc_frame *f)
{
    for (size_t i = 0; i < sizeof LONG / sizeof *LONG; i++)
        if (strcmp(f->name, LONG[i].name) == 0)
            return LONG[i].text;
    return NULL;
}

int p_is_long_keyword(const voc_frame *f)
{
    return long_text(f) != NULL;
}

static void keyword(printer *p, const m_keyword *k)
{
    const char *text = p_player(p) ? long_text(k->frame) : NULL;
    if (k->frame->leads && k->operands && k->operands[0].given)
        p_operand(p, k->frame, 0, &k->operands[0], BASE);
    p_text(p, text ? text : k->frame->name);
    if (!k->bare)
        p_frame(p, k->frame, k->operands, (verb_form){.who = BASE});
}

/* flying, trample and haste; `last` joins the last two, 0: a comma */
void p_keywords(printer *p, const m_keyword *k, syn_word last)
{
    for (int first = 1; k; k = k->next, first = 0) {
        if (!first && (k->next || !last))
            p_glue(p, ",");
        else if (!first)
            p_word(p, last);
        keyword(p, k);
    }
}

static void abilities(printer *p, const m_abilities *a)
{
    if (a->all && a->keywords) { /* all hexproof abilities */
        SAY(p, W_ALL);
        p_keywords(p, a->keywords, W_AND);
        SAY(p, W_ABILITIES);
        return;
    }
    if (a->all)
        SAY(p, W_ALL, W_ABILITIES);
    else if (a->all_creature_types)
        SAY(p, W_ALL, W_CREATURE, W_TYPES_W);
    else if (a->this_ability)
        SAY(p, W_THIS, W_ABILITY_W);
    if (a->chosen)
        SAY(p, W_THAT, W_ABILITY_W);
    else if (a->one_of)
        SAY(p, W_YOUR, W_CHOICE, W_OF);
    if (!a->chosen)
        p_keywords(p, a->keywords, a->one_of ? W_OR : W_AND);
}

/* ---- costs -------------------------------------------------------------------------------------
 */

static void one_cost(printer *p, const m_cost *c)
{
    if (c->act)
        p_frame(p, c->act->frame, c->act->operands, (verb_form){.who = BASE});
    else if (c->name)
        p_word(p, c->name->word);
    else
        p_text(p, c->symbols ? c->symbols : c->loyalty);
}

void p_costs(printer *p, const m_cost *c, syn_word last)
{
    for (int first = 1; c; c = c->next, first = 0) {
        if (!first && last && !c->next)
            p_word(p, last);
        else if (!first)
            p_glue(p, ",");
        for (const m_cost *way = c; way; way = way->other) {
            if (way != c)
                p_word(p, W_OR);
            one_cost(p, way);
        }
    }
}

/* ---- qualities ---------------------------------------------------------------------------------
 */

void p_change(printer *p, const m_change *c, int sign)
{
    p_text(p, "");
    p_half(p, c->power, sign ? c->minus_power ? '-' : '+' : 0);
    p_glue(p, "/");
    p_half(p, c->toughness, sign ? c->minus_toughness ? '-' : '+' : 0);
}

static void colors(printer *p, const m_quality_list *q)
{
    if (q->colorless)
        p_named(p, VOC_CLASS_COLOR, 0, 0);
    uint32_t left = q->colors;
    for (uint32_t i = 0; left; i++) {
        if (!(left >> i & 1))
            continue;
        left &= ~(1u << i);
        p_named(p, VOC_CLASS_COLOR, 1u << i, 0);
        if (left & (left - 1))
            p_glue(p, ",");
        else if (left)
            p_word(p, W_AND);
    }
}

/* Supertypes, subtypes and types; the last word in the plural. */
static void kinds(printer *p, const m_quality_list *q, int plural)
{
    uint32_t last_type = 0;
    for (uint32_t i = 0; i < 16; i++)
        if (q->supertypes >> i & 1)
            p_named(p, VOC_CLASS_SUPERTYPE, i, 0);
    for (uint32_t i = 0; i < 32; i++)
        if (q->types >> i & 1 && i != 0)
            last_type = i;
    const int creature = q->types & 1, any = q->types != 0;
    for (uint32_t i = 0; i < q->subtypes.count; i++)
        p_named(p, VOC_CLASS_SUBTYPE, q->subtypes.at[i],
                plural && !any && i + 1 == q->subtypes.count ? VOC_FORM_MANY : VOC_FORM_ONE);
    for (uint32_t i = 1; i < 32; i++) /* artifact creature: 'creature' stands last */
        if (q->types >> i & 1)
            p_named(p, VOC_CLASS_TYPE, i,
                    plural && !creature && i == last_type ? VOC_FORM_MANY : VOC_FORM_ONE);
    if (creature)
        p_named(p, VOC_CLASS_TYPE, 0, plural ? VOC_FORM_MANY : VOC_FORM_ONE);
    if (q->chosen && q->chosen->word == W_CHOSEN)
        p_chosen(p, q->chosen, q->choice);
    else if (q->chosen)
        p_word(p, q->chosen->word);
}

static void quality_words(printer *p, const m_quality_list *q, int plural)
{
    if (q->tapped)
        p_word(p, W_TAPPED);
    if (q->attacking && q->tapped && !q->attacks)
        p_word(p, W_AND);
    if (q->attacking && !q->attacks)
        p_word(p, W_ATTACKING);
    if (q->has_pt) {
        const m_change size = {.power = q->power, .toughness = q->toughness};
        p_text(p, arena_printf(p->mem, "%s",
                               q->power->kind == AMT_CONST
                                   ? arena_printf(p->mem, "%d", q->power->value)
                                   : syn_word_text(p->voc->words,
                                                   q->power->name ? q->power->name->word : W_X)));
        p_glue(p, "/");
        p_half(p, size.toughness, 0);
    }
    colors(p, q);
    kinds(p, q, plural);
}

static void quality_name(printer *p, const m_quality_list *q)
{
    p_word(p, W_NAMED);
    p_text(p, arena_printf(p->mem, p_player(p) ? "%s" : "\"%s\"", q->name));
}

static void quality_tails(printer *p, const m_quality_list *q)
{
    if (q->name && q->open)
        quality_name(p, q);
    if (q->abilities) {
        p_word(p, W_WITH);
        abilities(p, q->abilities);
    }
    if (q->size) {
        p_word(p, W_WITH);
        p_named(p, VOC_CLASS_PROPERTY, VM_PROP_POWER, VOC_FORM_ONE);
        p_word(p, W_AND);
        p_named(p, VOC_CLASS_PROPERTY, VM_PROP_TOUGHNESS, VOC_FORM_ONE);
        SAY(p, W_EQUAL, W_TO);
        p_amount(p, q->size);
    }
    if (q->attacks || q->blocks) {
        SAY(p, W_THAT);
        p_verb(p, W_BE, ONE, 0);
        p_word(p, q->attacks ? W_ATTACKING : W_BLOCKING);
        p_ref(p, q->attacks ? q->attacks : q->blocks, AS_OBJECT);
    }
    if (q->name && !q->open)
        quality_name(p, q);
    if (q->open)
        p_word(p, q->abilities ? W_AND : W_WITH);
}

static void become(printer *p, const m_quality_list *q, person who)
{
    if (who != MANY && (q->types || q->subtypes.count) && !(q->chosen && !q->types))
        p_a(p);
    quality_words(p, q, who == MANY);
    quality_tails(p, q);
}

/* ---- counters and tokens -----------------------------------------------------------------------
 */

static int is_plural(const m_operand *o)
{
    return !o->count || !p_is_one(o->count) || (o->type == VOC_COUNTERS && o->is.amount);
}

static void equal_to(printer *p, const m_amount *n)
{
    SAY(p, W_EQUAL, W_TO);
    p_amount(p, n);
}

/* In front of the noun: 'a', 'two', 'all', 'a number of'. Gives whether the number comes behind it. */
static int how_many(printer *p, const m_operand *o, int acts)
{
    const m_amount *n = o->count;
    if (!n)
        return 0;
    if (n->kind == AMT_ANY) {
        if (n->value)
            SAY(p, W_ANY, W_NUMBER_W, W_OF);
        else if (acts)
            p_word(p, W_ALL);
        return 0;
    }
    const m_compare cmp =
        o->type == VOC_COUNTERS && o->compare ? (m_compare)(o->compare - 1) : CMP_NE;
    if (cmp == CMP_GT || cmp == CMP_LT) {
        SAY(p, cmp == CMP_GT ? W_MORE : W_FEWER, W_THAN);
        p_count(p, n);
    } else if (cmp == CMP_LE) {
        p_count(p, n);
        SAY(p, W_OR, W_FEWER);
    } else if (cmp == CMP_EQ && !(n->kind == AMT_CONST && !n->value)) {
        p_word(p, W_EXACTLY);
        p_count(p, n);
    } else if (o->type == VOC_COUNTERS && o->is.amount) {
        p_count(p, n);
        SAY(p, W_OR, W_MORE);
    } else if (p_is_one(n)) {
        p_a(p);
    } else if (n->kind == AMT_CONST && !n->value) {
        p_word(p, W_NO);
    } else if (p_amount_simple(n) && n->kind != AMT_MUL) {
        p_count(p, n);
    } else if (n->kind == AMT_MUL && n->left->kind == AMT_EVENT) {
        SAY(p, W_TWICE, W_THAT, W_MANY);
    } else {
        SAY(p, W_A, W_NUMBER_W, W_OF);
        return 1;
    }
    return 0;
}

/* double the number of +1/+1 counters: all of them are meant */
static int is_of(const voc_frame *f)
{
    for (uint32_t i = 1; i < f->part_count; i++)
        if (f->parts[i].kind == VOC_PART_SLOT && f->slots[f->parts[i].slot].type == VOC_COUNTERS)
            return f->parts[i - 1].kind == VOC_PART_LITERAL && f->parts[i - 1].word == W_OF;
    return 0;
}

static void counters(printer *p, const voc_frame *f, const m_operand *o)
{
    const int behind =
        how_many(p, o, (f->kind == DECL_ACTION || f->kind == DECL_COST) && !is_of(f));
    p_counter_kind(p, o->number, is_plural(o));
    if (behind)
        equal_to(p, o->count);
}

/* What a player reads instead of the name: that token. */
static const m_ref *those_tokens(printer *p, m_name *name, int plural)
{
    m_ref *ref = ARENA_NEW(p->mem, m_ref);
    ref->kind = REF_THAT;
    ref->bind = name;
    ref->plural = (uint8_t)plural;
    ref->desc = ARENA_NEW(p->mem, m_desc);
    ref->desc->atoms = ARENA_NEW(p->mem, m_atom);
    ref->desc->atoms->kind = ATOM_NOUN;
    ref->desc->atoms->number = NOUN_TOKEN;
    return ref;
}

/* a creature type word other than Wall */
static void word_of(printer *p, const m_choice *c)
{
    if (c->number == 1)
        SAY(p, W_A, W_COLOR_W, W_WORD_W);
    else if (c->number == 2)
        SAY(p, W_A, W_BASIC, W_LAND, W_TYPE_W, W_WORD_W);
    else
        SAY(p, W_A, W_CREATURE, W_TYPE_W, W_WORD_W);
    if (c->but) {
        SAY(p, W_OTHER, W_THAN);
        p_named(p, VOC_CLASS_SUBTYPE, c->but - 1, VOC_FORM_ONE);
    }
}

static void tokens(printer *p, const m_operand *o)
{
    const m_quality_list *q = o->is.quality;
    const int plural = is_plural(o), behind = how_many(p, o, 0);
    if (q)
        quality_words(p, q, 0);
    p_word(p, plural ? W_TOKENS : W_TOKEN);
    if (q)
        quality_tails(p, q);
    if (behind)
        equal_to(p, o->count);
    if (o->name && !p_player(p))
        SAY(p, W_AS, o->name->word);
    else if (o->name && p->card->bound)
        VEC_PUSH(p->mem, p->card->bound, those_tokens(p, o->name, plural));
}

/* ---- the rest ----------------------------------------------------------------------------------
 */

void p_choice(printer *p, const m_choice *c)
{
    switch (c->kind) {
    case CHOICE_COLOR:
        SAY(p, W_A, W_COLOR_W);
        break;
    case CHOICE_CREATURE_TYPE:
        SAY(p, W_A, W_CREATURE, W_TYPE_W);
        break;
    case CHOICE_LAND_TYPE:
        p_word(p, W_A);
        if (c->number)
            p_word(p, W_BASIC);
        SAY(p, W_LAND, W_TYPE_W);
        break;
    case CHOICE_CARD_TYPE:
        p_word(p, W_A);
        p_named(p, VOC_CLASS_NOUN, c->number ? NOUN_PERMANENT : NOUN_CARD, VOC_FORM_ONE);
        p_word(p, W_TYPE_W);
        break;
    case CHOICE_NUMBER:
        SAY(p, W_A, W_NUMBER_W);
        break;
    case CHOICE_KEYWORD:
        p_keywords(p, c->keywords, W_OR);
        break;
    case CHOICE_NAME:
        if (c->than)
            p_word(p, W_ANOTHER);
        else
            p_a(p);
        p_desc(p, c->desc, 0);
        p_word(p, W_NAME_W);
        break;
    case CHOICE_WORD:
        if (c->number) {
            word_of(p, c);
            break;
        }
        SAY(p, W_A, W_COLOR_W, W_WORD_W, W_OR, W_BASIC, W_LAND, W_TYPE_W);
        break;
    default:
        SAY(p, W_ANOTHER, W_OF, W_THE, W_SAME, W_KIND);
    }
    if (c->bind && c->bind->word != W_CHOSEN && !p_player(p))
        SAY(p, W_AS, c->bind->word);
}

static void color(printer *p, const m_operand *o)
{
    if (o->name && o->name->word == W_CHOSEN)
        p_chosen(p, o->name, NULL);
    else if (o->name)
        p_word(p, o->name->word);
    else if (o->number == 31)
        SAY(p, W_ANY, W_COLOR_W);
    else
        p_named(p, VOC_CLASS_COLOR, o->number, 0);
}

static void step(printer *p, const m_operand *o)
{
    if (o->is.ref)
        p_possessor(p, o->is.ref);
    else
        p_word(p, W_THE);
    if (o->next)
        p_word(p, W_NEXT);
    p_named(p, VOC_CLASS_STEP, o->number, VOC_FORM_ONE);
}

/* protection from foe: from each object that they control (CR 702.16j) */
static const m_ref *from_player(const voc_frame *f, const m_desc *d)
{
    const m_atom *a = d->atoms, *by = a ? a->next : NULL;
    return f->kind == DECL_KEYWORD && f->part_count > 1 && f->parts[0].kind == VOC_PART_LITERAL &&
                       !d->or
                   &&a->kind == ATOM_NOUN && a->number == NOUN_OBJECT && by && !by->next &&
                       by->kind == ATOM_CONTROL && !by->neg && !by->number2 && by->ref &&
                       by->ref->kind != REF_ALL && by->ref->kind != REF_SOME
               ? by->ref
               : NULL;
}

/* 'is a creature' · 'are creatures' · 'enchant creature' · 'protection from artifacts' */
static void description(printer *p, const voc_frame *f, uint32_t slot, const m_desc *d, person who)
{
    int plural = slot || f->has_subject || f->kind == DECL_CONDITION;
    if (from_player(f, d)) {
        p_ref(p, from_player(f, d), AS_OBJECT);
        return;
    }
    if (f->kind == DECL_KEYWORD) {
        plural = f->part_count > 1 && f->parts[0].kind == VOC_PART_LITERAL;
    } else if (f->slots[slot].type == VOC_QUALITY) {
        plural = who == MANY;
        if (!plural && p_desc_has_noun(d)) {
            if (d->atoms->kind == ATOM_OTHER && !d->atoms->ref) {
                m_desc rest = *d;
                rest.atoms = d->atoms->next;
                p_word(p, W_ANOTHER);
                p_desc(p, &rest, 0);
                return;
            }
            p_a(p);
        }
    }
    p->said = f->kind == DECL_CONDITION && f->slots[slot].type == VOC_QUALITY;
    p_desc(p, d, plural);
    p->said = 0;
}

person p_operand_person(const m_operand *o)
{
    if (o->type == VOC_COUNTERS || o->type == VOC_TOKENS)
        return is_plural(o) ? MANY : ONE;
    return voc_is_reference(o->type) ? p_person(o->is.ref) : ONE;
}

/* Does it take its objects from where they are? */
static int moves(const voc_frame *f)
{
    if (f->kind != DECL_ACTION && f->kind != DECL_COST)
        return 0;
    for (uint32_t i = 0; i < f->slot_count; i++)
        if (f->slots[i].type == VOC_ZONE)
            return 1;
    return voc_is(f, VOC_EXILES_SO);
}

/* death or torture · blue, black, or red */
static void options(printer *p, const m_options *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        if (i && list->count > 2)
            p_glue(p, ",");
        if (i && i + 1 == list->count)
            p_word(p, W_OR);
        p_text(p, syn_word_text(p->voc->words, list->word[i]));
    }
}

static void simple(printer *p, const m_operand *o)
{
    switch (o->type) {
    case VOC_MANA:
    case VOC_KEYWORD:
        p_text(p, o->is.text);
        break;
    case VOC_COLOR:
        color(p, o);
        break;
    case VOC_WORD:
        p_word(p, o->name->word);
        break;
    case VOC_STEP:
        step(p, o);
        break;
    case VOC_CONTROL:
        p_possessor(p, o->is.ref);
        p_word(p, W_CONTROL_W);
        break;
    case VOC_TURN:
        p_possessor(p, o->is.ref);
        p_word(p, W_TURN);
        break;
    case VOC_POSSESSOR:
        p_possessor(p, o->is.ref);
        break;
    case VOC_DESIGNATION:
        p_text(p, o->is.text);
        break;
    case VOC_OPTIONS:
        options(p, o->is.options);
        break;
    case VOC_SUBTYPE:
        p_named(p, VOC_CLASS_SUBTYPE, o->number, VOC_FORM_ONE);
        break;
    case VOC_EFFECT:
        p_a(p);
        p_named(p, VOC_CLASS_NOUN, NOUN_EFFECT, VOC_FORM_ONE);
        break;
    default:
        break;
    }
}

void p_operand(printer *p, const voc_frame *f, uint32_t slot, const m_operand *o, person who)
{
    switch (o->type) {
    case VOC_NUMBER:
        p_amount(p, o->is.amount);
        break;
    case VOC_QUANTITY:
        p_comparison(p, (uint8_t)o->number, o->is.amount);
        break;
    case VOC_DESCRIPTION:
    case VOC_QUALITY:
        description(p, f, slot, o->is.desc, who);
        break;
    case VOC_ZONE:
        p_zone(p, o->is.zone);
        break;
    case VOC_COUNTERS:
        counters(p, f, o);
        break;
    case VOC_TOKENS:
        tokens(p, o);
        break;
    case VOC_COST:
        p_costs(p, o->is.cost, 0);
        break;
    case VOC_CHANGE:
    case VOC_SIZE:
        p_change(p, o->is.change, o->type == VOC_CHANGE);
        break;
    case VOC_ABILITIES:
        abilities(p, o->is.abilities);
        break;
    case VOC_CHOICE:
        p_choice(p, o->is.choice);
        break;
    case VOC_CONDITION:
        p_cond(p, o->is.cond);
        break;
    case VOC_BECOME:
        become(p, o->is.quality, who);
        break;
    default:
        if (!voc_is_reference(o->type)) {
            simple(p, o);
            return;
        }
        p->from = (uint8_t)moves(f);
        p_ref(p, o->is.ref, f->kind == DECL_ACTION || f->kind == DECL_COST ? AS_OBJECT : PLAIN);
        p->from = 0;
    }
}
