/* The grammar of shapes: declarations, statements, blocks. What stands inside a phrase is not its concern.
 * No lookups, no checks: every action builds nodes. */
%define api.pure full
%define api.prefix {syn_yy}
%define api.token.prefix {TOK_}
%define api.value.type union
%define api.location.type {cc_span}
%define parse.error custom
%define parse.lac full
%locations
%expect 0
%param {syn_source *p}
%code requires {
#include "compiler/syntax/source.h"
}
%code {
#include <string.h>

#define YYINITDEPTH 1000 /* deeper than SYN_DEPTH_MAX blocks: it never grows, so nothing is left behind */
#define YYLLOC_DEFAULT(Cur, Rhs, N)                                                                \
    do {                                                                                           \
        if (N) {                                                                                   \
            (Cur) = YYRHSLOC(Rhs, 1);                                                              \
            if (YYRHSLOC(Rhs, N).line == (Cur).line)                                               \
                (Cur).end_col = YYRHSLOC(Rhs, N).end_col;                                          \
        } else {                                                                                   \
            (Cur) = YYRHSLOC(Rhs, 0);                                                              \
        }                                                                                          \
    } while (0)

static int syn_yylex(YYSTYPE *value, YYLTYPE *span, syn_source *p);
static void syn_yyerror(YYLTYPE *span, syn_source *p, const char *message);
static syn_stmt *stmt(syn_source *p, cc_span at, syn_phrase phrase, syn_block *body, int colon)
{
    syn_stmt *s = ARENA_NEW(p->mem, syn_stmt);
    *s = (syn_stmt){at, phrase, body, NULL, (uint8_t)colon};
    return s;
}
static syn_block *block_of(syn_source *p, cc_span at, syn_stmt *only)
{
    syn_block *b = ARENA_NEW(p->mem, syn_block);
    b->span = at;
    if (only)
        VEC_PUSH(p->mem, &b->stmts, only);
    return b;
}
static syn_stmt *with_else(syn_stmt *s, syn_block *other)
{
    s->other = other;
    return s;
}
static syn_decl *decl(syn_source *p, cc_span at, const syn_token *head, syn_phrase phrase, syn_block *body)
{
    syn_decl *d = ARENA_NEW(p->mem, syn_decl);
    *d = (syn_decl){at, head, phrase, body, NULL};
    return d;
}
}
%token <const syn_token *> CARD "card" FACE "split, flip, back or meld" TEST "test" DECL "a declaration word" ELSE "else"
%token <const syn_token *> WORD "a word" NUM "a number" STRING "a quoted name" MANA "a mana symbol" PT "power/toughness" SIGNED "a loyalty cost"
%token <const syn_token *> RANGE "a level range" RULE "a rule number" COMMA "," POSS "'s" SIGN "a sign" NL "end of line"
%token <const syn_token *> '{' '}' ':'
%type <syn_phrase> phrase pattern
%type <const syn_token *> piece
%type <syn_block *> block opt_block stmts otherwise
%type <syn_stmt *> line
%type <syn_decl *> decl faces
%precedence LOW
%precedence ELSE
%%
file: %empty | file decl { if ($decl) VEC_PUSH(p->mem, &p->decls, $decl); } ;
decl: faces NL                                { $$ = $faces; }
    | DECL pattern opt_block NL               { $$ = decl(p, @$, $DECL, $pattern, $opt_block); }
    | TEST phrase opt_block NL                { $$ = decl(p, @$, $TEST, $phrase, $opt_block); }
    | error NL                                { $$ = NULL; yyerrok; } ;
faces: CARD phrase opt_block                  { $$ = decl(p, @$, $CARD, $phrase, $opt_block); }
    | faces[first] FACE phrase opt_block      { $$ = $first; syn_decl *last = $first; while (last->face) last = last->face;
                                                last->face = decl(p, @FACE, $FACE, $phrase, $opt_block); } ;
