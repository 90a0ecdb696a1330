/* Statements of cards. */
#include "compiler/meaning/print_in.h"

#include <limits.h>
#include <string.h>

static void head_end(printer *p)
{
    if (p_player(p))
        p_glue(p, ",");
}

static void condition(printer *p, const m_cond *c)
{
    if (!c)
        return;
    if (!p_is_time(c)) {
        p_glue(p, ",");
        p_word(p, W_IF);
    }
    p_cond(p, c);
}

static void trigger(printer *p, const m_ability *a)
{
    if (a->event->is_step)
        p_word(p, W_AT);
    else if (a->at_once)
        p_word(p, W_IF);
    else
        p_word(p,
               a->first_time || p_happens_once(a->event) || a->event->state ? W_WHEN : W_WHENEVER);
    p_events(p, a->event, 0);
    condition(p, a->cond);
    if (a->duration)
        p_frame(p, a->duration->frame, a->duration->operands, (verb_form){.who = BASE});
    head_end(p);
    p_body(p, a->body);
}

static void replacement(printer *p, const m_ability *a)
{
    if (a->next_time)
        SAY(p, W_THE, W_NEXT, W_TIME);
    else
        p_word(p, W_IF);
    p_events(p, a->event, 1);
    if (a->cond && p_player(p) && !a->next_time) {
        p_word(p, W_AND);
        p_cond(p, a->cond);
    } else {
        condition(p, a->cond);
    }
    if (a->duration)
        p_frame(p, a->duration->frame, a->duration->operands, (verb_form){.who = BASE});
    head_end(p);
    p_body(p, a->body);
}

static void enters(printer *p, const m_ability *a)
{
    if (!a->event) { /* if this was kicked: it enters with ... */
        p_stmt(p, a->body->stmts);
        return;
    }
    p_word(p, W_AS);
    p_events(p, a->event, 0);
    condition(p, a->cond);
    head_end(p);
    p_body(p, a->body);
}

static void one_limit(printer *p, int *first)
{
    if (!*first)
        p_glue(p, ",");
    *first = 0;
    p_word(p, W_ONLY);
}

static void cond_limits(printer *p, const m_cond *c, int *first)
{
    if (c->kind == COND_AND) {
        cond_limits(p, c->left, first);
        cond_limits(p, c->right, first);
        return;
    }
    one_limit(p, first);
    if (!p_is_time(c))
        p_word(p, W_IF);
    p_cond(p, c);
}

static void as_type(printer *p, uint32_t type)
{
    SAY(p, W_AS, type == VM_TYPE_SORCERY ? W_A : W_AN);
    p_named(p, VOC_CLASS_TYPE, (uint32_t)__builtin_ctz(type), VOC_FORM_ONE);
}

/* only as a sorcery, only once each turn, only if ... */
static void limits(printer *p, const m_ability *a, int first)
{
    if (a->sorcery || a->instant) {
        one_limit(p, &first);
        as_type(p, a->sorcery ? VM_TYPE_SORCERY : VM_TYPE_INSTANT);
    }
    if (a->special) {
        one_limit(p, &first);
        SAY(p, W_AS, W_A, W_SPECIAL, W_ACTION_W);
    }
    if (a->once_each_turn) {
        one_limit(p, &first);
        if (a->most == 2) {
            p_word(p, W_TWICE);
        } else if (a->most > 2) {
            p_number(p, a->most, 1);
            p_word(p, W_TIMES);
        } else {
            p_word(p, W_ONCE);
        }
        SAY(p, W_EACH, W_TURN);
    }
    if (a->once) {
        one_limit(p, &first);
        p_word(p, W_ONCE);
    }
    if (a->cond)
        cond_limits(p, a->cond, &first);
}

static void activated(printer *p, const m_ability *a)
{
    p_costs(p, a->cost, 0);
    if (!p_player(p)) {
        if (a->anybody) {
            p_glue(p, ",");
            SAY(p, W_BY, W_ANY, W_PLAYER_W);
        }
        limits(p, a, 0);
        p_body(p, a->body);
        return;
    }
    p_glue(p, ":");
    p->capital = 1;
    p_body(p, a->body);
    if (a->anybody) {
        p->capital = 1;
        SAY(p, W_ANY, W_PLAYER_W, W_MAY, W_ACTIVATE, W_THIS, W_ABILITY_W);
        p_sentence_end(p);
    }
    if (!a->sorcery && !a->instant && !a->special && !a->once && !a->once_each_turn && !a->cond)
        return;
    p->capital = 1;
    SAY(p, W_ACTIVATE, W_THIS, W_ABILITY_W);
    limits(p, a, 1);
}

