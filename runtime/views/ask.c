/* Questions and options in words for people, and what may be answered by whoever does not care. The table is
 * include/cantrip/decisions.def. */
#include "runtime/views/view.h"

#include <ctype.h>
#include <string.h>

enum { CONTEXT_PLAIN, CONTEXT_TEXT, CONTEXT_CARD, CONTEXT_MODES, CONTEXT_DUE };
enum { FALLBACK_FIRST = -1 };

static const struct {
    const char *name, *question, *rule, *pass;
    int8_t fallback; /* cantrip_option_kind */
    uint8_t context;
} ASKED[CANTRIP_DECIDE_COUNT] = {
#define FIRST FALLBACK_FIRST
#define PASS  CANTRIP_OPTION_PASS
#define NO    CANTRIP_OPTION_NO
#define YES   CANTRIP_OPTION_YES
#define DECISION(number, id, name, question, rule, fallback, context, pass)                        \
    [number] = {name, question, rule, pass, fallback, CONTEXT_##context},
#include "cantrip/decisions.def"
#undef DECISION
#undef FIRST
#undef PASS
#undef NO
#undef YES
};

static const char *const CHOICES[CANTRIP_OPTION_COUNT] = {
#define CHOICE(number, id, name, what) [number] = name,
#include "cantrip/options.def"
#undef CHOICE
};

const char *cantrip_decision_text(cantrip_decision_kind kind)
{
    return (unsigned)kind < CANTRIP_DECIDE_COUNT ? ASKED[kind].question : "?";
}

const char *cantrip_decision_name(cantrip_decision_kind kind)
{
    return (unsigned)kind < CANTRIP_DECIDE_COUNT ? ASKED[kind].name : "?";
}

const char *cantrip_decision_rule(cantrip_decision_kind kind)
{
    return (unsigned)kind < CANTRIP_DECIDE_COUNT ? ASKED[kind].rule : "?";
}

const char *cantrip_option_name(cantrip_option_kind kind)
{
    return (unsigned)kind < CANTRIP_OPTION_COUNT ? CHOICES[kind] : "?";
}

uint32_t cantrip_decision_fallback(cantrip_game *game, uint32_t *chosen, uint32_t most)
{
    if (!game)
        return 0;
    const rt_game *g = &game->g;
    const rt_decision *d = &g->s->decision;
    if (!d->active)
        return 0;
    for (uint32_t i = 0; i < g->s->option.count && d->min <= 1 && d->max; i++)
        if ((int)rt_option_row(g, i)->kind == ASKED[d->kind].fallback) {
            if (most)
                *chosen = i;
            return 1;
        }
    for (uint32_t i = 0; i < d->min && i < most; i++)
        chosen[i] = i;
    return d->min;
}

/* ---- what asks ---------------------------------------------------------------------------------
 */

/* The spell or ability that is being cast or carried out, or NULL. */
static const rt_ctx *asking(const rt_game *g)
{
    for (uint32_t i = g->s->proc.count; i--;) {
        const rt_proc *p = rt_proc_row(g, i);
        switch (p->kind) {
        case RT_PROC_FRAME:
            return g->s->frame.count ? rt_ctx_row(g, rt_frame_row(g, g->s->frame.count - 1)->ctx)
                                     : NULL;
        case RT_PROC_CAST:
        case RT_PROC_MANA:
            return rt_ctx_row(g, p->cast.ctx);
        case RT_PROC_PAY:
        case RT_PROC_EVENTS:
            continue;
        default:
            return NULL;
        }
    }
    return NULL;
}

static const char *ability_text(const rt_game *g, uint32_t ability)
{
    return ability < g->pack->ability_count ? vm_pack_str(g->pack, g->pack->ability[ability].text)
                                            : "";
}

/* In one line. */
static void add_line(rt_text *out, const char *text)
{
    for (; *text; text++)
        if (*text == '\n')
            rt_text_add(out, " ");
        else
            rt_text_char(out, *text);
}

/* The ability that a mode is of: of what is cast, or of what is spliced onto it. */
static uint32_t modes_of(const rt_game *g, const rt_ctx *c, const rt_option *o)
{
    const rt_object *card = rt_live(g, o->entity);
    return card ? g->lib->face[card->face].spell - 1 : c->ability;
}

/* A way to do or pay something says itself what it is, a mode is told by the text. */
static const char *mode_text(const rt_game *g, const rt_ctx *c, const rt_option *o)
{
    return o->b > 0 ? vm_pack_str(g->pack, (uint32_t)o->b - 1)
           : c      ? rt_mode_text(g, modes_of(g, c, o), (uint32_t)o->a)
                    : "";
}

static void add_modes(const rt_game *g, const rt_ctx *c, rt_text *out)
{
    CANTRIP_ASSERT(c->controller < g->s->player.count &&
                   (c->ability == VM_NO_SYMBOL || c->ability < g->pack->ability_count));
    const char *between = "";
    for (uint32_t i = 0; i < g->s->option.count; i++)
        if (rt_option_row(g, i)->kind == CANTRIP_OPTION_MODE) {
            rt_text_add(out, between);
            add_line(out, mode_text(g, c, rt_option_row(g, i)));
            between = " / ";
        }
}

static void add_due(const rt_game *g, rt_text *out)
{
    rt_text_add(out, " Still to pay: ");
    for (uint32_t i = 0; i < g->s->pay.count; i++) {
        const rt_pay *p = rt_pay_row(g, i);
        if (p->generic) {
            rt_text_add(out, "{");
            rt_text_number(out, p->count);
            rt_text_add(out, "}");
            continue;
        }
        for (int32_t n = 0; n < p->count; n++) {
            const char *between = "";
            rt_text_add(out, "{");
            for (uint32_t k = 0; k < 6; k++)
                if (p->mask >> k & 1) {
                    rt_text_add(out, between);
                    rt_text_char(out, "WUBRGC"[k]);
                    between = "/";
                }
            rt_text_add(out, "}");
        }
    }
}

static const char *face_text(const rt_game *g, rt_entity e)
{
    const rt_object *o = RT_IS_PLAYER(e) ? NULL : rt_live(g, e);
    return o ? vm_pack_str(g->pack, rt_face(g, o)->text) : "";
}

static void add_bounds(const rt_decision *d, rt_text *out)
{
    rt_text_number(out, d->min);
    if (d->min != d->max) {
        rt_text_add(out, " to ");
        rt_text_number(out, d->max);
    }
}

static void prompt(rt_game *g, rt_text *out)
{
    const rt_decision *d = &g->s->decision;
    const rt_ctx *c = asking(g);
    const uint32_t context = ASKED[d->kind].context;
    if (d->source) {
        rt_text_add(out, rt_may_see(g, d->source, d->player) ? rt_name(g, d->source) : "a card");
        rt_text_add(out, ": ");
    }
    const rt_option *first = g->s->option.count ? rt_option_row(g, 0) : NULL;
    if (first && first->kind == CANTRIP_OPTION_YES &&
        first->entity) { /* a card that is looked at */
        rt_text_add(out, "you look at ");
        rt_text_add(out, rt_name(g, first->entity));
        rt_text_add(out, "; ");
    }
    if (context == CONTEXT_MODES && c) {
        rt_text_add(out, "choose ");
        add_bounds(d, out);
        rt_text_add(out, " of: ");
        add_modes(g, c, out);
        return;
    }
    rt_text_add(out, ASKED[d->kind].question);
    if (d->max > 1) {
        rt_text_add(out, " (");
        add_bounds(d, out);
        rt_text_add(out, ")");
    }
    if (context == CONTEXT_DUE)
        add_due(g, out);
    if (d->kind == CANTRIP_DECIDE_DISCARD && g->s->step == VM_STEP_CLEANUP && !c) {
        rt_text_add(out, ": at the end of the turn a hand has at most ");
        rt_text_number(out, rt_player_row(g, d->player)->max_hand);
        rt_text_add(out, " cards");
    }
    const char *more = context == CONTEXT_TEXT && c ? ability_text(g, c->ability)
                       : context == CONTEXT_CARD    ? face_text(g, d->source)
                                                    : "";
    if (*more) {
        rt_text_add(out, " \xE2\x80\x94 ");
        add_line(out, more);
    }
}

/* ---- options -----------------------------------------------------------------------------------
 */

static const char *const COLORS[] = {"white", "blue", "black", "red", "green", "colorless"};

static void add_thing(rt_game *g, rt_entity e, uint32_t viewer, rt_text *out)
{
    CANTRIP_ASSERT(rt_is_entity(g, e));
    const rt_object *o = RT_IS_PLAYER(e) ? NULL : rt_live(g, e);
    if (o && !rt_may_see(g, e, viewer)) {
        rt_text_add(out, "a card");
        return;
    }
    if (RT_IS_PLAYER(e) && RT_PLAYER_OF(e) == viewer)
        rt_text_add(out, "you: ");
    rt_text_add(out, rt_name(g, e));
    if (o && o->zone == VM_ZONE_BATTLEFIELD && RT_IS(o, CREATURE)) {
        rt_text_add(out, " ");
        rt_text_number(out, rt_power(g, e));
        rt_text_add(out, "/");
        rt_text_number(out, rt_toughness(g, e));
    }
    if (o && o->zone == VM_ZONE_BATTLEFIELD && o->controller != viewer) {
        rt_text_add(out, " (");
        rt_text_add(out, rt_name(g, RT_PLAYER(o->controller)));
        rt_text_add(out, ")");
    } else if (o && (o->zone == VM_ZONE_GRAVEYARD || o->zone == VM_ZONE_EXILE)) {
        rt_text_add(out, " (");
        rt_text_add(out, vm_zone_name(o->zone));
        rt_text_add(out, ")");
    }
}

static void add_ability(rt_game *g, const rt_option *o, rt_text *out)
{
    const rt_object *on = rt_live(g, o->entity);
    const char *text = on && (uint32_t)o->a < rt_ability_count(g, on)
                           ? ability_text(g, rt_ability_at(g, on, (uint32_t)o->a))
                           : "";
    rt_text_add(out, rt_name(g, o->entity));
    rt_text_add(out, ": ");
    if (*text)
        add_line(out, text);
    else
        rt_text_add(out, "its ability");
}

static void add_number(rt_game *g, const rt_option *o, uint32_t kind, uint32_t viewer, rt_text *out)
{
    if (kind == CANTRIP_DECIDE_ALTERNATIVE) {
        rt_text_add(out, o->a ? "alternative cost " : "its mana cost");
        if (o->a)
            rt_text_number(out, o->a);
        return;
    }
    rt_text_number(out, o->a);
    if (o->entity) {
        rt_text_add(out, " to ");
        add_thing(g, o->entity, viewer, out);
    }
}

/* What pays in place of mana: tapped or exiled, for a symbol. */
static void add_help(rt_game *g, const rt_option *o, uint32_t viewer, rt_text *out)
{
    rt_text_add(out, o->b ? "exile " : "tap ");
    add_thing(g, o->entity, viewer, out);
    rt_text_add(out, " to pay for ");
    rt_text_add(out, o->a < 5 ? COLORS[o->a] : "generic mana");
}

/* One of the faces of a card, or the card face down. */
static void add_cast(rt_game *g, const rt_option *o, uint32_t viewer, rt_text *out)
{
    const uint32_t face = (uint32_t)o->a - 1;
    const char *as =
        o->a && face < g->pack->face_count ? vm_pack_str(g->pack, g->pack->face[face].name) : NULL;
    rt_text_add(out, "cast ");
    if (as && *as) {
        rt_text_add(out, as);
        return;
    }
    add_thing(g, o->entity, viewer, out);
    if (as)
        rt_text_add(out, " face down");
}

static const char *word_of(const rt_game *g, const rt_option *o)
{
    switch (o->kind) {
    case CANTRIP_OPTION_TYPE:
        return rt_subtype_name(g->lib, (uint32_t)o->a);
    case CANTRIP_OPTION_COUNTER:
        return rt_counter_name(g->lib, (uint32_t)o->a);
    case CANTRIP_OPTION_WORD:
        return vm_pack_str(g->pack, (uint32_t)o->b);
    default:
        return rt_type_name(g->lib, (uint32_t)o->a, 0);
    }
}

static void option(rt_game *g, uint32_t number, rt_text *out)
{
    const rt_option *o = rt_option_row(g, number);
    const rt_decision *d = &g->s->decision;
    const rt_ctx *c = asking(g);
    switch (o->kind) {
    case CANTRIP_OPTION_LAND:
        rt_text_add(out, "play ");
        add_thing(g, o->entity, d->player, out);
        return;
    case CANTRIP_OPTION_CAST:
        add_cast(g, o, d->player, out);
        return;
    case CANTRIP_OPTION_TURN_UP:
        rt_text_add(out, "turn ");
        rt_text_add(out,
                    vm_pack_str(g->pack, g->pack->face[rt_live(g, o->entity)->card_face].name));
        rt_text_add(out, o->a == 1 ? " face up for its mana cost" : " face up");
        return;
    case CANTRIP_OPTION_ACTIVATE:
        add_ability(g, o, out);
        return;
    case CANTRIP_OPTION_ID:
        rt_text_add(out, d->kind == CANTRIP_DECIDE_ATTACK  ? "attack "
                         : d->kind == CANTRIP_DECIDE_BLOCK ? "block "
                                                           : "");
        add_thing(g, o->entity, d->player, out);
        return;
    case CANTRIP_OPTION_NUMBER:
        add_number(g, o, d->kind, d->player, out);
        return;
    case CANTRIP_OPTION_COLOR:
        rt_text_add(out, COLORS[o->a < 0 || o->a > 5 ? 5 : o->a]);
        return;
    case CANTRIP_OPTION_TYPE:
    case CANTRIP_OPTION_COUNTER:
    case CANTRIP_OPTION_WORD:
    case CANTRIP_OPTION_CARD_TYPE:
        rt_text_add(out, word_of(g, o));
        return;
    case CANTRIP_OPTION_MODE: {
        const char *text = mode_text(g, c, o);
        add_line(out, *text ? text : "mode ");
        if (!*text)
            rt_text_number(out, o->a + 1);
        return;
    }
    case CANTRIP_OPTION_NAME:
        rt_text_add(out, (uint32_t)o->a < g->pack->face_count
                             ? vm_pack_str(g->pack, g->pack->face[o->a].name)
                             : "?");
        return;
    case CANTRIP_OPTION_MANA:
        rt_text_add(out, "tap ");
        add_thing(g, o->entity, d->player, out);
        rt_text_add(out, " for ");
        rt_text_add(out, COLORS[o->b < 0 || o->b > 5 ? 5 : o->b]);
        return;
    case CANTRIP_OPTION_HELP:
        add_help(g, o, d->player, out);
        return;
    case CANTRIP_OPTION_TAKE_BACK:
        rt_text_add(out, "take it back");
        return;
    default: { /* yes, no, pass: what they mean here */
        const int yes = o->kind == CANTRIP_OPTION_YES;
        const char *pass = ASKED[d->kind].pass;
        rt_text_add(out, !yes && *pass ? pass : CHOICES[o->kind]);
    }
    }
}

typedef struct words_call {
    uint32_t option; /* UINT32_MAX: the question */
    rt_text *out;
} words_call;

static void words(rt_game *g, void *user)
{
    const words_call *w = user;
    if (w->option == UINT32_MAX)
        prompt(g, w->out);
    else
        option(g, w->option, w->out);
}

int rt_ask_words(cantrip_game *game, uint32_t number, rt_text *out)
{
    const size_t before = out->used;
    const words_call w = {number, out};
    if (!game->g.s->decision.active || (number != UINT32_MAX && number >= game->g.s->option.count))
        return 1;
    if (rt_do_look(game) == CANTRIP_OK && !rt_guarded(&game->g, words, (void *)(uintptr_t)&w))
        return 1;
    out->used = before;
    return 0;
}

size_t cantrip_decision_prompt(cantrip_game *game, char *out, size_t size)
{
    if (!game || (size && !out))
        return 0;
    rt_text text = {out, size, 0, 0};
    rt_ask_words(game, UINT32_MAX, &text);
    return rt_text_end(&text);
}

size_t cantrip_option_text(cantrip_game *game, uint32_t number, char *out, size_t size)
{
    if (!game || (size && !out))
        return 0;
    rt_text text = {out, size, 0, 0};
    rt_ask_words(game, number, &text);
    return rt_text_end(&text);
}
