/* the first creature spell you cast each turn costs {2} less: each creature spell you cast costs {2} less while you haven't cast
 * a creature spell this turn. What is being cast has not been cast yet (CR 601.2i). */
#include "compiler/meaning/read.h"

#include <string.h>

#include "grammar.tab.h"

static const struct {
    uint8_t number;
    const char *word;
} ORDINALS[] = {
#define ORDINAL(number, word) {number, word},
#include "compiler/meaning/ordinals.def"
#undef ORDINAL
};

uint8_t m_ordinal(const char *text)
{
    for (size_t i = 0; i < sizeof ORDINALS / sizeof *ORDINALS; i++)
        if (strcmp(ORDINALS[i].word, text) == 0)
            return ORDINALS[i].number;
    return 0;
}

const char *m_ordinal_word(uint8_t number)
{
    for (size_t i = 0; i < sizeof ORDINALS / sizeof *ORDINALS; i++)
        if (ORDINALS[i].number == number)
            return ORDINALS[i].word;
    return "";
}

typedef struct words {
    m_reader *r;
    VEC(syn_token) all;
} words;

static void put(words *w, syn_word word)
{
    syn_token t = w->r->t[0];
    t.kind = TOK_WORD;
    t.word = word;
    t.text = syn_word_text(w->r->voc->words, word);
    VEC_PUSH(w->r->mem, &w->all, t);
}

static void put_said(words *w, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++)
        VEC_PUSH(w->r->mem, &w->all, w->r->t[i]);
}

static void put_all(words *w, const syn_word *list)
{
    for (; *list; list++)
        put(w, *list);
}

static int says(const m_reader *r, uint32_t from, syn_word word)
{
    for (uint32_t i = from; i < r->count; i++)
        if (m_group(r, i) == word)
            return 1;
    return 0;
}

/* Where 'you cast each turn' or 'each opponent casts each turn' stands, and what is behind it; 0 = nowhere. */
static uint32_t find_caster(const m_reader *r, uint32_t *out_behind)
{
    for (uint32_t i = 3; i + 3 < r->count; i++) {
        if (m_group(r, i) != W_CAST || m_group(r, i + 1) != W_EACH || m_word(r, i + 2) != W_TURN)
            continue;
        *out_behind = i + 3;
        if (m_word(r, i - 1) == W_YOU)
            return i - 1;
        return i > 4 && (m_group(r, i - 2) == W_EACH || m_group(r, i - 2) == W_A) ? i - 2 : 0;
    }
    return 0;
}

const syn_stmt *m_read_first_spell(m_reader *r, const syn_stmt *s)
{
    uint32_t behind = 0;
    const uint32_t who = find_caster(r, &behind);
    words w = {.r = r};
    if (!who)
        return NULL;
    if (says(r, behind, W_WHILE) || says(r, behind, W_IF) || says(r, behind, W_UNLESS)) {
        m_refuse(
            r, r->count, m_span(r, 0, behind), CC_NO_MEANING,
            "one condition: 'while you haven't cast a creature spell this turn' says the first");
        return NULL;
    }
    const int yours = m_word(r, who) == W_YOU;
    const char first = r->t[2].text[0];
    put(&w, W_EACH);
    put_said(&w, 2, who);
    if (!yours)
        put(&w, m_word(r, who + 1) == W_PLAYER_W ? W_A : W_AN);
    put_said(&w, yours ? who : who + 1, behind - 2);
    put_said(&w, behind, r->count);
    put(&w, W_WHILE);
    if (yours)
        put_all(&w, (const syn_word[]){W_YOU, W_HAVENT, 0});
    else
        put_all(&w, (const syn_word[]){W_ITS, W_CONTROLLER, W_HASNT, 0});
    put(&w, W_CAST);
    put(&w, strchr("aeiou", first) ? W_AN : W_A);
    put_said(&w, 2, who);
    put_all(&w, (const syn_word[]){W_THIS, W_TURN, 0});
    syn_stmt *said = ARENA_NEW(r->mem, syn_stmt);
    *said = *s;
    said->phrase = (syn_phrase){w.all.at, w.all.count};
    m_reader_phrase(r, w.all.at, w.all.count);
    r->stmt = said;
    return said;
}

/* It is about costs alone: anything else holds when the spell has been cast, too. */
int m_is_about_cost(m_reader *r, const m_ability *a)
{
    for (const m_clause *c = a->clauses; c; c = c->next)
        if (!c->acts || !voc_is(c->acts->frame, VOC_CHANGES_COST)) {
            cc_diag_add(
                r->diags, CC_NO_NATIVE, c->span,
                "the first of them costs more or less, so far; anything else is said of all");
            return 0;
        }
    return 1;
}
