/* What may stand in a slot of a frame, by the slot's type. Each reader gives m_operands. */
#include "compiler/meaning/read.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grammar.tab.h"

m_operand *m_operand_new(m_reader *r, voc_type type, uint32_t from, uint32_t to)
{
    m_operand *o = ARENA_NEW(r->mem, m_operand);
    o->type = (uint8_t)type;
    o->given = 1;
    o->span = m_span(r, from, to);
    return o;
}

/* ---- power and toughness ----------------------------------------------------------------------
 */

/* One half of 'P/T': a number, X, or the name of an operand, perhaps with a sign. */
static m_amount *read_half(m_reader *r, const char *text, size_t size, uint32_t at,
                           uint8_t *out_minus)
{
    *out_minus = *text == '-';
    if (*text == '+' || *text == '-')
        text++, size--;
    if (!size)
        return NULL;
    if (isdigit((unsigned char)*text))
        return m_amount_const(r, atoi(text), at);
    char name[32];
    if (size >= sizeof name)
        return NULL;
    memcpy(name, text, size);
    name[size] = 0;
    const m_name *n = m_name_find(r, syn_word_find(r->voc->words, name));
    m_amount *a = m_amount_new(r, n && n->kind == M_NAME_NUMBER ? AMT_NAME : AMT_X, at, at + 1);
    a->name = (m_name *)(uintptr_t)n;
    return !n && strcmp(name, "X") != 0 ? NULL : a;
}

uint32_t m_read_change(m_reader *r, uint32_t at, int must_sign, m_change **out)
{
    if (m_kind(r, at) != TOK_PT) {
        m_want(r, at, must_sign ? "a change like +1/+1" : "power and toughness like 1/1");
        return 0;
    }
    const char *text = r->t[at].text, *slash = strchr(text, '/');
    const int sign = *text == '+' || *text == '-';
    if (sign != must_sign) {
        m_want(r, at, must_sign ? "a change like +1/+1" : "power and toughness like 1/1");
        return 0;
    }
    m_change *c = ARENA_NEW(r->mem, m_change);
    c->span = m_span(r, at, at + 1);
    c->power = read_half(r, text, (size_t)(slash - text), at, &c->minus_power);
    c->toughness = read_half(r, slash + 1, strlen(slash + 1), at, &c->minus_toughness);
    if (!c->power || !c->toughness) {
        m_refuse(r, at + 1, c->span, CC_BAD_VALUE,
                 "'%s' holds a letter that stands for no number here", text);
        return 0;
    }
    *out = c;
    return at + 1;
}

/* ---- counters and tokens ----------------------------------------------------------------------
 */

/* How many stand in front: 'a', a number, X, that many, 'a number of'. Gives the index behind, or 0. */
static uint32_t read_how_many(m_reader *r, uint32_t at, m_amount **out, int *out_deferred)
{
    const syn_word g = m_group(r, at);
    *out_deferred = 0;
    *out = NULL;
    if (g == W_A && m_word(r, at + 1) == W_NUMBER_W && m_word(r, at + 2) == W_OF) {
        *out_deferred = 1;
        return at + 3;
    }
    if (g == W_A || g == W_ANOTHER) {
        *out = m_amount_const(r, 1, at);
        return at + 1 + (m_word(r, at + 1) == W_ADDITIONAL);
    }
    const m_hits *n = m_read_amount(r, at);
    for (uint32_t i = 0; i < n->count; i++) {
        const m_amount *a = n->at[i].node;
        const syn_word next = m_word(r, n->at[i].end);
        const int more = (a->kind == AMT_ADD || a->kind == AMT_SUB) && a->left->kind == AMT_EVENT &&
                         a->right->kind == AMT_CONST;
        if (a->kind == AMT_EVENT && (next == W_PLUS || next == W_MINUS))
            continue; /* that many plus one */
        if (more || a->kind == AMT_CONST || a->kind == AMT_X || a->kind == AMT_NAME ||
            a->kind == AMT_EVENT || a->kind == AMT_MUL || a->kind == AMT_HALF_DOWN ||
            a->kind == AMT_HALF_UP) {
            *out = n->at[i].node;
            return n->at[i].end + (m_word(r, n->at[i].end) == W_ADDITIONAL);
        }
    }
    return 0;
}

/* 'equal to N' behind the noun: the hits with their ends; without it the amount stays as it is. */
static void with_equal(m_reader *r, m_operand *o, int deferred, uint32_t from, uint32_t at,
                       m_hits *out)
{
    if (m_word(r, at) == W_EQUAL && m_word(r, at + 1) == W_TO && !o->count) {
        const m_hits *n = m_read_amount(r, at + 2);
        for (uint32_t i = 0; i < n->count; i++) {
            m_operand *c = ARENA_NEW(r->mem, m_operand);
            *c = *o;
            c->count = n->at[i].node;
            c->span = m_span(r, from, n->at[i].end);
            m_hit_add(r, out, n->at[i].end, c);
        }
    }
    if (!o->count && !deferred)
        return;
    o->span = m_span(r, from, at);
    m_hit_add(r, out, at, o);
}

