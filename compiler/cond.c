/* Conditions as truth values, and events with their filters. */
#include "compiler/lower.h"

#include <string.h>

#include "grammar.tab.h"

static int is_negative(const ast *verb)
{
    const ast *aux = verb->kid[0], *head = verb->kid[3];
    return verb->kid[2] != NULL || (aux && strstr(aux->text, "n't")) ||
           (head && head->token == TOK_BE && strstr(head->text, "n't"));
}

static cc_val negate(cc_fn *f, cc_val b, int negative)
{
    return b.type && negative ? cc_op(f, VM_OP_NOT, 'b', b.reg, 0, 0) : b;
}

static cc_val some(cc_fn *f, cc_val set)
{
    if (!set.type)
        return set;
    cc_val n = cc_op(f, VM_OP_COUNT, 'n', set.reg, 0, 0), zero = cc_num(f, 0);
    return cc_op(f, VM_OP_LT, 'b', zero.reg, n.reg, 0);
}

/* 'two or more', 'no', 'three': how the quantity before a noun compares with a count. */
static cc_val compare_qty(cc_fn *f, cc_val count, const ast *core)
{
    const ast *det = core ? core->kid[0] : NULL;
    if (det && det->kid[0] && det->kid[0]->token == TOK_NO) {
        cc_val zero = cc_num(f, 0);
        return cc_op(f, VM_OP_EQ, 'b', count.reg, zero.reg, 0);
    }
    if (det && det->kid[1]) {
        const ast *qty = det->kid[1], *more = ast_use(ast_at(qty, 1));
        cc_val want = cc_amount(f, qty);
        if (!want.type)
            return want;
        if (!more)
            return cc_op(f, f->s->kind == SCOPE_TEST ? VM_OP_EQ : VM_OP_LE, 'b', want.reg,
                         count.reg, 0);
        int up = strstr(more->text, "more") || strstr(more->text, "greater");
        return up ? cc_op(f, VM_OP_LE, 'b', want.reg, count.reg, 0)
                  : cc_op(f, VM_OP_LE, 'b', count.reg, want.reg, 0);
    }
    cc_val zero = cc_num(f, 0);
    return cc_op(f, VM_OP_LT, 'b', zero.reg, count.reg, 0);
}

/* An np with its determiner taken away, so that it is read as a description. */
static const ast *description(cc_fn *f, const ast *np)
{
    const ast *np0 = np->kind == AST_NP ? np->kid[0] : np;
    if (np0->kind != AST_CORE || !np0->kid[0])
        return np;
    const ast *det = np0->kid[0];
    int another = det->kid[0] && det->kid[0]->token == TOK_ANOTHER;
    ast *core = ast_node(f->u->mem, AST_CORE, np0->span, 4, another ? det : NULL, np0->kid[1],
                         np0->kid[2], NULL);
    return ast_node(f->u->mem, AST_NP, np->span, 2, core,
                    np->kind == AST_NP ? np->kid[1] : ast_node(f->u->mem, AST_LIST, np->span, 0));
}

static const ast *zone_label(const ast *verb)
{
    const ast *labels = verb->kid[6];
    for (int i = 0; i < labels->kid_count; i++)
        if (labels->kid[i]->kid[0] &&
            (ast_says(labels->kid[i]->kid[0], "from") || ast_says(labels->kid[i]->kid[0], "on")))
            return labels->kid[i]->kid[1];
    return NULL;
}

/* `players` control something that matches: 'you control a Forest', 'an opponent controls ...' */
static cc_val controls(cc_fn *f, const ast *subject, const ast *object)
{
    if (!object)
        return CC_WRONG(f, CC_MISSING_OPERAND, subject, "controls what?");
    cc_val who = cc_np(f, subject, 'p');
    uint32_t sel = cc_selector(f->s, description(f, object), NULL);
    if (!who.type || !sel)
        return CC_BAD;
    cc_val all = cc_op(f, VM_OP_SELECT, 'e', 0, 0, (int32_t)sel);
    cc_val theirs = cc_op(f, VM_OP_CONTROLLED_BY, 'e', all.reg, who.reg, 0);
    cc_val n = cc_op(f, VM_OP_COUNT, 'n', theirs.reg, 0, 0);
    return compare_qty(f, n, cc_core(object));
}

