/* References and zones: the article, number or 'target' that a noun phrase begins with, what possesses what. */
#include "compiler/meaning/print_in.h"

#include <string.h>

/* ---- number ------------------------------------------------------------------------------------
 */

person p_person(const m_ref *ref)
{
    if (!ref)
        return MANY;
    switch (ref->kind) {
    case REF_YOU:
        return MANY;
    case REF_PRONOUN:
        return ref->each == 1 || ref->word == W_IT ? ONE : MANY;
    case REF_JOIN:
        return ref->join_or ? p_person(ref->right) : MANY;
    case REF_TARGET:
    case REF_SOME:
    case REF_PART:
        if (ref->each)
            return ONE;
        if (ref->any_number || ref->or_more || ref->least)
            return MANY;
        return p_is_one(ref->count) ? ONE : MANY;
    case REF_NONE:
        return p_desc_is_player(ref->desc) ? ONE : MANY;
    case REF_ALL:
        return ref->each || !ref->plural ? ONE : MANY;
    case REF_THE:
    case REF_PAID:
        return ref->count && !p_is_one(ref->count)  ? MANY
               : ref->word == W_REST && ref->plural ? MANY
                                                    : ONE;
    case REF_THAT:
        return ref->plural && !ref->each ? MANY : ONE;
    case REF_NAME:
    case REF_NAMED:
    case REF_GIVER:
    case REF_ZONE:
        return ONE;
    default:
        return ref->plural && !ref->each ? MANY : ONE;
    }
}

/* ---- counts ------------------------------------------------------------------------------------
 */

void p_count(printer *p, const m_amount *n)
{
    if (n->kind == AMT_CONST)
        p_number(p, n->value, 1);
    else if (n->kind == AMT_EVENT)
        SAY(p, W_THAT, W_MANY);
    else
        p_amount(p, n);
}

/* up to two · one or two · two or more · any number of. Gives whether the noun stands in the plural. */
static int counting(printer *p, const m_ref *ref)
{
    if (ref->any_number) {
        SAY(p, W_ANY, W_NUMBER_W, W_OF);
        return 1;
    }
    const int plain_one = p_is_one(ref->count) && !ref->up_to && !ref->or_more && !ref->or_less &&
                          !ref->exact && !ref->least;
    if (plain_one || !ref->count)
        return !ref->count;
    if (ref->up_to)
        SAY(p, W_UP, W_TO);
    if (ref->exact)
        p_word(p, W_EXACTLY);
    if (ref->least) {
        p_count(p, ref->least);
        if (ref->least->kind == AMT_CONST && ref->count->kind == AMT_CONST) /* one, two, or three */
            for (m_amount n = *ref->least; ++n.value <= ref->count->value;) {
                if (ref->count->value - ref->least->value > 1)
                    p_glue(p, ",");
                if (n.value < ref->count->value)
                    p_count(p, &n);
            }
        p_word(p, W_OR);
    }
    p_count(p, ref->count);
    if (ref->or_more || ref->or_less)
        SAY(p, W_OR, ref->or_more ? W_MORE : W_FEWER);
    return !p_is_one(ref->count) || ref->or_more || ref->or_less || ref->least;
}

/* half the creatures they control, rounded up: of those that are described; 0 = it is not so */
static int half_of_them(printer *p, const m_ref *ref)
{
    const m_amount *n = ref->count;
    if (!n || (n->kind != AMT_HALF_UP && n->kind != AMT_HALF_DOWN) || n->left->kind != AMT_COUNT ||
        n->left->ref->kind != REF_ALL || n->left->ref->desc != ref->desc)
        return 0;
    SAY(p, W_HALF, W_THE);
    p_desc(p, ref->desc, 1);
    p_rounded(p, n);
    return 1;
}

/* all but one creature you control */
static int all_but(printer *p, const m_ref *ref)
{
    const m_amount *n = ref->count;
    if (!n || n->kind != AMT_SUB || n->left->kind != AMT_COUNT || n->left->ref->kind != REF_ALL ||
        n->left->ref->desc != ref->desc)
        return 0;
    SAY(p, W_ALL, W_BUT);
    p_count(p, n->right);
    p_desc(p, ref->desc, !p_is_one(n->right));
    return 1;
}

