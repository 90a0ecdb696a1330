/* What prevents damage or has it dealt to another (CR 614.9, 615): replacement abilities, of permanents, or made by
 * effects for a while. */
#include "compiler/lower/lower.h"
#include "compiler/meaning/walk.h"

#include <string.h>

int cc_is_prevention(const m_act *act)
{
    return voc_is(act->frame, VOC_LASTS);
}

static const m_ref *said(const m_act *act, const char *name)
{
    const m_operand *o = cc_operand(act, name);
    return o ? o->is.ref : NULL;
}

static uint32_t event_of(const m_act *act)
{
    return cc_operand(act, "COMBAT")      ? VM_EVENT_combat_damage
           : cc_operand(act, "NONCOMBAT") ? VM_EVENT_noncombat_damage
                                          : VM_EVENT_damage;
}

static cc_val all_of(cc_fn *g, cc_val l, cc_val r)
{
    return l.type && r.type ? cc_op(g, VM_OP_AND, 'b', l.reg, r.reg, 0) : l.type ? l : r;
}

/* Whose damage, and to whom. 0: all damage. */
static uint32_t filter_of(cc_scope *s, const m_act *act, int *ok)
{
    const m_ref *to = said(act, "TARGET"), *by = said(act, "SOURCE"), *both = said(act, "BOTH");
    cc_val l = CC_BAD, r = CC_BAD;
    cc_fn g;
    cc_fn_begin(&g, s, 0);
    g.at = act->span;
    *ok = 1;
    if (!to && !by && !both)
        return 0;
    if (to || both)
        l = cc_fits(&g, cc_op(&g, VM_OP_EVENT_WHOM, 'e', 0, 0, 0), to ? to : both);
    if (by || both)
        r = cc_fits(&g, cc_op(&g, VM_OP_EVENT_OBJ, 'o', 1, 0, 0), by ? by : both);
    *ok = (l.type || !(to || both)) && (r.type || !(by || both));
    if (!*ok)
        return 0;
    const cc_val so = both ? cc_op(&g, VM_OP_OR, 'b', l.reg, r.reg, 0) : all_of(&g, l, r);
    return cc_fn_end_value(&g, so);
}

/* What the sentences behind it can mean: that creature, that source, that player. */
static void refer(cc_scope *s, const m_act *act)
{
    const m_ref *to = said(act, "TARGET"), *by = said(act, "SOURCE");
    if (to && to->kind != REF_THIS && to->kind != REF_YOU)
        cc_refer_event(s, to, to->kind == REF_JOIN ? NULL : to->desc, (m_ref_class)to->ref_class,
                       AGAIN_EVENT_WHOM, 0);
    if (by && by->kind != REF_THIS)
        cc_refer_event(s, by, by->kind == REF_JOIN ? NULL : by->desc, CLASS_OBJECT,
                       AGAIN_EVENT_OBJECT, 1);
}

static uint32_t effect_of(cc_scope *s, const m_act *act, const m_stmt *then)
{
    cc_fn e;
    cc_fn_begin(&e, s, 1);
    e.at = act->span;
    const m_ref *instead = said(act, "INSTEAD");
    if (instead) {
        const cc_arg a[1] = {{.v = cc_ref(&e, instead, 'e'), .given = 1}};
        if (!a[0].v.type)
            return 0;
        cc_native(&e, VM_NATIVE_event_redirect, a);
    } else {
        const cc_arg a[1] = {{.v = cc_num(&e, -1), .given = 1}};
        e.prevented = e.that_many = e.acted = cc_native(&e, VM_NATIVE_event_prevent, a);
    }
    if (then) {
        refer(s, act);
        m_body body = {then->span, (m_stmt *)(uintptr_t)then};
        cc_body(&e, &body);
    }
    return cc_fn_end(&e);
}

/* The row of what `act` says. 1 = it is there. */
static int is_it(const m_ref *ref, void *user)
{
    (void)user;
    return ref->kind == REF_PRONOUN && ref->word == W_IT;
}

/* to each creature by creatures that share a color with it: each would have others */
static int asks_of_each(cc_scope *s, const m_act *act)
{
    const m_ref *to = said(act, "TARGET"), *by = said(act, "SOURCE");
    if (!to || (to->kind != REF_ALL && to->kind != REF_SOME) || !by || !by->desc ||
        !m_any_in_desc(by->desc, is_it, NULL))
        return 0;
    cc_wrong(s->u, CC_NO_NATIVE, by->span,
             "of several things each would have others here: the rules machine cannot ask for that "
             "yet");
    return 1;
}

