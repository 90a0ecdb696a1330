/* Sentences: who acts, one by one where it matters; 'may', 'unless', 'if', 'then'.
 *
 * A set of players as subject is taken one at a time in turn order (CR 101.4): each makes their choices in that order,
 * then all act at the same time. What an act does to each of them in the same way is done to all at once. */
#include "compiler/lower/clauses.h"

#include <string.h>

#include "compiler/meaning/walk.h"

/* ---- does it depend on the member? ------------------------------------------------------------
 */

static int is_several(const m_ref *s)
{
    return s && !cc_names_one(s) && (s->each || (s->kind != REF_PRONOUN && s->kind != REF_THAT));
}

int cc_clause_is_own_matter(const m_ref *ref, void *user)
{
    const int players = *(const int *)user;
    if ((ref->another || m_desc_says(ref->desc, ATOM_OTHER)) &&
        (ref->ref_class == CLASS_PLAYER) == players) /* each other: than oneself */
        return 1;
    if (ref->kind == REF_SOME || ref->kind == REF_PART)
        return 1;
    if (ref->kind == REF_PRONOUN)
        return players ? ref->word == W_THEY : 1;
    return ref->kind == REF_THAT && (ref->ref_class == CLASS_PLAYER) == players;
}

int cc_depends(const cc_fn *f, const m_act *act, int players)
{
    if (voc_is(act->frame, VOC_VOTES)) /* one vote of all (CR 701.31a) */
        return 0;
    if (act->frame->body || (players && cc_says_of_each(f, act)))
        return 1;
    if (m_any_in_act(act, cc_clause_is_own_matter, &players))
        return 1;
    if (players && act->frame->kind == DECL_ACTION)
        return !cc_takes_several(act) || act->unless != NULL;
    return act->unless != NULL;
}

int cc_clause_means_result(const m_ref *ref, void *user)
{
    (void)user;
    return (ref->kind == REF_PRONOUN && (ref->word == W_IT || ref->number == 2)) ||
           (ref->kind == REF_THAT && ref->ref_class != CLASS_PLAYER) || ref->kind == REF_PAID ||
           ref->kind == REF_NAME;
}

/* ---- one act ----------------------------------------------------------------------------------
 */

static int is_target(const m_ref *ref, void *user)
{
    cc_fn *f = user;
    if (ref->kind == REF_TARGET && !cc_referent_of(f, ref))
        cc_ref(f, ref, 'e');
    return 0;
}

/* Targets are declared, whatever is decided before they are used. */
void cc_clause_declare_targets(cc_fn *f, const m_act *act)
{
    const m_ref *moved = f->moved;
    f->moved = cc_moved(act);
    m_any_in_act(act, is_target, f);
    f->moved = moved;
}

void cc_declare_targets(cc_fn *f, const m_clause *c)
{
    m_any_in_ref(c->subject, is_target, f);
    cc_clause_declare_targets(f, c->acts);
}

/* Of what happens later, without using the stack: its targets are chosen now. */
void cc_declare_targets_in(cc_fn *f, const m_stmt *m)
{
    for (; m; m = m->next) {
        if (m->kind != STMT_DELAYED)
            for (const m_clause *c = m->clauses; c; c = c->next) {
                const m_clause *does = c->have ? c->have : c; /* you may have this deal ... */
                if (does->acts) /* else it stands in the block behind it */
                    cc_declare_targets(f, does);
            }
        cc_declare_targets_in(f, m->body ? m->body->stmts : NULL);
        cc_declare_targets_in(f, m->other ? m->other->stmts : NULL);
    }
}

/* Is there what the act chooses from? */
cc_val cc_can_be_done(cc_fn *f, const m_act *act)
{
    const m_amount *x = f->x;
    const cc_val x_value = f->x_value;
    f->among = NULL;
    if (!act)
        return cc_op(f, VM_OP_LDB, 'b', 0, 0, 1);
    if (act->x && act->x != f->x) {
        f->x = act->x;
        f->x_value = CC_BAD;
    }
    cc_clause_declare_targets(f, act);
    const cc_val can = cc_act_can(f, act);
    f->x = x;
    f->x_value = x_value;
    return can.type ? can : cc_op(f, VM_OP_LDB, 'b', 0, 0, 1);
}

