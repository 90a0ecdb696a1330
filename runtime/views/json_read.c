/* Answers that come as JSON. What is read is small: numbers, words, and objects with known keys. */
#include "runtime/views/view.h"

#include <string.h>

enum { WORD_MAX = 32 };

typedef struct reader {
    cantrip_game *game;
    const char *p, *end;
    const char *wrong; /* NULL, or what could not be read */
    const char *where; /* it was found */
    int no_memory;
} reader;

typedef struct picks { /* options in memory of the reader */
    cantrip_option *at;
    uint32_t count, cap;
} picks;

static char peek(reader *r)
{
    while (r->p < r->end && (*r->p == ' ' || *r->p == '\n' || *r->p == '\t' || *r->p == '\r'))
        r->p++;
    return r->p < r->end ? *r->p : 0;
}

static int take(reader *r, char c)
{
    if (peek(r) != c)
        return 0;
    r->p++;
    return 1;
}

static void wrong(reader *r, const char *what)
{
    if (r->wrong)
        return;
    r->wrong = what;
    r->where = r->p;
}

/* A string without escapes; longer ones are cut, which no known word is. */
static int word(reader *r, char *out)
{
    uint32_t n = 0;
    if (!take(r, '"'))
        return 0;
    for (; r->p < r->end && *r->p != '"'; r->p++) {
        if (*r->p == '\\' && r->p + 1 < r->end)
            r->p++;
        if (n + 1 < WORD_MAX)
            out[n++] = *r->p;
    }
    out[n] = 0;
    if (r->p == r->end)
        return 0;
    r->p++;
    return 1;
}

static int integer(reader *r, int64_t *out)
{
    int64_t n = 0;
    const int negative = take(r, '-');
    const char *from = r->p;
    while (r->p < r->end && *r->p >= '0' && *r->p <= '9' && n < INT64_C(100000000000))
        n = n * 10 + (*r->p++ - '0');
    *out = negative ? -n : n;
    return r->p > from;
}

/* A value that does not matter: a number, a word, true, false, null. */
static int skip(reader *r)
{
    char text[WORD_MAX];
    int64_t n;
    if (peek(r) == '"')
        return word(r, text);
    if (peek(r) == '-' || (peek(r) >= '0' && peek(r) <= '9'))
        return integer(r, &n);
    const char *from = r->p;
    while (r->p < r->end && *r->p >= 'a' && *r->p <= 'z')
        r->p++;
    return r->p > from;
}

static void add(reader *r, picks *list, cantrip_option o)
{
    if (list->count == list->cap) {
        const uint32_t cap = list->cap ? list->cap * 2 : 16;
        cantrip_option *more = base_resize(r->game->g.pack->memory, list->at, cap * sizeof *more);
        if (!more) {
            r->no_memory = 1;
            wrong(r, "out of memory");
            return;
        }
        list->at = more;
        list->cap = cap;
    }
    list->at[list->count++] = o;
}

static void by_index(reader *r, picks *list, int64_t index)
{
    const rt_game *g = &r->game->g;
    if (index < 0 || index >= g->s->option.count) {
        wrong(r, "there is no option of that number");
        return;
    }
    const rt_option *o = rt_option_row(g, (uint32_t)index);
    add(r, list, (cantrip_option){(cantrip_option_kind)o->kind, {o->entity}, o->a, o->b});
}

static int option_kind(const char *name)
{
    for (int i = 0; i < CANTRIP_OPTION_COUNT; i++)
        if (strcmp(cantrip_option_name((cantrip_option_kind)i), name) == 0)
            return i;
    return -1;
}

/* {"kind": "cast", "id": 131074}; {"index": 3} */
static void option(reader *r, picks *list)
{
    cantrip_option o = {CANTRIP_OPTION_COUNT, {0}, CANTRIP_ANY, CANTRIP_ANY};
    int64_t index = -1, n = 0;
    char name[WORD_MAX], text[WORD_MAX];
    for (int more = peek(r) != '}'; more && !r->wrong; more = take(r, ',')) {
        if (!word(r, name) || !take(r, ':')) {
            wrong(r, "a key and a colon are missing");
        } else if (strcmp(name, "kind") == 0) {
            const int kind = word(r, text) ? option_kind(text) : -1;
            if (kind < 0)
                wrong(r, "there is no such kind of option");
            o.kind = (cantrip_option_kind)kind;
        } else if (strcmp(name, "index") == 0 || strcmp(name, "id") == 0 ||
                   strcmp(name, "value") == 0 || strcmp(name, "extra") == 0) {
            if (!integer(r, &n))
                wrong(r, "a number is missing");
            if (strcmp(name, "index") == 0)
                index = n;
            else if (strcmp(name, "id") == 0)
                o.id.bits = (uint32_t)n;
            else
                *(name[0] == 'v' ? &o.value : &o.extra) = (int32_t)n;
        } else if (strcmp(name, "text") != 0 || !skip(r)) {
            wrong(r, "an option has the keys kind, id, value, extra, index, text");
        }
    }
    if (!take(r, '}'))
        wrong(r, "a closing brace is missing");
    if (r->wrong)
        return;
    if (o.kind != CANTRIP_OPTION_COUNT)
        add(r, list, o);
    else
        by_index(r, list, index);
}

