/* Targets of what is cast or activated, and of triggers, and how something is divided among them (CR 601.2c, d). */
#include "runtime/cast/casting.h"

/* The target list at hand: of the ability, of the mode or part at hand, or of an Aura. */
static uint32_t targets_at(rt_game *g, uint32_t *out_first, uint32_t *out_mode, vm_target *aura)
{
    const rt_proc *p = rt_top(g);
    const vm_ability *a = ability_of(g);
    *out_mode = 0;
    memset(aura, 0, sizeof *aura);
    if (p->cast.list >= RT_PART_MODE) {
        const rt_spell_part *part = rt_part_of(g, p->cast.ctx, p->cast.list - RT_PART_MODE);
        *out_mode = p->cast.list;
        *out_first = 0;
        return part ? rt_part_targets(g, part, out_first) : 0;
    }
    if (!a) {
        const rt_object *o = rt_live(g, p->cast.object);
        uint32_t sel = p->a == WHAT_SPELL && rt_is_kind(g, o, VM_SUBTYPE_AURA)
                           ? rt_enchant_selector(g, rt_face(g, o))
                           : 0;
        *aura = (vm_target){sel, 1, 1, 0, 0};
        return p->cast.list == 0 && sel ? 1 : 0;
    }
    if (!a->mode_count) {
        *out_first = a->targets;
        return p->cast.list == 0 ? a->target_count : 0;
    }
    for (uint32_t m = p->cast.list; m < a->mode_count; m++)
        if (ctx_of(g)->modes >> m & 1) {
            *out_mode = m;
            *out_first = g->pack->mode[a->modes + m].targets;
            return g->pack->mode[a->modes + m].target_count;
        }
    return 0;
}

static uint32_t chosen_in(const rt_game *g, uint32_t ctx, uint32_t slot, uint32_t mode, rt_entity e)
{
    CANTRIP_ASSERT(ctx < g->s->ctx.count);
    CANTRIP_ASSERT(rt_is_entity(g, e));
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->s->target.count; i++) {
        const rt_target *t = rt_target_row(g, i);
        if (t->ctx == ctx && t->slot == slot && t->mode == mode && (!e || t->entity == e))
            n++;
    }
    return n;
}

/* How many of the slot were chosen for the player whose thing `e` is (VM_TF_EACH). */
static uint32_t chosen_for(rt_game *g, uint32_t ctx, uint32_t slot, uint32_t mode, rt_entity e)
{
    CANTRIP_ASSERT(ctx < g->s->ctx.count);
    CANTRIP_ASSERT(rt_is_entity(g, e));
    const uint32_t of = rt_target_player(g, e);
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->s->target.count; i++) {
        const rt_target *t = rt_target_row(g, i);
        n += t->ctx == ctx && t->slot == slot && t->mode == mode && t->of == of;
    }
    return n;
}

/* May it be chosen for this slot: not twice, and where another is wanted than those before, none of them? A choice
 * must leave one for the slots behind it that want another. */
static int may_choose(rt_game *g, const vm_target *list, uint32_t count, uint32_t slot,
                      uint32_t ctx, uint32_t mode, rt_entity e)
{
    CANTRIP_ASSERT(ctx < g->s->ctx.count);
    CANTRIP_ASSERT(rt_is_entity(g, e));
    if (chosen_in(g, ctx, slot, mode, e))
        return 0;
    for (uint32_t i = 0; i < slot && (list[slot].flags & VM_TF_ANOTHER); i++)
        if (chosen_in(g, ctx, i, mode, e))
            return 0;
    for (uint32_t i = slot + 1; i < count; i++) {
        const rt_ctx c = *ctx_of(g);
        if (!(list[i].flags & VM_TF_ANOTHER) || !list[i].min || rt_target_by(&list[i]) ||
            !rt_target_wanted(g, &list[i], &c))
            continue;
        const uint32_t heap = g->s->heap.count;
        const uint64_t all = rt_target_candidates(g, &list[i], &c);
        uint32_t left = 0;
        for (uint32_t k = 0, n = rt_set_count(all); k < n; k++) {
            const rt_entity other = rt_set_at(g, all, k);
            int taken = other == e;
            for (uint32_t j = 0; j <= slot; j++)
                taken |= chosen_in(g, ctx, j, mode, other) != 0;
            left += !taken;
        }
        g->s->heap.count = heap;
        if (left < list[i].min)
            return 0;
    }
    return 1;
}

