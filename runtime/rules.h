/* The rules machine: what its files offer one another. The public contract is include/cantrip/. */
#ifndef RUNTIME_RULES_H
#define RUNTIME_RULES_H

#include "runtime/guard.h"
#include "vm/interp.h"
#include "cantrip/game.h"

#include <string.h>

/* ---- sets: values of registers
 * ------------------------------------------------------------------- 0 = empty; bit 63 set = the
 * one entity in the low half; else offset << 32 | count in heap[]. */
#define RT_SET_ONE(e) (UINT64_C(1) << 63 | (e))
/* For CANTRIP_ASSERT: could it be the name of something, or a set? */
static inline int rt_is_entity(const rt_game *g, rt_entity e)
{
    return !e || (RT_IS_PLAYER(e) ? RT_PLAYER_OF(e) < g->s->player.count
                                  : RT_INDEX(e) < g->s->object.count && RT_GEN(e) <= RT_GEN_MAX);
}
static inline int rt_is_set(const rt_game *g, uint64_t set)
{
    return set >> 63 ? rt_is_entity(g, (rt_entity)set)
                     : (set >> 32) + (uint32_t)set <= g->s->heap.count;
}
static inline uint32_t rt_set_count(uint64_t set)
{
    return set >> 63 ? 1 : (uint32_t)set;
}
static inline rt_entity rt_set_at(const rt_game *g, uint64_t set, uint32_t i)
{
    CANTRIP_ASSERT(i < rt_set_count(set));
    return set >> 63 ? (rt_entity)set : *rt_heap_row(g, (uint32_t)(set >> 32) + i);
}
uint64_t rt_set_of(rt_game *g, const rt_entity *list, uint32_t count);
int rt_set_has(const rt_game *g, uint64_t set, rt_entity e);

/* Sums of numbers in the game stay inside +-10^9, whatever a pack asks for. */
static inline int32_t rt_sum(int64_t a, int64_t b)
{
    const int64_t max = 1000000000;
    return (int32_t)(a + b > max ? max : a + b < -max ? -max : a + b);
}

/* ---- objects.c ---- */
static inline rt_object *rt_obj(const rt_game *g, uint32_t idx)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    return rt_object_row(g, idx);
}
static inline rt_entity rt_handle(const rt_game *g, uint32_t idx)
{
    return (uint32_t)rt_obj(g, idx)->gen << RT_INDEX_BITS | idx;
}
/* The object if the handle is still the same object, else NULL. */
enum {
    RT_ZONE_NOWHERE = VM_ZONE_COUNT + 1, /* a token that is about to enter */
    RT_ZONE_PHASED,                      /* a phased-out permanent: nobody sees it (CR 702.25b) */
    RT_ZONE_MELDED                       /* a card that is part of a permanent (meld.c) */
};
static inline rt_object *rt_live(const rt_game *g, rt_entity e)
{
    if (!e || RT_IS_PLAYER(e) || RT_INDEX(e) >= g->s->object.count)
        return NULL;
    rt_object *o = rt_obj(g, RT_INDEX(e));
    return o->gen == RT_GEN(e) && o->zone != VM_ZONE_COUNT && o->zone < RT_ZONE_PHASED ? o : NULL;
}
/* The object, or what was last known of it, or NULL. */
const rt_object *rt_look_back(const rt_game *g, rt_entity e); /* what is not there any more */
static inline const rt_object *rt_look(const rt_game *g, rt_entity e)
{
    const rt_object *o = rt_live(g, e);
    return o ? o : rt_look_back(g, e);
}
/* The handle of what it has become when it left a public zone, or itself. */
rt_entity rt_follow(const rt_game *g, rt_entity e);
/* What may still be found of it (CR 400.7): itself, what it became in a public zone, or 0. */
rt_entity rt_now(const rt_game *g, rt_entity e);
/* What it is paired with, as long as both are creatures on the battlefield of one controller (CR 702.94e); 0 = nothing. */
rt_entity rt_paired(const rt_game *g, rt_entity e);
void rt_designate_player(rt_game *g, uint32_t player, uint32_t kind);
uint32_t rt_more_of(rt_game *g, uint32_t player,
                    uint32_t what); /* vm_more: what rules give more of */
uint64_t rt_more(rt_game *g, uint64_t players, uint32_t what);
/* Before a batch is applied: how much life its damage does not take. */
void rt_life_floors(rt_game *g, uint32_t batch, uint32_t end);
/* vm_most: how many of that are allowed; INT32_MAX where nothing limits them. */
int32_t rt_most_of(rt_game *g, uint32_t player, uint32_t what);
int rt_designations(rt_game *g); /* what static abilities give for good (CR 702.130b); how many */
void rt_designations_pass(rt_game *g, uint32_t leaving);
/* May this Equipment or Fortification be attached to that permanent (CR 301.5, 301.6)? */
int rt_can_bear(rt_game *g, uint32_t idx, rt_entity host);
/* VM_STATUS_HOSTS as they are, or were when it was last known. */
uint32_t rt_attachments(const rt_game *g, rt_entity host);
void rt_attach(rt_game *g, uint32_t idx, rt_entity host); /* or 0; nothing is looked at */
uint32_t rt_object_create(rt_game *g, uint32_t face, uint8_t owner);
/* Rows of zone[]: library, hand, graveyard, exile of each player, then battlefield, stack, command. In the
 * header because everything that looks at the battlefield goes through here. */
