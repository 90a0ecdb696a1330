/* The player with the most life: who is compared with everybody else is the only one. */
#include "compiler/lower/lower.h"

static int is_everybody_else(const m_ref *ref)
{
    return ref->kind == REF_ALL && ref->each && ref->ref_class == CLASS_PLAYER &&
           m_desc_says(ref->desc, ATOM_OTHER);
}

/* means WHO has more life than each other player */
static int means_else(const syn_phrase *words)
{
    for (uint32_t i = 0; i + 2 < words->count; i++)
        if (words->first[i].word == W_EACH && words->first[i + 1].word == W_OTHER &&
            words->first[i + 2].word == W_PLAYER_W)
            return 1;
    return 0;
}

static int compares_with_all(const m_act *act)
{
    if (act->negative)
        return 0;
    for (uint32_t i = 0; i < act->frame->slot_count; i++)
        if (act->operands[i].given && voc_is_reference(act->operands[i].type) &&
            act->operands[i].is.ref && is_everybody_else(act->operands[i].is.ref))
            return 1;
    return means_else(&act->frame->means);
}

int cc_is_the_only(const m_ref *ref)
{
    if (ref->kind != REF_THE || ref->ref_class != CLASS_PLAYER || !ref->desc || ref->desc->or)
        return 0;
    for (const m_atom *a = ref->desc->atoms; a; a = a->next)
        if (a->kind == ATOM_COND && compares_with_all(a->act))
            return 1;
    return 0;
}
