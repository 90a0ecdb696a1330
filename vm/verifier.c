/* The order in which a pack is proven; what is proven, rule by rule, stands in verifier.h. */
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