/* {E}{E}: as many energy counters (CR 107.14) */
static int32_t energy_symbols(const m_reader *r, uint32_t at)
{
    int32_t n = 0;
    if (m_kind(r, at) != TOK_MANA)
        return 0;
    for (const char *p = r->t[at].text; *p; p += 3, n++)
        if (strncmp(p, "{E}", 3) != 0)
            return 0;
    return n;
}

static void read_counters(m_reader *r, uint32_t at, m_hits *out)
{
    int deferred, all = m_group(r, at) == W_ALL;
    m_amount *n = NULL;
    uint32_t i, end;
    uint8_t cmp = CMP_EQ;
    const int32_t energy = energy_symbols(r, at);
    if (energy) {
        m_operand *o = m_operand_new(r, VOC_COUNTERS, at, at + 1);
        o->number = VM_COUNTER_ENERGY;
        o->count = m_amount_const(r, energy, at);
        m_hit_add(r, out, at + 1, o);
        return;
    }
    int said = 0;
    if (all) {
        i = at + 1;
        deferred = 0;
        n = m_amount_new(r, AMT_ANY, at, at + 1);
    } else if (m_group(r, at) == W_ANY && m_group(r, at + 1) == W_NUMBER_W &&
               m_word(r, at + 2) == W_OF) {
        i = at + 3;
        deferred = 0;
        n = m_amount_new(r, AMT_ANY, at, at + 3);
        n->value = 1; /* as many as one likes */
    } else if ((i = m_read_quantity(r, at, &n, &cmp)) != 0 &&
               (cmp != CMP_EQ || m_word(r, at) == W_NO || m_word(r, at) == W_EXACTLY)) {
        deferred = 0;
        said = 1;
    } else {
        cmp = CMP_EQ;
        i = read_how_many(r, at, &n, &deferred);
        if (!i) {
            if (!r->context->is_test && m_group(r, at) != W_COUNTER &&
                !m_entry(r, at, VOC_CLASS_COUNTER, &end))
                return;
            i = at;
            n = m_amount_new(r, AMT_ANY, at, at + 1);
        }
    }
    if (m_word(r, i) == W_THE)
        i++;
    const voc_entry *kind = m_entry(r, i, VOC_CLASS_COUNTER, &end);
    if (!kind)
        end = i;
    if (m_group(r, end) != W_COUNTER) {
        m_want(r, end, "a kind of counter, and 'counter'");
        return;
    }
    m_operand *o = m_operand_new(r, VOC_COUNTERS, at, end + 1);
    o->number = kind ? kind->number : UINT32_MAX;
    o->count = n;
    o->name = NULL;
    o->compare = (uint8_t)(said ? cmp + 1 : 0);
    if (cmp != CMP_EQ)
        o->is.amount = n;
    with_equal(r, o, deferred, at, end + 1, out);
}

/* as helper: how other sentences call them */
static void with_name(m_reader *r, m_operand *o, uint32_t at, m_hits *out)
{
    if (m_word(r, at) == W_AS && m_kind(r, at + 1) == TOK_WORD && syn_is_open(m_word(r, at + 1)) &&
        !o->is.quality->open) {
        m_operand *given = ARENA_NEW(r->mem, m_operand);
        *given = *o;
        given->name = m_name_give(r, m_word(r, at + 1), M_NAME_THINGS, r->t[at + 1].span);
        given->name->classes |= 1u << CLASS_OBJECT;
        m_hit_add(r, out, at + 2, given);
    }
    m_hit_add(r, out, at, o);
}

static void read_tokens(m_reader *r, uint32_t at, m_hits *out)
{
    int deferred;
    m_amount *n = NULL;
    uint32_t i = read_how_many(r, at, &n, &deferred);
    if (!i) {
        if (m_group(r, at) != W_TOKEN) /* 'tokens' of an event */
            return;
        m_operand *o = m_operand_new(r, VOC_TOKENS, at, at + 1);
        m_hit_add(r, out, at + 1, o);
        return;
    }
    int32_t one;
    if (m_word(r, at + 1) == W_OR && m_group(r, at + 2) == W_MORE &&
        m_group(r, at + 3) == W_TOKEN && m_read_number(r, at, &one) && one == 1) {
        m_operand *o = m_operand_new(r, VOC_TOKENS, at, at + 4); /* the same, of an event */
        m_hit_add(r, out, at + 4, o);
        return;
    }
    m_hits lists = {0};
    m_read_qualities(r, i, 1, &lists);
    for (uint32_t k = 0; k < lists.count; k++) {
        m_operand *o = m_operand_new(r, VOC_TOKENS, at, lists.at[k].end);
        o->is.quality = lists.at[k].node;
        o->count = n;
        m_hits whole = {0};
        with_equal(r, o, deferred, at, lists.at[k].end, &whole);
        for (uint32_t w = 0; w < whole.count; w++)
            with_name(r, whole.at[w].node, whole.at[w].end, out);
    }
}

