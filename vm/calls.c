/* What instructions take along and ask: the words behind a NATIVE, and the functions that something else of the pack names. */
#include "base/assert.h"
#include "vm/verifier.h"

#include <string.h>

static int takes_two(char type) /* a first row and a count */
{
    return type == 'M' || type == 'C' || type == 'L' || type == 'W';
}

static uint8_t named(const char *name)
{
    static const char *const NAMES[] = {"",
#define NAMED(name, mask, most) #name,
                                        VM_NAMED_OPERANDS
#undef NAMED
    };
    uint8_t i = VM_NAMED_COUNT;
    while (--i && strcmp(NAMES[i], name) != 0) {
    }
    return i;
}

static vm_call call_of(uint32_t native)
{
    const vm_native_info *info = vm_native_describe(native);
    vm_call call = {0};
    const char *at = info ? info->signature : "";
    char name[32], type;
    while ((type = vm_signature_next(&at, name, sizeof name)) != 0) {
        CANTRIP_ASSERT(call.words < 16); /* a bit for each */
        if (type == 'S' || type == 'R')
            call.selectors |= (uint16_t)(1u << call.words);
        if (type >= 'a')
            call.args++;
        else
            call.words = (uint8_t)(call.words + (takes_two(type) ? 2 : 1));
        CANTRIP_ASSERT(call.operands < VM_OPERANDS_MAX);
        call.named[call.operands] = type >= 'a' ? VM_NAMED_NOTHING : named(name);
        call.type[call.operands++] = type;
    }
    return call;
}

void vm_calls_read(vm_calls *out)
{
    for (uint32_t i = 0; i < VM_NATIVE_SPAN; i++)
        out->of[i] = call_of(i);
}

uint32_t vm_insn_span(const vm_pack *p, const vm_func *f, uint32_t pc)
{
    CANTRIP_ASSERT(pc < f->code_count / 2);
    uint32_t n = 1;
    while (pc + n < f->code_count / 2 && vm_insn_at(p, f->code, pc + n).op == VM_OP_IMM)
        n++;
    return n;
}

int vm_each_callee(const vm_pack *p, const vm_calls *calls, const vm_func *f, uint32_t pc,
                   vm_callee_fn each, void *user)
{
    const vm_insn i = vm_insn_at(p, f->code, pc);
    const vm_op_info *info = vm_op_describe(i.op);
    CANTRIP_ASSERT(info != NULL);                                            /* V40 */
    CANTRIP_ASSERT(info->imm != 's' || (uint32_t)i.imm < p->selector_count); /* V47 */
    CANTRIP_ASSERT(info->imm != 'a' || (uint32_t)i.imm < p->ability_count);
    const char imm = info->imm;
    if (imm == 's')
        return each(user, p->selector[i.imm].pred);
    if (imm == 'a')
        return each(user, p->ability[i.imm].filter);
    const uint32_t selectors = i.op == VM_OP_NATIVE ? calls->of[i.imm].selectors : 0;
    for (uint32_t word = 0; selectors >> word; word++)
        if ((selectors >> word & 1) &&
            !each(user, p->selector[vm_insn_at(p, f->code, pc + 1 + word).imm].pred))
            return 0;
    return 1;
}
