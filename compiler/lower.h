/* From trees to pack rows. One cc_unit is one compilation; one cc_fn is one bytecode function being
 * written; one cc_scope is the card text around it: what 'this', 'it' and names mean there.
 *
 *   decl.c    declarations to patterns; matching a sentence with them
 *   fn.c      registers, instructions, rows
 *   select.c  selectors: noun phrases as filters
 *   value.c   noun phrases and amounts as values
 *   cond.c    conditions and events
 *   call.c    verbs as calls of natives
 *   effect.c  sentences that do something
 *   body.c    bodies: sentences, if, let, for each
 *   cost.c    costs
 *   copies.c  copies and what is different about them
 *   mods.c    sentences that change characteristics or rules
 *   ability.c statements of a card to abilities; keyword.c, static.c, replacement.c: kinds of them
 *   face.c    card heads
 *   script.c  tests */
#ifndef COMPILER_LOWER_H
#define COMPILER_LOWER_H

#include "compiler/parse.h"
#include "vm/pack.h"

/* ---- declarations ---- */

enum { CC_PATTERN_LABELS_MAX = 6, CC_PATTERN_WORDS_MAX = 6 };

typedef struct cc_pattern_part {
    const char *prep;                        /* label; "" = an adverb or literal words */
    const char *operand;                     /* in capitals, or NULL */
    const char *words[CC_PATTERN_WORDS_MAX]; /* literal words that must stand there */
    uint8_t word_count, optional, flag; /* flag: `operand` is set to 1 if the words stand there */
    const char *of;                     /* operand behind 'of' */
} cc_pattern_part;

typedef struct cc_decl {
    cc_decl_kind kind;
    const char *subject; /* of an event or condition; NULL in actions */
    const char *verb;    /* lemma */
    uint8_t passive, be;
    cc_pattern_part object;
    cc_pattern_part label[CC_PATTERN_LABELS_MAX];
    uint8_t label_count;
    const char *native; /* name, or NULL */
    int native_id;      /* of natives.def, or -1 when the compiler itself lowers it */
    const ast *body, *node;
    const char *param; /* keyword: its operand's name, or NULL */
    const char *name;  /* keyword, counter: the phrase */
    uint32_t number;
    uint8_t marker, bodyless;
    struct cc_decl *next;
} cc_decl;

/* ---- output ---- */

typedef struct cc_unit {
    arena *mem;
    cc_diags *diags;
    cc_vocab vocab;
    cc_decl *decls, *decls_tail;
    const char *pack_name;
    uint32_t imported_decls; /* declarations that came from an imported pack */
#define ROW(section, name, fields) VEC(vm_##name) name;
#include "vm/abi/pack_rows.def"
#undef ROW
    VEC(char) strings;
    VEC(uint32_t) code;
    VEC(uint32_t) words;
    VEC(uint32_t) regs;
    VEC(char) vocab_text;
    VEC(const char *) import_cards; /* names of cards that imports declare, for tests */
    VEC(const ast *) bodies;        /* FACE nodes in the order of `face` */
    uint32_t card_face_count;       /* faces that are cards; tokens stand behind them */
    uint32_t depth;                 /* nesting of keyword bodies */
    const char *file_name;          /* of the declaration being compiled */
} cc_unit;

typedef struct cc_val {
    char type; /* n b o p e, or 0: there was a mistake, and a diagnostic says which */
    int reg;
} cc_val;

typedef struct cc_name {
    const char *name;
    char type; /* e or n */
    uint32_t link;
    struct cc_name *next;
} cc_name;

/* What a pronoun can refer to, newest first. */
typedef struct cc_ref {
    cc_val val;
    char noun;      /* 'p' player, 'o' object */
    uint32_t types; /* what it is known to be: type mask, 0 = unknown */
    struct cc_ref *next;
} cc_ref;

enum cc_scope_kind { SCOPE_SPELL, SCOPE_PERMANENT, SCOPE_TEST };

