/* Descriptions: alternatives of properties as 'nonland permanent', 'white or blue creature', 'instant or sorcery
 * card'. Each alternative is words in front and up to its nouns, then what stands behind them; the reader shares out
 * what is behind the last of them, and what is in front of the first, and here that is taken together again. */
#include "compiler/meaning/print_in.h"

#include <ctype.h>
#include <string.h>

typedef struct words { /* an alternative */
    const m_atom **at;
    uint32_t count, front; /* front: without what stands behind the nouns */
} words;

/* the chosen color · the color of your choice · the chosen name */
static void kind_word(printer *p, const m_name *name)
{
    if (name->kind == M_NAME_TYPE)
        p_word(p, W_CARD_W);
    p_word(p, name->kind == M_NAME_COLOR    ? W_COLOR_W
              : name->kind == M_NAME_CARD   ? W_NAME_W
              : name->kind == M_NAME_NUMBER ? W_NUMBER_W
                                            : W_TYPE_W);
}

void p_chosen(printer *p, const m_name *name, const m_choice *choice)
{
    p_word(p, W_THE);
    if (!choice)
        p_word(p, W_CHOSEN);
    if (choice && choice->kind == CHOICE_CREATURE_TYPE)
        p_word(p, W_CREATURE);
    if (choice && choice->kind == CHOICE_LAND_TYPE)
        SAY(p, W_BASIC, W_LAND);
    kind_word(p, name);
    if (choice)
        SAY(p, W_OF, W_YOUR, W_CHOICE);
}

static int is_unnamed(const m_atom *a) /* the chosen color, which has no name of its own */
{
    return a->kind == ATOM_CHOSEN && a->name->word == W_CHOSEN;
}

static int is_noun(const m_atom *a, int after_noun)
{
    if (is_unnamed(a) || (a->kind == ATOM_CHOSEN && (a->number == CHOSEN_BY_ANY || a->neg)))
        return 0;
    return a->kind == ATOM_NOUN || (a->kind == ATOM_TYPE && !a->neg) ||
           (a->kind == ATOM_SUBTYPE && !a->neg) ||
           (a->kind == ATOM_NAMED && !after_noun && !a->name) || a->kind == ATOM_QUALITY ||
           (a->kind == ATOM_CHOSEN && a->name->kind != M_NAME_COLOR);
}

static int is_front(const m_atom *a, int after_noun)
{
    if (a->kind == ATOM_CHOSEN && (a->number == CHOSEN_BY_ANY || a->neg))
        return 0;
    if (is_unnamed(a) || (a->kind == ATOM_CHOSEN && after_noun && a->name->kind == M_NAME_COLOR))
        return !after_noun;
    switch (a->kind) {
    case ATOM_SUPERTYPE:
    case ATOM_COLOR:
    case ATOM_STATUS:
    case ATOM_DESIGNATED:
    case ATOM_PT:
    case ATOM_EXTRA:
    case ATOM_CHOSEN:
    case ATOM_TYPE:
    case ATOM_SUBTYPE:
        return 1;
    case ATOM_OTHER:
        return !a->ref;
    case ATOM_DESC:
        return a->frame != NULL;
    default:
        return is_noun(a, after_noun);
    }
}

static words words_of(printer *p, const m_desc *d)
{
    words w = {0};
    int noun = 0, behind = 0;
    for (const m_atom *a = d->atoms; a; a = a->next)
        w.count++;
    w.at = arena_alloc(p->mem, w.count * sizeof *w.at);
    w.count = 0;
    for (const m_atom *a = d->atoms; a; a = a->next) {
        behind |= !is_front(a, noun);
        noun |= is_noun(a, noun);
        w.at[w.count++] = a;
        if (!behind)
            w.front = w.count;
    }
    return w;
}

int p_desc_has_noun(const m_desc *d)
{
    for (; d; d = d->or) {
        int noun = 0;
        for (const m_atom *a = d->atoms; a; a = a->next)
            noun |= is_noun(a, noun);
        if (!noun)
            return 0;
    }
    return 1;
}

int p_desc_is_player(const m_desc *d)
{
    for (const m_atom *a = d ? d->atoms : NULL; a; a = a->next)
        if (a->kind == ATOM_NOUN)
            return VOC_NOUNS[a->number].want == VM_WANT_PLAYERS;
    return 0;
}

