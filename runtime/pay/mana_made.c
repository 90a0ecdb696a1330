/* What mana abilities really give: rules about what a permanent tapped for mana produces (CR 106.11b), triggered mana
 * abilities (CR 605.1b, 605.4), what something could produce (CR 106.7), and how long mana lasts (CR 106.4, 500.4). */
#include "runtime/pay/mana.h"

#include <string.h>

#define TAPPED_FOR_MANA (UINT64_C(1) << VM_EVENT_tapped_for_mana)
#define MANA_SPENT      (UINT64_C(1) << VM_EVENT_mana_spent)

/* ---- what is produced (CR 106.11b) -------------------------------------------------------------- */

typedef struct product {
    rt_made *made;
    uint32_t types, single, times, later;
} product;

static int change_product(rt_game *g, const vm_mod *m, const rt_ctx *c, void *user)
{
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    CANTRIP_ASSERT(vm_mod_describe(m->op) != NULL);
    product *p = user;
    (void)g, (void)c;
    if (p->later != ((m->flags & VM_MF_SEVERAL) != 0) || (p->later && p->made->count < 2))
        return 0;
    p->types |= m->a & RT_ANY_MANA;
    p->single |= !m->b;
    if (m->b > 1)
        p->times = m->b * p->times > VM_NUMBER_MAX ? VM_NUMBER_MAX : m->b * p->times;
    return 0;
}

static void produce(rt_game *g, rt_entity e, rt_made *made, uint32_t later)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    product p = {made, 0, 0, 1, later};
    rt_each_rule(g, VM_MOD_PRODUCES, e, change_product, &p);
    if (!made->count || (!p.types && !p.single && p.times == 1))
        return;
    if (p.single)
        made->count = 1;
    const uint64_t n = (uint64_t)made->count * p.times;
    if (n > VM_NUMBER_MAX)
        rt_fail(g, RT_FAULT_FUEL, 0);
    rt_spend(g, (uint32_t)n);
    uint8_t *mask = rt_temp_alloc(g, n + 1);
    for (uint64_t i = 0; i < n; i++)
        mask[i] = p.types ? (uint8_t)p.types : made->mask[i / p.times];
    made->mask = mask;
    made->count = (uint32_t)n;
    made->mixed &= !p.types;
}

/* Its controller puts the rules in an order (CR 616.1): types first, so that what multiplies still counts. */
void rt_produce(rt_game *g, rt_entity e, rt_made *made)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    if (!rt_may_rule(g, VM_MOD_PRODUCES, e))
        return;
    produce(g, e, made, 0);
    produce(g, e, made, 1);
}

int rt_taps(const rt_game *g, uint32_t ability)
{
    CANTRIP_ASSERT(ability < g->pack->ability_count);
    const vm_ability *a = &g->pack->ability[ability];
    for (uint32_t i = 0; i < a->cost_count; i++)
        if (g->pack->cost[a->cost + i].kind == VM_COST_TAP)
            return a->kind == VM_ABILITY_ACTIVATED;
    return 0;
}

/* ---- events -------------------------------------------------------------------------------------- */

static int is_waited_for(const rt_game *g, uint64_t what)
{
    return g->s->delayed.count || ((g->s->listening | rt_waits_elsewhere(g)) & what) ||
           (g->lib->history & what);
}

int rt_mana_may_change(const rt_game *g)
{
    return (g->s->rules_union & RT_RULE(VM_MOD_PRODUCES)) || g->s->delayed.count ||
           ((g->s->listening | rt_waits_elsewhere(g)) & TAPPED_FOR_MANA);
}

/* To the batch at hand: `e` was tapped for so much mana of these types (CR 106.11a). */
void rt_tapped_event(rt_game *g, rt_entity e, uint32_t player, int32_t count, uint32_t types)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    CANTRIP_ASSERT(rt_is_entity(g, e));
    if (count <= 0 || !is_waited_for(g, TAPPED_FOR_MANA))
        return;
    rt_event *v = rt_event_add(g, RT_EV_MANA, 0);
    v->obj = e;
    v->player = (uint8_t)player;
    v->amount = count;
    v->aux = types;
}

