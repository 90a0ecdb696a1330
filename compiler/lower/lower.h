/* From meaning to pack rows. One cc_unit is one compilation; one cc_scope is the text around a piece of meaning:
 * whose ability it is, what its names and pronouns can mean; one cc_fn is one bytecode function being written.
 * Code comes from meaning alone: nothing here looks at words.
 *
 *   fn.c          registers, instructions, rows
 *   referent.c    what pronouns mean
 *   topic.c       what 'it' is behind an event about two things
 *   refs.c        references as sets
 *   describe.c    descriptions as selectors
 *   amounts.c     amounts as numbers
 *   conditions.c  conditions as truth values
 *   events.c      events with their filters
 *   past.c        what has happened: conditions, sets, sums
 *   acts.c        acts as calls of natives, one by one or all at once
 *   delayed.c     triggers and replacements that effects make
 *   prevention.c  what prevents damage, or has it dealt to another
 *   of_each.c     one thing of each player
 *   together.c    what a sentence does at the same time
 *   counted.c     what is counted for each of several before anybody acts
 *   each_own.c    what each of several players took, in the sentence behind; each_chose.c: what each chose
 *   library.c     searching, cards on top and bottom, shuffled in
 *   paths.c       what a part that may be skipped leaves behind
 *   clauses.c     sentences: subjects, 'may', 'unless', 'if'
 *   bodies.c      statements of bodies
 *   costs.c       costs
 *   rules.c       what changes characteristics or rules
 *   become.c      what something is or becomes
 *   casting.c     what may be cast and played; event_from.c: from where, in events
 *   copies.c      copies and what is different about them
 *   abilities.c   statements of cards to abilities; keywords.c, replacements.c: kinds of them
 *   means.c       declarations that say what they mean
 *   declared.c    declarations looked at where they stand
 *   whereabouts.c where something is by then
 *   paid_for.c    what was paid for a card, and asked for
 *   place.c       where abilities may stand
 *   kinds.c       what can be what
 *   faces.c       card heads, tokens
 *   tests.c       tests */
#ifndef COMPILER_LOWER_LOWER_H
#define COMPILER_LOWER_LOWER_H

#include "compiler/meaning/read.h"
#include "vm/pack.h"

/* What a keyword of a spell makes it do. */

/* How many costs of a keyword there are among the first `seen` abilities of a list. */
typedef struct cc_instances {
    const vm_ability *of;
    uint32_t seen, count;
} cc_instances;

/* What a card asks for of what was paid for it, and where (paid_for.c). */
typedef struct cc_paid_question {
    uint32_t keyword; /* VM_NO_SYMBOL: any that kicks */
    cc_span at;
} cc_paid_question;

typedef struct cc_unit {
    arena *mem;
    cc_diags *diags;
    vocabulary *voc;
    uint32_t links; /* places for what cards remember that have been given away */
#define ROW(section, name, fields) VEC(vm_##name) name;
#include "vm/abi/pack_rows.def"
#undef ROW
    arena_chars strings;
    VEC(uint32_t) string_at; /* offsets, by hash: see cc_string */
    uint32_t *string_bucket;
    uint32_t string_bucket_count;
    VEC(uint32_t) code;
    VEC(uint32_t) words;
    VEC(uint32_t) regs;
    arena_chars vocab_text;
    VEC(const char *) import_cards; /* names of cards that imports declare, for tests */
    uint32_t seats;               /* the greatest number of a player that the test at hand names */
    VEC(const syn_decl *) bodies; /* declarations of the cards in the order of `face` */
    uint32_t card_face_count;     /* faces that are cards; tokens stand behind them */
    uint32_t depth;               /* nesting of bodies of declarations */
    VEC(cc_instances) instances;  /* by keyword: its instances in the list at hand (keywords.c) */
    int too_many;                 /* abilities; said once */
    VEC(uint32_t) fused;          /* faces of cards that have fuse */
    struct {
        VEC(cc_paid_question) asked;
        VEC(uint32_t) keywords; /* that stand on the card */
        uint8_t kicks;          /* it has an additional cost that need not be paid */
    } paid;                     /* of the card at hand */
    struct {
        uint32_t cost, cost_count, hosts, keyword; /* keyword + 1; hosts 0 = it cannot */
    } as_aura; /* of the card at hand: what it can be cast as (CR 702.102) */
    uint32_t
        says_each; /* of the card at hand: a function, when its text has 'each' for 'target'; 0 = never */
    uint32_t x_asked; /* how often what was announced as X was asked for, and where last */
    cc_span x_at;
    uint32_t cost_asked;      /* how often something was asked for that only the cost paid gives */
    uint32_t ends_with_block; /* how often what lasts ends with 'until ...: { ... }' around it */
    uint32_t fn_count;
    uint32_t *name_bucket; /* faces of cards + 1, by the hash of their names */
    uint32_t name_bucket_count;
    const char *file_name; /* of the declaration being compiled */
} cc_unit;

typedef struct cc_val {
    char type; /* n b o p e, or 0: there was a mistake, and a diagnostic says which */
    int reg;
} cc_val;

typedef struct cc_fn cc_fn;
typedef VEC(vm_ability) cc_abilities;
typedef struct cc_scope cc_scope;

/* How a referent can be had again in another function of the same ability. */
typedef enum cc_again {
    AGAIN_NOT,
    AGAIN_THIS,
    AGAIN_YOU,
    AGAIN_TARGET,       /* arg: slot */
    AGAIN_EVENT_OBJECT, /* arg: which */
    AGAIN_EVENT_PLAYER,
    AGAIN_EVENT_WHOM,
    AGAIN_EVENT_THOSE,  /* all of 'one or more' */
    AGAIN_EVENT_HOLDER, /* who controlled it then; arg: as of EVENT_OBJECT, 3 = EVENT_WHOM */
    AGAIN_EVENT_OWNER,  /* whose card it is: put into an opponent's graveyard */
    AGAIN_CAPTURED,     /* by a delayed or reflexive trigger: of `outer` */
    AGAIN_HOST,
    AGAIN_PAID, /* arg: how, VM_PAID */
    AGAIN_LINK, /* arg: slot */
    AGAIN_PAIR, /* this and what it is paired with */
    AGAIN_ALL   /* arg: selector of all that there are by now */
} cc_again;

/* Something that was said and that a pronoun can mean. It knows what it was, and what it became. */
typedef struct cc_referent {
    const m_ref *ref; /* where it was said; NULL for what the scope brings */
    const m_desc *desc;
    uint8_t ref_class, plural, is_this, is_subject;
    uint32_t paid; /* what happened to it: bits by the numbers of paid.def */
    uint8_t again;
    uint32_t arg;     /* of a link: all cards number them together */
    uint32_t carried; /* number + 1 of the link in which predicates find it */
    uint32_t
        final_at; /* destroyed: where the code says whether it can be regenerated; 0 = nowhere */
    uint32_t place_in; /* id of the function that knows for sure where it is: */
    uint8_t place;     /* zone + 1, or CC_NOBODY_KNOWS */
    uint8_t
        place_done; /* where it is if what could be skipped was done: behind 'if you do'; 0 = the same */
    uint32_t rest_in;    /* id of the function that has put elsewhere what was left of it: */
    uint8_t rest_place;  /* zone + 1 */
    uint8_t is_rest;     /* it is what was left of taken_from */
    uint32_t moved;      /* of the event, say: id of the function that has put it somewhere else */
    uint8_t is_result;   /* made by an act: copies, tokens */
    uint8_t found;       /* by a search */
    uint8_t declinable;  /* a target of what somebody may do: nothing where that was not done */
    uint8_t chosen;      /* 'choose' was said of it: the chosen creature */
    uint8_t in_hand;     /* drawn: meant by 'it' only where a card in hand can be meant */
    uint8_t counted;     /* only a number was taken of it */
    uint8_t of_several;  /* of each of several players one, and nobody's in particular */
    uint8_t hidden;      /* said in the part that is not carried out where this one is */
    uint8_t of_turns;    /* said in each turn of 'for each ...:', behind which they are several */
    uint8_t all_of_each; /* 'each creature', behind which they are several */
    uint8_t gathered;    /* what each of several players chose, together */
    uint8_t joined;      /* 'those creatures', that were said one by one */
    uint8_t of_each; /* found by each of several players: behind their sentence it is nobody's */
    uint8_t apiece;  /* one of each of several players: each_own.c */
    const m_ref *apiece_of; /* who they are */
    uint8_t of_event; /* 1: what the event is about, 2: another thing or player that it names */
    cc_span said;     /* of the event: where 'that creature' meant it last */
    cc_val was, now;  /* registers of `owner` */
    cc_val taken;     /* those of them to which it really happened: destroyed this way */
    const struct cc_referent *part_of; /* of what it is some: those that something was done to */
    struct cc_referent *taken_from; /* 'two of them': of whom; 'them' are still those behind it */
    uint32_t owner;                 /* id of a function */
    uint32_t clause;   /* number of the clause in which it was said; 0 = by the event */
    uint32_t sentence; /* that of its sentence, also where it was captured; 0 = by the event */
    struct cc_referent *holder; /* who controlled it as it was said: possessor.c */
    struct cc_referent
        *outer; /* AGAIN_CAPTURED: what it is for the effect that makes the trigger */
    struct cc_referent *next;
} cc_referent;