static int same(const m_atom *a, const m_atom *b)
{
    return a->kind == b->kind && a->neg == b->neg && a->number == b->number &&
           a->number2 == b->number2 && a->name == b->name && a->frame == b->frame &&
           a->ref == b->ref && a->kind != ATOM_NAMED;
}

/* ---- words in front and nouns ------------------------------------------------------------------
 */

static void with_non(printer *p, const voc_entry *e)
{
    const char *text = e ? syn_word_text(p->voc->words, e->words[0]) : "";
    p_text(p, arena_printf(p->mem, isupper((unsigned char)*text) ? "non-%s" : "non%s", text));
}

static void from_entry(printer *p, voc_class entry_class, const m_atom *a, uint8_t form)
{
    const voc_entry *e = p_entry(p, entry_class, a->number, form);
    if (a->neg)
        with_non(p, e);
    else
        p_entry_text(p, e);
}

/* untapped is a word of its own; nonattacking is not */
static void status(printer *p, const m_atom *a)
{
    const voc_entry *plain = NULL;
    p_entry(p, VOC_CLASS_STATUS, 0, 0);
    for (uint32_t i = 0; i < p->entries[VOC_CLASS_STATUS].count; i++) {
        const voc_entry *e = p->entries[VOC_CLASS_STATUS].at[i];
        if (e->number == a->number && e->extra == a->neg) {
            p_entry_text(p, e);
            return;
        }
        if (e->number == a->number)
            plain = e;
    }
    with_non(p, plain);
}

static void front_word(printer *p, const m_atom *a, int plural)
{
    const uint8_t form = plural ? VOC_FORM_MANY : VOC_FORM_ONE;
    switch (a->kind) {
    case ATOM_NOUN:
        from_entry(p, VOC_CLASS_NOUN, a, form);
        break;
    case ATOM_TYPE:
        from_entry(p, VOC_CLASS_TYPE, a, a->neg ? VOC_FORM_ONE : form);
        break;
    case ATOM_SUBTYPE:
        from_entry(p, VOC_CLASS_SUBTYPE, a, a->neg ? VOC_FORM_ONE : form);
        break;
    case ATOM_SUPERTYPE:
        from_entry(p, VOC_CLASS_SUPERTYPE, a, 0);
        break;
    case ATOM_COLOR:
        from_entry(p, VOC_CLASS_COLOR, a, 0);
        break;
    case ATOM_STATUS:
        status(p, a);
        break;
    case ATOM_PT:
        p_text(p, arena_printf(p->mem, "%u/%u", a->number, a->number2));
        break;
    case ATOM_EXTRA:
        p_word(p, W_EXTRA);
        break;
    case ATOM_OTHER:
        p_word(p, W_OTHER);
        break;
    case ATOM_NAMED:
        p_text(p, arena_printf(p->mem, p_player(p) ? "%s" : "\"%s\"", a->text));
        break;
    case ATOM_DESIGNATED:
    case ATOM_DESC:
        p_text(p, arena_printf(p->mem, a->neg ? "non%s" : "%s", a->text));
        break;
    default:
        if (is_unnamed(a) || (p_player(p) && a->kind == ATOM_CHOSEN))
            p_chosen(p, a->name, a->choice);
        else
            p_word(p, a->name->word);
    }
}

/* Atoms [from, to) of an alternative; the last noun of it in the plural. Adjectives with 'non' are heaped up by
 * commas. */
static void range(printer *p, const words *w, uint32_t from, uint32_t to, int plural)
{
    uint32_t last = to;
    for (uint32_t i = from; i < to; i++)
        if (is_noun(w->at[i], 0))
            last = i;
    for (uint32_t i = from; i < to; i++)
        front_word(p, w->at[i], plural && i == last);
}

static void one_alternative(printer *p, const words *w, int plural)
{
    uint32_t last = w->front;
    for (uint32_t i = 0; i < w->front; i++)
        if (is_noun(w->at[i], 0))
            last = i;
    for (uint32_t i = 0; i < w->front; i++) {
        front_word(p, w->at[i], plural && i == last);
        if (w->at[i]->neg && w->at[i]->kind != ATOM_STATUS && i + 1 < w->front &&
            w->at[i + 1]->neg && w->at[i + 1]->kind != ATOM_STATUS && w->at[0]->neg)
            p_glue(p, ",");
        else if (p->said && last == w->front && i + 1 < w->front && !w->at[i]->neg &&
                 w->at[i]->kind == ATOM_COLOR)
            p_word(p, W_AND); /* is red and white */
    }
}

