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
    ast_use(ast_at(qty, 0));
    int kind = core ? cc_counter_of(m->s->u, object) : -1;
    const char *noun = core ? cc_head_noun(m->s->u, object) : "";
    int32_t n = 0;
    if (kind < 0 || strcmp(noun, "counter") != 0 || !ast_is(qty, AST_QTY) ||
        !ast_says(ast_at(qty, 1), "or more") || !cc_number_word(qty->kid[0]->text, &n)) {
        cc_mod_wrong(m, verb, "a limit reads: this can't have eight or more charge counters");
        return;
    }
    cc_mod_push(m, VM_MOD_MAX_COUNTERS, sel, (uint32_t)kind, (uint32_t)n);
}

enum { /* what may stand with a verb that changes rules; everything else is refused */
       TAKES_SELECTOR = 1, /* an object: whom, which */
       TAKES_LIFE = 2,
       TAKES_ABILITIES = 4,
       TAKES_COUNTERS = 8,
       TAKES_BY = 16, /* by ..., except by ... */
       TAKES_UNLESS = 32,
       TAKES_UNTAP_STEP = 64,
       TAKES_ALONE = 128
};
static const struct rule_verb {
    const char *aux, *lemma;
    int passive, alone;
    uint32_t op, takes;
} RULE_VERBS[] = {
    {"can't", "attack", 0, 1, VM_MOD_CANT_ATTACK_ALONE, TAKES_ALONE},
    {"can't", "attack", 0, 0, VM_MOD_CANT_ATTACK, TAKES_SELECTOR | TAKES_UNLESS},
    {"can't", "block", 0, 1, VM_MOD_CANT_BLOCK_ALONE, TAKES_ALONE},
    {"can't", "block", 0, 0, VM_MOD_CANT_BLOCK, TAKES_SELECTOR},
    {"can't", "block", 1, 0, VM_MOD_CANT_BE_BLOCKED, TAKES_BY},
    {"can't", "cast", 0, 0, VM_MOD_CANT_CAST, TAKES_SELECTOR},
    {"can't", "counter", 1, 0, VM_MOD_CANT_BE_COUNTERED, 0},
    {"can't", "gain", 0, 0, VM_MOD_CANT_GAIN_LIFE, TAKES_LIFE},
    {"can't", "have", 0, 0, VM_MOD_MAX_COUNTERS, TAKES_COUNTERS},
    {"can't", "regenerate", 1, 0, VM_MOD_CANT_REGENERATE, 0},
    {"can't", "trigger", 0, 0, VM_MOD_CANT_TRIGGER, TAKES_ABILITIES},
    {"don't", "trigger", 0, 0, VM_MOD_CANT_TRIGGER, TAKES_ABILITIES},
    {"don't", "untap", 0, 0, VM_MOD_CANT_UNTAP, TAKES_UNTAP_STEP},
    {"doesn't", "untap", 0, 0, VM_MOD_CANT_UNTAP, TAKES_UNTAP_STEP},
    {"must", "attack", 0, 0, VM_MOD_MUST_ATTACK, 0},
    {"must", "block", 0, 0, VM_MOD_MUST_BLOCK, TAKES_SELECTOR},
    {"must", "block", 1, 0, VM_MOD_MUST_BE_BLOCKED, 0},
};

static int is_bare(cc_unit *u, const ast *object, const char *noun)
{
    const ast *core = cc_core(object);
    const char *is = core ? cc_head_noun(u, object) : NULL;
    return is && strcmp(is, noun) == 0 && !core->kid[0] && core->kid[1]->kid_count == 1 &&
           !core->kid[1]->kid[0]->kid[0]->kid_count &&
           (object->kind != AST_NP || !object->kid[1]->kid_count);
}

static const ast *label_of(const ast *verb, const char *preposition)
{
    for (int i = 0; i < verb->kid[6]->kid_count; i++)
        if (ast_says(verb->kid[6]->kid[i]->kid[0], preposition))
            return verb->kid[6]->kid[i]->kid[1];
    return NULL;
}

