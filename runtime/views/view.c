/* What a viewer may see (CR 400.2): each field is filled only if its label allows it (include/cantrip/views.def), so
 * nothing is taken away from a whole. A field has one function here; without it the table does not compile. */
#include "runtime/views/view.h"

#include <string.h>

#define ZONE(number, id, text)          _Static_assert((int)CANTRIP_ZONE_##id == number, text);
#define STEP(number, id, text)          _Static_assert((int)CANTRIP_TURN_##id == number, text);
#define TYPE(number, id, text)          _Static_assert(CANTRIP_TYPE_##id == 1 << number, text);
#define SUPERTYPE(number, id, text)     _Static_assert(CANTRIP_SUPERTYPE_##id == 1 << number, text);
#define COLOR(number, id, text, letter) _Static_assert(CANTRIP_COLOR_##id == 1 << number, text);
#include "vm/abi/vocab.def"
#undef ZONE
#undef STEP
#undef TYPE
#undef SUPERTYPE
#undef COLOR

/* ---- who may see a card ------------------------------------------------------------------------
 */

/* Is the viewer asked about this very card just now (looking at it, searching)? */
static int is_looked_at(const rt_game *g, rt_entity e, uint32_t viewer)
{
    if (!g->s->decision.active || g->s->decision.player != viewer)
        return 0;
    for (uint32_t i = 0; i < g->s->option.count; i++)
        if (rt_option_row(g, i)->entity == e)
            return 1;
    return 0;
}

/* Is it in a hand that is played with revealed, or the top card of a library that is, or that its owner may look at (CR 401.5)? */
static int rules_show(rt_game *g, uint32_t viewer, rt_entity e)
{
    const rt_object *o = rt_live(g, e);
    if (o && o->zone == VM_ZONE_HAND)
        return rt_rule_on(g, VM_MOD_HAND_REVEALED, RT_PLAYER(o->owner));
    if (!o || o->zone != VM_ZONE_LIBRARY)
        return 0;
    const uint32_t owner = o->owner, n = rt_zone_count(g, VM_ZONE_LIBRARY, owner);
    return rt_zone_at(g, VM_ZONE_LIBRARY, owner, n - 1) == RT_INDEX(e) &&
           (rt_rule_on(g, VM_MOD_TOP_REVEALED, RT_PLAYER(owner)) ||
            ((rt_eyes(g, viewer) >> owner & 1) &&
             rt_rule_on(g, VM_MOD_TOP_KNOWN, RT_PLAYER(owner))));
}

/* Cards of libraries, hands, and what lies face down in exile (CR 406.3) or in the command zone (CR 313.7). */
static int is_hidden_card(const rt_object *o)
{
    return o->zone == VM_ZONE_LIBRARY || o->zone == VM_ZONE_HAND ||
           ((o->zone == VM_ZONE_EXILE || o->zone == VM_ZONE_COMMAND) &&
            (o->flags & RT_OF_FACE_DOWN));
}

int rt_may_see(const rt_game *g, rt_entity e, uint32_t viewer)
{
    const rt_object *o = RT_IS_PLAYER(e) ? NULL : rt_live(g, e);
    if (!o || viewer == CANTRIP_FULL || !is_hidden_card(o))
        return 1;
    if (o->flags & RT_OF_UNSEEN)
        return 0;
    const uint32_t eyes = viewer < g->s->player.count
                              ? rt_eyes(g, viewer)
                              : UINT32_C(1) << 31; /* who watches knows what all know */
    if (o->zone == VM_ZONE_HAND && (eyes >> o->owner & 1))
        return 1;
    if (o->zone == VM_ZONE_COMMAND && ((eyes >> o->owner & 1) || g->s->over)) /* CR 702.105e */
        return 1;
    for (uint32_t i = 0; i < g->s->known.count; i++)
        if (rt_known_row(g, i)->card == e && (rt_known_row(g, i)->players & eyes))
            return 1;
    return is_looked_at(g, e, viewer);
}

int rt_sees(rt_game *g, rt_entity e, uint32_t viewer)
{
    return rt_may_see(g, e, viewer) || rules_show(g, viewer, e);
}

