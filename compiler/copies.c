/* Copies (CR 706): what is different about the copy, and permanents that enter as one. */
#include "compiler/lower.h"

#include <string.h>

#include "grammar.tab.h"

/* its color isn't copied (CR 706.9b): it keeps its own */
static int keeps_color(cc_mods *m, const ast *subject, const ast *verb)
{
    cc_unit *u = m->s->u;
    const char *noun = subject ? cc_head_noun(u, subject) : NULL;
    const ast *be = verb->kid[3], *pass = verb->kid[4];
    if (!noun || strcmp(noun, "color") != 0 || !pass ||
        strcmp(cc_lemma(u, pass->text), "copy") != 0 || !strstr(be->text, "n't"))
        return 0;
    const vm_mod row = {VM_MOD_SET_COLORS, 0, u->face.at[m->s->face_idx].colors, 0, 0, 0, 0};
    VEC_PUSH(u->mem, &m->list, row);
    return 1;
}

static void one_exception(cc_mods *m, const ast *subject, const ast *verb, const ast *block)
{
    if (!keeps_color(m, subject, verb))
        cc_mods_add(m, subject, verb, block, 0);
}

/* except it is red · except { its color isn't copied; it gains { ... } } */
static void exceptions(cc_mods *m, const ast *tail)
{
    const ast *what = tail->kid[1];
    if (what->kind == AST_CLAUSE) {
        one_exception(m, what->kid[0], what->kid[1]->kid[0], NULL);
        return;
    }
    if (what->kind != AST_BLOCK) {
        cc_diag_add(m->s->u->diags, CC_NO_MEANING, what->span,
                    "what is different about a copy is said like 'except it is red'");
        m->failed = 1;
        return;
    }
    for (int i = 0; i < what->kid_count; i++)
        for (int k = 0; k < what->kid[i]->kid_count; k++) {
            const ast *sent = what->kid[i]->kid[k];
            if (what->kid[i]->kind != AST_SENTENCES || !sent->kid[1]) {
                cc_diag_add(m->s->u->diags, CC_NOT_HERE, what->kid[i]->span,
                            "only what is different about a copy can stand here");
                m->failed = 1;
                return;
            }
            for (int v = 0; v < sent->kid[2]->kid_count; v++)
                one_exception(m, sent->kid[1], sent->kid[2]->kid[v],
                              v + 1 == sent->kid[2]->kid_count ? sent->kid[3] : NULL);
        }
}

/* What a spell on the stack can be made to differ in: it has no layers of its own there. */
static int suits_spell(uint32_t op)
{
    return op == VM_MOD_SET_COLORS || op == VM_MOD_ADD_COLORS || op == VM_MOD_ADD_TYPES ||
           op == VM_MOD_SET_TYPES || op == VM_MOD_ADD_SUBTYPES;
}

int cc_exceptions(cc_scope *s, const ast *tail, int of_spell, cc_arg *out)
{
    cc_unit *u = s->u;
    cc_mods m;
    memset(&m, 0, sizeof m);
    m.s = s;
    const vm_mod copy = {VM_MOD_COPY, 0, 0, 0, 0, 0, 0};
    VEC_PUSH(u->mem, &m.list, copy);
    if (tail)
        exceptions(&m, tail);
    for (uint32_t i = 1; i < m.list.count && of_spell && !m.failed; i++)
        if (!suits_spell(m.list.at[i].op)) {
            cc_diag_add(u->diags, CC_NO_MEANING, tail->span,
                        "a copy of a spell can differ in colors and types");
            m.failed = 1;
        }
    out->imm = (int32_t)u->mod.count;
    out->imm2 = (int32_t)m.list.count;
    for (uint32_t i = 0; i < m.list.count; i++)
        VEC_PUSH(u->mem, &u->mod, m.list.at[i]);
    return !m.failed;
}

/* this may enter as a copy of any creature (CR 706.5) */
int cc_enters_as_copy(cc_scope *s, const ast *verb, cc_fn *f)
{
    const ast *labels = verb->kid[6], *what = NULL, *tail = verb->kid[7];
    for (int i = 0; i < labels->kid_count; i++)
        if (labels->kid[i]->kid[0] && labels->kid[i]->kid[0]->token == TOK_AS)
            what = labels->kid[i]->kid[1];
    const char *noun = what ? cc_head_noun(s->u, what) : NULL;
    if (!noun || strcmp(noun, "copy") != 0)
        return 0;
    if (labels->kid_count > 1) {
        cc_diag_add(s->u->diags, CC_EXTRA_OPERAND, verb->span,
                    "'enter as a copy of ...' takes nothing more but 'except ...'");
        return 1;
    }
    const ast *of = NULL;
    ast *rest = ast_node(s->u->mem, AST_LIST, what->span, 0);
    for (int i = 0; ast_is(what, AST_NP) && i < what->kid[1]->kid_count; i++)
        if (!of && ast_says(what->kid[1]->kid[i]->kid[0], "of"))
            of = what->kid[1]->kid[i]->kid[1];
        else
            ast_push(s->u->mem, rest, what->kid[1]->kid[i]);
    if (!of) {
        cc_diag_add(s->u->diags, CC_MISSING_OPERAND, what->span, "a copy of what?");
        return 1;
    }
    uint32_t sel =
        cc_selector(s, ast_node(s->u->mem, AST_NP, of->span, 2, (ast *)(uintptr_t)of, rest), NULL);
    cc_arg args[2];
    memset(args, 0, sizeof args);
    if (!sel || !cc_exceptions(s, tail, 0, &args[1]))
        return 1;
    int optional = verb->kid[0] != NULL;
    cc_val among = cc_op(f, VM_OP_SELECT, 'e', 0, 0, (int32_t)sel);
    const cc_arg choice[4] = {{.v = among, .given = 1},
                              {.v = cc_op(f, VM_OP_YOU, 'p', 0, 0, 0), .given = 1},
                              {.v = cc_num(f, optional ? 0 : 1), .given = 1},
                              {.v = cc_num(f, 1), .given = 1}};
    args[0].v = cc_native(f, VM_NATIVE_choose, choice);
    args[0].given = 1;
    cc_native(f, VM_NATIVE_event_copy, args);
    return 1;
}
