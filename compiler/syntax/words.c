#include "compiler/syntax/words.h"

#include <string.h>

#include "base/hash.h"

static const char *const CLOSED[W_CLOSED_COUNT] = {
#define WORD(id, text, group) [W_##id] = text,
#define NUMBER(value, text)
#include "compiler/syntax/words.def"
#undef WORD
#undef NUMBER
};

static const struct {
    int value;
    const char *text;
} NUMBERS[] = {
#define WORD(id, text, group)
#define NUMBER(value, text) {value, text},
#include "compiler/syntax/words.def"
#undef WORD
#undef NUMBER
};
enum { NUMBER_COUNT = sizeof NUMBERS / sizeof *NUMBERS };

static const syn_word GROUP[W_CLOSED_COUNT] = {
#define WORD(id, text, group) [W_##id] = W_##group,
#define NUMBER(value, text)
#include "compiler/syntax/words.def"
#undef WORD
#undef NUMBER
};

static uint32_t slot_of(const syn_words *w, const char *text, size_t size)
{
    uint32_t at = (uint32_t)hash_bytes(HASH_START, text, size) & (w->bucket_count - 1);
    while (w->bucket[at]) {
        const char *have = w->text.at[w->bucket[at]];
        if (strncmp(have, text, size) == 0 && !have[size])
            break;
        at = (at + 1) & (w->bucket_count - 1);
    }
    return at;
}

static void rehash(syn_words *w)
{
    w->bucket_count = w->bucket_count ? w->bucket_count * 2 : 4096;
    w->bucket = arena_alloc(w->mem, sizeof *w->bucket * w->bucket_count);
    for (uint32_t i = 1; i < w->text.count; i++)
        w->bucket[slot_of(w, w->text.at[i], strlen(w->text.at[i]))] = i;
}

syn_word syn_word_of(syn_words *w, const char *text, size_t size)
{
    uint32_t at = slot_of(w, text, size);
    if (w->bucket[at])
        return w->bucket[at];
    if (w->text.count * 2 > w->bucket_count) {
        rehash(w);
        at = slot_of(w, text, size);
    }
    const char *kept = arena_strndup(w->mem, text, size);
    VEC_PUSH(w->mem, &w->text, kept);
    return w->bucket[at] = w->text.count - 1;
}

void syn_words_init(syn_words *w, arena *mem)
{
    memset(w, 0, sizeof *w);
    w->mem = mem;
    rehash(w);
    VEC_PUSH(mem, &w->text, "");
    for (uint32_t i = 1; i < W_CLOSED_COUNT; i++)
        syn_word_of(w, CLOSED[i], strlen(CLOSED[i]));
    for (int i = 0; i < NUMBER_COUNT; i++)
        syn_word_of(w, NUMBERS[i].text, strlen(NUMBERS[i].text));
}

syn_word syn_word_find(const syn_words *w, const char *text)
{
    return w->bucket[slot_of(w, text, strlen(text))];
}

const char *syn_word_text(const syn_words *w, syn_word word)
{
    return w->text.at[word];
}

syn_word syn_word_group(syn_word word)
{
    return word < W_CLOSED_COUNT ? GROUP[word] : word;
}

int syn_word_number(const syn_words *w, syn_word word)
{
    if (word < W_CLOSED_COUNT || word >= W_CLOSED_COUNT + NUMBER_COUNT)
        return -1;
    (void)w;
    return NUMBERS[word - W_CLOSED_COUNT].value;
}
