/* What is true of every state between two steps. Looked at in checked builds only: each row names rows that are there, each card
 * is in one zone, no chain goes astray. What a pack, a player or a host does cannot make any of it false. */
#include "runtime/host/api.h"

#ifdef CANTRIP_CHECKED

enum { CHECK_EVERYTHING_UP_TO = 4096 }; /* objects; of larger boards only what is quick */

static void check_block(const rt_game *g)
{
    rt_state *s = g->s;
    uint64_t end = sizeof *s;
    CANTRIP_ASSERT(s->magic == RT_MAGIC && s->version == RT_STATE_VERSION);
    CANTRIP_ASSERT(s->player.count >= 2 && s->player.count <= RT_PLAYERS_MAX);
    CANTRIP_ASSERT(s->turn_player < s->player.count && s->starting_player < s->player.count);
    CANTRIP_ASSERT(s->over <= 1 && s->skip_trivial <= 1 && s->rng_used <= 16);
    CANTRIP_ASSERT(!s->over || s->winner == RT_NOBODY || s->winner < s->player.count);
    CANTRIP_ASSERT(!s->fault || s->over); /* who gives up has ended the game */
    CANTRIP_ASSERT(s->over || s->proc.count);
    CANTRIP_ASSERT(s->step < VM_STEP_COUNT);
    for (uint32_t i = 0; i < rt_table_count(); i++) {
        const rt_table *t = rt_table_at(s, i);
        CANTRIP_ASSERT(t->count <= t->cap);
        CANTRIP_ASSERT(t->off >= end || !t->cap); /* one behind the other */
        end = t->off + (uint64_t)t->cap * t->row_size;
        CANTRIP_ASSERT(end <= s->size);
    }
}

static void check_object(const rt_game *g, uint32_t idx)
{
    const rt_object *o = rt_obj(g, idx);
    CANTRIP_ASSERT(o->gen && o->gen <= RT_GEN_MAX);
    CANTRIP_ASSERT(o->zone <= RT_ZONE_MELDED);
    CANTRIP_ASSERT(o->lki <= g->s->lki.count && o->counters <= g->s->counter.count);
    if (o->zone >= VM_ZONE_COUNT)
        return;
    CANTRIP_ASSERT(o->owner < g->s->player.count && o->controller < g->s->player.count);
    CANTRIP_ASSERT(o->own_controller < g->s->player.count);
    CANTRIP_ASSERT(rt_here(g, o)->defender <= g->s->player.count);
    CANTRIP_ASSERT(o->face < g->pack->face_count && o->card_face < g->pack->face_count);
    CANTRIP_ASSERT(!(o->colors & ~VM_COLOR_MASK));
    CANTRIP_ASSERT(o->timestamp <= g->s->timestamp);
    CANTRIP_ASSERT(!rt_here(g, o)->attached || rt_is_entity(g, rt_here(g, o)->attached));
    CANTRIP_ASSERT(!rt_here(g, o)->fights || rt_is_entity(g, rt_here(g, o)->fights));
    CANTRIP_ASSERT(rt_here(g, o)->ctx <= g->s->ctx.count);
    CANTRIP_ASSERT(!o->granted || o->granted - 1 + o->granted_count <= g->s->granted.count);
    CANTRIP_ASSERT(o->zone != VM_ZONE_HAND || !(o->flags & (RT_OF_ATTACKING | RT_OF_BLOCKING)));
    CANTRIP_ASSERT(!(o->flags & RT_OF_ABILITY) || o->zone == VM_ZONE_STACK);
}

/* Each object is where it says, once. */
static void check_zones(const rt_game *g)
{
    uint32_t listed = 0, placed = 0;
    for (uint32_t zone = 0; zone < VM_ZONE_COUNT; zone++) {
        const int shared =
            zone == VM_ZONE_BATTLEFIELD || zone == VM_ZONE_STACK || zone == VM_ZONE_COMMAND;
        for (uint32_t p = 0; p < (shared ? 1 : g->s->player.count); p++) {
            const rt_place *z = rt_zone_row(g, rt_zone_id(g, zone, p));
            CANTRIP_ASSERT(z->gap + z->count <= z->cap && z->off >= z->gap);
            CANTRIP_ASSERT(z->off - z->gap + z->cap <= g->s->member.count);
            for (uint32_t i = 0; i < z->count; i++) {
                const uint32_t idx = rt_zone_at(g, zone, p, i);
                CANTRIP_ASSERT(idx < g->s->object.count);
                CANTRIP_ASSERT(rt_obj(g, idx)->zone == zone);
                CANTRIP_ASSERT(shared || rt_obj(g, idx)->owner == p);
            }
            listed += z->count;
        }
    }
    for (uint32_t i = 0; i < g->s->object.count; i++)
        placed += rt_obj(g, i)->zone < VM_ZONE_COUNT;
    CANTRIP_ASSERT(listed == placed);
    for (uint32_t i = 0; i < g->s->free_slot.count; i++) {
        const uint32_t idx = *rt_free_slot_row(g, i);
        CANTRIP_ASSERT(idx < g->s->object.count && rt_obj(g, idx)->zone == VM_ZONE_COUNT);
    }
}

