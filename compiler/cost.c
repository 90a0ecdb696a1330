/* Costs: mana symbols, loyalty, and verbs that are paid (CR 117). */
#include "compiler/lower.h"

#include <stdlib.h>
#include <string.h>

#include "grammar.tab.h"

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
                           int *bad)
{
    vm_cost c = {VM_COST_GENERIC, 0, 0, 0};
    char first = sym[0];
    const char *slash = memchr(sym, '/', size);
    if (slash) {
        char second = slash[1];
        uint32_t a = mana_letter(first), b = mana_letter(second);
        if (second == 'P')
            c = (vm_cost){VM_COST_PHYREXIAN, a, 0, 0}, *value += 1;
        else if (first >= '0' && first <= '9')
            c = (vm_cost){VM_COST_TWO_OR, b, 2, 0}, *value += 2;
        else
            c = (vm_cost){VM_COST_MANA, a | b, 0, 0}, *value += 1;
        *colors |= (a | b) & 31;
    } else if (first >= '0' && first <= '9') {
        c.a = (uint32_t)strtoul(sym, NULL, 10);
        if (c.a > 1000)
            c.a = 1000;
        *value += c.a;
    } else if (mana_letter(first)) {
        c = (vm_cost){VM_COST_MANA, mana_letter(first), 0, 0};
        *value += 1;
        *colors |= c.a & 31;
    } else if (first == 'X') {
        c.kind = VM_COST_X;
    } else if (first == 'T') {
        c.kind = VM_COST_TAP;
    } else if (first == 'Q') {
        c.kind = VM_COST_UNTAP;
    } else if (first == 'S') {
        c.kind = VM_COST_SNOW;
        *value += 1;
    } else {
        *bad = 1;
    }
    return c;
}