/* What was somewhere where all could see it may be called by its name afterwards. */
static int was_public(const rt_game *g, rt_entity e)
{
    const rt_object *was = RT_IS_PLAYER(e) ? NULL : rt_look(g, e);
    return RT_IS_PLAYER(e) || (was && (was->zone != VM_ZONE_LIBRARY && was->zone != VM_ZONE_HAND));
}

rt_entity rt_told_id(const rt_game *g, rt_entity e)
{
    if (was_public(g, e) || rt_live(g, e))
        return e;
    const rt_entity now = rt_now(g, NULL, e);
    return now && was_public(g, now) ? now : 0;
}

/* ---- lists and texts: temporary memory of the run ------------------------------------------------
 */

static cantrip_texts text_list(rt_game *g, uint32_t most, const char ***out)
{
    *out = rt_temp_alloc(g, (most + 1) * sizeof **out);
    return (cantrip_texts){(const char *const *)*out, 0};
}

static void text_add(cantrip_texts *list, const char **at, const char *text)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (strcmp(at[i], text) == 0)
            return;
    at[list->count++] = text;
}

static cantrip_counters counters_on(rt_game *g, rt_entity e, uint32_t first)
{
    uint32_t n = 0;
    for (uint32_t at = first; at; at = rt_counter_row(g, at - 1)->next)
        n++;
    cantrip_counter *list = rt_temp_alloc(g, (n + 1) * sizeof *list);
    n = 0;
    for (uint32_t at = first; at; at = rt_counter_row(g, at - 1)->next) {
        const rt_counter *c = rt_counter_row(g, at - 1);
        if (c->on == e && c->count)
            list[n++] = (cantrip_counter){rt_counter_name(g->lib, c->kind), c->count};
    }
    return (cantrip_counters){list, n};
}

const char *rt_mode_text(const rt_game *g, uint32_t ability, uint32_t mode)
{
    static const char DOT[] = "\xE2\x80\xA2 ";
    const char *p = ability < g->pack->ability_count
                        ? vm_pack_str(g->pack, g->pack->ability[ability].text)
                        : "";
    for (uint32_t i = 0; (p = strstr(p, DOT)) != NULL; i++) {
        p += sizeof DOT - 1;
        if (i < mode)
            continue;
        const size_t n = strcspn(p, "\n");
        char *out = rt_temp_zeroed(g, n + 1);
        return memcpy(out, p, n);
    }
    return "";
}

static const char *cost_text(rt_game *g, const vm_face *f)
{
    char *out = rt_temp_zeroed(g, (size_t)f->cost_count * 24 + 1), *p = out;
    for (uint32_t i = 0; i < f->cost_count; i++) {
        const vm_cost *c = &g->pack->cost[f->cost + i];
        if (c->kind == VM_COST_GENERIC) {
            p += sprintf(p, "{%u}", c->a);
        } else if (c->kind == VM_COST_X) {
            p += sprintf(p, "{X}");
        } else if (c->kind == VM_COST_SNOW) {
            p += sprintf(p, "{S}");
        } else if (c->kind == VM_COST_MANA || c->kind == VM_COST_PHYREXIAN ||
                   c->kind == VM_COST_TWO_OR) {
            const char *between = c->kind == VM_COST_TWO_OR ? "2/" : "";
            *p++ = '{';
            for (uint32_t k = 0; k < 6; k++)
                if (c->a >> k & 1) {
                    p += sprintf(p, "%s%c", between, "WUBRGC"[k]);
                    between = "/";
                }
            p += sprintf(p, c->kind == VM_COST_PHYREXIAN ? "/P}" : "}");
        }
    }
    return out;
}

/* ---- the fields of objects ---------------------------------------------------------------------
 */

typedef struct seen {
    rt_game *g;
    rt_entity e;
    const rt_object *o;
    const vm_face *f;
    const rt_ctx *ctx; /* on the stack, or NULL */
} seen;

#define HAS_FLAG(flag) ((v->o->flags & RT_OF_##flag) != 0)
static const char *identity(const seen *v)
{
    const char *name = vm_pack_str(v->g->pack, v->g->pack->face[v->o->card_face].name);
    return v->o->zone == VM_ZONE_COMMAND && !*name ? "emblem" : name; /* CR 113.3 */
}

