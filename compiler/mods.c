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

static void wrong(cc_mods *m, const ast *at, const char *why)
{
    cc_diag_add(m->s->u->diags, CC_NO_MEANING, at->span, "%s", why);
    m->failed = 1;
}

static void push(cc_mods *m, uint32_t op, uint32_t sel, uint32_t a, uint32_t b)
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

static const ast *for_each_of(const ast *verb)
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

static void add_pt(cc_mods *m, uint32_t op, const ast *pt, const ast *each, const ast *on,
                   uint32_t sel)
{
    const char *slash = strchr(pt->text, '/');
    char word[2][17];
    int32_t n[2] = {0, 0};
    int negative[2], constant[2];
    constant[0] = pt_half(pt->text, slash, &n[0], &negative[0], word[0]);
    constant[1] = pt_half(slash + 1, slash + 1 + strlen(slash + 1), &n[1], &negative[1], word[1]);
    push(m, op, sel, (uint32_t)(negative[0] ? -n[0] : n[0]),
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
static void add_equal_pt(cc_mods *m, const ast *value, uint32_t sel)
{
    push(m, VM_MOD_SET_PT, sel, 0, 0);
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
    push(m, VM_MOD_ADD_ABILITIES, sel, first, list->count);
}

/* `verb`: its label 'from ...' belongs to the last keyword, as in 'has protection from red'. */
static void gain_keywords(cc_mods *m, const ast *kws, const ast *verb, uint32_t sel)
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

/* have base power and toughness 1/1 · have base power and base toughness equal to its mana value */
static int have_base(cc_mods *m, const ast *verb, const ast *object, uint32_t sel)
{
    cc_unit *u = m->s->u;
    const char *noun = object ? cc_head_noun(u, object) : NULL;
    if (!noun || (strcmp(noun, "toughness") != 0 && strcmp(noun, "base toughness") != 0 &&
                  strcmp(noun, "power") != 0))
        return 0;
    const ast *np = object;
    if (np->kind == AST_NP)
        for (int i = 0; i < np->kid[1]->kid_count; i++)
            if (np->kid[1]->kid[i]->kid[0]->token == TOK_EQUALTO) {
                add_equal_pt(m, np->kid[1]->kid[i]->kid[1], sel);
                return 1;
            }
    const ast *labels = verb->kid[6];
    for (int i = 0; i < labels->kid_count; i++)
        if (!labels->kid[i]->kid[0] && labels->kid[i]->kid[1]->kid[0]->token == TOK_PADJ &&
            strchr(labels->kid[i]->kid[1]->kid[0]->text, '/')) {
            add_pt(m, VM_MOD_SET_PT, labels->kid[i]->kid[1]->kid[0], NULL, NULL, sel);
            return 1;
        }
    for (int i = 0; i < labels->kid_count; i++)
        if (!labels->kid[i]->kid[0] && strchr(labels->kid[i]->kid[1]->kid[0]->text, '/')) {
            add_pt(m, VM_MOD_SET_PT, labels->kid[i]->kid[1]->kid[0], NULL, NULL, sel);
            return 1;
        }
    wrong(m, object, "base power and toughness need a value: '1/1' or 'equal to ...'");
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
        push(m, VM_MOD_NO_MAX_HAND, sel, 0, 0);
    else if (noun && strcmp(noun, "ability") == 0 && cc_core(object)->kid[0] &&
             cc_core(object)->kid[0]->kid[0] &&
             cc_core(object)->kid[0]->kid[0]->token == TOK_THIS) {
        push(m, VM_MOD_ADD_ABILITIES, sel, 0, 1); /* the one that is being carried out */
        m->list.at[m->list.count - 1].flags |= VM_MF_THIS_ABILITY;
    } else if (ast_is(object, AST_KWS))
        gain_keywords(m, object, verb, sel);
    else if (noun && strcmp(noun, "creature type") == 0 && cc_core(object)->kid[0] &&
             cc_core(object)->kid[0]->kid[0] && cc_core(object)->kid[0]->kid[0]->token == TOK_ALL)
        push(m, VM_MOD_ALL_CREATURE_TYPES, sel, 0, 0);
    else if (!have_base(m, verb, object, sel))
        wrong(m, verb, "this cannot be gained or had");
}

static void lose(cc_mods *m, const ast *verb, uint32_t sel)
{
    const ast *object = verb->kid[5];
    const char *noun = object ? cc_head_noun(m->s->u, object) : NULL;
    if (noun && strcmp(noun, "ability") == 0) {
        push(m, VM_MOD_LOSE_ALL_ABILITIES, sel, 0, 0);
    } else if (ast_is(object, AST_KWS)) {
        for (int i = 0; i < object->kid_count; i++) {
            int marker = vm_marker_by_name(object->kid[i]->kid[0]->text);
            if (marker < 0)
                wrong(m, object->kid[i],
                      "only keywords that the rules know can be lost one by one");
            else
                push(m, VM_MOD_LOSE_MARKER, sel, (uint32_t)marker, 0);
        }
    } else {
        wrong(m, verb, "this cannot be lost");
    }
}

/* ---- types and colours ------------------------------------------------------------------------
 */

typedef struct become {
    uint32_t types, supers, colors;
    uint8_t colorless, all_creature_types, land_types, creature_types;
    VEC(uint32_t) subtypes;
    const ast *pt;
    const char *chosen; /* a name that holds a chosen creature type */
} become;

static void read_become_word(cc_mods *m, become *b, const ast *leaf)
{
    cc_unit *u = m->s->u;
    const char *w = cc_lemma(u, leaf->text);
    int n;
    if (strchr(leaf->text, '/') && (leaf->token == TOK_PT || leaf->token == TOK_PADJ))
        b->pt = leaf;
    else if (cc_adj_color(w))
        b->colors |= (uint32_t)cc_adj_color(w);
    else if (strcmp(w, "colorless") == 0)
        b->colorless = 1;
    else if ((n = cc_symbol(u, VM_SYM_TYPE, w)) >= 0)
        b->types |= 1u << n;
    else if ((n = cc_symbol(u, VM_SYM_SUPERTYPE, w)) >= 0)
        b->supers |= 1u << (16 + n);
    else if ((n = cc_symbol(u, VM_SYM_SUBTYPE, w)) >= 0) {
        VEC_PUSH(u->mem, &b->subtypes, (uint32_t)n);
        for (uint32_t i = 0; i < u->symbol.count; i++)
            if (u->symbol.at[i].kind == VM_SYM_SUBTYPE && u->symbol.at[i].number == (uint32_t)n) {
                if (u->symbol.at[i].a & VM_TYPE_LAND)
                    b->land_types = 1;
                else if (!u->symbol.at[i].a || (u->symbol.at[i].a & VM_TYPE_CREATURE))
                    b->creature_types = 1;
            }
    } else if (strcmp(w, "permanent") != 0) {
        wrong(m, leaf, "this word cannot say what something becomes");
    }
}

static void read_become(cc_mods *m, become *b, const ast *object)
{
    if (object->kind == AST_ADJS) {
        for (int i = 0; i < object->kid_count; i++)
            read_become_word(m, b, object->kid[i]);
        return;
    }
    const ast *np0 = object->kind == AST_NP ? object->kid[0] : object;
    if (np0->kind == AST_PRON && np0->kid[0]->token == TOK_NAME) {
        b->chosen = np0->kid[0]->text;
        return;
    }
    const ast *core = cc_core(object);
    if (!core) {
        wrong(m, object, "this cannot say what something becomes");
        return;
    }
    for (int s = 0; s < core->kid[1]->kid_count; s++) {
        const ast *seg = core->kid[1]->kid[s];
        for (int i = 0; i < seg->kid[0]->kid_count; i++)
            read_become_word(m, b, seg->kid[0]->kid[i]);
        for (int i = 0; i < seg->kid[1]->kid_count; i++)
            read_become_word(m, b, seg->kid[1]->kid[i]);
    }
}

static void become_posts(cc_mods *m, const ast *verb, const ast *object, uint32_t sel)
{
    const ast *posts = ast_is(object, AST_NP) ? object->kid[1] : NULL;
    for (int i = 0; posts && i < posts->kid_count; i++) {
        const ast *post = posts->kid[i], *what = post->kid[1];
        if (post->kid[0]->token != TOK_WITH) {
            wrong(m, post, "this cannot stand behind what something becomes");
        } else if (what->kind == AST_KWS) {
            gain_keywords(m, what, NULL, sel);
        } else {
            const char *noun = cc_head_noun(m->s->u, what);
            const ast *core = cc_core(what), *det = core ? core->kid[0] : NULL;
            if (noun && strcmp(noun, "creature type") == 0 && det && det->kid[0] &&
                det->kid[0]->token == TOK_ALL) {
                push(m, VM_MOD_ALL_CREATURE_TYPES, sel, 0, 0);
            } else if (i + 1 < posts->kid_count &&
                       posts->kid[i + 1]->kid[0]->token == TOK_EQUALTO) {
                add_equal_pt(m, posts->kid[i + 1]->kid[1], sel);
                i++;
            } else {
                wrong(m, post,
                      "'with' must name keywords, 'all creature types' or a power and toughness");
            }
        }
    }
    (void)verb;
}

/* 'is' replaces what it names; 'is also' adds (CR 205.1, 305.7). */
static void add_become(cc_mods *m, const ast *verb, uint32_t sel, int also)
{
    cc_unit *u = m->s->u;
    const ast *object = verb->kid[5];
    become b;
    memset(&b, 0, sizeof b);
    if (!object) {
        const ast *labels = verb->kid[6];
        for (int i = 0; i < labels->kid_count && !object; i++)
            if (!labels->kid[i]->kid[0])
                object = labels->kid[i]->kid[1];
    }
    if (!object) {
        wrong(m, verb, "is what?");
        return;
    }
    uint32_t errors = u->diags->total_count;
    read_become(m, &b, object);
    if (u->diags->total_count != errors)
        return;
    if (b.chosen) {
        for (cc_name *n = *m->s->names; n; n = n->next)
            if (strcmp(n->name, b.chosen) == 0 && n->type == 'n') {
                push(m, VM_MOD_ADD_CREATURE_TYPE_CHOSEN, sel, n->link, 1);
                return;
            }
        wrong(m, object, "this name does not hold a creature type");
        return;
    }
    if (b.types)
        push(m, also ? VM_MOD_ADD_TYPES : VM_MOD_SET_TYPES, sel, b.types | b.supers, 0);
    if (b.subtypes.count) {
        uint32_t first = cc_words_begin(u);
        for (uint32_t i = 0; i < b.subtypes.count; i++)
            cc_word_add(u, b.subtypes.at[i]);
        push(m,
             also || (b.land_types && b.creature_types) ? VM_MOD_ADD_SUBTYPES
             : b.land_types                             ? VM_MOD_SET_LAND_TYPES
                                                        : VM_MOD_SET_CREATURE_TYPES,
             sel, first, b.subtypes.count);
    }
    if (b.colors || b.colorless)
        push(m, VM_MOD_SET_COLORS, sel, b.colors, 0);
    if (b.pt)
        add_pt(m, VM_MOD_SET_PT, b.pt, NULL, NULL, sel);
    become_posts(m, verb, object, sel);
}

/* ---- rules: can't, must, costs ----------------------------------------------------------------
 */

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
        wrong(m, verb, "a limit reads: this can't have eight or more charge counters");
        return;
    }
    push(m, VM_MOD_MAX_COUNTERS, sel, (uint32_t)kind, (uint32_t)n);
}

