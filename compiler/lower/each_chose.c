/* A color, a type, a number that each of several players chose, or that was chosen for each of them: it is theirs where the
 * sentence takes them one by one, and 'of a color chosen this way' is any of them. */
#include "compiler/lower/refs.h"
#include "compiler/meaning/walk.h"

/* ---- who is taken ------------------------------------------------------------------------------ */

void cc_taking_begin(cc_fn *f, cc_referent *of)
{
    cc_taking *t = ARENA_NEW(f->u->mem, cc_taking);
    t->outer = f->taking;
    t->of = of;
    t->again = of->again;
    of->again = AGAIN_NOT;
    f->taking = t;
}

void cc_taking_end(cc_fn *f)
{
    f->taking->of->again = f->taking->again;
    f->taking = f->taking->outer;
}

/* The players that are taken one by one here, or around this predicate; NULL: nobody is. */
static const cc_taking *players_taken(const cc_fn *f)
{
    for (; f; f = f->outer)
        for (const cc_taking *t = f->taking; t; t = t->outer)
            if (t->of->ref_class == CLASS_PLAYER)
                return t;
    return NULL;
}

static int is_inside(const cc_fn *f, const cc_taking *set_in)
{
    for (; f; f = f->outer)
        for (const cc_taking *t = f->taking; t; t = t->outer)
            if (t == set_in)
                return 1;
    return 0;
}

/* ---- setting ----------------------------------------------------------------------------------- */

int cc_name_set_of(cc_fn *f, m_name *name, cc_val v)
{
    const cc_taking *t = players_taken(f);
    name->of_each = t != NULL;
    name->set_for = t;
    if (!t)
        return 0;
    const cc_val who = cc_as(f, cc_referent_value(f, t->of, 0), 'p');
    if (who.type)
        cc_emit(f, VM_OP_SET_LINK_OF, v.reg, vm_value_type(v.type), who.reg, (int32_t)name->link);
    return 1;
}

static void forget(cc_fn *f, const m_name *name)
{
    const char type = cc_name_type(name);
    if (type == 'e')
        return;
    const cc_val none = cc_value(f, type, 0);
    cc_emit(f, VM_OP_SET_LINK_NUM, none.reg, vm_value_type(type), 0, (int32_t)name->link);
    cc_give_back(f, none);
}

/* Things that each of several chooses or makes: the name holds those of all of them. */
static void gather_things(cc_fn *f, const m_act *act)
{
    m_links *links = f->s->context->links;
    const m_operand *what = voc_is(act->frame, VOC_CHOOSES) ? cc_operand(act, "WHAT") : NULL,
                    *tokens = cc_operand(act, "TOKENS");
    if (tokens && tokens->name)
        cc_hold_for_loop(f, &tokens->name->held, tokens->name->link);
    if (!what || !voc_is_reference(what->type))
        return;
    if (what->is.ref->bind)
        cc_hold_for_loop(f, &what->is.ref->bind->held, what->is.ref->bind->link);
    if (f->s->kind == SCOPE_PERMANENT && links && links->linked[LINKED_CHOSEN].mentioned)
        cc_hold_for_loop(f, &links->linked[LINKED_CHOSEN].held,
                         cc_linked_place(links, LINKED_CHOSEN));
}

/* What was chosen an earlier time, by whoever is not asked now. */
void cc_forget_chosen(cc_fn *f, const m_clause *c, uint32_t count, int players)
{
    for (; c && count; count--, c = c->next) {
        if (!c->acts)
            continue;
        const m_operand *o =
            voc_is(c->acts->frame, VOC_CHOOSES) ? cc_operand(c->acts, "WHAT") : NULL;
        if (players && o && o->type == VOC_CHOICE && o->is.choice->bind)
            forget(f, o->is.choice->bind);
        gather_things(f, c->acts);
    }
}

void cc_forget_chosen_in(cc_fn *f, const m_body *body, int players)
{
    for (const m_stmt *m = body ? body->stmts : NULL; m; m = m->next) {
        cc_forget_chosen(f, m->clauses, UINT32_MAX, players);
        cc_forget_chosen_in(f, m->body, players);
        cc_forget_chosen_in(f, m->other, players);
    }
}

/* ---- asking ------------------------------------------------------------------------------------ */

