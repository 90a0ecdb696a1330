/* PROMISE: what the rules hide from a player cannot be told from anything that the player is given. Two worlds have the
 * same public past; the cards in the other players' hands and libraries are dealt otherwise. Two to four play; of three
 * and four now and then somebody leaves. As long as nothing that
 * differs has been revealed, all that player 0 and a spectator get is the same, byte by byte: tables, events, what is
 * asked and in which words, results, and how many questions the others were asked in between.
 *
 *     twin AMOUNT FIRST PACK[,PACK...] AMOUNT: see cases.h; 0: only case FIRST */
#define _GNU_SOURCE /* strcasestr */
#include "tests/fuzz/given.h"

enum {
    LANDS = 5,
    PERMANENTS = 8,
    HAND = 7,
    LIBRARY = 30,
    DECK = 24,
    COMMON = 5,
    QUESTIONS = 120,
    TEXT_MAX = 200,
    LOG_MAX = 4000
};

static cantrip_library *lib;
static char *text[2];
static size_t room;
static uint8_t *tells; /* by card: it speaks of looking at hidden cards */
enum { NAMES = 16384 };
static uint32_t named[NAMES]; /* card + 1, by the hash of its name */
static uint8_t *shows;        /* by card: it shows hidden cards as long as it is there */
static uint32_t *asks,
    ask_count; /* those that speak of hands or libraries: every third card is one of them */

typedef struct pair {
    cantrip_game *g[2];
    uint32_t seen; /* events compared */
    uint32_t players;
    int made_up, told; /* something was played that shows hidden cards */
    uint64_t s;
    ids kept;
    given had[2];
    char log[2][LOG_MAX];
    cases *c;
    uint64_t id;
} pair;

static int differs(pair *p, const char *what)
{
    printf("case %llu: %s differs\n", (unsigned long long)p->id, what);
    if (getenv("TWIN_TELL")) /* what happened before and then, in both */
        for (int w = 0; w < 2; w++)
            for (uint32_t i = p->seen > 16 ? p->seen - 16 : 0;
                 i < p->seen + 4 && i < cantrip_event_count(p->g[w]); i++) {
                char words[TEXT_MAX * 4];
                cantrip_event_text(p->g[w], CANTRIP_FULL, i, words, sizeof words);
                printf("  %d %c %s\n", w, i == p->seen ? '>' : ' ', words);
            }
    fflush(stdout);
    p->c->differences++;
    if (getenv("TWIN_STOP")) /* one is enough */
        _exit(0);
    return 0;
}

static uint32_t card_hash(const char *name)
{
    uint32_t h = 2166136261u;
    for (; *name; name++)
        h = (h ^ (uint8_t)*name) * 16777619u;
    return h % NAMES;
}

/* ---- worlds ------------------------------------------------------------------------------------ */

/* Not one that shows hidden cards as long as it is there. */
static const char *some_card(uint64_t *s)
{
    uint32_t i;
    do
        i = ask_count && case_below(s, 3) == 0 ? asks[case_below(s, ask_count)]
                                               : case_below(s, cantrip_library_card_count(lib));
    while (shows[i]);
    return cantrip_library_card_name(lib, i);
}

static const char *const BASIC[LANDS] = {"Plains", "Island", "Swamp", "Mountain", "Forest"};

static void put(cantrip_game *g, uint32_t player, const char *card, uint32_t zone)
{
    if (cantrip_setup_put(g, player, card, zone, 1, 0, 0) != CANTRIP_OK)
        exit(2);
}

/* What the others hold in the second world: the same cards in another order, or none of them but what is held in common. */
static void fill(const char **hidden, uint32_t count, uint64_t *s, int turned, int poor)
{
    for (uint32_t i = 0; i < count; i++)
        hidden[i] = i % 3 ? some_card(s) : BASIC[case_below(s, LANDS)];
    const char *const nothing = some_card(s);
    for (uint32_t i = 0; turned && !poor && i < count / 2; i++) {
        const char *const t = hidden[i];
        hidden[i] = hidden[count - 1 - i];
        hidden[count - 1 - i] = t;
    }
    for (uint32_t i = COMMON; turned && poor && i < count; i++)
        hidden[i] = nothing;
}

