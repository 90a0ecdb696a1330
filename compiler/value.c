/* Noun phrases and amounts as values. */
#include "compiler/lower.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grammar.tab.h"

int cc_number_word(const char *text, int32_t *out)
{
    static const char *const WORDS[] = {"zero", "one",   "two",   "three", "four", "five",
                                        "six",  "seven", "eight", "nine",  "ten"};
    const char *p = text + (*text == '+' || *text == '-');
    if (isdigit((unsigned char)*p)) {
        long v = strtol(p, NULL, 10);
        *out = (int32_t)(v > 1000000 ? 1000000 : v) * (*text == '-' ? -1 : 1);
        return 1;
    }
    for (int i = 0; i < 11; i++)
        if (strcmp(WORDS[i], text) == 0) {
            *out = i;
            return 1;
        }
    return 0;
}

int cc_is_x(const ast *n)
{
    if (ast_is(n, AST_QTY))
        n = n->kid[0];
    return ast_says(n, "X");
}

/* ---- names and pronouns -----------------------------------------------------------------------
 */

static cc_name *find_name(cc_scope *s, const char *name)
{
    for (cc_name *n = *s->names; n; n = n->next)
        if (strcmp(n->name, name) == 0)
            return n;
    return NULL;
}

cc_val cc_name_value(cc_fn *f, const ast *leaf)
{
    const cc_name *n = find_name(f->s, ast_use(leaf)->text);
    if (!n)
        return CC_WRONG(f, CC_UNKNOWN_NAME, leaf, "the name '%s' is used before it is given",
                        leaf->text);
    return n->type == 'n' ? cc_op(f, VM_OP_LINK_NUM, 'n', 0, 0, (int32_t)n->link)
                          : cc_op(f, VM_OP_LINK, 'e', 0, 0, (int32_t)n->link);
}

void cc_name_set(cc_fn *f, const char *name, cc_val v, const ast *at)
{
    if (!v.type)
        return;
    cc_name *n = find_name(f->s, name);
    char type = v.type == 'n' || v.type == 'b' ? 'n' : 'e';
    if (!n) {
        n = ARENA_NEW(f->u->mem, cc_name);
        n->name = name;
        n->type = type;
        n->link = (*f->s->link_count)++;
        n->next = *f->s->names;
        *f->s->names = n;
    } else if (n->type != type) {
        cc_diag_add(f->u->diags, CC_NAME_TWICE, at->span,
                    "'%s' is given twice, once for a number and once for things", name);
        return;
    }
    v = cc_as(f, v, type);
    if (f->effect)
        cc_emit(f, type == 'n' ? VM_OP_SET_LINK_NUM : VM_OP_SET_LINK, v.reg, 0, 0,
                (int32_t)n->link);
}

void cc_refer(cc_fn *f, cc_val v, char noun, uint32_t types)
{
    cc_ref *r = ARENA_NEW(f->u->mem, cc_ref);
    *r = (cc_ref){v, noun, types, f->refs};
    f->refs = r;
}

static cc_val event_object(cc_fn *f)
{
    return cc_op(f, VM_OP_EVENT_OBJ, 'o', 0, 0, 0);
}

/* it, them, itself: what the sentence is about, what was acted on last, the event's object. */
static cc_val it_value(cc_fn *f, const ast *leaf)
{
    if (strcmp(leaf->text, "they") == 0 || strcmp(leaf->text, "them") == 0)
        if (f->subject.type)
            return f->subject;
    if (strcmp(leaf->text, "itself") == 0 && f->subject.type)
        return f->subject;
    if (f->candidate.type && !f->it.type)
        return f->candidate;
    for (const cc_ref *r = f->refs; r && r != f->sentence_refs; r = r->next)
        if (r->noun == 'o' && r->val.reg != f->subject.reg)
            return r->val;
    if (f->it.type)
        return f->it;
    if ((f->subject.type == 'o' || f->subject.type == 'e') && !f->subject_is_this)
        return f->subject;
    if (f->s->has_event)
        return f->s->event_is_player ? cc_op(f, VM_OP_EVENT_PLAYER, 'p', 0, 0, 0) : event_object(f);
    if (f->s->kind == SCOPE_PERMANENT)
        return cc_op(f, VM_OP_THIS, 'o', 0, 0, 0);
    return CC_WRONG(f, CC_NO_REFERENT, leaf, "'%s' has nothing before it to refer to", leaf->text);
}

