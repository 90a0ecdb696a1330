/* The only gate between a file and the interpreter. What it proves, the interpreter assumes:
 *
 *   V20 strings end with a zero
 *   V21 row 0 of functions and selectors is 'none'
 *   V22 no table is larger than its limit
 *   V23 a string offset is inside
 *   V24 a function number exists
 *   V25 a selector number exists
 *   V26 a range lies inside its table
 *   V27 a kind is known
 *   V28 a symbol's number is in range
 *   V29 functions tile the code in order
 *   V30 register types are known
 *   V31 a function has the kind (value or effect) and the parameters that its user needs
 *   V40 an opcode exists, its unused operands are zero
 *   V41 a register is below the function's count
 *   V42 a register has the type that the opcode wants
 *   V43 a register was written on every path before it is read
 *   V44 a jump goes to an instruction of the function, not to an IMM word; backward only onto ITER
 *   V45 a native exists; its arguments fit and have its types
 *   V46 IMM words follow a NATIVE, as many as it wants
 *   V47 an immediate is inside its domain
 *   V48 a function without VM_FN_EFFECT calls no native
 *   V49 every path ends as the function's kind says
 *   V50 functions and selectors do not call themselves
 *   V51 only the ITER writes its counter inside its loop
 *   V52 numbers with a meaning are inside their limits
 *
 * V1 to V12, the layout of the file, stand in vm/pack.c; V60, the imports, in runtime/api.c, because it
 * needs the other packs.
 *
 * Termination: code only jumps forward, except onto ITER, which walks a finite set and whose counter
 * nothing else changes; calls do not recurse. Fuel bounds the rest. */
#include "vm/pack.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct checker {
    const vm_pack *p;
    vm_refusal *why;
    uint8_t *func_state; /* for V50: 0 unseen, 1 on the path, 2 done */
} checker;

static int fail(const checker *c, const char *rule, uint32_t section, uint32_t row, uint32_t pc,
                const char *fmt, ...)
{
    memset(c->why, 0, sizeof *c->why);
    snprintf(c->why->rule, sizeof c->why->rule, "%s", rule);
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(c->why->message, sizeof c->why->message, fmt, ap);
    va_end(ap);
    c->why->section = section;
    c->why->row = row;
    c->why->pc = pc;
    return 0;
}

/* ---- tables -----------------------------------------------------------------------------------
 */

enum domain {
    NUM,
    STR,
    SYM,
    FUNC0,
    SEL0,
    ABIL,
    TARGET,
    MODE,
    COST,
    MOD,
    LIST,
    COUNT,
    KIND,
    DOMAIN_COUNT
};

typedef struct field_info {
    uint8_t section, domain;
    const char *name;
} field_info;

#define F(name, domain)           {0, domain, #name},
#define ROW(number, name, fields) {number, DOMAIN_COUNT, #name}, fields
static const field_info FIELDS[] = {
#include "vm/abi/pack_rows.def"
};
#undef ROW
#undef F

static uint32_t kind_limit(uint32_t section, const char *field)
{
    if (section == VM_SECTION_symbol)
        return VM_SYM_KIND_COUNT;
    if (section == VM_SECTION_ability)
        return VM_ABILITY_KIND_COUNT;
    if (section == VM_SECTION_cost)
        return VM_COST_KIND_COUNT;
    return strcmp(field, "other") == 0 ? 2 : VM_REL_COUNT;
}

static uint32_t range_limit(const vm_pack *p, uint8_t domain)
{
    switch (domain) {
    case ABIL:
        return p->ability_count;
    case TARGET:
        return p->target_count;
    case MODE:
        return p->mode_count;
    case COST:
        return p->cost_count;
    case MOD:
        return p->mod_count;
    default:
        return p->words_count;
    }
}

