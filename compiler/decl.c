/* Declarations: from `action deal AMOUNT damage to TARGET native deal_damage` to a pattern, and
 * from a sentence to the declaration that covers it. */
#include "compiler/lower.h"

#include <ctype.h>
#include <string.h>

#include "grammar.tab.h"

const char *cc_lemma(const cc_unit *u, const char *word)
{
    const cc_word *w = cc_vocab_find(&u->vocab, word);
    return w ? w->lemma : word;
}

static int is_operand(const ast *leaf)
{
    const char *t = leaf->text;
    if (leaf->token == TOK_MANA || leaf->token == TOK_PT || leaf->token == TOK_STRING)
        return 0;
    if (!isupper((unsigned char)*t))
        return 0;
    for (; *t; t++)
        if (!isupper((unsigned char)*t) && !isdigit((unsigned char)*t))
            return 0;
    return 1;
}

static int is_label_word(const ast *leaf)
{
    return (leaf->token == TOK_NPREP && strcmp(leaf->text, "among") == 0) ||
           leaf->token == TOK_PREP || leaf->token == TOK_AT || leaf->token == TOK_UNTIL ||
           leaf->token == TOK_WITH || leaf->token == TOK_AS;
}

static void bad_decl(cc_unit *u, const ast *at, const char *why)
{
    cc_diag_add(u->diags, CC_BAD_DECL, at->span, "%s", why);
}

/* Reads one part: [operand] [literal words] ['of' OPERAND], up to a label word, bracket or flag. */
static int read_part(const cc_unit *u, const ast *pattern, int i, cc_pattern_part *part)
{
    for (; i < pattern->kid_count; i++) {
        const ast *w = pattern->kid[i];
        if (w->token == '[' || w->token == ']' || w->token == TOK_FLAG || is_label_word(w) ||
            w->token == '(' ||
            (strchr(w->text, ' ') && part->word_count && !strncmp(w->text, "divided", 7)))
            break;
        if (w->token == TOK_NPREP && strcmp(w->text, "of") == 0 && i + 1 < pattern->kid_count) {
            part->of = pattern->kid[++i]->text;
        } else if (is_operand(w)) {
            part->operand = w->text;
        } else if (part->word_count < CC_PATTERN_WORDS_MAX && w->token != TOK_A &&
                   w->token != TOK_THE) {
            part->words[part->word_count++] =
                cc_vocab_mask(&u->vocab, w->text) & WORD_NOUN ? cc_lemma(u, w->text) : w->text;
        }
    }
    return i;
}

static void read_labels(cc_unit *u, cc_decl *d, const ast *pattern, int i)
{
    int optional = 0;
    for (; i < pattern->kid_count; i++) {
        const ast *w = pattern->kid[i];
        if (w->token == '[' || w->token == ']') {
            optional = w->token == '[';
            continue;
        }
        if (w->token == TOK_FLAG) {
            if (strcmp(w->text, "marker") == 0)
                d->marker = 1;
            else if (i + 1 < pattern->kid_count)
                d->native = pattern->kid[++i]->text;
            continue;
        }
        if (w->token == '(') {
            while (i < pattern->kid_count && pattern->kid[i]->token != ')')
                i++;
            continue;
        }
        if (d->label_count == CC_PATTERN_LABELS_MAX) {
            bad_decl(u, w, "a declaration has too many labels");
            return;
        }
        cc_pattern_part *part = &d->label[d->label_count++];
        part->optional = (uint8_t)optional;
        part->prep = "";
        if (is_label_word(w)) {
            part->prep = w->text;
            i++;
        }
        int before = i;
        i = read_part(u, pattern, i, part) - 1;
        if (i < before && !is_label_word(w)) {
            bad_decl(u, w, "this cannot stand in a declaration");
            return;
        }
        part->flag = !*part->prep && part->operand != NULL;
    }
}

