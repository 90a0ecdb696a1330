#include "compiler/explain.h"

#include <string.h>

#include "grammar.tab.h"

/* What the message rules ask about the place of the mistake. */
typedef struct place {
    const cc_token *t, *prev; /* the token that cannot stand, and the one before it */
    const cc_token *first;    /* first token of its statement */
    const cc_token *open;     /* innermost block still open, or NULL */
    const cc_token *part;     /* a describing participle seen before, or NULL */
    const cc_token *comma;    /* the first comma of the statement, or NULL */
    int depth, head, verb;
} place;

static const cc_token NONE = {.kind = 0, .text = ""};

static int begins_decl(const cc_token *t)
{
    return t->starts_line && t->indent == 0 &&
           (t->kind == TOK_CARD || t->kind == TOK_DECL || t->kind == TOK_TEST);
}

static place look(const cc_parse *p)
{
    place w = {&NONE, &NONE, &NONE, NULL, NULL, NULL, 0, 0, 0};
    uint32_t pos = p->pos_idx, start = pos ? pos - 1 : 0;
    const cc_token *t = p->tokens.at;
    const cc_token *opens[CC_DEPTH_MAX + 1];
    if (pos > 0 && pos <= p->tokens.count)
        w.t = &t[pos - 1];
    if (pos > 1 && pos - 2 < p->tokens.count)
        w.prev = &t[pos - 2];
    if (start > p->tokens.count)
        start = p->tokens.count;
    while (start > 0 && t[start - 1].kind != TOK_NL && t[start - 1].kind != '{')
        start--;
    for (uint32_t i = 0; i + 1 < pos && i < p->tokens.count; i++) {
        if (begins_decl(&t[i]))
            w.depth = 0;
        if (t[i].kind == '{' && w.depth <= CC_DEPTH_MAX)
            opens[w.depth++] = &t[i];
        if (t[i].kind == '}' && w.depth)
            w.depth--;
    }
    w.open = w.depth ? opens[w.depth - 1] : NULL;
    w.first = start < p->tokens.count ? &t[start] : &NONE;
    for (uint32_t i = start; i + 1 < pos && i < p->tokens.count; i++) {
        w.verb |= t[i].kind == TOK_VERB || t[i].kind == TOK_BE;
        if (t[i].kind == TOK_PART)
            w.part = &t[i];
        if (!w.comma && i > start && t[i].text[0] == ',')
            w.comma = &t[i];
    }
    int k = w.first->kind;
    w.head = k == TOK_WHEN || k == TOK_IF || k == TOK_WHILE || k == TOK_FOREACH || k == TOK_AS ||
             k == TOK_UNTIL || (k == TOK_AT && w.first != w.t);
    return w;
}

static int begins_np(int k)
{
    static const int SET[] = {TOK_A,   TOK_TARGET, TOK_ANY, TOK_EACH, TOK_YOU,     TOK_NOUN,
                              TOK_NUM, TOK_THIS,   TOK_IT,  TOK_ALL,  TOK_ANOTHER, TOK_YOUR};
    for (size_t i = 0; i < sizeof SET / sizeof *SET; i++)
        if (SET[i] == k)
            return 1;
    return 0;
}

static int joins(int k)
{
    return k == TOK_COMMA || k == TOK_CONJ_V || k == TOK_CONJ_N || k == TOK_CONJ_D ||
           k == TOK_CONJ_K || k == TOK_COMMA_K || k == TOK_COMMA_M;
}

static void list_possible(char *buf, size_t size, const uint8_t *can)
{
    static const struct {
        int token;
        const char *say;
    } GROUP[] = {{TOK_VERB, "a verb"},
                 {TOK_NOUN, "a noun"},
                 {TOK_A, "a selector ('target ...', 'each ...')"},
                 {TOK_PREP, "a label (to, from, on ...)"},
                 {TOK_KW, "a keyword"},
                 {TOK_NUM, "a number"},
                 {TOK_NL, "the end of the line"},
                 {TOK_MANA, "mana"},
                 {TOK_STRING, "a quoted name"},
                 {TOK_CARD, "'card', 'test' or a declaration"},
                 {':', "':'"}};
    buf[0] = 0;
    for (size_t i = 0; i < sizeof GROUP / sizeof *GROUP; i++) {
        if (!can[GROUP[i].token] || (GROUP[i].token == TOK_NOUN && can[TOK_A]))
            continue;
        if (buf[0])
            strncat(buf, ", ", size - strlen(buf) - 1);
        strncat(buf, GROUP[i].say, size - strlen(buf) - 1);
    }
    if (!buf[0])
        strncat(buf, "the end", size - 1);
}

