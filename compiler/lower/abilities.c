/* Statements of a card to abilities. Mana abilities (CR 605.1) and characteristic-defining abilities (CR 604.3) are
 * recognised, not annotated. */
#include "compiler/lower/lower.h"
#include "compiler/meaning/walk.h"

#include <string.h>

vm_ability cc_ability_new(uint32_t kind, cc_span at)
{
    vm_ability a;
    memset(&a, 0, sizeof a);
    a.kind = kind;
    a.keyword = VM_NO_SYMBOL;
    a.zones = kind == VM_ABILITY_SPELL ? 1u << VM_ZONE_STACK : 1u << VM_ZONE_BATTLEFIELD;
    a.line = at.line;
    return a;
}

/* while this is in your graveyard: ... (CR 112.6); what functions everywhere goes on doing so */
void cc_ability_functions(const cc_scope *inner, vm_ability *a)
{
    if (inner->functions_in && a->zones != 0x7F)
        a->zones = inner->functions_in;
}

uint32_t cc_abilities_store(cc_unit *u, const cc_abilities *list)
{
    const uint32_t first = u->ability.count;
    for (uint32_t i = 0; i < list->count; i++)
        VEC_PUSH(u->mem, &u->ability, list->at[i]);
    return first;
}

void cc_scope_inner(const cc_scope *s, cc_scope *inner)
{
    *inner = *s;
    inner->targets.count = inner->targets.cap = 0;
    inner->targets.at = NULL;
    inner->referents = NULL;
    inner->has_event = 0;
    inner->event = NULL;
    inner->asked = NULL;
    inner->asked_for = NULL;
    inner->replacing = 0;
    inner->declinable = 0;
    inner->announced = 0;
    inner->delayed = 0;
    inner->divided = 0;
    inner->adds_mana = 0;
    inner->functions_in = 0;
    inner->paying = 0;
    inner->x_later = 0;
    inner->payer = NULL;
    inner->duration = -1;
    inner->clause = 1;
}

void cc_scope_given(const cc_scope *s, cc_scope *inner, const cc_fn *in)
{
    cc_scope_inner(s, inner);
    inner->of_card = 0;
    inner->kind = SCOPE_PERMANENT;
    inner->given = (uint8_t)(s->given < M_GIVEN_MAX ? s->given + 1 : M_GIVEN_MAX);
    inner->given_in = in && (s->kind == SCOPE_PERMANENT || in->loops) ? in->id : 0;
}

static void store_targets(cc_scope *s, uint32_t *out_first, uint32_t *out_count)
{
    *out_first = s->u->target.count;
    *out_count = s->targets.count;
    for (uint32_t i = 0; i < s->targets.count; i++)
        VEC_PUSH(s->u->mem, &s->u->target, s->targets.at[i]);
}

/* ---- effects and modes ------------------------------------------------------------------------
 */

/* sacrifice a creature as lamb, whenever a creature as fallen dies: other abilities know it by that name */
static void name_what_came_before(cc_fn *f)
{
    for (cc_referent *r = f->s->referents; r; r = r->next) {
        if ((r->again != AGAIN_PAID && !cc_is_of_the_event(r)) || !r->ref || !r->ref->bind)
            continue;
        for (const cc_referent *o = f->s->referents; o; o = o->next)
            if (o != r && r->again == AGAIN_PAID && o->again == AGAIN_PAID && o->arg == r->arg)
                cc_wrong(f->u, CC_NO_NATIVE, r->ref->span,
                         "this cost takes two things in the same way, so neither has a name yet");
        const cc_val v = cc_as(f, cc_have_again(f, r), 'e');
        if (v.type)
            cc_emit(f, VM_OP_ADD_LINK, v.reg, 0, 0, (int32_t)r->ref->bind->link);
        r->ref->bind->set_in = f->id;
    }
}

