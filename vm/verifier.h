/* The only gate between a file and the interpreter. What it proves, the interpreter assumes:
 *
 *   V20 strings end with a zero
 *   V21 row 0 of functions and selectors is 'none'
 *   V22 no table is larger than its limit
 *   V23 a string offset is inside
 *   V24 a function number exists
 *   V25 a selector number exists
 *   V26 a range lies inside its table
 *   V27 a kind is known
 *   V28 a symbol's number is in range
 *   V29 functions tile the code in order
 *   V30 register types are known
 *   V31 a function has the kind (value or effect) and the parameters that its user needs
 *   V40 an opcode exists, its unused operands are zero
 *   V41 a register is below the function's count
 *   V42 a register has the type that the opcode wants
 *   V43 a register was written on every path before it is read
 *   V44 a jump goes to an instruction of the function, not to an IMM word; backward only onto ITER
 *   V45 a native exists; its arguments fit and have its types
 *   V46 IMM words follow a NATIVE, as many as it wants
 *   V47 an immediate is inside its domain
 *   V48 a function without VM_FN_EFFECT calls no native
 *   V49 every path ends as the function's kind says
 *   V50 functions and selectors do not call themselves
 *   V51 every loop ends: it has an ITER whose counter and set nothing else in the loop writes
 *   V52 numbers, masks and flags with a meaning are inside their domains
 *   V53 predicates that use predicates do so only to a limited depth
 *   V62 the faces of a card name each other
 *   V66 what rows name, counted as often as it is named, stays inside a limit
 *
 * V1 to V12, the layout of the file, stand in vm/pack.c; V60, the imports, in runtime/library/packs.c, which has the other packs;
 * V61 in runtime/library/library.c; V63 to V65 and V67, what goes together with what, in vm/link.c.
 *
 * The rules for rows stand in verifier_rows.c, by the domains of domains.def; those for code in verifier_code.c, one instruction
 * at a time, and verifier_flow.c, over all paths (V43, V49, V51); V50 and V53 in verifier_calls.c; V66 in verifier_sums.c.
 * Nothing here recurses over what a pack holds, and every pass is linear in it, up to the number of registers and of loops
 * inside one another.
 *
 * Termination: control goes round only through an ITER, which walks a set that stays the same with a counter that only it moves
 * on; calls do not recurse. Fuel bounds the rest.
 *
 * Below: what the files of the verifier share, the pack at hand, and saying no. */
#ifndef VM_VERIFIER_H
#define VM_VERIFIER_H

#include "vm/interp.h"

/* Operands of natives that mean something else by their name: the bits that there may be, the greatest number. */
#define VM_NAMED_OPERANDS                                                                          \
    NAMED(ZONES, (1u << VM_ZONE_COUNT) - 1, UINT32_MAX)                                            \
    NAMED(STEP, UINT32_MAX, VM_STEP_COUNT - 1)                                                     \
    NAMED(ORDER, UINT32_MAX, VM_ORDER_COUNT - 1)                                                   \
    NAMED(TYPES, (2u << VM_TYPE_LAST) - 1, UINT32_MAX)                                             \
    NAMED(EXCEPT, UINT32_MAX, UINT32_MAX)
enum vm_named {
    VM_NAMED_NOTHING,
#define NAMED(name, mask, most) VM_NAMED_##name,
    VM_NAMED_OPERANDS
#undef NAMED
        VM_NAMED_COUNT
};

enum { VM_OPERANDS_MAX = 12 };
typedef struct vm_call { /* what a native takes, as its signature says */
    uint8_t args, words; /* registers, IMM words */
    uint16_t selectors;  /* which of the words name one: bit mask */
    uint8_t operands;
    char type[VM_OPERANDS_MAX];
    uint8_t named[VM_OPERANDS_MAX]; /* enum vm_named */
} vm_call;
typedef struct vm_calls {
    vm_call of[VM_NATIVE_SPAN];
} vm_calls;

enum vm_func_shape { /* of code that is in order instruction by instruction */
                     VM_FUNC_STRAIGHT =
                         1, /* it goes straight on to its end, and reads what it has written */
                     VM_FUNC_BACK = 2, /* it has jumps that go back */
                     VM_FUNC_ASKS = 4  /* it names selectors or filters: functions that it uses */
};

typedef struct vm_checker {
    const vm_pack *p;
    vm_refusal *why;
    vm_calls calls;
    uint8_t *shape;  /* by function: enum vm_func_shape */
    uint64_t *named; /* V66: how much lists and natives have named so far */
} vm_checker;

/* Notes the reason; gives 0, so that a check can end with it. */
int vm_refuse(const vm_checker *c, const char *rule, uint32_t section, uint32_t row, uint32_t pc,
              const char *fmt, ...);

/* Each gives 1, or 0 with the reason noted; later ones rely on what earlier ones have proven. */
int vm_check_rows(const vm_checker *c);    /* verifier_rows.c: every field of every table */
int vm_check_sums(const vm_checker *c);    /* verifier_sums.c: what rows name, all together */
int vm_check_code(const vm_checker *c);    /* verifier_code.c: every instruction by itself */
int vm_check_flow(const vm_checker *c);    /* verifier_flow.c: every path through a function */
int vm_check_nesting(const vm_checker *c); /* verifier_calls.c: functions that use functions */

void vm_calls_read(vm_calls *out); /* of natives that are not there: nothing */
/* How many words of code an instruction takes with the IMM words behind it, in instructions. */
uint32_t vm_insn_span(const vm_pack *p, const vm_func *f, uint32_t pc);
/* Calls `each` for every function that an instruction asks: the predicates of its selectors, the filter of the
 * ability that says what has happened; 0 = none. Until it gives 0. */
typedef int (*vm_callee_fn)(void *user, uint32_t func);
int vm_each_callee(const vm_pack *p, const vm_calls *calls, const vm_func *f, uint32_t pc,
                   vm_callee_fn each, void *user);

#endif
