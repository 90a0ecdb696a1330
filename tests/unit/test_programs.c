/* CLAIM: what the verifier accepts reads no register that was not written, stays inside its code, and ends. Programs
 * of a few instructions are made by chance, most of them wrong; those that are accepted are carried out by an
 * interpreter of their own, which believes nothing and takes every branch by chance. Then the machine itself carries them out, in a
 * world of sets made up; in builds that check the second interpreter goes beside it. PROGRAMS=n for more. */
#include "packer.h"
#include "vm/interp.h"

#include <stdio.h>

enum { LENGTH_MAX = 20, REGISTERS = 8, STEPS_MAX = 4000, PATHS = 24, WORLDS = 3 };

static const char TYPES[] = "eeennbbe";

static uint32_t below(uint64_t *s, uint32_t n)
{
    *s = *s * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((*s >> 33) % n);
}

typedef struct insn {
    uint8_t op, a, b, c;
    uint32_t imm;
} insn;

/* A register of the wanted type; now and then any. */
static uint8_t reg(uint64_t *s, char type)
{
    uint8_t r = (uint8_t)below(s, REGISTERS);
    for (int i = 0; i < 20 && TYPES[r] != type; i++)
        r = (uint8_t)below(s, REGISTERS);
    return r;
}

static insn make_insn(uint64_t *s, uint32_t at, uint32_t length)
{
    const uint32_t forward = at + 1 + below(s, length - at), any = below(s, length);
    static const uint32_t NUMBERS[] = {0, 1, 2, 3, 7, 999999, 1000000, (uint32_t)-1, (uint32_t)-3};
    static const uint8_t SUMS[] = {VM_OP_ADD, VM_OP_SUB, VM_OP_MUL},
                         COMPARED[] = {VM_OP_EQ, VM_OP_LT, VM_OP_LE},
                         SETS[] = {VM_OP_UNION, VM_OP_MINUS};
    switch (below(s, 17)) {
    case 11:
        return (insn){SUMS[below(s, 3)], reg(s, 'n'), reg(s, 'n'), reg(s, 'n'), 0};
    case 12:
        return (insn){COMPARED[below(s, 3)], reg(s, 'b'), reg(s, 'n'), reg(s, 'n'), 0};
    case 13:
        return (insn){below(s, 2) ? VM_OP_AND : VM_OP_OR, reg(s, 'b'), reg(s, 'b'), reg(s, 'b'), 0};
    case 14:
        return below(s, 2) ? (insn){VM_OP_NOT, reg(s, 'b'), reg(s, 'b'), 0, 0}
                           : (insn){VM_OP_NUMBER, reg(s, 'n'), reg(s, 'b'), 0, 0};
    case 15:
        return (insn){below(s, 2) ? VM_OP_HALF_UP : VM_OP_HALF_DOWN, reg(s, 'n'), reg(s, 'n'), 0,
                      0};
    case 16:
        return (insn){SETS[below(s, 2)], reg(s, 'e'), reg(s, 'e'), reg(s, 'e'), 0};
    case 0:
    case 1:
        return (insn){VM_OP_LDI, reg(s, 'n'), 0, 0, NUMBERS[below(s, 9)]};
    case 2:
        return (insn){VM_OP_LDB, reg(s, 'b'), 0, 0, below(s, 2)};
    case 3:
        return (insn){VM_OP_SELECT, reg(s, 'e'), 0, 0, 1};
    case 4:
        return (insn){VM_OP_NONE, reg(s, 'e'), 0, 0, 0};
    case 5:
        return (insn){VM_OP_MOV, reg(s, 'e'), reg(s, 'e'), 0, 0};
    case 6:
        return (insn){VM_OP_JF, reg(s, 'b'), 0, 0, forward};
    case 7:
        return (insn){VM_OP_JMP, 0, 0, 0, below(s, 3) ? any : forward};
    case 8:
    case 9:
        return (insn){VM_OP_ITER, reg(s, 'e'), reg(s, 'e'), reg(s, 'n'),
                      below(s, 4) ? forward : any};
    default:
        return (insn){VM_OP_COUNT, reg(s, 'n'), reg(s, 'e'), 0, 0};
    }
}

static uint32_t make(uint64_t *s, insn *code)
{
    /* Half of them begin with something in every register, so that more is left to go wrong than that. */
    static const insn BEGIN[] = {{VM_OP_SELECT, 0, 0, 0, 1}, {VM_OP_SELECT, 1, 0, 0, 1},
                                 {VM_OP_NONE, 2, 0, 0, 0},   {VM_OP_LDI, 3, 0, 0, 0},
                                 {VM_OP_LDI, 4, 0, 0, 0},    {VM_OP_LDB, 5, 0, 0, 1}};
    const uint32_t begun = below(s, 2) * 6, length = begun + 4 + below(s, LENGTH_MAX - 4 - begun);
    memcpy(code, BEGIN, begun * sizeof *code);
    for (uint32_t i = begun; i + 1 < length; i++)
        code[i] = make_insn(s, i, length);
    /* Loops by chance are rare: half of the programs get the end of one. */
    for (uint32_t i = length - 1; below(s, 2) && i-- > begun + 1;)
        if (code[i - 1].op == VM_OP_ITER || below(s, 3) == 0)
            for (uint32_t k = 0; k < i; k++)
                if (code[k].op == VM_OP_ITER)
                    code[i] = (insn){VM_OP_JMP, 0, 0, 0, k};
    code[length - 1] = (insn){VM_OP_DONE, 0, 0, 0, 0};
    return length;
}

