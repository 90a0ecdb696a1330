/* Replacement effects (CR 614) and what happens as a permanent enters. */
#include "compiler/lower/lower.h"

#include <string.h>

static int changes_event(const cc_scope *s, const m_body *b);

static int clause_changes(const cc_scope *s, const m_clause *c)
{
    for (; c; c = c->next)
        if (c->acts && (cc_is_event_change(s, c->acts) || cc_deals_the_event(s, c)))
            return 1;
    return 0;
}

static int changes_event(const cc_scope *s, const m_body *b)
{
    for (const m_stmt *m = b ? b->stmts : NULL; m; m = m->next)
        if (clause_changes(s, m->clauses) || changes_event(s, m->body) ||
            changes_event(s, m->other))
            return 1;
    return 0;
}

/* 'prevent that damage', 'that damage is dealt to ... instead': they say themselves that they replace (CR 615.1a). */
static int prevents(const m_act *act)
{
    const voc_frame *f = act->frame;
    if (voc_is(f, VOC_REPLACES_ITSELF))
        return 1;
    for (uint32_t i = 0; i < f->part_count; i++) /* ... are created instead */
        if (f->parts[i].kind == VOC_PART_LITERAL && f->parts[i].word == W_INSTEAD)
            return 1;
    return 0;
}

static int begins_with_instead(const m_body *b)
{
    const m_stmt *m = b ? b->stmts : NULL;
    if (!m)
        return 0;
    if (m->kind == STMT_IF)
        return begins_with_instead(m->body);
    return m->kind == STMT_CLAUSES && m->clauses &&
           (m->clauses->instead ||
            (m->clauses->acts && (m->clauses->acts->instead || prevents(m->clauses->acts))));
}

/* you may instead ...: what would happen does, if nobody wants this */
static int is_declinable(const m_body *b)
{
    const m_stmt *m = b ? b->stmts : NULL;
    if (m && m->kind == STMT_IF)
        return is_declinable(m->body);
    const m_clause *c = m && m->kind == STMT_CLAUSES ? m->clauses : NULL;
    return c && c->may && !cc_asks_itself(c->acts) &&
           (c->instead == INSTEAD_IF_WANTED || (!c->instead && c->acts && c->acts->instead));
}

/* What is done first is done in place of what would happen, though that may happen after all behind it. */
static int begins_with_change(const cc_scope *s, const m_body *b)
{
    const m_stmt *m = b ? b->stmts : NULL;
    if (m && m->kind == STMT_IF)
        return begins_with_change(s, m->body);
    return m && m->kind == STMT_CLAUSES && m->clauses && m->clauses->acts &&
           (cc_is_event_change(s, m->clauses->acts) || cc_deals_the_event(s, m->clauses));
}

/* if this would enter: ... */
static int is_own_entering(const m_ability *m)
{
    const m_event *e = m->event;
    return !m->next_time && e->act && e->act->frame->native && e->subject &&
           e->subject->kind == REF_THIS && strcmp(e->act->frame->native, "enters") == 0;
}

/* if damage would be dealt to this: prevent that damage ...: all that is dealt to it at one time is one event, whatever its
 * sources are, as nothing asks for one (CR 510.2, 615.13) */
static int is_at_once(const m_ability *m)
{
    const m_stmt *first = m->body->stmts;
    const m_clause *c = first && first->kind == STMT_CLAUSES ? first->clauses : NULL;
    const m_act *act = c && !c->may ? c->acts : NULL, *e = m->event->act;
    if (m->next_time || !e || !act || act->only_if || act->unless || act->unless_cond ||
        !voc_is(act->frame, VOC_PREVENTS_ALL) || cc_operand(e, "HOW_MUCH"))
        return 0;
    for (uint32_t i = 0; i < e->frame->slot_count; i++)
        if (strcmp(e->frame->slot_names[i], "SOURCE") == 0)
            return 0;
    return 1;
}

static int can_be_replaced(cc_scope *s, const m_event *e, uint32_t event)
{
    static const uint32_t ASKED[] = {
#define REPLACEABLE(name) VM_EVENT_##name,
#include "compiler/lower/replaceable.def"
#undef REPLACEABLE
    };
    for (size_t i = 0; i < sizeof ASKED / sizeof *ASKED; i++)
        if (ASKED[i] == event)
            return 1;
    cc_wrong(s->u, CC_BAD_EVENT, e->span,
             "nothing else can happen instead of this: it is only known once it has happened, "
             "'whenever ...'");
    return 0;
}

