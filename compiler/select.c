/* Selectors: noun phrases read as descriptions. Most of a description becomes masks of one row;
 * what does not fit a mask becomes a predicate, a value function of the candidate. */
#include "compiler/lower.h"

#include <string.h>

#include "grammar.tab.h"

/* The nouns that the rules themselves use for kinds of objects and players. */
static const struct {
    const char *noun;
    uint32_t want, zones, types_any, status_all, status_none;
    uint8_t relation;
} NOUNS[] = {
    {"card", VM_WANT_OBJECTS, 0x7F, 0, 0, VM_STATUS_ABILITY0, 0},
    {"permanent", VM_WANT_OBJECTS, 1 << VM_ZONE_BATTLEFIELD, VM_PERMANENT_TYPES, 0, 0, 0},
    {"spell", VM_WANT_OBJECTS, 1 << VM_ZONE_STACK, 0, 0, VM_STATUS_ABILITY0, 0},
    {"ability", VM_WANT_OBJECTS, 1 << VM_ZONE_STACK, 0, VM_STATUS_ABILITY0, 0, 0},
    {"token", VM_WANT_OBJECTS, 1 << VM_ZONE_BATTLEFIELD, 0, VM_STATUS_TOKEN0, 0, 0},
    {"source", VM_WANT_OBJECTS, 0x7F, 0, 0, 0, 0},
    {"object", VM_WANT_OBJECTS, 0x7F, 0, 0, 0, 0},
    {"effect", VM_WANT_OBJECTS, 0x7F, 0, 0, 0, 0},
    {"blocker", VM_WANT_OBJECTS, 1 << VM_ZONE_BATTLEFIELD, 0, VM_STATUS_BLOCKING0, 0, 0},
    {"player", VM_WANT_PLAYERS, 0, 0, 0, 0, VM_REL_ANY},
    {"opponent", VM_WANT_PLAYERS, 0, 0, 0, 0, VM_REL_OPPONENT},
    {"target", VM_WANT_PLAYERS | VM_WANT_OBJECTS, 1 << VM_ZONE_BATTLEFIELD,
     VM_TYPE_CREATURE | VM_TYPE_PLANESWALKER, 0, 0, 0}, /* CR 114.4 */
};
enum { NOUN_COUNT = sizeof NOUNS / sizeof *NOUNS };

static int noun_index(const char *lemma)
{
    for (int i = 0; i < NOUN_COUNT; i++)
        if (strcmp(NOUNS[i].noun, lemma) == 0)
            return i;
    return -1;
}

int cc_adj_color(const char *word)
{
    static const struct {
        const char *word;
        int mask;
    } COLORS[] = {
#define COLOR(number, id, word, letter) {word, 1 << number},
#include "vm/abi/vocab.def"
#undef COLOR
    };
    for (size_t i = 0; i < sizeof COLORS / sizeof *COLORS; i++)
        if (strcmp(COLORS[i].word, word) == 0)
            return COLORS[i].mask;
    return 0;
}

static int status_bit(const char *word, int *out_negative)
{
    static const struct {
        const char *word;
        int bit, negative;
    } STATUSES[] = {
#define STATUS(number, id, word, negative) {word, 1 << number, negative},
#include "vm/abi/vocab.def"
#undef STATUS
    };
    for (size_t i = 0; i < sizeof STATUSES / sizeof *STATUSES; i++)
        if (strcmp(STATUSES[i].word, word) == 0) {
            *out_negative = STATUSES[i].negative;
            return STATUSES[i].bit;
        }
    return 0;
}

static const ast *head_leaf(const ast *np)
{
    const ast *core = cc_core(np);
    if (!core)
        return NULL;
    const ast *segs = core->kid[1];
    const ast *nouns = segs->kid[segs->kid_count - 1]->kid[1];
    return nouns->kid[nouns->kid_count - 1];
}

const char *cc_head_noun(const cc_unit *u, const ast *np)
{
    const ast *leaf = ast_use(head_leaf(np));
    return leaf ? cc_lemma(u, leaf->text) : NULL;
}

const char *cc_peek_noun(const cc_unit *u, const ast *np)
{
    const ast *leaf = head_leaf(np);
    return leaf ? cc_lemma(u, leaf->text) : NULL;
}

