/* Sentences: clauses joined by 'then', 'and', commas and 'or'.
 *
 * A clause without a subject of its own is 'you' where its verb stands in the plain form, and keeps the subject
 * before it where the verb stands in the third person; a plural subject, and a subject behind 'may', is kept by
 * plain forms that it can do. */
#include "compiler/meaning/read.h"

#include <string.h>

#include "grammar.tab.h"

typedef struct before { /* what a clause can lean on */
    const m_clause *clause;
    const m_act *act;
} before;

static m_clause *clause_new(m_reader *r, const m_ref *subject, m_act *act, uint32_t from,
                            uint32_t to)
{
    m_clause *c = ARENA_NEW(r->mem, m_clause);
    c->subject = (m_ref *)(uintptr_t)subject;
    c->acts = act;
    c->span = m_span(r, from, to);
    return c;
}

static m_clause *read_from(m_reader *r, uint32_t at, before b, uint32_t joined_then, int depth);

/* What follows an act: nothing, or a joint and the rest of the sentence. *out_ok = it can be read. */
static m_clause *read_rest(m_reader *r, uint32_t at, before b, int depth, int *out_ok)
{
    *out_ok = 1;
    if (at == r->count)
        return NULL;
    uint32_t i = at, then = 0;
    if (m_kind(r, i) == TOK_COMMA)
        i++;
    if (m_word(r, i) == W_AND)
        i++;
    if (m_word(r, i) == W_THEN)
        i++, then = 1;
    *out_ok = 0;
    if (i == at) {
        m_want(r, at, "the end of the sentence, 'and' or 'then'");
        return NULL;
    }
    m_clause *rest = read_from(r, i, b, then, depth + 1);
    *out_ok = rest != NULL;
    return rest;
}

/* One of these acts by `subject`, and all that follows. */
static m_clause *one_and_rest(m_reader *r, const m_hits *acts, const m_ref *subject, uint32_t from,
                              uint32_t may, uint32_t then, const m_clause *kept, int depth)
{
    for (uint32_t i = 0; i < acts->count; i++) {
        m_clause *c = clause_new(r, subject, acts->at[i].node, from, acts->at[i].end);
        int ok;
        c->may = (uint8_t)may;
        c->then = (uint8_t)then;
        c->kept = kept != NULL;
        c->next = read_rest(r, acts->at[i].end, (before){c, c->acts}, depth, &ok);
        if (ok)
            return c;
    }
    return NULL;
}

const m_ref *m_permitted(const m_act *act)
{
    const voc_frame *f = act->frame;
    if (f->kind != DECL_RULE || !voc_is(f, VOC_MAY_PLAY))
        return NULL;
    for (uint32_t i = 0; i < f->slot_count; i++)
        if (strcmp(f->slot_names[i], "OBJECT") == 0)
            return act->operands[i].is.ref;
    return NULL;
}

/* 'you may cast that card this turn' allows it for a while, 'you may cast that card' lets it be done now. */
static int is_meant(const m_reader *r, const m_act *act)
{
    const m_ref *what = m_permitted(act);
    if (!what)
        return 1;
    if (what->kind == REF_SOME)
        return 0;
    return !r->context->in_body || act->duration || r->context->in_until ||
           (r->context->in_body == IN_BODY_AT_HEAD && what->kind == REF_THIS);
}

static void drop_permissions(const m_reader *r, m_hits *acts)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < acts->count; i++)
        if (is_meant(r, acts->at[i].node))
            acts->at[n++] = acts->at[i];
    acts->count = n;
}

static void only_ways(m_hits *acts)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < acts->count; i++)
        if (((const m_act *)acts->at[i].node)->ways)
            acts->at[n++] = acts->at[i];
    acts->count = n;
}

