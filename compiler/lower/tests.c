/* Tests: a position, a script, expectations. Each statement becomes one or more steps that the test runner carries
 * out through the public interface. The natives of 'testing' declarations are the rows of NATIVES. */
#include "compiler/lower/lower.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/meaning/walk.h"
#include "grammar.tab.h"

typedef struct script {
    cc_scope s;
    cc_unit *u;
    VEC(vm_step) steps;
    cc_span at;
    uint32_t player; /* who acts in the step at hand */
    uint32_t inside; /* so many phrases that are declared with a body */
    uint32_t status; /* of what is put somewhere: VM_PUT_COMMANDER */
    cc_span unnamed; /* of the first 'opponent' who acts */
} script;

static vm_step *push(script *t, uint32_t kind)
{
    const vm_step row = {kind, t->player, VM_NO_SYMBOL, 0, 0, 0, t->at.line, 0};
    VEC_PUSH(t->u->mem, &t->steps, row);
    return &t->steps.at[t->steps.count - 1];
}

static void bad(script *t, cc_span at, const char *why)
{
    cc_diag_add(t->u->diags, CC_BAD_STEP, at, "%s", why);
}

static int is_opponent(const m_ref *ref)
{
    return ref->desc && !ref->desc->or &&ref->desc->atoms && ref->desc->atoms->kind == ATOM_NOUN &&
                                           ref->desc->atoms->number == NOUN_OPPONENT &&
                                           !ref->desc->atoms->next;
}

/* The number of a player who is named in a step; -1: it is no such name. */
static int player_of(script *t, const m_ref *ref)
{
    if (!ref || ref->kind == REF_YOU)
        return 0;
    if (ref->kind == REF_SEAT) {
        t->u->seats = ref->number > t->u->seats ? ref->number : t->u->seats;
        return (int)ref->number - 1;
    }
    if (is_opponent(ref) && !t->unnamed.line)
        t->unnamed = ref->span;
    return is_opponent(ref) ? 1 : -1;
}

/* ---- values for the runner --------------------------------------------------------------------
 */

static uint32_t known_card(script *t, const char *name, cc_span at)
{
    cc_unit *u = t->u;
    for (uint32_t i = 0; i < u->import_cards.count; i++)
        if (strcmp(u->import_cards.at[i], name) == 0)
            return cc_string(u, name);
    if (cc_face_by_name(u, name) >= 0 || strcmp(name, "emblem") == 0)
        return cc_string(u, name);
    for (uint32_t i = u->card_face_count; *name && i < u->face.count; i++)
        if (strcmp(u->strings.at + u->face.at[i].name, name) == 0) /* a token */
            return cc_string(u, name);
    cc_diag_add(u->diags, CC_UNKNOWN_CARD, at, "there is no card \"%s\"", name);
    int best = 4;
    const char *near = NULL;
    for (uint32_t i = 0; i < u->card_face_count; i++) {
        const char *other = u->strings.at + u->face.at[i].name;
        const int d = voc_edit_distance(name, other);
        if (d < best)
            best = d, near = other;
    }
    if (near)
        cc_diag_help(u->diags, "did you mean \"%s\"?", near);
    return cc_string(u, name);
}

/* A function that gives a set; the runner compares what it gives with what may be chosen. */
static uint32_t set_fn(script *t, const m_ref *ref)
{
    cc_fn f;
    cc_fn_begin(&f, &t->s, 0);
    f.at = ref->span;
    t->s.referents = NULL;
    t->s.any_zone = 1;
    const cc_val v = cc_ref(&f, ref, 'e');
    t->s.any_zone = 0;
    if (!v.type)
        return 0;
    cc_emit(&f, VM_OP_GIVE, v.reg, 0, 0, 0);
    return cc_fn_end(&f);
}

static int32_t number(script *t, const m_operand *o, int32_t otherwise)
{
    if (!o)
        return otherwise;
    if (o->is.amount->kind != AMT_CONST) {
        bad(t, o->span, "a test needs a plain number here");
        return otherwise;
    }
    return o->is.amount->value;
}