static int check_row(const checker *c, uint32_t section, uint32_t row, const uint32_t *word,
                     const field_info *f, uint32_t count)
{
    const vm_pack *p = c->p;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v = word[i];
        switch (f[i].domain) {
        case STR:
            if (v >= p->strings_size)
                return fail(c, "V23", section, row, 0, "%s: no string at %u", f[i].name, v);
            break;
        case FUNC0:
            if (v >= p->func_count)
                return fail(c, "V24", section, row, 0, "%s: no function %u", f[i].name, v);
            break;
        case SEL0:
            if (v >= p->selector_count)
                return fail(c, "V25", section, row, 0, "%s: no selector %u", f[i].name, v);
            break;
        case KIND:
            if (v >= kind_limit(section, f[i].name))
                return fail(c, "V27", section, row, 0, "%s: no kind %u", f[i].name, v);
            break;
        case ABIL:
        case TARGET:
        case MODE:
        case COST:
        case MOD:
        case LIST: {
            uint32_t limit = range_limit(p, f[i].domain), n = word[i + 1];
            if (n > limit || v > limit - n)
                return fail(c, "V26", section, row, 0, "%s: rows %u to %u do not exist", f[i].name,
                            v, v + n);
            break;
        }
        default:
            break;
        }
    }
    return 1;
}

static int check_tables(const checker *c)
{
    const vm_pack *p = c->p;
    const struct {
        uint32_t section, count;
        const void *rows;
    } table[] = {
#define ROW(number, name, fields) {number, p->name##_count, p->name},
#include "vm/abi/pack_rows.def"
#undef ROW
    };
    const field_info *f = FIELDS;
    for (size_t t = 0; t < sizeof table / sizeof *table; t++) {
        const field_info *first = ++f;
        uint32_t width = 0;
        while (f < FIELDS + sizeof FIELDS / sizeof *FIELDS && f->domain != DOMAIN_COUNT)
            f++, width++;
        if (table[t].count > VM_ROW_MAX)
            return fail(c, "V22", table[t].section, 0, 0, "%u rows", table[t].count);
        for (uint32_t r = 0; r < table[t].count; r++)
            if (!check_row(c, table[t].section, r, (const uint32_t *)table[t].rows + r * width,
                           first, width))
                return 0;
    }
    return 1;
}

/* ---- functions --------------------------------------------------------------------------------
 */

typedef struct insn {
    uint8_t op, a, b, c;
    int32_t imm;
} insn;

static insn insn_at(const vm_pack *p, const vm_func *f, uint32_t pc)
{
    const uint32_t *w = p->code + f->code + pc * 2;
    return (insn){(uint8_t)w[0], (uint8_t)(w[0] >> 8), (uint8_t)(w[0] >> 16), (uint8_t)(w[0] >> 24),
                  (int32_t)w[1]};
}

static int type_fits(char have, char want)
{
    return have == want || (want == 'e' && (have == 'o' || have == 'p'));
}

typedef struct walk {
    const checker *c;
    uint32_t func, pc;
    const vm_func *f;
    uint64_t
        *written; /* per instruction: registers surely written before it; all ones = unreached */
    char same;    /* the type that all T/t of this instruction share */
} walk;

static char reg_type(const walk *w, uint32_t reg)
{
    return (char)w->c->p->regs[w->f->regs + reg];
}

static int wrong(const walk *w, const char *rule, const char *what)
{
    return fail(w->c, rule, VM_SECTION_func, w->func, w->pc, "%s", what);
}

static int use(walk *w, uint8_t reg, char want, uint64_t written)
{
    if (reg >= w->f->reg_count)
        return wrong(w, "V41", "a register that the function does not have");
    char have = reg_type(w, reg);
    if (want == 't')
        want = w->same ? w->same : have;
    if (!type_fits(have, want))
        return wrong(w, "V42", "a register has the wrong type");
    if (!(written >> reg & 1))
        return wrong(w, "V43", "a register is read before it is written");
    return 1;
}

static int operand(walk *w, char kind, uint8_t reg, uint64_t *written, int writing)
{
    int upper = kind >= 'A' && kind <= 'Z';
    if (kind == '-')
        return reg == 0 || wrong(w, "V40", "an unused operand is not zero");
    if (kind == '#' || upper != writing)
        return 1;
    if (!writing)
        return use(w, reg, kind, *written);
    if (reg >= w->f->reg_count)
        return wrong(w, "V41", "a register that the function does not have");
    char have = reg_type(w, reg), want = (char)(kind + 32);
    if (want == 't')
        want = w->same ? w->same : have;
    if (have != want)
        return wrong(w, "V42", "a result has another type than its register");
    *written |= UINT64_C(1) << reg;
    return 1;
}

