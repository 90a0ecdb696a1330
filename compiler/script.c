/* Tests: a position, a script, expectations. Each statement becomes one or more steps that the test
 * runner carries out through the public interface. */
#include "compiler/lower.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grammar.tab.h"

typedef struct script {
    cc_scope s;
    cc_unit *u;
    VEC(vm_step) steps;
    const ast *at;
} script;

static vm_step *push(script *t, uint32_t kind, uint32_t player)
{
    vm_step row = {kind, player, VM_NO_SYMBOL, 0, 0, 0, t->at->span.line, 0};
    VEC_PUSH(t->u->mem, &t->steps, row);
    return &t->steps.at[t->steps.count - 1];
}

static void bad(script *t, const ast *n, const char *why)
{
    cc_diag_add(t->u->diags, CC_BAD_STEP, n->span, "%s", why);
}

static int player_of(script *t, const ast *np)
{
    const ast *p = np && np->kind == AST_NP ? np->kid[0] : np;
    if (!p || (p->kind == AST_PRON && p->kid[0]->token == TOK_YOU))
        return 0;
    const char *noun = cc_head_noun(t->u, p);
    return noun && strcmp(noun, "opponent") == 0 ? 1 : -1;
}

static const char *unquote(script *t, const char *text)
{
    return arena_strndup(t->u->mem, text + 1, strlen(text) - 2);
}

/* The card name of '"Grizzly Bears"', 'a Mountain', 'six Islands'; adjectives in *out_adjs. */
static const char *card_name(script *t, const ast *np, const ast **out_adjs, int32_t *out_count)
{
    const ast *p = np->kind == AST_NP ? np->kid[0] : np;
    *out_adjs = NULL;
    *out_count = 1;
    if (p->kind == AST_PRON && p->kid[0]->token == TOK_STRING)
        return unquote(t, p->kid[0]->text);
    if (p->kind == AST_QUOTED) {
        *out_adjs = p->kid[1];
        if (p->kid[0]->kid[1])
            cc_number_word(ast_use(p->kid[0]->kid[1]->kid[0])->text, out_count);
        return unquote(t, p->kid[2]->text);
    }
    if (p->kind != AST_CORE)
        return NULL;
    const ast *det = p->kid[0], *seg = p->kid[1]->kid[0];
    if (det && det->kid[1])
        cc_number_word(ast_use(det->kid[1]->kid[0])->text, out_count);
    *out_adjs = seg->kid[0];
    return cc_lemma(t->u, ast_use(seg->kid[1]->kid[seg->kid[1]->kid_count - 1])->text);
}

static uint32_t known_card(script *t, const char *name, const ast *at)
{
    for (uint32_t i = 0; i < t->u->import_cards.count; i++)
        if (strcmp(t->u->import_cards.at[i], name) == 0)
            return cc_string(t->u, name);
    if (cc_face_by_name(t->u, name) < 0) {
        cc_diag_add(t->u->diags, CC_UNKNOWN_CARD, at->span, "there is no card \"%s\"", name);
        int best = 4;
        const char *near = NULL;
        for (uint32_t i = 0; i < t->u->card_face_count; i++) {
            const char *other = t->u->strings.at + t->u->face.at[i].name;
            int d = cc_edit_distance(name, other);
            if (d < best)
                best = d, near = other;
        }
        if (near)
            cc_diag_help(t->u->diags, "did you mean \"%s\"?", near);
    }
    return cc_string(t->u, name);
}

static int is_noun(const script *t, const ast *np, const char *noun)
{
    const char *is = np ? cc_peek_noun(t->u, np) : NULL;
    return is && strcmp(is, noun) == 0 && cc_head_noun(t->u, np);
}

/* your, opponent's */
static uint32_t of_opponent(const script *t, const ast *whose)
{
    return ast_is(whose, AST_CORE) && is_noun(t, whose, "opponent");
}

/* ---- positions --------------------------------------------------------------------------------
 */