/* while COND: one sentence, or several in braces; gives the last that belongs to it */
static const m_ability *statics(printer *p, const m_ability *a)
{
    const m_ability *last = a;
    if (!a->cond) {
        p_clauses(p, a->clauses);
        return a;
    }
    if (!p_is_time(a->cond)) {
        if (p_player(p))
            p_printed(p, PRINTED_AS_LONG_AS);
        else
            p_word(p, W_WHILE);
    }
    p_cond(p, a->cond);
    if (p_player(p))
        p_glue(p, ",");
    else
        p_glue(p, ":");
    while (last->next && last->next->kind == ABILITY_STATIC && last->next->cond == a->cond)
        last = last->next;
    if (last == a) {
        p_clauses(p, a->clauses);
        return a;
    }
    if (p_player(p)) {
        for (const m_ability *s = a; s != last->next; s = s->next) {
            p_clauses(p, s->clauses);
            if (s != last)
                p_word(p, W_AND);
        }
        return last;
    }
    p_text(p, "{");
    p->depth++;
    for (const m_ability *s = a;; s = s->next) {
        p_new_line(p);
        p_clauses(p, s->clauses);
        if (s == last)
            break;
    }
    p->depth--;
    p_new_line(p);
    p_glue(p, "}");
    return last;
}

static void level(printer *p, const m_ability *a)
{
    p->capital = 0;
    p_word(p, W_LEVEL);
    p_text(p, a->to == INT_MAX ? arena_printf(p->mem, "%d+", a->from)
                               : arena_printf(p->mem, "%d-%d", a->from, a->to));
    p_change(p, a->change, 0);
    if (a->list && p_player(p)) {
        p->capital = 1;
        p_new_line(p);
        p_abilities(p, a->list);
    } else if (a->list)
        p_ability_block(p, a->list);
}

static void chapter(printer *p, const m_ability *a)
{
    static const char *const ROMAN[] = {"", "I", "II", "III", "IV", "V", "VI"};
    if (p_player(p)) {
        for (uint32_t i = 0; i < a->numbers.count; i++) {
            if (i)
                p_glue(p, ",");
            p_text(p, ROMAN[a->numbers.at[i] > 6 || a->numbers.at[i] < 0 ? 0 : a->numbers.at[i]]);
        }
        p_text(p, "\xE2\x80\x94");
        p->capital = 1;
        p_body(p, a->body);
        return;
    }
    p_word(p, W_CHAPTER);
    for (uint32_t i = 0; i < a->numbers.count; i++) {
        if (i)
            p_glue(p, ",");
        p_number(p, a->numbers.at[i], 0);
    }
    head_end(p);
    p_body(p, a->body);
}

static void alternative(printer *p, const m_ability *a)
{
    const m_ref this = {.kind = REF_THIS};
    if (a->cond) {
        p_word(p, W_IF);
        p_cond(p, a->cond);
        p_glue(p, p_player(p) ? "," : ":");
    }
    SAY(p, W_YOU, W_MAY);
    if (!a->cost) {
        p_word(p, W_CAST);
        p_ref(p, &this, AS_OBJECT);
        p_word(p, W_WITHOUT);
        p_printed(p, PRINTED_PAYING);
        p_word(p, W_ITS);
        p_printed(p, PRINTED_MANA_COST);
        return;
    }
    p_costs(p, a->cost, W_AND);
    SAY(p, W_RATHER, W_THAN);
    if (!p_player(p))
        p_word(p, W_ITS);
    p_printed(p, p_player(p) ? PRINTED_PAY_ITS_COST : PRINTED_MANA_COST);
}

static void optional(printer *p, const m_ability *a)
{
    SAY(p, W_YOU, W_MAY);
    p_printed(p, PRINTED_PAY);
    SAY(p, W_AN, W_ADDITIONAL);
    p_costs(p, a->cost, W_AND);
    if (a->optional == OPTIONAL_ALL_MODES) {
        p_word(p, W_TO);
        p_printed(p, PRINTED_CHOOSE);
        p_word(p, W_ALL);
        return;
    }
    if (a->instant) {
        SAY(p, W_TO, W_CAST, W_THIS);
        as_type(p, VM_TYPE_INSTANT);
        return;
    }
    if (a->optional == OPTIONAL_REPEATED)
        SAY(p, W_ANY, W_NUMBER_W, W_OF, W_TIMES);
    SAY(p, W_AS, W_YOU, W_CAST, W_THIS);
}