static void joint(printer *p, uint32_t i, uint32_t count, int plural)
{
    if (i + 1 == count)
        return;
    if (i + 2 < count)
        p_glue(p, ",");
    else
        p_word(p, plural && !p->said ? W_AND : W_OR);
}

/* white or blue creature: what is the same in front, one adjective of each, what is the same behind it. Gives whether
 * the alternatives are like that. */
static int adjectives_alone(const words *w, uint32_t count, uint32_t *out_shared)
{
    uint32_t shared = 0;
    while (shared + 1 < w[0].front && shared + 1 < w[1].front &&
           same(w[0].at[shared], w[1].at[shared]) && !is_noun(w[0].at[shared], 0))
        shared++;
    for (uint32_t i = 0; i < count; i++) {
        if (w[i].front != w[0].front || shared >= w[i].front || is_noun(w[i].at[shared], 0))
            return 0;
        for (uint32_t k = 0; k < w[0].front; k++)
            if (k != shared && !same(w[i].at[k], w[0].at[k]))
                return 0;
    }
    *out_shared = shared;
    return 1;
}

/* instant or sorcery card: do all end with one and the same noun for a kind of thing, and have another? */
static int shares_class(const words *w, uint32_t count)
{
    const m_atom *noun = w[0].front ? w[0].at[w[0].front - 1] : NULL;
    if (!noun || noun->kind != ATOM_NOUN || VOC_NOUNS[noun->number].want == VM_WANT_PLAYERS)
        return 0;
    for (uint32_t i = 0; i < count; i++) {
        int other = 0;
        if (w[i].front < 2 || !same(w[i].at[w[i].front - 1], noun))
            return 0;
        for (uint32_t k = 0; k + 1 < w[i].front; k++)
            other |= is_noun(w[i].at[k], 0);
        if (!other && i + 1 < count)
            return 0;
    }
    return 1;
}

/* basic land card or Gate card: without the first 'card' the Gate would have to be basic, too */
static int leads_others(const words *w, uint32_t count)
{
    if (count < 2 || !w[0].front || (is_noun(w[0].at[0], 0) && !w[0].at[0]->neg))
        return 0;
    for (uint32_t i = 1; i < count; i++)
        if (!w[i].front || !is_noun(w[i].at[0], 0) || w[i].at[0]->neg)
            return 0;
    return 1;
}

static int all_other(const words *w, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!w[i].front || w[i].at[0]->kind != ATOM_OTHER || w[i].at[0]->ref)
            return 0;
    return 1;
}

static void alternatives(printer *p, const words *w, uint32_t count, int plural)
{
    uint32_t shared = 0;
    const int others = all_other(w, count); /* said once, in front */
    const int alone = adjectives_alone(w, count, &shared),
              class = !alone && shares_class(w, count) && !leads_others(w, count);
    for (uint32_t i = 0; i < count; i++) {
        const int is_last = i + 1 == count;
        if (alone)
            range(p, &w[i], i ? shared : 0, is_last ? w[i].front : shared + 1, plural && is_last);
        else
            range(p, &w[i], others && i, w[i].front - (class && !is_last),
                  plural && (!class || is_last));
        joint(p, i, count, plural);
    }
}

/* ---- behind the nouns --------------------------------------------------------------------------
 */

void p_counter_kind(printer *p, uint32_t kind, int plural)
{
    if (kind != UINT32_MAX)
        p_named(p, VOC_CLASS_COUNTER, kind, 0);
    p_word(p, plural ? W_COUNTERS : W_COUNTER);
}

