/* Statements of bodies: what a spell or ability does, one after the other. */
#include "compiler/meaning/read.h"
#include "vm/abi/abi.h"

#include <string.h>

#include "grammar.tab.h"

static m_stmt *stmt_new(m_reader *r, m_stmt_kind kind, const syn_stmt *s)
{
    m_stmt *m = ARENA_NEW(r->mem, m_stmt);
    m->kind = (uint8_t)kind;
    m->span = s->span;
    return m;
}

static int misplaced(m_reader *r, cc_code code, uint32_t at, const char *why)
{
    cc_diag_add(r->diags, code, m_span(r, at, r->count), "%s", why);
    return 0;
}

/* A head needs something behind it. */
static int has_body(m_reader *r, const syn_stmt *s)
{
    if (s->body)
        return 1;
    m_complain(r);
    return 0;
}

/* ---- let --------------------------------------------------------------------------------------
 */

static int read_value(m_reader *r, uint32_t at, uint32_t end, m_stmt *m, m_amount **out_amount)
{
    static const voc_slot CHOICE = {.type = VOC_CHOICE};
    m_hits hits = {0};
    if (out_amount == &m->amount) {
        m_read_operand(r, &CHOICE, at, &hits);
        for (uint32_t i = 0; i < hits.count; i++)
            if (hits.at[i].end == end) {
                m->choice = ((m_operand *)hits.at[i].node)->is.choice;
                return 1;
            }
    }
    const m_hits *n = m_read_amount(r, at);
    for (uint32_t i = 0; i < n->count; i++)
        if (n->at[i].end == end) {
            *out_amount = n->at[i].node;
            return 1;
        }
    const m_hits *ref = m_read_ref(r, at);
    for (uint32_t i = 0; out_amount == &m->amount && i < ref->count; i++)
        if (ref->at[i].end == end) {
            m->ref = ref->at[i].node;
            return 1;
        }
    m_want(r, at, "a number, a thing or a choice");
    return 0;
}

/* let n = 4 if this was kicked, else 2 */
static m_stmt *read_let(m_reader *r, const syn_stmt *s)
{
    m_stmt *m = stmt_new(r, STMT_LET, s);
    if (m_kind(r, 1) != TOK_WORD || !m_sign(r, 2, '=')) {
        cc_diag_add(r->diags, CC_NEEDS_EQUALS, m_span(r, 2, 3),
                    "a name is given like this: let n = its power");
        if (m_kind(r, 1) == TOK_WORD && syn_is_open(m_word(r, 1)) && !m_name_find(r, m_word(r, 1)))
            m_name_give(r, m_word(r, 1), M_NAME_NUMBER, r->t[1].span); /* not to miss it below */
        return NULL;
    }
    uint32_t cond = 3, other = 0;
    while (cond < r->count && m_word(r, cond) != W_IF)
        cond++;
    for (uint32_t i = cond; i < r->count; i++)
        if (m_word(r, i) == W_ELSE)
            other = i;
    if (!other)
        cond = r->count;
    if (!read_value(r, 3, cond, m, &m->amount)) {
        m_complain(r);
        return NULL;
    }
    if (other) {
        const uint32_t cond_end = other - (m_kind(r, other - 1) == TOK_COMMA);
        const m_hits *c = m_read_cond(r, cond + 1);
        for (uint32_t i = 0; i < c->count; i++)
            if (c->at[i].end == cond_end && !m->cond)
                m->cond = c->at[i].node;
        if (!m->cond || !m->amount || !read_value(r, other + 1, r->count, m, &m->amount2)) {
            m_complain(r);
            return NULL;
        }
    }
    const m_name_kind kind = m->choice && m->choice->kind != CHOICE_THING ? m_choice_name(m->choice)
                             : m->ref                                     ? M_NAME_THINGS
                                                                          : M_NAME_NUMBER;
    m->name = m_name_give(r, m_word(r, 1), kind, r->t[1].span);
    const m_ref *given = m->ref ? m->ref : m->choice ? m->choice->ref : NULL;
    m->name->classes |= (uint8_t)(given ? 1u << given->ref_class : 0);
    return m;
}

/* ---- modes ------------------------------------------------------------------------------------
 */