int cc_is_player_np(cc_unit *u, const ast *np)
{
    const ast *p = ast_is(np, AST_NP) ? np->kid[0] : np;
    if (ast_is(p, AST_PRON))
        return p->kid[0]->token == TOK_YOU;
    if (ast_is(np, AST_NPJOIN))
        return cc_is_player_np(u, np->kid[0]) && cc_is_player_np(u, np->kid[1]);
    const char *noun = cc_head_noun(u, np);
    return noun && (strcmp(noun, "player") == 0 || strcmp(noun, "opponent") == 0 ||
                    strcmp(noun, "controller") == 0 || strcmp(noun, "owner") == 0 ||
                    strcmp(noun, "defending player") == 0);
}

static int zone_by_noun(const char *lemma)
{
    for (int i = 0; i < VM_ZONE_COUNT; i++)
        if (strcmp(vm_zone_name((uint32_t)i), lemma) == 0)
            return i;
    return -1;
}

int cc_zone_of(cc_unit *u, const ast *np, const ast **out_owner)
{
    const ast *core = cc_core(np);
    const char *noun = cc_head_noun(u, np);
    int zone = noun ? zone_by_noun(noun) : -1;
    if (out_owner)
        *out_owner = NULL;
    if (zone >= 0 && out_owner && core->kid[0])
        *out_owner = core->kid[0];
    return zone;
}

const char *cc_phrase_text(cc_unit *u, const ast *np)
{
    const char *noun = cc_head_noun(u, np);
    return noun ? noun : "object";
}

/* ---- predicates -------------------------------------------------------------------------------
 */

static cc_fn *pred_of(cc_scope *s, cc_sel *sel)
{
    if (!sel->pred) {
        sel->pred = ARENA_NEW(s->u->mem, cc_fn);
        cc_fn_begin(sel->pred, s, 0);
        sel->pred->candidate = cc_reg(sel->pred, 'e');
        sel->pred->params = 1;
        sel->pred_value = CC_BAD;
    }
    return sel->pred;
}

static void require(cc_sel *sel, cc_val b)
{
    if (!b.type) {
        sel->failed = 1;
        return;
    }
    sel->pred_value =
        sel->pred_value.type ? cc_op(sel->pred, VM_OP_AND, 'b', sel->pred_value.reg, b.reg, 0) : b;
}

static void require_meets(cc_sel *sel, cc_val left, cc_val right, int negative)
{
    cc_fn *f = sel->pred;
    left = cc_as(f, left, 'e');
    right = cc_as(f, right, 'e');
    if (!left.type || !right.type) {
        sel->failed = 1;
        return;
    }
    cc_val b = cc_op(f, VM_OP_MEET, 'b', left.reg, right.reg, 0);
    require(sel, negative ? cc_op(f, VM_OP_NOT, 'b', b.reg, 0, 0) : b);
}

/* candidate's property compared with 'NUM', 'NUM or more', 'NUM or less', 'equal to ...' */
static void require_property(cc_scope *s, cc_sel *sel, int prop, const ast *qty)
{
    cc_fn *f = pred_of(s, sel);
    cc_val have = cc_op(f, VM_OP_PROP, 'n', f->candidate.reg, 0, prop);
    cc_val want = cc_amount(f, qty->kid[0]);
    if (!want.type) {
        sel->failed = 1;
        return;
    }
    const ast *more = ast_use(ast_at(qty, 1));
    int up = more && (strstr(more->text, "more") || strstr(more->text, "greater"));
    cc_val b = !more ? cc_op(f, VM_OP_EQ, 'b', have.reg, want.reg, 0)
               : up  ? cc_op(f, VM_OP_LE, 'b', want.reg, have.reg, 0)
                     : cc_op(f, VM_OP_LE, 'b', have.reg, want.reg, 0);
    require(sel, b);
}

int cc_property(const char *lemma)
{
    static const struct {
        const char *word;
        int number;
    } PROPS[] = {
#define PROPERTY(number, id, word) {word, number},
#include "vm/abi/vocab.def"
#undef PROPERTY
    };
    for (size_t i = 0; i < sizeof PROPS / sizeof *PROPS; i++)
        if (strcmp(PROPS[i].word, lemma) == 0)
            return PROPS[i].number;
    return -1;
}

/* ---- nominal ----------------------------------------------------------------------------------
 */

