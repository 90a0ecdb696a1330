/* What stands in a body: sentences, if, let, for each, triggers and replacements that it makes. */
#include "compiler/lower/lower.h"

#include <string.h>

#include "compiler/meaning/walk.h"

cc_val cc_choice(cc_fn *f, const m_choice *c)
{
    const cc_val who = f->actor.type == 'p' ? f->actor : cc_you(f);
    cc_arg a[3] = {{.v = who, .given = 1}, {.v = f->word, .given = 1}, {.given = 0}};
    cc_val v;
    switch ((m_choice_kind)c->kind) {
    case CHOICE_COLOR:
        v = cc_native(f, VM_NATIVE_choose_color, a);
        break;
    case CHOICE_KEYWORD:
        v = cc_keyword_choice(f, c->keywords, c->span);
        break;
    case CHOICE_CREATURE_TYPE:
        v = cc_native(f, VM_NATIVE_choose_creature_type, a);
        break;
    case CHOICE_WORD:
        a[1] = (cc_arg){.imm = (int32_t)c->number};
        a[2] = (cc_arg){.imm = (int32_t)c->but};
        v = f->word =
            cc_native(f, c->number ? VM_NATIVE_choose_word_among : VM_NATIVE_choose_word, a);
        break;
    case CHOICE_LIKE_WORD:
        if (!f->word.type)
            return cc_wrong(f->u, CC_NO_REFERENT, c->span,
                            "the same kind as what? Nothing has been chosen before this");
        v = cc_native(f, VM_NATIVE_choose_like_word, a);
        break;
    case CHOICE_LAND_TYPE:
        a[1] = (cc_arg){.imm = (int32_t)c->number};
        v = cc_native(f, VM_NATIVE_choose_land_type, a);
        break;
    case CHOICE_CARD_TYPE:
        a[1] = (cc_arg){.imm = (int32_t)c->number};
        v = cc_native(f, VM_NATIVE_choose_card_type, a);
        break;
    case CHOICE_NUMBER:
        a[1] = (cc_arg){.v = cc_num(f, 0), .given = 1};
        a[2] = (cc_arg){.v = cc_num(f, -1), .given = 1};
        v = cc_native(f, VM_NATIVE_choose_number, a);
        break;
    case CHOICE_NAME:
        a[1] = (cc_arg){.imm = (int32_t)cc_selector_anywhere(f, c->desc)};
        if (!a[1].imm)
            return CC_BAD;
        if (c->than)
            a[2] = (cc_arg){.v = cc_name_number(f, c->than), .given = 1};
        if (c->than && !a[2].v.type)
            return CC_BAD;
        v = cc_native(f, c->than ? VM_NATIVE_choose_other_name : VM_NATIVE_choose_name, a);
        break;
    default:
        return CC_BAD;
    }
    if (c->bind)
        cc_name_set(f, c->bind, v);
    return v;
}

/* ---- statements -------------------------------------------------------------------------------
 */

static int declare_target(const m_ref *ref, void *user)
{
    cc_fn *f = user;
    if (ref->kind == REF_TARGET && !cc_referent_of(f, ref))
        cc_ref(f, ref, 'e');
    return 0;
}

/* What is decided before targets are: whether it was kicked, which cost was paid (CR 601.2b). */
static int is_announced(const m_cond *c)
{
    if (c->kind == COND_NOT)
        return is_announced(c->left);
    return c->kind == COND_ACT && voc_is(c->act->frame, VOC_ANNOUNCED);
}

/* Targets that are said from here on are chosen only if this is so, or is not so; gives what was before. */
uint32_t cc_announced(cc_scope *s, const m_cond *c, int so)
{
    const uint32_t before = s->announced;
    m_cond not = {.kind = COND_NOT, .span = c->span, .left = (m_cond *)(uintptr_t)c};
    if (!before && is_announced(c))
        s->announced = cc_condition_fn(s, so ? c : &not );
    return before;
}

