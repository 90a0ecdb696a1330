/* Natives about libraries and hidden cards (CR 401, 701.15, 701.17 to 701.19). */
#include "runtime/natives/natives.h"

#include <string.h>

/* ---- who knows what ---------------------------------------------------------------------------- */

rt_status rt_native_reveal(native_call *n) /* CR 701.15 */
{
    for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++) {
        const rt_entity e = rt_know(n->g, rt_set_at(n->g, arg(n, 0), i), UINT32_MAX);
        RT_TELL(n->g, REVEALED, .object = e, .seen = UINT32_MAX);
    }
    give(n, arg(n, 0));
    return finished(n);
}

rt_status rt_native_look(native_call *n)
{
    uint32_t players = 0, p;
    for (uint32_t i = 0; (p = player_in_turn(n, arg(n, 0), i)) != RT_NOBODY; i++)
        players |= 1u << p;
    for (uint32_t i = 0; i < rt_set_count(arg(n, 1)); i++)
        rt_know(n->g, rt_set_at(n->g, arg(n, 1), i), players);
    return finished(n);
}

static void did(rt_game *g, uint32_t what, uint32_t player, rt_entity whom, int32_t amount)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    CANTRIP_ASSERT(rt_is_entity(g, whom));
    const uint32_t batch = rt_batch(g);
    rt_event *e = rt_event_add(g, RT_EV_DID, RT_EF_EFFECT);
    e->aux = what;
    e->player = (uint8_t)player;
    e->whom = whom;
    e->amount = amount;
    rt_batch_close(g, batch);
}

/* ---- searching and shuffling ------------------------------------------------------------------- */

enum stage {
    STAGE_NEXT,
    STAGE_RUNNING,
    STAGE_ANSWERED,
    STAGE_ORDER_LOW,
    STAGE_ORDER_HIGH,
    STAGE_SEARCHES
};

/* More than that it is a card, which all that can be found are: neither a token nor an ability. */
static int describes_something(const vm_selector *s)
{
    const uint32_t no_card = VM_STATUS_TOKEN0 | VM_STATUS_ABILITY0;
    return (s->types_all | s->types_any | s->types_none | s->colors_any | s->colors_none |
            s->status_all | (s->status_none & ~no_card) | s->keyword_all_count |
            s->keyword_none_count | s->subtype_any_count | s->subtype_none_count | s->pred) != 0 ||
           s->name != VM_NO_SYMBOL;
}

/* How many of the top cards of this player's library are searched: what the event came to (CR 701.18f). */
static uint32_t searched_of(const native_call *n, uint32_t whose)
{
    const rt_game *g = n->g;
    for (uint32_t i = frame(n)->aux; i < g->s->event.count; i++) {
        const rt_event *e = rt_event_row((rt_game *)g, i);
        if (e->kind == RT_EV_DID && e->aux == VM_EVENT_search && e->whom == RT_PLAYER(whose))
            return e->amount < 0 || (e->flags & RT_EF_CANCELLED) ? 0 : (uint32_t)e->amount;
    }
    return 0;
}

/* Adds what matches in the zones of one player; how many of it must be found. What was found for something else is not found
 * again. */
static uint32_t add_matches(native_call *n, uint32_t whose, uint32_t zones, uint32_t which)
{
    rt_game *g = n->g;
    const uint32_t sel = n->imm[1 + which];
    const rt_ctx c = *ctx_of(n);
    const int any = !describes_something(&g->pack->selector[sel]);
    uint32_t forced = 0;
    for (uint32_t zone = 0; zone < VM_ZONE_COUNT; zone++) {
        const int shared =
            zone == VM_ZONE_BATTLEFIELD || zone == VM_ZONE_STACK || zone == VM_ZONE_COMMAND;
        const int hidden = zone == VM_ZONE_LIBRARY || zone == VM_ZONE_HAND;
        const uint32_t count = rt_zone_count(g, zone, whose),
                       reach = zone == VM_ZONE_LIBRARY && (zones >> zone & 1)
                                   ? searched_of(n, whose)
                                   : count;
        for (uint32_t i = count; (zones >> zone & 1) && i-- > 0 && count - i <= reach;) {
            const rt_entity e = rt_handle(g, rt_zone_at(g, zone, whose, i));
            if ((shared && rt_live(g, e)->owner != whose) || !rt_match(g, sel, e, &c) ||
                (which && rt_set_has(g, frame(n)->kept[0], e)) ||
                rt_is_named_like(g, frame(n)->kept[1], rt_set_count(frame(n)->kept[1]), e))
                continue;
            rt_option_add(g, CANTRIP_OPTION_ID, e, 0, 0);
            forced += any || !hidden; /* CR 701.18b, d */
        }
    }
    return forced;
}