/* Does any member of `set` have the property so? 'an opponent has lost 3 or more life' */
static cc_val any_property(cc_fn *f, cc_val set, int prop, const ast *core, cc_val amount)
{
    set = cc_as(f, set, 'e');
    cc_val result = cc_op(f, VM_OP_LDB, 'b', 0, 0, 0), index = cc_num(f, 0), one = cc_reg(f, 'e');
    uint32_t loop = cc_emit(f, VM_OP_ITER, one.reg, set.reg, index.reg, 0);
    cc_val have = cc_op(f, VM_OP_PROP, 'n', one.reg, 0, prop);
    cc_val b =
        amount.type ? cc_op(f, VM_OP_LE, 'b', amount.reg, have.reg, 0) : compare_qty(f, have, core);
    if (!b.type)
        return b;
    cc_emit(f, VM_OP_OR, result.reg, result.reg, b.reg, 0);
    cc_emit(f, VM_OP_JMP, 0, 0, 0, (int32_t)loop);
    cc_patch(f, loop);
    return result;
}

static cc_val has_clause(cc_fn *f, const ast *subject, const ast *verb)
{
    const ast *object = verb->kid[5];
    if (!object)
        return CC_WRONG(f, CC_BAD_CONDITION, verb, "has what?");
    const ast *core = cc_core(object);
    const char *noun = cc_head_noun(f->u, object);
    if (object->kind == AST_KWS || (noun && strcmp(noun, "ability") == 0)) {
        ast *kws = (ast *)(uintptr_t)object;
        cc_val set = cc_as(f, cc_np(f, subject, 'e'), 'e');
        if (noun) { /* 'has no abilities' */
            cc_val n = cc_op(f, VM_OP_PROP, 'n', set.reg, 0, VM_PROP_ABILITIES);
            return set.type ? compare_qty(f, n, core) : CC_BAD;
        }
        ast *any = ast_node(
            f->u->mem, AST_CORE, object->span, 4, NULL,
            ast_push(f->u->mem, ast_node(f->u->mem, AST_NOMINAL, object->span, 0),
                     ast_node(f->u->mem, AST_SEG, object->span, 2,
                              ast_node(f->u->mem, AST_ADJS, object->span, 0),
                              ast_push(f->u->mem, ast_node(f->u->mem, AST_LIST, object->span, 0),
                                       ast_node(f->u->mem, AST_LEAF, object->span, 0)))),
            NULL, NULL);
        any->kid[1]->kid[0]->kid[1]->kid[0]->text = "source";
        ast *with = ast_node(f->u->mem, AST_LEAF, object->span, 0);
        with->token = TOK_WITH;
        with->text = "with";
        ast *posts = ast_push(f->u->mem, ast_node(f->u->mem, AST_LIST, object->span, 0),
                              ast_node(f->u->mem, AST_POST, object->span, 3, with, kws, NULL));
        uint32_t sel =
            cc_selector(f->s, ast_node(f->u->mem, AST_NP, object->span, 2, any, posts), NULL);
        return set.type && sel ? cc_op(f, VM_OP_MATCH, 'b', set.reg, 0, (int32_t)sel) : CC_BAD;
    }
    if (!core || !noun)
        return CC_WRONG(f, CC_BAD_CONDITION, verb, "this cannot be had");
    if (strcmp(noun, "counter") == 0) {
        cc_val set = cc_as(f, cc_np(f, subject, 'e'), 'e');
        if (!set.type)
            return set;
        cc_val n = cc_op(f, VM_OP_COUNTERS, 'n', set.reg, 0, cc_counter_of(f->u, object));
        return compare_qty(f, n, core);
    }
    cc_val who = cc_np(f, subject, 'p');
    if (!who.type)
        return who;
    if (strcmp(noun, "life") == 0)
        return any_property(f, who, VM_PROP_LIFE, core, CC_BAD);
    /* cards in hand, a card in their graveyard */
    uint32_t sel = cc_selector(f->s, description(f, object), zone_label(verb));
    if (!sel)
        return CC_BAD;
    cc_val all = cc_op(f, VM_OP_SELECT, 'e', 0, 0, (int32_t)sel);
    cc_val own = cc_op(f, VM_OP_OWNED_BY, 'e', all.reg, who.reg, 0);
    cc_val n = cc_op(f, VM_OP_COUNT, 'n', own.reg, 0, 0);
    return compare_qty(f, n, core);
}