/* Several that are taken one by one; `of` is then the one at hand. */
typedef struct cc_waiting cc_waiting; /* together.c */
typedef struct cc_taking {
    const struct cc_taking *outer;
    cc_referent *of;
    uint8_t again; /* how all of them are had: while they are taken, the one at hand is meant */
} cc_taking;

/* What an operand of a declaration stands for where the declaration is used. */
typedef struct cc_binding {
    const m_name *name;
    const m_operand *operand;
    cc_scope *outer;                /* where the operand's own pronouns and names are at home */
    const m_amount *x;              /* what 'where X is' says there, of a keyword that is given */
    cc_val val;                     /* of an action's operand */
    const struct cc_binding *below; /* what names meant there */
    struct cc_binding *next;
} cc_binding;

typedef enum cc_scope_kind { SCOPE_SPELL, SCOPE_PERMANENT, SCOPE_TEST } cc_scope_kind;

/* What a trigger made by an effect is told, in the order of CAPTURED's operand. */
/* What an effect that lasts is told about: of the function that makes it. */
typedef struct cc_told {
    const cc_referent *of[VM_CAPTURED_MAX];
    cc_val v[VM_CAPTURED_MAX];
    uint32_t count;
} cc_told;

typedef struct cc_captures {
    cc_referent *of[VM_CAPTURED_MAX];
    uint32_t count;
    int reflexive; /* it triggers at once: what things were is still known */
} cc_captures;

/* An optional cost that kicks: its rows, and which of the optional costs of the card it is. */
typedef struct cc_kicker {
    uint32_t cost, count, number;
} cc_kicker;

struct cc_scope {
    cc_unit *u;
    uint8_t kind; /* cc_scope_kind */
    m_context *context;
    cc_binding *bindings;
    const cc_binding *seen; /* from here on: those that names can mean */
    VEC(const m_cost *)
    additional; /* what casting the spell costs beside its mana: its effect can mean it */
    VEC(cc_kicker) kickers; /* written so far (CR 702.32f) */
    m_desc *enchants;       /* what all of 'enchant' so far allow (CR 702.5c) */
    cc_referent *referents; /* newest first */
    cc_captures *captures;  /* of a delayed or reflexive trigger */
    vm_ability *ability;    /* being made */
    uint32_t modes_said; /* modes in the middle of its effects, so far: their places in its text */
    VEC(vm_target) targets;
    const m_event *event;     /* that it waits for */
    const m_cond *asked;      /* between the event and what is done */
    const m_options *options; /* what was voted for last */
    uint8_t has_event, replacing, delayed, any_zone, divided, x_known;
    uint8_t sole;    /* replacing: the body is one sentence */
    uint32_t clause; /* number of the clause being lowered */
    int duration;    /* of 'until end of turn: ...'; -1 = none given */
    m_act *ends;     /* the same as it was said */
    uint32_t face_idx;
    uint8_t of_card; /* abilities that the card itself has: not those of tokens, or granted ones */
    uint8_t given;   /* of abilities that are given by those that are given ...: so deep */
    uint32_t given_in; /* id of the function of a permanent's effect that gives them; 0 = of none */
    uint32_t functions_in;  /* zones that the text says it functions in (CR 112.6) */
    const m_amount *said_x; /* 'where X is' of what gives the keyword that is lowered */
    uint32_t instance,
        instance_of;      /* the body of the n-th keyword of that kind of the object, from 1 on */
    uint8_t x_over;       /* it was chosen for the spell that this permanent was (CR 107.3f) */
    uint8_t x_later;      /* it is chosen as this resolves, when its targets are long chosen */
    uint8_t x_lost;       /* there is one, but nobody could know it later */
    uint8_t paying;       /* a cost that is paid while something resolves: its X can be said */
    const m_ref *paid_by; /* who pays it, where that is said */
    struct cc_fn *payer;  /* the effect in which it is paid */
    uint8_t may_offer;    /* something may be sacrificed so that it costs less */
    uint32_t those;       /* the function that gives those of an event of 'one or more' */
    uint8_t those_meant;  /* ... and something means them */
    uint8_t says_that_player; /* of the effect being made */
    uint8_t says_this;        /* 'cards exiled with this' were spoken of */
    const m_ref *asked_for;   /* a condition asked whether there is one, and nobody chose it */
    uint8_t this_place;       /* zone + 1 where the cost has put this; 0 = nowhere */
    uint8_t cost_of_this;     /* the part of the cost before was about this */
    const m_operand
        *counters_paid; /* what the one part of the cost that removes counters removes */
    uint8_t counter_costs, counts_paid; /* such parts; how many all of them were is asked */
    uint32_t
        announced; /* the condition, a function, under which targets are chosen at all (CR 702.32g) */
    uint8_t declinable; /* what is replaced is cancelled behind the question: you may instead ... */
    uint8_t otherwise;  /* 'instead' means what stood before the 'if' */
    uint8_t reads_each; /* its text has 'each' for 'target': 'it' behind it is each of them */
    uint8_t targeting;  /* the description of a target is being lowered */
    uint32_t chosen_by; /* ... that speaks of the target in this slot, + 1 */
    uint8_t for_each;   /* ... that speaks of each of the players that are gone through */
    uint8_t described;  /* VM_WANT_PLAYERS: what stands behind 'who' is being lowered */
    uint8_t past;       /* the filter of a history is being lowered */
    cc_fn *within;      /* of a history: the effect that asks, in which pronouns have a meaning */
    uint8_t adds_mana;  /* set by acts that could add mana (CR 605.1a) */
    uint32_t anywhere;  /* depth + 1 of the description that is about all zones */
    const m_name *chosen; /* what was chosen is this, in the code at hand */
    uint32_t chosen_value;
};

