/* 'That player' who was named only by what they control: 'target creature an opponent controls'. It is who controlled it as that
 * was said, or as the event happened, whoever does by then. */
#include "compiler/lower/refs.h"

#include "compiler/meaning/walk.h"

static int is_that_player(const m_ref *ref, void *user)
{
    (void)user;
    return ref->kind == REF_THAT && ref->ref_class == CLASS_PLAYER;
}

int cc_says_that_player(const m_body *body)
{
    return m_any_in_body(body, is_that_player, NULL);
}

static int names_possessor(const cc_referent *r)
{
    for (const m_desc *d = r->desc; d; d = d->or)
        for (const m_atom *a = d->atoms; a; a = a->next)
            if (a->kind == ATOM_CONTROL && !a->neg && a->ref->kind == REF_SOME)
                return 1;
    return 0;
}

static cc_referent *holder_new(cc_unit *u, cc_again again, uint32_t arg)
{
    cc_referent *r = ARENA_NEW(u->mem, cc_referent);
    r->ref_class = CLASS_PLAYER;
    r->again = (uint8_t)again;
    r->arg = arg;
    r->was = r->now = CC_BAD;
    return r;
}

/* NULL: it is asked who controls it now */
static cc_referent *holder_of(cc_unit *u, cc_referent *r)
{
    enum { WHOM = 3 };
    if (r->holder)
        return r->holder;
    if (r->again == AGAIN_EVENT_OBJECT || r->again == AGAIN_EVENT_WHOM)
        r->holder = holder_new(u, AGAIN_EVENT_HOLDER, r->again == AGAIN_EVENT_WHOM ? WHOM : r->arg);
    cc_referent *outer = r->again == AGAIN_CAPTURED && r->outer ? holder_of(u, r->outer) : NULL;
    if (outer) {
        r->holder = holder_new(u, AGAIN_CAPTURED, 0);
        r->holder->outer = outer;
    }
    return r->holder;
}

void cc_possessor_said(cc_fn *f, cc_referent *r)
{
    if (!f->effect || !f->s->says_that_player || !r->was.type || !names_possessor(r))
        return;
    const cc_val things = cc_as(f, r->was, 'o'),
                 who = cc_op(f, VM_OP_CONTROLLERS, 'p', things.reg, 0, 0);
    r->holder = cc_refer(f, NULL, who, AGAIN_NOT, 0);
    r->holder->hidden = 1; /* meant only where no player was named by themselves */
}

cc_val cc_possessor(cc_fn *f, cc_fn *from)
{
    cc_referent *r = from->s->referents;
    while (r && !(names_possessor(r) && cc_is_at_hand(from, r)))
        r = r->next;
    cc_referent *holder = r ? holder_of(f->u, r) : NULL;
    if (holder &&
        !(f->s->targeting && holder->again == AGAIN_NOT)) /* targets: of the target itself */
        return cc_as(f, cc_referent_value(f, holder, 0), 'p');
    const cc_val of = r ? cc_as(f, cc_referent_value(f, r, 0), 'o') : CC_BAD;
    return of.type ? cc_op(f, VM_OP_CONTROLLERS, 'p', of.reg, 0, 0) : of;
}