static int push_mana(cc_unit *u, const char *text, void *list, uint32_t *value, uint32_t *colors,
                     cc_span at)
{
    VEC(vm_cost) *costs = list;
    int bad = 0;
    for (const char *p = text; (p = strchr(p, '{')) != NULL; p++) {
        const char *end = strchr(p, '}');
        vm_cost c = symbol_cost(p + 1, (size_t)(end - p - 1), value, colors, &bad);
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
    for (uint32_t i = 0; i < list->count; i++)
        VEC_PUSH(u->mem, &u->cost, list->at[i]);
    *out_count = list->count;
    return first;
}

uint32_t cc_mana_cost(cc_unit *u, const char *text, uint32_t *out_count, uint32_t *out_value,
                      uint32_t *out_colors, cc_span at)
{
    cost_list list = {0};
    *out_value = *out_colors = 0;
    push_mana(u, text, &list, out_value, out_colors, at);
    return store_costs(u, &list, out_count);
}

int cc_is_this(const ast *np)
{
    const ast *p = ast_is(np, AST_NP) ? np->kid[0] : np;
    return ast_is(p, AST_PRON) && p->kid[0]->token == TOK_THIS && ast_use(p->kid[0]);
}

static int moves_something(const char *native)
{
    return strcmp(native, "sacrifice") == 0 || strcmp(native, "discard") == 0 ||
           strcmp(native, "exile") == 0 || strcmp(native, "discard_card") == 0;
}

/* A cost is one thing or a number of things; nothing else that a sentence could say is heeded, so it is refused. */
static int is_plain_cost(cc_scope *s, const cc_match *m, const ast *verb, const char *native)
{
    const ast *object = verb->kid[5], *core = cc_core(object), *det = core ? core->kid[0] : NULL;
    const int lead = det && det->kid[0] ? det->kid[0]->token : 0;
    if (lead && lead != TOK_A && lead != TOK_ANOTHER && lead != TOK_THIS) {
        cc_diag_add(s->u->diags, CC_BAD_COST, object->span,
                    "a cost is one thing or a number of things: 'a creature', 'two cards'");
        return 0;
    }
    if (core && !det) {
        cc_diag_add(s->u->diags, CC_MISSING_OPERAND, object->span,
                    "how many? a number or 'a' is missing before '%s'",
                    cc_phrase_text(s->u, object));
        return 0;
    }
    for (uint32_t i = 0; i < m->rest_count; i++)
        if (!moves_something(native) || !ast_says(m->rest[i]->kid[0], "from")) {
            cc_diag_add(s->u->diags, CC_EXTRA_OPERAND, m->rest[i]->span,
                        "a cost has no place for this");
            return 0;
        }
    for (uint32_t i = 0; i < m->bind_count; i++)
        if (m->bind[i].is_flag) {
            cc_diag_add(s->u->diags, CC_BAD_COST, verb->span,
                        "a cost is paid as its payer likes; nothing of it is at random");
            return 0;
        }
    return 1;
}

/* A cost that is not mana: sacrifice this, discard a card, pay 2 life, remove a counter from this.
 */
static int verb_cost(cc_scope *s, const ast *verb, vm_cost *c)
{
    cc_match m;
    int32_t n = 1;
    if (!cc_match_verb(s->u, DECL_ACTION, NULL, verb, 1, &m))
        return 0;
    const char *native = m.decl->native ? m.decl->native : "";
    const ast *object = verb->kid[5], *core = cc_core(object);
    const ast *many = core && core->kid[0] ? core->kid[0]->kid[1] : NULL;
    if (many && ast_use(many->kid[0])->text)
        cc_number_word(many->kid[0]->text, &n);
    if (!is_plain_cost(s, &m, verb, native))
        return 0;
    *c = (vm_cost){0, (uint32_t)n, 0, 0};
    if (moves_something(native)) {
        c->kind = *native == 's'   ? VM_COST_SACRIFICE
                  : *native == 'd' ? VM_COST_DISCARD
                                   : VM_COST_EXILE;
        const ast *from = NULL;
        for (uint32_t i = 0; i < m.rest_count; i++)
            if (m.rest[i]->kid[0] && ast_says(m.rest[i]->kid[0], "from")) {
                if (from)
                    cc_diag_add(s->u->diags, CC_EXTRA_OPERAND, m.rest[i]->span, "'from' twice");
                from = m.rest[i]->kid[1];
            }
        if (cc_is_this(object)) { /* b: the zone where it must be, + 1 */
            int zone = c->kind == VM_COST_DISCARD ? VM_ZONE_HAND
                       : from                     ? cc_zone_of(s->u, from, NULL)
                                                  : VM_ZONE_BATTLEFIELD;
            if (zone < 0)
                cc_diag_add(s->u->diags, CC_BAD_VALUE, from->span, "this is not a zone");
            c->a = 0;
            c->b = (uint32_t)(zone + 1);
            return zone >= 0;
        }
        c->sel = cc_selector(s, object, from);
        return c->sel != 0;
    }
    if (strcmp(native, "tap") == 0 &&
        !cc_is_this(object)) { /* the ones it taps are untapped anyway */
        c->kind = VM_COST_TAP_OTHERS;
        c->sel = cc_selector(s, object, NULL);
        return c->sel != 0;
    }
    if (strcmp(native, "pay_life") == 0) {
        c->kind = VM_COST_LIFE;
        return 1;
    }
    if (strcmp(native, "remove_counters") == 0) {
        int kind = cc_counter_of(s->u, object);
        cc_head_noun(s->u, object); /* a 'counter': the declaration has seen to it */
        if (!cc_is_this(cc_bound(&m, "OBJECT")->node)) {
            cc_diag_add(s->u->diags, CC_BAD_COST, verb->span,
                        "counters are removed from this as a cost, not from something else");
            return 0;
        }
        c->kind = VM_COST_REMOVE;
        c->b = (uint32_t)kind;
        return kind >= 0;
    }
    cc_diag_add(s->u->diags, CC_BAD_COST, verb->span, "'%s' cannot be a cost", verb->kid[3]->text);
    return 0;
}

uint32_t cc_costs(cc_scope *s, const ast *costs, uint32_t *out_count, uint32_t *out_flags)
{
    cost_list list = {0};
    uint32_t value, colors;
    for (int i = 0; i < costs->kid_count; i++) {
        const ast *n = costs->kid[i];
        if (n->kind == AST_LEAF && n->token == TOK_NAME && s->keyword && s->keyword->param &&
            strcmp(s->keyword->param, n->text) == 0) {
            if (!s->keyword_arg) {
                cc_diag_add(s->u->diags, CC_MISSING_OPERAND, n->span,
                            "the keyword '%s' needs a cost", s->keyword->name);
                return 0;
            }
            n = s->keyword_arg;
        }
        if (n->kind == AST_LEAF && n->token == TOK_MANA) {
            push_mana(s->u, n->text, &list, &value, &colors, n->span);
        } else if (n->kind == AST_LEAF && n->token == TOK_SIGNED) {
            int32_t v = 0;
            cc_number_word(n->text, &v);
            vm_cost c = {VM_COST_LOYALTY, (uint32_t)v, 0, 0};
            VEC_PUSH(s->u->mem, &list, c);
            *out_flags |= VM_AF_LOYALTY | VM_AF_SORCERY;
        } else if (n->kind == AST_VERB) {
            vm_cost c;
            if (verb_cost(s, n, &c))
                VEC_PUSH(s->u->mem, &list, c);
        } else {
            cc_diag_add(s->u->diags, CC_BAD_COST, n->span, "this cannot be a cost");
        }
    }
    return store_costs(s->u, &list, out_count);
}
