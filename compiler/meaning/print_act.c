/* Frames filled with their operands, what hangs on acts, and clauses. */
#include "compiler/meaning/print_in.h"
#include "compiler/meaning/walk.h"

#include <string.h>

typedef struct filling {
    const voc_frame *f;
    const m_operand *o;
    verb_form form;
    int verb_done;
    person number; /* of the operand before the verb */
    int plural;    /* of a number that stood in front of its noun */
    int player;
    const m_amount *later; /* said behind those of whom it speaks */
} filling;

static int is_possession(const voc_frame *f) /* your life total becomes 10: the verb comes later */
{
    return f->has_subject && f->slots[0].type == VOC_POSSESSOR;
}

/* ---- literals ----------------------------------------------------------------------------------
 */

/* 'was kicked', 'was cast': a condition about what was done */
static int is_past(printer *p, const filling *s, uint32_t i)
{
    if (s->f->kind != DECL_CONDITION || syn_word_group(s->f->parts[i].word) != W_BE ||
        i + 1 >= s->f->part_count || s->f->parts[i + 1].kind != VOC_PART_LITERAL)
        return 0;
    const syn_word next = s->f->parts[i + 1].word;
    return next < p->voc->info.count && p->voc->info.at[next].verb &&
           (p->voc->info.at[next].forms & VOC_FORM_PAST);
}

static void verb(printer *p, filling *s, uint32_t i)
{
    const syn_word w = s->f->parts[i].word, g = syn_word_group(w);
    const person who = (person)s->form.who;
    const int past = s->form.past || is_past(p, s, i);
    if (s->form.would) {
        p_word(p, W_WOULD);
        p_verb(p, w, BASE, 0);
    } else if (s->form.negative && g == W_BE) {
        p_verb(p, W_ISNT, who, past);
    } else if (s->form.negative) {
        if (s->form.past)
            p_word(p, W_DIDNT);
        else
            p_verb(p, W_DONT, who, 0);
        p_verb(p, w, BASE, 0);
    } else {
        p_verb(p, w, who, past);
    }
}

/* there are two creatures: the number of what comes behind */
static person number_behind(const filling *s, uint32_t i)
{
    for (uint32_t k = i + 1; k < s->f->part_count; k++)
        if (s->f->parts[k].kind == VOC_PART_SLOT)
            return p_operand_person(&s->o[s->f->parts[k].slot]);
    return ONE;
}

static int may_be_verb(printer *p, const filling *s, uint32_t i)
{
    const syn_word w = s->f->parts[i].word;
    if (s->verb_done || s->f->kind == DECL_DURATION || s->f->kind == DECL_AMOUNT ||
        s->f->kind == DECL_KEYWORD)
        return 0;
    if (i && s->f->parts[i - 1].kind == VOC_PART_LITERAL && s->f->parts[i - 1].word == W_TO)
        return 0;                                       /* able to block */
    if (s->f->has_subject || s->f->kind == DECL_COST) { /* it also becomes */
        const uint32_t first =
            s->f->parts[0].kind == VOC_PART_LITERAL && s->f->parts[0].word == W_ALSO;
        return i == first && !is_possession(s->f);
    }
    return p_is_verb(p, w) && (i || s->f->kind == DECL_ACTION || s->f->kind == DECL_RULE);
}

/* enters: where? */
static void say_where(printer *p, const filling *s, uint32_t i)
{
    static const struct {
        const char *verb;
        uint32_t zone;
    } PLACES[] = {
#define PRINT_PLACE(verb, zone) {verb, zone},
#include "compiler/meaning/printed_as.def"
#undef PRINT_PLACE
    };
    const syn_word w = s->f->parts[i].word,
                   lemma = w < p->voc->info.count ? p->voc->info.at[w].verb : 0;
    for (uint32_t k = 0; k < s->f->slot_count; k++)
        if (s->f->slots[k].type == VOC_ZONE && s->o && s->o[k].given)
            return;
    for (size_t k = 0; lemma && k < sizeof PLACES / sizeof *PLACES; k++)
        if (strcmp(syn_word_text(p->voc->words, lemma), PLACES[k].verb) == 0) {
            const m_zone z = {.zone = PLACES[k].zone};
            p_zone(p, &z);
        }
}