struct cc_fn {
    cc_unit *u;
    cc_scope *s;
    uint32_t id;   /* no two functions of a compilation have the same */
    cc_fn *outer;  /* of a predicate: the function in which it is used */
    cc_told *told; /* the predicates that are lowered are asked as long as an effect lasts */
    VEC(uint32_t) code;
    VEC(vm_line) lines;
    char regs[VM_REG_MAX];      /* types */
    uint8_t holder[VM_REG_MAX]; /* depth of the statement that holds it, 0 = it can be used again */
    uint8_t depth;
    uint8_t loops; /* inside each other, here */
    uint32_t reg_count, params;
    uint8_t effect, broken;
    cc_val candidate;     /* of a predicate, or of what a static ability affects */
    const m_ref *about;   /* what that ability affects */
    cc_referent *subject; /* of the clause */
    const m_ref *said;    /* in its own words */
    cc_val
        actor; /* one player or object of the subject, while they are taken one by one; or the subject */
    cc_val self, you;      /* in the body of an action: what this and you stand for */
    uint8_t made_turn;     /* it has made an extra turn: that turn */
    cc_val did;            /* whether the act before was carried out */
    uint8_t optional;      /* of an act with several ways: none of them will do, too */
    cc_referent *group;    /* several players who did something, or did not */
    cc_val did_by, member; /* which of them did; the one who is asked about */
    uint8_t wants_doers;   /* the sentence behind asks who did */
    VEC(cc_val) pinned;    /* registers that are needed until further notice */
    cc_val acted;          /* what the last act gave, outside 'may' */
    const cc_taking *taking;
    const cc_referent *one_of; /* several, of whom one at a time is dealt with here */
    uint32_t sentence;         /* number of the clause before this sentence */
    uint8_t candidate_meant;   /* a pronoun was what a predicate looks at */
    uint8_t of_nobody; /* of what is changed nobody was said to have it: nobody to be 'they' */
    uint8_t not_done;  /* what is said is about what was not done: if you do not, else */
    uint8_t
        wants_cast; /* how it was cast is asked: of what was paid for it or is its target nobody means that */
    uint8_t left_to_each; /* each of several players was asked whether they do it */
    uint32_t paths;       /* that are open: parts that may be skipped */
    uint8_t only_unfit;   /* 'it' was looked for, and there are only things that cannot be meant */
    cc_waiting *holding;  /* what this sentence does waits for all of it */
    uint8_t life_changed; /* 'that many' is what somebody gained or lost last */
    uint8_t
        after_this; /* the clause before, in one breath with this one, is about the source alone */
    uint8_t this_place; /* zone + 1 where this effect has put this for sure; 0 = nowhere */
    uint8_t this_back;  /* this was put onto the battlefield: that it is from then on (CR 400.7h) */
    uint8_t deals_event;     /* the clause changes the damage that is being replaced */
    uint8_t describes;       /* a predicate: its candidate is what is described, no attacker */
    uint8_t wants_object;    /* an argument is read that no player can be: 'return them' */
    uint8_t asking;          /* a condition: 'a creature' is any of them, and nobody chooses */
    uint8_t wants_permanent; /* 'tap it': what the act is done to is one */
    uint8_t wants_player;    /* 'they lose 3 life': who acts is a player */
    uint8_t wants_nearest;   /* 'they gain hexproof': players or things, whoever was said last */
    uint8_t wants_number;    /* 'its toughness': what may be a player has none */
    uint8_t names_this; /* 'put a counter on this for each other creature': this was named last */
    uint8_t enters; /* what is chosen is put onto the battlefield: a permanent card (CR 110.4a) */
    uint8_t wants_card;       /* 'reveal it', 'one of them': what was just drawn can be meant */
    uint8_t you_carried;      /* number + 1 of the link in which predicates find that you */
    uint8_t of_opponents;     /* the one of them who has the most is described */
    uint8_t wants_controlled; /* whose controller? No card in a graveyard has one (CR 108.4) */
    cc_val piles, first_pile,
        pile;                /* what was separated, one part of it, the one that was chosen */
    cc_val voted;            /* what got the most votes */
    const m_stmt *behind;    /* the statement behind the one at hand */
    const m_clause *arrived; /* what holds already, as it entered (CR 611.2e) */
    cc_val arriving;         /* what is about to enter, while that is said */
    cc_val rest;             /* of things some of which were chosen: the others */
    cc_val chosen_from, chosen_rest; /* what 'choose a creature' chose from, and the others */
    cc_val offered;                  /* by each of several: of all of them */
    uint8_t keeps_from;              /* what is chosen now is chosen from that */
    uint8_t rest_said, rest_of_two;  /* 'the rest' was spoken of; it could be of either of two */
    cc_val wanted, wanted_rest;      /* what was revealed last, of an 'until', and the others */
    const m_ref *rest_of; /* what they were chosen from, as it was said, and what that means */
    cc_referent *rest_from;
    cc_val lost, gained; /* how much life, this way */
    cc_val that_many;    /* what the last act gave: a number, or things to count */
    cc_val each_gave;    /* what an act of several players gave: of each a part */
    cc_val
        each_number;  /* how many it gave of each: the place where the next one's number is noted */
    uint32_t removed; /* 1 + the kind of counters that the last act has removed */
    uint8_t
        of_each; /* the last act gave something of each of several: 'that much' is not one number */
    const m_act *last_act, *act_before; /* the last two that were lowered */
    cc_val asked_may;                   /* the answer to the last 'may' */
    cc_val may;                         /* inside 'may': the register that says so, too */
    cc_referent *said_before;           /* the act that 'if you don't' asks about */
    int may_chosen;                     /* + 1: it says what they chose, whatever came of it */
    cc_val word;                        /* chosen last, for 'another of the same kind' */
    const struct cc_counted *counted;   /* amounts that were counted before anybody acted */
    const m_amount *x;                  /* where X is ... */
    cc_val x_value;                     /* of it, where it was counted */
    uint8_t x_of_cost;                  /* ... and only the cost paid gives it */
    uint8_t x_later;                    /* it is still to be counted, for the whole sentence */
    cc_referent *owned; /* what went to something of its owner's: 'that player' can be the owner */
    cc_val defender;    /* of a prohibition to attack: the player that could be attacked */
    cc_val prevented;   /* how much damage, last */
    cc_val searched, won;   /* was a library; how often was a coin flip or clash */
    struct cc_among *among; /* what 'may' has found that can be chosen from */
    const m_ref *moved; /* what the act at hand gives back as something new; its name is set then */
    const m_ref *operand,
        *about_it; /* what an act is about, as it is read: its operand, and the subject */
    uint8_t operand_type, about_type, unclear; /* unclear: 'it' may be another thing as well */
    uint8_t in_past; /* what has happened is asked for: 'the damage dealt to them this turn' */
    const cc_referent *taken_up; /* of 'for each opponent: { ... }': the one at hand */
    const cc_referent *compared; /* who is compared with somebody else */
    const m_act *done_by_it;     /* what the subject of the sentence does: the first of its acts */
    const m_ref *asked_one;      /* the one at hand of whom something is asked ... */
    const cc_referent *asked_of; /* ... or what a pronoun of whom something is asked means ... */
    const m_act *asked_act;      /* ... together with something else, which it is not itself */
    const m_amount *asked_with;
    const m_ref
        *attached; /* an Aura is put onto the battlefield attached to 'it': which is no Aura */
    const m_ref *apiece; /* things that are taken one by one, and the one at hand */
    cc_val apiece_one;
    cc_span at;
};

/* ---- each_own.c ---- */
/* Does 'it' mean one of several players' things, and each has their own? */
int cc_is_each_own(const cc_fn *f, const m_ref *ref, const cc_referent *r);
cc_val cc_each_own(cc_fn *f, const m_ref *ref, cc_referent *r, int now);
void cc_each_own_said(cc_referent *r);
/* Is one meant where each of several has one? Complains. */
int cc_is_of_nobody(cc_fn *f, const m_ref *ref, const cc_referent *r);
int cc_is_of_somebody(const cc_fn *f, const m_ref *ref,
                      const cc_referent *r);           /* nobody in particular */
