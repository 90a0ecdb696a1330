/* Amounts as numbers. */
#include "compiler/lower/lower.h"

#include <string.h>

/* other creatures; not: creatures other than this */
static int says_others(const m_desc *d)
{
    for (; d; d = d->or)
        for (const m_atom *a = d->atoms; a; a = a->next)
            if (a->kind == ATOM_OTHER && !a->ref)
                return 1;
    return 0;
}

/* What a number is taken of. What was only counted is not spoken of: no pronoun means it while there is something else. */
static cc_val counted_set(cc_fn *f, const m_ref *ref)
{
    const cc_val past = cc_history_counted(f, ref);
    if (past.type)
        return past;
    const cc_referent *about = f->subject;
    if (about && about->plural && !about->is_this && about->ref_class == CLASS_OBJECT &&
        says_others(ref->desc))
        return cc_wrong(f->u, CC_AMBIGUOUS, ref->span,
                        "other than which of them? 'each ...' in front takes them one by one");
    const cc_referent *before = f->s->referents;
    const cc_val rest = f->rest; /* nothing is taken of what is only counted */
    cc_referent *rest_from = f->rest_from;
    const m_ref *rest_of = f->rest_of;
    f->wants_number = ref->kind == REF_PRONOUN; /* its toughness: no player has one */
    const cc_val v = cc_ref(f, ref, 'e');
    f->wants_number = 0;
    f->rest = rest;
    f->rest_from = rest_from;
    f->rest_of = rest_of;
    for (cc_referent *r = f->s->referents; r && r != before; r = r->next)
        r->counted = r->ref == ref && ref->kind == REF_ALL;
    return v;
}

/* their power, of players who are spoken of */
static int are_players(cc_fn *f, const m_ref *ref)
{
    if (!ref || ref->kind != REF_PRONOUN || ref->word != W_THEY)
        return 0;
    const cc_referent *r = cc_find(f, ref);
    return r && r->ref_class == CLASS_PLAYER;
}

/* their power: of things, where there are such and no player is the subject */
static int means_things(cc_fn *f, const m_amount *a)
{
    const cc_referent *who = f->subject;
    if (who && who->ref_class == CLASS_PLAYER && who->again != AGAIN_YOU)
        return 0;
    if (!a->ref || a->ref->kind != REF_PRONOUN || a->ref->word != W_THEY || a->prop == VM_PROP_LIFE)
        return 0;
    const uint8_t wants = f->wants_object;
    f->wants_object = 1;
    const cc_referent *r = cc_find(f, a->ref);
    f->wants_object = wants;
    return r != NULL;
}

static cc_val property_of(cc_fn *f, const m_amount *a);

static cc_val property(cc_fn *f, const m_amount *a)
{
    const uint8_t wants = f->wants_object;
    f->wants_object |= (uint8_t)means_things(f, a);
    const cc_val v = property_of(f, a);
    f->wants_object = wants;
    return v;
}

static cc_val property_of(cc_fn *f, const m_amount *a)
{
    cc_val of;
    if (a->ref) {
        /* its power: of what the sentence is about, where that is a thing (docs: rule 7) */
        const int its = a->ref->kind == REF_PRONOUN && a->ref->word == W_IT && f->subject &&
                        f->subject->ref_class == CLASS_OBJECT && !f->subject->is_this;
        const int theirs = a->prop == VM_PROP_LIFE && a->ref->kind == REF_PRONOUN &&
                           a->ref->word == W_THEY && f->candidate.type && !f->effect;
        of = its      ? cc_referent_value(f, f->subject, 0)
             : theirs ? cc_ref(f, a->ref, 'p') /* who controls the thing that is described */
                      : counted_set(f, a->ref);
    } else {
        of = f->candidate.type ? f->candidate : cc_this(f);
    }
    if (!of.type)
        return of;
    if ((of.type == 'p' || are_players(f, a->ref)) && a->prop != VM_PROP_LIFE)
        return cc_wrong(f->u, CC_WRONG_TYPE, a->span, "a player has no such number");
    if (cc_has_no_such_number(f, a))
        return CC_BAD;
    of = cc_as(f, of, 'e');
    return cc_op(f, VM_OP_PROP, 'n', of.reg, 0, (int32_t)a->prop);
}

/* How many counters the cost has removed: a number, as many as was announced, or all that there were. */
static cc_val counters_paid(cc_fn *f)
{
    const m_amount *n = f->s->counters_paid->count;
    if (n->kind == AMT_CONST)
        return cc_num(f, n->value);
    if (n->kind == AMT_X || (n->kind == AMT_ANY && n->value))
        return cc_op(f, VM_OP_CHOSEN_X, 'n', 0, 0, 0);
    f->s->counts_paid = 1;
    f->u->cost_asked++;
    return cc_op(f, VM_OP_PAID_NUM, 'n', VM_PAID_COUNTERS, 0, 0);
}

