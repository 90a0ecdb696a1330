/* Conditions and events. */
#include "compiler/meaning/print_in.h"

#include <string.h>

/* ---- conditions --------------------------------------------------------------------------------
 */

void p_predicate(printer *p, const m_act *act, person who)
{
    p_frame(p, act->frame, act->operands,
            (verb_form){.who = (uint8_t)who, .negative = act->negative});
}

static void compare(printer *p, const m_cond *c, int negative)
{
    const m_ref *of = c->amount->kind == AMT_PROPERTY ? c->amount->ref : NULL;
    if (of && of->desc && of->ref_class == CLASS_OBJECT && p_person(of) == MANY) {
        p_ref(p, of, AS_SUBJECT); /* two or more creatures have power 4 or greater */
        if (negative)
            p_verb(p, W_DONT, MANY, 0);
        p_word(p, W_HAVE);
        p_named(p, VOC_CLASS_PROPERTY, c->amount->prop, VOC_FORM_ONE);
    } else {
        p_amount(p, c->amount);
        p_word(p, negative ? W_ISNT : W_IS);
    }
    if (c->cmp == CMP_EQ && !p_amount_simple(c->other))
        SAY(p, W_EQUAL, W_TO);
    p_property_comparison(p, c->cmp, c->other);
}

/* died this turn; attacked or blocked this turn */
static void happened(printer *p, const m_cond *c, int negative, person who)
{
    for (const m_event *e = c->event; e; e = e->or) {
        if (e != c->event)
            p_word(p, W_OR);
        p_frame(p, e->act->frame, e->act->operands,
                (verb_form){.who = (uint8_t)who, .negative = (uint8_t)negative, .past = 1});
    }
    if (c->number == VM_HISTORY_BEFORE) {
        SAY(p, W_BEFORE, W_IT);
    }
    if (c->number == 1)
        p_printed(p, PRINTED_LAST);
    else
        p_word(p, W_THIS);
    if (c->number == 3)
        p_named(p, VOC_CLASS_STEP, VM_STEP_COMBAT, VOC_FORM_ONE);
    else
        p_word(p, W_TURN);
}

static void history(printer *p, const m_cond *c, int negative)
{
    if (c->event->subject)
        p_ref(p, c->event->subject, AS_SUBJECT);
    happened(p, c, negative, c->event->subject ? p_person(c->event->subject) : ONE);
}

/* Behind a noun: that died this turn; you've cast this turn; was cast this turn */
void p_history(printer *p, const m_atom *a, int plural, int player)
{
    const m_cond *c = a->history;
    const m_event *e = c->event;
    if (e->subject) {
        p_ref(p, e->subject, AS_SUBJECT);
        happened(p, c, a->neg, p_person(e->subject));
        return;
    }
    const int passive = !e->act->frame->has_subject || e->hole > 1;
    if (!passive)
        p_word(p, player ? W_WHO : W_THAT);
    happened(p, c, a->neg, plural ? MANY : ONE);
}

/* a creature card was discarded this way · you revealed a land card this way */
static void this_way(printer *p, const m_cond *c, int neg)
{
    if (c->by) {
        p_ref(p, c->by, AS_SUBJECT);
        p_word(p, c->word);
    }
    p_ref(p, c->subject, c->by ? AS_OBJECT : AS_SUBJECT);
    if (!c->by) {
        const int many = p_person(c->subject) == MANY;
        p_word(p, neg ? many ? W_WERENT : W_WASNT : many ? W_WERE : W_WAS);
        p_word(p, c->word);
    }
    if (c->zone) {
        p_word(p, c->zone->zone == VM_ZONE_BATTLEFIELD ? W_ONTO : W_INTO);
        p_zone(p, c->zone);
    }
    SAY(p, W_THIS, W_WAY);
}

/* who discarded a card this way · who controlled a creature destroyed this way */
void p_who_this_way(printer *p, const m_atom *a)
{
    const m_cond *c = a->history;
    p_word(p, W_WHO);
    if (a->neg)
        p_word(p, W_DIDNT);
    if (c->controlled)
        p_verb(p, W_CONTROL_W, MANY, !a->neg);
    else
        p_word(p, c->word);
    p_ref(p, c->subject, AS_OBJECT);
    if (c->controlled)
        p_word(p, c->word);
    if (c->zone) {
        p_word(p, c->zone->zone == VM_ZONE_BATTLEFIELD ? W_ONTO : W_INTO);
        p_zone(p, c->zone);
    }
    SAY(p, W_THIS, W_WAY);
}

/* during your turn, before blockers are declared: it stands without 'if' and 'while' */
int p_is_time(const m_cond *c)
{
    const syn_word w = c->kind == COND_ACT && !c->subject ? c->act->frame->parts[0].word : 0;
    return w == W_DURING || w == W_BEFORE || w == W_AFTER;
}

