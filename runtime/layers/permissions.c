/* What rules allow beyond what players may do anyway (CR 601.3), and what they make spells and abilities cost (601.2f). */
#include "runtime/cast/cast.h"

/* ---- playing cards from elsewhere ---------------------------------------------------------------- */

typedef struct permission_query {
    uint32_t player, idx;
    int of_card; /* the rule is about the card itself */
    rt_permission_fn each;
    void *user;
    uint32_t made; /* the effect whose rule it was that `each` was content with */
} permission_query;

static int allows(rt_game *g, const vm_mod *m, const rt_ctx *rule, void *user)
{
    CANTRIP_ASSERT(rule->controller < g->s->player.count &&
                   (rule->ability == VM_NO_SYMBOL || rule->ability < g->pack->ability_count));
    CANTRIP_ASSERT(vm_mod_describe(m->op) != NULL);
    permission_query *q = user;
    const rt_entity card = rt_handle(g, q->idx);
    const uint32_t permission = (uint32_t)(m - g->pack->mod) + 1, zone = rt_obj(g, q->idx)->zone;
    if (q->of_card ? rule->controller != q->player
                   : !(g->pack->selector[m->a].zones >> zone & 1) || !rt_match(g, m->a, card, rule))
        return 0;
    const int enough = q->each(g, q->player, q->idx, permission, q->user);
    q->made = enough ? rule->made : 0;
    return enough;
}

static int each_permission(rt_game *g, permission_query *q)
{
    const rt_object *o = rt_obj(g, q->idx);
    const int by_rules = (g->s->rules_union & RT_RULE(VM_MOD_MAY_PLAY)) != 0;
    if (!by_rules && !(o->ability_flags >> VM_ABILITY_STATIC & 1))
        return 0;
    q->of_card = 1;
    const int r = rt_each_rule(g, VM_MOD_MAY_PLAY, rt_handle(g, q->idx), allows, q);
    q->of_card = 0;
    return r || !by_rules ? r : rt_each_rule(g, VM_MOD_MAY_PLAY, RT_PLAYER(q->player), allows, q);
}

int rt_each_permission(rt_game *g, uint32_t player, uint32_t idx, rt_permission_fn each, void *user)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    CANTRIP_ASSERT(player < g->s->player.count);
    permission_query q = {player, idx, 1, each, user, 0};
    return each_permission(g, &q);
}

static int is_that(rt_game *g, uint32_t player, uint32_t idx, uint32_t permission, void *user)
{
    CANTRIP_ASSERT(player < g->s->player.count && idx < g->s->object.count);
    return permission == *(const uint32_t *)user;
}

/* The effect that gives that permission: rt_state.resolution, or 0. */
uint32_t rt_permitted_by(rt_game *g, uint32_t player, uint32_t idx, uint32_t permission)
{
    CANTRIP_ASSERT(player < g->s->player.count && idx < g->s->object.count);
    permission_query q = {player, idx, 1, is_that, &permission, 0};
    return permission && permission != RT_PERMIT_FREE && each_permission(g, &q) ? q.made : 0;
}

int rt_permitted_cost(rt_game *g, uint32_t permission, const vm_face *f, rt_bill *b)
{
    CANTRIP_ASSERT(b->player < g->s->player.count);
    CANTRIP_ASSERT(f->shape < VM_SHAPE_COUNT);
    const vm_mod *m =
        permission && permission != RT_PERMIT_FREE ? &g->pack->mod[permission - 1] : NULL;
    const uint32_t
        keyword = /* a face for which another cost is paid, as its first ability says (bestow) */
        f->shape == VM_SHAPE_AS_AURA ? g->pack->ability[f->abilities].mode_max : 0;
    const rt_cost_range own = {f->cost, f->cost_count, 1, keyword, 0},
                        said = {m ? m->b : 0, m ? m->flags >> VM_MF_COSTS_SHIFT : 0, 1,
                                rt_permission_keyword(g, permission), 0};
    b->range[0] = own;
    if (permission == RT_PERMIT_FREE || (m && m->flags & VM_MF_FREE))
        b->range[0] = (rt_cost_range){0, 0, 0, 0, 0};
    else if (said.count && m->flags & VM_MF_IN_ADDITION)
        rt_bill_add(g, b, said);
    else if (said.count)
        b->range[0] = said;
    return b->range[0].first == own.first && b->range[0].count == own.count &&
           b->range[0].times == own.times;
}

/* The keyword of the ability that holds the rule, + 1: flashback, retrace. */
uint32_t rt_permission_keyword(const rt_game *g, uint32_t permission)
{
    return permission && permission != RT_PERMIT_FREE ? g->lib->mod_keyword[permission - 1] : 0;
}