/* act: what they may do; what is impossible is not offered (CR 608.2d) */
uint32_t cc_clause_ask_may(cc_fn *f, const m_act *act)
{
    const cc_val who = f->actor.type == 'p' ? f->actor : cc_you(f);
    const cc_arg a[2] = {{.v = who, .given = 1}, {.v = cc_can_be_done(f, act), .given = 1}};
    f->said_before = f->s->referents;
    f->did = f->may = f->asked_may = cc_native(f, VM_NATIVE_may, a);
    f->may_chosen = 0;
    f->acted = CC_BAD;
    const uint32_t jump = cc_emit(f, VM_OP_JF, f->did.reg, 0, 0, 0);
    if (f->s->declinable) { /* you may instead ...: the event goes on where this is declined */
        const cc_arg none[1] = {{.given = 0}};
        f->s->declinable = 0;
        cc_native(f, VM_NATIVE_event_cancel, none);
    }
    return jump;
}

/* tap up to two target creatures if they're red: of an effect nobody knows whether all are meant, or each by itself */
static int asks_of_several(cc_fn *f, const m_act *act)
{
    const m_ref *about = act->only_if->kind == COND_ACT ? act->only_if->subject : NULL;
    if (!about || about->kind != REF_PRONOUN || about->word != W_THEY ||
        about->ref_class == CLASS_PLAYER)
        return 0;
    const cc_referent *r = cc_find(f, about);
    if (!r || !r->plural || r->ref_class == CLASS_PLAYER || !r->ref)
        return 0;
    int said_here = r == f->subject;
    for (uint32_t i = 0; i < act->frame->slot_count; i++)
        said_here |= voc_is_reference(act->operands[i].type) && act->operands[i].is.ref == r->ref;
    if (said_here)
        cc_wrong(f->u, CC_NO_MEANING, act->only_if->span,
                 "each of them, or all? 'red creatures' are those that are; 'if all of them are "
                 "red' stands in front, or in a line of its own");
    return said_here;
}

/* destroy the chosen creature if its power is ...: what the act says again is spoken of last */
static cc_referent *said_again(cc_fn *f, const m_act *act)
{
    for (uint32_t i = act->frame->has_subject; i < act->frame->slot_count; i++) {
        const m_operand *o = &act->operands[i];
        const m_ref *ref = o->given && voc_is_reference(o->type) ? o->is.ref : NULL;
        if (!ref || ref->plural || ref->ref_class == CLASS_PLAYER)
            continue;
        return ref->kind == REF_THE || ref->kind == REF_THAT || ref->kind == REF_PAID
                   ? cc_find(f, ref)
               : ref->kind == REF_NAME && !ref->name->operand ? cc_find_named(f, ref->name)
                                                              : NULL;
    }
    return NULL;
}

static cc_val behind(cc_fn *f, const m_act *act, const m_cond *cond)
{
    cc_referent *again = said_again(f, act), **place = &f->s->referents;
    while (again && *place && *place != again)
        place = &(*place)->next;
    if (!again || !*place || again->is_this)
        return cc_condition(f, cond);
    cc_referent *next = again->next, **last = &f->s->referents;
    cc_referent *const before = place == last ? NULL : *last;
    *place = next;
    again->next = *last;
    *last = again;
    const cc_val b = cc_condition(f, cond);
    if (!before) /* it was there already */
        return b;
    while (*last != again)
        last = &(*last)->next;
    *last = again->next;
    again->next = next;
    *place = again;
    return b;
}

static int says_target(const m_ref *ref, void *user)
{
    (void)user;
    return ref->kind == REF_TARGET;
}

/* counter target spell if it was kicked: that spell, and not this */
static int asks_of_target(const m_act *act)
{
    const m_ref *who = act->only_if->subject;
    return who && who->kind == REF_PRONOUN &&
           m_any_in_act(&(m_act){.frame = act->frame, .operands = act->operands}, says_target,
                        NULL);
}