typedef struct cc_scope {
    cc_unit *u;
    enum cc_scope_kind kind;
    cc_name **names; /* of the whole card */
    uint32_t *link_count;
    const cc_decl *keyword; /* whose body this is, or NULL */
    const ast *keyword_arg;
    vm_ability *ability; /* being made */
    VEC(vm_target) targets;
    VEC(vm_ability) * extra; /* abilities of the same card that come up on the way (delayed ones) */
    uint8_t delayed;         /* it waits for one event and is gone then */
    uint8_t has_event, event_is_player, replacing; /* replacing: 'would' */
    const char *event_verb; /* lemma: `instead` with the same verb changes the event */
    uint32_t event_types;
    const char *self_name,
        *you_name;     /* in the body of an action: names that stand for this and you */
    uint8_t any_zone;  /* tests: a name means the card wherever it is */
    int mods_duration; /* of 'until end of turn: ...'; -1 = none given */
    const ast *face;
    uint32_t face_idx; /* of `face` */
} cc_scope;

typedef struct cc_fn {
    cc_unit *u;
    cc_scope *s;
    VEC(uint32_t) code;
    VEC(vm_line) lines;
    char regs[VM_REG_MAX];      /* types */
    uint8_t holder[VM_REG_MAX]; /* depth of the statement that holds it, 0 = it can be used again */
    uint8_t depth;
    uint32_t reg_count, params;
    uint8_t effect, broken, subject_is_this;
    cc_ref *refs, *sentence_refs; /* the second: what was newest when the sentence began */
    cc_val it;                    /* the thing last acted on */
    cc_val subject;               /* of the sentence: they, their */
    cc_val did;                   /* whether the sentence before was carried out */
    cc_val acted;                 /* what the last action gave, outside 'may' */
    cc_val may;                   /* inside 'you may': the register that says so, too */
    cc_val candidate;             /* of a predicate */
    cc_val word;                  /* chosen last, for 'another of the same kind' */
    const ast *at;
} cc_fn;

/* fn.c */
void cc_fn_begin(cc_fn *f, cc_scope *s, int effect);
uint32_t cc_fn_end(cc_fn *f); /* the row; writes RET/DONE itself if the caller did not */
uint32_t cc_fn_end_value(cc_fn *f, cc_val v);
cc_val cc_reg(cc_fn *f, char type);
void cc_release(
    cc_fn *f); /* a statement is over: what nothing refers to any more can be used again */
uint32_t cc_emit(cc_fn *f, uint32_t op, int a, int b, int c, int32_t imm);
void cc_patch(cc_fn *f, uint32_t at); /* the jump at `at` goes to here */
uint32_t cc_here(const cc_fn *f);
cc_val cc_num(cc_fn *f, int32_t n);
cc_val cc_op(cc_fn *f, uint32_t op, char type, int b, int c, int32_t imm);
cc_val cc_as(cc_fn *f, cc_val v, char type); /* objects of, players of, or widened */
typedef struct cc_arg {
    cc_val v;
    uint8_t given;
    int32_t imm, imm2;
} cc_arg;
cc_val cc_native(cc_fn *f, int native, const cc_arg *args); /* args in the signature's order */
uint32_t cc_string(cc_unit *u, const char *s);
uint32_t cc_words_begin(cc_unit *u);
void cc_word_add(cc_unit *u, uint32_t w);
#define CC_BAD ((cc_val){0, -1})
#define CC_WRONG(f_, code, node, ...)                                                              \
    (cc_diag_add((f_)->u->diags, code, (node)->span, __VA_ARGS__), CC_BAD)

/* decl.c */
void cc_decls_read(cc_unit *u, const ast *decls);
const cc_decl *cc_keyword_find(const cc_unit *u, const char *name);
int cc_symbol(const cc_unit *u, uint32_t kind, const char *name); /* number or -1 */
const char *cc_lemma(const cc_unit *u, const char *word);
enum { CC_BINDINGS_MAX = 10 };
typedef struct cc_binding {
    const char *operand;
    const ast *node; /* what stands there */
    const ast *qty;  /* 'AMOUNT noun': the noun phrase whose quantity is meant */
    uint8_t is_flag;
} cc_binding;
typedef struct cc_match {
    const cc_decl *decl;
    cc_binding bind[CC_BINDINGS_MAX];
    uint32_t bind_count;
    const ast *rest[8]; /* labels that the pattern has no place for */
    uint32_t rest_count;
} cc_match;
/* The declaration of `kind` that covers a verb. 0 = none; with `must` a diagnostic says why. */
int cc_match_verb(cc_unit *u, cc_decl_kind kind, const ast *subject, const ast *verb, int must,
                  cc_match *out);
const cc_binding *cc_bound(const cc_match *m, const char *operand);

