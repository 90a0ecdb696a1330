/* Statements of a card to abilities. What kind of ability a statement is follows from its shape
 * and, where the rules say so, from what it does: mana abilities (CR 605.1) and
 * characteristic-defining abilities (CR 604.3) are recognised, not annotated. */
#include "compiler/lower.h"

#include <string.h>

#include "grammar.tab.h"

vm_ability cc_ability_new(cc_scope *s, uint32_t kind, const ast *at)
{
    (void)s;
    vm_ability a;
    memset(&a, 0, sizeof a);
    a.kind = kind;
    a.keyword = VM_NO_SYMBOL;
    a.zones = kind == VM_ABILITY_SPELL ? 1u << VM_ZONE_STACK : 1u << VM_ZONE_BATTLEFIELD;
    a.line = at ? at->span.line : 0;
    return a;
}

uint32_t cc_abilities_store(cc_unit *u, const cc_abilities *list)
{
    uint32_t first = u->ability.count;
    for (uint32_t i = 0; i < list->count; i++)
        VEC_PUSH(u->mem, &u->ability, list->at[i]);
    return first;
}

static void store_targets(cc_scope *s, uint32_t *out_first, uint32_t *out_count)
{
    *out_first = s->u->target.count;
    *out_count = s->targets.count;
    for (uint32_t i = 0; i < s->targets.count; i++)
        VEC_PUSH(s->u->mem, &s->u->target, s->targets.at[i]);
}

/* ---- modes ------------------------------------------------------------------------------------
 */

/* 'choose two { ... }' as the only sentence of a block */
static const ast *modal(const ast *block, const ast **out_modes)
{
    if (!block || block->kid_count != 1 || block->kid[0]->kind != AST_SENTENCES ||
        block->kid[0]->kid_count != 1)
        return NULL;
    const ast *sent = block->kid[0]->kid[0], *verbs = sent->kid[2];
    if (sent->kid[1] || !sent->kid[3] || verbs->kid_count != 1 ||
        !ast_is(verbs->kid[0]->kid[5], AST_QTY) || verbs->kid[0]->kid[6]->kid_count ||
        !ast_says(verbs->kid[0]->kid[3], "choose"))
        return NULL;
    *out_modes = sent->kid[3];
    return verbs->kid[0]->kid[5];
}

static void lower_modes(cc_scope *s, const ast *qty, const ast *modes, vm_ability *a)
{
    cc_unit *u = s->u;
    int32_t n = 1;
    VEC(vm_mode) rows = {0};
    cc_number_word(ast_use(qty->kid[0])->text, &n);
    if (modes->kid_count > VM_MODES_MAX || modes->kid_count < 2 || n < 1 || n > modes->kid_count) {
        cc_diag_add(u->diags, CC_NO_MEANING, qty->span,
                    "choose from 2 to %d modes, and no more than there are", VM_MODES_MAX);
        return;
    }
    for (int i = 0; i < modes->kid_count; i++) {
        cc_fn f;
        ast *one =
            ast_push(u->mem, ast_node(u->mem, AST_BLOCK, modes->kid[i]->span, 0), modes->kid[i]);
        s->targets.count = s->targets.cap = 0;
        cc_fn_begin(&f, s, 1);
        cc_body(&f, one);
        vm_mode row = {cc_fn_end(&f), 0, 0, modes->kid[i]->span.line};
        store_targets(s, &row.targets, &row.target_count);
        VEC_PUSH(u->mem, &rows, row);
    }
    a->modes = u->mode.count;
    a->mode_count = rows.count;
    a->mode_min = (uint32_t)n;
    a->mode_max = ast_says(ast_at(qty, 1), "or more") ? rows.count : (uint32_t)n;
    for (uint32_t i = 0; i < rows.count; i++)
        VEC_PUSH(u->mem, &u->mode, rows.at[i]);
    s->targets.count = s->targets.cap = 0;
}

static int deals_divided(const cc_unit *u, uint32_t func)
{
    const vm_func *f = &u->func.at[func];
    for (uint32_t i = 0; i + 1 < f->code_count; i += 2)
        if ((u->code.at[f->code + i] & 255) == VM_OP_NATIVE &&
            u->code.at[f->code + i + 1] == VM_NATIVE_deal_divided_damage)
            return 1;
    return 0;
}