/* ---- slots ------------------------------------------------------------------------------------
 */

static void read_refs(m_reader *r, const voc_slot *slot, uint32_t at, m_hits *out)
{
    const m_hits *refs = m_read_ref(r, at);
    for (uint32_t i = 0; i < refs->count; i++) {
        m_operand *o = m_operand_new(r, (voc_type)slot->type, at, refs->at[i].end);
        o->is.ref = refs->at[i].node;
        m_hit_add(r, out, refs->at[i].end, o);
    }
}

/* your control · its owner's control · your turn */
/* A slot that is called SAME is about the player in front of it, and nobody else. */
static int is_whom_it_must(m_reader *r, const voc_slot *slot, const m_ref *who, uint32_t end)
{
    if (strcmp(syn_word_text(r->voc->words, slot->name), "SAME") != 0 || who->kind == REF_THAT ||
        (who->kind == REF_PRONOUN && who->word == W_THEY))
        return 1;
    m_refuse(r, end, who->span, CC_WRONG_TYPE, "this is said of that player only: 'that player's'");
    return 0;
}

static void read_control(m_reader *r, voc_type type, syn_word noun, uint32_t at, m_hits *out)
{
    const m_hits *who = m_read_possessor(r, at);
    for (uint32_t i = 0; i < who->count; i++) {
        if (!voc_same(r->voc, m_word(r, who->at[i].end), noun)) {
            m_want_word(r, who->at[i].end, noun);
            continue;
        }
        m_operand *o = m_operand_new(r, type, at, who->at[i].end + 1);
        o->is.ref = who->at[i].node;
        m_hit_add(r, out, who->at[i].end + 1, o);
    }
}

/* ... or an Elf: more alternatives with articles of their own. The longer ones come first. */
static void more_articles(m_reader *r, voc_type type, uint32_t from, const m_desc *so_far,
                          uint32_t at, m_hits *out)
{
    if (m_group(r, at) != W_OR || m_group(r, at + 1) != W_A)
        return;
    const m_hits *d = m_read_desc(r, at + 2);
    for (uint32_t i = 0; i < d->count; i++) {
        const m_nominal *n = d->at[i].node;
        if (n->no_noun)
            continue;
        m_desc *all = NULL, **tail = &all;
        for (const m_desc *one = so_far; one; one = one->or) {
            *tail = ARENA_NEW(r->mem, m_desc);
            **tail = *one;
            tail = &(*tail)->or ;
        }
        *tail = n->desc;
        more_articles(r, type, from, all, d->at[i].end, out);
        m_operand *o = m_operand_new(r, type, from, d->at[i].end);
        o->is.desc = all;
        m_hit_add(r, out, d->at[i].end, o);
    }
}

/* from the chosen player: from each object that they control (CR 702.16j) */
static void read_from_player(m_reader *r, uint32_t at, m_hits *out)
{
    const m_hits *who = m_read_ref(r, at);
    for (uint32_t i = 0; i < who->count; i++) {
        m_ref *ref = who->at[i].node;
        const uint32_t end = who->at[i].end;
        if (ref->ref_class != CLASS_PLAYER || ref->kind == REF_ALL || ref->kind == REF_SOME)
            continue;
        m_desc *d = ARENA_NEW(r->mem, m_desc);
        d->span = ref->span;
        d->atoms = m_atom_new(r, ATOM_NOUN, at, end);
        d->atoms->number = NOUN_OBJECT;
        d->atoms->next = m_atom_new(r, ATOM_CONTROL, at, end);
        d->atoms->next->ref = ref;
        m_operand *o = m_operand_new(r, VOC_QUALITY, at, end);
        o->is.desc = d;
        m_hit_add(r, out, end, o);
    }
}

/* A description, with or without an article: 'a Forest', 'creatures with flying', 'red'. */
static void read_description(m_reader *r, voc_type type, uint32_t at, m_hits *out)
{
    const syn_word g = m_group(r, at);
    const int article = g == W_A || g == W_ALL || g == W_EACH || (g == W_ANOTHER);
    const m_hits *whole = g == W_ALL ? m_read_desc(r, at) : NULL; /* from all colors: a quality */
    for (uint32_t i = 0; whole && type == VOC_QUALITY && i < whole->count; i++) {
        m_operand *o = m_operand_new(r, type, at, whole->at[i].end);
        o->is.desc = ((const m_nominal *)whole->at[i].node)->desc;
        m_hit_add(r, out, whole->at[i].end, o);
    }
    if (type == VOC_QUALITY && at && m_word(r, at - 1) == W_FROM)
        read_from_player(r, at, out);
    const m_hits *d = m_read_desc(r, at + (uint32_t)article);
    for (uint32_t i = 0; i < d->count; i++) {
        const m_nominal *n = d->at[i].node;
        if (n->no_noun && (article || type == VOC_DESCRIPTION))
            continue;
        const m_atom *first = n->desc->atoms;
        if (type == VOC_DESCRIPTION && !article && !n->plural && !n->desc->or
            &&first->kind == ATOM_STATUS && !first->neg && r->context->can_be_attached &&
                (first->number & VM_STATUS_HOSTS))
            continue; /* enchanted creature: a very thing */
        if (g == W_A)
            more_articles(r, type, at, n->desc, d->at[i].end, out);
        m_operand *o = m_operand_new(r, type, at, d->at[i].end);
        o->is.desc = n->desc;
        if (g == W_ANOTHER) {
            m_desc *with = ARENA_NEW(r->mem, m_desc);
            *with = *n->desc;
            m_atom *other = m_atom_new(r, ATOM_OTHER, at, at + 1);
            other->next = with->atoms;
            with->atoms = other;
            o->is.desc = with;
        }
        m_hit_add(r, out, d->at[i].end, o);
    }
}

