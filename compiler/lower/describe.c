/* Descriptions as selectors. Most of a description becomes masks of one row; what does not fit a mask becomes a
 * predicate, a value function of the candidate. */
#include "compiler/lower/lower.h"

#include <string.h>

#include "compiler/meaning/walk.h"

typedef struct selector {
    cc_fn *f; /* in which the description stands; NULL: none */
    cc_scope *s;
    vm_selector row;
    VEC(uint32_t) any, none;    /* subtypes */
    VEC(uint32_t) has, has_not; /* keywords */
    cc_fn *pred;                /* NULL until a condition needs one */
    cc_val holds;
    uint8_t zone_given, is_spell, failed;
    uint32_t class_types; /* of 'permanent' */
    const char *phrase;
    const m_desc *desc;
} selector;

/* ---- predicates -------------------------------------------------------------------------------
 */

static cc_fn *pred_of(selector *sel)
{
    if (!sel->pred) {
        sel->pred = ARENA_NEW(sel->s->u->mem, cc_fn);
        cc_fn_begin(sel->pred, sel->s, 0);
        sel->pred->outer = sel->f;
        sel->pred->describes = 1;
        if (sel->f)
            sel->pred->at = sel->f->at;
        sel->pred->candidate = cc_reg(sel->pred, 'e');
        sel->pred->params = 1;
        sel->holds = CC_BAD;
    }
    return sel->pred;
}

static void require(selector *sel, cc_val b, int neg)
{
    if (!b.type) {
        sel->failed = 1;
        return;
    }
    if (neg)
        b = cc_op(sel->pred, VM_OP_NOT, 'b', b.reg, 0, 0);
    sel->holds = sel->holds.type ? cc_op(sel->pred, VM_OP_AND, 'b', sel->holds.reg, b.reg, 0) : b;
}

static void require_meets(selector *sel, cc_val left, cc_val right, int neg)
{
    cc_fn *f = sel->pred;
    left = cc_as(f, left, 'e');
    right = cc_as(f, right, 'e');
    require(sel,
            left.type && right.type ? cc_op(f, VM_OP_MEET, 'b', left.reg, right.reg, 0) : CC_BAD,
            neg);
}

/* blocked by a creature, by two or more creatures: so many of them */
static void require_so_many(selector *sel, cc_val have, cc_val all, const m_ref *ref, int neg)
{
    cc_fn *f = sel->pred;
    if (ref->kind != REF_SOME || (cc_names_one(ref) && !ref->exact)) {
        require_meets(sel, have, all, neg ^ (ref->kind == REF_NONE));
        return;
    }
    have = cc_as(f, have, 'e');
    all = cc_as(f, all, 'e');
    if (!have.type || !all.type) {
        sel->failed = 1;
        return;
    }
    const cc_val others = cc_op(f, VM_OP_MINUS, 'e', have.reg, all.reg, 0),
                 both = cc_op(f, VM_OP_MINUS, 'e', have.reg, others.reg, 0),
                 n = cc_op(f, VM_OP_COUNT, 'n', both.reg, 0, 0);
    require(sel, cc_as_many(f, n, ref), neg);
}

cc_val cc_compare(cc_fn *f, cc_val have, uint8_t cmp, cc_val want)
{
    if (!have.type || !want.type)
        return CC_BAD;
    cc_val a, b;
    switch (cmp) {
    case CMP_GE:
        return cc_op(f, VM_OP_LE, 'b', want.reg, have.reg, 0);
    case CMP_LE:
        return cc_op(f, VM_OP_LE, 'b', have.reg, want.reg, 0);
    case CMP_GT:
        return cc_op(f, VM_OP_LT, 'b', want.reg, have.reg, 0);
    case CMP_LT:
        return cc_op(f, VM_OP_LT, 'b', have.reg, want.reg, 0);
    case CMP_EVEN:
    case CMP_ODD: /* half of it, however it is rounded */
        a = cc_op(f, VM_OP_HALF_DOWN, 'n', have.reg, 0, 0);
        b = cc_op(f, VM_OP_HALF_UP, 'n', have.reg, 0, 0);
        b = cc_op(f, VM_OP_EQ, 'b', b.reg, a.reg, 0);
        return cmp == CMP_EVEN ? b : cc_op(f, VM_OP_NOT, 'b', b.reg, 0, 0);
    case CMP_NE:
        b = cc_op(f, VM_OP_EQ, 'b', have.reg, want.reg, 0);
        return cc_op(f, VM_OP_NOT, 'b', b.reg, 0, 0);
    default:
        return cc_op(f, VM_OP_EQ, 'b', have.reg, want.reg, 0);
    }
}

/* ---- references inside ------------------------------------------------------------------------
 */

static int needs_outside(const m_ref *ref, void *user)
{
    (void)user;
    return ref->kind == REF_TARGET || ref->kind == REF_SOME || ref->kind == REF_PART;
}

/* The things that a description names, in its predicate. Targets are declared where the description stands. */
static cc_val inside(selector *sel, const m_ref *ref, char want)
{
    cc_fn *p = pred_of(sel);
    if (sel->f && sel->f->effect && m_any_in_ref(ref, needs_outside, NULL) &&
        !cc_referent_of(sel->f, ref))
        if (!cc_ref(sel->f, ref, want).type)
            return CC_BAD;
    if (ref->kind == REF_YOU && sel->f && sel->f->you.type) {
        const m_ref *same = ref;
        cc_referent *r = cc_referent_of(sel->f, same);
        if (!r)
            r = cc_refer(sel->f, same, sel->f->you, AGAIN_NOT, 0);
        return cc_as(p, cc_referent_value(p, r, 0), want);
    }
    cc_referent *said = cc_referent_of(p, ref);
    if (said && ref->kind != REF_YOU && cc_is_at_hand(p, said))
        return cc_as(p, cc_referent_value(p, said, 0), want);
    /* pronouns of the text around come before the candidate */
    const cc_val v = cc_ref(p, ref, want);
    return v;
}

static int is_noun(const m_desc *d, uint32_t noun)
{
    return d && !d->or
           &&d->atoms && d->atoms->kind == ATOM_NOUN && d->atoms->number == noun && !d->atoms->next;
}

