/* What players and things cannot do, must not, or do so often (CR 101.2). */
#include "compiler/lower/rules.h"

#include <string.h>

static void play_lands(cc_mods *m, const m_act *act, uint32_t sel)
{
    const m_amount *n = cc_needed(act, "AMOUNT")->is.amount;
    if (n->kind != AMT_CONST)
        cc_rule_wrong(m, act->span, "how many lands? a number");
    else
        cc_mod_push(m, VM_MOD_PLAY_LANDS, sel, (uint32_t)n->value, 0);
}

/* you get an additional vote while voting: so many more of something */
static void more_of(cc_mods *m, const m_act *act, uint32_t what, uint32_t sel)
{
    const m_amount *n = cc_needed(act, "AMOUNT")->is.amount;
    if (n->kind != AMT_CONST)
        cc_rule_wrong(m, act->span, "how many more? a number");
    else
        cc_mod_push(m, VM_MOD_MORE, sel, what, (uint32_t)n->value);
}

static void votes_more(cc_mods *m, const m_act *act, uint32_t sel)
{
    more_of(m, act, VM_MORE_VOTES, sel);
}

static void surveils_more(cc_mods *m, const m_act *act, uint32_t sel)
{
    more_of(m, act, VM_MORE_SURVEILLED, sel);
}

static void max_counters(cc_mods *m, const m_act *act, uint32_t sel)
{
    const m_operand *o = cc_needed(act, "COUNTERS");
    const int more = o->compare == CMP_GT + 1;
    if (!o->is.amount || !o->count || o->count->kind != AMT_CONST || o->number == UINT32_MAX ||
        (!more && o->compare != CMP_GE + 1))
        cc_rule_wrong(m, act->span,
                      "a limit reads: this can't have more than seven charge counters");
    else
        cc_mod_push(m, VM_MOD_MAX_COUNTERS, sel, o->number,
                    (uint32_t)o->count->value + (uint32_t)more);
}

static void cant_lose_life(cc_mods *m, const m_act *act, uint32_t sel)
{
    (void)act;
    cc_mod_push(m, VM_MOD_LIFE_CANT_CHANGE, sel, 1, 0);
}

/* "doesn't untap" is a rule about untap steps only (CR 502.3), so it has to say whose. */
static void cant_untap(cc_mods *m, const m_act *act, uint32_t sel)
{
    const m_operand *o = cc_needed(act, "STEP");
    const m_ref *whose = o->is.ref;
    if (o->next && !m->f)
        cc_rule_wrong(m, o->span, "a static ability holds every time: leave 'next' out");
    if (o->number != VM_STEP_UNTAP || !whose ||
        (!o->next && whose->kind != REF_CONTROLLER && whose->kind != REF_YOU))
        cc_rule_wrong(m, o->span, "when? \"doesn't untap during its controller's untap step\"");
    const int in_yours = !o->next && whose && whose->kind == REF_YOU;
    cc_mod_push(m, VM_MOD_CANT_UNTAP, sel,
                in_yours || cc_untaps_with_player(o) ? VM_UNTAPS_NOT_THEN : VM_UNTAPS_NOT, 0);
}

/* untap all permanents you control during each other player's untap step */
static void untaps_too(cc_mods *m, const m_act *act, uint32_t sel)
{
    const m_operand *o = cc_needed(act, "STEP");
    const m_ref *whose = o->is.ref;
    int others = 0;
    for (const m_atom *a = whose && whose->desc ? whose->desc->atoms : NULL; a; a = a->next)
        others |= a->kind == ATOM_OTHER;
    if (o->number != VM_STEP_UNTAP || o->next || !whose || whose->kind != REF_ALL || !others)
        cc_rule_wrong(m, o->span, "when? \"during each other player's untap step\"");
    if (m->f)
        cc_rule_wrong(m, act->span, "only what is always so untaps permanents in untap steps");
    cc_mod_push(m, VM_MOD_CANT_UNTAP, sel, VM_UNTAPS_WITH_OTHERS, 0);
}

/* you may choose not to untap this during your untap step (CR 502.3) */
static void may_stay_tapped(cc_mods *m, const m_act *act, uint32_t sel)
{
    const m_operand *o = cc_needed(act, "STEP");
    if (o->number != VM_STEP_UNTAP || !o->is.ref || o->is.ref->kind != REF_YOU)
        cc_rule_wrong(m, o->span, "when? 'during your untap step'");
    cc_mod_push(m, VM_MOD_MAY_STAY_TAPPED, sel, 0, 0);
}

static void cant_cast(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_mod_push(m, VM_MOD_CANT_CAST_SPELLS, sel, cc_rule_about(m, act, "SPELLS"), 0);
}

static void spares(cc_mods *m, const m_act *act, uint32_t sel)
{
    (void)sel;
    cc_rule_wrong(m, act->span,
                  "this stands alone, behind a sentence that gives protection to something");
}

