/* When an ability may be activated, or a spell be cast: 'only as a sorcery', 'only during combat, before blockers are
 * declared', 'only if you control a Forest'. Limits stand behind a cost, or as printed cards have them: a sentence at
 * the end of the ability, or of its own for a spell. */
#include "compiler/meaning/read.h"

#include "grammar.tab.h"

static int limit_at(m_reader *r, uint32_t at, m_ability *a);

static m_cond *cond_of(m_reader *r, m_act *act, uint32_t from, uint32_t to)
{
    m_cond *c = ARENA_NEW(r->mem, m_cond);
    c->kind = COND_ACT;
    c->span = m_span(r, from, to);
    c->act = act;
    return c;
}

int m_is_time(const m_reader *r, uint32_t at)
{
    const syn_word w = m_word(r, at);
    return w == W_DURING || w == W_BEFORE || w == W_AFTER;
}

/* Behind a limit: nothing, or 'and only', ', only', ', before ...' and another. */
static int limits_behind(m_reader *r, uint32_t at, m_ability *a)
{
    if (at == r->count)
        return 1;
    uint32_t i = at + (m_kind(r, at) == TOK_COMMA);
    i += m_word(r, i) == W_AND || m_word(r, i) == W_BUT;
    if (m_word(r, i) == W_ONLY)
        return limit_at(r, i + 1, a);
    if (m_word(r, i) == W_BY)
        return limit_at(r, i, a);
    if (m_is_time(r, i))
        return limit_at(r, i, a);
    return m_want(r, at, "the end of the sentence, or 'and only ...'");
}

static int with_cond(m_reader *r, m_cond *c, uint32_t end, m_ability *a)
{
    m_cond *before = a->cond;
    a->cond = c;
    if (before) {
        a->cond = ARENA_NEW(r->mem, m_cond);
        a->cond->kind = COND_AND;
        a->cond->span = c->span;
        a->cond->left = before;
        a->cond->right = c;
    }
    if (limits_behind(r, end, a))
        return 1;
    a->cond = before;
    return 0;
}

static int time_at(m_reader *r, uint32_t at, m_ability *a)
{
    for (const voc_frame *f = voc_frames(r->voc, DECL_CONDITION, m_word(r, at)); f; f = f->next) {
        m_hits acts = {0};
        if (f->has_subject)
            continue;
        m_read_frame(r, f, at, &acts);
        for (uint32_t k = 0; k < acts.count; k++)
            if (with_cond(r, cond_of(r, acts.at[k].node, at, acts.at[k].end), acts.at[k].end, a))
                return 1;
    }
    return m_want(r, at + 1, "a time");
}

/* any time you could cast a sorcery: the number of the word behind 'a', or 0 */
uint32_t m_any_time(m_reader *r, uint32_t at, uint32_t *out_type)
{
    uint32_t end;
    const voc_entry *e;
    if (m_word(r, at) == W_AS && m_group(r, at + 1) == W_A) {
        e = m_entry(r, at + 2, VOC_CLASS_TYPE, &end);
    } else if (m_word(r, at) == W_ANY && m_word(r, at + 1) == W_TIME &&
               (m_group(r, at + 2) == W_YOU || m_group(r, at + 2) == W_THEY) &&
               m_word(r, at + 3) == W_COULD && m_word(r, at + 4) == W_CAST &&
               m_group(r, at + 5) == W_A) {
        e = m_entry(r, at + 6, VOC_CLASS_TYPE, &end);
    } else {
        return 0;
    }
    if (!e || !(1u << e->number & (VM_TYPE_SORCERY | VM_TYPE_INSTANT)))
        return 0;
    *out_type = 1u << e->number;
    return end;
}

/* One limit, behind 'only', and those that follow it. */
static int limit_at(m_reader *r, uint32_t at, m_ability *a)
{
    uint32_t type;
    if (m_word(r, at) == W_IF) {
        const m_hits *c = m_read_cond(r, at + 1);
        for (uint32_t k = 0; k < c->count; k++)
            if (with_cond(r, c->at[k].node, c->at[k].end, a))
                return 1;
        return 0;
    }
    const uint32_t end = m_any_time(r, at, &type);
    if (end) {
        a->sorcery |= type == VM_TYPE_SORCERY;
        a->instant |= type == VM_TYPE_INSTANT;
        return limits_behind(r, end, a);
    }
    if (m_word(r, at) == W_AS && m_group(r, at + 1) == W_A && m_word(r, at + 2) == W_SPECIAL &&
        m_word(r, at + 3) == W_ACTION_W) {
        a->special = 1;
        return limits_behind(r, at + 4, a);
    }
    if (m_word(r, at) == W_BY && m_word(r, at + 1) == W_ANY && m_word(r, at + 2) == W_PLAYER_W) {
        a->anybody = 1;
        return limits_behind(r, at + 3, a);
    }
    if (m_word(r, at) == W_ONCE && m_word(r, at + 1) == W_EACH && m_word(r, at + 2) == W_TURN) {
        a->once_each_turn = 1;
        return limits_behind(r, at + 3, a);
    }
    int32_t times; /* only three times each turn */
    const int twice = m_word(r, at) == W_TWICE;
    if (twice || (m_read_number(r, at, &times) && m_word(r, at + 1) == W_TIMES)) {
        const uint32_t i = at + 1 + !twice;
        if (m_word(r, i) != W_EACH || m_word(r, i + 1) != W_TURN || (!twice && times > 255))
            return m_want(r, i, "'each turn'");
        a->once_each_turn = 1;
        a->most = (uint8_t)(twice ? 2 : times);
        return limits_behind(r, i + 2, a);
    }
    if (m_word(r, at) == W_ONCE) {
        a->once = 1;
        return limits_behind(r, at + 1, a);
    }
    if (m_is_time(r, at))
        return time_at(r, at, a);
    return m_want(r, at, "'as a sorcery', 'once each turn', 'during ...' or 'if ...'");
}