static void lower_modes(cc_scope *s, const m_stmt *modes, vm_ability *a)
{
    cc_unit *u = s->u;
    VEC(vm_mode) rows = {0};
    const int32_t n = modes->amount->value;
    int32_t count = 0;
    for (const m_stmt *m = modes->body->stmts; m; m = m->next)
        count++;
    if (count > VM_MODES_MAX || count < 2 || n < 1 || n > count) {
        cc_wrong(u, CC_NO_MEANING, modes->amount->span,
                 "choose from 2 to %d modes, and no more than there are", VM_MODES_MAX);
        return;
    }
    cc_referent *referents = s->referents;
    for (m_stmt *m = modes->body->stmts; m; m = m->next) {
        m_body one = {m->span, NULL};
        m_stmt alone = *m;
        alone.next = NULL;
        one.stmts = &alone;
        s->targets.count = s->targets.cap = 0;
        s->referents = referents;
        cc_fn f;
        cc_fn_begin(&f, s, 1);
        name_what_came_before(&f);
        cc_body(&f, &one);
        vm_mode row = {cc_fn_end(&f), 0, 0, m->span.line};
        store_targets(s, &row.targets, &row.target_count);
        VEC_PUSH(u->mem, &rows, row);
    }
    a->modes = u->mode.count;
    a->mode_count = rows.count;
    a->mode_min = (uint32_t)n;
    a->mode_max = modes->or_more ? rows.count : (uint32_t)n;
    for (uint32_t i = 0; i < rows.count; i++)
        VEC_PUSH(u->mem, &u->mode, rows.at[i]);
    s->targets.count = s->targets.cap = 0;
}

/* The effect, targets and modes of `a` from a body. */
/* if a player controls a Forest: that player ... The condition in front is asked where it triggers; who that is, once more
 * as it resolves. */
static int finds_some(const cc_fn *f, const m_cond *c)
{
    if (!c)
        return 0;
    if (c->kind == COND_AND || c->kind == COND_OR)
        return finds_some(f, c->left) || finds_some(f, c->right);
    if (c->kind == COND_NOT)
        return c->left->kind == COND_HISTORY && finds_some(f, c->left);
    if (c->kind == COND_HISTORY && !cc_history_of_each(f, c))
        return 0;
    const m_ref *about = c->kind == COND_ACT                             ? c->subject
                         : c->kind == COND_HISTORY && !c->event->is_step ? c->event->subject
                         : c->kind == COND_COMPARE && c->amount->kind == AMT_PROPERTY
                             ? c->amount->ref
                             : NULL;
    return about && about->kind == REF_SOME && cc_is_quantified(f, about);
}

void cc_effect(cc_scope *s, const m_body *body, vm_ability *a)
{
    s->ability = a;
    s->says_that_player = (uint8_t)cc_says_that_player(body);
    const int on_stack = a->kind != VM_ABILITY_ENTERS && a->kind != VM_ABILITY_REPLACE;
    if (on_stack && body->stmts && body->stmts->kind == STMT_MODES && !body->stmts->next) {
        lower_modes(s, body->stmts, a);
    } else {
        cc_fn f;
        cc_fn_begin(&f, s, 1);
        f.at = body->span;
        name_what_came_before(&f);
        if (s->asked && finds_some(&f, s->asked))
            cc_condition(&f, s->asked);
        cc_body(&f, body);
        a->effect = cc_fn_end(&f);
        if (!on_stack &&
            s->targets.count) /* only what is put on the stack has targets (CR 114.1) */
            cc_wrong(s->u, CC_NOT_HERE, body->span,
                     "what is done as something enters, attacks or is turned up has no targets: it "
                     "is chosen as it happens, 'choose a creature'; or 'when this enters: ...'");
        store_targets(s, &a->targets, &a->target_count);
    }
    if (s->divided)
        a->flags |= VM_AF_DIVIDED;
    if (s->those_meant)
        a->those = s->those;
}

/* ---- kinds ------------------------------------------------------------------------------------
 */

/* One trigger for each event joined by 'or': enters or leaves, blocks or becomes blocked. */
/* {X}{X}{G}: monstrosity X. The X of what becomes monstrous is kept (CR 701.30c). */
static int activated_with_x(const cc_unit *u, const cc_abilities *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->at[i].kind == VM_ABILITY_ACTIVATED &&
            cc_asks_x(u, list->at[i].cost, list->at[i].cost_count))
            return 1;
    return 0;
}

/* When you cast this: on the stack; whenever you cast a creature spell: on the battlefield alone (CR 112.6). */
static int is_about_this(const m_event *e)
{
    const m_operand *what = e->act ? cc_operand(e->act, "OBJECT") : NULL;
    const m_ref *ref = what && what->given ? what->is.ref : e->subject;
    return ref && ref->kind == REF_THIS;
}

static int is_about_itself(const m_event *e)
{
    return e->subject && e->subject->kind == REF_THIS;
}

