/* Conditions as truth values. The natives of 'condition' declarations are the rows of NATIVES. */
#include "compiler/lower/conditions.h"

#include <string.h>

cc_val cc_some(cc_fn *f, cc_val set)
{
    if (!set.type)
        return set;
    set = cc_as(f, set, 'e');
    const cc_val n = cc_op(f, VM_OP_COUNT, 'n', set.reg, 0, 0), zero = cc_num(f, 0);
    return cc_op(f, VM_OP_LT, 'b', zero.reg, n.reg, 0);
}

cc_val cc_negated(cc_fn *f, cc_val b)
{
    return b.type ? cc_op(f, VM_OP_NOT, 'b', b.reg, 0, 0) : b;
}

cc_val cc_both(cc_fn *f, cc_val a, cc_val b, uint32_t op)
{
    return a.type && b.type ? cc_op(f, op, 'b', a.reg, b.reg, 0) : CC_BAD;
}

cc_val cc_asked_subject(const cc_asked *q, char want)
{
    if (q->given.type)
        return cc_as(q->f, q->given, want);
    if (!q->subject)
        return cc_wrong(q->f->u, CC_BAD_DECL, q->act->span,
                        "native '%s' is about something: its declaration has no subject",
                        q->act->frame->native);
    const uint8_t wants_player =
        q->f->wants_player; /* target opponent's hand: if they have two cards in hand */
    q->f->wants_player |= want == 'p' && q->subject && q->subject->kind == REF_PRONOUN;
    const cc_val who = cc_ref(q->f, q->subject, want);
    q->f->wants_player = wants_player;
    return who;
}

/* How many there are, compared with the quantity that stands in front of the noun. */
cc_val cc_as_many(cc_fn *f, cc_val count, const m_ref *what)
{
    if (what->kind == REF_NONE) {
        const cc_val zero = cc_num(f, 0);
        return cc_op(f, VM_OP_EQ, 'b', count.reg, zero.reg, 0);
    }
    if (!what->count || what->kind == REF_ALL) {
        const cc_val zero = cc_num(f, 0);
        return cc_op(f, VM_OP_LT, 'b', zero.reg, count.reg, 0);
    }
    if (what->least) { /* two or three */
        const cc_val enough = cc_compare(f, count, CMP_GE, cc_amount(f, what->least)),
                     few = cc_compare(f, count, CMP_LE, cc_amount(f, what->count));
        return cc_both(f, enough, few, VM_OP_AND);
    }
    const int test = f->s->kind == SCOPE_TEST && !what->or_more && !what->or_less &&
                     what->count->kind == AMT_CONST && !what->up_to;
    const int article = cc_names_one(what) && !test;
    const uint8_t cmp = what->or_less || what->up_to        ? CMP_LE
                        : what->exact || (test && !article) ? CMP_EQ
                                                            : CMP_GE;
    return cc_compare(f, count, cmp, cc_amount(f, what->count));
}

static cc_val any_or_all(cc_asked *q, cc_one_subject ask)
{
    const m_ref *s = q->subject;
    const int any = s && (s->kind == REF_SOME || (s->kind == REF_OPPONENTS && s->plural) ||
                          s->kind == REF_NONE);
    const int all = s && s->kind == REF_ALL;
    cc_fn *f = q->f;
    const cc_val who = cc_asked_subject(q, 'p');
    if (!who.type)
        return who;
    if (!any && !all)
        return ask(q, who);
    const cc_val result = cc_op(f, VM_OP_LDB, 'b', 0, 0, all);
    const cc_loop l = cc_loop_begin(f, who);
    const cc_val one = cc_as(f, l.one, 'p');
    const cc_val b = ask(q, one);
    if (!b.type)
        return b;
    cc_emit(f, all ? VM_OP_AND : VM_OP_OR, result.reg, result.reg, b.reg, 0);
    cc_loop_end(f, l);
    return s->kind == REF_NONE ? cc_negated(f, result) : result;
}

/* ---- natives ----------------------------------------------------------------------------------
 */

static cc_val set_of(cc_fn *f, const m_ref *what)
{
    cc_val all = what->kind == REF_SOME || what->kind == REF_NONE || what->kind == REF_ALL
                     ? cc_desc_set(f, what->desc)
                     : cc_ref(f, what, 'e');
    all = cc_as(f, all, 'e');
    return all.type && what->another ? cc_without_other(f, what->desc, all) : all;
}

enum { OWNED_TOO = 0 }; /* they own it and control it */

static cc_val theirs(cc_fn *f, const m_ref *what, cc_val who, uint32_t op)
{
    if (what->kind == REF_JOIN) {
        if (cc_joins_others(f, what))
            return CC_BAD;
        const cc_val l = theirs(f, what->left, who, op), r = theirs(f, what->right, who, op);
        return cc_both(f, l, r, what->join_or ? VM_OP_OR : VM_OP_AND);
    }
    if (what->kind == REF_ALL && what->desc && f->s->kind != SCOPE_TEST)
        return cc_wrong(f->u, CC_NO_MEANING, what->span,
                        "one of them, or all? 'if you control a Giant'; 'if each Giant is under "
                        "your control'");
    const cc_val all = set_of(f, what);
    if (!all.type || !who.type)
        return CC_BAD;
    f->s->asked_for = what->kind == REF_SOME && cc_names_one(what) ? what : f->s->asked_for;
    const int both = op == OWNED_TOO;
    op = both ? VM_OP_CONTROLLED_BY : op;
    cc_val own = cc_op(f, op, 'e', all.reg, who.reg, 0);
    if (both)
        own = cc_op(f, VM_OP_OWNED_BY, 'e', own.reg, who.reg, 0);
    if (op == VM_OP_CONTROLLED_BY) { /* now: what has left is controlled by nobody any more */
        const cc_val gone = cc_op(f, VM_OP_GONE, 'e', own.reg, 0, 0);
        own = cc_op(f, VM_OP_MINUS, 'e', own.reg, gone.reg, 0);
    }
    if (what->kind != REF_SOME && what->kind != REF_NONE && what->kind != REF_ALL)
        return cc_some(f, own);
    return cc_as_many(f, cc_op(f, VM_OP_COUNT, 'n', own.reg, 0, 0), what);
}

