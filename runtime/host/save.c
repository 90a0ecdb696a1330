/* Saved games: a hash, then the block. What a save says is not believed: its history is played again in a new
 * game, which must come to the state that was saved. So whatever is loaded has been reached by play, and no
 * field needs a proof of its own. That takes as long as the game has taken to play, without the waiting. */
#include "runtime/host/history.h"

#include <stddef.h>
#include <string.h>

#include "base/hash.h"

/* Work that playing again may take: of a game that takes longer, nothing is believed. */
#define BUDGET (UINT64_C(2) * 1000 * 1000 * 1000)

static const struct {
    size_t at;
    uint32_t row_size, max;
} TABLES[] = {
#define TABLE(name, type, start, max) {offsetof(rt_state, name), sizeof(type), max},
#include "runtime/state/state_tables.def"
#undef TABLE
};

size_t cantrip_game_save_size(const cantrip_game *game)
{
    if (!game)
        return 0;
    return game->g.s->size + sizeof(uint64_t);
}

cantrip_status cantrip_game_save(const cantrip_game *game, void *out_bytes, size_t size)
{
    if (!game || !out_bytes)
        return CANTRIP_E_ARGUMENT;
    const rt_state *s = game->g.s;
    uint64_t hash;
    if (size < s->size + sizeof hash)
        return CANTRIP_E_ARGUMENT;
    char *out = (char *)out_bytes + sizeof hash;
    memset(out, 0, s->size); /* where no rows are there stands whatever was in that memory before */
    memcpy(out, s, sizeof *s);
    for (size_t i = 0; i < sizeof TABLES / sizeof *TABLES; i++) {
        const rt_table *t = (const rt_table *)(const void *)((const char *)s + TABLES[i].at);
        memcpy(out + t->off, (const char *)s + t->off, (size_t)t->count * t->row_size);
    }
    hash = hash_words(HASH_START, out, s->size);
    memcpy(out_bytes, &hash, sizeof hash);
    return CANTRIP_OK;
}

enum { TABLE_ALIGN = 16 }; /* as block.c lays them out */

/* Do the tables lie inside the block, in order, without overlap? */
static int is_sound(const rt_state *s, size_t size)
{
    if (s->magic != RT_MAGIC || s->version != RT_STATE_VERSION || s->size != size)
        return 0;
    size_t end = sizeof *s;
    for (size_t i = 0; i < sizeof TABLES / sizeof *TABLES; i++) {
        const rt_table *t = (const rt_table *)(const void *)((const char *)s + TABLES[i].at);
        if (t->row_size != TABLES[i].row_size || t->off % TABLE_ALIGN || t->count > t->cap ||
            t->cap > TABLES[i].max + 8 || t->off < end ||
            (size_t)t->off + (size_t)t->cap * t->row_size > size)
            return 0;
        end = (size_t)t->off + (size_t)t->cap * t->row_size;
    }
    return 1;
}

/* The same game: everything but how much room its tables have. The hash of the library was compared. */
static int is_same(const rt_state *a, const rt_state *b)
{
    const size_t from = offsetof(rt_state, options), to = offsetof(rt_state, player);
    if (memcmp((const char *)a + from, (const char *)b + from, to - from) != 0)
        return 0;
    for (size_t i = 0; i < sizeof TABLES / sizeof *TABLES; i++) {
        const rt_table *t = (const rt_table *)(const void *)((const char *)a + TABLES[i].at),
                       *u = (const rt_table *)(const void *)((const char *)b + TABLES[i].at);
        if (t->count != u->count || memcmp((const char *)a + t->off, (const char *)b + u->off,
                                           (size_t)t->count * t->row_size) != 0)
            return 0;
    }
    return 1;
}

cantrip_status rt_game_again(const cantrip_library *library, const rt_state *options,
                             cantrip_game **out_game)
{
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    o.player_count = options->player.count;
    o.seed = options->seed;
    o.ask_trivial = !options->skip_trivial;
    o.pay_by_hand = options->options;
    o.take_back = options->take_back;
    o.float_mana = options->float_mana;
    o.turn_max = options->turn_max;
    o.events = 1;
    return cantrip_game_create(library, &o, out_game);
}

static cantrip_status play_again(const cantrip_library *library, const rt_state *saved,
                                 cantrip_game **out_game)
{
    cantrip_game *game;
    cantrip_status s = rt_game_again(library, saved, &game);
    if (s != CANTRIP_OK)
        return s == CANTRIP_E_MEMORY ? s : CANTRIP_E_STATE;
    game->run.budget = BUDGET;
    s = rt_history_replay(game, saved);
    game->run.budget = UINT64_MAX;
    if (s == CANTRIP_OK && is_same(saved, game->g.s)) {
        *out_game = game;
        return CANTRIP_OK;
    }
    cantrip_game_destroy(game);
    return s == CANTRIP_E_MEMORY ? s : CANTRIP_E_STATE;
}

cantrip_status cantrip_game_load(const cantrip_library *library, const void *bytes, size_t size,
                                 cantrip_game **out_game)
{
    if (!library || (size && !bytes) || !out_game)
        return CANTRIP_E_ARGUMENT;
    uint64_t hash;
    *out_game = NULL;
    if (size < sizeof hash + sizeof(rt_state))
        return CANTRIP_E_STATE;
    memcpy(&hash, bytes, sizeof hash);
    size -= sizeof hash;
    rt_state *s = base_alloc(library->lib->pack.memory, size); /* aligned, whatever `bytes` is */
    if (!s)
        return CANTRIP_E_MEMORY;
    memcpy(s, (const char *)bytes + sizeof hash, size);
    cantrip_status status = CANTRIP_E_STATE;
    if (hash_words(HASH_START, s, size) == hash && is_sound(s, size) &&
        s->library_hash == library->lib->pack.hash)
        status = play_again(library, s, out_game);
    base_free(library->lib->pack.memory, s);
    return status;
}
