/* The block: laying it out, growing it, hashing it. A table that fills is laid out anew with twice
 * the rows, up to its limit. */
#include "runtime/state.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

/* 1: the block moves at every push, so that a pointer held across one is found at once (tests). */
#ifndef RT_STRESS_GROW
#define RT_STRESS_GROW 0
#endif

static const struct {
    uint32_t row_size, start, max;
    size_t at; /* offset of the rt_table in rt_state */
} TABLES[] = {
#define TABLE(name, type, start, max) {sizeof(type), start, max, offsetof(rt_state, name)},
#include "runtime/state_tables.def"
#undef TABLE
};
enum { TABLE_COUNT = sizeof TABLES / sizeof *TABLES };

static rt_table *table(rt_state *s, int i)
{
    return (rt_table *)(void *)((char *)s + TABLES[i].at);
}

static uint32_t lay_out(rt_state *s)
{
    uint32_t off = (uint32_t)((sizeof(rt_state) + 15) & ~(size_t)15);
    for (int i = 0; i < TABLE_COUNT; i++) {
        table(s, i)->off = off;
        off += (table(s, i)->cap * TABLES[i].row_size + 15) & ~15u;
    }
    return off;
}

rt_state *rt_block_create(uint32_t player_count)
{
    rt_state head;
    memset(&head, 0, sizeof head);
    for (int i = 0; i < TABLE_COUNT; i++) {
        table(&head, i)->cap = TABLES[i].start;
        table(&head, i)->row_size = TABLES[i].row_size;
    }
    if (head.player.cap < player_count)
        head.player.cap = player_count;
    head.magic = RT_MAGIC;
    head.version = RT_STATE_VERSION;
    head.size = lay_out(&head);
    rt_state *s = calloc(1, head.size);
    if (s)
        memcpy(s, &head, sizeof head);
    return s;
}

static int grow(rt_game *g, int which)
{
    rt_state *old = g->s, head = *old;
    rt_table *t = table(&head, which);
    uint32_t max = TABLES[which].max;
    if (t->count == t->cap && t->cap >= max)
        return 0;
    if (t->count == t->cap)
        t->cap = !t->cap ? 64 : t->cap * 2 > max ? max : t->cap * 2;
    head.size = lay_out(&head);
    rt_state *s = calloc(1, head.size);
    if (!s) {
        old->fault = RT_FAULT_MEMORY;
        return 0;
    }
    memcpy(s, &head, sizeof head);
    for (int i = 0; i < TABLE_COUNT; i++)
        memcpy((char *)s + table(s, i)->off, (char *)old + table(old, i)->off,
               (size_t)table(old, i)->count * TABLES[i].row_size);
    free(old);
    g->s = s;
    return 1;
}

uint32_t rt_push(rt_game *g, rt_table *t)
{
    if (t->count == t->cap || RT_STRESS_GROW) {
        size_t at = (size_t)((char *)t - (char *)g->s);
        int which = 0;
        while (TABLES[which].at != at)
            which++;
        if (!grow(g, which)) {
            if (!g->s->fault)
                g->s->fault = RT_FAULT_FULL;
            return table(g->s, which)->count - 1;
        }
        t = table(g->s, which);
    }
    memset((char *)g->s + t->off + (size_t)t->count * t->row_size, 0, t->row_size);
    return t->count++;
}

/* ---- rewinding (CR 721) -------------------------------------------------------------------------
 * An image is the header and the rows of every table but the image itself, as words in image[]. It is
 * part of the state, so that a game saved in the middle of an action can still take it back. */

static int is_image(int i)
{
    return TABLES[i].at == offsetof(rt_state, image);
}

void rt_image_take(rt_game *g)
{
    g->s->image.count = 0;
    rt_state head = *g->s;
    uint32_t words = (uint32_t)(sizeof head + 3) / 4;
    for (int i = 0; i < TABLE_COUNT; i++)
        if (!is_image(i))
            words += (table(&head, i)->count * TABLES[i].row_size + 3) / 4;
    for (uint32_t i = 0; i < words; i++)
        RT_PUSH(g, image);
    char *out = (char *)rt_image_row(g, 0);
    memcpy(out, &head, sizeof head);
    out += (sizeof head + 3) & ~(size_t)3;
    for (int i = 0; i < TABLE_COUNT; i++) {
        if (is_image(i))
            continue;
        size_t size = (size_t)table(&head, i)->count * TABLES[i].row_size;
        memcpy(out, (const char *)g->s + table(g->s, i)->off, size);
        out += (size + 3) & ~(size_t)3;
    }
}

int rt_image_restore(rt_game *g)
{
    if (!g->s->image.count)
        return 0;
    rt_state *now = g->s, head;
    const char *in = (const char *)rt_image_row(g, 0);
    memcpy(&head, in, sizeof head);
    in += (sizeof head + 3) & ~(size_t)3;
    head.image.count = 0;
    head.size = lay_out(&head);
    rt_state *s = calloc(1, head.size);
    if (!s)
        return 0;
    memcpy(s, &head, sizeof head);
    for (int i = 0; i < TABLE_COUNT; i++) {
        if (is_image(i))
            continue;
        size_t size = (size_t)table(s, i)->count * TABLES[i].row_size;
        memcpy((char *)s + table(s, i)->off, in, size);
        in += (size + 3) & ~(size_t)3;
    }
    free(now);
    g->s = s;
    return 1;
}

uint64_t rt_state_hash(const rt_state *s)
{
    uint64_t h = hash_words(HASH_START, s, offsetof(rt_state, player));
    for (int i = 0; i < TABLE_COUNT; i++) {
        const rt_table *t = (const rt_table *)(const void *)((const char *)s + TABLES[i].at);
        h = hash_words(h, (const char *)s + t->off, (size_t)t->count * TABLES[i].row_size);
    }
    return h;
}