static cc_val one_controls(cc_asked *q, cc_val who)
{
    return theirs(q->f, cc_needed(q->act, "WHAT")->is.ref, who, VM_OP_CONTROLLED_BY);
}

/* four or more Demons with different names: so many names */
static cc_val one_controls_different(cc_asked *q, cc_val who)
{
    cc_fn *f = q->f;
    const m_ref *what = cc_needed(q->act, "WHAT")->is.ref;
    if (what->kind != REF_SOME || cc_names_one(what))
        return cc_wrong(f->u, CC_NO_MEANING, what->span,
                        "different from what? 'four or more Gates with different names'");
    const cc_val all = set_of(f, what);
    if (!all.type || !who.type)
        return CC_BAD;
    const cc_val own = cc_op(f, VM_OP_CONTROLLED_BY, 'e', all.reg, who.reg, 0);
    return cc_as_many(f, cc_op(f, VM_OP_PROP, 'n', own.reg, 0, VM_PROP_NAMES), what);
}

static cc_val controls_different(cc_asked *q)
{
    return cc_asks_together(q, one_controls_different);
}

static cc_val one_has_cards(cc_asked *q, cc_val who)
{
    return theirs(q->f, cc_needed(q->act, "WHAT")->is.ref, who, VM_OP_OWNED_BY);
}

/* your opponents control four or more creatures: all of them together */
int cc_asks_is_group(const m_ref *s)
{
    return s && s->plural && s->ref_class == CLASS_PLAYER &&
           (s->kind == REF_OPPONENTS || s->kind == REF_NAMED || (s->kind == REF_ALL && !s->each));
}

cc_val cc_asks_together(cc_asked *q, cc_one_subject ask)
{
    if (!cc_asks_is_group(q->subject))
        return any_or_all(q, ask);
    const cc_val who = cc_asked_subject(q, 'p');
    return who.type ? ask(q, who) : who;
}

cc_val cc_asks_controls(cc_asked *q)
{
    const m_ref *what = cc_needed(q->act, "WHAT")->is.ref;
    const char *never = what->desc && q->f->s->kind != SCOPE_TEST
                            ? cc_is_never_controlled(q->f->u, what->desc)
                            : NULL;
    if (never)
        return cc_wrong(q->f->u, CC_NO_MEANING, what->span, "%s", never);
    return cc_asks_together(q, one_controls);
}

/* both A and B: one player controls the one and the other */
static cc_val one_controls_both(cc_asked *q, cc_val who)
{
    const cc_val a = theirs(q->f, cc_needed(q->act, "FIRST")->is.ref, who, VM_OP_CONTROLLED_BY);
    const cc_val b = theirs(q->f, cc_needed(q->act, "SECOND")->is.ref, who, VM_OP_CONTROLLED_BY);
    return cc_both(q->f, a, b, VM_OP_AND);
}

static cc_val controls_both(cc_asked *q)
{
    return cc_asks_together(q, one_controls_both);
}

static cc_val one_owns_and_controls(cc_asked *q, cc_val who)
{
    return theirs(q->f, cc_needed(q->act, "WHAT")->is.ref, who, OWNED_TOO);
}

static cc_val owns_and_controls(cc_asked *q)
{
    return any_or_all(q, one_owns_and_controls);
}

static cc_val has_cards(cc_asked *q)
{
    const m_ref *what = cc_needed(q->act, "WHAT")->is.ref;
    if (what->kind != REF_JOIN && what->desc && !m_desc_says(what->desc, ATOM_ZONE) &&
        (what->kind == REF_SOME || what->kind == REF_ALL || what->kind == REF_NONE) &&
        q->f->s->kind != SCOPE_TEST)
        return cc_wrong(q->f->u, CC_NO_MEANING, what->span,
                        "players have cards somewhere, 'in hand' or 'in their graveyard', and "
                        "control permanents: 'who controls a creature'");
    return cc_asks_together(q, one_has_cards);
}

static cc_val owns(cc_asked *q) /* wherever it is */
{
    return cc_asks_together(q, one_has_cards);
}

static cc_val number_of(cc_asked *q, cc_val who, int32_t prop)
{
    const m_operand *n = cc_operand(q->act, "LIFE");
    who = cc_as(q->f, who, 'e');
    const cc_val have = cc_op(q->f, VM_OP_PROP, 'n', who.reg, 0, prop);
    if (!n)
        return cc_compare(q->f, have, CMP_GE, cc_num(q->f, 1));
    const uint8_t cmp = n->number == CMP_EQ && prop != VM_PROP_LIFE ? CMP_GE : (uint8_t)n->number;
    return cc_compare(q->f, have, cmp, cc_amount(q->f, n->is.amount));
}

static cc_val one_has_life(cc_asked *q, cc_val who)
{
    return number_of(q, who, VM_PROP_LIFE);
}