/* What cards wait for, replace and do in zones where that is rare is known by the zone (elsewhere.c). */
static void check_elsewhere(const rt_game *g)
{
    for (uint32_t idx = 0; idx < g->s->object.count && !g->s->dirty; idx++) {
        const rt_object *o = rt_obj(g, idx);
        const uint32_t zone = o->zone;
        if (zone >= VM_ZONE_COUNT || zone == VM_ZONE_BATTLEFIELD || zone == VM_ZONE_STACK)
            continue;
        for (uint32_t i = 0; i < rt_ability_count(g, o); i++) {
            const vm_ability *a = &g->pack->ability[rt_ability_at(g, o, i)];
            const int others = (a->zones >> zone & 1) && a->zones != RT_EVERYWHERE;
            CANTRIP_ASSERT(a->kind != VM_ABILITY_TRIGGERED || !(a->zones >> zone & 1) ||
                           !a->event || (rt_heard_in(g, zone) >> a->event & 1));
            CANTRIP_ASSERT(a->kind != VM_ABILITY_REPLACE || !others || !a->event ||
                           (rt_replaced_in(g, zone) >> a->event & 1));
            CANTRIP_ASSERT(a->kind != VM_ABILITY_STATIC || !others ||
                           (rt_static_zones(g) >> zone & 1));
        }
    }
}

/* Counters hang on the object or player that they are on; each row in one chain. */
static void check_counters(const rt_game *g)
{
    uint32_t seen = 0;
    for (uint32_t i = 0; i < g->s->object.count + g->s->player.count; i++) {
        const uint32_t p = i - g->s->object.count;
        uint32_t at =
            i < g->s->object.count ? rt_obj(g, i)->counters : rt_player_row(g, p)->counters;
        for (; at; seen++) {
            CANTRIP_ASSERT(at <= g->s->counter.count && seen < g->s->counter.count);
            const rt_counter *c = rt_counter_row(g, at - 1);
            CANTRIP_ASSERT(RT_IS_PLAYER(c->on) ? RT_PLAYER_OF(c->on) == p : RT_INDEX(c->on) == i);
            CANTRIP_ASSERT((c->kind & 0xFFFF) < VM_SYMBOL_MAX && c->count > 0);
            at = c->next;
        }
    }
    CANTRIP_ASSERT(seen == g->s->counter.count);
    for (uint32_t i = 0; i < g->s->lki.count; i++) {
        const rt_lki *k = rt_lki_row(g, i);
        CANTRIP_ASSERT(rt_is_entity(g, k->was) && rt_is_entity(g, k->became));
        CANTRIP_ASSERT(k->before <= i); /* what was last known before is older */
        CANTRIP_ASSERT(k->object.face < g->pack->face_count);
    }
}

/* Each row of presence[] belongs to one object, to one that is remembered, or to nobody: so many rows, and the same ones. */
static void check_presence(const rt_game *g)
{
    uint64_t all = 0, owned = 0;
    for (uint64_t i = 1; i <= g->s->presence.count; i++)
        all += i * i * i;
    for (uint32_t i = 0; i < g->s->object.count; i++) {
        const uint64_t here = rt_obj(g, i)->here, zone = rt_obj(g, i)->zone;
        CANTRIP_ASSERT(here || (zone != VM_ZONE_BATTLEFIELD && zone != VM_ZONE_STACK &&
                                zone != VM_ZONE_COMMAND));
        owned += here * here * here;
    }
    for (uint32_t i = 0; i < g->s->lki.count; i++) {
        const uint64_t here = rt_lki_row(g, i)->object.here;
        owned += here * here * here;
    }
    for (uint32_t i = 0; i < g->s->no_presence.count; i++) {
        const uint64_t here = *rt_no_presence_row(g, i) + UINT64_C(1);
        owned += here * here * here;
    }
    CANTRIP_ASSERT(owned == all);
}

