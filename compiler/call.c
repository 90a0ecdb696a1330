/* Verbs as calls of natives: operands as arguments, actions with bodies put in, and whether it was done. */
#include "compiler/lower.h"

#include <stdlib.h>
#include <string.h>

#include "grammar.tab.h"

/* ---- arguments of natives ---------------------------------------------------------------------
 */

const ast *cc_rest_label(cc_match *m, const char *prep)
{
    for (uint32_t i = 0; i < m->rest_count; i++)
        if (m->rest[i] && m->rest[i]->kid[0] && ast_says(m->rest[i]->kid[0], prep)) {
            const ast *label = m->rest[i];
            m->rest[i] = NULL;
            return label->kid[1];
        }
    return NULL;
}

static const ast *for_each_label(cc_match *m)
{
    for (uint32_t i = 0; i < m->rest_count; i++)
        if (m->rest[i] && m->rest[i]->kid[0] && m->rest[i]->kid[0]->token == TOK_FOREACH) {
            const ast *label = m->rest[i];
            m->rest[i] = NULL;
            return label->kid[1];
        }
    return NULL;
}

/* only for NP */
static const ast *only_label(cc_match *m)
{
    for (uint32_t i = 0; i < m->rest_count; i++) {
        const ast *label = m->rest[i], *inner = label ? label->kid[1] : NULL;
        if (!label || !label->kid[0] || label->kid[0]->token != TOK_ONLY ||
            !ast_is(inner, AST_LABEL) || !ast_says(inner->kid[0], "for"))
            continue;
        m->rest[i] = NULL;
        return inner->kid[1];
    }
    return NULL;
}

/* for each creature · for each +1/+1 counter (on it) */
static cc_val each_count(cc_fn *f, cc_match *m, const ast *np)
{
    const char *noun = cc_head_noun(f->u, np);
    if (noun && strcmp(noun, "counter") == 0) {
        const ast *on = cc_rest_label(m, "on");
        cc_val of = on ? cc_np(f, on, 'e') : cc_op(f, VM_OP_THIS, 'o', 0, 0, 0);
        of = cc_as(f, of, 'e');
        return of.type ? cc_op(f, VM_OP_COUNTERS, 'n', of.reg, 0, cc_counter_of(f->u, np)) : of;
    }
    cc_val set = cc_np(f, np, 'e');
    return set.type ? cc_op(f, VM_OP_COUNT, 'n', set.reg, 0, 0) : set;
}

const char *cc_bound_name(const ast *np)
{
    if (ast_is(np, AST_NP))
        for (int i = 0; i < np->kid[1]->kid_count; i++)
            if (np->kid[1]->kid[i]->kid[0]->token == TOK_BIND)
                return np->kid[1]->kid[i]->kid[0]->text;
    return NULL;
}

static int zone_arg(cc_fn *f, const ast *np, int *bottom)
{
    const char *noun = cc_head_noun(f->u, np);
    const ast *det = cc_core(np) ? cc_core(np)->kid[0] : NULL, *whose = det ? ast_at(det, 2) : NULL;
    const char *owner = ast_is(whose, AST_CORE) ? cc_peek_noun(f->u, whose) : NULL;
    if (owner && strcmp(owner, "owner") == 0) /* an object goes to its owner's zone (CR 400.3) */
        cc_head_noun(f->u, whose);
    *bottom = noun && strcmp(noun, "bottom") == 0;
    if (noun && (*bottom || strcmp(noun, "top") == 0) && np->kind == AST_NP)
        for (int i = 0; i < np->kid[1]->kid_count; i++)
            if (ast_says(np->kid[1]->kid[i]->kid[0], "of"))
                return cc_zone_of(f->u, np->kid[1]->kid[i]->kid[1], NULL);
    return cc_zone_of(f->u, np, NULL);
}

static int acting_verb_owns(const char *native)
{
    return strcmp(native, "sacrifice") == 0;
}

typedef struct call {
    cc_match m;
    const cc_decl *d;
    const ast *subject, *verb;
    cc_val times; /* of 'for each' */
    int bottom;
    const char *bind;
} call;