/* "doesn't untap" is a rule about the untap step only (CR 502.3), so it has to say that. */
static void during_untap_step(cc_mods *m, const ast *verb)
{
    const ast *step = label_of(verb, "during");
    const char *noun = step ? cc_head_noun(m->s->u, step) : NULL;
    const ast *det = noun ? cc_core(step)->kid[0] : NULL, *whose = det ? ast_at(det, 2) : NULL;
    const char *who = ast_is(whose, AST_CORE) ? cc_head_noun(m->s->u, whose) : NULL;
    if (!noun || strcmp(noun, "untap step") != 0 || !who || strcmp(who, "controller") != 0)
        cc_mod_wrong(m, verb, "when? \"doesn't untap during its controller's untap step\"");
}

/* unless their controller pays {2} */
static void unless_paid(cc_mods *m, const ast *tail)
{
    const ast *pay = tail->kid[1]->kid[1]->kid[0], *mana = pay->kid[5];
    const ast *payer = tail->kid[1]->kid[0];
    const char *who = cc_head_noun(m->s->u, payer);
    ast_use(tail);
    if (!who || strcmp(who, "controller") != 0 || pay->kid[0] || !pay->kid[3] ||
        strcmp(cc_lemma(m->s->u, pay->kid[3]->text), "pay") != 0 || !ast_is(mana, AST_LEAF) ||
        mana->token != TOK_MANA || pay->kid[6]->kid_count) {
        cc_mod_wrong(m, tail,
                     "'unless' needs a payment here: unless their controller pays {2}; it is "
                     "paid for each creature that attacks");
        return;
    }
    uint32_t count = 0, flags = 0;
    ast *list = ast_push(m->s->u->mem, ast_node(m->s->u->mem, AST_COSTS, mana->span, 0),
                         (ast *)(uintptr_t)mana);
    uint32_t first = cc_costs(m->s, list, &count, &flags);
    vm_mod *row = &m->list.at[m->list.count - 1];
    row->b = first;
    row->flags = count << 8;
}

static void blocked_by(cc_mods *m, const ast *verb, uint32_t sel)
{
    const ast *except = except_by(verb), *by = label_of(verb, "by");
    if (by && except)
        cc_mod_wrong(m, verb, "'by' and 'except by' together: make two sentences of it");
    else if (by) /* can't be blocked by X = the X can't block it */
        cc_mod_push(m, VM_MOD_CANT_BE_BLOCKED, sel, cc_selector(m->s, by, NULL), 1);
    else
        cc_mod_push(m, VM_MOD_CANT_BE_BLOCKED, sel, except ? cc_selector(m->s, except, NULL) : 0,
                    0);
}

static void check_object(cc_mods *m, const struct rule_verb *r, const ast *object)
{
    cc_unit *u = m->s->u;
    if (r->takes & TAKES_LIFE) {
        if (!object || !is_bare(u, object, "life"))
            cc_mod_wrong(m, object ? object : m->at, "\"can't gain life\" has no number");
    } else if (r->takes & TAKES_ABILITIES) {
        if (!object || !is_bare(u, object, "ability"))
            cc_mod_wrong(m, object ? object : m->at, "what can't be triggered? 'abilities'");
    } else if (object && !(r->takes & (TAKES_SELECTOR | TAKES_COUNTERS | TAKES_ALONE))) {
        cc_mod_wrong(m, object, "this verb takes nothing behind it here");
    }
}

