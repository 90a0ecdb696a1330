/* Paths: what was done on one way through a function only. Behind a part that may be skipped ('you may', 'if', 'unless')
 * pronouns still mean what was said in it. Where it was skipped nothing came of it, and what it would have moved
 * is what it was: the way around it says so to the registers. */
#include "compiler/lower/lower.h"

#include <string.h>

typedef struct kept {
    cc_referent *r;
    cc_val was, now, taken;
    uint8_t place;
} kept;

struct cc_path {
    cc_referent *newest;
    VEC(kept) places; /* where all that was said before was */
    uint8_t this_place, may;
    uint32_t outer; /* paths around it */
    VEC(kept) old;
    uint8_t held[VM_REG_MAX];
    cc_val piles, first_pile, pile, voted;
    const cc_referent *rest_from;
    cc_val rest, that_many, acted, lost, gained, searched, won;
};

cc_path *cc_path_begin(cc_fn *f)
{
    cc_path *p = ARENA_NEW(f->u->mem, cc_path);
    p->newest = f->s->referents;
    p->outer = f->paths++;
    for (cc_referent *r = p->newest; r; r = r->next)
        if (r->owner == f->id || !r->was.type)
            VEC_PUSH(f->u->mem, &p->old, ((kept){r, r->was, r->now, r->taken, 0}));
    for (cc_referent *r = p->newest; r; r = r->next)
        VEC_PUSH(f->u->mem, &p->places, ((kept){.r = r, .place = r->place}));
    p->this_place = f->this_place;
    memcpy(p->held, f->holder, sizeof p->held);
    p->rest = f->rest;
    p->rest_from = f->rest_from;
    p->that_many = f->that_many;
    p->acted = f->acted;
    p->lost = f->lost;
    p->gained = f->gained;
    p->searched = f->searched;
    p->won = f->won;
    p->piles = f->piles;
    p->first_pile = f->first_pile;
    p->pile = f->pile;
    p->voted = f->voted;
    return p;
}

/* Is it a register that only the part has filled? */
static int is_new(const cc_path *p, cc_val v)
{
    return v.type && !p->held[v.reg];
}

static int differs(cc_val a, cc_val b)
{
    return a.type != b.type || a.reg != b.reg;
}

static void nothing(cc_fn *f, cc_val v)
{
    if (vm_value_type(v.type) >= 0)
        cc_emit(f, VM_OP_LDI, v.reg, 0, 0, 0);
    else if (v.type == 'b')
        cc_emit(f, VM_OP_LDB, v.reg, 0, 0, 0);
    else
        cc_emit(f, VM_OP_NONE, v.reg, 0, 0, 0);
}

/* The same as before the part; nothing, if it was nothing then. */
static void as_before(cc_fn *f, cc_val v, cc_val before)
{
    static const struct {
        char to, from;
        uint8_t op;
    } CAST[] = {{'e', 'o', VM_OP_WIDEN},
                {'e', 'p', VM_OP_WIDEN},
                {'o', 'e', VM_OP_OBJECTS},
                {'p', 'e', VM_OP_ONLY_PLAYERS}};
    if (before.type == v.type) {
        cc_emit(f, VM_OP_MOV, v.reg, before.reg, 0, 0);
        return;
    }
    for (size_t i = 0; i < sizeof CAST / sizeof *CAST; i++)
        if (CAST[i].to == v.type && CAST[i].from == before.type) {
            cc_emit(f, CAST[i].op, v.reg, before.reg, 0, 0);
            return;
        }
    nothing(f, v);
}

void cc_path_may(cc_path *p)
{
    p->may = 1;
}

/* What was said for the first time in the part. Targets, this, names are there all the same; the rest is nothing, and so is
 * a target of what somebody was asked to do and did not: you may exile target creature, return that card later. */
static void first_said(cc_fn *f, const cc_path *p, cc_referent *r, int which, cc_val v)
{
    if (p->may && r->again == AGAIN_TARGET && r->ref_class == CLASS_OBJECT) {
        r->declinable = 1;
        nothing(f, v);
        return;
    }
    const cc_val there = which == 2                  ? CC_BAD
                         : which == 1 && r->was.type ? cc_as(f, r->was, v.type)
                         : r->again == AGAIN_NOT     ? CC_BAD
                                                     : cc_as(f, cc_have_again(f, r), v.type);
    if (there.type)
        cc_emit(f, VM_OP_MOV, v.reg, there.reg, 0, 0);
    else
        nothing(f, v);
}

static uint32_t number_around(cc_fn *f, const cc_path *p, cc_val now, cc_val before, int write)
{
    if (!differs(now, before) || !is_new(p, now))
        return 0;
    if (write)
        as_before(f, now, before);
    return 1;
}

/* A flip that was not made was neither won nor lost. */
static uint32_t flip_around(cc_fn *f, const cc_path *p, int write)
{
    const uint32_t n = number_around(f, p, f->won, p->won, write && p->won.type);
    if (n && write && !p->won.type)
        cc_emit(f, VM_OP_LDI, f->won.reg, 0, 0, -1);
    return n;
}

/* How many mean what is in this register? */
static int holders(const cc_fn *f, int reg)
{
    const cc_val numbers[] = {f->rest, f->that_many, f->acted,      f->lost, f->gained, f->searched,
                              f->won,  f->piles,     f->first_pile, f->pile, f->voted};
    int n = 0;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        n += numbers[i].type && numbers[i].reg == reg;
    for (const cc_referent *r = f->s->referents; r; r = r->next)
        n += r->owner == f->id &&
             ((r->was.type && r->was.reg == reg) || (r->now.type && r->now.reg == reg) ||
              (r->taken.type && r->taken.reg == reg));
    return n;
}

