/* What changes characteristics or rules: 'gets +1/+1', 'is a Mountain', 'can't block'. The same sentences make static
 * abilities and effects with a duration. The natives of 'rule' declarations are the rows of NATIVES. */
#include "compiler/lower/lower.h"

#include <string.h>

#include "compiler/meaning/walk.h"

int cc_is_rule(const m_act *act)
{
    return act->frame->kind == DECL_RULE && !cc_is_prevention(act) &&
           !voc_is(act->frame, VOC_REDIRECTS_EVENT);
}

vm_mod *cc_mod_push(cc_mods *m, uint32_t op, uint32_t sel, uint32_t a, uint32_t b)
{
    const vm_mod row = {op, sel, a, b, 0, 0, 0};
    VEC_PUSH(m->s->u->mem, &m->list, row);
    return &m->list.at[m->list.count - 1];
}

static void wrong(cc_mods *m, cc_span at, const char *why)
{
    cc_diag_add(m->s->u->diags, CC_NO_MEANING, at, "%s", why);
    m->failed = 1;
}

/* ---- values -----------------------------------------------------------------------------------
 */

/* A value for operand a (0) or b (1) of the last mod: a value function of the affected object (static), or a
 * register (effect). */
static void value_fn(cc_mods *m, int which, cc_fn *f, cc_val v)
{
    vm_mod *row = &m->list.at[m->list.count - 1];
    const uint32_t fn = v.type ? cc_fn_end_value(f, v) : 0;
    m->failed |= !fn;
    *(which ? &row->fb : &row->fa) = fn;
}

static void value_arg(cc_mods *m, int which, cc_val v)
{
    vm_mod *row = &m->list.at[m->list.count - 1];
    uint32_t slot = m->arg_count;
    for (uint32_t i = 0; i < m->arg_count; i++)
        if (m->arg[i].reg == v.reg)
            slot = i;
    if (!v.type || slot >= 2) {
        m->failed = 1;
        return;
    }
    if (slot == m->arg_count)
        m->arg[m->arg_count++] = v;
    *(which ? &row->b : &row->a) = slot;
    row->flags |= which ? VM_MF_ARG_B : VM_MF_ARG_A;
}

static void begin_value(cc_mods *m, cc_fn *f)
{
    cc_fn_begin(f, m->s, 0);
    f->candidate = cc_reg(f, 'e');
    f->params = 1;
    f->x = m->x;
}

typedef struct term { /* +2, -X, +1 for each creature */
    const m_amount *amount, *times;
    int minus;
} term;

static int is_constant(const term *t)
{
    return t->amount->kind == AMT_CONST && !t->times;
}

/* What is worked out and comes to less than zero is zero (CR 107.1b). */
static cc_val not_negative(cc_fn *f, cc_val v)
{
    const cc_val zero = cc_num(f, 0), out = cc_reg(f, 'n');
    cc_emit(f, VM_OP_MOV, out.reg, v.reg, 0, 0);
    const cc_val less = cc_op(f, VM_OP_LT, 'b', v.reg, zero.reg, 0);
    const uint32_t jump = cc_emit(f, VM_OP_JF, less.reg, 0, 0, 0);
    cc_emit(f, VM_OP_MOV, out.reg, zero.reg, 0, 0);
    cc_patch(f, jump);
    return out;
}

/* Of the amounts that a sentence can give only these can be less than zero. */
static int may_be_negative(const cc_fn *f, const m_amount *a)
{
    return a->kind == AMT_PROPERTY || a->kind == AMT_GREATEST || a->kind == AMT_LEAST ||
           a->kind == AMT_NAME || (a->kind >= AMT_ADD && a->kind <= AMT_HALF_DOWN) ||
           (a->kind == AMT_X && f->x && may_be_negative(f, f->x));
}

static cc_val term_value(cc_fn *f, const term *t)
{
    cc_val v = cc_amount(f, t->amount);
    if (v.type && may_be_negative(f, t->amount))
        v = not_negative(f, v);
    if (v.type && t->minus) {
        const cc_val zero = cc_num(f, 0);
        v = cc_op(f, VM_OP_SUB, 'n', zero.reg, v.reg, 0);
    }
    if (v.type && t->times) {
        const cc_val k = cc_amount(f, t->times);
        v = k.type ? cc_op(f, VM_OP_MUL, 'n', k.reg, v.reg, 0) : k;
    }
    return v;
}

static int same_term(const term *a, const term *b)
{
    return a->amount->kind == b->amount->kind && a->amount->value == b->amount->value &&
           a->minus == b->minus && a->amount->name == b->amount->name &&
           (a->amount == b->amount || !a->amount->ref);
}

