/* What the declarations of rules, packs and modders make known: words, symbols and frames.
 *
 *   vocabulary.c  entries and look-up
 *   declare.c     declarations to entries and symbols
 *   nearest.c     suggestions for misspelt words
 *   show.c        frames as text
 *   overlap.c     frames that cover the same sentences
 *   takes.c       what natives take (takes.def)
 *   frames.c      patterns of actions, events, conditions, rules, keywords ... */
#ifndef COMPILER_VOCABULARY_VOCABULARY_H
#define COMPILER_VOCABULARY_VOCABULARY_H

#include "compiler/syntax/source.h"
#include "vm/pack.h"

typedef enum voc_decl {
#define DECL(id, word, head) DECL_##id,
#include "compiler/vocabulary/decl_kinds.def"
#undef DECL
    DECL_KIND_COUNT
} voc_decl;

typedef enum voc_type {
    VOC_NO_TYPE,
#define OPERAND_TYPE(id, word, text) VOC_##id,
#include "compiler/vocabulary/types.def"
#undef OPERAND_TYPE
    VOC_TYPE_COUNT
} voc_type;

typedef enum voc_noun {
#define NOUN(id, word, want, zones, types, has, has_not, relation) NOUN_##id,
#include "compiler/vocabulary/nouns.def"
#undef NOUN
    NOUN_COUNT
} voc_noun;

typedef struct voc_noun_info {
    const char *word;
    uint32_t want, zones, types, has, has_not, relation;
} voc_noun_info;
extern const voc_noun_info VOC_NOUNS[NOUN_COUNT];

/* ---- entries ---- */

typedef enum voc_class {
    VOC_CLASS_TYPE,        /* number = bit */
    VOC_CLASS_SUPERTYPE,   /* number = bit, from 0 */
    VOC_CLASS_SUBTYPE,     /* number; extra = mask of the types it belongs to */
    VOC_CLASS_COLOR,       /* number = mask; 0 = colorless */
    VOC_CLASS_NOUN,        /* number = voc_noun */
    VOC_CLASS_STATUS,      /* number = bit of VM_STATUS, extra = 1: it has it not */
    VOC_CLASS_ADJECTIVE,   /* frame = its declaration, whose body is a description */
    VOC_CLASS_COUNTER,     /* number */
    VOC_CLASS_DESIGNATION, /* number: of its kind of counter */
    VOC_CLASS_PROPERTY,    /* number = VM_PROP */
    VOC_CLASS_ZONE,        /* number = VM_ZONE */
    VOC_CLASS_STEP,        /* number = VM_STEP */
    VOC_CLASS_VERB,
    VOC_CLASS_KEYWORD, /* frame */
    VOC_CLASS_WORD     /* stands only in patterns */
} voc_class;
enum voc_form {
    VOC_FORM_ONE = 1,
    VOC_FORM_MANY = 2,
    VOC_FORM_BASE = 4,
    VOC_FORM_S = 8,
    VOC_FORM_PAST = 16,
    VOC_FORM_ING = 32,
    VOC_FORM_DID = 64 /* drew: only where it stands without have or be; also a PAST */
};

typedef struct voc_frame voc_frame;
typedef struct voc_entry {
    uint8_t entry_class, form, count; /* count: words */
    const syn_word *words;
    syn_word lemma; /* the whole phrase in its dictionary form */
    uint32_t number, extra;
    const voc_frame *frame;
    struct voc_entry *next; /* begins with the same word */
} voc_entry;

/* ---- frames ---- */

typedef enum voc_part_kind {
    VOC_PART_LITERAL, /* word */
    VOC_PART_SLOT,    /* slot */
    VOC_PART_COUNTED, /* slot, word: 'two cards', or 'cards equal to ...' */
    VOC_PART_OPTION   /* the parts up to `end` may be left out */
} voc_part_kind;
typedef struct voc_part {
    uint8_t kind, slot;
    uint16_t end;
    syn_word word;
} voc_part;
enum { VOC_PARTS_MAX = 32, VOC_SLOTS_MAX = 10, VOC_OPERANDS_MAX = 256 };
typedef struct voc_slot {
    syn_word name;    /* in capitals */
    uint8_t type;     /* voc_type */
    uint8_t creature; /* a permanent that is one */
    uint8_t given_up; /* what is sacrificed: what cannot be is not chosen */
    uint8_t own;      /* 'their': what the one who acts controls, or a card in their hand */
} voc_slot;