static void check_stack(const rt_game *g)
{
    for (uint32_t i = 0; i < g->s->ctx.count; i++) {
        const rt_ctx *c = rt_ctx_row(g, i);
        if (!c->used)
            continue;
        CANTRIP_ASSERT(rt_is_entity(g, c->self) && rt_is_entity(g, c->by) &&
                       rt_is_entity(g, c->whom));
        CANTRIP_ASSERT(c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count);
        CANTRIP_ASSERT(c->controller < g->s->player.count);
        CANTRIP_ASSERT(c->target_count <= g->s->target.count);
        for (uint32_t k = 0; k < 3; k++)
            CANTRIP_ASSERT(rt_is_entity(g, c->event_obj[k]));
    }
    for (uint32_t i = 0; i < g->s->target.count; i++) {
        const rt_target *t = rt_target_row(g, i);
        CANTRIP_ASSERT(t->ctx < g->s->ctx.count && rt_ctx_row(g, t->ctx)->used);
        CANTRIP_ASSERT(rt_is_entity(g, t->entity));
    }
    for (uint32_t i = 0; i < g->s->frame.count; i++) {
        const rt_frame *f = rt_frame_row(g, i);
        CANTRIP_ASSERT(f->func && f->func < g->pack->func_count);
        CANTRIP_ASSERT(f->pc <= g->pack->func[f->func].code_count / 2);
        CANTRIP_ASSERT(f->reg + g->pack->func[f->func].reg_count + f->noted <= g->s->reg.count);
        CANTRIP_ASSERT(f->held <= g->s->event.count + 1 && f->over <= g->s->event.count + 1);
        CANTRIP_ASSERT(f->ctx < g->s->ctx.count && f->heap <= g->s->heap.count);
        CANTRIP_ASSERT(f->event <= g->s->event.count);
    }
}

static void check_effects(const rt_game *g)
{
    for (uint32_t i = 0; i < g->s->effect.count; i++) {
        const rt_effect *e = rt_effect_row(g, i);
        CANTRIP_ASSERT(e->mods + e->mod_count <= g->pack->mod_count);
        CANTRIP_ASSERT(e->duration < VM_DURATION_COUNT && rt_is_entity(g, e->source));
        CANTRIP_ASSERT(e->controller < g->s->player.count && e->whose < g->s->player.count);
        CANTRIP_ASSERT(e->condition < g->pack->func_count);
    }
    for (uint32_t i = 0; i < g->s->delayed.count; i++)
        CANTRIP_ASSERT(rt_delayed_row(g, i)->ctx <= g->s->ctx.count);
    for (uint32_t i = 0; i < g->s->granted.count; i++) {
        CANTRIP_ASSERT(rt_granted_row(g, i)->ability < g->pack->ability_count);
        CANTRIP_ASSERT(rt_is_entity(g, rt_granted_row(g, i)->by));
    }
    for (uint32_t i = 0; i < g->s->event.count; i++) {
        const rt_event *e = rt_event_row(g, i);
        CANTRIP_ASSERT(e->kind < RT_EV_KIND_COUNT);
        CANTRIP_ASSERT(rt_is_entity(g, e->obj) && rt_is_entity(g, e->src) &&
                       rt_is_entity(g, e->whom));
        CANTRIP_ASSERT(e->applied <= g->s->applied.count);
        CANTRIP_ASSERT(e->counters <=
                       (e->kind == RT_EV_MOVE ? g->s->entering.count : g->s->event.count));
    }
    for (uint32_t i = 0; i < g->s->link.count; i++)
        CANTRIP_ASSERT(rt_is_entity(g, rt_link_row(g, i)->self));
    for (uint32_t i = 0; i < g->s->mana.count; i++)
        CANTRIP_ASSERT(rt_mana_row(g, i)->player < g->s->player.count &&
                       rt_mana_row(g, i)->color < 6 &&
                       rt_mana_row(g, i)->only < g->pack->selector_count);
}

/* Who knows what: a card that is hidden, in one row. */
static void check_known(const rt_game *g)
{
    for (uint32_t i = 0; i < g->s->known.count; i++) {
        const rt_known *k = rt_known_row(g, i);
        CANTRIP_ASSERT(rt_is_entity(g, k->card) && k->shown <= 3);
        for (uint32_t j = 0; j < i; j++)
            CANTRIP_ASSERT(rt_known_row(g, j)->card != k->card);
    }
}

static void check_question(const rt_game *g)
{
    const rt_decision *d = &g->s->decision;
    if (!d->active)
        return;
    CANTRIP_ASSERT(!g->s->over);
    CANTRIP_ASSERT(d->player < g->s->player.count && d->whose < g->s->player.count);
    CANTRIP_ASSERT(d->kind < CANTRIP_DECIDE_COUNT && rt_is_entity(g, d->source));
    CANTRIP_ASSERT(d->min <= d->max && d->max <= g->s->option.count);
    CANTRIP_ASSERT(g->s->answer.count == 0);
    for (uint32_t i = 0; i < g->s->option.count; i++) {
        CANTRIP_ASSERT(rt_option_row(g, i)->kind < CANTRIP_OPTION_COUNT);
        CANTRIP_ASSERT(rt_is_entity(g, rt_option_row(g, i)->entity));
    }
}

void rt_state_check(const rt_game *g)
{
    check_block(g);
    check_question(g);
    check_stack(g);
    rt_procs_check(g);
    if (g->s->object.count > CHECK_EVERYTHING_UP_TO)
        return;
    for (uint32_t i = 0; i < g->s->object.count; i++)
        check_object(g, i);
    check_zones(g);
    check_elsewhere(g);
    check_counters(g);
    check_presence(g);
    check_effects(g);
    check_known(g);
}
#else
void rt_state_check(const rt_game *g)
{
    (void)g;
}
#endif
