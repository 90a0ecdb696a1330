/* Natives that add mana, ask one player, and change the event that is about to
 * happen. What each of several players chooses is in natives_players.c, libraries are in natives_library.c. */
#include "runtime/pay/mana.h"
#include "runtime/natives/natives.h"

#include <string.h>

/* ---- mana -------------------------------------------------------------------------------------
 */

enum { MANA_MAX = (1 << 20) + 1 }; /* at once: more than the table takes */

/* What an ability adds is told of it (CR 106.11a), and what is said of 'this mana' finds it. */
static void add_one_mana(native_call *n, uint32_t p, uint32_t color, uint32_t only)
{
    rt_game *g = n->g;
    const rt_object *o = rt_look(g, self_of(n));
    rt_ctx *c = ctx_of(n);
    if (!c->payment)
        c->payment = ++g->s->payments;
    if (c->ability != VM_NO_SYMBOL && g->pack->ability[c->ability].kind == VM_ABILITY_ACTIVATED) {
        c->amount = rt_sum(c->amount, 1);
        c->aux |= 1 << color;
    }
    const rt_mana unit = {.player = (uint8_t)p,
                          .color = (uint8_t)color,
                          .snow = o && (o->types & VM_SUPER_SNOW),
                          .source = self_of(n),
                          .only = only,
                          .payment = c->payment};
    const uint32_t at = RT_PUSH(g, mana);
    *rt_mana_row(g, at) = unit;
    if (g->s->volatile_statics)
        rt_dirty(g);
}

/* The rules about what is tapped for mana; an ability that has given its one already gives no more. */
static void as_rules_say(native_call *n, rt_made *made)
{
    const rt_ctx *c = ctx_of(n);
    if (c->ability == VM_NO_SYMBOL || !rt_taps(n->g, c->ability))
        return;
    rt_produce(n->g, c->self, made);
}

/* Adds it for player p, who chooses types where there are several; 0 = asked, come again. aux: so many are there. */
static int add_made(native_call *n, uint32_t p, const rt_made *made, uint32_t only,
                    rt_status *out_asked)
{
    rt_game *g = n->g;
    const uint32_t decided = ctx_of(n)->color;
    while (frame(n)->aux < made->count) {
        const uint32_t i = frame(n)->aux, mask = made->mask[i];
        uint32_t color = 0;
        if (frame(n)->native_stage) {
            color = (uint32_t)rt_answered(g, 0)->a;
            frame(n)->native_stage = 0;
        } else if (!(mask & (mask - 1))) {
            while (!(mask >> color & 1))
                color++;
        } else if (decided && (mask >> (decided - 1) & 1)) {
            color = decided - 1;
        } else {
            const uint32_t wanted = rt_wanted_mana(g, p, made, i);
            if (!wanted) {
                rt_ask(g, CANTRIP_DECIDE_COLOR, p, self_of(n));
                for (int c = 0; c < 6; c++)
                    if (mask >> c & 1)
                        rt_option_add(g, CANTRIP_OPTION_COLOR, 0, c, 0);
                frame(n)->native_stage = 1;
                *out_asked = rt_ask_one(g);
                return 0;
            }
            color = wanted - 1;
        }
        do {
            add_one_mana(n, p, color, only);
            frame(n)->aux++;
        } while (!made->mixed && frame(n)->aux < made->count && made->mask[frame(n)->aux] == mask);
    }
    frame(n)->aux = 0;
    return 1;
}

rt_status rt_native_add_mana(native_call *n)
{
    rt_game *g = n->g;
    const int32_t times = (int32_t)arg(n, 1);
    uint32_t p;
    for (; (p = player_in_turn(n, arg(n, 0), (uint32_t)frame(n)->count)) != RT_NOBODY;
         frame(n)->count++) {
        const rt_temp_mark mark = rt_temp_here(g);
        uint64_t all = times > 0 ? (uint64_t)times * n->imm[1] : 0;
        all = all > MANA_MAX ? MANA_MAX : all;
        rt_spend(g, (uint32_t)all / 16);
        rt_made made = {.mask = rt_temp_alloc(g, all + 1)};
        for (uint64_t i = 0; i < all; i++) {
            const vm_cost *c = &g->pack->cost[n->imm[0] + i % n->imm[1]];
            if (c->kind == VM_COST_MANA && c->a)
                made.mask[made.count++] = (uint8_t)c->a;
        }
        made.mixed = 1;
        as_rules_say(n, &made);
        rt_status asked = RT_NEXT;
        const int done = add_made(n, p, &made, n->imm[2], &asked);
        rt_temp_release(g, mark);
        if (!done)
            return asked;
    }
    return finished(n);
}

