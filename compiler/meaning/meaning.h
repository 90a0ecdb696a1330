/* The meaning of phrases: typed trees that know nothing of tokens, registers or bytecode. Built by the
 * readers of this folder, never changed afterwards, printed by print.c, turned into code by compiler/lower.
 *
 *   m_ref     a noun phrase: what it picks out, and how (target, each, a, that ...)
 *   m_desc    a description: alternatives of properties that a thing or player has
 *   m_amount  a number
 *   m_cond    a condition
 *   m_act     a frame with its operands and what hangs on it: durations, 'for each', 'unless'
 *   m_clause  a subject and its acts
 *   m_stmt    what stands in a body
 *   m_ability what stands on a card */
#ifndef COMPILER_MEANING_MEANING_H
#define COMPILER_MEANING_MEANING_H

#include "compiler/vocabulary/vocabulary.h"

typedef struct m_ref m_ref;
typedef struct m_desc m_desc;
typedef struct m_amount m_amount;
typedef struct m_cond m_cond;
typedef struct m_act m_act;
typedef struct m_clause m_clause;
typedef struct m_stmt m_stmt;
typedef struct m_ability m_ability;
typedef struct m_body m_body;

/* A name that text gives: 'as prisoner', 'let n = ...', an operand of a declaration. */
typedef enum m_name_kind {
    M_NAME_THINGS, /* objects and players */
    M_NAME_NUMBER,
    M_NAME_COLOR,
    M_NAME_SUBTYPE, /* a creature type */
    M_NAME_WORD,    /* a color word or type */
    M_NAME_CARD,    /* the name of a card */
    M_NAME_SECOND,  /* another one, chosen behind it (CR 702.105f) */
    M_NAME_TYPE,    /* a card type */
    M_NAME_LAND,    /* a land type */
    M_NAME_COST,
    M_NAME_QUALITY, /* a description */
    M_NAME_KEYWORD, /* one of its `keywords`: its number */
    M_NAME_ABILITIES
} m_name_kind;
/* Where things were put that a name or a link holds: what one effect puts there later comes beside it. */
typedef struct m_held {
    uint32_t
        set_in; /* id of the function lowered last that sets it, whatever way is taken through it; 0 = none */
    uint32_t loop_in; /* ... in which a loop has emptied it that fills it */
} m_held;

typedef struct m_name {
    syn_word word;
    uint8_t kind;    /* m_name_kind */
    uint8_t operand; /* of a declaration: its value is bound where the declaration is used */
    uint8_t slot;
    uint8_t land;       /* a land type: 1 basic, 2 any */
    uint8_t classes;    /* of things: bits by the m_ref_class of what it was given to */
    uint8_t of_keyword; /* what a keyword of the card has chosen (CR 702.105d) */
    uint8_t of_cost;    /* of a number, lowered last: only the cost paid gives it */
    uint32_t link;      /* of a card: where its objects keep it */
    uint32_t
        given_at; /* by abilities of the card itself (1), by those that it gives (2), that those give (4) ... */
    uint32_t set_in; /* id of the function that was lowered last of those that set it */
    m_held held;
    uint8_t of_each;     /* lowered last: set for each of several players */
    const void *set_for; /* ... where they were taken one by one */
    const struct m_keyword *keywords;
    struct m_name *next;
} m_name;

/* ---- amounts ---- */

typedef enum m_amount_kind {
    AMT_CONST, /* value */
    AMT_X,
    AMT_NAME,     /* name */
    AMT_EVENT,    /* that many, that much */
    AMT_COUNT,    /* ref: how many */
    AMT_PROPERTY, /* prop of ref: the sum over it */
    AMT_GREATEST, /* prop among ref */
    AMT_LEAST,
    AMT_COUNTERS,   /* counters of kind `value` (-1 any) on ref */
    AMT_TYPES,      /* card types among ref */
    AMT_COLORS,     /* colors among ref */
    AMT_LAND_TYPES, /* basic land types among ref */
    AMT_ADD,
    AMT_SUB,
    AMT_MUL,
    AMT_HALF_UP,
    AMT_HALF_DOWN,
    AMT_ANY,  /* any number of */
    AMT_FRAME /* act: an amount with a body or a native */
} m_amount_kind;
struct m_amount {
    uint8_t kind,
        this_way; /* this_way: of AMT_EVENT, of an act: 1 + number of the word for it in paid.def */
    cc_span span;
    int32_t value;
    uint32_t prop;
    m_ref *ref;
    m_name *name;
    m_amount *left, *right;
    m_act *act;
};
/* How a creature stands to another in combat. */
enum m_combat { M_BLOCKS, M_IS_BLOCKED, M_ATTACKS, M_BLOCKS_OR_BLOCKED };
typedef enum m_compare {
    CMP_EQ,
    CMP_GE,
    CMP_LE,
    CMP_GT,
    CMP_LT,
    CMP_NE,
    CMP_SOME,
    CMP_EVEN,
    CMP_ODD
} m_compare;