static int immediate(walk *w, char kind, int32_t v)
{
    const vm_pack *p = w->c->p;
    switch (kind) {
    case '-':
        return v == 0 || wrong(w, "V40", "an unused immediate is not zero");
    case 's':
        return (v > 0 && (uint32_t)v < p->selector_count) || wrong(w, "V47", "no such selector");
    case 'a':
        return (v >= 0 && (uint32_t)v < p->ability_count) || wrong(w, "V47", "no such ability");
    case 'p':
        return (v >= 0 && v <= VM_PROP_ABILITIES) || wrong(w, "V47", "no such property");
    case 'l':
        return (v >= 0 && v < 256) || wrong(w, "V47", "no such link");
    case 'f':
        return (v >= 0 && v <= VM_FLAG_DID) || wrong(w, "V47", "no such flag");
    case 'c':
        return (v >= -1 && v < 4096) || wrong(w, "V47", "no such counter kind");
    default:
        return 1;
    }
}

static int native_imm(walk *w, char type, int32_t v, int32_t next)
{
    const vm_pack *p = w->c->p;
    uint32_t u = (uint32_t)v, n = (uint32_t)next;
    int ok = 1;
    switch (type) {
    case 'Z':
        ok = u < VM_ZONE_COUNT;
        break;
    case 'K':
        ok = u < 4096;
        break;
    case 'B':
        ok = u < 2;
        break;
    case 'F':
        ok = u < p->face_count;
        break;
    case 'S':
        ok = u > 0 && u < p->selector_count;
        break;
    case 'R':
        ok = u < p->selector_count;
        break;
    case 'A':
        ok = u < p->ability_count;
        break;
    case 'D':
        ok = u < VM_DURATION_COUNT;
        break;
    case 'M':
    case 'C':
        ok = n <= p->cost_count && u <= p->cost_count - n;
        break;
    case 'L':
        ok = n <= p->mod_count && u <= p->mod_count - n;
        break;
    default:
        break;
    }
    return ok || wrong(w, "V47", "an immediate operand is outside its table");
}

/* Checks a NATIVE and its IMM words; *out_words = how many follow. */
static int check_native(walk *w, insn i, uint64_t *written, uint32_t *out_words)
{
    const vm_native_info *info = vm_native_describe((uint32_t)i.imm);
    *out_words = 0;
    if (!(w->f->flags & VM_FN_EFFECT))
        return wrong(w, "V48", "a value function calls a native");
    if (!info)
        return wrong(w, "V45", "no such native");
    const char *at = info->signature;
    char name[32], type;
    uint32_t reg = i.a, words = 0, count = w->f->code_count / 2;
    while ((type = vm_signature_next(&at, name, sizeof name)) != 0) {
        if (type >= 'a') {
            if (reg > 255 || !use(w, (uint8_t)reg, type, *written))
                return reg > 255 ? wrong(w, "V41", "a register that does not exist") : 0;
            reg++;
            continue;
        }
        int wide = type == 'M' || type == 'C' || type == 'L';
        for (int k = 0; k <= wide; k++) {
            uint32_t at_pc = w->pc + 1 + words + (uint32_t)k;
            if (at_pc >= count || insn_at(w->c->p, w->f, at_pc).op != VM_OP_IMM)
                return wrong(w, "V46", "an immediate operand of the native is missing");
        }
        insn first = insn_at(w->c->p, w->f, w->pc + 1 + words);
        int32_t second = wide ? insn_at(w->c->p, w->f, w->pc + 2 + words).imm : 0;
        if (!native_imm(w, type, first.imm, second))
            return 0;
        words += wide ? 2 : 1;
    }
    if (info->result == '-') {
        if (i.b)
            return wrong(w, "V40", "a result register for a native without a result");
    } else {
        if (i.b >= w->f->reg_count)
            return wrong(w, "V41", "a result register that does not exist");
        if (reg_type(w, i.b) != info->result)
            return wrong(w, "V42", "the result has another type than its register");
        *written |= UINT64_C(1) << i.b;
    }
    *out_words = words;
    return 1;
}