static rt_status next_list(rt_game *g)
{
    rt_proc *p = rt_top(g);
    const vm_ability *a = ability_of(g);
    p->cast.slot = 0;
    if (a && a->mode_count && p->cast.list < RT_PART_MODE) {
        do
            p->cast.list++;
        while (p->cast.list < a->mode_count && !(ctx_of(g)->modes >> p->cast.list & 1));
        if (p->cast.list < a->mode_count)
            return RT_NEXT;
    }
    p->cast.list = p->cast.list < RT_PART_MODE ? RT_PART_MODE : p->cast.list + 1;
    return rt_part_of(g, p->cast.ctx, p->cast.list - RT_PART_MODE) ? RT_NEXT : to(g, STAGE_DIVIDE);
}

/* Could a cost that grows with the number of targets still be paid? */
static int one_more_payable(rt_game *g)
{
    if (rt_top(g)->a != WHAT_SPELL || !ctx_of(g)->target_count)
        return 1;
    ctx_of(g)->target_count++;
    rt_bill more;
    rt_cast_bill(g, &more);
    ctx_of(g)->target_count--;
    rt_bill now;
    rt_cast_bill(g, &now);
    return (more.extra == now.extra && rt_bill_count(&more) == rt_bill_count(&now)) ||
           rt_can_pay(g, &more);
}

/* Something was done: what is behind 'if you do' is reached. */
static uint64_t done(rt_game *g, uint32_t native)
{
    const char result = vm_native_describe(native)->result;
    return result == 'e' || result == 'o' || result == 'p'
               ? RT_SET_ONE(RT_PLAYER(rt_top(g)->cast.player))
               : result == 'b' || result == 'n';
}

/* As far as the division; `hoping`: everything before it can be done, and is. 0: it is not reached. */
static int32_t total_on_the_way(rt_game *g, uint32_t effect, int hoping)
{
    CANTRIP_ASSERT(effect < g->pack->func_count);
    const vm_func *f = &g->pack->func[effect];
    const uint32_t heap = g->s->heap.count;
    uint64_t regs[VM_REG_MAX] = {0}, value;
    uint32_t pc = 0;
    int32_t total = 0;
    const rt_ctx c = *ctx_of(g);
    rt_dry dry;
    rt_dry_begin(&dry, (rt_env){g, &c, rt_top(g)->cast.ctx + 1, 0});
    for (;;) {
        vm_result r = vm_run(g->pack, f, &pc, regs, &g->run->fuel, rt_dry_world, &dry, &value);
        if (r == VM_RAN_OUT)
            rt_fail(g, RT_FAULT_FUEL, 0);
        if (r == VM_ENDED)
            break;
        const vm_insn i = vm_insn_at(g->pack, f->code, pc);
        if (i.imm == VM_NATIVE_deal_divided_damage || i.imm == VM_NATIVE_distribute_counters ||
            i.imm == VM_NATIVE_share) {
            total = (int32_t)regs[i.a + 1];
            break;
        }
        if (hoping)
            regs[i.b] = done(g, (uint32_t)i.imm);
        do
            pc++;
        while (vm_insn_at(g->pack, f->code, pc).op == VM_OP_IMM);
    }
    g->s->heap.count = heap;
    return total;
}

/* The amount of a division: what the effect would give to deal_divided_damage, by carrying it out as far as
 * that without doing anything. The division is announced before costs are paid (CR 601.2d), so this is what it
 * is then. */