/* ---- zones ---- */

typedef struct m_zone {
    cc_span span;
    uint32_t zone; /* VM_ZONE */
    uint32_t also; /* bits of further zones of the same player: 'graveyard, hand, and library' */
    m_ref *owner;  /* whose; NULL = anybody's, or that of the object's owner */
    uint8_t owners, all; /* 'their owners': of each object that of its owner; 'all graveyards' */
    uint8_t bottom, top, any_order, random_order;
    uint8_t it; /* 'on top of it': of the library that what goes there belongs to */
} m_zone;

/* ---- descriptions ---- */

typedef enum m_atom_kind {
    ATOM_NOUN,      /* number: voc_noun */
    ATOM_TYPE,      /* number: bit */
    ATOM_SUPERTYPE, /* number: bit */
    ATOM_SUBTYPE,   /* number */
    ATOM_COLOR,     /* number: mask; 0 colorless */
    ATOM_STATUS,    /* number: bit */
    ATOM_KEYWORD,   /* frame; with `desc` of what it is */
    /* number: the designation's kind of counter; text */
    ATOM_DESIGNATED,
    ATOM_CONTROL,   /* ref controls it */
    ATOM_OWN,       /* ref owns it */
    ATOM_ZONE,      /* zone */
    ATOM_COMPARE,   /* prop cmp amount */
    ATOM_COUNTERS,  /* counters of kind number (-1 any): cmp amount */
    ATOM_NAMED,     /* text */
    ATOM_OTHER,     /* other than ref; NULL = than what the sentence named, or this */
    ATOM_AMONG,     /* is one of ref */
    ATOM_SHARES,    /* shares a (number: VM_SHARED) with ref */
    ATOM_CHOSEN,    /* of a named color or type: name */
    ATOM_PT,        /* power/toughness: number, number2 */
    ATOM_ABILITIES, /* has abilities */
    ATOM_RANDOM,    /* at random: it is not chosen by anybody */
    ATOM_EXTRA,     /* an extra card: not the first of a draw step */
    ATOM_ATTACHED,  /* attached to ref */
    ATOM_HOST_OF,   /* ref is attached to it: 'enchanted creature' without an article */
    ATOM_TARGETING, /* a spell that targets ref */
    ATOM_COMBAT,    /* blocks, or is blocked by, ref: enum m_combat */
    ATOM_ENTERING,  /* entering the battlefield */
    ATOM_QUALITY,   /* an operand of the declaration: name */
    ATOM_COND,      /* act: a condition about it */
    ATOM_HISTORY,   /* history: what happened to it, or what it did */
    ATOM_WAY,       /* of a player: history, with COND_WAY, says what they did, or controlled */
    ATOM_DESC       /* alternatives: desc */
} m_atom_kind;
enum m_which_chosen { CHOSEN_ONE_OF_TWO = 1, CHOSEN_OTHER, CHOSEN_BY_ANY };
typedef struct m_atom {
    uint8_t kind, neg, cmp, plural;
    cc_span span;
    m_name *name2;           /* of CHOSEN: the second name; number: m_which_chosen */
    struct m_choice *choice; /* of CHOSEN: 'the color of your choice', chosen now */
    uint32_t number,
        number2; /* of COMPARE: 1 = it is one of those among which that is the greatest */
    const char *text;
    const voc_frame *frame;
    m_ref *ref;
    m_zone *zone; /* number: 1 = anywhere other than there */
    m_amount *amount;
    m_desc *desc;
    m_name *name;
    m_act *act;
    const m_cond *history;
    struct m_atom *next;
} m_atom;
/* Something fits if it fits one of the alternatives: all atoms of it. */
struct m_desc {
    cc_span span;
    m_atom *atoms;
    m_desc * or ; /* the next alternative */
    uint8_t
        noun_shared; /* its noun is that of a later one: what stands behind it is said of both */
};