static void two_terms(cc_mods *m, uint32_t op, const term *t, uint32_t sel)
{
    vm_mod *row = cc_mod_push(m, op, sel, 0, 0);
    for (int i = 0; i < 2; i++)
        if (t[i].amount->kind == AMT_CONST)
            *(i ? &row->b : &row->a) =
                (uint32_t)(t[i].minus ? -t[i].amount->value : t[i].amount->value);
    cc_val first = CC_BAD;
    for (int i = 0; i < 2 && !m->failed; i++) {
        if (is_constant(&t[i]) ||
            (t[i].times && t[i].amount->kind == AMT_CONST && t[i].amount->value == 0))
            continue;
        if (!m->f) {
            cc_fn f;
            begin_value(m, &f);
            value_fn(m, i, &f, term_value(&f, &t[i]));
            continue;
        }
        const cc_val v =
            i && first.type && same_term(&t[0], &t[1]) ? first : term_value(m->f, &t[i]);
        first = v;
        value_arg(m, i, v);
    }
}

void cc_mod_size(cc_mods *m, uint32_t op, const m_change *c, const m_amount *times, uint32_t sel)
{
    const term t[2] = {{c->power, times, c->minus_power},
                       {c->toughness, times, c->minus_toughness}};
    two_terms(m, op, t, sel);
}

void cc_mod_numbers(cc_mods *m, uint32_t op, const m_amount *power, const m_amount *toughness,
                    uint32_t sel)
{
    const term t[2] = {{power, NULL, 0}, {toughness, NULL, 0}};
    two_terms(m, op, t, sel);
}

/* ---- abilities --------------------------------------------------------------------------------
 */

void cc_mod_abilities(cc_mods *m, const m_abilities *a, const m_body *block, uint32_t sel)
{
    cc_abilities list = {0};
    cc_scope inner;
    cc_scope_inner(m->s, &inner);
    inner.of_card = 0;
    inner.kind = SCOPE_PERMANENT;
    inner.targets.count = inner.targets.cap = 0;
    if (a && a->all_creature_types)
        cc_mod_push(m, VM_MOD_ALL_CREATURE_TYPES, sel, 0, 0);
    if (a && a->this_ability)
        cc_mod_push(m, VM_MOD_ADD_ABILITIES, sel, 0, 1)->flags |= VM_MF_THIS_ABILITY;
    for (const m_keyword *k = a ? a->keywords : NULL; k; k = k->next)
        cc_keyword(&inner, k, &list);
    if (block)
        cc_abilities_lower(&inner, block->stmts->ability, &list);
    if (list.count) {
        const uint32_t first = cc_abilities_store(m->s->u, &list);
        cc_mod_push(m, VM_MOD_ADD_ABILITIES, sel, first, list.count);
    } else if (a && !a->all_creature_types && !a->this_ability) {
        m->failed = 1;
    }
}

/* ---- natives ----------------------------------------------------------------------------------
 */

static void get(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_mod_size(m, VM_MOD_GET_PT, cc_operand(act, "CHANGE")->is.change, act->times, sel);
}

/* Players have hexproof, shroud and protection (CR 702.11c, 702.16, 702.18a), and no other keywords. */
static void player_has(cc_mods *m, const m_act *act, uint32_t sel)
{
    const m_operand *o = cc_operand(act, "ABILITIES");
    const int yours = m->about->kind == REF_YOU;
    for (const m_keyword *k = o ? o->is.abilities->keywords : NULL; k; k = k->next) {
        const int marker = k->frame->marker ? vm_marker_by_name(k->frame->name) : -1;
        if (marker == VM_MARKER_SHROUD)
            cc_mod_push(m, VM_MOD_CANT_BE_TARGETED, sel, 0, VM_REL_ANY);
        else if (marker == VM_MARKER_HEXPROOF && yours)
            cc_mod_push(m, VM_MOD_CANT_BE_TARGETED, sel, cc_quality(m->s, k), VM_REL_OPPONENT);
        else if (marker == VM_MARKER_PROTECTION)
            cc_mod_push(m, VM_MOD_PROTECTED, sel, cc_quality(m->s, k), 0);
        else
            wrong(m, k->span,
                  "players have no such ability here: you have hexproof, a player has shroud or "
                  "protection");
    }
    if (!o || !o->is.abilities->keywords)
        wrong(m, act->span,
              "players have no such ability here: you have hexproof, a player has shroud or "
              "protection");
}

static void have(cc_mods *m, const m_act *act, uint32_t sel)
{
    const m_operand *o = cc_operand(act, "ABILITIES");
    if (m->about && m->about->ref_class == CLASS_PLAYER) {
        player_has(m, act, sel);
        return;
    }
    if (!o && !act->block)
        wrong(m, act->span, "what? a keyword, or abilities in a block");
    else if (o && o->is.abilities->all)
        wrong(m, act->span, "all abilities of what?");
    else
        cc_mod_abilities(m, o ? o->is.abilities : NULL, act->block, sel);
    for (const m_keyword *k = o ? o->is.abilities->keywords : NULL; k && !m->f; k = k->next)
        if (k->frame->marker && vm_marker_by_name(k->frame->name) == VM_MARKER_FLASH) {
            cc_mod_push(m, VM_MOD_AS_FLASH, sel, 0, 0); /* where it is cast from (CR 601.3d) */
            m->all_zones = 1;
        }
}