/* The effect, targets and modes of `a` from a block. */
void cc_spell_or_effect(cc_scope *s, const ast *block, vm_ability *a)
{
    const ast *modes, *qty = modal(block, &modes);
    s->ability = a;
    s->targets.count = s->targets.cap = 0;
    s->mods_duration = -1;
    if (qty) {
        lower_modes(s, qty, modes, a);
        return;
    }
    cc_fn f;
    cc_fn_begin(&f, s, 1);
    cc_body(&f, block);
    a->effect = cc_fn_end(&f);
    if (deals_divided(s->u, a->effect))
        a->flags |= VM_AF_DIVIDED;
    store_targets(s, &a->targets, &a->target_count);
}

/* ---- triggers ---------------------------------------------------------------------------------
 */

/* One trigger for each event joined by 'or': enters or leaves, blocks or becomes blocked. */
static void lower_trigger(cc_scope *s, const ast *n, cc_abilities *out)
{
    const ast *events = n->kid[1];
    for (int e = 0; e < events->kid_count; e++) {
        const ast *verbs = events->kid[e]->kid[1];
        for (int v = 0; v < verbs->kid_count; v++) {
            cc_scope inner = *s;
            vm_ability a = cc_ability_new(s, VM_ABILITY_TRIGGERED, n);
            ast *clause = ast_node(
                s->u->mem, AST_CLAUSE, n->span, 2, events->kid[e]->kid[0],
                ast_push(s->u->mem, ast_node(s->u->mem, AST_LIST, n->span, 0), verbs->kid[v]));
            if (!cc_event(&inner, clause, &a))
                continue;
            if (a.event == VM_EVENT_cast && inner.kind == SCOPE_PERMANENT)
                a.zones |= 1u << VM_ZONE_STACK;
            if (n->kid[2])
                a.condition = cc_condition_fn(&inner, n->kid[2]);
            cc_spell_or_effect(&inner, n->kid[3], &a);
            VEC_PUSH(s->u->mem, out, a);
        }
    }
}

static void lower_at(cc_scope *s, const ast *n, cc_abilities *out)
{
    cc_scope inner = *s;
    vm_ability a = cc_ability_new(s, VM_ABILITY_TRIGGERED, n);
    if (!cc_step_event(&inner, n->kid[0], &a))
        return;
    if (n->kid[1])
        a.condition = cc_condition_fn(&inner, n->kid[1]);
    cc_spell_or_effect(&inner, n->kid[2], &a);
    VEC_PUSH(s->u->mem, out, a);
}

/* ---- activated --------------------------------------------------------------------------------
 */

/* CR 605.1a: no target, not loyalty, could add mana. */
static int adds_mana(const cc_unit *u, uint32_t func)
{
    const vm_func *f = &u->func.at[func];
    for (uint32_t i = 0; i + 1 < f->code_count; i += 2) {
        uint32_t imm = u->code.at[f->code + i + 1];
        if ((u->code.at[f->code + i] & 255) == VM_OP_NATIVE &&
            (imm == VM_NATIVE_add_mana || imm == VM_NATIVE_add_any_mana))
            return 1;
    }
    return 0;
}

static void lower_activated(cc_scope *s, const ast *n, cc_abilities *out)
{
    vm_ability a = cc_ability_new(s, VM_ABILITY_ACTIVATED, n);
    a.cost = cc_costs(s, n->kid[0], &a.cost_count, &a.flags);
    const ast *only = n->kid[1];
    for (uint32_t i = 0; i < a.cost_count; i++) { /* discard this: from the hand */
        const vm_cost *c = &s->u->cost.at[a.cost + i];
        if ((c->kind == VM_COST_DISCARD || c->kind == VM_COST_EXILE) && !c->a)
            a.zones = 1u << (c->b - 1);
    }
    if (only && only->kid[0]->kind == AST_LIST) {
        for (int i = 0; i < only->kid[0]->kid_count; i++) {
            const ast *prep = only->kid[0]->kid[i]->kid[0];
            if (ast_says(prep, "as a sorcery"))
                a.flags |= VM_AF_SORCERY;
            else if (ast_says(prep, "once each turn"))
                a.flags |= VM_AF_ONCE_EACH_TURN;
            else
                cc_diag_add(s->u->diags, CC_NO_MEANING, only->kid[0]->kid[i]->span,
                            "'only' knows 'as a sorcery', 'once each turn' and 'if ...'");
        }
    } else if (only) {
        a.condition = cc_condition_fn(s, only->kid[0]);
    }
    cc_spell_or_effect(s, n->kid[2], &a);
    if (a.effect && adds_mana(s->u, a.effect) && !a.target_count && !(a.flags & VM_AF_LOYALTY))
        a.flags |= VM_AF_MANA;
    VEC_PUSH(s->u->mem, out, a);
}

