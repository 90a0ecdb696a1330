/* Conditions about several: 'if an opponent has 10 or less life', 'while two or more creatures you control are tapped',
 * 'if no creature you control is red'. Each of those that the description means is asked, and counted if it is so. */
#include "compiler/lower/conditions.h"
#include "compiler/meaning/walk.h"

#include <string.h>

/* one of your opponents, two of those cards: in a condition nobody chooses them */
static int is_part(const m_ref *about)
{
    return about->kind == REF_PART && about->of && !m_desc_says(about->desc, ATOM_RANDOM);
}

int cc_is_quantified(const cc_fn *f, const m_ref *about)
{
    if (about && is_part(about))
        return f->s->kind != SCOPE_TEST && !cc_referent_of(f, about);
    return about && about->desc && f->s->kind != SCOPE_TEST &&
           (about->kind == REF_SOME || about->kind == REF_ALL || about->kind == REF_NONE) &&
           !cc_referent_of(f, about) && !m_desc_says(about->desc, ATOM_AMONG);
}

typedef struct counting {
    cc_val all, n, so; /* everybody; how many it is so of; who they are (of an effect) */
    cc_loop loop;
    cc_val candidate;
} counting;

static int begin(cc_fn *f, const m_ref *about, counting *c)
{
    c->all = is_part(about) ? cc_ref(f, about->of, 'e') : cc_desc_set(f, about->desc);
    c->all = c->all.type ? cc_as(f, c->all, 'e') : c->all;
    if (c->all.type && about->another)
        c->all = cc_without_other(f, about->desc, c->all);
    if (!c->all.type)
        return 0;
    c->n = cc_num(f, 0);
    c->so = f->effect && (about->kind == REF_SOME || is_part(about))
                ? cc_op(f, VM_OP_NONE, 'e', 0, 0, 0)
                : CC_BAD;
    c->loop = cc_loop_begin(f, c->all);
    return 1;
}

/* `holds`: of the one at hand */
static cc_val end(cc_fn *f, const m_ref *about, const counting *c, cc_val holds)
{
    if (!holds.type)
        return holds;
    const cc_val more = cc_op(f, VM_OP_NUMBER, 'n', holds.reg, 0, 0);
    cc_emit(f, VM_OP_ADD, c->n.reg, c->n.reg, more.reg, 0);
    if (c->so.type) {
        const uint32_t skip = cc_emit(f, VM_OP_JF, holds.reg, 0, 0, 0);
        cc_emit(f, VM_OP_UNION, c->so.reg, c->so.reg, c->loop.one.reg, 0);
        cc_patch(f, skip);
    }
    cc_loop_end(f, c->loop);
    if (c->so.type) { /* that player: of whom it is so */
        const char type = about->ref_class == CLASS_PLAYER   ? 'p'
                          : about->ref_class == CLASS_OBJECT ? 'o'
                                                             : 'e';
        cc_refer(f, about, cc_as(f, c->so, type), AGAIN_NOT, 0);
    }
    if (about->kind == REF_ALL) {
        const cc_val every = cc_op(f, VM_OP_COUNT, 'n', c->all.reg, 0, 0);
        return cc_op(f, VM_OP_EQ, 'b', c->n.reg, every.reg, 0);
    }
    return cc_as_many(f, c->n, about);
}

static cc_val negated(cc_fn *f, cc_val b, int negative)
{
    return b.type && negative ? cc_op(f, VM_OP_NOT, 'b', b.reg, 0, 0) : b;
}

/* The one at hand, while it is asked: its, their. */
static m_ref *speak_of(cc_fn *f, const m_ref *about, cc_val one)
{
    m_ref *ref = ARENA_NEW(f->u->mem, m_ref);
    *ref = *about;
    ref->kind = REF_SOME;
    ref->plural = 0;
    ref->count = NULL;
    if (is_part(about) && !ref->desc)
        ref->desc = about->of->desc;
    const char type = about->ref_class == CLASS_PLAYER   ? 'p'
                      : about->ref_class == CLASS_OBJECT ? 'o'
                                                         : 'e';
    f->subject = cc_refer(f, ref, cc_as(f, one, type), AGAIN_NOT, 0);
    return ref;
}

