/* Static abilities: what is always so, levels, chapters, and characteristic-defining abilities. */
#include "compiler/lower.h"

#include <string.h>

#include "grammar.tab.h"

static int cant_trigger(const cc_unit *u, const ast *verb)
{
    return ast_says(verb->kid[0], "can't") && verb->kid[3] &&
           strcmp(cc_lemma(u, verb->kid[3]->text), "trigger") == 0;
}

/* creatures entering the battlefield: the creatures; NULL if it is something else. */
static const ast *what_enters(cc_unit *u, const ast *np)
{
    const ast *posts = ast_is(np, AST_NP) ? np->kid[1] : NULL;
    const ast *last = posts && posts->kid_count ? posts->kid[posts->kid_count - 1] : NULL;
    if (!last || last->kid[0]->token != TOK_PART ||
        strcmp(cc_lemma(u, last->kid[0]->text), "enter") != 0)
        return NULL;
    if (ast_at(last, 1)) /* the battlefield: where else */
        ast_use(cc_zone_of(u, last->kid[1], NULL) == VM_ZONE_BATTLEFIELD ? last : NULL);
    ast *fewer = ast_node(u->mem, AST_LIST, np->span, 0);
    for (int i = 0; i + 1 < posts->kid_count; i++)
        ast_push(u->mem, fewer, posts->kid[i]);
    return ast_node(u->mem, AST_NP, np->span, 2, np->kid[0], fewer);
}

void cc_static(cc_scope *s, const ast *sent, const ast *condition, cc_abilities *out)
{
    cc_unit *u = s->u;
    const ast *subject = sent->kid[1], *verbs = sent->kid[2];
    vm_ability a = cc_ability_new(s, VM_ABILITY_STATIC, sent);
    cc_mods m;
    memset(&m, 0, sizeof m);
    m.s = s;
    for (int i = 0; i < verbs->kid_count; i++) {
        const ast *tail = verbs->kid[i]->kid[7];
        if (ast_is(tail, AST_TAIL) && tail->kid[0]->token == TOK_WHILE)
            condition = tail->kid[1];
    }
    if (condition)
        a.condition = cc_condition_fn(s, condition);
    uint32_t errors = u->diags->total_count;
    const ast *np = subject, *core = cc_core(subject);
    if (core && core->kid[0] && ast_at(core->kid[0], 3)) {
        cc_diag_add(u->diags, CC_NOT_HERE, subject->span,
                    "a target can only be chosen by a spell or ability that does something");
        cc_diag_help(u->diags, "begin with 'when ...:', 'at ...:' or a cost and ':'");
        return;
    }
    /* 'you control enchanted creature', 'players may spend mana ...': the object is what is changed
     */
    cc_match match;
    if (verbs->kid_count == 1 && cc_match_verb(u, DECL_ACTION, subject, verbs->kid[0], 0, &match) &&
        match.decl->native && strcmp(match.decl->native, "mod_control") == 0 &&
        cc_bound(&match, "OBJECT"))
        np = cc_bound(&match, "OBJECT")->node;
    if (cant_trigger(u, verbs->kid[0]) && !(np = what_enters(u, np))) {
        cc_diag_add(u->diags, CC_NO_MEANING, subject->span,
                    "what cannot trigger abilities? 'creatures entering the battlefield'");
        return;
    }
    uint32_t sel = np ? cc_selector(s, np, NULL) : 0;
    if (u->diags->total_count != errors)
        return;
    for (int i = 0; i < verbs->kid_count; i++)
        cc_mods_add(&m, subject, verbs->kid[i], i + 1 == verbs->kid_count ? sent->kid[3] : NULL,
                    sel);
    if (m.failed || !m.list.count)
        return;
    a.mods = u->mod.count;
    a.mod_count = m.list.count;
    for (uint32_t i = 0; i < m.list.count; i++) {
        VEC_PUSH(u->mem, &u->mod, m.list.at[i]);
        if (m.list.at[i].op == VM_MOD_COSTS_MORE || m.list.at[i].op == VM_MOD_CANT_BE_COUNTERED)
            a.zones |= ast_is(np, AST_NP) && ast_is(np->kid[0], AST_PRON) ? 0x7Fu : 0;
    }
    VEC_PUSH(u->mem, out, a);
}