/* there are two or more creatures ... · there is a counter on it */
static cc_val there_is(cc_fn *f, const ast *verb)
{
    const ast *object = verb->kid[5];
    const ast *core = cc_core(object);
    const char *noun = cc_head_noun(f->u, object);
    if (noun && strcmp(noun, "counter") == 0) {
        const ast *on = zone_label(verb);
        cc_val set = on ? cc_as(f, cc_np(f, on, 'e'), 'e') : CC_BAD;
        if (!set.type)
            return CC_WRONG(f, CC_BAD_CONDITION, verb, "counters on what?");
        cc_val n = cc_op(f, VM_OP_COUNTERS, 'n', set.reg, 0, cc_counter_of(f->u, object));
        return compare_qty(f, n, core);
    }
    uint32_t sel = cc_selector(f->s, description(f, object), zone_label(verb));
    if (!sel)
        return CC_BAD;
    cc_val all = cc_op(f, VM_OP_SELECT, 'e', 0, 0, (int32_t)sel);
    cc_val n = cc_op(f, VM_OP_COUNT, 'n', all.reg, 0, 0);
    return compare_qty(f, n, core);
}

/* the stack is empty · your library is empty */
static cc_val is_empty(cc_fn *f, const ast *subject)
{
    const ast *subject0 = subject->kind == AST_NP ? subject->kid[0] : subject;
    const ast *owner;
    int zone = cc_zone_of(f->u, subject, &owner);
    if (zone < 0 && ast_says(subject0, "stack"))
        zone = VM_ZONE_STACK;
    if (zone < 0)
        return CC_WRONG(f, CC_BAD_CONDITION, subject, "only a zone can be empty");
    ast *leaf = ast_node(f->u->mem, AST_LEAF, subject->span, 0);
    leaf->text = "object";
    ast *core = ast_node(
        f->u->mem, AST_CORE, subject->span, 4, NULL,
        ast_push(
            f->u->mem, ast_node(f->u->mem, AST_NOMINAL, subject->span, 0),
            ast_node(f->u->mem, AST_SEG, subject->span, 2,
                     ast_node(f->u->mem, AST_ADJS, subject->span, 0),
                     ast_push(f->u->mem, ast_node(f->u->mem, AST_LIST, subject->span, 0), leaf))),
        NULL, NULL);
    uint32_t sel = cc_selector(f->s, core, subject);
    return sel ? negate(f, some(f, cc_op(f, VM_OP_SELECT, 'e', 0, 0, (int32_t)sel)), 1) : CC_BAD;
}

/* 'is a creature', 'is red', 'is 3/3', 'are tapped' */
static cc_val is_clause(cc_fn *f, const ast *subject, const ast *verb)
{
    const ast *object = verb->kid[5], *labels = verb->kid[6];
    const ast *subject0 = subject->kind == AST_NP ? subject->kid[0] : subject;
    if (ast_is(subject0, AST_PRON) && ast_says(subject0->kid[0], "there") && object)
        return there_is(f, verb);
    if (!object)
        for (int i = 0; i < labels->kid_count && !object; i++)
            if (!labels->kid[i]->kid[0])
                object = labels->kid[i]->kid[1];
    if (ast_is(object, AST_ADJS) && ast_says(object->kid[0], "empty"))
        return is_empty(f, subject);
    if (!object) { /* 'is in ...': the labels say where */
        const ast *where = zone_label(verb);
        uint32_t sel = where ? cc_selector(f->s, subject, where) : 0;
        if (!sel)
            return CC_WRONG(f, CC_BAD_CONDITION, verb, "is what?");
        return some(f, cc_op(f, VM_OP_SELECT, 'e', 0, 0, (int32_t)sel));
    }
    if (object->kind == AST_POST) { /* 'is in your graveyard' */
        uint32_t sel = cc_selector(f->s, subject, object->kid[1]);
        return sel ? some(f, cc_op(f, VM_OP_SELECT, 'e', 0, 0, (int32_t)sel)) : CC_BAD;
    }
    if (object->kind == AST_ADJS) { /* as the adjectives of 'object' */
        ast *leaf = ast_node(f->u->mem, AST_LEAF, object->span, 0);
        leaf->text = "sources";
        ast *core = ast_node(
            f->u->mem, AST_CORE, object->span, 4, NULL,
            ast_push(f->u->mem, ast_node(f->u->mem, AST_NOMINAL, object->span, 0),
                     ast_node(f->u->mem, AST_SEG, object->span, 2, object,
                              ast_push(f->u->mem, ast_node(f->u->mem, AST_LIST, object->span, 0),
                                       leaf))),
            NULL, NULL);
        object = core;
    }
    cc_val set = cc_as(f, cc_np(f, subject, 'e'), 'e');
    uint32_t sel = cc_selector(f->s, description(f, object), NULL);
    return set.type && sel ? cc_op(f, VM_OP_MATCH, 'b', set.reg, 0, (int32_t)sel) : CC_BAD;
}

