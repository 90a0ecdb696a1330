/* Sentences that do something: bodies of spells and abilities. */
#include "compiler/lower.h"

#include <stdlib.h>
#include <string.h>

#include "grammar.tab.h"

/* ---- arguments of natives ---------------------------------------------------------------------
 */

static const ast *rest_label(cc_match *m, const char *prep)
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
        const ast *on = rest_label(m, "on");
        cc_val of = on ? cc_np(f, on, 'e') : cc_op(f, VM_OP_THIS, 'o', 0, 0, 0);
        of = cc_as(f, of, 'e');
        return of.type ? cc_op(f, VM_OP_COUNTERS, 'n', of.reg, 0, cc_counter_of(f->u, np)) : of;
    }
    cc_val set = cc_np(f, np, 'e');
    return set.type ? cc_op(f, VM_OP_COUNT, 'n', set.reg, 0, 0) : set;
}

static const char *bound_name(const ast *np)
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

static int fill_arg(cc_fn *f, call *c, char type, const char *name, int first_number, cc_arg *arg)
{
    const cc_binding *b = cc_bound(&c->m, name);
    uint32_t flags = 0, count = 0;
    if (strcmp(name, "YOU") == 0) {
        arg->v = f->subject.type == 'p' ? f->subject : cc_op(f, VM_OP_YOU, 'p', 0, 0, 0);
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
                            strcmp(name, "OBJECT") == 0 ? rest_label(&c->m, "from") : NULL);
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
    case 'C': {
        const ast *n = b->node;
        if (n->kind == AST_LEAF && n->token == TOK_MANA) {
            uint32_t value, colors;
            arg->imm = (int32_t)cc_mana_cost(f->u, n->text, &count, &value, &colors, n->span);
        } else if (n->kind == AST_NP || n->kind == AST_PRON) { /* COST of a keyword */
            const ast *leaf = n->kind == AST_NP ? n->kid[0]->kid[0] : n->kid[0];
            ast *list = ast_push(f->u->mem, ast_node(f->u->mem, AST_COSTS, n->span, 0),
                                 (ast *)(uintptr_t)leaf);
            arg->imm = (int32_t)cc_costs(f->s, list, &count, &flags);
        } else {
            cc_diag_add(f->u->diags, CC_BAD_COST, n->span, "this is not a cost");
            return 0;
        }
        arg->imm2 = (int32_t)count;
        return 1;
    }
    case 'S':
        arg->imm = (int32_t)cc_selector(f->s, b->node, NULL);
        return arg->imm != 0;
    default:
        return 1;
    }
}

/* When a replacement's action is the very event, the event is changed instead (CR 614.6). */
static int change_event(cc_fn *f, const ast *subject, const ast *verb)
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
static void done(cc_fn *f, cc_val result)
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

static void lower_action(cc_fn *f, const ast *subject, const ast *verb)
{
    call c = {.subject = subject, .verb = verb, .times = CC_BAD};
    f->at = verb;
    if (!cc_match_verb(f->u, DECL_ACTION, subject, verb, 1, &c.m))
        return;
    c.d = c.m.decl;
    c.bind = verb->kid[5] ? bound_name(verb->kid[5]) : NULL;
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
    done(f, result);
}

/* ---- sentences --------------------------------------------------------------------------------
 */

int cc_duration(cc_fn *f, const ast *verb)
{
    const ast *labels = verb->kid[6];
    for (int i = 0; i < labels->kid_count; i++) {
        const ast *prep = labels->kid[i]->kid[0];
        if (prep && prep->token == TOK_UNTIL) {
            const char *noun = cc_head_noun(f->u, labels->kid[i]->kid[1]);
            if (labels->kid[i]->kid[2])
                return VM_DURATION_WHILE_SOURCE;
            if (noun && strcmp(noun, "end of turn") == 0)
                return VM_DURATION_END_OF_TURN;
            if (noun && strcmp(noun, "end of combat") == 0)
                return VM_DURATION_END_OF_COMBAT;
        }
        if (prep && prep->token == TOK_ADV &&
            (strcmp(prep->text, "this turn") == 0 || strcmp(prep->text, "this combat") == 0))
            return VM_DURATION_END_OF_TURN;
    }
    return f->s->mods_duration >= 0 ? f->s->mods_duration : VM_DURATION_FOREVER;
}

