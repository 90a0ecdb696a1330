/* Copies (CR 706): what is different about the copy. */
#include "compiler/lower/lower.h"

#include <string.h>

/* What a spell on the stack can be made to differ in: it has no layers of its own there. */
static int suits_spell(uint32_t op)
{
    return op == VM_MOD_SET_COLORS || op == VM_MOD_ADD_COLORS || op == VM_MOD_ADD_TYPES ||
           op == VM_MOD_SET_TYPES || op == VM_MOD_ADD_SUBTYPES;
}

/* A keyword that only says what the spell does as it resolves (epic) can be lost there: that part is left out. */
static int is_part_alone(const cc_unit *u, uint32_t keyword)
{
    const voc_frame *f = u->voc->frames;
    while (f && (f->kind != DECL_KEYWORD || f->number != keyword))
        f = f->after;
    for (uint32_t i = 0; f && f->body && i < f->body->stmts.count; i++)
        if (f->body->stmts.at[i]->phrase.first[0].word != W_AS)
            return 0;
    return f && f->body && !f->marker;
}

/* Is it about how the copy enters, and not about what it is (it enters with a counter)? */
static int is_of_entering(const m_clause *c)
{
    return c->acts && !c->acts->next && c->acts->frame->kind == DECL_RULE &&
           voc_is(c->acts->frame, VOC_ENTERS_SO) && !voc_is(c->acts->frame, VOC_ENTERS_AS_COPY) &&
           (!c->subject || c->subject->kind == REF_PRONOUN || c->subject->kind == REF_THIS);
}

void cc_copy_enters(cc_fn *f, const m_clause *except, cc_val model)
{
    uint32_t jump = 0;
    for (const m_clause *c = except; c; c = c->next) {
        if (!is_of_entering(c))
            continue;
        if (!jump && model.type) { /* where nothing is copied there is no exception */
            const cc_val some = cc_op(f, VM_OP_COUNT, 'n', model.reg, 0, 0), none = cc_num(f, 0);
            const cc_val is = cc_op(f, VM_OP_LT, 'b', none.reg, some.reg, 0);
            jump = cc_emit(f, VM_OP_JF, is.reg, 0, 0, 0);
        }
        cc_enters_so(f, c->acts);
    }
    if (jump)
        cc_patch(f, jump);
}

int cc_exceptions(cc_scope *s, const m_clause *except, cc_copying how, cc_span at, cc_arg *out)
{
    const int of_spell = how == CC_COPIES_SPELL;
    cc_unit *u = s->u;
    cc_mods m;
    memset(&m, 0, sizeof m);
    m.s = s;
    cc_mod_push(&m, VM_MOD_COPY, 0, 0, 0);
    for (const m_clause *c = except; c && !m.failed; c = c->next) {
        if (how == CC_COPIES_ENTERING && is_of_entering(c))
            continue; /* cc_copy_enters */
        if (!c->acts || !cc_is_rule(c->acts)) {
            cc_wrong(u, CC_NO_MEANING, c->span,
                     "what is different about a copy is said like 'except it is red'");
            return 0;
        }
        cc_mod_act(&m, c->acts, 0);
    }
    for (uint32_t i = 1; i < m.list.count && of_spell && !m.failed; i++)
        if (!suits_spell(m.list.at[i].op) &&
            !(m.list.at[i].op == VM_MOD_LOSE_KEYWORD && is_part_alone(u, m.list.at[i].a))) {
            cc_wrong(u, CC_NO_MEANING, at, "a copy of a spell can differ in colors and types");
            return 0;
        }
    cc_mods_give(u, &m, out);
    return !m.failed;
}

/* Whoever has them means itself by 'this' (CR 201.4b). */
void cc_gain_activated(cc_fn *f, const m_act *act)
{
    cc_arg a[4];
    cc_mods m;
    memset(a, 0, sizeof a);
    cc_mods_begin(&m, f);
    a[0].v = cc_as(f, f->actor.type ? f->actor : cc_this(f), 'o');
    a[1].v = cc_as(f, cc_ref(f, cc_needed(act, "OBJECT")->is.ref, 'o'), 'o');
    if (!a[0].v.type || !a[1].v.type)
        return;
    a[0].given = a[1].given = 1;
    cc_mod_push(&m, VM_MOD_GAINS_ABILITY, 0, 0, 0);
    cc_mods_give(f->u, &m, &a[2]);
    a[3].imm = VM_DURATION_END_OF_TURN;
    cc_native(f, VM_NATIVE_gain_activated, a);
}