static void put_posts(script *t, const ast *np, uint32_t name, uint32_t player)
{
    const ast *posts = np->kind == AST_NP ? np->kid[1] : NULL;
    for (int i = 0; posts && i < posts->kid_count; i++) {
        const ast *post = posts->kid[i];
        int kind = post->kid[0]->token == TOK_WITH && post->kid[1]
                       ? cc_counter_of(t->u, post->kid[1])
                       : -1;
        if (kind < 0) {
            if (post->kid[0]->token != TOK_NPREP && !ast_says(post->kid[0], "attached"))
                bad(t, post, "a position knows 'with N counters' and 'in your graveyard' here");
            continue;
        }
        int32_t n = 1;
        is_noun(t, post->kid[1], "counter");
        const ast *det = cc_core(post->kid[1])->kid[0];
        if (det && det->kid[1])
            cc_number_word(ast_use(det->kid[1]->kid[0])->text, &n);
        vm_step *row = push(t, VM_TEST_COUNTERS, player);
        row->a = name;
        row->b = (uint32_t)kind;
        row->c = (uint32_t)n;
    }
}

static void put(script *t, const ast *np, uint32_t player, uint32_t zone, const ast *labels)
{
    if (np->kind == AST_NPJOIN) {
        put(t, np->kid[0], player, zone, NULL); /* 'attached to ...' is said of the last one */
        put(t, np->kid[1], player, zone, labels);
        return;
    }
    const ast *adjs;
    int32_t count;
    const char *name = card_name(t, np, &adjs, &count);
    if (!name) {
        bad(t, np, "a position names cards: \"Grizzly Bears\", a Mountain");
        return;
    }
    if (np->kind == AST_NP)
        for (int i = 0; i < np->kid[1]->kid_count; i++)
            if (ast_says(np->kid[1]->kid[i]->kid[0], "in")) {
                int z = cc_zone_of(t->u, np->kid[1]->kid[i]->kid[1], NULL);
                if (z >= 0)
                    zone = (uint32_t)z;
            }
    uint32_t at = known_card(t, name, np);
    vm_step *row = push(t, VM_TEST_PUT, player);
    row->a = at;
    row->b = zone;
    row->c = (uint32_t)count;
    for (int i = 0; adjs && i < adjs->kid_count; i++) {
        if (ast_says(adjs->kid[i], "tapped"))
            row->d |= 1;
        else if (ast_says(adjs->kid[i], "new"))
            row->d |= 2; /* came under control this turn */
        else
            bad(t, adjs->kid[i], "a position knows 'tapped' and 'new'");
    }
    put_posts(t, np, at, player);
    for (int i = 0; labels && i < labels->kid_count; i++) { /* attached to "X" */
        const ast *prep = labels->kid[i]->kid[0];
        if (ast_says(prep, "to") || ast_says(prep, "on")) {
            const ast *dummy;
            int32_t n;
            const char *host = card_name(t, labels->kid[i]->kid[1], &dummy, &n);
            if (host) {
                ast_use(labels->kid[i]);
                uint32_t h = known_card(t, host, labels->kid[i]);
                row = push(t, VM_TEST_ATTACH, player);
                row->a = at;
                row->b = h;
            }
        }
    }
}

static void position_have(script *t, const ast *verb, uint32_t player)
{
    const ast *object = verb->kid[5];
    const char *noun = object ? cc_head_noun(t->u, object) : NULL;
    if (noun && strcmp(noun, "life") == 0) {
        int32_t n = 0;
        const ast *det = cc_core(object)->kid[0];
        if (!det || !det->kid[1] || !cc_number_word(ast_use(det->kid[1]->kid[0])->text, &n))
            bad(t, object, "how much life?");
        push(t, VM_TEST_LIFE, player)->c = (uint32_t)n;
    } else if (noun && strcmp(noun, "counter") == 0) { /* you have nine poison counters */
        int32_t n = 1;
        int kind = cc_counter_of(t->u, object);
        const ast *det = cc_core(object)->kid[0];
        if (kind < 0 || !det || !det->kid[1] ||
            !cc_number_word(ast_use(det->kid[1]->kid[0])->text, &n))
            bad(t, object, "how many counters of which kind?");
        vm_step *row = push(t, VM_TEST_COUNTERS, player);
        row->b = (uint32_t)kind;
        row->c = (uint32_t)n;
    } else if (object) {
        put(t, object, player, VM_ZONE_HAND, verb->kid[6]);
    } else {
        bad(t, verb, "have what?");
    }
}

