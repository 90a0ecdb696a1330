/* Sentences that change rules: can't, must, costs. */
#include "compiler/lower.h"

#include <string.h>

#include "grammar.tab.h"

static const ast *except_by(const ast *verb)
{
    const ast *tail = verb->kid[7];
    if (!ast_is(tail, AST_TAIL) || tail->kid[0]->token != TOK_EXCEPT)
        return NULL;
    const ast *what = tail->kid[1];
    return ast_is(what, AST_LABEL) ? what->kid[1] : what;
}

/* can't attack alone */
static int alone(const ast *verb)
{
    const ast *object = verb->kid[5], *labels = verb->kid[6];
    int found =
        ast_is(object, AST_ADJS) && object->kid_count == 1 && ast_says(object->kid[0], "alone");
    for (int i = 0; i < labels->kid_count; i++)
        found |= !labels->kid[i]->kid[0] && ast_says(labels->kid[i]->kid[1]->kid[0], "alone");
    return found;
}

/* can't have eight or more dream counters (CR 704.5r) */
static void add_counter_limit(cc_mods *m, const ast *verb, uint32_t sel)
{
    const ast *object = verb->kid[5], *core = object ? cc_core(object) : NULL;
    const ast *qty = core && core->kid[0] ? core->kid[0]->kid[1] : NULL;
    int kind = core ? cc_counter_of(m->s->u, object) : -1;
    int32_t n = 0;
    if (kind < 0 || !ast_is(qty, AST_QTY) || !ast_says(ast_at(qty, 1), "or more") ||
        !cc_number_word(qty->kid[0]->text, &n)) {
        cc_mod_wrong(m, verb, "a limit reads: this can't have eight or more charge counters");
        return;
    }
    cc_mod_push(m, VM_MOD_MAX_COUNTERS, sel, (uint32_t)kind, (uint32_t)n);
}

void cc_mod_cant(cc_mods *m, const ast *subject, const ast *verb, uint32_t sel)
{
    cc_unit *u = m->s->u;
    const ast *head = verb->kid[3], *pass = verb->kid[4], *object = verb->kid[5],
              *tail = verb->kid[7];
    const char *lemma = cc_lemma(u, pass ? pass->text : head->text);
    (void)subject;
    if (pass && strcmp(lemma, "block") == 0) {
        const ast *except = except_by(verb), *labels = verb->kid[6];
        for (int i = 0; i < labels->kid_count && !except; i++)
            if (ast_says(labels->kid[i]->kid[0], "by")) {
                /* can't be blocked by X = the X can't block it */
                uint32_t by = cc_selector(m->s, labels->kid[i]->kid[1], NULL);
                cc_mod_push(m, VM_MOD_CANT_BE_BLOCKED, sel, by, 1);
                return;
            }
        cc_mod_push(m, VM_MOD_CANT_BE_BLOCKED, sel, except ? cc_selector(m->s, except, NULL) : 0,
                    0);
    } else if (pass && strcmp(lemma, "regenerate") == 0) {
        cc_mod_push(m, VM_MOD_CANT_REGENERATE, sel, 0, 0);
    } else if (pass && strcmp(lemma, "counter") == 0) {
        cc_mod_push(m, VM_MOD_CANT_BE_COUNTERED, sel, 0, 0);
    } else if (!pass && alone(verb) && strcmp(lemma, "attack") == 0) {
        cc_mod_push(m, VM_MOD_CANT_ATTACK_ALONE, sel, 0, 0);
    } else if (!pass && alone(verb) && strcmp(lemma, "block") == 0) {
        cc_mod_push(m, VM_MOD_CANT_BLOCK_ALONE, sel, 0, 0);
    } else if (!pass && strcmp(lemma, "attack") == 0) {
        uint32_t first = 0, count = 0, flags = 0;
        cc_mod_push(m, VM_MOD_CANT_ATTACK, sel, object ? cc_selector(m->s, object, NULL) : 0, 0);
        if (ast_is(tail, AST_TAIL) && tail->kid[0]->token == TOK_UNLESS) {
            const ast *pay = tail->kid[1]->kid[1]->kid[0];
            const ast *mana = pay->kid[5];
            if (!ast_is(mana, AST_LEAF) || mana->token != TOK_MANA) {
                cc_mod_wrong(m, tail,
                             "'unless' needs a payment here: unless their controller pays {2}");
                return;
            }
            ast *list = ast_push(u->mem, ast_node(u->mem, AST_COSTS, mana->span, 0),
                                 (ast *)(uintptr_t)mana);
            first = cc_costs(m->s, list, &count, &flags);
            vm_mod *row = &m->list.at[m->list.count - 1];
            row->b = first;
            row->flags = count << 8;
        }
    } else if (!pass && strcmp(lemma, "block") == 0) {
        cc_mod_push(m, VM_MOD_CANT_BLOCK, sel, object ? cc_selector(m->s, object, NULL) : 0, 0);
    } else if (!pass && strcmp(lemma, "have") == 0) {
        add_counter_limit(m, verb, sel);
    } else if (!pass && strcmp(lemma, "untap") == 0) {
        cc_mod_push(m, VM_MOD_CANT_UNTAP, sel, 0, 0);
    } else if (!pass && strcmp(lemma, "gain") == 0) {
        cc_mod_push(m, VM_MOD_CANT_GAIN_LIFE, sel, 0, 0);
    } else if (!pass && (strcmp(lemma, "trigger") == 0 || strcmp(lemma, "cause") == 0)) {
        cc_mod_push(m, VM_MOD_CANT_TRIGGER, sel, 0, 0);
    } else if (!pass && strcmp(lemma, "cast") == 0) {
        cc_mod_push(m, VM_MOD_CANT_CAST, sel, object ? cc_selector(m->s, object, NULL) : 0, 0);
    } else {
        cc_mod_wrong(m, verb, "no rule that forbids this is known");
    }
}

