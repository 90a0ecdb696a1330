/* What has happened: events in the past with a time. As conditions ('a creature died this turn'), and behind a noun
 * with one participant left open, which is the thing described: 'that attacked this turn', 'dealt damage by this this
 * turn', 'you've cast this turn'. */
#include "compiler/meaning/read.h"

#include <string.h>

#include "grammar.tab.h"

/* Which participant is left open. */
typedef enum open_one {
    OPEN_NONE,    /* a creature died this turn */
    OPEN_SUBJECT, /* that died this turn */
    OPEN_OBJECT   /* you've cast this turn; cast this turn */
} open_one;

typedef struct said_past {
    m_ref *subject;
    uint32_t from;
    open_one open;
    int neg;
} said_past;

/* 'this turn', 'last turn', 'this combat', 'before it this turn': the number of the time, and the index behind it */
static uint32_t read_when(const m_reader *r, uint32_t at, uint32_t *out)
{
    static const struct {
        const char *first, *second;
        uint32_t number;
    } WHEN[] = {
        {"this", "turn", 0}, {"last", "turn", 1}, {"this", "combat", 3}, {"this", "step", 3}};
    if (m_word(r, at) == W_BEFORE && m_word(r, at + 1) == W_IT && m_word(r, at + 2) == W_THIS &&
        m_word(r, at + 3) == W_TURN) {
        *out = 2;
        return at + 4;
    }
    for (size_t i = 0; m_word(r, at) && m_word(r, at + 1) && i < sizeof WHEN / sizeof *WHEN; i++)
        if (strcmp(r->t[at].text, WHEN[i].first) == 0 &&
            strcmp(r->t[at + 1].text, WHEN[i].second) == 0) {
            *out = WHEN[i].number;
            return at + 2;
        }
    return 0;
}

static const voc_word_info *verb_in(const m_reader *r, uint32_t at, uint32_t forms)
{
    const syn_word w = m_word(r, at);
    const voc_word_info *info = w && w < r->voc->info.count ? &r->voc->info.at[w] : NULL;
    return info && info->verb && (info->forms & forms) ? info : NULL;
}

static const voc_word_info *participle(const m_reader *r, uint32_t at)
{
    const voc_word_info *info = verb_in(r, at, VOC_FORM_PAST);
    return info && !(info->forms & VOC_FORM_DID) ? info : NULL;
}

/* The slot that was left open in reading, + 1; 0 = none. */
static uint32_t hole_of(const m_act *act)
{
    for (uint32_t i = 0; i < act->frame->slot_count; i++)
        if (act->operands[i].hole)
            return i + 1;
    return 0;
}

static void add_event(m_reader *r, const said_past *p, m_ref *subject, m_act *act, uint32_t hole,
                      uint32_t end, m_hits *out)
{
    m_event *e = ARENA_NEW(r->mem, m_event);
    e->span = m_span(r, p->from, end);
    e->subject = subject;
    e->act = act;
    e->hole = (uint8_t)hole;
    m_hit_add(r, out, end, e);
}

/* The events of a verb whose frames begin with `head`, read from behind that word. */
static void of_head(m_reader *r, const said_past *p, syn_word head, uint32_t at, m_hits *out)
{
    for (const voc_frame *f = voc_frames(r->voc, DECL_EVENT, head); f; f = f->next) {
        m_hits acts = {0};
        if (voc_is(f, VOC_DECLARES_ATTACK) && f->slot_count > 2)
            continue; /* with so many: each attacker is remembered */
        if (voc_is(f, VOC_CHANGES_LIFE) && f->slot_count > 1)
            continue; /* so much life this turn is all of it together */
        if (f->has_subject != (p->subject != NULL || p->open != OPEN_NONE))
            continue;
        r->gap = p->open == OPEN_OBJECT;
        m_read_frame_tail(r, f, p->from, at, &acts);
        r->gap = 0;
        for (uint32_t k = 0; k < acts.count; k++) {
            m_act *act = acts.at[k].node;
            const uint32_t end = acts.at[k].end, hole = hole_of(act);
            if ((p->open == OPEN_OBJECT) != (hole != 0) ||
                (p->subject && !m_ref_fits(r, p->subject, &f->slots[0], f, end)))
                continue;
            add_event(r, p, p->subject, act, p->open == OPEN_SUBJECT ? 1 : hole, end, out);
            if (p->open != OPEN_OBJECT || p->subject || m_word(r, end) != W_BY)
                continue;
            const m_hits *by = m_read_ref(r, end + 1); /* cast by an opponent */
            for (uint32_t i = 0; i < by->count; i++)
                if (m_ref_fits(r, by->at[i].node, &f->slots[0], f, by->at[i].end))
                    add_event(r, p, by->at[i].node, act, hole, by->at[i].end, out);
        }
    }
}

