/* Declarations that say in words of their own kind what they mean: costs, durations, steps of tests. Their words are
 * read in the place of the phrase, with what was said there in the place of the operands' names. */
#include "compiler/meaning/read.h"

#include <string.h>

enum { DEEPEST = 8 };

typedef struct put {
    const m_reader *r;
    const m_act *act;
    VEC(syn_token) words;
    const char *missing; /* an operand that was not said */
} put;

static void put_said(put *p, arena *mem, const m_operand *o, const syn_token *name)
{
    if (!o->given || o->to <= o->from)
        p->missing = name->text;
    for (uint32_t i = o->from; i < o->to; i++)
        VEC_PUSH(mem, &p->words, p->r->t[i]);
}

static syn_phrase put_in(put *p, arena *mem, syn_phrase words)
{
    const voc_frame *f = p->act->frame;
    p->words.at = NULL;
    p->words.count = p->words.cap = 0;
    for (uint32_t i = 0; i < words.count; i++) {
        const syn_token *t = &words.first[i];
        uint32_t k = 0;
        while (t->word && k < f->slot_count && f->slots[k].name != t->word)
            k++;
        if (t->word && k < f->slot_count)
            put_said(p, mem, &p->act->operands[k], t);
        else
            VEC_PUSH(mem, &p->words, *t);
    }
    return (syn_phrase){p->words.at, p->words.count};
}

static int begin(m_reader *r, const m_act *act, uint32_t end, m_reader *inner)
{
    if (r->expanded == DEEPEST) {
        m_refuse(r, end, act->frame->span, CC_TOO_DEEP,
                 "what this means contains itself, or is %d deep", DEEPEST);
        return 0;
    }
    m_reader_init(inner, r->mem, r->diags, r->voc, r->context);
    inner->expanded = (uint8_t)(r->expanded + 1);
    return 1;
}

static int all_said(m_reader *r, const put *p, uint32_t end)
{
    if (p->missing)
        m_refuse(r, end, p->act->span, CC_MISSING_OPERAND,
                 "%s has to be said: what this means speaks of it", p->missing);
    return !p->missing;
}

int m_expand(m_reader *r, const m_act *act, uint32_t end, m_reader *inner)
{
    put p = {.r = r, .act = act};
    if (!begin(r, act, end, inner))
        return 0;
    const syn_phrase words = put_in(&p, r->mem, act->frame->means);
    m_reader_phrase(inner, words.first, words.count);
    return all_said(r, &p, end);
}

static syn_block *block_put_in(put *p, arena *mem, const syn_block *from)
{
    syn_block *b = ARENA_NEW(mem, syn_block);
    b->span = from->span;
    b->braces = from->braces;
    for (uint32_t i = 0; i < from->stmts.count; i++) {
        syn_stmt *s = ARENA_NEW(mem, syn_stmt);
        *s = *from->stmts.at[i];
        s->phrase = put_in(p, mem, s->phrase);
        s->body = s->body ? block_put_in(p, mem, s->body) : NULL;
        s->other = s->other ? block_put_in(p, mem, s->other) : NULL;
        VEC_PUSH(mem, &b->stmts, s);
    }
    return b;
}

const syn_block *m_expand_body(m_reader *r, const m_act *act, uint32_t end, m_reader *inner)
{
    put p = {.r = r, .act = act};
    if (!begin(r, act, end, inner))
        return NULL;
    const syn_block *b = block_put_in(&p, r->mem, act->frame->body);
    return all_said(r, &p, end) ? b : NULL;
}

/* cost bleed N:number means pay N life, sacrifice a creature */
int m_expand_cost(m_reader *r, m_act *act, uint32_t end)
{
    m_reader inner;
    if (!act->frame->means.count)
        return r->context->is_test || m_counters_fit(r, act, NULL, end);
    if (!m_expand(r, act, end, &inner))
        return 0;
    act->pays = m_read_costs(&inner, 0, inner.count);
    if (!act->pays)
        m_refuse(r, end, act->span, inner.refusal ? inner.refusal_code : CC_BAD_COST, "%s",
                 inner.refusal ? inner.refusal : "what this means is no cost");
    return act->pays != NULL;
}