/* ---- references ---- */

typedef enum m_ref_kind {
    REF_THIS,
    REF_YOU,
    REF_PRONOUN,    /* word: it, they; their class says what they can be */
    REF_THAT,       /* desc: that creature, those cards */
    REF_THE,        /* desc: the one that is so; the creature */
    REF_ALL,        /* desc: each, all, the bare plural */
    REF_SOME,       /* desc, count: a creature, two creatures, up to one creature: chosen */
    REF_NONE,       /* desc: no creature */
    REF_TARGET,     /* desc, count */
    REF_NAME,       /* name */
    REF_CONTROLLER, /* of */
    REF_OWNER,      /* of */
    REF_OPPONENTS,  /* of: their opponents */
    REF_DEFENDER,   /* defending player */
    REF_ACTIVE,     /* active player */
    REF_SEAT,       /* number: player 3, in tests */
    REF_HOST,       /* what this is attached to */
    REF_JOIN,       /* left and right */
    REF_PART,       /* of: some of them, chosen; count */
    REF_TOP,        /* the top `count` cards of zone */
    REF_PAID,       /* desc: the sacrificed creature; number = how it was paid */
    REF_NAMED,      /* text: "Grizzly Bears" */
    REF_GIVER,      /* text: the card itself, in an ability that it gives others (CR 201.4a) */
    REF_ZONE,       /* zone: the cards in it */
    REF_PILE,       /* number: m_pile; of: who chooses; desc: those of it */
    REF_EVENT       /* an operand of the event: used by bodies of declarations */
} m_ref_kind;
typedef enum m_pile { PILE_NOW, PILE_CHOSEN, PILE_OTHER, PILE_VOTED } m_pile;
typedef enum m_ref_class { CLASS_ANY, CLASS_OBJECT, CLASS_PLAYER, CLASS_EITHER } m_ref_class;
struct m_ref {
    uint8_t kind, ref_class; /* m_ref_class: what it surely is */
    uint8_t plural, up_to, any_number, or_more, or_less, exact, another, join_or, each, with_this;
    uint8_t next;      /* REF_ALL: the next spell you cast this turn: one of them */
    uint8_t many;      /* the exiled cards: the noun stands in the plural */
    uint8_t bound;     /* REF_HOST: what this haunts, or is encoded on, from exile */
    uint8_t of_choice; /* 1: 'of your choice', 2: 'of their choice', 3: 'of an opponent's choice' */
    cc_span span;
    syn_word word;
    uint32_t number;
    m_desc *desc;
    m_amount *count, *least; /* least: of 'one or two' */
    m_ref *of, *left, *right;
    m_zone *zone;
    m_name *name, *bind; /* bind: 'as NAME' */
    const char *text;
};

/* ---- costs ---- */

typedef struct m_cost {
    cc_span span;
    const char *symbols;  /* mana symbols, {T}, {Q}; NULL for what is done */
    const char *loyalty;  /* '+1', '-X' */
    m_act *act;           /* what is done to pay */
    m_name *name;         /* an operand: COST */
    struct m_cost *other; /* paid instead, if one wants: sacrifice a creature or pay 3 life */
    const char *says;     /* of one of several ways: its words */
    struct m_cost *next;
} m_cost;

/* ---- what is created or become ---- */

typedef struct m_quality_list { /* 'a 1/1 white Soldier creature token with flying': what it is */
    cc_span span;
    uint32_t types, supertypes, colors;
    uint8_t colorless, has_pt, tapped, attacking, all_creature_types, copy;
    uint8_t open; /* a token with the abilities of the block that follows */
    VEC(uint32_t) subtypes;
    m_amount *power, *toughness;
    m_name *chosen;                /* of the chosen color or type */
    struct m_choice *choice;       /* it is chosen now: the color of your choice */
    struct m_abilities *abilities; /* with flying */
    const char *name;              /* named X */
    m_amount *count;
    m_amount *size;          /* with power and toughness equal to ... */
    m_ref *model;            /* a copy of it */
    m_ref *attacks, *blocks; /* attacking that player, blocking that creature */
} m_quality_list;

