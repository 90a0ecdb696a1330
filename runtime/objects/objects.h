/* Objects and players as rows of the state: zones, faces, names, seats, and what was last known (CR 102, 109, 400, 707 to 712). */
#ifndef RUNTIME_OBJECTS_H
#define RUNTIME_OBJECTS_H

#include "runtime/ask/ask.h"

/* ---- objects.c ---- */
/* Sets, values of registers: 0 = empty; bit 63 set = the one entity in the low half; else offset << 32 | count in heap[]. */
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
static inline rt_object *rt_obj(const rt_game *g, uint32_t idx)
{
    CANTRIP_ASSERT(idx < g->s->object.count);
    return rt_object_row(g, idx);
}
static inline rt_entity rt_handle(const rt_game *g, uint32_t idx)
{
    return (uint32_t)rt_obj(g, idx)->gen << RT_INDEX_BITS | idx;
}
/* What it has while it is on the battlefield, on the stack or in the command zone; all zero of what lies elsewhere. */
extern const rt_presence RT_NO_PRESENCE;
static inline const rt_presence *rt_here(const rt_game *g, const rt_object *o)
{
    return o->here ? rt_presence_row(g, o->here - 1) : &RT_NO_PRESENCE;
}
/* Flags that it has because it is being declared, and that count from when that is paid for on (CR 508.1k, 509.1g). */
static inline uint32_t rt_undeclared(const rt_game *g, const rt_object *o)
{
    return g->s->declaring && (g->s->declarers >> o->controller & 1) ? g->s->declaring : 0;
}
/* The same, to be changed: only of what is there. */
static inline rt_presence *rt_presence_of(const rt_game *g, const rt_object *o)
{
    CANTRIP_ASSERT(o->here);
    if (!o->here)
        rt_fail(g, RT_FAULT_FULL, rt_table_number(g, &g->s->presence));
    return rt_presence_row(g, o->here - 1);
}
/* presence.c: an object gets a row when it comes where it needs one (rt_zone_insert), or before. */
void rt_presence_begin(rt_game *g, uint32_t idx);
uint32_t rt_presence_copy(rt_game *g, uint32_t here); /* gives rt_object.here of the copy */
void rt_presence_end(rt_game *g, uint32_t here);
/* For a look at a card as the spell that it would be: it gets a row (a copy of its own), until all is as it was. */
rt_object rt_presence_lend(rt_game *g, uint32_t idx);
void rt_presence_return(rt_game *g, uint32_t idx, const rt_object *as_it_is);
enum {
    RT_ZONE_NOWHERE = VM_ZONE_COUNT + 1, /* a token that is about to enter */
    RT_ZONE_PHASED,                      /* a phased-out permanent: nobody sees it (CR 702.25b) */
    RT_ZONE_MELDED                       /* a card that is part of a permanent (meld.c) */
};
/* The object if the handle is still the same object, else NULL. */
static inline rt_object *rt_live(const rt_game *g, rt_entity e)
{
    if (!e || RT_IS_PLAYER(e) || RT_INDEX(e) >= g->s->object.count)
        return NULL;
    rt_object *o = rt_obj(g, RT_INDEX(e));
    return o->gen == RT_GEN(e) && o->zone != VM_ZONE_COUNT && o->zone < RT_ZONE_PHASED ? o : NULL;
}
/* Will it be there again? Also while it is phased out, what belongs to it is kept (CR 702.25d). */
static inline int rt_stays(const rt_game *g, rt_entity e)
{
    if (!e || RT_IS_PLAYER(e) || RT_INDEX(e) >= g->s->object.count)
        return 0;
    const rt_object *o = rt_obj(g, RT_INDEX(e));
    return o->gen == RT_GEN(e) && (o->zone == RT_ZONE_PHASED || rt_live(g, e));
}
/* The object, or what was last known of it, or NULL. */
const rt_object *rt_look_back(const rt_game *g, rt_entity e); /* what is not there any more */
const rt_lki *rt_lki_of(const rt_game *g, rt_entity e);       /* of what has left, or NULL */
static inline const rt_object *rt_look(const rt_game *g, rt_entity e)
{
    const rt_object *o = rt_live(g, e);
    return o ? o : rt_look_back(g, e);
}
const rt_lki *rt_lki_of(const rt_game *g, rt_entity e); /* of what has left, or NULL */
/* Is a spell or ability resolving? */
int rt_is_resolving(const rt_game *g);
/* What may still be found of it (CR 400.7): itself, what it became in a public zone, or 0. c: for whom (rt_ctx.since), or
 * NULL: whoever has moved it, the first time. */
rt_entity rt_now(const rt_game *g, const rt_ctx *c, rt_entity e);
/* The same in hidden zones, too; what can't be found any more is what it was. */
rt_entity rt_follow(const rt_game *g, const rt_ctx *c, rt_entity e);
/* That move was by an effect that is not being carried out: it let the card be cast (CR 400.7g). */
void rt_moved_by(rt_game *g, rt_entity was, uint32_t effect);
/* What it is paired with, as long as both are creatures on the battlefield of who controlled them then (CR 702.94e); 0 = nothing. */
rt_entity rt_paired(const rt_game *g, rt_entity e);
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
    return rt_member_rows(g, z->off);
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
void rt_free_object(rt_game *g, uint32_t idx);
void rt_forget(rt_game *g, uint32_t turn); /* what was last known before that turn */
int32_t rt_counters(const rt_game *g, rt_entity e, int32_t kind); /* -1 = all */
int32_t rt_counters_of(const rt_game *g, rt_entity e,
                       int32_t kind); /* what rules and effects ask: of a player, the team's */
