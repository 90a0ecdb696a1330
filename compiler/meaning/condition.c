/* Conditions and events. Both are frames with a subject; conditions can be negated, events joined by 'or'. */
#include "compiler/meaning/read.h"

#include <string.h>

#include "grammar.tab.h"

static m_cond *cond_new(m_reader *r, m_cond_kind kind, uint32_t from, uint32_t to)
{
    m_cond *c = ARENA_NEW(r->mem, m_cond);
    c->kind = (uint8_t)kind;
    c->span = m_span(r, from, to);
    return c;
}

/* ---- predicates -------------------------------------------------------------------------------
 */

/* 'if you controlled it' is not 'if you control it' */
static int is_past(const m_reader *r, syn_word w)
{
    return w < r->voc->info.count && (r->voc->info.at[w].forms & (VOC_FORM_PAST | VOC_FORM_BASE |
                                                                  VOC_FORM_S)) == VOC_FORM_PAST;
}

static void predicate_frames(m_reader *r, syn_word head, uint32_t from, uint32_t at, int neg,
                             m_hits *out)
{
    for (const voc_frame *f = voc_frames(r->voc, DECL_CONDITION, head); f; f = f->next) {
        if (!f->has_subject || (is_past(r, head) && !voc_same(r->voc, head, f->parts[0].word)))
            continue;
        m_hits acts = {0};
        m_read_frame_tail(r, f, from, at, &acts);
        for (uint32_t i = 0; i < acts.count; i++) {
            m_act *a = acts.at[i].node;
            a->negative = (uint8_t)neg;
            m_hit_add(r, out, acts.at[i].end, a);
        }
    }
}

/* is neither red nor green: is not one of them */
static int says_neither(const m_reader *r, uint32_t at)
{
    if (m_word(r, at) != W_NEITHER)
        return 0;
    for (uint32_t i = at + 1; i < r->count; i++)
        if (m_word(r, i) == W_NOR)
            return 1;
    return 0;
}

/* What can be said of a subject, with its verb: 'controls a Forest', 'isn't red', 'doesn't have flying'. */
const m_hits *m_read_predicate(m_reader *r, uint32_t at)
{
    int known;
    m_hits *hits = m_memo(r, CAT_PREDICATE, at, &known);
    if (known)
        return hits;
    m_hits found = {0};
    const syn_word w = m_word(r, at), g = m_group(r, at);
    if (m_kind(r, at) == TOK_POSS) { /* it's, that's */
        const uint32_t neg = m_word(r, at + 1) == W_NOT || says_neither(r, at + 1);
        predicate_frames(r, W_IS, at, at + 1 + neg, (int)neg, &found);
    } else if (g == W_BE) {
        const uint32_t neg = m_word(r, at + 1) == W_NOT || says_neither(r, at + 1);
        predicate_frames(r, W_IS, at, at + 1 + neg, (int)neg, &found);
    } else if (g == W_ISNT) {
        predicate_frames(r, W_IS, at, at + 1, 1, &found);
    } else if (g == W_DONT) {
        predicate_frames(r, m_word(r, at + 1), at, at + 2, 1, &found);
    } else if (g == W_HASNT) {
        predicate_frames(r, W_HAS, at, at + 1, 1, &found);
    } else if (w) {
        const int neg = says_neither(r, at + 1);
        predicate_frames(r, w, at, at + 1 + (uint32_t)neg, neg, &found);
    }
    if (!found.count)
        m_want(r, at, "a condition");
    *hits = found;
    return hits;
}

/* ---- conditions -------------------------------------------------------------------------------
 */

static int condition_subject_fits(m_reader *r, const m_ref *subject, const m_act *act, uint32_t at)
{
    return m_ref_fits(r, subject, &act->frame->slots[0], act->frame, at);
}

