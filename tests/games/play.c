/* Plays games that are written down and tells what is asked in them, in words: numbers of cards, words and rows do not show, so that
 * what is told stays as it is while behaviour does. tests/pinned_games.py compares it with what is written down.
 *
 *     play_games PACK[,PACK...] FILE [--cover]      FILE: games, in lines
 *
 *     game NAME           the next game
 *     with WORD N ...     its options, as below
 *     turn N              a position in that turn; without it the game begins as games do
 *     PLAYER ZONE: CARD | 3 CARD ...
 *
 * Each question is a line: who is asked what, the options, what was chosen, and a number for everything that can be seen and
 * for everything that has happened. Whoever chooses takes what comes first by a hash of the words: an option more elsewhere changes no
 * choice but its own. In the middle the game is saved and goes on from what was loaded; in the end its journal comes to the same.
 * With --cover, of a build that counts where it was (tests/games/choose.py), the places follow each game. */
#include <inttypes.h>

#include "tests/fuzz/cases.h"

enum { WORDS_MAX = 400, NAMES_MAX = 400, ASKED = 70, PATIENCE = 25, SHOWN = 8, OBJECT_NAME = 64 };

typedef struct told { /* of the game that is played */
    char name[OBJECT_NAME];
    cantrip_game_options o;
    cantrip_game *g;
    uint32_t turn, asked, in_turn, last_turn, events, concede, limit;
    const char *cards[NAMES_MAX]; /* that were given to it */
    uint32_t card_count;
    int begun;
} told;

static cantrip_library *lib;
static int cover;

/* ---- where it was ---------------------------------------------------------------------------------- */

enum { RANGES = 4096 };
static struct {
    uint8_t *from, *to;
} counted[RANGES];
static uint32_t counted_ranges;

void __sanitizer_cov_8bit_counters_init(uint8_t *from, uint8_t *to);
void __sanitizer_cov_8bit_counters_init(uint8_t *from, uint8_t *to)
{
    if (counted_ranges < RANGES) {
        counted[counted_ranges].from = from;
        counted[counted_ranges++].to = to;
    }
}

static void cover_tell(void)
{
    uint32_t place = 0;
    printf("cover");
    for (uint32_t r = 0; r < counted_ranges; r++)
        for (uint8_t *at = counted[r].from; at < counted[r].to; at++, place++) {
            if (*at)
                printf(" %" PRIu32 ":%u", place, *at > 15 ? 4U : *at > 3 ? 3U : *at > 1 ? 2U : 1U);
            *at = 0;
        }
    printf("\n");
}

/* ---- what can be seen, as a number ---------------------------------------------------------------- */

static const uint64_t FIRST = UINT64_C(0xcbf29ce484222325), PRIME = UINT64_C(0x100000001b3);

static uint64_t number(uint64_t h, uint64_t n)
{
    return (h ^ (n & 0xFFFFFFFF) ^ n >> 32) * PRIME;
}

static uint64_t words(uint64_t h, const char *text)
{
    for (; *text; text++)
        h = (h ^ (uint8_t)*text) * PRIME;
    return (h ^ 0xFF) * PRIME;
}

/* The last bits of the product say most. */
static uint64_t mixed(uint64_t h)
{
    h = (h ^ h >> 33) * UINT64_C(0xff51afd7ed558ccd);
    h = (h ^ h >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
    return h ^ h >> 33;
}

static void name_of(told *t, cantrip_id id, char *out)
{
    cantrip_object_view v = {.struct_size = sizeof v};
    if (!id.bits)
        snprintf(out, OBJECT_NAME, "nothing");
    else if (id.bits >> 31)
        snprintf(out, OBJECT_NAME, "player %u", id.bits & 0xFF);
    else if (!cantrip_view_read_object(t->g, CANTRIP_FULL, id, &v))
        snprintf(out, OBJECT_NAME, "what is gone");
    else if (v.is_ability) {
        char source[OBJECT_NAME];
        name_of(t, v.source, source);
        snprintf(out, OBJECT_NAME, "ability of %.*s", OBJECT_NAME - 16, source);
    } else
        snprintf(out, OBJECT_NAME, "%s", *v.name ? v.name : *v.identity ? v.identity : "no name");
}

static uint64_t id_words(told *t, uint64_t h, cantrip_id id)
{
    char name[OBJECT_NAME];
    name_of(t, id, name);
    return words(h, name);
}

/* Ids may not be asked about while a view is read: its lists last until the next call. */
typedef struct kept {
    cantrip_id at[64];
    uint32_t count;
} kept;

static void keep(kept *k, cantrip_id id)
{
    if (k->count < sizeof k->at / sizeof *k->at)
        k->at[k->count++] = id;
}

static uint64_t texts(uint64_t h, const cantrip_texts *t) /* in any order */
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < t->count; i++)
        sum += mixed(words(FIRST, t->at[i]));
    return number(h, sum);
}

