/* What to say of a phrase that cannot be read: wording of printed cards and words nobody knows first, then mistakes that
 * have a message of their own, then a reading that was refused, then the place where all readings end. */
#include "compiler/meaning/read.h"

#include <ctype.h>
#include <string.h>

#include "grammar.tab.h"

/* ---- unknown words ----------------------------------------------------------------------------
 */

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

static const char *nearest(const m_reader *r, const char *text)
{
    if (cc_diags_full(r->diags))
        return NULL;
    for (const m_name *n = r->context->names; n && strlen(text) > 2; n = n->next)
        if (voc_edit_distance(text, syn_word_text(r->voc->words, n->word)) < 2)
            return syn_word_text(r->voc->words, n->word);
    return voc_nearest(r->voc, text);
}

static int is_capital(const m_reader *r, uint32_t at)
{
    return isupper((unsigned char)r->t[at].text[0]) != 0;
}

/* The sign behind it was complained of already: an ability word and its dash. */
static int before_a_sign(const m_reader *r, uint32_t at)
{
    const cc_span s = r->t[at].span;
    for (uint32_t i = 0; i < r->diags->list.count; i++) {
        const cc_diag *d = &r->diags->list.at[i];
        if (d->code == CC_BAD_CHAR && d->span.file == s.file && d->span.line == s.line &&
            d->span.col == s.end_col + 1)
            return 1;
    }
    return 0;
}

/* Capitalised words that nobody knows are a card's name. Gives the index behind them. */
static uint32_t card_name(m_reader *r, uint32_t at, const uint8_t *told)
{
    uint32_t end = at;
    while (end < r->count && m_kind(r, end) == TOK_WORD && is_capital(r, end) && !told[end] &&
           (end == at || !is_known(r, end)))
        end++;
    cc_diag_add(r->diags, CC_CARD_QUOTES, m_span(r, at, end), "'%s' is no word here",
                m_text(r, at, end));
    cc_diag_help(
        r->diags,
        r->context->is_test
            ? "the name of a card stands in quotes: \"%s\""
            : "a card calls itself 'this'; the name of another card stands in quotes: \"%s\"",
        m_text(r, at, end));
    return end;
}

static void unknown_word(m_reader *r, uint32_t at)
{
    const char *text = r->t[at].text, *near = nearest(r, text);
    const int symbol = !text[1] && strchr("WUBRGCTQSE", *text) != NULL;
    const int is_name =
        !text[1] || (isupper((unsigned char)text[0]) && isupper((unsigned char)text[1]));
    const int in_capitals = is_name && text[1];
    if ((near && !in_capitals) || symbol || !is_name) {
        cc_diag_add(r->diags, CC_UNKNOWN_WORD, r->t[at].span, "no word '%s' in the vocabulary",
                    text);
        if (near)
            cc_diag_help(r->diags, "did you mean '%s'?", near);
        else if (symbol)
            cc_diag_help(r->diags, "a symbol stands in braces: {%s}", text);
        else if (!at)
            cc_diag_help(
                r->diags,
                "no declaration begins so; 'keyword %s ...' or 'action %s ...' would make it known",
                text, text);
        else
            cc_diag_help(r->diags, "declare it, or give the name with 'as %s' or 'let %s' above",
                         text, text);
        return;
    }
    cc_diag_add(r->diags, CC_UNKNOWN_NAME, r->t[at].span, "the name '%s' was not given", text);
    cc_diag_help(r->diags, "give it before this: 'let %s = ...', or 'as %s' behind what is meant",
                 text, text);
}

static int unknown_words(m_reader *r, const uint8_t *told)
{
    int found = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        if (told[i] || is_known(r, i) || (!i && before_a_sign(r, i) && !nearest(r, r->t[i].text)))
            continue;
        found = 1;
        const char *text = r->t[i].text;
        if (is_capital(r, i) && islower((unsigned char)text[1]) && !nearest(r, text))
            i = card_name(r, i, told) - 1;
        else
            unknown_word(r, i);
    }
    return found;
}

/* ---- printed wording --------------------------------------------------------------------------
 */

/* Does the wording stand at `at`? Gives the index behind it. */
static uint32_t stands(const m_reader *r, const char *words, uint32_t at)
{
    while (*words) {
        const size_t n = strcspn(words, " ");
        if (at >= r->count || strncmp(r->t[at].text, words, n) != 0 || r->t[at].text[n])
            return 0;
        words += n + (words[n] == ' ');
        at++;
    }
    return at;
}

static void tell(m_reader *r, uint8_t *told, uint32_t from, uint32_t to, uint32_t until,
                 const char *what)
{
    cc_diag_add(r->diags, CC_PRINTED, m_span(r, from, to), "'%s' is written otherwise here",
                m_text(r, from, to));
    cc_diag_help(r->diags, "%s", what);
    for (uint32_t i = from; i < until; i++)
        told[i] = 1;
}