static void cast_only(printer *p, const m_ability *a)
{
    const m_ref this = {.kind = REF_THIS};
    p_word(p, W_CAST);
    p_ref(p, &this, AS_OBJECT);
    limits(p, a, 1);
}

static void define(printer *p, const m_ability *a)
{
    if (p_player(p)) {
        const m_ref this = {.kind = REF_THIS};
        p_possessor(p, &this);
        p_named(p, VOC_CLASS_PROPERTY, a->prop, VOC_FORM_ONE);
        SAY(p, W_IS, W_EQUAL, W_TO);
        p_amount(p, a->amount);
        return;
    }
    p_word(p, W_DEFINE);
    p_named(p, VOC_CLASS_PROPERTY, a->prop, VOC_FORM_ONE);
    p_text(p, "=");
    p_amount(p, a->amount);
}

/* if this is in your opening hand, if you could mulligan */
static void opening(printer *p, const m_ability *a)
{
    p_word(p, W_IF);
    p_cond(p, a->cond);
    head_end(p);
    p_body(p, a->body);
}

/* What a spell does: statements of the card itself. */
static void spell(printer *p, const m_body *b)
{
    for (const m_stmt *s = b->stmts; s; s = s->next) {
        if (s != b->stmts)
            p_new_line(p);
        p->capital = (uint8_t)p_player(p);
        p_stmt(p, s);
        p_sentence_end(p);
    }
}

static const m_ability *one(printer *p, const m_ability *a)
{
    switch (a->kind) {
    case ABILITY_KEYWORDS:
        p_keywords(p, a->keywords, 0);
        if (a->body) {
            head_end(p);
            p_body(p, a->body);
        }
        break;
    case ABILITY_TRIGGER:
        trigger(p, a);
        break;
    case ABILITY_ACTIVATED:
        activated(p, a);
        break;
    case ABILITY_STATIC:
        return statics(p, a);
    case ABILITY_REPLACEMENT:
        replacement(p, a);
        break;
    case ABILITY_ENTERS:
    case ABILITY_RESOLVES:
        enters(p, a);
        break;
    case ABILITY_DEFINE:
        define(p, a);
        break;
    case ABILITY_LEVEL:
        level(p, a);
        break;
    case ABILITY_CHAPTER:
        chapter(p, a);
        break;
    case ABILITY_ALTERNATIVE:
        alternative(p, a);
        break;
    case ABILITY_OPENING:
        opening(p, a);
        break;
    case ABILITY_OPTIONAL:
        optional(p, a);
        break;
    case ABILITY_CAST_ONLY:
        cast_only(p, a);
        break;
    default:
        spell(p, a->body);
    }
    return a;
}

void p_abilities(printer *p, const m_ability *list)
{
    for (const m_ability *a = list; a; a = a->next) {
        if (a != list && !p->quoted)
            p_new_line(p);
        p->capital |= (uint8_t)(a != list && p_player(p));
        a = one(p, a);
        if (a->kind != ABILITY_KEYWORDS || p_is_long_keyword(a->keywords->frame))
            p_sentence_end(p);
    }
}

void p_ability_block(printer *p, const m_ability *list)
{
    if (p_player(p)) { /* has "{T}: Draw a card." */
        p_text(p, "\"");
        p->tight = p->capital = p->quoted = 1;
        p_abilities(p, list);
        p->capital = p->quoted = 0;
        p_glue(p, "\"");
        return;
    }
    p_text(p, "{");
    if (list && !list->next && list->kind == ABILITY_KEYWORDS) {
        p_abilities(p, list);
        p_text(p, "}");
        return;
    }
    p->depth++;
    p_new_line(p);
    p_abilities(p, list);
    p->depth--;
    p_new_line(p);
    p_glue(p, "}");
}

const char *m_sentence(arena *mem, const vocabulary *voc, m_style style, const m_card_view *card,
                       const m_ability *list)
{
    printer p = {
        .mem = mem, .voc = voc, .style = style, .card = card, .capital = style == STYLE_PLAYER};
    p_abilities(&p, list);
    VEC_PUSH(mem, &p.out, 0);
    return p.out.at;
}