/* ---- statements -------------------------------------------------------------------------------
 */

static int is_static_sentence(cc_scope *s, const ast *sent)
{
    const ast *verbs = sent->kid[2];
    return s->kind == SCOPE_PERMANENT && sent->kid[1] &&
           cc_is_mod(s->u, sent->kid[1], verbs->kid[0]);
}

static void lower_sentences(cc_scope *s, const ast *n, cc_abilities *out)
{
    for (int i = 0; i < n->kid_count; i++) {
        const ast *sent = n->kid[i];
        if (cc_enters(s, sent, out))
            continue;
        if (is_static_sentence(s, sent)) {
            cc_static(s, sent, NULL, out);
            continue;
        }
        cc_diag_add(
            s->u->diags, CC_SPELL_ABILITY, sent->span,
            "a permanent does not do this by itself; when does it happen, or at what cost?");
        cc_diag_help(s->u->diags, "begin with 'when ...:', 'at ...:' or a cost and ':'");
    }
}

void cc_statement(cc_scope *s, const ast *n, void *list)
{
    cc_abilities *out = list;
    const ast *more;
    switch (n->kind) {
    case AST_KEYWORDS:
        for (int i = 0; i < n->kid[0]->kid_count; i++)
            cc_keyword(s, n->kid[0]->kid[i], out);
        break;
    case AST_KWCOST: { /* escalate discard a card */
        ast *costs = ast_node(s->u->mem, AST_COSTS, n->span, 0);
        for (int i = 0; i < n->kid[1]->kid_count; i++)
            ast_push(s->u->mem, costs, n->kid[1]->kid[i]);
        cc_keyword(s, ast_node(s->u->mem, AST_ABILITY, n->span, 3, n->kid[0], costs, NULL), out);
        break;
    }
    case AST_WHEN:
        if (strstr(n->kid[0]->text, "next")) {
            const ast *clause = n->kid[1]->kid[0];
            cc_replacement(s, clause, n->kid[2], n->kid[3], VM_AF_NEXT_TIME, out);
        } else {
            lower_trigger(s, n, out);
        }
        break;
    case AST_AT:
        lower_at(s, n, out);
        break;
    case AST_AS:
        cc_as_enters(s, n, out);
        break;
    case AST_ACTIVATED:
        lower_activated(s, n, out);
        break;
    case AST_LEVEL:
        cc_level(s, n, out);
        break;
    case AST_CHAPTER:
        cc_saga_enters(s, n, out);
        cc_chapter(s, n, out);
        break;
    case AST_DEFINE:
        cc_define(s, n, out);
        break;
    case AST_IF: {
        const ast *would = cc_would_clause(n->kid[0], &more);
        if (would)
            cc_replacement(s, would, more, n->kid[1], 0, out);
        else if (cc_in_opening_hand(s->u, n->kid[0]))
            cc_opening(s, n, out);
        else
            cc_diag_add(s->u->diags, CC_NOT_HERE, n->span,
                        "'if' on a permanent needs 'would', or stands behind a head");
        break;
    }
    case AST_WHILE:
        for (int i = 0; i < n->kid[1]->kid_count; i++)
            if (n->kid[1]->kid[i]->kind == AST_SENTENCES)
                for (int k = 0; k < n->kid[1]->kid[i]->kid_count; k++)
                    cc_static(s, n->kid[1]->kid[i]->kid[k], n->kid[0], out);
            else
                cc_diag_add(s->u->diags, CC_NOT_HERE, n->kid[1]->kid[i]->span,
                            "'while' holds sentences that stay true");
        break;
    case AST_SENTENCES:
        lower_sentences(s, n, out);
        break;
    default:
        cc_diag_add(s->u->diags, CC_NOT_HERE, n->span, "a %s cannot stand here",
                    ast_kind_name((ast_kind)n->kind));
    }
}

