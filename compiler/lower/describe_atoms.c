/* What each part of a description adds to a selector: a mask of its row, or a condition of its predicate. */
#include "compiler/lower/describe.h"
#include "compiler/lower/refs.h"

#include "compiler/meaning/walk.h"

static void add_noun(cc_making *sel, const m_atom *a)
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
    sel->class_types |= n->types; /* a permanent card, a permanent spell (CR 110.4a, b) */
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

static void add_compare(cc_making *sel, const m_atom *a)
{
    cc_fn *p = cc_describe_pred_of(sel);
    if (is_of_itself(p, a)) {
        cc_wrong(sel->s->u, CC_NO_MEANING, a->span,
                 "this compares a thing with itself; say with what: 'this's power'");
        sel->failed = 1;
        return;
    }
    const cc_val have = cc_op(p, VM_OP_PROP, 'n', p->candidate.reg, 0, (int32_t)a->number);
    cc_describe_require(sel, cc_compare_with(p, have, a->cmp, a->amount), a->neg);
    if (a->number2 && a->amount->ref->kind == REF_ALL && !a->neg && !sel->failed)
        cc_describe_require_meets(sel, p->candidate, cc_describe_inside(sel, a->amount->ref, 'e'),
                                  0);
}

static void add_counters(cc_making *sel, const m_atom *a)
{
    cc_fn *p = cc_describe_pred_of(sel);
    const cc_val have = cc_op(p, VM_OP_COUNTERS, 'n', p->candidate.reg, 0, (int32_t)a->number);
    cc_val b;
    if (a->cmp == CMP_SOME) {
        const cc_val zero = cc_num(p, 0);
        b = cc_op(p, VM_OP_LT, 'b', zero.reg, have.reg, 0);
    } else {
        b = cc_compare_with(p, have, a->cmp, a->amount);
    }
    cc_describe_require(sel, b, a->neg);
}

static void add_size(cc_making *sel, const m_atom *a)
{
    cc_fn *p = cc_describe_pred_of(sel);
    for (int i = 0; i < 2; i++) {
        const cc_val have =
            cc_op(p, VM_OP_PROP, 'n', p->candidate.reg, 0, i ? VM_PROP_TOUGHNESS : VM_PROP_POWER);
        const cc_val want = cc_num(p, (int32_t)(i ? a->number2 : a->number));
        cc_describe_require(sel, cc_op(p, VM_OP_EQ, 'b', have.reg, want.reg, 0), a->neg);
    }
}

