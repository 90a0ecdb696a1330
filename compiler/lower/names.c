/* Names that a card gives: numbers and things (CR 607). */
#include "compiler/lower/refs.h"

const cc_binding *cc_bound(const cc_scope *s, const m_name *name)
{
    for (const cc_binding *b = s->seen; b; b = b->next)
        if (b->name == name || b->name->word == name->word)
            return b;
    return NULL;
}

const cc_binding *cc_go_home(const cc_binding *b)
{
    const cc_binding *seen = b->outer->seen;
    b->outer->seen = b->below;
    return seen;
}

void cc_come_back(const cc_binding *b, const cc_binding *seen)
{
    b->outer->seen = seen;
}

char cc_name_type(const m_name *name)
{
    static const char OF[] = {[M_NAME_THINGS] = 'e', [M_NAME_COLOR] = 'c', [M_NAME_SUBTYPE] = 's',
                              [M_NAME_LAND] = 's',   [M_NAME_WORD] = 'w',  [M_NAME_CARD] = 'm',
                              [M_NAME_SECOND] = 'm', [M_NAME_TYPE] = 'y',  [M_NAME_ABILITIES] = 0};
    return OF[name->kind] ? OF[name->kind] : 'n';
}

/* Who has set what an ability reads: 0 the same object, 1 what gave it the ability; -1 after a complaint (CR 607.1a). */
int cc_set_by_giver(const cc_scope *s, const m_name *name, cc_span at)
{
    const uint32_t given_at = name->given_at, set_in = name->set_in;
    if (!given_at || given_at >> s->given & 1)
        return 0;
    if (!s->given || !(given_at >> (s->given - 1) & 1)) {
        cc_wrong(s->u, CC_NOT_HERE, at,
                 given_at >> s->given
                     ? "this was named by an ability that is given away: it knows it alone"
                     : "this was named two abilities away: only what gives an ability is asked");
        return -1;
    }
    if (set_in && set_in == s->given_in) {
        cc_wrong(s->u, CC_NO_NATIVE, at,
                 "the same effect chooses it and gives what asks for it, perhaps more than once: "
                 "choose it 'as this enters', in an ability of its own, or as a spell does");
        return -1;
    }
    return 1;
}

/* let n = the sacrificed creature's power: what this very effect has named. What another one has is known. */
static void note_cost(cc_fn *f, const m_name *name)
{
    f->u->cost_asked += name->of_cost && name->set_in == f->id;
}

cc_val cc_name_number(cc_fn *f, const m_name *name)
{
    const cc_binding *b = name->operand ? cc_bound(f->s, name) : NULL;
    int plain = 1;
    note_cost(f, name);
    if (!b && name->of_each) {
        if (cc_set_by_giver(f->s, name, f->at) < 0)
            return CC_BAD;
        const cc_val own = cc_name_of_each(f, name, &plain);
        if (!plain)
            return own;
    }
    if (!b) {
        const int giver = cc_set_by_giver(f->s, name, f->at);
        return giver < 0 ? CC_BAD
                         : cc_op(f, VM_OP_LINK_NUM, cc_name_type(name),
                                 vm_value_type(cc_name_type(name)), giver, (int32_t)name->link);
    }
    if (b->val.type)
        return b->val;
    if (name->kind == M_NAME_NUMBER && b->operand->is.amount->kind == AMT_X && f->x && !b->x &&
        !b->outer->x_known)
        return cc_amount(f, b->operand->is.amount); /* bloodthirst X: the body says where X is */
    cc_scope *inner = f->s;
    const uint8_t known = b->outer->x_known;
    const m_amount *x = f->x;
    const cc_binding *seen = cc_go_home(b);
    f->s = b->outer;
    f->s->x_known |= inner->x_known; /* reinforce X {X}{W}: the X of what the body makes */
    f->x = b->x;
    const m_operand *o = b->operand;
    const cc_val v = o->type == VOC_COLOR ? cc_color_mask(f, o) : cc_amount(f, o->is.amount);
    f->x = x;
    f->s->x_known = known;
    f->s = inner;
    cc_come_back(b, seen);
    return v;
}

/* choose a creature you control as keepsake, then target opponent chooses a creature as keepsake */
static cc_val all_named(cc_fn *f, const m_name *name, cc_referent *last, int now)
{
    cc_val all = cc_referent_value(f, last, now);
    for (cc_referent *r = last->next; r && all.type && last->owner == f->id; r = r->next) {
        if (!r->ref || r->ref->bind != name || r->owner != f->id || !r->was.type)
            continue;
        const cc_val one = cc_as(f, cc_referent_value(f, r, now), 'e');
        all = cc_as(f, all, 'e');
        all = one.type && all.type ? cc_op(f, VM_OP_UNION, 'e', all.reg, one.reg, 0) : CC_BAD;
    }
    return all;
}

cc_val cc_ref_name_things(cc_fn *f, const m_name *name, int now)
{
    const cc_binding *b = name->operand ? cc_bound(f->s, name) : NULL;
    cc_referent *here = b ? NULL : cc_find_named(f, name);
    note_cost(f, name);
    if (here) /* of this very effect, not of earlier ones */
        return all_named(f, name, here, now);
    if (!b) {
        const int giver = cc_set_by_giver(f->s, name, f->at);
        return giver < 0 ? CC_BAD : cc_op(f, VM_OP_LINK, 'e', giver, 0, (int32_t)name->link);
    }
    if (b->val.type)
        return b->val;
    cc_scope *inner = f->s;
    const cc_binding *seen = cc_go_home(b);
    f->s = b->outer;
    const cc_val v = cc_ref(f, b->operand->is.ref, 'e');
    f->s = inner;
    cc_come_back(b, seen);
    return v;
}

/* The first that an effect puts there takes the place of what earlier ones have put there. */
void cc_hold_things(cc_fn *f, m_held *held, cc_val things, uint32_t link)
{
    const int more = held->set_in == f->id || held->loop_in == f->id;
    if (!f->paths)
        held->set_in = f->id;
    cc_emit(f, more ? VM_OP_ADD_LINK : VM_OP_SET_LINK, things.reg, 0, 0, (int32_t)link);
}

/* Each of several adds to it: it is empty before the first. */
void cc_hold_for_loop(cc_fn *f, m_held *held, uint32_t link)
{
    if (held->set_in == f->id || held->loop_in == f->id)
        return;
    const cc_val none = cc_op(f, VM_OP_NONE, 'e', 0, 0, 0);
    cc_emit(f, VM_OP_SET_LINK, none.reg, 0, 0, (int32_t)link);
    cc_give_back(f, none);
    held->loop_in = f->id;
}

/* let prey = ..., for each creature as prey: it is that alone */
void cc_name_let(cc_fn *f, m_name *name, cc_val v)
{
    name->held = (m_held){0, 0};
    cc_name_set(f, name, v);
}

void cc_name_set(cc_fn *f, m_name *name, cc_val v)
{
    if (!v.type || !f->effect)
        return;
    name->set_in = f->id;
    const char type = cc_name_type(name);
    v = cc_as(f, v, type);
    if (v.type && type != 'e' && cc_name_set_of(f, name, v))
        return;
    if (v.type && type == 'e')
        cc_hold_things(f, &name->held, v, name->link);
    else if (v.type)
        cc_emit(f, VM_OP_SET_LINK_NUM, v.reg, vm_value_type(type), 0, (int32_t)name->link);
}
