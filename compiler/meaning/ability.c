/* Statements of cards: keywords, triggers, activated and static abilities, replacements. What kind of ability a
 * statement is follows from its shape. */
#include "compiler/meaning/read.h"
#include "compiler/meaning/walk.h"

#include <stdlib.h>
#include <string.h>

#include "grammar.tab.h"

static m_ability *ability_new(m_reader *r, m_ability_kind kind, const syn_stmt *s)
{
    m_ability *a = ARENA_NEW(r->mem, m_ability);
    a->kind = (uint8_t)kind;
    a->span = s->span;
    return a;
}

static m_ability *no_body(m_reader *r)
{
    m_complain(r);
    return NULL;
}

/* ---- costs ------------------------------------------------------------------------------------
 */

static m_cost *cost_new(m_reader *r, uint32_t from, uint32_t to)
{
    m_cost *c = ARENA_NEW(r->mem, m_cost);
    c->span = m_span(r, from, to);
    return c;
}

static m_cost *read_cost_list(m_reader *r, uint32_t at, uint32_t end, const voc_frame *before,
                              int depth);

static m_cost *cost_and_rest(m_reader *r, m_cost *c, uint32_t from, uint32_t at, uint32_t end,
                             int depth)
{
    at = m_read_cost_ways(r, c, from, at, end, depth);
    if (at == end)
        return c;
    uint32_t i = at + (m_kind(r, at) == TOK_COMMA);
    const int gapped = i == at && m_word(r, i) == W_AND && c->act; /* pay {4} and 2 life */
    i += m_word(r, i) == W_AND;
    if (i == at) {
        m_want(r, at, "',' and more cost, or ':'");
        return NULL;
    }
    c->next = read_cost_list(r, i, end, gapped ? c->act->frame : NULL, depth + 1);
    return c->next ? c : NULL;
}

/* before: whose verb it may have, where it has none of its own */
static m_cost *read_cost_list(m_reader *r, uint32_t at, uint32_t end, const voc_frame *before,
                              int depth)
{
    if (at >= end || !m_goes_on(r, at, depth))
        return NULL;
    const syn_token *t = &r->t[at];
    m_cost *c = cost_new(r, at, at + 1);
    if (t->kind == TOK_MANA) {
        c->symbols = t->text;
        return cost_and_rest(r, c, at, at + 1, end, depth);
    }
    if (t->kind == TOK_SIGNED || (t->kind == TOK_NUM && at == 0 && end == 1)) {
        c->loyalty = t->text;
        return cost_and_rest(r, c, at, at + 1, end, depth);
    }
    c->name = m_name_find(r, t->word);
    if (c->name && c->name->kind == M_NAME_COST)
        return cost_and_rest(r, c, at, at + 1, end, depth);
    c->name = NULL;
    int verb = 0;
    const int ing = t->word < r->voc->info.count &&
                    r->voc->info.at[t->word].forms == VOC_FORM_ING; /* by sacrificing a creature */
    const voc_frame *f = voc_frames(r->voc, DECL_COST, t->word);
    const int gap = !f && before;
    for (f = gap ? voc_frames(r->voc, DECL_COST, before->head) : f; f; f = f->next) {
        m_hits acts = {0};
        verb |= !gap;
        if (ing || gap)
            m_read_frame_tail(r, f, at, at + !gap, &acts);
        else
            m_read_frame(r, f, at, &acts);
        for (uint32_t i = 0; i < acts.count; i++) {
            if (acts.at[i].end > end)
                continue;
            if (m_open_number(acts.at[i].node) >= 0) {
                m_refuse(r, acts.at[i].end, m_span(r, at + 1, acts.at[i].end), CC_MISSING_OPERAND,
                         "how many? A cost names its number");
                continue;
            }
            m_cost *one = cost_new(r, at, acts.at[i].end);
            one->act = acts.at[i].node;
            if (!m_expand_cost(r, one->act, acts.at[i].end))
                continue;
            m_cost *all = cost_and_rest(r, one, at, acts.at[i].end, end, depth);
            if (all)
                return all;
        }
    }
    if (!verb && voc_frames(r->voc, DECL_ACTION, t->word))
        m_refuse(r, at + 1, m_span(r, at, end), CC_BAD_COST, "'%s' cannot be a cost", t->text);
    else if (!verb)
        m_want(r, at, "a cost");
    return NULL;
}