/* that player, that creature, that card: the nearest earlier thing of the kind, then the event's.
 */
static cc_val that_value(cc_fn *f, const ast *core)
{
    int player = cc_is_player_np(f->u, core);
    uint32_t types = cc_selector_types(f->s, core);
    for (const cc_ref *r = f->refs; r; r = r->next)
        if (r->noun == (player ? 'p' : 'o') && (!types || !r->types || (r->types & types)))
            return r->val;
    if (f->s->has_event)
        return player ? cc_op(f, VM_OP_EVENT_PLAYER, 'p', 0, 0, 0) : event_object(f);
    return CC_WRONG(f, CC_NO_REFERENT, core, "'that %s' has nothing before it to refer to",
                    cc_phrase_text(f->u, core));
}

/* ---- targets ----------------------------------------------------------------------------------
 */

static cc_val target_value(cc_fn *f, const ast *np, const ast *det, const ast *zone)
{
    cc_scope *s = f->s;
    if (!f->effect)
        return CC_WRONG(f, CC_NOT_HERE, np,
                        "a target can only be chosen by a spell or ability that does something");
    if (s->targets.count >= VM_TARGET_SLOTS_MAX)
        return CC_WRONG(f, CC_NOT_HERE, np, "more than %d different targets", VM_TARGET_SLOTS_MAX);
    vm_target t = {0, 1, 1, 0};
    int32_t n = 1;
    const ast *lead = det->kid[0], *qty = det->kid[1];
    ast_use(ast_at(qty, 0));
    if (qty && cc_is_x(qty))
        t.flags |= VM_TF_X;
    else if (qty && !strncmp(qty->kid[0]->text, "one or ", 7))
        cc_number_word(qty->kid[0]->text + 7, &n);
    else if (qty)
        cc_number_word(qty->kid[0]->text, &n);
    t.min = t.max = (uint32_t)n;
    if (qty && !strncmp(qty->kid[0]->text ? qty->kid[0]->text : "", "one or ", 7))
        t.min = 1;
    if (lead && (lead->token == TOK_UPTO || lead->token == TOK_ANYNUM)) {
        t.min = 0;
        if (lead->token == TOK_ANYNUM)
            t.max = 99;
    }
    t.sel = cc_selector(s, np, zone);
    if (!t.sel)
        return CC_BAD;
    uint32_t slot = s->targets.count;
    VEC_PUSH(f->u->mem, &s->targets, t);
    cc_val v = cc_op(f, VM_OP_TARGETS, 'e', (int)slot, 0, 0);
    uint32_t want = f->u->selector.at[t.sel].want;
    cc_refer(f, want == VM_WANT_PLAYERS ? cc_as(f, v, 'p') : v, want == VM_WANT_PLAYERS ? 'p' : 'o',
             cc_selector_types(s, np));
    return v;
}

/* ---- noun phrases -----------------------------------------------------------------------------
 */

static cc_val owner_of(cc_fn *f, const ast *poss)
{
    if (ast_is(poss, AST_LEAF)) {
        if (strcmp(poss->text, "your") == 0)
            return cc_op(f, VM_OP_YOU, 'p', 0, 0, 0);
        if (strcmp(poss->text, "their") == 0 && f->subject.type == 'p')
            return f->subject;
        int newer = 0; /* a thing named in this sentence, other than its subject */
        for (const cc_ref *r = f->refs; r && r != f->sentence_refs; r = r->next)
            newer |= r->noun == 'o' && r->val.reg != f->subject.reg;
        if (!newer && (f->subject.type == 'o' || f->subject.type == 'e'))
            return f->subject;
        ast it = *poss;
        it.text = "it";
        return it_value(f, &it);
    }
    return cc_np(f, poss, 'e');
}

