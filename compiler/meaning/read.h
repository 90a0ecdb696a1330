/* Reading phrases. A chart parser by descent: a reader of a category gives all ways in which a phrase of it
 * can begin at a token, each with its end; what has been read at a place is kept. Frames are covered when all
 * their parts are found with nothing left. docs/language.md says which reading counts where there are several.
 *
 *   chart.c      the memory of what was read, the farthest place reached
 *   describe.c   descriptions: adjectives, nouns, what stands behind them
 *   refer.c      references: pronouns, possessors, names, lists
 *   determine.c  what stands in front of a noun: articles, numbers, target
 *   way.c        what was done this way
 *   amount.c     amounts and quantities
 *   operand.c    the other types of operands: zones, counters, tokens, abilities, costs
 *   fits.c       what a slot of a type takes
 *   frame.c      frames and what hangs on them
 *   clause.c     sentences
 *   condition.c  conditions and events
 *   past.c       what has happened
 *   statement.c  statements of bodies
 *   ability.c    statements of cards
 *   script.c     statements of tests
 *   advice.c     mistakes that have a message of their own
 *   complain.c   what to say of a phrase that cannot be read */
#ifndef COMPILER_MEANING_READ_H
#define COMPILER_MEANING_READ_H

#include "compiler/meaning/meaning.h"

typedef struct m_hit {
    uint32_t end;
    void *node;
} m_hit;
typedef VEC(m_hit) m_hits;

typedef enum m_category {
    CAT_REF,
    CAT_CORE,
    CAT_DESC,
    CAT_AMOUNT,
    CAT_FACTOR,
    CAT_POSSESSOR,
    CAT_ZONE,
    CAT_COND,
    CAT_PREDICATE,
    CAT_ABILITIES,
    CATEGORY_COUNT
} m_category;

/* What the abilities of one object share (CR 607): places for names, and for what is meant without a name. */
typedef enum m_linked {
    LINKED_EXILED,
    LINKED_CHOSEN,
    LINKED_SACRIFICED,
    LINKED_COUNT
} m_linked;                /* the exiled card, the chosen player */
enum { M_GIVEN_MAX = 31 }; /* abilities given by abilities that are given: so deep at most */
enum { M_LINKS_MAX = VM_CARD_LINKS - 16 }; /* names of a card; the rest is for what has none */

typedef struct m_links {
    uint32_t first,
        count; /* the first place of this card; behind the last that has been given away */
    struct {
        uint8_t mentioned; /* somewhere */
        uint32_t made;     /* abilities do it: bits as in given_at of a name */
        uint32_t place;    /* + 1 */
        m_held held;
        cc_span used[M_GIVEN_MAX + 1]; /* where abilities given so deep mean it; line 0: nowhere */
    } linked[LINKED_COUNT];
} m_links;

static inline int m_links_full(const m_links *links)
{
    return links->count >= links->first + M_LINKS_MAX;
}

/* What surrounds the phrases being read: a card, a declaration with a body, a test. */
enum {
    IN_BODY_AT_HEAD = 2
}; /* a spell's own sentence: 'you may cast this' says where from, for good */
typedef struct m_context {
    m_name *names;
    m_links *links;
    uint8_t is_test, is_spell,
        in_body; /* in_body: an effect, not a permanent's own statement; AT_HEAD: of a card */
    uint8_t is_card, can_be_attached; /* a card's own text; of an Aura or Equipment */
    uint8_t is_land;                  /* a card that is never cast */
    uint8_t in_until;                 /* 'until end of turn: ...' holds all of it */
    uint8_t given;                    /* abilities that are given by those that are given ... */
    const char *card_name;
    const voc_frame *declaration; /* whose body this is */
    m_keyword *keywords;          /* of the lines that were read so far; by `before` */
} m_context;