/* select.c */
typedef struct cc_sel {
    vm_selector row;
    VEC(uint32_t) any, none; /* subtypes */
    cc_fn *pred;             /* NULL until a condition needs one */
    cc_val pred_value;
    uint8_t is_player, failed, zone_given, is_spell;
    uint8_t bare; /* 'enchanted creature', not 'an enchanted creature': what this is attached to */
} cc_sel;
/* The selector row for a noun phrase read as a description; 0 after a mistake. `zone`: of a 'from'
 * or 'in' that stands elsewhere in the sentence, or NULL. */
uint32_t cc_selector(cc_scope *s, const ast *np, const ast *zone);
uint32_t cc_selector_types(cc_scope *s, const ast *np); /* type mask it surely has, for pronouns */
int cc_is_player_np(cc_unit *u, const ast *np);
int cc_zone_of(cc_unit *u, const ast *np,
               const ast **out_owner);                     /* zone number of 'your hand', -1 */
const ast *cc_core(const ast *np);                         /* the CORE of an np, or NULL */
const char *cc_head_noun(const cc_unit *u, const ast *np); /* lemma of its last noun, or NULL */
const char *cc_peek_noun(const cc_unit *u,
                         const ast *np); /* the same, while it is not decided yet (ast_use) */
int cc_adj_color(const char *word);
int cc_property(const char *lemma); /* power, toughness, ...: VM_PROP_*, or -1 */
const char *cc_phrase_text(cc_unit *u, const ast *np);

/* value.c */
cc_val cc_np(cc_fn *f, const ast *np, char want); /* a noun phrase as a set */
cc_val cc_np_zone(cc_fn *f, const ast *np, char want, const ast *zone);
cc_val cc_amount(cc_fn *f, const ast *n);           /* any tree that means a number */
cc_val cc_qty_of(cc_fn *f, const ast *np);          /* the quantity in front of a noun phrase */
int cc_counter_of(cc_unit *u, const ast *np);       /* counter kind of 'a +1/+1 counter', -1 */
cc_val cc_name_value(cc_fn *f, const ast *leaf);
void cc_name_set(cc_fn *f, const char *name, cc_val v, const ast *at);
void cc_refer(cc_fn *f, cc_val v, char noun, uint32_t types);
int cc_number_word(const char *text, int32_t *out);
int cc_is_x(const ast *n);

/* cond.c */
cc_val cc_condition(cc_fn *f, const ast *cond);         /* clause or CONDS, as truth value */
uint32_t cc_condition_fn(cc_scope *s, const ast *cond); /* as a function row; 0 after a mistake */
int cc_event(cc_scope *s, const ast *clause, vm_ability *a); /* event and filter of a trigger */
int cc_step_event(cc_scope *s, const ast *np, vm_ability *a);

/* effect.c, cost.c */
int cc_is_this(const ast *np);
/* call.c */
const ast *cc_rest_label(cc_match *m,
                         const char *prep); /* a label that the pattern left over; taken out */
const char *cc_bound_name(const ast *np);   /* of 'as NAME' */
void cc_action(cc_fn *f, const ast *subject, const ast *verb);
int cc_change_event(cc_fn *f, const ast *subject, const ast *verb); /* 1: it was the event itself */
void cc_done(cc_fn *f, cc_val result); /* remembers what an action gave */
/* body.c: 'a color of your choice' and the like */
cc_val cc_choice(cc_fn *f, const ast *value, int *handled);
cc_val cc_did(cc_fn *f); /* was the last action done? Type 0 if there was none */
void cc_body(cc_fn *f, const ast *block);
void cc_sentence(cc_fn *f, const ast *sent);
uint32_t cc_costs(cc_scope *s, const ast *costs, uint32_t *out_count, uint32_t *out_flags);
uint32_t cc_mana_cost(cc_unit *u, const char *text, uint32_t *out_count, uint32_t *out_value,
                      uint32_t *out_colors, cc_span at);
int cc_is_end(const ast *preposition); /* until ..., this turn, this combat */
int cc_duration(cc_fn *f, const ast *verb);

/* unused.c: reports every word of the statement `n` that nobody has taken up */
void cc_check_unused(cc_unit *u, const ast *n);
void cc_check_unused_bodies(cc_unit *u); /* the same for keywords and actions that were put in */

