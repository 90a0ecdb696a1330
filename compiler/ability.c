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
        !ast_is(verbs->kid[0]->kid[5], AST_QTY) || !ast_says(verbs->kid[0]->kid[3], "choose"))
        return NULL;
    *out_modes = sent->kid[3];
    return verbs->kid[0]->kid[5];
}

static void lower_modes(cc_scope *s, const ast *qty, const ast *modes, vm_ability *a)
{
    cc_unit *u = s->u;
    int32_t n = 1;
    VEC(vm_mode) rows = {0};
    cc_number_word(qty->kid[0]->text, &n);
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
    a->mode_max = ast_at(qty, 1) ? rows.count : (uint32_t)n;
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

/* ---- keywords ---------------------------------------------------------------------------------
 */

static uint32_t quality_selector(cc_scope *s, const ast *ability)
{
    const ast *arg = ability->kid[1], *labels = ability->kid[2];
    if (arg)
        return cc_selector(s, arg, NULL);
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
    const char *word = ability->kid[0]->text;
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
    if (marker == VM_MARKER_KICKER || marker == VM_MARKER_ESCALATE) {
        ast *list = ast_node(u->mem, AST_COSTS, ability->span, 0);
        a.kind = VM_ABILITY_COST;
        a.flags = marker == VM_MARKER_ESCALATE ? VM_AF_PER_MODE : 0;
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
    if (!cc_step_event(&inner, n->kid[0], &a, n->kid[1]))
        return;
    if (n->kid[1])
        a.condition = cc_condition_fn(&inner, n->kid[1]);
    cc_spell_or_effect(&inner, n->kid[2], &a);
    VEC_PUSH(s->u->mem, out, a);
}

/* ---- replacements -----------------------------------------------------------------------------
 */

static int begins_with_instead(const ast *block)
{
    if (!block || !block->kid_count)
        return 0;
    const ast *n = block->kid[0];
    if (n->kind == AST_IF)
        return begins_with_instead(n->kid[1]);
    return n->kind == AST_SENTENCES && n->kid[0]->kid[0] != NULL;
}

static int changes_event(const cc_unit *u, uint32_t func)
{
    const vm_func *f = &u->func.at[func];
    for (uint32_t i = 0; i + 1 < f->code_count; i += 2) {
        uint32_t imm = u->code.at[f->code + i + 1];
        if ((u->code.at[f->code + i] & 255) == VM_OP_NATIVE && imm >= VM_NATIVE_event_amount &&
            imm <= VM_NATIVE_event_counters)
            return 1;
    }
    return 0;
}

/* if EVENT would happen: instead ... (CR 614) */
static void lower_replacement(cc_scope *s, const ast *clause, const ast *more, const ast *body,
                              uint32_t flags, cc_abilities *out)
{
    cc_unit *u = s->u;
    cc_scope inner = *s;
    vm_ability a = cc_ability_new(s, VM_ABILITY_REPLACE, clause);
    a.flags = flags;
    if (!cc_event(&inner, clause, &a))
        return;
    if (more)
        a.condition = cc_condition_fn(&inner, more);
    if (!begins_with_instead(body)) {
        cc_diag_add(u->diags, CC_NO_MEANING, body->span,
                    "what happens instead begins with 'instead'");
        return;
    }
    inner.replacing = 1;
    inner.ability = &a;
    inner.targets.count = 0;
    inner.mods_duration = -1;
    cc_fn f;
    cc_fn_begin(&f, &inner, 1);
    cc_body(&f, body);
    a.effect = cc_fn_end(&f);
    if (!changes_event(u, a.effect)) { /* it happens in the event's place: cancel that first */
        u->func.count--;
        u->code.count = u->func.at[u->func.count].code;
        u->regs.count = u->func.at[u->func.count].regs;
        while (u->line.count && u->line.at[u->line.count - 1].pc >= u->code.count)
            u->line.count--;
        inner.targets.count = 0;
        cc_fn_begin(&f, &inner, 1);
        cc_arg none[1] = {{.given = 0}};
        cc_native(&f, VM_NATIVE_event_cancel, none);
        cc_body(&f, body);
        a.effect = cc_fn_end(&f);
    }
    VEC_PUSH(u->mem, out, a);
}

/* Can the condition be an event that would happen? Then the rest, joined by 'and if', is left over.
 */
static const ast *would_clause(const ast *cond, const ast **out_more)
{
    *out_more = NULL;
    if (cond->kind == AST_CONDS && *cond->joined == 'a') {
        *out_more = cond->kid[1];
        cond = cond->kid[0];
    }
    if (cond->kind != AST_CLAUSE)
        return NULL;
    const ast *aux = cond->kid[1]->kid[0]->kid[0];
    return ast_says(aux, "would") ? cond : NULL;
}

/* ---- entering ---------------------------------------------------------------------------------
 */

/* this enters tapped · this enters with N time counters */
static int lower_enters(cc_scope *s, const ast *sent, cc_abilities *out)
{
    const ast *subject = sent->kid[1], *verbs = sent->kid[2];
    const ast *np0 = subject ? (subject->kind == AST_NP ? subject->kid[0] : subject) : NULL;
    if (!np0 || np0->kind != AST_PRON || np0->kid[0]->token != TOK_THIS || verbs->kid_count != 1)
        return 0;
    const ast *verb = verbs->kid[0];
    if ((verb->kid[0] && !ast_says(verb->kid[0], "may")) || !verb->kid[3] ||
        strcmp(cc_lemma(s->u, verb->kid[3]->text), "enter") != 0)
        return 0;
    vm_ability a = cc_ability_new(s, VM_ABILITY_ENTERS, sent);
    a.zones = 0x7F;
    cc_fn f;
    cc_fn_begin(&f, s, 1);
    f.at = sent;
    if (cc_enters_as_copy(s, verb, &f)) {
        a.effect = cc_fn_end(&f);
        VEC_PUSH(s->u->mem, out, a);
        return 1;
    }
    if (verb->kid[0] || verb->kid[7]) {
        cc_diag_add(s->u->diags, CC_NO_MEANING, sent->span,
                    "'may' and 'except' need 'as a copy of' here");
        return 1;
    }
    cc_arg args[2];
    memset(args, 0, sizeof args);
    const ast *object = verb->kid[5], *labels = verb->kid[6];
    int done = 0;
    if ((ast_is(object, AST_ADJS) && ast_says(object->kid[0], "tapped")) ||
        (labels->kid_count && !labels->kid[0]->kid[0] &&
         ast_says(labels->kid[0]->kid[1]->kid[0], "tapped"))) {
        cc_native(&f, VM_NATIVE_event_tapped, args);
        done = 1;
    } else if (ast_is(object, AST_WITHOBJ)) {
        const ast *what = object->kid[0]->kid[1];
        int kind = cc_counter_of(s->u, what);
        args[0].v = cc_qty_of(&f, what);
        args[0].given = 1;
        args[1].imm = kind;
        if (kind < 0)
            cc_diag_add(s->u->diags, CC_BAD_VALUE, what->span, "this is not a kind of counter");
        else if (args[0].v.type)
            cc_native(&f, VM_NATIVE_event_counters, args);
        done = 1;
    }
    if (!done) {
        cc_diag_add(s->u->diags, CC_NO_MEANING, sent->span,
                    "this can enter tapped, or with counters");
        return 1;
    }
    a.effect = cc_fn_end(&f);
    VEC_PUSH(s->u->mem, out, a);
    return 1;
}

static void lower_as(cc_scope *s, const ast *n, cc_abilities *out)
{
    const ast *verb = n->kid[0]->kid[1]->kid[0];
    if (!verb->kid[3] || strcmp(cc_lemma(s->u, verb->kid[3]->text), "enter") != 0) {
        cc_diag_add(s->u->diags, CC_BAD_EVENT, n->span, "'as' knows 'as this enters'");
        return;
    }
    vm_ability a = cc_ability_new(s, VM_ABILITY_ENTERS, n);
    a.zones = 0x7F;
    cc_spell_or_effect(s, n->kid[1], &a);
    VEC_PUSH(s->u->mem, out, a);
}

/* ---- statics ----------------------------------------------------------------------------------
 */

static int cant_trigger(const cc_unit *u, const ast *verb)
{
    return ast_says(verb->kid[0], "can't") && verb->kid[3] &&
           strcmp(cc_lemma(u, verb->kid[3]->text), "trigger") == 0;
}

/* creatures entering the battlefield: the creatures; NULL if it is something else. */
static const ast *what_enters(const cc_unit *u, const ast *np)
{
    const ast *posts = ast_is(np, AST_NP) ? np->kid[1] : NULL;
    const ast *last = posts && posts->kid_count ? posts->kid[posts->kid_count - 1] : NULL;
    if (!last || last->kid[0]->token != TOK_PART ||
        strcmp(cc_lemma(u, last->kid[0]->text), "enter") != 0)
        return NULL;
    ast *fewer = ast_node(u->mem, AST_LIST, np->span, 0);
    for (int i = 0; i + 1 < posts->kid_count; i++)
        ast_push(u->mem, fewer, posts->kid[i]);
    return ast_node(u->mem, AST_NP, np->span, 2, np->kid[0], fewer);
}

static void lower_static(cc_scope *s, const ast *sent, const ast *condition, cc_abilities *out)
{
    cc_unit *u = s->u;
    const ast *subject = sent->kid[1], *verbs = sent->kid[2];
    vm_ability a = cc_ability_new(s, VM_ABILITY_STATIC, sent);
    cc_mods m;
    memset(&m, 0, sizeof m);
    m.s = s;
    for (int i = 0; i < verbs->kid_count; i++) {
        const ast *tail = verbs->kid[i]->kid[7];
        if (ast_is(tail, AST_TAIL) && tail->kid[0]->token == TOK_WHILE)
            condition = tail->kid[1];
    }
    if (condition)
        a.condition = cc_condition_fn(s, condition);
    uint32_t errors = u->diags->total_count;
    const ast *np = subject, *core = cc_core(subject);
    if (core && core->kid[0] && ast_at(core->kid[0], 3)) {
        cc_diag_add(u->diags, CC_NOT_HERE, subject->span,
                    "a target can only be chosen by a spell or ability that does something");
        cc_diag_help(u->diags, "begin with 'when ...:', 'at ...:' or a cost and ':'");
        return;
    }
    /* 'you control enchanted creature', 'players may spend mana ...': the object is what is changed
     */
    cc_match match;
    if (verbs->kid_count == 1 && cc_match_verb(u, DECL_ACTION, subject, verbs->kid[0], 0, &match) &&
        match.decl->native && strcmp(match.decl->native, "mod_control") == 0 &&
        cc_bound(&match, "OBJECT"))
        np = cc_bound(&match, "OBJECT")->node;
    if (cant_trigger(u, verbs->kid[0]) && !(np = what_enters(u, np))) {
        cc_diag_add(u->diags, CC_NO_MEANING, subject->span,
                    "what cannot trigger abilities? 'creatures entering the battlefield'");
        return;
    }
    uint32_t sel = np ? cc_selector(s, np, NULL) : 0;
    if (u->diags->total_count != errors)
        return;
    for (int i = 0; i < verbs->kid_count; i++)
        cc_mods_add(&m, subject, verbs->kid[i], i + 1 == verbs->kid_count ? sent->kid[3] : NULL,
                    sel);
    if (m.failed || !m.list.count)
        return;
    a.mods = u->mod.count;
    a.mod_count = m.list.count;
    for (uint32_t i = 0; i < m.list.count; i++) {
        VEC_PUSH(u->mem, &u->mod, m.list.at[i]);
        if (m.list.at[i].op == VM_MOD_COSTS_MORE || m.list.at[i].op == VM_MOD_CANT_BE_COUNTERED)
            a.zones |= ast_is(np, AST_NP) && ast_is(np->kid[0], AST_PRON) ? 0x7Fu : 0;
    }
    VEC_PUSH(u->mem, out, a);
}

/* define power = ..., define toughness = ...: one characteristic-defining ability (CR 604.3). */
static void lower_define(cc_scope *s, const ast *n, cc_abilities *out)
{
    cc_unit *u = s->u;
    const char *noun = cc_head_noun(u, n->kid[0]);
    int which = noun && strcmp(noun, "power") == 0       ? 0
                : noun && strcmp(noun, "toughness") == 0 ? 1
                                                         : -1;
    if (which < 0) {
        cc_diag_add(u->diags, CC_BAD_VALUE, n->span, "'define' knows power and toughness");
        return;
    }
    cc_fn f;
    cc_fn_begin(&f, s, 0);
    f.candidate = cc_reg(&f, 'e');
    f.params = 1;
    f.at = n;
    uint32_t fn = cc_fn_end_value(&f, cc_amount(&f, n->kid[1]));
    for (uint32_t i = 0; i < out->count; i++)
        if (out->at[i].kind == VM_ABILITY_STATIC && (out->at[i].flags & VM_AF_CDA)) {
            vm_mod *row = &u->mod.at[out->at[i].mods];
            if (which)
                row->fb = fn;
            else
                row->fa = fn;
            return;
        }
    vm_ability a = cc_ability_new(s, VM_ABILITY_STATIC, n);
    a.zones = 0x7F;
    a.flags = VM_AF_CDA;
    vm_mod row = {VM_MOD_DEFINE_PT, 0, 0, 0, which ? 0 : fn, which ? fn : 0, 0};
    a.mods = u->mod.count;
    a.mod_count = 1;
    VEC_PUSH(u->mem, &u->mod, row);
    VEC_PUSH(u->mem, out, a);
}

/* level 2-6 3/3 { first strike } (CR 711): while it has that many level counters */
static void lower_level(cc_scope *s, const ast *n, cc_abilities *out)
{
    cc_unit *u = s->u;
    int32_t low = 0, high = 1 << 30, p = 0, t = 0;
    const char *dash = strchr(n->kid[0]->text, '-'), *slash = strchr(n->kid[1]->text, '/');
    int kind = cc_symbol(u, VM_SYM_COUNTER, "level");
    cc_number_word(n->kid[0]->text, &low);
    if (dash)
        cc_number_word(dash + 1, &high);
    cc_number_word(n->kid[1]->text, &p);
    cc_number_word(slash + 1, &t);
    if (kind < 0 || low > high) {
        cc_diag_add(u->diags, CC_BAD_VALUE, n->span,
                    "a level needs a range like 2-6 or 7+, and the counter 'level'");
        return;
    }
    vm_ability a = cc_ability_new(s, VM_ABILITY_STATIC, n);
    cc_fn f;
    cc_fn_begin(&f, s, 0);
    f.at = n;
    cc_val me = cc_as(&f, cc_op(&f, VM_OP_THIS, 'o', 0, 0, 0), 'e');
    cc_val have = cc_op(&f, VM_OP_COUNTERS, 'n', me.reg, 0, kind);
    cc_val lo = cc_num(&f, low), hi = cc_num(&f, high);
    cc_val b1 = cc_op(&f, VM_OP_LE, 'b', lo.reg, have.reg, 0),
           b2 = cc_op(&f, VM_OP_LE, 'b', have.reg, hi.reg, 0);
    a.condition = cc_fn_end_value(&f, cc_op(&f, VM_OP_AND, 'b', b1.reg, b2.reg, 0));
    vm_mod pt = {VM_MOD_SET_PT, 0, (uint32_t)p, (uint32_t)t, 0, 0, 0};
    vm_mod add = {VM_MOD_ADD_ABILITIES, 0, 0, 0, 0, 0, 0};
    cc_abilities list = {0};
    if (n->kid[2])
        cc_statements(s, n->kid[2], &list);
    add.a = cc_abilities_store(u, &list);
    add.b = list.count;
    a.mods = u->mod.count;
    VEC_PUSH(u->mem, &u->mod, pt);
    if (list.count)
        VEC_PUSH(u->mem, &u->mod, add);
    a.mod_count = u->mod.count - a.mods;
    VEC_PUSH(u->mem, out, a);
}

/* chapter 1, 2: ... (CR 714.2b): when the lore counters reach the number */
static void lower_chapter(cc_scope *s, const ast *n, cc_abilities *out)
{
    int saga = 0;
    for (int i = 0; s->face && i < s->face->kid[1]->kid_count; i++)
        saga |= cc_symbol(s->u, VM_SYM_SUBTYPE, s->face->kid[1]->kid[i]->text) == VM_SUBTYPE_SAGA;
    if (!saga) {
        cc_diag_add(s->u->diags, CC_NOT_HERE, n->span,
                    "a chapter stands on an enchantment with the subtype Saga");
        return;
    }
    for (int i = 0; i < n->kid[0]->kid_count; i++) {
        int32_t number = 0;
        cc_number_word(n->kid[0]->kid[i]->text, &number);
        cc_scope inner = *s;
        vm_ability a = cc_ability_new(s, VM_ABILITY_TRIGGERED, n);
        a.event = VM_EVENT_put_counters;
        a.mode_min = (uint32_t)number; /* the chapter's number, for CR 714.4 */
        inner.has_event = 1;
        cc_fn f;
        cc_fn_begin(&f, &inner, 0);
        f.at = n;
        cc_val me = cc_as(&f, cc_op(&f, VM_OP_THIS, 'o', 0, 0, 0), 'e'),
               whom = cc_op(&f, VM_OP_EVENT_WHOM, 'e', 0, 0, 0);
        cc_val all = cc_op(&f, VM_OP_MEET, 'b', me.reg, whom.reg, 0);
        cc_val kind = cc_op(&f, VM_OP_EVENT_AUX, 'n', 0, 0, 0), lore = cc_num(&f, VM_COUNTER_LORE),
               want = cc_num(&f, number);
        cc_val have = cc_op(&f, VM_OP_COUNTERS, 'n', me.reg, 0, VM_COUNTER_LORE),
               added = cc_op(&f, VM_OP_EVENT_AMOUNT, 'n', 0, 0, 0);
        cc_val before = cc_op(&f, VM_OP_SUB, 'n', have.reg, added.reg, 0);
        cc_val tests[3] = {cc_op(&f, VM_OP_EQ, 'b', kind.reg, lore.reg, 0),
                           cc_op(&f, VM_OP_LE, 'b', want.reg, have.reg, 0),
                           cc_op(&f, VM_OP_LT, 'b', before.reg, want.reg, 0)};
        for (int k = 0; k < 3; k++)
            all = cc_op(&f, VM_OP_AND, 'b', all.reg, tests[k].reg, 0);
        a.filter = cc_fn_end_value(&f, all);
        inner.has_event = 0;
        cc_spell_or_effect(&inner, n->kid[1], &a);
        VEC_PUSH(s->u->mem, out, a);
    }
}

/* A Saga enters with a lore counter (CR 714.3a). */
static void saga_enters(cc_scope *s, const ast *at, cc_abilities *out)
{
    for (uint32_t i = 0; i < out->count; i++)
        if (out->at[i].kind == VM_ABILITY_ENTERS)
            return;
    vm_ability a = cc_ability_new(s, VM_ABILITY_ENTERS, at);
    a.zones = 0x7F;
    cc_fn f;
    cc_fn_begin(&f, s, 1);
    f.at = at;
    cc_arg args[2] = {{.v = cc_num(&f, 1), .given = 1}, {.imm = VM_COUNTER_LORE}};
    cc_native(&f, VM_NATIVE_event_counters, args);
    a.effect = cc_fn_end(&f);
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
        if (lower_enters(s, sent, out))
            continue;
        if (is_static_sentence(s, sent)) {
            lower_static(s, sent, NULL, out);
            continue;
        }
        cc_diag_add(
            s->u->diags, CC_SPELL_ABILITY, sent->span,
            "a permanent does not do this by itself; when does it happen, or at what cost?");
        cc_diag_help(s->u->diags, "begin with 'when ...:', 'at ...:' or a cost and ':'");
    }
}

/* this is in your opening hand */
static int in_opening_hand(const cc_unit *u, const ast *cond)
{
    const ast *verb = cond->kind == AST_CLAUSE ? cond->kid[1]->kid[0] : NULL;
    const ast *where = verb && ast_is(verb->kid[5], AST_POST) ? verb->kid[5]->kid[1] : NULL;
    const ast *core = where ? cc_core(where) : NULL;
    const ast *adjs = core ? core->kid[1]->kid[0]->kid[0] : NULL;
    return core && cc_is_this(cond->kid[0]) && strcmp(cc_head_noun(u, core), "hand") == 0 &&
           adjs->kid_count == 1 && ast_says(adjs->kid[0], "opening");
}

/* you may begin the game with it on the battlefield (CR 103.5a) */
static void lower_opening(cc_scope *s, const ast *n, cc_abilities *out)
{
    const ast *body = n->kid[1], *sent = NULL;
    if (body->kid_count == 1 && body->kid[0]->kind == AST_SENTENCES && body->kid[0]->kid_count == 1)
        sent = body->kid[0]->kid[0];
    const ast *verb = sent && sent->kid[2]->kid_count == 1 ? sent->kid[2]->kid[0] : NULL;
    const char *noun = verb && verb->kid[5] ? cc_head_noun(s->u, verb->kid[5]) : NULL;
    const ast *where = NULL;
    for (int i = 0; verb && i < verb->kid[6]->kid_count; i++)
        if (ast_says(verb->kid[6]->kid[i]->kid[0], "on"))
            where = verb->kid[6]->kid[i]->kid[1];
    if (!verb || !ast_says(verb->kid[0], "may") || !verb->kid[3] ||
        strcmp(cc_lemma(s->u, verb->kid[3]->text), "begin") != 0 || !noun ||
        strcmp(noun, "game") != 0 || !where ||
        cc_zone_of(s->u, where, NULL) != VM_ZONE_BATTLEFIELD) {
        cc_diag_add(s->u->diags, CC_NO_MEANING, n->span,
                    "an opening hand knows: you may begin the game with it on the battlefield");
        return;
    }
    vm_ability a = cc_ability_new(s, VM_ABILITY_OPENING, n);
    a.zones = 1u << VM_ZONE_HAND;
    cc_fn f;
    cc_fn_begin(&f, s, 1);
    f.at = n;
    const cc_val you = cc_op(&f, VM_OP_YOU, 'p', 0, 0, 0), it = cc_op(&f, VM_OP_THIS, 'o', 0, 0, 0);
    const cc_arg who[1] = {{.v = you, .given = 1}};
    const cc_val yes = cc_native(&f, VM_NATIVE_may, who);
    const uint32_t jump = cc_emit(&f, VM_OP_JF, yes.reg, 0, 0, 0);
    const cc_arg move[5] = {
        {.v = it, .given = 1}, {.v = you, .given = 1}, {.imm = VM_ZONE_BATTLEFIELD}};
    cc_native(&f, VM_NATIVE_move, move);
    cc_patch(&f, jump);
    a.effect = cc_fn_end(&f);
    VEC_PUSH(s->u->mem, out, a);
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
            lower_replacement(s, clause, n->kid[2], n->kid[3], VM_AF_NEXT_TIME, out);
        } else {
            lower_trigger(s, n, out);
        }
        break;
    case AST_AT:
        lower_at(s, n, out);
        break;
    case AST_AS:
        lower_as(s, n, out);
        break;
    case AST_ACTIVATED:
        lower_activated(s, n, out);
        break;
    case AST_LEVEL:
        lower_level(s, n, out);
        break;
    case AST_CHAPTER:
        saga_enters(s, n, out);
        lower_chapter(s, n, out);
        break;
    case AST_DEFINE:
        lower_define(s, n, out);
        break;
    case AST_IF: {
        const ast *would = would_clause(n->kid[0], &more);
        if (would)
            lower_replacement(s, would, more, n->kid[1], 0, out);
        else if (in_opening_hand(s->u, n->kid[0]))
            lower_opening(s, n, out);
        else
            cc_diag_add(s->u->diags, CC_NOT_HERE, n->span,
                        "'if' on a permanent needs 'would', or stands behind a head");
        break;
    }
    case AST_WHILE:
        for (int i = 0; i < n->kid[1]->kid_count; i++)
            if (n->kid[1]->kid[i]->kind == AST_SENTENCES)
                for (int k = 0; k < n->kid[1]->kid[i]->kid_count; k++)
                    lower_static(s, n->kid[1]->kid[i]->kid[k], n->kid[0], out);
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
            if (ast_says(label->kid[0], "rather than"))
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
        return would_clause(n->kid[0], &more) == NULL;
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
