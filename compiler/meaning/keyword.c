/* Keywords by name, with what they are given, and lists of abilities: 'flying and "{T}: add {G}"'. */
#include "compiler/meaning/read.h"

#include <string.h>

#include "grammar.tab.h"

void m_read_keyword_name(m_reader *r, uint32_t at, m_hits *out)
{
    for (const voc_entry *e = voc_entries(r->voc, m_word(r, at)); e; e = e->next) {
        if (e->entry_class != VOC_CLASS_KEYWORD || at + e->count > r->count ||
            !e->frame->slot_count)
            continue;
        uint32_t i = 1;
        while (i < e->count && m_word(r, at + i) == e->words[i])
            i++;
        if (i != e->count)
            continue;
        m_keyword *kw = ARENA_NEW(r->mem, m_keyword);
        kw->frame = e->frame;
        kw->operands = arena_alloc(r->mem, sizeof *kw->operands * e->frame->slot_count);
        kw->span = m_span(r, at, at + e->count);
        m_hit_add(r, out, at + e->count, kw);
    }
}

int m_says_word(const syn_stmt *s, syn_word name)
{
    for (uint32_t k = 0; k < s->phrase.count; k++)
        if (s->phrase.first[k].word == name)
            return 1;
    for (int side = 0; side < 2; side++) {
        const syn_block *b = side ? s->other : s->body;
        for (uint32_t i = 0; b && i < b->stmts.count; i++)
            if (m_says_word(b->stmts.at[i], name))
                return 1;
    }
    return 0;
}

/* Does a statement of the body speak of this operand, at any depth? */
int m_says_operand(const syn_stmt *s, const voc_slot *slot)
{
    return m_says_word(s, slot->name);
}

/* Is there something in the body that needs none of the operands? What gains the keyword by its name alone has that. */
static int says_more(const voc_frame *f)
{
    for (uint32_t i = 0; f->body && i < f->body->stmts.count; i++) {
        int needs = 0;
        for (uint32_t k = 0; k < f->slot_count; k++)
            needs |= m_says_operand(f->body->stmts.at[i], &f->slots[k]);
        if (!needs)
            return 1;
    }
    return 0;
}

/* Of two declarations of one keyword, for spells and for others: is this the one that is meant here? */
static int is_for_here(const m_reader *r, const voc_entry *e)
{
    const int of_spells = voc_is_of_spells(r->voc, e->frame);
    for (const voc_entry *o = voc_entries(r->voc, e->words[0]); o; o = o->next)
        if (o != e && o->entry_class == VOC_CLASS_KEYWORD && o->number == e->number &&
            voc_is_of_spells(r->voc, o->frame) != of_spells)
            return of_spells == (r->context->is_card && r->context->is_spell);
    return 1;
}

/* Behind its name: the rest of the pattern. `lead`: the operand in front of it. */
static void read_rest(m_reader *r, const voc_frame *f, uint32_t from, uint32_t at,
                      const m_operand *lead, m_hits *out)
{
    m_hits acts = {0};
    m_read_frame_parts(r, f, at, &acts);
    for (uint32_t k = 0; k < acts.count; k++) {
        const m_act *act = acts.at[k].node;
        m_keyword *kw = ARENA_NEW(r->mem, m_keyword);
        kw->frame = f;
        kw->operands = act->operands;
        if (lead)
            kw->operands[0] = *lead;
        kw->span = m_span(r, from, acts.at[k].end);
        m_hit_add(r, out, acts.at[k].end, kw);
    }
}

/* Goblin offering, legendary landwalk: what stands in front of the name is an operand. */
static void read_led(m_reader *r, uint32_t at, m_hits *out)
{
    for (uint32_t n = 0; n < r->voc->led.count; n++) {
        const voc_frame *f = r->voc->led.at[n];
        for (uint32_t i = at + 1; i < r->count && i < at + 6; i++)
            for (const voc_entry *e = voc_entries(r->voc, m_word(r, i)); e; e = e->next) {
                uint32_t k = 0;
                if (e->entry_class != VOC_CLASS_KEYWORD || e->frame != f)
                    continue;
                while (k < e->count && m_word(r, i + k) == e->words[k])
                    k++;
                if (k != e->count)
                    continue;
                m_hits leads = {0};
                m_read_operand(r, &f->slots[0], at, &leads);
                for (uint32_t h = 0; h < leads.count; h++)
                    if (leads.at[h].end == i)
                        read_rest(r, f, at, i + e->count, leads.at[h].node, out);
            }
    }
}

/* Does the phrase begin with the name of a keyword that goes on behind a colon? */
int m_begins_keyword(const m_reader *r)
{
    for (const voc_entry *e = voc_entries(r->voc, m_word(r, 0)); e; e = e->next)
        if (e->entry_class == VOC_CLASS_KEYWORD && e->frame->block)
            return 1;
    return 0;
}

void m_read_keyword(m_reader *r, uint32_t at, m_hits *out)
{
    read_led(r, at, out);
    for (const voc_entry *e = voc_entries(r->voc, m_word(r, at)); e; e = e->next) {
        if (e->entry_class != VOC_CLASS_KEYWORD || at + e->count > r->count || e->frame->leads ||
            !is_for_here(r, e))
            continue;
        uint32_t i = 1;
        while (i < e->count && m_word(r, at + i) == e->words[i])
            i++;
        if (i != e->count)
            continue;
        const uint32_t before = out->count;
        read_rest(r, e->frame, at, at + e->count, NULL, out);
        if (out->count == before && says_more(e->frame)) {
            m_keyword *kw = ARENA_NEW(r->mem, m_keyword);
            kw->frame = e->frame;
            kw->operands = arena_alloc(r->mem, sizeof *kw->operands * e->frame->slot_count);
            kw->span = m_span(r, at, at + e->count);
            kw->bare = 1;
            m_hit_add(r, out, at + e->count, kw);
        }
        if (out->count == before) {
            const voc_slot *s = e->frame->slot_count ? &e->frame->slots[0] : NULL;
            m_refuse(r, at + e->count, m_span(r, at, at + e->count), CC_MISSING_OPERAND,
                     "the keyword '%s' needs %s behind it", e->frame->name,
                     s ? voc_type_text(s->type) : "something");
        }
    }
}

