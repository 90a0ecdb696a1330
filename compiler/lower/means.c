/* Declarations that say what they mean: 'condition WHO:player is desperate means WHO has 5 or less life'. The words
 * behind 'means' are read where the phrase is used, with its operands in the place of their names. */
#include "compiler/lower/lower.h"

#include <string.h>

enum { DEEPEST = 8 };

typedef struct reading {
    cc_scope *s;
    m_context context, *outer;
    cc_binding *bindings;
    const cc_binding *seen;
    m_reader r;
} reading;

static m_name *name_of(const m_context *context, uint32_t slot)
{
    for (m_name *n = context->names; n; n = n->next)
        if (n->operand && n->slot == slot)
            return n;
    return NULL;
}

static void bind(reading *g, uint32_t slot, const m_operand *o, cc_val given)
{
    cc_binding *b = ARENA_NEW(g->s->u->mem, cc_binding);
    b->name = name_of(&g->context, slot);
    b->operand = o;
    b->outer = g->s;
    b->val = given;
    b->below = g->seen;
    b->next = g->s->bindings;
    g->s->bindings = b;
}

static void contains_itself(cc_scope *s, const voc_frame *f)
{
    cc_wrong(s->u, CC_TOO_DEEP, f->span, "what this means contains itself, or is %d deep", DEEPEST);
}

/* given: the value of the subject, where there is no reference to it */
static int begin(reading *g, cc_scope *s, const m_act *act, const m_ref *subject, cc_val given)
{
    const voc_frame *f = act->frame;
    if (s->u->depth > DEEPEST) {
        contains_itself(s, f);
        return 0;
    }
    memset(g, 0, sizeof *g);
    g->s = s;
    g->context.links = s->context->links;
    g->context.given = s->given;
    g->context.declaration = f;
    g->bindings = s->bindings;
    g->seen = s->seen;
    cc_give_operands(s->u, f, 0, &g->context);
    m_operand *first = ARENA_NEW(s->u->mem, m_operand);
    first->type = f->slot_count ? f->slots[0].type : 0;
    first->given = 1;
    first->is.ref = (m_ref *)(uintptr_t)subject;
    for (uint32_t i = 0; i < f->slot_count; i++)
        if (i || !f->has_subject)
            bind(g, i, &act->operands[i], CC_BAD);
        else if (subject || given.type)
            bind(g, i, first, given);
    s->seen = s->bindings;
    m_reader_init(&g->r, s->u->mem, s->u->diags, s->u->voc, &g->context);
    m_reader_phrase(&g->r, f->means.first, f->means.count);
    g->outer = s->context;
    s->context = &g->context;
    s->u->depth++;
    return 1;
}

static void end(reading *g)
{
    g->s->bindings = g->bindings;
    g->s->seen = g->seen;
    g->s->context = g->outer;
    g->s->u->depth--;
}

static void *whole(m_reader *r, const m_hits *hits)
{
    for (uint32_t i = 0; i < hits->count; i++)
        if (hits->at[i].end == r->count)
            return hits->at[i].node;
    m_complain(r);
    return NULL;
}

cc_val cc_means_condition(cc_fn *f, const m_act *act, const m_ref *subject, cc_val given)
{
    reading g;
    if (!begin(&g, f->s, act, subject, given))
        return CC_BAD;
    const m_cond *c = m_read_whole_cond(&g.r, 0);
    if (!c)
        m_complain(&g.r);
    const cc_val v = c ? cc_condition(f, c) : CC_BAD;
    end(&g);
    return v;
}

cc_val cc_means_amount(cc_fn *f, const m_act *act)
{
    reading g;
    const m_operand *subject = act->frame->has_subject ? &act->operands[0] : NULL;
    if (!begin(&g, f->s, act, subject ? subject->is.ref : NULL, CC_BAD))
        return CC_BAD;
    const m_amount *a = whole(&g.r, m_read_amount(&g.r, 0));
    const cc_val v = a ? cc_amount(f, a) : CC_BAD;
    end(&g);
    return v;
}

/* Does the clause say something of the operand in front of the pattern? */
static int is_of_subject(const reading *g, const m_clause *c)
{
    return c->subject && c->subject->kind == REF_NAME &&
           c->subject->name == name_of(&g->context, 0) && c->acts && cc_is_rule(c->acts) && !c->may;
}

/* ... means WHO can't cast SPELLS while the number of SPELLS they've cast this turn is ...: of each of them that is asked */
static uint32_t of_whom(cc_mods *m, const m_act *act, uint32_t sel)
{
    if (!act->only_if && !act->unless_cond)
        return sel;
    if (act->unless_cond || m->f || !sel) {
        cc_wrong(m->s->u, CC_NO_NATIVE, m->f ? m->f->at : act->span,
                 "what this means has a condition: it can be so always, and no effect can make "
                 "it so, yet");
        m->failed = 1;
        return sel;
    }
    const uint32_t some = cc_those_of_whom(m->s, m->about, sel, act->only_if);
    m->failed |= !some;
    return some;
}

