/* What can be what: card types that no card has together, and nouns for what is in one zone alone. What contradicts itself in
 * so many words is found by contradict.c; here it is the rules that say so. */
#include "compiler/lower/lower.h"

#include <string.h>

enum { ONE_SHOT = VM_TYPE_INSTANT | VM_TYPE_SORCERY };

/* All that a description says at once. */
typedef struct facts {
    const cc_unit *u;
    uint32_t types, no_types; /* bits: has, has not */
    uint32_t supertypes, nouns, zones;
    uint8_t typeless;                  /* has a subtype of types it has not */
    uint8_t kind, colored, status;     /* of a type, of a color; tapped or the like */
    uint8_t of_permanents, of_players; /* counters of a kind that those alone have */
    uint8_t able;                      /* it has an ability */
    uint8_t measured; /* by a number that objects alone have; attached, in combat */
    uint8_t controlled, placed, below; /* by somebody; a zone is said; a number that nothing has */
} facts;

static uint32_t types_of_subtype(const cc_unit *u, uint32_t number)
{
    const voc_symbol *s = voc_symbol_by_number(u->voc, VM_SYM_SUBTYPE, number);
    return s ? s->a : 0;
}

/* Numbers that are never less than nothing: power and life can be. */
static int has_floor(uint32_t prop)
{
    return prop == VM_PROP_MANA_VALUE || prop == VM_PROP_LOYALTY || prop == VM_PROP_HAND_SIZE ||
           prop == VM_PROP_LIFE_LOST;
}

static int is_below(const m_atom *a)
{
    int64_t least, most;
    return (a->kind == ATOM_COUNTERS || (a->kind == ATOM_COMPARE && has_floor(a->number))) &&
           cc_range_of(a, &least, &most) && most < 0;
}

/* ... and those that players have: all others are numbers of objects. */
static int is_of_players(uint32_t prop)
{
    return prop == VM_PROP_LIFE || prop == VM_PROP_LIFE_LOST || prop == VM_PROP_LIFE_GAINED ||
           prop == VM_PROP_HAND_SIZE || prop == VM_PROP_SPELLS_CAST || prop == VM_PROP_DREW;
}

/* Said of objects alone. */
static int is_of_objects(const m_atom *a)
{
    return (a->kind == ATOM_COMPARE && a->number <= VM_PROP_NAMES && !is_of_players(a->number)) ||
           a->kind == ATOM_ATTACHED || a->kind == ATOM_NAMED;
}

/* What is said of permanents alone (CR 110.6), or of what is in combat. */
enum {
    OF_PERMANENTS = VM_STATUS_TAPPED0 | VM_STATUS_ATTACKING0 | VM_STATUS_BLOCKING0 |
                    VM_STATUS_BLOCKED0 | VM_STATUS_EQUIPPED0 | VM_STATUS_FORTIFIED0 |
                    VM_STATUS_PAIRED0
};

/* target player with a +1/+1 counter, target creature with a poison counter (CR 121.1, 104.3d) */
static void note_counters(facts *f, const m_atom *a)
{
    const voc_symbol *s = a->kind == ATOM_COUNTERS && a->number <= INT32_MAX
                              ? voc_symbol_by_number(f->u->voc, VM_SYM_COUNTER, a->number)
                              : NULL;
    f->of_permanents |= s && s->on == VOC_PERMANENT;
    f->of_players |= s && s->on == VOC_PLAYER;
}

static void note(const m_atom *a, void *user)
{
    facts *f = user;
    if (a->kind == ATOM_TYPE)
        *(a->neg ? &f->no_types : &f->types) |= 1u << a->number;
    f->kind |= a->kind == ATOM_TYPE || a->kind == ATOM_SUBTYPE || a->kind == ATOM_SUPERTYPE;
    f->colored |= a->kind == ATOM_COLOR || a->kind == ATOM_PT;
    f->status |= a->kind == ATOM_STATUS && (a->number & OF_PERMANENTS);
    f->controlled |= a->kind == ATOM_CONTROL;
    f->able |= a->kind == ATOM_KEYWORD;
    f->measured |= is_of_objects(a);
    note_counters(f, a);
    if (a->neg)
        return;
    if (a->kind == ATOM_NOUN)
        f->nouns |= 1u << a->number;
    else if (a->kind == ATOM_SUPERTYPE)
        f->supertypes |= 1u << a->number;
    else if (a->kind == ATOM_ZONE) {
        f->placed = 1;
        f->zones |= 1u << a->zone->zone | a->zone->also;
    }
    f->below |= is_below(a);
}

static void note_subtype(const m_atom *a, void *user)
{
    facts *f = user;
    const uint32_t types =
        a->kind == ATOM_SUBTYPE && !a->neg ? types_of_subtype(f->u, a->number) : 0;
    f->typeless |= types && !(types & ~f->no_types);
}

static int says(const facts *f, voc_noun noun)
{
    return (int)(f->nouns >> noun & 1);
}