/* ---- positions --------------------------------------------------------------------------------
 */

static void put(script *t, const m_card *cards, uint32_t zone)
{
    for (const m_card *c = cards; c; c = c->next) {
        const uint32_t name = known_card(t, c->name, c->span);
        vm_step *row = push(t, VM_TEST_PUT);
        row->a = name;
        row->b = c->zone ? c->zone->zone : zone;
        row->c = (uint32_t)c->count;
        row->d = c->tapped | (uint32_t)c->fresh << 1 | (uint32_t)c->down << 2 | t->status;
        if (c->down)
            cc_face_down(t->u);
        for (uint32_t i = 0; i < c->counter_count; i++) {
            row = push(t, VM_TEST_COUNTERS);
            row->a = name;
            row->b = c->counters[i].kind;
            row->c = (uint32_t)c->counters[i].count;
        }
        if (c->host) {
            const uint32_t host = known_card(t, c->host->name, c->host->span);
            row = push(t, VM_TEST_ATTACH);
            row->a = name;
            row->b = host;
        }
    }
}

static void controls(script *t, const m_act *a)
{
    put(t, cc_needed(a, "CARDS")->is.cards, VM_ZONE_BATTLEFIELD);
}

static void holds(script *t, const m_act *a)
{
    const m_operand *zone = cc_operand(a, "ZONE");
    put(t, cc_needed(a, "CARDS")->is.cards, zone ? zone->is.zone->zone : VM_ZONE_HAND);
}

static void commander(script *t, const m_act *a)
{
    t->status = VM_PUT_COMMANDER;
    put(t, cc_needed(a, "CARDS")->is.cards, VM_ZONE_COMMAND);
    t->status = 0;
}

static void zone_is(script *t, const m_act *a)
{
    const m_zone *z = cc_needed(a, "ZONE")->is.zone;
    const int p = player_of(t, z->owner);
    if (p < 0 || !z->owner)
        bad(t, z->span, "whose? 'your library', \"opponent's graveyard\", \"player 3's hand\"");
    t->player = p > 0 ? (uint32_t)p : 0;
    put(t, cc_needed(a, "CARDS")->is.cards, z->zone);
}

static void life(script *t, const m_act *a)
{
    push(t, VM_TEST_LIFE)->c = (uint32_t)number(t, cc_operand(a, "LIFE"), 0);
}

static void counters(script *t, const m_act *a)
{
    const m_operand *o = cc_operand(a, "COUNTERS");
    if (o->number == UINT32_MAX || !o->count || o->count->kind != AMT_CONST) {
        bad(t, o->span, "how many counters of which kind?");
        return;
    }
    vm_step *row = push(t, VM_TEST_COUNTERS);
    row->b = o->number;
    row->c = (uint32_t)o->count->value;
}

/* Has anything been done or expected yet? */
static int has_begun(const script *t)
{
    for (uint32_t i = 0; i < t->steps.count; i++)
        if (t->steps.at[i].kind > VM_TEST_STEP && t->steps.at[i].kind != VM_TEST_BY_HAND &&
            t->steps.at[i].kind != VM_TEST_GAME)
            return 1;
    return 0;
}

static void whose_step(script *t, const m_ref *who, uint32_t step)
{
    const int p = player_of(t, who);
    if (has_begun(t)) {
        bad(t, t->at,
            "whose turn it is stands before the first action; 'advance to the upkeep of turn 2' "
            "for a later one, 'expect it is your turn' for what must be so");
        return;
    }
    if (!who || p < 0) {
        bad(t, t->at, "it is whose step? 'it is your upkeep'");
        return;
    }
    t->player = 0;
    vm_step *row = push(t, VM_TEST_STEP);
    row->a = step;
    row->c = (uint32_t)p;
}

