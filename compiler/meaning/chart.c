#include "compiler/meaning/read.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "grammar.tab.h"

enum { READ_FUEL = 400000, NESTING_MAX = 64 };
static const size_t READ_MEMORY = (size_t)96 << 20; /* of one phrase */

void m_reader_init(m_reader *r, arena *mem, cc_diags *diags, vocabulary *voc, m_context *context)
{
    memset(r, 0, sizeof *r);
    r->mem = mem;
    r->diags = diags;
    r->voc = voc;
    r->context = context;
}

/* an opponent, a card: words that begin with u and h are said in both ways */
static void check_articles(m_reader *r)
{
    for (uint32_t i = 0; i + 1 < r->count; i++) {
        const syn_word w = m_word(r, i);
        const char *next = r->t[i + 1].text;
        if ((w != W_A && w != W_AN) || m_kind(r, i + 1) != TOK_WORD || *next < 'a' || *next > 'z' ||
            !next[1] || strncmp(next, "one", 3) == 0 || strncmp(next, "once", 4) == 0 ||
            strncmp(next, "eu", 2) == 0 || strchr("uh", *next))
            continue;
        if ((strchr("aeio", *next) != NULL) != (w == W_AN))
            cc_diag_add(r->diags, CC_NO_MEANING, m_span(r, i, i + 2), "it is called '%s %s'",
                        w == W_A ? "an" : "a", next);
    }
}

void m_reader_phrase(m_reader *r, const syn_token *first, uint32_t count)
{
    const int again = r->limited && r->t == first; /* once is enough */
    const int anew = r->t != first;
    r->t = first;
    r->count = count;
    r->memo = arena_alloc(r->mem, sizeof *r->memo * CATEGORY_COUNT * (count + 1));
    r->farthest = 0;
    r->wanted_count = 0;
    r->refusal = NULL;
    r->refused = 0;
    r->fuel = again ? 0 : READ_FUEL;
    r->limited = (uint8_t)again;
    r->memory = r->mem->used_size;
    if (anew)
        check_articles(r);
}

m_hits **m_reader_cut(m_reader *r, uint32_t count)
{
    m_hits **whole = r->memo;
    r->count = count;
    r->memo = arena_alloc(r->mem, sizeof *r->memo * CATEGORY_COUNT * (count + 1));
    return whole;
}

/* What has been read so far is no sentence: the meant reading may be among those that nobody has looked at. */
static void give_up(m_reader *r, uint32_t at, const char *why)
{
    r->fuel = 0;
    if (!r->limited)
        cc_diag_add(r->diags, CC_TOO_DEEP, m_span(r, at, at + 1),
                    "%s; make several sentences of it", why);
    r->limited = 1;
}

static int has_fuel(m_reader *r, uint32_t at)
{
    if (!r->fuel || r->mem->used_size - r->memory > READ_MEMORY)
        give_up(r, at, "from here on there are too many ways to read this sentence");
    else
        r->fuel--;
    return r->fuel != 0;
}

int m_goes_on(m_reader *r, uint32_t at, int depth)
{
    if (depth < NESTING_MAX)
        return 1;
    give_up(r, at, "too many things hang together here");
    return 0;
}

void m_hit_add(m_reader *r, m_hits *hits, uint32_t end, void *node)
{
    if (has_fuel(r, end))
        VEC_PUSH(r->mem, hits, ((m_hit){end, node}));
}

m_hits *m_memo(m_reader *r, m_category category, uint32_t at, int *out_known)
{
    if (at > r->count || !has_fuel(r, at)) {
        *out_known = 1;
        return ARENA_NEW(r->mem, m_hits);
    }
    m_hits **place = &r->memo[category * (r->count + 1) + at];
    *out_known = *place != NULL;
    if (!*place)
        *place = ARENA_NEW(r->mem, m_hits);
    return *place;
}

int m_kind(const m_reader *r, uint32_t at)
{
    return at < r->count ? r->t[at].kind : 0;
}

