/* The layer between flex and bison: newlines and continuation lines, vocabulary look-up, one word
 * class per word, one flavour per 'and', 'or' and ','. No phrase is parsed here: every rule looks
 * at the token before and the one or two after. docs/language.md lists the rules. */
#include "compiler/parse.h"

#include <ctype.h>
#include <string.h>

#include "grammar.tab.h"

void cc_token_add(cc_parse *p, int kind, const char *text, size_t size)
{
    cc_token t = {.kind = kind,
                  .text = arena_strndup(p->mem, text, size),
                  .span = {p->file, p->line, p->col, p->col + (uint32_t)size},
                  .indent = p->indent,
                  .starts_line = (uint8_t)p->starts_line};
    VEC_PUSH(p->mem, &p->tokens, t);
    if (kind != TOKEN_RAW_NL)
        p->starts_line = 0;
    p->col += (uint32_t)size;
}

/* ---- newlines ---------------------------------------------------------------------------------
 * A line indented deeper than the line where its sentence began continues it. */

static void push_nl(cc_parse *p, cc_tokens *out, cc_span at)
{
    cc_token nl = {.kind = TOK_NL, .text = "end of line", .span = at};
    nl.span.end_col = at.col + 1;
    VEC_PUSH(p->mem, out, nl);
}

static int last_kind(const cc_tokens *t)
{
    return t->count ? t->at[t->count - 1].kind : TOK_NL;
}

static uint32_t skip_blank(const cc_tokens *in, uint32_t i)
{
    while (i < in->count && in->at[i].kind == TOKEN_RAW_NL)
        i++;
    return i;
}

static void fold_newlines(cc_parse *p)
{
    cc_tokens in = p->tokens, out = {0};
    uint32_t sentence_indent = 0;
    for (uint32_t i = 0; i < in.count; i++) {
        cc_token t = in.at[i];
        int prev = last_kind(&out);
        if (t.kind == TOKEN_RAW_NL) {
            uint32_t j = skip_blank(&in, i);
            const cc_token *next = j < in.count ? &in.at[j] : NULL;
            i = j - 1;
            if (prev == '{') {
                if (next)
                    sentence_indent = next->indent;
                continue;
            }
            if (next && (next->kind == TOK_ELSE || next->kind == TOK_FACE))
                continue;
            if (next && next->kind != '}' && next->indent > sentence_indent && prev != TOK_NL &&
                prev != '}')
                continue;
            if (prev != TOK_NL)
                push_nl(p, &out, t.span);
            if (next)
                sentence_indent = next->indent;
            continue;
        }
        if (t.kind == '}' && prev != TOK_NL && prev != '{')
            push_nl(p, &out, t.span);
        VEC_PUSH(p->mem, &out, t);
        if (t.kind == '}') {
            uint32_t j = skip_blank(&in, i + 1);
            if (j < in.count && (in.at[j].kind == TOK_ELSE || in.at[j].kind == TOK_FACE))
                i = j - 1;
            else if (j < in.count && in.at[j].kind == '}')
                push_nl(p, &out, t.span);
        }
    }
    if (out.count && last_kind(&out) != TOK_NL)
        push_nl(p, &out, out.at[out.count - 1].span);
    p->tokens = out;
}

/* ---- words ------------------------------------------------------------------------------------
 */

static int in(int kind, const int *set)
{
    for (; *set; set++)
        if (*set == kind)
            return 1;
    return 0;
}

typedef struct names {
    VEC(const char *) list;
} names;

static int is_name(const names *n, const char *w)
{
    for (uint32_t i = 0; i < n->list.count; i++)
        if (strcmp(n->list.at[i], w) == 0)
            return 1;
    return 0;
}

static int is_wordlike(const cc_token *t)
{
    return t->kind == TOKEN_RAW_WORD ||
           (isalpha((unsigned char)t->text[0]) && t->kind != TOK_STRING);
}