typedef struct m_keyword { /* 'protection from red', 'bushido 2' */
    cc_span span;
    const voc_frame *frame;
    struct m_operand *operands;
    uint8_t bare;                    /* its name alone, where it needs operands: gains suspend */
    const char *says;                /* of one of which one is chosen: its words */
    const struct syn_block *said;    /* behind its colon: forecast {1}{W}: draw a card */
    struct m_keyword *next, *before; /* on the line; of the lines before */
} m_keyword;
typedef struct m_abilities { /* keywords, and abilities in a block */
    cc_span span;
    m_keyword *keywords;
    m_ability *list;
    uint8_t all, this_ability, all_creature_types;
    uint8_t one_of; /* your choice of them, made as the effect is carried out */
    m_name *chosen; /* of one_of: made before: that ability */
} m_abilities;

typedef struct m_change { /* +2/-X, 3/3 */
    cc_span span;
    m_amount *power, *toughness;
    uint8_t minus_power, minus_toughness; /* the amount is taken away */
} m_change;

typedef enum m_choice_kind {
    CHOICE_COLOR,
    CHOICE_CREATURE_TYPE,
    CHOICE_WORD, /* number: 0 a colour word or basic land type, else 1, 2, 4 as choose_word_among says */
    CHOICE_LIKE_WORD,
    CHOICE_NAME,      /* a nonland card name: desc */
    CHOICE_CARD_TYPE, /* number: mask of those that can be chosen, 0 = any */
    CHOICE_LAND_TYPE, /* number: 1 = a basic one */
    CHOICE_KEYWORD,   /* one of `keywords` */
    CHOICE_NUMBER,    /* from least, to most; NULL: any */
    CHOICE_THING
} m_choice_kind;
typedef struct m_choice { /* what somebody chooses that is no object or player */
    cc_span span;
    uint8_t kind;
    m_ref *ref; /* CHOICE_THING */
    m_desc *desc;
    uint32_t number, but; /* but: of CHOICE_WORD, a subtype that it is not, + 1 */
    m_amount *least, *most;
    m_name *bind;
    m_name *than; /* CHOICE_NAME: another name than this */
    const struct m_keyword *keywords;
} m_choice;

enum { M_OPTIONS_MAX = 8 };
typedef struct m_options { /* what is voted for: words, whose numbers of votes have them as names */
    uint32_t count;
    syn_word word[M_OPTIONS_MAX];
    m_name *name[M_OPTIONS_MAX];
} m_options;

/* ---- tests ---- */

typedef struct m_card { /* a tapped "Serra Angel" with two +1/+1 counters attached to "Lure" */
    cc_span span;
    const char *name;
    int32_t count;
    uint8_t tapped, down,
        fresh; /* down: face-down; fresh: 'new', it came under control this turn */
    struct {
        uint32_t kind;
        int32_t count;
    } counters[4];
    uint32_t counter_count;
    struct m_card *host;
    m_zone *zone;
    struct m_card *next;
} m_card;
typedef struct m_step { /* of a test */
    cc_span span;
    m_ref *subject;
    m_act *act;           /* a frame of kind 'testing'; NULL: */
    m_clause *clauses;    /* an effect that happens */
    uint8_t expects;      /* it says what must be so */
    struct m_step *means; /* of a phrase that is declared with a body: its steps */
    struct m_step *next;
} m_step;

/* ---- acts ---- */

typedef struct m_operand { /* of one slot of a frame; type says which field */
    uint8_t type, given;   /* voc_type */
    uint8_t next;          /* of a step: the next one */
    uint8_t compare;       /* of counters: 1 + how they are compared, if that is said */
    uint8_t hole;          /* left open: it is what the phrase around describes */
    uint32_t from, to;     /* the words that fill it; of a number, without its noun */
    cc_span span;
    union {
        m_ref *ref;
        m_amount *amount;
        m_desc *desc;
        m_zone *zone;
        m_cost *cost;
        m_change *change;
        m_abilities *abilities;
        m_quality_list *quality;
        m_choice *choice;
        m_options *options;
        m_cond *cond;
        m_card *cards;
        const char *text; /* mana symbols */
    } is;
    uint32_t number; /* counter kind, step, color mask; a comparison (m_compare) of a quantity */
    m_amount *count; /* of counters and tokens */
    m_name *name;
} m_operand;

