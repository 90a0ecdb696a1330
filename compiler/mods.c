/* Sentences that change characteristics or rules: 'gets +1/+1', 'is a Mountain', 'can't block'. The
 * same verbs make static abilities and effects with a duration. */
#include "compiler/lower.h"

#include <string.h>

#include "grammar.tab.h"

static const char *native_of(cc_unit *u, const ast *subject, const ast *verb)
{
    cc_match m;
    if (!verb->kid[3] || verb->kid[3]->token == TOK_BE)
        return "";
    if (!cc_match_verb(u, DECL_ACTION, subject, verb, 0, &m) || !m.decl->native)
        return "";
    return m.decl->native;
}

/* you may play an additional land this turn (CR 305.2) */
int cc_more_lands(cc_unit *u, const ast *verb)
{
    const ast *core = verb->kid[5] ? cc_core(verb->kid[5]) : NULL;
    const char *noun = core ? cc_head_noun(u, core) : NULL;
    const ast *adjs = core ? core->kid[1]->kid[0]->kid[0] : NULL;
    return verb->kid[3] && ast_says(verb->kid[0], "may") &&
           strcmp(cc_lemma(u, verb->kid[3]->text), "play") == 0 && noun &&
           strcmp(noun, "land") == 0 && adjs->kid_count == 1 &&
           ast_says(adjs->kid[0], "additional");
}

int cc_is_mod(cc_unit *u, const ast *subject, const ast *verb)
{
    const ast *aux = verb->kid[0], *head = verb->kid[3];
    if (!head)
        return 0;
    if (aux && strcmp(aux->text, "may") != 0 && strcmp(aux->text, "would") != 0)
        return 1;
    if (cc_more_lands(u, verb))
        return 1;
    if (head->token == TOK_BE)
        return 1;
    return strncmp(native_of(u, subject, verb), "mod_", 4) == 0;
}

void cc_mod_wrong(cc_mods *m, const ast *at, const char *why)
{
    cc_diag_add(m->s->u->diags, CC_NO_MEANING, at->span, "%s", why);
    m->failed = 1;
}

void cc_mod_push(cc_mods *m, uint32_t op, uint32_t sel, uint32_t a, uint32_t b)
{
    vm_mod row = {op, sel, a, b, 0, 0, 0};
    VEC_PUSH(m->s->u->mem, &m->list, row);
}

/* ---- power and toughness ----------------------------------------------------------------------
 */

/* A value for operand a (0) or b (1) of the last mod: constant, value function of the affected
 * object (static), or register (effect). */
static void set_value_fn(cc_mods *m, int which, cc_fn *f, cc_val v)
{
    vm_mod *row = &m->list.at[m->list.count - 1];
    uint32_t fn = v.type ? cc_fn_end_value(f, v) : 0;
    if (!fn)
        m->failed = 1;
    if (which)
        row->fb = fn;
    else
        row->fa = fn;
}

static void set_value_arg(cc_mods *m, int which, cc_val v, int negative)
{
    vm_mod *row = &m->list.at[m->list.count - 1];
    if (!v.type || m->arg_count >= 2) {
        m->failed = 1;
        return;
    }
    uint32_t slot = m->arg_count;
    for (uint32_t i = 0; i < m->arg_count; i++)
        if (m->arg[i].reg == v.reg)
            slot = i;
    if (slot == m->arg_count)
        m->arg[m->arg_count++] = v;
    if (which) {
        row->b = slot;
        row->flags |= VM_MF_ARG_B | (negative ? VM_MF_NEGATE_B : 0);
    } else {
        row->a = slot;
        row->flags |= VM_MF_ARG_A | (negative ? VM_MF_NEGATE_A : 0);
    }
}

static void begin_value(cc_mods *m, cc_fn *f)
{
    cc_fn_begin(f, m->s, 0);
    f->candidate = cc_reg(f, 'e');
    f->params = 1;
}

