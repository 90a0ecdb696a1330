/* Piles (CR 700.3) and votes (CR 701.31). */
#include "runtime/natives/natives.h"

#include <string.h>

/* ---- piles: nothing moves (700.3b) --------------------------------------------------------------- */

static void give_answers(native_call *n)
{
    rt_game *g = n->g;
    const uint32_t start = g->s->heap.count;
    for (uint32_t i = 0; i < rt_answer_count(g); i++)
        rt_set_keep(g, rt_answered(g, i)->entity);
    give(n, rt_set_finish(g, start));
}

rt_status rt_native_separate(native_call *n)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage == 0) {
        const uint32_t count = rt_set_count(arg(n, 0));
        give(n, 0);
        if (!count || !rt_set_count(arg(n, 1)))
            return finished(n);
        rt_ask(g, CANTRIP_DECIDE_PILE, first_player(n, arg(n, 1)), self_of(n));
        for (uint32_t i = 0; i < count; i++)
            rt_option_add(g, CANTRIP_OPTION_ID, rt_set_at(g, arg(n, 0), i), 0, 0);
        frame(n)->native_stage = 1;
        return rt_ask_done(g, 0, count);
    }
    give_answers(n);
    for (uint32_t i = 0; i < rt_answer_count(g); i++)
        RT_TELL(g, PILE, .object = rt_answered(g, i)->entity);
    return finished(n);
}

/* Each of the things stands for the pile that it is in; 0 for one that is empty (700.3c). */
rt_status rt_native_choose_pile(native_call *n)
{
    rt_game *g = n->g;
    const uint64_t first = arg(n, 1), all = arg(n, 2);
    if (frame(n)->native_stage == 0) {
        const uint32_t count = rt_set_count(all), in_first = rt_set_count(first);
        give(n, 0);
        if (!count || !rt_set_count(arg(n, 0)))
            return finished(n);
        rt_ask(g, CANTRIP_DECIDE_WHICH_PILE, first_player(n, arg(n, 0)), self_of(n));
        for (uint32_t i = 0; i < count; i++) {
            const rt_entity e = rt_set_at(g, all, i);
            rt_option_add(g, CANTRIP_OPTION_ID, e, rt_set_has(g, first, e) ? 1 : 2, 0);
        }
        if (!in_first || in_first == count)
            rt_option_add(g, CANTRIP_OPTION_NUMBER, 0, 0, 0);
        frame(n)->native_stage = 1;
        return rt_ask_one(g);
    }
    const rt_option o = *rt_answered(g, 0);
    const uint32_t start = g->s->heap.count;
    for (uint32_t i = 0; o.kind == CANTRIP_OPTION_ID && i < rt_set_count(all); i++) {
        const rt_entity e = rt_set_at(g, all, i);
        if (rt_set_has(g, first, e) == (o.a == 1))
            rt_set_keep(g, e);
    }
    give(n, rt_set_finish(g, start));
    return finished(n);
}

/* ---- votes: each chooses in turn order, and everybody sees what was chosen before ------------------- */

static uint32_t seat_from(const native_call *n, uint32_t k, int from_you)
{
    const rt_game *g = n->g;
    return rt_seat_after(g, from_you ? ctx_of(n)->controller : g->s->turn_player, k);
}

/* From seat `k` on, counted from the controller or from the active player: who votes next; RT_NOBODY behind the last. Who
 * leaves on the way does not move the others' turns. */
static uint32_t voter(native_call *n, uint32_t k, int from_you)
{
    const rt_game *g = n->g;
    for (; k < g->s->player.count; k++) {
        const uint32_t p = seat_from(n, k, from_you);
        if (rt_player_row(g, p)->lost || !rt_set_has(g, arg(n, 0), RT_PLAYER(p)))
            continue;
        frame(n)->count = (int32_t)k;
        return p;
    }
    return RT_NOBODY;
}