static void step_is(script *t, const m_act *a)
{
    const m_operand *o = cc_operand(a, "STEP");
    whose_step(t, o->is.ref, o->number);
}

static void turn_is(script *t, const m_act *a)
{
    whose_step(t, cc_needed(a, "WHOSE")->is.ref, VM_STEP_MAIN1);
}

/* ---- actions ----------------------------------------------------------------------------------
 */

static vm_step *on_card(script *t, const m_act *a, uint32_t kind)
{
    const m_card *c = cc_needed(a, "CARDS")->is.cards;
    const m_operand *targets = cc_operand(a, "TARGETS"), *x = cc_operand(a, "VALUE");
    if (c->next || c->counter_count || c->host || c->tapped || c->fresh || c->down || c->zone) {
        bad(t, c->span, "one card by its name");
        return NULL;
    }
    const uint32_t name = known_card(t, c->name, c->span),
                   fn = targets ? set_fn(t, targets->is.ref) : 0;
    vm_step *row = push(t, kind);
    row->a = name;
    row->b = fn;
    row->c = cc_operand(a, "DOWN")       ? 4
             : cc_operand(a, "UNKICKED") ? 2
             : cc_operand(a, "KICKED")   ? 1
                                         : 0;
    row->c |= cc_operand(a, "AURA") ? 8 : 0;
    if (x)
        row->d = (uint32_t)number(t, x, 0) + 1;
    return row;
}

static void cast(script *t, const m_act *a)
{
    on_card(t, a, VM_TEST_CAST);
}

static void turn_up(script *t, const m_act *a)
{
    on_card(t, a, VM_TEST_TURN_UP);
}

static void activate(script *t, const m_act *a)
{
    const m_operand *which = cc_operand(a, "WHICH");
    vm_step *row = on_card(t, a, VM_TEST_ACTIVATE);
    if (row && which)
        row->c = (uint32_t)number(t, which, 1);
}

/* A step for each of those that are named, so that each is seen to do it. */
static void declared(script *t, uint32_t kind, const m_ref *things, uint32_t whom)
{
    if (things && things->kind == REF_JOIN && !things->join_or) {
        declared(t, kind, things->left, whom);
        declared(t, kind, things->right, whom);
        return;
    }
    const uint32_t fn = things ? set_fn(t, things) : 0;
    vm_step *row = push(t, kind);
    row->b = fn;
    row->d = whom;
}

static void attack(script *t, const m_act *a)
{
    const m_operand *o = cc_operand(a, "THINGS"), *whom = cc_operand(a, "WHOM");
    declared(t, VM_TEST_ATTACK, o ? o->is.ref : NULL, whom ? set_fn(t, whom->is.ref) : 0);
}

static void block(script *t, const m_act *a)
{
    declared(t, VM_TEST_BLOCK, cc_needed(a, "THINGS")->is.ref,
             set_fn(t, cc_needed(a, "ATTACKER")->is.ref));
}

static void answer(script *t, const m_act *a)
{
    const m_operand *n = cc_operand(a, "AMOUNT"), *color = cc_operand(a, "COLOR"),
                    *kind = cc_operand(a, "KIND"), *type = cc_operand(a, "TYPE"),
                    *counters = cc_operand(a, "COUNTERS");
    if (type) {
        const m_atom *what = type->is.desc->atoms;
        if (what->kind != ATOM_TYPE || what->next)
            cc_wrong(t->u, CC_BAD_VALUE, type->span, "a card type is the answer");
        push(t, VM_TEST_ANSWER)->d = VM_ANSWER_TYPE + what->number;
    } else if (counters) {
        push(t, VM_TEST_ANSWER)->d = VM_ANSWER_COUNTER + counters->number;
    } else if (n) {
        push(t, VM_TEST_ANSWER)->c = (uint32_t)number(t, n, 0) + 1;
    } else if (color) {
        for (uint32_t i = 0; i < 5; i++)
            if (color->number == 1u << i)
                push(t, VM_TEST_ANSWER)->d = i + 1;
    } else if (kind) {
        push(t, VM_TEST_ANSWER)->d = VM_ANSWER_SUBTYPE + kind->number;
    } else {
        const m_ref *things = cc_needed(a, "THINGS")->is.ref;
        const uint32_t fn = set_fn(t, things);
        vm_step *row = push(t, VM_TEST_ANSWER);
        row->b = fn;
        if (things->kind == REF_NAMED && things->text) /* it may be a name that is asked for */
            row->a = cc_string(t->u, things->text);
    }
}