/* ---- targets -----------------------------------------------------------------------------------
 */

/* Creature, planeswalker or player: what 'any target' is (CR 114.4). */
static int is_any_target(const m_desc *d)
{
    const m_desc *second = d->or, *third = second ? second->or : NULL;
    return third && !third->or &&!d->atoms->next && !second->atoms->next && !third->atoms->next &&
                                   d->atoms->kind == ATOM_TYPE && d->atoms->number == 0 &&
                                   second->atoms->kind == ATOM_TYPE && second->atoms->number == 4 &&
                                   third->atoms->kind == ATOM_NOUN &&
                                   third->atoms->number == NOUN_PLAYER;
}

static void target(printer *p, const m_ref *ref)
{
    const int one = p_is_one(ref->count) && !ref->up_to && !ref->least && !ref->or_more &&
                    !ref->or_less && !ref->exact;
    if (is_any_target(ref->desc)) {
        if (one) {
            p_word(p, W_ANY);
            if (ref->another)
                p_word(p, W_OTHER);
            p_word(p, W_TARGET);
            return;
        }
        const int plural = counting(p, ref);
        if (ref->another)
            p_word(p, W_OTHER);
        p_word(p, plural ? W_TARGETS : W_TARGET);
        return;
    }
    const int plural = counting(p, ref);
    if (ref->another)
        p_word(p, one ? W_ANOTHER : W_OTHER);
    p_word(p, W_TARGET);
    p_desc(p, ref->desc, plural);
}

/* ---- references --------------------------------------------------------------------------------
 */

static void pronoun(printer *p, const m_ref *ref, place where)
{
    if (ref->each) {
        if (ref->each == 1)
            SAY(p, W_EACH, W_OF, W_THEM);
        else
            SAY(p, W_THEY, W_EACH);
        return;
    }
    if (ref->word == W_IT)
        p_word(p, ref->number == 1 ? W_ITSELF : W_IT);
    else
        p_word(p, ref->number == 1      ? W_THEMSELVES
                  : ref->number == 2    ? W_THEM
                  : where == AS_SUBJECT ? W_THEY
                                        : W_THEY);
}

static const char *
kind_of_card(const printer *p) /* a word for 'this' where a bare 'this' would not do */
{
    const uint32_t types = p->card ? p->card->types : 0;
    for (uint32_t i = 0; i < 8; i++)
        if (types >> i & 1) {
            const voc_symbol *s = voc_symbol_by_number(p->voc, VM_SYM_TYPE, i);
            return s ? s->name : "";
        }
    return syn_word_text(p->voc->words, W_CARD_W);
}

static void this_one(printer *p)
{
    if (p_player(p) && p->card && p->card->name)
        p_text(p, p->card->name);
    else
        p_word(p, W_THIS);
}

static void some(printer *p, const m_ref *ref)
{
    if (half_of_them(p, ref) || all_but(p, ref))
        return;
    const int plural = counting(p, ref);
    if (ref->another && plural)
        p_word(p, W_OTHER);
    else if (ref->another)
        p_word(p, W_ANOTHER);
    else if (p_is_one(ref->count) && !ref->up_to && !ref->exact && !plural)
        p_a(p);
    p_desc(p, ref->desc, plural);
}

static void all(printer *p, const m_ref *ref, place where)
{
    if (ref->next) {
        SAY(p, W_THE, W_NEXT);
        p_desc(p, ref->desc, 0);
        SAY(p, W_THIS, W_TURN);
        return;
    }
    if (ref->each)
        p_word(p, ref->word == W_ANY ? W_ANY : W_EACH);
    else if (where == AS_OBJECT && ref->plural)
        p_word(p, W_ALL);
    p_desc(p, ref->desc, ref->plural && !ref->each);
}

static void the(printer *p, const m_ref *ref)
{
    p_word(p, W_THE);
    if (ref->word == W_REST) {
        p_word(p, ref->plural ? W_REST : W_OTHER);
        return;
    }
    if (ref->word)
        p_word(p, ref->word);
    int plural = 0;
    if (ref->count) {
        p_count(p, ref->count);
        plural = !p_is_one(ref->count);
    }
    p_desc(p, ref->desc, plural || ref->plural || ref->many);
}

