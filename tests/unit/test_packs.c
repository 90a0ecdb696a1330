/* CLAIM: every pack that breaks a rule of the verifier is refused, with that rule's name. The packs
 * are made by breaking a good one in one place and mending its hash. */
#include "sample.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/hash.h"
#include "vm/pack.h"

typedef struct broken {
    uint8_t *bytes;
    size_t size;
} broken;

static cantrip_compiled good;
static uint32_t refused_count;

static uint32_t word_at(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void put_word(uint8_t *p, uint32_t v)
{
    for (int i = 0; i < 4; i++)
        p[i] = (uint8_t)(v >> 8 * i);
}

static void mend(broken *b)
{
    uint64_t h = hash_file(HASH_START, b->bytes + 24, b->size - 24);
    put_word(b->bytes + 16, (uint32_t)h);
    put_word(b->bytes + 20, (uint32_t)(h >> 32));
}

static broken copy_of_good(void)
{
    broken b = {malloc(good.pack_size + 64), good.pack_size};
    memcpy(b.bytes, good.pack, good.pack_size);
    return b;
}

static uint8_t *section(const broken *b, uint32_t id, uint32_t *out_size)
{
    uint32_t count = word_at(b->bytes + 28);
    for (uint32_t i = 0; i < count; i++)
        if (word_at(b->bytes + 32 + i * 12) == id) {
            if (out_size)
                *out_size = word_at(b->bytes + 40 + i * 12);
            return b->bytes + word_at(b->bytes + 36 + i * 12);
        }
    fail_msg("no section %u", id);
    return NULL;
}

static uint32_t blocks; /* that are in use */

static void *count_alloc(void *user, size_t size)
{
    (void)user;
    blocks++;
    return malloc(size);
}

static void *count_resize(void *user, void *at, size_t size)
{
    (void)user;
    blocks += !at;
    return realloc(at, size);
}

static void count_free(void *user, void *at)
{
    (void)user;
    blocks -= at != NULL;
    free(at);
}

/* `rule`: which rule must refuse it; NULL: any. Nothing stays of what was refused. */
static void expect_refused(broken *b, const char *rule, const char *what)
{
    vm_pack p;
    vm_refusal why;
    static const base_memory COUNTS = {count_alloc, count_resize, count_free, NULL};
    blocks = 0;
    if (vm_pack_open_in(&COUNTS, &p, b->bytes, b->size, &why)) {
        vm_pack_close(&p);
        fail_msg("accepted: %s", what);
    }
    if (blocks || p.storage)
        fail_msg("%s: %u blocks were not given back", what, blocks);
    if (rule && strcmp(rule, why.rule) != 0)
        fail_msg("%s: refused by %s (%s), expected %s", what, why.rule, why.message, rule);
    assert_true(why.message[0] != 0);
    refused_count++;
    free(b->bytes);
}

static void test_good_pack_is_accepted(void **state)
{
    vm_pack p;
    vm_refusal why;
    (void)state;
    assert_true(vm_pack_open(&p, good.pack, good.pack_size, &why));
    assert_true(p.face_count >= 7);
    vm_pack_close(&p);
}

/* V1 to V12: the layout of the file. */
static void test_layout(void **state)
{
    (void)state;
    static const struct {
        uint32_t off, value;
        const char *rule;
        int mended;
    } CASES[] = {{0, 0, "V2", 1},  {4, 99, "V3", 1},  {8, 1, "V4", 1},     {12, 1, "V4", 1},
                 {16, 7, "V6", 0}, {24, 12, "V5", 1}, {28, 1000, "V7", 1}, {32, 77, "V9", 1},
                 {44, 0, "V9", 1}, {36, 4, "V10", 1}, {40, 3, "V11", 1},   {48, 8, "V10", 1},
                 {28, 3, NULL, 1}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        broken b = copy_of_good();
        put_word(b.bytes + CASES[i].off, CASES[i].value);
        if (CASES[i].mended)
            mend(&b);
        expect_refused(&b, CASES[i].rule, "a header word");
    }
    for (size_t size = 0; size < 32; size += 4) { /* cut short */
        broken b = copy_of_good();
        b.size = size;
        expect_refused(&b, "V1", "a file shorter than its header");
    }
    broken b = copy_of_good();
    b.size -= 4;
    expect_refused(&b, "V5", "a file that lost its end");
    b = copy_of_good();
    memset(b.bytes + b.size, 0, 4);
    b.size += 4;
    put_word(b.bytes + 24, (uint32_t)b.size);
    mend(&b);
    expect_refused(&b, "V12", "bytes behind the last section");
}

/* PROMISE: every flip of one bit is noticed. One bit of every byte here, all of them in the soak
 * run. */
static void test_every_byte_matters(void **state)
{
    (void)state;
    for (size_t i = 0; i < good.pack_size; i += 7) {
        vm_pack p;
        vm_refusal why;
        uint8_t *bytes = (uint8_t *)good.pack;
        bytes[i] ^= (uint8_t)(1u << (i & 7));
        assert_false(vm_pack_open(&p, bytes, good.pack_size, &why));
        bytes[i] ^= (uint8_t)(1u << (i & 7));
    }
}

enum shape { BELOW, OR_NONE, MASK, NUMBER, RANGE, LIST, COUNT, FUNC, DEPENDS, ANY };
enum {
#define DOMAIN(name, rule, shape, limit) DOMAIN_##name,
#include "vm/abi/domains.def"
#undef DOMAIN
};

typedef struct domain {
    const char *rule;
    uint32_t shape, limit;
} domain;

static void domains_of(const vm_pack *p, domain *out)
{
#define DOMAIN(name, rule, shape, limit) *out++ = (domain){rule, shape, limit};
#include "vm/abi/domains.def"
#undef DOMAIN
}

/* A value that is just outside, or far outside; `next`: the count of a range. */
static uint32_t outside(const domain *d, uint32_t next, int near)
{
    switch (near ? d->shape : (uint32_t)ANY) {
    case BELOW:
    case OR_NONE:
    case FUNC:
        return d->limit;
    case MASK:
        return ~d->limit & (d->limit + 1);
    case NUMBER:
        return near == 1 ? d->limit + 1 : ~d->limit; /* the least is -limit */
    case RANGE:
        return d->limit - next + 1;
    default:
        return d->shape == MASK ? ~d->limit : 0x7FFFFFFF; /* all flags that there are not */
    }
}

/* V23 to V27: every field of every table that means something, set to something that does not
 * exist; the second time all fields of the shape. */
static void test_fields(void **state)
{
    static const struct {
        uint32_t section, domain;
        const char *name;
    } FIELDS[] = {
#define F(name, domain)           {0, DOMAIN_##domain, #name},
#define ROW(number, name, fields) {number, 99, #name}, fields
#include "vm/abi/pack_rows.def"
#undef ROW
#undef F
    };
    enum { COUNT_OF = sizeof FIELDS / sizeof *FIELDS };
    domain domains[99];
    vm_pack pack;
    vm_refusal why;
    (void)state;
    assert_true(vm_pack_open(&pack, good.pack, good.pack_size, &why));
    domains_of(&pack, domains);
    vm_pack_close(&pack);
    for (int way = 0; way < 4; way++) {
        uint32_t id = 0, word = 0;
        for (size_t i = 0; i < COUNT_OF; i++) {
            if (FIELDS[i].domain == 99) {
                id = FIELDS[i].section;
                word = 0;
                continue;
            }
            uint32_t at = word++, size;
            const domain *d = &domains[FIELDS[i].domain];
            /* Counts come with their ranges; what depends on its row is in test_verifier.c; of types
             * there are as many as bits. */
            if (d->shape == COUNT || d->shape == DEPENDS || d->shape == ANY ||
                d->limit == UINT32_MAX)
                continue;
            broken b = copy_of_good();
            uint8_t *p = section(&b, id, &size);
            if (!size) { /* the sample imports nothing */
                free(b.bytes);
                continue;
            }
            put_word(p + at * 4, outside(d, word_at(p + at * 4 + 4), way < 2 ? 0 : way - 1));
            for (size_t k = i + 1; way == 1 && k < COUNT_OF && FIELDS[k].domain != 99; k++)
                if (FIELDS[k].domain == FIELDS[i].domain)
                    put_word(p + (at + k - i) * 4, 0x7FFFFFFF);
            mend(&b);
            expect_refused(&b, d->rule, FIELDS[i].name);
        }
    }
}

/* The code word of the n-th instruction with this opcode, or NULL. */
static uint8_t *find_op(const broken *b, uint32_t op, uint32_t n)
{
    uint32_t size;
    uint8_t *p = section(b, VM_SECTION_code, &size);
    for (uint32_t i = 0; i + 8 <= size; i += 8)
        if (p[i] == op && !n--)
            return p + i;
    return NULL;
}

static void break_op(uint32_t op, uint32_t byte, uint8_t value, const char *rule, const char *what)
{
    broken b = copy_of_good();
    uint8_t *p = find_op(&b, op, 0);
    if (!p)
        fail_msg("the sample has no opcode for: %s", what);
    p[byte] = value;
    mend(&b);
    expect_refused(&b, rule, what);
}

static void break_imm(uint32_t op, uint32_t value, const char *rule, const char *what)
{
    broken b = copy_of_good();
    uint8_t *p = find_op(&b, op, 0);
    if (!p)
        fail_msg("the sample has no opcode for: %s", what);
    put_word(p + 4, value);
    mend(&b);
    expect_refused(&b, rule, what);
}

/* V40 to V51: code. */
static void test_code(void **state)
{
    (void)state;
    for (uint32_t op = 0; op < 256; op++)
        if (!vm_op_describe(op))
            break_op(VM_OP_LDI, 0, (uint8_t)op, "V40", "an opcode that does not exist");
    break_op(VM_OP_LDI, 2, 1, "V40", "an unused operand");
    break_op(VM_OP_LDI, 3, 1, "V40", "an unused operand");
    break_op(VM_OP_DONE, 1, 1, "V40", "an unused operand");
    break_op(VM_OP_YOU, 2, 1, "V40", "an unused operand");
    break_imm(VM_OP_YOU, 5, "V40", "an unused immediate");
    break_op(VM_OP_LDI, 1, 63, "V41", "a register that is not there");
    break_op(VM_OP_LDI, 1, 255, "V41", "a register that is not there");
    break_op(VM_OP_MOV, 2, 200, NULL, "a source register that is not there");
    break_op(VM_OP_WIDEN, 2, 200, NULL, "a set register that is not there");
    break_op(VM_OP_NATIVE, 1, 250, NULL, "arguments beyond the registers");
    break_op(VM_OP_NATIVE, 3, 1, "V40", "an unused operand of a native");
    break_op(VM_OP_TARGETS, 2, 9, "V47", "a target slot that does not exist");
    break_op(VM_OP_JF, 1, 200, "V41", "a condition register that is not there");
    break_imm(VM_OP_JF, 4000, "V44", "a jump out of the function");
    break_imm(VM_OP_JF, 0xFFFFFFFF, "V44", "a negative jump");
    break_imm(VM_OP_JF, 0, "V44", "a backward jump that is no loop");
    break_imm(VM_OP_JMP, 100000, "V44", "a jump out of the function");
    break_imm(VM_OP_ITER, 5000, "V44", "a loop that ends nowhere");
    break_imm(VM_OP_NATIVE, 63, "V45", "a native that does not exist");
    break_imm(VM_OP_NATIVE, 4000, "V45", "a native that does not exist");
    break_op(VM_OP_IMM, 0, VM_OP_DONE, NULL, "an immediate operand is missing");
    break_imm(VM_OP_SELECT, 0, "V47", "selector 0");
    break_imm(VM_OP_SELECT, 9999, "V47", "a selector that does not exist");
    break_imm(VM_OP_PROP, 77, "V47", "a property that does not exist");
    break_imm(VM_OP_FLAG, 44, "V47", "a flag that does not exist");
    break_imm(VM_OP_SET_LINK_NUM, VM_LINK_MAX, "V47", "a link that does not exist");
    break_op(VM_OP_RET, 0, VM_OP_DONE, NULL, "a value function without a value");
    break_op(VM_OP_DONE, 0, VM_OP_LDI, NULL, "control past the end");
    break_op(VM_OP_RET, 1, 40, NULL, "giving back what is not there");
    for (uint32_t n = 0; n < 12; n++) { /* natives inside value functions */
        broken b = copy_of_good();
        uint8_t *p = find_op(&b, VM_OP_RET, 0);
        p[0] = VM_OP_NATIVE;
        put_word(p + 4, n);
        mend(&b);
        expect_refused(&b, NULL, "a native in a value function");
    }
}

/* The word of the section of registers where the first register stands that a table's row asks for (the candidate of a
 * predicate), or else the first that only the code uses. Tables are looked at before code: the one is refused by
 * V31, the other by V30. */
static uint32_t register_of(const broken *b, int candidate)
{
    uint32_t size;
    const uint8_t *rows = section(b, VM_SECTION_func, &size);
    const uint32_t row_size = sizeof(vm_func);
    for (uint32_t at = row_size; at < size; at += row_size) { /* row 0 is 'none' */
        const uint32_t regs = word_at(rows + at + offsetof(vm_func, regs)),
                       count = word_at(rows + at + offsetof(vm_func, reg_count)),
                       params = word_at(rows + at + offsetof(vm_func, params));
        if (candidate ? params == 1 : count > params)
            return candidate ? regs : regs + params;
    }
    fail_msg("the sample has no such register");
    return 0;
}

/* Register types and functions. */
static void test_functions(void **state)
{
    uint32_t size;
    (void)state;
    static const uint32_t BAD_TYPES[] = {0, 'x', 'N', 300, 1};
    for (size_t i = 0; i < sizeof BAD_TYPES / sizeof *BAD_TYPES; i++) {
        for (int candidate = 0; candidate < 2; candidate++) {
            broken b = copy_of_good();
            put_word(section(&b, VM_SECTION_regs, &size) + register_of(&b, candidate) * 4,
                     BAD_TYPES[i]);
            mend(&b);
            expect_refused(&b, candidate ? "V31" : "V30", "a register type");
        }
    }
    for (uint32_t r = 0; r < 30; r++) { /* every register's type exchanged: somebody notices */
        broken b = copy_of_good();
        uint8_t *p = section(&b, VM_SECTION_regs, &size);
        if (r * 4 >= size) {
            free(b.bytes);
            break;
        }
        put_word(p + r * 4, word_at(p + r * 4) == 'n' ? 'o' : 'n');
        mend(&b);
        vm_pack out;
        vm_refusal why;
        if (vm_pack_open(&out, b.bytes, b.size, &why)) { /* a register that nobody uses */
            vm_pack_close(&out);
            free(b.bytes);
            continue;
        }
        expect_refused(&b, NULL, "an exchanged register type");
    }
    static const struct {
        uint32_t word, value;
        const char *rule;
    } CASES[] = {{6, 4, "V29"},  {7, 3, NULL},  {8, 99999, NULL}, {9, 65, NULL},
                 {10, 40, NULL}, {11, 7, NULL}, {1, 8, NULL}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        broken b = copy_of_good();
        put_word(section(&b, VM_SECTION_func, &size) + CASES[i].word * 4, CASES[i].value);
        mend(&b);
        expect_refused(&b, CASES[i].rule, "a word of a function row");
    }
}

static void test_enough(void **state)
{
    (void)state;
    print_message("%u broken packs were refused\n", refused_count);
    assert_true(refused_count >= 100);
}

int main(void)
{
    good = sample_compile();
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_good_pack_is_accepted),
                                       cmocka_unit_test(test_layout),
                                       cmocka_unit_test(test_every_byte_matters),
                                       cmocka_unit_test(test_fields),
                                       cmocka_unit_test(test_code),
                                       cmocka_unit_test(test_functions),
                                       cmocka_unit_test(test_enough)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    int total = (int)(sizeof tests / sizeof *tests);
    cantrip_compiled_destroy(&good);
    printf("%d passed, %d failed\n", total - failed, failed);
    return failed;
}