/* Each player chooses. count: which player. */
rt_status rt_native_add_any_mana(native_call *n)
{
    rt_game *g = n->g;
    uint32_t p;
    for (; (p = player_in_turn(n, arg(n, 0), (uint32_t)frame(n)->count)) != RT_NOBODY;
         frame(n)->count++) {
        const rt_temp_mark mark = rt_temp_here(g);
        const int32_t all = (int32_t)arg(n, 1);
        const uint8_t mask = (uint8_t)(arg(n, 2) & RT_ANY_MANA);
        rt_made made = {.count = all > 0 && mask ? (uint32_t)all : 0, .mixed = (uint8_t)n->imm[0]};
        made.count = made.count > MANA_MAX ? MANA_MAX : made.count;
        rt_spend(g, made.count / 16);
        made.mask = rt_temp_alloc(g, made.count + 1);
        memset(made.mask, mask, made.count);
        as_rules_say(n, &made);
        rt_status asked = RT_NEXT;
        const int done = add_made(n, p, &made, n->imm[1], &asked);
        rt_temp_release(g, mark);
        if (!done)
            return asked;
    }
    return finished(n);
}

rt_status rt_native_keep_mana(native_call *n)
{
    rt_mana_keep(n->g, ctx_of(n)->payment);
    return finished(n);
}

/* ---- choices ----------------------------------------------------------------------------------
 */

/* What is about to enter is not chosen for what happens as it, or something else, enters (CR 614.13a). */
static int enters_now(const native_call *n, rt_entity e)
{
    const rt_game *g = n->g;
    const uint32_t of = frame(n)->event;
    if (!of || rt_event_row(g, of - 1)->kind != RT_EV_MOVE ||
        rt_event_row(g, of - 1)->to != VM_ZONE_BATTLEFIELD)
        return 0;
    rt_spend_inside(g, g->s->event.count);
    for (uint32_t i = 0; i < g->s->event.count; i++) {
        const rt_event *v = rt_event_row(g, i);
        if (v->kind == RT_EV_MOVE && v->to == VM_ZONE_BATTLEFIELD && v->obj == e &&
            !(v->flags & (RT_EF_CANCELLED | RT_EF_DONE)))
            return 1;
    }
    return 0;
}

rt_status rt_native_choose(native_call *n)
{
    rt_game *g = n->g;
    rt_frame *f = frame(n);
    uint32_t count = rt_set_count(arg(n, 0)), min = (uint32_t)arg(n, 2), max = (uint32_t)arg(n, 3);
    if (f->native_stage == 0) {
        const int hidden = n->imm[0] && !g->s->skip_trivial;
        if ((!count && !hidden) || !rt_set_count(arg(n, 1)) || (int32_t)max <= 0) {
            give(n, 0);
            return finished(n);
        }
        rt_ask(g, CANTRIP_DECIDE_CHOOSE, first_player(n, arg(n, 1)), self_of(n));
        for (uint32_t i = 0; i < count; i++)
            if (!enters_now(n, rt_set_at(g, arg(n, 0), i)))
                rt_option_add(g, CANTRIP_OPTION_ID, rt_set_at(g, arg(n, 0), i), 0, 0);
        if (!g->s->option.count && !n->imm[0]) {
            give(n, 0);
            return finished(n);
        }
        min = min < g->s->option.count ? min : g->s->option.count;
        frame(n)->native_stage = 1;
        return n->imm[0] ? rt_ask_hidden(g, min, max) : rt_ask_done(g, min, max);
    }
    uint32_t start = g->s->heap.count, k = rt_answer_count(g);
    for (uint32_t i = 0; i < k; i++) {
        uint32_t at = RT_PUSH(g, heap);
        *rt_heap_row(g, at) = rt_answered(g, i)->entity;
    }
    give(n, k == 1 ? RT_SET_ONE(*rt_heap_row(g, start)) : k ? (uint64_t)start << 32 | k : 0);
    return finished(n);
}

rt_status rt_native_choose_color(native_call *n)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage == 0) {
        rt_ask(g, CANTRIP_DECIDE_COLOR, first_player(n, arg(n, 0)), self_of(n));
        for (int c = 0; c < 5; c++)
            rt_option_add(g, CANTRIP_OPTION_COLOR, 0, c, 0);
        frame(n)->native_stage = 1;
        return rt_ask_one(g);
    }
    give(n, UINT64_C(1) << rt_answered(g, 0)->a);
    return finished(n);
}

