/* Costs: mana symbols, loyalty, and what is done to pay (CR 117). */
#include "compiler/lower/lower.h"

#include <stdlib.h>
#include <string.h>

/* ---- mana and costs ---------------------------------------------------------------------------
 */

static uint32_t mana_letter(char c)
{
    static const struct {
        char letter;
        uint32_t mask;
    } LETTERS[] = {
#define COLOR(number, id, word, letter) {letter, 1u << number},
#include "vm/abi/vocab.def"
#undef COLOR
        {'C', VM_COLORLESS}};
    for (size_t i = 0; i < sizeof LETTERS / sizeof *LETTERS; i++)
        if (LETTERS[i].letter == c)
            return LETTERS[i].mask;
    return 0;
}

static vm_cost symbol_cost(const char *sym, size_t size, uint32_t *value, uint32_t *colors,
                           int energy, int *bad)
{
    vm_cost c = {VM_COST_GENERIC, 0, 0, 0, 0};
    char first = sym[0];
    const char *slash = memchr(sym, '/', size);
    if (slash) {
        char second = slash[1];
        uint32_t a = mana_letter(first), b = mana_letter(second);
        if (second == 'P')
            c = (vm_cost){VM_COST_PHYREXIAN, a, 0, 0, 0}, *value += 1;
        else if (first >= '0' && first <= '9')
            c = (vm_cost){VM_COST_TWO_OR, b, 2, 0, 0}, *value += 2;
        else
            c = (vm_cost){VM_COST_MANA, a | b, 0, 0, 0}, *value += 1;
        *colors |= (a | b) & 31;
    } else if (first >= '0' && first <= '9') {
        c.a = (uint32_t)strtoul(sym, NULL, 10);
        if (c.a > 1000)
            c.a = 1000;
        *value += c.a;
    } else if (mana_letter(first)) {
        c = (vm_cost){VM_COST_MANA, mana_letter(first), 0, 0, 0};
        *value += 1;
        *colors |= c.a & 31;
    } else if (first == 'X') {
        c.kind = VM_COST_X;
    } else if (first == 'T') {
        c.kind = VM_COST_TAP;
    } else if (first == 'Q') {
        c.kind = VM_COST_UNTAP;
    } else if (first == 'E' && energy) {
        c = (vm_cost){VM_COST_PLAYER_COUNTERS, 1, VM_COUNTER_ENERGY, 0, 0};
    } else if (first == 'S') {
        c.kind = VM_COST_SNOW;
        *value += 1;
    } else {
        *bad = 1;
    }
    return c;
}

static int push_mana(cc_unit *u, const char *text, void *list, uint32_t *value, uint32_t *colors,
                     int energy, cc_span at)
{
    VEC(vm_cost) *costs = list;
    int bad = 0;
    for (const char *p = text; (p = strchr(p, '{')) != NULL; p++) {
        const char *end = strchr(p, '}');
        vm_cost c = symbol_cost(p + 1, (size_t)(end - p - 1), value, colors, energy, &bad);
        VEC_PUSH(u->mem, costs, c);
        if (bad) {
            cc_diag_add(u->diags, CC_BAD_COST, at, "'%.*s' cannot stand in this cost",
                        (int)(end - p + 1), p);
            return 0;
        }
    }
    return 1;
}

typedef VEC(vm_cost) cost_list;

static uint32_t store_costs(cc_unit *u, const cost_list *list, uint32_t *out_count)
{
    uint32_t first = u->cost.count;
    vm_cost *rows = arena_alloc(u->mem, sizeof *rows * (list->count + 1));
    cc_ways_last(list->at, list->count, rows);
    for (uint32_t i = 0; i < list->count; i++)
        VEC_PUSH(u->mem, &u->cost, rows[i]);
    *out_count = list->count;
    return first;
}

uint32_t cc_mana_cost(cc_unit *u, const char *text, uint32_t *out_count, uint32_t *out_value,
                      uint32_t *out_colors, cc_span at)
{
    cost_list list = {0};
    *out_value = *out_colors = 0;
    push_mana(u, text, &list, out_value, out_colors, 0, at);
    return store_costs(u, &list, out_count);
}