/* define power = ..., define toughness = ...: one characteristic-defining ability (CR 604.3). */
void cc_define(cc_scope *s, const ast *n, cc_abilities *out)
{
    cc_unit *u = s->u;
    const char *noun = cc_head_noun(u, n->kid[0]);
    int which = noun && strcmp(noun, "power") == 0       ? 0
                : noun && strcmp(noun, "toughness") == 0 ? 1
                                                         : -1;
    if (which < 0) {
        cc_diag_add(u->diags, CC_BAD_VALUE, n->span, "'define' knows power and toughness");
        return;
    }
    cc_fn f;
    cc_fn_begin(&f, s, 0);
    f.candidate = cc_reg(&f, 'e');
    f.params = 1;
    f.at = n;
    uint32_t fn = cc_fn_end_value(&f, cc_amount(&f, n->kid[1]));
    for (uint32_t i = 0; i < out->count; i++)
        if (out->at[i].kind == VM_ABILITY_STATIC && (out->at[i].flags & VM_AF_CDA)) {
            vm_mod *row = &u->mod.at[out->at[i].mods];
            if (which)
                row->fb = fn;
            else
                row->fa = fn;
            return;
        }
    vm_ability a = cc_ability_new(s, VM_ABILITY_STATIC, n);
    a.zones = 0x7F;
    a.flags = VM_AF_CDA;
    vm_mod row = {VM_MOD_DEFINE_PT, 0, 0, 0, which ? 0 : fn, which ? fn : 0, 0};
    a.mods = u->mod.count;
    a.mod_count = 1;
    VEC_PUSH(u->mem, &u->mod, row);
    VEC_PUSH(u->mem, out, a);
}

/* level 2-6 3/3 { first strike } (CR 711): while it has that many level counters */
void cc_level(cc_scope *s, const ast *n, cc_abilities *out)
{
    cc_unit *u = s->u;
    int32_t low = 0, high = 1 << 30, p = 0, t = 0;
    const char *dash = strchr(n->kid[0]->text, '-'), *slash = strchr(ast_use(n->kid[1])->text, '/');
    int kind = cc_symbol(u, VM_SYM_COUNTER, "level");
    cc_number_word(n->kid[0]->text, &low);
    if (dash)
        cc_number_word(dash + 1, &high);
    cc_number_word(n->kid[1]->text, &p);
    cc_number_word(slash + 1, &t);
    if (kind < 0 || low > high) {
        cc_diag_add(u->diags, CC_BAD_VALUE, n->span,
                    "a level needs a range like 2-6 or 7+, and the counter 'level'");
        return;
    }
    vm_ability a = cc_ability_new(s, VM_ABILITY_STATIC, n);
    cc_fn f;
    cc_fn_begin(&f, s, 0);
    f.at = n;
    cc_val me = cc_as(&f, cc_op(&f, VM_OP_THIS, 'o', 0, 0, 0), 'e');
    cc_val have = cc_op(&f, VM_OP_COUNTERS, 'n', me.reg, 0, kind);
    cc_val lo = cc_num(&f, low), hi = cc_num(&f, high);
    cc_val b1 = cc_op(&f, VM_OP_LE, 'b', lo.reg, have.reg, 0),
           b2 = cc_op(&f, VM_OP_LE, 'b', have.reg, hi.reg, 0);
    a.condition = cc_fn_end_value(&f, cc_op(&f, VM_OP_AND, 'b', b1.reg, b2.reg, 0));
    vm_mod pt = {VM_MOD_SET_PT, 0, (uint32_t)p, (uint32_t)t, 0, 0, 0};
    vm_mod add = {VM_MOD_ADD_ABILITIES, 0, 0, 0, 0, 0, 0};
    cc_abilities list = {0};
    if (n->kid[2])
        cc_statements(s, n->kid[2], &list);
    add.a = cc_abilities_store(u, &list);
    add.b = list.count;
    a.mods = u->mod.count;
    VEC_PUSH(u->mem, &u->mod, pt);
    if (list.count)
        VEC_PUSH(u->mem, &u->mod, add);
    a.mod_count = u->mod.count - a.mods;
    VEC_PUSH(u->mem, out, a);
}

