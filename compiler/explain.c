/* What a word, keyword or card is: for `cantrip explain`. */
#include "compiler/explain.h"

#include <ctype.h>
#include <string.h>

#include "grammar.tab.h"

typedef struct answer {
    vocabulary *v;
    arena_chars text;
} answer;

static void say(answer *a, const char *line)
{
    arena_chars_add(a->v->mem, &a->text, line);
    arena_chars_add(a->v->mem, &a->text, "\n");
}

/* ---- declarations as they were written ---------------------------------------------------------
 */

/* From the declaration's line to the brace that closes it, or to the end of its line. */
static const char *written(arena *mem, const cantrip_source *s, uint32_t line)
{
    size_t from = 0, i, depth = 0, opened = 0;
    for (uint32_t n = 1; n < line && from < s->size; from++)
        n += s->text[from] == '\n';
    for (i = from; i < s->size; i++) {
        const char c = s->text[i];
        if (c == '/' && i + 1 < s->size && s->text[i + 1] == '/')
            while (i + 1 < s->size && s->text[i + 1] != '\n')
                i++;
        else if (c == '{')
            depth++, opened = 1;
        else if (c == '}' && depth)
            depth--;
        else if (c == '\n' && !depth &&
                 (opened || i + 1 == s->size || !strchr(" \t", s->text[i + 1])))
            break;
    }
    return arena_strndup(mem, s->text + from, i - from);
}

static void place(answer *a, const cantrip_source *s, uint32_t line)
{
    say(a, arena_printf(a->v->mem, "%s:%u", s->name, line));
    say(a, written(a->v->mem, s, line));
}

static int same(const char *a, const char *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (tolower((unsigned char)a[i]) != tolower((unsigned char)b[i]))
            return 0;
    return !b[n];
}

static void card(answer *a, syn_source *const *parsed, const cantrip_source *sources,
                 uint32_t count, const char *what)
{
    for (uint32_t s = 0; s < count; s++)
        for (uint32_t i = 0; i < parsed[s]->decls.count; i++) {
            const syn_decl *d = parsed[s]->decls.at[i];
            const char *name = d->phrase.first[0].text;
            const size_t n = strlen(name);
            if (d->head->kind == TOK_CARD && n > 2 && same(name + 1, what, n - 2))
                place(a, &sources[s], d->span.line);
        }
}

/* ---- who has a keyword ------------------------------------------------------------------------ */

/* Does a sentence of the block name it, from some word on? anywhere: also where it is not had but spoken of, or given. */
static int names(const syn_block *b, const syn_word *words, uint32_t count, int anywhere)
{
    for (uint32_t i = 0; b && i < b->stmts.count; i++) {
        const syn_stmt *s = b->stmts.at[i];
        const syn_phrase p = s->phrase;
        for (uint32_t at = 0; at + count <= p.count; at++) {
            const int begins = anywhere || !at || p.first[at - 1].kind == TOK_COMMA || count > 1 ||
                               p.count == at + count;
            uint32_t k = 0;
            while (begins && k < count && p.first[at + k].word == words[k])
                k++;
            if (k == count)
                return 1;
        }
        if (anywhere && (names(s->body, words, count, 1) || names(s->other, words, count, 1)))
            return 1;
    }
    return 0;
}

enum { BEARERS_SHOWN = 2 };

/* Those that have it, then those that give it to others. */
static void bearers(answer *a, syn_source *const *parsed, const cantrip_source *sources,
                    uint32_t count, const voc_entry *e)
{
    uint32_t shown = 0;
    for (int anywhere = 0; anywhere < 2; anywhere++)
        for (uint32_t s = 0; s < count; s++)
            for (uint32_t i = 0; i < parsed[s]->decls.count && shown < BEARERS_SHOWN; i++) {
                const syn_decl *d = parsed[s]->decls.at[i];
                for (d = d->head->kind == TOK_CARD ? d : NULL; d && shown < BEARERS_SHOWN;
                     d = d->face) { /* a half, a back */
                    const int has = names(d->body, e->words, e->count, 0);
                    if (anywhere ? has || !names(d->body, e->words, e->count, 1) : !has)
                        continue;
                    place(a, &sources[s], d->span.line);
                    shown++;
                }
            }
}

/* ---- words -------------------------------------------------------------------------------------
 */