static cc_val has_life(cc_asked *q)
{
    if (cc_asks_is_group(q->subject))
        return cc_wrong(q->f->u, CC_NO_MEANING, q->act->span,
                        "each of them, or one? 'each opponent has ...', 'an opponent has ...'");
    return any_or_all(q, one_has_life);
}

static cc_val one_lost(cc_asked *q, cc_val who)
{
    return number_of(q, who, VM_PROP_LIFE_LOST);
}

static cc_val life_lost(cc_asked *q)
{
    return cc_asks_together(q, one_lost);
}

static cc_val one_gained(cc_asked *q, cc_val who)
{
    return number_of(q, who, VM_PROP_LIFE_GAINED);
}

static cc_val life_gained(cc_asked *q)
{
    return cc_asks_together(q, one_gained);
}

static cc_val counters_of(cc_fn *f, cc_val on, const m_operand *o)
{
    if (!on.type)
        return on;
    on = cc_as(f, on, 'e');
    const cc_val have = cc_op(f, VM_OP_COUNTERS, 'n', on.reg, 0, (int32_t)o->number);
    if (o->compare && o->count)
        return cc_compare(f, have, (uint8_t)(o->compare - 1), cc_amount(f, o->count));
    if (!o->count || o->count->kind == AMT_ANY ||
        (o->count->kind == AMT_CONST && o->count->value == 1 && f->s->kind != SCOPE_TEST)) {
        const cc_val zero = cc_num(f, 0);
        return cc_op(f, VM_OP_LT, 'b', zero.reg, have.reg, 0);
    }
    const uint8_t cmp =
        o->is.amount                                                                    ? CMP_GE
        : f->s->kind == SCOPE_TEST || (o->count->kind == AMT_CONST && !o->count->value) ? CMP_EQ
                                                                                        : CMP_GE;
    return cc_compare(f, have, cmp, cc_amount(f, o->count));
}

static cc_val has_counters(cc_asked *q)
{
    return counters_of(q->f, cc_asked_subject(q, 'e'), cc_operand(q->act, "COUNTERS"));
}

static cc_val counters_on(cc_asked *q)
{
    return counters_of(q->f, cc_ref(q->f, cc_needed(q->act, "OBJECT")->is.ref, 'e'),
                       cc_operand(q->act, "COUNTERS"));
}

cc_val cc_asked_matches(cc_fn *f, cc_val set, const m_desc *d)
{
    const uint32_t row = set.type ? cc_selector(f, f->s, d) : 0;
    if (!row)
        return CC_BAD;
    f->u->selector.at[row].zones = 0x7F; /* wherever it is */
    set = cc_as(f, set, 'e');
    return cc_op(f, VM_OP_MATCH, 'b', set.reg, 0, (int32_t)row);
}

/* bushido 2, protection from red: of what something has only the keyword is known */
static uint32_t says_operand(const m_keyword *k)
{
    for (uint32_t i = 0; i < k->frame->slot_count; i++)
        if (k->operands && k->operands[i].given)
            return 1;
    return 0;
}

static cc_val has_abilities(cc_asked *q)
{
    const m_abilities *list = cc_needed(q->act, "ABILITIES")->is.abilities;
    if (list->one_of)
        return cc_wrong(q->f->u, CC_NO_MEANING, list->span,
                        "whether something has one of them is asked so: 'has flying or haste'");
    const cc_val set = cc_asked_subject(q, 'e');
    m_desc d;
    memset(&d, 0, sizeof d);
    d.span = list->span;
    m_atom **tail = &d.atoms;
    for (const m_keyword *k = list->keywords; k; k = k->next) {
        m_atom *a = ARENA_NEW(q->f->u->mem, m_atom);
        a->kind = ATOM_KEYWORD;
        a->frame = k->frame;
        a->span = k->span;
        a->number2 = says_operand(k);
        *tail = a;
        tail = &a->next;
    }
    return cc_asked_matches(q->f, set, &d);
}

static cc_val has_no_abilities(cc_asked *q)
{
    const cc_val set = cc_as(q->f, cc_asked_subject(q, 'e'), 'e');
    const cc_val n = cc_op(q->f, VM_OP_PROP, 'n', set.reg, 0, VM_PROP_ABILITIES),
                 zero = cc_num(q->f, 0);
    return set.type ? cc_op(q->f, VM_OP_EQ, 'b', n.reg, zero.reg, 0) : set;
}

/* if this is suspended, a card in exile: so it functions there */
static uint32_t zones_said(const m_desc *d)
{
    uint32_t zones = 0;
    for (; d; d = d->or) {
        uint32_t here = 0;
        for (const m_atom *a = d->atoms; a && !here; a = a->next)
            here = a->neg                 ? 0
                   : a->kind == ATOM_ZONE ? 1u << a->zone->zone
                   : a->kind == ATOM_DESC ? zones_said(a->desc)
                                          : 0;
        if (!here)
            return 0;
        zones |= here;
    }
    return zones;
}

/* while a player is a creature: it is nobody, ever (complains) */
static int is_never(cc_fn *f, const m_act *act, const m_ref *about)
{
    const m_operand *quality = voc_is(act->frame, VOC_IS) ? cc_operand(act, "QUALITY") : NULL;
    const char *never =
        quality && f->s->kind != SCOPE_TEST ? cc_is_never(f->u, about, quality->is.desc) : NULL;
    if (never)
        cc_wrong(f->u, CC_NO_MEANING, act->span, "%s", never);
    return never != NULL;
}

