/* Deck lists as people write them, and what a card says. */
#include "cli/play.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* ---- names -------------------------------------------------------------------------------------
 */

/* How many letters differ, are missing, or have changed places; 99 if the names are too long to be meant. */
uint32_t cli_distance(const char *a, const char *b)
{
    enum { LONGEST = 40 };
    uint32_t rows[3][LONGEST + 1];
    const size_t n = strlen(a), m = strlen(b);
    if (n > LONGEST || m > LONGEST)
        return 99;
    for (uint32_t k = 0; k <= m; k++)
        rows[0][k] = k;
    for (uint32_t i = 1; i <= n; i++) {
        uint32_t *row = rows[i % 3], *above = rows[(i - 1) % 3];
        row[0] = i;
        for (uint32_t k = 1; k <= m; k++) {
            const int x = tolower((unsigned char)a[i - 1]), y = tolower((unsigned char)b[k - 1]);
            uint32_t least = above[k - 1] + (x != y);
            least = above[k] + 1 < least ? above[k] + 1 : least;
            least = row[k - 1] + 1 < least ? row[k - 1] + 1 : least;
            if (i > 1 && k > 1 && x == tolower((unsigned char)b[k - 2]) &&
                y == tolower((unsigned char)a[i - 2]) && rows[(i - 2) % 3][k - 2] + 1 < least)
                least = rows[(i - 2) % 3][k - 2] + 1;
            row[k] = least;
        }
    }
    return rows[n % 3][m];
}

/* The card's name as the library has it; NULL: there is none, and *out_near may be what was meant. */
static const char *known_name(const cantrip_library *lib, const char *name, const char **out_near)
{
    uint32_t nearest = 4;
    *out_near = NULL;
    for (uint32_t i = 0, n = cantrip_library_card_count(lib); i < n; i++) {
        const char *card = cantrip_library_card_name(lib, i);
        if (strcasecmp(card, name) == 0)
            return card;
        const uint32_t d = cli_distance(card, name);
        if (d < nearest) {
            nearest = d;
            *out_near = card;
        }
    }
    return NULL;
}

/* Cuts what printed lists add to a name: (M19) 123, [M19], *F*, a note behind #. */
static void cut_extras(char *name)
{
    for (char *p = name; *p; p++)
        if (*p == '#' ||
            (p > name && p[-1] == ' ' && (*p == '(' || *p == '[' || *p == '*' || *p == '<'))) {
            *p = 0;
            break;
        }
    size_t n = strlen(name);
    while (n && isspace((unsigned char)name[n - 1]))
        name[--n] = 0;
}

/* ---- lines -------------------------------------------------------------------------------------
 */

typedef struct list {
    cantrip_game *game;
    const cantrip_library *library;
    const char *from;
    uint32_t player, line, total;
    int aside; /* in the sideboard */
    int leads; /* below the heading for commanders */
    cli_deck *kept;
} list;

static int is_heading(const char *line, const char *word)
{
    const size_t n = strlen(word);
    return strncasecmp(line, word, n) == 0 &&
           (!line[n] || line[n] == ':' || isspace((unsigned char)line[n])) &&
           !isdigit(
               (unsigned char)line[n + (line[n] != 0) + strspn(line + n + (line[n] != 0), " ")]);
}

static int keep(cli_deck *d, const char *card, uint32_t count, int leads)
{
    struct cli_deck_row *more = realloc(d->row, (d->count + 1) * sizeof *more);
    char *name = strdup(card);
    if (!more || !name) {
        fprintf(stderr, "cantrip: out of memory\n");
        abort();
    }
    d->row = more;
    d->row[d->count++] = (struct cli_deck_row){name, count, leads};
    return 1;
}

static cantrip_status add_cards(cantrip_game *game, uint32_t player, const char *card,
                                uint32_t count, int leads)
{
    cantrip_status s = CANTRIP_OK;
    if (!leads)
        return cantrip_game_deck_add(game, player, card, count);
    for (uint32_t i = 0; i < count && s == CANTRIP_OK; i++)
        s = cantrip_game_command_add(game, player, card, CANTRIP_COMMAND_COMMANDER);
    return s;
}