rt_status rt_native_choose_creature_type(native_call *n)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage == 0) {
        rt_ask(g, CANTRIP_DECIDE_TYPE, first_player(n, arg(n, 0)), self_of(n));
        for (int t = 0; t < VM_SUBTYPE_MAX; t++)
            if (g->lib->creature_types[t / 64] >> (t & 63) & 1)
                rt_option_add(g, CANTRIP_OPTION_TYPE, 0, t, 0);
        frame(n)->native_stage = 1;
        return rt_ask_one(g);
    }
    give(n, (uint64_t)rt_answered(g, 0)->a);
    return finished(n);
}

rt_status rt_native_choose_land_type(native_call *n)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage == 0) {
        rt_ask(g, CANTRIP_DECIDE_TYPE, first_player(n, arg(n, 0)), self_of(n));
        for (int t = 0; t < (n->imm[0] ? 5 : VM_SUBTYPE_MAX); t++)
            if (g->lib->land_types[t / 64] >> (t & 63) & 1)
                rt_option_add(g, CANTRIP_OPTION_TYPE, 0, t, 0);
        frame(n)->native_stage = 1;
        return rt_ask_one(g);
    }
    give(n, (uint64_t)rt_answered(g, 0)->a);
    return finished(n);
}

/* Words as numbers of rt_word; `among`: 1 colours, 2 basic land types, 4 creature types; `but`: not this one, + 1. */
static rt_status choose_a_word(native_call *n, int among, uint32_t but)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage == 0) {
        rt_ask(g, CANTRIP_DECIDE_WORD, first_player(n, arg(n, 0)), self_of(n));
        for (int c = 0; c < 5 && (among & 1); c++)
            rt_option_add(g, CANTRIP_OPTION_COLOR, 0, c, 0);
        for (int t = 0; t < VM_SUBTYPE_MAX; t++)
            if (((t < 5 && (among & 2)) ||
                 ((among & 4) && (g->lib->creature_types[t / 64] >> (t & 63) & 1))) &&
                (uint32_t)t + 1 != but)
                rt_option_add(g, CANTRIP_OPTION_TYPE, 0, t, 0);
        frame(n)->native_stage = 1;
        return rt_ask_one(g);
    }
    const rt_option *o = rt_answered(g, 0);
    give(n, (uint64_t)(o->a + (o->kind == CANTRIP_OPTION_COLOR ? RT_WORD_COLOR : 0)));
    return finished(n);
}

rt_status rt_native_choose_word(native_call *n)
{
    return choose_a_word(n, 3, 0);
}

rt_status rt_native_choose_like_word(native_call *n)
{
    const int64_t word = (int64_t)arg(n, 1);
    return choose_a_word(n, word >= RT_WORD_COLOR ? 1 : word < 5 ? 2 : 4, 0);
}

rt_status rt_native_choose_word_among(native_call *n)
{
    return choose_a_word(n, (int)(n->imm[0] & 7), n->imm[1]);
}

static rt_status choose_a_player(native_call *n, int opponents)
{
    rt_game *g = n->g;
    uint32_t you = first_player(n, arg(n, 0));
    if (frame(n)->native_stage == 0) {
        rt_ask(g, CANTRIP_DECIDE_PLAYER, you, self_of(n));
        for (uint32_t p = 0; p < g->s->player.count; p++)
            if (!rt_player_row(g, p)->lost && (!opponents || rt_is_opponent(g, p, you)) &&
                rt_reaches(g, you, RT_PLAYER(p)))
                rt_option_add(g, CANTRIP_OPTION_ID, RT_PLAYER(p), 0, 0);
        frame(n)->native_stage = 1;
        return rt_ask_one(g);
    }
    give(n, rt_answer_count(g) ? RT_SET_ONE(rt_answered(g, 0)->entity) : 0);
    return finished(n);
}

rt_status rt_native_choose_opponent(native_call *n)
{
    return choose_a_player(n, 1);
}

rt_status rt_native_choose_player(native_call *n)
{
    return choose_a_player(n, 0);
}