/* choose one { ... } · choose one or more { ... } · choose one or both { ... } */
static m_stmt *read_modes(m_reader *r, const syn_stmt *s)
{
    int32_t n;
    if (!s->body || s->colon || r->count < 2 || !m_read_number(r, 1, &n))
        return NULL;
    m_stmt *m = stmt_new(r, STMT_MODES, s);
    m->amount = m_amount_const(r, n, 1);
    uint32_t end = 2;
    if (m_word(r, 2) == W_OR && (m_group(r, 3) == W_MORE || m_word(r, 3) == W_BOTH)) {
        m->or_more = 1;
        end = 4;
    }
    if (end != r->count)
        return NULL;
    m->body = m_read_body(r, s->body);
    return m;
}

/* ---- clauses ----------------------------------------------------------------------------------
 */

/* create a token with { ... } · you get an emblem with { ... } */
static int opens_block(const m_act *act)
{
    const voc_frame *f = act ? act->frame : NULL;
    if (!f)
        return 0;
    for (uint32_t i = 0; i < f->slot_count; i++)
        if (act->operands[i].given && act->operands[i].type == VOC_TOKENS &&
            act->operands[i].is.quality && act->operands[i].is.quality->open)
            return 1;
    const voc_part *last = f->part_count ? &f->parts[f->part_count - 1] : NULL;
    return f->kind == DECL_ACTION && last && last->kind == VOC_PART_LITERAL && last->word == W_WITH;
}

/* A block belongs to the last act: gains { ... }, except { ... }, you may { ... }. */
static int attach_block(m_reader *r, m_stmt *m, const syn_stmt *s)
{
    m_clause *last = m->clauses;
    for (const m_clause *c = m->clauses; c; c = c->next)
        if (opens_block(c->acts) && (c->next || !s->body))
            return misplaced(r, CC_NO_MEANING, r->count - 1,
                             "with what? Its abilities stand in a block: with { ... }");
    while (last->next)
        last = last->next;
    if (!s->body && !last->have)
        return last->acts || !last->may || misplaced(r, CC_NO_MEANING, 0, "may do what?");
    if (last->have) { /* you may have ... */
        m_stmt *does = ARENA_NEW(r->mem, m_stmt);
        if (s->body)
            return misplaced(r, CC_NO_MEANING, r->count - 1, "this has no place for a block");
        does->kind = STMT_CLAUSES;
        does->span = last->have->span;
        does->clauses = last->have;
        m->body = ARENA_NEW(r->mem, m_body);
        *m->body = (m_body){does->span, does};
        return 1;
    }
    if (!last->acts) { /* you may { ... } */
        m->body = m_read_body(r, s->body);
        return 1;
    }
    m_act *act = last->acts;
    if (act->except && !act->except->acts) {
        m_clause *all = NULL, **tail = &all;
        m_body *body = m_read_body(r, s->body);
        for (m_stmt *b = body ? body->stmts : NULL; b; b = b->next) {
            if (b->kind != STMT_CLAUSES || b->later) {
                cc_diag_add(r->diags, CC_NOT_HERE, b->span,
                            "only what is different about a copy can stand here");
                return 0;
            }
            if (!m_lasts_always(r, b->clauses)) {
                cc_diag_add(r->diags, CC_NOT_HERE, b->span,
                            "what is different about a copy is so for good");
                return 0;
            }
            *tail = b->clauses;
            while (*tail)
                tail = &(*tail)->next;
        }
        act->except = all;
        return all != NULL;
    }
    if (act->frame->kind != DECL_RULE && !opens_block(act)) {
        cc_diag_add(r->diags, CC_NO_MEANING, s->body->span, "this verb has no place for a block");
        return 0;
    }
    act->block = ARENA_NEW(r->mem, m_body);
    act->block->span = s->body->span;
    m_context inner = *r->context;
    m_reader own;
    inner.is_spell = 0;
    inner.in_body = 0;
    if (inner.given == M_GIVEN_MAX) {
        cc_diag_add(r->diags, CC_TOO_DEEP, s->body->span,
                    "abilities give abilities %d deep at most", M_GIVEN_MAX);
        return 0;
    }
    inner.given++;
    m_reader_init(&own, r->mem, r->diags, r->voc, &inner);
    m_stmt *holder = ARENA_NEW(r->mem, m_stmt);
    holder->ability = m_read_abilities_block(&own, s->body);
    act->block->stmts = holder;
    r->context->names = inner.names;
    return holder->ability != NULL;
}