#define ONE(name, type, value)                                                                     \
    static type object_##name(const seen *v)                                                       \
    {                                                                                              \
        return value;                                                                              \
    }
ONE(id, cantrip_id, (cantrip_id){v->e})
ONE(name, const char *, vm_pack_str(v->g->pack, v->f->name))
ONE(zone, uint32_t, v->o->zone)
ONE(owner, uint32_t, v->o->owner)
ONE(controller, uint32_t, v->o->controller)
ONE(types, uint32_t, v->o->types &VM_TYPE_MASK)
ONE(supertypes, uint32_t, v->o->types >> 16)
ONE(colors, uint32_t, v->o->colors)
ONE(cost, const char *, HAS_FLAG(ABILITY) ? "" : cost_text(v->g, v->f))
ONE(mana_value, uint32_t, rt_mana_value(v->g, v->o))
ONE(power, int32_t, rt_power(v->g, v->e))
ONE(toughness, int32_t, rt_toughness(v->g, v->e))
ONE(damage, int32_t, rt_here(v->g, v->o)->damage)
ONE(loyalty, int32_t, rt_counters(v->g, v->e, VM_COUNTER_LOYALTY))
ONE(counters, cantrip_counters, counters_on(v->g, v->e, v->o->counters))
ONE(tapped, uint32_t, HAS_FLAG(TAPPED))
ONE(attacking, uint32_t, HAS_FLAG(ATTACKING))
ONE(attacks, cantrip_id, (cantrip_id){HAS_FLAG(ATTACKING) ? rt_here(v->g, v->o)->fights : 0})
ONE(blocking, uint32_t, HAS_FLAG(BLOCKING))
ONE(blocked, uint32_t, HAS_FLAG(BLOCKED))
ONE(paired_with, cantrip_id, (cantrip_id){rt_paired(v->g, v->e)})
ONE(attached_to, cantrip_id, (cantrip_id){rt_here(v->g, v->o)->attached})
ONE(is_token, uint32_t, HAS_FLAG(TOKEN))
ONE(is_copy, uint32_t, HAS_FLAG(COPY) || (v->o->face != v->o->card_face && !HAS_FLAG(FACE_DOWN)))
ONE(identity, const char *, identity(v))
ONE(card, uint32_t, v->o->face + 1u)
ONE(face_down, uint32_t, HAS_FLAG(FACE_DOWN))
ONE(is_ability, uint32_t, HAS_FLAG(ABILITY))
ONE(source, cantrip_id,
    (cantrip_id){HAS_FLAG(ABILITY) && v->ctx ? rt_told_id(v->g, v->ctx->self) : 0})
ONE(x, uint32_t, v->ctx ? (uint32_t)v->ctx->x : rt_here(v->g, v->o)->x)
ONE(kicked, uint32_t, HAS_FLAG(KICKED))
ONE(plus_counters, int32_t, rt_counters(v->g, v->e, VM_COUNTER_PLUS))
ONE(other_counters, int32_t,
    rt_counters(v->g, v->e, -1) - object_plus_counters(v) - object_loyalty(v))
ONE(sick, uint32_t, v->o->zone == VM_ZONE_BATTLEFIELD && rt_is_sick(v->g, v->o))

static const char *object_text(const seen *v)
{
    const vm_pack *p = v->g->pack;
    if (HAS_FLAG(ABILITY) && v->ctx && v->ctx->ability < p->ability_count) {
        const char *own = vm_pack_str(p, p->ability[v->ctx->ability].text);
        if (*own)
            return own;
    }
    return vm_pack_str(p, v->f->text);
}

static cantrip_texts object_subtypes(const seen *v)
{
    const char **at;
    uint32_t most = 0;
    for (uint32_t i = 0; i < VM_SUBTYPE_MAX / 64; i++)
        most += (uint32_t)__builtin_popcountll(rt_subtypes(v->g, v->o)[i]);
    cantrip_texts list = text_list(v->g, most, &at);
    for (uint32_t i = 0; most && i < VM_SUBTYPE_MAX / 64; i++)
        for (uint64_t left = rt_subtypes(v->g, v->o)[i]; left; left &= left - 1)
            text_add(&list, at,
                     rt_subtype_name(v->g->lib, i * 64 + (uint32_t)__builtin_ctzll(left)));
    return list;
}