static uint32_t to_comma(const m_reader *r, uint32_t at)
{
    while (at < r->count && m_kind(r, at) != TOK_COMMA)
        at++;
    return at;
}

static int printed_wording(m_reader *r, uint8_t *told)
{
    static const struct {
        const char *words, *instead;
    } PRINTED_WORDS[] = {
#define PRINTED(words, instead) {words, instead},
#include "compiler/meaning/printed.def"
#undef PRINTED
    };
    int found = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        if (m_sign(r, i, '(') && i + 1 < r->count && m_kind(r, i + 1) == TOK_WORD &&
            is_capital(r, i + 1)) {
            tell(r, told, i, i + 1, r->count,
                 "reminder text has no place in a rule; leave it out, or write it behind '//'");
            return 1;
        }
        if (m_kind(r, i) == TOK_STRING && strpbrk(r->t[i].text, ":{")) {
            tell(r, told, i, i + 1, i + 1,
                 "an ability that is given stands in a block: creatures you control have { {T}: "
                 "add {G} }");
            found = 1;
        }
        for (size_t k = 0; !told[i] && k < sizeof PRINTED_WORDS / sizeof *PRINTED_WORDS; k++) {
            const uint32_t end = stands(r, PRINTED_WORDS[k].words, i);
            if (!end)
                continue;
            tell(r, told, i, end, to_comma(r, end), PRINTED_WORDS[k].instead);
            found = 1;
        }
    }
    return found;
}

/* ---- what is said ------------------------------------------------------------------------------
 */

/* Was something on these lines unreadable already? What follows from that is not told as well. */
static int scanner_said(const m_reader *r)
{
    for (uint32_t i = 0; i < r->diags->list.count; i++) {
        const cc_diag *d = &r->diags->list.at[i];
        const cc_span first = r->t[0].span, last = r->t[r->count - 1].span;
        if (d->code < CC_CANNOT_STAND && d->span.file == first.file && d->span.line >= first.line &&
            d->span.line <= last.line)
            return 1;
    }
    return 0;
}

static const char DESCRIPTION[] = "a description";

static cc_code code_of(const m_reader *r)
{
    if (r->context->is_test)
        return CC_BAD_STEP;
    switch (syn_word_group(r->stmt ? r->stmt->phrase.first->word : m_word(r, 0))) {
    case W_WHEN:
    case W_AT:
        return CC_BAD_EVENT;
    case W_IF:
        for (uint32_t i = 0; r->stmt && i < r->stmt->phrase.count; i++)
            if (r->stmt->phrase.first[i].word == W_WOULD)
                return CC_BAD_EVENT;
        return CC_BAD_CONDITION;
    case W_WHILE:
        return CC_BAD_CONDITION;
    default:
        if (r->wanted_count == 1 && strcmp(r->wanted[0], DESCRIPTION) == 0)
            return CC_BAD_SELECTOR;
        return r->stmt && r->stmt->colon ? CC_BAD_COST : CC_NO_MEANING;
    }
}

/* 'a number, "to" or "with"': what all readings wanted at the farthest place. */
static const char *all_wanted(m_reader *r)
{
    const char *list[4];
    uint32_t n = 0;
    for (int literal = 0; literal < 2; literal++)
        for (uint32_t i = 0; i < r->wanted_count && n < 4; i++) {
            if ((r->wanted_word[i] != 0) != (literal != 0))
                continue;
            if (strcmp(r->wanted[i], DESCRIPTION) == 0 && r->wanted_count > 1)
                continue; /* somebody else says it better */
            list[n++] = literal ? arena_printf(r->mem, "'%s'", r->wanted[i]) : r->wanted[i];
        }
    const char *text = n ? list[0] : "something else";
    for (uint32_t i = 1; i < n; i++)
        text = arena_printf(r->mem, i + 1 == n ? "%s or %s" : "%s, %s", text, list[i]);
    return text;
}

/* Is the word at `at` what somebody does: at the head of a clause, or behind a subject that begins there? */
static int stands_as_verb(m_reader *r, uint32_t at)
{
    for (uint32_t from = 0; from <= at; from++) {
        const syn_word w = from ? m_word(r, from - 1) : 0;
        if (from && m_kind(r, from - 1) != TOK_COMMA && w != W_AND && w != W_THEN && w != W_OR &&
            w != W_MAY && w != W_INSTEAD)
            continue;
        if (from == at)
            return 1;
        const m_hits *who = m_read_ref(r, from);
        for (uint32_t i = 0; i < who->count; i++)
            if (who->at[i].end == at)
                return 1;
    }
    return 0;
}

