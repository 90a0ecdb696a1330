/* What the rules machine does when a script asks (vm/abi/natives.def): the table of handlers. */
#include "runtime/natives/natives.h"

/* One handler for every row of the table; a missing one does not link. */
static rt_status (*const HANDLERS[VM_NATIVE_SPAN])(native_call *) = {
#define NATIVE(number, id, result, signature) [number] = rt_native_##id,
#include "vm/abi/natives.def"
#undef NATIVE
};

/* Those that do nothing but by events, effects and questions: what these change is stirred there. */
static const uint8_t IS_HEARD_OF[VM_NATIVE_SPAN] = {
    [VM_NATIVE_deal_damage] = 1,   [VM_NATIVE_draw] = 1,         [VM_NATIVE_discard] = 1,
    [VM_NATIVE_discard_card] = 1,  [VM_NATIVE_gain_life] = 1,    [VM_NATIVE_lose_life] = 1,
    [VM_NATIVE_destroy] = 1,       [VM_NATIVE_sacrifice] = 1,    [VM_NATIVE_tap] = 1,
    [VM_NATIVE_untap] = 1,         [VM_NATIVE_put_counters] = 1, [VM_NATIVE_remove_counters] = 1,
    [VM_NATIVE_counter_spell] = 1, [VM_NATIVE_mill] = 1,         [VM_NATIVE_choose] = 1,
    [VM_NATIVE_may] = 1,           [VM_NATIVE_effect] = 1,       [VM_NATIVE_tap_or_untap] = 1,
    [VM_NATIVE_hold] = 1,          [VM_NATIVE_release] = 1,      [VM_NATIVE_released] = 1,
};

rt_status rt_native(rt_game *g, vm_insn i, const uint32_t *imm, int *out_done)
{
    if (!IS_HEARD_OF[i.imm])
        rt_stir_all(g);
    native_call n = {g, i.a, i.b, imm, 0};
    rt_frame *f = rt_frame_row(g, g->s->frame.count - 1);
    if (!f->native_stage && !f->count)
        f->gone = g->s->gone;
    rt_status s = HANDLERS[i.imm](&n);
    *out_done = n.done;
    return s;
}
