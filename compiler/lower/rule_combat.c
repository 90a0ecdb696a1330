/* What may attack and block, must, cannot, and what it costs (CR 508, 509). */
#include "compiler/lower/rules.h"
#include "compiler/meaning/walk.h"

#include <string.h>

/* Mana alone: what is declared in words, too. */
static int pays_mana(const m_act *act)
{
    int all = voc_is(act->frame, VOC_PAYS_MANA);
    for (const m_cost *c = act->pays; c; c = c->next)
        all = (c == act->pays || all) && (c->act ? pays_mana(c->act) : c->symbols != NULL);
    return all;
}

/* {2} for each creature they control that's attacking you, for each of those creatures: what it costs for each of them anyway */
static int is_each_attacker(const m_act *act, const m_amount *times)
{
    const m_operand *whom = cc_operand(act, "DEFENDER");
    const m_ref *each = times->kind == AMT_COUNT ? times->ref : NULL;
    if (!each || !whom)
        return 0;
    if (each->kind == REF_THAT || each->kind == REF_PRONOUN)
        return each->plural || each->each || each->word == W_THEY;
    const m_desc *d = each->desc;
    if (each->kind != REF_ALL || !d || d->or || whom->is.ref->kind != REF_YOU)
        return 0;
    int attacks = 0, theirs = 0, else_said = 0;
    for (const m_atom *a = d->atoms; a; a = a->next)
        if (a->kind == ATOM_COMBAT && a->number == M_ATTACKS && a->ref->kind == REF_YOU)
            attacks = 1;
        else if (a->kind == ATOM_CONTROL && !a->neg && a->ref->kind == REF_PRONOUN)
            theirs = 1;
        else
            else_said |= a->kind != ATOM_TYPE || a->neg || 1u << a->number != VM_TYPE_CREATURE;
    return attacks && theirs && !else_said;
}