static void read_pattern(cc_unit *u, cc_decl *d, const ast *pattern)
{
    int i = 0;
    if (d->kind == DECL_EVENT || d->kind == DECL_CONDITION) {
        if (!pattern->kid_count || !is_operand(pattern->kid[0])) {
            bad_decl(u, pattern, "an event or condition begins with its subject in capitals");
            return;
        }
        d->subject = pattern->kid[i++]->text;
        if (i < pattern->kid_count && pattern->kid[i]->token == TOK_BE) {
            d->be = 1;
            i++;
        } else if (i < pattern->kid_count && pattern->kid[i]->token == TOK_AUX) {
            i++;
        } else if (i < pattern->kid_count &&
                   (strcmp(pattern->kid[i]->text, "has") == 0 ||
                    strcmp(pattern->kid[i]->text, "have") == 0) &&
                   i + 1 < pattern->kid_count &&
                   (cc_vocab_mask(&u->vocab, pattern->kid[i + 1]->text) & WORD_PAST)) {
            i++;
        }
    }
    if (i >= pattern->kid_count) {
        bad_decl(u, pattern, "a declaration needs a verb");
        return;
    }
    const ast *verb = pattern->kid[i++];
    d->verb = cc_lemma(u, verb->text);
    d->passive = d->be && (cc_vocab_mask(&u->vocab, verb->text) & WORD_PAST) != 0;
    i = read_part(u, pattern, i, &d->object);
    read_labels(u, d, pattern, i);
}

static void read_keyword(cc_unit *u, cc_decl *d, const ast *pattern)
{
    char phrase[128] = "";
    for (int i = 0; i < pattern->kid_count; i++) {
        const ast *w = pattern->kid[i];
        if (w->token == TOK_FLAG) {
            if (strcmp(w->text, "marker") == 0)
                d->marker = 1;
            else if (i + 1 < pattern->kid_count)
                d->native = pattern->kid[++i]->text;
        } else if (is_operand(w)) {
            d->param = w->text;
        } else if (!d->param && w->token != TOK_PREP) {
            size_t n = strlen(phrase);
            if (n + strlen(w->text) + 2 < sizeof phrase) {
                if (n)
                    strcat(phrase, " ");
                strcat(phrase, w->text);
            }
        }
    }
    d->name = arena_strndup(u->mem, phrase, strlen(phrase));
}

/* ---- symbols ----------------------------------------------------------------------------------
 */

int cc_symbol(const cc_unit *u, uint32_t kind, const char *name)
{
    for (uint32_t i = 0; i < u->symbol.count; i++)
        if (u->symbol.at[i].kind == kind && strcmp(u->strings.at + u->symbol.at[i].name, name) == 0)
            return (int)u->symbol.at[i].number;
    return -1;
}

static uint32_t fixed_number(uint32_t kind, const char *name)
{
    static const struct {
        uint32_t kind, number;
        const char *word;
    } FIXED[] = {
#define TYPE(number, id, word)      {VM_SYM_TYPE, number, word},
#define SUPERTYPE(number, id, word) {VM_SYM_SUPERTYPE, number, word},
#define SUBTYPE(number, id, word)   {VM_SYM_SUBTYPE, number, word},
#define COUNTER(number, id, word)   {VM_SYM_COUNTER, number, word},
#include "vm/abi/vocab.def"
#undef TYPE
#undef SUPERTYPE
#undef SUBTYPE
#undef COUNTER
    };
    for (size_t i = 0; i < sizeof FIXED / sizeof *FIXED; i++)
        if (FIXED[i].kind == kind && strcmp(FIXED[i].word, name) == 0)
            return FIXED[i].number;
    return VM_NO_SYMBOL;
}

