/* A or B: sacrifices a creature or discards a card. Of several acts whoever does it chooses one as it is done (CR 608.2d), of
 * several costs whoever pays. */
#include "compiler/meaning/read.h"
#include "compiler/meaning/walk.h"

#include <string.h>

#include "grammar.tab.h"

const voc_frame m_ways_frame = {.kind = DECL_ACTION, .name = "or"};

/* ---- acts ------------------------------------------------------------------------------------- */

static int is_targeted(const m_ref *ref, void *user)
{
    (void)user;
    return ref->kind == REF_TARGET;
}

static int pays(const m_act *act)
{
    return voc_is(act->frame, VOC_PAYS);
}

/* To pay this cost. */
static m_act *pay_act(m_reader *r, uint32_t from, uint32_t end, const voc_frame *frame, m_cost *c)
{
    for (uint32_t i = 0; i < frame->slot_count; i++) {
        if (frame->slots[i].type != VOC_COST)
            continue;
        m_act *act = ARENA_NEW(r->mem, m_act);
        act->frame = frame;
        act->span = m_span(r, from, end);
        act->operands = arena_alloc(r->mem, sizeof *act->operands * (frame->slot_count + 1u));
        memset(act->operands, 0, sizeof *act->operands * (frame->slot_count + 1u));
        m_operand *o = &act->operands[i];
        *o = *m_operand_new(r, VOC_COST, from, end);
        o->is.cost = c;
        return act;
    }
    return NULL;
}

/* you may pay {2} or discard a card: what may be paid is one cost */
static m_act *paid(m_reader *r, uint32_t from, uint32_t end, const voc_frame *frame)
{
    m_cost *c = m_read_costs(r, from, end);
    return c && !c->next && c->other ? pay_act(r, from, end, frame, c) : NULL;
}

/* The verb that pays costs, or NULL. */
static const voc_frame *pay_verb(const m_reader *r, syn_word word)
{
    const voc_frame *f = voc_frames(r->voc, DECL_ACTION, word);
    while (f && !voc_is(f, VOC_PAYS))
        f = f->next;
    return f;
}

/* pay {4} and pay 2 life: its verb is that of the whole, {4} and pay 2 life is what is paid */
static m_cost *under_one_verb(m_reader *r, m_cost *first)
{
    const voc_frame *f = first->act ? first->act->frame : NULL;
    const m_cost *in = NULL;
    for (uint32_t i = 0; f && pay_verb(r, f->head) && i < f->slot_count; i++)
        if (f->slots[i].type == VOC_COST)
            in = first->act->operands[i].is.cost;
    m_cost *all = NULL, **last = &all;
    for (; in && !first->other; in = in->next) {
        *last = ARENA_NEW(r->mem, m_cost);
        **last = *in;
        last = &(*last)->next;
    }
    *last = all ? first->next : first;
    return all ? all : first;
}

/* What was named or chosen before is acted on part by part: a cost takes what whoever pays it chooses, or this. */
static int can_be_paid(const m_cost *c)
{
    for (uint32_t i = 0; c->act && i < c->act->frame->slot_count; i++) {
        const m_operand *o = &c->act->operands[i];
        const m_ref *ref = o->given && voc_is_reference(o->type) ? o->is.ref : NULL;
        if (ref && ref->kind != REF_SOME && ref->kind != REF_ALL && ref->kind != REF_ZONE &&
            ref->kind != REF_THIS)
            return 0;
    }
    return !c->other || can_be_paid(c->other);
}

m_act *m_read_paid_together(m_reader *r, uint32_t at, uint32_t *out_end)
{
    const voc_frame *pay = NULL;
    for (uint32_t i = at; i < r->count && !pay; i++)
        pay = pay_verb(r, m_word(r, i));
    for (uint32_t end = r->count; pay && end > at + 1; end--) {
        if (end < r->count && m_kind(r, end) != TOK_COMMA && m_word(r, end) != W_AND &&
            m_word(r, end) != W_THEN)
            continue;
        m_cost *c = m_read_costs(r, at, end);
        int pays = 0, can = c && c->next;
        for (const m_cost *part = c; can && part; part = part->next) {
            pays |= part->act && pay_verb(r, part->act->frame->head);
            can = can_be_paid(part);
        }
        if (!pays || !can)
            continue;
        *out_end = end;
        return pay_act(r, at, end, pay, under_one_verb(r, c));
    }
    return NULL;
}

/* Which of them is a payment: its frame, or NULL. */
static const voc_frame *paying(const m_way *w)
{
    for (; w; w = w->next)
        if (pays(w->act))
            return w->act->frame;
    return NULL;
}

/* What one chooses as it is done knows no targets, and a condition behind it might be that of one or of both. */
static int can_be_way(m_reader *r, const m_act *act, uint32_t end)
{
    const char *why =
        act->frame->kind != DECL_ACTION
            ? "what one of several does is done, and not for a while: 'choose one { ... }'"
        : act->only_if || act->unless || act->unless_cond
            ? "of one, or of both? A sentence with 'if' or 'unless' is one of modes: 'choose one "
              "{ ... }'"
        : m_any_in_act(act, is_targeted, NULL)
            ? "targets are chosen before: 'choose one { ... }' has modes with targets"
            : NULL;
    if (why)
        m_refuse(r, end, act->span, CC_NO_MEANING, "%s", why);
    return !why;
}

