/* Games played on by chance (include/cantrip/search.h), the way people play by and large: lands are played, spells are cast
 * in one's own main phase, creatures attack where that is no gift, and block where it pays. Which of the likely things is
 * done is left to chance. Nothing here knows a card: it sees what is on the table. */
#include "cantrip/search.h"

#include "runtime/search/search.h"

enum { WON = 1000000, OUT = 150 };

static uint32_t below(uint64_t *s, uint32_t n)
{
    *s ^= *s << 13;
    *s ^= *s >> 7;
    *s ^= *s << 17;
    return (uint32_t)(((*s >> 32) * n) >> 32);
}

/* ---- what a fight comes to -----------------------------------------------------------------------
 */

static int strikes_first(const rt_object *o)
{
    return RT_DOES(o, STRIKES_FIRST);
}

static int slays(const rt_game *g, const rt_object *a, const rt_object *b)
{
    return a->power > 0 && !RT_DOES(b, INDESTRUCTIBLE) &&
           (a->power >= b->toughness - rt_here(g, b)->damage || RT_DOES(a, KILLS));
}

/* Does `a` die in a fight with `b`? */
static int dies_to(const rt_game *g, const rt_object *a, const rt_object *b)
{
    if (strikes_first(a) && !strikes_first(b) && slays(g, a, b))
        return 0;
    return slays(g, b, a);
}

/* What not everything can block is likely to be blocked by its like: by what flies, too. */
static int may_block(const rt_object *b, const rt_object *a)
{
    const uint64_t evades = a->rules & RT_RULE(VM_MOD_CANT_BE_BLOCKED);
    return RT_IS(b, CREATURE) && !(b->flags & RT_OF_TAPPED) && (!evades || (b->rules & evades));
}

/* What a creature is worth on the table. */
static int32_t value_of(const rt_object *o)
{
    const int32_t power = o->power > 0 ? o->power : 0;
    return 2 * power + o->toughness + 3 * __builtin_popcount(o->markers);
}

static uint32_t field_count(const rt_game *g)
{
    return rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0);
}

static const rt_object *field_at(const rt_game *g, uint32_t place)
{
    return rt_obj(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, place));
}

/* ---- weights -------------------------------------------------------------------------------------
 */

static uint32_t weigh_priority(const rt_game *g, const rt_option *o)
{
    const rt_state *s = g->s;
    const int mine = rt_is_active(g, s->decision.player),
              calm = mine && !rt_zone_count(g, VM_ZONE_STACK, 0) &&
                     (s->step == VM_STEP_MAIN1 || s->step == VM_STEP_MAIN2);
    switch ((cantrip_option_kind)o->kind) {
    case CANTRIP_OPTION_PASS:
        return calm ? 20 : 120;
    case CANTRIP_OPTION_LAND:
        return 300;
    case CANTRIP_OPTION_CAST:
        return calm ? 60 : 6;
    case CANTRIP_OPTION_ACTIVATE:
        return calm ? 8 : 2;
    case CANTRIP_OPTION_TURN_UP:
        return 10;
    default:
        return 0;
    }
}

/* How an attack of `a` on `whom` looks: 0 to 100 of 100 would attack. */
static uint32_t weigh_attack(const rt_game *g, const rt_object *a, rt_entity whom)
{
    if (a->power <= 0)
        return 1;
    const uint32_t victim =
        RT_IS_PLAYER(whom) ? RT_PLAYER_OF(whom) : rt_obj(g, RT_INDEX(whom))->controller;
    uint32_t blockers = 0, attackers = 1, bad = 0, even = 0;
    int32_t back = 0;
    for (uint32_t i = 0; i < field_count(g); i++) {
        const rt_object *b = field_at(g, i);
        if (!RT_IS(b, CREATURE))
            continue;
        attackers += b->controller == a->controller && (b->flags & RT_OF_ATTACKING) != 0;
        if (rt_is_opponent(g, b->controller, victim))
            continue;
        back += b->power > 0 ? b->power : 0;
        if (!may_block(b, a))
            continue;
        blockers++;
        if (dies_to(g, a, b)) {
            bad += !dies_to(g, b, a);
            even += dies_to(g, b, a) != 0;
        }
    }
    const int32_t life = *rt_life(g, a->controller);
    const int races = back >= life && !RT_DOES(a, ATTACKS_UNTAPPED);
    if (bad)
        return blockers < attackers ? 35 : 8;
    if (even)
        return races ? 15 : 45;
    return races ? 40 : 95;
}

