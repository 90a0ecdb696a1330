/* The hash of a state. It is that of the rows as they lie in the memory of a machine that puts the lowest byte of a number
 * first; a machine that does not takes the fields one by one (state_shapes.def). */
#include <stddef.h>
#include <string.h>

#include "base/hash.h"
#include "runtime/state/state.h"

static const struct {
    size_t at;
    const char *widths; /* of the fields of a row */
} TABLES[] = {
#define HEAD(widths)
#define SHAPE(name, widths) {offsetof(rt_state, name), widths},
#include "runtime/state/state_shapes.def"
#undef HEAD
#undef SHAPE
};
enum { TABLE_COUNT = sizeof TABLES / sizeof *TABLES };

#define HEAD(widths) static const char HEAD_WIDTHS[] = widths;
#define SHAPE(name, widths)
#include "runtime/state/state_shapes.def"
#undef HEAD
#undef SHAPE

static int lowest_first(void)
{
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    return first;
}

static const rt_table *table(const rt_state *s, int i)
{
    return (const rt_table *)(const void *)((const char *)s + TABLES[i].at);
}

/* ---- field by field ---------------------------------------------------------------------------- */

typedef struct feed { /* as hash_words takes them */
    uint64_t h, word;
    uint32_t n; /* bytes in `word` */
} feed;

static void put_field(feed *f, const unsigned char *at, uint32_t width)
{
    const int forward = lowest_first();
    for (uint32_t i = 0; i < width; i++) {
        f->word |= (uint64_t)at[forward ? i : width - 1 - i] << 8 * f->n;
        if (++f->n < 8)
            continue;
        f->h = hash_number(f->h, f->word);
        f->word = f->n = 0;
    }
}

static const unsigned char *put_row(feed *f, const char *widths, const unsigned char *at)
{
    for (; *widths; widths++) {
        put_field(f, at, (uint32_t)(*widths - '0'));
        at += *widths - '0';
    }
    return at;
}

static void end_part(feed *f)
{
    for (; f->n; f->n--, f->word >>= 8) {
        const uint8_t byte = (uint8_t)f->word;
        f->h = hash_bytes(f->h, &byte, 1);
    }
}

/* An image is a header and the rows of its tables (block.c). */
static void put_image(feed *f, const unsigned char *at, size_t size)
{
    rt_state head;
    if (size < sizeof head)
        return;
    memcpy(&head, at, sizeof head);
    at = put_row(f, HEAD_WIDTHS, put_row(f, "44448444442244444444444", at));
    for (int i = 0; i < TABLE_COUNT; i++)
        at = put_row(f, "4444", at);
    for (size_t n = offsetof(rt_state, player) + TABLE_COUNT * sizeof(rt_table); n < sizeof head;
         n++)
        at = put_row(f, "1", at);
    for (int i = 0; i < TABLE_COUNT; i++)
        for (uint32_t r = 0; r < table(&head, i)->count; r++)
            at = put_row(f, TABLES[i].widths, at);
}

uint64_t rt_state_hash_by_fields(const rt_state *s)
{
    feed f = {HASH_START, 0, 0};
    put_row(&f, HEAD_WIDTHS, (const unsigned char *)s + offsetof(rt_state, options));
    end_part(&f);
    for (int i = 0; i < TABLE_COUNT; i++) {
        const unsigned char *at = (const unsigned char *)s + table(s, i)->off;
        if (TABLES[i].at == offsetof(rt_state, history))
            continue;
        if (TABLES[i].at == offsetof(rt_state, image))
            put_image(&f, at, (size_t)s->image.count * 4);
        else
            for (uint32_t r = 0; r < table(s, i)->count; r++)
                at = put_row(&f, TABLES[i].widths, at);
        end_part(&f);
    }
    return f.h;
}

/* ---- as it lies there -------------------------------------------------------------------------- */

uint64_t rt_state_hash(const rt_state *s)
{
    const size_t from = offsetof(rt_state, options);
    if (!lowest_first())
        return rt_state_hash_by_fields(s);
    uint64_t h = hash_words(HASH_START, (const char *)s + from, offsetof(rt_state, player) - from);
    for (int i = 0; i < TABLE_COUNT; i++) {
        const rt_table *t = table(s, i);
        if (TABLES[i].at != offsetof(rt_state, history)) /* how it came about does not matter */
            h = hash_words(h, (const char *)s + t->off, (size_t)t->count * t->row_size);
    }
    CANTRIP_ASSERT(h == rt_state_hash_by_fields(s));
    return h;
}
