/* References: what a noun phrase picks out, and how. 'target creature', 'each player', 'up to two cards', 'it',
 * 'that creature's controller', 'the sacrificed creature', 'you and target opponent'. */
#include "compiler/meaning/read.h"

#include <string.h>

#include "grammar.tab.h"

m_ref *m_ref_new(m_reader *r, m_ref_kind kind, m_ref_class ref_class, uint32_t from, uint32_t to)
{
    m_ref *ref = ARENA_NEW(r->mem, m_ref);
    ref->kind = (uint8_t)kind;
    ref->ref_class = (uint8_t)ref_class;
    ref->span = m_span(r, from, to);
    return ref;
}

m_ref *m_ref_copy(m_reader *r, const m_ref *ref)
{
    m_ref *c = ARENA_NEW(r->mem, m_ref);
    *c = *ref;
    return c;
}

m_ref *m_as_player(m_reader *r, m_ref *ref)
{
    if (ref->kind != REF_PRONOUN || ref->word != W_THEY)
        return ref;
    m_ref *player = m_ref_copy(r, ref);
    player->ref_class = CLASS_PLAYER;
    return player;
}

/* ---- possessors -------------------------------------------------------------------------------
 */

static m_ref *pronoun(m_reader *r, syn_word word, m_ref_class ref_class, uint32_t at)
{
    m_ref *ref = m_ref_new(r, REF_PRONOUN, ref_class, at, at + 1);
    ref->word = word;
    ref->plural = word == W_THEY;
    return ref;
}

static const m_hits *read_core(m_reader *r, uint32_t at);

/* your, its, their; any core with 's or ' behind it. The end is that of the possessor. */
const m_hits *m_read_possessor(m_reader *r, uint32_t at)
{
    int known;
    m_hits *hits = m_memo(r, CAT_POSSESSOR, at, &known);
    if (known)
        return hits;
    m_hits found = {0};
    const syn_word w = m_word(r, at);
    if (w == W_YOUR)
        m_hit_add(r, &found, at + 1, m_ref_new(r, REF_YOU, CLASS_PLAYER, at, at + 1));
    else if (w == W_ITS)
        m_hit_add(r, &found, at + 1, pronoun(r, W_IT, CLASS_OBJECT, at));
    else if (w == W_THEIR)
        m_hit_add(r, &found, at + 1, pronoun(r, W_THEY, CLASS_ANY, at));
    const m_hits *core = read_core(r, at);
    for (uint32_t i = 0; i < core->count; i++)
        if (m_kind(r, core->at[i].end) == TOK_POSS)
            m_hit_add(r, &found, core->at[i].end + 1, core->at[i].node);
    *hits = found;
    return hits;
}

/* your commander: a commander that you own (CR 903.3) */
static void own_commander(m_reader *r, const m_ref *of, uint32_t from, uint32_t at, uint32_t end,
                          m_hits *out)
{
    m_ref *ref = m_ref_new(r, REF_SOME, CLASS_OBJECT, from, end);
    m_atom *noun = m_atom_new(r, ATOM_NOUN, at, end), *own = m_atom_new(r, ATOM_OWN, from, end);
    noun->number = NOUN_COMMANDER;
    own->ref = (m_ref *)(uintptr_t)of;
    noun->next = own;
    ref->desc = ARENA_NEW(r->mem, m_desc);
    ref->desc->span = ref->span;
    ref->desc->atoms = noun;
    ref->count = m_amount_const(r, 1, from);
    m_hit_add(r, out, end, ref);
}