/* The longest entry of the vocabulary that begins at token i with at least two words; its number of
 * further tokens, 0 if none. */
static uint32_t longest_phrase(cc_parse *p, uint32_t i, const cc_word **out_word)
{
    char phrase[256];
    size_t size = strlen(p->tokens.at[i].text);
    uint32_t best = 0;
    if (size >= sizeof phrase)
        return 0;
    memcpy(phrase, p->tokens.at[i].text, size + 1);
    for (uint32_t k = 1; k < p->vocab->words_max && i + k < p->tokens.count; k++) {
        const cc_token *t = &p->tokens.at[i + k];
        size_t more = strlen(t->text);
        if (!is_wordlike(t) || size + more + 2 > sizeof phrase)
            break;
        phrase[size] = ' ';
        memcpy(phrase + size + 1, t->text, more + 1);
        size += more + 1;
        const cc_word *w = cc_vocab_find(p->vocab, phrase);
        if (w) {
            best = k;
            *out_word = w;
        }
    }
    return best;
}

static void unknown_word(cc_parse *p, cc_token *t, const names *given)
{
    const char *near = NULL;
    for (uint32_t i = 0; i < given->list.count && !near; i++)
        if (cc_edit_distance(t->text, given->list.at[i]) < 2)
            near = given->list.at[i], t->kind = TOK_NAME;
    if (!near)
        near = cc_vocab_nearest(p->vocab, t->text);
    cc_diag_add(p->diags, CC_UNKNOWN_WORD, t->span, "no word '%s' in the vocabulary", t->text);
    if (near)
        cc_diag_help(p->diags, "did you mean '%s'?", near);
    else
        cc_diag_help(p->diags, "declare it, or give the name with 'as %s' or 'let %s' above",
                     t->text, t->text);
    const cc_word *w = near ? cc_vocab_find(p->vocab, near) : NULL;
    t->mask = w ? w->mask : WORD_NOUN; /* go on as if it had been written */
    if (w)
        t->text = w->text;
}

static void check_name(cc_parse *p, const cc_token *t, const names *given)
{
    if (t->kind == TOKEN_RAW_WORD && !is_name(given, t->text) && cc_vocab_mask(p->vocab, t->text))
        cc_diag_add(p->diags, CC_NAME_IS_WORD, t->span,
                    "'%s' is a word of the vocabulary; a name must be a new word", t->text);
}

/* Words that begin a statement, where one can begin. */
static int statement_word(const cc_token *t, const cc_token *next)
{
    if (strcmp(t->text, "define") == 0)
        return TOK_DEFINE;
    if (strcmp(t->text, "expect") == 0)
        return TOK_EXPECT;
    if (strcmp(t->text, "level") == 0 && next->kind == TOK_RANGE)
        return TOK_LEVEL;
    return strcmp(t->text, "chapter") == 0 && next->kind == TOK_NUM ? TOK_CHAPTER : t->kind;
}

/* A word in the vocabulary, alone or with those behind it; gives how many more it takes. */
static uint32_t look_up(cc_parse *p, cc_token *t, uint32_t at, int header, const names *given)
{
    static const int NOT_WORDS[] = {TOK_DECL, TOK_FLAG, TOK_CARD, TOK_TEST, TOK_FACE, 0};
    const cc_word *w = NULL;
    if (!is_wordlike(t) || in(t->kind, NOT_WORDS))
        return 0;
    uint32_t more = is_name(given, t->text) ? 0 : longest_phrase(p, at, &w);
    if (more) {
        t->kind = TOKEN_RAW_WORD;
        t->text = w->text;
        t->mask = w->mask;
        t->span.end_col = p->tokens.at[at + more].span.end_col;
    } else if (t->kind == TOKEN_RAW_WORD && is_name(given, t->text)) {
        t->kind = TOK_NAME;
    } else if (t->kind == TOKEN_RAW_WORD) {
        t->mask = cc_vocab_mask(p->vocab, t->text);
        if (!t->mask && header)
            t->mask = WORD_NOUN;
        else if (!t->mask)
            unknown_word(p, t, given);
    }
    return more;
}

