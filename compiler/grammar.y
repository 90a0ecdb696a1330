/* The grammar of card text: shapes only. No vocabulary word is a token; no look-ups, no checks, no
 * folding: every action builds tree nodes. docs/language.md has the EBNF and the reasons. */
%define api.pure full
%define api.prefix {cc_yy}
%define api.token.prefix {TOK_}
%define api.value.type {ast *}
%define api.location.type {cc_span}
%define parse.error custom
%define parse.lac full
%define lr.type lalr
%locations
%expect 0
%param {cc_parse *p}
%code requires {
#include "compiler/parse.h"
}
%code {
#include "compiler/explain.h"

#include <string.h>

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

static int cc_yylex(YYSTYPE *value, YYLTYPE *span, cc_parse *p);
static void cc_yyerror(YYLTYPE *span, cc_parse *p, const char *message);

#define N0(kind) ast_node(p->mem, AST_##kind, yyloc, 0)
#define N1(kind, a) ast_node(p->mem, AST_##kind, yyloc, 1, a)
#define N2(kind, a, b) ast_node(p->mem, AST_##kind, yyloc, 2, a, b)
#define N3(kind, a, b, c) ast_node(p->mem, AST_##kind, yyloc, 3, a, b, c)
#define N4(kind, a, b, c, d) ast_node(p->mem, AST_##kind, yyloc, 4, a, b, c, d)
#define NIL ((ast *)NULL)
#define EMPTY() ast_node(p->mem, AST_LIST, (cc_span){p->file, 0, 0, 0}, 0)
#define ONE(a) ast_push(p->mem, EMPTY(), a)
#define ADD(l, a) ast_push(p->mem, l, a)
#define JOIN(node, leaf) join(p, node, leaf)
static ast *join(cc_parse *p, ast *n, const ast *word)
{
    ast *copy = ARENA_NEW(p->mem, ast);
    *copy = *n;
    copy->joined = word->text;
    return copy;
}
#define VERB(aux, also, not, head, pass, object, labels)                                           \
    ast_node(p->mem, AST_VERB, yyloc, 8, aux, also, not, head, pass, object, labels, NIL)
static ast *with_aux(ast *verb, ast *aux, ast *also, ast *not)
{
    verb->kid[0] = aux;
    if (also)
        verb->kid[1] = also;
    if (not)
        verb->kid[2] = not;
    return verb;
}
/* can't attack or block: the "can't" is said of both */
static ast *also_not(const ast *verbs, ast *verb)
{
    const ast *last = verbs->kid[verbs->kid_count - 1];
    if (strcmp(verb->joined, "or") == 0 && !verb->kid[0] && verb->kid[3] && last->kid[0] &&
        (last->kid[2] || strstr(last->kid[0]->text, "n't"))) {
        verb->kid[0] = last->kid[0];
        verb->kid[2] = last->kid[2];
    }
    return verb;
}
static ast *with_tail(ast *verb, ast *tail)
{
    verb->kid[7] = tail;
    return verb;
}
}
/* declarations */
%token CARD "card" FACE "split, flip, back or meld" TEST "test" CITES "cites" DECL "a declaration word" FLAG "marker or native"
%token DEFINE "define" EXPECT "expect" LEVEL "level" CHAPTER "chapter"
/* heads and control */
%token WHEN "when" AT "at" AS "as" BIND "as NAME" IF "if" ELSE "else" WHILE "while" FOREACH "for each" UNTIL "until" LET "let"
%token UNLESS "unless" ASTHOUGH "as though" EXCEPT "except" THEN "then" INSTEAD "instead" ONLY "only" ONLYIF "only if" ANDIF "and if" ORWHEN "or when"
/* auxiliaries */
%token AUX "may, can or must" BE "is" NOT "not" ALSO "also"
/* determiners and pronouns */
%token A "a" THE "the" EACH "each" ALL "all" ANY "any" NO "no" ANOTHER "another" OTHER "other" TARGET "target" UPTO "up to"
%token ANYNUM "any number of" THAT "that" THOSE "those" THIS "this" IT "it" YOU "you" YOUR "your" POSS "'s" WHO "that or who"
/* prepositions */
%token NPREP "of" WITH "with" NAMED "named" OTHERTHAN "other than" EQUALTO "equal to" PREP "a preposition" THAN "greater than"
/* joining words, by what they join */
%token CONJ_V "and, before a verb" CONJ_N "and, before a noun" CONJ_K "and, before a keyword" CONJ_D "and, before 'a' or 'target'"
%token COMMA "," COMMA_M ", before a cost" COMMA_K ", before a keyword" AND "and" OR "or"
/* numbers */
%token NUM "a number" ORMORE "or more" THATMANY "that many" SOMEOF "one of" TWICE "twice" NUMBEROF "number of" SIGNED "a loyalty cost" RANGE "a level range"
%token PT "power/toughness" MANA "mana" RULE "a rule number" STRING "a quoted name" NAME "a name" NL "end of line"
/* open vocabulary: the whole of it */
%token NOUN "a noun" ADJ "an adjective" PADJ "an adjective after its noun" VERB "a verb" PASS "a participle" PART "a describing participle" KW "a keyword" ADV "an adverb"
%%
file: %empty { $$ = p->decls = EMPTY(); } | file decl { $$ = $1; if ($2) ADD(p->decls, $2); } ;