static void answer_word(script *t, const m_act *a)
{
    const uint32_t word = cc_needed(a, "WORD")->is.options->word[0];
    push(t, VM_TEST_ANSWER)->a = cc_string(t->u, syn_word_text(t->u->voc->words, word));
}

static void accept(script *t, const m_act *a)
{
    (void)a;
    push(t, VM_TEST_ANSWER)->c = 2; /* 1 + the number */
}

static void decline(script *t, const m_act *a)
{
    (void)a;
    push(t, VM_TEST_ANSWER)->c = 1;
}

static void pass(script *t, const m_act *a)
{
    (void)a;
    push(t, VM_TEST_PASS);
}

static void by_hand(script *t, const m_act *a)
{
    (void)a;
    push(t, VM_TEST_BY_HAND);
}

/* How the game is played: a row that stands in front of all others. */
static void game_rule(script *t, uint32_t rule, uint32_t value)
{
    vm_step *row = push(t, VM_TEST_GAME);
    row->player = 0;
    row->b = rule;
    row->c = value;
}

static void game_players(script *t, const m_act *a)
{
    const int32_t n = number(t, cc_operand(a, "PLAYERS"), 2);
    if (n < 2 || n > VM_PLAYERS_MAX)
        bad(t, t->at, "a game has 2 to 31 players");
    else
        t->u->seats = (uint32_t)n > t->u->seats ? (uint32_t)n : t->u->seats;
}

static void game_teams(script *t, const m_act *a)
{
    game_rule(t, VM_GAME_TEAM_SIZE, (uint32_t)number(t, cc_operand(a, "PLAYERS"), 2));
}

static void game_shared(script *t, const m_act *a)
{
    (void)a;
    game_rule(t, VM_GAME_SHARED, 1);
}

static void game_order(script *t, const m_act *a)
{
    (void)a;
    game_rule(t, VM_GAME_ORDER, 1);
}

static void game_range(script *t, const m_act *a)
{
    game_rule(t, VM_GAME_RANGE, (uint32_t)number(t, cc_operand(a, "SEATS"), 1));
}

static void game_one(script *t, const m_act *a)
{
    (void)a;
    game_rule(t, VM_GAME_ATTACK, VM_ATTACK_ONE);
}

static void game_left(script *t, const m_act *a)
{
    (void)a;
    game_rule(t, VM_GAME_ATTACK, VM_ATTACK_LEFT);
}

static void game_right(script *t, const m_act *a)
{
    (void)a;
    game_rule(t, VM_GAME_ATTACK, VM_ATTACK_RIGHT);
}

static void game_beside(script *t, const m_act *a)
{
    (void)a;
    game_rule(t, VM_GAME_ATTACK, VM_ATTACK_BESIDE);
}

static void game_alternate(script *t, const m_act *a)
{
    (void)a;
    game_rule(t, VM_GAME_SEATING, VM_SEATS_ALTERNATE);
}

static void game_emperors(script *t, const m_act *a)
{
    (void)a;
    game_rule(t, VM_GAME_SEATING, VM_SEATS_EMPERORS);
}

static void resolve(script *t, const m_act *a)
{
    (void)a;
    push(t, VM_TEST_RESOLVE);
}

static void advance(script *t, const m_act *a)
{
    const m_operand *step = cc_operand(a, "STEP");
    vm_step *row = push(t, VM_TEST_ADVANCE);
    row->a = step->number;
    row->c = (uint32_t)number(t, cc_operand(a, "TURN"), 0);
}