/* the chosen color · that color */
static int read_chosen_color(m_reader *r, uint32_t at, m_operand *o, uint32_t *out_end)
{
    m_choice *choice = NULL;
    m_name *n = m_read_chosen(r, at, &choice, out_end);
    if (!n || choice || n->kind != M_NAME_COLOR)
        return 0;
    o->name = n;
    return 1;
}

static void read_color(m_reader *r, uint32_t at, m_hits *out)
{
    uint32_t end;
    const voc_entry *e = m_entry(r, at, VOC_CLASS_COLOR, &end);
    const m_name *n = m_name_find(r, m_word(r, at));
    int32_t n_colors;
    m_operand *o = m_operand_new(r, VOC_COLOR, at, at + 1);
    if (e) {
        o->number = e->number;
    } else if (m_group(r, at) == W_ANY && (m_word(r, at + 1) == W_COLOR_W ||
                                           (m_read_number(r, at + 1, &n_colors) && n_colors == 1 &&
                                            m_word(r, at + 2) == W_COLOR_W))) {
        end = m_word(r, at + 1) == W_COLOR_W ? at + 2 : at + 3;
        o->number = 31;
    } else if (n && n->kind == M_NAME_COLOR) {
        o->name = (m_name *)(uintptr_t)n;
        end = at + 1;
    } else if (read_chosen_color(r, at, o, &end)) {
        (void)e;
    } else {
        m_want(r, at, "a color");
        return;
    }
    o->span = m_span(r, at, end);
    m_hit_add(r, out, end, o);
}

m_name_kind m_choice_name(const m_choice *c)
{
    return c->kind == CHOICE_COLOR           ? M_NAME_COLOR
           : c->kind == CHOICE_CREATURE_TYPE ? M_NAME_SUBTYPE
           : c->kind == CHOICE_LAND_TYPE     ? M_NAME_LAND
           : c->kind == CHOICE_NAME          ? (c->than ? M_NAME_SECOND : M_NAME_CARD)
           : c->kind == CHOICE_CARD_TYPE     ? M_NAME_TYPE
           : c->kind == CHOICE_NUMBER        ? M_NAME_NUMBER
           : c->kind == CHOICE_KEYWORD       ? M_NAME_KEYWORD
                                             : M_NAME_WORD;
}

/* permanent: the types of what stays on the battlefield */
enum {
    PERMANENT_TYPES = VM_TYPE_CREATURE | VM_TYPE_ARTIFACT | VM_TYPE_ENCHANTMENT | VM_TYPE_LAND |
                      VM_TYPE_PLANESWALKER
};

/* a color word · a basic land type word · a creature type word other than Wall (CR 612.2). The end, or 0 */
static uint32_t word_choice(m_reader *r, uint32_t i, m_choice *c)
{
    uint32_t end = 0, after;
    if (m_word(r, i) == W_COLOR_W && m_word(r, i + 1) == W_WORD_W)
        c->number = 1, end = i + 2;
    else if (m_word(r, i) == W_BASIC && m_word(r, i + 1) == W_LAND &&
             m_word(r, i + 2) == W_TYPE_W && m_word(r, i + 3) == W_WORD_W)
        c->number = 2, end = i + 4;
    else if (m_word(r, i) == W_CREATURE && m_word(r, i + 1) == W_TYPE_W &&
             m_word(r, i + 2) == W_WORD_W)
        c->number = 4, end = i + 3;
    if (!end)
        return 0;
    c->kind = CHOICE_WORD;
    const voc_entry *but = m_group(r, end) == W_OTHER && m_word(r, end + 1) == W_THAN
                               ? m_entry(r, end + 2, VOC_CLASS_SUBTYPE, &after)
                               : NULL;
    c->but = but ? but->number + 1 : 0;
    return but ? after : end;
}