static int name_host(const m_ref *ref, void *user)
{
    cc_fn *f = user;
    if (ref->kind == REF_HOST && !cc_referent_of(f, ref))
        cc_ref(f, ref, 'e');
    return 0;
}

/* deals 1 damage to that land's controller: whose, was said before */
static int says_whose(const m_ref *ref)
{
    return (ref->kind == REF_CONTROLLER || ref->kind == REF_OWNER) &&
           (ref->of->kind == REF_THAT || ref->of->kind == REF_PRONOUN || ref->of->kind == REF_HOST);
}

/* destroy enchanted creature if it's blue, deal 1 damage to that land's controller unless they pay: what is asked before
 * speaks of what is said behind it, and not of this */
static void name_what_is_asked_of(cc_fn *f, const m_act *act)
{
    if (!act->only_if && !act->unless_cond && !act->unless)
        return;
    m_any_in_act(&(m_act){.frame = act->frame, .operands = act->operands}, name_host, f);
    for (uint32_t i = act->frame->has_subject; i < act->frame->slot_count; i++) {
        const m_operand *o = &act->operands[i];
        if (o->given && voc_is_reference(o->type) && says_whose(o->is.ref) &&
            !cc_referent_of(f, o->is.ref))
            cc_ref(f, o->is.ref, 'p');
    }
}

static void guarded(cc_fn *f, const m_act *act, void (*go)(cc_fn *f, const m_act *act, void *user),
                    void *user)
{
    uint32_t jumps[3], n = 0;
    const m_amount *x = f->x;
    const cc_val x_value = f->x_value;
    if (act->x && act->x != f->x) {
        f->x = act->x;
        f->x_value = CC_BAD;
    }
    const uint32_t announced = act->only_if && !act->while_so && !asks_of_target(act)
                                   ? cc_announced(f->s, act->only_if, 1)
                                   : f->s->announced;
    cc_clause_declare_targets(f, act);
    f->s->announced = announced;
    cc_note_all_said(f, act);
    name_what_is_asked_of(f, act);
    const cc_path *path = cc_path_begin(f);
    if (act->only_if && !act->while_so) {
        const cc_val b = asks_of_several(f, act) ? CC_BAD : behind(f, act, act->only_if);
        if (!b.type)
            return;
        jumps[n++] = cc_emit(f, VM_OP_JF, b.reg, 0, 0, 0);
    }
    if (act->unless_cond) {
        const cc_val b = behind(f, act, act->unless_cond);
        if (!b.type)
            return;
        const cc_val no = cc_op(f, VM_OP_NOT, 'b', b.reg, 0, 0);
        jumps[n++] = cc_emit(f, VM_OP_JF, no.reg, 0, 0, 0);
    }
    cc_val paid = CC_BAD;
    const m_ref *each = cc_asked_apiece(f, act);
    if (act->unless && !each) {
        jumps[n] = cc_unless_paid(f, act, &paid);
        if (!jumps[n])
            return;
        n++;
    }
    if (!n)
        cc_path_none(f, path);
    if (each)
        cc_unless_apiece(f, act, each);
    else
        go(f, act, user);
    if (n)
        cc_path_end(f, path, jumps, n);
    if (paid.type && !f->may.type) { /* if they do: it is paying that they might have done */
        cc_path_is_another(f);
        f->did = paid;
        f->acted = CC_BAD;
    }
    f->x = x;
    f->x_value = x_value;
}

static void plain(cc_fn *f, const m_act *act, void *user)
{
    (void)user;
    const m_ref *each = cc_apiece(f, act);
    if (each)
        cc_act_apiece(f, act, each);
    else
        cc_act(f, act);
}