/* One half of 'P/T': a number, a sign and a number, X, or a parameter. */
static int pt_half(const char *text, const char *end, int32_t *out_n, int *out_negative, char *word)
{
    size_t n = (size_t)(end - text);
    *out_negative = *text == '-';
    const char *p = text + (*text == '+' || *text == '-');
    memcpy(word, p, n < 16 ? (size_t)(end - p) : 0);
    word[n < 16 ? end - p : 0] = 0;
    return cc_number_word(word, out_n);
}

const ast *cc_mod_for_each(const ast *verb)
{
    const ast *labels = verb->kid[6];
    for (int i = 0; i < labels->kid_count; i++)
        if (labels->kid[i]->kid[0] && labels->kid[i]->kid[0]->token == TOK_FOREACH)
            return labels->kid[i]->kid[1];
    return NULL;
}

static const ast *on_label(const ast *verb)
{
    const ast *labels = verb->kid[6];
    for (int i = 0; i < labels->kid_count; i++)
        if (labels->kid[i]->kid[0] && ast_says(labels->kid[i]->kid[0], "on"))
            return labels->kid[i]->kid[1];
    return NULL;
}

static cc_val count_each(cc_fn *f, const ast *np, const ast *on)
{
    const char *noun = cc_head_noun(f->u, np);
    if (noun && strcmp(noun, "counter") == 0) {
        cc_val of = on ? cc_as(f, cc_np(f, on, 'e'), 'e') : f->candidate;
        return of.type ? cc_op(f, VM_OP_COUNTERS, 'n', of.reg, 0, cc_counter_of(f->u, np)) : of;
    }
    cc_val set = cc_np(f, np, 'e');
    return set.type ? cc_op(f, VM_OP_COUNT, 'n', set.reg, 0, 0) : set;
}

void cc_mod_pt(cc_mods *m, uint32_t op, const ast *pt, const ast *each, const ast *on, uint32_t sel)
{
    const char *slash = strchr(ast_use(pt)->text, '/');
    char word[2][17];
    int32_t n[2] = {0, 0};
    int negative[2], constant[2];
    constant[0] = pt_half(pt->text, slash, &n[0], &negative[0], word[0]);
    constant[1] = pt_half(slash + 1, slash + 1 + strlen(slash + 1), &n[1], &negative[1], word[1]);
    cc_mod_push(m, op, sel, (uint32_t)(negative[0] ? -n[0] : n[0]),
                (uint32_t)(negative[1] ? -n[1] : n[1]));
    if (constant[0] && constant[1] && !each)
        return;
    cc_val count = CC_BAD;
    for (int i = 0; i < 2; i++) {
        if (!each && constant[i])
            continue;
        cc_fn own, *f = m->f;
        if (!f) {
            f = &own;
            begin_value(m, f);
        }
        cc_val v;
        if (constant[i]) {
            if (m->f && n[i] == n[0] && negative[i] == negative[0] && count.type) {
                set_value_arg(m, i, count, 0);
                continue;
            }
            cc_val times = count_each(f, each, on), k = cc_num(f, negative[i] ? -n[i] : n[i]);
            v = times.type ? cc_op(f, VM_OP_MUL, 'n', times.reg, k.reg, 0) : times;
            count = v;
            if (m->f)
                set_value_arg(m, i, v, 0);
            else
                set_value_fn(m, i, f, v);
            continue;
        }
        ast leaf = *pt;
        leaf.text = arena_strndup(m->s->u->mem, word[i], strlen(word[i]));
        leaf.token = TOK_NUM;
        if (m->f && i == 1 && strcmp(word[0], word[1]) == 0 && count.type) {
            set_value_arg(m, 1, count, negative[1]);
            continue;
        }
        v = cc_amount(f, &leaf);
        count = v;
        if (m->f) {
            set_value_arg(m, i, v, negative[i]);
        } else {
            if (v.type && negative[i]) {
                cc_val zero = cc_num(f, 0);
                v = cc_op(f, VM_OP_SUB, 'n', zero.reg, v.reg, 0);
            }
            set_value_fn(m, i, f, v);
        }
    }
}