/* ---- declarations ------------------------------------------------------------------------- */
decl: CARD faces NL                 { $$ = N1(CARD, $2); }
    | DECL pattern opt_block NL     { $$ = N3(DECL, $1, $2, $3); }
    | TEST STRING cites block NL    { $$ = N3(TEST, $2, $3, $4); }
    | error                         { $$ = NIL; } ;
faces: face { $$ = ONE($1); } | faces FACE face { $$ = ADD($1, JOIN($3, $2)); } ;
face: STRING header opt_block       { $$ = N3(FACE, $1, $2, $3); } ;
header: %empty { $$ = EMPTY(); } | header MANA { $$ = ADD($1, $2); } | header NUM { $$ = ADD($1, $2); }
      | header PT { $$ = ADD($1, $2); } | header word { $$ = ADD($1, $2); } ;
word: NOUN | ADJ | VERB | KW | ADV | PART | PASS ;
pattern: patword { $$ = ONE($1); } | pattern patword { $$ = ADD($1, $2); } ;
patword: word | COMMA_K | OTHERTHAN | EQUALTO | NAME | NUM | PT | COMMA | CONJ_V | CONJ_N | CONJ_K | CONJ_D | NPREP | WITH | PREP | AS | AT | FLAG | YOUR | POSS
       | UNTIL | THIS | A | ANY | YOU | THE | ANOTHER | OTHER | TARGET | BE | AUX | NOT | STRING | FOREACH | '(' | ')' | '[' | ']' ;
cites: %empty { $$ = EMPTY(); } | CITES RULE { $$ = ONE($2); } | cites COMMA RULE { $$ = ADD($1, $3); } | cites ADV { $$ = ADD($1, $2); } ;
opt_block: %empty { $$ = NIL; } | block ;
block: '{' stmts '}' { $$ = $2; $$->span = @$; } ;
stmts: %empty { $$ = N0(BLOCK); } | stmts stmt { $$ = ADD($1, $2); } | stmts error NL { $$ = $1; yyerrok; } | stmts error block NL { $$ = $1; } ;

