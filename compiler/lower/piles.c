/* Piles (CR 700.3) and votes (CR 701.31): what several had a say in, and what is then said of it. */
#include "compiler/lower/lower.h"

static int is_one_player(cc_fn *f, const m_act *act)
{
    if (!f->subject || f->subject->ref_class == CLASS_OBJECT || cc_names_one(f->subject->ref))
        return 1;
    cc_wrong(f->u, CC_NO_NATIVE, act->span,
             "one player separates; several would make piles of each");
    return 0;
}

/* an opponent separates those cards into two piles */
void cc_separate(cc_fn *f, const m_act *act)
{
    if (!is_one_player(f, act))
        return;
    const cc_val all = cc_as(f, cc_ref_now(f, cc_needed(act, "OBJECT")->is.ref, 'e'), 'e');
    if (!all.type)
        return;
    const cc_arg a[2] = {{.v = all, .given = 1}, {.v = cc_actor(f), .given = 1}};
    f->piles = all;
    f->pile = CC_BAD;
    f->first_pile = cc_as(f, cc_native(f, VM_NATIVE_separate, a), 'e');
}

static cc_val those_of(cc_fn *f, cc_val set, const m_ref *ref)
{
    const uint32_t row = ref->desc && set.type ? cc_selector_anywhere(f, ref->desc) : 0;
    return row ? cc_op(f, VM_OP_FILTER, 'e', set.reg, 0, (int32_t)row) : set;
}

/* Who chooses is the one who acts, or the one of whose choice it is; what is left is the other pile. */
static cc_val choose_pile(cc_fn *f, const m_ref *ref)
{
    const cc_val who = ref->of ? cc_chosen(f, ref->of, NULL) : cc_actor(f);
    if (!who.type)
        return who;
    const cc_arg a[3] = {{.v = cc_as(f, who, 'p'), .given = 1},
                         {.v = f->first_pile, .given = 1},
                         {.v = f->piles, .given = 1}};
    f->pile = cc_as(f, cc_native(f, VM_NATIVE_choose_pile, a), 'e');
    f->rest = cc_op(f, VM_OP_MINUS, 'e', f->piles.reg, f->pile.reg, 0);
    f->rest_of = NULL;
    f->rest_from = NULL;
    return f->pile;
}

cc_val cc_pile(cc_fn *f, const m_ref *ref)
{
    if (ref->number == PILE_VOTED)
        return f->voted.type
                   ? those_of(f, f->voted, ref)
                   : cc_wrong(f->u, CC_NO_REFERENT, ref->span, "nothing before this was voted for");
    if (!f->piles.type || !f->effect)
        return cc_wrong(f->u, CC_NO_REFERENT, ref->span,
                        "nothing before this was separated into piles");
    if (ref->number == PILE_NOW)
        return those_of(f, choose_pile(f, ref), ref);
    if (!f->pile.type)
        return cc_wrong(
            f->u, CC_NO_REFERENT, ref->span,
            "which pile? 'one of those piles', or 'the pile of your choice', comes first");
    return those_of(f, ref->number == PILE_OTHER ? f->rest : f->pile, ref);
}

/* ---- votes ------------------------------------------------------------------------------------ */

/* starting with you, each player votes for death or torture: their numbers of votes have those names */
void cc_vote(cc_fn *f, const m_act *act)
{
    const m_options *o = cc_needed(act, "OPTIONS")->is.options;
    if (f->s->kind == SCOPE_TEST) {
        cc_wrong(
            f->u, CC_NOT_HERE, act->span,
            "nobody knows this word: what a test answers is a card, a color, a type, a number, "
            "or a word of the card that asks");
        return;
    }
    cc_arg a[4] = {{.v = cc_actor(f), .given = 1},
                   {.imm2 = (int32_t)o->count},
                   {.imm = act->from_you},
                   {.imm = cc_operand(act, "CHOICE") != NULL}};
    a[1].imm = (int32_t)cc_words_begin(f->u);
    for (uint32_t i = 0; i < o->count; i++)
        cc_word_add(f->u, cc_string(f->u, syn_word_text(f->u->voc->words, o->word[i])));
    cc_native(f, VM_NATIVE_vote, a);
    for (uint32_t i = 0; i < o->count; i++) {
        const cc_arg t[1] = {{.imm = (int32_t)i}};
        cc_name_set(f, o->name[i], cc_native(f, VM_NATIVE_votes, t));
    }
    f->s->options = o;
}

/* ... for a nonland permanent you don't control: those with the most votes are what can be meant */
void cc_vote_for(cc_fn *f, const m_act *act)
{
    const m_ref *what = cc_needed(act, "WHAT")->is.ref;
    if (what->kind != REF_SOME || !cc_names_one(what)) {
        cc_wrong(f->u, CC_NO_MEANING, what->span, "each player votes for one: 'a creature'");
        return;
    }
    const cc_val among = cc_desc_set(f, what->desc);
    if (!among.type)
        return;
    const cc_arg a[3] = {{.v = cc_actor(f), .given = 1},
                         {.v = cc_as(f, among, 'e'), .given = 1},
                         {.imm = act->from_you}};
    f->voted = cc_as(f, cc_native(f, VM_NATIVE_vote_for, a), 'e');
}

/* The number of votes of an option, from the name that it gave. */
static cc_val compared(cc_fn *f, const m_options *o, uint32_t one, uint32_t other, uint32_t op)
{
    const cc_val a = cc_name_number(f, o->name[other]), b = cc_name_number(f, o->name[one]);
    return cc_op(f, op, 'b', a.reg, b.reg, 0);
}

/* death gets more votes: than every other option */
cc_val cc_more_votes(cc_fn *f, const m_act *act)
{
    const m_operand *which = cc_needed(act, "OPTION");
    const m_options *o = f->s->options;
    uint32_t one = 0;
    while (o && one < o->count && which->is.options->name[0] != o->name[one])
        one++;
    if (!o || one == o->count)
        return cc_wrong(f->u, CC_NO_REFERENT, which->span, "nobody has voted for that before this");
    cc_val all = CC_BAD;
    for (uint32_t i = 0; i < o->count; i++)
        if (i != one) {
            const cc_val more = compared(f, o, one, i, VM_OP_LT);
            all = all.type ? cc_op(f, VM_OP_AND, 'b', all.reg, more.reg, 0) : more;
        }
    return all;
}

/* Khans was chosen: the number of its choices is kept by its name (CR 607.2k) */
cc_val cc_option_chosen(cc_fn *f, const m_act *act)
{
    const m_options *o = cc_needed(act, "OPTION")->is.options;
    const cc_val n = cc_name_number(f, o->name[0]), none = cc_num(f, 0);
    return cc_op(f, VM_OP_LT, 'b', none.reg, n.reg, 0);
}

/* the vote is tied: of two, that both have as many */
cc_val cc_vote_tied(cc_fn *f, const m_act *act)
{
    const m_options *o = f->s->options;
    if (!o)
        return cc_wrong(f->u, CC_NO_REFERENT, act->span, "nobody has voted before this");
    if (o->count != 2)
        return cc_wrong(f->u, CC_NO_NATIVE, act->span,
                        "of three options or more, say which of them gets more votes");
    return compared(f, o, 0, 1, VM_OP_EQ);
}