enum { M_WANTED_MAX = 8 };
typedef struct m_reader {
    arena *mem;
    cc_diags *diags;
    vocabulary *voc;
    m_context *context;
    const syn_token *t;
    uint32_t count; /* tokens of the phrase */
    m_hits **memo;
    uint32_t farthest; /* the last token that somebody wanted to be something else */
    const char
        *wanted[M_WANTED_MAX]; /* what would have been possible there; literals stand in quotes */
    syn_word wanted_word[M_WANTED_MAX];
    uint32_t wanted_count;
    const syn_stmt *stmt; /* whose phrase it is; NULL = of a declaration */
    uint32_t fuel;
    size_t memory;       /* of the arena, when the phrase was begun */
    uint8_t limited;     /* it has been said that the phrase is too much to be read */
    const char *refusal; /* why the farthest reading was refused although its words fit */
    cc_code refusal_code;
    cc_span refusal_span;
    uint32_t refused;
    uint8_t meant;    /* so many adjectives are being read in one another */
    uint8_t deny;     /* 'isn't' stands for 'is': the caller negates */
    uint8_t gap;      /* a reference may be left open: 'you've cast this turn' */
    uint8_t past;     /* the verb stands in the past */
    uint8_t having;   /* behind 'you may have' verbs stand in the plain form, whoever does it */
    uint8_t plain;    /* of the next verb this is so */
    uint8_t can_have; /* 'you may have ...' can end the sentence */
    uint8_t expanded; /* so many phrases are being read as what they mean (expand.c) */
} m_reader;

/* A node's description with what its head noun is. */
typedef struct m_nominal {
    m_desc *desc;
    uint8_t plural, singular, no_noun, ref_class, host; /* host: 'enchanted creature' */
} m_nominal;

/* ---- chart.c ---- */
void m_reader_init(m_reader *r, arena *mem, cc_diags *diags, vocabulary *voc, m_context *context);
void m_reader_phrase(m_reader *r, const syn_token *first, uint32_t count);
/* From now on the phrase ends earlier: what was read of it is read anew. Gives the chart of the whole, to put back. */
m_hits **m_reader_cut(m_reader *r, uint32_t count);
void m_hit_add(m_reader *r, m_hits *hits, uint32_t end, void *node);
/* The list kept for a category at a place; *out_known = it has been read. */
m_hits *m_memo(m_reader *r, m_category category, uint32_t at, int *out_known);
syn_word m_word(const m_reader *r, uint32_t at);  /* 0 if it is no word */
syn_word m_group(const m_reader *r, uint32_t at); /* of closed words */
int m_kind(const m_reader *r, uint32_t at);       /* of the token; 0 behind the end */
int m_sign(const m_reader *r, uint32_t at, char sign);
cc_span m_span(const m_reader *r, uint32_t from, uint32_t to);
const char *m_text(const m_reader *r, uint32_t from, uint32_t to);
/* May a list or a nest go on that is so deep already? Otherwise says that the phrase is too long, and no reading of
 * it counts. */
int m_goes_on(m_reader *r, uint32_t at, int depth);
/* Notes that something else was wanted at `at`; gives 0. */
int m_want(m_reader *r, uint32_t at, const char *what);
int m_want_word(m_reader *r, uint32_t at, syn_word word);
/* Words fit up to here, but the phrase means nothing: said if nothing else can be read. */
void m_refuse(m_reader *r, uint32_t at, cc_span span, cc_code code, const char *fmt, ...);
m_name *m_name_find(const m_reader *r, syn_word word);
int m_is_own_doing(uint32_t number); /* done by whose the thing is */
int m_paid_number(const m_reader *r, uint32_t at,
                  uint32_t *out); /* sacrificed, exiled, dealt: of paid.def */
m_event *m_read_state(m_reader *r, uint32_t at, m_cond **out_cond);
int m_says_prevented(const m_reader *r); /* damage prevented this way */
uint32_t m_read_each_damage(const m_reader *r, uint32_t at);
m_amount *m_each_damage(m_reader *r, uint32_t at, uint32_t end);
m_name *m_chosen(m_reader *r, m_name_kind kind, int give); /* the chosen color, the chosen type */
m_name *m_read_chosen(m_reader *r, uint32_t at, m_choice **out_choice, uint32_t *out_end);
m_name *m_read_chosen_this_way(m_reader *r, uint32_t at, uint32_t *out_end);
m_name *m_name_give(m_reader *r, syn_word word, m_name_kind kind, cc_span span);
const voc_entry *m_entry(const m_reader *r, uint32_t at, voc_class entry_class, uint32_t *out_end);

/* ---- describe.c ---- */
const m_hits *m_read_desc(m_reader *r, uint32_t at); /* m_nominal */
m_atom *m_atom_copy(m_reader *r, const m_atom *a);
m_desc *m_both(m_reader *r, m_desc *d, uint32_t at,
               uint32_t end); /* red and white, behind a verb */
