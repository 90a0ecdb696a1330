/* The set of what fits a description, as a value: a selection, and behind it what the registers of the function say. */
#include "compiler/lower/lower.h"
#include "compiler/meaning/walk.h"

/* Does the text around say who or what that is? */
static int is_said(const m_ref *ref)
{
    if (ref->kind == REF_OPPONENTS)
        return is_said(ref->of);
    return ref->kind == REF_PRONOUN || ref->kind == REF_THAT || ref->kind == REF_NAME ||
           ref->kind == REF_CONTROLLER || ref->kind == REF_OWNER;
}

/* What a static ability affects, or a description fits, is looked at one by one: 'it' is the one at hand, in a register. */
static int looks_at_each(const cc_fn *f)
{
    return f->candidate.type != 0;
}

/* What a relation of objects is asked of: those that one has to do with. 0: no such relation. */
static uint32_t partners_of(const m_atom *a)
{
    switch ((m_atom_kind)a->kind) {
    case ATOM_ATTACHED:
        return VM_OP_HOST;
    case ATOM_TARGETING:
        return VM_OP_TARGETS_OF;
    case ATOM_COMBAT:
        return VM_OP_BLOCKED; /* or another of its kind: cc_combat_partners */
    default:
        return 0;
    }
}

/* other creatures that share a color with target creature: than that one */
static const m_ref *said_in_it(cc_fn *f, const m_desc *d)
{
    const m_ref *said = m_desc_class(d) == CLASS_PLAYER ? NULL : cc_other_than(d);
    return said && cc_is_there(f, said) ? said : NULL;
}

static int is_it(const m_ref *ref, void *user)
{
    (void)user;
    return ref->kind == REF_PRONOUN && ref->word == W_IT;
}

/* attacking a player with more life than its controller: no player is 'it', so that is the one at hand, of which the player is
 * asked together with it */
static int asks_for_it(const m_desc *d, const m_atom *a)
{
    m_atom alone = *a;
    const m_desc one = {.atoms = &alone};
    alone.next = NULL;
    return a->kind == ATOM_COND && m_desc_class(d) == CLASS_PLAYER &&
           m_any_in_desc(&one, is_it, NULL);
}

/* An opponent has three or more cards in their graveyard, of what is only asked: they are in a register, too, and no predicate sees it. */
static int is_at_hand(cc_fn *f, const m_ref *ref)
{
    const cc_referent *r = !f->effect && ref && (ref->kind == REF_PRONOUN || ref->kind == REF_THAT)
                               ? cc_find(f, ref)
                               : NULL;
    return r && r->owner == f->id && r->was.type;
}

/* What one's own registers say is applied behind the selection: those they control, where they are taken one by one. */
static int is_behind(cc_fn *f, const m_desc *d, const m_atom *a)
{
    const m_ref *whose = a->kind == ATOM_ZONE ? a->zone->owner : a->ref;
    const int each = looks_at_each(f), said = each || is_at_hand(f, whose);
    if (a->kind == ATOM_WAY)
        return f->effect;
    if (a->kind == ATOM_COND)
        return each && asks_for_it(d, a);
    if (a->kind == ATOM_SHARES)
        return (!a->neg || each) && !cc_shares_with_any(f, a->ref);
    if (a->kind == ATOM_OTHER && !a->ref) /* than what the static ability affects */
        return each ? !f->outer && !(f->about && cc_is_rather_this(f, f->about->desc, d))
                    : f->effect && said_in_it(f, d);
    if (a->kind == ATOM_ZONE) /* in its controller's hand */
        return said && !a->neg && whose && is_said(whose);
    if (partners_of(a))
        return said && whose && is_said(whose);
    if ((a->kind != ATOM_CONTROL && a->kind != ATOM_OWN) || (!f->effect && !said) || a->number2 ||
        (a->neg && !said) || (a->kind == ATOM_OWN && a->number))
        return 0;
    return a->ref->kind == REF_YOU ? cc_has_own_you(f) : is_said(a->ref);
}

