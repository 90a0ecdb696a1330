#include "compiler/vocab.h"

#include <ctype.h>
#include <string.h>

#include "base/hash.h"

static const struct {
    const char *word;
    char head;
} DECLS[] = {
#define DECL(id, word, head) [DECL_##id] = {word, head},
#include "compiler/decl_kinds.def"
#undef DECL
};

int cc_decl_kind_by_word(const char *word, cc_decl_kind *out_kind)
{
    for (int i = 0; i < DECL_KIND_COUNT; i++)
        if (strcmp(DECLS[i].word, word) == 0) {
            *out_kind = (cc_decl_kind)i;
            return 1;
        }
    return 0;
}

static uint32_t slot(const char *w)
{
    return (uint32_t)(hash_bytes(HASH_START, w, strlen(w)) % VOCAB_BUCKETS);
}

const cc_word *cc_vocab_find(const cc_vocab *v, const char *phrase)
{
    for (const cc_word *w = v->bucket[slot(phrase)]; w; w = w->next)
        if (strcmp(w->text, phrase) == 0)
            return w;
    return NULL;
}

static void put(cc_vocab *v, const char *text, uint32_t mask, const char *lemma, cc_decl_kind decl)
{
    cc_word *w = (cc_word *)(uintptr_t)cc_vocab_find(v, text);
    if (!w) {
        w = ARENA_NEW(v->mem, cc_word);
        w->text = arena_strndup(v->mem, text, strlen(text));
        w->lemma = lemma ? arena_strndup(v->mem, lemma, strlen(lemma)) : w->text;
        w->decl = decl;
        w->next = v->bucket[slot(text)];
        v->bucket[slot(text)] = w;
        uint32_t words = 1;
        for (const char *p = text; *p; p++)
            words += *p == ' ';
        if (words > v->words_max)
            v->words_max = words;
    } else if ((mask & (WORD_NOUN | WORD_ADJ)) && !(w->mask & (WORD_NOUN | WORD_ADJ))) {
        w->decl = decl;
    }
    if (mask & (WORD_VERB | WORD_VERB_S | WORD_PAST | WORD_ING) && lemma && !(w->mask & WORD_NOUN))
        w->lemma = arena_strndup(v->mem, lemma, strlen(lemma));
    w->mask |= mask;
}

static int is_vowel(int c)
{
    return c && strchr("aeiou", c) != NULL;
}

/* The regular -s form: abilities, dies, attacks, searches. */
static const char *with_s(cc_vocab *v, const char *w)
{
    size_t n = strlen(w);
    char last = w[n - 1], before = n > 1 ? w[n - 2] : ' ';
    if (last == 'y' && !is_vowel(before))
        return arena_printf(v->mem, "%.*sies", (int)n - 1, w);
    if (last == 's' || last == 'x' || last == 'z' || last == 'o' ||
        (last == 'h' && (before == 'c' || before == 's')))
        return arena_printf(v->mem, "%ses", w);
    return arena_printf(v->mem, "%ss", w);
}

static void put_verb(cc_vocab *v, const char *w, char forms[][64], int form_count)
{
    size_t n = strlen(w);
    int e = w[n - 1] == 'e', y = w[n - 1] == 'y' && n > 1 && !is_vowel(w[n - 2]);
    put(v, w, WORD_VERB, w, DECL_ACTION);
    put(v, form_count > 0 ? forms[0] : with_s(v, w), WORD_VERB_S, w, DECL_ACTION);
    const char *past = e   ? arena_printf(v->mem, "%sd", w)
                       : y ? arena_printf(v->mem, "%.*sied", (int)n - 1, w)
                           : arena_printf(v->mem, "%sed", w);
    put(v, form_count > 1 ? forms[1] : past, WORD_PAST, w, DECL_ACTION);
    const char *ing =
        e ? arena_printf(v->mem, "%.*sing", (int)n - 1, w) : arena_printf(v->mem, "%sing", w);
    put(v, form_count > 2 ? forms[2] : ing, WORD_ING, w, DECL_ACTION);
}

/* Cuts '(a, b, c)' out of a head and returns the forms in it. Only the last parentheses are forms.
 */
static int cut_forms(char *head, char forms[][64], int max)
{
    char *open = strchr(head, '(');
    if (!open)
        return 0;
    *open++ = 0;
    int count = 0;
    while (*open && *open != ')' && count < max) {
        while (*open == ' ' || *open == ',')
            open++;
        size_t k = strcspn(open, ",)");
        while (k && open[k - 1] == ' ')
            k--;
        if (k && k < 64) {
            memcpy(forms[count], open, k);
            forms[count++][k] = 0;
        }
        open += strcspn(open, ",)");
    }
    return count;
}