static void check_rule_tail(cc_mods *m, const struct rule_verb *r, const ast *verb)
{
    const ast *tail = verb->kid[7];
    int token = ast_is(tail, AST_TAIL) ? tail->kid[0]->token : 0;
    if ((token == TOK_UNLESS && !(r->takes & TAKES_UNLESS)) ||
        (token == TOK_EXCEPT && !(r->takes & TAKES_BY)) || token == TOK_ASTHOUGH)
        cc_mod_wrong(m, tail, "this verb takes no condition of that kind");
    if (label_of(verb, "by") && !(r->takes & TAKES_BY))
        cc_mod_wrong(m, verb, "'by' whom makes no difference here");
    if (label_of(verb, "during") && !(r->takes & TAKES_UNTAP_STEP))
        cc_mod_wrong(m, verb,
                     "'during' is for \"doesn't untap\"; put the time in front: "
                     "'while it is ...:'");
}

static const struct rule_verb *rule_verb_of(cc_unit *u, const ast *verb)
{
    const char *aux = verb->kid[0]->text,
               *lemma = cc_lemma(u, verb->kid[verb->kid[4] ? 4 : 3]->text);
    for (size_t i = 0; i < sizeof RULE_VERBS / sizeof *RULE_VERBS; i++) {
        const struct rule_verb *r = &RULE_VERBS[i];
        if (strcmp(r->aux, aux) == 0 && strcmp(r->lemma, lemma) == 0 &&
            r->passive == (verb->kid[4] != NULL) && (!r->alone || alone(verb)))
            return r;
    }
    return NULL;
}

void cc_mod_rule(cc_mods *m, const ast *verb, uint32_t sel)
{
    const struct rule_verb *r = rule_verb_of(m->s->u, verb);
    const ast *object = verb->kid[5], *tail = verb->kid[7];
    if (!r) {
        cc_mod_wrong(m, verb,
                     "no such rule is known: can't attack, block, be blocked, cast, gain "
                     "life ...; must attack, block, be blocked; doesn't untap");
        return;
    }
    m->at = verb;
    check_object(m, r, object);
    check_rule_tail(m, r, verb);
    if (r->takes & TAKES_UNTAP_STEP)
        during_untap_step(m, verb);
    if (r->takes & TAKES_BY) {
        blocked_by(m, verb, sel);
    } else if (r->takes & TAKES_COUNTERS) {
        add_counter_limit(m, verb, sel);
    } else {
        int whom = (r->takes & TAKES_SELECTOR) && object;
        cc_mod_push(m, r->op, sel, whom ? cc_selector(m->s, object, NULL) : 0, 0);
        if (ast_is(tail, AST_TAIL) && tail->kid[0]->token == TOK_UNLESS && !m->failed)
            unless_paid(m, tail);
    }
}

void cc_mod_cost(cc_mods *m, const ast *verb, uint32_t sel)
{
    const ast *object = verb->kid[5], *labels = verb->kid[6];
    uint32_t count, value = 0, colors;
    int less = 0, more = 0;
    if (!ast_is(object, AST_LEAF) || object->token != TOK_MANA) {
        cc_mod_wrong(m, verb, "a cost change needs an amount of mana: cost {1} more");
        return;
    }
    cc_mana_cost(m->s->u, object->text, &count, &value, &colors, object->span);
    for (int i = 0; i < labels->kid_count; i++)
        if (labels->kid[i]->kid[0]) {
            less |= ast_says(labels->kid[i]->kid[0], "less");
            more |= ast_says(labels->kid[i]->kid[0], "more");
        }
    if (less == more) {
        cc_mod_wrong(m, verb, "'{1} more' or '{1} less'?");
        return;
    }
    cc_mod_push(m, VM_MOD_COSTS_MORE, sel, (uint32_t)(less ? -(int32_t)value : (int32_t)value), 0);
    const ast *each = cc_mod_for_each(verb);
    const char *noun = each ? cc_head_noun(m->s->u, each) : NULL;
    if (noun && strcmp(noun, "target beyond the first") == 0 &&
        (each->kind != AST_NP || !each->kid[1]->kid_count))
        m->list.at[m->list.count - 1].flags |= VM_MF_EACH_FURTHER_TARGET;
    else if (each)
        cc_mod_wrong(m, each, "a cost can change 'for each target beyond the first'");
}
