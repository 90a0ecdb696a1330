/* Saved games: the block behind a header with its size and hash. A damaged one is refused; what a
 * hash cannot prove is checked before the state is used. */
#include "runtime/api.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

static const struct {
    size_t at;
    uint32_t row_size, max;
} TABLES[] = {
#define TABLE(name, type, start, max) {offsetof(rt_state, name), sizeof(type), max},
#include "runtime/state_tables.def"
#undef TABLE
};

size_t cantrip_game_save_size(const cantrip_game *game)
{
    return game->g.s->size + sizeof(uint64_t);
}

cantrip_status cantrip_game_save(const cantrip_game *game, void *out_bytes, size_t size)
{
    uint64_t hash = hash_words(HASH_START, game->g.s, game->g.s->size);
    if (size < game->g.s->size + sizeof hash)
        return CANTRIP_E_ARGUMENT;
    memcpy(out_bytes, &hash, sizeof hash);
    memcpy((char *)out_bytes + sizeof hash, game->g.s, game->g.s->size);
    return CANTRIP_OK;
}

/* Do the tables lie inside the block, in order, without overlap? */
static int is_sound(const rt_state *s, size_t size)
{
    if (s->magic != RT_MAGIC || s->version != RT_STATE_VERSION || s->size != size)
        return 0;
    size_t end = sizeof *s;
    for (size_t i = 0; i < sizeof TABLES / sizeof *TABLES; i++) {
        const rt_table *t = (const rt_table *)(const void *)((const char *)s + TABLES[i].at);
        if (t->row_size != TABLES[i].row_size || t->count > t->cap || t->cap > TABLES[i].max + 8 ||
            t->off < end || (size_t)t->off + (size_t)t->cap * t->row_size > size)
            return 0;
        end = (size_t)t->off + (size_t)t->cap * t->row_size;
    }
    return 1;
}

cantrip_status cantrip_game_load(const cantrip_library *library, const void *bytes, size_t size,
                                 cantrip_game **out_game)
{
    uint64_t hash;
    *out_game = NULL;
    if (size < sizeof hash + sizeof(rt_state))
        return CANTRIP_E_STATE;
    memcpy(&hash, bytes, sizeof hash);
    const char *body = (const char *)bytes + sizeof hash;
    size -= sizeof hash;
    rt_state *s = malloc(size);
    if (!s)
        return CANTRIP_E_MEMORY;
    memcpy(s, body, size);
    if (hash_words(HASH_START, s, size) != hash || !is_sound(s, size) ||
        s->library_hash != library->lib->pack.hash) {
        free(s);
        return CANTRIP_E_STATE;
    }
    *out_game = rt_game_wrap(library, s);
    if (!*out_game)
        free(s);
    return *out_game ? CANTRIP_OK : CANTRIP_E_MEMORY;
}