/* Arguments that no operand names: who acts, how often, durations, exceptions. -1 = it is another kind. */
static int implied_arg(cc_fn *f, call *c, char type, const char *name, cc_arg *arg)
{
    if (strcmp(name, "YOU") == 0) {
        const char *signature = vm_native_describe((uint32_t)c->d->native_id)->signature;
        const int thing =
            f->subject.type == 'o' || (f->subject.type == 'e' && c->subject && cc_core(c->subject));
        if (thing && !strstr(signature, "THIS")) {
            cc_diag_add(f->u->diags, CC_WRONG_TYPE, c->verb->span, "only a player can %s",
                        c->d->verb);
            return 0;
        }
        arg->v = f->subject.type == 'p'   ? f->subject
                 : f->subject.type == 'e' ? cc_as(f, f->subject, 'p') /* a name: its players */
                                          : cc_op(f, VM_OP_YOU, 'p', 0, 0, 0);
        arg->given = 1;
        return 1;
    }
    if (strcmp(name, "THIS") == 0) {
        arg->v = f->subject.type == 'o' || f->subject.type == 'e'
                     ? cc_as(f, f->subject, 'o')
                     : cc_op(f, VM_OP_THIS, 'o', 0, 0, 0);
        arg->given = 1;
        return 1;
    }
    if (strcmp(name, "TIMES") == 0) {
        arg->v = c->times.type ? c->times : cc_num(f, 1);
        arg->given = 1;
        return 1;
    }
    if (type == 'L')
        return cc_exceptions(f->s, c->verb->kid[7], c->d->native_id == VM_NATIVE_copy_spell, arg);
    if (type == 'D') {
        arg->imm = cc_duration(f, c->verb);
        for (uint32_t i = 0; i < c->m.rest_count; i++)
            if (c->m.rest[i] && c->m.rest[i]->kid[0] && c->m.rest[i]->kid[0]->token == TOK_UNTIL)
                c->m.rest[i] = NULL;
        return 1;
    }
    if (type == 'R') { /* only for creature spells */
        const ast *only = only_label(&c->m);
        arg->imm = only ? (int32_t)cc_selector(f->s, only, NULL) : 0;
        return !only || arg->imm;
    }
    return -1;
}

static int cost_arg(cc_fn *f, const ast *n, cc_arg *arg)
{
    uint32_t flags = 0, count = 0;
    if (n->kind == AST_LEAF && n->token == TOK_MANA) {
        uint32_t value, colors;
        arg->imm = (int32_t)cc_mana_cost(f->u, n->text, &count, &value, &colors, n->span);
    } else if (n->kind == AST_NP || n->kind == AST_PRON) { /* COST of a keyword */
        const ast *leaf = n->kind == AST_NP ? n->kid[0]->kid[0] : n->kid[0];
        ast *list =
            ast_push(f->u->mem, ast_node(f->u->mem, AST_COSTS, n->span, 0), (ast *)(uintptr_t)leaf);
        arg->imm = (int32_t)cc_costs(f->s, list, &count, &flags);
    } else {
        cc_diag_add(f->u->diags, CC_BAD_COST, n->span, "this is not a cost");
        return 0;
    }
    arg->imm2 = (int32_t)count;
    return 1;
}

/* 'from ...'; what is discarded by its name is in a hand (CR 701.8a). */
static const ast *where_from(cc_unit *u, call *c, const ast *object)
{
    const ast *from = cc_rest_label(&c->m, "from");
    const ast *np0 = object->kind == AST_NP ? object->kid[0] : object;
    if (from || c->d->native_id != VM_NATIVE_discard_card || !ast_is(np0, AST_PRON) ||
        np0->kid[0]->token != TOK_STRING)
        return from;
    ast *hand = ast_node(u->mem, AST_LEAF, object->span, 0);
    hand->token = TOK_NOUN;
    hand->text = "hand";
    const cc_span at = object->span;
    ast *nouns = ast_push(u->mem, ast_node(u->mem, AST_LIST, at, 0), hand);
    ast *seg = ast_node(u->mem, AST_SEG, at, 2, ast_node(u->mem, AST_LIST, at, 0), nouns);
    return ast_node(u->mem, AST_CORE, at, 4, NULL,
                    ast_push(u->mem, ast_node(u->mem, AST_NOMINAL, at, 0), seg), NULL, NULL);
}

