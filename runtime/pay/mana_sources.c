/* What could be spent: the pool, lands (CR 305.6) and mana abilities (CR 605). A mana ability whose only
 * cost is {T} and that does nothing but add mana is a unit (or several); any other is a source. */
#include "runtime/pay/mana.h"
#include "runtime/cast/cast.h"

#include <string.h>

/* CR 302.6: since the latest turn of its controller began; what was there before the game (turn 0) is not new. */
int rt_is_new(const rt_game *g, const rt_object *o)
{
    const uint32_t since = rt_here(g, o)->since_turn;
    return RT_IS(o, CREATURE) && since && since >= rt_player_row(g, o->controller)->last_turn;
}

int rt_is_sick(const rt_game *g, const rt_object *o)
{
    return rt_is_new(g, o) && !RT_DOES(o, TAPS_AT_ONCE);
}

static uint8_t bits_of(uint8_t m)
{
    uint8_t n = 0;
    for (; m; m &= (uint8_t)(m - 1))
        n++;
    return n;
}

/* May mana with this restriction pay the bill? (CR 106.6) */
static int restriction_allows(rt_game *g, const rt_bill *bill, rt_entity source, uint32_t only)
{
    CANTRIP_ASSERT(bill->player < g->s->player.count);
    if (!only)
        return 1;
    /* a selector of permanents allows activated abilities of these, any other spells */
    const uint32_t zones = g->pack->selector[only].zones, field = 1u << VM_ZONE_BATTLEFIELD;
    if (!bill->self || !bill->spell || (bill->spell == 1 ? zones == field : !(zones & field)))
        return 0;
    rt_ctx c = rt_ctx_for(g, source, VM_NO_SYMBOL);
    c.controller = (uint8_t)bill->player;
    return rt_match(g, only, bill->self, &c);
}

/* ---- units ------------------------------------------------------------------------------------ */

typedef struct gives { /* what a tap of an object gives */
    uint8_t mask[RT_MANA_MASKS];
    uint32_t count;
    uint32_t ability; /* which gives several, + 1; 0: one unit, of any of the colours in mask[0] */
    uint32_t only;
} gives;

uint8_t rt_land_mask(const rt_game *g, const rt_object *o)
{
    return RT_IS(o, LAND) && !(o->flags & RT_OF_NO_LAND_MANA)
               ? (uint8_t)(rt_subtypes(g, o)[0] & 31) /* the numbers of the basic land types */
               : 0;
}

/* All abilities that give one mana of some colour are one unit; else the first that gives several. */
static gives tap_gives(const rt_game *g, const rt_object *o, int taxed)
{
    CANTRIP_ASSERT(o->gen != 0 || o->zone == VM_ZONE_COUNT);
    gives r;
    memset(&r, 0, sizeof r);
    r.mask[0] = taxed ? 0 : rt_land_mask(g, o); /* for nothing it gives none */
    r.count = (uint32_t)(r.mask[0] != 0);
    if (!(o->ability_flags >> VM_ABILITY_ACTIVATED & 1))
        return r;
    const rt_mana_info *several = NULL;
    if (taxed)
        return r;
    for (uint32_t i = 0, n = rt_ability_count(g, o); i < n; i++) {
        uint32_t id = rt_ability_at(g, o, i);
        const rt_mana_info *m = &g->lib->mana[id];
        if (!m->free)
            continue;
        if (m->count == 1 && !m->only) {
            r.mask[0] |= m->mask[0];
            r.count = 1;
        } else if (!several) {
            several = m;
            r.ability = id + 1;
        }
    }
    if (several && !r.count) {
        memcpy(r.mask, several->mask, sizeof r.mask);
        r.count = several->count;
        r.only = several->only;
    } else {
        r.ability = 0;
    }
    return r;
}

enum { FEW = 48 }; /* units that are sorted soonest by putting each where it belongs */

static void put_by_price(rt_unit *to, const rt_unit *from, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = i;
        for (; k && to[k - 1].price > from[i].price; k--)
            to[k] = to[k - 1];
        to[k] = from[i];
    }
}

static void count_by_price(rt_unit *to, const rt_unit *from, uint32_t count)
{
    uint32_t at[256] = {0}, sum = 0;
    for (uint32_t i = 0; i < count; i++)
        at[from[i].price]++;
    for (uint32_t i = 0; i < 256; i++) {
        const uint32_t n = at[i];
        at[i] = sum;
        sum += n;
    }
    for (uint32_t i = 0; i < count; i++)
        to[at[from[i].price]++] = from[i];
}