static int32_t division_total(rt_game *g, uint32_t effect)
{
    const int32_t total = effect ? total_on_the_way(g, effect, 0) : 0;
    return total || !effect ? total : total_on_the_way(g, effect, 1);
}

/* The effect that divides something among the targets of this list: that of the mode, of the part, or of all of it. */
static uint32_t effect_of(rt_game *g, uint32_t mode)
{
    const vm_ability *a = ability_of(g);
    if (mode >= RT_PART_MODE) {
        const rt_spell_part *part = rt_part_of(g, rt_top(g)->cast.ctx, mode - RT_PART_MODE);
        return part->mode ? g->pack->mode[part->mode - 1].effect
                          : g->pack->ability[part->ability].effect;
    }
    return a->mode_count ? g->pack->mode[a->modes + mode].effect : a->effect;
}

/* No more targets than there is to divide: each gets at least one (CR 601.2d). Where there is not even enough
 * for those that must be, nothing is divided. */
static uint32_t divided_among(rt_game *g, const vm_target *t, uint32_t mode, uint32_t min,
                              uint32_t max)
{
    if (!(t->flags & VM_TF_DIVIDED))
        return max;
    const int32_t total = division_total(g, effect_of(g, mode));
    if (total < (int32_t)min)
        return min;
    return (uint32_t)total < max ? (uint32_t)total : max;
}

/* Somebody else chooses this target: which opponent is said by the one who casts or activates (CR 601.4a, 602.3a). */
enum { CHOOSER_SHIFT = 24, CHOOSER_MASK = 0x3F }; /* of what is said: who, + 1 */

static uint32_t chooser(rt_game *g, const vm_target *t)
{
    const uint32_t p = rt_top(g)->cast.player,
                   said = rt_top(g)->cast.said >> CHOOSER_SHIFT & CHOOSER_MASK;
    return !(t->flags & VM_TF_OPPONENT) ? p : said ? said - 1 : RT_NOBODY;
}

static rt_status ask_chooser(rt_game *g)
{
    const uint32_t p = rt_top(g)->cast.player;
    rt_ask(g, CANTRIP_DECIDE_PLAYER, p, ctx_of(g)->self);
    for (uint32_t q = 0; q < g->s->player.count; q++)
        if (!rt_player_row(g, q)->lost && rt_is_opponent(g, q, p) && rt_reaches(g, p, RT_PLAYER(q)))
            rt_option_add(g, CANTRIP_OPTION_ID, RT_PLAYER(q), 0, 0);
    if (!g->s->option.count) /* CR 800.4g: with nobody to ask they choose themselves */
        rt_option_add(g, CANTRIP_OPTION_ID, RT_PLAYER(p), 0, 0);
    to(g, STAGE_CHOOSER_CHOSEN);
    return rt_ask_one(g);
}

rt_status rt_cast_chooser_chosen(rt_game *g)
{
    rt_top(g)->cast.said |= (RT_PLAYER_OF(rt_answered(g, 0)->entity) + 1) << CHOOSER_SHIFT;
    return to(g, STAGE_TARGETS);
}

enum {
    BILLS_KNOWN = 8
}; /* most targets cost the same: what was found out last is not found out again */

typedef struct known_bills {
    rt_bill bill[BILLS_KNOWN];
    int can[BILLS_KNOWN];
    uint32_t count;
} known_bills;

static int payable_known(rt_game *g, const rt_bill *b, known_bills *known)
{
    for (uint32_t i = 0; i < known->count && i < BILLS_KNOWN; i++)
        if (memcmp(&known->bill[i], b, sizeof *b) == 0)
            return known->can[i];
    const uint32_t at = known->count++ % BILLS_KNOWN;
    known->bill[at] = *b;
    return known->can[at] = rt_can_pay(g, b);
}

