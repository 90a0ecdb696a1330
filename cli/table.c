/* The table as a player sees it, drawn for a terminal of any width. */
#include "cli/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

uint32_t cli_width(void)
{
    struct winsize w;
    const char *columns = getenv("COLUMNS");
    long n = columns ? strtol(columns, NULL, 10) : 0;
    if (n <= 0)
        n = ioctl(1, TIOCGWINSZ, &w) == 0 && w.ws_col ? w.ws_col : 80;
    return n < 30 ? 30 : n > 160 ? 160 : (uint32_t)n;
}

/* ---- lines that wrap ---------------------------------------------------------------------------
 */

/* How many columns a text takes: letters, not bytes. */
static uint32_t columns_of(const char *text)
{
    uint32_t n = 0;
    for (; *text; text++)
        n += ((unsigned char)*text & 0xC0) != 0x80;
    return n;
}

void cli_wrap(const char *text, uint32_t indent)
{
    cli_wrap_hanging(text, indent, indent);
}

void cli_wrap_hanging(const char *text, uint32_t first, uint32_t others)
{
    const uint32_t width = cli_width();
    uint32_t at = 0, indent = first;
    while (*text) {
        const size_t n = strcspn(text, " \n");
        char word[256];
        snprintf(word, sizeof word, "%.*s", (int)(n < sizeof word - 1 ? n : sizeof word - 1), text);
        const uint32_t columns = columns_of(word);
        if (at && at + 1 + columns > width) {
            putchar('\n');
            at = 0;
            indent = others;
        }
        if (!at)
            printf("%*s", (int)indent, "");
        else
            putchar(' ');
        at = at ? at + 1 + columns : indent + columns;
        fwrite(text, 1, n, stdout);
        text += n;
        if (*text == '\n') {
            putchar('\n');
            at = 0;
        }
        text += *text != 0;
    }
    if (at)
        putchar('\n');
}

static void rule_line(const char *title)
{
    const uint32_t width = cli_width(), n = *title ? columns_of(title) + 2 : 0,
                   left = width > n ? (width - n) / 2 : 0;
    if (n > width) {
        cli_wrap(title, 0);
        return;
    }
    for (uint32_t i = 0; i < left; i++)
        putchar('-');
    printf(*title ? " %s " : "%s", title);
    for (uint32_t i = left + n; i < width; i++)
        putchar('-');
    putchar('\n');
}

/* ---- rows of things, equal ones counted -----------------------------------------------------------
 */

typedef struct things {
    char (*at)[160];
    uint32_t *times, count, cap;
} things;

static void thing_add(things *t, const char *text)
{
    for (uint32_t i = 0; i < t->count; i++)
        if (strncmp(t->at[i], text, sizeof *t->at - 1) == 0) {
            t->times[i]++;
            return;
        }
    if (t->count == t->cap) {
        const uint32_t cap = t->cap ? t->cap * 2 : 32;
        void *at = realloc(t->at, cap * sizeof *t->at),
             *times = realloc(t->times, cap * sizeof *t->times);
        t->at = at ? at : t->at;
        t->times = times ? times : t->times;
        if (!at || !times)
            return;
        t->cap = cap;
    }
    snprintf(t->at[t->count], sizeof *t->at, "%s", text);
    t->times[t->count++] = 1;
}

static void things_print(things *t, const char *title)
{
    const uint32_t width = cli_width(), indent = width < 60 ? 4 : 14;
    uint32_t at = indent;
    if (t->count) {
        printf("  %-*s", (int)(indent - 2), title);
        if (columns_of(title) + 2 > indent)
            at = columns_of(title) + 2;
    }
    for (uint32_t i = 0; i < t->count; i++) {
        char text[192];
        if (t->times[i] > 1)
            snprintf(text, sizeof text, "%u x %s", t->times[i], t->at[i]);
        else
            snprintf(text, sizeof text, "%s", t->at[i]);
        const uint32_t n = columns_of(text);
        if (i && at + 3 + n > width) {
            printf("\n%*s", (int)indent, "");
            at = indent;
        } else if (i) {
            printf(" | ");
            at += 3;
        }
        fputs(text, stdout);
        at += n;
    }
    if (t->count)
        putchar('\n');
    free(t->at);
    free(t->times);
    memset(t, 0, sizeof *t);
}

/* ---- objects -----------------------------------------------------------------------------------
 */

static void append(char *out, size_t size, const char *text)
{
    const size_t n = strlen(out);
    snprintf(out + n, size - n, "%s", text);
}

static void name_of(const play *p, cantrip_id id, char *out, size_t size)
{
    snprintf(out, size, "%s", cantrip_view_id(p->game, p->viewer, id).name);
}

