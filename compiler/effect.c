/* Sentences that do something: bodies of spells and abilities. */
#include "compiler/lower.h"

#include <stdlib.h>
#include <string.h>

#include "grammar.tab.h"

/* ---- sentences --------------------------------------------------------------------------------
 */

int cc_is_end(const ast *preposition)
{
    return preposition && (preposition->token == TOK_UNTIL || ast_says(preposition, "this turn") ||
                           ast_says(preposition, "this combat"));
}

int cc_duration(cc_fn *f, const ast *verb)
{
    const ast *labels = verb->kid[6];
    int ends = 0;
    for (int i = 0; i < labels->kid_count; i++) {
        ends += cc_is_end(labels->kid[i]->kid[0]);
        if (ends > 1) {
            cc_diag_add(f->u->diags, CC_EXTRA_OPERAND, labels->kid[i]->span,
                        "this has been given an end already");
            break;
        }
    }
    for (int i = 0; i < labels->kid_count; i++) {
        const ast *prep = labels->kid[i]->kid[0];
        if (prep && prep->token == TOK_UNTIL) {
            const char *noun = cc_head_noun(f->u, labels->kid[i]->kid[1]);
            if (labels->kid[i]->kid[2]) {
                ast_use(labels->kid[i]);
                return VM_DURATION_WHILE_SOURCE;
            }
            if (noun && strcmp(noun, "end of turn") == 0)
                return VM_DURATION_END_OF_TURN;
            if (noun && strcmp(noun, "end of combat") == 0)
                return VM_DURATION_END_OF_COMBAT;
        }
        if (ast_says(prep, "this turn") || ast_says(prep, "this combat"))
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
        if (l->kid[0] && l->kid[0]->token == TOK_UNTIL && l->kid[2] && !until)
            until = l;
        else
            ast_push(f->u->mem, bare->kid[6], l);
    }
    const char *leaves = cc_lemma(f->u, until->kid[2]->kid[3]->text);
    if (!cc_match_verb(f->u, DECL_ACTION, subject, bare, 0, &m) ||
        m.decl->native_id != VM_NATIVE_exile || m.rest_count > 1 || !cc_is_this(until->kid[1]) ||
        strcmp(leaves, "leave") != 0 || f->s->kind != SCOPE_PERMANENT) {
        cc_diag_add(f->u->diags, CC_NO_MEANING, verb->span,
                    "'until' can end an exile: exile target creature until this leaves");
        return;
    }
    ast_use(until);
    const ast *what = cc_bound(&m, "OBJECT")->node;
    cc_arg a[1] = {
        {.v = cc_as(f, cc_np_zone(f, what, 'o', cc_rest_label(&m, "from")), 'o'), .given = 1}};
    if (!a[0].v.type)
        return;
    f->it = cc_native(f, VM_NATIVE_exile_until, a);
    cc_done(f, f->it);
    if (cc_bound_name(what))
        cc_name_set(f, cc_bound_name(what), f->it, verb);
}

/* replace FORMER with LATTER in X's text (CR 612) */
static void change_text(cc_fn *f, const ast *verb)
{
    const ast *object = verb->kid[5], *with = NULL, *in = NULL;
    for (int i = 0; i < verb->kid[6]->kid_count; i++)
        if (!verb->kid[6]->kid[i]->kid[0] || verb->kid[6]->kid[i]->kid[0]->token != TOK_UNTIL)
            cc_diag_add(f->u->diags, CC_EXTRA_OPERAND, verb->kid[6]->kid[i]->span,
                        "'replace' has no place for this");
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
        cc_action(f, subject, verb);
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
        if (m.rest_count)
            cc_diag_add(f->u->diags, CC_EXTRA_OPERAND, m.rest[0]->span,
                        "'choose' has no place for this");
        const ast *what = cc_bound(&m, "OBJECT")->node;
        int handled = 0;
        cc_val v = cc_choice(f, what, &handled);
        if (!handled)
            v = cc_np(f, what, 'e');
        else if (cc_bound_name(what))
            cc_name_set(f, cc_bound_name(what), v, what);
        if (v.type && v.type != 'n')
            f->it = v;
        return;
    }
    if (known && m.decl->native_id == VM_NATIVE_change_text) {
        change_text(f, verb);
        return;
    }
    cc_action(f, subject, verb);
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
    if (!det || !ast_at(det, 2) || !noun || !cc_names_both(f->u, object))
        return CC_WRONG(f, CC_MISSING_OPERAND, object, "whose power and toughness?");
    if (ast_is(det->kid[2], AST_LEAF))
        return CC_WRONG(f, CC_BAD_VALUE, object, "players have no power and toughness");
    return cc_np(f, det->kid[2], 'e');
}