opt_block: %empty { $$ = NULL; } | block ;
block: '{' stmts '}'                          { $$ = $stmts; $$->span = @$; $$->braces = 1; } ;
stmts: %empty                                 { $$ = block_of(p, @$, NULL); }
    | stmts[list] line NL                     { $$ = $list; VEC_PUSH(p->mem, &$$->stmts, $line); }
    | stmts[list] error NL                    { $$ = $list; yyerrok; } ;
line: phrase %prec LOW                        { $$ = stmt(p, @$, $phrase, NULL, 0); }
    | phrase block %prec LOW                  { $$ = stmt(p, @$, $phrase, $block, 0); }
    | phrase block otherwise                  { $$ = with_else(stmt(p, @$, $phrase, $block, 0), $otherwise); }
    | phrase ':' block %prec LOW              { $$ = stmt(p, @$, $phrase, $block, 1); }
    | phrase ':' block otherwise              { $$ = with_else(stmt(p, @$, $phrase, $block, 1), $otherwise); }
    | phrase ':' line[rest] %prec LOW         { $$ = stmt(p, @$, $phrase, block_of(p, @rest, $rest), 1); }
    | phrase ':' line[rest] otherwise         { $$ = with_else(stmt(p, @$, $phrase, block_of(p, @rest, $rest), 1), $otherwise); } ;
otherwise: ELSE block                         { $$ = $block; }
    | ELSE ':' block                          { $$ = $block; }
    | ELSE ':' line[rest] %prec LOW           { $$ = block_of(p, @rest, $rest); }
    | ELSE line[rest] %prec LOW               { $$ = block_of(p, @rest, $rest); } ;
pattern: piece                                { $$ = (syn_phrase){$piece, 1}; } /* 'AMOUNT:number' has a ':' */
    | pattern[list] piece                     { $$ = $list; $$.count++; }
    | pattern[list] ':'                       { $$ = $list; $$.count++; } ;
phrase: piece                                 { $$ = (syn_phrase){$piece, 1}; }
    | phrase[list] piece                      { $$ = $list; $$.count++; } ;
piece: WORD | NUM | STRING | MANA | PT | SIGNED | RANGE | RULE | COMMA | POSS | SIGN ;
%%
static int syn_yylex(YYSTYPE *value, YYLTYPE *span, syn_source *p)
{
    if (p->pos_idx >= p->tokens.count) {
        if (p->tokens.count)
            *span = p->tokens.at[p->tokens.count - 1].span;
        else
            *span = (cc_span){p->file, 1, 1, 1};
        p->pos_idx = p->tokens.count + 1;
        return 0;
    }
    const syn_token *t = &p->tokens.at[p->pos_idx++];
    *span = t->span;
    memcpy(value, &t, sizeof t);
    return t->kind;
}

static void syn_yyerror(YYLTYPE *span, syn_source *p, const char *message)
{
    (void)message; /* only ever "memory exhausted": the parser's stack is full */
    cc_diag_add(p->diags, CC_TOO_DEEP, *span, "nesting is too deep to be read here");
}

/* Blocks nested deeper than SYN_DEPTH_MAX, and phrases longer than SYN_PHRASE_MAX, are refused before parsing, so
 * that nothing that walks the tree can run out of stack or time. */
static int too_deep(syn_source *p)
{
    int depth = 0, signs = 0, length = 0;
    for (uint32_t i = 0; i < p->tokens.count; i++) {
        const syn_token *t = &p->tokens.at[i];
        depth += (t->kind == '{') - (t->kind == '}' && depth > 0);
        signs += t->kind == TOK_SIGN && *t->text == '(';
        length = t->kind == TOK_NL || t->kind == '{' || t->kind == '}' ? 0 : length + 1;
        if (!length)
            signs = 0;
        if (t->kind == TOK_CARD || t->kind == TOK_TEST)
            depth = 0;
        if (depth > SYN_DEPTH_MAX || signs > SYN_DEPTH_MAX) {
            cc_diag_add(p->diags, CC_TOO_DEEP, t->span, "nesting is deeper than %d here", SYN_DEPTH_MAX);
            return 1;
        }
        if (length > SYN_PHRASE_MAX) {
            cc_diag_add(p->diags, CC_TOO_DEEP, t->span, "this sentence has more than %d words; make several of it", SYN_PHRASE_MAX);
            return 1;
        }
    }
    return 0;
}