static void compare_hit(m_reader *r, m_amount *amount, const m_operand *with, uint32_t from,
                        uint32_t end, int neg, m_hits *out)
{
    m_cond *c = cond_new(r, COND_COMPARE, from, end);
    c->amount = amount;
    c->other = with->is.amount;
    c->cmp = (uint8_t)with->number;
    if (neg) {
        m_cond *n = cond_new(r, COND_NOT, from, end);
        n->left = c;
        c = n;
    }
    m_hit_add(r, out, end, c);
}

/* its power is 4 or more · your life total is less than X */
static void read_compare(m_reader *r, uint32_t at, m_hits *out)
{
    const m_hits *left = m_read_amount(r, at);
    for (uint32_t i = 0; i < left->count; i++) {
        uint32_t k = left->at[i].end;
        const syn_word g = m_group(r, k);
        int neg = g == W_ISNT;
        if (g != W_BE && !neg)
            continue;
        k++;
        if (m_word(r, k) == W_NOT)
            neg = 1, k++;
        m_hits right = {0};
        m_read_comparison(r, k, &right);
        for (uint32_t j = 0; j < right.count; j++)
            compare_hit(r, left->at[i].node, right.at[j].node, at, right.at[j].end, neg, out);
    }
}

/* target creature has power 4 or greater: its power is so */
static void read_has_number(m_reader *r, m_ref *subject, uint32_t from, uint32_t at, m_hits *out)
{
    uint32_t end;
    const uint32_t neg = m_group(r, at) == W_DONT;
    const voc_entry *p = m_group(r, at + neg) == W_HAVE && subject->ref_class != CLASS_PLAYER
                             ? m_entry(r, at + neg + 1, VOC_CLASS_PROPERTY, &end)
                             : NULL;
    if (!p || !m_agrees(r, at, subject))
        return;
    m_hits right = {0};
    m_read_comparison(r, end, &right);
    for (uint32_t i = 0; i < right.count; i++) {
        m_amount *a = m_amount_new(r, AMT_PROPERTY, from, end);
        a->prop = p->number;
        a->ref = subject;
        compare_hit(r, a, right.at[i].node, from, right.at[i].end, (int)neg, out);
    }
}

/* there are four or more card types among cards in your graveyard */
static void read_kinds(m_reader *r, uint32_t at, m_hits *out)
{
    if (m_word(r, at) != W_THERE || m_group(r, at + 1) != W_BE)
        return;
    m_hits many = {0};
    m_read_comparison(r, at + 2, &many);
    for (uint32_t i = 0; i < many.count; i++) {
        const m_operand *o = many.at[i].node;
        m_hits kinds = {0};
        m_read_kinds(r, many.at[i].end, many.at[i].end, &kinds);
        for (uint32_t k = 0; k < kinds.count; k++)
            compare_hit(r, kinds.at[k].node, o, at, kinds.at[k].end, 0, out);
    }
}

static void way_hit(m_reader *r, const m_cond *like, uint32_t from, uint32_t end, int neg,
                    m_hits *out)
{
    m_cond *c = cond_new(r, COND_WAY, from, end);
    const cc_span span = c->span;
    *c = *like;
    c->span = span;
    if (neg) {
        m_cond *n = cond_new(r, COND_NOT, from, end);
        n->left = c;
        c = n;
    }
    m_hit_add(r, out, end, c);
}