typedef enum m_duration {
    DURATION_NONE,
    DURATION_FRAME /* act */
} m_duration;

typedef struct m_way { /* sacrifices a creature or discards a card: one of these */
    m_act *act;
    const char *says;
    struct m_way *next;
} m_way;
struct m_act {
    m_way *ways; /* frame: m_ways_frame */
    const voc_frame *frame;
    cc_span span;
    m_operand *operands; /* one for each slot; the subject's is empty here */
    m_act *duration;     /* until end of turn */
    m_act *meant;        /* of a duration that is declared in words: the one that it is */
    struct m_cost *pays; /* of a cost that is declared in words: what is paid */
    m_amount *times;     /* for each ... */
    m_cond *only_if;     /* '... if you control a Forest', behind it */
    m_clause *unless;    /* unless its controller pays {2} */
    m_cond *unless_cond;
    m_amount *x;      /* where X is ... */
    m_clause *except; /* what is different about a copy */
    m_desc *only_for; /* of mana: what it may be spent on */
    m_body *block;    /* gains { ... } */
    m_name *bind;
    uint8_t random, also, negative, instead;
    uint8_t from_you; /* starting with you, each player ... */
    uint8_t while_so; /* only_if was said with 'while' */
    m_act *next;      /* of the same clause: and ... */
};

struct m_clause {
    cc_span span;
    m_ref *subject; /* NULL: you, or this */
    m_act *acts;
    m_act *alternatives; /* 'tap or untap': one of these instead */
    m_clause *have;      /* you may have it deal 2 damage ...: what happens, by whom */
    uint8_t may, must, instead, then,
        kept; /* then: joined by it; kept: the subject of the clause before it */
    m_clause *next;
};

/* ---- conditions ---- */

typedef enum m_cond_kind {
    COND_AND,
    COND_OR,
    COND_NOT,
    COND_ACT,     /* act, with subject */
    COND_COMPARE, /* amount cmp other */
    COND_DID,     /* if you do */
    COND_WAY,     /* a card was discarded this way: subject; number, word, zone: how; by */
    COND_HISTORY  /* event, or one of those behind it; number: when */
} m_cond_kind;
struct m_cond {
    uint8_t kind, cmp;
    uint8_t
        kept; /* of ACT: of the same subject as the part before it, one of several that each are asked for both */
    uint8_t controlled; /* of WAY, in a description: they had it, whoever did something to it */
    uint8_t
        whole; /* of NOT: unless; it is not so of any, where the verb's own 'not' is said of one */
    cc_span span;
    m_cond *left, *right;
    m_ref *subject;
    m_act *act;
    m_amount *amount, *other;
    struct m_event *event;
    uint32_t number; /* of HISTORY: enum vm_history_span; of WAY: a row of paid.def */
    syn_word word;
    m_ref *by; /* of DID: whom 'each opponent who does' names */
    m_zone *zone;
};

/* ---- events ---- */

typedef struct m_event {
    cc_span span;
    m_ref *subject;
    m_act *act;      /* frame: an event */
    m_cond *state;   /* when you control no Islands: as soon as that is so */
    uint8_t is_step; /* at the beginning of: */
    uint32_t step;
    m_ref *whose; /* step */
    uint8_t each, next_one;
    uint8_t that_turn;    /* step: of the extra turn that the effect has made */
    uint8_t next_turn;    /* step: of the next turn, whoever takes it */
    uint8_t first;        /* for the first time each turn; 2, 3: for that one */
    uint8_t shared;       /* its last operand is said once, behind the next event */
    uint8_t hole;         /* 1 + the slot of the participant that is described by it */
    struct m_event * or ; /* the next event that also does it */
} m_event;

/* ---- statements and abilities ---- */