static void one_literal(printer *p, filling *s, uint32_t i)
{
    const syn_word w = s->f->parts[i].word;
    const int another = i > 1 && s->f->kind == DECL_EVENT && s->verb_done && p_is_verb(p, w) &&
                        s->f->parts[i - 1].kind == VOC_PART_LITERAL &&
                        s->f->parts[i - 1].word == W_OR;
    if (another) { /* cycles or discards */
        verb(p, s, i);
        return;
    }
    if (!may_be_verb(p, s, i)) {
        if (s->plural && p_has_plural(p, w) &&
            !(w < p->voc->info.count && p->voc->info.at[w].verb && w != W_LAND)) {
            p_noun(p, w, 1);
            s->plural = 0;
        } else {
            p_word(p, w);
        }
        return;
    }
    s->verb_done = 1;
    if (!s->f->has_subject && i) { /* its color isn't copied: the subject stands in the pattern */
        const int there =
            i && s->f->parts[0].kind == VOC_PART_LITERAL && s->f->parts[0].word == W_THERE;
        s->form.who = (uint8_t)(w == W_ARE || w == W_DO ? MANY
                                : there                 ? number_behind(s, i)
                                                        : s->number);
    }
    verb(p, s, i);
}

static void literal(printer *p, filling *s, uint32_t i)
{
    one_literal(p, s, i);
    if (p_player(p))
        say_where(p, s, i);
}

/* ---- numbers and their nouns -------------------------------------------------------------------
 */

/* One mana, but 3 damage. */
static int in_words(printer *p, syn_word noun)
{
    static const char *const COUNTED[] = {
#define PRINT_COUNTED(word) word,
#include "compiler/meaning/printed_as.def"
#undef PRINT_COUNTED
    };
    for (size_t i = 0; i < sizeof COUNTED / sizeof *COUNTED; i++)
        if (strcmp(syn_word_text(p->voc->words, noun), COUNTED[i]) == 0)
            return 1;
    return 0;
}

static int is_ahead(syn_word w) /* two additional lands: the noun comes behind it */
{
    return w == W_ADDITIONAL || w == W_EXTRA;
}

/* half their life, half their library: what is counted is said in it */
static int says_its_noun(const printer *p, const m_amount *a, syn_word noun)
{
    if (a->kind != AMT_HALF_UP && a->kind != AMT_HALF_DOWN)
        return 0;
    if (a->left->kind != AMT_PROPERTY)
        return a->left->kind == AMT_COUNT && a->left->ref->kind == REF_ZONE;
    for (const voc_entry *e = voc_entries(p->voc, noun); e; e = e->next)
        if (e->count == 1 && e->entry_class == VOC_CLASS_PROPERTY && e->number == a->left->prop)
            return 1;
    return 0;
}

/* that many cards minus one */
static int is_event_and_more(const m_amount *a)
{
    return (a->kind == AMT_ADD || a->kind == AMT_SUB) && a->left->kind == AMT_EVENT &&
           !a->left->this_way;
}

static int are_they(const m_ref *ref, void *user)
{
    (void)user;
    return ref->ref_class != CLASS_OBJECT &&
           ((ref->kind == REF_PRONOUN && ref->word == W_THEY) ||
            (ref->kind == REF_THAT && ref->ref_class == CLASS_PLAYER));
}

/* damage to each opponent equal to the number of cards in their hand: of each of those that stand in front of it */
static int speaks_of_each(const filling *s, const m_amount *n)
{
    int several = 0;
    for (uint32_t i = s->f->has_subject; i < s->f->slot_count; i++)
        several |= s->o[i].given && voc_is_reference(s->o[i].type) && s->o[i].is.ref &&
                   s->o[i].is.ref->each && s->o[i].is.ref->ref_class == CLASS_PLAYER;
    return several && m_any_in_amount(n, are_they, NULL);
}

