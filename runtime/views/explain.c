/* Why something is what it is: what its characteristics are by themselves, and which effect changed what, layer by layer
 * (CR 613); which rules hold for it; and why it cannot attack, or be cast. It knows everything: for tools. */
#include "runtime/layers/parts.h"

#include <ctype.h>
#include <string.h>

#include "runtime/host/api.h"
#include "runtime/state/guard.h"
#include "runtime/views/view.h"

struct rt_why {
    uint32_t idx;
    rt_log_fn say;
    void *user;
};

enum { LINE = 320 };

static void line_begin(rt_text *t, char *room)
{
    *t = (rt_text){room, LINE, 0, 0};
}

static void line_end(const struct rt_why *why, rt_text *t)
{
    rt_text_end(t);
    why->say(why->user, t->at);
}

static void size(rt_text *t, const rt_object *o)
{
    rt_text_number(t, o->power);
    rt_text_char(t, '/');
    rt_text_number(t, o->toughness);
}

static void type_line(const rt_game *g, rt_text *t, const rt_object *o)
{
    static const char *const COLORS[] = {" white", " blue", " black", " red", " green"};
    for (int c = 0; c < 5; c++)
        if (o->colors >> c & 1)
            rt_text_add(t, COLORS[c]);
    for (uint32_t super = 2; super--;)
        for (uint32_t i = 0; i < 16; i++) {
            const uint32_t bit = super ? VM_SUPER_LEGENDARY : 1u;
            const char *name = rt_type_name(g->lib, i, (int)super);
            if (name && ((o->types / bit) >> i & 1)) {
                rt_text_char(t, ' ');
                rt_text_add(t, name);
            }
        }
    for (uint32_t i = 0; i < VM_SUBTYPE_MAX; i++)
        if (rt_is_kind(g, o, i) && rt_subtype_name(g->lib, i)) {
            rt_text_char(t, ' ');
            rt_text_add(t, rt_subtype_name(g->lib, i));
        }
    if (o->types & VM_TYPE_CREATURE) {
        rt_text_char(t, ' ');
        size(t, o);
    }
}

/* The rule of a layer (CR 613.1, 613.3). */
static const char *rule_of(uint32_t layer)
{
    static const char *const NAMES[2][8] = {
        {"", "613.1a", "613.1b", "613.1c", "613.1d", "613.1e", "613.1f", "613.1g"},
        {"", "613.3a", "613.3b", "613.3c", "613.3d", "613.3e", "", ""}};
    return layer / 10 == 7 && layer % 10 ? NAMES[1][layer % 10] : NAMES[0][layer / 10 & 7];
}

int rt_why_asks(const rt_game *g, uint32_t idx)
{
    return g->why && g->why->idx == idx;
}

void rt_why_changed(rt_game *g, const rt_object *before, uint32_t layer, rt_entity source)
{
    char room[LINE];
    rt_text t;
    const rt_object *o = rt_obj(g, g->why->idx);
    line_begin(&t, room);
    rt_text_add(&t, "  CR ");
    rt_text_add(&t, rule_of(layer));
    rt_text_add(&t, ", ");
    rt_text_add(&t, source ? rt_name(g, source) : "counters");
    rt_text_char(&t, ':');
    const size_t said = t.used;
    if (before->face != o->face)
        rt_text_add(&t, layer == 30 ? " the full text of another;" : " a copy of another;");
    if (before->controller != o->controller) {
        rt_text_add(&t, " controlled by player ");
        rt_text_number(&t, o->controller + 1);
        rt_text_char(&t, ';');
    }
    if (before->types != o->types || before->colors != o->colors ||
        memcmp(rt_subtypes(g, before), rt_subtypes(g, o), VM_SUBTYPE_MAX / 8) != 0) {
        type_line(g, &t, o);
        rt_text_char(&t, ';');
    }
    if (before->power != o->power || before->toughness != o->toughness) {
        rt_text_char(&t, ' ');
        size(&t, before);
        rt_text_add(&t, " becomes ");
        size(&t, o);
        rt_text_char(&t, ';');
    }
    const uint32_t had = rt_ability_count(g, before), has = rt_ability_count(g, o);
    if (before->granted != o->granted || had != has || before->markers != o->markers ||
        before->asked != o->asked) {
        rt_text_add(&t, has ? " now with abilities: " : " no abilities");
        if (has)
            rt_text_number(&t, has);
        rt_text_char(&t, ';');
    }
    if (t.used == said)
        rt_text_add(&t, " nothing that it is not already;");
    line_end(g->why, &t);
}

/* ---- rules ----------------------------------------------------------------------------------------- */

static int say_rule(rt_game *g, const vm_mod *m, const rt_ctx *c, void *user)
{
    char room[LINE];
    rt_text t;
    (void)user;
    line_begin(&t, room);
    rt_text_add(&t, "  CR 613.10, ");
    rt_text_add(&t, rt_name(g, c->self));
    rt_text_add(&t, ": ");
    const char *p = vm_mod_describe(m->op)->name;
    if (strncmp(p, "CANT_", 5) == 0) {
        rt_text_add(&t, "can't ");
        p += 5;
    }
    for (; *p; p++)
        rt_text_char(&t, *p == '_' ? ' ' : (char)tolower((unsigned char)*p));
    line_end(g->why, &t);
    return 0;
}

static void rules(rt_game *g)
{
    const rt_entity e = rt_handle(g, g->why->idx);
    for (uint32_t op = 30; op < 94; op++)
        if (g->lib->rules & RT_RULE(op))
            rt_each_rule(g, op, e, say_rule, NULL);
}

/* ---- what it cannot do ----------------------------------------------------------------------------- */

static void possible(rt_game *g)
{
    char room[LINE];
    rt_text t;
    const uint32_t idx = g->why->idx;
    const rt_object *o = rt_obj(g, idx);
    const char *rule = NULL;
    line_begin(&t, room);
    rt_text_add(&t, "  ");
    if (o->zone == VM_ZONE_BATTLEFIELD)
        rt_text_add(&t, rt_why_not_attack(g, idx));
    else if (o->zone != VM_ZONE_STACK && o->zone != VM_ZONE_LIBRARY)
        rt_text_add(&t, rt_why_not_cast(g, o->owner, idx, &rule));
    else
        return;
    if (rule) {
        rt_text_add(&t, " (CR ");
        rt_text_add(&t, rule);
        rt_text_add(&t, ")");
    }
    line_end(g->why, &t);
}

static void explain(rt_game *g, void *user)
{
    char room[LINE];
    rt_text t;
    struct rt_why *why = user;
    line_begin(&t, room);
    rt_text_add(&t, rt_name(g, rt_handle(g, why->idx)));
    rt_text_add(&t, " is now");
    type_line(g, &t, rt_obj(g, why->idx));
    line_end(why, &t);
    g->why = why;
    rt_dirty(g);
    rt_refresh(g);
    rules(g);
    possible(g);
    g->why = NULL;
}

void cantrip_game_explain(cantrip_game *game, cantrip_id object,
                          void (*line)(void *user, const char *text), void *user)
{
    const rt_object *o = rt_live(&game->g, object.bits);
    struct rt_why why = {RT_INDEX(object.bits), line, user};
    if (o && line) {
        rt_whole(&game->g, explain, &why);
        game->g.why = NULL;
    }
}
