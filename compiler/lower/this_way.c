/* What was done this way, and who of several players did it or did not. */
#include "compiler/lower/conditions.h"

/* a creature card was discarded this way: of those to which it was done, are there so many? */
static int is_counted(const m_ref *what)
{
    return what->kind == REF_SOME || what->kind == REF_NONE ||
           (what->kind == REF_ALL && !what->each);
}

/* What has been done this way to things like these, by whoever it was. */
static cc_val done_this_way(cc_fn *f, const m_cond *c)
{
    m_ref *done = ARENA_NEW(f->u->mem, m_ref);
    done->kind = REF_PAID;
    done->ref_class = CLASS_OBJECT;
    done->span = c->span;
    done->plural = 1;
    done->number = c->number;
    done->word = c->word;
    done->zone = c->zone;
    done->desc = is_counted(c->subject) ? c->subject->desc : NULL;
    const cc_val rest = f->rest;
    const cc_val set = cc_as(f, cc_ref(f, done, 'e'), 'e');
    f->rest = rest; /* only asked */
    return set;
}

/* Those of them who have done it: who discarded a creature card this way. What is theirs is what they had as it was done. */
cc_val cc_who_did_this_way(cc_fn *f, cc_val all, const m_cond *c)
{
    const cc_val set = done_this_way(f, c);
    if (!set.type)
        return set;
    const cc_val some = cc_op(f, VM_OP_NONE, 'e', 0, 0, 0);
    const cc_loop l = cc_loop_begin(f, all);
    const cc_val one = cc_as(f, l.one, 'p'),
                 theirs = cc_op(f, VM_OP_CONTROLLED_BY, 'e', set.reg, one.reg, 0),
                 so = cc_as_many(f, cc_op(f, VM_OP_COUNT, 'n', theirs.reg, 0, 0), c->subject);
    const uint32_t skip = cc_emit(f, VM_OP_JF, so.reg, 0, 0, 0);
    cc_emit(f, VM_OP_UNION, some.reg, some.reg, l.one.reg, 0);
    cc_patch(f, skip);
    cc_loop_end(f, l);
    return some;
}

/* if an opponent discarded a land card this way: that player is the one who did */
static cc_val some_did_this_way(cc_fn *f, const m_cond *c)
{
    const cc_val all = cc_as(f, cc_desc_set(f, c->by->desc), 'e'),
                 who = all.type ? cc_who_did_this_way(f, all, c) : all;
    if (!who.type)
        return who;
    if (c->by->kind == REF_SOME && f->effect)
        cc_refer(f, c->by, cc_as(f, who, 'p'), AGAIN_NOT, 0);
    const cc_val n = cc_op(f, VM_OP_COUNT, 'n', who.reg, 0, 0);
    if (c->by->kind != REF_ALL)
        return cc_as_many(f, n, c->by);
    const cc_val every = cc_op(f, VM_OP_COUNT, 'n', all.reg, 0, 0);
    return cc_op(f, VM_OP_EQ, 'b', n.reg, every.reg, 0);
}

cc_val cc_this_way(cc_fn *f, const m_cond *c)
{
    const m_ref *what = c->subject;
    if (c->by && is_counted(what) && f->effect && !cc_referent_of(f, c->by) &&
        (c->by->kind == REF_SOME || c->by->kind == REF_ALL || c->by->kind == REF_NONE))
        return some_did_this_way(f, c);
    const int counted = is_counted(what);
    cc_val set = done_this_way(f, c);
    if (set.type && c->by) {
        const cc_val who = cc_as(f, cc_ref(f, c->by, 'p'), 'p');
        if (!who.type)
            return who;
        set = cc_op(f, VM_OP_CONTROLLED_BY, 'e', set.reg, who.reg, 0);
    }
    if (!set.type)
        return set;
    if (!counted) {
        const cc_val one = cc_as(f, cc_ref(f, what, 'e'), 'e'),
                     now = cc_as(f, cc_ref_now(f, what, 'e'), 'e');
        const cc_val was = one.type ? cc_op(f, VM_OP_MEET, 'b', set.reg, one.reg, 0) : one,
                     here = now.type ? cc_op(f, VM_OP_MEET, 'b', set.reg, now.reg, 0) : now;
        return cc_both(f, was, here, VM_OP_OR);
    }
    if (f->effect && what->kind == REF_SOME)
        cc_refer(f, what, set, AGAIN_NOT, 0);
    return cc_as_many(f, cc_op(f, VM_OP_COUNT, 'n', set.reg, 0, 0), what);
}

/* if you do, behind 'each player may ...'; if they do, of the one at hand; if no player does */
cc_val cc_who_did(cc_fn *f, const m_cond *c)
{
    const int none = c->subject && c->subject->kind == REF_NONE,
              some = c->subject && c->subject->kind == REF_SOME;
    /* a player, an opponent: whoever of them is at hand, or any of them at all */
    const cc_val any = some ? cc_as(f, cc_desc_set(f, c->subject->desc), 'e') : CC_BAD;
    if (some && (!f->member.type || !any.type))
        return any.type ? cc_op(f, VM_OP_MEET, 'b', any.reg, f->did_by.reg, 0) : any;
    const cc_val who = !c->subject ? cc_as(f, cc_you(f), 'e') : none ? f->did_by : f->member;
    if (!who.type)
        return cc_wrong(f->u, CC_NOT_HERE, c->span,
                        "who did it is asked in front of what follows: 'if they do: ...'");
    const cc_val did = cc_op(f, VM_OP_MEET, 'b', who.reg, f->did_by.reg, 0);
    if (some) {
        const cc_val is = cc_op(f, VM_OP_MEET, 'b', who.reg, any.reg, 0);
        return cc_op(f, VM_OP_AND, 'b', did.reg, is.reg, 0);
    }
    return none ? cc_negated(f, did) : did;
}

/* a player doesn't: whoever of them is at hand, or any of them */
cc_val cc_who_did_not(cc_fn *f, const m_cond *c)
{
    const cc_val any = cc_as(f, cc_desc_set(f, c->subject->desc), 'e'),
                 who = !any.type || f->member.type ? f->member : cc_as(f, f->group->was, 'e');
    if (!any.type || !who.type)
        return CC_BAD;
    const cc_val not_they = cc_op(f, VM_OP_MINUS, 'e', who.reg, f->did_by.reg, 0);
    return cc_op(f, VM_OP_MEET, 'b', not_they.reg, any.reg, 0);
}