/* Is it asked whether somebody did what was said before? */
static const m_cond *asks_who_did(const m_cond *c)
{
    if (c->kind == COND_NOT || c->kind == COND_AND)
        return asks_who_did(c->left);
    return c->kind == COND_DID ? c : NULL;
}

/* That player, its controller: found again by what was said before, as nobody has found them here. */
static int is_found_again(const m_ref *ref)
{
    return ref && (ref->kind == REF_THAT || ref->kind == REF_CONTROLLER || ref->kind == REF_OWNER);
}

/* Targets are chosen in any case, and who did not do it is spoken of. */
static void hide(cc_referent *from, const cc_referent *to, uint8_t hidden)
{
    for (; from && from != to; from = from->next)
        from->hidden = hidden && from->again != AGAIN_TARGET &&
                       (from->ref_class != CLASS_PLAYER || is_found_again(from->ref));
}

/* 1: if you do ..., -1: if you don't ... */
static int asks_if_done(const m_cond *c)
{
    return c->kind == COND_NOT   ? -asks_if_done(c->left)
           : c->kind == COND_AND ? asks_if_done(c->left)
                                 : c->kind == COND_DID;
}

/* The targets of what was not done are what is spoken of there: if you don't, exile it. What would have been chosen is nothing: you
 * may sacrifice another creature, if you don't, it deals 3 damage to you. */
static void part(cc_fn *f, const m_body *body, int undone)
{
    const uint8_t not_done = f->not_done;
    cc_referent *said = undone ? f->s->referents : NULL, *before = f->said_before;
    f->not_done |= (uint8_t)undone;
    hide(said, before, 1);
    cc_sub_body(f, body);
    hide(said, before, 0);
    f->not_done = not_done;
}

static void lower_if(cc_fn *f, const m_stmt *m)
{
    m_any_in_cond(m->cond, declare_target, f); /* if target player has 10 life: ... */
    const cc_val b = cc_condition(f, m->cond);
    if (!b.type)
        return;
    const uint32_t to_else = cc_emit(f, VM_OP_JF, b.reg, 0, 0, 0);
    const cc_val did = cc_did(f);
    const int done = asks_if_done(m->cond);
    cc_path *path = cc_path_begin(f);
    if (done > 0)
        cc_path_may(path);
    const uint32_t announced = cc_announced(f->s, m->cond, 1);
    cc_referent *before = f->s->referents;
    if (m->cond->kind == COND_DID)
        cc_path_was_taken(f);
    part(f, m->body, done < 0);
    f->s->announced = announced;
    if (m->other) {
        cc_referent *then = f->s->referents;
        const uint32_t to_end = cc_path_else(f, path, to_else);
        const cc_path *other = cc_path_begin(f);
        f->did = did;
        cc_announced(f->s, m->cond, 0);
        uint32_t jumps[2] = {to_end, cc_if_flipped(f, m->cond)};
        hide(then, before, 1); /* else: what was not done made nothing that 'it' could mean */
        part(f, m->other, done > 0);
        hide(then, before, 0);
        f->s->announced = announced;
        cc_path_end(f, other, jumps, jumps[1] ? 2 : 1);
    } else {
        cc_path_end(f, path, &to_else, 1);
    }
}

/* each opponent may ... / if they don't: they lose 3 life: each of them is asked about */
static void each_if(cc_fn *f, const m_stmt *m, cc_referent *group)
{
    const cc_val all = cc_as(f, group->was, 'e'), was = group->was;
    const cc_referent *taken_up = f->taken_up;
    const uint8_t plural = group->plural;
    const uint32_t pinned = f->pinned.count;
    VEC_PUSH(f->u->mem, &f->pinned, was);
    const cc_loop l = cc_loop_begin(f, all);
    VEC_PUSH(f->u->mem, &f->pinned, l.one);
    group->was = cc_as(f, l.one, 'p');
    group->plural = 0;
    f->member = l.one;
    f->taken_up = group;
    cc_taking_begin(f, group);
    lower_if(f, m);
    cc_taking_end(f);
    f->taken_up = taken_up;
    group->was = was;
    group->plural = plural;
    cc_loop_end(f, l);
    f->pinned.count = pinned;
    f->member = CC_BAD;
}