/* The X of the spell is known while it is on the stack, as it becomes the permanent, and as that is turned face up for an X
 * (CR 107.3a, 107.3d); later it is 0 (CR 107.3f). */
void cc_without_spells_x(cc_scope *s)
{
    if (s->of_card && s->kind == SCOPE_PERMANENT && !s->delayed && s->x_known) {
        s->x_known = 0;
        s->x_over = 1;
    }
}

static int knows_spells_x(const m_event *e, const vm_ability *a)
{
    switch (a->event) {
    case VM_EVENT_enters:
    case VM_EVENT_turned_face_up:
        return is_about_itself(e);
    case VM_EVENT_cast:
        return is_about_this(e);
    default:
        return 0;
    }
}

/* Is it there by what has happened? So it is heard where it was before: this itself, and an Aura whose host leaves (CR 112.6k) */
static int brings_it_there(const m_event *e)
{
    m_event alone = *e;
    alone.or = NULL;
    return is_about_itself(e) ||
           (e->subject && e->subject->kind == REF_HOST && cc_event_takes_away(&alone));
}

static void lower_trigger(cc_scope *s, const m_ability *m, cc_abilities *out)
{
    for (const m_event *e = m->event ? cc_meant(s, m->event) : NULL; e; e = e->or) {
        cc_scope inner;
        cc_scope_inner(s, &inner);
        inner.delayed = s->delayed;
        inner.referents = s->delayed ? s->referents : NULL;
        vm_ability a = cc_ability_new(VM_ABILITY_TRIGGERED, m->span);
        if (!cc_trigger_event(&inner, e, &a))
            continue;
        if (!knows_spells_x(e, &a))
            cc_without_spells_x(&inner);
        inner.x_known |= a.event == VM_EVENT_designated && activated_with_x(s->u, out);
        if (a.event == VM_EVENT_cast && is_about_this(e))
            a.zones |= 1u << VM_ZONE_STACK;
        if (m->cond)
            a.condition = cc_condition_fn(&inner, m->cond);
        inner.asked = m->cond;
        cc_effect(&inner, m->body, &a);
        if (inner.functions_in)
            a.zones = inner.functions_in | (brings_it_there(e) ? a.zones : 0);
        if (m->special) { /* as you draw this */
            a.flags |= VM_AF_SPECIAL;
            a.zones = 1u << VM_ZONE_HAND;
        }
        if (m->at_once)
            a.flags |= VM_AF_MANA;
        if (inner.adds_mana && a.event == VM_EVENT_tapped_for_mana && !a.target_count &&
            !a.mode_count) /* CR 605.1b */
            a.flags |= VM_AF_MANA;
        VEC_PUSH(s->u->mem, out, a);
    }
}

int cc_asks_x(const cc_unit *u, uint32_t cost, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (u->cost.at[cost + i].kind == VM_COST_X)
            return 1;
    return 0;
}

enum { NO_WORD = 31 };

/* What a cost takes, or is about, is something that the effect can mean: the sacrificed creature, it. */
static const struct {
    const char *native;
    uint32_t kind, word; /* word: of paid.def, or NO_WORD */
    const char *number;  /* so many of them, that no description names: cards off the library */
} PAID[] = {{"sacrifice", VM_PAID_SACRIFICED, 0, NULL},
            {"discard", VM_PAID_DISCARDED, 1, NULL},
            {"exile", VM_PAID_EXILED, 2, NULL},
            {"tap", VM_PAID_TAPPED, 3, NULL},
            {"return", VM_PAID_RETURNED, 4, NULL},
            {"reveal", VM_PAID_REVEALED, 5, NULL},
            {"mill", VM_PAID_MILLED, 6, "AMOUNT"},
            {"exile_top", VM_PAID_EXILED_TOP, 2, "AMOUNT"},
            {"give", VM_PAID_SACRIFICED, 0, NULL},
            {"tap_total", VM_PAID_TAPPED, 3, NULL},
            {"sacrifice_total", VM_PAID_SACRIFICED, 0, NULL},
            {"exile_total", VM_PAID_EXILED, 2, NULL},
            {"discard_total", VM_PAID_DISCARDED, 1, NULL},
            {"remove", VM_PAID_COUNTERS, NO_WORD, NULL},
            {"remove_among", VM_PAID_COUNTERS, NO_WORD, NULL}};

