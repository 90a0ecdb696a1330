/* The verifier on instructions, each by itself (V29, V30, V40 to V48): what it is made of, the types of its
 * registers, its immediate operands. What happens on the paths between them: verifier_flow.c. */
#include "vm/verifier.h"

#include <string.h>

typedef struct walk {
    const vm_checker *c;
    const vm_func *f;
    const uint32_t *type; /* of its registers */
    uint32_t func, pc;
    char same; /* the type that all T/t of this instruction share */
    /* V43 and V49 of functions that go straight on to their end need no second look: verifier_flow.c */
    uint64_t written, writes; /* registers; writes: by this instruction */
    int is_straight;
    uint8_t shape; /* the rest of it */
} walk;

static int wrong(const walk *w, const char *rule, const char *what)
{
    return vm_refuse(w->c, rule, VM_SECTION_func, w->func, w->pc, "%s", what);
}

static char reg_type(const walk *w, uint32_t reg)
{
    return (char)w->type[reg];
}

static int type_fits(char have, char want)
{
    return have == want || (want == 'e' && (have == 'o' || have == 'p'));
}

static int reads(walk *w, uint32_t reg, char want)
{
    if (reg >= w->f->reg_count)
        return wrong(w, "V41", "a register that the function does not have");
    w->is_straight &= (int)(w->written >> reg & 1);
    if (want == 'v' && vm_value_type(reg_type(w, reg)) < 0)
        return wrong(w, "V42", "a register holds no number");
    if (want == 't' || want == 'v')
        want = w->same ? w->same : reg_type(w, reg);
    return type_fits(reg_type(w, reg), want) || wrong(w, "V42", "a register has the wrong type");
}

static int writes(walk *w, uint32_t reg, char want)
{
    if (reg >= w->f->reg_count)
        return wrong(w, "V41", "a register that the function does not have");
    w->writes |= UINT64_C(1) << reg;
    if (want == 'v' && vm_value_type(reg_type(w, reg)) < 0)
        return wrong(w, "V42", "a number for a register that holds none");
    if (want == 't' || want == 'v')
        want = w->same ? w->same : reg_type(w, reg);
    return reg_type(w, reg) == want ||
           wrong(w, "V42", "a result has another type than its register");
}

/* Most operands are nothing, or registers of just the type that is wanted. 0 = it must be looked at in full. */
static inline int is_usual(walk *w, char kind, uint8_t reg)
{
    if (kind == '-')
        return reg == 0;
    const char want = (kind | 32) == 't' ? w->same : (char)(kind | 32);
    if (reg >= w->f->reg_count || reg_type(w, reg) != want)
        return 0;
    if (kind >= 'a')
        w->is_straight &= (int)(w->written >> reg & 1);
    else
        w->writes |= UINT64_C(1) << reg;
    return 1;
}

static int operand(walk *w, char kind, uint8_t reg)
{
    if (kind == '-')
        return reg == 0 || wrong(w, "V40", "an unused operand is not zero");
    if (kind == '#')
        return 1;
    return kind >= 'a' ? reads(w, reg, kind) : writes(w, reg, (char)(kind + 32));
}

/* Of what stands for something else only what there is. */
static int is_value(char type, int32_t v)
{
    switch (type) {
    case 'c':
        return !(v & ~VM_MANA_MASK);
    case 'y':
        return !(v & ~((2 << VM_TYPE_LAST) - 1));
    case 's':
        return v >= 0 && v < VM_SUBTYPE_MAX;
    case 'w':
        return v >= 0 && (v < VM_SUBTYPE_MAX || (v >= VM_WORD_COLOR && v < VM_WORD_COLOR + 5));
    case 'm': /* names are what is chosen, or asked of something */
        return v == 0;
    case 'z':
        return v >= 0 && v <= VM_ZONE_COUNT;
    case 'q': /* -1: before all of them */
        return v >= -1 && v < VM_STEP_COUNT * 2;
    default:
        return v != INT32_MIN;
    }
}

