/* Statements of tests: frames of kind 'testing', joined by 'and' and commas; what none of them covers is a sentence
 * whose effect happens. */
#include "compiler/meaning/read.h"

#include <string.h>

#include "grammar.tab.h"

/* ---- cards by name ----------------------------------------------------------------------------
 */

static const char *unquoted(m_reader *r, uint32_t at)
{
    const char *t = r->t[at].text;
    const size_t n = strlen(t);
    return arena_strndup(r->mem, t + 1, n > 1 && t[n - 1] == '"' ? n - 2 : n - 1);
}

/* "Grizzly Bears" · a Mountain · six Islands: the name, and the index behind it */
static uint32_t read_card_name(m_reader *r, uint32_t at, const char **out)
{
    uint32_t end;
    if (m_kind(r, at) == TOK_STRING) {
        *out = unquoted(r, at);
        return at + 1;
    }
    const m_name *operand = m_name_find(r, m_word(r, at));
    if (operand && operand->operand) { /* of the declaration that is being looked at */
        *out = "";
        return at + 1;
    }
    const voc_entry *e = m_entry(r, at, VOC_CLASS_SUBTYPE, &end);
    if (!e)
        return (uint32_t)m_want(r, at, "the name of a card, in quotes");
    *out = syn_word_text(r->voc->words, e->lemma);
    return end;
}

static uint32_t read_how_many(m_reader *r, uint32_t at, int32_t *out)
{
    *out = 1;
    if (m_group(r, at) == W_A)
        return at + 1;
    return m_read_number(r, at, out) ? at + 1 : at;
}

static int is_word(const m_reader *r, uint32_t at, const char *text)
{
    return m_kind(r, at) == TOK_WORD && strcmp(r->t[at].text, text) == 0;
}

/* with two +1/+1 counters */
static uint32_t read_counters(m_reader *r, uint32_t at, m_card *c)
{
    uint32_t end;
    int32_t n;
    uint32_t i = read_how_many(r, at + 1, &n);
    const voc_entry *kind = m_entry(r, i, VOC_CLASS_COUNTER, &end);
    if (!kind || m_group(r, end) != W_COUNTER || c->counter_count == 4)
        return (uint32_t)m_want(r, i, "counters");
    c->counters[c->counter_count].kind = kind->number;
    c->counters[c->counter_count++].count = n;
    return end + 1;
}

static uint32_t read_card(m_reader *r, uint32_t at, m_card **out)
{
    m_card *c = ARENA_NEW(r->mem, m_card);
    uint32_t i = read_how_many(r, at, &c->count);
    for (;; i++)
        if (m_word(r, i) == W_TAPPED)
            c->tapped = 1;
        else if (is_word(r, i, "face-down"))
            c->down = 1;
        else if (is_word(r, i, "new"))
            c->fresh = 1;
        else
            break;
    i = read_card_name(r, i, &c->name);
    if (!i)
        return 0;
    while (m_word(r, i) == W_WITH && m_word(r, i + 1) != W_X) {
        const uint32_t end = read_counters(r, i, c);
        if (!end)
            break;
        i = end;
        if (m_word(r, i) == W_ON && m_word(r, i + 1) == W_IT)
            i += 2;
    }
    if (m_word(r, i) == W_ATTACHED && m_word(r, i + 1) == W_TO) {
        const uint32_t end = read_card(r, i + 2, &c->host);
        i = end ? end : i;
    }
    c->span = m_span(r, at, i);
    *out = c;
    return i;
}

static void read_list(m_reader *r, uint32_t at, m_card *so_far, m_hits *out)
{
    m_card *c;
    const uint32_t end = read_card(r, at, &c);
    if (!end)
        return;
    m_card *first = NULL, **tail = &first;
    for (const m_card *o = so_far; o; o = o->next) {
        m_card *copy = ARENA_NEW(r->mem, m_card);
        *copy = *o;
        copy->next = NULL;
        *tail = copy;
        tail = &copy->next;
    }
    *tail = c;
    uint32_t i = end + (m_kind(r, end) == TOK_COMMA);
    i += m_word(r, i) == W_AND;
    if (i != end)
        read_list(r, i, first, out);
    if (m_word(r, end) == W_IN) { /* said of this one and of those before it */
        const m_hits *zone = m_read_zone(r, end + 1);
        for (uint32_t k = 0; k < zone->count; k++) {
            if (((const m_zone *)zone->at[k].node)->also)
                continue;
            m_card *placed = NULL, **place = &placed;
            for (const m_card *o = first; o; o = o->next) {
                m_card *copy = ARENA_NEW(r->mem, m_card);
                *copy = *o;
                copy->next = NULL;
                if (!copy->zone)
                    copy->zone = zone->at[k].node;
                *place = copy;
                place = &copy->next;
            }
            uint32_t n = zone->at[k].end + (m_kind(r, zone->at[k].end) == TOK_COMMA);
            n += m_word(r, n) == W_AND;
            if (n != zone->at[k].end)
                read_list(r, n, placed, out);
            m_hit_add(r, out, zone->at[k].end, placed);
        }
    }
    m_hit_add(r, out, end, first);
}

void m_read_cards(m_reader *r, uint32_t at, m_hits *out)
{
    read_list(r, at, NULL, out);
}

/* ---- steps ------------------------------------------------------------------------------------
 */