void cc_explain(cc_parse *p, int at_end, const char *class_name, const uint8_t *can)
{
    place w = look(p);
    cc_diags *d = p->diags;
    const cc_token *t = w.t;
    int k = t->kind, hk = w.first->kind, comma = joins(k) && *t->text == ',';
    cc_span span = at_end && p->tokens.count ? p->tokens.at[p->tokens.count - 1].span : t->span;
    if (p->told_end && at_end)
        return;
    if (at_end || (w.depth > 0 && begins_decl(t))) {
        p->told_end = 1;
        cc_diag_add(d, CC_BLOCK_OPEN, span,
                    "a block is still open here; it began at line %u and needs its '}'",
                    w.open ? w.open->span.line : 0);
    } else if (k == TOK_ELSE) {
        cc_diag_add(d, CC_ELSE_ALONE, span, "'else' without an 'if' just before it");
    } else if (t->starts_line && w.first != t && w.first->span.line < t->span.line && k != '}' &&
               k != TOK_NL) {
        cc_diag_add(d, CC_INDENT, span,
                    "this line is indented deeper than line %u, so it continues that sentence, "
                    "which cannot go on with '%s'",
                    w.first->span.line, t->text);
        cc_diag_help(d, "align it with line %u to begin a new sentence", w.first->span.line);
    } else if (t->starts_line && t->indent == 0 && k == TOK_NOUN && strcmp(t->text, "card") == 0) {
        cc_diag_add(d, CC_CARD_QUOTES, span, "a card's name stands in quotes");
        cc_diag_help(d, "card \"Grizzly Bears\" {1}{G} creature Bear 2/2");
    } else if (w.head && w.part && can[TOK_VERB]) {
        cc_diag_add(d, CC_PARTICIPLE, w.part->span,
                    "'%s' describes the noun before it; for what has happened, write 'has %s'",
                    w.part->text, w.part->text);
    } else if (w.head && w.verb && (comma || (w.comma && k == TOK_NL))) {
        cc_diag_add(d, CC_COMMA_COLON, comma ? span : w.comma->span,
                    "a ':' separates '%s ...' from what happens, not a comma", w.first->text);
    } else if (w.head && w.verb && (k == TOK_NL || begins_np(k) || k == TOK_VERB || k == TOK_AUX)) {
        if (k == TOK_NL)
            cc_diag_add(d, CC_HEAD_NEEDS_COLON, span, "'%s ...' needs a ':' and then what happens",
                        w.first->text);
        else
            cc_diag_add(d, CC_HEAD_NEEDS_COLON, span,
                        "'%s ...' needs a ':' and then what happens, here before '%s'",
                        w.first->text, t->text);
    } else if ((hk == TOK_MANA || hk == TOK_SIGNED) && can[TOK_COMMA_M] && k != TOK_NL) {
        cc_diag_add(d, CC_COST_COLON, span,
                    "a cost is followed by ',' and more cost, or by ':' and the effect");
    } else if ((hk == TOK_MANA || hk == TOK_SIGNED) && can[TOK_COMMA_M]) {
        cc_diag_add(d, CC_COST_ALONE, span, "a cost alone does nothing; write ':' and the effect");
    } else if (k == TOK_CONJ_N && w.verb && !comma) {
        const char *what = p->pos_idx < p->tokens.count ? p->tokens.at[p->pos_idx].text : "";
        cc_diag_add(d, CC_CANNOT_JOIN, span, "'%s' cannot join '%s' here", t->text, what);
        cc_diag_help(d,
                     "repeat 'all', 'each', 'a' or 'target' before '%s', or begin a new sentence "
                     "with 'then' or a new line",
                     what);
    } else if (k == TOK_VERB && w.verb && can[TOK_CONJ_V]) {
        cc_diag_add(d, CC_SECOND_SENTENCE, span, "a second sentence begins at '%s'", t->text);
        cc_diag_help(d, "'and' joins things, and what one subject does; join sentences with 'then' "
                        "or a new line");
    } else if (k == TOK_THAN) {
        cc_diag_add(d, CC_COMPARISON, span,
                    "comparisons are written 'power 4 or more', 'power 3 or less', 'equal to ...'");
    } else if (begins_np(k) && w.verb && can[TOK_PREP]) {
        cc_diag_add(d, CC_NEEDS_LABEL, span,
                    "a second operand needs its label before '%s': to, from, on, into, with ...",
                    t->text);
        cc_diag_help(d, "the declaration of the verb shows its labels");
    } else if (can['='] && hk == TOK_LET) {
        cc_diag_add(d, CC_NEEDS_EQUALS, span, "'let NAME = value' needs '='");
    } else if (can['='] && hk == TOK_DEFINE) {
        cc_diag_add(d, CC_NEEDS_EQUALS, span, "'define power = value' needs '='");
    } else if (k == TOK_SIGNED && w.verb) {
        cc_diag_add(d, CC_SIGN_SPACE, span,
                    "'%s' in a sentence needs a space: '%c %s'; a loyalty cost begins its line",
                    t->text, t->text[0], t->text + 1);
    } else {
        char possible[400];
        list_possible(possible, sizeof possible, can);
        cc_diag_add(d, CC_CANNOT_STAND, span, "'%s' (%s) cannot stand here", t->text, class_name);
        cc_diag_help(d, "possible: %s", possible);
    }
}