/* that many, that much: what the last act gave, or how much of it happened */
static cc_val that_many(cc_fn *f, const m_amount *a)
{
    if (a->this_way == PAID_LOST + 1 || a->this_way == PAID_GAINED + 1) {
        const cc_val n = a->this_way == PAID_LOST + 1 ? f->lost : f->gained;
        return n.type ? n
                      : cc_wrong(f->u, CC_NO_REFERENT, a->span, "nothing before this changes life");
    }
    if (f->that_many.type && cc_event_counts(f->s) && f->that_many.type != 'n' && !a->this_way)
        return cc_wrong(f->u, CC_AMBIGUOUS, a->span,
                        "of what: of the event, or of what was done since? 'the number of cards "
                        "discarded this way' says the latter");
    /* what was done since is nearer than the event; but damage that was dealt goes to the event's number of damage */
    const int own = !f->s->has_event || !cc_event_counts(f->s);
    const m_name *chosen = own && !a->this_way ? cc_number_chosen(f) : NULL;
    if (chosen)
        return cc_name_number(f, chosen);
    if (f->that_many.type == 'n' && (a->this_way || own || f->life_changed))
        return f->that_many;
    if (f->that_many.type && own) {
        const cc_val set = cc_as(f, f->that_many, 'e');
        return cc_op(f, VM_OP_COUNT, 'n', set.reg, 0, 0);
    }
    if (own && f->of_each && !a->this_way)
        return cc_wrong(
            f->u, CC_AMBIGUOUS, a->span,
            "what each of them did, or all of them together? 'the life lost this way' and "
            "'the number of cards discarded this way' say the latter");
    if (own && !a->this_way && f->s->counter_costs == 1)
        return counters_paid(f);
    if (f->s->has_event && f->s->event && f->s->event->act && own && !a->this_way)
        return cc_wrong(f->u, CC_NO_REFERENT, a->span,
                        "how many? The event has no number of its own, as what is about one thing "
                        "has none, and nothing that was done before gave one: say how many, or "
                        "'whenever one or more ...'");
    if (!f->s->has_event || a->this_way || own)
        return cc_wrong(f->u, CC_NO_REFERENT, a->span,
                        "there is no event and no act here to take this amount from");
    return cc_op(f, VM_OP_EVENT_AMOUNT, 'n', 0, 0, 0);
}

/* The greatest or least of a property over a set; 0 for none. */
static cc_val extreme(cc_fn *f, const m_amount *a)
{
    const cc_val set = cc_as(f, counted_set(f, a->ref), 'e');
    if (!set.type)
        return set;
    const cc_val best = cc_op(f, VM_OP_LDI, 'n', 0, 0, 0),
                 first = cc_op(f, VM_OP_LDB, 'b', 0, 0, 1);
    const cc_loop l = cc_loop_begin(f, set);
    const cc_val have = cc_op(f, VM_OP_PROP, 'n', l.one.reg, 0, (int32_t)a->prop);
    const cc_val better = a->kind == AMT_GREATEST ? cc_op(f, VM_OP_LT, 'b', best.reg, have.reg, 0)
                                                  : cc_op(f, VM_OP_LT, 'b', have.reg, best.reg, 0);
    const cc_val take = cc_op(f, VM_OP_OR, 'b', better.reg, first.reg, 0);
    const uint32_t skip = cc_emit(f, VM_OP_JF, take.reg, 0, 0, 0);
    cc_move(f, best, have);
    cc_emit(f, VM_OP_LDB, first.reg, 0, 0, 0);
    cc_patch(f, skip);
    cc_loop_end(f, l);
    return best;
}

static cc_val two(cc_fn *f, const m_amount *a, uint32_t op)
{
    const cc_val l = cc_amount(f, a->left), r = cc_amount(f, a->right);
    return l.type && r.type ? cc_op(f, op, 'n', l.reg, r.reg, 0) : CC_BAD;
}

static cc_val chosen_x(cc_fn *f, const m_amount *a)
{
    if (f->x && f->x_value.type) {
        f->u->cost_asked += f->x_of_cost;
        return f->x_value;
    }
    if (f->x) {
        const m_amount *x = f->x;
        f->x = NULL;
        const cc_val v = cc_amount(f, x);
        f->x = x;
        return v;
    }
    if (!f->s->x_known)
        return cc_wrong(f->u, CC_NO_REFERENT, a->span,
                        f->s->x_over
                            ? CC_X_IS_OVER
                            : "nothing here says what X is: {X} in a cost, or 'where X is ...'");
    if (f->s->targeting && f->s->x_later)
        return cc_wrong(f->u, CC_NO_REFERENT, a->span,
                        "this X is paid as it resolves, and targets are chosen before that (CR "
                        "603.3d): 'when you do: ...' has targets that are chosen then");
    f->u->x_asked++;
    f->u->x_at = a->span;
    return cc_op(f, VM_OP_CHOSEN_X, 'n', 0, 0, 0);
}

