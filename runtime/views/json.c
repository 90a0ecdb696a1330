/* Views, events and questions as JSON: the fields and their labels come from include/cantrip/views.def, and what may be
 * seen from view.c alone. */
#include "runtime/views/view.h"

#include <string.h>

typedef struct writer {
    rt_text out;
    cantrip_game *game;
    int first;  /* nothing stands before it in this object or list */
    int failed; /* there was no memory to look */
} writer;

static void raw(writer *w, const char *text)
{
    rt_text_add(&w->out, text);
}

static void quote(writer *w, int begins)
{
    if (!begins)
        w->out.escaped = 0;
    rt_text_char(&w->out, '"');
    w->out.escaped = begins;
}

static void quoted(writer *w, const char *text)
{
    quote(w, 1);
    rt_text_add(&w->out, text);
    quote(w, 0);
}

static void number(writer *w, int64_t n)
{
    rt_text_number(&w->out, n);
}

static void comma(writer *w)
{
    if (!w->first)
        raw(w, ", ");
    w->first = 0;
}

static void key(writer *w, const char *name)
{
    comma(w);
    quoted(w, name);
    raw(w, ": ");
}

static void open(writer *w, const char *sign)
{
    raw(w, sign);
    w->first = 1;
}

static void close(writer *w, const char *sign)
{
    raw(w, sign);
    w->first = 0;
}

/* ---- types: how each is written, and when it is empty ---------------------------------------------
 */

#define IS_UINT(v)       ((v) != 0)
#define IS_INT(v)        ((v) != 0)
#define IS_FLAG(v)       ((v) != 0)
#define IS_ID(v)         ((v).bits != 0)
#define IS_TEXT(v)       (*(v) != 0)
#define IS_TEXTS(v)      ((v).count != 0)
#define IS_IDS(v)        ((v).count != 0)
#define IS_COUNTERS(v)   ((v).count != 0)
#define IS_ZONE(v)       1
#define IS_STEP(v)       1
#define IS_TYPES(v)      ((v) != 0)
#define IS_SUPERTYPES(v) ((v) != 0)
#define IS_COLORS(v)     ((v) != 0)
#define IS_MANA(v)       (((v).of[0] | (v).of[1] | (v).of[2] | (v).of[3] | (v).of[4] | (v).of[5]) != 0)

#define WRITE_UINT(w, v) number(w, v)
#define WRITE_INT(w, v)  number(w, v)
#define WRITE_FLAG(w, v) raw(w, (v) ? "true" : "false")
#define WRITE_ID(w, v)   number(w, (v).bits)
#define WRITE_TEXT(w, v) quoted(w, v)
#define WRITE_ZONE(w, v) quoted(w, cantrip_zone_name(v))
#define WRITE_STEP(w, v) quoted(w, cantrip_step_name(v))

static void WRITE_TEXTS(writer *w, cantrip_texts list)
{
    open(w, "[");
    for (uint32_t i = 0; i < list.count; i++) {
        comma(w);
        quoted(w, list.at[i]);
    }
    close(w, "]");
}

static void WRITE_IDS(writer *w, cantrip_ids list)
{
    open(w, "[");
    for (uint32_t i = 0; i < list.count; i++) {
        comma(w);
        number(w, list.at[i].bits);
    }
    close(w, "]");
}

static void WRITE_COUNTERS(writer *w, cantrip_counters list)
{
    open(w, "{");
    for (uint32_t i = 0; i < list.count; i++) {
        key(w, list.at[i].kind);
        number(w, list.at[i].count);
    }
    close(w, "}");
}

static void words(writer *w, uint32_t mask, int super)
{
    open(w, "[");
    for (uint32_t i = 0; i < 16; i++)
        if (mask >> i & 1) {
            comma(w);
            quoted(w, rt_type_name(w->game->g.lib, i, super));
        }
    close(w, "]");
}

#define WRITE_TYPES(w, v)      words(w, v, 0)
#define WRITE_SUPERTYPES(w, v) words(w, v, 1)

static const char *const COLORS[] = {"white", "blue", "black", "red", "green", "colorless"};