/* By price; like ones stay in order. */
void rt_units_sort(rt_plan *p)
{
    int sorted = 1;
    for (uint32_t i = 1; i < p->unit_count && sorted; i++)
        sorted = p->unit[i - 1].price <= p->unit[i].price;
    if (sorted)
        return;
    rt_unit *to = rt_temp_alloc(p->g, p->unit_count * sizeof *to);
    if (p->unit_count <= FEW)
        put_by_price(to, p->unit, p->unit_count);
    else
        count_by_price(to, p->unit, p->unit_count);
    p->unit = to;
    p->unit_cap = p->unit_count;
}

static void pool_units(rt_game *g, const rt_bill *bill, rt_plan *p)
{
    CANTRIP_ASSERT(bill->player < g->s->player.count);
    for (uint32_t i = 0; i < g->s->mana.count; i++) {
        const rt_mana m = *rt_mana_row(g, i);
        if (m.player != bill->player || !restriction_allows(g, bill, m.source, m.only))
            continue;
        rt_unit_add(p, (rt_unit){.mask = (uint8_t)(1 << m.color),
                                 .pool = 1,
                                 .snow = m.snow,
                                 .only = m.only != 0,
                                 .row = i,
                                 .spells = m.only,
                                 .group = RT_GROUP_POOL | i});
    }
}

/* Does a rule make its mana abilities cost more? */
static int is_taxed(rt_game *g, rt_entity e)
{
    if (!(g->s->rules_union & RT_RULE(VM_MOD_ABILITIES_COST)))
        return 0;
    rt_bill b = {.self = e};
    rt_bill_ability_rules(g, &b, NULL);
    return b.extra > 0;
}

static int may_be_source(const rt_game *g, const rt_object *o)
{
    if (!(o->ability_flags >> VM_ABILITY_ACTIVATED & 1))
        return 0;
    if (g->s->rules_union & RT_RULE(VM_MOD_ABILITIES_COST))
        return 1;
    if (!o->granted)
        return g->lib->face[o->face].has_source;
    for (uint32_t i = 0; i < o->granted_count; i++)
        if (rt_is_source(g->lib, rt_ability_at(g, o, i)))
            return 1;
    return 0;
}

static void add_mana(rt_field *f, uint8_t mask, int counts)
{
    f->colors |= mask;
    f->most += f->most != UINT32_MAX;
    if (!counts)
        return;
    f->plain &= mask && !(mask & (mask - 1));
    f->have[__builtin_ctz(mask | 1u << 7)]++;
    f->all++;
}

/* An untapped permanent: how much it gives for a tap. */
static uint32_t count_in(rt_game *g, rt_field *f, const rt_object *o)
{
    CANTRIP_ASSERT(o->gen != 0 || o->zone == VM_ZONE_COUNT);
    const gives v = tap_gives(g, o, 0);
    const int ready = !rt_is_sick(g, o);
    for (uint32_t i = 0; i < v.count; i++)
        add_mana(f, v.mask[i], ready && v.count == 1 && !v.only);
    if (ready && (v.count > 1 || v.only))
        f->plain = 0;
    return v.count;
}

/* Which permanents of a player could give mana at all: most give none, and there may be very many of them. */
static void field_find(rt_game *g, uint32_t player, rt_field *f)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    const uint32_t *place, n = rt_actors(g, &place);
    *f = (rt_field){.place = f->place, .cap = f->cap, .plain = 1};
    rt_spend(g, n);
    for (uint32_t k = 0; k < n; k++) {
        const uint32_t i = place[k];
        const rt_object *o = rt_obj(g, rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i));
        if (o->controller != player)
            continue;
        const int source = may_be_source(g, o);
        f->sources |= (uint32_t)source;
        uint32_t given = 0;
        if (!(o->flags & RT_OF_TAPPED) &&
            (RT_IS(o, LAND) || o->ability_flags >> VM_ABILITY_ACTIVATED & 1))
            given = count_in(g, f, o);
        if (source || given)
            f->place[f->count++] = i;
    }
    f->at = g->s->dirty ? 0 : g->run->placed + 1;
    f->taps = g->run->taps;
    f->turn = g->s->turn;
}

/* With room for all permanents. */
static rt_field *field_row(rt_game *g, uint32_t player)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    rt_run *run = g->run;
    const base_memory *memory = g->pack->memory;
    if (run->field_players < g->s->player.count) { /* a state can be copied over one of fewer */
        rt_fields_drop(memory, run);
        run->fields = base_zeroed(memory, g->s->player.count, sizeof *run->fields);
        if (!run->fields)
            rt_fail(g, RT_FAULT_MEMORY, 0);
        run->field_players = g->s->player.count;
    }
    rt_field *f = &run->fields[player];
    const uint32_t n = rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0);
    if (f->cap < n + 1) {
        const uint32_t cap = n + n / 2 + 32;
        uint32_t *more = base_alloc(memory, cap * sizeof *more);
        if (!more)
            rt_fail(g, RT_FAULT_MEMORY, 0);
        base_free(memory, f->place);
        *f = (rt_field){.place = more, .cap = cap};
    }
    return f;
}