typedef enum m_stmt_kind {
    STMT_CLAUSES,   /* clauses */
    STMT_IF,        /* cond, body, other */
    STMT_LET,       /* name = amount or choice or ref, [cond, other value] */
    STMT_FOREACH,   /* ref, body */
    STMT_UNTIL,     /* duration, body */
    STMT_MODES,     /* amount: how many; modes */
    STMT_DELAYED,   /* ability: a trigger or replacement that the effect makes */
    STMT_REFLEXIVE, /* body: when you do */
    STMT_BLOCK      /* body */
} m_stmt_kind;
struct m_stmt {
    uint8_t kind, or_more;
    uint8_t behind; /* of DELAYED: the time stands behind what is done, so targets are chosen now */
    m_stmt *later;  /* of CLAUSES: the end of the same sentence, DELAYED */
    uint8_t of_prevented; /* it speaks of what the statement before prevents */
    cc_span span;
    m_clause *clauses;
    m_cond *cond;
    m_body *body, *other;
    m_name *name;
    m_amount *amount, *amount2;
    m_choice *choice;
    m_ref *ref;
    m_act *duration;
    m_ability *ability;
    m_stmt *next;
};
struct m_body {
    cc_span span;
    m_stmt *stmts;
};

enum m_instead {
    INSTEAD_ALWAYS = 1,
    INSTEAD_IF_WANTED
}; /* instead you ... · you may instead ... */

typedef enum m_ability_kind {
    ABILITY_KEYWORDS,    /* keywords */
    ABILITY_TRIGGER,     /* event, cond, body */
    ABILITY_ACTIVATED,   /* cost, limits, body */
    ABILITY_STATIC,      /* clauses, cond */
    ABILITY_REPLACEMENT, /* event that would happen, cond, body; next_time */
    ABILITY_ENTERS,      /* body: as this enters */
    ABILITY_RESOLVES,    /* cond, body: behind what the spell does itself */
    ABILITY_DEFINE,      /* prop = amount */
    ABILITY_LEVEL,       /* from, to, change, list */
    ABILITY_CHAPTER,     /* numbers, body */
    ABILITY_ALTERNATIVE, /* cost */
    ABILITY_OPENING,     /* in the opening hand */
    ABILITY_OPTIONAL,    /* cost, optional: an additional cost that may be paid */
    ABILITY_CAST_ONLY,   /* cond, sorcery: when the spell may be cast */
    ABILITY_SPELL        /* body: what an instant or sorcery does */
} m_ability_kind;
enum m_optional { OPTIONAL_ONCE = 1, OPTIONAL_REPEATED, OPTIONAL_ALL_MODES };
struct m_ability {
    uint8_t kind, sorcery, once_each_turn, next_time, optional;
    uint8_t most;             /* no more than so many times each turn */
    uint8_t once;             /* only once, ever */
    uint8_t instant, anybody; /* any time you could cast an instant; any player may activate it */
    uint8_t special;          /* a special action, which does not use the stack (CR 115.2) */
    uint8_t mulligan; /* of an opening hand: whenever a mulligan could be taken (CR 103.4b) */
    uint8_t command;  /* of a card that begins the game in the command zone */
    uint8_t each_time, first_time; /* of a trigger that an effect makes: 'whenever', 'when' */
    uint8_t at_once; /* of a trigger: without the stack, as mana is spent (CR 106.6) */
    cc_span span;
    m_keyword *keywords;
    m_event *event;
    m_cond *cond;
    m_cost *cost;
    m_body *body;
    m_act *duration; /* of a replacement that an effect makes */
    m_clause *clauses;
    uint32_t prop;
    m_amount *amount;
    int32_t from, to;
    m_change *change;
    m_ability *list; /* of a level */
    VEC(int32_t) numbers;
    VEC(const syn_stmt *) said; /* of SPELL: its sentences as they stand */
    m_ability *next;
};

enum {
    PAID_DISCARDED = 1,
    PAID_EXILED = 2,
    PAID_RETURNED = 4,
    PAID_REVEALED = 5,
    PAID_MILLED = 6,
    PAID_DESTROYED = 7,
    PAID_PUT = 10,
    PAID_LOST = 11,
    PAID_GAINED = 12,
    PAID_DRAWN = 13,
    PAID_DEALT = 8,
    PAID_PREVENTED = 9
};                                        /* rows of paid.def that mean something by themselves */
const char *m_paid_word(uint32_t number); /* of paid.def: 'sacrificed' */
/* Said of the thing itself, that died, rather than of what was done to it? */
int m_is_own_deed(const vocabulary *voc, uint32_t number, syn_word said);
uint8_t m_ordinal(const char *text); /* second: 2; 0 = it is none */
const char *m_ordinal_word(uint8_t number);
extern const voc_frame m_ways_frame; /* of an act that is one of several */

#endif
