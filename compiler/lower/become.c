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

void cc_mod_become(cc_mods *m, const m_quality_list *q, int also, uint32_t sel)
{
    if (q->chosen) {
        if (q->chosen->kind != M_NAME_SUBTYPE) {
            cc_diag_add(m->s->u->diags, CC_NO_NATIVE, q->span,
                        "the rules machine sets chosen creature types, but no chosen colors yet");
            m->failed = 1;
            return;
        }
        cc_mod_push(m, VM_MOD_ADD_CREATURE_TYPE_CHOSEN, sel, q->chosen->link, 1);
        return;
    }
    const uint32_t types = q->types | q->supertypes << 16;
    if (q->types || q->supertypes)
        cc_mod_push(m, also || !q->types ? VM_MOD_ADD_TYPES : VM_MOD_SET_TYPES, sel, types, 0);
    if (q->subtypes.count)
        subtypes(m, q, also, sel);
    if (q->colors || q->colorless)
        cc_mod_push(m,
                    also && q->colors && !q->types && !q->subtypes.count ? VM_MOD_ADD_COLORS
                                                                         : VM_MOD_SET_COLORS,
                    sel, q->colors, 0);
    if (q->has_pt)
        cc_mod_numbers(m, VM_MOD_SET_PT, q->power, q->toughness, sel);
    if (q->size)
        cc_mod_numbers(m, VM_MOD_SET_PT, q->size, q->size, sel);
    if (q->abilities)
        cc_mod_abilities(m, q->abilities, NULL, sel);
}