/* What may be paid together comes before its parts. */
static void paid_first(m_reader *r, uint32_t at, m_hits *acts)
{
    uint32_t end;
    m_hits all = {0};
    m_act *paid = m_read_paid_together(r, at, &end);
    if (!paid)
        return;
    m_hit_add(r, &all, end, paid);
    for (uint32_t i = 0; i < acts->count; i++)
        m_hit_add(r, &all, acts->at[i].end, acts->at[i].node);
    *acts = all;
}

/* An act by `subject`, and all that follows. */
static m_clause *act_and_rest(m_reader *r, const m_ref *subject, uint32_t from, uint32_t at,
                              uint32_t may, uint32_t then, const m_clause *kept, int depth)
{
    m_hits acts = {0};
    const uint32_t either = m_word(r, at) == W_EITHER; /* either sacrifices ... or discards ... */
    at += either;
    r->plain = (uint8_t)(r->having && may && subject);
    m_read_act(r, at, may && !r->plain ? NULL : subject, &acts);
    r->plain = 0;
    drop_permissions(r, &acts);
    if (may && subject) { /* behind 'may' the plain form stands, whoever does it */
        uint32_t n = 0;
        for (uint32_t i = 0; i < acts.count; i++) {
            const m_act *a = acts.at[i].node;
            static const voc_slot PLAYER = {.type = VOC_PLAYER};
            if (m_ref_fits(r, subject, a->frame->has_subject ? &a->frame->slots[0] : &PLAYER,
                           a->frame, at + 1))
                acts.at[n++] = acts.at[i];
        }
        acts.count = n;
    }
    if (!r->having)
        m_read_ways(r, &acts, subject, at, may);
    if (may && !r->having)
        paid_first(r, at, &acts);
    if (either)
        only_ways(&acts);
    return one_and_rest(r, &acts, subject, from, may, then, kept, depth);
}

/* A verb and its object; what may follow can be left out. */
static int is_verb_and_object(const voc_frame *f)
{
    return f->part_count > 1 && f->parts[1].kind == VOC_PART_SLOT &&
           (f->part_count == 2 ||
            (f->parts[2].kind == VOC_PART_OPTION && f->parts[2].end == f->part_count));
}

/* tap or untap target permanent: two verbs with one object; the object is read for the second */
static m_clause *read_alternatives(m_reader *r, const m_ref *subject, uint32_t from, uint32_t at,
                                   uint32_t may, uint32_t then, int depth)
{
    if (m_word(r, at + 1) != W_OR)
        return NULL;
    const voc_frame *first = NULL;
    for (const voc_frame *f = voc_frames(r->voc, DECL_ACTION, m_word(r, at)); f && !first;
         f = f->next)
        if (is_verb_and_object(f))
            first = f;
    if (!first)
        return NULL;
    m_hits acts = {0};
    m_read_act(r, at + 2, may ? NULL : subject, &acts);
    for (uint32_t i = 0; i < acts.count; i++) {
        m_act *second = acts.at[i].node;
        if (!is_verb_and_object(second->frame))
            continue;
        m_act *one = ARENA_NEW(r->mem, m_act);
        *one = *second;
        one->frame = first;
        one->operands = arena_alloc(r->mem, sizeof *one->operands * (first->slot_count + 1u));
        one->operands[first->parts[1].slot] = second->operands[second->frame->parts[1].slot];
        m_clause *c = clause_new(r, subject, one, from, acts.at[i].end);
        int ok;
        c->alternatives = second;
        c->may = (uint8_t)may;
        c->then = (uint8_t)then;
        c->next = read_rest(r, acts.at[i].end, (before){c, second}, depth, &ok);
        if (ok)
            return c;
    }
    return NULL;
}

