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
 */
#include "vm/verifier.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int vm_refuse(const vm_checker *c, const char *rule, uint32_t section, uint32_t row, uint32_t pc,
              const char *fmt, ...)
{
    memset(c->why, 0, sizeof *c->why);
    snprintf(c->why->rule, sizeof c->why->rule, "%s", rule);
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(c->why->message, sizeof c->why->message, fmt, ap);
    va_end(ap);
    c->why->section = section;
    c->why->row = row;
    c->why->pc = pc;
    return 0;
}

int vm_pack_verify(const vm_pack *p, vm_refusal *why)
{
    uint64_t named = 0;
    vm_checker c = {.p = p, .why = why, .named = &named};
    vm_calls_read(&c.calls);
    if (!p->strings_size || p->strings[p->strings_size - 1])
        return vm_refuse(&c, "V20", VM_SECTION_strings, 0, 0, "the strings do not end with a zero");
    if (!p->func_count || !p->selector_count)
        return vm_refuse(&c, "V21", VM_SECTION_func, 0, 0, "row 0 must be there");
    c.shape = base_zeroed(p->memory, p->func_count, 1);
    if (!c.shape)
        return vm_refuse(&c, "V8", 0, 0, 0, "out of memory");
    const int fits =
        vm_check_rows(&c) && vm_check_code(&c) && vm_check_flow(&c) && vm_check_nesting(&c);
    base_free(p->memory, c.shape);
    return fits;
}