static int32_t incoming(const rt_game *g, uint32_t player)
{
    int32_t sum = 0;
    for (uint32_t i = 0; i < field_count(g); i++) {
        const rt_object *a = field_at(g, i);
        if ((a->flags & RT_OF_ATTACKING) && !(a->flags & RT_OF_BLOCKED) &&
            rt_here(g, a)->fights == RT_PLAYER(player) && a->power > 0)
            sum += a->power;
    }
    return sum;
}

static int is_taken(const rt_game *g, rt_entity attacker)
{
    for (uint32_t i = 0; i < field_count(g); i++)
        if ((field_at(g, i)->flags & RT_OF_BLOCKING) &&
            rt_here(g, field_at(g, i))->fights == attacker)
            return 1;
    return 0;
}

static uint32_t weigh_block(const rt_game *g, const rt_object *b, const rt_option *o)
{
    const int32_t life = *rt_life(g, b->controller);
    const int deadly = incoming(g, b->controller) >= life;
    if (o->kind != CANTRIP_OPTION_ID)
        return deadly ? 4 : 40;
    const rt_object *a = rt_obj(g, RT_INDEX(o->entity));
    const int taken = is_taken(g, o->entity), wins = dies_to(g, a, b), dies = dies_to(g, b, a);
    uint32_t weight = !dies ? (wins ? 200 : 60) : wins ? (value_of(a) >= value_of(b) ? 80 : 25) : 2;
    if (deadly && weight < 60)
        weight = 60;
    return taken ? weight / 4 + 1 : weight;
}

/* ---- targets -------------------------------------------------------------------------------------
 * Whether one would rather have done to others what a spell does: what its code asks of the rules machine says so. */

static int leaning(const vm_pack *p, uint32_t function)
{
    int leans = 0;
    const vm_func *f = &p->func[function];
    for (uint32_t pc = 0; function && pc < f->code_count / 2 && leans <= 0; pc++) {
        const vm_insn i = vm_insn_at(p, f->code, pc);
        if (i.op == VM_OP_NATIVE)
            switch (i.imm) {
            case VM_NATIVE_deal_damage:
            case VM_NATIVE_deal_divided_damage:
            case VM_NATIVE_destroy:
            case VM_NATIVE_exile:
            case VM_NATIVE_exile_until:
            case VM_NATIVE_discard:
            case VM_NATIVE_lose_life:
            case VM_NATIVE_sacrifice:
            case VM_NATIVE_mill:
            case VM_NATIVE_tap:
            case VM_NATIVE_counter_spell:
                return 1;
            case VM_NATIVE_gain_life:
            case VM_NATIVE_draw:
            case VM_NATIVE_untap:
            case VM_NATIVE_regenerate:
            case VM_NATIVE_put_counters:
                leans = -1;
                break;
            default:
                break;
            }
    }
    return leans;
}

/* 1: to be done to others, -1: to oneself, 0: one cannot tell. */
static int harms(const rt_game *g)
{
    const rt_proc *p = rt_top(g);
    if (p->kind != RT_PROC_CAST)
        return 0;
    const uint32_t ability = rt_ctx_row(g, p->cast.ctx)->ability;
    if (ability >= g->pack->ability_count)
        return 0;
    const vm_ability *a = &g->pack->ability[ability];
    int sum = leaning(g->pack, a->effect);
    for (uint32_t m = 0; m < a->mode_count && !sum; m++)
        if (rt_ctx_row(g, p->cast.ctx)->modes >> m & 1)
            sum = leaning(g->pack, g->pack->mode[a->modes + m].effect);
    return sum;
}

static uint32_t weigh_target(const rt_game *g, const rt_option *o)
{
    const int harm = harms(g);
    if (o->kind != CANTRIP_OPTION_ID || !harm)
        return 10;
    const uint32_t whose = RT_IS_PLAYER(o->entity) ? RT_PLAYER_OF(o->entity)
                                                   : rt_obj(g, RT_INDEX(o->entity))->controller;
    const int theirs = rt_is_opponent(g, whose, g->s->decision.player);
    return theirs == (harm > 0) ? 40 : 1;
}