/* Of all that are to be found those that anybody can see are: only of the others it is asked (CR 701.18b). How many. */
static uint32_t find_open(native_call *n, uint32_t which)
{
    rt_game *g = n->g;
    const int any = !describes_something(&g->pack->selector[n->imm[1 + which]]);
    uint32_t left = 0;
    const uint32_t all = g->s->option.count;
    for (uint32_t i = 0; i < all; i++) {
        const rt_option o = *rt_option_row(g, i);
        const uint32_t zone = rt_live(g, o.entity)->zone;
        if (!any && (zone == VM_ZONE_LIBRARY || zone == VM_ZONE_HAND))
            *rt_option_row(g, left++) = o;
        else
            rt_keep_one(n, 0, o.entity);
    }
    g->s->option.count = left;
    return all - left;
}

/* Libraries are searched: an event for each, whose amount is how many of its cards are (all of them, unless that is replaced). */
static int search_begins(native_call *n, uint32_t p, uint64_t whose)
{
    rt_game *g = n->g;
    const uint32_t batch = rt_batch(g);
    uint32_t q;
    for (uint32_t i = 0; (q = player_in_turn(n, whose, i)) != RT_NOBODY; i++) {
        rt_event *e = rt_event_add(g, RT_EV_DID, RT_EF_EFFECT);
        e->aux = VM_EVENT_search;
        e->player = (uint8_t)p;
        e->whom = RT_PLAYER(q);
        e->amount = (int32_t)rt_zone_count(g, VM_ZONE_LIBRARY, q);
    }
    frame(n)->aux = batch;
    frame(n)->native_stage = STAGE_SEARCHES;
    return rt_batch_run(g, batch);
}

/* `things`: how many descriptions each of them looks for, one after the other. The search itself is one (CR 701.18). */
static rt_status search_for(native_call *n, uint32_t things)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage == STAGE_ANSWERED) {
        rt_keep_answers(n, 0);
        frame(n)->count++;
        frame(n)->native_stage = (uint32_t)frame(n)->count % things ? STAGE_SEARCHES : STAGE_NEXT;
    }
    const uint32_t which = (uint32_t)frame(n)->count % things,
                   p = player_in_turn(n, arg(n, 0), (uint32_t)frame(n)->count / things);
    if (p == RT_NOBODY) {
        give(n, frame(n)->kept[0]);
        return finished(n);
    }
    const uint64_t whose = rt_set_count(arg(n, 1)) ? arg(n, 1) : RT_SET_ONE(RT_PLAYER(p));
    uint32_t libraries = n->imm[0] >> VM_ZONE_LIBRARY & 1;
    if (libraries && rt_rule_on(g, VM_MOD_CANT_SEARCH, RT_PLAYER(p)))
        libraries = 0;
    const uint32_t zones = libraries ? n->imm[0] : n->imm[0] & ~(1u << VM_ZONE_LIBRARY);
    if (libraries && frame(n)->native_stage == STAGE_NEXT && !search_begins(n, p, whose))
        return RT_NEXT;
    uint32_t q, forced = 0;
    rt_ask(g, CANTRIP_DECIDE_SEARCH, p, self_of(n));
    for (uint32_t i = 0; (q = player_in_turn(n, whose, i)) != RT_NOBODY; i++)
        forced += add_matches(n, q, zones, which);
    if (libraries && which + 1 == things)
        rt_batch_drop(g, frame(n)->aux);
    const int32_t min = (int32_t)arg(n, 2 + 2 * which);
    int32_t max = (int32_t)arg(n, 3 + 2 * which);
    if (min >= (int32_t)g->s->option.count) {
        const uint32_t found = find_open(n, which);
        forced -= found;
        max -= (int32_t)found;
    }
    const uint32_t least = min < 0 ? 0 : (uint32_t)min < forced ? (uint32_t)min : forced;
    frame(n)->native_stage = STAGE_ANSWERED;
    return rt_ask_hidden(g, least, max < 0 ? 0 : (uint32_t)max); /* CR 107.1b */
}