/* What the part did and how many that were can lie in one register. Around the part they are not the same: nothing was done,
 * but the thing is where it was. */
static void detach(cc_fn *f, const cc_path *p)
{
    const struct {
        cc_val *now, before;
    } all[] = {{&f->that_many, p->that_many},
               {&f->acted, p->acted},
               {&f->rest, p->rest},
               {&f->lost, p->lost},
               {&f->gained, p->gained},
               {&f->searched, p->searched},
               {&f->won, p->won}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        cc_val *v = all[i].now;
        if (!differs(*v, all[i].before) || !is_new(p, *v) || holders(f, v->reg) < 2)
            continue;
        const cc_val own = cc_reg(f, v->type);
        cc_emit(f, VM_OP_MOV, own.reg, v->reg, 0, 0);
        *v = own;
    }
}

/* Is what some were taken from something that only the part has made? Around it there is nothing to take from. */
static int said_inside(const cc_fn *f, const cc_path *p, const cc_referent *newest)
{
    for (const cc_referent *r = newest; r && r != p->newest; r = r->next)
        if (r == f->rest_from)
            return 1;
    return 0;
}

/* Counts what the way around has to do; `write`: does it. */
static uint32_t go_around(cc_fn *f, const cc_path *p, int write)
{
    uint32_t n = 0;
    for (cc_referent *r = f->s->referents; r && r != p->newest; r = r->next) {
        const cc_val all[] = {r->was, r->now, r->taken};
        for (int i = 0; i < 3; i++)
            if (r->owner == f->id && is_new(p, all[i])) {
                n++;
                if (write)
                    first_said(f, p, r, i, all[i]);
            }
    }
    for (uint32_t i = 0; i < p->old.count; i++) {
        const kept *k = &p->old.at[i];
        const cc_val now[] = {k->r->was, k->r->now, k->r->taken},
                     before[] = {k->was, k->now.type ? k->now : k->was, k->taken};
        const cc_val then[] = {k->was, k->now, k->taken};
        for (int j = 0; j < 3 && k->r->owner == f->id; j++)
            if (differs(now[j], then[j]) && is_new(p, now[j])) {
                n++;
                if (write && !k->was.type) /* of the event, say: put somewhere in the part */
                    first_said(f, p, k->r, j, now[j]);
                else if (write)
                    as_before(f, now[j], before[j]);
            }
    }
    n += number_around(f, p, f->lost, p->lost, write);
    n += number_around(f, p, f->gained, p->gained, write);
    n += number_around(f, p, f->searched, p->searched, write);
    n += flip_around(f, p, write);
    n += number_around(f, p, f->piles, p->piles, write);
    n += number_around(f, p, f->first_pile, p->first_pile, write);
    n += number_around(f, p, f->pile, p->pile, write);
    n += number_around(f, p, f->voted, p->voted, write);
    n += number_around(f, p, f->that_many, CC_BAD, write);
    n += number_around(f, p, f->acted, CC_BAD, write);
    if (differs(f->rest, p->rest) && is_new(p, f->rest)) {
        n++;
        if (write) {
            const cc_val rest = f->rest;
            cc_referent *newest = f->s->referents;
            f->s->referents = p->newest; /* as it was said before the part */
            const int known = f->rest_of && !said_inside(f, p, newest),
                      others = known && f->rest_from && f->rest_from != p->rest_from;
            as_before(f, rest,
                      p->rest.type && !others ? p->rest
                      : known                 ? cc_ref_now(f, f->rest_of, 'e')
                                              : CC_BAD);
            f->s->referents = newest;
        }
    }
    return n;
}

static void forget_place(const cc_fn *f, cc_referent *r)
{
    if (r->place_in != f->id)
        return;
    r->place_done = r->place;
    r->place = CC_NOBODY_KNOWS;
}

void cc_path_was_taken(cc_fn *f)
{
    for (cc_referent *r = f->s->referents; r; r = r->next)
        if (r->place_in == f->id && r->place == CC_NOBODY_KNOWS && r->place_done)
            r->place = r->place_done;
}

void cc_path_is_another(cc_fn *f)
{
    for (cc_referent *r = f->s->referents; r; r = r->next)
        r->place_done = 0;
}

/* Where something is that the part has put somewhere is not known behind it. */
static void forget_places(cc_fn *f, const cc_path *p)
{
    for (cc_referent *r = f->s->referents; r && r != p->newest; r = r->next)
        forget_place(f, r);
    for (uint32_t i = 0; i < p->places.count; i++) {
        const kept *k = &p->places.at[i];
        k->r->place_done = 0;
        if (k->r->place != k->place)
            forget_place(f, k->r);
    }
    if (f->this_place != p->this_place)
        f->this_place = CC_NOBODY_KNOWS;
}

void cc_path_none(cc_fn *f, const cc_path *p)
{
    f->paths = p->outer;
}

void cc_path_end(cc_fn *f, const cc_path *p, const uint32_t *jumps, uint32_t count)
{
    f->paths = p->outer;
    const int around = go_around(f, p, 0) != 0;
    forget_places(f, p);
    if (around)
        detach(f, p);
    const uint32_t over = around ? cc_emit(f, VM_OP_JMP, 0, 0, 0, 0) : 0;
    for (uint32_t i = 0; i < count; i++)
        cc_patch(f, jumps[i]);
    if (!around)
        return;
    go_around(f, p, 1);
    cc_patch(f, over);
}

uint32_t cc_path_else(cc_fn *f, const cc_path *p, uint32_t to_else)
{
    detach(f, p);
    const uint32_t to_end = cc_emit(f, VM_OP_JMP, 0, 0, 0, 0);
    cc_patch(f, to_else);
    go_around(f, p, 1);
    forget_places(f, p);
    return to_end;
}
