/* References as sets: what is there when the sentence is carried out. */
#include "compiler/lower/lower.h"

#include <string.h>

/* The function in whose registers 'you' of an action's body is: this one, or the one around a predicate. */
static cc_fn *own_you(cc_fn *f)
{
    while (f && !f->you.type)
        f = f->outer;
    return f;
}

int cc_has_own_you(cc_fn *f)
{
    return f && own_you(f) != NULL;
}

cc_val cc_you(cc_fn *f)
{
    cc_fn *from = own_you(f);
    if (from == f)
        return f->you;
    if (!from)
        return cc_op(f, VM_OP_YOU, 'p', 0, 0, 0);
    cc_referent *r = ARENA_NEW(f->u->mem, cc_referent); /* nothing that a pronoun means */
    r->ref_class = CLASS_PLAYER;
    r->was = from->you;
    r->now = CC_BAD;
    r->owner = from->id;
    r->carried = from->you_carried;
    const cc_val v = cc_referent_value(f, r, 0);
    from->you_carried = r->carried;
    return v.type ? cc_as(f, v, 'p') : v;
}

cc_val cc_this(cc_fn *f)
{
    return f->self.type ? f->self : cc_op(f, VM_OP_THIS, 'o', 0, 0, 0);
}

/* This, and what it has become once the effect itself put it onto the battlefield (CR 400.7h). */
static cc_val it_is_this(cc_fn *f)
{
    const cc_val me = cc_this(f);
    return f->this_back && !f->self.type
               ? cc_as(f, cc_op(f, VM_OP_NOW, 'e', cc_as(f, me, 'e').reg, 0, 0), 'o')
               : me;
}

int cc_names_one(const m_ref *ref)
{
    switch (ref->kind) {
    case REF_THIS:
    case REF_YOU:
    case REF_DEFENDER:
    case REF_ACTIVE:
    case REF_SEAT:
    case REF_HOST:
        return 1;
    case REF_TARGET:
    case REF_SOME:
        return ref->count && ref->count->kind == AMT_CONST && ref->count->value == 1 &&
               !ref->or_more && !ref->least;
    case REF_THAT:
    case REF_PRONOUN:
    case REF_THE:
        return !ref->plural && !ref->each;
    case REF_CONTROLLER:
    case REF_OWNER:
        return cc_names_one(ref->of);
    default:
        return 0;
    }
}

/* ---- names ------------------------------------------------------------------------------------
 */

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

/* Of the registers that hold what is called so. */
static char type_of(const m_name *name)
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

