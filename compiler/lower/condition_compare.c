/* Comparisons of players: who has more, or fewer. */
#include "compiler/lower/conditions.h"

typedef struct measure {
    const m_desc *what; /* NULL: life */
    uint32_t op;        /* controlled or owned */
    uint8_t less;       /* 2: neither less nor more */
} measure;

static cc_val measured(cc_fn *f, const measure *m, cc_val who)
{
    if (!m->what) {
        who = cc_as(f, who, 'e');
        return cc_op(f, VM_OP_PROP, 'n', who.reg, 0, VM_PROP_LIFE);
    }
    const cc_val all = cc_desc_set(f, m->what);
    if (!all.type)
        return all;
    who = cc_as(f, who, 'p');
    const cc_val own = cc_op(f, m->op, 'e', all.reg, who.reg, 0);
    return cc_op(f, VM_OP_COUNT, 'n', own.reg, 0, 0);
}

/* if they have less life than its controller: behind it 'they' are those that are spoken of, and not the controller */
static void are_only_compared(const cc_asked *q, const m_ref *others)
{
    const m_ref *who = q->subject;
    cc_referent *r = cc_referent_of(q->f, others);
    if (r && who && who->kind != REF_YOU)
        r->counted = 1;
}

static cc_val is_so(cc_fn *f, const measure *m, cc_val mine, cc_val theirs)
{
    return m->less == 2 ? cc_op(f, VM_OP_EQ, 'b', mine.reg, theirs.reg, 0)
           : m->less    ? cc_op(f, VM_OP_LT, 'b', mine.reg, theirs.reg, 0)
                        : cc_op(f, VM_OP_LT, 'b', theirs.reg, mine.reg, 0);
}

/* Is there one (or is it so of each) for whom it is more than for the others? */
static cc_val compare_players(cc_asked *q, const measure *m)
{
    cc_fn *f = q->f;
    const m_ref *others = cc_needed(q->act, "OTHER")->is.ref;
    if (cc_asks_is_of_many(q, others))
        return CC_BAD;
    const int all = others->kind == REF_ALL || (others->kind == REF_OPPONENTS && others->each);
    const cc_val who = cc_asked_subject(q, 'p');
    const int one_of = others->kind == REF_PART && others->of && !cc_is_several(others);
    others = one_of ? others->of : others; /* than one of them: any */
    const int other = others->desc && (others->another || m_desc_says(others->desc, ATOM_OTHER));
    static const m_atom OPPONENT = {.kind = ATOM_NOUN, .number = NOUN_OPPONENT};
    static const m_desc OPPONENTS = {.atoms = (m_atom *)(uintptr_t)&OPPONENT};
    const int of_opponents = other && f->outer && f->outer->of_opponents;
    const cc_referent *compared = f->compared;
    f->compared = q->subject ? cc_referent_of(f, q->subject) : f->subject;
    const cc_val than =
        other ? cc_as(f, cc_desc_set(f, of_opponents ? &OPPONENTS : cc_not_other(f, others->desc)),
                      'p')
              : cc_ref(f, others, 'p');
    f->compared = compared;
    are_only_compared(q, others);
    if (!who.type || !than.type)
        return CC_BAD;
    if (cc_asks_is_group(others) && !one_of)
        return cc_wrong(f->u, CC_NO_MEANING, q->act->span,
                        "than each of them, or than one? 'than each opponent', 'than an opponent'");
    if (cc_asks_is_group(q->subject) && m->what) { /* all of them together */
        const cc_val ours = measured(f, m, who), whose = measured(f, m, than);
        return ours.type && whose.type ? is_so(f, m, ours, whose) : CC_BAD;
    }
    const cc_val result = cc_op(f, VM_OP_LDB, 'b', 0, 0, 0);
    const cc_loop l = cc_loop_begin(f, who);
    const cc_val mine = measured(f, m, l.one), holds = cc_op(f, VM_OP_LDB, 'b', 0, 0, all);
    const cc_val rest =
        other ? cc_op(f, VM_OP_MINUS, 'e', cc_as(f, than, 'e').reg, l.one.reg, 0) : than;
    const cc_loop k = cc_loop_begin(f, rest);
    const cc_val theirs_n = measured(f, m, k.one);
    if (!mine.type || !theirs_n.type)
        return CC_BAD;
    const cc_val b = is_so(f, m, mine, theirs_n);
    cc_emit(f, all ? VM_OP_AND : VM_OP_OR, holds.reg, holds.reg, b.reg, 0);
    cc_loop_end(f, k);
    cc_emit(f, VM_OP_OR, result.reg, result.reg, holds.reg, 0);
    cc_loop_end(f, l);
    return result;
}

static int is_own(const m_atom *a, int yours)
{
    const m_ref *owner = a->kind == ATOM_ZONE && !a->neg ? a->zone->owner : NULL;
    return owner && ((owner->kind == REF_PRONOUN && owner->word == W_THEY) ||
                     (yours && owner->kind == REF_YOU));
}

