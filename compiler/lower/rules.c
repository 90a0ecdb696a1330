/* What changes characteristics or rules: 'gets +1/+1', 'is a Mountain', 'can't block'. The same sentences make static
 * abilities and effects with a duration. The natives of 'rule' declarations are the rows of NATIVES. */
#include "compiler/lower/rules.h"

#include <string.h>

#include "compiler/meaning/walk.h"

int cc_is_rule(const m_act *act)
{
    return act->frame->kind == DECL_RULE && !cc_is_prevention(act) &&
           !voc_is(act->frame, VOC_CHANGES_EVENT);
}

void cc_mods_begin(cc_mods *m, cc_fn *f)
{
    *m = (cc_mods){.f = f, .s = f->s};
}

void cc_mods_give(cc_unit *u, const cc_mods *m, cc_arg *out)
{
    out->imm = (int32_t)u->mod.count;
    out->imm2 = (int32_t)m->list.count;
    for (uint32_t i = 0; i < m->list.count; i++)
        VEC_PUSH(u->mem, &u->mod, m->list.at[i]);
}

vm_mod *cc_mod_push(cc_mods *m, uint32_t op, uint32_t sel, uint32_t a, uint32_t b)
{
    const vm_mod row = {op, sel, a, b, 0, 0, 0};
    VEC_PUSH(m->s->u->mem, &m->list, row);
    return &m->list.at[m->list.count - 1];
}

void cc_rule_wrong(cc_mods *m, cc_span at, const char *why)
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

/* creatures your opponents control get +1/+1 for each Swamp they control: has anybody been named? You are not they. */
static int names_whose(const m_ref *about)
{
    if (!about || about->ref_class != CLASS_OBJECT)
        return 1;
    for (const m_desc *d = about->desc; d; d = d->or)
        for (const m_atom *a = d->atoms; a; a = a->next)
            if ((a->kind == ATOM_CONTROL || a->kind == ATOM_OWN) && a->ref->kind != REF_YOU)
                return 1;
    return 0;
}

static void begin_value(cc_mods *m, cc_fn *f)
{
    cc_fn_begin(f, m->s, 0);
    f->of_nobody = !names_whose(m->about);
    f->candidate = cc_reg(f, 'e');
    f->about = m->about;
    f->params = 1;
    f->x = m->x;
}

static int is_constant(const cc_term *t)
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

static cc_val term_value(cc_fn *f, const cc_term *t)
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

static int same_term(const cc_term *a, const cc_term *b)
{
    return a->amount->kind == b->amount->kind && a->amount->value == b->amount->value &&
           a->minus == b->minus && a->amount->name == b->amount->name &&
           (a->amount == b->amount || !a->amount->ref);
}

static void two_terms(cc_mods *m, uint32_t op, const cc_term *t, uint32_t sel)
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
    const cc_term t[2] = {{c->power, times, c->minus_power},
                          {c->toughness, times, c->minus_toughness}};
    two_terms(m, op, t, sel);
}

void cc_mod_numbers(cc_mods *m, uint32_t op, const m_amount *power, const m_amount *toughness,
                    uint32_t sel)
{
    const cc_term t[2] = {{power, NULL, 0}, {toughness, NULL, 0}};
    two_terms(m, op, t, sel);
}

/* ---- abilities --------------------------------------------------------------------------------
 */

/* This has echo {X}, where X is your life total: worked out anew whenever it is asked for (CR 702.1b). What an effect gives
 * would have to keep what X was, and what others have could mean others by 'its' and 'you'. */
static const m_amount *said_of_this(const cc_mods *m)
{
    return m->x && !m->f && m->about && m->about->kind == REF_THIS ? m->x : NULL;
}

/* What is given to spells and says what they cost or what may pay for them is said of those spells: it is asked before they are
 * spells (artifact spells you cast have convoke; CR 601.2f). */
static void of_card(cc_mods *m, uint32_t sel)
{
    cc_mod_push(m, VM_MOD_AS_FLASH, sel, 0, 0); /* where it is cast from (CR 601.3d) */
    m->all_zones = 1;
}