/* a creature card was discarded this way · that creature died this way · you revealed a land card this way */
static void read_way(m_reader *r, m_ref *subject, uint32_t from, uint32_t at, m_hits *out)
{
    m_cond c = {.kind = COND_WAY, .subject = subject};
    const int neg =
        m_group(r, at) == W_ISNT || (m_group(r, at) == W_BE && m_word(r, at + 1) == W_NOT);
    const uint32_t i = m_group(r, at) == W_ISNT    ? at + 1
                       : m_group(r, at) == W_BE    ? at + 1 + (uint32_t)neg
                       : m_kind(r, at) == TOK_POSS ? at + 1
                                                   : 0;
    if (i && m_paid_number(r, i, &c.number) && subject->ref_class != CLASS_PLAYER) {
        const uint32_t end = m_read_way(r, i + 1, c.number, &c.zone);
        c.word = m_word(r, i);
        if (end)
            way_hit(r, &c, from, end, neg, out);
    }
    for (uint32_t row = 0; !i && m_paid_row(r, row, m_word(r, at), &c.number, &c.word); row++) {
        if (!c.word)
            continue;
        uint32_t end = m_read_way(r, at + 1, c.number, &c.zone);
        if (end && subject->ref_class != CLASS_PLAYER && c.number == PAID_DESTROYED)
            way_hit(r, &c, from, end, 0, out); /* dies this way */
        if (subject->ref_class == CLASS_OBJECT)
            continue;
        const m_hits *things = m_read_ref(r, at + 1);
        for (uint32_t k = 0; k < things->count; k++) {
            end = m_read_way(r, things->at[k].end, c.number, &c.zone);
            if (!end)
                continue;
            if (!m_is_own_doing(c.number)) {
                m_refuse(r, end, m_span(r, from, end), CC_NO_MEANING,
                         "who did that is not known by the thing: 'if ... was %s this way' asks "
                         "whether it was done, 'if you do' behind 'you may' who did it",
                         syn_word_text(r->voc->words, c.word));
                continue;
            }
            c.by = subject;
            c.subject = things->at[k].node;
            way_hit(r, &c, from, end, 0, out);
            c.by = NULL;
            c.subject = subject;
        }
    }
}

static void read_one(m_reader *r, uint32_t at, m_hits *out)
{
    /* frames that begin with a word of their own: there is ..., it is your turn */
    for (const voc_frame *f = voc_frames(r->voc, DECL_CONDITION, m_word(r, at)); f; f = f->next) {
        if (f->has_subject)
            continue;
        m_hits acts = {0};
        const uint8_t is_not = (m_group(r, at + 1) == W_BE || m_kind(r, at + 1) == TOK_POSS) &&
                               m_word(r, at + 2) == W_NOT; /* it's not your turn */
        const uint8_t neg = is_not || m_group(r, at + 1) == W_ISNT;
        r->deny = (uint8_t)(neg + is_not);
        m_read_frame(r, f, at, &acts);
        r->deny = 0;
        for (uint32_t i = 0; i < acts.count; i++) {
            m_cond *c = cond_new(r, COND_ACT, at, acts.at[i].end);
            c->act = acts.at[i].node;
            c->act->negative = neg;
            m_hit_add(r, out, acts.at[i].end, c);
        }
    }
    /* and those that begin with an operand that is no reference: your graveyard is empty */
    for (const voc_frame *f = voc_frames(r->voc, DECL_CONDITION, 0); f; f = f->next) {
        m_hits acts = {0};
        m_read_frame(r, f, at, &acts);
        for (uint32_t i = 0; i < acts.count; i++) {
            m_cond *c = cond_new(r, COND_ACT, at, acts.at[i].end);
            c->act = acts.at[i].node;
            m_hit_add(r, out, acts.at[i].end, c);
        }
    }
    read_compare(r, at, out);
    read_kinds(r, at, out);
    m_read_history(r, NULL, at, at, out);
    const m_hits *subjects = m_read_ref(r, at);
    for (uint32_t i = 0; i < subjects->count; i++) {
        const uint32_t end = subjects->at[i].end;
        m_ref *subject = subjects->at[i].node;
        const syn_word g = m_group(r, end);
        const int cant = g == W_CANT; /* of what must be done: it is not, where it cannot */
        if ((g == W_DO || g == W_DONT || cant) &&
            subject->ref_class != CLASS_OBJECT) { /* if you do */
            m_cond *c = cond_new(r, COND_DID, at, end + 1);
            c->subject = subject->kind == REF_YOU ? NULL : subject;
            c->number = (uint32_t)cant;
            m_cond *n = c;
            if (g != W_DO) {
                n = cond_new(r, COND_NOT, at, end + 1);
                n->left = c;
            }
            m_hit_add(r, out, end + 1, n);
        }
        m_read_history(r, subject, at, end, out);
        read_way(r, subject, at, end, out);
        read_has_number(r, subject, at, end, out);
        const m_hits *says = m_read_predicate(r, end);
        for (uint32_t k = 0; k < says->count; k++) {
            m_act *act = says->at[k].node;
            if (!condition_subject_fits(r, subject, act, says->at[k].end))
                continue;
            m_cond *c = cond_new(r, COND_ACT, at, says->at[k].end);
            c->subject = subject;
            c->act = act;
            m_hit_add(r, out, says->at[k].end, c);
        }
    }
}