/* ---- statements ---------------------------------------------------------------------------- */
stmt: abilities NL                  { $$ = N1(KEYWORDS, $1); }
    | KW verbs NL                   { $$ = N2(KWCOST, $1, $2); }
    | WHEN events if_also body NL   { $$ = N4(WHEN, $1, $2, $3, $4); }
    | AT np if_also body NL         { $$ = N3(AT, $2, $3, $4); }
    | AS clause body NL             { $$ = N2(AS, $2, $3); }
    | if_stmt NL
    | WHILE conds body NL           { $$ = N2(WHILE, $2, $3); }
    | FOREACH np body NL            { $$ = N2(FOREACH, $2, $3); }
    | UNTIL clause body NL          { $$ = N2(UNTIL, $2, $3); }
    | UNTIL np body NL              { $$ = N2(UNTIL, $2, $3); }
    | costs only ':' line NL        { $$ = N3(ACTIVATED, $1, $2, N1(BLOCK, $4)); }
    | costs only ':' block NL       { $$ = N3(ACTIVATED, $1, $2, $4); }
    | CHAPTER nums body NL          { $$ = N2(CHAPTER, $2, $3); }
    | LEVEL RANGE PT opt_block NL   { $$ = N3(LEVEL, $2, $3, $4); }
    | DEFINE np0 '=' value NL       { $$ = N2(DEFINE, $2, $4); }
    | LET NAME '=' value NL         { $$ = N4(LET, $2, $4, NIL, NIL); }
    | LET NAME '=' value IF conds ELSE value NL { $$ = N4(LET, $2, $4, $6, $8); }
    | EXPECT clause NL              { $$ = N2(EXPECT, $2, NIL); }
    | EXPECT np labels NL           { $$ = N2(EXPECT, $2, $3); }
    | sentences NL                  { $$ = $1; } ;
if_stmt: IF conds body              { $$ = N3(IF, $2, $3, NIL); }
    | IF conds body ELSE body       { $$ = N3(IF, $2, $3, $5); }
    | IF conds body ELSE if_stmt    { $$ = N3(IF, $2, $3, N1(BLOCK, $5)); } ;
body: ':' line                      { $$ = N1(BLOCK, $2); }
    | block ;
line: sentences
    | WHEN events if_also ':' line  { $$ = N4(WHEN, $1, $2, $3, N1(BLOCK, $5)); }
    | AT np if_also ':' line        { $$ = N3(AT, $2, $3, N1(BLOCK, $5)); }
    | UNTIL np ':' line             { $$ = N2(UNTIL, $2, N1(BLOCK, $4)); }
    | FOREACH np ':' line           { $$ = N2(FOREACH, $2, N1(BLOCK, $4)); } ;
nums: NUM { $$ = ONE($1); } | nums COMMA NUM { $$ = ADD($1, $3); } ;
events: clause { $$ = ONE($1); } | events ORWHEN clause { $$ = ADD($1, $3); } ;
if_also: %empty { $$ = NIL; } | COMMA IF conds { $$ = $3; } ;
conds: clause | conds ANDIF clause  { $$ = JOIN(N2(CONDS, $1, $3), $2); } ;
only: %empty { $$ = NIL; }
    | COMMA ONLYIF conds            { $$ = N1(ONLY, $3); }
    | COMMA ONLY label labels       { $$ = N1(ONLY, ADD($4, $3)); } ;

/* keyword lines: 'flying, vigilance'; 'protection from red'; 'kicker {4}' */
abilities: ability { $$ = ONE($1); } | abilities COMMA_K ability { $$ = ADD($1, $3); } ;
ability: kw labels { $$ = $1; $$->kid[2] = $2; } ;
kw: KW kwarg { $$ = N3(ABILITY, $1, $2, NIL); } ;
kwarg: %empty { $$ = NIL; } | amount | MANA | np0 | WITH np0 { $$ = N1(WITHOBJ, $2); } ;
kwords: kword { $$ = N0(KWS); ADD($$, $1); } | kwords CONJ_K kword { $$ = ADD($1, JOIN($3, $2)); } ;
kword: KW { $$ = N3(ABILITY, $1, NIL, NIL); } | KW NUM { $$ = N3(ABILITY, $1, $2, NIL); } ;
kws: kw { $$ = N0(KWS); ADD($$, $1); } | kws CONJ_K kw { $$ = ADD($1, JOIN($3, $2)); } | kws COMMA_K kw { $$ = ADD($1, JOIN($3, $2)); } ;

