/* What stands in a body: sentences, if, let, for each, triggers that it makes. */
#include "compiler/lower.h"

#include <stdlib.h>
#include <string.h>

#include "grammar.tab.h"

cc_val cc_choice(cc_fn *f, const ast *value, int *handled)
{
    /* a color of your choice · an opponent of your choice */
    const ast *post = value->kind == AST_TERM ? value->kid[2]
                      : value->kind == AST_NP && value->kid[1]->kid_count == 1
                          ? value->kid[1]->kid[0]
                          : NULL;
    const char *choice = ast_is(post, AST_POST) ? cc_peek_noun(f->u, ast_at(post, 1)) : NULL;
    if (choice && strcmp(choice, "choice") == 0 && cc_core(post->kid[1])->kid[0] &&
        ast_says(cc_core(post->kid[1])->kid[0]->kid[2], "your"))
        cc_head_noun(f->u, post->kid[1]);
    const ast *core = cc_core(value->kind == AST_TERM ? value->kid[0] : value);
    *handled = 0;
    const ast *part = value->kind == AST_NP ? value->kid[0] : value;
    if (ast_is(part, AST_PARTOF) && ast_says(part->kid[0], "another of") && f->word.type) {
        const char *kind = cc_head_noun(f->u, part->kid[1]); /* another of the same kind */
        const ast *adjs = kind ? cc_core(part->kid[1])->kid[1]->kid[0]->kid[0] : NULL;
        if (kind && strcmp(kind, "kind") == 0 && adjs->kid_count == 1 &&
            ast_says(adjs->kid[0], "same")) {
            cc_arg w[2] = {{.v = cc_op(f, VM_OP_YOU, 'p', 0, 0, 0), .given = 1},
                           {.v = f->word, .given = 1}};
            *handled = 1;
            return cc_native(f, VM_NATIVE_choose_like_word, w);
        }
    }
    const char *noun = core ? cc_head_noun(f->u, core) : NULL;
    if (!noun || !core->kid[0] || !core->kid[0]->kid[0] || core->kid[0]->kid[0]->token != TOK_A)
        return CC_BAD;
    cc_arg a[1] = {{.v = cc_op(f, VM_OP_YOU, 'p', 0, 0, 0), .given = 1}};
    *handled = 1;
    if (strcmp(noun, "color") == 0)
        return cc_native(f, VM_NATIVE_choose_color, a);
    if (strcmp(noun, "creature type") == 0)
        return cc_native(f, VM_NATIVE_choose_creature_type, a);
    if (strcmp(noun, "opponent") == 0)
        return cc_native(f, VM_NATIVE_choose_opponent, a);
    if (strcmp(noun, "player") == 0)
        return cc_native(f, VM_NATIVE_choose_player, a);
    const ast *first = core->kid[1]->kid[0]->kid[1];
    if (strcmp(noun, "basic land type") == 0 && core->kid[1]->kid_count == 2 &&
        first->kid_count == 1 && ast_says(first->kid[0], "color word"))
        return f->word = cc_native(f, VM_NATIVE_choose_word, a);
    *handled = 0;
    return CC_BAD;
}
/* ---- statements of a body ---------------------------------------------------------------------
 */

static void lower_if(cc_fn *f, const ast *n)
{
    cc_val b = cc_condition(f, n->kid[0]);
    if (!b.type)
        return;
    uint32_t to_else = cc_emit(f, VM_OP_JF, b.reg, 0, 0, 0);
    cc_val did = cc_did(f);
    cc_body(f, n->kid[1]);
    if (n->kid[2]) {
        uint32_t to_end = cc_emit(f, VM_OP_JMP, 0, 0, 0, 0);
        cc_patch(f, to_else);
        f->did = did;
        cc_body(f, n->kid[2]);
        cc_patch(f, to_end);
    } else {
        cc_patch(f, to_else);
    }
}

static int is_number_tree(const cc_unit *u, const ast *v)
{
    if (v->kind == AST_QTY || v->kind == AST_COUNTED || v->kind == AST_BIN || v->kind == AST_PAREN)
        return 1;
    if (v->kind == AST_TERM)
        return is_number_tree(u, v->kid[0]);
    const ast *core = cc_core(v);
    return core && core->kid[0] && ast_at(core->kid[0], 2) && cc_head_noun(u, core) &&
           (strcmp(cc_head_noun(u, core), "power") == 0 ||
            strcmp(cc_head_noun(u, core), "toughness") == 0 ||
            strcmp(cc_head_noun(u, core), "mana value") == 0);
}

static void lower_let(cc_fn *f, const ast *n)
{
    int handled = 0;
    const char *name = n->kid[0]->text;
    if (n->kid[2]) {
        cc_val b = cc_condition(f, n->kid[2]), v = cc_reg(f, 'n');
        if (!b.type)
            return;
        uint32_t to_else = cc_emit(f, VM_OP_JF, b.reg, 0, 0, 0);
        cc_val x = cc_amount(f, n->kid[1]);
        if (x.type)
            cc_emit(f, VM_OP_MOV, v.reg, x.reg, 0, 0);
        uint32_t to_end = cc_emit(f, VM_OP_JMP, 0, 0, 0, 0);
        cc_patch(f, to_else);
        cc_val y = cc_amount(f, n->kid[3]);
        if (y.type)
            cc_emit(f, VM_OP_MOV, v.reg, y.reg, 0, 0);
        cc_patch(f, to_end);
        if (x.type && y.type)
            cc_name_set(f, name, v, n);
        return;
    }
    cc_val v = cc_choice(f, n->kid[1], &handled);
    if (!handled)
        v = is_number_tree(f->u, n->kid[1]) ? cc_amount(f, n->kid[1]) : cc_np(f, n->kid[1], 'e');
    cc_name_set(f, name, v, n);
}