static void lose(cc_mods *m, const m_act *act, uint32_t sel)
{
    const m_abilities *a = cc_operand(act, "ABILITIES")->is.abilities;
    if (a->all) {
        cc_mod_push(m, VM_MOD_LOSE_ALL_ABILITIES, sel, 0, 0);
        return;
    }
    if (!a->keywords)
        wrong(m, act->span, "this cannot be lost");
    for (const m_keyword *k = a->keywords; k; k = k->next) {
        for (uint32_t i = 0; i < k->frame->slot_count; i++)
            if (k->operands[i].given)
                wrong(m, k->span,
                      "a keyword is lost whole, whatever it is from or of: leave that out");
        cc_mod_push(m, VM_MOD_LOSE_KEYWORD, sel, k->frame->number, 0);
    }
}

static void base_size(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_mod_size(m, VM_MOD_SET_PT, cc_operand(act, "SIZE")->is.change, NULL, sel);
}

static void base_number(cc_mods *m, const m_act *act, uint32_t sel)
{
    const m_amount *n = cc_operand(act, "AMOUNT")->is.amount;
    cc_mod_numbers(m, VM_MOD_SET_PT, n, n, sel);
}

static void set(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_mod_become(m, cc_operand(act, "QUALITIES")->is.quality, 0, sel);
}

static void add(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_mod_become(m, cc_operand(act, "QUALITIES")->is.quality, ALSO_TYPES, sel);
}

static void add_colors(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_mod_become(m, cc_operand(act, "QUALITIES")->is.quality, ALSO_COLORS, sel);
}

static void play_lands(cc_mods *m, const m_act *act, uint32_t sel)
{
    const m_amount *n = cc_operand(act, "AMOUNT")->is.amount;
    if (n->kind != AMT_CONST)
        wrong(m, act->span, "how many lands? a number");
    else
        cc_mod_push(m, VM_MOD_PLAY_LANDS, sel, (uint32_t)n->value, 0);
}

static void max_counters(cc_mods *m, const m_act *act, uint32_t sel)
{
    const m_operand *o = cc_operand(act, "COUNTERS");
    const int more = o->compare == CMP_GT + 1;
    if (!o->is.amount || !o->count || o->count->kind != AMT_CONST || o->number == UINT32_MAX ||
        (!more && o->compare != CMP_GE + 1))
        wrong(m, act->span, "a limit reads: this can't have more than seven charge counters");
    else
        cc_mod_push(m, VM_MOD_MAX_COUNTERS, sel, o->number,
                    (uint32_t)o->count->value + (uint32_t)more);
}

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
    const m_cost *c = cc_operand(act, "COST")->is.cost;
    uint32_t count, value = 0, colors = 0;
    if (!c->symbols || c->next) {
        wrong(m, act->span, "how much? 'cost {1} more', 'cost {2} less'");
        return;
    }
    const uint32_t first = cc_mana_cost(m->s->u, c->symbols, &count, &value, &colors, c->span);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t kind = m->s->u->cost.at[first + i].kind;
        if (kind != VM_COST_GENERIC && kind != VM_COST_MANA &&
            (sign > 0 || (kind != VM_COST_PHYREXIAN && kind != VM_COST_TWO_OR))) {
            wrong(m, c->span,
                  sign > 0 ? "costs grow by {1}, {W} and the like"
                           : "costs shrink by {1}, {W}, {W/U} and the like");
            return;
        }
    }
    const uint32_t colored = (uint32_t)value - generic_of(m->s->u, first, count);
    if (colored && op == VM_MOD_ABILITIES_COST) {
        cc_diag_add(m->s->u->diags, CC_NO_NATIVE, act->span,
                    "the rules machine changes what abilities cost by generic mana, so far");
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
        wrong(m, act->span, "'for each' changes costs in a static ability only");
        return;
    }
    const m_amount each = {.kind = AMT_CONST, .value = (int32_t)value, .span = act->span};
    const term t = {&each, act->times, sign < 0};
    cc_mod_push(m, op, sel, 0, 0)->flags |= flags;
    cc_fn f;
    begin_value(m, &f);
    value_fn(m, 0, &f, term_value(&f, &t));
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

static void any_color(cc_mods *m, const m_act *act, uint32_t sel)
{
    if (cc_operand(act, "COLOR")->number != 31)
        wrong(m, act->span, "as what? 'may spend mana as though it were mana of any color'");
    else
        cc_mod_push(m, VM_MOD_ANY_COLOR, sel, 0, 0);
}