static int flow(walk *w, uint32_t to, uint64_t written)
{
    if (to >= w->f->code_count / 2)
        return wrong(w, "V49", "control runs past the end of the function");
    w->written[to] &= written;
    return 1;
}

static int check_jump(walk *w, insn i, uint64_t written)
{
    uint32_t count = w->f->code_count / 2;
    if (i.imm < 0 || (uint32_t)i.imm >= count)
        return wrong(w, "V44", "a jump leaves the function");
    insn to = insn_at(w->c->p, w->f, (uint32_t)i.imm);
    if (to.op == VM_OP_IMM)
        return wrong(w, "V44", "a jump goes to an immediate operand");
    if ((uint32_t)i.imm <= w->pc) {
        if (to.op != VM_OP_ITER || i.op != VM_OP_JMP)
            return wrong(w, "V44", "a backward jump does not go to ITER");
        /* Registers only grow more written; the loop head was checked with fewer. V51: */
        for (uint32_t pc = (uint32_t)i.imm + 1; pc < w->pc; pc++) {
            insn x = insn_at(w->c->p, w->f, pc);
            const vm_op_info *info = vm_op_describe(x.op);
            if (info && info->a >= 'A' && info->a <= 'Z' && x.a == to.c)
                return wrong(w, "V51", "a loop changes its own counter");
            if (info && x.op == VM_OP_NATIVE && x.b == to.c)
                return wrong(w, "V51", "a loop changes its own counter");
        }
        return 1;
    }
    return flow(w, (uint32_t)i.imm, written);
}

static int check_insn(walk *w, insn i, uint64_t written, uint32_t *out_words)
{
    const vm_op_info *info = vm_op_describe(i.op);
    const uint64_t before = written;
    *out_words = 0;
    if (!info)
        return wrong(w, "V40", "no such opcode");
    if (i.op == VM_OP_IMM)
        return wrong(w, "V46", "an immediate operand without a native");
    if (i.op == VM_OP_NATIVE) {
        if (i.c)
            return wrong(w, "V40", "an unused operand is not zero");
        return check_native(w, i, &written, out_words) && flow(w, w->pc + 1 + *out_words, written);
    }
    w->same = 0;
    if (info->b == 't' && i.b < w->f->reg_count)
        w->same = reg_type(w, i.b);
    if (i.op == VM_OP_EVENT_OBJ && i.b > 2)
        return wrong(w, "V47", "no such event field");
    if (i.op == VM_OP_TARGETS && i.b >= VM_TARGET_SLOTS_MAX)
        return wrong(w, "V47", "no such target slot");
    if (!operand(w, info->a, i.a, &written, 0) || !operand(w, info->b, i.b, &written, 0) ||
        !operand(w, info->c, i.c, &written, 0) || !operand(w, info->a, i.a, &written, 1) ||
        !immediate(w, info->imm, i.imm))
        return 0;
    if (i.op == VM_OP_RET && (w->f->flags & VM_FN_EFFECT))
        return wrong(w, "V49", "an effect ends with a value");
    if ((i.op == VM_OP_RET && (w->f->flags & VM_FN_SET)) ||
        (i.op == VM_OP_GIVE && w->f->flags != VM_FN_SET))
        return wrong(w, "V49", "a function gives back something else than it says");
    if (i.op == VM_OP_DONE && !(w->f->flags & VM_FN_EFFECT))
        return wrong(w, "V49", "a value function ends without a value");
    /* An ITER that is done has not written its element. */
    uint64_t taken = i.op == VM_OP_ITER ? before : written;
    if (info->imm == 'j' && !check_jump(w, i, taken))
        return 0;
    return (info->flags & OPF_END) || flow(w, w->pc + 1, written);
}