static int condition_property(const char *native)
{
    static const struct {
        const char *name;
        int prop;
    } MAP[] = {{"life_lost", VM_PROP_LIFE_LOST},
               {"life_gained", VM_PROP_LIFE_GAINED},
               {"spells_cast", VM_PROP_SPELLS_CAST},
               {"cards_drawn", VM_PROP_DREW}};
    for (size_t i = 0; i < sizeof MAP / sizeof *MAP; i++)
        if (strcmp(MAP[i].name, native) == 0)
            return MAP[i].prop;
    return -1;
}

static int condition_flag(const char *native)
{
    static const char *const NAMES[] = {"kicked", "was_cast", "your_turn"};
    for (int i = 0; i < 3; i++)
        if (strcmp(NAMES[i], native) == 0)
            return i;
    return -1;
}

static cc_val declared(cc_fn *f, const ast *subject, const ast *verb)
{
    cc_match m;
    if (!cc_match_verb(f->u, DECL_CONDITION, subject, verb, 0, &m) || m.rest_count)
        return CC_WRONG(f, CC_BAD_CONDITION, verb, "this condition is not understood");
    const char *native = m.decl->native ? m.decl->native : "";
    int prop = condition_property(native), flag = condition_flag(native);
    if (flag >= 0)
        return cc_op(f, VM_OP_FLAG, 'b', 0, 0, flag);
    const cc_binding *amount = cc_bound(&m, "AMOUNT");
    if (prop >= 0 && amount) {
        cc_val who = cc_np(f, subject, 'p');
        return who.type ? any_property(f, who, prop, cc_core(amount->node), CC_BAD) : who;
    }
    if (prop >= 0) {
        cc_val who = cc_np(f, subject, 'p'), one = cc_num(f, 1);
        return who.type ? any_property(f, who, prop, NULL, one) : who;
    }
    return CC_WRONG(f, CC_NO_NATIVE, verb, "the condition's native '%s' does not exist", native);
}

/* A test that says what "Name" is not, or has not, fails when there is no such thing. */
static cc_val of_something(cc_fn *f, const ast *subject, const ast *verb, cc_val b)
{
    const ast *np0 = subject->kind == AST_NP ? subject->kid[0] : subject, *object = verb->kid[5];
    int named =
        np0->kind == AST_QUOTED || (np0->kind == AST_PRON && np0->kid[0]->token == TOK_STRING);
    if (f->s->kind != SCOPE_TEST || !named || !b.type || ast_is(object, AST_POST) ||
        (!object && zone_label(verb)))
        return b;
    cc_val there = some(f, cc_as(f, cc_np(f, subject, 'e'), 'e'));
    return there.type ? cc_op(f, VM_OP_AND, 'b', b.reg, there.reg, 0) : CC_BAD;
}

static cc_val verb_condition(cc_fn *f, const ast *subject, const ast *verb)
{
    const ast *aux = verb->kid[0], *head = verb->kid[3];
    int negative = is_negative(verb);
    if (!head) { /* if you do, if you didn't */
        if (!cc_did(f).type)
            return CC_WRONG(f, CC_NO_REFERENT, verb,
                            "nothing before this could have been done or not");
        return negate(f, f->did, negative);
    }
    const char *lemma = cc_lemma(f->u, head->text);
    if (head->token == TOK_BE && !verb->kid[4]) {
        cc_match m;
        if (cc_match_verb(f->u, DECL_CONDITION, subject, verb, 0, &m) && !m.rest_count)
            return negate(f, declared(f, subject, verb), negative);
        return of_something(f, subject, verb, negate(f, is_clause(f, subject, verb), negative));
    }
    if (head->token == TOK_BE)
        return negate(f, declared(f, subject, verb), negative);
    if (!aux || (aux->text[0] == 'd' && aux->text[1] == 'o')) {
        if (strcmp(lemma, "control") == 0)
            return negate(f, controls(f, subject, verb->kid[5]), negative);
        if (strcmp(lemma, "have") == 0)
            return of_something(f, subject, verb,
                                negate(f, has_clause(f, subject, verb), negative));
    }
    return negate(f, declared(f, subject, verb), negative);
}

