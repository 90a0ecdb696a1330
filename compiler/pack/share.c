/* Functions and selectors that are the same are one: the bodies of keywords, and what many cards say alike. A function that asks a
 * selector is the same only as one that asks the same one, so both are looked at until nothing changes. */
#include "base/hash.h"
#include "compiler/lower/lower.h"
#include "vm/abi/fields.h"

#include <string.h>

typedef struct sharing {
    cc_unit *u;
    uint32_t *func, *sel;  /* which one it is the same as: not behind it */
    uint32_t *slot, slots; /* rows by their hash */
} sharing;

/* Calls for every word of the code that names a selector. */
static void each_selector(sharing *s, void (*each)(sharing *, uint32_t *))
{
    uint32_t *code = s->u->code.at;
    for (uint32_t at = 0; at < s->u->code.count; at += 2) {
        const uint32_t op = code[at] & 255;
        if (vm_op_describe(op)->imm == 's')
            each(s, &code[at + 1]);
        if (op != VM_OP_NATIVE)
            continue;
        const char *signature = vm_native_describe(code[at + 1])->signature;
        char name[32], type;
        uint32_t word = at + 3; /* the immediate of the IMM behind it */
        while ((type = vm_signature_next(&signature, name, sizeof name)) != 0) {
            if (type >= 'a')
                continue;
            if (type == 'S' || type == 'R')
                each(s, &code[word]);
            word += type == 'M' || type == 'C' || type == 'L' || type == 'W' ? 4 : 2;
        }
    }
}

static void as_shared(sharing *s, uint32_t *selector)
{
    *selector = s->sel[*selector];
}

static uint64_t hash_of_func(const cc_unit *u, const vm_func *f)
{
    const uint32_t head[3] = {f->reg_count, f->params, f->flags};
    uint64_t h = hash_bytes(HASH_START, head, sizeof head);
    h = hash_bytes(h, u->code.at + f->code, sizeof *u->code.at * f->code_count);
    return hash_bytes(h, u->regs.at + f->regs, sizeof *u->regs.at * f->reg_count);
}

static int is_same_func(const cc_unit *u, uint32_t a, uint32_t b)
{
    const vm_func *x = &u->func.at[a], *y = &u->func.at[b];
    return x->code_count == y->code_count && x->reg_count == y->reg_count &&
           x->params == y->params && x->flags == y->flags &&
           memcmp(u->code.at + x->code, u->code.at + y->code, sizeof *u->code.at * x->code_count) ==
               0 &&
           memcmp(u->regs.at + x->regs, u->regs.at + y->regs, sizeof *u->regs.at * x->reg_count) ==
               0;
}

static int is_same_selector(const cc_unit *u, uint32_t a, uint32_t b)
{
    return memcmp(&u->selector.at[a], &u->selector.at[b], sizeof(vm_selector)) == 0;
}

/* 1: something is the same as something before it that was not known to be. Row 0 is 'none'. */
static int share(sharing *s, uint32_t *same, uint32_t count, int of_functions)
{
    const cc_unit *u = s->u;
    int found = 0;
    memset(s->slot, 0, sizeof *s->slot * s->slots);
    for (uint32_t i = 1; i < count; i++) {
        if (same[i] != i)
            continue;
        const uint64_t h = of_functions
                               ? hash_of_func(u, &u->func.at[i])
                               : hash_bytes(HASH_START, &u->selector.at[i], sizeof(vm_selector));
        uint32_t at = (uint32_t)h & (s->slots - 1);
        while (s->slot[at] && !(of_functions ? is_same_func(u, s->slot[at], i)
                                             : is_same_selector(u, s->slot[at], i)))
            at = (at + 1) & (s->slots - 1);
        if (s->slot[at])
            found = 1, same[i] = s->slot[at];
        else
            s->slot[at] = i;
    }
    for (uint32_t i = 1; i < count; i++)
        same[i] = same[same[i]];
    return found;
}

/* What is left gets the numbers from 1 on; `same` then says which it has. */
static uint32_t renumber(uint32_t *same, uint32_t count)
{
    uint32_t left = 1;
    for (uint32_t i = 1; i < count; i++)
        same[i] = same[i] == i ? left++ : same[same[i]];
    return left;
}