/* The frame's words behind its verb, and all that follows. */
static m_clause *gapped_as(m_reader *r, const voc_frame *f, uint32_t at, before b, uint32_t then,
                           int depth)
{
    m_hits acts = {0};
    m_read_frame_tail(r, f, at, at, &acts);
    for (uint32_t i = 0; i < acts.count; i++) {
        m_act *act = acts.at[i].node;
        m_hits all = {0};
        m_read_adjuncts(r, act, acts.at[i].end, &all);
        for (uint32_t k = 0; k < all.count; k++) {
            m_clause *c = clause_new(r, b.clause->subject, all.at[k].node, at, all.at[k].end);
            int ok;
            c->kept = b.clause->subject != NULL;
            c->then = (uint8_t)then;
            c->may = b.clause->may ? 2 : 0;
            c->next = read_rest(r, all.at[k].end, (before){c, c->acts}, depth, &ok);
            if (ok)
                return c;
        }
    }
    return NULL;
}

/* Both have an end of their own; else the end of the last would be that of both. */
static m_clause *gapped_rule(m_reader *r, const voc_frame *f, uint32_t at, before b, int depth)
{
    m_clause *c = gapped_as(r, f, at, b, 0, depth);
    return c && c->acts->duration ? c : NULL;
}

/* ... 3 damage to target creature and 1 damage to its controller: the verb is that of the act before, in the same
 * frame or, where that does not fit, in another one of this verb: put one into your hand and the rest on the bottom */
static m_clause *read_gapped(m_reader *r, uint32_t at, before b, uint32_t then, int depth)
{
    const voc_frame *f = b.act ? b.act->frame : NULL;
    if (!f || f->part_count < 2)
        return NULL;
    if (f->kind ==
        DECL_RULE) /* gains flying until end of turn and vigilance until your next turn */
        return b.act->duration && !then ? gapped_rule(r, f, at, b, depth) : NULL;
    if (f->kind != DECL_ACTION)
        return NULL;
    m_clause *c = gapped_as(r, f, at, b, then, depth);
    for (const voc_frame *o = voc_frames(r->voc, DECL_ACTION, f->head); o && !c; o = o->next)
        if (o != f && o->part_count > 1)
            c = gapped_as(r, o, at, b, then, depth);
    return c;
}

/* What is somebody's: each opponent's life total becomes 10 */
static m_clause *read_of_possessor(m_reader *r, uint32_t at, uint32_t then, int depth)
{
    const m_hits *whose = m_read_possessor(r, at);
    for (uint32_t i = 0; i < whose->count; i++) {
        m_hits acts = {0};
        m_read_act_of(r, whose->at[i].end, whose->at[i].node, &acts);
        m_clause *c = one_and_rest(r, &acts, whose->at[i].node, at, 0, then, NULL, depth);
        if (c)
            return c;
    }
    return NULL;
}

/* any player may sacrifice a land: each is asked, in turn order; alone it is said by nobody ('each', 'target', 'a') */
static const m_ref *as_any(m_reader *r, const m_ref *subject, uint32_t at, uint32_t end,
                           uint32_t may)
{
    if (m_word(r, at) != W_ANY || subject->kind != REF_SOME || subject->ref_class != CLASS_PLAYER ||
        subject->any_number)
        return subject;
    if (!may) {
        m_refuse(r, end, m_span(r, at, end), CC_NO_MEANING,
                 "who does it? 'each player', 'target player', 'a player' whom you choose; 'any "
                 "player' only stands before 'may' and behind 'unless'");
        return NULL;
    }
    m_ref *each = m_ref_copy(r, subject);
    each->kind = REF_ALL;
    each->each = 1;
    each->count = NULL;
    each->word = W_ANY;
    return each;
}

/* you may have target opponent draw a card: whoever may decides, and the other one does it. Up to the end of the sentence. */
static m_clause *may_have(m_reader *r, const m_ref *subject, uint32_t from, uint32_t at,
                          uint32_t then, int depth)
{
    if (!r->can_have || m_word(r, at) != W_HAVE || !m_goes_on(r, at, depth))
        return NULL;
    const m_hits *who = m_read_ref(r, at + 1);
    for (uint32_t i = 0; i < who->count; i++) {
        if (who->at[i].end >= r->count)
            continue;
        const uint8_t having = r->having;
        r->having = 1;
        m_clause *does =
            act_and_rest(r, who->at[i].node, at, who->at[i].end, 1, 0, NULL, depth + 1);
        r->having = having;
        if (!does)
            continue;
        for (m_clause *c = does; c; c = c->next)
            c->may = c->may == 2 || c == does ? 0 : c->may;
        m_clause *c = clause_new(r, subject, NULL, from, r->count);
        c->may = 1;
        c->then = (uint8_t)then;
        c->have = does;
        return c;
    }
    return NULL;
}