static void wrong_word(cc_scope *s, cc_sel *sel, const ast *leaf, const char *why)
{
    cc_diag_add(s->u->diags, CC_BAD_SELECTOR, leaf->span, "'%s' %s", leaf->text, why);
    sel->failed = 1;
}

static void add_adjective(cc_scope *s, cc_sel *sel, const ast *leaf)
{
    const char *w = ast_use(leaf)->text;
    int negative = strncmp(w, "non", 3) == 0 && !cc_vocab_find(&s->u->vocab, w), flip = 0, n;
    if (negative)
        w = cc_lemma(s->u, w + 3 + (w[3] == '-'));
    if (leaf->token == TOK_OTHER) {
        sel->row.other = 1;
    } else if (leaf->token == TOK_PT) {
        int32_t p = 0, t = 0;
        const char *slash = strchr(w, '/');
        cc_number_word(w, &p);
        cc_number_word(slash + 1, &t);
        cc_fn *f = pred_of(s, sel);
        for (int i = 0; i < 2; i++) {
            cc_val have = cc_op(f, VM_OP_PROP, 'n', f->candidate.reg, 0,
                                i ? VM_PROP_TOUGHNESS : VM_PROP_POWER);
            cc_val want = cc_num(f, i ? t : p);
            require(sel, cc_op(f, VM_OP_EQ, 'b', have.reg, want.reg, 0));
        }
    } else if ((n = cc_adj_color(w)) != 0) {
        if (negative)
            sel->row.colors_none |= (uint32_t)n;
        else
            sel->row.colors_any |= (uint32_t)n;
    } else if (strcmp(w, "colorless") == 0) {
        sel->row.colors_none |= 31;
    } else if ((n = cc_symbol(s->u, VM_SYM_SUPERTYPE, w)) >= 0) {
        if (negative)
            sel->row.types_none |= 1u << (16 + n);
        else
            sel->row.types_all |= 1u << (16 + n);
    } else if ((n = cc_symbol(s->u, VM_SYM_TYPE, w)) >= 0) {
        if (negative)
            sel->row.types_none |= 1u << n;
        else
            sel->row.types_all |= 1u << n;
    } else if ((n = cc_symbol(s->u, VM_SYM_SUBTYPE, w)) >= 0) {
        if (negative)
            VEC_PUSH(s->u->mem, &sel->none, (uint32_t)n);
        else
            VEC_PUSH(s->u->mem, &sel->any, (uint32_t)n);
    } else if (sel->bare && (strcmp(w, "enchanted") == 0 || strcmp(w, "equipped") == 0)) {
        cc_fn *f = pred_of(s, sel);
        cc_val me = cc_op(f, VM_OP_THIS, 'o', 0, 0, 0);
        require_meets(sel, f->candidate, cc_op(f, VM_OP_HOST, 'e', me.reg, 0, 0), 0);
    } else if ((n = status_bit(w, &flip)) != 0) {
        if (negative != flip)
            sel->row.status_none |= (uint32_t)n;
        else
            sel->row.status_all |= (uint32_t)n;
    } else {
        wrong_word(s, sel, leaf, "does not describe a card, permanent, spell or player");
    }
}

/* The nouns of one segment: 'artifact creature', 'Knight creature', 'creature card'. */
static void add_nouns(cc_scope *s, cc_sel *sel, const ast *nouns)
{
    for (int i = 0; i < nouns->kid_count; i++) {
        const ast *leaf = ast_use(nouns->kid[i]);
        const char *w = cc_lemma(s->u, leaf->text);
        int n = noun_index(w);
        if (n >= 0) {
            sel->row.want |= NOUNS[n].want;
            sel->row.zones = sel->zone_given ? sel->row.zones : NOUNS[n].zones;
            sel->row.types_any |= NOUNS[n].types_any;
            sel->row.status_all |= NOUNS[n].status_all;
            sel->row.status_none |= NOUNS[n].status_none;
            if (NOUNS[n].want == VM_WANT_PLAYERS)
                sel->row.controller = NOUNS[n].relation, sel->is_player = 1;
            if (strcmp(w, "spell") == 0)
                sel->is_spell = 1;
            if (strcmp(w, "permanent") == 0 && i + 1 < nouns->kid_count)
                continue;
        } else if ((n = cc_symbol(s->u, VM_SYM_TYPE, w)) >= 0) {
            sel->row.types_all |= 1u << n;
            sel->row.want |= VM_WANT_OBJECTS;
        } else if ((n = cc_symbol(s->u, VM_SYM_SUBTYPE, w)) >= 0) {
            VEC_PUSH(s->u->mem, &sel->any, (uint32_t)n);
            sel->row.want |= VM_WANT_OBJECTS;
        } else {
            wrong_word(s, sel, leaf, "is not a kind of object or player");
        }
    }
    if (sel->row.want == VM_WANT_OBJECTS && !sel->row.zones && !sel->zone_given)
        sel->row.zones = 1u << VM_ZONE_BATTLEFIELD;
}