static int add_line(list *l, char *line)
{
    char *name;
    const char *near = NULL;
    line += strspn(line, " \t\xEF\xBB\xBF");
    cut_extras(line);
    if (!*line || strncmp(line, "//", 2) == 0)
        return 1;
    if (is_heading(line, "sideboard") || is_heading(line, "maybeboard")) {
        l->aside = 1;
        return 1;
    }
    if (is_heading(line, "deck") || is_heading(line, "main") || is_heading(line, "mainboard") ||
        is_heading(line, "maindeck") || is_heading(line, "about") || is_heading(line, "name")) {
        l->aside = l->leads = 0;
        return 1;
    }
    if (is_heading(line, "commander")) {
        l->aside = 0;
        l->leads = 1;
        return 1;
    }
    if (l->aside || strncasecmp(line, "SB:", 3) == 0)
        return 1;
    unsigned long n = strtoul(line, &name, 10);
    if (name == line)
        n = 1;
    else if (*name == 'x' || *name == 'X')
        name++;
    name += strspn(name, " \t");
    if (!n || n > 250 || !*name) {
        fprintf(stderr, "cantrip: %s:%u: a line is a count and a name, like '4 Lightning Bolt'\n",
                l->from, l->line);
        return 0;
    }
    const char *card = name;
    cantrip_status s = add_cards(l->game, l->player, card, (uint32_t)n, l->leads);
    if (s == CANTRIP_E_NAME && (card = known_name(l->library, name, &near)) != NULL)
        s = add_cards(l->game, l->player, card, (uint32_t)n, l->leads);
    if (!card) {
        fprintf(stderr, "cantrip: %s:%u: there is no card '%s'", l->from, l->line, name);
        fprintf(stderr, near ? "; did you mean '%s'?\n" : "%s; cards of your own: --cards FILE\n",
                near ? near : "");
        return 0;
    }
    if (s != CANTRIP_OK) {
        fprintf(stderr, "cantrip: %s:%u: %s: %s\n", l->from, l->line, card, cantrip_status_text(s));
        return 0;
    }
    l->total += (uint32_t)n;
    return !l->kept || keep(l->kept, card, (uint32_t)n, l->leads);
}

static int add_lines(list *l, char *text, const char *between)
{
    int ok = 1;
    for (char *save = NULL, *line = strtok_r(text, between, &save); line && ok;
         line = strtok_r(NULL, between, &save)) {
        l->line++;
        ok = add_line(l, line);
    }
    return ok;
}

/* strtok skips empty lines; their numbers matter in messages. */
static void keep_empty_lines(char *text)
{
    for (char *p = text; *p; p++)
        if (*p == '\r' || (*p == '\n' && p[1] == '\n'))
            *p = *p == '\r' ? ' ' : *p;
}

static int load(const cli_options *o, const cantrip_library *library, cantrip_game *game,
                uint32_t player, const char *deck, cli_deck *kept)
{
    char path[4096], own[1024] = "";
    struct stat st;
    const char *plus = strchr(deck, '+');
    list l = {game, library, path, player, 0, 0, 0, 0, kept};
    if (plus)
        snprintf(own, sizeof own, "%s", plus + 1);
    snprintf(path, sizeof path, "%.*s", (int)(plus ? plus - deck : (long)strlen(deck)), deck);
    if (*path && (stat(path, &st) || S_ISDIR(st.st_mode)))
        snprintf(path, sizeof path, "%s/decks/%.*s.txt", o->cards,
                 (int)(plus ? plus - deck : (long)strlen(deck)), deck);
    size_t size;
    char *text = *path ? cli_read(path, &size) : NULL;
    if (*path && !text)
        return CLI_UNREADABLE;
    int ok = 1;
    if (text) {
        keep_empty_lines(text);
        ok = add_lines(&l, text, "\n");
        free(text);
    }
    l.from = deck;
    l.line = 0;
    l.aside = l.leads = 0;
    if (ok && *own)
        ok = add_lines(&l, own, "+");
    if (ok && !l.total)
        fprintf(stderr, "cantrip: %s holds no cards\n", deck);
    return ok && l.total ? CLI_FINE : CLI_UNREADABLE;
}

int cli_load_deck(const cli_options *o, const cantrip_library *library, cantrip_game *game,
                  uint32_t player, const char *deck)
{
    return load(o, library, game, player, deck, NULL);
}