rt_status rt_native_search(native_call *n)
{
    return search_for(n, 1);
}

/* kept[1]: what this player has found. The event of the search is kept as long as they look: it says how far. */
rt_status rt_native_search_different(native_call *n)
{
    rt_game *g = n->g;
    const int32_t min = (int32_t)arg(n, 2), max = (int32_t)arg(n, 3);
    const uint32_t p = player_in_turn(n, arg(n, 0), (uint32_t)frame(n)->count);
    uint32_t q, forced = 0;
    if (p == RT_NOBODY) {
        give(n, frame(n)->kept[0]);
        return finished(n);
    }
    const uint64_t whose = rt_set_count(arg(n, 1)) ? arg(n, 1) : RT_SET_ONE(RT_PLAYER(p));
    const uint32_t library =
        rt_rule_on(g, VM_MOD_CANT_SEARCH, RT_PLAYER(p)) ? 0 : n->imm[0] & 1u << VM_ZONE_LIBRARY;
    if (frame(n)->native_stage == STAGE_ANSWERED) {
        rt_keep_answers(n, 0);
        rt_keep_answers(n, 1);
        if (!rt_answer_count(g) || (int32_t)rt_set_count(frame(n)->kept[1]) >= max) {
            if (library)
                rt_batch_drop(g, frame(n)->aux);
            frame(n)->kept[1] = 0;
            frame(n)->count++;
            frame(n)->native_stage = STAGE_NEXT;
            return RT_NEXT;
        }
    }
    if (library && frame(n)->native_stage == STAGE_NEXT && !search_begins(n, p, whose))
        return RT_NEXT;
    rt_ask(g, CANTRIP_DECIDE_SEARCH, p, self_of(n));
    for (uint32_t i = 0; (q = player_in_turn(n, whose, i)) != RT_NOBODY; i++)
        forced += add_matches(n, q, (n->imm[0] & ~(1u << VM_ZONE_LIBRARY)) | library, 0);
    frame(n)->native_stage = STAGE_ANSWERED;
    return rt_ask_hidden(g, forced && (int32_t)rt_set_count(frame(n)->kept[1]) < min, max > 0);
}

rt_status rt_native_search_two(native_call *n)
{
    return search_for(n, 2);
}

rt_status rt_native_shuffle(native_call *n) /* CR 701.19 */
{
    uint32_t p;
    for (uint32_t i = 0; (p = player_in_turn(n, arg(n, 0), i)) != RT_NOBODY; i++) {
        rt_shuffle(n->g, p);
        RT_TELL(n->g, SHUFFLES, .other = RT_PLAYER(p));
        did(n->g, VM_EVENT_shuffle, p, RT_PLAYER(p), 1);
    }
    return finished(n);
}

rt_status rt_native_top(native_call *n)
{
    rt_game *g = n->g;
    uint32_t p;
    for (uint32_t i = 0; (p = player_in_turn(n, arg(n, 0), i)) != RT_NOBODY; i++)
        for (uint32_t k = 0, have = rt_zone_count(g, VM_ZONE_LIBRARY, p);
             k < have && (int32_t)k < (int32_t)arg(n, 1); k++)
            rt_keep_one(
                n, 0,
                rt_handle(g, rt_zone_at(g, VM_ZONE_LIBRARY, p, n->imm[0] ? k : have - 1 - k)));
    give(n, frame(n)->kept[0]);
    return finished(n);
}

