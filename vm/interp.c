#include "vm/interp.h"

#include "base/assert.h"
#include "vm/beside/beside.h"

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

/* What the verifier has proven of operand `letter`, and what may stand in a register of its kind: looked at in checked builds. */
static int is_there(const vm_func *func, char letter, uint8_t reg)
{
    return letter == '-' ? reg == 0 : letter == '#' || reg < func->reg_count;
}

static int are_there(const vm_func *func, vm_insn i)
{
    const vm_op_info *info = vm_op_describe(i.op);
    return info && is_there(func, info->a, i.a) && is_there(func, info->b, i.b) &&
           is_there(func, info->c, i.c);
}

int vm_can_hold(const vm_pack *p, const vm_func *func, uint8_t reg, uint64_t v)
{
    switch ((char)p->regs[func->regs + reg]) {
    case 'b':
        return v <= 1;
    case 'n':
        return num(v) >= INT32_MIN && num(v) <= INT32_MAX;
    case 'c':
        return !(v & ~(uint64_t)VM_MANA_MASK);
    case 's':
        return num(v) >= -1 && num(v) < VM_SUBTYPE_MAX;
    case 'z':
        return v <= VM_ZONE_COUNT;
    default: /* sets are the host's */
        return 1;
    }
}

static int has_result(vm_insn i)
{
    const char letter = vm_op_describe(i.op)->a;
    return letter >= 'A' && letter <= 'Z';
}

/* The second interpreter goes beside it in builds that check: there `user` is a vm_beside. */
#ifdef CANTRIP_CHECKED
#define BESIDE_STEP(user, pc, regs) vm_beside_step(user, pc, regs)
#else
#define BESIDE_STEP(user, pc, regs) ((void)0)
#endif

static vm_result run(const vm_pack *p, const vm_func *func, uint32_t *pc_at, uint64_t *regs,
                     uint32_t *fuel, vm_world_fn world, void *user, uint64_t *out_value)
{
    uint32_t pc = *pc_at;
    CANTRIP_ASSERT(func > p->func && func < p->func + p->func_count); /* row 0 is none */
    CANTRIP_ASSERT(func->reg_count <= VM_REG_MAX && func->params <= func->reg_count);
    for (;;) {
        CANTRIP_ASSERT(pc < func->code_count / 2); /* V44, V49 */
        BESIDE_STEP(user, pc, regs);
        if (!*fuel) {
            *pc_at = pc;
            return VM_RAN_OUT;
        }
        --*fuel;
        vm_insn i = vm_insn_at(p, func->code, pc);
        CANTRIP_ASSERT(are_there(func, i)); /* V40, V41 */
        switch (i.op) {
        case VM_OP_RET:
        case VM_OP_GIVE:
            *out_value = regs[i.a];
            CANTRIP_ASSERT(!(func->flags & VM_FN_EFFECT) && vm_can_hold(p, func, i.a, regs[i.a]));
            return VM_ENDED;
        case VM_OP_DONE:
            CANTRIP_ASSERT(func->flags & VM_FN_EFFECT); /* V49 */
            *out_value = 0;
            return VM_ENDED;
        case VM_OP_NATIVE:
            CANTRIP_ASSERT(func->flags & VM_FN_EFFECT); /* V48 */
            CANTRIP_ASSERT(vm_native_describe((uint32_t)i.imm) != NULL);
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
            CANTRIP_ASSERT(regs[i.b] <= 1 && regs[i.c] <= 1);
            regs[i.a] = regs[i.b] & regs[i.c];
            break;
        case VM_OP_OR:
            regs[i.a] = regs[i.b] | regs[i.c];
            break;
        case VM_OP_JMP:
            CANTRIP_ASSERT((uint32_t)i.imm > pc ||
                           vm_insn_at(p, func->code, (uint32_t)i.imm).op == VM_OP_ITER); /* V44 */
            pc = (uint32_t)i.imm;
            continue;
        case VM_OP_JF:
            CANTRIP_ASSERT(regs[i.a] <= 1);
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
        case VM_OP_SET_LINK_OF:
        case VM_OP_ADD_LINK:
            world(user, i, regs);
            break;
        default:
            regs[i.a] = world(user, i, regs);
            break;
        }
        CANTRIP_ASSERT(!has_result(i) || vm_can_hold(p, func, i.a, regs[i.a]));
        pc++;
    }
}

vm_result vm_run(const vm_pack *p, const vm_func *func, uint32_t *pc_at, uint64_t *regs,
                 uint32_t *fuel, vm_world_fn world, void *user, uint64_t *out_value)
{
#ifdef CANTRIP_CHECKED
    vm_beside beside;
    vm_beside_begin(&beside, p, func, *pc_at, regs, fuel, world, user);
    const vm_result result = run(p, func, pc_at, regs, fuel, vm_beside_world, &beside, out_value);
    vm_beside_end(&beside, result, *pc_at, regs, result == VM_ENDED ? *out_value : 0);
    return result;
#else
    return run(p, func, pc_at, regs, fuel, world, user, out_value);
#endif
}