static void lower_for_each(cc_fn *f, const ast *n)
{
    cc_val set = cc_as(f, cc_np(f, n->kid[0], 'e'), 'e');
    if (!set.type)
        return;
    cc_val index = cc_num(f, 0), one = cc_reg(f, 'e');
    uint32_t loop = cc_emit(f, VM_OP_ITER, one.reg, set.reg, index.reg, 0);
    cc_val it = f->it;
    f->it = one;
    for (int i = 0; ast_is(n->kid[0], AST_NP) && i < n->kid[0]->kid[1]->kid_count; i++)
        if (n->kid[0]->kid[1]->kid[i]->kid[0]->token == TOK_BIND)
            cc_name_set(f, n->kid[0]->kid[1]->kid[i]->kid[0]->text, one, n);
    cc_body(f, n->kid[1]);
    f->it = it;
    cc_emit(f, VM_OP_JMP, 0, 0, 0, (int32_t)loop);
    cc_patch(f, loop);
}

/* when you do: ... (CR 603.12): a trigger of its own, put on the stack once this has resolved. */
static int lower_reflexive(cc_fn *f, const ast *n)
{
    const ast *verb = n->kind == AST_WHEN ? n->kid[1]->kid[0]->kid[1]->kid[0] : NULL;
    if (!verb || verb->kid[3] || !ast_says(verb->kid[0], "do"))
        return 0;
    if (!cc_did(f).type) {
        cc_diag_add(f->u->diags, CC_NO_REFERENT, verb->span,
                    "nothing before this could have been done or not");
        return 1;
    }
    cc_scope inner = *f->s;
    vm_ability a = cc_ability_new(&inner, VM_ABILITY_TRIGGERED, n);
    inner.has_event = 0;
    inner.replacing = 0;
    cc_spell_or_effect(&inner, n->kid[3], &a);
    VEC_PUSH(f->u->mem, &f->u->ability, a);
    uint32_t jump = cc_emit(f, VM_OP_JF, f->did.reg, 0, 0, 0);
    cc_arg args[2] = {{.given = 0}, {.imm = (int32_t)f->u->ability.count - 1}};
    cc_native(f, VM_NATIVE_reflex, args);
    cc_patch(f, jump);
    return 1;
}

/* A trigger made by an effect: delayed (CR 603.7). What 'it' was is captured. */
static void lower_delayed(cc_fn *f, const ast *n)
{
    cc_scope inner = *f->s;
    cc_abilities made = {0};
    inner.has_event = 0;
    inner.replacing = 0;
    inner.targets.count = 0;
    inner.targets.cap = 0;
    inner.mods_duration = -1;
    inner.delayed = 1;
    cc_statement(&inner, n, &made);
    for (uint32_t i = 0; i < made.count; i++)
        VEC_PUSH(f->u->mem, &f->u->ability, made.at[i]);
    for (uint32_t i = 0; i < made.count; i++) {
        cc_arg a[2];
        memset(a, 0, sizeof a);
        a[0].v = f->it.type && f->it.type != 'n' ? cc_as(f, f->it, 'e') : CC_BAD;
        a[0].given = a[0].v.type != 0;
        a[1].imm = (int32_t)(f->u->ability.count - made.count + i);
        cc_native(f, VM_NATIVE_delay, a);
    }
}

static void lower_until(cc_fn *f, const ast *n)
{
    const char *noun = cc_head_noun(f->u, n->kid[0]);
    int old = f->s->mods_duration;
    if (noun && strcmp(noun, "end of turn") == 0)
        f->s->mods_duration = VM_DURATION_END_OF_TURN;
    else if (noun && strcmp(noun, "end of combat") == 0)
        f->s->mods_duration = VM_DURATION_END_OF_COMBAT;
    else
        cc_diag_add(f->u->diags, CC_NO_MEANING, n->span,
                    "'until' knows 'end of turn' and 'end of combat' here");
    cc_body(f, n->kid[1]);
    f->s->mods_duration = old;
}

void cc_body(cc_fn *f, const ast *block)
{
    f->depth++;
    for (int i = 0; block && i < block->kid_count; i++) {
        const ast *n = block->kid[i];
        f->at = n;
        switch (n->kind) {
        case AST_BLOCK:
            cc_body(f, n);
            break;
        case AST_SENTENCES:
            for (int k = 0; k < n->kid_count; k++)
                cc_sentence(f, n->kid[k]), cc_release(f);
            break;
        case AST_IF:
            if (ast_is(n->kid[0], AST_CLAUSE) && n->kid[0]->kid[1]->kid[0]->kid[0] &&
                strcmp(n->kid[0]->kid[1]->kid[0]->kid[0]->text, "would") == 0)
                lower_delayed(f, n);
            else
                lower_if(f, n);
            break;
        case AST_LET:
            lower_let(f, n);
            break;
        case AST_FOREACH:
            lower_for_each(f, n);
            break;
        case AST_WHEN:
        case AST_AT:
            if (!lower_reflexive(f, n))
                lower_delayed(f, n);
            break;
        case AST_UNTIL:
            lower_until(f, n);
            break;
        default:
            cc_diag_add(f->u->diags, CC_NOT_HERE, n->span, "a %s cannot stand inside an effect",
                        ast_kind_name((ast_kind)n->kind));
        }
        cc_release(f);
    }
    f->depth--;
}