/* As it would be found now? */
static int field_is_right(rt_game *g, uint32_t player, const rt_field *f)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    const rt_temp_mark mark = rt_temp_here(g);
    rt_field now = {.place = rt_temp_alloc(g, f->cap * sizeof *now.place), .cap = f->cap};
    field_find(g, player, &now);
    const int same = now.all == f->all && now.most == f->most && now.colors == f->colors &&
                     now.plain == f->plain && now.sources == f->sources && now.count == f->count &&
                     !memcmp(now.have, f->have, sizeof now.have) &&
                     !memcmp(now.place, f->place, now.count * sizeof *now.place);
    rt_temp_release(g, mark);
    return same;
}

/* The pool, and whether cards in hand make mana. */
static void add_pool(rt_game *g, uint32_t player, rt_field *f)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    for (uint32_t i = 0; i < g->s->mana.count; i++) {
        const rt_mana *m = rt_mana_row(g, i);
        if (m->player != player)
            continue;
        add_mana(f, (uint8_t)(1 << m->color), !m->only);
        f->plain &= !m->only;
    }
    g->run->field_hand = 0;
    for (uint32_t i = 0; g->lib->has_hand_mana && i < rt_zone_count(g, VM_ZONE_HAND, player); i++)
        g->run->field_hand |=
            g->lib->face[rt_obj(g, rt_zone_at(g, VM_ZONE_HAND, player, i))->face].hand_mana;
}

/* Found out once for all that is asked about the same moment; what permanents give, as long as they are as they are. */
static void field_fill(rt_game *g, uint32_t player)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    rt_run *run = g->run;
    rt_field *kept = field_row(g, player);
    if (g->s->dirty || kept->at != g->run->placed + 1 || kept->taps != run->taps ||
        kept->turn != g->s->turn)
        field_find(g, player, kept);
    else
        RT_CHECK_AGAIN(g, field_is_right(g, player, kept));
    rt_field f = *kept;
    add_pool(g, player, &f);
    if (g->s->rules_union & RT_RULE(VM_MOD_CANT_ACTIVATE))
        f.plain = 0;
    if (rt_mana_may_change(g)) {
        f.most = UINT32_MAX;
        f.plain = 0;
    }
    run->field = f.place;
    run->field_count = f.count;
    run->field_sources = f.sources;
    memcpy(run->field_have, f.have, sizeof run->field_have);
    run->field_all = f.all;
    run->field_plain = f.plain;
    run->field_most = f.sources || run->field_hand ? UINT32_MAX : f.most;
    run->field_colors =
        run->field_most == UINT32_MAX || (g->s->rules_union & RT_RULE(VM_MOD_ANY_COLOR))
            ? RT_ANY_MANA
            : f.colors;
    run->field_player = player + 1;
}

/* The first that wants to know finds it out; often nobody does. */
void rt_field_keep(rt_game *g, uint32_t player)
{
    g->run->field_player = 0;
    g->run->field_wanted = player + 1;
}

void rt_field_ready(rt_game *g, uint32_t player)
{
    if (g->run->field_wanted == player + 1 && !g->run->field_player)
        field_fill(g, player);
}

void rt_field_drop(rt_game *g)
{
    g->run->field_player = g->run->field_wanted = 0;
}

/* How many places of the battlefield are worth looking at, and the i-th of them. */
static uint32_t field_count(const rt_game *g, uint32_t player)
{
    return g->run->field_player == player + 1 ? g->run->field_count
                                              : rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0);
}

static uint32_t field_at(const rt_game *g, uint32_t player, uint32_t i)
{
    return g->run->field_player == player + 1 ? g->run->field[i] : i;
}

typedef struct helpers {
    const rt_bill *bill;
    rt_plan *plan;
} helpers;

static void add_helper(rt_game *g, const helpers *h, uint32_t idx, uint32_t place, uint8_t mask,
                       uint32_t keyword)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(place <= g->s->object.count);
    const int field = rt_obj(g, idx)->zone == VM_ZONE_BATTLEFIELD;
    for (uint32_t u = 0; field && u < h->plan->unit_count; u++)
        if (rt_is_tap(&h->plan->unit[u]) && h->plan->unit[u].idx == idx) {
            h->plan->unit[u].mask |= mask; /* it is tapped once, for mana or instead of it */
            return;
        }
    rt_unit_add(h->plan, (rt_unit){.mask = mask,
                                   .price = field ? 20 : 40,
                                   .only = 1,
                                   .lead = 1,
                                   .helps = field ? RT_HELP_TAPPED : RT_HELP_EXILED,
                                   .keyword = (uint16_t)keyword,
                                   .group = place,
                                   .idx = idx});
}

