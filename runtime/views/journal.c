/* Journals and undo. A game follows from its library, its options and what was done to it (history.h); a journal is that
 * as text, growing, in lines that can be checked one by one:
 *
 *     cantrip-journal 1 PACK PLAYERS SEED TRIVIAL BY_HAND TAKE_BACK FLOAT TURN_MAX ~CHAIN
 *     1 deck 5 0 24 ~CHAIN
 *     2 run =STATE ~CHAIN
 *     back 1 ~CHAIN
 *
 * CHAIN is the hash of the line up to it, begun with the chain of the line before. */
#include "runtime/views/view.h"

#include <string.h>

#include "base/hash.h"

static const char *const DEEDS[RT_DEED_COUNT] = {
    [RT_DEED_RUN] = "run",           [RT_DEED_ANSWER] = "answer",     [RT_DEED_DECK] = "deck",
    [RT_DEED_CONCEDE] = "concede",   [RT_DEED_POSITION] = "position", [RT_DEED_STEP] = "step",
    [RT_DEED_PUT] = "put",           [RT_DEED_COUNTERS] = "counters", [RT_DEED_ATTACH] = "attach",
    [RT_DEED_LIFE] = "life",         [RT_DEED_EFFECT] = "effect",     [RT_DEED_LOOK] = "look",
    [RT_DEED_RESAMPLE] = "resample", [RT_DEED_SEATS] = "seats",
};
static const char TITLE[] = "cantrip-journal 1";
enum { HEAD_NUMBERS = 8 };

/* ---- writing -----------------------------------------------------------------------------------
 */

typedef struct pen { /* counts what would not fit, and chains either way */
    rt_text out;
    uint64_t chain;
} pen;

static void put(pen *p, const char *text)
{
    p->chain = hash_bytes(p->chain, text, strlen(text));
    rt_text_add(&p->out, text);
}

static void put_number(pen *p, uint64_t n)
{
    char digits[24]; /* of any number */
    snprintf(digits, sizeof digits, " %llu", (unsigned long long)n);
    put(p, digits);
}

static void put_hash(pen *p, const char *sign, uint64_t hash)
{
    char digits[24];
    snprintf(digits, sizeof digits, " %s%016llx", sign, (unsigned long long)hash);
    put(p, digits);
}

static void end_line(pen *p)
{
    char digits[24];
    snprintf(digits, sizeof digits, " ~%016llx\n", (unsigned long long)p->chain);
    rt_text_add(&p->out, digits);
}

static void put_head(pen *p, const rt_state *s)
{
    put(p, TITLE);
    put_hash(p, "", s->library_hash);
    put_number(p, s->player.count);
    put_number(p, s->seed);
    put_number(p, !s->skip_trivial);
    put_number(p, s->options);
    put_number(p, s->take_back);
    put_number(p, s->float_mana);
    put_number(p, s->turn_max);
    end_line(p);
}

static void put_entries(pen *p, const cantrip_game *game, rt_journal *j)
{
    const rt_game *g = &game->g;
    while (j->at < g->s->history.count) {
        const uint32_t word = *rt_history_row(g, j->at), count = word >> 8;
        char number[16]; /* of any number */
        snprintf(number, sizeof number, "%u ", ++j->entries);
        put(p, number);
        put(p, DEEDS[word & 0xFF]);
        for (uint32_t i = 0; i < count; i++)
            put_number(p, *rt_history_row(g, j->at + 1 + i));
        j->at += count + 1;
        if (j->at == g->s->history.count)
            put_hash(p, "=", rt_state_hash(g->s));
        end_line(p);
    }
}

size_t cantrip_journal_take(cantrip_game *game, char *out, size_t size)
{
    if (!game || (size && !out))
        return 0;
    rt_journal j = game->journal;
    pen p = {{out, size, 0, 0}, j.chain};
    if (!j.begun) {
        p.chain = HASH_START;
        put_head(&p, game->g.s);
        j.begun = 1;
    }
    if (j.undone) {
        put(&p, "back");
        put_number(&p, j.entries);
        end_line(&p);
        j.undone = 0;
    }
    put_entries(&p, game, &j);
    j.chain = p.chain;
    if (rt_text_end(&p.out) < size)
        game->journal = j;
    return p.out.used;
}