/* Where the time stands when it stands behind: draw a card at the beginning of the next upkeep. 0 = nowhere. */
static uint32_t find_time(m_reader *r, m_event **out)
{
    for (uint32_t i = r->count - 1; i > 0; i--) {
        m_cond *cond;
        if (m_word(r, i) != W_AT || m_word(r, i + 1) == W_RANDOM_W)
            continue;
        *out = m_read_step_event(r, i + 1, &cond);
        if (*out && !cond)
            return i;
    }
    return 0;
}

/* The last of the clauses happens at that time: a statement of its own, as if the time stood before it. */
static m_stmt *delay_last(m_reader *r, m_stmt *m, m_event *when)
{
    m_clause **last = &m->clauses;
    while ((*last)->next)
        last = &(*last)->next;
    m_clause *c = *last;
    if (c->kept && c->subject && c->subject->kind != REF_YOU) {
        cc_diag_add(r->diags, CC_NO_MEANING, c->span,
                    "what happens later is a sentence of its own, with its own subject");
        return NULL;
    }
    m_stmt *later = ARENA_NEW(r->mem, m_stmt);
    m_stmt *does = ARENA_NEW(r->mem, m_stmt);
    later->kind = STMT_DELAYED;
    later->behind = 1;
    later->span = does->span = c->span;
    does->clauses = c;
    c->kept = c->then = 0;
    *last = NULL;
    later->ability = ARENA_NEW(r->mem, m_ability);
    later->ability->kind = ABILITY_TRIGGER;
    later->ability->span = m->span;
    later->ability->event = when;
    later->ability->body = ARENA_NEW(r->mem, m_body);
    *later->ability->body = (m_body){c->span, does};
    if (!m->clauses)
        return later;
    m->later = later;
    return m;
}

static m_stmt *read_clauses(m_reader *r, const syn_stmt *s)
{
    m_stmt *m = stmt_new(r, STMT_CLAUSES, s);
    m_event *when = NULL;
    const uint32_t time = s->body ? 0 : find_time(r, &when), count = r->count;
    m_hits **const whole = time ? m_reader_cut(r, time) : r->memo;
    r->can_have = !time && !s->body;
    m->clauses = m_read_clauses(r, 0);
    r->can_have = 0;
    r->count = count;
    r->memo = whole;
    if (!m->clauses) {
        m_complain(r);
        return NULL;
    }
    if (time)
        return delay_last(r, m, when);
    if (s->colon) {
        cc_diag_add(r->diags, CC_CANNOT_STAND, s->body->span,
                    "a ':' stands behind a head: when, at, if, while, a cost");
        return NULL;
    }
    return attach_block(r, m, s) ? m : NULL;
}

/* ---- heads ------------------------------------------------------------------------------------
 */

static int says_would(const m_reader *r)
{
    for (uint32_t i = 0; i < r->count; i++)
        if (m_word(r, i) == W_WOULD)
            return 1;
    return 0;
}

/* if this mana is spent on a creature spell: what is done then, at once (CR 106.6) */
static m_stmt *read_if_spent(m_reader *r, const syn_stmt *s)
{
    m_cond *cond = NULL;
    m_event *e =
        m_word(r, 1) == W_THIS || m_word(r, 1) == W_THAT ? m_read_events(r, 1, &cond, 0) : NULL;
    if (!e || cond || e->or || !e->act || !e->act->frame->native ||
        vm_event_by_name(e->act->frame->native) != VM_EVENT_mana_spent)
        return NULL;
    m_stmt *m = stmt_new(r, STMT_DELAYED, s);
    m->ability = ARENA_NEW(r->mem, m_ability);
    m->ability->kind = ABILITY_TRIGGER;
    m->ability->at_once = 1;
    m->ability->span = m->span;
    m->ability->event = e;
    m->ability->body = m_read_body(r, s->body);
    return m->ability->body ? m : NULL;
}

static m_stmt *read_if(m_reader *r, const syn_stmt *s)
{
    if (!has_body(r, s))
        return NULL;
    if (says_would(r)) {
        m_stmt *m = stmt_new(r, STMT_DELAYED, s);
        m->ability = m_read_ability(r, s);
        return m->ability ? m : NULL;
    }
    m_stmt *m = read_if_spent(r, s);
    if (m)
        return m;
    m = stmt_new(r, STMT_IF, s);
    m->cond = m_read_whole_cond(r, 1);
    if (!m->cond) {
        m_complain(r);
        return NULL;
    }
    m->body = m_read_body(r, s->body);
    m->other = s->other ? m_read_body(r, s->other) : NULL;
    return m->body ? m : NULL;
}