static void said_of_spells(cc_mods *m, const cc_abilities *given, uint32_t sel)
{
    cc_unit *u = m->s->u;
    if (m->f)
        return;
    for (uint32_t i = 0; i < given->count; i++) {
        const vm_ability *a = &given->at[i];
        for (uint32_t k = 0; a->kind == VM_ABILITY_KEYWORD && k < a->mod_count; k++)
            if (u->mod.at[a->mods + k].op == VM_MOD_TRAIT &&
                u->mod.at[a->mods + k].a == VM_TRAIT_FAST)
                of_card(m, sel);
        const int of_stack = sel && (u->selector.at[sel].zones >> VM_ZONE_STACK & 1);
        for (uint32_t k = 0;
             of_stack && a->kind == VM_ABILITY_STATIC && !a->condition && k < a->mod_count; k++) {
            const vm_mod mod = u->mod.at[a->mods + k];
            if (mod.op != VM_MOD_HELPS_PAY && mod.op != VM_MOD_COSTS_MORE &&
                mod.op != VM_MOD_COSTS_MANA_MORE && mod.op != VM_MOD_COSTS_MANA_LESS)
                continue;
            vm_mod *of_all = cc_mod_push(m, mod.op, sel, mod.a, mod.b);
            *of_all = mod;
            of_all->sel = sel;
        }
    }
}

/* What a spell can be cast for is asked before it is one; of cards elsewhere it is asked of what they say themselves. */
static void given_costs(cc_mods *m, const m_abilities *a, const cc_abilities *given, uint32_t first,
                        uint32_t sel)
{
    const uint32_t zones = sel ? m->s->u->selector.at[sel].zones : 0;
    const int of_spells = zones == 1u << VM_ZONE_STACK && !m->f;
    int any = 0;
    for (uint32_t i = 0; i < given->count; i++) {
        if (given->at[i].kind != VM_ABILITY_COST)
            continue;
        any = 1;
        if (a && !of_spells && (zones & ~(1u << VM_ZONE_BATTLEFIELD)) &&
            (given->at[i].flags & (VM_AF_ALTERNATIVE | VM_AF_PER_MODE | VM_AF_MANDATORY))) {
            cc_rule_wrong(m, a->span,
                          "a cost that is paid instead, for modes or in any case can be given to "
                          "spells by what is always so, but not to cards or by an effect");
            return;
        }
    }
    if (any && of_spells)
        cc_mod_push(m, VM_MOD_GIVES_COST, sel, first, given->count);
}

static int is_still_open(cc_mods *m, const m_abilities *a)
{
    if (a && a->one_of)
        cc_rule_wrong(m, a->span,
                      "which of them is chosen as an effect is carried out; what is always so "
                      "cannot ask");
    return a && a->one_of;
}

void cc_mod_abilities(cc_mods *m, const m_abilities *a, const m_body *block, uint32_t sel)
{
    cc_abilities list = {0};
    cc_scope inner;
    if (is_still_open(m, a))
        return;
    cc_scope_given(m->s, &inner, m->f);
    inner.said_x = said_of_this(m);
    inner.x_lost = m->x && !inner.said_x;
    const uint32_t own_says_each = m->s->u->says_each;
    if (a && a->all_creature_types)
        cc_mod_push(m, VM_MOD_ALL_CREATURE_TYPES, sel, 0, 0);
    if (a && a->this_ability)
        cc_mod_push(m, VM_MOD_ADD_ABILITIES, sel, 0, 1)->flags |= VM_MF_THIS_ABILITY;
    for (const m_keyword *k = a ? a->keywords : NULL; k; k = k->next) {
        const uint32_t before = list.count;
        cc_keyword(&inner, k, &list);
        cc_keyword_works_there(m, k, &list, before);
    }
    if (block)
        cc_abilities_lower(&inner, block->stmts->ability, &list);
    if (m->s->u->says_each != own_says_each)
        cc_rule_wrong(m, a ? a->span : block->span,
                      "this cannot be given: only its own card's text is read with 'each' for "
                      "'target'");
    m->s->u->says_each = own_says_each;
    if (list.count) {
        const uint32_t first = cc_abilities_store(m->s->u, &list);
        cc_mod_push(m, VM_MOD_ADD_ABILITIES, sel, first, list.count);
        said_of_spells(m, &list, sel);
        given_costs(m, a, &list, first, sel);
    } else if (a && !a->all_creature_types && !a->this_ability) {
        m->failed = 1;
    }
}

/* ---- natives ----------------------------------------------------------------------------------
 */

static void get(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_mod_size(m, VM_MOD_GET_PT, cc_needed(act, "CHANGE")->is.change, act->times, sel);
}