costs: verbs { $$ = N0(COSTS); for (int i = 0; i < $1->kid_count; i++) ADD($$, $1->kid[i]); } | mcosts ;
mcosts: MANA { $$ = N0(COSTS); ADD($$, $1); } | SIGNED { $$ = N0(COSTS); ADD($$, $1); } | NAME { $$ = N0(COSTS); ADD($$, $1); }
    | mcosts COMMA_M MANA           { $$ = ADD($1, $3); }
    | mcosts CONJ_V verb            { $$ = ADD($1, JOIN($3, $2)); } ;

/* ---- sentences ----------------------------------------------------------------------------- */
sentences: sentence { $$ = N0(SENTENCES); ADD($$, $1); } | sentences THEN sentence { $$ = ADD($1, $3); } ;
sentence: action | INSTEAD action { $$ = $2; $$->kid[0] = $1; } ;
action: said | said block { $$ = $1; $$->kid[3] = $2; } ;
said: verbs { $$ = N4(SENT, NIL, NIL, $1, NIL); } | np verbs { $$ = N4(SENT, NIL, $1, $2, NIL); } ;
clause: np verbs { $$ = N2(CLAUSE, $1, $2); } ;
verbs: verb { $$ = ONE($1); } | verbs CONJ_V verb { $$ = ADD($1, also_not($1, JOIN($3, $2))); } ;
verb: verb0 tail { $$ = with_tail($1, $2); } ;
verb0: main | ALSO main { $$ = with_aux($2, NIL, $1, NIL); } | AUX main { $$ = with_aux($2, $1, NIL, NIL); }
    | AUX { $$ = VERB($1, NIL, NIL, NIL, NIL, NIL, EMPTY()); } | AUX NOT main { $$ = with_aux($3, $1, NIL, $2); } ;
main: VERB object labels                    { $$ = VERB(NIL, NIL, NIL, $1, NIL, $2, $3); }
    | BE opt_not object labels              { $$ = VERB(NIL, ast_says($2, "also") ? $2 : NIL, ast_says($2, "also") ? NIL : $2, $1, NIL, $3, $4); }
    | BE opt_not PASS object labels         { $$ = VERB(NIL, ast_says($2, "also") ? $2 : NIL, ast_says($2, "also") ? NIL : $2, $1, $3, $4, $5); } ;
opt_not: %empty { $$ = NIL; } | NOT | ALSO ;
tail: %empty { $$ = NIL; }
    | UNLESS short { $$ = N2(TAIL, $1, $2); } | WHILE short { $$ = N2(TAIL, $1, $2); } | ASTHOUGH short { $$ = N2(TAIL, $1, $2); }
    | ONLYIF short { $$ = N2(TAIL, $1, $2); }
    | EXCEPT short { $$ = N2(TAIL, $1, $2); } | EXCEPT np { $$ = N2(TAIL, $1, $2); }
    | EXCEPT PREP np { $$ = N2(TAIL, $1, N3(LABEL, $2, $3, NIL)); } | EXCEPT block { $$ = N2(TAIL, $1, $2); } ;
short: np verb0 { $$ = N2(CLAUSE, $1, ONE($2)); } ;
object: NPREP np0 { $$ = N3(POST, $1, $2, NIL); } | %empty { $$ = NIL; } | np | with { $$ = N1(WITHOBJ, $1); } | adjs { $$ = $1; }
    | amount | kws | MANA ;
labels: %empty { $$ = EMPTY(); } | labels label { $$ = ADD($1, $2); } ;
label: PREP np { $$ = N3(LABEL, $1, $2, NIL); } | padjs { $$ = N3(LABEL, NIL, $1, NIL); }
    | PREP adjs { $$ = N3(LABEL, $1, $2, NIL); } | PREP amount { $$ = N3(LABEL, $1, $2, NIL); } | PREP MANA { $$ = N3(LABEL, $1, $2, NIL); }
    | AT np { $$ = N3(LABEL, $1, $2, NIL); } | AS np { $$ = N3(LABEL, $1, $2, NIL); } | UNTIL np { $$ = N3(LABEL, $1, $2, NIL); } | UNTIL np VERB { $$ = N3(LABEL, $1, $2, VERB(NIL, NIL, NIL, $3, NIL, NIL, EMPTY())); }
    | UNTIL np VERB np { $$ = N3(LABEL, $1, $2, VERB(NIL, NIL, NIL, $3, NIL, $4, EMPTY())); } | ONLY label { $$ = N3(LABEL, $1, $2, NIL); }
    | FOREACH np { $$ = N3(LABEL, $1, $2, NIL); } | ADV { $$ = N3(LABEL, $1, NIL, NIL); } ;