/* tap or untap it: whoever does it decides */
static void alternatives(cc_fn *f, const m_clause *c)
{
    cc_arg a[2];
    memset(a, 0, sizeof a);
    const m_operand *o = &c->acts->operands[c->acts->frame->parts[1].slot];
    if (!voc_is(c->acts->frame, VOC_TAPS) || !voc_is(c->alternatives->frame, VOC_UNTAPS)) {
        cc_wrong(
            f->u, CC_NO_NATIVE, c->span,
            "the rules machine knows 'tap or untap'; other pairs are modes: choose one { ... }");
        return;
    }
    a[0].v = cc_ref_now(f, o->is.ref, 'o');
    a[0].given = 1;
    a[1].v = f->actor.type == 'p' ? f->actor : cc_you(f);
    a[1].given = 1;
    if (a[0].v.type)
        cc_native(f, VM_NATIVE_tap_or_untap, a);
}

void cc_clause_one_act(cc_fn *f, const m_clause *c)
{
    f->deals_event = (uint8_t)cc_deals_the_event(f->s, c);
    if (c->alternatives)
        alternatives(f, c);
    else
        guarded(f, c->acts, plain, NULL);
    f->deals_event = 0;
}

/* All of several do the same. */
/* All have drawn, discarded, milled at once: those have whose cards it gave. */
static void note_doers(cc_fn *f, cc_val gave)
{
    if (!f->did_by.type || (gave.type != 'o' && gave.type != 'e'))
        return;
    const cc_val cards = cc_as(f, gave, 'o'),
                 who = cc_as(f, cc_op(f, VM_OP_CONTROLLERS, 'p', cards.reg, 0, 0), 'e');
    cc_emit(f, VM_OP_UNION, f->did_by.reg, f->did_by.reg, who.reg, 0);
}

void cc_clause_all_act(cc_fn *f, const m_clause *c)
{
    cc_clause_one_act(f, c);
    note_doers(f, f->that_many);
    f->each_gave = f->that_many.type == 'o' || f->that_many.type == 'e' ? f->that_many : CC_BAD;
    f->of_each = f->that_many.type != 0;
    f->that_many = CC_BAD; /* each did something of their own */
}

/* ---- subjects ---------------------------------------------------------------------------------
 */

typedef struct
    chain { /* clauses that belong together: the first, and those that keep its subject */
    const m_clause *first;
    uint32_t count;
} chain;

static cc_val subject_value(cc_fn *f, const m_ref *ref)
{
    const cc_val v = cc_ref(f, ref, ref->ref_class == CLASS_PLAYER ? 'p' : 'e');
    return ref->ref_class == CLASS_OBJECT ? cc_as(f, v, 'e') : v;
}

/* One of several did it, or did not: 'if they don't: ...' asks. */
void cc_clause_note_doer(cc_fn *f, cc_val one)
{
    if (!f->did_by.type)
        return;
    const cc_val did = cc_did(f);
    if (!did.type) { /* what cannot fail is done */
        cc_emit(f, VM_OP_UNION, f->did_by.reg, f->did_by.reg, one.reg, 0);
        return;
    }
    const uint32_t jump = cc_emit(f, VM_OP_JF, did.reg, 0, 0, 0);
    cc_emit(f, VM_OP_UNION, f->did_by.reg, f->did_by.reg, one.reg, 0);
    cc_patch(f, jump);
}

/* Makes `v` what the clause is about. */
static void set_subject(cc_fn *f, const m_ref *ref, cc_val v)
{
    cc_referent *own = cc_referent_of(f, ref);
    cc_referent *r =
        (!own || !own->joined) &&
                (ref->kind == REF_PRONOUN || ref->kind == REF_THAT || ref->kind == REF_PAID ||
                 (ref->kind == REF_THE && !cc_is_the_only(ref) && !own))
            ? cc_find(f, ref)
            : own;
    if (!r) {
        r = cc_refer(f, ref, v, ref->kind == REF_YOU ? AGAIN_YOU : AGAIN_NOT, 0);
        if (ref->kind == REF_YOU)
            r->ref_class = CLASS_PLAYER;
    }
    f->subject = r;
    r->is_subject = 1;
    f->actor = v;
    if (v.type == 'e' && r->ref_class == CLASS_PLAYER)
        f->actor = cc_as(f, v, 'p');
    f->each_gave = CC_BAD;
}