static void own_color(cc_mods *m, const m_act *act, uint32_t sel)
{
    (void)act;
    cc_mod_push(m, VM_MOD_SET_COLORS, sel, m->s->u->face.at[m->s->face_idx].colors, 0);
}

static void no_mana_cost(cc_mods *m, const m_act *act, uint32_t sel)
{
    if (!m->list.count || m->list.at[0].op != VM_MOD_COPY)
        wrong(m, act->span, "only a copy can be made without its mana cost");
    else
        cc_mod_push(m, VM_MOD_NO_MANA_COST, sel, 0, 0);
}

/* The description or the thing that a rule is about: who is attacked, what is blocked. */
static uint32_t about(cc_mods *m, const m_act *act, const char *name)
{
    const m_operand *o = cc_operand(act, name);
    if (!o)
        return 0;
    uint32_t row;
    if (o->type == VOC_DESCRIPTION) {
        row = cc_selector(m->f, m->s, o->is.desc);
    } else if (o->is.ref->kind == REF_ALL || o->is.ref->kind == REF_SOME) {
        row = cc_selector(m->f, m->s, o->is.ref->desc);
    } else { /* this very thing */
        m_desc d = {.span = o->span};
        m_atom a = {.kind = ATOM_AMONG, .span = o->span, .ref = o->is.ref};
        d.atoms = &a;
        row = cc_selector(m->f, m->s, &d);
        if (row)
            m->s->u->selector.at[row].want = VM_WANT_OBJECTS | VM_WANT_PLAYERS;
    }
    m->failed |= !row;
    return row;
}

/* unless their controller pays {2} */
static void unless_paid(cc_mods *m, const m_act *act)
{
    const m_ref *who = act->unless->subject;
    uint32_t count = 0;
    if (act->unless->acts->times) {
        wrong(m, act->unless->acts->times->span,
              "what attacking or blocking costs is a fixed cost for each creature, so far");
        return;
    }
    if (who->kind != REF_CONTROLLER || !voc_is(act->unless->acts->frame, VOC_PAYS_MANA)) {
        wrong(m, act->unless->span,
              "'unless' needs a payment here: unless their controller pays {2}; it is paid for "
              "each creature that attacks or blocks");
        return;
    }
    if (act->unless->acts->times) {
        wrong(m, act->unless->acts->times->span,
              "the rules machine takes a fixed cost for each creature that attacks");
        return;
    }
    const uint32_t first = cc_cost_act(m->s, act->unless->acts, &count);
    for (uint32_t i = 0; i < count; i++)
        if (m->s->u->cost.at[first + i].kind == VM_COST_X) {
            wrong(m, act->unless->span, "attacking and blocking cost a number of mana, not X");
            return;
        }
    vm_mod *row = &m->list.at[m->list.count - 1];
    row->b = first;
    row->flags = count << VM_MF_COSTS_SHIFT;
    m->failed |= !count;
}

static int names_defender(const m_ref *ref, void *user)
{
    (void)user;
    return ref->kind == REF_DEFENDER;
}

/* can't attack if defending player controls an Island: the players of whom that is true */
static uint32_t defenders(cc_mods *m, const m_cond *cond, int unless)
{
    cc_unit *u = m->s->u;
    cc_fn f;
    cc_fn_begin(&f, m->s, 0);
    f.candidate = cc_reg(&f, 'e');
    f.params = 1;
    f.defender = cc_as(&f, f.candidate, 'p');
    f.candidate = CC_BAD;
    cc_val b = cc_condition(&f, cond);
    if (!b.type)
        return 0;
    if (unless)
        b = cc_op(&f, VM_OP_NOT, 'b', b.reg, 0, 0);
    vm_selector row;
    memset(&row, 0, sizeof row);
    row.want = VM_WANT_PLAYERS;
    row.name = VM_NO_SYMBOL;
    row.phrase = cc_string(u, "player");
    row.pred = cc_fn_end_value(&f, b);
    VEC_PUSH(u->mem, &u->selector, row);
    return u->selector.count - 1;
}

int cc_asks_defender(const m_act *act)
{
    const m_cond *c = act->only_if ? act->only_if : act->unless_cond;
    return c && voc_is(act->frame, VOC_CANT_ATTACK) && m_any_in_cond(c, names_defender, NULL);
}

static void cant_attack(cc_mods *m, const m_act *act, uint32_t sel)
{
    const int asks = cc_asks_defender(act);
    const uint32_t whom =
        asks ? defenders(m, act->only_if ? act->only_if : act->unless_cond, !act->only_if)
             : about(m, act, "DEFENDER");
    m->failed |= asks && !whom;
    cc_mod_push(m, VM_MOD_CANT_ATTACK, sel, whom, 0);
    if (act->unless)
        unless_paid(m, act);
}