static uint32_t add_symbol(cc_unit *u, uint32_t kind, const char *name, uint32_t a, uint32_t b)
{
    int known = cc_symbol(u, kind, name);
    if (known >= 0)
        return (uint32_t)known;
    static const uint32_t FIRST_FREE[VM_SYM_KIND_COUNT] = {8, 4, 16, 0, 8};
    uint32_t number = fixed_number(kind, name);
    if (number == VM_NO_SYMBOL) {
        number = FIRST_FREE[kind];
        for (uint32_t i = 0; i < u->symbol.count; i++)
            if (u->symbol.at[i].kind == kind && u->symbol.at[i].number >= number)
                number = u->symbol.at[i].number + 1;
    }
    vm_symbol s = {kind, cc_string(u, name), number, a, b};
    VEC_PUSH(u->mem, &u->symbol, s);
    return number;
}

static void read_word_list(cc_unit *u, uint32_t kind, const ast *decl)
{
    const ast *pattern = decl->kid[1];
    uint32_t of = 0;
    int behind_of = 0;
    for (int i = 0; i < pattern->kid_count; i++) {
        const ast *w = pattern->kid[i];
        if (behind_of && w->token != TOK_CONJ_N) { /* of instant and sorcery */
            int t = cc_symbol(u, VM_SYM_TYPE, cc_lemma(u, w->text));
            if (t < 0)
                cc_diag_add(u->diags, CC_BAD_DECL, w->span, "'%s' is not a card type", w->text);
            else
                of |= 1u << t;
        }
        behind_of |= ast_says(w, "of");
    }
    for (int i = 0; i < pattern->kid_count; i++) {
        const ast *w = pattern->kid[i];
        if (ast_says(w, "of"))
            break;
        if (w->token == '(') {
            while (i < pattern->kid_count && pattern->kid[i]->token != ')')
                i++;
        } else if (isalpha((unsigned char)w->text[0])) {
            uint32_t n = add_symbol(u, kind, cc_lemma(u, w->text), of, 0);
            if (kind == VM_SYM_SUBTYPE && n >= VM_SUBTYPE_MAX)
                cc_diag_add(u->diags, CC_TOO_LARGE, w->span, "there are more than %d subtypes",
                            VM_SUBTYPE_MAX);
            if (kind == VM_SYM_TYPE && n >= 16)
                cc_diag_add(u->diags, CC_TOO_LARGE, w->span, "there are more than 16 card types");
        }
    }
}

/* `counter +1/+1 { ... }`: what it gives stands in its name (CR 121.1a). */
static void read_counter(cc_unit *u, cc_decl *d, const ast *pattern)
{
    const char *name = pattern->kid[0]->text;
    int p = 0, t = 0;
    if (pattern->kid[0]->token == TOK_PT) {
        const char *slash = strchr(name, '/');
        int32_t n = 0;
        cc_number_word(name + 1, &n);
        p = *name == '-' ? -n : n;
        cc_number_word(slash + 2, &n);
        t = slash[1] == '-' ? -n : n;
    }
    d->name = name;
    d->number = add_symbol(u, VM_SYM_COUNTER, name, (uint32_t)p, (uint32_t)t);
}

