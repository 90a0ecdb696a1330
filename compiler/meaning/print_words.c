/* Words one after the other: spaces, articles, the forms of verbs and nouns. */
#include "compiler/meaning/print_in.h"

#include <ctype.h>
#include <string.h>

int p_player(const printer *p)
{
    return p->style == STYLE_PLAYER;
}

static void put(printer *p, const char *text)
{
    for (; *text; text++)
        VEC_PUSH(p->mem, &p->out, *text);
}

static char last(const printer *p)
{
    return p->out.count ? p->out.at[p->out.count - 1] : '\n';
}

/* 'an' stands before the sound of a vowel. */
static int sounds_open(const char *text)
{
    static const char *const CLOSED[] = {"uni", "one", "eu", "use"};
    if (*text == '8' || strncmp(text, "11/", 3) == 0 || strncmp(text, "18/", 3) == 0)
        return 1;
    char low[4] = {0};
    for (int i = 0; i < 3 && text[i]; i++)
        low[i] = (char)tolower((unsigned char)text[i]);
    for (size_t i = 0; i < sizeof CLOSED / sizeof *CLOSED; i++)
        if (strncmp(low, CLOSED[i], strlen(CLOSED[i])) == 0)
            return 0;
    return *low && strchr("aeiou", *low) != NULL;
}

void p_text(printer *p, const char *text)
{
    if (p->article) {
        p->article = 0;
        p_word(p, sounds_open(text) ? W_AN : W_A);
    }
    const char before = last(p);
    if (!p->tight && before != '\n' && before != ' ' && before != '(')
        put(p, " ");
    p->tight = 0;
    const uint32_t at = p->out.count;
    put(p, text);
    if (p->capital && *text) {
        p->out.at[at] = (char)toupper((unsigned char)p->out.at[at]);
        p->capital = 0;
    }
}

void p_glue(printer *p, const char *text)
{
    put(p, text);
}

void p_word(printer *p, syn_word w)
{
    p_text(p, syn_word_text(p->voc->words, w));
}

void p_words(printer *p, const syn_word *words)
{
    for (; *words; words++)
        p_word(p, *words);
}

void p_a(printer *p)
{
    p->article = 1;
}

void p_printed(printer *p, printed_word w)
{
    static const char *const PRINTED[] = {
#define PRINT_WORD(id, text) text,
#include "compiler/meaning/printed_as.def"
#undef PRINT_WORD
    };
    p_text(p, PRINTED[w]);
}

void p_new_line(printer *p)
{
    put(p, "\n");
    for (uint32_t i = 0; i < p->depth; i++)
        put(p, "    ");
}

void p_number(printer *p, int32_t value, int in_words)
{
    static const struct {
        int32_t value;
        const char *text;
    } NUMBERS[] = {
#define WORD(id, text, group)
#define NUMBER(value, text) {value, text},
#include "compiler/syntax/words.def"
#undef WORD
#undef NUMBER
    };
    for (size_t i = 0; in_words && i < sizeof NUMBERS / sizeof *NUMBERS; i++)
        if (NUMBERS[i].value == value && value <= 10) {
            p_text(p, NUMBERS[i].text);
            return;
        }
    p_text(p, arena_printf(p->mem, "%d", value));
}

/* ---- entries -----------------------------------------------------------------------------------
 */

static void collect(printer *p)
{
    for (syn_word w = 1; w < p->voc->info.count; w++)
        for (const voc_entry *e = voc_entries(p->voc, w); e; e = e->next)
            if (e->entry_class <= VOC_CLASS_WORD)
                VEC_PUSH(p->mem, &p->entries[e->entry_class], e);
}

/* The entry of a number; of several the longest: 'life total' for 'life'. */
const voc_entry *p_entry(printer *p, voc_class entry_class, uint32_t number, uint8_t form)
{
    if (!p->entries[VOC_CLASS_VERB].count)
        collect(p);
    const voc_entry *best = NULL;
    for (uint32_t i = 0; i < p->entries[entry_class].count; i++) {
        const voc_entry *e = p->entries[entry_class].at[i];
        const int better = !best || (entry_class == VOC_CLASS_STEP ? e->count < best->count
                                                                   : e->count > best->count);
        if (e->number == number && (!form || (e->form & form)) && better)
            best = e;
    }
    return best;
}

void p_entry_text(printer *p, const voc_entry *e)
{
    for (uint32_t i = 0; e && i < e->count; i++)
        p_word(p, e->words[i]);
}