/* What is left of it in the selection: the zone of what is behind it */
static m_atom *in_front(cc_fn *f, const m_desc *d, const m_atom *a)
{
    if (is_behind(f, d, a) && a->kind != ATOM_ZONE)
        return NULL;
    m_atom *c = ARENA_NEW(f->u->mem, m_atom);
    *c = *a;
    c->next = NULL;
    if (is_behind(f, d, a)) {
        c->zone = ARENA_NEW(f->u->mem, m_zone);
        *c->zone = *a->zone;
        c->zone->owner = NULL;
    }
    return c;
}

/* Those of `all` that have to do with what the atom names: attached to it, blocking it, targeting it. */
static cc_val partners(cc_fn *f, cc_val all, const m_atom *a)
{
    const cc_val whom = cc_as(f, cc_ref(f, a->ref, 'e'), 'e');
    if (!whom.type)
        return whom;
    const cc_val some = cc_op(f, VM_OP_NONE, 'e', 0, 0, 0);
    const cc_loop l = cc_loop_begin(f, all);
    const cc_val one = cc_as(f, l.one, 'o');
    const cc_val with = a->kind == ATOM_COMBAT
                            ? cc_combat_partners(f, a, one)
                            : cc_as(f, cc_op(f, partners_of(a), 'e', one.reg, 0, 0), 'e');
    const cc_val so = cc_op(f, VM_OP_MEET, 'b', with.reg, whom.reg, 0);
    const uint32_t skip = cc_emit(f, VM_OP_JF, so.reg, 0, 0, 0);
    cc_emit(f, VM_OP_UNION, some.reg, some.reg, l.one.reg, 0);
    cc_patch(f, skip);
    cc_loop_end(f, l);
    return some;
}

/* Those of `all` for whom it is so. */
static cc_val asked_each(cc_fn *f, cc_val all, const m_act *act)
{
    const cc_val some = cc_op(f, VM_OP_NONE, 'e', 0, 0, 0);
    const cc_loop l = cc_loop_begin(f, all);
    const cc_val so = cc_condition_act(f, NULL, l.one, act);
    if (!so.type)
        return so;
    const uint32_t skip = cc_emit(f, VM_OP_JF, so.reg, 0, 0, 0);
    cc_emit(f, VM_OP_UNION, some.reg, some.reg, l.one.reg, 0);
    cc_patch(f, skip);
    cc_loop_end(f, l);
    return some;
}

static cc_val filtered(cc_fn *f, cc_val all, const m_atom *a)
{
    if (a->kind == ATOM_COND)
        return asked_each(f, all, a->act);
    if (a->kind == ATOM_SHARES) {
        if (cc_shares_with_each(f, a->ref, a->number))
            return CC_BAD;
        const cc_val with = cc_ref(f, a->ref, 'o');
        return with.type ? cc_op(f, VM_OP_SHARERS, 'e', all.reg, with.reg, (int32_t)a->number)
                         : with;
    }
    if (a->kind == ATOM_WAY)
        return cc_who_did_this_way(f, all, a->history);
    if (partners_of(a))
        return partners(f, all, a);
    const cc_val who = cc_ref(f, a->kind == ATOM_ZONE ? a->zone->owner : a->ref, 'p');
    return who.type ? cc_op(f, a->kind == ATOM_CONTROL ? VM_OP_CONTROLLED_BY : VM_OP_OWNED_BY, 'e',
                            all.reg, who.reg, 0)
                    : who;
}

static cc_val other_than(cc_fn *f, const m_desc *d)
{
    return looks_at_each(f) ? f->candidate : cc_as(f, cc_ref(f, said_in_it(f, d), 'e'), 'e');
}

static int is_wide(const m_desc *d)
{
    for (const m_atom *a = d->atoms; a; a = a->next)
        if (a->kind == ATOM_NOUN && (a->number == NOUN_CARD || a->number == NOUN_SOURCE ||
                                     a->number == NOUN_OBJECT || a->number == NOUN_COPY))
            return 1;
    return d->or &&is_wide(d->or);
}

