/* What stands in a body: sentences, if, let, for each, triggers and replacements that it makes. */
#include "compiler/lower/lower.h"

#include <string.h>

#include "compiler/meaning/walk.h"

cc_val cc_choice(cc_fn *f, const m_choice *c)
{
    const cc_val who = f->actor.type == 'p' ? f->actor : cc_you(f);
    cc_arg a[2] = {{.v = who, .given = 1}, {.v = f->word, .given = 1}};
    cc_val v;
    switch ((m_choice_kind)c->kind) {
    case CHOICE_COLOR:
        v = cc_native(f, VM_NATIVE_choose_color, a);
        break;
    case CHOICE_CREATURE_TYPE:
        v = cc_native(f, VM_NATIVE_choose_creature_type, a);
        break;
    case CHOICE_WORD:
        v = f->word = cc_native(f, VM_NATIVE_choose_word, a);
        break;
    case CHOICE_LIKE_WORD:
        if (!f->word.type)
            return cc_wrong(f->u, CC_NO_REFERENT, c->span,
                            "the same kind as what? Nothing has been chosen before this");
        v = cc_native(f, VM_NATIVE_choose_like_word, a);
        break;
    default:
        return CC_BAD;
    }
    if (c->bind)
        cc_name_set(f, c->bind, v);
    return v;
}

/* ---- statements -------------------------------------------------------------------------------
 */

static int is_target(const m_ref *ref, void *user)
{
    (void)user;
    return ref->kind == REF_TARGET;
}

static void lower_if(cc_fn *f, const m_stmt *m)
{
    if (m_any_in_cond(m->cond, is_target, NULL)) {
        cc_wrong(f->u, CC_NOT_HERE, m->cond->span,
                 "a condition asks; targets are chosen by what is done");
        return;
    }
    const cc_val b = cc_condition(f, m->cond);
    if (!b.type)
        return;
    const uint32_t to_else = cc_emit(f, VM_OP_JF, b.reg, 0, 0, 0);
    const cc_val did = cc_did(f);
    cc_sub_body(f, m->body);
    if (m->other) {
        const uint32_t to_end = cc_emit(f, VM_OP_JMP, 0, 0, 0, 0);
        cc_patch(f, to_else);
        f->did = did;
        cc_sub_body(f, m->other);
        cc_patch(f, to_end);
    } else {
        cc_patch(f, to_else);
    }
}

static void lower_let(cc_fn *f, const m_stmt *m)
{
    if (m->cond) {
        const cc_val b = cc_condition(f, m->cond), v = cc_reg(f, 'n');
        if (!b.type)
            return;
        const uint32_t to_else = cc_emit(f, VM_OP_JF, b.reg, 0, 0, 0);
        cc_move(f, v, cc_amount(f, m->amount));
        const uint32_t to_end = cc_emit(f, VM_OP_JMP, 0, 0, 0, 0);
        cc_patch(f, to_else);
        cc_move(f, v, cc_amount(f, m->amount2));
        cc_patch(f, to_end);
        cc_name_set(f, m->name, v);
        return;
    }
    const cc_val v = m->choice   ? cc_choice(f, m->choice)
                     : m->amount ? cc_amount(f, m->amount)
                                 : cc_ref(f, m->ref, 'e');
    cc_name_set(f, m->name, v);
}

static void lower_for_each(cc_fn *f, const m_stmt *m)
{
    const cc_val set = cc_as(f, cc_ref(f, m->ref, 'e'), 'e');
    if (!set.type)
        return;
    cc_referent *r = cc_referent_of(f, m->ref);
    const cc_loop l = cc_loop_begin(f, set);
    if (!r)
        r = cc_refer(f, m->ref, l.one, AGAIN_NOT, 0);
    const cc_val was = r->was;
    const uint8_t plural = r->plural;
    r->was = l.one;
    r->plural = 0;
    r->owner = f->id;
    if (m->ref->bind)
        cc_name_set(f, m->ref->bind, l.one);
    cc_sub_body(f, m->body);
    r->was = was;
    r->plural = plural;
    cc_loop_end(f, l);
}