static int only_adjective(const ast *core, const char *word)
{
    const ast *adjs = core->kid[1]->kid[0]->kid[0];
    return core->kid[1]->kid_count == 1 && adjs->kid_count == 1 && ast_says(adjs->kid[0], word);
}

/* 'that shares a creature type with it', where 'it' is what the whole count is for. */
static const ast *sharing_with(const cc_unit *u, const ast *np)
{
    if (!ast_is(np, AST_NP))
        return NULL;
    const ast *posts = np->kid[1];
    for (int i = 0; i + 1 < posts->kid_count; i++)
        if (posts->kid[i]->kid[0]->token == TOK_WHO && ast_is(posts->kid[i]->kid[1], AST_VERB) &&
            posts->kid[i]->kid[1]->kid[3] &&
            strcmp(cc_lemma(u, posts->kid[i]->kid[1]->kid[3]->text), "share") == 0) {
            const char *shared = cc_peek_noun(u, posts->kid[i]->kid[1]->kid[5]);
            if (shared && strcmp(shared, "creature type") == 0)
                cc_head_noun(u, posts->kid[i]->kid[1]->kid[5]);
            ast_use(posts->kid[i]);
            return posts->kid[i + 1]->kid[1];
        }
    return NULL;
}

static cc_val all_matching(cc_fn *f, const ast *np, const ast *zone)
{
    const ast *share = sharing_with(f->u, np);
    if (share) {
        ast *core = ARENA_NEW(f->u->mem, ast), *nominal = ARENA_NEW(f->u->mem, ast);
        *core = *np->kid[0];
        if (!only_adjective(np->kid[0], "other"))
            return CC_WRONG(f, CC_BAD_SELECTOR, np,
                            "everything shares a creature type with itself: 'each other creature'");
        *nominal = *core->kid[1];
        core->kid = arena_alloc(f->u->mem, sizeof *core->kid * 4);
        memcpy(core->kid, np->kid[0]->kid, sizeof *core->kid * 4);
        ast *seg = ast_node(f->u->mem, AST_SEG, np->span, 2,
                            ast_node(f->u->mem, AST_ADJS, np->span, 0), nominal->kid[0]->kid[1]);
        core->kid[1] = ast_push(f->u->mem, ast_node(f->u->mem, AST_NOMINAL, np->span, 0), seg);
        uint32_t sel = cc_selector(f->s, core, zone);
        cc_val with = cc_as(f, cc_np(f, share, 'o'), 'o');
        if (!sel || !with.type)
            return CC_BAD;
        cc_val all = cc_op(f, VM_OP_SELECT, 'e', 0, 0, (int32_t)sel);
        return cc_op(f, VM_OP_SHARERS, 'e', all.reg, with.reg, 0);
    }
    uint32_t sel = cc_selector(f->s, np, zone);
    if (!sel)
        return CC_BAD;
    cc_val all = cc_op(f, VM_OP_SELECT, 'e', 0, 0, (int32_t)sel);
    const ast *core = cc_core(np);
    const ast *adjs = core ? core->kid[1]->kid[0]->kid[0] : NULL;
    if (adjs && adjs->kid_count && adjs->kid[0]->token == TOK_OTHER && !f->subject_is_this &&
        (f->subject.type == 'o' || f->subject.type == 'e')) { /* other than what does it */
        cc_val self = cc_as(f, f->subject, 'e');
        return cc_op(f, VM_OP_MINUS, 'e', all.reg, self.reg, 0);
    }
    return all;
}

