/* Descriptions as selectors. Most of a description becomes masks of one row; what does not fit a mask becomes a
 * predicate, a value function of the candidate. */
#include "compiler/lower/describe.h"

#include <string.h>

#include "compiler/meaning/walk.h"

/* ---- predicates -------------------------------------------------------------------------------
 */

cc_fn *cc_describe_pred_of(cc_making *sel)
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

void cc_describe_require(cc_making *sel, cc_val b, int neg)
{
    if (!b.type) {
        sel->failed = 1;
        return;
    }
    if (neg)
        b = cc_op(sel->pred, VM_OP_NOT, 'b', b.reg, 0, 0);
    sel->holds = sel->holds.type ? cc_op(sel->pred, VM_OP_AND, 'b', sel->holds.reg, b.reg, 0) : b;
}

void cc_describe_require_meets(cc_making *sel, cc_val left, cc_val right, int neg)
{
    cc_fn *f = sel->pred;
    left = cc_as(f, left, 'e');
    right = cc_as(f, right, 'e');
    cc_describe_require(
        sel, left.type && right.type ? cc_op(f, VM_OP_MEET, 'b', left.reg, right.reg, 0) : CC_BAD,
        neg);
}

/* blocked by a creature, by two or more creatures: so many of them */
void cc_describe_require_so_many(cc_making *sel, cc_val have, cc_val all, const m_ref *ref, int neg)
{
    cc_fn *f = sel->pred;
    if (ref->kind != REF_SOME || (cc_names_one(ref) && !ref->exact)) {
        cc_describe_require_meets(sel, have, all, neg ^ (ref->kind == REF_NONE));
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
    cc_describe_require(sel, cc_as_many(f, n, ref), neg);
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
cc_val cc_describe_inside(cc_making *sel, const m_ref *ref, char want)
{
    cc_fn *p = cc_describe_pred_of(sel);
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
static cc_val who_controlled(cc_making *sel, const m_atom *a)
{
    if (a->number2 && a->ref->kind == REF_SOME && is_noun(a->ref->desc, NOUN_OPPONENT))
        return cc_op(cc_describe_pred_of(sel), VM_OP_OPPONENTS, 'p', 0, 0, 0);
    return cc_describe_inside(sel, a->ref, 'p');
}

static void nobody_was_named(cc_making *sel, const m_ref *who)
{
    cc_wrong(sel->s->u, CC_NO_REFERENT, who->span,
             "who? Nobody was spoken of whom this could mean; of what is always so each thing "
             "has others");
    sel->failed = 1;
}

/* you control · an opponent controls · target player controls */
void cc_describe_add_relation(cc_making *sel, const m_atom *a)
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
            cc_fn *p = cc_describe_pred_of(sel);
            const cc_val mine = cc_as(p, p->candidate, 'o');
            const cc_val have = cc_op(p, a->kind == ATOM_OWN ? VM_OP_OWNERS : VM_OP_CONTROLLERS,
                                      'p', mine.reg, 0, 0);
            cc_describe_require_meets(sel, have, cc_op(p, VM_OP_OPPONENTS, 'p', 0, 0, 0), 1);
            return;
        }
    }
    const int another = is_another_player(who) && sel->f && sel->f->subject;
    cc_fn *p = cc_describe_pred_of(sel);
    p->candidate_meant = 0;
    const cc_val players =
        another ? cc_referent_value(p, sel->f->subject, 0) : who_controlled(sel, a);
    if (p->candidate_meant) {
        nobody_was_named(sel, who);
        return;
    }
    const cc_val mine = cc_as(p, p->candidate, 'o');
    const uint32_t op = a->kind == ATOM_OWN ? VM_OP_OWNERS
                        : a->number2        ? VM_OP_HELD_BY
                                            : VM_OP_CONTROLLERS;
    const cc_val have = cc_op(p, op, 'p', mine.reg, 0, 0);
    cc_describe_require_meets(sel, have, players, a->neg ^ another ^ (who->kind == REF_NONE));
}

