/* An imperative about each of several things or players whose amount asks about each: 'put a +1/+1 counter on each creature for
 * each Aura attached to it', 'this deals damage to each opponent equal to the number of cards in that player's hand'. They are
 * taken one by one, so that 'it', 'they' and 'that player' are the one at hand. */
#include "compiler/lower/clauses.h"
#include "compiler/meaning/walk.h"

typedef struct meant {
    const cc_unit *u;
    const m_ref *each; /* NULL: 'it' alone */
    int they, that; /* of players: whether the pronoun, and 'that player', can be the one at hand */
    const m_ref *front; /* a pronoun in front of them */
} meant;

static int is_it(const m_ref *ref, void *user)
{
    const meant *m = user;
    return (!m->each && ref->kind == REF_PRONOUN && ref->word == W_IT) ||
           (m->each && (cc_is_that_one(m->u, ref, m->each) ||
                        m_desc_says(ref->desc, ATOM_OTHER))); /* than the one at hand */
}

static int is_they(const m_ref *ref, void *user)
{
    meant *m = user;
    const cc_span a = ref->span, b = m->each->span;
    const int they = m->they && ref->kind == REF_PRONOUN && ref->word == W_THEY &&
                     ref->ref_class != CLASS_OBJECT,
              that = m->that && ref->kind == REF_THAT && !ref->plural && !ref->each &&
                     ref->ref_class == CLASS_PLAYER;
    if ((they || that) && (a.line < b.line || (a.line == b.line && a.col < b.col)))
        m->front = ref;
    return they || that;
}

static int any_in_amounts(const m_act *act, m_ref_test test, meant *m)
{
    for (uint32_t i = 0; i < act->frame->slot_count; i++) {
        const m_operand *o = &act->operands[i];
        const int number = o->type == VOC_NUMBER || o->type == VOC_QUANTITY;
        if (o->given && (m_any_in_amount(o->count, test, m) ||
                         (number && m_any_in_amount(o->is.amount, test, m))))
            return 1;
    }
    return m_any_in_amount(act->times, test, m) || m_any_in_amount(act->x, test, m);
}

static int amounts_ask(const cc_fn *f, const m_act *act, const m_ref *each)
{
    meant m = {f->u, each, 0, 0, NULL};
    return any_in_amounts(act, is_it, &m);
}

/* each opponent · each of them · each of two target players, with 'that player' or 'they' in the amount behind it. Somebody who
 * was named before (by the event, as a target) is 'that player' rather than these; a subject is 'they'. */
static int players_ask(cc_fn *f, const m_act *act, const m_ref *each)
{
    const int several = each->each && each->ref_class == CLASS_PLAYER &&
                        (each->kind == REF_ALL || each->kind == REF_PRONOUN ||
                         each->kind == REF_THAT || each->kind == REF_TARGET);
    const int named = several && cc_names_a_player(f);
    meant m = {f->u, each, !f->subject || f->subject->ref_class == CLASS_OBJECT, several && !named,
               NULL};
    if (!several || !any_in_amounts(act, is_they, &m))
        return 0;
    if (named && m.front)
        cc_wrong(
            f->u, CC_AMBIGUOUS, m.front->span,
            "whose? Of somebody who was named before it is 'that player's'; 'to each ... equal "
            "to ...' is said of each of those");
    return 1;
}

/* each creature · each of them · each of those creatures · each of two target creatures */
int cc_is_each_thing(const m_ref *ref)
{
    return ref->each && ref->ref_class != CLASS_PLAYER &&
           ((ref->kind == REF_ALL && ref->ref_class == CLASS_OBJECT) || ref->kind == REF_PRONOUN ||
            ref->kind == REF_THAT || ref->kind == REF_TARGET);
}

const m_ref *cc_owner_of_each(const m_ref *ref)
{
    return ref && (ref->kind == REF_CONTROLLER || ref->kind == REF_OWNER) &&
                   cc_is_each_thing(ref->of)
               ? ref->of
               : NULL;
}

/* On an instant or sorcery 'its power' is not that of the spell. */
static int has_own_numbers(const cc_fn *f)
{
    return f->subject && f->subject->ref_class != CLASS_PLAYER &&
           !(f->subject->is_this && f->s->kind == SCOPE_SPELL);
}

typedef struct counted {
    cc_fn *f;
    const cc_referent *of;
} counted;

static int is_counted(const m_ref *ref, void *user)
{
    const counted *c = user;
    return ref->kind == REF_PRONOUN && ref->word == W_THEY && ref->ref_class != CLASS_PLAYER &&
           cc_find(c->f, ref) == c->of;
}

static int counts_them(cc_fn *f, const m_act *act, const m_ref *ref)
{
    counted c = {f, ref->kind == REF_TARGET ? cc_referent_of(f, ref) : cc_find(f, ref)};
    int found = 0;
    for (uint32_t i = 0; c.of && c.of != f->subject && i < act->frame->slot_count; i++) {
        const m_operand *o = &act->operands[i];
        found |= o->given && (o->type == VOC_NUMBER || o->type == VOC_QUANTITY) &&
                 m_any_in_amount(o->is.amount, is_counted, &c);
    }
    return found || (c.of && c.of != f->subject && m_any_in_amount(act->x, is_counted, &c));
}