/* Acts of a chain from number `from` on, while they are rules that last equally long: one effect. */
/* acts: room for `left` */
uint32_t cc_clause_rules_together(const m_clause *c, uint32_t left, const m_act **acts)
{
    uint32_t n = 0;
    while (n < left && cc_is_rule(c->acts) && (!n || c->kept) && !c->may &&
           (!n || cc_same_end(acts[n - 1], c->acts))) {
        acts[n++] = c->acts;
        c = c->next;
    }
    return n;
}

static void rule_group(cc_fn *f, const m_act *act, void *user)
{
    const chain *g = user;
    const m_act **acts = arena_alloc(f->u->mem, sizeof *acts * g->count);
    (void)act;
    const uint32_t n = cc_clause_rules_together(g->first, g->count, acts);
    cc_rule_effect(f, g->first, acts, n);
}

/* The clauses of a chain one after the other, for the actor at hand. */
/* 'instead' stands in a replacement, or behind an 'if' that follows what it replaces. */
static int check_instead(cc_fn *f, const m_clause *c)
{
    if (f->s->replacing || f->s->otherwise || !(c->instead || (c->acts && c->acts->instead)))
        return 1;
    cc_wrong(f->u, CC_NOT_HERE, c->span,
             "instead of what? It stands behind 'if ... would ...:', or behind an 'if' that "
             "follows what it replaces");
    return 0;
}

static int is_an_object(const m_ref *ref, void *user)
{
    (void)user;
    return ref->kind != REF_THIS && ref->kind != REF_YOU && ref->ref_class != CLASS_PLAYER;
}

/* untap this and ...: what is done is done to the source alone */
int cc_clause_is_about_this(const m_clause *c)
{
    const m_ref *about = c->subject;
    if (!c->acts || (about && is_an_object(about, NULL)) ||
        m_any_in_act(c->acts, is_an_object, NULL))
        return 0;
    int says = about && about->kind == REF_THIS && cc_is_rule(c->acts);
    for (uint32_t i = 0; i < c->acts->frame->slot_count; i++)
        says |= voc_is_reference(c->acts->operands[i].type) && c->acts->operands[i].given &&
                c->acts->operands[i].is.ref->kind == REF_THIS;
    return says;
}

static int is_unsaid(const m_ref *ref, void *user)
{
    return (ref->kind == REF_PRONOUN || ref->kind == REF_THAT || ref->kind == REF_THE ||
            ref->kind == REF_PAID) &&
           !cc_find(user, ref);
}

/* Is everything that the act is about known before it: targets, players? */
static int is_known(const m_act *act)
{
    for (uint32_t i = 0; i < act->frame->slot_count; i++) {
        const m_operand *o = &act->operands[i];
        const m_ref *ref = o->given && voc_is_reference(o->type) ? o->is.ref : NULL;
        if (ref && ref->ref_class != CLASS_PLAYER && ref->kind != REF_TARGET)
            return 0;
    }
    return 1;
}

static void count_x_now(cc_fn *f)
{
    const uint32_t asked = f->u->cost_asked;
    f->x_value = cc_clause_amount_of_x(f);
    f->x_of_cost = f->u->cost_asked != asked;
}

/* draws X cards and loses X life, where X is the number of cards in their hand: it is counted once, before the first of those
 * that need it, also where it speaks of a target or the subject (CR 608.2h) */
static void count_x_once(cc_fn *f, const m_clause *c)
{
    int again = 0;
    if (!f->effect || !f->x || f->x_value.type || !c->acts || !m_act_counts(c->acts, AMT_X) ||
        (c->acts->x && c->acts->x != f->x))
        return;
    for (const m_clause *k = c->next; k; k = k->next)
        again |= k->acts && m_act_counts(k->acts, AMT_X);
    if (!again || !is_known(c->acts))
        return;
    cc_clause_declare_targets(f, c->acts);
    if (!m_any_in_amount(f->x, is_unsaid, f))
        count_x_now(f);
}

/* That much: all the damage. */
static void let_go_of(cc_fn *f, const m_clause *last)
{
    const cc_val dealt = cc_let_go(f);
    if (voc_is(last->acts->frame, VOC_DEALS))
        cc_done(f, dealt);
}