/* Modes that are chosen while an effect is carried out, because nothing is put on the stack for them (CR 614.12). */
rt_status rt_native_choose_mode(native_call *n)
{
    const int32_t first = (int32_t)n->imm[0], count = (int32_t)arg(n, 1);
    const uint32_t p = first_player(n, arg(n, 0));
    if (frame(n)->native_stage == 0) {
        rt_ask(n->g, CANTRIP_DECIDE_MODE, p, self_of(n));
        for (int32_t i = 0; i < count && i < VM_NUMBER_MAX - first; i++)
            rt_option_add(n->g, CANTRIP_OPTION_MODE, 0, first + i, 0);
        frame(n)->native_stage = 1;
        return rt_ask_one(n->g);
    }
    give(n, (uint64_t)(rt_answered(n->g, 0)->a - first));
    return finished(n);
}

rt_status rt_native_choose_way(native_call *n)
{
    rt_game *g = n->g;
    const uint32_t can = (uint32_t)arg(n, 1);
    if (!rt_set_count(arg(n, 0))) {
        give(n, 0);
        return finished(n);
    }
    if (frame(n)->native_stage == 0) {
        rt_ask(g, CANTRIP_DECIDE_MODE, first_player(n, arg(n, 0)), self_of(n));
        const uint32_t may = n->imm[2];
        for (uint32_t i = 0; i < n->imm[1]; i++)
            if ((!can && !may) || (i < 32 && can >> i & 1))
                rt_option_add(g, CANTRIP_OPTION_MODE, 0, (int32_t)i,
                              (int32_t)g->pack->words[n->imm[0] + i] + 1);
        if (may)
            rt_option_add(g, CANTRIP_OPTION_NO, 0, 0, 0);
        frame(n)->native_stage = 1;
        return rt_ask_one(g);
    }
    const rt_option *o = rt_answer_count(g) ? rt_answered(g, 0) : NULL;
    give(n, (uint64_t)(int64_t)(!o ? 0 : o->kind == CANTRIP_OPTION_NO ? -1 : o->a));
    return finished(n);
}

/* What is impossible is not offered (CR 608.2d). */
rt_status rt_native_may(native_call *n)
{
    rt_game *g = n->g;
    if (!rt_set_count(arg(n, 0))) {
        give(n, 0);
        return finished(n);
    }
    if (frame(n)->native_stage == 0) {
        rt_ask(g, CANTRIP_DECIDE_MAY, first_player(n, arg(n, 0)), self_of(n));
        if (arg(n, 1))
            rt_option_add(g, CANTRIP_OPTION_YES, 0, 0, 0);
        rt_option_add(g, CANTRIP_OPTION_NO, 0, 0, 0);
        frame(n)->native_stage = 1;
        return rt_ask_one(g);
    }
    give(n, rt_answered(g, 0)->kind == CANTRIP_OPTION_YES);
    return finished(n);
}

/* What is paid, so many times: a cost of the keyword whose ability asks for it (echo). */
static rt_cost_range keyword_range(const native_call *n, int32_t times)
{
    const uint32_t ability = ctx_of(n)->ability;
    return (rt_cost_range){
        .first = n->imm[0],
        .count = n->imm[1],
        .times = times > 0 ? (uint32_t)times : 0,
        .keyword = ability == VM_NO_SYMBOL ? 0 : n->g->pack->ability[ability].keyword + 1};
}

/* Pays a cost while something resolves, if a player can and wants to (CR 117.12a): of several, each is asked in turn
 * order until one has paid. count: which player. */
static rt_status pay_or_not(native_call *n)
{
    rt_game *g = n->g;
    const uint32_t p = player_in_turn(n, arg(n, 0), (uint32_t)frame(n)->count);
    if (p == RT_NOBODY) {
        give(n, 0);
        return finished(n);
    }
    const int32_t times = (int32_t)arg(n, 1), x = (int32_t)arg(n, 2);
    rt_bill bill = {.player = p,
                    .self = self_of(n),
                    .range = {keyword_range(n, times)},
                    .x = x < 0 ? ctx_of(n)->x : x,
                    .payment = ctx_of(n)->payment};
    rt_bill_keyword_rules(g, &bill);
    switch (frame(n)->native_stage) {
    case 0:
        rt_ask(g, CANTRIP_DECIDE_UNLESS, p, self_of(n));
        if (rt_can_pay(g, &bill)) /* who can is not told by who is asked */
            rt_option_add(g, CANTRIP_OPTION_YES, 0, 0, 0);
        rt_option_add(g, CANTRIP_OPTION_NO, 0, 0, 0);
        frame(n)->native_stage = 1;
        return rt_ask_one(g);
    case 1:
        if (rt_answered(g, 0)->kind != CANTRIP_OPTION_YES)
            break;
        frame(n)->native_stage = 2;
        rt_pay_start(g, &bill);
        return RT_NEXT;
    default:
        if (g->s->unpaid)
            break;
        give(n, 1);
        return finished(n);
    }
    g->s->unpaid = 0;
    frame(n)->native_stage = 0;
    frame(n)->count++;
    return RT_NEXT;
}