/* base power and base toughness equal to X */
void cc_mod_equal_pt(cc_mods *m, const ast *value, uint32_t sel)
{
    cc_mod_push(m, VM_MOD_SET_PT, sel, 0, 0);
    if (m->f) {
        cc_val v = cc_amount(m->f, value);
        set_value_arg(m, 0, v, 0);
        set_value_arg(m, 1, v, 0);
        return;
    }
    for (int i = 0; i < 2; i++) {
        cc_fn f;
        begin_value(m, &f);
        f.it = f.candidate;
        set_value_fn(m, i, &f, cc_amount(&f, value));
    }
}

/* ---- abilities --------------------------------------------------------------------------------
 */

static void add_abilities(cc_mods *m, const cc_abilities *list, uint32_t sel)
{
    if (!list->count) {
        m->failed = 1;
        return;
    }
    uint32_t first = cc_abilities_store(m->s->u, list);
    cc_mod_push(m, VM_MOD_ADD_ABILITIES, sel, first, list->count);
}

/* `verb`: its label 'from ...' belongs to the last keyword, as in 'has protection from red'. */
void cc_mod_keywords(cc_mods *m, const ast *kws, const ast *verb, uint32_t sel)
{
    cc_abilities list = {0};
    arena *mem = m->s->u->mem;
    for (int i = 0; i < kws->kid_count; i++) {
        ast *one = kws->kid[i];
        if (i + 1 == kws->kid_count && verb && !one->kid[1] &&
            (!one->kid[2] || !one->kid[2]->kid_count)) {
            ast *labels = ast_node(mem, AST_LIST, one->span, 0);
            for (int k = 0; k < verb->kid[6]->kid_count; k++)
                if (ast_says(verb->kid[6]->kid[k]->kid[0], "from"))
                    ast_push(mem, labels, verb->kid[6]->kid[k]);
            one = ast_node(mem, AST_ABILITY, one->span, 3, one->kid[0], NULL, labels);
        }
        cc_keyword(m->s, one, &list);
    }
    add_abilities(m, &list, sel);
}

static void gain_block(cc_mods *m, const ast *block, uint32_t sel)
{
    cc_abilities list = {0};
    cc_scope inner = *m->s;
    inner.kind = SCOPE_PERMANENT;
    inner.has_event = 0;
    cc_statements(&inner, block, &list);
    add_abilities(m, &list, sel);
}

/* [base] power and [base] toughness, both of them */
int cc_names_both(cc_unit *u, const ast *np)
{
    const ast *core = cc_core(np), *segs = core ? core->kid[1] : NULL;
    if (!segs || segs->kid_count != 2 || segs->kid[0]->kid[1]->kid_count != 1)
        return 0;
    const char *second = cc_head_noun(u, np);
    const ast *first = segs->kid[0]->kid[1]->kid[0];
    return (ast_says(first, "power") || ast_says(first, "base power")) &&
           (strcmp(second, "toughness") == 0 || strcmp(second, "base toughness") == 0);
}