void cc_clause_in_a_row(cc_fn *f, const m_clause *c, uint32_t count)
{
    uint32_t jump = 0, together = 0; /* clauses of which the damage is dealt together */
    cc_path *path = NULL;
    while (count) {
        if (!check_instead(f, c))
            return;
        if (!jump)
            count_x_once(f, c);
        if (cc_only_may(c->acts) && !c->may) {
            cc_wrong(f->u, CC_NO_NATIVE, c->span,
                     "the rules machine lets players cast, and never makes them: 'you may cast'");
            return;
        }
        if (c->may == 1 && !(count > 1 && c->next->may == 2) &&
            (cc_asks_itself(c->acts) || (c->acts->ways && !f->s->declinable))) {
            if (jump)
                cc_patch(f, jump);
            jump = 0;
            f->optional = c->acts->ways != NULL;
        } else if (c->may == 1) {
            if (jump)
                cc_path_end(f, path, &jump, 1);
            path = cc_path_begin(f);
            cc_path_may(path);
            jump = cc_clause_ask_may(f, c->acts);
        } else if (!c->may && jump) {
            cc_path_end(f, path, &jump, 1);
            f->may = CC_BAD;
            jump = 0;
        }
        if (!together && ((together = cc_deal_together(f, c, count)) != 0 ||
                          (together = cc_wait_together(f, c)) != 0))
            cc_hold(f);
        const m_act **acts = arena_alloc(f->u->mem, sizeof *acts * (count + 1));
        uint32_t n = cc_clause_rules_together(c, count, acts);
        if (!n && c->acts && cc_is_rule(c->acts)) {
            acts[0] = c->acts;
            n = 1;
            cc_rule_effect(f, c, acts, 1);
        } else if (n) {
            chain g = {c, n};
            guarded(f, c->acts, rule_group, &g);
        } else {
            n = 1;
            cc_clause_one_act(f, c);
            if (together && !--together)
                let_go_of(f, c);
        }
        while (n--) {
            f->after_this = cc_clause_is_about_this(c);
            c = c->next;
            count--;
        }
        f->s->clause++;
    }
    if (jump) {
        cc_path_end(f, path, &jump, 1);
        f->may = CC_BAD;
    }
}

/* ---- all of it --------------------------------------------------------------------------------
 */

/* What a block begins with, if whoever may do it is who does it. */
static const m_act *first_act(const m_body *block)
{
    const m_stmt *first = block ? block->stmts : NULL;
    const m_clause *c = first && first->kind == STMT_CLAUSES ? first->clauses : NULL;
    return c && !c->subject && !c->may ? c->acts : NULL;
}

/* you may { ... } */
static void may_block(cc_fn *f, const m_body *block)
{
    const cc_val did_by = f->did_by;
    cc_referent *group = f->group;
    cc_path *path = cc_path_begin(f);
    cc_path_may(path);
    const uint32_t jump = cc_clause_ask_may(f, first_act(block));
    const cc_val may = f->may;
    f->may = CC_BAD;
    cc_sub_body(f, block);
    f->did = may;
    f->acted = CC_BAD;
    f->did_by = did_by; /* the sentences of the block have had doers of their own */
    f->group = group;
    cc_path_end(f, path, &jump, 1);
}

static void one_chain(cc_fn *f, const m_clause *c, uint32_t count, const m_body *block);

/* each creature's controller: of each creature its own */
typedef struct own_chain {
    const m_clause *c;
    uint32_t count;
    const m_body *block;
} own_chain;

static void chain_apiece(cc_fn *f, void *user)
{
    const own_chain *own = user;
    one_chain(f, own->c, own->count, own->block);
}

static void lower_chain(cc_fn *f, const m_clause *c, uint32_t count, const m_body *block)
{
    c = cc_with_multiples(f->u, c, count);
    own_chain own = {c, count, block};
    const m_ref *each = cc_owner_of_each(c->subject);
    if (each && f->effect && f->apiece != each) {
        const int held = !block && cc_owners_wait(f, c, count);
        if (held)
            cc_hold(f);
        cc_apiece_do(f, each, chain_apiece, &own);
        if (held)
            cc_let_go(f);
    } else
        one_chain(f, c, count, block);
}