static cc_sel fresh(void)
{
    cc_sel sel;
    memset(&sel, 0, sizeof sel);
    sel.row.name = VM_NO_SYMBOL;
    sel.pred_value = CC_BAD;
    return sel;
}

static uint32_t store(cc_scope *s, cc_sel *sel, const char *phrase)
{
    cc_unit *u = s->u;
    if (sel->failed)
        return 0;
    sel->row.subtypes_any = cc_words_begin(u);
    sel->row.subtype_any_count = sel->any.count;
    for (uint32_t i = 0; i < sel->any.count; i++)
        cc_word_add(u, sel->any.at[i]);
    sel->row.subtypes_none = cc_words_begin(u);
    sel->row.subtype_none_count = sel->none.count;
    for (uint32_t i = 0; i < sel->none.count; i++)
        cc_word_add(u, sel->none.at[i]);
    if (sel->pred && sel->pred_value.type)
        sel->row.pred = cc_fn_end_value(sel->pred, sel->pred_value);
    sel->row.phrase = cc_string(u, phrase);
    VEC_PUSH(u->mem, &u->selector, sel->row);
    return u->selector.count - 1;
}

/* A selector that accepts what either of two accepts. */
static uint32_t either(cc_scope *s, uint32_t a, uint32_t b)
{
    if (!a || !b)
        return 0;
    cc_unit *u = s->u;
    cc_sel sel = fresh();
    sel.row.want = u->selector.at[a].want | u->selector.at[b].want;
    sel.row.zones = u->selector.at[a].zones | u->selector.at[b].zones;
    cc_fn *f = pred_of(s, &sel);
    cc_val left = cc_op(f, VM_OP_MATCH, 'b', f->candidate.reg, 0, (int32_t)a);
    cc_val right = cc_op(f, VM_OP_MATCH, 'b', f->candidate.reg, 0, (int32_t)b);
    require(&sel, cc_op(f, VM_OP_OR, 'b', left.reg, right.reg, 0));
    return store(s, &sel, u->strings.at + u->selector.at[a].phrase);
}

/* Can the segments be one row, because they differ in types or in subtypes only? */
static int only_types(cc_scope *s, const ast *nominal, uint32_t *out_types)
{
    *out_types = 0;
    int subtypes = 0;
    for (int i = 0; i < nominal->kid_count; i++) {
        const ast *seg = nominal->kid[i], *nouns = seg->kid[1];
        if (i && seg->kid[0]->kid_count)
            return 0;
        for (int k = 0; k < nouns->kid_count; k++) {
            const char *w = cc_lemma(s->u, nouns->kid[k]->text);
            int last = i == nominal->kid_count - 1 && k > 0;
            int t = cc_symbol(s->u, VM_SYM_TYPE, w), st = cc_symbol(s->u, VM_SYM_SUBTYPE, w);
            if (last && noun_index(w) >= 0 && NOUNS[noun_index(w)].want == VM_WANT_OBJECTS)
                continue;
            if (k > 0 && !last)
                return 0;
            if (t >= 0 && !(last && subtypes))
                *out_types |= 1u << t;
            else if (st >= 0)
                subtypes++;
            else if (t < 0)
                return 0;
        }
    }
    if (*out_types && subtypes)
        return 0;
    return 1;
}

/* ---- what stands behind the noun --------------------------------------------------------------
 */