static void add_keyword(cc_making *sel, const m_atom *a)
{
    if (a->desc || a->number2) {
        cc_wrong(sel->s->u, CC_BAD_SELECTOR, a->span,
                 "what '%s' is from or of cannot be asked for, so far: ask for what it does, as in "
                 "'expect you can't cast ... targeting ...'",
                 a->frame->name);
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

/* attached to a creature: whichever it is */
static int is_any(const m_ref *ref)
{
    return ref->kind == REF_SOME && !is_chosen(ref) && !ref->another;
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
static int is_unknown_other(cc_making *sel, const m_atom *a)
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

/* than a land card: what is not one */
static void add_other_kind(cc_making *sel, const m_desc *kind)
{
    const uint32_t row = cc_selector(sel->f, sel->s, kind);
    if (!row) {
        sel->failed = 1;
        return;
    }
    sel->s->u->selector.at[row].zones = 0x7F; /* wherever it is */
    cc_fn *p = cc_describe_pred_of(sel);
    const cc_val it = cc_as(p, p->candidate, 'e');
    sel->row.want |= VM_WANT_OBJECTS;
    cc_describe_require(sel, cc_op(p, VM_OP_MATCH, 'b', it.reg, 0, (int32_t)row), 1);
}

/* target creature fights another target creature, then each other creature gets -1/-1: as the subject, than both */
static void spare_all_named(cc_making *sel)
{
    cc_fn *f = sel->f, *p = cc_describe_pred_of(sel);
    if (!f->effect || !f->about_it || f->about_it->desc != sel->desc)
        return;
    for (cc_referent *r = cc_next_other(f, sel->desc, NULL); r; r = cc_next_other(f, sel->desc, r))
        if (r != f->subject)
            cc_describe_require_meets(sel, p->candidate, cc_as_named(p, r), 1);
}

/* other creatures you control, of an Aura: it is no creature itself, so than what it is attached to */
static int is_than_host(const cc_making *sel, const m_atom *a)
{
    const cc_scope *s = sel->s;
    return !a->ref && sel->desc && s->kind == SCOPE_PERMANENT && s->of_card && s->context &&
           s->context->can_be_attached && !cc_may_be_this(s, sel->desc);
}

static void add_other(cc_making *sel, const m_atom *a)
{
    if (is_unknown_other(sel, a))
        return;
    const m_ref *said =
        a->ref || sel->row.want == VM_WANT_PLAYERS ? NULL : cc_other_than(sel->desc);
    if (said && (sel->f ? cc_is_there(sel->f, said) : said->kind == REF_HOST)) {
        const cc_val than = cc_describe_inside(sel, said, 'e');
        cc_describe_require_meets(sel, cc_describe_pred_of(sel)->candidate, than, 1);
        return;
    }
    const int chosen = a->ref && is_chosen(a->ref);
    if (!chosen && a->ref && a->ref->desc && a->ref->ref_class != CLASS_PLAYER &&
        (a->ref->kind == REF_SOME || a->ref->kind == REF_NAMED ||
         (a->ref->kind == REF_ALL && !a->ref->each))) { /* all cards except creatures */
        add_other_kind(sel, a->ref->desc);
        return;
    }
    if (a->ref && a->ref->kind != REF_THIS) {
        const cc_val than = cc_describe_inside(sel, a->ref, 'e');
        cc_describe_require_meets(sel, cc_describe_pred_of(sel)->candidate, than, 1);
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
        cc_fn *p = cc_describe_pred_of(sel); /* than what the sentence is about */
        if (cc_is_at_hand(p, sel->f->subject)) {
            cc_describe_require_meets(sel, p->candidate, cc_referent_value(p, sel->f->subject, 0),
                                      1);
            spare_all_named(sel);
            return;
        }
    }
    cc_referent *named = !a->ref && sel->f && sel->desc ? cc_find_other(sel->f, sel->desc) : NULL;
    if (named) {
        cc_fn *p = cc_describe_pred_of(sel);
        for (; named; named = cc_next_other(sel->f, sel->desc, named))
            cc_describe_require_meets(sel, p->candidate, cc_as_named(p, named), 1);
        return;
    }
    if (sel->row.want == VM_WANT_PLAYERS) { /* each other player */
        cc_fn *p = cc_describe_pred_of(sel);
        const cc_val whose = sel->f ? cc_possessor(p, sel->f) : CC_BAD;
        cc_describe_require_meets(sel, p->candidate,
                                  whose.type ? whose : cc_op(p, VM_OP_YOU, 'p', 0, 0, 0), 1);
        return;
    }
    if (!a->ref && sel->desc && cc_is_other_than_nothing(sel->s, sel->desc, a->span)) {
        sel->failed = 1;
        return;
    }
    if (is_than_host(sel, a)) {
        static const m_ref HOST = {.kind = REF_HOST, .ref_class = CLASS_OBJECT};
        const cc_val than = cc_describe_inside(sel, &HOST, 'e');
        cc_describe_require_meets(sel, cc_describe_pred_of(sel)->candidate, than, 1);
        return;
    }
    if (sel->f && sel->f->self.type) {
        cc_fn *p = cc_describe_pred_of(sel);
        static const m_ref THIS = {.kind = REF_THIS, .ref_class = CLASS_OBJECT};
        cc_referent *r = cc_refer(sel->f, &THIS, sel->f->self, AGAIN_NOT, 0);
        cc_describe_require_meets(sel, p->candidate, cc_referent_value(p, r, 0), 1);
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

/* with each creature: it would be asked of all of them together (complains) */
int cc_shares_with_each(cc_fn *f, const m_ref *ref, uint32_t what)
{
    if (ref->kind != REF_ALL || !ref->each || !ref->desc || what == VM_SHARED_NAME)
        return 0;
    cc_wrong(f->u, CC_NO_MEANING, ref->span,
             "what something shares with each of them is not asked: 'with a creature you control'");
    return 1;
}

static void add_shares(cc_making *sel, const m_atom *a)
{
    const m_ref *ref = a->ref;
    if (cc_shares_with_each(cc_describe_pred_of(sel), ref, a->number)) {
        sel->failed = 1;
        return;
    }
    cc_fn *p = cc_describe_pred_of(sel);
    const int any = cc_shares_with_any(p, ref);
    cc_val other =
        any ? cc_as(p, cc_desc_set(p, ref->desc), 'e') : cc_describe_inside(sel, ref, 'o');
    if (any && other.type && (ref->another || m_desc_says(ref->desc, ATOM_OTHER))) {
        const cc_val self = cc_as(p, p->candidate, 'e'); /* than the one that is described */
        other = cc_op(p, VM_OP_MINUS, 'e', other.reg, self.reg, 0);
    }
    other = other.type ? cc_as(p, other, 'o') : other;
    const cc_val mine = cc_as(p, p->candidate, 'o');
    cc_describe_require(
        sel,
        other.type ? cc_op(p, VM_OP_SHARES, 'b', mine.reg, other.reg, (int32_t)a->number) : CC_BAD,
        a->neg ^ (ref->kind == REF_NONE));
}

/* of the chosen color, of the chosen type */
/* One of the two chosen names; the other one is the one that what the event is about does not have (CR 702.105f). */
static void add_of_two_names(cc_making *sel, const m_atom *a)
{
    cc_fn *p = cc_describe_pred_of(sel);
    cc_val has[2], event[2];
    cc_referent *r = a->number == CHOSEN_OTHER ? cc_find_attacker(p) : NULL;
    const cc_val of = r ? cc_have_again(p, r) : CC_BAD;
    if (a->number == CHOSEN_OTHER && !of.type) {
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
    cc_describe_require(sel, cc_op(p, VM_OP_OR, 'b', has[0].reg, has[1].reg, 0), a->neg);
}

/* of the chosen color · of a color chosen this way: by whichever player */
static cc_val is_of_chosen(cc_fn *p, const m_atom *a, uint32_t op)
{
    if (a->number == CHOSEN_BY_ANY)
        return cc_is_of_any_chosen(p, a->name, op);
    const cc_span at = p->at;
    p->at = a->span;
    const cc_val n = cc_name_number(p, a->name);
    p->at = at;
    return n.type ? cc_op(p, op, 'b', p->candidate.reg, n.reg, 0) : n;
}

static void add_chosen(cc_making *sel, const m_atom *a)
{
    static const struct {
        uint8_t kind, op;
    } ASKS[] = {{M_NAME_SUBTYPE, VM_OP_HAS_SUBTYPE},
                {M_NAME_LAND, VM_OP_HAS_SUBTYPE},
                {M_NAME_CARD, VM_OP_HAS_NAME},
                {M_NAME_TYPE, VM_OP_HAS_TYPE},
                {M_NAME_COLOR, VM_OP_HAS_COLOR}};
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
    cc_fn *p = cc_describe_pred_of(sel);
    if (a->name2) {
        add_of_two_names(sel, a);
        return;
    }
    for (size_t i = 0; i < sizeof ASKS / sizeof *ASKS; i++)
        if (ASKS[i].kind == a->name->kind) {
            cc_describe_require(sel, is_of_chosen(p, a, ASKS[i].op), a->neg);
            return;
        }
    cc_describe_require(
        sel, cc_wrong(sel->s->u, CC_BAD_SELECTOR, a->span, "this name describes nothing"), 0);
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

/* creatures and Auras attached to them, attacking creatures and creatures blocking them: the things described before. Without
 * those it is an error, as nothing is attached to itself. */
static cc_val with_whom(cc_making *sel, const m_ref *ref, const char *never)
{
    cc_fn *p = cc_describe_pred_of(sel);
    p->candidate_meant = 0;
    const cc_val with = cc_describe_inside(sel, ref, 'e');
    if (!p->candidate_meant || ref->kind != REF_PRONOUN)
        return with;
    p->candidate_meant = 0;
    if (sel->earlier)
        return cc_op(p, VM_OP_SELECT, 'e', 0, 0, (int32_t)sel->earlier);
    return cc_wrong(sel->s->u, CC_NO_REFERENT, ref->span, "%s, and nothing else was named before",
                    never);
}

/* Whichever there are, or those that were named: you, a planeswalker you control, and both: you or a planeswalker you control. */
static cc_val any_or_those(cc_making *sel, const m_ref *ref, const char *never)
{
    cc_fn *p = cc_describe_pred_of(sel);
    if (ref->kind == REF_JOIN) {
        const cc_val left = cc_as(p, any_or_those(sel, ref->left, never), 'e'),
                     right = cc_as(p, any_or_those(sel, ref->right, never), 'e');
        return left.type && right.type ? cc_op(p, VM_OP_UNION, 'e', left.reg, right.reg, 0)
                                       : CC_BAD;
    }
    if (ref->kind == REF_SOME || ref->kind == REF_ALL || ref->kind == REF_NAMED ||
        ref->kind == REF_NONE)
        return cc_as(p, cc_desc_set(p, ref->desc), 'e');
    return with_whom(sel, ref, never);
}

static void add_combat(cc_making *sel, const m_atom *a)
{
    const m_ref *ref = a->ref;
    const int any = ref->kind == REF_SOME || ref->kind == REF_ALL || ref->kind == REF_NAMED ||
                    ref->kind == REF_NONE || ref->kind == REF_JOIN;
    cc_fn *p = cc_describe_pred_of(sel);
    const cc_val others = any_or_those(sel, ref, "nothing attacks or blocks itself"),
                 mine = cc_as(p, p->candidate, 'o');
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
        cc_describe_require(sel, cc_op(p, VM_OP_OR, 'b', so.reg, was.reg, 0), a->neg);
        return;
    }
    cc_describe_require_so_many(sel, with, others, ref, a->neg);
}

/* that targets you, a creature you control: as it is now (CR 114.9b) */
static void add_targeting(cc_making *sel, const m_atom *a)
{
    const m_ref *ref = a->ref;
    cc_fn *p = cc_describe_pred_of(sel);
    sel->row.want |= VM_WANT_OBJECTS;
    if (a->number == 2) { /* with a single target */
        const cc_val n = cc_op(p, VM_OP_PROP, 'n', p->candidate.reg, 0, VM_PROP_TARGETS),
                     one = cc_num(p, 1);
        cc_describe_require(sel, cc_op(p, VM_OP_EQ, 'b', n.reg, one.reg, 0), a->neg);
        return;
    }
    const cc_val whom = any_or_those(sel, ref, "nothing targets itself"),
                 spell = cc_as(p, p->candidate, 'o');
    sel->row.want |= VM_WANT_OBJECTS;
    if (!whom.type) {
        sel->failed = 1;
        return;
    }
    const cc_val all = cc_op(p, VM_OP_TARGETS_OF, 'e', spell.reg, 0, 0);
    if (a->number && !a->neg) { /* only: one thing, however often it was chosen (CR 114.9c) */
        const cc_val n = cc_op(p, VM_OP_COUNT, 'n', all.reg, 0, 0), one = cc_num(p, 1);
        cc_describe_require(sel, cc_op(p, VM_OP_EQ, 'b', n.reg, one.reg, 0), 0);
    }
    cc_describe_require_so_many(sel, all, whom, ref, a->neg);
}

static void add_host_of(cc_making *sel)
{
    cc_fn *p = cc_describe_pred_of(sel);
    const cc_val me = cc_op(p, VM_OP_THIS, 'o', 0, 0, 0);
    cc_describe_require_meets(sel, p->candidate, cc_op(p, VM_OP_HOST, 'e', me.reg, 0, 0), 0);
}

/* What it says of zones is where to look: 'cards in hand' that an operand stands for. */
static void add_desc(cc_making *sel, const m_atom *a)
{
    cc_scope *s = sel->s;
    s->described = (uint8_t)(sel->row.want == VM_WANT_PLAYERS ? VM_WANT_PLAYERS : 0);
    const uint32_t row = cc_selector(sel->f, sel->s, a->desc);
    s->described = 0;
    if (row && !a->neg && !sel->zone_given && m_desc_says(a->desc, ATOM_ZONE)) {
        sel->row.zones = sel->s->u->selector.at[row].zones;
        sel->zone_given = 1;
    }
    cc_fn *p = cc_describe_pred_of(sel);
    cc_describe_require(
        sel, row ? cc_op(p, VM_OP_MATCH, 'b', p->candidate.reg, 0, (int32_t)row) : CC_BAD, a->neg);
}

static void add_attached(cc_making *sel, const m_atom *a)
{
    cc_fn *p = cc_describe_pred_of(sel);
    if (is_any(a->ref)) { /* attached to a creature: to whichever */
        const cc_val on = cc_op(p, VM_OP_HOST, 'e', cc_as(p, p->candidate, 'o').reg, 0, 0);
        cc_describe_require(sel, cc_fits(p, on, a->ref), a->neg);
        return;
    }
    const cc_referent *r =
        a->ref->kind == REF_PRONOUN || a->ref->kind == REF_THAT ? cc_find(p, a->ref) : NULL;
    if ((r && cc_has_left(p, r)) ||
        ((a->ref->kind == REF_THIS || (r && r->is_this)) &&
         cc_this_has_left(p))) { /* state-based actions have unattached it (CR 704.5n, 704.5p) */
        cc_wrong(sel->s->u, CC_NO_NATIVE, a->ref->span,
                 "by then nothing is attached to it any more, and what was is not known: "
                 "'whenever an enchanted creature dies'");
        sel->failed = 1;
        return;
    }
    const cc_val host = with_whom(sel, a->ref, "nothing is attached to itself");
    p = cc_describe_pred_of(sel);
    const cc_val mine = cc_as(p, p->candidate, 'o');
    cc_describe_require_meets(sel, cc_op(p, VM_OP_HOST, 'e', mine.reg, 0, 0), host, a->neg);
}

/* that attacked this turn: is it one of those? */
static void add_history(cc_making *sel, const m_atom *a)
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
    cc_fn *p = cc_describe_pred_of(sel);
    const cc_val set = cc_history_set(p, a->history, NULL);
    cc_describe_require(
        sel, set.type ? cc_op(p, VM_OP_MEET, 'b', p->candidate.reg, set.reg, 0) : set, a->neg);
}

static void add_quality(cc_making *sel, const m_atom *a)
{
    const cc_binding *b = cc_bound(sel->s, a->name);
    if (!b) {
        cc_describe_require(
            sel, cc_wrong(sel->s->u, CC_UNKNOWN_NAME, a->span, "this operand has no value here"),
            0);
        return;
    }
    m_atom inner = *a;
    inner.kind = ATOM_DESC;
    inner.desc = b->operand->is.desc;
    if (m_desc_class(inner.desc) ==
        CLASS_PLAYER) { /* hexproof from each opponent: no source is one */
        cc_wrong(
            sel->s->u, CC_BAD_SELECTOR, inner.desc->span,
            "what things are is meant here, and a player is no quality of theirs; say what they "
            "are ('red', 'artifacts'), or the keyword without 'from'");
        sel->failed = 1;
        return;
    }
    cc_scope *own = sel->s;
    const cc_binding *seen = cc_go_home(b);
    sel->s = b->outer;
    add_desc(sel, &inner);
    sel->s = own;
    cc_come_back(b, seen);
    sel->row.want |= VM_WANT_OBJECTS;
}

void cc_describe_add_atom(cc_making *sel, const m_atom *a)
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
            cc_fn *p = cc_describe_pred_of(sel);
            const cc_val mask = cc_value(p, 'c', (int32_t)n);
            cc_describe_require(sel, cc_op(p, VM_OP_HAS_COLOR, 'b', p->candidate.reg, mask.reg, 0),
                                0);
        }
        break;
    case ATOM_STATUS:
        *(a->neg ? &sel->row.status_none : &sel->row.status_all) |= n;
        break;
    case ATOM_KEYWORD:
        add_keyword(sel, a);
        break;
    case ATOM_CONTROL:
        cc_describe_add_relation(sel, a);
        break;
    case ATOM_OWN: { /* you both own and control */
        m_atom one = *a;
        one.number = 0;
        cc_describe_add_relation(sel, &one);
        one.kind = ATOM_CONTROL;
        if (a->number)
            cc_describe_add_relation(sel, &one);
        break;
    }
    case ATOM_ZONE:
        cc_describe_add_zone(sel, a);
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
        /* those things were said outside: what is looked at now is none that a pronoun there could mean */
        cc_fn *p = cc_describe_pred_of(sel);
        const cc_val candidate = p->candidate;
        p->candidate = CC_BAD;
        const cc_val of = cc_describe_inside(sel, a->ref, 'e');
        p->candidate = candidate;
        sel->row.zones = sel->zone_given ? sel->row.zones : 0x7F;
        sel->zone_given = 1;
        cc_describe_require_meets(sel, candidate, of, a->neg);
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
        cc_fn *p = cc_describe_pred_of(sel);
        const cc_val have = cc_op(p, VM_OP_PROP, 'n', p->candidate.reg, 0, VM_PROP_ABILITIES),
                     zero = cc_num(p, 0);
        cc_describe_require(sel, cc_op(p, VM_OP_LT, 'b', zero.reg, have.reg, 0), a->neg);
        break;
    }
    case ATOM_ATTACHED:
        add_attached(sel, a);
        break;
    case ATOM_HOST_OF:
        add_host_of(sel);
        break;
    case ATOM_COND: {
        cc_fn *p = cc_describe_pred_of(sel);
        cc_describe_require(sel, cc_condition_act(p, NULL, p->candidate, a->act), 0);
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
    case ATOM_WAY:
        cc_wrong(sel->s->u, CC_NOT_HERE, a->span,
                 "what was done this way is known in the effect that did it alone, and of no "
                 "target");
        sel->failed = 1;
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