/* they each lose 1 life: they are several */
static m_ref *each_of_them(m_reader *r, m_ref *who)
{
    if (who->kind != REF_PRONOUN || who->word != W_THEY)
        return who;
    who = m_ref_copy(r, who);
    who->each = 2;
    return who;
}

/* A clause with a subject of its own. */
static m_clause *read_with_subject(m_reader *r, uint32_t at, uint32_t then, int depth)
{
    const m_hits *subjects = m_read_ref(r, at);
    for (uint32_t i = 0; i < subjects->count; i++) {
        uint32_t end = subjects->at[i].end;
        m_ref *who = subjects->at[i].node;
        if (m_group(r, end) == W_EACH && m_word(r, end + 1) != W_MAY) {
            end++; /* up to two target creatures each get */
            who = each_of_them(r, who);
        }
        const uint32_t may = m_word(r, end) == W_MAY;
        const uint32_t instead = may && m_word(r, end + 1) == W_INSTEAD; /* you may instead ... */
        const uint32_t verb = end + may + instead;
        const m_ref *subject = end < r->count ? as_any(r, who, at, end, may) : NULL;
        if (!subject)
            continue;
        m_clause *c = NULL;
        if (may && verb == r->count) { /* you may { ... } */
            c = clause_new(r, subject, NULL, at, verb);
            c->may = 1;
            c->then = (uint8_t)then;
        }
        if (!c && may && !instead)
            c = may_have(r, subject, at, verb, then, depth);
        if (!c && may && !instead) /* a rule: you may play ... */
            c = act_and_rest(r, subject, at, end, 0, then, NULL, depth);
        if (!c)
            c = read_alternatives(r, subject, at, verb, may, then, depth);
        if (!c)
            c = act_and_rest(r, subject, at, verb, may, then, NULL, depth);
        if (c && instead)
            c->instead = INSTEAD_IF_WANTED;
        if (c)
            return c;
    }
    return NULL;
}

static int is_third_person(const m_reader *r, uint32_t at)
{
    const syn_word w = m_word(r, at);
    if (w == W_IS || w == W_HAS || w == W_DOESNT || w == W_ISNT)
        return 1;
    return w < r->voc->info.count && (r->voc->info.at[w].forms & VOC_FORM_S) &&
           !(r->voc->info.at[w].forms & VOC_FORM_BASE);
}

static m_clause *read_without_subject(m_reader *r, uint32_t at, before b, uint32_t then, int depth)
{
    const m_ref *last = b.clause ? b.clause->subject : NULL;
    m_clause *c = NULL;
    if (last) {
        const uint32_t may = b.clause->may && !is_third_person(r, at);
        const uint32_t also_may = m_word(r, at) == W_MAY;
        c = act_and_rest(r, last, at, at + also_may, may || also_may, then, b.clause, depth);
        if (c && may && !also_may)
            c->may = 2; /* the same 'may' as before */
    }
    if (c)
        return c;
    if (m_word(r, at) == W_MAY) /* may draw a card: you may */
        return act_and_rest(r, NULL, at, at + 1, 1, then, NULL, depth);
    c = read_alternatives(r, NULL, at, at, 0, then, depth);
    return c ? c : act_and_rest(r, NULL, at, at, 0, then, NULL, depth);
}