/* ---- values for the runner --------------------------------------------------------------------
 */

/* A function that gives a set; the runner compares what it gives with what may be chosen. */
static uint32_t set_fn(script *t, const ast *np)
{
    cc_fn f;
    cc_fn_begin(&f, &t->s, 0);
    f.at = np;
    t->s.any_zone = 1;
    cc_val v = cc_as(&f, cc_np(&f, np, 'e'), 'e');
    t->s.any_zone = 0;
    if (!v.type)
        return 0;
    cc_emit(&f, VM_OP_GIVE, v.reg, 0, 0, 0);
    return cc_fn_end(&f);
}

static const ast *label_of(const ast *verb, const char *prep)
{
    for (int i = 0; i < verb->kid[6]->kid_count; i++)
        if (ast_says(verb->kid[6]->kid[i]->kid[0], prep))
            return verb->kid[6]->kid[i]->kid[1];
    return NULL;
}

static int has_adverb(const ast *verb, const char *word)
{
    for (int i = 0; i < verb->kid[6]->kid_count; i++) {
        const ast *l = verb->kid[6]->kid[i];
        if (l->kid[0] && l->kid[0]->token == TOK_ADV && ast_says(l->kid[0], word))
            return 1;
        if (!l->kid[0] && l->kid[1] && ast_says(l->kid[1]->kid[0], word))
            return 1;
    }
    return 0;
}

static int step_of(script *t, const ast *np)
{
    const char *noun = cc_head_noun(t->u, np);
    for (int i = 0; noun && i < VM_STEP_COUNT; i++)
        if (strcmp(vm_step_name((uint32_t)i), noun) == 0)
            return i;
    return -1;
}

/* the end step of turn 2 */
static void advance(script *t, const ast *np)
{
    int step = step_of(t, np);
    int32_t turn = 0;
    if (np->kind == AST_NP)
        for (int i = 0; i < np->kid[1]->kid_count; i++) {
            const ast *of = np->kid[1]->kid[i]->kid[1], *core = cc_core(of);
            if (core && core->kid[3] && is_noun(t, of, "turn"))
                cc_number_word(ast_use(core->kid[3]->kid[0])->text, &turn);
        }
    if (step < 0) {
        bad(t, np, "advance to which step? 'the end step', 'the upkeep of turn 3'");
        return;
    }
    vm_step *row = push(t, VM_TEST_ADVANCE, 0);
    row->a = (uint32_t)step;
    row->c = (uint32_t)turn;
}

static vm_step *act_on_card(script *t, const ast *verb, uint32_t kind, uint32_t player)
{
    const ast *adjs;
    int32_t n;
    const char *name = verb->kid[5] ? card_name(t, verb->kid[5], &adjs, &n) : NULL;
    if (!name) {
        bad(t, verb, "which card? its name stands in quotes");
        return NULL;
    }
    uint32_t at = known_card(t, name, verb->kid[5]);
    const ast *targets = label_of(verb, "targeting"), *with = NULL;
    uint32_t fn = targets ? set_fn(t, targets) : 0;
    if (verb->kid[5]->kind == AST_NP)
        for (int i = 0; i < verb->kid[5]->kid[1]->kid_count; i++)
            if (verb->kid[5]->kid[1]->kid[i]->kid[0]->token == TOK_WITH)
                with = verb->kid[5]->kid[1]->kid[i]->kid[1];
    vm_step *row = push(t, kind, player);
    row->a = at;
    row->b = fn;
    row->c = (uint32_t)has_adverb(verb, "kicked");
    if (has_adverb(verb, "unkicked"))
        row->c = 2;
    if (with && cc_core(with) && cc_core(with)->kid[3]) { /* with X 3 */
        int32_t x = 0;
        cc_number_word(ast_use(cc_core(with)->kid[3]->kid[0])->text, &x);
        row->d = (uint32_t)x + 1;
    }
    const ast *which = label_of(verb, "for"); /* activate "X" for 2: the second ability */
    if (which && kind == VM_TEST_ACTIVATE && which->kind == AST_QTY) {
        int32_t w = 1;
        cc_number_word(ast_use(which->kid[0])->text, &w);
        row->c = (uint32_t)w;
    }
    return row;
}