static void counters(printer *p, const m_atom *a)
{
    p_word(p, a->neg ? W_WITHOUT : W_WITH);
    const int none =
        a->cmp == CMP_EQ && a->amount && a->amount->kind == AMT_CONST && !a->amount->value;
    if (none)
        p_word(p, W_NO);
    else if (a->cmp == CMP_SOME || !a->amount)
        p_a(p);
    else if (a->cmp == CMP_EQ && a->amount->kind == AMT_CONST) {
        p_word(p, W_EXACTLY);
        p_count(p, a->amount);
    } else if (a->amount->kind == AMT_CONST && (a->cmp == CMP_GE || a->cmp == CMP_LE)) {
        p_count(p, a->amount);
        SAY(p, W_OR, a->cmp == CMP_GE ? W_MORE : W_LESS);
    } else {
        p_comparison(p, a->cmp, a->amount);
    }
    p_counter_kind(p, a->number, a->cmp != CMP_SOME);
    if (!a->neg)
        SAY(p, W_ON, W_IT);
}

static void keyword(printer *p, const m_atom *a)
{
    m_operand o[VOC_SLOTS_MAX] = {{0}};
    for (uint32_t i = 0; i < a->frame->slot_count; i++) {
        o[i].type = a->frame->slots[i].type;
        o[i].given = a->desc != NULL;
        o[i].is.desc = a->desc;
    }
    /* whatever its operands are: with protection, with landwalk */
    const m_keyword k = {
        .frame = a->frame, .operands = o, .bare = !a->desc && a->frame->slot_count};
    p_keywords(p, &k, W_AND);
}

static int is_nested_keyword(const m_atom *a)
{
    if (a->kind != ATOM_DESC || a->frame)
        return a->kind == ATOM_KEYWORD;
    const m_atom *other = a->desc->or ? a->desc->or->atoms : a->desc->atoms->next;
    return other && is_nested_keyword(a->desc->atoms) && is_nested_keyword(other);
}

/* flying or reach; the atoms say whether they are wanted or not */
static void keyword_list(printer *p, const m_atom *a)
{
    if (a->kind == ATOM_KEYWORD) {
        keyword(p, a);
        return;
    }
    const m_atom *left = a->desc->atoms, *right = a->desc->or ? a->desc->or->atoms : left->next;
    keyword_list(p, left);
    p_word(p, (a->desc->or != NULL) != left->neg ? W_OR : W_AND);
    keyword_list(p, right);
}

static void compare(printer *p, const m_atom *a, const m_atom *other)
{
    p_word(p, W_WITH);
    if (a->number2) {
        SAY(p, W_THE, a->amount->kind == AMT_GREATEST ? W_GREATEST : W_LEAST);
        p_named(p, VOC_CLASS_PROPERTY, a->number, VOC_FORM_ONE);
        p_word(p, W_AMONG);
        p_ref(p, a->amount->ref, PLAIN);
        return;
    }
    if (a->cmp == CMP_EVEN || a->cmp == CMP_ODD) {
        p_word(p, a->cmp == CMP_EVEN ? W_EVEN : W_ODD);
        p_named(p, VOC_CLASS_PROPERTY, a->number, VOC_FORM_ONE);
        return;
    }
    p_named(p, VOC_CLASS_PROPERTY, a->number, VOC_FORM_ONE);
    if (other) {
        p_word(p, W_OR);
        p_named(p, VOC_CLASS_PROPERTY, other->number, VOC_FORM_ONE);
    }
    if (a->cmp == CMP_EQ && !p_amount_simple(a->amount))
        SAY(p, W_EQUAL, W_TO);
    p_property_comparison(p, a->cmp, a->amount);
}

static void behind(printer *p, const m_atom *a, int plural, int player);

static void one_of_joined(printer *p, const m_atom *a, int plural, int player)
{
    if (a->kind == ATOM_CONTROL || a->kind == ATOM_OWN)
        p_word(p, W_THAT);
    behind(p, a, plural, player);
}

static void either(printer *p, const m_atom *a, int plural, int player)
{
    const m_atom *first = a->desc->atoms;
    if (a->neg) {
        SAY(p, W_EXCEPT, W_THOSE);
        behind(p, first, 1, player);
        return;
    }
    const m_atom *second = a->desc->or ? a->desc->or->atoms : first->next;
    if (first->kind == ATOM_COMPARE && second->kind == ATOM_COMPARE &&
        first->amount == second->amount) {
        compare(p, first, second);
        return;
    }
    while (first->kind == ATOM_DESC)
        first = first->desc->atoms;
    if (first->kind == ATOM_KEYWORD && is_nested_keyword(a)) {
        p_word(p, first->neg ? W_WITHOUT : W_WITH);
        keyword_list(p, a);
        return;
    }
    one_of_joined(p, a->desc->atoms, plural, player);
    p_word(p, a->desc->or ? W_OR : W_AND);
    one_of_joined(p, second, plural, player);
}