cc_val cc_condition(cc_fn *f, const ast *cond)
{
    f->at = cond;
    if (cond->kind == AST_CONDS) {
        cc_val a = cc_condition(f, cond->kid[0]), b = cc_condition(f, cond->kid[1]);
        if (!a.type || !b.type)
            return CC_BAD;
        return cc_op(f, *cond->joined == 'a' ? VM_OP_AND : VM_OP_OR, 'b', a.reg, b.reg, 0);
    }
    cc_val all = CC_BAD;
    const ast *verbs = cond->kid[1];
    for (int i = 0; i < verbs->kid_count; i++) {
        cc_val b = verb_condition(f, cond->kid[0], verbs->kid[i]);
        if (!b.type)
            return b;
        int or = verbs->kid[i]->joined && strcmp(verbs->kid[i]->joined, "or") == 0;
        all = all.type ? cc_op(f, or ? VM_OP_OR : VM_OP_AND, 'b', all.reg, b.reg, 0) : b;
    }
    return all;
}

uint32_t cc_condition_fn(cc_scope *s, const ast *cond)
{
    cc_fn f;
    cc_fn_begin(&f, s, 0);
    cc_val b = cc_condition(&f, cond);
    return b.type ? cc_fn_end_value(&f, b) : 0;
}

/* ---- events -----------------------------------------------------------------------------------
 */

static cc_val and_also(cc_fn *f, cc_val all, cc_val b)
{
    return all.type && b.type ? cc_op(f, VM_OP_AND, 'b', all.reg, b.reg, 0) : b;
}

static cc_val field_value(cc_fn *f, const char *operand)
{
    if (strcmp(operand, "OBJECT") == 0)
        return cc_op(f, VM_OP_EVENT_OBJ, 'o', 0, 0, 0);
    if (strcmp(operand, "SOURCE") == 0)
        return cc_op(f, VM_OP_EVENT_OBJ, 'o', 1, 0, 0);
    if (strcmp(operand, "SECOND") == 0)
        return cc_op(f, VM_OP_EVENT_OBJ, 'o', 2, 0, 0);
    if (strcmp(operand, "TARGET") == 0)
        return cc_op(f, VM_OP_EVENT_WHOM, 'e', 0, 0, 0);
    if (strcmp(operand, "PLAYER") == 0 || strcmp(operand, "CONTROLLER") == 0)
        return cc_op(f, VM_OP_EVENT_PLAYER, 'p', 0, 0, 0);
    return CC_BAD;
}

/* Is the phrase a thing that is already known, to be compared by identity? */
static int is_known(cc_unit *u, const ast *np)
{
    const ast *p = np->kind == AST_NP ? np->kid[0] : np;
    if (p->kind == AST_PRON)
        return p->kid[0]->token != TOK_STRING;
    if (p->kind != AST_CORE)
        return 0;
    const ast *adjs = p->kid[1]->kid[0]->kid[0];
    if (adjs->kid_count == 1 &&
        (ast_says(adjs->kid[0], "enchanted") || ast_says(adjs->kid[0], "equipped")))
        return 1;
    const ast *det = p->kid[0];
    if (det && ast_at(det, 2) &&
        (strcmp(cc_head_noun(u, p), "controller") == 0 ||
         strcmp(cc_head_noun(u, p), "control") == 0))
        return 1;
    return 0;
}