/* ---- expectations -----------------------------------------------------------------------------
 */

static void drawn(script *t, const m_act *a)
{
    (void)a;
    push(t, VM_TEST_EXPECT_DRAWN);
}

static void win(script *t, const m_act *a)
{
    (void)a;
    push(t, VM_TEST_EXPECT_WIN);
}

static void no_win(script *t, const m_act *a)
{
    (void)a;
    push(t, VM_TEST_EXPECT_WIN)->c = 1;
}

static void loss(script *t, const m_act *a)
{
    (void)a;
    push(t, VM_TEST_EXPECT_LOSS);
}

static void no_loss(script *t, const m_act *a)
{
    (void)a;
    push(t, VM_TEST_EXPECT_LOSS)->c = 1;
}

static void can(script *t, const m_act *a, uint32_t kind, uint32_t activated)
{
    vm_step *row = on_card(t, a, kind);
    if (row)
        row->d = activated;
}

static void can_cast(script *t, const m_act *a)
{
    can(t, a, VM_TEST_CAN_CAST, 0);
}

static void cant_cast(script *t, const m_act *a)
{
    can(t, a, VM_TEST_CANT_CAST, 0);
}

static void can_activate(script *t, const m_act *a)
{
    can(t, a, VM_TEST_CAN_CAST, 1);
}

static void cant_activate(script *t, const m_act *a)
{
    can(t, a, VM_TEST_CANT_CAST, 1);
}

static void can_turn_up(script *t, const m_act *a)
{
    can(t, a, VM_TEST_CAN_CAST, 2);
}

static void cant_turn_up(script *t, const m_act *a)
{
    can(t, a, VM_TEST_CANT_CAST, 2);
}

static void attackers(script *t, const m_act *a, uint32_t kind)
{
    const m_operand *whom = cc_operand(a, "WHOM");
    const uint32_t fn = set_fn(t, cc_needed(a, "THINGS")->is.ref),
                   attacked = whom ? set_fn(t, whom->is.ref) : 0;
    vm_step *row = push(t, kind);
    row->b = fn;
    row->d = attacked;
}

static void can_attack(script *t, const m_act *a)
{
    attackers(t, a, VM_TEST_CAN_ATTACK);
}

static void cant_attack(script *t, const m_act *a)
{
    attackers(t, a, VM_TEST_CANT_ATTACK);
}

static void blockers(script *t, const m_act *a, uint32_t possible)
{
    const uint32_t by = set_fn(t, cc_needed(a, "THINGS")->is.ref),
                   attacker = set_fn(t, cc_needed(a, "ATTACKER")->is.ref);
    vm_step *row = push(t, VM_TEST_CANT_BLOCK);
    row->b = by;
    row->c = possible;
    row->d = attacker;
}

static void can_block(script *t, const m_act *a)
{
    blockers(t, a, 1);
}

static void cant_block(script *t, const m_act *a)
{
    blockers(t, a, 0);
}

/* opponent sees "Shock": what it is, in a view of theirs */
static void seen(script *t, const m_act *a, uint32_t so)
{
    const uint32_t cards = set_fn(t, cc_needed(a, "THINGS")->is.ref);
    vm_step *row = push(t, VM_TEST_SEES);
    row->b = cards;
    row->c = so;
}

static void sees(script *t, const m_act *a)
{
    seen(t, a, 1);
}

static void sees_not(script *t, const m_act *a)
{
    seen(t, a, 0);
}

static void decides(script *t, const m_act *a)
{
    const m_ref *whom = cc_needed(a, "WHOM")->is.ref;
    const int p = player_of(t, whom);
    if (p < 0)
        bad(t, whom->span, "for whom? 'expect you decide for opponent'");
    push(t, VM_TEST_DECIDES)->c = p < 0 ? 0 : (uint32_t)p;
}