void syn_read(syn_source *p, const char *text, size_t size)
{
    if (!syn_scan(p, text, size))
        return;
    syn_fold_lines(p);
    if (!too_deep(p))
        syn_yyparse(p);
}

/* A line in column 0 that begins with no word of a declaration. */
static void no_declaration(syn_source *p, const syn_token *t, const syn_token *next, cc_span where)
{
    if (p->stray_line && where.line == p->stray_line + 1) { /* lines of something else: said once */
        p->stray_line = where.line;
        return;
    }
    p->stray_line = where.line;
    if (strcmp(t->text, "card") == 0 || strcmp(t->text, "test") == 0) {
        cc_diag_add(p->diags, CC_CARD_QUOTES, next->span, "the name of a %s stands in double quotes", t->text);
        cc_diag_help(p->diags, "%s \"Name\" ...", t->text);
        return;
    }
    cc_diag_add(p->diags, CC_CANNOT_STAND, where, "'%s' begins no declaration", t->text);
    if (next->kind == TOK_STRING)
        cc_diag_help(p->diags, "did you mean 'card %s', or 'test %s'?", next->text, next->text);
    else
        cc_diag_help(p->diags, "a file holds cards, tests, and declarations such as 'keyword' and 'action'");
}

static int yyreport_syntax_error(const yypcontext_t *c, syn_source *p)
{
    const uint32_t at = p->pos_idx ? p->pos_idx - 1 : 0;
    const syn_token *t = at < p->tokens.count ? &p->tokens.at[at] : NULL;
    const cc_span where = *yypcontext_location(c);
    for (; p->judged < at && p->judged < p->tokens.count; p->judged++) {
        const syn_token *b = &p->tokens.at[p->judged];
        if (b->kind == '{' && !p->open_depth)
            p->opened = b->span.line;
        if (b->starts_line && !b->indent && (b->kind == TOK_CARD || b->kind == TOK_TEST || b->kind == TOK_DECL))
            p->open_depth = 0;
        p->open_depth += (b->kind == '{') - (b->kind == '}' && p->open_depth > 0);
    }
    const uint32_t depth = p->open_depth, opened = p->opened;
    const int begins = t && (t->kind == TOK_CARD || t->kind == TOK_TEST || t->kind == TOK_DECL);
    if (depth && (!t || begins)) {
        if (!p->told_end)
            cc_diag_add(p->diags, CC_BLOCK_OPEN, where, "a '}' is missing above: the block of line %u is still open here", opened);
        p->told_end = 1;
        return 0;
    }
    if (t && t->kind == TOK_ELSE)
        cc_diag_add(p->diags, CC_ELSE_ALONE, where, "'else' stands behind an 'if ...:' of the same block");
    else if (!t && p->told_end)
        return 0; /* what follows from that */
    else if (t && !depth && t->starts_line && t->indent == 0 && t->kind == TOK_WORD) {
        no_declaration(p, t, at + 1 < p->tokens.count ? t + 1 : t, where);
    } else if (t && t->kind == '{')
        cc_diag_add(p->diags, CC_CANNOT_STAND, where, "a block needs something in front of it");
    else if (t && t->kind == '}')
        cc_diag_add(p->diags, CC_CANNOT_STAND, where, "there is nothing here that this '}' could close");
    else if (t && t->kind == ':' && !depth)
        cc_diag_add(p->diags, CC_CANNOT_STAND, where, "what a card or test does stands in a block: a '{' is missing above");
    else if (t && t->kind == ':')
        cc_diag_add(p->diags, CC_CANNOT_STAND, where, "a ':' needs a head in front of it and stands once");
    else if (t && t->kind == TOK_NL)
        cc_diag_add(p->diags, CC_CANNOT_STAND, where, "the line ends where something is still expected");
    else
        cc_diag_add(p->diags, CC_CANNOT_STAND, where, "'%s' cannot stand here", t ? t->text : "end of file");
    return 0;
}