static void read_phrase(cc_vocab *v, cc_decl_kind kind, char *head)
{
    char forms[4][64], phrase[128] = "";
    int form_count = cut_forms(head, forms, 4);
    for (char *save = head, *w; *save;) {
        while (*save == ' ')
            save++;
        w = save;
        save += strcspn(save, " ");
        if (*save)
            *save++ = 0;
        if (!*w || strcmp(w, "marker") == 0 || strcmp(w, "native") == 0)
            break;
        if (kind == DECL_COUNTER) {
            strncat(phrase, w, sizeof phrase - strlen(phrase) - 1);
            break;
        }
        if (!islower((unsigned char)*w) || strcmp(w, "from") == 0 || strcmp(w, "for") == 0)
            break;
        if (phrase[0])
            strncat(phrase, " ", sizeof phrase - strlen(phrase) - 1);
        strncat(phrase, w, sizeof phrase - strlen(phrase) - 1);
        if (kind != DECL_KEYWORD)
            break;
    }
    if (!phrase[0])
        return;
    if (kind == DECL_KEYWORD)
        put(v, phrase, WORD_KEYWORD, NULL, kind);
    else if (kind == DECL_COUNTER)
        put(v, phrase, WORD_ADJ, NULL, kind);
    else
        put_verb(v, phrase, forms, form_count);
}

static void read_words(cc_vocab *v, cc_decl_kind kind, char *head)
{
    uint32_t mask = kind == DECL_PARTICIPLE ? WORD_PAST
                    : kind == DECL_ADVERB   ? WORD_ADVERB
                    : kind == DECL_SUPERTYPE || kind == DECL_ADJECTIVE || kind == DECL_COLOR
                        ? WORD_ADJ
                        : WORD_NOUN;
    char *of = strstr(head, " of ");
    if (of && kind == DECL_SUBTYPE)
        *of = 0;
    for (char *p = head; *p;) {
        while (*p == ' ' || *p == ',')
            p++;
        char *end = p;
        int depth = 0;
        while (*end && (depth || *end != ',')) {
            depth += (*end == '(') - (*end == ')');
            end++;
        }
        char entry[128], forms[1][64];
        size_t k = (size_t)(end - p) < sizeof entry - 1 ? (size_t)(end - p) : sizeof entry - 1;
        memcpy(entry, p, k);
        entry[k] = 0;
        p = end;
        int plural = cut_forms(entry, forms, 1);
        for (k = strlen(entry); k && isspace((unsigned char)entry[k - 1]);)
            entry[--k] = 0;
        if (!k)
            continue;
        put(v, entry, mask, NULL, kind);
        if (mask == WORD_NOUN)
            put(v, plural ? forms[0] : with_s(v, entry), mask, entry, kind);
    }
}

void cc_vocab_read(cc_vocab *v, const char *text, size_t size)
{
    for (size_t i = 0; i < size;) {
        const char *end = memchr(text + i, '\n', size - i);
        size_t line_size = end ? (size_t)(end - text) - i : size - i;
        char line[2048];
        size_t n = line_size < sizeof line - 1 ? line_size : sizeof line - 1;
        memcpy(line, text + i, n);
        line[n] = 0;
        i += line_size + 1;
        char *cut = strstr(line, "//");
        if (cut)
            *cut = 0;
        size_t k = strspn(line, "abcdefghijklmnopqrstuvwxyz");
        cc_decl_kind kind;
        if (!k || line[k] != ' ')
            continue;
        line[k] = 0;
        if (!cc_decl_kind_by_word(line, &kind))
            continue;
        char *head = line + k + 1;
        head[strcspn(head, "{\r")] = 0;
        if (DECLS[kind].head == 'W')
            read_words(v, kind, head);
        else if (DECLS[kind].head != '-')
            read_phrase(v, kind, head);
    }
}

uint32_t cc_vocab_mask(const cc_vocab *v, const char *word)
{
    const cc_word *w = cc_vocab_find(v, word);
    if (w)
        return w->mask;
    if (strncmp(word, "non", 3) == 0) {
        const char *rest = word + 3 + (word[3] == '-');
        w = cc_vocab_find(v, rest);
        if (w && (w->mask & (WORD_NOUN | WORD_ADJ)))
            return WORD_ADJ;
    }
    return 0;
}

int cc_edit_distance(const char *a, const char *b)
{
    enum { MAX = 40 };
    size_t n = strlen(a), m = strlen(b);
    int d[MAX][MAX];
    if (n > MAX - 2 || m > MAX - 2)
        return MAX;
    for (size_t i = 0; i <= n; i++)
        d[i][0] = (int)i;
    for (size_t j = 0; j <= m; j++)
        d[0][j] = (int)j;
    for (size_t i = 1; i <= n; i++)
        for (size_t j = 1; j <= m; j++) {
            int c = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            if (d[i - 1][j] + 1 < c)
                c = d[i - 1][j] + 1;
            if (d[i][j - 1] + 1 < c)
                c = d[i][j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                d[i - 2][j - 2] + 1 < c)
                c = d[i - 2][j - 2] + 1;
            d[i][j] = c;
        }
    return d[n][m];
}

const char *cc_vocab_nearest(const cc_vocab *v, const char *word)
{
    int best = strlen(word) < 4 ? 2 : 3;
    const char *found = NULL;
    for (int b = 0; b < VOCAB_BUCKETS; b++)
        for (const cc_word *w = v->bucket[b]; w; w = w->next) {
            int k = cc_edit_distance(word, w->text);
            if (k > 1 && !isupper((unsigned char)*word) != !isupper((unsigned char)*w->text))
                continue; /* 'party' is no misspelt 'Harpy' */
            if (k < best || (k == best && found && strcmp(w->text, found) < 0)) {
                best = k;
                found = w->text;
            }
        }
    return found;
}