/* What stands behind a possessor and is a thing or player: controller, owner, opponents, a zone. */
static void read_possessed(m_reader *r, const m_ref *of, uint32_t from, uint32_t at, m_hits *out)
{
    const syn_word g = m_group(r, at);
    uint32_t end;
    if (g == W_CONTROLLER || g == W_OWNER) {
        m_ref *ref =
            m_ref_new(r, g == W_OWNER ? REF_OWNER : REF_CONTROLLER, CLASS_PLAYER, from, at + 1);
        if (of->ref_class == CLASS_PLAYER) {
            m_refuse(r, at + 1, ref->span, CC_WRONG_TYPE, "only an object has a %s", r->t[at].text);
            return;
        }
        ref->of = (m_ref *)(uintptr_t)of;
        ref->plural = m_word(r, at) == W_OWNERS || m_word(r, at) == W_CONTROLLERS;
        m_hit_add(r, out, at + 1, ref);
        return;
    }
    const voc_entry *noun = m_entry(r, at, VOC_CLASS_NOUN, &end);
    if (noun && noun->number == NOUN_OPPONENT) {
        m_ref *ref = m_ref_new(r, REF_OPPONENTS, CLASS_PLAYER, from, end);
        ref->of = (m_ref *)(uintptr_t)of;
        ref->plural = (noun->form & VOC_FORM_MANY) != 0;
        m_hit_add(r, out, end, ref);
    }
    if (noun && noun->number == NOUN_COMMANDER && of->ref_class == CLASS_PLAYER &&
        !(noun->form & VOC_FORM_MANY))
        own_commander(r, of, from, at, end, out);
    const voc_entry *zone = m_entry(r, at, VOC_CLASS_ZONE, &end);
    if (zone && of->ref_class != CLASS_OBJECT) {
        m_ref *ref = m_ref_new(r, REF_ZONE, CLASS_OBJECT, from, end);
        ref->zone = ARENA_NEW(r->mem, m_zone);
        ref->zone->span = ref->span;
        ref->zone->zone = zone->number;
        ref->zone->owner = (m_ref *)(uintptr_t)of;
        ref->plural = 1;
        m_hit_add(r, out, end, ref);
        uint32_t also;
        const uint32_t more = m_read_more_zones(r, end, &also);
        if (more) {
            m_ref *all = m_ref_copy(r, ref);
            all->zone = ARENA_NEW(r->mem, m_zone);
            *all->zone = *ref->zone;
            all->zone->also = also;
            all->zone->span = all->span = m_span(r, from, more);
            m_hit_add(r, out, more, all);
        }
    }
}

/* ---- cores ------------------------------------------------------------------------------------
 */

/* this · this creature */
static void read_this(m_reader *r, uint32_t at, m_hits *out)
{
    uint32_t end;
    if (m_word(r, at + 1) == W_FROM || m_word(r, at + 1) == W_IN) { /* this from your graveyard */
        const m_hits *zone = m_read_zone(r, at + 2);
        for (uint32_t i = 0; i < zone->count; i++) {
            m_ref *ref = m_ref_new(r, REF_THIS, CLASS_OBJECT, at, zone->at[i].end);
            ref->zone = zone->at[i].node;
            m_hit_add(r, out, zone->at[i].end, ref);
        }
    }
    m_hit_add(r, out, at + 1, m_ref_new(r, REF_THIS, CLASS_OBJECT, at, at + 1));
    static const voc_class NOUNS[] = {VOC_CLASS_TYPE, VOC_CLASS_SUBTYPE, VOC_CLASS_NOUN};
    for (size_t i = 0; i < sizeof NOUNS / sizeof *NOUNS; i++) {
        const voc_entry *e = m_entry(r, at + 1, NOUNS[i], &end);
        if (e && (e->form & VOC_FORM_ONE) &&
            !(e->entry_class == VOC_CLASS_NOUN &&
              (VOC_NOUNS[e->number].want == VM_WANT_PLAYERS || e->number == NOUN_ABILITY ||
               e->number == NOUN_EFFECT)))
            m_hit_add(r, out, end, m_ref_new(r, REF_THIS, CLASS_OBJECT, at, end));
    }
}

static void read_name_core(m_reader *r, uint32_t at, m_hits *out)
{
    m_name *n = m_name_find(r, m_word(r, at));
    if (!n || n->kind != M_NAME_THINGS)
        return;
    const int player = n->classes == 1u << CLASS_PLAYER;
    m_ref *ref = m_ref_new(r, REF_NAME, player ? CLASS_PLAYER : CLASS_ANY, at, at + 1);
    ref->name = n;
    m_hit_add(r, out, at + 1, ref);
}