/* another player · each other player, other players: whose are not those of the one who is spoken of */
static int is_another_player(const m_ref *who)
{
    const m_atom *a = who->desc ? who->desc->atoms : NULL;
    if (who->kind == REF_SOME)
        return who->another && is_noun(who->desc, NOUN_PLAYER);
    return who->kind == REF_ALL && a && !who->desc->or
           &&a->kind == ATOM_OTHER && !a->ref && a->next && a->next->kind == ATOM_NOUN &&
               a->next->number == NOUN_PLAYER && !a->next->next;
}

/* Whoever is spoken of; 'an opponent controlled': any of them. */
static cc_val who_controlled(selector *sel, const m_atom *a)
{
    if (a->number2 && a->ref->kind == REF_SOME && is_noun(a->ref->desc, NOUN_OPPONENT))
        return cc_op(pred_of(sel), VM_OP_OPPONENTS, 'p', 0, 0, 0);
    return inside(sel, a->ref, 'p');
}

/* you control · an opponent controls · target player controls */
static void add_relation(selector *sel, const m_atom *a)
{
    uint32_t *field = a->kind == ATOM_OWN ? &sel->row.owner : &sel->row.controller;
    const m_ref *who = a->ref;
    if (a->number2 && !sel->s->past) {
        cc_wrong(sel->s->u, CC_WRONG_TYPE, a->span,
                 "'controlled' is of what has happened: a creature you controlled died this turn");
        sel->failed = 1;
        return;
    }
    if (a->number && !sel->is_spell) {
        cc_wrong(sel->s->u, CC_WRONG_TYPE, a->span,
                 "only spells are cast: 'creature spells you cast', or what you control");
        sel->failed = 1;
        return;
    }
    if (who->kind == REF_SOME && !cc_names_one(who)) {
        cc_wrong(sel->s->u, CC_NO_MEANING, who->span,
                 "one thing is not controlled, owned or cast by several; 'a player', 'each "
                 "opponent'");
        sel->failed = 1;
        return;
    }
    const int own_you = cc_has_own_you(sel->f);
    if (!*field && !own_you && !a->number2) {
        if (who->kind == REF_YOU) {
            *field = a->neg ? VM_REL_NOT_YOU : VM_REL_YOU;
            return;
        }
        if (!a->neg && ((who->kind == REF_OPPONENTS && who->of->kind == REF_YOU) ||
                        ((who->kind == REF_SOME || (who->kind == REF_ALL && !who->each)) &&
                         is_noun(who->desc, NOUN_OPPONENT)))) {
            *field = VM_REL_OPPONENT;
            return;
        }
        if (is_another_player(who)) { /* than you, where nobody else is spoken of */
            const cc_referent *about = sel->f ? sel->f->subject : NULL;
            if (!about || about->ref_class != CLASS_PLAYER || about->again == AGAIN_YOU) {
                *field = a->neg ? VM_REL_YOU : VM_REL_NOT_YOU;
                return;
            }
        } else if (!a->neg && who->kind == REF_SOME && is_noun(who->desc, NOUN_PLAYER)) {
            return;
        }
        if (who->kind == REF_NONE && is_noun(who->desc, NOUN_OPPONENT) && !a->neg) {
            cc_fn *p = pred_of(sel);
            const cc_val mine = cc_as(p, p->candidate, 'o');
            const cc_val have = cc_op(p, a->kind == ATOM_OWN ? VM_OP_OWNERS : VM_OP_CONTROLLERS,
                                      'p', mine.reg, 0, 0);
            require_meets(sel, have, cc_op(p, VM_OP_OPPONENTS, 'p', 0, 0, 0), 1);
            return;
        }
    }
    const int another = is_another_player(who) && sel->f && sel->f->subject;
    cc_fn *p = pred_of(sel);
    p->candidate_meant = 0;
    const cc_val players =
        another ? cc_referent_value(p, sel->f->subject, 0) : who_controlled(sel, a);
    if (p->candidate_meant) {
        cc_wrong(sel->s->u, CC_NO_REFERENT, who->span,
                 "who? Nobody was spoken of whom this could mean; of what is always so each thing "
                 "has others");
        sel->failed = 1;
        return;
    }
    const cc_val mine = cc_as(p, p->candidate, 'o');
    const uint32_t op = a->kind == ATOM_OWN ? VM_OP_OWNERS
                        : a->number2        ? VM_OP_HELD_BY
                                            : VM_OP_CONTROLLERS;
    const cc_val have = cc_op(p, op, 'p', mine.reg, 0, 0);
    require_meets(sel, have, players, a->neg ^ another ^ (who->kind == REF_NONE));
}

static void add_zone(selector *sel, const m_atom *a)
{
    const m_zone *z = a->zone;
    if (sel->zone_given) {
        cc_wrong(sel->s->u, CC_BAD_SELECTOR, a->span, "it has been said already where it is");
        sel->failed = 1;
        return;
    }
    sel->zone_given = 1;
    const uint32_t zones = 1u << z->zone | z->also;
    sel->row.zones = a->neg ? 0x7Fu & ~zones : zones;
    if (!z->owner)
        return;
    const m_ref *who = z->owner;
    const int own_you = cc_has_own_you(sel->f);
    if (who->kind == REF_YOU && !own_you && !sel->row.owner)
        sel->row.owner = VM_REL_YOU;
    else if (!sel->row.owner &&
             ((who->kind == REF_SOME && is_noun(who->desc, NOUN_OPPONENT)) ||
              (who->kind == REF_OPPONENTS && who->of->kind == REF_YOU && !own_you)))
        sel->row.owner = VM_REL_OPPONENT;
    else if (is_another_player(who) && !own_you && !sel->row.owner &&
             (!sel->f || !sel->f->subject || sel->f->subject->again == AGAIN_YOU ||
              sel->f->subject->ref_class != CLASS_PLAYER))
        sel->row.owner = VM_REL_NOT_YOU;
    else if ((who->kind == REF_SOME || (who->kind == REF_ALL)) && is_noun(who->desc, NOUN_PLAYER))
        ; /* a player's: anybody's */
    else {
        const cc_val players = inside(sel, who, 'p');
        cc_fn *p = pred_of(sel);
        const cc_val mine = cc_as(p, p->candidate, 'o');
        require_meets(sel, cc_op(p, VM_OP_OWNERS, 'p', mine.reg, 0, 0), players, 0);
    }
}