cc_val cc_asks_is(cc_asked *q)
{
    const m_desc *quality = cc_needed(q->act, "QUALITY")->is.desc;
    if (q->subject && q->subject->kind == REF_ZONE && q->f->s->kind != SCOPE_TEST)
        return cc_wrong(
            q->f->u, CC_NO_MEANING, q->subject->span,
            "a zone is nothing of the kind: 'if there is a red card in your graveyard'");
    if (is_never(q->f, q->act, q->subject))
        return CC_BAD;
    if (q->subject && q->subject->kind == REF_THIS && !q->act->negative)
        q->f->s->functions_in |= zones_said(quality);
    const cc_val subject = cc_asked_subject(q, 'e');
    return cc_asked_matches(q->f, subject, quality);
}

/* The subject with the place where it is: "Shock" is in your hand. */
static cc_val is_in(cc_asked *q)
{
    const m_zone *z = cc_needed(q->act, "ZONE")->is.zone;
    m_atom in;
    memset(&in, 0, sizeof in);
    in.kind = ATOM_ZONE;
    in.zone = (m_zone *)(uintptr_t)z;
    in.span = z->span;
    const m_ref *s = q->subject;
    if (s && s->kind == REF_THIS &&
        !q->act->negative) /* if this is in your graveyard: so it functions there */
        q->f->s->functions_in |= 1u << z->zone;
    if (s && s->desc &&
        (s->kind == REF_ALL || s->kind == REF_NAMED || s->kind == REF_SOME ||
         s->kind == REF_NONE)) {
        m_desc *with = NULL, **tail = &with;
        for (const m_desc *d = s->desc; d; d = d->or) {
            m_desc *one = ARENA_NEW(q->f->u->mem, m_desc);
            m_atom *a = ARENA_NEW(q->f->u->mem, m_atom);
            *a = in;
            a->next = d->atoms;
            one->atoms = a;
            one->span = d->span;
            *tail = one;
            tail = &one->or ;
        }
        const cc_val all = cc_desc_set(q->f, with);
        return all.type
                   ? cc_as_many(q->f,
                                cc_op(q->f, VM_OP_COUNT, 'n', cc_as(q->f, all, 'e').reg, 0, 0), s)
                   : all;
    }
    const cc_val set = cc_as(q->f, cc_asked_subject(q, 'e'), 'e');
    const uint32_t row = cc_selector_of_zone(q->f->u, z);
    if (!set.type)
        return set;
    const cc_val all = cc_op(q->f, VM_OP_SELECT, 'e', 0, 0, (int32_t)row);
    cc_val there = cc_op(q->f, VM_OP_MEET, 'b', set.reg, all.reg, 0);
    if (z->owner) {
        const cc_val who = cc_ref(q->f, z->owner, 'p'), objects = cc_as(q->f, set, 'o');
        const cc_val owner = cc_as(q->f, cc_op(q->f, VM_OP_OWNERS, 'p', objects.reg, 0, 0), 'e'),
                     want = cc_as(q->f, who, 'e');
        there = cc_both(q->f, there,
                        want.type ? cc_op(q->f, VM_OP_MEET, 'b', owner.reg, want.reg, 0) : want,
                        VM_OP_AND);
    }
    return there;
}

/* five or more cards in an opponent's graveyard: in that of one of them. NULL: it is not said of players one by one */
static const m_ref *one_by_one(const cc_fn *f, const m_zone *z)
{
    const m_ref *of = z ? z->owner : NULL;
    return of && of->desc && f->s->kind != SCOPE_TEST && !cc_referent_of(f, of) &&
                   ((of->kind == REF_SOME && cc_names_one(of)) || (of->kind == REF_ALL && of->each))
               ? of
               : NULL;
}

/* what: how many; NULL = none */
static cc_val of_one_owner(cc_fn *f, const m_ref *owner, cc_val all, const m_ref *what)
{
    const int each = owner->kind == REF_ALL;
    const cc_val who = cc_as(f, cc_desc_set(f, owner->desc), 'e');
    if (!who.type || !all.type)
        return CC_BAD;
    const cc_val so = cc_op(f, VM_OP_LDB, 'b', 0, 0, each);
    const cc_loop l = cc_loop_begin(f, who);
    const cc_val one = cc_as(f, l.one, 'p'),
                 own = cc_op(f, VM_OP_OWNED_BY, 'e', all.reg, one.reg, 0);
    const cc_val b = what ? cc_as_many(f, cc_op(f, VM_OP_COUNT, 'n', own.reg, 0, 0), what)
                          : cc_negated(f, cc_some(f, own));
    cc_emit(f, each ? VM_OP_AND : VM_OP_OR, so.reg, so.reg, b.reg, 0);
    cc_loop_end(f, l);
    return so;
}

static cc_val one_exists(cc_asked *q, const m_ref *what)
{
    const m_ref *owner = NULL;
    if (what->kind == REF_JOIN) { /* a Giant and a Bear, a Giant and no Bear */
        const cc_val l = one_exists(q, what->left), r = one_exists(q, what->right);
        return cc_both(q->f, l, r, what->join_or ? VM_OP_OR : VM_OP_AND);
    }
    for (const m_atom *a = what->desc && !what->desc->or ? what->desc->atoms : NULL; a; a = a->next)
        if (a->kind == ATOM_ZONE && !a->neg)
            owner = one_by_one(q->f, a->zone);
    const cc_val all = set_of(q->f, what);
    q->f->s->asked_for = what->kind == REF_SOME && cc_names_one(what) ? what : q->f->s->asked_for;
    if (owner)
        return of_one_owner(q->f, owner, all, what);
    return all.type ? cc_as_many(q->f, cc_op(q->f, VM_OP_COUNT, 'n', all.reg, 0, 0), what) : all;
}

