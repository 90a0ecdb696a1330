/* What has happened, as conditions, sets and sums: the events that the history keeps, with the filters that triggers
 * use. A history is an ability row that nobody has; its event and its filter say what is asked for. */
#include "compiler/lower/refs.h"

#include "compiler/meaning/walk.h"

#include <string.h>

/* The events after which a thing is no longer where it was, so that one counts those that there were. */
static const uint32_t TAKE_AWAY[] = {
    VM_EVENT_leaves,           VM_EVENT_dies,      VM_EVENT_to_graveyard,
    VM_EVENT_discard,          VM_EVENT_cast,      VM_EVENT_play_land,
    VM_EVENT_destroy,          VM_EVENT_sacrifice, VM_EVENT_exiled,
    VM_EVENT_to_hand,          VM_EVENT_returned,  VM_EVENT_tucked,
    VM_EVENT_leaves_graveyard, VM_EVENT_draw,      VM_EVENT_countered};

static int takes_away(const m_cond *c)
{
    for (const m_event *e = c->event; e; e = e->or) {
        const int kind = vm_event_by_name(e->act->frame->native);
        int is = 0;
        for (size_t i = 0; i < sizeof TAKE_AWAY / sizeof *TAKE_AWAY; i++)
            is |= kind == (int)TAKE_AWAY[i];
        if (!is)
            return 0;
    }
    return 1;
}

static const char *slot_name(const m_event *e, uint32_t slot)
{
    return e->act->frame->slot_names[slot];
}

static int is_pronoun(const m_ref *ref, void *user)
{
    (void)user;
    return ref->kind == REF_PRONOUN;
}

/* In what is always so an event in the past does not know whom of several the sentence is about. */
static int is_of_each(const cc_fn *f, const m_ref *ref)
{
    return f->candidate.type && f->s->kind == SCOPE_PERMANENT && !f->effect &&
           !(f->outer && f->outer->effect) && m_any_in_ref(ref, is_pronoun, NULL);
}

/* if you attacked each opponent this turn */
static int is_to_each(cc_fn *f, const m_event *e)
{
    for (uint32_t i = e->act->frame->has_subject; i < e->act->frame->slot_count; i++) {
        const m_operand *o = &e->act->operands[i];
        const m_ref *ref = o->given && voc_is_reference(o->type) ? o->is.ref : NULL;
        if (ref && ref->kind == REF_ALL && ref->each) {
            cc_wrong(f->u, CC_BAD_EVENT, ref->span,
                     "what happened to each of them is not asked: to 'a creature', 'an opponent'");
            return 1;
        }
    }
    return 0;
}

static int asks_of_each(cc_fn *f, const m_event *e, cc_span span)
{
    if (is_to_each(f, e))
        return 1;
    int asks = is_of_each(f, e->subject);
    for (uint32_t i = 0; i < e->act->frame->slot_count && !asks; i++) {
        const m_operand *o = &e->act->operands[i];
        asks = o->given && voc_is_reference(o->type) && is_of_each(f, o->is.ref);
    }
    if (asks)
        cc_wrong(
            f->u, CC_NO_NATIVE, span,
            "what each of several has done cannot be asked like this in what is always so, yet; "
            "in an effect it can");
    return asks;
}

/* The row of a history; UINT32_MAX after a mistake. */
static uint32_t row_of(cc_fn *f, const m_event *e, uint32_t when, cc_span span)
{
    cc_scope inner;
    if (when == VM_HISTORY_BEFORE && !f->s->has_event) {
        cc_wrong(f->u, CC_NO_REFERENT, span,
                 "before what? Only an ability that an event has triggered can look back from it");
        return UINT32_MAX;
    }
    if (asks_of_each(f, e, span))
        return UINT32_MAX;
    cc_scope_inner(f->s, &inner);
    inner.kind = f->s->kind;
    inner.past = 1;
    inner.within = f->effect ? f : f->outer && f->outer->effect ? f->outer : NULL;
    vm_ability a = cc_ability_new(VM_ABILITY_TRIGGERED, span);
    m_event one = *e;
    one.or = NULL;
    if (!cc_event(&inner, &one, &a))
        return UINT32_MAX;
    VEC_PUSH(f->u->mem, &f->u->ability, a);
    return f->u->ability.count - 1;
}