/* ---- atoms ------------------------------------------------------------------------------------
 */

static void add_noun(selector *sel, const m_atom *a)
{
    const voc_noun_info *n = &VOC_NOUNS[a->number];
    if (a->neg) {
        if (n->has)
            sel->row.status_none |= n->has;
        else
            sel->failed =
                !cc_wrong(sel->s->u, CC_BAD_SELECTOR, a->span, "this noun cannot be negated").type;
        return;
    }
    sel->row.want |= n->want;
    if (!sel->zone_given && n->zones)
        sel->row.zones = n->zones;
    sel->class_types = n->types;
    sel->row.status_all |= n->has;
    sel->row.status_none |= n->has_not;
    if (n->want == VM_WANT_PLAYERS && !sel->row.controller)
        sel->row.controller = n->relation;
    sel->is_spell |= a->number == NOUN_SPELL;
}

/* creatures with power less than their power: nobody else was spoken of */
static int is_of_itself(cc_fn *p, const m_atom *a)
{
    const m_ref *of = a->amount && a->amount->kind == AMT_PROPERTY ? a->amount->ref : NULL;
    return of && of->kind == REF_PRONOUN && a->amount->prop == a->number && !cc_find(p, of);
}

static void add_compare(selector *sel, const m_atom *a)
{
    cc_fn *p = pred_of(sel);
    if (is_of_itself(p, a)) {
        cc_wrong(sel->s->u, CC_NO_MEANING, a->span,
                 "this compares a thing with itself; say with what: 'this's power'");
        sel->failed = 1;
        return;
    }
    const cc_val have = cc_op(p, VM_OP_PROP, 'n', p->candidate.reg, 0, (int32_t)a->number);
    require(sel, cc_compare_with(p, have, a->cmp, a->amount), a->neg);
}

static void add_counters(selector *sel, const m_atom *a)
{
    cc_fn *p = pred_of(sel);
    const cc_val have = cc_op(p, VM_OP_COUNTERS, 'n', p->candidate.reg, 0, (int32_t)a->number);
    cc_val b;
    if (a->cmp == CMP_SOME) {
        const cc_val zero = cc_num(p, 0);
        b = cc_op(p, VM_OP_LT, 'b', zero.reg, have.reg, 0);
    } else {
        b = cc_compare_with(p, have, a->cmp, a->amount);
    }
    require(sel, b, a->neg);
}

static void add_size(selector *sel, const m_atom *a)
{
    cc_fn *p = pred_of(sel);
    for (int i = 0; i < 2; i++) {
        const cc_val have =
            cc_op(p, VM_OP_PROP, 'n', p->candidate.reg, 0, i ? VM_PROP_TOUGHNESS : VM_PROP_POWER);
        const cc_val want = cc_num(p, (int32_t)(i ? a->number2 : a->number));
        require(sel, cc_op(p, VM_OP_EQ, 'b', have.reg, want.reg, 0), a->neg);
    }
}

static void add_keyword(selector *sel, const m_atom *a)
{
    if (a->desc || a->number2) {
        cc_wrong(sel->s->u, CC_BAD_SELECTOR, a->span,
                 "a description can ask for '%s', not for what it is from or of", a->frame->name);
        sel->failed = 1;
    } else if (a->neg) {
        VEC_PUSH(sel->s->u->mem, &sel->has_not, (uint32_t)a->frame->number);
    } else {
        VEC_PUSH(sel->s->u->mem, &sel->has, (uint32_t)a->frame->number);
    }
}

/* What 'other' stands in front of: other creatures that share a color with target creature. Its class has to fit. */
static int is_said_inside(const m_ref *ref, void *found)
{
    if (ref->kind != REF_TARGET && ref->kind != REF_PRONOUN && ref->kind != REF_THAT &&
        ref->kind != REF_HOST)
        return 0;
    *(const m_ref **)found = ref;
    return 1;
}

const m_ref *cc_other_than(const m_desc *d)
{
    const m_ref *said = NULL;
    for (; d && !said; d = d->or)
        for (const m_atom *a = d->atoms; a && !said; a = a->next)
            if (a->ref && a->kind != ATOM_OTHER && a->kind != ATOM_ATTACHED &&
                a->kind != ATOM_COMBAT) /* nothing blocks itself, or is attached to itself */
                m_any_in_ref(a->ref, is_said_inside, &said);
    return said && said->ref_class != CLASS_PLAYER && !said->plural ? said : NULL;
}

/* all creatures except two you control: they are chosen; 'than a creature' says what something is not */
static int is_chosen(const m_ref *ref)
{
    return ref->kind == REF_SOME && (ref->exact || ref->up_to || ref->any_number || ref->or_more ||
                                     ref->of_choice || !cc_names_one(ref));
}

/* whenever you cast a spell that targets a creature: each other creature ... Which ones that spell targets is not known. */
static int is_of_targeted(const cc_scope *s, const m_desc *d)
{
    const m_act *act = s->event ? s->event->act : NULL;
    for (uint32_t i = 0; act && i < act->frame->slot_count; i++) {
        const m_operand *o = &act->operands[i];
        const m_desc *of =
            o->given && voc_is_reference(o->type) && o->is.ref ? o->is.ref->desc : NULL;
        for (const m_atom *a = of ? of->atoms : NULL; a; a = a->next)
            if (a->kind == ATOM_TARGETING && a->ref && a->ref->kind == REF_SOME &&
                (m_desc_class(a->ref->desc) == CLASS_PLAYER) == (m_desc_class(d) == CLASS_PLAYER))
                return 1;
    }
    return 0;
}