/* Other decks, in the order `turned` or not: so the same shuffle deals other hands. */
static void decks(cantrip_game *g, uint64_t s, uint32_t players, int turned, int poor)
{
    const char *deck[DECK];
    for (uint32_t p = 0; p < players; p++) {
        fill(deck, DECK, &s, turned && p, poor);
        for (uint32_t i = 0; i < DECK; i++)
            if (cantrip_game_deck_add(g, p, deck[i], 1) != CANTRIP_OK)
                exit(2);
    }
}

/* `turned` deals the hidden cards from the other end. */
static cantrip_game *world(uint64_t s, uint32_t players, int turned, int from_start, int poor)
{
    const char *hidden[HAND + LIBRARY];
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *g;
    o.seed = s;
    o.player_count = players;
    o.ask_trivial = 1;
    o.events = 1;
    if (cantrip_game_create(lib, &o, &g) != CANTRIP_OK)
        exit(2);
    if (from_start) {
        decks(g, s, players, turned, poor);
        return g;
    }
    if (cantrip_setup_position(g, 2) != CANTRIP_OK)
        exit(2);
    for (uint32_t p = 0; p < players; p++)
        for (uint32_t i = 0; i < LANDS; i++)
            put(g, p, BASIC[i], CANTRIP_ZONE_BATTLEFIELD);
    for (uint32_t i = 0; i < PERMANENTS; i++)
        put(g, i % players, some_card(&s), CANTRIP_ZONE_BATTLEFIELD);
    for (uint32_t i = 0; i < HAND; i++)
        put(g, 0, some_card(&s), CANTRIP_ZONE_HAND);
    for (uint32_t i = 0; i < LIBRARY; i++) /* one's own library from below */
        hidden[i] = some_card(&s);
    for (uint32_t i = 0; i < LIBRARY; i++)
        put(g, 0, hidden[turned && i >= LIBRARY / 2 ? LIBRARY + LIBRARY / 2 - 1 - i : i],
            CANTRIP_ZONE_LIBRARY);
    for (uint32_t p = 1; p < players; p++) {
        fill(hidden, HAND + LIBRARY, &s, turned, poor);
        for (uint32_t i = 0; i < HAND + LIBRARY; i++)
            put(g, p, hidden[i], i < HAND ? CANTRIP_ZONE_HAND : CANTRIP_ZONE_LIBRARY);
    }
    return g;
}

/* ---- what is given ------------------------------------------------------------------------------- */

/* Are these the same cards, for player 0? */
static int same_places(pair *p, uint32_t zone, uint32_t player)
{
    char name[TEXT_MAX];
    for (uint32_t i = 0; i < cantrip_view_count(p->g[0], zone, player); i++) {
        const cantrip_object_view a = cantrip_view_object(p->g[0], 0, zone, player, i);
        const int own = a.face_down && a.controller == 0; /* CR 707.5 */
        snprintf(name, sizeof name, "%s", own ? a.identity : a.name);
        const cantrip_object_view b = cantrip_view_object(p->g[1], 0, zone, player, i);
        if (strcmp(name, own ? b.identity : b.name) != 0)
            return 0;
    }
    return 1;
}

/* Is there a card in a public zone, or one that may be looked at, that is another one in the other world? Then it may be
 * known which it is. Into the others' hands and into libraries somebody has seen only where a card said so. */
