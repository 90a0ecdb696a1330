/* The verifier on functions that use functions: an instruction asks a selector, whose predicate may ask
 * further ones, or what has happened, by the filter of an ability. In play each is a call, so they must not go in a circle (V50) nor too deep (V53). */
#include "vm/verifier.h"

#include "base/assert.h"

/* Calls `each` for every function that the instructions of one ask; 0 = none. */
static void each_of(const vm_checker *c, uint32_t func, vm_callee_fn each, void *user)
{
    const vm_func *f = &c->p->func[func];
    for (uint32_t pc = 0; (c->shape[func] & VM_FUNC_ASKS) && pc < f->code_count / 2; pc++)
        vm_each_callee(c->p, &c->calls, f, pc, each, user);
}

typedef struct order {
    const vm_checker *c;
    uint32_t *users, *depth,
        *ready; /* by function: uses not yet seen, calls around it; a work list */
    uint32_t count, func;
} order;

static int count_use(void *user, uint32_t callee)
{
    order *o = user;
    CANTRIP_ASSERT(callee < o->c->p->func_count);
    o->users[callee]++;
    return 1;
}

static int take_use(void *user, uint32_t callee)
{
    order *o = user;
    if (!callee)
        return 1;
    if (o->depth[callee] < o->depth[o->func] + 1)
        o->depth[callee] = o->depth[o->func] + 1;
    CANTRIP_ASSERT(o->users[callee]); /* counted before */
    if (!--o->users[callee])
        o->ready[o->count++] = callee;
    return 1;
}

static void each_use(order *o, uint32_t func, vm_callee_fn each)
{
    o->func = func;
    each_of(o->c, func, each, o);
}

/* Users before what they use (Kahn); what never becomes ready goes in a circle. */
static int put_in_order(order *o)
{
    const vm_pack *p = o->c->p;
    for (uint32_t i = 1; i < p->func_count; i++)
        each_use(o, i, count_use);
    for (uint32_t i = 1; i < p->func_count; i++)
        if (!o->users[i])
            o->ready[o->count++] = i;
    for (uint32_t i = 0; i < o->count; i++) {
        CANTRIP_ASSERT(o->count < p->func_count); /* each is ready once */
        if (o->depth[o->ready[i]] > VM_NESTING_MAX)
            return vm_refuse(o->c, "V53", VM_SECTION_func, o->ready[i], 0,
                             "more than %u predicates in one another", VM_NESTING_MAX);
        each_use(o, o->ready[i], take_use);
    }
    for (uint32_t i = 1; i < p->func_count; i++)
        if (o->users[i])
            return vm_refuse(o->c, "V50", VM_SECTION_func, i, 0, "a function uses itself");
    return 1;
}

int vm_check_nesting(const vm_checker *c)
{
    const size_t n = c->p->func_count;
    uint32_t *words = base_zeroed(c->p->memory, n, 3 * sizeof *words);
    if (!words)
        return vm_refuse(c, "V8", 0, 0, 0, "out of memory");
    order o = {c, words, words + n, words + 2 * n, 0, 0};
    const int ok = put_in_order(&o);
    base_free(c->p->memory, words);
    return ok;
}