static uint32_t weigh(const rt_game *g, uint32_t option)
{
    const rt_decision *d = &g->s->decision;
    const rt_option *o = rt_option_row(g, option);
    switch ((cantrip_decision_kind)d->kind) {
    case CANTRIP_DECIDE_PRIORITY:
        return weigh_priority(g, o);
    case CANTRIP_DECIDE_ATTACK: {
        const rt_object *a = rt_obj(g, (uint32_t)o->a);
        uint32_t most = 0;
        if (o->kind == CANTRIP_OPTION_ID)
            return weigh_attack(g, a, o->entity) + 1;
        for (uint32_t i = 0; i < g->s->option.count; i++) /* it stays where no attack is good */
            if (rt_option_row(g, i)->kind == CANTRIP_OPTION_ID) {
                const uint32_t w = weigh_attack(g, a, rt_option_row(g, i)->entity);
                most = w > most ? w : most;
            }
        return 101 - most;
    }
    case CANTRIP_DECIDE_BLOCK:
        return weigh_block(g, rt_obj(g, (uint32_t)o->a), o);
    case CANTRIP_DECIDE_TARGET:
        return o->kind == CANTRIP_OPTION_TAKE_BACK ? 0 : weigh_target(g, o);
    case CANTRIP_DECIDE_MULLIGAN:
        return o->kind == CANTRIP_OPTION_YES ? 50 : 1;
    case CANTRIP_DECIDE_PAY:
        return o->kind == CANTRIP_OPTION_PASS ? 50 : 1;
    default:
        return o->kind == CANTRIP_OPTION_TAKE_BACK ? 0 : 10;
    }
}

/* The action that a player with some sense might take. */
static uint32_t likely(cantrip_game *game, uint64_t *chance)
{
    const rt_game *g = &game->g;
    const uint32_t n = g->s->option.count;
    uint64_t sum = 0;
    uint32_t found = n;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t w = rt_pick_is_legal(game, i) ? weigh(g, i) : 0;
        sum += w;
        if (w && below(chance, sum > UINT32_MAX ? UINT32_MAX : (uint32_t)sum) < w)
            found = i;
    }
    if (rt_pick_is_legal(game, n) && (found == n || below(chance, n + 1) == 0))
        return n; /* no more */
    for (uint32_t i = 0; i < n && found == n; i++)
        if (rt_pick_is_legal(game, i))
            found = i;
    return found;
}

/* ---- what a game is worth ------------------------------------------------------------------------
 */

static int32_t worth(const rt_game *g, uint32_t p)
{
    CANTRIP_ASSERT(p < g->s->player.count);
    if (rt_player_row(g, p)->lost)
        return -OUT;
    const int32_t life = *rt_life(g, p);
    int64_t sum = (life < 8    ? life * INT64_C(4)
                   : life < 20 ? 16 + life * INT64_C(2)
                               : 36 + life) +
                  rt_zone_count(g, VM_ZONE_HAND, p) * INT64_C(5);
    for (uint32_t i = 0; i < field_count(g); i++) {
        const rt_object *o = field_at(g, i);
        if (o->controller == p)
            sum += 4 + (RT_IS(o, CREATURE) ? value_of(o) : 0);
    }
    return (int32_t)(sum > 100000 ? 100000 : sum);
}

/* For a player and who is with them, against the others: each side on the average. */
static int32_t balance(const rt_game *g, uint32_t player)
{
    int64_t ours = 0, theirs = 0;
    uint32_t friends = 0, foes = 0;
    for (uint32_t p = 0; p < g->s->player.count; p++)
        if (rt_is_opponent(g, p, player)) {
            theirs += worth(g, p);
            foes++;
        } else {
            ours += worth(g, p);
            friends++;
        }
    return (int32_t)((friends ? ours / friends : 0) - (foes ? theirs / foes : 0));
}

int32_t cantrip_playout(cantrip_game *game, uint64_t seed, uint32_t turns, uint32_t player)
{
    if (!game || player >= game->g.s->player.count)
        return 0;
    const uint32_t until = turns ? game->g.s->turn + turns : UINT32_MAX;
    uint64_t chance = (seed + 1) * UINT64_C(0x9E3779B97F4A7C15) | 1;
    cantrip_step step;
    while ((step = cantrip_game_step(game)) == CANTRIP_STEP_DECISION && game->g.s->turn < until &&
           !rt_player_row(&game->g, player)->lost) {
        const cantrip_status picked = cantrip_pick(game, likely(game, &chance));
        if (picked == CANTRIP_E_MEMORY)
            return INT32_MIN;
        if (picked != CANTRIP_OK)
            break;
    }
    if (step == CANTRIP_STEP_MEMORY)
        return INT32_MIN;
    const rt_game *g = &game->g;
    if (g->s->over) {
        const uint32_t winners = cantrip_game_winners(game);
        return winners >> player & 1 ? WON : winners ? -WON : 0;
    }
    return rt_player_row(g, player)->lost ? -WON : balance(g, player);
}