/* Is the word in front an adjective or noun of the same phrase? Then its article stands farther in front. */
static int goes_on_with(const m_reader *r, uint32_t at)
{
    for (const voc_entry *e = at ? voc_entries(r->voc, m_word(r, at - 1)) : NULL; e; e = e->next)
        if (e->count == 1 &&
            (e->entry_class == VOC_CLASS_TYPE || e->entry_class == VOC_CLASS_SUPERTYPE ||
             e->entry_class == VOC_CLASS_COLOR || e->entry_class == VOC_CLASS_SUBTYPE ||
             e->entry_class == VOC_CLASS_STATUS))
            return 1;
    return at && strncmp(r->t[at - 1].text, "non", 3) == 0;
}

/* enchanted creature: its status and its type, nothing else */
static int says_only_what_it_is(const m_desc *d)
{
    for (const m_atom *a = d->atoms->next; a; a = a->next)
        if (a->kind != ATOM_TYPE && a->kind != ATOM_SUBTYPE && a->kind != ATOM_NOUN)
            return 0;
    return 1;
}

/* the monarch: the player who has a designation that one player has */
static void read_bearer(m_reader *r, uint32_t at, m_hits *out)
{
    uint32_t end;
    const voc_entry *e =
        m_word(r, at) == W_THE ? m_entry(r, at + 1, VOC_CLASS_DESIGNATION, &end) : NULL;
    const voc_symbol *s = e ? voc_symbol_by_number(r->voc, VM_SYM_COUNTER, e->number) : NULL;
    if (!s || !s->b)
        return;
    m_ref *ref = m_ref_new(r, REF_ALL, CLASS_PLAYER, at, end);
    m_desc *d = ARENA_NEW(r->mem, m_desc);
    m_atom *player = m_atom_new(r, ATOM_NOUN, at, end),
           *has = m_atom_new(r, ATOM_DESIGNATED, at, end);
    player->number = NOUN_PLAYER;
    has->number = e->number;
    has->text = s->name;
    player->next = has;
    d->atoms = player;
    d->span = ref->span;
    ref->desc = d;
    ref->word = W_THE;
    ref->text = s->name;
    m_hit_add(r, out, end, ref);
}

/* enchanted creature and other creatures you control: the one, whosever it is, and those; not creatures you control of two kinds */
static int begins_with_host(const m_hits *nouns, const m_nominal *joined)
{
    for (uint32_t i = 0; joined->plural && joined->desc->or &&i < nouns->count; i++) {
        const m_nominal *n = nouns->at[i].node;
        const m_atom *first = n->desc->atoms;
        if (!n->plural && !n->desc->or &&first && first->kind == ATOM_STATUS && !first->neg &&
                                           (first->number & (VM_STATUS_HOSTS | VM_STATUS_BINDS)))
            return 1;
    }
    return 0;
}

/* equipped land, fortified creature, enchanted spell: what this cannot be attached to (CR 301.5, 301.6, 303.4); NULL: it can */
static const char *is_no_host(const m_desc *d)
{
    static const struct {
        uint32_t status, type;
        const char *why;
    } HOSTS[] = {
        {VM_STATUS_EQUIPPED0, VM_TYPE_CREATURE, "Equipment equips creatures alone (CR 301.5)"},
        {VM_STATUS_FORTIFIED0, VM_TYPE_LAND, "Fortifications fortify lands alone (CR 301.6)"},
        {VM_STATUS_ENCHANTED0, VM_PERMANENT_TYPES, "Auras do not enchant spells (CR 303.4)"},
    };
    uint32_t status = 0, types = 0, spell = 0;
    for (const m_atom *a = d->atoms; a; a = a->next) {
        status |= a->kind == ATOM_STATUS ? a->number : 0;
        types |= a->kind == ATOM_TYPE && !a->neg ? 1u << a->number : 0;
        spell |= a->kind == ATOM_NOUN && (a->number == NOUN_SPELL || a->number == NOUN_ABILITY);
    }
    for (size_t i = 0; i < sizeof HOSTS / sizeof *HOSTS; i++)
        if ((status & HOSTS[i].status) &&
            (spell || (types && !(types & HOSTS[i].type) && HOSTS[i].type != VM_PERMANENT_TYPES)))
            return HOSTS[i].why;
    return NULL;
}