/* What 'add {G}{2}' adds: a generic symbol is that much colorless mana, a Phyrexian one mana of its color (CR 106.8 to 106.10). */
uint32_t cc_mana_made(cc_unit *u, const char *text, uint32_t *out_count, cc_span at)
{
    cost_list list = {0}, made = {0};
    uint32_t value = 0, colors = 0;
    push_mana(u, text, &list, &value, &colors, 0, at);
    for (uint32_t i = 0; i < list.count; i++) {
        const vm_cost *c = &list.at[i];
        const int generic = c->kind == VM_COST_GENERIC;
        if (!generic && c->kind != VM_COST_MANA && c->kind != VM_COST_PHYREXIAN) {
            cc_diag_add(u->diags, CC_BAD_COST, at, "'%s' is no mana that could be added", text);
            break;
        }
        const vm_cost one = {VM_COST_MANA, generic ? VM_COLORLESS : c->a, 0, 0, 0};
        for (uint32_t k = generic ? c->a : 1; k; k--)
            VEC_PUSH(u->mem, &made, one);
    }
    return store_costs(u, &made, out_count);
}

/* ---- what is done to pay ----------------------------------------------------------------------
 */

/* 'it' behind what was done to this: remove a counter from this and sacrifice it */
static int is_this(const cc_scope *s, const m_ref *ref)
{
    return ref->kind == REF_THIS ||
           (ref->kind == REF_PRONOUN && ref->word == W_IT && s->cost_of_this);
}

/* A fixed amount, or the X that is announced (CR 107.3a). */
static int amount_of(cc_scope *s, const m_amount *n, cc_span at, int32_t *out)
{
    if (n->kind == AMT_X) {
        *out = VM_COST_AMOUNT_X;
        s->x_known = 1;
        return 1;
    }
    if (cc_constant(s, n, out))
        return 1;
    cc_wrong(s->u, CC_BAD_COST, at, "a cost takes a fixed number, or X");
    return 0;
}

/* Your hand, your graveyard: of whoever pays. */
static int is_own_zone(const m_ref *ref)
{
    return ref->kind == REF_ZONE && ref->zone->owner && !ref->zone->owners && !ref->zone->also &&
           (ref->zone->owner->kind == REF_YOU ||
            (ref->zone->owner->kind == REF_PRONOUN && ref->zone->owner->word == W_THEY));
}

/* all creatures you control, and not all creatures */
static int says_whose(const m_desc *d)
{
    return m_desc_says(d, ATOM_CONTROL) || m_desc_says(d, ATOM_ZONE);
}

/* sacrifice "Torch", in what Torch gives: what a cost may take is asked of who pays and of whose ability it is alone */
static int is_giver(cc_scope *s, const m_ref *ref)
{
    if (ref->kind != REF_GIVER)
        return 0;
    if (s->of_card)
        cc_wrong(s->u, CC_CARD_QUOTES, ref->span,
                 "a card calls itself 'this'; by name it would mean all cards of that name");
    else
        cc_wrong(s->u, CC_NO_NATIVE, ref->span,
                 "what gave this is not yet something that a cost can take: 'sacrifice an "
                 "Equipment attached to this', 'sacrifice an Aura attached to this'");
    return 1;
}

/* A cost is one thing, a number of things, or all of a kind. */
static int how_many(cc_scope *s, const m_ref *ref, int32_t *out)
{
    if ((ref->kind == REF_ALL && !ref->each && says_whose(ref->desc)) || is_own_zone(ref)) {
        *out = VM_COST_AMOUNT_ALL;
        return 1;
    }
    if (is_giver(s, ref))
        return 0;
    if (ref->kind != REF_SOME || ref->up_to || ref->any_number || ref->or_more || ref->least ||
        !ref->count) {
        cc_wrong(s->u, CC_BAD_COST, ref->span,
                 "a cost is one thing or a number of things: 'a creature', 'two cards', 'X cards', "
                 "'your hand', 'all creatures you control'");
        return 0;
    }
    return amount_of(s, ref->count, ref->span, out);
}

static uint32_t what_pays(cc_scope *s, const m_ref *ref)
{
    if (ref->kind == REF_ZONE)
        return cc_selector_of_zone(s->u, ref->zone);
    m_desc *d = cc_of_payer(s, ref->desc);
    if (!d)
        return 0;
    if (ref->another) {
        m_desc *with = ARENA_NEW(s->u->mem, m_desc);
        m_atom *other = ARENA_NEW(s->u->mem, m_atom);
        *with = *d;
        other->kind = ATOM_OTHER;
        other->span = ref->span;
        other->next = d->atoms;
        with->atoms = other;
        d = with;
    }
    return cc_selector(s->payer, s, d);
}