/* Players have protection, and keywords whose body is true of them: hexproof, shroud (CR 702.11c, 702.16, 702.18a). */
static void player_has(cc_mods *m, const m_act *act, uint32_t sel)
{
    static const char *const NONE =
        "players have no such ability here: you have hexproof, a player has shroud or protection";
    const m_operand *o = cc_operand(act, "ABILITIES");
    if (is_still_open(m, o ? o->is.abilities : NULL))
        return;
    for (const m_keyword *k = o ? o->is.abilities->keywords : NULL; k; k = k->next) {
        if (k->frame->marker && vm_marker_by_name(k->frame->name) == VM_MARKER_PROTECTION)
            cc_mod_push(m, VM_MOD_PROTECTED, sel, cc_quality(m->s, k), 0);
        else if (!cc_keyword_of_player(m, k, sel))
            cc_rule_wrong(m, k->span, NONE);
    }
    if (!o || !o->is.abilities->keywords)
        cc_rule_wrong(m, act->span, NONE);
}

/* spells you cast have vigilance, lands you control have storm */
static int is_idle(cc_mods *m, const m_abilities *a)
{
    for (const m_keyword *k = a ? a->keywords : NULL; k; k = k->next) {
        const char *why = cc_keyword_is_idle(m, k);
        if (why) {
            cc_rule_wrong(m, k->span, why);
            return 1;
        }
    }
    return 0;
}

static void have(cc_mods *m, const m_act *act, uint32_t sel)
{
    const m_operand *o = cc_operand(act, "ABILITIES");
    if (m->about && m->about->ref_class == CLASS_PLAYER) {
        player_has(m, act, sel);
        return;
    }
    if (!o && !act->block)
        cc_rule_wrong(m, act->span, "what? a keyword, or abilities in a block");
    else if (o && o->is.abilities->all)
        cc_rule_wrong(m, act->span, "all abilities of what?");
    else if (!is_idle(m, o ? o->is.abilities : NULL))
        cc_mod_abilities(m, o ? o->is.abilities : NULL, act->block, sel);
}

static void lose_keyword(cc_mods *m, const m_keyword *k, uint32_t sel, uint32_t op)
{
    const int from = cc_from(k) && op == VM_MOD_LOSE_KEYWORD;
    for (uint32_t i = 0; i < k->frame->slot_count; i++)
        if (k->operands[i].given && !from) {
            cc_rule_wrong(m, k->span, "a keyword is lost whole, whatever it is of: leave that out");
            return;
        }
    for (k = cc_each_from(m->s->u, k); k; k = k->next) {
        const uint32_t quality = from ? cc_quality(m->s, k) : 0;
        if (quality && m->s->u->selector.at[quality].pred)
            cc_rule_wrong(m, k->span,
                          "a quality that is lost is said by what a card shows: a color, a type or "
                          "subtype; all that it has are lost by 'loses all hexproof abilities'");
        cc_mod_push(m, op, sel, k->frame->number, quality);
    }
}

static void lose_keywords(cc_mods *m, const m_act *act, uint32_t sel, uint32_t op)
{
    const m_operand *name =
        cc_operand(act, "NAME"); /* loses protection: whatever it is from or of */
    if (name) {
        cc_mod_push(m, op, sel, name->number, 0);
        return;
    }
    const m_abilities *a = cc_needed(act, "ABILITIES")->is.abilities;
    if (is_still_open(m, a))
        return;
    if (a->this_ability && op == VM_MOD_LOSE_KEYWORD && m->f) {
        cc_mod_push(m, VM_MOD_LOSE_THIS_ABILITY, sel, 0, 0);
        return;
    }
    if (a->all && !a->keywords && op == VM_MOD_LOSE_KEYWORD) {
        cc_mod_push(m, VM_MOD_LOSE_ALL_ABILITIES, sel, 0, 0);
        return;
    }
    if (!a->keywords)
        cc_rule_wrong(m, act->span, "this cannot be lost; keywords can: 'lose flying'");
    for (const m_keyword *k = a->keywords; k; k = k->next)
        lose_keyword(m, k, sel, op);
}

static void lose(cc_mods *m, const m_act *act, uint32_t sel)
{
    lose_keywords(m, act, sel, VM_MOD_LOSE_KEYWORD);
}

static void cant_have(cc_mods *m, const m_act *act, uint32_t sel)
{
    lose_keywords(m, act, sel, VM_MOD_CANT_HAVE_KEYWORD);
}

static void base_size(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_mod_size(m, VM_MOD_SET_PT, cc_needed(act, "SIZE")->is.change, NULL, sel);
}