int cc_are_among(const m_ref *now, const m_ref *then); /* each of those who act now? */
/* ---- each_chose.c ---- */
void cc_taking_begin(cc_fn *f, cc_referent *of);
void cc_taking_end(cc_fn *f);
int cc_name_set_of(cc_fn *f, m_name *name, cc_val v); /* 0: nobody is taken, it is one for all */
cc_val cc_name_of_each(cc_fn *f, const m_name *name, int *out_plain);
cc_val cc_is_of_any_chosen(cc_fn *p, const m_name *name, uint32_t op);
void cc_forget_chosen(cc_fn *f, const m_clause *c, uint32_t count, int players);
void cc_forget_chosen_in(cc_fn *f, const m_body *body, int players);
int cc_says_of_each(const cc_fn *f, const m_act *act);
const m_name *cc_number_chosen(const cc_fn *f); /* by the act just before; NULL */
/* ---- topic.c ---- */
/* 'it' behind an event about two things: `other`, or the first of them. */
cc_referent *cc_topic(cc_fn *f, const m_ref *ref, cc_referent *other);
void cc_note_said(cc_referent *r, const m_ref *ref); /* r was spoken of there: 'that creature' */
int cc_is_before(cc_span a, cc_span b);
/* 'that player': `found`, or rather the player that the event named. */
cc_referent *cc_named_player(const cc_fn *f, const m_ref *ref, cc_referent *found);
void cc_note_all_said(cc_fn *f, const m_act *act);
/* Is it no permanent, or nothing on the stack, where that is wanted? */
int cc_is_of_other_type(cc_fn *f, const m_act *act, const m_ref *ref, uint8_t type);
/* ---- event_those.c ---- */
void cc_refer_those(cc_fn *f, const m_ref *ref, cc_again again, uint32_t arg);
void cc_refer_attackers(cc_fn *f, const m_desc *whom);
void cc_refer_tokens(cc_fn *f, int one);
void cc_refer_blocks(cc_fn *f, const m_ref *many, uint32_t op); /* blocked by two or more */
cc_val cc_attackers_among(cc_fn *f, cc_val them); /* how many of them attack, and whom it says */
/* ---- possessor.c ---- */
/* The player of 'a creature an opponent controls', of whom nothing else was said; CC_BAD: there is none. */
cc_val cc_possessor(cc_fn *f, cc_fn *from);
void cc_possessor_said(cc_fn *f, cc_referent *r); /* what the effect has just spoken of */
int cc_says_that_player(const m_body *body);
/* ---- of_each.c ---- */
int cc_is_target_of_each(cc_fn *f, const m_desc *d);
int cc_target_for_each(cc_fn *f, const cc_fn *from, const cc_referent *r);
int cc_targets_together(cc_fn *f, const m_body *body);
void cc_targets_of_all(const cc_fn *f, cc_referent *r);
int cc_target_each_row(cc_fn *f, const m_ref *ref, vm_target *t);
int cc_is_of_each(cc_fn *f, const m_ref *ref);
int cc_asks_of_each(cc_fn *f, const m_ref *about, const m_act *act);
/* ---- piles.c ---- */
void cc_separate(cc_fn *f, const m_act *act);
cc_val cc_pile(cc_fn *f, const m_ref *ref);
void cc_vote(cc_fn *f, const m_act *act);
void cc_vote_for(cc_fn *f, const m_act *act);
cc_val cc_option_chosen(cc_fn *f, const m_act *act);
cc_val cc_more_votes(cc_fn *f, const m_act *act);
cc_val cc_vote_tied(cc_fn *f, const m_act *act);
/* ---- fn.c ---- */
void cc_fn_begin(cc_fn *f, cc_scope *s, int effect);
void cc_uses(const cc_fn *f, uint32_t pc, uint64_t *out_reads, uint64_t *out_writes);
void cc_fuse(cc_fn *f);       /* fuse.c */
uint32_t cc_fn_end(cc_fn *f); /* the row; writes RET/DONE itself if the caller did not */
uint32_t cc_fn_end_value(cc_fn *f, cc_val v);
cc_val cc_reg(cc_fn *f, char type);
void cc_release(
    cc_fn *f); /* a statement is over: what nothing refers to any more can be used again */
uint32_t cc_emit(cc_fn *f, uint32_t op, int a, int b, int c, int32_t imm);
void cc_patch(cc_fn *f, uint32_t at); /* the jump at `at` goes to here */
uint32_t cc_here(const cc_fn *f);
void cc_give_back(cc_fn *f, cc_val v); /* nobody asks for it any more */
cc_val cc_empty_from(cc_fn *f,
                     uint32_t at); /* of no register before: the NONE at `at` empties it */
cc_val cc_num(cc_fn *f, int32_t n);
cc_val cc_value(cc_fn *f, char type, int32_t n); /* of another kind: VM_VALUE_TYPES */
cc_val cc_op(cc_fn *f, uint32_t op, char type, int b, int c, int32_t imm);
cc_val cc_as(cc_fn *f, cc_val v, char type); /* objects of, players of, or widened */
void cc_move(cc_fn *f, cc_val to, cc_val from);
typedef struct cc_arg {
    cc_val v;
    uint8_t given;
    int32_t imm, imm2;
} cc_arg;
/* arguments.c: what stands in a native's signature, from operands by name, the subject, or implied */
enum { CC_ARGS_MAX = 12 };
int cc_native_of(const m_act *act); /* -1 = none */
void cc_designation(cc_unit *u, uint32_t number);
cc_val cc_actor(cc_fn *f);        /* the player who acts */
cc_val cc_actor_object(cc_fn *f); /* the object that acts */
cc_val cc_reference_arg(cc_fn *f, const m_act *act, const char *name, const m_operand *o,
                        char type);
/* Fills CC_ARGS_MAX arguments but the one named BUT (NULL = all); 0 after a mistake. */
int cc_fill_args(cc_fn *f, const m_act *act, int native, const char *but, cc_arg *args);
int cc_arg_index(int native, const char *want);    /* -1 = the native has none of this name */
int cc_takes_things(int native, const char *name); /* is this argument the things themselves? */
cc_val cc_native(cc_fn *f, int native, const cc_arg *args);
/* together.c: of what waits, in front of the call and behind it; `all` is to hold it, too; a link does */
void cc_wait_begin(cc_fn *f, int native);
void cc_wait_end(cc_fn *f, int native, cc_val result);
void cc_wait_joins(cc_fn *f, cc_val result, cc_val all);
int cc_wait_links(cc_fn *f, m_linked which, cc_val result); /* 1 = when it has happened */
int cc_body_waits(cc_fn *f,
                  const m_body *body); /* all that 'for each ...:' does, at the same time */
void cc_hold(cc_fn *f);
cc_val cc_let_go(cc_fn *f); /* gives how much damage it was, all together */
                            /* args in the signature's order */
uint32_t cc_string(cc_unit *u, const char *s);
uint32_t cc_words_begin(cc_unit *u);
void cc_word_add(cc_unit *u, uint32_t w);
typedef struct cc_loop {
    uint32_t start;
    cc_val one;
} cc_loop;
cc_loop cc_loop_begin(cc_fn *f, cc_val set);
void cc_loop_end(cc_fn *f, cc_loop l);
#define CC_BAD ((cc_val){0, -1})
cc_val cc_wrong(cc_unit *u, cc_code code, cc_span span, const char *fmt, ...);

/* ---- counted.c ---- */
cc_val cc_counted_value(const cc_fn *f, const m_amount *a); /* of the one at hand, or none */

/* ---- apiece.c ---- */
const m_ref *cc_apiece(cc_fn *f, const m_act *act); /* of what the act is taken one by one */
void cc_act_apiece(cc_fn *f, const m_act *act, const m_ref *each);
/* the controller of each of several things: those things; else NULL */
const m_ref *cc_owner_of_each(const m_ref *ref);
int cc_is_each_thing(const m_ref *ref);
const m_ref *cc_asked_apiece(const cc_fn *f, const m_act *act); /* of what each is asked for */
void cc_unless_apiece(cc_fn *f, const m_act *act, const m_ref *each);
void cc_apiece_of(cc_fn *f, const m_ref *each, cc_val all, void (*go)(cc_fn *f, void *user),
                  void *user);
void cc_apiece_do(cc_fn *f, const m_ref *each, void (*go)(cc_fn *f, void *user), void *user);

/* ---- referent.c ---- */
cc_referent *cc_refer(cc_fn *f, const m_ref *ref, cc_val v, cc_again again, uint32_t arg);
cc_referent *cc_refer_event(cc_scope *s, const m_ref *ref, const m_desc *desc, m_ref_class c,
                            cc_again again, uint32_t arg);
uint32_t cc_linked_place(m_links *links, m_linked which);
void cc_link_made(cc_fn *f, m_linked which, cc_val v);
/* Number + 1 of the link that holds what an event makes of its object, or 0: nobody means it. */
int32_t
cc_link_by_event(cc_fn *f,
                 m_linked which); /* what was exiled or chosen, for other abilities (CR 607.2) */