/* ---- reading -----------------------------------------------------------------------------------
 */

typedef struct entry {
    uint32_t deed, line, count, words; /* words: where they begin */
    uint64_t state;
    uint32_t has_state;
} entry;

typedef struct reading {
    const base_memory *memory;
    const char *p, *end; /* of the line at hand */
    entry *entries;
    uint32_t count, cap;
    uint32_t *words, word_count, word_cap;
    uint64_t chain, head[HEAD_NUMBERS];
    uint32_t line, no_memory;
    const char *wrong;
} reading;

static int take_word(reading *r, const char *word)
{
    const size_t n = strlen(word);
    if ((size_t)(r->end - r->p) < n || memcmp(r->p, word, n) != 0)
        return 0;
    r->p += n;
    return 1;
}

static int take_number(reading *r, uint64_t *out, int base)
{
    uint64_t n = 0;
    const char *from = r->p;
    for (; r->p < r->end; r->p++) {
        const char c = *r->p;
        const int digit = c >= '0' && c <= '9'                 ? c - '0'
                          : base == 16 && c >= 'a' && c <= 'f' ? c - 'a' + 10
                                                               : -1;
        if (digit < 0 || n > (UINT64_MAX - (uint64_t)digit) / (uint64_t)base)
            break;
        n = n * (uint64_t)base + (uint64_t)digit;
    }
    *out = n;
    return r->p > from;
}

static void *room(reading *r, void *at, uint32_t count, uint32_t *cap, size_t size)
{
    if (count < *cap)
        return at;
    const uint32_t more = *cap ? *cap * 2 : 64;
    void *grown = base_resize(r->memory, at, more * size);
    if (!grown) {
        r->no_memory = 1;
        return NULL;
    }
    *cap = more;
    return grown;
}

static int add_word(reading *r, uint32_t word)
{
    uint32_t *words = room(r, r->words, r->word_count, &r->word_cap, sizeof *words);
    if (!words)
        return 0;
    r->words = words;
    r->words[r->word_count++] = word;
    return 1;
}

static int read_head(reading *r)
{
    int ok = take_word(r, TITLE);
    for (int i = 0; i < HEAD_NUMBERS && ok; i++)
        ok = take_word(r, " ") && take_number(r, &r->head[i], i ? 10 : 16);
    return ok && r->p == r->end;
}

static int read_entry(reading *r)
{
    uint64_t n;
    entry e = {RT_DEED_COUNT, r->line, 0, r->word_count, 0, 0};
    if (take_word(r, "back ")) {
        if (!take_number(r, &n, 10) || n > r->count)
            return 0;
        r->count = (uint32_t)n;
        return r->p == r->end;
    }
    if (!take_number(r, &n, 10) || n != r->count + 1 || !take_word(r, " "))
        return 0;
    for (uint32_t d = 0; d < RT_DEED_COUNT && e.deed == RT_DEED_COUNT; d++)
        if (take_word(r, DEEDS[d]))
            e.deed = d;
    while (take_word(r, " "))
        if (take_word(r, "=")) {
            e.has_state = 1;
            if (!take_number(r, &e.state, 16))
                return 0;
        } else if (!take_number(r, &n, 10) || n > UINT32_MAX || !add_word(r, (uint32_t)n)) {
            return 0;
        } else {
            e.count++;
        }
    if (r->p < r->end || e.deed == RT_DEED_COUNT)
        return 0;
    entry *entries = room(r, r->entries, r->count, &r->cap, sizeof *entries);
    if (!entries)
        return 0;
    r->entries = entries;
    r->entries[r->count++] = e;
    return 1;
}

