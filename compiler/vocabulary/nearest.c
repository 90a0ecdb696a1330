/* What a misspelt word may have been meant to be. Rather none than an absurd one: the first letter counts, short words
 * have one slip at most, and capitals are looked through only where nothing else is wrong. */
#include "compiler/vocabulary/vocabulary.h"

#include <ctype.h>
#include <string.h>

int voc_edit_distance(const char *a, const char *b)
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

static int lower(char c)
{
    return tolower((unsigned char)c);
}

static int same_but_for_capitals(const char *a, const char *b)
{
    while (*a && lower(*a) == lower(*b))
        a++, b++;
    return !*a && !*b;
}

/* How far `text` is from what was written; 0 = not to be suggested. */
static int slips(const char *written, const char *text)
{
    const size_t n = strlen(written), m = strlen(text);
    if (n < 3 || m < 3)
        return 0;
    const int k = voc_edit_distance(written, text);
    const int swapped = lower(written[0]) == lower(text[1]) && lower(written[1]) == lower(text[0]);
    if (k == 1)
        return lower(*written) == lower(*text) || swapped;
    if (k == 2 && n >= 6 && isupper((unsigned char)*written) == isupper((unsigned char)*text) &&
        *written == *text)
        return written[n - 1] == text[m - 1] ? 2 : 0;
    return 0;
}

/* Of a noun written with a plain s: its plural. */
static const char *plural_of(const vocabulary *v, const char *written, syn_word found)
{
    const size_t n = strlen(written);
    const syn_word noun = found < v->info.count ? v->info.at[found].noun : 0;
    for (syn_word w = 1; noun && n && written[n - 1] == 's' && w < v->info.count; w++)
        for (const voc_entry *e = v->info.at[w].entries; e; e = e->next)
            if (e->count == 1 && e->lemma == noun && (e->form & VOC_FORM_MANY))
                return syn_word_text(v->words, w);
    return syn_word_text(v->words, found);
}

const char *voc_nearest(const vocabulary *v, const char *word)
{
    int best = 3;
    syn_word found = 0;
    for (syn_word w = 1; w < v->words->text.count; w++) {
        if (w >= W_CLOSED_COUNT && syn_word_number(v->words, w) < 0 &&
            (w >= v->info.count || !v->info.at[w].known))
            continue;
        const char *text = syn_word_text(v->words, w);
        if (same_but_for_capitals(word, text) && strcmp(word, text) != 0)
            return text;
        const int k = slips(word, text);
        if (k > 0 &&
            (k < best || (k == best && strcmp(text, syn_word_text(v->words, found)) < 0))) {
            best = k;
            found = w;
        }
    }
    return found ? plural_of(v, word, found) : NULL;
}