/* What cannot be asked for; 1 = it was said. */
static int is_unknown_other(selector *sel, const m_atom *a)
{
    if (!a->ref && sel->desc && sel->f && sel->f->effect && is_of_targeted(sel->s, sel->desc))
        cc_wrong(sel->s->u, CC_NO_NATIVE, a->span,
                 "other than what that spell targets: the rules machine cannot ask for that yet");
    else if (a->ref && is_chosen(a->ref) &&
             (!sel->f || !sel->f->effect || sel->f->asking || sel->s->targeting))
        cc_wrong(sel->s->u, CC_NO_MEANING, a->ref->span,
                 "nobody chooses anything here; 'other than a ...' says what something is not");
    else
        return 0;
    sel->failed = 1;
    return 1;
}

int cc_is_there(cc_fn *f, const m_ref *said)
{
    return said->kind == REF_TARGET || said->kind == REF_HOST || cc_find(f, said);
}

/* destroy each other creature, of an instant or sorcery that has named none: it is no permanent itself. 1 = it was said. */
int cc_is_other_than_nothing(cc_scope *s, const m_desc *d, cc_span span)
{
    if (s->kind != SCOPE_SPELL || !s->of_card || s->bindings || m_desc_class(d) == CLASS_PLAYER)
        return 0;
    for (const m_desc *alt = d; alt; alt = alt->or)
        for (const m_atom *a = alt->atoms; a; a = a->next)
            if (a->kind == ATOM_ZONE || (a->kind == ATOM_NOUN && a->number != NOUN_PERMANENT &&
                                         a->number != NOUN_TOKEN && !a->neg))
                return 0;
    cc_wrong(s->u, CC_NO_REFERENT, span,
             "other than what? This spell is no permanent, and none was named that it could be "
             "other than");
    return 1;
}

static void add_other(selector *sel, const m_atom *a)
{
    if (is_unknown_other(sel, a))
        return;
    const m_ref *said =
        a->ref || sel->row.want == VM_WANT_PLAYERS ? NULL : cc_other_than(sel->desc);
    if (said && (sel->f ? cc_is_there(sel->f, said) : said->kind == REF_HOST)) {
        const cc_val than = inside(sel, said, 'e');
        require_meets(sel, pred_of(sel)->candidate, than, 1);
        return;
    }
    const int chosen = a->ref && is_chosen(a->ref);
    if (!chosen && a->ref && a->ref->desc && a->ref->ref_class != CLASS_PLAYER &&
        (a->ref->kind == REF_SOME || a->ref->kind == REF_NAMED)) { /* than a land card: not one */
        const uint32_t row = cc_selector(sel->f, sel->s, a->ref->desc);
        if (!row) {
            sel->failed = 1;
            return;
        }
        sel->s->u->selector.at[row].zones = 0x7F; /* wherever it is */
        cc_fn *p = pred_of(sel);
        const cc_val it = cc_as(p, p->candidate, 'e');
        sel->row.want |= VM_WANT_OBJECTS;
        require(sel, cc_op(p, VM_OP_MATCH, 'b', it.reg, 0, (int32_t)row), 1);
        return;
    }
    if (a->ref && a->ref->kind != REF_THIS) {
        const cc_val than = inside(sel, a->ref, 'e');
        require_meets(sel, pred_of(sel)->candidate, than, 1);
        return;
    }
    if (!a->ref && sel->f && sel->desc && cc_is_of_all(sel->f, sel->desc))
        return;
    if (!a->ref && sel->f && sel->f->subject && !sel->f->subject->is_this &&
        (sel->f->subject->ref_class == CLASS_PLAYER) == (sel->row.want == VM_WANT_PLAYERS) &&
        (sel->f->subject->was.type ||
         (sel->f->effect && sel->f->subject->ref_class == CLASS_OBJECT &&
          sel->row.want != VM_WANT_PLAYERS)) &&
        !cc_is_rather_this(sel->f, sel->f->subject->desc, sel->desc)) {
        cc_fn *p = pred_of(sel); /* than what the sentence is about */
        if (cc_is_at_hand(p, sel->f->subject)) {
            require_meets(sel, p->candidate, cc_referent_value(p, sel->f->subject, 0), 1);
            return;
        }
    }
    cc_referent *named = !a->ref && sel->f && sel->desc ? cc_find_other(sel->f, sel->desc) : NULL;
    if (named) {
        cc_fn *p = pred_of(sel);
        require_meets(sel, p->candidate, cc_as_named(p, named), 1);
        return;
    }
    if (sel->row.want == VM_WANT_PLAYERS) { /* each other player */
        cc_fn *p = pred_of(sel);
        const cc_val whose = sel->f ? cc_controller_named(p, sel->f) : CC_BAD;
        require_meets(sel, p->candidate, whose.type ? whose : cc_op(p, VM_OP_YOU, 'p', 0, 0, 0), 1);
        return;
    }
    if (!a->ref && sel->desc && cc_is_other_than_nothing(sel->s, sel->desc, a->span)) {
        sel->failed = 1;
        return;
    }
    if (sel->f && sel->f->self.type) {
        cc_fn *p = pred_of(sel);
        static const m_ref THIS = {.kind = REF_THIS, .ref_class = CLASS_OBJECT};
        cc_referent *r = cc_refer(sel->f, &THIS, sel->f->self, AGAIN_NOT, 0);
        require_meets(sel, p->candidate, cc_referent_value(p, r, 0), 1);
        return;
    }
    sel->row.which = VM_WHICH_OTHER;
}

/* with a creature you control, another creature, no creature: nobody chooses which */
int cc_shares_with_any(cc_fn *f, const m_ref *ref)
{
    return (ref->kind == REF_SOME && !ref->of_choice && cc_names_one(ref) &&
            !cc_referent_of(f, ref)) ||
           ref->kind == REF_NONE;
}

static void add_shares(selector *sel, const m_atom *a)
{
    const m_ref *ref = a->ref;
    cc_fn *p = pred_of(sel);
    const int any = cc_shares_with_any(p, ref);
    cc_val other = any ? cc_as(p, cc_desc_set(p, ref->desc), 'e') : inside(sel, ref, 'o');
    if (any && other.type && (ref->another || m_desc_says(ref->desc, ATOM_OTHER))) {
        const cc_val self = cc_as(p, p->candidate, 'e'); /* than the one that is described */
        other = cc_op(p, VM_OP_MINUS, 'e', other.reg, self.reg, 0);
    }
    other = other.type ? cc_as(p, other, 'o') : other;
    const cc_val mine = cc_as(p, p->candidate, 'o');
    require(sel,
            other.type ? cc_op(p, VM_OP_SHARES, 'b', mine.reg, other.reg, (int32_t)a->number)
                       : CC_BAD,
            a->neg ^ (ref->kind == REF_NONE));
}

