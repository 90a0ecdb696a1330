/* What each of several does: one by one, where it matters (CR 101.4). */
#include "compiler/lower/clauses.h"

#include "compiler/meaning/walk.h"

void cc_clause_enter_member(cc_fn *f, cc_val one, cc_each_state *old)
{
    old->subject = f->subject;
    old->was = f->subject->was;
    old->now = f->subject->now;
    old->actor = f->actor;
    f->subject->now = CC_BAD; /* that is of all of them */
    old->plural = f->subject->plural;
    old->one_of = f->one_of;
    f->one_of = f->subject;
    cc_taking_begin(f, f->subject);
    if (f->subject->ref_class == CLASS_OBJECT)
        f->subject->plural = 0;
    f->subject->was = f->subject->ref_class == CLASS_PLAYER   ? cc_as(f, one, 'p')
                      : f->subject->ref_class == CLASS_OBJECT ? cc_as(f, one, 'o')
                                                              : one;
    f->subject->owner = f->id;
    f->actor = f->subject->was;
    if (f->each_gave.type && f->actor.type == 'p') { /* that many: of what was this player's */
        const cc_val all = cc_as(f, f->each_gave, 'e');
        f->that_many = cc_op(f, VM_OP_CONTROLLED_BY, 'e', all.reg, f->actor.reg, 0);
    }
}

void cc_clause_leave_member(cc_fn *f, const cc_each_state *old)
{
    cc_taking_end(f);
    f->subject = old->subject; /* a block has had subjects of its own */
    f->subject->was = old->was;
    f->subject->now = old->now;
    f->subject->plural = old->plural;
    f->one_of = old->one_of;
    f->actor = old->actor;
}

/* Each chooses, then all the chosen things are acted on together. */
static void choose_then_act(cc_fn *f, const m_clause *c, cc_val all)
{
    const m_act *act = c->acts;
    const cc_val chosen = cc_op(f, VM_OP_NONE, 'e', 0, 0, 0);
    cc_each_state old;
    cc_clause_declare_targets(f, act);
    const cc_loop l = cc_loop_begin(f, all);
    cc_clause_enter_member(f, l.one, &old);
    const uint32_t jump = c->may ? cc_clause_ask_may(f, act) : 0;
    cc_val v = cc_act_things(f, act);
    f->may = CC_BAD;
    if (v.type) {
        v = cc_as(f, v, 'e');
        cc_emit(f, VM_OP_UNION, chosen.reg, chosen.reg, v.reg, 0);
        f->acted = f->did_by.type ? v : f->acted;
        cc_clause_note_doer(f, l.one);
    }
    if (jump)
        cc_patch(f, jump);
    cc_clause_leave_member(f, &old);
    cc_loop_end(f, l);
    if (!v.type)
        return;
    const m_operand *o = cc_operand(act, "OBJECT");
    cc_referent *r = cc_referent_of(f, o->is.ref);
    if (r) {
        r->was = chosen;
        r->plural = 1;
    }
    const cc_val actor = f->actor;
    f->actor = cc_as(f, all, 'p');
    cc_act_on(f, act, chosen);
    f->actor = actor;
    f->each_gave =
        voc_is(act->frame, VOC_GIVES_CHANGED) && f->that_many.type ? f->that_many : chosen;
    f->that_many = CC_BAD;
}

/* Each chooses what they do, then all of them do it. */
static void ways_then_act(cc_fn *f, const m_clause *c, cc_val all)
{
    cc_val *sets = cc_ways_sets(f, c->acts);
    cc_each_state old;
    const cc_loop l = cc_loop_begin(f, all);
    cc_clause_enter_member(f, l.one, &old);
    cc_ways_choose(f, c->acts, l.one, sets);
    cc_clause_leave_member(f, &old);
    cc_loop_end(f, l);
    cc_ways_do(f, c->acts, all, sets);
    f->did = f->acted = CC_BAD;
}

/* Each says whether they do; those who do act together. */
static void ask_then_act(cc_fn *f, const m_clause *c, cc_val all)
{
    const cc_val willing = cc_op(f, VM_OP_NONE, 'e', 0, 0, 0);
    cc_each_state old;
    const cc_loop l = cc_loop_begin(f, all);
    cc_clause_enter_member(f, l.one, &old);
    const uint32_t jump = cc_clause_ask_may(f, c->alternatives ? NULL : c->acts);
    f->may = CC_BAD;
    cc_emit(f, VM_OP_UNION, willing.reg, willing.reg, l.one.reg, 0);
    if (f->did_by.type)
        cc_emit(f, VM_OP_UNION, f->did_by.reg, f->did_by.reg, l.one.reg, 0);
    cc_patch(f, jump);
    cc_clause_leave_member(f, &old);
    cc_loop_end(f, l);
    f->actor = cc_as(f, willing, 'p');
    f->did = CC_BAD;
    cc_clause_all_act(f, c);
    const cc_val n = cc_op(f, VM_OP_COUNT, 'n', willing.reg, 0, 0), zero = cc_num(f, 0);
    f->acted = CC_BAD;
    f->did = cc_op(f, VM_OP_LT, 'b', zero.reg, n.reg, 0);
}