/* Counters of two things: of which, the payment does not tell. */
static void forget_counted(cc_scope *s)
{
    cc_referent **at = &s->referents;
    while (*at)
        if ((*at)->again == AGAIN_PAID && (*at)->arg == VM_PAID_COUNTERS)
            *at = (*at)->next;
        else
            at = &(*at)->next;
}

static void refer_cost_act(cc_scope *s, const m_act *act)
{
    const m_operand *counters =
        voc_is(act->frame, VOC_REMOVES) ? cc_operand(act, "COUNTERS") : NULL;
    if (counters) {
        s->counter_costs++;
        s->counters_paid = counters;
    }
    const m_operand *o = cc_operand(act, "OBJECT"), *total = cc_operand(act, "HELPERS");
    if (o && voc_is_reference(o->type) && o->is.ref->kind == REF_THIS)
        cc_this_is_paid(s, act);
    const m_ref *ref = o ? o->is.ref : NULL; /* any number that have enough: a description */
    const m_desc *desc = ref ? ref->desc : total ? total->is.desc : NULL;
    for (size_t i = 0; i < sizeof PAID / sizeof *PAID; i++) {
        const m_operand *n = PAID[i].number ? cc_operand(act, PAID[i].number) : NULL;
        if (strcmp(PAID[i].native, act->frame->native) != 0 ||
            !(n || total || (ref && ref->kind != REF_THIS)))
            continue;
        cc_referent *r = cc_refer_event(s, ref, desc, CLASS_OBJECT, AGAIN_PAID, PAID[i].kind);
        const m_amount *many = n ? n->is.amount : NULL;
        r->paid = PAID[i].word == NO_WORD ? 0 : 1u << PAID[i].word;
        r->plural = n ? many->kind != AMT_CONST || many->value != 1 : !ref || !cc_names_one(ref);
    }
    if (s->counter_costs > 1)
        forget_counted(s);
}

static void refer_costs(cc_scope *s, const m_cost *cost)
{
    for (const m_cost *c = cost; c; c = c->next) {
        if (c->other) /* nobody knows which way was paid */
            continue;
        s->counter_costs += c->symbols && strstr(c->symbols, "{E}") ? 2 : 0; /* these, too */
        if (c->name) {
            const cc_binding *b = cc_bound(s, c->name);
            const cc_binding *seen = s->seen;
            s->seen = b ? b->below : NULL; /* what it takes is meant here, its names there */
            refer_costs(s, b ? b->operand->is.cost : NULL);
            s->seen = seen;
        }
        if (c->act && c->act->pays)
            refer_costs(s, c->act->pays);
        else if (c->act && c->act->frame->native)
            refer_cost_act(s, c->act);
    }
}

static void lower_activated(cc_scope *s, const m_ability *m, cc_abilities *out)
{
    cc_scope inner;
    uint32_t zone = 0;
    cc_scope_inner(s, &inner);
    cc_without_spells_x(&inner);
    vm_ability a = cc_ability_new(VM_ABILITY_ACTIVATED, m->span);
    a.cost = cc_costs(&inner, m->cost, &a.cost_count, &a.flags, &zone);
    if (!a.cost_count)
        return;
    if (zone)
        a.zones = zone;
    a.flags |= (m->sorcery ? VM_AF_SORCERY : 0) | (m->instant ? VM_AF_INSTANT : 0) |
               (m->once_each_turn ? VM_AF_ONCE_EACH_TURN : 0) |
               (m->anybody ? VM_AF_ANY_PLAYER : 0) | (m->special ? VM_AF_SPECIAL : 0) |
               (m->once ? VM_AF_ONCE : 0);
    a.mode_max = m->most; /* how often each turn, where not once */
    if (m->cond)
        a.condition = cc_condition_fn(&inner, m->cond);
    inner.x_known |= cc_asks_x(s->u, a.cost, a.cost_count);
    refer_costs(&inner, m->cost);
    cc_effect(&inner, m->body, &a);
    if (inner.adds_mana && inner.counts_paid)
        cc_wrong(s->u, CC_NO_NATIVE, m->span,
                 "how much mana this would make has to be known before it is paid for: 'remove any "
                 "number of ... counters from this'");
    if (inner.functions_in && !zone)
        a.zones = inner.functions_in;
    if (inner.adds_mana && !a.target_count && !a.mode_count && !(a.flags & VM_AF_LOYALTY))
        a.flags |= VM_AF_MANA;
    for (uint32_t i = 0; a.flags & VM_AF_MANA && i < a.cost_count; i++) {
        const vm_cost *c = &s->u->cost.at[a.cost + i];
        if (c->kind == VM_COST_WAY || c->kind == VM_COST_TOTAL || c->kind == VM_COST_REMOVE_FROM ||
            c->kind == VM_COST_REMOVE_AMONG ||
            (c->kind == VM_COST_DISCARD && c->a && c->b == VM_COST_AT_RANDOM))
            cc_wrong(s->u, CC_BAD_COST, m->span,
                     "a mana ability is paid in one way, with what is chosen, and with its own "
                     "counters");
    }
    VEC_PUSH(s->u->mem, out, a);
}