static void cant_tap_for(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_mod_push(m, VM_MOD_CANT_TAP_FOR, sel, cc_needed(act, "NAME")->number, 0);
}

static void max_spells(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_rule_number(m, act, VM_MOD_MOST, 0, VM_MOST_SPELLS, sel);
}

/* damage that would reduce your life total to less than 1 reduces it to 1 instead */
static void life_floor(cc_mods *m, const m_act *act, uint32_t sel)
{
    const m_amount *least = cc_needed(act, "AMOUNT")->is.amount,
                   *left = cc_needed(act, "LEFT")->is.amount;
    if (least->kind != AMT_CONST || left->kind != AMT_CONST || least->value != left->value)
        cc_rule_wrong(m, act->span,
                      "the same number twice: 'to less than 1 reduces it to 1 instead'");
    else
        cc_rule_number(m, act, VM_MOD_LIFE_FLOOR, 0, 0, sel);
}

static void max_draws(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_rule_number(m, act, VM_MOD_MOST, 0, VM_MOST_DRAWS, sel);
}

static void hand_size(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_rule_number(m, act, VM_MOD_MAX_HAND, 0, 0, sel);
}

static void no_max_hand(cc_mods *m, const m_act *act, uint32_t sel)
{
    (void)act;
    cc_mod_push(m, VM_MOD_MAX_HAND, sel, 0, 2);
}

static void hand_size_less(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_rule_number(m, act, VM_MOD_MAX_HAND, 1, 1, sel);
}

static void hand_size_more(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_rule_number(m, act, VM_MOD_MAX_HAND, 0, 1, sel);
}

static void cant_activate_but_mana(cc_mods *m, const m_act *act, uint32_t sel)
{
    (void)act;
    cc_mod_push(m, VM_MOD_CANT_ACTIVATE, sel, 0, 1);
}

/* players can't cycle cards (CR 702.28f) */
static void cant_cycle(cc_mods *m, const m_act *act, uint32_t sel)
{
    (void)act;
    cc_mod_push(m, VM_MOD_CANT_ACTIVATE, sel, 0, 2);
}

/* you can't cast this during the first turn: it is not cast at all then */
static void cant_cast_this(cc_mods *m, const m_act *act, uint32_t sel)
{
    if (m->f || cc_needed(act, "OBJECT")->is.ref->kind != REF_THIS)
        cc_rule_wrong(m, act->span,
                      "which spells? 'can't cast creature spells', 'can't cast this'");
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
    cc_mod_push(m, VM_MOD_AS_FLASH, sel, cc_rule_about(m, act, "SPELLS"), 0);
}

static void skip_step(cc_mods *m, const m_act *act, uint32_t sel)
{
    const m_operand *o = cc_needed(act, "STEP");
    if (o->next)
        cc_rule_wrong(m, o->span, "a static ability holds every time: leave 'next' out");
    if (!o->is.ref || (o->is.ref->kind != REF_YOU && o->is.ref->kind != REF_PRONOUN))
        cc_rule_wrong(m, o->span,
                      "whose? \"skip your draw step\", \"each opponent skips their draw step\"");
    cc_mod_push(m, VM_MOD_SKIP_STEP, sel, o->number, 0);
}

/* The damage of a spell: it is what it is as long as the spell is there. */
static void unpreventable_here(cc_mods *m, const m_act *act, uint32_t sel)
{
    if (m->f || m->s->kind != SCOPE_SPELL)
        cc_rule_wrong(
            m, act->span,
            "this stands alone on an instant or sorcery; else: 'damage that would be dealt by this "
            "can't be prevented'");
    cc_mod_push(m, VM_MOD_DAMAGE_UNPREVENTABLE, sel, 0, 0);
    m->all_zones = 1;
}

/* your opponents control, an opponent controls, you control */
static uint32_t relation_of(cc_mods *m, const m_operand *whose)
{
    const m_ref *who = whose ? whose->is.ref : NULL;
    const m_atom *noun = who && who->kind == REF_SOME && who->desc ? who->desc->atoms : NULL;
    if (!who)
        return VM_REL_ANY;
    if (who->kind == REF_YOU)
        return VM_REL_YOU;
    if (who->kind == REF_OPPONENTS ||
        (noun && noun->kind == ATOM_NOUN && noun->number == NOUN_OPPONENT))
        return VM_REL_OPPONENT;
    cc_rule_wrong(m, whose->span,
                  "whose? 'your opponents control', 'an opponent controls', 'you control'");
    return VM_REL_ANY;
}

static int are_spells(const m_desc *d)
{
    for (; d; d = d->or) {
        int spell = 0;
        for (const m_atom *a = d->atoms; a; a = a->next)
            spell |= a->kind == ATOM_NOUN && a->number == NOUN_SPELL;
        if (!spell)
            return 0;
    }
    return 1;
}

