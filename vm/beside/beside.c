#include "vm/beside/beside.h"

#ifdef CANTRIP_CHECKED

#include "base/assert.h"

#include <string.h>

/* CANTRIP_ASSERT says what differs: each call stands by itself, so that its line names it. */
#define MUST CANTRIP_ASSERT

enum { LIMIT = 1000000000 }; /* numbers of the game stay inside +- of it */

typedef struct
    word { /* an instruction, taken apart: op, a, b, c from the lowest byte on, then imm */
    uint32_t op, a, b, c;
    int32_t imm;
} word;

static word read_word(const vm_beside *b, uint32_t pc)
{
    MUST(pc < b->func->code_count / 2);
    const uint32_t low = b->pack->code[b->func->code + 2 * pc],
                   high = b->pack->code[b->func->code + 2 * pc + 1];
    return (word){low % 256, low / 256 % 256, low / 65536 % 256, low / 16777216,
                  high < 0x80000000u ? (int32_t)high : -(int32_t)(~high) - 1};
}

/* ---- registers ---------------------------------------------------------------------------------- */

static char kind_of(const vm_beside *b, uint32_t reg)
{
    return (char)b->pack->regs[b->func->regs + reg];
}

/* May a register of that kind hold it? Sets are looked at by the host. */
static int is_of_kind(char kind, uint64_t v)
{
    const int64_t n = (int64_t)v;
    if (kind == 'b')
        return n == 0 || n == 1;
    if (kind == 'n')
        return n >= INT32_MIN && n <= INT32_MAX;
    if (kind == 's')
        return n >= -1 && n < VM_SUBTYPE_MAX;
    if (kind == 'z')
        return n >= 0 && n <= VM_ZONE_COUNT;
    if (kind == 'c')
        return (v | VM_MANA_MASK) == VM_MANA_MASK;
    return 1;
}

static uint64_t get(const vm_beside *b, uint32_t reg)
{
    MUST(reg < b->func->reg_count);
    MUST(b->written >> reg & 1); /* it was written before */
    MUST(is_of_kind(kind_of(b, reg), b->regs[reg]));
    return b->regs[reg];
}

static int64_t number(const vm_beside *b, uint32_t reg)
{
    return (int64_t)get(b, reg);
}

static void put(vm_beside *b, uint32_t reg, uint64_t v)
{
    MUST(reg < b->func->reg_count);
    MUST(is_of_kind(kind_of(b, reg), v));
    b->regs[reg] = v;
    b->written |= UINT64_C(1) << reg;
    b->pc++;
}

static void put_number(vm_beside *b, uint32_t reg, int64_t v)
{
    if (v > LIMIT)
        v = LIMIT;
    if (v < -LIMIT)
        v = -LIMIT;
    put(b, reg, (uint64_t)v);
}

/* Half of it, towards the smaller number. */
static int64_t half_down(int64_t v)
{
    return v >= 0 ? v / 2 : -((1 - v) / 2);
}

static void go(vm_beside *b, int32_t to)
{
    MUST(to >= 0 && (uint32_t)to < b->func->code_count / 2);
    MUST((uint32_t)to > b->pc || read_word(b, (uint32_t)to).op == VM_OP_ITER);
    MUST(read_word(b, (uint32_t)to).op != VM_OP_IMM);
    b->pc = (uint32_t)to;
}

static void end(vm_beside *b, vm_result how, uint64_t gives)
{
    b->ends = (int)how + 1;
    b->gives = gives;
}

/* ---- instructions ------------------------------------------------------------------------------- */

static int is_effect(const vm_beside *b)
{
    return (b->func->flags & VM_FN_EFFECT) != 0;
}

/* What it needs is there, of the kinds that its signature says; the words behind it belong to it. */
static void check_native(const vm_beside *b, word w)
{
    const vm_native_info *is = vm_native_describe((uint32_t)w.imm);
    char name[32], type;
    uint32_t reg = w.a, words = 0;
    MUST(is_effect(b) && is);
    for (const char *at = is->signature; (type = vm_signature_next(&at, name, sizeof name)) != 0;) {
        if (type >= 'a' && type <= 'z') {
            get(b, reg);
            MUST((type != 'b' && type != 'n') || kind_of(b, reg) == type);
            MUST((type != 'o' && type != 'p') || kind_of(b, reg) == type);
            reg++;
            continue;
        }
        words += type == 'M' || type == 'C' || type == 'L' || type == 'W' ? 2 : 1;
    }
    for (uint32_t k = 0; k < words; k++)
        MUST(read_word(b, b->pc + 1 + k).op == VM_OP_IMM);
    MUST(read_word(b, b->pc + 1 + words).op != VM_OP_IMM); /* and control goes on behind them */
    MUST(is->result == '-' ? w.b == 0 : w.b < b->func->reg_count);
}