static void relation(printer *p, const m_atom *a)
{
    const syn_word verb = a->kind == ATOM_OWN ? W_OWN : a->number ? W_CAST : W_CONTROL_W;
    const person who = p_person(a->ref);
    p_ref(p, a->ref, AS_SUBJECT);
    if (a->kind == ATOM_OWN && a->number) {
        p_word(p, W_BOTH);
        p_verb(p, W_OWN, who, 0);
        p_word(p, W_AND);
        p_verb(p, W_CONTROL_W, who, 0);
        return;
    }
    if (a->neg)
        p_verb(p, W_DONT, who, 0);
    p_verb(p, verb, a->neg ? BASE : who, (int)a->number2);
}

static void shares(printer *p, const m_atom *a, int plural)
{
    if (a->number == VM_SHARED_NAME) {
        SAY(p, W_WITH, W_THE, W_SAME, W_NAME_W, W_AS);
    } else {
        p_word(p, W_THAT);
        if (a->neg)
            p_verb(p, W_DONT, plural ? MANY : ONE, 0);
        p_verb(p, W_SHARE, a->neg ? BASE : plural ? MANY : ONE, 0);
        p_word(p, W_A);
        if (a->number == VM_SHARED_COLOR)
            p_word(p, W_COLOR_W);
        else
            SAY(p, a->number == VM_SHARED_CARD_TYPE ? W_CARD_W : W_CREATURE, W_TYPE_W);
        p_word(p, W_WITH);
    }
    p_ref(p, a->ref, PLAIN);
}

static void in_zone(printer *p, const m_zone *z)
{
    const int on = z->zone == VM_ZONE_BATTLEFIELD || z->zone == VM_ZONE_STACK;
    p_word(p, on ? W_ON : p->from ? W_FROM : W_IN);
    p_zone(p, z);
}

static void zone_behind(printer *p, const m_atom *a)
{
    if (!a->number) {
        in_zone(p, a->zone);
        return;
    }
    SAY(p, W_FROM, W_ANYWHERE, W_OTHER, W_THAN);
    p_zone(p, a->zone);
}

static void in_zone_of(printer *p, uint32_t zone) /* entering the battlefield */
{
    const m_zone z = {.zone = zone};
    p_zone(p, &z);
}

static void combat(printer *p, const m_atom *a)
{
    static const syn_word WORDS[] = {W_BLOCKING, W_BLOCKED, W_ATTACKING};
    if (a->number == M_BLOCKS_OR_BLOCKED)
        SAY(p, W_BLOCKING, W_OR, W_BLOCKED, W_BY);
    else
        p_word(p, WORDS[a->number]);
    if (a->number == M_IS_BLOCKED)
        p_word(p, W_BY);
    p_ref(p, a->ref, PLAIN);
}

static void named(printer *p, const m_atom *a)
{
    p_word(p, W_NAMED);
    if (a->name)
        p_word(p, a->name->word);
    else
        p_text(p, arena_printf(p->mem, p_player(p) ? "%s" : "\"%s\"", a->text));
}

static void with_ref(printer *p, syn_word first, syn_word second, const m_ref *ref)
{
    SAY(p, first, second);
    p_ref(p, ref, PLAIN);
}

static void targeting(printer *p, const m_atom *a, int plural)
{
    if (a->number == 2) {
        SAY(p, W_WITH, W_A, W_SINGLE, W_TARGET);
        return;
    }
    SAY(p, W_THAT, plural ? W_TARGET : W_TARGETS);
    if (a->number)
        p_word(p, W_ONLY);
    p_ref(p, a->ref, PLAIN);
}