/* ---- selectors ------------------------------------------------------------------------------ */
np: np1 | np CONJ_D np1 { $$ = JOIN(N2(NPJOIN, $1, $3), $2); } ;
np1: np0 posts { $$ = N2(NP, $1, $2); } ;
np0: pron { $$ = N1(PRON, $1); } | part_of | THE adjs { $$ = N1(THEADJ, $2); } | core | core rel { $$ = $1; $$->kid[2] = $2; } | core qty { $$ = $1; $$->kid[3] = $2; } ;
pron: YOU | IT | THIS | NAME | STRING ;
part_of: ANYNUM IT { $$ = N2(PARTOF, $1, N1(PRON, $2)); } | ANYNUM THOSE nominal { $$ = N2(PARTOF, $1, N4(CORE, N3(DET, $2, NIL, NIL), $3, NIL, NIL)); }
   | SOMEOF np0 { $$ = N2(PARTOF, $1, $2); } ;
core: nominal { $$ = N4(CORE, NIL, $1, NIL, NIL); } | det STRING { $$ = N4(QUOTED, $1, NIL, $2, NIL); } | det adjs STRING { $$ = N4(QUOTED, $1, $2, $3, NIL); } | det nominal { $$ = N4(CORE, $1, $2, NIL, NIL); } | fixed nouns { $$ = N4(CORE, N3(DET, $1, NIL, NIL), N1(NOMINAL, N2(SEG, EMPTY(), $2)), NIL, NIL); }
    | THE nominal { $$ = N4(CORE, N3(DET, $1, NIL, NIL), $2, NIL, NIL); } | THE adjs qty nouns { $$ = N4(CORE, N3(DET, $1, $3, NIL), N1(NOMINAL, N2(SEG, $2, $4)), NIL, NIL); } ;
fixed: THIS | NAME ;
det: A { $$ = N3(DET, $1, NIL, NIL); } | EACH { $$ = N3(DET, $1, NIL, NIL); } | ALL { $$ = N3(DET, $1, NIL, NIL); } | ANY { $$ = N3(DET, $1, NIL, NIL); } | NO { $$ = N3(DET, $1, NIL, NIL); } | ANOTHER { $$ = N3(DET, $1, NIL, NIL); } | THAT { $$ = N3(DET, $1, NIL, NIL); } | THOSE { $$ = N3(DET, $1, NIL, NIL); } | TARGET { $$ = N4(DET, $1, NIL, NIL, $1); } | poss { $$ = N3(DET, NIL, NIL, $1); } | qty { $$ = N3(DET, NIL, $1, NIL); }
   | qty TARGET { $$ = N4(DET, $2, $1, NIL, $2); } | ANOTHER TARGET { $$ = N4(DET, $1, NIL, NIL, $2); } | UPTO qty { $$ = N3(DET, $1, $2, NIL); }
   | UPTO qty TARGET { $$ = N4(DET, $1, $2, NIL, $3); } | ANYNUM { $$ = N3(DET, $1, NIL, NIL); } | ANYNUM TARGET { $$ = N4(DET, $1, NIL, NIL, $2); }
   | UPTO qty ANOTHER TARGET { $$ = ast_node(p->mem, AST_DET, @$, 5, $1, $2, NIL, $4, $3); } ;