static uint64_t counters(uint64_t h, const cantrip_counters *c) /* in any order */
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < c->count; i++)
        sum += mixed(number(words(FIRST, c->at[i].kind), (uint64_t)c->at[i].count));
    return number(h, sum);
}

static uint64_t all_mana(uint64_t h, const cantrip_mana *m)
{
    for (uint32_t i = 0; i < 6; i++)
        h = number(h, m->of[i]);
    return h;
}

#define SEE_UINT(v)       h = number(h, v)
#define SEE_INT(v)        h = number(h, (uint64_t)(uint32_t)(v))
#define SEE_FLAG(v)       h = number(h, v)
#define SEE_ID(v)         keep(&ids, v)
#define SEE_TEXT(v)       h = words(h, v)
#define SEE_TEXTS(v)      h = texts(h, &(v))
#define SEE_COUNTERS(v)   h = counters(h, &(v))
#define SEE_ZONE(v)       h = number(h, v)
#define SEE_STEP(v)       h = number(h, v)
#define SEE_TYPES(v)      h = number(h, v)
#define SEE_SUPERTYPES(v) h = number(h, v)
#define SEE_COLORS(v)     h = number(h, v)
#define SEE_MANA(v)       h = all_mana(h, &(v))
#define SEE_IDS(v)                                                                                 \
    for (uint32_t i = 0; i < (v).count; i++)                                                       \
    keep(&ids, (v).at[i])

static uint64_t object_seen(told *t, uint64_t h, uint32_t zone, uint32_t player, uint32_t place)
{
    cantrip_object_view v = {.struct_size = sizeof v};
    kept ids = {.count = 0};
    if (!cantrip_view_read_place(t->g, CANTRIP_FULL, zone, player, place, &v))
        return number(h, 1);
    v.text = ""; /* how a card is worded is no behaviour */
    v.card = 0;  /* the number of its name */
    v.id = (cantrip_id){0};
#define OBJECT(type, name, label, shown, what) SEE_##type(v.name);
#include "cantrip/views.def"
#undef OBJECT
    for (uint32_t i = 0; i < ids.count; i++)
        h = id_words(t, h, ids.at[i]);
    return h;
}

static uint64_t player_seen(told *t, uint64_t h, uint32_t player)
{
    cantrip_player_view v = {.struct_size = sizeof v};
    kept ids = {.count = 0};
    cantrip_view_read_player(t->g, player, &v);
#define PLAYER(type, name, label, shown, what) SEE_##type(v.name);
#include "cantrip/views.def"
#undef PLAYER
    return number(h, ids.count);
}

static uint64_t seen(told *t)
{
    uint64_t h = FIRST;
    cantrip_game_view v = {.struct_size = sizeof v};
    cantrip_view_read_game(t->g, &v);
    h = number(number(number(h, v.turn), v.step), v.active_player);
    for (uint32_t p = 0; p < t->o.player_count; p++)
        h = player_seen(t, h, p);
    for (uint32_t zone = 0; zone < CANTRIP_ZONE_COUNT; zone++) {
        const int shared = zone == CANTRIP_ZONE_BATTLEFIELD || zone == CANTRIP_ZONE_STACK ||
                           zone == CANTRIP_ZONE_COMMAND;
        for (uint32_t p = 0; p < (shared ? 1 : t->o.player_count); p++)
            for (uint32_t i = 0; i < cantrip_view_count(t->g, zone, p); i++)
                h = object_seen(t, h, zone, p, i);
    }
    return mixed(h);
}

/* What has happened since the last question. */
static uint64_t happened(told *t)
{
    uint64_t h = FIRST;
    for (; t->events < cantrip_event_count(t->g); t->events++) {
        cantrip_event e = {.struct_size = sizeof e};
        cantrip_event_read(t->g, CANTRIP_FULL, t->events, &e);
        h = words(number(number(h, e.kind), e.step), e.object_name);
        h = words(number(h, (uint64_t)(uint32_t)e.amount), e.other_name);
        h = number(h, (uint64_t)(uint32_t)e.now);
    }
    return mixed(h);
}

/* ---- what is asked -------------------------------------------------------------------------------- */

typedef struct choice {
    char text[WORDS_MAX];
    uint64_t first; /* the smallest is chosen */
    uint32_t option;
} choice;