static void add_relation(cc_scope *s, cc_sel *sel, const ast *rel)
{
    const ast *who = rel->kid[0], *nouns = rel->kid[1], *aux = rel->kid[2], *verb = rel->kid[3];
    const char *lemma = cc_lemma(s->u, ast_use(verb)->text);
    int own = strcmp(lemma, "own") == 0, not = aux != NULL;
    if (!own && strcmp(lemma, "control") != 0) {
        wrong_word(s, sel, verb, "cannot describe a thing here; 'control' and 'own' can");
        return;
    }
    uint32_t *field = own ? &sel->row.owner : &sel->row.controller;
    const char *noun = nouns ? cc_lemma(s->u, ast_use(nouns->kid[nouns->kid_count - 1])->text) : "";
    if (who->token == TOK_YOU) {
        *field = not ? VM_REL_NOT_YOU : VM_REL_YOU;
    } else if (strcmp(noun, "opponent") == 0 && !not &&who->token != TOK_TARGET &&
               who->token != TOK_THAT) {
        *field = VM_REL_OPPONENT;
    } else if (strcmp(noun, "player") == 0 && who->token == TOK_A) {
        *field = VM_REL_ANY;
    } else {
        cc_fn *f = pred_of(s, sel);
        cc_val players = CC_BAD;
        if (who->token == TOK_NAME)
            players = cc_name_value(f, who);
        else if (nouns && who->token == TOK_THAT)
            players = cc_op(f, VM_OP_EVENT_PLAYER, 'p', 0, 0, 0);
        else if (who->token == TOK_IT)
            players = cc_op(f, VM_OP_EVENT_PLAYER, 'p', 0, 0, 0);
        else if (strcmp(noun, "player") == 0 || strcmp(noun, "opponent") == 0)
            players = cc_as(f, cc_op(f, VM_OP_TARGETS, 'e', 0, 0, 0), 'p');
        cc_val mine = cc_as(f, f->candidate, 'o');
        cc_val have = cc_op(f, own ? VM_OP_OWNERS : VM_OP_CONTROLLERS, 'p', mine.reg, 0, 0);
        if (!players.type)
            wrong_word(s, sel, who, "has nothing to refer to in this description");
        else
            require_meets(sel, have, players, not );
    }
}

static void add_zone(cc_scope *s, cc_sel *sel, const ast *np)
{
    const ast *owner;
    int zone = cc_zone_of(s->u, np, &owner);
    if (zone < 0) {
        cc_diag_add(s->u->diags, CC_BAD_SELECTOR, np->span, "this is not a zone");
        sel->failed = 1;
        return;
    }
    if (sel->zone_given) {
        cc_diag_add(s->u->diags, CC_BAD_SELECTOR, np->span, "it has been said already where it is");
        sel->failed = 1;
        return;
    }
    sel->row.zones = 1u << zone;
    sel->zone_given = 1;
    if (!owner || !ast_at(owner, 2))
        return;
    const ast *who = owner->kid[2]; /* your, X's */
    if (who->kind == AST_LEAF && strcmp(who->text, "your") == 0) {
        sel->row.owner = VM_REL_YOU;
    } else if (who->kind == AST_CORE &&
               ast_says(cc_core(who)->kid[1]->kid[0]->kid[1]->kid[0], "opponent")) {
        sel->row.owner = VM_REL_OPPONENT;
    } else {
        cc_fn *f = pred_of(s, sel);
        cc_val players;
        if (who->kind == AST_LEAF) { /* its, their */
            players = cc_op(f, VM_OP_EVENT_PLAYER, 'p', 0, 0, 0);
            if (!s->has_event)
                players = cc_as(f, cc_op(f, VM_OP_TARGETS, 'e', 0, 0, 0), 'p');
        } else {
            players = cc_np(f, who, 'p');
        }
        cc_val mine = cc_as(f, f->candidate, 'o');
        require_meets(sel, cc_op(f, VM_OP_OWNERS, 'p', mine.reg, 0, 0), players, 0);
    }
}

static void add_keywords(cc_scope *s, cc_sel *sel, const ast *kws, int without)
{
    int any = kws->kid_count > 1 && kws->kid[1]->joined && strcmp(kws->kid[1]->joined, "or") == 0;
    for (int i = 0; i < kws->kid_count; i++) {
        const ast *leaf = ast_use(kws->kid[i]->kid[0]);
        int marker = vm_marker_by_name(leaf->text);
        if (marker < 0 || marker > 31) {
            wrong_word(s, sel, leaf, "is a keyword that selectors cannot ask for yet");
            return;
        }
        uint32_t bit = 1u << marker;
        if (without)
            sel->row.markers_none |= bit;
        else if (any)
            sel->row.markers_any |= bit;
        else
            sel->row.markers_all |= bit;
    }
}