/* counter target spell unless its controller pays {1} */
static uint32_t unless_paid(cc_fn *f, const ast *tail, cc_val it)
{
    const ast *clause = tail->kid[1], *verb = clause->kid[1]->kid[0];
    cc_arg a[2];
    memset(a, 0, sizeof a);
    cc_val old = f->it;
    f->it = it.type ? it : f->it;
    a[0].v = cc_np(f, clause->kid[0], 'p');
    f->it = old;
    a[0].given = 1;
    const ast *object = verb->kid[5];
    uint32_t count = 0, value, colors, flags = 0;
    if (ast_is(object, AST_LEAF) && object->token == TOK_MANA) {
        a[1].imm = (int32_t)cc_mana_cost(f->u, object->text, &count, &value, &colors, object->span);
    } else if (ast_is(object, AST_NP) && ast_is(object->kid[0], AST_PRON)) {
        ast *list = ast_push(f->u->mem, ast_node(f->u->mem, AST_COSTS, object->span, 0),
                             object->kid[0]->kid[0]);
        a[1].imm = (int32_t)cc_costs(f->s, list, &count, &flags);
    } else {
        ast *list = ast_push(f->u->mem, ast_node(f->u->mem, AST_COSTS, verb->span, 0),
                             (ast *)(uintptr_t)verb);
        a[1].imm = (int32_t)cc_costs(f->s, list, &count, &flags);
    }
    a[1].imm2 = (int32_t)count;
    if (!a[0].v.type)
        return 0;
    cc_val paid = cc_native(f, VM_NATIVE_unless_paid, a);
    cc_val not = cc_op(f, VM_OP_NOT, 'b', paid.reg, 0, 0);
    return cc_emit(f, VM_OP_JF, not .reg, 0, 0, 0);
}

static int has_until_leaves(const ast *verb)
{
    const ast *labels = verb->kid[6];
    for (int i = 0; i < labels->kid_count; i++)
        if (labels->kid[i]->kid[0] && labels->kid[i]->kid[0]->token == TOK_UNTIL &&
            labels->kid[i]->kid[2])
            return 1;
    return 0;
}