/* Can it be what this is attached to? */
static int is_host(m_reader *r, const m_ref *ref, uint32_t end)
{
    if (!says_only_what_it_is(ref->desc)) {
        m_refuse(r, end, ref->span, CC_BAD_SELECTOR,
                 "there is one only; what else must be so is said with 'while' or 'if'");
        return 0;
    }
    const char *why = is_no_host(ref->desc);
    if (why) {
        m_refuse(r, end, ref->span, CC_BAD_SELECTOR, "%s", why);
        return 0;
    }
    if (ref->bound || !r->context->is_card || r->context->can_be_attached)
        return 1;
    m_refuse(r, end, ref->span, CC_NO_REFERENT,
             "this card is no Aura, Equipment or Fortification, and is attached to nothing");
    return 0;
}

/* creatures you control · enchanted creature · defending player · "Grizzly Bears" */
static void read_bare(m_reader *r, uint32_t at, m_hits *out)
{
    const syn_word w = m_word(r, at);
    if ((w == W_DEFENDING || w == W_ACTIVE) && m_word(r, at + 1) == W_PLAYER_W)
        m_hit_add(
            r, out, at + 2,
            m_ref_new(r, w == W_ACTIVE ? REF_ACTIVE : REF_DEFENDER, CLASS_PLAYER, at, at + 2));
    if (r->context->is_test && w == W_PLAYER_W && m_kind(r, at + 1) == TOK_NUM) { /* player 3 */
        m_ref *seat = m_ref_new(r, REF_SEAT, CLASS_PLAYER, at, at + 2);
        int32_t number = 0;
        m_read_number(r, at + 1, &number);
        seat->number = (uint32_t)number;
        if (seat->number && seat->number <= VM_PLAYERS_MAX)
            m_hit_add(r, out, at + 2, seat);
        else
            m_refuse(r, at + 2, seat->span, CC_BAD_STEP, "players have numbers from 1, you, to %d",
                     VM_PLAYERS_MAX);
        return;
    }
    read_bearer(r, at, out);
    const m_hits *nouns = m_read_desc(r, at);
    for (uint32_t i = 0; i < nouns->count; i++) {
        const m_nominal *n = nouns->at[i].node;
        const m_atom *first = n->desc->atoms;
        if (n->no_noun || m_desc_says(n->desc, ATOM_RANDOM) || begins_with_host(nouns, n))
            continue;
        m_ref *ref = m_ref_new(r, REF_ALL, (m_ref_class)n->ref_class, at, nouns->at[i].end);
        ref->desc = n->desc;
        ref->plural = n->plural;
        if (!n->plural && !n->desc->or
            &&first->kind == ATOM_STATUS && !first->neg && (first->number & VM_STATUS_HOSTS))
            ref->kind = REF_HOST;
        if (!n->plural && !n->desc->or
            &&first->kind == ATOM_STATUS && !first->neg && (first->number & VM_STATUS_BINDS)) {
            ref->kind = REF_HOST;
            ref->bound = 1;
        }
        if (ref->kind == REF_HOST && !is_host(r, ref, nouns->at[i].end))
            continue;
        if (first->kind == ATOM_NAMED && first->next == NULL && r->context->card_name &&
            strcmp(first->text, r->context->card_name) == 0) {
            ref->kind = REF_GIVER; /* in what it gives others (CR 201.4a) */
            ref->text = first->text;
            ref->desc = NULL;
            ref->plural = 0;
            ref->ref_class = CLASS_OBJECT;
        } else if (first->kind == ATOM_NAMED && first->next == NULL)
            ref->kind = REF_NAMED, ref->text = first->text;
        else if (!n->plural && ref->kind == REF_ALL && !r->context->is_test) {
            if (!goes_on_with(r, at))
                m_refuse(r, nouns->at[i].end, ref->span, CC_MISSING_OPERAND,
                         "'%s' needs 'a', 'target', 'each' or a number in front of it",
                         m_text(r, at, nouns->at[i].end));
            continue;
        }
        if (ref->kind == REF_ALL && ref->plural && m_group(r, at) == W_TARGET)
            continue;
        if (ref->kind == REF_ALL && ref->plural)
            m_read_this_way(r, ref, at, nouns->at[i].end, out);
        m_hit_add(r, out, nouns->at[i].end, ref);
    }
}