static int shown(pair *p)
{
    char name[TEXT_MAX];
    if (p->made_up)
        return 0;
    for (uint32_t zone = 0; zone < CANTRIP_ZONE_COUNT; zone++)
        for (uint32_t player = 0; player < p->players; player++) {
            const int hidden =
                zone == CANTRIP_ZONE_LIBRARY || (zone == CANTRIP_ZONE_HAND && player != 0);
            if ((!hidden || p->told) && !same_places(p, zone, player))
                return 1;
        }
    /* what one is asked about one is looking at; who searches sees it all */
    const cantrip_decision *a = cantrip_game_decision(p->g[0]), *b = cantrip_game_decision(p->g[1]);
    if (a && b && a->player == 0 && a->kind == CANTRIP_DECIDE_SEARCH)
        return 1;
    for (uint32_t i = 0; a && b && a->player == 0 && i < a->option_count && i < b->option_count;
         i++) {
        snprintf(name, sizeof name, "%s", cantrip_view_id(p->g[0], 0, a->options[i].id).name);
        if (strcmp(name, cantrip_view_id(p->g[1], 0, b->options[i].id).name) != 0)
            return 1;
    }
    return 0;
}

static int same_json(pair *p, cantrip_json what, uint32_t viewer, const char *name)
{
    for (int w = 0; w < 2; w++) {
        const size_t size = cantrip_game_json(p->g[w], what, viewer, 0, text[w], room) + 1;
        if (size > room) { /* it did not fit: both again */
            room = size * 2;
            text[0] = realloc(text[0], room);
            text[1] = realloc(text[1], room);
            if (!text[0] || !text[1])
                exit(2);
            w = -1;
        }
    }
    if (strcmp(text[0], text[1]) == 0)
        return 1;
    if (shown(p))
        return 0;
    size_t at = 0;
    while (text[0][at] && text[0][at] == text[1][at])
        at++;
    at = at > 60 ? at - 60 : 0;
    printf("  %.120s\n  %.120s\n", text[0] + at, text[1] + at);
    return differs(p, name);
}

static cantrip_event event_at(cantrip_game *g, uint32_t viewer, uint32_t number)
{
    cantrip_event e;
    e.struct_size = sizeof e;
    cantrip_event_read(g, viewer, number, &e);
    return e;
}

static int is_moved(uint32_t kind)
{
    return kind == CANTRIP_EVENT_REVEALED || kind == CANTRIP_EVENT_MOVES ||
           kind == CANTRIP_EVENT_DISCARDED || kind == CANTRIP_EVENT_TURNS_UP ||
           kind == CANTRIP_EVENT_STAYS_DOWN || kind == CANTRIP_EVENT_SHUFFLES ||
           kind == CANTRIP_EVENT_ENTERS; /* begins with it */
}

/* Did the event happen to cards of the same name? */
static int same_name(pair *p, uint32_t i)
{
    char name[TEXT_MAX];
    snprintf(name, sizeof name, "%s", event_at(p->g[0], CANTRIP_FULL, i).object_name);
    return strcmp(name, event_at(p->g[1], CANTRIP_FULL, i).object_name) == 0;
}

/* 1 the same, 0 different, -1 a card that is another one in the other world has been shown. */
static int same_event(pair *p, uint32_t viewer, uint32_t i)
{
    const cantrip_event a = event_at(p->g[0], viewer, i), b = event_at(p->g[1], viewer, i);
    char name[TEXT_MAX]; /* texts last until the next call */
    char words[2][TEXT_MAX * 4];
    const cantrip_event c = event_at(p->g[0], viewer, i);
    snprintf(name, sizeof name, "%s|%s", c.object_name, c.other_name);
    const cantrip_event d = event_at(p->g[1], viewer, i);
    char other[TEXT_MAX];
    snprintf(other, sizeof other, "%s|%s", d.object_name, d.other_name);
    /* what goes to a hand or library is not shown by that */
    const int own = c.other.bits == cantrip_view_player(p->g[0], 0).id.bits;
    const int hides = (a.kind == CANTRIP_EVENT_DRAWS && !own) ||
                      (a.kind == CANTRIP_EVENT_MOVES &&
                       (strcmp(d.detail, "hand") == 0 || strcmp(d.detail, "library") == 0));
    /* where it should go everybody would see it, and that is replaced: 'reveal it and shuffle it into your library
     * instead'; one that is discarded is shown while another is put elsewhere */
    const int instead =
        a.kind != b.kind && is_moved(a.kind) && is_moved(b.kind) && !same_name(p, i);
    if ((a.kind == b.kind || instead) && strcmp(name, other) != 0 && (!hides || instead)) {
        if (a.kind == b.kind && (c.object.bits != d.object.bits || c.other.bits != d.other.bits) &&
            printf("  %s: %u %u, %u %u\n", cantrip_event_name(a.kind), c.object.bits, c.other.bits,
                   d.object.bits, d.other.bits))
            return differs(p, "the id of what is shown");
        return -1;
    }
    if (strcmp(name, other) != 0) {
        printf("  %s %s, %s %s\n", cantrip_event_name(a.kind), name, cantrip_event_name(b.kind),
               other);
        return differs(p, "the name of a hidden card");
    }
    for (int w = 0; w < 2; w++)
        cantrip_event_text(p->g[w], viewer, i, words[w], sizeof words[w]);
    if (a.kind != b.kind || strcmp(words[0], words[1]) != 0 || a.amount != b.amount)
        return differs(p, "what has happened");
    if ((a.object.bits != b.object.bits || a.other.bits != b.other.bits) &&
        printf("  %s: %u %u, %u %u\n", words[0], a.object.bits, a.other.bits, b.object.bits,
               b.other.bits))
        return differs(p, "the name of what it happened to");
    return 1;
}

