/* Which abilities wait only for what happens to their own source: their filter says yes only where THIS is one of the
 * participants. So of an event whose participants are known nobody else needs to be asked. */
#include "runtime/library.h"
#include "vm/interp.h"

#include <string.h>

/* What is known of a register. */
enum what { ANYTHING, SELF, PARTICIPANT, SELF_TAKES_PART };

static enum what result_of(vm_insn i, const uint8_t *is)
{
    switch (i.op) {
    case VM_OP_THIS:
        return SELF;
    case VM_OP_EVENT_OBJ:
    case VM_OP_EVENT_WHOM:
        return PARTICIPANT;
    case VM_OP_WIDEN:
    case VM_OP_MOV:
    case VM_OP_NUMBER:
    case VM_OP_OBJECTS:
        return is[i.b];
    case VM_OP_MEET:
        return is[i.b] + is[i.c] == SELF + PARTICIPANT && is[i.b] != is[i.c] && is[i.b] && is[i.c]
                   ? SELF_TAKES_PART
                   : ANYTHING;
    case VM_OP_AND:
        return is[i.b] == SELF_TAKES_PART || is[i.c] == SELF_TAKES_PART ? SELF_TAKES_PART
                                                                        : ANYTHING;
    default:
        return ANYTHING;
    }
}

/* Code that goes straight on; what jumps is believed to wait for anything. */
int rt_waits_for_itself(const rt_library *lib, const vm_ability *a)
{
    const vm_func *f = &lib->pack.func[a->filter];
    uint8_t is[VM_REG_MAX];
    memset(is, ANYTHING, sizeof is);
    for (uint32_t pc = 0; a->filter && pc < f->code_count / 2; pc++) {
        const vm_insn i = vm_insn_at(&lib->pack, f->code, pc);
        if (i.op == VM_OP_RET)
            return is[i.a] == SELF_TAKES_PART;
        if (i.op == VM_OP_JMP || i.op == VM_OP_JF || i.op == VM_OP_ITER)
            return 0;
        is[i.a] = (uint8_t)result_of(i, is);
    }
    return 0;
}