static cc_val exists(cc_asked *q)
{
    return one_exists(q, cc_needed(q->act, "WHAT")->is.ref);
}

static cc_val is_empty(cc_asked *q)
{
    m_zone *z = ARENA_NEW(q->f->u->mem, m_zone);
    m_ref *cards = ARENA_NEW(q->f->u->mem, m_ref);
    *z = *cc_needed(q->act, "ZONE")->is.zone;
    const m_ref *owner = one_by_one(q->f, z);
    if (owner)
        z->owner = NULL;
    cards->kind = REF_ZONE;
    cards->ref_class = CLASS_OBJECT;
    cards->zone = z;
    cards->span = z->span;
    const cc_val all = cc_ref(q->f, cards, 'e');
    return owner ? of_one_owner(q->f, owner, cc_as(q->f, all, 'e'), NULL)
                 : cc_negated(q->f, cc_some(q->f, all));
}

static cc_val is_under(cc_asked *q)
{
    const cc_val who = cc_ref(q->f, cc_needed(q->act, "WHOSE")->is.ref, 'p'),
                 set = cc_asked_subject(q, 'o');
    if (!who.type || !set.type)
        return CC_BAD;
    const cc_val have = cc_as(q->f, cc_op(q->f, VM_OP_CONTROLLERS, 'p', set.reg, 0, 0), 'e'),
                 want = cc_as(q->f, who, 'e');
    return cc_op(q->f, VM_OP_MEET, 'b', have.reg, want.reg, 0);
}

cc_val cc_asks_controlled(cc_asked *q)
{
    const m_ref *what = cc_needed(q->act, "WHAT")->is.ref;
    const int counted = what->kind == REF_PART; /* two or more creatures destroyed this way */
    const cc_val set = cc_ref(q->f, counted ? what->of : what, 'o'),
                 who = cc_as(q->f, cc_asked_subject(q, 'p'), 'e');
    if (!set.type || !who.type)
        return CC_BAD;
    if (counted) {
        const cc_val all = cc_as(q->f, set, 'e'), one = cc_as(q->f, who, 'p'),
                     own = cc_op(q->f, VM_OP_CONTROLLED_BY, 'e', all.reg, one.reg, 0);
        return cc_as_many(q->f, cc_op(q->f, VM_OP_COUNT, 'n', own.reg, 0, 0), what);
    }
    const cc_val by = cc_as(q->f, cc_op(q->f, VM_OP_CONTROLLERS, 'p', set.reg, 0, 0), 'e');
    return cc_op(q->f, VM_OP_MEET, 'b', by.reg, who.reg, 0);
}

/* with two creatures, than two opponents: with how many of them cannot be asked */
int cc_asks_is_of_many(cc_asked *q, const m_ref *others)
{
    if (others->kind != REF_SOME || (cc_names_one(others) && !others->exact))
        return 0;
    cc_wrong(q->f->u, CC_NO_NATIVE, others->span,
             "the rules machine compares with one of them, or with each: 'a ...', 'each ...'");
    return 1;
}

static cc_val shares(cc_asked *q, int32_t what)
{
    const m_ref *other = cc_needed(q->act, "OTHER")->is.ref;
    if (cc_asks_is_of_many(q, other) || cc_shares_with_each(q->f, other, (uint32_t)what))
        return CC_BAD;
    const cc_val with = cc_ref(q->f, other, 'o'), mine = cc_asked_subject(q, 'o');
    return with.type && mine.type ? cc_op(q->f, VM_OP_SHARES, 'b', mine.reg, with.reg, what)
                                  : CC_BAD;
}

static cc_val shares_creature_type(cc_asked *q)
{
    return shares(q, VM_SHARED_CREATURE_TYPE);
}

static cc_val shares_card_type(cc_asked *q)
{
    return shares(q, VM_SHARED_CARD_TYPE);
}

static cc_val shares_color(cc_asked *q)
{
    return shares(q, VM_SHARED_COLOR);
}

static cc_val shares_name(cc_asked *q)
{
    return shares(q, VM_SHARED_NAME);
}

static cc_val searched(cc_asked *q)
{
    return q->f->searched.type ? q->f->searched
                               : cc_wrong(q->f->u, CC_NO_REFERENT, q->act->span,
                                          "nothing before this searches a library");
}

/* you win · you win the flip: the clash or flip before it; who it is about is who took part in it */
static cc_val won(cc_asked *q)
{
    cc_fn *f = q->f;
    if (!f->won.type)
        return cc_wrong(f->u, CC_NO_REFERENT, q->act->span, "nothing before this could be won");
    const cc_val zero = cc_num(f, 0);
    return cc_op(f, VM_OP_LT, 'b', zero.reg, f->won.reg, 0);
}

static cc_val option_chosen(cc_asked *q)
{
    return cc_option_chosen(q->f, q->act);
}

static cc_val more_votes(cc_asked *q)
{
    return cc_more_votes(q->f, q->act);
}

static cc_val vote_tied(cc_asked *q)
{
    return cc_vote_tied(q->f, q->act);
}

/* What nobody flipped was neither won nor lost: less than nothing was won. */
static cc_val lost_flip(cc_asked *q)
{
    cc_fn *f = q->f;
    if (!won(q).type)
        return CC_BAD;
    const cc_val zero = cc_num(f, 0);
    return cc_op(f, VM_OP_EQ, 'b', zero.reg, f->won.reg, 0);
}