static void describe(const play *p, cantrip_id id, char *out, size_t size)
{
    char part[80], other[64];
    cantrip_object_view v = cantrip_view_id(p->game, p->viewer, id);
    if (v.face_down && *v.identity)
        snprintf(out, size, "face down (%s)", v.identity);
    else
        snprintf(out, size, "%s", *v.name ? v.name : "a face-down creature");
    if (v.types & CANTRIP_TYPE_CREATURE) {
        snprintf(part, sizeof part, " %d/%d", v.power, v.toughness);
        append(out, size, part);
    }
    if (v.damage) {
        snprintf(part, sizeof part, " (%d damage)", v.damage);
        append(out, size, part);
    }
    for (uint32_t i = 0; i < v.keywords.count && (v.types & CANTRIP_TYPE_CREATURE); i++) {
        append(out, size, i ? ", " : " ");
        append(out, size, v.keywords.at[i]);
    }
    for (uint32_t i = 0; i < v.counters.count; i++) {
        snprintf(part, sizeof part, " [%d %s]", v.counters.at[i].count, v.counters.at[i].kind);
        append(out, size, part);
    }
    const cantrip_id attacked = v.attacks, on = v.attached_to,
                     blocks = v.blocks.count ? v.blocks.at[0] : (cantrip_id){0};
    append(out, size, v.tapped ? " (tapped)" : "");
    append(out, size, v.sick ? " (new)" : "");
    append(out, size, v.attacking ? " ATTACKS" : "");
    if (v.attacking && (p->players > 2 || !(attacked.bits >> 31))) {
        snprintf(part, sizeof part, " %s",
                 attacked.bits >> 31 ? cli_player_name(p, attacked.bits & 0xFF)
                                     : cantrip_view_id(p->game, p->viewer, attacked).name);
        append(out, size, part);
    }
    if (on.bits) {
        name_of(p, on, other, sizeof other);
        snprintf(part, sizeof part, " on %s", other);
        append(out, size, part);
    }
    if (blocks.bits) {
        name_of(p, blocks, other, sizeof other);
        snprintf(part, sizeof part, " BLOCKS %s", other);
        append(out, size, part);
    }
}

static void field(const play *p, uint32_t player)
{
    static const struct {
        const char *title;
        uint32_t types, without;
    } ROWS[] = {{"creatures", CANTRIP_TYPE_CREATURE, 0},
                {"others", ~(uint32_t)(CANTRIP_TYPE_CREATURE | CANTRIP_TYPE_LAND),
                 CANTRIP_TYPE_CREATURE | CANTRIP_TYPE_LAND},
                {"lands", CANTRIP_TYPE_LAND, CANTRIP_TYPE_CREATURE}};
    char text[160];
    for (size_t r = 0; r < sizeof ROWS / sizeof *ROWS; r++) {
        things t = {0};
        for (uint32_t i = 0; i < cantrip_view_count(p->game, CANTRIP_ZONE_BATTLEFIELD, 0); i++) {
            const cantrip_object_view v =
                cantrip_view_object(p->game, p->viewer, CANTRIP_ZONE_BATTLEFIELD, 0, i);
            if (v.controller != player || !(v.types & ROWS[r].types) || (v.types & ROWS[r].without))
                continue;
            describe(p, v.id, text, sizeof text);
            thing_add(&t, text);
        }
        things_print(&t, ROWS[r].title);
    }
}

void cli_show_zone(const play *p, uint32_t zone, uint32_t player, const char *title)
{
    things t = {0};
    char text[160];
    for (uint32_t i = cantrip_view_count(p->game, zone, player); i--;) {
        const cantrip_object_view v = cantrip_view_object(p->game, p->viewer, zone, player, i);
        snprintf(text, sizeof text, "%s%s%s", *v.name ? v.name : "a card", *v.cost ? " " : "",
                 v.cost);
        thing_add(&t, text);
    }
    if (!t.count)
        thing_add(&t, "(empty)");
    things_print(&t, title);
}

static void player_line(const play *p, uint32_t player)
{
    static const char COLORS[] = "WUBRGC";
    cantrip_player_view v = cantrip_view_player(p->game, player);
    char text[400], part[60];
    if (v.lost) {
        printf("%s has lost\n", cli_player_name(p, player));
        return;
    }
    snprintf(text, sizeof text,
             "%s%s%s%s: %d life, %u in hand, %u in library, graveyard %u, exile %u",
             cli_player_name(p, player), player == p->viewer ? " (you)" : "",
             p->deck[player] ? ", " : "", p->deck[player] ? p->deck[player] : "", v.life, v.hand,
             v.library, v.graveyard, v.exile);
    for (uint32_t i = 0; i < p->players && p->o->teams > 1; i++)
        if (i != player && cantrip_view_player(p->game, i).team == v.team) {
            snprintf(part, sizeof part, ", with %s", cli_player_name(p, i));
            append(text, sizeof text, part);
        }
    v = cantrip_view_player(p->game, player);
    for (uint32_t i = 0; i < v.counters.count; i++) {
        snprintf(part, sizeof part, ", %d %s", v.counters.at[i].count, v.counters.at[i].kind);
        append(text, sizeof text, part);
    }
    for (uint32_t i = 0, any = 0; i < 6; i++)
        for (uint32_t k = 0; k < v.mana.of[i] && k < 20; k++) {
            snprintf(part, sizeof part, "%s{%c}", any++ ? "" : ", mana ", COLORS[i]);
            append(text, sizeof text, part);
        }
    printf("%s", p->o->color ? "\033[1m" : "");
    cli_wrap(text, 0);
    printf("%s", p->o->color ? "\033[0m" : "");
}