static int immediate(const walk *w, vm_insn i, char kind)
{
    const vm_pack *p = w->c->p;
    const int32_t v = i.imm;
    switch (kind) {
    case '-':
        return v == 0 || wrong(w, "V40", "an unused immediate is not zero");
    case 'i': /* of every other number the negative is a number too */
        return (i.op == VM_OP_LDB ? v == 0 || v == 1 : v != INT32_MIN) ||
               wrong(w, "V47", "a number outside its limits");
    case 'v':
        return is_value(reg_type(w, i.a), v) || wrong(w, "V47", "no such number of this kind");
    case 's':
        return (v > 0 && (uint32_t)v < p->selector_count) || wrong(w, "V47", "no such selector");
    case 'a': /* what has happened: there must be an event to ask for */
        return (v >= 0 && (uint32_t)v < p->ability_count && p->ability[v].event) ||
               wrong(w, "V47", "no such ability, or none that waits for an event");
    case 'p':
        return (v >= 0 && v <= VM_PROP_NAMES) || wrong(w, "V47", "no such property");
    case 'l':
        return (v >= 0 && v < VM_LINK_MAX) || wrong(w, "V47", "no such link");
    case 'f':
        return (v >= 0 && v <= VM_FLAG_DID) || wrong(w, "V47", "no such flag");
    case 'h':
        return (v >= 0 && v < VM_SHARED_COUNT) || wrong(w, "V47", "nothing that things can share");
    case 'w':
        return (v >= 0 && v < VM_SYMBOL_MAX) || wrong(w, "V47", "no such keyword");
    case 'c':
        return (v >= -1 && v < VM_SYMBOL_MAX) || wrong(w, "V47", "no such counter kind");
    default:
        return 1;
    }
}

static int link_kind(const walk *w, vm_insn i)
{
    return i.a >= w->f->reg_count || vm_value_type(reg_type(w, i.a)) == i.b ||
           wrong(w, "V47", "a link of another kind than its register");
}

/* Operands '#': what they may be depends on the instruction. */
static int small_constants(const walk *w, vm_insn i)
{
    uint32_t b = 0, c = 0; /* the greatest */
    switch (i.op) {
    case VM_OP_EVENT_OBJ:
        b = 2;
        break;
    case VM_OP_SELECT_SUM:
        b = VM_PROP_NAMES;
        break;
    case VM_OP_CAPTURED:
        b = VM_CAPTURED_MAX - 1;
        break;
    case VM_OP_TARGETS_FOR:
        c = i.c; /* a register */
        b = VM_TARGET_SLOTS_MAX - 1;
        break;
    case VM_OP_TARGETS:
        b = VM_TARGET_SLOTS_MAX - 1;
        break;
    case VM_OP_PAID:
    case VM_OP_PAID_NUM:
        b = VM_PAID_KIND_COUNT - 1;
        break;
    case VM_OP_TIMES_PAID:
        b = i.b == VM_TIMES_PAID_ALL ? VM_TIMES_PAID_ALL : VM_OPTIONAL_COSTS_MAX - 1;
        break;
    case VM_OP_HISTORY_COUNT:
        c = VM_HISTORY_COUNT_COUNT - 1;
        b = VM_HISTORY_SPAN_COUNT - 1;
        break;
    case VM_OP_HISTORY_SUM:
        b = VM_HISTORY_SPAN_COUNT - 1;
        break;
    case VM_OP_HISTORY_SET:
        b = VM_HISTORY_SPAN_COUNT - 1;
        c = VM_HISTORY_OPERAND_COUNT - 1;
        break;
    case VM_OP_MANA_TYPES: /* b: a register */
        b = i.b, c = 3;
        break;
    case VM_OP_SPENT:
        b = i.b; /* a register */
        c = VM_SPENT_COUNT - 1;
        break;
    case VM_OP_LINK:
        b = 1;
        break;
    case VM_OP_LINK_NUM:
    case VM_OP_SET_LINK_NUM:
        return i.c > 1 ? wrong(w, "V47", "a constant is outside its domain") : link_kind(w, i);
    case VM_OP_LINK_OF:
    case VM_OP_SET_LINK_OF:
        return link_kind(w, i);
    case VM_OP_STEP:
        b = 2;
        break;
    case VM_OP_TOP:
    case VM_OP_NOW: /* b: a register */
        b = i.b, c = 1;
        break;
    case VM_OP_EVENT_ZONE:
    case VM_OP_EVENT_KIND:
        b = 1;
        break;
    case VM_OP_TURN:
        b = VM_TURN_FACT_COUNT - 1;
        break;
    default: /* the others have none */
        return 1;
    }
    return (i.b <= b && i.c <= c) || wrong(w, "V47", "a constant is outside its domain");
}

