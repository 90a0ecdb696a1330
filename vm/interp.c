#include "vm/interp.h"

static int64_t num(uint64_t v)
{
    return (int64_t)v;
}

/* Numbers stay inside +-10^9, so that no sum or product overflows. */
static uint64_t clamp(int64_t v)
{
    const int64_t max = 1000000000;
    return (uint64_t)(v > max ? max : v < -max ? -max : v);
}

vm_result vm_run(const vm_pack *p, const vm_func *func, uint32_t *pc_at, uint64_t *regs,
                 uint32_t *fuel, vm_world_fn world, void *user, uint64_t *out_value)
{
    uint32_t pc = *pc_at;
    for (;;) {
        if (!*fuel) {
            *pc_at = pc;
            return VM_RAN_OUT;
        }
        --*fuel;
        vm_insn i = vm_insn_at(p, func->code, pc);
        switch (i.op) {
        case VM_OP_RET:
        case VM_OP_GIVE:
            *out_value = regs[i.a];
            return VM_ENDED;
        case VM_OP_DONE:
            *out_value = 0;
            return VM_ENDED;
        case VM_OP_NATIVE:
            *pc_at = pc;
            return VM_NATIVE_CALL;
        case VM_OP_LDI:
            regs[i.a] = (uint64_t)(int64_t)i.imm;
            break;
        case VM_OP_LDB:
            regs[i.a] = i.imm != 0;
            break;
        case VM_OP_MOV:
        case VM_OP_WIDEN:
        case VM_OP_NUMBER:
            regs[i.a] = regs[i.b];
            break;
        case VM_OP_ADD:
            regs[i.a] = clamp(num(regs[i.b]) + num(regs[i.c]));
            break;
        case VM_OP_SUB:
            regs[i.a] = clamp(num(regs[i.b]) - num(regs[i.c]));
            break;
        case VM_OP_MUL:
            regs[i.a] = clamp(num(regs[i.b]) * num(regs[i.c]));
            break;
        case VM_OP_HALF_UP:
            regs[i.a] = (uint64_t)((num(regs[i.b]) + (num(regs[i.b]) > 0)) / 2);
            break;
        case VM_OP_HALF_DOWN:
            regs[i.a] = (uint64_t)((num(regs[i.b]) - (num(regs[i.b]) < 0)) / 2);
            break;
        case VM_OP_EQ:
            regs[i.a] = regs[i.b] == regs[i.c];
            break;
        case VM_OP_BITS:
            regs[i.a] = (regs[i.b] & regs[i.c]) != 0;
            break;
        case VM_OP_LT:
            regs[i.a] = num(regs[i.b]) < num(regs[i.c]);
            break;
        case VM_OP_LE:
            regs[i.a] = num(regs[i.b]) <= num(regs[i.c]);
            break;
        case VM_OP_NOT:
            regs[i.a] = !regs[i.b];
            break;
        case VM_OP_AND:
            regs[i.a] = regs[i.b] & regs[i.c];
            break;
        case VM_OP_OR:
            regs[i.a] = regs[i.b] | regs[i.c];
            break;
        case VM_OP_JMP:
            pc = (uint32_t)i.imm;
            continue;
        case VM_OP_JF:
            if (!regs[i.a]) {
                pc = (uint32_t)i.imm;
                continue;
            }
            break;
        case VM_OP_ITER: {
            uint64_t one = world(user, i, regs);
            if (!one) {
                pc = (uint32_t)i.imm;
                continue;
            }
            regs[i.a] = one;
            regs[i.c]++;
            break;
        }
        case VM_OP_SET_LINK:
        case VM_OP_SET_LINK_NUM:
        case VM_OP_ADD_LINK:
            world(user, i, regs);
            break;
        default:
            regs[i.a] = world(user, i, regs);
            break;
        }
        pc++;
    }
}