m_cost *m_read_costs(m_reader *r, uint32_t at, uint32_t end)
{
    return read_cost_list(r, at, end, NULL, 0);
}

static m_ability *read_activated(m_reader *r, const syn_stmt *s)
{
    m_ability *a = ability_new(r, ABILITY_ACTIVATED, s);
    uint32_t end = r->count;
    for (uint32_t i = 1; i < r->count; i++)
        if ((m_word(r, i) == W_ONLY || m_word(r, i) == W_BY) && m_kind(r, i - 1) == TOK_COMMA) {
            end = i - 1;
            break;
        }
    a->cost = m_read_costs(r, 0, end);
    if (!a->cost || (end != r->count && !m_read_limits(r, end + 1, a)))
        return no_body(r);
    const syn_block *body = m_limits_of_body(r, s->body, a);
    a->body = body ? m_read_body(r, body) : NULL;
    return a->body ? a : NULL;
}

/* ---- triggers and replacements ----------------------------------------------------------------
 */

/* 'this turn' and the like at the end of what is waited for: how long */
static void cut_duration(m_reader *r, m_ability *a)
{
    for (uint32_t i = r->count; i-- > 2;) {
        m_hits ends = {0};
        m_read_durations(r, i, &ends);
        for (uint32_t k = 0; k < ends.count; k++)
            if (ends.at[k].end == r->count) {
                a->duration = ends.at[k].node;
                m_reader_phrase(r, r->t, i);
                return;
            }
    }
}

static m_ability *read_trigger(m_reader *r, const syn_stmt *s)
{
    m_ability *a = ability_new(r, ABILITY_TRIGGER, s);
    if (!s->body)
        return no_body(r);
    a->event = m_group(r, 0) == W_AT ? m_read_step_event(r, 1, &a->cond)
                                     : m_read_events(r, 1, &a->cond, 0);
    if (!a->event && m_word(r, 0) == W_WHEN)
        a->event = m_read_state(r, 1, &a->cond);
    if (!a->event && r->context->in_body && m_group(r, 0) != W_AT) { /* whenever ... this turn */
        cut_duration(r, a);
        a->event = a->duration ? m_read_events(r, 1, &a->cond, 0) : NULL;
    }
    if (!a->event)
        return no_body(r);
    a->each_time = r->context->in_body && m_word(r, 0) == W_WHENEVER;
    a->first_time = r->context->in_body && m_word(r, 0) == W_WHEN;
    a->body = m_read_body(r, s->body);
    return a->body ? a : NULL;
}

/* The phrase without its 'would', so that what would happen is read as what happens. */
static int without_would(m_reader *r, uint32_t from)
{
    syn_token *t = arena_alloc(r->mem, sizeof *t * r->count);
    uint32_t n = 0, found = 0;
    for (uint32_t i = from; i < r->count; i++)
        if (m_word(r, i) == W_WOULD && !found)
            found = 1;
        else
            t[n++] = r->t[i];
    if (found)
        m_reader_phrase(r, t, n);
    return (int)found;
}

static m_ability *read_replacement(m_reader *r, const syn_stmt *s, uint32_t from, int next_time)
{
    m_ability *a = ability_new(r, ABILITY_REPLACEMENT, s);
    a->next_time = (uint8_t)next_time;
    if (!s->body)
        return no_body(r);
    if (!without_would(r, from)) {
        cc_diag_add(r->diags, CC_BAD_EVENT, m_span(r, 0, r->count),
                    "'the next time' waits for what would happen: ... would ...");
        return NULL;
    }
    if (next_time || r->context->in_body)
        cut_duration(r, a);
    a->event = m_read_events(r, 0, &a->cond, 1);
    if (!a->event)
        return no_body(r);
    a->body = m_read_body(r, s->body);
    return a->body ? a : NULL;
}

static int happens_to_card(const m_ability *a);