/* they gain flying: no player does */
static int is_given_to_things(cc_fn *f, const m_act *act)
{
    const m_operand *o = cc_operand(act, "ABILITIES");
    if (!o || o->type != VOC_ABILITIES)
        return act->block != NULL;
    for (const m_keyword *k = o->is.abilities->keywords; k; k = k->next)
        if (!cc_player_may_have(f->s, k))
            return 1;
    return !o->is.abilities->keywords;
}

/* Who can be the subject of this? A pronoun says nothing of that itself. */
static void wants_of_subject(cc_fn *f, const m_clause *c)
{
    const int they = c->subject->kind == REF_PRONOUN && c->subject->word == W_THEY && c->acts &&
                     c->acts->frame->has_subject;
    f->wants_player = f->about_type == VOC_PLAYER;
    f->wants_nearest = they && (f->about_type == VOC_THING || f->about_type == VOC_RECIPIENT) &&
                       !is_given_to_things(f, c->acts);
    f->wants_object = they && !f->wants_player && !f->wants_nearest;
}

static int is_their(const m_ref *ref, void *user)
{
    (void)user;
    return ref->kind == REF_PRONOUN && ref->word == W_THEY && ref->ref_class != CLASS_PLAYER &&
           ref->number != 2; /* their total power: all of them together */
}

/* they deal damage equal to their power: each its own */
static int are_things_by_themselves(const cc_fn *f, const m_clause *c, uint32_t count)
{
    const int said = c->subject->kind == REF_PRONOUN || c->subject->kind == REF_THAT;
    if (!said || !f->subject->plural || f->subject->ref_class != CLASS_OBJECT ||
        f->subject == f->one_of)
        return 0;
    for (; count; count--, c = c->next)
        if (c->acts && (cc_is_rule(c->acts) ? m_any_in_amount(c->acts->x, is_their, NULL)
                                            : m_any_in_act(c->acts, is_their, NULL)))
            return 1;
    return 0;
}

static void one_chain(cc_fn *f, const m_clause *c, uint32_t count, const m_body *block)
{
    f->s->clause++;
    f->said_before = f->s->referents;
    f->at = c->span;
    f->group = NULL;
    f->did_by = CC_BAD;
    f->said = c->subject;
    if (!c->subject) {
        f->subject = NULL;
        f->actor = CC_BAD;
        cc_clause_in_a_row(f, c, count);
        return;
    }
    f->about_it = c->subject;
    f->done_by_it = c->acts;
    f->about_type =
        c->acts && c->acts->frame->has_subject ? c->acts->frame->slots[0].type : VOC_OBJECT;
    wants_of_subject(f, c);
    f->wants_permanent = c->acts && c->subject->ref_class != CLASS_PLAYER &&
                         c->acts->frame->slot_count && cc_is_about_permanents(f, c->acts);
    const cc_val v = subject_value(f, c->subject);
    if (v.type)
        set_subject(f, c->subject, v);
    f->wants_player = f->wants_permanent = f->wants_object = f->wants_nearest = 0;
    if (!v.type)
        return;
    const int asked =
        f->wants_doers && is_several(c->subject) && f->subject->ref_class == CLASS_PLAYER;
    f->group = asked ? f->subject : NULL;
    f->did_by = asked ? cc_op(f, VM_OP_NONE, 'e', 0, 0, 0) : CC_BAD;
    f->left_to_each = (uint8_t)(c->may || !c->acts);
    if (!c->acts) {
        if (is_several(c->subject)) {
            cc_each_state old;
            const cc_loop l = cc_loop_begin(f, v);
            cc_clause_enter_member(f, l.one, &old);
            may_block(f, block);
            cc_clause_note_doer(f, l.one);
            cc_clause_leave_member(f, &old);
            cc_loop_end(f, l);
        } else {
            may_block(f, block);
        }
        return;
    }
    const cc_referent *before = f->s->referents;
    const int they = c->subject->kind == REF_PRONOUN && f->subject != f->one_of &&
                     is_several(f->subject->ref) && cc_each_own_any(f, c, count);
    if (they || is_several(c->subject) || are_things_by_themselves(f, c, count)) {
        const int held = cc_deal_apiece(f, c, count) || (count > 1 && cc_waits_apiece(f, c, count));
        if (held)
            cc_hold(f);
        cc_clause_several(f, c, count, v);
        if (held)
            cc_let_go(f);
        cc_each_own_note(f, c, count, before);
    } else {
        cc_clause_in_a_row(f, c, count);
    }
}