/* have base power and toughness 1/1 · have base power and base toughness equal to its mana value */
static int have_base(cc_mods *m, const ast *verb, const ast *object, uint32_t sel)
{
    cc_unit *u = m->s->u;
    const char *noun = object ? cc_head_noun(u, object) : NULL;
    if (!noun || (strcmp(noun, "toughness") != 0 && strcmp(noun, "base toughness") != 0 &&
                  strcmp(noun, "power") != 0))
        return 0;
    if (!cc_names_both(u, object)) {
        cc_mod_wrong(m, object, "base power and toughness are set together");
        return 1;
    }
    const ast *np = object;
    if (np->kind == AST_NP)
        for (int i = 0; i < np->kid[1]->kid_count; i++)
            if (np->kid[1]->kid[i]->kid[0]->token == TOK_EQUALTO) {
                cc_mod_equal_pt(m, np->kid[1]->kid[i]->kid[1], sel);
                return 1;
            }
    const ast *labels = verb->kid[6];
    for (int i = 0; i < labels->kid_count; i++)
        if (!labels->kid[i]->kid[0] && labels->kid[i]->kid[1]->kid[0]->token == TOK_PADJ &&
            strchr(labels->kid[i]->kid[1]->kid[0]->text, '/')) {
            cc_mod_pt(m, VM_MOD_SET_PT, labels->kid[i]->kid[1]->kid[0], NULL, NULL, sel);
            return 1;
        }
    for (int i = 0; i < labels->kid_count; i++)
        if (!labels->kid[i]->kid[0] && strchr(labels->kid[i]->kid[1]->kid[0]->text, '/')) {
            cc_mod_pt(m, VM_MOD_SET_PT, labels->kid[i]->kid[1]->kid[0], NULL, NULL, sel);
            return 1;
        }
    cc_mod_wrong(m, object, "base power and toughness need a value: '1/1' or 'equal to ...'");
    return 1;
}

static void have(cc_mods *m, const ast *verb, const ast *block, uint32_t sel)
{
    const ast *object = verb->kid[5];
    const char *noun = object ? cc_head_noun(m->s->u, object) : NULL;
    if (!object && block)
        gain_block(m, block, sel);
    else if (noun && strcmp(noun, "maximum hand size") == 0 && cc_core(object)->kid[0] &&
             cc_core(object)->kid[0]->kid[0] && cc_core(object)->kid[0]->kid[0]->token == TOK_NO)
        cc_mod_push(m, VM_MOD_NO_MAX_HAND, sel, 0, 0);
    else if (noun && strcmp(noun, "ability") == 0 && cc_core(object)->kid[0] &&
             cc_core(object)->kid[0]->kid[0] &&
             cc_core(object)->kid[0]->kid[0]->token == TOK_THIS) {
        cc_mod_push(m, VM_MOD_ADD_ABILITIES, sel, 0, 1); /* the one that is being carried out */
        m->list.at[m->list.count - 1].flags |= VM_MF_THIS_ABILITY;
    } else if (ast_is(object, AST_KWS))
        cc_mod_keywords(m, object, verb, sel);
    else if (noun && strcmp(noun, "creature type") == 0 && cc_core(object)->kid[0] &&
             cc_core(object)->kid[0]->kid[0] && cc_core(object)->kid[0]->kid[0]->token == TOK_ALL)
        cc_mod_push(m, VM_MOD_ALL_CREATURE_TYPES, sel, 0, 0);
    else if (!have_base(m, verb, object, sel))
        cc_mod_wrong(m, verb, "this cannot be gained or had");
}

static void lose(cc_mods *m, const ast *verb, uint32_t sel)
{
    const ast *object = verb->kid[5];
    const char *noun = object ? cc_head_noun(m->s->u, object) : NULL;
    if (noun && strcmp(noun, "ability") == 0) {
        cc_mod_push(m, VM_MOD_LOSE_ALL_ABILITIES, sel, 0, 0);
    } else if (ast_is(object, AST_KWS)) {
        for (int i = 0; i < object->kid_count; i++) {
            int marker = vm_marker_by_name(ast_use(object->kid[i]->kid[0])->text);
            if (marker < 0)
                cc_mod_wrong(m, object->kid[i],
                             "only keywords that the rules know can be lost one by one");
            else
                cc_mod_push(m, VM_MOD_LOSE_MARKER, sel, (uint32_t)marker, 0);
        }
    } else {
        cc_mod_wrong(m, verb, "this cannot be lost");
    }
}

/* -----------------------------------------------------------------------------------------------
 */