/* of the chosen color, of the chosen type */
/* One of the two chosen names; the other one is the one that what the event is about does not have (CR 702.105f). */
static void add_of_two_names(selector *sel, const m_atom *a)
{
    cc_fn *p = pred_of(sel);
    cc_val has[2], event[2];
    cc_referent *r = a->number == 2 ? cc_find_attacker(p) : NULL;
    const cc_val of = r ? cc_have_again(p, r) : CC_BAD;
    if (a->number == 2 && !of.type) {
        cc_wrong(sel->s->u, CC_NO_REFERENT, a->span,
                 "other than which? Nothing before this has one of the chosen names");
        sel->failed = 1;
        return;
    }
    for (int i = 0; i < 2; i++) {
        const cc_val name = cc_name_number(p, i ? a->name2 : a->name);
        if (!name.type) {
            sel->failed = 1;
            return;
        }
        has[i] = cc_op(p, VM_OP_HAS_NAME, 'b', p->candidate.reg, name.reg, 0);
        if (of.type) {
            const cc_val thing = cc_as(p, of, 'e');
            event[i] = cc_op(p, VM_OP_HAS_NAME, 'b', thing.reg, name.reg, 0);
        }
    }
    for (int i = 0; of.type && i < 2; i++)
        has[i] = cc_op(p, VM_OP_AND, 'b', has[i].reg, event[!i].reg, 0);
    require(sel, cc_op(p, VM_OP_OR, 'b', has[0].reg, has[1].reg, 0), a->neg);
}

static void add_chosen(selector *sel, const m_atom *a)
{
    static const struct {
        uint8_t kind, op;
    } ASKS[] = {{M_NAME_SUBTYPE, VM_OP_HAS_SUBTYPE},
                {M_NAME_LAND, VM_OP_HAS_SUBTYPE},
                {M_NAME_CARD, VM_OP_HAS_NAME},
                {M_NAME_TYPE, VM_OP_HAS_TYPE}};
    sel->row.want |= VM_WANT_OBJECTS;
    if (sel->s->chosen == a->name && a->name->kind == M_NAME_COLOR && !a->neg) {
        sel->row.colors_any |= sel->s->chosen_value; /* one of the ways that the choice can go */
        return;
    }
    if (a->choice) {
        cc_wrong(sel->s->u, CC_NOT_HERE, a->span,
                 "a choice is made by what is done; say 'choose a color' before it");
        sel->failed = 1;
        return;
    }
    cc_fn *p = pred_of(sel);
    if (a->name2) {
        add_of_two_names(sel, a);
        return;
    }
    const cc_val n = cc_name_number(p, a->name);
    for (size_t i = 0; i < sizeof ASKS / sizeof *ASKS; i++)
        if (ASKS[i].kind == a->name->kind) {
            require(sel, n.type ? cc_op(p, ASKS[i].op, 'b', p->candidate.reg, n.reg, 0) : CC_BAD,
                    a->neg);
            return;
        }
    if (a->name->kind == M_NAME_COLOR)
        require(sel, n.type ? cc_op(p, VM_OP_HAS_COLOR, 'b', p->candidate.reg, n.reg, 0) : CC_BAD,
                a->neg);
    else
        require(sel, cc_wrong(sel->s->u, CC_BAD_SELECTOR, a->span, "this name describes nothing"),
                0);
}

cc_val cc_combat_partners(cc_fn *f, const m_atom *a, cc_val one)
{
    static const uint32_t PARTNERS[] = {
        [M_BLOCKS] = VM_OP_BLOCKED, [M_IS_BLOCKED] = VM_OP_BLOCKERS, [M_ATTACKS] = VM_OP_ATTACKED};
    if (a->number == M_BLOCKS_OR_BLOCKED) {
        const cc_val blocked = cc_as(f, cc_op(f, VM_OP_BLOCKED, 'o', one.reg, 0, 0), 'e'),
                     by = cc_as(f, cc_op(f, VM_OP_BLOCKERS, 'o', one.reg, 0, 0), 'e');
        return cc_op(f, VM_OP_UNION, 'e', blocked.reg, by.reg, 0);
    }
    const char type = a->number == M_ATTACKS ? 'e' : 'o';
    return cc_as(f, cc_op(f, PARTNERS[a->number], type, one.reg, 0, 0), 'e');
}

static void add_combat(selector *sel, const m_atom *a)
{
    const m_ref *ref = a->ref;
    const int any = ref->kind == REF_SOME || ref->kind == REF_ALL || ref->kind == REF_NAMED ||
                    ref->kind == REF_NONE;
    cc_fn *p = pred_of(sel);
    const cc_val others = any ? cc_desc_set(p, ref->desc) : inside(sel, ref, 'e');
    const cc_val mine = cc_as(p, p->candidate, 'o');
    sel->row.want |= VM_WANT_OBJECTS;
    if (!others.type) {
        sel->failed = 1;
        return;
    }
    const cc_val with = cc_combat_partners(p, a, mine);
    if (!any && a->number != M_ATTACKS) { /* it may be gone: as it last was (CR 608.2h) */
        m_atom back = *a;
        back.number = a->number == M_BLOCKS       ? M_IS_BLOCKED
                      : a->number == M_IS_BLOCKED ? M_BLOCKS
                                                  : a->number;
        const cc_val gone = cc_combat_partners(p, &back, cc_as(p, others, 'o')),
                     so = cc_op(p, VM_OP_MEET, 'b', with.reg, cc_as(p, others, 'e').reg, 0),
                     was = cc_op(p, VM_OP_MEET, 'b', gone.reg, cc_as(p, mine, 'e').reg, 0);
        require(sel, cc_op(p, VM_OP_OR, 'b', so.reg, was.reg, 0), a->neg);
        return;
    }
    require_so_many(sel, with, others, ref, a->neg);
}