static void option_words(told *t, const cantrip_option *o, uint32_t at, char *out)
{
    char name[OBJECT_NAME];
    name_of(t, o->id, name);
    switch (o->kind) {
    case CANTRIP_OPTION_TYPE:
        snprintf(out, WORDS_MAX, "%s", cantrip_subtype_name(lib, o->value));
        break;
    case CANTRIP_OPTION_NAME:
        snprintf(out, WORDS_MAX, "%s", cantrip_library_card_name(lib, (uint32_t)o->value));
        break;
    case CANTRIP_OPTION_COUNTER:
    case CANTRIP_OPTION_WORD:
        cantrip_option_text(t->g, at, out, WORDS_MAX);
        break;
    case CANTRIP_OPTION_CAST: /* as which face: a number of its name */
        snprintf(out, WORDS_MAX, "cast %s%s%s", name, o->value ? " as " : "",
                 o->value ? cantrip_library_card_name(lib, (uint32_t)o->value - 1) : "");
        break;
    case CANTRIP_OPTION_ID:
        snprintf(out, WORDS_MAX, "%s", name);
        break;
    default:
        snprintf(out, WORDS_MAX, "%s%s%s", cantrip_option_name(o->kind), o->id.bits ? " " : "",
                 o->id.bits ? name : "");
        break;
    }
    const size_t n = strlen(out);
    if (o->kind == CANTRIP_OPTION_ACTIVATE || o->kind == CANTRIP_OPTION_NUMBER ||
        o->kind == CANTRIP_OPTION_COLOR || o->kind == CANTRIP_OPTION_MODE ||
        o->kind == CANTRIP_OPTION_CARD_TYPE || o->kind == CANTRIP_OPTION_MANA ||
        o->kind == CANTRIP_OPTION_TURN_UP || o->kind == CANTRIP_OPTION_HELP)
        snprintf(out + n, WORDS_MAX - n,
                 o->extra && o->kind != CANTRIP_OPTION_MODE ? " %d %d" : " %d", o->value,
                 o->extra); /* of a mode: which text says it */
}

static int is_given(const told *t, const char *card)
{
    for (uint32_t i = 0; i < t->card_count; i++)
        if (strcmp(t->cards[i], card) == 0)
            return 1;
    return 0;
}

/* Small numbers are chosen. Passing and taking back are rare; who has asked enough in a turn passes. */
static uint64_t rank(const told *t, const cantrip_decision *d, const choice *c, uint32_t same)
{
    const cantrip_option_kind kind = d->options[c->option].kind;
    uint64_t h =
        mixed(number(words(number(number(FIRST, t->o.seed), t->asked), c->text), same)) >> 4;
    if (kind == CANTRIP_OPTION_PASS && d->kind == CANTRIP_DECIDE_PRIORITY)
        return t->in_turn > PATIENCE ? 0 : h + h / 2;
    if (kind == CANTRIP_OPTION_TAKE_BACK ||
        (kind == CANTRIP_OPTION_NAME && !is_given(t, c->text)) ||
        (d->kind == CANTRIP_DECIDE_MULLIGAN && kind == CANTRIP_OPTION_NO))
        return h | UINT64_C(0xF) << 57;
    return h;
}

static int by_rank(const void *a, const void *b)
{
    const choice *x = a, *y = b;
    return x->first != y->first ? (x->first > y->first) - (x->first < y->first)
                                : (x->option > y->option) - (x->option < y->option);
}

/* Lists of words are as long as the vocabulary, and not told. */
static int is_vocabulary(const cantrip_decision *d)
{
    return d->option_count &&
           (d->options[0].kind == CANTRIP_OPTION_TYPE || d->options[0].kind == CANTRIP_OPTION_NAME);
}

static uint64_t options_told(const cantrip_decision *d, const choice *all)
{
    uint64_t h = FIRST;
    for (uint32_t i = 0; i < d->option_count && !is_vocabulary(d); i++) {
        h = words(h, all[i].text); /* values may be numbers of rows: that there is one is told */
        h = number(number(h, d->options[i].value != 0), d->options[i].extra != 0);
        if (i < SHOWN)
            printf("%s%s", i ? " | " : " ", all[i].text);
    }
    if (d->option_count > SHOWN || is_vocabulary(d))
        printf(" ...");
    return h;
}

