/* What a keyword says of what has it: some say something of permanents alone, some of spells. 'Creatures you control have storm'
 * means creature spells, or nothing. */
#include "compiler/lower/rules.h"

/* What a description says that it is about. */
enum about { ABOUT_ANYTHING, ABOUT_SPELLS, ABOUT_PERMANENTS, ABOUT_CARDS };

static uint32_t zones_of(const m_atom *a)
{
    return a->kind == ATOM_ZONE && !a->neg ? 1u << a->zone->zone | a->zone->also : 0;
}

static enum about one_about(const m_desc *d)
{
    const uint32_t battlefield = 1u << VM_ZONE_BATTLEFIELD, stack = 1u << VM_ZONE_STACK;
    uint32_t zones = 0, nouns = 0, says = 0;
    for (const m_atom *a = d->atoms; a; a = a->next) {
        zones |= zones_of(a);
        nouns |= a->kind == ATOM_NOUN && !a->neg ? 1u << a->number : 0;
        says |= a->kind == ATOM_ZONE || a->kind == ATOM_OWN || a->kind == ATOM_DESC;
    }
    if (nouns & (1u << NOUN_SPELL | 1u << NOUN_ABILITY))
        return ABOUT_SPELLS;
    if (zones && !(zones & (battlefield | stack)))
        return ABOUT_CARDS;
    return (says && !(zones & battlefield)) || (nouns & 1u << NOUN_CARD) ? ABOUT_ANYTHING
                                                                         : ABOUT_PERMANENTS;
}

static enum about about_what(const m_ref *ref)
{
    if (!ref || ref->ref_class != CLASS_OBJECT)
        return ABOUT_ANYTHING;
    if (ref->kind == REF_HOST)
        return ABOUT_PERMANENTS;
    const m_desc *d =
        ref->kind == REF_ALL || ref->kind == REF_TARGET || ref->kind == REF_SOME ? ref->desc : NULL;
    const enum about what = d ? one_about(d) : ABOUT_ANYTHING;
    for (; d; d = d->or)
        if (one_about(d) != what)
            return ABOUT_ANYTHING;
    return what;
}

/* storm on instant or sorcery, convoke on spell */
static int is_on_spells_alone(const cc_unit *u, const voc_frame *keyword)
{
    int spell = 0;
    for (uint32_t i = 0; i < keyword->on.count; i++)
        for (const voc_entry *e = voc_entries(u->voc, keyword->on.first[i].word); e; e = e->next) {
            const int here = (e->entry_class == VOC_CLASS_NOUN && e->number == NOUN_SPELL) ||
                             (e->entry_class == VOC_CLASS_TYPE &&
                              (1u << e->number & (VM_TYPE_INSTANT | VM_TYPE_SORCERY)));
            if (!here && (e->entry_class == VOC_CLASS_NOUN || e->entry_class == VOC_CLASS_TYPE ||
                          e->entry_class == VOC_CLASS_SUBTYPE))
                return 0;
            spell |= here;
        }
    return spell;
}

/* No declaration of it is about permanents: 'ascend on permanent' is another than 'ascend on instant or sorcery'. */
static int means_nothing_on_permanents(const cc_unit *u, const voc_frame *keyword)
{
    for (const voc_frame *f = u->voc->frames; f; f = f->after)
        if (f->kind == DECL_KEYWORD && f->number == keyword->number && !is_on_spells_alone(u, f))
            return 0;
    return is_on_spells_alone(u, keyword);
}

/* this has storm: a card that could not have it printed on it. What it becomes may (an Aura: 'enchant creature'). */
static int is_of_other_cards(const cc_mods *m, const voc_frame *keyword)
{
    const cc_unit *u = m->s->u;
    if (m->f || !m->about || m->about->kind != REF_THIS || !m->s->of_card)
        return 0;
    for (const voc_frame *f = u->voc->frames; f; f = f->after)
        if (f->kind == DECL_KEYWORD && f->number == keyword->number &&
            (!is_on_spells_alone(u, f) || cc_keyword_may_stand(u, &u->face.at[m->s->face_idx], f)))
            return 0;
    return 1;
}

/* lands you control have cycling {2}: an ability that functions in a hand alone */
void cc_keyword_works_there(cc_mods *m, const m_keyword *k, const cc_abilities *list, uint32_t from)
{
    uint32_t zones = 0, count = 0;
    for (uint32_t i = from; i < list->count; i++)
        if (list->at[i].kind != VM_ABILITY_KEYWORD) {
            zones |= list->at[i].zones;
            count++;
        }
    if (count && !(zones & 1u << VM_ZONE_BATTLEFIELD) && about_what(m->about) == ABOUT_PERMANENTS)
        cc_rule_wrong(
            m, k->span,
            "this does something where permanents are not (CR 112.6): 'each creature card "
            "in your hand has ...', 'each creature card in your graveyard has ...'");
}

/* Why this says nothing of what it is about; NULL: it may. What an effect gives a permanent spell stays with it (CR 400.7a). */
const char *cc_keyword_is_idle(const cc_mods *m, const m_keyword *k)
{
    const enum about what = about_what(m->about);
    if (what == ABOUT_SPELLS && !m->f && !cc_means_something_on_spells(m->s->u, k->frame))
        return "this says something of permanents alone: 'creatures you control have ...'; on the "
               "stack it does nothing";
    if (what == ABOUT_CARDS && !cc_means_something_on_spells(m->s->u, k->frame))
        return "this says something of permanents alone; cards that lie there do nothing with it "
               "(CR 400.7)";
    if (is_of_other_cards(m, k->frame))
        return "no card of this kind has that, and nothing comes of it here";
    if (what == ABOUT_PERMANENTS && means_nothing_on_permanents(m->s->u, k->frame))
        return "this says something of spells alone: 'creature spells you cast have ...'; on the "
               "battlefield it does nothing";
    return NULL;
}