static const char *class_text(uint8_t entry_class)
{
    static const char *const TEXTS[] = {
        [VOC_CLASS_TYPE] = "a card type",
        [VOC_CLASS_SUPERTYPE] = "a supertype",
        [VOC_CLASS_SUBTYPE] = "a subtype",
        [VOC_CLASS_COLOR] = "a color",
        [VOC_CLASS_NOUN] = "a noun",
        [VOC_CLASS_STATUS] = "an adjective: what something is now",
        [VOC_CLASS_ADJECTIVE] = "an adjective",
        [VOC_CLASS_DESIGNATION] = "a designation",
        [VOC_CLASS_COUNTER] = "a kind of counter",
        [VOC_CLASS_PROPERTY] = "a property: a number that things have",
        [VOC_CLASS_ZONE] = "a zone",
        [VOC_CLASS_STEP] = "a step or phase",
        [VOC_CLASS_VERB] = "a form of the verb",
        [VOC_CLASS_KEYWORD] = "a keyword",
        [VOC_CLASS_WORD] = "a word of patterns",
    };
    return TEXTS[entry_class];
}

static const char *words_of(answer *a, const voc_entry *e)
{
    const char *text = syn_word_text(a->v->words, e->words[0]);
    for (uint32_t i = 1; i < e->count; i++)
        text = arena_printf(a->v->mem, "%s %s", text, syn_word_text(a->v->words, e->words[i]));
    return text;
}

/* Entries that begin with the word; of several words only those that are all of what was asked. */
static void entries(answer *a, syn_word word, const char *what, const cantrip_source *sources,
                    const voc_entry **out_keyword)
{
    for (const voc_entry *e = voc_entries(a->v, word); e; e = e->next) {
        const char *text = words_of(a, e);
        const int asked = strcmp(text, what) == 0;
        if (!asked && strchr(what, ' '))
            continue;
        if (e->entry_class == VOC_CLASS_KEYWORD && asked) {
            place(a, &sources[e->frame->span.file], e->frame->span.line);
            *out_keyword = e;
            continue;
        }
        const char *lemma = syn_word_text(a->v->words, e->lemma);
        const char *plural =
            e->entry_class != VOC_CLASS_VERB && e->form == VOC_FORM_MANY && strcmp(lemma, text) != 0
                ? "the plural of "
                : "";
        const char *of = e->entry_class == VOC_CLASS_VERB ? " " : *plural ? ", " : "";
        say(a, arena_printf(a->v->mem, "%s: %s%s%s%s", text, class_text(e->entry_class), of, plural,
                            *of ? lemma : ""));
    }
}

static void frames(answer *a, syn_word word)
{
    static const char *const KINDS[] = {
#define DECL(id, word, head) word,
#include "compiler/vocabulary/decl_kinds.def"
#undef DECL
    };
    const syn_word head = voc_head(a->v, word);
    for (const voc_frame *f = a->v->frames; f; f = f->after)
        if (f->kind != DECL_KEYWORD && f->kind != DECL_ADJECTIVE && f->head && f->head == head)
            say(a, arena_printf(a->v->mem, "%-9s %s", KINDS[f->kind], voc_frame_text(a->v, f)));
}

const char *cc_explain(vocabulary *v, syn_source *const *parsed, const cantrip_source *sources,
                       uint32_t count, const char *what)
{
    answer a = {.v = v};
    const size_t n = strcspn(what, " ");
    const syn_word word = syn_word_find(v->words, arena_strndup(v->mem, what, n));
    card(&a, parsed, sources, count, what);
    if (word) {
        const voc_entry *keyword = NULL;
        entries(&a, word, what, sources, &keyword);
        if (keyword)
            bearers(&a, parsed, sources, count, keyword);
        if (!what[n])
            frames(&a, word);
        if (!a.text.count && !what[n] && word < W_CLOSED_COUNT)
            say(&a, arena_printf(
                        v->mem, "%s: a word of the language's structure (docs/language.md)", what));
    }
    const char *near = a.text.count ? NULL : voc_nearest(v, what);
    if (near)
        say(&a,
            arena_printf(v->mem, "there is nothing called '%s'; did you mean '%s'?", what, near));
    if (!a.text.count)
        return NULL;
    VEC_PUSH(v->mem, &a.text, '\0');
    return a.text.at;
}
