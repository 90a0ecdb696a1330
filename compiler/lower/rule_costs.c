/* What spells, abilities and mana cost: more, less, of any color. */
#include "compiler/lower/rules.h"

#include <string.h>

/* How much of a mana cost is generic. */
static uint32_t generic_of(const cc_unit *u, uint32_t first, uint32_t count)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++)
        if (u->cost.at[first + i].kind == VM_COST_GENERIC)
            n += u->cost.at[first + i].a;
    return n;
}

static void cost_change(cc_mods *m, const m_act *act, uint32_t op, uint32_t sel, int sign,
                        uint32_t flags)
{
    const m_cost *c = cc_needed(act, "COST")->is.cost;
    uint32_t count, value = 0, colors = 0;
    if (!c->symbols || c->next) {
        cc_rule_wrong(m, act->span, "how much? 'cost {1} more', 'cost {2} less'");
        return;
    }
    const uint32_t first = cc_mana_cost(m->s->u, c->symbols, &count, &value, &colors, c->span);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t kind = m->s->u->cost.at[first + i].kind;
        if (kind != VM_COST_GENERIC && kind != VM_COST_MANA &&
            (sign > 0 || (kind != VM_COST_PHYREXIAN && kind != VM_COST_TWO_OR))) {
            cc_rule_wrong(m, c->span,
                          sign > 0 ? "costs grow by {1}, {W} and the like"
                                   : "costs shrink by {1}, {W}, {W/U} and the like");
            return;
        }
    }
    const uint32_t colored = (uint32_t)value - generic_of(m->s->u, first, count);
    if (colored && (op == VM_MOD_ABILITIES_COST || op == VM_MOD_KEYWORD_COSTS)) {
        cc_diag_add(
            m->s->u->diags, CC_NO_NATIVE, act->span,
            "the rules machine changes what abilities and keywords cost by generic mana, so far");
        m->failed = 1;
        return;
    }
    if (colored && (act->times || ((flags & VM_MF_EACH_FURTHER_TARGET) && sign < 0) ||
                    (sign < 0 && colored != value))) {
        cc_diag_add(
            m->s->u->diags, CC_NO_NATIVE, act->span,
            "the rules machine changes costs by colored mana once, and takes away colored or "
            "generic mana, so far");
        m->failed = 1;
        return;
    }
    if (colored) {
        cc_mod_push(m, sign > 0 ? VM_MOD_COSTS_MANA_MORE : VM_MOD_COSTS_MANA_LESS, sel, 0, first)
            ->flags = count << VM_MF_COSTS_SHIFT | flags;
        return;
    }
    if (!act->times) {
        cc_mod_push(m, op, sel, (uint32_t)(sign * (int32_t)value), 0)->flags |= flags;
        return;
    }
    if (m->f || (flags & VM_MF_EACH_FURTHER_TARGET)) {
        cc_rule_wrong(m, act->span, "'for each' changes costs in a static ability only");
        return;
    }
    const m_amount each = {.kind = AMT_CONST, .value = (int32_t)value, .span = act->span};
    const cc_term t = {&each, act->times, sign < 0};
    cc_mod_push(m, op, sel, 0, 0)->flags |= flags;
    cc_rule_value(m, 0, &t);
}

static void costs_more(cc_mods *m, const m_act *act, uint32_t sel)
{
    cost_change(m, act, VM_MOD_COSTS_MORE, sel, 1, 0);
}

static void costs_less(cc_mods *m, const m_act *act, uint32_t sel)
{
    cost_change(m, act, VM_MOD_COSTS_MORE, sel, -1, cc_operand(act, "ONLY") ? VM_MF_COLORED : 0);
}

static void costs_more_each(cc_mods *m, const m_act *act, uint32_t sel)
{
    cost_change(m, act, VM_MOD_COSTS_MORE, sel, 1, VM_MF_EACH_FURTHER_TARGET);
}

static void abilities_more(cc_mods *m, const m_act *act, uint32_t sel)
{
    cost_change(m, act, VM_MOD_ABILITIES_COST, sel, 1,
                cc_operand(act, "NOT_MANA") ? VM_MF_NOT_MANA : 0);
}