static void one(reader *r, picks *list)
{
    int64_t n;
    if (take(r, '{'))
        option(r, list);
    else if (integer(r, &n))
        by_index(r, list, n);
    else
        wrong(r, "a number, an option or a list of them is missing");
}

/* One option, or a list of them. */
static void chosen(reader *r, picks *list)
{
    if (!take(r, '[')) {
        one(r, list);
        return;
    }
    for (int more = peek(r) != ']'; more && !r->wrong; more = take(r, ','))
        one(r, list);
    if (!take(r, ']'))
        wrong(r, "a closing bracket is missing");
}

static int decision_kind(const char *name)
{
    for (int i = 0; i < CANTRIP_DECIDE_COUNT; i++)
        if (strcmp(cantrip_decision_name((cantrip_decision_kind)i), name) == 0)
            return i;
    return -1;
}

typedef struct several {
    cantrip_answer *at;
    picks *options;
    uint32_t count;
} several;

/* {"kind": "attack", "source": 131074, "answer": {...}} */
static void one_of_several(reader *r, several *b)
{
    cantrip_answer *more =
        base_resize(r->game->g.pack->memory, b->at, (b->count + 1) * sizeof *more);
    b->at = more ? more : b->at;
    picks *options =
        base_resize(r->game->g.pack->memory, b->options, (b->count + 1) * sizeof *options);
    b->options = options ? options : b->options;
    if (!more || !options) {
        r->no_memory = 1;
        wrong(r, "out of memory");
        return;
    }
    cantrip_answer *a = &b->at[b->count];
    *a = (cantrip_answer){CANTRIP_DECIDE_COUNT, {0}, NULL, 0};
    b->options[b->count++] = (picks){NULL, 0, 0};
    char name[WORD_MAX], text[WORD_MAX];
    int64_t n = 0;
    if (!take(r, '{'))
        wrong(r, "an answer of a batch is an object");
    for (int next = peek(r) != '}'; next && !r->wrong; next = take(r, ',')) {
        if (!word(r, name) || !take(r, ':')) {
            wrong(r, "a key and a colon are missing");
        } else if (strcmp(name, "kind") == 0) {
            const int kind = word(r, text) ? decision_kind(text) : -1;
            if (kind < 0)
                wrong(r, "there is no such kind of decision");
            a->kind = (cantrip_decision_kind)kind;
        } else if (strcmp(name, "source") == 0) {
            if (!integer(r, &n))
                wrong(r, "a number is missing");
            a->source.bits = (uint32_t)n;
        } else if (strcmp(name, "answer") == 0) {
            chosen(r, &b->options[b->count - 1]);
        } else {
            wrong(r, "an answer of a batch has the keys kind, source, answer");
        }
    }
    if (!take(r, '}'))
        wrong(r, "a closing brace is missing");
}

static cantrip_status batch(reader *r)
{
    several b = {NULL, NULL, 0};
    cantrip_status s = CANTRIP_OK;
    if (!take(r, '['))
        wrong(r, "a batch is a list");
    for (int more = !r->wrong && peek(r) != ']'; more && !r->wrong; more = take(r, ','))
        one_of_several(r, &b);
    if (!take(r, ']') || !take(r, '}') || peek(r))
        wrong(r, "the batch does not end as it should");
    for (uint32_t i = 0; i < b.count; i++) {
        b.at[i].options = b.options[i].at;
        b.at[i].option_count = b.options[i].count;
    }
    if (!r->wrong)
        s = cantrip_game_answer_batch(r->game, b.at, b.count);
    for (uint32_t i = 0; i < b.count; i++)
        base_free(r->game->g.pack->memory, b.options[i].at);
    base_free(r->game->g.pack->memory, b.options);
    base_free(r->game->g.pack->memory, b.at);
    return s;
}

static cantrip_status in_json(reader *r)
{
    static const char BATCH[] = "{\"batch\":";
    char text[WORD_MAX];
    picks list = {NULL, 0, 0};
    if (peek(r) == '"') {
        if (!word(r, text) || strcmp(text, "default") != 0 || peek(r))
            wrong(r, "the only word is \"default\"");
        return r->wrong ? CANTRIP_OK : rt_answer_fallback(r->game);
    }
    const char *from = r->p;
    uint32_t same = 0;
    for (const char *p = from; p < r->end && BATCH[same]; p++)
        if (*p == BATCH[same])
            r->p = p + 1, same++;
        else if (*p != ' ' && *p != '\n')
            break;
    if (!BATCH[same])
        return batch(r);
    r->p = from;
    chosen(r, &list);
    if (peek(r))
        wrong(r, "something stands behind the answer");
    const cantrip_status s =
        r->wrong ? CANTRIP_OK : cantrip_game_answer_options(r->game, list.at, list.count);
    base_free(r->game->g.pack->memory, list.at);
    return s;
}

cantrip_status cantrip_game_answer_json(cantrip_game *game, const char *json, size_t size)
{
    if (!game || (size && !json))
        return CANTRIP_E_ARGUMENT;
    reader r = {game, json, json + size, NULL, NULL, 0};
    game->refusal[0] = 0;
    if (!game->g.s->decision.active)
        return cantrip_game_answer(game, NULL, 0);
    const cantrip_status s = in_json(&r);
    if (!r.wrong || r.no_memory)
        return r.no_memory ? CANTRIP_E_MEMORY : s;
    return rt_refuse(game, "%s, at byte %u of the answer", r.wrong, (uint32_t)(r.where - json));
}