/* chapter 1, 2: ... (CR 714.2b): when the lore counters reach the number */
void cc_chapter(cc_scope *s, const ast *n, cc_abilities *out)
{
    int saga = 0;
    for (int i = 0; s->face && i < s->face->kid[1]->kid_count; i++)
        saga |= cc_symbol(s->u, VM_SYM_SUBTYPE, s->face->kid[1]->kid[i]->text) == VM_SUBTYPE_SAGA;
    if (!saga) {
        cc_diag_add(s->u->diags, CC_NOT_HERE, n->span,
                    "a chapter stands on an enchantment with the subtype Saga");
        return;
    }
    for (int i = 0; i < n->kid[0]->kid_count; i++) {
        int32_t number = 0;
        cc_number_word(ast_use(n->kid[0]->kid[i])->text, &number);
        cc_scope inner = *s;
        vm_ability a = cc_ability_new(s, VM_ABILITY_TRIGGERED, n);
        a.event = VM_EVENT_put_counters;
        a.mode_min = (uint32_t)number; /* the chapter's number, for CR 714.4 */
        inner.has_event = 1;
        cc_fn f;
        cc_fn_begin(&f, &inner, 0);
        f.at = n;
        cc_val me = cc_as(&f, cc_op(&f, VM_OP_THIS, 'o', 0, 0, 0), 'e'),
               whom = cc_op(&f, VM_OP_EVENT_WHOM, 'e', 0, 0, 0);
        cc_val all = cc_op(&f, VM_OP_MEET, 'b', me.reg, whom.reg, 0);
        cc_val kind = cc_op(&f, VM_OP_EVENT_AUX, 'n', 0, 0, 0), lore = cc_num(&f, VM_COUNTER_LORE),
               want = cc_num(&f, number);
        cc_val have = cc_op(&f, VM_OP_COUNTERS, 'n', me.reg, 0, VM_COUNTER_LORE),
               added = cc_op(&f, VM_OP_EVENT_AMOUNT, 'n', 0, 0, 0);
        cc_val before = cc_op(&f, VM_OP_SUB, 'n', have.reg, added.reg, 0);
        cc_val tests[3] = {cc_op(&f, VM_OP_EQ, 'b', kind.reg, lore.reg, 0),
                           cc_op(&f, VM_OP_LE, 'b', want.reg, have.reg, 0),
                           cc_op(&f, VM_OP_LT, 'b', before.reg, want.reg, 0)};
        for (int k = 0; k < 3; k++)
            all = cc_op(&f, VM_OP_AND, 'b', all.reg, tests[k].reg, 0);
        a.filter = cc_fn_end_value(&f, all);
        inner.has_event = 0;
        cc_spell_or_effect(&inner, n->kid[1], &a);
        VEC_PUSH(s->u->mem, out, a);
    }
}

/* A Saga enters with a lore counter (CR 714.3a). */
void cc_saga_enters(cc_scope *s, const ast *at, cc_abilities *out)
{
    for (uint32_t i = 0; i < out->count; i++)
        if (out->at[i].kind == VM_ABILITY_ENTERS)
            return;
    vm_ability a = cc_ability_new(s, VM_ABILITY_ENTERS, at);
    a.zones = 0x7F;
    cc_fn f;
    cc_fn_begin(&f, s, 1);
    f.at = at;
    cc_arg args[2] = {{.v = cc_num(&f, 1), .given = 1}, {.imm = VM_COUNTER_LORE}};
    cc_native(&f, VM_NATIVE_event_counters, args);
    a.effect = cc_fn_end(&f);
    VEC_PUSH(s->u->mem, out, a);
}