/* What is somebody else's, or anybody's: nothing that one can pay with, so far. */
static int is_of_others(const m_desc *d)
{
    for (; d; d = d->or)
        for (const m_atom *a = d->atoms; a; a = a->next) {
            const m_ref *whose = a->kind == ATOM_ZONE      ? a->zone->owner
                                 : a->kind == ATOM_CONTROL ? a->ref
                                                           : NULL;
            const int hidden = a->kind == ATOM_ZONE &&
                               (a->zone->zone == VM_ZONE_GRAVEYARD ||
                                a->zone->zone == VM_ZONE_HAND || a->zone->zone == VM_ZONE_LIBRARY);
            if (!a->neg && ((hidden && !whose) ||
                            (whose && (whose->kind == REF_SOME || whose->kind == REF_ALL ||
                                       whose->kind == REF_OPPONENTS))))
                return 1;
        }
    return 0;
}

/* return an enchantment to its owner's hand: any of them? One sacrifices and discards what is one's own (CR 701.7b, 701.17a);
 * of what else is done nothing says so. */
static int is_anybodys(const m_ref *ref, uint32_t kind)
{
    static const uint32_t SAYS = 1u << ATOM_CONTROL | 1u << ATOM_OWN | 1u << ATOM_ZONE |
                                 1u << ATOM_AMONG | 1u << ATOM_HOST_OF;
    if (ref->kind != REF_SOME || (kind != VM_COST_RETURN && kind != VM_COST_TAP_OTHERS))
        return 0;
    for (const m_desc *d = ref->desc; d; d = d->or) {
        int said = 0;
        for (const m_atom *a = d->atoms; a; a = a->next)
            said |= !a->neg && (SAYS >> a->kind & 1);
        if (!said)
            return 1;
    }
    return 0;
}

/* sacrifice enchanted creature: one that you control, that very one */
static const m_ref *host_that_pays(cc_scope *s, const m_ref *ref)
{
    static const m_ref you = {.kind = REF_YOU, .ref_class = CLASS_PLAYER};
    static const m_amount one = {.kind = AMT_CONST, .value = 1};
    m_ref *some = ARENA_NEW(s->u->mem, m_ref);
    m_desc *d = ARENA_NEW(s->u->mem, m_desc);
    m_atom *yours = ARENA_NEW(s->u->mem, m_atom), *host = ARENA_NEW(s->u->mem, m_atom);
    *host = (m_atom){.kind = ATOM_HOST_OF, .span = ref->span, .next = ref->desc->atoms->next};
    *yours = (m_atom){
        .kind = ATOM_CONTROL, .span = ref->span, .ref = (m_ref *)(uintptr_t)&you, .next = host};
    *d = (m_desc){.span = ref->span, .atoms = yours};
    *some = *ref;
    some->kind = REF_SOME;
    some->desc = d;
    some->count = (m_amount *)(uintptr_t)&one;
    return some;
}

/* Something of a kind, or this. b: the zone where this must be, + 1. */
static int things_cost(cc_scope *s, const m_ref *ref, cc_span at, uint32_t kind, vm_cost *c,
                       uint32_t *out_zone)
{
    int32_t n = 1;
    c->kind = kind;
    if (is_this(s, ref)) {
        const int from_hand =
            kind == VM_COST_DISCARD || kind == VM_COST_CYCLE || kind == VM_COST_REVEAL;
        const uint32_t zone = from_hand ? VM_ZONE_HAND : VM_ZONE_BATTLEFIELD;
        if (kind == VM_COST_TAP_OTHERS) {
            cc_wrong(s->u, CC_BAD_COST, at, "to tap this as a cost, write {T}");
            return 0;
        }
        c->b = zone + 1;
        if (from_hand)
            *out_zone = 1u << zone;
        return 1;
    }
    const int random = m_desc_says(ref->desc, ATOM_RANDOM);
    if (random && kind != VM_COST_DISCARD) {
        cc_wrong(s->u, CC_BAD_COST, at,
                 "what is taken at random as a cost is discarded: 'discard a card at random'");
        return 0;
    }
    if (kind == VM_COST_CYCLE) {
        cc_wrong(s->u, CC_BAD_COST, at, "a card cycles itself: 'cycle this'");
        return 0;
    }
    if (is_of_others(ref->desc) || is_anybodys(ref, kind)) {
        cc_wrong(s->u, CC_BAD_COST, at,
                 "a cost is paid with what is one's own, so far: 'you control', 'from your "
                 "graveyard'");
        return 0;
    }
    if (ref->kind == REF_HOST && !ref->bound)
        ref = host_that_pays(s, ref);
    if (!how_many(s, ref, &n))
        return 0;
    c->a = (uint32_t)n;
    c->b = random ? VM_COST_AT_RANDOM : 0;
    c->sel = what_pays(s, ref);
    return c->sel != 0;
}