void rt_counters_change(rt_game *g, rt_entity e, uint32_t kind, int32_t by);
void rt_counters_take(rt_game *g, rt_entity e, uint32_t kind,
                      int32_t count); /* of a team, the poison too */
const char *rt_name(const rt_game *g, rt_entity e);
uint32_t rt_mana_value(const rt_game *g, const rt_object *o);
int rt_has_keyword(const rt_game *g, const rt_object *o, uint32_t keyword); /* by its number */
int rt_has_those_asked(const rt_game *g, uint32_t sel,
                       const rt_object *o); /* asked.c: keywords of a selector */
/* How many of its abilities before the end-th are this one: two instances are two abilities (CR 112.2c). */
uint32_t rt_instances(const rt_game *g, const rt_object *o, uint32_t ability, uint32_t end);

/* ---- faces.c ---- */
uint32_t rt_card_of(const rt_game *g, uint32_t face); /* the face that its card has by itself */
/* What a face is made into by being face down or flipped. */
int rt_is_covered(
    const rt_object *o); /* face down without characteristics, for it is no permanent */
int rt_uncover(rt_game *g, uint32_t idx);
uint32_t rt_shown_face(const rt_game *g, const rt_object *o, uint32_t face);
int rt_has_name(const rt_game *g, uint32_t face, const char *name);
uint32_t rt_copiable_face(const rt_game *g, const rt_object *o);
/* Makes it what it is with this face up, or face down; only while it is nowhere or about to move. */
void rt_show_face(rt_game *g, uint32_t idx, uint32_t face);
int rt_can_turn(const rt_game *g, const rt_object *o, uint32_t how);
void rt_turn_event(rt_game *g, rt_entity e, uint32_t how, rt_entity src);
void rt_turn(rt_game *g, rt_entity e, uint32_t how, int32_t counters);

/* ---- numbers.c ---- */
/* These players know from now on which card this is. Gives what it is called then. */
rt_entity rt_know(rt_game *g, rt_entity card, uint32_t players);
void rt_know_shown(rt_game *g); /* numbers for what rules show (CR 401.5) */
/* Of these nobody but those of the mask `but` knows any more which is which. */
void rt_lose_sight(rt_game *g, uint64_t set, uint32_t but);
static inline const vm_face *rt_face(const rt_game *g, const rt_object *o)
{
    return &g->pack->face[o->face];
}
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
/* Of the column that begins at lib->face[0].subtypes + n: is `bit` there? */
static inline int rt_is_in_column(const rt_game *g, const uint64_t *column, uint32_t bit,
                                  const rt_object *o)
{
    enum { STRIDE = sizeof(rt_face_info) / sizeof *column };
    _Static_assert(sizeof(rt_face_info) % sizeof *column == 0, "a whole number of words");
    const uint32_t faces = g->pack->face_count;
    const uint64_t *word = o->subtypes <= faces ? column + (size_t)o->subtypes * STRIDE
                                                : rt_kinds_row(g, o->subtypes - faces - 1)->bits +
                                                      (column - g->lib->face->subtypes);
    return (int)(*word >> bit & 1);
}
static inline void rt_subtypes_none(const rt_game *g, rt_object *o)
{
    o->subtypes = g->pack->face_count;
}
#define RT_HAS(o, m)  ((o)->markers >> VM_MARKER_##m & 1)
#define RT_DOES(o, t) ((o)->markers >> VM_TRAIT_##t & 1)
#define RT_IS(o, t)   (((o)->types & VM_TYPE_##t) != 0)

/* ---- kinds.c ---- */
void rt_subtypes_set(rt_game *g, uint32_t idx, const uint64_t *bits); /* the state may move */

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
uint32_t rt_commander_identity(const rt_game *g, uint64_t players);

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
/* ... and those that are replaced from anywhere but the battlefield: an emblem, a conspiracy (CR 113.2, 313.2). */
static inline uint64_t rt_waits_elsewhere(const rt_game *g)
{
    return rt_listens_elsewhere(g) | (g->s->wide_effects ? g->lib->replaces_somewhere
                                                         : g->s->replaced_in[VM_ZONE_BATTLEFIELD]);
}
/* Goes over the objects off the battlefield, in zones of a mask, that have an ability of a kind. */
typedef struct rt_walk {
    uint32_t zones, kind, zone, player, next;
} rt_walk;
int rt_walk_next(const rt_game *g, rt_walk *w, uint32_t *out_idx);

/* ---- names.c ---- */
int rt_is_named(const rt_game *g, rt_entity e, const char *name);
int rt_has_own_names(const rt_object *o); /* not only those of its face */
int rt_share_a_name(const rt_game *g, rt_entity a, rt_entity b);

/* ---- idle.c ---- */
/* is it still so that the player has nothing to do but pass? What could change that. */
/* What was found is so still, or NULL; it has just been found: the options from `first` on. */
const rt_idle *rt_idle_still(const rt_game *g, uint32_t player);
void rt_idle_keep(rt_game *g, uint32_t player, uint32_t first);
void rt_stir(rt_game *g, uint32_t player);
void rt_stir_place(rt_game *g, const rt_object *o); /* whose it is, where it is */
void rt_stir_less(rt_game *g, const rt_object *o);
void rt_stir_come(rt_game *g, const rt_object *o);
void rt_stir_all(rt_game *g);
void rt_stir_sizes(rt_game *g);
void rt_stir_turn(rt_game *g);
typedef struct rt_had_granted { /* granted[] as it was */
    const rt_granted *row;
    uint32_t count;
} rt_had_granted;
void rt_stir_if_other(rt_game *g, const rt_object *had, const rt_had_granted *lists,
                      const rt_object *o);

/* ---- characteristics: layers/layers.c, which everything here and above relies on ---- */
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

#endif
