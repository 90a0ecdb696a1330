/* The verifier on paths, over instructions that are in order by themselves:
 *
 * V43 A register is read only where it was written on every path. `in` of an instruction is the set of
 *     registers written on all paths to it: the meet over all edges, backward ones too, brought to its
 *     greatest fixpoint. Each visit takes registers out of some `in`, so the work is bounded by their number.
 * V49 No path runs past the end.
 * V51 Every loop ends. A part of the graph in which control can go round (a strongly connected component)
 *     needs an ITER that leaves it when done, and whose counter and set nothing else in the part writes: it
 *     is then passed only as often as the set has members. Without that ITER the part falls into smaller
 *     ones, which are proven likewise, VM_LOOPS_MAX deep. */
#include "vm/verifier.h"

#include "base/assert.h"

#include <string.h>

enum { NO_STEP = UINT32_MAX };

typedef struct step { /* an instruction, as far as paths are concerned */
    uint64_t reads, writes;
    uint32_t next, jump;       /* where control goes; NO_STEP */
    uint64_t in;               /* V43; all ones = not reached */
    uint32_t index, low, part; /* V51: Tarjan's numbers, and the component */
    uint8_t removed, waiting, stacked, iter;
} step;

typedef struct graph {
    const vm_checker *c;
    const vm_func *f;
    uint32_t func, count;
    step *at;
    uint32_t *list, *path; /* work lists with room for every instruction */
} graph;

static uint64_t bit(uint32_t reg)
{
    return UINT64_C(1) << reg;
}

typedef struct touched { /* registers */
    uint64_t reads, writes;
} touched;

static void touch(char kind, uint8_t reg, touched *t)
{
    if (kind >= 'a' && kind <= 'z')
        t->reads |= bit(reg);
    else if (kind >= 'A' && kind <= 'Z')
        t->writes |= bit(reg);
}

static touched touched_by(const vm_checker *c, vm_insn i, const vm_op_info *info)
{
    touched t = {0, 0};
    if (i.op == VM_OP_NATIVE) {
        const uint32_t args = c->calls.of[i.imm].args;
        t.reads = args ? (bit(args) - 1) << i.a : 0;
        if (vm_native_describe((uint32_t)i.imm)->result != '-')
            t.writes = bit(i.b);
        return t;
    }
    touch(info->a, i.a, &t);
    touch(info->b, i.b, &t);
    touch(info->c, i.c, &t);
    return t;
}

static int past_the_end(const graph *g, uint32_t pc)
{
    return vm_refuse(g->c, "V49", VM_SECTION_func, g->func, pc,
                     "control runs past the end of the function");
}

static int not_written(const graph *g, uint32_t pc)
{
    return vm_refuse(g->c, "V43", VM_SECTION_func, g->func, pc,
                     "a register is read before it is written");
}

/* Fills at[]; V49. */
static int read_steps(graph *g)
{
    const vm_pack *p = g->c->p;
    for (uint32_t pc = 0, span; pc < g->count; pc += span) {
        const vm_insn i = vm_insn_at(p, g->f->code, pc);
        const vm_op_info *info = vm_op_describe(i.op);
        step *s = &g->at[pc];
        memset(s, 0, sizeof *s);
        span = vm_insn_span(p, g->f, pc);
        for (uint32_t k = 1; k < span; k++) {
            memset(&g->at[pc + k], 0, sizeof *s);
            g->at[pc + k].next = g->at[pc + k].jump = NO_STEP;
        }
        const touched t = touched_by(g->c, i, info);
        s->reads = t.reads;
        s->writes = t.writes;
        s->iter = i.op == VM_OP_ITER;
        s->in = UINT64_MAX;
        s->jump = info->imm == 'j' ? (uint32_t)i.imm : NO_STEP;
        s->next = info->flags & OPF_END ? NO_STEP : pc + span;
        if (s->next != NO_STEP && s->next >= g->count)
            return past_the_end(g, pc);
    }
    return 1;
}

/* ---- definedness (V43) --------------------------------------------------------------------------
 */