/* if you win the flip: ... else: ... The else is about a flip that was lost: without one there is none. */
uint32_t cc_if_flipped(cc_fn *f, const m_cond *c)
{
    if (c->kind != COND_ACT || !f->won.type || !voc_is(c->act->frame, VOC_OF_A_FLIP))
        return 0;
    const cc_val less = cc_num(f, -1), flipped = cc_op(f, VM_OP_LT, 'b', less.reg, f->won.reg, 0);
    return cc_emit(f, VM_OP_JF, flipped.reg, 0, 0, 0);
}

static cc_val prevented(cc_asked *q)
{
    cc_fn *f = q->f;
    if (f->prevented.type) /* said in an 'if' before: how much it was */
        f->that_many = f->prevented;
    if (f->that_many.type != 'n')
        return cc_wrong(f->u, CC_NO_REFERENT, q->act->span, "nothing before this prevents damage");
    const m_operand *by = cc_operand(q->act, "SOURCE");
    const cc_val zero = cc_num(f, 0), much = f->that_many,
                 any = cc_op(f, VM_OP_LT, 'b', zero.reg, much.reg, 0);
    if (!by)
        return any;
    const cc_val so = cc_fits(f, cc_op(f, VM_OP_EVENT_OBJ, 'o', 1, 0, 0), by->is.ref);
    f->that_many = much;
    return so.type ? cc_op(f, VM_OP_AND, 'b', any.reg, so.reg, 0) : so;
}

/* this is paired with another creature: 'those creatures' are both, 'that creature' is the other one */
static cc_val paired_with(cc_asked *q)
{
    cc_fn *f = q->f;
    const m_ref *ref = cc_needed(q->act, "OTHER")->is.ref;
    const cc_val who = cc_as(f, cc_asked_subject(q, 'o'), 'o');
    if (!who.type)
        return who;
    const cc_val with = cc_op(f, VM_OP_PAIRED, 'o', who.reg, 0, 0);
    const cc_val fits = cc_fits(f, with, ref), zero = cc_num(f, 0),
                 n = cc_op(f, VM_OP_COUNT, 'n', cc_as(f, with, 'e').reg, 0, 0),
                 some = cc_op(f, VM_OP_LT, 'b', zero.reg, n.reg, 0);
    if (!fits.type)
        return fits;
    if (ref->kind == REF_SOME) {
        const int this = q->subject && q->subject->kind == REF_THIS;
        cc_refer(f, ref, with, AGAIN_NOT, 0);
        if (this) {
            static const m_ref BOTH = {.kind = REF_ALL, .ref_class = CLASS_OBJECT, .plural = 1};
            cc_refer_event(f->s, &BOTH, ref->desc, CLASS_OBJECT, AGAIN_PAIR, 0);
        }
    }
    return cc_op(f, VM_OP_AND, 'b', some.reg, fits.reg, 0);
}

/* a creature that convoked it: it was tapped, or exiled, to pay for this (CR 702.50c) */
static cc_val helped_pay(cc_asked *q)
{
    cc_fn *f = q->f;
    const m_ref *ref = cc_needed(q->act, "OTHER")->is.ref;
    if (ref->kind != REF_THIS && ref->kind != REF_PRONOUN)
        return cc_wrong(f->u, CC_NO_NATIVE, q->act->span,
                        "the rules machine remembers what was paid for this only, so far");
    const cc_val who = cc_as(f, cc_asked_subject(q, 'o'), 'e');
    if (!who.type || !cc_paid_of_this(f, q->act->span))
        return CC_BAD;
    const cc_val by = cc_as(f, cc_op(f, VM_OP_PAID, 'o', VM_PAID_HELPED, 0, 0), 'e');
    return cc_op(f, VM_OP_MEET, 'b', who.reg, by.reg, 0);
}

static cc_val designated(cc_asked *q)
{
    const cc_val who = cc_as(q->f, cc_asked_subject(q, 'e'), 'e');
    if (!who.type)
        return who;
    const cc_val have = cc_op(q->f, VM_OP_COUNTERS, 'n', who.reg, 0,
                              (int32_t)cc_needed(q->act, "DESIGNATION")->number),
                 zero = cc_num(q->f, 0);
    return cc_op(q->f, VM_OP_LT, 'b', zero.reg, have.reg, 0);
}

static const struct {
    const char *name;
    cc_val (*ask)(cc_asked *q);
} NATIVES[] = {{"prevented", prevented},
               {"paired_with", paired_with},
               {"helped_pay", helped_pay},
               {"searched", searched},
               {"won", won},
               {"vote_tied", vote_tied},
               {"more_votes", more_votes},
               {"option_chosen", option_chosen},
               {"lost_flip", lost_flip},
               {"designated", designated},
               {"controlled", cc_asks_controlled},
               {"controls_more", cc_asks_controls_more},
               {"controls_more_of", cc_asks_controls_more_of},
               {"controls_fewer_of", cc_asks_controls_fewer_of},
               {"controls_as_many", cc_asks_controls_as_many},
               {"controls_fewer", cc_asks_controls_fewer},
               {"has_more", cc_asks_has_more},
               {"has_fewer", cc_asks_has_fewer},
               {"has_more_life", cc_asks_has_more_life},
               {"has_less_life", cc_asks_has_less_life},
               {"controls", cc_asks_controls},
               {"controls_different", controls_different},
               {"owns_and_controls", owns_and_controls},
               {"has_cards", has_cards},
               {"owns", owns},
               {"controls_both", controls_both},
               {"has_life", has_life},
               {"life_lost", life_lost},
               {"life_gained", life_gained},
               {"has_counters", has_counters},
               {"counters_on", counters_on},
               {"has_abilities", has_abilities},
               {"has_no_abilities", has_no_abilities},
               {"is", cc_asks_is},
               {"is_in", is_in},
               {"exists", exists},
               {"is_empty", is_empty},
               {"kicked", cc_asks_kicked},
               {"was_cast", cc_asks_was_cast},
               {"was_cast_from", cc_asks_was_cast_from},
               {"cast_late", cc_asks_cast_late},
               {"aims_at", cc_asks_aims_at},
               {"could_cast", cc_asks_could_cast},
               {"whose_turn", cc_asks_whose_turn},
               {"cost_paid", cc_asks_cost_paid},
               {"newcomer", cc_asks_newcomer},
               {"kicked_with", cc_asks_kicked_with},
               {"color_spent", cc_asks_color_spent},
               {"in_step", cc_asks_in_step},
               {"before_step", cc_asks_before_step},
               {"after_step", cc_asks_after_step},
               {"before_attackers", cc_asks_before_attackers},
               {"before_blockers", cc_asks_before_blockers},
               {"after_blockers", cc_asks_after_blockers},
               {"combat_before_blockers", cc_asks_combat_before_blockers},
               {"combat_after_blockers", cc_asks_combat_after_blockers},
               {"in_main", cc_asks_in_main},
               {"extra_turn", cc_asks_extra_turn},
               {"first_combat", cc_asks_first_combat},
               {"main_phase", cc_asks_main_phase},
               {"is_under", is_under},
               {"shares_creature_type", shares_creature_type},
               {"shares_card_type", shares_card_type},
               {"shares_color", shares_color},
               {"shares_name", shares_name}};