/* What may be tapped or exiled in place of mana, by the rule that the spell has. */
static int find_helpers(rt_game *g, const vm_mod *m, const rt_ctx *rule, void *user)
{
    CANTRIP_ASSERT(rule->controller < g->s->player.count &&
                   (rule->ability == VM_NO_SYMBOL || rule->ability < g->pack->ability_count));
    CANTRIP_ASSERT(vm_mod_describe(m->op) != NULL);
    const helpers *h = user;
    const uint32_t zones = g->pack->selector[m->a].zones;
    const rt_ctx c = *rule;
    const uint32_t keyword =
        c.ability == VM_NO_SYMBOL || g->pack->ability[c.ability].keyword == VM_NO_SYMBOL
            ? 0
            : g->pack->ability[c.ability].keyword + 1;
    for (uint32_t zone = 0; zone < VM_ZONE_COUNT; zone++) {
        if (!(zones >> zone & 1))
            continue;
        const uint32_t n = rt_zone_count(g, zone, h->bill->player);
        rt_spend(g, n / 4 + 1);
        for (uint32_t i = 0; i < n; i++) {
            const uint32_t idx = rt_zone_at(g, zone, h->bill->player, i);
            const rt_entity e = rt_handle(g, idx);
            if (e == h->bill->self || e == h->bill->without || !rt_match(g, m->a, e, &c) ||
                (rt_obj(g, idx)->flags & RT_OF_TAPPED) || !rt_can_tap_for(g, e, keyword))
                continue;
            add_helper(g, h, idx, i, m->b ? rt_obj(g, idx)->colors & 31 : 0, keyword);
        }
    }
    return 0;
}

void rt_helpers_find(rt_game *g, const rt_bill *bill, rt_plan *p)
{
    helpers help = {bill, p};
    if (bill->spell == 1 && (g->lib->rules & RT_RULE(VM_MOD_HELPS_PAY)))
        rt_each_rule(g, VM_MOD_HELPS_PAY, bill->self, find_helpers, &help);
}

static void add_tap(const rt_game *g, rt_plan *p, const rt_unit *like, const gives *v,
                    const rt_made *made, uint32_t when)
{
    const rt_object *o = rt_obj(g, like->idx);
    rt_unit u = *like;
    u.price = (uint8_t)(bits_of(v->mask[0]) + (RT_IS(o, CREATURE) ? 16 : 0) +
                        (rt_ability_count(g, o) > 1 ? 8 : 0) - (v->only ? 1 : 0));
    u.snow = (o->types & VM_SUPER_SNOW) != 0;
    u.when = (uint8_t)when;
    for (uint32_t q = 0; q < made->count; q++) {
        u.mask = made->mask[q];
        rt_unit_add(p, u);
    }
}

static int same_made(const rt_made *a, const rt_made *b)
{
    return a->count == b->count && (!a->count || memcmp(a->mask, b->mask, a->count) == 0);
}

/* What comes along by triggers may depend on the type that is chosen: units of each way. */
static int add_bonus_taps(rt_game *g, const rt_bill *bill, rt_plan *p, const rt_unit *like,
                          const gives *v, rt_made *made)
{
    CANTRIP_ASSERT(bill->player < g->s->player.count);
    const uint32_t mask = made->mask[0];
    rt_made more[6];
    int found = 0, alike = 1, first = -1;
    for (int c = 0; c < 6; c++) {
        uint8_t one = (uint8_t)(1 << c);
        rt_made narrow = *made;
        if (!(mask >> c & 1))
            continue;
        if (mask & (mask - 1))
            narrow = (rt_made){.mask = &one, .count = 1};
        found |= rt_bonus_mana(g, bill, rt_handle(g, like->idx), &narrow, &more[c]);
        first = first < 0 ? c : first;
        alike &= same_made(&more[first], &more[c]);
    }
    for (int c = 0; c < 6 && found; c++) {
        rt_unit u = *like;
        if (!(mask >> c & 1) || (alike && c != first))
            continue;
        u.special = 1;
        u.lead = 0;
        u.spells = more[c].only;
        u.only = more[c].only != 0;
        add_tap(g, p, &u, v, &more[c], alike ? 63u : 1u << c);
        p->ways |= (uint32_t)!alike;
    }
    return found;
}