/* A choice made while the ability resolves: 'sacrifice a creature', 'up to one creature'. */
static cc_val chosen(cc_fn *f, const ast *np, const ast *det, const ast *zone)
{
    if (!f->effect) /* in a condition or a description it just exists */
        return all_matching(f, np, zone);
    cc_val among = all_matching(f, np, zone);
    if (!among.type)
        return CC_BAD;
    int32_t n = 1;
    cc_val max = CC_BAD;
    if (det->kid[1])
        max = cc_amount(f, det->kid[1]);
    const ast *lead = det->kid[0];
    int optional = lead && (lead->token == TOK_UPTO || lead->token == TOK_ANYNUM);
    if (lead && lead->token == TOK_ANYNUM)
        n = 99;
    if (!max.type)
        max = cc_num(f, n);
    cc_arg a[4] = {
        {.v = among, .given = 1},
        {.v = f->subject.type == 'p' ? f->subject : cc_op(f, VM_OP_YOU, 'p', 0, 0, 0), .given = 1},
        {.v = optional ? cc_num(f, 0) : max, .given = 1},
        {.v = max, .given = 1}};
    if (f->subject.type == 'p' && f->s->event_verb && strcmp(f->s->event_verb, "!own") == 0)
        a[0].v = cc_op(f, VM_OP_CONTROLLED_BY, 'e', among.reg, f->subject.reg, 0);
    return cc_native(f, VM_NATIVE_choose, a);
}

enum { OF_WRONG = -2 }; /* register of a value that has been complained about */

/* its controller · your control · their hand · your opponents. Type 0 = the possessive only narrows down. */
static cc_val of_somebody(cc_fn *f, const ast *np, const ast *core, const ast *poss)
{
    const char *noun = cc_head_noun(f->u, core);
    const cc_val wrong = {0, OF_WRONG};
    if ((strcmp(noun, "controller") == 0 || strcmp(noun, "owner") == 0)) {
        cc_val of = cc_as(f, owner_of(f, poss), 'o');
        if (!of.type)
            return CC_WRONG(f, CC_WRONG_TYPE, np, "only an object has a %s", noun), wrong;
        return cc_op(f, *noun == 'c' ? VM_OP_CONTROLLERS : VM_OP_OWNERS, 'p', of.reg, 0, 0);
    }
    if (strcmp(noun, "control") == 0) { /* under your control */
        cc_val who = cc_as(f, owner_of(f, poss), 'p');
        return who.type ? who
                        : (CC_WRONG(f, CC_WRONG_TYPE, np, "only a player has control"), wrong);
    }
    if (cc_zone_of(f->u, core, NULL) >= 0) { /* their hand: the cards in it */
        vm_selector row;
        memset(&row, 0, sizeof row);
        row.want = VM_WANT_OBJECTS;
        row.zones = 1u << cc_zone_of(f->u, core, NULL);
        row.name = VM_NO_SYMBOL;
        row.phrase = cc_string(f->u, cc_phrase_text(f->u, core));
        cc_val who = cc_as(f, owner_of(f, poss), 'p');
        if (!who.type)
            return CC_WRONG(f, CC_WRONG_TYPE, np, "only a player has a %s", noun), wrong;
        VEC_PUSH(f->u->mem, &f->u->selector, row);
        cc_val all = cc_op(f, VM_OP_SELECT, 'e', 0, 0, (int32_t)f->u->selector.count - 1);
        return cc_op(f, VM_OP_OWNED_BY, 'e', all.reg, who.reg, 0);
    }
    if (strcmp(noun, "opponent") == 0)
        return cc_op(f, VM_OP_OPPONENTS, 'p', 0, 0, 0);
    return CC_BAD;
}