/* you may pay an additional {3} as you cast this */
static void lower_optional(cc_scope *s, const m_ability *m, cc_abilities *out)
{
    uint32_t zone = 0;
    vm_ability a = cc_ability_new(VM_ABILITY_COST, m->span);
    a.zones = 0x7F;
    s->may_offer = 1;
    a.cost = cc_costs(s, m->cost, &a.cost_count, &a.flags, &zone);
    s->may_offer = 0;
    a.flags |= m->optional == OPTIONAL_REPEATED    ? VM_AF_REPEATED
               : m->optional == OPTIONAL_ALL_MODES ? VM_AF_ALL_MODES
               : m->instant                        ? VM_AF_INSTANT
                                                   : 0;
    VEC_PUSH(s->u->mem, &s->additional, m->cost);
    VEC_PUSH(s->u->mem, out, a);
}

/* cast this only during combat (CR 601.3): otherwise it can't be cast */
static void lower_cast_only(cc_scope *s, const m_ability *m, cc_abilities *out)
{
    cc_scope inner;
    cc_scope_inner(s, &inner);
    vm_ability a = cc_ability_new(VM_ABILITY_STATIC, m->span);
    if (m->once_each_turn || m->once || m->instant || m->anybody || m->special) {
        cc_wrong(s->u, CC_NO_MEANING, m->span,
                 "a spell is cast once: 'cast this only during ...', 'only if ...'");
        return;
    }
    a.zones = 0x7F;
    cc_fn f;
    cc_fn_begin(&f, &inner, 0);
    f.at = m->span;
    cc_val may = m->cond ? cc_condition(&f, m->cond) : cc_op(&f, VM_OP_LDB, 'b', 0, 0, 1);
    if (!may.type)
        return;
    if (m->sorcery) {
        const cc_val you = cc_op(&f, VM_OP_YOU, 'p', 0, 0, 0),
                     now = cc_op(&f, VM_OP_SORCERY_TIME, 'b', you.reg, 0, 0);
        may = cc_op(&f, VM_OP_AND, 'b', may.reg, now.reg, 0);
    }
    a.condition = cc_fn_end_value(&f, cc_op(&f, VM_OP_NOT, 'b', may.reg, 0, 0));
    const vm_mod row = {VM_MOD_CANT_CAST, 0, 0, 0, 0, 0, 0};
    a.mods = s->u->mod.count;
    a.mod_count = 1;
    VEC_PUSH(s->u->mem, &s->u->mod, row);
    VEC_PUSH(s->u->mem, out, a);
}

static void lower_alternative(cc_scope *s, const m_ability *m, cc_abilities *out)
{
    uint32_t zone = 0;
    vm_ability a = cc_ability_new(VM_ABILITY_COST, m->span);
    a.zones = 0x7F;
    a.flags = VM_AF_ALTERNATIVE;
    if (m->cond) {
        cc_scope inner;
        cc_scope_inner(s, &inner);
        a.condition = cc_condition_fn(&inner, m->cond);
    }
    s->may_offer = 1;
    if (m->cost)
        a.cost = cc_costs(s, m->cost, &a.cost_count, &a.flags, &zone);
    s->may_offer = 0;
    VEC_PUSH(s->u->mem, out, a);
}

