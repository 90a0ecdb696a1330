/* Does a declaration give its native what that takes (takes.def)? What is found out here is a mistake where the native is
 * named, not where a card first uses the phrase. */
#include "compiler/vocabulary/vocabulary.h"

#include <string.h>

typedef struct row {
    voc_decl kind;
    const char *native, *takes;
} row;

static const row ROWS[] = {
#define TAKES(kind, native, operands) {DECL_##kind, native, operands},
#include "compiler/vocabulary/takes.def"
#undef TAKES
};
enum { ROW_COUNT = sizeof ROWS / sizeof *ROWS };

/* One operand of a row. */
typedef struct wanted {
    const char *name, *types; /* not ended by 0 */
    uint32_t name_size, types_size;
    uint8_t subject, may_miss;
} wanted;

/* Reads the operand at `text`; gives what is behind it, NULL at the end. */
static const char *read_wanted(const char *text, int behind, wanted *out)
{
    memset(out, 0, sizeof *out);
    text += strspn(text, " ");
    if (!*text)
        return NULL;
    out->may_miss = *text == '[';
    out->subject = !behind;
    text += out->may_miss;
    out->name = text;
    out->name_size = (uint32_t)strcspn(text, ": ");
    text += out->name_size;
    if (*text != ':')
        return text; /* ... */
    out->types = text + 1;
    out->types_size = (uint32_t)strcspn(out->types, " ]");
    text = out->types + out->types_size;
    return text + (*text == ']');
}

static int is_named(const wanted *w, const char *name)
{
    return strlen(name) == w->name_size && memcmp(name, w->name, w->name_size) == 0;
}

/* Is what such an operand can be something that the row takes? */
static int has_type(const wanted *w, uint8_t type)
{
    for (const char *t = w->types; t < w->types + w->types_size;) {
        const uint32_t size = (uint32_t)strcspn(t, "| ]");
        const uint8_t is = voc_type_by_word(t, size);
        const uint32_t all = voc_things_of(is), some = voc_things_of(type);
        if (is == type || (some && !(some & ~all)))
            return 1;
        t += size + 1;
    }
    return 0;
}

typedef struct comparison {
    const row *row;
    const voc_native *said;
    uint32_t mistakes;
    uint32_t at;      /* the operand that is wrong first; its count of operands: one is missing */
    const char *what; /* the first mistake */
} comparison;

static void mistake(comparison *c, uint32_t at, const char *what)
{
    if (!c->mistakes++) {
        c->at = at;
        c->what = what;
    }
}

static void compare_slot(comparison *c, arena *mem, uint32_t i, const wanted *w)
{
    const voc_native *n = c->said;
    const voc_slot *slot = &n->slots[i];
    const int subject = n->has_subject && i == 0;
    if (!has_type(w, slot->type))
        mistake(c, i,
                arena_printf(mem, "%s is %s here, not %s", n->names[i],
                             voc_type_text(voc_type_by_word(w->types, strcspn(w->types, "| ]"))),
                             voc_type_text(slot->type)));
    else if (w->subject && !subject)
        mistake(c, i, arena_printf(mem, "%s stands in front of all words", n->names[i]));
    else if (!w->subject && subject)
        mistake(c, i, arena_printf(mem, "%s stands behind a word", n->names[i]));
    else if (!w->may_miss && n->in_option[i])
        mistake(c, i, arena_printf(mem, "%s cannot be left out", n->names[i]));
}

static void compare(comparison *c, arena *mem)
{
    const voc_native *n = c->said;
    uint32_t found = 0, used = 0;
    wanted w;
    int behind = 0;
    for (const char *t = c->row->takes; (t = read_wanted(t, behind, &w)) != NULL;) {
        if (!w.types) {
            behind = 1;
            continue;
        }
        uint32_t i = 0;
        while (i < n->count && !is_named(&w, n->names[i]))
            i++;
        if (w.subject && c->row->kind != n->kind)
            continue; /* a cost that is an act: who pays does it */
        if (i < n->count) {
            found |= 1u << i;
            used++;
            compare_slot(c, mem, i, &w);
        } else if (!w.may_miss) {
            mistake(c, n->count, arena_printf(mem, "%.*s is missing", (int)w.name_size, w.name));
        }
    }
    for (uint32_t i = 0; used < n->count && i < n->count; i++)
        if (!(found >> i & 1))
            mistake(c, i, arena_printf(mem, "it takes no %s", n->names[i]));
}

/* A native of a row, in its own words: WHAT:permanent ... [TURN:flag] */
static void say(vocabulary *v, const voc_native *n, const comparison *best)
{
    const int misses = best->at == n->count;
    cc_diag_add(v->diags, CC_NATIVE_TAKES, misses ? n->at : n->slot_at[best->at],
                "'%s ... native %s': %s", voc_decl_word(n->kind), n->native, best->what);
    cc_diag_help(v->diags, "native '%s' takes: %s", n->native, best->row->takes);
}

static int is_of_kind(voc_decl kind, voc_decl declared)
{
    return kind == declared || (kind == DECL_ACTION && declared == DECL_COST);
}

static void no_such(vocabulary *v, const voc_native *n)
{
    const char *near = NULL;
    int best = 3;
    for (uint32_t i = 0; i < ROW_COUNT; i++) {
        const int k =
            is_of_kind(ROWS[i].kind, n->kind) ? voc_edit_distance(n->native, ROWS[i].native) : best;
        if (k < best) {
            best = k;
            near = ROWS[i].native;
        }
    }
    cc_diag_add(v->diags, CC_NO_NATIVE, n->at, "'%s ... native %s': there is no such native",
                voc_decl_word(n->kind), n->native);
    if (near)
        cc_diag_help(v->diags, "did you mean '%s'?", near);
}

int voc_takes(vocabulary *v, const voc_native *n)
{
    comparison best = {.mistakes = UINT32_MAX};
    int own = 0;
    for (uint32_t i = 0; i < ROW_COUNT && best.mistakes; i++) {
        if (!is_of_kind(ROWS[i].kind, n->kind) || strcmp(ROWS[i].native, n->native) != 0)
            continue;
        comparison c = {.row = &ROWS[i], .said = n};
        compare(&c, v->mem);
        if (c.mistakes < best.mistakes || (!own && ROWS[i].kind == n->kind))
            best = c;
        own |= ROWS[i].kind == n->kind;
    }
    if (best.mistakes == 0)
        return 1;
    if (best.row)
        say(v, n, &best);
    else
        no_such(v, n);
    return 0;
}