int cc_is_linked(const cc_scope *s, m_linked which);
cc_val cc_linked(
    cc_fn *f,
    const m_ref *ref); /* what another ability exiled or chose; type 0: this means no such thing */
/* gathered.c: what each of several gave */
typedef struct cc_gathered {
    const m_clause *of;
    uint32_t count;
    const cc_referent *before;
    VEC(uint32_t) at; /* where a set is emptied before the first of them */
    cc_val lost, gained, all_lost, all_gained;
} cc_gathered;
void cc_gather_begin(cc_fn *f, const m_clause *c, uint32_t count, cc_gathered *g);
void cc_gather_one(cc_fn *f, cc_gathered *g); /* behind what one of them has done */
void cc_gather_end(cc_fn *f, const cc_gathered *g);
/* What is made or taken for each of several, one by one, is all of it behind the last of them. */
typedef struct cc_turns {
    const cc_referent *before;
    VEC(uint32_t) at;
} cc_turns;
void cc_turns_begin(cc_fn *f, const m_body *body, cc_turns *t);
void cc_turns_end_one(cc_fn *f, const cc_turns *t);

/* whereabouts.c: where the effect, or its cost, has put something; the last three complain */
enum { CC_NOBODY_KNOWS = 255 };
int cc_is_about_permanents(const cc_fn *f, const m_act *act);
int cc_cannot_be_meant(const cc_fn *f, const cc_referent *r);
/* put the rest somewhere: nothing is left of the group; before: what was said before */
void cc_rest_is_put(cc_fn *f, const m_act *act, const cc_referent *before);
void cc_is_put(cc_fn *f, const m_act *act, const m_ref *ref, cc_referent *r);
void cc_this_is_paid(cc_scope *s, const m_act *act);
int cc_is_elsewhere(cc_fn *f, const m_ref *ref);
int cc_actor_is_elsewhere(cc_fn *f, const m_act *act);
int cc_is_there_already(cc_fn *f, const m_act *act, const m_ref *ref);
uint8_t cc_place_of_this(const cc_fn *f); /* its zone + 1; 0: nothing has put it anywhere */
int cc_has_left(const cc_fn *f, const cc_referent *r); /* by the event */
int cc_this_has_left(const cc_fn *f); /* by the event, and this effect has not brought it back */
int cc_has_entered(cc_fn *f, const m_ref *ref);
/* paid_for.c */
void cc_paid_begin(cc_unit *u);
void cc_paid_by(const cc_scope *s, uint32_t keyword);
void cc_paid_asked(const cc_fn *f, uint32_t keyword, cc_span at);
void cc_paid_end(cc_unit *u, const cc_abilities *list, int last); /* complains */

/* sentence_ends.c */
int cc_same_end(const m_act *a, const m_act *b);
m_clause *cc_with_ends(cc_fn *f, const m_clause *c); /* a copy; NULL after a mistake */
int cc_with_conditions(cc_fn *f, m_clause *first);   /* 0 after a mistake */
const m_clause *cc_apart(cc_unit *u, const m_clause *c);

int cc_shares_with_any(cc_fn *f, const m_ref *ref); /* 'that shares a color with a creature' */
int cc_shares_with_each(cc_fn *f, const m_ref *ref, uint32_t what);
int cc_is_several(const m_ref *ref); /* by its number */
int cc_narrows(const cc_unit *u, const m_desc *noun, const cc_referent *r);
int cc_means_all_said(const cc_fn *f, const m_ref *ref, const cc_referent *last);
int cc_is_one_alone(const cc_fn *f, const m_ref *ref, const cc_referent *last);
cc_val cc_all_said(cc_fn *f, const m_ref *ref, cc_referent *last,
                   int now);                               /* those creatures: each */
int cc_describes_spell(const cc_unit *u, const m_desc *d); /* says that it is a spell */
cc_referent *cc_find(cc_fn *f,
                     const m_ref *ref); /* a pronoun, that X, the X; NULL after a diagnostic */
cc_val cc_referent_value(cc_fn *f, cc_referent *r, int now); /* now: what it became */
int cc_is_told(const cc_fn *f); /* a predicate that is asked as long as an effect lasts? */
cc_val cc_have_again(cc_fn *f,
                     cc_referent *r); /* in another function, or once more; else nothing */
const cc_referent *cc_rival(const cc_fn *f, const m_ref *ref, const cc_referent *found);
cc_referent *cc_find_named(cc_fn *f, const m_name *name);
int cc_is_of_the_event(const cc_referent *r);
/* what it is about, or who */ /* 'as NAME' in this very effect; NULL */
int cc_is_land_spell(const m_desc *d);
int cc_contradicts(const m_desc *d); /* says that it is something, and that it is not */
/* All that is said of it at once, also behind 'that's'; the numbers that a comparison leaves, 0: it says none. */
void cc_each_atom(const m_atom *list, void (*go)(const m_atom *a, void *user), void *user);
int cc_range_of(const m_atom *a, int64_t *least, int64_t *most);
/* ---- kinds.c ---- */
/* The same of what is said of a reference; of what somebody controls. */
const char *cc_is_never(const cc_unit *u, const m_ref *ref, const m_desc *quality);
const char *cc_is_never_in(const cc_unit *u, const m_desc *d, const m_zone *zone);
const char *cc_is_no_quality(const m_desc *d); /* of 'protection from' */
const char *cc_is_never_controlled(const cc_unit *u, const m_desc *d);
int cc_is_never_enchanted(const m_desc *d);
const char *cc_other_than_which(const m_desc *d); /* ... other than what is of no such kind */
const char *cc_cannot_be(const cc_unit *u,
                         const m_desc *d); /* why nothing is so; NULL: it may be */
cc_referent *cc_find_attacker(cc_fn *f);   /* the creature that the event is about; NULL */
cc_referent *cc_find_other(cc_fn *f, const m_desc *desc);
/* One that the effect has named, before `named` if there is such, of which the same is said; NULL: none. */
cc_referent *cc_next_other(cc_fn *f, const m_desc *desc, const cc_referent *named);
int cc_is_other_than_nothing(cc_scope *s, const m_desc *d, cc_span span); /* 1 = it was said */
int cc_is_rather_this(const cc_fn *f, const m_desc *about,
                      const m_desc *noun); /* 'other': than this */
int cc_is_there(cc_fn *f, const m_ref *said);
const m_ref *cc_other_than(const m_desc *d); /* that the description itself speaks of */
int cc_is_that_one(const cc_unit *u, const m_ref *that, const m_ref *each);
int cc_target_like(const cc_fn *f, const m_desc *desc);
int cc_names_a_player(cc_fn *f);
int cc_says_other(const m_desc *d); /* other creatures; not: other than this */
const m_desc *cc_not_other(cc_fn *f, const m_desc *d);
/* All but what 'another' excludes. */
cc_val cc_without_other(cc_fn *f, const m_desc *desc, cc_val all);
cc_val cc_as_named(cc_fn *f, cc_referent *named);
int cc_paid_so(const cc_referent *r, uint32_t number);
int cc_is_of_all(cc_fn *f, const m_desc *desc); /* 'each other player' of all players: said */
cc_referent *cc_referent_of(const cc_fn *f, const m_ref *ref); /* said at this very place before */
/* Complains of what has left the battlefield by the event, where only a permanent will do. */
int cc_is_gone(cc_fn *f, const m_ref *ref);
int cc_is_at_hand(const cc_fn *f, const cc_referent *r); /* can it be had in this function? */

/* ---- refs.c ---- */
cc_val cc_ref(cc_fn *f, const m_ref *ref, char want);            /* as it was */
cc_val cc_ref_now(cc_fn *f, const m_ref *ref, char want);        /* what it became, to act on */
cc_val cc_offered(cc_fn *f, const m_ref *ref, cc_val *out_max);  /* of those that may be cast */
cc_val cc_own(cc_fn *f, const m_ref *ref, const voc_slot *slot); /* all of the actor's */
cc_val cc_can_choose(cc_fn *f, const m_ref *ref, const voc_slot *slot);
cc_val cc_chosen(cc_fn *f, const m_ref *ref,
                 const voc_slot *slot); /* by the actor, among what the slot allows */