void cc_describe_add_zone(cc_making *sel, const m_atom *a)
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
    if (!z->owner ||
        a->number) /* anywhere other than your hand: nobody casts from that of another */
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
        cc_fn *p = cc_describe_pred_of(sel);
        p->candidate_meant = 0;
        const cc_val players = cc_describe_inside(sel, who, 'p');
        /* spells your opponents cast from their graveyards: theirs who cast them */
        if (p->candidate_meant && who->kind == REF_PRONOUN &&
            !m_desc_says(sel->desc, ATOM_CONTROL)) {
            nobody_was_named(sel, who);
            return;
        }
        const cc_val mine = cc_as(p, p->candidate, 'o');
        cc_describe_require_meets(sel, cc_op(p, VM_OP_OWNERS, 'p', mine.reg, 0, 0), players, 0);
    }
}

/* ---- rows -------------------------------------------------------------------------------------
 */

static uint32_t store(cc_making *sel)
{
    cc_unit *u = sel->s->u;
    if (sel->failed)
        return 0;
    if (!sel->row.want)
        sel->row.want = VM_WANT_OBJECTS;
    if (sel->s->anywhere && sel->s->anywhere == u->depth && !sel->zone_given)
        sel->row.zones = 0x7F;
    const int there = sel->row.zones == 1u << VM_ZONE_BATTLEFIELD; /* whatever it is (CR 110.1) */
    if (!there && (!sel->row.types_all || sel->class_types == 0))
        sel->row.types_any |= sel->row.types_any ? 0 : sel->class_types;
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

static cc_making fresh(cc_fn *f, cc_scope *s)
{
    cc_making sel;
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

static uint32_t one_row(cc_fn *f, cc_scope *s, const m_desc *d, uint32_t types, uint32_t earlier)
{
    cc_making sel = fresh(f, s);
    const uint8_t players = s->described;
    if (cc_contradicts(d)) {
        cc_wrong(s->u, CC_BAD_SELECTOR, d->span, "nothing can be all of this at once");
        return 0;
    }
    const char *never = cc_cannot_be(s->u, d);
    if (never) {
        cc_wrong(s->u, CC_BAD_SELECTOR, d->span, "%s", never);
        return 0;
    }
    s->described = 0; /* what is described inside of it has nouns of its own */
    sel.phrase = phrase_of(s->u, d);
    sel.desc = d;
    sel.earlier = earlier;
    for (const m_atom *a = d->atoms; a; a = a->next)
        if (a->kind == ATOM_NOUN || a->kind == ATOM_ZONE || a->kind == ATOM_TYPE)
            cc_describe_add_atom(&sel, a);
    for (const m_atom *a = d->atoms; a; a = a->next)
        if (a->kind != ATOM_NOUN && a->kind != ATOM_ZONE && a->kind != ATOM_TYPE)
            cc_describe_add_atom(&sel, a);
    if ((sel.row.types_all & sel.row.types_none) ||
        (sel.row.colors_any && !(sel.row.colors_any & ~sel.row.colors_none))) {
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

/* The card types of which a row asks for one; 0: it asks for more, or for none. */
static uint32_t one_of_types(const vm_selector *row)
{
    const uint32_t type = row->types_all & VM_TYPE_MASK;
    if (row->types_any)
        return type || (row->types_any & ~(uint32_t)VM_TYPE_MASK) ? 0 : row->types_any;
    return type & (type - 1) ? 0 : type;
}

static int is_same_but_types(const vm_selector *a, const vm_selector *b)
{
    vm_selector one = *a, two = *b;
    one.types_all &= ~(uint32_t)VM_TYPE_MASK;
    two.types_all &= ~(uint32_t)VM_TYPE_MASK;
    one.types_any = two.types_any = one.phrase = two.phrase = 0;
    if (!one.subtype_any_count && !two.subtype_any_count) /* where no words would stand */
        one.subtypes_any = two.subtypes_any = 0;
    if (!one.subtype_none_count && !two.subtype_none_count)
        one.subtypes_none = two.subtypes_none = 0;
    return memcmp(&one, &two, sizeof one) == 0;
}

/* Any player, whoever it is? */
static int is_any_player(const vm_selector *row)
{
    vm_selector plain;
    memset(&plain, 0, sizeof plain);
    plain.want = VM_WANT_PLAYERS;
    plain.name = VM_NO_SYMBOL;
    plain.zones = row->zones;
    plain.phrase = row->phrase;
    plain.subtypes_any = row->subtypes_any;
    plain.subtypes_none = row->subtypes_none;
    return memcmp(&plain, row, sizeof plain) == 0;
}

/* Can one row say what either of two says: creatures or planeswalkers; some objects, or any player? Then that is `out`. */
static int is_one_row(const vm_selector *a, const vm_selector *b, vm_selector *out)
{
    const uint32_t types_a = one_of_types(a), types_b = one_of_types(b);
    *out = *a;
    if (a->pred || b->pred)
        return 0;
    if (types_a && types_b && is_same_but_types(a, b)) {
        out->types_all &= ~(uint32_t)VM_TYPE_MASK;
        out->types_any = types_a | types_b;
        return 1;
    }
    const vm_selector *objects = is_any_player(a) ? b : a, *players = objects == a ? b : a;
    if (!is_any_player(players) || !(objects->want & VM_WANT_OBJECTS) ||
        objects->which != VM_WHICH_ANY)
        return 0;
    *out = *objects;
    out->want |= VM_WANT_PLAYERS;
    out->zones |= players->zones;
    out->phrase = a->phrase;
    return players->zones == 0 || players->zones == objects->zones;
}

/* A row that accepts what either of two accepts. */
static uint32_t either(cc_fn *f, cc_scope *s, uint32_t a, uint32_t b)
{
    if (!a || !b)
        return 0;
    cc_unit *u = s->u;
    vm_selector both;
    if (is_one_row(&u->selector.at[a], &u->selector.at[b], &both)) {
        VEC_PUSH(u->mem, &u->selector, both);
        return u->selector.count - 1;
    }
    cc_making sel = fresh(f, s);
    sel.row.want = u->selector.at[a].want | u->selector.at[b].want;
    sel.row.zones = u->selector.at[a].zones | u->selector.at[b].zones;
    sel.zone_given = 1;
    sel.phrase = u->strings.at + u->selector.at[a].phrase;
    cc_fn *p = cc_describe_pred_of(&sel);
    const cc_val left = cc_op(p, VM_OP_MATCH, 'b', p->candidate.reg, 0, (int32_t)a);
    const cc_val right = cc_op(p, VM_OP_MATCH, 'b', p->candidate.reg, 0, (int32_t)b);
    cc_describe_require(&sel, cc_op(p, VM_OP_OR, 'b', left.reg, right.reg, 0), 0);
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

/* Auras attached to them, creatures blocking them: those before. Not behind 'with': creatures with flying or Auras attached to
 * them */
static int is_of_those_before(const m_desc *d, const m_desc *first)
{
    for (const m_desc *e = first; e != d; e = e->or)
        for (const m_atom *a = e->atoms; a; a = a->next)
            if (!a->next && (a->kind == ATOM_KEYWORD || a->kind == ATOM_COUNTERS ||
                             a->kind == ATOM_COMPARE || a->kind == ATOM_DESC))
                return 0;
    for (const m_atom *a = d->atoms; a; a = a->next)
        if ((a->kind == ATOM_ATTACHED || a->kind == ATOM_COMBAT) && a->ref->kind == REF_PRONOUN)
            return 1;
    return 0;
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
    const char *never = cc_other_than_which(d);
    if (never) {
        cc_wrong(s->u, CC_BAD_SELECTOR, d->span, "%s", never);
        return 0;
    }
    s->u->depth++;
    uint32_t all = 0;
    int merged = d->or != NULL;
    for (const m_desc *o = d->or ; o && merged; o = o->or)
        merged = only_type(o, d, &types);
    if (merged && types) {
        all = one_row(f, s, d, types, 0);
    } else {
        VEC(uint32_t) rows = {0};
        for (const m_desc *o = d; o; o = o->or) {
            const uint32_t earlier = rows.count && is_of_those_before(o, d)
                                         ? any_of(f, s, rows.at, rows.count)
                                         : 0,
                           row = one_row(f, s, o, 0, earlier);
            VEC_PUSH(s->u->mem, &rows, row);
        }
        all = any_of(f, s, rows.at, rows.count);
    }
    s->u->depth--;
    return all;
}

uint32_t cc_selector_of_host(cc_scope *s)
{
    cc_making sel = fresh(NULL, s);
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