static cantrip_texts object_keywords(const seen *v)
{
    const char **at;
    const uint32_t abilities = rt_ability_count(v->g, v->o);
    cantrip_texts list = text_list(v->g, abilities + 32, &at);
    for (uint32_t i = 0; i < 32; i++)
        if ((v->o->markers >> i & 1) && vm_marker_name(i) && i != VM_MARKER_ADDITIONAL_COST)
            text_add(&list, at, vm_marker_name(i));
    for (uint32_t i = 0; i < abilities; i++) {
        const vm_ability *a = &v->g->pack->ability[rt_ability_at(v->g, v->o, i)];
        if (a->keyword != VM_NO_SYMBOL)
            text_add(&list, at, rt_keyword_name(v->g->lib, a->keyword));
    }
    return list;
}

static cantrip_ids object_blocks(const seen *v)
{
    cantrip_id *at = rt_temp_alloc(v->g, (v->g->s->also.count + 1) * sizeof *at);
    cantrip_ids list = {at, 0};
    if (HAS_FLAG(BLOCKING) && rt_here(v->g, v->o)->fights)
        at[list.count++].bits = rt_here(v->g, v->o)->fights;
    for (uint32_t i = 0; i < v->g->s->also.count; i++)
        if (rt_also_row(v->g, i)->blocker == v->e)
            at[list.count++].bits = rt_also_row(v->g, i)->attacker;
    return list;
}

static cantrip_ids object_targets(const seen *v)
{
    cantrip_id *at = rt_temp_alloc(v->g, (v->g->s->target.count + 1) * sizeof *at);
    cantrip_ids list = {at, 0};
    for (uint32_t i = 0; v->ctx && i < v->g->s->target.count; i++)
        if (rt_target_row(v->g, i)->ctx == rt_here(v->g, v->o)->ctx - 1)
            at[list.count++].bits = rt_target_row(v->g, i)->entity;
    return list;
}

static cantrip_texts object_modes(const seen *v)
{
    const char **at;
    const rt_ctx *c = v->ctx;
    cantrip_texts list = text_list(v->g, 8, &at);
    const int modal =
        c && c->ability < v->g->pack->ability_count && v->g->pack->ability[c->ability].mode_count;
    for (uint32_t i = 0; modal && i < 8; i++)
        if (c->modes >> i & 1)
            text_add(&list, at, rt_mode_text(v->g, c->ability, i));
    return list;
}

/* ---- the fields of players and of the game -------------------------------------------------------
 */

typedef struct sat {
    rt_game *g;
    uint32_t p;
    const rt_player *r;
} sat;

#undef ONE
#define ONE(name, type, value)                                                                     \
    static type player_##name(const sat *v)                                                        \
    {                                                                                              \
        return value;                                                                              \
    }
ONE(player, uint32_t, v->p)
ONE(id, cantrip_id, (cantrip_id){RT_PLAYER(v->p)})
ONE(name, const char *, rt_name(v->g, RT_PLAYER(v->p)))
ONE(life, int32_t, *rt_life(v->g, v->p))
ONE(hand, uint32_t, rt_zone_count(v->g, VM_ZONE_HAND, v->p))
ONE(library, uint32_t, rt_zone_count(v->g, VM_ZONE_LIBRARY, v->p))
ONE(graveyard, uint32_t, rt_zone_count(v->g, VM_ZONE_GRAVEYARD, v->p))
ONE(exile, uint32_t, rt_zone_count(v->g, VM_ZONE_EXILE, v->p))
ONE(poison, uint32_t, (uint32_t)rt_counters_of(v->g, RT_PLAYER(v->p), VM_COUNTER_POISON))
ONE(lost, uint32_t, v->r->lost)
ONE(counters, cantrip_counters, counters_on(v->g, RT_PLAYER(v->p), v->r->counters))
ONE(lands_played, uint32_t, v->r->lands_played)
ONE(max_hand, uint32_t, v->r->max_hand)
ONE(mulligans, uint32_t, v->r->mulligans)
ONE(team, uint32_t, v->r->team)