static int check_regs(const checker *c, uint32_t func, const vm_func *f)
{
    const vm_pack *p = c->p;
    if (f->reg_count > VM_REG_MAX || f->params > f->reg_count)
        return fail(c, "V41", VM_SECTION_func, func, 0, "%u registers", f->reg_count);
    if (f->reg_count > p->regs_count || f->regs > p->regs_count - f->reg_count)
        return fail(c, "V26", VM_SECTION_func, func, 0, "register types lie outside their table");
    for (uint32_t r = 0; r < f->reg_count; r++)
        if (!p->regs[f->regs + r] || p->regs[f->regs + r] > 127 ||
            !strchr("nbope", (int)p->regs[f->regs + r]))
            return fail(c, "V30", VM_SECTION_func, func, 0, "register %u has no known type", r);
    return 1;
}

static int check_func(const checker *c, uint32_t func, uint64_t *written)
{
    const vm_func *f = &c->p->func[func];
    if (f->code_count % 2 || f->code_count / 2 > VM_FUNC_CODE_MAX)
        return fail(c, "V29", VM_SECTION_func, func, 0, "the code is not whole, or too long");
    if (!check_regs(c, func, f))
        return 0;
    uint32_t count = f->code_count / 2;
    walk w = {c, func, 0, f, written, 0};
    if (!count)
        return wrong(&w, "V49", "a function without code");
    for (uint32_t i = 0; i < count; i++)
        written[i] = UINT64_MAX;
    written[0] = f->params >= 64 ? UINT64_MAX : (UINT64_C(1) << f->params) - 1;
    for (uint32_t pc = 0; pc < count;) {
        uint32_t words = 0;
        w.pc = pc;
        if (!check_insn(&w, insn_at(c->p, f, pc), written[pc], &words))
            return 0;
        pc += 1 + words;
    }
    return 1;
}

/* V50: predicates of selectors may use selectors, but not in a circle. */
static int acyclic(const checker *c, uint32_t func)
{
    const vm_func *f = &c->p->func[func];
    if (!func || c->func_state[func] == 2)
        return 1;
    if (c->func_state[func] == 1)
        return fail(c, "V50", VM_SECTION_func, func, 0, "a function uses itself");
    c->func_state[func] = 1;
    for (uint32_t pc = 0; pc < f->code_count / 2; pc++) {
        insn i = insn_at(c->p, f, pc);
        const vm_op_info *info = vm_op_describe(i.op);
        if (info && info->imm == 's' && !acyclic(c, c->p->selector[i.imm].pred))
            return 0;
        if (info && info->imm == 'a' && !acyclic(c, c->p->ability[i.imm].filter))
            return 0;
    }
    c->func_state[func] = 2;
    return 1;
}

static int wants(const checker *c, uint32_t section, uint32_t row, uint32_t func, int effect,
                 uint32_t params)
{
    const vm_func *f = &c->p->func[func];
    if (!func)
        return 1;
    if (f->flags != (effect ? (uint32_t)VM_FN_EFFECT : 0) || f->params != params ||
        (params && c->p->regs[f->regs] != 'e'))
        return fail(c, "V31", section, row, 0, "function %u does not fit its use", func);
    return 1;
}

enum { NUMBER_MAX = 1000000 }; /* of numbers on cards: sums of them stay far from overflow */

static int is_moderate(uint32_t v)
{
    return (int32_t)v <= NUMBER_MAX && (int32_t)v >= -NUMBER_MAX;
}

static int are_subtypes(const vm_pack *p, uint32_t first, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (p->words[first + i] >= VM_SUBTYPE_MAX)
            return 0;
    return 1;
}