static void answer(script *t, const ast *verb, uint32_t player)
{
    const ast *object = verb->kid[5];
    if (ast_is(object, AST_QTY)) {
        int32_t n = 0;
        cc_number_word(ast_use(object->kid[0])->text, &n);
        push(t, VM_TEST_ANSWER, player)->c = (uint32_t)n + 1;
        return;
    }
    if (ast_is(object, AST_ADJS)) {
        int color = cc_adj_color(ast_use(object->kid[0])->text);
        for (uint32_t i = 0; i < 5; i++)
            if (color == 1 << i)
                push(t, VM_TEST_ANSWER, player)->d = i + 1;
        return;
    }
    const char *noun = object ? cc_head_noun(t->u, object) : NULL;
    int subtype = noun ? cc_symbol(t->u, VM_SYM_SUBTYPE, noun) : -1;
    if (subtype >= 0) {
        push(t, VM_TEST_ANSWER, player)->d = 100 + (uint32_t)subtype;
        return;
    }
    if (!object) {
        bad(t, verb, "answer what? a card, yes, no, a number or a colour");
        return;
    }
    uint32_t fn = set_fn(t, object);
    push(t, VM_TEST_ANSWER, player)->b = fn;
}

static void act(script *t, const ast *subject, const ast *verb);

/* An action of a test that stands for an effect: 'opponent destroys "X"'. */
static void effect_step(script *t, const ast *subject, const ast *verb)
{
    cc_fn f;
    cc_fn_begin(&f, &t->s, 1);
    ast *sent = ast_node(
        t->u->mem, AST_SENT, verb->span, 4, NULL,
        player_of(t, subject) == 0 ? NULL : (ast *)(uintptr_t)subject,
        ast_push(t->u->mem, ast_node(t->u->mem, AST_LIST, verb->span, 0), (ast *)(uintptr_t)verb),
        NULL);
    cc_sentence(&f, sent);
    uint32_t fn = cc_fn_end(&f);
    push(t, VM_TEST_EFFECT, 0)->b = fn;
}

static void act(script *t, const ast *subject, const ast *verb)
{
    int player = player_of(t, subject);
    const char *doing = verb->kid[3] ? cc_lemma(t->u, verb->kid[3]->text) : "";
    if (player < 0 && strcmp(doing, "attack") == 0) { /* "A" and "B" attack */
        uint32_t fn = set_fn(t, subject);
        push(t, VM_TEST_ATTACK, 0)->b = fn;
        return;
    }
    if (player < 0) {
        bad(t, subject, "who? a test knows 'you' and 'opponent'");
        return;
    }
    uint32_t p = (uint32_t)player;
    const char *lemma = verb->kid[3] ? cc_lemma(t->u, verb->kid[3]->text) : "";
    if (strcmp(lemma, "control") == 0 && verb->kid[5])
        put(t, verb->kid[5], p, VM_ZONE_BATTLEFIELD, verb->kid[6]);
    else if (strcmp(lemma, "have") == 0)
        position_have(t, verb, p);
    else if (strcmp(lemma, "cast") == 0 || strcmp(lemma, "play") == 0)
        act_on_card(t, verb, VM_TEST_CAST, p);
    else if (strcmp(lemma, "activate") == 0)
        act_on_card(t, verb, VM_TEST_ACTIVATE, p);
    else if (strcmp(lemma, "attack") == 0) {
        const ast *with = ast_is(verb->kid[5], AST_WITHOBJ) ? verb->kid[5]->kid[0]->kid[1] : NULL;
        uint32_t fn = with ? set_fn(t, with) : 0;
        push(t, VM_TEST_ATTACK, p)->b = fn;
    } else if (strcmp(lemma, "block") == 0 && verb->kid[5]) {
        const ast *with = NULL, *np = verb->kid[5];
        if (np->kind == AST_NP)
            for (int i = 0; i < np->kid[1]->kid_count; i++)
                if (np->kid[1]->kid[i]->kid[0]->token == TOK_WITH)
                    with = np->kid[1]->kid[i]->kid[1];
        uint32_t blockers = with ? set_fn(t, with) : 0;
        uint32_t attacker = set_fn(t, np->kind == AST_NP ? np->kid[0] : np);
        vm_step *row = push(t, VM_TEST_BLOCK, p);
        row->b = blockers;
        row->d = attacker;
    } else if (strcmp(lemma, "answer") == 0 || strcmp(lemma, "choose") == 0)
        answer(t, verb, p);
    else if (strcmp(lemma, "accept") == 0 || strcmp(lemma, "decline") == 0)
        push(t, VM_TEST_ANSWER, p)->c = *lemma == 'a' ? 2 : 1; /* 1 + the number */
    else if (strcmp(lemma, "pay") == 0 && has_adverb(verb, "by hand"))
        push(t, VM_TEST_BY_HAND, p);
    else if (strcmp(lemma, "pass") == 0)
        push(t, VM_TEST_PASS, p);
    else if (strcmp(lemma, "resolve") == 0 && is_noun(t, verb->kid[5], "stack"))
        push(t, VM_TEST_RESOLVE, 0);
    else if (strcmp(lemma, "advance") == 0 && label_of(verb, "to"))
        advance(t, label_of(verb, "to"));
    else
        effect_step(t, subject, verb);
}