static cc_val filter_field(cc_fn *f, const cc_binding *b, vm_ability *a)
{
    const ast *np = b->node;
    const char *noun = cc_head_noun(f->u, np);
    if (strcmp(b->operand, "CAUSE") == 0) {
        if (!noun || strcmp(noun, "effect") != 0)
            return CC_WRONG(f, CC_BAD_EVENT, np, "the cause can only be 'an effect' here");
        a->flags |= VM_AF_EFFECT_ONLY;
        return CC_BAD;
    }
    if (strcmp(b->operand, "TOKENS") == 0) {
        const ast *seg = cc_core(np)->kid[1]->kid[0];
        if (seg->kid[0]->kid_count || seg->kid[1]->kid_count > 1 ||
            (np->kind == AST_NP && np->kid[1]->kid_count))
            return CC_WRONG(f, CC_BAD_EVENT, np, "which tokens cannot be said here: 'tokens'");
        return CC_BAD;
    }
    if (strcmp(b->operand, "ZONE") == 0) {
        const ast *owner;
        int zone = cc_zone_of(f->u, np, &owner);
        if (zone != (a->event == VM_EVENT_to_graveyard ? VM_ZONE_GRAVEYARD : VM_ZONE_BATTLEFIELD))
            return CC_WRONG(f, CC_BAD_EVENT, np, "events of this zone are not declared");
        const ast *who = owner ? ast_at(owner, 2) : NULL;
        if (!who)
            return CC_BAD;
        const char *whose = ast_is(who, AST_CORE) ? cc_head_noun(f->u, who) : NULL;
        if (!ast_says(who, "your") && (!whose || strcmp(whose, "opponent") != 0))
            return CC_WRONG(f, CC_BAD_EVENT, np,
                            "whose? 'your', \"an opponent's\", or 'a' for anybody's");
        cc_val obj = cc_op(f, VM_OP_EVENT_OBJ, 'o', 0, 0, 0);
        cc_val own = cc_as(f, cc_op(f, VM_OP_OWNERS, 'p', obj.reg, 0, 0), 'e');
        cc_val want = ast_says(who, "your") ? cc_op(f, VM_OP_YOU, 'p', 0, 0, 0)
                                            : cc_op(f, VM_OP_OPPONENTS, 'p', 0, 0, 0);
        want = cc_as(f, want, 'e');
        return cc_op(f, VM_OP_MEET, 'b', own.reg, want.reg, 0);
    }
    if (strcmp(b->operand, "COUNTER") == 0) {
        int kind = cc_counter_of(f->u, np);
        const ast *adjs = cc_core(np)->kid[1]->kid[0]->kid[0];
        if (a->event == VM_EVENT_last_counter &&
            (!adjs->kid_count || !ast_says(adjs->kid[0], "last")))
            return CC_WRONG(f, CC_BAD_EVENT, np,
                            "only 'the last ... counter' being removed is an event");
        if (kind < 0)
            return CC_BAD;
        cc_val have = cc_op(f, VM_OP_EVENT_AUX, 'n', 0, 0, 0), want = cc_num(f, kind);
        return cc_op(f, VM_OP_EQ, 'b', have.reg, want.reg, 0);
    }
    cc_val field = field_value(f, b->operand);
    if (!field.type)
        return CC_BAD;
    if (np->kind == AST_NPJOIN) {
        cc_binding left = {b->operand, np->kid[0], NULL, 0},
                   right = {b->operand, np->kid[1], NULL, 0};
        cc_val l = filter_field(f, &left, a), r = filter_field(f, &right, a);
        if (!l.type || !r.type)
            return CC_BAD;
        return cc_op(f, VM_OP_OR, 'b', l.reg, r.reg, 0);
    }
    field = cc_as(f, field, 'e');
    if (is_known(f->u, np)) {
        cc_val v = cc_as(f, cc_np(f, np, 'e'), 'e');
        return v.type ? cc_op(f, VM_OP_MEET, 'b', field.reg, v.reg, 0) : v;
    }
    uint32_t sel = cc_selector(f->s, description(f, np), NULL);
    if (!sel)
        return CC_BAD;
    f->s->event_types |= cc_selector_types(f->s, np);
    return cc_op(f, VM_OP_MATCH, 'b', field.reg, 0, (int32_t)sel);
}

/* An event is about one thing; of counters and tokens it is about any number of them. */
static int one_at_a_time(cc_unit *u, const ast *np)
{
    const ast *core = np ? cc_core(np) : NULL, *det = core ? core->kid[0] : NULL;
    const ast *qty = det ? det->kid[1] : NULL;
    if (!qty)
        return 1;
    const char *noun = cc_head_noun(u, np);
    if (noun && (strcmp(noun, "counter") == 0 || strcmp(noun, "token") == 0) &&
        ast_is(qty, AST_QTY) && ast_says(qty->kid[0], "one") && ast_says(qty->kid[1], "or more"))
        return 1;
    cc_diag_add(u->diags, CC_BAD_EVENT, np->span,
                "an event is about one thing at a time: 'a ...', not a number");
    return 0;
}