static int spells_meant(rt_game *g, const vm_mod *m, const rt_ctx *rule, void *user)
{
    return !m->a || rt_match(g, m->a, *(const rt_entity *)user, rule);
}

/* What a card says of itself: this has flash while ... */
static int is_theirs(rt_game *g, const vm_mod *m, const rt_ctx *rule, void *user)
{
    (void)g, (void)m;
    return rule->controller == *(const uint32_t *)user;
}

int rt_as_flash(rt_game *g, uint32_t player, rt_entity card)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    CANTRIP_ASSERT(rt_is_entity(g, card));
    if (rt_each_rule(g, VM_MOD_AS_FLASH, card, is_theirs, &player))
        return 1;
    return rt_each_rule(g, VM_MOD_AS_FLASH, RT_PLAYER(player), spells_meant, &card);
}

/* ---- costs ----------------------------------------------------------------------------------------- */

typedef struct change {
    rt_bill *bill;
    int32_t extra, least, targets, of_mana;
    uint32_t keyword; /* of an ability: what it comes from, or VM_NO_SYMBOL */
} change;

static int add_generic(rt_game *g, const vm_mod *m, const rt_ctx *rule, void *user)
{
    CANTRIP_ASSERT(rule->controller < g->s->player.count &&
                   (rule->ability == VM_NO_SYMBOL || rule->ability < g->pack->ability_count));
    CANTRIP_ASSERT(vm_mod_describe(m->op) != NULL);
    change *n = user;
    const int32_t times = !(m->flags & VM_MF_EACH_FURTHER_TARGET) ? 1
                          : n->targets > 1                        ? n->targets - 1
                                                                  : 0;
    n->extra = rt_sum(n->extra, (int64_t)rt_mod_value(g, m, 0, NULL, rule, n->bill->self) * times);
    return 0;
}

static int add_symbols(rt_game *g, const vm_mod *m, const rt_ctx *rule, void *user)
{
    CANTRIP_ASSERT(rule->controller < g->s->player.count &&
                   (rule->ability == VM_NO_SYMBOL || rule->ability < g->pack->ability_count));
    CANTRIP_ASSERT(vm_mod_describe(m->op) != NULL);
    (void)rule;
    const change *n = user;
    const uint32_t times = !(m->flags & VM_MF_EACH_FURTHER_TARGET) ? 1
                           : n->targets > 1                        ? (uint32_t)n->targets - 1
                                                                   : 0;
    rt_bill_add(g, n->bill, (rt_cost_range){m->b, m->flags >> VM_MF_COSTS_SHIFT, times, 0, 0});
    return 0;
}

/* Of a symbol with two halves the one that the cost has, else the first (CR 117.7f): its color, or 6 for generic mana. Where
 * whoever pays can choose, that is left to the plan. */
static uint32_t half_of(const rt_game *g, const rt_bill *b, const vm_cost *c)
{
    uint32_t has = 0, generic = 0;
    for (uint32_t i = 0; i < rt_bill_count(b); i++) {
        const vm_cost *of = rt_bill_cost(g, b, i);
        if (of->kind == VM_COST_MANA && !(of->a & (of->a - 1)))
            has |= of->a;
        generic += of->kind == VM_COST_GENERIC ? of->a : 0;
    }
    if (c->kind == VM_COST_TWO_OR && (generic >= c->b || !(has & c->a)))
        return 6;
    const uint32_t mask = has & c->a ? has & c->a : c->a;
    return mask ? (uint32_t)__builtin_ctz(mask) : 6;
}

static int drop_symbols(rt_game *g, const vm_mod *m, const rt_ctx *rule, void *user)
{
    CANTRIP_ASSERT(rule->controller < g->s->player.count &&
                   (rule->ability == VM_NO_SYMBOL || rule->ability < g->pack->ability_count));
    CANTRIP_ASSERT(vm_mod_describe(m->op) != NULL);
    change *n = user;
    rt_bill *b = n->bill;
    (void)rule;
    b->any_less = 1;
    for (uint32_t i = 0; i < m->flags >> VM_MF_COSTS_SHIFT; i++) {
        const vm_cost *c = &g->pack->cost[m->b + i];
        const int is_half =
            c->kind == VM_COST_TWO_OR || (c->kind == VM_COST_MANA && (c->a & (c->a - 1)));
        if (is_half && !(m->flags & VM_MF_COLORED) && b->half_count < RT_BILL_HALVES) {
            b->half[b->half_count++] = m->b + i;
            continue;
        }
        const uint32_t color = half_of(g, b, c);
        if (color < 6)
            (m->flags & VM_MF_COLORED ? b->less_colored : b->less)[color]++;
        else if (!(m->flags & VM_MF_COLORED))
            n->extra = rt_sum(n->extra, -(int64_t)c->b);
    }
    return 0;
}