static void read_decl(cc_unit *u, const ast *n)
{
    cc_decl *d = ARENA_NEW(u->mem, cc_decl);
    cc_decl_kind_by_word(n->kid[0]->text, &d->kind);
    d->node = n;
    d->body = n->kid[2];
    d->native_id = -1;
    const ast *pattern = n->kid[1];
    switch (d->kind) {
    case DECL_TYPE:
        read_word_list(u, VM_SYM_TYPE, n);
        return;
    case DECL_SUPERTYPE:
        read_word_list(u, VM_SYM_SUPERTYPE, n);
        return;
    case DECL_SUBTYPE:
        read_word_list(u, VM_SYM_SUBTYPE, n);
        return;
    case DECL_COUNTER:
        read_counter(u, d, pattern);
        break;
    case DECL_KEYWORD:
        read_keyword(u, d, pattern);
        if (d->marker && vm_marker_by_name(d->name) < 0) {
            cc_diag_add(u->diags, CC_NO_MARKER, n->span, "the rules machine has no marker '%s'",
                        d->name);
            return;
        }
        if (!d->marker && !d->native && !d->body) {
            cc_diag_add(u->diags, CC_NEEDS_BODY, n->span,
                        "the keyword '%s' needs a body, or 'marker'", d->name);
            return;
        }
        d->number = add_symbol(u, VM_SYM_KEYWORD, d->name,
                               d->marker ? (uint32_t)vm_marker_by_name(d->name) : VM_NO_SYMBOL, 0);
        break;
    case DECL_ACTION:
    case DECL_EVENT:
    case DECL_CONDITION:
        read_pattern(u, d, pattern);
        if (!d->verb)
            return;
        if (!d->native && !d->body) {
            cc_diag_add(u->diags, CC_NEEDS_BODY, n->span,
                        "this declaration needs a body, or 'native' and a name");
            return;
        }
        if (d->native && d->kind == DECL_ACTION)
            d->native_id = vm_native_by_name(d->native);
        if (d->native && d->kind == DECL_EVENT) {
            d->native_id = vm_event_by_name(d->native);
            if (d->native_id < 0)
                cc_diag_add(u->diags, CC_NO_NATIVE, n->span, "the rules machine has no event '%s'",
                            d->native);
        }
        break;
    default:
        return;
    }
    if (u->decls_tail)
        u->decls_tail->next = d;
    else
        u->decls = d;
    u->decls_tail = d;
}

void cc_decls_read(cc_unit *u, const ast *decls)
{
    for (int pass = 0; pass < 2; pass++) /* types first: subtypes name them */
        for (int i = 0; i < decls->kid_count; i++) {
            const ast *n = decls->kid[i];
            if (n->kind == AST_DECL && ast_says(n->kid[0], "type") == !pass)
                read_decl(u, n);
        }
}

const cc_decl *cc_keyword_find(const cc_unit *u, const char *name)
{
    for (const cc_decl *d = u->decls; d; d = d->next)
        if (d->kind == DECL_KEYWORD && strcmp(d->name, name) == 0)
            return d;
    return NULL;
}

/* ---- matching ---------------------------------------------------------------------------------
 */

static void bind(cc_match *m, const char *operand, const ast *node, const ast *qty, int flag)
{
    if (m->bind_count < CC_BINDINGS_MAX)
        m->bind[m->bind_count++] = (cc_binding){operand, node, qty, (uint8_t)flag};
}

const cc_binding *cc_bound(const cc_match *m, const char *operand)
{
    for (uint32_t i = 0; i < m->bind_count; i++)
        if (strcmp(m->bind[i].operand, operand) == 0)
            return &m->bind[i];
    return NULL;
}

const ast *cc_core(const ast *np)
{
    if (ast_is(np, AST_NP))
        np = np->kid[0];
    return ast_is(np, AST_CORE) ? np : NULL;
}

/* Are the nouns (and adjectives) of `core` exactly these words? */
static int says_words(const cc_unit *u, const ast *core, const cc_pattern_part *part)
{
    if (!core || core->kid[2]) /* a relative clause would be dropped */
        return 0;
    const ast *nominal = core->kid[1];
    if (nominal->kid_count != 1)
        return 0;
    const ast *adjs = nominal->kid[0]->kid[0], *nouns = nominal->kid[0]->kid[1];
    uint32_t k = 0;
    for (int i = 0; i < adjs->kid_count; i++, k++)
        if (k >= part->word_count || strcmp(adjs->kid[i]->text, part->words[k]) != 0)
            return 0;
    for (int i = 0; i < nouns->kid_count; i++, k++)
        if (k >= part->word_count || strcmp(cc_lemma(u, nouns->kid[i]->text), part->words[k]) != 0)
            return 0;
    for (int i = 0; k == part->word_count && i < adjs->kid_count; i++)
        ast_use(adjs->kid[i]);
    for (int i = 0; k == part->word_count && i < nouns->kid_count; i++)
        ast_use(nouns->kid[i]);
    return k == part->word_count;
}