/* The mana of one tap. Where rules or triggers change it, it is tapped by itself, before anything is paid. */
static void add_taps(rt_game *g, const rt_bill *bill, rt_plan *p, uint32_t idx, uint32_t place,
                     const gives *v)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(place <= g->s->object.count);
    CANTRIP_ASSERT(bill->player < g->s->player.count);
    uint8_t mask[RT_MANA_MASKS];
    rt_made made = {.mask = mask, .count = v->count};
    rt_unit u = {.only = v->only != 0, .group = place, .idx = idx, .spells = v->only, .lead = 1};
    memcpy(mask, v->mask, sizeof mask);
    rt_produce(g, rt_handle(g, idx), &made);
    const uint32_t first = p->unit_count;
    u.special = made.mask != mask;
    add_tap(g, p, &u, v, &made, 63);
    if (rt_mana_may_change(g) && add_bonus_taps(g, bill, p, &u, v, &made))
        for (uint32_t k = first; k < p->unit_count; k++)
            p->unit[k].special = 1;
}

void rt_units_find(rt_game *g, const rt_bill *bill, rt_plan *p)
{
    CANTRIP_ASSERT(bill->player < g->s->player.count);
    uint32_t player = bill->player;
    rt_field_ready(g, player);
    const int kept = g->run->field_player == player + 1;
    p->unit_count = p->ways = 0;
    p->may_have_sources = kept && g->run->field_sources;
    pool_units(g, bill, p);
    for (uint32_t k = 0, n = g->run->pool_alone ? 0 : field_count(g, player); k < n; k++) {
        const uint32_t i = field_at(g, player, k), idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        const rt_object *o = rt_obj(g, idx);
        rt_spend(g, 1);
        if (o->controller != player)
            continue;
        p->may_have_sources |= (uint32_t)may_be_source(g, o);
        if ((o->flags & RT_OF_TAPPED) ||
            (!RT_IS(o, LAND) && !(o->ability_flags >> VM_ABILITY_ACTIVATED & 1)) ||
            rt_handle(g, idx) == bill->without || rt_is_sick(g, o))
            continue;
        gives v = tap_gives(g, o, is_taxed(g, rt_handle(g, idx)));
        if (!v.count || !rt_may_activate(g, rt_handle(g, idx), RT_OF_MANA) ||
            !restriction_allows(g, bill, rt_handle(g, idx), v.only))
            continue;
        o = rt_obj(g, idx);
        add_taps(g, bill, p, idx, i, &v);
    }
    if (!p->no_help)
        rt_helpers_find(g, bill, p);
    if ((g->s->rules_union & RT_RULE(VM_MOD_ANY_COLOR)) &&
        rt_rule_on(g, VM_MOD_ANY_COLOR, RT_PLAYER(player)))
        for (uint32_t u = 0; u < p->unit_count; u++) /* as though it were of any colour */
            p->unit[u].mask |= p->unit[u].helps ? 0 : 31;
}

static int gives_after_rules(rt_game *g, uint32_t idx, const uint8_t *mask, uint32_t count,
                             uint32_t color)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(color < 6);
    uint8_t own[RT_MANA_MASKS];
    rt_made made = {.mask = own, .count = count};
    const rt_temp_mark mark = rt_temp_here(g);
    memcpy(own, mask, count);
    rt_produce(g, rt_handle(g, idx), &made);
    int so = 0;
    for (uint32_t k = 0; k < made.count; k++)
        so |= made.mask[k] >> color & 1;
    rt_temp_release(g, mark);
    return so;
}

int32_t rt_free_ability(rt_game *g, uint32_t idx, uint32_t color)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(color < 6);
    const uint8_t land = rt_land_mask(g, rt_obj(g, idx));
    if (land && gives_after_rules(g, idx, &land, 1, color))
        return -1;
    for (uint32_t i = 0; i < rt_ability_count(g, rt_obj(g, idx)); i++) {
        const rt_mana_info *m = &g->lib->mana[rt_ability_at(g, rt_obj(g, idx), i)];
        if (m->free && gives_after_rules(g, idx, m->mask, m->count, color))
            return (int32_t)i;
    }
    return -1;
}

/* ---- sources ---------------------------------------------------------------------------------- */

