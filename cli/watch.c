/* What must be true between any two steps of any game, whatever its players do (CR 800.4): who has left is not asked, owns
 * nothing and controls nothing. */
#include <stdio.h>

#include "cli/cli.h"

static int has_lost(cantrip_game *game, uint32_t player)
{
    return cantrip_view_player(game, player).lost != 0;
}

/* What of those who have left is still in a zone; NULL = nothing. */
static const char *left_over(cantrip_game *game, uint32_t players, uint32_t *out_player)
{
    for (uint32_t zone = 0; zone < 7; zone++) {
        const int shared = zone == 3 || zone == 4 || zone == 6;
        for (uint32_t p = 0; p < (shared ? 1 : players); p++)
            for (uint32_t i = 0, n = cantrip_view_count(game, zone, p); i < n; i++) {
                if (!shared && !has_lost(game, p))
                    break;
                const cantrip_object_view o = cantrip_view_object(game, p, zone, p, i);
                *out_player = has_lost(game, o.owner) ? o.owner : o.controller;
                if (has_lost(game, *out_player))
                    return cantrip_zone_name(zone);
            }
    }
    return NULL;
}

/* 0 = something is wrong, and a message was printed. */
int cli_watch_leaving(cantrip_game *game, const cantrip_decision *d)
{
    const uint32_t players = cantrip_view_game(game).player_count;
    uint32_t lost = 0, who = 0;
    for (uint32_t p = 0; p < players; p++)
        lost += has_lost(game, p);
    if (!lost)
        return 1;
    if (has_lost(game, d->player)) {
        fprintf(stderr, "cantrip: player %u has left and is asked: %s\n", d->player,
                cantrip_decision_text(d->kind));
        return 0;
    }
    if (d->kind !=
        CANTRIP_DECIDE_PRIORITY) /* in the middle of something they may still be leaving */
        return 1;
    const char *zone = left_over(game, players, &who);
    if (zone)
        fprintf(stderr, "cantrip: player %u has left and something of theirs is in the zone %s\n",
                who, zone);
    return !zone;
}