/* What is asked of the host: operands of its kinds; the answer comes later. */
static void ask(vm_beside *b, word w)
{
    const vm_op_info *is = vm_op_describe((uint8_t)w.op);
    const char kinds[3] = {is ? is->a : 0, is ? is->b : 0, is ? is->c : 0};
    const uint32_t at[3] = {w.a, w.b, w.c};
    MUST(is != NULL && w.op != VM_OP_IMM);
    for (int k = 0; k < 3; k++) {
        if (kinds[k] >= 'a' && kinds[k] <= 'z')
            get(b, at[k]);
        MUST(kinds[k] != '-' || at[k] == 0);
    }
    b->asks = 1;
}

/* Those of two registers and a number. */
static int do_sums(vm_beside *b, word w)
{
    switch (w.op) {
    case VM_OP_ADD:
        put_number(b, w.a, number(b, w.b) + number(b, w.c));
        return 1;
    case VM_OP_SUB:
        put_number(b, w.a, number(b, w.b) - number(b, w.c));
        return 1;
    case VM_OP_MUL:
        put_number(b, w.a, number(b, w.b) * number(b, w.c));
        return 1;
    case VM_OP_HALF_DOWN:
        put(b, w.a, (uint64_t)half_down(number(b, w.b)));
        return 1;
    case VM_OP_HALF_UP:
        put(b, w.a, (uint64_t)-half_down(-number(b, w.b)));
        return 1;
    case VM_OP_EQ:
        put(b, w.a, number(b, w.b) - number(b, w.c) == 0 ? 1 : 0);
        return 1;
    case VM_OP_LT:
        put(b, w.a, number(b, w.c) - number(b, w.b) > 0 ? 1 : 0);
        return 1;
    case VM_OP_LE:
        put(b, w.a, number(b, w.c) - number(b, w.b) >= 0 ? 1 : 0);
        return 1;
    case VM_OP_BITS:
        put(b, w.a, get(b, w.b) & get(b, w.c) ? 1 : 0);
        return 1;
    case VM_OP_NOT:
        put(b, w.a, get(b, w.b) == 0 ? 1 : 0);
        return 1;
    case VM_OP_AND:
        put(b, w.a, get(b, w.b) + get(b, w.c) == 2 ? 1 : 0);
        return 1;
    case VM_OP_OR:
        put(b, w.a, get(b, w.b) + get(b, w.c) == 0 ? 0 : 1);
        return 1;
    default:
        return 0;
    }
}

static void execute(vm_beside *b)
{
    const word w = read_word(b, b->pc);
    if (do_sums(b, w))
        return;
    switch (w.op) {
    case VM_OP_RET: /* a number, of a value function */
    case VM_OP_GIVE:
        MUST(!is_effect(b) && ((b->func->flags & VM_FN_SET) != 0) == (w.op == VM_OP_GIVE));
        end(b, VM_ENDED, get(b, w.a));
        return;
    case VM_OP_DONE:
        MUST(is_effect(b));
        end(b, VM_ENDED, 0);
        return;
    case VM_OP_NATIVE:
        check_native(b, w);
        end(b, VM_NATIVE_CALL, 0);
        return;
    case VM_OP_LDI:
        put(b, w.a, (uint64_t)(int64_t)w.imm);
        return;
    case VM_OP_LDB:
        put(b, w.a, w.imm == 0 ? 0 : 1);
        return;
    case VM_OP_MOV:
        MUST(kind_of(b, w.a) == kind_of(b, w.b));
        put(b, w.a, get(b, w.b));
        return;
    case VM_OP_WIDEN:
    case VM_OP_NUMBER:
        put(b, w.a, get(b, w.b));
        return;
    case VM_OP_JMP:
        go(b, w.imm);
        return;
    case VM_OP_JF:
        if (get(b, w.a) == 0)
            go(b, w.imm);
        else
            b->pc++;
        return;
    case VM_OP_ITER:
        get(b, w.c); /* any number: what is no place of the set is past its end */
        get(b, w.b);
        b->asks = 1;
        return;
    case VM_OP_SET_LINK:
    case VM_OP_SET_LINK_NUM:
    case VM_OP_SET_LINK_OF:
    case VM_OP_ADD_LINK:
        MUST(is_effect(b));
        ask(b, w);
        return;
    default:
        ask(b, w);
        return;
    }
}