/* each opponent who doesn't loses 2 life: if an opponent doesn't, they lose 2 life */
static m_stmt *read_who_did(m_reader *r, const syn_stmt *s)
{
    const syn_word g = m_group(r, 3);
    const int did_not = g == W_DONT || g == W_CANT || m_word(r, 3) == W_DIDNT;
    if (s->body || m_group(r, 0) != W_EACH || m_word(r, 2) != W_WHO || (!did_not && g != W_DO))
        return NULL;
    const m_hits *who = m_read_ref(r, 0);
    const m_ref *each = NULL;
    for (uint32_t i = 0; i < who->count; i++)
        if (who->at[i].end == 2)
            each = who->at[i].node;
    m_clause *c = each && each->ref_class == CLASS_PLAYER ? m_read_verbs(r, each, 4) : NULL;
    if (!c)
        return NULL;
    m_ref *they = m_ref_new(r, REF_PRONOUN, CLASS_ANY, 0, 2);
    they->word = W_THEY;
    they->plural = 1;
    for (m_clause *k = c; k; k = k->next)
        if (k->subject == each)
            k->subject = they;
    m_cond *did = ARENA_NEW(r->mem, m_cond), *cond = did;
    did->kind = COND_DID;
    did->span = m_span(r, 0, 4);
    did->subject = m_ref_copy(r, each);
    did->subject->kind = REF_SOME;
    did->subject->plural = 0;
    did->subject->count = m_amount_const(r, 1, 0);
    did->by = (m_ref *)(uintptr_t)each;
    did->number = g == W_CANT;
    if (did_not) {
        cond = ARENA_NEW(r->mem, m_cond);
        cond->kind = COND_NOT;
        cond->span = did->span;
        cond->left = did;
    }
    m_stmt *act = stmt_new(r, STMT_CLAUSES, s), *m = stmt_new(r, STMT_IF, s);
    act->clauses = c;
    m->cond = cond;
    m->body = ARENA_NEW(r->mem, m_body);
    m->body->span = act->span;
    m->body->stmts = act;
    return m;
}

/* for each 1 damage prevented this way: put a +1/+1 counter on it */
static m_stmt *each_damage(m_reader *r, const syn_stmt *s)
{
    m_amount *times = m_each_damage(r, 0, r->count);
    m_body *b = m_read_body(r, s->body);
    m_stmt *m = b ? b->stmts : NULL;
    if (!b)
        return NULL;
    if (!m || m->next || m->kind != STMT_CLAUSES || !m->clauses || m->clauses->next ||
        !m->clauses->acts || m->clauses->acts->times) {
        cc_diag_add(r->diags, CC_NO_MEANING, s->span,
                    "this knows one sentence with a number: put a +1/+1 counter on it");
        return NULL;
    }
    m->clauses->acts->times = times;
    return m;
}

static m_stmt *read_for_each(m_reader *r, const syn_stmt *s)
{
    m_stmt *m = stmt_new(r, STMT_FOREACH, s);
    if (!has_body(r, s))
        return NULL;
    if (m_read_each_damage(r, 0) == r->count && r->count)
        return each_damage(r, s);
    const m_hits *ref = m_read_ref(r, 1);
    for (uint32_t i = 0; i < ref->count && !m->ref; i++)
        if (ref->at[i].end == r->count)
            m->ref = ref->at[i].node;
    if (!m->ref) {
        m_complain(r);
        return NULL;
    }
    m->body = m_read_body(r, s->body);
    return m->body ? m : NULL;
}

static m_stmt *read_until(m_reader *r, const syn_stmt *s)
{
    m_stmt *m = stmt_new(r, STMT_UNTIL, s);
    m_hits ends = {0};
    if (!has_body(r, s))
        return NULL;
    m_read_durations(r, 0, &ends);
    for (uint32_t i = 0; i < ends.count && !m->duration; i++)
        if (ends.at[i].end == r->count)
            m->duration = ends.at[i].node;
    if (!m->duration) {
        m_complain(r);
        return NULL;
    }
    const uint8_t in_until = r->context->in_until;
    r->context->in_until = 1;
    m->body = m_read_body(r, s->body);
    r->context->in_until = in_until;
    return m->body ? m : NULL;
}

/* when you do · when they do */
static int is_reflexive(m_reader *r)
{
    const m_hits *who = m_read_ref(r, 1);
    for (uint32_t i = 0; i < who->count; i++)
        if (who->at[i].end + 1 == r->count && m_group(r, who->at[i].end) == W_DO)
            return 1;
    return 0;
}

