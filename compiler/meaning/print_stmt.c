/* Statements of bodies, and how blocks are laid out: one statement stands behind its head, several in braces. */
#include "compiler/meaning/print_in.h"

/* ---- layout ------------------------------------------------------------------------------------
 */

int p_is_single(const m_body *b)
{
    const m_stmt *s = b->stmts;
    return s && !s->next && s->kind != STMT_BLOCK;
}

void p_sentence_end(printer *p)
{
    if (!p_player(p))
        return;
    const char last = p->out.count ? p->out.at[p->out.count - 1] : '.';
    if (last != '.' && last != '"' && last != '\n')
        p_glue(p, ".");
    p->capital = 1;
}

void p_block(printer *p, const m_body *b)
{
    p_text(p, "{");
    p->depth++;
    for (const m_stmt *s = b->stmts; s; s = s->next) {
        p_new_line(p);
        p_stmt(p, s);
    }
    p->depth--;
    p_new_line(p);
    p_glue(p, "}");
}

/* For a player statements are sentences that follow each other. */
static void sentences(printer *p, const m_body *b)
{
    for (const m_stmt *s = b->stmts; s; s = s->next) {
        p_stmt(p, s);
        p_sentence_end(p);
    }
}

void p_body(printer *p, const m_body *b)
{
    if (p_player(p)) {
        sentences(p, b);
        return;
    }
    p_glue(p, ":");
    if (p_is_single(b))
        p_stmt(p, b->stmts);
    else
        p_block(p, b);
}

/* What separates a head from its body for a player: a comma. */
static void head_end(printer *p)
{
    if (p_player(p))
        p_glue(p, ",");
}

/* ---- statements --------------------------------------------------------------------------------
 */

static void let(printer *p, const m_stmt *s)
{
    if (s->choice && p_player(p)) {
        p_printed(p, PRINTED_CHOOSE);
        p_choice(p, s->choice);
        return;
    }
    SAY(p, W_LET, s->name->word);
    p_text(p, "=");
    if (s->choice)
        p_choice(p, s->choice);
    else if (s->ref)
        p_ref(p, s->ref, PLAIN);
    else
        p_amount(p, s->amount);
    if (s->cond) {
        p_word(p, W_IF);
        p_cond(p, s->cond);
        p_glue(p, ",");
        p_word(p, W_ELSE);
        p_amount(p, s->amount2);
    }
}

/* Is the statement one that an 'else' behind it would be taken by? */
static int ends_in_if(const m_body *b)
{
    const m_stmt *s = b->stmts;
    if (!p_is_single(b) || s->kind == STMT_CLAUSES || s->kind == STMT_LET || s->kind == STMT_MODES)
        return 0;
    return 1;
}

static void if_else(printer *p, const m_stmt *s)
{
    p_word(p, W_IF);
    p_cond(p, s->cond);
    head_end(p);
    if (!s->other || p_player(p) || !ends_in_if(s->body)) {
        p_body(p, s->body);
    } else {
        p_glue(p, ":");
        p_block(p, s->body);
    }
    if (!s->other)
        return;
    if (p_player(p)) {
        p_sentence_end(p);
        p_printed(p, PRINTED_OTHERWISE);
        head_end(p);
    } else {
        if (!p_is_single(s->body) || ends_in_if(s->body))
            p_text(p, "");
        else
            p_new_line(p);
        p_word(p, W_ELSE);
    }
    if (!p_player(p) && p_is_single(s->other) && s->other->stmts->kind == STMT_IF)
        p_stmt(p, s->other->stmts); /* else if */
    else
        p_body(p, s->other);
}

static void clauses(printer *p, const m_stmt *s)
{
    p_clauses(p, s->clauses);
    if (s->body && p_player(p)) {
        const m_clause *first =
            s->body->stmts && s->body->stmts->kind == STMT_CLAUSES ? s->body->stmts->clauses : NULL;
        const m_clause *asked = s->clauses;
        while (asked->next)
            asked = asked->next;
        const int by_you = !asked->subject || asked->subject->kind == REF_YOU;
        if (first && first->subject &&
            (first->subject->kind != REF_YOU || !by_you)) { /* you may have this become ... */
            p_word(p, W_HAVE);
            p->base = 1;
        }
        sentences(p, s->body);
    } else if (s->body) {
        p_block(p, s->body);
    }
}

static void modes(printer *p, const m_stmt *s)
{
    p_printed(p, PRINTED_CHOOSE);
    p_number(p, s->amount->value, 1);
    if (s->or_more)
        SAY(p, W_OR, W_MORE);
    if (!p_player(p)) {
        p_block(p, s->body);
        return;
    }
    p_text(p, "\xE2\x80\x94");
    for (const m_stmt *m = s->body->stmts; m; m = m->next) {
        p_new_line(p);
        p_text(p, "\xE2\x80\xA2");
        p->capital = 1;
        p_stmt(p, m);
        p_sentence_end(p);
    }
    p->capital = 0;
}

static void until(printer *p, const m_stmt *s)
{
    p_frame(p, s->duration->frame, s->duration->operands, (verb_form){.who = BASE});
    head_end(p);
    p_body(p, s->body);
}

void p_stmt(printer *p, const m_stmt *s)
{
    switch (s->kind) {
    case STMT_CLAUSES:
        clauses(p, s);
        if (s->later) {
            p_glue(p, ",");
            p_word(p, W_THEN);
            p_stmt(p, s->later);
        }
        break;
    case STMT_IF:
        if_else(p, s);
        break;
    case STMT_LET:
        let(p, s);
        break;
    case STMT_FOREACH:
        p_word(p, W_FOR);
        p_ref(p, s->ref, PLAIN);
        head_end(p);
        p_body(p, s->body);
        break;
    case STMT_UNTIL:
        until(p, s);
        break;
    case STMT_MODES:
        modes(p, s);
        break;
    case STMT_DELAYED:
        if (s->behind) {
            p_clauses(p, s->ability->body->stmts->clauses);
            p_word(p, W_AT);
            p_events(p, s->ability->event, 0);
        } else {
            p_abilities(p, s->ability);
        }
        break;
    case STMT_REFLEXIVE:
        SAY(p, W_WHEN, W_YOU, W_DO);
        head_end(p);
        p_body(p, s->body);
        break;
    default:
        p_block(p, s->body);
    }
}