static void base_number(cc_mods *m, const m_act *act, uint32_t sel)
{
    const m_amount *n = cc_needed(act, "AMOUNT")->is.amount;
    cc_mod_numbers(m, VM_MOD_SET_PT, n, n, sel);
}

static void base_power(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_rule_number(m, act, VM_MOD_SET_POWER, 0, 0, sel);
}

static void base_toughness(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_rule_number(m, act, VM_MOD_SET_TOUGHNESS, 0, 0, sel);
}

static void set(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_mod_become(m, cc_needed(act, "QUALITIES")->is.quality, 0, sel);
}

static void add(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_mod_become(m, cc_needed(act, "QUALITIES")->is.quality, ALSO_TYPES, sel);
}

static void add_colors(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_mod_become(m, cc_needed(act, "QUALITIES")->is.quality, ALSO_COLORS, sel);
}

static void own_color(cc_mods *m, const m_act *act, uint32_t sel)
{
    (void)act;
    cc_mod_push(m, VM_MOD_SET_COLORS, sel, m->s->u->face.at[m->s->face_idx].colors, 0);
}

static int is_subject(const m_ref *ref, void *user)
{
    (void)user;
    return ref->kind == REF_PRONOUN && ref->ref_class != CLASS_PLAYER;
}

/* can't be blocked by creatures with power greater than its toughness: of several subjects each would have its own (1 = it was
 * said). The host of this is one. */
static int asks_of_each(cc_mods *m, const m_desc *d)
{
    if (!m->about || m->about->ref_class == CLASS_PLAYER || !m_any_in_desc(d, is_subject, NULL))
        return 0;
    if (m->about->kind == REF_HOST && !m->f)
        cc_refer_event(m->s, m->about, m->about->desc, CLASS_OBJECT, AGAIN_HOST, 0);
    if (m->about->kind != REF_ALL)
        return 0;
    cc_wrong(m->s->u, CC_NO_NATIVE, d->span,
             "of several things each would have others here: the rules machine cannot ask for that "
             "yet");
    return 1;
}

/* can't block two creatures */
static int is_number_of(const m_operand *o)
{
    const m_ref *ref = voc_is_reference(o->type) ? o->is.ref : NULL;
    return ref && ref->kind == REF_SOME &&
           (ref->up_to || ref->any_number || ref->exact ||
            (ref->count && (ref->count->kind != AMT_CONST || ref->count->value != 1)));
}

/* Whom a rule describes; asked as long as the effect lasts that makes it. */
static uint32_t rule_selector(cc_mods *m, const m_desc *d)
{
    if (!m->f)
        return cc_selector(NULL, m->s, d);
    m->f->told = m->told;
    const uint32_t row = cc_selector(m->f, m->s, d);
    m->f->told = NULL;
    return row;
}

/* The description or the thing that a rule is about: who is attacked, what is blocked. */
uint32_t cc_rule_about(cc_mods *m, const m_act *act, const char *name)
{
    const m_operand *o = cc_operand(act, name);
    if (!o)
        return 0;
    uint32_t row;
    const m_desc *said = o->type == VOC_DESCRIPTION || o->type == VOC_QUALITY ? o->is.desc
                         : o->is.ref->kind == REF_ALL || o->is.ref->kind == REF_SOME
                             ? o->is.ref->desc
                             : NULL;
    if (said && asks_of_each(m, said)) {
        m->failed = 1;
        return 0;
    }
    if (is_number_of(o)) {
        cc_rule_wrong(m, o->span,
                      "a rule is about each of them by itself, not about a number: 'creatures', or "
                      "\"can't be blocked except by two or more creatures\"");
        return 0;
    }
    if (o->type == VOC_DESCRIPTION || o->type == VOC_QUALITY) {
        row = rule_selector(m, o->is.desc);
    } else if (o->is.ref->kind == REF_ALL || o->is.ref->kind == REF_SOME) {
        row = rule_selector(m, o->is.ref->desc);
    } else { /* this very thing */
        m_desc d = {.span = o->span};
        m_atom a = {.kind = ATOM_AMONG, .span = o->span, .ref = o->is.ref};
        d.atoms = &a;
        row = rule_selector(m, &d);
        if (row)
            m->s->u->selector.at[row].want = VM_WANT_OBJECTS | VM_WANT_PLAYERS;
    }
    m->failed |= !row;
    return row;
}