/* as this enters: ... · as this resolves: ..., behind what the spell says itself */
static m_ability *read_as_enters(m_reader *r, const syn_stmt *s)
{
    m_ability *a = ability_new(r, ABILITY_ENTERS, s);
    if (!s->body)
        return no_body(r);
    a->event = m_read_events(r, 1, &a->cond, 0);
    if (!a->event)
        return no_body(r);
    const voc_frame *is = a->event->act ? a->event->act->frame : NULL;
    const int resolves = is && voc_is(is, VOC_RESOLVES);
    if (is && voc_is(is, VOC_DRAWS) && happens_to_card(a) && !a->event->or) {
        a->kind = ABILITY_TRIGGER;
        a->special = 1; /* nobody else knows of it (CR 702.93a) */
        a->body = m_read_body(r, s->body);
        return a->body ? a : NULL;
    }
    if (!is ||
        (!resolves && !voc_is(is, VOC_ENTERS) && !voc_is(is, VOC_ATTACKS) &&
         !voc_is(is, VOC_TURNS_UP)) ||
        a->event->or || !a->event->subject || a->event->subject->kind != REF_THIS) {
        cc_diag_add(r->diags, CC_BAD_EVENT, a->span,
                    "'as' knows 'as this enters', 'as this attacks', 'as this is turned face up', "
                    "'as this resolves' and 'as you draw "
                    "this'");
        return NULL;
    }
    a->kind = resolves ? ABILITY_RESOLVES : ABILITY_ENTERS;
    a->body = m_read_body(r, s->body);
    return a->body ? a : NULL;
}

static int says_would(const m_reader *r)
{
    for (uint32_t i = 0; i < r->count; i++)
        if (m_word(r, i) == W_WOULD)
            return 1;
    return 0;
}

/* if this was kicked: it enters with a +1/+1 counter: as it enters, if ... (CR 614.12) */
static m_ability *read_enters_if(m_reader *r, const syn_stmt *s, m_cond *cond)
{
    int entering = 0;
    for (uint32_t i = 0; i < s->body->stmts.count; i++) {
        const syn_phrase p = s->body->stmts.at[i]->phrase;
        const voc_frame *f = p.count > 1 ? voc_frames(r->voc, DECL_RULE, p.first[1].word) : NULL;
        for (; f; f = f->next)
            entering |= voc_is(f, VOC_ENTERS_SO);
    }
    if (!entering)
        return NULL;
    m_ability *a = ability_new(r, ABILITY_ENTERS, s);
    m_stmt *m = ARENA_NEW(r->mem, m_stmt);
    m->kind = STMT_IF;
    m->span = s->span;
    m->cond = cond;
    m->body = m_read_body(r, s->body);
    if (!m->body)
        return NULL;
    a->body = ARENA_NEW(r->mem, m_body);
    a->body->span = s->span;
    a->body->stmts = m;
    return a;
}

/* if this is in your opening hand: ... (CR 103.5) */
static m_ability *read_opening(m_reader *r, const syn_stmt *s)
{
    m_cond *c = m_read_whole_cond(r, 1);
    if (!c) {
        m_complain(r);
        return NULL;
    }
    if (c->kind != COND_ACT || !voc_is(c->act->frame, VOC_OPENS)) {
        m_ability *enters = read_enters_if(r, s, c);
        if (enters)
            return enters;
        cc_diag_add(r->diags, CC_NOT_HERE, s->span,
                    "'if' on a permanent needs 'would', or stands behind a head");
        cc_diag_help(r->diags,
                     "what is always so while something is true is said with 'while ...:'");
        return NULL;
    }
    m_ability *a = ability_new(r, ABILITY_OPENING, s);
    a->mulligan = voc_is(c->act->frame, VOC_MULLIGANS) ? 1 : 0;
    a->command = voc_is(c->act->frame, VOC_COMMANDS) ? 1 : 0;
    a->cond = c;
    a->body = m_read_body(r, s->body);
    return a->body ? a : NULL;
}

/* ---- static -----------------------------------------------------------------------------------
 */

static m_ability *read_static(m_reader *r, const syn_stmt *s)
{
    m_ability *a = ability_new(r, ABILITY_STATIC, s);
    m_stmt *m = m_read_statement(r, s);
    if (!m)
        return NULL;
    if (m->kind != STMT_CLAUSES || m->later) {
        cc_diag_add(r->diags, CC_NOT_HERE, s->span, "this can stand inside an effect only");
        cc_diag_help(r->diags, "begin with 'when ...:', 'at ...:' or a cost and ':'");
        return NULL;
    }
    for (const m_clause *c = m->clauses; c; c = c->next)
        if (c->acts && c->acts->duration) {
            cc_diag_add(r->diags, CC_EXTRA_OPERAND, c->acts->duration->span,
                        "what a permanent says is so as long as it is there: it has no end");
            return NULL;
        }
    a->clauses = m->clauses;
    return a;
}