/* ---- all of it --------------------------------------------------------------------------------
 */

/* A test that says what "Name" is not, or has not, fails when there is no such thing. */
static cc_val of_something(cc_asked *q, cc_val b)
{
    const m_ref *s = q->subject;
    if (q->f->s->kind != SCOPE_TEST || !s || s->kind != REF_NAMED || !q->act->negative || !b.type ||
        voc_is(q->act->frame, VOC_IS_IN))
        return b;
    return cc_both(q->f, b, cc_some(q->f, cc_ref(q->f, s, 'e')), VM_OP_AND);
}

int cc_cannot_be_asked(cc_fn *f, const m_ref *about, const m_act *act)
{
    return cc_asks_of_each(f, about, act) ||
           (cc_is_quantified(f, about) && is_never(f, act, about));
}

cc_val cc_condition_act(cc_fn *f, const m_ref *about, cc_val given, const m_act *act)
{
    if (about && about->kind == REF_JOIN && !given.type) { /* a card and another are there: both */
        const cc_val l = cc_condition_act(f, about->left, CC_BAD, act),
                     r = cc_condition_act(f, about->right, CC_BAD, act);
        return cc_both(f, l, r, about->join_or ? VM_OP_OR : VM_OP_AND);
    }
    if (given.type ? cc_asks_of_each(f, NULL, act) : cc_cannot_be_asked(f, about, act))
        return CC_BAD;
    if (!given.type && cc_is_quantified(f, about) && !voc_is(act->frame, VOC_IS_IN))
        return cc_quantified(f, about, act);
    cc_asked q = {f, about, given, act};
    const char *native = act->frame->native;
    f->at = act->span;
    if (act->frame->means.count) {
        const cc_val b = cc_means_condition(f, act, about, given);
        return act->negative ? cc_negated(f, b) : b;
    }
    for (size_t i = 0; native && i < sizeof NATIVES / sizeof *NATIVES; i++)
        if (strcmp(NATIVES[i].name, native) == 0) {
            const uint8_t asking = f->asking;
            f->asking = 1;
            const cc_val b = NATIVES[i].ask(&q);
            f->asking = asking;
            return of_something(&q, act->negative ? cc_negated(f, b) : b);
        }
    return cc_wrong(f->u, CC_NO_NATIVE, act->span, "the condition's native '%s' does not exist",
                    native ? native : "");
}

static int compares_each(const cc_fn *f, const m_cond *c)
{
    const m_amount *a = c->amount;
    return a->kind == AMT_PROPERTY && cc_is_quantified(f, a->ref) &&
           (a->ref->kind != REF_ALL || a->ref->each);
}

/* cast two or more spells: of one and the same player */
static int counts_them(const m_event *e)
{
    for (uint32_t i = e->act->frame->has_subject; i < e->act->frame->slot_count; i++) {
        const m_operand *o = &e->act->operands[i];
        if (o->given && voc_is_reference(o->type) && o->is.ref && o->is.ref->kind == REF_SOME &&
            (!cc_names_one(o->is.ref) || o->is.ref->another ||
             m_desc_says(o->is.ref->desc, ATOM_OTHER)))
            return 1;
    }
    return 0;
}

static int asks_history_of_each(const cc_fn *f, const m_cond *c, int negative)
{
    const m_event *e = c->event;
    if (!e || e->is_step || !e->subject || !cc_is_quantified(f, e->subject))
        return 0;
    for (const m_event * or = e->or ; or ;
         or = or->or) /* no creature attacked or blocked this turn */
        if (or->subject != e->subject || or->is_step)
            return 0;
    if (e->or &&(e->subject->kind == REF_NONE || !cc_names_one(e->subject)))
        return 1;
    return (e->subject->kind == REF_ALL && e->subject->each) ||
           (e->subject->kind == REF_SOME &&
            (negative || (f->effect && e->subject->ref_class == CLASS_PLAYER && !counts_them(e))));
}