cc_val cc_you(cc_fn *f);
int cc_has_own_you(cc_fn *f); /* in the body of an action, or in a predicate there */
cc_val cc_this(cc_fn *f);
const cc_binding *cc_bound(const cc_scope *s, const m_name *name);
/* To where an operand is at home, and back: gives what names meant before. */
const cc_binding *cc_go_home(const cc_binding *b);
void cc_come_back(const cc_binding *b, const cc_binding *seen);
cc_val cc_name_number(cc_fn *f, const m_name *name);
char cc_name_type(const m_name *name); /* of the registers that hold what is called so */
int cc_set_by_giver(const cc_scope *s, const m_name *name, cc_span at);
void cc_name_set(cc_fn *f, m_name *name, cc_val v);
void cc_name_let(cc_fn *f, m_name *name, cc_val v);
void cc_hold_things(cc_fn *f, m_held *held, cc_val things, uint32_t link);
void cc_hold_for_loop(cc_fn *f, m_held *held, uint32_t link);
/* Something is divided among these targets (CR 601.2d); 0 after a mistake. */
int cc_divides_among(cc_fn *f, const m_ref *among);
int cc_divides_too_early(cc_fn *f, const m_act *act, uint32_t asked);
int cc_constant(const cc_scope *s, const m_amount *a, int32_t *out); /* is it a plain number? */
int cc_names_one(const m_ref *ref); /* can it be one thing or player only? */

/* ---- describe.c ---- */
uint32_t cc_selector(cc_fn *f, cc_scope *s, const m_desc *d); /* row; 0 after a mistake */
/* Cards are in a zone that the description names (CR 109.2a); 0 after a mistake. */
int cc_says_where(cc_scope *s, const m_desc *d);
m_desc *cc_all_players(cc_fn *f);
cc_val cc_desc_set(cc_fn *f, const m_desc *d); /* everything that fits */
cc_val cc_compare(cc_fn *f, cc_val have, uint8_t cmp, cc_val want);
/* ---- compared.c ---- */
cc_val cc_compare_with(cc_fn *f, cc_val have, uint8_t cmp, const m_amount *want);
int cc_has_no_such_number(cc_fn *f, const m_amount *a); /* says so: the power of a player */
uint32_t cc_selector_of_host(cc_scope *s);              /* what this is attached to */
uint32_t cc_selector_of_zone(cc_unit *u, const m_zone *z);
cc_val cc_those_in(cc_fn *f, cc_val all, const m_zone *zone);
/* whom a creature blocks, who blocks it, what it attacks */
cc_val cc_combat_partners(cc_fn *f, const m_atom *a, cc_val one);

/* ---- amounts.c, conditions.c ---- */
cc_val cc_amount(cc_fn *f, const m_amount *a);
cc_val cc_counter_number(cc_fn *f, const m_operand *o);
cc_val cc_said_x(cc_fn *f,
                 const m_operand *cost); /* what X is in a cost that is paid; -1: as announced */
int cc_instance(const cc_fn *f, uint32_t keyword);
int cc_says_x(cc_fn *f, const m_operand *cost);
cc_val cc_condition(cc_fn *f, const m_cond *c);
/* ---- quantified.c ---- */
int cc_is_quantified(const cc_fn *f, const m_ref *about);
cc_val cc_quantified(cc_fn *f, const m_ref *about, const m_act *act);
cc_val cc_quantified_compare(cc_fn *f, const m_cond *cond, int negative);
cc_val cc_quantified_all(cc_fn *f, const m_ref *about, const m_cond *cond);
const m_ref *cc_asks_each_for_all(const cc_fn *f, const m_cond *c);     /* NULL: it does not */
int cc_cannot_be_asked(cc_fn *f, const m_ref *about, const m_act *act); /* complains */
cc_val cc_quantified_history(cc_fn *f, const m_event *e, const m_cond *cond, int negative);
cc_val cc_history_who(cc_fn *f, const m_event *e, const m_cond *c);
/* Does the count do for the quantity that stands in front of the noun? */
cc_val cc_as_many(cc_fn *f, cc_val count, const m_ref *what);

cc_val cc_condition_act(cc_fn *f, const m_ref *subject, cc_val given, const m_act *act);
int cc_paid_of_this(cc_fn *f, cc_span at);
cc_val cc_what_was_cast(cc_fn *f, const voc_frame *frame);
int cc_history_of_each(const cc_fn *f, const m_cond *c); /* who that is can be said behind it */
/* those of the players `all` of whom COND_WAY `c` is so */
cc_val cc_who_did_this_way(cc_fn *f, cc_val all, const m_cond *c);
uint32_t cc_condition_fn(cc_scope *s, const m_cond *c);
uint32_t cc_if_flipped(cc_fn *f, const m_cond *c); /* a jump where nobody flipped; 0: not asked */

/* ---- events.c ---- */
int cc_event(cc_scope *s, const m_event *e, vm_ability *a); /* event and filter */
/* The same of a trigger, which waits for one thing at a time. */
int cc_replaced_event(cc_scope *s, const m_ability *m, vm_ability *a);
int cc_trigger_event(cc_scope *s, const m_event *e, vm_ability *a);
cc_val cc_event_field(cc_fn *f, const char *operand);
int cc_event_counts(const cc_scope *s);
int cc_event_takes_away(const m_event *e);
int cc_event_brings(const m_event *e);
int cc_history_field(const char *operand); /* where HISTORY_SET finds it; -1 */

/* ---- past.c ---- */
cc_val cc_which_time(cc_fn *f, const m_event *e);
cc_val cc_history(cc_fn *f, const m_cond *c);
/* Those that it happened to; as_it_was: only what fitted that when it happened. */
cc_val cc_history_set(cc_fn *f, const m_cond *c, const m_desc *as_it_was);
cc_val cc_history_counted(cc_fn *f, const m_ref *ref); /* type 0: this counts no history */
int cc_history_takes_away(const m_cond *c);
cc_val cc_history_sum(cc_fn *f, const m_act *act);
cc_val cc_fits(cc_fn *f, cc_val have,
               const m_ref *ref); /* does a participant fit what is said of it? */
cc_val cc_fits_from(cc_fn *f, cc_val have, const m_ref *ref,
                    uint32_t event); /* the same, and it is cast or played from where it says */
const m_ref *cc_from_anywhere(cc_fn *f, const m_ref *ref, uint32_t event); /* without that */
void cc_check_played(cc_scope *s, const m_ref *ref); /* is it a land that is played? */

/* ---- paths.c ---- */
typedef struct cc_path cc_path;
cc_path *cc_path_begin(cc_fn *f);              /* a part begins that can be skipped */
void cc_path_was_taken(cc_fn *f);              /* if you do: the part before was not skipped */
void cc_path_none(cc_fn *f, const cc_path *p); /* nothing skips it after all */
void cc_path_may(cc_path *p);                  /* it is skipped by who may do it, or does not */
void cc_path_is_another(cc_fn *f);             /* 'if you do' is not about the part before */
/* It is over: these jumps, which skip it, come here. */
void cc_path_end(cc_fn *f, const cc_path *p, const uint32_t *jumps, uint32_t count);
uint32_t cc_path_else(cc_fn *f, const cc_path *p, uint32_t to_else); /* what skips the other part */

/* ---- acts.c, clauses.c, bodies.c ---- */
void cc_act(cc_fn *f, const m_act *act);
const m_ref *cc_moved(const m_act *act);
void cc_set_flag(cc_fn *f, uint32_t at);      /* of a call at hand: 'B' is 1 after all */
cc_val cc_moving(cc_fn *f, const m_act *act); /* what it moves, as its OBJECT says */
void cc_found(cc_fn *f, const m_act *act, cc_val result); /* remembers what it gave */
void cc_done_by(cc_fn *f, const m_act *act, cc_val result);
void cc_done(cc_fn *f, cc_val result); /* that so much was done: 'if you do', 'that many' */
uint32_t
cc_taken_by(const char *native); /* what it does to things: bits by the numbers of paid.def */

