/* What the rules machine does when a script asks (vm/abi/natives.def): the table of handlers. */
#include "runtime/natives/natives.h"

/* One handler for every row of the table; a missing one does not link. */
static rt_status (*const HANDLERS[VM_NATIVE_SPAN])(native_call *) = {
#define NATIVE(number, id, result, signature) [number] = rt_native_##id,
#include "vm/abi/natives.def"
#undef NATIVE
};

rt_status rt_native(rt_game *g, vm_insn i, const uint32_t *imm, int *out_done)
{
    rt_stir_all(g);
    native_call n = {g, i.a, i.b, imm, 0};
    rt_frame *f = rt_frame_row(g, g->s->frame.count - 1);
    if (!f->native_stage && !f->count)
        f->gone = g->s->gone;
    rt_status s = HANDLERS[i.imm](&n);
    *out_done = n.done;
    return s;
}