static cc_val core_value(cc_fn *f, const ast *np, const ast *core, const ast *zone)
{
    const ast *det = core->kid[0];
    const char *noun = cc_head_noun(f->u, core);
    const ast *poss = det ? ast_at(det, 2) : NULL;
    if (poss) {
        cc_val v = of_somebody(f, np, core, poss);
        if (v.type || v.reg == OF_WRONG)
            return v.type ? v : CC_BAD;
    }
    if (strcmp(noun, "defending player") == 0) {
        cc_val me =
            f->candidate.type ? cc_as(f, f->candidate, 'o') : cc_op(f, VM_OP_THIS, 'o', 0, 0, 0);
        return cc_op(f, VM_OP_DEFENDER, 'p', me.reg, 0, 0);
    }
    if (strcmp(noun, "active player") == 0)
        return cc_op(f, VM_OP_ACTIVE, 'p', 0, 0, 0);
    if (!det && (only_adjective(core, "enchanted") || only_adjective(core, "equipped"))) {
        cc_val me = cc_op(f, VM_OP_THIS, 'o', 0, 0, 0);
        return cc_op(f, VM_OP_HOST, 'e', me.reg, 0, 0);
    }
    if (strcmp(noun, "copy") == 0) { /* the copy: what was made last */
        if (!f->it.type)
            return CC_WRONG(f, CC_NO_REFERENT, np, "nothing has been copied before this");
        return f->it;
    }
    if (!det)
        return all_matching(f, np, zone);
    if (ast_at(det, 3) || (strcmp(noun, "target") == 0 &&
                           (det->kid[1] || (det->kid[0] && det->kid[0]->token == TOK_ANYNUM))))
        return target_value(f, np, det, zone);
    if (det->kid[1] && !poss && !(det->kid[0] && det->kid[0]->token == TOK_THE))
        return chosen(f, np, det, zone);
    if (!det->kid[0])
        return all_matching(f, np, zone);
    switch (det->kid[0]->token) {
    case TOK_THAT:
    case TOK_THOSE:
        return that_value(f, core);
    case TOK_THIS:
        return cc_op(f, VM_OP_THIS, 'o', 0, 0, 0);
    case TOK_NAME:
        return cc_name_value(f, det->kid[0]);
    case TOK_ANY:
        if (strcmp(noun, "target") == 0) {
            ast *target =
                ast_node(f->u->mem, AST_DET, det->span, 4, det->kid[0], NULL, NULL, det->kid[0]);
            return target_value(f, np, target, zone);
        }
        return chosen(f, np, det, zone);
    case TOK_A:
    case TOK_ANOTHER:
    case TOK_UPTO:
    case TOK_ANYNUM:
        if (cc_is_player_np(f->u, core) && f->effect) {
            cc_arg a[1] = {{.v = cc_op(f, VM_OP_YOU, 'p', 0, 0, 0), .given = 1}};
            return cc_native(f,
                             strcmp(noun, "opponent") == 0 ? VM_NATIVE_choose_opponent
                                                           : VM_NATIVE_choose_player,
                             a);
        }
        return chosen(f, np, det, zone);
    case TOK_THE:
    default:
        return all_matching(f, np, zone);
    }
}

static cc_val np0_value(cc_fn *f, const ast *np, const ast *np0, const ast *zone)
{
    if (np0->kind == AST_PRON && zone && np0->kid[0]->token != TOK_STRING)
        return CC_WRONG(f, CC_EXTRA_OPERAND, zone,
                        "'%s' is one thing, wherever it is; leave this out", np0->kid[0]->text);
    if (np0->kind == AST_PRON) {
        const ast *leaf = ast_use(np0->kid[0]);
        ast acting = *leaf;
        switch (leaf->token) {
        case TOK_YOU:
            acting.text = f->s->you_name;
            if (acting.text)
                return cc_as(f, cc_name_value(f, &acting), 'p');
            return cc_op(f, VM_OP_YOU, 'p', 0, 0, 0);
        case TOK_THIS:
            acting.text = f->s->self_name;
            if (acting.text)
                return cc_as(f, cc_name_value(f, &acting), 'o');
            return cc_op(f, VM_OP_THIS, 'o', 0, 0, 0);
        case TOK_IT:
            return it_value(f, leaf);
        case TOK_YOUR:
            return owner_of(f, leaf);
        case TOK_NAME:
            return cc_name_value(f, leaf);
        default:
            return all_matching(f, np, zone);
        }
    }
    if (np0->kind == AST_CORE)
        return core_value(f, np, np0, zone);
    if (np0->kind == AST_PARTOF)
        return cc_np(f, np0->kid[1], 'e');
    if (np0->kind == AST_QUOTED)
        return all_matching(f, np, zone);
    return CC_WRONG(f, CC_BAD_SELECTOR, np, "this phrase does not name anything");
}