syn_word m_word(const m_reader *r, uint32_t at)
{
    return at < r->count ? r->t[at].word : 0;
}

syn_word m_group(const m_reader *r, uint32_t at)
{
    return syn_word_group(m_word(r, at));
}

int m_sign(const m_reader *r, uint32_t at, char sign)
{
    return m_kind(r, at) == TOK_SIGN && r->t[at].text[0] == sign;
}

cc_span m_span(const m_reader *r, uint32_t from, uint32_t to)
{
    cc_span s = {0};
    if (!r->count)
        return s;
    if (from >= r->count) { /* behind the end */
        s = r->t[r->count - 1].span;
        s.col = s.end_col;
        s.end_col++;
        return s;
    }
    s = r->t[from].span;
    for (uint32_t i = from + 1; i < to && i < r->count && r->t[i].span.line == s.line; i++)
        s.end_col = r->t[i].span.end_col;
    return s;
}

const char *m_text(const m_reader *r, uint32_t from, uint32_t to)
{
    const char *text = from < r->count ? r->t[from].text : "";
    for (uint32_t i = from + 1; i < to && i < r->count; i++)
        text = arena_printf(
            r->mem, r->t[i].kind == TOK_POSS || r->t[i].kind == TOK_COMMA ? "%s%s" : "%s %s", text,
            r->t[i].text);
    return text;
}

static int want(m_reader *r, uint32_t at, const char *what, syn_word word)
{
    if (at < r->farthest)
        return 0;
    if (at > r->farthest)
        r->wanted_count = 0;
    r->farthest = at;
    for (uint32_t i = 0; i < r->wanted_count; i++)
        if (strcmp(r->wanted[i], what) == 0)
            return 0;
    if (r->wanted_count < M_WANTED_MAX) {
        r->wanted_word[r->wanted_count] = word;
        r->wanted[r->wanted_count++] = what;
    }
    return 0;
}

int m_want(m_reader *r, uint32_t at, const char *what)
{
    return want(r, at, what, 0);
}

int m_want_word(m_reader *r, uint32_t at, syn_word word)
{
    return want(r, at, syn_word_text(r->voc->words, word), word);
}

void m_refuse(m_reader *r, uint32_t at, cc_span span, cc_code code, const char *fmt, ...)
{
    char text[400];
    if (r->refusal && at <= r->refused)
        return;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    r->refusal = arena_strndup(r->mem, text, strlen(text));
    r->refusal_code = code;
    r->refusal_span = span;
    r->refused = at;
}

m_name *m_name_find(const m_reader *r, syn_word word)
{
    for (m_name *n = word && word != W_CHOSEN ? r->context->names : NULL; n; n = n->next)
        if (n->word == word)
            return n;
    return NULL;
}

/* The words that the rules machine itself knows cannot be names. Others can: a name comes before what a growing
 * vocabulary may say of the same word. */
static int is_word(const m_reader *r, syn_word word)
{
    if (!syn_is_open(word) || syn_word_number(r->voc->words, word) >= 0)
        return 1;
    if (word < r->voc->info.count && r->voc->info.at[word].verb)
        return 1;
    for (const voc_entry *e = voc_entries(r->voc, word); e; e = e->next)
        if (e->count == 1 &&
            (e->entry_class == VOC_CLASS_TYPE || e->entry_class == VOC_CLASS_NOUN ||
             e->entry_class == VOC_CLASS_ZONE || e->entry_class == VOC_CLASS_COLOR ||
             e->entry_class == VOC_CLASS_PROPERTY || e->entry_class == VOC_CLASS_STEP))
            return 1;
    return 0;
}