/* What is tapped, as all such things: a land that a player taps is any land, one that you tap one that you control. */
static m_ref *all_that_give(m_reader *r, const m_ref *what, m_ref *who)
{
    m_ref *all = ARENA_NEW(r->mem, m_ref);
    *all = *what;
    if (what->kind != REF_SOME || !what->desc)
        return what->kind == REF_THIS || what->kind == REF_HOST ? all : NULL;
    all->kind = REF_ALL;
    all->each = 1;
    all->count = NULL;
    const int anybody =
        !who || (who->kind == REF_SOME && who->desc->atoms->kind == ATOM_NOUN &&
                 who->desc->atoms->number == NOUN_PLAYER && !who->desc->atoms->next);
    m_desc **tail = &all->desc;
    for (const m_desc *d = what->desc; d && !anybody; d = d->or) {
        m_desc *one = ARENA_NEW(r->mem, m_desc);
        m_atom **at = &one->atoms;
        *one = *d;
        for (const m_atom *k = d->atoms; k; k = k->next, at = &(*at)->next) {
            *at = ARENA_NEW(r->mem, m_atom);
            **at = *k;
        }
        *at = ARENA_NEW(r->mem, m_atom);
        **at = (m_atom){.kind = ATOM_CONTROL, .span = d->span, .ref = who};
        *tail = one;
        tail = &one->or ;
    }
    return all;
}

/* if you tap a land for mana: it produces twice as much of that mana instead: a rule about what such lands produce */
static m_ability *read_produces(m_reader *r, const syn_stmt *s)
{
    m_cond *cond = NULL;
    m_event *e = s->body && s->body->stmts.count == 1 ? m_read_events(r, 1, &cond, 0) : NULL;
    if (!e || e->or || !e->act || !voc_is(e->act->frame, VOC_GIVES_MANA))
        return NULL;
    m_ref *who = e->subject && e->subject->ref_class == CLASS_PLAYER ? e->subject : NULL;
    const m_ref *what = who ? NULL : e->subject;
    for (uint32_t i = e->act->frame->has_subject; i < e->act->frame->slot_count; i++) {
        const m_operand *o = &e->act->operands[i];
        if (o->given && voc_is_reference(o->type))
            what = o->is.ref;
        else if (o->given)
            return NULL;
    }
    m_ref *all = what ? all_that_give(r, what, who) : NULL;
    if (!all)
        return NULL;
    m_reader inner;
    m_reader_init(&inner, r->mem, r->diags, r->voc, r->context);
    m_ability *a = m_read_ability(&inner, s->body->stmts.at[0]);
    m_clause *c = a && a->kind == ABILITY_STATIC ? a->clauses : NULL;
    if (!c || c->next || !c->subject || c->subject->kind != REF_PRONOUN ||
        !voc_is(c->acts->frame, VOC_PRODUCES))
        return NULL;
    c->subject = all;
    a->cond = cond;
    return a;
}

static m_ability *read_while(m_reader *r, const syn_stmt *s)
{
    m_ability *first = NULL, **tail = &first;
    if (!s->body)
        return no_body(r);
    m_cond *cond = m_read_whole_cond(r, m_word(r, 0) != W_DURING); /* during your turn: a time */
    if (!cond) {
        m_complain(r);
        return NULL;
    }
    for (uint32_t i = 0; i < s->body->stmts.count; i++) {
        m_reader inner;
        m_reader_init(&inner, r->mem, r->diags, r->voc, r->context);
        m_ability *a = m_read_ability(&inner, s->body->stmts.at[i]);
        if (!a)
            return NULL;
        if (a->kind != ABILITY_STATIC && a->kind != ABILITY_REPLACEMENT) {
            cc_diag_add(r->diags, CC_NOT_HERE, a->span, "'while' holds sentences that stay true");
            return NULL;
        }
        if (a->cond) { /* of the replacement itself */
            m_cond *both = ARENA_NEW(r->mem, m_cond);
            both->kind = COND_AND;
            both->span = a->cond->span;
            both->left = cond;
            both->right = a->cond;
            a->cond = both;
            *tail = a;
            tail = &a->next;
            continue;
        }
        a->cond = cond;
        *tail = a;
        tail = &a->next;
    }
    return first;
}