/* Joins phrases, recognises contextual words and names, and gives every word its mask. */
static void look_up_words(cc_parse *p)
{
    cc_tokens *in = &p->tokens, out = {0};
    names given = {0};
    int depth = 0, header = 0;
    cc_token end = {.kind = TOK_NL, .text = "", .span = {0}};
    for (uint32_t i = 0; i < in->count; i++) {
        cc_token t = in->at[i];
        const cc_token *next = i + 1 < in->count ? &in->at[i + 1] : &end;
        int prev = last_kind(&out), start = prev == TOK_NL || prev == '{';
        if (t.kind == '{')
            depth++, header = 0;
        if (t.kind == '}')
            depth--;
        if (t.kind == TOK_NL)
            header = 0;
        cc_decl_kind kind;
        if (start && t.starts_line && t.indent == 0) {
            given.list.count = 0;
            if (t.kind == TOKEN_RAW_WORD && cc_decl_kind_by_word(t.text, &kind) &&
                next->kind != TOK_STRING) {
                t.kind = TOK_DECL;
                header = 1;
                depth = 0;
            }
        }
        if (t.kind == TOKEN_RAW_WORD && header &&
            (strcmp(t.text, "marker") == 0 || strcmp(t.text, "native") == 0))
            t.kind = TOK_FLAG;
        if (t.kind == TOKEN_RAW_WORD && start && depth > 0)
            t.kind = statement_word(&t, next);
        if ((t.kind == TOK_AS && !start) || t.kind == TOK_LET)
            check_name(p, next, &given);
        if (t.kind == TOK_AS && next->kind == TOKEN_RAW_WORD && !start && !header) {
            t.kind = TOK_BIND;
            t.text = next->text;
            t.span.end_col = next->span.end_col;
            VEC_PUSH(p->mem, &given.list, t.text);
            VEC_PUSH(p->mem, &out, t);
            i++;
            continue;
        }
        if (t.kind == TOK_LET && next->kind == TOKEN_RAW_WORD) {
            VEC_PUSH(p->mem, &out, t);
            t = in->at[++i];
            t.kind = TOK_NAME;
            VEC_PUSH(p->mem, &given.list, t.text);
            VEC_PUSH(p->mem, &out, t);
            continue;
        }
        i += look_up(p, &t, i, header, &given);
        VEC_PUSH(p->mem, &out, t);
    }
    p->tokens = out;
}

/* ---- word classes -----------------------------------------------------------------------------
 */

enum { PREV_WITHOUT = 9999, NEXT_OF = 9998, PREV_TO_BE = 9997 };

static const int NP_LEAD[] = {
    TOK_A,       TOK_THE,   TOK_EACH,  TOK_ALL,  TOK_ANY,  TOK_NO,     TOK_ANOTHER, TOK_OTHER,
    TOK_TARGET,  TOK_THAT,  TOK_THOSE, TOK_YOUR, TOK_POSS, TOK_NUM,    TOK_ORMORE,  TOK_THATMANY,
    TOK_ADJ,     TOK_NPREP, TOK_WITH,  TOK_PREP, TOK_PT,   TOK_ANYNUM, TOK_UPTO,    TOK_NUMBEROF,
    TOK_FOREACH, TOK_TWICE, TOK_AT,    ')',      0};
static const int NP_END[] = {TOK_NOUN, TOK_NAME, TOK_STRING, TOK_IT, TOK_YOU, TOK_THIS, TOK_WHO, 0};
static const int NP_START[] = {
    TOK_A,      TOK_THE,  TOK_EACH,  TOK_ALL,    TOK_ANY,  TOK_NO,   TOK_ANOTHER,  TOK_OTHER,
    TOK_TARGET, TOK_THAT, TOK_THOSE, TOK_THIS,   TOK_YOUR, TOK_NUM,  TOK_THATMANY, TOK_ANYNUM,
    TOK_UPTO,   TOK_YOU,  TOK_IT,    TOK_STRING, TOK_NAME, TOK_MANA, TOK_NUMBEROF, 0};

