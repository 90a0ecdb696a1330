/* Instructions that make a set only for it to be counted, summed up or found not to be empty become one that makes none. Done
 * when a function is complete: only where nothing else reads the set, on no path. */
#include "compiler/lower/lower.h"

#include <string.h>

typedef struct fusing {
    cc_fn *f;
    uint32_t count;     /* instructions */
    uint64_t *live_out; /* registers that are read behind an instruction before they are written */
    uint8_t *target;    /* something jumps there */
    uint8_t *drop;
} fusing;

static uint32_t op_at(const fusing *s, uint32_t pc)
{
    return pc < s->count ? s->f->code.at[pc * 2] & 255 : VM_OP_RET;
}

static uint32_t operand(const fusing *s, uint32_t pc, int which) /* 0 a, 1 b, 2 c */
{
    return s->f->code.at[pc * 2] >> (8 + 8 * which) & 255;
}

static int jumps(const fusing *s, uint32_t pc)
{
    return vm_op_describe(op_at(s, pc))->imm == 'j';
}

static uint64_t live_in(const fusing *s, uint32_t pc)
{
    uint64_t reads, writes;
    if (pc >= s->count)
        return 0;
    cc_uses(s->f, pc, &reads, &writes);
    if (op_at(s, pc) == VM_OP_ITER) /* behind the end of the loop it has written nothing */
        writes = 0;
    return reads | (s->live_out[pc] & ~writes);
}

static void find_live(const fusing *s)
{
    for (int changed = 1; changed;) {
        changed = 0;
        for (uint32_t pc = s->count; pc-- > 0;) {
            const int ends = (vm_op_describe(op_at(s, pc))->flags & OPF_END) != 0;
            uint64_t live = ends ? 0 : live_in(s, pc + 1);
            if (jumps(s, pc))
                live |= live_in(s, s->f->code.at[pc * 2 + 1]);
            changed |= live != s->live_out[pc];
            s->live_out[pc] = live;
        }
    }
}

/* Is that the next instruction, come to from here alone, the last to read this register? */
static int goes_to(const fusing *s, uint32_t pc, uint32_t op, uint32_t reg, int which)
{
    return pc < s->count && op_at(s, pc) == op && !s->target[pc] && operand(s, pc, which) == reg &&
           (!(s->live_out[pc] >> reg & 1) || operand(s, pc, 0) == reg);
}

static void become(const fusing *s, uint32_t pc, uint32_t op, uint32_t a, uint32_t b,
                   uint32_t dropped)
{
    s->f->code.at[pc * 2] = op | a << 8 | b << 16;
    memset(s->drop + pc + 1, 1, dropped);
}

/* Is it only asked whether what was counted is more than 0, or 1 at least? */
static int asks_for_any(const fusing *s, uint32_t pc)
{
    const uint32_t n = operand(s, pc, 0);
    if (op_at(s, pc + 1) != VM_OP_LDI || s->target[pc + 1])
        return 0;
    const uint32_t number = operand(s, pc + 1, 0), is = s->f->code.at[(pc + 1) * 2 + 1],
                   op = is ? VM_OP_LE : VM_OP_LT;
    return is < 2 && number != n && goes_to(s, pc + 2, op, n, 2) &&
           goes_to(s, pc + 2, op, number, 1);
}

/* YOU, SELECT, CONTROLLED_BY: of the permanents that match, those that you control match a selector that says so. */
static int narrow_at(fusing *s, uint32_t pc)
{
    cc_unit *u = s->f->u;
    const uint32_t you = operand(s, pc, 0), all = pc + 1 < s->count ? operand(s, pc + 1, 0) : 0;
    if (op_at(s, pc) != VM_OP_YOU || op_at(s, pc + 1) != VM_OP_SELECT || s->target[pc + 1] ||
        all == you || !goes_to(s, pc + 2, VM_OP_CONTROLLED_BY, all, 1) ||
        operand(s, pc + 2, 2) != you)
        return 0;
    vm_selector row = u->selector.at[s->f->code.at[(pc + 1) * 2 + 1]];
    if (row.controller || row.zones != 1u << VM_ZONE_BATTLEFIELD || row.want != VM_WANT_OBJECTS)
        return 0;
    row.controller = VM_REL_YOU;
    VEC_PUSH(u->mem, &u->selector, row);
    s->f->code.at[(pc + 1) * 2 + 1] = u->selector.count - 1;
    become(s, pc + 1, VM_OP_SELECT, operand(s, pc + 2, 0), 0, 1);
    s->drop[pc] = goes_to(s, pc + 2, VM_OP_CONTROLLED_BY, you, 2);
    return 1;
}

