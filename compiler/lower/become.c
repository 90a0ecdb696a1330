/* What something is or becomes: types, subtypes, colours, and what comes with them (CR 205.1, 305.7). 'is' replaces
 * what it names; 'is also' adds. */
#include "compiler/lower/lower.h"

#include <string.h>

static void subtypes(cc_mods *m, const m_quality_list *q, int also, uint32_t sel)
{
    cc_unit *u = m->s->u;
    int land = 0, creature = 0;
    for (uint32_t i = 0; i < q->subtypes.count; i++) {
        const voc_symbol *s = voc_symbol_by_number(u->voc, VM_SYM_SUBTYPE, q->subtypes.at[i]);
        if (s && (s->a & VM_TYPE_LAND))
            land = 1;
        else if (!s || !s->a || (s->a & VM_TYPE_CREATURE))
            creature = 1;
    }
    const uint32_t first = cc_words_begin(u);
    for (uint32_t i = 0; i < q->subtypes.count; i++)
        cc_word_add(u, q->subtypes.at[i]);
    cc_mod_push(m,
                also || (land && creature) ? VM_MOD_ADD_SUBTYPES
                : land                     ? VM_MOD_SET_LAND_TYPES
                                           : VM_MOD_SET_CREATURE_TYPES,
                sel, first, q->subtypes.count);
}

/* The chosen color or type. In an effect the value is that of this time, so that it stays what it was when the choice is
 * made anew; what is always so follows what this has chosen. */
static void become_chosen(cc_mods *m, const m_quality_list *q, int also, uint32_t sel)
{
    const m_name *n = q->chosen;
    const int fixed = m->s->chosen == n;
    const uint32_t beside = also ? 2 : 0; /* in addition to its other types, colors */
    const int giver = m->f ? 0 : cc_set_by_giver(m->s, n, q->span);
    const uint32_t of_giver = giver > 0 ? 4 : 0;
    if (giver < 0) {
        m->failed = 1;
    } else if (n->kind == M_NAME_COLOR && fixed) {
        cc_mod_push(m, also ? VM_MOD_ADD_COLORS : VM_MOD_SET_COLORS, sel, m->s->chosen_value, 0);
    } else if (n->kind == M_NAME_LAND && fixed) {
        const uint32_t first = cc_words_begin(m->s->u);
        cc_word_add(m->s->u, m->s->chosen_value);
        cc_mod_push(m, also ? VM_MOD_ADD_SUBTYPES : VM_MOD_SET_LAND_TYPES, sel, first, 1);
    } else if (n->kind == M_NAME_COLOR && !m->f) {
        cc_mod_push(m, VM_MOD_SET_COLOR_CHOSEN, sel, n->link, 1 | beside | of_giver);
    } else if (n->kind == M_NAME_SUBTYPE && m->f && m->arg_count < 2) {
        const cc_val v = cc_name_number(m->f, n);
        cc_mod_push(m, VM_MOD_ADD_CREATURE_TYPE_CHOSEN, sel, m->arg_count, beside);
        m->arg[m->arg_count++] = v;
    } else if (n->kind == M_NAME_SUBTYPE) {
        cc_mod_push(m, VM_MOD_ADD_CREATURE_TYPE_CHOSEN, sel, n->link, 1 | beside | of_giver);
    } else {
        cc_diag_add(m->s->u->diags, CC_NO_NATIVE, q->span,
                    "the rules machine cannot make it what was chosen here");
        m->failed = 1;
    }
}

void cc_mod_become(cc_mods *m, const m_quality_list *q, int also, uint32_t sel)
{
    const uint32_t types = q->types | q->supertypes << 16;
    const int keeps = /* an artifact creature is still what it was (CR 205.1b) */
        also || q->types == (VM_TYPE_ARTIFACT | VM_TYPE_CREATURE);
    if (q->types || q->supertypes)
        cc_mod_push(m, keeps || !q->types ? VM_MOD_ADD_TYPES : VM_MOD_SET_TYPES, sel, types, 0);
    if (q->subtypes.count)
        subtypes(m, q, keeps, sel);
    if (q->colors || q->colorless)
        cc_mod_push(m,
                    also && q->colors && (also == ALSO_COLORS || (!q->types && !q->subtypes.count))
                        ? VM_MOD_ADD_COLORS
                        : VM_MOD_SET_COLORS,
                    sel, q->colors, 0);
    if (q->chosen) /* beside what else is said of it: a Goblin and the color of your choice */
        become_chosen(
            m, q,
            also || (q->chosen->kind == M_NAME_COLOR ? q->colors != 0 : q->subtypes.count != 0),
            sel);
    if (q->has_pt)
        cc_mod_numbers(m, VM_MOD_SET_PT, q->power, q->toughness, sel);
    if (q->size)
        cc_mod_numbers(m, VM_MOD_SET_PT, q->size, q->size, sel);
    if (q->abilities)
        cc_mod_abilities(m, q->abilities, NULL, sel);
}