/* A trigger made by an effect can mean what was said before it (CR 603.7c): the oldest first, as it was said. */
static void hand_on(cc_fn *f, cc_scope *inner, cc_referent *r)
{
    if (!r)
        return;
    hand_on(f, inner, r->next);
    if (r->again == AGAIN_YOU || r->again == AGAIN_THIS || !cc_is_at_hand(f, r))
        return;
    cc_referent *mine =
        cc_refer_event(inner, r->ref, r->desc, (m_ref_class)r->ref_class, AGAIN_CAPTURED, 0);
    mine->outer = r;
    mine->plural = r->plural;
    mine->is_this = r->is_this;
    mine->is_result = r->is_result;
    mine->paid = r->paid;
}

/* The native that puts aside the abilities made since row `first`, with what they mean. */
static void put_aside(cc_fn *f, const cc_captures *captures, int native, uint32_t first)
{
    cc_arg a[VM_CAPTURED_MAX + 1];
    memset(a, 0, sizeof a);
    for (uint32_t i = 0; i < captures->count; i++) {
        a[i].v = cc_as(f, cc_referent_value(f, captures->of[i], 1), 'e');
        a[i].given = a[i].v.type != 0;
    }
    for (uint32_t i = first; i < f->u->ability.count; i++) {
        a[VM_CAPTURED_MAX].imm = (int32_t)i;
        cc_native(f, native, a);
    }
}

/* when you do: ... (CR 603.12): a trigger of its own, put on the stack once this has resolved. */
static void lower_reflexive(cc_fn *f, const m_stmt *m)
{
    if (!cc_did(f).type) {
        cc_wrong(f->u, CC_NO_REFERENT, m->span, "nothing before this could have been done or not");
        return;
    }
    cc_scope inner;
    cc_captures captures = {{0}, 0};
    cc_scope_inner(f->s, &inner);
    inner.captures = &captures;
    hand_on(f, &inner, f->s->referents);
    vm_ability a = cc_ability_new(VM_ABILITY_TRIGGERED, m->span);
    cc_effect(&inner, m->body, &a);
    VEC_PUSH(f->u->mem, &f->u->ability, a);
    const uint32_t jump = cc_emit(f, VM_OP_JF, f->did.reg, 0, 0, 0);
    put_aside(f, &captures, VM_NATIVE_reflex, f->u->ability.count - 1);
    cc_patch(f, jump);
}

/* A trigger or replacement made by an effect: delayed (CR 603.7). */
static void lower_delayed(cc_fn *f, const m_stmt *m)
{
    cc_scope inner;
    cc_captures captures = {{0}, 0};
    cc_abilities made = {0};
    cc_scope_inner(f->s, &inner);
    inner.delayed = 1;
    inner.captures = &captures;
    inner.x_known = f->s->x_known;
    if (m->behind)
        cc_declare_targets(f, m->ability->body->stmts->clauses);
    hand_on(f, &inner, f->s->referents);
    cc_abilities_lower(&inner, m->ability, &made);
    const uint32_t first = f->u->ability.count;
    for (uint32_t i = 0; i < made.count; i++)
        VEC_PUSH(f->u->mem, &f->u->ability, made.at[i]);
    put_aside(f, &captures, VM_NATIVE_delay, first);
}

static const struct {
    const char *native;
    int duration;
} DURATIONS[] = {
#define DURATION(id, word)                                                                         \
    {                                                                                              \
        word, VM_DURATION_##id                                                                     \
    }
    DURATION(END_OF_TURN, "end_of_turn"),
    DURATION(END_OF_COMBAT, "end_of_combat"),
    DURATION(WHILE_SOURCE, "while_source"),
    DURATION(YOUR_NEXT_TURN, "your_next_turn"),
    DURATION(END_OF_YOUR_NEXT_TURN, "end_of_your_next_turn"),
    DURATION(WHILE, "while"),
#undef DURATION
};