/* Amounts that the rules machine knows of a spell, and of the permanent that it became. */
static cc_val declared(cc_fn *f, const m_act *act)
{
    static const struct {
        const char *name;
        uint32_t op;
        int b_is_this, c, imm;
    } NATIVES[] = {{"times_kicked", VM_OP_TIMES_PAID, 0, 0, 0},
                   {"mana_spent", VM_OP_SPENT, 1, VM_SPENT_AMOUNT, 0},
                   {"colors_spent", VM_OP_SPENT, 1, VM_SPENT_COLORS, 0},
                   {"times_cost_paid", VM_OP_COST_PAID, 1, 0, 0}};
    for (size_t i = 0; act->frame->native && i < sizeof NATIVES / sizeof *NATIVES; i++) {
        if (strcmp(act->frame->native, NATIVES[i].name) != 0)
            continue;
        if (!cc_paid_of_this(f, act->span))
            return CC_BAD;
        const m_operand *keyword = cc_operand(act, "NAME");
        if (keyword || NATIVES[i].op == VM_OP_TIMES_PAID)
            cc_paid_asked(f, keyword ? keyword->number : VM_NO_SYMBOL, act->span);
        f->u->cost_asked += NATIVES[i].op == VM_OP_SPENT && f->s->kind == SCOPE_SPELL;
        const int b =
            NATIVES[i].b_is_this ? cc_what_was_cast(f, act->frame).reg : VM_TIMES_PAID_ALL;
        const int c = NATIVES[i].op == VM_OP_COST_PAID && keyword ? cc_instance(f, keyword->number)
                                                                  : NATIVES[i].c;
        return cc_op(f, NATIVES[i].op, 'n', b, c, keyword ? (int32_t)keyword->number : 0);
    }
    return CC_BAD;
}

/* each +1/+1 counter on target player: players have none of them */
static int has_none(cc_fn *f, const m_amount *a)
{
    const voc_symbol *s =
        a->value < 0 ? NULL : voc_symbol_by_number(f->u->voc, VM_SYM_COUNTER, (uint32_t)a->value);
    const uint8_t is = a->ref ? a->ref->ref_class : CLASS_ANY;
    if (!s || f->s->kind == SCOPE_TEST ||
        !((s->on == VOC_PERMANENT && is == CLASS_PLAYER) ||
          (s->on == VOC_PLAYER && is == CLASS_OBJECT)))
        return 0;
    cc_wrong(f->u, CC_WRONG_TYPE, a->span, "%s counters are on %s", s->name,
             s->on == VOC_PLAYER ? "players" : "permanents");
    return 1;
}

/* your devotion to black and red (CR 700.5) */
static cc_val devotion(cc_fn *f, const m_act *act)
{
    uint32_t colors = 0;
    for (uint32_t i = 0; i < act->frame->slot_count; i++)
        colors |= act->operands[i].given ? act->operands[i].number : 0;
    if (!colors)
        return cc_wrong(f->u, CC_NO_NATIVE, act->span, "to which color? it must be named");
    m_zone field;
    memset(&field, 0, sizeof field);
    field.zone = VM_ZONE_BATTLEFIELD;
    const uint32_t row = cc_selector_of_zone(f->u, &field);
    const cc_val all = cc_op(f, VM_OP_SELECT, 'e', 0, 0, (int32_t)row), you = cc_you(f);
    const cc_val mine = cc_op(f, VM_OP_CONTROLLED_BY, 'e', all.reg, you.reg, 0);
    return cc_op(f, VM_OP_DEVOTION, 'n', mine.reg, 0, (int32_t)colors);
}

/* for each charge counter removed this way: by the act before, or by the cost */
static cc_val counters_removed(cc_fn *f, const m_amount *a)
{
    const m_operand *o = cc_needed(a->act, "COUNTERS");
    const int act = f->removed && f->that_many.type == 'n';
    const int paid = !act && f->s->counter_costs == 1;
    if (o->count && o->count->kind != AMT_ANY)
        return cc_wrong(f->u, CC_NO_MEANING, o->span, "all of them: 'the number of counters'");
    if (!act && !paid)
        return cc_wrong(f->u, CC_NO_REFERENT, a->span,
                        "nothing right before this, and no cost, removes counters of one kind");
    const uint32_t kind = act ? f->removed - 1 : f->s->counters_paid->number;
    if (o->number != UINT32_MAX && o->number != kind)
        return cc_wrong(f->u, CC_NO_REFERENT, o->span, "counters of another kind were removed");
    return act ? f->that_many : counters_paid(f);
}