m_atom *m_atom_new(m_reader *r, m_atom_kind kind, uint32_t from, uint32_t to);
uint8_t m_desc_class(const m_desc *d);

/* ---- refer.c ---- */
const m_hits *m_read_ref(m_reader *r, uint32_t at); /* m_ref */
/* a creature or a land: one of either kind */
m_ref *m_one_of_either(m_reader *r, m_ref *ref, uint32_t at, uint32_t end);
const m_hits *m_read_possessor(m_reader *r, uint32_t at); /* m_ref; 'your', 'target creature's' */
m_ref *m_ref_new(m_reader *r, m_ref_kind kind, m_ref_class ref_class, uint32_t from, uint32_t to);
m_ref *m_ref_copy(m_reader *r, const m_ref *ref);
/* The same where only a player can stand: 'they control', 'their hand' say nothing of things. */
m_ref *m_as_player(m_reader *r, m_ref *ref);

/* ---- determine.c ---- */
void m_read_determined(m_reader *r, uint32_t at, m_hits *out); /* m_ref */

/* ---- way.c ---- */
/* 'sacrificed this way' at `at`, behind what has been read as `like` from `from` on */
void m_read_who_this_way(m_reader *r, uint32_t at, m_hits *out); /* way.c */
void m_read_this_way(m_reader *r, const m_ref *like, uint32_t from, uint32_t at, m_hits *out);
/* Another ability of the same object could mean what this one did (CR 607.2). */
void m_mention(m_reader *r, m_linked which, int so);

/* ---- amount.c ---- */
void m_read_kinds(m_reader *r, uint32_t from, uint32_t at, m_hits *out); /* card types among ... */
const m_hits *m_read_amount(m_reader *r, uint32_t at);
const m_hits *m_read_sum(m_reader *r, const m_amount *left, uint32_t from,
                         uint32_t at); /* what is added to it, from `at` on */
int m_read_number(const m_reader *r, uint32_t at, int32_t *out);
m_amount_kind m_read_rounded(const m_reader *r, uint32_t *at); /* ', rounded up': which half */
m_amount *m_amount_new(m_reader *r, m_amount_kind kind, uint32_t from, uint32_t to);
m_amount *m_amount_const(m_reader *r, int32_t value, uint32_t at);
/* Quantities: 'two', 'two or more', 'at least three', 'no'. Gives the end, or 0. */
uint32_t m_read_quantity(m_reader *r, uint32_t at, m_amount **out, uint8_t *out_compare);
/* Comparisons behind a property: '3 or more', 'equal to X', 'greater than X'. */
const m_hits *m_read_comparison(m_reader *r, uint32_t at,
                                m_hits *out); /* m_operand: amount, number = m_compare */

/* ---- operand.c ---- */
int m_begins_keyword(const m_reader *r);
void m_read_operand(m_reader *r, const voc_slot *slot, uint32_t at, m_hits *out); /* m_operand */
void m_read_counted(m_reader *r, const voc_slot *slot, syn_word noun, uint32_t at, m_hits *out);
const m_hits *m_read_zone(m_reader *r, uint32_t at);
const m_hits *m_read_abilities(m_reader *r, uint32_t at);
int m_says_word(const syn_stmt *s, syn_word word); /* at any depth */
int m_says_operand(const syn_stmt *s, const voc_slot *slot);
uint32_t
m_from_quality(const voc_frame *f); /* of a keyword 'from QUALITY': that slot + 1; else 0 */
void m_read_from_again(m_reader *r, const m_keyword *k, uint32_t at, m_hits *out);
void m_read_keyword(m_reader *r, uint32_t at, m_hits *out);
/* keyword_choice.c: flying or trample, of which one is chosen; your choice of them; that ability */
void m_read_one_of(m_reader *r, uint32_t at, m_hits *out);
void m_read_chosen_ability(m_reader *r, uint32_t at, m_hits *out);
uint32_t m_read_keyword_choice(m_reader *r, uint32_t at, m_choice *c);
void m_read_keyword_name(m_reader *r, uint32_t at,
                         m_hits *out); /* of what needs something behind it: with cycling */
void m_read_qualities(m_reader *r, uint32_t at, int token, m_hits *out); /* m_quality_list */
uint32_t m_read_change(m_reader *r, uint32_t at, int must_sign, m_change **out);
m_name_kind m_choice_name(const m_choice *c); /* what a name for it holds */