/* V52 for numbers on cards, in costs, counters and descriptions. */
static int check_numbers(const checker *c)
{
    const vm_pack *p = c->p;
    for (uint32_t i = 0; i < p->face_count; i++) {
        const vm_face *f = &p->face[i];
        if (!is_moderate(f->power) || !is_moderate(f->toughness) || !is_moderate(f->loyalty) ||
            !is_moderate(f->mana_value) || !are_subtypes(p, f->subtypes, f->subtype_count))
            return fail(c, "V52", VM_SECTION_face, i, 0, "a number or subtype is out of range");
    }
    for (uint32_t i = 0; i < p->selector_count; i++) {
        const vm_selector *s = &p->selector[i];
        if (!are_subtypes(p, s->subtypes_any, s->subtype_any_count) ||
            !are_subtypes(p, s->subtypes_none, s->subtype_none_count))
            return fail(c, "V52", VM_SECTION_selector, i, 0, "no such subtype");
    }
    for (uint32_t i = 0; i < p->cost_count; i++)
        if (!is_moderate(p->cost[i].a) || !is_moderate(p->cost[i].b))
            return fail(c, "V52", VM_SECTION_cost, i, 0, "a cost is out of range");
    for (uint32_t i = 0; i < p->symbol_count; i++)
        if (p->symbol[i].kind == VM_SYM_COUNTER &&
            (!is_moderate(p->symbol[i].a) || !is_moderate(p->symbol[i].b)))
            return fail(c, "V52", VM_SECTION_symbol, i, 0, "a counter gives too much");
    for (uint32_t i = 0; i < p->mod_count; i++) {
        const vm_mod *m = &p->mod[i];
        const vm_mod_info *info = vm_mod_describe(m->op);
        uint32_t costs = m->flags >> 8;
        if (info->a == 'y' && !are_subtypes(p, m->a, m->b))
            return fail(c, "V52", VM_SECTION_mod, i, 0, "no such subtype");
        if ((info->a == 'v' || info->a == 'i') && (!is_moderate(m->a) || !is_moderate(m->b)))
            return fail(c, "V52", VM_SECTION_mod, i, 0, "a value is out of range");
        if (info->a == 'k' && m->a >= 32)
            return fail(c, "V52", VM_SECTION_mod, i, 0, "no marker %u", m->a);
        if (costs && (info->b != 'C' || costs > p->cost_count || m->b > p->cost_count - costs))
            return fail(c, "V26", VM_SECTION_mod, i, 0, "a cost lies outside its table");
    }
    return 1;
}