/* can't, don't, must: a rule is changed (rule_mods.c) */
static int is_rule(const ast *aux)
{
    return aux && (strstr(aux->text, "n't") || strcmp(aux->text, "must") == 0);
}

/* May this label stand behind the verb? `native`: the verb's, or "". */
static int takes_label(cc_mods *m, const ast *verb, const ast *prep, const char *native)
{
    const ast *aux = verb->kid[0];
    int rule = is_rule(aux);
    int counts = !rule && (strcmp(native, "mod_get") == 0 || strcmp(native, "mod_cost") == 0);
    if (!prep)
        return !rule || !verb->kid[4];
    if (cc_is_end(prep))
        return m->f != NULL; /* what is always so has no end */
    if (rule)
        return ast_says(prep, "by") || ast_says(prep, "during") ||
               (ast_says(prep, "if able") && strcmp(aux->text, "must") == 0);
    return (prep->token == TOK_FOREACH && counts) ||
           (ast_says(prep, "on") && counts && cc_mod_for_each(verb)) ||
           (ast_says(prep, "from") && ast_is(verb->kid[5], AST_KWS)) ||
           ((ast_says(prep, "more") || ast_says(prep, "less")) &&
            strcmp(native, "mod_cost") == 0) ||
           (ast_says(prep, "each turn") && cc_more_lands(m->s->u, verb));
}

/* may spend mana as though it were mana of any color */
static void any_color(cc_mods *m, const ast *verb, uint32_t sel)
{
    const ast *tail = verb->kid[7];
    const ast *were = ast_is(tail, AST_TAIL) && tail->kid[0]->token == TOK_ASTHOUGH
                          ? tail->kid[1]->kid[1]->kid[0]
                          : NULL;
    const ast *mana = were && ast_is(were->kid[5], AST_NP) ? were->kid[5] : NULL;
    const ast *of = mana && mana->kid[1]->kid_count == 1 ? mana->kid[1]->kid[0] : NULL;
    const char *noun = mana ? cc_head_noun(m->s->u, mana) : NULL,
               *color = of ? cc_head_noun(m->s->u, ast_at(of, 1)) : NULL;
    if (!noun || strcmp(noun, "mana") != 0 || !color || strcmp(color, "color") != 0) {
        cc_mod_wrong(m, verb, "as what? 'may spend mana as though it were mana of any color'");
        return;
    }
    cc_mod_push(m, VM_MOD_ANY_COLOR, sel, 0, 0);
}

/* Labels that nothing here would use are refused, not dropped. */
static void check_labels(cc_mods *m, const ast *verb, const char *native)
{
    const ast *labels = verb->kid[6];
    for (int i = 0; i < labels->kid_count; i++) {
        const ast *prep = labels->kid[i]->kid[0];
        if (takes_label(m, verb, prep, native))
            continue;
        if (prep && cc_is_end(prep)) {
            cc_diag_add(m->s->u->diags, CC_EXTRA_OPERAND, labels->kid[i]->span,
                        "a static ability holds as long as its object is there, not '%s ...'",
                        prep->text);
            m->failed = 1;
            continue;
        }
        cc_diag_add(m->s->u->diags, CC_EXTRA_OPERAND, labels->kid[i]->span,
                    "there is no place for '%s ...' here", prep ? prep->text : "alone");
        m->failed = 1;
    }
}

/* 'unless' and 'except' belong to "can't"; 'while' to what is always so. */
static void check_tail(cc_mods *m, const ast *verb)
{
    const ast *tail = verb->kid[7];
    if (!ast_is(tail, AST_TAIL))
        return;
    int token = tail->kid[0]->token, cant = verb->kid[0] && strstr(verb->kid[0]->text, "n't");
    if ((token == TOK_WHILE && !m->f) || (cant && (token == TOK_UNLESS || token == TOK_EXCEPT)) ||
        (token == TOK_ASTHOUGH))
        return;
    cc_diag_add(m->s->u->diags, CC_NO_MEANING, tail->span, "'%s' cannot stand behind this verb",
                tail->kid[0]->text);
    m->failed = 1;
}