/* that targets you, a creature you control: as it is now (CR 114.9b) */
static void add_targeting(selector *sel, const m_atom *a)
{
    const m_ref *ref = a->ref;
    const int any =
        ref && (ref->kind == REF_SOME || ref->kind == REF_ALL || ref->kind == REF_NAMED);
    cc_fn *p = pred_of(sel);
    sel->row.want |= VM_WANT_OBJECTS;
    if (a->number == 2) { /* with a single target */
        const cc_val n = cc_op(p, VM_OP_PROP, 'n', p->candidate.reg, 0, VM_PROP_TARGETS),
                     one = cc_num(p, 1);
        require(sel, cc_op(p, VM_OP_EQ, 'b', n.reg, one.reg, 0), a->neg);
        return;
    }
    const cc_val whom = any ? cc_as(p, cc_desc_set(p, ref->desc), 'e') : inside(sel, ref, 'e');
    const cc_val spell = cc_as(p, p->candidate, 'o');
    sel->row.want |= VM_WANT_OBJECTS;
    if (!whom.type) {
        sel->failed = 1;
        return;
    }
    const cc_val all = cc_op(p, VM_OP_TARGETS_OF, 'e', spell.reg, 0, 0);
    if (a->number && !a->neg) { /* only: one thing, however often it was chosen (CR 114.9c) */
        const cc_val n = cc_op(p, VM_OP_COUNT, 'n', all.reg, 0, 0), one = cc_num(p, 1);
        require(sel, cc_op(p, VM_OP_EQ, 'b', n.reg, one.reg, 0), 0);
    }
    require_so_many(sel, all, whom, ref, a->neg);
}

static void add_host_of(selector *sel)
{
    cc_fn *p = pred_of(sel);
    const cc_val me = cc_op(p, VM_OP_THIS, 'o', 0, 0, 0);
    require_meets(sel, p->candidate, cc_op(p, VM_OP_HOST, 'e', me.reg, 0, 0), 0);
}

/* What it says of zones is where to look: 'cards in hand' that an operand stands for. */
static void add_desc(selector *sel, const m_atom *a)
{
    cc_scope *s = sel->s;
    s->described = (uint8_t)(sel->row.want == VM_WANT_PLAYERS ? VM_WANT_PLAYERS : 0);
    const uint32_t row = cc_selector(sel->f, sel->s, a->desc);
    s->described = 0;
    if (row && !a->neg && !sel->zone_given && m_desc_says(a->desc, ATOM_ZONE)) {
        sel->row.zones = sel->s->u->selector.at[row].zones;
        sel->zone_given = 1;
    }
    cc_fn *p = pred_of(sel);
    require(sel, row ? cc_op(p, VM_OP_MATCH, 'b', p->candidate.reg, 0, (int32_t)row) : CC_BAD,
            a->neg);
}

/* that attacked this turn: is it one of those? */
static void add_history(selector *sel, const m_atom *a)
{
    if (cc_history_takes_away(a->history) && !sel->zone_given && !sel->is_spell && !sel->s->past &&
        sel->row.want != VM_WANT_PLAYERS) {
        cc_wrong(
            sel->s->u, CC_BAD_SELECTOR, a->span,
            "it is no longer there: say where it is now ('card in your graveyard that ...'), or "
            "count them: 'the number of ...'");
        sel->failed = 1;
        return;
    }
    cc_fn *p = pred_of(sel);
    const cc_val set = cc_history_set(p, a->history, NULL);
    require(sel, set.type ? cc_op(p, VM_OP_MEET, 'b', p->candidate.reg, set.reg, 0) : set, a->neg);
}

static void add_quality(selector *sel, const m_atom *a)
{
    const cc_binding *b = cc_bound(sel->s, a->name);
    if (!b) {
        require(sel,
                cc_wrong(sel->s->u, CC_UNKNOWN_NAME, a->span, "this operand has no value here"), 0);
        return;
    }
    m_atom inner = *a;
    inner.kind = ATOM_DESC;
    inner.desc = b->operand->is.desc;
    cc_scope *own = sel->s;
    const cc_binding *seen = cc_go_home(b);
    sel->s = b->outer;
    add_desc(sel, &inner);
    sel->s = own;
    cc_come_back(b, seen);
    sel->row.want |= VM_WANT_OBJECTS;
}

