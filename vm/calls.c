/* What instructions take along and ask: the words behind a NATIVE, and the functions that something else of the pack names. */
#include "base/assert.h"
#include "vm/verifier.h"

static int takes_two(char type) /* a first row and a count */
{
    return type == 'M' || type == 'C' || type == 'L' || type == 'W';
}

vm_call vm_call_of(uint32_t native)
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
    }
    return call;
}

uint32_t vm_insn_span(const vm_pack *p, const vm_func *f, uint32_t pc)
{
    CANTRIP_ASSERT(pc < f->code_count / 2);
    uint32_t n = 1;
    while (pc + n < f->code_count / 2 && vm_insn_at(p, f->code, pc + n).op == VM_OP_IMM)
        n++;
    return n;
}

int vm_each_callee(const vm_pack *p, const vm_func *f, uint32_t pc, vm_callee_fn each, void *user)
{
    const vm_insn i = vm_insn_at(p, f->code, pc);
    const vm_op_info *info = vm_op_describe(i.op);
    CANTRIP_ASSERT(info != NULL);                                            /* V40 */
    CANTRIP_ASSERT(info->imm != 's' || (uint32_t)i.imm < p->selector_count); /* V47 */
    CANTRIP_ASSERT(info->imm != 'a' || (uint32_t)i.imm < p->ability_count);
    if (info->imm == 's')
        return each(user, p->selector[i.imm].pred);
    if (info->imm == 'a')
        return each(user, p->ability[i.imm].filter);
    if (i.op != VM_OP_NATIVE)
        return 1;
    const char *at = vm_native_describe((uint32_t)i.imm)->signature;
    char name[32], type;
    uint32_t word = pc + 1;
    while ((type = vm_signature_next(&at, name, sizeof name)) != 0) {
        if (type >= 'a')
            continue;
        CANTRIP_ASSERT(word < f->code_count / 2); /* V46 */
        if ((type == 'S' || type == 'R') &&
            !each(user, p->selector[vm_insn_at(p, f->code, word).imm].pred))
            return 0;
        word += takes_two(type) ? 2 : 1;
    }
    return 1;
}