/* Types of native immediates that take two words: a first row and a count. */
static int is_wide(char type)
{
    return type == 'M' || type == 'C' || type == 'L' || type == 'W';
}

static int native_imm(const walk *w, char type, uint32_t v, uint32_t count)
{
    const vm_pack *p = w->c->p;
    int ok = 1;
    switch (type) {
    case 'Z':
        ok = v < VM_ZONE_COUNT;
        break;
    case 'K':
        ok = v < VM_SYMBOL_MAX;
        break;
    case 'B':
        ok = v < 2;
        break;
    case 'F':
        ok = v < p->face_count;
        break;
    case 'S':
        ok = v > 0 && v < p->selector_count;
        break;
    case 'R':
        ok = v < p->selector_count;
        break;
    case 'A':
        ok = v < p->ability_count;
        break;
    case 'D':
        ok = v < VM_DURATION_COUNT;
        break;
    case 'M':
    case 'C':
        ok = count <= p->cost_count && v <= p->cost_count - count;
        break;
    case 'L':
        ok = count <= p->mod_count && v <= p->mod_count - count;
        break;
    case 'W':
        ok = count <= p->words_count && v <= p->words_count - count;
        for (uint32_t k = 0; ok && k < count; k++)
            ok = p->words[v + k] < p->strings_size;
        break;
    default: /* 'I': a number */
        ok = (int32_t)v <= VM_NUMBER_MAX && (int32_t)v >= -VM_NUMBER_MAX;
        break;
    }
    return ok || wrong(w, "V47", "an immediate operand is outside its table");
}

static int named_imm(const walk *w, enum vm_named named, uint32_t v)
{
    static const struct {
        uint32_t mask, most;
    } NAMED[] = {{UINT32_MAX, UINT32_MAX},
#define NAMED(name, mask, most) {mask, most},
                 VM_NAMED_OPERANDS
#undef NAMED
    };
    return (!(v & ~NAMED[named].mask) && v <= NAMED[named].most) ||
           wrong(w, "V47", "an immediate operand is outside its domain");
}

/* The n-th IMM word behind the NATIVE at hand; 0 = there is none. */
static int imm_word(const walk *w, uint32_t n, uint32_t *out)
{
    const uint32_t at = w->pc + 1 + n;
    *out = 0;
    if (at >= w->f->code_count / 2)
        return 0;
    const vm_insn i = vm_insn_at(w->c->p, w->f->code, at);
    *out = (uint32_t)i.imm;
    return i.op == VM_OP_IMM && !i.a && !i.b && !i.c;
}

/* What the rows of an effect take for its two values: words, a colour, a subtype, else plain numbers. */
static int values_fit(const walk *w, uint32_t reg, uint32_t first, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const vm_mod *m = &w->c->p->mod[first + i];
        const int of_effect = !(m->b & 1) && m->a < 2;
        char want[2] = {0, 0};
        if (m->op == VM_MOD_TEXT)
            want[0] = want[1] = 'w';
        else if (m->op == VM_MOD_SET_COLOR_CHOSEN && of_effect)
            want[m->a] = 'c';
        else if (m->op == VM_MOD_ADD_CREATURE_TYPE_CHOSEN && of_effect)
            want[m->a] = 's';
        if (m->flags & VM_MF_ARG_A)
            want[m->a < 2 ? m->a : 1] = 'n';
        if (m->flags & VM_MF_ARG_B)
            want[m->b < 2 ? m->b : 1] = 'n';
        for (uint32_t k = 0; k < 2; k++)
            if (want[k] && reg_type(w, reg + k) != want[k])
                return wrong(w, "V42", "a value of an effect has another kind than what uses it");
    }
    return 1;
}