/* Life, cards, lands, and the creatures that are there. */
void cli_show_brief(const play *p, uint32_t player)
{
    const cantrip_player_view v = cantrip_view_player(p->game, player);
    char text[1200], part[200];
    uint32_t lands = 0, others = 0;
    things t = {0};
    if (v.lost)
        return;
    for (uint32_t i = 0; i < cantrip_view_count(p->game, CANTRIP_ZONE_BATTLEFIELD, 0); i++) {
        const cantrip_object_view o =
            cantrip_view_object(p->game, p->viewer, CANTRIP_ZONE_BATTLEFIELD, 0, i);
        if (o.controller != player)
            continue;
        if (o.types & CANTRIP_TYPE_CREATURE) {
            snprintf(part, sizeof part, "%s %d/%d", *o.name ? o.name : "a face-down creature",
                     o.power, o.toughness);
            thing_add(&t, part);
        } else if (o.types & CANTRIP_TYPE_LAND) {
            lands++;
        } else {
            others++;
        }
    }
    snprintf(text, sizeof text, "%s, %s: %d life, %u in hand, %u land%s",
             cli_player_name(p, player), p->deck[player], v.life, v.hand, lands,
             lands == 1 ? "" : "s");
    if (others) {
        snprintf(part, sizeof part, ", %u other%s", others, others == 1 ? "" : "s");
        append(text, sizeof text, part);
    }
    for (uint32_t i = 0; i < t.count; i++) {
        append(text, sizeof text, i ? ", " : "; ");
        if (t.times[i] > 1)
            snprintf(part, sizeof part, "%u x %s", t.times[i], t.at[i]);
        else
            snprintf(part, sizeof part, "%s", t.at[i]);
        append(text, sizeof text, part);
    }
    cli_wrap_hanging(text, 2, 6);
    free(t.at);
    free(t.times);
}

void cli_show_stack(const play *p)
{
    char text[900], other[64];
    for (uint32_t i = cantrip_view_count(p->game, CANTRIP_ZONE_STACK, 0); i--;) {
        cantrip_object_view v = cantrip_view_object(p->game, p->viewer, CANTRIP_ZONE_STACK, 0, i);
        cantrip_id targets[8];
        uint32_t n = v.targets.count < 8 ? v.targets.count : 8;
        for (uint32_t k = 0; k < n; k++)
            targets[k] = v.targets.at[k];
        char size[32] = "";
        if (!v.is_ability && (v.types & CANTRIP_TYPE_CREATURE))
            snprintf(size, sizeof size, " %d/%d", v.power, v.toughness);
        snprintf(text, sizeof text, "%s%s%s of %s: %s", v.name, v.is_ability ? "'s ability" : "",
                 size, cli_player_name(p, v.controller), v.text);
        for (char *c = text; *c; c++)
            *c = *c == '\n' ? ' ' : *c;
        for (uint32_t k = 0; k < n; k++) {
            name_of(p, targets[k], other, sizeof other);
            append(text, sizeof text, k ? ", " : " -> ");
            append(text, sizeof text,
                   targets[k].bits >> 31 ? cli_player_name(p, targets[k].bits & 0xFF) : other);
        }
        cli_wrap(text, 4);
    }
}

void cli_show_table(const play *p)
{
    const cantrip_game_view now = cantrip_view_game(p->game);
    const uint32_t me = p->viewer < now.player_count ? p->viewer : 0;
    char title[120];
    if (now.turn)
        snprintf(title, sizeof title, "turn %u of %s%s, %s", now.turn,
                 cli_player_name(p, now.active_player),
                 p->viewer == now.active_player ? " (you)" : "", cantrip_step_name(now.step));
    else
        snprintf(title, sizeof title, "before the first turn");
    putchar('\n');
    rule_line(title);
    for (uint32_t i = 1; i < now.player_count; i++) {
        const uint32_t other = (me + i) % now.player_count;
        player_line(p, other);
        field(p, other);
        if (p->viewer == CANTRIP_FULL ||
            (p->viewer < now.player_count &&
             cantrip_view_player(p->game, other).team == cantrip_view_player(p->game, me).team))
            cli_show_zone(p, CANTRIP_ZONE_HAND, other, "hand"); /* CR 808.5 */
        if (i + 1 < now.player_count)
            putchar('\n');
    }
    if (cantrip_view_count(p->game, CANTRIP_ZONE_STACK, 0)) {
        printf("  on the stack, the first resolves next:\n");
        cli_show_stack(p);
    }
    rule_line("");
    field(p, me);
    player_line(p, me);
    if (p->viewer < now.player_count || p->viewer == CANTRIP_FULL)
        cli_show_zone(p, CANTRIP_ZONE_HAND, me, p->viewer == CANTRIP_FULL ? "hand" : "your hand");
}