/* you may pay 1 life and exile a blue card from your hand rather than its mana cost (CR 117.9) */
static int alternative_cost(cc_scope *s, const ast *n, cc_abilities *out)
{
    if (n->kind != AST_SENTENCES)
        return 0;
    const ast *verbs = n->kid[0]->kid[2];
    ast *costs = ast_node(s->u->mem, AST_COSTS, n->span, 0);
    int found = 0;
    for (int i = 0; i < verbs->kid_count; i++) {
        ast *verb = ast_node(s->u->mem, AST_VERB, verbs->kid[i]->span, 8, NULL, NULL, NULL,
                             verbs->kid[i]->kid[3], NULL, verbs->kid[i]->kid[5],
                             ast_node(s->u->mem, AST_LIST, n->span, 0), NULL);
        for (int k = 0; k < verbs->kid[i]->kid[6]->kid_count; k++) {
            ast *label = verbs->kid[i]->kid[6]->kid[k];
            const char *noun = cc_head_noun(s->u, label->kid[1]);
            if (ast_says(label->kid[0], "rather than") && noun && strcmp(noun, "mana cost") == 0)
                found = 1;
            else
                ast_push(s->u->mem, verb->kid[6], label);
        }
        ast_push(s->u->mem, costs, verb);
    }
    if (!found || !ast_says(verbs->kid[0]->kid[0], "may"))
        return 0;
    vm_ability a = cc_ability_new(s, VM_ABILITY_COST, n);
    a.zones = 0x7F;
    a.flags = VM_AF_ALTERNATIVE;
    a.cost = cc_costs(s, costs, &a.cost_count, &a.flags);
    VEC_PUSH(s->u->mem, out, a);
    return 1;
}

/* Statements of an instant or sorcery that are effects form its one spell ability, in order. */
static int is_spell_effect(cc_scope *s, const ast *n)
{
    const ast *more;
    if (s->kind != SCOPE_SPELL)
        return 0;
    switch (n->kind) {
    case AST_SENTENCES: { /* 'this costs {1} more ...' describes the spell itself */
        const ast *sent = n->kid[0], *subject = sent->kid[1];
        const ast *np0 = subject ? (subject->kind == AST_NP ? subject->kid[0] : subject) : NULL;
        int self = np0 && np0->kind == AST_PRON && np0->kid[0]->token == TOK_THIS;
        const ast *head = sent->kid[2]->kid[0]->kid[3];
        const ast *aux = sent->kid[2]->kid[0]->kid[0];
        return !(self && ((head && strcmp(cc_lemma(s->u, head->text), "cost") == 0) ||
                          ast_says(aux, "can't")));
    }
    case AST_LET:
    case AST_FOREACH:
    case AST_UNTIL:
    case AST_AT:
    case AST_WHEN:
        return 1;
    case AST_IF:
        return cc_would_clause(n->kid[0], &more) == NULL;
    default:
        return 0;
    }
}

void cc_statements(cc_scope *s, const ast *block, cc_abilities *out)
{
    ast *effect = ast_node(s->u->mem, AST_BLOCK, block->span, 0);
    for (int i = 0; i < block->kid_count; i++) {
        if (alternative_cost(s, block->kid[i], out))
            continue;
        if (is_spell_effect(s, block->kid[i])) {
            ast_push(s->u->mem, effect, block->kid[i]);
            continue;
        }
        cc_scope inner = *s;
        if (s->kind == SCOPE_SPELL)
            inner.kind = SCOPE_PERMANENT; /* statics of a spell are read the same way */
        inner.targets.count = inner.targets.cap = 0;
        inner.has_event = 0;
        inner.mods_duration = -1;
        cc_statement(&inner, block->kid[i], out);
    }
    if (effect->kid_count) {
        vm_ability a = cc_ability_new(s, VM_ABILITY_SPELL, effect->kid[0]);
        cc_spell_or_effect(s, effect, &a);
        VEC_PUSH(s->u->mem, out, a);
    }
}