/* a permanent, but no permanent card and no permanent spell */
static int is_permanent(const facts *f)
{
    static const voc_noun NOUNS[] = {NOUN_PERMANENT, NOUN_TOKEN, NOUN_BLOCKER, NOUN_ATTACKER};
    int is = 0;
    for (size_t i = 0; i < sizeof NOUNS / sizeof *NOUNS; i++)
        is |= says(f, NOUNS[i]);
    return is && !says(f, NOUN_CARD) && !says(f, NOUN_SPELL);
}

/* all creatures except target player: no creature is one */
const char *cc_other_than_which(const m_desc *d)
{
    const uint8_t is = m_desc_class(d);
    if (is != CLASS_OBJECT && is != CLASS_PLAYER)
        return NULL;
    for (; d; d = d->or)
        for (const m_atom *a = d->atoms; a; a = a->next)
            if (a->kind == ATOM_OTHER && a->ref && a->ref->ref_class != is &&
                (a->ref->ref_class == CLASS_OBJECT || a->ref->ref_class == CLASS_PLAYER))
                return is == CLASS_OBJECT
                           ? "no object is a player: 'creatures you don't control' says whose"
                           : "no player is an object: nobody is left out";
    return NULL;
}

static int is_player(const facts *f)
{
    return says(f, NOUN_PLAYER) || says(f, NOUN_OPPONENT) || says(f, NOUN_TEAMMATE);
}

static int is_off_battlefield(const facts *f)
{
    const int off = f->placed && !(f->zones & 1u << VM_ZONE_BATTLEFIELD);
    return off || ((says(f, NOUN_SPELL) || says(f, NOUN_ABILITY)) && !says(f, NOUN_PERMANENT) &&
                   !f->placed);
}

enum {
    OBJECTS = 1u << NOUN_CARD | 1u << NOUN_PERMANENT | 1u << NOUN_SPELL | 1u << NOUN_ABILITY |
              1u << NOUN_TOKEN | 1u << NOUN_SOURCE | 1u << NOUN_EMBLEM
};

static const char *never_of_types(const facts *f)
{
    if ((f->types & ONE_SHOT) && (f->types & VM_PERMANENT_TYPES))
        return "nothing is both: instants and sorceries are never permanents (CR 110.4)";
    if ((f->types & ONE_SHOT) && is_permanent(f))
        return "instants and sorceries are never permanents (CR 110.4)";
    if ((f->supertypes & VM_SUPER_BASIC >> VM_TYPE_NUMBER_MAX) && (f->no_types & VM_TYPE_LAND))
        return "only lands are basic (CR 205.4c)";
    if (f->typeless)
        return "nothing has that subtype without its card type (CR 205.3d)";
    return NULL;
}

static int is_ability_alone(const facts *f)
{
    return says(f, NOUN_ABILITY) && !says(f, NOUN_SPELL);
}

static const char *never_of_nouns(const facts *f)
{
    if (is_player(f) && (f->kind || f->colored || f->status || (f->nouns & OBJECTS)))
        return "no player is an object: players have no card types, no colors, and are not tapped";
    if (is_player(f) && f->measured)
        return "no player is an object: players have no power, no mana value and no name";
    if (is_player(f) && f->able)
        return "no player is an object: players are not told apart by their abilities";
    if (is_player(f) && f->of_permanents)
        return "no player is a permanent: players have no counters of that kind";
    if (f->of_players && !is_player(f) && (f->types || (f->nouns & OBJECTS)))
        return "no object is a player: counters of that kind are on players";
    if (is_player(f) && f->controlled)
        return "nobody controls players; objects are controlled (CR 108.4)";
    if (says(f, NOUN_TOKEN) && says(f, NOUN_CARD))
        return "a token is no card (CR 108.2b)";
    if (is_permanent(f) && f->placed && !(f->zones & 1u << VM_ZONE_BATTLEFIELD))
        return says(f, NOUN_TOKEN)
                   ? "a token is on the battlefield, and elsewhere ceases to exist "
                     "(CR 110.5f)"
                   : "permanents are on the battlefield (CR 110.1); elsewhere it is "
                     "a 'permanent card'";
    if (f->controlled && (f->types & ONE_SHOT) && !f->nouns && !f->placed)
        return "instants and sorceries are never permanents (CR 110.4): 'instant spells you "
               "control'";
    if (says(f, NOUN_SPELL) && (f->zones & 1u << VM_ZONE_BATTLEFIELD) &&
        !(f->zones & 1u << VM_ZONE_STACK))
        return "spells are on the stack (CR 111.1); on the battlefield they are permanents";
    if (is_ability_alone(f) && (f->kind || f->colored))
        return "an ability has no card types, no subtypes and no color (CR 112.1), its source has: "
               "'an activated ability of a creature'";
    if (is_ability_alone(f) && f->placed && !(f->zones & 1u << VM_ZONE_STACK))
        return "activated and triggered abilities are on the stack alone (CR 112.7)";
    if (f->status && is_off_battlefield(f))
        return "only what is on the battlefield is tapped, attacks or blocks (CR 110.6)";
    if (f->controlled && f->placed &&
        !(f->zones & (1u << VM_ZONE_BATTLEFIELD | 1u << VM_ZONE_STACK | 1u << VM_ZONE_COMMAND)))
        return "cards there have owners alone, and nobody controls them (CR 108.4)";
    return NULL;
}