void cc_mods_add(cc_mods *m, const ast *subject, const ast *verb, const ast *block, uint32_t sel)
{
    const ast *aux = verb->kid[0], *head = verb->kid[3], *object = verb->kid[5];
    uint32_t errors = m->s->u->diags->total_count;
    const char *native = is_rule(aux) ? "" : native_of(m->s->u, subject, verb);
    check_labels(m, verb, native);
    check_tail(m, verb);
    if (m->f)
        m->f->at = verb;
    if (is_rule(aux)) {
        cc_mod_rule(m, verb, sel);
    } else if (cc_more_lands(m->s->u, verb)) {
        const ast *det = cc_core(object)->kid[0];
        int32_t n = 1;
        if (det && det->kid[1])
            cc_number_word(det->kid[1]->kid[0]->text, &n);
        cc_mod_push(m, VM_MOD_PLAY_LANDS, sel, (uint32_t)n, 0);
    } else if (head->token == TOK_BE && !verb->kid[4]) {
        cc_mod_become(m, verb, sel, verb->kid[1] != NULL);
    } else {
        if (strcmp(native, "mod_get") == 0) {
            const ast *pt = NULL;
            if (ast_is(object, AST_ADJS) && object->kid[0]->token == TOK_PT)
                pt = object->kid[0];
            if (!pt || (*pt->text != '+' && *pt->text != '-'))
                cc_mod_wrong(m, verb, "'get' needs a change like +1/+1 or -2/-2");
            else
                cc_mod_pt(m, VM_MOD_GET_PT, pt, cc_mod_for_each(verb), on_label(verb), sel);
        } else if (strcmp(native, "mod_have") == 0) {
            have(m, verb, block, sel);
        } else if (strcmp(native, "mod_lose") == 0) {
            lose(m, verb, sel);
        } else if (strcmp(native, "mod_become") == 0) {
            cc_mod_become(m, verb, sel, verb->kid[1] != NULL);
        } else if (strcmp(native, "mod_switch") == 0) {
            cc_mod_push(m, VM_MOD_SWITCH_PT, sel, 0, 0);
        } else if (strcmp(native, "mod_control") == 0) {
            cc_mod_push(m, VM_MOD_CONTROL, sel, 0, 0);
        } else if (strcmp(native, "mod_cost") == 0) {
            cc_mod_cost(m, verb, sel);
        } else if (strcmp(native, "mod_spend") == 0) {
            any_color(m, verb, sel);
        } else {
            cc_mod_wrong(m, verb, "this does not change a characteristic or a rule");
        }
    }
    if (m->s->u->diags->total_count != errors)
        m->failed = 1;
}

void cc_mods_emit(cc_fn *f, cc_mods *m, cc_val set, int duration)
{
    cc_unit *u = f->u;
    if (!m->list.count || !set.type)
        return;
    uint32_t first = u->mod.count;
    for (uint32_t i = 0; i < m->list.count; i++)
        VEC_PUSH(u->mem, &u->mod, m->list.at[i]);
    cc_arg a[6];
    memset(a, 0, sizeof a);
    a[0].v = set;
    a[0].given = 1;
    for (uint32_t i = 0; i < m->arg_count; i++) {
        a[1 + i].v = m->arg[i];
        a[1 + i].given = 1;
    }
    a[3].v = f->subject.type == 'p' ? f->subject : cc_op(f, VM_OP_YOU, 'p', 0, 0, 0);
    a[3].given = 1;
    a[4].imm = (int32_t)first;
    a[4].imm2 = (int32_t)m->list.count;
    a[5].imm = duration;
    cc_native(f, VM_NATIVE_effect, a);
}
