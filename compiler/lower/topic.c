/* What 'it' is behind an event that is about two things: 'whenever a creature you control blocks a creature: it ...'. The event
 * is about the one that is named first; the other is 'that creature', unless it was spoken of since, or what is done can only
 * be done to it. */
#include "compiler/lower/lower.h"

#include "compiler/meaning/walk.h"

int cc_is_before(cc_span a, cc_span b)
{
    return a.line && a.file == b.file && (a.line < b.line || (a.line == b.line && a.col < b.col));
}

void cc_note_said(cc_referent *r, const m_ref *ref)
{
    if (ref->kind == REF_THAT && r->of_event && (!r->said.line || cc_is_before(r->said, ref->span)))
        r->said = ref->span;
}

static int note(const m_ref *ref, void *user)
{
    cc_fn *f = user;
    cc_referent *r = ref->kind == REF_THAT && !ref->plural ? cc_find(f, ref) : NULL;
    if (r)
        cc_note_said(r, ref);
    return 0;
}

/* counter that spell unless its controller pays {2}: what is asked before is said behind it */
void cc_note_all_said(cc_fn *f, const m_act *act)
{
    m_any_in_act(act, note, f);
}

/* Can something of a type be this, as far as its description says? One sacrifices no spell and counters no creature. */
static int can_be(const cc_referent *r, voc_type type)
{
    int spell = 0, permanent = 0, other = 0;
    for (const m_desc *d = r->desc; d; d = d->or) {
        int is_spell = 0, is_permanent = 0;
        for (const m_atom *a = d->atoms; a; a = a->next) {
            is_spell |= a->kind == ATOM_NOUN && !a->neg && a->number == NOUN_SPELL;
            is_permanent |= a->kind == ATOM_NOUN && !a->neg &&
                            (a->number == NOUN_PERMANENT || a->number == NOUN_TOKEN);
            is_permanent |= a->kind == ATOM_TYPE && !a->neg;
        }
        spell |= is_spell;
        permanent |= is_permanent && !is_spell;
        other |= !is_spell && !is_permanent;
    }
    return type == VOC_SPELL       ? spell || (other && !r->is_this)
           : type == VOC_PERMANENT ? !spell || permanent
                                   : 1;
}

/* What nobody has moved since it was said: the event is about it, or it is a target. */
static int is_as_it_was_said(const cc_referent *r)
{
    return (r->again == AGAIN_EVENT_OBJECT || r->again == AGAIN_TARGET) && !r->is_this &&
           !r->moved && !r->now.type && r->desc && r->ref_class == CLASS_OBJECT;
}

/* whenever a player casts a spell: tap that spell; whenever a creature attacks: counter it. Complains as of a noun. */
int cc_is_of_other_type(cc_fn *f, const m_act *act, const m_ref *ref, uint8_t type)
{
    if ((type != VOC_PERMANENT && type != VOC_SPELL) || !f->effect || f->s->delayed ||
        f->s->kind == SCOPE_TEST ||
        !(ref->kind == REF_THAT ||
          (type == VOC_SPELL && ref->kind == REF_PRONOUN && ref->word == W_IT)))
        return 0; /* tap it: rather this than a spell */
    const uint8_t unfit = f->only_unfit, unclear = f->unclear;
    const cc_referent *r = cc_find(f, ref);
    f->only_unfit = unfit;
    f->unclear = unclear;
    const int drawn = r && r->in_hand && type == VOC_PERMANENT;
    if (!r || (!drawn && (!is_as_it_was_said(r) || can_be(r, (voc_type)type))))
        return 0;
    cc_wrong(f->u, CC_WRONG_TYPE, ref->span, "'%s' is about %s, which this is not",
             act->frame->name ? act->frame->name
                              : syn_word_text(f->u->voc->words, act->frame->head),
             voc_type_text(type));
    return 1;
}

/* 1: the first must be meant, -1: the other, 0: what is done can be done to both */
static int by_what_is_done(const cc_fn *f, const m_ref *ref, const cc_referent *first,
                           const cc_referent *other)
{
    const voc_type type = ref == f->operand    ? f->operand_type
                          : ref == f->about_it ? f->about_type
                                               : VOC_OBJECT;
    return !can_be(other, type) ? 1 : can_be(first, type) ? 0 : -1;
}

/* What the event is about, for what is done at once and for what is done later. */
static cc_referent *first_of_event(const cc_referent *other)
{
    cc_referent *first = other->of_event == 2 ? other->next : NULL;
    while (first && first->of_event != 1)
        first = first->of_event == 2 ? first->next : NULL;
    return !first && other->again == AGAIN_CAPTURED && other->outer ? first_of_event(other->outer)
                                                                    : first;
}

/* it gets +1/+1 until end of turn if its power is 3 or less: the same */
static int was_it(const cc_fn *f, const m_ref *ref)
{
    const m_ref *about = f->about_it;
    return about && about->kind == REF_PRONOUN && about->word == W_IT &&
           (about == ref || cc_is_before(about->span, ref->span));
}

cc_referent *cc_topic(cc_fn *f, const m_ref *ref, cc_referent *other)
{
    cc_referent *first = first_of_event(other);
    if (!first || first->plural || first->ref_class != CLASS_OBJECT || !cc_is_at_hand(f, first))
        return other;
    const int must = by_what_is_done(f, ref, first, other);
    const int spoken =
        cc_is_before(other->said, ref->span) && !cc_is_before(other->said, first->said);
    const int later = first->is_this && other->again == AGAIN_CAPTURED; /* it is not taken along */
    if (must)
        return must < 0 ? other : later ? NULL : first;
    if (spoken)
        return other;
    f->unclear = first->is_this && !was_it(f, ref);
    return later ? other : first;
}

/* ---- players ----------------------------------------------------------------------------------- */

/* The player that the event named: a player loses life, each player's upkeep. You are called you. */
static cc_referent *player_of_event(const cc_fn *f, const cc_referent *but)
{
    for (cc_referent *r = f->s->referents; r; r = r->next)
        if (r != but && r->of_event && r->ref && r->ref_class == CLASS_PLAYER && !r->plural &&
            r->again != AGAIN_YOU)
            return r;
    return NULL;
}

cc_referent *cc_named_player(const cc_fn *f, const m_ref *ref, cc_referent *found)
{
    if (ref->kind != REF_THAT || ref->ref_class != CLASS_PLAYER || ref->plural || ref->each ||
        found->of_event || !found->ref || found == f->taken_up)
        return found;
    cc_referent *named = player_of_event(f, found);
    const int possessor = found->ref->kind == REF_CONTROLLER || found->ref->kind == REF_OWNER,
              each = found->ref->kind == REF_ALL,
              spoken = named && named->said.line && cc_is_before(named->said, ref->span) &&
                       cc_is_before(found->ref->span, named->said);
    return named && (possessor || each || spoken || found == f->compared) ? named : found;
}