/* What the compiler knows of natives (traits.def). */
typedef enum voc_trait {
    VOC_LASTS,
    VOC_CHANGES_EVENT,
    VOC_REDIRECTS_EVENT,
    VOC_REPLACES_ITSELF,
    VOC_CANCELS_EVENT,
    VOC_UNPREVENTABLE,
    VOC_UNPREVENTABLE_HERE,
    VOC_ENTERS,
    VOC_ENTERS_SO,
    VOC_ENTERS_TAPPED,
    VOC_ENTERS_WITH,
    VOC_ENTERS_AS_COPY,
    VOC_MAY_ENTER,
    VOC_ENTERS_CALLED,
    VOC_OPENS,
    VOC_MULLIGANS,
    VOC_COMMANDS, /* of a card that begins the game in the command zone */
    VOC_BEGINS_WITH,
    VOC_MAY_PLAY,
    VOC_FOR_A_TURN,
    VOC_CHANGES_COST,
    VOC_PAYS_MANA,
    VOC_GIVES_MANA, /* tapped for mana */
    VOC_BECOMES_COPY,
    VOC_SPARES,        /* says of protection given before it what it leaves where it is */
    VOC_GIVES_CHANGED, /* what it gives are those that it was done to, which stay what they are */
    VOC_PRODUCES,
    VOC_PAYS,
    VOC_PAYS_LIFE,
    VOC_CASTS,
    VOC_IS_CAST, /* an event: a spell is cast */
    VOC_RESOLVES,
    VOC_VOTES,
    VOC_DRAWS,
    VOC_ANNOUNCED, /* known before targets are chosen (CR 601.2b) */

    VOC_COPIES_SPELL,
    VOC_MAKES,
    VOC_ATTACKS,
    VOC_ATTACHES,
    VOC_TURNS_UP, /* as this is turned face up (CR 614.1e) */
    VOC_DECLARES_ATTACK,
    VOC_CANT_ATTACK,
    VOC_AGAINST_REGENERATION,
    VOC_TAKES_CONTROL, /* who it is about is an operand: what they get control of */
    VOC_IS_IN,
    VOC_CHOOSES,
    VOC_LOOKS_ANY_TIME,
    VOC_GIVES_UP,
    VOC_TAPS,
    VOC_UNTAPS,
    VOC_DEVOTION,
    VOC_DEALS,
    VOC_DEALS_DAMAGE,
    VOC_DESTROYS,
    VOC_EXILES,
    VOC_EXILES_SO,
    VOC_MOVES,
    VOC_SEARCHES,
    VOC_DONE_BY_CHOICE,
    VOC_PREVENTS_ALL,
    VOC_LOOKS,
    VOC_BLOCKS, /* one creature another */
    VOC_SHARES,
    VOC_SAYS_WHAT_IT_IS,
    VOC_DIVIDES,
    VOC_MAY_BE_ZERO, /* a number that is set, where 0 is one */
    VOC_HAS,         /* abilities */
    VOC_IS,          /* of some quality */
    VOC_NAMES_ZONE,  /* to which it moves something */
    VOC_REMOVES,     /* counters ... */
    VOC_WAS_REMOVED, /* ... and how many were */
    VOC_OF_A_FLIP,   /* of a coin: won, lost */
    VOC_CHANGES_LIFE,
    VOC_TRAIT_COUNT
} voc_trait;

struct voc_frame {
    voc_decl kind;
    const struct vocabulary *of;
    cc_span span;
    const voc_part *parts; /* behind the subject */
    const voc_slot *slots;
    const char *const *slot_names;
    uint8_t part_count, slot_count, has_subject; /* the subject is slot 0 */
    uint8_t leads; /* of a keyword: slot 0 stands in front of its name (QUALITY offering) */
    uint8_t block; /* of a keyword: the slot + 1 that stands for what is behind its colon */
    uint8_t literals, marker; /* specificity; keyword: the rules machine knows it */
    syn_word head;            /* group or lemma of the first literal */
    const char *native;
    uint64_t traits[VOC_TRAIT_COUNT / 64 + 1]; /* of the native: bits by voc_trait */
    const syn_block *body;
    syn_phrase means;                /* of an adjective: what it stands for */
    syn_phrase on;                   /* of a keyword: the cards that can have it as their own */
    const char *name;                /* of a keyword */
    const struct syn_token *kind_of; /* of a keyword: what speaks of that one speaks of it */
    uint32_t number; /* of a keyword: symbol; of an event that actions make happen: its number */
    uint32_t file;
    const struct voc_frame *next;  /* of the same kind and head */
    const struct voc_frame *after; /* in order of declaration */
};

static inline int voc_is(const voc_frame *f, voc_trait trait)
{
    return f->traits[trait / 64] >> trait % 64 & 1;
}

