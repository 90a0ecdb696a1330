/* Nothing that a card says is dropped. Whoever takes a word up while a card is compiled marks it
 * (ast_use); what nobody has marked when the card is done is an error. */
#include "compiler/lower.h"

#include "grammar.tab.h"

static int any_used(const ast *n)
{
    if (!n)
        return 0;
    if (n->used && n->kind != AST_LEAF)
        return 1;
    if (n->kind == AST_LEAF)
        return n->used && n->token != TOK_PREP && n->token != TOK_NPREP && n->token != TOK_AT &&
               n->token != TOK_AS && n->token != TOK_UNTIL && n->token != TOK_WITH;
    for (int i = 0; i < n->kid_count; i++)
        if (any_used(n->kid[i]))
            return 1;
    return 0;
}

/* Words that always say something more than their noun or verb does. */
static int is_modifier(const ast *leaf)
{
    switch (leaf->token) {
    case TOK_NOUN: /* the last one of its phrase is taken up by whoever reads that */
    case TOK_ADJ:
    case TOK_PADJ:
    case TOK_PT:
    case TOK_OTHER:
    case TOK_NUM:
    case TOK_ORMORE:
    case TOK_KW:
    case TOK_ADV:
        return 1;
    default:
        return 0;
    }
}

static const ast *first_leaf(const ast *n)
{
    if (!n || n->kind == AST_LEAF)
        return n;
    for (int i = 0; i < n->kid_count; i++) {
        const ast *leaf = first_leaf(n->kid[i]);
        if (leaf)
            return leaf;
    }
    return NULL;
}

static void report(cc_unit *u, const ast *n)
{
    const ast *leaf = first_leaf(n);
    const cc_span at = n->span.line || !leaf ? n->span : leaf->span;
    const int whole = leaf && leaf->span.col == at.col && leaf->span.end_col == at.end_col;
    cc_diag_add(u->diags, CC_UNUSED, at, "'%s%s' would be ignored here", leaf ? leaf->text : "this",
                whole ? "" : " ...");
    cc_diag_help(u->diags, "everything that stands here must do something; leave it out, or say it "
                           "in a sentence of its own");
}

void cc_check_unused_bodies(cc_unit *u)
{
    for (const cc_decl *d = u->decls; d; d = d->next)
        if (d->body && any_used(d->body)) /* put in somewhere: only then it has been read */
            cc_check_unused(u, d->body);
}

void cc_check_unused(cc_unit *u, const ast *n)
{
    if (!n)
        return;
    if (n->kind == AST_LEAF) {
        if (is_modifier(n) && !n->used)
            report(u, n);
        return;
    }
    int part = n->kind == AST_POST || n->kind == AST_LABEL || n->kind == AST_TAIL ||
               n->kind == AST_REL || n->kind == AST_ONLY;
    if (part && ast_at(n, 0) && n->kid[0]->token == TOK_BIND)
        return;
    if (part && !any_used(n)) {
        report(u, n);
        return;
    }
    for (int i = 0; i < n->kid_count; i++)
        cc_check_unused(u, n->kid[i]);
}
