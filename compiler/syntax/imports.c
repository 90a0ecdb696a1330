/* Packs that are imported together have been made with the same words: a pack's text holds what it has imported itself. What two
 * of them declare word by word is one declaration. */
#include "compiler/syntax/source.h"

#include <string.h>

#include "base/hash.h"

typedef struct declared { /* the tokens of a declaration */
    const syn_token *first;
    uint32_t count;
} declared;

static uint64_t hash_of(declared d)
{
    uint64_t h = HASH_START;
    for (uint32_t i = 0; i < d.count; i++)
        if (d.first[i].text)
            h = hash_bytes(h, d.first[i].text, strlen(d.first[i].text) + 1);
    return h;
}

static int is_same(declared a, declared b)
{
    if (a.count != b.count)
        return 0;
    for (uint32_t i = 0; i < a.count; i++) {
        const char *x = a.first[i].text, *y = b.first[i].text;
        if (a.first[i].kind != b.first[i].kind || !x != !y || (x && strcmp(x, y) != 0))
            return 0;
    }
    return 1;
}

static declared declared_at(const syn_source *s, uint32_t i)
{
    const syn_token *first = s->decls.at[i]->head, *end = i + 1 < s->decls.count
                                                              ? s->decls.at[i + 1]->head
                                                              : s->tokens.at + s->tokens.count;
    while (end > first && !end[-1].text[0]) /* lines and ends of blocks */
        end--;
    return (declared){first, (uint32_t)(end - first)};
}

void syn_merge_imports(arena *mem, syn_source *const *parsed, uint32_t import_count)
{
    uint32_t all = 0, slots = 16;
    for (uint32_t i = 0; i < import_count; i++)
        all += parsed[i]->decls.count;
    while (slots < 2 * all)
        slots *= 2;
    declared *slot = arena_alloc(mem, sizeof *slot * slots);
    memset(slot, 0, sizeof *slot * slots);
    for (uint32_t i = 0; i < import_count; i++) {
        syn_source *s = parsed[i];
        uint32_t kept = 0;
        for (uint32_t k = 0; k < s->decls.count; k++) {
            const declared d = declared_at(s, k);
            uint32_t at = (uint32_t)hash_of(d) & (slots - 1);
            while (slot[at].first && !is_same(slot[at], d))
                at = (at + 1) & (slots - 1);
            if (slot[at].first)
                continue;
            slot[at] = d;
            s->decls.at[kept++] = s->decls.at[k];
        }
        s->decls.count = kept;
    }
}