static void expect(script *t, const m_act *a)
{
    t->s.referents = NULL;
    const uint32_t fn = cc_condition_fn(&t->s, cc_needed(a, "COND")->is.cond);
    t->player = 0;
    if (fn)
        push(t, VM_TEST_EXPECT)->b = fn;
}

/* "X" in opponent's graveyard · one Soldier under your control */
static void expect_things(script *t, const m_act *a)
{
    const m_ref *what = cc_needed(a, "THINGS")->is.ref;
    const m_operand *under = cc_operand(a, "WHOSE");
    cc_fn f;
    cc_fn_begin(&f, &t->s, 0);
    f.at = what->span;
    t->s.referents = NULL;
    cc_val all = cc_as(&f, what->desc ? cc_desc_set(&f, what->desc) : cc_ref(&f, what, 'e'), 'e');
    if (!all.type)
        return;
    if (under) {
        const cc_val who = cc_ref(&f, under->is.ref, 'p');
        if (!who.type)
            return;
        all = cc_op(&f, VM_OP_CONTROLLED_BY, 'e', all.reg, who.reg, 0);
    }
    const cc_val count = cc_op(&f, VM_OP_COUNT, 'n', all.reg, 0, 0), zero = cc_num(&f, 0);
    cc_val b = cc_op(&f, VM_OP_LT, 'b', zero.reg, count.reg, 0);
    if (what->kind == REF_NONE) {
        b = cc_op(&f, VM_OP_EQ, 'b', count.reg, zero.reg, 0);
    } else if (what->kind == REF_SOME && what->count) {
        const cc_val want = cc_amount(&f, what->count);
        b = cc_compare(&f, count, what->or_more ? CMP_GE : what->or_less ? CMP_LE : CMP_EQ, want);
    }
    t->player = 0;
    const uint32_t fn = cc_fn_end_value(&f, b);
    push(t, VM_TEST_EXPECT)->b = fn;
}

static int is_none(const m_ref *ref, void *user)
{
    const m_ref **out = user;
    if (ref->kind == REF_NONE)
        *out = ref;
    return ref->kind == REF_NONE;
}

/* you control "Hill Giant" with flying: what is there is said by its name and counters, and nobody gains control of it */
static const m_act *is_there(const m_clause *c)
{
    for (const m_act *a = c->acts; a; a = a->next)
        if (a->frame->part_count <= 2 && /* control OBJECT; not: gain control of */
            voc_is(a->frame, VOC_TAKES_CONTROL))
            return a;
    return NULL;
}

/* An action of a test that stands for an effect: 'opponent destroys "X"'. */
static void effect(script *t, const m_clause *c)
{
    cc_fn f;
    const m_ref *none = NULL;
    if (m_any_in_clause(c, is_none, &none)) {
        bad(t, none->span, "nothing is done with none; what is not there need not be said");
        return;
    }
    if (is_there(c)) {
        bad(t, is_there(c)->span,
            "what is there is said by its name: 'you control a tapped \"Serra Angel\" with two "
            "+1/+1 counters'; what happens: 'you gain control of ...'");
        return;
    }
    t->s.referents = NULL;
    cc_fn_begin(&f, &t->s, 1);
    cc_clauses(&f, c, NULL);
    const uint32_t fn = cc_fn_end(&f);
    t->player = 0;
    push(t, VM_TEST_EFFECT)->b = fn;
}