/* A world in which every set has the number of its members for its value. */
static uint64_t made_up(void *user, vm_insn i, const uint64_t *regs)
{
    uint64_t *s = user;
    switch (i.op) {
    case VM_OP_ITER:
        return regs[i.c] < regs[i.b] ? 1 : 0;
    case VM_OP_COUNT:
        return regs[i.b];
    case VM_OP_UNION:
        return regs[i.b] + regs[i.c] < 4 ? regs[i.b] + regs[i.c] : 4;
    case VM_OP_MINUS:
        return regs[i.b] > regs[i.c] ? regs[i.b] - regs[i.c] : 0;
    default:
        return i.op == VM_OP_SELECT ? below(s, 3) : 0;
    }
}

static void run_it(const vm_pack *pack, uint64_t *s)
{
    const vm_func *f = &pack->func[1];
    for (uint32_t k = 0; k < WORLDS; k++) {
        uint64_t regs[VM_REG_MAX] = {0}, value;
        uint32_t pc = 0, fuel = k ? 100000 : below(s, 30);
        const vm_result r = vm_run(pack, f, &pc, regs, &fuel, made_up, s, &value);
        if (k) /* it ends by itself */
            assert_int_equal(r, VM_ENDED);
        else
            assert_true(r == VM_ENDED || !fuel);
    }
}

static int accepted(const insn *code, uint32_t length, uint64_t *s)
{
    packer *p = packer_create();
    uint32_t words[LENGTH_MAX * 2];
    for (uint32_t i = 0; i < length; i++) {
        const uint32_t one[] = {OP(code[i].op, code[i].a, code[i].b, code[i].c, code[i].imm)};
        memcpy(words + i * 2, one, sizeof one);
    }
    p->selector[p->selector_count++] =
        (vm_selector){.want = VM_WANT_OBJECTS, .zones = 8, .name = VM_NO_SYMBOL};
    packer_func(p, VM_FN_EFFECT, 0, TYPES, words, length * 2);
    size_t size;
    void *bytes = packer_write(p, &size);
    vm_pack pack;
    vm_refusal why;
    const int ok = vm_pack_open(&pack, bytes, size, &why);
    if (ok) {
        run_it(&pack, s);
        vm_pack_close(&pack);
    }
    free(bytes);
    free(p);
    return ok;
}

/* NULL, or what went wrong. Sets have as many members as `value` says; branches go by chance. */
static const char *carry_out(const insn *code, uint32_t length, uint64_t *s)
{
    uint32_t value[REGISTERS] = {0}, written = 0, pc = 0;
#define READ(r)                                                                                    \
    if (!(written >> (r)&1))                                                                       \
    return "a register was read before it was written"
#define WRITE(r, v) (value[r] = (v), written |= 1u << (r))
    for (uint32_t step = 0; step < STEPS_MAX; step++) {
        if (pc >= length)
            return "control left the code";
        const insn i = code[pc++];
        switch (i.op) {
        case VM_OP_DONE:
            return NULL;
        case VM_OP_LDI:
        case VM_OP_LDB:
            WRITE(i.a, i.imm);
            break;
        case VM_OP_SELECT:
            WRITE(i.a, 2);
            break;
        case VM_OP_NONE:
            WRITE(i.a, 0);
            break;
        case VM_OP_MOV:
        case VM_OP_COUNT:
            READ(i.b);
            WRITE(i.a, value[i.b]);
            break;
        case VM_OP_JF:
            READ(i.a);
            pc = below(s, 2) ? i.imm : pc;
            break;
        case VM_OP_JMP:
            pc = i.imm;
            break;
        case VM_OP_ITER: {
            READ(i.b);
            READ(i.c);
            const uint32_t at = value[i.c];
            if (at >= value[i.b]) {
                pc = i.imm;
                break;
            }
            WRITE(i.a, 1);
            WRITE(i.c, at + 1);
            break;
        }
        default: /* of two operands, or of one: as great as it comes */
            READ(i.b);
            if (vm_op_describe(i.op)->c != '-')
                READ(i.c);
            WRITE(i.a, value[i.b] < 4 ? value[i.b] : 4);
            break;
        }
    }
    return "it does not end";
}

static void print_program(const insn *code, uint32_t length)
{
    for (uint32_t i = 0; i < length; i++)
        print_message("%3u  %-8s %u %u %u  %u\n", i, vm_op_describe(code[i].op)->name, code[i].a,
                      code[i].b, code[i].c, code[i].imm);
}

static void test_accepted_programs_are_safe(void **state)
{
    (void)state;
    const char *wish = getenv("PROGRAMS");
    const uint32_t programs = wish ? (uint32_t)strtoul(wish, NULL, 10) : 60000;
    uint32_t good = 0, loops = 0;
    for (uint32_t n = 0; n < programs; n++) {
        uint64_t s = n + 1;
        insn code[LENGTH_MAX];
        const uint32_t length = make(&s, code);
        const int ok = accepted(code, length, &s);
        const char *wrong = NULL;
        for (uint32_t path = 0; path < PATHS && !wrong; path++)
            wrong = carry_out(code, length, &s);
        if (!ok)
            continue;
        if (wrong) {
            print_program(code, length);
            fail_msg("program %u was accepted, but %s", n, wrong);
        }
        good++;
        for (uint32_t i = 0; i < length; i++)
            loops += code[i].op == VM_OP_JMP && code[i].imm <= i;
    }
    print_message("%u programs, %u accepted, %u loops in them\n", programs, good, loops);
    assert_true(good > programs / 1000);
    assert_true(loops > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_accepted_programs_are_safe)};
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    printf("%d passed, %d failed\n", 1 - failed, failed);
    return failed;
}