int m_nor_denies(const m_reader *r, uint32_t at)
{
    static const syn_word DENIES[] = {W_NEITHER, W_NOT,  W_ISNT, W_DONT,
                                      W_HASNT,   W_CANT, W_NO,   W_WITHOUT};
    if (m_word(r, at) != W_NOR)
        return 1;
    for (uint32_t i = at; i-- > 0;)
        for (size_t k = 0; k < sizeof DENIES / sizeof *DENIES; k++)
            if (m_word(r, i) == DENIES[k] || m_group(r, i) == DENIES[k])
                return 1;
    return 0;
}

/* it's neither tapped nor has flying: what 'nor' goes on with is denied, too. NULL: nothing was denied before. */
static m_cond *denied(m_reader *r, const m_cond *left, const m_cond *right)
{
    while (left->kind == COND_AND)
        left = left->right;
    if (left->kind != COND_ACT || !left->act->negative || right->kind != COND_ACT ||
        right->act->negative)
        return NULL;
    m_cond *c = ARENA_NEW(r->mem, m_cond);
    m_act *act = ARENA_NEW(r->mem, m_act);
    *c = *right;
    *act = *right->act;
    act->negative = 1;
    c->act = act;
    return c;
}

static void read_joined(m_reader *r, m_cond *left, uint32_t from, uint32_t at, int depth,
                        m_hits *out)
{
    uint32_t i = at + (m_kind(r, at) == TOK_COMMA);
    const int nor = m_word(r, i) == W_NOR;
    const syn_word g = nor ? W_AND : m_group(r, i);
    if ((g == W_AND || g == W_OR) && m_goes_on(r, at, depth)) {
        i++;
        i += m_word(r, i) == W_IF;
        m_hits right = {0};
        read_one(r, i, &right);
        if (left->subject && !right.count) { /* you control a Forest and have 10 life */
            const m_hits *says = m_read_predicate(r, i);
            for (uint32_t k = 0; k < says->count; k++) {
                m_cond *c = cond_new(r, COND_ACT, i, says->at[k].end);
                c->subject = left->subject;
                c->kept = c->subject->kind == REF_SOME || c->subject->kind == REF_ALL ||
                          c->subject->kind == REF_NONE || c->subject->kind == REF_PART;
                c->act = says->at[k].node;
                if (condition_subject_fits(r, c->subject, c->act, says->at[k].end))
                    m_hit_add(r, &right, says->at[k].end, c);
            }
        }
        for (uint32_t k = 0; k < right.count; k++) {
            m_cond *second = nor ? denied(r, left, right.at[k].node) : right.at[k].node;
            if (!second)
                continue;
            m_cond *c = cond_new(r, g == W_AND ? COND_AND : COND_OR, from, right.at[k].end);
            c->left = left;
            c->right = second;
            c->subject = left->subject;
            read_joined(r, c, from, right.at[k].end, depth + 1, out);
        }
    }
    m_hit_add(r, out, at, left);
}