/* if EVENT would happen: instead ... */
void cc_replacement(cc_scope *s, const m_ability *m, cc_abilities *out)
{
    cc_scope inner;
    cc_scope_inner(s, &inner);
    inner.delayed = s->delayed;
    inner.referents = s->delayed ? s->referents : NULL;
    vm_ability a = cc_ability_new(VM_ABILITY_REPLACE, m->span);
    a.flags = m->next_time ? VM_AF_NEXT_TIME : !s->delayed && is_at_once(m) ? VM_AF_AT_ONCE : 0;
    if (!cc_replaced_event(&inner, m, &a) || !can_be_replaced(s, m->event, a.event))
        return;
    if (is_own_entering(m)) { /* from wherever, and before it is there (CR 614.12) */
        a.kind = VM_ABILITY_ENTERS;
        a.zones = 0x7F;
    }
    if (m->event->or) {
        cc_wrong(s->u, CC_BAD_EVENT, m->event->or->span,
                 "a replacement is about one event; write it again for the other");
        return;
    }
    inner.replacing = 1;
    inner.sole = m->body->stmts && !m->body->stmts->next && m->body->stmts->kind == STMT_CLAUSES;
    if (m->cond)
        a.condition = cc_condition_fn(&inner, m->cond);
    if (!begins_with_instead(m->body)) {
        cc_wrong(s->u, CC_NO_MEANING, m->body->span, "what happens instead begins with 'instead'");
        return;
    }
    inner.ability = &a;
    cc_fn f;
    cc_fn_begin(&f, &inner, 1);
    f.at = m->span;
    const int changes = changes_event(&inner, m->body) &&
                        (a.kind != VM_ABILITY_ENTERS || begins_with_change(&inner, m->body));
    inner.declinable = (uint8_t)(!changes && is_declinable(m->body));
    if (!changes && !inner.declinable) { /* it happens in the event's place: cancel that first */
        const cc_arg none[1] = {{.given = 0}};
        cc_native(&f, VM_NATIVE_event_cancel, none);
    }
    cc_body(&f, m->body);
    a.effect = cc_fn_end(&f);
    if (!s->delayed &&
        inner.targets.count) { /* only what is put on the stack has targets (CR 114.1) */
        cc_wrong(s->u, CC_NOT_HERE, m->span,
                 "what happens instead has no targets: it is chosen as it happens, 'a creature'");
        return;
    }
    cc_ability_functions(&inner, &a);
    VEC_PUSH(s->u->mem, out, a);
}

/* ---- entering ---------------------------------------------------------------------------------
 */

static void as_copy(cc_fn *f, const m_act *act, int optional)
{
    const m_operand *model = cc_operand(act, "MODEL");
    cc_arg args[2];
    memset(args, 0, sizeof args);
    if (model->is.ref->kind == REF_THIS && !optional) { /* nothing to choose */
        args[0].v = cc_as(f, cc_ref(f, model->is.ref, 'e'), 'e');
        args[0].given = 1;
        if (args[0].v.type &&
            cc_exceptions(f->s, act->except, CC_COPIES_ENTERING, act->span, &args[1]))
            cc_native(f, VM_NATIVE_event_copy, args);
        cc_copy_enters(f, act->except, CC_BAD);
        return;
    }
    if (!model->is.ref->desc) {
        cc_wrong(f->u, CC_NO_MEANING, act->span, "a copy of what? 'any creature'");
        return;
    }
    const cc_val among = cc_desc_set(f, model->is.ref->desc);
    if (!among.type || !cc_exceptions(f->s, act->except, CC_COPIES_ENTERING, act->span, &args[1]))
        return;
    const cc_arg choice[5] = {{.v = among, .given = 1},
                              {.v = cc_you(f), .given = 1},
                              {.v = cc_num(f, optional ? 0 : 1), .given = 1},
                              {.v = cc_num(f, 1), .given = 1}};
    args[0].v = cc_native(f, VM_NATIVE_choose, choice);
    args[0].given = 1;
    cc_native(f, VM_NATIVE_event_copy, args);
    cc_copy_enters(f, act->except, args[0].v);
}

