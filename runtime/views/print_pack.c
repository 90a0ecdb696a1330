/* A pack in readable form: cards with their abilities, what these give and make, and every function once. */
#include <stdarg.h>
#include <stdio.h>

#include "runtime/host/api.h"
#include "cantrip/setup.h"

typedef struct printer {
    void (*line)(void *user, const char *text);
    void *user;
    const vm_pack *p;
    uint8_t *func_done, *ability_done, *mod_done;
} printer;

static void out(const printer *w, const char *fmt, ...)
{
    char few[200], *text = few;
    va_list ap, again;
    va_start(ap, fmt);
    va_copy(again, ap);
    const int size = vsnprintf(few, sizeof few, fmt, ap);
    if (size >= (int)sizeof few && (text = base_alloc(w->p->memory, (size_t)size + 1)) != NULL)
        vsnprintf(text, (size_t)size + 1, fmt, again);
    va_end(again);
    va_end(ap);
    w->line(w->user, text ? text : few);
    if (text != few)
        base_free(w->p->memory, text);
}

static void print_func(const printer *w, const char *what, uint32_t f)
{
    if (!f || f >= w->p->func_count || w->func_done[f])
        return;
    const vm_func *fn = &w->p->func[f];
    w->func_done[f] = 1;
    out(w, "    %s, function %u: %u registers, %s", what, f, fn->reg_count,
        fn->flags & VM_FN_EFFECT ? "an effect"
        : fn->flags & VM_FN_SET  ? "gives a set"
                                 : "gives a number");
    for (uint32_t pc = 0; pc < fn->code_count / 2; pc++) {
        const vm_insn i = vm_insn_at(w->p, fn->code, pc);
        const char *more = "";
        if (i.op == VM_OP_NATIVE)
            more = vm_native_describe((uint32_t)i.imm)->name;
        else if (vm_op_describe(i.op)->imm == 's')
            more = vm_pack_str(w->p, w->p->selector[i.imm].phrase);
        out(w, "      %3u  %-13s %3u %3u %3u  %d %s", pc, vm_op_describe(i.op)->name, i.a, i.b, i.c,
            i.imm, more);
    }
}

static void print_costs(const printer *w, const vm_ability *a)
{
    static const char *const KINDS[VM_COST_KIND_COUNT] = {"generic mana",
                                                          "mana",
                                                          "X",
                                                          "tap",
                                                          "untap",
                                                          "sacrifice",
                                                          "discard",
                                                          "life",
                                                          "remove counters",
                                                          "loyalty",
                                                          "exile",
                                                          "Phyrexian",
                                                          "two or",
                                                          "snow",
                                                          "tap others",
                                                          "return",
                                                          "reveal",
                                                          "mill",
                                                          "put counters",
                                                          "player's counters",
                                                          "cycle",
                                                          "tap total",
                                                          "sacrifice to pay less",
                                                          "its mana cost",
                                                          "draw",
                                                          "or"};
    for (uint32_t i = 0; i < a->cost_count; i++) {
        const vm_cost *c = &w->p->cost[a->cost + i];
        out(w, "    cost: %s %d%s%s", KINDS[c->kind], (int32_t)c->a, c->sel ? " of " : "",
            c->sel ? vm_pack_str(w->p, w->p->selector[c->sel].phrase) : "");
    }
}

/* Abilities that give abilities that give ...: shown inside one another so deep, else further down. */
enum { GIVEN_MAX = 16 };

static void print_ability(const printer *w, uint32_t number, uint32_t given);

static void print_mods(const printer *w, uint32_t first, uint32_t count, uint32_t given)
{
    for (uint32_t i = first; i < first + count; i++) {
        const vm_mod *m = &w->p->mod[i];
        if (w->mod_done[i])
            continue;
        w->mod_done[i] = 1;
        out(w, "    %s of %s: %d %d", vm_mod_describe(m->op)->name,
            m->sel ? vm_pack_str(w->p, w->p->selector[m->sel].phrase) : "itself", (int32_t)m->a,
            (int32_t)m->b);
        print_func(w, "first value", m->fa);
        print_func(w, "second value", m->fb);
        for (uint32_t k = 0; m->op == VM_MOD_ADD_ABILITIES && k < m->b && given < GIVEN_MAX; k++)
            print_ability(w, m->a + k, given + 1);
    }
}

static void print_ability(const printer *w, uint32_t number, uint32_t given)
{
    static const char *const KINDS[VM_ABILITY_KIND_COUNT] = {
        "spell",    "activated", "triggered", "static",  "replacement",
        "entering", "keyword",   "cost",      "opening", "morph"};
    const vm_ability *a = &w->p->ability[number];
    if (w->ability_done[number])
        return;
    w->ability_done[number] = 1;
    out(w, "  %s%s ability %u (line %u)%s%s%s", given ? "gives: " : "", KINDS[a->kind], number,
        a->line, a->event ? ", on " : "", a->event ? vm_event_name(a->event) : "",
        a->flags & VM_AF_MANA ? ", a mana ability" : "");
    print_costs(w, a);
    for (uint32_t i = 0; i < a->target_count; i++) {
        const vm_target *t = &w->p->target[a->targets + i];
        out(w, "    target %u: %u to %u of %s", i, t->min, t->max,
            vm_pack_str(w->p, w->p->selector[t->sel].phrase));
    }
    print_mods(w, a->mods, a->mod_count, given);
    print_func(w, "when", a->filter);
    print_func(w, "if", a->condition);
    print_func(w, "does", a->effect);
    for (uint32_t i = 0; i < a->mode_count; i++)
        print_func(w, "mode", w->p->mode[a->modes + i].effect);
}

static void print_face(const printer *w, const vm_face *f)
{
    out(w, "%s \"%s\"  mana value %u, types %x, %d/%d", f->flags & VM_FF_TOKEN ? "token" : "card",
        vm_pack_str(w->p, f->name), f->mana_value, f->types, (int32_t)f->power,
        (int32_t)f->toughness);
    for (uint32_t k = 0; k < f->ability_count; k++)
        print_ability(w, f->abilities + k, 0);
}

void cantrip_pack_print(const cantrip_library *library, void (*line)(void *user, const char *text),
                        void *user)
{
    if (!library || !line)
        return;
    const vm_pack *p = &library->lib->pack;
    printer w = {line,
                 user,
                 p,
                 base_zeroed(p->memory, p->func_count + 1, 1),
                 base_zeroed(p->memory, p->ability_count + 1, 1),
                 base_zeroed(p->memory, p->mod_count + 1, 1)};
    if (w.func_done && w.ability_done && w.mod_done) {
        for (uint32_t i = 0; i < p->face_count; i++)
            print_face(&w, &p->face[i]);
        line(user, "made by effects");
        for (uint32_t i = 0; i < p->ability_count; i++)
            print_ability(&w, i, 0);
        print_mods(&w, 0, p->mod_count, 0);
        line(user, "selectors and tests");
        for (uint32_t i = 0; i < p->selector_count; i++)
            print_func(&w, vm_pack_str(p, p->selector[i].phrase), p->selector[i].pred);
        for (uint32_t i = 1; i < p->func_count; i++)
            print_func(&w, "of a test", i);
    }
    base_free(p->memory, w.func_done);
    base_free(p->memory, w.ability_done);
    base_free(p->memory, w.mod_done);
}