/* The verb at `at`, in the past: attacked, has been dealt, didn't attack, was cast. */
static void read_verb(m_reader *r, said_past *p, uint32_t at, m_hits *out)
{
    uint32_t i = at;
    const syn_word g = m_group(r, i);
    const int be_not = g == W_ISNT;
    p->neg = be_not || g == W_HASNT || m_word(r, i) == W_DIDNT;
    const int did_not = m_word(r, i) == W_DIDNT;
    i += (p->neg && !be_not) || g == W_HAVE || m_kind(r, i) == TOK_POSS;
    if (be_not || m_group(r, i) == W_BE) {
        if (m_word(r, i) == W_IS || m_word(r, i) == W_ARE)
            return;
        i++;
        if (p->open != OPEN_OBJECT || p->subject)
            of_head(r, p, W_IS, i, out);
        const voc_word_info *info = participle(r, i); /* that was cast this turn */
        if (info && p->open == OPEN_SUBJECT && !p->neg) {
            said_past passive = *p;
            passive.open = OPEN_OBJECT;
            of_head(r, &passive, info->verb, i + 1, out);
        }
        return;
    }
    const voc_word_info *info =
        verb_in(r, i, did_not ? VOC_FORM_BASE | VOC_FORM_PAST : VOC_FORM_PAST);
    if (info)
        of_head(r, p, info->verb, i + 1, out);
}

static int only_attacks(const m_event *e)
{
    for (; e; e = e->or)
        if (!voc_is(e->act->frame, VOC_ATTACKS))
            return 0;
    return 1;
}

/* Behind the events at `at`: when; or 'or' and another one of the same. */
static void read_end(m_reader *r, const said_past *p, m_event *first, uint32_t at, int depth,
                     m_hits *out)
{
    uint32_t when;
    const uint32_t end = read_when(r, at, &when);
    if (end && m_word(r, end - 1) == W_STEP_W && !only_attacks(first)) {
        m_refuse(r, end, m_span(r, end - 2, end), CC_NO_MEANING,
                 "only attacks are remembered by the step");
        return;
    }
    if (end) {
        m_cond *c = ARENA_NEW(r->mem, m_cond);
        c->kind = COND_HISTORY;
        c->span = m_span(r, p->from, end);
        c->event = first;
        c->number = when;
        if (p->neg) {
            m_cond *n = ARENA_NEW(r->mem, m_cond);
            n->kind = COND_NOT;
            n->span = c->span;
            n->left = c;
            c = n;
        }
        m_hit_add(r, out, end, c);
        return;
    }
    if (m_word(r, at) != W_OR || depth >= 2) {
        m_want(r, at, "'this turn'");
        return;
    }
    said_past again = *p;
    m_hits more = {0};
    read_verb(r, &again, at + 1, &more);
    if (p->neg && !again.neg) { /* didn't attack or block */
        said_past same = *p;
        const voc_word_info *info = verb_in(r, at + 1, VOC_FORM_BASE);
        if (info)
            of_head(r, &same, info->verb, at + 2, &more);
        again.neg = p->neg;
    }
    for (uint32_t k = 0; k < more.count && again.neg == p->neg; k++) {
        m_event *head = NULL, **tail = &head;
        for (const m_event *e = first; e; e = e->or) {
            m_event *c = ARENA_NEW(r->mem, m_event);
            *c = *e;
            c->or = NULL;
            *tail = c;
            tail = &c->or ;
        }
        *tail = more.at[k].node;
        read_end(r, p, head, more.at[k].end, depth + 1, out);
    }
}

