/* What a choice of several players or of two piles leaves to speak of: one of the piles, the pile of an opponent's choice, each
 * permanent with the most votes. */
#include "compiler/meaning/read.h"

#include "grammar.tab.h"

static m_ref *pile_ref(m_reader *r, m_pile which, uint32_t from, uint32_t to)
{
    m_ref *ref = m_ref_new(r, REF_PILE, CLASS_OBJECT, from, to);
    ref->number = which;
    ref->plural = 1;
    return ref;
}

/* of your choice, of that player's choice: the index behind it, for each reading */
static void chosen_by(m_reader *r, const m_ref *pile, uint32_t from, uint32_t at, m_hits *out)
{
    if (m_word(r, at) != W_OF)
        return;
    const m_hits *who = m_read_possessor(r, at + 1);
    for (uint32_t i = 0; i < who->count; i++)
        if (m_word(r, who->at[i].end) == W_CHOICE) {
            m_ref *ref = ARENA_NEW(r->mem, m_ref);
            *ref = *pile;
            ref->number = PILE_NOW;
            ref->of = who->at[i].node;
            ref->span = m_span(r, from, who->at[i].end + 1);
            m_hit_add(r, out, who->at[i].end + 1, ref);
        }
}

/* one pile · one of those piles · the pile of an opponent's choice · that pile · the other pile */
static void read_pile(m_reader *r, uint32_t from, uint32_t at, m_hits *out)
{
    int32_t one = 0;
    const syn_word w = m_group(r, at);
    const int single = w == W_A || (m_read_number(r, at, &one) && one == 1);
    if (single && m_group(r, at + 1) == W_PILE) {
        m_ref *ref = pile_ref(r, PILE_NOW, from, at + 2);
        m_hit_add(r, out, at + 2, ref);
        chosen_by(r, ref, from, at + 2, out);
    } else if (single && m_word(r, at + 1) == W_OF && m_group(r, at + 3) == W_PILE &&
               (m_word(r, at + 2) == W_THOSE || m_word(r, at + 2) == W_THE)) {
        m_hit_add(r, out, at + 4, pile_ref(r, PILE_NOW, from, at + 4));
    } else if (w == W_THE || w == W_THAT) {
        const uint32_t noun =
            at + 1 + (m_word(r, at + 1) == W_CHOSEN || m_word(r, at + 1) == W_OTHER);
        if (m_group(r, noun) != W_PILE)
            return;
        m_ref *ref =
            pile_ref(r, m_word(r, at + 1) == W_OTHER ? PILE_OTHER : PILE_CHOSEN, from, noun + 1);
        m_hit_add(r, out, noun + 1, ref);
        if (noun == at + 1)
            chosen_by(r, ref, from, noun + 1, out);
    }
}

/* all creatures in that pile · a card from the chosen pile: what it is taken from is read like any pile */
static void read_of_pile(m_reader *r, uint32_t at, m_hits *out)
{
    const m_hits *d = m_group(r, at) == W_ALL ? m_read_desc(r, at + 1) : NULL;
    for (uint32_t i = 0; d && i < d->count; i++) {
        const m_nominal *n = d->at[i].node;
        const uint32_t in = d->at[i].end;
        if (n->no_noun || (m_word(r, in) != W_IN && m_word(r, in) != W_FROM))
            continue;
        m_hits piles = {0};
        read_pile(r, at, in + 1, &piles);
        for (uint32_t k = 0; k < piles.count; k++) {
            m_ref *ref = piles.at[k].node;
            ref->desc = n->desc;
            m_hit_add(r, out, piles.at[k].end, ref);
        }
    }
}

/* each permanent with the most votes or tied for most votes */
static void read_voted(m_reader *r, uint32_t at, m_hits *out)
{
    const m_hits *d = m_group(r, at) == W_EACH ? m_read_desc(r, at + 1) : NULL;
    for (uint32_t i = 0; d && i < d->count; i++) {
        const m_nominal *n = d->at[i].node;
        uint32_t k = d->at[i].end;
        if (n->no_noun || m_word(r, k) != W_WITH || m_word(r, k + 1) != W_THE ||
            m_word(r, k + 2) != W_MOST || m_group(r, k + 3) != W_VOTE)
            continue;
        k += 4;
        if (m_word(r, k) == W_OR && m_word(r, k + 1) == W_TIED && m_word(r, k + 2) == W_FOR &&
            m_word(r, k + 3) == W_MOST && m_group(r, k + 4) == W_VOTE)
            k += 5;
        m_ref *ref = pile_ref(r, PILE_VOTED, at, k);
        ref->desc = n->desc;
        m_hit_add(r, out, k, ref);
    }
}

void m_read_piles(m_reader *r, uint32_t at, m_hits *out)
{
    read_pile(r, at, at, out);
    read_of_pile(r, at, out);
    read_voted(r, at, out);
}

/* ---- what is voted for ------------------------------------------------------------------------ */

/* Words without a meaning of their own: their number of votes has that name from then on. */
static m_name *option_name(m_reader *r, syn_word word)
{
    m_name *n = m_name_find(r, word);
    if (n)
        return n->kind == M_NAME_NUMBER ? n : NULL;
    if (!word || m_links_full(r->context->links))
        return NULL;
    n = ARENA_NEW(r->mem, m_name);
    n->word = word;
    n->kind = M_NAME_NUMBER;
    n->link = r->context->links->count++;
    n->next = r->context->names;
    r->context->names = n;
    return n;
}

static int is_option(const m_reader *r, uint32_t at)
{
    const syn_word w = m_group(r, at);
    int32_t number; /* 'two or more' votes for nothing, nor does 'flying or ...' */
    uint32_t end;
    return m_kind(r, at) == TOK_WORD && !m_read_number(r, at, &number) && w != W_OR && w != W_AND &&
           w != W_A && w != W_THE && w != W_EACH && !m_entry(r, at, VOC_CLASS_KEYWORD, &end);
}

/* death or torture · blue, black, or red */
void m_read_options(m_reader *r, uint32_t at, m_hits *out)
{
    m_options list = {0};
    syn_word words[M_OPTIONS_MAX];
    uint32_t n = 0, i = at;
    for (int last = 0; !last && n < M_OPTIONS_MAX && is_option(r, i);) {
        words[n++] = m_word(r, i++);
        const int comma = m_kind(r, i) == TOK_COMMA;
        last = m_word(r, i + (uint32_t)comma) != W_OR;
        if (!comma && last)
            break;
        i += (uint32_t)comma;
        last = m_word(r, i) == W_OR;
        i += (uint32_t)last;
        if (last) {
            if (!is_option(r, i) || n == M_OPTIONS_MAX)
                return;
            words[n++] = m_word(r, i++);
        }
    }
    const m_name *known = n == 1 ? m_name_find(r, words[0]) : NULL; /* death gets more votes */
    if (!n || (n < 2 && !r->context->is_test && !(known && known->kind == M_NAME_NUMBER)))
        return;
    for (uint32_t k = 0; k < n; k++) {
        list.name[k] = r->context->is_test ? NULL : option_name(r, words[k]);
        list.word[k] = words[k];
        if (!list.name[k] && !r->context->is_test)
            return;
    }
    list.count = n;
    m_operand *o = m_operand_new(r, VOC_OPTIONS, at, i);
    o->is.options = ARENA_NEW(r->mem, m_options);
    *o->is.options = list;
    m_hit_add(r, out, i, o);
}
