/* What stands behind several joined verbs: until when, and under which condition. */
#include "compiler/lower/lower.h"

#include "compiler/meaning/walk.h"

int cc_same_end(const m_act *a, const m_act *b)
{
    const m_act *x = a->duration, *y = b->duration;
    return x == y || (x && y && x->frame == y->frame && !x->frame->slot_count);
}

/* Does it change something for a while? Then the end that is said behind it is its end as well. */
static int has_end(const m_clause *c)
{
    return c->acts && !(c->subject && c->subject->next) &&
           (cc_is_rule(c->acts) || voc_is(c->acts->frame, VOC_BECOMES_COPY)) && !c->may &&
           !voc_is(c->acts->frame, VOC_FOR_A_TURN) && !cc_operand(c->acts, "TURN") &&
           !cc_operand(c->acts, "COMBAT") &&
           !(cc_operand(c->acts, "STEP") && cc_needed(c->acts, "STEP")->next);
}

/* gets +1/+1 and gains flying until end of turn: both; gets +1/+1 until end of turn and can't block until your next turn:
 * each as it says. What stands behind the last end that is said has none, and that nobody means. */
m_clause *cc_with_ends(cc_fn *f, const m_clause *c)
{
    m_clause *first = NULL, **tail = &first;
    const m_act *said = NULL;
    const int ended = f->s->duration >= 0; /* until ...: { } around them */
    for (; c; c = c->next) {
        const m_clause *then = ended ? NULL : c;
        while (then && has_end(c) && !(then->acts && then->acts->duration && has_end(then)))
            then = then->next;
        *tail = ARENA_NEW(f->u->mem, m_clause);
        **tail = *c;
        if (has_end(c) && !c->acts->duration && then) {
            (*tail)->acts = ARENA_NEW(f->u->mem, m_act);
            *(*tail)->acts = *c->acts;
            (*tail)->acts->duration = then->acts->duration;
        } else if (!ended && has_end(c) && !c->acts->duration && said) {
            cc_wrong(f->u, CC_NO_MEANING, c->acts->span,
                     "until when? The end stands behind the last of them, or behind each");
            return NULL;
        }
        if (has_end(c) && c->acts->duration)
            said = c->acts;
        tail = &(*tail)->next;
    }
    return first;
}

static int is_conditional(const m_act *a)
{
    return a && (a->only_if || a->unless_cond || a->unless) && !a->while_so;
}

static cc_span condition_of(const m_act *a)
{
    return a->only_if ? a->only_if->span : a->unless_cond ? a->unless_cond->span : a->unless->span;
}

/* Is `next` said of whom `c` is said of, in one breath? */
static int is_joined(const m_clause *c, const m_clause *next)
{
    return next && c->acts && next->acts && !next->then && !next->may && !c->may &&
           (next->kept || next->acts->unless ||
            ((!c->subject || c->subject->kind == REF_YOU) &&
             (!next->subject || next->subject->kind == REF_YOU)));
}

/* gets +2/+2 and gains flying until end of turn if you control a Goblin: of both, like the end. Of what is done nobody knows
 * whether it is meant of all ('draw a card and gain 2 life if ...') or of the last ('destroy it and draw a card if it was
 * red'): that is to be said. */
static int pays_for_last(cc_fn *f, const m_clause *c)
{
    const m_clause *next = c->next;
    if (!next || next->then || next->may || c->may || !c->acts || !next->acts ||
        !next->acts->unless || c->acts->unless || cc_is_rule(c->acts))
        return 0;
    cc_wrong(
        f->u, CC_NO_MEANING, next->acts->unless->span,
        "does this save from all, or from the last? From the last: ', then B unless ...', or a "
        "line of its own; from all: 'PLAYER may ...', then 'if they don't: A and B'");
    return 1;
}

int cc_with_conditions(cc_fn *f, m_clause *first)
{
    for (m_clause *c = first; c; c = c->next)
        if (pays_for_last(f, c))
            return 0;
    for (m_clause *c = first; c; c = c->next) {
        m_clause *last = c;
        while (is_joined(last, last->next) && !is_conditional(last->acts))
            last = last->next;
        if (last == c || !is_conditional(last->acts))
            continue;
        const char *said = last->acts->unless ? "unless" : "if";
        for (; c != last; c = c->next) {
            if (!has_end(c) || !has_end(last) || !cc_same_end(c->acts, last->acts)) {
                cc_wrong(f->u, CC_NO_MEANING, condition_of(last->acts),
                         "is this asked of all, or of the last? Of all: '%s'; of the last: ', then "
                         "B %s ...', or a line of its own",
                         last->acts->unless ? "PLAYER may pay ... | if they don't: A and B"
                                            : "if ...: A and B",
                         said);
                return 0;
            }
            m_act *act = ARENA_NEW(f->u->mem, m_act);
            *act = *c->acts;
            act->only_if = last->acts->only_if;
            act->unless_cond = last->acts->unless_cond;
            act->unless = last->acts->unless;
            c->acts = act;
        }
    }
    return 1;
}

/* ---- you and permanents you control ----------------------------------------------------------- */

static int is_joined_by_and(const m_ref *ref)
{
    return ref && ref->kind == REF_JOIN && !ref->join_or;
}

/* Those of what is joined that are players, or that are not; NULL: none. */
static const m_ref *those_joined(cc_unit *u, const m_ref *ref, int players)
{
    if (!is_joined_by_and(ref))
        return (ref->ref_class == CLASS_PLAYER) == players ? ref : NULL;
    const m_ref *left = those_joined(u, ref->left, players),
                *right = those_joined(u, ref->right, players);
    if (!left || !right)
        return left ? left : right;
    m_ref *both = ARENA_NEW(u->mem, m_ref);
    *both = *ref;
    both->left = (m_ref *)(uintptr_t)left;
    both->right = (m_ref *)(uintptr_t)right;
    both->ref_class = players ? CLASS_PLAYER : CLASS_OBJECT;
    return both;
}

/* What is a rule of players and of things is two of them. */
const m_clause *cc_apart(cc_unit *u, const m_clause *c)
{
    m_clause *first = NULL, **tail = &first;
    while (c) {
        const m_clause *end = c->next;
        int rules = c->acts && cc_is_rule(c->acts) && !c->may;
        for (; end && end->kept; end = end->next)
            rules &= end->acts && cc_is_rule(end->acts) && !end->may;
        const m_ref *players = is_joined_by_and(c->subject) ? those_joined(u, c->subject, 1) : NULL,
                    *things = players ? those_joined(u, c->subject, 0) : NULL;
        for (int part = 0; part < 1 + (rules && things != NULL); part++)
            for (const m_clause *k = c; k != end; k = k->next) {
                *tail = ARENA_NEW(u->mem, m_clause);
                **tail = *k;
                if (rules && things)
                    (*tail)->subject = (m_ref *)(uintptr_t)(part ? things : players);
                (*tail)->next = NULL;
                tail = &(*tail)->next;
            }
        c = end;
    }
    return first;
}