int m_read_limits(m_reader *r, uint32_t at, m_ability *a)
{
    return limit_at(r, at + (m_word(r, at) == W_ONLY), a);
}

/* activate this ability no more than twice each turn: 1 = it was that */
static int says_no_more(m_reader *r, m_ability *a)
{
    int32_t n = 2;
    uint32_t i = 1 + 2 * (m_word(r, 1) == W_THIS && m_word(r, 2) == W_ABILITY_W);
    if (m_word(r, 0) != W_ACTIVATE || m_word(r, i) != W_NO || m_group(r, i + 1) != W_MORE ||
        m_word(r, i + 2) != W_THAN)
        return 0;
    i += 3;
    if (m_word(r, i) == W_TWICE)
        i++;
    else if (m_read_number(r, i, &n) && n > 0 && n < 256 && m_word(r, i + 1) == W_TIMES)
        i += 2;
    else
        return 0;
    if (m_word(r, i) != W_EACH || m_word(r, i + 1) != W_TURN || i + 2 != r->count)
        return 0;
    a->once_each_turn = 1;
    a->most = (uint8_t)n;
    return 1;
}

/* 'activate this ability only ...': where the limits begin; 0 = it says something else */
static uint32_t says_activate(const m_reader *r)
{
    uint32_t i = 0;
    if (m_word(r, i) != W_ACTIVATE)
        return 0;
    i += 1 + 2 * (m_word(r, i + 1) == W_THIS && m_word(r, i + 2) == W_ABILITY_W);
    return m_word(r, i) == W_ONLY ? i : 0;
}

/* any player may activate this ability [but only ...] */
static uint32_t says_anybody(const m_reader *r)
{
    return m_word(r, 0) == W_ANY && m_word(r, 1) == W_PLAYER_W && m_word(r, 2) == W_MAY &&
                   m_word(r, 3) == W_ACTIVATE && m_word(r, 4) == W_THIS &&
                   m_word(r, 5) == W_ABILITY_W
               ? 6
               : 0;
}

/* Whoever activates it is 'you' in all of the ability: 'but only during their turn'. */
static void theirs_is_yours(m_reader *r)
{
    syn_token *t = arena_alloc(r->mem, sizeof *t * (r->count + 1u));
    for (uint32_t i = 0; i < r->count; i++) {
        t[i] = r->t[i];
        const syn_word w = t[i].word;
        t[i].word = w == W_THEIR ? W_YOUR : w == W_THEY || w == W_THEM ? W_YOU : w;
        if (t[i].word != w)
            t[i].text = syn_word_text(r->voc->words, t[i].word);
    }
    m_reader_phrase(r, t, r->count);
}

/* The sentences at the end of an activated ability that say when and by whom; gives the rest, NULL after a mistake. */
const syn_block *m_limits_of_body(m_reader *r, const syn_block *body, m_ability *a)
{
    syn_block *rest = ARENA_NEW(r->mem, syn_block);
    *rest = *body;
    while (rest->stmts.count > 1) {
        const syn_stmt *s = rest->stmts.at[rest->stmts.count - 1];
        m_reader own;
        m_reader_init(&own, r->mem, r->diags, r->voc, r->context);
        m_reader_phrase(&own, s->phrase.first, s->phrase.count);
        own.stmt = s;
        if (!s->body && says_no_more(&own, a)) {
            rest->stmts.count--;
            continue;
        }
        uint32_t at = s->body ? 0 : says_activate(&own);
        if (!at && !s->body && says_anybody(&own)) {
            a->anybody = 1;
            at = says_anybody(&own);
            theirs_is_yours(&own);
            if (at == own.count) {
                rest->stmts.count--;
                continue;
            }
            at += m_kind(&own, at) == TOK_COMMA;
            at += m_word(&own, at) == W_BUT;
            if (m_word(&own, at) != W_ONLY) {
                m_want(&own, at, "'but only ...'");
                m_complain(&own);
                return NULL;
            }
        }
        if (!at)
            break;
        if (!m_read_limits(&own, at, a)) {
            m_complain(&own);
            return NULL;
        }
        rest->stmts.count--;
    }
    return rest;
}

/* cast this spell only during combat; NULL = it is something else. A mistake is told of. */
m_ability *m_read_cast_only(m_reader *r, const syn_stmt *s, int *out_failed)
{
    uint32_t i = 2, end;
    *out_failed = 0;
    if (s->body || m_word(r, 0) != W_CAST || m_word(r, 1) != W_THIS)
        return NULL;
    if (m_word(r, i) != W_ONLY) {
        const voc_entry *noun = m_entry(r, i, VOC_CLASS_NOUN, &end);
        i = noun && noun->number == NOUN_SPELL ? end : i;
    }
    if (m_word(r, i) != W_ONLY)
        return NULL;
    m_ability *a = ARENA_NEW(r->mem, m_ability);
    a->kind = ABILITY_CAST_ONLY;
    a->span = s->span;
    if (!m_read_limits(r, i, a)) {
        m_complain(r);
        *out_failed = 1;
        return NULL;
    }
    return a;
}