/* combat damage by instant spells: only creatures deal it */
static int is_by_spells(cc_scope *s, const m_act *act)
{
    const m_ref *by = cc_operand(act, "COMBAT") ? said(act, "SOURCE") : NULL;
    const m_desc *d = by && (by->kind == REF_TARGET || by->kind == REF_ALL || by->kind == REF_SOME)
                          ? by->desc
                          : NULL;
    if (!d)
        return 0;
    for (; d; d = d->or) {
        int spell = 0;
        for (const m_atom *a = d->atoms; a; a = a->next)
            spell |= a->kind == ATOM_NOUN && !a->neg && a->number == NOUN_SPELL;
        if (!spell)
            return 0;
    }
    cc_wrong(s->u, CC_NO_MEANING, by->span,
             "spells deal no combat damage, creatures do (CR 119.2a, 510.2)");
    return 1;
}

static int row_of(cc_scope *s, const m_act *act, const m_stmt *then, vm_ability *row)
{
    int ok;
    if (asks_of_each(s, act) || is_by_spells(s, act))
        return 0;
    *row = cc_ability_new(VM_ABILITY_REPLACE, act->span);
    row->event = event_of(act);
    row->flags = said(act, "INSTEAD") ? 0 : VM_AF_PREVENTION;
    s->replacing = 1;
    row->filter = filter_of(s, act, &ok);
    s->ability = row;
    row->effect = ok ? effect_of(s, act, then) : 0;
    return row->effect != 0;
}

/* One shield for each of them (CR 615.7, 615.11), unless it is one around all. */
static int one_for_each(const m_act *act)
{
    const m_ref *to = said(act, "TARGET");
    if (cc_operand(act, "DIVIDED"))
        return 1;
    if (!cc_operand(act, "AMOUNT") || !to || cc_names_one(to))
        return 0;
    return to->kind == REF_TARGET || to->kind == REF_PRONOUN || to->kind == REF_THAT || to->each ||
           (to->kind == REF_JOIN && (to->left->kind == REF_TARGET || to->right->each));
}

static void make(cc_fn *f, const m_act *act, const m_stmt *then, cc_val amount, int duration)
{
    cc_scope inner;
    cc_captures capture;
    cc_abilities made = {0};
    vm_ability row;
    cc_capture_begin(f, &inner, &capture);
    if (!row_of(&inner, act, then, &row))
        return;
    VEC_PUSH(f->u->mem, &made, row);
    cc_delay(f, &capture, &made, amount, duration);
}

/* Of a division: what was announced for these. */
static cc_val share_of(cc_fn *f, cc_val whom, cc_val amount)
{
    cc_arg a[2];
    memset(a, 0, sizeof a);
    a[0].v = cc_as(f, whom, 'e');
    a[1].v = amount;
    a[0].given = a[1].given = 1;
    return cc_native(f, VM_NATIVE_share, a);
}

static void make_for_each(cc_fn *f, m_act act, const m_stmt *then, cc_val amount, int duration)
{
    const m_ref *to = said(&act, "TARGET");
    const cc_val all = cc_as(f, cc_ref(f, to, 'e'), 'e');
    if (!all.type)
        return;
    const int divided = cc_operand(&act, "DIVIDED") != NULL;
    if (divided && to->kind != REF_TARGET) {
        cc_wrong(f->u, CC_NO_NATIVE, act.span, "damage is divided among targets only");
        return;
    }
    if (divided && !cc_divides_among(f, to))
        return;
    if (divided) /* how much there is to divide (CR 601.2d) */
        share_of(f, all, amount);
    const cc_loop l = cc_loop_begin(f, all);
    if (divided)
        amount = share_of(f, l.one, amount);
    m_ref one;
    m_name name;
    memset(&one, 0, sizeof one);
    memset(&name, 0, sizeof name);
    one = *to;
    one.kind = REF_TARGET; /* one of them: chosen already */
    one.plural = 0;
    cc_refer(f, &one, l.one, AGAIN_NOT, 0);
    m_operand *own = arena_alloc(f->u->mem, sizeof *own * act.frame->slot_count);
    memcpy(own, act.operands, sizeof *own * act.frame->slot_count);
    act.operands = own;
    for (uint32_t i = 0; i < act.frame->slot_count; i++)
        if (strcmp(act.frame->slot_names[i], "TARGET") == 0)
            act.operands[i].is.ref = &one;
    make(f, &act, then, amount, duration);
    cc_loop_end(f, l);
}

/* the next 1 damage by each source: a shield for each of them, of which nobody knows yet which there will be */
static int is_from_each(cc_fn *f, const m_act *act)
{
    const m_ref *by = said(act, "SOURCE");
    if (!cc_operand(act, "AMOUNT") || !by || by->kind != REF_ALL || !by->each)
        return 0;
    cc_wrong(f->u, CC_NO_NATIVE, by->span,
             "a shield takes so much in all; of each source: 'if a source would deal damage to you "
             "this turn: prevent 1 of that damage'");
    return 1;
}