/* SELECT, GONE, MINUS: what has just been found is all there. */
static int there_at(fusing *s, uint32_t pc)
{
    const uint32_t all = operand(s, pc, 0), gone = pc + 1 < s->count ? operand(s, pc + 1, 0) : 0;
    if (op_at(s, pc) != VM_OP_SELECT || op_at(s, pc + 1) != VM_OP_GONE || s->target[pc + 1] ||
        operand(s, pc + 1, 1) != all || gone == all || !goes_to(s, pc + 2, VM_OP_MINUS, gone, 2) ||
        !goes_to(s, pc + 2, VM_OP_MINUS, all, 1))
        return 0;
    become(s, pc, VM_OP_SELECT, operand(s, pc + 2, 0), 0, 2);
    return 1;
}

static int fuse_at(fusing *s, uint32_t pc)
{
    const uint32_t set = operand(s, pc, 0);
    if (op_at(s, pc) != VM_OP_SELECT)
        return 0;
    if (goes_to(s, pc + 1, VM_OP_PROP, set, 1)) {
        become(s, pc, VM_OP_SELECT_SUM, operand(s, pc + 1, 0), s->f->code.at[(pc + 1) * 2 + 1], 1);
        return 1;
    }
    if (!goes_to(s, pc + 1, VM_OP_COUNT, set, 1))
        return 0;
    if (asks_for_any(s, pc + 1))
        become(s, pc, VM_OP_SELECT_ANY, operand(s, pc + 3, 0), 0, 3);
    else
        become(s, pc, VM_OP_SELECT_COUNT, operand(s, pc + 1, 0), 0, 1);
    return 1;
}

/* What is left moves together; jumps and lines go along. */
static void close_up(const fusing *s)
{
    cc_fn *f = s->f;
    uint32_t *at = arena_alloc(f->u->mem, (s->count + 1) * sizeof *at), n = 0;
    for (uint32_t pc = 0; pc < s->count; pc++) {
        at[pc] = n;
        n += !s->drop[pc];
    }
    at[s->count] = n;
    for (uint32_t pc = 0; pc < s->count; pc++) {
        const uint32_t word = f->code.at[pc * 2], imm = f->code.at[pc * 2 + 1];
        if (s->drop[pc])
            continue;
        f->code.at[at[pc] * 2] = word;
        f->code.at[at[pc] * 2 + 1] = vm_op_describe(word & 255)->imm == 'j' ? at[imm] : imm;
    }
    f->code.count = n * 2;
    for (uint32_t i = 0; i < f->lines.count; i++)
        f->lines.at[i].pc = at[f->lines.at[i].pc];
}

/* All the places where `change` finds something, in one pass. */
static void pass(cc_fn *f, int (*change)(fusing *s, uint32_t pc))
{
    fusing s = {f, cc_here(f), NULL, NULL, NULL};
    int any = 0;
    s.live_out = arena_alloc(f->u->mem, s.count * sizeof *s.live_out);
    s.target = arena_alloc(f->u->mem, s.count + 1);
    s.drop = arena_alloc(f->u->mem, s.count);
    memset(s.live_out, 0, s.count * sizeof *s.live_out);
    memset(s.target, 0, s.count + 1);
    memset(s.drop, 0, s.count);
    for (uint32_t pc = 0; pc < s.count; pc++)
        if (jumps(&s, pc))
            s.target[f->code.at[pc * 2 + 1]] = 1;
    find_live(&s);
    for (uint32_t pc = 0; pc < s.count; pc++)
        any |= change(&s, pc);
    if (any)
        close_up(&s);
}

void cc_fuse(cc_fn *f)
{
    for (uint32_t pc = 0; pc < cc_here(f); pc++)
        if ((f->code.at[pc * 2] & 255) == VM_OP_SELECT) {
            pass(f, narrow_at);
            pass(f, there_at);
            pass(f, fuse_at);
            return;
        }
}
