/* What each of several did something to, or how much life it changed, is of all of them behind the sentence: 'the life lost
 * this way', 'for each card drawn this way'. */
#include "compiler/lower/lower.h"

#include <string.h>

/* each player puts a counter on a creature they control, gains control of a creature: what each of them has chosen for it */
static int is_chosen(const m_act *act, const m_ref *ref)
{
    return ref->kind == REF_SOME && ref->ref_class == CLASS_OBJECT &&
           !voc_is(act->frame, VOC_CHOOSES) &&
           !(act->frame->native && cc_taken_by(act->frame->native));
}

/* Sets for what the act gives or takes. */
static uint32_t gives(const m_act *act)
{
    const char *native = act->frame->native;
    uint32_t n = native && (cc_taken_by(native) || voc_is(act->frame, VOC_MAKES));
    for (uint32_t i = act->frame->has_subject; i < act->frame->slot_count; i++)
        n += act->operands[i].given && voc_is_reference(act->operands[i].type) &&
             is_chosen(act, act->operands[i].is.ref);
    return n;
}

/* Is it what an act has given, or what was chosen for one of these? */
static int is_gathered(const m_clause *c, uint32_t count, const cc_referent *r)
{
    if (!r->ref)
        return r->paid || r->is_result;
    for (; count && !r->now.type && !r->chosen; count--, c = c->next)
        for (uint32_t i = 0; c->acts && i < c->acts->frame->slot_count; i++)
            if (c->acts->operands[i].given && voc_is_reference(c->acts->operands[i].type) &&
                c->acts->operands[i].is.ref == r->ref)
                return is_chosen(c->acts, r->ref);
    return 0;
}

void cc_gather_begin(cc_fn *f, const m_clause *c, uint32_t count, cc_gathered *g)
{
    memset(g, 0, sizeof *g);
    g->of = c;
    g->count = count;
    g->before = f->s->referents;
    g->lost = f->lost;
    g->gained = f->gained;
    f->lost = f->gained = CC_BAD;
    for (; count; count--, c = c->next) {
        const char *native = c->acts ? c->acts->frame->native : NULL;
        if (native && !g->all_lost.type && vm_native_by_name(native) == VM_NATIVE_lose_life)
            g->all_lost = cc_num(f, 0);
        if (native && !g->all_gained.type && vm_native_by_name(native) == VM_NATIVE_gain_life)
            g->all_gained = cc_num(f, 0);
        for (uint32_t n = c->acts ? gives(c->acts) : 0; n; n--) {
            const cc_val spare = cc_op(f, VM_OP_NONE, 'e', 0, 0, 0);
            VEC_PUSH(f->u->mem, &g->at, cc_here(f) - 1);
            cc_give_back(f, spare);
        }
    }
}

/* Behind what one of them has done. */
void cc_gather_one(cc_fn *f, cc_gathered *g)
{
    uint32_t n = 0;
    if (g->all_lost.type && f->lost.type)
        cc_emit(f, VM_OP_ADD, g->all_lost.reg, g->all_lost.reg, f->lost.reg, 0);
    if (g->all_gained.type && f->gained.type)
        cc_emit(f, VM_OP_ADD, g->all_gained.reg, g->all_gained.reg, f->gained.reg, 0);
    for (cc_referent *r = f->s->referents; r && r != g->before && n < g->at.count; r = r->next) {
        if (r->owner != f->id || r->ref_class != CLASS_OBJECT || !r->was.type ||
            !is_gathered(g->of, g->count, r))
            continue;
        const cc_val one = cc_as(f, r->was, 'e'), all = cc_empty_from(f, g->at.at[n++]);
        if (!one.type || !all.type)
            return;
        cc_emit(f, VM_OP_UNION, all.reg, all.reg, one.reg, 0);
        cc_wait_joins(f, r->was, all);
        r->was = all;
        r->plural = 1;
        r->gathered |= r->ref != NULL;
    }
}

static cc_val sum(cc_fn *f, cc_val before, cc_val all)
{
    return !all.type      ? before
           : !before.type ? all
                          : cc_op(f, VM_OP_ADD, 'n', before.reg, all.reg, 0);
}

void cc_gather_end(cc_fn *f, const cc_gathered *g)
{
    f->lost = sum(f, g->lost, g->all_lost);
    f->gained = sum(f, g->gained, g->all_gained);
}

/* ---- for each of them: ... --------------------------------------------------------------------- */

/* What they choose, to do something to it or for what follows. */
static int is_some_thing(const m_ref *ref)
{
    return ref && ref->kind == REF_SOME && ref->ref_class == CLASS_OBJECT;
}

static uint32_t takes(const m_clause *c)
{
    uint32_t n = 0;
    for (; c; c = c->next) {
        const m_act *act = c->acts;
        const char *native = act ? act->frame->native : NULL;
        n += native && (cc_taken_by(native) || voc_is(act->frame, VOC_MAKES) ||
                        voc_is(act->frame, VOC_SEARCHES));
        for (uint32_t i = 0; act && i < act->frame->slot_count; i++)
            n += act->operands[i].given && voc_is_reference(act->operands[i].type) &&
                 is_some_thing(act->operands[i].is.ref);
    }
    return n;
}

static uint32_t acts_that_take(const m_body *body)
{
    uint32_t n = 0;
    for (const m_stmt *m = body ? body->stmts : NULL; m; m = m->next)
        n += takes(m->clauses) + acts_that_take(m->body) + acts_that_take(m->other);
    return n;
}

enum { PARTS = 3 }; /* what each was, has become, and was really taken */

void cc_turns_begin(cc_fn *f, const m_body *body, cc_turns *t)
{
    memset(t, 0, sizeof *t);
    t->before = f->s->referents;
    for (uint32_t n = acts_that_take(body) * PARTS; n; n--) {
        const cc_val spare = cc_op(f, VM_OP_NONE, 'e', 0, 0, 0);
        VEC_PUSH(f->u->mem, &t->at, cc_here(f) - 1);
        cc_give_back(f, spare);
    }
}

/* What this one has made, taken or found joins what those before it have. */
void cc_turns_end_one(cc_fn *f, const cc_turns *t)
{
    uint32_t n = 0;
    for (cc_referent *r = f->s->referents; r && r != t->before; r = r->next) {
        if (r->owner != f->id || r->again != AGAIN_NOT || r->ref_class != CLASS_OBJECT ||
            !r->was.type || r->in_hand ||
            !(r->is_result || r->paid || r->found || is_some_thing(r->ref)))
            continue;
        cc_val *const part[] = {&r->was, &r->now, &r->taken};
        for (int i = 0; i < PARTS; i++) {
            if (!part[i]->type || n == t->at.count)
                continue;
            const cc_val one = cc_as(f, *part[i], 'e'), all = cc_empty_from(f, t->at.at[n++]);
            if (!one.type || !all.type)
                return;
            cc_emit(f, VM_OP_UNION, all.reg, all.reg, one.reg, 0);
            cc_wait_joins(f, *part[i], all);
            *part[i] = all;
        }
        r->plural = 1;
    }
}