/* ---- where X is ... --------------------------------------------------------------------------
 */

/* What the sentence says X is, if it says one thing: it holds for all of its clauses. */
static const m_amount *sentence_x(const m_clause *c)
{
    const m_amount *x = NULL;
    for (; c; c = c->next)
        for (const m_act *a = c->acts; a; a = a->next) {
            if (a->x && x)
                return NULL;
            if (a->x)
                x = a->x;
        }
    return x;
}

static int is_said_there(const m_ref *ref, void *user)
{
    (void)user;
    if (ref->another || cc_says_other(ref->desc)) /* than what was named, maybe */
        return 1;
    return ref->kind != REF_THIS && ref->kind != REF_YOU && ref->kind != REF_ALL &&
           ref->kind != REF_NAMED && ref->kind != REF_HOST && ref->kind != REF_OPPONENTS &&
           ref->kind != REF_ZONE;
}

/* Does the number lean on what the sentence itself says or does? */
static int leans(const m_amount *a)
{
    if (!a)
        return 0;
    return a->kind == AMT_EVENT || a->kind == AMT_FRAME || a->kind == AMT_NAME ||
           a->kind == AMT_X || m_any_in_amount(a, is_said_there, NULL) || leans(a->left) ||
           leans(a->right);
}

static void several_clauses(cc_fn *f, const m_clause *c, const m_body *block);

void cc_clauses(cc_fn *f, const m_clause *c, const m_body *block)
{
    const m_amount *x = f->x, *own = sentence_x(c);
    const cc_val x_value = f->x_value;
    const uint32_t sentence = f->sentence;
    f->sentence = f->s->clause;
    m_clause *said = cc_with_ends(f, c);
    if (!said || (f->effect && !cc_with_conditions(f, said)))
        return;
    c = cc_apart(f->u, said);
    if (own) {
        f->x = NULL;
        f->x_value = CC_BAD;
        f->x_later = f->effect && c->next && !leans(own); /* counted once (CR 608.2h) */
        f->x = own;
    }
    several_clauses(f, c, block);
    f->sentence = sentence;
    f->x_later = 0;
    f->x = x;
    f->x_value = x_value;
}

/* What X is is counted when it is first needed: of what the clauses before have made, too (CR 608.2h). */
static void count_x(cc_fn *f, const m_clause *c, uint32_t count)
{
    int needed = 0;
    for (; count; count--, c = c->next)
        needed |= c->acts && m_act_counts(c->acts, AMT_X);
    if (!needed)
        return;
    count_x_now(f);
    f->x_later = 0;
}

static void several_clauses(cc_fn *f, const m_clause *c, const m_body *block)
{
    const m_clause *before = NULL;
    uint32_t together = 0; /* clauses of which the tokens are created together */
    while (c) {
        uint32_t count = 1;
        const m_clause *next = c->next;
        while (next && next->kept) {
            count++;
            next = next->next;
        }
        if (!c->subject) /* imperatives: rules and acts by you, each on its own */
            count = 1, next = c->next;
        if (f->x_later)
            count_x(f, c, count);
        f->after_this = before ? cc_clause_is_about_this(before) : f->after_this;
        if (!together && !c->subject && (together = cc_wait_together(f, c)) != 0)
            cc_hold(f);
        lower_chain(f, c, count, block);
        if (together && !--together)
            cc_let_go(f);
        before = c;
        c = next;
    }
    f->after_this = before && cc_clause_is_about_this(before);
    f->subject = NULL;
    f->actor = CC_BAD;
}
