/* Conditions about spells: how, from where and for what they were cast, what they are aimed at. */
#include "compiler/lower/conditions.h"

#include <string.h>

/* Is this asked about: by name, or as 'it' where that means nothing else? */
static int is_this(const cc_asked *q)
{
    const m_ref *s = q->subject;
    if (q->given.type || !s)
        return 0;
    if (s->kind != REF_PRONOUN || q->f->s->kind == SCOPE_TEST)
        return s->kind == REF_THIS;
    const m_event *e = q->f->s->event;
    const cc_referent *r = cc_find(q->f, s);
    return r ? r->is_this : !e || !e->subject || e->subject->kind == REF_THIS;
}

static cc_val flag(cc_asked *q, int32_t which, uint32_t status)
{
    if (is_this(q))
        return cc_op(q->f, VM_OP_FLAG, 'b', 0, 0, which);
    m_desc d;
    m_atom a;
    memset(&d, 0, sizeof d);
    memset(&a, 0, sizeof a);
    a.kind = ATOM_STATUS;
    a.number = status;
    d.atoms = &a;
    return cc_asked_matches(q->f, cc_asked_subject(q, 'e'), &d);
}

cc_val cc_asks_kicked(cc_asked *q)
{
    if (is_this(q))
        cc_paid_asked(q->f, VM_NO_SYMBOL, q->act->span);
    return flag(q, VM_FLAG_KICKED, VM_STATUS_KICKED0);
}

/* if it was kicked with its {B} kicker (CR 702.32f): the one with that very cost */
cc_val cc_asks_kicked_with(cc_asked *q)
{
    cc_fn *f = q->f;
    const m_operand *cost = cc_needed(q->act, "COST");
    uint32_t count = 0, flags = 0, zone = 0;
    if (!cc_paid_of_this(f, q->act->span))
        return CC_BAD;
    const uint32_t first = cc_costs(f->s, cost->is.cost, &count, &flags, &zone);
    for (uint32_t i = 0; i < f->s->kickers.count; i++) {
        const cc_kicker *k = &f->s->kickers.at[i];
        if (k->count != count || memcmp(&f->u->cost.at[k->cost], &f->u->cost.at[first],
                                        count * sizeof *f->u->cost.at) != 0)
            continue;
        const cc_val zero = cc_num(f, 0), n = cc_op(f, VM_OP_TIMES_PAID, 'n', (int)k->number, 0, 0);
        return cc_op(f, VM_OP_LT, 'b', zero.reg, n.reg, 0);
    }
    return cc_wrong(f->u, CC_NO_MEANING, cost->span, "no kicker with that cost stands above");
}

cc_val cc_asks_was_cast(cc_asked *q)
{
    return flag(q, VM_FLAG_CAST, VM_STATUS_HISTORIC_CAST0);
}

/* this was cast from your hand · you cast it from your hand: whoever controls it has cast it */
cc_val cc_asks_cast_late(cc_asked *q)
{
    const cc_val it = cc_as(q->f, cc_asked_subject(q, 'e'), 'o'), zero = cc_num(q->f, 0);
    return it.type ? cc_op(q->f, VM_OP_LT, 'b', zero.reg,
                           cc_op(q->f, VM_OP_SPENT, 'n', it.reg, VM_SPENT_LATE, 0).reg, 0)
                   : it;
}

static cc_val is_cast_from(cc_fn *f, cc_val it, const m_zone *zone)
{
    const cc_val from = cc_op(f, VM_OP_CAST_FROM, 'z', it.reg, 0, 0),
                 want = cc_value(f, 'z', (int32_t)zone->zone);
    return cc_op(f, VM_OP_EQ, 'b', from.reg, want.reg, 0);
}

static cc_val is_cast(cc_fn *f, cc_val it)
{
    m_atom a = {.kind = ATOM_STATUS, .number = VM_STATUS_HISTORIC_CAST0};
    m_desc d = {.atoms = &a};
    return cc_asked_matches(f, cc_as(f, it, 'e'), &d);
}

cc_val cc_asks_was_cast_from(cc_asked *q)
{
    cc_fn *f = q->f;
    const m_operand *object = cc_operand(q->act, "OBJECT");
    const m_operand *from_where = cc_operand(q->act, "ZONE");
    const m_zone *zone = from_where ? from_where->is.zone : NULL;
    if (!zone && object && object->is.ref->kind != REF_PRONOUN &&
        object->is.ref->kind != REF_THIS && object->is.ref->kind != REF_THAT)
        return cc_wrong(f->u, CC_NO_MEANING, q->act->span,
                        "when? 'this turn', 'last turn'; of one thing: 'if you cast it'");
    if (zone && (zone->zone == VM_ZONE_BATTLEFIELD || zone->zone == VM_ZONE_STACK))
        return cc_wrong(f->u, CC_NO_MEANING, q->act->span, "nothing is cast from there");
    const cc_val it = object ? cc_as(f, cc_ref(f, object->is.ref, 'o'), 'o')
                             : cc_as(f, cc_asked_subject(q, 'e'), 'o');
    if (!it.type)
        return it;
    cc_val so = zone ? is_cast_from(f, it, zone) : is_cast(f, it);
    if (object) {
        const cc_val who = cc_as(f, cc_asked_subject(q, 'p'), 'e'),
                     by = cc_as(f, cc_op(f, VM_OP_CONTROLLERS, 'p', it.reg, 0, 0), 'e');
        so = cc_both(f, so, who.type ? cc_op(f, VM_OP_MEET, 'b', who.reg, by.reg, 0) : who,
                     VM_OP_AND);
    }
    return so;
}