/* exile this from your graveyard: so that is where the ability functions (CR 112.6j) */
static int exile_this(cc_scope *s, const m_act *act, vm_cost *c, uint32_t *out_zone)
{
    (void)s;
    const uint32_t zone = cc_needed(act, "ZONE")->is.zone->zone;
    c->kind = VM_COST_EXILE;
    c->b = zone + 1;
    *out_zone = 1u << zone;
    return 1;
}

/* pay half your life, rounded up: of whoever pays */
static int is_half_of_own(const m_amount *n)
{
    const m_amount *of = n->kind == AMT_HALF_UP || n->kind == AMT_HALF_DOWN ? n->left : NULL;
    return of && of->kind == AMT_PROPERTY && of->prop == VM_PROP_LIFE && of->ref &&
           (of->ref->kind == REF_YOU || (of->ref->kind == REF_PRONOUN && of->ref->word == W_THEY));
}

static int life_cost(cc_scope *s, const m_act *act, vm_cost *c, uint32_t *out_zone)
{
    (void)out_zone;
    const m_amount *n = cc_needed(act, "AMOUNT")->is.amount;
    c->kind = VM_COST_LIFE;
    if (is_half_of_own(n)) {
        c->a = (uint32_t)(n->kind == AMT_HALF_UP ? VM_COST_AMOUNT_HALF : VM_COST_AMOUNT_HALF_DOWN);
        return 1;
    }
    int32_t a;
    if (!amount_of(s, n, act->span, &a))
        return 0;
    c->a = (uint32_t)a;
    return 1;
}

/* one or more counters: of how many nobody has been told */
static int is_so_many(cc_scope *s, const m_operand *counters)
{
    if (counters->compare <= CMP_EQ + 1)
        return 1;
    cc_wrong(s->u, CC_BAD_COST, counters->span,
             "how many? A cost takes a number of them, 'X', or 'any number of' this one's");
    return 0;
}

/* remove a +1/+1 counter from a creature you control: from one of them, chosen as it is paid */
static int remove_from(cc_scope *s, const m_act *act, const m_ref *ref, vm_cost *c)
{
    int32_t n = 0;
    if (c->a != 1 || ref->kind != REF_SOME || !m_desc_says(ref->desc, ATOM_CONTROL) ||
        is_of_others(ref->desc)) {
        cc_wrong(
            s->u, CC_BAD_COST, act->span,
            "as a cost, counters are removed from this, or one counter from something that one "
            "controls: 'remove a +1/+1 counter from a creature you control'");
        return 0;
    }
    if (!how_many(s, ref, &n) || n != 1)
        return 0;
    c->kind = VM_COST_REMOVE_FROM;
    c->sel = what_pays(s, ref);
    return c->sel != 0;
}

static int remove_cost(cc_scope *s, const m_act *act, vm_cost *c, uint32_t *out_zone)
{
    (void)out_zone;
    const m_operand *counters = cc_needed(act, "COUNTERS"), *from = cc_operand(act, "OBJECT");
    c->kind = VM_COST_REMOVE;
    c->b = counters->number;
    if (!is_so_many(s, counters))
        return 0;
    const int others = !is_this(s, from->is.ref);
    int32_t a;
    if (counters->number == UINT32_MAX || !counters->count) {
        cc_wrong(
            s->u, CC_BAD_COST, counters->span,
            "of which kind? A cost removes counters of one kind: 'a +1/+1 counter', 'two charge "
            "counters'");
        return 0;
    }
    if (counters->count->kind == AMT_ANY && !others) { /* all of them, or as many as one says */
        c->a = (uint32_t)(counters->count->value ? VM_COST_AMOUNT_X : VM_COST_AMOUNT_ALL);
        return 1;
    }
    if (!amount_of(s, counters->count, counters->span, &a))
        return 0;
    c->a = (uint32_t)a;
    return !others || remove_from(s, act, from->is.ref, c);
}