/* unless their controller pays {2} */
static void unless_paid(cc_mods *m, const m_act *act)
{
    const m_ref *who = act->unless->subject;
    uint32_t count = 0;
    if (act->unless->acts->times && !is_each_attacker(act, act->unless->acts->times)) {
        cc_rule_wrong(m, act->unless->acts->times->span,
                      "what attacking or blocking costs is a fixed cost for each creature, so far");
        return;
    }
    if (who->kind != REF_CONTROLLER || !pays_mana(act->unless->acts)) {
        cc_rule_wrong(
            m, act->unless->span,
            "'unless' needs a payment here: unless their controller pays {2}; it is paid for "
            "each creature that attacks or blocks");
        return;
    }
    const uint32_t first = cc_cost_act(m->s, act->unless->acts, &count);
    for (uint32_t i = 0; i < count; i++)
        if (m->s->u->cost.at[first + i].kind == VM_COST_X) {
            cc_rule_wrong(m, act->unless->span,
                          "attacking and blocking cost a number of mana, not X");
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
             : cc_rule_about(m, act, "DEFENDER");
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
    const uint32_t whom = cc_operand(act, "WHOM") ? cc_rule_about(m, act, "WHOM")
                                                  : cc_rule_about(m, act, "ATTACKERS");
    cc_mod_push(m, op, sel, whom, 0);
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
    const uint32_t whom = cc_rule_about(m, act, "ATTACKERS");
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

static void must_attack(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_mod_push(m, VM_MOD_MUST_ATTACK, sel, cc_rule_about(m, act, "DEFENDER"), 0);
}

static void blocked_by(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_mod_push(m, VM_MOD_CANT_BE_BLOCKED, sel, cc_rule_about(m, act, "BLOCKERS"), 1);
}

static void blocked_except(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_mod_push(m, VM_MOD_CANT_BE_BLOCKED, sel, cc_rule_about(m, act, "BLOCKERS"), 0);
}

static void max_blockers(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_rule_number(m, act, VM_MOD_MAX_BLOCKERS, 0, 0, sel);
}

static void min_blockers(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_rule_number(m, act, VM_MOD_MIN_BLOCKERS, 0, 0, sel);
}

/* Every player: whoever attacks, whoever blocks. */
static uint32_t every_player(cc_mods *m)
{
    vm_selector row;
    memset(&row, 0, sizeof row);
    row.want = VM_WANT_PLAYERS;
    row.name = VM_NO_SYMBOL;
    row.phrase = cc_string(m->s->u, "player");
    VEC_PUSH(m->s->u->mem, &m->s->u->selector, row);
    return m->s->u->selector.count - 1;
}

/* no more than two creatures can attack you each combat */
static void most_attackers(cc_mods *m, const m_act *act, uint32_t sel)
{
    (void)sel;
    if (m->f)
        cc_rule_wrong(m, act->span, "this is always so: it stands alone, or behind 'while ...:'");
    else if (cc_operand(act, "DEFENDER"))
        cc_rule_number(m, act, VM_MOD_MOST, 0, VM_MOST_ATTACKED, cc_rule_about(m, act, "DEFENDER"));
    else
        cc_rule_number(m, act, VM_MOD_MOST, 0, VM_MOST_ATTACKERS, every_player(m));
}

static void most_blockers(cc_mods *m, const m_act *act, uint32_t sel)
{
    if (act->frame->has_subject)
        cc_rule_number(m, act, VM_MOD_MOST, 0, VM_MOST_BLOCKERS, sel);
    else if (m->f)
        cc_rule_wrong(m, act->span,
                      "whose creatures? 'each opponent can't block with more than one creature'");
    else
        cc_rule_number(m, act, VM_MOD_MOST, 0, VM_MOST_BLOCKING, every_player(m));
}

static void blocks_more(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_rule_number(m, act, VM_MOD_BLOCKS_MORE, 0, 0, sel);
}

static void blocks_any(cc_mods *m, const m_act *act, uint32_t sel)
{
    (void)act;
    cc_mod_push(m, VM_MOD_BLOCKS_MORE, sel, (uint32_t)-1, 0);
}

/* can be blocked as though it didn't have mountainwalk (CR 609.4) */
static void despite(cc_mods *m, const m_act *act, uint32_t op, uint32_t sel, uint32_t attackers)
{
    cc_mod_push(m, op, sel, cc_needed(act, "NAME")->number, attackers);
}

static void attacks_despite(cc_mods *m, const m_act *act, uint32_t sel)
{
    despite(m, act, VM_MOD_ATTACKS_DESPITE, sel, 0);
}

static void blocked_despite(cc_mods *m, const m_act *act, uint32_t sel)
{
    despite(m, act, VM_MOD_BLOCKED_DESPITE, sel, 0);
}

static void blocks_despite(cc_mods *m, const m_act *act, uint32_t sel)
{
    despite(m, act, VM_MOD_BLOCKS_DESPITE, sel, cc_rule_about(m, act, "ATTACKERS"));
}

/* can be the target of spells and abilities you control as though it didn't have hexproof (CR 702.11e) */
static void targeted_despite(cc_mods *m, const m_act *act, uint32_t sel)
{
    despite(m, act, VM_MOD_TARGETED_DESPITE, sel, 0);
}

const cc_rule_native CC_COMBAT_RULES[] = {
    {"cant_attack", cant_attack, 0, 1},
    {"cant_attack_alone", NULL, VM_MOD_CANT_ATTACK_ALONE, 0},
    {"cant_block", cant_block, 0, 1},
    {"cant_block_alone", NULL, VM_MOD_CANT_BLOCK_ALONE, 0},
    {"cant_attack_or_block", cant_attack_or_block, 0, 1},
    {"cant_be_blocked", NULL, VM_MOD_CANT_BE_BLOCKED, 0},
    {"cant_be_blocked_by", blocked_by, 0, 0},
    {"cant_be_blocked_except_by", blocked_except, 0, 0},
    {"must_attack", must_attack, 0, 0},
    {"blocks_only", blocks_only, 0, 0},
    {"lures", NULL, VM_MOD_LURES, 0},
    {"attacks_despite", attacks_despite, 0, 0},
    {"blocked_despite", blocked_despite, 0, 0},
    {"blocks_despite", blocks_despite, 0, 0},
    {"targeted_despite", targeted_despite, 0, 0},
    {"no_combat_damage", NULL, VM_MOD_NO_COMBAT_DAMAGE, 0},
    {"damage_by_toughness", NULL, VM_MOD_DAMAGE_BY_TOUGHNESS, 0},
    {"must_block", must_block, 0, 0},
    {"must_be_blocked", NULL, VM_MOD_MUST_BE_BLOCKED, 0},
    {"max_blockers", max_blockers, 0, 0},
    {"min_blockers", min_blockers, 0, 0},
    {"most_attackers", most_attackers, 0, 0},
    {"most_blockers", most_blockers, 0, 0},
    {"blocks_more", blocks_more, 0, 0},
    {"blocks_any", blocks_any, 0, 0},
    {NULL, NULL, 0, 0}};