static void cant_attack_or_block(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_mod_push(m, VM_MOD_CANT_ATTACK, sel, 0, 0);
    if (act->unless)
        unless_paid(m, act);
    cc_mod_push(m, VM_MOD_CANT_BLOCK, sel, 0, 0);
    if (act->unless)
        unless_paid(m, act);
}

static void block_rule(cc_mods *m, const m_act *act, uint32_t sel, uint32_t op)
{
    const uint32_t whom =
        cc_operand(act, "WHOM") ? about(m, act, "WHOM") : about(m, act, "ATTACKERS");
    cc_mod_push(m, op, sel, whom, 0);
}

static void cant_lose_life(cc_mods *m, const m_act *act, uint32_t sel)
{
    (void)act;
    cc_mod_push(m, VM_MOD_LIFE_CANT_CHANGE, sel, 1, 0);
}

static void cant_block(cc_mods *m, const m_act *act, uint32_t sel)
{
    block_rule(m, act, sel, VM_MOD_CANT_BLOCK);
    if (act->unless)
        unless_paid(m, act);
}

static void must_block(cc_mods *m, const m_act *act, uint32_t sel)
{
    block_rule(m, act, sel, VM_MOD_MUST_BLOCK);
}

/* can block only creatures with flying: it can't block the others */
static void blocks_only(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_unit *u = m->s->u;
    const uint32_t whom = about(m, act, "ATTACKERS");
    if (!whom)
        return;
    cc_fn f;
    cc_fn_begin(&f, m->s, 0);
    f.candidate = cc_reg(&f, 'e');
    f.params = 1;
    const cc_val is = cc_op(&f, VM_OP_MATCH, 'b', f.candidate.reg, 0, (int32_t)whom);
    vm_selector row;
    memset(&row, 0, sizeof row);
    row.want = VM_WANT_OBJECTS;
    row.zones = 1u << VM_ZONE_BATTLEFIELD;
    row.name = VM_NO_SYMBOL;
    row.phrase = cc_string(u, "creature");
    row.pred = cc_fn_end_value(&f, cc_op(&f, VM_OP_NOT, 'b', is.reg, 0, 0));
    VEC_PUSH(u->mem, &u->selector, row);
    cc_mod_push(m, VM_MOD_CANT_BLOCK, sel, u->selector.count - 1, 0);
}

/* isn't a creature */
static void unset(cc_mods *m, const m_act *act, uint32_t sel)
{
    const m_operand *o = cc_operand(act, "QUALITIES");
    const m_quality_list *q = o->is.quality;
    if (!q->types || q->supertypes || q->colors || q->colorless || q->has_pt || q->subtypes.count ||
        q->abilities || q->chosen)
        wrong(m, act->span, "only card types can be taken away so: \"isn't a creature\"");
    else
        cc_mod_push(m, VM_MOD_REMOVE_TYPES, sel, q->types, 0);
}

static void designates(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_designation(m->s->u, cc_operand(act, "DESIGNATION")->number);
    cc_mod_push(m, VM_MOD_DESIGNATES, sel, cc_operand(act, "DESIGNATION")->number, 0);
}

static void must_attack(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_mod_push(m, VM_MOD_MUST_ATTACK, sel, about(m, act, "DEFENDER"), 0);
}

static void blocked_by(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_mod_push(m, VM_MOD_CANT_BE_BLOCKED, sel, about(m, act, "BLOCKERS"), 1);
}

static void blocked_except(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_mod_push(m, VM_MOD_CANT_BE_BLOCKED, sel, about(m, act, "BLOCKERS"), 0);
}

/* "doesn't untap" is a rule about its controller's untap step only (CR 502.3), so it has to say that. */
static void cant_untap(cc_mods *m, const m_act *act, uint32_t sel)
{
    const m_operand *o = cc_operand(act, "STEP");
    if (o->next && !m->f)
        wrong(m, o->span, "a static ability holds every time: leave 'next' out");
    if (o->number != VM_STEP_UNTAP || !o->is.ref ||
        (o->is.ref->kind != REF_CONTROLLER && o->is.ref->kind != REF_YOU))
        wrong(m, o->span, "when? \"doesn't untap during its controller's untap step\"");
    cc_mod_push(m, VM_MOD_CANT_UNTAP, sel, 0, 0);
}

/* you may choose not to untap this during your untap step (CR 502.3) */
static void may_stay_tapped(cc_mods *m, const m_act *act, uint32_t sel)
{
    const m_operand *o = cc_operand(act, "STEP");
    if (o->number != VM_STEP_UNTAP || !o->is.ref || o->is.ref->kind != REF_YOU)
        wrong(m, o->span, "when? 'during your untap step'");
    cc_mod_push(m, VM_MOD_MAY_STAY_TAPPED, sel, 0, 0);
}

static void cant_cast(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_mod_push(m, VM_MOD_CANT_CAST_SPELLS, sel, about(m, act, "SPELLS"), 0);
}