/* of the chosen color · with the chosen name, one of the chosen names, the other chosen name */
static void chosen_behind(printer *p, const m_atom *a, int plural)
{
    if (a->neg)
        SAY(p, W_THAT, plural ? W_ARENT : W_ISNT);
    p_word(p, a->name->kind == M_NAME_CARD ? W_WITH : W_OF);
    if (a->number == CHOSEN_BY_ANY) {
        p_word(p, W_A);
        kind_word(p, a->name);
        SAY(p, W_CHOSEN, W_THIS, W_WAY);
        return;
    }
    if (!a->name2) {
        p_chosen(p, a->name, a->choice);
        return;
    }
    if (a->number == CHOSEN_ONE_OF_TWO)
        p_text(p, "one of");
    p_word(p, W_THE);
    if (a->number == CHOSEN_OTHER)
        p_word(p, W_OTHER);
    SAY(p, W_CHOSEN, a->number == CHOSEN_ONE_OF_TWO ? W_NAMES_W : W_NAME_W);
}

static void behind(printer *p, const m_atom *a, int plural, int player)
{
    switch (a->kind) {
    case ATOM_KEYWORD:
        p_word(p, a->neg ? W_WITHOUT : W_WITH);
        keyword(p, a);
        break;
    case ATOM_DESC:
        either(p, a, plural, player);
        break;
    case ATOM_COMPARE:
        compare(p, a, NULL);
        break;
    case ATOM_COUNTERS:
        counters(p, a);
        break;
    case ATOM_ABILITIES:
        SAY(p, W_WITH, W_NO, W_ABILITIES);
        break;
    case ATOM_CONTROL:
    case ATOM_OWN:
        relation(p, a);
        break;
    case ATOM_ZONE:
        zone_behind(p, a);
        break;
    case ATOM_NAMED:
        named(p, a);
        break;
    case ATOM_OTHER:
        with_ref(p, W_OTHER, W_THAN, a->ref);
        break;
    case ATOM_AMONG:
        with_ref(p, W_AMONG, 0, a->ref);
        break;
    case ATOM_ATTACHED:
        with_ref(p, W_ATTACHED, W_TO, a->ref);
        break;
    case ATOM_TARGETING:
        targeting(p, a, plural);
        break;
    case ATOM_SHARES:
        shares(p, a, plural);
        break;
    case ATOM_COMBAT:
        combat(p, a);
        break;
    case ATOM_RANDOM:
        SAY(p, W_AT, W_RANDOM_W);
        break;
    case ATOM_CHOSEN:
        chosen_behind(p, a, plural);
        break;
    case ATOM_ENTERING:
        p_word(p, W_ENTERING);
        if (p_player(p))
            in_zone_of(p, VM_ZONE_BATTLEFIELD);
        break;
    case ATOM_COND:
        p_word(p, player ? W_WHO : W_THAT);
        p_predicate(p, a->act, plural ? MANY : ONE);
        break;
    case ATOM_HISTORY:
        p_history(p, a, plural, player);
        break;
    case ATOM_WAY:
        p_who_this_way(p, a);
        break;
    default:
        break;
    }
}

static void all_behind(printer *p, const words *w, int plural, int player)
{
    for (uint32_t i = w->front; i < w->count; i++)
        behind(p, w->at[i], plural, player);
}

/* Is something else behind one than behind another? */
static int end_apart(const words *w, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        if (w[i].count - w[i].front != w[0].count - w[0].front)
            return 1;
        for (uint32_t k = 0; w[0].front + k < w[0].count; k++) {
            const m_atom *a = w[0].at[w[0].front + k], *b = w[i].at[w[i].front + k];
            if (a->kind != b->kind || (a->kind == ATOM_ZONE && a->zone->zone != b->zone->zone))
                return 1;
        }
    }
    return 0;
}

void p_desc(printer *p, const m_desc *d, int plural)
{
    uint32_t count = 0;
    const int player = p_desc_is_player(d);
    for (const m_desc *e = d; e; e = e->or)
        count++;
    words *w = arena_alloc(p->mem, count * sizeof *w);
    for (count = 0; d; d = d->or)
        w[count++] = words_of(p, d);
    for (uint32_t i = 0; plural && !p->said && end_apart(w, count) && i < count; i++) {
        one_alternative(
            p, &w[i],
            plural); /* creatures on the battlefield and/or creature cards in a graveyard */
        all_behind(p, &w[i], plural, player);
        if (i + 1 == count)
            return;
        p_word(p, W_AND_OR);
    }
    if (count == 1)
        one_alternative(p, &w[0], plural);
    else
        alternatives(p, w, count, plural);
    all_behind(p, &w[count - 1], plural,
               player); /* what is behind the first is behind it as well */
}
