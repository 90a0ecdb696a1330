/* What to say of a phrase that cannot be read: words nobody knows first, then a reading that was refused, then
 * the place where all readings end. */
#include "compiler/meaning/read.h"

#include <ctype.h>
#include <string.h>

#include "grammar.tab.h"

static int is_known(const m_reader *r, uint32_t at)
{
    const syn_word w = m_word(r, at);
    if (m_kind(r, at) != TOK_WORD || w < W_CLOSED_COUNT || syn_word_number(r->voc->words, w) >= 0)
        return 1;
    if ((w < r->voc->info.count && r->voc->info.at[w].known) || m_name_find(r, w))
        return 1;
    const char *text = r->t[at].text;
    if (strncmp(text, "non", 3) == 0) {
        const syn_word rest = syn_word_find(r->voc->words, text + 3 + (text[3] == '-'));
        return rest && voc_entries(r->voc, rest) != NULL;
    }
    return at > 0 && m_word(r, at - 1) == W_AS; /* a name being given */
}

static const char *nearest_name(const m_reader *r, const char *text)
{
    for (const m_name *n = r->context->names; n; n = n->next)
        if (voc_edit_distance(text, syn_word_text(r->voc->words, n->word)) < 2)
            return syn_word_text(r->voc->words, n->word);
    return NULL;
}

static int unknown_words(m_reader *r)
{
    int found = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        if (is_known(r, i))
            continue;
        const char *text = r->t[i].text, *near = nearest_name(r, text);
        char lower[64];
        found = 1;
        cc_diag_add(r->diags, CC_UNKNOWN_WORD, r->t[i].span, "no word '%s' in the vocabulary", text);
        if (!near)
            near = voc_nearest(r->voc, text);
        if (!near && strlen(text) < sizeof lower && isupper((unsigned char)*text)) { /* Destroy */
            strcpy(lower, text);
            lower[0] = (char)tolower((unsigned char)lower[0]);
            const syn_word w = syn_word_find(r->voc->words, lower);
            if (w && (w < W_CLOSED_COUNT || (w < r->voc->info.count && r->voc->info.at[w].known)))
                near = syn_word_text(r->voc->words, w);
        }
        if (near)
            cc_diag_help(r->diags, "did you mean '%s'?", near);
        else
            cc_diag_help(r->diags, "declare it, or give the name with 'as %s' or 'let %s' above", text, text);
    }
    return found;
}

static const char *printed_wording(const m_reader *r, uint32_t *out_at)
{
    static const struct {
        const char *words, *instead;
    } PRINTED_WORDS[] = {
#define PRINTED(words, instead) {words, instead},
#include "compiler/meaning/printed.def"
#undef PRINTED
    };
    for (size_t k = 0; k < sizeof PRINTED_WORDS / sizeof *PRINTED_WORDS; k++)
        for (uint32_t i = 0; i < r->count; i++) {
            const char *want = PRINTED_WORDS[k].words;
            uint32_t j = i;
            while (*want && j < r->count) {
                const size_t n = strcspn(want, " ");
                if (strncmp(r->t[j].text, want, n) != 0 || r->t[j].text[n])
                    break;
                want += n + (want[n] == ' ');
                j++;
            }
            if (!*want) {
                *out_at = i;
                return PRINTED_WORDS[k].instead;
            }
        }
    return NULL;
}

/* when this enters, draw a card: the comma should be a ':' */
static int comma_for_colon(m_reader *r)
{
    const syn_word g = m_group(r, 0);
    if (g != W_WHEN && g != W_AT && g != W_IF && g != W_WHILE && g != W_AS && g != W_UNTIL && g != W_FOR)
        return 0;
    if (r->count < 2)
        return 0;
    for (uint32_t i = 1; i < r->count; i++)
        if (m_kind(r, i) == TOK_COMMA && m_word(r, i + 1) != W_IF && m_word(r, i + 1) != W_OR) {
            cc_diag_add(r->diags, CC_COMMA_COLON, r->t[i].span, "a ':' separates '%s ...' from what happens", r->t[0].text);
            return 1;
        }
    return 0;
}

static int head_alone(m_reader *r)
{
    const syn_word g = m_group(r, 0);
    return (g == W_WHEN || g == W_AT || g == W_IF || g == W_WHILE || g == W_AS || g == W_UNTIL ||
            (g == W_FOR && m_word(r, 1) == W_EACH)) && r->farthest >= r->count;
}

void m_complain(m_reader *r)
{
    uint32_t at;
    if (unknown_words(r))
        return;
    const char *instead = printed_wording(r, &at);
    const uint32_t mistakes = r->diags->total_count;
    if (r->farthest < r->count && comma_for_colon(r)) {
        /* said */
    } else if (r->refusal && r->refused >= r->farthest) {
        cc_diag_add(r->diags, r->refusal_code, r->refusal_span, "%s", r->refusal);
    } else if (head_alone(r)) {
        cc_diag_add(r->diags, CC_HEAD_NEEDS_COLON, m_span(r, r->count, r->count), "'%s ...' needs ':' and what happens", r->t[0].text);
    } else if (r->refusal && r->farthest >= r->count) {
        cc_diag_add(r->diags, r->refusal_code, r->refusal_span, "%s", r->refusal);
    } else if (m_kind(r, 0) == TOK_MANA) {
        cc_diag_add(r->diags, r->farthest >= r->count ? CC_COST_ALONE : CC_COST_COLON, m_span(r, r->farthest, r->farthest + 1),
                    r->farthest >= r->count ? "a cost alone does nothing: ':' and what it is for" : "a cost is followed by ',' and more cost, or by ':'");
    } else if (r->farthest >= r->count) {
        cc_diag_add(r->diags, CC_NO_MEANING, m_span(r, r->count, r->count), "the sentence ends where %s is expected",
                    r->wanted ? r->wanted : "more");
    } else {
        cc_diag_add(r->diags, CC_NO_MEANING, m_span(r, r->farthest, r->farthest + 1), "'%s' cannot stand here; %s is expected",
                    r->t[r->farthest].text, r->wanted ? r->wanted : "something else");
    }
    if (instead && r->diags->total_count != mistakes)
        cc_diag_help(r->diags, "%s", instead);
}