/* remove two +1/+1 counters from among creatures you control */
static int remove_among(cc_scope *s, const m_act *act, vm_cost *c, uint32_t *out_zone)
{
    (void)out_zone;
    const m_operand *counters = cc_needed(act, "COUNTERS");
    const m_ref *ref = cc_needed(act, "OBJECT")->is.ref;
    int32_t a;
    c->kind = VM_COST_REMOVE_AMONG;
    c->b = counters->number;
    if (counters->number == UINT32_MAX || !counters->count || ref->kind != REF_ALL ||
        !m_desc_says(ref->desc, ATOM_CONTROL) || is_of_others(ref->desc)) {
        cc_wrong(s->u, CC_BAD_COST, act->span,
                 "counters of one kind, from what one controls: 'remove two +1/+1 counters from "
                 "among creatures you control'");
        return 0;
    }
    if (!is_so_many(s, counters) || !amount_of(s, counters->count, counters->span, &a))
        return 0;
    c->a = (uint32_t)a;
    c->sel = what_pays(s, ref);
    return c->sel != 0;
}

static const struct {
    const char *native;
    uint32_t kind;
} THINGS[] = {{"sacrifice", VM_COST_SACRIFICE}, {"discard", VM_COST_DISCARD},
              {"exile", VM_COST_EXILE},         {"tap", VM_COST_TAP_OTHERS},
              {"return", VM_COST_RETURN},       {"reveal", VM_COST_REVEAL},
              {"cycle", VM_COST_CYCLE}};

/* a creature and a Swamp: each of them */
static int push_things(cc_scope *s, const m_ref *ref, cc_span at, uint32_t kind, cost_list *list,
                       uint32_t *out_zone)
{
    vm_cost c = {0};
    if (ref->kind == REF_JOIN && ref->join_or) {
        cc_wrong(s->u, CC_BAD_COST, ref->span,
                 "one of the two? It has one article: 'sacrifice a creature or artifact'; both are "
                 "joined by 'and'");
        return 0;
    }
    if (ref->kind == REF_JOIN)
        return push_things(s, ref->left, at, kind, list, out_zone) &&
               push_things(s, ref->right, at, kind, list, out_zone);
    if (!things_cost(s, ref, at, kind, &c, out_zone))
        return 0;
    VEC_PUSH(s->u->mem, list, c);
    return 1;
}

static int mill_cost(cc_scope *s, const m_act *act, vm_cost *c, uint32_t *out_zone)
{
    (void)out_zone;
    int32_t n;
    c->kind = VM_COST_MILL;
    if (!amount_of(s, cc_needed(act, "AMOUNT")->is.amount, act->span, &n))
        return 0;
    c->a = (uint32_t)n;
    return 1;
}

static int draw_cost(cc_scope *s, const m_act *act, vm_cost *c, uint32_t *out_zone)
{
    const int ok = mill_cost(s, act, c, out_zone);
    c->kind = VM_COST_DRAW;
    return ok;
}

static int exile_top_cost(cc_scope *s, const m_act *act, vm_cost *c, uint32_t *out_zone)
{
    c->b = 1;
    return mill_cost(s, act, c, out_zone);
}

static int put_cost(cc_scope *s, const m_act *act, vm_cost *c, uint32_t *out_zone)
{
    (void)out_zone;
    const m_operand *counters = cc_needed(act, "COUNTERS");
    int32_t n;
    c->kind = VM_COST_PUT;
    c->b = counters->number;
    if (!is_this(s, cc_needed(act, "OBJECT")->is.ref) || counters->number == UINT32_MAX ||
        !counters->count) {
        cc_wrong(s->u, CC_BAD_COST, act->span, "as a cost, counters of one kind are put on this");
        return 0;
    }
    if (!amount_of(s, counters->count, counters->span, &n))
        return 0;
    c->a = (uint32_t)n;
    return 1;
}

/* Any number of them that together have as much of something as is asked for: what is tapped, sacrificed, exiled, discarded. */
static int total_cost(cc_scope *s, const m_act *act, vm_cost *c, uint32_t use)
{
    static const struct {
        const char *flag;
        uint32_t property;
    } OF[] = {{"TOUGHNESS", VM_PROP_TOUGHNESS}, {"VALUE", VM_PROP_MANA_VALUE}};
    int32_t n;
    uint32_t property = VM_PROP_POWER;
    for (size_t i = 0; i < sizeof OF / sizeof *OF; i++)
        property = cc_operand(act, OF[i].flag) ? OF[i].property : property;
    c->kind = VM_COST_TOTAL;
    c->b = property | use << 6 | (s->instance ? s->instance_of + 1 : 0) << 8;
    const m_desc *helpers = cc_of_payer(s, cc_needed(act, "HELPERS")->is.desc);
    c->sel = helpers ? cc_selector(NULL, s, helpers) : 0;
    if (!c->sel || !amount_of(s, cc_needed(act, "AMOUNT")->is.amount, act->span, &n))
        return 0;
    c->a = (uint32_t)n;
    return 1;
}