/* That of the player at hand. CC_BAD with `*out_plain`: what was set last is theirs. */
cc_val cc_name_of_each(cc_fn *f, const m_name *name, int *out_plain)
{
    const cc_taking *t = players_taken(f);
    *out_plain = is_inside(f, name->set_for) && !cc_is_told(f);
    if (*out_plain)
        return CC_BAD;
    if (!t || !cc_are_among(t->of->ref, ((const cc_taking *)name->set_for)->of->ref))
        return cc_wrong(f->u, CC_AMBIGUOUS, f->at,
                        name->kind == M_NAME_NUMBER
                            ? "each of several players has chosen one; 'for each player: { ... }' "
                              "takes them one by one"
                            : "each of several players has chosen one: 'of a color chosen this "
                              "way' is any of them; 'for each player: { ... }' takes them one by "
                              "one");
    const cc_val who = cc_as(f, cc_referent_value(f, t->of, 0), 'p');
    const char type = cc_name_type(name);
    return who.type
               ? cc_op(f, VM_OP_LINK_OF, type, vm_value_type(type), who.reg, (int32_t)name->link)
               : who;
}

m_desc *cc_all_players(cc_fn *f)
{
    m_desc *d = ARENA_NEW(f->u->mem, m_desc);
    m_atom *a = d->atoms = ARENA_NEW(f->u->mem, m_atom);
    a->kind = ATOM_NOUN;
    a->number = NOUN_PLAYER;
    return d;
}

/* Is the candidate of one that was chosen this way? `op` asks for one. */
cc_val cc_is_of_any_chosen(cc_fn *p, const m_name *name, uint32_t op)
{
    if (!name->of_each) {
        const cc_val n = cc_name_number(p, name);
        return n.type ? cc_op(p, op, 'b', p->candidate.reg, n.reg, 0) : n;
    }
    const char type = cc_name_type(name);
    const cc_val all = cc_as(p, cc_desc_set(p, cc_all_players(p)), 'e'),
                 any = cc_op(p, VM_OP_LDB, 'b', 0, 0, 0);
    if (!all.type)
        return all;
    const cc_loop l = cc_loop_begin(p, all);
    const cc_val who = cc_as(p, l.one, 'p'),
                 n = cc_op(p, VM_OP_LINK_OF, type, vm_value_type(type), who.reg,
                           (int32_t)name->link),
                 has = cc_op(p, op, 'b', p->candidate.reg, n.reg, 0);
    cc_emit(p, VM_OP_OR, any.reg, any.reg, has.reg, 0);
    cc_loop_end(p, l);
    return any;
}

/* ---- does it speak of one? --------------------------------------------------------------------- */

static int desc_says(const m_desc *d)
{
    for (; d; d = d->or)
        for (const m_atom *a = d->atoms; a; a = a->next)
            if (a->kind == ATOM_CHOSEN && a->name->of_each && a->number != CHOSEN_BY_ANY)
                return 1;
    return 0;
}

static int amount_says(const m_amount *a)
{
    return a && ((a->kind == AMT_NAME && a->name->of_each) || amount_says(a->left) ||
                 amount_says(a->right));
}

static int ref_says(const m_ref *ref, void *user)
{
    (void)user;
    return desc_says(ref->desc) || amount_says(ref->count);
}

static int operand_says(const m_operand *o)
{
    if (!o->given)
        return 0;
    switch (o->type) {
    case VOC_NUMBER:
    case VOC_QUANTITY:
        return amount_says(o->is.amount);
    case VOC_DESCRIPTION:
    case VOC_QUALITY:
        return desc_says(o->is.desc);
    case VOC_BECOME:
    case VOC_TOKENS:
        return o->is.quality->chosen && o->is.quality->chosen->of_each;
    default:
        return 0;
    }
}

/* Does each of those who act do it by what they chose? */
int cc_says_of_each(const cc_fn *f, const m_act *act)
{
    for (uint32_t i = 0; i < act->frame->slot_count; i++)
        if (operand_says(&act->operands[i]))
            return 1;
    const m_name *number = m_act_counts(act, AMT_EVENT) ? cc_number_chosen(f) : NULL;
    return (number && number->of_each) || amount_says(act->times) || amount_says(act->x) ||
           m_any_in_act(act, ref_says, NULL);
}

/* that many, that much: the number that was chosen just before; NULL */
static const m_name *chosen_by(const m_act *act)
{
    const m_operand *o = act && voc_is(act->frame, VOC_CHOOSES) ? cc_operand(act, "WHAT") : NULL;
    return o && o->type == VOC_CHOICE && o->is.choice->kind == CHOICE_NUMBER ? o->is.choice->bind
                                                                             : NULL;
}

const m_name *cc_number_chosen(const cc_fn *f)
{
    const m_name *now = chosen_by(f->last_act);
    return now ? now : chosen_by(f->act_before);
}