/* define power = its power: it would be what it is, whatever that is */
static int is_by_itself(const m_amount *a, uint32_t prop)
{
    if (!a)
        return 0;
    const int own = !a->ref || a->ref->kind == REF_THIS ||
                    (a->ref->kind == REF_PRONOUN && a->ref->ref_class != CLASS_PLAYER);
    return (a->kind == AMT_PROPERTY && a->prop == prop && own) || is_by_itself(a->left, prop) ||
           is_by_itself(a->right, prop);
}

/* define power = ... (CR 604.3) */
static m_ability *read_define(m_reader *r, const syn_stmt *s)
{
    m_ability *a = ability_new(r, ABILITY_DEFINE, s);
    uint32_t end;
    const voc_entry *p = m_entry(r, 1, VOC_CLASS_PROPERTY, &end);
    if (!p || (p->number != VM_PROP_POWER && p->number != VM_PROP_TOUGHNESS)) {
        m_refuse(r, 2, m_span(r, 1, 2), CC_BAD_VALUE, "'define' knows power and toughness");
        return no_body(r);
    }
    if (!m_sign(r, end, '=')) {
        cc_diag_add(r->diags, CC_NEEDS_EQUALS, m_span(r, end, end + 1),
                    "'define' needs '=': define power = ...");
        return NULL;
    }
    const m_hits *n = m_read_amount(r, end + 1);
    for (uint32_t i = 0; i < n->count && !a->amount; i++)
        if (n->at[i].end == r->count)
            a->amount = n->at[i].node;
    a->prop = p->number;
    if (a->amount && is_by_itself(a->amount, p->number)) {
        m_refuse(r, r->count, a->amount->span, CC_NO_MEANING,
                 "a number is not defined by itself: say what it counts");
        return no_body(r);
    }
    return a->amount ? a : no_body(r);
}

/* level 2-6 3/3 { ... } (CR 710) */
static m_ability *read_level(m_reader *r, const syn_stmt *s)
{
    m_ability *a = ability_new(r, ABILITY_LEVEL, s);
    if (m_kind(r, 1) != TOK_RANGE || r->count != 3 || !m_read_change(r, 2, 0, &a->change)) {
        cc_diag_add(r->diags, CC_BAD_VALUE, s->span,
                    "a level needs a range like 2-6 or 7+, and its power/toughness");
        return NULL;
    }
    const char *dash = strchr(r->t[1].text, '-');
    a->from = atoi(r->t[1].text);
    a->to = dash ? atoi(dash + 1) : INT32_MAX;
    if (a->from > a->to) {
        cc_diag_add(r->diags, CC_BAD_VALUE, s->span,
                    "a level's range goes from the smaller to the greater number");
        return NULL;
    }
    if (s->body) {
        m_reader inner;
        m_reader_init(&inner, r->mem, r->diags, r->voc, r->context);
        a->list = m_read_abilities_block(&inner, s->body);
        if (!a->list)
            return NULL;
    }
    return a;
}

static m_ability *read_chapter(m_reader *r, const syn_stmt *s)
{
    m_ability *a = ability_new(r, ABILITY_CHAPTER, s);
    int32_t n;
    if (!s->body)
        return no_body(r);
    for (uint32_t i = 1; i < r->count; i += 2) {
        if (!m_read_number(r, i, &n) || (i + 1 < r->count && m_kind(r, i + 1) != TOK_COMMA)) {
            m_want(r, i, "the number of a chapter");
            return no_body(r);
        }
        VEC_PUSH(r->mem, &a->numbers, n);
    }
    a->body = m_read_body(r, s->body);
    return a->body ? a : NULL;
}

/* ---- keywords and costs of the spell ----------------------------------------------------------
 */