/* Does it name a card that says something about looking at hidden cards? */
static void hear(pair *p, const char *name)
{
    for (uint32_t i = card_hash(name); named[i] && !p->told; i = (i + 1) % NAMES)
        if (strcmp(cantrip_library_card_name(lib, named[i] - 1), name) == 0)
            p->told = tells[named[i] - 1];
}

static int same_events(pair *p)
{
    const uint32_t n = cantrip_event_count(p->g[0]), m = cantrip_event_count(p->g[1]);
    for (; p->seen < n && p->seen < m; p->seen++) {
        hear(p, event_at(p->g[0], CANTRIP_FULL, p->seen).object_name);
        hear(p, event_at(p->g[1], CANTRIP_FULL, p->seen).object_name);
        p->told |= event_at(p->g[0], CANTRIP_FULL, p->seen).kind == CANTRIP_EVENT_REVEALED;
        const int same = same_event(p, 0, p->seen);
        if (same <= 0)
            return same;
        if (same_event(p, CANTRIP_SPECTATOR, p->seen) == 0)
            return 0;
    }
    if (n != m)
        printf("  %u, %u; last: %s\n", n, m,
               cantrip_event_name(event_at(p->g[n < m], 0, p->seen).kind));
    return n == m ? 1 : shown(p) ? 0 : differs(p, "how much has happened");
}

/* Nobody chooses among cards that they have not been let to see; what a card lets them see it says. */
static int none_hidden(pair *p)
{
    const cantrip_decision *d = cantrip_game_decision(p->g[0]);
    if (d->kind == CANTRIP_DECIDE_SCRY || d->kind == CANTRIP_DECIDE_SEARCH)
        return 1;
    hear(p, d->source_name);
    for (uint32_t i = 0; !p->told && i < d->option_count; i++) {
        const cantrip_object_view o = cantrip_view_id(p->g[0], CANTRIP_FULL, d->options[i].id);
        if (d->options[i].id.bits && o.id.bits &&
            (o.zone == CANTRIP_ZONE_LIBRARY || (o.zone == CANTRIP_ZONE_HAND && o.owner != 0))) {
            printf("  %s of %s: %s\n", cantrip_decision_name(d->kind), d->source_name, o.name);
            return differs(p, "that something hidden is offered");
        }
    }
    return 1;
}