static int choose(uint32_t m, int prev, int next, uint32_t next_mask)
{
    int conj = prev == TOK_AND || prev == TOK_OR || prev == TOK_COMMA;
    int start = prev == TOK_NL || prev == '{' || prev == '}' || prev == ':' || prev == TOK_THEN ||
                prev == TOK_INSTEAD || prev == TOK_ELSE;
    if (prev == PREV_TO_BE && (m & WORD_PAST)) /* can't be blocked: an action, not a state */
        return TOK_PASS;
    if (prev == TOK_BE || prev == TOK_NOT || prev == PREV_TO_BE) {
        if (m & WORD_ADJ)
            return TOK_ADJ;
        if (m & WORD_PAST)
            return TOK_PASS;
        if (m & WORD_ING)
            return in(next, NP_START) ? TOK_PASS : TOK_ADJ;
    }
    if (prev == TOK_AUX && (m & (WORD_VERB | WORD_VERB_S | WORD_PAST)))
        return TOK_VERB;
    if (prev == PREV_WITHOUT && (m & WORD_ING))
        return TOK_PART;
    if (prev == TOK_WITH && (m & WORD_KEYWORD))
        return TOK_KW;
    if ((m & WORD_NOUN) && next == NEXT_OF && !start && !conj)
        return TOK_NOUN;
    if (in(prev, NP_LEAD)) {
        if ((m & WORD_ADJ) && (m & WORD_NOUN))
            return (next_mask & WORD_NOUN) || next == TOK_NUM ? TOK_ADJ : TOK_NOUN;
        if (m & WORD_NOUN)
            return TOK_NOUN;
        if (m & (WORD_ADJ | WORD_PAST | WORD_ING))
            return TOK_ADJ;
        if (m & WORD_KEYWORD)
            return TOK_KW;
    }
    if (conj) {
        if ((m & (WORD_VERB | WORD_VERB_S)) && (m & WORD_NOUN))
            return in(next, NP_START) ? TOK_VERB : TOK_NOUN;
        if (m & (WORD_VERB | WORD_VERB_S))
            return TOK_VERB;
    }
    if (start) {
        if (m & WORD_KEYWORD)
            return TOK_KW;
        if (m & WORD_VERB)
            return TOK_VERB;
        if ((m & WORD_VERB_S) && !(m & WORD_NOUN))
            return TOK_VERB;
    }
    if (in(prev, NP_END)) {
        if (prev == TOK_THIS && (m & WORD_NOUN) && !(m & WORD_VERB_S))
            return TOK_NOUN;
        if (m & (WORD_VERB | WORD_VERB_S))
            return TOK_VERB;
        if (m & WORD_ADJ)
            return TOK_ADJ;
        if (m & (WORD_PAST | WORD_ING))
            return TOK_PART;
    }
    if ((m & WORD_NOUN) && (m & WORD_ADJ))
        return (next_mask & WORD_NOUN) ? TOK_ADJ : TOK_NOUN;
    if (m & WORD_NOUN)
        return TOK_NOUN;
    if (m & (WORD_ADJ | WORD_PAST | WORD_ING))
        return TOK_ADJ;
    if (m & WORD_KEYWORD)
        return TOK_KW;
    if (m & WORD_ADVERB)
        return TOK_ADV;
    return TOK_VERB;
}

static int is_have(const char *w)
{
    return strcmp(w, "have") == 0 || strcmp(w, "has") == 0 || strcmp(w, "had") == 0;
}