void cc_mod_must(cc_mods *m, const ast *verb, uint32_t sel)
{
    const char *lemma = cc_lemma(m->s->u, verb->kid[3]->text);
    const ast *object = verb->kid[5], *pass = verb->kid[4];
    if (pass && strcmp(cc_lemma(m->s->u, pass->text), "block") == 0)
        cc_mod_push(m, VM_MOD_MUST_BE_BLOCKED, sel, 0, 0);
    else if (strcmp(lemma, "attack") == 0)
        cc_mod_push(m, VM_MOD_MUST_ATTACK, sel, 0, 0);
    else if (strcmp(lemma, "block") == 0)
        cc_mod_push(m, VM_MOD_MUST_BLOCK, sel, object ? cc_selector(m->s, object, NULL) : 0, 0);
    else
        cc_mod_wrong(m, verb, "'must' knows attacking and blocking");
}

void cc_mod_cost(cc_mods *m, const ast *verb, uint32_t sel)
{
    const ast *object = verb->kid[5], *labels = verb->kid[6];
    uint32_t count, value = 0, colors;
    int less = 0;
    if (!ast_is(object, AST_LEAF) || object->token != TOK_MANA) {
        cc_mod_wrong(m, verb, "a cost change needs an amount of mana: cost {1} more");
        return;
    }
    cc_mana_cost(m->s->u, object->text, &count, &value, &colors, object->span);
    for (int i = 0; i < labels->kid_count; i++)
        if (labels->kid[i]->kid[0] && ast_says(labels->kid[i]->kid[0], "less"))
            less = 1;
    cc_mod_push(m, VM_MOD_COSTS_MORE, sel, (uint32_t)(less ? -(int32_t)value : (int32_t)value), 0);
    const ast *each = cc_mod_for_each(verb);
    const char *noun = each ? cc_head_noun(m->s->u, each) : NULL;
    if (noun && strcmp(noun, "target beyond the first") == 0)
        m->list.at[m->list.count - 1].flags |= VM_MF_EACH_FURTHER_TARGET;
    else if (each)
        cc_mod_wrong(m, each, "a cost can change 'for each target beyond the first'");
}