static inline uint32_t rt_zone_id(const rt_game *g, uint32_t zone, uint32_t player)
{
    static const uint8_t PLACE[VM_ZONE_COUNT] = {0, 1, 2, 0x10, 0x11, 3, 0x12};
    CANTRIP_ASSERT(zone < VM_ZONE_COUNT && player < g->s->player.count);
    uint32_t place = PLACE[zone];
    return place & 0x10 ? g->s->player.count * 4 + (place & 15) : player * 4 + place;
}
static inline uint32_t rt_zone_count(const rt_game *g, uint32_t zone, uint32_t player)
{
    return rt_zone_row(g, rt_zone_id(g, zone, player))->count;
}
static inline uint32_t rt_zone_at(const rt_game *g, uint32_t zone, uint32_t player, uint32_t i)
{
    CANTRIP_ASSERT(i < rt_zone_count(g, zone, player));
    return *rt_member_row(g,
                          rt_zone_row(g, rt_zone_id(g, zone, player))->off + i); /* object index */
}
/* The permanents, as long as none comes or goes and the state does not move. */
static inline const uint32_t *rt_permanents(const rt_game *g, uint32_t *out_count)
{
    const rt_place *z = rt_zone_row(g, rt_zone_id(g, VM_ZONE_BATTLEFIELD, 0));
    *out_count = z->count;
    return rt_member_row(g, z->off);
}
/* Could anything there be activated, or cast for what it says itself? 0 is certain. */
static inline int rt_zone_acts(const rt_game *g, uint32_t zone, uint32_t player)
{
    return g->s->wide_effects || rt_zone_row(g, rt_zone_id(g, zone, player))->acts;
}
void rt_zone_insert(rt_game *g, uint32_t idx, uint32_t zone, uint32_t player, int bottom);
/* Makes room for so many further members; may be called from outside (rt_reserve). */
uint32_t rt_zone_reserve(rt_game *g, uint32_t zone, uint32_t player, uint32_t count);
void rt_zone_remove(rt_game *g, uint32_t idx);
void rt_shuffle(rt_game *g, uint32_t player);
/* Moves a card within its library; `place`: from 1, counted from the top or the bottom. */
void rt_library_place(rt_game *g, uint32_t idx, uint32_t place, int bottom);
/* Makes it a new object in `to`; no events (CR 400.7). */
/* It stands in another row from now on, the same object; gives that row. */
uint32_t rt_object_renumber(rt_game *g, uint32_t idx);
void rt_remember_phased(rt_game *g, uint32_t idx);
uint32_t rt_relocate(rt_game *g, uint32_t idx, uint32_t to, int bottom); /* where it stands now */
void rt_printed(rt_game *g, uint32_t idx); /* characteristics as printed */
/* faces.c */
uint32_t rt_card_of(const rt_game *g, uint32_t face); /* the face that its card has by itself */
/* What a face is made into by being face down or flipped. */
uint32_t rt_shown_face(const rt_game *g, const rt_object *o, uint32_t face);
int rt_has_name(const rt_game *g, uint32_t face, const char *name);
uint32_t rt_copiable_face(const rt_game *g, const rt_object *o);
/* Makes it what it is with this face up, or face down; only while it is nowhere or about to move. */
void rt_show_face(rt_game *g, uint32_t idx, uint32_t face);
int rt_can_turn(const rt_game *g, const rt_object *o, uint32_t how);
void rt_turn_event(rt_game *g, rt_entity e, uint32_t how, rt_entity src);
void rt_turn(rt_game *g, rt_entity e, uint32_t how, int32_t counters);
void rt_free_object(rt_game *g, uint32_t idx);
/* check.c: in checked builds, what is true between two steps; a mistake of ours ends the process there. */
void rt_state_check(const rt_game *g);
/* ---- numbers.c ---- */
/* These players know from now on which card this is. Gives what it is called then. */
rt_entity rt_know(rt_game *g, rt_entity card, uint32_t players);
void rt_know_shown(rt_game *g); /* numbers for what rules show (CR 401.5) */
/* Of these nobody but those of the mask `but` knows any more which is which. */
void rt_lose_sight(rt_game *g, uint64_t set, uint32_t but);

void rt_forget(rt_game *g, uint32_t turn); /* what was last known before that turn */
int32_t rt_counters(const rt_game *g, rt_entity e, int32_t kind); /* -1 = all */
int32_t rt_counters_of(const rt_game *g, rt_entity e,
                       int32_t kind); /* what rules and effects ask: of a player, the team's */
void rt_counters_change(rt_game *g, rt_entity e, uint32_t kind, int32_t by);
void rt_counters_take(rt_game *g, rt_entity e, uint32_t kind,
                      int32_t count); /* of a team, the poison too */
static inline const vm_face *rt_face(const rt_game *g, const rt_object *o)
{
    return &g->pack->face[o->face];
}
const char *rt_name(const rt_game *g, rt_entity e);
uint32_t rt_mana_value(const rt_game *g, const rt_object *o);
/* Abilities an object has now. */
uint32_t rt_given_as(const rt_game *g, const rt_object *o,
                     uint32_t i); /* options.c: like it, before it */
static inline uint32_t rt_ability_count(const rt_game *g, const rt_object *o)
{
    if (o->flags & RT_OF_ABILITY)
        return 0;
    return o->granted ? o->granted_count : rt_face(g, o)->ability_count;
}
static inline uint32_t rt_ability_at(const rt_game *g, const rt_object *o, uint32_t i)
{
    return o->granted ? rt_granted_row(g, o->granted - 1 + i)->ability
                      : rt_face(g, o)->abilities + i;
}
int rt_has_keyword(const rt_game *g, const rt_object *o, uint32_t keyword); /* by its number */
/* kinds.c: subtypes, as bits; those that are no printed ones are kept once for a game. */
static inline const uint64_t *rt_subtypes(const rt_game *g, const rt_object *o)
{
    const uint32_t faces = g->pack->face_count; /* the one behind them has no subtypes */
    return o->subtypes <= faces ? g->lib->face[o->subtypes].subtypes
                                : rt_kinds_row(g, o->subtypes - faces - 1)->bits;
}
static inline int rt_is_kind(const rt_game *g, const rt_object *o, uint32_t subtype)
{
    return (int)(rt_subtypes(g, o)[subtype / 64] >> (subtype & 63) & 1);
}
static inline void rt_subtypes_none(const rt_game *g, rt_object *o)
{
    o->subtypes = g->pack->face_count;
}
void rt_subtypes_set(rt_game *g, uint32_t idx, const uint64_t *bits); /* the state may move */
#define RT_HAS(o, m) ((o)->markers >> VM_MARKER_##m & 1)
#define RT_IS(o, t)  (((o)->types & VM_TYPE_##t) != 0)

/* ---- players.c ---- */
uint32_t rt_seat_after(const rt_game *g, uint32_t p,
                       uint32_t k); /* the k-th in turn order behind p */