/* The things or players that were a participant of such events, each once, as they were. */
static cc_val set_of(cc_fn *f, const m_event *e, uint32_t slot, uint32_t when, cc_span span)
{
    const int field = cc_history_field(slot_name(e, slot));
    if (field < 0)
        return cc_wrong(f->u, CC_NO_NATIVE, span,
                        "this participant of the event is not remembered");
    const uint32_t row = row_of(f, e, when, span);
    return row == UINT32_MAX ? CC_BAD
                             : cc_op(f, VM_OP_HISTORY_SET, 'e', (int)when, field, (int32_t)row);
}

/* ---- descriptions -----------------------------------------------------------------------------
 */

cc_val cc_history_set(cc_fn *f, const m_cond *c, const m_desc *as_it_was)
{
    cc_val all = CC_BAD;
    for (const m_event *e = c->event; e; e = e->or) {
        m_event one = *e;
        m_ref what;
        m_act act;
        memset(&what, 0, sizeof what);
        what.kind = REF_ALL;
        what.span = c->span;
        what.desc = (m_desc *)(uintptr_t)as_it_was;
        if (as_it_was && e->hole == 1 && e->act->frame->has_subject) {
            one.subject = &what;
        } else if (as_it_was) {
            act = *e->act;
            act.operands = cc_operands_copied(f->u, e->act);
            act.operands[e->hole - 1].given = 1;
            act.operands[e->hole - 1].is.ref = &what;
            one.act = &act;
        }
        cc_val by = CC_BAD;
        if (e->hole != 1 && e->subject && e->act->frame->has_subject &&
            e->act->frame->slots[0].type == VOC_PLAYER &&
            is_of_each(f,
                       e->subject)) { /* each creature ... for each spell its controller has cast */
            by = cc_ref(f, e->subject, 'p');
            one.subject = NULL;
        }
        cc_val set = set_of(f, &one, e->hole - 1u, c->number, c->span);
        if (!set.type)
            return set;
        set = by.type ? cc_op(f, VM_OP_CONTROLLED_BY, 'e', set.reg, by.reg, 0) : set;
        all = all.type ? cc_op(f, VM_OP_UNION, 'e', all.reg, set.reg, 0) : set;
    }
    if (!as_it_was && takes_away(c)) { /* those that are now where it put them (CR 400.7) */
        const cc_val now = cc_op(f, VM_OP_NOW, 'e', all.reg, 1, 0);
        all = cc_op(f, VM_OP_UNION, 'e', all.reg, now.reg, 0);
    }
    return all;
}

int cc_history_takes_away(const m_cond *c)
{
    return takes_away(c);
}

/* the number of creatures that died this turn: those that there were, not those that are somewhere now */
/* Other spells, other creatures that died: not what the event is about; nor this, and the spell that this was. */
static cc_val others_of(cc_fn *f, const m_desc *d, cc_val set)
{
    const cc_val rest = cc_without_other(f, d, cc_as(f, set, 'e'));
    if (!rest.type || m_desc_class(d) == CLASS_PLAYER || cc_find_other(f, d) || !f->s->of_card)
        return rest;
    const cc_val some = cc_op(f, VM_OP_NONE, 'e', 0, 0, 0);
    cc_val me = cc_as(f, cc_this(f), 'e');
    if (f->s->has_event && cc_event_brings(f->s->event)) { /* and the spell that has become it */
        const cc_val it = cc_as(f, cc_op(f, VM_OP_EVENT_OBJ, 'o', 0, 0, 0), 'e');
        me = cc_op(f, VM_OP_UNION, 'e', me.reg, it.reg, 0);
    }
    const cc_loop l = cc_loop_begin(f, rest);
    const cc_val now = cc_op(f, VM_OP_NOW, 'e', l.one.reg, 1, 0),
                 is = cc_op(f, VM_OP_MEET, 'b', now.reg, me.reg, 0),
                 isnt = cc_op(f, VM_OP_NOT, 'b', is.reg, 0, 0);
    const uint32_t skip = cc_emit(f, VM_OP_JF, isnt.reg, 0, 0, 0);
    cc_emit(f, VM_OP_UNION, some.reg, some.reg, l.one.reg, 0);
    cc_patch(f, skip);
    cc_loop_end(f, l);
    return some;
}