typedef struct actor { /* who is said to do something, and where */
    m_ref *ref;
    uint32_t from, to;
} actor;

static m_step *read_from(m_reader *r, uint32_t at, actor kept, int depth);

static int read_rest(m_reader *r, uint32_t at, actor subject, int depth, m_step **out)
{
    *out = NULL;
    if (at == r->count)
        return 1;
    uint32_t i = at + (m_kind(r, at) == TOK_COMMA);
    i += m_word(r, i) == W_AND;
    if (i == at)
        return m_want(r, at, "the end of the statement, or 'and'");
    *out = read_from(r, i, subject, depth + 1);
    return *out != NULL;
}

/* A phrase that is declared with a body: its steps are those of the body. */
static int read_meant(m_reader *r, m_step *s, actor subject, uint32_t end)
{
    m_reader inner;
    if (subject.ref) {
        s->act->operands[0].given = 1;
        s->act->operands[0].from = subject.from;
        s->act->operands[0].to = subject.to;
    }
    const syn_block *body = m_expand_body(r, s->act, end, &inner);
    m_step **tail = &s->means;
    for (uint32_t i = 0; body && i < body->stmts.count; i++) {
        if ((*tail = m_read_steps(&inner, body->stmts.at[i])) == NULL)
            return 0;
        for (; *tail; tail = &(*tail)->next)
            s->expects |= (*tail)->expects;
    }
    return body != NULL;
}

static m_step *with_frames(m_reader *r, const voc_frame *first, actor subject, uint32_t from,
                           uint32_t at, int depth)
{
    for (const voc_frame *f = first; f; f = f->next) {
        m_hits acts = {0};
        if (f->has_subject != (subject.ref != NULL))
            continue;
        m_read_frame(r, f, at, &acts);
        if (subject.ref && acts.count && !m_ref_fits(r, subject.ref, &f->slots[0], f, at))
            continue;
        for (uint32_t i = 0; i < acts.count; i++) {
            if (m_open_number(acts.at[i].node) >= 0) {
                m_refuse(r, acts.at[i].end, m_span(r, at + 1, acts.at[i].end), CC_BAD_STEP,
                         "how many? A number is missing here");
                continue;
            }
            m_step *s = ARENA_NEW(r->mem, m_step);
            s->subject = subject.ref;
            s->act = acts.at[i].node;
            s->expects = f->head == W_EXPECT;
            s->span = m_span(r, from, acts.at[i].end);
            if (f->body && !read_meant(r, s, subject, acts.at[i].end))
                continue;
            if (read_rest(r, acts.at[i].end, subject, depth, &s->next))
                return s;
        }
    }
    return NULL;
}

static m_step *read_from(m_reader *r, uint32_t at, actor kept, int depth)
{
    static const actor NOBODY = {NULL, 0, 0};
    if (at >= r->count || !m_goes_on(r, at, depth))
        return NULL;
    const voc_frame *frames = voc_frames(r->voc, DECL_TESTING, m_word(r, at));
    m_step *s = kept.ref ? with_frames(r, frames, kept, at, at, depth) : NULL;
    if (!s)
        s = with_frames(r, frames, NOBODY, at, at, depth);
    if (!s)
        s = with_frames(r, voc_frames(r->voc, DECL_TESTING, 0), NOBODY, at, at, depth);
    if (s)
        return s;
    const m_hits *who = m_read_ref(r, at);
    for (uint32_t i = 0; i < who->count && !s; i++) {
        const actor subject = {who->at[i].node, at, who->at[i].end};
        s = with_frames(r, voc_frames(r->voc, DECL_TESTING, m_word(r, subject.to)), subject, at,
                        subject.to, depth);
    }
    return s;
}

static m_step *read_sentence(m_reader *r)
{
    m_clause *c = m_read_clauses(r, 0);
    if (!c)
        return NULL;
    m_step *s = ARENA_NEW(r->mem, m_step);
    s->clauses = c;
    s->span = m_span(r, 0, r->count);
    return s;
}

m_step *m_read_steps(m_reader *r, const syn_stmt *s)
{
    m_reader_phrase(r, s->phrase.first, s->phrase.count);
    r->stmt = s;
    m_step *steps = read_from(r, 0, (actor){NULL, 0, 0}, 0);
    if (!steps && (m_word(r, 0) == W_LET || (m_head_reading(r) && m_word(r, 0) != W_AT))) {
        cc_diag_add(r->diags, CC_BAD_STEP, m_span(r, 0, 1),
                    "a test holds positions, actions and 'expect'");
        return NULL;
    }
    if (!steps && m_word(r, 0) != W_EXPECT)
        steps = read_sentence(r);
    if (!steps) {
        m_complain(r);
        return NULL;
    }
    if (!s->body)
        return steps;
    if (!s->colon || m_word(r, 0) != W_AT) {
        cc_diag_add(r->diags, CC_BAD_STEP, s->body->span,
                    "a test holds positions, actions and 'expect'");
        return NULL;
    }
    m_step **tail = &steps;
    for (uint32_t i = 0; i < s->body->stmts.count; i++) {
        m_reader inner;
        while (*tail)
            tail = &(*tail)->next;
        m_reader_init(&inner, r->mem, r->diags, r->voc, r->context);
        inner.expanded = r->expanded;
        *tail = m_read_steps(&inner, s->body->stmts.at[i]);
        if (!*tail)
            return NULL;
    }
    return steps;
}