/* put X +1/+1 counters on those creatures, where X is their power: on each as many as its own; NULL: nothing of the kind */
static const m_ref *counted_by_itself(cc_fn *f, const m_act *act, const m_ref *ref)
{
    const m_ref *of = ref->kind == REF_CONTROLLER || ref->kind == REF_OWNER ? ref->of : ref;
    const int several = (of->kind == REF_PRONOUN && of->word == W_THEY) ||
                        (of->kind == REF_THAT && of->plural) ||
                        (of->kind == REF_TARGET && cc_is_several(of));
    if (!several || of->ref_class == CLASS_PLAYER || act->unless || !f->effect)
        return NULL;
    const uint8_t wants = f->wants_object;
    f->wants_object = 1;
    const int so = counts_them(f, act, of);
    f->wants_object = wants;
    return so ? of : NULL;
}

const m_ref *cc_apiece(cc_fn *f, const m_act *act)
{
    const m_ref *found = NULL;
    const int ask = amounts_ask(f, act, NULL);
    if (has_own_numbers(f) && ask)
        return NULL;
    for (uint32_t i = 0; i < act->frame->slot_count; i++) {
        const m_operand *o = &act->operands[i];
        if (!o->given || !voc_is_reference(o->type) || !o->is.ref)
            continue;
        const int asks = (cc_is_each_thing(o->is.ref) && (ask || amounts_ask(f, act, o->is.ref))) ||
                         players_ask(f, act, o->is.ref);
        const m_ref *each = asks ? o->is.ref : cc_owner_of_each(o->is.ref);
        if (!each)
            each = counted_by_itself(f, act, o->is.ref);
        if (!each || each == f->apiece)
            continue;
        if (found)
            return NULL;
        found = each;
    }
    return found;
}

void cc_apiece_do(cc_fn *f, const m_ref *each, void (*go)(cc_fn *f, void *user), void *user)
{
    const cc_val all = cc_as(f, cc_ref(f, each, 'e'), 'e');
    if (all.type)
        cc_apiece_of(f, each, all, go, user);
}

void cc_apiece_of(cc_fn *f, const m_ref *each, cc_val all, void (*go)(cc_fn *f, void *user),
                  void *user)
{
    const cc_referent *before = f->s->referents;
    const cc_referent *said =
        each->desc || each->ref_class == CLASS_PLAYER ? NULL : cc_find(f, each);
    const m_ref *outer = f->apiece;
    const cc_val outer_one = f->apiece_one;
    const cc_loop l = cc_loop_begin(f, all);
    f->apiece = each;
    f->apiece_one = cc_as(f, l.one, each->ref_class == CLASS_PLAYER ? 'p' : 'o');
    /* said before the amount, so that the amount can mean it */
    cc_referent *one = cc_refer(f, each, f->apiece_one, AGAIN_NOT, 0);
    one->plural = 0;
    one->desc = said ? said->desc : one->desc; /* each of them: 'other' asks what they are */
    go(f, user);
    cc_loop_end(f, l);
    f->apiece = outer;
    f->apiece_one = outer_one;
    uint32_t paid = 0;
    for (cc_referent *r = f->s->referents; r && r != before; r = r->next) {
        r->owner = 0;
        paid |= r->ref == each ? r->paid : 0;
    }
    cc_refer(f, each, all, AGAIN_NOT, 0)->paid = paid;
}

typedef struct one_act {
    const m_act *act;
    cc_counted *counted;
    cc_val place;
} one_act;

static void count_once(cc_fn *f, void *user)
{
    const one_act *one = user;
    cc_counted_note(f, one->counted, one->place);
}

static void act_once(cc_fn *f, void *user)
{
    const one_act *one = user;
    const cc_counted *outer = cc_counted_take(f, one->counted, one->place);
    cc_act(f, one->act);
    f->counted = outer;
}

void cc_act_apiece(cc_fn *f, const m_act *act, const m_ref *each)
{
    one_act one = {act, cc_counted_in(f, act, each), CC_BAD};
    const int held = cc_act_waits(f, act);
    const cc_val all = cc_as(f, cc_ref(f, each, 'e'), 'e');
    if (!all.type)
        return;
    if (held)
        cc_hold(f);
    if (one.counted) {
        one.place = cc_counted_begin(f);
        cc_apiece_of(f, each, all, count_once, &one);
        cc_counted_turn(f, one.counted, all, one.place);
    }
    cc_apiece_of(f, each, all, act_once, &one);
    if (held)
        cc_let_go(f);
    f->of_each = f->that_many.type != 0; /* of each another number: of no one 'that many' */
    f->that_many = CC_BAD;
}