static const ast *of_post(const ast *np)
{
    if (!ast_is(np, AST_NP))
        return NULL;
    for (int i = 0; i < np->kid[1]->kid_count; i++)
        if (ast_says(np->kid[1]->kid[i]->kid[0], "of"))
            return np->kid[1]->kid[i]->kid[1];
    return NULL;
}

/* An operand's name says what may stand there. */
static int accepts(const cc_unit *u, const char *operand, const ast *node)
{
    const char *noun = cc_peek_noun(u, node);
    const ast *core = cc_core(node);
    if (strcmp(operand, "COUNTERS") == 0 || strcmp(operand, "COUNTER") == 0)
        return noun && strcmp(noun, "counter") == 0 && core && !core->kid[2];
    if (strcmp(operand, "TOKENS") == 0)
        return noun && strcmp(noun, "token") == 0 && core && !core->kid[2];
    if (strcmp(operand, "ZONE") == 0) {
        for (uint32_t i = 0; noun && i < VM_ZONE_COUNT; i++)
            if (strcmp(vm_zone_name(i), noun) == 0)
                return 1;
        return noun && (strcmp(noun, "top") == 0 || strcmp(noun, "bottom") == 0);
    }
    if (strcmp(operand, "COLOR") == 0) /* of any color */
        return noun && strcmp(noun, "color") == 0 && core->kid[0] && core->kid[0]->kid[0] &&
               core->kid[0]->kid[0]->token == TOK_ANY && !core->kid[2] &&
               cc_head_noun(u, node) != NULL;
    if (strcmp(operand, "MANA") == 0 || strcmp(operand, "COST") == 0)
        return node->kind == AST_LEAF || (node->kind == AST_NP && node->kid[0]->kind == AST_PRON);
    return 1;
}

/* What stands behind the literal noun of a part must be used by somebody: an amount by 'equal to', an
 * operand by 'of', a participle or 'among' as a label. Anything else would be dropped. */
static int posts_are_used(const cc_pattern_part *part, const ast *node)
{
    const ast *posts = ast_is(node, AST_NP) ? node->kid[1] : NULL;
    int divided = 0;
    for (int i = 0; posts && i < posts->kid_count; i++) {
        const ast *lead = posts->kid[i]->kid[0], *what = ast_at(posts->kid[i], 1);
        switch (lead->token) {
        case TOK_BIND:
            break;
        case TOK_PART:
            divided = 1;
            break;
        case TOK_EQUALTO:
            if (!part->operand)
                return 0;
            break;
        case TOK_WHO: /* damage that would be dealt */
            if (!ast_is(what, AST_VERB) || !ast_says(what->kid[4], "dealt"))
                return 0;
            break;
        case TOK_NPREP:
            if (!(divided && ast_says(lead, "among")) && !(part->of && ast_says(lead, "of")) &&
                !ast_says(lead, "without"))
                return 0;
            break;
        default:
            return 0;
        }
    }
    return 1;
}

static int points_at(const ast *node)
{
    const ast *core = cc_core(node), *det = core ? core->kid[0] : NULL;
    return det && det->kid[0] &&
           (det->kid[0]->token == TOK_THAT || det->kid[0]->token == TOK_THOSE);
}