poss: YOUR | core POSS { $$ = $1; } | pron POSS { $$ = N1(PRON, $1); } ;
qty: NUM { $$ = N2(QTY, $1, NIL); } | NUM ORMORE { $$ = N2(QTY, $1, $2); } | THATMANY { $$ = N2(QTY, $1, NIL); } | paren { $$ = N2(QTY, $1, NIL); } ;
paren: '(' value ')' { $$ = N1(PAREN, $2); } ;
nominal: seg { $$ = N0(NOMINAL); ADD($$, $1); } | nominal CONJ_N seg { $$ = ADD($1, JOIN($3, $2)); } ;
seg: nouns { $$ = N2(SEG, EMPTY(), $1); } | adjs nouns { $$ = N2(SEG, $1, $2); } | adjs CONJ_N nouns { $$ = N3(SEG, $1, $3, $2); } ;
nouns: NOUN { $$ = ONE($1); } | nouns NOUN { $$ = ADD($1, $2); } ;
adjs: adj { $$ = N0(ADJS); ADD($$, $1); } | adjs adj { $$ = ADD($1, $2); } | adjs CONJ_N adj { $$ = ADD($1, JOIN($3, $2)); } ;
adj: ADJ | PT | OTHER ;
padjs: PADJ { $$ = N0(ADJS); ADD($$, $1); } | padjs adj { $$ = ADD($1, $2); } | padjs CONJ_N adj { $$ = ADD($1, JOIN($3, $2)); } ;
rel: who_has VERB { $$ = N4(REL, $1->kid[0], $1->kid[1], NIL, $2); } | who_has AUX VERB { $$ = N4(REL, $1->kid[0], $1->kid[1], $2, $3); } ;
who_has: YOU { $$ = N2(LIST, $1, NIL); } | IT { $$ = N2(LIST, $1, NIL); } | THIS { $$ = N2(LIST, $1, NIL); } | some nouns { $$ = N2(LIST, $1, $2); } ;
some: A | EACH | ALL | NO | ANOTHER | THAT | THOSE | TARGET | YOUR ;
posts: %empty { $$ = EMPTY(); } | posts post { $$ = ADD($1, $2); } ;
post: WHO rel { $$ = N3(POST, $1, $2, NIL); } | WHO NAME AUX VERB { $$ = N3(POST, $1, N4(REL, $2, NIL, $3, $4), NIL); } | NPREP PART np0 { $$ = N3(POST, $1, $3, $2); } | NPREP np0 { $$ = N3(POST, $1, $2, NIL); } | NPREP kwords { $$ = N3(POST, $1, $2, NIL); } | with
    | NPREP adjs { $$ = N3(POST, $1, $2, NIL); }
    | PART { $$ = N3(POST, $1, NIL, NIL); } | PART np0 { $$ = N3(POST, $1, $2, NIL); } | NAMED np0 { $$ = N3(POST, $1, $2, NIL); }
    | OTHERTHAN np0 { $$ = N3(POST, $1, $2, NIL); } | EQUALTO factor0 { $$ = N3(POST, $1, $2, NIL); }
    | BIND { $$ = N3(POST, $1, NIL, NIL); }
    | WHO main0 { $$ = N3(POST, $1, $2, NIL); } | WHO AUX main0 { $$ = N3(POST, $1, with_aux($3, $2, NIL, NIL), NIL); } ;
main0: VERB { $$ = VERB(NIL, NIL, NIL, $1, NIL, NIL, EMPTY()); } | VERB np0 { $$ = VERB(NIL, NIL, NIL, $1, NIL, $2, EMPTY()); } | BE opt_not adjs { $$ = VERB(NIL, NIL, $2, $1, NIL, $3, EMPTY()); }
    | BE opt_not np0 { $$ = VERB(NIL, NIL, $2, $1, NIL, $3, EMPTY()); } | BE opt_not PASS { $$ = VERB(NIL, NIL, $2, $1, $3, NIL, EMPTY()); } ;
with: WITH np0 { $$ = N3(POST, $1, $2, NIL); } | WITH kwords { $$ = N3(POST, $1, $2, NIL); } | WITH MANA { $$ = N3(POST, $1, $2, NIL); } ;