/* two cards · 3 damage · cards equal to its power */
static void counted(printer *p, filling *s, const voc_part *part)
{
    const m_operand *o = &s->o[part->slot];
    const m_amount *n = o->is.amount;
    const int countable = p_has_plural(p, part->word) || is_ahead(part->word);
    if (!o->given || !n) {
        p_noun(p, part->word, countable);
    } else if (says_its_noun(p, n, part->word)) {
        p_amount(p, n);
    } else if (is_event_and_more(n)) {
        SAY(p, W_THAT, countable ? W_MANY : W_MUCH);
        p_noun(p, part->word, 1);
        p_word(p, n->kind == AMT_ADD ? W_PLUS : W_MINUS);
        p_factor(p, n->right);
    } else if (!p_amount_simple(n)) {
        p_noun(p, part->word, countable);
        if (speaks_of_each(s, n)) {
            s->later = n;
            return;
        }
        SAY(p, W_EQUAL, W_TO);
        p_amount(p, n);
    } else {
        if (p_is_one(n) && countable)
            p_a(p);
        else if (n->kind == AMT_CONST)
            p_number(p, n->value, countable || part->word == W_OR || in_words(p, part->word));
        else if (n->kind == AMT_EVENT)
            SAY(p, W_THAT, countable ? W_MANY : W_MUCH);
        else if (n->kind == AMT_MUL)
            SAY(p, W_TWICE, W_THAT, countable ? W_MANY : W_MUCH);
        else
            p_amount(p, n);
        p_noun(p, part->word, !p_is_one(n));
        s->plural = !p_is_one(n) && is_ahead(part->word);
    }
}

/* 'instead create twice that many', 'instead you gain twice that much': does another frame of the verb say what is
 * counted, and has that a plural? */
static int counts_things(printer *p, const voc_frame *f)
{
    for (const voc_frame *o = p->voc->frames; o; o = o->after)
        if (o->kind == f->kind && o != f && o->part_count > 1 &&
            o->parts[0].kind == VOC_PART_LITERAL && o->parts[0].word == f->parts[0].word) {
            if (o->parts[1].kind == VOC_PART_COUNTED)
                return p_has_plural(p, o->parts[1].word);
            return 1;
        }
    return 0;
}

static void slot(printer *p, filling *s, const voc_part *part)
{
    const m_operand *o = &s->o[part->slot];
    const m_amount *n = o->type == VOC_NUMBER ? o->is.amount : NULL;
    if (!o->given)
        return;
    if (n && s->f->kind == DECL_ACTION && (n->kind == AMT_EVENT || n->kind == AMT_MUL) &&
        s->f->part_count == 2 && p_amount_simple(n) && counts_things(p, s->f)) {
        if (n->kind == AMT_MUL)
            p_word(p, W_TWICE);
        SAY(p, W_THAT, W_MANY);
        return;
    }
    const voc_part *next = part + 1;
    if (n && n->kind == AMT_CONST && next < s->f->parts + s->f->part_count &&
        next->kind == VOC_PART_SLOT && s->f->slots[next->slot].type == VOC_DESCRIPTION) {
        p_number(p, n->value, 1); /* more than one noncreature spell */
        p_desc(p, s->o[next->slot].is.desc, n->value != 1);
        return;
    }
    if (o->type == VOC_DESCRIPTION && part > s->f->parts && part[-1].kind == VOC_PART_SLOT &&
        s->f->slots[part[-1].slot].type == VOC_NUMBER &&
        s->o[part[-1].slot].is.amount->kind == AMT_CONST)
        return; /* with its number */
    p_operand(p, s->f, part->slot, o, (person)s->form.who);
    s->number = p_operand_person(o);
    if (o->type == VOC_DESCRIPTION && part > s->f->parts && part[-1].kind == VOC_PART_SLOT &&
        s->f->slots[part[-1].slot].type == VOC_QUANTITY) { /* two or more creatures attack */
        const m_operand *many = &s->o[part[-1].slot];
        const int one = many->is.amount->kind == AMT_CONST && many->is.amount->value == 1 &&
                        many->number == CMP_EQ;
        s->number = one ? ONE : MANY;
    }
}