cc_val cc_name_number(cc_fn *f, const m_name *name)
{
    const cc_binding *b = name->operand ? cc_bound(f->s, name) : NULL;
    if (!b) {
        const int giver = cc_set_by_giver(f->s, name, f->at);
        return giver < 0 ? CC_BAD
                         : cc_op(f, VM_OP_LINK_NUM, type_of(name), vm_value_type(type_of(name)),
                                 giver, (int32_t)name->link);
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
    const cc_val v = cc_amount(f, b->operand->is.amount);
    f->x = x;
    f->s->x_known = known;
    f->s = inner;
    cc_come_back(b, seen);
    return v;
}

static cc_val name_things(cc_fn *f, const m_name *name, int now)
{
    const cc_binding *b = name->operand ? cc_bound(f->s, name) : NULL;
    cc_referent *here = b ? NULL : cc_find_named(f, name);
    if (here) /* of this very effect, not of earlier ones */
        return cc_referent_value(f, here, now);
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

void cc_name_set(cc_fn *f, m_name *name, cc_val v)
{
    if (!v.type || !f->effect)
        return;
    name->set_in = f->id;
    const char type = type_of(name);
    v = cc_as(f, v, type);
    if (v.type)
        cc_emit(f, type == 'e' ? VM_OP_SET_LINK : VM_OP_SET_LINK_NUM, v.reg,
                type == 'e' ? 0 : vm_value_type(type), 0, (int32_t)name->link);
}

/* ---- targets ----------------------------------------------------------------------------------
 */

/* An operand of a declaration that stands for a plain number. */
int cc_constant(const cc_scope *s, const m_amount *a, int32_t *out)
{
    const cc_binding *b = a->kind == AMT_NAME && a->name->operand ? cc_bound(s, a->name) : NULL;
    if (b) {
        const cc_binding *seen = cc_go_home(b);
        const int is = cc_constant(b->outer, b->operand->is.amount, out);
        cc_come_back(b, seen);
        return is;
    }
    if (a->kind != AMT_CONST)
        return 0;
    *out = a->value;
    return 1;
}

/* Another target than the ones before it. */
static int follows_target(const cc_scope *s, const m_ref *ref)
{
    return ref->another && s->targets.count > 0;
}

/* A target is chosen by the one in that slot: target creature that player controls. By one, that is chosen by none itself. */
int cc_chosen_by(cc_scope *s, int slot)
{
    if (slot < 0 || (uint32_t)slot >= s->targets.count ||
        s->targets.at[slot].flags >> VM_TF_BY_SHIFT || s->targets.at[slot].max != 1 ||
        s->targets.at[slot].min != 1 || (s->chosen_by && s->chosen_by != (uint32_t)slot + 1))
        return 0;
    s->chosen_by = (uint32_t)slot + 1;
    return 1;
}

/* How many: two target creatures, up to X targets, any number of. */
static int count_targets(cc_fn *f, const m_ref *ref, vm_target *t)
{
    int32_t n = 1;
    if (ref->count && ref->count->kind == AMT_X && f->x)
        return cc_wrong(f->u, CC_BAD_VALUE, ref->span,
                        "how many targets there are is said or paid, not counted: 'two', or an X "
                        "of the cost")
            .type;
    if (ref->count && ref->count->kind == AMT_X)
        t->flags |= VM_TF_X;
    else if (ref->count && ref->count->kind == AMT_CONST)
        n = ref->count->value;
    else if (ref->count && ref->count->kind == AMT_NAME && cc_constant(f->s, ref->count, &n))
        ;
    else if (ref->count)
        return cc_wrong(f->u, CC_BAD_VALUE, ref->span,
                        "the number of targets is a number, X, or 'any number of'")
            .type;
    t->min = t->max = (uint32_t)n;
    if (ref->least && ref->least->value >= 0)
        t->min = (uint32_t)ref->least->value;
    if (ref->up_to || ref->any_number)
        t->min = 0;
    if (ref->any_number || ref->or_more)
        t->max = 99;
    return 1;
}

static cc_val target(cc_fn *f, const m_ref *ref)
{
    cc_scope *s = f->s;
    if (s->kind == SCOPE_TEST)
        return cc_wrong(f->u, CC_NOT_HERE, ref->span, "a test names its things; it has no targets");
    if (!f->effect && !(f->outer && f->outer->effect))
        return cc_wrong(f->u, CC_NOT_HERE, ref->span,
                        "a target can only be chosen by a spell or ability that does something");
    if (ref->of_choice == 2)
        return cc_wrong(
            f->u, CC_NO_NATIVE, ref->span,
            "targets are chosen by who controls the spell or ability, or by an opponent "
            "('of an opponent's choice'); without a target: 'that player chooses ..., "
            "then ... the chosen creature'");
    if (s->targets.count >= VM_TARGET_SLOTS_MAX)
        return cc_wrong(f->u, CC_NOT_HERE, ref->span, "more than %d different targets",
                        VM_TARGET_SLOTS_MAX);
    vm_target t = {0, 1, 1, 0, s->announced};
    if (!count_targets(f, ref, &t))
        return CC_BAD;
    if (follows_target(s, ref))
        t.flags |= VM_TF_ANOTHER;
    if (ref->of_choice == 3)
        t.flags |= VM_TF_OPPONENT;
    m_desc *desc = ref->desc;
    m_desc others;
    m_atom other;
    if (ref->another && !cc_target_like(f, desc)) { /* than this */
        memset(&other, 0, sizeof other);
        other.kind = ATOM_OTHER;
        other.span = ref->span;
        other.next = desc->atoms;
        others = *desc;
        others.atoms = &other;
        desc = &others;
    }
    /* predicates of a target are looked at before the spell is there, so they see the scope only */
    if (!cc_says_where(s, desc))
        return CC_BAD;
    if (cc_is_target_of_each(f, desc))
        return CC_BAD;
    const uint8_t targeting = s->targeting;
    const uint32_t by = s->chosen_by;
    s->targeting = 1;
    s->chosen_by = 0;
    t.sel = cc_selector(f->effect ? f : f->outer, s, desc);
    s->targeting = targeting;
    t.flags |= s->chosen_by << VM_TF_BY_SHIFT;
    s->chosen_by = by;
    if (!t.sel)
        return CC_BAD;
    const uint32_t slot = s->targets.count;
    if (t.flags >> VM_TF_BY_SHIFT && f->x)
        return cc_wrong(f->u, CC_NO_NATIVE, ref->span,
                        "a target that is chosen by another one is counted by a number, so far");
    VEC_PUSH(f->u->mem, &s->targets, t);
    return cc_op(f, VM_OP_TARGETS, 'e', (int)slot, 0, 0);
}

static int divides(cc_fn *f, const m_ref *among)
{
    if (among->kind == REF_JOIN)
        return divides(f, among->left) && divides(f, among->right);
    cc_referent *r = among->kind == REF_TARGET                           ? cc_referent_of(f, among)
                     : among->kind == REF_SOME || among->kind == REF_ALL ? NULL
                                                                         : cc_find(f, among);
    if (!r || r->again != AGAIN_TARGET || r->arg >= f->s->targets.count) {
        cc_wrong(f->u, CC_NO_NATIVE, among->span, "it is divided among targets only, so far");
        return 0;
    }
    f->s->targets.at[r->arg].flags |= VM_TF_DIVIDED;
    return 1;
}

int cc_divides_among(cc_fn *f, const m_ref *among)
{
    for (uint32_t i = 0; i < f->s->targets.count; i++)
        if (f->s->targets.at[i].flags & VM_TF_DIVIDED) {
            cc_wrong(f->u, CC_NO_NATIVE, among->span,
                     "the rules machine cannot yet divide two things in one effect");
            return 0;
        }
    f->s->divided = 1;
    return divides(f, among);
}

/* ---- choices ----------------------------------------------------------------------------------
 */

static int has_zone(const m_desc *d)
{
    for (; d; d = d->or)
        for (const m_atom *a = d->atoms; a; a = a->next)
            if (a->kind == ATOM_ZONE || (a->kind == ATOM_NOUN && a->number == NOUN_SPELL))
                return 1;
    return 0;
}

/* Are they cards that not everybody sees? */
static int is_hidden(const m_desc *d)
{
    for (; d; d = d->or)
        for (const m_atom *a = d->atoms; a; a = a->next)
            if (a->kind == ATOM_ZONE && ((1u << a->zone->zone | a->zone->also) &
                                         (1u << VM_ZONE_HAND | 1u << VM_ZONE_LIBRARY)))
                return 1;
    return 0;
}

static int is_plain_player(const m_desc *d, uint32_t noun)
{
    return d && !d->or
           &&d->atoms && d->atoms->kind == ATOM_NOUN && d->atoms->number == noun && !d->atoms->next;
}

static cc_val actor(cc_fn *f)
{
    if (f->actor.type == 'e' && f->subject && f->subject->ref_class != CLASS_OBJECT)
        return cc_as(f, f->actor, 'p'); /* a name: its players */
    return f->actor.type == 'p' ? f->actor : cc_you(f);
}

/* The cards in the actor's hand that fit. */
static cc_val in_hand(cc_fn *f, const m_desc *d)
{
    m_zone hand;
    memset(&hand, 0, sizeof hand);
    hand.zone = VM_ZONE_HAND;
    m_atom in;
    memset(&in, 0, sizeof in);
    in.kind = ATOM_ZONE;
    in.zone = &hand;
    m_desc *with = NULL, **tail = &with;
    for (; d; d = d->or) {
        m_desc *one = ARENA_NEW(f->u->mem, m_desc);
        m_atom *a = ARENA_NEW(f->u->mem, m_atom);
        *a = in;
        a->zone = ARENA_NEW(f->u->mem, m_zone);
        *a->zone = hand;
        a->span = one->span = d->span;
        a->next = d->atoms;
        one->atoms = a;
        *tail = one;
        tail = &one->or ;
    }
    return cc_desc_set(f, with);
}

/* Narrows a set down to what the act allows its actor: what they control, or hold. */
static cc_val allowed(cc_fn *f, const m_ref *ref, const voc_slot *slot)
{
    const cc_val who = actor(f);
    if (slot && slot->own && slot->type == VOC_CARD && !has_zone(ref->desc)) {
        const cc_val cards = in_hand(f, ref->desc);
        return cards.type ? cc_op(f, VM_OP_OWNED_BY, 'e', cards.reg, who.reg, 0) : cards;
    }
    cc_val all = cc_desc_set(f, ref->desc);
    if (all.type && slot && slot->own && slot->type != VOC_CARD)
        all = cc_op(f, VM_OP_CONTROLLED_BY, 'e', all.reg, who.reg, 0);
    return all;
}

/* all of theirs: discards all nonland cards, sacrifices all lands */
cc_val cc_own(cc_fn *f, const m_ref *ref, const voc_slot *slot)
{
    return allowed(f, ref, slot);
}

/* hidden: among cards that not everybody sees; then it is asked whatever there is */
static cc_val choose(cc_fn *f, const m_ref *ref, cc_val among, int hidden)
{
    const cc_val all = among.type ? cc_op(f, VM_OP_COUNT, 'n', among.reg, 0, 0) : CC_BAD;
    const cc_val most =
        hidden ? cc_num(f, VM_NUMBER_MAX) : all; /* how many there are nobody is to tell */
    cc_val max = ref->any_number ? most : ref->count ? cc_amount(f, ref->count) : cc_num(f, 1);
    if (!max.type || !among.type)
        return CC_BAD;
    cc_val min = ref->up_to || ref->any_number ? cc_num(f, 0)
                 : ref->least                  ? cc_amount(f, ref->least)
                                               : max;
    if (ref->or_more)
        max = most;
    if (m_desc_says(ref->desc, ATOM_RANDOM)) {
        const cc_arg a[2] = {{.v = cc_as(f, among, 'e'), .given = 1}, {.v = max, .given = 1}};
        if (min.reg == max.reg)
            return cc_native(f, VM_NATIVE_choose_random, a);
        return cc_wrong(f->u, CC_NO_MEANING, ref->span, "how many at random? A number says it");
    }
    const cc_val who = ref->of_choice == 1 ? cc_you(f) : actor(f);
    const cc_arg a[5] = {{.v = cc_as(f, among, 'e'), .given = 1},
                         {.v = who, .given = 1},
                         {.v = min, .given = 1},
                         {.v = max, .given = 1},
                         {.imm = hidden}};
    return cc_native(f, VM_NATIVE_choose, a);
}

/* Of these the ones that are so: each creature destroyed this way. */
static cc_val those(cc_fn *f, cc_val set, const m_desc *desc)
{
    const uint32_t row = cc_selector_anywhere(f, desc);
    set = cc_as(f, set, 'e');
    return row && set.type ? cc_op(f, VM_OP_FILTER, 'e', set.reg, 0, (int32_t)row) : CC_BAD;
}

/* What some are taken from: those that are still there of it, if some were taken before. */
static cc_val taken_from(cc_fn *f, const m_ref *of, cc_referent **out_said)
{
    const int said = of->kind == REF_PRONOUN || of->kind == REF_THAT || of->kind == REF_PAID ||
                     of->kind == REF_THE;
    const uint8_t wants_card = f->wants_card;
    f->wants_card = 1;
    *out_said = said ? cc_find(f, of) : NULL;
    cc_val all = *out_said && *out_said == f->rest_from && f->rest.type
                     ? f->rest
                     : cc_as(f, cc_ref_now(f, of, 'e'), 'e');
    if (all.type && *out_said && (*out_said)->again == AGAIN_PAID && (*out_said)->owner != f->id &&
        all.reg != f->rest.reg) /* what a cost took is chosen from where it is now */
        all = cc_op(f, VM_OP_NOW, 'e', all.reg, 0, 0);
    f->wants_card = wants_card;
    return all;
}

/* What is chosen from. 'You may' has asked for it before (cc_can_choose); then it is there already. */
typedef struct cc_among {
    const m_ref *ref;
    cc_val all, fit;   /* of a part: all that it is taken from; else the same */
    cc_referent *said; /* of a part */
    struct cc_among *next;
} cc_among;

static cc_among *asked_before(cc_fn *f, const m_ref *ref)
{
    for (cc_among **at = &f->among; *at; at = &(*at)->next)
        if ((*at)->ref == ref) {
            cc_among *a = *at;
            *at = a->next;
            return a;
        }
    return NULL;
}

static cc_among among_part(cc_fn *f, const m_ref *ref, const m_ref *of, const m_desc *desc)
{
    const cc_among *before = asked_before(f, ref);
    if (before)
        return *before;
    cc_among a = {.ref = ref};
    a.all = taken_from(f, of, &a.said);
    a.fit = desc && a.all.type ? those(f, a.all, desc) : a.all;
    return a;
}

static const m_ref *among_what(cc_fn *f, const m_desc *d, m_desc **out);

/* any number of those cards with the same name as this: what 'those cards' does not say already */
static const m_desc *narrows(const m_ref *of)
{
    static const uint32_t FURTHER = 1u << ATOM_KEYWORD | 1u << ATOM_COMPARE | 1u << ATOM_COUNTERS |
                                    1u << ATOM_NAMED | 1u << ATOM_SHARES | 1u << ATOM_ABILITIES |
                                    1u << ATOM_COND | 1u << ATOM_HISTORY;
    for (const m_desc *d = of->kind == REF_THAT ? of->desc : NULL; d; d = d->or)
        for (const m_atom *a = d->atoms; a; a = a->next)
            if (FURTHER >> a->kind & 1)
                return of->desc;
    return NULL;
}

/* What may be cast of some: those that fit, and how many of them at most. Those that are cast are gone from where they
 * were; what is left is 'the rest'. */
cc_val cc_offered(cc_fn *f, const m_ref *ref, cc_val *out_max)
{
    m_desc *fits = NULL;
    cc_referent *said;
    const m_ref *of = ref->kind == REF_PART ? ref->of : among_what(f, ref->desc, &fits);
    if (!of)
        return CC_BAD;
    const m_desc *desc = ref->kind == REF_PART ? narrows(of) : fits;
    const cc_val all = taken_from(f, of, &said);
    *out_max = ref->any_number ? cc_num(f, VM_NUMBER_MAX)
               : ref->count    ? cc_amount(f, ref->count)
                               : cc_num(f, 1);
    const cc_val fit = desc && all.type ? those(f, all, desc) : all;
    f->rest = all;
    f->rest_of = of;
    f->rest_from = said;
    return fit;
}

/* one of them · a creature card from among them: what is left is 'the rest' */
static cc_val part(cc_fn *f, const m_ref *ref, const m_ref *of, const m_desc *desc)
{
    const cc_among a = among_part(f, ref, of, desc);
    if (f->wants_object && a.said && a.said->ref_class == CLASS_PLAYER)
        return cc_wrong(f->u, CC_NO_REFERENT, ref->span,
                        "one of the players? Nothing else was spoken of before");
    const cc_val some = a.fit.type ? cc_as(f, choose(f, ref, a.fit, 1), 'e') : a.fit;
    f->rest = some.type ? cc_op(f, VM_OP_MINUS, 'e', a.all.reg, some.reg, 0) : CC_BAD;
    f->rest_of = of;
    f->rest_from = a.said;
    return some;
}

/* A description without the atom of this kind that each of its alternatives has; NULL = one has none. *out_atom: the
 * first of them. */
static m_desc *without(cc_fn *f, const m_desc *d, m_atom_kind kind, const m_atom **out_atom)
{
    m_desc *out = NULL, **tail = &out;
    *out_atom = NULL;
    for (; d; d = d->or) {
        const m_atom *here = NULL;
        m_desc *one = ARENA_NEW(f->u->mem, m_desc);
        m_atom **end = &one->atoms;
        one->span = d->span;
        for (const m_atom *a = d->atoms; a; a = a->next) {
            if (a->kind == kind && !a->neg && !here) {
                here = a;
                continue;
            }
            *end = ARENA_NEW(f->u->mem, m_atom);
            **end = *a;
            (*end)->next = NULL;
            end = &(*end)->next;
        }
        if (!here || (*out_atom && (*out_atom)->ref != here->ref))
            return NULL;
        if (!*out_atom)
            *out_atom = here;
        *tail = one;
        tail = &one->or ;
    }
    return out;
}

/* What 'a card among them' is taken from, if every alternative says the same; *out: all else that it says. */
static const m_ref *among_what(cc_fn *f, const m_desc *d, m_desc **out)
{
    const m_atom *among;
    *out = without(f, d, ATOM_AMONG, &among);
    return *out ? among->ref : NULL;
}

/* all other cards; *out: all else that it says */
static int says_other(cc_fn *f, const m_desc *d, m_desc **out)
{
    const m_atom *other;
    *out = without(f, d, ATOM_OTHER, &other);
    return *out && !other->ref;
}

/* The description without its 'other'. */
int cc_says_other(const m_desc *d)
{
    for (; d; d = d->or)
        for (const m_atom *a = d->atoms; a; a = a->next)
            if (a->kind == ATOM_OTHER && !a->ref)
                return 1;
    return 0;
}

const m_desc *cc_not_other(cc_fn *f, const m_desc *d)
{
    const m_atom *other;
    const m_desc *all = without(f, d, ATOM_OTHER, &other);
    return all ? all : d;
}

/* 'another': not this, nor what the sentence has named. */
static cc_val without_named(cc_fn *f, const m_ref *ref, cc_val all)
{
    if (!ref->another || !all.type)
        return all;
    if (f->subject && !f->subject->is_this && f->subject->ref_class != CLASS_PLAYER &&
        f->subject->was.type && !cc_is_rather_this(f, f->subject->desc, ref->desc)) {
        const cc_val self = cc_as(f, f->subject->was, 'e');
        return cc_op(f, VM_OP_MINUS, 'e', all.reg, self.reg, 0);
    }
    return cc_without_other(f, ref->desc, all);
}

/* a creature an opponent controls dies: each other opponent */
cc_val cc_controller_named(cc_fn *f, cc_fn *from)
{
    cc_referent *of = cc_find_controlled(from);
    const cc_val v = of ? cc_as(f, cc_referent_value(f, of, 0), 'o') : CC_BAD;
    return v.type ? cc_op(f, VM_OP_CONTROLLERS, 'p', v.reg, 0, 0) : v;
}

/* This, and what it has become: the card of what has died is none of the others. In a description, and of what is always
 * so, it is each thing that is described: creatures with the same name as another creature. */
static cc_val itself(cc_fn *f, const m_desc *noun)
{
    if (f->candidate.type && !f->effect &&
        !(f->about && cc_is_rather_this(f, f->about->desc, noun)))
        return cc_as(f, f->candidate, 'e');
    if (cc_is_other_than_nothing(f->s, noun, noun->span))
        return CC_BAD;
    const cc_val was = cc_as(f, cc_this(f), 'e');
    if (!was.type || !f->effect)
        return was;
    const cc_val now = cc_op(f, VM_OP_NOW, 'e', was.reg, 0, 0);
    return cc_op(f, VM_OP_UNION, 'e', was.reg, now.reg, 0);
}

cc_val cc_without_other(cc_fn *f, const m_desc *desc, cc_val all)
{
    const int players = m_desc_class(desc) == CLASS_PLAYER;
    const m_ref *inside = players ? NULL : cc_other_than(desc);
    cc_referent *named = inside ? cc_referent_of(f, inside) : NULL;
    named = named ? named : cc_find_other(f, desc);
    const cc_val whose = players && !named ? cc_controller_named(f, f) : CC_BAD;
    const cc_val others = named        ? cc_as_named(f, named)
                          : whose.type ? cc_as(f, whose, 'e')
                          : players    ? cc_as(f, cc_you(f), 'e')
                                       : itself(f, desc);
    return others.type ? cc_op(f, VM_OP_MINUS, 'e', all.reg, others.reg, 0) : others;
}

static cc_among among_all(cc_fn *f, const m_ref *ref, const voc_slot *slot)
{
    const cc_among *before = asked_before(f, ref);
    if (before)
        return *before;
    cc_among a = {.ref = ref};
    a.all = a.fit = without_named(f, ref, allowed(f, ref, slot));
    return a;
}

/* a creature or a planeswalker: whoever does it would have to choose between them */
static int either_of(cc_fn *f, const m_ref *ref)
{
    if (!ref->join_or || !f->effect || f->asking)
        return 0;
    cc_wrong(f->u, CC_NO_MEANING, ref->span,
             "one of the two? One thing of either kind has one article: 'a creature or "
             "planeswalker', 'target creature or player'; both are joined by 'and'");
    return 1;
}

cc_val cc_chosen(cc_fn *f, const m_ref *ref, const voc_slot *slot)
{
    if (cc_is_of_each(f, ref))
        return CC_BAD;
    if (ref->kind == REF_JOIN) { /* a land and a creature */
        if (either_of(f, ref))
            return CC_BAD;
        const cc_val l = cc_as(f, cc_chosen(f, ref->left, slot), 'e'),
                     r = cc_as(f, cc_chosen(f, ref->right, slot), 'e');
        return l.type && r.type ? cc_op(f, VM_OP_UNION, 'e', l.reg, r.reg, 0) : CC_BAD;
    }
    if (ref->kind == REF_NAMED && slot) /* a test names a card in a hand */
        return allowed(f, ref, slot);
    if (ref->kind != REF_SOME)
        return cc_ref_now(f, ref, 'e');
    if (ref->ref_class == CLASS_PLAYER && f->effect && !f->asking && !ref->another &&
        cc_names_one(ref)) {
        const cc_arg a[1] = {{.v = actor(f), .given = 1}};
        if (is_plain_player(ref->desc, NOUN_OPPONENT))
            return cc_native(f, VM_NATIVE_choose_opponent, a);
        if (is_plain_player(ref->desc, NOUN_PLAYER))
            return cc_native(f, VM_NATIVE_choose_player, a);
    }
    m_desc *fits;
    const m_ref *of = among_what(f, ref->desc, &fits);
    if (of && f->effect)
        return part(f, ref, of, fits);
    if (!f->effect || f->asking) /* in a condition or a description it just exists */
        return without_named(f, ref, cc_desc_set(f, ref->desc));
    return choose(f, ref, among_all(f, ref, slot).fit,
                  is_hidden(ref->desc) ||
                      (slot && slot->own && slot->type == VOC_CARD && !has_zone(ref->desc)));
}

/* 'You may sacrifice a creature' is said by nobody who has none (CR 608.2d): is there enough to choose from? CC_BAD:
 * that is no question. What was found is what is chosen from afterwards. */
cc_val cc_can_choose(cc_fn *f, const m_ref *ref, const voc_slot *slot)
{
    if (ref->kind == REF_JOIN) {
        const cc_val l = cc_can_choose(f, ref->left, slot), r = cc_can_choose(f, ref->right, slot);
        return l.type && r.type ? cc_op(f, VM_OP_AND, 'b', l.reg, r.reg, 0) : l.type ? l : r;
    }
    const m_amount *least = ref->least ? ref->least : ref->count;
    if ((ref->kind != REF_SOME && ref->kind != REF_PART) || ref->ref_class == CLASS_PLAYER ||
        !f->effect || ref->up_to || ref->any_number || (least && least->kind != AMT_CONST) ||
        cc_referent_of(f, ref))
        return CC_BAD;
    m_desc *among = NULL;
    const m_ref *of = ref->kind == REF_PART ? ref->of : among_what(f, ref->desc, &among);
    const m_desc *fits = ref->kind == REF_PART ? narrows(of) : among;
    cc_among *a = ARENA_NEW(f->u->mem, cc_among);
    *a = of ? among_part(f, ref, of, fits) : among_all(f, ref, slot);
    if (!a->fit.type)
        return CC_BAD;
    a->next = f->among;
    f->among = a;
    const cc_val have = cc_op(f, VM_OP_COUNT, 'n', a->fit.reg, 0, 0),
                 want = cc_num(f, least ? least->value : 1);
    return cc_op(f, VM_OP_LE, 'b', want.reg, have.reg, 0);
}

/* ---- everything -------------------------------------------------------------------------------
 */

static cc_val no_referent(cc_fn *f, const m_ref *ref)
{
    if (ref->kind == REF_PAID)
        return cc_wrong(f->u, CC_NO_REFERENT, ref->span, "nothing here was %s before",
                        syn_word_text(f->u->voc->words, ref->word));
    return cc_wrong(f->u, CC_NO_REFERENT, ref->span, "this has nothing before it to refer to");
}

static cc_val done_to(cc_fn *f, cc_referent *r, int now)
{
    return cc_as(f, r->taken.type && r->owner == f->id ? r->taken : cc_referent_value(f, r, now),
                 'e');
}

/* all creature cards revealed this way: what is left is 'the rest' · all other cards revealed this way: the rest */
static cc_val paid_of(cc_fn *f, const m_ref *ref, cc_referent *r, int now)
{
    m_desc *fits;
    if (f->rest.type && ref->desc && says_other(f, ref->desc, &fits))
        return those(f, f->rest, fits);
    cc_val all = done_to(f, r, now);
    for (cc_referent *o = r->next; o && all.type;
         o = o->next) /* by sentences before that one, too */
        if (cc_paid_so(o, ref->number) && o->owner == f->id && o->was.type && o != r->part_of) {
            const cc_val more = done_to(f, o, now);
            all = cc_op(f, VM_OP_UNION, 'e', all.reg, more.reg, 0);
        }
    if (ref->zone && all.type) {
        const uint32_t there = cc_selector_of_zone(f->u, ref->zone);
        all = cc_op(f, VM_OP_FILTER, 'e', all.reg, 0, (int32_t)there);
        if (ref->zone->owner && !ref->zone->owners) { /* into their graveyard: theirs alone */
            const cc_val who = cc_ref(f, ref->zone->owner, 'p');
            all = who.type ? cc_op(f, VM_OP_OWNED_BY, 'e', all.reg, who.reg, 0) : who;
        }
    }
    const cc_val some = all.type && ref->desc ? those(f, all, ref->desc) : all;
    if (some.type && f->effect) {
        f->rest = cc_op(f, VM_OP_MINUS, 'e', all.reg, some.reg, 0);
        f->rest_of = NULL;
        f->rest_from = r;
    }
    return some;
}

/* Those of them that this has dealt damage to this turn. */
static cc_val dealt_damage(cc_fn *f, cc_val all, const m_ref *ref)
{
    cc_scope inner;
    cc_scope_inner(f->s, &inner);
    vm_ability a = cc_ability_new(VM_ABILITY_TRIGGERED, ref->span);
    a.event = VM_EVENT_damage;
    cc_fn g;
    cc_fn_begin(&g, &inner, 0);
    const cc_val by = cc_as(&g, cc_op(&g, VM_OP_EVENT_OBJ, 'o', 1, 0, 0), 'e'),
                 me = cc_as(&g, cc_op(&g, VM_OP_THIS, 'o', 0, 0, 0), 'e');
    a.filter = cc_fn_end_value(&g, cc_op(&g, VM_OP_MEET, 'b', by.reg, me.reg, 0));
    VEC_PUSH(f->u->mem, &f->u->ability, a);
    if (!all.type)
        return all;
    const cc_val hit = cc_op(f, VM_OP_HISTORY_SET, 'e', VM_HISTORY_TURN, 4,
                             (int32_t)f->u->ability.count - 1),
                 missed = cc_op(f, VM_OP_MINUS, 'e', all.reg, hit.reg, 0);
    return cc_op(f, VM_OP_MINUS, 'e', all.reg, missed.reg, 0);
}

/* each creature they controlled that died this turn: what they are the effect knows that asks */
static cc_val of_history(cc_fn *f, const m_ref *ref)
{
    cc_fn *around = f->s->within;
    const cc_referent *r = around && around != f ? cc_find(around, ref) : NULL;
    if (!r || r->ref_class != CLASS_PLAYER || around->s->targeting ||
        m_links_full(f->s->context->links))
        return CC_BAD;
    const cc_val v = cc_as(around, cc_ref(around, ref, 'e'), 'e');
    if (!v.type)
        return v;
    const int32_t place = (int32_t)f->s->context->links->count++;
    cc_emit(around, VM_OP_SET_LINK, v.reg, 0, 0, place);
    return cc_op(f, VM_OP_LINK, 'e', 0, 0, place);
}

/* What was revealed last of an 'until' and is still there is of the rest: one may have left it. */
static cc_val the_rest(cc_fn *f)
{
    if (!f->wanted.type || f->rest.reg != f->wanted_rest.reg)
        return f->rest;
    const cc_val left = cc_as(f, f->wanted, 'e'), gone = cc_op(f, VM_OP_GONE, 'e', left.reg, 0, 0),
                 still = cc_op(f, VM_OP_MINUS, 'e', left.reg, gone.reg, 0);
    return cc_op(f, VM_OP_UNION, 'e', f->rest.reg, still.reg, 0);
}

/* The pronoun 'its' in an amount prefers the subject of the sentence. */
static cc_val pronoun(cc_fn *f, const m_ref *ref, int now)
{
    if (ref->kind == REF_THE && ref->word == W_REST)
        return f->rest.type ? the_rest(f) : no_referent(f, ref);
    cc_referent *r = cc_find(f, ref);
    const cc_referent *last = f->s->referents;
    if (ref->kind == REF_THAT && ref->ref_class == CLASS_PLAYER && !ref->plural && last &&
        last->gathered && last->ref_class == CLASS_PLAYER && f->one_of != last)
        return cc_wrong(f->u, CC_AMBIGUOUS, ref->span,
                        "each of several players chose one; 'for each player: { ... }' takes them "
                        "one by one, and 'the chosen players' are all of them");
    if (r && r->of_several && ref->kind == REF_PRONOUN && ref->word == W_IT)
        return cc_wrong(
            f->u, CC_AMBIGUOUS, ref->span,
            "each of several players has one of these; 'for each player: { ... }' takes "
            "them one by one");
    if (r && !r->clause && !r->is_this && f->after_this && ref->kind == REF_PRONOUN &&
        ref->word == W_IT)
        return it_is_this(f); /* nearer than what the event or the cost is about */
    if (r && r->in_hand)
        r->in_hand = 0; /* from now on it is the one that is spoken of */
    const cc_referent *rival = r ? cc_rival(f, ref, r) : NULL;
    if (rival)
        return cc_wrong(
            f->u, CC_TWO_REFERENTS, ref->span,
            "two targets were said together (%u:%u and %u:%u), and this may mean either: "
            "say what kind of thing it is ('that land'), or name one where it is said, "
            "'... as NAME', and write NAME here",
            rival->ref->span.line, rival->ref->span.col, r->ref->span.line, r->ref->span.col);
    if (r && ref->kind == REF_PAID && ref->number == PAID_DEALT)
        return dealt_damage(f, cc_as(f, cc_referent_value(f, r, 0), 'e'), ref);
    if (r && ref->kind == REF_PAID && ref->plural)
        return paid_of(f, ref, r, now || ref->zone);
    if (r && cc_means_all_said(f, ref, r))
        return cc_all_said(f, ref, r, now);
    if (r)
        return cc_referent_value(f, r, now);
    if (ref->kind == REF_THAT && ref->ref_class == CLASS_PLAYER && !ref->plural && f->owned) {
        const cc_val of = cc_as(f, cc_referent_value(f, f->owned, 0), 'o');
        return of.type ? cc_op(f, VM_OP_OWNERS, 'p', of.reg, 0, 0) : of;
    }
    if (ref->kind == REF_THAT && ref->ref_class == CLASS_PLAYER && cc_find_controlled(f)) {
        const cc_val of = cc_as(f, cc_referent_value(f, cc_find_controlled(f), 0), 'o');
        return cc_op(f, VM_OP_CONTROLLERS, 'p', of.reg, 0, 0);
    }
    const cc_val whose = of_history(f, ref);
    if (whose.type)
        return whose;
    if (f->candidate.type && ref->kind == REF_PRONOUN) {
        f->candidate_meant = 1;
        return f->candidate;
    }
    if (ref->kind == REF_PRONOUN && ref->word == W_IT && !f->only_unfit &&
        (f->s->kind == SCOPE_PERMANENT || (f->s->kind == SCOPE_SPELL && !f->effect)))
        return cc_this(f);
    if (ref->kind == REF_THE && f->s->kind == SCOPE_TEST)
        return cc_desc_set(f, ref->desc);
    const cc_val linked = cc_linked(f, ref);
    return linked.type ? those(f, linked, ref->desc) : no_referent(f, ref);
}

static cc_val opponents_of(cc_fn *f, const m_ref *ref)
{
    if (ref->of->kind == REF_YOU && !cc_has_own_you(f))
        return cc_op(f, VM_OP_OPPONENTS, 'p', 0, 0, 0);
    const cc_val who = cc_as(f, cc_ref(f, ref->of, 'p'), 'e');
    m_desc any;
    m_atom player;
    memset(&any, 0, sizeof any);
    memset(&player, 0, sizeof player);
    player.kind = ATOM_NOUN;
    player.number = NOUN_PLAYER;
    any.atoms = &player;
    const cc_val all = cc_desc_set(f, &any);
    return who.type && all.type ? cc_op(f, VM_OP_MINUS, 'e', all.reg, who.reg, 0) : CC_BAD;
}

static cc_val zone_cards(cc_fn *f, const m_ref *ref)
{
    const uint32_t sel = cc_selector_of_zone(f->u, ref->zone);
    if (!sel)
        return CC_BAD;
    const cc_val all = cc_op(f, VM_OP_SELECT, 'e', 0, 0, (int32_t)sel);
    if (!ref->zone->owner)
        return all;
    const cc_val who = cc_ref(f, ref->zone->owner, 'p');
    return who.type ? cc_op(f, VM_OP_OWNED_BY, 'e', all.reg, who.reg, 0) : who;
}

/* all creature cards from among them: what is left is 'the rest' */
static cc_val all_that_fit(cc_fn *f, const m_ref *ref)
{
    m_desc *fits;
    cc_referent *said;
    const m_ref *of = ref->kind == REF_ALL && f->effect ? among_what(f, ref->desc, &fits) : NULL;
    if (!of)
        return cc_desc_set(f, ref->desc);
    const cc_val all = taken_from(f, of, &said), some = all.type ? those(f, all, fits) : all;
    f->rest = some.type ? cc_op(f, VM_OP_MINUS, 'e', all.reg, some.reg, 0) : CC_BAD;
    f->rest_of = of;
    f->rest_from = said;
    return some;
}

/* The card's own name, in an ability that it gives others: the very one that has given it (CR 201.4a) */
static cc_val giver(cc_fn *f, const m_ref *ref)
{
    if (f->s->of_card && !ref->text)
        return cc_wrong(f->u, CC_NO_REFERENT, ref->span,
                        "nothing has given this: that is said in what is given to others");
    if (f->s->of_card)
        return cc_wrong(f->u, CC_CARD_QUOTES, ref->span,
                        "a card calls itself 'this'; by name it would mean all cards of that name");
    return cc_op(f, VM_OP_GIVER, 'o', 0, 0, 0);
}

/* the opponent with the most life: of the opponents */
static cc_val the_only(cc_fn *f, const m_ref *ref)
{
    const uint8_t before = f->of_opponents;
    for (const m_atom *a = ref->desc->atoms; a; a = a->next)
        f->of_opponents |= a->kind == ATOM_NOUN && a->number == NOUN_OPPONENT && !a->neg;
    const cc_val v = cc_desc_set(f, ref->desc);
    f->of_opponents = before;
    return v;
}

/* What of it, or of what it became, is in that zone now (CR 400.7): a filter asks nowhere where something is. */
static cc_val there_now(cc_fn *f, cc_val set, const m_zone *zone)
{
    const uint32_t row = cc_selector_of_zone(f->u, zone);
    const cc_val now = cc_op(f, VM_OP_NOW, 'e', set.reg, 0, 0),
                 there = cc_op(f, VM_OP_SELECT, 'e', 0, 0, (int32_t)row),
                 gone = cc_op(f, VM_OP_MINUS, 'e', now.reg, there.reg, 0);
    return cc_op(f, VM_OP_MINUS, 'e', now.reg, gone.reg, 0);
}

/* this from your graveyard: there the ability functions (CR 112.6j), and there it must still be */
static cc_val this_there(cc_fn *f, const m_zone *zone)
{
    f->s->functions_in |= 1u << zone->zone | zone->also;
    return cc_as(f, there_now(f, cc_as(f, cc_this(f), 'e'), zone), 'o');
}

static cc_val fresh(cc_fn *f, const m_ref *ref, int now)
{
    cc_val a, b;
    switch (ref->kind) {
    case REF_THIS:
        return ref->zone ? this_there(f, ref->zone) : it_is_this(f);
    case REF_YOU:
        return cc_you(f);
    case REF_PRONOUN:
    case REF_THAT:
    case REF_PAID:
    case REF_THE:
        return cc_is_the_only(ref) ? the_only(f, ref) : pronoun(f, ref, now);
    case REF_ALL:
    case REF_NONE:
    case REF_NAMED:
        return all_that_fit(f, ref);
    case REF_GIVER:
        return giver(f, ref);
    case REF_SOME:
        return cc_chosen(f, ref, NULL);
    case REF_TARGET:
        return target(f, ref);
    case REF_NAME:
        return name_things(f, ref->name, now);
    case REF_CONTROLLER:
    case REF_OWNER:
        f->wants_controlled = ref->kind == REF_CONTROLLER && ref->of->kind == REF_PRONOUN;
        a = cc_ref(f, ref->of, 'o');
        f->wants_controlled = 0;
        return a.type ? cc_op(f, ref->kind == REF_OWNER ? VM_OP_OWNERS : VM_OP_CONTROLLERS, 'p',
                              a.reg, 0, 0)
                      : a;
    case REF_OPPONENTS:
        return opponents_of(f, ref);
    case REF_DEFENDER:
        if (f->defender.type)
            return f->defender;
        a = f->candidate.type && !f->describes ? cc_as(f, f->candidate, 'o')
            : cc_find_attacker(f) != 0         ? cc_referent_value(f, cc_find_attacker(f), 0)
                                               : cc_this(f);
        return cc_op(f, VM_OP_DEFENDER, 'p', a.reg, 0, 0);
    case REF_ACTIVE:
        return cc_op(f, VM_OP_ACTIVE, 'p', 0, 0, 0);
    case REF_SEAT:
        f->s->u->seats = ref->number > f->s->u->seats ? ref->number : f->s->u->seats;
        return cc_op(f, VM_OP_SEAT, 'p', 0, 0, (int32_t)ref->number - 1);
    case REF_HOST:
        if (ref->bound) /* by a card in exile */
            f->s->functions_in = 1u << VM_ZONE_EXILE;
        a = cc_this(f);
        return cc_op(f, VM_OP_HOST, 'e', a.reg, 0, 0);
    case REF_JOIN:
        if (either_of(f, ref))
            return CC_BAD;
        a = cc_as(f, cc_ref(f, ref->left, 'e'), 'e');
        b = cc_as(f, cc_ref(f, ref->right, 'e'), 'e');
        return a.type && b.type ? cc_op(f, VM_OP_UNION, 'e', a.reg, b.reg, 0) : CC_BAD;
    case REF_PART:
        return f->effect ? part(f, ref, ref->of, narrows(ref->of)) : cc_ref(f, ref->of, 'e');
    case REF_ZONE:
        return zone_cards(f, ref);
    case REF_TOP:
        return cc_top(f, ref);
    case REF_PILE:
        return cc_pile(f, ref);
    default:
        return cc_wrong(f->u, CC_NO_NATIVE, ref->span,
                        "the rules machine has no way to do this yet");
    }
}

static cc_again again_of(const cc_fn *f, const m_ref *ref, uint32_t *arg)
{
    *arg = 0;
    switch (ref->kind) {
    case REF_THIS:
        return f->self.type ? AGAIN_NOT : AGAIN_THIS;
    case REF_TARGET:
        *arg = f->s->targets.count - 1;
        return AGAIN_TARGET;
    case REF_HOST:
        return AGAIN_HOST;
    case REF_NAME:
        *arg = ref->name->link;
        return ref->name->operand ? AGAIN_NOT : AGAIN_LINK;
    default:
        return AGAIN_NOT;
    }
}

static int can_be_meant(const m_ref *ref)
{
    return ref->kind != REF_YOU && ref->kind != REF_PRONOUN && ref->kind != REF_THAT &&
           ref->kind != REF_PAID && ref->kind != REF_THE && ref->kind != REF_NONE;
}

static const char *called(char type)
{
    return type == 'p' ? "a player" : type == 'n' ? "a number" : "an object";
}

/* A player, or whoever controls a thing. */
static cc_val players_of(cc_fn *f, cc_val one)
{
    const cc_val things = cc_as(f, one, 'o'), themselves = cc_as(f, cc_as(f, one, 'p'), 'e'),
                 theirs = cc_as(f, cc_op(f, VM_OP_CONTROLLERS, 'p', things.reg, 0, 0), 'e');
    return cc_as(f, cc_op(f, VM_OP_UNION, 'e', themselves.reg, theirs.reg, 0), 'p');
}

/* A predicate does not see targets: the effect around it has them, and puts them where it looks. */
static int has_target_around(cc_fn *f, const m_ref *ref)
{
    cc_fn *around = f->outer;
    while (around && !around->effect)
        around = around->outer;
    return ref->kind != REF_TARGET || f->effect || !around || cc_referent_of(f, ref) ||
           cc_ref(around, ref, 'e').type;
}

static cc_val value(cc_fn *f, const m_ref *ref, char want, int now)
{
    if (!has_target_around(f, ref))
        return CC_BAD;
    cc_referent *said = ref->kind == REF_SOME || ref->kind == REF_TARGET || ref->kind == REF_PART
                            ? cc_referent_of(f, ref)
                            : NULL;
    if (said && !cc_is_at_hand(f, said))
        said = NULL;
    f->at = ref->span;
    if (ref == f->apiece)
        return cc_as(f, f->apiece_one, want);
    cc_val v = said ? cc_referent_value(f, said, now) : fresh(f, ref, now);
    if (!v.type)
        return v;
    if (want == 'p' && ref->kind == REF_PRONOUN && ref->word == W_THEY && f->candidate.type &&
        v.reg == f->candidate.reg) /* spells your opponents cast: they */
        v = players_of(f, v);
    if (!said && can_be_meant(ref) && !(f->asking && ref->kind == REF_SOME)) {
        uint32_t arg;
        const cc_again again = again_of(f, ref, &arg);
        const cc_val kept = ref->ref_class == CLASS_PLAYER ? cc_as(f, v, 'p') : v;
        cc_refer(f, ref, kept, again, arg);
    }
    if (!said && ref->bind && ref != f->moved)
        cc_name_set(f, ref->bind, v);
    const cc_val as = cc_as(f, v, want);
    if (!as.type)
        return cc_wrong(f->u, CC_WRONG_TYPE, ref->span, "%s is needed here, not %s",
                        want == 'e' ? "a thing" : called(want), called(v.type));
    return as;
}

cc_val cc_ref(cc_fn *f, const m_ref *ref, char want)
{
    return value(f, ref, want, 0);
}

cc_val cc_ref_now(cc_fn *f, const m_ref *ref, char want)
{
    return value(f, ref, want, 1);
}