/* A number that is the limit or the change of a rule. */
static void number_rule(cc_mods *m, const m_act *act, uint32_t op, int minus, uint32_t b,
                        uint32_t sel)
{
    const term t = {cc_operand(act, "AMOUNT")->is.amount, NULL, minus};
    cc_mod_push(m, op, sel,
                is_constant(&t) ? (uint32_t)(minus ? -t.amount->value : t.amount->value) : 0, b);
    if (is_constant(&t))
        return;
    if (m->f) {
        value_arg(m, 0, term_value(m->f, &t));
        return;
    }
    cc_fn f;
    begin_value(m, &f);
    value_fn(m, 0, &f, term_value(&f, &t));
}

static void max_blockers(cc_mods *m, const m_act *act, uint32_t sel)
{
    number_rule(m, act, VM_MOD_MAX_BLOCKERS, 0, 0, sel);
}

static void min_blockers(cc_mods *m, const m_act *act, uint32_t sel)
{
    number_rule(m, act, VM_MOD_MIN_BLOCKERS, 0, 0, sel);
}

static void blocks_more(cc_mods *m, const m_act *act, uint32_t sel)
{
    number_rule(m, act, VM_MOD_BLOCKS_MORE, 0, 0, sel);
}

static void blocks_any(cc_mods *m, const m_act *act, uint32_t sel)
{
    (void)act;
    cc_mod_push(m, VM_MOD_BLOCKS_MORE, sel, (uint32_t)-1, 0);
}

static void max_spells(cc_mods *m, const m_act *act, uint32_t sel)
{
    number_rule(m, act, VM_MOD_MAX_SPELLS, 0, 0, sel);
}

static void max_draws(cc_mods *m, const m_act *act, uint32_t sel)
{
    number_rule(m, act, VM_MOD_MAX_DRAWS, 0, 0, sel);
}

static void hand_size(cc_mods *m, const m_act *act, uint32_t sel)
{
    number_rule(m, act, VM_MOD_MAX_HAND, 0, 0, sel);
}

static void hand_size_less(cc_mods *m, const m_act *act, uint32_t sel)
{
    number_rule(m, act, VM_MOD_MAX_HAND, 1, 1, sel);
}

static void hand_size_more(cc_mods *m, const m_act *act, uint32_t sel)
{
    number_rule(m, act, VM_MOD_MAX_HAND, 0, 1, sel);
}

static void cant_activate_but_mana(cc_mods *m, const m_act *act, uint32_t sel)
{
    (void)act;
    cc_mod_push(m, VM_MOD_CANT_ACTIVATE, sel, 0, 1);
}

/* you can't cast this during the first turn: it is not cast at all then */
static void cant_cast_this(cc_mods *m, const m_act *act, uint32_t sel)
{
    if (m->f || cc_operand(act, "OBJECT")->is.ref->kind != REF_THIS)
        wrong(m, act->span, "which spells? 'can't cast creature spells', 'can't cast this'");
    cc_mod_push(m, VM_MOD_CANT_CAST, sel, 0, 0);
    m->all_zones = 1;
}

/* Spells of players for whom it is not the time: the predicate of what they may not cast says when. */
static uint32_t any_spell_unless(cc_mods *m, const m_act *act, int own_turn)
{
    cc_unit *u = m->s->u;
    cc_fn f;
    cc_fn_begin(&f, m->s, 0);
    f.candidate = cc_reg(&f, 'e');
    f.params = 1;
    f.at = act->span;
    const cc_val card = cc_as(&f, f.candidate, 'o');
    const cc_val owner = cc_op(&f, VM_OP_CONTROLLERS, 'p', card.reg, 0, 0);
    cc_val now;
    if (own_turn) {
        const cc_val active = cc_as(&f, cc_op(&f, VM_OP_ACTIVE, 'p', 0, 0, 0), 'e'),
                     who = cc_as(&f, owner, 'e');
        now = cc_op(&f, VM_OP_MEET, 'b', active.reg, who.reg, 0);
    } else {
        now = cc_op(&f, VM_OP_SORCERY_TIME, 'b', owner.reg, 0, 0);
    }
    vm_selector row;
    memset(&row, 0, sizeof row);
    row.want = VM_WANT_OBJECTS;
    row.zones = 0x7F;
    row.name = VM_NO_SYMBOL;
    row.phrase = cc_string(u, "spell");
    row.pred = cc_fn_end_value(&f, cc_op(&f, VM_OP_NOT, 'b', now.reg, 0, 0));
    VEC_PUSH(u->mem, &u->selector, row);
    return u->selector.count - 1;
}

static void only_own_turn(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_mod_push(m, VM_MOD_CANT_CAST_SPELLS, sel, any_spell_unless(m, act, 1), 0);
}