cc_val cc_history_counted(cc_fn *f, const m_ref *ref)
{
    if (ref->kind != REF_ALL || !ref->desc)
        return CC_BAD;
    const m_cond *c = NULL;
    for (const m_desc *d = ref->desc; d; d = d->or) {
        const m_cond *here = NULL;
        for (const m_atom *a = d->atoms; a; a = a->next) {
            if (a->kind == ATOM_ZONE)
                return CC_BAD;
            if (a->kind == ATOM_HISTORY && !a->neg && takes_away(a->history))
                here = a->history;
        }
        if (!here)
            return CC_BAD;
        c = here;
    }
    m_desc *rest = NULL, **tail = &rest;
    for (const m_desc *d = ref->desc; d; d = d->or) {
        m_desc *one = ARENA_NEW(f->u->mem, m_desc);
        m_atom **at = &one->atoms;
        one->span = d->span;
        for (const m_atom *a = d->atoms; a; a = a->next) {
            if (a->kind == ATOM_HISTORY && a->history == c)
                continue;
            m_atom *copy = ARENA_NEW(f->u->mem, m_atom);
            *copy = *a;
            copy->next = NULL;
            *at = copy;
            at = &copy->next;
        }
        *tail = one;
        tail = &one->or ;
    }
    const int other = cc_says_other(rest);
    const m_desc *all = other ? cc_not_other(f, rest) : rest;
    const cc_val set = cc_history_set(f, c, all);
    return other && set.type ? others_of(f, all, set) : set;
}

/* ---- conditions -------------------------------------------------------------------------------
 */

/* 'two or more creatures', 'no creature': how many there must have been */
typedef struct how_many {
    int32_t n;
    uint8_t cmp, other; /* other: than the one of the event, or this */
    int slot;           /* -1: nobody was counted */
    m_ref each;
    const m_amount *unsaid; /* how many is no plain number */
} how_many;

static int says_other(const m_ref *s)
{
    return s->kind == REF_SOME && s->desc && (s->another || m_desc_says(s->desc, ATOM_OTHER));
}

static int is_counted(const m_ref *s)
{
    return s && (s->kind == REF_NONE || says_other(s) ||
                 (s->kind == REF_SOME && s->count && s->count->kind == AMT_CONST &&
                  (s->count->value != 1 || s->or_more || s->exact || s->or_less)));
}

static void count(cc_fn *f, how_many *h, const m_ref *s, int slot)
{
    h->slot = slot;
    h->each = *s;
    h->other = s->another || m_desc_says(s->desc, ATOM_OTHER);
    h->each.desc = (m_desc *)(uintptr_t)cc_not_other(f, s->desc);
    h->each.another = 0;
    h->each.kind = REF_ALL;
    h->n = s->kind == REF_NONE ? 0 : s->count && s->count->kind == AMT_CONST ? s->count->value : 1;
    h->unsaid = s->count && s->count->kind != AMT_CONST ? s->count : NULL;
    h->cmp = s->kind == REF_NONE || s->exact ? CMP_EQ : s->or_less ? CMP_LE : CMP_GE;
}