static int same_question(pair *p)
{
    const cantrip_decision *a = cantrip_game_decision(p->g[0]), *b = cantrip_game_decision(p->g[1]);
    if (a->kind != b->kind || a->min != b->min || a->max != b->max ||
        a->option_count != b->option_count)
        return differs(p, "the question");
    char words[2][TEXT_MAX * 4];
    for (int w = 0; w < 2; w++)
        cantrip_decision_prompt(p->g[w], words[w], sizeof words[w]);
    if (strcmp(words[0], words[1]) != 0)
        return differs(p, "the words of the question");
    for (uint32_t i = 0; i < cantrip_game_decision(p->g[0])->option_count; i++) {
        for (int w = 0; w < 2; w++)
            cantrip_option_text(p->g[w], i, words[w], sizeof words[w]);
        if (strcmp(words[0], words[1]) != 0)
            return differs(p, "an option");
    }
    return same_json(p, CANTRIP_JSON_DECISION, 0, "what is asked");
}

/* ---- all that there is besides --------------------------------------------------------------------- */

/* Where they begin to differ. */
static int same_text(pair *p, const char *a, const char *b, const char *what)
{
    if (strcmp(a, b) == 0)
        return 1;
    if (shown(p))
        return 0;
    while (*a == *b) {
        a++;
        b++;
    }
    printf("  %.120s\n  %.120s\n", a, b);
    return differs(p, what);
}

static void log_line(void *user, const char *line)
{
    char *log = user;
    const size_t used = strlen(log), n = strlen(line);
    if (used + n + 2 >= LOG_MAX) /* as much as fits is compared */
        return;
    memcpy(log + used, line, n);
    memcpy(log + used + n, "\n", 2);
}

static int same_given(pair *p)
{
    const int asked = cantrip_game_decision(p->g[0])->player == 0;
    ids_read(&p->kept, p->g[0], p->players);
    ids_read(&p->kept, p->g[1], p->players);
    for (int w = 0; w < 2; w++) {
        p->had[w].size = 0;
        given_ids(&p->had[w], p->g[w], 0, &p->kept);
        given_ids(&p->had[w], p->g[w], CANTRIP_SPECTATOR, &p->kept);
        given_rows(&p->had[w], p->g[w], 0);
        given_rows(&p->had[w], p->g[w], CANTRIP_SPECTATOR);
        given_sums(&p->had[w], p->g[w]);
        if (asked)
            given_question(&p->had[w], p->g[w], &p->kept);
    }
    const int same = same_text(p, p->had[0].at, p->had[1].at, "what is given") &&
                     same_text(p, p->log[0], p->log[1], "the log");
    p->log[0][0] = p->log[1][0] = 0;
    return same;
}

/* What a searcher takes for another world that player 0 cannot tell from this one. */
static int same_resampled(pair *p)
{
    cantrip_game *other;
    const cantrip_decision_kind asked = cantrip_game_decision(p->g[0])->kind;
    if (cantrip_game_decision(p->g[0])->player != 0 || case_below(&p->s, 4))
        return 1;
    if (asked == CANTRIP_DECIDE_ATTACK ||
        asked == CANTRIP_DECIDE_BLOCK) /* docs/decisions.md, known gaps */
        return 1;
    if (cantrip_game_clone(p->g[0], &other) != CANTRIP_OK ||
        cantrip_game_resample(other, 0, case_random(&p->s)) != CANTRIP_OK)
        exit(2);
    cantrip_game *const second = p->g[1];
    p->g[1] = other;
    p->made_up = 1; /* nothing has been shown by that */
    const int same = same_json(p, CANTRIP_JSON_TABLE, 0, "the table of a world made up");
    p->made_up = 0;
    p->g[1] = second;
    cantrip_game_destroy(other);
    return same;
}

/* ---- the other player: does what can be done in both worlds, and looks the same -------------------- */

/* What player 0 will see of an option that is chosen: its words, and what it is if that is no secret. */
typedef struct offer {
    uint32_t public_id, kind;
    int32_t value, extra;
    char words[TEXT_MAX * 4];
} offer;

static offer offer_at(cantrip_game *g, uint32_t i)
{
    offer o;
    memset(&o, 0, sizeof o);
    const cantrip_option *is = &cantrip_game_decision(g)->options[i];
    o.kind = is->kind;
    o.value = is->value;
    o.extra = is->extra;
    o.public_id = cantrip_view_id(g, 0, is->id).id.bits;
    cantrip_option_text(g, i, o.words, sizeof o.words);
    return o;
}