static int is_they(const m_ref *ref, void *user)
{
    const m_ref **found = user;
    if (ref->kind != REF_PRONOUN || ref->word != W_THEY)
        return 0;
    *found = ref;
    return 1;
}

/* each opponent draws a card / if they control an artifact: they lose 1 life. Each of them by itself; NULL: not so. */
static cc_referent *asks_each_of(cc_fn *f, const m_stmt *m)
{
    const m_ref *they = NULL;
    if (m->cond->kind == COND_DID || m->other || !m_any_in_body(m->body, is_they, &they) ||
        !m_any_in_cond(m->cond, is_they, &they))
        return NULL;
    const uint8_t wants_player = f->wants_player;
    f->wants_player = 1;
    cc_referent *r = f->subject ? NULL : cc_find(f, they);
    f->wants_player = wants_player;
    return r && r->ref && r->ref->kind == REF_ALL && r->ref->each && r->ref_class == CLASS_PLAYER &&
                   r->owner == f->id && r->was.type
               ? r
               : NULL;
}

static void each_asked(cc_fn *f, const m_stmt *m, cc_referent *each)
{
    f->subject = each;
    each_if(f, m, each);
    f->subject = NULL;
}

static int is_member(const m_ref *ref, void *user)
{
    (void)user;
    return (ref->kind == REF_PRONOUN && ref->word == W_THEY) ||
           (ref->kind == REF_THAT && ref->ref_class == CLASS_PLAYER);
}

/* if a player does: ... else: ... What speaks of that player is done for each of them who did, or did not; what does not is
 * done once: if anybody did, if nobody did. The same of 'if a player doesn't': if anybody did not, if all did. */
static void any_if(cc_fn *f, const m_stmt *m, cc_referent *group)
{
    const int then_each = m_any_in_body(m->body, is_member, NULL),
              else_each = m->other && m_any_in_body(m->other, is_member, NULL);
    m_stmt then = *m, other = *m;
    if (!m->other || then_each == else_each) {
        if (then_each)
            each_if(f, m, group);
        else
            lower_if(f, m);
        return;
    }
    m_body nothing = {m->span, NULL};
    then.other = NULL;
    other.body = &nothing;
    const cc_val by = f->did_by;
    if (then_each)
        each_if(f, &then, group);
    else
        lower_if(f, &then);
    f->group = group;
    f->did_by = by;
    if (else_each)
        each_if(f, &other, group);
    else
        lower_if(f, &other);
}

static int is_any_player(const m_atom *a)
{
    return a->kind == ATOM_NOUN && a->number == NOUN_PLAYER && !a->neg;
}

/* each opponent who controls a Giant sacrifices a creature, each opponent who doesn't ...: doesn't control one, or doesn't sacrifice?
 * each player discards a card, each opponent who can't ...: others than were asked. */
static int is_who_else(const cc_fn *f, const m_cond *did, const cc_referent *group)
{
    const m_atom *named = did->by && did->by->desc ? did->by->desc->atoms : NULL,
                 *asked = group && group->ref && group->ref->desc ? group->ref->desc->atoms : NULL;
    if (!named || !asked || (!asked->next && is_any_player(asked)) ||
        (!asked->next && asked->kind == named->kind && asked->number == named->number &&
         !named->next))
        return 0;
    cc_wrong(f->u, CC_AMBIGUOUS, did->by->span,
             asked->next ? "doesn't do what: what is said of them with 'who', or what they do? "
                           "'if they don't: ...' asks for what they do"
                         : "others were asked than these: 'if they don't: ...' is said of those");
    return 1;
}