rt_status rt_native_until(native_call *n)
{
    rt_game *g = n->g;
    const rt_ctx c = *ctx_of(n);
    uint32_t p;
    for (uint32_t i = 0; (p = player_in_turn(n, arg(n, 0), i)) != RT_NOBODY; i++) {
        int32_t found = 0;
        for (uint32_t k = rt_zone_count(g, VM_ZONE_LIBRARY, p);
             k-- > 0 && found < (int32_t)arg(n, 1);) {
            const rt_entity e = rt_handle(g, rt_zone_at(g, VM_ZONE_LIBRARY, p, k));
            found += rt_match(g, n->imm[0], e, &c);
            rt_keep_one(n, 0, e);
        }
    }
    give(n, frame(n)->kept[0]);
    return finished(n);
}

/* ---- orders ------------------------------------------------------------------------------------ */

/* Brings kept[which] from member `from` on into the order in which somebody names its members; aux counts them.
 * 1 = they are in order. */
static int in_order(native_call *n, uint32_t which, uint32_t player, uint32_t from, uint32_t to,
                    rt_status *out_status)
{
    rt_game *g = n->g;
    const uint64_t set = frame(n)->kept[which];
    if (frame(n)->aux < from)
        frame(n)->aux = from;
    else if (rt_answer_count(g) && frame(n)->aux < to) { /* the one that was named moves up */
        const rt_entity named = rt_answered(g, 0)->entity;
        uint32_t *row = rt_heap_row(g, (uint32_t)(set >> 32)), at = frame(n)->aux++;
        uint32_t k = at;
        while (k + 1 < to && row[k] != named)
            k++;
        memmove(row + at + 1, row + at, (k - at) * sizeof *row);
        row[at] = named;
    }
    if (frame(n)->aux + 1 >= to)
        return 1;
    rt_ask(g, CANTRIP_DECIDE_ORDER_CARDS, player, self_of(n));
    for (uint32_t i = frame(n)->aux; i < to; i++)
        rt_option_add(g, CANTRIP_OPTION_ID, rt_set_at(g, set, i), 0, 0);
    *out_status = rt_ask_one(g);
    return 0;
}

static int is_in_library(const rt_game *g, rt_entity e, uint32_t player)
{
    const rt_object *o = rt_live(g, e);
    return o && o->zone == VM_ZONE_LIBRARY && o->owner == player;
}

/* One player's cards of the set stand together, the first uppermost, the block `place`-th from an end. */
static void place_of_player(rt_game *g, uint64_t set, uint32_t player, uint32_t place, int bottom)
{
    CANTRIP_ASSERT(player < g->s->player.count);
    CANTRIP_ASSERT(rt_is_set(g, set));
    const uint32_t count = rt_set_count(set);
    uint32_t mine = 0;
    for (uint32_t i = 0; i < count; i++) {
        const rt_entity e = rt_set_at(g, set, i);
        if (is_in_library(g, e, player)) {
            rt_library_place(g, RT_INDEX(e), 1, !bottom); /* out of the way */
            mine++;
        }
    }
    const uint32_t others = rt_zone_count(g, VM_ZONE_LIBRARY, player) - mine;
    uint32_t at = place - 1 < others ? place : others + 1;
    for (uint32_t i = 0; i < count; i++) {
        const rt_entity e = rt_set_at(g, set, bottom ? count - 1 - i : i);
        if (is_in_library(g, e, player))
            rt_library_place(g, RT_INDEX(e), at++, bottom);
    }
}

static void place_all(rt_game *g, uint64_t set, uint32_t place, int bottom)
{
    for (uint32_t p = 0; rt_set_count(set) && p < g->s->player.count; p++)
        place_of_player(g, set, p, place, bottom);
}