static int tap_total(cc_scope *s, const m_act *act, vm_cost *c, uint32_t *out_zone)
{
    (void)out_zone;
    return total_cost(s, act, c, VM_TOTAL_TAP);
}

static int sacrifice_total(cc_scope *s, const m_act *act, vm_cost *c, uint32_t *out_zone)
{
    (void)out_zone;
    return total_cost(s, act, c, VM_TOTAL_SACRIFICE);
}

static int exile_total(cc_scope *s, const m_act *act, vm_cost *c, uint32_t *out_zone)
{
    (void)out_zone;
    return total_cost(s, act, c, VM_TOTAL_EXILE);
}

static int discard_total(cc_scope *s, const m_act *act, vm_cost *c, uint32_t *out_zone)
{
    (void)out_zone;
    return total_cost(s, act, c, VM_TOTAL_DISCARD);
}

/* Chosen as the spell's costs are announced, and sacrificed as they are paid. */
static int give_cost(cc_scope *s, const m_act *act, vm_cost *c, uint32_t *out_zone)
{
    const m_ref *ref = cc_needed(act, "OBJECT")->is.ref;
    int32_t n = 0;
    c->kind = VM_COST_GIVE;
    (void)out_zone;
    c->a = cc_operand(act, "COST") ? VM_GIVE_FOR_COST : VM_GIVE_FOR_VALUE;
    if (!s->may_offer || is_this(s, ref) || !how_many(s, ref, &n) || n != 1) {
        cc_wrong(s->u, CC_BAD_COST, act->span,
                 "one permanent is sacrificed so that a spell costs less, as one casts it for an "
                 "alternative cost or from somewhere");
        return 0;
    }
    c->sel = what_pays(s, ref);
    return c->sel != 0;
}

/* The X of a cost that a keyword was given with: this has echo {X}, where X is ...; else that of the spell or ability. */
static const cc_binding *given_with_x(cc_fn *f, const m_operand *cost)
{
    if (!cost || cost->type != VOC_COST)
        return NULL;
    for (const m_cost *c = cost->is.cost; c; c = c->next) {
        const cc_binding *b = c->name ? cc_bound(f->s, c->name) : NULL;
        if (b && b->x)
            return b;
    }
    return NULL;
}

int cc_says_x(cc_fn *f, const m_operand *cost)
{
    return given_with_x(f, cost) != NULL;
}

cc_val cc_said_x(cc_fn *f, const m_operand *cost)
{
    const cc_binding *b = given_with_x(f, cost);
    if (!b)
        return cc_num(f, -1);
    cc_scope *inner = f->s;
    const cc_binding *seen = cc_go_home(b);
    f->s = b->outer;
    const cc_val v = cc_amount(f, b->x);
    f->s = inner;
    cc_come_back(b, seen);
    return v;
}

static int says_x(const cost_list *list, uint32_t first)
{
    for (uint32_t i = first; i < list->count; i++)
        if (list->at[i].kind == VM_COST_X)
            return 1;
    return 0;
}

/* its mana cost: of what has the ability (CR 702.1a) */
static int its_mana(cc_scope *s, const m_act *act, vm_cost *c, uint32_t *out_zone)
{
    (void)s, (void)act, (void)out_zone;
    c->kind = VM_COST_ITS_MANA;
    return 1;
}

static int push_costs(cc_scope *s, const m_cost *cost, cost_list *list, uint32_t *out_flags,
                      uint32_t *out_zone);

static const struct {
    const char *native;
    int (*cost)(cc_scope *s, const m_act *act, vm_cost *c,
                uint32_t *out_zone); /* NULL: mana, read where costs are */
} OTHERS[] = {{"mana", NULL},
              {"exile_this", exile_this},
              {"its_mana", its_mana},
              {"life", life_cost},
              {"remove", remove_cost},
              {"remove_among", remove_among},
              {"mill", mill_cost},
              {"exile_top", exile_top_cost},
              {"draw", draw_cost},
              {"put", put_cost},
              {"tap_total", tap_total},
              {"sacrifice_total", sacrifice_total},
              {"exile_total", exile_total},
              {"discard_total", discard_total},
              {"give", give_cost}};