uint32_t rt_cost_zone(const rt_game *g, const vm_cost *c)
{
    CANTRIP_ASSERT(c->kind < VM_COST_KIND_COUNT);
    g->run->looked |= RT_LOOKED_AT_OBJECTS; /* at what there is */
    const uint32_t total = c->kind == VM_COST_TOTAL ? vm_total_use(c->b) : VM_TOTAL_DISCARD;
    if (c->kind == VM_COST_SACRIFICE || c->kind == VM_COST_TAP_OTHERS || total == VM_TOTAL_TAP ||
        total == VM_TOTAL_SACRIFICE || c->kind == VM_COST_RETURN || c->kind == VM_COST_GIVE ||
        c->kind == VM_COST_REMOVE_FROM || c->kind == VM_COST_REMOVE_AMONG)
        return VM_ZONE_BATTLEFIELD;
    static const uint8_t FROM[] = {VM_ZONE_GRAVEYARD, VM_ZONE_BATTLEFIELD, VM_ZONE_STACK};
    const int exiles = c->kind == VM_COST_EXILE || total == VM_TOTAL_EXILE;
    for (size_t i = 0; exiles && i < sizeof FROM; i++)
        if (g->pack->selector[c->sel].zones >> FROM[i] & 1)
            return FROM[i];
    return VM_ZONE_HAND;
}

/* Are the things that pay it tapped? */
int rt_cost_taps(const vm_cost *c)
{
    return c->kind == VM_COST_TAP_OTHERS ||
           (c->kind == VM_COST_TOTAL && vm_total_use(c->b) == VM_TOTAL_TAP);
}

int rt_cost_candidate(rt_game *g, const vm_cost *c, uint32_t player, rt_entity self, rt_entity e)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    CANTRIP_ASSERT(rt_is_entity(g, e));
    CANTRIP_ASSERT(rt_is_entity(g, self));
    const rt_object *o = rt_live(g, e);
    uint32_t zone = rt_cost_zone(g, c);
    const int shared = zone == VM_ZONE_BATTLEFIELD || zone == VM_ZONE_STACK, taps = rt_cost_taps(c);
    if (!o || o->zone != zone || (shared && o->controller != player) ||
        (zone == VM_ZONE_HAND && e == self) ||
        ((c->kind == VM_COST_REMOVE_FROM || c->kind == VM_COST_REMOVE_AMONG) &&
         rt_counters(g, e, (int32_t)c->b) < 1) ||
        (taps && (o->flags & RT_OF_TAPPED)) ||
        (c->kind == VM_COST_TOTAL && rt_property(g, e, vm_total_property(c->b)) < 0) ||
        (taps && c->kind == VM_COST_TOTAL && !rt_can_tap_for(g, e, c->b >> 8)))
        return 0;
    rt_ctx ctx = rt_ctx_for(g, self, VM_NO_SYMBOL);
    ctx.controller = (uint8_t)player;
    return rt_match(g, c->sel, e, &ctx) &&
           !((c->kind == VM_COST_SACRIFICE || c->kind == VM_COST_GIVE ||
              (c->kind == VM_COST_TOTAL && vm_total_use(c->b) == VM_TOTAL_SACRIFICE)) &&
             rt_rule_on(g, VM_MOD_CANT_BE_SACRIFICED, e));
}

/* So many mana of the masks of some cost rows, or (NULL) of `mask`. */
static void makes(rt_game *g, rt_made *s, int64_t times, const vm_cost *rows, uint32_t count,
                  uint32_t mask)
{
    const uint64_t n = (times > 0 ? (uint64_t)times : 0) * count;
    if (n > VM_NUMBER_MAX)
        rt_fail(g, RT_FAULT_FUEL, 0);
    rt_spend(g, (uint32_t)n);
    uint8_t *made = rt_temp_alloc(g, s->count + n + 1);
    if (s->count)
        memcpy(made, s->mask, s->count);
    for (uint64_t i = 0; i < n; i++)
        made[s->count + i] = (uint8_t)(rows ? rows[i % count].a : mask);
    s->mask = made;
    if (rows || mask)
        s->count += (uint32_t)n;
}

static void made_by(rt_game *g, uint32_t native, const uint64_t *args, const uint32_t *imm,
                    rt_made *out_made)
{
    if (native == VM_NATIVE_add_mana) {
        makes(g, out_made, (int32_t)args[1], &g->pack->cost[imm[0]], imm[1], 0);
        out_made->only = imm[2];
    } else if (native == VM_NATIVE_add_any_mana) {
        const uint32_t mask = (uint32_t)args[2] & RT_ANY_MANA;
        out_made->several |= (int32_t)args[1] > 1 && !imm[0] && (mask & (mask - 1));
        makes(g, out_made, (int32_t)args[1], NULL, 1, mask);
        out_made->only = imm[1];
    }
}