/* What a pronoun or a name means is looked up here, and compared with those it happened to. */
static int is_known_here(const m_ref *s)
{
    return s && s->kind != REF_THIS && s->kind != REF_YOU && s->kind != REF_SOME &&
           s->kind != REF_ALL && s->kind != REF_NONE && s->kind != REF_JOIN &&
           s->kind != REF_OPPONENTS && s->kind != REF_NAMED;
}

static int is_one_of_them(const m_ref *s)
{
    return s && s->kind == REF_SOME && s->ref_class == CLASS_PLAYER;
}

/* a creature blocked two creatures: of each creature by itself, and of things that is not asked */
static int counts_of_one(const m_event *e, const how_many *h)
{
    const voc_frame *frame = e->act->frame;
    if (h->n < 2 && h->cmp == CMP_GE)
        return 0;
    if (h->slot > 0 && e->subject && e->subject->kind == REF_SOME && !is_one_of_them(e->subject))
        return 1;
    for (uint32_t i = frame->has_subject; i < frame->slot_count; i++) {
        const m_operand *o = &e->act->operands[i];
        if ((int)i != h->slot && h->n && o->given && voc_is_reference(o->type) && o->is.ref &&
            o->is.ref->kind == REF_SOME)
            return 1;
    }
    return 0;
}

static int is_cast(const m_event *e)
{
    return vm_event_by_name(e->act->frame->native) == VM_EVENT_cast;
}

/* A permanent, or this, which is no spell any more when it is asked about */
static int is_permanent(cc_fn *f, const m_ref *what)
{
    const m_event *by = f->s->has_event && !f->s->event->is_step ? f->s->event : NULL;
    const cc_referent *r = is_known_here(what) ? cc_find(f, what) : NULL;
    if (!r)
        return 0;
    return r->is_this ? f->s->kind == SCOPE_PERMANENT && by && by->act && !is_cast(by)
                      : cc_says_permanent(f->u, r->desc);
}

/* you cast it this turn, it was cast: of what was a spell then. Its slot, or -1. */
static int permanent_cast(cc_fn *f, const m_event *e)
{
    const voc_frame *frame = e->act->frame;
    if (!is_cast(e))
        return -1;
    for (uint32_t i = 0; i < frame->slot_count; i++) {
        const m_operand *o = &e->act->operands[i];
        const m_ref *what = frame->has_subject && i == 0            ? e->subject
                            : o->given && voc_is_reference(o->type) ? o->is.ref
                                                                    : NULL;
        if (what && frame->slots[i].type != VOC_PLAYER && is_permanent(f, what))
            return (int)i;
    }
    return -1;
}

/* Of the spell that has become it (CR 400.7) */
static cc_val was_cast(cc_fn *f, const m_event *e, uint32_t slot, const m_cond *c)
{
    const int subject = slot == 0 && e->act->frame->has_subject;
    const m_ref *what = subject ? e->subject : e->act->operands[slot].is.ref;
    m_event one = *e;
    m_act act = *e->act;
    if (f->s->has_event && cc_event_takes_away(f->s->event))
        return cc_wrong(f->u, CC_NO_NATIVE, what->span,
                        "what it was before it came to the battlefield is not known any more when "
                        "it has left it");
    if (subject) {
        one.subject = NULL;
    } else {
        act.operands = cc_operands_copied(f->u, e->act);
        act.operands[slot].given = 0;
        one.act = &act;
    }
    const cc_val spells = set_of(f, &one, slot, c->number, c->span);
    if (!spells.type)
        return spells;
    const cc_val now = cc_op(f, VM_OP_NOW, 'e', spells.reg, 1, 0),
                 it = cc_as(f, cc_ref(f, what, 'e'), 'e');
    return it.type ? cc_op(f, VM_OP_MEET, 'b', it.reg, now.reg, 0) : it;
}