/* one of those piles, all creatures in the pile of that player's choice, each permanent with the most votes */
static void pile(printer *p, const m_ref *ref)
{
    if (ref->number == PILE_VOTED) {
        p_word(p, W_EACH);
        p_desc(p, ref->desc, 0);
        SAY(p, W_WITH, W_THE, W_MOST, W_VOTES, W_OR, W_TIED, W_FOR, W_MOST, W_VOTES);
        return;
    }
    if (ref->desc) {
        p_word(p, W_ALL);
        p_desc(p, ref->desc, 1);
        p_word(p, W_IN);
    }
    if (ref->number == PILE_NOW && !ref->of) {
        p_number(p, 1, 1);
        p_word(p, W_PILE);
        return;
    }
    p_word(p, ref->number == PILE_CHOSEN ? W_THAT : W_THE);
    if (ref->number == PILE_OTHER)
        p_word(p, W_OTHER);
    p_word(p, W_PILE);
    if (ref->number == PILE_NOW) {
        p_word(p, W_OF);
        p_possessor(p, ref->of);
        p_word(p, W_CHOICE);
    }
}

/* each creature destroyed this way, the cards exiled with this */
static void this_way(printer *p, const m_ref *ref)
{
    const int one = ref->each || p_is_one(ref->count);
    if (ref->each)
        p_word(p, W_EACH);
    else if (p_is_one(ref->count))
        p_a(p);
    else
        p_word(p, W_THE);
    if (ref->count && !one)
        p_count(p, ref->count);
    p_desc(p, ref->desc, !one);
    if (ref->of) {
        p_ref(p, ref->of, PLAIN);
        p_verb(p, W_CONTROL_W, MANY, 1);
    }
    if (m_is_own_deed(p->voc, ref->number, ref->word))
        p_word(p, W_THAT);
    else if (ref->of)
        SAY(p, W_THAT, one ? W_WAS : W_WERE);
    p_word(p, ref->word);
    if (ref->number == PAID_DEALT)
        p_word(p, W_DAMAGE);
    if (ref->zone) {
        p_word(p, ref->zone->zone == VM_ZONE_BATTLEFIELD ? W_ONTO : W_INTO);
        p_zone(p, ref->zone);
    }
    if (ref->with_this)
        SAY(p, W_WITH, W_THIS);
    else
        SAY(p, W_THIS, W_WAY);
}

static void top(printer *p, const m_ref *ref)
{
    SAY(p, W_THE, ref->number ? W_BOTTOM : W_TOP);
    if (!p_is_one(ref->count))
        p_count(p, ref->count);
    p_noun(p, W_CARD_W, !p_is_one(ref->count));
    p_word(p, W_OF);
    p_zone(p, ref->zone);
}

static void part(printer *p, const m_ref *ref)
{
    if (p_is_one(ref->count) && !ref->up_to && !ref->any_number && !ref->or_more && !ref->exact &&
        !ref->least)
        p_number(p, 1, 1);
    else
        counting(p, ref);
    if (!ref->any_number)
        p_word(p, W_OF);
    p_ref(p, ref->of, PLAIN);
}

/* For a player a name is what it was given to: that creature. */
static void by_name(printer *p, const m_ref *ref)
{
    const m_ref *bound = NULL;
    const m_bound *all = p_player(p) ? p->card->bound : NULL;
    for (uint32_t i = 0; all && i < all->count; i++)
        if (all->at[i]->bind == ref->name)
            bound = all->at[i];
    if (!bound || !bound->desc) {
        p_word(p, ref->name->word);
        return;
    }
    const m_atom *noun = bound->desc->atoms;
    for (const m_atom *a = noun; a; a = a->next)
        if (a->kind == ATOM_NOUN || a->kind == ATOM_TYPE || a->kind == ATOM_SUBTYPE)
            noun = a;
    m_atom only = *noun;
    only.next = NULL;
    const m_desc d = {.atoms = &only};
    p_word(p, bound->plural ? W_THOSE : W_THAT);
    p_desc(p, &d, bound->plural);
}