void rt_dry_mana(rt_game *g, const rt_bill *bill, const rt_ctx *of, rt_made *out_made)
{
    CANTRIP_ASSERT(bill->player < g->s->player.count);
    const vm_pack *pack = g->pack;
    if (g->lib->mana[of->ability].pool || !pack->ability[of->ability].effect)
        return; /* what is there when it is used is not known ahead; it can be without effect, or have modes */
    const vm_func *f = &pack->func[pack->ability[of->ability].effect];
    uint64_t regs[VM_REG_MAX] = {0}, value;
    uint32_t pc = 0, heap = g->s->heap.count;
    rt_ctx c = *of;
    rt_dry dry;
    rt_dry_begin(&dry, (rt_env){g, &c, 0, 0});
    for (;;) {
        vm_result r = vm_run(pack, f, &pc, regs, &g->run->fuel, rt_dry_world, &dry, &value);
        if (r == VM_RAN_OUT)
            rt_fail(g, RT_FAULT_FUEL, 0);
        if (r != VM_NATIVE_CALL)
            break;
        vm_insn i = vm_insn_at(pack, f->code, pc);
        uint32_t imm[4] = {0}, words = 0;
        while (pc + 1 + words < f->code_count / 2 &&
               vm_insn_at(pack, f->code, pc + 1 + words).op == VM_OP_IMM) {
            if (words < 4)
                imm[words] = (uint32_t)vm_insn_at(pack, f->code, pc + 1 + words).imm;
            words++;
        }
        made_by(g, (uint32_t)i.imm, &regs[i.a], imm, out_made);
        pc += 1 + words;
    }
    g->s->heap.count = heap;
    if (bill->self && !restriction_allows(g, bill, of->self, out_made->only))
        out_made->count = 0;
}

/* What a source would add, with what rules and triggers make of it. */
static void source_makes(rt_game *g, const rt_bill *bill, rt_source *s)
{
    CANTRIP_ASSERT(bill->player < g->s->player.count);
    rt_ctx c = rt_ctx_for(g, rt_handle(g, s->idx), s->ability);
    rt_ctx_given(g, &c, rt_obj(g, s->idx), s->number);
    rt_made made = {0}, more;
    c.controller = (uint8_t)bill->player;
    c.x = s->x;
    rt_dry_mana(g, bill, &c, &made);
    if (s->taps)
        rt_produce(g, c.self, &made);
    s->color = made.several;
    s->only = made.only != 0;
    s->own_count = made.count;
    if (s->taps && rt_bonus_mana(g, bill, c.self, &made, &more) && more.count) {
        uint8_t *mask = rt_temp_alloc(g, made.count + more.count);
        memcpy(mask, made.mask, made.count);
        memcpy(mask + made.count, more.mask, more.count);
        made.mask = mask;
        made.count += more.count;
    }
    s->made = made.mask;
    s->made_count = made.count;
}

/* How little one likes to pay this: the price of a source. */
static uint8_t price_of(const vm_cost *c)
{
    switch (c->kind) {
    case VM_COST_TAP:
    case VM_COST_UNTAP:
        return 1;
    case VM_COST_LIFE:
        return (uint8_t)(20 + (c->a < 20 ? c->a : 20));
    case VM_COST_TAP_OTHERS:
        return 10;
    case VM_COST_REMOVE:
    case VM_COST_REMOVE_FROM:
    case VM_COST_REMOVE_AMONG:
        return 50;
    case VM_COST_DISCARD:
    case VM_COST_CYCLE:
    case VM_COST_EXILE:
        return 70;
    case VM_COST_RETURN:
        return 60;
    case VM_COST_SACRIFICE:
        return 90;
    default:
        return 3;
    }
}

/* One source; or one for each type, where all that it makes is of one. */
static void add_ways(rt_game *g, rt_plan *p, const rt_source *s)
{
    if (!s->color) {
        rt_source_add(p, s);
        return;
    }
    for (uint32_t color = 0; color < 6; color++) {
        rt_source one = *s;
        if (!(s->made[0] >> color & 1))
            continue;
        one.color = (uint8_t)(color + 1);
        one.made = rt_temp_alloc(g, s->made_count);
        for (uint32_t k = 0; k < s->made_count; k++)
            one.made[k] =
                k < s->own_count && (s->made[k] >> color & 1) ? (uint8_t)(1 << color) : s->made[k];
        rt_source_add(p, &one);
    }
}