const m_hits *m_read_cond(m_reader *r, uint32_t at)
{
    int known;
    m_hits *hits = m_memo(r, CAT_COND, at, &known);
    if (known)
        return hits;
    m_hits found = {0}, one = {0};
    read_one(r, at, &one);
    for (uint32_t i = 0; i < one.count; i++)
        read_joined(r, one.at[i].node, at, one.at[i].end, 0, &found);
    if (!found.count)
        m_want(r, at, "a condition");
    *hits = found;
    return hits;
}

m_cond *m_read_whole_cond(m_reader *r, uint32_t at)
{
    const m_hits *c = m_read_cond(r, at);
    for (uint32_t i = 0; i < c->count; i++)
        if (c->at[i].end == r->count)
            return c->at[i].node;
    for (uint32_t i = 0; i < c->count; i++)
        m_want(r, c->at[i].end, "the end of the condition");
    return NULL;
}

/* ---- events -----------------------------------------------------------------------------------
 */

/* ", if COND" behind an event */
static int read_if(m_reader *r, uint32_t at, m_cond **out, int would)
{
    *out = NULL;
    if (at == r->count)
        return 1;
    uint32_t i = at + (m_kind(r, at) == TOK_COMMA);
    if (i == at &&
        (m_word(r, i) == W_WHILE || (would && m_word(r, i) == W_AND && m_word(r, i + 1) != W_IF))) {
        *out = m_read_whole_cond(r, i + 1); /* draws a card while ..., enters and it wasn't cast */
        return *out != NULL;
    }
    if (i == at && m_is_time(r, i)) { /* casts a spell during your turn */
        *out = m_read_whole_cond(r, i);
        return *out != NULL;
    }
    i += m_word(r, i) == W_AND;
    if (i == at || m_word(r, i) != W_IF)
        return m_want(r, at, "the end of the event, or ', if ...'");
    *out = m_read_whole_cond(r, i + 1);
    return *out != NULL;
}

static int read_event_end(m_reader *r, uint32_t at, m_ref *subject, m_event **out_or,
                          m_cond **out_cond, int would);

/* for the first (second, third) time each turn: behind any event of which the past is kept */
static uint32_t read_first(m_reader *r, uint32_t at, m_event *e)
{
    const uint8_t number = at + 2 < r->count ? m_ordinal(r->t[at + 2].text) : 0;
    if (m_word(r, at) != W_FOR || m_word(r, at + 1) != W_THE || !number ||
        m_word(r, at + 3) != W_TIME || m_group(r, at + 4) != W_EACH || m_word(r, at + 5) != W_TURN)
        return at;
    e->first = number;
    return at + 6;
}

static m_event *event_new(m_reader *r, m_ref *subject, m_act *act, uint32_t from, uint32_t to)
{
    m_event *e = ARENA_NEW(r->mem, m_event);
    e->span = m_span(r, from, to);
    e->subject = subject;
    e->act = act;
    return e;
}

static const m_operand *last_operand(const m_event *e)
{
    const voc_frame *f = e->act ? e->act->frame : NULL;
    const voc_part *last = f && f->part_count > 1 ? &f->parts[f->part_count - 1] : NULL;
    return last && last->kind == VOC_PART_SLOT ? &e->act->operands[last->slot] : NULL;
}

/* The frame of `f` and one operand more at its end. */
static int is_with_operand(const voc_frame *f, const voc_frame *more)
{
    if (more->part_count != f->part_count + 1 || !more->has_subject || more->slot_count < 2)
        return 0;
    for (uint32_t i = 0; i < f->part_count; i++)
        if (f->parts[i].kind != VOC_PART_LITERAL || more->parts[i].kind != VOC_PART_LITERAL ||
            f->parts[i].word != more->parts[i].word)
            return 0;
    return more->parts[f->part_count].kind == VOC_PART_SLOT;
}