static void possessed(printer *p, const m_ref *ref)
{
    p_possessor(p, ref->of);
    if (ref->kind == REF_OPPONENTS)
        p_named(p, VOC_CLASS_NOUN, NOUN_OPPONENT, ref->plural ? VOC_FORM_MANY : VOC_FORM_ONE);
    else if (ref->kind == REF_OWNER)
        p_word(p, ref->plural ? W_OWNERS : W_OWNER);
    else
        p_word(p, ref->plural ? W_CONTROLLERS : W_CONTROLLER);
}

/* Where the last of a list comes from, if it was said of the others with it. */
static const m_atom *said_with(const m_ref *last, const m_ref *before)
{
    if (!last->desc || last->desc->or || !before->desc || before->desc->or)
        return NULL;
    for (const m_atom *a = last->desc->atoms; a; a = a->next)
        for (const m_atom *b = before->desc->atoms; b; b = b->next)
            if (a->kind == b->kind && ((a->kind == ATOM_ZONE && a->zone == b->zone) ||
                                       (a->kind == ATOM_AMONG && a->ref == b->ref)))
                return b;
    return NULL;
}

/* target creature card and target land card from your graveyard: said once, of the last */
static const m_ref *without_shared(printer *p, const m_ref *ref, const m_ref *last)
{
    if (ref->kind == REF_JOIN) {
        m_ref *c = ARENA_NEW(p->mem, m_ref);
        *c = *ref;
        c->left = (m_ref *)(uintptr_t)without_shared(p, ref->left, last);
        c->right = (m_ref *)(uintptr_t)without_shared(p, ref->right, last);
        return c;
    }
    const m_atom *shared = said_with(last, ref);
    if (!shared)
        return ref;
    m_ref *c = ARENA_NEW(p->mem, m_ref);
    m_desc *d = ARENA_NEW(p->mem, m_desc);
    m_atom **at = &d->atoms;
    *c = *ref;
    *d = *ref->desc;
    for (const m_atom *a = ref->desc->atoms; a; a = a->next) {
        if (a == shared)
            continue;
        *at = ARENA_NEW(p->mem, m_atom);
        **at = *a;
        at = &(*at)->next;
    }
    *at = NULL;
    c->desc = d;
    return c;
}

static void join(printer *p, const m_ref *ref, place where)
{
    p_ref(p, ref->right->kind == REF_JOIN ? ref->left : without_shared(p, ref->left, ref->right),
          where);
    if (ref->number)
        p_glue(p, ",");
    else
        p_word(p, ref->join_or ? W_OR : W_AND);
    p_ref(p, ref->right, where);
}

/* The kinds that may stand behind 'each of'. */
static int each_of(const m_ref *ref)
{
    return ref->each && ref->kind != REF_ALL && ref->kind != REF_PAID && ref->kind != REF_PRONOUN;
}

static void more_kinds(printer *p, const m_ref *ref)
{
    switch (ref->kind) {
    case REF_CONTROLLER:
    case REF_OWNER:
    case REF_OPPONENTS:
        possessed(p, ref);
        break;
    case REF_DEFENDER:
        SAY(p, W_DEFENDING, W_PLAYER_W);
        break;
    case REF_ACTIVE:
        SAY(p, W_THE, W_ACTIVE, W_PLAYER_W);
        break;
    case REF_SEAT:
        SAY(p, W_PLAYER_W);
        p_number(p, (int32_t)ref->number, 0);
        break;
    case REF_TOP:
        top(p, ref);
        break;
    case REF_PILE:
        pile(p, ref);
        break;
    case REF_GIVER:
        if (!ref->text) {
            p_text(p, "what gave this");
            break;
        } /* fall through */
    case REF_NAMED:
        p_text(p, arena_printf(p->mem, p_player(p) ? "%s" : "\"%s\"", ref->text));
        break;
    case REF_ZONE:
        p_zone(p, ref->zone);
        break;
    default:
        break;
    }
}

static void whose_choice(printer *p, const m_ref *ref)
{
    if (ref->of_choice < 3) {
        SAY(p, W_OF, ref->of_choice == 1 ? W_YOUR : W_THEIR, W_CHOICE);
        return;
    }
    SAY(p, W_OF, W_AN);
    p_named(p, VOC_CLASS_NOUN, NOUN_OPPONENT, VOC_FORM_ONE);
    p_glue(p, "'s");
    SAY(p, W_CHOICE);
}