rt_status rt_native_pay(native_call *n)
{
    return pay_or_not(n);
}

rt_status rt_native_unless_paid(native_call *n)
{
    return pay_or_not(n);
}

/* pay {X}: who pays says what X is; from then on it is the X of this effect (CR 107.3f). aux: X. */
rt_status rt_native_pay_x(native_call *n)
{
    enum stage { STAGE_ASK, STAGE_ASKED, STAGE_CHOSEN, STAGE_PAID };
    rt_game *g = n->g;
    const uint32_t p = player_in_turn(n, arg(n, 0), 0);
    rt_bill bill = {.player = p,
                    .self = self_of(n),
                    .range = {keyword_range(n, 1)},
                    .payment = ctx_of(n)->payment};
    if (p != RT_NOBODY)
        rt_bill_keyword_rules(g, &bill);
    switch (p == RT_NOBODY ? STAGE_PAID : frame(n)->native_stage) {
    case STAGE_ASK:
        rt_ask(g, CANTRIP_DECIDE_UNLESS, p, self_of(n));
        if (rt_can_pay(g, &bill))
            rt_option_add(g, CANTRIP_OPTION_YES, 0, 0, 0);
        rt_option_add(g, CANTRIP_OPTION_NO, 0, 0, 0);
        frame(n)->native_stage = STAGE_ASKED;
        return rt_ask_one(g);
    case STAGE_ASKED: {
        if (rt_answered(g, 0)->kind != CANTRIP_OPTION_YES)
            break;
        const int32_t most = rt_greatest_x(g, &bill);
        rt_ask(g, CANTRIP_DECIDE_X, p, self_of(n));
        for (int32_t x = 0; x <= most; x++)
            rt_option_add(g, CANTRIP_OPTION_NUMBER, 0, x, 0);
        frame(n)->native_stage = STAGE_CHOSEN;
        return rt_ask_one(g);
    }
    case STAGE_CHOSEN:
        bill.x = ctx_of(n)->x = rt_answered(g, 0)->a;
        frame(n)->native_stage = STAGE_PAID;
        rt_pay_start(g, &bill);
        return RT_NEXT;
    default:
        give(n, p != RT_NOBODY && !g->s->unpaid);
        break;
    }
    g->s->unpaid = 0;
    return finished(n);
}

/* ---- the end ----------------------------------------------------------------------------------- */

rt_status rt_native_end_turn(native_call *n) /* CR 716 */
{
    while (n->g->s->pending.count) /* what has triggered before is gone (CR 716.1a) */
        rt_ctx_free(n->g, *rt_pending_rows(n->g, --n->g->s->pending.count) - 1);
    n->g->s->end_turn_asked = 1;
    return finished(n);
}

/* They leave at once (CR 800.4a); in the middle of events that happen together, right after those. */
static rt_status somebody_lost(native_call *n)
{
    rt_game *g = n->g;
    int events = 0;
    rt_game_end_check(g);
    for (uint32_t i = 0; i < g->s->proc.count; i++)
        events |= rt_proc_row(g, i)->kind == RT_PROC_EVENTS;
    if (!events)
        rt_leave_check(g);
    return finished(n);
}

/* Does it lose when these win: an opponent whom one of them reaches? Who wins and loses at the same time loses (CR 104.3f). */
static int loses_to(const rt_game *g, uint32_t p, uint64_t winners)
{
    CANTRIP_ASSERT(p < g->s->player.count);
    int loses = 0;
    for (uint32_t w = 0; w < g->s->player.count; w++)
        loses |= (winners >> w & 1) && rt_is_opponent(g, p, w) &&
                 rt_reaches(g, w, RT_PLAYER(p)); /* CR 801.14 */
    return loses;
}