/* define power = ..., define toughness = ...: one characteristic-defining ability (CR 604.3). */
static void lower_define(cc_scope *s, const m_ability *m, cc_abilities *out)
{
    cc_unit *u = s->u;
    const int which = m->prop == VM_PROP_TOUGHNESS;
    cc_fn f;
    cc_fn_begin(&f, s, 0);
    f.candidate = cc_reg(&f, 'e');
    f.params = 1;
    f.at = m->span;
    const uint32_t fn = cc_fn_end_value(&f, cc_amount(&f, m->amount));
    for (uint32_t i = 0; i < out->count; i++)
        if (out->at[i].kind == VM_ABILITY_STATIC && (out->at[i].flags & VM_AF_CDA)) {
            vm_mod *row = &u->mod.at[out->at[i].mods];
            *(which ? &row->fb : &row->fa) = fn;
            return;
        }
    vm_ability a = cc_ability_new(VM_ABILITY_STATIC, m->span);
    a.zones = 0x7F;
    a.flags = VM_AF_CDA;
    const vm_mod row = {VM_MOD_DEFINE_PT, 0, 0, 0, which ? 0 : fn, which ? fn : 0, 0};
    a.mods = u->mod.count;
    a.mod_count = 1;
    VEC_PUSH(u->mem, &u->mod, row);
    VEC_PUSH(u->mem, out, a);
}

/* level 2-6 3/3 { first strike } (CR 710): while it has that many level counters */
static void lower_level(cc_scope *s, const m_ability *m, cc_abilities *out)
{
    cc_unit *u = s->u;
    const int kind = voc_symbol_number(u->voc, VM_SYM_COUNTER, "level");
    vm_ability a = cc_ability_new(VM_ABILITY_STATIC, m->span);
    cc_fn f;
    cc_fn_begin(&f, s, 0);
    f.at = m->span;
    const cc_val me = cc_as(&f, cc_this(&f), 'e');
    const cc_val have = cc_op(&f, VM_OP_COUNTERS, 'n', me.reg, 0, kind), lo = cc_num(&f, m->from),
                 hi = cc_num(&f, m->to);
    const cc_val b1 = cc_op(&f, VM_OP_LE, 'b', lo.reg, have.reg, 0),
                 b2 = cc_op(&f, VM_OP_LE, 'b', have.reg, hi.reg, 0);
    a.condition = cc_fn_end_value(&f, cc_op(&f, VM_OP_AND, 'b', b1.reg, b2.reg, 0));
    cc_abilities list = {0};
    cc_mods mods;
    memset(&mods, 0, sizeof mods);
    mods.s = s;
    cc_mod_size(&mods, VM_MOD_SET_PT, m->change, NULL, 0);
    cc_scope inner = *s;
    inner.of_card = 0;
    cc_abilities_lower(&inner, m->list, &list);
    if (list.count) {
        const uint32_t first = cc_abilities_store(u, &list);
        cc_mod_push(&mods, VM_MOD_ADD_ABILITIES, 0, first, list.count);
    }
    a.mods = u->mod.count;
    a.mod_count = mods.list.count;
    for (uint32_t i = 0; i < mods.list.count; i++)
        VEC_PUSH(u->mem, &u->mod, mods.list.at[i]);
    VEC_PUSH(u->mem, out, a);
}

/* A Saga enters with a lore counter (CR 714.3a). */
static void saga_enters(cc_scope *s, cc_span at, cc_abilities *out)
{
    for (uint32_t i = 0; i < out->count; i++)
        if (out->at[i].kind == VM_ABILITY_ENTERS)
            return;
    vm_ability a = cc_ability_new(VM_ABILITY_ENTERS, at);
    a.zones = 0x7F;
    cc_fn f;
    cc_fn_begin(&f, s, 1);
    f.at = at;
    const cc_arg args[2] = {{.v = cc_num(&f, 1), .given = 1}, {.imm = VM_COUNTER_LORE}};
    cc_native(&f, VM_NATIVE_event_counters, args);
    a.effect = cc_fn_end(&f);
    VEC_PUSH(s->u->mem, out, a);
}

/* When the lore counters reach the number. */
static uint32_t chapter_filter(cc_scope *s, cc_span at, int32_t number)
{
    cc_fn f;
    cc_fn_begin(&f, s, 0);
    f.at = at;
    const cc_val me = cc_as(&f, cc_op(&f, VM_OP_THIS, 'o', 0, 0, 0), 'e'),
                 whom = cc_op(&f, VM_OP_EVENT_WHOM, 'e', 0, 0, 0);
    cc_val all = cc_op(&f, VM_OP_MEET, 'b', me.reg, whom.reg, 0);
    const cc_val want = cc_num(&f, number);
    const cc_val have = cc_op(&f, VM_OP_COUNTERS, 'n', me.reg, 0, VM_COUNTER_LORE),
                 added = cc_op(&f, VM_OP_EVENT_AMOUNT, 'n', 0, 0, 0);
    const cc_val before = cc_op(&f, VM_OP_SUB, 'n', have.reg, added.reg, 0);
    const cc_val tests[3] = {cc_op(&f, VM_OP_EVENT_KIND, 'b', 0, 0, VM_COUNTER_LORE),
                             cc_op(&f, VM_OP_LE, 'b', want.reg, have.reg, 0),
                             cc_op(&f, VM_OP_LT, 'b', before.reg, want.reg, 0)};
    for (int k = 0; k < 3; k++)
        all = cc_op(&f, VM_OP_AND, 'b', all.reg, tests[k].reg, 0);
    return cc_fn_end_value(&f, all);
}