static const struct {
    const char *name;
    void (*lower)(script *t, const m_act *a);
} NATIVES[] = {{"game_players", game_players},
               {"game_teams", game_teams},
               {"game_shared", game_shared},
               {"game_order", game_order},
               {"game_range", game_range},
               {"game_left", game_left},
               {"game_beside", game_beside},
               {"game_alternate", game_alternate},
               {"game_emperors", game_emperors},
               {"commander", commander},
               {"game_right", game_right},
               {"game_one", game_one},
               {"controls", controls},
               {"holds", holds},
               {"life", life},
               {"counters", counters},
               {"zone_is", zone_is},
               {"step_is", step_is},
               {"turn_is", turn_is},
               {"cast", cast},
               {"activate", activate},
               {"turn_up", turn_up},
               {"can_turn_up", can_turn_up},
               {"cant_turn_up", cant_turn_up},
               {"attack", attack},
               {"block", block},
               {"answer", answer},
               {"answer_word", answer_word},
               {"accept", accept},
               {"decline", decline},
               {"pass", pass},
               {"by_hand", by_hand},
               {"resolve", resolve},
               {"advance", advance},
               {"expect_drawn", drawn},
               {"expect_win", win},
               {"expect_no_win", no_win},
               {"expect_loss", loss},
               {"expect_no_loss", no_loss},
               {"can_cast", can_cast},
               {"cant_cast", cant_cast},
               {"can_activate", can_activate},
               {"cant_activate", cant_activate},
               {"can_attack", can_attack},
               {"cant_attack", cant_attack},
               {"can_block", can_block},
               {"cant_block", cant_block},
               {"sees", sees},
               {"sees_not", sees_not},
               {"decides", decides},
               {"expect", expect},
               {"expect_things", expect_things}};

/* ---- all of it --------------------------------------------------------------------------------
 */

static void step(script *t, const m_step *s)
{
    if (!t->inside)
        t->at = s->span;
    if (s->means) {
        t->inside++;
        for (const m_step *m = s->means; m; m = m->next)
            step(t, m);
        t->inside--;
        return;
    }
    if (!s->act) {
        effect(t, s->clauses);
        return;
    }
    const m_operand *who = cc_operand(s->act, "WHO");
    const m_ref *subject = who ? who->is.ref : s->subject;
    const int p = subject && subject->ref_class != CLASS_OBJECT ? player_of(t, subject) : 0;
    if (p < 0) {
        bad(t, subject->span, "who? a test knows 'you' and 'opponent', or 'player 3'");
        return;
    }
    t->player = (uint32_t)p;
    for (size_t i = 0; i < sizeof NATIVES / sizeof *NATIVES; i++)
        if (strcmp(NATIVES[i].name, s->act->frame->native) == 0) {
            m_act act = *s->act;
            m_operand things;
            m_operand operands[VOC_SLOTS_MAX];
            if (s->subject && s->subject->ref_class == CLASS_OBJECT &&
                act.frame->has_subject) { /* "A" and "B" attack */
                memset(&things, 0, sizeof things);
                things.type = VOC_THING;
                things.given = 1;
                things.is.ref = s->subject;
                things.span = s->subject->span;
                memcpy(operands, act.operands, sizeof *operands * act.frame->slot_count);
                operands[0] = things;
                act.operands = operands;
            }
            NATIVES[i].lower(t, &act);
            return;
        }
    cc_diag_add(t->u->diags, CC_NO_NATIVE, s->span, "the test runner cannot do '%s'",
                s->act->frame->native);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, *(const char *const *)b);
}

static int is_rule_number(const char *text)
{
    static const char *const NUMBERS[] = {
#define RULE_NUMBER(text) text,
#include "compiler/lower/rule_numbers.def"
#undef RULE_NUMBER
    };
    return bsearch(text, NUMBERS, sizeof NUMBERS / sizeof *NUMBERS, sizeof *NUMBERS, by_text) !=
           NULL;
}