/* isn't a creature */
static void unset(cc_mods *m, const m_act *act, uint32_t sel)
{
    const m_operand *o = cc_needed(act, "QUALITIES");
    const m_quality_list *q = o->is.quality;
    if (!q->types || q->supertypes || q->colors || q->colorless || q->has_pt || q->subtypes.count ||
        q->abilities || q->chosen)
        cc_rule_wrong(m, act->span, "only card types can be taken away so: \"isn't a creature\"");
    else
        cc_mod_push(m, VM_MOD_REMOVE_TYPES, sel, q->types, 0);
}

/* Enchanted creature is a copy of the chosen creature (CR 706.2c) */
static void is_copy(cc_mods *m, const m_act *act, uint32_t sel)
{
    const m_ref *model = cc_needed(act, "MODEL")->is.ref;
    if (m->f)
        cc_rule_wrong(m, act->span, "an effect says 'becomes a copy of ...'");
    else if (m->about && m->about->kind != REF_THIS && m->about->kind != REF_HOST)
        cc_rule_wrong(m, act->span,
                      "of this, or of what this is attached to: 'enchanted creature'");
    else if (act->except)
        cc_rule_wrong(m, act->except->span, "what is always a copy is one without exceptions");
    else if (model->kind == REF_SOME || model->kind == REF_ALL || model->kind == REF_TARGET)
        cc_rule_wrong(m, model->span, "of one that is known: 'the chosen creature'");
    else
        cc_mod_push(m, VM_MOD_COPY, sel, cc_rule_about(m, act, "MODEL"), 0);
}

/* this has the full text of the top card of your graveyard and the text { ... } (CR 612.5) */
static void full_text(cc_mods *m, const m_act *act, uint32_t sel)
{
    if (m->f || !m->about || m->about->kind != REF_THIS)
        cc_rule_wrong(m, act->span,
                      "of this, and always so: 'while ...: this has the full text of ...'");
    else
        cc_mod_push(m, VM_MOD_FULL_TEXT, sel, cc_rule_about(m, act, "MODEL"), 0);
    if (act->block && !m->failed)
        cc_mod_abilities(m, NULL, act->block, sel);
}

/* nonlegendary creature cards: what a card is by its types alone (CR 612.6) */
static void all_names(cc_mods *m, const m_act *act, uint32_t sel)
{
    const uint32_t row = cc_rule_about(m, act, "CARDS");
    const vm_selector *s = row ? &m->s->u->selector.at[row] : NULL;
    if (!s)
        return;
    if (s->pred || s->subtype_any_count || s->subtype_none_count || s->colors_any || s->colors_none)
        cc_rule_wrong(m, act->span, "by their types: 'all names of nonlegendary creature cards'");
    else
        cc_mod_push(m, VM_MOD_ALL_NAMES, sel, row, 0);
}

static void designates(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_designation(m->s->u, cc_needed(act, "DESIGNATION")->number);
    cc_mod_push(m, VM_MOD_DESIGNATES, sel, cc_needed(act, "DESIGNATION")->number, 0);
}

/* Operand a or b of the last mod is worked out by a function of what is affected. */
void cc_rule_value(cc_mods *m, int which, const cc_term *t)
{
    cc_fn f;
    begin_value(m, &f);
    value_fn(m, which, &f, term_value(&f, t));
}

void cc_rule_number(cc_mods *m, const m_act *act, uint32_t op, int minus, uint32_t b, uint32_t sel)
{
    const cc_term t = {cc_needed(act, "AMOUNT")->is.amount, NULL, minus};
    cc_mod_push(m, op, sel,
                is_constant(&t) ? (uint32_t)(minus ? -t.amount->value : t.amount->value) : 0, b);
    if (is_constant(&t))
        return;
    if (m->f) {
        value_arg(m, 0, term_value(m->f, &t));
        return;
    }
    cc_rule_value(m, 0, &t);
}

/* This may be cast any time an instant could be cast: a trait where it is always so, else a rule that is asked where it lies. */
static void cast_fast(cc_mods *m, const m_act *act, uint32_t sel)
{
    (void)act;
    if (m->always && m->about && m->about->kind == REF_THIS)
        cc_mod_push(m, VM_MOD_TRAIT, sel, VM_TRAIT_FAST, 0);
    else
        cc_mod_push(m, VM_MOD_AS_FLASH, sel, 0, 0);
    m->all_zones = 1;
}