static void read_simple(m_reader *r, uint32_t at, m_hits *out)
{
    const syn_word w = m_word(r, at);
    switch (syn_word_group(w)) {
    case W_THIS:
        read_this(r, at, out);
        return;
    case W_WHAT: /* in what it gives others, what has given it (CR 201.4a) */
        if (m_word(r, at + 1) == W_GAVE && m_word(r, at + 2) == W_THIS)
            m_hit_add(r, out, at + 3, m_ref_new(r, REF_GIVER, CLASS_OBJECT, at, at + 3));
        return;
    case W_YOU:
        m_hit_add(r, out, at + 1, m_ref_new(r, REF_YOU, CLASS_PLAYER, at, at + 1));
        return;
    case W_IT: {
        m_ref *it = pronoun(r, W_IT, CLASS_OBJECT, at);
        it->number = w == W_ITSELF;
        m_hit_add(r, out, at + 1, it);
        return;
    }
    case W_THEY: {
        m_ref *they = pronoun(r, W_THEY, CLASS_ANY, at);
        they->number = w == W_THEMSELVES ? 1 : w == W_THEM ? 2 : 0;
        m_hit_add(r, out, at + 1, they);
        return;
    }
    default:
        break;
    }
    m_read_piles(r, at, out);
    m_read_determined(r, at, out);
    read_name_core(r, at, out);
    read_bare(r, at, out);
}

static void possessions(m_reader *r, const m_ref *of, uint32_t from, uint32_t at, int depth,
                        m_hits *out)
{
    m_hits some = {0};
    read_possessed(r, of, from, at, &some);
    for (uint32_t i = 0; i < some.count; i++) {
        m_hit_add(r, out, some.at[i].end, some.at[i].node);
        if (m_kind(r, some.at[i].end) == TOK_POSS && m_goes_on(r, at, depth))
            possessions(r, some.at[i].node, from, some.at[i].end + 1, depth + 1, out);
    }
}

static const m_hits *read_core(m_reader *r, uint32_t at)
{
    int known;
    m_hits *hits = m_memo(r, CAT_CORE, at, &known);
    if (known)
        return hits;
    m_hits found = {0};
    read_simple(r, at, &found);
    const uint32_t simple = found.count;
    for (uint32_t i = 0; i < simple; i++)
        if (m_kind(r, found.at[i].end) == TOK_POSS)
            possessions(r, found.at[i].node, at, found.at[i].end + 1, 0, &found);
    const syn_word w = m_word(r, at);
    if (w == W_YOUR)
        possessions(r, m_ref_new(r, REF_YOU, CLASS_PLAYER, at, at + 1), at, at + 1, 0, &found);
    else if (w == W_ITS)
        possessions(r, pronoun(r, W_IT, CLASS_OBJECT, at), at, at + 1, 0, &found);
    else if (w == W_THEIR)
        possessions(r, pronoun(r, W_THEY, CLASS_ANY, at), at, at + 1, 0, &found);
    if (!found.count)
        m_want(r, at, "a thing or player");
    *hits = found;
    return hits;
}

/* ---- what stands behind it, and lists ---------------------------------------------------------
 */

/* as prisoner · of your choice · of their choice · at random */
static void with_tails(m_reader *r, const m_ref *core, uint32_t at, m_hits *out)
{
    if (m_word(r, at) == W_OF && m_word(r, at + 2) == W_CHOICE && core->kind != REF_PILE &&
        (m_word(r, at + 1) == W_YOUR || m_word(r, at + 1) == W_THEIR)) {
        if (core->desc && m_desc_says(core->desc, ATOM_RANDOM)) {
            m_refuse(r, at + 3, m_span(r, at, at + 3), CC_NO_MEANING,
                     "at random, or chosen: it cannot be both");
            return;
        }
        m_ref *ref = m_ref_copy(r, core);
        ref->of_choice = m_word(r, at + 1) == W_YOUR ? 1 : 2;
        with_tails(r, ref, at + 3, out);
    }
    uint32_t end;
    const voc_entry *whose =
        core->kind == REF_TARGET && m_word(r, at) == W_OF && m_group(r, at + 1) == W_A
            ? m_entry(r, at + 2, VOC_CLASS_NOUN, &end)
            : NULL;
    if (whose && whose->number == NOUN_OPPONENT && m_kind(r, end) == TOK_POSS &&
        m_word(r, end + 1) == W_CHOICE) {
        m_ref *ref = m_ref_copy(r, core);
        ref->of_choice = 3;
        with_tails(r, ref, end + 2, out);
    }
    if (m_word(r, at) == W_AS && m_kind(r, at + 1) == TOK_WORD && syn_is_open(m_word(r, at + 1))) {
        m_ref *ref = m_ref_copy(r, core);
        ref->bind = m_name_give(r, m_word(r, at + 1), M_NAME_THINGS, r->t[at + 1].span);
        ref->bind->classes |= (uint8_t)(1u << core->ref_class);
        m_hit_add(r, out, at + 2, ref);
    }
    m_hit_add(r, out, at, (void *)(uintptr_t)core);
}