/* ---- frames ------------------------------------------------------------------------------------
 */

static int has_given(const filling *s, uint32_t from, uint32_t to)
{
    int slots = 0;
    for (uint32_t i = from; i < to; i++)
        if (s->f->parts[i].kind == VOC_PART_SLOT || s->f->parts[i].kind == VOC_PART_COUNTED) {
            slots++;
            if (s->o[s->f->parts[i].slot].given)
                return 1;
        }
    /* without operands: 'if able' is always said, 'on it' only to players */
    return !slots && s->f->kind == DECL_RULE && (s->player || s->f->parts[from].word != W_ON);
}

static void parts(printer *p, filling *s, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++) {
        const voc_part *part = &s->f->parts[i];
        switch (part->kind) {
        case VOC_PART_LITERAL:
            literal(p, s, i);
            break;
        case VOC_PART_SLOT:
            slot(p, s, part);
            break;
        case VOC_PART_COUNTED:
            counted(p, s, part);
            break;
        default:
            if (has_given(s, i + 1, part->end))
                parts(p, s, i + 1, part->end);
            i = part->end - 1u;
        }
    }
}

/* ... and 1 damage to its controller: without the verb */
static void behind_verb(printer *p, const m_act *a)
{
    filling s = {a->frame, a->operands, {.who = ONE}, 1, ONE, 0, p_player(p), NULL};
    parts(p, &s, 1, a->frame->part_count);
    if (s.later) {
        SAY(p, W_EQUAL, W_TO);
        p_amount(p, s.later);
    }
}

/* What they may pay begins with a verb of its own: sacrifice a creature and pay {1} */
static const m_cost *says_how(printer *p, const voc_frame *f, const m_operand *operands,
                              verb_form form)
{
    if (f->kind != DECL_ACTION || !voc_is(f, VOC_PAYS) || form.who != BASE || form.would ||
        form.negative || form.past)
        return NULL;
    for (uint32_t i = 0; i < f->slot_count; i++) {
        const m_cost *c = f->slots[i].type == VOC_COST ? operands[i].is.cost : NULL;
        if (c && c->act && p_is_verb(p, c->act->frame->head))
            return c;
    }
    return NULL;
}

void p_frame(printer *p, const voc_frame *f, const m_operand *operands, verb_form form)
{
    const m_cost *how = says_how(p, f, operands, form);
    if (how) {
        p_costs(p, how, W_AND);
        return;
    }
    filling s = {f, operands, form, 0, ONE, 0, p_player(p), NULL};
    parts(p, &s, 0, f->part_count);
    if (s.later) {
        SAY(p, W_EQUAL, W_TO);
        p_amount(p, s.later);
    }
}

/* ---- acts --------------------------------------------------------------------------------------
 */