cc_val cc_np_zone(cc_fn *f, const ast *np, char want, const ast *zone)
{
    if (!np)
        return CC_BAD;
    f->at = np;
    cc_val v;
    if (np->kind == AST_NPJOIN) {
        cc_val a = cc_as(f, cc_np_zone(f, np->kid[0], 'e', zone), 'e');
        cc_val b = cc_as(f, cc_np_zone(f, np->kid[1], 'e', zone), 'e');
        if (!a.type || !b.type)
            return CC_BAD;
        v = cc_op(f, VM_OP_UNION, 'e', a.reg, b.reg, 0);
    } else if (np->kind == AST_NP) {
        v = np0_value(f, np, np->kid[0], zone);
        for (int i = 0; v.type && i < np->kid[1]->kid_count; i++)
            if (np->kid[1]->kid[i]->kid[0]->token == TOK_BIND)
                cc_name_set(f, np->kid[1]->kid[i]->kid[0]->text, v, np);
    } else if (np->kind == AST_ADJS || np->kind == AST_QTY || np->kind == AST_KWS ||
               np->kind == AST_LEAF) {
        return CC_WRONG(f, CC_WRONG_TYPE, np, "a thing or player is needed here, not %s",
                        np->kind == AST_KWS   ? "a keyword"
                        : np->kind == AST_QTY ? "a number"
                                              : "this");
    } else {
        v = np0_value(f, np, np, zone);
    }
    if (!v.type)
        return v;
    cc_val as = cc_as(f, v, want);
    if (!as.type)
        return CC_WRONG(f, CC_WRONG_TYPE, np, "%s is needed here, not %s",
                        want == 'p'   ? "a player"
                        : want == 'o' ? "a card, permanent or spell"
                                      : "a thing",
                        v.type == 'p'   ? "a player"
                        : v.type == 'n' ? "a number"
                                        : "an object");
    return as;
}

cc_val cc_np(cc_fn *f, const ast *np, char want)
{
    return cc_np_zone(f, np, want, NULL);
}

int cc_counter_of(cc_unit *u, const ast *np)
{
    const ast *core = cc_core(np);
    if (!core)
        return -1;
    const ast *seg = core->kid[1]->kid[core->kid[1]->kid_count - 1];
    for (int i = 0; i < seg->kid[0]->kid_count; i++) {
        int n = cc_symbol(u, VM_SYM_COUNTER, seg->kid[0]->kid[i]->text);
        if (n >= 0) {
            ast_use(seg->kid[0]->kid[i]);
            return n;
        }
    }
    for (int i = 0; i < seg->kid[1]->kid_count; i++) {
        int n = cc_symbol(u, VM_SYM_COUNTER, seg->kid[1]->kid[i]->text);
        if (n >= 0)
            return n;
    }
    return -1;
}

/* ---- amounts ----------------------------------------------------------------------------------
 */

static cc_val number_leaf(cc_fn *f, const ast *leaf)
{
    int32_t n;
    cc_scope *s = f->s;
    ast_use(leaf);
    if (s->keyword && s->keyword->param && strcmp(leaf->text, s->keyword->param) == 0) {
        if (!s->keyword_arg)
            return CC_WRONG(f, CC_MISSING_OPERAND, leaf, "the keyword '%s' needs a number",
                            s->keyword->name);
        return cc_amount(f, s->keyword_arg);
    }
    const cc_name *given = find_name(s, leaf->text); /* the operand of an action with a body */
    if (given && given->type == 'n' && leaf->token == TOK_NUM)
        return cc_name_value(f, leaf);
    if (strcmp(leaf->text, "X") == 0)
        return cc_op(f, VM_OP_CHOSEN_X, 'n', 0, 0, 0);
    if (cc_number_word(leaf->text, &n))
        return cc_num(f, n);
    if (leaf->token == TOK_THATMANY) {
        if (!s->has_event)
            return CC_WRONG(f, CC_NO_REFERENT, leaf, "'%s' has no event to take its amount from",
                            leaf->text);
        cc_val amount = cc_op(f, VM_OP_EVENT_AMOUNT, 'n', 0, 0, 0);
        if (strncmp(leaf->text, "twice", 5) == 0)
            return cc_op(f, VM_OP_ADD, 'n', amount.reg, amount.reg, 0);
        if (strncmp(leaf->text, "half", 4) == 0)
            return cc_op(f, VM_OP_HALF_DOWN, 'n', amount.reg, 0, 0);
        return amount;
    }
    if (leaf->token == TOK_NAME) {
        cc_val v = cc_name_value(f, leaf);
        return v.type == 'n' || !v.type
                   ? v
                   : CC_WRONG(f, CC_WRONG_TYPE, leaf, "'%s' is not a number", leaf->text);
    }
    return CC_WRONG(f, CC_BAD_VALUE, leaf, "'%s' is not a number", leaf->text);
}