static const m_atom *whose(const m_desc *d, uint8_t kind)
{
    for (; d; d = d->or)
        for (const m_atom *a = d->atoms; a; a = a->next)
            if (a->kind == kind)
                return a;
    return NULL;
}

static int is_card(const m_ref *ref)
{
    for (const m_desc *d = ref->desc; d; d = d->or) {
        const m_atom *a = d->atoms;
        while (a && (a->kind != ATOM_NOUN || a->neg || a->number != NOUN_CARD))
            a = a->next;
        if (!a)
            return 0;
    }
    return ref->desc != NULL;
}

/* Does what the last of a list says hold for this one, too? Whose they are: of what has no article or owner of its own. From
 * where they come: of cards that are nowhere yet. */
static int takes_over(const m_ref *ref, const m_atom *last)
{
    if (!ref->desc || ref->ref_class != CLASS_OBJECT || whose(ref->desc, ATOM_ZONE) ||
        whose(ref->desc, ATOM_AMONG))
        return 0;
    if (last->kind == ATOM_ZONE || last->kind == ATOM_AMONG)
        return is_card(ref);
    return ref->kind == REF_ALL && !ref->each && !whose(ref->desc, ATOM_CONTROL) &&
           !whose(ref->desc, ATOM_OWN);
}

/* creatures with flying and enchantments you control · target creature card and target land card from your graveyard */
static const m_ref *with_last(m_reader *r, const m_ref *ref, const m_atom *last)
{
    if (ref->kind == REF_JOIN) {
        m_ref *c = m_ref_copy(r, ref);
        c->left = (m_ref *)(uintptr_t)with_last(r, ref->left, last);
        c->right = (m_ref *)(uintptr_t)with_last(r, ref->right, last);
        return c;
    }
    if (!takes_over(ref, last))
        return ref;
    m_ref *c = m_ref_copy(r, ref);
    m_desc **tail = &c->desc;
    for (const m_desc *d = ref->desc; d; d = d->or) {
        m_desc *e = ARENA_NEW(r->mem, m_desc);
        *e = *d;
        m_atom **at = &e->atoms;
        for (const m_atom *a = d->atoms; a; a = a->next, at = &(*at)->next)
            *at = m_atom_copy(r, a);
        *at = m_atom_copy(r, last);
        *tail = e;
        tail = &e->or ;
    }
    return c;
}

static const m_ref *share_last(m_reader *r, const m_ref *left, const m_ref *right, uint32_t at)
{
    const m_atom *from = right->desc && !right->desc->or ? whose(right->desc, ATOM_ZONE) : NULL;
    if (right->desc && !right->desc->or &&!from)
        from = whose(right->desc, ATOM_AMONG);
    if (from && !from->neg && is_card(right))
        return with_last(r, left, from);
    if (right->kind != REF_ALL || right->each || m_group(r, at) == W_ALL || !right->desc ||
        right->desc->or)
        return left;
    const m_atom *last = whose(right->desc, ATOM_CONTROL);
    if (!last)
        last = whose(right->desc, ATOM_OWN);
    return last ? with_last(r, left, last) : left;
}

/* named "Heart-Piercer Bow" or "Vial of Dragonfire": another name of the same thing, and no other thing */
static int is_another_name(const m_reader *r, uint32_t at, uint32_t behind)
{
    return at > 1 && m_kind(r, at - 1) == TOK_STRING && m_word(r, at - 2) == W_NAMED &&
           m_group(r, at) == W_OR && m_kind(r, behind) == TOK_STRING;
}