static void take_vote(native_call *n, uint32_t p, const rt_option *o)
{
    rt_game *g = n->g;
    const uint32_t at = RT_PUSH(g, vote);
    *rt_vote_row(g, at) = (rt_vote){p, o->entity ? o->entity : (uint32_t)o->a};
    if (o->entity)
        RT_TELL(g, VOTES_FOR, .object = o->entity, .other = RT_PLAYER(p));
    else
        RT_TELL(g, VOTES, .other = RT_PLAYER(p), .detail = vm_pack_str(g->pack, (uint32_t)o->b));
}

/* Who has several votes gives them one after the other (CR 701.31d); what is no vote is chosen once (701.31c). */
static int votes_again(rt_game *g, uint32_t player, int choice)
{
    uint32_t given = 0;
    if (choice || rt_player_row(g, player)->lost)
        return 0;
    rt_spend_inside(g, g->s->vote.count);
    for (uint32_t i = 0; i < g->s->vote.count; i++)
        given += rt_vote_row(g, i)->player == player;
    return given <= rt_more_of(g, player, VM_MORE_VOTES);
}

/* Takes what was answered, and gives who votes next, or RT_NOBODY when all have. count: the seat of who was asked. */
static uint32_t next_voter(native_call *n, int from_you, int choice)
{
    rt_game *g = n->g;
    if (frame(n)->native_stage == 0) {
        g->s->vote.count = 0;
        frame(n)->native_stage = 1;
        return voter(n, 0, from_you);
    }
    const uint32_t seat = (uint32_t)frame(n)->count, p = seat_from(n, seat, from_you);
    const rt_option o = *rt_answered(g, 0);
    if (!rt_player_row(g, p)->lost) /* who has left has no vote (CR 800.4a) */
        take_vote(n, p, &o);
    return voter(n, votes_again(g, p, choice) ? seat : seat + 1, from_you);
}

rt_status rt_native_vote(native_call *n)
{
    rt_game *g = n->g;
    const uint32_t p = next_voter(n, (int)n->imm[2], (int)n->imm[3]);
    if (p == RT_NOBODY)
        return finished(n);
    rt_ask(g, CANTRIP_DECIDE_VOTE, p, self_of(n));
    for (uint32_t i = 0; i < n->imm[1]; i++)
        rt_option_add(g, CANTRIP_OPTION_WORD, 0, (int32_t)i,
                      (int32_t)g->pack->words[n->imm[0] + i]);
    return rt_ask_one(g);
}

rt_status rt_native_votes(native_call *n)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < n->g->s->vote.count; i++)
        count += rt_vote_row(n->g, i)->option == n->imm[0];
    give(n, count);
    return finished(n);
}

static uint32_t votes_of(const rt_game *g, rt_entity e)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < g->s->vote.count; i++)
        count += rt_vote_row(g, i)->option == e;
    return count;
}

/* Gives those with the most votes, or tied for most. */
rt_status rt_native_vote_for(native_call *n)
{
    rt_game *g = n->g;
    const uint64_t among = arg(n, 1);
    const uint32_t count = rt_set_count(among),
                   p = count ? next_voter(n, (int)n->imm[0], 0) : RT_NOBODY;
    if (p != RT_NOBODY) {
        rt_ask(g, CANTRIP_DECIDE_VOTE, p, self_of(n));
        for (uint32_t i = 0; i < count; i++)
            rt_option_add(g, CANTRIP_OPTION_ID, rt_set_at(g, among, i), 0, 0);
        return rt_ask_one(g);
    }
    uint32_t most = 1;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t have = votes_of(g, rt_set_at(g, among, i));
        most = have > most ? have : most;
    }
    const uint32_t start = g->s->heap.count;
    for (uint32_t i = 0; i < count; i++)
        if (votes_of(g, rt_set_at(g, among, i)) == most)
            rt_set_keep(g, rt_set_at(g, among, i));
    give(n, rt_set_finish(g, start));
    return finished(n);
}
