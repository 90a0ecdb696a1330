/* What casting, activating and offering share: legal targets and modes, and what a spell costs. */
#ifndef RUNTIME_CAST_H
#define RUNTIME_CAST_H

#include "runtime/pay/pay.h"

/* targets.c */
int rt_modes_legal(rt_game *g, const vm_ability *a, const rt_ctx *c, uint32_t *out_mask);
/* Does a row of the cost ask for X? */
int rt_has_x(const rt_game *g, uint32_t cost, uint32_t count);
int rt_ability_legal(rt_game *g, const vm_ability *a,
                     const rt_ctx *c);                            /* are there targets enough? */
uint32_t rt_enchant_selector(const rt_game *g, const vm_face *f); /* 0 = it is no Aura */

/* parts.c */
uint32_t rt_part_targets(const rt_game *g, const rt_spell_part *part,
                         uint32_t *out_first); /* how many */
const rt_spell_part *rt_part_of(const rt_game *g, uint32_t ctx,
                                uint32_t number); /* NULL = no more */
void rt_part_add(rt_game *g, const rt_spell_part *part);
uint32_t rt_spell_ability(rt_game *g, rt_entity spell, uint32_t ctx);
int rt_splice(rt_game *g, rt_entity card, rt_entity spell, uint32_t ctx, rt_spell_part *out);
/* Is there a card that could be spliced onto it at all? Who has none in hand is asked, too: nobody learns who has one. */
int rt_could_splice(rt_game *g, rt_entity spell, uint32_t ctx);
int rt_parts_possible(rt_game *g, const vm_face *f, const rt_ctx *c);
int rt_parts_legal(rt_game *g, rt_entity spell, uint32_t ctx); /* are there targets for them? */
/* The spell's own parts that have targets, as what its costs are has been announced. */
void rt_parts_begin(rt_game *g, rt_entity spell, uint32_t ctx);
/* The next that is followed as the spell resolves; *at begins with 0. `first`: VM_AF_FIRST or 0. 0 = there is none. */
int rt_part_next(rt_game *g, rt_entity spell, uint32_t ctx, uint32_t first, int32_t *at,
                 uint32_t *out_effect, uint32_t *out_mode);

/* options.c */
/* What rules add to the cost of a spell with so many targets (CR 601.2f). */
void rt_bill_spell_rules(rt_game *g, rt_bill *b, uint32_t targets);
/* The same of an activated ability; the costs of the ability are in the bill already. */
/* What is paid for a spell that a rule allows to be cast (MAY_PLAY); 1 = it is no alternative to its mana cost. */
int rt_permitted_cost(rt_game *g, uint32_t permission, const vm_face *f, rt_bill *b);
uint32_t rt_permission_keyword(const rt_game *g, uint32_t permission);
rt_cost_range rt_range_of(const vm_ability *a, uint32_t times);
/* The n-th alternative cost of a card (CR 117.9), cost for each further mode, or, without a flag, its n-th
 * kicker (702.32); NULL = it has no more. */
/* The same of optional costs alone, with those that others have given. out_given: kind of the row of paid[] that keeps how often
 * that one was paid; 0 = it is the spell's own. */
const vm_ability *rt_optional_cost(const rt_game *g, const rt_object *o, uint32_t n,
                                   uint32_t *out_given);
const vm_ability *rt_cost_ability(const rt_game *g, const vm_face *f, uint32_t flag, uint32_t n);
const vm_ability *rt_cost_of(rt_game *g, rt_entity e, uint32_t flag, uint32_t n,
                             uint32_t *out_given); /* also before it is a spell */
void rt_bill_additional(rt_game *g, rt_bill *b);
int rt_is_kicker(const rt_game *g, const vm_ability *cost); /* of an optional cost (CR 702.32) */
/* May that alternative cost be paid: is its condition true? */
int rt_cost_gives(const rt_game *g, const vm_ability *a);
/* The number + 1 of the optional cost without which it may not be cast now (CR 601.3c), or 0. */
uint32_t rt_cost_for_time(rt_game *g, uint32_t player, uint32_t idx, uint32_t permission);
int rt_cost_open(rt_game *g, uint32_t player, rt_entity card, const vm_ability *a);

/* faces.c */
/* As which of its faces a split card can be cast: one half, or both (CR 708.3, 702.101a). How many. */
uint32_t rt_cast_faces(const rt_game *g, uint32_t idx, uint32_t face[3]);
int32_t rt_face_down_mana(const rt_game *g,
                          const rt_object *o); /* for which it is cast face down; else 0 */
/* What turning it face up costs; way 0: its morph cost, 1: the mana cost of a manifested creature card, 2: nothing, in the
 * command zone (CR 115.2h). 0: not that way. */
enum { RT_TURN_UP_MORPH = 0, RT_TURN_UP_FREE = 2 };
int rt_turn_up_cost(const rt_game *g, uint32_t idx, uint32_t way, rt_cost_range *out,
                    int32_t *out_counters);
uint32_t rt_morph_ability(const rt_game *g, uint32_t idx); /* that it would have face up */

int rt_can_cast_now(rt_game *g, uint32_t player, uint32_t idx,
                    uint32_t permission); /* whatever the time is */