/* Who did what was said before can be asked more than once. */
static void lower_question(cc_fn *f, const m_stmt *m)
{
    const m_cond *did = f->did_by.type ? asks_who_did(m->cond) : NULL;
    cc_referent *group = f->group;
    const cc_val by = f->did_by;
    const uint32_t pinned = f->pinned.count;
    if (did && is_who_else(f, did, group))
        return;
    if (did)
        VEC_PUSH(f->u->mem, &f->pinned, by);
    cc_referent *each = did ? NULL : asks_each_of(f, m);
    const int alone =
        did && (did == m->cond || (m->cond->kind == COND_NOT && did == m->cond->left));
    if (alone && did->subject && did->subject->kind == REF_SOME)
        any_if(f, m, group);
    else if (did && did->subject && did->subject->kind != REF_NONE)
        each_if(f, m, group);
    else if (each)
        each_asked(f, m, each);
    else
        lower_if(f, m);
    f->pinned.count = pinned;
    f->group = did ? group : NULL;
    f->did_by = did ? by : CC_BAD;
}

/* Modes in the middle of an effect are chosen as it is carried out (CR 608.2d): one of them, and without targets. */
static void modes_here(cc_fn *f, const m_stmt *m)
{
    const uint32_t targets = f->s->targets.count;
    int32_t count = 0;
    for (const m_stmt *mode = m->body->stmts; mode; mode = mode->next)
        count++;
    if (m->or_more || m->amount->value != 1 || count < 2) {
        cc_wrong(
            f->u, CC_NOT_HERE, m->span,
            "in the middle of an effect one of two or more modes is chosen: 'choose one { ... }'");
        return;
    }
    const cc_arg args[3] = {{.v = cc_you(f), .given = 1},
                            {.v = cc_num(f, count), .given = 1},
                            {.imm = (int32_t)f->s->modes_said, .given = 1}};
    f->s->modes_said += (uint32_t)count;
    const cc_val chosen = cc_native(f, VM_NATIVE_choose_mode, args);
    const cc_val did = cc_did(f);
    count = 0;
    for (m_stmt *mode = m->body->stmts; mode; mode = mode->next) {
        m_stmt alone = *mode;
        alone.next = NULL;
        m_body *one = ARENA_NEW(f->u->mem, m_body);
        *one = (m_body){mode->span, NULL};
        m_stmt *kept = ARENA_NEW(f->u->mem, m_stmt);
        *kept = alone;
        one->stmts = kept;
        const cc_val number = cc_num(f, count++),
                     this_one = cc_op(f, VM_OP_EQ, 'b', chosen.reg, number.reg, 0);
        const uint32_t jump = cc_emit(f, VM_OP_JF, this_one.reg, 0, 0, 0);
        const cc_path *path = cc_path_begin(f);
        f->did = did;
        cc_sub_body(f, one);
        cc_path_end(f, path, &jump, 1);
    }
    if (f->s->targets.count != targets)
        cc_wrong(f->u, CC_NOT_HERE, m->span,
                 "modes with targets are all that a spell or ability does: 'choose one { ... }' "
                 "stands alone, or behind 'when you do:'");
}

static void lower_let(cc_fn *f, const m_stmt *m)
{
    const uint32_t asked = f->u->cost_asked;
    if (m->cond) {
        const cc_val b = cc_condition(f, m->cond), v = cc_reg(f, 'n');
        if (!b.type)
            return;
        const uint32_t to_else = cc_emit(f, VM_OP_JF, b.reg, 0, 0, 0);
        cc_move(f, v, cc_amount(f, m->amount));
        const uint32_t to_end = cc_emit(f, VM_OP_JMP, 0, 0, 0, 0);
        cc_patch(f, to_else);
        cc_move(f, v, cc_amount(f, m->amount2));
        cc_patch(f, to_end);
        cc_name_set(f, m->name, v);
        m->name->of_cost = f->u->cost_asked != asked;
        return;
    }
    const cc_val v = m->choice   ? cc_choice(f, m->choice)
                     : m->amount ? cc_amount(f, m->amount)
                                 : cc_ref(f, m->ref, 'e');
    cc_name_let(f, m->name, v);
    m->name->of_cost = f->u->cost_asked != asked;
}