/* a color · a creature type · a nonland card name · a number; behind the article. The end, or 0 */
static uint32_t choice_of(m_reader *r, uint32_t i, m_choice *c)
{
    const uint32_t basic = m_word(r, i) == W_BASIC;
    if (m_word(r, i) == W_COLOR_W && m_word(r, i + 1) == W_WORD_W && m_word(r, i + 2) == W_OR &&
        m_word(r, i + 3) == W_BASIC && m_word(r, i + 4) == W_LAND &&
        m_group(r, i + 5) == W_TYPES_W) {
        c->kind = CHOICE_WORD;
        return i + 6;
    }
    const uint32_t word = word_choice(r, i, c);
    if (word)
        return word;
    if (m_word(r, i) == W_COLOR_W) {
        c->kind = CHOICE_COLOR;
        return i + 1;
    }
    if (m_word(r, i) == W_CREATURE && m_word(r, i + 1) == W_TYPE_W) {
        c->kind = CHOICE_CREATURE_TYPE;
        return i + 2;
    }
    if (m_word(r, i + basic) == W_LAND && m_word(r, i + basic + 1) == W_TYPE_W) {
        c->kind = CHOICE_LAND_TYPE;
        c->number = basic;
        return i + basic + 2;
    }
    const voc_entry *noun = voc_entries(r->voc, m_word(r, i));
    while (noun && noun->entry_class != VOC_CLASS_NOUN)
        noun = noun->next;
    if (m_word(r, i + 1) == W_TYPE_W && noun &&
        (noun->number == NOUN_CARD || noun->number == NOUN_PERMANENT)) {
        c->kind = CHOICE_CARD_TYPE;
        c->number = noun->number == NOUN_CARD ? 0 : PERMANENT_TYPES;
        return i + 2;
    }
    if (m_word(r, i) == W_NUMBER_W) {
        c->kind = CHOICE_NUMBER;
        return i + 1;
    }
    const m_hits *names = m_read_desc(r, i);
    for (uint32_t k = 0; k < names->count; k++)
        if (m_word(r, names->at[k].end) == W_NAME_W) {
            c->kind = CHOICE_NAME;
            c->desc = ((m_nominal *)names->at[k].node)->desc;
            return names->at[k].end + 1;
        }
    return 0;
}

/* a color · a creature type · a color word or basic land type · another of the same kind · ... [of your choice] */
static void read_choice(m_reader *r, uint32_t at, m_hits *out)
{
    m_choice c = {.span = m_span(r, at, at + 1)};
    uint32_t i = at + 1, end = 0;
    m_name *before = m_word(r, at) == W_ANOTHER ? m_chosen(r, M_NAME_CARD, 0) : NULL;
    if (m_group(r, at) == W_A || m_word(r, at) == W_ANY) {
        end = choice_of(r, i, &c);
    } else if (before && (end = choice_of(r, i, &c)) != 0 && c.kind == CHOICE_NAME) {
        c.than = before;
    } else if (m_word(r, at) == W_ANOTHER && m_word(r, i) == W_OF && m_word(r, i + 1) == W_THE &&
               m_word(r, i + 2) == W_SAME && m_word(r, i + 3) == W_KIND) {
        c.kind = CHOICE_LIKE_WORD, end = i + 4;
    } else {
        end = m_read_keyword_choice(r, at, &c);
    }
    if (!end)
        return;
    if (m_word(r, end) == W_OF && m_word(r, end + 1) == W_YOUR && m_word(r, end + 2) == W_CHOICE)
        end += 3;
    m_choice *kept = ARENA_NEW(r->mem, m_choice);
    *kept = c;
    kept->span = m_span(r, at, end);
    if (m_word(r, end) == W_AS && m_kind(r, end + 1) == TOK_WORD &&
        syn_is_open(m_word(r, end + 1))) {
        kept->bind = m_name_give(r, m_word(r, end + 1), m_choice_name(kept), r->t[end + 1].span);
        end += 2;
    } else if (kept->kind != CHOICE_WORD && kept->kind != CHOICE_LIKE_WORD) {
        kept->bind = m_chosen(r, m_choice_name(kept), 1);
    }
    if (kept->kind == CHOICE_KEYWORD) {
        m_name *n = kept->bind;
        if (!n || n->word != W_CHOSEN ||
            (n->keywords && n->keywords->span.line != kept->keywords->span.line)) {
            m_refuse(r, end, kept->span, CC_NO_MEANING,
                     "one such choice of a card is meant by 'that ability'");
            return;
        }
        n->keywords = kept->keywords;
    }
    if (kept->kind == CHOICE_LAND_TYPE && kept->bind)
        kept->bind->land = kept->number ? 1 : 2;
    m_operand *o = m_operand_new(r, VOC_CHOICE, at, end);
    o->is.choice = kept;
    m_hit_add(r, out, end, o);
}

static void read_amounts(m_reader *r, voc_type type, uint32_t at, m_hits *out)
{
    const m_hits *n = m_read_amount(r, at);
    for (uint32_t i = 0; i < n->count; i++) {
        m_operand *o = m_operand_new(r, type, at, n->at[i].end);
        o->is.amount = n->at[i].node;
        m_hit_add(r, out, n->at[i].end, o);
    }
}