static cantrip_mana player_mana(const sat *v)
{
    cantrip_mana m = {{0}};
    for (uint32_t i = 0; i < v->g->s->mana.count; i++)
        if (rt_mana_row(v->g, i)->player == v->p && rt_mana_row(v->g, i)->color < 6)
            m.of[rt_mana_row(v->g, i)->color]++;
    return m;
}

#undef ONE
#define ONE(name, type, value)                                                                     \
    static type table_##name(const rt_state *s)                                                    \
    {                                                                                              \
        return value;                                                                              \
    }
ONE(turn, uint32_t, s->turn)
ONE(step, uint32_t, s->step)
ONE(active_player, uint32_t, s->turn_player)
ONE(player_count, uint32_t, s->player.count)
ONE(decisions, uint32_t, s->decisions)
ONE(over, uint32_t, s->over)

/* ---- filling -----------------------------------------------------------------------------------
 */

/* What an empty field is: texts are never NULL. */
#define EMPTY_UINT 0
#define EMPTY_INT  0
#define EMPTY_FLAG 0
#define EMPTY_ID                                                                                   \
    (cantrip_id)                                                                                   \
    {                                                                                              \
        0                                                                                          \
    }
#define EMPTY_TEXT ""
#define EMPTY_TEXTS                                                                                \
    (cantrip_texts)                                                                                \
    {                                                                                              \
        NULL, 0                                                                                    \
    }
#define EMPTY_IDS                                                                                  \
    (cantrip_ids)                                                                                  \
    {                                                                                              \
        NULL, 0                                                                                    \
    }
#define EMPTY_COUNTERS                                                                             \
    (cantrip_counters)                                                                             \
    {                                                                                              \
        NULL, 0                                                                                    \
    }
#define EMPTY_ZONE       0
#define EMPTY_STEP       0
#define EMPTY_TYPES      0
#define EMPTY_SUPERTYPES 0
#define EMPTY_COLORS     0
#define EMPTY_MANA                                                                                 \
    (cantrip_mana)                                                                                 \
    {                                                                                              \
        {                                                                                          \
            0                                                                                      \
        }                                                                                          \
    }