/* with power 3 or more · with a time counter · with flying */
static void add_with(cc_scope *s, cc_sel *sel, const ast *what, int without)
{
    if (what->kind == AST_KWS) {
        add_keywords(s, sel, what, without);
        return;
    }
    const ast *core = cc_core(what);
    const char *noun = cc_head_noun(s->u, what);
    int prop = noun ? cc_property(noun) : -1;
    if (core && prop >= 0 && core->kid[3]) {
        require_property(s, sel, prop, core->kid[3]);
    } else if (noun && strcmp(noun, "counter") == 0) {
        cc_fn *f = pred_of(s, sel);
        cc_val n = cc_op(f, VM_OP_COUNTERS, 'n', f->candidate.reg, 0, cc_counter_of(s->u, what));
        cc_val zero = cc_num(f, 0);
        cc_val b = cc_op(f, VM_OP_LT, 'b', zero.reg, n.reg, 0);
        require(sel, without ? cc_op(f, VM_OP_NOT, 'b', b.reg, 0, 0) : b);
    } else {
        cc_diag_add(s->u->diags, CC_BAD_SELECTOR, what->span,
                    "'%s' must name a keyword, a counter, or a number like 'power 3 or more'",
                    without ? "without" : "with");
        sel->failed = 1;
    }
}

static void add_who(cc_scope *s, cc_sel *sel, const ast *posts, int *i)
{
    const ast *what = posts->kid[*i]->kid[1];
    if (what->kind == AST_REL) {
        add_relation(s, sel, what);
        return;
    }
    const ast *head = what->kid[3], *object = what->kid[5];
    const char *lemma = head ? cc_lemma(s->u, head->text) : "";
    const char *shared = object ? cc_peek_noun(s->u, object) : NULL;
    if (strcmp(lemma, "share") == 0 && *i + 1 < posts->kid_count && shared &&
        strcmp(shared, "creature type") == 0) {
        cc_head_noun(s->u, object);
        cc_fn *f = pred_of(s, sel);
        cc_val other = cc_np(f, posts->kid[++*i]->kid[1], 'o');
        cc_val mine = cc_as(f, f->candidate, 'o');
        if (other.type)
            require(sel, cc_op(f, VM_OP_SHARES, 'b', mine.reg, other.reg, 0));
        else
            sel->failed = 1;
    } else if (head && head->token == TOK_BE && ast_is(object, AST_ADJS) && !what->kid[2]) {
        for (int k = 0; k < object->kid_count; k++)
            add_adjective(s, sel, object->kid[k]);
    } else {
        wrong_word(s, sel, head ? head : posts->kid[*i], "cannot describe a thing here");
    }
}

static void add_posts(cc_scope *s, cc_sel *sel, const ast *posts)
{
    for (int i = 0; posts && i < posts->kid_count; i++) {
        const ast *post = ast_use(posts->kid[i]), *prep = post->kid[0], *what = ast_at(post, 1);
        switch (prep->token) {
        case TOK_BIND:
            break;
        case TOK_WITH:
            add_with(s, sel, what, 0);
            break;
        case TOK_NAMED:
            if (ast_is(what, AST_PRON) && what->kid[0]->token == TOK_STRING) {
                const char *t = what->kid[0]->text;
                sel->row.name = cc_string(s->u, arena_strndup(s->u->mem, t + 1, strlen(t) - 2));
            } else {
                wrong_word(s, sel, prep, "needs a name in quotes behind it");
            }
            break;
        case TOK_WHO:
            add_who(s, sel, posts, &i);
            break;
        case TOK_OTHERTHAN:
            if (ast_is(what, AST_PRON) && what->kid[0]->token == TOK_THIS) {
                sel->row.other = 1;
            } else {
                cc_fn *f = pred_of(s, sel);
                require_meets(sel, f->candidate, cc_np(f, what, 'e'), 1);
            }
            break;
        case TOK_NPREP:
            if (strcmp(prep->text, "in") == 0 || strcmp(prep->text, "of") == 0) {
                add_zone(s, sel, what);
            } else if (strcmp(prep->text, "without") == 0) {
                const char *noun = cc_head_noun(s->u, what);
                if (!noun || strcmp(noun, "regeneration") != 0) /* that belongs to the verb */
                    add_with(s, sel, what, 1);
            } else if (strcmp(prep->text, "among") == 0 && ast_is(what, AST_PRON)) {
                cc_fn *f = pred_of(s, sel);
                require_meets(sel, f->candidate, cc_np(f, what, 'e'), 0);
            } else {
                add_zone(s, sel, what);
            }
            break;
        case TOK_PART: {
            int negative = 0, bit = status_bit(prep->text, &negative);
            if (bit && !what)
                *(negative ? &sel->row.status_none : &sel->row.status_all) |= (uint32_t)bit;
            else
                wrong_word(s, sel, prep, "cannot describe a thing here");
            break;
        }
        default:
            wrong_word(s, sel, prep, "cannot stand in this description");
        }
    }
}