/* The life total of a player, which a team may have together (CR 810.4). */
static inline int32_t *rt_life(const rt_game *g, uint32_t p)
{
    return &rt_player_row(g, g->s->shared ? rt_player_row(g, p)->team : p)->life;
}
/* Do they have their turns together (CR 805)? Of oneself: yes. */
static inline int rt_is_with(const rt_game *g, uint32_t a, uint32_t b)
{
    return a == b || (g->s->shared && rt_player_row(g, a)->team == rt_player_row(g, b)->team);
}
static inline int rt_is_active(const rt_game *g, uint32_t p) /* is it their turn? */
{
    return rt_is_with(g, p, g->s->turn_player);
}
/* The one who is asked next when priority is passed: of the same team first (CR 805.5b). */
uint32_t rt_next_priority(const rt_game *g, uint32_t p, uint32_t passes);
/* A rule that is on one of those who win and lose together (CR 810.8a). */
int rt_rule_on_team(rt_game *g, uint32_t op, uint32_t p);
uint32_t rt_team_head(const rt_game *g,
                      uint32_t p); /* the first in turn order who has turns with p */
uint32_t rt_next_team(const rt_game *g, uint32_t p);   /* the next who has turns of their own */
uint32_t rt_turn_rank(const rt_game *g, uint32_t p);   /* how far behind the active player */
uint32_t rt_next_player(const rt_game *g, uint32_t p); /* in turn order, still in the game */
int rt_is_opponent(const rt_game *g, uint32_t a, uint32_t b);
int rt_relation(const rt_game *g, uint32_t rel, uint32_t player,
                uint32_t you);  /* enum vm_relation */
void rt_reach_find(rt_game *g); /* ranges of influence, as a turn begins (CR 801.2c) */
/* Is it in the player's range of influence? */
int rt_is_reached(const rt_game *g, uint32_t by, rt_entity e);
static inline int rt_reaches(const rt_game *g, uint32_t by, rt_entity e)
{
    return !g->s->range || rt_is_reached(g, by, e);
}
uint32_t rt_eyes(const rt_game *g,
                 uint32_t viewer); /* bit mask of players with whom he sees: CR 715.4 */
uint32_t rt_controller_of(const rt_game *g, uint32_t p); /* who decides for p: CR 715 */
void rt_control_turn(rt_game *g);                        /* a turn begins */
/* The question at hand is put to whoever decides for the player whose choice it is; perhaps another one comes first. */
void rt_decider_find(rt_game *g);
void rt_depute(rt_game *g, uint32_t p); /* p answers what is shelved */
/* ---- seats.c ---- */
typedef struct rt_seats { /* what the options of a game say of how players sit */
    uint32_t team_size, shared, range, attack, seating, life, commander_damage;
    uint32_t object_max, work_max; /* limits; 0: those of the machine */
    uint32_t chooser, order_cards;
} rt_seats;
int rt_seats_fit(const rt_game *g, const rt_seats *c);
void rt_seats_take(rt_game *g, void *user); /* rt_seats */
uint64_t rt_seats_first(const rt_game *g);  /* who can begin: mask */
int rt_sit_together(const rt_game *g, uint32_t a, uint32_t b);
/* ---- graveyards.c: 1 = owners are asked how what came there in these events lies, before anything else goes on ---- */
int rt_graveyards_ask(rt_game *g, uint32_t batch, uint32_t end);
/* ---- commanders.c ---- */
void rt_commander_begin(rt_game *g, uint32_t idx);
void rt_commander_moved(rt_game *g, rt_entity was,
                        uint32_t idx); /* the card has become another object */
void rt_commanders_exchanged(rt_game *g, uint32_t a, uint32_t b);
uint32_t rt_commander_casts(const rt_game *g,
                            rt_entity card);                /* from the command zone, this game */
void rt_commander_cast(rt_game *g, rt_entity spell);        /* once more */
int32_t rt_commander_tax(const rt_game *g, rt_entity card); /* generic mana (CR 903.8) */
int rt_commander_could_return(const rt_game *g, const rt_event *e); /* CR 903.9 */
void rt_commander_return(rt_game *g, uint32_t event);
void rt_commander_damage(rt_game *g, rt_entity source, uint32_t player, int32_t amount);
int32_t rt_commander_dealt(const rt_game *g, uint32_t player); /* the most that one of them has */
/* ---- leaving.c ---- */
enum { RT_EXTRA_STEP = 1 << 8 }; /* in extra_phase[]: a step, not a phase */
enum rt_loss {
    RT_LOSS_NONE,
    RT_LOSS_LIFE,
    RT_LOSS_DRAW,
    RT_LOSS_POISON,
    RT_LOSS_SHARED_POISON,
    RT_LOSS_COMMANDER,
    RT_LOSS_EFFECT
};
const char *rt_loss_text(uint32_t why);
void rt_player_loses(rt_game *g, uint32_t p, const char *why);
void rt_game_end_check(rt_game *g);
void rt_draws(rt_game *g, uint32_t by); /* an effect of theirs says that the game is a draw */
/* Those who have lost leave, and what they controlled is exiled; 1 = something happened. May push a procedure. */
int rt_leave_check(rt_game *g);
void rt_object_leaves(rt_game *g, uint32_t idx); /* with its owner */
void rt_concedes(rt_game *g, uint32_t p);
int rt_start_anew(rt_game *g);              /* start.c: the same of START */
uint32_t rt_begin_in_command(rt_game *g,    /* start.c: begins what is done with a card there */
                             uint32_t idx); /* its context + 1, or 0: nothing is */
void rt_priority_stale(rt_game *g);         /* flow.c: who was asked for priority is asked anew */
void rt_priority_anew(rt_game *g); /* flow.c: the procedure on top, PRIORITY, asks once more */