uint32_t m_from_quality(const voc_frame *f)
{
    for (uint32_t i = 1; f->kind == DECL_KEYWORD && i < f->part_count; i++)
        if (f->parts[i].kind == VOC_PART_SLOT && f->slots[f->parts[i].slot].type == VOC_QUALITY &&
            f->parts[i - 1].kind == VOC_PART_LITERAL && f->parts[i - 1].word == W_FROM)
            return f->parts[i].slot + 1u;
    return 0;
}

static m_abilities *abilities_of(m_reader *r, m_keyword *first, m_abilities *more, uint32_t from,
                                 uint32_t to)
{
    m_abilities *a = ARENA_NEW(r->mem, m_abilities);
    if (more)
        *a = *more;
    m_keyword *k = ARENA_NEW(r->mem, m_keyword);
    *k = *first;
    k->next = more ? more->keywords : NULL;
    a->keywords = k;
    a->span = m_span(r, from, to);
    return a;
}

/* from red: as if its name stood in front of it once more */
void m_read_from_again(m_reader *r, const m_keyword *k, uint32_t at, m_hits *out)
{
    if (m_word(r, at) == W_FROM && m_from_quality(k->frame))
        read_rest(r, k->frame, at, at, NULL, out);
}

/* Behind protection from black: and from red, as keywords of a list (CR 702.16g). */
static m_hits and_from(m_reader *r, const m_keyword *k, uint32_t at)
{
    m_hits found = {0}, one = {0};
    const uint32_t next = at + (m_kind(r, at) == TOK_COMMA);
    const uint32_t from = next + (m_word(r, next) == W_AND);
    if (from != at)
        m_read_from_again(r, k, from, &one);
    for (uint32_t i = 0; i < one.count; i++) {
        const m_hits more = and_from(r, k, one.at[i].end);
        for (uint32_t n = 0; n < more.count; n++)
            m_hit_add(r, &found, more.at[n].end,
                      abilities_of(r, one.at[i].node, more.at[n].node, from, more.at[n].end));
        m_hit_add(r, &found, one.at[i].end,
                  abilities_of(r, one.at[i].node, NULL, from, one.at[i].end));
    }
    return found;
}

/* all hexproof abilities: whatever they are from */
static m_abilities *all_of_keyword(m_reader *r, uint32_t at, uint32_t *end)
{
    m_hits named = {0};
    m_read_keyword_name(r, at + 1, &named);
    for (uint32_t i = 0; i < named.count; i++)
        if (m_group(r, named.at[i].end) == W_ABILITY_W) {
            *end = named.at[i].end + 1;
            ((m_keyword *)named.at[i].node)->bare = 1;
            m_abilities *a = abilities_of(r, named.at[i].node, NULL, at, *end);
            a->all = 1;
            return a;
        }
    return NULL;
}

/* flying · first strike and vigilance · flying, trample, and haste · all creature types · this ability */
const m_hits *m_read_abilities(m_reader *r, uint32_t at)
{
    int known;
    m_hits *hits = m_memo(r, CAT_ABILITIES, at, &known);
    if (known)
        return hits;
    m_hits found = {0}, one = {0};
    m_read_keyword(r, at, &one);
    for (uint32_t i = 0; i < one.count; i++) {
        uint32_t end = one.at[i].end, next = end;
        if (m_kind(r, next) == TOK_COMMA)
            next++;
        if (m_word(r, next) == W_AND)
            next++;
        if (next != end) {
            const m_hits *more = m_read_abilities(r, next);
            for (uint32_t k = 0; k < more->count; k++)
                m_hit_add(r, &found, more->at[k].end,
                          abilities_of(r, one.at[i].node, more->at[k].node, at, more->at[k].end));
        }
        const m_hits others = and_from(r, one.at[i].node, end);
        for (uint32_t k = 0; k < others.count; k++)
            m_hit_add(r, &found, others.at[k].end,
                      abilities_of(r, one.at[i].node, others.at[k].node, at, others.at[k].end));
        m_hit_add(r, &found, end, abilities_of(r, one.at[i].node, NULL, at, end));
    }
    uint32_t end = 0;
    m_abilities *a = m_group(r, at) == W_ALL ? all_of_keyword(r, at, &end) : NULL;
    if (a)
        m_hit_add(r, &found, end, a);
    a = ARENA_NEW(r->mem, m_abilities);
    end = 0;
    if (m_group(r, at) == W_ALL && m_group(r, at + 1) == W_ABILITY_W)
        a->all = 1, end = at + 2;
    else if (m_group(r, at) == W_ALL && m_word(r, at + 1) == W_CREATURE &&
             m_word(r, at + 2) == W_TYPES_W)
        a->all_creature_types = 1, end = at + 3;
    else if (m_word(r, at) == W_THIS && m_word(r, at + 1) == W_ABILITY_W)
        a->this_ability = 1, end = at + 2;
    if (end) {
        a->span = m_span(r, at, end);
        m_hit_add(r, &found, end, a);
    }
    if (!found.count)
        m_want(r, at, "a keyword");
    *hits = found;
    return hits;
}