static void read_ends(m_reader *r, const said_past *p, const m_hits *events, m_hits *out)
{
    for (uint32_t k = 0; k < events->count; k++)
        read_end(r, p, events->at[k].node, events->at[k].end, 0, out);
}

void m_read_history(m_reader *r, m_ref *subject, uint32_t from, uint32_t at, m_hits *out)
{
    said_past p = {.subject = subject, .from = from, .open = OPEN_NONE};
    m_hits events = {0};
    if (subject) {
        read_verb(r, &p, at, &events);
    } else { /* a counter was put on it: the pattern begins with what is no reference */
        const syn_word heads[] = {m_word(r, at), 0};
        for (int k = 0; k < 2; k++)
            for (const voc_frame *f = voc_frames(r->voc, DECL_EVENT, heads[k]); f; f = f->next) {
                m_hits acts = {0};
                if (f->has_subject || !f->part_count)
                    continue;
                r->past = 1;
                m_read_frame(r, f, at, &acts);
                r->past = 0;
                for (uint32_t i = 0; i < acts.count; i++)
                    add_event(r, &p, NULL, acts.at[i].node, 0, acts.at[i].end, &events);
            }
    }
    read_ends(r, &p, &events, out);
}

/* ---- behind a noun ----------------------------------------------------------------------------
 */

static void post(m_reader *r, uint32_t from, const m_hits *conds, m_hits *out)
{
    for (uint32_t i = 0; i < conds->count; i++) {
        const m_cond *c = conds->at[i].node;
        m_atom *a = m_atom_new(r, ATOM_HISTORY, from, conds->at[i].end);
        a->neg = c->kind == COND_NOT;
        a->history = c->kind == COND_NOT ? c->left : c;
        m_hit_add(r, out, conds->at[i].end, a);
    }
}

/* [that] you've cast this turn · target opponent discarded this turn · it blocked this turn */
static void by_somebody(m_reader *r, uint32_t from, uint32_t at, m_hits *conds)
{
    const m_hits *who = m_read_ref(r, at);
    for (uint32_t i = 0; i < who->count; i++) {
        m_hits events = {0};
        said_past p = {.subject = who->at[i].node, .from = from, .open = OPEN_OBJECT};
        read_verb(r, &p, who->at[i].end, &events);
        read_ends(r, &p, &events, conds);
    }
}

void m_read_history_posts(m_reader *r, uint32_t at, m_hits *out)
{
    m_hits conds = {0}, events = {0};
    const syn_word g = m_group(r, at);
    const int relative = g == W_THAT || g == W_WHO || g == W_OR || g == W_AND;
    said_past p = {.from = at, .open = OPEN_SUBJECT};
    const m_reader before = *r;
    if (relative) {
        read_verb(r, &p, at + 1, &events);
        read_ends(r, &p, &events, &conds);
    } else if (participle(r, at)) { /* dealt damage this turn · cast this turn */
        of_head(r, &p, W_IS, at, &events);
        said_past passive = {.from = at, .open = OPEN_OBJECT};
        of_head(r, &passive, participle(r, at)->verb, at + 1, &events);
        read_ends(r, &p, &events, &conds);
    }
    if (g != W_WHO)
        by_somebody(r, at, at + (uint32_t)relative, &conds);
    post(r, at, &conds, out);
    if (!conds.count && r->farthest >= r->count) { /* without a time it is no history */
        const uint32_t fuel = r->fuel;
        *r = before;
        r->fuel = fuel;
    }
}