/* ---- fits.c ---- */
/* What a slot of a type takes; refuses with a message. */
int m_ref_fits(m_reader *r, const m_ref *ref, const voc_slot *slot, const voc_frame *frame,
               uint32_t at);

/* ---- sense.c ---- */
/* Can the act be, with what fills its slots, by this subject (NULL: you)? known: it is who does it. Refuses. */
int m_is_theirs(m_reader *r, const voc_frame *f, const m_ref *subject, uint32_t at, uint32_t end);
int m_makes_sense(m_reader *r, const m_act *act, const m_ref *subject, int known, uint32_t end);
int m_chosen_operand(const m_act *act);
int m_counters_fit(m_reader *r, const m_act *act, const m_ref *subject, uint32_t end);
/* domains.c: a number of which nothing comes (complains) */
int m_is_nothing(m_reader *r, const voc_frame *f, const m_operand *o, uint32_t end);
int m_picks_nothing(const m_ref *ref);

/* ---- frame.c ---- */
void m_read_frame(m_reader *r, const voc_frame *f, uint32_t at,
                  m_hits *out); /* m_act; `at`: its first literal */
void m_read_frame_tail(m_reader *r, const voc_frame *f, uint32_t from, uint32_t at,
                       m_hits *out); /* behind its first literal */
/* Row `row` of paid.def, if there is one; *out_word: its word, if `verb` is a form of it, else 0. */
int m_paid_row(const m_reader *r, uint32_t row, syn_word verb, uint32_t *out_number,
               syn_word *out_word);
int m_desc_says(const m_desc *d, m_atom_kind kind);
m_operand *m_operand_new(m_reader *r, voc_type type, uint32_t from, uint32_t to);
/* piles.c */
void m_read_piles(m_reader *r, uint32_t at, m_hits *out);
void m_read_options(m_reader *r, uint32_t at, m_hits *out);
uint32_t m_read_way(m_reader *r, uint32_t at, uint32_t number, m_zone **out_zone);
uint32_t m_read_more_zones(m_reader *r, uint32_t at, uint32_t *out_also);
void m_read_frame_parts(m_reader *r, const voc_frame *f, uint32_t at,
                        m_hits *out); /* without one */
int m_agrees(m_reader *r, uint32_t at,
             const m_ref *subject); /* is the verb in the form that its subject wants? */
int m_verb_is_plural(const m_reader *r, uint32_t at); /* -1: its form says nothing */
void m_read_act(m_reader *r, uint32_t at, const m_ref *subject,
                m_hits *out); /* action or rule with adjuncts */
void m_read_act_of(m_reader *r, uint32_t at, const m_ref *possessor,
                   m_hits *out); /* your life total becomes 10 */
int m_lasts_always(m_reader *r, const m_clause *c);
int m_open_number(const m_act *act); /* the slot of a number that is still to come, or -1 */
void m_read_adjuncts(m_reader *r, m_act *act, uint32_t at, m_hits *out);
const m_hits *m_read_durations(m_reader *r, uint32_t at, m_hits *out);

/* ---- ways.c: A or B ---- */
/* Behind each of these acts of `subject`: ... or another one. */
/* you may pay {4} and 2 life, sacrifice a creature and pay {1}: one cost, paid whole or not at all (CR 117.12) */
m_act *m_read_paid_together(m_reader *r, uint32_t at, uint32_t *out_end);
void m_read_ways(m_reader *r, m_hits *acts, const m_ref *subject, uint32_t from, uint32_t plain);
/* Is it one of several costs that are said at `at`, behind `first`? Gives the end, or `at`. */
uint32_t m_read_cost_ways(m_reader *r, m_cost *first, uint32_t from, uint32_t at, uint32_t limit,
                          int depth);
m_act *m_cost_act(m_reader *r, m_cost *cost, uint32_t from, uint32_t to); /* it is paid */

/* ---- clause.c ---- */
m_clause *m_read_clauses(m_reader *r,
                         uint32_t at); /* up to the end of the phrase; NULL = cannot be read */
m_clause *m_read_verbs(m_reader *r, const m_ref *subject, uint32_t at); /* and all that follows */
m_clause *m_read_cost_clause(m_reader *r, uint32_t at, uint32_t *out_end);

