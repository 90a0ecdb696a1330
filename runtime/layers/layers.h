/* Continuous effects (CR 611 to 613): characteristics, durations, text, copies, and rules that permit and forbid. */
#ifndef RUNTIME_LAYERS_H
#define RUNTIME_LAYERS_H

#include "runtime/query/query.h"

/* ---- designations.c ---- */
void rt_designate_player(rt_game *g, uint32_t player, uint32_t kind);
void rt_designations_pass(rt_game *g, uint32_t leaving);

/* ---- more.c ---- */
uint32_t rt_more_of(rt_game *g, uint32_t player,
                    uint32_t what); /* vm_more: what rules give more of */
uint64_t rt_more(rt_game *g, uint64_t players, uint32_t what);
/* vm_most: how many of that are allowed; INT32_MAX where nothing limits them. */
int32_t rt_most_of(rt_game *g, uint32_t player, uint32_t what);

/* ---- layers_quick.c ---- */
/* of this permanent alone, if what it is decides about no other; one that was none has gone. */
void rt_dirty_one(rt_game *g, uint32_t idx);
void rt_dirty_gone(rt_game *g);
void rt_effects_begin(rt_game *g, uint32_t first); /* the rows from there on */

/* ---- rules_of.c ---- */
/* Calls `each` for every rule of layer 0 of kind `op` that affects `e`; stops when it gives
 * nonzero. */
typedef int (*rt_rule_fn)(rt_game *g, const vm_mod *m, const rt_ctx *ctx, void *user);
int rt_each_rule_of(rt_game *g, uint32_t op, rt_entity e, rt_rule_fn each, void *user);
/* Does a rule of layer 0 of kind `op` affect `e` now? The bits in rt_object.rules only say that it may. */
int rt_some_rule_on(rt_game *g, uint32_t op, rt_entity e);
/* Rules of layer 0 that something off the battlefield may have of itself; what it was given is not looked through. */
static inline uint64_t rt_own_rules(const rt_game *g, const rt_object *o)
{
    return o->granted ? UINT64_MAX : g->lib->face[o->face].rules;
}
/* Could there be one: on the board, or of the card itself where it is? */
static inline int rt_may_rule(const rt_game *g, uint32_t op, rt_entity e)
{
    if (g->s->rules_union & RT_RULE(op))
        return 1;
    const rt_object *o = g->lib->rules & RT_RULE(op) ? rt_live(g, e) : NULL;
    return o && o->zone != VM_ZONE_BATTLEFIELD && (o->ability_flags >> VM_ABILITY_STATIC & 1) &&
           (rt_own_rules(g, o) & RT_RULE(op));
}
static inline int rt_rule_on(rt_game *g, uint32_t op, rt_entity e)
{
    return rt_may_rule(g, op, e) && rt_some_rule_on(g, op, e);
}
static inline int rt_each_rule(rt_game *g, uint32_t op, rt_entity e, rt_rule_fn each, void *user)
{
    return rt_may_rule(g, op, e) ? rt_each_rule_of(g, op, e, each, user) : 0;
}

/* ---- layer_parts.c ---- */
int32_t rt_mod_value(rt_game *g, const vm_mod *m, int which, const int32_t *args, const rt_ctx *ctx,
                     rt_entity e);
rt_ctx rt_effect_ctx(const rt_game *g, uint32_t effect);  /* effect[] + 1 */
void rt_mod_once(rt_game *g, uint32_t idx, uint32_t mod); /* applied to the row, for good */

/* ---- prohibitions.c ---- */
int rt_can_be_targeted(rt_game *g, rt_entity e,
                       const rt_ctx *by); /* by rules; keywords are elsewhere */
int rt_can_tap_for(rt_game *g, rt_entity e, uint32_t keyword);
int rt_may_cast(rt_game *g, uint32_t player, rt_entity card);
enum { RT_OF_MANA = 1, RT_CYCLES = 2 }; /* what kind of an activated ability it is: bits */
int rt_may_activate(rt_game *g, rt_entity e, uint32_t kinds);
int32_t rt_rule_limit(rt_game *g, uint32_t op, rt_entity e, int32_t without); /* the least value */
int32_t rt_rule_at_least(rt_game *g, uint32_t op, rt_entity e, int32_t without); /* the greatest */
uint32_t rt_max_hand(rt_game *g, uint32_t player);
int rt_is_unpreventable(rt_game *g, rt_entity source); /* its damage (CR 615.12) */
/* again: while its batch is carried out: what enters has been judged with all the others, by what was there before any of them. */
int rt_is_forbidden(rt_game *g, uint32_t event, int again);
int32_t rt_payable_life(rt_game *g, uint32_t player); /* 0 for who cannot lose life (CR 118.8) */
int rt_life_could_become(rt_game *g, uint32_t player, int32_t life); /* CR 118.7, 118.8 */

/* ---- durations.c ---- */
void rt_end_combat_effects(rt_game *g);
void rt_next_spell_cast(rt_game *g, uint32_t player, rt_entity spell);
/* Is it about that spell alone by now, which was the next? */
static inline int rt_effect_bound(const rt_effect *e)
{
    return e->duration == VM_DURATION_NEXT_SPELL && e->object[0] && !RT_IS_PLAYER(e->object[0]);
}
void rt_end_turn_effects(rt_game *g);
void rt_begin_turn_effects(rt_game *g);           /* 'until your next turn' */
void rt_passed_over(rt_game *g, uint32_t player); /* the turn of one who has left would begin */
void rt_begin_upkeep_effects(rt_game *g);         /* 'until your next upkeep' */
void rt_untap_step_effects(rt_game *g);           /* 'during its controller's next untap step' */
int rt_end_conditional_effects(rt_game *g);       /* 'for as long as'; how many ended */
int rt_effect_condition(rt_game *g, uint32_t effect); /* effect[] + 1 */

/* ---- text.c ---- */
/* text.c ---- words: subtypes by number, colours behind RT_WORD_COLOR */
enum { RT_WORD_COLOR = VM_WORD_COLOR };
/* How the source of `c` reads a word, or a mask of colours, of its own text. */
uint32_t rt_word(const rt_game *g, const rt_ctx *c, uint32_t word);
uint32_t rt_color_words(const rt_game *g, const rt_ctx *c, uint32_t mask);
void rt_text_layer(rt_game *g); /* layer 3: marks who is changed, and changes type lines */
void rt_text_of_token(rt_game *g, rt_entity token, rt_entity source,
                      uint32_t ability); /* CR 612.2a */

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

/* ---- permissions.c ---- */
void rt_bill_ability_rules(rt_game *g, rt_bill *b,
                           const vm_ability *a); /* NULL: any mana ability */

/* What rules add to what is paid for keywords, each by itself (CR 601.2f). */
void rt_bill_keyword_rules(rt_game *g, rt_bill *b);

/* ---- preview.c ---- */
/* Between begin and end the row of what enters has the characteristics that it would have (CR 614.12). */
typedef struct rt_preview {
    rt_entity obj; /* 0 = they are those that it has */
    rt_object was;
    uint32_t granted;
} rt_preview;
/* event: of the entering. for_rules: it is asked what is kept from entering; else what replaces that. */
void rt_preview_begin(rt_game *g, uint32_t event, int for_rules, rt_preview *p);
void rt_preview_end(rt_game *g, const rt_preview *p);
int rt_has_face_up(rt_game *g, uint32_t idx, uint32_t ability); /* of what lies face down */

#endif