static int is_said(const m_reader *r, syn_word literal)
{
    for (uint32_t i = 0; i < r->count; i++) {
        const syn_word w = m_kind(r, i) == TOK_WORD ? m_word(r, i) : 0;
        if (w && (w == literal || syn_word_group(w) == literal ||
                  voc_head(r->voc, w) == voc_head(r->voc, literal)))
            return 1;
    }
    return 0;
}

/* A pattern helps whoever has written most of its words. */
static int is_nearly_said(const m_reader *r, const voc_frame *f)
{
    uint32_t all = 0, said = 0;
    for (uint32_t i = 0; i < f->part_count; i++) {
        if (f->parts[i].kind == VOC_PART_OPTION)
            i = f->parts[i].end - 1u;
        else if (f->parts[i].kind == VOC_PART_LITERAL) {
            all++;
            said += (uint32_t)is_said(r, f->parts[i].word);
        }
    }
    return said * 3 > all * 2;
}

/* How sentences with the verb in front of the mistake are declared: the plain ones come first. */
static void help_with_frames(m_reader *r)
{
    syn_word verb = 0;
    for (uint32_t i = 0; i < r->count && i < r->farthest; i++)
        if (m_kind(r, i) == TOK_WORD && syn_is_open(m_word(r, i)) && stands_as_verb(r, i) &&
            (voc_frames(r->voc, DECL_ACTION, m_word(r, i)) ||
             voc_frames(r->voc, DECL_RULE, m_word(r, i))))
            verb = voc_head(r->voc, m_word(r, i));
    if (!verb || r->context->is_test || m_head_reading(r) || (r->stmt && r->stmt->colon))
        return;
    const char *text = NULL;
    uint32_t shown = 0;
    for (const voc_frame *f = r->voc->frames; f && shown < 3; f = f->after) {
        if ((f->kind != DECL_ACTION && f->kind != DECL_RULE) || f->head != verb ||
            !is_nearly_said(r, f))
            continue;
        const char *one = voc_frame_text(r->voc, f);
        text = shown++ ? arena_printf(r->mem, "%s; %s", text, one) : one;
    }
    if (shown)
        cc_diag_help(r->diags, "it reads: %s", text);
}

static void where_it_ends(m_reader *r)
{
    if (r->farthest >= r->count) {
        cc_diag_add(r->diags, r->context->is_test ? CC_BAD_STEP : CC_MISSING_OPERAND,
                    m_span(r, r->count, r->count), "the sentence ends where %s is expected",
                    all_wanted(r));
    } else {
        cc_diag_add(r->diags, code_of(r), m_span(r, r->farthest, r->farthest + 1),
                    "'%s' cannot stand here; %s is expected", r->t[r->farthest].text,
                    all_wanted(r));
    }
    help_with_frames(r);
}

static int has_own_name(m_reader *r)
{
    for (uint32_t i = 0; r->context->card_name && i < r->count; i++) {
        const size_t n = strlen(r->context->card_name);
        if (m_kind(r, i) != TOK_STRING ||
            strncmp(r->t[i].text + 1, r->context->card_name, n) != 0 || r->t[i].text[n + 1] != '"')
            continue;
        cc_diag_add(r->diags, CC_CARD_QUOTES, r->t[i].span, "a card calls itself 'this'");
        return 1;
    }
    return 0;
}

/* What happens may hold mistakes of its own; names that the head gives are known there. */
static void look_at_the_rest(m_reader *r)
{
    if (!r->stmt || !r->stmt->colon || !r->stmt->body || r->context->is_test)
        return;
    m_context context = *r->context;
    m_links links = {0};
    m_reader rest;
    context.links = &links;
    m_reader_init(&rest, r->mem, r->diags, r->voc, &context);
    for (uint32_t i = 1; i < r->count; i++)
        if (m_word(r, i - 1) == W_AS && m_kind(r, i) == TOK_WORD &&
            m_word(r, i) >= W_CLOSED_COUNT && !m_name_find(&rest, m_word(r, i))) {
            m_name *n = ARENA_NEW(r->mem, m_name);
            n->word = m_word(r, i);
            n->next = context.names;
            context.names = n;
        }
    m_read_body(&rest, r->stmt->body);
}

static void complain(m_reader *r)
{
    uint8_t *told = arena_alloc(r->mem, r->count);
    const int printed = printed_wording(r, told), unknown = unknown_words(r, told);
    if (printed || unknown || scanner_said(r) || has_own_name(r))
        return;
    const m_reading head = m_head_reading(r);
    if (head && !r->farthest) /* nothing has been tried, for want of a body */
        head(r);
    if (m_advise(r))
        return;
    if (r->refusal && (r->refused >= r->farthest || r->farthest >= r->count))
        cc_diag_add(r->diags, r->refusal_code, r->refusal_span, "%s", r->refusal);
    else
        where_it_ends(r);
}

void m_complain(m_reader *r)
{
    if (!r->count || r->limited)
        return;
    complain(r);
    look_at_the_rest(r);
}