rt_status rt_native_lose_game(native_call *n)
{
    rt_game *g = n->g;
    const uint32_t batch = frame(n)->native_stage ? (uint32_t)frame(n)->count : rt_batch(g);
    for (uint32_t i = 0; !frame(n)->native_stage && i < rt_set_count(arg(n, 0)); i++) {
        rt_event *e = rt_event_add(g, RT_EV_LOSE_GAME, RT_EF_EFFECT);
        e->player = (uint8_t)player_at(n, arg(n, 0), i);
        e->aux = RT_LOSS_EFFECT;
    }
    if (!frame(n)->native_stage) {
        frame(n)->count = (int32_t)batch;
        frame(n)->native_stage = 1;
        if (!rt_batch_run(g, batch))
            return RT_NEXT;
    }
    rt_batch_drop(g, batch);
    return somebody_lost(n);
}

rt_status rt_native_win_game(native_call *n) /* CR 104.2b, 800.6: their opponents lose */
{
    rt_game *g = n->g;
    uint64_t winners = 0;
    uint32_t p;
    for (uint32_t i = 0; (p = player_in_turn(n, arg(n, 0), i)) != RT_NOBODY; i++)
        if (!rt_rule_on_team(g, VM_MOD_CANT_WIN, p))
            winners |= UINT64_C(1) << p;
    for (uint32_t q = 0; winners && q < g->s->player.count; q++)
        if (loses_to(g, q, winners) &&
            (g->s->player.count == 2 || !rt_rule_on_team(g, VM_MOD_CANT_LOSE, q)))
            rt_player_loses(g, q, "another player wins");
    return somebody_lost(n);
}

/* ---- changing the event that is about to happen (CR 614) --------------------------------------
 */

static rt_event *event_of(const native_call *n)
{
    for (uint32_t i = n->g->s->frame.count; i-- > 0;)
        if (rt_frame_row(n->g, i)->event && i + 1 == n->g->s->frame.count)
            return rt_event_row(n->g, rt_frame_row(n->g, i)->event - 1);
    return NULL;
}

rt_status rt_native_event_amount(native_call *n)
{
    rt_event *e = event_of(n);
    if (e)
        e->amount = (int32_t)arg(n, 0);
    return finished(n);
}

/* Only so many of the top cards of that library are searched; of several such effects the least (CR 701.18f). */
rt_status rt_native_event_search(native_call *n)
{
    rt_event *e = event_of(n);
    const int32_t top = (int32_t)arg(n, 0);
    if (e && e->kind == RT_EV_DID && e->aux == VM_EVENT_search && top < e->amount)
        e->amount = top;
    return finished(n);
}

rt_status rt_native_event_zone(native_call *n)
{
    rt_event *e = event_of(n);
    if (e && e->kind == RT_EV_MOVE && n->imm[0] != VM_ZONE_STACK) {
        const rt_object *o = rt_live(n->g, e->obj);
        e->flags &= ~(uint32_t)RT_EF_CANCELLED; /* what was replaced happens after all, or so */
        e->to = (uint8_t)n->imm[0];
        e->link = n->imm[1];
        e->linker = n->imm[1] ? self_of(n) : 0;
        e->link_origin = ctx_of(n)->origin;
        if (o && e->to != VM_ZONE_BATTLEFIELD)
            e->player = o->owner;
    }
    return finished(n);
}

/* What is done behind a turn, phase or step that is skipped is the first thing in the next one that begins (CR 614.10b). */
rt_status rt_native_event_cancel(native_call *n)
{
    rt_event *e = event_of(n);
    if (e)
        e->flags |= RT_EF_CANCELLED;
    if (!e || (e->kind != RT_EV_BEGIN_TURN && e->kind != RT_EV_BEGIN_STEP))
        return finished(n);
    if (!frame(n)->native_stage)
        n->g->s->coming = 0;
    frame(n)->native_stage = 1;
    return rt_turn_goes_on(n->g) ? finished(n) : RT_NEXT;
}

rt_status rt_native_event_tapped(native_call *n)
{
    rt_event *e = event_of(n);
    if (e)
        e->flags |= RT_EF_TAPPED;
    return finished(n);
}

rt_status rt_native_event_controller(native_call *n)
{
    rt_event *e = event_of(n);
    if (e && rt_set_count(arg(n, 0)))
        e->player = (uint8_t)first_player(n, arg(n, 0));
    return finished(n);
}

rt_status rt_native_event_counters(native_call *n)
{
    rt_event *e = event_of(n);
    if (!e || (int32_t)arg(n, 0) <= 0)
        return finished(n);
    rt_event_enter_with(n->g, frame(n)->event - 1, n->imm[0], (int32_t)arg(n, 0));
    return finished(n);
}