static m_way *way_new(m_reader *r, m_act *act, uint32_t from, uint32_t to, m_way *next)
{
    m_way *w = ARENA_NEW(r->mem, m_way);
    w->act = act;
    w->says = m_text(r, from, to);
    w->next = next;
    return w;
}

static int fits(m_reader *r, const m_ref *subject, const m_act *act, uint32_t at, uint32_t plain)
{
    static const voc_slot PLAYER = {.type = VOC_PLAYER};
    return !plain || !subject ||
           m_ref_fits(r, subject, act->frame->has_subject ? &act->frame->slots[0] : &PLAYER,
                      act->frame, at);
}

/* The ways from `at` on, behind 'or': hits of m_way. */
static void further(m_reader *r, const m_ref *subject, uint32_t at, uint32_t plain, int depth,
                    m_hits *out)
{
    m_hits acts = {0};
    if (at >= r->count || !m_goes_on(r, at, depth))
        return;
    m_read_act(r, at, plain ? NULL : subject, &acts);
    for (uint32_t i = 0; i < acts.count; i++) {
        m_act *act = acts.at[i].node;
        const uint32_t end = acts.at[i].end;
        if (!fits(r, subject, act, at + 1, plain) || !can_be_way(r, act, end))
            continue;
        m_hit_add(r, out, end, way_new(r, act, at, end, NULL));
        if (m_word(r, end) != W_OR)
            continue;
        m_hits more = {0};
        further(r, subject, end + 1, plain, depth + 1, &more);
        for (uint32_t k = 0; k < more.count; k++)
            m_hit_add(r, out, more.at[k].end, way_new(r, act, at, end, more.at[k].node));
    }
}

void m_read_ways(m_reader *r, m_hits *acts, const m_ref *subject, uint32_t from, uint32_t plain)
{
    const uint32_t count = acts->count;
    for (uint32_t i = 0; i < count; i++) {
        m_act *first = acts->at[i].node;
        const uint32_t end = acts->at[i].end;
        if (m_word(r, end) != W_OR)
            continue;
        m_hits more = {0};
        further(r, subject, end + 1, plain, 0, &more);
        if (!more.count || !can_be_way(r, first, end))
            continue;
        for (uint32_t k = 0; k < more.count; k++) {
            const voc_frame *pay = pays(first) ? first->frame : paying(more.at[k].node);
            m_act *cost = pay && plain ? paid(r, from, more.at[k].end, pay) : NULL;
            if (cost)
                m_hit_add(r, acts, more.at[k].end, cost);
            else if (pay)
                m_refuse(r, more.at[k].end, m_span(r, from, more.at[k].end), CC_NO_MEANING,
                         "nobody has to pay: 'may ... or ...', or what happens 'unless they pay'");
            if (pay)
                continue;
            m_act *one = ARENA_NEW(r->mem, m_act);
            one->frame = &m_ways_frame;
            one->span = m_span(r, from, more.at[k].end);
            one->ways = way_new(r, first, from, end, more.at[k].node);
            m_hit_add(r, acts, more.at[k].end, one);
        }
    }
}

/* ---- costs ------------------------------------------------------------------------------------ */

/* One cost at `at`, up to `limit` at most: of all readings those that end there or in front of another 'or'. */
static m_cost *one_way(m_reader *r, uint32_t at, uint32_t limit, uint32_t *out_end)
{
    for (uint32_t end = limit; end > at; end--) {
        if (end != limit && m_word(r, end) != W_OR && m_kind(r, end) != TOK_COMMA &&
            m_word(r, end) != W_AND)
            continue;
        m_cost *c = m_read_costs(r, at, end);
        if (!c || c->next || c->other || c->loyalty || c->name)
            continue;
        *out_end = end;
        c->says = m_text(r, at, end);
        return c;
    }
    return NULL;
}

uint32_t m_read_cost_ways(m_reader *r, m_cost *first, uint32_t from, uint32_t at, uint32_t limit,
                          int depth)
{
    uint32_t end = at;
    if (at >= limit || m_word(r, at) != W_OR || !m_goes_on(r, at, depth) || first->loyalty ||
        first->name)
        return at;
    first->says = m_text(r, from, at);
    first->other = one_way(r, at + 1, limit, &end);
    return first->other ? m_read_cost_ways(r, first->other, at + 1, end, limit, depth + 1) : at;
}

m_act *m_cost_act(m_reader *r, m_cost *cost, uint32_t from, uint32_t to)
{
    static const voc_frame PAYS = {.kind = DECL_COST, .name = "or"};
    m_act *act = ARENA_NEW(r->mem, m_act);
    act->frame = &PAYS;
    act->span = m_span(r, from, to);
    act->pays = cost;
    return act;
}
