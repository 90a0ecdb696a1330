/* Where abilities may stand: keywords on the cards that their declaration names, abilities of instants and sorceries
 * only where they function there (CR 112.6), loyalty abilities on planeswalkers (CR 606). */
#include "compiler/lower/lower.h"

#include "grammar.tab.h"

static uint32_t types_of(const vm_face *face)
{
    return face->types & VM_TYPE_MASK;
}

static int has_subtype(const cc_unit *u, const vm_face *face, uint32_t subtype)
{
    for (uint32_t i = 0; i < face->subtype_count; i++)
        if (u->words.at[face->subtypes + i] == subtype)
            return 1;
    return 0;
}

static int is_aura_word(const cc_unit *u, syn_word word)
{
    for (const voc_entry *e = word ? voc_entries(u->voc, word) : NULL; e; e = e->next)
        if (e->entry_class == VOC_CLASS_SUBTYPE && e->number == VM_SUBTYPE_AURA)
            return 1;
    return 0;
}

/* Does the text speak of Auras? It may say that the card becomes one. */
static int speaks_of_auras(const cc_unit *u, const syn_block *body)
{
    for (uint32_t i = 0; body && i < body->stmts.count; i++) {
        const syn_stmt *s = body->stmts.at[i];
        for (uint32_t k = 0; k < s->phrase.count; k++)
            if (is_aura_word(u, s->phrase.first[k].word))
                return 1;
        if (speaks_of_auras(u, s->body) || speaks_of_auras(u, s->other))
            return 1;
    }
    return 0;
}

int cc_can_be_attached(const cc_unit *u, const vm_face *face, const syn_block *body)
{
    return speaks_of_auras(u, body) || has_subtype(u, face, VM_SUBTYPE_AURA) ||
           has_subtype(u, face, VM_SUBTYPE_EQUIPMENT) ||
           has_subtype(u, face, VM_SUBTYPE_FORTIFICATION) ||
           (types_of(face) & (VM_TYPE_ENCHANTMENT | VM_TYPE_CREATURE)) ==
               (VM_TYPE_ENCHANTMENT |
                VM_TYPE_CREATURE); /* it may be cast as an Aura (CR 702.102) */
}

static int is_spell_card(const vm_face *face)
{
    return (types_of(face) & (VM_TYPE_INSTANT | VM_TYPE_SORCERY)) != 0;
}

/* Is the card one of those that a word behind 'on' means? */
static int is_one(const cc_unit *u, const vm_face *face, syn_word word)
{
    for (const voc_entry *e = voc_entries(u->voc, word); e; e = e->next) {
        if (e->entry_class == VOC_CLASS_TYPE && (types_of(face) & 1u << e->number))
            return 1;
        if (e->entry_class == VOC_CLASS_SUBTYPE && has_subtype(u, face, e->number))
            return 1;
        if (e->entry_class == VOC_CLASS_NOUN && e->number == NOUN_PERMANENT && !is_spell_card(face))
            return 1;
        if (e->entry_class == VOC_CLASS_NOUN && e->number == NOUN_SPELL &&
            types_of(face) != VM_TYPE_LAND)
            return 1;
    }
    return 0;
}

int cc_keyword_may_stand(const cc_unit *u, const vm_face *face, const voc_frame *keyword)
{
    const syn_phrase on = keyword->on;
    for (uint32_t i = 0; i < on.count; i++)
        if (on.first[i].word && is_one(u, face, on.first[i].word))
            return 1;
    return !on.count;
}

static void keyword_stands(cc_unit *u, const vm_face *face, const m_keyword *k)
{
    const syn_phrase on = k->frame->on;
    const char *where = "";
    for (uint32_t i = 0; i < on.count; i++)
        where = arena_printf(u->mem, i ? "%s %s" : "%s%s", where, on.first[i].text);
    if (!cc_keyword_may_stand(u, face, k->frame))
        cc_wrong(u, CC_NOT_HERE, k->span, "this card cannot have '%s': its keyword stands on %s",
                 k->frame->name, where);
}

/* Can a spell that is given it do anything with it? Not where only permanents have it. */
int cc_means_something_on_spells(const cc_unit *u, const voc_frame *keyword)
{
    int permanent = 0;
    for (uint32_t i = 0; i < keyword->on.count; i++)
        for (const voc_entry *e = voc_entries(u->voc, keyword->on.first[i].word); e; e = e->next) {
            if (e->entry_class == VOC_CLASS_NOUN && e->number == NOUN_SPELL)
                return 1;
            permanent |= e->entry_class == VOC_CLASS_NOUN && e->number == NOUN_PERMANENT;
        }
    return !permanent;
}

/* What cannot be turned because the card has no other face (CR 701.27c, 709.1); 0 = it was said. */
int cc_has_other_face(cc_fn *f, const m_act *act)
{
    const int native = act->frame->native ? vm_native_by_name(act->frame->native) : -1;
    const m_operand *what = native == VM_NATIVE_transform || native == VM_NATIVE_flip
                                ? cc_operand(act, "OBJECT")
                                : NULL;
    if (!what || !what->is.ref || what->is.ref->kind != REF_THIS || !f->s->of_card)
        return 1;
    const uint32_t shape = f->u->face.at[f->s->face_idx].shape;
    if (native == VM_NATIVE_transform ? shape == VM_SHAPE_FRONT || shape == VM_SHAPE_BACK
                                      : shape == VM_SHAPE_UPRIGHT || shape == VM_SHAPE_FLIPPED)
        return 1;
    cc_wrong(f->u, CC_NOT_HERE, act->span,
             native == VM_NATIVE_transform
                 ? "this card has no back: it stands behind the card, 'back \"Name\" ...'"
                 : "this card cannot be flipped: what it becomes stands behind it, 'flip \"Name\" "
                   "...'");
    return 0;
}

void cc_in_command_zone(cc_abilities *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        list->at[i].zones = 1u << VM_ZONE_COMMAND;
}

/* Reads an ability's place from what was made of it: `list` from `first` on. */
void cc_stands(cc_unit *u, const vm_face *face, const m_ability *m, const cc_abilities *list,
               uint32_t first)
{
    for (const m_keyword *k = m->kind == ABILITY_KEYWORDS ? m->keywords : NULL; k; k = k->next)
        keyword_stands(u, face, k);
    if (m->kind == ABILITY_ACTIVATED && m->cost && m->cost->loyalty &&
        !(types_of(face) & VM_TYPE_PLANESWALKER)) {
        cc_wrong(u, CC_BAD_COST, m->cost->span, "only a planeswalker has loyalty abilities");
        return;
    }
    for (uint32_t i = first; is_spell_card(face) && i < list->count; i++)
        if (list->at[i].zones == 1u << VM_ZONE_BATTLEFIELD) {
            cc_wrong(
                u, CC_NOT_HERE, m->span,
                "this would work on the battlefield only, where an instant or sorcery never is");
            return;
        }
}