static void ask(told *t)
{
    const cantrip_decision *d = cantrip_game_decision(t->g);
    const uint32_t n = d->option_count;
    choice *all = calloc(n + 1, sizeof *all);
    uint32_t *chosen = calloc(n + 1, sizeof *chosen);
    char source[OBJECT_NAME];
    if (!all || !chosen)
        exit(2);
    name_of(t, d->source, source);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t same = 0;
        all[i].option = i;
        option_words(t, &d->options[i], i, all[i].text);
        for (uint32_t k = 0; k < i && d->options[i].id.bits; k++) /* numbers and words differ */
            same += strcmp(all[k].text, all[i].text) == 0;
        all[i].first = rank(t, d, &all[i], same);
    }
    printf("%u p%u %s%s%s %u-%u:", t->asked, d->player, cantrip_decision_name(d->kind),
           d->source.bits ? " " : "", d->source.bits ? source : "", d->min, d->max);
    uint64_t h = number(options_told(d, all), d->choice_of);
    qsort(all, n, sizeof *all, by_rank);
    const uint32_t take =
        d->min +
        (uint32_t)(mixed(number(number(FIRST, t->o.seed + 1), t->asked)) % (d->max - d->min + 1));
    printf(" ->");
    for (uint32_t i = 0; i < take; i++) {
        chosen[i] = all[i].option;
        printf("%s%s", i ? " | " : " ", all[i].text);
    }
    h = number(number(h, seen(t)), happened(t));
    printf(" #%06" PRIx64 "\n", mixed(h) & 0xFFFFFF);
    if (cantrip_game_answer(t->g, chosen, take) != CANTRIP_OK)
        printf("a legal answer was refused\n");
    free(all);
    free(chosen);
}

/* ---- a game ---------------------------------------------------------------------------------------- */

static void go_on_from_a_save(told *t)
{
    const size_t size = cantrip_game_save_size(t->g);
    void *bytes = malloc(size + 1);
    cantrip_game *again = NULL;
    if (!bytes || cantrip_game_save(t->g, bytes, size) != CANTRIP_OK ||
        cantrip_game_load(lib, bytes, size, &again) != CANTRIP_OK ||
        cantrip_game_hash(again) != cantrip_game_hash(t->g))
        printf("what was saved is another game\n");
    free(bytes);
    if (!again)
        return;
    cantrip_game_destroy(t->g);
    t->g = again;
    t->events = cantrip_event_count(again);
}

static void replay(told *t)
{
    const size_t n = cantrip_journal_take(t->g, NULL, 0);
    char *text = malloc(n + 1);
    cantrip_replay r = {.struct_size = sizeof r, .upto = UINT32_MAX};
    cantrip_game *again = NULL;
    if (!text)
        exit(2);
    cantrip_journal_take(t->g, text, n + 1);
    if (cantrip_journal_read(lib, text, n, &r, &again) != CANTRIP_OK || r.line ||
        cantrip_game_hash(again) != cantrip_game_hash(t->g))
        printf("the journal differs in line %u: %s\n", r.line, r.message);
    cantrip_game_destroy(again);
    free(text);
}

static void end(told *t)
{
    const cantrip_result r = cantrip_game_result(t->g);
    printf("end: turn %u%s%s%s", r.turns, r.over ? ", over" : "", r.draw ? ", a draw" : "",
           r.fault ? ", given up: " : "");
    printf("%s #%06" PRIx64 "\n", r.fault ? r.fault_text : "",
           mixed(number(number(seen(t), happened(t)), cantrip_game_winners(t->g))) & 0xFFFFFF);
}

static void play(told *t)
{
    for (; t->asked < t->limit; t->asked++) {
        alarm(CASE_SECONDS);
        if (cantrip_game_step(t->g) != CANTRIP_STEP_DECISION)
            break;
        const uint32_t turn = cantrip_game_result(t->g).turns;
        t->in_turn = turn == t->last_turn ? t->in_turn + 1 : 0;
        t->last_turn = turn;
        if (t->asked == t->limit / 2 && t->turn)
            go_on_from_a_save(t);
        if (t->concede && t->asked == t->concede) {
            cantrip_game_concede(t->g, t->o.player_count - 1);
            printf("%u p%u leaves\n", t->asked, t->o.player_count - 1);
            continue;
        }
        ask(t);
    }
    end(t);
    if (t->turn % 2 == 0)
        replay(t);
}

/* ---- games that are written down --------------------------------------------------------------------- */

static const char *const ZONES[CANTRIP_ZONE_COUNT] = {
    "library", "hand", "graveyard", "battlefield", "stack", "exile", "command"};

