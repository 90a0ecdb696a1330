/* All that an event of 'one or more' is about, as 'those creatures', 'each of them', 'one of those cards': what each of the events
 * gives that one trigger stands for (ability[].those, CR 603.2c). */
#include "compiler/lower/refs.h"

static void those_begin(const cc_fn *f, cc_fn *g)
{
    cc_fn_begin(g, f->s, 0);
    g->at = f->at;
}

static void those_end(cc_fn *f, cc_fn *g, cc_val set)
{
    const cc_val all = cc_as(g, set, 'e');
    if (!all.type)
        return;
    cc_emit(g, VM_OP_GIVE, all.reg, 0, 0, 0);
    f->s->those = cc_fn_end(g);
}

static cc_referent *refer(cc_fn *f, const m_ref *ref, const m_desc *desc, m_ref_class c)
{
    cc_referent *r = cc_refer_event(f->s, ref, desc, c, AGAIN_EVENT_THOSE, 0);
    r->plural = 1;
    r->of_event = ref && ref == f->s->event->subject ? 1 : 2;
    return r;
}

void cc_refer_those(cc_fn *f, const m_ref *ref, cc_again again, uint32_t arg)
{
    cc_fn g;
    those_begin(f, &g);
    cc_referent one = {.again = (uint8_t)again, .arg = arg};
    those_end(f, &g, cc_have_again(&g, &one));
    refer(f, ref, ref->kind == REF_JOIN ? NULL : ref->desc, (m_ref_class)ref->ref_class);
}

/* ---- attackers --------------------------------------------------------------------------------- */

/* Does it attack, and the player of the event if that names one? */
static cc_val attacks_so(cc_fn *f, cc_val creature)
{
    static const m_atom ATTACKER = {.kind = ATOM_NOUN, .number = NOUN_ATTACKER};
    const m_desc attacking = {.atoms = (m_atom *)(uintptr_t)&ATTACKER};
    const uint32_t row = cc_selector(f, f->s, &attacking);
    const cc_val attacks = cc_op(f, VM_OP_MATCH, 'b', creature.reg, 0, (int32_t)row),
                 one = cc_as(f, creature, 'o'), whom = cc_op(f, VM_OP_EVENT_WHOM, 'e', 0, 0, 0),
                 attacked = cc_op(f, VM_OP_ATTACKED, 'e', one.reg, 0, 0),
                 him = cc_op(f, VM_OP_MEET, 'b', whom.reg, attacked.reg, 0),
                 named = cc_op(f, VM_OP_COUNT, 'n', whom.reg, 0, 0), zero = cc_num(f, 0),
                 nobody = cc_op(f, VM_OP_EQ, 'b', named.reg, zero.reg, 0),
                 fits = cc_op(f, VM_OP_OR, 'b', him.reg, nobody.reg, 0);
    return cc_op(f, VM_OP_AND, 'b', attacks.reg, fits.reg, 0);
}

cc_val cc_attackers_among(cc_fn *f, cc_val them)
{
    const cc_val n = cc_num(f, 0);
    const cc_loop l = cc_loop_begin(f, them);
    const cc_val so = attacks_so(f, l.one), more = cc_op(f, VM_OP_NUMBER, 'n', so.reg, 0, 0);
    cc_emit(f, VM_OP_ADD, n.reg, n.reg, more.reg, 0);
    cc_loop_end(f, l);
    return n;
}

void cc_refer_attackers(cc_fn *f, const m_desc *whom)
{
    cc_fn g;
    those_begin(f, &g);
    const cc_val them = cc_desc_set(&g, whom);
    if (!them.type)
        return;
    const cc_val who = cc_op(&g, VM_OP_EVENT_PLAYER, 'p', 0, 0, 0),
                 theirs = cc_op(&g, VM_OP_CONTROLLED_BY, 'e', them.reg, who.reg, 0),
                 all = cc_op(&g, VM_OP_NONE, 'e', 0, 0, 0);
    const cc_loop l = cc_loop_begin(&g, theirs);
    const cc_val so = attacks_so(&g, l.one);
    const uint32_t skip = cc_emit(&g, VM_OP_JF, so.reg, 0, 0, 0);
    cc_emit(&g, VM_OP_UNION, all.reg, all.reg, l.one.reg, 0);
    cc_patch(&g, skip);
    cc_loop_end(&g, l);
    those_end(f, &g, all);
    refer(f, NULL, whom, CLASS_OBJECT);
}

void cc_refer_blocks(cc_fn *f, const m_ref *many, uint32_t op)
{
    cc_fn g;
    those_begin(f, &g);
    const cc_val one = cc_op(&g, VM_OP_EVENT_OBJ, 'o', 0, 0, 0);
    those_end(f, &g, cc_op(&g, op, 'o', one.reg, 0, 0));
    refer(f, many, many->desc, CLASS_OBJECT);
}

/* ---- tokens ------------------------------------------------------------------------------------ */

/* whenever you create a token: that token; one or more of them: those tokens */
void cc_refer_tokens(cc_fn *f, int one)
{
    if (f->s->past || f->s->replacing)
        return;
    m_desc *tokens = ARENA_NEW(f->u->mem, m_desc);
    m_atom *token = ARENA_NEW(f->u->mem, m_atom);
    *token = (m_atom){.kind = ATOM_NOUN, .number = NOUN_TOKEN};
    tokens->atoms = token;
    if (one) {
        cc_refer_event(f->s, NULL, tokens, CLASS_OBJECT, AGAIN_EVENT_OBJECT, 0)->of_event = 2;
        return;
    }
    cc_fn g;
    those_begin(f, &g);
    those_end(f, &g, cc_op(&g, VM_OP_EVENT_OBJ, 'o', 0, 0, 0));
    refer(f, NULL, tokens, CLASS_OBJECT);
}