/* blocks or becomes blocked by a creature: what stands last is the operand of both */
static void share_operand(m_reader *r, m_event *e, uint32_t at)
{
    const m_operand *o =
        e->or &&e->or->subject == e->subject && !e->or->or ? last_operand(e->or) : NULL;
    if (!o || !voc_is_reference(o->type))
        return;
    for (const voc_frame *f = voc_frames(r->voc, DECL_EVENT, m_word(r, at)); f; f = f->next) {
        if (!is_with_operand(e->act->frame, f))
            continue;
        const uint32_t slot = f->parts[f->part_count - 1].slot;
        if (f->slots[slot].type != o->type)
            continue;
        m_act *act = ARENA_NEW(r->mem, m_act);
        *act = *e->act;
        act->frame = f;
        act->operands = arena_alloc(r->mem, sizeof *act->operands * f->slot_count);
        memcpy(act->operands, e->act->operands, sizeof *act->operands * e->act->frame->slot_count);
        act->operands[slot] = *o;
        e->act = act;
        e->shared = 1;
        return;
    }
}

/* The acts of the verb at `verb` with what stands from `at` on, that go with the subject. */
static void acts_of_verb(m_reader *r, const m_ref *subject, uint32_t verb, uint32_t at, int would,
                         m_hits *out)
{
    for (const voc_frame *f = voc_frames(r->voc, DECL_EVENT, m_word(r, verb)); f; f = f->next) {
        m_hits acts = {0};
        if (f->has_subject && f->part_count > 1)
            m_read_frame_tail(r, f, verb, at, &acts);
        for (uint32_t i = 0; i < acts.count; i++)
            if (m_ref_fits(r, subject, &f->slots[0], f, acts.at[i].end) &&
                (would || m_agrees(r, verb, subject)))
                m_hit_add(r, out, acts.at[i].end, acts.at[i].node);
    }
}

/* gain or lose life: two verbs, and what stands behind both is read for each of them */
static m_event *read_two_verbs(m_reader *r, m_ref *subject, uint32_t from, uint32_t at,
                               m_cond **out_cond, int would)
{
    m_hits ones = {0}, others = {0};
    if (m_word(r, at + 1) != W_OR)
        return NULL;
    acts_of_verb(r, subject, at, at + 3, would, &ones);
    acts_of_verb(r, subject, at + 2, at + 3, would, &others);
    for (uint32_t i = 0; i < ones.count; i++)
        for (uint32_t k = 0; k < others.count; k++) {
            const uint32_t end = ones.at[i].end;
            if (end != others.at[k].end)
                continue;
            m_event *one = event_new(r, subject, ones.at[i].node, from, end);
            one->or = event_new(r, subject, others.at[k].node, from, end);
            if (read_event_end(r, end, subject, &one->or->or, out_cond, would))
                return one;
        }
    return NULL;
}

/* The event that begins with `subject` behind it, at its verb. */
static m_event *read_event_of(m_reader *r, m_ref *subject, uint32_t from, uint32_t at,
                              m_cond **out_cond, int would)
{
    if (!voc_frames(r->voc, DECL_EVENT, m_word(r, at)))
        m_want(r, at, "an event like 'enters', 'dies' or 'draws a card'");
    for (const voc_frame *f = voc_frames(r->voc, DECL_EVENT, m_word(r, at)); f; f = f->next) {
        m_hits acts = {0};
        if (!f->has_subject)
            continue;
        m_read_frame(r, f, at, &acts);
        for (uint32_t i = 0; i < acts.count; i++) {
            m_act *act = acts.at[i].node;
            if (!m_ref_fits(r, subject, &f->slots[0], f, acts.at[i].end) ||
                !m_is_theirs(r, f, subject, at, acts.at[i].end) ||
                (!would && !m_agrees(r, at, subject)))
                continue;
            m_event *e = event_new(r, subject, act, from, acts.at[i].end);
            const uint32_t end = would ? acts.at[i].end : read_first(r, acts.at[i].end, e);
            if (read_event_end(r, end, subject, &e->or, out_cond, would)) {
                share_operand(r, e, at);
                return e;
            }
        }
    }
    return read_two_verbs(r, subject, from, at, out_cond, would);
}

