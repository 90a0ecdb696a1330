/* Replacement effects (CR 614) and what happens as a permanent enters or a game begins. */
#include "compiler/lower.h"

#include <string.h>

#include "grammar.tab.h"

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
void cc_replacement(cc_scope *s, const ast *clause, const ast *more, const ast *body,
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
const ast *cc_would_clause(const ast *cond, const ast **out_more)
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
int cc_enters(cc_scope *s, const ast *sent, cc_abilities *out)
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
        const char *noun = cc_head_noun(s->u, what);
        if (kind < 0 || !noun || strcmp(noun, "counter") != 0)
            cc_diag_add(s->u->diags, CC_BAD_VALUE, what->span, "this is not a kind of counter");
        else if (args[0].v.type)
            cc_native(&f, VM_NATIVE_event_counters, args);
        done = 1;
    }
    const int in_label = labels->kid_count && !labels->kid[0]->kid[0];
    if (!done || labels->kid_count > in_label) {
        cc_diag_add(s->u->diags, CC_NO_MEANING, sent->span,
                    "this can enter tapped, or with counters, and no more");
        return 1;
    }
    a.effect = cc_fn_end(&f);
    VEC_PUSH(s->u->mem, out, a);
    return 1;
}

void cc_as_enters(cc_scope *s, const ast *n, cc_abilities *out)
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

/* this is in your opening hand */
int cc_in_opening_hand(const cc_unit *u, const ast *cond)
{
    const ast *verb = cond->kind == AST_CLAUSE ? cond->kid[1]->kid[0] : NULL;
    const ast *where = verb && ast_is(verb->kid[5], AST_POST) ? verb->kid[5]->kid[1] : NULL;
    const ast *core = where ? cc_core(where) : NULL;
    const ast *adjs = core ? core->kid[1]->kid[0]->kid[0] : NULL;
    return core && cc_is_this(cond->kid[0]) && strcmp(cc_head_noun(u, core), "hand") == 0 &&
           adjs->kid_count == 1 && ast_says(adjs->kid[0], "opening");
}

/* you may begin the game with it on the battlefield (CR 103.5a) */
void cc_opening(cc_scope *s, const ast *n, cc_abilities *out)
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
    const ast *posts = ast_is(verb->kid[5], AST_NP) ? verb->kid[5]->kid[1] : NULL;
    if (posts && posts->kid_count == 1 && ast_is(posts->kid[0]->kid[1], AST_PRON))
        ast_says(posts->kid[0]->kid[1]->kid[0], "it");
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