/* you may look at the exiled card any time (CR 702.74a) */
static void may_look(cc_mods *m, const m_act *act, uint32_t sel)
{
    const uint32_t row = cc_rule_about(m, act, "CARDS");
    if (!row)
        return;
    m->s->u->selector.at[row].zones = 1u << VM_ZONE_EXILE;
    cc_mod_push(m, VM_MOD_MAY_LOOK, sel, row, 0);
}

static const cc_rule_native OWN[] = {{"get", get, 0, 0},
                                     {"have", have, 0, 0},
                                     {"lose", lose, 0, 0},
                                     {"cant_have", cant_have, 0, 0},
                                     {"base_size", base_size, 0, 0},
                                     {"base_number", base_number, 0, 0},
                                     {"base_power", base_power, 0, 0},
                                     {"base_toughness", base_toughness, 0, 0},
                                     {"set", set, 0, 0},
                                     {"is_copy", is_copy, 0, 0},
                                     {"full_text", full_text, 0, 0},
                                     {"all_names", all_names, 0, 0},
                                     {"every_creature_type", NULL, VM_MOD_ALL_CREATURE_TYPES, 0},
                                     {"cast_fast", cast_fast, 0, 0},
                                     {"add", add, 0, 0},
                                     {"add_colors", add_colors, 0, 0},
                                     {"control", NULL, VM_MOD_CONTROL, 0},
                                     {"switch", NULL, VM_MOD_SWITCH_PT, 0},
                                     {"designates", designates, 0, 0},
                                     {"unset", unset, 0, 0},
                                     {"produces", cc_produces, 0, 0},
                                     {"keeps_mana", cc_keeps_mana, 0, 0},
                                     {"mana_pales", cc_mana_pales, 0, 0},
                                     {"top_revealed", NULL, VM_MOD_TOP_REVEALED, 0},
                                     {"reveals_first_draw", NULL, VM_MOD_REVEALS_FIRST_DRAW, 0},
                                     {"top_known", NULL, VM_MOD_TOP_KNOWN, 0},
                                     {"may_look", may_look, 0, 0},
                                     {"hand_revealed", NULL, VM_MOD_HAND_REVEALED, 0},
                                     {"color_not_copied", own_color, 0, 0},
                                     {"may_play", cc_may_play, 0, 0},
                                     {"resolves_to", cc_resolves_to, 0, 0},
                                     {"says_each", cc_says_each, 0, 0},
                                     {"may_cast_as_aura", cc_may_cast_as_aura, 0, 0},
                                     {"may_splice", cc_may_splice, 0, 0},
                                     {"may_pay_instead", cc_may_pay_instead, 0, 0},
                                     {"helps_pay", cc_helps_pay, 0, 0},
                                     {"helps_pay_colored", cc_helps_pay_colored, 0, 0},
                                     {NULL, NULL, 0, 0}};

static const cc_rule_native *const TABLES[] = {OWN, CC_COST_RULES, CC_COMBAT_RULES, CC_LIMIT_RULES};

static const cc_rule_native *native_of(const char *name)
{
    for (size_t t = 0; t < sizeof TABLES / sizeof *TABLES; t++)
        for (const cc_rule_native *n = TABLES[t]; n->name; n++)
            if (strcmp(n->name, name) == 0)
                return n;
    return NULL;
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
        cc_rule_wrong(m, act->span,
                      "a static ability holds as long as its object is there; this has no end");
        return;
    }
    if (!m->f && m->about && m->about->next) {
        cc_rule_wrong(m, m->about->span,
                      "the next spell is one that an effect speaks of; of what is always so 'the "
                      "first spell you cast each turn' is said");
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
    const cc_rule_native *n = native_of(native);
    if (!n && vm_trait_by_native(native) >= 0) {
        cc_mod_push(m, VM_MOD_TRAIT, sel, (uint32_t)vm_trait_by_native(native), 0);
        m->all_zones = 1;
        return;
    }
    if (n) {
        if (n->lower)
            n->lower(m, act, sel);
        else
            cc_mod_push(m, n->op, sel, 0, 0);
        m->all_zones |= n->op == VM_MOD_CANT_BE_COUNTERED ||
                        n->op == VM_MOD_CANT_CAST || /* CR 112.6e */
                        (m->list.count && is_cost_rule(m->list.at[m->list.count - 1].op));
        if (act->unless && !n->pays)
            cc_rule_wrong(m, act->unless->span, "this verb takes no payment of that kind");
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