static void read_cost_operand(m_reader *r, uint32_t at, m_hits *out)
{
    for (uint32_t end = r->count; end > at; end--) {
        const int stops = end == r->count || m_kind(r, end) == TOK_COMMA ||
                          m_group(r, end) == W_AND || m_group(r, end) == W_RATHER ||
                          m_kind(r, end) == TOK_WORD;
        if (!stops)
            continue;
        if (m_kind(r, at) == TOK_MANA && end != at + 1 && m_kind(r, end - 1) != TOK_MANA &&
            end != r->count && m_group(r, end) != W_RATHER)
            continue;
        m_cost *c = m_read_costs(r, at, end);
        if (!c)
            continue;
        m_operand *o = m_operand_new(r, VOC_COST, at, end);
        o->is.cost = c;
        m_hit_add(r, out, end, o);
    }
}

static void read_word_slot(m_reader *r, uint32_t at, m_hits *out)
{
    const m_name *n = m_name_find(r, m_word(r, at));
    if (!n || (n->kind != M_NAME_WORD && n->kind != M_NAME_COLOR && n->kind != M_NAME_SUBTYPE))
        return;
    m_operand *o = m_operand_new(r, VOC_WORD, at, at + 1);
    o->name = (m_name *)(uintptr_t)n;
    m_hit_add(r, out, at + 1, o);
}

/* on your turn, behind a step: whose; gives the index behind it */
static uint32_t read_step_turn(m_reader *r, uint32_t at, m_ref **out)
{
    if (m_word(r, at) != W_ON)
        return at;
    const m_hits *who = m_read_possessor(r, at + 1);
    for (uint32_t k = 0; k < who->count; k++)
        if (m_word(r, who->at[k].end) == W_TURN) {
            *out = who->at[k].node;
            return who->at[k].end + 1;
        }
    return at;
}

static void step_hit(m_reader *r, const voc_entry *e, uint32_t at, uint32_t end, m_ref *whose,
                     int next, m_hits *out)
{
    if (m_group(r, end) == W_STEP_W && e->words[e->count - 1] != W_STEP_W) /* upkeep step */
        end++;
    if (!whose)
        end = read_step_turn(r, end, &whose);
    m_operand *o = m_operand_new(r, VOC_STEP, at, end);
    o->number = e->number;
    o->next = (uint8_t)next;
    o->is.ref = whose;
    m_hit_add(r, out, end, o);
}

/* the end step · any upkeep · your next untap step · combat on an opponent's turn */
static void read_step_slot(m_reader *r, uint32_t at, m_hits *out)
{
    uint32_t end;
    const syn_word g = m_group(r, at);
    const uint32_t i = at + (g == W_THE || g == W_ANY || g == W_EACH);
    const voc_entry *e = m_entry(r, i, VOC_CLASS_STEP, &end);
    if (e)
        step_hit(r, e, at, end, NULL, 0, out);
    const m_hits *who = m_read_possessor(r, at);
    for (uint32_t k = 0; k < who->count; k++) {
        const uint32_t next = m_word(r, who->at[k].end) == W_NEXT;
        e = m_entry(r, who->at[k].end + next, VOC_CLASS_STEP, &end);
        if (e)
            step_hit(r, e, at, end, who->at[k].node, (int)next, out);
    }
}