/* a player has cast no spells this turn: has not cast a spell. NULL: it does not say so */
static m_cond *without_none(const cc_fn *f, const m_cond *c)
{
    const m_event *e = c->event;
    if (!e || e->or || e->is_step || !e->act || !e->subject || e->subject->kind == REF_NONE)
        return NULL;
    for (uint32_t i = e->act->frame->has_subject; i < e->act->frame->slot_count; i++) {
        const m_operand *o = &e->act->operands[i];
        if (!o->given || !voc_is_reference(o->type) || !o->is.ref || o->is.ref->kind != REF_NONE)
            continue;
        m_cond *so = ARENA_NEW(f->u->mem, m_cond);
        m_event *event = ARENA_NEW(f->u->mem, m_event);
        m_act *act = ARENA_NEW(f->u->mem, m_act);
        m_ref *some = ARENA_NEW(f->u->mem, m_ref);
        *so = *c;
        *event = *e;
        *act = *e->act;
        *some = *o->is.ref;
        act->operands = cc_operands_copied(f->u, e->act);
        some->kind = REF_SOME;
        some->plural = 0;
        act->operands[i].is.ref = some;
        event->act = act;
        so->event = event;
        return so;
    }
    return NULL;
}

/* if they can't: of what must be done, and of one thing, 'can't' is 'didn't' */
static int could_be_asked(cc_fn *f, const m_cond *c)
{
    const int slot = f->last_act ? m_chosen_operand(f->last_act) : -1;
    const m_amount *n = slot >= 0 ? f->last_act->operands[slot].is.ref->count : NULL;
    const char *why =
        (f->did_by.type && f->left_to_each) ||
                (f->did.type && f->asked_may.type && f->did.reg == f->asked_may.reg)
            ? "it was not asked whether it can be done: behind 'may' say 'if they don't'"
        : n && (n->kind != AMT_CONST || n->value > 1)
            ? "of several it is not known whether all of them could be: 'if they don't' asks "
              "whether it was done to any"
            : NULL;
    if (why)
        cc_wrong(f->u, CC_NO_NATIVE, c->span, "%s", why);
    return !why;
}

/* if it shares a color with that permanent: with another than it */
static cc_val of_what_was_said(cc_fn *f, const m_cond *c)
{
    const cc_referent *asked_of = f->asked_of;
    const m_act *asked_act = f->asked_act;
    const m_ref *about = c->subject;
    f->asked_of = about && about->ref_class != CLASS_PLAYER &&
                          (about->kind == REF_PRONOUN || about->kind == REF_THAT)
                      ? cc_find(f, about)
                      : NULL;
    f->asked_act = c->act;
    f->wants_cast = (uint8_t)voc_is(c->act->frame, VOC_ANNOUNCED);
    const cc_val b = cc_condition_act(f, about, CC_BAD, c->act);
    f->wants_cast = 0;
    f->asked_of = asked_of;
    f->asked_act = asked_act;
    return b;
}

cc_val cc_condition(cc_fn *f, const m_cond *c)
{
    m_cond *positive;
    f->at = c->span;
    switch ((m_cond_kind)c->kind) {
    case COND_AND:
    case COND_OR: {
        const m_ref *each = cc_asks_each_for_all(f, c);
        if (each)
            return cc_quantified_all(f, each, c);
        if (c->kind == COND_AND && cc_speaks_of_the_first(f, c))
            return CC_BAD;
        const cc_val l = cc_condition(f, c->left), r = cc_condition(f, c->right);
        return cc_both(f, l, r, c->kind == COND_AND ? VM_OP_AND : VM_OP_OR);
    }
    case COND_NOT:
        if (f->did_by.type && c->left->kind == COND_DID && c->left->subject &&
            c->left->subject->kind == REF_SOME)
            return cc_who_did_not(f, c->left);
        if (c->whole)
            return cc_negated(f, cc_condition(f, c->left));
        if (c->left->kind == COND_COMPARE && compares_each(f, c->left))
            return cc_quantified_compare(f, c->left, 1);
        if (c->left->kind == COND_HISTORY && asks_history_of_each(f, c->left, 1))
            return cc_quantified_history(f, cc_meant(f->s, c->left->event), c->left, 1);
        return cc_negated(f, cc_condition(f, c->left));
    case COND_COMPARE: {
        if (compares_each(f, c))
            return cc_quantified_compare(f, c, 0);
        const cc_val have = cc_amount(f, c->amount);
        return cc_compare_with(f, have, c->cmp, c->other);
    }
    case COND_HISTORY:
        if ((positive = without_none(f, c)) != NULL) {
            m_cond no = {.kind = COND_NOT, .span = c->span, .left = positive};
            return cc_condition(f, &no);
        }
        if (asks_history_of_each(f, c, 0))
            return cc_quantified_history(f, cc_meant(f->s, c->event), c, 0);
        return cc_history(f, c);
    case COND_WAY:
        return cc_this_way(f, c);
    case COND_DID:
        if (c->number && !could_be_asked(f, c))
            return CC_BAD;
        if (f->did_by.type) /* of several players */
            return cc_who_did(f, c);
        if (!cc_did(f).type)
            return cc_wrong(f->u, CC_NO_REFERENT, c->span,
                            "nothing before this could have been done or not");
        return f->did;
    case COND_ACT:
        return of_what_was_said(f, c);
    }
    return CC_BAD;
}

int cc_history_of_each(const cc_fn *f, const m_cond *c)
{
    return asks_history_of_each(f, c, 0);
}

uint32_t cc_condition_fn(cc_scope *s, const m_cond *c)
{
    cc_fn f;
    cc_fn_begin(&f, s, 0);
    const cc_val b = cc_condition(&f, c);
    return b.type ? cc_fn_end_value(&f, b) : 0;
}