static m_stmt *read_trigger(m_reader *r, const syn_stmt *s)
{
    if (!has_body(r, s))
        return NULL;
    if (m_group(r, 0) == W_WHEN && is_reflexive(r)) {
        m_stmt *m = stmt_new(r, STMT_REFLEXIVE, s);
        m->body = m_read_body(r, s->body);
        return m->body ? m : NULL;
    }
    m_stmt *m = stmt_new(r, STMT_DELAYED, s);
    m->ability = m_read_ability(r, s);
    return m->ability ? m : NULL;
}

/* Does it speak of damage prevented this way? */
int m_says_prevented(const m_reader *r)
{
    uint32_t past;
    for (uint32_t i = 0; i + 2 < r->count; i++)
        if (m_word(r, i + 1) == W_THIS && m_word(r, i + 2) == W_WAY && m_paid_number(r, i, &past) &&
            past == PAID_PREVENTED)
            return 1;
    return 0;
}

static m_stmt *read_one(m_reader *r, const syn_stmt *s);

m_stmt *m_read_statement(m_reader *r, const syn_stmt *s)
{
    m_reader_phrase(r, s->phrase.first, s->phrase.count);
    r->stmt = s;
    const int prevented = m_says_prevented(r);
    m_stmt *m = read_one(r, s);
    if (m)
        m->of_prevented = (uint8_t)prevented;
    return m;
}

/* after this phase, there is ...: what stands in front belongs behind. */
static void put_behind(m_reader *r)
{
    uint32_t comma = 2;
    while (comma < r->count && m_kind(r, comma) != TOK_COMMA)
        comma++;
    if (m_word(r, 1) != W_THIS || comma + 1 >= r->count)
        return;
    const uint32_t n = r->count - 1, rest = n - comma;
    syn_token *t = arena_alloc(r->mem, sizeof *t * n);
    memcpy(t, r->t + comma + 1, sizeof *t * rest);
    memcpy(t + rest, r->t, sizeof *t * comma);
    m_reader_phrase(r, t, n);
}

static m_stmt *read_one(m_reader *r, const syn_stmt *s)
{
    m_stmt *m;
    if (m_word(r, 0) == W_AFTER)
        put_behind(r);
    switch (m_group(r, 0)) {
    case W_IF:
        return read_if(r, s);
    case W_LET:
        return read_let(r, s);
    case W_UNTIL:
        return read_until(r, s);
    case W_WHEN:
    case W_AT:
        return read_trigger(r, s);
    case W_FOR:
        if (m_word(r, 1) == W_EACH)
            return read_for_each(r, s);
        if ((m_word(r, 1) == W_AS || m_word(r, 1) == W_THE) && s->body)
            return read_until(r, s); /* for as long as ...: for the rest of the game: */
        break;
    case W_THE:
        if (m_word(r, 1) == W_NEXT && m_word(r, 2) == W_TIME)
            return read_trigger(r, s);
        break;
    case W_WHILE:
    case W_AS:
    case W_DEFINE:
    case W_LEVEL:
    case W_CHAPTER:
        if (s->body) {
            misplaced(r, CC_NOT_HERE, 0, "this cannot stand inside an effect");
            return NULL;
        }
        break;
    default:
        break;
    }
    m = read_modes(r, s);
    if (m)
        return m->body ? m : NULL;
    m = read_who_did(r, s);
    if (m)
        return m;
    if (s->body && s->colon) {
        const syn_token *first = s->phrase.first;
        if (first->kind == TOK_MANA || first->kind == TOK_SIGNED) {
            misplaced(r, CC_NOT_HERE, 0, "an activated ability cannot stand inside an effect");
            return NULL;
        }
    }
    return read_clauses(r, s);
}

m_body *m_read_body(m_reader *r, const syn_block *block)
{
    m_body *b = ARENA_NEW(r->mem, m_body);
    m_stmt **tail = &b->stmts;
    int failed = 0;
    b->span = block->span;
    const uint8_t in_body = r->context->in_body;
    r->context->in_body = 1;
    block = m_apart(r, block);
    for (uint32_t i = 0; i < block->stmts.count; i++) {
        m_reader inner;
        m_reader_init(&inner, r->mem, r->diags, r->voc, r->context);
        *tail = m_read_statement(&inner, block->stmts.at[i]);
        if (*tail)
            tail = &(*tail)->next;
        else
            failed = 1;
    }
    r->context->in_body = in_body;
    return failed ? NULL : b;
}