/* What verbs that change characteristics or rules change: the subject, or for some the object. */
static cc_val changed(cc_fn *f, const ast *subject, const ast *verb, const cc_mods *m)
{
    cc_match match;
    if (cc_match_verb(f->u, DECL_ACTION, subject, verb, 0, &match) && match.decl->native &&
        strcmp(match.decl->native, "mod_control") == 0 && cc_bound(&match, "OBJECT"))
        return f->it = cc_np(f, cc_bound(&match, "OBJECT")->node, 'e'); /* gain control of X */
    if (m->list.count && m->list.at[0].op == VM_MOD_SWITCH_PT)
        return f->it = switched(f, verb->kid[5]);
    return f->subject.type ? f->subject : cc_op(f, VM_OP_THIS, 'o', 0, 0, 0);
}

/* The verbs from number i on that change characteristics or rules make one effect; gives the last one. */
static int mod_verbs(cc_fn *f, const ast *subject, const ast *verbs, int i, const ast **block)
{
    cc_mods m;
    memset(&m, 0, sizeof m);
    m.f = f;
    m.s = f->s;
    int duration = cc_duration(f, verbs->kid[i]), k = i;
    for (; k < verbs->kid_count && cc_is_mod(f->u, subject, verbs->kid[k]); k++) {
        int d = cc_duration(f, verbs->kid[k]), last = k + 1 == verbs->kid_count;
        if (d != VM_DURATION_FOREVER)
            duration = d;
        cc_mods_add(&m, subject, verbs->kid[k], last ? *block : NULL, 0);
        if (last)
            *block = NULL;
    }
    cc_val set = changed(f, subject, verbs->kid[k - 1], &m);
    if (!m.failed && set.type)
        cc_mods_emit(f, &m, cc_as(f, set, 'e'), duration);
    if (subject)
        f->it = f->subject;
    return k - 1;
}

/* who: the subject of the sentence. 0 after a mistake. */
static int sentence_subject(cc_fn *f, const ast *who)
{
    f->subject = cc_np(f, who, 'e');
    if (!f->subject.type)
        return 0;
    f->subject_is_this = (uint8_t)cc_is_this(who);
    if (cc_is_player_np(f->u, who))
        f->subject = cc_as(f, f->subject, 'p');
    cc_refer(f, f->subject, f->subject.type == 'p' ? 'p' : 'o', cc_selector_types(f->s, who));
    return 1;
}

/* you may { ... } */
static void may_block(cc_fn *f, const ast *block)
{
    cc_val may = f->may;
    f->may = CC_BAD;
    cc_body(f, block);
    f->may = may;
    f->did = may.type ? may : f->did;
    f->acted = CC_BAD;
}

void cc_sentence(cc_fn *f, const ast *sent)
{
    const ast *subject = sent->kid[1], *verbs = sent->kid[2], *block = sent->kid[3];
    uint32_t jump = 0;
    f->at = sent;
    cc_val old_subject = f->subject;
    f->subject = CC_BAD;
    f->sentence_refs = f->refs;
    if (subject && !sentence_subject(f, subject))
        return;
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
        if (!verb->kid[3]) {
            if (block)
                may_block(f, block);
            block = NULL;
            continue;
        }
        if (i + 1 < verbs->kid_count && verbs->kid[i + 1]->joined &&
            strcmp(verbs->kid[i + 1]->joined, "or") == 0 && !verb->kid[5]) {
            tap_or_untap(f, verbs->kid[++i]);
            continue;
        }
        if (cc_change_event(f, subject, verb))
            continue;
        if (cc_is_mod(f->u, subject, verb)) {
            i = mod_verbs(f, subject, verbs, i, &block);
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