m_name *m_name_give(m_reader *r, syn_word word, m_name_kind kind, cc_span span)
{
    m_name *n = m_name_find(r, word);
    if (n) {
        if (n->kind != kind && !n->operand)
            cc_diag_add(r->diags, CC_NAME_TWICE, span,
                        "'%s' is given twice, for things of different kinds",
                        syn_word_text(r->voc->words, word));
        n->given_at |= 1u << r->context->given;
        return n;
    }
    if (is_word(r, word))
        cc_diag_add(r->diags, CC_NAME_IS_WORD, span,
                    "'%s' is a word of the vocabulary; a name must be a new word",
                    syn_word_text(r->voc->words, word));
    if (m_links_full(r->context->links))
        cc_diag_add(r->diags, CC_TOO_DEEP, span, "a card can give %d names at most", M_LINKS_MAX);
    n = ARENA_NEW(r->mem, m_name);
    n->word = word;
    n->kind = (uint8_t)kind;
    n->given_at = 1u << r->context->given;
    if (r->context->links->count > r->context->links->first + M_LINKS_MAX)
        return n; /* nobody will find it */
    n->link = r->context->links->count++;
    n->next = r->context->names;
    r->context->names = n;
    return n;
}

/* Does a keyword of this card speak of such a choice? Whether it makes one is seen where it is lowered. */
static int a_keyword_chooses(const m_reader *r, m_name_kind kind)
{
    static const syn_word NOUNS[M_NAME_ABILITIES + 1] = {
        [M_NAME_NUMBER] = W_NUMBER_W, [M_NAME_COLOR] = W_COLOR_W, [M_NAME_SUBTYPE] = W_TYPE_W,
        [M_NAME_CARD] = W_NAME_W,     [M_NAME_SECOND] = W_NAME_W, [M_NAME_TYPE] = W_TYPE_W,
        [M_NAME_LAND] = W_TYPE_W,     [M_NAME_KEYWORD] = 0};
    for (const m_keyword *k = r->context->keywords; k && NOUNS[kind]; k = k->before)
        for (uint32_t i = 0; k->frame->body && i < k->frame->body->stmts.count; i++)
            if (m_says_word(k->frame->body->stmts.at[i], NOUNS[kind]))
                return 1;
    return 0;
}

/* the chosen color, where it was given a name: the only one of the kind */
static m_name *only_one(const m_reader *r, m_name_kind kind)
{
    m_name *one = NULL;
    for (m_name *n = r->context->names; n; n = n->next)
        if (n->kind == kind && !n->operand) {
            if (one)
                return NULL;
            one = n;
        }
    return one;
}

m_name *m_chosen(m_reader *r, m_name_kind kind, int give)
{
    for (m_name *n = r->context->names; n; n = n->next)
        if (n->word == W_CHOSEN && n->kind == kind) {
            n->given_at |= give ? 1u << r->context->given : 0;
            return n;
        }
    m_name *named = give || kind == M_NAME_NUMBER ? NULL : only_one(r, kind);
    if (named)
        return named;
    if ((!give && !a_keyword_chooses(r, kind)) || !r->context->links)
        return NULL;
    m_name *n = ARENA_NEW(r->mem, m_name);
    n->word = W_CHOSEN;
    n->kind = (uint8_t)kind;
    n->of_keyword = !give;
    n->given_at = give ? 1u << r->context->given : 0;
    n->link = r->context->links->count++;
    n->next = r->context->names;
    r->context->names = n;
    return n;
}

/* The longest entry of a class that begins at `at`. */
const voc_entry *m_entry(const m_reader *r, uint32_t at, voc_class entry_class, uint32_t *out_end)
{
    for (const voc_entry *e = voc_entries(r->voc, m_word(r, at)); e; e = e->next) {
        if (e->entry_class != entry_class || at + e->count > r->count)
            continue;
        uint32_t i = 1;
        while (i < e->count && (m_word(r, at + i) == e->words[i] ||
                                (m_kind(r, at + i) == TOK_POSS && e->words[i] == W_S)))
            i++;
        if (i == e->count) {
            *out_end = at + e->count;
            return e;
        }
    }
    return NULL;
}