/* Nothing of the loop is done where there is nothing to take one by one. */
static uint32_t jump_if_none(cc_fn *f, cc_val set)
{
    const cc_val n = cc_op(f, VM_OP_COUNT, 'n', set.reg, 0, 0), zero = cc_num(f, 0),
                 some = cc_op(f, VM_OP_LT, 'b', zero.reg, n.reg, 0);
    cc_give_back(f, n);
    cc_give_back(f, zero);
    cc_give_back(f, some);
    return cc_emit(f, VM_OP_JF, some.reg, 0, 0, 0);
}

/* What all of them have become, where their own sentences changed them: `at` empties a set before the first one. */
static void gather_now(cc_fn *f, cc_referent *r, uint32_t at)
{
    const cc_val one = cc_as(f, r->now, 'e'), all = one.type ? cc_empty_from(f, at) : CC_BAD;
    if (!all.type)
        return;
    cc_emit(f, VM_OP_UNION, all.reg, all.reg, one.reg, 0);
    cc_wait_joins(f, r->now, all);
    r->now = all;
}

/* for each opponent: destroy up to one target creature that player controls */
static int all_together(cc_fn *f, const m_stmt *m, cc_referent *r, cc_val set)
{
    const cc_val was = r->was;
    const uint8_t plural = r->plural;
    const cc_referent *one_of = f->one_of, *taken_up = f->taken_up;
    f->one_of = f->taken_up = r;
    r->was = set;
    r->plural = 0;
    r->owner = f->id;
    const int together = cc_targets_together(f, m->body);
    cc_taking_begin(f, r);
    if (together)
        cc_sub_body(f, m->body);
    cc_taking_end(f);
    r->was = was;
    r->plural = plural;
    f->one_of = one_of;
    f->taken_up = taken_up;
    return together;
}

static void one_by_one(cc_fn *f, const m_stmt *m);

static void lower_for_each(cc_fn *f, const m_stmt *m)
{
    const cc_referent *before = f->s->referents;
    one_by_one(f, m);
    for (cc_referent *r = f->s->referents; r && r != before; r = r->next) {
        r->of_turns = r->ref_class == CLASS_OBJECT && r->ref != m->ref;
        cc_targets_of_all(f, r);
    }
}

static void one_by_one(cc_fn *f, const m_stmt *m)
{
    const cc_val set = cc_as(f, cc_ref(f, m->ref, 'e'), 'e');
    if (!set.type)
        return;
    cc_referent *r = cc_referent_of(f, m->ref);
    const uint32_t none = jump_if_none(f, set);
    const cc_path *path = cc_path_begin(f);
    const cc_val spare = cc_op(f, VM_OP_NONE, 'e', 0, 0, 0);
    const uint32_t empty = cc_here(f) - 1;
    cc_give_back(f, spare);
    cc_turns turns;
    if (!r)
        r = cc_refer(f, m->ref, set, AGAIN_NOT, 0);
    if (r->ref_class == CLASS_PLAYER && all_together(f, m, r, set)) {
        cc_path_end(f, path, &none, 1);
        return;
    }
    const cc_val rest = f->rest;
    cc_turns_begin(f, m->body, &turns);
    cc_forget_chosen_in(f, m->body, r->ref_class == CLASS_PLAYER);
    const int held = cc_body_waits(f, m->body);
    if (held)
        cc_hold(f);
    const cc_loop l = cc_loop_begin(f, set);
    const cc_val was = r->was;
    const uint8_t plural = r->plural;
    const cc_referent *one_of = f->one_of, *taken_up = f->taken_up;
    f->one_of = f->taken_up = r;
    r->was = l.one;
    r->now = CC_BAD;
    r->plural = 0;
    r->owner = f->id;
    if (m->ref->bind)
        cc_name_let(f, m->ref->bind, l.one);
    cc_taking_begin(f, r);
    cc_sub_body(f, m->body);
    cc_taking_end(f);
    r->was = was;
    r->plural = plural;
    f->one_of = one_of;
    f->taken_up = taken_up;
    gather_now(f, r, empty);
    cc_turns_end_one(f, &turns);
    cc_loop_end(f, l);
    if (held)
        cc_let_go(f);
    cc_path_end(f, path, &none, 1);
    if (f->rest.reg != rest.reg)
        f->rest = CC_BAD; /* of one of them: of nobody */
}