/* 'creatures you control | attack': the verb before closed a relative clause, so what follows
 * stands as after a noun. */
static int closes_relative(const cc_token *t, uint32_t i)
{
    if (i < 3 || t[i - 1].kind != TOK_VERB)
        return 0;
    int s = t[i - 2].kind, b = t[i - 3].kind;
    int pronoun = s == TOK_YOU || s == TOK_IT || s == TOK_THIS;
    int full = s == TOK_NOUN &&
               (b == TOK_A || b == TOK_EACH || b == TOK_YOUR || b == TOK_THAT || b == TOK_ANOTHER);
    return (pronoun && (b == TOK_NOUN || b == TOK_WHO)) ||
           (full && i >= 4 && t[i - 4].kind == TOK_NOUN);
}

static int begins_clause(const cc_token *t)
{
    return t->kind == TOK_BE || t->kind == TOK_AUX || t->kind == TOK_YOU || t->kind == TOK_THIS ||
           t->kind == TOK_IT || t->kind == TOK_NAME ||
           (t->kind == TOKEN_RAW_WORD &&
            ((t->mask & WORD_VERB_S) ||
             ((t->mask & WORD_VERB) && !(t->mask & (WORD_NOUN | WORD_ADJ)))));
}

static void classify(cc_parse *p)
{
    cc_token *t = p->tokens.at;
    int head = 0;
    for (uint32_t i = 0; i < p->tokens.count; i++) {
        if (t[i].kind == TOK_CARD || t[i].kind == TOK_FACE || t[i].kind == TOK_DECL)
            head = 1;
        if (t[i].kind == '{' || t[i].kind == TOK_NL)
            head = 0;
        int prev = i ? t[i - 1].kind : TOK_NL;
        const cc_token *next = i + 1 < p->tokens.count ? &t[i + 1] : &t[i];
        if ((t[i].kind == TOK_THAT || t[i].kind == TOK_IT) && next->kind == TOK_POSS) {
            t[i + 1].kind = TOK_BE; /* that's, it's */
            t[i + 1].text = "is";
        }
        if (t[i].kind == TOK_THAT && begins_clause(next))
            t[i].kind = TOK_WHO;
        if (closes_relative(t, i))
            prev = TOK_NOUN;
        if (t[i].kind == TOK_TARGET &&
            !(next->kind == TOKEN_RAW_WORD &&
              (next->mask & (WORD_NOUN | WORD_ADJ | WORD_PAST | WORD_ING))) &&
            next->kind != TOK_OTHER && next->kind != TOK_STRING)
            t[i].kind = TOK_NOUN;
        if (t[i].kind == TOKEN_RAW_WORD && !head && is_have(t[i].text) &&
            (next->mask & WORD_PAST) && !(next->mask & (WORD_NOUN | WORD_ADJ | WORD_KEYWORD)))
            t[i].kind = TOK_AUX;
        if (prev == TOK_BE && strcmp(t[i - 1].text, "be") == 0)
            prev = PREV_TO_BE;
        if (t[i].kind == TOKEN_RAW_WORD) {
            int without = prev == TOK_NPREP && strcmp(t[i - 1].text, "without") == 0;
            int of = next->kind == TOK_NPREP && strcmp(next->text, "of") == 0;
            t[i].kind = choose(t[i].mask, without && (t[i].mask & WORD_ING) ? PREV_WITHOUT : prev,
                               of ? NEXT_OF : next->kind, next->mask);
        }
        if ((t[i].kind == TOK_ADJ || t[i].kind == TOK_PT) && !head && in(prev, NP_END))
            t[i].kind = TOK_PADJ;
    }
}

/* ---- joining words ----------------------------------------------------------------------------
 */

static const int AFTER_DECORATION[] = {TOK_AND,      TOK_OR,     TOK_THEN, TOK_EXCEPT, TOK_UNLESS,
                                       TOK_ASTHOUGH, TOK_ADV,    TOK_PREP, TOK_ELSE,   TOK_WHILE,
                                       TOK_ANDIF,    TOK_ORWHEN, 0};