static int check_native(walk *w, vm_insn i)
{
    const vm_native_info *info = vm_native_describe((uint32_t)i.imm);
    if (i.c)
        return wrong(w, "V40", "an unused operand is not zero");
    if (!(w->f->flags & VM_FN_EFFECT))
        return wrong(w, "V48", "a value function calls a native");
    if (!info)
        return wrong(w, "V45", "no such native");
    const vm_call *call = &w->c->calls.of[i.imm];
    uint32_t reg = i.a, words = 0, values = 0; /* register + 1 of what the rows of an effect take */
    for (uint32_t k = 0; k < call->operands; k++) {
        const char type = call->type[k];
        if (type >= 'a') {
            if (type == 'v' && !values)
                values = reg + 1;
            w->same = 0;
            if (!reads(w, reg++, type))
                return 0;
            continue;
        }
        uint32_t first, count = 0;
        if (!imm_word(w, words++, &first) || (is_wide(type) && !imm_word(w, words++, &count)))
            return wrong(w, "V46", "an immediate operand of the native is missing");
        if ((*w->c->named += count) > VM_NAMED_MAX)
            return wrong(w, "V66", "the natives of the functions so far name too much");
        if (!native_imm(w, type, first, count))
            return 0;
        if (!named_imm(w, call->named[k], first))
            return 0;
        if (values && type == 'L' && !values_fit(w, values - 1, first, count))
            return 0;
        /* What a copy is like begins with the copying itself; exceptions stand behind it. */
        if (call->named[k] == VM_NAMED_EXCEPT && (!count || w->c->p->mod[first].op != VM_MOD_COPY))
            return wrong(w, "V47", "the values of a copy do not begin with a copy");
    }
    if (call->selectors)
        w->shape |= VM_FUNC_ASKS;
    if (info->result == '-')
        return !i.b || wrong(w, "V40", "a result register for a native without a result");
    return writes(w, i.b, info->result);
}

static int check_jump(walk *w, vm_insn i)
{
    if (i.imm < 0 || (uint32_t)i.imm >= w->f->code_count / 2)
        return wrong(w, "V44", "a jump leaves the function");
    const vm_insn to = vm_insn_at(w->c->p, w->f->code, (uint32_t)i.imm);
    if (to.op == VM_OP_IMM)
        return wrong(w, "V44", "a jump goes to an immediate operand");
    if ((uint32_t)i.imm <= w->pc)
        w->shape |= VM_FUNC_BACK;
    return (uint32_t)i.imm > w->pc || (to.op == VM_OP_ITER && i.op == VM_OP_JMP) ||
           wrong(w, "V44", "a backward jump does not go to ITER");
}

static int check_end(const walk *w, vm_insn i)
{
    const uint32_t flags = w->f->flags;
    if (i.op == VM_OP_RET && (flags & VM_FN_EFFECT))
        return wrong(w, "V49", "an effect ends with a value");
    if ((i.op == VM_OP_RET && (flags & VM_FN_SET)) || (i.op == VM_OP_GIVE && flags != VM_FN_SET))
        return wrong(w, "V49", "a function gives back something else than it says");
    if (i.op == VM_OP_DONE && !(flags & VM_FN_EFFECT))
        return wrong(w, "V49", "a value function ends without a value");
    return 1;
}