/* The host has answered the instruction at hand. */
static void answered(vm_beside *b, uint64_t answer)
{
    const word w = read_word(b, b->pc);
    b->asks = 0;
    if (w.op == VM_OP_ITER && !answer) {
        go(b, w.imm); /* when it is done nothing is written */
        return;
    }
    if (w.op == VM_OP_ITER) {
        const uint64_t next = get(b, w.c) + 1;
        put(b, w.a, answer);
        b->regs[w.c] = next;
        return;
    }
    const vm_op_info *is = vm_op_describe((uint8_t)w.op);
    if (is->a >= 'A' && is->a <= 'Z')
        put(b, w.a, answer);
    else
        b->pc++;
}

/* ---- beside the other --------------------------------------------------------------------------- */

static void start(vm_beside *b, const vm_pack *p, const vm_func *func)
{
    b->pack = p;
    b->func = func;
    b->asks = b->ends = 0;
    b->pc = 0;
    MUST(func->reg_count <= VM_REG_MAX && func->params <= func->reg_count);
    b->written = (UINT64_C(1) << func->params) - 1;
}

static int are_same(const vm_beside *b, const uint64_t *regs)
{
    for (uint32_t r = 0; r < b->func->reg_count; r++)
        if (b->regs[r] != regs[r])
            return 0;
    return 1;
}

void vm_beside_begin(vm_beside *b, const vm_pack *p, const vm_func *func, uint32_t pc,
                     const uint64_t *regs, const uint32_t *fuel, vm_world_fn world, void *user)
{
    start(b, p, func);
    memcpy(b->regs, regs, sizeof *regs * func->reg_count);
    if (pc) /* behind a native: what was written before is not known any more */
        b->written = UINT64_MAX;
    b->pc = pc;
    b->world = world;
    b->user = user;
    b->fuel_at = fuel;
    b->fuel = *fuel;
}

void vm_beside_step(vm_beside *b, uint32_t pc, const uint64_t *regs)
{
    MUST(!b->ends);               /* the first goes on, and this one is at the end */
    MUST(!b->asks);               /* the first did not ask what stands there */
    MUST(pc == b->pc);            /* the first is elsewhere */
    MUST(are_same(b, regs));      /* the first has other values */
    MUST(*b->fuel_at == b->fuel); /* the first has taken more or less */
    if (!b->fuel) {
        end(b, VM_RAN_OUT, 0);
        return;
    }
    b->fuel--;
    execute(b);
}

uint64_t vm_beside_world(void *beside, vm_insn i, const uint64_t *regs)
{
    vm_beside *b = beside;
    const word w = read_word(b, b->pc);
    MUST(b->asks); /* the first asks, and nothing stands there to be asked */
    MUST(i.op == w.op && i.a == w.a && i.b == w.b && i.c == w.c && i.imm == w.imm);
    MUST(are_same(b, regs));
    MUST(*b->fuel_at == b->fuel);
    const uint64_t answer = b->world(b->user, i, regs);
    MUST(*b->fuel_at <= b->fuel);
    b->fuel = *b->fuel_at;
    answered(b, answer);
    return answer;
}

void vm_beside_end(const vm_beside *b, vm_result result, uint32_t pc, const uint64_t *regs,
                   uint64_t value)
{
    MUST(b->ends == (int)result + 1);
    MUST(are_same(b, regs));
    MUST(*b->fuel_at == b->fuel);
    MUST(result == VM_ENDED ? value == b->gives : pc == b->pc);
}

int vm_beside_value(const vm_pack *p, const vm_func *func, uint64_t param, vm_world_fn world,
                    void *user, uint32_t *steps, uint64_t *out)
{
    vm_beside b;
    start(&b, p, func);
    memset(b.regs, 0, sizeof *b.regs * func->reg_count);
    if (func->params)
        b.regs[0] = param;
    for (; *steps; --*steps) {
        execute(&b);
        if (b.asks) {
            const word w = read_word(&b, b.pc);
            answered(
                &b, world(user,
                          (vm_insn){(uint8_t)w.op, (uint8_t)w.a, (uint8_t)w.b, (uint8_t)w.c, w.imm},
                          b.regs));
        }
        if (b.ends) {
            *out = b.gives;
            return 1;
        }
    }
    return 0;
}

#else
typedef int vm_beside_is_of_builds_that_check;
#endif