/* To the batch at hand: one mana was spent on what the bill is for (CR 106.6). */
void rt_spent_event(rt_game *g, const rt_bill *b, const rt_mana *m)
{
    CANTRIP_ASSERT(b->player < g->s->player.count);
    if (!m->payment || !b->self || !b->spell || !g->s->delayed.count ||
        !is_waited_for(g, MANA_SPENT))
        return;
    rt_event *v = rt_event_add(g, RT_EV_SPENT, 0);
    v->obj = b->self;
    v->src = m->source;
    v->player = m->player;
    v->aux = m->payment;
}

/* ---- triggered mana abilities (CR 605.4a) --------------------------------------------------------- */

/* Those that wait are carried out at once, without the stack; 0 = there are none. */
int rt_mana_triggers(rt_game *g)
{
    for (uint32_t row = 0; row < g->s->pending.count; row++) {
        const uint32_t ctx = *rt_pending_row(g, row) - 1;
        if (!(g->pack->ability[rt_ctx_row(g, ctx)->ability].flags & VM_AF_MANA))
            continue;
        memmove(rt_pending_row(g, row), rt_pending_rows(g, row + 1),
                (g->s->pending.count - row - 1) * sizeof(uint32_t));
        g->s->pending.count--;
        rt_mana_effect(g, ctx);
        return 1;
    }
    return 0;
}

typedef struct bonus {
    const rt_bill *bill;
    rt_made *made;
    uint32_t found;
} bonus;

static void add_bonus(rt_game *g, const rt_ctx *c, void *user)
{
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    bonus *b = user;
    if (!(g->pack->ability[c->ability].flags & VM_AF_MANA))
        return;
    b->found = 1;
    rt_made more = {0};
    rt_dry_mana(g, b->bill, c, &more);
    if (!more.count)
        return;
    uint8_t *mask = rt_temp_alloc(g, b->made->count + more.count);
    if (b->made->count)
        memcpy(mask, b->made->mask, b->made->count);
    memcpy(mask + b->made->count, more.mask, more.count);
    b->made->mask = mask;
    b->made->count += more.count;
}

/* What triggered mana abilities would add if it were tapped for that; 0 = none would trigger. */
int rt_bonus_mana(rt_game *g, const rt_bill *bill, rt_entity e, const rt_made *made,
                  rt_made *out_more)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    CANTRIP_ASSERT(bill->player < g->s->player.count);
    const uint64_t waits = g->s->listening | rt_listens_elsewhere(g);
    memset(out_more, 0, sizeof *out_more);
    if (!made->count || (!(waits & TAPPED_FOR_MANA) && !g->s->delayed.count))
        return 0;
    rt_event v;
    memset(&v, 0, sizeof v);
    v.kind = RT_EV_MANA;
    v.obj = e;
    v.player = (uint8_t)bill->player;
    v.amount = (int32_t)made->count;
    for (uint32_t i = 0; i < made->count; i++)
        v.aux |= made->mask[i];
    bonus b = {bill, out_more, 0};
    rt_would_trigger(g, &v, TAPPED_FOR_MANA, add_bonus, &b);
    return (int)b.found;
}

/* ---- what could be produced (CR 106.7) -------------------------------------------------------------- */

static uint32_t types_of(rt_game *g, uint32_t idx)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    rt_object *o = rt_obj(g, idx);
    const rt_bill nobody = {.player = o->controller};
    uint32_t types = 0;
    for (uint32_t k = 0, n = rt_ability_count(g, o) + 1; k < n; k++) {
        rt_made made = {0};
        uint8_t land = rt_land_mask(g, rt_obj(g, idx));
        if (k + 1 < n) {
            const uint32_t id = rt_ability_at(g, rt_obj(g, idx), k);
            if (!(g->pack->ability[id].flags & VM_AF_MANA) ||
                g->pack->ability[id].kind != VM_ABILITY_ACTIVATED)
                continue;
            rt_ctx c = rt_ctx_for(g, rt_handle(g, idx), id);
            rt_ctx_given(g, &c, rt_obj(g, idx), k);
            c.controller = (uint8_t)nobody.player;
            rt_dry_mana(g, &nobody, &c, &made);
            if (rt_taps(g, id))
                rt_produce(g, rt_handle(g, idx), &made);
        } else if (land) {
            made = (rt_made){.mask = &land, .count = 1};
            rt_produce(g, rt_handle(g, idx), &made);
        }
        for (uint32_t i = 0; i < made.count; i++)
            types |= made.mask[i];
    }
    return types;
}