static void only_as_sorcery(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_mod_push(m, VM_MOD_CANT_CAST_SPELLS, sel, any_spell_unless(m, act, 0), 0);
}

static void as_flash(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_mod_push(m, VM_MOD_AS_FLASH, sel, about(m, act, "SPELLS"), 0);
}

static void skip_step(cc_mods *m, const m_act *act, uint32_t sel)
{
    const m_operand *o = cc_operand(act, "STEP");
    if (o->next)
        wrong(m, o->span, "a static ability holds every time: leave 'next' out");
    if (!o->is.ref || (o->is.ref->kind != REF_YOU && o->is.ref->kind != REF_PRONOUN))
        wrong(m, o->span,
              "whose? \"skip your draw step\", \"each opponent skips their draw step\"");
    cc_mod_push(m, VM_MOD_SKIP_STEP, sel, o->number, 0);
}

/* The damage of a spell: it is what it is as long as the spell is there. */
static void unpreventable_here(cc_mods *m, const m_act *act, uint32_t sel)
{
    if (m->f || m->s->kind != SCOPE_SPELL)
        wrong(
            m, act->span,
            "this stands alone on an instant or sorcery; else: 'damage that would be dealt by this "
            "can't be prevented'");
    cc_mod_push(m, VM_MOD_DAMAGE_UNPREVENTABLE, sel, 0, 0);
    m->all_zones = 1;
}

static const struct {
    const char *name;
    void (*lower)(cc_mods *m, const m_act *act, uint32_t sel);
    uint32_t op; /* without a function: a mod without operands */
} NATIVES[] = {
    {"get", get, 0},
    {"have", have, 0},
    {"lose", lose, 0},
    {"base_size", base_size, 0},
    {"base_number", base_number, 0},
    {"set", set, 0},
    {"add", add, 0},
    {"add_colors", add_colors, 0},
    {"no_max_hand", NULL, VM_MOD_NO_MAX_HAND},
    {"control", NULL, VM_MOD_CONTROL},
    {"switch", NULL, VM_MOD_SWITCH_PT},
    {"cant_attack", cant_attack, 0},
    {"cant_attack_alone", NULL, VM_MOD_CANT_ATTACK_ALONE},
    {"cant_block", cant_block, 0},
    {"cant_block_alone", NULL, VM_MOD_CANT_BLOCK_ALONE},
    {"cant_attack_or_block", cant_attack_or_block, 0},
    {"cant_be_blocked", NULL, VM_MOD_CANT_BE_BLOCKED},
    {"cant_be_blocked_by", blocked_by, 0},
    {"cant_be_blocked_except_by", blocked_except, 0},
    {"must_attack", must_attack, 0},
    {"blocks_only", blocks_only, 0},
    {"designates", designates, 0},
    {"unset", unset, 0},
    {"lures", NULL, VM_MOD_LURES},
    {"attacks_despite_defender", NULL, VM_MOD_ATTACKS_DESPITE_DEFENDER},
    {"no_combat_damage", NULL, VM_MOD_NO_COMBAT_DAMAGE},
    {"damage_by_toughness", NULL, VM_MOD_DAMAGE_BY_TOUGHNESS},
    {"must_block", must_block, 0},
    {"must_be_blocked", NULL, VM_MOD_MUST_BE_BLOCKED},
    {"cant_untap", cant_untap, 0},
    {"may_stay_tapped", may_stay_tapped, 0},
    {"cant_regenerate", NULL, VM_MOD_CANT_REGENERATE},
    {"cant_trigger", NULL, VM_MOD_CANT_TRIGGER},
    {"cant_cast", cant_cast, 0},
    {"cant_be_countered", NULL, VM_MOD_CANT_BE_COUNTERED},
    {"cant_gain_life", NULL, VM_MOD_CANT_GAIN_LIFE},
    {"cant_lose_life", cant_lose_life, 0},
    {"life_fixed", NULL, VM_MOD_LIFE_CANT_CHANGE},
    {"max_counters", max_counters, 0},
    {"costs_more", costs_more, 0},
    {"costs_less", costs_less, 0},
    {"costs_more_each_target", costs_more_each, 0},
    {"abilities_more", abilities_more, 0},
    {"abilities_less", abilities_less, 0},
    {"play_lands", play_lands, 0},
    {"play_lands_turn", play_lands, 0},
    {"any_color", any_color, 0},
    {"produces", cc_produces, 0},
    {"keeps_mana", cc_keeps_mana, 0},
    {"mana_pales", cc_mana_pales, 0},
    {"max_blockers", max_blockers, 0},
    {"min_blockers", min_blockers, 0},
    {"blocks_more", blocks_more, 0},
    {"blocks_any", blocks_any, 0},
    {"cant_be_sacrificed", NULL, VM_MOD_CANT_BE_SACRIFICED},
    {"cant_enter", NULL, VM_MOD_CANT_ENTER},
    {"cant_activate", NULL, VM_MOD_CANT_ACTIVATE},
    {"cant_activate_but_mana", cant_activate_but_mana, 0},
    {"cant_get_counters", NULL, VM_MOD_CANT_GET_COUNTERS},
    {"cant_be_targeted", NULL, VM_MOD_CANT_BE_TARGETED},
    {"max_spells", max_spells, 0},
    {"max_draws", max_draws, 0},
    {"cant_win", NULL, VM_MOD_CANT_WIN},
    {"cant_lose", NULL, VM_MOD_CANT_LOSE},
    {"cant_search", NULL, VM_MOD_CANT_SEARCH},
    {"cant_play_lands", NULL, VM_MOD_CANT_PLAY_LANDS},
    {"top_revealed", NULL, VM_MOD_TOP_REVEALED},
    {"top_known", NULL, VM_MOD_TOP_KNOWN},
    {"hand_revealed", NULL, VM_MOD_HAND_REVEALED},
    {"skip_step", skip_step, 0},
    {"as_flash", as_flash, 0},
    {"hand_size", hand_size, 0},
    {"hand_size_less", hand_size_less, 0},
    {"hand_size_more", hand_size_more, 0},
    {"color_not_copied", own_color, 0},
    {"no_mana_cost", no_mana_cost, 0},
    {"unpreventable", NULL, VM_MOD_DAMAGE_UNPREVENTABLE},
    {"unpreventable_here", unpreventable_here, 0},
    {"cant_be_cast", NULL, VM_MOD_CANT_CAST},
    {"cant_cast_this", cant_cast_this, 0},
    {"only_own_turn", only_own_turn, 0},
    {"only_as_sorcery", only_as_sorcery, 0},
    {"may_play", cc_may_play, 0},
    {"resolves_to", cc_resolves_to, 0},
    {"says_each", cc_says_each, 0},
    {"may_cast_as_aura", cc_may_cast_as_aura, 0},
    {"may_splice", cc_may_splice, 0},
    {"may_pay_instead", cc_may_pay_instead, 0},
    {"helps_pay", cc_helps_pay, 0},
    {"helps_pay_colored", cc_helps_pay_colored, 0},
};