/* you do · they don't · a player doesn't */
static void did(printer *p, const m_cond *c, int not )
{
    if (c->subject)
        p_ref(p, c->subject, AS_SUBJECT);
    else
        p_word(p, W_YOU);
    const int one = c->subject && p_person(c->subject) == ONE;
    p_text(p, one ? (not ? "doesn't" : "does") : not ? "don't" : "do");
}

void p_cond(printer *p, const m_cond *c)
{
    switch (c->kind) {
    case COND_AND:
    case COND_OR:
        p_cond(p, c->left);
        p_word(p, c->kind == COND_AND ? W_AND : W_OR);
        p_cond(p, c->right);
        break;
    case COND_NOT:
        if (c->left->kind == COND_COMPARE)
            compare(p, c->left, 1);
        else if (c->left->kind == COND_HISTORY)
            history(p, c->left, 1);
        else if (c->left->kind == COND_WAY)
            this_way(p, c->left, 1);
        else
            did(p, c->left, 1);
        break;
    case COND_DID:
        did(p, c, 0);
        break;
    case COND_COMPARE:
        compare(p, c, 0);
        break;
    case COND_HISTORY:
        history(p, c, 0);
        break;
    case COND_WAY:
        this_way(p, c, 0);
        break;
    default:
        if (c->subject && !c->kept)
            p_ref(p, c->subject, AS_SUBJECT);
        p_predicate(p, c->act, c->subject ? p_person(c->subject) : ONE);
    }
}

/* ---- events ------------------------------------------------------------------------------------
 */

/* The events that happen to a thing once: it enters, it dies. */
static const char *const ONCE[] = {
#define PRINT_ONCE(native) native,
#include "compiler/meaning/printed_as.def"
#undef PRINT_ONCE
};

int p_happens_once(const m_event *e)
{
    if (e->state)
        return 1;
    if (!e->act || !e->act->frame->native)
        return 0;
    const m_ref *who = e->subject;
    if (who && (who->kind == REF_ALL || who->kind == REF_SOME || who->kind == REF_JOIN ||
                who->kind == REF_NONE))
        return 0;
    for (size_t i = 0; i < sizeof ONCE / sizeof *ONCE; i++)
        if (strcmp(e->act->frame->native, ONCE[i]) == 0)
            return 1;
    return 0;
}

static void step_event(printer *p, const m_event *e)
{
    const int ends = e->step == VM_STEP_END_COMBAT && !e->whose && !e->each && !e->next_one;
    if (!ends)
        SAY(p, W_THE, W_BEGINNING, W_OF);
    const int combat = e->step == VM_STEP_COMBAT && e->whose && !e->first;
    if (e->whose && !combat) {
        p_possessor(p, e->whose);
    } else if (e->that_turn) {
        SAY(p, W_THAT, W_TURN);
        p_glue(p, "'s");
    } else if (e->each) {
        p_word(p, W_EACH);
    } else if (e->next_one) {
        p_word(p, W_THE);
    }
    if (e->next_one)
        p_word(p, W_NEXT);
    if (e->next_turn) {
        p_word(p, W_TURN);
        p_glue(p, "'s");
    }
    if (e->first)
        p_word(p, W_FIRST);
    p_named(p, VOC_CLASS_STEP, e->step, VOC_FORM_ONE);
    if (e->first)
        SAY(p, W_EACH, W_TURN);
    if (combat) {
        p_word(p, W_ON);
        p_possessor(p, e->whose);
        p_word(p, W_TURN);
    }
}

void p_events(printer *p, const m_event *e, int would)
{
    for (const m_event *before = NULL; e; before = e, e = e->or) {
        if (e->state) {
            p_cond(p, e->state);
            continue;
        }
        if (e->is_step) {
            if (before)
                SAY(p, W_OR, W_AT);
            step_event(p, e);
            continue;
        }
        const int same = before && e->subject && e->subject == before->subject;
        if (before)
            p_word(p, W_OR);
        if (before && !same && !would)
            p_word(p, p_happens_once(e) ? W_WHEN : W_WHENEVER);
        if (e->subject && !same)
            p_ref(p, e->subject, AS_SUBJECT);
        const verb_form form = {.who = (uint8_t)(e->subject ? p_person(e->subject) : ONE),
                                .would = (uint8_t)(would && !before)};
        voc_frame said = *e->act->frame;
        said.part_count = (uint8_t)(said.part_count - e->shared);
        p_frame(p, &said, e->act->operands, form);
        if (e->first) {
            SAY(p, W_FOR, W_THE);
            p_text(p, m_ordinal_word(e->first));
            SAY(p, W_TIME, W_EACH, W_TURN);
        }
    }
}