/* ---- condition.c ---- */
const m_hits *m_read_cond(m_reader *r, uint32_t at); /* m_cond */
m_cond *m_read_whole_cond(m_reader *r, uint32_t at);
/* Where it says nor: is something denied in front of it? */
int m_nor_denies(const m_reader *r, uint32_t at);
const m_hits *m_read_predicate(m_reader *r,
                               uint32_t at); /* m_act of a condition without its subject */
/* ---- past.c ---- */
void m_read_history(m_reader *r, m_ref *subject, uint32_t from, uint32_t at,
                    m_hits *out);                         /* m_cond; `at`: the verb */
void m_read_posts(m_reader *r, uint32_t at, m_hits *out); /* m_atom: what stands behind a noun */
uint32_t m_types_of(const m_reader *r, const m_atom *a);  /* the card types that a noun is one of */
int m_is_of_the_last(const m_reader *r, const m_desc *d, const m_desc *last,
                     const m_atom *post);                         /* of_the_last.c */
void m_read_history_posts(m_reader *r, uint32_t at, m_hits *out); /* m_atom */

m_event *m_read_events(m_reader *r, uint32_t at, m_cond **out_cond, int would);
m_event *m_read_step_event(m_reader *r, uint32_t at, m_cond **out_cond);

/* ---- statement.c, ability.c ---- */
const syn_block *m_apart(m_reader *r, const syn_block *block); /* joined.c */
const syn_block *m_heads_apart(m_reader *r,
                               const syn_block *block); /* of a card: two heads, one body */
m_body *m_read_body(m_reader *r, const syn_block *block);
m_stmt *m_read_statement(m_reader *r, const syn_stmt *s);
m_ability *m_read_abilities_block(m_reader *r, const syn_block *block);
m_ability *m_read_ability(m_reader *r, const syn_stmt *s);
m_cost *m_read_costs(m_reader *r, uint32_t at, uint32_t end);
/* The cards that an act allows to be cast or played, or NULL. */
const m_ref *m_permitted(const m_act *act);
/* 'for each ...' behind an act, at `at`: the act so many times */
void m_read_times(m_reader *r, const m_act *act, uint32_t at, m_hits *out);
/* ---- spell_costs.c ---- */
m_ability *m_read_spell_cost(m_reader *r, const syn_stmt *s); /* NULL: it is something else */
/* as an instant, any time you could cast a sorcery: the index behind it, or 0 */
uint32_t m_any_time(m_reader *r, uint32_t at, uint32_t *out_type);
/* ---- limits.c ---- */
int m_is_time(const m_reader *r, uint32_t at);             /* during, before, after */
int m_read_limits(m_reader *r, uint32_t at, m_ability *a); /* 'only ...' to the end of the phrase */
const syn_block *m_limits_of_body(m_reader *r, const syn_block *body, m_ability *a);
m_ability *m_read_cast_only(m_reader *r, const syn_stmt *s, int *out_failed);

/* ---- ordinal.c: the first creature spell you cast each turn ---- */
/* The statement with a condition instead; NULL = it is something else. */
const syn_stmt *m_read_first_spell(m_reader *r, const syn_stmt *s);
int m_is_about_cost(m_reader *r, const m_ability *a);

/* ---- script.c ---- */
/* ---- expand.c: declarations of costs, durations and steps in words ---- */
/* `inner` reads the words behind 'means', with what `act` (read up to `end`) says in them; 0 = refused. */
int m_expand(m_reader *r, const m_act *act, uint32_t end, m_reader *inner);
/* The same of a body, whose statements `inner` is to read; NULL = refused. */
const syn_block *m_expand_body(m_reader *r, const m_act *act, uint32_t end, m_reader *inner);
/* What a cost pays that is declared in words; 0 = it cannot be read. */
int m_expand_cost(m_reader *r, m_act *act, uint32_t end);

m_step *m_read_steps(m_reader *r, const syn_stmt *s);     /* of a test; NULL after a complaint */
void m_read_cards(m_reader *r, uint32_t at, m_hits *out); /* m_card */

/* ---- advice.c ---- */
int m_advise(m_reader *r); /* 1 = said */
typedef int (*m_reading)(m_reader *r);
m_reading
m_head_reading(const m_reader *r); /* how a head that begins so is read; NULL = it is none */

/* ---- complain.c ---- */
void m_complain(m_reader *r);

#endif