/* permissions.c */
/* Calls `each` with every rule that allows the player to play that card: mod[] + 1. */
typedef int (*rt_permission_fn)(rt_game *g, uint32_t player, uint32_t idx, uint32_t permission,
                                void *user);
/* aimed.c: could it be paid for with some of its targets? `pays` looks at the card as a spell that has them. */
typedef int (*rt_aimed_fn)(rt_game *g, void *user);
int rt_is_aimed(const rt_game *g,
                rt_entity card); /* could what it targets decide what it costs, as things are? */
int rt_pays_aimed(rt_game *g, uint32_t player, rt_entity card, rt_aimed_fn pays, void *user);
int rt_each_permission(rt_game *g, uint32_t player, uint32_t idx, rt_permission_fn each,
                       void *user);
uint32_t rt_permitted_by(rt_game *g, uint32_t player, uint32_t idx, uint32_t permission);
int rt_as_flash(rt_game *g, uint32_t player, rt_entity card);

/* assist.c */
int rt_assist_ask(rt_game *g, const rt_bill *bill, rt_status *out_asked);
rt_status rt_assist_amount(rt_game *g, const rt_bill *bill, uint32_t player);

/* ---- options.c ---- */
/* Abilities an object has now. */
uint32_t rt_given_as(const rt_game *g, const rt_object *o, uint32_t i); /* like it, before it */
/* Can it be paid, with all the mana abilities that the player could activate? */
void rt_bill_add(rt_game *g, rt_bill *b, rt_cost_range part); /* adds a part of a cost */
/* Abilities that can be activated only once each turn. */
void rt_activated_note(rt_game *g, rt_entity self, uint32_t number);
int rt_was_activated(const rt_game *g, rt_entity self, uint32_t number);
void rt_activated_turn(rt_game *g); /* a new turn begins */
int rt_may_play_land(rt_game *g, uint32_t player);
uint32_t rt_cast_obstacle(rt_game *g, uint32_t player, uint32_t idx);
int rt_could_begin(rt_game *g, uint32_t player, rt_entity card); /* to cast it (options.c) */
int rt_priority_options(rt_game *g, uint32_t player, int add);
int rt_sorcery_time(const rt_game *g, uint32_t player); /* CR 307.5 */

/* ---- assist.c ---- */
int rt_assist_enough(rt_game *g, const rt_bill *bill);
int32_t rt_assist_most(rt_game *g, const rt_bill *bill, uint32_t player);

/* ---- gone_spells.c ---- */
void rt_spell_ctx_end(rt_game *g, rt_entity spell, uint32_t ctx);
uint32_t rt_spell_ctx_gone(rt_game *g, rt_entity spell);
void rt_spells_forget(rt_game *g);

/* ---- cast.c ---- */
/* permission: mod[] + 1 of the rule that allows it, 0, or RT_PERMIT_FREE */
/* face: + 1, which of its faces is cast; 0 = the one that it has */
int rt_has_x(const rt_game *g, uint32_t cost, uint32_t count); /* do these costs have an X? */
void rt_cast_start(rt_game *g, uint32_t player, rt_entity card, uint32_t permission, uint32_t face);
/* The special action of CR 115.2b; way: as in rt_turn_up_cost. */
void rt_turn_up_start(rt_game *g, uint32_t player, rt_entity e, uint32_t way);
void rt_activate_start(rt_game *g, uint32_t player, rt_entity source, uint32_t number);
void rt_trigger_start(rt_game *g, const rt_ctx *c);
int rt_proc_is_cast(const rt_proc *p); /* a spell is being cast or an ability activated */
enum { RT_PERMIT_FREE = 0x7FFFFFFF };  /* no rule, but an effect: without paying its mana cost */

/* ---- targets.c ---- */
int rt_target_legal(rt_game *g, uint32_t sel, rt_entity e, const rt_ctx *ctx);
uint64_t rt_target_candidates(rt_game *g, const vm_target *t, const rt_ctx *ctx);
int rt_target_wanted(rt_game *g, const vm_target *t, const rt_ctx *c); /* is its condition true? */
int rt_has_targets(rt_game *g, const vm_target *t, const rt_ctx *ctx);
uint32_t rt_target_by(const vm_target *t);
uint32_t rt_target_player(rt_game *g,
                          rt_entity e); /* + 1 whose it is, for VM_TF_EACH; 0 = nobody's */
int rt_targets_behind(rt_game *g, const vm_target *list, uint32_t count, uint32_t by, uint32_t ctx,
                      uint32_t mode, rt_entity e, const rt_ctx *c);
int rt_can_target_all(rt_game *g, uint32_t targets, uint32_t count, const rt_ctx *ctx);

/* ---- parts.c ---- */
/* told.c: what it is that has become a target since it was told last: of what is cast, changed (CR 114.7) or copied (CR 706.10c) */
void rt_target_becomes(rt_game *g, uint32_t row, rt_entity to);
void rt_targets_told(rt_game *g);
/* what a row of target[] was chosen for; NULL = it is the target of an Aura spell */
const vm_target *rt_target_asked(const rt_game *g, uint32_t ctx, const rt_target *t);
void rt_parts_drop(rt_game *g, uint32_t ctx);
void rt_parts_lose(rt_game *g, rt_entity spell, uint32_t ctx, uint32_t keyword);
void rt_parts_copy(rt_game *g, uint32_t from, uint32_t to);

#endif