/* The last target that it needs decides what it costs: only those that can still be paid for. */
static int payable_with(rt_game *g, uint32_t slot, uint32_t mode, rt_entity e, known_bills *known)
{
    const uint32_t at = RT_PUSH(g, target);
    *rt_target_row(g, at) =
        (rt_target){rt_top(g)->cast.ctx, (uint8_t)slot, 0, (uint16_t)mode, e, 0, 0};
    ctx_of(g)->target_count++;
    rt_bill b;
    rt_cast_bill(g, &b);
    const int can = payable_known(g, &b, known);
    ctx_of(g)->target_count--;
    g->s->target.count = at;
    return can;
}

static void keep_payable(rt_game *g, uint32_t slot, uint32_t mode)
{
    uint32_t n = 0;
    const uint32_t all = g->s->option.count;
    const rt_temp_mark mark = rt_temp_here(g);
    rt_option *kept = rt_temp_alloc(g, (all + 1) * sizeof *kept);
    known_bills *known = rt_temp_zeroed(g, sizeof *known);
    for (uint32_t i = 0; i < all; i++) {
        const rt_option o = *rt_option_row(g, i);
        if (payable_with(g, slot, mode, o.entity, known))
            kept[n++] = o;
    }
    for (uint32_t i = 0; i < n; i++)
        *rt_option_row(g, i) = kept[i];
    g->s->option.count = n ? n : all; /* another target may pay for it */
    rt_temp_release(g, mark);
}

rt_status rt_cast_targets(rt_game *g) /* 601.2c */
{
    rt_proc *p = rt_top(g);
    uint32_t first = 0, mode, count, ctx = p->cast.ctx;
    vm_target aura;
    const vm_ability *a = ability_of(g);
    if (a && a->mode_count && p->cast.list < RT_PART_MODE &&
        !(ctx_of(g)->modes >> p->cast.list & 1))
        return next_list(g);
    count = targets_at(g, &first, &mode, &aura);
    if (p->cast.slot >= count)
        return next_list(g);
    vm_target t = aura.sel ? aura : g->pack->target[first + p->cast.slot];
    const rt_ctx asking = *ctx_of(g);
    if (!rt_target_wanted(g, &t, &asking)) {
        rt_top(g)->cast.slot++;
        return RT_NEXT;
    }
    uint32_t slot = rt_top(g)->cast.slot, have = chosen_in(g, ctx, slot, mode, 0);
    const uint32_t x = (uint32_t)ctx_of(g)->x, min = t.flags & VM_TF_X ? x : t.min,
                   max = divided_among(g, &t, mode, min, t.flags & VM_TF_X ? x : t.max);
    p = rt_top(g); /* a value may move the block */
    const int each =
        (t.flags & VM_TF_EACH) != 0; /* so many for each player: all are asked for in one go */
    if (each ? !max : have >= max) {
        p->cast.slot++;
        return RT_NEXT;
    }
    if (have >= min && !one_more_payable(g)) {
        rt_top(g)->cast.slot++;
        return RT_NEXT;
    }
    const uint32_t who = chooser(g, &t);
    if (who == RT_NOBODY)
        return ask_chooser(g);
    rt_ctx c = *ctx_of(g);
    uint32_t heap = g->s->heap.count;
    g->run->aims = rt_target_by(&t) ? ctx + 1 : 0;
    g->run->aim_mode = mode;
    uint64_t all = rt_target_candidates(g, &t, &c);
    g->run->aims = 0;
    uint32_t n = rt_set_count(all), added = 0;
    rt_ask(g, CANTRIP_DECIDE_TARGET, who, c.self);
    for (uint32_t i = 0; i < n; i++) {
        rt_entity e = rt_set_at(g, all, i);
        const vm_target *list = aura.sel ? &aura : &g->pack->target[first];
        if ((!each || chosen_for(g, ctx, slot, mode, e) < max) &&
            may_choose(g, list, count, slot, ctx, mode, e) &&
            (have + 1 < min || rt_targets_behind(g, list, count, slot, ctx, mode, e, &c))) {
            rt_option_add(g, CANTRIP_OPTION_ID, e, (int32_t)mode, (int32_t)slot);
            added++;
        }
    }
    g->s->heap.count = heap;
    if (!added && have < min && rt_top(g)->a == WHAT_TRIGGER)
        return rt_cast_abandon(g);
    if (!added) {
        rt_top(g)->cast.slot++;
        return RT_NEXT;
    }
    if (rt_top(g)->a == WHAT_SPELL && slot + 1 == count && rt_is_aimed(g, c.self))
        keep_payable(g, slot, mode);
    if (have >= min)
        rt_option_add(g, CANTRIP_OPTION_PASS, 0, 0, 0);
    to(g, STAGE_TARGET_CHOSEN);
    return rt_ask_one(g);
}