void p_ref(printer *p, const m_ref *ref, place where)
{
    if (each_of(ref))
        SAY(p, W_EACH, W_OF);
    switch (ref->kind) {
    case REF_THIS:
        this_one(p);
        if (ref->zone) {
            p_word(p, W_FROM);
            p_zone(p, ref->zone);
        }
        break;
    case REF_YOU:
        p_word(p, W_YOU);
        break;
    case REF_PRONOUN:
        pronoun(p, ref, where);
        break;
    case REF_THAT:
        p_word(p, ref->plural || ref->each ? W_THOSE : W_THAT);
        p_desc(p, ref->desc, ref->plural || ref->each);
        break;
    case REF_THE:
    case REF_PAID:
        if (ref->kind == REF_PAID && ref->plural)
            this_way(p, ref);
        else
            the(p, ref);
        break;
    case REF_HOST:
        p_desc(p, ref->desc, 0);
        break;
    case REF_ALL:
        if (ref->word == W_THE) { /* the monarch */
            p_word(p, W_THE);
            p_text(p, ref->text);
            break;
        }
        all(p, ref, where);
        break;
    case REF_SOME:
        some(p, ref);
        break;
    case REF_NONE:
        p_word(p, W_NO);
        p_desc(p, ref->desc, !p_desc_is_player(ref->desc));
        break;
    case REF_TARGET:
        target(p, ref);
        break;
    case REF_NAME:
        by_name(p, ref);
        break;
    case REF_JOIN:
        join(p, ref, where);
        break;
    case REF_PART:
        part(p, ref);
        break;
    default:
        more_kinds(p, ref);
    }
    if (ref->of_choice)
        whose_choice(p, ref);
    if (ref->bind && !p_player(p))
        SAY(p, W_AS, ref->bind->word);
    else if (ref->bind && p->card->bound)
        VEC_PUSH(p->mem, p->card->bound, ref);
}

/* ---- possessors, zones -------------------------------------------------------------------------
 */

void p_possessor(printer *p, const m_ref *ref)
{
    if (ref->kind == REF_YOU) {
        p_word(p, W_YOUR);
        return;
    }
    if (ref->kind == REF_PRONOUN && !ref->each) {
        p_word(p, ref->word == W_IT ? W_ITS : W_THEIR);
        return;
    }
    p_ref(p, ref, PLAIN);
    if (ref->kind == REF_THIS && !p_player(p))
        p_text(p, kind_of_card(p));
    const char last = p->out.at[p->out.count - 1];
    p_glue(p, last == 's' && p_person(ref) == MANY ? "'" : "'s");
}

static void whose_zone(printer *p, const m_zone *z, int private)
{
    int plural = z->all;
    if (z->owner) {
        p_possessor(p, z->owner);
        plural |= private && z->owner->plural && z->owner->kind != REF_PRONOUN;
    } else if (z->all) {
        p_word(p, W_ALL);
    } else if (private) {
        p_a(p);
    } else if (z->zone != VM_ZONE_EXILE) {
        p_word(p, W_THE);
    }
    p_named(p, VOC_CLASS_ZONE, z->zone, plural ? VOC_FORM_MANY : VOC_FORM_ONE);
    for (uint32_t k = 0; k < VM_ZONE_COUNT; k++)
        if (z->also >> k & 1) {
            const int last = z->also >> k == 1;
            if (!last || (z->also & (z->also - 1)))
                p_glue(p, ",");
            if (last)
                p_word(p, W_AND);
            p_named(p, VOC_CLASS_ZONE, k, plural ? VOC_FORM_MANY : VOC_FORM_ONE);
        }
}

void p_zone(printer *p, const m_zone *z)
{
    if (z->top)
        SAY(p, W_TOP, W_OF);
    else if (z->bottom)
        SAY(p, W_THE, W_BOTTOM, W_OF);
    const int private =
        z->zone == VM_ZONE_HAND || z->zone == VM_ZONE_LIBRARY || z->zone == VM_ZONE_GRAVEYARD;
    if (z->it)
        p_word(p, W_IT);
    else
        whose_zone(p, z, private);
    if (z->any_order)
        SAY(p, W_IN, W_ANY, W_ORDER);
    if (z->random_order)
        SAY(p, W_IN, W_A, W_RANDOM_W, W_ORDER);
}