static const struct {
    const char *native;
    int duration;
} DURATIONS[] = {
#define DURATION(id, word)                                                                         \
    {                                                                                              \
        word, VM_DURATION_##id                                                                     \
    }
    DURATION(END_OF_TURN, "end_of_turn"),
    DURATION(END_OF_COMBAT, "end_of_combat"),
    DURATION(WHILE_SOURCE, "while_source"),
    DURATION(YOUR_NEXT_TURN, "your_next_turn"),
    DURATION(END_OF_YOUR_NEXT_TURN, "end_of_your_next_turn"),
    DURATION(WHILE, "while"),
    DURATION(YOUR_NEXT_UPKEEP, "your_next_upkeep"),
    DURATION(UNTIL_PAID, "until_paid"),
    DURATION(REST_OF_GAME, "rest_of_game"),
#undef DURATION
};

/* How long, in the rules' own words. */
const m_act *cc_duration_of(const m_act *act)
{
    return act->duration->meant ? act->duration->meant : act->duration;
}

int cc_duration(cc_fn *f, const m_act *act)
{
    if (!act || !act->duration) {
        f->u->ends_with_block += f->s->duration >= 0;
        return f->s->duration >= 0 ? f->s->duration : VM_DURATION_FOREVER;
    }
    const char *native = cc_duration_of(act)->frame->native;
    for (size_t i = 0; i < sizeof DURATIONS / sizeof *DURATIONS; i++)
        if (strcmp(DURATIONS[i].native, native) == 0) {
            if (DURATIONS[i].duration == VM_DURATION_UNTIL_PAID && act->frame)
                cc_wrong(f->u, CC_NOT_HERE, act->duration->span,
                         "this stands in front of what ends then: 'until you pay {W}: ...'");
            return DURATIONS[i].duration;
        }
    cc_wrong(f->u, CC_NO_NATIVE, act->duration->span, "the rules machine knows no duration '%s'",
             native);
    return -1;
}

/* until that player pays {U}: they may do so as a special action (CR 115.2c) */
static int lower_offer(cc_fn *f, const m_act *says)
{
    const m_operand *who = cc_operand(says, "WHO"), *cost = cc_operand(says, "COST");
    const cc_arg a[2] = {{.v = who ? cc_ref(f, who->is.ref, 'p') : cc_you(f), .given = 1},
                         {.imm = (int32_t)cc_offer_face(f->s, says->span, cost->is.cost)}};
    if (!a[0].v.type)
        return 0;
    if (who && (who->is.ref->plural || who->is.ref->each || who->is.ref->kind == REF_OPPONENTS)) {
        cc_wrong(f->u, CC_NOT_HERE, who->span,
                 "one player may end it: 'until that player pays {U}'");
        return 0;
    }
    cc_native(f, VM_NATIVE_offer, a);
    return 1;
}

static void lower_until(cc_fn *f, const m_stmt *m)
{
    const int old = f->s->duration;
    m_act *ends = f->s->ends, act;
    memset(&act, 0, sizeof act);
    act.duration = f->s->ends = m->duration;
    act.span = m->span;
    f->s->duration = cc_duration(f, &act);
    if (f->s->duration == VM_DURATION_UNTIL_PAID && !lower_offer(f, cc_duration_of(&act)))
        f->s->duration = -1;
    const uint32_t lasting = f->u->ends_with_block, mistakes = f->u->diags->total_count;
    if (f->s->duration >= 0)
        cc_sub_body(f, m->body);
    if (f->u->ends_with_block == lasting && f->u->diags->total_count == mistakes)
        cc_wrong(f->u, CC_NO_MEANING, m->duration->span,
                 "nothing in here lasts, so nothing ends then: what is done once stands in a line "
                 "of its own");
    f->s->duration = old;
    f->s->ends = ends;
}