static int is_cost(const char *native)
{
    for (size_t i = 0; i < sizeof THINGS / sizeof *THINGS; i++)
        if (strcmp(THINGS[i].native, native) == 0)
            return 1;
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        if (strcmp(OTHERS[i].native, native) == 0)
            return 1;
    return 0;
}

static int is_done(const char *native)
{
    return !is_cost(native) && vm_native_by_name(native) >= 0;
}

/* A cost that has a body, or a native that acts, is done as an effect, by whoever pays. */
static int push_done(cc_scope *s, const m_act *act, cost_list *list)
{
    cc_scope inner;
    cc_fn f;
    cc_scope_inner(s, &inner);
    cc_fn_begin(&f, &inner, 1);
    cc_act(&f, act);
    if (inner.targets.count) {
        cc_wrong(s->u, CC_BAD_COST, act->span,
                 "what a cost does has no targets: they are chosen before anything is paid");
        return 0;
    }
    const vm_cost c = {.kind = VM_COST_DOES, .does = cc_fn_end(&f)};
    VEC_PUSH(s->u->mem, list, c);
    return 1;
}

static int push_act(cc_scope *s, const m_act *act, cost_list *list, uint32_t *out_zone)
{
    vm_cost c = {0};
    const char *native = act->frame->native ? act->frame->native : "";
    uint32_t flags = 0;
    if (act->pays)
        return push_costs(s, act->pays, list, &flags, out_zone);
    if (act->frame->kind == DECL_COST && (act->frame->body || is_done(native)))
        return push_done(s, act, list);
    if (voc_is(act->frame, VOC_PAYS_MANA))
        return push_costs(s, cc_needed(act, "COST")->is.cost, list, &flags, out_zone);
    int ok = -1;
    for (size_t i = 0; i < sizeof THINGS / sizeof *THINGS; i++)
        if (strcmp(THINGS[i].native, native) == 0)
            return push_things(s, cc_needed(act, "OBJECT")->is.ref, act->span, THINGS[i].kind, list,
                               out_zone);
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        if (strcmp(OTHERS[i].native, native) == 0)
            ok = OTHERS[i].cost(s, act, &c, out_zone);
    if (ok < 0)
        cc_wrong(s->u, CC_NO_NATIVE, act->span, "the rules machine knows no cost '%s'", native);
    if (ok > 0)
        VEC_PUSH(s->u->mem, list, c);
    return ok > 0;
}

static int push_loyalty(cc_scope *s, const m_cost *c, cost_list *list)
{
    vm_cost row = {VM_COST_LOYALTY, (uint32_t)atoi(c->loyalty), 0, 0, 0};
    if (strcmp(c->loyalty, "-X") == 0) {
        row = (vm_cost){VM_COST_REMOVE, (uint32_t)VM_COST_AMOUNT_X, VM_COUNTER_LOYALTY, 0, 0};
        s->x_known = 1;
    } else if (strchr(c->loyalty, 'X')) {
        cc_wrong(s->u, CC_BAD_COST, c->span, "a loyalty cost is a number with its sign, or -X");
        return 0;
    }
    VEC_PUSH(s->u->mem, list, row);
    return 1;
}

static int push_named(cc_scope *s, const m_cost *c, cost_list *list, uint32_t *out_flags,
                      uint32_t *out_zone)
{
    const cc_binding *b = cc_bound(s, c->name);
    const cc_binding *seen = b ? cc_go_home(b) : NULL;
    const uint32_t first = list->count;
    int ok = b && push_costs(b->outer, b->operand->is.cost, list, out_flags, out_zone);
    if (ok && ((b->x && !s->paying) || b->outer->x_lost) && says_x(list, first)) {
        cc_wrong(s->u, CC_NO_NATIVE, b->operand->span,
                 "here whoever pays says what X is; 'where X is' cannot");
        ok = 0;
    }
    if (b)
        cc_come_back(b, seen);
    return ok;
}