/* attacking or blocking creature: the same description twice, without the one and without the other. Words
 * of colour and type are masks and need not be taken apart. NULL = no such 'or'. */
static ast *without(cc_scope *s, const ast *core, int skip, int then)
{
    const ast *seg = core->kid[1]->kid[0];
    ast *adjs = ast_node(s->u->mem, AST_ADJS, core->span, 0);
    for (int i = 0; i < seg->kid[0]->kid_count; i++)
        if (i != skip && i != then)
            ast_push(s->u->mem, adjs, seg->kid[0]->kid[i]);
        else if (i != skip) {
            ast *alone = ARENA_NEW(s->u->mem, ast);
            ast_use(seg->kid[0]->kid[i]);
            *alone = *seg->kid[0]->kid[i];
            alone->joined = NULL;
            ast_push(s->u->mem, adjs, alone);
        }
    ast *one = ast_push(s->u->mem, ast_node(s->u->mem, AST_NOMINAL, core->span, 0),
                        ast_node(s->u->mem, AST_SEG, core->span, 2, adjs, seg->kid[1]));
    return ast_node(s->u->mem, AST_CORE, core->span, 4, core->kid[0], one, core->kid[2],
                    core->kid[3]);
}

static int joined_states(const ast *core)
{
    const ast *adjs = core->kid[1]->kid[0]->kid[0];
    int negative;
    for (int i = 1; core->kid[1]->kid_count == 1 && i < adjs->kid_count; i++)
        if (adjs->kid[i]->joined && strcmp(adjs->kid[i]->joined, "or") == 0 &&
            (status_bit(adjs->kid[i]->text, &negative) ||
             status_bit(adjs->kid[i - 1]->text, &negative)))
            return i;
    return 0;
}

static uint32_t core_selector(cc_scope *s, const ast *core, const ast *posts, const ast *zone)
{
    const int joined = joined_states(core);
    if (joined) {
        const uint32_t first = core_selector(s, without(s, core, joined, joined - 1), posts, zone);
        return either(s, first,
                      core_selector(s, without(s, core, joined - 1, joined), posts, zone));
    }
    cc_sel sel = fresh();
    const ast *det = core->kid[0], *nominal = core->kid[1];
    uint32_t types;
    int flat = nominal->kid_count > 1 && only_types(s, nominal, &types);
    if (nominal->kid_count > 1 && !flat) { /* each part on its own, what follows for all */
        uint32_t all = 0;
        for (int i = 0; i < nominal->kid_count; i++) {
            ast *one = ast_node(s->u->mem, AST_NOMINAL, nominal->span, 0);
            ast_push(s->u->mem, one, nominal->kid[i]);
            ast *part =
                ast_node(s->u->mem, AST_CORE, core->span, 4, det, one, core->kid[2], core->kid[3]);
            uint32_t row = core_selector(s, part, posts, zone);
            all = i ? either(s, all, row) : row;
        }
        return all;
    }
    if (det && ((det->kid[0] && det->kid[0]->token == TOK_ANOTHER) || ast_at(det, 4)))
        sel.row.other = 1;
    if (zone)
        add_zone(s, &sel, zone);
    const ast *seg = nominal->kid[0];
    const char *noun = seg->kid[1]->kid[0]->text;
    sel.bare = !det && strcmp(noun, cc_lemma(s->u, noun)) == 0;
    for (int i = 0; i < seg->kid[0]->kid_count; i++)
        add_adjective(s, &sel, seg->kid[0]->kid[i]);
    if (flat) {
        for (int i = 0; i < nominal->kid_count; i++)
            add_nouns(s, &sel, nominal->kid[i]->kid[1]);
        if (types) {
            sel.row.types_all &= ~types;
            sel.row.types_any = types;
        }
    } else {
        if (seg->kid_count >
            2) /* monocolored or multicolored ... : adjectives joined to the noun */
            wrong_word(s, &sel, seg->kid[1]->kid[0], "cannot be joined to an adjective");
        add_nouns(s, &sel, seg->kid[1]);
        if (seg->kid[1]->kid_count > 1 && sel.row.types_all)
            sel.row.types_any = 0; /* 'creature permanent' is a creature */
    }
    if (sel.is_spell && !sel.zone_given)
        sel.row.zones = 1u << VM_ZONE_STACK;
    if (core->kid[2])
        add_relation(s, &sel, core->kid[2]);
    add_posts(s, &sel, posts);
    return store(s, &sel, cc_phrase_text(s->u, core));
}