static int property_of(const cc_unit *u, const ast *core)
{
    const char *noun = core ? cc_head_noun(u, core) : NULL;
    return noun ? cc_property(noun) : -1;
}

/* its power · target's toughness · power (of the thing itself) · card types among cards in ... */
static cc_val property_value(cc_fn *f, const ast *np, const ast *core, int prop)
{
    const ast *det = core->kid[0], *poss = det ? ast_at(det, 2) : NULL;
    cc_val of = CC_BAD;
    if (poss)
        of = owner_of(f, poss);
    else if (f->candidate.type)
        of = f->candidate;
    else
        of = cc_op(f, VM_OP_THIS, 'o', 0, 0, 0);
    int of_player = of.type == 'p';
    of = cc_as(f, of, 'e');
    if (!of.type)
        return CC_BAD;
    if (of_player && prop != VM_PROP_LIFE)
        return CC_WRONG(f, CC_WRONG_TYPE, np, "a player has no %s", cc_phrase_text(f->u, core));
    return cc_op(f, VM_OP_PROP, 'n', of.reg, 0, prop);
}

static cc_val count_of(cc_fn *f, const ast *np)
{
    const ast *core = cc_core(np);
    const char *noun = cc_head_noun(f->u, np);
    if (noun && strcmp(noun, "card types") == 0) {
        const ast *posts = np->kind == AST_NP ? np->kid[1] : NULL;
        for (int i = 0; posts && i < posts->kid_count; i++)
            if (ast_says(posts->kid[i]->kid[0], "among")) {
                ast *whole = ast_node(f->u->mem, AST_NP, np->span, 2, posts->kid[i]->kid[1],
                                      ast_node(f->u->mem, AST_LIST, np->span, 0));
                for (int k = i + 1; k < posts->kid_count; k++)
                    ast_push(f->u->mem, whole->kid[1], posts->kid[k]);
                cc_val set = cc_np(f, whole, 'e');
                return set.type ? cc_op(f, VM_OP_PROP, 'n', set.reg, 0, VM_PROP_CARD_TYPES)
                                : CC_BAD;
            }
    }
    if (core && noun && strcmp(noun, "counter") == 0) { /* +1/+1 counters on it */
        return CC_WRONG(f, CC_BAD_VALUE, np,
                        "counters are counted with 'on': '+1/+1 counter on this'");
    }
    cc_val set = cc_np(f, np, 'e');
    return set.type ? cc_op(f, VM_OP_COUNT, 'n', set.reg, 0, 0) : CC_BAD;
}

/* What the grammar hung on the number belongs to its noun. */
static cc_val with_its_posts(cc_fn *f, const ast *n)
{
    const ast *inner = n;
    ast *posts = ast_node(f->u->mem, AST_LIST, n->span, 0);
    const ast *chain[16];
    int count = 0;
    while (ast_is(inner, AST_TERM) && ast_is(inner->kid[2], AST_POST) && count < 16) {
        chain[count++] = inner->kid[2];
        inner = inner->kid[0];
    }
    while (count)
        ast_push(f->u->mem, posts, (ast *)(uintptr_t)chain[--count]);
    if (ast_is(inner, AST_COUNTED)) {
        ast *np = ast_node(f->u->mem, AST_NP, n->span, 2, inner->kid[1], posts);
        ast *again = ast_node(f->u->mem, AST_COUNTED, n->span, 2, inner->kid[0], np);
        return cc_amount(f, again);
    }
    return cc_amount(f, ast_node(f->u->mem, AST_NP, n->span, 2, inner, posts));
}