/* before: the keyword in front of it, of which 'from red' can be another instance (CR 702.16g). */
static m_keyword *read_keyword_list(m_reader *r, uint32_t at, const m_keyword *before)
{
    m_hits one = {0};
    if (before && m_word(r, at) == W_FROM)
        m_read_from_again(r, before, at, &one);
    else
        m_read_keyword(r, at, &one);
    for (uint32_t i = 0; i < one.count; i++) {
        m_keyword *k = ARENA_NEW(r->mem, m_keyword);
        *k = *(m_keyword *)one.at[i].node;
        const uint32_t end = one.at[i].end;
        if (k->bare) { /* a card's own has all of them */
            m_refuse(r, end, k->span, CC_MISSING_OPERAND, "the keyword '%s' needs %s behind it",
                     k->frame->name, voc_type_text(k->frame->slots[0].type));
            continue;
        }
        if (end == r->count)
            return k;
        uint32_t next = end + (m_kind(r, end) == TOK_COMMA);
        next += m_word(r, next) == W_AND;
        if (next == end) {
            m_want(r, end, "',' and another keyword");
            continue;
        }
        k->next = read_keyword_list(r, next, k);
        if (k->next)
            return k;
    }
    return NULL;
}

static m_ability *read_keywords(m_reader *r, const syn_stmt *s)
{
    if (s->body && (!s->colon || !m_begins_keyword(r)))
        return NULL;
    m_keyword *k = read_keyword_list(r, 0, NULL);
    if (!k)
        return NULL;
    m_ability *a = ability_new(r, ABILITY_KEYWORDS, s);
    a->keywords = k;
    for (m_keyword *one = k; one; one = one->next) {
        one->before = r->context->keywords;
        r->context->keywords = one;
    }
    const int needs = !s->body && k->frame->block;
    if (needs || (s->body && (!k->frame->block || k->next))) {
        cc_diag_add(r->diags, CC_NEEDS_BODY, s->span,
                    needs ? "behind '%s' stand ':' and what it does" : "nothing stands behind '%s'",
                    k->frame->name);
        return a;
    }
    if (s->body) {
        m_operand *o = &k->operands[k->frame->block - 1];
        o->type = VOC_BLOCK;
        o->given = 1;
        k->said = s->body;
        a->body = m_read_body(r, s->body);
    }
    return a;
}

/* ---- all of it --------------------------------------------------------------------------------
 */

/* if an opponent controls seven or more lands: this costs {6} less */
static int says_cost(m_reader *r, const syn_stmt *s)
{
    const syn_stmt *one = s->body && s->body->stmts.count == 1 ? s->body->stmts.at[0] : NULL;
    if (!one || one->body || !one->phrase.count || one->phrase.first[0].word != W_THIS)
        return 0;
    for (uint32_t i = 1; i < one->phrase.count && i < 3; i++)
        for (const voc_frame *f = voc_frames(r->voc, DECL_RULE, one->phrase.first[i].word); f;
             f = f->next)
            if (voc_is(f, VOC_CHANGES_COST))
                return 1;
    return 0;
}

m_ability *m_read_ability(m_reader *r, const syn_stmt *s)
{
    m_reader_phrase(r, s->phrase.first, s->phrase.count);
    r->stmt = s;
    m_ability *a;
    switch (m_group(r, 0)) {
    case W_WHEN:
        return read_trigger(r, s);
    case W_AT:
        if (s->body)
            return read_trigger(r, s);
        break;
    case W_AS:
        return read_as_enters(r, s);
    case W_IF:
        if (says_cost(r, s))
            return read_while(r, s);
        a = m_read_spell_cost(r, s);
        if (!a && !says_would(r))
            a = read_produces(r, s);
        if (a)
            return a;
        return says_would(r) ? read_replacement(r, s, 1, 0)
               : s->body     ? read_opening(r, s)
                             : no_body(r);
    case W_WHILE:
    case W_DURING:
        return read_while(r, s);
    case W_DEFINE:
        return read_define(r, s);
    case W_LEVEL:
        if (m_kind(r, 1) == TOK_RANGE)
            return read_level(r, s);
        break;
    case W_CHAPTER:
        return read_chapter(r, s);
    case W_THE:
        if (m_word(r, 1) == W_NEXT && m_word(r, 2) == W_TIME)
            return read_replacement(r, s, 3, 1);
        if (m_word(r, 1) == W_FIRST && !s->body) {
            const syn_stmt *said = m_read_first_spell(r, s);
            a = said ? read_static(r, said) : NULL;
            if (said)
                return a && m_is_about_cost(r, a) ? a : NULL;
        }
        break;
    default:
        break;
    }
    int failed;
    a = m_read_cast_only(r, s, &failed);
    if (a || failed)
        return a;
    a = read_keywords(r, s);
    if (!a)
        a = m_read_spell_cost(r, s);
    if (!a && s->body && s->colon)
        return read_activated(r, s);
    return a ? a : read_static(r, s);
}

