/* A second interpreter, of builds that check: it is led beside the first and computes everything over again, by itself.
 *
 * It has its own decoder, its own registers and its own idea of what an instruction does, from the words of opcodes.def alone.
 * Before each instruction of the first both stand at the same place with the same registers and fuel; whatever it asks the host
 * is asked with the operands that stand in the code, once, and the answer goes where the code says. A difference is a failed
 * assertion. What the host answers is compared by runtime/query/beside.c. It changes nothing and takes no fuel. */
#ifndef VM_BESIDE_H
#define VM_BESIDE_H

#include "vm/interp.h"

#ifdef CANTRIP_CHECKED

typedef struct vm_beside {
    const vm_pack *pack;
    const vm_func *func;
    vm_world_fn world; /* of the first interpreter */
    void *user;
    const uint32_t *fuel_at;
    uint64_t regs[VM_REG_MAX],
        written; /* written: of registers; all of a function that is gone on with */
    uint32_t pc, fuel;
    int asks; /* the instruction at hand waits for the host's answer */
    int ends; /* vm_result + 1 */
    uint64_t gives;
} vm_beside;

void vm_beside_begin(vm_beside *b, const vm_pack *p, const vm_func *func, uint32_t pc,
                     const uint64_t *regs, const uint32_t *fuel, vm_world_fn world, void *user);
/* Called before each instruction: are both at the same place? */
void vm_beside_step(vm_beside *b, uint32_t pc, const uint64_t *regs);
/* The host, as the first interpreter sees it. */
uint64_t vm_beside_world(void *beside, vm_insn i, const uint64_t *regs);
void vm_beside_end(const vm_beside *b, vm_result result, uint32_t pc, const uint64_t *regs,
                   uint64_t value);

/* A whole value function by this interpreter alone; 0: it took more than so many steps. */
int vm_beside_value(const vm_pack *p, const vm_func *func, uint64_t param, vm_world_fn world,
                    void *user, uint32_t *steps, uint64_t *out);

#endif
#endif