/* Does `node` fit the part? Binds its operands. */
static int match_part(const cc_unit *u, const cc_pattern_part *part, const ast *node, cc_match *m)
{
    if (!part->operand && !part->word_count)
        return node == NULL;
    if (!node)
        return 0;
    if (!part->word_count) {
        if (!accepts(u, part->operand, node))
            return 0;
        bind(m, part->operand, node, NULL, 0);
        return 1;
    }
    if (node->kind == AST_ADJS) {
        if (part->operand || node->kid_count != part->word_count)
            return 0;
        for (int i = 0; i < node->kid_count; i++)
            if (!ast_says(node->kid[i], part->words[i]))
                return 0;
        return 1;
    }
    if (!says_words(u, cc_core(node), part) || !posts_are_used(part, node))
        return 0;
    if (part->operand && points_at(node)) /* 'that card' is a thing, not an amount of cards */
        return 0;
    if (part->operand)
        bind(m, part->operand, node, node, 0);
    if (part->of) {
        const ast *of = of_post(node);
        if (!of || !accepts(u, part->of, of))
            return 0;
        bind(m, part->of, of, NULL, 0);
    }
    return 1;
}

static int same_label(const cc_pattern_part *part, const ast *label)
{
    const ast *prep = label->kid[0];
    if (!*part->prep) { /* an adverb, or adjectives behind the noun */
        if (prep && (prep->token == TOK_ADV || prep->token == TOK_PART)) {
            char text[128] = "";
            for (uint32_t i = 0; i < part->word_count; i++) {
                if (i)
                    strncat(text, " ", sizeof text - strlen(text) - 1);
                strncat(text, part->words[i], sizeof text - strlen(text) - 1);
            }
            return ast_says(prep, text);
        }
        const ast *adjs = prep ? NULL : label->kid[1];
        if (!adjs || adjs->kid_count != part->word_count)
            return 0;
        for (int i = 0; i < adjs->kid_count; i++)
            if (!ast_says(adjs->kid[i], part->words[i]))
                return 0;
        return 1;
    }
    return prep && strcmp(prep->text, part->prep) == 0;
}

/* 'damage divided as you choose among targets': what hangs on the noun but belongs to the verb. */
static const ast *with_posts(cc_unit *u, const ast *object, const ast *labels)
{
    if (!ast_is(object, AST_NP))
        return labels;
    ast *all = NULL;
    for (int i = 0; i < object->kid[1]->kid_count; i++) {
        const ast *post = object->kid[1]->kid[i];
        ast *lead = post->kid[0];
        const char *noun = cc_peek_noun(u, ast_at(post, 1));
        int final = ast_says(lead, "without") && noun && strcmp(noun, "regeneration") == 0;
        if (lead->token != TOK_PART && !final && (!all || !ast_says(lead, "among")))
            continue;
        if (final) {
            lead = ast_node(u->mem, AST_LEAF, post->span, 0);
            lead->token = TOK_PART;
            lead->text = "without regeneration";
        }
        if (!all) {
            all = ast_node(u->mem, AST_LIST, object->span, 0);
            for (int k = 0; k < labels->kid_count; k++)
                ast_push(u->mem, all, labels->kid[k]);
        }
        ast_push(u->mem, all,
                 ast_node(u->mem, AST_LABEL, post->span, 3, lead, ast_at(post, 1), NULL));
    }
    return all ? all : labels;
}