/* ---- delayed.c ---- */
void cc_capture_begin(cc_fn *f, cc_scope *inner,
                      cc_captures *c);           /* the scope of an ability that `f` makes */
void cc_capture_ref(cc_fn *f, const m_ref *ref); /* targets and choices in it are made now */
void cc_delayed(cc_fn *f, const m_stmt *m);
void cc_reflexive(cc_fn *f, const m_stmt *m);
/* Makes the rows; amount: how much a replacement takes, or type 0. */
void cc_delay(cc_fn *f, const cc_captures *c, const cc_abilities *made, cc_val amount,
              int duration);

/* ---- prevention.c ---- */
int cc_is_prevention(const m_act *act);
void cc_prevention(cc_fn *f, const m_act *act,
                   const m_stmt *then); /* then: what is done with what was prevented */
void cc_static_prevention(cc_scope *s, const m_ability *m, const m_clause *c, cc_abilities *out);
void cc_prevent_that(cc_fn *f, const m_act *act);
void cc_prevent_all_of_that(cc_fn *f, const m_act *act);
void cc_prevent_all_but(cc_fn *f, const m_act *act);

/* ---- library.c ---- */
cc_val cc_top(cc_fn *f, const m_ref *ref);
uint32_t cc_selector_anywhere(cc_fn *f, const m_desc *desc); /* row; 0 after a mistake */
void cc_search(cc_fn *f, const m_act *act);
int cc_untaps_with_player(const m_operand *step);
void cc_extra_step(cc_fn *f, const m_act *act); /* turns.c */
void cc_extra_combat(cc_fn *f, const m_act *act);
void cc_extra_combat_main(cc_fn *f, const m_act *act);
void cc_skip_next(cc_fn *f, const m_act *act);
int cc_that_turn(const cc_fn *f, cc_span span); /* 0 after a complaint: no extra turn was made */
cc_val cc_first_step(cc_fn *f);
void cc_put_on(cc_fn *f, const m_act *act);
void cc_shuffle_into(cc_fn *f, const m_act *act);
int cc_into_libraries(cc_fn *f, const m_act *act, cc_val cards); /* no cards: is it one? */
void cc_reveal_until(cc_fn *f, const m_act *act);
void cc_exile_cards_until(cc_fn *f, const m_act *act);
void cc_put_at(cc_fn *f, const m_act *act);
cc_val cc_did(cc_fn *f); /* was the last act done? Type 0 if there was none */
/* Is the act the very event that is being replaced, changed? */
int cc_enters_after_all(const cc_scope *s, const m_act *act);
int cc_is_event_change(const cc_scope *s, const m_act *act);
int cc_deals_the_event(const cc_scope *s, const m_clause *c);
/* Acts that only need things, so that they can be chosen by several players first and acted on together. */
int cc_acts_on_things(const m_act *act);
cc_val cc_act_can(cc_fn *f, const m_act *act);
cc_val cc_act_things(cc_fn *f, const m_act *act); /* what it would act on */
void cc_act_on(cc_fn *f, const m_act *act, cc_val things);
int cc_takes_several(const m_act *act); /* does its native act for several players by itself? */
uint32_t cc_unless_paid(cc_fn *f, const m_act *act,
                        cc_val *paid); /* a jump over the act if that is paid; 0 */
uint32_t cc_announced(cc_scope *s, const m_cond *c, int so); /* gives what s->announced was */
void cc_declare_targets_in(cc_fn *f, const m_stmt *m);
void cc_declare_targets(cc_fn *f, const m_clause *c);
void cc_clauses(cc_fn *f, const m_clause *c, const m_body *block);
void cc_body(cc_fn *f, const m_body *b);
void cc_sub_body(cc_fn *f, const m_body *b); /* in a conditional or repeated part */
cc_val cc_keyword_choice(cc_fn *f, const m_keyword *k, cc_span at); /* ways.c: gives its number */
cc_val cc_choice(cc_fn *f, const m_choice *c);
const m_act *cc_duration_of(const m_act *act);
int cc_duration(cc_fn *f, const m_act *act);
const m_operand *cc_operand(const m_act *act, const char *name);
/* One that each declaration of the native has, as its rows of takes.def say. If one had none, those were wrong: that is said,
 * and the compilation is over. */
const m_operand *cc_needed(const m_act *act, const char *name);
m_operand *cc_operands_copied(cc_unit *u, const m_act *act); /* of an act like it */

/* ---- costs.c ---- */
uint32_t cc_costs(cc_scope *s, const m_cost *cost, uint32_t *out_count, uint32_t *out_flags,
                  uint32_t *out_zone);
m_desc *cc_of_payer(cc_scope *s, m_desc *d);
uint32_t cc_cost_act(cc_scope *s, const m_act *act, uint32_t *out_count);
uint32_t cc_mana_made(cc_unit *u, const char *text, uint32_t *out_count, cc_span at);
uint32_t cc_mana_cost(cc_unit *u, const char *text, uint32_t *out_count, uint32_t *out_value,
                      uint32_t *out_colors, cc_span at);

/* ---- rules.c, become.c, copies.c ---- */
typedef struct cc_mods {
    VEC(vm_mod) list;
    cc_fn *f; /* effect that creates them, or NULL: static ability */
    cc_scope *s;
    cc_val arg[2];
    uint32_t arg_count;
    const m_amount *x;  /* where X is ... */
    const m_ref *about; /* what is changed */
    uint8_t failed, all_zones, always;
    uint8_t as_aura;   /* what a card can be cast as: a face of its own */
    uint8_t says_each; /* a change of this spell's text (CR 702.95a) */
    cc_told *told;     /* of an effect that lasts */
    uint32_t zones;    /* where a static ability with them functions; 0 = on the battlefield */
} cc_mods;
void cc_mods_begin(cc_mods *m, cc_fn *f); /* of an effect of f */
/* As rows of the pack, and as the argument of a native that names them. */
void cc_mods_give(cc_unit *u, const cc_mods *m, cc_arg *out);
vm_mod *cc_mod_push(cc_mods *m, uint32_t op, uint32_t sel, uint32_t a, uint32_t b);
void cc_mod_size(cc_mods *m, uint32_t op, const m_change *c, const m_amount *times, uint32_t sel);
void cc_mod_numbers(cc_mods *m, uint32_t op, const m_amount *power, const m_amount *toughness,
                    uint32_t sel);
void cc_mod_abilities(cc_mods *m, const m_abilities *a, const m_body *block, uint32_t sel);
enum { ALSO_TYPES = 1, ALSO_COLORS = 2 }; /* what something keeps that becomes something */
void cc_mod_become(cc_mods *m, const m_quality_list *q, int also, uint32_t sel);
int cc_keyword_of_player(cc_mods *m, const m_keyword *k, uint32_t sel);
int cc_player_may_have(cc_scope *s, const m_keyword *k);
void cc_mod_act(cc_mods *m, const m_act *act, uint32_t sel);
/* Those of a static ability's subject of whom a condition is so; 0 after a mistake. */
uint32_t cc_those_of_whom(cc_scope *s, const m_ref *about, uint32_t sel, const m_cond *c);
void cc_arrival(cc_fn *f, const m_act *act, int native, const cc_arg *args);
void cc_rule_effect(cc_fn *f, const m_clause *c, const m_act *const *acts, uint32_t count);
int cc_is_rule(const m_act *act);
int cc_asks_defender(
    const m_act *act); /* its condition is about the player that could be attacked */