static cc_val choice_value(cc_fn *f, const ast *value, int *handled)
{
    /* a color of your choice · an opponent of your choice */
    const ast *core = cc_core(value->kind == AST_TERM ? value->kid[0] : value);
    *handled = 0;
    const ast *part = value->kind == AST_NP ? value->kid[0] : value;
    if (ast_is(part, AST_PARTOF) && ast_says(part->kid[0], "another of") && f->word.type) {
        const char *kind = cc_head_noun(f->u, part->kid[1]); /* another of the same kind */
        if (kind && strcmp(kind, "kind") == 0) {
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
    if (strcmp(noun, "basic land type") == 0)
        return f->word = cc_native(f, VM_NATIVE_choose_word, a);
    *handled = 0;
    return CC_BAD;
}

/* exile X until this leaves (CR 610.3) */
static void exile_until(cc_fn *f, const ast *subject, const ast *verb)
{
    cc_match m;
    ast *bare = ARENA_NEW(f->u->mem, ast);
    const ast *until = NULL;
    *bare = *verb;
    bare->kid = arena_alloc(f->u->mem, sizeof *bare->kid * 8);
    memcpy(bare->kid, verb->kid, sizeof *bare->kid * 8);
    bare->kid[6] = ast_node(f->u->mem, AST_LIST, verb->span, 0);
    for (int i = 0; i < verb->kid[6]->kid_count; i++) {
        ast *l = verb->kid[6]->kid[i];
        if (l->kid[0] && l->kid[0]->token == TOK_UNTIL)
            until = l;
        else
            ast_push(f->u->mem, bare->kid[6], l);
    }
    const char *leaves = cc_lemma(f->u, until->kid[2]->kid[3]->text);
    if (!cc_match_verb(f->u, DECL_ACTION, subject, bare, 0, &m) ||
        m.decl->native_id != VM_NATIVE_exile || !cc_is_this(until->kid[1]) ||
        strcmp(leaves, "leave") != 0 || f->s->kind != SCOPE_PERMANENT) {
        cc_diag_add(f->u->diags, CC_NO_MEANING, verb->span,
                    "'until' can end an exile: exile target creature until this leaves");
        return;
    }
    const ast *what = cc_bound(&m, "OBJECT")->node;
    cc_arg a[1] = {
        {.v = cc_as(f, cc_np_zone(f, what, 'o', rest_label(&m, "from")), 'o'), .given = 1}};
    if (!a[0].v.type)
        return;
    f->it = cc_native(f, VM_NATIVE_exile_until, a);
    done(f, f->it);
    if (bound_name(what))
        cc_name_set(f, bound_name(what), f->it, verb);
}

/* replace FORMER with LATTER in X's text (CR 612) */
static void change_text(cc_fn *f, const ast *verb)
{
    const ast *object = verb->kid[5], *with = NULL, *in = NULL;
    for (int i = 0; ast_is(object, AST_NP) && i < object->kid[1]->kid_count; i++) {
        const ast *post = object->kid[1]->kid[i];
        if (post->kid[0]->token == TOK_WITH)
            with = post->kid[1];
        else if (ast_says(post->kid[0], "in"))
            in = post->kid[1];
    }
    const ast *core = in ? cc_core(in) : NULL, *det = core ? core->kid[0] : NULL;
    const char *noun = core ? cc_head_noun(f->u, core) : NULL;
    if (!with || !det || !ast_at(det, 2) || !noun || strcmp(noun, "text") != 0) {
        cc_diag_add(
            f->u->diags, CC_NO_MEANING, verb->span,
            "a change of text reads: replace FORMER with LATTER in target permanent's text");
        return;
    }
    cc_arg a[5];
    memset(a, 0, sizeof a);
    a[0].v = cc_as(f, cc_np(f, det->kid[2], 'o'), 'o');
    a[1].v = cc_amount(f, object->kid[0]);
    a[2].v = cc_amount(f, with);
    a[3].imm = (int32_t)f->u->mod.count;
    a[3].imm2 = 1;
    a[4].imm = cc_duration(f, verb);
    const vm_mod row = {VM_MOD_TEXT, 0, 0, 0, 0, 0, 0};
    VEC_PUSH(f->u->mem, &f->u->mod, row);
    for (int i = 0; i < 3; i++) {
        a[i].given = 1;
        if (!a[i].v.type)
            return;
    }
    cc_native(f, VM_NATIVE_change_text, a);
}

/* Does it make a copy, so that 'except' can say what is different about it? */
static int copies(cc_unit *u, const ast *subject, const ast *verb)
{
    cc_match m;
    return verb->kid[7]->kid[0]->token == TOK_EXCEPT &&
           cc_match_verb(u, DECL_ACTION, subject, verb, 0, &m) && m.decl->native_id >= 0 &&
           strstr(vm_native_describe((uint32_t)m.decl->native_id)->signature, "L:EXCEPT");
}

/* A verb that is not a modification. */
static void plain_verb(cc_fn *f, const ast *subject, const ast *verb)
{
    const ast *tail = verb->kid[7];
    if (ast_is(tail, AST_TAIL) && tail->kid[0]->token == TOK_UNLESS) {
        /* The object must be known before its controller is asked: evaluate targets first. */
        const ast *object = verb->kid[5];
        cc_val it = CC_BAD;
        uint32_t before = f->s->targets.count;
        if (object && !cc_is_this(object))
            it = cc_np(f, object, 'e');
        if (!it.type)
            it = cc_op(f, VM_OP_THIS, 'o', 0, 0, 0);
        uint32_t jump = unless_paid(f, tail, cc_as(f, it, 'o'));
        f->s->targets.count = before; /* the action declares the same target again */
        lower_action(f, subject, verb);
        if (jump)
            cc_patch(f, jump);
        return;
    }
    if (tail && !copies(f->u, subject, verb)) {
        cc_diag_add(f->u->diags, CC_NO_MEANING, tail->span, "'%s' cannot stand behind this verb",
                    tail->kid[0]->text);
        return;
    }
    if (has_until_leaves(verb)) {
        exile_until(f, subject, verb);
        return;
    }
    cc_match m;
    int known = cc_match_verb(f->u, DECL_ACTION, subject, verb, 0, &m);
    if (known && m.decl->native && strcmp(m.decl->native, "choose_any") == 0) {
        const ast *what = cc_bound(&m, "OBJECT")->node;
        int handled = 0;
        cc_val v = choice_value(f, what, &handled);
        if (!handled)
            v = cc_np(f, what, 'e');
        else if (bound_name(what))
            cc_name_set(f, bound_name(what), v, what);
        if (v.type && v.type != 'n')
            f->it = v;
        return;
    }
    if (known && m.decl->native_id == VM_NATIVE_change_text) {
        change_text(f, verb);
        return;
    }
    lower_action(f, subject, verb);
}

/* 'a or b' as verbs of one sentence: which of the two is chosen by whoever does it. */
static void tap_or_untap(cc_fn *f, const ast *second)
{
    cc_arg a[2];
    memset(a, 0, sizeof a);
    a[0].v = cc_as(f, cc_np(f, second->kid[5], 'o'), 'o');
    a[0].given = 1;
    a[1].v = cc_op(f, VM_OP_YOU, 'p', 0, 0, 0);
    a[1].given = 1;
    if (a[0].v.type)
        f->it = a[0].v, cc_native(f, VM_NATIVE_tap_or_untap, a);
}

/* switch target creature's power and toughness: whose they are */
static cc_val switched(cc_fn *f, const ast *object)
{
    const ast *core = cc_core(object), *det = core ? core->kid[0] : NULL;
    const char *noun = core ? cc_head_noun(f->u, core) : NULL;
    if (!det || !ast_at(det, 2) || !noun || strcmp(noun, "toughness") != 0)
        return CC_WRONG(f, CC_MISSING_OPERAND, object, "whose power and toughness?");
    if (ast_is(det->kid[2], AST_LEAF))
        return CC_WRONG(f, CC_BAD_VALUE, object, "players have no power and toughness");
    return cc_np(f, det->kid[2], 'e');
}

void cc_sentence(cc_fn *f, const ast *sent)
{
    const ast *subject = sent->kid[1], *verbs = sent->kid[2], *block = sent->kid[3];
    uint32_t jump = 0;
    f->at = sent;
    cc_val old_subject = f->subject;
    f->subject = CC_BAD;
    f->sentence_refs = f->refs;
    if (subject) {
        f->subject = cc_np(f, subject, 'e');
        if (!f->subject.type)
            return;
        f->subject_is_this = (uint8_t)cc_is_this(subject);
        if (cc_is_player_np(f->u, subject))
            f->subject = cc_as(f, f->subject, 'p');
        cc_refer(f, f->subject, f->subject.type == 'p' ? 'p' : 'o',
                 cc_selector_types(f->s, subject));
    }
    for (int i = 0; i < verbs->kid_count; i++) {
        const ast *verb = verbs->kid[i], *aux = verb->kid[0];
        if (aux && strcmp(aux->text, "may") == 0 && !cc_more_lands(f->u, verb)) {
            cc_arg a[1] = {{.given = 1}};
            a[0].v = f->subject.type == 'p' ? f->subject : cc_op(f, VM_OP_YOU, 'p', 0, 0, 0);
            f->did = f->may = cc_native(f, VM_NATIVE_may, a);
            f->acted = CC_BAD;
            jump = cc_emit(f, VM_OP_JF, f->did.reg, 0, 0, 0);
        } else if (aux && !cc_is_mod(f->u, subject, verb)) {
            cc_diag_add(f->u->diags, CC_NO_MEANING, verb->span, "'%s' cannot stand here",
                        aux->text);
            return;
        }
        if (!verb->kid[3] || (!verb->kid[5] && !verb->kid[6]->kid_count && block && aux &&
                              i + 1 == verbs->kid_count && verb->kid[3] == NULL)) {
            if (block) { /* you may { ... } */
                cc_val may = f->may;
                f->may = CC_BAD;
                cc_body(f, block);
                f->may = may;
                f->did = may.type ? may : f->did;
                f->acted = CC_BAD;
                block = NULL;
            }
            continue;
        }
        if (i + 1 < verbs->kid_count && verbs->kid[i + 1]->joined &&
            strcmp(verbs->kid[i + 1]->joined, "or") == 0 && !verb->kid[5]) {
            tap_or_untap(f, verbs->kid[++i]);
            continue;
        }
        if (change_event(f, subject, verb))
            continue;
        if (cc_is_mod(f->u, subject, verb)) {
            cc_mods m;
            memset(&m, 0, sizeof m);
            m.f = f;
            m.s = f->s;
            int duration = cc_duration(f, verb);
            int k = i;
            for (; k < verbs->kid_count && cc_is_mod(f->u, subject, verbs->kid[k]); k++) {
                int d = cc_duration(f, verbs->kid[k]);
                if (d != VM_DURATION_FOREVER)
                    duration = d;
                cc_mods_add(&m, subject, verbs->kid[k], k + 1 == verbs->kid_count ? block : NULL,
                            0);
            }
            i = k - 1;
            if (i + 1 == verbs->kid_count)
                block = NULL;
            cc_val set = f->subject.type ? f->subject : cc_op(f, VM_OP_THIS, 'o', 0, 0, 0);
            /* 'gain control of X': what is changed is the object of the verb */
            const ast *object = verbs->kid[i]->kid[5];
            cc_match match;
            if (cc_match_verb(f->u, DECL_ACTION, subject, verbs->kid[i], 0, &match) &&
                match.decl->native && strcmp(match.decl->native, "mod_control") == 0 &&
                cc_bound(&match, "OBJECT")) {
                set = cc_np(f, cc_bound(&match, "OBJECT")->node, 'e');
                f->it = set;
                (void)object;
            }
            if (m.list.count && m.list.at[0].op == VM_MOD_SWITCH_PT) {
                set = switched(f, object);
                f->it = set;
            }
            if (!m.failed && set.type)
                cc_mods_emit(f, &m, cc_as(f, set, 'e'), duration);
            if (!subject)
                continue;
            f->it = f->subject;
            continue;
        }
        plain_verb(f, subject, verb);
    }
    if (block)
        cc_diag_add(f->u->diags, CC_NO_MEANING, block->span, "this verb has no place for a block");
    if (jump) {
        cc_patch(f, jump);
        f->may = CC_BAD;
    }
    f->subject = old_subject;
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
    cc_val v = choice_value(f, n->kid[1], &handled);
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
    for (int i = 0; block && i < block->kid_count; i++) {
        const ast *n = block->kid[i];
        f->at = n;
        switch (n->kind) {
        case AST_BLOCK:
            cc_body(f, n);
            break;
        case AST_SENTENCES:
            for (int k = 0; k < n->kid_count; k++)
                cc_sentence(f, n->kid[k]);
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
    }
}