static cc_val happened(cc_fn *f, const m_event *e, const m_cond *c)
{
    const voc_frame *frame = e->act->frame;
    m_event one = *e;
    const int permanent = permanent_cast(f, e);
    if (permanent >= 0)
        return was_cast(f, e, (uint32_t)permanent, c);
    if (frame->has_subject &&
        (is_known_here(e->subject) || (e->subject && e->subject->kind == REF_YOU && f->you.type) ||
         (e->subject && e->subject->kind == REF_THIS && f->self.type))) {
        one.subject = NULL;
        const cc_val set = set_of(f, &one, 0, c->number, c->span);
        const cc_val who = set.type ? cc_as(f, cc_ref(f, e->subject, 'e'), 'e') : set;
        return who.type ? cc_op(f, VM_OP_MEET, 'b', who.reg, set.reg, 0) : who;
    }
    how_many h = {.slot = -1};
    m_act act = *e->act;
    if (is_counted(e->subject)) {
        count(f, &h, e->subject, 0);
        one.subject = &h.each;
    }
    for (uint32_t i = frame->has_subject; h.slot < 0 && i < frame->slot_count; i++) {
        const m_operand *o = &e->act->operands[i];
        if (!o->given || !voc_is_reference(o->type) || !is_counted(o->is.ref))
            continue;
        count(f, &h, o->is.ref, (int)i);
        act.operands = cc_operands_copied(f->u, e->act);
        act.operands[i].is.ref = &h.each;
        one.act = &act;
    }
    if (h.unsaid)
        return cc_wrong(f->u, CC_NO_NATIVE, h.unsaid->span,
                        "what has happened is counted up to a plain number here");
    if (h.slot >= 0 && counts_of_one(e, &h))
        return cc_wrong(f->u, CC_BAD_EVENT, c->span,
                        "the same one, or all of them together? One event is asked for by itself: "
                        "'if a creature blocked a creature this turn'");
    if (h.slot > 0 &&
        is_one_of_them(e->subject)) { /* a player cast two or more spells: one and the same */
        const uint32_t row = row_of(f, &one, c->number, c->span);
        if (row == UINT32_MAX)
            return CC_BAD;
        /* one after the other: the order of arguments is the compiler's own */
        const cc_val have = cc_op(f, VM_OP_HISTORY_COUNT, 'n', (int)c->number, 1, (int32_t)row);
        return cc_compare(f, have, h.cmp, cc_num(f, h.n));
    }
    if (h.slot >= 0) {
        const cc_val set = set_of(f, &one, (uint32_t)h.slot, c->number, c->span);
        if (!set.type)
            return set;
        const cc_val rest = h.other ? others_of(f, h.each.desc, set) : set;
        if (!rest.type)
            return rest;
        const cc_val have = cc_op(f, VM_OP_COUNT, 'n', rest.reg, 0, 0);
        return cc_compare(f, have, h.cmp, cc_num(f, h.n));
    }
    const uint32_t row = row_of(f, &one, c->number, c->span);
    if (row == UINT32_MAX)
        return CC_BAD;
    const cc_val have = cc_op(f, VM_OP_HISTORY_COUNT, 'n', (int)c->number, 0, (int32_t)row);
    return cc_compare(f, have, CMP_GE, cc_num(f, 1));
}

/* Whom the event happened to, or who did it. */
cc_val cc_history_who(cc_fn *f, const m_event *e, const m_cond *c)
{
    return set_of(f, e, 0, c->number, c->span);
}

/* they attacked: of players the event that is about players, where things have one in the same words */
static const m_event *of_players(cc_fn *f, const m_event *e, m_event *other, m_act *act)
{
    const m_ref *who = e->subject;
    const voc_frame *frame = e->act->frame;
    if (!who || who->kind != REF_PRONOUN || who->word != W_THEY || !frame->has_subject ||
        frame->slots[0].type == VOC_PLAYER)
        return e;
    const cc_referent *r = cc_find(f, who);
    if (!r || r->ref_class != CLASS_PLAYER)
        return e;
    for (const voc_frame *k = voc_frames(f->u->voc, DECL_EVENT, frame->head); k; k = k->next)
        if (k->has_subject && k->slots[0].type == VOC_PLAYER &&
            k->slot_count == frame->slot_count && k->part_count == frame->part_count) {
            *other = *e;
            *act = *e->act;
            act->frame = k;
            other->act = act;
            return other;
        }
    return e;
}