/* Does the statement of an instant or sorcery say what the spell does? Otherwise it is an ability of the card. */
static int is_effect(m_reader *r, const syn_stmt *s, m_stmt *m)
{
    (void)r;
    if (m->kind != STMT_CLAUSES || m->later)
        return 1;
    const m_clause *c = m->clauses;
    (void)s;
    if (!c->subject && c->acts && !c->acts->duration &&
        voc_is(c->acts->frame, VOC_UNPREVENTABLE_HERE))
        return 0;
    const m_ref *allowed = c->acts ? m_permitted(c->acts) : NULL;
    if (allowed && allowed->kind == REF_THIS && !c->acts->duration)
        return 0;
    return !(c->subject && c->subject->kind == REF_THIS && c->acts &&
             c->acts->frame->kind == DECL_RULE && !c->acts->duration);
}

static int begins_ability(const m_reader *r, const syn_stmt *s)
{
    const int first = m_kind(r, 0);
    const syn_word g = m_group(r, 0);
    if (g == W_WHILE || g == W_DURING || g == W_DEFINE || g == W_AS ||
        (g == W_LEVEL && first != TOK_WORD) || g == W_CHAPTER)
        return 1;
    return s->colon &&
           (first == TOK_MANA || first == TOK_SIGNED ||
            voc_frames(r->voc, DECL_COST, m_word(r, 0)) || m_name_find(r, m_word(r, 0)));
}

/* lands you control don't untap during your next untap step: that is an end */
static int names_time(const m_act *act)
{
    for (int i = 0; act && i < act->frame->slot_count; i++)
        if ((act->frame->slots[i].type == VOC_STEP || act->frame->slots[i].type == VOC_FLAG) &&
            act->operands[i].given) /* attack this turn if able */
            return 1;
    return 0;
}

/* creatures you control get +1/+1: on an instant or sorcery that would last for the rest of the game (CR 611.2a). */
static int has_end(m_reader *r, const m_stmt *m)
{
    for (const m_clause *c = m->kind == STMT_CLAUSES ? m->clauses : NULL; c; c = c->next) {
        const m_ref *about = c->subject;
        const m_act *last = c->acts;
        for (const m_clause *k = c->next; k && k->kept && k->acts; k = k->next)
            last = k->acts;
        if (names_time(c->acts) || !about || about->next || about->kind != REF_ALL ||
            about->ref_class == CLASS_PLAYER || !c->acts || c->acts->frame->kind != DECL_RULE ||
            c->acts->duration || last->duration)
            continue;
        cc_diag_add(r->diags, CC_NOT_HERE, c->span,
                    "on an instant or sorcery this needs an end: 'until end of turn'");
        return 0;
    }
    return 1;
}

/* when you cycle this: an ability of the card, wherever it is */
static int happens_to_card(const m_ability *a)
{
    for (const m_event *e = a->event; e; e = e->or) /* haunted creature: known in exile */
        if (e->subject && e->subject->kind == REF_HOST && e->subject->bound)
            return 1;
    for (const m_event *e = a->event; e; e = e->or)
        for (uint32_t i = e->act ? e->act->frame->has_subject : 0;
             e->act && i < e->act->frame->slot_count; i++)
            if (e->act->operands[i].given && voc_is_reference(e->act->operands[i].type) &&
                e->act->operands[i].is.ref->kind == REF_THIS)
                return 1;
    return 0;
}

static int is_this_elsewhere(const m_ref *ref, void *user)
{
    (void)user;
    return ref->kind == REF_THIS && ref->zone;
}

/* if this is in your graveyard */
static int says_where_this_is(const m_cond *c)
{
    if (!c)
        return 0;
    if (says_where_this_is(c->left) || says_where_this_is(c->right))
        return 1;
    for (uint32_t i = 0;
         c->act && c->subject && c->subject->kind == REF_THIS && i < c->act->frame->slot_count; i++)
        if (c->act->frame->slots[i].type == VOC_ZONE && c->act->operands[i].given)
            return 1;
    return 0;
}