/* half ..., rounded up */
static cc_val rounded(cc_fn *f, const ast *n)
{
    const ast *half = n->kid[0];
    while (ast_is(half, AST_TERM) && ast_is(half->kid[2], AST_POST))
        half = half->kid[0];
    if (!ast_is(half, AST_COUNTED) || *half->kid[0]->text != 'h')
        return CC_WRONG(f, CC_BAD_VALUE, n, "only 'half ...' can be %s", n->kid[1]->text);
    cc_val v = cc_amount(f, half->kid[1]);
    int up = strcmp(n->kid[1]->text, "rounded up") == 0;
    return v.type ? cc_op(f, up ? VM_OP_HALF_UP : VM_OP_HALF_DOWN, 'n', v.reg, 0, 0) : v;
}

cc_val cc_amount(cc_fn *f, const ast *n)
{
    if (!n)
        return CC_BAD;
    switch (n->kind) {
    case AST_LEAF:
        return number_leaf(f, n);
    case AST_QTY:
    case AST_PAREN:
        return cc_amount(f, n->kid[0]);
    case AST_COUNTED: {
        if (n->kid[0]->token == TOK_NUMBEROF)
            return count_of(f, n->kid[1]);
        cc_val v = cc_amount(f, n->kid[1]);
        if (!v.type)
            return v;
        return *n->kid[0]->text == 't' ? cc_op(f, VM_OP_ADD, 'n', v.reg, v.reg, 0)
                                       : cc_op(f, VM_OP_HALF_DOWN, 'n', v.reg, 0, 0);
    }
    case AST_BIN: {
        cc_val a = cc_amount(f, n->kid[0]), b = cc_amount(f, n->kid[1]);
        if (!a.type || !b.type)
            return CC_BAD;
        uint32_t op = *n->joined == '+' || *n->joined == 'p' ? VM_OP_ADD
                      : *n->joined == '-'                    ? VM_OP_SUB
                                                             : VM_OP_MUL;
        return cc_op(f, op, 'n', a.reg, b.reg, 0);
    }
    case AST_TERM: {
        if (ast_says(n->kid[1], "rounded up") || ast_says(n->kid[1], "rounded down"))
            return rounded(f, n);
        if (ast_is(n->kid[2], AST_POST))
            return with_its_posts(f, n);
        return CC_WRONG(f, CC_BAD_VALUE, n, "this is not a number");
    }
    case AST_PRON:
        if (n->kid[0]->token == TOK_NAME)
            return number_leaf(f, n->kid[0]);
        break;
    case AST_NP:
    case AST_CORE: {
        const ast *np0 = n->kind == AST_NP ? n->kid[0] : n;
        if (np0->kind == AST_PRON)
            return cc_amount(f, np0);
        const ast *core = cc_core(n);
        int prop = core ? property_of(f->u, core) : -1;
        if (prop >= 0)
            return property_value(f, n, core, prop);
        if (core && core->kid[0] && core->kid[0]->kid[1])
            return cc_amount(f, core->kid[0]->kid[1]);
        break;
    }
    default:
        break;
    }
    return CC_WRONG(f, CC_BAD_VALUE, n, "this is not a number");
}

cc_val cc_qty_of(cc_fn *f, const ast *np)
{
    const ast *core = cc_core(np), *det = core ? core->kid[0] : NULL;
    if (np->kind == AST_NP)
        for (int i = 0; i < np->kid[1]->kid_count; i++)
            if (np->kid[1]->kid[i]->kid[0]->token == TOK_EQUALTO)
                return cc_amount(f, np->kid[1]->kid[i]->kid[1]);
    if (det && det->kid[1])
        return cc_amount(f, det->kid[1]);
    if (det && det->kid[0] && (det->kid[0]->token == TOK_A || det->kid[0]->token == TOK_ANOTHER))
        return cc_num(f, 1);
    if (det && det->kid[0] && det->kid[0]->token == TOK_NO)
        return cc_num(f, 0); /* gains no life */
    if (det && det->kid[0] && det->kid[0]->token == TOK_NAME)
        return number_leaf(f, det->kid[0]);
    return CC_WRONG(f, CC_MISSING_OPERAND, np,
                    "how many? a number, 'a', or 'equal to ...' is missing before '%s'",
                    cc_phrase_text(f->u, np));
}