static void add_atom(selector *sel, const m_atom *a)
{
    const uint32_t n = a->number;
    switch ((m_atom_kind)a->kind) {
    case ATOM_NOUN:
        add_noun(sel, a);
        break;
    case ATOM_TYPE:
        *(a->neg ? &sel->row.types_none : &sel->row.types_all) |= 1u << n;
        sel->row.want |= VM_WANT_OBJECTS;
        break;
    case ATOM_SUPERTYPE:
        *(a->neg ? &sel->row.types_none : &sel->row.types_all) |= 1u << (16 + n);
        break;
    case ATOM_SUBTYPE:
        if (a->neg)
            VEC_PUSH(sel->s->u->mem, &sel->none, n);
        else if (!sel->any.count)
            VEC_PUSH(sel->s->u->mem, &sel->any, n);
        else { /* Human Wizard: both */
            m_desc one = {.span = a->span};
            m_atom same = *a;
            same.next = NULL;
            one.atoms = &same;
            m_atom both = {.kind = ATOM_DESC, .span = a->span, .desc = &one};
            add_desc(sel, &both);
        }
        sel->row.want |= VM_WANT_OBJECTS;
        break;
    case ATOM_COLOR:
        if (!n)
            *(a->neg ? &sel->row.colors_any : &sel->row.colors_none) |= 31;
        else if (a->neg)
            sel->row.colors_none |= n;
        else if (!sel->row.colors_any)
            sel->row.colors_any |= n;
        else {
            cc_fn *p = pred_of(sel);
            const cc_val mask = cc_value(p, 'c', (int32_t)n);
            require(sel, cc_op(p, VM_OP_HAS_COLOR, 'b', p->candidate.reg, mask.reg, 0), 0);
        }
        break;
    case ATOM_STATUS:
        *(a->neg ? &sel->row.status_none : &sel->row.status_all) |= n;
        break;
    case ATOM_KEYWORD:
        add_keyword(sel, a);
        break;
    case ATOM_CONTROL:
        add_relation(sel, a);
        break;
    case ATOM_OWN: { /* you both own and control */
        m_atom one = *a;
        one.number = 0;
        add_relation(sel, &one);
        one.kind = ATOM_CONTROL;
        if (a->number)
            add_relation(sel, &one);
        break;
    }
    case ATOM_ZONE:
        add_zone(sel, a);
        break;
    case ATOM_COMPARE:
        add_compare(sel, a);
        break;
    case ATOM_COUNTERS:
        add_counters(sel, a);
        break;
    case ATOM_NAMED:
        if (a->text)
            sel->row.name = cc_string(sel->s->u, a->text);
        sel->row.want |= VM_WANT_OBJECTS;
        sel->row.status_none |= VM_STATUS_ABILITY0;
        if (!sel->zone_given && !sel->row.zones)
            sel->row.zones =
                sel->s->any_zone ? 0x7Fu : 1u << VM_ZONE_BATTLEFIELD | 1u << VM_ZONE_STACK;
        break;
    case ATOM_OTHER:
        add_other(sel, a);
        break;
    case ATOM_AMONG: {
        const cc_val of = inside(sel, a->ref, 'e');
        sel->row.zones = sel->zone_given ? sel->row.zones : 0x7F;
        sel->zone_given = 1;
        require_meets(sel, pred_of(sel)->candidate, of, a->neg);
        break;
    }
    case ATOM_SHARES:
        add_shares(sel, a);
        break;
    case ATOM_CHOSEN:
        add_chosen(sel, a);
        break;
    case ATOM_PT:
        add_size(sel, a);
        break;
    case ATOM_ABILITIES: {
        cc_fn *p = pred_of(sel);
        const cc_val have = cc_op(p, VM_OP_PROP, 'n', p->candidate.reg, 0, VM_PROP_ABILITIES),
                     zero = cc_num(p, 0);
        require(sel, cc_op(p, VM_OP_LT, 'b', zero.reg, have.reg, 0), a->neg);
        break;
    }
    case ATOM_ATTACHED: {
        const cc_val host = inside(sel, a->ref, 'e');
        cc_fn *p = pred_of(sel);
        const cc_val mine = cc_as(p, p->candidate, 'o');
        require_meets(sel, cc_op(p, VM_OP_HOST, 'e', mine.reg, 0, 0), host, a->neg);
        break;
    }
    case ATOM_HOST_OF:
        add_host_of(sel);
        break;
    case ATOM_COND: {
        cc_fn *p = pred_of(sel);
        require(sel, cc_condition_act(p, NULL, p->candidate, a->act), 0);
        break;
    }
    case ATOM_DESIGNATED: {
        m_atom some = *a;
        some.cmp = CMP_SOME;
        add_counters(sel, &some);
        break;
    }
    case ATOM_HISTORY:
        add_history(sel, a);
        break;
    case ATOM_DESC:
        add_desc(sel, a);
        break;
    case ATOM_QUALITY:
        add_quality(sel, a);
        break;
    case ATOM_COMBAT:
        add_combat(sel, a);
        break;
    case ATOM_TARGETING:
        add_targeting(sel, a);
        break;
    case ATOM_EXTRA:
        cc_wrong(sel->s->u, CC_NO_NATIVE, a->span, "the rules machine cannot ask for this yet");
        sel->failed = 1;
        break;
    case ATOM_RANDOM:   /* how it is taken, not what it is */
    case ATOM_ENTERING: /* what enters is where it enters */
        break;
    }
}

/* ---- rows -------------------------------------------------------------------------------------
 */

static uint32_t store(selector *sel)
{
    cc_unit *u = sel->s->u;
    if (sel->failed)
        return 0;
    if (!sel->row.want)
        sel->row.want = VM_WANT_OBJECTS;
    if (!sel->row.types_all || sel->class_types == 0)
        sel->row.types_any |= sel->row.types_any ? 0 : sel->class_types;
    if (sel->s->anywhere && sel->s->anywhere == u->depth && !sel->zone_given)
        sel->row.zones = 0x7F;
    if (sel->row.want == VM_WANT_OBJECTS && !sel->row.zones)
        sel->row.zones = 1u << VM_ZONE_BATTLEFIELD;
    if (sel->is_spell && !sel->zone_given)
        sel->row.zones = 1u << VM_ZONE_STACK;
    sel->row.subtypes_any = cc_words_begin(u);
    sel->row.subtype_any_count = sel->any.count;
    for (uint32_t i = 0; i < sel->any.count; i++)
        cc_word_add(u, sel->any.at[i]);
    sel->row.subtypes_none = cc_words_begin(u);
    sel->row.subtype_none_count = sel->none.count;
    for (uint32_t i = 0; i < sel->none.count; i++)
        cc_word_add(u, sel->none.at[i]);
    sel->row.keywords_all = sel->has.count ? cc_words_begin(u) : 0;
    sel->row.keyword_all_count = sel->has.count;
    for (uint32_t i = 0; i < sel->has.count; i++)
        cc_word_add(u, sel->has.at[i]);
    sel->row.keywords_none = sel->has_not.count ? cc_words_begin(u) : 0;
    sel->row.keyword_none_count = sel->has_not.count;
    for (uint32_t i = 0; i < sel->has_not.count; i++)
        cc_word_add(u, sel->has_not.at[i]);
    if (sel->pred && sel->holds.type)
        sel->row.pred = cc_fn_end_value(sel->pred, sel->holds);
    sel->row.phrase = cc_string(u, sel->phrase ? sel->phrase : "object");
    VEC_PUSH(u->mem, &u->selector, sel->row);
    return u->selector.count - 1;
}

static selector fresh(cc_fn *f, cc_scope *s)
{
    selector sel;
    memset(&sel, 0, sizeof sel);
    sel.f = f;
    sel.s = s;
    sel.row.name = VM_NO_SYMBOL;
    sel.holds = CC_BAD;
    return sel;
}