/* Nothing, 'or VERB ...', 'or when ...', ', if ...' */
static int read_event_end(m_reader *r, uint32_t at, m_ref *subject, m_event **out_or,
                          m_cond **out_cond, int would)
{
    *out_or = NULL;
    if (m_word(r, at) == W_OR) {
        uint32_t i = at + 1;
        if (m_group(r, i) == W_WHEN) {
            *out_or = m_read_events(r, i + 1, out_cond, 0);
            return *out_or != NULL;
        }
        if (m_group(r, i) == W_AT) { /* enters or at the beginning of your upkeep */
            *out_or = m_read_step_event(r, i + 1, out_cond);
            return *out_or != NULL;
        }
        *out_or = read_event_of(r, subject, at, i, out_cond, 0);
        if (!*out_or)
            *out_or = m_read_events(r, i, out_cond, 0);
        return *out_or != NULL;
    }
    return read_if(r, at, out_cond, would);
}

/* Does it ask how things are now? */
static int is_of_now(const m_cond *c)
{
    switch ((m_cond_kind)c->kind) {
    case COND_AND:
    case COND_OR:
        return is_of_now(c->left) && is_of_now(c->right);
    case COND_NOT:
        return is_of_now(c->left);
    default:
        return c->kind == COND_ACT || c->kind == COND_COMPARE;
    }
}

/* when you control no Islands (CR 603.8) */
m_event *m_read_state(m_reader *r, uint32_t at, m_cond **out_cond)
{
    const m_hits *states = m_read_cond(r, at);
    for (uint32_t i = 0; i < states->count; i++) {
        m_cond *c = states->at[i].node;
        if (!is_of_now(c) || !read_if(r, states->at[i].end, out_cond, 0))
            continue;
        m_event *e = event_new(r, NULL, NULL, at, states->at[i].end);
        e->state = c;
        return e;
    }
    return NULL;
}

/* two or more creatures attack: a number in front is of several */
static int number_agrees(m_reader *r, const m_act *act)
{
    const voc_frame *f = act->frame;
    if (f->part_count < 3 || f->parts[1].kind != VOC_PART_SLOT ||
        f->slots[f->parts[0].slot].type != VOC_QUANTITY)
        return 1;
    const uint32_t verb = act->operands[f->parts[1].slot].to;
    if (m_verb_is_plural(r, verb) == 0)
        m_refuse(r, verb + 1, m_span(r, verb, verb + 1), CC_NO_MEANING,
                 "'%s' does not agree with its subject", r->t[verb].text);
    return m_verb_is_plural(r, verb) != 0;
}

m_event *m_read_events(m_reader *r, uint32_t at, m_cond **out_cond, int would)
{
    static const syn_word NONE = 0;
    const syn_word heads[] = {m_word(r, at), NONE};
    for (
        int k = 0; k < 2;
        k++) /* without a subject that is a reference: damage is dealt to ..., a counter is put on ... */
        for (const voc_frame *f = voc_frames(r->voc, DECL_EVENT, heads[k]); f; f = f->next) {
            m_hits acts = {0};
            if (f->has_subject)
                continue;
            m_read_frame(r, f, at, &acts);
            for (uint32_t i = 0; i < acts.count; i++) {
                m_event *e = event_new(r, NULL, acts.at[i].node, at, acts.at[i].end);
                const uint32_t end = would ? acts.at[i].end : read_first(r, acts.at[i].end, e);
                if (number_agrees(r, e->act) &&
                    read_event_end(r, end, NULL, &e->or, out_cond, would))
                    return e;
            }
        }
    const m_hits *subjects = m_read_ref(r, at);
    for (uint32_t i = 0; i < subjects->count; i++) {
        m_event *e =
            read_event_of(r, subjects->at[i].node, at, subjects->at[i].end, out_cond, would);
        if (e)
            return e;
    }
    return NULL;
}