void p_named(printer *p, voc_class entry_class, uint32_t number, uint8_t form)
{
    p_entry_text(p, p_entry(p, entry_class, number, form));
}

/* ---- verbs -------------------------------------------------------------------------------------
 */

/* The closed words that have forms: base, third person, plural. */
static const syn_word CLOSED[][3] = {{W_BE, W_IS, W_ARE},
                                     {W_HAVE, W_HAS, W_HAVE},
                                     {W_DO, W_DOES, W_DO},
                                     {W_DONT, W_DOESNT, W_DONT},
                                     {W_ISNT, W_ISNT, W_ARENT},
                                     {W_HASNT, W_HASNT, W_HAVENT},
                                     {W_CONTROL_W, W_CONTROLS_W, W_CONTROL_W},
                                     {W_OWN, W_OWNS, W_OWN},
                                     {W_COUNTER, W_COUNTERS, W_COUNTER},
                                     {W_COPY, W_COPIES, W_COPY},
                                     {W_SHARE, W_SHARES, W_SHARE}};

static int closed_row(syn_word w)
{
    const syn_word g = syn_word_group(w);
    for (size_t i = 0; w < W_CLOSED_COUNT && i < sizeof CLOSED / sizeof *CLOSED; i++)
        if (syn_word_group(CLOSED[i][0]) == g)
            return (int)i;
    return -1;
}

int p_is_verb(printer *p, syn_word w)
{
    if (closed_row(w) >= 0 || w == W_CAN || w == W_CANT || w == W_MUST || w == W_MAY)
        return 1;
    return w < p->voc->info.count && p->voc->info.at[w].verb &&
           (p->voc->info.at[w].forms & (VOC_FORM_BASE | VOC_FORM_S));
}

void p_verb(printer *p, syn_word w, person who, int past)
{
    const int row = closed_row(w);
    const int has_past = past && (syn_word_group(w) == W_CONTROL_W || syn_word_group(w) == W_OWN);
    if (row >= 0 && !has_past) {
        if (past && syn_word_group(w) == W_BE)
            p_word(p, who == ONE ? W_WAS : W_WERE);
        else if (past && syn_word_group(w) == W_ISNT)
            p_word(p, who == ONE ? W_WASNT : W_WERENT);
        else
            p_word(p, CLOSED[row][who == ONE ? 1 : who == MANY ? 2 : 0]);
        return;
    }
    const voc_word_info info =
        w < p->voc->info.count ? p->voc->info.at[w] : (voc_word_info){.noun = 0};
    const int only_past =
        info.forms && !(info.forms & (VOC_FORM_BASE | VOC_FORM_S)); /* you controlled it */
    const syn_word verb = only_past ? 0 : info.verb;
    const voc_entry *e = verb && past ? p_entry(p, VOC_CLASS_VERB, verb, VOC_FORM_DID) : NULL;
    if (verb && !e)
        e = p_entry(p, VOC_CLASS_VERB, verb,
                    past         ? VOC_FORM_PAST
                    : who == ONE ? VOC_FORM_S
                                 : VOC_FORM_BASE);
    p_word(p, e ? e->words[0] : w);
}

/* ---- nouns -------------------------------------------------------------------------------------
 */

static const voc_entry *noun_entry(printer *p, syn_word noun, uint8_t form)
{
    static const voc_class NOUNS[] = {VOC_CLASS_NOUN, VOC_CLASS_TYPE, VOC_CLASS_SUBTYPE,
                                      VOC_CLASS_WORD};
    const syn_word lemma = noun < p->voc->info.count ? p->voc->info.at[noun].noun : 0;
    p_entry(p, VOC_CLASS_NOUN, 0, 0);
    for (size_t c = 0; lemma && c < sizeof NOUNS / sizeof *NOUNS; c++)
        for (uint32_t i = 0; i < p->entries[NOUNS[c]].count; i++) {
            const voc_entry *e = p->entries[NOUNS[c]].at[i];
            if (e->lemma == lemma && e->count == 1 && (e->form & form))
                return e;
        }
    return NULL;
}

int p_has_plural(printer *p, syn_word noun)
{
    return noun_entry(p, noun, VOC_FORM_MANY) != NULL;
}

void p_noun(printer *p, syn_word noun, int plural)
{
    const voc_entry *e = noun_entry(p, noun, plural ? VOC_FORM_MANY : VOC_FORM_ONE);
    p_word(p, e ? e->words[0] : noun);
}