/* if an opponent controls a Giant or has 10 or less life, if no creature is tapped and has flying: each is asked for all of it. NULL:
 * the parts are of different ones, or nothing is asked of each. */
static const m_ref *one_about(const cc_fn *f, const m_cond *c)
{
    switch ((m_cond_kind)c->kind) {
    case COND_AND:
    case COND_OR: {
        const m_ref *left = one_about(f, c->left);
        return left && left == one_about(f, c->right) ? left : NULL;
    }
    case COND_NOT:
        return c->whole ? NULL : one_about(f, c->left);
    case COND_ACT:
        return !voc_is(c->act->frame, VOC_IS_IN) && cc_is_quantified(f, c->subject) ? c->subject
                                                                                    : NULL;
    default:
        return NULL;
    }
}

const m_ref *cc_asks_each_for_all(const cc_fn *f, const m_cond *c)
{
    return c->kind == COND_AND || c->kind == COND_OR ? one_about(f, c) : NULL;
}

/* Of the first part, who is meant by 'some'; of the second, what speaks of them. */
typedef struct first_part {
    const m_ref *some;
} first_part;

static int is_of_the_first(const m_ref *ref, void *user)
{
    const m_ref *some = ((const first_part *)user)->some;
    const int player = some->ref_class == CLASS_PLAYER;
    if (ref->kind == REF_PRONOUN && ref->word == W_IT)
        return !player;
    if ((ref->kind == REF_PRONOUN && ref->word == W_THEY) || ref->kind == REF_THAT)
        return player == (ref->ref_class == CLASS_PLAYER || ref->kind == REF_PRONOUN);
    return ref->desc && (ref->another || (m_desc_says(ref->desc, ATOM_OTHER) && !ref->of)) &&
           (m_desc_class(ref->desc) == CLASS_PLAYER) == player;
}

static void first_is_not_kept(cc_fn *f, cc_span at)
{
    cc_wrong(f->u, CC_NO_REFERENT, at,
             "outside of an effect it is not kept what was found for the first part: ask it in the "
             "effect, 'if ...: ...'");
}

/* while a player controls a Giant and another player controls a Bear: other than whom? In what is only asked, nobody remembers
 * who was found for the first part (complains). */
int cc_speaks_of_the_first(cc_fn *f, const m_cond *c)
{
    const m_cond *left = c->left, *right = c->right;
    while (left->kind == COND_AND)
        left = left->right;
    const first_part first = {one_about(f, left)};
    if (f->effect || !first.some || first.some->kind != REF_SOME || left->kind != COND_ACT ||
        !m_any_in_cond(right, is_of_the_first, (void *)(uintptr_t)&first))
        return 0;
    first_is_not_kept(f, right->span);
    return 1;
}

/* while you control a Giant and no other creatures */
int cc_joins_others(cc_fn *f, const m_ref *join)
{
    const m_ref *r = join->right;
    if (f->effect || f->s->kind == SCOPE_TEST || join->left->kind != REF_SOME || !r->desc ||
        !(r->another || m_desc_says(r->desc, ATOM_OTHER)))
        return 0;
    first_is_not_kept(f, r->span);
    return 1;
}

static cc_val holds_of(cc_fn *f, const m_ref *about, const m_cond *c, cc_val one)
{
    if (c->kind == COND_AND || c->kind == COND_OR) {
        const cc_val l = holds_of(f, about, c->left, one), r = holds_of(f, about, c->right, one);
        return cc_both(f, l, r, c->kind == COND_AND ? VM_OP_AND : VM_OP_OR);
    }
    if (c->kind == COND_NOT)
        return cc_negated(f, holds_of(f, about, c->left, one));
    if (cc_cannot_be_asked(f, about, c->act))
        return CC_BAD;
    f->asked_act = c->act;
    return cc_condition_act(f, NULL, one, c->act);
}

cc_val cc_quantified_all(cc_fn *f, const m_ref *about, const m_cond *cond)
{
    counting c;
    if (!begin(f, about, &c))
        return CC_BAD;
    cc_referent *subject = f->subject, *before = f->s->referents;
    const m_ref *asked_one = f->asked_one;
    const m_act *asked_act = f->asked_act;
    f->asked_one = speak_of(f, about, c.loop.one);
    const cc_val holds = holds_of(f, about, cond, c.loop.one);
    f->asked_one = asked_one;
    f->asked_act = asked_act;
    f->subject = subject;
    f->s->referents = before;
    return end(f, about, &c, holds);
}