int cc_enters_so(cc_fn *f, const m_act *act)
{
    cc_arg args[2];
    memset(args, 0, sizeof args);
    uint32_t jump = 0;
    if (act->only_if) {
        const cc_val b = cc_condition(f, act->only_if);
        if (!b.type)
            return 1;
        jump = cc_emit(f, VM_OP_JF, b.reg, 0, 0, 0);
    }
    if (act->unless_cond) {
        const cc_val b = cc_condition(f, act->unless_cond);
        if (!b.type)
            return 1;
        const cc_val no = cc_op(f, VM_OP_NOT, 'b', b.reg, 0, 0);
        jump = cc_emit(f, VM_OP_JF, no.reg, 0, 0, 0);
    }
    if (act->unless_cond && act->only_if) {
        cc_wrong(f->u, CC_NO_NATIVE, act->span, "one condition, not two");
        return 1;
    }
    cc_val paid;
    uint32_t unpaid = 0;
    if (act->unless && (unpaid = cc_unless_paid(f, act, &paid)) == 0)
        return 1;
    const cc_arg none[2] = {{.given = 0}, {.given = 0}};
    if (voc_is(act->frame, VOC_ENTERS_TAPPED))
        cc_native(f, VM_NATIVE_event_tapped, none);
    if (voc_is(act->frame, VOC_ENTERS_WITH)) {
        const m_operand *o = cc_operand(act, "COUNTERS");
        if (o->number == UINT32_MAX || !o->count) {
            cc_wrong(f->u, CC_BAD_VALUE, o->span, "how many counters of which kind?");
            return 1;
        }
        const m_amount *x = f->x;
        if (act->x)
            f->x = act->x;
        args[0].v = cc_amount(f, o->count);
        f->x = x;
        if (args[0].v.type && act->times) {
            const cc_val k = cc_amount(f, act->times);
            args[0].v = k.type ? cc_op(f, VM_OP_MUL, 'n', args[0].v.reg, k.reg, 0) : k;
        }
        args[0].given = 1;
        args[1].imm = (int32_t)o->number;
        if (args[0].v.type)
            cc_native(f, VM_NATIVE_event_counters, args);
    } else if (voc_is(act->frame, VOC_ENTERS_CALLED)) {
        args[0].v = cc_num(f, 1);
        args[0].given = 1;
        args[1].imm = (int32_t)cc_needed(act, "DESIGNATION")->number;
        cc_native(f, VM_NATIVE_event_counters, args);
    } else if (voc_is(act->frame, VOC_ENTERS_AS_COPY)) {
        as_copy(f, act, voc_is(act->frame, VOC_MAY_ENTER));
    } else if (!voc_is(act->frame, VOC_ENTERS_TAPPED)) {
        return 0;
    }
    if (unpaid)
        cc_patch(f, unpaid);
    if (jump)
        cc_patch(f, jump);
    return 1;
}

static int is_entering(const m_act *act)
{
    return act && act->frame->kind == DECL_RULE && voc_is(act->frame, VOC_ENTERS_SO);
}

/* as this enters: ... this enters tapped: 1 = it was that */
int cc_enters_here(cc_fn *f, const m_clause *c, const m_act *act)
{
    const vm_ability *a = f->s->ability;
    if (!a || a->kind != VM_ABILITY_ENTERS || !is_entering(act) || !c->subject ||
        (c->subject->kind != REF_THIS && c->subject->kind != REF_PRONOUN))
        return 0;
    return cc_enters_so(f, act);
}

/* creatures you control enter tapped (CR 614.1d): a replacement effect for each of them. */
static int others_enter(cc_scope *s, const m_clause *c, vm_ability *a)
{
    a->event = VM_EVENT_enters;
    s->has_event = 1;
    s->replacing = 1;
    cc_fn f;
    cc_fn_begin(&f, s, 0);
    f.at = c->span;
    const cc_val fits =
        c->subject ? cc_fits(&f, cc_op(&f, VM_OP_EVENT_OBJ, 'o', 0, 0, 0), c->subject) : CC_BAD;
    if (!c->subject)
        cc_wrong(s->u, CC_NO_MEANING, c->span, "what enters so? 'this', 'creatures you control'");
    if (!fits.type)
        return 0;
    a->filter = cc_fn_end_value(&f, fits);
    cc_refer_event(s, c->subject, c->subject->desc, CLASS_OBJECT, AGAIN_EVENT_OBJECT, 0);
    return 1;
}