int cc_event(cc_scope *s, const ast *clause, vm_ability *a)
{
    const ast *verb = clause->kid[1]->kid[0];
    cc_match m;
    if (!cc_match_verb(s->u, DECL_EVENT, clause->kid[0], verb, 1, &m))
        return 0;
    for (uint32_t i = 0; i < m.rest_count; i++) {
        if ((a->flags & VM_AF_NEXT_TIME) && ast_says(m.rest[i]->kid[0], "this turn"))
            continue; /* 'the next time ... this turn': how long it waits */
        cc_diag_add(s->u->diags, CC_EXTRA_OPERAND, m.rest[i]->span,
                    "the event '%s' has no place for this", m.decl->verb);
        return 0;
    }
    if (m.decl->native_id < 0 || !one_at_a_time(s->u, clause->kid[0]) ||
        !one_at_a_time(s->u, verb->kid[5]))
        return 0;
    a->event = (uint32_t)m.decl->native_id;
    s->has_event = 1;
    s->event_is_player = cc_bound(&m, "OBJECT") == NULL && cc_bound(&m, "TARGET") == NULL &&
                         cc_bound(&m, "SOURCE") == NULL;
    s->event_verb = m.decl->verb;
    uint32_t errors = s->u->diags->total_count;
    cc_fn f;
    cc_fn_begin(&f, s, 0);
    f.at = clause;
    cc_val all = CC_BAD;
    for (uint32_t i = 0; i < m.bind_count; i++) {
        cc_val b = filter_field(&f, &m.bind[i], a);
        if (b.type)
            all = and_also(&f, all, b);
    }
    if (all.type)
        a->filter = cc_fn_end_value(&f, all);
    return s->u->diags->total_count == errors;
}

static int step_by_noun(const char *noun)
{
    for (int i = 0; i < VM_STEP_COUNT; i++)
        if (strcmp(vm_step_name((uint32_t)i), noun) == 0)
            return i;
    return -1;
}

/* the beginning of your upkeep · the beginning of each end step · the beginning of the next end
 * step */
int cc_step_event(cc_scope *s, const ast *np, vm_ability *a)
{
    const ast *inner = np;
    const char *noun = cc_head_noun(s->u, np);
    if (noun && strcmp(noun, "beginning") == 0 && np->kind == AST_NP)
        for (int i = 0; i < np->kid[1]->kid_count; i++)
            if (ast_says(np->kid[1]->kid[i]->kid[0], "of"))
                inner = np->kid[1]->kid[i]->kid[1];
    noun = cc_head_noun(s->u, inner);
    int step = noun ? step_by_noun(noun) : -1;
    if (step < 0) {
        cc_diag_add(s->u->diags, CC_BAD_EVENT, np->span,
                    "'at' needs a step: the beginning of your upkeep");
        return 0;
    }
    const ast *core = cc_core(inner), *det = core->kid[0], *who = det ? ast_at(det, 2) : NULL;
    const ast *adjs = core->kid[1]->kid[0]->kid[0];
    if (s->delayed && adjs->kid_count == 1) /* only what waits can wait for the next one */
        ast_says(adjs->kid[0], "next");
    a->event = VM_EVENT_step;
    s->has_event = 1;
    s->event_is_player = 1;
    cc_fn f;
    cc_fn_begin(&f, s, 0);
    f.at = np;
    cc_val have = cc_op(&f, VM_OP_EVENT_AUX, 'n', 0, 0, 0), want = cc_num(&f, step);
    cc_val all = cc_op(&f, VM_OP_EQ, 'b', have.reg, want.reg, 0);
    if (who) {
        cc_val players = CC_BAD;
        if (ast_says(who, "your"))
            players = cc_op(&f, VM_OP_YOU, 'p', 0, 0, 0);
        else if (who->kind == AST_CORE && strcmp(cc_head_noun(s->u, who), "opponent") == 0)
            players = cc_op(&f, VM_OP_OPPONENTS, 'p', 0, 0, 0);
        else
            players = cc_np(&f, who, 'p');
        if (!players.type)
            return 0;
        cc_val active = cc_as(&f, cc_op(&f, VM_OP_ACTIVE, 'p', 0, 0, 0), 'e');
        players = cc_as(&f, players, 'e');
        all = and_also(&f, all, cc_op(&f, VM_OP_MEET, 'b', active.reg, players.reg, 0));
    }
    a->filter = cc_fn_end_value(&f, all);
    return 1;
}