void m_read_operand(m_reader *r, const voc_slot *slot, uint32_t at, m_hits *out)
{
    m_operand *o;
    switch (slot->type) {
    case VOC_FLAG:
        m_hit_add(r, out, at, m_operand_new(r, VOC_FLAG, at, at));
        break;
    case VOC_NUMBER:
        read_amounts(r, VOC_NUMBER, at, out);
        break;
    case VOC_QUANTITY:
        m_read_comparison(r, at, out);
        break;
    case VOC_DESCRIPTION:
    case VOC_QUALITY:
        read_description(r, (voc_type)slot->type, at, out);
        break;
    case VOC_ZONE: {
        const m_hits *z = m_read_zone(r, at);
        for (uint32_t i = 0; i < z->count; i++) {
            o = m_operand_new(r, VOC_ZONE, at, z->at[i].end);
            o->is.zone = z->at[i].node;
            m_hit_add(r, out, z->at[i].end, o);
        }
        break;
    }
    case VOC_DESIGNATION: {
        uint32_t end;
        const voc_entry *e = m_entry(r, at, VOC_CLASS_DESIGNATION, &end);
        if (!e) {
            m_want(r, at, "a designation");
            break;
        }
        o = m_operand_new(r, VOC_DESIGNATION, at, end);
        o->number = e->number;
        o->is.text = syn_word_text(r->voc->words, e->lemma);
        m_hit_add(r, out, end, o);
        break;
    }
    case VOC_COUNTERS:
        read_counters(r, at, out);
        break;
    case VOC_TOKENS:
        read_tokens(r, at, out);
        break;
    case VOC_MANA:
        if (m_kind(r, at) == TOK_MANA) {
            o = m_operand_new(r, VOC_MANA, at, at + 1);
            o->is.text = r->t[at].text;
            m_hit_add(r, out, at + 1, o);
        } else {
            m_want(r, at, "mana symbols");
        }
        break;
    case VOC_COST:
        read_cost_operand(r, at, out);
        break;
    case VOC_CHANGE:
    case VOC_SIZE: {
        m_change *c;
        const uint32_t end = m_read_change(r, at, slot->type == VOC_CHANGE, &c);
        if (end) {
            o = m_operand_new(r, (voc_type)slot->type, at, end);
            o->is.change = c;
            m_hit_add(r, out, end, o);
        }
        break;
    }
    case VOC_ABILITIES: {
        m_hits chosen = {0};
        m_read_one_of(r, at, &chosen);
        m_read_chosen_ability(r, at, &chosen);
        const m_hits *const a = chosen.count ? &chosen : m_read_abilities(r, at);
        for (uint32_t i = 0; i < a->count; i++) {
            o = m_operand_new(r, VOC_ABILITIES, at, a->at[i].end);
            o->is.abilities = a->at[i].node;
            m_hit_add(r, out, a->at[i].end, o);
        }
        break;
    }
    case VOC_COLOR:
        read_color(r, at, out);
        break;
    case VOC_CHOICE:
        read_choice(r, at, out);
        break;
    case VOC_WORD:
        read_word_slot(r, at, out);
        break;
    case VOC_STEP:
        read_step_slot(r, at, out);
        break;
    case VOC_CONTROL:
        read_control(r, VOC_CONTROL, W_CONTROL_W, at, out);
        break;
    case VOC_TURN:
        read_control(r, VOC_TURN, W_TURN, at, out);
        break;
    case VOC_CONDITION: {
        const m_hits *c = m_read_cond(r, at);
        for (uint32_t i = 0; i < c->count; i++) {
            o = m_operand_new(r, VOC_CONDITION, at, c->at[i].end);
            o->is.cond = c->at[i].node;
            m_hit_add(r, out, c->at[i].end, o);
        }
        break;
    }
    case VOC_CARDS: {
        m_hits cards = {0};
        m_read_cards(r, at, &cards);
        for (uint32_t i = 0; i < cards.count; i++) {
            o = m_operand_new(r, VOC_CARDS, at, cards.at[i].end);
            o->is.cards = cards.at[i].node;
            m_hit_add(r, out, cards.at[i].end, o);
        }
        break;
    }
    case VOC_OPTIONS:
        m_read_options(r, at, out);
        break;
    case VOC_SUBTYPE: {
        uint32_t end;
        const voc_entry *e = m_entry(r, at, VOC_CLASS_SUBTYPE, &end);
        if (e) {
            o = m_operand_new(r, VOC_SUBTYPE, at, end);
            o->number = e->number;
            m_hit_add(r, out, end, o);
        }
        break;
    }
    case VOC_KEYWORD: {
        uint32_t end;
        const voc_entry *e = m_entry(r, at, VOC_CLASS_KEYWORD, &end);
        if (e) {
            o = m_operand_new(r, VOC_KEYWORD, at, end);
            o->number = e->frame->number;
            o->is.text = e->frame->name;
            m_hit_add(r, out, end, o);
        }
        break;
    }
    case VOC_EFFECT: {
        uint32_t end;
        const voc_entry *e =
            m_group(r, at) == W_A ? m_entry(r, at + 1, VOC_CLASS_NOUN, &end) : NULL;
        if (e && e->number == NOUN_EFFECT)
            m_hit_add(r, out, end, m_operand_new(r, VOC_EFFECT, at, end));
        break;
    }
    case VOC_POSSESSOR: {
        const m_hits *who = m_read_possessor(r, at);
        for (uint32_t i = 0; i < who->count; i++) {
            if (!is_whom_it_must(r, slot, who->at[i].node, who->at[i].end))
                continue;
            o = m_operand_new(r, VOC_POSSESSOR, at, who->at[i].end);
            o->is.ref = who->at[i].node;
            m_hit_add(r, out, who->at[i].end, o);
        }
        break;
    }
    case VOC_BECOME: {
        m_hits q = {0};
        m_read_qualities(r, at + (m_group(r, at) == W_A), 0, &q);
        for (uint32_t i = 0; i < q.count; i++) {
            o = m_operand_new(r, VOC_BECOME, at, q.at[i].end);
            o->is.quality = q.at[i].node;
            m_hit_add(r, out, q.at[i].end, o);
        }
        break;
    }
    case VOC_BLOCK:
        break;
    default:
        read_refs(r, slot, at, out);
    }
}

/* Does the noun at `at` stand in the number that the amount in front of it wants? */
static int noun_agrees(m_reader *r, int one, uint32_t from, uint32_t at)
{
    uint8_t forms = 0;
    for (const voc_entry *e = voc_entries(r->voc, m_word(r, at)); e; e = e->next)
        if (e->count == 1 && e->entry_class == VOC_CLASS_NOUN)
            forms |= e->form;
    if (r->context->is_test || !(forms & (VOC_FORM_ONE | VOC_FORM_MANY)) ||
        (forms & (one ? VOC_FORM_ONE : VOC_FORM_MANY)))
        return 1;
    m_refuse(r, at + 1, m_span(r, from, at + 1), CC_NO_MEANING,
             one ? "'%s': one, so the noun stands in the singular"
                 : "'%s': several, so the noun stands in the plural",
             m_text(r, from, at + 1));
    return 0;
}