static int check_uses(const checker *c)
{
    const vm_pack *p = c->p;
    for (uint32_t i = 0; i < p->ability_count; i++) {
        const vm_ability *a = &p->ability[i];
        if (!wants(c, VM_SECTION_ability, i, a->filter, 0, 0) ||
            !wants(c, VM_SECTION_ability, i, a->condition, 0, 0) ||
            !wants(c, VM_SECTION_ability, i, a->effect, 1, 0))
            return 0;
        if (a->event >= VM_EVENT_SPAN || a->target_count > VM_TARGET_SLOTS_MAX ||
            a->mode_count > VM_MODES_MAX || (a->keyword != VM_NO_SYMBOL && a->keyword >= 4096))
            return fail(c, "V52", VM_SECTION_ability, i, 0, "a number is outside its limits");
    }
    for (uint32_t i = 0; i < p->selector_count; i++) {
        if (!wants(c, VM_SECTION_selector, i, p->selector[i].pred, 0, 1))
            return 0;
        if (p->selector[i].name != VM_NO_SYMBOL && p->selector[i].name >= p->strings_size)
            return fail(c, "V23", VM_SECTION_selector, i, 0, "no string for the name");
    }
    for (uint32_t i = 0; i < p->mode_count; i++)
        if (!wants(c, VM_SECTION_mode, i, p->mode[i].effect, 1, 0))
            return 0;
    for (uint32_t i = 0; i < p->mod_count; i++) {
        const vm_mod *m = &p->mod[i];
        const vm_mod_info *info = vm_mod_describe(m->op);
        if (!wants(c, VM_SECTION_mod, i, m->fa, 0, 1) || !wants(c, VM_SECTION_mod, i, m->fb, 0, 1))
            return 0;
        if (!info)
            return fail(c, "V27", VM_SECTION_mod, i, 0, "no modification %u", m->op);
        uint32_t limit = info->a == 'A' ? p->ability_count : p->words_count;
        if ((info->a == 'A' || info->a == 'y') && (m->b > limit || m->a > limit - m->b))
            return fail(c, "V26", VM_SECTION_mod, i, 0, "a range lies outside its table");
        if (info->a == 's' && m->a >= p->selector_count)
            return fail(c, "V25", VM_SECTION_mod, i, 0, "no selector %u", m->a);
        if (info->a == 'k' && m->a >= 64)
            return fail(c, "V52", VM_SECTION_mod, i, 0, "no marker %u", m->a);
    }
    for (uint32_t i = 0; i < p->symbol_count; i++)
        if (p->symbol[i].number >= (p->symbol[i].kind == VM_SYM_SUBTYPE     ? VM_SUBTYPE_MAX
                                    : p->symbol[i].kind <= VM_SYM_SUPERTYPE ? 16
                                                                            : 4096))
            return fail(c, "V28", VM_SECTION_symbol, i, 0, "the number is out of range");
    for (uint32_t i = 0; i < p->line_count; i++)
        if (p->line[i].pc >= p->code_count)
            return fail(c, "V52", VM_SECTION_line, i, 0, "a place in the code that is not there");
    for (uint32_t i = 0; i < p->index_count; i++)
        if (p->index[i].ability >= p->ability_count ||
            p->ability[p->index[i].ability].event != p->index[i].event)
            return fail(c, "V52", VM_SECTION_index, i, 0,
                        "the event index does not fit the abilities");
    for (uint32_t i = 0; i < p->test_count; i++) {
        const vm_test *t = &p->test[i];
        if (t->step_count > p->step_count || t->steps > p->step_count - t->step_count ||
            t->cite_count > p->words_count || t->cites > p->words_count - t->cite_count)
            return fail(c, "V26", VM_SECTION_test, i, 0, "steps or rules lie outside their table");
        for (uint32_t k = 0; k < t->cite_count; k++)
            if (p->words[t->cites + k] >= p->strings_size)
                return fail(c, "V23", VM_SECTION_test, i, 0, "no string for a rule number");
    }
    for (uint32_t i = 0; i < p->words_count; i++)
        if (p->words[i] > VM_PACK_SIZE_MAX)
            return fail(c, "V52", VM_SECTION_words, i, 0, "a number is outside every table");
    for (uint32_t i = 0; i < p->step_count; i++) {
        const vm_step *s = &p->step[i];
        if (s->kind >= VM_TEST_STEP_COUNT || s->player > 7 || (s->kind != VM_TEST_ATTACH && s->b >= p->func_count + 4096))
            return fail(c, "V52", VM_SECTION_step, i, 0, "a test step is not known");
    }
    return 1;
}

int vm_pack_verify(const vm_pack *p, vm_refusal *why)
{
    checker c = {p, why, NULL};
    if (!p->strings_size || p->strings[p->strings_size - 1])
        return fail(&c, "V20", VM_SECTION_strings, 0, 0, "the strings do not end with a zero");
    if (!p->func_count || p->func[0].code_count || !p->selector_count)
        return fail(&c, "V21", VM_SECTION_func, 0, 0, "row 0 must be there and empty");
    if (!check_tables(&c))
        return 0;
    uint32_t next = 0;
    for (uint32_t i = 0; i < p->func_count; i++) {
        if (p->func[i].code != next || p->func[i].code_count > p->code_count - next)
            return fail(&c, "V29", VM_SECTION_func, i, 0,
                        "the code is not where the last one ended");
        next += p->func[i].code_count;
    }
    if (next != p->code_count)
        return fail(&c, "V29", VM_SECTION_code, 0, 0, "code that belongs to no function");
    uint64_t *written = calloc(VM_FUNC_CODE_MAX + 1, sizeof *written);
    c.func_state = calloc(p->func_count, 1);
    int ok = written && c.func_state;
    if (!ok)
        fail(&c, "V8", 0, 0, 0, "out of memory");
    for (uint32_t i = 1; ok && i < p->func_count; i++)
        ok = check_func(&c, i, written);
    ok = ok && check_uses(&c) && check_numbers(&c);
    for (uint32_t i = 1; ok && i < p->func_count; i++)
        ok = acyclic(&c, i);
    free(written);
    free(c.func_state);
    return ok;
}