static const int AFTER_COMMA_D[] = {TOK_STRING,  TOK_A,      TOK_ALL,   TOK_EACH,
                                    TOK_ANOTHER, TOK_TARGET, TOK_THOSE, 0};

static const int SENTENCE_END[] = {TOK_NL, '{', '}', ':', TOK_THEN, TOK_ELSE, 0};
static const int HEADER_START[] = {TOK_IF,     TOK_WHEN,   TOK_WHILE,  TOK_ANDIF, TOK_EXPECT,
                                   TOK_UNLESS, TOK_ONLYIF, TOK_EXCEPT, 0};

/* Does a subject begin at token i that has a verb of its own: 'you', 'it', 'that player', 'each
 * opponent'? */
static int begins_sentence(const cc_tokens *t, uint32_t i)
{
    int kind[3] = {TOK_NL, TOK_NL, TOK_NL};
    for (uint32_t k = 0; k < 3 && i + k < t->count; k++)
        kind[k] = t->at[i + k].kind;
    int with_noun = kind[1] == TOK_NOUN && (kind[0] == TOK_THAT || kind[0] == TOK_EACH ||
                                            kind[0] == TOK_THIS || kind[0] == TOK_YOUR);
    int verb = kind[with_noun ? 2 : 1];
    return (with_noun || kind[0] == TOK_YOU || kind[0] == TOK_IT || kind[0] == TOK_THIS) &&
           (verb == TOK_VERB || verb == TOK_AUX || verb == TOK_BE);
}

static void flavour(cc_parse *p)
{
    cc_tokens out = {0};
    int said = 0, header = 0; /* has this sentence its verb? is it a condition or an event? */
    for (uint32_t i = 0; i < p->tokens.count; i++) {
        cc_token t = p->tokens.at[i];
        int next = i + 1 < p->tokens.count ? p->tokens.at[i + 1].kind : TOK_NL;
        int comma = t.kind == TOK_COMMA;
        if (in(t.kind, SENTENCE_END))
            said = header = 0;
        header |= in(t.kind, HEADER_START);
        said |= t.kind == TOK_VERB || t.kind == TOK_BE;
        if (comma && in(next, AFTER_DECORATION))
            continue;
        if (t.kind == TOK_AND && next == TOK_THEN)
            continue;
        if (t.kind == TOK_AND && said && !header && begins_sentence(&p->tokens, i + 1)) {
            t.kind = TOK_THEN; /* loses 1 life and you gain 1 life */
            said = 0;
        }
        if (t.kind == TOK_AND || t.kind == TOK_OR || comma) {
            if (next == TOK_VERB || next == TOK_AUX || next == TOK_BE)
                t.kind = TOK_CONJ_V;
            else if (next == TOK_KW)
                t.kind = comma ? TOK_COMMA_K : TOK_CONJ_K;
            else if (next == TOK_NOUN || next == TOK_ADJ || next == TOK_PT || next == TOK_OTHER)
                t.kind = TOK_CONJ_N;
            else if (comma && in(next, AFTER_COMMA_D))
                t.kind = TOK_CONJ_D;
            else if (comma && next == TOK_NUM && i &&
                     (p->tokens.at[i - 1].kind == TOK_STRING ||
                      p->tokens.at[i - 1].kind == TOK_NOUN))
                t.kind = TOK_CONJ_D;
            else if (comma && (next == TOK_MANA || next == TOK_SIGNED))
                t.kind = TOK_COMMA_M;
            else if (!comma)
                t.kind = TOK_CONJ_D;
        }
        VEC_PUSH(p->mem, &out, t);
    }
    p->tokens = out;
}

void cc_tag(cc_parse *p)
{
    fold_newlines(p);
    look_up_words(p);
    classify(p);
    flavour(p);
}