static void add_cant(cc_mods *m, const ast *subject, const ast *verb, uint32_t sel)
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
                push(m, VM_MOD_CANT_BE_BLOCKED, sel, by, 1);
                return;
            }
        push(m, VM_MOD_CANT_BE_BLOCKED, sel, except ? cc_selector(m->s, except, NULL) : 0, 0);
    } else if (pass && strcmp(lemma, "regenerate") == 0) {
        push(m, VM_MOD_CANT_REGENERATE, sel, 0, 0);
    } else if (pass && strcmp(lemma, "counter") == 0) {
        push(m, VM_MOD_CANT_BE_COUNTERED, sel, 0, 0);
    } else if (!pass && alone(verb) && strcmp(lemma, "attack") == 0) {
        push(m, VM_MOD_CANT_ATTACK_ALONE, sel, 0, 0);
    } else if (!pass && alone(verb) && strcmp(lemma, "block") == 0) {
        push(m, VM_MOD_CANT_BLOCK_ALONE, sel, 0, 0);
    } else if (!pass && strcmp(lemma, "attack") == 0) {
        uint32_t first = 0, count = 0, flags = 0;
        push(m, VM_MOD_CANT_ATTACK, sel, object ? cc_selector(m->s, object, NULL) : 0, 0);
        if (ast_is(tail, AST_TAIL) && tail->kid[0]->token == TOK_UNLESS) {
            const ast *pay = tail->kid[1]->kid[1]->kid[0];
            const ast *mana = pay->kid[5];
            if (!ast_is(mana, AST_LEAF) || mana->token != TOK_MANA) {
                wrong(m, tail, "'unless' needs a payment here: unless their controller pays {2}");
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
        push(m, VM_MOD_CANT_BLOCK, sel, object ? cc_selector(m->s, object, NULL) : 0, 0);
    } else if (!pass && strcmp(lemma, "have") == 0) {
        add_counter_limit(m, verb, sel);
    } else if (!pass && strcmp(lemma, "untap") == 0) {
        push(m, VM_MOD_CANT_UNTAP, sel, 0, 0);
    } else if (!pass && strcmp(lemma, "gain") == 0) {
        push(m, VM_MOD_CANT_GAIN_LIFE, sel, 0, 0);
    } else if (!pass && (strcmp(lemma, "trigger") == 0 || strcmp(lemma, "cause") == 0)) {
        push(m, VM_MOD_CANT_TRIGGER, sel, 0, 0);
    } else if (!pass && strcmp(lemma, "cast") == 0) {
        push(m, VM_MOD_CANT_CAST, sel, object ? cc_selector(m->s, object, NULL) : 0, 0);
    } else {
        wrong(m, verb, "no rule that forbids this is known");
    }
}

static void add_must(cc_mods *m, const ast *verb, uint32_t sel)
{
    const char *lemma = cc_lemma(m->s->u, verb->kid[3]->text);
    const ast *object = verb->kid[5], *pass = verb->kid[4];
    if (pass && strcmp(cc_lemma(m->s->u, pass->text), "block") == 0)
        push(m, VM_MOD_MUST_BE_BLOCKED, sel, 0, 0);
    else if (strcmp(lemma, "attack") == 0)
        push(m, VM_MOD_MUST_ATTACK, sel, 0, 0);
    else if (strcmp(lemma, "block") == 0)
        push(m, VM_MOD_MUST_BLOCK, sel, object ? cc_selector(m->s, object, NULL) : 0, 0);
    else
        wrong(m, verb, "'must' knows attacking and blocking");
}

static void add_cost_change(cc_mods *m, const ast *verb, uint32_t sel)
{
    const ast *object = verb->kid[5], *labels = verb->kid[6];
    uint32_t count, value = 0, colors;
    int less = 0;
    if (!ast_is(object, AST_LEAF) || object->token != TOK_MANA) {
        wrong(m, verb, "a cost change needs an amount of mana: cost {1} more");
        return;
    }
    cc_mana_cost(m->s->u, object->text, &count, &value, &colors, object->span);
    for (int i = 0; i < labels->kid_count; i++)
        if (labels->kid[i]->kid[0] && ast_says(labels->kid[i]->kid[0], "less"))
            less = 1;
    push(m, VM_MOD_COSTS_MORE, sel, (uint32_t)(less ? -(int32_t)value : (int32_t)value), 0);
    const ast *each = for_each_of(verb);
    const char *noun = each ? cc_head_noun(m->s->u, each) : NULL;
    if (noun && strcmp(noun, "target beyond the first") == 0)
        m->list.at[m->list.count - 1].flags |= VM_MF_EACH_FURTHER_TARGET;
    else if (each)
        wrong(m, each, "a cost can change 'for each target beyond the first'");
}

/* -----------------------------------------------------------------------------------------------
 */

/* Labels that nothing here would use are refused, not dropped. */
static void check_labels(cc_mods *m, const ast *verb)
{
    const ast *labels = verb->kid[6];
    for (int i = 0; i < labels->kid_count; i++) {
        const ast *prep = labels->kid[i]->kid[0];
        int ok = !prep || prep->token == TOK_UNTIL || prep->token == TOK_FOREACH ||
                 (ast_says(prep, "on") && for_each_of(verb)) ||
                 (ast_says(prep, "from") && ast_is(verb->kid[5], AST_KWS)) ||
                 (ast_says(prep, "by") && verb->kid[4]) ||
                 (prep->token == TOK_ADV &&
                  (ast_says(prep, "this turn") || ast_says(prep, "this combat") ||
                   ast_says(prep, "more") || ast_says(prep, "less") || ast_says(prep, "if able") ||
                   (ast_says(prep, "each turn") && cc_more_lands(m->s->u, verb))));
        if (ok)
            continue;
        cc_diag_add(m->s->u->diags, CC_EXTRA_OPERAND, labels->kid[i]->span,
                    "there is no place for '%s ...' here", prep->text);
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
    check_labels(m, verb);
    check_tail(m, verb);
    if (m->f)
        m->f->at = verb;
    if (aux && (strcmp(aux->text, "can't") == 0 || strcmp(aux->text, "don't") == 0 ||
                strcmp(aux->text, "doesn't") == 0)) {
        add_cant(m, subject, verb, sel);
    } else if (aux && strcmp(aux->text, "must") == 0) {
        add_must(m, verb, sel);
    } else if (cc_more_lands(m->s->u, verb)) {
        const ast *det = cc_core(object)->kid[0];
        int32_t n = 1;
        if (det && det->kid[1])
            cc_number_word(det->kid[1]->kid[0]->text, &n);
        push(m, VM_MOD_PLAY_LANDS, sel, (uint32_t)n, 0);
    } else if (head->token == TOK_BE && !verb->kid[4]) {
        add_become(m, verb, sel, verb->kid[1] != NULL);
    } else {
        const char *native = native_of(m->s->u, subject, verb);
        if (strcmp(native, "mod_get") == 0) {
            const ast *pt = NULL;
            if (ast_is(object, AST_ADJS) && object->kid[0]->token == TOK_PT)
                pt = object->kid[0];
            if (!pt || (*pt->text != '+' && *pt->text != '-'))
                wrong(m, verb, "'get' needs a change like +1/+1 or -2/-2");
            else
                add_pt(m, VM_MOD_GET_PT, pt, for_each_of(verb), on_label(verb), sel);
        } else if (strcmp(native, "mod_have") == 0) {
            have(m, verb, block, sel);
        } else if (strcmp(native, "mod_lose") == 0) {
            lose(m, verb, sel);
        } else if (strcmp(native, "mod_become") == 0) {
            add_become(m, verb, sel, verb->kid[1] != NULL);
        } else if (strcmp(native, "mod_switch") == 0) {
            push(m, VM_MOD_SWITCH_PT, sel, 0, 0);
        } else if (strcmp(native, "mod_control") == 0) {
            push(m, VM_MOD_CONTROL, sel, 0, 0);
        } else if (strcmp(native, "mod_cost") == 0) {
            add_cost_change(m, verb, sel);
        } else if (strcmp(native, "mod_spend") == 0) {
            push(m, VM_MOD_ANY_COLOR, sel, 0, 0);
        } else {
            wrong(m, verb, "this does not change a characteristic or a rule");
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