/* whenever an opponent gains life: you may return this from your graveyard to your hand. It works where it says that it is (CR
 * 112.6k); 'the next ...' and '... this turn' are of what the spell does. */
static int works_elsewhere(const m_ability *a)
{
    return !a->duration && !a->event->next_one &&
           (m_any_in_body(a->body, is_this_elsewhere, NULL) || says_where_this_is(a->cond));
}

/* One statement of a spell: an ability of its own, or part of what it does. */
static m_ability *read_spell_statement(m_reader *r, const syn_stmt *s, m_stmt ***effect)
{
    m_reader_phrase(r, s->phrase.first, s->phrase.count);
    r->stmt = s;
    int failed;
    m_ability *a = m_read_cast_only(r, s, &failed);
    if (a || failed)
        return a;
    a = read_keywords(r, s);
    if (!a)
        a = m_read_spell_cost(r, s);
    if (a)
        return a;
    m_reader_phrase(r, s->phrase.first, s->phrase.count);
    r->stmt = s;
    if (begins_ability(r, s))
        return m_read_ability(r, s);
    const uint8_t in_body = r->context->in_body;
    r->context->in_body = IN_BODY_AT_HEAD;
    m_stmt *m = m_read_statement(r, s);
    r->context->in_body = in_body;
    if (!m)
        return NULL;
    if (m->kind == STMT_DELAYED && m->ability->kind == ABILITY_TRIGGER &&
        m->ability->event->subject && m->ability->event->subject->kind == REF_THIS) {
        cc_diag_add(r->diags, CC_NOT_HERE, m->span,
                    "an instant or sorcery is gone before this could happen to it");
        return NULL;
    }
    if (m->kind == STMT_DELAYED && m->ability->kind == ABILITY_TRIGGER &&
        (happens_to_card(m->ability) || works_elsewhere(m->ability))) {
        m_reader_phrase(r, s->phrase.first, s->phrase.count);
        r->stmt = s;
        return m_read_ability(r, s);
    }
    if (!has_end(r, m))
        return NULL;
    if (!is_effect(r, s, m)) {
        a = ability_new(r, ABILITY_STATIC, s);
        a->clauses = m->clauses;
        return a;
    }
    **effect = m;
    *effect = &m->next;
    return NULL;
}

/* What stands behind a replacement and speaks of what it prevented belongs to it (CR 615.5). */
static int belongs_to(m_reader *r, m_ability *a, const syn_stmt *s)
{
    if (!a || a->kind != ABILITY_REPLACEMENT || !a->body || r->context->is_spell)
        return 0;
    m_reader_phrase(r, s->phrase.first, s->phrase.count);
    if (!m_says_prevented(r))
        return 0;
    const uint8_t in_body = r->context->in_body;
    r->context->in_body = 1;
    m_stmt *m = m_read_statement(r, s), **tail = &a->body->stmts;
    r->context->in_body = in_body;
    while (*tail)
        tail = &(*tail)->next;
    *tail = m;
    return 1;
}

static m_ability *ability_of_spell(m_reader *r)
{
    m_ability *a = ARENA_NEW(r->mem, m_ability);
    a->kind = ABILITY_SPELL;
    return a;
}

m_ability *m_read_abilities_block(m_reader *r, const syn_block *block)
{
    m_ability *first = NULL, **tail = &first, *last = NULL;
    m_body *spell = ARENA_NEW(r->mem, m_body);
    m_ability *does = ability_of_spell(r);
    m_stmt **effect = &spell->stmts;
    spell->span = block->span;
    block = r->context->is_spell ? m_apart(r, block) : m_heads_apart(r, block);
    for (uint32_t i = 0; i < block->stmts.count; i++) {
        const syn_stmt *s = block->stmts.at[i];
        m_reader inner;
        m_reader_init(&inner, r->mem, r->diags, r->voc, r->context);
        if (belongs_to(&inner, last, s))
            continue;
        m_stmt **before = effect;
        m_ability *a = r->context->is_spell ? read_spell_statement(&inner, s, &effect)
                                            : m_read_ability(&inner, s);
        if (effect != before)
            VEC_PUSH(r->mem, &does->said, s);
        *tail = a;
        last = a;
        while (*tail)
            tail = &(*tail)->next;
    }
    if (spell->stmts) {
        does->span = spell->stmts->span;
        does->body = spell;
        *tail = does;
    }
    return first;
}