/* each unspent green mana you have */
static cc_val unspent(cc_fn *f, const m_act *act)
{
    static const char *const NATIVES[] = {"unspent_mana", "unspent_colorless", "unspent_of_color"};
    const m_operand *color = cc_operand(act, "COLOR");
    const uint32_t masks[] = {63, 32, color ? color->number : 0};
    for (size_t i = 0; act->frame->native && i < sizeof NATIVES / sizeof *NATIVES; i++) {
        if (strcmp(act->frame->native, NATIVES[i]) != 0)
            continue;
        if (!masks[i])
            return cc_wrong(f->u, CC_NO_NATIVE, act->span, "of which color? it must be named");
        const cc_val p = cc_as(f, cc_ref(f, cc_needed(act, "WHO")->is.ref, 'p'), 'p');
        return p.type ? cc_op(f, VM_OP_UNSPENT, 'n', p.reg, 0, (int32_t)masks[i]) : p;
    }
    return CC_BAD;
}

/* What is counted once each: card types, basic land types, colors among them. */
static int32_t kinds_of(const m_amount *a)
{
    return a->kind == AMT_TYPES        ? VM_PROP_CARD_TYPES
           : a->kind == AMT_LAND_TYPES ? VM_PROP_LAND_TYPES
                                       : VM_PROP_COLOR_COUNT;
}

cc_val cc_amount(cc_fn *f, const m_amount *a)
{
    if (!a)
        return CC_BAD;
    cc_val v = cc_counted_value(f, a);
    if (v.type)
        return v;
    switch ((m_amount_kind)a->kind) {
    case AMT_CONST:
        return cc_num(f, a->value);
    case AMT_X:
        return chosen_x(f, a);
    case AMT_NAME:
        f->at = a->span;
        return cc_name_number(f, a->name);
    case AMT_EVENT:
        return that_many(f, a);
    case AMT_COUNT:
        v = cc_as(f, counted_set(f, a->ref), 'e');
        return v.type ? cc_op(f, VM_OP_COUNT, 'n', v.reg, 0, 0) : v;
    case AMT_PROPERTY:
        return property(f, a);
    case AMT_GREATEST:
    case AMT_LEAST:
        return extreme(f, a);
    case AMT_COUNTERS: /* on it: on what the sentence is about, as with its power */
        if (has_none(f, a))
            return CC_BAD;
        v = a->ref && a->ref->kind == REF_PRONOUN && a->ref->word == W_IT && f->subject &&
                    f->subject->ref_class == CLASS_OBJECT
                ? cc_as(f, cc_referent_value(f, f->subject, 0), 'e')
                : cc_as(f, cc_ref(f, a->ref, 'e'), 'e');
        return v.type ? cc_op(f, VM_OP_COUNTERS, 'n', v.reg, 0, a->value) : v;
    case AMT_TYPES:
    case AMT_LAND_TYPES:
    case AMT_COLORS:
        v = cc_as(f, cc_ref(f, a->ref, 'e'), 'e');
        return v.type ? cc_op(f, VM_OP_PROP, 'n', v.reg, 0, kinds_of(a)) : v;
    case AMT_ADD:
        return two(f, a, VM_OP_ADD);
    case AMT_SUB:
        return two(f, a, VM_OP_SUB);
    case AMT_MUL:
        return two(f, a, VM_OP_MUL);
    case AMT_HALF_UP:
    case AMT_HALF_DOWN:
        v = cc_amount(f, a->left);
        return v.type ? cc_op(f, a->kind == AMT_HALF_UP ? VM_OP_HALF_UP : VM_OP_HALF_DOWN, 'n',
                              v.reg, 0, 0)
                      : v;
    case AMT_FRAME:
        if (voc_is(a->act->frame, VOC_DEVOTION))
            return devotion(f, a->act);
        if (a->act->frame->means.count)
            return cc_means_amount(f, a->act);
        if (voc_is(a->act->frame, VOC_WAS_REMOVED))
            return counters_removed(f, a);
        if (a->act->frame->native && strcmp(a->act->frame->native, "surveilled_more") == 0)
            return cc_op(f, VM_OP_MORE, 'n', cc_as(f, cc_you(f), 'e').reg, 0, VM_MORE_SURVEILLED);
        v = declared(f, a->act);
        if (!v.type)
            v = unspent(f, a->act);
        if (v.type)
            return v;
        if (a->act->frame->native && vm_event_by_name(a->act->frame->native) >= 0)
            return cc_history_sum(f, a->act);
        /* fall through */
    default:
        return cc_wrong(f->u, CC_NO_NATIVE, a->span,
                        "the rules machine has no way to count this yet");
    }
}
