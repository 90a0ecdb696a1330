/* What happens is told as rows of include/cantrip/events.def: kept for whoever asks, and in words for a log. */
#include "runtime/views/view.h"

#include <ctype.h>
#include <string.h>

static const struct {
    const char *name, *words;
    uint8_t quiet;
} EVENTS[CANTRIP_EVENT_COUNT] = {
#define LOUD                                   0
#define QUIET                                  1
#define EVENT(number, id, name, volume, words) [number] = {name, words, volume},
#include "cantrip/events.def"
#undef EVENT
#undef LOUD
#undef QUIET
};

const char *cantrip_event_name(uint32_t kind)
{
    return kind < CANTRIP_EVENT_COUNT ? EVENTS[kind].name : "?";
}

/* ---- text --------------------------------------------------------------------------------------
 */

static void put(rt_text *t, char c)
{
    if (t->used + 1 < t->size)
        t->at[t->used] = c;
    t->used++;
}

void rt_text_char(rt_text *t, char c)
{
    static const char HEX[] = "0123456789abcdef";
    if (t->escaped && (unsigned char)c < 32) {
        for (const char *p = "\\u00"; *p; p++)
            put(t, *p);
        put(t, HEX[(unsigned char)c >> 4]);
        c = HEX[c & 15];
    } else if (t->escaped && (c == '"' || c == '\\')) {
        put(t, '\\');
    }
    put(t, c);
}

void rt_text_number(rt_text *t, int64_t n)
{
    char digits[24]; /* of any number */
    snprintf(digits, sizeof digits, "%lld", (long long)n);
    rt_text_add(t, digits);
}

void rt_text_add(rt_text *t, const char *text)
{
    while (*text)
        rt_text_char(t, *text++);
}

size_t rt_text_end(rt_text *t)
{
    if (t->size)
        t->at[t->used < t->size ? t->used : t->size - 1] = 0;
    return t->used;
}

/* ---- words -------------------------------------------------------------------------------------
 */

static int may(uint32_t players, uint32_t viewer)
{
    return viewer == CANTRIP_FULL || (players >> (viewer < 31 ? viewer : 31) & 1);
}

static void add_slot(const rt_told *t, uint32_t viewer, const char *slot, size_t n, rt_text *out)
{
    if (strncmp(slot, "object", n) == 0) {
        rt_text_add(out, may(t->seen, viewer) ? t->object_name : "a card");
    } else if (strncmp(slot, "other", n) == 0) {
        rt_text_add(out, may(t->other_seen, viewer) ? t->other_name : "a card");
    } else if (strncmp(slot, "amount", n) == 0) {
        rt_text_number(out, t->amount);
    } else if (strncmp(slot, "now", n) == 0) {
        rt_text_number(out, t->now);
    } else if (strncmp(slot, "life", n) == 0) {
        if (RT_IS_PLAYER(t->other)) {
            rt_text_add(out, " (");
            rt_text_number(out, t->now);
            rt_text_add(out, " life)");
        }
    } else if (strncmp(slot, "s", n) == 0) {
        rt_text_add(out, t->amount == 1 ? "" : "s");
    } else if (*slot != '(') {
        rt_text_add(out, t->detail);
    } else if (*t->detail) {
        rt_text_add(out, " (");
        rt_text_add(out, t->detail);
        rt_text_add(out, ")");
    }
}

void rt_told_text(const rt_told *told, uint32_t viewer, rt_text *out)
{
    for (const char *p = EVENTS[told->kind].words; *p; p++) {
        const char *end = *p == '{' ? strchr(p, '}') : NULL;
        if (!end) {
            rt_text_char(out, *p);
            continue;
        }
        add_slot(told, viewer, p + 1, (size_t)(end - p - 1), out);
        p = end;
    }
}

size_t cantrip_event_text(const cantrip_game *game, uint32_t viewer, uint32_t number, char *out,
                          size_t size)
{
    if (!game || (size && !out))
        return 0;
    rt_text text = {out, size, 0, 0};
    if (number < game->tale.count)
        rt_told_text(&game->tale.at[number], viewer, &text);
    return rt_text_end(&text);
}

/* ---- telling -----------------------------------------------------------------------------------
 */

/* Bit 31 stands for whoever watches. */
static uint32_t who_sees(const rt_game *g, rt_entity e)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    uint32_t players = 0;
    if (rt_may_see(g, e, CANTRIP_SPECTATOR))
        return UINT32_MAX;
    for (uint32_t p = 0; p < g->s->player.count; p++)
        players |= (uint32_t)rt_may_see(g, e, p) << p;
    return players;
}

static void keep(rt_tale *tale, const rt_game *g, const rt_told *what)
{
    if (tale->count == tale->cap) {
        const uint32_t cap = tale->cap ? tale->cap * 2 : 256;
        rt_told *more =
            cap > tale->cap ? base_resize(g->pack->memory, tale->at, cap * sizeof *more) : NULL;
        if (!more)
            rt_fail(g, RT_FAULT_MEMORY, 0);
        tale->at = more;
        tale->cap = cap;
    }
    tale->at[tale->count++] = *what;
}

void rt_tell(const rt_game *g, rt_told what)
{
    what.turn = g->s->turn;
    what.step = (uint8_t)g->s->step;
    what.quiet |= EVENTS[what.kind].quiet;
    what.object_name = what.object ? rt_name(g, what.object) : "";
    what.other_name = what.other ? rt_name(g, what.other) : "";
    what.detail = what.detail ? what.detail : "";
    what.seen |= who_sees(g, what.object);
    what.other_seen = who_sees(g, what.other);
    what.object = rt_told_id(g, what.object);
    what.other = rt_told_id(g, what.other);
    if (g->tale)
        keep(g->tale, g, &what);
    if (g->log && !what.quiet) {
        const rt_temp_mark mark = rt_temp_here(g);
        rt_text length = {NULL, 0, 0, 0};
        rt_told_text(&what, CANTRIP_SPECTATOR, &length);
        rt_text text = {rt_temp_alloc(g, length.used + 1), length.used + 1, 0, 0};
        rt_told_text(&what, CANTRIP_SPECTATOR, &text);
        rt_text_end(&text);
        g->log(g->log_user, text.at);
        rt_temp_release(g, mark);
    }
}

uint32_t cantrip_event_count(const cantrip_game *game)
{
    if (!game)
        return 0;
    return game->tale.count;
}

void cantrip_game_log(cantrip_game *game, void (*line)(void *user, const char *text), void *user)
{
    if (!game)
        return;
    game->g.log = line;
    game->g.log_user = user;
}