/* each player chooses a creature: what is chosen there; NULL if the clauses choose nothing, or more than once */
static const m_ref *chosen_by_each(const cc_fn *f, const m_clause *c, uint32_t count)
{
    const m_ref *what = NULL;
    for (; count && f->subject->ref_class != CLASS_OBJECT; count--, c = c->next) {
        const m_operand *o =
            c->acts && voc_is(c->acts->frame, VOC_CHOOSES) ? cc_operand(c->acts, "WHAT") : NULL;
        if (!o || !voc_is_reference(o->type))
            continue;
        if (what)
            return NULL;
        what = o->is.ref;
    }
    return what;
}

cc_val cc_clause_amount_of_x(cc_fn *f)
{
    const m_amount *own = f->x;
    f->x = NULL;
    const cc_val n = cc_amount(f, own);
    f->x = own;
    return n;
}

/* Do the clauses count by an X that is another for each member? each player draws X cards and loses X life, where X is the
 * number of creatures they control */
static int x_of_each(const cc_fn *f, const m_clause *c, uint32_t count, int players)
{
    if (!f->x || f->x_value.type || !m_any_in_amount(f->x, cc_clause_is_own_matter, &players))
        return 0;
    for (; count; count--, c = c->next)
        if (c->acts && m_act_counts(c->acts, AMT_X))
            return 1;
    return 0;
}

/* each player chooses a creature, then destroy the rest: what nobody has chosen of what all of them could */
static cc_val chosen_rest(cc_fn *f, const cc_referent *all)
{
    if (!f->offered.type || !f->rest.type || f->rest.reg != f->chosen_rest.reg || !all ||
        !all->gathered)
        return CC_BAD;
    const cc_val chosen = cc_as(f, all->was, 'e');
    f->rest_of = NULL;
    f->chosen_rest = cc_op(f, VM_OP_MINUS, 'e', f->offered.reg, chosen.reg, 0);
    return f->chosen_rest;
}

/* What the act counts for each of them, before anybody acts; gives where that stands. */
static cc_val count_first(cc_fn *f, const cc_counted *first, cc_val all)
{
    cc_each_state old;
    if (!first)
        return CC_BAD;
    const cc_val last = cc_counted_begin(f);
    const cc_loop l = cc_loop_begin(f, all);
    cc_clause_enter_member(f, l.one, &old);
    cc_counted_note(f, first, last);
    cc_clause_leave_member(f, &old);
    cc_loop_end(f, l);
    cc_counted_turn(f, first, all, last);
    return last;
}

/* How many the act gave the one at hand: for 'that many' of the next clause. `last`: the place of the last number. */
static void note_number(cc_fn *f, cc_val *last)
{
    cc_val n = f->that_many;
    if (n.type == 'o' || n.type == 'e') {
        const cc_val set = cc_as(f, n, 'e');
        n = cc_op(f, VM_OP_COUNT, 'n', set.reg, 0, 0);
    }
    if (n.type != 'n' || !last->type) {
        *last = CC_BAD;
        return;
    }
    const cc_arg a[1] = {{.v = n, .given = 1}};
    cc_move(f, *last, cc_native(f, VM_NATIVE_note, a));
}

/* Behind the last of them: the place of the first number. */
static void numbers_noted(cc_fn *f, cc_val all, cc_val last)
{
    const cc_val set = cc_as(f, all, 'e'), one = cc_num(f, 1),
                 members = cc_op(f, VM_OP_COUNT, 'n', set.reg, 0, 0);
    cc_emit(f, VM_OP_ADD, last.reg, last.reg, one.reg, 0);
    cc_emit(f, VM_OP_SUB, last.reg, last.reg, members.reg, 0);
    f->each_number = last;
}

/* that many: as many as the clause before gave the one at hand */
static void take_number(cc_fn *f, cc_val place)
{
    const cc_arg a[1] = {{.v = place, .given = 1}};
    const cc_val one = cc_num(f, 1);
    f->that_many = cc_native(f, VM_NATIVE_noted, a);
    cc_emit(f, VM_OP_ADD, place.reg, place.reg, one.reg, 0);
}

/* Does the clause behind these ask each of them for as many as they give? */
static int gives_numbers(const cc_fn *f, const m_clause *c, uint32_t count)
{
    if (f->subject->ref_class == CLASS_OBJECT || c->may || c->alternatives)
        return 0;
    for (; count && c; count--)
        c = c->next;
    return c && c->kept && c->acts && !c->may && m_act_counts(c->acts, AMT_EVENT);
}