/* a creature card and/or a land card: one that has to be chosen, and need not */
static int is_either_or_both(m_reader *r, const m_ref *left, const m_ref *right, uint32_t at,
                             uint32_t end)
{
    const int chosen = (left->kind == REF_SOME || left->kind == REF_TARGET) &&
                       (right->kind == REF_SOME || right->kind == REF_TARGET);
    if (m_word(r, at) != W_AND_OR || !chosen || (left->up_to && right->up_to))
        return 0;
    m_refuse(r, end, m_span(r, at, at + 1), CC_NO_MEANING,
             "one of them, or both? 'up to one creature and up to one land'");
    return 1;
}

/* a Giant or an artifact and an enchantment: nothing says which belong together. */
static int is_mixed(m_reader *r, const m_ref *left, int or_joined, uint32_t from, uint32_t end)
{
    if (left->kind != REF_JOIN || left->number || left->join_or == or_joined)
        return 0;
    m_refuse(r, end, m_span(r, from, end), CC_AMBIGUOUS,
             "which of these belong together, those joined by 'and' or those joined by 'or'? Say "
             "the verb again between them");
    return 1;
}

/* creatures attacking you or blocking this: the same creatures do either, and no others are spoken of */
static int goes_on_fighting(const m_reader *r, const m_ref *left, int or_joined, uint32_t at)
{
    const syn_word w = m_word(r, at);
    return or_joined && left->desc && (w == W_ATTACKING || w == W_BLOCKING || w == W_BLOCKED) &&
           m_desc_says(left->desc, ATOM_COMBAT);
}

/* up to three target creatures and/or creature cards from graveyards, each Merfolk and/or Faeries you control: what is counted,
 * chosen or taken one by one is of either kind. NULL: it is something else. */
static const m_ref *of_either_kind(m_reader *r, const m_ref *left, const m_ref *right,
                                   uint32_t from, uint32_t joint, uint32_t end)
{
    if (m_word(r, joint) != W_AND_OR || right->kind != REF_ALL || right->each || !right->desc ||
        !left->desc || m_group(r, joint + 1) == W_ALL || left->ref_class != right->ref_class ||
        !(left->kind == REF_SOME || left->kind == REF_TARGET ||
          (left->kind == REF_ALL && left->each)))
        return NULL;
    m_ref *those = m_ref_copy(r, left), *both = m_ref_copy(r, left);
    those->kind = REF_ALL;
    those->each = 0;
    both->desc = share_last(r, those, right, joint + 1)->desc;
    m_desc **tail = &both->desc;
    for (const m_desc *d = both->desc; d; d = d->or) {
        m_desc *e = ARENA_NEW(r->mem, m_desc);
        *e = *d;
        *tail = e;
        tail = &e->or ;
    }
    *tail = right->desc;
    both->span = m_span(r, from, end);
    return both;
}

/* One kind, and where cards are: what else is said of a noun would be said of the one beside it, too. */
static int says_kind_alone(const m_desc *d)
{
    for (; d; d = d->or) {
        int kinds = 0;
        for (const m_atom *a = d->atoms; a; a = a->next) {
            kinds += a->kind == ATOM_TYPE || a->kind == ATOM_SUBTYPE;
            if (a->neg || (a->kind != ATOM_TYPE && a->kind != ATOM_SUBTYPE &&
                           a->kind != ATOM_NOUN && a->kind != ATOM_ZONE))
                return 0;
        }
        if (kinds != 1)
            return 0;
    }
    return 1;
}

static int is_plainly_one(const m_ref *ref)
{
    if (!ref->desc || !says_kind_alone(ref->desc))
        return 0;
    return ref->kind == REF_SOME && ref->ref_class == CLASS_OBJECT && ref->desc && ref->count &&
           ref->count->kind == AMT_CONST && ref->count->value == 1 && !ref->least && !ref->plural &&
           !ref->up_to && !ref->any_number && !ref->or_more && !ref->or_less && !ref->exact &&
           !ref->another && !ref->each && !ref->of_choice && !ref->bind;
}