static void statement(cc_fn *f, const m_stmt *m)
{
    f->at = m->span;
    switch ((m_stmt_kind)m->kind) {
    case STMT_CLAUSES:
        f->wants_doers = m->next && m->next->kind == STMT_IF && asks_who_did(m->next->cond);
        cc_clauses(f, m->clauses, m->body);
        f->wants_doers = 0;
        if (m->later)
            statement(f, m->later);
        break;
    case STMT_IF:
        lower_question(f, m);
        break;
    case STMT_LET:
        lower_let(f, m);
        break;
    case STMT_FOREACH:
        lower_for_each(f, m);
        break;
    case STMT_UNTIL:
        lower_until(f, m);
        break;
    case STMT_DELAYED:
        cc_delayed(f, m);
        break;
    case STMT_REFLEXIVE:
        cc_reflexive(f, m);
        break;
    case STMT_BLOCK:
        cc_sub_body(f, m->body);
        break;
    case STMT_MODES:
        modes_here(f, m);
        break;
    }
}

static int says_instead(const m_body *b)
{
    const m_stmt *m = b ? b->stmts : NULL;
    if (!m || m->kind != STMT_CLAUSES)
        return 0;
    const m_clause *c = m->clauses;
    while (c->next)
        c = c->next;
    return m->clauses->instead || (m->clauses->acts && m->clauses->acts->instead) ||
           (c->acts && c->acts->instead);
}

/* you gain 2 life / if you control a Forest: you gain 5 life instead */
static int is_otherwise(const cc_fn *f, const m_stmt *m)
{
    return !f->s->replacing && m->next && m->next->kind == STMT_IF && !m->next->other &&
           says_instead(m->next->body) && m->kind == STMT_CLAUSES;
}

/* What the sentence speaks of can be meant by the one that takes its place: its targets, and its subject. */
static void speak_of(cc_fn *f, const m_clause *c)
{
    for (; c; c = c->next) {
        const m_ref *about = c->subject;
        if (c->acts)
            cc_declare_targets(f, c);
        if (!about || cc_referent_of(f, about))
            continue;
        if (about->kind == REF_THIS)
            cc_refer(f, about, cc_this(f), AGAIN_THIS, 0);
        else if (about->kind == REF_ALL && about->ref_class != CLASS_PLAYER)
            cc_refer(f, about, cc_ref(f, about, 'e'), AGAIN_NOT, 0);
    }
}

static void lower_otherwise(cc_fn *f, const m_stmt *m)
{
    speak_of(f, m->clauses);
    m_stmt both = *m->next, first = *m;
    m_body other = {m->span, &first};
    first.next = NULL;
    both.other = &other;
    f->s->otherwise = 1;
    lower_if(f, &both);
    f->s->otherwise = 0;
}

/* What follows belongs to the prevention: it happens right behind each of them (CR 615.5). */
static const m_stmt *with_prevented(cc_fn *f, const m_stmt *m, m_stmt *first)
{
    const int delayed = m->kind == STMT_DELAYED && m->ability->kind == ABILITY_REPLACEMENT;
    const int plain = m->kind == STMT_CLAUSES && m->clauses && !m->clauses->next &&
                      m->clauses->acts && cc_is_prevention(m->clauses->acts) && !m->clauses->may &&
                      !m->clauses->acts->only_if;
    if (!m->next || !m->next->of_prevented || (!delayed && !plain))
        return m;
    m_stmt *then = NULL, **tail = &then;
    const m_stmt *last = m;
    while (last->next && last->next->of_prevented) {
        last = last->next;
        *tail = ARENA_NEW(f->u->mem, m_stmt);
        **tail = *last;
        (*tail)->next = NULL;
        tail = &(*tail)->next;
    }
    f->at = m->span;
    if (plain) {
        const m_amount *x = f->x;
        if (m->clauses->acts->x)
            f->x = m->clauses->acts->x;
        cc_prevention(f, m->clauses->acts, then);
        f->x = x;
        return last;
    }
    m_ability ability = *m->ability;
    m_body body = *ability.body;
    *first = *m;
    first->ability = &ability;
    ability.body = &body;
    body.stmts = NULL;
    tail = &body.stmts;
    for (const m_stmt *k = m->ability->body->stmts; k; k = k->next) {
        *tail = ARENA_NEW(f->u->mem, m_stmt);
        **tail = *k;
        tail = &(*tail)->next;
    }
    *tail = then;
    cc_delayed(f, first);
    return last;
}

