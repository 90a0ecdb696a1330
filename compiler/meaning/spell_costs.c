/* What a spell may be cast for beside its mana cost: alternative costs (CR 117.9) and optional additional ones (CR 117.8). */
#include "compiler/meaning/read.h"

#include "grammar.tab.h"

static m_ability *cost_ability(m_reader *r, m_ability_kind kind, const syn_stmt *s)
{
    m_ability *a = ARENA_NEW(r->mem, m_ability);
    a->kind = (uint8_t)kind;
    a->span = s->span;
    return a;
}

static m_ability *complained(m_reader *r)
{
    m_complain(r);
    return NULL;
}

/* its mana cost · pay this spell's mana cost, from `at` on; gives the index behind it, 0 = it is something else */
static uint32_t own_mana_cost(m_reader *r, uint32_t at)
{
    uint32_t i = at + (voc_frames(r->voc, DECL_COST, m_word(r, at)) != NULL &&
                       (r->voc->info.at[m_word(r, at)].forms & (VOC_FORM_BASE | VOC_FORM_ING)));
    const uint32_t whose = i;
    if (m_word(r, i) == W_ITS)
        i++;
    else if (m_word(r, i) == W_THIS)
        i += 1 + (m_kind(r, i + 1) != TOK_POSS) + 1; /* this's, this spell's */
    if (i == whose || i + 2 > r->count) {
        m_want(r, whose < r->count ? whose : r->count, "'its mana cost'");
        return 0;
    }
    if (m_word(r, i) != W_MANA_W) { /* of a keyword: not here */
        m_want(r, i, "'mana cost'");
        return 0;
    }
    return i + 2;
}

/* you may cast this [spell] without paying its mana cost */
static int is_free(m_reader *r)
{
    uint32_t i = 4, end;
    if (m_word(r, 2) != W_CAST || m_word(r, 3) != W_THIS)
        return 0;
    const voc_entry *noun = m_entry(r, i, VOC_CLASS_NOUN, &end);
    i = noun && noun->number == NOUN_SPELL ? end : i;
    return m_word(r, i) == W_WITHOUT && own_mana_cost(r, i + 1) == r->count;
}

/* you may pay 1 life rather than its mana cost (CR 117.9); the same the other way round */
static m_ability *read_alternative(m_reader *r, const syn_stmt *s)
{
    uint32_t rather = 0, from = 2, to;
    if (s->body)
        return NULL;
    if (m_word(r, 0) == W_RATHER && m_word(r, 1) == W_THAN) {
        const uint32_t end = own_mana_cost(r, 2), i = end + (m_kind(r, end) == TOK_COMMA);
        if (!end || m_word(r, i) != W_YOU || m_word(r, i + 1) != W_MAY)
            return NULL;
        from = i + 2;
        to = r->count;
    } else if (m_word(r, 0) == W_YOU && m_word(r, 1) == W_MAY) {
        m_ability *free = cost_ability(r, ABILITY_ALTERNATIVE, s);
        if (is_free(r))
            return free;
        for (uint32_t i = 2; i < r->count; i++)
            if (m_word(r, i) == W_RATHER && m_word(r, i + 1) == W_THAN)
                rather = i;
        if (!rather || m_word(r, 2) == W_CAST || own_mana_cost(r, rather + 2) != r->count)
            return NULL;
        to = rather;
    } else {
        return NULL;
    }
    m_ability *a = cost_ability(r, ABILITY_ALTERNATIVE, s);
    a->cost = m_read_costs(r, from, to);
    return a->cost ? a : complained(r);
}

static int is_pay(m_reader *r, uint32_t at)
{
    return voc_frames(r->voc, DECL_COST, m_word(r, at)) &&
           (r->voc->info.at[m_word(r, at)].forms & VOC_FORM_BASE);
}

/* ... to cast this as an instant (CR 601.3c): the index of its 'to', or 0 */
static uint32_t to_cast_fast(m_reader *r)
{
    uint32_t type;
    for (uint32_t i = r->count; i-- > 6;)
        if (m_word(r, i) == W_TO && m_word(r, i + 1) == W_CAST && m_word(r, i + 2) == W_THIS)
            return m_any_time(r, i + 3, &type) == r->count && type == VM_TYPE_INSTANT ? i : 0;
    return 0;
}

/* you may pay an additional {2}{B} [any number of times] as you cast this · ... to choose all · ... to cast this as an instant
 * (CR 117.8) */
static m_ability *read_optional(m_reader *r, const syn_stmt *s)
{
    static const syn_word AS[] = {W_AS, W_YOU, W_CAST, W_THIS},
                          TIMES[] = {W_ANY, W_NUMBER_W, W_OF, W_TIMES};
    uint32_t end = r->count, from = 5, k = 0;
    if (s->body || m_word(r, 0) != W_YOU || m_word(r, 1) != W_MAY || !is_pay(r, 2) ||
        m_group(r, 3) != W_A || m_word(r, 4) != W_ADDITIONAL || end < 8)
        return NULL;
    m_ability *a = cost_ability(r, ABILITY_OPTIONAL, s);
    if (m_word(r, end - 1) == W_ALL && m_word(r, end - 3) == W_TO) {
        a->optional = OPTIONAL_ALL_MODES;
        end -= 3;
    } else if (to_cast_fast(r)) {
        a->optional = OPTIONAL_ONCE;
        a->instant = 1;
        end = to_cast_fast(r);
    } else {
        for (end -= 4; k < 4 && m_word(r, end + k) == AS[k];)
            k++;
        if (k != 4) {
            m_want(r, end + k, "'as you cast this'");
            return complained(r);
        }
        a->optional = OPTIONAL_ONCE;
        for (k = 0; end > from + 4 && k < 4 && m_word(r, end - 4 + k) == TIMES[k];)
            k++;
        if (k == 4) {
            a->optional = OPTIONAL_REPEATED;
            end -= 4;
        }
    }
    a->cost = m_read_costs(r, from, end);
    return a->cost ? a : complained(r);
}

/* if you control a Swamp: you may pay 4 life rather than pay this spell's mana cost */
static m_ability *read_if_alternative(m_reader *r, const syn_stmt *s)
{
    if (m_word(r, 0) != W_IF || !s->body || s->body->stmts.count != 1 || s->other)
        return NULL;
    const syn_stmt *one = s->body->stmts.at[0];
    m_reader own;
    m_reader_init(&own, r->mem, r->diags, r->voc, r->context);
    m_reader_phrase(&own, one->phrase.first, one->phrase.count);
    own.stmt = one;
    m_ability *a = read_alternative(&own, one);
    if (!a)
        return NULL;
    a->span = s->span;
    a->cond = m_read_whole_cond(r, 1);
    return a->cond ? a : complained(r);
}

m_ability *m_read_spell_cost(m_reader *r, const syn_stmt *s)
{
    m_ability *a = read_optional(r, s);
    if (!a)
        a = read_alternative(r, s);
    return a ? a : read_if_alternative(r, s);
}