/* it is your declare attackers step · your library is "A", "B" */
static void position_is(script *t, const ast *subject, const ast *verb)
{
    const ast *np0 = subject->kind == AST_NP ? subject->kid[0] : subject;
    const ast *object = verb->kid[5], *core = object ? cc_core(object) : NULL;
    if (np0->kind == AST_PRON && core) {
        int step = step_of(t, object);
        const ast *who = core->kid[0] ? ast_at(core->kid[0], 2) : NULL;
        const char *noun = cc_head_noun(t->u, object);
        if (step < 0 && noun && strcmp(noun, "turn") == 0)
            step = 3;
        if (step < 0) {
            bad(t, verb, "it is whose step? 'it is your upkeep'");
            return;
        }
        vm_step *row = push(t, VM_TEST_STEP, 0);
        row->a = (uint32_t)step;
        row->c = of_opponent(t, who);
        return;
    }
    const ast *owner;
    int zone = cc_zone_of(t->u, subject, &owner);
    if (zone < 0 || !object) {
        bad(t, verb, "a position says what a zone holds, or whose step it is");
        return;
    }
    put(t, object, of_opponent(t, owner ? ast_at(owner, 2) : NULL), (uint32_t)zone, NULL);
}

/* ---- expectations -----------------------------------------------------------------------------
 */