/* chapter 1, 2: ... (CR 714.2b) */
static void lower_chapter(cc_scope *s, const m_ability *m, cc_abilities *out)
{
    const vm_face *face = &s->u->face.at[s->face_idx];
    int saga = 0;
    for (uint32_t i = 0; i < face->subtype_count; i++)
        saga |= s->u->words.at[face->subtypes + i] == VM_SUBTYPE_SAGA;
    if (!saga) {
        cc_wrong(s->u, CC_NOT_HERE, m->span,
                 "a chapter stands on an enchantment with the subtype Saga");
        return;
    }
    saga_enters(s, m->span, out);
    for (uint32_t i = 0; i < m->numbers.count; i++) {
        cc_scope inner;
        cc_scope_inner(s, &inner);
        vm_ability a = cc_ability_new(VM_ABILITY_TRIGGERED, m->span);
        a.event = VM_EVENT_put_counters;
        a.mode_min = (uint32_t)m->numbers.at[i]; /* the chapter's number, for CR 714.4 */
        a.filter = chapter_filter(&inner, m->span, m->numbers.at[i]);
        cc_effect(&inner, m->body, &a);
        VEC_PUSH(s->u->mem, out, a);
    }
}

/* What its owner may do before the first turn: reveal it, and whatever comes of that (CR 103.5b); what takes the place of
 * a mulligan's cards (CR 103.4b); what is done with a card that begins the game in the command zone (CR 702.105a). */
static void lower_before_game(cc_scope *s, const m_ability *m, cc_abilities *out)
{
    const m_stmt *first = m->body->stmts;
    const int may = first && first->kind == STMT_CLAUSES && first->clauses && first->clauses->may;
    cc_scope inner;
    vm_ability a = cc_ability_new(VM_ABILITY_OPENING, m->span);
    if (!may && !m->command) {
        cc_wrong(s->u, CC_NO_MEANING, m->span,
                 "before the game begins a card lets its owner do something: 'you may ...'");
        return;
    }
    a.zones = 1u << (m->command ? VM_ZONE_COMMAND : VM_ZONE_HAND);
    a.flags = m->mulligan ? VM_AF_SPECIAL : 0;
    cc_scope_inner(s, &inner);
    cc_effect(&inner, m->body, &a);
    if (a.target_count || a.mode_count)
        cc_wrong(s->u, CC_NOT_HERE, m->span, "nothing is targeted before the game begins");
    VEC_PUSH(s->u->mem, out, a);
}

/* you may begin the game with it on the battlefield (CR 103.5a) */
static void lower_opening(cc_scope *s, const m_ability *m, cc_abilities *out)
{
    const m_clause *c = m->body->stmts ? m->body->stmts->clauses : NULL;
    const int begins = c && c->acts && voc_is(c->acts->frame, VOC_BEGINS_WITH);
    const m_operand *zone = begins ? cc_operand(c->acts, "ZONE") : NULL;
    if (!begins) {
        lower_before_game(s, m, out);
        return;
    }
    if (!zone || !c->may || c->next || m->body->stmts->next ||
        zone->is.zone->zone != VM_ZONE_BATTLEFIELD) {
        cc_wrong(s->u, CC_NO_MEANING, m->span,
                 "an opening hand knows: you may begin the game with it on the battlefield");
        return;
    }
    vm_ability a = cc_ability_new(VM_ABILITY_OPENING, m->span);
    a.zones = 1u << VM_ZONE_HAND;
    cc_fn f;
    cc_fn_begin(&f, s, 1);
    f.at = m->span;
    const cc_val you = cc_op(&f, VM_OP_YOU, 'p', 0, 0, 0), it = cc_op(&f, VM_OP_THIS, 'o', 0, 0, 0);
    const cc_val can = cc_op(&f, VM_OP_LDB, 'b', 0, 0, 1);
    const cc_arg who[2] = {{.v = you, .given = 1}, {.v = can, .given = 1}};
    const cc_val yes = cc_native(&f, VM_NATIVE_may, who);
    const uint32_t jump = cc_emit(&f, VM_OP_JF, yes.reg, 0, 0, 0);
    const cc_arg move[5] = {
        {.v = it, .given = 1}, {.v = you, .given = 1}, {.imm = VM_ZONE_BATTLEFIELD}};
    cc_native(&f, VM_NATIVE_move, move);
    cc_patch(&f, jump);
    a.effect = cc_fn_end(&f);
    VEC_PUSH(s->u->mem, out, a);
}