static void WRITE_COLORS(writer *w, uint32_t mask)
{
    open(w, "[");
    for (uint32_t i = 0; i < 5; i++)
        if (mask >> i & 1) {
            comma(w);
            quoted(w, COLORS[i]);
        }
    close(w, "]");
}

static void WRITE_MANA(writer *w, cantrip_mana mana)
{
    open(w, "{");
    for (uint32_t i = 0; i < 6; i++)
        if (mana.of[i]) {
            key(w, COLORS[i]);
            number(w, mana.of[i]);
        }
    close(w, "}");
}

#define SHOWN_ALWAYS(is)   1
#define SHOWN_FILLED(is)   (is)
#define SHOWN_CREATURE(is) ((v.types & CANTRIP_TYPE_CREATURE) != 0)
/* `if (SHOWN_FILLED(IS_UINT(v.x))) { key(w, "x"); number(w, v.x); }` */
#define FIELD(type, name, label, shown, what)                                                      \
    if (SHOWN_##shown(IS_##type(v.name))) {                                                        \
        key(w, #name);                                                                             \
        WRITE_##type(w, v.name);                                                                   \
    }

/* ---- objects, zones, players -------------------------------------------------------------------
 */

static void object(writer *w, const cantrip_object_view *seen)
{
    const cantrip_object_view v = *seen;
    open(w, "{");
#define OBJECT FIELD
#include "cantrip/views.def"
#undef OBJECT
    close(w, "}");
}

/* The objects of a zone; `seen_only`: without those that the viewer knows nothing of. */
static void zone(writer *w, uint32_t viewer, uint32_t which, uint32_t player, int seen_only)
{
    open(w, "[");
    for (uint32_t i = 0, n = cantrip_view_count(w->game, which, player); i < n; i++) {
        cantrip_object_view v;
        v.struct_size = sizeof v;
        w->failed |= !cantrip_view_read_place(w->game, viewer, which, player, i, &v);
        if (seen_only && !v.id.bits)
            continue;
        comma(w);
        object(w, &v);
    }
    close(w, "]");
}

static void player(writer *w, uint32_t viewer, uint32_t p)
{
    cantrip_player_view v;
    v.struct_size = sizeof v;
    w->failed |= !cantrip_view_read_player(w->game, p, &v);
    open(w, "{");
#define PLAYER FIELD
#include "cantrip/views.def"
#undef PLAYER
    key(w, "hand_cards");
    zone(w, viewer, CANTRIP_ZONE_HAND, p, 1);
    key(w, "library_cards"); /* those that are known */
    zone(w, viewer, CANTRIP_ZONE_LIBRARY, p, 1);
    key(w, "graveyard_cards");
    zone(w, viewer, CANTRIP_ZONE_GRAVEYARD, p, 0);
    key(w, "exile_cards");
    zone(w, viewer, CANTRIP_ZONE_EXILE, p, 0);
    close(w, "}");
}

/* ---- what is asked, what has happened -------------------------------------------------------------
 */

static void in_words(writer *w, uint32_t number_of_option)
{
    quote(w, 1);
    w->failed |= !rt_ask_words(w->game, number_of_option, &w->out);
    quote(w, 0);
}

static void choice(writer *w, const cantrip_option *o, uint32_t at)
{
    open(w, "{");
    key(w, "index");
    number(w, at);
    key(w, "kind");
    quoted(w, cantrip_option_name(o->kind));
    if (o->id.bits) {
        key(w, "id");
        number(w, o->id.bits);
    }
    if (o->value) {
        key(w, "value");
        number(w, o->value);
    }
    if (o->extra) {
        key(w, "extra");
        number(w, o->extra);
    }
    key(w, "text");
    in_words(w, at);
    close(w, "}");
}

static void defaults(writer *w)
{
    uint32_t only = 0;
    const uint32_t n = cantrip_decision_fallback(w->game, &only, 1);
    open(w, "[");
    for (uint32_t i = 0; i < n; i++) { /* one by kind, or the first of all */
        comma(w);
        number(w, n == 1 ? only : i);
    }
    close(w, "]");
}

static void decision(writer *w, uint32_t viewer)
{
    const cantrip_decision *d = cantrip_game_decision(w->game);
    w->failed |= !d && w->game->g.s->decision.active;
    if (!d || (viewer != CANTRIP_FULL && viewer != d->player)) {
        raw(w, "null");
        return;
    }
    open(w, "{");
    key(w, "kind");
    quoted(w, cantrip_decision_name(d->kind));
    key(w, "player");
    number(w, d->player);
    if (d->choice_of != d->player) { /* CR 715, 800.4f */
        key(w, "choice_of");
        number(w, d->choice_of);
    }
    if (d->source.bits) {
        key(w, "source");
        number(w, d->source.bits);
        key(w, "source_name");
        quoted(w, cantrip_view_id(w->game, viewer, d->source).name);
    }
    key(w, "text");
    in_words(w, UINT32_MAX);
    key(w, "rule");
    quoted(w, cantrip_decision_rule(d->kind));
    key(w, "min");
    number(w, d->min);
    key(w, "max");
    number(w, d->max);
    key(w, "default");
    defaults(w);
    key(w, "options");
    open(w, "[");
    for (uint32_t i = 0; i < d->option_count; i++) {
        comma(w);
        choice(w, &d->options[i], i);
    }
    close(w, "]");
    close(w, "}");
}

static void events(writer *w, uint32_t viewer, uint32_t since)
{
    open(w, "[");
    for (uint32_t i = since; i < cantrip_event_count(w->game); i++) {
        cantrip_event v;
        v.struct_size = sizeof v;
        cantrip_event_read(w->game, viewer, i, &v);
        comma(w);
        open(w, "{");
        key(w, "number");
        number(w, i);
        key(w, "kind");
        quoted(w, cantrip_event_name(v.kind));
#define HAPPENED FIELD
#include "cantrip/views.def"
#undef HAPPENED
        key(w, "text");
        quote(w, 1);
        rt_told_text(&w->game->tale.at[i], viewer, &w->out);
        quote(w, 0);
        close(w, "}");
    }
    close(w, "]");
}

static void result(writer *w)
{
    const cantrip_result r = cantrip_game_result(w->game);
    open(w, "{");
    key(w, "over");
    WRITE_FLAG(w, r.over);
    if (r.over && !r.draw && !r.fault) {
        key(w, "winner");
        number(w, r.winner);
    }
    if (r.draw) {
        key(w, "draw");
        raw(w, "true");
    }
    if (r.fault) {
        key(w, "fault");
        quoted(w, r.fault_text);
    }
    key(w, "turns");
    number(w, r.turns);
    key(w, "decisions");
    number(w, r.decisions);
    close(w, "}");
}

static void table(writer *w, uint32_t viewer)
{
    const cantrip_game_view v = cantrip_view_game(w->game);
    open(w, "{");
#define TABLE FIELD
#include "cantrip/views.def"
#undef TABLE
    key(w, "players");
    open(w, "[");
    for (uint32_t p = 0; p < v.player_count; p++) {
        comma(w);
        player(w, viewer, p);
    }
    close(w, "]");
    key(w, "battlefield");
    zone(w, viewer, CANTRIP_ZONE_BATTLEFIELD, 0, 0);
    key(w, "stack"); /* the last resolves first */
    zone(w, viewer, CANTRIP_ZONE_STACK, 0, 0);
    key(w, "command");
    zone(w, viewer, CANTRIP_ZONE_COMMAND, 0, 0);
    key(w, "decision");
    decision(w, viewer);
    close(w, "}");
}

size_t cantrip_game_json(cantrip_game *game, cantrip_json what, uint32_t viewer, uint32_t since,
                         char *out, size_t size)
{
    if (!game || (size && !out))
        return 0;
    writer w = {{out, size, 0, 0}, game, 1, 0};
    if (game->run.guard || rt_do_look(game) != CANTRIP_OK)
        return 0;
    switch (what) {
    case CANTRIP_JSON_TABLE:
        table(&w, viewer);
        break;
    case CANTRIP_JSON_DECISION:
        decision(&w, viewer);
        break;
    case CANTRIP_JSON_EVENTS:
        events(&w, viewer, since);
        break;
    case CANTRIP_JSON_RESULT:
        result(&w);
        break;
    default:
        return 0;
    }
    const size_t length = rt_text_end(&w.out);
    return w.failed ? 0 : length;
}