typedef enum cc_copying { CC_COPIES_PERMANENT, CC_COPIES_SPELL, CC_COPIES_ENTERING } cc_copying;
int cc_exceptions(cc_scope *s, const m_clause *except, cc_copying how, cc_span at, cc_arg *out);
/* What the exceptions say of how it enters, if it is a copy: the one that was chosen, or CC_BAD where there is no choice. */
void cc_copy_enters(cc_fn *f, const m_clause *except, cc_val model);
/* It enters tapped, with counters, as a copy; 0 = that says nothing of it. */
int cc_enters_so(cc_fn *f, const m_act *act);
const m_ref *cc_rule_object(const m_clause *c, const m_act *act); /* what is changed */

/* ---- mana.c ---- */
cc_val cc_color_mask(cc_fn *f, const m_operand *o);
cc_val cc_mana_types(cc_fn *f, const m_act *act);
cc_val cc_tapped_for(cc_fn *f, const m_operand *o);
void cc_produces(cc_mods *m, const m_act *act, uint32_t sel);
void cc_keeps_mana(cc_mods *m, const m_act *act, uint32_t sel);
void cc_mana_pales(cc_mods *m, const m_act *act, uint32_t sel);

/* ---- casting.c ---- */
void cc_may_play(cc_mods *m, const m_act *act, uint32_t sel);
m_body *cc_read_with_each(cc_scope *s, const m_ability *m);
void cc_may_splice(cc_mods *m, const m_act *act, uint32_t sel);
void cc_may_cast_as_aura(cc_mods *m, const m_act *act, uint32_t sel);
void cc_says_each(cc_mods *m, const m_act *act, uint32_t sel);
void cc_may_pay_instead(cc_mods *m, const m_act *act, uint32_t sel);
void cc_resolves_to(cc_mods *m, const m_act *act, uint32_t sel);
void cc_cast_now(cc_fn *f, const m_act *act);
void cc_helps_pay(cc_mods *m, const m_act *act, uint32_t sel);
void cc_helps_pay_colored(cc_mods *m, const m_act *act, uint32_t sel);
int cc_asks_x(const cc_unit *u, uint32_t cost, uint32_t count); /* {X} among these rows */
/* ---- keyword_from.c ---- */
const m_operand *cc_from(const m_keyword *k); /* what it is from: protection from red; or NULL */
/* Of several qualities or all colors a keyword is as many; a list. */
const m_keyword *cc_each_from(cc_unit *u, const m_keyword *k);

uint32_t cc_quality(cc_scope *s, const m_keyword *k); /* what it is from or of: a selector, or 0 */
int cc_only_may(const m_act *act);                    /* it is never made, only let */
int cc_asks_itself(const m_act *act);

/* ---- abilities.c, keywords.c, replacements.c ---- */
void cc_abilities_lower(cc_scope *s, const m_ability *list, cc_abilities *out);
uint32_t cc_abilities_store(cc_unit *u, const cc_abilities *list);
vm_ability cc_ability_new(uint32_t kind, cc_span at);
void cc_ability_functions(const cc_scope *inner, vm_ability *a);
void cc_effect(cc_scope *s, const m_body *body, vm_ability *a);
void cc_keyword(cc_scope *s, const m_keyword *k, cc_abilities *out);
void cc_replacement(cc_scope *s, const m_ability *m, cc_abilities *out);
void cc_enters(cc_scope *s, const m_ability *m, cc_abilities *out);
int cc_enters_here(cc_fn *f, const m_clause *c, const m_act *act);
int cc_enters_sentence(cc_scope *s, const m_ability *m, cc_abilities *out);
syn_block *cc_with_said(cc_unit *u, const syn_block *b, syn_word name, const syn_block *said);
void cc_static(cc_scope *s, const m_ability *m, cc_abilities *out);
void cc_without_spells_x(cc_scope *s);
#define CC_X_IS_OVER                                                                               \
    "by now X is 0: it was chosen for the spell that this was; 'as this enters: let N = X' keeps " \
    "it"
void cc_scope_inner(const cc_scope *s, cc_scope *inner); /* a new ability of the same text */
/* Abilities that the text gives others: in: the effect that does, where it can do so more than once. */
void cc_scope_given(const cc_scope *s, cc_scope *inner, const cc_fn *in);
/* Is there such a native for declarations of a kind? */
void cc_give_operands(cc_unit *u, const voc_frame *frame, uint32_t first, m_context *context);
void cc_declarations(cc_unit *u, uint32_t first_file);
int cc_has_other_face(cc_fn *f, const m_act *act);
int cc_keyword_may_stand(const cc_unit *u, const vm_face *face, const voc_frame *keyword);
int cc_means_something_on_spells(const cc_unit *u, const voc_frame *keyword);

/* ---- multiples.c ---- */
const m_clause *cc_with_multiples(cc_unit *u, const m_clause *c, uint32_t count);

/* ---- keyword_on.c ---- */
const char *cc_keyword_is_idle(const cc_mods *m, const m_keyword *k);
void cc_keyword_works_there(cc_mods *m, const m_keyword *k, const cc_abilities *list,
                            uint32_t from);

void cc_in_command_zone(cc_abilities *list); /* all of them function there */
void cc_stands(cc_unit *u, const vm_face *face, const m_ability *m, const cc_abilities *list,
               uint32_t first);
int cc_can_be_attached(const cc_unit *u, const vm_face *face, const syn_block *body);
m_body *cc_read_declared(cc_scope *s, const voc_frame *frame, m_context *context);

/* ---- means.c ---- */
cc_val cc_means_condition(cc_fn *f, const m_act *act, const m_ref *subject, cc_val given);
cc_val cc_means_amount(cc_fn *f, const m_act *act);
void cc_means_rule(cc_mods *m, const m_act *act, uint32_t sel);
const m_event *cc_means_event(cc_scope *s, const m_event *use,
                              uint32_t deep); /* NULL after a mistake; deep: so many led here */
const m_event *cc_meant(cc_scope *s,
                        const m_event *e); /* all of them that are joined; NULL after a mistake */
void cc_means_check(cc_unit *u, const voc_frame *f);

/* ---- faces.c, tests.c ---- */
void cc_faces_read(cc_unit *u, syn_source *const *sources, uint32_t first, uint32_t count);
void cc_face_bodies(cc_unit *u);
void cc_face_down(cc_unit *u);
uint32_t cc_emblem_face(cc_scope *s, const m_body *block);
/* A face with the special action that ends an effect (CR 115.2c). */
uint32_t cc_offer_face(cc_scope *s, cc_span at, const m_cost *cost);
/* this gains all activated abilities of target creature (copies.c) */
void cc_gain_activated(cc_fn *f, const m_act *act);
int cc_is_counted(const m_quality_list *q);
uint32_t cc_token_face(cc_scope *s, const m_quality_list *q, const m_body *block);
int cc_face_by_name(cc_unit *u, const char *name); /* -1 */
void cc_test(cc_unit *u, const syn_decl *test);

/* ---- pack/write.c ---- */
void cc_share(cc_unit *u); /* pack/share.c: what is the same is one */
void cc_pack_write(cc_unit *u, void **out_bytes, size_t *out_size);

int cc_chosen_by(cc_scope *s, int slot); /* refs.c: the target at hand is chosen by that one */

/* ---- the_only.c ---- */
int cc_is_the_only(const m_ref *ref); /* the player with the most life */

/* ---- ways.c: A or B ---- */
enum { CC_WAYS_MAX = 8 };
void cc_ways(cc_fn *f, const m_act *act);
cc_val cc_ways_can(cc_fn *f, const m_act *act);
int cc_ways_together(const cc_fn *f,
                     const m_act *act); /* can several players choose first and act then? */
cc_val *cc_ways_sets(cc_fn *f, const m_act *act); /* for each way an empty set */
void cc_ways_choose(cc_fn *f, const m_act *act, cc_val one, cc_val *sets); /* of one player */
void cc_ways_do(cc_fn *f, const m_act *act, cc_val all, const cc_val *sets);
void cc_ways_last(const vm_cost *rows, uint32_t count, vm_cost *out); /* of a range of costs */
cc_val cc_can_be_done(cc_fn *f, const m_act *act); /* is there what the act chooses from? */
int cc_depends(const cc_fn *f, const m_act *act,
               int players); /* does each do it in a way of their own? */

#endif
