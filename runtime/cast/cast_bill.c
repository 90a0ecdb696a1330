/* What has to be paid for what has been announced, who helps, and paying it (CR 601.2f to h). */
#include "runtime/cast/casting.h"

static uint32_t further_modes(uint32_t modes)
{
    uint32_t n = 0;
    for (; modes & (modes - 1); modes &= modes - 1)
        n++;
    return n;
}

void rt_cast_bill(rt_game *g, rt_bill *b)
{
    const rt_proc *p = rt_top(g);
    memset(b, 0, sizeof *b);
    b->player = p->cast.player;
    b->x = p->cast.x;
    if (p->a == WHAT_SPELL) {
        b->self = p->cast.object;
        const vm_face *f = rt_face(g, rt_live(g, b->self));
        uint32_t given;
        const vm_ability *instead =
            p->cast.instead ? rt_cost_of(g, b->self, VM_AF_ALTERNATIVE, p->cast.instead - 1, &given)
                            : NULL;
        if (instead)
            b->range[0] = rt_range_of(instead, 1);
        else
            rt_permitted_cost(g, p->cast.permission, f, b);
        rt_bill_additional(g, b);
        const rt_object *spell = rt_live(g, b->self);
        for (uint32_t n = 0; n < VM_OPTIONAL_COSTS_MAX; n++)
            if (rt_here(g, spell)->optional[n])
                rt_bill_add(g, b,
                            rt_range_of(rt_optional_cost(g, spell, n, &given),
                                        rt_here(g, spell)->optional[n]));
        const rt_spell_part *part;
        for (uint32_t n = 0; (part = rt_part_of(g, rt_top(g)->cast.ctx, n)) != NULL; n++)
            rt_bill_add(g, b, (rt_cost_range){part->cost, part->cost_count, 1, part->keyword, 0});
        const uint32_t further = further_modes(ctx_of(g)->modes);
        const vm_ability *each;
        for (uint32_t n = 0;
             further && (each = rt_cost_of(g, b->self, VM_AF_PER_MODE, n, &given)) != NULL; n++)
            rt_bill_add(g, b, rt_range_of(each, further));
        b->spell = 1;
        rt_bill_spell_rules(g, b, ctx_of(g)->target_count);
        b->extra = rt_sum(b->extra, rt_face_down_mana(g, rt_live(g, b->self)));
        if (rt_top(g)->cast.offering)
            rt_offering_take(g, b, rt_top(g)->cast.offering);
    } else if (p->a == WHAT_TURN) {
        int32_t counters;
        b->self = p->cast.object;
        rt_turn_up_cost(g, RT_INDEX(b->self), p->cast.instead, &b->range[0], &counters);
        rt_bill_keyword_rules(g, b);
    } else if (p->a == WHAT_ABILITY) {
        b->self = ctx_of(g)->self;
        b->range[0] = rt_range_of(ability_of(g), 1);
        b->spell = 2;
        if (!(ability_of(g)->flags & VM_AF_SPECIAL))
            rt_bill_ability_rules(g, b, ability_of(g));
    }
    p = rt_top(g);
    b->life_decided = p->cast.said >> 16 & 1;
    b->by_life = p->cast.said & 0xFF;
    b->payment = ctx_of(g)->payment;
}

int rt_cast_payable(rt_game *g, int32_t x)
{
    rt_bill b;
    rt_cast_bill(g, &b);
    b.x = x;
    return rt_can_pay(g, &b);
}

/* CR 702.131a */
rt_status rt_cast_assist(rt_game *g)
{
    rt_status asked = RT_NEXT;
    rt_top(g)->assist.amount = 0;
    if (rt_top(g)->a != WHAT_SPELL || !g->lib->has_assist)
        return to(g, STAGE_PAY);
    rt_bill b;
    rt_cast_bill(g, &b);
    to(g, STAGE_ASSIST_CHOSEN);
    return rt_assist_ask(g, &b, &asked) ? asked : to(g, STAGE_PAY);
}

rt_status rt_cast_assist_chosen(rt_game *g)
{
    if (!rt_answer_count(g))
        return to(g, STAGE_PAY);
    rt_top(g)->assist.helper = RT_PLAYER_OF(rt_answered(g, 0)->entity);
    rt_bill b;
    rt_cast_bill(g, &b);
    to(g, STAGE_ASSIST_SAID);
    return rt_assist_amount(g, &b, rt_top(g)->assist.helper);
}

rt_status rt_cast_assist_said(rt_game *g)
{
    const int32_t n = rt_answer_count(g) ? rt_answered(g, 0)->a : 0;
    const rt_bill b = {.player = rt_top(g)->assist.helper, .extra = n};
    rt_bill rest;
    rt_cast_bill(g, &rest);
    rest.extra = rt_sum(rest.extra, -(int64_t)n);
    const int pays =
        n > 0 && rt_can_pay_alone(g, &rest); /* else all of it is taken back (CR 721.1) */
    rt_top(g)->assist.amount = pays ? n : 0;
    to(g, STAGE_PAY);
    if (pays)
        rt_pay_start(g, &b);
    return RT_NEXT;
}

rt_status rt_cast_pay(rt_game *g) /* 601.2f to h */
{
    rt_proc *p = rt_top(g);
    if (p->a == WHAT_TRIGGER)
        return to(g, STAGE_PAID);
    const int32_t helped = g->s->unpaid ? 0 : p->assist.amount;
    const int spell = p->a == WHAT_SPELL;
    g->s->unpaid = 0;
    rt_bill b;
    rt_cast_bill(g, &b); /* the state may move */
    if (spell && g->lib->has_assist)
        b.extra = rt_sum(b.extra, -(int64_t)helped);
    to(g, STAGE_PAID);
    rt_pay_start(g, &b);
    return RT_NEXT;
}