/* An instant or sorcery never enters. */
static int never_enters(const cc_scope *s, cc_span at)
{
    if (!s->of_card || !(s->u->face.at[s->face_idx].types & (VM_TYPE_INSTANT | VM_TYPE_SORCERY)))
        return 0;
    cc_wrong(s->u, CC_NOT_HERE, at, "an instant or sorcery never enters the battlefield");
    return 1;
}

/* this enters tapped · creatures enter with a counter: 1 = it was that */
int cc_enters_sentence(cc_scope *s, const m_ability *m, cc_abilities *out)
{
    const m_clause *c = m->clauses;
    if (!is_entering(c->acts))
        return 0;
    cc_scope inner;
    cc_scope_inner(s, &inner);
    const int own = c->subject && c->subject->kind == REF_THIS;
    vm_ability a = cc_ability_new(own ? VM_ABILITY_ENTERS : VM_ABILITY_REPLACE, m->span);
    if (own && never_enters(s, m->span))
        return 1;
    if (own)
        a.zones = 0x7F;
    else if (!others_enter(&inner, c, &a))
        return 1;
    cc_fn f;
    cc_fn_begin(&f, &inner, 1);
    f.at = m->span;
    uint32_t jump = 0;
    if (m->cond && own) { /* or it would be one of the effects that are put in an order */
        a.condition = cc_condition_fn(&inner, m->cond);
    } else if (m->cond) {
        const cc_val b = cc_condition(&f, m->cond);
        jump = b.type ? cc_emit(&f, VM_OP_JF, b.reg, 0, 0, 0) : 0;
    }
    for (; c; c = c->next)
        if (!is_entering(c->acts) || !cc_enters_so(&f, c->acts)) {
            cc_wrong(s->u, CC_NO_MEANING, c->span,
                     "something can enter tapped, or with counters, and no more");
            return 1;
        }
    if (jump)
        cc_patch(&f, jump);
    a.effect = cc_fn_end(&f);
    cc_ability_functions(&inner, &a);
    VEC_PUSH(s->u->mem, out, a);
    return 1;
}

/* as this attacks: what is done while attackers are declared (CR 508.1g, 701.38d), before anything triggers. */
static void as_attacks(cc_scope *s, const m_ability *m, cc_abilities *out)
{
    cc_scope inner;
    cc_scope_inner(s, &inner);
    vm_ability a = cc_ability_new(VM_ABILITY_REPLACE, m->span);
    if (!cc_replaced_event(&inner, m, &a))
        return;
    if (m->cond)
        a.condition = cc_condition_fn(&inner, m->cond);
    const m_stmt *only = m->body->stmts;
    const m_body *body = m->body;
    if (only && only->kind == STMT_IF && !only->next && !only->other && !m->cond) {
        a.condition = cc_condition_fn(&inner, only->cond); /* nothing is asked where it is not so */
        body = only->body;
    }
    cc_effect(&inner, body, &a);
    VEC_PUSH(s->u->mem, out, a);
}

void cc_enters(cc_scope *s, const m_ability *m, cc_abilities *out)
{
    if (m->event &&
        (voc_is(m->event->act->frame, VOC_ATTACKS) || voc_is(m->event->act->frame, VOC_TURNS_UP))) {
        as_attacks(s, m, out);
        return;
    }
    if (never_enters(s, m->span))
        return;
    cc_scope inner;
    cc_scope_inner(s, &inner);
    vm_ability a = cc_ability_new(VM_ABILITY_ENTERS, m->span);
    a.zones = 0x7F;
    const m_stmt *only = m->body->stmts;
    const m_body *body = m->body;
    if (m->cond) { /* as this enters, if ...: */
        a.condition = cc_condition_fn(&inner, m->cond);
    } else if (only && only->kind == STMT_IF && !only->next && !only->other) {
        a.condition = cc_condition_fn(&inner, only->cond); /* where it is not so nothing replaces */
        body = only->body;
    }
    cc_effect(&inner, body, &a);
    VEC_PUSH(s->u->mem, out, a);
}