typedef struct voc_word_info {
    syn_word noun, verb; /* lemmas, 0 = it is none */
    uint8_t forms;       /* as a verb */
    uint8_t known;       /* stands in an entry or a pattern */
    voc_entry *entries;  /* beginning with it */
} voc_word_info;

typedef struct voc_symbol {
    uint32_t kind, number, a, b;
    const char *name;
    const syn_block *body; /* of a designation: the abilities that come with it */
    uint8_t on;            /* of a counter: what has it (voc_type) */
} voc_symbol;

typedef struct vocabulary {
    arena *mem;
    cc_diags *diags;
    syn_words *words;
    VEC(voc_word_info) info; /* by word */
    VEC(voc_symbol) symbols;
    VEC(const voc_frame *)
    heads[DECL_KIND_COUNT]; /* by word; the first frame that begins with it */
    const voc_frame *frames, *last_frame;
    struct {
        syn_word name;
        uint8_t type;
    } operand[VOC_OPERANDS_MAX]; /* 'operand N number' */
    uint32_t operand_count;
    VEC(const voc_frame *) led; /* keywords behind an operand */
} vocabulary;

uint32_t voc_add_designation(vocabulary *v, const char *name, int one, const syn_block *body);
void voc_init(vocabulary *v, arena *mem, cc_diags *diags, syn_words *words);
/* Reads the declarations of all sources: words first, then patterns. */
void voc_read(vocabulary *v, syn_source *const *sources, uint32_t count);

/* Entries that begin with `word`. */
const voc_entry *voc_entries(const vocabulary *v, syn_word word);
voc_word_info *voc_info(vocabulary *v, syn_word word);
/* Does a token's word stand for a literal of a pattern: the same word, or a form of it? */
int voc_same(const vocabulary *v, syn_word written, syn_word literal);
/* Frames of a kind by the word they begin with (behind the subject). */
const voc_frame *voc_frames(const vocabulary *v, voc_decl kind, syn_word written);
/* The word under which frames that begin with it are kept: its verb, its group, or itself. */
syn_word voc_head(const vocabulary *v, syn_word word);
/* Number of a symbol, or -1. */
int voc_symbol_number(const vocabulary *v, uint32_t kind, const char *name);
const voc_symbol *voc_symbol_by_number(const vocabulary *v, uint32_t kind, uint32_t number);
const char *voc_type_text(uint8_t type);
uint8_t voc_type_by_word(const char *word, size_t size); /* VOC_NO_TYPE: there is none */
/* What a reference of a type can be: 1 a player, 2 a permanent, 4 a spell, 8 a card; 0: it is no reference. */
uint32_t voc_things_of(uint8_t type);
/* Is what stands in such a slot a reference: a noun phrase for things or players? */
int voc_is_reference(uint8_t type);
/* The known word that is most likely meant, or NULL. */
const char *voc_nearest(const vocabulary *v, const char *word);
int voc_edit_distance(const char *a, const char *b);
/* A frame as an author reads it: 'deal AMOUNT damage to TARGET'. */
const char *voc_frame_text(vocabulary *v, const voc_frame *f);

/* Between the files of this folder. */

/* A native as a declaration names it, with the operands that it is given. */
typedef struct voc_native {
    voc_decl kind;
    const char *native;
    cc_span at;
    const voc_slot *slots;
    const char *const *names;
    const cc_span *slot_at;
    uint8_t in_option[VOC_SLOTS_MAX]; /* may be left out of a sentence */
    uint32_t count;
    uint8_t has_subject;
} voc_native;
int voc_takes(vocabulary *v, const voc_native *n); /* 0: it was told what is wrong */
void voc_compare_frames(vocabulary *v);
void voc_declare_words(vocabulary *v, const syn_decl *d, voc_decl kind);
void voc_declare_frame(vocabulary *v, const syn_decl *d, voc_decl kind);
int voc_is_of_spells(const vocabulary *v, const voc_frame *keyword);
const voc_frame *voc_event_of(const vocabulary *v, const voc_frame *action);
void voc_add_verb(vocabulary *v, syn_word verb, const char *const *forms, uint32_t form_count);
voc_entry *voc_add(vocabulary *v, const syn_word *words, uint32_t count, voc_class entry_class,
                   uint8_t form, syn_word lemma, uint32_t number, uint32_t extra);
uint32_t voc_add_symbol(vocabulary *v, uint32_t kind, const char *name, uint32_t a, uint32_t b);
int voc_decl_kind(const char *word, voc_decl *out_kind);
const char *voc_decl_word(voc_decl kind);
/* 'with s': abilities, dies, attacks, searches. */
const char *voc_with_s(vocabulary *v, const char *word);

#endif