void rt_bill_spell_rules(rt_game *g, rt_bill *b, uint32_t targets)
{
    CANTRIP_ASSERT(b->player < g->s->player.count);
    change n = {.bill = b, .targets = (int32_t)targets};
    rt_each_rule(g, VM_MOD_COSTS_MORE, b->self, add_generic, &n);
    rt_each_rule(g, VM_MOD_COSTS_MANA_MORE, b->self, add_symbols, &n);
    rt_each_rule(g, VM_MOD_COSTS_MANA_LESS, b->self, drop_symbols, &n);
    b->extra = rt_sum(n.extra, rt_commander_tax(g, b->self));
    rt_bill_keyword_rules(g, b);
}

static int add_to_ability(rt_game *g, const vm_mod *m, const rt_ctx *rule, void *user)
{
    CANTRIP_ASSERT(rule->controller < g->s->player.count &&
                   (rule->ability == VM_NO_SYMBOL || rule->ability < g->pack->ability_count));
    CANTRIP_ASSERT(vm_mod_describe(m->op) != NULL);
    change *n = user;
    if (n->of_mana && (m->flags & VM_MF_NOT_MANA))
        return 0;
    n->extra = rt_sum(n->extra, rt_mod_value(g, m, 0, NULL, rule, n->bill->self));
    n->least = (int32_t)m->b > n->least ? (int32_t)m->b : n->least;
    return 0;
}

static int32_t mana_in(const rt_game *g, const rt_bill *b)
{
    CANTRIP_ASSERT(b->player < g->s->player.count);
    int32_t n = 0;
    for (uint32_t i = 0; i < rt_bill_count(b); i++) {
        const vm_cost *c = rt_bill_cost(g, b, i);
        n = rt_sum(n, c->kind == VM_COST_GENERIC ? (int32_t)c->a
                      : c->kind == VM_COST_X     ? b->x
                      : c->kind == VM_COST_TWO_OR
                          ? 2
                          : c->kind == VM_COST_MANA || c->kind == VM_COST_PHYREXIAN ||
                                c->kind == VM_COST_SNOW);
    }
    return n;
}

static int add_to_keyword(rt_game *g, const vm_mod *m, const rt_ctx *rule, void *user)
{
    CANTRIP_ASSERT(vm_mod_describe(m->op) != NULL);
    change *n = user;
    if (rt_is_keyword(g->lib, n->keyword, m->b))
        n->extra = rt_sum(n->extra, rt_mod_value(g, m, 0, NULL, rule, n->bill->self));
    return 0;
}

/* How much more, or less, whoever pays the bill pays for what comes from a keyword. */
static int32_t keyword_change(rt_game *g, rt_bill *b, uint32_t keyword)
{
    change n = {.bill = b, .keyword = keyword};
    rt_each_rule(g, VM_MOD_KEYWORD_COSTS, RT_PLAYER(b->player), add_to_keyword, &n);
    return n.extra;
}

void rt_bill_keyword_rules(rt_game *g, rt_bill *b)
{
    CANTRIP_ASSERT(b->player < g->s->player.count);
    if (!(g->s->rules_union & RT_RULE(VM_MOD_KEYWORD_COSTS)))
        return;
    for (uint32_t r = 0; r < RT_BILL_RANGES && (!r || b->range[r].count); r++)
        if (b->range[r].keyword)
            b->range[r].change = keyword_change(g, b, b->range[r].keyword - 1);
}

void rt_bill_ability_rules(rt_game *g, rt_bill *b, const vm_ability *a)
{
    CANTRIP_ASSERT(b->player < g->s->player.count);
    change n = {.bill = b,
                .of_mana = !a || (a->flags & VM_AF_MANA),
                .keyword = a ? a->keyword : VM_NO_SYMBOL};
    if (!(g->s->rules_union & (RT_RULE(VM_MOD_ABILITIES_COST) | RT_RULE(VM_MOD_KEYWORD_COSTS))))
        return;
    if (n.keyword != VM_NO_SYMBOL)
        n.extra = keyword_change(g, b, n.keyword);
    rt_each_rule(g, VM_MOD_ABILITIES_COST, b->self, add_to_ability, &n);
    const int32_t mana = mana_in(g, b);
    if (n.extra < 0 && mana + n.extra < n.least) /* not below that much mana */
        n.extra = mana > n.least ? n.least - mana : 0;
    b->extra = n.extra;
}