static void each_in_turn(cc_fn *f, const m_clause *c, uint32_t count, cc_val all)
{
    cc_each_state old;
    const cc_val number = f->each_number;
    const int notes = gives_numbers(f, c, count);
    cc_val last = notes ? cc_num(f, 0) : CC_BAD;
    f->each_number = CC_BAD;
    cc_counted *first = c->acts ? cc_counted_in(f, c->acts, NULL) : NULL;
    first = cc_counted_choices(f, c, count, first);
    cc_gathered gives;
    cc_gather_begin(f, c, count, &gives);
    const cc_val place = count_first(f, first, all);
    const cc_val x_value = f->x_value;
    const cc_referent *before = f->s->referents;
    const cc_val rest = f->rest;
    const m_ref *chosen = chosen_by_each(f, c, count);
    const cc_val together = chosen ? cc_op(f, VM_OP_NONE, 'e', 0, 0, 0) : CC_BAD;
    const cc_val offered = f->offered;
    f->offered = chosen && !c->may ? cc_op(f, VM_OP_NONE, 'e', 0, 0, 0) : CC_BAD;
    const int held = !notes && cc_waits_apiece(f, c, count); /* how much was done is known then */
    if (held)
        cc_hold(f);
    const cc_loop l = cc_loop_begin(f, all);
    cc_clause_enter_member(f, l.one, &old);
    if (number.type)
        take_number(f, number);
    const cc_counted *outer = cc_counted_take(f, first, place);
    if (count > 1 && x_of_each(f, c, 1, f->subject->ref_class != CLASS_OBJECT))
        f->x_value = cc_clause_amount_of_x(f);
    cc_clause_in_a_row(f, c, count);
    f->counted = outer;
    f->x_value = x_value;
    if (!f->acted.type)
        f->acted = cc_counted_chosen(first); /* with nothing to choose nothing was done */
    cc_clause_note_doer(f, l.one);
    cc_referent *one = chosen ? cc_referent_of(f, chosen) : NULL;
    if (one && one->was.type) {
        const cc_val v = cc_as(f, one->was, 'e');
        cc_emit(f, VM_OP_UNION, together.reg, together.reg, v.reg, 0);
    }
    cc_gather_one(f, &gives);
    const int gave = f->that_many.type != 0;
    if (notes)
        note_number(f, &last);
    cc_clause_leave_member(f, &old);
    cc_loop_end(f, l);
    if (held)
        cc_let_go(f);
    f->of_each = (uint8_t)gave;
    if (last.type)
        numbers_noted(f, all, last);
    cc_gather_end(f, &gives);
    if (one && one->was.type) { /* those creatures: what all of them chose */
        one->was = together;
        one->plural = 1;
        one->gathered = 1;
    }
    cc_each_own_lost(f, before);
    for (cc_referent *r = f->s->referents; r && r != before; r = r->next)
        if (r->of_each)
            r->owner = 0;
    if (f->rest.reg != rest.reg)
        f->rest = chosen_rest(f, one);
    f->offered = offered;
}

/* Does a rule say something else of each of them? each creature gets +1/+1 for each Aura attached to it, for each other creature */
typedef struct of_each {
    const cc_unit *u;
    const m_ref *subject;
} of_each;

static int is_of_each(const m_ref *ref, void *user)
{
    const of_each *e = user;
    return (ref->kind == REF_PRONOUN && ref->word == W_IT) || ref->another ||
           m_desc_says(ref->desc, ATOM_OTHER) || cc_is_that_one(e->u, ref, e->subject);
}

/* creatures you control get +X/+0, where X is their power */
static int is_their(const m_ref *ref, void *user)
{
    (void)user;
    return ref->kind == REF_PRONOUN && ref->ref_class != CLASS_PLAYER;
}

static int says_of_each(const cc_fn *f, const m_ref *subject, const m_act *const *acts,
                        uint32_t count)
{
    of_each e = {f->u, subject};
    for (uint32_t i = 0; i < count; i++)
        if (subject->each ? m_any_in_act(acts[i], is_of_each, &e)
                          : f->effect && m_any_in_amount(acts[i]->x, is_their, NULL))
            return 1;
    return 0;
}

/* that many: each as many as they did something to before */
static int counts_own(const cc_fn *f, const m_act *act)
{
    return (f->each_gave.type || f->each_number.type) && m_act_counts(act, AMT_EVENT);
}

/* each player chooses a creature and destroys it: what is done to it alone, by all at the same time (CR 101.4). Gives what
 * they choose, or NULL. */