static uint32_t find_offer(cantrip_game *g, const offer *want, const uint8_t *used, uint32_t from)
{
    const uint32_t n = cantrip_game_decision(g)->option_count;
    for (uint32_t k = 0; k < n; k++) {
        const uint32_t i = (from + k) % n; /* several may be the same */
        if (used[i])
            continue;
        const offer o = offer_at(g, i);
        if (o.public_id == want->public_id && o.kind == want->kind && o.value == want->value &&
            o.extra == want->extra && strcmp(o.words, want->words) == 0)
            return i;
    }
    return UINT32_MAX;
}

/* 0: there is nothing that is the same in both. */
static int answer_both(pair *p)
{
    const cantrip_decision *a = cantrip_game_decision(p->g[0]), *b = cantrip_game_decision(p->g[1]);
    if (a->kind != b->kind) {
        printf("  %s, %s of %s\n", cantrip_decision_name(a->kind), cantrip_decision_name(b->kind),
               a->source_name);
        return shown(p) ? 0 : differs(p, "what the other player is asked");
    }
    const uint32_t least = a->min > b->min ? a->min : b->min,
                   most = a->max < b->max ? a->max : b->max;
    const uint32_t count[2] = {a->option_count, b->option_count};
    if (least > most)
        return 0;
    const uint32_t want = least + (case_below(&p->s, 3) ? 0 : case_below(&p->s, most - least + 1));
    uint32_t *chosen[2], n = 0;
    uint8_t *used[2];
    for (int w = 0; w < 2; w++) {
        chosen[w] = calloc(want + 1, sizeof **chosen);
        used[w] = calloc(count[w] + 1, 1);
    }
    const uint32_t from = case_below(&p->s, count[0]);
    for (uint32_t k = 0; k < count[0] && n < want; k++) {
        const uint32_t i = (from + k) % count[0];
        const offer o = offer_at(p->g[0], i);
        const uint32_t j = find_offer(p->g[1], &o, used[1], i);
        if (j == UINT32_MAX)
            continue;
        used[1][j] = 1;
        chosen[0][n] = i;
        chosen[1][n++] = j;
    }
    const int ok = n == want && cantrip_game_answer(p->g[0], chosen[0], n) == CANTRIP_OK &&
                   cantrip_game_answer(p->g[1], chosen[1], n) == CANTRIP_OK;
    for (int w = 0; w < 2; w++) {
        free(chosen[w]);
        free(used[w]);
    }
    return ok;
}

/* ---- play ---------------------------------------------------------------------------------------- */

static int both_ask(pair *p)
{
    const int a = (int)cantrip_game_step(p->g[0]), b = (int)cantrip_game_step(p->g[1]);
    const int same = same_events(p); /* what is shown may end the game in one of them */
    if (same <= 0)
        return 0;
    if (a != b)
        return differs(p, "whether it is over");
    if (a != CANTRIP_STEP_DECISION)
        return same_json(p, CANTRIP_JSON_RESULT, 0, "the result") && 0;

    const cantrip_decision *x = cantrip_game_decision(p->g[0]), *y = cantrip_game_decision(p->g[1]);
    if (x->player != y->player) {
        printf("  %s of player %u, %s of player %u\n", cantrip_decision_name(x->kind),
               x->player + 1, cantrip_decision_name(y->kind), y->player + 1);
        return differs(p, "who is asked");
    }
    for (uint32_t viewer = 0; viewer < 2; viewer++) {
        cantrip_decision_view v[2];
        for (int w = 0; w < 2; w++) {
            memset(&v[w], 0, sizeof v[w]);
            v[w].struct_size = sizeof v[w];
            cantrip_decision_read(p->g[w], viewer ? (uint32_t)CANTRIP_SPECTATOR : 0u, &v[w]);
        }
        if (!v[0].is_yours &&
            (v[0].kind != v[1].kind || v[0].source.bits != v[1].source.bits ||
             strcmp(v[0].source_name, v[1].source_name) != 0 || v[0].option_count || v[0].max) &&
            !shown(p))
            return differs(p, "what is known of another's question");
    }
    return same_json(p, CANTRIP_JSON_TABLE, 0, "the table") &&
           same_json(p, CANTRIP_JSON_TABLE, CANTRIP_SPECTATOR, "a spectator's table") &&
           same_given(p) && same_resampled(p);
}