int cli_read_deck(const cli_options *o, const cantrip_library *library, const char *deck,
                  cli_deck *out)
{
    cantrip_game_options options = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *scratch;
    memset(out, 0, sizeof *out);
    if (cantrip_game_create(library, &options, &scratch) != CANTRIP_OK)
        abort();
    const int exit = load(o, library, scratch, 0, deck, out);
    cantrip_game_destroy(scratch);
    if (exit)
        cli_deck_free(out);
    return exit;
}

void cli_give_deck(cantrip_game *game, uint32_t player, const cli_deck *deck)
{
    for (uint32_t i = 0; i < deck->count; i++)
        if (add_cards(game, player, deck->row[i].card, deck->row[i].count, deck->row[i].leads) !=
            CANTRIP_OK)
            abort(); /* it has been given before */
}

void cli_deck_free(cli_deck *deck)
{
    for (uint32_t i = 0; i < deck->count; i++)
        free(deck->row[i].card);
    free(deck->row);
    memset(deck, 0, sizeof *deck);
}

/* ---- what a card says ----------------------------------------------------------------------------
 */

static void print_card(const cantrip_object_view *v)
{
    static const char *const TYPES[] = {"Creature",     "Artifact", "Enchantment", "Land",
                                        "Planeswalker", "Instant",  "Sorcery",     "Tribal"};
    static const char *const SUPER[] = {"Legendary", "Basic", "World", "Snow"};
    printf("  %s%s%s\n  ", v->name, *v->cost ? "  " : "", v->cost);
    const char *between = "";
    for (uint32_t i = 0; i < 4; i++)
        if (v->supertypes >> i & 1)
            printf("%s%s", between, SUPER[i]), between = " ";
    for (uint32_t i = 0; i < 8; i++)
        if (v->types >> ((i + 1) % 8) & 1)
            printf("%s%s", between, TYPES[(i + 1) % 8]), between = " ";
    for (uint32_t i = 0; i < v->subtypes.count; i++)
        printf("%s%s", i ? " " : " - ", v->subtypes.at[i]);
    putchar('\n');
    cli_wrap(v->text, 2);
    if (v->types & CANTRIP_TYPE_CREATURE)
        printf("  %d/%d\n", v->power, v->toughness);
}

/* Cards in whose names the words stand: the only one; of several a few are listed, and NULL. */
static const char *part_of_name(const cantrip_library *library, const char *words,
                                uint32_t *out_count)
{
    enum { SHOWN = 8 };
    const char *found = NULL;
    const size_t n = strlen(words);
    uint32_t count = 0;
    for (int listing = 0; listing < 2 && (!listing || count > 1); listing++) {
        uint32_t said = 0;
        for (uint32_t i = 0; n && i < cantrip_library_card_count(library); i++) {
            const char *name = cantrip_library_card_name(library, i), *at = name;
            while (*at && strncasecmp(at, words, n) != 0)
                at++;
            if (!*at)
                continue;
            found = name;
            if (!listing)
                count++;
            else if (said++ < SHOWN)
                printf("%s%s", said > 1 ? ", " : "", name);
        }
        if (listing)
            printf(count > SHOWN ? ", and %u more\n" : "\n", count - SHOWN);
    }
    *out_count = count;
    return count == 1 ? found : NULL;
}

int cli_card_text(const cantrip_library *library, const char *name)
{
    const char *near, *card = known_name(library, name, &near);
    cantrip_game *game;
    uint32_t others = 0;
    if (!card)
        card = part_of_name(library, name, &others);
    if (!card && others)
        return 0;
    if (!card) {
        printf(near ? "there is no card '%s'; did you mean '%s'?\n" : "there is no card '%s'\n",
               name, near);
        return 0;
    }
    if (cantrip_game_create(library, NULL, &game) != CANTRIP_OK)
        return 0;
    if (cantrip_setup_position(game, 1) == CANTRIP_OK &&
        cantrip_setup_put(game, 0, card, CANTRIP_ZONE_HAND, 1, 0, 0) == CANTRIP_OK) {
        const cantrip_object_view v = cantrip_view_object(game, 0, CANTRIP_ZONE_HAND, 0, 0);
        print_card(&v);
    }
    cantrip_game_destroy(game);
    return 1;
}