rt_status rt_cast_target_chosen(rt_game *g)
{
    const rt_option o = *rt_answered(g, 0);
    to(g, STAGE_TARGETS);
    if (o.kind == CANTRIP_OPTION_PASS) {
        rt_top(g)->cast.slot++;
        return RT_NEXT;
    }
    uint32_t at = RT_PUSH(g, target), ctx = rt_top(g)->cast.ctx;
    *rt_target_row(g, at) = (rt_target){ctx, (uint8_t)o.b, 0, (uint16_t)o.a, o.entity, 0, 0};
    const vm_target *asked = rt_target_asked(g, ctx, rt_target_row(g, at));
    if (asked && asked->flags & VM_TF_EACH)
        rt_target_row(g, at)->of = (uint8_t)rt_target_player(g, o.entity);
    ctx_of(g)->target_count++;
    return RT_NEXT;
}

/* How much is left of what is divided among the targets of that mode, for how many, and which of them is first. */
static int32_t left_to_divide(rt_game *g, uint32_t mode, int32_t *out_open, uint32_t *out_first)
{
    const uint32_t ctx = rt_top(g)->cast.ctx;
    int32_t total = division_total(g, effect_of(g, mode));
    *out_open = 0;
    for (uint32_t i = g->s->target.count; i-- > 0;) {
        const rt_target *t = rt_target_row(g, i);
        if (t->ctx != ctx || t->mode != mode)
            continue;
        const vm_target *asked = rt_target_asked(g, ctx, t);
        if (!asked || !(asked->flags & VM_TF_DIVIDED))
            continue;
        total -= t->amount;
        if (!t->amount) {
            ++*out_open;
            *out_first = i;
        }
    }
    return total;
}

rt_status rt_cast_divide(rt_game *g) /* 601.2d */
{
    const uint32_t ctx = rt_top(g)->cast.ctx;
    for (uint32_t i = 0; i < g->s->target.count; i++) {
        const rt_target t = *rt_target_row(g, i);
        const vm_target *asked = t.ctx == ctx && !t.amount ? rt_target_asked(g, ctx, &t) : NULL;
        if (!asked || !(asked->flags & VM_TF_DIVIDED))
            continue;
        int32_t open;
        uint32_t first = i;
        const int32_t left = left_to_divide(g, t.mode, &open, &first);
        if (left < open)
            continue;
        rt_ask(g, CANTRIP_DECIDE_DIVIDE, rt_top(g)->cast.player, rt_target_row(g, first)->entity);
        for (int32_t n = open == 1 ? left : 1; n <= left - (open - 1); n++)
            rt_option_add(g, CANTRIP_OPTION_NUMBER, rt_target_row(g, first)->entity, n,
                          (int32_t)first);
        to(g, STAGE_DIVIDED);
        return rt_ask_one(g);
    }
    return to(g, STAGE_ASSIST);
}

rt_status rt_cast_divided(rt_game *g)
{
    if (rt_answer_count(g))
        rt_target_row(g, (uint32_t)rt_answered(g, 0)->b)->amount = rt_answered(g, 0)->a;
    return to(g, rt_answer_count(g) ? STAGE_DIVIDE : STAGE_ASSIST);
}