void cc_prevention(cc_fn *f, const m_act *act, const m_stmt *then)
{
    if (is_from_each(f, act))
        return;
    const m_operand *amount = cc_operand(act, "AMOUNT");
    const int duration = cc_operand(act, "TURN") ? VM_DURATION_END_OF_TURN : cc_duration(f, act);
    if (duration < 0)
        return;
    if (duration == VM_DURATION_FOREVER || duration == VM_DURATION_WHILE) {
        cc_wrong(f->u, CC_NOT_HERE, act->span,
                 duration == VM_DURATION_WHILE
                     ? "the rules machine knows no prevention that ends with a condition yet"
                     : "this needs an end: 'this turn'");
        return;
    }
    const uint32_t asked = f->u->cost_asked;
    const cc_val n = amount ? cc_amount(f, amount->is.amount) : CC_BAD;
    if ((amount && !n.type) || (cc_operand(act, "DIVIDED") && cc_divides_too_early(f, act, asked)))
        return;
    cc_capture_ref(f, said(act, "TARGET"));
    cc_capture_ref(f, said(act, "SOURCE"));
    cc_capture_ref(f, said(act, "BOTH"));
    cc_capture_ref(f, said(act, "INSTEAD"));
    cc_declare_targets_in(f, then);
    if (one_for_each(act))
        make_for_each(f, *act, then, n, duration);
    else
        make(f, act, then, n, duration);
    f->acted = f->that_many = CC_BAD;
}

void cc_static_prevention(cc_scope *s, const m_ability *m, const m_clause *c, cc_abilities *out)
{
    cc_scope inner;
    vm_ability row;
    const m_act *act = c->acts;
    cc_scope_inner(s, &inner);
    if (c->may || c->next || cc_operand(act, "AMOUNT") || cc_operand(act, "TURN")) {
        cc_wrong(s->u, CC_SPELL_ABILITY, c->span,
                 "a permanent prevents all of it, for as long as it is there; when does this "
                 "happen, or at what cost?");
        cc_diag_help(s->u->diags, "begin with 'when ...:', 'at ...:' or a cost and ':'");
        return;
    }
    if (!row_of(&inner, act, NULL, &row))
        return;
    const m_cond *cond = act->only_if ? act->only_if : m->cond;
    if (act->unless || act->unless_cond || (act->only_if && m->cond)) {
        cc_wrong(s->u, CC_NO_MEANING, c->span, "one condition: 'while ...:'");
        return;
    }
    if (cond)
        row.condition = cc_condition_fn(&inner, cond);
    cc_ability_functions(&inner, &row);
    VEC_PUSH(s->u->mem, out, row);
}

/* ---- what a replacement does ------------------------------------------------------------------
 */

static void prevent(cc_fn *f, const m_act *act, cc_val amount)
{
    const m_event *e = f->s->event;
    const int damage =
        e && e->act && e->act->frame->native && strstr(e->act->frame->native, "damage") != NULL;
    if (!damage) {
        cc_wrong(f->u, CC_NOT_HERE, act->span, "only damage can be prevented");
        return;
    }
    if (!amount.type)
        return;
    if (f->s->ability)
        f->s->ability->flags |= VM_AF_PREVENTION;
    const cc_arg a[1] = {{.v = amount, .given = 1}};
    f->prevented = f->acted = f->that_many = cc_native(f, VM_NATIVE_event_prevent, a);
}

void cc_prevent_that(cc_fn *f, const m_act *act)
{
    const m_amount *x = f->x;
    if (act->x)
        f->x = act->x;
    prevent(f, act, cc_amount(f, cc_needed(act, "AMOUNT")->is.amount));
    f->x = x;
}

void cc_prevent_all_of_that(cc_fn *f, const m_act *act)
{
    prevent(f, act, cc_num(f, -1));
}

void cc_prevent_all_but(cc_fn *f, const m_act *act)
{
    const cc_val all = cc_op(f, VM_OP_EVENT_AMOUNT, 'n', 0, 0, 0),
                 but = cc_amount(f, cc_needed(act, "AMOUNT")->is.amount);
    if (!but.type)
        return;
    const cc_val n = cc_op(f, VM_OP_SUB, 'n', all.reg, but.reg, 0), zero = cc_num(f, 0),
                 some = cc_op(f, VM_OP_LT, 'b', zero.reg, n.reg, 0);
    const uint32_t skip = cc_emit(f, VM_OP_JF, some.reg, 0, 0, 0);
    prevent(f, act, n);
    cc_patch(f, skip);
}