static int check_insn(walk *w, vm_insn i, const vm_op_info *info)
{
    if (!info)
        return wrong(w, "V40", "no such opcode");
    if (i.op == VM_OP_IMM)
        return wrong(w, "V46", "an immediate operand without a native");
    if (i.op == VM_OP_NATIVE)
        return check_native(w, i);
    if ((i.op == VM_OP_SET_LINK || i.op == VM_OP_SET_LINK_NUM || i.op == VM_OP_SET_LINK_OF ||
         i.op == VM_OP_ADD_LINK) &&
        !(w->f->flags & VM_FN_EFFECT))
        return wrong(w, "V48", "a value function sets a link");
    if (info->imm == 's' || info->imm == 'a')
        w->shape |= VM_FUNC_ASKS;
    w->same = (info->b == 't' || info->b == 'v') && i.b < w->f->reg_count ? reg_type(w, i.b) : 0;
    return ((info->b != '#' && info->c != '#') || small_constants(w, i)) &&
           (is_usual(w, info->a, i.a) || operand(w, info->a, i.a)) &&
           (is_usual(w, info->b, i.b) || operand(w, info->b, i.b)) &&
           (is_usual(w, info->c, i.c) || operand(w, info->c, i.c)) &&
           ((info->imm == '-' && !i.imm) || immediate(w, i, info->imm)) &&
           (info->imm != 'j' || check_jump(w, i)) && check_end(w, i);
}

static int is_known(uint32_t type)
{
    if (type == 'b' || type == 'o' || type == 'p' || type == 'e' || type == 'n')
        return 1; /* nearly all of them */
    return type && type <= 127 && vm_value_type((char)type) >= 0;
}

static int check_regs(const vm_checker *c, uint32_t func)
{
    const vm_func *f = &c->p->func[func];
    if (f->reg_count > VM_REG_MAX || f->params > f->reg_count)
        return vm_refuse(c, "V41", VM_SECTION_func, func, 0, "%u registers", f->reg_count);
    for (uint32_t r = 0; r < f->reg_count; r++) {
        const uint32_t type = c->p->regs[f->regs + r];
        if (!is_known(type))
            return vm_refuse(c, "V30", VM_SECTION_func, func, 0, "register %u has no known type",
                             r);
    }
    if (f->flags == (VM_FN_EFFECT | VM_FN_SET))
        return vm_refuse(c, "V31", VM_SECTION_func, func, 0, "an effect cannot give a set");
    return 1;
}

static int check_func(const vm_checker *c, uint32_t func)
{
    const vm_func *f = &c->p->func[func];
    const uint32_t count = f->code_count / 2;
    walk w = {.c = c, .f = f, .type = c->p->regs + f->regs, .func = func, .is_straight = 1};
    w.written = (UINT64_C(1) << f->params) - 1;
    if (f->code_count % 2 || count > VM_FUNC_CODE_MAX)
        return vm_refuse(c, "V29", VM_SECTION_func, func, 0, "the code is not whole, or too long");
    if (!check_regs(c, func))
        return 0;
    if (!count)
        return wrong(&w, "V49", "a function without code");
    while (w.pc < count) {
        const vm_insn i = vm_insn_at(c->p, f->code, w.pc);
        const vm_op_info *info = vm_op_describe(i.op);
        w.writes = 0;
        if (!check_insn(&w, i, info))
            return 0;
        w.pc++;
        if (i.op == VM_OP_NATIVE)
            w.pc += c->calls.of[i.imm].words;
        w.written |= w.writes;
        w.is_straight &= info->imm != 'j' && !(info->flags & OPF_END) == (w.pc < count);
    }
    c->shape[func] = (uint8_t)(w.shape | (w.is_straight ? VM_FUNC_STRAIGHT : 0));
    return 1;
}

/* V21 and V29, then every function. */
int vm_check_code(const vm_checker *c)
{
    static const vm_func none;
    const vm_pack *p = c->p;
    uint32_t next = 0;
    if (memcmp(&p->func[0], &none, sizeof none) != 0)
        return vm_refuse(c, "V21", VM_SECTION_func, 0, 0, "row 0 must be empty");
    for (uint32_t i = 0; i < p->func_count; i++) {
        if (p->func[i].code != next || p->func[i].code_count > p->code_count - next)
            return vm_refuse(c, "V29", VM_SECTION_func, i, 0,
                             "the code is not where the last one ended");
        next += p->func[i].code_count;
    }
    if (next != p->code_count)
        return vm_refuse(c, "V29", VM_SECTION_code, 0, 0, "code that belongs to no function");
    for (uint32_t i = 1; i < p->func_count; i++)
        if (!check_func(c, i))
            return 0;
    return 1;
}