static int push_cost(cc_scope *s, const m_cost *c, cost_list *list, uint32_t *out_flags,
                     uint32_t *out_zone)
{
    uint32_t value = 0, colors = 0;
    if (c->symbols)
        return push_mana(s->u, c->symbols, list, &value, &colors, 1, c->span);
    if (c->loyalty) {
        *out_flags |= VM_AF_LOYALTY | VM_AF_SORCERY;
        return push_loyalty(s, c, list);
    }
    if (c->name)
        return push_named(s, c, list, out_flags, out_zone);
    const int ok = push_act(s, c->act, list, out_zone);
    const m_operand *o = cc_operand(c->act, "OBJECT");
    s->cost_of_this = o && is_this(s, o->is.ref);
    return ok;
}

/* What cannot be one of several: what is tapped or where it is paid decides about the ability, X is said before. */
static int can_be_way(const vm_cost *c)
{
    return c->kind != VM_COST_TAP && c->kind != VM_COST_UNTAP && c->kind != VM_COST_X &&
           c->kind != VM_COST_LOYALTY && c->kind != VM_COST_GIVE && c->kind != VM_COST_WAY &&
           c->kind != VM_COST_CYCLE &&
           (!vm_cost_picks(c->kind) || (int32_t)c->a != VM_COST_AMOUNT_X) &&
           !(c->kind == VM_COST_LIFE && (int32_t)c->a == VM_COST_AMOUNT_X);
}

/* sacrifice a creature or pay 3 life: each way behind a row of its own */
static int push_ways(cc_scope *s, const m_cost *c, cost_list *list, uint32_t *out_flags,
                     uint32_t *out_zone)
{
    const uint32_t zone = *out_zone;
    int ok = 1;
    for (uint32_t i = 0; i < list->count; i++)
        ok &= list->at[i].kind != VM_COST_WAY;
    for (const m_cost *way = c; ok && way; way = way->other) {
        const uint32_t at = list->count;
        VEC_PUSH(s->u->mem, list, ((vm_cost){VM_COST_WAY, 0, cc_string(s->u, way->says), 0, 0}));
        if (!push_cost(s, way, list, out_flags, out_zone))
            return 0;
        list->at[at].a = list->count - at - 1;
        for (uint32_t i = at + 1; i < list->count; i++)
            ok &= can_be_way(&list->at[i]);
    }
    s->cost_of_this = 0;
    if (ok && zone == *out_zone)
        return 1;
    cc_wrong(s->u, CC_BAD_COST, c->span,
             "what is paid in one of several ways is mana, life, or what is given up or revealed; "
             "one 'or' in a cost, and nothing with X or {T}");
    return 0;
}

static int push_costs(cc_scope *s, const m_cost *cost, cost_list *list, uint32_t *out_flags,
                      uint32_t *out_zone)
{
    s->cost_of_this = 0;
    for (const m_cost *c = cost; c; c = c->next)
        if (c->other ? !push_ways(s, c, list, out_flags, out_zone)
                     : !push_cost(s, c, list, out_flags, out_zone))
            return 0;
    return 1;
}

/* Nothing is tapped twice, and what was sacrificed, discarded or exiled is gone: such a cost could never be paid. */
static int is_paid_once(cc_scope *s, const m_cost *cost, const cost_list *list)
{
    uint32_t taps = 0, untaps = 0, gone = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        const vm_cost *c = &list->at[i];
        const int takes = c->kind == VM_COST_SACRIFICE || c->kind == VM_COST_DISCARD ||
                          c->kind == VM_COST_EXILE || c->kind == VM_COST_RETURN;
        taps += c->kind == VM_COST_TAP;
        untaps += c->kind == VM_COST_UNTAP;
        gone += takes && !c->a && !c->sel;
    }
    if (taps < 2 && untaps < 2 && gone < 2)
        return 1;
    cc_wrong(s->u, CC_BAD_COST, cost->span, "this can never be paid: %s",
             gone > 1 ? "this can be given up once only" : "{T} or {Q} is paid once only");
    return 0;
}

uint32_t cc_costs(cc_scope *s, const m_cost *cost, uint32_t *out_count, uint32_t *out_flags,
                  uint32_t *out_zone)
{
    cost_list list = {0};
    *out_count = 0;
    return push_costs(s, cost, &list, out_flags, out_zone) && is_paid_once(s, cost, &list)
               ? store_costs(s->u, &list, out_count)
               : 0;
}

uint32_t cc_cost_act(cc_scope *s, const m_act *act, uint32_t *out_count)
{
    cost_list list = {0};
    uint32_t zone = 0;
    *out_count = 0;
    return push_act(s, act, &list, &zone) ? store_costs(s->u, &list, out_count) : 0;
}