cc_val cc_history(cc_fn *f, const m_cond *asked)
{
    cc_val any = CC_BAD;
    m_cond meant = *asked, *c = &meant;
    c->event = (m_event *)(uintptr_t)cc_meant(f->s, asked->event);
    for (const m_event *e = c->event; e; e = e->or) {
        m_event other;
        m_act act;
        const cc_val b = happened(f, of_players(f, e, &other, &act), c);
        if (!b.type)
            return b;
        any = any.type ? cc_op(f, VM_OP_OR, 'b', any.reg, b.reg, 0) : b;
    }
    return any;
}

/* ---- sums -------------------------------------------------------------------------------------
 */

/* the damage dealt to you this turn: the amounts of the events that an amount's native names */
cc_val cc_history_sum(cc_fn *f, const m_act *act)
{
    const m_event e = {.span = act->span, .act = (m_act *)(uintptr_t)act};
    const uint32_t row = row_of(f, &e, VM_HISTORY_TURN, act->span);
    return row == UINT32_MAX ? CC_BAD
                             : cc_op(f, VM_OP_HISTORY_SUM, 'n', VM_HISTORY_TURN, 0, (int32_t)row);
}

/* ---- events ------------------------------------------------------------------------------------
 */

/* Whose times are counted: those of one player, or of one thing; -1 where that would be several. */
static int counted_by(const m_event *e)
{
    const m_ref *who = e->subject;
    const int field = who ? cc_history_field(slot_name(e, 0)) : -1;
    return field == VM_HISTORY_PLAYER ? VM_HISTORY_SAME_PLAYER
           : field == VM_HISTORY_WHOM ? VM_HISTORY_SAME_WHOM
           : field < 0                ? -1
                                      : VM_HISTORY_SAME_OBJECT + field;
}

/* for the first time each turn, their second spell each turn: so many of them have been there before */
cc_val cc_which_time(cc_fn *f, const m_event *e)
{
    const int32_t nth = cc_operand(e->act, "NEXT_ONE") ? 1
                        : cc_operand(e->act, "THIRD")  ? 2
                        : e->first                     ? e->first - 1
                                                       : 0;
    const m_ref *who = e->subject;
    const int several = who && who->or_more;
    const int by = several ? VM_HISTORY_ALL : counted_by(e);
    if (by < 0)
        return cc_wrong(f->u, CC_BAD_EVENT, e->span,
                        "whose first time? Of one thing or player: 'this', 'a creature', 'you'");
    if (by >= VM_HISTORY_SAME_OBJECT &&
        (cc_event_takes_away(e) || vm_event_by_name(e->act->frame->native) == VM_EVENT_enters))
        return cc_wrong(
            f->u, CC_BAD_EVENT, e->span,
            "each of them does that once only: 'one or more ... for the first time each "
            "turn' speaks of all of them");
    m_event one = *e;
    m_act act = *e->act;
    m_ref many;
    one.first = 0;
    act.operands = cc_operands_copied(f->u, e->act);
    for (uint32_t i = 0; i < act.frame->slot_count; i++)
        if (act.operands[i].type == VOC_FLAG)
            act.operands[i].given = 0;
    one.act = &act;
    if (several) {
        many = *who;
        many.kind = REF_ALL;
        many.or_more = 0;
        one.subject = &many;
    }
    const uint32_t row = row_of(f, &one, VM_HISTORY_BEFORE, e->span);
    if (row == UINT32_MAX)
        return CC_BAD;
    const cc_val have = cc_op(f, VM_OP_HISTORY_COUNT, 'n', VM_HISTORY_BEFORE, by, (int32_t)row);
    return cc_compare(f, have, CMP_EQ, cc_num(f, nth));
}