uint32_t cc_selector(cc_scope *s, const ast *np, const ast *zone)
{
    if (!np)
        return 0;
    if (np->kind == AST_NPJOIN) { /* one after the other: C leaves the order of arguments open */
        const uint32_t first = cc_selector(s, np->kid[0], zone);
        return either(s, first, cc_selector(s, np->kid[1], zone));
    }
    const ast *np0 = np->kind == AST_NP ? np->kid[0] : np;
    const ast *posts = np->kind == AST_NP ? np->kid[1] : NULL;
    if (np0->kind == AST_CORE)
        return core_selector(s, np0, posts, zone);
    if (np0->kind == AST_PARTOF)
        return cc_selector(s, np0->kid[1], zone);
    cc_sel sel = fresh();
    sel.row.want = VM_WANT_OBJECTS | VM_WANT_PLAYERS;
    sel.row.zones = 0x7F;
    if (np0->kind == AST_PRON && np0->kid[0]->token == TOK_STRING) {
        const char *t = np0->kid[0]->text;
        sel.row.want = VM_WANT_OBJECTS;
        sel.row.zones = s->any_zone ? 0x7Fu : 1u << VM_ZONE_BATTLEFIELD | 1u << VM_ZONE_STACK;
        sel.row.name = cc_string(s->u, arena_strndup(s->u->mem, t + 1, strlen(t) - 2));
        sel.row.status_none = VM_STATUS_ABILITY0;
        if (zone)
            add_zone(s, &sel, zone);
        add_posts(s, &sel, posts);
    } else if (np0->kind == AST_QUOTED) {
        const char *t = np0->kid[2]->text;
        sel.row.want = VM_WANT_OBJECTS;
        sel.row.zones = 1u << VM_ZONE_BATTLEFIELD | 1u << VM_ZONE_STACK;
        sel.row.name = cc_string(s->u, arena_strndup(s->u->mem, t + 1, strlen(t) - 2));
        const ast *adjs = np0->kid[1];
        for (int i = 0; adjs && i < adjs->kid_count; i++)
            add_adjective(s, &sel, adjs->kid[i]);
        if (zone)
            add_zone(s, &sel, zone);
        add_posts(s, &sel, posts);
    } else if (np0->kind == AST_PRON) {
        cc_fn *f = pred_of(s, &sel);
        require_meets(&sel, f->candidate, cc_np(f, np0, 'e'), 0);
        add_posts(s, &sel, posts);
    } else {
        cc_diag_add(s->u->diags, CC_BAD_SELECTOR, np->span, "this does not describe anything");
        return 0;
    }
    return store(s, &sel, "object");
}

uint32_t cc_selector_types(cc_scope *s, const ast *np)
{
    const ast *core = cc_core(np);
    uint32_t types = 0;
    for (int i = 0; core && i < core->kid[1]->kid_count; i++) {
        const ast *nouns = core->kid[1]->kid[i]->kid[1];
        for (int k = 0; k < nouns->kid_count; k++) {
            int t = cc_symbol(s->u, VM_SYM_TYPE, cc_lemma(s->u, nouns->kid[k]->text));
            if (t >= 0)
                types |= 1u << t;
        }
    }
    return types;
}
