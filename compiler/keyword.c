/* Keywords of a card: markers, parameters, and bodies put in where they stand. */
#include "compiler/lower.h"

#include <string.h>

#include "grammar.tab.h"

static uint32_t quality_selector(cc_scope *s, const ast *ability)
{
    const ast *arg = ability->kid[1], *labels = ability->kid[2];
    if (arg)
        return cc_selector(s, arg, NULL);
    if (labels && labels->kid_count > 1) {
        cc_diag_add(s->u->diags, CC_EXTRA_OPERAND, labels->kid[1]->span,
                    "one quality for each '%s'; write the keyword again for another",
                    ability->kid[0]->text);
        return 0;
    }
    for (int i = 0; labels && i < labels->kid_count; i++) {
        const ast *what = labels->kid[i]->kid[1];
        if (ast_is(what, AST_ADJS)) { /* protection from red */
            ast *leaf = ast_node(s->u->mem, AST_LEAF, what->span, 0);
            leaf->text = "source";
            ast *seg =
                ast_node(s->u->mem, AST_SEG, what->span, 2, (ast *)(uintptr_t)what,
                         ast_push(s->u->mem, ast_node(s->u->mem, AST_LIST, what->span, 0), leaf));
            return cc_selector(
                s,
                ast_node(s->u->mem, AST_CORE, what->span, 4, NULL,
                         ast_push(s->u->mem, ast_node(s->u->mem, AST_NOMINAL, what->span, 0), seg),
                         NULL, NULL),
                NULL);
        }
        if (what && ast_is(what, AST_NP) && ast_is(what->kid[0], AST_PRON) &&
            what->kid[0]->kid[0]->token == TOK_NAME) { /* protection from the chosen colour */
            cc_fn f;
            cc_fn_begin(&f, s, 0);
            cc_val candidate = cc_reg(&f, 'e');
            f.params = 1;
            cc_val bit = cc_name_value(&f, what->kid[0]->kid[0]);
            if (bit.type != 'n')
                return 0;
            cc_val b = cc_op(&f, VM_OP_HAS_COLOR, 'b', candidate.reg, bit.reg, 0);
            vm_selector row;
            memset(&row, 0, sizeof row);
            row.want = VM_WANT_OBJECTS;
            row.zones = 0x7F;
            row.name = VM_NO_SYMBOL;
            row.pred = cc_fn_end_value(&f, b);
            row.phrase = cc_string(s->u, "the chosen color");
            VEC_PUSH(s->u->mem, &s->u->selector, row);
            return s->u->selector.count - 1;
        }
        if (what)
            return cc_selector(s, what, NULL);
    }
    cc_diag_add(s->u->diags, CC_MISSING_OPERAND, ability->span, "'%s' needs to say of what",
                ability->kid[0]->text);
    return 0;
}

void cc_keyword(cc_scope *s, const ast *ability, cc_abilities *out)
{
    cc_unit *u = s->u;
    const char *word = ast_use(ability->kid[0])->text;
    const cc_decl *d = cc_keyword_find(u, word);
    if (!d) {
        cc_diag_add(u->diags, CC_UNKNOWN_WORD, ability->span, "'%s' is not a keyword", word);
        return;
    }
    if (u->depth > 8) {
        cc_diag_add(u->diags, CC_TOO_DEEP, ability->span, "the keyword '%s' contains itself", word);
        return;
    }
    if (d->param && !ability->kid[1] && !(ability->kid[2] && ability->kid[2]->kid_count)) {
        cc_diag_add(u->diags, CC_MISSING_OPERAND, ability->span, "the keyword '%s' needs its %s",
                    word,
                    strcmp(d->param, "COST") == 0 ? "cost"
                    : strcmp(d->param, "N") == 0  ? "number"
                                                  : "quality");
        return;
    }
    vm_ability a = cc_ability_new(s, VM_ABILITY_KEYWORD, ability);
    a.keyword = d->number;
    a.zones = 0x7F;
    int marker = vm_marker_by_name(word);
    if (marker == VM_MARKER_PROTECTION || marker == VM_MARKER_ENCHANT)
        a.sel = quality_selector(s, ability);
    else if (ability->kid[2] && ability->kid[2]->kid_count && !d->param)
        cc_diag_add(u->diags, CC_EXTRA_OPERAND, ability->kid[2]->span,
                    "the keyword '%s' takes nothing behind it", word);
    if (marker == VM_MARKER_KICKER || marker == VM_MARKER_ESCALATE ||
        marker == VM_MARKER_ADDITIONAL_COST) {
        ast *list = ast_node(u->mem, AST_COSTS, ability->span, 0);
        a.kind = VM_ABILITY_COST;
        a.flags = marker == VM_MARKER_ESCALATE          ? VM_AF_PER_MODE
                  : marker == VM_MARKER_ADDITIONAL_COST ? VM_AF_MANDATORY
                                                        : 0;
        if (ast_is(ability->kid[1], AST_COSTS))
            a.cost = cc_costs(s, ability->kid[1], &a.cost_count, &a.flags);
        else if (ability->kid[1])
            a.cost = cc_costs(s, ast_push(u->mem, list, ability->kid[1]), &a.cost_count, &a.flags);
        if (!a.cost_count)
            cc_diag_add(u->diags, CC_MISSING_OPERAND, ability->span, "'%s' needs a cost", word);
    }
    VEC_PUSH(u->mem, out, a);
    if (!d->body)
        return;
    cc_scope inner = *s;
    inner.keyword = d;
    inner.keyword_arg = ability->kid[1];
    inner.kind = SCOPE_PERMANENT;
    u->depth++;
    uint32_t first = out->count;
    cc_statements(&inner, d->body, out);
    for (uint32_t i = first; i < out->count; i++)
        if (out->at[i].keyword == VM_NO_SYMBOL)
            out->at[i].keyword = d->number;
    u->depth--;
}