/* ---- tell.c: what happens is told as a row of include/cantrip/events.def ---- */
/* RT_TELL(g, DAMAGE, .object = source, .other = whom, .amount = 3) */
#define RT_TELL(g, id, ...)                                                                        \
    ((g)->log || (g)->tale ? rt_tell((g), (rt_told){.kind = CANTRIP_EVENT_##id, __VA_ARGS__})      \
                           : (void)0)
void rt_tell(const rt_game *g, rt_told what);
/* May the player know which card this is? view.c */
int rt_may_see(const rt_game *g, rt_entity e, uint32_t viewer);
/* The same, with what rules show (CR 401.5). Inside of the rules machine. */
int rt_sees(rt_game *g, rt_entity e, uint32_t viewer);

/* ---- world.c ---- */
typedef struct rt_env { /* around a function: what 'this', 'you' and the event are */
    rt_game *g;
    const rt_ctx *ctx;
    uint32_t ctx_idx; /* ctx[] + 1 when it stands there, 0 when it is temporary */
    uint32_t mode;    /* of a modal spell: whose targets are meant */
} rt_env;
uint64_t rt_world(void *env, vm_insn i, const uint64_t *regs);
/* The same for trying out what an effect would do: what it calls by a name is kept aside, nothing is set. */
typedef struct rt_dry {
    rt_env env;
    uint8_t is_set[VM_CARD_LINKS]; /* one effect is of one card */
    uint64_t value[VM_CARD_LINKS];
} rt_dry;
static inline void rt_dry_begin(rt_dry *d, rt_env env) /* values only count where they are set */
{
    d->env = env;
    memset(d->is_set, 0, sizeof d->is_set);
}
uint64_t rt_dry_world(void *dry, vm_insn i, const uint64_t *regs);
int64_t rt_value(rt_game *g, uint32_t func, const rt_ctx *ctx, rt_entity candidate);
uint64_t rt_value_set(rt_game *g, uint32_t func, const rt_ctx *ctx);
/* Of an object wherever it is, or as it was last known. */
int32_t rt_power(rt_game *g, rt_entity e);
int32_t rt_toughness(rt_game *g, rt_entity e);
int32_t rt_property(rt_game *g, rt_entity e, uint32_t prop); /* VM_PROP_* of an object */
int rt_match(rt_game *g, uint32_t sel, rt_entity e, const rt_ctx *ctx);
/* What the row of a selector tells at a glance, with the words of its source: what it does not describe need not be asked
 * further, and where it is the whole row, neither need what it does. */
typedef struct rt_glance {
    uint32_t types_all, types_any, types_none, markers_all, markers_none;
    uint32_t others;  /* bit mask of players whose objects it does not describe */
    uint32_t subtype; /* + 1 */
    rt_entity source; /* of 'other' things: which they are not */
    uint8_t colors_any, colors_none;
    uint8_t is_creature_type, whole;
} rt_glance;
rt_glance rt_glance_of(const rt_game *g, uint32_t sel, const rt_ctx *ctx);
static inline int rt_is_other(const rt_game *g, const rt_glance *s,
                              const rt_object *o) /* 1: certainly not */
{
    return ((s->types_all & ~o->types) | (s->types_none & o->types) |
            (s->markers_all & ~o->markers) | (s->markers_none & o->markers) |
            (uint32_t)(s->colors_none & o->colors)) != 0 ||
           (s->types_any && !(s->types_any & o->types)) ||
           (s->others && (s->others >> o->controller & 1)) ||
           (s->colors_any && !(s->colors_any & o->colors)) ||
           (s->subtype && !rt_is_kind(g, o, s->subtype - 1) &&
            !(s->is_creature_type && (o->flags & RT_OF_ALL_CREATURE_TYPES)));
}
int rt_is_described(rt_game *g, uint32_t sel, uint32_t idx, const rt_ctx *ctx,
                    const rt_glance *glance); /* does it match? */
/* A set under construction: remember heap.count as its start, keep each member, finish. */
void rt_set_keep(rt_game *g, rt_entity e);
uint64_t rt_set_finish(rt_game *g, uint32_t start);
uint64_t rt_select(rt_game *g, uint32_t sel, const rt_ctx *ctx);
uint64_t rt_sources(rt_game *g, uint32_t sel, const rt_ctx *c); /* sources.c: CR 609.7a */
rt_ctx rt_ctx_for(const rt_game *g, rt_entity self, uint32_t ability);
uint32_t rt_ctx_new(rt_game *g, const rt_ctx *c); /* index */
void rt_ctx_free(rt_game *g, uint32_t idx);

/* ---- layers.c ---- */
void rt_compute(rt_game *g);
static inline void rt_refresh(rt_game *g) /* characteristics are what they should be from here on */
{
    if (g->s->dirty)
        rt_compute(g);
}
static inline void rt_dirty(rt_game *g)
{
    g->s->dirty = RT_DIRTY;
}
/* layers_quick.c: of this permanent alone, if what it is decides about no other; one that was none has gone. */
void rt_dirty_one(rt_game *g, uint32_t idx);
void rt_dirty_gone(rt_game *g);
/* Could there be one: on the board, or of the card itself where it is? */
static inline int rt_may_rule(const rt_game *g, uint32_t op, rt_entity e)
{
    if (g->s->rules_union & RT_RULE(op))
        return 1;
    const rt_object *o = g->lib->rules & RT_RULE(op) ? rt_live(g, e) : NULL;
    return o && o->zone != VM_ZONE_BATTLEFIELD && (o->ability_flags >> VM_ABILITY_STATIC & 1) &&
           (g->lib->face[o->face].rules & RT_RULE(op));
}
/* Does a rule of layer 0 of kind `op` affect `e` now? The bits in rt_object.rules only say that it may. */
int rt_some_rule_on(rt_game *g, uint32_t op, rt_entity e);
static inline int rt_rule_on(rt_game *g, uint32_t op, rt_entity e)
{
    return rt_may_rule(g, op, e) && rt_some_rule_on(g, op, e);
}
/* Calls `each` for every rule of layer 0 of kind `op` that affects `e`; stops when it gives
 * nonzero. */
typedef int (*rt_rule_fn)(rt_game *g, const vm_mod *m, const rt_ctx *ctx, void *user);
int rt_each_rule_of(rt_game *g, uint32_t op, rt_entity e, rt_rule_fn each, void *user);
static inline int rt_each_rule(rt_game *g, uint32_t op, rt_entity e, rt_rule_fn each, void *user)
{
    return rt_may_rule(g, op, e) ? rt_each_rule_of(g, op, e, each, user) : 0;
}
/* combat.c: may this be done as though the rule's keyword were not there (CR 609.4)? */
int rt_is_despite(rt_game *g, uint32_t op, rt_entity e, rt_entity attacker, const rt_ctx *rule);
int32_t rt_mod_value(rt_game *g, const vm_mod *m, int which, const int32_t *args, const rt_ctx *ctx,
                     rt_entity e);

rt_ctx rt_effect_ctx(const rt_game *g, uint32_t effect); /* effect[] + 1 */
void rt_effects_begin(rt_game *g, uint32_t first); /* the rows from there on; layers_quick.c */
/* ---- prohibitions.c ---- */
int rt_can_be_targeted(rt_game *g, rt_entity e,
                       const rt_ctx *by); /* by rules; keywords are elsewhere */
/* assist.c */
int rt_assist_enough(rt_game *g, const rt_bill *bill);
int32_t rt_assist_most(rt_game *g, const rt_bill *bill, uint32_t player);
int rt_can_pay_alone(rt_game *g, const rt_bill *bill);
int32_t rt_bill_generic(rt_game *g, const rt_bill *bill);
/* meld.c */
void rt_meld_join(rt_game *g, uint32_t idx, rt_entity partner);
uint32_t rt_meld_partner(rt_game *g,
                         uint32_t idx); /* idx + 1 of the other card of a melded permanent, or 0 */
rt_entity rt_meld_part(rt_game *g, uint32_t idx, uint32_t to, int bottom);
uint64_t rt_meld_both(rt_game *g,
                      uint64_t set); /* with the other cards of melded permanents that have left */
rt_entity rt_meld_other(rt_game *g,
                        rt_entity was); /* the other card that it has become; 0 = none */
/* gone_spells.c */
void rt_spell_ctx_end(rt_game *g, rt_entity spell, uint32_t ctx);
uint32_t rt_spell_ctx_gone(rt_game *g, rt_entity spell);
void rt_spells_forget(rt_game *g);
uint32_t rt_commander_identity(const rt_game *g, uint64_t players); /* commanders.c */
int rt_can_tap_for(rt_game *g, rt_entity e, uint32_t keyword);
int rt_may_cast(rt_game *g, uint32_t player, rt_entity card);
int rt_may_activate(rt_game *g, rt_entity e, int mana); /* mana: is it a mana ability? */
int32_t rt_rule_limit(rt_game *g, uint32_t op, rt_entity e, int32_t without); /* the least value */
int32_t rt_rule_at_least(rt_game *g, uint32_t op, rt_entity e, int32_t without); /* the greatest */
uint32_t rt_max_hand(rt_game *g, uint32_t player);
int rt_is_unpreventable(rt_game *g, rt_entity source); /* its damage (CR 615.12) */
int rt_is_forbidden(rt_game *g, uint32_t event);
/* ---- durations.c ---- */
void rt_end_combat_effects(rt_game *g);
void rt_end_turn_effects(rt_game *g);
void rt_begin_turn_effects(rt_game *g);           /* 'until your next turn' */
void rt_passed_over(rt_game *g, uint32_t player); /* the turn of one who has left would begin */
void rt_begin_upkeep_effects(rt_game *g);         /* 'until your next upkeep' */
void rt_untap_step_effects(rt_game *g);           /* 'during its controller's next untap step' */
int rt_end_conditional_effects(rt_game *g);       /* 'for as long as'; how many ended */
int rt_effect_condition(rt_game *g, uint32_t effect); /* effect[] + 1 */

void rt_mod_once(rt_game *g, uint32_t idx, uint32_t mod); /* applied to the row, for good */

/* ---- text.c ---- words: subtypes by number, colours behind RT_WORD_COLOR */
enum { RT_WORD_COLOR = VM_WORD_COLOR };
/* How the source of `c` reads a word, or a mask of colours, of its own text. */
uint32_t rt_word(const rt_game *g, const rt_ctx *c, uint32_t word);
uint32_t rt_color_words(const rt_game *g, const rt_ctx *c, uint32_t mask);
void rt_text_layer(rt_game *g); /* layer 3: marks who is changed, and changes type lines */

/* ---- copy.c ---- */
typedef struct rt_copying {     /* how something is copied */
    uint32_t mods, mod_count;   /* COPY, and the exceptions behind it */
    uint32_t duration, ability; /* ability: the one that does it, for 'has this ability' */
    rt_entity source;
    uint8_t controller;
    const int32_t *values; /* two numbers that the exceptions use instead of `ability`, or NULL */
} rt_copying;
rt_entity rt_maker(const rt_game *g, rt_entity of);
rt_entity rt_granter(const rt_game *g, const rt_ctx *c);
/* What gave an object the ability at place i of those that it has now, where some ability could ask; 0 = nothing did. */
rt_entity rt_given_by(const rt_game *g, const rt_object *o, uint32_t i);
/* Where that ability comes from (state.h); by its number: of several alike the first. */
uint32_t rt_origin(const rt_game *g, const rt_object *o, uint32_t i);
uint32_t rt_origin_of(const rt_game *g, const rt_object *o, uint32_t ability);
void rt_ctx_given(const rt_game *g, rt_ctx *c, const rt_object *o, uint32_t i); /* both */
uint32_t rt_link_origin(const rt_game *g, const rt_ctx *c, rt_entity whose);
void rt_links_enter(rt_game *g, rt_entity was, uint32_t idx, int is_copy);
rt_entity rt_chooser(const rt_game *g, const rt_ctx *c); /* whose links an ability given means */
void rt_maker_tells(rt_game *g, rt_entity made, rt_entity maker);
rt_entity rt_giver(const rt_game *g,
                   const rt_ctx *c); /* what gave the ability, or made the token that has it */
void rt_copy_begin(rt_game *g, rt_entity onto, rt_entity of, const rt_copying *how);
rt_entity rt_copy_on_stack(rt_game *g, rt_entity of, uint32_t player, const rt_copying *how);

/* ---- events.c ---- */
uint32_t rt_batch(rt_game *g); /* begin: give it to rt_batch_run */
rt_event *rt_event_add(rt_game *g, uint32_t kind, uint32_t flags);
void rt_event_enter_with(rt_game *g, uint32_t event, uint32_t kind, int32_t count); /* counters */
/* 1 = carried out; 0 = a procedure was pushed that asks first. */
int rt_batch_run(rt_game *g, uint32_t batch);
void rt_batch_drop(rt_game *g, uint32_t batch);
static inline void rt_batch_close(rt_game *g, uint32_t batch) /* run, and drop if that is all */
{
    if (rt_batch_run(g, batch))
        rt_batch_drop(g, batch);
}
void rt_move_event(rt_game *g, rt_entity e, uint32_t to, uint32_t flags, rt_entity src);
/* ---- phasing.c ---- */
void rt_phase_out(rt_game *g, uint32_t *list, uint32_t count); /* list: room for all permanents */
void rt_phasing(rt_game *g); /* of the active player, as they untap */
int rt_is_protected(rt_game *g, rt_entity e, rt_entity source); /* an object or a player */
int rt_protected_from(rt_game *g, const rt_object *o, rt_entity source);
int rt_protected_from_bearing(rt_game *g, const rt_object *o, rt_entity source);

/* ---- elsewhere.c ---- */
/* What abilities in a zone could wait for, or replace, and where static abilities could work; spells can have other faces
 * than they came with, and effects that reach other zones can give cards anything. */
static inline uint64_t rt_heard_in(const rt_game *g, uint32_t zone)
{
    return g->s->wide_effects ? g->lib->listens[zone] : g->s->heard_in[zone];
}
static inline uint64_t rt_replaced_in(const rt_game *g, uint32_t zone)
{
    return g->s->wide_effects || zone == VM_ZONE_STACK ? g->lib->replaces[zone]
                                                       : g->s->replaced_in[zone];
}
static inline uint32_t rt_static_zones(const rt_game *g)
{
    return g->s->wide_effects ? g->lib->statics
                              : g->s->statics_in | (g->lib->statics & 1u << VM_ZONE_STACK);
}
/* Events that abilities in hands, graveyards, exile and the command zone wait for. */
static inline uint64_t rt_listens_elsewhere(const rt_game *g)
{
    return rt_heard_in(g, VM_ZONE_HAND) | rt_heard_in(g, VM_ZONE_GRAVEYARD) |
           rt_heard_in(g, VM_ZONE_EXILE) | rt_heard_in(g, VM_ZONE_COMMAND);
}
/* Goes over the objects off the battlefield, in zones of a mask, that have an ability of a kind. */
typedef struct rt_walk {
    uint32_t zones, kind, zone, player, next;
} rt_walk;
int rt_walk_next(const rt_game *g, rt_walk *w, uint32_t *out_idx);

/* ---- listeners.c ---- */
/* Could an event of these kinds be one that it waits for? If others take part, only where it hears of others. */
static inline int rt_hears(const rt_game *g, const rt_object *o, const rt_event *e, uint32_t idx,
                           uint64_t mask)
{
    if (!(o->listens & mask))
        return 0;
    if (o->granted || (g->lib->face[o->face].hears & mask))
        return 1;
    return RT_INDEX(e->obj) == idx || RT_INDEX(e->result) == idx || RT_INDEX(e->src) == idx ||
           RT_INDEX(e->whom) == idx || RT_INDEX(e->other) == idx;
}
/* Between these, those that listen at all are known, in temporary memory: for many events, and while nothing changes. */
void rt_listeners_keep(rt_game *g);
void rt_listeners_drop(rt_game *g);
/* Goes over the permanents that an event can be for, in the order of the battlefield. */
typedef struct rt_hearing {
    const uint32_t *heard; /* places in the kept list; NULL: all permanents */
    uint64_t mask;         /* of all permanents those that wait for any of it */
    uint32_t count, next, own[5], own_count, own_next;
} rt_hearing;
rt_hearing rt_hearing_of(rt_game *g, const rt_event *e, uint64_t mask);
int rt_hearing_next(const rt_game *g, rt_hearing *h, uint32_t *out_idx);

/* ---- triggers.c ---- */
uint64_t rt_event_mask(const rt_game *g, const rt_event *e, int before);
void rt_trigger(rt_game *g, uint32_t event_idx, uint64_t mask);
/* Which abilities would trigger on something that has not happened: their contexts, with that event. */
typedef void (*rt_trigger_fn)(rt_game *g, const rt_ctx *c, void *user);
void rt_would_trigger(rt_game *g, const rt_event *e, uint64_t mask, rt_trigger_fn each, void *user);
void rt_state_triggers(rt_game *g);
void rt_control_triggers(rt_game *g);
void rt_unattaches(rt_game *g, rt_entity what); /* before it does (CR 603.10c) */
/* secrets.c */
void rt_secret_drawn(rt_game *g, const rt_event *e);
uint32_t rt_secret_waiting(const rt_game *g);
void rt_delayed_drop(rt_game *g, uint32_t row); /* used, or waited in vain */
void rt_fill_event(const rt_game *g, rt_ctx *c, const rt_event *e, uint32_t kind);

/* ---- past.c ---- */
void rt_note(rt_game *g, uint32_t event, uint64_t mask); /* it has happened */
void rt_history_turn(rt_game *g); /* what is older than the last turn is forgotten */
enum { RT_HISTORY_SUM = VM_HISTORY_COUNT_COUNT }; /* beside enum vm_history_count */
int32_t rt_history_number(rt_game *g, const rt_ctx *c, uint32_t ability, uint32_t span,
                          uint32_t what);
uint64_t rt_history_set(rt_game *g, const rt_ctx *c, uint32_t ability, uint32_t span,
                        uint32_t operand);

/* ---- procedures ---- */
typedef enum rt_status { RT_NEXT, RT_ASK } rt_status; /* go on with the top procedure, or wait */
enum rt_proc_kind {
#define PROC(id, fn) RT_PROC_##id,
#include "runtime/procs.def"
#undef PROC
    RT_PROC_COUNT
};
#define PROC(id, fn) rt_status fn(rt_game *g);
#include "runtime/procs.def"
#undef PROC
static inline rt_proc *rt_top(const rt_game *g)
{
    CANTRIP_ASSERT(g->s->proc.count);
    return rt_proc_row(g, g->s->proc.count - 1);
}
rt_proc *rt_proc_push(rt_game *g, uint32_t kind);
rt_status rt_proc_pop(rt_game *g);

/* ---- decide.c ---- */
void rt_ask(rt_game *g, uint32_t kind, uint32_t player, rt_entity source);
void rt_option_add(rt_game *g, uint32_t kind, rt_entity e, int32_t a, int32_t b);
/* Ends the question: RT_ASK, or RT_NEXT when there is only one answer, which is then given. */
rt_status rt_ask_done(rt_game *g, uint32_t min, uint32_t max);
/* The same of what one chooses among cards that not everybody sees: asked even when there is nothing, unless such questions
 * are skipped altogether. Who is asked must not tell who has something. */
rt_status rt_ask_hidden(rt_game *g, uint32_t min, uint32_t max);
rt_status rt_secret_ask(rt_game *g, uint32_t player, rt_entity card); /* secrets.c */
const rt_option *rt_answered(const rt_game *g, uint32_t i);           /* i-th chosen option */
uint32_t rt_answer_count(const rt_game *g);

/* ---- the rest ---- */
enum { RT_PERMIT_FREE = 0x7FFFFFFF }; /* no rule, but an effect: without paying its mana cost */
/* permission: mod[] + 1 of the rule that allows it, 0, or RT_PERMIT_FREE */
/* face: + 1, which of its faces is cast; 0 = the one that it has */
int rt_has_x(const rt_game *g, uint32_t cost, uint32_t count); /* do these costs have an X? */
void rt_cast_start(rt_game *g, uint32_t player, rt_entity card, uint32_t permission, uint32_t face);
/* actors.c: the places of the battlefield with lands, activated abilities and what lies face down; how many. */
uint32_t rt_actors(rt_game *g, const uint32_t **out_places);
/* Of them the objects with which somebody could do something but make mana. */
uint32_t rt_doers(rt_game *g, const uint32_t **out_objects);
uint32_t rt_walkers(rt_game *g, const uint32_t **out_objects); /* planeswalkers */
uint32_t rt_attackers(rt_game *g, const uint32_t **out_objects);
/* The special action of CR 115.2b; way: as in rt_turn_up_cost. */
void rt_turn_up_start(rt_game *g, uint32_t player, rt_entity e, uint32_t way);
void rt_activate_start(rt_game *g, uint32_t player, rt_entity source, uint32_t number);
void rt_trigger_start(rt_game *g, const rt_ctx *c);
void rt_frame_start(rt_game *g, uint32_t func, uint32_t ctx_idx, uint32_t event);
rt_status rt_native(rt_game *g, vm_insn i, const uint32_t *imm, int *out_done); /* natives.c */
int rt_is_sick(const rt_game *g, const rt_object *o);
static inline const vm_cost *rt_bill_cost(const rt_game *g, const rt_bill *b, uint32_t i)
{
    uint32_t r = 0;
    for (; i >= b->range[r].count * b->range[r].times; r++)
        i -= b->range[r].count * b->range[r].times;
    return &g->pack->cost[b->range[r].first + i % b->range[r].count];
}
static inline uint32_t rt_bill_count(const rt_bill *b)
{
    uint32_t n = b->range[0].count * b->range[0].times;
    for (uint32_t r = 1; r < RT_BILL_RANGES && b->range[r].count; r++)
        n += b->range[r].count * b->range[r].times;
    return n;
}
/* mana_sources.c: as long as nothing changes, what could give mana is known; in temporary memory. */
void rt_field_keep(rt_game *g, uint32_t player);
void rt_field_ready(rt_game *g, uint32_t player); /* it is found out now */
void rt_field_drop(rt_game *g);
/* Phyrexian symbols that are asked about one by one; of those behind, the payment decides. */
enum { RT_SYMBOLS_MAX = 8 };
/* Can it be paid, with all the mana abilities that the player could activate? */
void rt_bill_add(rt_game *g, rt_bill *b, rt_cost_range part); /* adds a part of a cost */
/* Abilities that can be activated only once each turn. */
void rt_activated_note(rt_game *g, rt_entity self, uint32_t number);
int rt_was_activated(const rt_game *g, rt_entity self, uint32_t number);
void rt_activated_turn(rt_game *g); /* a new turn begins */
/* How many are chosen, or how much is paid; what takes all there is chooses nothing. */
static inline uint32_t rt_cost_amount(const vm_cost *c, int32_t x)
{
    if (vm_cost_takes_all(c->kind, c->a))
        return 0;
    return (int32_t)c->a == VM_COST_AMOUNT_X && c->kind != VM_COST_LOYALTY ? (uint32_t)x : c->a;
}
int rt_can_pay(rt_game *g, const rt_bill *bill);
int32_t
rt_payable_life(rt_game *g,
                uint32_t player); /* prohibitions.c: 0 for who cannot lose life (CR 118.8) */
int rt_life_could_become(rt_game *g, uint32_t player, int32_t life); /* CR 118.7, 118.8 */
/* What is sacrificed so that a spell costs less (offering.c). */
const vm_cost *rt_offering_row(const rt_game *g, const rt_bill *b);
void rt_offering_take(rt_game *g, rt_bill *b, rt_entity given);
int rt_offering_ok(rt_game *g, const rt_bill *b, rt_entity given);
int rt_any_offering(rt_game *g, const rt_bill *b);
int32_t rt_greatest_x(rt_game *g, const rt_bill *bill); /* for which it can be paid */
/* mana_quick.c: certainly not, whatever is tapped for mana. */
int rt_too_dear(rt_game *g, uint32_t player, const rt_least *least);
void rt_pay_start(rt_game *g, const rt_bill *bill); /* it can be paid */
/* Its costs that are not mana. */
int rt_other_costs_ok(rt_game *g, const rt_bill *bill);
/* A mana ability outside of paying: its costs, then its effect, without the stack (CR 605.3b). */
void rt_tap_for_mana(rt_game *g, uint32_t player, rt_entity land, uint32_t color); /* CR 305.6 */
/* `color`: + 1, of what it adds, if that is decided already. */
void rt_mana_ability_start(rt_game *g, uint32_t player, rt_entity source, uint32_t number,
                           uint32_t color);
void rt_bill_ability_rules(rt_game *g, rt_bill *b,
                           const vm_ability *a); /* NULL: any mana ability */
/* mana_made.c */
int rt_mana_triggers(rt_game *g); /* carries one out that waits (CR 605.4a); 0 = there is none */
uint32_t rt_could_produce(rt_game *g, uint64_t set); /* mask of types (CR 106.7) */
void rt_mana_keep(rt_game *g, uint32_t payment);
void rt_mana_empty(rt_game *g, int turn); /* CR 500.4 */
int rt_target_legal(rt_game *g, uint32_t sel, rt_entity e, const rt_ctx *ctx);
uint64_t rt_target_candidates(rt_game *g, const vm_target *t, const rt_ctx *ctx);
rt_entity rt_paid_now(const rt_game *g, uint32_t payment, rt_entity e); /* world.c */
int rt_may_play_land(rt_game *g, uint32_t player);
/* What stands in the way of casting a card from a hand, without permissions: options.c */
enum rt_obstacle {
    RT_NO_OBSTACLE,
    RT_NO_SPELL,
    RT_NO_TIME,
    RT_NO_PLACE,
    RT_NO_LEAVE,
    RT_NO_MEANS,
    RT_NO_TARGET
};
uint32_t rt_cast_obstacle(rt_game *g, uint32_t player, uint32_t idx);
int rt_could_begin(rt_game *g, uint32_t player, rt_entity card);       /* to cast it (options.c) */
int rt_target_wanted(rt_game *g, const vm_target *t, const rt_ctx *c); /* is its condition true? */
/* parts.c: what a row of target[] was chosen for; NULL = it is the target of an Aura spell */
const vm_target *rt_target_asked(const rt_game *g, uint32_t ctx, const rt_target *t);
void rt_parts_drop(rt_game *g, uint32_t ctx);
void rt_parts_lose(rt_game *g, rt_entity spell, uint32_t ctx, uint32_t keyword);
void rt_parts_copy(rt_game *g, uint32_t from, uint32_t to);
int rt_has_targets(rt_game *g, const vm_target *t, const rt_ctx *ctx);
uint32_t rt_target_by(const vm_target *t);
int rt_targets_behind(rt_game *g, const vm_target *list, uint32_t count, uint32_t by, uint32_t ctx,
                      uint32_t mode, rt_entity e, const rt_ctx *c);
int rt_can_target_all(rt_game *g, uint32_t targets, uint32_t count, const rt_ctx *ctx);
void rt_priority_again(rt_game *g); /* the procedure on top, PRIORITY, asks once more */
uint32_t rt_turn_point(const rt_game *g, uint32_t of); /* turn.c */
int rt_is_ignored(const rt_game *g, rt_entity source,
                  rt_entity by);                                  /* natives_special.c: CR 115.2d */
void rt_offers_drop(rt_game *g);                                  /* those that would end nothing */
int rt_is_named(const rt_game *g, rt_entity e, const char *name); /* names.c */
int rt_has_own_names(const rt_object *o);                         /* not only those of its face */
int rt_share_a_name(const rt_game *g, rt_entity a, rt_entity b);
void rt_text_of_token(rt_game *g, rt_entity token, rt_entity source,
                      uint32_t ability); /* text.c: CR 612.2a */
int rt_drawn_unseen(const rt_game *g);   /* unseen.c */
void rt_unseen_begin(rt_game *g, uint32_t idx, int first);
void rt_unseen_end(rt_game *g);
void rt_reveal_first(rt_game *g, uint32_t player, rt_entity card); /* events.c: CR 603.11 */
int rt_proc_is_cast(const rt_proc *p); /* a spell is being cast or an ability activated */
void rt_block_number_known(rt_game *g, uint32_t idx);
void rt_block_numbers(rt_game *g);  /* block_numbers.c */
void rt_combat_changed(rt_game *g); /* who attacks or blocks, or where they are */
int rt_turn_goes_on(rt_game *g);
int32_t rt_turn_fact(const rt_game *g, uint32_t fact); /* enum vm_turn_fact */
int rt_priority_options(rt_game *g, uint32_t player, int add);
/* idle.c: is it still so that the player has nothing to do but pass? What could change that. */
int rt_idle_still(const rt_game *g, uint32_t player);
void rt_idle_keep(rt_game *g, uint32_t player); /* it has just been found so */
void rt_stir(rt_game *g, uint32_t player);
void rt_stir_place(rt_game *g, const rt_object *o); /* whose it is, where it is */
void rt_stir_all(rt_game *g);
int rt_sorcery_time(const rt_game *g, uint32_t player); /* options.c, CR 307.5 */
/* May the Aura be attached to `host` (CR 303.4)? Also for an Aura that is about to enter. */
int rt_can_enchant(rt_game *g, uint32_t aura, rt_entity host, uint32_t controller);
int rt_legends_ask(rt_game *g);         /* 1 = somebody is asked which of two to keep */
int rt_sba(rt_game *g, uint32_t batch); /* adds the events of CR 704.5 to the batch; how many */
int rt_may_be_attacked(const rt_game *g, uint32_t player); /* is it a defending player? */
int rt_can_attack(rt_game *g, uint32_t idx, rt_entity whom);
const char *rt_why_not_attack(rt_game *g, uint32_t idx); /* in words, with the rule: explain.c */
const char *rt_why_not_cast(rt_game *g, uint32_t player, uint32_t idx, const char **out_rule);
void rt_remove_from_combat(rt_game *g, uint32_t idx);
/* A planeswalker leaves combat; what attacks it goes on attacking, but nothing (CR 506.4c). */
void rt_remove_attacked(rt_game *g, uint32_t idx);
void rt_attack_begin(rt_game *g, uint32_t idx, rt_entity whom); /* it attacks from now on */
int rt_blocks(const rt_game *g, uint32_t blocker, rt_entity attacker);
/* Players and planeswalkers that can be attacked; room for all players and permanents. */
uint32_t rt_attackable(rt_game *g, rt_entity *whom);
/* It blocks that attacker, too; 1 = it may block another one (CR 509.1a). */
int rt_block_begin(rt_game *g, uint32_t idx, rt_entity attacker);
/* The blockers of an attacker in the order in which it assigns damage, in temporary memory. */
/* Combat damage (combat.c): how much a creature assigns, whether in this step, and what is lethal beside what the batch has. */
int32_t rt_assigns(rt_game *g, uint32_t idx);
int rt_deals_now(const rt_game *g, const rt_object *o, int first_step);
int32_t rt_lethal(const rt_game *g, const rt_object *src, uint32_t idx, uint32_t batch);
/* Of a blocker of several attackers (shared_damage.c): what the next of them could assign to it; and what an attacker has to keep for
 * those in its list that others have counted on it for. */
int32_t rt_lethal_by_others(rt_game *g, uint32_t attacker, rt_entity blocker, uint32_t batch,
                            int first_step);
int32_t rt_damage_owed(rt_game *g, uint32_t attacker, const uint32_t *list, uint32_t from,
                       uint32_t count, uint32_t batch);
uint32_t rt_blockers_in_order(const rt_game *g, rt_entity attacker, uint32_t **list);
uint32_t *rt_block_order(const rt_game *g, uint32_t blocker, rt_entity attacker); /* its place */
/* loops.c, CR 104.4b: a step without a choice, 1 = the game is a draw now; a choice, or a new step. */
int rt_loop_check(rt_game *g);
void rt_loop_broken(rt_game *g);

#endif