/* Where an alternative differs from the first in one card type only, they are one row. */
static int only_type(const m_desc *d, const m_desc *first, uint32_t *out_types)
{
    const m_atom *a = d->atoms, *b = first->atoms;
    int types = 0;
    for (; a && b; a = a->next, b = b->next) {
        if (a->kind != b->kind || a->neg != b->neg)
            return 0;
        if (a->kind == ATOM_TYPE && !a->neg && a->number != b->number) {
            *out_types |= 1u << a->number | 1u << b->number;
            types++;
        } else if (a->number != b->number || a->kind == ATOM_SUBTYPE || a->ref || a->zone ||
                   a->amount || a->desc || a->act || a->text != b->text) {
            if (!(a->kind == b->kind && a->number == b->number && a->ref == b->ref &&
                  a->zone == b->zone && a->amount == b->amount && a->desc == b->desc &&
                  a->act == b->act && a->name == b->name && a->text == b->text))
                return 0;
        }
    }
    return !a && !b && types <= 1;
}

static const char *phrase_of(const cc_unit *u, const m_desc *d)
{
    const char *text = NULL;
    for (const m_atom *a = d->atoms; a; a = a->next)
        if (a->text && (a->kind == ATOM_NOUN || a->kind == ATOM_TYPE || a->kind == ATOM_SUBTYPE))
            text = a->text;
    (void)u;
    return text;
}

static uint32_t one_row(cc_fn *f, cc_scope *s, const m_desc *d, uint32_t types)
{
    selector sel = fresh(f, s);
    const uint8_t players = s->described;
    s->described = 0; /* what is described inside of it has nouns of its own */
    sel.phrase = phrase_of(s->u, d);
    sel.desc = d;
    for (const m_atom *a = d->atoms; a; a = a->next)
        if (a->kind == ATOM_NOUN || a->kind == ATOM_ZONE || a->kind == ATOM_TYPE)
            add_atom(&sel, a);
    for (const m_atom *a = d->atoms; a; a = a->next)
        if (a->kind != ATOM_NOUN && a->kind != ATOM_ZONE && a->kind != ATOM_TYPE)
            add_atom(&sel, a);
    if ((sel.row.types_all & sel.row.types_none) ||
        (sel.row.colors_any && !(sel.row.colors_any & ~sel.row.colors_none)) || cc_contradicts(d)) {
        cc_wrong(s->u, CC_BAD_SELECTOR, d->span, "nothing can be this and not be it");
        sel.failed = 1;
    } else if (cc_is_land_spell(d)) {
        cc_wrong(s->u, CC_BAD_SELECTOR, d->span, "lands are played, and never spells");
        sel.failed = 1;
    }
    if (types) {
        sel.row.types_all &= ~types;
        sel.row.types_any = types;
    }
    if (!sel.row.want)
        sel.row.want = players;
    s->described = players; /* of the next alternative, too */
    return store(&sel);
}

/* A row that accepts what either of two accepts. */
static uint32_t either(cc_fn *f, cc_scope *s, uint32_t a, uint32_t b)
{
    if (!a || !b)
        return 0;
    cc_unit *u = s->u;
    selector sel = fresh(f, s);
    sel.row.want = u->selector.at[a].want | u->selector.at[b].want;
    sel.row.zones = u->selector.at[a].zones | u->selector.at[b].zones;
    sel.zone_given = 1;
    sel.phrase = u->strings.at + u->selector.at[a].phrase;
    cc_fn *p = pred_of(&sel);
    const cc_val left = cc_op(p, VM_OP_MATCH, 'b', p->candidate.reg, 0, (int32_t)a);
    const cc_val right = cc_op(p, VM_OP_MATCH, 'b', p->candidate.reg, 0, (int32_t)b);
    require(&sel, cc_op(p, VM_OP_OR, 'b', left.reg, right.reg, 0), 0);
    return store(&sel);
}

/* What any of them accepts: by halves, so that long lists are not deep. */
static uint32_t any_of(cc_fn *f, cc_scope *s, const uint32_t *rows, uint32_t count)
{
    uint32_t half = 1;
    if (count == 1)
        return rows[0];
    while (half * 2 < count)
        half *= 2;
    const uint32_t left = any_of(f, s, rows, half);
    return either(f, s, left, any_of(f, s, rows + half, count - half));
}

/* Descriptions in descriptions; the machine allows VM_NESTING_MAX predicates in one another. */
enum { DEPTH_MAX = VM_NESTING_MAX - 8 };

uint32_t cc_selector(cc_fn *f, cc_scope *s, const m_desc *d)
{
    uint32_t types = 0;
    if (s->u->depth > DEPTH_MAX) {
        cc_wrong(s->u, CC_TOO_DEEP, d->span, "this description is too deep");
        return 0;
    }
    s->u->depth++;
    uint32_t all = 0;
    int merged = d->or != NULL;
    for (const m_desc *o = d->or ; o && merged; o = o->or)
        merged = only_type(o, d, &types);
    if (merged && types) {
        all = one_row(f, s, d, types);
    } else {
        VEC(uint32_t) rows = {0};
        for (const m_desc *o = d; o; o = o->or) {
            const uint32_t row = one_row(f, s, o, 0);
            VEC_PUSH(s->u->mem, &rows, row);
        }
        all = any_of(f, s, rows.at, rows.count);
    }
    s->u->depth--;
    return all;
}

uint32_t cc_selector_of_host(cc_scope *s)
{
    selector sel = fresh(NULL, s);
    sel.row.want = VM_WANT_OBJECTS | VM_WANT_PLAYERS;
    sel.row.zones = 1u << VM_ZONE_BATTLEFIELD;
    sel.row.which = VM_WHICH_HOST;
    sel.zone_given = 1;
    return store(&sel);
}

uint32_t cc_selector_of_zone(cc_unit *u, const m_zone *z)
{
    vm_selector row;
    memset(&row, 0, sizeof row);
    row.want = VM_WANT_OBJECTS;
    row.zones = 1u << z->zone | z->also;
    row.name = VM_NO_SYMBOL;
    row.phrase = cc_string(u, "card");
    VEC_PUSH(u->mem, &u->selector, row);
    return u->selector.count - 1;
}