/* The line at `at`; how long it is with its end, 0 = it cannot be believed. */
static size_t read_line(reading *r, const char *at, size_t size)
{
    enum { TAIL = 18 }; /* " ~" and sixteen digits */
    const char *end = memchr(at, '\n', size);
    uint64_t said;
    if (!end || end - at < TAIL) {
        r->wrong = "the line is not whole";
        return 0;
    }
    r->p = end - TAIL;
    r->end = end;
    if (!take_word(r, " ~") || !take_number(r, &said, 16) || r->p != end ||
        said != hash_bytes(r->chain, at, (size_t)(end - TAIL - at))) {
        r->wrong = "the line is damaged, or one before it is missing";
        return 0;
    }
    r->p = at;
    r->end = end - TAIL;
    const uint32_t had = r->word_count;
    if (r->line == 1 ? !read_head(r) : !read_entry(r)) {
        r->word_count = had;
        r->wrong = r->no_memory ? "out of memory" : "the line says nothing that is known";
        return 0;
    }
    r->chain = said;
    return (size_t)(end - at) + 1;
}

/* ---- playing -----------------------------------------------------------------------------------
 */

static cantrip_status differs(cantrip_replay *out, const entry *e, const char *why)
{
    out->line = e->line;
    snprintf(out->message, sizeof out->message, "%s", why);
    return CANTRIP_E_STATE;
}

static cantrip_status play(cantrip_game *game, const reading *r, cantrip_replay *out)
{
    char text[sizeof out->message];
    for (; out->entries < r->count && out->entries < out->upto; out->entries++) {
        const entry *e = &r->entries[out->entries];
        const cantrip_status s = rt_history_redo(game, e->deed, r->words + e->words, e->count);
        if (s == CANTRIP_E_MEMORY)
            return s;
        if (s != CANTRIP_OK) {
            snprintf(text, sizeof text, "entry %u (%s) cannot be done here: %s", out->entries + 1,
                     DEEDS[e->deed], cantrip_status_text(s));
            return differs(out, e, text);
        }
        if (e->has_state && e->state != rt_state_hash(game->g.s)) {
            snprintf(text, sizeof text,
                     "behind entry %u (%s) the state is %016llx and not %016llx, as it was",
                     out->entries + 1, DEEDS[e->deed], (unsigned long long)rt_state_hash(game->g.s),
                     (unsigned long long)e->state);
            return differs(out, e, text);
        }
    }
    return CANTRIP_OK;
}

static cantrip_status create(const cantrip_library *library, const reading *r, cantrip_replay *out,
                             cantrip_game **out_game)
{
    const entry head = {.line = 1};
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    if (r->head[0] != library->lib->pack.hash)
        return differs(out, &head, "it was played with another pack");
    o.player_count = (uint32_t)r->head[1];
    o.seed = r->head[2];
    o.ask_trivial = (uint32_t)r->head[3];
    o.pay_by_hand = (uint32_t)r->head[4];
    o.take_back = (uint32_t)r->head[5];
    o.float_mana = (uint32_t)r->head[6];
    o.turn_max = (uint32_t)r->head[7];
    o.events = 1;
    const cantrip_status s = cantrip_game_create(library, &o, out_game);
    return s == CANTRIP_OK || s == CANTRIP_E_MEMORY
               ? s
               : differs(out, &head, "a game cannot have these options");
}

static cantrip_status replay(const cantrip_library *library, const char *text, size_t size,
                             reading *r, cantrip_replay *out, cantrip_game **out_game)
{
    r->chain = HASH_START;
    for (r->line = 1; out->whole < size; r->line++) {
        const size_t n = read_line(r, text + out->whole, size - out->whole);
        if (!n)
            break;
        out->whole += n;
    }
    if (r->no_memory)
        return CANTRIP_E_MEMORY;
    if (r->wrong || !size) {
        out->line = r->line;
        snprintf(out->message, sizeof out->message, "%s", size ? r->wrong : "it is empty");
    }
    out->total = r->count;
    if (!out->whole)
        return CANTRIP_E_STATE;
    cantrip_status s = create(library, r, out, out_game);
    if (s == CANTRIP_OK)
        s = play(*out_game, r, out);
    if (s == CANTRIP_OK && out->entries == r->count) /* it can go on */
        (*out_game)->journal =
            (rt_journal){1, (*out_game)->g.s->history.count, r->count, 0, r->chain};
    return s;
}