/* Things whose abilities ask what others could produce ask each other: found for all at once, by going round until
 * nothing is added. */
uint32_t rt_could_produce(rt_game *g, uint64_t set)
{
    CANTRIP_ASSERT(rt_is_set(g, set));
    const rt_temp_mark mark = rt_temp_here(g);
    const int outer = !g->run->could;
    uint32_t types = 0;
    if (outer) {
        const uint32_t n = rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0);
        g->run->could = rt_temp_zeroed(g, g->s->object.count);
        for (int again = 1; again;) {
            again = 0;
            for (uint32_t i = 0; i < n; i++) {
                const uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
                rt_spend(g, 4);
                const uint8_t now = (uint8_t)types_of(g, idx);
                again |= now != g->run->could[idx];
                g->run->could[idx] |= now;
            }
            again &= g->run->could_asked;
        }
    }
    g->run->could_asked = 1;
    for (uint32_t i = 0; i < rt_set_count(set); i++) {
        const rt_object *o = rt_live(g, rt_set_at(g, set, i));
        types |=
            o && o->zone == VM_ZONE_BATTLEFIELD ? g->run->could[RT_INDEX(rt_set_at(g, set, i))] : 0;
    }
    if (outer) {
        g->run->could = NULL;
        g->run->could_asked = 0;
        rt_temp_release(g, mark);
    }
    return types;
}

/* ---- the pool ---------------------------------------------------------------------------------------- */

typedef struct keep {
    uint32_t keeps, pales;
} keep;

static int keeps(rt_game *g, const vm_mod *m, const rt_ctx *c, void *user)
{
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    CANTRIP_ASSERT(vm_mod_describe(m->op) != NULL);
    keep *k = user;
    (void)g, (void)c;
    k->keeps |= m->b ? 0 : m->a;
    k->pales |= m->b ? m->a : 0;
    return 0;
}

/* What the effect with this payment has made lasts until the end of the turn. */
void rt_mana_keep(rt_game *g, uint32_t payment)
{
    for (uint32_t i = 0; payment && i < g->s->mana.count; i++)
        if (rt_mana_row(g, i)->payment == payment)
            rt_mana_row(g, i)->kept = 1;
}

static int is_in_pool(const rt_game *g, uint32_t payment)
{
    for (uint32_t i = 0; i < g->s->mana.count; i++)
        if (rt_mana_row(g, i)->payment == payment)
            return 1;
    return 0;
}

/* What waits for mana that is not there any more waits for nothing. */
static void drop_waiting(rt_game *g)
{
    for (uint32_t i = 0; i < g->s->delayed.count;) {
        const rt_ctx *c = rt_ctx_row(g, rt_delayed_row(g, i)->ctx - 1);
        if (g->pack->ability[c->ability].event == VM_EVENT_mana_spent && !is_in_pool(g, c->payment))
            rt_delayed_drop(g, i);
        else
            i++;
    }
}

/* As a step or phase ends (CR 500.4); `turn`: the last of the turn. */
void rt_mana_empty(rt_game *g, int turn)
{
    uint32_t left = 0;
    const uint32_t had = g->s->mana.count;
    if (!had)
        return;
    rt_refresh(g);
    for (uint32_t i = 0; i < g->s->mana.count; i++) {
        rt_mana m = *rt_mana_row(g, i);
        keep k = {0, 0};
        if (g->lib->rules & RT_RULE(VM_MOD_KEEPS_MANA))
            rt_each_rule(g, VM_MOD_KEEPS_MANA, RT_PLAYER(m.player), keeps, &k);
        const int stays = (m.kept && !turn) || (k.keeps >> m.color & 1);
        if (!stays && !(k.pales >> m.color & 1))
            continue;
        if (!stays)
            m.color = 5;
        *rt_mana_row(g, left++) = m;
    }
    g->s->mana.count = left;
    if (g->s->volatile_statics)
        rt_dirty(g);
    if (g->s->delayed.count)
        drop_waiting(g);
}
