/* What one instruction does at the same time, though it is said in parts or of each of several: 'deals 2 damage to target creature and
 * 3 damage to its controller', 'create a 1/1 white Soldier creature token and a 2/2 black Zombie creature token', 'each player creates
 * a token that's a copy of a creature they control', 'for each creature: destroy it' (CR 101.4, 119.3, 608.2c, 608.2e). Its events
 * wait, and what they give is known when all of them have happened. */
#include "compiler/lower/clauses.h"
#include "compiler/meaning/walk.h"

/* Natives whose events can wait (hold in natives.def). ALONE: where each of several players does it; PARTS: also for others of
 * the kind, that the same sentence says behind them. */
enum { NEVER, ALONE, PARTS };
static const uint8_t WAITS[VM_NATIVE_SPAN] = {
    [VM_NATIVE_create] = PARTS,       [VM_NATIVE_create_copy] = PARTS,
    [VM_NATIVE_create_sized] = PARTS, [VM_NATIVE_destroy] = ALONE,
    [VM_NATIVE_exile] = ALONE,        [VM_NATIVE_exile_face_down] = ALONE,
    [VM_NATIVE_sacrifice] = ALONE,    [VM_NATIVE_move] = ALONE,
    [VM_NATIVE_discard] = ALONE,      [VM_NATIVE_put_onto_battlefield] = ALONE,
    [VM_NATIVE_put_counters] = ALONE, [VM_NATIVE_tap] = ALONE,
    [VM_NATIVE_untap] = ALONE,
};

/* Natives that choose for themselves. */
static int picks(int native)
{
    return native == VM_NATIVE_discard;
}

static int is_alone(const m_act *act)
{
    return act && !act->next && !act->ways && !act->unless;
}

static int deals(const m_clause *c)
{
    return is_alone(c->acts) && !c->alternatives && voc_is(c->acts->frame, VOC_DEALS);
}

static int is_named(const m_act *act)
{
    static const char *const COMBAT[] = {
        "TAPPED_AND_ATTACKING", "ATTACKING", "DEFENDER", "DEFENDED", "LIKE", "FOE"};
    for (size_t i = 0; i < sizeof COMBAT / sizeof *COMBAT; i++)
        if (cc_operand(act, COMBAT[i]))
            return 1; /* it does not only enter */
    for (uint32_t i = 0; i < act->frame->slot_count; i++) {
        const m_operand *o = &act->operands[i];
        const m_quality_list *q = o->given && o->type == VOC_TOKENS ? o->is.quality : NULL;
        if (o->given && (o->name || (voc_is_reference(o->type) && o->is.ref->bind)))
            return 1;
        if (q && (q->attacks || q->blocks || q->attacking))
            return 1;
    }
    return 0;
}

/* Can what it does wait for the rest? */
static int can_wait(cc_fn *f, const m_act *act)
{
    if (!is_alone(act) || act->frame->body || !act->frame->native || act->only_if ||
        act->unless_cond || act->instead || cc_is_rule(act) || is_named(act) ||
        voc_event_of(f->u->voc, act->frame) || cc_into_libraries(NULL, act, CC_BAD))
        return NEVER;
    const int native = cc_native_of(act);
    return native < 0 ? NEVER : WAITS[native];
}

/* Does it take away what the same player could choose once more? */
static int takes_chosen(const m_act *act)
{
    const int native = cc_native_of(act);
    int chosen = picks(native);
    for (uint32_t i = 0; i < act->frame->slot_count; i++) {
        const m_operand *o = &act->operands[i];
        chosen |= o->given && voc_is_reference(o->type) && o->is.ref->kind == REF_SOME &&
                  o->is.ref->ref_class != CLASS_PLAYER;
    }
    return chosen && WAITS[native] == ALONE && native != VM_NATIVE_put_counters;
}

static int take_chosen(const m_clause *c, uint32_t count)
{
    for (; count; count--, c = c->next)
        if (takes_chosen(c->acts))
            return 1;
    return 0;
}

static int can_all_wait(cc_fn *f, const m_clause *c, uint32_t count)
{
    const uint32_t all = count;
    if (!f->effect || f->holding || f->s->replacing || f->did_by.type || f->wants_doers)
        return 0;
    for (const m_clause *k = c; count; count--, k = k->next)
        if (k->may || k->alternatives || k->instead || k->have || (k != c && k->then) ||
            can_wait(f, k->acts) < (all > 1 ? PARTS : ALONE) ||
            (k != c && m_any_in_act(k->acts, cc_clause_means_result, NULL)))
            return 0;
    return 1;
}

/* ---- which of them ----------------------------------------------------------------------------- */

uint32_t cc_deal_together(cc_fn *f, const m_clause *c, uint32_t count)
{
    const uint8_t may = c->may;
    uint32_t n = 0;
    if (!f->effect || f->holding || f->s->replacing)
        return 0;
    for (; n < count && deals(c) && (!n || (c->kept && !c->then && !c->may == !may)); c = c->next)
        n++;
    return n > 1 ? n : 0;
}