static m_ref *one_of(m_reader *r, m_ref *ref, int open)
{
    if (ref->kind != REF_JOIN || !(ref->join_or || (open && ref->number)))
        return ref;
    const m_ref *left = one_of(r, ref->left, 1);
    if (!is_plainly_one(left) || !is_plainly_one(ref->right))
        return ref;
    m_ref *one = m_ref_copy(r, left);
    m_desc **tail = &one->desc;
    for (const m_desc *d = left->desc; d; d = d->or) {
        *tail = ARENA_NEW(r->mem, m_desc);
        **tail = *d;
        tail = &(*tail)->or ;
    }
    *tail = ref->right->desc;
    one->span = ref->span;
    return one;
}

/* a creature card or a land card from your graveyard: one that is either. Whoever acts chooses it. Beside 'and' nobody knows what
 * belongs together. */
m_ref *m_one_of_either(m_reader *r, m_ref *ref, uint32_t at, uint32_t end)
{
    const int beside = (at && m_word(r, at - 1) == W_AND) ||
                       (m_word(r, end) == W_AND && m_group(r, end + 1) == W_A);
    m_ref *one = ref->number ? ref : one_of(r, ref, 0);
    if (one == ref || !beside)
        return one;
    m_refuse(r, r->count, ref->span, CC_AMBIGUOUS,
             "which of these belong together, those joined by 'and' or those joined by 'or'? Say "
             "the verb again between them");
    return NULL;
}

static void read_list(m_reader *r, const m_ref *left, uint32_t from, uint32_t at, int depth,
                      m_hits *out)
{
    uint32_t i = at;
    int comma = 0, or_joined = 0, joined = 0;
    uint32_t joint = i;
    if (m_kind(r, i) == TOK_COMMA)
        comma = 1, i++;
    const syn_word g = m_group(r, i);
    if ((g == W_AND || g == W_OR) && m_nor_denies(r, i)) {
        joined = 1;
        joint = i;
        or_joined = g == W_OR && m_word(r, i) != W_AND_OR;
        i++;
    }
    if ((comma || joined) && left->kind != REF_NONE && !is_another_name(r, at, i) &&
        !goes_on_fighting(r, left, or_joined, i) && m_goes_on(r, at, depth)) {
        const m_hits *right = read_core(r, i);
        for (uint32_t k = 0; k < right->count; k++) {
            m_hits tails = {0};
            with_tails(r, right->at[k].node, right->at[k].end, &tails);
            for (uint32_t t = 0; t < tails.count; t++) {
                const m_ref *other = tails.at[t].node;
                if (is_either_or_both(r, left, other, joint, tails.at[t].end) ||
                    (joined && is_mixed(r, left, or_joined, from, tails.at[t].end)))
                    continue;
                const m_ref *either =
                    joined ? of_either_kind(r, left, other, from, joint, tails.at[t].end) : NULL;
                if (either) {
                    read_list(r, either, from, tails.at[t].end, depth + 1, out);
                    continue;
                }
                m_ref *ref = m_ref_new(r, REF_JOIN, CLASS_ANY, from, tails.at[t].end);
                ref->left = (m_ref *)(uintptr_t)share_last(r, left, other, i);
                ref->right = (m_ref *)(uintptr_t)other;
                ref->join_or = (uint8_t)or_joined;
                ref->plural = !or_joined;
                ref->number = !joined; /* an open list: a comma, so 'and' must follow */
                ref->ref_class =
                    left->ref_class == other->ref_class ? left->ref_class : CLASS_EITHER;
                read_list(r, ref, from, tails.at[t].end, depth + 1, out);
            }
        }
    }
    if (left->kind == REF_JOIN && left->number)
        return;
    m_hit_add(r, out, at, (void *)(uintptr_t)left);
}

const m_hits *m_read_ref(m_reader *r, uint32_t at)
{
    int known;
    m_hits *hits = m_memo(r, CAT_REF, at, &known);
    if (known)
        return hits;
    m_hits found = {0};
    const m_hits *core = read_core(r, at);
    for (uint32_t i = 0; i < core->count; i++) {
        m_hits tails = {0};
        with_tails(r, core->at[i].node, core->at[i].end, &tails);
        for (uint32_t t = 0; t < tails.count; t++)
            read_list(r, tails.at[t].node, at, tails.at[t].end, 0, &found);
    }
    *hits = found;
    return hits;
}