static const m_ref *chosen_first(const m_clause *c, uint32_t count)
{
    const m_operand *what =
        c->acts && voc_is(c->acts->frame, VOC_CHOOSES) ? cc_operand(c->acts, "WHAT") : NULL;
    if (!what || !voc_is_reference(what->type) || what->is.ref->plural || c->may || count < 2 ||
        c->acts->only_if || c->acts->unless_cond)
        return NULL;
    for (c = c->next; --count; c = c->next) {
        const m_operand *o = c->acts && !c->may && !c->alternatives && cc_acts_on_things(c->acts)
                                 ? cc_operand(c->acts, "OBJECT")
                                 : NULL;
        if (!o || o->is.ref->kind != REF_PRONOUN || o->is.ref->word != W_IT || c->acts->only_if ||
            c->acts->unless_cond || cc_operand(c->acts, "CONTROLLER"))
            return NULL;
    }
    return what->is.ref;
}

/* All have chosen; now all do the rest. */
static void then_together(cc_fn *f, const m_clause *c, uint32_t count, cc_val all,
                          const m_ref *chosen)
{
    each_in_turn(f, c, 1, all);
    cc_referent *r = cc_referent_of(f, chosen);
    const cc_val actor = f->actor;
    f->actor = cc_as(f, all, 'p');
    for (c = c->next; --count; c = c->next) {
        f->s->clause++;
        if (r)
            r->plural = 0; /* it: each theirs */
        cc_clause_one_act(f, c);
    }
    if (r)
        r->plural = 1;
    f->actor = actor;
    f->that_many = CC_BAD;
}

/* each opponent gains control of a creature you control: somebody else's, or other things for each of them */
static int takes_own(const m_act *act)
{
    const int players = 1;
    return voc_is(act->frame, VOC_TAKES_CONTROL) &&
           m_any_in_act(act, cc_clause_is_own_matter, (void *)&players);
}

/* each player puts one of them into their hand and the rest into their graveyard: the rest of each one's own */
static int is_part(const m_ref *ref, void *user)
{
    (void)user;
    return ref->kind == REF_PART;
}

static int is_rest(const m_ref *ref, void *user)
{
    (void)user;
    return ref->kind == REF_THE && ref->word == W_REST;
}

void cc_clause_several(cc_fn *f, const m_clause *c, uint32_t count, cc_val all)
{
    const int players = f->subject->ref_class != CLASS_OBJECT;
    int together = 0;
    const m_clause *k = c->next;
    cc_forget_chosen(f, c, count, players);
    for (uint32_t i = 1; i < count; i++, k = k->next)
        together |= (players && m_any_in_act(c->acts, is_part, NULL) &&
                     m_any_in_act(k->acts, is_rest, NULL)) ||
                    k->may == 2 || (players && m_any_in_act(k->acts, cc_clause_means_result, NULL));
    const m_ref *chosen = players ? chosen_first(c, count) : NULL;
    if (chosen) {
        then_together(f, c, count, all, chosen);
        return;
    }
    if (together || (c->may && count > 1) || (count > 1 && x_of_each(f, c, count, players))) {
        each_in_turn(f, c, count, all);
        return;
    }
    while (count) {
        f->depth++; /* what only this clause needs is given back behind it */
        const m_act **acts = arena_alloc(f->u->mem, sizeof *acts * (count + 1));
        uint32_t n = 1;
        if (cc_is_rule(c->acts)) {
            n = cc_clause_rules_together(c, count, acts);
            if (!n)
                acts[0] = c->acts, n = 1;
            if (players ? takes_own(c->acts) || cc_says_of_each(f, c->acts)
                        : says_of_each(f, c->subject, acts, n))
                each_in_turn(f, c, n, all);
            else
                cc_clause_in_a_row(f, c, n);
        } else if (players && !cc_depends(f, c->acts, players) && cc_each_own_in(f, c->acts)) {
            each_in_turn(f, c, 1, all);
        } else if (c->alternatives || (!cc_depends(f, c->acts, players) &&
                                       !counts_own(f, c->acts) && !x_of_each(f, c, 1, players))) {
            if (c->may)
                ask_then_act(f, c, all);
            else
                cc_clause_all_act(f, c);
        } else if (players && c->acts->ways && !c->may && !f->did_by.type &&
                   cc_ways_together(f, c->acts)) {
            ways_then_act(f, c, all);
        } else if (players && cc_acts_on_things(c->acts) && !c->acts->only_if &&
                   !c->acts->unless_cond) {
            choose_then_act(f, c, all);
        } else {
            each_in_turn(f, c, 1, all);
        }
        while (n--) {
            f->after_this = cc_clause_is_about_this(c);
            c = c->next;
            count--;
        }
        cc_release(f);
        f->depth--;
        f->s->clause++;
    }
}