static int expect_special(script *t, const ast *clause)
{
    const ast *subject = clause->kid[0], *verb = clause->kid[1]->kid[0], *aux = verb->kid[0];
    int player = player_of(t, subject);
    const char *lemma = verb->kid[3] ? cc_lemma(t->u, verb->kid[3]->text) : "";
    const char *noun = cc_head_noun(t->u, subject);
    if (noun && strcmp(noun, "game") == 0 && verb->kid[4] &&
        strcmp(cc_lemma(t->u, verb->kid[4]->text), "draw") == 0) { /* the game is drawn */
        push(t, VM_TEST_EXPECT_DRAWN, 0);
        return 1;
    }
    if (player < 0)
        return 0;
    uint32_t p = (uint32_t)player;
    if ((strcmp(lemma, "win") == 0 || strcmp(lemma, "lose") == 0) &&
        is_noun(t, verb->kid[5], "game")) {
        push(t, *lemma == 'w' ? VM_TEST_EXPECT_WIN : VM_TEST_EXPECT_LOSS, p)->c = aux != NULL;
        return 1;
    }
    if (!aux || (strcmp(aux->text, "can't") != 0 && strcmp(aux->text, "can") != 0))
        return 0;
    int can = strcmp(aux->text, "can") == 0;
    if (strcmp(lemma, "cast") == 0 || strcmp(lemma, "play") == 0 ||
        strcmp(lemma, "activate") == 0) {
        if (label_of(verb, "targeting"))
            bad(t, verb, "whether it is possible at all is asked here, without targets");
        vm_step *row = act_on_card(t, verb, can ? VM_TEST_CAN_CAST : VM_TEST_CANT_CAST, p);
        if (row)
            row->d = *lemma == 'a'; /* activate */
        return 1;
    }
    if (strcmp(lemma, "block") == 0 && ast_is(verb->kid[5], AST_NP)) {
        const ast *np = verb->kid[5], *with = NULL;
        for (int i = 0; i < np->kid[1]->kid_count; i++)
            if (np->kid[1]->kid[i]->kid[0]->token == TOK_WITH)
                with = np->kid[1]->kid[i]->kid[1];
        uint32_t blockers = with ? set_fn(t, with) : 0, attacker = set_fn(t, np->kid[0]);
        vm_step *row = push(t, VM_TEST_CANT_BLOCK, p);
        row->b = blockers;
        row->c = (uint32_t)can;
        row->d = attacker;
        return 1;
    }
    if (strcmp(lemma, "attack") == 0) {
        const ast *with = ast_is(verb->kid[5], AST_WITHOBJ) ? verb->kid[5]->kid[0]->kid[1] : NULL;
        uint32_t fn = with ? set_fn(t, with) : 0;
        push(t, can ? VM_TEST_CAN_ATTACK : VM_TEST_CANT_ATTACK, p)->b = fn;
        return 1;
    }
    return 0;
}

static void expect(script *t, const ast *n)
{
    const ast *what = n->kid[0];
    cc_fn f;
    uint32_t fn = 0;
    if (what->kind == AST_CLAUSE) {
        if (expect_special(t, what))
            return;
        fn = cc_condition_fn(&t->s, what);
    } else { /* "X" in opponent's graveyard · "X" on the battlefield */
        const ast *zone = NULL, *under = NULL;
        for (int i = 0; n->kid[1] && i < n->kid[1]->kid_count; i++) {
            const ast *prep = n->kid[1]->kid[i]->kid[0];
            if (ast_says(prep, "on"))
                zone = n->kid[1]->kid[i]->kid[1];
            else if (ast_says(prep, "under"))
                under = n->kid[1]->kid[i]->kid[1];
            else
                bad(t, n->kid[1]->kid[i],
                    "an expectation knows 'in', 'on' and 'under ... control'");
        }
        cc_fn_begin(&f, &t->s, 0);
        f.at = what;
        uint32_t sel = cc_selector(&t->s, what, zone);
        if (!sel)
            return;
        cc_val all = cc_op(&f, VM_OP_SELECT, 'e', 0, 0, (int32_t)sel);
        if (under) {
            const ast *core = cc_core(under), *det = core ? core->kid[0] : NULL;
            const char *noun = cc_head_noun(t->u, under);
            const ast *whose = det ? ast_at(det, 2) : NULL;
            const char *who_else = ast_is(whose, AST_CORE) ? cc_head_noun(t->u, whose) : NULL;
            int mine = ast_says(whose, "your");
            if (!noun || strcmp(noun, "control") != 0 ||
                (!mine && (!who_else || strcmp(who_else, "opponent") != 0)))
                bad(t, under, "under whose control? 'your control', \"opponent's control\"");
            cc_val who = cc_op(&f, mine ? VM_OP_YOU : VM_OP_OPPONENTS, 'p', 0, 0, 0);
            all = cc_op(&f, VM_OP_CONTROLLED_BY, 'e', all.reg, who.reg, 0);
        }
        cc_val count = cc_op(&f, VM_OP_COUNT, 'n', all.reg, 0, 0), zero = cc_num(&f, 0);
        cc_val b = cc_op(&f, VM_OP_LT, 'b', zero.reg, count.reg, 0);
        const ast *np0 = what->kind == AST_NP ? what->kid[0] : what;
        int32_t n_want;
        const ast *det = np0->kind == AST_QUOTED || np0->kind == AST_CORE ? np0->kid[0] : NULL;
        if (det && det->kid[0] && det->kid[0]->token == TOK_NO) {
            b = cc_op(&f, VM_OP_EQ, 'b', count.reg, zero.reg, 0);
        } else if (det && det->kid[1] &&
                   cc_number_word(ast_use(det->kid[1]->kid[0])->text, &n_want)) {
            cc_val want = cc_num(&f, n_want);
            b = cc_op(&f, VM_OP_EQ, 'b', count.reg, want.reg, 0);
        }
        fn = cc_fn_end_value(&f, b);
    }
    if (fn)
        push(t, VM_TEST_EXPECT, 0)->b = fn;
}