static void abilities_less(cc_mods *m, const m_act *act, uint32_t sel)
{
    cost_change(m, act, VM_MOD_ABILITIES_COST, sel, -1, 0);
    if (!m->failed && cc_operand(act, "LEAST"))
        m->list.at[m->list.count - 1].b = 1;
}

/* multikicker COST { kicker COST any number of times }: what is paid is the other's cost (CR 702.32c) */
static const voc_frame *other_cost(const cc_unit *u, const voc_frame *keyword)
{
    const syn_block *b = keyword->body;
    if (!b || b->stmts.count != 1 || !b->stmts.at[0]->phrase.count)
        return NULL;
    for (const voc_frame *f = u->voc->frames; f; f = f->after)
        if (f->kind == DECL_KEYWORD && f->marker &&
            strcmp(f->name, b->stmts.at[0]->phrase.first[0].text) == 0)
            return f;
    return NULL;
}

/* What is paid for it can be changed only if that is a cost of its own. */
static void check_cost(cc_mods *m, const m_operand *name)
{
    int cost = 0;
    for (const voc_frame *f = m->s->u->voc->frames; f; f = f->after) {
        if (f->kind != DECL_KEYWORD || f->number != name->number)
            continue;
        const voc_frame *other = other_cost(m->s->u, f);
        if (other)
            cc_rule_wrong(m, name->span,
                          arena_printf(m->s->u->mem, "its costs are %s costs", other->name));
        for (uint32_t i = 0; i < f->slot_count; i++)
            cost |= f->slots[i].type == VOC_COST;
    }
    if (!cost)
        cc_rule_wrong(m, name->span, "this keyword has no cost");
}

/* equip costs you pay cost {1} less: the players who pay, of whatever they pay it; without players whoever does */
static void keyword_costs(cc_mods *m, const m_act *act, int sign, uint32_t sel)
{
    const m_operand *name = cc_needed(act, "NAME");
    check_cost(m, name);
    if (m->failed)
        return;
    if (!cc_operand(act, "OBJECT")) {
        vm_selector anybody;
        memset(&anybody, 0, sizeof anybody);
        anybody.want = VM_WANT_PLAYERS;
        anybody.zones = 0x7F;
        anybody.name = VM_NO_SYMBOL;
        anybody.phrase = cc_string(m->s->u, "player");
        VEC_PUSH(m->s->u->mem, &m->s->u->selector, anybody);
        sel = m->s->u->selector.count - 1;
    }
    cost_change(m, act, VM_MOD_KEYWORD_COSTS, sel, sign, 0);
    if (!m->failed)
        m->list.at[m->list.count - 1].b = name->number;
}

static void keyword_more(cc_mods *m, const m_act *act, uint32_t sel)
{
    keyword_costs(m, act, 1, sel);
}

static void keyword_less(cc_mods *m, const m_act *act, uint32_t sel)
{
    keyword_costs(m, act, -1, sel);
}

static void any_color(cc_mods *m, const m_act *act, uint32_t sel)
{
    if (cc_needed(act, "COLOR")->number != 31)
        cc_rule_wrong(m, act->span,
                      "as what? 'may spend mana as though it were mana of any color'");
    else
        cc_mod_push(m, VM_MOD_ANY_COLOR, sel, 0, 0);
}

static void no_mana_cost(cc_mods *m, const m_act *act, uint32_t sel)
{
    if (!m->list.count || m->list.at[0].op != VM_MOD_COPY)
        cc_rule_wrong(m, act->span, "only a copy can be made without its mana cost");
    else
        cc_mod_push(m, VM_MOD_NO_MANA_COST, sel, 0, 0);
}

const cc_rule_native CC_COST_RULES[] = {{"costs_more", costs_more, 0, 0},
                                        {"costs_less", costs_less, 0, 0},
                                        {"costs_more_each_target", costs_more_each, 0, 0},
                                        {"abilities_more", abilities_more, 0, 0},
                                        {"abilities_less", abilities_less, 0, 0},
                                        {"keyword_more", keyword_more, 0, 0},
                                        {"keyword_less", keyword_less, 0, 0},
                                        {"any_color", any_color, 0, 0},
                                        {"no_mana_cost", no_mana_cost, 0, 0},
                                        {NULL, NULL, 0, 0}};