/* it targets a creature you control: as it is now (CR 114.9b) */
cc_val cc_asks_aims_at(cc_asked *q)
{
    cc_fn *f = q->f;
    const m_ref *what = cc_needed(q->act, "WHAT")->is.ref;
    const cc_val it = cc_as(f, cc_asked_subject(q, 'o'), 'o');
    if (!it.type)
        return it;
    const cc_val at = cc_op(f, VM_OP_TARGETS_OF, 'e', it.reg, 0, 0),
                 whom = cc_as(f,
                              what->kind == REF_SOME || what->kind == REF_ALL
                                  ? cc_desc_set(f, what->desc)
                                  : cc_ref(f, what, 'e'),
                              'e');
    return whom.type ? cc_op(f, VM_OP_MEET, 'b', at.reg, whom.reg, 0) : whom;
}

/* you could cast this: now, as far as time and rules go */
cc_val cc_asks_could_cast(cc_asked *q)
{
    const cc_val who = cc_as(q->f, cc_asked_subject(q, 'p'), 'p'),
                 it = cc_as(q->f, cc_ref(q->f, cc_needed(q->act, "OBJECT")->is.ref, 'o'), 'o');
    return who.type && it.type ? cc_op(q->f, VM_OP_COULD_CAST, 'b', who.reg, it.reg, 0) : CC_BAD;
}

/* What was paid is remembered of this: 'it' may not be something else that an event is about. */
int cc_paid_of_this(cc_fn *f, cc_span at)
{
    const m_event *e = f->s->event;
    if (!e || !e->subject || e->subject->kind == REF_THIS || e->subject->ref_class == CLASS_PLAYER)
        return 1;
    cc_wrong(f->u, CC_NO_NATIVE, at,
             "the rules machine remembers what was paid for this only, so far");
    return 0;
}

/* Which of several keywords of that kind the text at hand belongs to; 0: all of them. */
int cc_instance(const cc_fn *f, uint32_t keyword)
{
    return f->s->instance && f->s->instance_of == keyword ? (int)f->s->instance : 0;
}

/* its flashback cost was paid (CR 607.2) */
cc_val cc_asks_cost_paid(cc_asked *q)
{
    if (!cc_paid_of_this(q->f, q->act->span))
        return CC_BAD;
    const cc_val what = cc_as(q->f, cc_this(q->f), 'o');
    const uint32_t keyword = cc_needed(q->act, "NAME")->number;
    cc_paid_asked(q->f, keyword, q->act->span);
    const cc_val n = cc_op(q->f, VM_OP_COST_PAID, 'n', what.reg, cc_instance(q->f, keyword),
                           (int32_t)keyword),
                 zero = cc_num(q->f, 0);
    return cc_op(q->f, VM_OP_LT, 'b', zero.reg, n.reg, 0);
}

/* spent to cast it: the spell that was named, or that is cast; 'spent to cast this', and where nothing else was named: this */
cc_val cc_what_was_cast(cc_fn *f, const voc_frame *frame)
{
    static const m_ref IT = {.kind = REF_PRONOUN, .word = W_IT, .ref_class = CLASS_OBJECT};
    const int says_it = frame->part_count && frame->parts[frame->part_count - 1].word == W_IT;
    cc_referent *r = says_it ? cc_find(f, &IT) : NULL;
    return r && !r->is_this && r->ref_class == CLASS_OBJECT && !r->plural
               ? cc_as(f, cc_referent_value(f, r, 0), 'o')
               : cc_as(f, cc_this(f), 'o');
}

/* {U} was spent to cast it: of each colour that is said, some */
cc_val cc_asks_color_spent(cc_asked *q)
{
    cc_fn *f = q->f;
    const m_operand *o = cc_operand(q->act, "MANA");
    if (!cc_paid_of_this(f, q->act->span))
        return CC_BAD;
    const cc_val me = cc_what_was_cast(f, q->act->frame), zero = cc_num(f, 0);
    if (!me.type)
        return me;
    if (!o)
        return cc_op(f, VM_OP_EQ, 'b', cc_op(f, VM_OP_SPENT, 'n', me.reg, VM_SPENT_AMOUNT, 0).reg,
                     zero.reg, 0);
    uint32_t count, value, colors;
    const uint32_t first = cc_mana_cost(f->u, o->is.text, &count, &value, &colors, o->span);
    const vm_cost *c = count == 1 ? &f->u->cost.at[first] : NULL;
    uint32_t color = 0;
    while (color < 6 && c && c->a != 1u << color)
        color++;
    if (!c || c->kind != VM_COST_MANA || color == 6)
        return cc_wrong(f->u, CC_NO_NATIVE, o->span,
                        "the rules machine remembers which colors were spent: {W}, {U}, {C}");
    const cc_val n = cc_op(f, VM_OP_SPENT, 'n', me.reg, VM_SPENT_COLOR + (int)color, 0);
    return cc_op(f, VM_OP_LT, 'b', zero.reg, n.reg, 0);
}

cc_val cc_asks_newcomer(cc_asked *q)
{
    const cc_val set = cc_asked_subject(q, 'o');
    return set.type ? cc_op(q->f, VM_OP_NEWCOMER, 'b', set.reg, 0, 0) : set;
}