static void option_set(told *t, const char *word, uint32_t n)
{
    const struct {
        const char *name;
        uint32_t *at;
    } all[] = {{"players", &t->o.player_count},
               {"trivial", &t->o.ask_trivial},
               {"by_hand", &t->o.pay_by_hand},
               {"take_back", &t->o.take_back},
               {"float", &t->o.float_mana},
               {"teams", &t->o.team_size},
               {"shared", &t->o.shared},
               {"range", &t->o.range},
               {"attack", &t->o.attack},
               {"seating", &t->o.seating},
               {"life", &t->o.life},
               {"chooser", &t->o.chooser},
               {"order", &t->o.order_cards},
               {"concede", &t->concede},
               {"asked", &t->limit}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].name, word) == 0) {
            *all[i].at = n;
            return;
        }
    if (strcmp(word, "seed") == 0)
        t->o.seed = n;
    else
        printf("no such option: %s\n", word);
}

/* The options are known: what is given goes to a game. */
static int open(told *t)
{
    if (t->g)
        return 1;
    if (cantrip_game_create(lib, &t->o, &t->g) != CANTRIP_OK ||
        (t->turn && cantrip_setup_position(t->g, t->turn) != CANTRIP_OK)) {
        printf("they cannot sit so\n");
        return 0;
    }
    return 1;
}

static void give_one(told *t, uint32_t player, uint32_t zone, const char *card)
{
    char *rest;
    uint32_t count = (uint32_t)strtoul(card, &rest, 10), status = 0;
    if (rest == card || *rest != ' ')
        count = 1;
    else
        card = rest + 1;
    if (*card == '*') { /* tapped */
        status = CANTRIP_SETUP_TAPPED;
        card++;
    } else if (*card == '?') {
        status = CANTRIP_SETUP_FACE_DOWN;
        card++;
    } else if (*card == '!') {
        status = CANTRIP_SETUP_COMMANDER;
        card++;
    }
    if (t->card_count < NAMES_MAX)
        t->cards[t->card_count++] = card;
    const cantrip_status r = t->turn ? cantrip_setup_put(t->g, player, card, zone, count, status, 0)
                             : zone == CANTRIP_ZONE_COMMAND
                                 ? cantrip_game_command_add(t->g, player, card, status != 0)
                                 : cantrip_game_deck_add(t->g, player, card, count);
    if (r != CANTRIP_OK)
        printf("%s: %s\n", card, cantrip_status_text(r));
}

static void give(told *t, char *line)
{
    char zone[16];
    uint32_t player, to = 0;
    int at = 0;
    if (sscanf(line, "%u %15[a-z]: %n", &player, zone, &at) != 2 || !at) {
        printf("not understood: %s\n", line);
        return;
    }
    while (to < CANTRIP_ZONE_COUNT && strcmp(ZONES[to], zone) != 0)
        to++;
    if (!open(t))
        return;
    for (char *card = line + at; card;) {
        char *next = strstr(card, " | ");
        if (next)
            *next = 0;
        give_one(t, player, to, card);
        card = next ? next + 3 : NULL;
    }
}

static void finish(told *t)
{
    if (t->begun && open(t)) {
        play(t);
        cantrip_game_destroy(t->g);
        if (cover)
            cover_tell();
        fflush(stdout);
    }
    *t = (told){.o = CANTRIP_GAME_OPTIONS_INIT, .limit = ASKED};
    t->o.ask_trivial = 0;
    t->o.events = 1;
    t->o.turn_max = 60;
    t->o.work_max = 3000000; /* what loops for long is no game for a test */
    t->o.object_max = 2000;
}

static void read_line(told *t, char *line)
{
    if (!*line || *line == '#')
        return;
    if (strncmp(line, "game ", 5) == 0) {
        finish(t);
        t->begun = 1;
        printf("%s\n", line);
    } else if (strncmp(line, "with ", 5) == 0) {
        char word[32];
        uint32_t n;
        int used;
        for (char *at = line + 4; sscanf(at, " %31s %u%n", word, &n, &used) == 2; at += used)
            option_set(t, word, n);
    } else if (sscanf(line, "turn %u", &t->turn) != 1) {
        give(t, line);
    }
}

int main(int argc, char **argv)
{
    told t = {.begun = 0};
    size_t size;
    if (argc < 3)
        return 2;
    cover = argc > 3 && strcmp(argv[3], "--cover") == 0;
    lib = case_library(argv[1]);
    char *text = (char *)case_file(argv[2], &size);
    text[size] = 0;
    finish(&t);
    if (cover) { /* loading the pack is not playing */
        printf("before ");
        cover_tell();
    }
    for (char *line = text; line;) {
        char *next = strchr(line, '\n');
        if (next)
            *next++ = 0;
        read_line(&t, line);
        line = next;
    }
    finish(&t);
    cantrip_library_close(lib);
    free(text);
    return 0;
}