/* Of the tokens that the sentence before creates, and of nothing else: it has { ... }. */
static const m_act *says_what_they_have(const m_stmt *m, const m_operand *tokens)
{
    const m_clause *c = m && m->kind == STMT_CLAUSES ? m->clauses : NULL;
    const m_act *act = c && !c->next && !c->may && !c->instead && c->subject ? c->acts : NULL;
    const m_amount *n = tokens->count;
    const int one = !n || (n->kind == AMT_CONST && n->value == 1);
    if (!act || act->next || act->duration || act->only_if || act->unless || act->unless_cond ||
        act->x || c->subject->kind != REF_PRONOUN || c->subject->word != (one ? W_IT : W_THEY) ||
        !voc_is(act->frame, VOC_HAS))
        return NULL;
    const m_operand *o = cc_operand(act, "ABILITIES");
    return act->block || (o && o->is.abilities->keywords && !o->is.abilities->all) ? act : NULL;
}

/* create a 0/1 Spawn creature token / it has { ... }: what a token is created with is its own text (CR 110.5b). The two sentences
 * are taken as one; NULL: they are not such. */
static const m_stmt *with_own_text(cc_fn *f, const m_stmt *m)
{
    const m_clause *c = m->kind == STMT_CLAUSES ? m->clauses : NULL;
    const m_act *act = c && !c->next ? c->acts : NULL;
    const m_operand *o = act && !act->next && !act->block ? cc_operand(act, "TOKENS") : NULL;
    if (!o || !voc_is(act->frame, VOC_MAKES) || !o->is.quality || o->is.quality->abilities ||
        o->is.quality->model)
        return NULL;
    const m_act *has = says_what_they_have(m->next, o);
    if (!has)
        return NULL;
    m_stmt *both = ARENA_NEW(f->u->mem, m_stmt);
    m_clause *creates = ARENA_NEW(f->u->mem, m_clause);
    m_act *with = ARENA_NEW(f->u->mem, m_act);
    m_quality_list *tokens = ARENA_NEW(f->u->mem, m_quality_list);
    *both = *m;
    *creates = *c;
    *with = *act;
    *tokens = *o->is.quality;
    both->next = m->next->next;
    both->clauses = creates;
    creates->acts = with;
    with->operands = cc_operands_copied(f->u, act);
    with->operands[o - act->operands].is.quality = tokens;
    with->block = has->block;
    if (!has->block)
        tokens->abilities = cc_needed(has, "ABILITIES")->is.abilities;
    return both;
}

void cc_sub_body(cc_fn *f, const m_body *b)
{
    f->depth++;
    for (const m_stmt *m = b ? b->stmts : NULL; m && !f->broken; m = m->next) {
        m_stmt changed;
        const m_stmt *own = with_own_text(f, m);
        m = own ? own : m;
        const m_stmt *behind = with_prevented(f, m, &changed);
        if (behind != m) {
            m = behind;
            cc_release(f);
            continue;
        }
        if (is_otherwise(f, m)) {
            lower_otherwise(f, m);
            m = m->next;
            cc_release(f);
            continue;
        }
        f->behind = m->next;
        statement(f, m);
        f->behind = NULL;
        cc_release(f);
    }
    f->depth--;
}

void cc_body(cc_fn *f, const m_body *b)
{
    cc_sub_body(f, b);
}