static void times(printer *p, const m_amount *n)
{
    p_word(p, W_FOR);
    if (n->kind == AMT_COUNTERS) {
        p_word(p, W_EACH);
        p_counter_kind(p, (uint32_t)n->value, 0);
        p_word(p, W_ON);
        p_ref(p, n->ref, PLAIN);
        return;
    }
    if (n->kind == AMT_EVENT) { /* for each 1 damage prevented this way */
        SAY(p, W_EACH);
        p_text(p, "1");
        SAY(p, W_DAMAGE);
        p_text(p, m_paid_word(n->this_way - 1u));
        SAY(p, W_THIS, W_WAY);
        return;
    }
    if (n->kind == AMT_NAME) { /* for each death vote */
        SAY(p, W_EACH, n->name->word, W_VOTE);
        return;
    }
    if (n->kind == AMT_FRAME && n->act->frame->parts[0].kind == VOC_PART_SLOT) {
        filling s = {n->act->frame, n->act->operands, {.who = ONE}, 1, ONE, 0, p_player(p), NULL};
        p_word(p, W_EACH); /* each charge counter removed this way */
        p_counter_kind(p, n->act->operands[s.f->parts[0].slot].number, 0);
        parts(p, &s, 1, s.f->part_count);
        return;
    }
    if (n->kind == AMT_FRAME) {
        p_word(p, W_EACH);
        p_frame(p, n->act->frame, n->act->operands, (verb_form){.who = ONE});
        return;
    }
    const int types = n->kind == AMT_TYPES || n->kind == AMT_LAND_TYPES;
    if (types || n->kind == AMT_COLORS) {
        p_word(p, W_EACH);
        if (n->kind == AMT_LAND_TYPES)
            SAY(p, W_BASIC, W_LAND);
        else if (types)
            p_word(p, W_CARD_W);
        SAY(p, types ? W_TYPE_W : W_COLOR_W, W_AMONG);
    }
    p_ref(p, n->ref, PLAIN); /* 'each' belongs to it */
}

static void unless(printer *p, const m_act *a)
{
    p_word(p, W_UNLESS);
    if (a->unless_cond) {
        p_cond(p, a->unless_cond);
        return;
    }
    const m_clause *c = a->unless;
    const verb_form form = {.who = (uint8_t)p_person(c->subject)};
    p_ref(p, c->subject, AS_SUBJECT);
    if (!c->acts->pays || !c->acts->pays->other)
        p_frame(p, c->acts->frame, c->acts->operands, form);
    else
        for (const m_cost *way = c->acts->pays; way; way = way->other) {
            if (way != c->acts->pays)
                p_word(p, W_OR);
            if (way->act)
                p_frame(p, way->act->frame, way->act->operands, form);
            else
                p_text(p, way->symbols);
        }
    if (c->acts->times)
        times(p, c->acts->times);
}

static int needs_block(const m_clause *c)
{
    for (; c; c = c->next)
        if (c->acts && c->acts->block)
            return 1;
    return 0;
}

static void except(printer *p, const m_clause *c)
{
    p_glue(p, ",");
    p_word(p, W_EXCEPT);
    if (!p_player(p) && (needs_block(c) || (c->next && !c->next->kept)))
        p_clauses_block(p, c);
    else
        p_clauses(p, c);
}

static void adjuncts(printer *p, const m_act *a)
{
    if (a->duration)
        p_frame(p, a->duration->frame, a->duration->operands, (verb_form){.who = BASE});
    if (a->times)
        times(p, a->times);
    if (a->only_for) {
        SAY(p, W_ONLY, W_FOR);
        p_desc(p, a->only_for, 1);
    }
    if (a->x) {
        p_glue(p, ",");
        SAY(p, W_WHERE, W_X, W_IS);
        p_amount(p, a->x);
    }
    if (a->unless || a->unless_cond)
        unless(p, a);
    if (a->only_if) {
        if (!p_is_time(a->only_if))
            p_word(p, a->while_so ? W_WHILE : W_IF);
        p_cond(p, a->only_if);
    }
    if (a->instead)
        p_word(p, W_INSTEAD);
    if (a->except)
        except(p, a->except);
    if (a->block)
        p_ability_block(p, a->block->stmts->ability);
}

void p_act(printer *p, const m_act *a, person who)
{
    for (const m_way *w = a->ways; w; w = w->next) {
        if (w != a->ways)
            p_word(p, W_OR);
        p_act(p, w->act, who);
    }
    if (a->ways)
        return;
    p_frame(p, a->frame, a->operands, (verb_form){.who = (uint8_t)who, .negative = a->negative});
    adjuncts(p, a);
}

/* ---- clauses -----------------------------------------------------------------------------------
 */

