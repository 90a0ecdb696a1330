/* Mana in sentences: of which types it is, what a permanent tapped for mana produces instead, and how long it lasts. */
#include "compiler/lower/lower.h"

#include <string.h>

enum { ALL_COLORS = 31, COLORLESS = 32, ALL_TYPES = 63 };

/* The mask of a color that is said: red, any color, the chosen color. */
cc_val cc_color_mask(cc_fn *f, const m_operand *o)
{
    if (o->name)
        return cc_name_number(f, o->name);
    return cc_value(f, 'c', o->number ? (int32_t)o->number : COLORLESS);
}

static cc_val mask_of_symbols(cc_fn *f, const m_act *act)
{
    static const char *const NAMES[] = {"FIRST", "SECOND", "THIRD", "FOURTH", "FIFTH"};
    uint32_t mask = 0;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        const m_operand *o = cc_operand(act, NAMES[i]);
        uint32_t count = 0, value = 0, colors = 0;
        if (!o)
            continue;
        const uint32_t row = cc_mana_cost(f->u, o->is.text, &count, &value, &colors, o->span);
        if (count != 1 || f->u->cost.at[row].kind != VM_COST_MANA)
            return cc_wrong(f->u, CC_BAD_VALUE, o->span,
                            "one symbol of one type each: '{W} or {U}'");
        mask |= f->u->cost.at[row].a;
    }
    return cc_value(f, 'c', (int32_t)mask);
}

static int is_tap_event(const cc_fn *f)
{
    return f->s->has_event && f->s->event && f->s->event->act && f->s->event->act->frame->native &&
           vm_event_by_name(f->s->event->act->frame->native) == VM_EVENT_tapped_for_mana;
}

/* any color in your commander's color identity: in those of all your commanders (CR 702.123c) */
static cc_val identity(cc_fn *f, const m_operand *o)
{
    const m_desc *d = o->is.ref->kind == REF_SOME ? o->is.ref->desc : NULL;
    const m_atom *noun = d && !d->or ? d->atoms : NULL;
    if (!noun || noun->kind != ATOM_NOUN || noun->number != NOUN_COMMANDER || !noun->next ||
        noun->next->kind != ATOM_OWN || noun->next->next)
        return cc_wrong(f->u, CC_NO_NATIVE, o->span,
                        "the rules machine knows the color identity of commanders only: 'your "
                        "commander's color identity'");
    const cc_val who = cc_as(f, cc_ref(f, noun->next->ref, 'p'), 'e');
    return who.type ? cc_op(f, VM_OP_MANA_TYPES, 'c', who.reg, 3, 0) : who;
}

/* Of which types: mask in a register. */
cc_val cc_mana_types(cc_fn *f, const m_act *act)
{
    const m_operand *o = cc_operand(act, "COLOR");
    if (o)
        return cc_color_mask(f, o);
    o = cc_operand(act, "IDENTITY");
    if (o)
        return identity(f, o);
    if (cc_operand(act, "FIRST"))
        return mask_of_symbols(f, act);
    if (cc_operand(act, "PRODUCER")) {
        if (!is_tap_event(f))
            return cc_wrong(f->u, CC_NOT_HERE, act->span,
                            "only what waits for something to be tapped for mana knows what it "
                            "produced");
        return cc_op(f, VM_OP_EVENT_MANA, 'c', 0, 0, 0);
    }
    static const struct {
        const char *name;
        int what;
    } OF[] = {
        {"AMONG", 0}, {"COLORS_OF", 1}, {"TYPES_OF", 2}, {"COLORS_OF_IT", 1}, {"TYPES_OF_IT", 2}};
    for (size_t i = 0; i < sizeof OF / sizeof *OF; i++) {
        o = cc_operand(act, OF[i].name);
        if (!o)
            continue;
        const cc_val set =
            o->type == VOC_DESCRIPTION ? cc_desc_set(f, o->is.desc) : cc_ref(f, o->is.ref, 'e');
        const cc_val wide = set.type ? cc_as(f, set, 'e') : set;
        return wide.type ? cc_op(f, VM_OP_MANA_TYPES, 'c', wide.reg, OF[i].what, 0) : wide;
    }
    return cc_value(f, 'c', ALL_COLORS); /* in any combination of colors */
}

/* tapped for mana of the chosen color */
cc_val cc_tapped_for(cc_fn *f, const m_operand *o)
{
    const cc_val have = cc_op(f, VM_OP_EVENT_MANA, 'c', 0, 0, 0), want = cc_color_mask(f, o);
    return want.type ? cc_op(f, VM_OP_BITS, 'b', have.reg, want.reg, 0) : want;
}

/* ---- rules ---------------------------------------------------------------------------------------- */

static uint32_t types_said(cc_mods *m, const m_act *act)
{
    const m_operand *mana = cc_operand(act, "MANA"), *color = cc_operand(act, "COLOR");
    if (cc_operand(act, "CHOICE"))
        return ALL_COLORS; /* its controller chooses as it is tapped */
    if (color && color->name) {
        cc_wrong(m->s->u, CC_NO_NATIVE, color->span,
                 "the rules machine cannot make it what was chosen here");
        m->failed = 1;
        return 0;
    }
    if (color)
        return color->number ? color->number : COLORLESS;
    if (!mana)
        return 0;
    uint32_t count = 0, value = 0, colors = 0;
    const uint32_t row = cc_mana_cost(m->s->u, mana->is.text, &count, &value, &colors, mana->span);
    if (count == 1 && m->s->u->cost.at[row].kind == VM_COST_MANA)
        return m->s->u->cost.at[row].a;
    cc_wrong(m->s->u, CC_BAD_VALUE, mana->span, "one symbol of one type: {B}");
    m->failed = 1;
    return 0;
}

/* lands tapped for mana produce {C} instead of any other type */
void cc_produces(cc_mods *m, const m_act *act, uint32_t sel)
{
    const int several = cc_operand(act, "SEVERAL") != NULL;
    const uint32_t types = types_said(m, act), much = several || cc_operand(act, "ONE") ? 0
                                                      : cc_operand(act, "TWICE")        ? 2
                                                      : cc_operand(act, "THRICE")       ? 3
                                                                                        : 1;
    if (!m->failed)
        cc_mod_push(m, VM_MOD_PRODUCES, sel, types, much)->flags |= several ? VM_MF_SEVERAL : 0;
}

static void keeps(cc_mods *m, const m_act *act, uint32_t sel, uint32_t pales)
{
    const uint32_t types = types_said(m, act);
    if (!m->failed)
        cc_mod_push(m, VM_MOD_KEEPS_MANA, sel, types ? types : ALL_TYPES, pales);
}

/* you don't lose unspent green mana as steps and phases end */
void cc_keeps_mana(cc_mods *m, const m_act *act, uint32_t sel)
{
    keeps(m, act, sel, 0);
}

void cc_mana_pales(cc_mods *m, const m_act *act, uint32_t sel)
{
    keeps(m, act, sel, 1);
}