static void lower_spell(cc_scope *s, const m_ability *m, cc_abilities *out)
{
    cc_scope inner;
    cc_scope_inner(s, &inner);
    for (uint32_t i = 0; i < s->additional.count; i++)
        refer_costs(&inner, s->additional.at[i]);
    vm_ability a = cc_ability_new(VM_ABILITY_SPELL, m->span);
    cc_effect(&inner, m->body, &a);
    if (s->u->says_each) {
        vm_ability other = cc_ability_new(VM_ABILITY_SPELL, m->span);
        const m_body *body = cc_read_with_each(s, m);
        cc_scope_inner(s, &inner);
        other.flags = VM_AF_IN_PLACE;
        other.condition = s->u->says_each;
        inner.reads_each = 1;
        if (body)
            cc_effect(&inner, body, &other);
        VEC_PUSH(s->u->mem, out, other);
    }
    VEC_PUSH(s->u->mem, out, a);
}

/* What keywords say that a spell does: sentences in front of its own instructions, 'as this resolves: ...' behind them. */
static void lower_part(cc_scope *s, const m_ability *m, uint32_t flags, cc_abilities *out)
{
    cc_scope inner;
    cc_scope_inner(s, &inner);
    for (uint32_t i = 0; i < s->additional.count; i++)
        refer_costs(&inner, s->additional.at[i]);
    vm_ability a = cc_ability_new(VM_ABILITY_SPELL, m->span);
    a.flags = flags;
    if (m->cond)
        a.condition = cc_condition_fn(&inner, m->cond);
    cc_effect(&inner, m->body, &a);
    if (a.mode_count || (a.flags & VM_AF_DIVIDED))
        cc_wrong(s->u, CC_NO_NATIVE, m->span,
                 "what a spell does in addition has no modes, and divides nothing");
    VEC_PUSH(s->u->mem, out, a);
}

/* ---- all of it --------------------------------------------------------------------------------
 */

void cc_abilities_lower(cc_scope *s, const m_ability *list, cc_abilities *out)
{
    for (const m_ability *m = list; m; m = m->next)
        switch ((m_ability_kind)m->kind) {
        case ABILITY_KEYWORDS:
            for (const m_keyword *k = m->keywords; k; k = k->next)
                cc_keyword(s, k, out);
            break;
        case ABILITY_TRIGGER:
            lower_trigger(s, m, out);
            break;
        case ABILITY_ACTIVATED:
            lower_activated(s, m, out);
            break;
        case ABILITY_STATIC:
            cc_static(s, m, out);
            break;
        case ABILITY_REPLACEMENT:
            cc_replacement(s, m, out);
            break;
        case ABILITY_ENTERS:
            cc_enters(s, m, out);
            break;
        case ABILITY_RESOLVES:
            lower_part(s, m, VM_AF_PART, out);
            break;
        case ABILITY_DEFINE:
            lower_define(s, m, out);
            break;
        case ABILITY_LEVEL:
            lower_level(s, m, out);
            break;
        case ABILITY_CHAPTER:
            lower_chapter(s, m, out);
            break;
        case ABILITY_ALTERNATIVE:
            lower_alternative(s, m, out);
            break;
        case ABILITY_OPENING:
            lower_opening(s, m, out);
            break;
        case ABILITY_OPTIONAL:
            lower_optional(s, m, out);
            break;
        case ABILITY_CAST_ONLY:
            lower_cast_only(s, m, out);
            break;
        case ABILITY_SPELL:
            if (s->context->declaration)
                lower_part(s, m, VM_AF_PART | VM_AF_FIRST, out);
            else
                lower_spell(s, m, out);
            break;
        }
}