static int fill_arg(cc_fn *f, call *c, char type, const char *name, int first_number, cc_arg *arg)
{
    const cc_binding *b = cc_bound(&c->m, name);
    uint32_t flags = 0;
    int implied = implied_arg(f, c, type, name, arg);
    if (implied >= 0)
        return implied;
    if (!b) {
        if (strcmp(name, "OBJECT") == 0 || strcmp(name, "TARGET") == 0) {
            cc_diag_add(f->u->diags, CC_MISSING_OPERAND, c->verb->span, "what?");
            return 0;
        }
        if (type == 'B' && strcmp(name, "BOTTOM") == 0)
            arg->imm = c->bottom;
        return 1;
    }
    switch (type) {
    case 'o':
    case 'p':
    case 'e':
        arg->v = cc_np_zone(f, b->node, type,
                            strcmp(name, "OBJECT") == 0 ? where_from(f->u, c, b->node) : NULL);
        if (strcmp(name, "OBJECT") == 0) {
            if (arg->v.type)
                cc_refer(f, arg->v, 'o', cc_selector_types(f->s, b->node));
        }
        arg->given = 1;
        return arg->v.type != 0;
    case 'n':
        arg->v = b->qty ? cc_qty_of(f, b->qty)
                 : strcmp(name, "COUNTERS") == 0 || strcmp(name, "TOKENS") == 0
                     ? cc_qty_of(f, b->node)
                     : cc_amount(f, b->node);
        if (!arg->v.type)
            return 0;
        if (first_number && c->times.type)
            arg->v = cc_op(f, VM_OP_MUL, 'n', arg->v.reg, c->times.reg, 0);
        arg->given = 1;
        return 1;
    case 'K':
        arg->imm = cc_counter_of(f->u, b->node);
        if (arg->imm < 0)
            cc_diag_add(f->u->diags, CC_BAD_VALUE, b->node->span, "this is not a kind of counter");
        return arg->imm >= 0;
    case 'F':
        arg->imm = (int32_t)cc_token_face(f->s, b->node, &flags);
        return (flags & 4) == 0;
    case 'Z': {
        int bottom = 0, zone = zone_arg(f, b->node, &bottom);
        c->bottom = bottom;
        arg->imm = zone;
        if (zone < 0)
            cc_diag_add(f->u->diags, CC_BAD_VALUE, b->node->span, "this is not a zone");
        return zone >= 0;
    }
    case 'B':
        arg->imm = b->is_flag;
        return 1;
    case 'M':
    case 'C':
        return cost_arg(f, b->node, arg);
    case 'S':
        arg->imm = (int32_t)cc_selector(f->s, b->node, NULL);
        return arg->imm != 0;
    default:
        return 1;
    }
}

/* When a replacement's action is the very event, the event is changed instead (CR 614.6). */
int cc_change_event(cc_fn *f, const ast *subject, const ast *verb)
{
    cc_scope *s = f->s;
    const ast *head = verb->kid[3], *object = verb->kid[5], *labels = verb->kid[6];
    if (!s->replacing || !s->event_verb || !head)
        return 0;
    const char *lemma = cc_lemma(f->u, head->text);
    cc_arg a[4] = {{.given = 1}};
    (void)subject;
    if (strcmp(lemma, s->event_verb) == 0 && strcmp(lemma, "draw") != 0) {
        for (int i = 0; i < labels->kid_count; i++) /* deal it to this: another recipient */
            if (ast_says(labels->kid[i]->kid[0], "to")) {
                a[0].v = cc_as(f, cc_np(f, labels->kid[i]->kid[1], 'e'), 'e');
                if (a[0].v.type)
                    cc_native(f, VM_NATIVE_event_redirect, a);
                return 1;
            }
        if (!object)
            return 0;
        a[0].v = object->kind == AST_QTY ? cc_amount(f, object)
                 : cc_core(object)       ? cc_qty_of(f, object)
                                         : CC_BAD;
        if (a[0].v.type)
            cc_native(f, VM_NATIVE_event_amount, a);
        return 1;
    }
    if (strcmp(lemma, "exile") == 0 &&
        (strcmp(s->event_verb, "enter") == 0 || strcmp(s->event_verb, "put") == 0 ||
         strcmp(s->event_verb, "die") == 0)) {
        a[0].imm = VM_ZONE_EXILE;
        cc_native(f, VM_NATIVE_event_zone, a);
        return 1;
    }
    return 0;
}

/* An action that is declared with a body: its operands become names, and the body is put in. */
static void lower_action_body(cc_fn *f, const cc_match *m)
{
    cc_scope *s = f->s;
    const char *self = s->self_name, *you = s->you_name;
    if (f->u->depth > 8) {
        cc_diag_add(f->u->diags, CC_TOO_DEEP, m->decl->node->span,
                    "the action '%s' contains itself", m->decl->verb);
        return;
    }
    for (uint32_t i = 0; i < m->bind_count; i++) {
        const cc_binding *b = &m->bind[i];
        int number = strcmp(b->operand, "N") == 0 || strcmp(b->operand, "AMOUNT") == 0 ||
                     strcmp(b->operand, "X") == 0;
        cc_val v = b->qty   ? cc_qty_of(f, b->qty)
                   : number ? cc_amount(f, b->node)
                            : cc_np(f, b->node, 'e');
        if (!v.type)
            return;
        cc_name_set(f, b->operand, v, b->node);
    }
    if (f->subject.type == 'p') {
        cc_name_set(f, "WHO ACTS", f->subject, m->decl->node);
        s->you_name = "WHO ACTS";
    } else if (f->subject.type) {
        cc_name_set(f, "WHAT ACTS", f->subject, m->decl->node);
        s->self_name = "WHAT ACTS";
    }
    cc_val subject = f->subject;
    f->u->depth++;
    cc_body(f, m->decl->body);
    f->u->depth--;
    f->subject = subject;
    s->self_name = self;
    s->you_name = you;
}