static void one(uint64_t id, cases *c)
{
    uint64_t s = id * 77 + 1;
    pair p = {.s = id, .c = c, .id = id};
    const uint64_t seed = case_random(&s);
    p.players = id % 3 ? 2 : 3 + (uint32_t)(id / 3 % 2);
    for (int w = 0; w < 2; w++) {
        p.g[w] = world(seed, p.players, w, id % 5 == 4, id % 7 > 3);
        cantrip_game_log(p.g[w], log_line, p.log[w]);
        given_add(&p.had[w], "%s", "");
    }
    for (int i = 0; i < QUESTIONS && both_ask(&p); i++) {
        c->decisions++;
        if (p.players > 2 && case_below(&p.s, id % 2 ? 12 : 40) == 0) {
            const uint32_t who = case_below(&p.s, p.players);
            cantrip_game_concede(p.g[0], who);
            cantrip_game_concede(p.g[1], who);
            continue;
        }
        if (cantrip_game_decision(p.g[0])->player != 0) {
            if (!answer_both(&p))
                break;
            continue;
        }
        uint64_t same[2] = {p.s, p.s};
        if (!none_hidden(&p) || !same_question(&p))
            break;
        const cantrip_status a = case_answer(p.g[0], &same[0]), b = case_answer(p.g[1], &same[1]);
        p.s = same[0];
        if (a != b && differs(&p, "whether an answer is legal") == 0)
            break;
        if (a != CANTRIP_OK)
            break;
    }
    c->accepted++;
    free(p.had[0].at);
    free(p.had[1].at);
    cantrip_game_destroy(p.g[0]);
    cantrip_game_destroy(p.g[1]);
}

static int says_to_look(const char *words)
{
    static const char *const WORDS[] = {
        "reveal",   "look",      "search",   "scry",    "miracle",   "surveil",
        "clash",    "transmute", "fateseal", "explore", "cascade",   "hideaway",
        "manifest", "cipher",    "ripple",   "top ",    "next turn", "partner with"};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (strcasestr(words, WORDS[i]))
            return 1;
    return 0;
}

static void read_cards(void)
{
    const uint32_t n = cantrip_library_card_count(lib);
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *g;
    shows = calloc(n + 1, 1);
    asks = calloc(n + 1, sizeof *asks);
    tells = calloc(n + 1, 1);
    if (!shows || !asks || !tells || n > NAMES / 2 ||
        cantrip_game_create(lib, &o, &g) != CANTRIP_OK ||
        cantrip_setup_position(g, 2) != CANTRIP_OK)
        exit(2);
    for (uint32_t i = 0; i < n; i++) {
        put(g, 0, cantrip_library_card_name(lib, i), CANTRIP_ZONE_GRAVEYARD);
        const char *words = cantrip_view_object(g, 0, CANTRIP_ZONE_GRAVEYARD, 0, i).text;
        uint32_t at = card_hash(cantrip_library_card_name(lib, i));
        while (named[at])
            at = (at + 1) % NAMES;
        named[at] = i + 1;
        tells[i] = (uint8_t)says_to_look(words);
        shows[i] = strstr(words, "revealed") || strstr(words, "top card");
        if (strstr(words, " hand") || strstr(words, "librar"))
            asks[ask_count++] = i;
    }
    cantrip_game_destroy(g);
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: twin AMOUNT FIRST PACK[,PACK...]\n");
        return 2;
    }
    lib = case_library(argv[3]);
    read_cards();
    return cases_run(strtoull(argv[2], NULL, 10), argv[1], one) != 0;
}