/* ---- scry --------------------------------------------------------------------------------------- */

/* CR 701.17. count: which player; aux: which card, then which place in an order; kept: bottom, top. */
rt_status rt_native_scry(native_call *n)
{
    rt_game *g = n->g;
    rt_status s = RT_NEXT;
    const uint32_t p = player_in_turn(n, arg(n, 0), (uint32_t)frame(n)->count);
    if (p == RT_NOBODY || (int32_t)arg(n, 1) <= 0)
        return finished(n);
    const uint32_t have = rt_zone_count(g, VM_ZONE_LIBRARY, p),
                   all = (uint32_t)arg(n, 1) < have ? (uint32_t)arg(n, 1) : have;
    if (frame(n)->native_stage == STAGE_ANSWERED) {
        rt_keep_one(n, rt_answered(g, 0)->kind == CANTRIP_OPTION_YES ? 0 : 1,
                    rt_answered(g, 0)->entity);
        frame(n)->aux++;
        frame(n)->native_stage = STAGE_NEXT;
    }
    if (frame(n)->native_stage == STAGE_NEXT) {
        if (frame(n)->aux < all) {
            const rt_entity e = rt_know(
                g, rt_handle(g, rt_zone_at(g, VM_ZONE_LIBRARY, p, have - 1 - frame(n)->aux)),
                1u << p);
            rt_ask(g, CANTRIP_DECIDE_SCRY, p, self_of(n));
            rt_option_add(g, CANTRIP_OPTION_YES, e, 0, 0);
            rt_option_add(g, CANTRIP_OPTION_NO, e, 0, 0);
            frame(n)->native_stage = STAGE_ANSWERED;
            return rt_ask_one(g);
        }
        frame(n)->aux = 0;
        frame(n)->native_stage = STAGE_ORDER_LOW;
        g->s->answer.count = 0;
    }
    if (frame(n)->native_stage == STAGE_ORDER_LOW) {
        if (!in_order(n, 0, p, 0, rt_set_count(frame(n)->kept[0]), &s))
            return s;
        frame(n)->aux = 0;
        frame(n)->native_stage = STAGE_ORDER_HIGH;
        g->s->answer.count = 0;
    }
    if (!in_order(n, 1, p, 0, rt_set_count(frame(n)->kept[1]), &s))
        return s;
    if (rt_set_count(frame(n)->kept[0]) + rt_set_count(frame(n)->kept[1]) > 1)
        for (uint32_t k = 0; k < 2;
             k++) /* who has seen them before does not see how they lie now */
            rt_lose_sight(g, frame(n)->kept[k], 1u << p);
    place_all(g, frame(n)->kept[1], 1, 0);
    place_all(g, frame(n)->kept[0], 1, 1);
    frame(n)->kept[0] = frame(n)->kept[1] = 0;
    frame(n)->aux = 0;
    frame(n)->count++;
    frame(n)->native_stage = STAGE_NEXT;
    did(g, VM_EVENT_scry, p, RT_PLAYER(p), (int32_t)all);
    return RT_NEXT;
}

/* ---- clash, coins --------------------------------------------------------------------------------- */

static int32_t clashing_value(const native_call *n, uint32_t which)
{
    const uint64_t set = frame(n)->kept[which];
    const rt_object *o = rt_set_count(set) ? rt_live(n->g, rt_set_at(n->g, set, 0)) : NULL;
    return o ? (int32_t)rt_mana_value(n->g, o) : -1;
}

/* CR 701.22: each reveals the top card of their library, then in turn order may put it on the bottom. kept: their
 * cards, by their places in the order; count: whose turn it is to decide. */