int cc_knows_rule(const char *native)
{
    for (size_t i = 0; i < sizeof NATIVES / sizeof *NATIVES; i++)
        if (strcmp(NATIVES[i].name, native) == 0)
            return 1;
    return strcmp(native, "redirect") == 0 || strcmp(native, "event_redirect") == 0;
}

static int is_cost_rule(uint32_t op)
{
    return op == VM_MOD_COSTS_MORE || op == VM_MOD_COSTS_MANA_MORE || op == VM_MOD_COSTS_MANA_LESS;
}

void cc_mod_act(cc_mods *m, const m_act *act, uint32_t sel)
{
    const uint32_t mistakes = m->s->u->diags->total_count;
    const char *native = act->frame->native ? act->frame->native : "";
    const m_amount *x = m->f ? m->f->x : NULL;
    if (m->f)
        m->f->at = act->span;
    m->x = act->x;
    if (m->f && act->x)
        m->f->x = act->x;
    if (!m->f && (cc_operand(act, "TURN") || cc_operand(act, "COMBAT"))) {
        wrong(m, act->span,
              "a static ability holds as long as its object is there; this has no end");
        return;
    }
    if (!m->f && act->duration) {
        cc_diag_add(m->s->u->diags, CC_EXTRA_OPERAND, act->duration->span,
                    "a static ability holds as long as its object is there; this has no end");
        m->failed = 1;
    }
    if (act->frame->means.count) {
        cc_means_rule(m, act, sel);
        if (m->f)
            m->f->x = x;
        return;
    }
    for (size_t i = 0; i < sizeof NATIVES / sizeof *NATIVES; i++)
        if (strcmp(NATIVES[i].name, native) == 0) {
            if (NATIVES[i].lower)
                NATIVES[i].lower(m, act, sel);
            else
                cc_mod_push(m, NATIVES[i].op, sel, 0, 0);
            m->all_zones |= NATIVES[i].op == VM_MOD_CANT_BE_COUNTERED ||
                            (m->list.count && is_cost_rule(m->list.at[m->list.count - 1].op));
            if (act->unless && NATIVES[i].lower != cant_attack && NATIVES[i].lower != cant_block &&
                NATIVES[i].lower != cant_attack_or_block)
                wrong(m, act->unless->span, "this verb takes no payment of that kind");
            if (m->s->u->diags->total_count != mistakes)
                m->failed = 1;
            if (m->f)
                m->f->x = x;
            return;
        }
    cc_diag_add(m->s->u->diags, CC_NO_NATIVE, act->span,
                "this cannot be said here: the native '%s' changes nothing", native);
    m->failed = 1;
}