/* mods.c */
int cc_more_lands(cc_unit *u, const ast *verb); /* 'may play an additional land' */
/* Is this verb one that changes characteristics or rules? */
int cc_is_mod(cc_unit *u, const ast *subject, const ast *verb);
typedef struct cc_mods {
    VEC(vm_mod) list;
    cc_fn *f; /* effect that creates them, or NULL: static ability */
    cc_scope *s;
    const ast *at; /* the verb, for messages */
    cc_val arg[2];
    uint32_t arg_count;
    uint8_t failed;
} cc_mods;
void cc_mod_wrong(cc_mods *m, const ast *at, const char *why);
void cc_mod_push(cc_mods *m, uint32_t op, uint32_t sel, uint32_t a, uint32_t b);
void cc_mod_pt(cc_mods *m, uint32_t op, const ast *pt, const ast *each, const ast *on,
               uint32_t sel);
void cc_mod_equal_pt(cc_mods *m, const ast *value, uint32_t sel);
void cc_mod_keywords(cc_mods *m, const ast *kws, const ast *verb, uint32_t sel);
const ast *cc_mod_for_each(const ast *verb); /* what stands behind 'for each' */
int cc_names_both(cc_unit *u, const ast *np); /* 'power and toughness' */
void cc_mod_become(cc_mods *m, const ast *verb, uint32_t sel, int also); /* become.c */
void cc_mod_rule(cc_mods *m, const ast *verb, uint32_t sel); /* rule_mods.c: can't, must */
void cc_mod_cost(cc_mods *m, const ast *verb, uint32_t sel);
void cc_mods_add(cc_mods *m, const ast *subject, const ast *verb, const ast *block, uint32_t sel);
void cc_mods_emit(cc_fn *f, cc_mods *m, cc_val set, int duration);

/* copies.c */
/* The mods of a copy effect: COPY, then what 'except' says. 0 after a mistake. */
int cc_exceptions(cc_scope *s, const ast *tail, int of_spell, cc_arg *out);
/* 'as a copy of' behind 'enter': 1 = it was that. */
int cc_enters_as_copy(cc_scope *s, const ast *verb, cc_fn *f);

/* ability.c */
void cc_statement(cc_scope *s, const ast *stmt, void *list /* VEC(vm_ability) * */);
typedef VEC(vm_ability) cc_abilities;
void cc_statements(cc_scope *s, const ast *block, cc_abilities *out);
void cc_keyword(cc_scope *s, const ast *ability, cc_abilities *out);
uint32_t cc_abilities_store(cc_unit *u, const cc_abilities *list);
vm_ability cc_ability_new(cc_scope *s, uint32_t kind, const ast *at);
void cc_spell_or_effect(cc_scope *s, const ast *block, vm_ability *a);

/* replacement.c */
void cc_replacement(cc_scope *s, const ast *clause, const ast *more, const ast *body,
                    uint32_t flags, cc_abilities *out);
/* The clause with 'would', if a condition has one; the rest, joined by 'and if', is left over. */
const ast *cc_would_clause(const ast *cond, const ast **out_more);
int cc_enters(cc_scope *s, const ast *sent,
              cc_abilities *out); /* 'this enters ...': 1 = it was that */
void cc_as_enters(cc_scope *s, const ast *n, cc_abilities *out);
int cc_in_opening_hand(const cc_unit *u, const ast *cond);
void cc_opening(cc_scope *s, const ast *n, cc_abilities *out);

/* static.c */
void cc_static(cc_scope *s, const ast *sent, const ast *condition, cc_abilities *out);
void cc_define(cc_scope *s, const ast *n, cc_abilities *out);
void cc_level(cc_scope *s, const ast *n, cc_abilities *out);
void cc_chapter(cc_scope *s, const ast *n, cc_abilities *out);
void cc_saga_enters(cc_scope *s, const ast *at, cc_abilities *out);

/* face.c */
void cc_faces_read(cc_unit *u, const ast *decls);
void cc_face_bodies(cc_unit *u);
uint32_t cc_token_face(cc_scope *s, const ast *np, uint32_t *out_flags);
int cc_face_by_name(const cc_unit *u, const char *name); /* -1 */

/* script.c */
void cc_test(cc_unit *u, const ast *test);

/* packw.c */
void cc_pack_write(cc_unit *u, void **out_bytes, size_t *out_size);

#endif