rt_status rt_native_clash(native_call *n)
{
    rt_game *g = n->g;
    const uint32_t you = first_player(n, arg(n, 0));
    const uint64_t both = arg(n, 0) == arg(n, 1) ? 0 : arg(n, 1);
    if (!rt_set_count(both) || !rt_set_count(arg(n, 0))) {
        give(n, 0);
        return finished(n);
    }
    const uint32_t foe = first_player(n, both);
    const int first = rt_turn_rank(g, you) > rt_turn_rank(g, foe);
    const uint32_t order[] = {first ? foe : you, first ? you : foe};
    if (frame(n)->native_stage == STAGE_NEXT) {
        for (uint32_t i = 0; i < 2; i++) {
            const uint32_t have = rt_zone_count(g, VM_ZONE_LIBRARY, order[i]);
            if (!have)
                continue;
            const rt_entity e = rt_know(
                g, rt_handle(g, rt_zone_at(g, VM_ZONE_LIBRARY, order[i], have - 1)), UINT32_MAX);
            RT_TELL(g, REVEALED, .object = e, .seen = UINT32_MAX);
            rt_keep_one(n, i, e);
        }
        const int32_t mine = clashing_value(n, (uint32_t)first), theirs = clashing_value(n, !first);
        give(n, mine > theirs);
        frame(n)->native_stage = STAGE_RUNNING;
    }
    if (frame(n)->native_stage == STAGE_ANSWERED) {
        if (rt_answered(g, 0)->kind == CANTRIP_OPTION_YES)
            rt_library_place(g, RT_INDEX(rt_answered(g, 0)->entity), 1, 1);
        frame(n)->count++;
        frame(n)->native_stage = STAGE_RUNNING;
    }
    while (frame(n)->count < 2 && !rt_set_count(frame(n)->kept[frame(n)->count]))
        frame(n)->count++;
    if (frame(n)->count >= 2)
        return finished(n);
    const rt_entity e = rt_set_at(g, frame(n)->kept[frame(n)->count], 0);
    rt_ask(g, CANTRIP_DECIDE_SCRY, order[frame(n)->count], self_of(n));
    rt_option_add(g, CANTRIP_OPTION_YES, e, 0, 0);
    rt_option_add(g, CANTRIP_OPTION_NO, e, 0, 0);
    frame(n)->native_stage = STAGE_ANSWERED;
    return rt_ask_one(g);
}

rt_status rt_native_flip_coin(native_call *n)
{
    int32_t won = 0;
    for (int32_t i = 0; i < (int32_t)arg(n, 1); i++) {
        rt_spend(n->g, 1);
        won += rt_random_below(n->g->s, 2) != 0;
    }
    rt_loop_broken(n->g); /* chance may end it */
    give(n, (uint64_t)(int64_t)won);
    return finished(n);
}

/* ---- into a library ------------------------------------------------------------------------------ */

static void shuffle_set(rt_game *g, uint64_t set)
{
    CANTRIP_ASSERT(rt_is_set(g, set));
    for (uint32_t i = rt_set_count(set); i > 1; i--) {
        uint32_t *row = rt_heap_row(g, (uint32_t)(set >> 32)), k = rt_random_below(g->s, i),
                 t = row[i - 1];
        row[i - 1] = row[k];
        row[k] = t;
    }
}

/* kept[0]: the objects, those of each owner together, in turn order. */
static void gather_by_owner(native_call *n)
{
    rt_game *g = n->g;
    for (uint32_t k = 0; k < g->s->player.count; k++)
        for (uint32_t i = 0; i < rt_set_count(arg(n, 0)); i++) {
            const rt_entity e = follow(n, rt_set_at(g, arg(n, 0), i));
            const rt_object *o = rt_live(g, e);
            if (o && o->owner == rt_seat_after(g, g->s->turn_player, k) &&
                !((o->flags & RT_OF_TOKEN) && o->zone != VM_ZONE_BATTLEFIELD))
                rt_keep_one(n, 0, e);
        }
}

/* The cards of one owner in kept[0]: members from..to. */
static uint32_t group_end(const native_call *n, uint32_t from)
{
    const rt_game *g = n->g;
    const uint64_t set = frame(n)->kept[0];
    uint32_t to = from;
    while (to < rt_set_count(set) &&
           rt_live(g, rt_set_at(g, set, to))->owner == rt_live(g, rt_set_at(g, set, from))->owner)
        to++;
    return to;
}