/* tap or untap target permanent: the first verb alone */
static void first_verb(printer *p, const m_act *a, person who)
{
    p_verb(p, a->frame->parts[0].word, who, 0);
    p_word(p, W_OR);
}

/* The verb of the clause before it need not be said again. */
static int is_gapped(const m_clause *c, const m_clause *before)
{
    const voc_frame *f = c->acts && !c->then && !c->may ? c->acts->frame : NULL;
    if (!before || !f || f->kind != DECL_ACTION || !before->acts || before->acts->frame != f ||
        before->alternatives || f->part_count < 2)
        return 0;
    const voc_part *next = &f->parts[1]; /* references would be joined to those before */
    const int counts = next->kind == VOC_PART_COUNTED ||
                       (next->kind == VOC_PART_SLOT && f->slots[next->slot].type == VOC_TOKENS);
    return counts && (c->kept || (!c->subject && !before->subject));
}

/* Deal 2 damage: for a player the card does it. */
static int acts_itself(const voc_frame *f)
{
    return f->kind == DECL_ACTION && f->has_subject && f->slots[0].type == VOC_OBJECT &&
           f->native && !voc_is(f, VOC_CHANGES_EVENT);
}

static void clause(printer *p, const m_clause *c, const m_clause *before)
{
    if (is_gapped(c, before)) {
        behind_verb(p, c->acts);
        adjuncts(p, c->acts);
        return;
    }
    person who = c->subject ? p_person(c->subject) : MANY;
    if (c->instead == INSTEAD_ALWAYS && !p_player(p))
        p_word(p, W_INSTEAD);
    if (c->subject && !c->kept && c->acts && !c->acts->frame->has_subject &&
        c->acts->frame->kind != DECL_ACTION)
        who = ONE;
    const int from_this = p_player(p) && !c->subject && c->acts && acts_itself(c->acts->frame);
    if (from_this) {
        const m_ref this = {.kind = REF_THIS};
        p_ref(p, &this, AS_SUBJECT);
        who = ONE;
    }
    if (c->acts && c->acts->from_you) {
        SAY(p, W_STARTING, W_WITH, W_YOU);
        p_glue(p, ",");
    }
    if (c->subject && !c->kept && c->acts && is_possession(c->acts->frame))
        p_possessor(p, c->subject);
    else if (c->subject && !c->kept)
        p_ref(p, c->subject, AS_SUBJECT);
    if (c->may && c->may != 2)
        p_word(p, W_MAY);
    if (c->instead == INSTEAD_IF_WANTED)
        p_word(p, W_INSTEAD);
    if (c->may || p->base)
        who = BASE;
    p->base = p->base && c->next && c->next->kept;
    if (!c->acts)
        return;
    if (c->alternatives) {
        first_verb(p, c->acts, who);
        p_act(p, c->alternatives, who);
    } else {
        p_act(p, c->acts, who);
    }
    if (c->instead == INSTEAD_ALWAYS && p_player(p))
        p_word(p, W_INSTEAD);
}

void p_clauses(printer *p, const m_clause *c)
{
    for (const m_clause *before = NULL; c; before = c, c = c->next) {
        if (before && c->then) {
            p_glue(p, ",");
            p_word(p, W_THEN);
        } else if (before && c->next && !c->next->then) {
            p_glue(p, ",");
        } else if (before) {
            p_word(p, W_AND);
        }
        clause(p, c, before);
    }
}

void p_clauses_block(printer *p, const m_clause *c)
{
    p_text(p, "{");
    p->depth++;
    while (c) {
        p_new_line(p);
        m_clause *first = NULL, **tail = &first; /* a sentence: up to the next subject of its own */
        do {
            *tail = ARENA_NEW(p->mem, m_clause);
            **tail = *c;
            tail = &(*tail)->next;
            c = c->next;
        } while (c && c->kept);
        *tail = NULL;
        p_clauses(p, first);
    }
    p->depth--;
    p_new_line(p);
    p_glue(p, "}");
}