/* Is what an action gave a sign that it was done? */
static cc_val was_done(cc_fn *f, cc_val result)
{
    if (result.type != 'o' && result.type != 'e')
        return result.type == 'b' ? result : CC_BAD;
    cc_val n = cc_op(f, VM_OP_COUNT, 'n', result.reg, 0, 0), zero = cc_num(f, 0);
    return cc_op(f, VM_OP_LT, 'b', zero.reg, n.reg, 0);
}

cc_val cc_did(cc_fn *f)
{
    cc_val did = f->acted.type ? was_done(f, f->acted) : CC_BAD;
    if (did.type)
        f->did = did;
    f->acted = CC_BAD;
    return f->did;
}

/* Remembers what an action gave. Behind 'may' the register that holds yes or no says whether it was done. */
void cc_done(cc_fn *f, cc_val result)
{
    f->acted = CC_BAD;
    if (!f->may.type) {
        f->acted = result;
        return;
    }
    cc_val did = was_done(f, result);
    if (did.type)
        cc_emit(f, VM_OP_MOV, f->may.reg, did.reg, 0, 0);
}

void cc_action(cc_fn *f, const ast *subject, const ast *verb)
{
    call c = {.subject = subject, .verb = verb, .times = CC_BAD};
    f->at = verb;
    if (!cc_match_verb(f->u, DECL_ACTION, subject, verb, 1, &c.m))
        return;
    c.d = c.m.decl;
    c.bind = verb->kid[5] ? cc_bound_name(verb->kid[5]) : NULL;
    if (!c.d->native && c.d->body) {
        if (c.m.rest_count)
            cc_diag_add(f->u->diags, CC_EXTRA_OPERAND, c.m.rest[0]->span,
                        "'%s' has no place for this", c.d->verb);
        lower_action_body(f, &c.m);
        return;
    }
    if (c.d->native_id < 0) {
        cc_diag_add(f->u->diags, CC_NO_NATIVE, verb->span,
                    "'%s' cannot be done here: its declaration has no native that acts", c.d->verb);
        return;
    }
    const ast *each = for_each_label(&c.m);
    if (each) {
        c.times = each_count(f, &c.m, each);
        if (!c.times.type)
            return;
    }
    const char *own = f->s->event_verb;
    if (acting_verb_owns(c.d->native))
        f->s->event_verb = "!own";
    cc_arg args[10];
    memset(args, 0, sizeof args);
    const char *at = vm_native_describe((uint32_t)c.d->native_id)->signature;
    char name[32], type;
    int numbers = 0, ok = 1, object_at = -1;
    /* zones first: 'bottom' and owners depend on them */
    for (int i = 0; (type = vm_signature_next(&at, name, sizeof name)) != 0 && ok; i++) {
        ok = fill_arg(f, &c, type, name, type == 'n' && numbers == 0 && strcmp(name, "TIMES") != 0,
                      &args[i]);
        numbers += type == 'n';
        if (strcmp(name, "OBJECT") == 0)
            object_at = i;
    }
    f->s->event_verb = own;
    if (!ok)
        return;
    if (c.d->native_id == VM_NATIVE_create) {
        uint32_t flags = 0;
        cc_token_face(f->s, cc_bound(&c.m, "TOKENS")->node, &flags);
        args[3].imm = (flags & 1) != 0;
        args[4].imm = (flags & 2) != 0;
    }
    for (uint32_t i = 0; i < c.m.rest_count; i++)
        if (c.m.rest[i]) {
            const ast *prep = c.m.rest[i]->kid[0];
            cc_diag_add(f->u->diags, CC_EXTRA_OPERAND, c.m.rest[i]->span,
                        "'%s' has no place for '%s ...'", c.d->verb, prep ? prep->text : "this");
        }
    cc_val result = cc_native(f, c.d->native_id, args);
    if (result.type == 'o') {
        f->it = result;
        if (c.bind)
            cc_name_set(f, c.bind, result, verb);
    } else if (object_at >= 0 && args[object_at].v.type) {
        f->it = args[object_at].v;
    }
    cc_done(f, result);
}