void cc_means_rule(cc_mods *m, const m_act *act, uint32_t sel)
{
    reading g;
    if (!begin(&g, m->s, act, m->about, CC_BAD)) {
        m->failed = 1;
        return;
    }
    const m_clause *c = m_read_clauses(&g.r, 0);
    if (!c)
        m_complain(&g.r);
    m->failed |= !c;
    for (; c && !m->failed; c = c->next) {
        if (!is_of_subject(&g, c)) {
            cc_wrong(m->s->u, CC_BAD_DECL, c->span,
                     "what a rule means is said of its subject, and stays true: 'WHAT gets +1/+1'");
            m->failed = 1;
            break;
        }
        cc_mod_act(m, c->acts, of_whom(m, c->acts, sel));
    }
    end(&g);
}

/* A participant that is an operand of the pattern is what the operand is where the event is used. */
static int put_in(const m_event *use, m_ref **ref)
{
    if (!*ref || (*ref)->kind != REF_NAME || !(*ref)->name->operand)
        return 1;
    const uint32_t slot = (*ref)->name->slot;
    *ref =
        slot == 0 && use->act->frame->has_subject ? use->subject : use->act->operands[slot].is.ref;
    return *ref != NULL;
}

const m_event *cc_means_event(cc_scope *s, const m_event *use, uint32_t deep)
{
    reading g;
    m_cond *cond = NULL;
    if (deep > DEEPEST) {
        contains_itself(s, use->act->frame);
        return NULL;
    }
    if (!begin(&g, s, use->act, use->subject, CC_BAD))
        return NULL;
    m_event *e = m_read_events(&g.r, 0, &cond, 0);
    int ok = e != NULL;
    if (!e)
        m_complain(&g.r);
    int is_step = 0;
    for (const m_event *one = e; one; one = one->or)
        is_step |= one->is_step;
    if (e && (cond || is_step)) {
        cc_wrong(s->u, CC_BAD_DECL, use->act->frame->span,
                 "what an event means are events, without 'if', and no step");
        ok = 0;
    }
    for (m_event *one = e; ok && one; one = one->or) {
        ok = put_in(use, &one->subject);
        for (uint32_t i = 0; ok && i < one->act->frame->slot_count; i++)
            if (voc_is_reference(one->act->frame->slots[i].type) && one->act->operands[i].given)
                ok = put_in(use, &one->act->operands[i].is.ref);
    }
    end(&g);
    return ok ? e : NULL;
}

static const m_event *meant(cc_scope *s, const m_event *e, uint32_t deep)
{
    const m_event *is = e;
    if (!e->is_step && !e->state && e->act->frame->means.count) {
        is = cc_means_event(s, e, deep);
        is = is ? meant(s, is, deep + 1) : NULL;
    }
    if (!is)
        return NULL;
    m_event *first = ARENA_NEW(s->u->mem, m_event), *last = first;
    *first = *is;
    if (is == e) {
        first->or = NULL;
    } else if (e->first && is->or) {
        cc_wrong(s->u, CC_BAD_EVENT, e->span, "this is one of several events: the first of which?");
        return NULL;
    } else if (e->first) {
        first->first = e->first;
    }
    while (last->or)
        last = last->or ;
    if (e->or) {
        last->or = (m_event *)(uintptr_t)meant(s, e->or, deep);
        if (!last->or)
            return NULL;
    }
    return first;
}

/* The event and those joined to it, each as what it means. */
const m_event *cc_meant(cc_scope *s, const m_event *e)
{
    return meant(s, e, 0);
}

/* Can the words be read at all? Asked where the declaration stands. */
void cc_means_check(cc_unit *u, const voc_frame *f)
{
    m_links links = {0};
    m_context context = {0};
    m_reader r;
    m_cond *cond;
    m_hits ends = {0};
    context.links = &links;
    context.declaration = f;
    cc_give_operands(u, f, 0, &context);
    m_reader_init(&r, u->mem, u->diags, u->voc, &context);
    m_reader_phrase(&r, f->means.first, f->means.count);
    const uint32_t mistakes = u->diags->total_count;
    int ok = 1;
    switch (f->kind) {
    case DECL_CONDITION:
        ok = m_read_whole_cond(&r, 0) != NULL;
        break;
    case DECL_AMOUNT:
        whole(&r, m_read_amount(&r, 0));
        break;
    case DECL_RULE:
        ok = m_read_clauses(&r, 0) != NULL;
        break;
    case DECL_EVENT:
        ok = m_read_events(&r, 0, &cond, 0) != NULL;
        break;
    case DECL_ADJECTIVE:
        whole(&r, m_read_desc(&r, 0));
        break;
    case DECL_COST:
        ok = m_read_costs(&r, 0, r.count) != NULL;
        break;
    case DECL_DURATION:
        whole(&r, m_read_durations(&r, 0, &ends));
        break;
    default:
        cc_diag_add(u->diags, CC_BAD_DECL, f->span,
                    "an action, a keyword and a phrase of tests do not have 'means'");
        cc_diag_help(u->diags, "they have a body in braces");
    }
    if (!ok && u->diags->total_count == mistakes)
        m_complain(&r);
}