/* the beginning of your upkeep · each end step · the next end step · end of combat */
m_event *m_read_step_event(m_reader *r, uint32_t at, m_cond **out_cond)
{
    uint32_t i = at, end;
    m_event *e = ARENA_NEW(r->mem, m_event);
    e->is_step = 1;
    if (m_word(r, i) == W_THE && m_word(r, i + 1) == W_BEGINNING && m_word(r, i + 2) == W_OF)
        i += 3;
    const syn_word g = m_group(r, i);
    const voc_entry *step = NULL;
    if (g == W_THAT && m_word(r, i + 1) == W_TURN && m_kind(r, i + 2) == TOK_POSS) {
        step = m_entry(r, i + 3, VOC_CLASS_STEP, &end); /* of the extra turn */
        e->that_turn = step != NULL;
    }
    if (g == W_EACH || g == W_THE) {
        uint32_t k = i + 1 + (m_word(r, i + 1) == W_NEXT);
        const int turn =
            k == i + 2 && m_word(r, k) == W_TURN && m_kind(r, k + 1) == TOK_POSS && g == W_THE;
        k += turn ? 2 : 0; /* the next turn's upkeep */
        step = m_entry(r, k, VOC_CLASS_STEP, &end);
        e->next_turn = turn && step;
        e->each = g == W_EACH;
        e->next_one = m_word(r, i + 1) == W_NEXT;
    }
    if (!step)
        step = m_entry(r, i, VOC_CLASS_STEP, &end);
    if (!step) {
        const m_hits *who = m_read_possessor(r, i);
        for (uint32_t k = 0; k < who->count && !step; k++) {
            const uint32_t next = m_word(r, who->at[k].end) == W_NEXT,
                           first = m_word(r, who->at[k].end) == W_FIRST;
            step = m_entry(r, who->at[k].end + (next | first), VOC_CLASS_STEP, &end);
            if (step && first && (m_group(r, end) != W_EACH || m_word(r, end + 1) != W_TURN))
                step = NULL; /* your first upkeep each turn */
            else if (step)
                end += 2 * first;
            if (step)
                e->whose = who->at[k].node, e->next_one = (uint8_t)next, e->first = (uint8_t)first;
            else
                m_want(r, who->at[k].end, "a step");
        }
    }
    if (step && e->whose && e->whose->ref_class == CLASS_OBJECT) {
        m_refuse(r, end, e->whose->span, CC_WRONG_TYPE,
                 "only players have turns and steps: 'its controller's upkeep'");
        return NULL;
    }
    if (!step) {
        m_refuse(r, i + 1, m_span(r, at, r->count), CC_BAD_EVENT,
                 "'at' needs a step: the beginning of your upkeep");
        return NULL;
    }
    if (m_word(r, end) == W_OF && !e->whose) { /* the upkeep of enchanted creature's controller */
        const m_hits *who = m_read_ref(r, end + 1);
        for (uint32_t k = 0; k < who->count; k++)
            if (((m_ref *)who->at[k].node)->ref_class == CLASS_PLAYER) {
                e->whose = who->at[k].node;
                end = who->at[k].end;
                break;
            }
    }
    if (m_word(r, end) == W_ON) { /* combat on your turn */
        const m_hits *who = m_read_possessor(r, end + 1);
        for (uint32_t k = 0; k < who->count; k++)
            if (m_word(r, who->at[k].end) == W_TURN) {
                e->whose = who->at[k].node;
                end = who->at[k].end + 1;
                break;
            }
    }
    e->step = step->number;
    e->span = m_span(r, at, end);
    return read_if(r, end, out_cond, 0) ? e : NULL;
}