cantrip_status cantrip_journal_read(const cantrip_library *library, const char *text, size_t size,
                                    cantrip_replay *out, cantrip_game **out_game)
{
    if (!library || (size && !text) || !out || !out_game)
        return CANTRIP_E_ARGUMENT;
    reading r;
    cantrip_replay all;
    memset(&r, 0, sizeof r);
    r.memory = library->lib->pack.memory;
    memset(&all, 0, sizeof all);
    all.struct_size = out->struct_size;
    all.upto = out->upto;
    *out_game = NULL;
    cantrip_status s = replay(library, text, size, &r, &all, out_game);
    if (s == CANTRIP_E_MEMORY) {
        cantrip_game_destroy(*out_game);
        *out_game = NULL;
    }
    memcpy(out, &all, out->struct_size < sizeof all ? out->struct_size : sizeof all);
    base_free(r.memory, r.entries);
    base_free(r.memory, r.words);
    return s;
}

/* ---- undo --------------------------------------------------------------------------------------
 */

/* Where in history[] the answer of that number stands, and how many entries are before it. */
static uint32_t answer_at(const rt_game *g, uint32_t answer, uint32_t *out_entries)
{
    uint32_t seen = 0, at = 0;
    for (*out_entries = 0; at < g->s->history.count; ++*out_entries) {
        const uint32_t word = *rt_history_row(g, at);
        if ((word & 0xFF) == RT_DEED_ANSWER && seen++ == answer)
            break;
        at += (word >> 8) + 1;
    }
    return at;
}

uint32_t cantrip_game_answer_count(const cantrip_game *game)
{
    if (!game)
        return 0;
    const rt_game *g = &game->g;
    uint32_t n = 0;
    for (uint32_t at = 0; at < g->s->history.count; at += (*rt_history_row(g, at) >> 8) + 1)
        n += (*rt_history_row(g, at) & 0xFF) == RT_DEED_ANSWER;
    return n;
}

static void become(cantrip_game *game, cantrip_game *other, uint32_t entries)
{
    rt_state *const s = game->g.s;
    const rt_tale tale = game->tale;
    game->g.s = other->g.s;
    other->g.s = s;
    if (game->g.tale) {
        game->tale = other->tale;
        other->tale = tale;
    }
    rt_keep_drop(&game->g);
    if (game->journal.at > game->g.s->history.count) {
        game->journal.at = game->g.s->history.count;
        game->journal.entries = entries;
        game->journal.undone = 1;
    }
}

cantrip_status cantrip_game_undo(cantrip_game *game, uint32_t answers)
{
    if (!game)
        return CANTRIP_E_ARGUMENT;
    rt_game *g = &game->g;
    cantrip_game *again;
    uint32_t entries, have = cantrip_game_answer_count(game);
    if (g->run->guard || answers > have)
        return CANTRIP_E_ARGUMENT;
    if (answers == have)
        return CANTRIP_OK;
    const uint32_t end = answer_at(g, answers, &entries);
    cantrip_status s = rt_game_again(game->library, g->s, &again);
    for (uint32_t at = 0; s == CANTRIP_OK && at < end;) {
        const uint32_t *word = rt_history_row(g, at);
        s = rt_history_redo(again, *word & 0xFF, word + 1, *word >> 8);
        at += (*word >> 8) + 1;
    }
    if (s == CANTRIP_OK)
        become(game, again, entries);
    cantrip_game_destroy(again);
    return s;
}