static void meet(graph *g, uint32_t to, uint64_t written, uint32_t *count)
{
    CANTRIP_ASSERT(to < g->count);
    step *s = &g->at[to];
    const int first = s->in == UINT64_MAX && !s->stacked;
    if (!first && (s->in & written) == s->in)
        return;
    s->stacked = 1; /* reached */
    s->in &= written;
    if (!s->waiting) {
        s->waiting = 1;
        g->list[(*count)++] = to;
    }
}

/* Where nothing goes back, an instruction stands behind all that lead to it, and one look at each in order is enough. */
static int check_forward(const graph *g, uint64_t *in)
{
    memset(in, 0xFF, sizeof *in * g->count); /* not reached */
    in[0] = bit(g->f->params) - 1;
    for (uint32_t pc = 0, next; pc < g->count; pc = next) {
        const vm_insn i = vm_insn_at(g->c->p, g->f->code, pc);
        const vm_op_info *info = vm_op_describe(i.op);
        const int ends = info->flags & OPF_END;
        next = pc + 1 + (i.op == VM_OP_NATIVE ? g->c->calls.of[i.imm].words : 0);
        if (next >= g->count && !ends)
            return past_the_end(g, pc);
        if (in[pc] == UINT64_MAX)
            continue;
        const touched t = touched_by(g->c, i, info);
        if (t.reads & ~in[pc])
            return not_written(g, pc);
        if (!ends)
            in[next] &= in[pc] | t.writes;
        if (info->imm == 'j')
            in[i.imm] &= i.op == VM_OP_ITER ? in[pc] : in[pc] | t.writes;
    }
    return 1;
}

static int check_written(graph *g)
{
    uint32_t count = 0;
    meet(g, 0, bit(g->f->params) - 1, &count);
    while (count) {
        step *s = &g->at[g->list[--count]];
        s->waiting = 0;
        if (s->next != NO_STEP)
            meet(g, s->next, s->in | s->writes, &count);
        if (s->jump != NO_STEP) /* an ITER that is done has not written its element */
            meet(g, s->jump, s->iter ? s->in : s->in | s->writes, &count);
    }
    CANTRIP_ASSERT(g->at[0].stacked); /* the beginning is reached */
    for (uint32_t pc = 0; pc < g->count; pc++)
        if (g->at[pc].stacked && (g->at[pc].reads & ~g->at[pc].in))
            return not_written(g, pc);
    return 1;
}

/* ---- loops (V51) --------------------------------------------------------------------------------
 */

static uint32_t neighbour(const graph *g, const step *s, uint32_t which)
{
    const uint32_t to = which ? s->jump : s->next;
    return to == NO_STEP || g->at[to].removed ? NO_STEP : to;
}

/* Tarjan's algorithm, with its own stack; `part` of a step is that of the others that it shares a loop
 * with, else 0. Gives the number of parts that control can go round in. */
static uint32_t find_parts(graph *g)
{
    uint32_t parts = 0, next_index = 1, depth = 0, stacked = 0;
    uint8_t *edge = (uint8_t *)(g->path + g->count); /* edges of each step of the path looked at */
    for (uint32_t pc = 0; pc < g->count; pc++) {
        g->at[pc].index = g->at[pc].part = 0;
        g->at[pc].stacked = 0;
    }
    for (uint32_t root = 0; root < g->count; root++) {
        if (g->at[root].index || g->at[root].removed)
            continue;
        g->path[0] = root;
        depth = 1;
        while (depth) {
            const uint32_t pc = g->path[depth - 1];
            step *s = &g->at[pc];
            if (!s->index) {
                s->index = s->low = next_index++;
                s->stacked = 1;
                g->list[stacked++] = pc;
                edge[depth - 1] = 0;
            }
            uint32_t to = NO_STEP;
            while (edge[depth - 1] < 2 && to == NO_STEP)
                to = neighbour(g, s, edge[depth - 1]++);
            if (to != NO_STEP && !g->at[to].index) {
                g->path[depth++] = to;
                continue;
            }
            if (to != NO_STEP) {
                if (g->at[to].stacked && g->at[to].index < s->low)
                    s->low = g->at[to].index;
                continue;
            }
            if (s->low == s->index) {
                const int alone = g->list[stacked - 1] == pc && neighbour(g, s, 0) != pc &&
                                  neighbour(g, s, 1) != pc;
                uint32_t member;
                CANTRIP_ASSERT(stacked && s->stacked);
                parts += !alone;
                do {
                    member = g->list[--stacked];
                    g->at[member].stacked = 0;
                    g->at[member].part = alone ? 0 : parts;
                } while (member != pc);
            }
            if (--depth && s->low < g->at[g->path[depth - 1]].low)
                g->at[g->path[depth - 1]].low = s->low;
        }
    }
    return parts;
}

