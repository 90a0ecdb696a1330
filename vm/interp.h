/* The interpreter: runs verified code. It knows numbers, jumps and calls; everything about the game
 * is behind one function of the host. Re-checks nothing that the verifier proved. */
#ifndef VM_INTERP_H
#define VM_INTERP_H

#include "vm/pack.h"

typedef struct vm_insn {
    uint8_t op, a, b, c;
    int32_t imm;
} vm_insn;

static inline vm_insn vm_insn_at(const vm_pack *p, uint32_t code_off, uint32_t pc)
{
    const uint32_t *w = p->code + code_off + pc * 2;
    return (vm_insn){(uint8_t)w[0], (uint8_t)(w[0] >> 8), (uint8_t)(w[0] >> 16),
                     (uint8_t)(w[0] >> 24), (int32_t)w[1]};
}

typedef enum vm_result {
    VM_RAN_OUT,    /* no fuel left */
    VM_ENDED,      /* RET, GIVE or DONE; *out_value holds what was given back */
    VM_NATIVE_CALL /* *pc stands on a NATIVE, which the caller carries out */
} vm_result;

/* Carries out an instruction about the game; gives its result for register a. */
typedef uint64_t (*vm_world_fn)(void *user, vm_insn i, const uint64_t *regs);

/* Runs `func` from *pc on. `regs` holds its registers. Sets are opaque values of the host, except
 * that ITER asks `world` for members. */
vm_result vm_run(const vm_pack *p, const vm_func *func, uint32_t *pc, uint64_t *regs,
                 uint32_t *fuel, vm_world_fn world, void *user, uint64_t *out_value);

/* Can such a value stand in this register, going by its kind? Of sets, which are the host's, any. */
int vm_can_hold(const vm_pack *p, const vm_func *func, uint8_t reg, uint64_t v);

#endif