static void add_source(rt_game *g, const rt_bill *bill, rt_plan *p, uint32_t idx, uint32_t number)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(bill->player < g->s->player.count);
    uint32_t id = rt_ability_at(g, rt_obj(g, idx), number), price = 0;
    const vm_ability *a = &g->pack->ability[id];
    const rt_object *o = rt_obj(g, idx);
    rt_source s = {.idx = idx, .ability = id, .number = number, .repeats = 1};
    if (!(a->zones >> o->zone & 1) || !a->effect ||
        (a->flags & (VM_AF_INSTANT | VM_AF_SORCERY)) || /* it is neither time while paying */
        !rt_may_activate(g, rt_handle(g, idx), RT_OF_MANA))
        return;
    o = rt_obj(g, idx);
    if ((a->flags & (VM_AF_ONCE_EACH_TURN | VM_AF_ONCE)) &&
        rt_was_activated(g, rt_handle(g, idx), number))
        return;
    rt_ctx c = rt_ctx_for(g, rt_handle(g, idx), id);
    rt_ctx_given(g, &c, rt_obj(g, idx), number);
    c.controller = (uint8_t)bill->player;
    if (a->condition && !rt_value(g, a->condition, &c, 0))
        return;
    for (uint32_t i = 0; i < a->cost_count; i++) {
        const vm_cost *row = &g->pack->cost[a->cost + i];
        if (row->kind == VM_COST_WAY)
            return;
        int self = row->kind == VM_COST_TAP || row->kind == VM_COST_UNTAP ||
                   ((row->kind == VM_COST_SACRIFICE || row->kind == VM_COST_DISCARD ||
                     row->kind == VM_COST_CYCLE || row->kind == VM_COST_EXILE ||
                     row->kind == VM_COST_RETURN) &&
                    !row->a) ||
                   vm_cost_takes_all(row->kind, row->a);
        s.uses_self |= (uint8_t)self;
        s.taps |= row->kind == VM_COST_TAP;
        price += price_of(row);
    }
    if (s.uses_self && rt_handle(g, idx) == bill->without)
        return;
    if (s.uses_self || (a->flags & (VM_AF_ONCE_EACH_TURN | VM_AF_ONCE)))
        s.repeats = 0;
    s.snow = (rt_obj(g, idx)->types & VM_SUPER_SNOW) != 0;
    rt_bill own = {
        .player = bill->player, .self = rt_handle(g, idx), .range = {{a->cost, a->cost_count, 1}}};
    const int any_x = rt_has_x(g, a->cost, a->cost_count);
    const int64_t most = any_x ? (int64_t)p->demand_count + (p->generic > 0 ? p->generic : 0) : 1;
    for (s.x = any_x; s.x <= most || !any_x; s.x++) {
        own.x = s.x;
        rt_bill_ability_rules(g, &own, a);
        s.extra = own.extra;
        rt_spend(g, 4);
        if (!rt_other_costs_ok(g, &own))
            return;
        s.price = (uint8_t)(price + (uint32_t)s.x > 255 ? 255 : price + (uint32_t)s.x);
        source_makes(g, bill, &s);
        if (s.made_count)
            add_ways(g, p, &s);
        if (!any_x)
            return;
    }
}

static void sources_of(rt_game *g, const rt_bill *bill, rt_plan *p, uint32_t idx)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(bill->player < g->s->player.count);
    const rt_object *o = rt_obj(g, idx);
    if (!may_be_source(g, o))
        return;
    const int taxed = is_taxed(g, rt_handle(g, idx));
    const gives v = tap_gives(g, rt_obj(g, idx), taxed);
    for (uint32_t i = 0; i < rt_ability_count(g, rt_obj(g, idx)); i++) {
        uint32_t id = rt_ability_at(g, rt_obj(g, idx), i);
        const rt_mana_info *m = &g->lib->mana[id];
        if (!(g->pack->ability[id].flags & VM_AF_MANA) || id + 1 == v.ability ||
            g->pack->ability[id].kind != VM_ABILITY_ACTIVATED) /* one that triggers is no source */
            continue;
        if (m->free && m->count == 1 && !m->only && !taxed)
            continue; /* part of the unit */
        add_source(g, bill, p, idx, i);
    }
}

void rt_sources_find(rt_game *g, const rt_bill *bill, rt_plan *p)
{
    CANTRIP_ASSERT(bill->player < g->s->player.count);
    CANTRIP_ASSERT(!p->source_count);
    if (g->run->pool_alone)
        return;
    for (uint32_t i = 0; p->may_have_sources && i < field_count(g, bill->player); i++) {
        const uint32_t place = field_at(g, bill->player, i),
                       idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, place);
        rt_spend(g, 1);
        if (rt_obj(g, idx)->controller == bill->player)
            sources_of(g, bill, p, idx);
    }
    const int kept = g->run->field_player == bill->player + 1;
    for (uint32_t i = 0; !bill->open && (kept ? g->run->field_hand : g->lib->has_hand_mana) &&
                         i < rt_zone_count(g, VM_ZONE_HAND, bill->player);
         i++) {
        uint32_t idx = rt_zone_at(g, VM_ZONE_HAND, bill->player, i);
        if (g->lib->face[rt_obj(g, idx)->face].hand_mana && rt_handle(g, idx) != bill->self)
            sources_of(g, bill, p, idx);
    }
}
