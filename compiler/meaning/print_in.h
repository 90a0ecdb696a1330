/* Between the files that print sentences (print_*.c). A printer writes words one after the other; what stands between
 * them follows from the words. */
#ifndef COMPILER_MEANING_PRINT_IN_H
#define COMPILER_MEANING_PRINT_IN_H

#include "compiler/meaning/print.h"

/* Words of printed_as.def. */
typedef enum printed_word {
#define PRINT_WORD(id, text) PRINTED_##id,
#include "compiler/meaning/printed_as.def"
#undef PRINT_WORD
} printed_word;

/* The form that a verb takes. */
typedef enum person {
    ONE,  /* draws, is */
    MANY, /* draw, are */
    BASE  /* draw, be */
} person;

typedef struct printer {
    arena *mem;
    const vocabulary *voc;
    m_style style;
    const m_card_view *card;
    arena_chars out;
    VEC(const voc_entry *) entries[VOC_CLASS_WORD + 1]; /* of a class */
    uint8_t tight, article,
        capital;    /* of the next word: no space before it; 'a' before it; a capital */
    uint8_t quoted; /* abilities stand between quotes, in one line */
    uint8_t base;   /* the next verb stands in its plain form */
    uint8_t from;   /* cards come 'from' a zone, being moved */
    uint8_t said;   /* a description is what something is said to be: 'and' there means both */
    uint32_t depth; /* of blocks */
} printer;

/* ---- print_words.c ---- */
void p_text(printer *p, const char *text); /* a word, with a space before it */
void p_glue(printer *p, const char *text); /* without */
void p_word(printer *p, syn_word w);
void p_words(printer *p, const syn_word *words); /* up to 0 */
#define SAY(p, ...) p_words(p, (const syn_word[]){__VA_ARGS__, 0})
void p_a(printer *p); /* 'a' or 'an' before the next word */
void p_printed(printer *p, printed_word w);
void p_new_line(printer *p);
void p_number(printer *p, int32_t value, int in_words);
const voc_entry *p_entry(printer *p, voc_class entry_class, uint32_t number, uint8_t form);
void p_entry_text(printer *p, const voc_entry *e);
void p_named(printer *p, voc_class entry_class, uint32_t number,
             uint8_t form); /* the entry's words */
int p_is_verb(printer *p, syn_word w);
void p_verb(printer *p, syn_word w, person who, int past);
int p_has_plural(printer *p, syn_word noun);
void p_noun(printer *p, syn_word noun, int plural);
int p_player(const printer *p); /* is it for players? */

/* ---- print_desc.c ---- */
void p_desc(printer *p, const m_desc *d, int plural);
int p_desc_has_noun(const m_desc *d);
int p_desc_is_player(const m_desc *d);
void p_counter_kind(printer *p, uint32_t kind, int plural); /* '+1/+1 counters' */

/* ---- print_ref.c ---- */
typedef enum place {
    AS_SUBJECT,
    AS_OBJECT,
    PLAIN
} place; /* PLAIN: no 'all' in front of a plural */
void p_ref(printer *p, const m_ref *ref, place where);
void p_possessor(printer *p, const m_ref *ref); /* 'its', 'target player's' */
void p_zone(printer *p, const m_zone *z);
person p_person(const m_ref *ref);
void p_count(printer *p, const m_amount *n); /* in front of a noun */

/* ---- print_amount.c ---- */
void p_amount(printer *p, const m_amount *a);
int p_is_time(const m_cond *c);
void p_factor(printer *p, const m_amount *a); /* sums stand in parentheses */
void p_rounded(printer *p, const m_amount *half);
int p_amount_simple(const m_amount *a); /* can stand in front of a noun */
int p_is_one(const m_amount *a);
void p_comparison(printer *p, uint8_t cmp, const m_amount *a);
void p_property_comparison(printer *p, uint8_t cmp, const m_amount *a); /* power 4 or greater */
void p_half(printer *p, const m_amount *a, char sign);                  /* of +1/+1; sign 0: none */

/* ---- print_operand.c ---- */
void p_operand(printer *p, const voc_frame *f, uint32_t slot, const m_operand *o, person who);
void p_keywords(printer *p, const m_keyword *k, syn_word last);
int p_is_long_keyword(const voc_frame *f); /* players read a sentence for it */
void p_costs(printer *p, const m_cost *c, syn_word last);
void p_change(printer *p, const m_change *c, int sign);
void p_choice(printer *p, const m_choice *c);
void p_chosen(printer *p, const m_name *name, const m_choice *choice);
person p_operand_person(const m_operand *o);

/* ---- print_act.c ---- */
typedef struct verb_form {
    uint8_t who; /* person */
    uint8_t would, negative, past;
} verb_form;
void p_frame(printer *p, const voc_frame *f, const m_operand *operands, verb_form form);
void p_act(printer *p, const m_act *a, person who);
void p_clauses(printer *p, const m_clause *c);
void p_clauses_block(printer *p, const m_clause *c); /* each sentence on a line of its own */

/* ---- print_cond.c ---- */
void p_cond(printer *p, const m_cond *c);
void p_predicate(printer *p, const m_act *act, person who);
void p_who_this_way(printer *p, const m_atom *a);
void p_history(printer *p, const m_atom *a, int plural, int player); /* behind its noun */
void p_events(printer *p, const m_event *e, int would);
int p_happens_once(const m_event *e); /* 'when', not 'whenever' */

/* ---- print_stmt.c ---- */
void p_body(printer *p, const m_body *b);  /* behind a head */
void p_block(printer *p, const m_body *b); /* { ... } */
void p_stmt(printer *p, const m_stmt *s);
void p_sentence_end(printer *p);
int p_is_single(const m_body *b);

/* ---- print_ability.c ---- */
void p_abilities(printer *p, const m_ability *list);
void p_ability_block(printer *p, const m_ability *list);

#endif
