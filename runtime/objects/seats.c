/* How players sit (CR 800 to 811): teams, ranges of influence, emperors. */
#include "runtime/objects/objects.h"

static int is_one_of(uint32_t bits, uint32_t bit)
{
    return (bits & bit) != 0;
}

enum { OBJECTS_LEAST = 256, OBJECTS_MOST = 1048576 };

int rt_seats_fit(const rt_game *g, const rt_seats *c)
{
    const uint32_t n = g->s->player.count;
    const int emperors = is_one_of(c->seating, CANTRIP_SEATS_EMPERORS),
              alternate = is_one_of(c->seating, CANTRIP_SEATS_ALTERNATE);
    if (c->shared > 1 || c->attack > CANTRIP_ATTACK_BESIDE || c->range > RT_PLAYERS_MAX ||
        c->life > VM_NUMBER_MAX || c->commander_damage > INT32_MAX ||
        (c->object_max && (c->object_max < OBJECTS_LEAST || c->object_max > OBJECTS_MOST)) ||
        c->order_cards > 1 || (c->chooser > n && c->chooser != CANTRIP_CHOOSER_AT_RANDOM) ||
        c->seating > (CANTRIP_SEATS_ALTERNATE | CANTRIP_SEATS_EMPERORS))
        return 0;
    if (c->team_size >= n || (c->team_size && n % c->team_size) || (c->shared && c->team_size < 2))
        return 0;
    if (emperors && (alternate || c->shared || c->team_size < 3 || c->range)) /* CR 809.1, 809.3a */
        return 0;
    return !alternate || (c->team_size > 1 && !c->shared); /* CR 805.1 */
}

/* A general's reaches one opposing general as the game begins, an emperor's two (CR 809.6a). */
static uint32_t range_in_team(uint32_t place, uint32_t size, int emperor)
{
    const uint32_t to_the_right = place + 1, to_the_left = size - place;
    const int near_left = to_the_left < to_the_right;
    return emperor == near_left ? to_the_right : to_the_left;
}

void rt_seats_take(rt_game *g, void *user)
{
    const rt_seats *c = user;
    const uint32_t n = g->s->player.count, size = c->team_size ? c->team_size : 1;
    const int emperors = is_one_of(c->seating, CANTRIP_SEATS_EMPERORS),
              alternate = is_one_of(c->seating, CANTRIP_SEATS_ALTERNATE);
    g->s->object_max = c->object_max;
    g->s->work_max = c->work_max;
    g->s->chooser = c->chooser;
    g->s->order_cards = c->order_cards;
    g->s->shared = c->shared;
    g->s->range = c->range;
    g->s->seating = (uint16_t)c->seating;
    g->s->team_size = (uint16_t)c->team_size;
    g->s->attack =
        c->seating && c->attack == CANTRIP_ATTACK_ALL ? CANTRIP_ATTACK_BESIDE : c->attack;
    if (c->commander_damage)
        g->s->commander_limit =
            c->commander_damage == CANTRIP_NO_COMMANDER_DAMAGE ? 0 : (int32_t)c->commander_damage;
    for (uint32_t p = 0; p < n; p++) {
        rt_player *r = rt_player_row(g, p);
        const uint32_t place = p % size;
        r->team = (uint8_t)(alternate ? p % (n / size) : p - place);
        r->emperor = emperors && place == (size - 1) / 2;
        r->range = (uint8_t)(emperors ? range_in_team(place, size, r->emperor) : c->range);
        g->s->range = r->range > g->s->range ? r->range : g->s->range;
        if (c->shared) /* CR 810.4, 810.11 */
            r->life = (int32_t)(15 * c->team_size);
        if (c->life)
            r->life = (int32_t)c->life;
    }
    rt_reach_find(g);
}

/* Who could begin: anybody, or an emperor (CR 809.4), or the one in the middle of a team (808.4). */
uint64_t rt_seats_first(const rt_game *g)
{
    const uint32_t n = g->s->player.count, size = g->s->team_size;
    uint64_t who = 0;
    if (!size || g->s->shared || is_one_of(g->s->seating, CANTRIP_SEATS_ALTERNATE)) {
        for (uint32_t p = 0; p < n; p++) /* CR 103.2, 103.2a */
            who |= UINT64_C(1) << rt_team_head(g, p);
        return who;
    }
    for (uint32_t team = 0; team < n; team += size)
        who |= UINT64_C(1) << (team + (is_one_of(g->s->seating, CANTRIP_SEATS_EMPERORS)
                                           ? (size - 1) / 2
                                           : size / 2));
    return who;
}

/* Do they sit together, so that one sees the other's hand (CR 808.5, 809.7, 810.5, 811.5)? */
int rt_sit_together(const rt_game *g, uint32_t a, uint32_t b)
{
    const uint32_t n = g->s->player.count;
    if (a == b || rt_is_opponent(g, a, b))
        return a == b;
    return !is_one_of(g->s->seating, CANTRIP_SEATS_ALTERNATE) || (a + 1) % n == b ||
           (b + 1) % n == a;
}