static rt_status order_groups(native_call *n)
{
    rt_game *g = n->g;
    const uint32_t count = rt_set_count(frame(n)->kept[0]);
    rt_status s = RT_NEXT;
    while (frame(n)->count < (int32_t)count) { /* count: where the group at hand begins */
        const uint32_t from = (uint32_t)frame(n)->count, to = group_end(n, from);
        const uint32_t chooser = player_in_turn(n, arg(n, 1), 0);
        const uint32_t owner = rt_live(g, rt_set_at(g, frame(n)->kept[0], from))->owner;
        if (to - from > 1 && !in_order(n, 0, chooser == RT_NOBODY ? owner : chooser, from, to, &s))
            return s;
        for (uint32_t i = from; to - from > 1 && i < to; i++)
            rt_lose_sight(g, RT_SET_ONE(rt_set_at(g, frame(n)->kept[0], i)),
                          1u << (chooser == RT_NOBODY ? owner : chooser));
        frame(n)->count = (int32_t)to;
        frame(n)->aux = 0;
        g->s->answer.count = 0;
    }
    frame(n)->native_stage = STAGE_ORDER_HIGH;
    return RT_NEXT;
}

/* Everything is in the libraries: to its place. Gives what is there. */
static rt_status into_place(native_call *n, uint32_t batch)
{
    rt_game *g = n->g;
    const uint64_t set = frame(n)->kept[0];
    uint32_t event = batch;
    for (uint32_t i = 0; i < rt_set_count(set); i++) {
        rt_entity e = rt_set_at(g, set, i);
        if (!rt_live(g, e) || event < g->s->event.count)
            while (event < g->s->event.count && rt_event_row(g, event)->obj == e) {
                const rt_event *moved = rt_event_row(g, event++);
                e = moved->result ? moved->result : e;
            }
        const rt_object *o = rt_live(g, e);
        if (o && o->zone == VM_ZONE_LIBRARY)
            rt_keep_one(n, 1, e);
    }
    const int32_t place = (int32_t)arg(n, 2);
    place_all(g, frame(n)->kept[1], place > 0 ? (uint32_t)place : 1, (int)n->imm[0]);
    give(n, frame(n)->kept[1]);
    rt_batch_drop(g, batch);
    return finished(n);
}

rt_status rt_native_put_in_library(native_call *n)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage == STAGE_RUNNING)
        return into_place(n, (uint32_t)frame(n)->count);
    if (frame(n)->native_stage == STAGE_NEXT) {
        gather_by_owner(n);
        if (n->imm[1] == 1) {
            if (rt_set_count(frame(n)->kept[0]) > 1)
                rt_lose_sight(g, frame(n)->kept[0], 0);
            shuffle_set(g, frame(n)->kept[0]);
        }
        g->s->answer.count = 0;
        frame(n)->native_stage =
            n->imm[1] || rt_set_count(frame(n)->kept[0]) < 2 ? STAGE_ORDER_HIGH : STAGE_ORDER_LOW;
    }
    if (frame(n)->native_stage == STAGE_ORDER_LOW) {
        const rt_status s = order_groups(n);
        if (frame(n)->native_stage == STAGE_ORDER_LOW)
            return s;
    }
    const uint32_t batch = rt_batch(g);
    const uint64_t set = frame(n)->kept[0];
    for (uint32_t i = 0; i < rt_set_count(set); i++)
        if (rt_live(g, rt_set_at(g, set, i))->zone != VM_ZONE_LIBRARY)
            rt_move_event(g, rt_set_at(g, set, i), VM_ZONE_LIBRARY,
                          RT_EF_EFFECT | (n->imm[0] ? RT_EF_BOTTOM : 0), self_of(n));
    frame(n)->count = (int32_t)batch;
    frame(n)->native_stage = STAGE_RUNNING;
    return rt_batch_run(g, batch) ? into_place(n, batch) : RT_NEXT;
}