cc_val cc_quantified(cc_fn *f, const m_ref *about, const m_act *act)
{
    const m_cond one = {.kind = COND_ACT, .span = act->span, .act = (m_act *)(uintptr_t)act};
    return cc_quantified_all(f, about, &one);
}

/* another creature's power is equal to its power */
static int is_the_same(const m_amount *a, const m_amount *b)
{
    return b->kind == AMT_PROPERTY && a->kind == AMT_PROPERTY && a->prop == b->prop;
}

/* a creature's power is 4 or greater */
cc_val cc_quantified_compare(cc_fn *f, const m_cond *cond, int negative)
{
    counting c;
    const m_ref *about = cond->amount->ref;
    m_amount of = *cond->amount;
    if (!begin(f, about, &c))
        return CC_BAD;
    cc_referent *subject = f->subject, *before = f->s->referents;
    const m_ref *asked_one = f->asked_one;
    const m_amount *asked_with = f->asked_with;
    f->asked_one = of.ref = speak_of(f, about, c.loop.one);
    f->asked_with = is_the_same(&of, cond->other) ? cond->other : NULL;
    const cc_val have = cc_amount(f, &of);
    f->subject = f->asked_with ? subject : f->subject;
    const cc_val holds = cc_compare_with(f, have, cond->cmp, cond->other);
    f->asked_one = asked_one;
    f->asked_with = asked_with;
    f->subject = subject;
    f->s->referents = before;
    return end(f, about, &c, negated(f, holds, negative));
}

/* each opponent lost life this turn · an opponent didn't lose life this turn */
cc_val cc_quantified_history(cc_fn *f, const m_event *e, const m_cond *cond, int negative)
{
    const m_ref *about = e->subject;
    m_event one = *e;
    m_ref all = *about;
    all.kind = REF_ALL;
    one.subject = &all;
    one.or = NULL;
    if (is_part(about))
        one.subject = about->of;
    const cc_val who =
        cc_as(f, is_part(about) ? cc_ref(f, about->of, 'e') : cc_desc_set(f, about->desc), 'e');
    cc_val did = who.type ? cc_history_who(f, &one, cond) : who;
    for (const m_event * or = e->or ; or &&did.type; or = or->or) { /* attacked or blocked */
        m_event other = * or ;
        other.subject = one.subject;
        other.or = NULL;
        const cc_val more = cc_history_who(f, &other, cond);
        did = more.type ? cc_op(f, VM_OP_UNION, 'e', did.reg, more.reg, 0) : more;
    }
    if (!did.type)
        return did;
    const cc_val rest = cc_op(f, VM_OP_MINUS, 'e', who.reg, did.reg, 0),
                 n = cc_op(f, VM_OP_COUNT, 'n', rest.reg, 0, 0), zero = cc_num(f, 0);
    if (about->kind == REF_ALL && !negative)
        return cc_op(f, VM_OP_EQ, 'b', n.reg, zero.reg, 0);
    if (about->kind == REF_ALL) { /* each opponent didn't: nobody did */
        const cc_val both = cc_op(f, VM_OP_MINUS, 'e', who.reg, rest.reg, 0),
                     m = cc_op(f, VM_OP_COUNT, 'n', both.reg, 0, 0);
        return cc_op(f, VM_OP_EQ, 'b', m.reg, zero.reg, 0);
    }
    const cc_val so = negative ? rest : cc_op(f, VM_OP_MINUS, 'e', who.reg, rest.reg, 0);
    if (f->effect &&
        (about->kind == REF_SOME || is_part(about))) /* that player: of whom it is so */
        cc_refer(f, about,
                 cc_as(f, so,
                       about->ref_class == CLASS_PLAYER   ? 'p'
                       : about->ref_class == CLASS_OBJECT ? 'o'
                                                          : 'e'),
                 AGAIN_NOT, 0);
    return cc_as_many(f, negative ? n : cc_op(f, VM_OP_COUNT, 'n', so.reg, 0, 0), about);
}