static int fits(cc_unit *u, const cc_decl *d, const ast *subject, const ast *verb, cc_match *m)
{
    const ast *head = verb->kid[3], *pass = verb->kid[4], *object = verb->kid[5],
              *labels = with_posts(u, verb->kid[5], verb->kid[6]);
    memset(m, 0, sizeof *m);
    m->decl = d;
    if (!head)
        return 0;
    int be = head->token == TOK_BE;
    if (d->be != be || d->passive != (pass != NULL))
        return 0;
    const char *lemma = be ? (pass ? cc_lemma(u, pass->text) : d->verb) : cc_lemma(u, head->text);
    if (strcmp(lemma, d->verb) != 0)
        return 0;
    if (d->subject && subject)
        bind(m, d->subject, subject, NULL, 0);
    /* 'with' right behind the verb is its object in the tree, a label in the pattern */
    const ast *with = ast_is(object, AST_WITHOBJ) ? object : NULL;
    if (!match_part(u, &d->object, with ? NULL : object, m))
        return 0;
    uint8_t used[16] = {0};
    for (uint32_t i = 0; i < d->label_count; i++) {
        const cc_pattern_part *part = &d->label[i];
        int found = 0;
        if (with && strcmp(part->prep, "with") == 0) {
            bind(m, part->operand, with->kid[0]->kid[1], NULL, 0);
            with = NULL;
            continue;
        }
        for (int k = 0; k < labels->kid_count && k < 16 && !found; k++) {
            if (used[k] || !same_label(part, labels->kid[k]))
                continue;
            if (part->flag)
                bind(m, part->operand, labels->kid[k], NULL, 1);
            else if (*part->prep && !match_part(u, part, labels->kid[k]->kid[1], m))
                continue;
            used[k] = 1;
            found = 1;
        }
        if (!found && !part->optional)
            return 0;
    }
    if (with)
        return 0;
    for (int k = 0; k < labels->kid_count && k < 16; k++)
        if (!used[k] && m->rest_count < 8)
            m->rest[m->rest_count++] = labels->kid[k];
    return 1;
}

/* A declaration's head as its author wrote it. */
static void written(const cc_decl *d, char *out, size_t size)
{
    const ast *p = d->node->kid[1];
    *out = 0;
    for (int i = 0; i < p->kid_count && p->kid[i]->token != TOK_FLAG && p->kid[i]->token != '(';
         i++) {
        if (strlen(out) + strlen(p->kid[i]->text) + 2 > size)
            break;
        strcat(out, *out ? " " : "");
        strcat(out, p->kid[i]->text);
    }
}

static void no_declaration(cc_unit *u, cc_decl_kind kind, const ast *verb)
{
    const ast *head = verb->kid[4] ? verb->kid[4] : verb->kid[3];
    const char *lemma = head ? cc_lemma(u, head->text) : "do";
    char form[200];
    cc_diag_add(u->diags, CC_NO_MEANING, head ? head->span : verb->span,
                "no declaration covers '%s' with these operands", head ? head->text : "do");
    for (const cc_decl *d = u->decls; d; d = d->next)
        if (d->kind == kind && d->verb && strcmp(d->verb, lemma) == 0) {
            written(d, form, sizeof form);
            cc_diag_help(u->diags, "it is declared as: %s", form);
            return;
        }
}

/* Two declarations that cover a sentence equally well and do different things: nothing is guessed. */
static void two_readings(cc_unit *u, const cc_decl *a, const cc_decl *b, const ast *verb)
{
    char one[200], other[200];
    written(a, one, sizeof one);
    written(b, other, sizeof other);
    cc_diag_add(u->diags, CC_AMBIGUOUS, verb->kid[3]->span,
                "'%s' has two readings here: '%s' and '%s'", verb->kid[3]->text, one, other);
}

static int same_deed(const cc_decl *a, const cc_decl *b)
{
    return a->native && b->native && strcmp(a->native, b->native) == 0;
}

int cc_match_verb(cc_unit *u, cc_decl_kind kind, const ast *subject, const ast *verb, int must,
                  cc_match *out)
{
    cc_match best, m;
    const cc_decl *rival = NULL;
    uint32_t best_score = 0;
    for (const cc_decl *d = u->decls; d; d = d->next) {
        if (d->kind != kind || !fits(u, d, subject, verb, &m))
            continue;
        uint32_t score = 1 + 8 * (8 - m.rest_count) + 2 * m.bind_count + d->object.word_count * 4u;
        if (score > best_score) {
            best = m;
            best_score = score;
            rival = NULL;
        } else if (score == best_score && !same_deed(best.decl, d)) {
            rival = d;
        }
    }
    if (best_score)
        *out = best;
    if (best_score && rival && must)
        two_readings(u, best.decl, rival, verb);
    if (!best_score && must)
        no_declaration(u, kind, verb);
    return best_score != 0;
}