/* ---- numbers -------------------------------------------------------------------------------- */
amount: qty | counted ;
counted: NUMBEROF np0 { $$ = N2(COUNTED, $1, $2); } | TWICE np0 { $$ = N2(COUNTED, $1, $2); } | TWICE counted { $$ = N2(COUNTED, $1, $2); } ;
factor0: np0 | counted | paren ;
op: '+' | '-' | '*' ;
value: term | value op term { $$ = JOIN(N2(BIN, $1, $3), $2); } ;
term: qty | adjs | MANA | term0 ;
term0: np0 | counted | term0 post { $$ = N3(TERM, $1, NIL, $2); } | term0 PREP NUM { $$ = N3(TERM, $1, $2, $3); } | term0 ADV { $$ = N3(TERM, $1, $2, NIL); } | term0 PREP np0 { $$ = N3(TERM, $1, $2, $3); } | term0 CONJ_D np0 { $$ = JOIN(N2(NPJOIN, $1, $3), $2); } ;
%%
static int cc_yylex(YYSTYPE *value, YYLTYPE *span, cc_parse *p)
{
    if (p->pos_idx >= p->tokens.count) {
        if (p->tokens.count)
            *span = p->tokens.at[p->tokens.count - 1].span;
        else
            *span = (cc_span){p->file, 1, 1, 1};
        p->pos_idx = p->tokens.count + 1;
        return 0;
    }
    const cc_token *t = &p->tokens.at[p->pos_idx++];
    *span = t->span;
    ast *leaf = ast_node(p->mem, AST_LEAF, t->span, 0);
    leaf->text = t->text;
    leaf->token = t->kind;
    *value = leaf;
    return t->kind;
}

static void cc_yyerror(YYLTYPE *span, cc_parse *p, const char *message)
{
    (void)message; /* only ever "memory exhausted": the parser's stack is full */
    cc_diag_add(p->diags, CC_TOO_DEEP, *span, "nesting is too deep to be read here");
}

/* Blocks nested deeper than CC_DEPTH_MAX are refused before parsing, so that nothing that walks the
 * tree can run out of stack. */
static int too_deep(cc_parse *p)
{
    int depth = 0, parens = 0;
    for (uint32_t i = 0; i < p->tokens.count; i++) {
        const cc_token *t = &p->tokens.at[i];
        depth += (t->kind == '{') - (t->kind == '}' && depth > 0);
        parens += (t->kind == '(') - (t->kind == ')' && parens > 0);
        if (t->kind == TOK_NL)
            parens = 0;
        if (t->kind == TOK_CARD || t->kind == TOK_TEST)
            depth = 0;
        if (depth > CC_DEPTH_MAX || parens > CC_DEPTH_MAX) {
            cc_diag_add(p->diags, CC_TOO_DEEP, t->span, "nesting is deeper than %d here", CC_DEPTH_MAX);
            return 1;
        }
    }
    return 0;
}

void cc_parse_source(cc_parse *p, const char *text, size_t size)
{
    p->decls = ast_node(p->mem, AST_LIST, (cc_span){p->file, 1, 1, 1}, 0);
    if (!cc_scan(p, text, size))
        return;
    cc_tag(p);
    if (!too_deep(p))
        cc_yyparse(p);
}

static int yyreport_syntax_error(const yypcontext_t *c, cc_parse *p)
{
    yysymbol_kind_t expected[YYNTOKENS];
    int count = yypcontext_expected_tokens(c, expected, YYNTOKENS);
    uint8_t can[CC_TOKEN_SPAN] = {0};
    for (int t = 1; t < CC_TOKEN_SPAN; t++)
        for (int i = 0; i < count; i++)
            if (YYTRANSLATE(t) == expected[i] && expected[i] != YYSYMBOL_YYUNDEF)
                can[t] = 1;
    yysymbol_kind_t got = yypcontext_token(c);
    cc_explain(p, got == YYSYMBOL_YYEOF, got == YYSYMBOL_YYEMPTY ? "" : yysymbol_name(got), can);
    return 0;
}
