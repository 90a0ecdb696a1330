/* The block: laying it out, growing it, hashing it. A table that fills is laid out anew with twice
 * the rows, up to its limit. */
#include "runtime/state/guard.h"

#include <string.h>

/* In stress builds a large block moves so often that a push costs no more than moving a small one. */
enum { STRESS_SMALL = 1 << 18, STRESS_BYTES_PER_PUSH = 1 << 14 };

static const struct {
    uint32_t row_size, start, max;
    size_t at; /* offset of the rt_table in rt_state */
    const char *text;
} TABLES[] = {
#define TABLE(name, type, start, max)                                                              \
    {sizeof(type), start, max, offsetof(rt_state, name),                                           \
     "the table '" #name "' is full, with " #max " rows"},
#include "runtime/state/state_tables.def"
#undef TABLE
};
enum { TABLE_COUNT = sizeof TABLES / sizeof *TABLES };

static rt_table *table(rt_state *s, int i)
{
    return (rt_table *)(void *)((char *)s + TABLES[i].at);
}

uint32_t rt_table_count(void)
{
    return TABLE_COUNT;
}

rt_table *rt_table_at(rt_state *s, uint32_t i)
{
    return table(s, (int)i);
}

int rt_table_is_history(uint32_t i)
{
    return TABLES[i].at == offsetof(rt_state, history);
}

const char *rt_table_text(uint32_t i)
{
    return i < TABLE_COUNT ? TABLES[i].text : "a table is full";
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

rt_state *rt_block_create(const base_memory *memory, uint32_t player_count)
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
    rt_state *s = base_alloc(memory, head.size); /* rows are cleared when they are pushed */
    if (s)
        memcpy(s, &head, sizeof head);
    return s;
}

static int nearly_full(const rt_table *t)
{
    return t->count >= 16 && t->cap - t->count < t->cap / 8;
}

/* The header and the rows in use, but not the history, which is never taken back: what going back needs. */
static rt_state rows_header(const rt_state *s)
{
    rt_state head = *s;
    for (int i = 0; i < TABLE_COUNT; i++) {
        rt_table *t = table(&head, i);
        if (rt_table_is_history((uint32_t)i))
            t->count = 0;
        t->cap = t->count;
    }
    head.size = lay_out(&head);
    return head;
}

uint32_t rt_rows_size(const rt_state *s)
{
    return rows_header(s).size;
}

void rt_rows_copy(rt_state *to, const rt_state *from)
{
    *to = rows_header(from);
    for (int i = 0; i < TABLE_COUNT; i++) {
        const rt_table *t = table(to, i);
        if (t->count)
            memcpy((char *)to + t->off, (const char *)from + table((rt_state *)from, i)->off,
                   (size_t)t->count * TABLES[i].row_size);
    }
}

enum {
    COPY_GAP = 512
}; /* it is quicker to copy so many bytes that are not used than to begin anew */

void rt_state_copy(rt_state *to, const rt_state *from)
{
    size_t begin = 0, end = sizeof *from;
    for (int i = 0; i < TABLE_COUNT; i++) {
        const rt_table *t = table((rt_state *)(uintptr_t)from, i);
        CANTRIP_ASSERT(t->off >= end);
        if (!t->count)
            continue;
        if (t->off - end > COPY_GAP) {
            memcpy((char *)to + begin, (const char *)from + begin, end - begin);
            begin = t->off;
        }
        end = t->off + (size_t)t->count * TABLES[i].row_size;
    }
    memcpy((char *)to + begin, (const char *)from + begin, end - begin);
}

/* Lays the block out anew, with room for `count` further rows of a table. */
/* Of objects the host may allow fewer. */
static uint32_t most_rows(rt_state *s, int which)
{
    const uint32_t own = table(s, which) == &s->object ? s->object_max : 0;
    return own ? own : TABLES[which].max;
}

/* How many further rows: a table that few games need begins small. */
static uint32_t step(const rt_table *t)
{
    enum { FIRST_BYTES = 256 };
    if (!t->cap)
        return t->row_size < FIRST_BYTES / 4 ? FIRST_BYTES / t->row_size : 4;
    return t->cap / 2 + 8;
}

static uint32_t grow(rt_game *g, int which, uint32_t count)
{
    rt_state *old = g->s, head = *old;
    rt_table *t = table(&head, which);
    const uint32_t max = most_rows(&head, which);
    if (count > max || t->count > max - count)
        return RT_FAULT_FULL;
    while (t->cap < t->count + count)
        t->cap = t->cap > max / 2 ? max : t->cap + step(t);
    for (int i = 0; i < TABLE_COUNT; i++) /* what is nearly full gets more room along with it */
        if (nearly_full(table(&head, i)) && table(&head, i)->cap <= most_rows(&head, i) / 2)
            table(&head, i)->cap += table(&head, i)->cap / 2;
    head.size = lay_out(&head);
    rt_state *s =
        base_alloc(g->pack->memory, head.size); /* rows are cleared when they are pushed */
    if (!s)
        return RT_FAULT_MEMORY;
    memcpy(s, &head, sizeof head);
    for (int i = 0; i < TABLE_COUNT; i++)
        if (table(s, i)->count)
            memcpy((char *)s + table(s, i)->off, (char *)old + table(old, i)->off,
                   (size_t)table(old, i)->count * TABLES[i].row_size);
    base_free(g->pack->memory, old);
    g->s = s;
    return RT_FAULT_NONE;
}

uint32_t rt_table_number(const rt_game *g, const rt_table *t)
{
    const size_t at = (size_t)((const char *)t - (const char *)g->s);
    uint32_t which = 0;
    while (TABLES[which].at != at)
        which++;
    return which;
}

uint32_t rt_reserve(rt_game *g, rt_table *t, uint32_t count)
{
    return t->cap - t->count >= count ? (uint32_t)RT_FAULT_NONE
                                      : grow(g, (int)rt_table_number(g, t), count);
}

static int moves_now(const rt_game *g)
{
#if RT_STRESS_GROW
    return g->s->size < STRESS_SMALL ||
           ++g->run->pushes % (g->s->size / STRESS_BYTES_PER_PUSH) == 0;
#else
    (void)g;
    return 0;
#endif
}

uint32_t rt_push_many(rt_game *g, rt_table *t, uint32_t count)
{
    if (t->cap - t->count < count || moves_now(g)) {
        const int which = (int)rt_table_number(g, t);
        const uint32_t fault = grow(g, which, count);
        if (fault)
            rt_fail(g, fault, (uint32_t)which);
        t = table(g->s, which);
    }
    const uint32_t first = t->count;
    memset((char *)g->s + t->off + (size_t)first * t->row_size, 0, (size_t)count * t->row_size);
    t->count += count;
    return first;
}

/* ---- rewinding (CR 721) -------------------------------------------------------------------------
 * An image is the header and the rows of every table but the image itself and the history, which goes on, as
 * words in image[]. It is
 * part of the state, so that a game saved in the middle of an action can still take it back. */

static int is_image(int i)
{
    return TABLES[i].at == offsetof(rt_state, image) || rt_table_is_history((uint32_t)i);
}

void rt_image_take(rt_game *g)
{
    g->s->image.count = 0;
    rt_state head = *g->s;
    uint32_t words = (uint32_t)(sizeof head + 3) / 4;
    head.size = 0;
    for (int i = 0; i < TABLE_COUNT;
         i++) { /* not where the tables happen to be, nor what was done before */
        const uint32_t count = is_image(i) ? 0 : table(&head, i)->count;
        *table(&head, i) = (rt_table){.count = count};
        words += (count * TABLES[i].row_size + 3) / 4;
    }
    rt_push_many(g, &g->s->image, words);
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

/* The tables have only grown since, so what was in them fits where they are. */
int rt_image_restore(rt_game *g)
{
    if (!g->s->image.count)
        return 0;
    rt_run_forget(g->run);
    rt_state head, *s = g->s;
    const char *in = (const char *)rt_image_row(g, 0);
    memcpy(&head, in, sizeof head);
    in += (sizeof head + 3) & ~(size_t)3;
    head.size = s->size;
    for (int i = 0; i < TABLE_COUNT; i++) {
        const uint32_t count = rt_table_is_history((uint32_t)i) ? s->history.count
                               : is_image(i)                    ? 0
                                                                : table(&head, i)->count;
        const size_t size = (size_t)count * TABLES[i].row_size;
        *table(&head, i) = *table(s, i);
        table(&head, i)->count = count;
        if (is_image(i))
            continue;
        memcpy((char *)s + table(s, i)->off, in, size);
        in += (size + 3) & ~(size_t)3;
    }
    *s = head;
    return 1;
}