/* of spells or abilities your opponents control; of black spells; of red spells or abilities from red sources (CR 114.1) */
static void cant_be_targeted(cc_mods *m, const m_act *act, uint32_t sel)
{
    const m_operand *spells = cc_operand(act, "SPELLS");
    const uint32_t whose = relation_of(m, cc_operand(act, "WHOSE"));
    if (!spells) { /* from everything, or from sources of a quality (CR 702.11d) */
        const uint32_t quality = cc_rule_about(m, act, "QUALITY");
        if (quality)
            m->s->u->selector.at[quality].zones = 0x7F;
        if (whose == VM_REL_OPPONENT && m->about && m->about->ref_class == CLASS_PLAYER &&
            m->about->kind != REF_YOU)
            cc_rule_wrong(m, act->span, "whose opponents are meant? You have this, others do not");
        cc_mod_push(m, VM_MOD_CANT_BE_TARGETED, sel, quality, whose);
        return;
    }
    if (!are_spells(spells->is.desc)) {
        cc_rule_wrong(m, spells->span, "spells and abilities have targets, nothing else");
        return;
    }
    cc_mod_push(m, VM_MOD_CANT_BE_TARGETED, sel, cc_rule_about(m, act, "SPELLS"),
                VM_REL_ANY | VM_TB_ONLY_SPELLS);
    const uint32_t sources = cc_rule_about(m, act, "SOURCES");
    if (!sources)
        return;
    m->s->u->selector.at[sources].zones = 0x7F; /* wherever the source is */
    cc_mod_push(m, VM_MOD_CANT_BE_TARGETED, sel, sources, VM_REL_ANY | VM_TB_ONLY_ABILITIES);
}

const cc_rule_native CC_LIMIT_RULES[] = {{"no_max_hand", no_max_hand, 0, 0},
                                         {"cant_untap", cant_untap, 0, 0},
                                         {"may_stay_tapped", may_stay_tapped, 0, 0},
                                         {"untaps_too", untaps_too, 0, 0},
                                         {"cant_regenerate", NULL, VM_MOD_CANT_REGENERATE, 0},
                                         {"cant_trigger", NULL, VM_MOD_CANT_TRIGGER, 0},
                                         {"cant_cast", cant_cast, 0, 0},
                                         {"cant_tap_for", cant_tap_for, 0, 0},
                                         {"spares", spares, 0, 0},
                                         {"cant_be_countered", NULL, VM_MOD_CANT_BE_COUNTERED, 0},
                                         {"cant_gain_life", NULL, VM_MOD_CANT_GAIN_LIFE, 0},
                                         {"cant_lose_life", cant_lose_life, 0, 0},
                                         {"life_fixed", NULL, VM_MOD_LIFE_CANT_CHANGE, 0},
                                         {"max_counters", max_counters, 0, 0},
                                         {"play_lands", play_lands, 0, 0},
                                         {"play_lands_turn", play_lands, 0, 0},
                                         {"votes_more", votes_more, 0, 0},
                                         {"surveils_more", surveils_more, 0, 0},
                                         {"cant_be_sacrificed", NULL, VM_MOD_CANT_BE_SACRIFICED, 0},
                                         {"cant_enter", NULL, VM_MOD_CANT_ENTER, 0},
                                         {"cant_activate", NULL, VM_MOD_CANT_ACTIVATE, 0},
                                         {"cant_activate_but_mana", cant_activate_but_mana, 0, 0},
                                         {"cant_cycle", cant_cycle, 0, 0},
                                         {"cant_get_counters", NULL, VM_MOD_CANT_GET_COUNTERS, 0},
                                         {"cant_be_targeted", cant_be_targeted, 0, 0},
                                         {"max_spells", max_spells, 0, 0},
                                         {"life_floor", life_floor, 0, 0},
                                         {"max_draws", max_draws, 0, 0},
                                         {"cant_win", NULL, VM_MOD_CANT_WIN, 0},
                                         {"cant_lose", NULL, VM_MOD_CANT_LOSE, 0},
                                         {"cant_search", NULL, VM_MOD_CANT_SEARCH, 0},
                                         {"cant_play_lands", NULL, VM_MOD_CANT_PLAY_LANDS, 0},
                                         {"skip_step", skip_step, 0, 0},
                                         {"as_flash", as_flash, 0, 0},
                                         {"hand_size", hand_size, 0, 0},
                                         {"hand_size_less", hand_size_less, 0, 0},
                                         {"hand_size_more", hand_size_more, 0, 0},
                                         {"unpreventable", NULL, VM_MOD_DAMAGE_UNPREVENTABLE, 0},
                                         {"unpreventable_here", unpreventable_here, 0, 0},
                                         {"cant_be_cast", NULL, VM_MOD_CANT_CAST, 0},
                                         {"cant_cast_this", cant_cast_this, 0, 0},
                                         {"only_own_turn", only_own_turn, 0, 0},
                                         {"only_as_sorcery", only_as_sorcery, 0, 0},
                                         {NULL, NULL, 0, 0}};