int cc_deal_apiece(cc_fn *f, const m_clause *c, uint32_t count)
{
    if (!f->effect || f->holding || f->subject->ref_class == CLASS_PLAYER)
        return 0;
    for (const m_clause *k = c; count; count--, k = k->next)
        if (!deals(k) || k->may || (k != c && k->then))
            return 0;
    return 1;
}

int cc_waits_apiece(cc_fn *f, const m_clause *c, uint32_t count)
{
    return can_all_wait(f, c, count);
}

int cc_owners_wait(cc_fn *f, const m_clause *c, uint32_t count)
{
    return can_all_wait(f, c, count) && !take_chosen(c, count);
}

int cc_act_waits(cc_fn *f, const m_act *act)
{
    const m_clause alone = {.acts = (m_act *)(uintptr_t)act};
    return cc_owners_wait(f, &alone, 1) || (voc_is(act->frame, VOC_DEALS) && !f->holding);
}

uint32_t cc_wait_together(cc_fn *f, const m_clause *c)
{
    const m_clause *k = c->next;
    uint32_t n = 1;
    for (; k && !k->then && !k->subject == !c->subject && (!k->subject || k->kept); k = k->next)
        n++;
    while (n > 1 && !can_all_wait(f, c, n))
        n--;
    return n > 1 ? n : 0;
}

/* One sentence, with nothing else to be decided, to be done or to be said of what was done. */
int cc_body_waits(cc_fn *f, const m_body *body)
{
    const m_stmt *m = body ? body->stmts : NULL;
    const m_clause *c = m && !m->next && m->kind == STMT_CLAUSES && !m->later ? m->clauses : NULL;
    uint32_t count = 0, damage = 0;
    for (const m_clause *k = c; k; k = k->next) {
        count++;
        damage += !k->may && !k->have && !k->then && deals(k) && !k->acts->only_if &&
                  !k->acts->unless_cond;
    }
    return c && (cc_owners_wait(f, c, count) ||
                 (damage == count && f->effect && !f->holding && !f->s->replacing));
}

/* ---- waiting ----------------------------------------------------------------------------------- */

typedef struct waiting {
    cc_val result;
    VEC(cc_val) all; /* sets that it was added to, when nothing had happened yet */
    uint8_t links;   /* 1 << m_linked: what it is to be held by */
} waiting;

struct cc_waiting {
    VEC(waiting) parts;
    uint32_t pinned;
};

void cc_hold(cc_fn *f)
{
    f->holding = ARENA_NEW(f->u->mem, cc_waiting);
    f->holding->pinned = f->pinned.count;
    const cc_arg part = {.imm = 0};
    cc_native(f, VM_NATIVE_hold, &part);
}

void cc_wait_begin(cc_fn *f, int native)
{
    if (!f->holding || !WAITS[native])
        return;
    const cc_arg part = {.imm = (int32_t)f->holding->parts.count};
    if (f->holding->parts.count || (f->loops && WAITS[native] == PARTS)) /* the next turn's first */
        cc_native(f, VM_NATIVE_hold, &part);
}

void cc_wait_end(cc_fn *f, int native, cc_val result)
{
    waiting w = {.result = result};
    if (!f->holding || !WAITS[native])
        return;
    VEC_PUSH(f->u->mem, &f->holding->parts, w);
    if (result.type)
        VEC_PUSH(f->u->mem, &f->pinned, result);
}

static waiting *part_with(cc_fn *f, cc_val v)
{
    for (uint32_t i = 0; f->holding && v.type && i < f->holding->parts.count; i++)
        if (f->holding->parts.at[i].result.type && f->holding->parts.at[i].result.reg == v.reg)
            return &f->holding->parts.at[i];
    return NULL;
}

void cc_wait_joins(cc_fn *f, cc_val result, cc_val all)
{
    waiting *w = part_with(f, result);
    if (!w)
        return;
    VEC_PUSH(f->u->mem, &w->all, all);
    VEC_PUSH(f->u->mem, &f->pinned, all);
}

int cc_wait_links(cc_fn *f, m_linked which, cc_val result)
{
    waiting *w = part_with(f, result);
    if (w)
        w->links |= (uint8_t)(1u << which);
    return w != NULL;
}

cc_val cc_let_go(cc_fn *f)
{
    cc_waiting *held = f->holding;
    const cc_val dealt = cc_native(f, VM_NATIVE_release, NULL);
    f->holding = NULL;
    for (uint32_t i = 0; i < held->parts.count; i++) {
        const waiting w = held->parts.at[i];
        const cc_arg part = {.imm = (int32_t)i};
        if (w.result.type != 'o')
            continue;
        cc_move(f, w.result, cc_native(f, VM_NATIVE_released, &part));
        const cc_val wide = w.all.count ? cc_as(f, w.result, 'e') : CC_BAD;
        for (uint32_t k = 0; k < w.all.count; k++)
            cc_emit(f, VM_OP_UNION, w.all.at[k].reg, w.all.at[k].reg, wide.reg, 0);
        for (uint32_t k = 0; k < 8; k++)
            if (w.links >> k & 1)
                cc_link_made(f, (m_linked)k, w.result);
    }
    f->pinned.count = held->pinned;
    return dealt;
}