static const char *never(const facts *f)
{
    const char *why = never_of_types(f);
    why = why ? why : never_of_nouns(f);
    return why ? why : f->below ? "no such number is less than 0" : NULL;
}

static void gather(facts *f, const m_desc *d)
{
    cc_each_atom(d->atoms, note, f);
    cc_each_atom(d->atoms, note_subtype, f);
}

const char *cc_cannot_be(const cc_unit *u, const m_desc *d)
{
    facts f;
    memset(&f, 0, sizeof f);
    f.u = u;
    gather(&f, d);
    return never(&f);
}

/* while you're tapped, if its controller is a Goblin: somebody who was not described */
static const char *player_is_never(const cc_unit *u, const m_desc *quality)
{
    const char *why = NULL;
    for (const m_desc *q = quality; q; q = q->or) {
        facts f;
        memset(&f, 0, sizeof f);
        f.u = u;
        f.nouns = 1u << NOUN_PLAYER;
        gather(&f, q);
        why = never(&f);
        if (!why)
            return NULL;
    }
    return why;
}

const char *cc_is_never(const cc_unit *u, const m_ref *ref, const m_desc *quality)
{
    const char *why = NULL;
    if (ref && ref->ref_class == CLASS_PLAYER)
        return player_is_never(u, quality);
    if (!ref || (ref->kind != REF_TARGET && ref->kind != REF_ALL && ref->kind != REF_SOME) ||
        !ref->desc)
        return NULL;
    for (const m_desc *d = ref->desc; d; d = d->or)
        for (const m_desc *q = quality; q; q = q->or) {
            facts f;
            memset(&f, 0, sizeof f);
            f.u = u;
            gather(&f, d);
            gather(&f, q);
            why = never(&f);
            if (!why)
                return NULL;
        }
    return why;
}

/* search your library for a tapped creature card */
const char *cc_is_never_in(const cc_unit *u, const m_desc *d, const m_zone *zone)
{
    const char *why = NULL;
    for (; d; d = d->or) {
        facts f;
        memset(&f, 0, sizeof f);
        f.u = u;
        f.placed = 1;
        f.zones = 1u << zone->zone | zone->also;
        gather(&f, d);
        why = never(&f);
        if (!why)
            return NULL;
    }
    return why;
}

/* What is no characteristic (CR 109.3): protection from tokens, from tapped creatures, from abilities */
const char *cc_is_no_quality(const m_desc *d)
{
    const uint32_t nouns = 1u << NOUN_TOKEN | 1u << NOUN_CARD | 1u << NOUN_EMBLEM |
                           1u << NOUN_COMMANDER | 1u << NOUN_ATTACKER | 1u << NOUN_BLOCKER;
    const uint32_t said = ~(uint32_t)(VM_STATUS_MULTICOLORED0 | VM_STATUS_MONOCOLORED0);
    for (; d; d = d->or)
        for (const m_atom *a = d->atoms; a; a = a->next) {
            const int noun = a->kind == ATOM_NOUN && !a->neg && (nouns >> a->number & 1);
            const int ability = a->kind == ATOM_NOUN && !a->neg && a->number == NOUN_ABILITY &&
                                    a == d->atoms && !a->next && !d->or
                ;
            if (noun || ability || (a->kind == ATOM_STATUS && (a->number & said)))
                return "protection and hexproof are from a characteristic: a color, a card type, a "
                       "subtype, a mana value (CR 702.16a, 109.3), or from players";
        }
    return NULL;
}

const char *cc_is_never_controlled(const cc_unit *u, const m_desc *d)
{
    const char *why = NULL;
    for (; d; d = d->or) {
        facts f;
        memset(&f, 0, sizeof f);
        f.u = u;
        gather(&f, d);
        f.controlled = 1;
        why = never(&f);
        if (!why)
            return NULL;
    }
    return why;
}

/* enchant instant, enchant emblem, enchant card */
int cc_is_never_enchanted(const m_desc *d)
{
    for (; d; d = d->or) {
        facts f;
        memset(&f, 0, sizeof f);
        cc_each_atom(d->atoms, note, &f);
        if ((f.types & ONE_SHOT) || says(&f, NOUN_SPELL) || says(&f, NOUN_ABILITY) ||
            says(&f, NOUN_EMBLEM) || (says(&f, NOUN_CARD) && !f.placed))
            return 1;
    }
    return 0;
}