static int is_source(const m_desc *d)
{
    int all = 1;
    for (; d; d = d->or) {
        int one = 0;
        for (const m_atom *a = d->atoms; a; a = a->next)
            one |= a->kind == ATOM_NOUN && a->number == NOUN_SOURCE;
        all &= one;
    }
    return all;
}

/* What is looked for without a word about where is not looked for where nobody sees it (CR 400.2): a red source of one's
 * choice is none in a hand or library (CR 609.7a), though 'if a red source would deal damage' means those, too. */
static cc_val all_of(cc_fn *f, uint32_t row, const m_desc *d)
{
    const uint32_t hidden = 1u << VM_ZONE_LIBRARY | 1u << VM_ZONE_HAND;
    if (!row)
        return CC_BAD;
    if (f->u->selector.at[row].zones == 0x7F && f->effect && is_wide(d)) {
        vm_selector open = f->u->selector.at[row];
        open.zones &= ~hidden;
        VEC_PUSH(f->u->mem, &f->u->selector, open);
        row = f->u->selector.count - 1;
    }
    return cc_op(f, f->effect && is_source(d) ? VM_OP_SOURCES : VM_OP_SELECT, 'e', 0, 0,
                 (int32_t)row);
}

static cc_val alternative(cc_fn *f, const m_desc *d)
{
    m_desc front = {.span = d->span};
    m_atom **tail = &front.atoms;
    for (const m_atom *a = d->atoms; a; a = a->next) {
        m_atom *c = in_front(f, d, a);
        if (!c)
            continue;
        *tail = c;
        tail = &c->next;
    }
    const uint32_t row = cc_selector(f, f->s, &front);
    cc_val all = all_of(f, row, d);
    if (!all.type)
        return all;
    for (const m_atom *a = d->atoms; a; a = a->next) {
        if (!is_behind(f, d, a))
            continue;
        const cc_val some = a->kind == ATOM_OTHER ? other_than(f, d) : filtered(f, all, a);
        if (!some.type)
            return some;
        all = a->neg || a->kind == ATOM_OTHER ? cc_op(f, VM_OP_MINUS, 'e', all.reg, some.reg, 0)
                                              : some;
    }
    return all;
}

int cc_says_where(cc_scope *s, const m_desc *d)
{
    for (; d; d = d->or) {
        int card = 0, where = s->kind == SCOPE_TEST || s->anywhere;
        for (const m_atom *a = d->atoms; a; a = a->next) {
            card |= a->kind == ATOM_NOUN && a->number == NOUN_CARD && !a->neg;
            where |= a->kind == ATOM_ZONE || a->kind == ATOM_AMONG || a->kind == ATOM_HISTORY ||
                     a->kind == ATOM_COND || a->kind == ATOM_DESC || a->kind == ATOM_COUNTERS ||
                     a->kind == ATOM_OWN;
        }
        if (card && !where) {
            cc_wrong(s->u, CC_BAD_SELECTOR, d->span,
                     "where are these cards? 'cards in your graveyard', 'a card in exile'; what is "
                     "on the battlefield is a permanent");
            return 0;
        }
    }
    return 1;
}

cc_val cc_desc_set(cc_fn *f, const m_desc *d)
{
    int behind = 0;
    if (!cc_says_where(f->s, d))
        return CC_BAD;
    for (const m_desc *o = d; o; o = o->or)
        for (const m_atom *a = o->atoms; a; a = a->next)
            behind |= is_behind(f, o, a);
    if (!behind)
        return all_of(f, cc_selector(f, f->s, d), d);
    cc_val all = CC_BAD;
    for (const m_desc *o = d; o; o = o->or) {
        const cc_val one = alternative(f, o);
        if (!one.type)
            return one;
        all = all.type ? cc_op(f, VM_OP_UNION, 'e', all.reg, one.reg, 0) : one;
    }
    return all;
}