/* Takes out of every part an ITER that bounds it; 0 = some part has none. `once` and `twice` are the
 * registers written in each part, and by more than one instruction of it. */
static int bound_parts(graph *g, uint32_t parts, uint64_t *once, uint64_t *twice)
{
    memset(once, 0, sizeof *once * (parts + 1));
    memset(twice, 0, sizeof *twice * (parts + 1));
    for (uint32_t pc = 0; pc < g->count; pc++) {
        const step *s = &g->at[pc];
        uint64_t writes = s->writes;
        if (s->iter) /* it moves its counter on */
            writes |= bit(vm_insn_at(g->c->p, g->f->code, pc).c);
        if (!s->part)
            continue;
        twice[s->part] |= once[s->part] & writes;
        once[s->part] |= writes;
    }
    for (uint32_t pc = 0; pc < g->count; pc++) {
        step *s = &g->at[pc];
        const vm_insn i = vm_insn_at(g->c->p, g->f->code, pc);
        if (!s->part || !s->iter || g->at[s->jump].part == s->part || i.a == i.b ||
            (twice[s->part] & bit(i.c)) || (once[s->part] & bit(i.b)))
            continue;
        CANTRIP_ASSERT(!s->removed); /* what is removed is in no part */
        s->removed = 1;
        once[s->part] = UINT64_MAX; /* one is enough: nothing else of this part passes the test */
        twice[s->part] = UINT64_MAX;
    }
    for (uint32_t part = 1; part <= parts; part++)
        if (twice[part] != UINT64_MAX)
            return 0;
    return 1;
}

static int check_loops(graph *g, uint64_t *once, uint64_t *twice)
{
    for (uint32_t round = 0; round <= VM_LOOPS_MAX; round++) {
        const uint32_t parts = find_parts(g);
        if (!parts)
            return 1;
        if (round == VM_LOOPS_MAX)
            break;
        if (!bound_parts(g, parts, once, twice)) {
            uint32_t pc = 0;
            while (!g->at[pc].part || twice[g->at[pc].part] == UINT64_MAX)
                pc++;
            return vm_refuse(g->c, "V51", VM_SECTION_func, g->func, pc,
                             "nothing shows that a loop ends");
        }
    }
    return vm_refuse(g->c, "V51", VM_SECTION_func, g->func, 0, "more than %u loops in one another",
                     VM_LOOPS_MAX);
}

int vm_check_flow(const vm_checker *c)
{
    const size_t room = VM_FUNC_CODE_MAX + 1;
    graph g = {.c = c};
    g.at = base_alloc(c->p->memory, room * sizeof *g.at);
    g.list = base_alloc(c->p->memory, room * sizeof *g.list);
    g.path = base_alloc(c->p->memory, room * (sizeof *g.path + 1));
    uint64_t *written = base_alloc(c->p->memory, room * 2 * sizeof *written);
    int ok = g.at && g.list && g.path && written;
    if (!ok)
        vm_refuse(c, "V8", 0, 0, 0, "out of memory");
    for (uint32_t i = 1; ok && i < c->p->func_count; i++) {
        g.f = &c->p->func[i];
        g.func = i;
        g.count = g.f->code_count / 2;
        CANTRIP_ASSERT(g.count && g.count <= VM_FUNC_CODE_MAX); /* V29, V49 */
        if (c->shape[i] & VM_FUNC_STRAIGHT)
            continue;
        ok = !(c->shape[i] & VM_FUNC_BACK)
                 ? check_forward(&g, written)
                 : read_steps(&g) && check_written(&g) && check_loops(&g, written, written + room);
    }
    base_free(c->p->memory, g.at);
    base_free(c->p->memory, g.list);
    base_free(c->p->memory, g.path);
    base_free(c->p->memory, written);
    return ok;
}