static int names(const m_reader *r, syn_word noun, voc_class entry_class, uint32_t number)
{
    for (const voc_entry *e = voc_entries(r->voc, noun); e; e = e->next)
        if (e->count == 1 && e->entry_class == entry_class && e->number == number)
            return 1;
    return 0;
}

/* Says what is halved already what the phrase counts? half their life; half their library, of cards */
static int halves(const m_reader *r, const m_amount *of, syn_word noun)
{
    if (of->kind == AMT_PROPERTY)
        return names(r, noun, VOC_CLASS_PROPERTY, of->prop);
    return of->kind == AMT_COUNT && of->ref->kind == REF_ZONE &&
           names(r, noun, VOC_CLASS_NOUN, NOUN_CARD);
}

/* half X cards, rounded up */
static void rounded(m_reader *r, const m_amount *half, uint32_t from, uint32_t at, m_hits *out)
{
    uint32_t end = at;
    const m_amount_kind kind = m_read_rounded(r, &end);
    if (end == at)
        return;
    m_operand *o = m_operand_new(r, VOC_NUMBER, from, end);
    o->is.amount = ARENA_NEW(r->mem, m_amount);
    *o->is.amount = *half;
    o->is.amount->kind = (uint8_t)kind;
    m_hit_add(r, out, end, o);
}

/* that many cards minus one */
static void more_or_less(m_reader *r, const m_amount *a, uint32_t from, uint32_t at, m_hits *out)
{
    const m_hits *sums = m_read_sum(r, a, from, at);
    for (uint32_t i = 0; i < sums->count; i++) {
        if (sums->at[i].end == at)
            continue;
        m_operand *o = m_operand_new(r, VOC_NUMBER, from, sums->at[i].end);
        o->is.amount = sums->at[i].node;
        m_hit_add(r, out, sums->at[i].end, o);
    }
}

/* 'two cards' · 'a card' · 'no life' · 'cards equal to ...' · 'half their life': the amount in front of a noun that
 * belongs to the phrase, or behind it. */
void m_read_counted(m_reader *r, const voc_slot *slot, syn_word noun, uint32_t at, m_hits *out)
{
    const syn_word g = m_group(r, at);
    m_operand *o;
    if (voc_same(r->voc, m_word(r, at), noun) && m_word(r, at + 1) == W_EQUAL &&
        m_word(r, at + 2) == W_TO) {
        m_hits n = {0};
        read_amounts(r, VOC_NUMBER, at + 3, &n);
        for (uint32_t i = 0; i < n.count; i++)
            m_hit_add(r, out, n.at[i].end, n.at[i].node);
    }
    if ((g == W_A || g == W_NO || g == W_ANOTHER)) {
        const uint32_t i = at + 1 + (m_word(r, at + 1) == W_ADDITIONAL && noun != W_ADDITIONAL);
        if (voc_same(r->voc, m_word(r, i), noun) && (g == W_NO || noun_agrees(r, 1, at, i))) {
            o = m_operand_new(r, VOC_NUMBER, at, i + 1);
            o->is.amount = m_amount_const(r, g == W_NO ? 0 : 1, at);
            m_hit_add(r, out, i + 1, o);
        }
    }
    m_hits n = {0};
    read_amounts(r, VOC_NUMBER, at, &n);
    for (uint32_t i = 0; i < n.count; i++) {
        uint32_t end = n.at[i].end;
        const m_operand *amount = n.at[i].node;
        if (m_word(r, end) == W_ADDITIONAL && noun != W_ADDITIONAL)
            end++;
        const m_amount *a = amount->is.amount;
        const int one = a->kind == AMT_CONST && a->value == 1,
                  half = a->kind == AMT_HALF_DOWN || a->kind == AMT_HALF_UP;
        if (voc_same(r->voc, m_word(r, end), noun)) {
            if (half || noun_agrees(r, one, at, end))
                m_hit_add(r, out, end + 1, n.at[i].node);
            if (half)
                rounded(r, a, at, end + 1, out);
            if (a->kind == AMT_EVENT)
                more_or_less(r, a, at, end + 1, out);
        } else if (g == W_HALF && half && halves(r, a->left, noun))
            m_hit_add(r, out, end, n.at[i].node); /* half their life */
    }
    if (g == W_THAT && m_group(r, at + 1) == W_MANY && voc_same(r->voc, m_word(r, at + 2), noun))
        return;
    if (voc_same(r->voc, m_word(r, at),
                 noun)) { /* the amount comes later: deals damage to it equal to its power */
        o = m_operand_new(r, VOC_NUMBER, at, at + 1);
        o->given = 0;
        m_hit_add(r, out, at + 1, o);
    } else {
        m_want(r, at, "a number");
    }
    (void)slot;
}