int cc_knows_duration(const char *native)
{
    for (size_t i = 0; i < sizeof DURATIONS / sizeof *DURATIONS; i++)
        if (strcmp(DURATIONS[i].native, native) == 0)
            return 1;
    return 0;
}

int cc_duration(cc_fn *f, const m_act *act)
{
    if (!act || !act->duration)
        return f->s->duration >= 0 ? f->s->duration : VM_DURATION_FOREVER;
    for (size_t i = 0; i < sizeof DURATIONS / sizeof *DURATIONS; i++)
        if (strcmp(DURATIONS[i].native, act->duration->frame->native) == 0)
            return DURATIONS[i].duration;
    cc_wrong(f->u, CC_NO_NATIVE, act->duration->span, "the rules machine knows no duration '%s'",
             act->duration->frame->native);
    return -1;
}

static void lower_until(cc_fn *f, const m_stmt *m)
{
    const int old = f->s->duration;
    m_act act;
    memset(&act, 0, sizeof act);
    act.duration = m->duration;
    act.span = m->span;
    f->s->duration = cc_duration(f, &act);
    if (f->s->duration >= 0)
        cc_sub_body(f, m->body);
    f->s->duration = old;
}

static void statement(cc_fn *f, const m_stmt *m)
{
    f->at = m->span;
    switch ((m_stmt_kind)m->kind) {
    case STMT_CLAUSES:
        cc_clauses(f, m->clauses, m->body);
        if (m->later)
            statement(f, m->later);
        break;
    case STMT_IF:
        lower_if(f, m);
        break;
    case STMT_LET:
        lower_let(f, m);
        break;
    case STMT_FOREACH:
        lower_for_each(f, m);
        break;
    case STMT_UNTIL:
        lower_until(f, m);
        break;
    case STMT_DELAYED:
        lower_delayed(f, m);
        break;
    case STMT_REFLEXIVE:
        lower_reflexive(f, m);
        break;
    case STMT_BLOCK:
        cc_sub_body(f, m->body);
        break;
    case STMT_MODES:
        cc_wrong(f->u, CC_NOT_HERE, m->span,
                 "modes are all that a spell or ability does: 'choose one { ... }' stands alone");
        break;
    }
}

static int says_instead(const m_body *b)
{
    const m_stmt *m = b ? b->stmts : NULL;
    if (!m || m->kind != STMT_CLAUSES)
        return 0;
    const m_clause *c = m->clauses;
    while (c->next)
        c = c->next;
    return m->clauses->instead || (m->clauses->acts && m->clauses->acts->instead) ||
           (c->acts && c->acts->instead);
}

/* you gain 2 life / if you control a Forest: you gain 5 life instead */
static int is_otherwise(const cc_fn *f, const m_stmt *m)
{
    return !f->s->replacing && m->next && m->next->kind == STMT_IF && !m->next->other &&
           says_instead(m->next->body) && m->kind == STMT_CLAUSES;
}

static void lower_otherwise(cc_fn *f, const m_stmt *m)
{
    m_stmt both = *m->next, first = *m;
    m_body other = {m->span, &first};
    first.next = NULL;
    both.other = &other;
    f->s->otherwise = 1;
    lower_if(f, &both);
    f->s->otherwise = 0;
}

void cc_sub_body(cc_fn *f, const m_body *b)
{
    f->depth++;
    for (const m_stmt *m = b ? b->stmts : NULL; m; m = m->next) {
        if (is_otherwise(f, m)) {
            lower_otherwise(f, m);
            m = m->next;
            cc_release(f);
            continue;
        }
        statement(f, m);
        cc_release(f);
    }
    f->depth--;
}

void cc_body(cc_fn *f, const m_body *b)
{
    cc_sub_body(f, b);
}