#define EMPTIED(type, name, label, shown, what) all.name = EMPTY_##type;
/* `all.zone = may[LABEL_PUBLIC] ? object_zone(&v) : all.zone;` */
#define FILLED_BY(fn, type, name, label, of)                                                       \
    if (may[LABEL_##label])                                                                        \
        all.name = fn(of);

enum label { LABEL_PUBLIC, LABEL_SEEN, LABEL_LOOKED, LABEL_OTHER, LABEL_COUNT };

/* A program knows the first so many bytes of a view. */
static void hand_over(void *out, void *all, size_t size)
{
    uint32_t theirs;
    memcpy(&theirs, out, sizeof theirs);
    memcpy(all, &theirs, sizeof theirs);
    memcpy(out, all, theirs < size ? theirs : size);
    if (theirs > size)
        memset((char *)out + size, 0, theirs - size);
}

typedef struct look_call {
    rt_entity id;
    uint32_t viewer;
    int by_place, unseen;
    cantrip_object_view all;
} look_call;

/* Anew for each field: what a field asks of the cards can move the state. */
static seen seen_now(rt_game *g, rt_entity e)
{
    const rt_object *o = rt_live(g, e);
    return (seen){g, e, o, rt_face(g, o),
                  rt_here(g, o)->ctx ? rt_ctx_row(g, rt_here(g, o)->ctx - 1) : NULL};
}

static void look(rt_game *g, void *user)
{
    look_call *l = user;
    const rt_object *o = rt_live(g, l->id);
    seen v;
    const int sees = rt_sees(g, l->id, l->viewer),
              looks = sees &&
                      (!(o->flags & RT_OF_FACE_DOWN) || o->zone == VM_ZONE_EXILE ||
                       o->zone == VM_ZONE_COMMAND || (rt_eyes(g, l->viewer) >> o->controller & 1) ||
                       l->viewer == CANTRIP_FULL || g->s->over); /* CR 707.5, 707.9 */
    const int may[LABEL_COUNT] = {[LABEL_PUBLIC] = 1, [LABEL_SEEN] = sees, [LABEL_LOOKED] = looks};
    cantrip_object_view all = l->all;
#define OBJECT(type, name, label, shown, what)                                                     \
    if (may[LABEL_##label]) {                                                                      \
        v = seen_now(g, l->id);                                                                    \
        all.name = object_##name(&v);                                                              \
    }
#include "cantrip/views.def"
#undef OBJECT
    l->all = all;
    l->unseen = !sees;
}

/* The label of each field: `OF_zone = LABEL_PUBLIC,`. */
enum {
#define OBJECT(type, name, label, shown, what) OF_##name = LABEL_##label,
#include "cantrip/views.def"
#undef OBJECT
};

int rt_object_numbers(rt_game *g, uint32_t viewer, rt_entity e, int32_t *out)
{
    const int may[LABEL_COUNT] = {[LABEL_PUBLIC] = 1, [LABEL_SEEN] = rt_sees(g, e, viewer)};
    seen v;
    if (!may[LABEL_SEEN])
        return 0;
#define NUMBER(name, part)                                                                         \
    v = seen_now(g, e);                                                                            \
    *out++ = may[OF_##name] ? (int32_t)(object_##name(&v) part) : 0;
    NUMBER(id, .bits)
    NUMBER(card, )
    NUMBER(zone, )
    NUMBER(owner, )
    NUMBER(controller, )
    NUMBER(types, )
    NUMBER(colors, )
    NUMBER(mana_value, )
    NUMBER(power, )
    NUMBER(toughness, )
    NUMBER(damage, )
    NUMBER(loyalty, )
    NUMBER(plus_counters, )
    NUMBER(tapped, )
    NUMBER(sick, )
    NUMBER(attacking, )
    NUMBER(blocking, )
    NUMBER(attached_to, .bits)
    NUMBER(x, )
#undef NUMBER
    return 1;
}

/* By its place something hidden can be counted; an id of it that was not given to the viewer is none. */
static int read_object(cantrip_game *game, look_call l, cantrip_object_view *out)
{
    rt_game *g = &game->g;
    const cantrip_id id = {l.id};
    cantrip_object_view all;
    memset(&all, 0, sizeof all);
#define OBJECT EMPTIED
#include "cantrip/views.def"
#undef OBJECT
    l.all = all;
    int done = 0;
    if (!rt_live(g, id.bits)) {
        if (id.bits && was_public(g, id.bits))
            l.all.name = rt_name(g, id.bits);
    } else {
        done =
            rt_do_look(game) == CANTRIP_OK && !rt_guarded(g, look, &l) && (l.by_place || !l.unseen);
    }
    hand_over(out, done || !rt_live(g, id.bits) ? &l.all : &all, sizeof l.all);
    return done;
}

int cantrip_view_read_object(cantrip_game *game, uint32_t viewer, cantrip_id id,
                             cantrip_object_view *out)
{
    if (!game || !out)
        return 0;
    return read_object(game, (look_call){.id = id.bits, .viewer = viewer}, out);
}

typedef struct sit_call {
    uint32_t player;
    cantrip_player_view all;
} sit_call;

static void sit(rt_game *g, void *user)
{
    sit_call *l = user;
    const sat v = {g, l->player, rt_player_row(g, l->player)};
    const int may[LABEL_COUNT] = {[LABEL_PUBLIC] = 1};
    cantrip_player_view all = l->all;
#define PLAYER(type, name, label, shown, what) FILLED_BY(player_##name, type, name, label, &v)
#include "cantrip/views.def"
#undef PLAYER
    l->all = all;
}

int cantrip_view_read_player(cantrip_game *game, uint32_t player, cantrip_player_view *out)
{
    if (!game || !out)
        return 0;
    sit_call l = {.player = player};
    cantrip_player_view all;
    memset(&all, 0, sizeof all);
#define PLAYER EMPTIED
#include "cantrip/views.def"
#undef PLAYER
    l.all = all;
    const int done = player < game->g.s->player.count && !rt_guarded(&game->g, sit, &l);
    hand_over(out, done ? &l.all : &all, sizeof all);
    return done;
}

int cantrip_view_read_game(cantrip_game *game, cantrip_game_view *out)
{
    if (!game || !out)
        return 0;
    const int may[LABEL_COUNT] = {[LABEL_PUBLIC] = 1};
    cantrip_game_view all;
    memset(&all, 0, sizeof all);
#define TABLE(type, name, label, shown, what) FILLED_BY(table_##name, type, name, label, game->g.s)
#include "cantrip/views.def"
#undef TABLE
    hand_over(out, &all, sizeof all);
    return 1;
}

uint32_t cantrip_view_count(const cantrip_game *game, uint32_t zone, uint32_t player)
{
    if (!game)
        return 0;
    if (zone >= VM_ZONE_COUNT || player >= game->g.s->player.count)
        return 0;
    return rt_zone_count(&game->g, zone, player);
}

int cantrip_view_read_place(cantrip_game *game, uint32_t viewer, uint32_t zone, uint32_t player,
                            uint32_t index, cantrip_object_view *out)
{
    if (!game || !out)
        return 0;
    cantrip_id id = {0};
    if (index < cantrip_view_count(game, zone, player))
        id.bits = rt_handle(&game->g, rt_zone_at(&game->g, zone, player, index));
    return read_object(game, (look_call){.id = id.bits, .viewer = viewer, .by_place = 1}, out);
}

/* ---- events ------------------------------------------------------------------------------------
 */

#undef ONE
#define ONE(name, type, value)                                                                     \
    static type event_##name(const rt_told *t)                                                     \
    {                                                                                              \
        return value;                                                                              \
    }
ONE(turn, uint32_t, t->turn)
ONE(step, uint32_t, t->step)
ONE(object, cantrip_id, (cantrip_id){t->object})
ONE(object_name, const char *, t->object_name)
ONE(other, cantrip_id, (cantrip_id){t->other})
ONE(other_name, const char *, t->other_name)
ONE(amount, int32_t, t->amount)
ONE(now, int32_t, t->now)
ONE(detail, const char *, t->detail)

static int knows(uint32_t players, uint32_t viewer)
{
    return viewer == CANTRIP_FULL || (players >> (viewer < 31 ? viewer : 31) & 1);
}

int cantrip_event_read(const cantrip_game *game, uint32_t viewer, uint32_t number,
                       cantrip_event *out)
{
    if (!game || !out)
        return 0;
    cantrip_event all;
    memset(&all, 0, sizeof all);
#define HAPPENED EMPTIED
#include "cantrip/views.def"
#undef HAPPENED
    const int done = number < game->tale.count;
    if (done) {
        const rt_told *t = &game->tale.at[number];
        const int may[LABEL_COUNT] = {[LABEL_PUBLIC] = 1,
                                      [LABEL_SEEN] = knows(t->seen, viewer),
                                      [LABEL_OTHER] = knows(t->other_seen, viewer)};
        all.kind = t->kind;
#define HAPPENED(type, name, label, shown, what) FILLED_BY(event_##name, type, name, label, t)
#include "cantrip/views.def"
#undef HAPPENED
    }
    hand_over(out, &all, sizeof all);
    return done;
}

const char *cantrip_step_name(uint32_t step)
{
    return vm_step_name(step);
}

const char *cantrip_zone_name(uint32_t zone)
{
    return vm_zone_name(zone);
}

/* ---- what is asked ------------------------------------------------------------------------------ */

int cantrip_decision_read(cantrip_game *game, uint32_t viewer, cantrip_decision_view *out)
{
    if (!game || !out)
        return 0;
    const cantrip_decision *d = game->run.guard ? NULL : cantrip_game_decision(game);
    cantrip_decision_view all = {.source_name = ""};
    cantrip_object_view source;
    source.struct_size = sizeof source;
    if (d) {
        all.kind = (uint32_t)d->kind;
        all.player = d->player;
        all.is_yours = viewer == d->player || viewer == CANTRIP_FULL;
        if (d->source.bits && cantrip_view_read_object(game, viewer, d->source, &source)) {
            all.source = source.id;
            all.source_name = source.name;
        }
    }
    if (all.is_yours) {
        all.min = d->min;
        all.max = d->max;
        all.option_count = d->option_count;
        all.options = d->options;
    }
    hand_over(out, &all, sizeof all);
    return d != NULL;
}