static void statement(script *t, const ast *n)
{
    t->at = n;
    switch (n->kind) {
    case AST_EXPECT:
        expect(t, n);
        break;
    case AST_AT: /* at the upkeep of turn 3: ... : the schedule form */
        advance(t, n->kid[0]);
        for (int i = 0; i < n->kid[2]->kid_count; i++)
            statement(t, n->kid[2]->kid[i]);
        break;
    case AST_SENTENCES:
        for (int i = 0; i < n->kid_count; i++) {
            const ast *sent = n->kid[i], *verbs = sent->kid[2];
            for (int k = 0; k < verbs->kid_count; k++) {
                const ast *verb = verbs->kid[k];
                if (verb->kid[3] && verb->kid[3]->token == TOK_BE && sent->kid[1])
                    position_is(t, sent->kid[1], verb);
                else
                    act(t, sent->kid[1], verb);
            }
        }
        break;
    default:
        bad(t, n, "a test holds positions, actions and 'expect'");
    }
}

static int is_rule_number(const char *s)
{
    return isdigit((unsigned char)s[0]) && isdigit((unsigned char)s[1]) &&
           isdigit((unsigned char)s[2]) && s[3] == '.' && isdigit((unsigned char)s[4]);
}

void cc_test(cc_unit *u, const ast *n)
{
    script t;
    cc_name *names = NULL;
    uint32_t links = 0;
    memset(&t, 0, sizeof t);
    t.u = u;
    t.s.u = u;
    t.s.kind = SCOPE_TEST;
    t.s.names = &names;
    t.s.link_count = &links;
    t.s.mods_duration = -1;
    vm_test row = {0};
    row.name = cc_string(u, unquote(&t, n->kid[0]->text));
    row.line = n->span.line;
    row.file = cc_string(u, u->file_name ? u->file_name : "");
    for (int i = 0; i < n->kid[1]->kid_count; i++) {
        const ast *c = n->kid[1]->kid[i];
        if (c->token == TOK_ADV) {
            if (ast_says(c, "defaults allowed"))
                row.flags |= VM_TEST_DEFAULTS;
            else
                cc_diag_add(u->diags, CC_BAD_STEP, c->span,
                            "a test's head knows 'defaults allowed'");
        } else if (!is_rule_number(c->text)) {
            cc_diag_add(u->diags, CC_BAD_RULE, c->span, "'%s' is not a rule number like 704.5f",
                        c->text);
        }
    }
    const uint32_t mistakes = u->diags->total_count;
    for (int i = 0; i < n->kid[2]->kid_count; i++)
        statement(&t, n->kid[2]->kid[i]);
    if (u->diags->total_count == mistakes)
        cc_check_unused(u, n->kid[2]);
    uint32_t cites[64], count = 0;
    for (int i = 0; i < n->kid[1]->kid_count; i++)
        if (n->kid[1]->kid[i]->token == TOK_RULE && count < 64)
            cites[count++] = cc_string(u, n->kid[1]->kid[i]->text);
    row.cites = cc_words_begin(u);
    row.cite_count = count;
    for (uint32_t i = 0; i < count; i++)
        cc_word_add(u, cites[i]);
    row.steps = u->step.count;
    row.step_count = t.steps.count;
    for (uint32_t i = 0; i < t.steps.count; i++)
        VEC_PUSH(u->mem, &u->step, t.steps.at[i]);
    VEC_PUSH(u->mem, &u->test, row);
}