/* "name" cites 704.5f, 704.5g [defaults allowed] */
static void read_head(script *t, const syn_decl *d, vm_test *row)
{
    VEC(uint32_t) cites = {0};
    cc_unit *u = t->u;
    const syn_token *name = &d->phrase.first[0];
    const size_t n = strlen(name->text);
    row->name = cc_string(u, arena_strndup(u->mem, name->text + 1, n > 2 ? n - 2 : 0));
    for (uint32_t i = 1; i < d->phrase.count; i++) {
        const syn_token *w = &d->phrase.first[i];
        if (w->word == W_CITES || w->kind == TOK_COMMA)
            continue;
        if (w->word == W_DEFAULTS && i + 1 < d->phrase.count &&
            d->phrase.first[i + 1].word == W_ALLOWED) {
            row->flags |= VM_TEST_DEFAULTS;
            i++;
        } else if (w->kind == TOK_RULE || w->kind == TOK_NUM) {
            if (w->kind == TOK_RULE && is_rule_number(w->text))
                VEC_PUSH(u->mem, &cites, cc_string(u, w->text));
            else
                cc_diag_add(u->diags, CC_BAD_RULE, w->span,
                            "there is no rule %s; a number looks like 704.5f", w->text);
        } else {
            cc_diag_add(u->diags, CC_BAD_STEP, w->span,
                        "a test's head knows 'cites', rule numbers, and 'defaults allowed'");
            break;
        }
    }
    row->cites = cc_words_begin(u);
    row->cite_count = cites.count;
    for (uint32_t i = 0; i < cites.count; i++)
        cc_word_add(u, cites.at[i]);
}

/* What a player does must be possible, or the test fails; what there is at the beginning is only said. */
static int could_fail(const m_step *s)
{
    static const char *const SAID[] = {
        "controls",     "holds",      "life",        "counters",       "zone_is",
        "step_is",      "turn_is",    "by_hand",     "advance",        "resolve",
        "game_players", "game_teams", "game_shared", "game_range",     "game_left",
        "game_right",   "game_one",   "game_beside", "game_alternate", "game_emperors",
        "game_order",   "commander"};
    for (const m_step *m = s->means; m; m = m->next)
        if (could_fail(m))
            return 1;
    if (!s->act || !s->act->frame->native)
        return 0;
    for (size_t i = 0; i < sizeof SAID / sizeof *SAID; i++)
        if (strcmp(SAID[i], s->act->frame->native) == 0)
            return 0;
    return 1;
}

void cc_test(cc_unit *u, const syn_decl *d)
{
    script t;
    m_links links = {0};
    m_context context = {0};
    vm_test row = {0};
    memset(&t, 0, sizeof t);
    context.links = &links;
    context.is_test = 1;
    t.u = u;
    t.s.u = u;
    t.s.kind = SCOPE_TEST;
    t.s.context = &context;
    t.s.duration = -1;
    t.s.clause = 1;
    row.line = d->span.line;
    row.file = cc_string(u, u->file_name ? u->file_name : "");
    int expects = 0;
    const uint32_t mistakes = u->diags->total_count;
    u->seats = 0;
    read_head(&t, d, &row);
    if (!d->body) {
        bad(&t, d->span, "a test needs a block: what is there, what happens, what is expected");
        return;
    }
    for (uint32_t i = 0; i < d->body->stmts.count; i++) {
        m_reader r;
        m_reader_init(&r, u->mem, u->diags, u->voc, &context);
        for (const m_step *s = m_read_steps(&r, d->body->stmts.at[i]); s; s = s->next) {
            expects |= s->expects || could_fail(s);
            step(&t, s);
        }
    }
    if (!expects && u->diags->total_count == mistakes) {
        bad(&t, d->phrase.first[0].span,
            "this test does nothing and expects nothing, so it cannot fail");
        cc_diag_help(u->diags, "say what must be so at the end: expect \"Grizzly Bears\" is 2/2");
    }
    if (u->seats > 2) {
        game_rule(&t, VM_GAME_PLAYERS, u->seats);
        if (t.unnamed.line)
            bad(&t, t.unnamed, "which of them? with more than two, it is 'player 2', 'player 3'");
    }
    row.steps = u->step.count;
    row.step_count = t.steps.count;
    for (uint32_t i = 0; i < t.steps.count; i++)
        VEC_PUSH(u->mem, &u->step, t.steps.at[i]);
    VEC_PUSH(u->mem, &u->test, row);
}