/* Every word of every row that names a function or selector. */
static void rename_rows(sharing *s)
{
    cc_unit *u = s->u;
    const struct {
        uint32_t *rows, count;
    } tables[] = {
#define ROW(number, name, fields) {(uint32_t *)u->name.at, u->name.count},
#include "vm/abi/pack_rows.def"
#undef ROW
    };
    vm_table_fields of = {0};
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        vm_fields_next(&of);
        for (uint32_t i = 0; i < tables[t].count * of.width; i++) {
            uint32_t *word = &tables[t].rows[i];
            const uint8_t is = of.field[i % of.width].domain;
            if (is == DOMAIN_VALUE0 || is == DOMAIN_JUDGE0 || is == DOMAIN_SET0 ||
                is == DOMAIN_EFFECT0 || is == DOMAIN_EFFECT)
                *word = s->func[*word];
            else if (is == DOMAIN_SEL0)
                *word = s->sel[*word];
        }
    }
}

/* Those whose domain depends on their row. */
static void rename_dependent(sharing *s)
{
    for (uint32_t i = 0; i < s->u->mod.count; i++) {
        vm_mod *m = &s->u->mod.at[i];
        const vm_mod_info *info = vm_mod_describe(m->op);
        m->a = info->a == 's' ? s->sel[m->a] : m->a;
        m->b = info->b == 's' ? s->sel[m->b] : m->b;
    }
    for (uint32_t i = 0; i < s->u->step.count; i++) {
        vm_step *t = &s->u->step.at[i];
        const int no_function = t->kind == VM_TEST_PUT || t->kind == VM_TEST_COUNTERS ||
                                t->kind == VM_TEST_ATTACH || t->kind == VM_TEST_GAME,
                  two = vm_step_has_two(t->kind);
        t->b = no_function ? t->b : s->func[t->b];
        t->d = two ? s->func[t->d] : t->d;
    }
}

/* Code and registers of those that are left, one behind the other, and their lines. */
static void keep_functions(cc_unit *u, const uint32_t *func, uint32_t left)
{
    uint32_t code = 0, regs = 0, lines = 0, line = 0, next = 1;
    for (uint32_t i = 1; i < u->func.count; i++) {
        vm_func f = u->func.at[i];
        const int kept = func[i] == next;
        for (; line < u->line.count && u->line.at[line].pc < f.code + f.code_count; line++)
            if (kept) {
                u->line.at[lines] = u->line.at[line];
                u->line.at[lines++].pc -= f.code - code;
            }
        if (!kept)
            continue;
        memmove(u->code.at + code, u->code.at + f.code, sizeof *u->code.at * f.code_count);
        memmove(u->regs.at + regs, u->regs.at + f.regs, sizeof *u->regs.at * f.reg_count);
        f.code = code;
        f.regs = regs;
        code += f.code_count;
        regs += f.reg_count;
        u->func.at[next++] = f;
    }
    u->func.count = left;
    u->code.count = code;
    u->regs.count = regs;
    u->line.count = lines;
}

static void keep_selectors(cc_unit *u, const uint32_t *sel, uint32_t left)
{
    for (uint32_t i = 1, next = 1; i < u->selector.count; i++)
        if (sel[i] == next)
            u->selector.at[next++] = u->selector.at[i];
    u->selector.count = left;
}

void cc_share(cc_unit *u)
{
    const uint32_t funcs = u->func.count, sels = u->selector.count;
    sharing s = {.u = u, .slots = 16};
    while (s.slots < 2 * (funcs > sels ? funcs : sels))
        s.slots *= 2;
    s.slot = arena_alloc(u->mem, sizeof *s.slot * s.slots);
    s.func = arena_alloc(u->mem, sizeof *s.func * (funcs + 1));
    s.sel = arena_alloc(u->mem, sizeof *s.sel * (sels + 1));
    for (uint32_t i = 0; i < funcs; i++)
        s.func[i] = i;
    for (uint32_t i = 0; i < sels; i++)
        s.sel[i] = i;
    for (int more = 1; more;) {
        share(&s, s.func, funcs, 1);
        for (uint32_t i = 1; i < sels; i++)
            u->selector.at[i].pred = s.func[u->selector.at[i].pred];
        more = share(&s, s.sel, sels, 0);
        each_selector(&s, as_shared);
    }
    const uint32_t funcs_left = renumber(s.func, funcs), sels_left = renumber(s.sel, sels);
    rename_rows(&s);
    rename_dependent(&s);
    each_selector(&s, as_shared);
    keep_functions(u, s.func, funcs_left);
    keep_selectors(u, s.sel, sels_left);
}