/* starting with you, each player votes for ...: in turn order from there */
static m_clause *starting_with_you(m_reader *r, uint32_t at, uint32_t then, int depth)
{
    m_clause *c = read_with_subject(r, at + 4, then, depth);
    if (!c || !c->acts)
        return NULL;
    if (!voc_is(c->acts->frame, VOC_VOTES)) {
        m_refuse(r, r->count, m_span(r, at, at + 3), CC_NO_NATIVE,
                 "who begins can be said of votes only; else the active player does (CR 101.4)");
        return NULL;
    }
    m_act *act = ARENA_NEW(r->mem, m_act);
    *act = *c->acts;
    act->from_you = 1;
    c->acts = act;
    return c;
}

static m_clause *read_from(m_reader *r, uint32_t at, before b, uint32_t then, int depth)
{
    if (at >= r->count || !m_goes_on(r, at, depth))
        return NULL;
    const uint32_t instead = m_word(r, at) == W_INSTEAD;
    if (instead) {
        m_clause *c = read_from(r, at + 1, b, then, depth + 1);
        if (c)
            c->instead = c->may && c->acts ? INSTEAD_IF_WANTED : INSTEAD_ALWAYS;
        return c;
    }
    if (m_word(r, at) == W_STARTING && m_word(r, at + 1) == W_WITH && m_word(r, at + 2) == W_YOU &&
        m_kind(r, at + 3) == TOK_COMMA)
        return starting_with_you(r, at, then, depth);
    m_clause *c = read_without_subject(r, at, b, then, depth);
    if (!c)
        c = read_with_subject(r, at, then, depth);
    if (!c)
        c = read_of_possessor(r, at, then, depth);
    if (!c && b.act)
        c = read_gapped(r, at, b, then, depth);
    return c;
}

m_clause *m_read_verbs(m_reader *r, const m_ref *subject, uint32_t at)
{
    return act_and_rest(r, subject, 0, at, 0, 0, NULL, 0);
}

m_clause *m_read_clauses(m_reader *r, uint32_t at)
{
    return read_from(r, at, (before){NULL, NULL}, 0, 0);
}

/* its controller pays {2} · they sacrifice a creature: an act that is paid to stop something */
m_clause *m_read_cost_clause(m_reader *r, uint32_t at, uint32_t *out_end)
{
    const m_hits *who = m_read_ref(r, at);
    for (uint32_t i = 0; i < who->count; i++) {
        const uint32_t verb = who->at[i].end;
        const m_ref *payer = who->at[i].node;
        if (payer->ref_class == CLASS_OBJECT || verb >= r->count)
            continue;
        for (const voc_frame *f = voc_frames(r->voc, DECL_COST, m_word(r, verb)); f; f = f->next) {
            m_hits acts = {0};
            m_read_frame(r, f, verb, &acts);
            if (!acts.count)
                continue;
            m_act *act = acts.at[0].node;
            if (m_open_number(act) >= 0) {
                m_refuse(r, acts.at[0].end, m_span(r, verb + 1, acts.at[0].end), CC_MISSING_OPERAND,
                         "how many? A cost names its number");
                continue;
            }
            if (!m_expand_cost(r, act, acts.at[0].end))
                continue;
            *out_end = acts.at[0].end;
            m_cost *first = ARENA_NEW(r->mem, m_cost);
            first->act = act;
            first->span = act->span;
            const uint32_t ways = m_read_cost_ways(r, first, verb, *out_end, r->count, 0);
            if (ways != *out_end) { /* unless they discard a card or pay 3 life */
                *out_end = ways;
                return clause_new(r, payer, m_cost_act(r, first, verb, ways), at, ways);
            }
            m_hits times = {0};
            if (m_word(r, *out_end) == W_FOR && m_word(r, *out_end + 1) == W_EACH)
                m_read_times(r, act, *out_end, &times);
            if (times.count) {
                act = times.at[0].node;
                *out_end = times.at[0].end;
            }
            return clause_new(r, payer, act, at, *out_end);
        }
    }
    return NULL;
}