/* more cards in their graveyard than you, in your graveyard than an opponent: in each one's own */
static const m_desc *in_own_zones(cc_fn *f, const m_desc *d, int yours)
{
    m_desc *first = NULL, **tail = &first;
    for (; d; d = d->or) {
        *tail = ARENA_NEW(f->u->mem, m_desc);
        **tail = *d;
        m_atom **end = &(*tail)->atoms;
        for (const m_atom *a = d->atoms; a; a = a->next) {
            const cc_binding *b = a->kind == ATOM_QUALITY ? cc_bound(f->s, a->name) : NULL;
            *end = ARENA_NEW(f->u->mem, m_atom);
            **end = *a;
            if (b &&
                m_desc_says(b->operand->is.desc, ATOM_ZONE)) { /* the most cards in their ... */
                (*end)->kind = ATOM_DESC;
                (*end)->desc = (m_desc *)(uintptr_t)in_own_zones(f, b->operand->is.desc, yours);
            }
            if (is_own(a, yours)) {
                m_zone *z = ARENA_NEW(f->u->mem, m_zone);
                *z = *a->zone;
                z->owner = NULL;
                (*end)->zone = z;
            }
            end = &(*end)->next;
        }
        tail = &(*tail)->or ;
    }
    return first;
}

static cc_val more_things(cc_asked *q, uint32_t op, uint8_t less)
{
    const m_desc *what = cc_needed(q->act, "WHAT")->is.desc;
    const int yours = q->subject && q->subject->kind == REF_YOU;
    const measure m = {op == VM_OP_OWNED_BY ? in_own_zones(q->f, what, yours) : what, op, less};
    return compare_players(q, &m);
}

cc_val cc_asks_controls_more(cc_asked *q)
{
    return more_things(q, VM_OP_CONTROLLED_BY, 0);
}

cc_val cc_asks_controls_fewer(cc_asked *q)
{
    return more_things(q, VM_OP_CONTROLLED_BY, 1);
}

cc_val cc_asks_controls_as_many(cc_asked *q)
{
    return more_things(q, VM_OP_CONTROLLED_BY, 2);
}

/* Whose they are, or where, is said by the sentence. */
static int says_whose(const m_desc *d)
{
    for (; d; d = d->or)
        for (const m_atom *a = d->atoms; a; a = a->next)
            if (a->kind == ATOM_CONTROL || a->kind == ATOM_OWN || a->kind == ATOM_ZONE ||
                a->kind == ATOM_COND || a->kind == ATOM_DESC)
                return 1;
    return m_desc_class(d) == CLASS_PLAYER;
}

/* more creatures than lands: of what each of them controls */
static cc_val more_of(cc_asked *q, uint8_t less)
{
    cc_fn *f = q->f;
    const m_desc *what = cc_needed(q->act, "WHAT")->is.desc,
                 *rest = cc_needed(q->act, "REST")->is.desc;
    if (says_whose(what) || says_whose(rest))
        return cc_wrong(f->u, CC_NO_MEANING, q->act->span,
                        "both are what that player controls, 'more creatures than lands'; others "
                        "are compared by 'the number of ... is greater than the number of ...', "
                        "players by 'than an opponent', 'than each opponent'");
    const measure mine = {what, VM_OP_CONTROLLED_BY, less}, others = {rest, VM_OP_CONTROLLED_BY, 0};
    const cc_val who = cc_asked_subject(q, 'p'), result = cc_op(f, VM_OP_LDB, 'b', 0, 0, 0);
    if (!who.type)
        return who;
    if (cc_asks_is_group(q->subject)) { /* all of them together */
        const cc_val a = measured(f, &mine, who), b = measured(f, &others, who);
        return a.type && b.type ? is_so(f, &mine, a, b) : CC_BAD;
    }
    const cc_loop l = cc_loop_begin(f, who);
    const cc_val a = measured(f, &mine, l.one), b = measured(f, &others, l.one);
    if (!a.type || !b.type)
        return CC_BAD;
    const cc_val so = is_so(f, &mine, a, b);
    cc_emit(f, VM_OP_OR, result.reg, result.reg, so.reg, 0);
    cc_loop_end(f, l);
    return result;
}

cc_val cc_asks_controls_more_of(cc_asked *q)
{
    return more_of(q, 0);
}

cc_val cc_asks_controls_fewer_of(cc_asked *q)
{
    return more_of(q, 1);
}

cc_val cc_asks_has_more(cc_asked *q)
{
    return more_things(q, VM_OP_OWNED_BY, 0);
}

cc_val cc_asks_has_fewer(cc_asked *q)
{
    return more_things(q, VM_OP_OWNED_BY, 1);
}

cc_val cc_asks_has_more_life(cc_asked *q)
{
    const measure m = {NULL, 0, 0};
    return compare_players(q, &m);
}

cc_val cc_asks_has_less_life(cc_asked *q)
{
    const measure m = {NULL, 0, 1};
    return compare_players(q, &m);
}
